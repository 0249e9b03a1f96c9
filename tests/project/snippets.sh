#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that the C snippets of documents compile: snippets.sh SOURCE-FOLDER COMPILER INCLUDE-FOLDER... -- DOCUMENT...
# Each snippet is the body of a function. The names that the texts use are declared here.
set -eu
source=$1 compiler=$2
shift 2
includes=''
while [ "$1" != -- ]; do
    includes="$includes -I$1"
    shift
done
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/all.c" <<'TEXT'
#include <clinterval/clinterval.h>
#include <stdio.h>
static cliv_context *ctx;
static cl_command_queue queue;
static cl_context context;
static cl_device_id device;
static size_t n;
static cliv_array key, row, values, sorted_keys, groups, sums, count, total, measurements;
TEXT
for document; do
    awk -v document="$document" '
    /^```c$/ { inside = 1; printf "void snippet_%d(void);\nvoid snippet_%d(void)\n{\n#line %d \"%s\"\n", ++count, count, NR + 1, document; next }
    /^```/ && inside { inside = 0; print "}"; next }
    inside
    END { exit !count }' "$source/$document" >"$work/one.c" || {
        echo "FAILED: $document has no snippet"
        exit 1
    }
    sed "s/snippet_/$(basename "$document" .md)_/g" "$work/one.c" >>"$work/all.c"
done
# shellcheck disable=SC2086 # a list of words
$compiler -std=c11 -fsyntax-only -Wall -Wextra -Werror -Wno-unused -I"$source/include" $includes "$work/all.c" || {
    echo "FAILED: a snippet does not compile"
    exit 1
}
