# SPDX-License-Identifier: Apache-2.0
"""Joins and sets, of sorted arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl as cl

from ._call import NONE, Array, Context, Order, Wait, begin, dtype_of, one_of, ops, order_at, size_of, text_at
from ._counted import whole

_JOINS = {"inner": 0, "left": 1, "right": 2, "full": 3, "outer": 3, "semi": 4, "anti": 5}
_SETS = {"intersection": 0, "union": 1, "difference": 2, "symmetric_difference": 3}
_DIRECTIONS = {"backward": 0, "forward": 1}


def join(
    a: Any,
    b: Any,
    how: str = "inner",
    *,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    out: Sequence[Array | None] | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Join the rows of two sorted columns whose keys are equal: the row numbers of both sides, -1 for no row.

    >>> import clinterval
    >>> import numpy as np
    >>> a, b = np.frombuffer(b"AABEE", np.uint8), np.frombuffer(b"ABBC", np.uint8)
    >>> clinterval.join(a, b)
    (array([0, 1, 2, 2], dtype=int32), array([0, 0, 1, 2], dtype=int32))
    >>> clinterval.join(a, b, how="left")
    (array([0, 1, 2, 2, 3, 4], dtype=int32), array([ 0,  0,  1,  2, -1, -1], dtype=int32))
    >>> clinterval.join(a, b, how="anti")
    array([3, 4], dtype=int32)

    :param how: "inner", "left", "right", "full" (or "outer"); "semi" and "anti", which give rows of a alone
    :param out: two arrays for the row numbers, of which what is returned is the beginning; without them the rows are
        counted first, for new ones
    :param count: an array of one integer on the device that gets the number of rows: nobody waits then, and `out`, which
        it takes, is returned as it is, filled to its end where there are more rows
    """
    kind = one_of("how", how, _JOINS)
    call = begin((a, b, *(out or ()), count), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    sides = (call.read(a), call.read(b))
    rows: list[Array | None]
    if out is not None:
        rows = [*out, None][: 2 if kind < _JOINS["semi"] else 1]
    elif count is not None:
        raise ValueError("a join whose count stays on the device writes to `out`")
    else:
        found = call.run_counted(None, ops.join, (kind, *sides, NONE, NONE), (order_at[order],))
        rows = [call.new(found.stop, dtype) for _ in range(2 if kind < _JOINS["semi"] else 1)]
    outputs = [call.write(r) for r in rows] + [NONE]
    if out is None:
        call.run(ops.join, kind, *sides, *outputs[:2], NONE, 0, order_at[order])
    else:
        found = call.run_counted(count, ops.join, (kind, *sides, *outputs[:2]), (order_at[order],))
        rows = [r if r is None or count is not None else whole(r)[found] for r in rows]
    return call.give(*rows)


def join_as_of(
    a: Any,
    b: Any,
    direction: str = "backward",
    *,
    same: str | None = None,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """For each row of a, the nearest row of b, or -1: both sorted, say by time.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.join_as_of(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 5, 9]))
    array([0, 2, 2, 3], dtype=int32)
    >>> clinterval.join_as_of(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 5, 9]), "forward", same="b - a <= 2")
    array([ 1,  1,  1, -1], dtype=int32)

    :param direction: "backward", the last row that is not after it, or "forward", the first that is not before it
    :param same: an expression of the keys `a` and `b` that is true where the nearest row counts
    """
    way = one_of("direction", direction, _DIRECTIONS)
    call = begin((a, b, out), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    if out is None:
        out = call.new(a.size, dtype or a.dtype)
    call.run(
        ops.join_as_of,
        way,
        call.read(a),
        call.read(b),
        call.write(out),
        text_at[same],
        order_at[order],
    )
    return call.give(out)


def set_operation(
    kind: str,
    a: Any,
    b: Any,
    a_values: Any = None,
    b_values: Any = None,
    *,
    order: str | Order | None = None,
    out: Any = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """A set operation on sorted arrays, as std::set_union and its kin; with values, those of the keys that stay.

    >>> import clinterval
    >>> import numpy as np
    >>> a, b = np.int32([1, 1, 2, 5, 5, 5]), np.int32([1, 2, 2, 5, 7])
    >>> clinterval.set_operation("intersection", a, b)
    array([1, 2, 5], dtype=int32)
    >>> clinterval.set_operation("symmetric_difference", a, b)
    array([1, 2, 5, 5, 7], dtype=int32)

    :param kind: "intersection", "union", "difference" or "symmetric_difference"
    :param out: where the result goes, with values a tuple; what is returned is the beginning
    :param count: an array of one integer on the device that gets how many there are: nobody waits then, and all of the
        result is returned, of which so much counts
    """
    number = one_of("kind", kind, _SETS)
    with_values = a_values is not None or b_values is not None
    outs = (out if out is not None else (None, None)) if with_values else (out,)
    call = begin((a, b, a_values, b_values, count, *outs), queue, context, wait_for)
    a, b = call.take_alike(a, b)
    a_values, b_values = call.take_alike(a_values, b_values)
    n, m = size_of(a), size_of(b)
    most = (min(n, m), n + m, n, n + m)[number]
    if with_values:
        made = call.outputs(outs, (most, dtype_of(a)), (most, dtype_of(a_values)))
        function, inputs = ops.set_pairs, [a, a_values, b, b_values]
    else:
        made = call.outputs(outs, (most, dtype_of(a)))
        function, inputs = ops.set_keys, [a, b]
    before = (number, *[call.read(x) for x in inputs], *[call.write(m) for m in made])
    found = call.run_counted(count, function, before, (order_at[order],))
    return call.give(*(made if count is not None else [whole(m)[found] for m in made]))
