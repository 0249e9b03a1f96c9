#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a test on one OpenCL implementation:
#
#     on.sh pocl|rusticl|oclgrind|intel|device COMMAND [ARGUMENT]...
#
# "device" is the one that CLINTERVAL_DEVICE names, or the first GPU. With CLINTERVAL_DEVICE set the others are skipped: tests
# then run there alone. Where the implementation is missing the test is skipped (exit code 77), unless
# CLIV_TEST_REQUIRE lists it ("pocl rusticl oclgrind intel"): then that is a failure. Intel's CPU runtime is what intel.sh
# put into build/intel, or into the folder that CLIV_TEST_INTEL names. A test with CLINTERVAL_SUB_GROUPS is skipped where the
# implementation has no sub-groups that vote. From CLIV_TEST_UNTIL on, a time in seconds since 1970, all are skipped.
# With CLIV_TEST_UNOPTIMISED all tests but those of operations by descriptor have PoCL compile kernels without optimising
# them, which takes it half the time.
implementation=$1
shift

skip() {
    case " $CLIV_TEST_REQUIRE " in
    *" $implementation "*)
        echo "failed: $1, and CLIV_TEST_REQUIRE asks for it"
        exit 1 ;;
    esac
    echo "skipped: $1"
    exit 77
}

# What must be there is not looked for: the command fails without it. The look loads every implementation.
has() {
    case " $CLIV_TEST_REQUIRE " in
    *" $implementation "*) return 0 ;;
    esac
    clinfo -l 2>/dev/null | grep -qi -- "$1"
}

# Has it sub-groups, where the test asks for them? PATTERN: its mark in what clinfo says.
needs_sub_groups() {
    case $CLINTERVAL_SUB_GROUPS in
    "" | 0) return 0 ;;
    esac
    clinfo --raw 2>/dev/null | grep "^\\[$1" | grep -q "CL_DEVICE_EXTENSIONS .*cl_khr_subgroup_ballot" && return 0
    echo "skipped: $implementation has no sub-groups that vote (cl_khr_subgroup_ballot)"
    exit 77
}

if [ -n "$CLINTERVAL_DEVICE" ] && [ "$implementation" != device ]; then
    echo "skipped: CLINTERVAL_DEVICE=$CLINTERVAL_DEVICE, so tests run there alone"
    exit 77
fi

if [ -n "$CLIV_TEST_UNTIL" ] && [ "$(date +%s)" -ge "$CLIV_TEST_UNTIL" ]; then
    echo "skipped: it is later than CLIV_TEST_UNTIL"
    exit 77
fi

if [ -n "$CLIV_TEST_SANITIZED" ] && [ "$implementation" = oclgrind ]; then
    echo "skipped: Oclgrind cannot run what ASan instruments"
    exit 77
fi

case $implementation in
pocl)
    has "device.*\(pthread\|cpu\|basic\)" || skip "PoCL is not installed"
    needs_sub_groups POCL
    case $CLIV_TEST_UNOPTIMISED,$1 in
    ,* | ?*,*/test_operations | ?*,*/test_many | ?*,*/test_wide | ?*,*/test_starved*) ;;
    *) export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable ;;
    esac
    CLINTERVAL_DEVICE=pocl exec "$@" ;;
rusticl)
    export RUSTICL_ENABLE=llvmpipe
    has "device.*llvmpipe" || skip "rusticl with llvmpipe is not installed"
    CLINTERVAL_DEVICE=llvmpipe exec "$@" ;;
oclgrind)
    command -v oclgrind >/dev/null || skip "Oclgrind is not installed"
    log=$(mktemp) || exit 1
    trap 'rm -f "$log"' EXIT
    # Oclgrind exits 0 whatever it finds: what it says in its log is the failure.
    # Broken data may race, so its test asks for fewer checks.
    # shellcheck disable=SC2086
    CLINTERVAL_DEVICE=oclgrind oclgrind ${CLIV_TEST_OCLGRIND:---data-races --uninitialized} --log "$log" "$@"
    code=$?
    if [ -s "$log" ]; then
        echo "Oclgrind found:"
        head -c 20000 "$log"
        exit 1
    fi
    exit $code ;;
intel)
    folder=${CLIV_TEST_INTEL:-$(cd "$(dirname "$0")/../.." && pwd)/build/intel}
    [ -f "$folder/vendors/intel.icd" ] || skip "Intel's CPU runtime is not in $folder; tests/harness/intel.sh brings it"
    export OCL_ICD_VENDORS="$folder/vendors"
    has "intel" || skip "Intel's CPU runtime in $folder shows no device"
    needs_sub_groups ""
    CLINTERVAL_DEVICE=intel exec "$@" ;;
device)
    if [ -z "$CLINTERVAL_DEVICE" ]; then
        clinfo 2>/dev/null | grep -q 'Device Type.*GPU' || skip "there is no GPU, and CLINTERVAL_DEVICE is not set"
        export CLINTERVAL_DEVICE=gpu
    fi
    exec "$@" ;;
*)
    echo "on.sh: no implementation $implementation" >&2
    exit 2 ;;
esac
