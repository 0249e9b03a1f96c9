#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that sums of floats have the same bits on any number of cores: cores.sh PROGRAM. PoCL simulates the cores.
set -eu
for cores in 1 2 5; do
    sums=$(POCL_MAX_PTHREAD_COUNT=$cores "$1" 2>/dev/null | grep ' [0-9a-f]\{16\}$')
    [ "$cores" = 1 ] && first=$sums
    [ "$sums" = "$first" ] || {
        printf 'FAILED: sums on 1 core\n%s\nand on %s\n%s\n' "$first" "$cores" "$sums"
        exit 1
    }
done
[ "$(echo "$first" | wc -l)" -eq 8 ]
