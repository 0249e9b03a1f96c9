# SPDX-License-Identifier: Apache-2.0
# Tests of the project: its conventions, documents and packages.
set(project ${suite}/project)
set(on_pocl sh ${suite}/harness/on.sh pocl)
# project_test(NAME COMMAND…): these tests begin first. Some of them build the library, and no processor should be
# idle at the end.
function(project_test name)
  add_test(NAME project.${name} COMMAND ${ARGN})
  set_tests_properties(project.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS project COST 20)
endfunction()
foreach(name conventions format cookbook changelog messages)
  project_test(${name} sh ${project}/${name}.sh ${PROJECT_SOURCE_DIR})
endforeach()
# Shared libraries and programs do not contain the object file of a symbol, so the test reads object files.
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
project_test(layers sh ${project}/layers.sh ${PROJECT_SOURCE_DIR} ${built})
project_test(build sh ${project}/build.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
project_test(docs sh ${project}/docs.sh ${PROJECT_BINARY_DIR})
add_executable(guide_kernels ${suite}/block/guide_kernels.c)
target_link_libraries(guide_kernels PRIVATE clinterval clinterval_warnings)
project_test(guide ${on_pocl} sh ${project}/guide.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER} ${OpenCL_INCLUDE_DIRS} --
  $<TARGET_FILE:guide_kernels>)
project_test(msvc sh ${project}/msvc.sh ${PROJECT_SOURCE_DIR} ${OpenCL_INCLUDE_DIRS})
project_test(operations sh ${project}/operations.sh)
project_test(symbols sh ${project}/symbols.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval>)
project_test(abi sh ${project}/abi.sh "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
if(TARGET clinterval_mpi)
  project_test(symbols_mpi sh ${project}/symbols.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval_mpi> symbols-mpi)
  project_test(abi_mpi sh ${project}/abi.sh --mpi "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
endif()
if(TARGET clinterval_tool)
  project_test(completion bash ${suite}/command/completion.sh $<TARGET_FILE:clinterval_tool>
    ${PROJECT_SOURCE_DIR}/tools/completion.bash)
endif()
# Sanitized libraries need sanitized programs; Python and the examples are not sanitized.
if(NOT CLINTERVAL_SANITIZE)
  project_test(readme ${on_pocl} sh ${project}/readme.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval>
    ${CMAKE_C_COMPILER} "${CMAKE_CXX_COMPILER}" ${OpenCL_INCLUDE_DIRS})
  project_test(python ${on_pocl} sh ${project}/python.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval_python>
    $<TARGET_FILE:clinterval>)
  set_tests_properties(project.python PROPERTIES COST 2000000) # the longest test: begins before the tests that run every operation
  project_test(wheel ${on_pocl} sh ${project}/wheel.sh ${PROJECT_SOURCE_DIR})
  project_test(tutorial ${on_pocl} sh ${project}/tutorial.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:clinterval>
    ${CMAKE_C_COMPILER} ${OpenCL_INCLUDE_DIRS})
  project_test(site sh ${project}/site.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} $<TARGET_FILE:clinterval>
    ${PROJECT_VERSION})
  if(TARGET clinterval_tool AND CLINTERVAL_INSTALL)
    foreach(case files cmake pkg_config mpi)
      project_test(install_${case} sh ${project}/install.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR} ${case})
    endforeach()
    project_test(packages ${on_pocl} sh ${project}/packages.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
    add_test(NAME full.packages_clean COMMAND sh ${project}/packages_clean.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
    set_tests_properties(full.packages_clean PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600 LABELS full)
  endif()
endif()
add_test(NAME full.conan COMMAND ${on_pocl} sh ${project}/conan.sh ${PROJECT_SOURCE_DIR})
add_test(NAME full.recipes COMMAND ${on_pocl} sh ${project}/recipes.sh ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR})
add_test(NAME full.wheels COMMAND sh ${project}/wheels.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/wheels)
add_test(NAME full.platforms COMMAND sh ${project}/platforms.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/wheels)
set_tests_properties(full.conan full.recipes PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS full)
# Both install zig in the same folder.
set_tests_properties(full.wheels full.platforms PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 7200 LABELS full
  RESOURCE_LOCK zig)

# Writes the text of each kernel program, for comparison with another version of the library.
add_executable(kernel_texts ${suite}/project/kernel_texts.c ${suite}/harness/null_opencl.c
  ${suite}/harness/pairwise.c)
target_link_libraries(kernel_texts PRIVATE clinterval_operations clinterval_static Threads::Threads clinterval_warnings)
target_compile_definitions(kernel_texts PRIVATE CL_TARGET_OPENCL_VERSION=300)
# Scratch memory of operations, without a device, compared with docs/memory.md.
add_executable(scratch_sizes ${suite}/project/scratch_sizes.c ${suite}/harness/null_opencl.c)
target_link_libraries(scratch_sizes PRIVATE clinterval_operations clinterval_static Threads::Threads clinterval_warnings)
target_compile_definitions(scratch_sizes PRIVATE CL_TARGET_OPENCL_VERSION=300)
project_test(scratch_sizes sh ${project}/scratch_sizes.sh ${PROJECT_SOURCE_DIR} $<TARGET_FILE:scratch_sizes>)
add_test(NAME full.kernel_texts COMMAND sh ${suite}/project/kernel_texts.sh $<TARGET_FILE:kernel_texts>
  ${PROJECT_BINARY_DIR}/kernel_texts ${tuning_folder})
set_tests_properties(full.kernel_texts PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600 LABELS full)
add_test(NAME full.kernel_syntax COMMAND sh ${suite}/project/kernel_syntax.sh $<TARGET_FILE:kernel_texts>
  ${PROJECT_BINARY_DIR}/kernel_syntax ${tuning_folder})
set_tests_properties(full.kernel_syntax PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600 LABELS full)
add_test(NAME full.gpu_texts COMMAND sh ${suite}/project/gpu_texts.sh $<TARGET_FILE:kernel_texts>
  ${PROJECT_BINARY_DIR}/gpu_texts)
set_tests_properties(full.gpu_texts PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 14400 LABELS full)
