# SPDX-License-Identifier: Apache-2.0
"""Sparse matrix times vector. Rows may have any length. The products are not stored."""

import clinterval as ci
import numpy as np

start = np.array([0, 2, 2, 5, 6], np.int32)
column = np.array([0, 3, 0, 1, 2, 3], np.int32)
value = np.array([1, 2, 3, 4, 5, 6], np.float32)
x = np.array([1, 2, 3, 4], np.float32)
print("matrix:")
print("  start =", *start)
print("  column =", *column)
print("  value =", *value.astype(int))
print("x =", *x.astype(int))

# segmented_reduce() evaluates each product once. It needs no last offset.
products = ci.generate("value[i] * x[column[i]]", value.size, "float32",
                       value=value, column=column, x=x)
y = ci.segmented_reduce(products, start[:-1])

print("-> y =", *y.astype(int))
