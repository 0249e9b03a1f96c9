# SPDX-License-Identifier: Apache-2.0
"""Tables of arbitrary rows: groups, joins, searches and overlaps, compared with references in Python and with pandas."""

import clinterval as ci
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

try:
    import pandas as pd
except ImportError:
    pd = None

few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
COLUMNS = {
    "i4": st.integers(-3, 3),
    "u1": st.integers(250, 255),
    "i8": st.sampled_from([-(2**63), -1, 0, 1, 2**63 - 1]),
    "f4": st.sampled_from([-1.5, -0.0, 0.0, 2.0, np.inf, np.nan]),
    "?": st.booleans(),
    "M8[s]": st.sampled_from([-7, 0, 8, -(2**63)]),  # the last one is NaT
}
values = st.integers(-(2**31), 2**31 - 1)


def column(draw, dtype, n):
    integers = np.array(draw(st.lists(COLUMNS[dtype], min_size=n, max_size=n)), "i8" if dtype[0] == "M" else dtype)
    return integers.astype(dtype)


@st.composite
def tables(draw, count=1):
    """Some tables of the same one to three key columns."""
    types = draw(st.lists(st.sampled_from([*COLUMNS]), min_size=1, max_size=3))
    sizes = [draw(st.integers(0, 30)) for _ in range(count)]
    return [tuple(column(draw, dtype, n) for dtype in types) for n in sizes]


def rows(table):
    """The rows as tuples that Python compares and sorts as the library does: a missing value equals itself, and is last."""
    def comparable(value):
        missing = bool(value != value)
        return missing, 0 if missing else value.astype("i8").item() if value.dtype.kind == "M" else value.item()

    return [tuple(map(comparable, row)) for row in zip(*table, strict=True)]


@few
@given(st.data(), tables())
def test_groups(data, one):
    (table,) = one
    n, keys = table[0].size, rows(table)
    x = np.array(data.draw(st.lists(values, min_size=n, max_size=n)), np.int32)
    found = ci.group_by(
        table, first_rows=True, groups=True, sum=x, min=x, max=x, mean=x, first=x, last=x, count=True, text=(x, "a * 31 + b")
    )
    members: dict = {}
    for i, key in enumerate(keys):
        members.setdefault(key, []).append(i)
    expected = [x[members[key]] for key in sorted(members)]
    assert rows(found.keys) == sorted(members)
    assert found.first_rows.tolist() == [members[key][0] for key in sorted(members)]
    assert [sorted(members)[k] for k in found.groups] == keys
    assert found.sum.tolist() == [int(e.sum()) for e in expected]
    assert found.mean.tolist() == [e.sum() / e.size for e in expected]
    for name, fold in (("min", min), ("max", max), ("count", len), ("first", lambda e: e[0]), ("last", lambda e: e[-1])):
        assert getattr(found, name).tolist() == [fold(e) for e in expected], name
    if pd and n:
        frame = pd.DataFrame({**{f"k{k}": c for k, c in enumerate(table)}, "x": x})
        wanted = frame.groupby([f"k{k}" for k in range(len(table))], dropna=False)["x"]
        assert found.sum.tolist() == wanted.sum().tolist()
        assert found.count.tolist() == wanted.size().tolist()


@few
@given(tables(2), st.sampled_from(["inner", "left", "right", "full", "semi", "anti"]))
def test_joins(two, how):
    a, b = two
    left, right = rows(a), rows(b)
    matches = [[j for j, key in enumerate(right) if key == row] for row in left]
    found = ci.join(a, b, how)
    if how in ("semi", "anti"):
        assert found.tolist() == [i for i, js in enumerate(matches) if bool(js) == (how == "semi")]
        return
    missing = [-1] if how in ("left", "full") else []
    pairs = [(i, j) for i, js in enumerate(matches) for j in js or missing]
    if how in ("right", "full"):
        pairs += [(-1, j) for j, key in enumerate(right) if key not in left]
    assert list(zip(*(f.tolist() for f in found), strict=True)) == pairs
    if pd:
        names = [f"k{k}" for k in range(len(a))]
        frames = [pd.DataFrame({**dict(zip(names, t, strict=True)), side: np.arange(t[0].size)}) for side, t in zip("ab", two)]
        merged = frames[0].merge(frames[1], on=names, how="outer" if how == "full" else how)
        wanted = zip(merged["a"].fillna(-1).astype(int), merged["b"].fillna(-1).astype(int), strict=True)
        assert sorted(pairs) == sorted(wanted)


