# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Readings, batch by batch
#
# Sensors send readings in batches. This program finds the sensors with the greatest sums in each batch. It drops
# invalid readings, which are negative, sorts the other readings by sensor, adds the readings of each sensor, and
# selects the greatest sums.
#
# The number of valid readings and the number of sensors depend on the data. Both numbers stay on the device, so the
# calls are the same for every batch. The program records the calls once and runs them for each batch.
#
# CLINTERVAL_EXAMPLE_SIZE sets the number of readings in a batch.

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
# The function makes the calls for one batch. A counted array has a device-side length, which an earlier call has
# written.

# %%
def most_measured() -> tuple[cla.Array, cla.Array]:
    rows = ci.compact(ci.generate("i", size, "int32"), "value[i] >= 0", value=value, count=kept)
    keys, values = ci.take_columns([sensor, value], ci.counted(rows, kept))
    pairs = ci.counted(keys, kept), ci.counted(values, kept)
    ci.sort(*pairs, out=pairs)
    sensors, sums = ci.reduce_by_key(*pairs, count=groups)
    best, places = ci.top_k(ci.counted(sums, groups), 5, order="greater")
    return ci.take(sensors, places), best


# %% [markdown]
# In the `with` statement the calls are recorded and not executed. They return the arrays that every run fills.

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
# A run only launches kernels. This cell compares the host time of the calls with the host time of a run.

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
