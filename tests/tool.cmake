# SPDX-License-Identifier: Apache-2.0
# Tests of the command clinterval: cases of tool_test.sh. Cases that compute run on every implementation.
set(tool_case ${CMAKE_CURRENT_LIST_DIR}/command/tool_test.sh $<TARGET_FILE:clinterval_tool>)
foreach(case demo table graph kronecker histogram bench_peers bench_calls)
  foreach(implementation pocl rusticl intel device)
    suite_test(tool.${case} ${implementation} COMMAND sh ${tool_case} ${case})
  endforeach()
endforeach()
foreach(implementation pocl rusticl intel device)
  foreach(case grid degrees)
    suite_test(tool.${case} ${implementation}
      COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/command/tool_grid.sh $<TARGET_FILE:clinterval_tool> ${case})
  endforeach()
endforeach()
suite_test(tool.files pocl COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/command/tool_grid.sh $<TARGET_FILE:clinterval_tool> files)
foreach(case usage bad_graph packages devices no_such_device no_platform oclgrind)
  add_test(NAME tool.${case} COMMAND sh ${tool_case} ${case})
  set_tests_properties(tool.${case} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200)
endforeach()
suite_test(tool.cache pocl
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/command/tool_cache.sh $<TARGET_FILE:clinterval_tool> cache)
suite_test(tool.tune pocl COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/command/tool_tune.sh $<TARGET_FILE:clinterval_tool> tune)
suite_test(tool.ahead pocl
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/command/tool_ahead.sh $<TARGET_FILE:clinterval_tool> ahead)
add_test(NAME tool.broken_platform
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/runtime/platforms.sh $<TARGET_FILE:broken_icd> sh ${tool_case} broken_platform)
set_tests_properties(tool.broken_platform PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200)
