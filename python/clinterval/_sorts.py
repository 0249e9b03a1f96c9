# SPDX-License-Identifier: Apache-2.0
"""Sorts and selections."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack
from typing import Any

import numpy as np
import pyopencl as cl

from ._call import Array, Call, Context, Counted, Expression, Order, Wait, begin, counted, dtype_of, ops, order_at, size_of
from ._counted import whole


def _is_same(a: Any, b: Array) -> bool:
    """Are two arrays the same memory?"""
    if not isinstance(a, Array):
        return False
    x: Any = a.base_data
    y: Any = b.base_data
    return x is not None and y is not None and (
        (x.int_ptr, a.offset, a.size, a.dtype) == (y.int_ptr, b.offset, b.size, b.dtype)
    )


def _as_long(source: Any, out: Array) -> Any:
    """`out` as a sort takes it: with the length of the source, and none of its own."""
    if isinstance(source, (Counted, Expression)) and source.length is not None:
        return counted(out, source.length)
    return whole(out)


def _copies(call: Call, sources: Sequence[Any], outs: Sequence[Array | None]) -> list[Array]:
    """What a sort works on: `outs`, into which the sources are copied where they are other arrays. How many elements
    there are the sources say."""
    made = []
    for source, out in zip(sources, outs, strict=True):
        if out is not None and (source is out or _is_same(source, out)):
            made.append(source if source is out else _as_long(source, out))
            continue
        if out is None and call.on_host and not isinstance(source, Expression):
            made.append(call.on_device(source))
            continue
        source = call.take(source)
        if out is None:
            out = call.new(source.size, source.dtype)
        copying = begin((source, out), call.queue, call.context, None)
        copying.waits = call.waits
        copying.run(ops.copy, copying.read(source), copying.write(out))
        made.append(_as_long(source, out))
    return made


def _sort(
    functions: tuple[Any, Any],
    keys: Any,
    values: Any,
    between: Any,
    order: str | Order | None,
    out: Any,
    where: tuple[Any, ...],
) -> Any:
    """A sort of keys, or of pairs: `between` stands behind these."""
    if values is None:
        call = begin((keys, out), *where)
        (keys,) = _copies(call, (keys,), (out,))
        if between is None:
            call.run(functions[0], call.write(keys), order_at[order])
        else:
            call.run(functions[0], call.write(keys), call.read(call.take(between)), order_at[order])
        return call.give(keys)
    outs = out if out is not None else (None, None)
    call = begin((keys, values, *outs), *where)
    keys, values = _copies(call, (keys, values), outs)
    if between is None:
        call.run(functions[1], call.write(keys), call.write(values), order_at[order])
    else:
        call.run(functions[1], call.write(keys), call.write(values), call.read(call.take(between)), order_at[order])
    return call.give(keys, values)


def sort(
    keys: Any,
    values: Any = None,
    *,
    order: str | Order | None = None,
    out: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Sort keys, and move the value of each along with it. Stable: equal keys keep their order.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.sort(np.int32([5, 3, 4]))
    array([3, 4, 5], dtype=int32)
    >>> clinterval.sort(np.int32([5, 3, 4]), np.float32([50, 30, 40]), order="greater")
    (array([5, 4, 3], dtype=int32), array([50., 40., 30.], dtype=float32))

    :param order: "less" (the default), "greater", or an expression of `a` and `b`: "a.x < b.x"
    :param out: where the result goes, for pairs a tuple; `keys` itself sorts in place
    """
    return _sort(
        (ops.sort_keys, ops.sort_pairs), keys, values, None, order, out, (queue, context, wait_for)
    )


