# SPDX-License-Identifier: Apache-2.0
"""Recorded calls: every operation is run again on other contents and compared with the call itself."""

import inspect
import types

import clinterval as ci
import numpy as np
import pyopencl.array as cla
import pytest

N = 300
POINT = np.dtype([("id", "i4"), ("x", "f4"), ("y", "f4")])


def contents(seed):
    """The contents of the arguments. The values depend on the seed, the sizes do not."""
    rng = np.random.default_rng(seed)
    sizes = rng.multinomial(N, np.ones(40) / 40).astype(np.int32)
    points = np.zeros(N, POINT)
    points["id"], points["x"] = rng.integers(0, 1000, N), rng.random(N, np.float32)
    flags = np.zeros(N // 32 + 1, np.uint32)
    flags[0] = 1 << rng.integers(1, 31)
    return {
        "x": rng.integers(-50, 50, N).astype(np.int32),
        "values": rng.integers(0, 1000, N).astype(np.int32),
        "a": np.sort(rng.integers(0, 100, N).astype(np.int32)),
        "b": np.sort(rng.integers(0, 100, 200).astype(np.int32)),
        "sizes": sizes,
        "offsets": (np.cumsum(sizes) - sizes).astype(np.int32),
        "starts": rng.permutation(40).astype(np.int32) * 300,
        "places": rng.permutation(np.arange(-1, N - 1)).astype(np.int32),
        "some": np.sort(rng.choice(N, 40, replace=False)).astype(np.int32),
        "runs": np.concatenate([np.sort(part) for part in np.split(rng.integers(0, 99, N).astype(np.int32), [100])]),
        "two": np.int32([0, 100]),
        "points": points,
        "flags": flags,
        "wide": rng.integers(0, 1000, 40 * 300 + N).astype(np.int32),
    }


def first(count, *arrays):
    """Results with a device-side count: only the first `count` elements are compared."""
    return [(array, count) for array in arrays]


def numbers(a, count=1):
    return cla.zeros(a.x.queue, count, np.int32)


def joined(a):
    count, rows = numbers(a), (numbers(a, 9000), numbers(a, 9000))
    return first(count, *ci.join(a.a, a.b, count=count, out=rows))


def overlapping(a):
    count, rows = numbers(a), (numbers(a, 9000), numbers(a, 9000))
    return first(count, *ci.join_overlaps(a.a, a.x, a.b, a.x, count=count, out=rows))


def counted(function):
    def call(a):
        count = numbers(a)
        result = function(a, count)
        return first(count, *(result if isinstance(result, tuple) else (result,)))

    return call


def partitioned(a):
    count = numbers(a)
    return [ci.partition(a.x, "x > limit", limit=7, count=count)[0], count]


def in_place(function, name):
    """A call that changes an array in place and returns the array."""

    def call(a):
        array = getattr(a, name)
        function(a, array)
        return array

    return call


def pipeline(a):
    kept = numbers(a)
    few = ci.counted(ci.compact(a.x, "x > 0", count=kept), kept)
    keys = ci.sort(few, out=few)
    return first(kept, keys, ci.scan_inclusive(keys))


CASES = {
    "sort": [lambda a: ci.sort(a.x), lambda a: ci.sort(a.x, a.values, order="b < a"),
             in_place(lambda a, x: ci.sort(x, out=x), "x")],
    "locality_sort": [lambda a: ci.locality_sort(a.x, a.values)],
    "segmented_sort": [lambda a: ci.segmented_sort(a.x, a.offsets), lambda a: ci.segmented_sort(a.x, flags=a.flags)],
    "argsort": [lambda a: ci.argsort(a.x)],
    "sort_rows": [lambda a: ci.sort_rows([a.x, a.values], [None, "greater"])],
    "top_k": [lambda a: ci.top_k(a.x, 7)],
    "segmented_top_k": [lambda a: ci.segmented_top_k(a.x, a.offsets, 9, fill=5)],
    "scan_exclusive": [lambda a: ci.scan_exclusive(a.x), lambda a: ci.scan_exclusive(a.x, total=a.values)],
    "scan_inclusive": [lambda a: ci.scan_inclusive(a.x, dtype=np.int64), pipeline],
    "segmented_scan_exclusive": [lambda a: ci.segmented_scan_exclusive(a.x, a.offsets)],
    "segmented_scan_inclusive": [lambda a: ci.segmented_scan_inclusive(a.x, a.offsets)],
    "scan_by_key_exclusive": [lambda a: ci.scan_by_key_exclusive(a.a, a.x)],
    "scan_by_key_inclusive": [lambda a: ci.scan_by_key_inclusive(a.a, a.x, "max")],
    "offsets_from_counts": [lambda a: ci.offsets_from_counts(a.sizes, total=False, append=True)],
    "reduce": [lambda a: ci.reduce(a.x), lambda a: ci.reduce(ci.generate("x[i] * scale", N, "int32", x=a.x, scale=3))],
    "segmented_reduce": [lambda a: ci.segmented_reduce(a.x, a.offsets)],
    "reduce_by_key": [counted(lambda a, count: ci.reduce_by_key(a.a, a.x, count=count))],
    "find_first": [lambda a: ci.find_first(a.x)],
    "segmented_find_first": [lambda a: ci.segmented_find_first(a.x, a.offsets)],
    "merge": [lambda a: ci.merge(a.a, a.b), lambda a: ci.merge(a.a, a.b, a.values, a.b)],
    "merge_runs": [lambda a: ci.merge_runs(a.runs, a.two), lambda a: ci.merge_runs(a.runs, a.two, a.values)],
    "merge_partitions": [lambda a: ci.merge_partitions(a.a, a.b, 64)],
    "searchsorted": [lambda a: ci.searchsorted(a.b, a.a)],
    "sorted_search": [lambda a: tuple(ci.sorted_search(a.a, a.b))],
    "count_equal": [lambda a: ci.count_equal(a.a, a.b)],
    "insert": [lambda a: ci.insert(a.x, a.some, a.sizes)],
    "delete": [lambda a: ci.delete(a.x, a.some)],
    "join": [joined],
    "join_overlaps": [overlapping],
    "join_as_of": [lambda a: ci.join_as_of(a.a, a.b, same="a - b < 3")],
    "set_operation": [
        counted(lambda a, count: ci.set_operation("union", a.a, a.b, count=count)),
        counted(lambda a, count: ci.set_operation("difference", a.a, a.b, a.values, a.b, count=count)),
    ],
    "unique": [
        counted(lambda a, count: ci.unique(a.x, count=count)),
        lambda a: ci.unique(a.x, return_inverse=True, count=numbers(a))[1],
    ],
    "run_lengths": [counted(lambda a, count: tuple(ci.run_lengths(a.a, count=count)))],
    "compact": [counted(lambda a, count: ci.compact(a.x, "x > limit[0] % 9", limit=a.values, count=count))],
    "partition": [partitioned],
    "histogram": [lambda a: ci.histogram(a.x, 50), lambda a: ci.histogram(a.x, 50, a.values)],
    "copy": [lambda a: ci.copy(a.x, "float32"), lambda a: ci.copy(ci.generate("i + x[0]", 9, x=a.x))],
    "take": [
        lambda a: ci.take(a.values, a.places, fill=9),
        lambda a: ci.take(a.points, a.places),
        lambda a: ci.take(a.points, a.places, fill=np.array((1, 2, 3), POINT)),
        in_place(lambda a, x: ci.take(a.values, a.places, out=x), "x"),
    ],
    "take_columns": [lambda a: ci.take_columns([a.x, a.points], a.places, fill=0)],
    "put": [in_place(lambda a, x: ci.put(x, a.places, a.values), "x")],
    "take_structures": [lambda a: ci.take_structures(a.points, a.some)],
    "put_structures": [in_place(lambda a, x: ci.put_structures(x, a.some, ci.take(a.points, a.some)), "points")],
    "split_fields": [lambda a: tuple(ci.split_fields(a.points).values())],
    "join_fields": [lambda a: ci.join_fields({"id": a.x, "x": a.values, "y": a.a}, POINT)],
    "transform": [in_place(lambda a, x: ci.transform(N, "x[i] += scale * y[i];", x=x, y=a.values, scale=2), "x")],
    "transform_load_balance": [
        in_place(lambda a, x: ci.transform_load_balance(a.offsets, N, "x[i] = segment;", x=x), "x"),
        in_place(lambda a, x: ci.transform_load_balance(a.offsets, a.some, "x[i] = rank;", most=N, x=x), "x"),
    ],
    "load_balance_search": [lambda a: ci.load_balance_search(a.offsets, N)],
    "expand": [lambda a: ci.expand(a.values, a.offsets, N)],
    "gather_ranges": [lambda a: ci.gather_ranges(a.wide, a.starts, a.offsets, N)],
    "scatter_ranges": [in_place(lambda a, w: ci.scatter_ranges(a.x, a.starts, a.offsets, N, w), "wide")],
    "move_ranges": [in_place(lambda a, w: ci.move_ranges(a.x, a.offsets, a.starts, a.offsets, N, w), "wide")],
}
HOST_WAITS = {"repeat", "group_by"}  # always wait for the sum of the counts, or for the count of groups
ALL = [pytest.param(case, id=f"{name}-{k}") for name, cases in CASES.items() for k, case in enumerate(cases)]


def there(queue, seed):
    return types.SimpleNamespace(**{name: cla.to_device(queue, array) for name, array in contents(seed).items()})


def as_numpy(results):
    found = []
    for result in results if isinstance(results, (tuple, list)) else (results,):
        array, count = result if isinstance(result, tuple) else (result, None)
        found.append(array.get() if count is None else array.get()[: count.get()[0]])
    return found


def test_every_operation_is_here():
    operations = {
        name for name in ci.__all__
        if inspect.isfunction(getattr(ci, name)) and "queue" in inspect.signature(getattr(ci, name)).parameters
    }
    imports = {"from_dlpack", "from_arrow"}  # which run no operation
    assert operations - imports == CASES.keys() | HOST_WAITS


@pytest.mark.parametrize("case", ALL)
def test_a_run_is_the_call(queue, case):
    a = there(queue, 1)
    with ci.Recording(queue) as recording:
        results = case(a)
    for name, array in contents(1).items():  # the calls were not executed
        np.testing.assert_array_equal(getattr(a, name).get(), array)
    for seed in (2, 3):
        for name, array in contents(seed).items():
            getattr(a, name).set(array)
        event = recording.run()
        written = results[0] if isinstance(results, (tuple, list)) else results
        assert (written[0] if isinstance(written, tuple) else written).events == [event]
        found, expected = as_numpy(results), as_numpy(case(there(queue, seed)))
        assert len(found) == len(expected) > 0 and any(array.size for array in expected)
        for x, y in zip(found, expected, strict=True):
            np.testing.assert_array_equal(x, y)
