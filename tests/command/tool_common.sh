# SPDX-License-Identifier: Apache-2.0
# Functions for the tests of the clinterval command and of the examples. A script sources this file with its arguments
# TOOL CASE, or FOLDER CASE, where FOLDER has the programs of the examples.
tool=$1
case_name=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*" >&2
    [ -s "$work/out" ] && sed 's/^/  out: /' "$work/out" >&2
    [ -s "$work/err" ] && sed 's/^/  err: /' "$work/err" >&2
    exit 1
}

# start ARGUMENT...: starts the tool, or the example that the first argument names.
start() {
    if [ -d "$tool" ]; then
        example=$tool/$1
        shift
        "$example" "$@"
    else
        "$tool" "$@"
    fi
}

# run STATUS ARGUMENT...: starts the program, which must exit with STATUS.
run() {
    expected=$1
    shift
    start "$@" >"$work/out" 2>"$work/all"
    status=$?
    grep -vE '^[0-9]+ warnings? generated\.$' "$work/all" >"$work/err" # NVIDIA's driver says so, where it has not cached a program
    [ $status -eq "$expected" ] || fail "$*: exit status $status, not $expected"
}

# unwritten ARGUMENT...: runs the command with an output that cannot be written; it must report this and fail.
unwritten() {
    [ -e /dev/full ] || return 0
    start "$@" >/dev/full 2>"$work/err"
    status=$?
    [ $status -eq 1 ] || fail "$*, output not written: exit status $status, not 1"
}

# prints TEXT, complains TEXT: the last run printed TEXT on stdout or stderr; silent: it printed nothing on stderr.
prints() { grep -qF -- "$1" "$work/out" || fail "stdout lacks: $1"; }
complains() { grep -qF -- "$1" "$work/err" || fail "stderr lacks: $1"; }
silent() { [ ! -s "$work/err" ] || fail "stderr is not empty"; }
# level DISTANCE VERTICES EDGES: a row of the table of frontiers
level() { prints "$(printf '%8d %12d %14d' "$1" "$2" "$3")"; }

skip() {
    case " ${CLIV_TEST_REQUIRE-} " in # see tests/harness/on.sh
    *" $case_name "*) fail "$*, and CLIV_TEST_REQUIRE asks for it" ;;
    esac
    echo "skipped: $*"
    exit 77
}

# Skips the case if the tool has no reader of Matrix Market files. Uses the script's variable `data`.
need_reader() {
    if ! "$tool" demo --graph "$data/petersen.mtx" >/dev/null 2>"$work/err" && grep -q libsuitesparse-dev "$work/err"; then
        skip "built without CHOLMOD, the reader of Matrix Market files"
    fi
}

# Skips the case if Oclgrind cannot run it, even if CLIV_TEST_REQUIRE lists it.
need_oclgrind() {
    if [ -n "${CLINTERVAL_DEVICE-}" ]; then
        echo "skipped: CLINTERVAL_DEVICE=$CLINTERVAL_DEVICE, so tests run there alone"
        exit 77
    fi
    if [ -n "${CLIV_TEST_SANITIZED-}" ]; then
        echo "skipped: Oclgrind cannot run what ASan instruments"
        exit 77
    fi
    command -v oclgrind >/dev/null || skip "Oclgrind is not installed"
}
