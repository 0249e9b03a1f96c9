# SPDX-License-Identifier: Apache-2.0
"""Intervals and ranges.

Interval k begins at `offsets[k]` and ends at `offsets[k + 1]`; the last interval ends at `count`. The first offset is
0. :func:`clinterval.offsets_from_counts` computes `offsets` and `count` from the sizes of the intervals.

Offsets that are NumPy arrays or lists are checked: they must begin with 0, must not descend, and must be at most
`count`. In a new array, elements that no interval covers are zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl as cl

from ._arguments import generate
from ._call import (
    Array,
    Call,
    Context,
    Wait,
    begin,
    dtype_of,
    index_type,
    is_scalar,
    ops,
    outputs_given,
    size_of,
    whole_number,
)
from ._searches import is_counted


def load_balance_search(
    offsets: Any,
    count: int,
    *,
    ranks: bool = True,
    dtype: Any = None,
    out: Sequence[Array | None] | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Find, for each output, its interval and its rank in the interval.

    :param offsets: the start of each interval: ascending integers, the first is 0
    :param count: the number of outputs, the sum of the sizes of the intervals
    :param ranks: False returns only the intervals
    :param dtype: the type of both results. Default: int32 if `count` and the number of offsets fit, otherwise int64
    :param out: a tuple of two pyopencl arrays of at least `count` integers, for the intervals and the ranks
    :return: the intervals and the ranks, `count` integers each
    :raises CheckError: offsets on the host are invalid

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `offsets` 1 to 3.

    >>> import clinterval as ci
    >>> ci.load_balance_search([0, 1, 3, 7, 7], 9)
    (array([0, 1, 1, 2, 2, 2, 2, 4, 4], dtype=int32), array([0, 0, 1, 0, 1, 2, 3, 0, 1], dtype=int32))
    """
    count = whole_number(count, "count")
    alone = not ranks and isinstance(out, (tuple, list)) and len(out) == 1
    given = outputs_given((*out, None) if alone and out else out, 2)
    call = begin((offsets, *given), queue, context, wait_for)
    call.check_offsets(offsets, count, "offsets", from_zero=True, end_name="count")
    offsets = call.take_indices(offsets, "offsets")
    index = dtype or index_type(max(count, size_of(offsets)))
    segments = call.output(given[0], count, index, zeroed=True)
    rank_array = call.output(given[1], count, index, zeroed=True) if ranks else None
    call.run(ops.load_balance_search, count, call.read(offsets), call.write(segments), call.write(rank_array))
    return call.give(segments, rank_array) if ranks else call.give(segments)


