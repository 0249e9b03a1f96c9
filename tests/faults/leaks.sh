#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Searches for memory leaks with valgrind:
#
#     leaks.sh none|some SUPPRESSIONS COMMAND [ARGUMENT]...
#
# "some" is for a program with a leak: it shows that valgrind finds a leak of the library next to the
# leaks of drivers, which SUPPRESSIONS names. Only leaks are checked; the sanitizers check memory accesses.
wanted=$1 suppressions=$2
shift 2
if [ -n "$CLIV_TEST_SANITIZED" ]; then
    echo "skipped: valgrind cannot run what ASan instruments"
    exit 77
fi
if ! command -v valgrind >/dev/null; then
    case " $CLIV_TEST_REQUIRE " in
    *" valgrind "*) echo "failed: valgrind is not installed, and CLIV_TEST_REQUIRE asks for it"; exit 1 ;;
    esac
    echo "skipped: valgrind is not installed"
    exit 77
fi
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
valgrind --undef-value-errors=no --leak-check=full --show-leak-kinds=definite,indirect,possible --num-callers=40 \
    --suppressions="$suppressions" --log-file="$log" "$@" || exit 1
grep -q 'LEAK SUMMARY\|no leaks are possible' "$log" || { echo "failed: valgrind did not look for leaks"; exit 1; }
if grep -q 'lost in loss record' "$log"; then
    found=some
else
    found=none
fi
[ $found = "$wanted" ] && exit 0
echo "failed: leaks: $found, should be: $wanted"
head -c 20000 "$log"
exit 1
