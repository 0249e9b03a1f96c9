#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The output of `clinterval tune`, and invalid arguments: tool_tune.sh TOOL CASE
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
# A row also applies to smaller elements that have no row. So each smaller size that was measured has an earlier row.
if ! "$tool" tune --family copy --size 4096 --reps 1 --output "$work/rows" >"$work/out" 2>"$work/err"; then
    grep -q 'this build of clinterval has no bench' "$work/err" && skip "built without the bench"
    fail "clinterval tune"
fi
awk '$1 == "copy" { if (!rows++ && $3 > 8) bad = 1 } END { exit bad }' "$work/rows" ||
    fail "clinterval tune: a row for greater elements takes the place of one that nothing beats"
CLINTERVAL_TUNING=$work/rows "$tool" demo >"$work/out" 2>"$work/err" || fail "a file of clinterval tune is refused"
# With several sizes, each size has rows, or a comment with the reason.
"$tool" tune --family reduce --size 1024,4096 --reps 1 --output "$work/rows" >"$work/out" 2>"$work/err" ||
    fail "clinterval tune of two sizes"
for size in 1024 4096; do
    grep -qE "^reduce .* schedule=[a-z_]+ *( items=2048)?   #|$size elements: nothing" "$work/rows" ||
        fail "clinterval tune: $size elements"
done
# With processes that compile ahead the result is the same. If the time is up, the file and the table state that rows
# are not measured.
run 0 tune --family reduce --size 4096 --reps 1 --jobs 2 --output "$work/rows"
[ "$(grep -cE '^reduce +[48] .* [0-9.]+  (a row|kept)$|^[0-2] of 2 rows' "$work/out")" -eq 3 ] || fail "tune: both shapes"
run 0 tune --size 1048576 --seconds 1 --jobs 0 --output "$work/rows"
grep -q '^# copy, 16 bytes: not measured, because the time limit was reached$' "$work/rows" || fail "clinterval tune --seconds"
# The tuning file in use is not overwritten under any path, because its rows would be lost. Another file is written.
printf 'copy any 256 64 4\n' >"$work/used"
ln -s used "$work/other"
export CLINTERVAL_TUNING="$work/used"
run 2 tune --family copy --size 4096 --reps 1 --output "$work/other"
complains "other is the tuning file that CLINTERVAL_TUNING names, and would lose its rows; name another file with --output"
[ "$(cat "$work/used")" = 'copy any 256 64 4' ] || fail "clinterval tune: the file in use has changed"
run 0 tune --family copy --size 4096 --reps 1 --output "$work/rows"
grep -qx "rows of $work/used that stay as they are are not in it" "$work/out" || fail "clinterval tune: rows in use"
grep -qE "^wrote $work/rows(; to use it: export CLINTERVAL_TUNING=/|, which has no rows)" "$work/out" ||
    fail "clinterval tune: how to use the file"
unset CLINTERVAL_TUNING
for wrong in "seconds 0" "seconds -1" "seconds 1x" "seconds 1000001" "jobs 65" "jobs -1"; do
    # shellcheck disable=SC2086 # the option and its value
    run 2 tune --$wrong
    case $wrong in
    jobs*) complains "$wrong is not understood: must be 0 to 64" ;;
    *) complains "$wrong is not understood: must be 1 to 1000000" ;;
    esac
done
run 2 tune --output
complains "tune: --output is not understood: not an option, or its value is missing"
for sizes in 5 1024,1024 2048,1024 1024, ,1024 1024,x 1024,2147483648; do
    run 2 tune --size $sizes
    complains "--size $sizes is not understood: must be 1 to 8 ascending numbers"
done
