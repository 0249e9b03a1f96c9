# SPDX-License-Identifier: Apache-2.0
"""Scans and reductions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl as cl

from ._call import Array, Context, Op, Order, Wait, addressof, begin, c_size_t, dtype_of, op_at, ops, order_at, size_of
from ._counted import whole


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
    if out is None:
        x = call.take(x)
        out = call.new(x.size, dtype or x.dtype)
    call.run(function, call.read(x), call.write(out), op_at[op], call.write(total))
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
    """For each element, the fold of all before it.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.scan_exclusive(np.int32([3, 1, 4, 1, 5]))
    array([0, 3, 4, 8, 9], dtype=int32)

    :param op: "add", "mul", "min", "max", "and", "or", "xor", or an :class:`Op` with an identity
    :param dtype: in which it is added up; that of `x` by default
    :param out: the array that gets the result; may be `x` itself
    :param total: an array of one element that gets the fold of all
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
    """For each element, the fold of all up to it; otherwise as :func:`scan_exclusive`.

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
    yours they stay as they were, in a new array they are unspecified.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.segmented_scan_exclusive(np.int32([3, 1, 4, 1, 5, 9]), [0, 1, 1, 4])
    array([0, 0, 1, 5, 0, 5], dtype=int32)
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
    """As :func:`segmented_scan_exclusive`, each element included; before the first offset, too, a new array is
    unspecified.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.segmented_scan_inclusive(np.int32([3, 1, 4, 1, 5, 9]), [0, 1, 1, 4])
    array([ 3,  1,  5,  6,  5, 14], dtype=int32)
    """
    return _segmented_scan(ops.segmented_scan_inclusive, x, offsets, op, dtype, out, (queue, context, wait_for))


def _segmented_scan(
    function: Any, x: Any, offsets: Any, op: str | Op, dtype: Any, out: Array | None, where: tuple[Any, ...]
) -> Any:
    call = begin((x, offsets, out), *where)
    x, offsets = call.take(x), call.take(offsets)
    if out is None:
        out = call.new(x.size, dtype or x.dtype)
    call.run(function, call.read(x), call.read(offsets), call.write(out), op_at[op])
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
    array([0, 3, 4, 0, 0, 5], dtype=int32)
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
    array([ 3,  4,  8,  1,  5, 14], dtype=int32)
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
    keys, values = call.take(keys), call.take(values)
    out = call.output(out, size_of(keys), dtype or dtype_of(values))
    call.run(function, call.read(keys), call.read(values), call.write(out), op_at[op], order_at[order])
    return call.give(out)


def offsets_from_counts(
    counts: Any,
    *,
    total: bool = True,
    append: bool = False,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Where intervals begin, from their sizes; and the sum of these.

    >>> import clinterval
    >>> clinterval.offsets_from_counts([2, 5, 7, 0, 1])
    (array([ 0,  2,  7, 14, 14], dtype=int32), 15)
    >>> clinterval.offsets_from_counts([2, 5, 7, 0, 1], append=True, total=False)
    array([ 0,  2,  7, 14, 14, 15], dtype=int32)

    :param total: return the sum, too, for which the call waits; an :class:`Error` says where it does not fit
    :param append: one offset more, which is the sum
    """
    call = begin((counts, out), queue, context, wait_for)
    counts = call.take(counts)
    out = call.output(out, size_of(counts) + append, dtype)
    number = c_size_t()
    call.run(ops.offsets_from_counts, call.read(counts), call.write(out), addressof(number) if total else 0)
    return (call.give(out), number.value) if total else call.give(out)


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
    """The fold of all elements: an array of one element on the device, or a scalar of NumPy where `x` is no array of the
    device.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce(np.int32([3, 1, 4, 1, 5]), op="max")
    np.int32(5)

    :param dtype: in which it is folded; that of `x` by default
    """
    call = begin((x, out), queue, context, wait_for)
    x = call.take(x)
    out = call.output(out, 1, dtype or dtype_of(x))
    call.run(ops.reduce, call.read(x), call.write(out), op_at[op])
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
    array([ 4,  0, 10,  9], dtype=int32)
    """
    call = begin((x, offsets, out), queue, context, wait_for)
    x, offsets = call.take(x), call.take(offsets)
    out = call.output(out, size_of(offsets), dtype or dtype_of(x))
    call.run(ops.segmented_reduce, call.read(x), call.read(offsets), call.write(out), op_at[op])
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
    """The first key of every run of equal neighbours, and the fold of its values. Sorted keys make this a group-by.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce_by_key(np.uint8([1, 1, 2, 2, 2, 1]), np.int32([1, 2, 3, 4, 5, 6]))
    (array([1, 2, 1], dtype=uint8), array([ 3, 12,  6], dtype=int32))

    Without values it gives the keys alone.

    :param out: where they go, with values a tuple; longer ones may do, and what is returned is their beginning
    :param count: an array of one integer on the device that gets how many there are: nobody waits then, and all of the
        results is returned, of which so much counts
    """
    outs: Sequence[Array | None] = out if isinstance(out, (tuple, list)) else (out, None)
    call = begin((keys, values, *outs, count), queue, context, wait_for)
    keys, values = call.take(keys), call.take(values)
    n = size_of(keys)
    made: list[Array | None] = [call.output(outs[0], n, dtype_of(keys)), None]
    if values is not None:
        made[1] = call.output(outs[1], n, dtype or dtype_of(values))
    found = call.run_counted(
        count,
        ops.reduce_by_key,
        (call.read(keys), call.read(values), *[call.write(m) for m in made], op_at[op], order_at[order]),
    )
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
    """Where the first element in order stands, of equal ones the first: arg min; -1 of nothing.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.find_first(np.float32([3, 1, 4, 1])), clinterval.find_first(np.float32([3, 1, 4, 1]), "greater")
    (np.int64(1), np.int64(2))
    """
    call = begin((x, out), queue, context, wait_for)
    x = call.take(x)
    out = call.output(out, 1, dtype)
    call.run(ops.find_first, call.read(x), order_at[order], call.write(out))
    result = call.give(out)
    return result[0] if call.on_host else result
