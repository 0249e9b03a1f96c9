# SPDX-License-Identifier: Apache-2.0
# Host tests (host_test of suite.cmake), grouped by the interfaces that they use.

# ---- public interface only
foreach(name arguments overlap snippets data offsets context lifetimes kernel binary_search
        include nan flags status messages copy
        sort merge sizes blocks results bulk sets join join_unsorted compact select reductions flight long threads
        counter counter_groups counter_refused aos soa tiles histogram as_of overlaps map gather_or names bounds
        counted array_memory segmented_scan_calls segmented_scan firsts rows merge_runs group)
  host_test(${name})
endforeach()
host_test(fold LINK m)
# Kernels that Intel's compiler gets wrong, unless they are compiled as the library compiles them. If a version of
# Intel's runtime no longer needs this, the test is skipped there, and the message says what to do.
host_test(vectorizer)
# Radix sorts in one pass per digit. Oclgrind takes too long.
host_test(digits ON pocl rusticl intel device)
# The public device headers.
file(GLOB device_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/cl/block ${PROJECT_SOURCE_DIR}/cl/block/*.clh)
host_test(headers ON pocl rusticl intel device ARGUMENTS ${device_headers})
# Next to platforms that do not work. Not on Oclgrind, which replaces the loader and shows only its own platform.
if(NOT WIN32)
  add_library(broken_icd MODULE ${suite}/runtime/broken_icd.c)
  target_link_libraries(broken_icd PRIVATE clinterval_headers clinterval_warnings)
  host_test(platforms ON pocl rusticl intel device THROUGH sh ${suite}/runtime/platforms.sh $<TARGET_FILE:broken_icd>)
endif()
# Sums of floats on several numbers of cores.
host_test(cores ON pocl THROUGH sh ${suite}/scan/cores.sh)
# In a locale whose letters differ from the letters of the C locale.
host_test(locale THROUGH sh ${suite}/runtime/locale.sh tr_TR.UTF-8)
# The pool, whose tests share a model.
add_library(test_pool STATIC ${suite}/pool/pool.c)
target_link_libraries(test_pool PUBLIC test_fixture clinterval PRIVATE clinterval_warnings)
foreach(name pool pool_load pool_use)
  host_test(${name} LINK test_pool)
endforeach()

# ---- internal interfaces
foreach(name wide description)
  host_test(${name} INSIDE ON alone)
endforeach()
host_test(starved INSIDE TIMEOUT 3000) # look-back with fallback, with starved groups
host_test(look_back INSIDE) # look-back alone, with the sub-group macros of the library
host_test(cache WRAP clBuildProgram) # the cache of programs
host_test(scratch ON pocl rusticl intel device WRAP clCreateBuffer clFlush)
host_test(selecting INSIDE SOURCES ${suite}/harness/guarded.c ON pocl rusticl intel device) # samples that mislead
# Sorts of long keys by their upper bits, also of small inputs, and locality sorts that read a sample.
foreach(name long_keys locality)
  host_test(${name} INSIDE ON pocl oclgrind intel device)
endforeach()
# Sub-groups that shuffle, with every sub-group size.
host_test(sub_groups WRAP clBuildProgram clEnqueueReadBuffer clGetDeviceInfo)
# Evaluations of generated inputs. Optimised, the many programs take PoCL six minutes to compile.
host_test(inputs INSIDE ON pocl device)
set_tests_properties(host.inputs.pocl PROPERTIES ENVIRONMENT CLIV_TEST_UNOPTIMISED=1)
# Recordings, and reuse of scratch memory and recordings. The test of reuse counts waits.
host_test(recording INSIDE ON pocl rusticl intel device)
host_test(recording_refused ON pocl rusticl intel device)
foreach(name recording recording_refused)
  suite_test(host.${name} oclgrind COMMAND $<TARGET_FILE:host_${name}> TUNING small)
endforeach()
host_test(reuse ON pocl rusticl intel device WRAP clWaitForEvents)
# Wait lists and buffers of commands. The test observes the library's OpenCL calls.
host_test(commands ON pocl rusticl device WRAP clEnqueueNDRangeKernel clEnqueueReadBuffer clEnqueueMarkerWithWaitList
  clFinish clGetMemObjectInfo clCreateCommandQueue clGetEventInfo clSetEventCallback)
# Compile-only calls. The test counts builds and enqueued commands.
host_test(ahead ON pocl rusticl device WRAP clBuildProgram clEnqueueNDRangeKernel clEnqueueReadBuffer)
# Kernels and group counts of the launches of a call. A single launch gives the same bits as several launches.
add_library(test_launches STATIC ${suite}/harness/launches.c)
target_link_libraries(test_launches PRIVATE clinterval_headers clinterval_warnings)
target_compile_definitions(test_launches PRIVATE CL_TARGET_OPENCL_VERSION=120)
host_test(launches ON pocl rusticl device LINK test_launches WRAP clEnqueueNDRangeKernel)
suite_test(host.launches intel COMMAND $<TARGET_FILE:host_launches> "single launch: ")
host_test(scan_groups ON pocl rusticl intel device LINK test_launches WRAP clEnqueueNDRangeKernel)
host_test(group_tables LINK test_launches WRAP clEnqueueNDRangeKernel)
host_test(same_bits ON pocl rusticl device)
# Local memory of tiles on small devices.
host_test(local_memory ON pocl WRAP cliv_program_for clCreateKernelsInProgram cliv_lanes cliv_build_begin cliv_program_lanes)
# Devices that accept only small groups.
host_test(small_groups ON pocl device TUNING groups WRAP clGetKernelWorkGroupInfo clEnqueueNDRangeKernel)
suite_test(host.small_groups rusticl TUNING groups # llvmpipe ends the loops of waiting groups
  COMMAND $<TARGET_FILE:host_small_groups> more_tiles_than_are_counted)
# Tuning rows for devices that are not at hand, and the fence that these rows need.
host_test(vendors ON pocl SOURCES ${PROJECT_SOURCE_DIR}/bench/tune_targets.c LINK clinterval_operations
  WRAP cliv_build_begin)
# The default device on simulated machines.
host_test(default ON alone WRAP clGetPlatformIDs clGetPlatformInfo clGetDeviceIDs clGetDeviceInfo)
# Tuning rows that `clinterval tune` writes, and shapes that it measures.
set(bench ${PROJECT_SOURCE_DIR}/bench)
if(NOT WIN32)
  foreach(name tune tune_shapes)
    host_test(${name} INSIDE ON alone LINK m SOURCES ${bench}/tune_rows.c ${bench}/tune_shapes.c ${bench}/tune_targets.c)
  endforeach()
endif()
# The C++ header, alone and together with opencl.hpp. Without opencl.hpp the second test is skipped.
if(CMAKE_CXX_COMPILER)
  # These tests release and create arrays. Oclgrind reports a new buffer at the address of a released buffer as
  # uninitialised, so only races are checked.
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
  message(STATUS "Left out: tests of the C++ header (requires a C++ compiler)")
endif()

# ---- the same tests in shapes that the device does not use by default
# Merges of several runs in a round. Tiles have a few keys, so that a single tile can reveal an invalid comparator.
foreach(implementation pocl rusticl intel device) # Oclgrind reports races under invalid comparators
  suite_test(host.sort.rounds ${implementation} COMMAND $<TARGET_FILE:host_sort> TUNING rounds+many)
endforeach()
# Group-by with tables in local memory that are full early.
foreach(implementation rusticl device)
  suite_test(host.group.tables_full ${implementation} COMMAND $<TARGET_FILE:host_group> TUNING tables+tables_full)
endforeach()
# Small tiles, so that small inputs have several tiles. PoCL takes two minutes to compile single-launch sorts.
foreach(row "sort small pocl" "sort cooperative intel,device" "sort serial=serial_sort pocl,intel" "sizes radix pocl"
        "binary_search groups pocl" "binary_search indexed pocl,rusticl,oclgrind,intel,device" "firsts groups pocl"
        "nan groups pocl" "nan look_back pocl" "nan small pocl" "copy groups pocl" "soa groups pocl" "aos groups pocl"
        "recording look_back pocl" "recording tiny pocl" "recording single_launch pocl" "reductions look_back pocl"
        "segmented_scan_calls look_back pocl" "segmented_scan look_back pocl" "firsts look_back pocl"
        "join_unsorted one_pass=one_pass+many pocl,intel,oclgrind")
  string(REGEX REPLACE "[ ,]" ";" implementations "${row}")
  list(POP_FRONT implementations name shape)
  string(REGEX REPLACE ".*=" "" tuning "${shape}")
  string(REGEX REPLACE "=.*" "" shape "${shape}")
  foreach(implementation IN LISTS implementations)
    suite_test(host.${name}.${shape} ${implementation} COMMAND $<TARGET_FILE:host_${name}> TUNING ${tuning})
  endforeach()
endforeach()

# ---- tests of several minutes: groups of every size, structures of every size in every shape, a long run of the pool,
# ---- all kinds of keys in all shapes, and on a CPU more elements than an int can count
foreach(row "pool pocl,rusticl,device" "pool_load pocl,rusticl,device" "aos pocl,rusticl,device" "locality pocl,device"
        "long pocl")
  string(REGEX REPLACE "[ ,]" ";" implementations "${row}")
  list(POP_FRONT implementations name)
  foreach(implementation IN LISTS implementations)
    suite_test(full.host.${name} ${implementation} COMMAND $<TARGET_FILE:host_${name}> LABELS full TIMEOUT 3600
      ENVIRONMENT CLIV_TEST_FULL=1)
  endforeach()
endforeach()

if(WIN32)
  return()
endif()
# Invalid data may cause races (overlapping destinations, intervals out of order), but no access outside the arrays.
set_tests_properties(host.data.oclgrind host.sort.oclgrind host.bulk.oclgrind host.join.oclgrind PROPERTIES
  ENVIRONMENT "CLIV_TEST_OCLGRIND=--uninitialized")

# ---- memory leaks: in calls that fail validation, and in a program that is built and run
add_executable(forgetful ${suite}/faults/forgetful.c)
target_link_libraries(forgetful PRIVATE clinterval clinterval_warnings)
set(leaks sh ${suite}/faults/leaks.sh)
suite_test(leaks.planted pocl COMMAND ${leaks} some ${suite}/faults/leaks.supp $<TARGET_FILE:forgetful>)
suite_test(leaks.refusals pocl COMMAND ${leaks} none ${suite}/faults/leaks.supp $<TARGET_FILE:host_arguments> refusals)
suite_test(leaks.reduction pocl COMMAND ${leaks} none ${suite}/faults/leaks.supp
  $<TARGET_FILE:test_operations> --op reduce --mode in-order --case n=1000)

# ---- parsers: a corpus and its mutations; with clang and -DCLINTERVAL_FUZZ=ON also a target for libFuzzer
option(CLINTERVAL_FUZZ "Tests: build fuzz_libfuzzer, which needs clang" OFF)
add_executable(fuzz_parsers ${suite}/faults/fuzz_parsers.c ${suite}/faults/fuzz_driver.c)
target_link_libraries(fuzz_parsers PRIVATE clinterval_static Threads::Threads clinterval_warnings)
add_test(NAME fuzz.parsers COMMAND fuzz_parsers 1000000)
if(CLINTERVAL_FUZZ)
  set(runtime ${PROJECT_SOURCE_DIR}/host/runtime)
  add_executable(fuzz_libfuzzer ${suite}/faults/fuzz_parsers.c ${runtime}/device.c ${runtime}/tuning.c
    ${runtime}/error.c ${runtime}/text.c)
  target_link_libraries(fuzz_libfuzzer PRIVATE clinterval_headers Threads::Threads)
  target_compile_options(fuzz_libfuzzer PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_options(fuzz_libfuzzer PRIVATE -fsanitize=fuzzer,address,undefined)
endif()
