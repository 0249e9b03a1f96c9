#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A graph of many small levels, most of which are enqueued before it is known that there are any: tool_grid.sh TOOL CASE
set -u
# shellcheck source=tests/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
    run 0 demo --grid 40 --source 1
    silent
    prints "1600 vertices, 6240 edges"
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
kronecker)
    # kronecker SCALE VERTICES EDGES: what is made is the same everywhere; the command itself validates the searches
    kronecker() {
        run 0 demo --kronecker "$1" --roots "$4"
        silent
        prints "scale $1: $((1 << $1)) vertices, $((16 << $1)) edges"
        prints "$2 vertices have edges; $3 edges are left without loops and duplicates"
        prints "All trees are valid, and all distances agree with the serial search."
    }
    kronecker 1 2 1 8 # more roots than vertices
    kronecker 2 4 5 4
    kronecker 3 8 20 4
    kronecker 5 32 156 8
    kronecker 8 237 2123 8
    kronecker 12 3328 48434 2
    run 0 demo -k 10 --roots 3 --csv "$work/figures"
    silent
    cut -d, -f1-3,8-10 "$work/figures" >"$work/first"
    run 0 demo -k 10 --roots 3 --csv -
    grep '^[s0-9][^ ]*,' "$work/out" | cut -d, -f1-3,8-10 | cmp - "$work/first" >&2 || fail "two runs differ"
    [ "$(wc -l <"$work/first")" -eq 4 ] || fail "--csv does not write a row for each root"
    cat "$work/first"
    ;;
histogram)
    # histogram SAMPLES BINS: both kinds of samples, checked by the command itself
    histogram() {
        run 0 demo --histogram --samples "$1" --bins "$2"
        silent
        prints "$1 samples, $2 bins"
        [ "$(grep -cF "Before push: size 4" "$work/out")" -eq 2 ] || fail "size before"
        [ "$(grep -cF "After push: size $(($2 + 4))" "$work/out")" -eq 2 ] || fail "size after"
        [ "$(grep -cF "The host reports $(($2 + 8)) items allocated" "$work/out")" -eq 2 ] || fail "items"
        [ "$(grep -cF "total $1 should have $1" "$work/out")" -eq 2 ] || fail "total"
        prints "***** Passed all sanity checks! *****"
    }
    histogram 10000 7
    prints "bin 4 count 1428 is the least, bin 0 count 1429 the most"
    histogram 1000 1
    prints "bin 0 count 1000 is the least, bin 0 count 1000 the most"
    histogram 0 1
    histogram 0 1000
    histogram 1 1
    histogram 1 500
    histogram 100 1000   # more bins than samples
    histogram 5000 101   # bins that the host's objects are called after, too
    histogram 300000 203
    histogram 70000 65537
    run 0 demo -H
    silent
    prints "1048576 samples, 256 bins"
    run 0 demo -H -n 2^10 -b 2^4
    prints "1024 samples, 16 bins"
    prints "bin 0 count 64 is the least, bin 0 count 64 the most"
