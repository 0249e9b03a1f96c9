# SPDX-License-Identifier: Apache-2.0
"""Transpose a sparse matrix in CSR form."""

import clinterval as ci
import numpy as np

start = np.array([0, 2, 2, 5, 6], np.int32)
column = np.array([0, 3, 0, 1, 2, 3], np.int32)
value = np.array([1, 2, 3, 4, 5, 6], np.float32)
print("matrix:")
print("  start =", *start)
print("  column =", *column)
print("  value =", *value.astype(int))

# The row of each entry, and the start of each column.
row = ci.load_balance_search(start[:-1], value.size, ranks=False)
t_start = ci.offsets_from_counts(ci.histogram(column, 4), append=True, total=False)

# Sort the entries by column. The sort is stable, so rows ascend within a column.
t_column, t_value = ci.take_columns([row, value], ci.argsort(column))

print("-> entries =", t_value.size)
print("-> start =", *t_start)
print("-> column =", *t_column)
print("-> value =", *t_value.astype(int))
