# SPDX-License-Identifier: Apache-2.0
"""Maps, copies, compaction and counting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyopencl as cl

from ._arguments import constant
from ._call import (
    Array,
    Call,
    Context,
    Event,
    Wait,
    begin,
    converted,
    dtype_of,
    index_type,
    is_scalar,
    ops,
    sequence_of_arrays,
    size_of,
    sum_type,
    text_at,
    whole_number,
)
from ._counted import whole
from ._searches import is_counted, same_sizes


def _written(call: Call, arrays: Mapping[str, Any]) -> int:
    """Register the arrays and scalars of a body, and return their count. The body may write every device array. Host
    arrays raise TypeError, because the call would not copy their new elements back."""
    for name, array in arrays.items():
        if isinstance(array, Array):
            call.write(array)
        elif np.ndim(array) and not isinstance(array, tuple):
            raise TypeError(f"{name} is {type(array).__name__}, but must be a pyopencl array or a scalar")
    call.listed = call.named(arrays)
    return len(arrays)


def transform(
    n: int,
    body: str,
    *,
    length: Array | None = None,
    source: str | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **arrays: Any,
) -> Event:
    """Run OpenCL C statements once for each i below n, in any order. Returns the event.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = clinterval.default_context().queue
    >>> x, y = cla.to_device(queue, np.float32([2, 4, 6])), cla.to_device(queue, np.float32([1, 1, 1]))
    >>> event = clinterval.transform(3, "y[i] += factor * x[i];", x=x, y=y, factor=0.5)
    >>> y.get()
    array([2., 3., 4.], dtype=float32)

    :param length: a device array with one number, as for :func:`counted`; the body runs for i below min(n, length)
    :param body: statements that use `i`, a ulong, and the arrays and scalars by name; `cliv_at(name, i)` and
        `cliv_put(name, i, value)` check the index
    :param source: declarations that the body needs
    """
    n = whole_number(n, "n")
    call = begin((arrays,), queue, context, wait_for)
    return call.run(ops.transform, n, call.length_at(length), text_at[body], text_at[source or None], _written(call, arrays))


def transform_load_balance(
    offsets: Any,
    count: int | Array,
    body: str,
    *,
    most: int | None = None,
    source: str | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **arrays: Any,
) -> Event:
    """Run a body once for each of `count` outputs of intervals. The work is balanced for intervals of any sizes.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = clinterval.default_context().queue
    >>> out = cla.zeros(queue, 4, np.int32)
    >>> event = clinterval.transform_load_balance([0, 1, 1], 4, "out[i] = 10 * segment + rank;", out=out)
    >>> out.get()
    array([ 0, 20, 21, 22], dtype=int32)

    If the number of outputs is on the device, `count` is an array of one element, and `most` is the largest number of
    outputs:

    >>> total = cla.empty(queue, 1, np.int32)
    >>> offsets = clinterval.scan_exclusive(cla.to_device(queue, np.int32([1, 0, 3])), total=total)
    >>> event = clinterval.transform_load_balance(offsets, total, "out[i] = segment;", most=4, out=out)
    >>> out.get()
    array([0, 2, 2, 2], dtype=int32)

    :param offsets: the indices at which intervals begin; the last one ends at `count`
    :param body: statements that use `i`, `segment` (the interval), `rank` (the index in the interval), all ulong, and the
        arrays and scalars by name
    """
    number = count if isinstance(count, Array) else whole_number(count, "count")
    call = begin((arrays, offsets, count), queue, context, wait_for)
    if not isinstance(number, Array):
        call.check_offsets(offsets, number, "offsets", from_zero=True, end_name="count")
    offsets = call.take_indices(offsets, "offsets")
    snippet = (text_at[body], text_at[source or None], _written(call, arrays))
    if isinstance(number, Array):
        if most is None:
            raise ValueError("most is None, but must be the largest number of outputs, because the number is on the device")
        most = whole_number(most, "most")
        return call.run(ops.transform_load_balance_counted, most, call.read(number), call.read(offsets), *snippet)
    return call.run(ops.transform_load_balance, number, call.read(offsets), *snippet)


def copy(
    x: Any,
    dtype: Any = None,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Copy an array. Numbers are converted to `dtype` as in OpenCL C; the conversion to bool is `!= 0`. The copy of an
    expression stores the elements of the expression in memory.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.copy(clinterval.generate("3 * i + 1", 4), "float32")
    array([ 1.,  4.,  7., 10.], dtype=float32)
    >>> clinterval.copy(np.float32([256, 0.5, 0]), bool)
    array([ True,  True, False])
    """
    call = begin((x, out), queue, context, wait_for)
    x = call.take(x, "x")
    out = call.output(out, size_of(x), dtype or dtype_of(x), zeroed=is_counted(x))
    call.run(ops.copy, call.read(call.as_stored(x, out.dtype)), call.write(out))
    return call.give(out)


