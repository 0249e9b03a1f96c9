# SPDX-License-Identifier: Apache-2.0
"""Build a graph in CSR form from a list of edges in any order, with duplicates."""

import clinterval as ci
import numpy as np

source = np.array([2, 0, 3, 0, 2, 0], np.int32)
target = np.array([1, 3, 0, 2, 3, 3], np.int32)
vertices = 4
print("from =", *source)
print("to =", *target)

# Pack both ends into one number. The sorted distinct numbers are the edges, row by row.
edge = ci.unique(source.astype(np.uint64) << 32 | target.astype(np.uint64))

# The length of each row, its start, and the columns, which are the lower halves.
degree = ci.histogram(ci.generate("edge[i] >> 32", edge.size, "int32", edge=edge), vertices)
start = ci.offsets_from_counts(degree, append=True, total=False)
column = ci.copy(ci.generate("(int)edge[i]", edge.size, "int32", edge=edge))

print("-> edges =", edge.size)
print("-> start =", *start)
print("-> column =", *column)
