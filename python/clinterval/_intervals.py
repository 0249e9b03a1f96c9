# SPDX-License-Identifier: Apache-2.0
"""Intervals: repeat every item by a count, and move many ranges in one call. `offsets` are the indices at which intervals
begin; the last interval ends at `count`. :func:`clinterval.offsets_from_counts` returns `offsets` and `count`.

Offsets that are NumPy arrays or lists are checked: the offsets must begin with 0, must not descend, and must be at
most `count`. In a new array, elements that no interval covers are zero."""

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
    """The interval that each output belongs to, and the output's rank in the interval.

    >>> import clinterval
    >>> clinterval.load_balance_search([0, 1, 3, 7, 7], 9)
    (array([0, 1, 1, 2, 2, 2, 2, 4, 4], dtype=int32), array([0, 0, 1, 0, 1, 2, 3, 0, 1], dtype=int32))

    :param offsets: ascending indices; the first is 0
    :param count: the number of outputs
    :param ranks: return the ranks; False returns only the intervals
    :param dtype: the type of both results; by default int32 if `count` and the number of offsets fit, otherwise int64
    :param out: two arrays for the intervals and the ranks; None for an array creates a new array
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
    """Repeat each value by the size of its interval, like numpy.repeat(values, sizes).

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.expand(np.int32([7, 3, 9, 5, 1]), [0, 1, 3, 4, 4], 8)
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
    """Repeat each value by its count, like numpy.repeat(values, counts).

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.repeat(np.int32([7, 3, 9]), [1, 0, 3])
    array([7, 9, 9, 9], dtype=int32)
    >>> clinterval.repeat(np.int32([7, 3]), 2)
    array([7, 7, 3, 3], dtype=int32)

    :param counts: a nonnegative integer for each value, or one integer for all values. The call waits for the sum of
        an array of counts
    :return: an array of sum(counts) elements; MemoryError if the device has no memory for it
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
    """Concatenate many ranges of x; range k begins at x[begins[k]]. `begins` and `offsets` are checked if they are NumPy
    arrays or lists. Without the check, elements of the result with a source index outside x are zero in a new array.
    In your own `out` these elements keep their values.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.gather_ranges(np.int32([0, 10, 20, 30, 40, 50]), [3, 0], [0, 2], 5)
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
    """Scatter concatenated ranges: the first element of range k is written to out[targets[k]]. Elements of `out` that
    no range covers keep their values.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> out = cla.zeros(clinterval.default_context().queue, 6, np.int32)
    >>> clinterval.scatter_ranges(np.int32([1, 2, 3]), [4, 0], [0, 2], 3, out).get()
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
    """Copy many ranges: out[targets[k] + j] = x[begins[k] + j]. Other elements of `out` keep their values.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> out = cla.zeros(clinterval.default_context().queue, 6, np.int32)
    >>> clinterval.move_ranges(np.int32([10, 20, 30]), [1, 0], [0, 5], [0, 2], 3, out).get()
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
