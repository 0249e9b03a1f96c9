# SPDX-License-Identifier: Apache-2.0
"""Selections of the smallest or largest keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyopencl as cl

from ._call import (
    Array,
    Context,
    Order,
    Wait,
    begin,
    dtype_of,
    index_type,
    ops,
    outputs_given,
    size_of,
    whole_number,
)
from ._searches import is_counted, reshaped


def top_k(
    keys: Any,
    k: int,
    *,
    order: str | Order | None = None,
    indices: bool = True,
    dtype: Any = None,
    out: Sequence[Array | None] | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Select the k smallest or largest keys in order, and their indices.

    The result is the first k elements of a stable sort: of equal keys, the key with the lower index comes first.

    :param keys: n keys of any type
    :param k: the number of keys. If k > n, all n keys are returned
    :param order: "greater" selects the k largest keys
    :param indices: False returns only the keys
    :param dtype: the type of the indices. Default: int32 if n fits, otherwise int64
    :param out: a tuple of two pyopencl arrays of at least min(k, n) elements, for the keys and their indices; must
        not overlap `keys`
    :return: min(k, n) keys and their indices in `keys`

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` 1 to 1.2. If a sample of the keys is not representative, up to 6
    on GPUs.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.top_k(np.int32([7, 3, 9, 3, 5]), 3, order="greater")
    (array([9, 7, 5], dtype=int32), array([2, 0, 4], dtype=int32))
    """
    k = whole_number(k, "k")
    alone = not indices and isinstance(out, (tuple, list)) and len(out) == 1
    given = outputs_given((*out, None) if alone and out else out, 2)
    call = begin((keys, *given), queue, context, wait_for)
    keys = call.take(keys, "keys")
    count, partly = min(k, size_of(keys)), is_counted(keys)
    top = call.output(given[0], count, dtype_of(keys), zeroed=partly)
    index = dtype or index_type(size_of(keys))
    top_indices = call.output(given[1], count, index, zeroed=partly) if indices else None
    call.run(ops.top_k, call.read(keys), k, call.write(top), call.write(top_indices), call.order(order, dtype_of(keys)))
    return call.give(top, top_indices) if indices else call.give(top)


def segmented_top_k(
    keys: Any,
    offsets: Any,
    k: int,
    *,
    order: str | Order | None = None,
    fill: Any = 0,
    dtype: Any = None,
    out: Sequence[Array | None] | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Select the k smallest or largest keys of each segment, and their indices.

    Row s of the result has the first k elements of a stable sort of segment s. If the segment has fewer than k keys,
    the rest of the row is `fill`, and the indices are -1.

    :param keys: n keys of any type
    :param offsets: the index in `keys` at which each segment begins: ascending integers from 0 to n. The last segment
        ends with the keys
    :param k: the number of keys of a row
    :param order: "greater" selects the k largest keys
    :param fill: a value of the type of `keys`
    :param dtype: the type of the indices. Default: int32 if n fits, otherwise int64
    :param out: a tuple of two pyopencl arrays of len(offsets) * k elements, of one dimension or of len(offsets) rows,
        for the keys and their indices. The call does not write `fill` to your own array of keys
    :return: two arrays of len(offsets) rows of k elements: the keys, and their indices in `keys`
    :raises CheckError: offsets on the host descend or are out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` 1 to 1.2, `offsets` 2 to 8.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> keys, indices = ci.segmented_top_k(np.int32([7, 3, 9, 3, 5, 8]), [0, 3, 3], 2)
    >>> keys
    array([[3, 7],
           [0, 0],
           [3, 5]], dtype=int32)
    >>> indices
    array([[ 1,  0],
           [-1, -1],
           [ 3,  4]], dtype=int32)
    """
    k = whole_number(k, "k")
    given = outputs_given(out, 2)
    call = begin((keys, offsets, *given), queue, context, wait_for)
    call.check_offsets(offsets, size_of(keys), "offsets")
    keys, offsets = call.take(keys, "keys"), call.take_indices(offsets, "offsets")
    rows = size_of(offsets)
    outs = [reshaped(g, -1) if isinstance(g, Array) and len(g.shape) == 2 and g.flags.c_contiguous else g for g in given]
    top = call.output(outs[0], rows * k, dtype_of(keys))
    top_indices = call.output(outs[1], rows * k, dtype or index_type(size_of(keys)))
    if given[0] is None:
        call.fill(top, fill)
    if given[1] is None and is_counted(offsets):
        call.fill(top_indices, -1)
    call.run(
        ops.segmented_top_k,
        call.read(keys),
        call.read(offsets),
        k,
        call.write(top),
        call.write(top_indices),
        call.order(order, dtype_of(keys)),
    )
    return tuple(array.reshape(rows, k) for array in call.give(top, top_indices))
