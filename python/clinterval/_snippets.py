# SPDX-License-Identifier: Apache-2.0
"""Conversion of expressions to the library's structures.

The module also converts the arrays and values that expressions capture.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Mapping
from ctypes import addressof, create_string_buffer
from typing import Any

import numpy as np
from pyopencl.array import Array

from ._arguments import Expression, dtype_of, text_at
from ._conversions import filling
from ._memory import packed
from ._native import CArray
from ._state import State
from ._types import BOOL_ADDRESS, element_type

_LONG, _DOUBLE, _FLOAT = (element_type(name).address for name in ("int64", "float64", "float32"))
word = struct.Struct("P").pack
_TYPE, _NAME, LENGTH = CArray.type.offset, CArray.name.offset, CArray.length.offset
_NUMBER = np.dtype(np.int64)
_ZEROS = create_string_buffer(256)  # a constant 0 of any type


def _has_dates(x: Any) -> bool:
    return getattr(x, "dtype", _NUMBER).kind in "mM"


def _is_of_unit(a: Any, b: Any) -> bool:
    """Return True if two date types, datetime64 or timedelta64, have the same unit."""
    return np.datetime_data(a.dtype) == np.datetime_data(b.dtype)


class Snippets(State):
    """The part of a call that converts expressions."""

    __slots__ = ()

    def read(self, array: Any) -> bytes:
        raise NotImplementedError

    def length_at(self, length: Any) -> int:
        """Return the address of a device-side length, or 0 if there is none."""
        return 0 if length is None else self.memory(self.read(length))

    def memory(self, content: bytes) -> int:
        """Return the address of a copy that lives as long as the call."""
        made = create_string_buffer(content, len(content))
        self.keep += (made,)
        return addressof(made)

    def _expression(self, e: Expression) -> bytes:
        kind = element_type(e.dtype).address
        length = self.length_at(e.length)
        if e.value is not None:
            return packed(0, kind, e.first, e.count, 0, 0, 0, 0, 0, self.memory(e.value.tobytes()), length)
        listed = self.memory(self.named(e.arrays))
        text, source = text_at[e.expression], text_at[e.source]
        if e.written is not None:
            self.keep += (e,)  # for _failed
        return packed(0, kind, e.first, e.count, text, listed, len(e.arrays), source, 0, 0, length)

    def one_value(self, value: Any, dtype: np.dtype[Any]) -> bytes:
        """Return the description of a constant that has the value of a `fill` argument."""
        if type(value) is int and not value and dtype.itemsize <= len(_ZEROS):  # the default
            content = addressof(_ZEROS)
        else:
            content = self.memory(filling(dtype, value).tobytes())
        return packed(0, element_type(dtype).address, 0, 1, 0, 0, 0, 0, 0, content, 0)

    def named(self, arrays: Mapping[str, Any], x: Any = None) -> bytes:
        """Return the captured arrays and constants of a snippet.

        Dates must have the unit of `x`, or one common unit.
        """
        listed, known, dated = b"", self.context.numbers, x
        for name, array in arrays.items():
            kind = type(array)
            if kind is int or (kind is float and array):  # 0.0 equals -0.0
                try:
                    found = known[name, kind, array]
                except KeyError:
                    found = self._number(name, array)
                self.keep += (found,)
                listed += found[0]
                continue
            if _has_dates(array):
                if _has_dates(dated) and not _is_of_unit(array, dated):
                    raise TypeError(
                        f"{name} has type {array.dtype}, but other arrays or values of this call have type {dated.dtype}: call x.astype()"
                    )
                dated = array
            if isinstance(array, Expression):
                raise TypeError(f"{name} is an expression, but another expression can read only arrays in memory and scalars: store it by copy()")
            elif not isinstance(array, Array) and (isinstance(array, (int, float)) or not np.ndim(array)):
                found = self._constant(name, array)
            else:
                image = self.read(array)
                if dtype_of(array).kind == "b":
                    image = image[:_TYPE] + word(BOOL_ADDRESS) + image[_TYPE + len(word(0)) :]
                listed += image[:_NAME] + word(text_at[name]) + image[_NAME + len(word(0)) :]
                continue
            self.keep += (found,)
            listed += found[0]
        return listed

    def _number(self, name: str, value: float) -> tuple[bytes, Any]:
        """Return a Python number as a constant.

        The result is cached, because the next call often uses the same number.
        """
        known = self.context.numbers
        if len(known) > 256:
            known.clear()
        made = known[name, type(value), value] = self._constant(name, value)
        return made

    def _constant(self, name: str, value: Any) -> tuple[bytes, Any]:
        """Return a constant for a snippet, and the object that owns its memory.

        A Python int is a long. A Python float is a double, or a float if the device has no doubles.
        """
        if isinstance(value, int):  # includes bool
            if not -(1 << 63) <= value < 1 << 63:
                raise OverflowError(f"{value} does not fit a long; numpy.uint64 holds numbers up to 2**64 - 1")
            content, kind = value.to_bytes(8, sys.byteorder, signed=True), _LONG
        elif isinstance(value, float) and not isinstance(value, np.generic):
            wide = self.context.has_double
            content, kind = struct.pack("d" if wide else "f", value), _DOUBLE if wide else _FLOAT
        else:
            scalar = np.asarray(value)
            if scalar.dtype.kind in "OUS":
                raise TypeError(f"{name} is {type(value).__name__}, but must be an array, a number, a date or a structure")
            content, kind = scalar.tobytes(), element_type(scalar.dtype).address
        memory = create_string_buffer(content, len(content))
        return packed(0, kind, 0, 1, 0, 0, 0, 0, text_at[name], addressof(memory), 0), memory
