# SPDX-License-Identifier: Apache-2.0
"""Checks of host arrays: sorted keys, offsets, indices and counts.

A call copies host arrays to the device, so the check is cheap. Device arrays are checked by `Context(checked=True)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pyopencl.array import Array

from ._arguments import Expression, built_in_order
from ._conversions import flat
from ._native import CheckError


def on_host(array: Any, name: str | None = None) -> np.ndarray[Any, Any] | None:
    """Return the elements of a host array.

    The result for a device array, an expression or None is None.
    """
    if array is None or isinstance(array, (Array, Expression)):
        return None
    host: np.ndarray[Any, Any] = flat(np.asarray(flat(array, name)), name)
    return host.reshape(-1)


def _first(wrong: np.ndarray[Any, Any]) -> int | None:
    found = int(wrong.argmax()) if wrong.size else 0
    return found if wrong.size and wrong[found] else None


def _descents(host: np.ndarray[Any, Any], order: Any) -> np.ndarray[Any, Any] | None:
    """Compare each element except the first with its predecessor.

    The result is true for an element that must precede its predecessor. NaN and NaT are last in both orders. The
    result is None if the check needs the device.
    """
    built_in = built_in_order(order)
    if built_in is None or host.dtype.kind not in "biufmM":
        return None
    if host.dtype.kind in "mM":
        host = host.view(np.int64)
        if built_in == "less":
            host = host - np.int64(1)  # NaT is last, because it wraps around
    before, after = host[:-1], host[1:]
    wrong: np.ndarray[Any, Any] = after < before if built_in == "less" else after > before
    if host.dtype.kind == "f":
        wrong |= (before != before) & (after == after)
    return wrong


def rows_are_sorted(columns: Sequence[Any], orders: Sequence[Any], name: str) -> None:
    """Raise CheckError if the rows of host columns are not sorted.

    Rows are ordered by the first column, equal rows by the next column. The check ends before the first column that
    needs the device.
    """
    same: Any = True
    for column, order in zip(columns, orders, strict=True):
        host = on_host(column, name)
        wrong = None if host is None or host.size < 2 else _descents(host, order)
        if host is None or wrong is None:
            return
        at = _first(wrong & same)
        if at is not None:
            raise CheckError(f"{name} is not sorted: row {at + 1} belongs before row {at}")
        before, after = host[:-1], host[1:]
        if host.dtype.kind in "mM":
            before, after = before.view(np.int64), after.view(np.int64)
        same &= (before == after) | ((before != before) & (after != after))


def is_sorted_by(array: Any, order: Any, name: str, starts: Any = None) -> bool:
    """Raise CheckError if a host array, or with `starts` a run, is not sorted.

    Return False if the check needs the device.
    """
    host = on_host(array, name)
    if host is None or host.size < 2:
        return True
    wrong = _descents(host, order)
    if wrong is None:
        return False
    if starts is not None:
        begins = on_host(starts)
        if begins is None or begins.dtype.kind not in "iu":
            return begins is not None
        wrong[begins[(begins > 0) & (begins < host.size)].astype(np.int64) - 1] = False
    at = _first(wrong)
    if at is not None:
        raise CheckError(f"{name} is not sorted: {name}[{at + 1}] belongs before {name}[{at}]")
    return True


def offsets(array: Any, end: int | None, name: str, from_zero: bool, end_name: str | None) -> None:
    """Check that offsets do not descend, are not negative, and are at most `end`.

    If `from_zero`, the first offset must be 0.
    """
    host = on_host(array, name)
    if host is None or not host.size or host.dtype.kind not in "iu":
        return
    if from_zero and host[0] != 0:
        raise CheckError(f"{name}[0] is {host[0]}, but {name} must begin with 0")
    if host[0] < 0:
        raise CheckError(f"{name}[0] is {host[0]}, but {name} must not be negative")
    at = _first(host[1:] < host[:-1])
    if at is not None:
        raise CheckError(f"{name}[{at + 1}] is {host[at + 1]}, but {name} must not descend, and {name}[{at}] is {host[at]}")
    if end is not None and int(host[-1]) > end:
        at = int((host > end).argmax())
        raise CheckError(f"{name}[{at}] is {host[at]}, but {name} must be at most {end_name or 'the number of elements'}, {end}")


def indices(array: Any, count: int, name: str, ascending: bool, strictly: bool, missing: bool) -> None:
    """Check that indices are from 0 to `count` - 1, or -1 if `missing`.

    If `ascending`, they must not descend. If `strictly`, they must ascend.
    """
    host = on_host(array, name)
    if host is None or not host.size or host.dtype.kind not in "iu":
        return
    at = _first((host < (-1 if missing else 0)) | (host >= count))
    if at is not None:
        raise CheckError(f"{name}[{at}] is {host[at]}, but must be at least 0 and below {count}")
    at = None
    if ascending or strictly:
        at = _first(host[1:] <= host[:-1] if strictly else host[1:] < host[:-1])
    if at is not None:
        rule = "ascend" if strictly else "not descend"
        raise CheckError(f"{name}[{at + 1}] is {host[at + 1]}, but {name} must {rule}, and {name}[{at}] is {host[at]}")


def in_range(array: Any, count: int, least: int = 0) -> None:
    """Raise IndexError, as NumPy does, if host indices are below `least` or not below `count`."""
    host = on_host(array, "indices")
    if host is None or not host.size or host.dtype.kind not in "iu":
        return
    at = _first((host < least) | (host >= count))
    if at is not None:
        how = "" if least or host[at] >= 0 else ": negative indices do not count from the end; pass fill= for indices of no element"
        raise IndexError(f"indices[{at}] is {host[at]}, but must be at least {least} and below {count}{how}")


def counts(array: Any, name: str) -> None:
    """Check that counts are not negative."""
    host = on_host(array, name)
    at = _first(host < 0) if host is not None and host.dtype.kind == "i" else None
    if at is not None and host is not None:
        raise CheckError(f"{name}[{at}] is {host[at]}, but {name} must not be negative")


def ranges(begins: Any, given: Any, count: int, size: int, name: str) -> None:
    """Check that each range is inside an array of `size` elements.

    The range of interval k begins at begins[k].
    """
    first, starts = on_host(begins, name), on_host(given)
    if first is None or starts is None or first.size != starts.size or not first.size:
        return
    if first.dtype.kind not in "iu" or starts.dtype.kind not in "iu":
        return
    lengths = np.diff(starts.astype(np.int64), append=np.int64(count))
    wrong = (lengths > 0) & ((first < 0) | (first.astype(np.float64) + lengths > size))
    at = _first(wrong)
    if at is not None:
        raise CheckError(
            f"{name}[{at}] is {first[at]}, but its range of {lengths[at]} elements must be inside an array of {size} elements"
        )
