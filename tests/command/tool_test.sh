#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of the clinterval command, on the device that CLINTERVAL_DEVICE names: tool_test.sh TOOL CASE
# Exit status 77: skipped; the output has the reason.
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
data=$(dirname "$0")/data

case $case_name in
usage)
    run 0 --help
    for command in devices demo bench tune; do
        prints "  $command"
    done
    # --help marks commands that are not built.
    for command in bench tune; do
        "$tool" $command --help >/dev/null 2>"$work/why" || grep -q 'this build of clinterval has no bench' "$work/why" ||
            fail "clinterval $command --help"
        without=$(grep -c "^  $command .*(built without)" "$work/out")
        [ "$without" -eq "$(grep -c 'has no bench' "$work/why")" ] || fail "--help does not say whether there is $command"
    done
    run 0 --version
    prints "clinterval "
    run 2
    complains "Usage:"
    run 2 --nonsense
    complains "unknown option '--nonsense'"
    run 2 nonsense
    complains "unknown command 'nonsense'"
    for command in devices demo bench tune; do
        "$tool" $command --help >"$work/out" 2>"$work/err" || {
            grep -q 'this build of clinterval has no bench' "$work/err" && continue
            fail "clinterval $command --help"
        }
        prints "Usage: clinterval $command"
        silent
        "$tool" $command --nonsense >"$work/out" 2>"$work/err" && fail "clinterval $command --nonsense is accepted"
        complains nonsense
    done
    run 2 devices everything
    complains "unexpected argument 'everything'"
    run 2 demo graph.mtx
    complains "a file requires --graph"
    run 2 demo --source 1
    complains "require --graph FILE, --packages or --grid"
    run 2 demo --graph --reverse
    complains "require --graph FILE, --packages or --grid"
    # Errors are reported before the measurements begin.
    if "$tool" bench --help >/dev/null 2>&1; then
        run 2 bench --op nosuch
        complains "no operation has nosuch in its name"
        run 2 bench --csv "$work/no/such/folder.csv"
        complains "cannot open $work/no/such/folder.csv for writing"
        run 2 bench --size 0
        complains "must be a whole number above 0"
        for size in -5 2^41 99999999999999999999; do
            run 2 bench --size "$size"
            complains "--size $size is not understood: must be a whole number above 0, or 2^K, and at most 2^40"
        done
        for type in 'unsigned int' uint32_t; do
            run 2 bench --type "$type"
            complains "--type $type is not understood: types have the names of OpenCL C: int uchar "
        done
        run 2 bench --suite fast
        complains "must be operations, goals, cpu, counted, latency or growth"
        run 2 bench --plot chart.pdf
        complains "must end in .svg or .png"
        run 2 bench --reps
        complains "its value is missing"
        run 2 bench growth 3
        complains "growth is not an option"
    fi
    run 2 demo --packages --kronecker 5
    complains "--kronecker excludes a file"
    run 2 demo --packages --graph "$data/petersen.mtx"
    complains "a file, --packages and --grid exclude each other"
    for option in --roots --csv; do
        run 2 demo --packages $option 3
        complains "--roots and --csv require --kronecker"
    done
    for number in 0 27 -1 x 5x '' 99999999999999999999; do
        run 2 demo --kronecker "$number"
        complains "demo: --kronecker is '$number', but must be a number from 1 to 26"
    done
    run 2 demo --kronecker 5 --roots 65
    complains "demo: --roots is '65', but must be a number from 1 to 64"
    run 2 demo --graph "$data/petersen.mtx" more
    complains "unexpected argument 'more'"
    run 2 demo --graph "$data/petersen.mtx" --reverse --undirected
    complains "exclude each other"
    run 2 demo --graph "$data/petersen.mtx" --histogram
    complains "and --histogram exclude each other"
    for option in --samples --bins; do
        run 2 demo $option 10
        complains "--samples and --bins require --histogram"
        for number in -1 x 1x '' ' 1' 1.5 0x10 2^ 2^x 2^-1 2^32 2^64 4294967296 99999999999999999999; do
            run 2 demo --histogram $option "$number"
            complains "demo: $option is '$number', but must be a number from "
        done
    done
    run 2 demo --histogram --bins 0
    complains "--bins is '0', but must be a number from 1 to 4294967286"
    run 2 demo --histogram --source 1
    complains "require --graph"
    run 2 demo --histogram 100
    complains "unexpected argument '100'"
    run 2 demo --rows 5
    complains "--rows requires --table"
    run 2 demo --table --histogram
    complains "--table excludes"
    for number in 0 -1 x 2^28 134217729; do
        run 2 demo --table --rows "$number"
        complains "demo: --rows is '$number', but must be a number from 1 to 134217728"
    done
    ;;
