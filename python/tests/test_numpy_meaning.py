# SPDX-License-Identifier: Apache-2.0
"""Functions with the names of NumPy functions, compared with NumPy for types, shapes and orders of arguments."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla
import pytest

NUMBERS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]
TYPES = [*NUMBERS, "?"]
TIMES = ["M8[s]", "m8[ms]"]


def numbers(rng, dtype, n=300, few=False):
    """Values with repetitions. Floats include NaN, infinities and zeros of both signs; dates include NaT."""
    dtype = np.dtype(dtype)
    x = rng.integers(0, 9 if few else 100, n).astype("i8").astype(dtype)
    if dtype.kind == "i":
        x -= dtype.type(4 if few else 50)
    if dtype.kind == "f":
        x = (x - dtype.type(4)) / dtype.type(2)
        x[rng.integers(0, n, n // 20)] = np.nan
        x[:4] = np.inf, -np.inf, 0.0, -0.0
    if dtype.kind in "mM":
        x[rng.integers(0, n, n // 20)] = "NaT"
    return x


def same(found, expected, dtype=None):
    """Check that values, shape and type are equal; the expected type is that of NumPy unless `dtype` names another."""
    found, expected = (np.asarray(v.get() if isinstance(v, cla.Array) else v) for v in (found, expected))
    assert found.shape == expected.shape and found.dtype == (expected.dtype if dtype is None else dtype)
    np.testing.assert_array_equal(found, expected)


def both(put_there, *arrays):
    """Yield the arguments on the host, then on the device."""
    return arrays, tuple(put_there(array) for array in arrays)


@pytest.mark.parametrize("dtype", [*TYPES, *TIMES])
def test_sorts_of_one_dimension_and_of_rows(dtype, rng, put_there):
    x = numbers(rng, dtype)
    for (given,) in both(put_there, x):
        same(ci.sort(given), np.sort(x))
        same(ci.argsort(given), np.argsort(x, kind="stable"), np.int32)
    m = x.reshape(20, 15)
    for (given,) in both(put_there, m):
        same(ci.sort(given, axis=-1), np.sort(m, axis=-1))
    assert np.array_equal(m, x.reshape(20, 15), equal_nan=m.dtype.kind in "f") or m.dtype.kind in "mM"


def test_rows(rng, put_there):
    m = rng.integers(0, 30, (11, 23)).astype(np.int32)
    order = np.argsort(m, axis=-1, kind="stable")
    for (given,) in both(put_there, m):
        same(ci.argsort(given, axis=-1), order, np.int32)
        same(ci.argsort(given, axis=1, dtype=np.int64), order)
        same(ci.argsort(given, axis=-1, order="greater"), np.argsort(-m, axis=-1, kind="stable"), np.int32)
        keys, values = ci.sort(given, given * 2, axis=1)
        same(keys, np.sort(m))
        same(values, 2 * np.sort(m))
        same(ci.sort(given[0] if given is m else given[0].copy(), axis=0), np.sort(m[0]))
    there, out = put_there(m), put_there(np.zeros_like(m))
    assert ci.sort(there, axis=-1, out=out) is out
    same(out, np.sort(m))
    same(there, m)
    assert ci.sort(there, axis=-1, out=there) is there
    same(there, np.sort(m))
    places = put_there(np.zeros(m.shape, np.int64))
    assert ci.argsort(put_there(m), axis=-1, out=places) is places
    same(places, order)
    same(ci.sort(m[:, ::2], axis=-1), np.sort(m[:, ::2]))
    for empty in (np.zeros((0, 5), np.int32), np.zeros((5, 0), np.int32)):
        same(ci.sort(empty, axis=-1), empty)
        same(ci.argsort(empty, axis=-1), np.argsort(empty), np.int32)


def test_dimensions_are_not_dropped(rng, put_there):
    m = rng.integers(0, 30, (4, 6)).astype(np.int32)
    flat, offsets = np.arange(24, dtype=np.int32), np.int32([0, 3])
    for x in (m, put_there(m)):
        for call in (
            lambda: ci.sort(x), lambda: ci.argsort(x), lambda: ci.locality_sort(x), lambda: ci.sort(flat, x),
            lambda: ci.segmented_sort(x, offsets), lambda: ci.sort_rows([x]), lambda: ci.top_k(x, 2),
            lambda: ci.segmented_top_k(x, offsets, 2), lambda: ci.take(x, [1]), lambda: ci.take(flat, x),
            lambda: ci.take_columns([x], [0]), lambda: ci.compact(x, "x > 3"), lambda: ci.partition(x, "x > 3"),
            lambda: ci.run_lengths(x), lambda: ci.unique(x), lambda: ci.histogram(x, 5), lambda: ci.reduce(x),
            lambda: ci.scan_inclusive(x), lambda: ci.segmented_reduce(x, offsets), lambda: ci.reduce_by_key(x, x),
            lambda: ci.segmented_scan_inclusive(x, offsets), lambda: ci.scan_by_key_inclusive(x, x),
            lambda: ci.find_first(x), lambda: ci.merge(x, x), lambda: ci.searchsorted(flat, x),
            lambda: ci.sorted_search(x, x), lambda: ci.count_equal(x, x), lambda: ci.insert(x, [0], [1]),
            lambda: ci.delete(x, [0]), lambda: ci.join(x, x), lambda: ci.join_as_of(x, x),
            lambda: ci.join_overlaps(x, x, x, x),
            lambda: ci.set_operation("union", x, x), lambda: ci.repeat(x, 2), lambda: ci.expand(x, [0], 3),
            lambda: ci.gather_ranges(x, [0], [0], 3), lambda: ci.offsets_from_counts(x),
            lambda: ci.load_balance_search(x, 100), lambda: ci.copy(x),
        ):  # fmt: skip
            with pytest.raises(TypeError, match="dimensions"):
                call()
    three = m.reshape(2, 2, 6)
    for x in (three, put_there(three)):
        with pytest.raises(TypeError, match=r"3 dimensions.*reshape"):
            ci.sort(x, axis=-1)
    for x in (np.asfortranarray(m), cla.to_device(ci.default_context().queue, np.asfortranarray(m))):
        for call in (lambda: ci.sort(x, axis=-1), lambda: ci.argsort(x, axis=-1), lambda: ci.reduce(x)):
            with pytest.raises(TypeError, match="Fortran"):
                call()
    with pytest.raises(TypeError, match="columns"):
        ci.sort(m, axis=0)
    with pytest.raises(ValueError, match="axis"):
        ci.sort(m, axis=2)
    with pytest.raises(TypeError, match="scalar"):
        ci.sort(5)


def test_other_kinds_of_arrays_are_refused(put_there):
    x = np.int32([3, 1, 2])
    for wrong, word in (
        (np.ma.masked_array(x, [0, 1, 0]), "MaskedArray"), (np.char.array(["a"]), "chararray"), (x.astype(object), "object"),
        (np.float16([1, 2]), "float16"), (np.array(["a", "b"]), "U1"), (np.complex64([1, 2]), "complex64"),
    ):  # fmt: skip
        for call in (lambda: ci.sort(wrong), lambda: ci.reduce(wrong), lambda: ci.unique(wrong), lambda: ci.join(wrong, wrong)):
            with pytest.raises(TypeError, match=word):
                call()
    with pytest.raises(TypeError, match="an order must be"):
        ci.sort(x, order=5)
    for call in (lambda: ci.sort(x, order="desc"), lambda: ci.reduce(x, "plus"), lambda: ci.join(x, x, "cross"),
                 lambda: ci.searchsorted(x, x, "middle")):  # fmt: skip
        with pytest.raises(ValueError, match="must be"):
            call()


@pytest.mark.parametrize("dtype", [*TYPES, *TIMES])
def test_unique(dtype, rng, put_there):
    x = numbers(rng, dtype, few=True)
    expected = np.unique(x, True, True, True)
    for (given,) in both(put_there, x):
        same(ci.unique(given), expected[0])
        found = ci.unique(given, True, True, True)
        assert len(found) == 4
        same(found[0], expected[0])
        for part, wanted in zip(found[1:], expected[1:], strict=True):
            same(part, wanted, np.int32)


def test_flags_of_unique(rng, put_there):
    x = numbers(rng, "i4", few=True)
    for k in range(8):
        flags = {"return_index": bool(k & 1), "return_inverse": bool(k & 2), "return_counts": bool(k & 4)}
        for (given,) in both(put_there, x):
            found, wanted = ci.unique(given, **flags, dtype=np.int64), np.unique(x, **flags)
            assert isinstance(found, tuple) == isinstance(wanted, tuple)
            for a, b in zip(found, wanted, strict=True) if k else [(found, wanted)]:
                same(a, b)
    for empty in (np.zeros(0, "f4"), put_there(np.zeros(0, "f4"))):
        for a, b in zip(ci.unique(empty, True, True, True), np.unique(np.zeros(0, "f4"), True, True, True), strict=True):
            assert a.size == 0 and a.dtype == (b.dtype if b.dtype == "f4" else np.int32)
    same(ci.unique([3, 1, 3]), np.unique([3, 1, 3]))
    same(ci.unique([]), np.unique([]))
    there = put_there(x)
    ci.unique(there, return_inverse=True)
    same(there, x)
    points = np.array([(2, 1), (1, 5), (2, 0)], [("k", "i4"), ("v", "i4")])
    same(ci.unique(points, order="a.k < b.k"), points[[1, 0]])
    for call in (ci.unique, ci.sort, ci.run_lengths, lambda x: ci.searchsorted(x, x)):
        with pytest.raises(TypeError, match="have no built-in order"):
            call(points)


def test_unique_with_a_count_on_the_device(queue, put_there):
    x, count = put_there(np.int32([5, 2, 5, 7, 2])), cla.zeros(queue, 1, np.int32)
    values, index, inverse, counts = ci.unique(x, True, True, True, count=count)
    assert count.get()[0] == 3 and values.get().tolist() == [2, 5, 7, 0, 0]
    assert index.get().tolist() == [1, 0, 3, 0, 0] and counts.get().tolist() == [2, 2, 1, 0, 0]
    assert inverse.get().tolist() == [1, 0, 1, 2, 0]
    length = put_there(np.uint32([3]))
    for array, wanted in zip(ci.unique(ci.counted(x, length), True, True, True),
                             ([2, 5], [1, 0], [1, 0, 1, 0, 0], [1, 2]), strict=True):  # fmt: skip
        assert array.get().tolist() == wanted
    with ci.Recording(queue) as recording:
        values, inverse = ci.unique(x, return_inverse=True, count=count)
        with pytest.raises(ci.Error, match="no call can return a size to the host"):
            ci.unique(x, return_inverse=True)
    for given in ([5, 2, 5, 7, 2], [1, 1, 1, 9, 9]):
        x.set(np.int32(given))
        recording.run()
        n = count.get()[0]
        assert values.get()[:n].tolist() == sorted(set(given)) and values.get()[:n][inverse.get()].tolist() == given


def test_run_lengths_are_those_of_neighbors(put_there):
    for x in (np.int32([7, 7, 2, 7]), put_there(np.int32([7, 7, 2, 7]))):
        runs = ci.run_lengths(x)
        same(runs.keys, np.int32([7, 2, 7]))
        same(runs.starts, np.int32([0, 2, 3]))
        same(runs.lengths, np.int32([2, 1, 1]))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", [*TYPES, *TIMES])
def test_searchsorted(dtype, side, rng, put_there):
    b, a = np.sort(numbers(rng, dtype, 200, few=True)), numbers(rng, dtype, 300)
    for haystack, needles in both(put_there, b, a):
        same(ci.searchsorted(haystack, needles, side), np.searchsorted(b, a, side), np.int32)


def test_needles_of_other_types(rng, put_there):
    b = np.sort(rng.integers(-50, 50, 100).astype(np.int32))
    for dtype in NUMBERS:
        a = (rng.integers(0, 60, 50) / 2).astype(dtype)
        for haystack, needles in both(put_there, b, a):
            same(ci.searchsorted(haystack, needles), np.searchsorted(b, a), np.int32)
            same(ci.searchsorted(ci.sort(needles), haystack), np.searchsorted(np.sort(a), b), np.int32)
    same(ci.searchsorted(b, [5, -7, 90]), np.searchsorted(b, [5, -7, 90]), np.int32)
    same(ci.searchsorted(b, [5.0, -7.0]), np.searchsorted(b, [5, -7]), np.int32)
    same(ci.searchsorted([1, 2, 3], np.float32([2.5, 0.5])), np.int32([2, 0]))
    same(ci.searchsorted([1, 2, 3], [2.5, 0.5]), np.int32([2, 0]))
    assert ci.searchsorted(np.int32([1, 2, 3]), 2) == 1 and np.ndim(ci.searchsorted(np.int32([1, 2, 3]), 2)) == 0
    assert ci.searchsorted(np.int32([1, 2, 3]), np.int64(3), "right") == 3
    assert ci.searchsorted(put_there(b), 5).get().tolist() == [np.searchsorted(b, 5)]
    for wrong in ([1.5, 2.5], 1.5, [2**40], "a", [None]):
        with pytest.raises(TypeError):
            ci.searchsorted(b, wrong)
    for haystack in (np.zeros(0, np.int32), put_there(np.zeros(0, np.int32))):
        same(ci.searchsorted(haystack, [3, 4]), np.int32([0, 0]))
        same(ci.searchsorted(haystack, []), np.zeros(0, np.int32))
    same(ci.searchsorted(b, []), np.zeros(0, np.int32))
    with pytest.raises(TypeError, match="compared|units|type"):
        ci.searchsorted(b, np.array([1], "M8[s]"))


def test_searches_in_other_orders_and_places(queue, put_there, rng):
    b = np.sort(rng.integers(0, 50, 100).astype(np.int32))
    a = rng.integers(-5, 60, 80).astype(np.int32)
    down = np.ascontiguousarray(b[::-1])
    wanted = np.searchsorted(-down, -a)
    for order in ("greater", "a>b", "b < a", "a / 1 > b"):
        same(ci.searchsorted(down, a, order=order), wanted, np.int32)
    points = np.zeros(100, [("x", "f4"), ("id", "i4")])
    points["x"] = b
    needles = np.zeros(80, points.dtype)
    needles["x"] = a
    same(ci.searchsorted(points, needles, order="a.x < b.x"), np.searchsorted(b, a), np.int32)
    declared = ci.Order("first(a, b)", "bool first(int a, int b) { return a < b; }")
    same(ci.searchsorted(b, a, "right", order=declared), np.searchsorted(b, a, "right"), np.int32)
    same(ci.searchsorted(ci.generate("2 * i", 50, "int32"), a), np.searchsorted(2 * np.arange(50), a), np.int32)
    same(ci.searchsorted(b, ci.generate("50 - i", 50, "int32")), np.searchsorted(b, 50 - np.arange(50)), np.int32)
    there, length, out = put_there(b), put_there(np.int32([40])), cla.zeros(queue, 80, np.int64)
    same(ci.searchsorted(ci.counted(there, length), put_there(a)), np.searchsorted(b[:40], a), np.int32)
    found = ci.searchsorted(there, ci.counted(put_there(a), length)).get()
    assert np.array_equal(found[:40], np.searchsorted(b, a[:40])) and not found[40:].any()
    assert ci.searchsorted(there, put_there(a), out=out) is out
    same(out, np.searchsorted(b, a))
    with ci.Recording(queue) as recording:
        again = ci.searchsorted(there, out)
    recording.run()
    same(again, np.searchsorted(b, out.get()), np.int32)


@pytest.mark.parametrize("dtype", TYPES)
def test_types_of_sums(dtype, rng, put_there):
    x = numbers(rng, dtype)[4:50]
    if x.dtype.kind == "f":
        x = np.nan_to_num(x)
    sums, products = np.cumsum(x), np.cumprod(x[:3])
    for given in (x, put_there(x)) if dtype in ("u1", "f4") else (x,):
        same(ci.scan_inclusive(given), sums)
        same(ci.scan_exclusive(given), np.concatenate((np.zeros(1, sums.dtype), sums[:-1])))
        same(ci.scan_inclusive(given[:3].copy(), "mul"), products)
        for op, of_numpy in (("add", np.sum), ("sum", np.sum), ("a+b", np.sum), ("min", np.min), ("max", np.max)):
            found = ci.reduce(given, op)
            same(found.get()[0] if isinstance(found, cla.Array) else found, of_numpy(x))
        found = ci.reduce(given[:3].copy(), "prod")
        same(found.get()[0] if isinstance(found, cla.Array) else found, np.prod(x[:3]))
        same(ci.scan_inclusive(given, "max"), np.maximum.accumulate(x))
        starts = np.int32([0, 7, 7, 30])
        wanted = np.array([x[i:j].sum() for i, j in ((0, 7), (7, 7), (7, 30), (30, 46))], sums.dtype)
        same(ci.segmented_reduce(given, starts), wanted)
        same(ci.segmented_scan_inclusive(given, np.int32([0])), sums)
        keys = np.repeat(np.int32([1, 2]), 23)
        keys = keys if given is x else put_there(keys)
        same(ci.scan_by_key_inclusive(keys, given), np.concatenate((np.cumsum(x[:23]), np.cumsum(x[23:]))))
        same(ci.reduce_by_key(keys, given)[1], np.array([x[:23].sum(), x[23:].sum()], sums.dtype))
        same(ci.scan_inclusive(given, dtype="f4"), np.cumsum(x, dtype="f4"))
    if x.dtype.kind in "iub":
        bins = np.int32([0, 1]).repeat(23)
        same(ci.histogram(bins, 2, x), np.array([x[:23].sum(), x[23:].sum()], sums.dtype))


def test_sums_of_bytes_and_bools(put_there):
    ones = np.ones(256, bool)
    assert ci.reduce(ones) == 256 and ci.reduce(ones, "max") is np.True_ and ci.reduce(ones, "min") == True  # noqa: E712
    assert ci.reduce(np.full(300, 255, np.uint8)) == 300 * 255
    same(ci.scan_inclusive(ones), np.cumsum(ones))
    x = put_there(np.full(300, 200, np.uint8))
    out = put_there(np.zeros(300, np.uint8))
    assert ci.scan_inclusive(x, out=out).get()[1] == 400 - 256  # the sum has the type of `out`
    total = put_there(np.zeros(1, np.int32))
    assert ci.scan_exclusive(x, total=total).dtype == np.int32 and total.get()[0] == 60000
    same(ci.copy(np.float64([256, 0.5, 0, np.nan]), bool), np.array([256, 0.5, 0, np.nan]).astype(bool))
    same(ci.copy([256, 0.5], bool), np.array([True, True]))
    same(ci.copy(put_there(np.int32([256, 0, -1])), bool), np.array([True, False, True]))
    same(ci.copy(ci.generate("i * 0.5", 3, "bool")), np.array([False, True, True]))


def test_lists_are_converted_by_value(put_there):
    b = np.int32([7])
    same(ci.insert(b, [0], [5.0]), np.int32([5, 7]))
    for call in (
        lambda: ci.insert(b, [0, 1], [1.5, 2.5]), lambda: ci.insert([1.5, 2.5], [0], b),
        lambda: ci.join(b, [1.5, 2.0]), lambda: ci.searchsorted(b, [1.5]), lambda: ci.merge(b, [1.5]),
        lambda: ci.merge(np.uint8([1]), [300]), lambda: ci.set_operation("union", np.uint8([1]), [-1]),
        lambda: ci.count_equal([0.5], b), lambda: ci.join_as_of(b, [0.5]), lambda: ci.sorted_search(b, [1e20]),
        lambda: ci.take(b, [0.5]), lambda: ci.put(put_there(b), [0], [0.5]),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()
    x, none = np.int32([1, 2, 3]), np.zeros(0, np.int32)
    same(ci.delete(x, []), x)
    same(ci.insert(x, [], []), x)
    same(ci.take(x, []), none)
    same(ci.merge(x, []), x)
    same(ci.searchsorted(x, []), none)
    same(ci.join(x, [])[0], none)
    same(ci.set_operation("union", x, []), x)
    same(ci.repeat([], []), np.repeat([], []))
    same(ci.histogram([], 3), np.zeros(3, np.int32))
    same(ci.offsets_from_counts([])[0], none)
    same(ci.count_equal([], x), none)
    same(ci.segmented_reduce(x, []), np.zeros(0, np.int64))
    same(ci.expand([], [], 0), np.zeros(0))
    same(ci.gather_ranges(x, [], [], 0), none)
    same(ci.load_balance_search([], 0)[0], none)
    same(ci.take_columns([x, x], [])[1], none)
    same(ci.join_as_of([], x), none)
    ci.put(put_there(x), [], [])


def test_scalars_as_numpy_takes_them(put_there):
    x = np.int32([10, 20, 30])
    same(ci.insert(x, 1, 5), np.insert(x, 1, 5))
    same(ci.insert(x, 1, [5, 6]), np.insert(x, 1, [5, 6]))
    same(ci.insert(x, [0, 2], 5), np.insert(x, [0, 2], 5))
    same(ci.delete(x, 1), np.delete(x, 1))
    same(ci.repeat(x, 3), np.repeat(x, 3))
    same(ci.repeat(put_there(x), 2), np.repeat(x, 2))
    assert ci.take(x, 1) == 20
    there = put_there(x)
    ci.put(there, [0, 2], 7)
    assert there.get().tolist() == [7, 20, 7]


@pytest.mark.parametrize("side", ["left", "right"])
def test_many_needles(side, rng, put_there):
    b, a = np.sort(rng.integers(0, 3000, 5000).astype("f4")), rng.integers(-9, 3009, 20000).astype("f4")
    a[::97] = np.nan
    for haystack, needles in both(put_there, b, a):
        same(ci.searchsorted(haystack, needles, side), np.searchsorted(b, a, side), np.int32)
        same(needles, a)
        rows = [r.get() if isinstance(r, cla.Array) else r for r in ci.join(needles, haystack, "left")]
        ends = np.searchsorted(b, a), np.searchsorted(b, a, "right")
        assert len(rows[0]) == np.maximum(ends[1] - ends[0], 1).sum() and (np.diff(rows[0]) >= 0).all()
        known = rows[1] >= 0
        assert np.array_equal(a[rows[0][known]], b[rows[1][known]], equal_nan=True)
        assert known.sum() == (ends[1] - ends[0]).sum()
