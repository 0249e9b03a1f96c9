# SPDX-License-Identifier: Apache-2.0
"""What works on sorted arrays: merges and searches; and insertion and removal by sorted places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl

from ._call import NONE, Array, Context, Order, Wait, begin, dtype_of, one_of, ops, order_at, size_of

_BOUNDS = {"left": 0, "right": 1}


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
    if a_values is None and b_values is None:
        call = begin((a, b, out), queue, context, wait_for)
        a, b = call.take_alike(a, b)
        if out is None:
            out = call.new(a.size + b.size, a.dtype)
        call.run(ops.merge_keys, call.read(a), call.read(b), call.write(out), order_at[order])
        return call.give(out)
    outs = out if out is not None else (None, None)
    call = begin((a, b, a_values, b_values, *outs), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    count = size_of(a) + size_of(b)
    keys = call.output(outs[0], count, dtype_of(a))
    a_values, b_values = call.take_alike(a_values, b_values)
    values = call.output(outs[1], count, dtype_of(a_values))
    call.run(
        ops.merge_pairs,
        call.read(a),
        call.read(a_values),
        call.read(b),
        call.read(b_values),
        call.write(keys),
        call.write(values),
        order_at[order],
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
    call = begin((keys, starts, values, *outs), queue, context, wait_for)
    keys, starts, values = call.take(keys), call.take(starts), call.take(values)
    merged = call.output(outs[0], size_of(keys), dtype_of(keys))
    if values is None:
        call.run(
            ops.merge_runs_keys, call.read(keys), call.read(starts), call.write(merged), order_at[order]
        )
        return call.give(merged)
    with_them = call.output(outs[1], size_of(keys), dtype_of(values))
    call.run(
        ops.merge_runs_pairs,
        call.read(keys),
        call.read(values),
        call.read(starts),
        call.write(merged),
        call.write(with_them),
        order_at[order],
    )
    return call.give(merged, with_them)


def merge_partitions(
    a: Any,
    b: Any,
    tile: int,
    *,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """How many elements of a are among the first `tile`, 2 * `tile`, … elements of the merged arrays, from 0 to all.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.merge_partitions(np.int32([1, 3, 5, 7]), np.int32([1, 2, 3, 4]), 3)
    array([0, 1, 2, 4], dtype=int32)
    """
    call = begin((a, b, out), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    out = call.output(out, -(-(size_of(a) + size_of(b)) // max(tile, 1)) + 1, dtype)
    call.run(ops.merge_partitions, call.read(a), call.read(b), tile, call.write(out), order_at[order])
    return call.give(out)


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
    bound = one_of("side", side, _BOUNDS)
    call = begin((a, b, out), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    if out is None:
        out = call.new(a.size, dtype or a.dtype)
    call.listed = call.write(out) + 5 * NONE  # cliv_search_outputs, as below
    call.run(ops.sorted_search, bound, call.read(a), call.read(b), order_at[order])
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
    out: Sequence[Array | None] | None = None,
    counts: Sequence[Array | None] = (None, None),
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
    
    :param out: four arrays, in the order of the result, or None for a new one
    :param counts: two arrays of one integer that get how many of a, and of b, have an equal key on the other side
    """
    bound = one_of("side", side, _BOUNDS)
    call = begin((a, b, *(out or ()), *counts), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    n, m = size_of(a), size_of(b)
    made = call.outputs(out, (n, dtype), (m, dtype), (n, np.uint8), (m, np.uint8))
    a_indices, b_indices, a_matches, b_matches = made
    call.listed = b"".join(map(call.write, (a_indices, a_matches, b_indices, b_matches, *counts)))
    call.run(ops.sorted_search, bound, call.read(a), call.read(b), order_at[order])
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
    call = begin((a, b, out), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    if out is None:
        out = call.new(a.size, dtype or a.dtype)
    call.run(ops.sorted_equal_count, call.read(a), call.read(b), call.write(out), order_at[order])
    return call.give(out)


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
    call = begin((a, indices, b, out), queue, context, wait_for)
    b, a = call.take_alike(b, a)
    indices = call.take(indices)
    out = call.output(out, size_of(a) + size_of(b), dtype_of(b))
    call.run(ops.bulk_insert, call.read(a), call.read(indices), call.read(b), call.write(out))
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
    call = begin((x, indices, out), queue, context, wait_for)
    x, indices = call.take(x), call.take(indices)
    out = call.output(out, max(size_of(x) - size_of(indices), 0), dtype_of(x))
    call.run(ops.bulk_remove, call.read(x), call.read(indices), call.write(out))
    return call.give(out)