demo)
    run 0 demo
    silent
    sed 1d "$work/out" >"$work/rows"
    diff "$data/demo.txt" "$work/rows" >&2 || fail "the demonstrations print something else"
    sed -n 1p "$work/out"
    ;;
graph)
    need_reader
    run 0 demo --graph "$data/petersen.mtx" --source 7
    silent
    prints "10 vertices, 30 edges"
    prints "source: 7, with 3 edges"
    level 0 1 3
    level 1 3 9
    level 2 6 18
    prints "reached 10 of 10 vertices over 30 edges"
    prints "All distances agree"

    run 0 demo --graph="$data/chain.mtx"
    prints "source: 1, with 2 edges"
    level 0 1 2
    level 1 1 2
    level 3 1 0
    prints "reached 4 of 5 vertices over 5 edges"
    prints "farthest, at distance 3: 4"
    prints "a way back: 4 < 3 < 2 < 1"

    run 0 demo -g "$data/chain.mtx" --reverse --source 4
    prints "farthest, at distance 4: 5"
    run 0 demo -g "$data/chain.mtx" -u -s 5
    prints "reached 5 of 5 vertices"
    run 0 demo -g "$data/chain.mtx" -r -s 5
    prints "reached 1 of 5 vertices over 0 edges"

    # Many tiles: a binary tree with edges between neighbours of a row, and a hub.
    awk 'BEGIN {
        n = 20000
        print "%%MatrixMarket matrix coordinate pattern general"
        print n, n, 3 * n - 3
        for (v = 2; v <= n; ++v) {
            print int(v / 2), v
            print v - 1, v
            print v, n / 2
        }
    }' >"$work/tree.mtx"
    run 0 demo -g "$work/tree.mtx" -u
    prints "20000 vertices, 119993 edges"
    prints "source: 10000, with "
    prints "reached 20000 of 20000 vertices over 119993 edges"
    run 0 demo -g "$work/tree.mtx" -s 1
    level 0 1 3
    level 1 2 8
    level 2 5 19
    prints "reached 20000 of 20000 vertices over 59997 edges"
    ;;
table)
    for orders in 1 20 5000; do
        run 0 demo --table --rows $orders
        silent
        prints "A TABLE OF $orders ORDERS"
        for name in cliv_sort_keys cliv_reduce_by_key cliv_join; do prints "$name"; done
        grep -qE "^All results are the same|^No C\\+\\+ compiler" "$work/out" || fail "the results are not compared"
    done
    ;;
kronecker)
    # kronecker SCALE VERTICES EDGES: the graph is the same on every device; the command validates the searches
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
    # histogram SAMPLES BINS: both kinds of samples, checked by the command
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
    histogram 5000 101   # bin numbers that are also ids of the host's objects
    histogram 300000 203
    histogram 70000 65537
    run 0 demo -H
    silent
    prints "1048576 samples, 256 bins"
    run 0 demo -H -n 2^10 -b 2^4
    prints "1024 samples, 16 bins"
    prints "bin 0 count 64 is the least, bin 0 count 64 the most"
    ;;
bad_graph)
    need_reader
    run 1 demo --graph "$data/broken.mtx"
    complains "broken.mtx' is not a sparse matrix in Matrix Market format that CHOLMOD can read"
    run 1 demo --graph "$data/demo.txt"
    complains "demo.txt' is not a sparse matrix"
    run 1 demo --graph "$data/rectangular.mtx"
    complains "2 rows and 3 columns, but the matrix of a graph must be square"
    run 1 demo --graph "$data/missing.mtx"
    complains "missing.mtx': No such file"
    for source in 0 11 -1 x 1x 99999999999999999999; do
        run 2 demo --graph "$data/petersen.mtx" --source $source
        complains "'$source' is not a vertex; vertices are numbered from 1 to 10"
    done
    ;;
