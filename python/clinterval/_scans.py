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
    """The type of a fold: of sums and products as NumPy's sum and prod have it, else that of the elements."""
    widens = op_at[op] in (op_at["add"], op_at["mul"])
    return sum_type(dtype) if widens else np.dtype(dtype)


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
    x = call.take(x, "x")
    if out is None:
        kind = dtype or (total.dtype if total is not None else result_type(dtype_of(x), op))
        out = call.new(x.size, kind, zeroed=is_counted(x))
    source = call.read(call.as_stored(x, out.dtype))
    call.run(function, source, call.write(out), call.op(op, out.dtype), call.write(total))
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
    :param dtype: of the result, in which it is folded. By default it is that of `out` or `total`; else of sums and
        products that of numpy.cumsum: int64 of bool and narrower integers, uint64 of narrower unsigned ones; else that of `x`
    :param out: the array for the result; it may be `x` itself
    :param total: an array of one element for the fold of all, of the type of the result
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
    """For each element, the fold of all elements up to it; otherwise as :func:`scan_exclusive`. For sums it is
    numpy.cumsum.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.scan_inclusive(np.int32([3, 1, 4, 1, 5]), op="max")
    array([3, 3, 4, 4, 5], dtype=int32)

    An expression of `a` and `b` is an operator, too, and needs no identity here:

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
    """A scan that begins anew at every offset. Elements before the first offset belong to no segment: in an `out` of
    yours they stay as they were, in a new array they are zero.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.segmented_scan_exclusive(np.int32([3, 1, 4, 1, 5, 9]), [0, 1, 1, 4])
    array([0, 0, 1, 5, 0, 5])

    :param offsets: ascending indices at which segments begin, from 0 to x.size; as a NumPy array or list they are checked
    :param dtype: as of :func:`scan_exclusive`
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
    """As :func:`segmented_scan_exclusive`, each element included.

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
    """A scan that begins anew where a key differs from the one before it.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.scan_by_key_exclusive(np.int32([7, 7, 7, 2, 5, 5]), np.int32([3, 1, 4, 1, 5, 9]))
    array([0, 3, 4, 0, 0, 5])

    :param keys: n keys in any order; neighbors are equal where neither comes before the other in `order`
    :param values: n values
    :param dtype: as of :func:`scan_exclusive`
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
    """As :func:`scan_by_key_exclusive`, each element included.

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
    """The offsets at which intervals begin, from the sizes of the intervals; and the sum of the sizes.

    >>> import clinterval
    >>> clinterval.offsets_from_counts([2, 5, 7, 0, 1])
    (array([ 0,  2,  7, 14, 14], dtype=int32), 15)
    >>> clinterval.offsets_from_counts([2, 5, 7, 0, 1], append=True, total=False)
    array([ 0,  2,  7, 14, 14, 15], dtype=int32)

    :param counts: integers, none negative
    :param total: return the sum, too, for which the call waits; an :class:`Error` says where it does not fit
    :param append: one offset more, which is the sum
    :param dtype: of the offsets: int32 by default where the sum is known to fit, else int64. Of counts on the device
        with total=False the sum is not known
    """
    call = begin((counts, out), queue, context, wait_for)
    call.check_counts(counts)
    host = None if isinstance(counts, (Array, Expression)) else np.asarray(counts)
    counts = call.take_indices(counts, "counts")
    kind = dtype
    if out is None and dtype is None:
        widest = {1: 255, 2: 65535}.get(dtype_of(counts).itemsize, 1 << 31) * size_of(counts)
        most = widest if host is None else int(host.sum(dtype=np.float64)) if host.size else 0
        kind = index_type(0 if host is None and total else most)
    number = c_size_t()
    made = call.output(out, size_of(counts) + append, kind, zeroed=is_counted(counts))
    answer = addressof(number) if total else 0
    try:
        call.run(ops.offsets_from_counts, call.read(counts), call.write(made), answer)
    except Error:
        if out is not None or dtype is not None or host is not None or not total:
            raise
        made = call.output(None, size_of(counts) + append, np.int64, zeroed=is_counted(counts))
        call.written = ()
        call.run(ops.offsets_from_counts, call.read(counts), call.write(made), answer)
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
    """The fold of all elements: an array of one element on the device, or a scalar of NumPy where `x` is not an array of
    the device. Sums are as those of numpy.sum, those of bool count.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce(np.int32([3, 1, 4, 1, 5]), op="max")
    np.int32(5)
    >>> clinterval.reduce(np.uint8([200, 100]))
    np.uint64(300)

    :param op: as of :func:`scan_exclusive`; of nothing the result is the identity
    :param dtype: of the result, in which it is folded. By default it is that of `out`; else of sums and products that of
        numpy.sum: int64 of bool and narrower integers, uint64 of narrower unsigned ones; else that of `x`
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
    """The fold of each segment; the last one ends with the input, and an empty one gives the identity.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.segmented_reduce(np.int32([3, 1, 4, 1, 5, 9]), [0, 2, 2, 5])
    array([ 4,  0, 10,  9])

    :param offsets: ascending indices at which segments begin, from 0 to x.size; as a NumPy array or list they are checked
    :param dtype: as of :func:`reduce`
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
    """The first key of every run of equal neighbors, and the fold of its values. Of sorted keys this is a group-by.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce_by_key(np.uint8([1, 1, 2, 2, 2, 1]), np.int32([1, 2, 3, 4, 5, 6]))
    (array([1, 2, 1], dtype=uint8), array([ 3, 12,  6]))

    Without values it gives the keys alone.

    :param dtype: of the folds, as of :func:`reduce`
    :param out: where they go, with values a tuple; longer ones may do, and what is returned is their beginning
    :param count: an array of one integer on the device for the number of runs: the call then waits for nothing, and
        arrays of keys.size elements are returned, of which so many count; in new arrays the others are zero
    """
    outs: Sequence[Array | None] = outputs_given(out, 2) if isinstance(out, (tuple, list)) else (out, None)
    call = begin((keys, values, *outs, count), queue, context, wait_for)
    keys, values = call.take(keys, "keys"), call.take(values, "values")
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
    """The index of the smallest element, of equal ones the lowest index; -1 of nothing. With order="greater" that of the
    greatest. NaN comes last, so that it is found only where all are NaN (numpy.argmin finds the first NaN).

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