def locality_sort(
    keys: Any,
    values: Any = None,
    *,
    order: str | Order | None = None,
    out: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """As :func:`sort`, faster where many keys are near their place.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.locality_sort(np.int32([1, 0, 3, 2]))
    array([0, 1, 2, 3], dtype=int32)
    """
    return _sort(
        (ops.locality_sort_keys, ops.locality_sort_pairs),
        keys,
        values,
        None,
        order,
        out,
        (queue, context, wait_for),
    )


def segmented_sort(
    keys: Any,
    segments: Any = None,
    values: Any = None,
    *,
    flags: Any = None,
    order: str | Order | None = None,
    out: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Sort every segment by itself: segments begin at 0 and at each of `segments`, or where a bit of `flags` is set.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.segmented_sort(np.int32([5, 2, 8, 9, 1, 7]), [3, 5])
    array([2, 5, 8, 1, 9, 7], dtype=int32)

    :param segments: ascending places at which segments begin
    :param flags: words (uint32) of one bit for each key, in place of segments
    """
    if (segments is None) == (flags is None):
        raise ValueError("a segmented sort takes segments, or flags, and not both")
    if flags is not None:
        functions = (ops.segmented_sort_keys_by_flags, ops.segmented_sort_pairs_by_flags)
        between = np.asarray(flags, np.uint32) if not isinstance(flags, Array) else flags
    else:
        functions = (ops.segmented_sort_keys, ops.segmented_sort_pairs)
        between = segments
    return _sort(functions, keys, values, between, order, out, (queue, context, wait_for))


def argsort(
    keys: Any,
    *,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Where each key of the sorted order stands: `keys[argsort(keys)]` is sorted. Stable.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.argsort(np.int32([5, 3, 4]))
    array([1, 2, 0], dtype=int32)
    """
    call = begin((keys, out), queue, context, wait_for)
    (sorted_keys,) = _copies(call, (keys,), (None,))
    if out is None:
        out = call.new(sorted_keys.size, dtype or sorted_keys.dtype)
    call.run(ops.sort_indices, call.write(sorted_keys), call.write(out), order_at[order])
    return call.give(out)


def sort_rows(
    columns: Sequence[Any],
    orders: Sequence[str | Order | None] | None = None,
    *,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The order of rows, by the first column, where equal there by the second, and so on (as numpy.lexsort, which takes
    the last key first).

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.sort_rows([np.int32([2, 1, 2, 1]), np.uint8([7, 9, 6, 8])])
    array([3, 1, 2, 0], dtype=int32)

    :param orders: one for each column, or None
    """
    call = begin((*columns, out), queue, context, wait_for)
    taken = [call.take(column) for column in columns]
    out = call.output(out, size_of(taken[0]) if taken else 0, dtype)
    call.listed = b"".join(map(call.read, taken))
    pointers = 0
    if orders is not None:
        if len(orders) != len(taken):
            raise ValueError(f"there are {len(taken)} columns, but {len(orders)} orders")
        pointers = call.memory(pack(f"{len(orders)}P", *map(order_at.__getitem__, orders)))
    call.run(ops.sort_rows, pointers, len(taken), call.write(out))
    return call.give(out)


def top_k(
    keys: Any,
    k: int,
    *,
    order: str | Order | None = None,
    indices: bool = True,
    dtype: Any = np.int32,
    out: Sequence[Array | None] | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The first k keys in order, and where they stood: what a stable sort would put first.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.top_k(np.int32([7, 3, 9, 3, 5]), 3, order="greater")
    (array([9, 7, 5], dtype=int32), array([2, 0, 4], dtype=int32))

    :param indices: False: the keys alone
    :param out: two arrays for the keys and their places, or None for a new one
    """
    call = begin((keys, *(out or ())), queue, context, wait_for)
    keys = call.take(keys)
    count = min(k, size_of(keys))
    given = (*out, None)[:2] if out is not None else (None, None)
    top = call.output(given[0], count, dtype_of(keys))
    places = call.output(given[1], count, dtype) if indices else None
    call.run(ops.top_k, call.read(keys), k, call.write(top), call.write(places), order_at[order])
    return call.give(top, places) if indices else call.give(top)


def segmented_top_k(
    keys: Any,
    offsets: Any,
    k: int,
    *,
    order: str | Order | None = None,
    fill: Any = 0,
    dtype: Any = np.int32,
    out: Sequence[Array | None] | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The first k keys of each segment, and where they stood, a row for each segment.

    Where a segment has fewer, the rest of its row is `fill`, and -1 among the indices.

    >>> import clinterval
    >>> import numpy as np
    >>> keys, places = clinterval.segmented_top_k(np.int32([7, 3, 9, 3, 5, 8]), [0, 3, 3], 2)
    >>> keys
    array([[3, 7],
           [0, 0],
           [3, 5]], dtype=int32)
    >>> places
    array([[ 1,  0],
           [-1, -1],
           [ 3,  4]], dtype=int32)

    :param out: two arrays of len(offsets) * k elements for the keys, which are not filled then, and their places; or
        None for a new one
    """
    call = begin((keys, offsets, *(out or ())), queue, context, wait_for)
    keys, offsets = call.take(keys), call.take(offsets)
    rows = size_of(offsets)
    top, places = call.outputs(out, (rows * k, dtype_of(keys)), (rows * k, dtype))
    if out is None or out[0] is None:
        call.fill(top, fill)
    call.run(
        ops.segmented_top_k,
        call.read(keys),
        call.read(offsets),
        k,
        call.write(top),
        call.write(places),
        order_at[order],
    )
    given = call.give(top, places)
    return tuple(array.reshape(rows, k) for array in given)
