# SPDX-License-Identifier: Apache-2.0
# cmocka for Windows, compiled from the sources that cmocka.sh fetches.
set(source ${PROJECT_SOURCE_DIR}/build/cmocka/source)
if(NOT EXISTS ${source}/src/cmocka.c)
  message(FATAL_ERROR "The tests for Windows need cmocka's sources: sh tests/windows/cmocka.sh build/cmocka")
endif()
add_library(cmocka STATIC ${source}/src/cmocka.c)
target_include_directories(cmocka SYSTEM PUBLIC ${source}/include)
target_compile_definitions(cmocka PRIVATE HAVE_MALLOC_H HAVE_INTTYPES_H HAVE_SIGNAL_H HAVE_SNPRINTF HAVE_VSNPRINTF
  HAVE_STDLIB_H HAVE_STRING_H HAVE_STDIO_H HAVE_TIME_H HAVE_GCC_THREAD_LOCAL_STORAGE)
add_library(PkgConfig::cmocka ALIAS cmocka)
