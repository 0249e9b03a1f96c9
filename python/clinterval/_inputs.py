# SPDX-License-Identifier: Apache-2.0
"""What a call does with its arguments before they are read: arrays of the host go to the device, lists get types, and data
on the host is checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl.array as cla

from . import _checks
from ._arguments import Expression, dtype_of, op_at, order_at, size_of
from ._conversions import converted, flat, has_type
from ._meanings import as_stored, operator_for, order_for, same_unit
from ._state import State

Array = cla.Array
NUMBERS = np.dtype(np.complex64).num  # what `num` of integers and floats is below, and above 0, which is that of bool
_DATES = np.dtype("M8[s]").num
_BOOL = np.dtype(np.bool_)


def _required(name: str | None) -> TypeError:
    return TypeError(f"{name or 'an argument'} is None, but must be an array")


class Inputs(State):
    """The part of a call that takes arguments."""

    __slots__ = ()

    def take(self, array: Any, name: str | None = None, dimensions: int = 1) -> Any:
        """An array of the device or an expression, of whatever the caller gave. What :func:`flat` refuses is refused; an
        array of more dimensions that are allowed becomes a flat one."""
        if isinstance(array, Array):
            if len(array.shape) < 2:
                return array
            flat(array, name, dimensions)
            return array.reshape(-1)  # type: ignore[no-untyped-call]
        if isinstance(array, Expression):
            return array
        if array is None:
            raise _required(name)
        return self.on_device(array, name, dimensions)

    def take_if_given(self, array: Any, name: str) -> Any:
        """As :meth:`take`; None stays so."""
        return None if array is None else self.take(array, name)

    def take_alike(self, *arrays: Any, names: Sequence[str] = ()) -> Sequence[Any]:
        """Arrays of one type: lists and scalars, which have none, get that of the first array that has one, by value and
        without loss; lists alone get their common type. Of different types is a TypeError."""
        for array in arrays:
            if not isinstance(array, Array) or len(array.shape) > 1:
                break
        else:
            if len(arrays) < 2 or arrays[0].dtype is arrays[1].dtype or arrays[0].dtype == arrays[1].dtype:
                return arrays
        return self._alike(arrays, names)

    def _alike(self, arrays: Sequence[Any], names: Sequence[str]) -> list[Any]:
        called = [*names, *(f"array {k + 1}" for k in range(len(names), len(arrays)))]
        there = [(name, array) for name, array in zip(called, arrays, strict=True) if array is not None]
        typed = [(name, dtype_of(flat(array, name))) for name, array in there if has_type(array)]
        if typed:
            first, dtype = typed[0]
        else:
            given = [np.asarray(array) for _, array in there]
            known = [array.dtype for array in given if array.size] or [np.dtype(np.float64)]
            dtype = np.result_type(*known)
        for name, other in typed:
            if other != dtype:
                same_unit(other, dtype, name, first)
                raise TypeError(f"{name} is of {other}, but {first} of {dtype}: both must be of one type")
        return [
            self.take(converted(array, dtype, name), name) for name, array in zip(called, arrays, strict=True)
        ]

    def take_indices(self, array: Any, name: str = "indices") -> Any:
        """Indices, offsets or counts: a list becomes int64, by value, and NumPy's narrower integers int32."""
        if isinstance(array, Array) and len(array.shape) < 2 and array.dtype is not _BOOL:
            return array
        if array is None:
            raise _required(name)
        given = dtype_of(array)
        if given == _BOOL and name != "counts" and size_of(array):
            raise TypeError(
                f"{name} is of bool, but must be of an integer type: for the elements of a mask call "
                'compact(x, "mask[i]", mask=mask)'
            )
        array = converted(array, np.int64, name)
        if isinstance(array, np.ndarray) and array.dtype.kind in "biu" and array.dtype.itemsize < 4:
            array = flat(array, name).astype(np.int32)
        if dtype_of(array).kind not in "iu":
            raise TypeError(f"{name} is of {given}, but must be of an integer type")
        return self.take(array, name)

    def on_device(self, array: Any, name: str | None = None, dimensions: int = 1) -> Array:
        """An array of the device with the same elements; itself where it is there already."""
        if isinstance(array, Array):
            return array
        flat(array, name, dimensions)
        try:
            host = np.asarray(array)
        except ValueError as wrong:
            raise TypeError(f"{name or 'an argument'} is a {type(array).__name__} that is no array: {wrong}") from wrong
        flat(host, name, dimensions)
        made: Array = cla.to_device(self.queue, np.ascontiguousarray(host).reshape(-1))
        self.keep += (made,)
        return made

    # ---- what dtypes mean, and what data must be

    def op(self, op: Any, dtype: Any) -> int:
        """The address of an operator that accumulates in `dtype`."""
        try:
            return op_at[op] if 0 < dtype.num < NUMBERS else operator_for(op, dtype)
        except AttributeError:  # of a type that is no dtype yet
            return operator_for(op, np.dtype(dtype))

    def order(self, order: Any, dtype: Any) -> int:
        """The address of an order of `dtype`: of dates NaT is last."""
        try:
            return order_at[order] if 0 < dtype.num < NUMBERS else order_for(order, dtype)
        except AttributeError:
            return order_for(order, np.dtype(dtype))

    def as_stored(self, x: Any, dtype: Any) -> Any:
        """An array or expression as it is read to be stored as `dtype`: to bool by `!= 0`; dates of another unit are a
        TypeError."""
        kind = x.dtype
        if kind is dtype or (isinstance(dtype, np.dtype) and 0 < dtype.num < _DATES and kind.num < _DATES):
            return x
        return as_stored(x, np.dtype(dtype))

    def check_sorted(self, order: Any = None, **arrays: Any) -> None:
        """CheckError where one of the arrays is on the host and not sorted. What only the device can tell of orders of
        the user's, a checked context tells where all arrays are on the host."""
        for name, array in arrays.items():
            if not isinstance(array, Array) and not _checks.is_sorted_by(array, order, name):
                self._check_on_device()

    def check_rows(self, columns: Sequence[Any], orders: Sequence[Any], name: str) -> None:
        """As :meth:`check_sorted`, of rows of several columns, for each of which there is an order."""
        _checks.rows_are_sorted(columns, orders, name)

    def _check_on_device(self) -> None:
        if self.on_host and not self.recorded and not self.context.is_compiling:
            self.context = self.context.with_checks()

    def check_offsets(
        self,
        offsets: Any,
        end: int | None,
        name: str = "offsets",
        from_zero: bool = False,
        end_name: str | None = None,
    ) -> None:
        """CheckError where offsets on the host are negative, descend or are above `end`."""
        _checks.offsets(offsets, end, name, from_zero, end_name)

    def check_runs(self, order: Any, keys: Any, starts: Any, name: str = "keys") -> None:
        """As :meth:`check_sorted`, of the runs that begin at `starts`."""
        if not _checks.is_sorted_by(keys, order, name, starts):
            self._check_on_device()

    def check_indices(
        self,
        indices: Any,
        count: int,
        name: str = "indices",
        ascending: bool = False,
        strictly: bool = False,
        missing: bool = False,
    ) -> None:
        """CheckError where indices on the host are not below `count`, or descend where they must not, `strictly` without
        equal neighbors; -1 is right where `missing`."""
        _checks.indices(indices, count, name, ascending, strictly, missing)

    def check_counts(self, counts: Any, name: str = "counts") -> None:
        """CheckError where counts on the host are negative."""
        _checks.counts(counts, name)

    def check_ranges(self, begins: Any, offsets: Any, count: int, size: int, name: str = "begins") -> None:
        """CheckError where ranges that begin at `begins`, on the host, pass an array of `size` elements."""
        _checks.ranges(begins, offsets, count, size, name)
