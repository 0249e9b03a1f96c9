# SPDX-License-Identifier: Apache-2.0
"""The nearest gene before or after each read, and its distance."""

import clinterval as ci
import numpy as np

read_start = np.array([12, 0, 25, 5, 18], np.int32)
read_end = np.array([15, 3, 30, 9, 20], np.int32)
gene_start = np.array([20, 4, 9], np.int32)
gene_end = np.array([24, 8, 11], np.int32)
for name in "read_start", "read_end", "gene_start", "gene_end":
    print(name.replace("_", "."), "=", *globals()[name])

# The starts and the ends of the genes, each sorted, with the row numbers of the genes.
rows = np.arange(gene_start.size, dtype=np.int32)
b_start, by_start = ci.sort(gene_start, rows)
b_end, by_end = ci.sort(gene_end, rows)

# For each read, the count of genes that end before it, and the count that begin before its end.
left = ci.searchsorted(b_end, read_start, "right")
right = ci.searchsorted(b_start, read_end)

# The nearer of the last gene before the read and the first gene after it.
far = np.iinfo(np.int32).max
before = np.where(left > 0, read_start - b_end[left - 1], far)
after = np.where(right < gene_start.size, b_start[right % gene_start.size] - read_end, far)
overlaps = left < right
distance = np.where(overlaps, 0, np.minimum(before, after))
nearest = np.where(before <= after, by_end[left - 1], by_start[right % gene_start.size])
gene = np.where(overlaps, -1, nearest)

print("-> distance =", *distance)
print("-> gene =", *gene)
