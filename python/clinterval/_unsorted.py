# SPDX-License-Identifier: Apache-2.0
"""Searches, distinct values and runs of keys in any order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl

from ._call import (
    Array,
    Call,
    Context,
    Order,
    Wait,
    begin,
    counted,
    dtype_of,
    has_type,
    index_type,
    one_of,
    ops,
    outputs_given,
    size_of,
    text_at,
)
from ._searches import again, comparable, is_counted, is_quick_search, refuse_to_wait, search_rows, sorted_copy


def searchsorted(
    b: Any,
    a: Any,
    side: str = "left",
    *,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Find the indices at which to insert values into a sorted array.

    The call is numpy.searchsorted(b, a, side) without `sorter`.

    :param b: n sorted values
    :param a: m values in any order, or one value
    :param side: "left": the index before equal values of `b`. "right": the index after equal values of `b`
    :param order: the order of `b`
    :param dtype: the type of the result. Default: int32 if n fits, otherwise int64
    :param out: a pyopencl array of at least m integers
    :return: m indices from 0 to n. For one value: a scalar, or an array of one element if an argument is on the device
    :raises CheckError: `b` is on the host and not sorted
    :raises TypeError: one argument is an array, and the other is a list or scalar with a value that the type of the
        array cannot hold

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `a` and `b` 1.

    Arrays of different types are compared in the type numpy.result_type(a, b). For sorted values
    :func:`sorted_search` is faster.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.searchsorted(np.int32([0, 3, 3, 3, 7]), np.int32([6, 1, 3, 9]))
    array([4, 1, 1, 5], dtype=int32)
    >>> ci.searchsorted(np.float32([0, 3, 3, 3, 7]), [3, 0.5], "right")
    array([4, 1], dtype=int32)
    >>> ci.searchsorted(np.int32([0, 3, 3, 3, 7]), 3)
    np.int32(1)
    """
    bound = one_of("side", side, {"left": 0, "right": 1})
    call = begin((b, a, out), queue, context, wait_for)
    if dtype is out is None and is_quick_search(call, b, a):
        made = call.new(a.size, index_type(b.size))
        call.run(ops.binary_search, bound, call.read(a), call.read(b), call.write(made), call.order(order, b.dtype))
        return made
    scalar = not has_type(a) and not np.ndim(a)
    if isinstance(a, (np.ndarray, np.generic)) and not a.ndim:
        a, scalar = (a.item() if has_type(b) else a.reshape(1)), True
    call.check_sorted(order, b=b)
    haystack, needles = comparable(call, b, [a] if scalar and not has_type(a) else a, ("b", "a"))
    out = call.output(out, needles.size, dtype or index_type(haystack.size), zeroed=is_counted(needles))
    search_rows(call, bound, haystack, needles, order, out)
    result = call.give(out)
    return result[0] if scalar and call.on_host else result


class Runs(NamedTuple):
    """The result of :func:`run_lengths`: the keys, starts and lengths of runs."""

    keys: Any
    starts: Any
    lengths: Any


