# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A search of a graph
#
# This program computes the distance of each vertex of a graph from the first vertex, by breadth-first search. The
# search processes one level of vertices after another. The next level has the neighbours of the current level that
# have no distance yet.
#
# Some vertices have a few neighbours, others have thousands. The calls divide the work evenly for any distribution
# of neighbours.
#
# The graph is generated. CLINTERVAL_EXAMPLE_SIZE sets the number of vertices.

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
# After a sort of the edges by source, the neighbours of a vertex are contiguous. A search for every vertex in the
# sorted sources finds the index of its first neighbour.

# %%
sources, neighbours = ci.sort(cla.to_device(queue, source), cla.to_device(queue, target))
starts = ci.sorted_search(ci.generate("i", size + 1, "int32"), sources).a_indices
begins, degrees = starts[:size], starts[1:] - starts[:size]

# %% [markdown]
# A round reads the neighbours of the level, keeps the neighbours without a distance, and removes duplicates. The
# host receives only counts.

# %%
distance = cla.empty(queue, size, np.int32)
distance.fill(-1)
level = cla.to_device(queue, np.zeros(1, np.int32))
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
# NumPy returns the same result. This loop reads every edge in every round.

# %%
known = np.full(size, -1, np.int32)
known[0] = 0
for step in range(1, steps + 1):
    met = target[known[source] == step - 1]
    known[met[known[met] < 0]] = step
np.testing.assert_array_equal(found, known)
