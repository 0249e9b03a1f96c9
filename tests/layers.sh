#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The sources of host/ are layers: none uses another that uses it, directly or through others. layers.sh LIBRARY.a
set -u
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
for tool in nm tsort; do
    command -v "$tool" >/dev/null || { echo "no $tool"; exit 77; }
done
# "USER USED" for every pair of object files, by the names that one defines and the other lacks.
nm -A "$1" 2>/dev/null | awk '
    { count = split($1, part, ":"); file = part[count - 1]; sub(/\.o$/, "", file); kind = $(NF - 1) }
    kind ~ /^[TDRBV]$/ { owner[$NF] = file }
    kind == "U" { lacks[file " " $NF] = 1 }
    END {
        for (pair in lacks) {
            split(pair, word, " ")
            if (owner[word[2]] != "" && owner[word[2]] != word[1]) print word[1], owner[word[2]]
        }
    }' | sort -u >"$work/uses"
[ -s "$work/uses" ] || { echo "nm found no names in $1"; exit 1; }
tsort "$work/uses" >"$work/order" 2>"$work/loops"
if [ -s "$work/loops" ]; then
    echo "sources of host/ use each other in a circle:"
    sed 's/^tsort: //; /input contains a loop/d' "$work/loops"
    exit 1
fi
echo "$(wc -l <"$work/order") sources, no circle"
