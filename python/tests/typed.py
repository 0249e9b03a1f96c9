# SPDX-License-Identifier: Apache-2.0
"""The types of results. Type checkers read this program, and test_typed.py also compares the types with the results."""

from __future__ import annotations

from typing import Any, Union

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
from numpy.typing import NDArray
from pyopencl.array import Array
from typing_extensions import assert_type

Host = NDArray[Any]

queue = ci.default_context().queue
host = np.array([1, 1, 2], np.int32)
values = np.array([5, 6, 7], np.float32)
offsets = np.array([0, 2], np.int32)
table = np.zeros(3, [("id", "i4"), ("x", "f4")])
device = cla.to_device(queue, host)
out = cla.zeros(queue, 3, np.int32)
number = cla.zeros(queue, 1, np.int32)

# ---- one array: NumPy and lists give NumPy, pyopencl arrays and `out` give pyopencl

assert_type(ci.scan_exclusive(host), Host)
assert_type(ci.scan_exclusive([1, 2]), Host)
assert_type(ci.scan_exclusive(device), Array)
assert_type(ci.scan_inclusive(host, out=out), Array)
assert_type(ci.scan_inclusive(host, total=number), Array)
assert_type(ci.segmented_scan_inclusive(host, offsets), Host)
assert_type(ci.segmented_scan_inclusive(host, device), Array)
assert_type(ci.scan_by_key_exclusive(host, ci.constant(1, 3)), Host)
assert_type(ci.scan_by_key_exclusive(device, ci.constant(1, 3)), Array)
assert_type(ci.argsort(host), Host)
assert_type(ci.argsort(device, out=out), Array)
assert_type(ci.sort_rows([host, values]), Host)
assert_type(ci.sort_rows([device, ci.generate("i", 3)]), Array)
assert_type(ci.copy(host, "float32"), Host)
assert_type(ci.compact(host, "x > 1"), Host)
assert_type(ci.compact(host, "x > limit[i]", limit=device), Array)
assert_type(ci.compact(device, "x > 1", count=number), Array)
assert_type(ci.histogram(host, 4), Host)
assert_type(ci.histogram(device, 4, weights=[1, 2, 3]), Array)
assert_type(ci.expand([5, 6], offsets, 3), Host)
assert_type(ci.repeat(host, [1, 2, 1]), Host)
assert_type(ci.repeat(host, device), Array)
assert_type(ci.gather_ranges(host, [0, 1], offsets, 3), Host)
assert_type(ci.move_ranges(device, [0], [0], [0], 2, out), Array)
assert_type(ci.insert(host, [1], [9]), Host)
assert_type(ci.delete(device, [1]), Array)
assert_type(ci.count_equal(host, device), Array)
assert_type(ci.merge_partitions(host, host, 2), Host)
assert_type(ci.join_as_of(host, host), Host)
assert_type(ci.join_overlaps(host, host, host, host), tuple[Host, Host])
assert_type(ci.segmented_reduce(host, offsets), Host)
assert_type(ci.segmented_find_first(host, offsets), Host)
assert_type(ci.take_columns([host, values], [0, 1]), "list[Host]")
assert_type(ci.take_columns((device, device), [0, 1]), "list[Array]")

# ---- one number: a NumPy scalar, or a pyopencl array of one element

assert_type(ci.reduce(device, "max"), Array)
assert_type(ci.find_first(values), "np.integer[Any]")
assert_type(ci.find_first(device), Array)
assert_type(ci.take(host, [0, 2]), Host)
assert_type(ci.take(host, device), Array)
assert_type(ci.take(device, 1), Array)
assert_type(ci.searchsorted(host, [1, 2]), Host)
assert_type(ci.searchsorted(host, 2), "np.integer[Any]")
assert_type(ci.searchsorted(values, 2.5, "right"), "Union[np.integer[Any], Host]")
assert_type(ci.searchsorted(host, device), Array)

# ---- with and without values

assert_type(ci.sort(host), Host)
assert_type(ci.sort(host, values), "tuple[Host, Host]")
assert_type(ci.sort(device, host), "tuple[Array, Array]")
assert_type(ci.sort(host, out=out), Array)
assert_type(ci.sort(host, host, out=(out, None)), "tuple[Array, Array]")
assert_type(ci.locality_sort(host, values=values), "tuple[Host, Host]")
assert_type(ci.segmented_sort(host, offsets), Host)
assert_type(ci.segmented_sort(host, offsets, values), "tuple[Host, Host]")
assert_type(ci.segmented_sort(device, flags=[2], values=host), "tuple[Array, Array]")
assert_type(ci.merge(host, host), Host)
assert_type(ci.merge(host, host, values, values), "tuple[Host, Host]")
assert_type(ci.merge_runs(host, [0, 2]), Host)
assert_type(ci.merge_runs(device, [0, 2], values), "tuple[Array, Array]")
assert_type(ci.set_operation("union", host, device), Array)
assert_type(ci.set_operation("union", host, host, values, values), "tuple[Host, Host]")
assert_type(ci.reduce_by_key(host), Host)
assert_type(ci.reduce_by_key(host, values, "max"), "tuple[Host, Host]")
assert_type(ci.reduce_by_key(*ci.sort(device, host)), "tuple[Array, Array]")

