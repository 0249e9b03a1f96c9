#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compares docs/cookbook.md with the recipes: cookbook.sh SOURCE-FOLDER [PROGRAMS RUN...]
# Each recipe has a section, which links to its C program and to its Python program. The lines of a C or Python block
# are contiguous lines of the program, with any indentation. The first Python block follows a C block, so that the site
# shows both as tabs. Each section is in the table of contents. PROGRAMS is the folder of the built recipes; with it
# each C program also runs. If RUN is "own", it must print the text of its section. Otherwise RUN has its arguments, and
# it checks its own result. python/tests/test_recipes.py runs the Python programs.
set -u
source=$1 programs=${2-}
[ $# -lt 2 ] || shift
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cookbook=$source/docs/cookbook.md

# NAME.c.1, NAME.c.2 …, NAME.py.1 … and NAME.text: the blocks of the section that links to examples/recipes/NAME.c.
# NAME.tabs: the section has a Python block after a C block, with only empty lines between them.
awk -v work="$work" '
    /^## / { title = substr($0, 4); name = before = ""; blocks = tabs = 0; print title > (work "/titles") }
    /^```(c|python)$/ {
        language = $0 == "```c" ? "c" : "py"
        tabs = tabs || (language == "py" && before == "c")
        inside = language "." (++blocks)
        block[blocks] = inside
        text[inside] = ""
        next
    }
    /^```text$/ { inside = "text"; printf "" > (work "/" name ".text"); next }
    /^```/ { before = substr(inside, 1, 2) == "c." ? "c" : ""; inside = ""; next }
    inside == "text" { print > (work "/" name ".text"); next }
    inside { sub(/^ +/, ""); text[inside] = text[inside] $0 "\n"; next }
    $0 != "" { before = "" }
    title != "" && match($0, /\.\.\/examples\/recipes\/[a-z_0-9]+\.c/) {
        name = substr($0, RSTART + 20, RLENGTH - 22)
        print name > (work "/names")
        for (k = 1; k <= blocks; ++k) printf "%s", text[block[k]] > (work "/" name "." block[k])
        if (tabs) print > (work "/" name ".tabs")
    }' "$cookbook"

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

for file in "$source"/examples/recipes/*.c; do basename "$file" .c; done | sort >"$work/files"
for file in "$source"/examples/recipes/*.py; do basename "$file" .py; done | sort | cmp -s - "$work/files" ||
    fail "examples/recipes has a C program without a Python program, or a Python program without a C program"
sort "$work/names" | cmp -s - "$work/files" || {
    fail "the sections of docs/cookbook.md (left) are not those of the files in examples/recipes (right)"
    sort "$work/names" | diff - "$work/files"
}
while read -r title; do
    anchor=$(echo "$title" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-')
    sed '/^## /q' "$cookbook" | grep -qF "](#$anchor)" || fail "\"$title\" is not in the table of contents"
done <"$work/titles"

while read -r name; do
    [ -f "$work/$name.c.1" ] || fail "the section of $name.c does not begin with a block of it"
    [ -f "$work/$name.tabs" ] || fail "the section of $name.c has no Python block after a C block"
    grep -qF "(../examples/recipes/$name.py)" "$cookbook" || fail "no link to examples/recipes/$name.py"
    for block in "$work/$name".c.* "$work/$name".py.*; do
        [ -f "$block" ] || continue
        program=${block##*/}
        program=${program%.*}
        awk 'NR == FNR { wanted = wanted $0 "\n"; next } { sub(/^ +/, ""); text = text $0 "\n" }
            END { exit wanted == "" || !index("\n" text, "\n" wanted) }' "$block" "$source/examples/recipes/$program" || {
            fail "examples/recipes/$program has no such lines:"
            cat "$block"
        }
    done
    [ -f "$work/$name.text" ] || fail "the section of $name.c has no output"
done <"$work/names"
[ "$(wc -l <"$work/names")" -ge 25 ] || fail "there are fewer than 25 recipes"

# Two at a time, because most of the time is compilation.
[ -z "$programs" ] || for run in "$@"; do echo "$run"; done >"$work/runs"
# shellcheck disable=SC2016 # the inner shell's variables
[ -z "$programs" ] || xargs -n 1 -P 2 sh -c '
    program=$0/$2 out=$1/$2
    while read -r run; do
        [ "$run" != own ] || run=
        # shellcheck disable=SC2086 # two words
        "$program" $run >"$out.out" 2>&1 && { [ "$run" ] || diff "$out.text" "$out.out" >"$out.diff"; } || {
            echo "FAILED: $2 $run"
            cat "$out.out"
            exit 1
        }
    done <"$1/runs"' "$programs" "$work" <"$work/names" || failures=$((failures + 1))
echo "$(wc -l <"$work/names") recipes, $failures failures"
[ "$failures" -eq 0 ]
