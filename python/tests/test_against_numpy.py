# SPDX-License-Identifier: Apache-2.0
"""Operations on NumPy arrays and on device arrays, compared with NumPy."""

import clinterval as ci
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

ints = hnp.arrays(np.int32, st.integers(0, 300), elements=st.integers(-50, 50))
floats = hnp.arrays(np.float32, st.integers(0, 300), elements=st.floats(-100, 100, width=32))
few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@few
@given(ints | floats)
def test_sorts(keys):
    np.testing.assert_array_equal(ci.sort(keys), np.sort(keys))
    np.testing.assert_array_equal(ci.sort(keys, order="greater"), np.sort(keys)[::-1])
    np.testing.assert_array_equal(ci.locality_sort(keys), np.sort(keys))
    np.testing.assert_array_equal(ci.argsort(keys), np.argsort(keys, kind="stable"))
    values = np.arange(keys.size, dtype=np.int64)
    sorted_keys, moved = ci.sort(keys, values)
    np.testing.assert_array_equal(moved, np.argsort(keys, kind="stable"))
    np.testing.assert_array_equal(sorted_keys, np.sort(keys))


@few
@given(ints, ints)
def test_rows_are_sorted_as_lexsort_does(a, b):
    n = min(a.size, b.size)
    if n:
        np.testing.assert_array_equal(ci.sort_rows([a[:n], b[:n]]), np.lexsort((b[:n], a[:n])))


@few
@given(ints)
def test_scans_and_reductions(x):
    np.testing.assert_array_equal(ci.scan_inclusive(x), np.cumsum(x))
    np.testing.assert_array_equal(ci.scan_inclusive(x, "max"), np.maximum.accumulate(x))
    np.testing.assert_array_equal(
        ci.scan_exclusive(x, dtype=np.int64), np.concatenate(([0], np.cumsum(x, dtype=np.int64)))[: x.size]
    )
    assert ci.reduce(x) == x.sum()
    if x.size:
        assert ci.reduce(x, "min") == x.min()
        assert ci.find_first(x) == np.argmin(x)
        assert ci.find_first(x, "greater") == np.argmax(x)
    else:
        assert ci.find_first(x) == -1


@few
@given(ints, ints)
def test_merges_and_searches(a, b):
    a, b = np.sort(a), np.sort(b)
    np.testing.assert_array_equal(ci.merge(a, b), np.sort(np.concatenate((a, b))))
    for side in ("left", "right"):
        np.testing.assert_array_equal(ci.searchsorted(b, a, side), np.searchsorted(b, a, side))
    np.testing.assert_array_equal(
        ci.count_equal(a, b), np.searchsorted(b, a, "right") - np.searchsorted(b, a, "left")
    )
    found = ci.sorted_search(a, b)
    np.testing.assert_array_equal(found.b_indices, np.searchsorted(a, b, "right"))
    np.testing.assert_array_equal(found.a_matches, np.isin(a, b))


@few
@given(ints, ints)
def test_sets_of_different_keys(a, b):
    a, b = np.unique(a), np.unique(b)
    for kind, of_numpy in (
        ("intersection", np.intersect1d),
        ("union", np.union1d),
        ("difference", np.setdiff1d),
        ("symmetric_difference", np.setxor1d),
    ):
        np.testing.assert_array_equal(ci.set_operation(kind, a, b), of_numpy(a, b))


@few
@given(ints)
def test_runs(x):
    keys, starts, lengths = np.unique(x, return_index=True, return_counts=True)
    runs = ci.run_lengths(np.sort(x))
    np.testing.assert_array_equal(runs.keys, keys)
    np.testing.assert_array_equal(runs.lengths, lengths)
    np.testing.assert_array_equal(runs.starts, np.cumsum(lengths) - lengths)
    np.testing.assert_array_equal(np.repeat(runs.keys, runs.lengths), np.sort(x))
    np.testing.assert_array_equal(ci.repeat(runs.keys, runs.lengths), np.sort(x))


@few
@given(ints, st.integers(-50, 50))
def test_compaction_and_partition(x, limit):
    np.testing.assert_array_equal(ci.compact(x, "x > limit", limit=limit), x[x > limit])
    both, first = ci.partition(x, "x > limit", limit=limit)
    np.testing.assert_array_equal(both, np.concatenate((x[x > limit], x[x <= limit])))
    assert first == (x > limit).sum()


@few
@given(ints, st.integers(0, 40))
def test_selection(x, k):
    keys, places = ci.top_k(x, k)
    order = np.argsort(x, kind="stable")[:k]
    np.testing.assert_array_equal(places, order)
    np.testing.assert_array_equal(keys, x[order])


