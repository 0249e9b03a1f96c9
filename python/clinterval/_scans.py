# SPDX-License-Identifier: Apache-2.0
"""Scans and reductions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl as cl

from ._call import (
    Array,
    Context,
    Expression,
    Op,
    Order,
    Wait,
    addressof,
    begin,
    c_size_t,
    dtype_of,
    index_type,
    op_at,
    ops,
    outputs_given,
    size_of,
    sum_type,
)
from ._counted import whole
from ._native import Error
from ._searches import is_counted


def result_type(dtype: Any, op: str | Op) -> np.dtype[Any]:
    """The result type of a fold: the type of numpy.sum and numpy.prod for sums and products, otherwise the element
    type."""
    return sum_type(dtype) if op_at[op] in (op_at["add"], op_at["mul"]) else np.dtype(dtype)


def _scan(
    function: Any,
    x: Any,
    op: str | Op,
    dtype: Any,
    out: Array | None,
    total: Array | None,
    queue: cl.CommandQueue | None,
    context: Context | None,
    wait_for: Wait | None,
) -> Any:
    call = begin((x, out), queue, context, wait_for)
    is_plain = type(x) is Array and len(x.shape) == 1  # the common case, which needs no conversion
    x = x if is_plain else call.take(x, "x")
    if out is None:
        kind = dtype or (total.dtype if total is not None else result_type(x.dtype, op))
        out = call.new(x.size, kind, zeroed=not is_plain and is_counted(x))
    written, stored = call.write(out), out.dtype  # before out.dtype, because write() raises TypeError for an invalid out
    source = call.read(x if x.dtype is stored else call.as_stored(x, stored))
    call.run(function, source, written, call.op(op, stored), call.write(total))
    return call.give(out)


def scan_exclusive(
    x: Any,
    op: str | Op = "add",
    *,
    dtype: Any = None,
    out: Array | None = None,
    total: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """For each element, the fold of all elements before it.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.scan_exclusive(np.int32([3, 1, 4, 1, 5]))
    array([0, 3, 4, 8, 9])

    :param op: "add", "mul", "min", "max", "and", "or", "xor", or an :class:`Op` with an identity
    :param dtype: the type of the result and of the accumulation. The default is the type of `out` or `total`. Without
        `out` and `total`, sums and products have the type of numpy.cumsum: int64 for bool and narrower integers,
        uint64 for narrower unsigned integers. Other operators have the type of `x`
    :param out: the array for the result; it may be `x` itself
    :param total: an array of one element of the result type, which receives the fold of all elements
    """
    return _scan(ops.scan_exclusive, x, op, dtype, out, total, queue, context, wait_for)


def scan_inclusive(
    x: Any,
    op: str | Op = "add",
    *,
    dtype: Any = None,
    out: Array | None = None,
    total: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """For each element, the fold of all elements up to and including the element. For sums this is numpy.cumsum. See
    :func:`scan_exclusive` for the parameters.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.scan_inclusive(np.int32([3, 1, 4, 1, 5]), op="max")
    array([3, 3, 4, 4, 5], dtype=int32)

    An operator may be an expression of `a` and `b`. An inclusive scan needs no identity:

    >>> clinterval.scan_inclusive(np.int32([3, 1, 4]), op="a * 10 + b")
    array([  3,  31, 314], dtype=int32)
    """
    return _scan(ops.scan_inclusive, x, op, dtype, out, total, queue, context, wait_for)


def segmented_scan_exclusive(
    x: Any,
    offsets: Any,
    op: str | Op = "add",
    *,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """A scan that restarts at every offset. Elements before the first offset belong to no segment. In your own `out`
    these elements keep their values; in a new array they are zero.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.segmented_scan_exclusive(np.int32([3, 1, 4, 1, 5, 9]), [0, 1, 1, 4])
    array([0, 0, 1, 5, 0, 5])

    :param offsets: ascending indices at which segments begin, from 0 to x.size; NumPy arrays and lists are checked
    :param dtype: as for :func:`scan_exclusive`
    """
    return _segmented_scan(ops.segmented_scan_exclusive, x, offsets, op, dtype, out, (queue, context, wait_for))


def segmented_scan_inclusive(
    x: Any,
    offsets: Any,
    op: str | Op = "add",
    *,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Like :func:`segmented_scan_exclusive`, but each result includes its own element.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.segmented_scan_inclusive(np.int32([3, 1, 4, 1, 5, 9]), [0, 1, 1, 4])
    array([ 3,  1,  5,  6,  5, 14])
    """
    return _segmented_scan(ops.segmented_scan_inclusive, x, offsets, op, dtype, out, (queue, context, wait_for))


