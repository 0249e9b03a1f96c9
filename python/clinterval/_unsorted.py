# SPDX-License-Identifier: Apache-2.0
"""Searches, distinct values and runs: of values in any order."""

from __future__ import annotations

from collections.abc import Sequence
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
from ._counted import whole
from ._searches import again, beside, is_counted, refuse_to_wait, search_rows, sorted_copy


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
    """The index in b, which is sorted, before which each value of a keeps b sorted: as numpy.searchsorted(b, a, side).

    The values of a are in any order. For needles that are sorted, :func:`sorted_search` is faster.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.searchsorted(np.int32([0, 3, 3, 3, 7]), np.int32([6, 1, 3, 9]))
    array([4, 1, 1, 5], dtype=int32)
    >>> clinterval.searchsorted(np.float32([0, 3, 3, 3, 7]), [3, 0.5], "right")
    array([4, 1], dtype=int32)
    >>> clinterval.searchsorted(np.int32([0, 3, 3, 3, 7]), 3)
    np.int32(1)

    Arrays of different types are compared in the type that numpy.result_type gives; a list or scalar next to an array is
    converted to the array's type, and is a TypeError where its values do not fit. NaN comes after all numbers.

    :param b: n values in `order`; a NumPy array or list that is not sorted is a ValueError
    :param a: m values, or one
    :param side: "left", before equal values of b, or "right", after them
    :param dtype: of the result: int32 by default where n fits, else int64
    :param out: an array of m elements of the device for the result
    :return: m indices from 0 to n; of one value a scalar, on the device an array of one element
    """
    bound = one_of("side", side, {"left": 0, "right": 1})
    call = begin((b, a, out), queue, context, wait_for)
    scalar = not has_type(a) and not np.ndim(a)
    if isinstance(a, (np.ndarray, np.generic)) and not a.ndim:
        a, scalar = (a.item() if has_type(b) else a.reshape(1)), True
    call.check_sorted(order, b=b)
    haystack, needles = beside(call, b, [a] if scalar and not has_type(a) else a, ("b", "a"))
    out = call.output(out, needles.size, dtype or index_type(haystack.size), zeroed=is_counted(needles))
    search_rows(call, [haystack], [needles], [order], {("lower", "upper")[bound]: out})
    result = call.give(out)
    return result[0] if scalar and call.on_host else result


class Runs(NamedTuple):
    """Runs of equal neighbors, as :func:`run_lengths` finds them."""

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
    """The runs of equal neighbors: the key of each, the index at which it begins, and its length.

    >>> import clinterval
    >>> import numpy as np
    >>> runs = clinterval.run_lengths(np.int32([7, 7, 7, 2, 5, 5]))
    >>> runs.keys, runs.starts, runs.lengths
    (array([7, 2, 5], dtype=int32), array([0, 3, 4], dtype=int32), array([3, 1, 2], dtype=int32))

    Of sorted keys these are the distinct ones and their counts. Neighbors are equal where neither comes before the
    other in `order`: so 0.0 equals -0.0, and NaN equals NaN. The key of a run is the first of it.

    :param keys: n keys in any order
    :param dtype: of starts and lengths: int32 by default where n fits, else int64
    :param out: three arrays of the device; what is returned is the beginning of each. None among them: a new one
    :param count: an array of one integer on the device for the number of runs: the call then waits for nothing, and the
        arrays returned have n elements, of which so many count; in new arrays the others are zero
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
    return Runs(*call.give(*(made if count is not None else [whole(m)[found] for m in made])))


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
    """The distinct values of x, sorted: as numpy.unique. x is in any order.

    >>> import clinterval
    >>> import numpy as np
    >>> x = np.int32([5, 2, 5, 7, 2])
    >>> clinterval.unique(x)
    array([2, 5, 7], dtype=int32)
    >>> values, index, inverse, counts = clinterval.unique(x, True, True, True)
    >>> index, inverse, counts
    (array([1, 0, 3], dtype=int32), array([1, 0, 1, 2, 0], dtype=int32), array([2, 2, 1], dtype=int32))

    All NaNs are one value, the last, and 0.0 and -0.0 are one, of which the first in x is returned. For the runs of
    equal neighbors of an array as it is, see :func:`run_lengths`.

    :param return_index: return the index of the first occurrence of each value, too
    :param return_inverse: return the index among the values of each element, too: `values[inverse]` is x
    :param return_counts: return how often each value occurs, too
    :param dtype: of the indices and counts: int32 by default where x.size fits, else int64
    :param count: an array of one integer on the device for the number of values: the call then waits for nothing, and
        arrays of x.size elements are returned, of which so many count; the others are zero
    :return: the values, or a tuple of them and of what the flags ask for, in the order of the flags
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
    results = [values[found]]
    begins: Any = None
    if starts is not None:
        begins = counted(starts, count) if count is not None else starts[found]
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
        results.append(lengths[found])
    return call.give(*results)


def _inverse(call: Call, begins: Any, length: Any, permutation: Array, inverse: Array) -> None:
    """Write the number of its run to each element, of runs that begin at `begins` in the sorted order."""
    call.write(inverse)
    call.listed = call.named({"inverse": inverse, "permutation": permutation})
    snippet = text_at["inverse[permutation[i]] = segment;"], text_at[None], 2
    if length is None:
        call.run(ops.transform_load_balance, inverse.size, call.read(begins), *snippet)
    else:
        call.run(ops.transform_load_balance_counted, inverse.size, call.read(length), call.read(begins), *snippet)
