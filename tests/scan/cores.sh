#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that sums of floats have the same bits on any number of cores: cores.sh PROGRAM. PoCL simulates the cores.
set -eu
fail() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}
for cores in 1 2 5; do
    # The second variable has this name since PoCL 5.
    printed=$(POCL_MAX_PTHREAD_COUNT=$cores POCL_CPU_MAX_CU_COUNT=$cores "$1") || fail "$1 fails: $printed"
    echo "$printed" | grep -qx "cores $cores" || fail "PoCL does not simulate $cores cores: $printed"
    sums=$(echo "$printed" | grep ' [0-9a-f]\{16\}$') || fail "no sums: $printed"
    [ "$cores" = 1 ] && first=$sums
    [ "$sums" = "$first" ] || fail "sums on 1 core:
$first
and on $cores:
$sums"
done
[ "$(echo "$first" | wc -l)" -eq 8 ] || fail "not 8 sums: $first"
