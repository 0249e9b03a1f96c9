# SPDX-License-Identifier: Apache-2.0
"""Joins, and set operations on sorted arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np
import pyopencl as cl

from ._arguments import generate
from ._call import (
    NONE,
    Array,
    Call,
    Context,
    Order,
    Wait,
    addressof,
    begin,
    built_in_order,
    c_size_t,
    columns_of_keys,
    counted,
    dtype_of,
    index_type,
    one_of,
    ops,
    outputs_given,
    size_of,
    text_at,
)
from ._native import Error
from ._searches import again, common_dtype, comparable, copied, is_counted, orders_of, refuse_to_wait, same_sizes, search_rows

_JOINS = {"inner": 0, "left": 1, "right": 2, "full": 3, "outer": 3, "semi": 4, "anti": 5}
_SETS = {"intersection": 0, "union": 1, "difference": 2, "symmetric_difference": 3}
_DIRECTIONS = {"backward": 0, "forward": 1}


def join(
    a: Any,
    b: Any,
    how: str = "inner",
    *,
    assume_sorted: bool = False,
    order: Any = None,
    dtype: Any = None,
    out: Sequence[Array | None] | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Join two tables on equal keys, and return the row indices of the pairs.

    The rows may be in any order. Pairs are in the order of `a`, and the matches of one row of `a` in the order of
    `b`. A row of `a` without a match keeps its position ("left", "full"). Rows of `b` without a match come last, in
    the order of `b` ("right", "full").

    :param a: a column of n keys, or a tuple of columns of n rows
    :param b: a column of m keys, or a tuple with the same number of columns, of m rows
    :param how: "inner", "left", "right", "full" (or "outer"), "semi" (rows of `a` that have a match, each once), or
        "anti" (rows of `a` that have no match)
    :param assume_sorted: both sides are sorted by `order`. The result is the same. With one column, the call merges
        the sides, which is faster
    :param order: the order of the keys; for several columns a tuple of one order for each column
    :param dtype: the type of the row indices. Default: int32 if n and m fit, otherwise int64
    :param out: a tuple of two pyopencl arrays for the row indices, or None. The call returns the part of each array
        that it filled
    :param count: a pyopencl array of one integer, which receives the number of rows. It requires `out`. The call then
        does not wait, does not write rows that exceed `out`, and returns all of `out`
    :return: the row indices in `a` and in `b`; -1 means no row. For "semi" and "anti" only the row indices in `a`
    :raises CheckError: with `assume_sorted`, keys on the host are not sorted
    :raises Error: without `count`, an array of `out` is too short

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: 1. With `assume_sorted` and one column, 1 to 2 on GPUs; on CPUs, at most
    3 (n + m) evaluations of `a` and of `b` in all.

    Columns of different types are compared in the type numpy.result_type(a, b); one column with `assume_sorted` must
    have one type on both sides. NaN equals NaN, NaT equals NaT, and 0.0 equals -0.0. Structures without an order are
    compared by their bytes. The call without `assume_sorted` is fastest if `b` is the smaller table. :func:`take_columns` gathers the rows of the
    result; its `fill` is the value for a missing row.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> a, b = np.int32([7, 3, 9]), np.int32([9, 7, 5, 7])
    >>> ci.join(a, b)
    (array([0, 0, 2], dtype=int32), array([1, 3, 0], dtype=int32))
    >>> ci.join(a, b, how="full")
    (array([ 0,  0,  1,  2, -1], dtype=int32), array([ 1,  3, -1,  0,  2], dtype=int32))
    >>> ci.join(a, b, how="anti")
    array([1], dtype=int32)

    A key of several columns is a tuple:

    >>> ci.join((np.int32([1, 1, 2]), np.uint8([5, 6, 5])), (np.int32([2, 1]), np.uint8([5, 6])))
    (array([1, 2], dtype=int32), array([1, 0], dtype=int32))
    """
    kind = one_of("how", how, _JOINS)
    sides = 2 if kind < _JOINS["semi"] else 1
    if count is not None and out is None:
        raise ValueError("out is None, but is required with count: the host does not have the size of the result")
    longer = sides == 1 and isinstance(out, (tuple, list)) and len(out) == 2
    given = outputs_given(out[:1] if longer and out else out, sides)
    a_columns, b_columns = columns_of_keys(a, "a"), columns_of_keys(b, "b")
    several = a_columns is not None
    if several != (b_columns is not None):
        name, kind_of = ("b", type(b)) if several else ("a", type(a))
        raise TypeError(f"keys of several columns must be a tuple on both sides, but {name} is {kind_of.__name__}")
    a_columns, b_columns = a_columns or (a,), b_columns or (b,)
    if len(a_columns) != len(b_columns):
        raise TypeError(f"a has {len(a_columns)} columns, but b has {len(b_columns)}")
    orders = orders_of(order, len(a_columns)) if isinstance(order, tuple) and not isinstance(order, Order) else None
    orders = orders or [order] * len(a_columns)
    call = begin((*a_columns, *b_columns, *given, count), queue, context, wait_for)
    refuse_to_wait(call, count)
    if assume_sorted and several:
        call.check_rows(a_columns, orders, "a")
        call.check_rows(b_columns, orders, "b")
    elif assume_sorted:
        call.check_sorted(order, a=a, b=b)
    merges = assume_sorted and not several
    left, right = [], []
    for k, (x, y) in enumerate(zip(a_columns, b_columns, strict=True)):
        names = (f"a[{k}]", f"b[{k}]") if several else ("a", "b")
        x, y = call.take_alike(x, y, names=names) if merges else comparable(call, x, y, names)
        left.append(x)
        right.append(y)
    same_sizes(left, "a")
    same_sizes(right, "b")
    n, m = left[0].size, right[0].size
    index, size = dtype or index_type(max(n, m)), _capacity(kind, n, m)
    if merges:
        keys = call.read(left[0]), call.read(right[0])
        return write_rows(call, ops.join, (kind, *keys), (call.order(order, left[0].dtype),), given, count, size, index)
    columns = [_alike(call, *pair) for pair in zip(left, right, orders, strict=True)]
    call.listed = b"".join(call.read(x) for x, _ in columns)
    b_keys = call.memory(b"".join(call.read(y) for _, y in columns))
    return write_rows(call, ops.join_unsorted, (kind, b_keys, len(columns)), (), given, count, size, index)


