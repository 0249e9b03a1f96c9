#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the text of every kernel program to a folder, and compares it with another version's folder:
#
#     kernel_texts.sh PROGRAM FOLDER TUNING-FOLDER
#
# CLIV_TEST_TEXTS names the other folder; without it nothing is compared. By default both texts must have the same
# bytes.
# CLIV_TEST_RENAMES names a sed script that translates the names of the other version into the names of this version.
# With a script, comments, white space and #line directives may differ.
here=$(dirname "$0")
program=$1 folder=$2 tuning=$3
rm -rf "$folder"
env -u CLINTERVAL_TUNING -u CLINTERVAL_DEVICE -u CLINTERVAL_SUB_GROUPS "$program" "$folder" "$tuning"/*.txt || exit 1
if [ -z "$CLIV_TEST_TEXTS" ]; then
    echo "written to $folder; CLIV_TEST_TEXTS names no folder to compare it with"
    exit 0
fi
if [ -z "$CLIV_TEST_RENAMES" ]; then
    diff -rq "$CLIV_TEST_TEXTS" "$folder" && echo "no difference"
    exit
fi

# Prints one token per line, without comments and #line directives; without a sed script, the unchanged text.
tokens() {
    grep -v '^#line ' "$1" | awk -f "$here/bare.awk" | sed -f "${2:-/dev/null}" |
        sed 's/[][(){},;]/ & /g; s/\\$//' | tr -s ' \t' '\n\n' | grep -v '^$'
}

differences=0
for file in "$CLIV_TEST_TEXTS"/*; do
    name=$(basename "$file" | sed -f "$CLIV_TEST_RENAMES")
    if [ ! -f "$folder/$name" ]; then
        echo "$folder has no $name"
        differences=1
        continue
    fi
    tokens "$file" "$CLIV_TEST_RENAMES" >"$folder.old"
    tokens "$folder/$name" >"$folder.new"
    if ! cmp -s "$folder.old" "$folder.new"; then
        echo "different: $name"
        diff "$folder.old" "$folder.new" | head -12
        differences=1
    fi
done
rm -f "$folder.old" "$folder.new"
[ $differences = 0 ] && echo "no difference but names, comments and white space"
exit $differences
