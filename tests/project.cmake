# SPDX-License-Identifier: Apache-2.0
# Tests of the project itself: its conventions, its reference, its package.
add_test(NAME project.conventions COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/conventions.sh ${PROJECT_SOURCE_DIR})
# Shared libraries and programs do not show which object file a symbol is in: their object files do.
set(built $<TARGET_FILE:clinterval_static>)
if(TARGET clinterval_mpi)
  list(APPEND built ${PROJECT_BINARY_DIR}/mpi/CMakeFiles/clinterval_mpi.dir)
endif()
if(TARGET clinterval_mpi_tool)
  list(APPEND built ${PROJECT_BINARY_DIR}/mpi/tool/CMakeFiles/clinterval_mpi_tool.dir)
endif()
if(TARGET clinterval_bench)
  list(APPEND built $<TARGET_FILE:clinterval_bench>)
endif()
if(TARGET clinterval_tool)
  list(APPEND built ${PROJECT_BINARY_DIR}/tools/CMakeFiles/clinterval_tool.dir)
endif()
add_test(NAME project.layers COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/layers.sh ${PROJECT_SOURCE_DIR} ${built})
add_test(NAME project.build COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/build.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
add_test(NAME project.format COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/format.sh ${PROJECT_SOURCE_DIR})
add_test(NAME project.cookbook COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/cookbook.sh ${PROJECT_SOURCE_DIR})
add_test(NAME project.docs COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/docs.sh ${PROJECT_BINARY_DIR})
add_executable(guide_kernels ${CMAKE_CURRENT_LIST_DIR}/block/guide_kernels.c)
target_link_libraries(guide_kernels PRIVATE clinterval clinterval_warnings)
add_test(NAME project.guide COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/harness/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/project/guide.sh
  ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER} ${OpenCL_INCLUDE_DIRS} -- $<TARGET_FILE:guide_kernels>)
# Sanitized libraries need sanitized programs.
if(NOT CLINTERVAL_SANITIZE)
  add_test(NAME project.readme COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/harness/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/project/readme.sh
    ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval> ${CMAKE_C_COMPILER} "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
  add_test(NAME project.python COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/harness/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/project/python.sh
    ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval_python> $<TARGET_FILE:clinterval>)
  add_test(NAME project.wheel COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/harness/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/project/wheel.sh
    ${PROJECT_SOURCE_DIR})
  add_test(NAME project.tutorial COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/harness/on.sh pocl sh
    ${CMAKE_CURRENT_LIST_DIR}/project/tutorial.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval> ${CMAKE_C_COMPILER}
    ${OpenCL_INCLUDE_DIRS})
  add_test(NAME project.site COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/site.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}
    $<TARGET_FILE:clinterval> ${PROJECT_VERSION})
  set(readme_test project.readme project.python project.wheel project.tutorial project.site)
endif()
add_test(NAME project.symbols
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/symbols.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval>)
add_test(NAME project.abi
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/abi.sh "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
add_test(NAME project.changelog COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/changelog.sh ${PROJECT_SOURCE_DIR})
set(project_tests ${readme_test} project.conventions project.layers project.build project.format project.docs project.cookbook project.guide
  project.symbols project.abi project.changelog)
if(TARGET clinterval_mpi)
  add_test(NAME project.symbols_mpi COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/symbols.sh ${PROJECT_SOURCE_DIR}
    $<TARGET_FILE:clinterval_mpi> symbols-mpi)
  add_test(NAME project.abi_mpi
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/abi.sh --mpi "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
  list(APPEND project_tests project.symbols_mpi project.abi_mpi)
endif()
if(TARGET clinterval_tool)
  add_test(NAME project.completion COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/command/completion.sh $<TARGET_FILE:clinterval_tool>
    ${PROJECT_SOURCE_DIR}/tools/completion.bash)
  list(APPEND project_tests project.completion)
endif()
# Examples are no sanitized programs, so they cannot load a sanitized library.
if(TARGET clinterval_tool AND CLINTERVAL_INSTALL AND NOT CLINTERVAL_SANITIZE)
  foreach(case files cmake pkg_config mpi)
    add_test(NAME project.install_${case}
      COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/install.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR} ${case})
    list(APPEND project_tests project.install_${case})
  endforeach()
  add_test(NAME project.packages COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/harness/on.sh pocl sh
    ${CMAKE_CURRENT_LIST_DIR}/project/packages.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
  list(APPEND project_tests project.packages)
endif()
# They begin first: some build the library, and no processor shall wait for them at the end.
set_tests_properties(${project_tests} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS project COST 20)
if(TEST project.packages)
  add_test(NAME full.packages_clean
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/packages_clean.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
  set_tests_properties(full.packages_clean PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600 LABELS full)
endif()
add_test(NAME full.conan COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/harness/on.sh pocl sh ${CMAKE_CURRENT_LIST_DIR}/project/conan.sh
  ${PROJECT_SOURCE_DIR})
set_tests_properties(full.conan PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS full)

# The text of every kernel program, to be compared with what another version of the library wrote.
add_executable(kernel_texts ${CMAKE_CURRENT_LIST_DIR}/project/kernel_texts.c ${CMAKE_CURRENT_LIST_DIR}/harness/null_opencl.c
  ${CMAKE_CURRENT_LIST_DIR}/harness/pairwise.c)
target_link_libraries(kernel_texts PRIVATE clinterval_operations clinterval_static Threads::Threads clinterval_warnings)
add_test(NAME full.kernel_texts COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/kernel_texts.sh $<TARGET_FILE:kernel_texts>
  ${PROJECT_BINARY_DIR}/kernel_texts ${CMAKE_CURRENT_LIST_DIR}/tuning)
set_tests_properties(full.kernel_texts PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600 LABELS full)
