#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that a test fails if the sources are wrong: changes one file by a sed expression, builds, runs tests, and restores
# the file:
#
#     tests/harness/mutate.sh build/release host/sort/sort_rows.c 's/cliv_packed_type(&p)->size/p.bytes/' -R '^sort_rows\.'
#
# The arguments after the expression are passed to ctest. CLIV_MUTATE_TARGETS names the targets to build, by default all.
# Exit code: 0 if a test failed, 1 if no test failed, 2 if the expression changes nothing or the sources do not compile.
[ $# -ge 3 ] || { sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 2; }
build=$1 file=$2 expression=$3
shift 3
original=$(mktemp) || exit 2
cp -p "$file" "$original" || exit 2
trap 'cp -p "$original" "$file"; touch "$file"; rm -f "$original"' EXIT
trap 'exit 2' INT TERM
sed "$expression" "$original" >"$file" || exit 2
if cmp -s "$original" "$file"; then
    echo "mutate.sh: the expression changes nothing in $file"
    exit 2
fi
diff "$original" "$file"
rm -f "$build/Testing/Temporary/LastTestsFailed.log"
# shellcheck disable=SC2086 # a list of words
cmake --build "$build" ${CLIV_MUTATE_TARGETS:+--target $CLIV_MUTATE_TARGETS} >/dev/null || exit 2
ctest --test-dir "$build" --no-tests=error --stop-on-failure "$@"
case $? in
0)
    echo "mutate.sh: no test failed"
    exit 1 ;;
8) grep -qs . "$build/Testing/Temporary/LastTestsFailed.log" || exit 2 ;; # else there is no such test
*) exit 2 ;;
esac
