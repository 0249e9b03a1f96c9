# SPDX-License-Identifier: Apache-2.0
# Tests that run operations by their descriptors on each implementation, in the shapes that tuning files select. The
# function operation_tests of suite.cmake explains the columns. The tile sizes are those of the tuning rows in use; PoCL's
# default tile is a loop of one work-item over 16384 items.

# ---- every operation
operation_tests(OPERATIONS ${of_scans} TABLE
  "-          -          pocl      12    16384,256"
  "groups     groups     pocl      6     256,5000 --pool"
  "look_back  look_back  pocl      5     256 --pool"
  "-          -          intel     6     16384,256"
  "groups     groups     intel     2     256 --pool"
  "-          -          rusticl   12    512,2048"
  "-          small      oclgrind  5     32,120"
  "-          -          device    40    2048,4096,16384,1000000"
  "-          -          device    full  4096,2048"
  "-          -          pocl      full  256")
# Merges, sorts and searches. On GPUs operations on segments need many programs, so their rows are divided into parts
# with the same seed.
set(device_tiles 6912,5888,4864,896,1792,640,1000000)
operation_tests(OPERATIONS ${of_sorted} TABLE
  "-          -          pocl      5     16384,256"
  "-          -          intel     3     16384,256"
  "-          -          rusticl   5     448,2048"
  "-          small      oclgrind  4     24,120"
  "-          -          device    full  4864,640"
  "-          -          pocl      full  256")
set(of_undivided ${of_sorted})
list(REMOVE_ITEM of_undivided segmented_top_k)
operation_tests(OPERATIONS ${of_undivided} TABLE "- - device 40 ${device_tiles}")
string(RANDOM LENGTH 9 ALPHABET 123456789 seed)
foreach(part 1 2 3 4 5)
  operation_tests(OPERATIONS segmented_top_k OPTIONS --part ${part}/5 --seed ${seed} TABLE
    "${part}of5 - device 8 ${device_tiles}")
endforeach()
set(of_plain ${of_sorted})
list(FILTER of_plain EXCLUDE REGEX "segmented|locality")
operation_tests(OPERATIONS ${of_plain} TABLE
  "groups     groups     pocl      3     448,320,5000 --pool"
  "groups     groups     intel     2     448,320,5000")
set(of_segments ${of_sorted})
list(FILTER of_segments INCLUDE REGEX "segmented|locality")
operation_tests(OPERATIONS ${of_segments} TABLE
  "groups     groups     pocl      3     105 --pool"
  "groups     groups     intel     2     105")
# Operations whose result size depends on the data, bulk operations, reductions of segments and runs.
operation_tests(OPERATIONS ${of_counted} TABLE
  "-          -          pocl      6/4   16384,256"
  "groups     groups     pocl      4/2   448,320,5000 --pool"
  "look_back  look_back  pocl      4/2   256,448 --pool"
  "-          -          intel     4/2   16384,256"
  "groups     groups     intel     2     448,320"
  "-          small      oclgrind  5     24,120"
  "-          -          device    40    6912,4864,640,1000000"
  "-          -          device    full  4864,640"
  "-          -          pocl      full  256")
# llvmpipe takes minutes to compile operators on structures of 48 bytes.
operation_tests(OPERATIONS ${of_counted} TIMEOUT 3000 TABLE "- - rusticl 6/4 448,2048")
# Structures, and operations that treat each element independently.
operation_tests(OPERATIONS ${of_items} TABLE
  "-          -          pocl      8     16384,64"
  "groups     groups     pocl      6     64,256 --pool"
  "-          -          intel     3     16384,64"
  "groups     groups     intel     2     64,256"
  "-          -          rusticl   8     256"
  "-          small      oclgrind  5     24"
  "-          -          device    40    32,512,1000000"
  "-          -          device    full  32,512"
  "-          -          pocl      full  64")
# Test kernels made of the device functions in cl/block. Tuning does not change their shape.
operation_tests(OPERATIONS ${of_blocks} TABLE
  "-          -          pocl      8     128,4096"
  "-          -          intel     4     128,4096"
  "-          -          rusticl   8     128,4096"
  "-          -          device    40    128,4096,1000000")
