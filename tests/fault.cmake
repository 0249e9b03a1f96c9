# SPDX-License-Identifier: Apache-2.0
# Every call into OpenCL and every allocation made to fail: on the static library, through the linker's --wrap.
file(STRINGS ${suite}/faults/fault_wraps.txt wraps)
list(TRANSFORM wraps PREPEND "LINKER:--wrap=")
file(GLOB fault CONFIGURE_DEPENDS ${suite}/faults/fault*.c)
add_executable(test_fault ${fault} ${suite}/harness/calls.c)
target_link_libraries(test_fault PRIVATE clinterval_static PkgConfig::cmocka Threads::Threads clinterval_warnings)
target_compile_definitions(test_fault PRIVATE CLIV_TEST_TUNING="${tuning_folder}")
target_link_options(test_fault PRIVATE ${wraps})
# In so many parts that each ends in time under the sanitizers on a machine that does ten other things.
# rusticl compiles for long, and anew each time: of the many calls of long scenarios it sees some.
foreach(implementation pocl rusticl device)
  set(step 1)
  if(implementation STREQUAL rusticl)
    set(step 7)
  endif()
  foreach(part RANGE 7)
    suite_test(fault.${part} ${implementation} COMMAND $<TARGET_FILE:test_fault> ${part} 8 ${step})
  endforeach()
endforeach()
add_test(NAME fault.complete COMMAND sh ${suite}/faults/fault_complete.sh ${suite}/faults/fault_wraps.txt $<TARGET_FILE:clinterval_static>)
