# SPDX-License-Identifier: Apache-2.0
"""Joins of overlapping intervals, compared with all pairs in NumPy."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla
import pytest


def reference(a_starts, a_ends, b_starts, b_ends):
    """Pairs in which b begins inside a, by rows of a; then those in which a begins inside b, by rows of b."""
    s, e, t, f = a_starts[:, None], a_ends[:, None], b_starts, b_ends
    pairs = (s < f) & (t < e) & (s < e) & (t < f)
    a_rows, b_rows = np.nonzero(pairs & (s <= t))
    others = np.nonzero((pairs & (t < s)).T)
    return np.concatenate([a_rows, others[1]]), np.concatenate([b_rows, others[0]])


def table(rng, count, dtype):
    starts = np.sort(rng.integers(0, 200, count)).astype(dtype)
    ends = (starts.astype("i8") + rng.integers(-1, 9, count)).clip(0).astype(dtype)
    if dtype == "f4" and count > 3:
        starts[-1], ends[1], ends[2] = np.nan, np.inf, np.nan
    return starts, ends


@pytest.mark.parametrize("dtype", ["i4", "u2", "i8", "f4"])
def test_pairs(dtype, rng, put_there):
    for n, m in ((300, 200), (7, 400), (1, 1), (0, 5), (5, 0)):
        tables = [*table(rng, n, dtype), *table(rng, m, dtype)]
        expected = reference(*tables)
        there = [put_there(x) for x in tables]
        found = ci.join_overlaps(*tables), tuple(rows.get() for rows in ci.join_overlaps(*there))
        for rows in found:
            for one, wanted in zip(rows, expected, strict=True):
                assert one.dtype == np.int32 and one.tolist() == wanted.tolist()


def test_lists_and_longer_ends():
    a_rows, b_rows = ci.join_overlaps([1, 5], [9, 6, 0], [2, 8], [3, 9], dtype=np.int64)
    assert a_rows.dtype == np.int64 and a_rows.tolist() == [0, 0] and b_rows.tolist() == [0, 1]
    with pytest.raises(ci.Error, match="a_ends"):
        ci.join_overlaps([1, 5], [9], [2, 8], [3, 9])
    with pytest.raises(TypeError, match="b_ends"):
        ci.join_overlaps(np.int32([1]), np.int32([2]), np.int32([1]), np.float32([2]))
    with pytest.raises(ci.CheckError, match="b_starts"):
        ci.join_overlaps([1, 5], [9, 6], [8, 2], [9, 3])


def test_outputs(queue):
    x = [cla.to_device(queue, np.int32(v)) for v in ([0, 2, 4], [9, 3, 9], [1, 4], [5, 5])]
    pairs = 5
    out = cla.empty(queue, 8, np.int32), cla.empty(queue, 8, np.int64)
    a_rows, b_rows = ci.join_overlaps(*x, out=out)
    assert a_rows.size == b_rows.size == pairs and a_rows.base_data is out[0].base_data
    assert a_rows.get().tolist() == [0, 0, 2, 1, 2] and b_rows.get().tolist() == [0, 1, 1, 0, 0]
    made, given = ci.join_overlaps(*x, out=(None, out[1]))
    assert made.dtype == np.int32 and made.get().tolist() == [0, 0, 2, 1, 2] and given.size == pairs
    count = cla.empty(queue, 1, np.int32)
    short = cla.empty(queue, 2, np.int32), cla.empty(queue, 2, np.int32)
    a_rows, b_rows = ci.join_overlaps(*x, out=short, count=count)
    assert count.get()[0] == pairs and a_rows.get().tolist() == [0, 0] and b_rows.get().tolist() == [0, 1]
    with pytest.raises(ci.Error, match="join_overlaps: an array of out has 2 elements, but the result has 5 rows"):
        ci.join_overlaps(*x, out=short)
    with pytest.raises(ci.Error, match="join_overlaps: an array of out has 2 elements"):
        ci.join_overlaps(*x, out=(short[0], None))
    with pytest.raises(ValueError, match="out is None"):
        ci.join_overlaps(*x, count=count)
