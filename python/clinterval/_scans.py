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
from ._native import Error
from ._searches import is_counted


def result_type(dtype: Any, op: str | Op) -> np.dtype[Any]:
    """Return the result type of a scan or reduction.

    It is the type of numpy.sum and numpy.prod for sums and products, otherwise the element type.
    """
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
    call = begin((x, out, total), queue, context, wait_for)
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
    """Combine, for each element, all elements before it (exclusive prefix sum).

    `result[i]` combines `x[0]` to `x[i - 1]`. `result[0]` is the identity of the operator.

    :param x: n elements of any type
    :param op: "add" (or "sum"), "mul" (or "prod"), "min", "max", "and", "or", "xor", or an :class:`Op` with an
        identity. The operator must be associative and need not commute
    :param dtype: the type of the result, in which the scan accumulates. Default: the type of `out` or `total`.
        Without `out` and `total`, sums and products have the type of numpy.cumsum: int64 for bool and narrower
        integers, uint64 for narrower unsigned integers. Other operators have the type of `x`
    :param out: a pyopencl array of at least n elements. It may be `x` itself
    :param total: a pyopencl array of one element of the type of the result. It receives the combination of all
        elements
    :return: n elements
    :raises Error: the operator has no identity

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1 to 2.

    Integers wrap. "min" and "max" of floats ignore NaN, unlike numpy.minimum.accumulate. Sums of floats combine the
    elements in another order than NumPy, so the last digits may differ. The order depends only on n and the device.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.scan_exclusive(np.int32([3, 1, 4, 1, 5]))
    array([0, 3, 4, 8, 9])
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
    """Combine, for each element, all elements up to it (inclusive prefix sum).

    `result[i]` combines `x[0]` to `x[i]`. For sums this is numpy.cumsum.

    :param x: n elements of any type
    :param op: as for :func:`scan_exclusive`, or an expression of `a` and `b`. An identity is not necessary
    :param dtype: as for :func:`scan_exclusive`
    :param out: a pyopencl array of at least n elements. It may be `x` itself
    :param total: as for :func:`scan_exclusive`. The total of an empty array requires an identity
    :return: n elements

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1 to 2.

    Integers, NaN and floats: see :func:`scan_exclusive`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.scan_inclusive(np.int32([3, 1, 4, 1, 5]), op="max")
    array([3, 3, 4, 4, 5], dtype=int32)
    >>> ci.scan_inclusive(np.int32([3, 1, 4]), op="a * 10 + b")
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
    """Compute an exclusive scan that restarts at each offset.

    The first result of each segment is the identity of the operator.

    :param x: n elements of any type
    :param offsets: the index in `x` at which each segment begins: ascending integers from 0 to n. Equal offsets mean
        empty segments. The last segment ends with `x`
    :param op: as for :func:`scan_exclusive`
    :param dtype: as for :func:`scan_exclusive`
    :param out: a pyopencl array of at least n elements. It may be `x` itself
    :return: n elements
    :raises CheckError: offsets on the host descend or are out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1 to 2, `offsets` 2.

    Elements before the first offset belong to no segment. Their results are zero in a new array. In your own `out`
    they keep their values.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.segmented_scan_exclusive(np.int32([3, 1, 4, 1, 5, 9]), [0, 1, 1, 4])
    array([0, 0, 1, 5, 0, 5])
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
    """Compute an inclusive scan that restarts at each offset.

    The parameters are the same as in :func:`segmented_scan_exclusive`. An identity of the operator is not necessary.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.segmented_scan_inclusive(np.int32([3, 1, 4, 1, 5, 9]), [0, 1, 1, 4])
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
    """Compute an exclusive scan that restarts where the key changes.

    The first result of each run of equal keys is the identity of the operator.

    :param keys: n keys of any type. The keys need not be sorted
    :param values: at least n values of any type
    :param op: as for :func:`scan_exclusive`
    :param order: adjacent keys are equal if neither comes before the other in this order
    :param dtype: as for :func:`scan_exclusive`
    :param out: a pyopencl array of at least n elements. It may be `values` itself, but not `keys`
    :return: n elements

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` 2 to 4, `values` 1 to 2.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.scan_by_key_exclusive(np.int32([7, 7, 7, 2, 5, 5]), np.int32([3, 1, 4, 1, 5, 9]))
    array([0, 3, 4, 0, 0, 5])
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
    """Compute an inclusive scan that restarts where the key changes.

    The parameters are the same as in :func:`scan_by_key_exclusive`. An identity of the operator is not necessary.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.scan_by_key_inclusive(np.int32([7, 7, 7, 2, 5, 5]), np.int32([3, 1, 4, 1, 5, 9]))
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
    """Compute the offsets of intervals from their sizes, and the sum of the sizes.

    The offsets are the exclusive prefix sum of the sizes, computed in 64 bits.

    :param counts: n nonnegative integers
    :param total: also return the sum. The call then waits for the sum
    :param append: append the sum as one more offset
    :param dtype: the type of the offsets. Default: int32 if the sum is known to fit, otherwise int64. With
        `total=False` and counts on the device, the host does not have the sum
    :param out: a pyopencl array of at least n integers, or n + 1 with `append`. It may be `counts` itself
    :return: the offsets and the sum as an int; with `total=False` only the offsets
    :raises CheckError: a count on the host is negative
    :raises Error: with `total`, the sum does not fit the type of `out` or `dtype`

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `counts` 1 to 2.

    With `total=False`, an offset that does not fit its type is stored as the greatest number that fits.

    >>> import clinterval as ci
    >>> ci.offsets_from_counts([2, 5, 7, 0, 1])
    (array([ 0,  2,  7, 14, 14], dtype=int32), 15)
    >>> ci.offsets_from_counts([2, 5, 7, 0, 1], append=True, total=False)
    array([ 0,  2,  7, 14, 14, 15], dtype=int32)
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
    """Combine all elements with an operator, such as a sum or a minimum.

    :param x: n elements of any type
    :param op: as for :func:`scan_exclusive`. An identity is necessary only if `x` is empty
    :param dtype: the type of the result, in which the reduction accumulates. Default: the type of `out`. Without
        `out`, sums and products have the type of numpy.sum: int64 for bool and narrower integers, uint64 for narrower
        unsigned integers. Other operators have the type of `x`
    :param out: a pyopencl array of at least one element; must not overlap `x`
    :return: a pyopencl array of one element if an argument is on the device, otherwise a NumPy scalar. For an empty
        `x` it is the identity
    :raises Error: `x` is empty and the operator has no identity

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1.

    The sum of bool is the number of true elements. Integers wrap. "min" and "max" of floats ignore NaN, like
    numpy.nanmin and numpy.nanmax. Sums of floats combine the elements in another order than NumPy, so the last digits
    may differ. The order depends only on n and the device.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.reduce(np.int32([3, 1, 4, 1, 5]), op="max")
    np.int32(5)
    >>> ci.reduce(np.uint8([200, 100]))
    np.uint64(300)
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
    """Combine the elements of each segment with an operator.

    :param x: n elements of any type
    :param offsets: the index in `x` at which each segment begins: ascending integers from 0 to n. The last segment
        ends with `x`. Elements before the first offset belong to no segment
    :param op: as for :func:`scan_exclusive`, with an identity
    :param dtype: as for :func:`reduce`
    :param out: a pyopencl array of at least one element for each offset; must not overlap an input
    :return: one element for each offset. For an empty segment it is the identity
    :raises CheckError: offsets on the host descend or are out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1, `offsets` 1 to 6.

    The work is balanced for segments of any sizes. A last offset of n, as in the CSR format, is an empty segment:
    pass `offsets[:-1]`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.segmented_reduce(np.int32([3, 1, 4, 1, 5, 9]), [0, 2, 2, 5])
    array([ 4,  0, 10,  9])
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
    """Combine the values of each run of equal keys (group-by of sorted keys).

    A run is a sequence of adjacent equal keys. For unsorted keys call `reduce_by_key(*sort(keys, values))`.

    :param keys: n keys of any type
    :param values: at least n values of any type; None returns only the keys
    :param op: as for :func:`scan_exclusive`, or an expression of `a` and `b`. An identity is not necessary
    :param order: adjacent keys are equal if neither comes before the other in this order
    :param dtype: the type of the combined values, as for :func:`reduce`
    :param out: a pyopencl array for the keys, or a tuple of two for keys and values; must not overlap an input. The
        call returns the part of each array that it filled
    :param count: a pyopencl array of one integer, which receives the number of runs. The call then does not wait, and
        returns arrays of n elements, of which the first `count` are the result. In new arrays the other elements are
        zero
    :return: the first key of each run, and the combination of its values
    :raises Error: an array of `out` is too short

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` 1 to 4, `values` 1.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.reduce_by_key(np.uint8([1, 1, 2, 2, 2, 1]), np.int32([1, 2, 3, 4, 5, 6]))
    (array([1, 2, 1], dtype=uint8), array([ 3, 12,  6]))
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
    given = [m if count is not None else call.first(m, found, o) for m, o in zip(made, outs, strict=True) if m is not None]
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
    """Find the index of the smallest or the largest element (argmin, argmax).

    :param x: n elements of any type
    :param order: "less" finds the smallest element, "greater" the largest. Any other order finds the element that
        comes first
    :param dtype: an integer type for the index
    :param out: a pyopencl array of at least one integer; must not overlap `x`
    :return: a pyopencl array of one index if an argument is on the device, otherwise a NumPy scalar. For an empty
        array it is -1

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1 to 1.2.

    If several elements come first, the result is the lowest of their indices. NaN comes last, so the result is the
    index of a NaN only if all elements are NaN. (numpy.argmin returns the index of the first NaN.)

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.find_first(np.float32([3, 1, 4, 1])), ci.find_first(np.float32([3, 1, 4, 1]), "greater")
    (np.int64(1), np.int64(2))
    """
    call = begin((x, out), queue, context, wait_for)
    x = call.take(x, "x")
    out = call.output(out, 1, dtype)
    call.run(ops.find_first, call.read(x), call.order(order, dtype_of(x)), call.write(out))
    result = call.give(out)
    return result[0] if call.on_host else result


def segmented_find_first(
    x: Any,
    offsets: Any,
    order: str | Order | None = None,
    *,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Find the index of the smallest or the largest element of each segment (argmin, argmax).

    The indices count from the first element of `x`.

    :param x: n elements of any type
    :param offsets: as for :func:`segmented_reduce`
    :param order: "less" finds the smallest elements, "greater" the largest. Any other order finds the element of a
        segment that comes first
    :param dtype: the type of the indices. Default: int32 if every index fits, otherwise int64
    :param out: a pyopencl array of at least one integer for each offset; must not overlap an input
    :return: one index for each offset. For an empty segment it is -1
    :raises CheckError: offsets on the host descend or are out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1 to 2, `offsets` 1 to 6.

    If several elements come first, the result is the lowest of their indices. NaN comes last.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.segmented_find_first(np.int32([3, 1, 4, 1, 5, 9]), [0, 2, 2, 5])
    array([ 1, -1,  3,  5], dtype=int32)
    """
    call = begin((x, offsets, out), queue, context, wait_for)
    call.check_offsets(offsets, size_of(x), "offsets")
    x, offsets = call.take(x, "x"), call.take_indices(offsets, "offsets")
    out = call.output(out, size_of(offsets), dtype or index_type(size_of(x)), zeroed=is_counted(offsets))
    if size_of(offsets):
        addresses = call.read(x), call.read(offsets), call.order(order, dtype_of(x)), call.write(out)
        call.run(ops.segmented_find_first, *addresses)
    return call.give(out)
