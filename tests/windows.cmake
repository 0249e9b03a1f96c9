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
get_property(all DIRECTORY PROPERTY TESTS)
foreach(operation IN LISTS of_library of_blocks)
  suite_test(rows.${operation} pocl COMMAND $<TARGET_FILE:test_operations> --rows 1 --tile 300 --op ${operation})
endforeach()
get_property(all DIRECTORY PROPERTY TESTS)
set_property(TEST ${all} APPEND PROPERTY LABELS wine)