# ---- flags and choices

assert_type(ci.unique(host), Host)
assert_type(ci.unique(host, True), "tuple[Host, Host]")
assert_type(ci.unique(host, return_inverse=True), "tuple[Host, Host]")
assert_type(ci.unique(device, return_index=True, return_counts=True), "tuple[Array, Array, Array]")
assert_type(ci.unique(host, True, True, True), "tuple[Host, Host, Host, Host]")
assert_type(ci.unique(device, count=number), Array)
ci.group_by((device, host), sum=device, count=True, rows=(values, "count"), most=(ci.generate("i", 3), ci.Op("b")))
assert_type(ci.join(host, host), "tuple[Host, Host]")
assert_type(ci.join(device, host, "left"), "tuple[Array, Array]")
assert_type(ci.join((host, values), (host, values), how="semi"), Host)
assert_type(ci.join(host, host, how="anti", out=(out,)), Array)
assert_type(ci.top_k(host, 2), "tuple[Host, Host]")
assert_type(ci.top_k(device, np.int64(2), indices=False), Array)
assert_type(ci.segmented_top_k(host, offsets, 1), "tuple[Host, Host]")
assert_type(ci.load_balance_search(offsets, 3), "tuple[Host, Host]")
assert_type(ci.load_balance_search(offsets, 3, ranks=False), Host)
assert_type(ci.offsets_from_counts(host), "tuple[Host, int]")
assert_type(ci.offsets_from_counts(device), "tuple[Array, int]")
assert_type(ci.offsets_from_counts(device, total=False), Array)
assert_type(ci.partition(host, "x > 1"), "tuple[Host, int]")
assert_type(ci.partition(device, "x > 1", count=number), "tuple[Array, Array]")


def unknown(flag: bool, how: str) -> None:
    assert_type(ci.top_k(host, 2, indices=flag), "Union[Host, tuple[Host, Host]]")
    assert_type(ci.offsets_from_counts(device, total=flag), "Union[Array, tuple[Array, int]]")
    assert_type(ci.unique(host, flag), "Union[Host, tuple[Host, ...]]")
    assert_type(ci.join(host, host, how), "Union[Host, tuple[Host, Host]]")


unknown(False, "inner")

# ---- several results with names

assert_type(ci.run_lengths(host).starts, Host)
assert_type(ci.run_lengths(device).keys, Array)
assert_type(ci.sorted_search(host, host).a_indices, Host)
assert_type(ci.sorted_search(ci.generate("i", 3, "int32"), device).b_matches, Array)
assert_type(ci.split_fields(table), "dict[str, Host]")
assert_type(ci.join_fields({"id": host}, table.dtype), Host)
assert_type(ci.join_fields({"id": device}, table.dtype), Array)
assert_type(ci.take_structures(table, [0]), Host)

# ---- expressions: the arrays that they read decide

assert_type(ci.constant(1, 3), "ci.Expression[None]")
assert_type(ci.generate("i", 3), "ci.Expression[None]")
assert_type(ci.generate("x[i] * scale", 3, "int32", x=host, scale=2), "ci.Expression[None]")
assert_type(ci.generate("x[i] * scale", 3, "int32", x=device, scale=2), "ci.Expression[Array]")
assert_type(ci.copy(ci.generate("i", 3)), Host)
assert_type(ci.copy(ci.generate("x[i]", 3, "int32", x=device)[:2]), Array)
assert_type(ci.counted(device, number), ci.Counted)
assert_type(ci.scan_exclusive(ci.counted(ci.generate("i", 3), number)), Array)


def either(x: Union[Host, Array]) -> None:
    assert_type(ci.sort(x), "Union[Host, Array]")


either(host)

# ---- other calls

assert_type(ci.put(device, [0], [1]), cl.Event)
assert_type(ci.transform(3, "x[i] = 0;", x=device), cl.Event)
assert_type(ci.Pool("int32", 4).alloc(1), "np.ndarray[Any, Any]")
assert_type(ci.Pool("int32", 4).pack(), Array)
assert_type(ci.Counter(4).read(), Array)
with ci.Recording(queue) as step:
    ci.sort(device, out=out)
assert_type(step.run(), cl.Event)


def refused() -> None:
    """Calls that checkers refuse: an unused `ignore` is an error of mypy."""
    ci.searchsorted(host, host, "middle")  # type: ignore[call-overload]
    ci.set_operation("intersect", host, host)  # type: ignore[call-overload]
    ci.sort(device, out=host)  # type: ignore[call-overload]
    ci.top_k(device, 2.5)  # type: ignore[call-overload]
    ci.put(host, [0], [1])  # type: ignore[arg-type]
    ci.compact(host, host > 1)  # type: ignore[call-overload]
    ci.segmented_sort(host, [0], flags=[1])  # type: ignore[call-overload]
    ci.segmented_sort(host)  # type: ignore[call-overload]
    ci.generate("x[i] + y[i]", 3, x=host, y=device)  # type: ignore[call-overload]
    ci.sort_rows([host, device])  # type: ignore[list-item]
