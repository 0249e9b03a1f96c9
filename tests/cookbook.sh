#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The cookbook's recipes do what it says: cookbook.sh SOURCE-FOLDER LIBRARY C-COMPILER INCLUDE-FOLDER...
# Where a snippet is followed by a block of numbers, "NAME = NUMBERS… gives NAME = NUMBERS…", arrays are made of the first
# part, the snippet runs, and the second part is compared with arrays, and with numbers that the snippet declares. An
# underscore is an element that stays as it was. n is the length of the first array that is listed, and of those that are
# not; rows is that of the second.
set -eu
source=$1 library=$2 compiler=$3
shift 3
includes="-I$source/include -I$source/tests"
for folder in "$@"; do
    includes="$includes -I$folder"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '
    function flush(    k, name) { # the numbers that were read, for the name before them
        if (called != "") {
            if (given) { results[++result_count] = called; expected[called] = numbers; expected_count[called] = number_count }
            else { inputs[++input_count] = called; input[called] = numbers; length_of[called] = elements; size_of[called] = number_count }
        }
        called = numbers = ""; number_count = elements = 0
    }
    function add(token,    parts, count, k) { # {1,2} are two numbers of one element
        ++elements
        gsub(/[{}]/, "", token)
        count = split(token, parts, ",")
        for (k = 1; k <= count; ++k) {
            numbers = numbers (number_count++ ? ", " : "") (parts[k] == "_" ? "UNTOUCHED" : parts[k])
        }
    }
    function finish(    k, name) { # one recipe
        flush()
        ++recipes
        printf "static void recipe_%d(cliv_context *ctx, cl_command_queue queue)\n{\n", recipes
        printf "    size_t n = %d, rows = %d;\n    ARRAYS\n", length_of[inputs[1]], length_of[inputs[2]]
        for (k = 1; k <= result_count; ++k) {
            name = results[k]
            if (known ~ " " name " ") printf "    blank(ctx, &%s, %d);\n", name, expected_count[name]
        }
        for (k = 1; k <= input_count; ++k)
            printf "    fill(ctx, &%s, %d, (double[]){%s});\n", inputs[k], size_of[inputs[k]], input[inputs[k]]
        printf "    BUFFERS\n    {\n#line %d \"docs/cookbook.md\"\n%s", first, text
        for (k = 1; k <= result_count; ++k)
            printf "        EXPECT(%s, \"%s\", %d, %d, (double[]){%s});\n", results[k], results[k], first, expected_count[results[k]], expected[results[k]]
        printf "    }\n}\n\n"
        text = ""; input_count = result_count = given = 0
    }
    BEGIN {
        known = " a b chosen counts different in_order index indices keys numbers offsets offers orders output places prices" \
            " result_numbers result_prices row_starts sorted starts sum sums values x y "
        print "#include \"cookbook.h\"\n"
    }
    /^## / { text = "" }
    /^```c$/ { inside = "snippet"; first = NR + 1; text = ""; next }
    /^```$/ && inside == "" { inside = "numbers"; next }
    /^```$/ { if (inside == "numbers" && text != "") finish(); inside = ""; next }
    inside == "snippet" { text = text $0 "\n" }
    inside == "numbers" {
        for (k = 1; k <= NF; ++k) {
            if ($(k + 1) == "=" && k < NF) { flush(); called = $k; ++k }
            else if ($k == "gives") { flush(); given = 1 }
            else add($k)
        }
    }
    END {
        print "int main(void)\n{\n    cl_command_queue queue;\n    cliv_context *ctx = begin(&queue);"
        for (k = 1; k <= recipes; ++k) printf "    recipe_%d(ctx, queue);\n", k
        printf "    return end(ctx, %d);\n}\n", recipes
    }' "$source/docs/cookbook.md" >"$work/cookbook.c"
# shellcheck disable=SC2086 # a list of words
$compiler -std=c11 -Wall -Wextra -Werror -Wno-unused $includes -o "$work/cookbook" "$work/cookbook.c" "$library" -lOpenCL \
    "-Wl,-rpath,$(dirname "$library")" || {
    echo "FAILED: the recipes do not compile"
    exit 1
}
exec "$work/cookbook"
