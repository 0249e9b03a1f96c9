# SPDX-License-Identifier: Apache-2.0
"""Breadth-first search: the distance of each vertex from vertex 1."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla

queue = ci.default_context().queue
start = cla.to_device(queue, np.array([0, 1, 4, 5, 6, 6, 7], np.int32))
column = cla.to_device(queue, np.array([4, 0, 2, 3, 3, 4, 5], np.int32))
print("graph:")
print("  start =", *start.get())
print("  column =", *column.get())

# The first frontier is the source. All other vertices have no distance.
n = start.size - 1
distance = cla.empty(queue, n, np.int32)
ci.copy(ci.generate("i == 1 ? 0 : -1", n, "int32"), out=distance)
frontier = cla.to_device(queue, np.array([1], np.int32))
level = 0
while frontier.size:
    level += 1

    # The degrees of the frontier's vertices, and the number of edges.
    degree = ci.generate("start[vertex[i] + 1] - start[vertex[i]]", frontier.size, "int32",
                         start=start, vertex=frontier)
    offsets, edges = ci.offsets_from_counts(ci.copy(degree))

    # The first edge to reach a vertex sets its distance. These vertices are the next frontier.
    reached = cla.empty(queue, max(edges, 1), np.int32)[:edges]
    ci.transform_load_balance(offsets, edges, """
        const int to = column[start[vertex[segment]] + rank];
        reached[i] = atomic_cmpxchg(&distance[to], -1, level) == -1 ? to : -1;""",
        start=start, vertex=frontier, column=column, distance=distance, reached=reached,
        level=np.int32(level))
    frontier = ci.compact(reached, "x >= 0")

print("-> distance =", *distance.get())