packages)
    command -v apt-cache >/dev/null || command -v dpkg-query >/dev/null || skip "no apt-cache and no dpkg-query"
    run 0 demo --packages
    silent
    prints "All distances agree"
    sed -n '/^graph/,/^source/p; /^reached/,$p' "$work/out"
    run 2 demo --packages --source 'no such package'
    complains "no package is called 'no such package'"
    # apt-cache and dpkg-query that fail; drivers are found as before.
    mkdir "$work/bin"
    printf '#!/bin/sh\nexit 1\n' >"$work/bin/apt-cache"
    chmod +x "$work/bin/apt-cache"
    if command -v dpkg-query >/dev/null; then
        PATH=$work/bin:$PATH run 0 demo --packages
        prints "graph: the installed packages"
        prints "All distances agree"
    fi
    cp "$work/bin/apt-cache" "$work/bin/dpkg-query"
    PATH=$work/bin:$PATH run 1 demo --packages
    complains "neither apt-cache nor dpkg-query"
    ;;
devices)
    run 0 devices
    silent
    for word in "Platform " "compute units" "work-group limit" "promises " tuning; do prints "$word"; done
    [ "$(grep -c '^      sub-groups .*; kernels use ' "$work/out")" -eq 1 ] || fail "not one device says what kernels use"
    CLINTERVAL_SUB_GROUPS=0 run 0 devices
    prints "; kernels use none"
    [ "$(grep -c '^  \* [0-9]*:[0-9]* ' "$work/out")" -eq 1 ] || fail "not exactly one device is marked"
    picked=$(sed -n 's/^  \* \([0-9:]*\) .*/\1/p' "$work/out")
    CLINTERVAL_DEVICE=$picked run 0 devices
    prints "* $picked"
    prints "selected by CLINTERVAL_DEVICE=$picked"
    echo "scan any 8 0 4" >"$work/bad"
    CLINTERVAL_TUNING=$work/bad run 1 devices
    complains "line 1"
    echo "scan any 8 32 4 # a row of the user's" >"$work/good"
    CLINTERVAL_TUNING=$work/good run 0 devices
    prints "scan        to   8 bytes: nt  32, vt     4, schedule=launches  (any)"
    echo "scan any 8 32 4 items=1000" >"$work/small"
    CLINTERVAL_TUNING=$work/small run 0 devices
    prints "scan        to   8 bytes: nt  32, vt     4, schedule=launches, to 1000 items  (any)"
    [ "$(grep -c 'scan  .* to 1000 items' "$work/out")" -eq "$(grep -c 'work-group limit' "$work/out")" ] ||
        fail "a row with a limit is not listed once for each device"
    printf '%s\n' "scan any 4 32 4 items=1000" "scan any 8 64 4" >"$work/both" # the second is also for 4 bytes
    CLINTERVAL_TUNING=$work/both run 0 devices
    [ "$(grep -c 'scan  .*nt  64, vt     4, schedule=launches  (any)' "$work/out")" -eq "$(grep -c 'work-group limit' "$work/out")" ] ||
        fail "a row behind one with a limit is not listed once for each device"
    prints "tuning: rows of $work/both before the built-in ones; for the selected device: 2 of 2"
    grep -q 'for no device here' "$work/out" && fail "rows for any device are for none"
    # Rows for other devices are valid, but rows that match no device are listed.
    printf '%s\n' "# a comment" "scan name:no-such-device 4 32 4" "scan any 8 64 4" \
        "merge vendor:nobody 8 64 4 items=1000" "reduce accelerator 4 64 4" >"$work/others"
    CLINTERVAL_TUNING=$work/others run 0 devices
    silent
    prints "tuning: rows of $work/others before the built-in ones; for the selected device: 1 of 4"
    prints "for no device here:"
    prints "        scan name:no-such-device 4 32 4"
    prints "        merge vendor:nobody 8 64 4 items=1000"
    [ "$(grep -cE '^        (scan|merge) ' "$work/out")" -eq 2 ] || fail "a row for some device is said to be for none"
    echo "scans any 8 32 4" >"$work/family"
    CLINTERVAL_TUNING=$work/family run 1 devices
    complains "line 1: the family must be one of: device scan reduce"
    echo "scan any 8 32 4 2 1000" >"$work/old"
    CLINTERVAL_TUNING=$work/old run 1 devices
    complains "the column mode has become schedule=launches, schedule=prefix, schedule=fallback: write \"scan any 8 32 4 schedule=fallback items=1000\""
    printf '%s\n' "device any progress=yes" "device name:no-such-device visibility=no" >"$work/promises"
    CLINTERVAL_TUNING=$work/promises run 0 devices
    prints "progress yes"
    prints "        device name:no-such-device visibility=no"
    ;;
