# SPDX-License-Identifier: Apache-2.0
# Makes each OpenCL call and each allocation of the static library fail, with the linker's --wrap.
file(STRINGS ${suite}/faults/fault_wraps.txt wraps)
list(TRANSFORM wraps PREPEND "LINKER:--wrap=")
file(GLOB fault CONFIGURE_DEPENDS ${suite}/faults/fault*.c)
add_executable(test_fault ${fault} ${suite}/harness/calls.c)
target_link_libraries(test_fault PRIVATE clinterval_static PkgConfig::cmocka Threads::Threads clinterval_warnings)
target_compile_definitions(test_fault PRIVATE CLIV_TEST_TUNING="${tuning_folder}")
target_link_options(test_fault PRIVATE ${wraps})
# The count of parts is large enough that each part ends in time under the sanitizers on a busy machine.
# rusticl compiles slowly, and again in each process, so it runs only some of the calls of long scenarios.
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
