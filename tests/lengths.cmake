# SPDX-License-Identifier: Apache-2.0
# Operations on arrays with a device-side length, also in the shapes of other devices and on other implementations. Each
# test compiles additional programs.
foreach(operation IN LISTS of_scans of_counted of_sorted of_items)
  set(run $<TARGET_FILE:test_operations> --op ${operation} --counted)
  suite_test(lengths.${operation} pocl COMMAND ${run} --rows 1 --tile 256 --tile 16384)
  suite_test(lengths.${operation}.groups pocl COMMAND ${run} --rows 2 --tile 256 --tile 448 --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  if(operation IN_LIST of_scans OR operation IN_LIST of_counted)
    foreach(way look_back fall_back)
      suite_test(lengths.${operation}.${way} pocl COMMAND ${run} --rows 2 --tile 256 --tile 448
        ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/${way}.txt)
    endforeach()
  endif()
  suite_test(lengths.${operation} intel COMMAND ${run} --rows 2 --tile 256
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(lengths.${operation} rusticl COMMAND ${run} --rows 2 --tile 448)
  suite_test(lengths.${operation} oclgrind COMMAND ${run} --rows 1 --tile 24 --tile 120
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
  suite_test(lengths.${operation} device COMMAND ${run} --rows 6 --tile 2048 --tile 6912 --tile 1000000)
endforeach()

# What is not taken by default where there are few tiles.
set(one_pass --op join --counted --rows 2 --tile 320 ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/one_pass.txt)
suite_test(lengths.join.one_pass pocl COMMAND $<TARGET_FILE:test_many> ${one_pass})
suite_test(lengths.join.one_pass device COMMAND $<TARGET_FILE:test_many> ${one_pass})
foreach(operation sort_keys sort_pairs)
  set(run $<TARGET_FILE:test_operations> --op ${operation} --counted --rows 1 --tile 345)
  foreach(implementation oclgrind device)
    suite_test(lengths.${operation}.sweeps ${implementation} COMMAND ${run}
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/sweeps.txt)
  endforeach()
endforeach()
