# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Readings, batch by batch
#
# Sensors send readings, some of which are broken: these are negative. Of every batch, which sensors have measured the
# most? Drop what is broken, sort by sensor, add up, take the greatest sums. How many readings and sensors are left only
# the device knows, and it keeps that to itself; so the same calls do for every batch. They are recorded once, and run
# again.
#
# CLINTERVAL_EXAMPLE_SIZE sets how many readings a batch has.

# %%
import os
import time

import clinterval as ci
import numpy as np
import pyopencl.array as cla

size = int(os.environ.get("CLINTERVAL_EXAMPLE_SIZE", 20_000))
rng = np.random.default_rng(1)
batches = [
    (rng.integers(0, 500, size).astype(np.int32), rng.integers(-10, 100, size).astype(np.int32)) for _ in range(50)
]

queue = ci.default_context().queue
sensor, value = cla.zeros(queue, size, np.int32), cla.zeros(queue, size, np.int32)
kept, groups = cla.zeros(queue, 1, np.int32), cla.zeros(queue, 1, np.int32)


# %% [markdown]
# The calls. A counted array ends where a number on the device says, which the call before has written.

# %%
def most_measured():
    rows = ci.compact(ci.generate("i", size, "int32"), "value[i] >= 0", value=value, count=kept)
    keys, values = ci.take_columns([sensor, value], ci.counted(rows, kept))
    pairs = ci.counted(keys, kept), ci.counted(values, kept)
    ci.sort(*pairs, out=pairs)
    sensors, sums = ci.reduce_by_key(*pairs, count=groups)
    best, places = ci.top_k(ci.counted(sums, groups), 5, order="greater")
    return ci.take(sensors, places), best


# %% [markdown]
# In the `with` statement they are recorded, and nothing is executed. What they return are the arrays that every run
# fills.

# %%
with ci.Recording(queue) as step:
    names, best = most_measured()

for sensors, values in batches:
    sensor.set(sensors)
    value.set(values)
    step.run()
    sums = np.bincount(sensors, np.maximum(values, 0), 500).astype(np.int32)
    np.testing.assert_array_equal(best.get(), np.sort(sums)[::-1][:5])
    np.testing.assert_array_equal(sums[names.get()], best.get())
print("of the last batch, sensors", names.get(), "have measured", best.get())

# %% [markdown]
# A run launches the kernels and does nothing else on the host. How long is Python busy with a batch?

# %%
for what, calls in (("calls", most_measured), ("a run", step.run)):
    calls()
    queue.finish()
    begin = time.thread_time()
    for _ in range(20):
        calls()
    taken = time.thread_time() - begin
    queue.finish()
    print(f"{what}: {taken / 20 * 1e6:.0f} µs")
