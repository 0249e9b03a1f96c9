# SPDX-License-Identifier: Apache-2.0
"""Merges and searches of sorted arrays, insertion and removal."""

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
    """Merge two sorted arrays of keys, with or without values.

    The merge is stable: keys of `a` come before equal keys of `b`.

    :param a: n sorted keys of any type
    :param b: m sorted keys of the same type
    :param a_values: n values of any type
    :param b_values: m values of the type of `a_values`
    :param order: the order of the keys
    :param out: a pyopencl array of at least n + m keys, or with values a tuple of two arrays; must not overlap an
        input
    :return: n + m keys, or with values a tuple of keys and values
    :raises CheckError: keys on the host are not sorted

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: values 1; keys 1 on GPUs. On CPUs, at most n + m evaluations of `a` and
    of `b` in all.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.merge(np.int32([1, 3, 3]), np.int32([2, 3]))
    array([1, 2, 3, 3, 3], dtype=int32)
    >>> ci.merge(np.int32([1, 3]), np.int32([2, 3]), np.int32([10, 30]), np.int32([21, 31]))
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
    """Merge the sorted runs of an array into one sorted array.

    The merge is stable: equal keys keep the order of the runs.

    :param keys: n keys of any type, in sorted runs
    :param starts: the index in `keys` at which each run begins: ascending integers, the first is 0. The last run ends
        with the keys
    :param values: n values of any type; each value moves with its key
    :param order: the order of the keys
    :param out: a pyopencl array of at least n keys, or with values a tuple of two arrays; must not overlap an input
    :return: n keys, or with values a tuple of keys and values
    :raises CheckError: starts on the host are invalid, or a run on the host is not sorted

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` 1 to 1.5, `values` 1.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.merge_runs(np.int32([1, 4, 2, 3, 9, 0]), [0, 2, 5])
    array([0, 1, 2, 3, 4, 9], dtype=int32)
    """
    outs = outputs_given(out, 2) if values is not None else (out, None)
    call = begin((keys, starts, values, *outs), queue, context, wait_for)
    call.check_offsets(starts, size_of(keys), "starts", from_zero=True)
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
    """Divide the merge of two sorted arrays into tiles of equal size (merge path).

    Element t of the result is the number of keys of `a` among the first `t * tile` keys of the merged arrays. Your
    own kernels can merge the tiles independently.

    :param a: n sorted keys of any type
    :param b: m sorted keys of the same type
    :param tile: the number of merged keys of a tile
    :param order: the order of the keys
    :param dtype: the type of the result. Default: int32 if n fits, otherwise int64
    :param out: a pyopencl array of at least ceil((n + m) / tile) + 1 integers
    :return: ceil((n + m) / tile) + 1 integers
    :raises CheckError: keys on the host are not sorted

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.merge_partitions(np.int32([1, 3, 5, 7]), np.int32([1, 2, 3, 4]), 3)
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
    """The result of :func:`sorted_search`.

    `a_indices` are the bounds of the keys of `a` in `b`, and `b_indices` the bounds of the keys of `b` in `a`.
    `a_matches` is 1 for each key of `a` that has an equal key in `b`, otherwise 0; `b_matches` is the same for keys
    of `b`.
    """

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
    """Search two sorted arrays in each other, and mark equal keys.

    One pass over both arrays searches all keys. :func:`searchsorted` accepts needles in any order.

    :param a: n sorted keys of any type
    :param b: m sorted keys of the same type
    :param side: the bound of the keys of `a` in `b`. "left": the number of keys of `b` before the key. "right": the
        number of keys of `b` that are not after the key. Keys of `b` in `a` use the other bound
    :param order: the order of the keys
    :param dtype: the type of the indices. Default: int32 if n and m fit, otherwise int64
    :param out: a tuple of four pyopencl arrays, in the order of the result
    :param counts: a tuple of two pyopencl arrays of one integer each, or None. The first receives the number of keys
        of `a` that have an equal key in `b`. The second receives the same number for `b`
    :return: a :class:`SearchResult`: n and m indices, and n and m matches (uint8)
    :raises CheckError: keys on the host are not sorted

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `a` and `b` 1 to 2 on GPUs. On CPUs, at most 2 (n + m) evaluations of
    `a` and of `b` in all.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> found = ci.sorted_search(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 3, 7]))
    >>> found.a_indices, found.b_indices
    (array([1, 1, 1, 4], dtype=int32), array([0, 3, 3, 3, 4], dtype=int32))
    >>> found.a_matches, found.b_matches
    (array([0, 1, 1, 0], dtype=uint8), array([0, 1, 1, 1, 0], dtype=uint8))
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
    """Count, for each key of a, the equal keys of b; both arrays are sorted.

    :param a: n sorted keys of any type
    :param b: m sorted keys of the same type
    :param order: the order of the keys
    :param dtype: the type of the counts. Default: int32 if m fits, otherwise int64
    :param out: a pyopencl array of at least n integers; must not overlap an input
    :return: n counts
    :raises CheckError: keys on the host are not sorted

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `a` and `b` 1 to 2 on GPUs. On CPUs, at most 3 (n + m) evaluations of
    `a` and of `b` in all.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.count_equal(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 3, 7]))
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
    """Insert elements before the given indices, like numpy.insert.

    Element `a[k]` is inserted before `b[indices[k]]`. Elements with equal indices keep the order of `a`.

    :param b: n elements of any type
    :param indices: ascending integers from 0 to n, one for each element of `a`; or one integer. The index n inserts
        after the last element. Arrays on the device may have more indices than `a` has elements
    :param a: m elements of the same type, or one value
    :param out: a pyopencl array of at least n + m elements; must not overlap an input
    :return: n + m elements
    :raises CheckError: indices on the host descend or are out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `a` and `b` 1, `indices` 1 to 3.

    Indices on the device are not checked. If they are invalid, elements of the result may be zero.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.insert(np.int32([10, 20, 30]), [0, 2, 2], np.int32([1, 2, 3]))
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
    if size_of(indices) < size_of(a) or (call.on_host and size_of(indices) != size_of(a)):
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
    """Remove the elements at the given indices, like numpy.delete.

    The other elements keep their order.

    :param x: n elements of any type
    :param indices: m strictly ascending integers from 0 to n - 1, or one integer
    :param out: a pyopencl array of at least n - m elements; must not overlap an input
    :return: n - m elements
    :raises CheckError: indices on the host do not ascend or are out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1, `indices` 1 to 2.

    Indices on the device are not checked. If they are invalid, elements of the result may be zero.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.delete(np.int32([10, 11, 12, 13, 14, 15]), [0, 3, 5])
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