@few
@given(st.data(), st.sampled_from([*COLUMNS]), st.sampled_from(["left", "right"]))
def test_searches(data, dtype, side):
    b, a = (column(data.draw, dtype, data.draw(st.integers(0, 40))) for _ in range(2))
    b = np.sort(b)
    assert ci.searchsorted(b, a, side).tolist() == np.searchsorted(b, a, side).tolist()


@pytest.mark.parametrize("side", ["left", "right"])
def test_many_searches(side, rng):
    """CPUs sort many needles first."""
    b, a = np.sort(rng.integers(0, 2000, 5000)), rng.integers(-5, 2005, 20000)
    for needles in (a, a.astype("f8"), a.astype("i4")):
        assert np.array_equal(ci.searchsorted(b, needles, side), np.searchsorted(b, a, side))


def test_indices_of_a_narrow_type(put_there):
    b, a = np.int32([1, 3, 3, 7]), np.int32([3, 0, 9])
    for dtype in ("i1", "u2", "f4"):
        found = ci.searchsorted(b, a, "right", dtype=dtype)
        assert found.dtype == dtype and found.tolist() == [3, 0, 4]
        out = put_there(np.zeros(3, dtype))
        assert ci.searchsorted(put_there(b), put_there(a), out=out) is out and out.get().tolist() == [1, 0, 4]


@few
@given(st.data(), st.sampled_from(["i4", "f8", "u8"]))
def test_overlaps(data, dtype):
    sides = []
    for _ in range(2):
        n = data.draw(st.integers(0, 20))
        starts = np.sort(np.array(data.draw(st.lists(st.integers(0, 12), min_size=n, max_size=n)), dtype))
        sides += [starts, starts + np.array(data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n)), dtype)]
    a_starts, a_ends, b_starts, b_ends = sides
    both = np.array([[max(s, t) < min(e, f) for t, f in zip(b_starts, b_ends)] for s, e in zip(a_starts, a_ends)], bool)
    pairs = list(zip(*both.reshape(a_starts.size, b_starts.size).nonzero()))
    expected = [(i, j) for i, j in pairs if a_starts[i] <= b_starts[j]]
    expected += sorted(((i, j) for i, j in pairs if a_starts[i] > b_starts[j]), key=lambda pair: (pair[1], pair[0]))
    assert list(zip(*(f.tolist() for f in ci.join_overlaps(*sides)), strict=True)) == expected


def test_recipes_of_pandas():
    """Count distinct values per group, and the row of the largest value of each group."""
    rng = np.random.default_rng(5)
    shop, product, sale = rng.integers(0, 9, 200), rng.integers(0, 5, 200), rng.integers(0, 50, 200)
    pairs = ci.group_by((shop, product))
    found = ci.group_by(pairs.keys[0], count=True)
    assert found.count.tolist() == [np.unique(product[shop == s]).size for s in found.keys]
    most = ci.group_by(shop, groups=True, max=sale)
    rows_of_most = ci.compact(np.arange(200), "sale[i] == most[group[i]]", sale=sale, most=most.max, group=most.groups)
    first = ci.group_by(shop[rows_of_most], first=rows_of_most).first
    assert first.tolist() == [int(np.flatnonzero(shop == s)[sale[shop == s].argmax()]) for s in most.keys]


@pytest.mark.parametrize("how", ["inner", "left", "full"])
def test_more_pairs_than_rows(how, put_there):
    """The result is longer than the first arrays for it."""
    a, b = np.repeat(np.int32([1, 2, 3]), 40), np.repeat(np.int32([3, 1]), 50)
    expected = [(i, j) for i, x in enumerate(a) for j in (np.flatnonzero(b == x) if x != 2 else [-1] * (how != "inner"))]
    assert list(zip(*(f.tolist() for f in ci.join(a, b, how)), strict=True)) == expected
    made, given = ci.join(put_there(a), put_there(b), how, out=(None, put_there(np.zeros(5000, np.int32))))
    assert made.get().tolist() == [i for i, _ in expected] and given.get().tolist() == [j for _, j in expected]
    with pytest.raises(ci.Error, match=f"join: an array of out has 9 elements, but the result has {len(expected)} rows"):
        ci.join(put_there(a), put_there(b), how, out=(None, put_there(np.zeros(9, np.int32))))