def write_rows(
    call: Call,
    operation: Any,
    before: Sequence[Any],
    after: Sequence[Any],
    given: Sequence[Array | None],
    count: Array | None,
    size: int,
    index: Any,
) -> Any:
    """Run a join, and return the row indices.

    :param before, after: the arguments before the row arrays, and after the counts
    :param given: the caller's row arrays. Without `count`, None means that the call creates the array
    :param size: the size of new arrays. If the result is longer, the join runs again with arrays of the exact size
    :param index: the type of new arrays
    """

    def outputs(rows: Sequence[Array | None]) -> list[bytes]:
        return [call.write(r) for r in rows] + [NONE] * (2 - len(given))

    if count is not None:
        call.run(operation, *before, *outputs(given), call.write(count), 0, *after)
        return call.give(*given)
    found = c_size_t()
    while True:
        rows = [call.new(size, index) if r is None else r for r in given]
        try:
            call.run(operation, *before, *outputs(rows), NONE, addressof(found), *after)
        except Error as short:
            if short.name != "CLIV_CAPACITY":
                raise
            _refuse_short(given, found.value, operation)
            size = found.value
        else:
            return call.give(*map(call.first, rows, repeat(found.value), given))


def _refuse_short(out: Sequence[Array | None], rows: int, operation: Any) -> None:
    """Raise an error if an array of `out` is too short for the rows of the result."""
    name = "join_overlaps" if operation is ops.join_overlaps else "join"
    for array in out:
        if array is not None and array.size < rows:
            raise Error(
                f"{name}: an array of out has {array.size} elements, but the result has {rows} rows",
                -3003,
                "CLIV_CAPACITY",
            )


def _capacity(kind: int, n: int, m: int) -> int:
    """Return the size of the first arrays for the result.

    The arrays are long enough if one side has distinct keys.
    """
    return n if kind >= _JOINS["semi"] else n + m


def _numbered(call: Call, x: Any, y: Any, order: Any) -> Sequence[Any]:
    """Return two columns of integers for two columns of keys.

    The integers are equal where the keys are equal in a user-defined order: neither key comes before the other.
    """
    keys, index = copied(call, y), index_type(y.size)
    part = again(call, keys)
    part.run(ops.sort_keys, part.write(keys), part.order(order, keys.dtype))
    lower, upper, numbers = (call.new(size, index) for size in (x.size, x.size, y.size))
    for bound, needles, out in ((0, x, lower), (1, x, upper), (0, y, numbers)):
        search_rows(call, bound, keys, needles, order, out)
    # A key of x without an equal key of y gets -1, which no key of y gets.
    found = generate("lower[i] < upper[i] ? lower[i] : -1", x.size, index, lower=lower, upper=upper)
    return [counted(c, k.length) if is_counted(k) else c for c, k in ((found, x), (numbers, y))]


def _alike(call: Call, x: Any, y: Any, order: Any) -> Sequence[Any]:
    """Return two columns of keys of one type, whose elements are equal where they are equal in the order."""
    if built_in_order(order) is None:
        return _numbered(call, x, y, order)
    kind = common_dtype(x, y)
    return [c if c.dtype == kind else copied(call, c, kind) for c in (x, y)]


