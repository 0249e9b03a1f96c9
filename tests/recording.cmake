# SPDX-License-Identifier: Apache-2.0
# Recordings: with the library's insides, and what is refused.
add_executable(host_recording ${suite}/runtime/host_recording.c)
target_link_libraries(host_recording PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
add_executable(host_recording_refused ${suite}/runtime/host_recording_refused.c)
target_link_libraries(host_recording_refused PRIVATE test_fixture clinterval Threads::Threads clinterval_warnings)
foreach(name recording recording_refused)
  foreach(implementation pocl rusticl intel device)
    suite_test(host.${name} ${implementation} COMMAND $<TARGET_FILE:host_${name}>)
  endforeach()
  suite_test(host.${name} oclgrind COMMAND $<TARGET_FILE:host_${name}>
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
endforeach()
# Single passes that count on others or fall back, and what the last group finishes.
foreach(shape look_back tiny single_launch)
  suite_test(host.recording.${shape} pocl COMMAND $<TARGET_FILE:host_recording>
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/${shape}.txt)
endforeach()
# Reuse of scratch memory and recordings, with counted waits.
add_executable(host_reuse ${suite}/runtime/host_reuse.c)
target_link_libraries(host_reuse PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
target_link_options(host_reuse PRIVATE LINKER:--wrap=clWaitForEvents)
foreach(implementation pocl rusticl intel device)
  suite_test(host.reuse ${implementation} COMMAND $<TARGET_FILE:host_reuse>)
endforeach()
