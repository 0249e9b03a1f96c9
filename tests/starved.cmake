# SPDX-License-Identifier: Apache-2.0
# One pass without a promise, with groups starved: those that wait do their work.
add_executable(test_starved ${runner} ${suite}/harness/starved.c)
target_link_libraries(test_starved PRIVATE clinterval_operations clinterval_static Threads::Threads ${CMAKE_DL_LIBS}
  clinterval_warnings)
foreach(operation scan_exclusive scan_inclusive segmented_scan_exclusive scan_by_key_inclusive offsets_from_counts set_keys
        set_pairs reduce_by_key compact unique join)
  foreach(implementation pocl intel rusticl oclgrind)
    set(rows 3)
    if(implementation STREQUAL pocl AND NOT operation MATCHES "set|join")
      set(rows 6)
    endif()
    set(run --op ${operation} --rows ${rows} --tile 64 --tile 224)
    if(implementation STREQUAL rusticl AND operation MATCHES "segmented_scan|scan_by_key") # llvmpipe ends at some of char
      set(run --op ${operation} --case n=1001,type=int,order=less)
    endif()
    suite_test(${operation}.fall_back ${implementation} TIMEOUT 3000 COMMAND $<TARGET_FILE:test_starved> ${run}
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/fall_back.txt)
  endforeach()
  suite_test(${operation}.fall_back device
    COMMAND $<TARGET_FILE:test_starved> --op ${operation} --rows 20 --tile 64 --tile 224 --tile 100000
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/fall_back.txt)
endforeach()
# Rows for devices on which only one group may run at a time, with NVIDIA's shapes.
foreach(operation scan_exclusive compact)
  foreach(implementation pocl device)
    suite_test(${operation}.one_group ${implementation}
      COMMAND $<TARGET_FILE:test_starved> --op ${operation} --built-in --rows 1 --tile 4096
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/one_group.txt)
  endforeach()
endforeach()
# Sorts by digits, of more keys than are merged sooner.
foreach(operation sort_keys sort_pairs sort_indices sort_rows)
  set(run $<TARGET_FILE:test_starved> --op ${operation} --built-in)
  set(falls_back ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/fall_back.txt)
  foreach(implementation pocl intel rusticl)
    suite_test(${operation}.fall_back ${implementation} COMMAND ${run} --rows 2 --tile 345 --tile 2048 ${falls_back})
  endforeach()
  suite_test(${operation}.fall_back oclgrind COMMAND ${run} --rows 1 --tile 345 ${falls_back})
  suite_test(${operation}.fall_back device COMMAND ${run} --rows 10 --tile 345 --tile 100000 ${falls_back})
endforeach()
# In groups of fewer work-items than there are digits.
foreach(implementation pocl intel rusticl oclgrind device)
  suite_test(sort_pairs.fall_back.few ${implementation} COMMAND $<TARGET_FILE:test_starved> --op sort_pairs --built-in
    --rows 1 --tile 41 ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/tiny.txt)
endforeach()
# With longer states.
add_executable(test_starved_wide ${runner} ${suite}/harness/starved.c ${suite}/harness/many.c ${suite}/harness/wide.c)
target_link_libraries(test_starved_wide PRIVATE clinterval_operations clinterval_static Threads::Threads
  ${CMAKE_DL_LIBS} clinterval_warnings)
foreach(operation sort_keys sort_pairs)
  foreach(implementation pocl intel rusticl oclgrind device)
    suite_test(wide.${operation}.fall_back ${implementation} COMMAND $<TARGET_FILE:test_starved_wide> --op ${operation}
      --built-in --rows 1 --tile 345 ${falls_back})
  endforeach()
endforeach()
# One pass with groups starved, by the library's insides.
add_executable(host_starved ${suite}/grid/host_starved.c)
target_link_libraries(host_starved PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
foreach(implementation pocl rusticl oclgrind intel device)
  suite_test(host.starved ${implementation} COMMAND $<TARGET_FILE:host_starved> TIMEOUT 3000)
endforeach()
# Rows for devices that are not available, and the fence that these rows need.
add_executable(host_vendors ${suite}/runtime/host_vendors.c ${PROJECT_SOURCE_DIR}/bench/tune_targets.c)
target_link_libraries(host_vendors PRIVATE clinterval_operations clinterval_static PkgConfig::cmocka Threads::Threads
  ${CMAKE_DL_LIBS} clinterval_warnings)
target_compile_definitions(host_vendors PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
target_link_options(host_vendors PRIVATE LINKER:--wrap=cliv_build_begin)
suite_test(host.vendors pocl COMMAND $<TARGET_FILE:host_vendors>)