def join_as_of(
    a: Any,
    b: Any,
    direction: str = "backward",
    *,
    same: str | None = None,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Find, for each row of a, the nearest row of b (as-of join of sorted keys).

    For example, the keys are times: the call finds for each trade the latest quote that is not after the trade.

    :param a: n sorted keys of any type
    :param b: m sorted keys of the same type
    :param direction: "backward": the last row of `b` whose key is not after the key of `a`. "forward": the first row
        of `b` whose key is not before the key of `a`
    :param same: an expression of the keys `a` and `b` in OpenCL C. The nearest row is a match only if the expression
        is true
    :param order: the order of the keys
    :param dtype: the type of the row indices. Default: int32 if m fits, otherwise int64
    :param out: a pyopencl array of at least n integers; must not overlap an input
    :return: n row indices of `b`; -1 means no match
    :raises CheckError: keys on the host are not sorted

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `a` and `b` 1 on GPUs. On CPUs, at most n + m evaluations of `a` and of
    `b` in all.

    To search in groups, sort both sides by a structure of group and time, and pass `same="a.group == b.group"`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.join_as_of(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 5, 9]))
    array([0, 2, 2, 3], dtype=int32)
    >>> ci.join_as_of(np.int32([1, 3, 3, 6]), np.int32([0, 3, 3, 5, 9]), "forward", same="b - a <= 2")
    array([ 1,  1,  1, -1], dtype=int32)
    """
    way = one_of("direction", direction, _DIRECTIONS)
    call = begin((a, b, out), queue, context, wait_for)
    call.check_sorted(order, a=a, b=b)
    a, b = call.take_alike(a, b, names=("a", "b"))
    out = call.output(out, size_of(a), dtype or index_type(size_of(b)), zeroed=is_counted(a, b))
    call.run(
        ops.join_as_of,
        way,
        call.read(a),
        call.read(b),
        call.write(out),
        text_at[same],
        call.order(order, dtype_of(a)),
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
    """Compute the intersection, union or difference of two sorted arrays.

    The arrays are multisets, as in std::set_union and the other set algorithms of C++: equal keys of `a` and `b` are
    paired in order.

    :param kind: "intersection", "union", "difference" or "symmetric_difference"
    :param a: n sorted keys of any type
    :param b: m sorted keys of the same type
    :param a_values: n values of any type
    :param b_values: m values of the type of `a_values`
    :param order: the order of the keys
    :param out: a pyopencl array for the keys, or with values a tuple of two; must not overlap an input. The call
        returns the part of each array that it filled
    :param count: a pyopencl array of one integer, which receives the size of the result. The call then does not wait,
        and returns whole arrays, of which the first `count` elements are the result
    :return: sorted keys, or with values a tuple of keys and values
    :raises CheckError: keys on the host are not sorted
    :raises Error: without `count`, an array of `out` is too short

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: values 0 or 1; keys 1 on GPUs. On CPUs, at most 2 (n + m) evaluations of
    `a` and of `b` in all.

    If p keys of `a` equal q keys of `b`, the result has a part of these keys:

    - "intersection": the first min(p, q) keys of `a`
    - "union": all keys of `a`, then the last q - p keys of `b` if q > p
    - "difference": the last p - q keys of `a` if p > q
    - "symmetric_difference": the last keys of the side that has more, abs(p - q) keys

    >>> import clinterval as ci
    >>> import numpy as np
    >>> a, b = np.int32([1, 1, 2, 5, 5, 5]), np.int32([1, 2, 2, 5, 7])
    >>> ci.set_operation("intersection", a, b)
    array([1, 2, 5], dtype=int32)
    >>> ci.set_operation("symmetric_difference", a, b)
    array([1, 2, 5, 5, 7], dtype=int32)
    """
    number = one_of("kind", kind, _SETS)
    with_values = a_values is not None or b_values is not None
    if with_values and (a_values is None or b_values is None):
        raise ValueError("only one of a_values and b_values is None: pass both or neither")
    outs = outputs_given(out, 2) if with_values else (out,)
    call = begin((a, b, a_values, b_values, count, *outs), queue, context, wait_for)
    call.check_sorted(order, a=a, b=b)
    a, b = call.take_alike(a, b, names=("a", "b"))
    if with_values:
        a_values, b_values = call.take_alike(a_values, b_values, names=("a_values", "b_values"))
    n, m = size_of(a), size_of(b)
    most = (min(n, m), n + m, n, n + m)[number]
    partly = count is not None
    if with_values:
        made = call.outputs(outs, (most, dtype_of(a)), (most, dtype_of(a_values)), zeroed=partly)
        function, inputs = ops.set_pairs, [a, a_values, b, b_values]
    else:
        made = call.outputs(outs, (most, dtype_of(a)), zeroed=partly)
        function, inputs = ops.set_keys, [a, b]
    before = (number, *[call.read(x) for x in inputs], *[call.write(m) for m in made])
    found = call.run_counted(count, function, before, (call.order(order, dtype_of(a)),))
    return call.give(*(made if count is not None else map(call.first, made, repeat(found), outs)))