broken_platform) # run by platforms.sh
    run 0 devices
    silent
    prints "compute units"
    prints "skipped: platform "
    prints "(No Devices To List): clGetDeviceIDs failed: CL_OUT_OF_RESOURCES"
    prints "(A Silent Device), device 0: clGetDeviceInfo failed: CL_DEVICE_NOT_AVAILABLE"
    ;;
bench_peers)
    # Structures, counters and pools, with a size that is not a multiple of a block; equal types are one row.
    if ! "$tool" bench --op aos,counter,pool --type words20 --size 3001 --reps 1 --warmup 1 --roof-bytes 2^20 \
        --no-second --peers >"$work/out" 2>"$work/err"; then
        grep -q 'this build of clinterval has no bench' "$work/err" && skip "built without the bench"
        fail "clinterval bench --peers"
    fi
    for operation in aos_gather aos_scatter aos_copy aos_to_soa soa_to_aos counter_add pool_alloc; do
        prints "$operation "
    done
    grep -qE 'WRONG|wrong result|not verified' "$work/out" && fail "a result of clinterval bench --peers"
    case ${CLINTERVAL_DEVICE-} in
    pocl | llvmpipe) # two peers each for fourteen rows; the naive copy has no peer
        [ "$(grep -c 'the library is .*, verified' "$work/out")" -ge 26 ] || fail "peers of clinterval bench" ;;
    esac
    # Operations selected by the name or by a part of the name.
    "$tool" bench --suite cpu --op =copy,=transform,=gather,=scatter,partition,unique,find_first,scan_by,segmented_scan,top \
        --size 3001 --reps 1 --warmup 1 --roof-bytes 2^20 --no-second --peers >"$work/out" 2>"$work/err" ||
        fail "clinterval bench --peers of everyday verbs"
    for operation in copy transform gather scatter partition unique find_first scan_by_key_inclusive \
        segmented_scan_inclusive top_k segmented_top_k; do
        grep -q "^$operation " "$work/out" || fail "a row of $operation"
    done
    grep -q '^interval_\|^aos_' "$work/out" && fail "an operation that --op does not name"
    grep -qE 'WRONG|wrong result|not verified' "$work/out" && fail "a result of clinterval bench --peers"
    case ${CLINTERVAL_DEVICE-} in
    pocl | llvmpipe) # at least two each for twenty rows
        [ "$(grep -c 'the library is .*, verified' "$work/out")" -ge 40 ] || fail "peers of everyday verbs" ;;
    esac
    ;;
