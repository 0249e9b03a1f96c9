# SPDX-License-Identifier: Apache-2.0
"""Connected components: the label of a vertex is the smallest vertex of its component."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla

queue = ci.default_context().queue
source = cla.to_device(queue, np.array([7, 1, 5, 3, 6], np.int32))
target = cla.to_device(queue, np.array([3, 4, 3, 7, 1], np.int32))
vertices = 8
print("from =", *source.get())
print("to =", *target.get())

label = cla.arange(queue, vertices, dtype=np.int32)
parent = label.copy()
while True:
    # Keep the edges between different labels.
    differ = ci.copy(ci.generate("label[a[i]] != label[b[i]]", source.size, "uint8",
                                 label=label, a=source, b=target))
    index = ci.generate("i", source.size, "int32")
    rows = ci.compact(index, "differ[i]", differ=differ, queue=queue)
    source, target = ci.take_columns([source, target], rows)
    if not rows.size:
        break

    # Attach the larger labels, then follow the chains to their roots.
    ci.transform(rows.size, """
        const int a = label[u[i]], b = label[v[i]];
        atomic_min(&parent[max(a, b)], min(a, b));""",
        label=label, parent=parent, u=source, v=target)
    ci.transform(vertices, """
        int root = label[i];
        while (parent[root] != root) root = parent[root];
        label[i] = root;""", label=label, parent=parent)
roots = ci.compact(label, "x == (int)i")

print("-> components =", roots.size)
print("-> label =", *label.get())
