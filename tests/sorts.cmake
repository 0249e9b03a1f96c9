# SPDX-License-Identifier: Apache-2.0
# Sorts, and selections, in shapes that the device does not take by itself.

# Numbers in their built-in orders, by their digits: of more than the four tiles of 256 that are merged sooner.
foreach(operation sort_keys sort_pairs sort_indices sort_rows)
  set(run $<TARGET_FILE:test_operations> --op ${operation} --built-in)
  set(radix ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/radix.txt)
  suite_test(${operation}.radix pocl COMMAND ${run} --rows 3 --tile 345 ${radix})
  suite_test(${operation}.radix intel COMMAND ${run} --rows 1 --tile 345 ${radix})
  suite_test(${operation}.radix rusticl COMMAND ${run} --rows 3 --tile 345 --tile 2048 ${radix})
  suite_test(${operation}.radix oclgrind COMMAND ${run} --rows 1 --tile 345 ${radix})
  suite_test(${operation}.radix device COMMAND ${run} --rows 10 --tile 345 --tile 100000 ${radix})
endforeach()
# Columns of 3, 5, 6 and 7 bytes in total, which sorts pack into 4 or 8 bytes.
foreach(case 3,type=short,variant=8 5,type=int,variant=8 6,type=short,from=int,variant=0 7,type=int,variant=7)
  string(REGEX REPLACE ",.*" "" bytes "${case}")
  string(REGEX REPLACE "^[0-9]," "" case "${case}")
  foreach(implementation pocl device)
    suite_test(sort_rows.packed.${bytes} ${implementation}
      COMMAND $<TARGET_FILE:test_operations> --op sort_rows --case n=601,${case})
  endforeach()
endforeach()
# In one pass for each digit; llvmpipe's loops end where groups wait.
foreach(operation sort_keys sort_pairs sort_indices sort_rows)
  set(run $<TARGET_FILE:test_operations> --op ${operation} --built-in)
  set(sweeps ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/sweeps.txt)
  suite_test(${operation}.sweeps pocl COMMAND ${run} --rows 2 --tile 345 --tile 5000 ${sweeps})
  suite_test(${operation}.sweeps intel COMMAND ${run} --rows 1 --tile 345 --tile 5000 ${sweeps})
  suite_test(${operation}.sweeps oclgrind COMMAND ${run} --rows 1 --tile 345 ${sweeps})
  suite_test(${operation}.sweeps device COMMAND ${run} --rows 10 --tile 345 --tile 100000 ${sweeps})
endforeach()
# Values that follow keys: of what sizes decides where digits wait for them.
foreach(case type=int,from=int type=float,from=short type=short,from=int type=uint,from=long)
  string(REGEX REPLACE "[a-z]+=" "" name "${case}")
  string(REPLACE "," "." name "${name}")
  foreach(implementation pocl intel oclgrind device)
    suite_test(sort_pairs.digits.${name} ${implementation}
      COMMAND $<TARGET_FILE:test_operations> --op sort_pairs --case ${case},order=less,n=3001
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/odd_digits.txt)
  endforeach()
endforeach()
# Keys of 8 bytes by their upper bits, and what the sample misleads by all: where scratch memory ends is looked at.
foreach(case sort_keys,type=long,n=20011 sort_pairs,type=long,from=int,n=20011 sort_indices,type=ulong,n=5003,keys=few)
  string(REGEX REPLACE ",.*" "" operation "${case}")
  string(REPLACE "${operation}," "" case "${case}") # CMake has each repeat of a match begin the text: no ^
  foreach(tuning sweeps radix)
    foreach(implementation pocl device)
      suite_test(${operation}.long_${tuning} ${implementation}
        COMMAND $<TARGET_FILE:test_many> --op ${operation} --case ${case},order=less
        ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/${tuning}.txt)
    endforeach()
  endforeach()
endforeach()
# Integers of few values, which are counted.
foreach(case type=uchar,order=less,n=8191 type=uchar,order=less,n=8193 type=char,order=less,first=3,n=20001
        type=char,order=greater,n=20001 type=ushort,order=greater,n=2097153 type=short,order=less,n=2097153
        type=short,order=greater,keys=few,n=2200001)
  string(REGEX REPLACE "[a-z]+=" "" name "${case}")
  string(REPLACE "," "." name "${name}")
  set(run $<TARGET_FILE:test_operations> --op sort_keys --case ${case})
  foreach(implementation pocl rusticl intel device)
    suite_test(sort_keys.counted.${name} ${implementation} COMMAND ${run})
  endforeach()
  if(name MATCHES char) # in one launch
    foreach(implementation pocl intel device)
      suite_test(sort_keys.single_launch.${name} ${implementation} COMMAND ${run}
        ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/bytes_single_launch.txt)
    endforeach()
  endif()
