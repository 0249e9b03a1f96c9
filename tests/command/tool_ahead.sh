#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kills a process that compiles ahead for `clinterval tune`: the search takes longer, but ends normally and leaves no
# processes or files. The same if the search is interrupted: tool_ahead.sh TOOL CASE
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
"$tool" tune --help >/dev/null 2>"$work/err" || skip "built without the bench"
mkdir "$work/temporary"
TMPDIR=$work/temporary "$tool" tune --family copy --size 4096 --reps 1 --jobs 1 --output "$work/rows" \
    >"$work/out" 2>&1 &
tune=$!
[ -r "/proc/$tune/task/$tune/children" ] || skip "the system does not say which processes belong to one"
other=
while [ -z "$other" ] && kill -0 "$tune"; do
    read -r other <"/proc/$tune/task/$tune/children" || : # the file has no end of line
done
kill -9 "$other" || fail "it has no other process"
wait "$tune" || fail "clinterval tune: exit status $?"
grep -q '^copy\|^# copy' "$work/rows" || fail "nothing was measured"
rmdir "$work/temporary" || fail "temporary files are left"

# The file lists the rows that were not reached.
rm "$work/rows"
mkdir "$work/temporary"
TMPDIR=$work/temporary "$tool" tune --size 1048576 --reps 1 --jobs 1 --output "$work/rows" >"$work/out" 2>&1 &
tune=$!
while [ ! -e "$work/rows" ] && kill -0 "$tune"; do
    sleep 1
done
kill -TERM "$tune" || fail "clinterval tune has ended by itself"
wait "$tune" || fail "clinterval tune that was stopped: exit status $?"
grep -q '^# copy, 16 bytes: not measured' "$work/rows" || fail "it did not stop, or did not say so"
rmdir "$work/temporary" || fail "temporary files are left by what was stopped"
