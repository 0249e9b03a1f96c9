# SPDX-License-Identifier: Apache-2.0
# What the build needs, and what it can use. A missing optional package leaves something out, and the message says what
# and which Debian or Ubuntu package brings it.
find_package(Threads REQUIRED)
find_package(OpenCL)
if(NOT OpenCL_FOUND)
  message(FATAL_ERROR "OpenCL's headers and loader are needed: install opencl-headers and ocl-icd-opencl-dev")
endif()

function(left_out what package)
  message(STATUS "Left out: ${what} (package ${package} brings what it needs)")
endfunction()

# CHOLMOD: the reader of Matrix Market files for `clinterval demo --graph FILE`.
if(CLINTERVAL_BUILD_TOOL)
  find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
  find_library(CHOLMOD_LIBRARY cholmod)
  find_library(SUITESPARSE_CONFIG_LIBRARY suitesparseconfig)
  mark_as_advanced(CHOLMOD_INCLUDE_DIR CHOLMOD_LIBRARY SUITESPARSE_CONFIG_LIBRARY)
  if(CHOLMOD_INCLUDE_DIR AND CHOLMOD_LIBRARY AND SUITESPARSE_CONFIG_LIBRARY)
    add_library(cholmod INTERFACE)
    target_include_directories(cholmod SYSTEM INTERFACE ${CHOLMOD_INCLUDE_DIR})
    target_link_libraries(cholmod INTERFACE ${CHOLMOD_LIBRARY} ${SUITESPARSE_CONFIG_LIBRARY})
    target_compile_definitions(cholmod INTERFACE HAVE_CHOLMOD)
  else()
    left_out("graphs from Matrix Market files in `clinterval demo --graph FILE`" libsuitesparse-dev)
  endif()

  # libcsv: the reader of CSV files for `clinterval join`. Others have a csv.h too, so it is tried.
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES csv)
  check_c_source_compiles("#include <csv.h>
    int main(void) { struct csv_parser p; return csv_init(&p, CSV_STRICT_FINI); }" CLINTERVAL_HAVE_LIBCSV)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(NOT CLINTERVAL_HAVE_LIBCSV)
    unset(CLINTERVAL_HAVE_LIBCSV CACHE) # so that it is found once it is installed
    left_out("joins of CSV files by `clinterval join`" libcsv-dev)
  endif()
endif()

if(CLINTERVAL_BUILD_BENCH)
  # Boost.Compute: headers only, the OpenCL peer of the bench.
  find_path(BOOST_COMPUTE_INCLUDE_DIR boost/compute.hpp)
  mark_as_advanced(BOOST_COMPUTE_INCLUDE_DIR)
  if(NOT BOOST_COMPUTE_INCLUDE_DIR)
    left_out("Boost.Compute as a peer in the bench" libboost-dev)
  endif()

  # CUB and Thrust, where there is a compiler for them that works.
  set(CLINTERVAL_HAVE_CUDA OFF)
  if(CLINTERVAL_CUDA_PEERS)
    find_program(CLINTERVAL_NVCC nvcc HINTS ENV CUDACXX ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES bin)
    mark_as_advanced(CLINTERVAL_NVCC)
    if(CLINTERVAL_NVCC)
      if(NOT CMAKE_CUDA_ARCHITECTURES)
        # "native" fails at the first compilation where the machine has no GPU.
        execute_process(COMMAND nvidia-smi -L OUTPUT_VARIABLE gpus ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
        if(gpus MATCHES "GPU 0" AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
          set(CMAKE_CUDA_ARCHITECTURES native CACHE STRING "What the CUDA peers of the bench are compiled for")
        else()
          set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "What the CUDA peers of the bench are compiled for")
        endif()
      endif()
      set(CMAKE_CUDA_COMPILER ${CLINTERVAL_NVCC} CACHE FILEPATH "nvcc")
      enable_language(CUDA)
      set(CLINTERVAL_HAVE_CUDA ON)
    else()
      left_out("CUB and Thrust as peers in the bench" "nvidia-cuda-toolkit or NVIDIA's own cuda-toolkit")
    endif()
  endif()
endif()
