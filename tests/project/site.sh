#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that the site is built without a warning, that its links are valid, that its pictures are the output of
# docs/pictures/draw.py, and that its reference has every function:
# site.sh SOURCE-FOLDER BUILD-FOLDER LIBRARY VERSION. Exit status 77: skipped.
set -eu
source=$1 build=$2
why=$(sh "$source/docs/site/ready.sh") || {
    echo "skipped: $why"
    exit 77
}
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
sh "$source/docs/site/build.sh" "$@" || fail "the site has warnings, or links that lead nowhere"
drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT
python3 "$source/docs/pictures/draw.py" "$drawn"
for picture in "$source"/docs/pictures/*.svg; do
    cmp "$picture" "$drawn/${picture##*/}" || fail "$picture is not what docs/pictures/draw.py draws"
done
functions=$(grep -ho 'cliv_[a-z_0-9]*(cliv_context \*ctx, cl_command_queue' "$source"/include/clinterval/*.h | sed 's/(.*//' | sort -u)
[ "$(echo "$functions" | wc -l)" -gt 40 ] || fail "hardly a function was found"
for function in $functions; do
    grep -q "id=\"c\.$function\"" "$build"/site/reference/*.h.html || fail "$function is not in the reference of C"
    name=${function#cliv_}
    name=${name%_begin} # cliv_recording_begin is the constructor of a recording
    grep -q ">$name<" "$build/site/reference/cpp.html" || fail "$function is not in the reference of C++"
done
for name in sort Pool Recording join_as_of; do
    grep -q "id=\"clinterval\.$name\"" "$build/site/reference/python.html" ||
        fail "clinterval.$name is not in the reference of Python"
done
grep -q 'href="reference/sort.h.html#c.cliv_sort_keys"' "$build/site/which.html" ||
    fail "names of functions do not lead to the reference"
