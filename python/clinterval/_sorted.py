# SPDX-License-Identifier: Apache-2.0
"""Operations on sorted arrays: merges, searches, and insertion and removal by sorted indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl

from ._call import (
    Array,
    Context,
    Order,
    Wait,
    begin,
    dtype_of,
    index_type,
    is_scalar,
    one_of,
    ops,
    outputs_given,
    size_of,
    whole_number,
)
from ._searches import is_counted, unchecked

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
    """Merge two sorted arrays, with or without values. Keys of a come before equal keys of b. NumPy arrays and lists
    that are not sorted raise CheckError.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.merge(np.int32([1, 3, 3]), np.int32([2, 3]))
    array([1, 2, 3, 3, 3], dtype=int32)
    >>> clinterval.merge(np.int32([1, 3]), np.int32([2, 3]), np.int32([10, 30]), np.int32([21, 31]))
    (array([1, 2, 3, 3], dtype=int32), array([10, 21, 30, 31], dtype=int32))
    """
    if a_values is None and b_values is None:
        call = begin((a, b, out), queue, context, wait_for)
        # The common case needs no checks and no conversions.
        is_plain = type(a) is type(b) is Array and len(a.shape) == len(b.shape) == 1 and a.dtype is b.dtype
        if not is_plain:
            call.check_sorted(order, a=a, b=b)
            a, b = call.take_alike(a, b, names=("a", "b"))
        if out is None:
            out = call.new(a.size + b.size, a.dtype, zeroed=not is_plain and is_counted(a, b))
        call.run(ops.merge_keys, call.read(a), call.read(b), call.write(out), call.order(order, a.dtype))
        return call.give(out)
    if a_values is None or b_values is None:
        raise ValueError("only one of a_values and b_values is None: pass both or neither")
    outs = outputs_given(out, 2)
    call = begin((a, b, a_values, b_values, *outs), queue, context, wait_for)
    call.check_sorted(order, a=a, b=b)
    a, b = call.take_alike(a, b, names=("a", "b"))
    count, partly = size_of(a) + size_of(b), is_counted(a, b)
    keys = call.output(outs[0], count, dtype_of(a), zeroed=partly)
    a_values, b_values = call.take_alike(a_values, b_values, names=("a_values", "b_values"))
    values = call.output(outs[1], count, dtype_of(a_values), zeroed=partly)
    call.run(
        ops.merge_pairs,
        call.read(a),
        call.read(a_values),
        call.read(b),
        call.read(b_values),
        call.write(keys),
        call.write(values),
        call.order(order, dtype_of(a)),
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
    """Merge the sorted runs of an array into one sorted array. Runs begin at `starts`. Equal keys keep the order of
    the runs.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.merge_runs(np.int32([1, 4, 2, 3, 9, 0]), [0, 2, 5])
    array([0, 1, 2, 3, 4, 9], dtype=int32)
    """
    outs = outputs_given(out, 2) if values is not None else (out, None)
    call = begin((keys, starts, values, *outs), queue, context, wait_for)
    call.check_offsets(starts, size_of(keys), "starts")
    partly = unchecked(starts) or is_counted(keys)
    call.check_runs(order, keys, starts, "keys")
    keys, starts = call.take(keys, "keys"), call.take_indices(starts, "starts")
    values = call.take_if_given(values, "values")
    merged = call.output(outs[0], size_of(keys), dtype_of(keys), zeroed=partly)
    address = call.order(order, dtype_of(keys))
    if values is None:
        call.run(ops.merge_runs_keys, call.read(keys), call.read(starts), call.write(merged), address)
        return call.give(merged)
    with_them = call.output(outs[1], size_of(keys), dtype_of(values), zeroed=partly)
    call.run(
        ops.merge_runs_pairs,
        call.read(keys),
        call.read(values),
        call.read(starts),
        call.write(merged),
        call.write(with_them),
        address,
    )
    return call.give(merged, with_them)


def merge_partitions(
    a: Any,
    b: Any,
    tile: int,
    *,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The number of elements of a among the first 0, `tile`, 2 * `tile`, … elements of the merged arrays.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.merge_partitions(np.int32([1, 3, 5, 7]), np.int32([1, 2, 3, 4]), 3)
    array([0, 1, 2, 4], dtype=int32)
    """
    tile = whole_number(tile, "tile", 1)
    call = begin((a, b, out), queue, context, wait_for)
    call.check_sorted(order, a=a, b=b)
    a, b = call.take_alike(a, b, names=("a", "b"))
    count = -(-(size_of(a) + size_of(b)) // tile) + 1
    out = call.output(out, count, dtype or index_type(size_of(a)), zeroed=is_counted(a, b))
    address = call.order(order, dtype_of(a))
    call.run(ops.merge_partitions, call.read(a), call.read(b), tile, call.write(out), address)
    return call.give(out)


class SearchResult(NamedTuple):
    """The result of :func:`sorted_search`."""

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
    dtype: Any = None,
    out: Sequence[Array | None] | None = None,
    counts: Sequence[Array | None] = (None, None),
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> SearchResult:
    """Search two sorted arrays in each other, and mark the keys that have an equal key in the other array. `side` is
    the bound for keys of a in b; keys of b in a use the other bound. :func:`searchsorted` accepts needles in any
    order.

    >>> import clinterval
    >>> import numpy as np
    >>> found = clinterval.sorted_search(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 3, 7]))
    >>> found.a_indices, found.b_indices
    (array([1, 1, 1, 4], dtype=int32), array([0, 3, 3, 3, 4], dtype=int32))
    >>> found.a_matches, found.b_matches
    (array([0, 1, 1, 0], dtype=uint8), array([0, 1, 1, 1, 0], dtype=uint8))

    :param dtype: the type of the indices; by default int32 if n and m fit, otherwise int64
    :param out: four arrays in the order of the result; None for an array creates a new array
    :param counts: two arrays of one integer each. They receive the number of keys of a, and the number of keys of b,
        that have an equal key in the other array
    """
    bound = one_of("side", side, _BOUNDS)
    given, counts = outputs_given(out, 4), outputs_given(counts, 2, "counts")
    call = begin((a, b, *given, *counts), queue, context, wait_for)
    call.check_sorted(order, a=a, b=b)
    a, b = call.take_alike(a, b, names=("a", "b"))
    n, m = size_of(a), size_of(b)
    index = dtype or index_type(max(n, m))
    made = call.outputs(given, (n, index), (m, index), (n, np.uint8), (m, np.uint8), zeroed=is_counted(a, b))
    a_indices, b_indices, a_matches, b_matches = made
    call.listed = b"".join(map(call.write, (a_indices, a_matches, b_indices, b_matches, *counts)))
    call.run(ops.sorted_search, bound, call.read(a), call.read(b), call.order(order, dtype_of(a)))
    return SearchResult(*call.give(*made))


def count_equal(
    a: Any,
    b: Any,
    *,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """For each key of a, the number of equal keys of b. Both arrays are sorted.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.count_equal(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 3, 7]))
    array([0, 3, 3, 0], dtype=int32)
    """
    call = begin((a, b, out), queue, context, wait_for)
    call.check_sorted(order, a=a, b=b)
    a, b = call.take_alike(a, b, names=("a", "b"))
    out = call.output(out, size_of(a), dtype or index_type(size_of(b)), zeroed=is_counted(a, b))
    call.run(ops.sorted_equal_count, call.read(a), call.read(b), call.write(out), call.order(order, dtype_of(a)))
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
    """Insert a[k] before b[indices[k]], like numpy.insert(b, indices, a). The indices must not descend.

    NumPy arrays and lists of indices are checked: the indices must not descend, and must be from 0 to b.size. Wrong
    indices in a device array are not checked; elements of the result may then be zero.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.insert(np.int32([10, 20, 30]), [0, 2, 2], np.int32([1, 2, 3]))
    array([ 1, 10, 20,  2,  3, 30], dtype=int32)
    """
    call = begin((a, indices, b, out), queue, context, wait_for)
    if is_scalar(indices):
        indices = [indices] * (1 if is_scalar(a) else size_of(a))
    call.check_indices(indices, size_of(b) + 1, "indices", ascending=True)
    partly = unchecked(indices) or is_counted(a, b)
    if is_scalar(a):
        a = [a] * size_of(indices)
    b, a = call.take_alike(b, a, names=("b", "a"))
    indices = call.take_indices(indices, "indices")
    if size_of(indices) < size_of(a):
        raise ValueError(f"there are {size_of(indices)} indices, but {size_of(a)} elements of a")
    out = call.output(out, size_of(a) + size_of(b), dtype_of(b), zeroed=partly)
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
    """Remove the elements at `indices`, like numpy.delete(x, indices). The indices must be strictly ascending.

    NumPy arrays and lists of indices are checked: the indices must ascend, and must be from 0 to x.size - 1. Wrong
    indices in a device array are not checked; elements of the result may then be zero.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.delete(np.int32([10, 11, 12, 13, 14, 15]), [0, 3, 5])
    array([11, 12, 14], dtype=int32)
    """
    call = begin((x, indices, out), queue, context, wait_for)
    if is_scalar(indices):
        indices = [indices]
    call.check_indices(indices, size_of(x), "indices", ascending=True, strictly=True)
    partly = unchecked(indices) or is_counted(x)
    x, indices = call.take(x, "x"), call.take_indices(indices, "indices")
    out = call.output(out, max(size_of(x) - size_of(indices), 0), dtype_of(x), zeroed=partly)
    call.run(ops.bulk_remove, call.read(x), call.read(indices), call.write(out))
    return call.give(out)
