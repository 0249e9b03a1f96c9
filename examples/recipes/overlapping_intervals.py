# SPDX-License-Identifier: Apache-2.0
"""All pairs of a read and a gene that overlap."""

import clinterval as ci
import numpy as np

read_start = np.array([6, 0, 14, 2, 11], np.int32)
read_end = np.array([9, 5, 16, 4, 12], np.int32)
gene_start = np.array([12, 1, 3, 7], np.int32)
gene_end = np.array([20, 3, 8, 7], np.int32)
for name in "read_start", "read_end", "gene_start", "gene_end":
    print(name.replace("_", "."), "=", *globals()[name])

# Sort both tables by start.
a_row, b_row = ci.argsort(read_start), ci.argsort(gene_start)
a_start, a_end = ci.take_columns((read_start, read_end), a_row)
b_start, b_end = ci.take_columns((gene_start, gene_end), b_row)

# Find the pairs, and go from rows of the sorted tables to rows of the tables.
a, b = ci.join_overlaps(a_start, a_end, b_start, b_end)
read, gene = ci.take(a_row, a), ci.take(b_row, b)

print("-> pairs =", read.size)
print("-> read =", *read)
print("-> gene =", *gene)
