# SPDX-License-Identifier: Apache-2.0
"""Joins of overlapping intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyopencl as cl

from ._call import Array, Context, Wait, begin, index_type, ops, outputs_given, size_of
from ._joins import write_rows
from ._searches import refuse_to_wait


def join_overlaps(
    a_starts: Any,
    a_ends: Any,
    b_starts: Any,
    b_ends: Any,
    *,
    dtype: Any = None,
    out: Sequence[Array | None] | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Join two tables of intervals on overlap, and return the row indices of the pairs.

    An interval is half open: it includes its start, but not its end. An interval whose end is not greater than its
    start is empty and overlaps nothing. An interval with a NaN overlaps nothing either.

    The result has two parts. The first part has the pairs in which the interval of `b` begins inside the interval of
    `a` or at its start, in the order of `a`, then of `b`. The second part has the pairs in which the interval of `a`
    begins inside the interval of `b`, in the order of `b`, then of `a`.

    :param a_starts: n sorted numbers
    :param a_ends: at least n numbers of the same type, in any order
    :param b_starts: m sorted numbers of the same type
    :param b_ends: at least m numbers of the same type, in any order
    :param dtype: the type of the row indices. Default: int32 if n and m fit, otherwise int64
    :param out: a tuple of two pyopencl arrays for the row indices, or None. The call returns the part of each array
        that it filled
    :param count: a pyopencl array of one integer, which receives the number of pairs. It requires `out`. The call then
        does not wait, does not write pairs that exceed `out`, and returns all of `out`
    :return: the row indices in `a` and in `b`
    :raises CheckError: starts on the host are not sorted
    :raises Error: without `count`, an array of `out` is too short

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: starts several, ends 1, and twice as many if there is no `out` and the
    result has more than n + m pairs.

    To join intervals of several groups, for example of chromosomes, use int64 with the group in the upper 32 bits.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> a_starts, a_ends = np.int32([0, 2, 2, 6, 8]), np.int32([5, 2, 4, 7, 9])
    >>> ci.join_overlaps(a_starts, a_ends, np.int32([1, 4, 5, 7]), np.int32([3, 6, 5, 9]))
    (array([0, 0, 2, 4], dtype=int32), array([0, 1, 0, 3], dtype=int32))
    """
    if count is not None and out is None:
        raise ValueError("out is None, but is required with count: the host does not have the size of the result")
    given = outputs_given(out, 2)
    call = begin((a_starts, a_ends, b_starts, b_ends, count, *given), queue, context, wait_for)
    refuse_to_wait(call, count)
    call.check_sorted(a_starts=a_starts, b_starts=b_starts)
    names = ("a_starts", "a_ends", "b_starts", "b_ends")
    inputs = call.take_alike(a_starts, a_ends, b_starts, b_ends, names=names)
    index = dtype or index_type(max(size_of(inputs[0]), size_of(inputs[2])))
    size = size_of(inputs[0]) + size_of(inputs[2])
    return write_rows(call, ops.join_overlaps, [call.read(x) for x in inputs], (), given, count, size, index)
