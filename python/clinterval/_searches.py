# SPDX-License-Identifier: Apache-2.0
"""Parts of calls that accept keys in any order.

The parts are copies for sorting, and binary searches on the device with one work-item for each needle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._call import (
    NONE,
    Array,
    Call,
    Counted,
    Expression,
    Order,
    begin,
    built_in_order,
    counted,
    has_type,
    index_type,
    ops,
    text_at,
)
from ._meanings import no_built_in_order
from ._native import Error
from ._types import element_type

# Expressions that are true if a comes before b. NaN and NaT come last in both directions.
_FLOATS = {"less": "a == a && !(a >= b)", "greater": "a == a && !(a <= b)"}
_TIMES = {
    "less": "(long)((ulong)a - 1) < (long)((ulong)b - 1)",
    "greater": "(long)((ulong)a ^ 0x8000000000000000UL) != 0 && ((long)((ulong)b ^ 0x8000000000000000UL) == 0 || a > b)",
}
_OTHERS = {"less": "a < b", "greater": "a > b"}


def again(call: Call, *arrays: Any) -> Call:
    """Begin a call that is part of another call, with the same queue and wait list."""
    made = begin(arrays, call.queue, call.context, None)
    made.waits = call.waits
    return made


def is_counted(*arrays: Any) -> bool:
    """Return True if one of the arrays has a device-side length.

    A call with a counted array may leave elements of its results unwritten.
    """
    for array in arrays:  # any() is too slow for small calls
        kind = type(array)
        if kind is Counted or (kind is Expression and array.length is not None):
            return True
    return False


def unchecked(*arrays: Any) -> bool:
    """Return True if one of the arrays is on the device and therefore not checked.

    A call with wrong offsets or indices leaves elements of its results unwritten.
    """
    return any(isinstance(array, (Array, Expression)) for array in arrays)


def reshaped(array: Any, *shape: int) -> Any:
    """Return a view of an array with another shape."""
    return array.reshape(*shape)


def same_sizes(arrays: Sequence[Any], name: str) -> None:
    """Check that the columns of a table have the same size."""
    for k, array in enumerate(arrays):
        if array.size != arrays[0].size:
            raise ValueError(f"{name}[{k}] has {array.size} elements, but {name}[0] has {arrays[0].size}")


def orders_of(orders: Any, count: int) -> Sequence[str | Order | None]:
    """Return one order for each column."""
    if orders is None:
        return (None,) * count
    if not isinstance(orders, (list, tuple)) or isinstance(orders, Order):
        raise TypeError(f"orders must be a list or tuple of one order for each column, not {type(orders).__name__}")
    if len(orders) != count:
        raise ValueError(f"there are {count} columns, but {len(orders)} orders")
    return orders


def refuse_to_wait(call: Call, count: Array | None) -> None:
    """Raise an error if a recorded call would return its result size to the host.

    The call has several commands. The check precedes the first command, so a refused call leaves no commands in the
    recording.
    """
    if call.recorded and count is None:
        sentence = "the queue is being recorded, so no call can return a size to the host: pass an array as count="
        raise Error(sentence, -3000, "CLIV_INVALID_ARGUMENT")


def comparable(call: Call, a: Any, b: Any, names: tuple[str, str]) -> tuple[Any, Any]:
    """Return two arrays to compare, in memory.

    A list gets the type of the other array; arrays may have different types.
    """
    if has_type(a) and has_type(b):
        a, b = call.take(a, names[0]), call.take(b, names[1])
    else:
        a, b = call.take_alike(a, b, names=names)
    return in_memory(call, a), in_memory(call, b)


def in_memory(call: Call, x: Any) -> Any:
    """Return a device array.

    For an expression this is a new array with the elements of the expression.
    """
    if not isinstance(x, Expression):
        return x
    made = call.new(x.count, x.dtype)
    copying = again(call, made)
    copying.run(ops.copy, copying.read(x), copying.write(made))
    return counted(made, x.length) if x.length is not None else made


def sorted_copy(call: Call, x: Any) -> Any:
    """Return a copy of the array in device memory, for sorting in place.

    An array that the call has copied from the host needs no second copy.
    """
    if call.on_host and not isinstance(x, Expression):
        return x
    made = call.new(x.size, x.dtype, zeroed=is_counted(x))
    copying = again(call, made)
    copying.run(ops.copy, copying.read(x), copying.write(made))
    return counted(made, x.length) if is_counted(x) else made


def common_dtype(a: Any, b: Any) -> np.dtype[Any]:
    """Return the dtype in which elements of two arrays are compared, as in NumPy."""
    x: np.dtype[Any] = np.dtype(a.dtype)
    y: np.dtype[Any] = np.dtype(b.dtype)
    if x == y:
        return x
    if x.fields is not None or y.fields is not None or (x.kind in "mM") != (y.kind in "mM"):
        raise TypeError(f"keys of types {x} and {y} cannot be compared")
    if x.kind in "mM" or y.kind in "mM":
        raise TypeError(f"keys of types {x} and {y} have different units: convert one of them with astype()")
    return np.dtype(np.result_type(x, y))


def _precedes(dtype: np.dtype[Any], order: str | Order | None) -> str:
    """Return an expression of `a` and `b` that is true if a comes before b."""
    known = built_in_order(order)
    if known is None:
        assert order is not None
        return order if isinstance(order, str) else order.less
    if dtype.fields is not None:
        raise no_built_in_order(dtype)
    return (_FLOATS if dtype.kind == "f" else _TIMES if dtype.kind in "mM" else _OTHERS)[known]


class _Column:
    """The code that compares one column of the row at `middle` of the haystack with the needle."""

    def __init__(self, k: int, dtype: np.dtype[Any], order: str | Order | None) -> None:
        name, self.test = element_type(dtype).name, _precedes(dtype, order)
        cast = "" if dtype.fields is not None else f"({name})"
        row, needle = f"{cast}haystack{k}[middle]", f"needle{k}"
        self.needle = f"    const {name} {needle} = {cast}needles{k}[i];\n"
        self.row_first = f"{{ const {name} a = {row}, b = {needle}; first = (TEST{k}); }}"
        self.needle_first = f"{{ const {name} a = {needle}, b = {row}; second = (TEST{k}); }}"


def _bisection(columns: Sequence[_Column], begin: str, equal: bool) -> str:
    """Return the statements of a binary search.

    They move `begin` to the first row after the needle if `equal`, otherwise to the first row that is not before the
    needle.
    """
    one = len(columns) == 1
    text = "        bool first = false, second = false;\n"
    for k, column in enumerate(columns):
        tests = (column.needle_first if equal else column.row_first) if one else column.row_first + column.needle_first
        text += f"        {tests}\n" if not k else f"        if (!first && !second) {{ {tests} }}\n"
    return (
        f"    for (INDEX count = end - {begin}; count > 0;) {{\n"
        f"        const INDEX middle = {begin} + count / 2;\n"
        f"{text}"
        f"        if ({'!second' if equal else 'first'}) {{ count -= middle + 1 - {begin}; {begin} = middle + 1; }}\n"
        f"        else count /= 2;\n"
        f"    }}\n"
    )


def _check_sorted(call: Call, b: Any, order: str | Order | None) -> None:
    """Check that the haystack is sorted. :func:`search_rows` calls this in checked contexts."""
    part, none = again(call, b), Expression(b.dtype, 0, None, {}, value=np.zeros((), b.dtype))
    part.listed = part.write(part.new(1, np.int32)) + 5 * NONE
    part.run(ops.sorted_search, 0, part.read(none), part.read(b), part.order(order, b.dtype))


# The minimum counts of needles and rows for which a CPU sorts the needles first. A merge reads memory in order, but a
# binary search does not.
_MANY_NEEDLES, _MANY_ROWS = 1 << 14, 1 << 12


def _sorts_needles(call: Call, haystack: Any, needles: Any) -> bool:
    return (
        needles.size >= _MANY_NEEDLES
        and haystack.size >= _MANY_ROWS
        and call.place.is_cpu
        and haystack.dtype == needles.dtype
        and not is_counted(haystack, needles)
    )


def _search_sorted(
    call: Call, haystack: Any, needles: Any, order: str | Order | None, outs: Mapping[str, Array]
) -> None:
    """Search sorted needles, as another method of :func:`search_rows`.

    Sort the needles, search the sorted needles, and scatter the results to the original order.
    """
    n = needles.size
    keys, permutation = sorted_copy(again(call, needles), needles), call.new(n, index_type(n))
    part = again(call, keys)
    address = part.order(order, keys.dtype)
    part.run(ops.sort_indices, part.write(keys), part.write(permutation), address)
    for name, out in outs.items():
        found = call.new(n, out.dtype)
        part = again(call, keys)
        if name == "equal":
            part.run(ops.sorted_equal_count, part.read(keys), part.read(haystack), part.write(found), address)
        else:
            part.listed = part.write(found) + 5 * NONE  # cliv_search_outputs
            part.run(ops.sorted_search, int(name == "upper"), part.read(keys), part.read(haystack), address)
        part = again(call, out)
        part.run(ops.scatter, part.read(permutation), part.read(found), part.write(out))


def _is_one_search(haystack: Sequence[Any], needles: Sequence[Any], outs: Mapping[str, Array]) -> bool:
    """Return True if one library call can do the search.

    The search must have one column of one type, one bound, and an index type of the library.
    """
    if len(haystack) != 1 or haystack[0].dtype != needles[0].dtype or len(outs) != 1 or "equal" in outs:
        return False
    (out,) = outs.values()
    return bool(out.dtype.kind in "iu" and out.dtype.itemsize >= 4)


def is_quick_search(call: Call, haystack: Any, needles: Any) -> bool:
    """Return True if one library call can search device arrays, and needs no preparation.

    This test is only for speed: :func:`search_rows` supports all cases, but takes several microseconds longer.
    """
    return (
        type(haystack) is type(needles) is Array
        and haystack.dtype == needles.dtype
        and len(haystack.shape) == len(needles.shape) == 1
        and haystack.size > 0
        and not call.place.is_cpu
        and not call.context.is_checked
    )


# The names in the body of a search that get a prefix, because a caller's order may use the same names.
_NAMES = re.compile(r"\b(haystack\d+|needles?\d+|size|length|end|begin|behind|count|middle|first|second|lower|upper|equal)\b")


def search_rows(
    call: Call,
    haystack: Sequence[Any],
    needles: Sequence[Any],
    orders: Sequence[str | Order | None],
    outs: Mapping[str, Array],
) -> None:
    """Search rows in any order, `needles`, in the sorted rows `haystack`.

    Rows are tuples of columns; all columns are in memory. `outs` maps the names of the requested results to arrays.
    "lower" is the index of the first row that is not before the needle. "upper" is the index of the first row after
    the needle. "equal" is the number of rows between these indices.
    """
    size = haystack[0].size
    if not size:
        for out in outs.values():
            call.fill(out, 0)
        return
    if call.context.is_checked and len(haystack) == 1:
        _check_sorted(call, haystack[0], orders[0])
    if len(haystack) == 1 and _sorts_needles(call, haystack[0], needles[0]):
        _search_sorted(call, haystack[0], needles[0], orders[0], outs)
        return
    if _is_one_search(haystack, needles, outs):
        ((name, out),) = outs.items()
        part = again(call, out)
        given = part.read(needles[0]), part.read(haystack[0]), part.write(out)
        part.run(ops.binary_search, int(name == "upper"), *given, part.order(orders[0], haystack[0].dtype))
        return
    kinds = [common_dtype(a, b) for a, b in zip(haystack, needles, strict=True)]
    columns = [_Column(k, kind, order) for k, (kind, order) in enumerate(zip(kinds, orders, strict=True))]
    arrays: dict[str, Any] = {f"haystack{k}": array for k, array in enumerate(haystack)}
    arrays |= {f"needles{k}": array for k, array in enumerate(needles)}
    arrays |= {"size": size, **outs}
    end = "size"
    if isinstance(haystack[0], Counted):
        arrays["length"] = haystack[0].length
        end = "clamp((long)length[0], 0L, size)"
    text = f"    const INDEX end = {end};\n    INDEX begin = 0;\n" + "".join(column.needle for column in columns)
    if "lower" in outs or "equal" in outs:
        text += _bisection(columns, "begin", False)
    if "lower" in outs:
        text += "    lower[i] = begin;\n"
    if "upper" in outs or "equal" in outs:
        text += "    INDEX behind = begin;\n" + _bisection(columns, "behind", True)
    if "upper" in outs:
        text += "    upper[i] = behind;\n"
    if "equal" in outs:
        text += "    equal[i] = behind - begin;\n"
    text = _NAMES.sub(r"search_\1", "{\n" + text.replace("INDEX", "uint" if size < 1 << 32 else "ulong") + "}")
    for k, column in enumerate(columns):
        text = text.replace(f"(TEST{k})", f"({column.test})")
    sources = [order.source for order in orders if isinstance(order, Order) and order.source]
    length = needles[0].length if isinstance(needles[0], Counted) else None
    for out in outs.values():
        call.write(out)
    call.listed = call.named({f"search_{name}": array for name, array in arrays.items()})
    snippet = text_at[text], text_at["\n".join(dict.fromkeys(sources)) or None]
    call.run(ops.transform, needles[0].size, call.length_at(length), *snippet, len(arrays))
