#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that the tutorial's snippets, concatenated, are a program that prints the tutorial's text blocks:
# tutorial.sh SOURCE-FOLDER LIBRARY C-COMPILER INCLUDE-FOLDER...
set -eu
source=$1 library=$2 compiler=$3
shift 3
includes="-I$source/include"
for folder in "$@"; do
    includes="$includes -I$folder"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
    /^```c$/ { inside = "c"; printf "#line %d \"docs/tutorial.md\"\n", NR + 1 > (work "/shop.c"); next }
    /^```text$/ { inside = "text"; next }
    /^```/ { inside = "" }
    inside == "c" { print > (work "/shop.c") }
    inside == "text" { print > (work "/said.txt") }' "$source/docs/tutorial.md"
if [ ! -s "$work/shop.c" ] || [ ! -s "$work/said.txt" ]; then
    echo "FAILED: there is no program, or nothing that it prints"
    exit 1
fi
# shellcheck disable=SC2086 # a list of words
$compiler -std=c11 -Wall -Wextra -Werror $includes -o "$work/shop" "$work/shop.c" "$library" -lOpenCL \
    "-Wl,-rpath,$(dirname "$library")" || {
    echo "FAILED: the program does not compile"
    exit 1
}
"$work/shop" >"$work/printed.txt" || {
    echo "FAILED: the program ends with an error"
    exit 1
}
diff "$work/said.txt" "$work/printed.txt" || {
    echo "FAILED: the program prints something else"
    exit 1
}
echo "the program prints what the text says"
