# SPDX-License-Identifier: Apache-2.0
# Functions that register tests. A test is registered once per OpenCL implementation; on.sh runs it there or prints
# why it cannot.
if(WIN32)
  include(windows/cmocka.cmake)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(cmocka IMPORTED_TARGET cmocka)
  if(NOT cmocka_FOUND)
    message(FATAL_ERROR "The tests need cmocka (Debian: libcmocka-dev); -DCLINTERVAL_BUILD_TESTS=OFF does without them.")
  endif()
endif()

set(suite ${CMAKE_CURRENT_LIST_DIR})
include(${suite}/tuning.cmake)
# Headers shared by tests of several folders.
include_directories(${suite}/harness ${PROJECT_SOURCE_DIR}/host)
# test_source(OUT NAME): the path of the source with this name in any folder below tests/.
function(test_source out name)
  file(GLOB found CONFIGURE_DEPENDS ${suite}/*/${name})
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${count} folders of ${suite} have ${name}")
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# suite_test(NAME IMPLEMENTATION COMMAND… [TUNING name] [TIMEOUT s] [LABELS l] [ENVIRONMENT e…])
# TUNING names a section of tuning.txt, or several: groups+many. The label "drawn" marks tests with randomly drawn
# rows, tests on implementations other than PoCL, and host tests with a tuning file. CMake draws the order of these
# tests when it configures. If time is short (CLIV_TEST_UNTIL, on.sh), each build leaves out other tests.
function(suite_test name implementation)
  cmake_parse_arguments(PARSE_ARGV 2 test "" "TUNING;TIMEOUT;LABELS" "COMMAND;ENVIRONMENT")
  if(WIN32 AND NOT implementation STREQUAL "pocl")
    return()
  endif()
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 1200) # ends a test that hangs; long enough for a busy machine
  endif()
  if(test_TUNING)
    tuning_file(file ${test_TUNING})
    list(APPEND test_ENVIRONMENT CLINTERVAL_TUNING=${file})
  endif()
  list(TRANSFORM test_COMMAND PREPEND "${CMAKE_CROSSCOMPILING_EMULATOR};" REGEX "^[$]<TARGET_FILE:(host_|test_)")
  add_test(NAME ${name}.${implementation} COMMAND sh ${suite}/harness/on.sh ${implementation} ${test_COMMAND})
  set_tests_properties(${name}.${implementation} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${test_TIMEOUT}
    LABELS "${test_LABELS}" ENVIRONMENT "${test_ENVIRONMENT}")
  if("--rows" IN_LIST test_COMMAND OR implementation MATCHES "intel|rusticl|oclgrind" OR
      name MATCHES "^host\\.(starved$|[a-z_]+\\.)")
    string(RANDOM LENGTH 6 ALPHABET 0123456789 cost)
    # Tests that run every operation come first.
    if("${name}.${implementation}" MATCHES "^(guarded\\.(serial|groups|look_back)|[a-z_]+)\\.pocl$")
      string(PREPEND cost 1)
    endif()
    set_tests_properties(${name}.${implementation} PROPERTIES COST ${cost})
    set_property(TEST ${name}.${implementation} APPEND PROPERTY LABELS drawn)
  endif()
endfunction()

# The operations of each suite, as operations.def and descriptors.def list them.
set(lists ${PROJECT_SOURCE_DIR}/host/operations.def ${suite}/harness/descriptors.def)
set(listed)
foreach(list IN LISTS lists)
  file(READ ${list} text)
  string(APPEND listed "${text}")
endforeach()
string(REGEX MATCHALL "\n(OPERATION|SNIPPET|DESCRIPTOR)\\([a-z_0-9]+," left "${listed}")
foreach(suite_name scans sorted counted items blocks)
  string(REGEX MATCHALL "\n(OPERATION|SNIPPET|DESCRIPTOR)\\([a-z_0-9]+, ${suite_name}[,)]" rows "${listed}")
  list(TRANSFORM rows REPLACE ".*\\(([a-z_0-9]+),.*" "\\1" OUTPUT_VARIABLE of_${suite_name})
  foreach(operation IN LISTS of_${suite_name})
    list(REMOVE_ITEM left "\nOPERATION(${operation}," "\nSNIPPET(${operation}," "\nDESCRIPTOR(${operation},")
  endforeach()
endforeach()
if(left OR NOT of_scans)
  message(FATAL_ERROR "operations.def or descriptors.def lists operations of no suite:${left}")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lists})
set(of_library ${of_scans} ${of_sorted} ${of_counted} ${of_items})

# ---- the program that runs operations by their descriptors
add_executable(test_operations ${suite}/harness/run_operations.c ${suite}/harness/build_logs.c ${suite}/harness/device.c
  ${suite}/harness/guarded.c ${suite}/harness/pairwise.c)
set(library clinterval)
if(WIN32) # a DLL cannot use build_logs.c's function of OpenCL
  set(library clinterval_static)
endif()
target_link_libraries(test_operations PRIVATE clinterval_operations ${library} Threads::Threads ${CMAKE_DL_LIBS}
  clinterval_warnings)

# operation_tests([OPERATIONS o…] [PREFIX p] [OPTIONS o…] [ENVIRONMENT e…] [TIMEOUT s] TABLE "ROW"…)
# A row of the table has these columns; "-" means none:
#     [operation]  shape  tuning  implementations  rows  tiles  [options…]
# For each operation and implementation, the test PREFIX.operation.shape.implementation runs `rows` rows of the
# operation with the tuning file and sizes around the tile sizes. Without OPERATIONS each row begins with its
# operation. The value "4/2" means four rows, but two rows for operations whose programs take long to build. The value
# "full" means all rows and takes hours.
function(operation_tests)
  cmake_parse_arguments(PARSE_ARGV 0 of "" "PREFIX;TIMEOUT" "OPERATIONS;OPTIONS;ENVIRONMENT;TABLE")
  foreach(row IN LISTS of_TABLE)
    string(REGEX REPLACE "[ \n]+" ";" row "${row}")
    set(operations ${of_OPERATIONS})
    if(NOT operations)
      list(POP_FRONT row operations)
    endif()
    list(POP_FRONT row shape tuning implementations rows tiles)
    set(options)
    if(NOT tiles STREQUAL "-")
      string(REPLACE "," ";--tile;" options "--tile;${tiles}")
    endif()
    list(APPEND options ${of_OPTIONS} ${row})
    set(more)
    if(of_TIMEOUT)
      list(APPEND more TIMEOUT ${of_TIMEOUT})
    endif()
    if(NOT tuning STREQUAL "-")
      list(APPEND more TUNING ${tuning})
    endif()
    if(rows STREQUAL "full")
      list(APPEND more LABELS full TIMEOUT 86400)
    endif()
    string(REGEX REPLACE "/.*" "" most "${rows}")
    string(REGEX REPLACE ".*/" "" fewer "${rows}")
    string(REPLACE "," ";" implementations "${implementations}")
    foreach(operation IN LISTS operations)
      set(name ${of_PREFIX}${operation})
      if(NOT shape STREQUAL "-")
        string(APPEND name .${shape})
      endif()
      set(run $<TARGET_FILE:test_operations> --op ${operation})
      if(rows STREQUAL "full")
        list(APPEND run --full)
        string(PREPEND name full.)
      elseif(operation MATCHES "set|join" AND NOT rows STREQUAL "-")
        list(APPEND run --rows ${fewer})
      elseif(NOT rows STREQUAL "-")
        list(APPEND run --rows ${most})
      endif()
      foreach(implementation IN LISTS implementations)
        suite_test(${name} ${implementation} COMMAND ${run} ${options} ENVIRONMENT ${of_ENVIRONMENT} ${more})
      endforeach()
    endforeach()
  endforeach()
endfunction()

# ---- host tests: programs host_NAME.c in one of the folders
add_library(test_fixture STATIC ${suite}/harness/fixture.c ${suite}/harness/sums.c ${suite}/harness/calls.c
  ${suite}/harness/calls_good.c ${suite}/harness/temporary.c)
target_link_libraries(test_fixture PUBLIC clinterval_headers PkgConfig::cmocka PRIVATE clinterval_warnings)

# host_test(NAME [INSIDE] [WRAP function…] [SOURCES s…] [LINK library…] [ON implementation…] [THROUGH command…]
#           [ARGUMENTS a…] [TUNING name] [TIMEOUT s])
# registers the test host.NAME on PoCL, rusticl, Oclgrind, Intel's runtime and the device, or on the implementations
# after ON; "alone" means without a device. The test is linked with the shared library and uses the public interface.
# With INSIDE or WRAP, it is linked with the static library and can use internal functions.
function(host_test name)
  cmake_parse_arguments(PARSE_ARGV 1 host "INSIDE" "TUNING;TIMEOUT" "WRAP;SOURCES;LINK;ON;THROUGH;ARGUMENTS")
  test_source(source host_${name}.c)
  set(library clinterval)
  if(host_INSIDE OR host_WRAP)
    set(library clinterval_static)
  endif()
  list(TRANSFORM host_WRAP PREPEND LINKER:--wrap=)
  add_executable(host_${name} ${source} ${host_SOURCES})
  target_link_libraries(host_${name} PRIVATE ${host_LINK} test_fixture ${library} Threads::Threads ${CMAKE_DL_LIBS}
    clinterval_warnings)
  target_compile_definitions(host_${name} PRIVATE CLIV_TEST_TUNING="${tuning_folder}")
  target_link_options(host_${name} PRIVATE ${host_WRAP})
  if(NOT host_ON)
    set(host_ON pocl rusticl oclgrind intel device)
  endif()
  set(more)
  foreach(option TUNING TIMEOUT)
    if(host_${option})
      list(APPEND more ${option} ${host_${option}})
    endif()
  endforeach()
  foreach(implementation IN LISTS host_ON)
    if(implementation STREQUAL "alone")
      add_test(NAME host.${name} COMMAND host_${name} ${host_ARGUMENTS})
    else()
      suite_test(host.${name} ${implementation}
        COMMAND ${host_THROUGH} $<TARGET_FILE:host_${name}> ${host_ARGUMENTS} ${more})
    endif()
  endforeach()
endfunction()
