#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the C program in README.md, and the C++ programs in the guide and on the site's first page:
#
#     readme.sh SOURCE-FOLDER LIBRARY C-COMPILER C++-COMPILER INCLUDE-FOLDER...
#
# Each program is complete, compiles without a warning, and prints the output that the text shows. The program on the
# first page has fewer than 20 lines. The C program is also compiled by the command that README.md shows. python/tests
# tests the Python programs. CITATION.cff has the version of the library.
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
blocks docs/guide/cpp.md guide
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
prints "7 7 9 5 5 5" "$c" c11 readme.c

# The command in README.md, in a home folder with the headers and the library as an installation has them.
mkdir "$work/clinterval"
ln -s "$source/include" "$work/clinterval/include"
ln -s "$(cd "$(dirname "$library")" && pwd)" "$work/clinterval/lib"
cp "$work/readme.c" "$work/first.c"
awk '/^cc first\.c/ { inside = 1 } /^(\.\/first|```)/ { inside = 0 } inside' "$source/README.md" >"$work/command.sh"
grep -q '^cc first\.c -o first' "$work/command.sh" || fail "README.md has no command that compiles first.c"
(
    cd "$work"
    cc() { "$c" "$@"; }
    for folder in "$@"; do CPATH="$folder${CPATH:+:$CPATH}"; done
    export HOME="$work" CPATH="${CPATH-}"
    # shellcheck disable=SC1091 # written above
    . ./command.sh
) || fail "the command in README.md does not compile the program"
[ "$("$work/first")" = "7 7 9 5 5 5" ] || fail "the program that the command in README.md compiles prints something else"

if [ -n "$cpp" ]; then
    prints "0 1 3 " "$cpp" c++17 guide.cpp
    prints "7 7 9 5 5 5 1 4 4 4 4 4 " "$cpp" c++17 index.cpp
else
    echo "left out: there is no compiler for C++"
fi
version=$(sed -n 's/^#define CLIV_VERSION_[A-Z]* *\([0-9]*\)$/\1/p' "$source/include/clinterval/status.h" | paste -sd. -)
grep -qx "version: $version" "$source/CITATION.cff" || fail "CITATION.cff does not have the version $version"
echo "the programs print what the text says"
