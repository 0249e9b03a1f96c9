# SPDX-License-Identifier: Apache-2.0
"""Group-by of rows in any order."""

from __future__ import annotations

from collections import namedtuple
from keyword import iskeyword
from struct import pack
from typing import Any

import numpy as np
import pyopencl as cl

from ._arguments import Op, generate
from ._call import Array, Call, Context, Wait, begin, columns_of_keys, dtype_of, has_type, index_type, ops, size_of
from ._native import NONE
from ._scans import result_type
from ._searches import again, is_counted, same_sizes

# The operators that group_by() adds to the operators of reduce(). A count has no operator.
_OPERATORS: dict[str, Any] = {
    "sum": "add", "mean": "add", "min": "min", "max": "max", "first": Op("a"), "last": Op("b"), "count": None,
}  # fmt: skip


def _mean_type(dtype: Any) -> np.dtype[Any]:
    given = np.dtype(dtype)
    if given.kind not in "biuf":
        raise TypeError(f"the operator 'mean' does not apply to {given}")
    return given if given.kind == "f" else np.dtype(np.float64)


class _Aggregate:
    """An aggregate: the column of values, and the operator. A count may have no column."""

    values: Any
    op: Any
    is_count: bool
    is_mean: bool

    def __init__(self, name: str, given: Any) -> None:
        if name.startswith("_") or not name.isidentifier() or iskeyword(name):
            raise ValueError(f"{name!r} cannot be the name of a result: it must be an identifier without leading underscore")
        if isinstance(given, tuple):
            if len(given) != 2:
                raise TypeError(f"{name} is a tuple of {len(given)}, but must be a column, or a tuple of a column and an operator")
            self.values, op = given
        elif name in _OPERATORS:
            self.values, op = given, name
        else:
            raise TypeError(f"{name} must be a tuple of a column and an operator: only {', '.join(_OPERATORS)} are known by name")
        known = isinstance(op, str) and op in _OPERATORS
        self.is_count, self.is_mean = known and op == "count", known and op == "mean"
        self.op = _OPERATORS[op] if known else op
        if self.is_count and self.values is True:
            self.values = None
        elif self.values is None or not (has_type(self.values) or np.ndim(self.values)):
            kind = type(self.values).__name__
            raise TypeError(f"{name} is {kind}, but must be {'True, or ' if self.is_count else ''}a column of values")


