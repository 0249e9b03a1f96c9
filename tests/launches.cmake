# SPDX-License-Identifier: Apache-2.0
# Launches, watched through the linker's --wrap.

# Calls that only compile, with what is built and enqueued counted.
add_executable(host_ahead ${suite}/runtime/host_ahead.c)
target_link_libraries(host_ahead PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
target_compile_definitions(host_ahead PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
target_link_options(host_ahead PRIVATE LINKER:--wrap=clBuildProgram LINKER:--wrap=clEnqueueNDRangeKernel
  LINKER:--wrap=clEnqueueReadBuffer)
foreach(implementation pocl rusticl device)
  suite_test(host.ahead ${implementation} COMMAND $<TARGET_FILE:host_ahead>)
endforeach()
# Which kernels calls launch, and in how many groups.
add_library(test_launches STATIC ${suite}/harness/launches.c)
target_link_libraries(test_launches PRIVATE clinterval_headers clinterval_warnings)
target_link_options(test_launches INTERFACE LINKER:--wrap=clEnqueueNDRangeKernel)
foreach(name launches scan_groups)
  test_source(source host_${name}.c)
  add_executable(host_${name} ${source})
  target_link_libraries(host_${name} PRIVATE test_fixture test_launches clinterval_static Threads::Threads
    clinterval_warnings)
  target_compile_definitions(host_${name} PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
endforeach()
foreach(implementation pocl rusticl device)
  suite_test(host.launches ${implementation} COMMAND $<TARGET_FILE:host_launches>)
endforeach()
suite_test(host.launches intel COMMAND $<TARGET_FILE:host_launches> "single launch: ")
foreach(implementation pocl rusticl intel device)
  suite_test(host.scan_groups ${implementation} COMMAND $<TARGET_FILE:host_scan_groups>)
endforeach()
# What one launch does has the bits of several.
add_executable(host_same_bits ${suite}/grid/host_same_bits.c)
target_link_libraries(host_same_bits PRIVATE test_fixture clinterval Threads::Threads clinterval_warnings)
target_compile_definitions(host_same_bits PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
foreach(implementation pocl rusticl device)
  suite_test(host.same_bits ${implementation} COMMAND $<TARGET_FILE:host_same_bits>)
endforeach()
# What tiles take of the local memory of small devices.
add_executable(host_local_memory ${suite}/runtime/host_local_memory.c)
target_link_libraries(host_local_memory PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
target_link_options(host_local_memory PRIVATE LINKER:--wrap=cliv_program_for LINKER:--wrap=clCreateKernelsInProgram
  LINKER:--wrap=cliv_lanes LINKER:--wrap=cliv_build_begin LINKER:--wrap=cliv_program_lanes)
suite_test(host.local_memory pocl COMMAND $<TARGET_FILE:host_local_memory>)
