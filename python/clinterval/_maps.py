# SPDX-License-Identifier: Apache-2.0
"""Maps, copies, gathers, filters and histograms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyopencl as cl

from ._arguments import PLACES, check_names, constant
from ._checks import in_range
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
from ._conversions import text_checked
from ._searches import is_counted, same_sizes


def _written(call: Call, arrays: Mapping[str, Any]) -> int:
    """Register the arrays and scalars of a body, and return their count.

    The body may write every device array. Host arrays raise TypeError, because the call would not copy their new
    elements back.
    """
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
    """Run OpenCL C statements once for each index below n.

    :param n: the number of indices
    :param body: statements in OpenCL C. They use the index `i` (a ulong) and the names of `arrays`. `cliv_at(name,
        j)` reads an element, and `cliv_put(name, j, value)` writes one; outside the array a read gives zero and a
        write has no effect. `name[j]` is not checked
    :param length: a pyopencl array whose first element is a device-side length. The body runs for each index below
        min(n, length)
    :param source: declarations in OpenCL C that the body needs, such as functions
    :param arrays: pyopencl arrays, which the body reads and writes, and scalars, by name
    :return: the event of the call
    :raises TypeError: an array is a NumPy array: its new elements could not be copied back

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    The order of the indices is unspecified. The body must not write an element that it reads or writes for another
    index, except by atomic functions.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = ci.default_context().queue
    >>> x, y = cla.to_device(queue, np.float32([2, 4, 6])), cla.to_device(queue, np.float32([1, 1, 1]))
    >>> event = ci.transform(3, "y[i] += factor * x[i];", x=x, y=y, factor=0.5)
    >>> y.get()
    array([2., 3., 4.], dtype=float32)
    """
    n = whole_number(n, "n")
    if type(body) is not str:
        text_checked(body, "body")
    check_names("transform", "body", body, source, "n", "body", "length", *PLACES)
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
    """Run OpenCL C statements once for each element of intervals.

    The work is balanced for intervals of any sizes.

    :param offsets: the start of each interval: ascending integers, the first is 0. The last interval ends at `count`
    :param count: the sum of the sizes of the intervals: an int, or a pyopencl array of one integer
    :param body: statements in OpenCL C, as for :func:`transform`. They use the index `i` (below `count`), the
        interval `segment`, the index in the interval `rank`, all ulong, and the names of `arrays`
    :param most: the greatest possible count. It is required if `count` is an array
    :param source: as for :func:`transform`
    :param arrays: as for :func:`transform`
    :return: the event of the call
    :raises CheckError: offsets on the host are invalid

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `offsets` 1 to 3.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = ci.default_context().queue
    >>> out = cla.zeros(queue, 4, np.int32)
    >>> event = ci.transform_load_balance([0, 1, 1], 4, "out[i] = 10 * segment + rank;", out=out)
    >>> out.get()
    array([ 0, 20, 21, 22], dtype=int32)

    The count can stay on the device:

    >>> total = cla.empty(queue, 1, np.int32)
    >>> offsets = ci.scan_exclusive(cla.to_device(queue, np.int32([1, 0, 3])), total=total)
    >>> event = ci.transform_load_balance(offsets, total, "out[i] = segment;", most=4, out=out)
    >>> out.get()
    array([0, 2, 2, 2], dtype=int32)
    """
    number = count if isinstance(count, Array) else whole_number(count, "count")
    if type(body) is not str:
        text_checked(body, "body")
    check_names("transform_load_balance", "body", body, source, "offsets", "count", "body", "most", *PLACES)
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
    """Copy an array, convert its type, or store an expression in memory.

    :param x: n elements of any type
    :param dtype: the type of the result. Default: the type of `x`. Numbers are converted as in OpenCL C: integers
        wrap, and fractions are cut off. The conversion to bool is `!= 0`
    :param out: a pyopencl array of at least n elements; must not overlap `x`. Its type is the type of the result
    :return: n elements

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.copy(ci.generate("3 * i + 1", 4), "float32")
    array([ 1.,  4.,  7., 10.], dtype=float32)
    >>> ci.copy(np.float32([256, 0.5, 0]), bool)
    array([ True,  True, False])
    """
    call = begin((x, out), queue, context, wait_for)
    x = call.take(x, "x")
    out = call.output(out, size_of(x), dtype or dtype_of(x), zeroed=is_counted(x))
    call.run(ops.copy, call.read(call.as_stored(x, out.dtype)), call.write(out))
    return call.give(out)


_LARGEST_VALUE = 256  # bytes of a structure that a kernel takes as one value: a quarter of the smallest parameter space


def take(
    x: Any,
    indices: Any,
    *,
    out: Array | None = None,
    fill: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Gather elements by index: `x[indices]`.

    :param x: an array of any type
    :param indices: n integers in any order, or one integer
    :param out: a pyopencl array of at least n elements; must not overlap an input
    :param fill: a value of the type of `x`, for an index of -1 or outside `x`. Without `fill`, such an index raises
        IndexError if the indices are on the host. For indices on the device the element is then zero
    :return: n elements of the type of `x`. For one integer: a scalar, or an array of one element if an argument is
        on the device
    :raises IndexError: without `fill`, an index on the host is negative or past the end

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `indices` 1; `x` 1 for each index.

    Negative indices do not count from the end. An index of -1 means no element, as in the result of a join: pass
    `fill`. In your own `out` the element then keeps its value. A checked context checks indices on the device.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.take(np.int32([10, 20, 30]), [2, 0, 2])
    array([30, 10, 30], dtype=int32)
    >>> ci.take(np.int32([10, 20, 30]), [2, 0, -1, 2], fill=0)
    array([30, 10,  0, 30], dtype=int32)
    """
    one = is_scalar(indices)
    call = begin((x, indices, out), queue, context, wait_for)
    if one:
        indices = [indices]
    x = call.take(x, "x")
    if fill is None:
        in_range(indices, x.size)
        fill = 0
    indices = call.take_indices(indices, "indices")
    if out is None and not is_counted(indices) and dtype_of(x).itemsize <= _LARGEST_VALUE:
        out = call.new(size_of(indices), dtype_of(x))
        call.run(ops.gather_or, call.read(indices), call.read(x), call.one_value(fill, out.dtype), call.write(out))
    else:
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
    """Scatter values by index to a device array: `x[indices] = values`.

    :param x: a pyopencl array of any type, which the call writes
    :param indices: n integers in any order. An index of -1 is ignored; so is an index outside `x`, if the indices are
        on the device
    :param values: at least n values of the type of `x`, or one value for all indices
    :return: the event of the call
    :raises IndexError: an index on the host is below -1 or past the end

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `indices` and `values` 1.

    If an index repeats, the element receives one of the values. Other elements of `x` do not change.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> x = cla.zeros(ci.default_context().queue, 4, np.int32)
    >>> event = ci.put(x, [2, 0], np.int32([7, 8]))
    >>> x.get()
    array([8, 0, 7, 0], dtype=int32)
    """
    if not isinstance(x, Array):
        raise TypeError(f"x must be a pyopencl array, because the call writes to it, not {type(x).__name__}")
    call = begin((x, indices, values), queue, context, wait_for)
    in_range(indices, x.size, least=-1)
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
    """Gather the rows of several columns by index, in as few launches as possible.

    :param columns: a list or tuple of arrays of the same size, each of any type
    :param indices: n integers in any order
    :param fill: a value for the rows with an index of -1 or outside the columns. Every column must be able to hold it
    :return: a list of arrays of n elements, one for each column

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `indices` 1 for each launch; a column 1 for each index.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.take_columns([np.int32([10, 20]), np.float32([0.5, 1.5])], [1, 1, 0])
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
    """Select the elements for which an expression is true, in order (filter).

    :param x: n elements of any type
    :param keep: an expression in OpenCL C of the element `x`, its index `i` (a ulong), and the names of `arrays`.
        `cliv_at(name, j)` is an element of an array, or zero if `j` is outside the array
    :param source: declarations in OpenCL C that the expression needs, such as functions
    :param out: a pyopencl array for the result; must not overlap `x` or `arrays`. The call returns the part that it
        filled
    :param count: a pyopencl array of one integer, which receives the number of selected elements. The call then does
        not wait, and returns all of `out`, of which the first `count` elements are the result. In a new array the
        other elements are zero
    :param arrays: the arrays and scalars that the expression reads, by name. The names of other parameters cannot be
        used
    :return: the selected elements
    :raises Error: without `count`, `out` is too short

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1 to 2.

    The call may evaluate the condition more than once for each element. For a mask, call `compact(x, "mask[i]",
    mask=mask)`. For indices instead of elements, compact an expression of the indices: `compact(generate("i", n,
    "int32"), "data[i] > 2", data=data)`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.compact(np.int32([3, 1, 4, 1, 5]), "x > limit", limit=2)
    array([3, 4, 5], dtype=int32)
    """
    _refuse_masks(keep, "keep")
    check_names("compact", "keep", keep, source, "keep", "out", "count", *PLACES)
    call = begin((x, out, count, arrays), queue, context, wait_for)
    x = call.take(x, "x")
    given = out
    if out is None:
        out = call.new(x.size, x.dtype, zeroed=count is not None)
    call.listed = call.named(arrays, x)
    text, declared, listed = text_at[keep], text_at[source or None], len(arrays)
    if count is not None:
        call.run(ops.compact, call.read(x), text, declared, listed, call.write(out), call.write(count), 0)
        return call.give(out)
    before = (call.read(x), text, declared, listed, call.write(out))
    return call.give(call.first(out, call.run_counted(None, ops.compact, before), given))


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
    """Move the elements for which an expression is true to the front.

    The partition is stable: both parts keep their order. (numpy.partition is a different operation.)

    :param x: n elements of any type
    :param first: an expression, as `keep` of :func:`compact`
    :param source: as for :func:`compact`
    :param out: a pyopencl array of at least n elements; must not overlap `x` or `arrays`
    :param count: a pyopencl array of one integer, which receives the size of the first part. The call then does not
        wait
    :param arrays: the arrays and scalars that the expression reads, by name. The names of other parameters cannot be
        used
    :return: the n elements, and the size of the first part: an int, or `count` if you passed it

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 2 to 3.

    The call evaluates the condition more than once for each element.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.partition(np.int32([3, 8, 5, 2, 7, 4]), "x % 2 == 0")
    (array([8, 2, 4, 3, 5, 7], dtype=int32), 3)
    """
    _refuse_masks(first, "first")
    check_names("partition", "first", first, source, "first", "out", "count", *PLACES)
    call = begin((x, out, count, arrays), queue, context, wait_for)
    x = call.take(x, "x")
    if out is None:
        out = call.new(x.size, x.dtype, zeroed=is_counted(x))
    call.listed = call.named(arrays, x)
    snippet = (text_at[first], text_at[source or None], len(arrays))
    found = call.run_counted(count, ops.partition, (call.read(x), *snippet, call.write(out)))
    return call.give(out), found if count is None else count


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
    """Count the samples of each bin, or add their weights, like numpy.bincount.

    :param bins: the bin of each of n samples: integers. A sample whose bin is negative or at least `count` is not
        counted
    :param count: the number of bins
    :param weights: at least n integers. Floats raise TypeError, because their sum would depend on the order
    :param dtype: an integer type. Default for counts: int32 if n fits, otherwise int64. Default for weights: int64,
        or uint64 for unsigned weights
    :param out: a pyopencl array of integers; must not overlap an input. Its size is then the number of bins
    :return: `count` integers

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `bins` 1, or 1 for each part of the bins if `count` is large; `weights`
    at most as often as `bins`.

    numpy.histogram computes the bins from edges. This function takes the bins; an expression can compute them from the
    samples.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.histogram([2, 0, 2, 5, -1, 2, 1], 4)
    array([1, 1, 3, 0], dtype=int32)
    >>> samples = np.float32([0.05, 0.11, 0.17, 0.93])
    >>> ci.histogram(ci.generate("(int)(x[i] * 10)", 4, "int32", x=samples), 10)
    array([1, 2, 0, 0, 0, 0, 0, 0, 0, 1], dtype=int32)
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
    if out.size < count:
        raise ValueError(f"out has {out.size} elements, but must have at least count, {count}")
    call.run(ops.histogram, call.read(bins), call.read(weights), call.write(out))
    return call.give(out)
