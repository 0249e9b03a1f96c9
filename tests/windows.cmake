# SPDX-License-Identifier: Apache-2.0
# Tests of the library for Windows, under Wine, on the host's PoCL: host tests, a row of each operation, the command, and
# tests of the Python package.
set(windows ${CMAKE_CURRENT_LIST_DIR}/windows)
set(CMAKE_CROSSCOMPILING_EMULATOR sh ${windows}/wine.sh ${PROJECT_BINARY_DIR}/wine)
add_compile_options(-include ${windows}/posix/test_posix.h)
include_directories(${windows}/posix)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}) # beside the DLL
# The header of cmocka declares the formats of printf() of Microsoft.
add_compile_options(-Wno-format)
include(suite.cmake)
include(host.cmake)
# With the library's own scratch memory, because Wine has no clSetEventCallback(). The seed is fixed.
foreach(operation IN LISTS of_library of_blocks)
  suite_test(rows.${operation} pocl COMMAND $<TARGET_FILE:test_operations> --pool --seed 1 --rows 1 --tile 300
    --op ${operation})
endforeach()
foreach(case usage devices no_such_device demo table histogram kronecker)
  suite_test(tool.${case} pocl COMMAND sh ${windows}/tool.sh ${PROJECT_BINARY_DIR}/wine
    $<TARGET_FILE:clinterval_tool> ${suite}/command/tool_test.sh ${case})
endforeach()
suite_test(tool.utf8 pocl COMMAND sh ${windows}/utf8.sh ${PROJECT_BINARY_DIR}/wine $<TARGET_FILE:clinterval_tool>)
suite_test(tool.package pocl COMMAND sh ${windows}/package.sh ${CMAKE_COMMAND} ${CMAKE_CPACK_COMMAND}
  ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
suite_test(python pocl COMMAND sh ${windows}/python.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval_python>
  ${PROJECT_BINARY_DIR}/wine test_arguments.py test_calls.py test_outputs.py test_types.py)
# The label "wine" marks the tests that quickstart runs in six minutes. The other tests take minutes, are the same host
# tests in other shapes, or need functions that Wine 8 lacks: clSetEventCallback() and clSVMAlloc().
string(JOIN "|" not_wine "^full" "^host\\.[a-z_]+\\.[a-z_]+\\." "^host\\.(ahead|cores|histogram|inputs|locale)\\."
  "^host\\.(locality|long_keys|starved|vendors)\\." "^host\\.(flight|lifetimes|pool_use)\\.")
get_property(all DIRECTORY PROPERTY TESTS)
foreach(test IN LISTS all)
  if(NOT test MATCHES "${not_wine}")
    set_property(TEST ${test} APPEND PROPERTY LABELS wine)
  endif()
  if(test MATCHES "^(rows|tool|python)") # these begin first
    set_property(TEST ${test} PROPERTY COST 100)
  endif()
endforeach()
set_property(TEST python.pocl PROPERTY COST 1000)
