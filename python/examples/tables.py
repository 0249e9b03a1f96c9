# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # An Arrow table with nulls
#
# This program reads an Arrow table of taxi rides, in which some tips are missing. It computes the average tip of each
# zone, and returns the result as an Arrow table. On a CPU device no column is copied. The program needs pyarrow; tables
# of Polars and nanoarrow work in the same way.

# %%
import os

import clinterval as ci
import numpy as np
import pyarrow as pa

count = int(os.environ.get("CLINTERVAL_EXAMPLE_SIZE", 2_000_000))
rng = np.random.default_rng(1)
rides = pa.table({
    "zone": rng.integers(0, 260, count).astype(np.int32),
    "tip": pa.array(rng.gamma(2, 2, count).astype(np.float32), mask=rng.random(count) < 0.1),
    "start": np.datetime64("2026-01-01T00:00:00") + rng.integers(0, 31 * 86400, count).astype("m8[s]"),
})
print(rides.slice(0, 5).to_pandas())

# %% [markdown]
# Each column is a device array. A column with nulls also has a mask, an array of bool that is False at nulls.

# %%
columns = ci.from_arrow(rides)
for name, (values, valid) in columns.items():
    print(name, values.dtype, "without nulls" if valid is None else f"{ci.reduce(valid).get()[0]} values")

# %% [markdown]
# The functions do not handle nulls. An average is a sum and a count, so a null adds 0 to both. The sort by zone orders the
# row numbers; the two sums of each zone read the rows in this order.

# %%
zone = columns["zone"].values
tip, valid = columns["tip"]
queue = zone.queue

order = ci.argsort(zone)
sorted_zone = ci.take(zone, order)
tips = ci.copy(ci.generate("valid[row[i]] ? tip[row[i]] : 0", count, "float64", row=order, tip=tip, valid=valid))
known = ci.generate("valid[row[i]]", count, "int64", row=order, valid=valid)
zones, sums = ci.reduce_by_key(sorted_zone, tips)
_, counts = ci.reduce_by_key(sorted_zone, known)

# %% [markdown]
# A zone without a known tip has no average. Its element in the result is null: `counts` is the mask of the column.

# %%
average = ci.copy(ci.generate("sums[i] / counts[i]", zones.size, "float64", sums=sums, counts=counts))
result = pa.table(ci.to_arrow({"zone": zones, "rides": counts, "tip": (average, counts)}))
print(result.slice(0, 5).to_pandas())

# %% [markdown]
# Rows in the order of the tips, with nulls last: the mask is the first column of the sort.

# %%
rows = ci.sort_rows([valid, tip], ["greater", "greater"])
print(rides.take(pa.array(ci.to_arrow(rows[:3]))).to_pandas())

# %% [markdown]
# pyarrow computes the same averages.

# %%
expected = rides.group_by("zone").aggregate([("tip", "mean"), ("tip", "count")]).sort_by("zone")
assert result["zone"].to_pylist() == expected["zone"].to_pylist()
assert result["rides"].to_pylist() == expected["tip_count"].to_pylist()
np.testing.assert_allclose(result["tip"].to_numpy(), expected["tip_mean"].to_numpy())
