# SPDX-License-Identifier: Apache-2.0
# The library of the Python package. It is not linked with an OpenCL loader: it uses the loader that pyopencl has
# loaded, so the process has only one loader.
add_library(clinterval_python MODULE $<TARGET_OBJECTS:clinterval_objects> python/by_address.c)
target_include_directories(clinterval_python PRIVATE include host
  $<TARGET_PROPERTY:OpenCL::OpenCL,INTERFACE_INCLUDE_DIRECTORIES>)
target_link_libraries(clinterval_python PRIVATE Threads::Threads clinterval_warnings)
set_target_properties(clinterval_python PROPERTIES OUTPUT_NAME clinterval LINKER_LANGUAGE C
  C_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/python)
target_compile_definitions(clinterval_python PRIVATE CLIV_BUILD)
if(WIN32) # a DLL names the DLL of each function
  target_link_libraries(clinterval_python PRIVATE OpenCL::OpenCL)
endif()
if(APPLE)
  target_link_options(clinterval_python PRIVATE LINKER:-undefined,dynamic_lookup)
endif()
if(CLINTERVAL_PYTHON)
  install(TARGETS clinterval_python LIBRARY DESTINATION clinterval/lib)
endif()
