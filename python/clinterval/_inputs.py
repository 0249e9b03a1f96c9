# SPDX-License-Identifier: Apache-2.0
"""Arguments of a call.

Host arrays are copied to the device, lists are converted to arrays, and host data is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl.array as cla

from . import _checks
from ._arguments import Expression, dtype_of, no_order, op_at, order_at, size_of
from ._conversions import converted, flat, has_type
from ._meanings import as_stored, operator_for, order_for, same_unit
from ._state import State

Array = cla.Array
NUMBERS = np.dtype(np.complex64).num  # dtypes of integers and floats have a `num` below this and above 0 (bool)
_DATES = np.dtype("M8[s]").num
_BOOL = np.dtype(np.bool_)


def _required(name: str | None) -> TypeError:
    return TypeError(f"{name or 'an argument'} is None, but must be an array")


class Inputs(State):
    """The part of a call that converts arguments."""

    __slots__ = ()

    def take(self, array: Any, name: str | None = None, dimensions: int = 1) -> Any:
        """Convert an argument to a device array or an expression.

        An array of at most `dimensions` dimensions is flattened. :func:`flat` raises the errors.
        """
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
        """Convert an argument like :meth:`take`; None is returned unchanged."""
        return None if array is None else self.take(array, name)

    def take_alike(self, *arrays: Any, names: Sequence[str] = ()) -> Sequence[Any]:
        """Convert arguments to arrays of one type.

        Lists and scalars are converted without loss to the type of the first array. If there is no array, lists get
        their common type. Arrays of different types raise TypeError.
        """
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
                raise TypeError(f"{name} has type {other}, but {first} has type {dtype}: both must have the same type")
        return [
            self.take(converted(array, dtype, name), name) for name, array in zip(called, arrays, strict=True)
        ]

    def take_indices(self, array: Any, name: str = "indices") -> Any:
        """Convert indices, offsets or counts to an array of integers.

        A list becomes int64 by value, a NumPy array of narrower integers int32.
        """
        if isinstance(array, Array) and len(array.shape) < 2 and array.dtype is not _BOOL:
            return array
        if array is None:
            raise _required(name)
        given = dtype_of(array)
        if given == _BOOL and name != "counts" and size_of(array):
            raise TypeError(
                f"{name} has type bool, but must have an integer type: for the elements of a mask call "
                'compact(x, "mask[i]", mask=mask)'
            )
        array = converted(array, np.int64, name)
        if isinstance(array, np.ndarray) and array.dtype.kind in "biu" and array.dtype.itemsize < 4:
            array = flat(array, name).astype(np.int32)
        if dtype_of(array).kind not in "iu":
            raise TypeError(f"{name} has type {given}, but must have an integer type")
        return self.take(array, name)

    def on_device(self, array: Any, name: str | None = None, dimensions: int = 1) -> Array:
        """Return a device array with the same elements.

        A device array is returned unchanged.
        """
        if isinstance(array, Array):
            return array
        flat(array, name, dimensions)
        try:
            host = np.asarray(array)
        except ValueError as wrong:
            raise TypeError(f"{name or 'an argument'} is a {type(array).__name__}, which cannot be converted to an array: {wrong}") from wrong
        flat(host, name, dimensions)
        host = np.ascontiguousarray(host).reshape(-1)
        pool = self.place.pool if host.nbytes <= self.place.most_pooled else None
        made: Array = cla.to_device(self.queue, host, allocator=pool)
        self.keep += (made,)
        return made

    # ---- operators and orders of dtypes, and checks of data

    def op(self, op: Any, dtype: Any) -> int:
        """Return the address of an operator that accumulates in `dtype`."""
        try:
            return op_at[op] if 0 < dtype.num < NUMBERS else operator_for(op, dtype)
        except AttributeError:  # not a dtype
            return operator_for(op, np.dtype(dtype))

    def order(self, order: Any, dtype: Any) -> int:
        """Return the address of an order of `dtype`; for dates NaT is last."""
        try:
            return order_at[order] if 0 < dtype.num < NUMBERS else order_for(order, dtype)
        except TypeError:
            if isinstance(order, list):
                raise no_order(order) from None
            raise
        except AttributeError:
            return order_for(order, np.dtype(dtype))

    def as_stored(self, x: Any, dtype: Any) -> Any:
        """Return an array or expression to be stored as `dtype`.

        The store to bool is `!= 0`. Dates of another unit raise TypeError.
        """
        kind = x.dtype
        if kind is dtype or (isinstance(dtype, np.dtype) and 0 < dtype.num < _DATES and kind.num < _DATES):
            return x
        return as_stored(x, np.dtype(dtype))

    def check_sorted(self, order: Any = None, **arrays: Any) -> None:
        """Raise CheckError if a host array is not sorted.

        With a user-defined order, the check needs the device. If all arrays are on the host, a checked context does
        the check.
        """
        for name, array in arrays.items():
            if not isinstance(array, Array) and not _checks.is_sorted_by(array, order, name):
                self._check_on_device()

    def check_rows(self, columns: Sequence[Any], orders: Sequence[Any], name: str) -> None:
        """Check rows of several columns like :meth:`check_sorted`.

        Each column has an order.
        """
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
        """Raise CheckError if host offsets are negative, descend, or exceed `end`."""
        _checks.offsets(offsets, end, name, from_zero, end_name)

    def check_runs(self, order: Any, keys: Any, starts: Any, name: str = "keys") -> None:
        """Check runs that begin at `starts` like :meth:`check_sorted`."""
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
        """Raise CheckError if host indices are not below `count`.

        -1 is valid if `missing`. Indices must not descend if `ascending`, and must ascend if `strictly`.
        """
        _checks.indices(indices, count, name, ascending, strictly, missing)

    def check_counts(self, counts: Any, name: str = "counts") -> None:
        """Raise CheckError if host counts are negative."""
        _checks.counts(counts, name)

    def check_ranges(self, begins: Any, offsets: Any, count: int, size: int, name: str = "begins") -> None:
        """Raise CheckError if host `begins` describe ranges that exceed an array of `size` elements."""
        _checks.ranges(begins, offsets, count, size, name)
