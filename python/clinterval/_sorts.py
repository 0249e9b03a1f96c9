# SPDX-License-Identifier: Apache-2.0
"""Sorts."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from struct import pack
from typing import Any

import numpy as np
import pyopencl as cl

from ._arguments import generate
from ._call import (
    NONE,
    Array,
    Call,
    Context,
    Counted,
    Expression,
    Order,
    Wait,
    begin,
    built_in_order,
    converted,
    counted,
    dtype_of,
    flat,
    has_type,
    index_type,
    ops,
    outputs_given,
    sequence_of_arrays,
    size_of,
)
from ._counted import whole
from ._inputs import NUMBERS
from ._searches import again, is_counted, orders_of, reshaped, same_sizes, sorted_copy


def _is_same(a: Any, b: Any) -> bool:
    """Return True if two arrays are the same memory with the same type."""
    if not isinstance(a, Array) or not isinstance(b, Array):
        return False
    x: Any = a.base_data
    y: Any = b.base_data
    return x is not None and y is not None and (
        (x.int_ptr, a.offset, a.size, a.dtype) == (y.int_ptr, b.offset, b.size, b.dtype)
    )


def _as_long(source: Any, out: Array) -> Any:
    """Return `out` with the length of the source instead of its own length."""
    if isinstance(source, (Counted, Expression)) and source.length is not None:
        return counted(out, source.length)
    return whole(out)


def _copies(call: Call, sources: Sequence[Any], outs: Sequence[Array | None]) -> list[Array]:
    """Return the arrays to sort in place.

    They are `outs`, or a copy of the source for a missing output. A source that is not its own output is copied
    first. The sources determine the element count.
    """
    made = []
    for source, out in zip(sources, outs, strict=True):
        if out is not None and (source is out or _is_same(source, out)):
            made.append(source if source is out else _as_long(source, out))
        elif out is None:
            made.append(sorted_copy(call, source))
        else:
            copying = again(call, source, out)
            copying.run(ops.copy, copying.read(source), copying.write(out))
            made.append(_as_long(source, out))
    return made


class _Shape:
    """The shape of the keys of a sort: one dimension, or two dimensions whose rows are sorted."""

    def __init__(self, array: Any, axis: int | None, name: str, verb: str) -> None:
        flat(array, name, 99)
        shape: tuple[int, ...] = (array.size,) if isinstance(array, Expression) else np.shape(array)
        self.rows: int | None = None
        if not shape:
            kind = type(array).__name__
            raise TypeError(f"{name} is a scalar ({kind}), but must be an array: {verb} accepts one or two dimensions")
        if axis is not None:
            axis = operator.index(axis)
            if not -len(shape) <= axis < len(shape):
                raise ValueError(f"axis is {axis}, but {name} has {len(shape)} dimensions")
        if len(shape) == 1:
            return
        way = f"{verb} accepts one dimension, or two with axis=-1"
        if len(shape) > 2:
            raise TypeError(f"{name} has {len(shape)} dimensions, but {way}: call x.reshape(-1, x.shape[-1]) first")
        if axis is None:
            raise TypeError(f"{name} has 2 dimensions: pass axis=-1 to sort each row, or x.ravel() to sort all elements together")
        if axis not in (-1, 1):
            raise TypeError(f"axis is {axis}, but {way}: for columns, copy the transposed array to C order and sort its rows")
        if has_type(array) and array.flags.f_contiguous and not array.flags.c_contiguous:
            raise TypeError(
                f"{name} is in Fortran order, but must be in C order: call numpy.ascontiguousarray(x) first"
            )
        self.rows, self.width = shape[0], shape[1]

    def flat(self, array: Any) -> Any:
        """Return a device array of this shape as an array of one dimension."""
        return reshaped(array, -1) if self.rows is not None and isinstance(array, Array) else array

    def shaped(self, array: Any) -> Any:
        return array if self.rows is None else array.reshape(self.rows, self.width)

    def starts(self) -> Expression:
        """Return the indices at which rows begin."""
        assert self.rows is not None
        return generate("i * width", self.rows, "int64", width=self.width)


# Up to this count of numbers, a GPU sorts faster by a selection of all keys: one kernel, which needs no copy.
_FEW = 4096


def _is_few(call: Call, keys: Any, order: str | Order | None) -> bool:
    return (
        type(keys) is Array
        and keys.size <= _FEW
        and not call.place.is_cpu
        and 0 < keys.dtype.num < NUMBERS
        and built_in_order(order) is not None
    )


def _sort(
    functions: tuple[Any, Any],
    keys: Any,
    values: Any,
    order: str | Order | None,
    out: Any,
    where: tuple[Any, ...],
    segments: Callable[[Call], Any] | None = None,
    shape: _Shape | None = None,
) -> Any:
    """Sort keys or pairs.

    `segments` returns the segments' starts or flags; `shape` is the shape of keys of two dimensions.
    """
    outs = (out,) if values is None else outputs_given(out, 2)
    names = ("keys", "values")[: len(outs)]
    call = begin((keys, values, *outs), *where)
    dimensions = 2 if shape else 1
    given = (keys,) if values is None else (keys, values)
    sources = [call.take(array, name, dimensions) for array, name in zip(given, names, strict=False)]
    if functions[0] is ops.sort_keys and values is out is None and _is_few(call, keys, order):
        made = call.new(keys.size, keys.dtype)
        call.run(ops.top_k, call.read(keys), keys.size, call.write(made), NONE, call.order(order, keys.dtype))
        return made
    sorting = _copies(call, sources, [shape.flat(o) if shape else o for o in outs])
    arguments = [call.write(array) for array in sorting]
    if segments is not None:
        arguments.append(call.read(segments(call)))
    call.run(functions[len(sorting) - 1], *arguments, call.order(order, sorting[0].dtype))
    if shape:
        sorting = [shape.shaped(array) if o is None else o for array, o in zip(sorting, outs, strict=True)]
    return call.give(*sorting)


def sort(
    keys: Any,
    values: Any = None,
    *,
    axis: int | None = None,
    order: str | Order | None = None,
    out: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Sort keys, and move each value with its key.

    The sort is stable: equal keys keep their order. The inputs do not change, unless they are also `out`.

    :param keys: n keys of any type; or an array of two dimensions in C order with `axis=-1`
    :param values: n values of any type, in the shape of the keys
    :param axis: -1 sorts each row of keys of two dimensions. Without `axis`, keys of two dimensions raise TypeError
    :param order: "less" (ascending, the default), "greater" (descending), or an expression of `a` and `b`: "a.x <
        b.x"
    :param out: a pyopencl array for the sorted keys, or with values a tuple of two. `out=keys`, or `out=(keys,
        values)`, sorts in place
    :return: the sorted keys, or with values a tuple of the sorted keys and the moved values, in the shape of the keys

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` and `values` 1.

    NaN and NaT come last in ascending and in descending order. 0.0 equals -0.0. Structures require an `order`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.sort(np.int32([5, 3, 4]))
    array([3, 4, 5], dtype=int32)
    >>> ci.sort(np.int32([5, 3, 4]), np.float32([50, 30, 40]), order="greater")
    (array([5, 4, 3], dtype=int32), array([50., 40., 30.], dtype=float32))
    >>> ci.sort(np.int32([[5, 3, 4], [1, 9, 0]]), axis=-1)
    array([[3, 4, 5],
           [0, 1, 9]], dtype=int32)
    """
    shape = _Shape(keys, axis, "keys", "sort")
    where = (queue, context, wait_for)
    if shape.rows is None:
        return _sort((ops.sort_keys, ops.sort_pairs), keys, values, order, out, where)
    if values is not None and np.shape(values) != np.shape(keys):
        raise ValueError(f"values have the shape {np.shape(values)}, but must have the shape of keys, {np.shape(keys)}")
    functions = (ops.segmented_sort_keys, ops.segmented_sort_pairs)
    return _sort(functions, keys, values, order, out, where, lambda call: shape.starts(), shape)