bench_calls)
    # Suites of single calls: a row for each column and size, with all its times in the file.
    calls() { # calls ROWS TIMES ARGUMENT...: count of the library's rows; columns that must be above 0 in these rows
        rows=$1
        times=$2
        shift 2
        if ! "$tool" bench "$@" --reps 3 --warmup 1 --roof-bytes 2^20 --csv "$work/calls" >"$work/out" 2>"$work/err"; then
            grep -q 'this build of clinterval has no bench' "$work/err" && skip "built without the bench"
            fail "clinterval bench $*"
        fi
        grep -qE 'WRONG|wrong result|not verified' "$work/out" && fail "a result of clinterval bench $*"
        sed 's/"libclinterval"/ours/; s/"[^"]*"/text/g' "$work/calls" | awk -F, -v rows="$rows" -v times="$times" '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; count = split(times, asked, " "); next }
            $column["library"] != "ours" { next }
            { found++; bad += $column["verified"] != "yes" }
            { for (i = 1; i <= count; i++) bad += !($column[asked[i]] > 0) }
            END { exit bad || found != rows }' || {
            cat "$work/calls" >&2
            fail "the file of clinterval bench $*"
        }
    }
    calls 2 "wall_ms host_ms in_a_row_ms beside_ms replay_ms" --suite latency --op =scan_exclusive,merge --size 1000
    prints "empty kernel with 8 buffers"
    [ "$(grep -cF '| n | scan | merge |' "$work/out")" -eq 5 ] ||
        fail "tables of the total, the host's, the share, the recorded one's, the rest"
    # On some devices a goal follows the time in a cell: "16.0 (14, short)".
    [ "$(grep -cE '^\| 1000 \| [-0-9.]+( \([^)]+\))? \| [-0-9.]+( \([^)]+\))? \|$' "$work/out")" -eq 5 ] ||
        fail "a table's line"
    calls 12 "wall_ms" --suite counted --op =scan_exclusive,=compact --size 5000
    [ "$(grep -cE '^(scan_exclusive|compact) .* counted, (of 5000|all) ' "$work/out")" -eq 6 ] || fail "counted rows"
    calls 4 "wall_ms host_ms" --suite growth --op =scan_exclusive,merge --size 2^13 --peers
    for size in 2^10 2^12; do
        grep -q "^| $size | [0-9.]* " "$work/out" || fail "the table's line of $size"
    done
    case ${CLINTERVAL_DEVICE-} in
    pocl | llvmpipe) # compared with serial code
        [ "$(grep -c '^| 2^1[02] | [0-9.]* / [0-9.]* | [0-9.]* / [0-9.]* |$' "$work/out")" -eq 2 ] || fail "cells with peers" ;;
    esac
    ;;
no_such_device)
    for command in devices demo "demo --graph $data/petersen.mtx" "demo --histogram" "demo --kronecker 5"; do
        # shellcheck disable=SC2086 # the command's words
        CLINTERVAL_DEVICE=nonsense run 1 $command
        complains 'no OpenCL device matches "nonsense"; available devices: '
        complains ":0 "
    done
    run 1 demo --device nonsense
    complains 'matches "nonsense"'
    ;;
no_platform)
    unset CLINTERVAL_DEVICE
    for command in devices demo; do
        OCL_ICD_VENDORS=/nonexistent OCL_ICD_FILENAMES='' run 1 $command
        complains "there is no OpenCL device: no OpenCL platform is installed"
    done
    ;;
oclgrind)
    # Each run overwrites the log, so tests/harness/on.sh could check the last run only.
    need_oclgrind
    need_reader
    for arguments in demo "demo --graph $data/petersen.mtx" "demo --graph $data/chain.mtx" "demo --graph $data/wheel.mtx" \
        "demo --histogram --samples 400 --bins 20" "demo --table --rows 300"; do
        # shellcheck disable=SC2086 # the arguments' words
        CLINTERVAL_DEVICE=oclgrind oclgrind --data-races --uninitialized --log "$work/log" "$tool" $arguments \
            >"$work/out" 2>"$work/err" || fail "oclgrind clinterval $arguments"
        grep -qE "agree with a serial|Passed all sanity checks|Times exclude" "$work/out" || fail "oclgrind clinterval $arguments"
        [ ! -s "$work/log" ] || { head -n 30 "$work/log" >&2; fail "Oclgrind complains about clinterval $arguments"; }
    done
    # Oclgrind reports a new buffer at the address of a released buffer as uninitialised.
    CLINTERVAL_DEVICE=oclgrind oclgrind --data-races --log "$work/log" "$tool" demo --kronecker 6 --roots 2 \
        >"$work/out" 2>"$work/err" || fail "oclgrind clinterval demo --kronecker"
    prints "All trees are valid"
    [ ! -s "$work/log" ] || { head -n 30 "$work/log" >&2; fail "Oclgrind complains about clinterval demo --kronecker"; }
    ;;
*)
    echo "tool_test.sh: no case '$case_name'" >&2
    exit 2
    ;;
esac