def expand(
    values: Any,
    offsets: Any,
    count: int,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Repeat each value over its interval; intervals are given by offsets.

    The result equals numpy.repeat(values, sizes). :func:`repeat` accepts sizes instead of offsets.

    :param values: at least one value for each interval, of any type
    :param offsets: the start of each interval: ascending integers, the first is 0
    :param count: the size of the result
    :param out: a pyopencl array of at least `count` elements; must not overlap an input
    :return: `count` elements of the type of `values`
    :raises CheckError: offsets on the host are invalid

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `values` 1, and 1 more for each further tile that its interval reaches;
    `offsets` 1 to 3.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.expand(np.int32([7, 3, 9, 5, 1]), [0, 1, 3, 4, 4], 8)
    array([7, 3, 3, 9, 1, 1, 1, 1], dtype=int32)
    """
    count = whole_number(count, "count")
    call = begin((values, offsets, out), queue, context, wait_for)
    call.check_offsets(offsets, count, "offsets", from_zero=True, end_name="count")
    values, offsets = call.take(values, "values"), call.take_indices(offsets, "offsets")
    return call.give(_expand(call, values, offsets, count, out, True))


def _expand(call: Call, values: Any, offsets: Any, count: int, out: Array | None, zeroed: bool) -> Array:
    if size_of(values) < size_of(offsets):
        raise ValueError(f"there are {size_of(values)} values, but {size_of(offsets)} intervals")
    out = call.output(out, count, dtype_of(values), zeroed)
    call.run(ops.interval_expand, count, call.read(offsets), call.read(values), call.write(out))
    return out


def repeat(
    values: Any,
    counts: Any,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Repeat each value by its count, like numpy.repeat.

    :param values: n values of any type
    :param counts: n nonnegative integers, or one integer for all values
    :param out: a pyopencl array of at least sum(counts) elements; must not overlap an input
    :return: sum(counts) elements of the type of `values`
    :raises CheckError: a count on the host is negative
    :raises MemoryError: the device has no memory for the result

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `values` 1, and 1 more for each further tile that its copies reach;
    `counts` 1 to 2.

    With an array of counts the call waits for their sum. If you have the offsets, :func:`expand` does not wait.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.repeat(np.int32([7, 3, 9]), [1, 0, 3])
    array([7, 9, 9, 9], dtype=int32)
    >>> ci.repeat(np.int32([7, 3]), 2)
    array([7, 7, 3, 3], dtype=int32)
    """
    from ._scans import offsets_from_counts

    call = begin((values, counts, out), queue, context, wait_for)
    values = call.take(values, "values")
    if is_scalar(counts):
        each = whole_number(counts, "counts")
        offsets: Any = generate("i * each", values.size, "int64", each=each)
        return call.give(_expand(call, values, offsets, values.size * each, out, False))
    call.check_counts(counts)
    counts = call.take_indices(counts, "counts")
    if counts.size != values.size:
        raise ValueError(f"there are {values.size} values, but {counts.size} counts")
    place: dict[str, Any] = {"queue": call.queue, "context": call.context, "wait_for": wait_for}
    offsets, total = offsets_from_counts(counts, dtype=np.int64, **place)
    if not isinstance(offsets, Array):
        offsets = call.on_device(offsets)
    return call.give(_expand(call, values, offsets, total, out, is_counted(values, counts)))


def gather_ranges(
    x: Any,
    begins: Any,
    offsets: Any,
    count: int,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Copy ranges of an array to a contiguous result.

    `result[offsets[k] + j]` is `x[begins[k] + j]`, for each range k.

    :param x: an array of any type
    :param begins: the index in `x` at which each range begins
    :param offsets: the index in the result at which each range begins: ascending integers, the first is 0
    :param count: the size of the result, the sum of the sizes of the ranges
    :param out: a pyopencl array of at least `count` elements; must not overlap an input
    :return: `count` elements of the type of `x`
    :raises CheckError: offsets or ranges on the host are invalid

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1, `begins` 1, and 1 more for each further tile that the range
    reaches; `offsets` 1 to 3.

    Ranges on the device are not checked. If a range exceeds `x`, the elements without a source are zero in a new
    array, and keep their values in your own `out`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.gather_ranges(np.int32([0, 10, 20, 30, 40, 50]), [3, 0], [0, 2], 5)
    array([30, 40,  0, 10, 20], dtype=int32)
    """
    count = whole_number(count, "count")
    call = begin((x, begins, offsets, out), queue, context, wait_for)
    call.check_offsets(offsets, count, "offsets", from_zero=True, end_name="count")
    call.check_ranges(begins, offsets, count, size_of(x), "begins")
    x, begins, offsets = call.take(x, "x"), call.take_indices(begins, "begins"), call.take_indices(offsets, "offsets")
    out = call.output(out, count, dtype_of(x), zeroed=True)
    call.run(
        ops.interval_gather, count, call.read(begins), call.read(offsets), call.read(x), call.write(out)
    )
    return call.give(out)


def scatter_ranges(
    x: Any,
    targets: Any,
    offsets: Any,
    count: int,
    out: Array,
    *,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Array:
    """Copy contiguous ranges to given positions of a device array.

    `out[targets[k] + j]` becomes `x[offsets[k] + j]`, for each range k. Other elements of `out` keep their values.

    :param x: `count` elements of any type
    :param targets: the index in `out` at which each range begins
    :param offsets: the index in `x` at which each range begins: ascending integers, the first is 0
    :param count: the number of elements to copy, the sum of the sizes of the ranges
    :param out: a pyopencl array of the type of `x`; must not overlap an input
    :return: `out`
    :raises CheckError: offsets or ranges on the host are invalid

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1, `targets` 1, and 1 more for each further tile that the range
    reaches; `offsets` 1 to 3.

    If targets overlap, an element receives one of the values.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> out = cla.zeros(ci.default_context().queue, 6, np.int32)
    >>> ci.scatter_ranges(np.int32([1, 2, 3]), [4, 0], [0, 2], 3, out).get()
    array([3, 0, 0, 0, 1, 2], dtype=int32)
    """
    count = whole_number(count, "count")
    if not isinstance(out, Array):
        raise TypeError(f"out must be a pyopencl array, because the call writes to it, not {type(out).__name__}")
    call = begin((out, x, targets, offsets), queue, context, wait_for)
    call.check_offsets(offsets, count, "offsets", from_zero=True, end_name="count")
    call.check_ranges(targets, offsets, count, out.size, "targets")
    x, targets, offsets = call.take(x, "x"), call.take_indices(targets, "targets"), call.take_indices(offsets, "offsets")
    call.run(
        ops.interval_scatter, count, call.read(targets), call.read(offsets), call.read(x), call.write(out)
    )
    return out


def move_ranges(
    x: Any,
    begins: Any,
    targets: Any,
    offsets: Any,
    count: int,
    out: Array,
    *,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Array:
    """Copy ranges of one array to ranges of a device array.

    `out[targets[k] + j]` becomes `x[begins[k] + j]`, for each range k. Other elements of `out` keep their values.

    :param x: an array of any type
    :param begins: the index in `x` at which each range begins
    :param targets: the index in `out` at which each range begins
    :param offsets: the exclusive sums of the sizes of the ranges: ascending integers, the first is 0
    :param count: the number of elements to copy, the sum of the sizes of the ranges
    :param out: a pyopencl array of the type of `x`; must not overlap an input
    :return: `out`
    :raises CheckError: offsets or ranges on the host are invalid

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1, `begins` and `targets` 1, and 1 more for each further tile that
    the range reaches; `offsets` 1 to 3.

    If targets overlap, an element receives one of the values.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> out = cla.zeros(ci.default_context().queue, 6, np.int32)
    >>> ci.move_ranges(np.int32([10, 20, 30]), [1, 0], [0, 5], [0, 2], 3, out).get()
    array([20, 30,  0,  0,  0, 10], dtype=int32)
    """
    count = whole_number(count, "count")
    if not isinstance(out, Array):
        raise TypeError(f"out must be a pyopencl array, because the call writes to it, not {type(out).__name__}")
    call = begin((out, x, begins, targets, offsets), queue, context, wait_for)
    call.check_offsets(offsets, count, "offsets", from_zero=True, end_name="count")
    call.check_ranges(begins, offsets, count, size_of(x), "begins")
    call.check_ranges(targets, offsets, count, out.size, "targets")
    x, begins = call.take(x, "x"), call.take_indices(begins, "begins")
    targets, offsets = call.take_indices(targets, "targets"), call.take_indices(offsets, "offsets")
    call.run(
        ops.interval_move,
        count,
        call.read(begins),
        call.read(targets),
        call.read(offsets),
        call.read(x),
        call.write(out),
    )
    return out
