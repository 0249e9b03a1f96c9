#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that the snippets of the guide compile: guide.sh SOURCE-FOLDER COMPILER INCLUDE-FOLDER... -- COMMAND
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

# snippets DOCUMENT KERNELS CALLS: writes DOCUMENT-LINE.cl for each kernel and DOCUMENT.c with all calls. KERNELS and
# CALLS are the smallest counts.
snippets() {
    awk -v work="$work" -v document="$1" -v least_kernels="$2" -v least_calls="$3" '
    /^```c$/ { inside = 1; first = NR + 1; text = ""; next }
    /^```/ && inside {
        inside = 0
        line = sprintf("#line %d \"docs/%s.md\"\n", first, document)
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
        if (kernels < least_kernels || calls < least_calls) {
            print "FAILED: hardly a snippet was found in docs/" document ".md"
            exit 1
        }
    }' "$source/docs/$1.md"
    # shellcheck disable=SC2086 # a list of words
    $compiler -std=c11 -fsyntax-only -Wall -Wextra -Werror -Wno-unused -I"$source/include" $includes \
        -include "$source/tests/block/guide_names.h" -include "$work/$1.h" "$work/$1.c" || {
        echo "FAILED: a snippet of docs/$1.md does not compile"
        exit 1
    }
}
snippets guide 5 40
exec "$@" "$work"/*.cl
