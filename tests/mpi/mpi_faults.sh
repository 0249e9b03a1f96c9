#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Failures of MPI calls: mpi_faults.sh SHIM LIBRARY PROGRAM RANKS [SAMPLES [SCENARIO]...]
# One rank handles errors itself (MPI_ERRORS_RETURN). There one MPI call of a scenario fails in each run. The runs try
# SAMPLES calls at equal distances, from a random first one. The library's call must return CLIV_MPI_FAILED on the rank,
# the job must end within seconds, and no process may remain. Under CLIV_TEST_ROWS there are two samples.
set -u
here=$(dirname "$0")
shim=$1 library=$2 program=$3 ranks=$4 samples=${5:-8}
shift 4
[ $# = 0 ] || shift
if [ $# = 0 ]; then
    set -- world exchange sort_pairs join
    [ -z "${CLIV_TEST_ROWS:-}" ] || [ "$samples" -le 2 ] || samples=2
fi
limit=20 # seconds for what takes one or two, on a busy machine
mark=mpi-fault-$$
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
output=$work/output
# Open MPI leaves files that ranks share if a job is aborted.
export TMPDIR="$work" OMPI_MCA_btl_vader_backing_directory="$work" OMPI_MCA_osc_sm_backing_directory="$work"
failed=0

fail() {
    echo "FAILED $scenario: call $nth of MPI on rank $rank: $1"
    sed 's/^/  /' "$output" | head -20
    failed=1
}

# Functions of MPI that the library calls and the shim lacks, except functions that cannot fail, or that the library calls
# only at the end.
missing=$(nm -Du "$library" | sed -n 's/^ *U \(MPI_[A-Za-z_]*\).*/\1/p' | sort -u |
    grep -vxE 'MPI_(Wtime|Error_string|Cancel|Request_free|Comm_free|Win_free|Win_unlock_all)' |
    while read -r name; do nm -D "$shim" | grep -q " T $name\$" || echo "$name"; done)
if [ -n "$missing" ]; then
    echo "mpi_shim.c lacks what the library calls:" $missing
    exit 1
fi

run() { # its exit code
    timeout -k 5 "$limit" env LD_PRELOAD="$shim" sh "$here/mpi_run.sh" "$ranks" "$program" "$scenario" "$rank" "$nth" \
        "$mark" >"$output" 2>&1
}

none_left() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        pgrep -f "^[^ ]*test_mpi_faulty .*$mark" >/dev/null || return 0
        sleep 0.3
    done
    pkill -KILL -f "^[^ ]*test_mpi_faulty .*$mark" # only this script's own have the mark
    return 1
}

seed=${CLIV_TEST_SEED:-$(date +%s)}
echo "seed: $seed"
for scenario in "$@"; do
    rank=$((seed % ranks)) nth=0
    run
    code=$?
    [ $code != 77 ] || { cat "$output"; exit 77; }
    calls=$(sed -n 's/.*untouched, \([0-9]*\) calls.*/\1/p' "$output")
    if [ $code != 0 ] || [ -z "$calls" ]; then
        fail "it does not work without a fault (exit code $code)"
        continue
    fi
    step=$(((calls + samples - 1) / samples))
    nth=$((1 + seed % step)) tried=0
    while [ "$nth" -le "$calls" ]; do
        run
        code=$?
        tried=$((tried + 1))
        [ $code != 124 ] && [ $code != 137 ] || fail "not ended after $limit s"
        reached=$(sed -n 's/.*untouched, \([0-9]*\) calls.*/\1/p' "$output") # fewer, where waits were shorter
        if [ $code != 0 ] || [ "${reached:-$nth}" -ge "$nth" ]; then
            [ $code != 0 ] || fail "the job succeeds"
            grep -q "failed as it should" "$output" || fail "CLIV_MPI_FAILED was not answered (exit code $code)"
        fi
        ! grep -q WRONG "$output" || fail "wrong"
        none_left || fail "processes were left"
        nth=$((nth + step))
    done
    echo "$scenario: $tried of $calls calls of MPI made to fail on rank $rank"
done
exit $failed
