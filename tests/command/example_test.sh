#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of the applications among the examples, on the device that CLINTERVAL_DEVICE names: example_test.sh FOLDER
# CASE. FOLDER has the programs. Exit status 77: skipped; the output has the reason.
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
data=$(dirname "$0")/data
programs='sort_lines set_lines'
[ ! -x "$tool/csv_join" ] || programs="$programs csv_join"

case $case_name in
usage)
    for program in $programs; do
        run 0 $program --help
        prints "Usage: $program"
        silent
        run 2 $program --nonsense
        complains "--nonsense"
    done
    run 2 sort_lines one two
    complains "sort_lines: unexpected argument 'two'"
    ;;
sort)
    # Empty texts, ends of line, common prefixes of every length, arbitrary bytes; long lines that differ late or not.
    : >"$work/empty"
    printf 'only' >"$work/one"
    printf '\n\n\n' >"$work/ends"
    printf 'b\r\na\r\n\r\na\n\nb' >"$work/unended"
    awk 'BEGIN { for (i = 0; i < 3000; ++i) print "the same line again" }' >"$work/equal"
    awk 'BEGIN { for (i = 0; i < 120; ++i) { print line; line = line "a" } print line }' | sort -r >"$work/staircase"
    awk 'BEGIN { srand(7); for (i = 0; i < 20000; ++i) {
        line = ""; for (k = int(rand() * 30); k > 0; --k) line = line substr("ab", 1 + int(rand() * 2), 1); print line
    } }' >"$work/few"
    head -c 60000 "$tool/sort_lines" | LC_ALL=C tr -d '\000' >"$work/bytes"
    awk 'BEGIN { srand(8); for (i = 0; i < 8000; ++i)
        print "/usr/share/some/long/way/to/the/files/" int(rand() * 3000) "/" int(rand() * 3) }' >"$work/paths"
    awk 'BEGIN { line = "abcdefghij"; while (length(line) < 150000) line = line line
        print line; print line "z"; print substr(line, 1, 140001); print line; print line "y"; print "ab" }' >"$work/long"
    for text in empty one ends unended equal staircase few bytes paths long; do
        LC_ALL=C sort -s "$work/$text" >"$work/sorted"
        run 0 sort_lines --output - "$work/$text"
        silent
        cmp "$work/sorted" "$work/out" >&2 || fail "sort_lines differs from sort(1) on $text"
    done
    run 0 sort_lines "$work/few" -o "$work/copy"
    silent
    prints "20000 lines, "
    prints "All lines are where qsort puts them."
    LC_ALL=C sort -s "$work/few" | cmp - "$work/copy" >&2 || fail "--output differs from sort(1)"
    start sort_lines -o - - <"$work/few" | cmp - "$work/copy" >&2 || fail "the sort of standard input differs"
    if [ -e /dev/full ]; then
        run 1 sort_lines --output /dev/full "$data/demo.txt"
        complains "'/dev/full': No space left"
    fi
    ;;
sort_default)
    run 0 sort_lines
    silent
    prints "All lines are where qsort puts them."
    grep '^text' "$work/out"
    ;;
bad_text)
    printf 'a\000b\n' >"$work/zero"
    run 1 sort_lines "$work/zero"
    complains "zero' is not a text: byte 1 is a zero"
    run 1 sort_lines "$data/missing"
    complains "missing': No such file"
    run 1 sort_lines "$data"
    complains "': Is a directory"
    mkfifo "$work/pipe"
    for file in "$work/pipe" /dev/zero; do
        run 1 sort_lines "$file"
        complains "$file': Not a regular file"
    done
    ;;
no_such_device)
    for command in "sort_lines $data/demo.txt" "set_lines union $data/demo.txt $data/demo.txt" \
        "csv_join --on 1 $data/demo.txt $data/demo.txt"; do
        [ -x "$tool/${command%% *}" ] || continue
        # shellcheck disable=SC2086 # the command's words
        CLINTERVAL_DEVICE=nonsense run 1 $command
        complains 'no OpenCL device matches "nonsense"; available devices: '
        complains ":0 "
    done
    ;;
no_platform)
    unset CLINTERVAL_DEVICE
    OCL_ICD_VENDORS=/nonexistent OCL_ICD_FILENAMES='' run 1 sort_lines
    complains "there is no OpenCL device: no OpenCL platform is installed"
    ;;
oclgrind)
    # Each run overwrites the log, so tests/harness/on.sh could check the last run only.
    need_oclgrind
    awk 'BEGIN { for (i = 0; i < 150; ++i) print "the same beginning, " i % 7 " and an end " i % 3 }' >"$work/ties"
    CLINTERVAL_DEVICE=oclgrind oclgrind --data-races --uninitialized --log "$work/log" "$tool/sort_lines" "$work/ties" \
        >"$work/out" 2>"$work/err" || fail "oclgrind sort_lines"
    prints "where qsort puts them"
    [ ! -s "$work/log" ] || { head -n 30 "$work/log" >&2; fail "Oclgrind complains about sort_lines"; }
    ;;
*)
    echo "example_test.sh: no case '$case_name'" >&2
    exit 2
    ;;
esac