def _segmented_scan(
    function: Any, x: Any, offsets: Any, op: str | Op, dtype: Any, out: Array | None, where: tuple[Any, ...]
) -> Any:
    call = begin((x, offsets, out), *where)
    call.check_offsets(offsets, size_of(x), "offsets")
    x, offsets = call.take(x, "x"), call.take_indices(offsets, "offsets")
    if out is None:
        out = call.new(x.size, dtype or result_type(x.dtype, op), zeroed=True)
    source = call.read(call.as_stored(x, out.dtype))
    call.run(function, source, call.read(offsets), call.write(out), call.op(op, out.dtype))
    return call.give(out)


def scan_by_key_exclusive(
    keys: Any,
    values: Any,
    op: str | Op = "add",
    *,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """A scan that restarts at each key that differs from its predecessor.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.scan_by_key_exclusive(np.int32([7, 7, 7, 2, 5, 5]), np.int32([3, 1, 4, 1, 5, 9]))
    array([0, 3, 4, 0, 0, 5])

    :param keys: n keys in any order; neighbors are equal if neither comes before the other in `order`
    :param values: n values
    :param dtype: as for :func:`scan_exclusive`
    """
    return _scan_by_key(ops.scan_by_key_exclusive, keys, values, op, order, dtype, out, (queue, context, wait_for))


def scan_by_key_inclusive(
    keys: Any,
    values: Any,
    op: str | Op = "add",
    *,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Like :func:`scan_by_key_exclusive`, but each result includes its own element.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.scan_by_key_inclusive(np.int32([7, 7, 7, 2, 5, 5]), np.int32([3, 1, 4, 1, 5, 9]))
    array([ 3,  4,  8,  1,  5, 14])
    """
    return _scan_by_key(ops.scan_by_key_inclusive, keys, values, op, order, dtype, out, (queue, context, wait_for))


def _scan_by_key(
    function: Any,
    keys: Any,
    values: Any,
    op: str | Op,
    order: str | Order | None,
    dtype: Any,
    out: Array | None,
    where: tuple[Any, ...],
) -> Any:
    call = begin((keys, values, out), *where)
    keys, values = call.take(keys, "keys"), call.take(values, "values")
    out = call.output(out, size_of(keys), dtype or result_type(values.dtype, op), zeroed=is_counted(keys, values))
    source = call.read(call.as_stored(values, out.dtype))
    addresses = call.op(op, out.dtype), call.order(order, dtype_of(keys))
    call.run(function, call.read(keys), source, call.write(out), *addresses)
    return call.give(out)


def offsets_from_counts(
    counts: Any,
    *,
    total: bool = True,
    append: bool = False,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The offsets at which intervals begin, computed from their sizes, and the sum of the sizes.

    >>> import clinterval
    >>> clinterval.offsets_from_counts([2, 5, 7, 0, 1])
    (array([ 0,  2,  7, 14, 14], dtype=int32), 15)
    >>> clinterval.offsets_from_counts([2, 5, 7, 0, 1], append=True, total=False)
    array([ 0,  2,  7, 14, 14, 15], dtype=int32)

    :param counts: nonnegative integers
    :param total: also return the sum; the call waits for the sum. A sum that does not fit raises :class:`Error`
    :param append: append the sum as one more offset
    :param dtype: the type of the offsets; by default int32 if the sum is known to fit, otherwise int64. With
        total=False the host does not have the sum of device counts
    """
    call = begin((counts, out), queue, context, wait_for)
    call.check_counts(counts)
    host = None if isinstance(counts, (Array, Expression)) else np.asarray(counts)
    counts, kind = call.take_indices(counts, "counts"), dtype
    if out is None and dtype is None:
        widest = {1: 255, 2: 65535}.get(dtype_of(counts).itemsize, 1 << 31) * size_of(counts)
        most = widest if host is None else int(host.sum(dtype=np.float64)) if host.size else 0
        kind = index_type(0 if host is None and total else most)
    number = c_size_t()
    made = call.output(out, size_of(counts) + append, kind, zeroed=is_counted(counts))
    total_address = addressof(number) if total else 0
    try:
        call.run(ops.offsets_from_counts, call.read(counts), call.write(made), total_address)
    except Error:
        if out is not None or dtype is not None or host is not None or not total:
            raise
        made = call.output(None, size_of(counts) + append, np.int64, zeroed=is_counted(counts))
        call.written = ()
        call.run(ops.offsets_from_counts, call.read(counts), call.write(made), total_address)
    return (call.give(made), number.value) if total else call.give(made)


def reduce(
    x: Any,
    op: str | Op = "add",
    *,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The fold of all elements. The result is a device array of one element if `x` is a device array, otherwise a
    NumPy scalar. Sums are like numpy.sum; the sum of bool is the number of true elements.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce(np.int32([3, 1, 4, 1, 5]), op="max")
    np.int32(5)
    >>> clinterval.reduce(np.uint8([200, 100]))
    np.uint64(300)

    :param op: as for :func:`scan_exclusive`; the result for an empty array is the identity
    :param dtype: as for :func:`scan_exclusive`; the default for sums and products is the type of numpy.sum
    """
    call = begin((x, out), queue, context, wait_for)
    x = call.take(x, "x")
    out = call.output(out, 1, dtype or result_type(dtype_of(x), op))
    call.run(ops.reduce, call.read(call.as_stored(x, out.dtype)), call.write(out), call.op(op, out.dtype))
    result = call.give(out)
    return result[0] if call.on_host else result


def segmented_reduce(
    x: Any,
    offsets: Any,
    op: str | Op = "add",
    *,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The fold of each segment. The last segment ends with the input. The fold of an empty segment is the identity.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.segmented_reduce(np.int32([3, 1, 4, 1, 5, 9]), [0, 2, 2, 5])
    array([ 4,  0, 10,  9])

    :param offsets: ascending indices at which segments begin, from 0 to x.size; NumPy arrays and lists are checked
    :param dtype: as for :func:`reduce`
    """
    call = begin((x, offsets, out), queue, context, wait_for)
    call.check_offsets(offsets, size_of(x), "offsets")
    x, offsets = call.take(x, "x"), call.take_indices(offsets, "offsets")
    out = call.output(out, size_of(offsets), dtype or result_type(dtype_of(x), op), zeroed=is_counted(offsets))
    if size_of(offsets):
        source = call.read(call.as_stored(x, out.dtype))
        call.run(ops.segmented_reduce, source, call.read(offsets), call.write(out), call.op(op, out.dtype))
    return call.give(out)


def reduce_by_key(
    keys: Any,
    values: Any = None,
    op: str | Op = "add",
    *,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Any = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The first key of every run of equal neighbors, and the fold of its values. For sorted keys this is a group-by.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce_by_key(np.uint8([1, 1, 2, 2, 2, 1]), np.int32([1, 2, 3, 4, 5, 6]))
    (array([1, 2, 1], dtype=uint8), array([ 3, 12,  6]))

    Without values the call returns only the keys.

    :param dtype: the type of the folds, as for :func:`reduce`
    :param out: an array for the keys, or a tuple for keys and folds; the call returns the parts that it filled
    :param count: an array of one integer on the device that receives the number of runs. Then the call does not wait and
        returns arrays of keys.size elements. Only the first `count` elements are results; in new arrays the other
        elements are 0
    """
    outs: Sequence[Array | None] = outputs_given(out, 2) if isinstance(out, (tuple, list)) else (out, None)
    call = begin((keys, values, *outs, count), queue, context, wait_for)
    keys, values = call.take(keys, "keys"), call.take_if_given(values, "values")
    n, partly = size_of(keys), count is not None
    made: list[Array | None] = [call.output(outs[0], n, dtype_of(keys), zeroed=partly), None]
    address, source = op_at[op], call.read(values)
    if values is not None:
        folds = made[1] = call.output(outs[1], n, dtype or result_type(values.dtype, op), zeroed=partly)
        address, source = call.op(op, folds.dtype), call.read(call.as_stored(values, folds.dtype))
    written = [call.write(m) for m in made]
    arguments = (call.read(keys), source, *written, address, call.order(order, dtype_of(keys)))
    found = call.run_counted(count, ops.reduce_by_key, arguments)
    given = [m if count is not None else whole(m)[found] for m in made if m is not None]
    return call.give(*given)


def find_first(
    x: Any,
    order: str | Order | None = None,
    *,
    dtype: Any = np.int64,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The lowest index of the smallest element, or of the largest element with order="greater". The result for an
    empty array is -1. NaN comes last, so the call returns the index of a NaN only if all elements are NaN.
    (numpy.argmin returns the index of the first NaN.)

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.find_first(np.float32([3, 1, 4, 1])), clinterval.find_first(np.float32([3, 1, 4, 1]), "greater")
    (np.int64(1), np.int64(2))
    """
    call = begin((x, out), queue, context, wait_for)
    x = call.take(x, "x")
    out = call.output(out, 1, dtype)
    call.run(ops.find_first, call.read(x), call.order(order, dtype_of(x)), call.write(out))
    result = call.give(out)
    return result[0] if call.on_host else result
