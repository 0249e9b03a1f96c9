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
    begin,
    counted,
    dtype_of,
    index_type,
    one_of,
    ops,
    outputs_given,
    refuse_column,
    sequence_of_arrays,
    size_of,
    text_at,
)
from ._native import Error
from ._searches import again, comparable, is_counted, orders_of, refuse_to_wait, same_sizes, search_rows, sorted_copy
from ._types import element_type

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
        that it filled. Without `out` the call first counts the rows, then creates arrays of the exact size
    :param count: a pyopencl array of one integer, which receives the number of rows. It requires `out`. The call then
        does not wait, does not write rows that exceed `out`, and returns all of `out`
    :return: the row indices in `a` and in `b`; -1 means no row. For "semi" and "anti" only the row indices in `a`
    :raises CheckError: with `assume_sorted`, keys on the host are not sorted
    :raises Error: without `count`, an array of `out` is too short

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: 1. With `assume_sorted` and one column, 1 to 2 on GPUs; on CPUs, at most
    3 (n + m) evaluations of `a` and of `b` in all.

    Columns of different types are compared in the type numpy.result_type(a, b); one column with `assume_sorted` must
    have one type on both sides. NaN equals NaN, and 0.0 equals -0.0. :func:`take_columns` gathers the rows of the
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
    refuse_column(a, "a")
    refuse_column(b, "b")
    several = isinstance(a, tuple) or isinstance(b, tuple)
    a_columns, b_columns = _columns(a, "a", several), _columns(b, "b", several)
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
    left, right = [], []
    for k, (x, y) in enumerate(zip(a_columns, b_columns, strict=True)):
        names = (f"a[{k}]", f"b[{k}]") if several else ("a", "b")
        x, y = call.take_alike(x, y, names=names) if assume_sorted and not several else comparable(call, x, y, names)
        left.append(x)
        right.append(y)
    same_sizes(left, "a")
    same_sizes(right, "b")
    index = dtype or index_type(max(left[0].size, right[0].size))
    if several or not assume_sorted:
        return _Join(call, kind, left, right, orders, assume_sorted).join(given, count, index)
    arguments = (kind, call.read(left[0]), call.read(right[0]))
    address = call.order(order, left[0].dtype)
    rows: list[Array | None] = list(given)
    counted_first = count is None and any(r is None for r in given)
    if counted_first:
        found = call.run_counted(None, ops.join, (*arguments, NONE, NONE), (address,))
        refuse_short(given, found)
        rows = [call.new(found, index) if r is None else call.first(r, found, r) for r in rows]
    outputs = [call.write(r) for r in rows] + [NONE]
    if counted_first:
        call.run(ops.join, *arguments, *outputs[:2], NONE, 0, address)
    else:
        found = call.run_counted(count, ops.join, (*arguments, *outputs[:2]), (address,))
        rows = [r if r is None or count is not None else call.first(r, found, r) for r in rows]
    return call.give(*rows)


def refuse_short(out: Sequence[Array | None], rows: int, name: str = "join") -> None:
    """Raise an error if an array of `out` is too short for the rows of the result."""
    for array in out:
        if array is not None and array.size < rows:
            raise Error(
                f"{name}: an array of out has {array.size} elements, but the result has {rows} rows",
                -3003,
                "CLIV_CAPACITY",
            )


def _columns(keys: Any, name: str, several: bool) -> tuple[Any, ...]:
    """Return the columns of the keys of one side."""
    if not several:
        if isinstance(keys, list) and keys and np.ndim(keys[0]):
            raise TypeError(f"{name} is a list of arrays, but keys of several columns must be a tuple")
        return (keys,)
    if not isinstance(keys, tuple):
        raise TypeError(f"keys of several columns must be a tuple on both sides, but {name} is {type(keys).__name__}")
    if not keys:
        raise ValueError(f"{name} has no columns")
    return sequence_of_arrays(keys, name)


