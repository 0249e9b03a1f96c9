# SPDX-License-Identifier: Apache-2.0
# clinterval_operations: the descriptors of the operations, shared by the tests and the bench. It includes public
# headers only. A program that links it also links the shared or the static library.
add_library(clinterval_operations STATIC)
file(GLOB descriptors CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*/op_*.c)
foreach(name types operators intervals orders keys entries results lengths cases work kernels operations temporary)
  if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/harness/${name}.c)
    list(APPEND descriptors ${CMAKE_CURRENT_LIST_DIR}/harness/${name}.c)
  endif()
endforeach()
target_sources(clinterval_operations PRIVATE ${descriptors})
target_include_directories(clinterval_operations PUBLIC ${CMAKE_CURRENT_LIST_DIR}/harness)
target_link_libraries(clinterval_operations PUBLIC clinterval_headers PRIVATE clinterval_warnings
  INTERFACE clinterval_static)