endforeach()
# By one work-item in a group: numbers by their digits, in tiles and as a whole; segments of numbers by ranks.
foreach(operation sort_keys sort_pairs sort_indices sort_rows segmented_sort_keys segmented_sort_pairs)
  set(run $<TARGET_FILE:test_operations> --op ${operation} --built-in --tile 64)
  set(serial ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/serial_sort.txt)
  suite_test(${operation}.serial pocl COMMAND ${run} --rows 4 --tile 17 --tile 2500 ${serial})
  suite_test(${operation}.serial intel COMMAND ${run} --rows 2 --tile 17 --tile 2500 ${serial})
  suite_test(${operation}.serial rusticl COMMAND ${run} --rows 2 --tile 17 ${serial})
  suite_test(${operation}.serial oclgrind COMMAND ${run} --rows 2 --tile 17 ${serial})
endforeach()
# The first k there: of segments, whatever the type, and of few keys.
foreach(operation top_k segmented_top_k)
  set(run $<TARGET_FILE:test_operations> --op ${operation} --tile 64)
  foreach(implementation pocl rusticl oclgrind)
    suite_test(${operation}.serial ${implementation} COMMAND ${run} --rows 3 --tile 17 ${serial})
  endforeach()
  suite_test(${operation}.serial intel COMMAND ${run} --rows 2 --tile 17 --tile 2500 ${serial})
endforeach()
# Users' orders there, with such as contradict themselves.
foreach(implementation pocl intel)
  suite_test(host.sort.serial ${implementation} COMMAND $<TARGET_FILE:host_sort>
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/serial_sort.txt)
endforeach()

# And where many runs are merged at once, in tiles of a few keys, so that some single tile is what gives an order away.
add_executable(host_sort_rounds ${suite}/sort/host_sort.c ${suite}/harness/many.c)
target_link_libraries(host_sort_rounds PRIVATE test_fixture clinterval_static Threads::Threads ${CMAKE_DL_LIBS}
  clinterval_warnings)
set(rounds ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/rounds.txt)
foreach(implementation pocl rusticl intel device) # its searches, too, find anything, which Oclgrind sees as races
  suite_test(host.sort.rounds ${implementation} COMMAND $<TARGET_FILE:host_sort_rounds> ${rounds})
endforeach()
foreach(operation sort_keys sort_pairs sort_indices)
  foreach(implementation pocl rusticl oclgrind intel device)
    suite_test(${operation}.rounds ${implementation} COMMAND $<TARGET_FILE:test_many> --op ${operation} --rows 3
      --tile 36 --tile 1000 ${rounds})
  endforeach()
endforeach()

# The same in one launch, whose groups wait for each other; llvmpipe's do not, as its loops end.
foreach(operation sort_keys sort_pairs sort_indices segmented_sort_keys segmented_sort_pairs
        segmented_sort_keys_by_flags locality_sort_keys)
  set(run $<TARGET_FILE:test_operations> --op ${operation} --tile 160 --tile 1600)
  set(cooperative ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/cooperative.txt)
  if(NOT operation STREQUAL segmented_sort_pairs) # a program takes PoCL fifteen seconds
    suite_test(${operation}.cooperative pocl COMMAND ${run} --rows 1 ${cooperative})
  endif()
  suite_test(${operation}.cooperative intel COMMAND ${run} --rows 4 ${cooperative})
  suite_test(${operation}.cooperative device COMMAND ${run} --rows 10 --tile 160000 ${cooperative})
endforeach()

# Only the passes of segments in one launch.
foreach(implementation pocl intel device)
  suite_test(segmented_sort_keys.passes ${implementation} COMMAND $<TARGET_FILE:test_many> --op segmented_sort_keys
    --rows 2 --tile 160 --tile 1600 ${cooperative})
endforeach()
suite_test(segmented_sort_pairs.passes intel COMMAND $<TARGET_FILE:test_many> --op segmented_sort_pairs --rows 2
  --tile 160 --tile 1600 ${cooperative})

