# SPDX-License-Identifier: Apache-2.0
"""Preconditions of arrays on the host, which a call copies anyway: sorted keys, offsets, indices and counts.

Arrays of the device are not looked at here: `Context(checked=True)` does that.
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
    """The elements of an array on the host; None of another, and of an absent one."""
    if array is None or isinstance(array, (Array, Expression)):
        return None
    host: np.ndarray[Any, Any] = flat(np.asarray(flat(array, name)), name)
    return host.reshape(-1)


def _first(wrong: np.ndarray[Any, Any]) -> int | None:
    found = int(wrong.argmax()) if wrong.size else 0
    return found if wrong.size and wrong[found] else None


def _descents(host: np.ndarray[Any, Any], order: Any) -> np.ndarray[Any, Any] | None:
    """For each element but the first, whether it comes before its predecessor; None where only the device can tell. NaN
    and NaT are last in both orders."""
    built_in = built_in_order(order)
    if built_in is None or host.dtype.kind not in "biufmM":
        return None
    if host.dtype.kind in "mM":
        host = host.view(np.int64)
        if built_in == "less":
            host = host - np.int64(1)  # NaT wraps around
    before, after = host[:-1], host[1:]
    wrong: np.ndarray[Any, Any] = after < before if built_in == "less" else after > before
    if host.dtype.kind == "f":
        wrong |= (before != before) & (after == after)
    return wrong


def rows_are_sorted(columns: Sequence[Any], orders: Sequence[Any], name: str) -> None:
    """CheckError where the rows of columns on the host are not sorted, by the first column, where equal there by the
    second, and so on. Columns are looked at up to the first one that only the device can compare."""
    same: Any = True
    for column, order in zip(columns, orders, strict=True):
        host = on_host(column, name)
        wrong = None if host is None or host.size < 2 else _descents(host, order)
        if host is None or wrong is None:
            return
        at = _first(wrong & same)
        if at is not None:
            raise CheckError(f"{name} is not sorted: row {at + 1} is before row {at}")
        before, after = host[:-1], host[1:]
        if host.dtype.kind in "mM":
            before, after = before.view(np.int64), after.view(np.int64)
        same &= (before == after) | ((before != before) & (after != after))


def is_sorted_by(array: Any, order: Any, name: str, starts: Any = None) -> bool:
    """CheckError where an array on the host is not sorted, of runs from one of the starts to the next; False where only
    the device can tell."""
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
        raise CheckError(f"{name} is not sorted: {name}[{at + 1}] is before its predecessor")
    return True


def offsets(array: Any, end: int | None, name: str, from_zero: bool, end_name: str | None) -> None:
    """Offsets do not descend, are not negative, and are at most `end`; some begin with 0."""
    host = on_host(array, name)
    if host is None or not host.size or host.dtype.kind not in "iu":
        return
    if from_zero and host[0] != 0:
        raise CheckError(f"{name}[0] is {host[0]}, but {name} begin with 0")
    if host[0] < 0:
        raise CheckError(f"{name}[0] is {host[0]}, but {name} are not negative")
    at = _first(host[1:] < host[:-1])
    if at is not None:
        raise CheckError(f"{name}[{at + 1}] is {host[at + 1]}, but {name} do not descend, and {name}[{at}] is {host[at]}")
    if end is not None and int(host[-1]) > end:
        at = int((host > end).argmax())
        raise CheckError(f"{name}[{at}] is {host[at]}, but {name} are at most {end_name or 'the number of elements'}, {end}")


def indices(array: Any, count: int, name: str, ascending: bool, strictly: bool, missing: bool) -> None:
    """Indices are below a number of elements and not negative, but for -1 where `missing`; some ascend."""
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
        rule = "ascend" if strictly else "do not descend"
        raise CheckError(f"{name}[{at + 1}] is {host[at + 1]}, but {name} {rule}, and {name}[{at}] is {host[at]}")


def counts(array: Any, name: str) -> None:
    """Counts are not negative."""
    host = on_host(array, name)
    at = _first(host < 0) if host is not None and host.dtype.kind == "i" else None
    if at is not None and host is not None:
        raise CheckError(f"{name}[{at}] is {host[at]}, but {name} are not negative")


def ranges(begins: Any, given: Any, count: int, size: int, name: str) -> None:
    """The range of each interval is inside of an array: begins[k] and the length of interval k."""
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
            f"{name}[{at}] is {first[at]}, and its range of {lengths[at]} elements passes an array of {size} elements"
        )
