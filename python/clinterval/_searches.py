# SPDX-License-Identifier: Apache-2.0
"""Parts of calls that accept keys in any order.

The parts are copies for sorting, and binary searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._call import (
    NONE,
    Array,
    Call,
    Counted,
    Expression,
    Order,
    begin,
    counted,
    has_type,
    index_type,
    ops,
    size_of,
)
from ._native import Error

def again(call: Call, *arrays: Any) -> Call:
    """Begin a call that is part of another call, with the same queue and wait list."""
    made = begin(arrays, call.queue, call.context, None)
    made.waits = call.waits
    return made


def is_counted(*arrays: Any) -> bool:
    """Return True if one of the arrays has a device-side length.

    A call with a counted array may leave elements of its results unwritten.
    """
    for array in arrays:  # any() is too slow for small calls
        kind = type(array)
        if kind is Counted or (kind is Expression and array.length is not None):
            return True
    return False


def unchecked(*arrays: Any) -> bool:
    """Return True if one of the arrays is on the device and therefore not checked.

    A call with wrong offsets or indices leaves elements of its results unwritten.
    """
    return any(isinstance(array, (Array, Expression)) for array in arrays)


def reshaped(array: Any, *shape: int) -> Any:
    """Return a view of an array with another shape."""
    return array.reshape(*shape)


def same_sizes(arrays: Sequence[Any], name: str) -> None:
    """Check that the columns of a table have the same size."""
    for k, array in enumerate(arrays):
        if array.size != arrays[0].size:
            raise ValueError(f"{name}[{k}] has {array.size} elements, but {name}[0] has {arrays[0].size}")


def orders_of(orders: Any, count: int) -> Sequence[str | Order | None]:
    """Return one order for each column."""
    if orders is None:
        return (None,) * count
    if not isinstance(orders, (list, tuple)) or isinstance(orders, Order):
        raise TypeError(f"orders must be a list or tuple of one order for each column, not {type(orders).__name__}")
    if len(orders) != count:
        raise ValueError(f"there are {count} columns, but {len(orders)} orders")
    return orders


def refuse_to_wait(call: Call, count: Array | None) -> None:
    """Raise an error if a recorded call would return its result size to the host.

    The call has several commands. The check precedes the first command, so a refused call leaves no commands in the
    recording.
    """
    if call.recorded and count is None:
        sentence = "the queue is being recorded, so no call can return a size to the host: pass an array as count="
        raise Error(sentence, -3000, "CLIV_INVALID_ARGUMENT")


def comparable(call: Call, a: Any, b: Any, names: tuple[str, str]) -> tuple[Any, Any]:
    """Return two arrays to compare, in memory.

    A list gets the type of the other array; arrays may have different types.
    """
    if has_type(a) and has_type(b):
        a, b = call.take(a, names[0]), call.take(b, names[1])
    else:
        a, b = call.take_alike(a, b, names=names)
    return in_memory(call, a), in_memory(call, b)


def in_memory(call: Call, x: Any) -> Any:
    """Return a device array.

    For an expression this is a new array with the elements of the expression.
    """
    return copied(call, x) if isinstance(x, Expression) else x


def sorted_copy(call: Call, x: Any) -> Any:
    """Return a copy of the array in device memory, for sorting in place.

    An array that the call has copied from the host needs no second copy.
    """
    return x if call.on_host and not isinstance(x, Expression) else copied(call, x)


def copied(call: Call, x: Any, dtype: Any = None) -> Any:
    """Return a new array with the elements of an array or expression."""
    made = call.new(size_of(x), dtype or x.dtype, zeroed=is_counted(x))
    copying = again(call, made)
    copying.run(ops.copy, copying.read(copying.as_stored(x, made.dtype)), copying.write(made))
    return counted(made, x.length) if is_counted(x) else made


def common_dtype(a: Any, b: Any) -> np.dtype[Any]:
    """Return the dtype in which elements of two arrays are compared, as in NumPy."""
    x: np.dtype[Any] = np.dtype(a.dtype)
    y: np.dtype[Any] = np.dtype(b.dtype)
    if x == y:
        return x
    if x.fields is not None or y.fields is not None or (x.kind in "mM") != (y.kind in "mM"):
        raise TypeError(f"keys of types {x} and {y} cannot be compared")
    if x.kind in "mM" or y.kind in "mM":
        raise TypeError(f"keys of types {x} and {y} have different units: convert one of them with astype()")
    return np.dtype(np.result_type(x, y))


# The minimum counts of needles and rows for which a CPU sorts the needles first. A merge reads memory in order, but a
# binary search does not.
_MANY_NEEDLES, _MANY_ROWS = 1 << 14, 1 << 12


def _sorts_needles(call: Call, haystack: Any, needles: Any) -> bool:
    return (
        needles.size >= _MANY_NEEDLES
        and haystack.size >= _MANY_ROWS
        and call.place.is_cpu
        and not is_counted(haystack, needles)
    )


def _search_sorted(call: Call, bound: int, haystack: Any, needles: Any, order: str | Order | None, out: Array) -> None:
    """Search sorted needles, as another method of :func:`search_rows`.

    Sort the needles, search the sorted needles, and scatter the results to the original order.
    """
    n = needles.size
    keys, permutation, found = copied(call, needles), call.new(n, index_type(n)), call.new(n, out.dtype)
    part = again(call, keys)
    address = part.order(order, keys.dtype)
    part.run(ops.sort_indices, part.write(keys), part.write(permutation), address)
    part = again(call, keys)
    part.listed = part.write(found) + 5 * NONE  # cliv_search_outputs
    part.run(ops.sorted_search, bound, part.read(keys), part.read(haystack), address)
    part = again(call, out)
    part.run(ops.scatter, part.read(permutation), part.read(found), part.write(out))


def is_quick_search(call: Call, haystack: Any, needles: Any) -> bool:
    """Return True if one library call can search device arrays, and needs no preparation.

    This test is only for speed: :func:`search_rows` supports all cases, but takes several microseconds longer.
    """
    return (
        type(haystack) is type(needles) is Array
        and haystack.dtype == needles.dtype
        and len(haystack.shape) == len(needles.shape) == 1
        and haystack.size > 0
        and not call.place.is_cpu
        and not call.context.is_checked
    )


def search_rows(call: Call, bound: int, haystack: Any, needles: Any, order: str | Order | None, out: Array) -> None:
    """Search needles in any order in a sorted haystack, and write their lower (0) or upper (1) bounds.

    Both arrays are in memory. Arrays of different types are compared in their common type.
    """
    kind = common_dtype(haystack, needles)
    haystack, needles = (x if x.dtype == kind else copied(call, x, kind) for x in (haystack, needles))
    if out.dtype.kind not in "iu" or out.dtype.itemsize < 4:
        found = call.new(out.size, index_type(haystack.size))
        search_rows(call, bound, haystack, needles, order, found)
        part = again(call, out)
        part.run(ops.copy, part.read(found), part.write(out))
    elif _sorts_needles(call, haystack, needles):
        _search_sorted(call, bound, haystack, needles, order, out)
    else:
        part = again(call, out)
        given = part.read(needles), part.read(haystack), part.write(out)
        part.run(ops.binary_search, bound, *given, part.order(order, kind))
