# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A search of a graph
#
# How many steps is each vertex away from the first one? Breadth-first search goes level by level: the neighbours of all
# vertices of a level, those left out that were met before, are the next one. Vertices have a few neighbours or thousands;
# the calls below divide the work evenly whatever they have.
#
# The graph is generated, with a few vertices that have many edges; CLINTERVAL_EXAMPLE_SIZE sets the number of vertices.

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
# Rows of neighbours, one behind the other, with the place where each begins: edges sorted by their source, and a search
# of every vertex among these.

# %%
sources, neighbours = ci.sort(cla.to_device(queue, source), cla.to_device(queue, target))
starts = ci.sorted_search(ci.generate("i", size + 1, "int32"), sources).a_indices
begins, degrees = starts[:size], starts[1:] - starts[:size]

# %% [markdown]
# One round: fetch the rows of the level's vertices, keep what has no distance yet, and make each of them one. Only the
# number of what was found comes to the host.

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
# The same with NumPy, which looks at every edge in every round.

# %%
known = np.full(size, -1, np.int32)
known[0] = 0
for step in range(1, steps + 1):
    met = target[known[source] == step - 1]
    known[met[known[met] < 0]] = step
np.testing.assert_array_equal(found, known)
