# SPDX-License-Identifier: Apache-2.0
# 64-bit indices where the tests' arrays are, too, and few tiles for many; wide.c moves the threshold.
add_executable(test_wide ${runner} ${suite}/harness/many.c ${suite}/harness/wide.c)
target_link_libraries(test_wide PRIVATE clinterval_operations clinterval_static Threads::Threads
  ${CMAKE_DL_LIBS} clinterval_warnings)
foreach(operation IN LISTS of_scans of_sorted of_counted of_items)
  set(run $<TARGET_FILE:test_wide> --op ${operation} --rows 1)
  suite_test(wide.${operation} pocl COMMAND ${run} --tile 256)
  suite_test(wide.${operation}.groups pocl COMMAND ${run} --tile 448 --tile 320
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(wide.${operation} device COMMAND ${run} --rows 6 --tile 6912 --tile 4864)
endforeach()
# In one launch, whose groups wait for each other.
suite_test(wide.partition.look_back pocl COMMAND $<TARGET_FILE:test_wide> --op partition --rows 2 --tile 256 --tile 448
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/look_back.txt)
# Few tiles for many: groups that draw tile after tile.
foreach(operation set_keys compact unique reduce_by_key top_k)
  set(run $<TARGET_FILE:test_many> --op ${operation})
  suite_test(${operation}.many pocl COMMAND ${run} --rows 4 --tile 256 --tile 448 --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/look_back.txt)
  suite_test(${operation}.many device COMMAND ${run} --rows 40 --tile 6912 --tile 4864 --tile 640 --tile 1000000
    TIMEOUT 1200)
endforeach()
# One run that spans many tiles: no run begins in the last tile.
set(one_run --op unique --case n=100001,shape=one,variant=9)
foreach(implementation pocl device)
  suite_test(unique.one_run ${implementation} COMMAND $<TARGET_FILE:test_operations> ${one_run})
  suite_test(unique.one_run.groups ${implementation} COMMAND $<TARGET_FILE:test_operations> ${one_run}
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(unique.one_run.many ${implementation} COMMAND $<TARGET_FILE:test_many> ${one_run}
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/look_back.txt)
endforeach()
# Work-items that have a whole word of bits.
suite_test(reduce_by_key.many.words pocl COMMAND $<TARGET_FILE:test_many> --op reduce_by_key --rows 4 --tile 1024
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/words.txt)
# Joins in one pass, whose search cuts the result.
set(one_pass --op join --rows 3 --tile 320 --tile 5000 ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/one_pass.txt)
suite_test(join.one_pass pocl COMMAND $<TARGET_FILE:test_many> --pool ${one_pass})
suite_test(join.one_pass intel COMMAND $<TARGET_FILE:test_many> ${one_pass})
suite_test(wide.join.one_pass pocl COMMAND $<TARGET_FILE:test_wide> ${one_pass})
suite_test(wide.sort_keys.counted pocl COMMAND $<TARGET_FILE:test_wide> --op sort_keys
  --case type=char,order=greater,first=3,n=9001)
foreach(operation sort_keys sort_pairs) # by digits: longer states
  set(run $<TARGET_FILE:test_wide> --op ${operation} --built-in --rows 1 --tile 345)
  foreach(implementation pocl intel)
    suite_test(wide.${operation}.sweeps ${implementation} COMMAND ${run}
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/sweeps.txt)
  endforeach()
  suite_test(wide.${operation}.sweeps device COMMAND ${run} --tile 100000
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/sweeps.txt)
endforeach()
foreach(type int uchar) # whatever types are drawn there
  foreach(operation sort_keys sort_pairs)
    set(case --op ${operation} --case type=${type},order=less,n=3001)
    suite_test(wide.${operation}.sweeps.${type} pocl COMMAND $<TARGET_FILE:test_wide> ${case}
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/sweeps.txt)
    suite_test(wide.${operation}.fall_back.${type} pocl COMMAND $<TARGET_FILE:test_starved_wide> ${case}
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/fall_back.txt)
  endforeach()
endforeach()
# With fewer outputs in the last tile than a group has work-items.
suite_test(wide.join.leftover pocl COMMAND $<TARGET_FILE:test_wide> --op join
  --case n=1344,keys=few,split=500,variant=44 ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
