# SPDX-License-Identifier: Apache-2.0
"""The square of a sparse matrix, C = A A: expand, sort, reduce."""

import clinterval as ci
import numpy as np

start = np.array([0, 2, 2, 5, 6], np.int32)
column = np.array([0, 3, 0, 1, 2, 3], np.int32)
value = np.array([1, 2, 3, 4, 5, 6], np.float32)
rows = start.size - 1
print("A:")
print("  start =", *start)
print("  column =", *column)
print("  value =", *value.astype(int))

# Entry e has as many products as row column[e] has entries.
row = ci.load_balance_search(start[:-1], value.size, ranks=False)
offsets, total = ci.offsets_from_counts(start[column + 1] - start[column])

# Expand: product i multiplies the entries entry[i] and other[i]. Row and column in C form one key.
entry, rank = ci.load_balance_search(offsets, total)
other = start[column[entry]] + rank
key = row[entry].astype(np.uint64) << 32 | column[other].astype(np.uint64)

# Sort by key, and add up the products of each key.
key, product = ci.sort(key, value[entry] * value[other])
keys, c_value = ci.reduce_by_key(key, product)

# Build the CSR form.
c_row, c_column = (keys >> 32).astype(np.int32), keys.astype(np.int32)
c_start = ci.offsets_from_counts(ci.histogram(c_row, rows), append=True, total=False)

print("-> entries =", keys.size)
print("-> start =", *c_start)
print("-> column =", *c_column)
print("-> value =", *c_value.astype(int))
