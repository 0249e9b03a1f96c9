# SPDX-License-Identifier: Apache-2.0
"""What works on sorted arrays: merges, searches, joins, sets; and insertion and removal by sorted places."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl

from ._arguments import NONE, Array, Call, Order, Wait, byref, c_size_t, dtype_of, lib, size_of, to_order
from ._native import CSearchOutputs
from ._place import Context

_JOINS = {"inner": 0, "left": 1, "right": 2, "full": 3, "outer": 3, "semi": 4, "anti": 5}
_SETS = {"intersection": 0, "union": 1, "difference": 2, "symmetric_difference": 3}
_DIRECTIONS = {"backward": 0, "forward": 1}
_BOUNDS = {"left": 0, "right": 1}


def _one_of(what: str, name: str, known: dict[str, int]) -> int:
    number = known.get(name)
    if number is None:
        raise ValueError(f"{what} is {name!r}, but must be one of {', '.join(map(repr, known))}")
    return number


def merge(
    a: Any,
    b: Any,
    a_values: Any = None,
    b_values: Any = None,
    *,
    order: str | Order | None = None,
    out: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Merge two sorted arrays, with values or without; of equal keys those of a come first.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.merge(np.int32([1, 3, 3]), np.int32([2, 3]))
    array([1, 2, 3, 3, 3], dtype=int32)
    >>> clinterval.merge(np.int32([1, 3]), np.int32([2, 3]), np.int32([10, 30]), np.int32([21, 31]))
    (array([1, 2, 3, 3], dtype=int32), array([10, 21, 30, 31], dtype=int32))
    """
    with_values = a_values is not None or b_values is not None
    outs = (out if out is not None else (None, None)) if with_values else (out, None)
    call = Call((a, b, a_values, b_values, *outs), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    a_values, b_values = call.take_alike(a_values, b_values)
    count = size_of(a) + size_of(b)
    keys = call.output(outs[0], count, dtype_of(a))
    if not with_values:
        call.run(lib.cliv_merge_keys, call.read(a), call.read(b), call.write(keys), to_order(order))
        return call.give(keys)
    values = call.output(outs[1], count, dtype_of(a_values))
    call.run(
        lib.cliv_merge_pairs,
        call.read(a),
        call.read(a_values),
        call.read(b),
        call.read(b_values),
        call.write(keys),
        call.write(values),
        to_order(order),
    )
    return call.give(keys, values)


def merge_runs(
    keys: Any,
    starts: Any,
    values: Any = None,
    *,
    order: str | Order | None = None,
    out: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Merge the sorted runs of an array, which begin at `starts`, into one; of equal keys those of earlier runs first.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.merge_runs(np.int32([1, 4, 2, 3, 9, 0]), [0, 2, 5])
    array([0, 1, 2, 3, 4, 9], dtype=int32)
    """
    outs = (out if out is not None else (None, None)) if values is not None else (out, None)
    call = Call((keys, starts, values, *outs), queue, context, wait_for)
    keys, starts, values = call.take(keys), call.take(starts), call.take(values)
    merged = call.output(outs[0], size_of(keys), dtype_of(keys))
    if values is None:
        call.run(
            lib.cliv_merge_runs_keys, call.read(keys), call.read(starts), call.write(merged), to_order(order)
        )
        return call.give(merged)
    with_them = call.output(outs[1], size_of(keys), dtype_of(values))
    call.run(
        lib.cliv_merge_runs_pairs,
        call.read(keys),
        call.read(values),
        call.read(starts),
        call.write(merged),
        call.write(with_them),
        to_order(order),
    )
    return call.give(merged, with_them)


def searchsorted(
    b: Any,
    a: Any,
    side: str = "left",
    *,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Where each key of a, which is sorted, too, would stand in b: as numpy.searchsorted(b, a, side).

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.searchsorted(np.int32([0, 3, 3, 3, 7]), np.int32([1, 3, 3, 6]))
    array([1, 1, 1, 4], dtype=int32)

    :param side: "left", before equal keys of b, or "right", behind them
    """
    bound = _one_of("side", side, _BOUNDS)
    call = Call((a, b, out), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    out = call.output(out, size_of(a), dtype)
    outputs = CSearchOutputs(a_indices=call.write(out))
    call.run(lib.cliv_sorted_search, bound, call.read(a), call.read(b), byref(outputs), to_order(order))
    return call.give(out)


class SearchResult(NamedTuple):
    """What :func:`sorted_search` finds."""

    a_indices: Any
    b_indices: Any
    a_matches: Any
    b_matches: Any


def sorted_search(
    a: Any,
    b: Any,
    side: str = "left",
    *,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> SearchResult:
    """Search every key of a in b, by `side`, and every key of b in a, by the other one; and which have an equal one.

    >>> import clinterval
    >>> import numpy as np
    >>> found = clinterval.sorted_search(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 3, 7]))
    >>> found.a_indices, found.b_indices
    (array([1, 1, 1, 4], dtype=int32), array([0, 3, 3, 3, 4], dtype=int32))
    >>> found.a_matches, found.b_matches
    (array([0, 1, 1, 0], dtype=uint8), array([0, 1, 1, 1, 0], dtype=uint8))
    """
    bound = _one_of("side", side, _BOUNDS)
    call = Call((a, b), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    made = [
        call.new(size_of(a), dtype),
        call.new(size_of(b), dtype),
        call.new(size_of(a), np.uint8),
        call.new(size_of(b), np.uint8),
    ]
    outputs = CSearchOutputs(
        a_indices=call.write(made[0]),
        b_indices=call.write(made[1]),
        a_matches=call.write(made[2]),
        b_matches=call.write(made[3]),
    )
    call.run(lib.cliv_sorted_search, bound, call.read(a), call.read(b), byref(outputs), to_order(order))
    return SearchResult(*call.give(*made))


def count_equal(
    a: Any,
    b: Any,
    *,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """How many keys of b equal each key of a; both are sorted.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.count_equal(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 3, 7]))
    array([0, 3, 3, 0], dtype=int32)
    """
    call = Call((a, b, out), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    out = call.output(out, size_of(a), dtype)
    call.run(lib.cliv_sorted_equal_count, call.read(a), call.read(b), call.write(out), to_order(order))
    return call.give(out)


def join(
    a: Any,
    b: Any,
    how: str = "inner",
    *,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Join the rows of two sorted columns whose keys are equal: the row numbers of both sides, -1 for no row.

    >>> import clinterval
    >>> import numpy as np
    >>> a, b = np.frombuffer(b"AABEE", np.uint8), np.frombuffer(b"ABBC", np.uint8)
    >>> clinterval.join(a, b)
    (array([0, 1, 2, 2], dtype=int32), array([0, 0, 1, 2], dtype=int32))
    >>> clinterval.join(a, b, how="left")
    (array([0, 1, 2, 2, 3, 4], dtype=int32), array([ 0,  0,  1,  2, -1, -1], dtype=int32))
    >>> clinterval.join(a, b, how="anti")
    array([3, 4], dtype=int32)

    :param how: "inner", "left", "right", "full" (or "outer"); "semi" and "anti", which give rows of a alone
    """
    kind = _one_of("how", how, _JOINS)
    call = Call((a, b), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    number = c_size_t()
    sides = (call.read(a), call.read(b))
    call.run(lib.cliv_join, kind, *sides, NONE, NONE, NONE, byref(number), to_order(order))
    a_rows = call.new(number.value, dtype)
    b_rows = call.new(number.value, dtype) if kind < _JOINS["semi"] else None
    call.run(
        lib.cliv_join, kind, *sides, call.write(a_rows), call.write(b_rows), NONE, None, to_order(order)
    )
    return call.give(a_rows, b_rows) if b_rows is not None else call.give(a_rows)


def join_as_of(
    a: Any,
    b: Any,
    direction: str = "backward",
    *,
    same: str | None = None,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """For each row of a, the nearest row of b, or -1: both sorted, say by time.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.join_as_of(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 5, 9]))
    array([0, 2, 2, 3], dtype=int32)
    >>> clinterval.join_as_of(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 5, 9]), "forward", same="b - a <= 2")
    array([ 1,  1,  1, -1], dtype=int32)

    :param direction: "backward", the last row that is not after it, or "forward", the first that is not before it
    :param same: an expression of the keys `a` and `b` that is true where the nearest row counts
    """
    way = _one_of("direction", direction, _DIRECTIONS)
    call = Call((a, b, out), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    out = call.output(out, size_of(a), dtype)
    call.run(
        lib.cliv_join_as_of,
        way,
        call.read(a),
        call.read(b),
        call.write(out),
        same.encode() if same is not None else None,
        to_order(order),
    )
    return call.give(out)


def set_operation(
    kind: str,
    a: Any,
    b: Any,
    a_values: Any = None,
    b_values: Any = None,
    *,
    order: str | Order | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """A set operation on sorted arrays, as std::set_union and its kin; with values, those of the keys that stay.

    >>> import clinterval
    >>> import numpy as np
    >>> a, b = np.int32([1, 1, 2, 5, 5, 5]), np.int32([1, 2, 2, 5, 7])
    >>> clinterval.set_operation("intersection", a, b)
    array([1, 2, 5], dtype=int32)
    >>> clinterval.set_operation("symmetric_difference", a, b)
    array([1, 2, 5, 5, 7], dtype=int32)

    :param kind: "intersection", "union", "difference" or "symmetric_difference"
    """
    number_of_kind = _one_of("kind", kind, _SETS)
    call = Call((a, b, a_values, b_values), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    a_values, b_values = call.take_alike(a_values, b_values)
    n, m = size_of(a), size_of(b)
    most = (min(n, m), n + m, n, n + m)[number_of_kind]
    keys = call.new(most, dtype_of(a))
    number = c_size_t()
    if a_values is None and b_values is None:
        call.run(
            lib.cliv_set_keys,
            number_of_kind,
            call.read(a),
            call.read(b),
            call.write(keys),
            NONE,
            byref(number),
            to_order(order),
        )
        return call.give(keys[: number.value])
    values = call.new(most, dtype_of(a_values))
    call.run(
        lib.cliv_set_pairs,
        number_of_kind,
        call.read(a),
        call.read(a_values),
        call.read(b),
        call.read(b_values),
        call.write(keys),
        call.write(values),
        NONE,
        byref(number),
        to_order(order),
    )
    return call.give(keys[: number.value], values[: number.value])


def insert(
    b: Any,
    indices: Any,
    a: Any,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Insert a[k] before b[indices[k]], for indices that ascend: as numpy.insert(b, indices, a).

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.insert(np.int32([10, 20, 30]), [0, 2, 2], np.int32([1, 2, 3]))
    array([ 1, 10, 20,  2,  3, 30], dtype=int32)
    """
    call = Call((a, indices, b, out), queue, context, wait_for)
    b, a = call.take_alike(b, a)
    indices = call.take(indices)
    out = call.output(out, size_of(a) + size_of(b), dtype_of(b))
    call.run(lib.cliv_bulk_insert, call.read(a), call.read(indices), call.read(b), call.write(out))
    return call.give(out)


def delete(
    x: Any,
    indices: Any,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Remove the elements at `indices`, which ascend: as numpy.delete(x, indices).

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.delete(np.int32([10, 11, 12, 13, 14, 15]), [0, 3, 5])
    array([11, 12, 14], dtype=int32)
    """
    call = Call((x, indices, out), queue, context, wait_for)
    x, indices = call.take(x), call.take(indices)
    out = call.output(out, max(size_of(x) - size_of(indices), 0), dtype_of(x))
    call.run(lib.cliv_bulk_remove, call.read(x), call.read(indices), call.write(out))
    return call.give(out)
