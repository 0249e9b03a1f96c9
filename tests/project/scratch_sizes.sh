#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compares the columns of 2^20 elements in docs/memory.md with the output of scratch_sizes:
# scratch_sizes.sh SOURCE-FOLDER PROGRAM. A cell is a number, "A; B", or "A to B"; then all cases of the row are in it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$2" >"$work/sizes" || {
    cat "$work/sizes"
    exit 1
}
# The first words of a row | the operations and cases of scratch_sizes
cat >"$work/rows" <<'TEXT'
scan|scan_exclusive
offsets from counts|offsets_from_counts
segmented scan|segmented_scan_inclusive L=8
scan by key|scan_by_key_inclusive L=8
reduce|reduce
find first|find_first
segmented reduce, segments of 8|segmented_reduce L=8
segmented find first, segments of 8|segmented_find_first L=8
reduce by key, runs of 8|reduce_by_key L=8
unique, runs of 8|unique L=8
compact; partition|compact
interval family|interval_expand L=8;interval_gather L=8;interval_scatter L=8;interval_move L=8;load_balance_search L=8
bulk insert, remove|bulk_insert;bulk_remove
merge, sorted search, as-of join|merge_keys;merge_pairs;sorted_search;join_as_of
sets|set_keys
merge of up to 16 runs|merge_runs_keys L=131072
merge of more runs of at least 32 keys|merge_runs_keys L=10000
merge of many short runs|merge_runs_keys
sort keys, int|sort_keys
sort keys, long|sort_keys type=long
sort keys, user-defined order|sort_keys order=user
sort pairs, int with int; sort indices|sort_pairs;sort_indices
sort pairs, user-defined order|sort_pairs order=user
locality sort, int|locality_sort_keys
segmented sort keys; pairs|segmented_sort_keys L=100;segmented_sort_pairs L=100
sort rows, two int columns|sort_rows
join, inner (n/2 rows each)|join variant=0
join, full|join variant=3
join, semi|join variant=4
join of overlapping intervals (n/2 rows each)|join_overlaps keys=interleaved,L=3
top k, k = 16|top_k
top k, k = 1024|top_k variant=1
top k, k = 65536|top_k variant=2
segmented top k|segmented_top_k L=32;segmented_top_k L=1000
histogram, 256 bins|histogram
histogram, 65536 bins|histogram variant=1
binary search (n/2 keys each)|binary_search
copy, gather, scatter, structures|copy;gather;aos_gather
TEXT
awk -F'|' '
    function trim(text) { gsub(/^ +| +$/, "", text); return text }
    function shown(number, cell) { # with as many digits as the cell
        digits = index(cell, ".") ? length(cell) - index(cell, ".") : 0
        return sprintf("%." digits "f", number)
    }
    # Is the size of the case with this number in the cell?
    function agrees(size, cell, k, parts, n) {
        if ((n = split(cell, parts, " to ")) == 2)
            return size >= parts[1] - 0.0005 && size <= parts[2] + 0.0005
        n = split(cell, parts, "; ")
        cell = n > 1 ? parts[k] : parts[1]
        return cell != "" && (cell == "0" ? size == 0 : shown(size, cell) == cell)
    }
    FILENAME ~ /sizes$/ {
        n = split($0, word, " +")
        name = n == 5 ? word[1] : word[1] " " word[2]
        cpu[name] = word[n - 3] / 1048576
        gpu[name] = word[n - 1] / 1048576
        next
    }
    FILENAME ~ /rows$/ { cases[$1] = $2; ++rows; next }
    /^\| operation \| formula \|/ { inside = 1; next }
    inside && !/^\|/ { inside = 0 }
    inside && !/^\|---/ {
        title = trim($2)
        if (!(title in cases)) {
            print "FAILED: the row \"" title "\" of docs/memory.md is not in scratch_sizes.sh"
            bad = 1
            next
        }
        ++found
        n = split(cases[title], list, ";")
        for (k = 1; k <= n; ++k) {
            if (!(list[k] in cpu)) { print "FAILED: scratch_sizes does not print " list[k]; bad = 1; continue }
            if (!agrees(cpu[list[k]], trim($4), k) || !agrees(gpu[list[k]], trim($5), k)) {
                print "FAILED: docs/memory.md, " title ": CPU" $4 "GPU" $5 "but " list[k] " needs " \
                    cpu[list[k]] " and " gpu[list[k]]
                bad = 1
            }
        }
    }
    END {
        if (found != rows) { print "FAILED: " found " of " rows " rows are in docs/memory.md"; bad = 1 }
        exit bad
    }' "$work/sizes" "$work/rows" "$1/docs/memory.md"
echo "docs/memory.md has the sizes that scratch_sizes prints"
