#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that dependencies have one direction. layers.sh SOURCE-FOLDER [LIBRARY.a | FOLDER-OF-OBJECTS]...
#
# - host/: runtime, then grid, then the families. cl/: block and runtime, then grid, then the families. A folder
#   includes no file of a later layer, and no two folders include each other, directly or through others.
# - mpi/, bench/ and tools/: no two sources include each other's headers in a circle.
# - Object files of each library or folder: no two use each other, directly or through others.
set -u
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
for tool in nm tsort; do
    command -v "$tool" >/dev/null || { echo "no $tool"; exit 77; }
done
sources=$1
shift
: >"$work/built"
for built in "$@"; do
    [ -e "$built" ] || { echo "no $built: build it first"; exit 2; }
    (cd "$(dirname "$built")" && echo "$PWD/$(basename "$built")") >>"$work/built"
done
cd "$sources" || exit 2
failed=0

# order WHAT: reads lines "USER USED" from stdin, and fails if they form a circle.
order() {
    sort -u >"$work/uses"
    if [ ! -s "$work/uses" ]; then
        echo "$1: nothing is used"
        failed=1
        return
    fi
    tsort "$work/uses" >"$work/order" 2>"$work/loops"
    if [ -s "$work/loops" ]; then
        echo "$1 use each other in a circle:"
        sed 's/^tsort: //; /input contains a loop/d' "$work/loops"
        failed=1
    else
        echo "$(wc -l <"$work/order") $1, no circle"
    fi
}

# includes FOLDER: prints lines "FILE INCLUDED", with folders, for the sources below FOLDER.
includes() {
    find "$1" -name '*.[ch]' -o -name '*.clh' -o -name '*.inl' -o -name '*.cl' | sort >"$work/files"
    xargs grep -HoE '^ *# *include *"[^"]+"' <"$work/files" | sed 's/: *# *include *"/ /; s/"$//' |
        awk 'NR == FNR { n = split($1, part, "/"); at[part[n]] = $1; next }
             { n = split($2, part, "/"); if (part[n] in at && at[part[n]] != $1) print $1, at[part[n]] }' "$work/files" -
}

for tree in host cl; do
    includes $tree | awk '{ split($1, user, "/"); split($2, used, "/"); if (user[2] != used[2]) print user[2], used[2] }' \
        >"$work/folders"
    order "folders of $tree/" <"$work/folders"
    awk 'function layer(folder) { return folder == "grid" ? 1 : folder == "runtime" || folder == "block" ? 0 : 2 }
         layer($2) > layer($1)' "$work/folders" | sort -u | while read -r user used; do
        echo "$tree/$user includes files of $tree/$used, a later layer"
    done >"$work/arrows"
    if [ -s "$work/arrows" ]; then
        cat "$work/arrows"
        failed=1
    fi
done

# A source and its header, a.c and a.h, count as one file.
for tree in mpi bench tools; do
    includes $tree | sed 's/\.[ch] /  /; s/\.[ch]$//' | awk '$1 != $2' | order "sources of $tree/"
done

# symbols LIBRARY.a | FOLDER: prints the output of nm, "FILE:ADDRESS KIND SYMBOL". Build folders keep objects of
# deleted sources, so an object without a source of its name is left out.
symbols() {
    if [ -d "$1" ]; then
        find bench examples host mpi tools -name '*.c' -o -name '*.cpp' -o -name '*.cu' >"$work/files"
        (cd "$1" && find . -name '*.o' | sed 's|^\./||' | sort) | awk '
            { name = $0; sub(/.*\//, "", name); sub(/\.o$/, "", name) }
            NR == FNR { known[name] = 1; next }
            name in known' "$work/files" - >"$work/objects"
        (cd "$1" && xargs -r nm -A <"$work/objects" 2>/dev/null)
    else
        nm -A "$1" 2>/dev/null
    fi
}

while read -r built; do
    symbols "$built" | awk '
        { count = split($1, part, ":"); file = part[count - 1]; sub(/\.o$/, "", file); kind = $(NF - 1) }
        kind ~ /^[TDRBV]$/ { owner[$NF] = file }
        kind == "U" { lacks[file " " $NF] = 1 }
        END {
            for (pair in lacks) {
                split(pair, word, " ")
                if (owner[word[2]] != "" && owner[word[2]] != word[1]) print word[1], owner[word[2]]
            }
        }' >"$work/lacks"
    order "object files of $(basename "$built" .dir)" <"$work/lacks"
done <"$work/built"
exit $failed
