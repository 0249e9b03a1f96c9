# SPDX-License-Identifier: Apache-2.0
# Tests of the command clinterval-mpi and of the program in docs/mpi.md: cases of tool_mpi.sh.
set(tool_mpi_case ${CMAKE_CURRENT_LIST_DIR}/command/tool_mpi.sh $<TARGET_FILE:clinterval_mpi_tool>)
add_test(NAME tool_mpi.usage COMMAND sh ${tool_mpi_case} usage)
set_tests_properties(tool_mpi.usage PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
foreach(case demo bench)
  foreach(implementation pocl device)
    suite_test(tool_mpi.${case} ${implementation} COMMAND sh ${tool_mpi_case} ${case})
  endforeach()
endforeach()
suite_test(tool_mpi.demo_of_4 pocl COMMAND sh ${tool_mpi_case} demo 4)
suite_test(tool_mpi.page pocl COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/command/tool_mpi.sh $<TARGET_FILE:clinterval_mpi> page
  ${CMAKE_C_COMPILER} $<TARGET_FILE:clinterval> ${OpenCL_INCLUDE_DIRS})