set(of_quick_blocks ${of_blocks})
list(REMOVE_ITEM of_quick_blocks counter_add) # the sub-counters of many bins take minutes on the simulator
operation_tests(OPERATIONS ${of_quick_blocks} TABLE "- - oclgrind 5 128")
operation_tests(TABLE "counter_add - - oclgrind - - --case n=1000 --repeat 2")

# ---- arrays with a device-side length: additional programs
operation_tests(PREFIX lengths. OPERATIONS ${of_library} OPTIONS --counted TABLE
  "-          -          pocl      1     256,16384"
  "groups     groups     pocl      2     256,448 --pool"
  "-          groups     intel     2     256"
  "-          -          rusticl   2     448"
  "-          small      oclgrind  1     24,120"
  "-          -          device    6     2048,6912,1000000")
operation_tests(PREFIX lengths. OPERATIONS ${of_scans} ${of_counted} OPTIONS --counted TABLE
  "look_back  look_back  pocl      2     256,448"
  "fall_back  fall_back  pocl      2     256,448")
# The counter of tickets is 0 again after a call, for the next call with the same states.
operation_tests(PREFIX lengths. OPERATIONS scan_exclusive compact unique set_keys OPTIONS --counted TABLE
  "reused     fall_back  pocl      1     256 --pool")
# Groups without items do not arrive, if groups may return before barriers that other groups meet.
operation_tests(PREFIX lengths. TABLE "reduce last_block last_block pocl,rusticl,device 2 256 --counted --pool")
operation_tests(PREFIX lengths. OPERATIONS sort_keys sort_pairs OPTIONS --counted TABLE
  "sweeps     sweeps     oclgrind,device 1 345")
# Joins in one pass, which small inputs do not use by default.
operation_tests(PREFIX lengths. TABLE "join one_pass one_pass+many pocl,device 2 320 --counted"
  "join_unsorted one_pass one_pass+many pocl 2 128,4096 --counted")

# Group-by: hash tables that are too small for the keys of a chunk; rows that are partitioned, or sorted by digits.
operation_tests(TABLE
  "group_by partitioned partitioned pocl,intel,rusticl 5 16384,65536"
  "group_by partitioned_many many+partitioned pocl 3 16384,65536"
  "group_by partitioned serial_small+partitioned oclgrind 5 24,120"
  "group_by full_tables many       pocl,intel,rusticl 3 16384,65536"
  "group_by few_digits  few_digits pocl,device        3 256,320"
  "group_by sweeps      sweeps     pocl,device        2 345"
  "group_by tables      tables     rusticl,oclgrind,device 3 256,700"
  "group_by tables_full tables+tables_full rusticl,oclgrind,device 3 256,4000")
operation_tests(PREFIX lengths. TABLE
  "group_by tables tables rusticl,device 2 700 --counted"
  "group_by partitioned partitioned pocl,rusticl 2 700 --counted")

# ---- 64-bit indices for the small arrays of the tests, and schedules of large inputs
operation_tests(PREFIX wide. OPERATIONS ${of_library} TABLE
  "-          many+wide  pocl      1     256"
  "groups     groups+many+wide pocl      1     448,320"
  "-          many+wide  device    6     6912,4864")
# Radix sorts, because their tile states are longer.
operation_tests(PREFIX wide. OPERATIONS sort_keys sort_pairs OPTIONS --built-in TABLE
  "sweeps     sweeps+many+wide pocl,intel 1    345"
  "sweeps     sweeps+many+wide device    1     345,100000")
operation_tests(PREFIX wide. OPERATIONS sort_keys sort_pairs OPTIONS --built-in TABLE
  "fall_back  fall_back+starved+many+wide pocl,intel,rusticl,oclgrind,device 1 345")