def group_by(
    keys: Any,
    *,
    first_rows: bool = False,
    groups: bool = False,
    dtype: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **aggregates: Any,
) -> Any:
    """Group rows by one or more columns of keys in any order, and combine the values of each group.

    :param keys: n keys of any type, or a tuple of columns
    :param first_rows: also return the index of the first row of each group
    :param groups: also return the index of the group of each row
    :param dtype: the type of indices and counts. Default: int32 if n fits, otherwise int64
    :param aggregates: columns of at least n values. The name of the argument is the name of the result. The names
        `sum`, `mean`, `min`, `max`, `first`, `last` and `count` also select the operator. Any other name requires a
        tuple of a column and an operator: one of these names, or an operator as for :func:`reduce_by_key`. `count`
        counts the rows of each group and does not read values, so its column may be True
    :return: a named tuple: `keys`, an array or a tuple of arrays in ascending order; `first_rows` and `groups` if
        requested; an array for each aggregate

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` 1 to 12, aggregates 1 to 6.

    Sums have the type of numpy.sum, and means the type of numpy.mean. A NaN makes a sum or mean NaN, but `min` and
    `max` ignore NaN and NaT. Operators are applied in the order of the rows. In keys NaN equals NaN and comes last, as
    NaT does. Structures are compared by their bytes.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> shops, sales = np.int32([7, 3, 7, 5, 3]), np.int32([1, 2, 3, 4, 5])
    >>> result = ci.group_by(shops, sum=sales, count=True, largest=(sales, "max"))
    >>> result.keys, result.sum, result.count, result.largest
    (array([3, 5, 7], dtype=int32), array([7, 4, 4]), array([2, 1, 2], dtype=int32), array([5, 4, 3], dtype=int32))
    """
    for name, flag in (("first_rows", first_rows), ("groups", groups)):
        if not isinstance(flag, (bool, np.bool_)):
            raise TypeError(f"{name} is {type(flag).__name__}, but must be True or False: no aggregate has this name")
    several = columns_of_keys(keys, "keys")
    columns = several or (keys,)
    asked = {name: _Aggregate(name, given) for name, given in aggregates.items()}
    call = begin((*columns, *(a.values for a in asked.values())), queue, context, wait_for)
    taken = [call.take(column, f"keys[{k}]" if several else "keys") for k, column in enumerate(columns)]
    same_sizes(taken, "keys")
    n, partly = size_of(taken[0]), is_counted(*taken)
    index = dtype or index_type(n)
    for name, aggregate in asked.items():
        aggregate.values = call.take_if_given(aggregate.values, name)
        if aggregate.values is not None and size_of(aggregate.values) < n:
            raise ValueError(f"{name} has {size_of(aggregate.values)} elements, but there are {n} keys")
    made = [call.new(n, dtype_of(column)) for column in taken]
    firsts = call.new(n, index) if first_rows or any(map(_is_date, taken)) else None
    numbers = call.new(n, index, zeroed=partly) if groups else None
    results: list[tuple[Array, Array | None]] = []  # of each aggregate; of a mean the sum and the count
    described: list[bytes] = []
    aggregate_names: list[str] = []  # of each structure, for messages
    for name, aggregate in asked.items():
        results.append(_describe(call, aggregate, n, index, described))
        aggregate_names += [name] * (len(described) - len(aggregate_names))
    call.listed = b"".join(call.read(_shifted(column) if _is_date(column) else column) for column in taken)
    unique = b"".join(NONE if _is_date(column) else call.write(m) for column, m in zip(taken, made, strict=True))
    pointers = call.memory(b"".join(described)) if described else 0
    arguments = (
        len(taken), pointers, len(described), call.memory(unique),
        call.write(firsts) if firsts is not None else NONE, call.write(numbers) if numbers is not None else NONE,
    )  # fmt: skip
    found = call.run_counted(None, ops.group_by, arguments)
    for column, m in zip(taken, made, strict=True):
        call.first(m, found)
    if firsts is not None:
        call.first(firsts, found)
    for column, m in zip(taken, made, strict=True):
        if _is_date(column) and found:
            _take_rows(call, firsts, column, m)
    values = [_finish(call, found, *result) for result in results]
    given = call.give(*made, *((firsts,) if first_rows else ()), *((numbers,) if groups else ()), *values)
    everything = list(given) if isinstance(given, tuple) else [given]
    names = [*(["first_rows"] if first_rows else []), *(["groups"] if groups else []), *asked]
    unique_keys = tuple(everything[: len(made)]) if several else everything[0]
    return namedtuple("Groups", ["keys", *names])(unique_keys, *everything[len(made) :])


def _is_date(array: Any) -> bool:
    return np.dtype(dtype_of(array)).kind in "mM"


def _shifted(column: Any) -> Any:
    """Return integers in the order of dates: NaT, the smallest integer, becomes the greatest."""
    return generate("(long)((ulong)x[i] - 1)", size_of(column), np.int64, x=column)


def _take_rows(call: Call, rows: Any, column: Any, made: Array) -> None:
    part = again(call, made)
    part.run(ops.gather, part.read(rows), part.read(column), part.write(made))


def _describe(call: Call, aggregate: _Aggregate, n: int, index: Any, described: list[bytes]) -> tuple[Array, Array | None]:
    """Add the structures of an aggregate, and return its arrays."""
    count = None
    if aggregate.is_count or aggregate.is_mean:
        count = call.new(n, index)
        described.append(NONE + pack("P", 0) + call.write(count))
    if aggregate.is_count:
        assert count is not None
        return count, None
    kind = dtype_of(aggregate.values)
    made = call.new(n, _mean_type(kind) if aggregate.is_mean else result_type(kind, aggregate.op))
    source = call.read(call.as_stored(aggregate.values, made.dtype))
    described.append(source + pack("P", call.op(aggregate.op, made.dtype)) + call.write(made))
    return made, count


def _finish(call: Call, found: int, made: Array, count: Array | None) -> Array:
    """Return the part of a result that has groups; divide the sums of a mean."""
    call.first(made, found)
    if count is None:
        return made
    call.first(count, found)
    mean = call.new(found, made.dtype)
    if found:
        part = again(call, mean)
        part.run(ops.copy, part.read(generate("s[i] / c[i]", found, made.dtype, s=made, c=count)), part.write(mean))
    return mean