def take(
    x: Any,
    indices: Any,
    *,
    out: Array | None = None,
    fill: Any = 0,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Gather x[indices], for elements of any type. If an index is -1 or out of range, the result is `fill`; in your
    own `out` the element keeps its value. Joins use -1 for a missing row.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.take(np.int32([10, 20, 30]), [2, 0, -1, 2])
    array([30, 10,  0, 30], dtype=int32)

    :param x: an array of one dimension
    :param indices: an integer, or an array of integers of one dimension
    :param out: a device array with one element per index
    :param fill: a value of the type of `x`
    """
    one = is_scalar(indices)
    call = begin((x, indices, out), queue, context, wait_for)
    x, indices = call.take(x, "x"), call.take_indices([indices] if one else indices, "indices")
    if out is None:
        out = call.new(size_of(indices), dtype_of(x))
        call.fill(out, fill)
    call.run(ops.gather, call.read(indices), call.read(x), call.write(out))
    result = call.give(out)
    return result[0] if one and call.on_host else result


def put(
    x: Array,
    indices: Any,
    values: Any,
    *,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Event:
    """Scatter on the device: x[indices] = values. An index out of range is ignored. Returns the event.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> x = cla.zeros(clinterval.default_context().queue, 4, np.int32)
    >>> event = clinterval.put(x, [2, 0], np.int32([7, 8]))
    >>> x.get()
    array([8, 0, 7, 0], dtype=int32)

    :param x: a device array; if an index occurs twice, the element gets one of the values
    :param indices: integers of one dimension
    :param values: at least one value per index, or one value for all indices
    """
    if not isinstance(x, Array):
        raise TypeError(f"x must be a pyopencl array, because the call writes to it, not {type(x).__name__}")
    call = begin((x, indices, values), queue, context, wait_for)
    indices = call.take_indices(indices, "indices")
    if is_scalar(values):
        values = constant(values[()] if isinstance(values, np.ndarray) else values, size_of(indices), x.dtype)
    values = call.take(converted(values, x.dtype, "values"), "values")
    return call.run(ops.scatter, call.read(indices), call.read(values), call.write(x))


def take_columns(
    columns: Sequence[Any],
    indices: Any,
    *,
    fill: Any = 0,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> list[Any]:
    """Gather the rows of several columns by one array of indices, in as few launches as the device allows. If an index is
    -1 or out of range, the row is `fill`.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.take_columns([np.int32([10, 20]), np.float32([0.5, 1.5])], [1, 1, 0])
    [array([20, 20, 10], dtype=int32), array([1.5, 1.5, 0.5], dtype=float32)]
    """
    columns = sequence_of_arrays(columns, "columns")
    call = begin((*columns, indices), queue, context, wait_for)
    taken = [call.take(column, f"columns[{k}]") for k, column in enumerate(columns)]
    same_sizes(taken, "columns")
    indices = call.take_indices(indices, "indices")
    outs = [call.new(size_of(indices), dtype_of(column)) for column in taken]
    for out in outs:
        call.fill(out, fill)
    call.listed = b"".join(map(call.read, taken))
    call.run(ops.gather_columns, call.read(indices), call.memory(b"".join(map(call.write, outs))), len(outs))
    given = call.give(*outs) if outs else ()
    return list(given) if len(outs) > 1 else [given] if outs else []


def _refuse_masks(expression: Any, name: str) -> None:
    if not isinstance(expression, str):
        kind = type(expression).__name__
        raise TypeError(
            f'{name} must be an expression of x and i in OpenCL C, not {kind}: for an array of flags pass "mask[i]", mask=mask'
        )


def compact(
    x: Any,
    keep: str,
    *,
    source: str | None = None,
    out: Array | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **arrays: Any,
) -> Any:
    """The elements for which an expression is true, in order. The expression uses `x`, the index `i`, and the arrays
    and scalars by name.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.compact(np.int32([3, 1, 4, 1, 5]), "x > limit", limit=2)
    array([3, 4, 5], dtype=int32)

    :param x: an array of one dimension
    :param out: an array for the result; the call returns the part that it filled
    :param count: an array of one integer on the device that receives the number of elements. Then the call does not wait
        and returns all of `out`; only the first `count` elements are part of the result. In a new array the other
        elements are zero
    """
    call = begin((x, out, count, arrays), queue, context, wait_for)
    x = call.take(x, "x")
    if out is None:
        out = call.new(x.size, x.dtype, zeroed=count is not None)
    call.listed = call.named(arrays, x)
    _refuse_masks(keep, "keep")
    text, declared, listed = text_at[keep], text_at[source or None], len(arrays)
    if count is not None:
        call.run(ops.compact, call.read(x), text, declared, listed, call.write(out), call.write(count), 0)
        return call.give(out)
    before = (call.read(x), text, declared, listed, call.write(out))
    return call.give(whole(out)[call.run_counted(None, ops.compact, before)])


def partition(
    x: Any,
    first: str,
    *,
    source: str | None = None,
    out: Array | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **arrays: Any,
) -> tuple[Any, Any]:
    """Move the elements for which an expression is true to the front. Both parts keep their order. Returns the elements and
    the size of the first part. The size is an int, or `count` if `count` is an array of one integer on the device.
    (numpy.partition is a different operation.)

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.partition(np.int32([3, 8, 5, 2, 7, 4]), "x % 2 == 0")
    (array([8, 2, 4, 3, 5, 7], dtype=int32), 3)
    """
    call = begin((x, out, count, arrays), queue, context, wait_for)
    x = call.take(x, "x")
    if out is None:
        out = call.new(x.size, x.dtype, zeroed=is_counted(x))
    call.listed = call.named(arrays, x)
    _refuse_masks(first, "first")
    snippet = (text_at[first], text_at[source or None], len(arrays))
    found = call.run_counted(count, ops.partition, (call.read(x), *snippet, call.write(out)))
    return call.give(out), found.stop if count is None else count


def histogram(
    bins: Any,
    count: int,
    weights: Any = None,
    *,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The number of samples in each of `count` bins, or the sum of their weights, like numpy.bincount. Samples outside the
    bins are not counted. (numpy.histogram computes the bins from edges.)

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.histogram([2, 0, 2, 5, -1, 2, 1], 4)
    array([1, 1, 3, 0], dtype=int32)
    >>> samples = np.float32([0.05, 0.11, 0.17, 0.93])
    >>> clinterval.histogram(clinterval.generate("(int)(x[i] * 10)", 4, "int32", x=samples), 10)
    array([1, 2, 0, 0, 0, 0, 0, 0, 0, 1], dtype=int32)

    :param bins: integers
    :param weights: one integer per bin index; floats are refused, because their sum would depend on the order
    :param dtype: an integer type. The default for counts is int32 if bins.size fits, otherwise int64; for sums of weights
        it is int64, or uint64 for unsigned weights
    """
    count = whole_number(count, "count")
    call = begin((bins, weights, out), queue, context, wait_for)
    if weights is not None and not size_of(weights):
        weights = converted(weights, np.int64, "weights")
    bins, weights = call.take(converted(bins, np.int64, "bins"), "bins"), call.take_if_given(weights, "weights")
    kind = index_type(size_of(bins))
    if weights is not None:
        if weights.dtype.kind not in "iub":
            raise TypeError(f"weights has type {weights.dtype}, but must have an integer type: use reduce_by_key to add floats")
        if weights.size < bins.size:
            raise ValueError(f"there are {bins.size} bins, but {weights.size} weights")
        kind = sum_type(weights.dtype)
    out = call.output(out, count, dtype or kind)
    call.run(ops.histogram, call.read(bins), call.read(weights), call.write(out))
    return call.give(out)
