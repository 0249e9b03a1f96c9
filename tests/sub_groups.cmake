# SPDX-License-Identifier: Apache-2.0
# Operations in groups whose sub-groups' work-items tell each other words, of every size. on.sh skips implementations that
# have none.
add_executable(host_sub_groups ${suite}/runtime/host_sub_groups.c)
target_link_libraries(host_sub_groups PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
target_compile_definitions(host_sub_groups PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
target_link_options(host_sub_groups PRIVATE LINKER:--wrap=clBuildProgram LINKER:--wrap=clEnqueueReadBuffer
  LINKER:--wrap=clGetDeviceInfo)
foreach(implementation pocl rusticl oclgrind intel device)
  suite_test(host.sub_groups ${implementation} COMMAND $<TARGET_FILE:host_sub_groups>)
endforeach()

# sub_groups_test(OPERATION LANES TILES…)
function(sub_groups_test operation lanes)
  foreach(implementation pocl intel device)
    suite_test(${operation}.sub_groups_${lanes} ${implementation}
      COMMAND $<TARGET_FILE:test_operations> --op ${operation} --rows 2 ${ARGN}
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/sub_groups.txt CLINTERVAL_SUB_GROUPS=${lanes})
  endforeach()
endfunction()
foreach(operation scan_exclusive offsets_from_counts reduce compact partition reduce_by_key unique set_keys set_pairs join
        sort_keys sort_pairs merge_keys merge_pairs sorted_search bulk_remove top_k interval_expand segmented_reduce
        segmented_scan_exclusive scan_by_key_inclusive segmented_sort_keys)
  sub_groups_test(${operation} 32 --tile 256 --tile 448)
endforeach()
foreach(lanes 4 8 16 64)
  foreach(operation scan_exclusive compact reduce_by_key unique set_keys sort_pairs merge_pairs scan_by_key_inclusive)
    sub_groups_test(${operation} ${lanes} --tile 256 --tile 512)
  endforeach()
endforeach()
# Tiles that tell sums, with teams of all sizes, and without where a team is too small for what a work-item has.
foreach(lanes 4 8 16 32)
  foreach(implementation pocl intel)
    suite_test(reduce_by_key.many.sub_groups_${lanes} ${implementation}
      COMMAND $<TARGET_FILE:test_many> --op reduce_by_key --rows 3 --tile 1024
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/words.txt CLINTERVAL_SUB_GROUPS=${lanes})
  endforeach()
endforeach()
# Tiles that are folded by those who wait, with sub-groups of the groups' size, and smaller ones.
foreach(lanes 8 16)
  foreach(operation scan_inclusive scan_by_key_inclusive compact set_keys)
    foreach(implementation pocl intel)
      suite_test(${operation}.fall_back.sub_groups_${lanes} ${implementation} TIMEOUT 3000
        COMMAND $<TARGET_FILE:test_starved> --op ${operation} --rows 2 --tile 64 --tile 224
        ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/fall_back.txt CLINTERVAL_SUB_GROUPS=${lanes})
    endforeach()
  endforeach()
endforeach()
# Sorts by digits of 8 bits, several for each work-item, in one pass for each: in tiles whose digits and places do not fill
# words, and with groups starved.
foreach(case sort_keys,type=int sort_pairs,type=float,from=short sort_pairs,type=uint,from=long
        sort_indices,type=ushort,keys=few)
  string(REGEX REPLACE ",.*" "" operation "${case}")
  string(REPLACE "${operation}," "" case "${case}") # CMake has each repeat of a match begin the text: no ^
  string(REGEX REPLACE "[a-z]+=" "" name "${case}")
  string(REPLACE "," "." name "${name}")
  set(run --op ${operation} --case ${case},order=less,n=20011)
  foreach(implementation pocl intel)
    suite_test(${operation}.sweeps.sub_groups_16.${name} ${implementation} COMMAND $<TARGET_FILE:test_operations> ${run}
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/odd_digits.txt CLINTERVAL_SUB_GROUPS=16)
    suite_test(${operation}.fall_back.sub_groups_16.${name} ${implementation} COMMAND $<TARGET_FILE:test_starved> ${run}
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/fall_back.txt CLINTERVAL_SUB_GROUPS=16)
  endforeach()
endforeach()
