# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A search of a graph
#
# What is the distance of each vertex from the first vertex? Breadth-first search processes one level after another.
# The next level is the set of all neighbours of a level's vertices that have no distance yet. A vertex has between a
# few and thousands of neighbours. The calls below divide the work evenly for any number of neighbours.
#
# The graph is generated. A few of its vertices have many edges. CLINTERVAL_EXAMPLE_SIZE sets the number of vertices.

# %%
import os

import clinterval as ci
import numpy as np
import pyopencl.array as cla

size = int(os.environ.get("CLINTERVAL_EXAMPLE_SIZE", 200_000))
rng = np.random.default_rng(1)
ends = (size * rng.random((2, 4 * size)) ** 3).astype(np.int32)
source, target = np.concatenate((ends, ends[::-1]), axis=1)

queue = ci.default_context().queue

# %% [markdown]
# The edges are sorted by source, so that the rows of neighbours are contiguous. A search for every vertex in the sorted
# sources finds the start index of each row.

# %%
sources, neighbours = ci.sort(cla.to_device(queue, source), cla.to_device(queue, target))
starts = ci.sorted_search(ci.generate("i", size + 1, "int32"), sources).a_indices
begins, degrees = starts[:size], starts[1:] - starts[:size]

# %% [markdown]
# A round reads the rows of the level's vertices, keeps the neighbours without a distance, and removes duplicates. Only
# counts are copied to the host.

# %%
distance = cla.empty(queue, size, np.int32)
distance.fill(-1)
level = cla.to_device(queue, np.int32([0]))
steps = 0
while level.size:
    ci.put(distance, level, ci.constant(steps, level.size, "int32"))
    offsets, total = ci.offsets_from_counts(ci.take(degrees, level))
    reached = ci.gather_ranges(neighbours, ci.take(begins, level), offsets, total)
    fresh = ci.compact(reached, "distance[x] < 0", distance=distance)
    level = ci.unique(fresh)
    steps += 1

found = distance.get()
print(f"{steps - 1} steps reach {(found >= 0).sum()} of {size} vertices; by distance:", np.bincount(found[found >= 0]))

# %% [markdown]
# NumPy returns the same result, but reads every edge in every round.

# %%
known = np.full(size, -1, np.int32)
known[0] = 0
for step in range(1, steps + 1):
    met = target[known[source] == step - 1]
    known[met[known[met] < 0]] = step
np.testing.assert_array_equal(found, known)