def run_lengths(
    keys: Any,
    *,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Sequence[Array | None] | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Runs:
    """Find the runs of adjacent equal keys: the key, start and length of each run.

    For sorted keys, these are the distinct keys, their first indices and their counts.

    :param keys: n keys of any type, in any order
    :param order: adjacent keys are equal if neither comes before the other in this order
    :param dtype: the type of starts and lengths. Default: int32 if n fits, otherwise int64
    :param out: a tuple of three pyopencl arrays, or None; must not overlap `keys`. The call returns the part of each
        array that it filled
    :param count: a pyopencl array of one integer, which receives the number of runs. The call then does not wait, and
        returns arrays of n elements, of which the first `count` are the result. In new arrays the other elements are
        zero
    :return: :class:`Runs`: the first key, the start index and the length of each run
    :raises Error: without `count`, an array of `out` is too short

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` 1 to 4.

    NaN equals NaN, and 0.0 equals -0.0.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> runs = ci.run_lengths(np.int32([7, 7, 7, 2, 5, 5]))
    >>> runs.keys, runs.starts, runs.lengths
    (array([7, 2, 5], dtype=int32), array([0, 3, 4], dtype=int32), array([3, 1, 2], dtype=int32))
    """
    given = outputs_given(out, 3)
    call = begin((keys, count, *given), queue, context, wait_for)
    keys = call.take(keys, "keys")
    n = size_of(keys)
    index = dtype or index_type(n)
    made = call.outputs(given, (n, dtype_of(keys)), (n, index), (n, index), zeroed=count is not None)
    found = call.run_counted(
        count, ops.unique, (call.read(keys), *[call.write(m) for m in made], call.order(order, dtype_of(keys)))
    )
    return Runs(*call.give(*(made if count is not None else map(call.first, made, repeat(found), given))))


def unique(
    x: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    *,
    order: str | Order | None = None,
    dtype: Any = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Return the sorted distinct values of an array, like numpy.unique.

    :param x: n elements of any type, in any order
    :param return_index: also return the index of the first occurrence of each value
    :param return_inverse: also return, for each element, the index of its value: `take(values, inverse)` is x
    :param return_counts: also return the number of occurrences of each value
    :param order: values are equal if neither comes before the other in this order
    :param dtype: the type of indices and counts. Default: int32 if n fits, otherwise int64
    :param count: a pyopencl array of one integer, which receives the number of values. The call then does not wait,
        and returns arrays of n elements, of which the first `count` are the result. The other elements are zero
    :return: the values, or a tuple of the values and the requested arrays in the order of the flags

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `x` 1.

    All NaNs are one value, which comes last. 0.0 and -0.0 are one value; the result has the first of them in `x`. The
    call sorts a copy of `x`. For keys that are already sorted, :func:`run_lengths` is faster.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> x = np.int32([5, 2, 5, 7, 2])
    >>> ci.unique(x)
    array([2, 5, 7], dtype=int32)
    >>> values, index, inverse, counts = ci.unique(x, True, True, True)
    >>> index, inverse, counts
    (array([1, 0, 3], dtype=int32), array([1, 0, 1, 2, 0], dtype=int32), array([2, 2, 1], dtype=int32))
    """
    call = begin((x, count), queue, context, wait_for)
    refuse_to_wait(call, count)
    x = call.take(x, "x")
    n, index, length = x.size, dtype or index_type(x.size), x.length if is_counted(x) else None
    keys = sorted_copy(call, x)
    permutation: Any = None
    if return_index or return_inverse:
        permutation = call.new(n, index, zeroed=length is not None)
        part = again(call, keys)
        part.run(ops.sort_indices, part.write(keys), part.write(permutation), call.order(order, keys.dtype))
    else:
        part = again(call, keys)
        part.run(ops.sort_keys, part.write(keys), call.order(order, keys.dtype))
    partly = count is not None
    values = call.new(n, keys.dtype, zeroed=partly)
    starts = call.new(n, index, zeroed=partly) if permutation is not None else None
    lengths = call.new(n, index, zeroed=partly) if return_counts else None
    part = again(call, keys)
    outs = [part.write(made) for made in (values, starts, lengths)]
    found = part.run_counted(count, ops.unique, (part.read(keys), *outs, call.order(order, keys.dtype)))
    results = [values if count is not None else call.first(values, found)]
    begins: Any = None
    if starts is not None:
        begins = counted(starts, count) if count is not None else call.first(starts, found)
    if return_index:
        first = call.new(begins.size, index, zeroed=partly)
        part = again(call, first)
        part.run(ops.gather, part.read(begins), part.read(permutation), part.write(first))
        results.append(first)
    if return_inverse:
        inverse = call.new(n, index, zeroed=length is not None)
        if n:
            _inverse(again(call, inverse), begins, length, permutation, inverse)
        results.append(inverse)
    if lengths is not None:
        results.append(lengths if count is not None else call.first(lengths, found))
    return call.give(*results)


def _inverse(call: Call, begins: Any, length: Any, permutation: Array, inverse: Array) -> None:
    """Write to each element the index of its run.

    Runs begin at `begins` in sorted order.
    """
    call.write(inverse)
    call.listed = call.named({"inverse": inverse, "permutation": permutation})
    snippet = text_at["inverse[permutation[i]] = segment;"], text_at[None], 2
    if length is None:
        call.run(ops.transform_load_balance, inverse.size, call.read(begins), *snippet)
    else:
        call.run(ops.transform_load_balance_counted, inverse.size, call.read(length), call.read(begins), *snippet)
