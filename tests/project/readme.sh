#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the program in README.md, and the C++ programs in the guide and on the site's first page:
#
#     readme.sh SOURCE-FOLDER LIBRARY C-COMPILER C++-COMPILER INCLUDE-FOLDER...
#
# Each program is complete, compiles without a warning, and prints the output that the text shows. The program on the
# first page has fewer than 20 lines. python/tests tests the Python program in README.md.
set -eu
source=$1 library=$2 c=$3 cpp=$4
shift 4
includes="-I$source/include"
for folder in "$@"; do
    includes="$includes -I$folder"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
blocks() { # blocks FILE NAME
    awk -v name="$work/$2" '
        /^```(c|cpp)$/ { suffix = substr($0, 4); inside = 1; next }
        /^```/ { inside = 0 }
        inside { print > (name "." suffix) }' "$source/$1"
}
blocks README.md readme
blocks docs/guide.md guide
blocks docs/index.md index
fail() {
    echo "FAILED: $*"
    exit 1
}
[ -f "$work/readme.c" ] && [ -f "$work/guide.cpp" ] && [ -f "$work/index.cpp" ] ||
    fail "a program was not found"
lines=$(wc -l <"$work/index.cpp")
[ "$lines" -lt 20 ] || fail "the first page's program in C++ has $lines lines"
link="$library -lOpenCL -Wl,-rpath,$(dirname "$library")"

# prints TEXT COMPILER STANDARD FILE
prints() {
    # shellcheck disable=SC2086 # lists of words
    $2 "-std=$3" -Wall -Wextra -Werror $includes -o "$work/program" "$work/$4" $link || fail "$4 does not compile"
    printed=$("$work/program") || fail "$4: exit status $?"
    [ "$printed" = "$1" ] || fail "$4 prints $printed"
}
prints "7 7 9 5 5 5 " "$c" c11 readme.c
if [ -n "$cpp" ]; then
    prints "0 1 3 " "$cpp" c++17 guide.cpp
    prints "7 7 9 5 5 5 1 4 4 4 4 4 " "$cpp" c++17 index.cpp
else
    echo "left out: there is no compiler for C++"
fi
echo "the programs print what the text says"
