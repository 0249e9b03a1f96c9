#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The guide's snippets compile: guide.sh SOURCE-FOLDER COMPILER INCLUDE-FOLDER... -- COMMAND
# Those with a kernel are given to COMMAND, a file each; those that call the library are checked by the C compiler, each in a
# function of its own, where names that the text takes for granted are those of guide_names.h. What does neither is
# arithmetic or a fragment.
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
awk -v work="$work" '
    /^```c$/ { inside = 1; first = NR + 1; text = ""; next }
    /^```/ && inside {
        inside = 0
        if (text ~ /__kernel/) {
            kernels++
            printf "#line %d \"docs/guide.md\"\n%s", first, text > (work "/" first ".cl")
            close(work "/" first ".cl")
        } else if (text ~ /cliv_/) {
            calls++
            printf "void snippet_%d(void);\nvoid snippet_%d(void)\n{\n#line %d \"docs/guide.md\"\n%s}\n", first, first, first, text > (work "/snippets.c")
            rest = text
            while (match(rest, /[a-z_]+_mem/)) { # buffers are called so
                name = substr(rest, RSTART, RLENGTH)
                if (name != "cl_mem") names[name] = 1
                rest = substr(rest, RSTART + RLENGTH)
            }
        }
        next
    }
    inside { text = text $0 "\n" }
    END {
        for (name in names) printf "extern cl_mem %s;\n", name > (work "/buffers.h")
        if (kernels < 5 || calls < 20) { print "FAILED: hardly a snippet was found in the guide"; exit 1 }
    }' "$source/docs/guide.md"
# shellcheck disable=SC2086 # a list of words
$compiler -std=c11 -fsyntax-only -Wall -Wextra -Werror -Wno-unused -I"$source/include" $includes -include "$source/tests/guide_names.h" \
    -include "$work/buffers.h" "$work/snippets.c" || {
    echo "FAILED: a snippet of the guide does not compile"
    exit 1
}
exec "$@" "$work"/*.cl
