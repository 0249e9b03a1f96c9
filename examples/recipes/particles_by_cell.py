# SPDX-License-Identifier: Apache-2.0
"""Sort particles by cell; compute the start of each cell and the mass in it."""

import clinterval as ci
import numpy as np

x = np.array([1.5, 0.2, 1.2, 1.9, 0.8], np.float32)
y = np.array([0.3, 1.1, 1.4, 0.1, 1.7], np.float32)
particle = ci.struct("particle", [("x", "f4"), ("y", "f4"), ("mass", "i4")])
p = np.array(list(zip(x, y, range(1, 6))), particle)
side = 2
print("x * 10 =", *(x * 10).astype(int))
print("y * 10 =", *(y * 10).astype(int))

# Sort the row numbers by cell, then move each particle once. The cells take no memory.
cell = ci.generate("(int)p[i].y * side + (int)p[i].x", p.size, "int32", p=p, side=side)
row = ci.sort_rows([cell])
in_order = ci.take_structures(p, row)

# Cell c has the particles start[c] … start[c+1]-1. Their total mass is a segmented reduction.
start = ci.offsets_from_counts(ci.histogram(cell, side * side), append=True, total=False)
mass_of = ci.generate("p[i].mass", p.size, "int32", p=in_order)
mass = ci.segmented_reduce(mass_of, start[:-1])

print("-> row =", *row)
print("-> start =", *start)
print("-> mass =", *mass)