foreach(type int uchar) # always tested; the rows above draw their types
  set(case --case type=${type},order=less,n=3001)
  operation_tests(PREFIX wide. OPERATIONS sort_keys sort_pairs OPTIONS ${case} TABLE
    "sweeps.${type} sweeps+many+wide pocl - -")
  operation_tests(PREFIX wide. OPERATIONS sort_keys sort_pairs OPTIONS ${case} TABLE
    "fall_back.${type} fall_back+starved+many+wide pocl - -")
endforeach()
operation_tests(PREFIX wide. TABLE
  "partition look_back look_back+many+wide pocl  2  256,448" # single launch on a cooperative grid
  "group_by  partitioned partitioned+wide pocl  2  700"
  "join      one_pass  one_pass+many+wide pocl  3  320,5000" # one pass: the search cuts the result
  "sort_keys counted   many+wide pocl  -  - --case type=char,order=greater,first=3,n=9001"
  # The last tile has fewer outputs than the group has work-items.
  "join      leftover  groups+many+wide pocl  -  - --case n=1344,keys=few,split=500,variant=44")

# ---- schedules of large inputs on small inputs: groups that process several tiles
operation_tests(OPERATIONS set_keys compact unique reduce_by_key top_k TABLE
  "many       look_back+many pocl      4     256,448 --pool"
  "many       many       device    40    6912,4864,640,1000000")
operation_tests(TABLE
  "reduce_by_key many.words words+many pocl 4 1024" # 32 items per work-item fill a word of bits
  "join one_pass one_pass+many pocl  3 320,5000 --pool"
  "join_unsorted one_pass one_pass+many pocl,intel,oclgrind 3 128,4096"
  "join one_pass one_pass+many intel 3 320,5000")
operation_tests(OPERATIONS binary_search TABLE
  "indexed    indexed    pocl      20    448,320 --pool"
  "indexed    indexed    intel     4     448,320"
  "indexed    indexed    rusticl   6     448"
  "indexed    indexed    oclgrind  4     120"
  "indexed    indexed    device    40    448,100000"
  "large      -          device    10    100000,1000000")
# One run that spans all tiles: no run begins in the last tile.
set(one_run --case n=100001,shape=one,variant=9)
operation_tests(OPERATIONS unique OPTIONS ${one_run} TABLE
  "one_run        -         pocl,device - -"
  "one_run.groups groups    pocl,device - -")
operation_tests(OPERATIONS unique OPTIONS ${one_run} TABLE
  "one_run.many   look_back+many pocl,device - -")
# Locality sorts that merge only what is out of order, and locality sorts that use a sample to select a radix sort.
operation_tests(OPERATIONS locality_sort_keys locality_sort_pairs TABLE
  "many       groups+many pocl,intel 3    105 --pool"
  "many       many       rusticl   5     448,2048"
  "many       small+many oclgrind  4     24,120"
  "many       many       device    40    4864,1792,1000000"
  "sweeps     sweeps+many pocl,intel 2    448 --built-in"
  "sweeps     sweeps+many device    20    448,100000 --built-in"
  "radix      radix+many pocl,intel 2    448 --built-in"
  "radix      radix+many device    20    448,100000 --built-in"
  "radix      radix+many rusticl   3     448,2048 --built-in")

# ---- radix sorts of numbers in their built-in orders. The inputs have more than four tiles of 256 keys, because
# ---- smaller inputs are merge sorted.
set(of_digits sort_keys sort_pairs sort_indices sort_rows)
operation_tests(OPERATIONS ${of_digits} OPTIONS --built-in TABLE
  "radix      radix      pocl      3     345"
  "radix      radix      intel,oclgrind 1 345"
  "radix      radix      rusticl   3     345,2048"
  "radix      radix      device    10    345,100000"
  # One pass per digit. Not on llvmpipe, which ends the loops of waiting groups.
  "sweeps     sweeps     pocl      2     345,5000"
  "sweeps     sweeps     intel     1     345,5000"
  "sweeps     sweeps     oclgrind  1     345"
  "sweeps     sweeps     device    10    345,100000")
