# SPDX-License-Identifier: Apache-2.0
# Tests of the command clinterval: one case of tool_test.sh each.
foreach(case usage demo graph bad_graph packages devices no_such_device no_platform oclgrind)
  add_test(NAME tool.${case} COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/tool_test.sh $<TARGET_FILE:clinterval_tool> ${case})
  # rusticl is silent about llvmpipe unless asked.
  set_tests_properties(tool.${case} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300 LABELS tool
    ENVIRONMENT "RUSTICL_ENABLE=llvmpipe")
endforeach()
