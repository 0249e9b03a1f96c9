# SPDX-License-Identifier: Apache-2.0
# Scratch memory of exactly the requested size, between guards (guarded.c): one row of every operation, in each form that a
# tuning file selects. Each process runs many operations, and PoCL compiles them without optimisation.
function(guarded_test shape program) # guarded_test(SHAPE PROGRAM ARGUMENTS… OPERATIONS o…)
  cmake_parse_arguments(PARSE_ARGV 2 test "" "TUNING" "OPERATIONS")
  list(TRANSFORM test_OPERATIONS PREPEND "--op;")
  set(environment POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable)
  if(test_TUNING)
    list(APPEND environment CLINTERVAL_TUNING=${suite}/tuning/${test_TUNING}.txt)
  endif()
  suite_test(guarded.${shape} pocl COMMAND $<TARGET_FILE:${program}> --rows 1 ${test_UNPARSED_ARGUMENTS}
    ${test_OPERATIONS} ENVIRONMENT ${environment})
endfunction()

set(of_library ${of_scans} ${of_sorted} ${of_counted} ${of_items})
set(of_single_passes ${of_scans} ${of_counted})
set(of_digits sort_keys sort_pairs sort_indices sort_rows)
set(of_orders ${of_digits} segmented_sort_keys segmented_sort_pairs segmented_sort_keys_by_flags
  segmented_sort_pairs_by_flags locality_sort_keys locality_sort_pairs top_k segmented_top_k)
guarded_test(serial test_operations --tile 300 --tile 16384 OPERATIONS ${of_library} ${of_blocks})
guarded_test(groups test_operations --tile 448 --tile 320 --tile 256 TUNING groups OPERATIONS ${of_library})
guarded_test(look_back test_operations --tile 256 --tile 448 TUNING look_back OPERATIONS ${of_single_passes})
guarded_test(fall_back test_operations --tile 128 --tile 224 TUNING fall_back OPERATIONS ${of_single_passes})
guarded_test(last_block test_operations --tile 256 --tile 224 TUNING last_block
  OPERATIONS reduce sorted_search join histogram)
guarded_test(single_launch test_operations --tile 256 TUNING single_launch OPERATIONS ${of_counted})
guarded_test(one_pass test_many --tile 320 TUNING one_pass OPERATIONS join)
guarded_test(cooperative test_operations --tile 160 --tile 1600 TUNING cooperative OPERATIONS ${of_orders})
guarded_test(rounds test_many --tile 48 --tile 1000 TUNING rounds OPERATIONS ${of_orders})
guarded_test(radix test_operations --built-in --tile 345 --tile 2048 TUNING radix OPERATIONS ${of_digits})
guarded_test(sweeps test_operations --built-in --tile 345 --tile 2048 TUNING sweeps OPERATIONS ${of_digits})
guarded_test(serial_sort test_operations --built-in --tile 64 --tile 2500 TUNING serial_sort
  OPERATIONS ${of_orders})
guarded_test(many test_many --tile 448 --tile 256 TUNING look_back
  OPERATIONS set_keys join compact partition unique reduce_by_key top_k locality_sort_keys locality_sort_pairs)
guarded_test(wide test_wide --tile 448 --tile 320 TUNING groups OPERATIONS ${of_library})
