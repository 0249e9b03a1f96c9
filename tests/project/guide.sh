#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that the snippets of the guide, and of inputs.md and memory.md, compile:
#     guide.sh SOURCE-FOLDER COMPILER INCLUDE-FOLDER... -- COMMAND
# COMMAND compiles snippets with a kernel, one file each. The C compiler checks snippets that call the library, each in
# a function of its own; guide_names.h declares the names that the text does not declare. Other snippets are arithmetic
# or fragments and are not checked.
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

# snippets FOLDER NAME: writes NAME-LINE.cl for each kernel of FOLDER/NAME.md, NAME.c with all calls, and NAME.count
# with the counts of kernels and calls, and compiles the calls.
snippets() {
    awk -v work="$work" -v folder="$1" -v document="$2" '
    /^```c$/ { inside = 1; first = NR + 1; text = ""; next }
    /^```/ && inside {
        inside = 0
        line = sprintf("#line %d \"%s/%s.md\"\n", first, folder, document)
        if (text ~ /__kernel/) {
            kernels++
            file = work "/" document "-" first ".cl"
            printf "%s%s", line, text > file
            close(file)
        } else if (text ~ /cliv_/) {
            calls++
            printf "void snippet_%d(void);\nvoid snippet_%d(void)\n{\n%s%s}\n", first, first, line, text > (work "/" document ".c")
            rest = text
            while (match(rest, /[a-z_]+_mem/)) { # names of buffers
                name = substr(rest, RSTART, RLENGTH)
                if (name != "cl_mem") names[name] = 1
                rest = substr(rest, RSTART + RLENGTH)
            }
        }
        next
    }
    inside { text = text $0 "\n" }
    END {
        printf "" > (work "/" document ".h")
        for (name in names) printf "extern cl_mem %s;\n", name > (work "/" document ".h")
        print kernels + 0, calls + 0 > (work "/" document ".count")
    }' "$source/$1/$2.md"
    [ -f "$work/$2.c" ] || return 0
    # shellcheck disable=SC2086 # a list of words
    $compiler -std=c11 -fsyntax-only -Wall -Wextra -Werror -Wno-unused -I"$source/include" $includes \
        -include "$source/tests/block/guide_names.h" -include "$work/$2.h" "$work/$2.c" || {
        echo "FAILED: a snippet of $1/$2.md does not compile"
        exit 1
    }
}
for chapter in "$source"/docs/guide/*.md; do
    snippets docs/guide "$(basename "$chapter" .md)"
done
for document in inputs memory; do
    snippets docs "$document"
    [ -f "$work/$document.c" ] || {
        echo "FAILED: docs/$document.md has no snippet"
        exit 1
    }
done
# The smallest counts of all documents together.
awk -v least_kernels=6 -v least_calls=52 '
    { kernels += $1; calls += $2 }
    END {
        print kernels " kernels, " calls " snippets with calls"
        exit kernels < least_kernels || calls < least_calls
    }' "$work"/*.count || {
    echo "FAILED: hardly a snippet was found in docs/guide"
    exit 1
}
exec "$@" "$work"/*.cl