# Columns of 3, 5, 6 and 7 bytes in total, which sorts pack into 4 or 8 bytes.
operation_tests(OPERATIONS sort_rows TABLE
  "packed.3   -          pocl,device - - --case n=601,type=short,variant=8"
  "packed.5   -          pocl,device - - --case n=601,type=int,variant=8"
  "packed.6   -          pocl,device - - --case n=601,type=short,from=int,variant=0"
  "packed.7   -          pocl,device - - --case n=601,type=int,variant=7")
# Pairs: the sizes of key and value determine where a pass stores the digits while it moves the values.
foreach(types int,from=int float,from=short short,from=int uint,from=long)
  string(REPLACE ",from=" "." name ${types})
  operation_tests(TABLE "sort_pairs digits.${name} odd_digits pocl,intel,oclgrind,device - -
    --case type=${types},order=less,n=3001")
endforeach()
# Keys of 8 bytes, sorted by their upper bits, or by all bits if the sample misleads. The test checks the end of
# scratch memory.
foreach(tuning sweeps radix)
  operation_tests(TABLE
    "sort_keys    long_${tuning} ${tuning}+many pocl,device - - --case type=long,n=20011,order=less"
    "sort_pairs   long_${tuning} ${tuning}+many pocl,device - - --case type=long,from=int,n=20011,order=less"
    "sort_indices long_${tuning} ${tuning}+many pocl,device - - --case type=ulong,n=5003,keys=few,order=less")
endforeach()
# Counting sorts of integers of 1 and 2 bytes.
foreach(case type=uchar,order=less,n=8191 type=uchar,order=less,n=8193 type=char,order=less,first=3,n=20001
        type=char,order=greater,n=20001 type=ushort,order=greater,n=2097153 type=short,order=less,n=2097153
        type=short,order=greater,keys=few,n=2200001)
  string(REGEX REPLACE "[a-z]+=" "" name ${case})
  string(REPLACE "," "." name ${name})
  operation_tests(TABLE "sort_keys counted.${name} - pocl,rusticl,intel,device - - --case ${case}")
  if(name MATCHES char) # single launch
    operation_tests(TABLE
      "sort_keys single_launch.${name} bytes_single_launch pocl,intel,device - - --case ${case}")
  endif()
endforeach()
# One work-item per group: radix sorts of numbers, in tiles and as a whole; segments of numbers by ranks.
operation_tests(OPTIONS --built-in
  OPERATIONS ${of_digits} segmented_sort_keys segmented_sort_pairs TABLE
  "serial     serial_sort pocl     4     64,17,2500"
  "serial     serial_sort intel    2     64,17,2500"
  "serial     serial_sort rusticl,oclgrind 2 64,17")
# Top k with one work-item per group: of segments with any type, and of small inputs.
operation_tests(OPERATIONS top_k segmented_top_k TABLE
  "serial     serial_sort pocl,rusticl,oclgrind 3 64,17"
  "serial     serial_sort intel    2     64,17,2500")

# ---- sorts that merge several runs in a round. Tiles have a few keys, so that a single tile can reveal an invalid
# ---- comparator.
operation_tests(OPERATIONS sort_keys sort_pairs sort_indices TABLE
  "rounds     rounds+many pocl,rusticl,oclgrind,intel,device 3 36,1000")
# Single launches on a cooperative grid. Not on llvmpipe, which ends the loops of waiting groups.
set(of_one_launch sort_keys sort_pairs sort_indices segmented_sort_keys segmented_sort_pairs
  segmented_sort_keys_by_flags locality_sort_keys)
operation_tests(OPERATIONS ${of_one_launch} TABLE
  "cooperative       cooperative       intel     4     160,1600"
  "cooperative       cooperative       device    10    160,1600,160000")
list(REMOVE_ITEM of_one_launch segmented_sort_pairs) # PoCL takes fifteen seconds to compile a program
operation_tests(OPERATIONS ${of_one_launch} TABLE "cooperative cooperative pocl 1 160,1600")
operation_tests(TABLE "sort_keys reused cooperative pocl,intel,device 1 160,1600 --pool") # counters are 0 again
# A single launch for the passes of segmented sorts only.
operation_tests(TABLE
  "segmented_sort_keys  passes cooperative+many pocl,intel,device 2 160,1600"
  "segmented_sort_pairs passes cooperative+many intel 2 160,1600")
# Merge sorts of floats with NaNs, both zeros and infinities, in both built-in orders: NaNs come last, and equal keys
# keep their order.
foreach(order less greater)
  set(case --case type=float,keys=special,order=${order})
  operation_tests(OPERATIONS sort_keys sort_pairs TABLE
    "nan.${order} groups   pocl      -     - ${case},n=3001"
    "nan.${order} -        rusticl   -     - ${case},n=3001"
    "nan.${order} -        device    -     - ${case},n=100003")
endforeach()
# Structures that a group moves unit by unit, as keys, values and elements of intervals. The sizes allow units of 16, 8
# and 4 bytes. On Oclgrind the inputs have so many tiles that groups of sorts process several.
foreach(row "segmented_sort_keys type=quads48,order=user,L=100" "segmented_sort_pairs type=longs24,from=int,order=user,L=100"
        "segmented_sort_keys_by_flags type=words36,order=user,L=100" "locality_sort_keys type=words64,order=user"
        "sort_keys type=quads48,order=user" "merge_keys type=words36,order=user"
        "merge_pairs type=int,from=quads48,order=less" "interval_move type=words36" "interval_gather type=longs24")
  string(REPLACE " " ";" case ${row})
  list(POP_FRONT case operation)
  set(many "")
  set(many_alone -)
  if(operation MATCHES "locality")
    set(many +many)
    set(many_alone many)
  endif()
  operation_tests(OPERATIONS ${operation} TABLE
    "structures groups${many} pocl      -     - --case ${case},n=3001"
    "structures small${many}  oclgrind  -     - --case ${case},n=600"
    "structures ${many_alone} device    -     - --case ${case},n=100003")
endforeach()
# Cuts of more tiles than a group of the kernel that cuts them has work-items.
operation_tests(TABLE "sort_keys cuts small pocl,rusticl - - --case n=20000,type=int,order=user")
# A few structures more than a tile.
operation_tests(TABLE "sort_keys leftover groups pocl - - --case n=449,type=words36,order=user")

# ---- top k of 8-byte keys in groups of several work-items: the ranks need the indices, too
operation_tests(TABLE "top_k long groups pocl,device - - --case n=2000,type=long,order=less")
# Samples that mislead: radix digits find the top k, with a launch per digit and in a single launch.
operation_tests(OPERATIONS top_k OPTIONS --built-in TABLE
  "digits     groups+many pocl      4     448,5000"
  "digits     groups+many intel     2     448,5000"
  "digits     many       rusticl   4     448,5000"
  "digits     small+many oclgrind  3     120"
  "cooperative       cooperative+many  pocl,intel 2    160,5000")
# A sample that suffices, on a cooperative grid.
operation_tests(TABLE "top_k sample cooperative pocl,intel,device - - --pool --case type=int,n=20000,order=less")
operation_tests(TABLE "top_k launches groups+many oclgrind - - --case n=4099,type=int,order=less")
# Large inputs, which are selected in parts.
set(few_bytes type=uchar,order=less,keys=few,n=40001,variant=6,index=int,first=1)
set(special_floats type=float,order=greater,keys=special,n=40001,variant=6,index=long)
set(special_longs type=long,order=greater,keys=special,n=40001,variant=0,index=ulong,first=3)
set(equal_ints type=int,order=greater,keys=equal,n=13001,variant=3,index=uint)
operation_tests(OPERATIONS top_k TABLE
  "parts.checked many+parts pocl - - --mode checked --case ${few_bytes}"
  "parts.ahead many+parts pocl - - --mode ahead --case ${special_floats}"
  "parts.out_of_order many+parts intel - - --mode out-of-order --case ${special_floats}"
  "parts many+parts rusticl - - --case ${special_longs}"
  "parts many+parts oclgrind - - --case ${equal_ints}")
foreach(case few_bytes special_floats special_longs equal_ints)
  operation_tests(TABLE "top_k parts.${case} many+parts device - - --case ${${case}}")
endforeach()

# ---- last-block reduction
operation_tests(OPERATIONS reduce sorted_search histogram TABLE
  "last_block last_block pocl,rusticl 6  256,224")

# ---- look-back with fallback, with starved groups: the waiting groups do the work of the starved groups
set(of_segmented_scans segmented_scan_exclusive scan_by_key_inclusive)
set(of_fall_back scan_exclusive scan_inclusive offsets_from_counts set_keys set_pairs reduce_by_key compact unique join)
operation_tests(OPERATIONS ${of_fall_back} ${of_segmented_scans} TIMEOUT 3000 TABLE
  "fall_back  fall_back+starved pocl      6/3   64,224"
  "fall_back  fall_back+starved intel,oclgrind 3 64,224"
  "fall_back  fall_back+starved device    20    64,224,100000")
operation_tests(OPERATIONS ${of_fall_back} TIMEOUT 3000 TABLE "fall_back fall_back+starved rusticl 3 64,224")
# llvmpipe ends the process at some segmented scans of char.
operation_tests(OPERATIONS ${of_segmented_scans} TIMEOUT 3000 TABLE
  "fall_back  fall_back+starved rusticl   -     - --case n=1001,type=int,order=less")
# Rows for devices that may run only one group at a time, with NVIDIA's shapes.
operation_tests(OPERATIONS scan_exclusive compact TABLE
  "one_group  one_group+starved pocl,device 1   4096 --built-in")
# Radix sorts of more keys than the limit of merge sorts; the last row has groups with fewer work-items than digits.
operation_tests(OPERATIONS ${of_digits} OPTIONS --built-in TABLE
  "fall_back  fall_back+starved pocl,intel,rusticl 2 345,2048"
  "fall_back  fall_back+starved oclgrind  1     345"
  "fall_back  fall_back+starved device    10    345,100000")
operation_tests(TABLE
  "sort_pairs fall_back.few tiny+starved pocl,intel,rusticl,oclgrind,device 1 41 --built-in")

# ---- groups whose sub-groups shuffle, with every sub-group size; on.sh skips implementations without sub-groups
# sub_groups_tests(LANES "ROW" OPERATION… [TIMEOUT s])
function(sub_groups_tests lanes row)
  operation_tests(ENVIRONMENT CLINTERVAL_SUB_GROUPS=${lanes} OPERATIONS ${ARGN} TABLE "${row}")
endfunction()
sub_groups_tests(32 "sub_groups_32 sub_groups pocl,intel,device 2 256,448"
  scan_exclusive offsets_from_counts reduce compact partition reduce_by_key unique set_keys set_pairs join
  sort_keys sort_pairs merge_keys merge_pairs sorted_search bulk_remove top_k interval_expand segmented_reduce
  segmented_scan_exclusive scan_by_key_inclusive segmented_sort_keys)
foreach(lanes 4 8 16 64)
  sub_groups_tests(${lanes} "sub_groups_${lanes} sub_groups pocl,intel,device 2 256,512"
    scan_exclusive compact reduce_by_key unique set_keys sort_pairs merge_pairs scan_by_key_inclusive)
endforeach()
# Reduction by key in one pass: each team of work-items ranks its part of a tile. A team is a sub-group, or the group
# if sub-groups are too small.
foreach(lanes 4 8 16 32)
  sub_groups_tests(${lanes} "many.sub_groups_${lanes} words+many pocl,intel 3 1024" reduce_by_key)
endforeach()
# Look-back with fallback, with sub-groups of the group's size and smaller sub-groups.
foreach(lanes 8 16)
  sub_groups_tests(${lanes} "fall_back.sub_groups_${lanes} fall_back+starved pocl,intel 2 64,224"
    scan_inclusive scan_by_key_inclusive compact set_keys TIMEOUT 3000)
endforeach()
# Radix sorts by digits of 8 bits in one pass per digit, with several digits per work-item: in tiles whose digits and
# offsets do not fill words, and with starved groups.
foreach(row "sort_keys int type=int" "sort_pairs float.short type=float,from=short"
        "sort_pairs uint.long type=uint,from=long" "sort_indices ushort.few type=ushort,keys=few")
  string(REPLACE " " ";" case ${row})
  list(POP_FRONT case operation name)
  string(APPEND case ,order=less,n=20011)
  sub_groups_tests(16 "sweeps.sub_groups_16.${name} odd_digits pocl,intel - - --case ${case}"
    ${operation})
  sub_groups_tests(16 "fall_back.sub_groups_16.${name} fall_back+starved pocl,intel - - --case ${case}"
    ${operation})
endforeach()

# ---- programs that compilers once got wrong
operation_tests(TABLE
  # Oclgrind fails when four such numbers are converted together.
  "copy narrowed - oclgrind - - --case n=64,type=ushort,from=long"
  # Intel's compiler got these kernels wrong, with and without its vectoriser, or ended at barriers in branches with
  # generated items.
  "compact vectors groups pocl,intel - - --case n=447,type=words36,variant=9,split=500"
  "segmented_reduce branches groups pocl,intel - -
    --case n=1000,L=4,place=scattered,type=double,from=same,index=uint,op=mul,source=all,first=3")
operation_tests(ENVIRONMENT CL_CONFIG_USE_VECTORIZER=False TABLE "set_pairs calls groups pocl,intel - -
  --case n=448,type=int,from=int,order=descending,variant=2,split=500")

# ---- scratch memory of exactly the requested size, between guards (guarded.c): one row of every operation, in each
# ---- shape that a tuning file selects. Each process runs many operations, and PoCL compiles them without
# ---- optimisation.
function(guarded_test shape tuning tiles) # guarded_test(SHAPE TUNING TILES [OPTION…] OPERATIONS o…)
  cmake_parse_arguments(PARSE_ARGV 3 test "" "" "OPERATIONS")
  list(TRANSFORM test_OPERATIONS PREPEND "--op;")
  set(more)
  if(NOT tuning STREQUAL "-")
    set(more TUNING ${tuning})
  endif()
  string(REPLACE "," ";--tile;" tiles "${tiles}")
  suite_test(guarded.${shape} pocl COMMAND $<TARGET_FILE:test_operations> --rows 1 --tile ${tiles} ${test_UNPARSED_ARGUMENTS}
    ${test_OPERATIONS} ENVIRONMENT POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable ${more})
endfunction()
set(of_single_passes ${of_scans} ${of_counted})
set(of_orders ${of_digits} segmented_sort_keys segmented_sort_pairs segmented_sort_keys_by_flags
  segmented_sort_pairs_by_flags locality_sort_keys locality_sort_pairs top_k segmented_top_k)
guarded_test(serial - 300,16384 OPERATIONS ${of_library} ${of_blocks})
guarded_test(groups groups 448,320,256 OPERATIONS ${of_library})
guarded_test(look_back look_back 256,448 OPERATIONS ${of_single_passes})
guarded_test(fall_back fall_back 128,224 OPERATIONS ${of_single_passes})
guarded_test(last_block last_block 256,224 OPERATIONS reduce sorted_search join histogram)
guarded_test(single_launch single_launch 256 OPERATIONS ${of_counted})
guarded_test(one_pass one_pass+many 320 OPERATIONS join)
guarded_test(cooperative cooperative 160,1600 OPERATIONS ${of_orders})
guarded_test(rounds rounds+many 48,1000 OPERATIONS ${of_orders})
guarded_test(radix radix 345,2048 --built-in OPERATIONS ${of_digits})
guarded_test(sweeps sweeps 345,2048 --built-in OPERATIONS ${of_digits})
guarded_test(serial_sort serial_sort 64,2500 --built-in OPERATIONS ${of_orders})
guarded_test(many look_back+many 448,256
  OPERATIONS set_keys join compact partition unique reduce_by_key top_k locality_sort_keys locality_sort_pairs)
guarded_test(wide groups+many+wide 448,320 OPERATIONS ${of_library})
