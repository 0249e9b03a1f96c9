#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of the examples that compare the results of the device with another method, on the device that
# CLINTERVAL_DEVICE names: example_answers.sh FOLDER CASE. Exit status 77: skipped; the output has the reason.
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"

need_sqlite() { [ -x "$tool/events" ] || skip "built without SQLite, which events compares with"; }

# right PROGRAM ARGUMENT...: the program reports that its results are right.
right() {
    run 0 "$@"
    prints "right: "
    if grep -q WRONG "$work/out"; then fail "$*: both right and wrong"; fi
}

case $case_name in
kmers)
    right kmers
    prints "200000 letters, words of 21: "
    right kmers --k 8 --seed 7
    right kmers --k 31 --size 5000 --checked 1
    for size in 0 8 9 10; do
        right kmers --k 9 --size $size
        right kmers --k 1 --size $size
    done
    # Names, lower-case letters, invalid letters, ends of line; no word crosses from one sequence into the next.
    printf '>one ACGT\nACGTA\ncgt\n\n>two\r\nTTNTTT\r\nTT>three\nGGGGGGGGGG\n;' >"$work/dna"
    right kmers --k 4 "$work/dna"
    prints "30 letters, words of 4: 6 different"
    prints "7 times GGGG"
    prints "2 times ACGT"
    prints "2 times TTTT"
    right kmers --k 10 "$work/dna"
    prints "words of 10: 1 different"
    ;;
spgemm)
    right spgemm
    prints "in 4000 rows: their product has "
    right spgemm --size 700 --seed 5 --checked 1
    for size in 0 1 2 9; do right spgemm --size $size; done
    ;;
events)
    need_sqlite
    right events
    prints "user 0 spent "
    right events --size 3000 --seed 5 --checked 1
    for size in 0 1 25; do right events --size $size; done
    ;;
pool_simulation)
    right pool_simulation
    prints "step  55: "
    right pool_simulation --size 8 --steps 30 --seed 5 --checked 1
    right pool_simulation --size 9 --steps 1
    ;;
shortest_paths)
    right shortest_paths --size 20
    prints "400 vertices, "
    prints "rounds recorded, 32 per read-back"
    right shortest_paths --size 20 --seed 5 --batch 8 random
    prints "400 vertices, "
    right shortest_paths --size 9 --batch 1
    right shortest_paths --size 1
    prints "1 rounds along 0 edges"
    run 2 shortest_paths roads
    complains "Usage: shortest_paths"
    ;;
best_customers)
    right best_customers
    prints "65536 orders; "
    prints "recorded"
    right best_customers --size 5000 --best 1000 --seed 5 --sqlite 0
    if grep -q SQLite "$work/out"; then fail "--sqlite 0 asks SQLite"; fi
    for size in 0 40; do right best_customers --size $size; done
    run 2 best_customers orders
    complains "Usage: best_customers"
    ;;
answers_usage)
    for program in kmers spgemm pool_simulation shortest_paths best_customers events; do
        [ -x "$tool/$program" ] || continue
        run 0 $program --help
        prints "Usage: $program"
        silent
        for arguments in --nonsense --size "--size -1" "--size 1x" "--checked 2"; do
            # shellcheck disable=SC2086 # the arguments' words
            run 2 $program $arguments
            complains "Usage: $program"
        done
    done
    run 2 kmers --k 32
    complains "--k: a number from 1 to 31"
    run 1 kmers "$work"
    complains "Is a directory"
    mkfifo "$work/pipe"
    run 1 kmers "$work/pipe"
    complains "Not a regular file"
    unwritten kmers --help
    unwritten kmers --size 9 --k 1
    for program in expand recipes/filter recipes/memory; do unwritten $program; done
    if [ -x "$tool/spmv" ]; then
        printf '%%%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 1\n1 2 3\n' >"$work/wide.mtx"
        run 1 spmv "$work/wide.mtx"
        complains "more than 268435456 rows or columns"
    fi
    run 1 kmers "$work/missing"
    complains "missing: No such file"
    ;;
answers_oclgrind)
    need_oclgrind
    # Oclgrind reports a new buffer at the address of a released buffer as uninitialised. The second run has such
    # buffers.
    for arguments in "kmers --size 500" "kmers --size 500 --k 4" "spgemm --size 40" "events --size 200" \
        "pool_simulation --size 8 --steps 2" "shortest_paths --size 6 --batch 4" "best_customers --size 100 --sqlite 0"; do
        [ -x "$tool/${arguments%% *}" ] || continue
        # shellcheck disable=SC2086
        CLINTERVAL_DEVICE=oclgrind oclgrind --data-races --log "$work/log" "$tool"/$arguments >"$work/out" 2>"$work/err" ||
            fail "oclgrind $arguments"
        prints "right: "
        [ ! -s "$work/log" ] || { head -n 30 "$work/log" >&2; fail "Oclgrind complains about $arguments"; }
    done
    ;;
*)
    echo "example_answers.sh: no case '$case_name'" >&2
    exit 2
    ;;
esac