class _Join:
    """A join of rows in any order.

    The join sorts the right side and searches each row of the left side in the sorted rows. The search gives the
    number of pairs, and a load-balanced expansion writes the pairs.
    """

    def __init__(
        self, call: Call, kind: int, left: list[Any], right: list[Any], orders: Sequence[Any], is_sorted: bool
    ) -> None:
        self.call, self.kind = call, kind
        self.n, self.m = left[0].size, right[0].size
        self.left_length, self.right_length = (getattr(side[0], "length", None) for side in (left, right))
        index = index_type(max(self.n, self.m))
        self.index = index
        keys = self._as_they_are(right) if is_sorted else self._sort_right(right, orders)
        self.first, self.equal = call.new(self.n, index), call.new(self.n, index, zeroed=self.left_length is not None)
        outs = {"lower": self.first, "equal": self.equal}
        search_rows(again(call, self.first), keys, left, orders, outs)
        self.keys, self.orders = keys, orders

    def _as_they_are(self, right: list[Any]) -> list[Any]:
        """Use a right side that is already sorted."""
        self.permutation = self.call.new(self.m, self.index)
        part = again(self.call, self.permutation)
        part.run(ops.copy, part.read(generate("i", self.m, self.index)), part.write(self.permutation))
        return right

    def _sort_right(self, right: list[Any], orders: Sequence[Any]) -> list[Any]:
        """Sort the right side, and return the sorted columns.

        `permutation` receives the row indices in sorted order.
        """
        call = self.call
        self.permutation = call.new(self.m, self.index, zeroed=self.right_length is not None)
        if len(right) == 1:
            keys = sorted_copy(call, right[0])
            part = again(call, keys)
            order = call.order(orders[0], keys.dtype)
            part.run(ops.sort_indices, part.write(keys), part.write(self.permutation), order)
            return [keys]
        part = again(call, *right)
        part.listed = b"".join(map(part.read, right))
        pointers = part.memory(
            np.array([part.order(o, c.dtype) for o, c in zip(orders, right, strict=True)], np.uintp).tobytes()
        )
        part.run(ops.sort_rows, pointers, len(right), part.write(self.permutation))
        rows = counted(self.permutation, self.right_length) if self.right_length is not None else self.permutation
        columns = [call.new(self.m, column.dtype) for column in right]
        part = again(call, *right)
        part.listed = b"".join(map(part.read, right))
        listed = part.memory(b"".join(map(part.write, columns)))
        part.run(ops.gather_columns, part.read(rows), listed, len(columns))
        return [counted(c, self.right_length) if self.right_length is not None else c for c in columns]

    def _body(self, n: int, length: Any, body: str, write: Sequence[str], **arrays: Any) -> None:
        """Run a body for each i below n, or below the device-side length."""
        part = again(self.call, *arrays.values())
        for name in write:
            part.write(arrays[name])
        part.listed = part.named(arrays)
        part.run(ops.transform, n, part.length_at(length), text_at[body], text_at[None], len(arrays))

    def _compact(self, n: int, length: Any, keep: str, out: Array, count: Array | None, **arrays: Any) -> Any:
        """Write the indices for which an expression is true, and return their count.

        The indices are below n, or below the device-side length.
        """
        numbers = generate("i", n, out.dtype)
        part = again(self.call, out)
        part.listed = part.named(arrays)
        source = part.read(counted(numbers, length) if length is not None else numbers)
        snippet = text_at[keep], text_at[None], len(arrays)
        return part.run_counted(count, ops.compact, (source, *snippet, part.write(out)))

    def _pairs(self, sums: Array) -> Array:
        """Return the offset of the pairs of each left row, and write the total to sums[0]."""
        least = 1 if self.kind in (1, 3) else 0
        offsets = self.call.new(self.n, np.int64)
        sizes = generate("max((long)equal[i], least)", self.n, "int64", equal=self.equal, least=least)
        part = again(self.call, offsets)
        source = part.read(counted(sizes, self.left_length) if self.left_length is not None else sizes)
        add = part.op("add", np.dtype(np.int64))
        part.run(ops.scan_exclusive, source, part.write(offsets), add, part.write(sums[0:1]))
        return offsets

    def _rest(self, sums: Array) -> Array:
        """Return the right rows without a match, and write their count to sums[1]."""
        call, m = self.call, self.m
        found = call.new(m, np.uint8, zeroed=True)
        self._body(
            self.n, self.left_length, "if (equal[i] > 0) found[first[i]] = 1;", ["found"],
            equal=self.equal, first=self.first, found=found,
        )  # fmt: skip
        begins, alone, rest = call.new(m, self.index), call.new(m, np.uint8), call.new(m, self.index)
        search_rows(again(call, begins), self.keys, self.keys, self.orders, {"lower": begins})
        self._body(
            m, self.right_length, "alone[permutation[i]] = !found[begins[i]];", ["alone"],
            alone=alone, permutation=self.permutation, found=found, begins=begins,
        )  # fmt: skip
        self._compact(m, self.right_length, "alone[i]", rest, sums[1:2], alone=alone)
        return rest

    def _write(self, rows: Sequence[Array | None], offsets: Array, most: int, sums: Array, known: bool) -> None:
        """Write the pairs.

        If `known`, `most` is their count. Otherwise the count is on the device, and `most` is the capacity.
        """
        part = again(self.call, *rows)
        arrays: dict[str, Any] = {"equal": self.equal, "first": self.first, "permutation": self.permutation}
        body = ""
        for name, value, array in zip(
            ("left", "right"),
            ("segment", "rank < (ulong)equal[segment] ? permutation[first[segment] + rank] : -1"),
            rows,
            strict=True,
        ):
            if array is not None:
                part.write(array)
                arrays[name] = array
                body += f"{name}[i] = {value}; "
        part.listed = part.named(arrays)
        snippet = text_at[body], text_at[None], len(arrays)
        begins = part.read(counted(offsets, self.left_length) if self.left_length is not None else offsets)
        if known:
            part.run(ops.transform_load_balance, most, begins, *snippet)
        else:
            part.run(ops.transform_load_balance_counted, most, part.read(sums[0:1]), begins, *snippet)

    def _selected(self, out: Array | None, count: Array | None, index: Any) -> Any:
        """Return the left rows with a match (semi join), or without a match (anti join)."""
        made = self.call.output(out, self.n, index)
        keep = "equal[i] > 0" if self.kind == _JOINS["semi"] else "equal[i] == 0"
        found = self._compact(self.n, self.left_length, keep, made, count, equal=self.equal)
        return self.call.give(made if count is not None else self.call.first(made, found, out))

    def join(self, out: Sequence[Array | None], count: Array | None, index: Any) -> Any:
        """Return the row indices of the result."""
        call = self.call
        if self.kind >= _JOINS["semi"]:
            return self._selected(out[0], count, index)
        sums = call.new(2, np.int64, zeroed=True)
        offsets = self._pairs(sums)
        rest = self._rest(sums) if self.kind in (2, 3) else None
        if count is not None:
            return self._write_counted(out, count, sums, offsets, rest)
        pairs, others = sums.get(call.queue).tolist()
        rows = [call.new(pairs + others, index) if array is None else array for array in out]
        refuse_short(out, pairs + others)
        self._write(rows, offsets, pairs, sums, True)
        if rest is not None:
            self._body(
                others, None, "left[at + i] = -1; right[at + i] = rest[i];", ["left", "right"],
                left=rows[0], right=rows[1], rest=rest, at=pairs,
            )  # fmt: skip
        return call.give(*map(call.first, rows, repeat(pairs + others), out))

    def _write_counted(
        self, rows: Sequence[Array | None], count: Array, sums: Array, offsets: Array, rest: Array | None
    ) -> Any:
        """Write rows to arrays that may be too short, and the number of rows to `count`."""
        capacity = min(array.size for array in rows if array is not None)
        self._write(rows, offsets, capacity, sums, False)
        if rest is not None:
            arrays: dict[str, Any] = {"rest": rest, "sums": sums, "capacity": capacity}
            body, values = "const long j = sums[0] + (long)i; if (j < capacity) { ", {"left": "-1", "right": "rest[i]"}
            given = {name: array for name, array in zip(values, rows, strict=True) if array is not None}
            body += "".join(f"{name}[j] = {values[name]}; " for name in given) + "}"
            self._body(self.m, sums[1:2], body, [*given], **arrays, **given)
        kind = element_type(count.dtype).name
        self._body(1, None, f"total[0] = convert_{kind}_sat(sums[0] + sums[1]);", ["total"], total=count, sums=sums)
        return self.call.give(*rows)


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