# Floats with NaNs, both zeros and infinities, in both built-in orders, by merges: NaNs come last, equal keys stay.
foreach(operation sort_keys sort_pairs)
  foreach(order less greater)
    set(run $<TARGET_FILE:test_operations> --op ${operation} --case type=float,keys=special,order=${order})
    suite_test(${operation}.nan.${order} pocl COMMAND ${run},n=3001
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
    suite_test(${operation}.nan.${order} rusticl COMMAND ${run},n=3001)
    suite_test(${operation}.nan.${order} device COMMAND ${run},n=100003)
  endforeach()
endforeach()
# Few tiles for many: locality sorts that look which merges are needed.
foreach(operation locality_sort_keys locality_sort_pairs)
  set(run $<TARGET_FILE:test_many> --op ${operation})
  foreach(implementation pocl intel)
    suite_test(${operation}.many ${implementation} COMMAND ${run} --rows 3 --tile 105 --pool
      ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
  endforeach()
  suite_test(${operation}.many rusticl COMMAND ${run} --rows 5 --tile 448 --tile 2048)
  suite_test(${operation}.many oclgrind COMMAND ${run} --rows 4 --tile 24 --tile 120
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
  suite_test(${operation}.many device COMMAND ${run} --rows 40 --tile 4864 --tile 1792 --tile 1000000 TIMEOUT 1200)
endforeach()
# The same where they look whether digits are better.
foreach(operation locality_sort_keys locality_sort_pairs)
  set(run $<TARGET_FILE:test_many> --op ${operation} --built-in)
  foreach(tuning sweeps radix)
    set(shapes ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/${tuning}.txt)
    suite_test(${operation}.${tuning} pocl COMMAND ${run} --rows 2 --tile 448 ${shapes})
    suite_test(${operation}.${tuning} intel COMMAND ${run} --rows 2 --tile 448 ${shapes})
    suite_test(${operation}.${tuning} device COMMAND ${run} --rows 20 --tile 448 --tile 100000 ${shapes})
  endforeach()
  suite_test(${operation}.radix rusticl COMMAND ${run} --rows 3 --tile 448 --tile 2048
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/radix.txt)
endforeach()

# On GPUs segments need many programs, so the rows are divided into parts of one seed.
string(RANDOM LENGTH 9 ALPHABET 123456789 seed)
foreach(part 1 2 3 4 5)
  suite_test(segmented_top_k.${part}of5 device COMMAND $<TARGET_FILE:test_operations> --op segmented_top_k --rows 8
    --part ${part}/5 --seed ${seed} ${device_tiles})
endforeach()
# The k smallest of 8-byte keys in groups: the ranks need the indices, too.
foreach(implementation pocl device)
  suite_test(top_k.long ${implementation} COMMAND $<TARGET_FILE:test_operations> --op top_k
    --case n=2000,type=long,order=less ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
endforeach()
# Samples that mislead: the first k by digits, in a launch each and in one.
set(run $<TARGET_FILE:test_many> --op top_k --built-in)
suite_test(top_k.digits pocl COMMAND ${run} --rows 4 --tile 448 --tile 5000
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
suite_test(top_k.digits intel COMMAND ${run} --rows 2 --tile 448 --tile 5000
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/groups.txt)
suite_test(top_k.digits rusticl COMMAND ${run} --rows 4 --tile 448 --tile 5000)
suite_test(top_k.digits oclgrind COMMAND ${run} --rows 3 --tile 120
  ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/small.txt)
foreach(implementation pocl intel)
  suite_test(top_k.cooperative ${implementation} COMMAND ${run} --rows 2 --tile 160 --tile 5000
    ENVIRONMENT CLINTERVAL_TUNING=${suite}/tuning/cooperative.txt)
endforeach()
# And of numbers that are taken for too many to be selected from at once.
add_executable(test_parts ${runner} ${suite}/harness/many.c ${suite}/harness/parts.c)
target_link_libraries(test_parts PRIVATE clinterval_operations clinterval_static Threads::Threads ${CMAKE_DL_LIBS}
  clinterval_warnings)
set(run $<TARGET_FILE:test_parts> --op top_k)
set(few_bytes type=uchar,order=less,keys=few,n=40001,variant=6,index=int,first=1)
set(special_floats type=float,order=greater,keys=special,n=40001,variant=6,index=long)
set(special_longs type=long,order=greater,keys=special,n=40001,variant=0,index=ulong,first=3)
set(equal_ints type=int,order=greater,keys=equal,n=13001,variant=3,index=uint)
suite_test(top_k.parts.checked pocl COMMAND ${run} --mode checked --case ${few_bytes})
suite_test(top_k.parts.ahead pocl COMMAND ${run} --mode ahead --case ${special_floats})
suite_test(top_k.parts.out_of_order intel COMMAND ${run} --mode out-of-order --case ${special_floats})
suite_test(top_k.parts rusticl COMMAND ${run} --case ${special_longs})
suite_test(top_k.parts oclgrind COMMAND ${run} --case ${equal_ints})
foreach(case few_bytes special_floats special_longs equal_ints)
  suite_test(top_k.parts.${case} device COMMAND ${run} --case ${${case}})
endforeach()
