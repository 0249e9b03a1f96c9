# SPDX-License-Identifier: Apache-2.0
# Tests of the house itself: its laws, its reference, its package.
add_test(NAME house.laws COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/laws.sh ${PROJECT_SOURCE_DIR})
add_test(NAME house.layers COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/layers.sh $<TARGET_FILE:clinterval_static>)
add_test(NAME house.build COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/build.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
add_test(NAME house.format COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/format.sh ${PROJECT_SOURCE_DIR})
add_test(NAME house.cookbook COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/cookbook.sh ${PROJECT_SOURCE_DIR})
add_test(NAME house.docs COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/docs.sh ${PROJECT_BINARY_DIR})
add_executable(guide_kernels ${CMAKE_CURRENT_LIST_DIR}/guide_kernels.c)
target_link_libraries(guide_kernels PRIVATE clinterval clinterval_warnings)
add_test(NAME house.guide COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/guide.sh
  ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER} ${OpenCL_INCLUDE_DIRS} -- $<TARGET_FILE:guide_kernels>)
# Sanitized libraries need sanitized programs.
if(NOT CLINTERVAL_SANITIZE)
  add_test(NAME house.readme COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/readme.sh
    ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval> ${CMAKE_C_COMPILER} "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
  add_test(NAME house.python COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/python.sh
    ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval_python> $<TARGET_FILE:clinterval>)
  add_test(NAME house.wheel COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/wheel.sh
    ${PROJECT_SOURCE_DIR})
  add_test(NAME house.tutorial COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/on.sh pocl sh
    ${CMAKE_CURRENT_LIST_DIR}/tutorial.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval> ${CMAKE_C_COMPILER}
    ${OpenCL_INCLUDE_DIRS})
  add_test(NAME house.site COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/site.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}
    $<TARGET_FILE:clinterval> ${PROJECT_VERSION})
  set(readme_test house.readme house.python house.wheel house.tutorial house.site)
endif()
add_test(NAME house.symbols
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/symbols.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval>)
add_test(NAME house.abi
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/abi.sh "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
add_test(NAME house.changelog COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/changelog.sh ${PROJECT_SOURCE_DIR})
set(house_tests ${readme_test} house.laws house.layers house.build house.format house.docs house.cookbook house.guide
  house.symbols house.abi house.changelog)
if(TARGET clinterval_mpi)
  add_test(NAME house.symbols_mpi COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/symbols.sh ${PROJECT_SOURCE_DIR}
    $<TARGET_FILE:clinterval_mpi> symbols-mpi)
  add_test(NAME house.abi_mpi
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/abi.sh --mpi "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
  list(APPEND house_tests house.symbols_mpi house.abi_mpi)
endif()
if(TARGET clinterval_tool)
  add_test(NAME house.completion COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/completion.sh $<TARGET_FILE:clinterval_tool>
    ${PROJECT_SOURCE_DIR}/tools/completion.bash)
  list(APPEND house_tests house.completion)
endif()
# Examples are no sanitized programs, so they cannot load a sanitized library.
if(TARGET clinterval_tool AND CLINTERVAL_INSTALL AND NOT CLINTERVAL_SANITIZE)
  foreach(case files cmake pkg_config mpi)
    add_test(NAME house.install_${case}
      COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/install.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR} ${case})
    list(APPEND house_tests house.install_${case})
  endforeach()
  add_test(NAME house.packages COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/on.sh pocl sh
    ${CMAKE_CURRENT_LIST_DIR}/packages.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
  list(APPEND house_tests house.packages)
endif()
# They begin first: some build the library, and no processor shall wait for them at the end.
set_tests_properties(${house_tests} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS house COST 20)
if(TEST house.packages)
  add_test(NAME full.packages_clean
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/packages_clean.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
  set_tests_properties(full.packages_clean PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600 LABELS full)
endif()
add_test(NAME full.conan COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/conan.sh
  ${PROJECT_SOURCE_DIR})
set_tests_properties(full.conan PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS full)

# The text of every kernel program, to be compared with what another version of the library wrote.
add_executable(kernel_texts ${CMAKE_CURRENT_LIST_DIR}/kernel_texts.c ${CMAKE_CURRENT_LIST_DIR}/null_opencl.c
  ${CMAKE_CURRENT_LIST_DIR}/pairwise.c)
target_link_libraries(kernel_texts PRIVATE clinterval_operations clinterval_static Threads::Threads clinterval_warnings)
add_test(NAME full.kernel_texts COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/kernel_texts.sh $<TARGET_FILE:kernel_texts>
  ${PROJECT_BINARY_DIR}/kernel_texts ${CMAKE_CURRENT_LIST_DIR}/tuning)
set_tests_properties(full.kernel_texts PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600 LABELS full)
