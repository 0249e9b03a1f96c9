# SPDX-License-Identifier: Apache-2.0
# Tests of the library for Windows, under Wine, on the host's PoCL: host tests, a row of each operation, and the command.
set(windows ${CMAKE_CURRENT_LIST_DIR}/windows)
set(CMAKE_CROSSCOMPILING_EMULATOR sh ${windows}/wine.sh ${PROJECT_BINARY_DIR}/wine)
add_compile_options(-include ${windows}/posix/test_posix.h)
include_directories(${windows}/posix)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}) # beside the DLL
add_compile_options(-Wno-format) # cmocka's header declares the formats of Microsoft's printf()
include(suite.cmake)
include(host.cmake)
foreach(operation IN LISTS of_library of_blocks)
  suite_test(rows.${operation} pocl COMMAND $<TARGET_FILE:test_operations> --rows 1 --tile 300 --op ${operation})
endforeach()
foreach(case usage devices no_such_device demo table histogram kronecker)
  suite_test(tool.${case} pocl COMMAND sh ${windows}/tool.sh ${PROJECT_BINARY_DIR}/wine
    $<TARGET_FILE:clinterval_tool> ${suite}/command/tool_test.sh ${case})
endforeach()
suite_test(python pocl COMMAND sh ${windows}/python.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval_python>
  ${PROJECT_BINARY_DIR}/wine test_arguments.py test_calls.py test_outputs.py test_types.py)
get_property(all DIRECTORY PROPERTY TESTS)
set_property(TEST ${all} APPEND PROPERTY LABELS wine)
