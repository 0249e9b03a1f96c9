# SPDX-License-Identifier: Apache-2.0
# Tests of the library. Each is registered once for every OpenCL implementation; on.sh starts it there, or says why not.
find_package(PkgConfig REQUIRED)
pkg_check_modules(cmocka IMPORTED_TARGET cmocka)
if(NOT cmocka_FOUND)
  message(FATAL_ERROR "The tests need cmocka (Debian: libcmocka-dev); -DCLINTERVAL_BUILD_TESTS=OFF does without them.")
endif()

set(suite ${CMAKE_CURRENT_LIST_DIR})
# Headers that tests of several folders share.
include_directories(${suite}/harness ${PROJECT_SOURCE_DIR}/host)
# test_source(OUT NAME): the source of this name, in whichever folder below tests/ it is.
function(test_source out name)
  file(GLOB found CONFIGURE_DEPENDS ${suite}/*/${name})
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${count} folders of ${suite} have ${name}")
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# suite_test(NAME IMPLEMENTATION COMMAND… [TIMEOUT s] [LABELS l] [ENVIRONMENT e…])
# The label "drawn" has what draws its rows, whatever runs elsewhere than on PoCL, and tests of the host's code in shapes that
# are not the device's own. Such tests begin in an order that is drawn, too, when CMake configures: where time is short
# (CLIV_TEST_UNTIL, on.sh) another part is left out each time.
function(suite_test name implementation)
  cmake_parse_arguments(PARSE_ARGV 2 test "" "TIMEOUT;LABELS" "COMMAND;ENVIRONMENT")
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 1200) # for what hangs: a busy machine takes its time
  endif()
  add_test(NAME ${name}.${implementation} COMMAND sh ${suite}/harness/on.sh ${implementation} ${test_COMMAND})
  set_tests_properties(${name}.${implementation} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${test_TIMEOUT}
    LABELS "${test_LABELS}" ENVIRONMENT "${test_ENVIRONMENT}")
  if("--rows" IN_LIST test_COMMAND OR implementation MATCHES "intel|rusticl|oclgrind" OR
      name MATCHES "^host\\.(starved$|[a-z_]+\\.)")
    string(RANDOM LENGTH 6 ALPHABET 0123456789 cost)
    # Tests that run every operation come first.
    if("${name}.${implementation}" MATCHES "^(guarded\\.(serial|groups|look_back)|[a-z_]+)\\.pocl$")
      string(PREPEND cost 1)
    endif()
    set_tests_properties(${name}.${implementation} PROPERTIES COST ${cost})
    set_property(TEST ${name}.${implementation} APPEND PROPERTY LABELS drawn)
  endif()
endfunction()

# ---- operations by descriptor
set(runner ${suite}/harness/run_operations.c ${suite}/harness/build_logs.c ${suite}/harness/device.c ${suite}/harness/guarded.c ${suite}/harness/pairwise.c)
add_executable(test_operations ${runner})
target_link_libraries(test_operations PRIVATE clinterval_operations clinterval Threads::Threads ${CMAKE_DL_LIBS}
  clinterval_warnings)

# The same with the static library, in which many.c has few tiles taken for many.
add_executable(test_many ${runner} ${suite}/harness/many.c)
target_link_libraries(test_many PRIVATE clinterval_operations clinterval_static Threads::Threads ${CMAKE_DL_LIBS}
  clinterval_warnings)

# The operations of each suite, as operations.def lists them.
file(READ ${suite}/harness/operations.def listed)
string(REGEX MATCHALL "\n(OPERATION|DESCRIPTOR)\\([a-z_0-9]+," left "${listed}")
foreach(suite_name scans sorted counted items blocks)
  string(REGEX MATCHALL "\n(OPERATION|DESCRIPTOR)\\([a-z_0-9]+, ${suite_name}[,)]" rows "${listed}")
  list(TRANSFORM rows REPLACE ".*\\(([a-z_0-9]+),.*" "\\1" OUTPUT_VARIABLE of_${suite_name})
  foreach(operation IN LISTS of_${suite_name})
    list(REMOVE_ITEM left "\nOPERATION(${operation}," "\nDESCRIPTOR(${operation},")
  endforeach()
endforeach()
if(left OR NOT of_scans)
  message(FATAL_ERROR "operations.def lists operations of no suite:${left}")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${suite}/harness/operations.def)

foreach(operation IN LISTS of_scans)
  set(run $<TARGET_FILE:test_operations> --op ${operation})
  # Tiles as the tuning table has them on each; PoCL's own is one work-item's loop over 16384 items.
  suite_test(${operation} pocl COMMAND ${run} --rows 12 --tile 16384 --tile 256)
  suite_test(${operation}.groups pocl COMMAND ${run} --rows 6 --tile 256 --tile 5000 --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(${operation}.look_back pocl COMMAND ${run} --rows 5 --tile 256 --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/look_back.txt)
  suite_test(${operation} intel COMMAND ${run} --rows 6 --tile 16384 --tile 256)
  suite_test(${operation}.groups intel COMMAND ${run} --rows 2 --tile 256 --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(${operation} rusticl COMMAND ${run} --rows 12 --tile 512 --tile 2048)
  suite_test(${operation} oclgrind COMMAND ${run} --rows 5 --tile 32 --tile 120
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
  suite_test(${operation} device COMMAND ${run} --rows 40 --tile 2048 --tile 4096 --tile 16384 --tile 1000000)
  suite_test(full.${operation} device COMMAND ${run} --full --tile 4096 --tile 2048 LABELS full TIMEOUT 86400)
  suite_test(full.${operation} pocl COMMAND ${run} --full --tile 256 LABELS full TIMEOUT 86400)
endforeach()

# Merges, sorts and searches.
set(device_tiles --tile 6912 --tile 5888 --tile 4864 --tile 896 --tile 1792 --tile 640 --tile 1000000)
foreach(operation IN LISTS of_sorted)
  set(run $<TARGET_FILE:test_operations> --op ${operation})
  suite_test(${operation} pocl COMMAND ${run} --rows 5 --tile 16384 --tile 256)
  set(tiles --tile 448 --tile 320 --tile 5000)
  if(operation MATCHES "segmented|locality")
    set(tiles --tile 105)
  endif()
  suite_test(${operation}.groups pocl COMMAND ${run} --rows 3 ${tiles} --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(${operation} intel COMMAND ${run} --rows 3 --tile 16384 --tile 256)
  suite_test(${operation}.groups intel COMMAND ${run} --rows 2 ${tiles}
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(${operation} rusticl COMMAND ${run} --rows 5 --tile 448 --tile 2048)
  suite_test(${operation} oclgrind COMMAND ${run} --rows 4 --tile 24 --tile 120
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
  if(NOT operation STREQUAL "segmented_top_k") # divided into parts: sorts.cmake
    suite_test(${operation} device COMMAND ${run} --rows 40 ${device_tiles} TIMEOUT 1200)
  endif()
  suite_test(full.${operation} device COMMAND ${run} --full --tile 4864 --tile 640 LABELS full TIMEOUT 86400)
  suite_test(full.${operation} pocl COMMAND ${run} --full --tile 256 LABELS full TIMEOUT 86400)
endforeach()
# Results whose size depends on the data, bulk operations, reductions of segments and runs.
foreach(operation IN LISTS of_counted)
  set(run $<TARGET_FILE:test_operations> --op ${operation})
  set(rows 6)
  set(group_rows 4)
  if(operation MATCHES "set|join") # whose programs take long to build
    set(rows 4)
    set(group_rows 2)
  endif()
  suite_test(${operation} pocl COMMAND ${run} --rows ${rows} --tile 16384 --tile 256)
  suite_test(${operation}.groups pocl COMMAND ${run} --rows ${group_rows} --tile 448 --tile 320 --tile 5000 --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(${operation}.look_back pocl COMMAND ${run} --rows ${group_rows} --tile 256 --tile 448 --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/look_back.txt)
  suite_test(${operation} intel COMMAND ${run} --rows ${group_rows} --tile 16384 --tile 256)
  suite_test(${operation}.groups intel COMMAND ${run} --rows 2 --tile 448 --tile 320
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  # llvmpipe compiles operators on structures of 48 bytes for minutes.
  suite_test(${operation} rusticl COMMAND ${run} --rows ${rows} --tile 448 --tile 2048 TIMEOUT 3000)
  suite_test(${operation} oclgrind COMMAND ${run} --rows 5 --tile 24 --tile 120
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
  suite_test(${operation} device COMMAND ${run} --rows 40 --tile 6912 --tile 4864 --tile 640 --tile 1000000
    TIMEOUT 1200)
  suite_test(full.${operation} device COMMAND ${run} --full --tile 4864 --tile 640 LABELS full TIMEOUT 86400)
  suite_test(full.${operation} pocl COMMAND ${run} --full --tile 256 LABELS full TIMEOUT 86400)
endforeach()
# Structures, and other elements by themselves.
foreach(operation IN LISTS of_items)
  set(run $<TARGET_FILE:test_operations> --op ${operation})
  suite_test(${operation} pocl COMMAND ${run} --rows 8 --tile 16384 --tile 64)
  suite_test(${operation}.groups pocl COMMAND ${run} --rows 6 --tile 64 --tile 256 --pool
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(${operation} intel COMMAND ${run} --rows 3 --tile 16384 --tile 64)
  suite_test(${operation}.groups intel COMMAND ${run} --rows 2 --tile 64 --tile 256
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(${operation} rusticl COMMAND ${run} --rows 8 --tile 256)
  suite_test(${operation} oclgrind COMMAND ${run} --rows 5 --tile 24
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
  suite_test(${operation} device COMMAND ${run} --rows 40 --tile 32 --tile 512 --tile 1000000)
  suite_test(full.${operation} device COMMAND ${run} --full --tile 32 --tile 512 LABELS full TIMEOUT 86400)
  suite_test(full.${operation} pocl COMMAND ${run} --full --tile 64 LABELS full TIMEOUT 86400)
endforeach()
# Keys, values and elements of intervals of which groups move the words: sizes of whole vectors, of pairs and of single words.
foreach(case "segmented_sort_keys|type=quads48,order=user,L=100" "segmented_sort_pairs|type=longs24,from=int,order=user,L=100"
        "segmented_sort_keys_by_flags|type=words36,order=user,L=100" "locality_sort_keys|type=words64,order=user"
        "sort_keys|type=quads48,order=user" "merge_keys|type=words36,order=user" "merge_pairs|type=int,from=quads48,order=less"
        "interval_move|type=words36" "interval_gather|type=longs24")
  string(REPLACE "|" ";" case "${case}")
  list(GET case 0 operation)
  list(GET case 1 case)
  set(run $<TARGET_FILE:test_operations> --op ${operation} --case)
  if(operation MATCHES "locality")
    set(run $<TARGET_FILE:test_many> --op ${operation} --case)
  endif()
  suite_test(${operation}.structures pocl COMMAND ${run} ${case},n=3001
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  # of so many tiles that groups of sorts take several
  suite_test(${operation}.structures oclgrind COMMAND ${run} ${case},n=600
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
  suite_test(${operation}.structures device COMMAND ${run} ${case},n=100003)
endforeach()
# The same of a few structures more than a tile.
suite_test(sort_keys.leftover pocl COMMAND $<TARGET_FILE:test_operations> --op sort_keys
  --case n=449,type=words36,order=user ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
# Numbers that Oclgrind converts four at a time only until it stops.
suite_test(copy.narrowed oclgrind COMMAND $<TARGET_FILE:test_operations> --op copy --case n=64,type=ushort,from=long)
# Groups that Intel's compiler got wrong, with its vectoriser and without.
foreach(implementation pocl intel)
  suite_test(compact.vectors ${implementation} COMMAND $<TARGET_FILE:test_operations> --op compact
    --case n=447,type=words36,variant=9,split=500 ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  suite_test(set_pairs.calls ${implementation} COMMAND $<TARGET_FILE:test_operations> --op set_pairs
    --case n=448,type=int,from=int,order=descending,variant=2,split=500
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt CL_CONFIG_USE_VECTORIZER=False)
  # Its compiler stopped at barriers in branches, of items that are generated.
  suite_test(segmented_reduce.branches ${implementation} COMMAND $<TARGET_FILE:test_operations> --op segmented_reduce
    --case n=1000,L=4,place=scattered,type=double,from=same,index=uint,op=mul,source=all,first=3
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
endforeach()
# Kernels of the test's own, made of the building blocks: no tuning changes their shape.
foreach(operation IN LISTS of_blocks)
  set(run $<TARGET_FILE:test_operations> --op ${operation})
  suite_test(${operation} pocl COMMAND ${run} --rows 8 --tile 128 --tile 4096)
  suite_test(${operation} intel COMMAND ${run} --rows 4 --tile 128 --tile 4096)
  suite_test(${operation} rusticl COMMAND ${run} --rows 8 --tile 128 --tile 4096)
  if(operation STREQUAL counter_add) # the sub-counters of many bins take the simulator minutes
    suite_test(${operation} oclgrind COMMAND ${run} --case n=1000 --repeat 2)
  else()
    suite_test(${operation} oclgrind COMMAND ${run} --rows 5 --tile 128)
  endif()
  suite_test(${operation} device COMMAND ${run} --rows 40 --tile 128 --tile 4096 --tile 1000000)
endforeach()
include(${suite}/sorts.cmake)

include(${suite}/wide.cmake)
foreach(inside wide description)
  test_source(source host_${inside}.c)
  add_executable(host_${inside} ${source})
  target_link_libraries(host_${inside} PRIVATE clinterval_static PkgConfig::cmocka Threads::Threads
    clinterval_warnings)
  add_test(NAME host.${inside} COMMAND host_${inside})
endforeach()
add_executable(host_scratch ${suite}/runtime/host_scratch.c)
target_link_libraries(host_scratch PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
target_link_options(host_scratch PRIVATE LINKER:--wrap=clCreateBuffer LINKER:--wrap=clFlush)
foreach(implementation pocl rusticl intel device)
  suite_test(host.scratch ${implementation} COMMAND $<TARGET_FILE:host_scratch>)
endforeach()

# ---- host tests: the public interface alone
add_library(test_fixture STATIC ${suite}/harness/fixture.c ${suite}/harness/sums.c ${suite}/harness/calls.c
  ${suite}/harness/calls_good.c ${suite}/harness/temporary.c)
target_link_libraries(test_fixture PUBLIC clinterval_headers PkgConfig::cmocka PRIVATE clinterval_warnings)
foreach(name arguments overlap snippets data offsets context lifetimes kernel
        include nan flags status messages copy
        sort merge sizes blocks results bulk sets join compact select reductions flight long threads counter counter_groups
        counter_refused aos soa fold tiles histogram as_of
        map names bounds counted array_memory segmented_scan_calls segmented_scan firsts rows merge_runs)
  test_source(source host_${name}.c)
  add_executable(host_${name} ${source})
  target_link_libraries(host_${name} PRIVATE test_fixture clinterval Threads::Threads clinterval_warnings)
  foreach(implementation pocl rusticl oclgrind intel device)
    suite_test(host.${name} ${implementation} COMMAND $<TARGET_FILE:host_${name}>)
  endforeach()
endforeach()
foreach(name fold tiles histogram rows select)
  target_compile_definitions(host_${name} PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
endforeach()
include(${suite}/starved.cmake)
include(${suite}/sub_groups.cmake)
include(${suite}/fault.cmake)
# The public device headers.
file(GLOB device_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/cl/block ${PROJECT_SOURCE_DIR}/cl/block/*.clh)
add_executable(host_headers ${suite}/block/host_headers.c)
target_link_libraries(host_headers PRIVATE test_fixture clinterval clinterval_warnings)
foreach(implementation pocl rusticl intel device)
  suite_test(host.headers ${implementation} COMMAND $<TARGET_FILE:host_headers> ${device_headers})
endforeach()
# What Intel's compiler gets wrong: right everywhere as the library has it compiled. Skipped on Intel, with what to do
# then, by a version that no longer needs that.
add_executable(host_vectorizer ${suite}/runtime/host_vectorizer.c)
target_link_libraries(host_vectorizer PRIVATE test_fixture clinterval clinterval_warnings)
foreach(implementation pocl rusticl oclgrind intel device)
  suite_test(host.vectorizer ${implementation} COMMAND $<TARGET_FILE:host_vectorizer>)
endforeach()
# Look-back by itself, with what the library tells programs of sub-groups.
add_executable(host_look_back ${suite}/grid/host_look_back.c)
target_link_libraries(host_look_back PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
foreach(implementation pocl rusticl oclgrind intel device)
  suite_test(host.look_back ${implementation} COMMAND $<TARGET_FILE:host_look_back>)
endforeach()
# The cache of programs, with the library's insides.
add_executable(host_cache ${suite}/runtime/host_cache.c)
target_include_directories(host_cache PRIVATE ${PROJECT_SOURCE_DIR}/host)
target_link_libraries(host_cache PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
target_link_options(host_cache PRIVATE LINKER:--wrap=clBuildProgram)
foreach(implementation pocl rusticl oclgrind intel device)
  suite_test(host.cache ${implementation} COMMAND $<TARGET_FILE:host_cache>)
endforeach()
# What commands wait for and work on, with the library's calls into OpenCL watched.
add_executable(host_commands ${suite}/runtime/host_commands.c)
target_link_libraries(host_commands PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
target_compile_definitions(host_commands PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
target_link_options(host_commands PRIVATE LINKER:--wrap=clEnqueueNDRangeKernel LINKER:--wrap=clEnqueueReadBuffer
  LINKER:--wrap=clEnqueueMarkerWithWaitList LINKER:--wrap=clFinish LINKER:--wrap=clGetMemObjectInfo
  LINKER:--wrap=clCreateCommandQueue LINKER:--wrap=clGetEventInfo)
foreach(implementation pocl rusticl device)
  suite_test(host.commands ${implementation} COMMAND $<TARGET_FILE:host_commands>)
endforeach()
include(${suite}/launches.cmake)
# What samples find goes wrong, by the library's insides.
add_executable(host_selecting ${suite}/select/host_selecting.c)
target_link_libraries(host_selecting PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
target_compile_definitions(host_selecting PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
foreach(implementation pocl rusticl intel device)
  suite_test(host.selecting ${implementation} COMMAND $<TARGET_FILE:host_selecting>)
endforeach()
foreach(name reductions segmented_scan_calls segmented_scan firsts)
  suite_test(host.${name}.look_back pocl COMMAND $<TARGET_FILE:host_${name}>
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/look_back.txt)
endforeach()
foreach(implementation pocl rusticl)
  foreach(operation reduce sorted_search histogram)
    suite_test(${operation}.last_block ${implementation}
      COMMAND $<TARGET_FILE:test_operations> --op ${operation} --rows 6 --tile 256 --tile 224
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/last_block.txt)
  endforeach()
endforeach()
# Beside platforms that do not work; a simulator that takes the loader's place sees none of them.
add_library(broken_icd MODULE ${suite}/runtime/broken_icd.c)
target_link_libraries(broken_icd PRIVATE clinterval_headers clinterval_warnings)
add_executable(host_platforms ${suite}/runtime/host_platforms.c)
target_link_libraries(host_platforms PRIVATE test_fixture clinterval clinterval_warnings)
foreach(implementation pocl rusticl intel device)
  suite_test(host.platforms ${implementation}
    COMMAND sh ${suite}/runtime/platforms.sh $<TARGET_FILE:broken_icd> $<TARGET_FILE:host_platforms>)
endforeach()
# Under a locale whose letters are not those of C.
add_executable(host_locale ${suite}/runtime/host_locale.c)
target_link_libraries(host_locale PRIVATE test_fixture clinterval clinterval_warnings)
foreach(implementation pocl rusticl oclgrind intel device)
  suite_test(host.locale ${implementation} COMMAND sh ${suite}/runtime/locale.sh tr_TR.UTF-8 $<TARGET_FILE:host_locale>)
endforeach()
# The same in other shapes than the device's own: many small tiles; sorts of numbers by their digits.
suite_test(host.sort.small pocl COMMAND $<TARGET_FILE:host_sort>
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
foreach(implementation intel device) # PoCL compiles for two minutes
  suite_test(host.sort.cooperative ${implementation} COMMAND $<TARGET_FILE:host_sort>
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/cooperative.txt)
endforeach()
foreach(shape groups look_back small)
  suite_test(host.nan.${shape} pocl COMMAND $<TARGET_FILE:host_nan>
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/${shape}.txt)
endforeach()
suite_test(host.copy.groups pocl COMMAND $<TARGET_FILE:host_copy>
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
suite_test(host.soa.groups pocl COMMAND $<TARGET_FILE:host_soa>
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
suite_test(host.aos.groups pocl COMMAND $<TARGET_FILE:host_aos>
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
suite_test(host.sizes.radix pocl COMMAND $<TARGET_FILE:host_sizes>
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/radix.txt)
# The pool, whose tests share a model.
add_library(test_pool STATIC ${suite}/pool/pool.c)
target_link_libraries(test_pool PUBLIC test_fixture clinterval PRIVATE clinterval_warnings)
foreach(name pool pool_load pool_use)
  test_source(source host_${name}.c)
  add_executable(host_${name} ${source})
  target_link_libraries(host_${name} PRIVATE test_pool Threads::Threads clinterval_warnings)
  foreach(implementation pocl rusticl oclgrind intel device)
    suite_test(host.${name} ${implementation} COMMAND $<TARGET_FILE:host_${name}>)
  endforeach()
endforeach()
# Groups of every size, structures of every size in every shape, and a soak of minutes.
foreach(implementation pocl rusticl device)
  foreach(name pool pool_load aos)
    suite_test(full.host.${name} ${implementation} COMMAND $<TARGET_FILE:host_${name}> LABELS full TIMEOUT 3600
      ENVIRONMENT CLIV_TEST_FULL=1)
  endforeach()
endforeach()
# All kinds of keys in all shapes.
foreach(implementation pocl device)
  suite_test(full.host.locality ${implementation} COMMAND $<TARGET_FILE:host_locality> LABELS full TIMEOUT 3600
    ENVIRONMENT CLIV_TEST_FULL=1)
endforeach()
# More elements than an int counts, on a CPU: minutes.
suite_test(full.host.long pocl COMMAND $<TARGET_FILE:host_long> LABELS full TIMEOUT 3600 ENVIRONMENT CLIV_TEST_FULL=1)
# Broken data may race (destinations that overlap, intervals out of order), as long as it stays inside the arrays.
set_tests_properties(host.data.oclgrind host.sort.oclgrind host.bulk.oclgrind host.join.oclgrind PROPERTIES
  ENVIRONMENT "CLIV_TEST_OCLGRIND=--uninitialized")

# ---- which device is the default, on machines that are made up
add_executable(host_default ${suite}/runtime/host_default.c)
target_link_libraries(host_default PRIVATE clinterval_static PkgConfig::cmocka Threads::Threads clinterval_warnings)
target_link_options(host_default PRIVATE LINKER:--wrap=clGetPlatformIDs LINKER:--wrap=clGetPlatformInfo
  LINKER:--wrap=clGetDeviceIDs LINKER:--wrap=clGetDeviceInfo)
add_test(NAME host.default COMMAND host_default)

# ---- long keys, however few, and locality sorts that read a sample: with the library's insides
foreach(name long_keys locality)
  test_source(source host_${name}.c)
  add_executable(host_${name} ${source})
  target_link_libraries(host_${name} PRIVATE test_fixture clinterval_static Threads::Threads clinterval_warnings)
  target_compile_definitions(host_${name} PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
  foreach(implementation pocl oclgrind intel device)
    suite_test(host.${name} ${implementation} COMMAND $<TARGET_FILE:host_${name}>)
  endforeach()
endforeach()

# ---- devices that take small groups only
add_executable(host_small_groups ${suite}/runtime/host_small_groups.c)
target_link_libraries(host_small_groups PRIVATE clinterval_static PkgConfig::cmocka Threads::Threads
  clinterval_warnings)
target_compile_definitions(host_small_groups PRIVATE CLIV_TEST_TUNING="${suite}/tuning")
target_link_options(host_small_groups PRIVATE LINKER:--wrap=clGetKernelWorkGroupInfo
  LINKER:--wrap=clEnqueueNDRangeKernel)
foreach(implementation pocl rusticl device)
  set(skipped)
  if(implementation STREQUAL rusticl) # llvmpipe ends the loops in which groups wait for each other
    set(skipped more_tiles_than_are_counted)
  endif()
  suite_test(host.small_groups ${implementation} COMMAND $<TARGET_FILE:host_small_groups> ${skipped}
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
endforeach()

# ---- memory that is lost: of calls that are refused, and of a program built and run
add_executable(forgetful ${suite}/faults/forgetful.c)
target_link_libraries(forgetful PRIVATE clinterval clinterval_warnings)
set(leaks sh ${suite}/faults/leaks.sh)
suite_test(leaks.planted pocl COMMAND ${leaks} some ${suite}/faults/leaks.supp $<TARGET_FILE:forgetful>)
suite_test(leaks.refusals pocl COMMAND ${leaks} none ${suite}/faults/leaks.supp $<TARGET_FILE:host_arguments> refusals)
suite_test(leaks.reduction pocl COMMAND ${leaks} none ${suite}/faults/leaks.supp
  $<TARGET_FILE:test_operations> --op reduce --mode in-order --case n=1000)

# ---- rows that `clinterval tune` writes, and shapes that it tries
set(bench ${PROJECT_SOURCE_DIR}/bench)
foreach(name tune tune_shapes)
  test_source(source host_${name}.c)
  add_executable(host_${name} ${source} ${bench}/tune_rows.c ${bench}/tune_shapes.c
    ${bench}/tune_targets.c)
  target_link_libraries(host_${name} PRIVATE clinterval_static PkgConfig::cmocka Threads::Threads m clinterval_warnings)
  add_test(NAME host.${name} COMMAND host_${name})
endforeach()

# ---- the parsers: a corpus and its mutations; with clang and -DCLINTERVAL_FUZZ=ON also a target for libFuzzer
option(CLINTERVAL_FUZZ "Tests: build fuzz_libfuzzer, which needs clang" OFF)
add_executable(fuzz_parsers ${suite}/faults/fuzz_parsers.c ${suite}/faults/fuzz_driver.c)
target_include_directories(fuzz_parsers PRIVATE ${PROJECT_SOURCE_DIR}/host)
target_link_libraries(fuzz_parsers PRIVATE clinterval_static Threads::Threads clinterval_warnings)
add_test(NAME fuzz.parsers COMMAND fuzz_parsers 1000000)
if(CLINTERVAL_FUZZ)
  set(host ${PROJECT_SOURCE_DIR}/host)
  add_executable(fuzz_libfuzzer ${suite}/faults/fuzz_parsers.c ${host}/runtime/device.c ${host}/runtime/tuning.c ${host}/runtime/error.c ${host}/runtime/text.c)
  target_include_directories(fuzz_libfuzzer PRIVATE ${host})
  target_link_libraries(fuzz_libfuzzer PRIVATE clinterval_headers Threads::Threads)
  target_compile_options(fuzz_libfuzzer PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_options(fuzz_libfuzzer PRIVATE -fsanitize=fuzzer,address,undefined)
endif()
