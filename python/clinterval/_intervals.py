# SPDX-License-Identifier: Apache-2.0
"""Intervals: expand every item by a count, move many ranges at once. `offsets` say where intervals begin, and the last
one ends at `count`; :func:`clinterval.offsets_from_counts` gives both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl as cl

from ._call import Array, Context, Wait, begin, dtype_of, ops


def load_balance_search(
    offsets: Any,
    count: int,
    *,
    ranks: bool = True,
    dtype: Any = np.int32,
    out: Sequence[Array | None] | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """The interval that each output belongs to, and its place there.

    >>> import clinterval
    >>> clinterval.load_balance_search([0, 1, 3, 7, 7], 9)
    (array([0, 1, 1, 2, 2, 2, 2, 4, 4], dtype=int32), array([0, 0, 1, 0, 1, 2, 3, 0, 1], dtype=int32))

    :param ranks: False: the intervals alone
    :param out: two arrays for the intervals and the places, or None for a new one
    """
    call = begin((offsets, *(out or ())), queue, context, wait_for)
    offsets = call.take(offsets)
    given = (*out, None)[:2] if out is not None else (None, None)
    segments = call.output(given[0], count, dtype)
    places = call.output(given[1], count, dtype) if ranks else None
    call.run(ops.load_balance_search, count, call.read(offsets), call.write(segments), call.write(places))
    return call.give(segments, places) if ranks else call.give(segments)


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
    """Repeat each value by the size of its interval: as numpy.repeat.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.expand(np.int32([7, 3, 9, 5, 1]), [0, 1, 3, 4, 4], 8)
    array([7, 3, 3, 9, 1, 1, 1, 1], dtype=int32)
    """
    call = begin((values, offsets, out), queue, context, wait_for)
    values, offsets = call.take(values), call.take(offsets)
    out = call.output(out, count, dtype_of(values))
    call.run(ops.interval_expand, count, call.read(offsets), call.read(values), call.write(out))
    return call.give(out)


def repeat(
    values: Any,
    counts: Any,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Repeat each value by its count: numpy.repeat(values, counts).

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.repeat(np.int32([7, 3, 9]), [1, 0, 3])
    array([7, 9, 9, 9], dtype=int32)
    """
    from ._scans import offsets_from_counts

    call = begin((values, counts, out), queue, context, wait_for)
    on_device = call.take(counts)
    place: dict[str, Any] = {"queue": call.queue, "context": call.context, "wait_for": wait_for}
    offsets, total = offsets_from_counts(on_device, dtype=np.int64, **place)
    if not isinstance(offsets, Array):
        offsets = call.on_device(offsets)
    result = expand(call.take(values), offsets, total, out=out, **place)
    return result.get(call.queue) if call.on_host and isinstance(result, Array) else result


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
    """Many ranges of x, one behind the other: that of interval k begins at x[begins[k]].

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.gather_ranges(np.int32([0, 10, 20, 30, 40, 50]), [3, 0], [0, 2], 5)
    array([30, 40,  0, 10, 20], dtype=int32)
    """
    call = begin((x, begins, offsets, out), queue, context, wait_for)
    x, begins, offsets = call.take(x), call.take(begins), call.take(offsets)
    out = call.output(out, count, dtype_of(x))
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
    """Send ranges that lie one behind the other to many places: that of interval k goes to out[targets[k]] and on.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> out = cla.zeros(clinterval.default_context().queue, 6, np.int32)
    >>> clinterval.scatter_ranges(np.int32([1, 2, 3]), [4, 0], [0, 2], 3, out).get()
    array([3, 0, 0, 0, 1, 2], dtype=int32)
    """
    call = begin((out, x, targets, offsets), queue, context, wait_for)
    x, targets, offsets = call.take(x), call.take(targets), call.take(offsets)
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
    """Copy many ranges at once: x[begins[k] + j] goes to out[targets[k] + j].

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> out = cla.zeros(clinterval.default_context().queue, 6, np.int32)
    >>> clinterval.move_ranges(np.int32([10, 20, 30]), [1, 0], [0, 5], [0, 2], 3, out).get()
    array([20, 30,  0,  0,  0, 10], dtype=int32)
    """
    call = begin((out, x, begins, targets, offsets), queue, context, wait_for)
    x, begins, targets, offsets = (call.take(a) for a in (x, begins, targets, offsets))
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
