#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes a matrix in Matrix Market format: the dependencies of the packages that dpkg lists on this machine.
#
#   sh packages.sh [--packages|--random] >packages.mtx
#
# The entry at row i and column j means that package j depends on package i; its value is 1 / the count of packages
# that j depends on. Dependencies are in the fields Pre-Depends and Depends; of alternatives, the first package of the
# list counts. So each column adds up to 1 or is empty. The product with a vector of weights distributes the weight of
# each package over its dependencies.
# Without dpkg, and with --random, the script writes a pseudorandom matrix of the same kind, which is always the same:
# 1136 rows, most with a few entries, the first row with 878 entries, the last row with none.
export LC_ALL=C
if [ "${1-}" != --random ] && dpkg-query -W >/dev/null 2>&1; then
    dpkg-query -W -f='${Package}\t${Pre-Depends}, ${Depends}\n'
else
    awk 'function draw(n) { seed = seed * 16807 % 2147483647; return int(seed / 2147483647 * n) }
    BEGIN {
        seed = 20
        for (j = 1; j <= 1136; ++j) {
            line = sprintf("p%d\t%s", j, j > 1 && j <= 879 ? "p1" : "")
            line = line ", p" 2 + j % 1134
            # A product of two random numbers is often small, so a few packages have many dependents.
            for (k = draw(8); k > 0; --k) line = line ", p" 2 + int(draw(1134) * draw(1134) / 1134)
            print line
        }
    }'
fi | awk -F'\t' '
    !($1 in number) { number[$1] = ++packages; needs[packages] = $2 }
    END {
        for (j = 1; j <= packages; ++j) {
            first = entries + 1
            fields = split(needs[j], field, ",")
            for (f = 1; f <= fields; ++f) {
                alternatives = split(field[f], name, "|")
                for (a = 1; a <= alternatives; ++a) {
                    sub(/^ */, "", name[a])
                    sub(/[ (:].*/, "", name[a])
                    if (name[a] in number) break
                }
                if (a > alternatives || (number[name[a]], j) in seen) continue
                seen[number[name[a]], j] = 1
                row[++entries] = number[name[a]]
                column[entries] = j
            }
            for (e = first; e <= entries; ++e) value[e] = 1 / (entries + 1 - first)
        }
        print "%%MatrixMarket matrix coordinate real general"
        print packages + 0, packages + 0, entries + 0
        for (e = 1; e <= entries; ++e) printf "%d %d %.7g\n", row[e], column[e], value[e]
    }'