@few
@given(hnp.arrays(np.int32, st.integers(0, 400), elements=st.integers(-2, 20)))
def test_histogram(bins):
    inside = bins[(bins >= 0) & (bins < 16)]
    np.testing.assert_array_equal(ci.histogram(bins, 16), np.bincount(inside, minlength=16))
    weights = np.arange(bins.size, dtype=np.int64)
    np.testing.assert_array_equal(
        ci.histogram(bins, 16, weights),
        np.bincount(inside, weights[(bins >= 0) & (bins < 16)], minlength=16).astype(np.int64),
    )


@few
@given(ints, st.data())
def test_insertion_and_removal(b, data):
    places = np.sort(data.draw(hnp.arrays(np.int32, st.integers(0, 50), elements=st.integers(0, b.size))))
    a = np.arange(1000, 1000 + places.size, dtype=np.int32)
    np.testing.assert_array_equal(ci.insert(b, places, a), np.insert(b, places, a))
    gone = np.unique(places[places < b.size])
    np.testing.assert_array_equal(ci.delete(b, gone), np.delete(b, gone))


@few
@given(ints, st.data())
def test_segments(x, data):
    starts = np.sort(data.draw(hnp.arrays(np.int32, st.integers(1, 20), elements=st.integers(0, x.size))))
    starts[0] = 0
    ends = np.append(starts[1:], x.size)
    wanted = [x[i:j].sum(dtype=np.int32) for i, j in zip(starts, ends)]
    np.testing.assert_array_equal(ci.segmented_reduce(x, starts), np.array(wanted, np.int32))
    for order, of_numpy in ((None, np.argmin), ("greater", np.argmax)):
        firsts = [i + of_numpy(x[i:j]) if i < j else -1 for i, j in zip(starts, ends)]
        np.testing.assert_array_equal(ci.segmented_find_first(x, starts, order), firsts)
    parts = [np.sort(x[i:j]) for i, j in zip(starts, ends)]
    np.testing.assert_array_equal(ci.segmented_sort(x, starts), np.concatenate(parts))
    scanned = [np.cumsum(x[i:j], dtype=np.int32) for i, j in zip(starts, ends)]
    np.testing.assert_array_equal(ci.segmented_scan_inclusive(x, starts), np.concatenate(scanned))


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"])
def test_every_number(dtype, rng, put_there):
    x = (rng.random(1000) * 200 - 100).astype(dtype) if dtype[0] != "u" else (rng.random(1000) * 200).astype(dtype)
    np.testing.assert_array_equal(ci.sort(x), np.sort(x))
    there = put_there(x)
    np.testing.assert_array_equal(ci.sort(there).get(), np.sort(x))
    np.testing.assert_array_equal(there.get(), x)


def test_structures(rng):
    points = np.zeros(500, [("id", "u1"), ("x", "f4"), ("at", "i4", (3,)), ("y", "f8")])
    points["x"] = rng.random(500)
    points["id"] = np.arange(500) % 256
    points["at"] = rng.integers(0, 9, (500, 3))
    order = np.argsort(points["x"], kind="stable")
    np.testing.assert_array_equal(ci.sort(points, order="a.x < b.x"), points[order])
    with pytest.raises(ci.Error, match="25 bytes, which is not a multiple of 4"):
        ci.split_fields(points, ["x", "id"])
    aligned = np.zeros(300, np.dtype([("a", "u1"), ("b", "f8")], align=True))
    aligned["b"] = rng.random(300)
    np.testing.assert_array_equal(
        ci.sort(aligned, order="a.b > b.b")["b"], np.sort(aligned["b"])[::-1]
    )
    parts = ci.split_fields(aligned, ["b"])
    np.testing.assert_array_equal(parts["b"], aligned["b"])
    together = ci.join_fields({"a": aligned["a"], "b": aligned["b"]}, aligned.dtype)
    np.testing.assert_array_equal(together["b"], aligned["b"])


def test_vectors_of_opencl(put_there, rng):
    import pyopencl.cltypes as cltypes

    x = np.zeros(100, cltypes.float4)
    x["x"] = rng.random(100)
    np.testing.assert_array_equal(ci.sort(put_there(x), order="a.x < b.x").get()["x"], np.sort(x["x"]))


def test_intervals(rng):
    counts = rng.integers(0, 9, 200).astype(np.int32)
    offsets, total = ci.offsets_from_counts(counts)
    assert total == counts.sum()
    values = rng.random(200).astype(np.float32)
    np.testing.assert_array_equal(ci.expand(values, offsets, total), np.repeat(values, counts))
    segments, ranks = ci.load_balance_search(offsets, total)
    np.testing.assert_array_equal(segments, np.repeat(np.arange(200), counts))
    np.testing.assert_array_equal(ranks, np.arange(total) - np.repeat(offsets, counts))
    begins = rng.integers(0, 100, 200).astype(np.int32)
    x = rng.random(200).astype(np.float32)
    np.testing.assert_array_equal(ci.gather_ranges(x, begins, offsets, total), x[begins[segments] + ranks])
