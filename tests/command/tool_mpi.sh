#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command clinterval-mpi, and the program of docs/mpi.md:
#
#     tool_mpi.sh TOOL CASE [RANKS]
#     tool_mpi.sh MPI-LIBRARY page C-COMPILER LIBRARY INCLUDE-FOLDER...
#
# The ranks, 2 by default, share a device.
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
here=$(cd "$(dirname "$0")" && pwd)
ranks=2
command -v "${CLIV_TEST_MPIRUN:-mpirun}" >/dev/null || skip "${CLIV_TEST_MPIRUN:-mpirun} is not installed"
start() { sh "$here/../mpi/mpi_run.sh" "$ranks" "$tool" "$@"; }
once() { [ "$(grep -cF -- "$1" "$work/out")" -eq 1 ] || fail "stdout has not once: $1"; } # rank 0 alone prints
complains_once() { [ "$(grep -cF -- "$1" "$work/err")" -eq 1 ] || fail "stderr has not once: $1"; }

case $case_name in
usage)
    # Rank 0 alone prints.
    run 0 demo --help
    once "Usage: mpirun -n RANKS clinterval-mpi demo"
    run 2 demo --nonsense
    complains_once "clinterval-mpi demo: unrecognized option '--nonsense'"
    run 2 demo --size x
    complains_once "demo: --size is 'x', but must be a number from 1024 to"
    run 2 bench --size 2^31
    complains_once "bench: --size 2147483648 makes 4294967296 elements in total, more than 2^31"
    # Without mpirun, which is faster.
    start() { "$tool" "$@"; }
    run 0 --help
    once "Usage: mpirun -n RANKS clinterval-mpi COMMAND"
    run 0 --version
    once "clinterval-mpi "
    for command in demo bench; do
        run 0 $command --help
        once "Usage: mpirun -n RANKS clinterval-mpi $command"
        run 2 $command --size
        complains_once "option '--size' requires an argument"
        for size in 2^63 1e6; do
            run 2 $command --size $size
            complains_once "$command: --size is '$size', but must be a number from 1024 to"
        done
        run 2 $command word
        complains_once "$command: 'word' is not an option"
    done
    run 2
    complains_once "Usage: "
    run 2 nonsense
    complains_once "unknown command 'nonsense'"
    run 2 demo --picture bars.png
    complains_once "--picture is 'bars.png', but its name must end in .svg"
    run 2 bench --suite goals
    complains_once "--suite is 'goals', but must be mpi"
    run 2 bench --op nonsense
    complains_once "no operation has 'nonsense' in its name"
    ;;
demo)
    ranks=${3-2}
    size=10000 picture=
    [ "$ranks" -le 2 ] || size=2^15
    ! command -v gnuplot >/dev/null || picture="--picture $work/bars.svg"
    # shellcheck disable=SC2086 # no word or two
    run 0 demo --size $size --csv "$work/table.csv" $picture
    once "$ranks ranks; rank 0's device: "
    if [ "$ranks" -gt 2 ]; then
        once "one rank alone cannot: cliv_mpi_sort_pairs: rank 0: "
    else
        once "10112 elements in total, 80896 bytes of keys and values"
    fi
    prints "ms                  total      local  splitters   exchange      merge      MB sent"
    for part in sort join group-by "graph search"; do
        grep -q "^$part: .*: right\$" "$work/out" || fail "stdout has no right $part"
        grep -q "^$part,$ranks,[0-9]*,.*,right\$" "$work/table.csv" || fail "the table lacks $part"
        [ -z "$picture" ] || grep -q ">$part<" "$work/bars.svg" || fail "the picture lacks $part"
    done
    [ "$(wc -l <"$work/table.csv")" -eq 5 ] || fail "the table has not five lines"
    [ -z "$picture" ] || grep -q "splitters" "$work/bars.svg" || fail "the picture lacks the phases"
    run 1 demo --size $size --memory 1000
    complains_once "exceeds the limit of 1000"
    ;;
bench)
    run 0 bench --suite mpi --size 5000 --reps 2 --csv "$work/rows.csv"
    once "5000 elements per rank, 10000 in total"
    for row in reduce scan histogram top_k expand reduce_by_key join group_by join_unsorted sort_keys \
        sort_pairs merge set_keys exchange; do
        grep -q "^$row  *.* right\$" "$work/out" || fail "stdout has no right $row"
        grep -q "^$row,2,10000,5000,.*,right\$" "$work/rows.csv" || fail "the rows lack $row"
    done
    [ "$(wc -l <"$work/rows.csv")" -eq 15 ] || fail "there are not fifteen lines"
    for row in sort_keys sort_pairs; do
        once "$row: model: a part on one device "
    done
    awk -F, '$1 == "exchange" && $13 != 10000 { print "sent " $13; bad = 1 } END { exit bad }' "$work/rows.csv" >&2 ||
        fail "an exchange of halves of 5000 elements of 4 bytes sends 10000 bytes"
    run 0 bench --size 5000 --reps 1 --op scan
    [ "$(grep -c ' right$' "$work/out")" -eq 1 ] || fail "--op scan has other rows"
    ;;
page)
    compiler=$3 library=$4
    page=$here/../../docs/mpi.md
    shift 4
    includes="-I$here/../../include -I$here/../../mpi/include"
    for folder in "$@"; do
        includes="$includes -I$folder"
    done
    awk '/^```c$/ { inside = 1; next } inside && /^```/ { exit } inside' "$page" >"$work/sort.c" # the first program
    awk '/^```text$/ { inside = 1; next } /^```/ { inside = 0 } inside && /^rank/' "$page" >"$work/expected"
    [ -s "$work/expected" ] || fail "the page does not say what its program prints"
    command -v mpicc >/dev/null || skip "mpicc is not installed"
    # shellcheck disable=SC2086 # lists of words
    OMPI_CC=$compiler mpicc -std=c11 -Wall -Wextra -Werror $includes -o "$work/sort" "$work/sort.c" "$tool" "$library" \
        -lOpenCL -Wl,-rpath,"$(dirname "$tool")" -Wl,-rpath,"$(dirname "$library")" || fail "it does not compile"
    tool=$work/sort
    run 0
    diff "$work/expected" "$work/out" >&2 || fail "the program prints something else than the page says"
    ;;
*)
    fail "no case $case_name"
    ;;
esac
