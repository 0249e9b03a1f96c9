# SPDX-License-Identifier: Apache-2.0
# Tests of the C++ header, also beside opencl.hpp, without which that test is skipped.
if(CMAKE_CXX_COMPILER)
  # Arrays come and go here, and what stands where a released buffer stood Oclgrind takes for uninitialised.
  foreach(name cpp cpp_opencl)
    add_executable(host_${name} ${suite}/runtime/host_${name}.cpp)
    target_link_libraries(host_${name} PRIVATE clinterval clinterval_warnings)
    target_compile_options(host_${name} PRIVATE -Wall -Wextra -Werror)
    foreach(implementation pocl rusticl oclgrind intel device)
      suite_test(host.${name} ${implementation} COMMAND $<TARGET_FILE:host_${name}>
        ENVIRONMENT CLIV_TEST_OCLGRIND=--data-races)
    endforeach()
  endforeach()
else()
  message(STATUS "Left out: tests of the C++ header (they need a C++ compiler)")
endif()
