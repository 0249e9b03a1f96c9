# SPDX-License-Identifier: Apache-2.0
# Tests of libclinterval_mpi: programs that mpi_run.sh starts on several ranks, which share one device.
set(mpi_run sh ${suite}/mpi/mpi_run.sh)
# Tests with different counts of ranks draw the same rows, so that PoCL compiles them once and then uses its cache.
string(RANDOM LENGTH 8 ALPHABET 123456789 mpi_seed)
function(mpi_test name ranks implementation)
  cmake_parse_arguments(PARSE_ARGV 3 test "" "" "COMMAND")
  suite_test(${name}.n${ranks} ${implementation} ${test_UNPARSED_ARGUMENTS} COMMAND ${mpi_run} ${ranks} ${test_COMMAND}
    ENVIRONMENT CLIV_TEST_MPI_SEED=${mpi_seed})
  set_tests_properties(${name}.n${ranks}.${implementation} PROPERTIES PROCESSORS 2)
  # The tests with two ranks run first and fill the cache; otherwise each of many ranks would compile.
  math(EXPR turn "9 - ${ranks}")
  if(ranks EQUAL 2)
    set(turn 9)
  endif()
  set_tests_properties(${name}.n${ranks}.${implementation} PROPERTIES COST ${mpi_cost}${turn})
endfunction()
string(RANDOM LENGTH 5 ALPHABET 0123456789 mpi_cost)

# ---- operations against one device
add_executable(test_mpi ${suite}/mpi/mpi_run.c ${suite}/mpi/mpi_operations.c ${suite}/mpi/mpi_parts.c ${suite}/harness/build_logs.c
  ${suite}/harness/device.c ${suite}/harness/guarded.c ${suite}/harness/pairwise.c)
target_link_libraries(test_mpi PRIVATE clinterval_operations clinterval_mpi clinterval Threads::Threads
  ${CMAKE_DL_LIBS} clinterval_warnings)
set(of_moves rebalance exchange load_balance interval_expand interval_gather)
set(of_sorts sort_keys sort_pairs merge top_k)
set(of_sets set_keys join)
set(of_tables group_by join_unsorted)
set(of_folds reduce scan_exclusive scan_inclusive reduce_by_key unique histogram)
set(mpi_families moves sorts sets tables folds)
foreach(family IN LISTS mpi_families)
  string(RANDOM LENGTH 5 ALPHABET 0123456789 mpi_cost)
  set(mpi_${family} $<TARGET_FILE:test_mpi>)
  foreach(operation IN LISTS of_${family})
    list(APPEND mpi_${family} --op ${operation})
  endforeach()
  foreach(ranks 1 2 3 4 7)
    mpi_test(mpi.${family} ${ranks} pocl COMMAND ${mpi_${family}} --rows 4)
    mpi_test(full.mpi.${family} ${ranks} pocl TIMEOUT 86400 LABELS full COMMAND ${mpi_${family}} --full)
  endforeach()
  mpi_test(mpi.${family} 2 device COMMAND ${mpi_${family}} --rows 4)
endforeach()
foreach(implementation rusticl intel) # here each rank compiles all programs again
  mpi_test(mpi.few 2 ${implementation}
    COMMAND $<TARGET_FILE:test_mpi> --op exchange --op sort_keys --op scan_inclusive --rows 1)
endforeach()
# 10^6 elements on one rank, one element on each other rank.
foreach(ranks 2 3)
  mpi_test(mpi.unequal ${ranks} pocl COMMAND $<TARGET_FILE:test_mpi> --large)
endforeach()

# ---- invalid arguments, and worlds
add_library(test_mpi_checks STATIC ${suite}/mpi/mpi_checks.c)
target_link_libraries(test_mpi_checks PUBLIC clinterval_mpi clinterval PRIVATE ${CMAKE_DL_LIBS} clinterval_warnings)
foreach(name errors worlds owners)
  add_executable(test_mpi_${name} ${suite}/mpi/mpi_${name}.c)
  target_link_libraries(test_mpi_${name} PRIVATE test_mpi_checks clinterval_warnings)
  foreach(implementation pocl device)
    mpi_test(mpi.${name} 3 ${implementation} COMMAND $<TARGET_FILE:test_mpi_${name}>)
  endforeach()
endforeach()
foreach(ranks 1 2 7)
  mpi_test(mpi.owners ${ranks} pocl COMMAND $<TARGET_FILE:test_mpi_owners>)
endforeach()
foreach(implementation rusticl intel)
  mpi_test(mpi.owners 2 ${implementation} COMMAND $<TARGET_FILE:test_mpi_owners>)
endforeach()

