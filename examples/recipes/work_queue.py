# SPDX-License-Identifier: Apache-2.0
"""A work queue in a pool: tasks create tasks. Counts the integer points in a disk."""

from typing import Any

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla

radius = 10
rounds = radius.bit_length() + 1
room = 16 * radius + 100  # for the tasks of a round and the tasks that they create
square = ci.struct("square", [("x", "i4"), ("y", "i4"), ("size", "i4")])

context = ci.default_context()
queue = context.queue
program = context.build("""
typedef struct { int x, y, size; } square;
#include "cliv_pool.clh"
__kernel void work(__global cliv_pool_state *pool, __global square *squares,
                   __global const uint *tasks, __global uint *inside, int radius, uint round)
{
    const uint task = tasks[get_global_id(0)];
    const square s = squares[task];
    const long x = s.x, y = s.y, far_x = x + s.size - 1, far_y = y + s.size - 1, r = radius;
    cliv_pool_free(pool, task);
    if (far_x * far_x + far_y * far_y <= r * r) {
        atomic_inc(&inside[round]);
    } else if (x * x + y * y <= r * r) {
        for (int k = 0; k < 4; ++k) {
            const uint next = cliv_pool_alloc(pool);
            if (next != CLIV_POOL_FULL) {
                squares[next].size = s.size / 2;
                squares[next].x = s.x + (k & 1) * s.size / 2;
                squares[next].y = s.y + (k >> 1) * s.size / 2;
            }
        }
    }
}
""")
work = program.work
inside = cla.zeros(queue, rounds, np.uint32)

# The host creates the first task.
pool = ci.Pool(square, room)
slot = pool.alloc(1)[0]
with pool.mapped() as objects:
    objects.slot(slot)[...] = (0, 0, 2 ** (rounds - 1))

# Each round runs all tasks in the pool. A task frees its slot and allocates slots for its parts.
done = most = 0
while len(pool):
    tasks = pool.slots()
    pool.set_args(work, 0)  # freed slots become available
    arguments: list[Any] = [tasks.data, inside.data, np.int32(radius), np.uint32(done)]
    for k, argument in enumerate(arguments):
        work.set_arg(2 + k, argument)
    cl.enqueue_nd_range_kernel(queue, work, (tasks.size,), None)
    most = max(most, tasks.size)
    done += 1
assert pool.failed() == 0  # the pool had room for all tasks

points = sum(int(count) << 2 * (rounds - 1 - r) for r, count in enumerate(inside.get()))
print(f"radius = {radius}: {done} rounds, at most {most} tasks in one")
print("-> points of a quarter =", points)