def locality_sort(
    keys: Any,
    values: Any = None,
    *,
    order: str | Order | None = None,
    out: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Sort keys that are almost sorted; faster than `sort`.

    The parameters and the result are the same as in :func:`sort` for one dimension. The call is faster if most keys
    are near their sorted positions, because it merges only the ranges that are out of order. For integers of 1, 2 or
    8 bytes, :func:`sort` has faster methods.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.locality_sort(np.int32([1, 0, 3, 2]))
    array([0, 1, 2, 3], dtype=int32)
    """
    return _sort(
        (ops.locality_sort_keys, ops.locality_sort_pairs),
        keys,
        values,
        order,
        out,
        (queue, context, wait_for),
    )


def segmented_sort(
    keys: Any,
    segments: Any = None,
    values: Any = None,
    *,
    flags: Any = None,
    order: str | Order | None = None,
    out: Any = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Sort each segment of an array separately.

    The sort is stable. Segments begin at 0 and at each index in `segments`, or at each set bit of `flags`.

    :param keys: n keys of any type
    :param segments: the index in `keys` at which each segment begins: ascending integers from 0 to n. The index 0 may
        be left out
    :param values: n values of any type; each value moves with its key
    :param flags: instead of `segments`, an array of ceil(n / 32) uint32. Bit i % 32 of `flags[i // 32]` is set if a
        segment begins at key i
    :param order: as for :func:`sort`
    :param out: as for :func:`sort`
    :return: the keys, or with values a tuple of keys and values
    :raises CheckError: segments on the host descend or are out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` and `values` 1, `segments` 1 to 4, `flags` 2 to 3 on GPUs; on
    CPUs 1, and 2 more for each segment that begins in the word.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.segmented_sort(np.int32([5, 2, 8, 9, 1, 7]), [3, 5])
    array([2, 5, 8, 1, 9, 7], dtype=int32)
    """
    if (segments is None) == (flags is None):
        raise ValueError("pass either segments or flags")
    where = (queue, context, wait_for)
    if flags is not None:
        functions = (ops.segmented_sort_keys_by_flags, ops.segmented_sort_pairs_by_flags)
        return _sort(
            functions, keys, values, order, out, where, lambda call: call.take(converted(flags, "uint32", "flags"), "flags")
        )

    def starts(call: Call) -> Any:
        call.check_offsets(segments, size_of(keys), "segments")
        return call.take_indices(segments, "segments")

    return _sort((ops.segmented_sort_keys, ops.segmented_sort_pairs), keys, values, order, out, where, starts)


def argsort(
    keys: Any,
    *,
    axis: int | None = None,
    order: str | Order | None = None,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Return the indices that sort the keys.

    The sort is stable: the indices of equal keys ascend.

    :param keys: n keys of any type; or an array of two dimensions in C order with `axis=-1`
    :param axis: -1 sorts each row of keys of two dimensions; the indices are indices in the row
    :param order: as for :func:`sort`
    :param dtype: the type of the indices. Default: int32 if n fits, otherwise int64
    :param out: a pyopencl array for the indices, in the shape of the keys
    :return: the indices, in the shape of the keys: `take(keys, argsort(keys))` is sorted

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `keys` 1.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.argsort(np.int32([5, 3, 4]))
    array([1, 2, 0], dtype=int32)
    >>> ci.argsort(np.int32([[5, 3, 4], [1, 9, 0]]), axis=-1)
    array([[1, 2, 0],
           [2, 0, 1]], dtype=int32)
    """
    shape = _Shape(keys, axis, "keys", "argsort")
    call = begin((keys, out), queue, context, wait_for)
    keys = call.take(keys, "keys", 1 if shape.rows is None else 2)
    sorting = sorted_copy(call, keys)
    index = dtype or index_type(sorting.size)
    made = call.new(sorting.size, index, zeroed=is_counted(sorting)) if out is None else shape.flat(out)
    if shape.rows is None:
        call.run(ops.sort_indices, call.write(sorting), call.write(made), call.order(order, sorting.dtype))
        return call.give(made)
    numbers = generate("i % width", sorting.size, made.dtype, width=max(shape.width, 1))
    copying = again(call, made)
    copying.run(ops.copy, copying.read(numbers), copying.write(made))
    arguments = call.write(sorting), call.write(made), call.read(shape.starts())
    call.run(ops.segmented_sort_pairs, *arguments, call.order(order, sorting.dtype))
    return call.give(shape.shaped(made) if out is None else out)


def sort_rows(
    columns: Sequence[Any],
    orders: Sequence[str | Order | None] | None = None,
    *,
    dtype: Any = None,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Return the indices that sort the rows of several columns.

    Rows are ordered by the first column. Rows that are equal in a column are ordered by the next column. The sort is
    stable: the indices of equal rows ascend. (numpy.lexsort sorts by the last key first.)

    :param columns: a list or tuple of arrays of n elements, each of any type
    :param orders: a list or tuple of one order for each column. Default: "less" for all columns
    :param dtype: the type of the indices. Default: int32 if n fits, otherwise int64
    :param out: a pyopencl array of at least n integers; must not overlap a column
    :return: n indices; :func:`take_columns` gathers the rows

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `columns` 1; up to 3 on GPUs if columns are combined into 8-byte numbers.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.sort_rows([np.int32([2, 1, 2, 1]), np.uint8([7, 9, 6, 8])])
    array([3, 1, 2, 0], dtype=int32)
    """
    columns = sequence_of_arrays(columns, "columns")
    call = begin((*columns, out), queue, context, wait_for)
    taken = [call.take(column, f"columns[{k}]") for k, column in enumerate(columns)]
    same_sizes(taken, "columns")
    given = orders_of(orders, len(taken))
    n = size_of(taken[0]) if taken else 0
    out = call.output(out, n, dtype or index_type(n), zeroed=is_counted(*taken))
    call.listed = b"".join(map(call.read, taken))
    addresses = [call.order(order, dtype_of(column)) for order, column in zip(given, taken, strict=True)]
    pointers = call.memory(pack(f"{len(addresses)}P", *addresses)) if addresses else 0
    call.run(ops.sort_rows, pointers, len(taken), call.write(out))
    return call.give(out)
