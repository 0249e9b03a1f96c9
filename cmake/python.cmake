# SPDX-License-Identifier: Apache-2.0
# The library of the Python package. It is linked with no OpenCL loader: it finds the functions in the one that pyopencl
# has loaded, so that there is one in the process.
add_library(clinterval_python MODULE $<TARGET_OBJECTS:clinterval_objects>)
target_link_libraries(clinterval_python PRIVATE Threads::Threads)
set_target_properties(clinterval_python PROPERTIES OUTPUT_NAME clinterval LINKER_LANGUAGE C
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/python)
if(APPLE)
  target_link_options(clinterval_python PRIVATE LINKER:-undefined,dynamic_lookup)
endif()
install(TARGETS clinterval_python LIBRARY DESTINATION clinterval/lib)