# ---- one sample per window and round, as on many ranks: a separate build of the library
add_executable(test_mpi_samples ${suite}/mpi/mpi_samples.c ${suite}/mpi/mpi_checks.c)
file(GLOB mpi_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/mpi/*.c)
target_sources(test_mpi_samples PRIVATE ${mpi_sources})
target_include_directories(test_mpi_samples PRIVATE ${PROJECT_SOURCE_DIR}/mpi/include)
target_compile_definitions(test_mpi_samples PRIVATE CLIV_MPI_MOST_SAMPLES=1)
target_link_libraries(test_mpi_samples PRIVATE clinterval MPI::MPI_C ${CMAKE_DL_LIBS} clinterval_warnings)
mpi_test(mpi.samples 3 pocl TIMEOUT 600 COMMAND $<TARGET_FILE:test_mpi_samples>)

# ---- each OpenCL call and each allocation on one rank fails; both libraries are linked statically
add_library(test_mpi_static STATIC ${mpi_sources})
target_include_directories(test_mpi_static PUBLIC ${PROJECT_SOURCE_DIR}/mpi/include)
target_link_libraries(test_mpi_static PUBLIC clinterval_static MPI::MPI_C PRIVATE clinterval_warnings)
add_executable(test_mpi_device_faults ${suite}/mpi/mpi_device_faults.c ${suite}/mpi/mpi_scenarios.c ${suite}/faults/fault_shim.c)
target_link_libraries(test_mpi_device_faults PRIVATE test_mpi_static Threads::Threads clinterval_warnings)
target_link_options(test_mpi_device_faults PRIVATE ${wraps})
mpi_test(mpi.device_faults 3 pocl COMMAND $<TARGET_FILE:test_mpi_device_faults> 11)
# On a GPU each scenario is a test, because compilers for GPUs are slow.
foreach(scenario world place rebalance exchange sort_keys sort_pairs merge set_keys join reduce scan_inclusive histogram
    top_k reduce_by_key unique load_balance interval_expand interval_gather group_by join_unsorted refusal)
  mpi_test(mpi.device_faults.${scenario} 3 device COMMAND $<TARGET_FILE:test_mpi_device_faults> 11 ${scenario})
endforeach()
mpi_test(full.mpi.device_faults 3 pocl TIMEOUT 86400 LABELS full COMMAND $<TARGET_FILE:test_mpi_device_faults> 1)
add_test(NAME mpi.device_faults.complete
  COMMAND sh ${suite}/faults/fault_complete.sh ${suite}/faults/fault_wraps.txt $<TARGET_FILE:test_mpi_static>)

# ---- failing MPI calls, by a preloaded shim; a rank that is killed
add_library(mpi_shim MODULE ${suite}/mpi/mpi_shim.c)
target_link_libraries(mpi_shim PRIVATE MPI::MPI_C clinterval_warnings)
add_executable(test_mpi_faulty ${suite}/mpi/mpi_faulty.c ${suite}/mpi/mpi_scenarios.c)
target_link_libraries(test_mpi_faulty PRIVATE clinterval_mpi clinterval ${CMAKE_DL_LIBS} clinterval_warnings)
set(mpi_faults sh ${suite}/mpi/mpi_faults.sh $<TARGET_FILE:mpi_shim> $<TARGET_FILE:clinterval_mpi>
  $<TARGET_FILE:test_mpi_faulty>)
suite_test(mpi.faults pocl COMMAND ${mpi_faults} 3 8)
suite_test(full.mpi.faults pocl COMMAND ${mpi_faults} 3 1000 world place rebalance exchange sort_keys sort_pairs merge
  set_keys join reduce scan_inclusive histogram top_k reduce_by_key unique load_balance interval_expand interval_gather
  group_by join_unsorted LABELS full TIMEOUT 86400)
foreach(implementation pocl device)
  suite_test(mpi.killed ${implementation} COMMAND sh ${suite}/mpi/mpi_killed.sh $<TARGET_FILE:test_mpi_faulty> 3)
endforeach()
set_tests_properties(mpi.faults.pocl mpi.killed.pocl PROPERTIES PROCESSORS 2)

# ---- two hosts, simulated by network namespaces, with two ranks each, over TCP
set(on_hosts $<TARGET_FILE:test_mpi> --rows 2)
foreach(operation exchange sort_pairs join scan_inclusive interval_gather)
  list(APPEND on_hosts --op ${operation})
endforeach()
suite_test(mpi.hosts pocl COMMAND sh ${suite}/mpi/mpi_hosts.sh 2 ${on_hosts} ENVIRONMENT CLIV_TEST_MPI_SEED=${mpi_seed})
set_tests_properties(mpi.hosts.pocl PROPERTIES PROCESSORS 2)
