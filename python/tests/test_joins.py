# SPDX-License-Identifier: Apache-2.0
"""Joins of rows in any order and of several columns, compared with a join in Python and with pandas."""

import clinterval as ci
import numpy as np
import pandas as pd
import pyopencl.array as cla
import pytest

KINDS = ["inner", "left", "right", "full", "semi", "anti"]


def key(row):
    """Equality in which NaN equals NaN and NaT equals NaT."""
    return tuple("missing" if value != value else value for value in row)


def reference(a, b, how):
    """The expected rows: pairs in the order of a, matches in the order of b, unmatched rows of b last."""
    left = [key(row) for row in zip(*(c.tolist() if c.dtype.kind not in "mM" else c.astype(object) for c in a))]
    right = [key(row) for row in zip(*(c.tolist() if c.dtype.kind not in "mM" else c.astype(object) for c in b))]
    rows: dict = {}
    for j, value in enumerate(right):
        rows.setdefault(value, []).append(j)
    if how in ("semi", "anti"):
        return ([i for i, value in enumerate(left) if (value in rows) == (how == "semi")],)
    pairs = []
    for i, value in enumerate(left):
        pairs += [(i, j) for j in rows.get(value, [-1] if how in ("left", "full") else [])]
    if how in ("right", "full"):
        known = set(left)
        pairs += [(-1, j) for j, value in enumerate(right) if value not in known]
    return [i for i, _ in pairs], [j for _, j in pairs]


def check(found, expected):
    found = found if isinstance(found, tuple) else (found,)
    assert len(found) == len(expected)
    for rows, wanted in zip(found, expected, strict=True):
        assert rows.dtype == np.int32 and rows.tolist() == list(wanted)


def on_host(found):
    return tuple(f.get() for f in found) if isinstance(found, tuple) else found.get()


@pytest.mark.parametrize("how", KINDS)
@pytest.mark.parametrize("dtype", ["i4", "f8", "?", "M8[s]"])
def test_rows_in_any_order(how, dtype, rng, put_there):
    for n, m, keys in ((80, 60, 9), (50, 70, 400), (1, 40, 3), (0, 5, 3), (5, 0, 3), (0, 0, 3)):
        a, b = (rng.integers(0, keys, k).astype("i8").astype(dtype) for k in (n, m))
        for column in (a, b):
            if column.size > 10 and column.dtype.kind in "fM":
                column[rng.integers(0, column.size, 3)] = np.nan if column.dtype.kind == "f" else "NaT"
        if a.dtype.kind == "f" and a.size > 10:
            a[a == 0] = -0.0
        expected = reference((a,), (b,), how)
        check(ci.join(a, b, how), expected)
        check(on_host(ci.join(put_there(a), put_there(b), how)), expected)


@pytest.mark.parametrize("how", KINDS)
def test_several_columns(how, rng, put_there):
    def table(n):
        return rng.integers(0, 5, n).astype(np.int32), (rng.integers(0, 4, n) / 2).astype("f4"), rng.random(n) < 0.5

    a, b = table(70), table(55)
    expected = reference(a, b, how)
    check(ci.join(a, b, how), expected)
    there = tuple(tuple(map(put_there, side)) for side in (a, b))
    check(on_host(ci.join(*there, how)), expected)
    check(ci.join(a[:1], b[:1], how), reference(a[:1], b[:1], how))
    columns = [tuple(c[np.lexsort(side[::-1])] for c in side) for side in (a, b)]
    check(ci.join(*columns, how, assume_sorted=True), reference(*columns, how))
    check(ci.join(*columns, how), reference(*columns, how))
    down = [tuple(-c.astype("f4")[::-1] for c in side) for side in columns]
    check(ci.join(*down, how, order=("less",) * 3), reference(*down, how))


@pytest.mark.parametrize("how", KINDS)
def test_sorted_or_not_gives_the_same(how, rng, put_there):
    a, b = (np.sort(rng.integers(0, 40, n)).astype(np.int16) for n in (90, 80))
    expected = reference((a,), (b,), how)
    check(ci.join(a, b, how, assume_sorted=True), expected)
    check(ci.join(a, b, how), expected)
    there = put_there(a), put_there(b)
    check(on_host(ci.join(*there, how, assume_sorted=True)), expected)
    assert there[0].get().tolist() == a.tolist() and there[1].get().tolist() == b.tolist()


@pytest.mark.parametrize("how", ["inner", "left", "right", "outer"])
def test_against_pandas(how, rng):
    a = pd.DataFrame({"k": rng.integers(0, 30, 200), "l": rng.integers(0, 3, 200), "a": np.arange(200)})
    b = pd.DataFrame({"k": rng.integers(0, 30, 150), "l": rng.integers(0, 3, 150), "b": np.arange(150)})
    wanted = a.merge(b, on=["k", "l"], how=how)
    sides = [tuple(frame[name].to_numpy() for name in "kl") for frame in (a, b)]
    rows_a, rows_b = ci.join(*sides, how)
    found = sorted(zip(rows_a.tolist(), rows_b.tolist(), strict=True))
    assert found == sorted(zip(wanted["a"].fillna(-1).astype(int), wanted["b"].fillna(-1).astype(int), strict=True))


