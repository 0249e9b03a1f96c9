#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a test on one OpenCL implementation:
#
#     on.sh pocl|rusticl|oclgrind|intel|device COMMAND [ARGUMENT]...
#
# "device" is the device that CLINTERVAL_DEVICE names, or the first GPU. If CLINTERVAL_DEVICE is set, tests on the other
# implementations are skipped. If the implementation is missing, the test is skipped (exit code 77), or fails if
# CLIV_TEST_REQUIRE lists the implementation ("pocl rusticl oclgrind intel"). Intel's CPU runtime is in build/intel, where
# intel.sh installs it, or in the folder that CLIV_TEST_INTEL names. A test with CLINTERVAL_SUB_GROUPS is skipped if the
# implementation has no sub-groups with ballots. From CLIV_TEST_UNTIL on, a time in seconds since 1970, all tests are
# skipped. With CLIV_TEST_UNOPTIMISED, PoCL compiles kernels without optimisation, which halves its time, except in tests
# of operations by descriptor.
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

# A required implementation is not searched: the command fails without it. The search loads every implementation.
has() {
    case " $CLIV_TEST_REQUIRE " in
    *" $implementation "*) return 0 ;;
    esac
    clinfo -l 2>/dev/null | grep -qi -- "$1"
}

# Checks for sub-groups if the test requires them. PATTERN: the implementation's prefix in clinfo's output.
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
    export POCL_SIGFPE_HANDLER=0 # the handler skips divisions by zero, also on the host
    case $CLIV_TEST_UNOPTIMISED,$1 in
    ,* | ?*,*/test_operations) ;;
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
    # Oclgrind always exits with 0, so a message in its log is the failure.
    # Tests with broken data may have races, so they select fewer checks.
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
