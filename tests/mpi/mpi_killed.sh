#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kills a rank: mpi_killed.sh PROGRAM RANKS
# A job sorts repeatedly, and one of its ranks is killed. Within ten seconds the job must end with an error, and no process
# of the job may remain.
set -u
here=$(dirname "$0")
program=$1 ranks=$2
mark=mpi-killed-$$
work=$(mktemp -d) || exit 1
output=$work/output
job=
: >"$output"
trap '[ -z "$job" ] || kill "$job" 2>/dev/null; rm -rf "$work"' EXIT
# Open MPI leaves files that ranks share if a rank is killed.
export TMPDIR="$work" OMPI_MCA_btl_vader_backing_directory="$work" OMPI_MCA_osc_sm_backing_directory="$work"

left() { pgrep -f "^[^ ]*test_mpi_faulty loop $mark"; }

sh "$here/mpi_run.sh" "$ranks" "$program" loop "$mark" >"$output" 2>&1 &
job=$!
waited=0
while [ "$(grep -c 'sorts as process' "$output")" -lt "$ranks" ]; do
    sleep 0.5
    waited=$((waited + 1))
    if [ $waited -gt 600 ] || ! kill -0 $job 2>/dev/null; then
        wait $job
        code=$?
        cat "$output"
        [ $code = 77 ] && exit 77
        echo "FAILED: the job does not sort"
        exit 1
    fi
done
victim=$(sed -n "s/.*rank $((ranks - 1)) sorts as process //p" "$output")
sleep 0.7
kill -KILL "$victim" || exit 1
waited=0
while kill -0 $job 2>/dev/null || [ -n "$(left)" ]; do
    sleep 0.1
    waited=$((waited + 1))
    if [ $waited -gt 100 ]; then
        echo "FAILED: ten seconds after a rank was killed there are left:"
        ps -o pid,args -p "$job" $(left)
        for process in $(left); do
            kill -KILL "$process"
        done
        exit 1
    fi
done
wait $job
code=$?
job=
if [ $code = 0 ]; then
    echo "FAILED: the job answers success"
    exit 1
fi
echo "the job ended after $waited tenths of a second, with exit code $code"