def test_columns_of_other_types(rng):
    a, b = rng.integers(0, 20, 50).astype(np.int64), rng.integers(0, 20, 40).astype(np.uint8)
    check(ci.join(a, b), reference((a,), (b,), "inner"))
    check(ci.join(a, [3, 5]), reference((a,), (np.int64([3, 5]),), "inner"))
    points = np.zeros(30, [("x", "i4"), ("y", "f4")])
    points["x"] = rng.integers(0, 9, 30)
    check(ci.join(points, points[:9], order="a.x < b.x"), reference((points["x"],), (points["x"][:9],), "inner"))


def test_arguments(put_there):
    x, two = np.int32([1, 2]), (np.int32([1, 2]), np.int32([3, 4]))
    for call in (
        lambda: ci.join(two, x), lambda: ci.join(x, two), lambda: ci.join(two, two[:1]), lambda: ci.join((1, 2), (1, 2)),
        lambda: ci.join(two, two, order=5), lambda: ci.join(x, ["a"]),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()
    for call in (
        lambda: ci.join((x, x[:1]), two), lambda: ci.join((), ()), lambda: ci.join(x, x, "cross"),
        lambda: ci.join(two, two, order=("less",)), lambda: ci.join(x, x, count=put_there(x)),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("how", KINDS)
def test_outputs_and_counts_on_the_device(how, queue, rng, put_there):
    a, b = (rng.integers(0, 12, n).astype(np.int32) for n in (40, 30))
    expected = reference((a,), (b,), how)
    size, sides = len(expected[0]), len(expected)
    there, count = (put_there(a), put_there(b)), cla.zeros(queue, 1, np.uint32)

    def outs(n):
        return tuple(put_there(np.full(n, -7, np.int64)) for _ in range(sides))

    out = outs(size + 5)
    found = ci.join(*there, how, out=out)
    for rows, array, wanted in zip(found if sides == 2 else (found,), out, expected, strict=True):
        assert rows.get().tolist() == wanted and array.get()[size:].tolist() == [-7] * 5
    out = outs(size + 5)
    ci.join(*there, how, out=out, count=count)
    assert count.get()[0] == size
    for array, wanted in zip(out, expected, strict=True):
        assert array.get().tolist() == wanted + [-7] * 5
    if sides == 2:
        with pytest.raises(ci.Error) as told:
            ci.join(*there, how, out=outs(size - 1))
        assert told.value.name == "CLIV_CAPACITY"
        short = outs(size - 3)
        ci.join(*there, how, out=short, count=count)
        assert count.get()[0] == size
        for array, wanted in zip(short, expected, strict=True):
            assert array.get().tolist() == wanted[: size - 3]
    out = outs(700)
    with ci.Recording(queue) as recording:
        ci.join(*there, how, out=out, count=count)
        with pytest.raises(ci.Error, match="no call can return a size to the host"):
            ci.join(*there, how)
    for _ in range(2):
        a, b = rng.integers(0, 12, 40).astype(np.int32), rng.integers(0, 12, 30).astype(np.int32)
        there[0].set(a)
        there[1].set(b)
        recording.run()
        expected = reference((a,), (b,), how)
        for array, wanted in zip(out, expected, strict=True):
            assert array.get()[: count.get()[0]].tolist() == wanted


@pytest.mark.parametrize("how", KINDS)
def test_counted_sides(how, rng, put_there):
    a, b = (rng.integers(0, 12, n).astype(np.int32) for n in (40, 30))
    expected = reference((a[:33],), (b[:20],), how)
    sides = ci.counted(put_there(a), put_there(np.int32([33]))), ci.counted(put_there(b), put_there(np.int32([20])))
    check(on_host(ci.join(*sides, how)), expected)
    both = ci.join((sides[0], sides[0]), (sides[1], sides[1]), how)
    check(on_host(both), expected)


def test_keys_that_all_are_equal(put_there):
    a, b = np.full(1000, 7, np.int32), np.full(300, 7, np.int32)
    rows = ci.join(put_there(a), put_there(b))
    assert np.array_equal(rows[0].get(), np.arange(1000).repeat(300))
    assert np.array_equal(rows[1].get(), np.tile(np.arange(300), 1000))


@pytest.mark.parametrize("how", KINDS)
def test_orders_of_ones_own(how, rng, put_there):
    """Keys are equal if neither comes before the other, in any of several columns, and with lengths on the device."""
    a, b = (tuple(rng.integers(0, k, n).astype(t) for t, k in (("i4", 80), ("i8", 3))) for n in (40, 30))
    expected = reference(*([side[0] // 2, side[1]] for side in (a, b)), how)
    check(ci.join(a, b, how, order=("a / 2 < b / 2", None)), expected)
    assert a[0].max() > 40  # the call leaves its arguments as they are
    counted = [tuple(ci.counted(put_there(c), put_there(np.int32([n]))) for c in side) for side, n in ((a, 33), (b, 20))]
    expected = reference(*([side[0][:n] // 2, side[1][:n]] for side, n in ((a, 33), (b, 20))), how)
    check(on_host(ci.join(*counted, how, order=("a / 2 < b / 2", None))), expected)
    check(ci.join(a[0], b[1], how, order=ci.Order("part(a) < part(b)", source="int part(long x) { return x / 2; }")),
          reference([a[0] // 2], [b[1] // 2], how))  # fmt: skip


def test_structures_by_their_bytes(rng):
    points = np.zeros(30, [("x", "i4"), ("y", "f4")])
    points["x"], points["y"] = rng.integers(0, 4, 30), rng.integers(0, 3, 30)
    check(ci.join(points, points[:9]), reference((points["x"], points["y"]), (points["x"][:9], points["y"][:9]), "inner"))
