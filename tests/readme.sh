#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# README's programs: readme.sh SOURCE-FOLDER LIBRARY C-COMPILER C++-COMPILER INCLUDE-FOLDER...
# Each block of C or C++ is a whole program, which compiles without a warning and prints what the text says; the one in
# C++ is shorter than 15 lines.
set -eu
source=$1 library=$2 c=$3 cpp=$4
shift 4
includes="-I$source/include"
for folder in "$@"; do
    includes="$includes -I$folder"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
    /^```(c|cpp)$/ { suffix = substr($0, 4); inside = 1; next }
    /^```/ { inside = 0 }
    inside { print > (work "/program." suffix) }' "$source/README.md"
fail() {
    echo "FAILED: $*"
    exit 1
}
[ -f "$work/program.c" ] && [ -f "$work/program.cpp" ] || fail "README has no program in C, or none in C++"
lines=$(wc -l <"$work/program.cpp")
[ "$lines" -lt 15 ] || fail "README's program in C++ has $lines lines"
link="$library -lOpenCL -Wl,-rpath,$(dirname "$library")"
# shellcheck disable=SC2086 # lists of words
{
    $c -std=c11 -Wall -Wextra -Werror $includes -o "$work/c" "$work/program.c" $link || fail "the program in C"
    [ -z "$cpp" ] || $cpp -std=c++17 -Wall -Wextra -Werror $includes -o "$work/cpp" "$work/program.cpp" $link ||
        fail "the program in C++"
}
for program in "$work/c" "$work/cpp"; do
    [ -x "$program" ] || { echo "left out: there is no compiler for C++"; continue; }
    printed=$("$program") || fail "${program##*/}: exit status $?"
    [ "$printed" = "7 7 9 5 5 5 " ] || fail "${program##*/} prints $printed"
done
echo "README's programs print 7 7 9 5 5 5"
