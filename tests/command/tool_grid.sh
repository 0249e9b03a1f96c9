#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Graphs with many small levels, most of which are enqueued before the count of levels is known; files that cannot be
# read or written: tool_grid.sh TOOL CASE
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
data=$(dirname "$0")/data

case $case_name in
grid)
    run 0 demo --grid 40 --source 1
    silent
    prints "1600 vertices, 6240 edges"
    prints "levels: by vertex"
    level 0 1 2
    level 1 2 6
    level 77 2 6
    level 78 1 2
    prints "reached 1600 of 1600 vertices over 6240 edges"
    prints "farthest, at distance 78: 1600"
    prints "All distances agree"
    run 0 demo --grid 1
    prints "reached 1 of 1 vertices over 0 edges"
    for side in 0 -3 x 20000; do
        run 2 demo --grid "$side"
        complains "--grid is '$side', but must be a number from 1 to 16384"
    done
    run 2 demo --grid 3 --packages
    complains "exclude each other"
    ;;
degrees)
    # A grid whose last corner has more edges to earlier vertices, up to the given degree. The distances are those of
    # the grid, but the degree selects the algorithm.
    need_reader
    search() { # search DEGREE WAY
        awk -v side=12 -v more=$(($1 - 2)) 'BEGIN {
            n = side * side
            print "%%MatrixMarket matrix coordinate pattern general"
            print n, n, 4 * side * (side - 1) + more
            for (v = 1; v <= n; ++v) {
                if (v % side) { print v, v + 1; print v + 1, v }
                if (v + side <= n) { print v, v + side; print v + side, v }
            }
            for (k = 1; k <= more; ++k) print n, k
        }' >"$work/grid.mtx"
        run 0 demo --graph "$work/grid.mtx" --source 1
        silent
        prints "levels: $2"
        level 22 1 "$1"
        prints "reached 144 of 144 vertices over $((528 + $1 - 2)) edges"
        prints "All distances agree"
        grep -E '^ *[0-9]+ +[0-9]+ +[0-9]+$' "$work/out" | sed '$d' >"$work/levels.$1"
        [ "$(wc -l <"$work/levels.$1")" -eq 22 ] || fail "a level is missing"
    }
    search 8 "by vertex"
    search 9 "load-balanced"
    diff "$work/levels.8" "$work/levels.9" >&2 || fail "levels by vertex and load-balanced differ"
    run 0 demo --graph "$data/wheel.mtx" --source 4
    level 0 1 3
    level 1 3 15
    level 2 6 18
    prints "levels: load-balanced"
    prints "All distances agree"
    ;;
files)
    for arguments in --help --version "demo --help" devices; do
        # shellcheck disable=SC2086
        unwritten $arguments
        complains "the output could not be written"
    done
    need_reader
    # The reader allocates memory by the sizes in the first line, even if the file is short.
    printf '%%%%MatrixMarket matrix coordinate pattern general\n%%\n\n2000000000 2000000000 1\n1 2\n' >"$work/wide.mtx"
    run 1 demo --graph "$work/wide.mtx"
    complains "wide.mtx': more than 268435456 rows or columns"
    printf '%%%%MatrixMarket matrix coordinate pattern general\n3 3 2000000000\n1 2\n' >"$work/many.mtx"
    run 1 demo --graph "$work/many.mtx"
    complains "many.mtx': more entries than the file can hold"
    mkfifo "$work/pipe"
    for file in "$work/pipe" /dev/zero; do
        run 1 demo --graph "$file"
        complains "$file': Not a regular file"
    done
    run 1 demo --graph "$work"
    complains "': Is a directory"
    ;;
*)
    echo "tool_grid.sh: no case '$case_name'" >&2
    exit 2
    ;;
esac
