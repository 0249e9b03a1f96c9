# SPDX-License-Identifier: Apache-2.0
"""Joins, groups and the first row of each group, compared with pandas."""

import clinterval as ci
import numpy as np
import pandas as pd
import pytest


def table(rng, n, keys, name):
    return pd.DataFrame({"key": np.sort(rng.integers(0, keys, n)).astype(np.int32), name: np.arange(n)})


@pytest.mark.parametrize("how", ["inner", "left", "right", "full"])
@pytest.mark.parametrize("keys", [5, 300])
def test_joins(rng, how, keys):
    a, b = table(rng, 150, keys, "a"), table(rng, 120, keys, "b")
    rows_a, rows_b = ci.join(a["key"].to_numpy(), b["key"].to_numpy(), how, assume_sorted=True)
    wanted = a.merge(b, on="key", how={"full": "outer"}.get(how, how))
    found = set(zip(rows_a.tolist(), rows_b.tolist()))
    assert len(rows_a) == len(wanted)
    assert found == set(zip(wanted["a"].fillna(-1).astype(int), wanted["b"].fillna(-1).astype(int)))


def test_semi_and_anti_joins(rng):
    a, b = table(rng, 150, 300, "a"), table(rng, 120, 300, "b")
    match = a["key"].isin(b["key"])
    np.testing.assert_array_equal(ci.join(a["key"].to_numpy(), b["key"].to_numpy(), "semi", assume_sorted=True), a["a"][match])
    np.testing.assert_array_equal(ci.join(a["key"].to_numpy(), b["key"].to_numpy(), "anti", assume_sorted=True), a["a"][~match])


@pytest.mark.parametrize("direction", ["backward", "forward"])
def test_joins_as_of(rng, direction):
    a, b = table(rng, 150, 1000, "a"), table(rng, 120, 1000, "b")
    rows = ci.join_as_of(a["key"].to_numpy(), b["key"].to_numpy(), direction)
    wanted = pd.merge_asof(a, b, on="key", direction=direction)["b"].fillna(-1).astype(int)
    np.testing.assert_array_equal(rows, wanted)


def test_groups(rng):
    frame = pd.DataFrame({"key": rng.integers(0, 40, 2000).astype(np.int32), "value": rng.integers(-9, 9, 2000)})
    keys, values = ci.sort(frame["key"].to_numpy(), frame["value"].to_numpy())
    for op, name in (("add", "sum"), ("min", "min"), ("max", "max")):
        found_keys, found = ci.reduce_by_key(keys, values, op)
        wanted = frame.groupby("key")["value"].agg(name)
        np.testing.assert_array_equal(found_keys, wanted.index)
        np.testing.assert_array_equal(found, wanted)


def test_largest(rng):
    series = pd.Series(rng.integers(0, 500, 1000).astype(np.int32))
    keys, places = ci.top_k(series.to_numpy(), 20, order="greater")
    wanted = series.nlargest(20, keep="first")
    np.testing.assert_array_equal(keys, wanted)
    np.testing.assert_array_equal(places, wanted.index)


def test_largest_of_each_group(rng):
    frame = pd.DataFrame({"key": np.sort(rng.integers(0, 30, 500)), "value": rng.permutation(500).astype(np.int32)})
    starts = np.flatnonzero(np.diff(frame["key"], prepend=-1)).astype(np.int32)
    keys, places = ci.segmented_top_k(frame["value"].to_numpy(), starts, 3, order="greater")
    wanted = frame.groupby("key")["value"].nlargest(3)
    np.testing.assert_array_equal(keys[places >= 0], wanted)
