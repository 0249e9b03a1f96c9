# SPDX-License-Identifier: Apache-2.0
"""What callers hand over beside arrays in memory: expressions and constants, operators and orders; and what they say
of themselves."""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from pyopencl.array import Array

from ._native import COp, COrder, lib


@dataclasses.dataclass(frozen=True)
class Expression:
    """An array without memory, as :func:`generate` and :func:`constant` make it. A slice continues the same sequence."""

    dtype: np.dtype[Any]
    count: int
    expression: str | None
    arrays: Mapping[str, Any]
    source: str | None = None
    first: int = 0
    value: Any = None
    length: Any = None

    @property
    def size(self) -> int:
        """`count`, as an array has it."""
        return self.count

    def __getitem__(self, part: slice) -> Expression:
        begin, end, step = part.indices(self.count)
        if step != 1:
            raise ValueError(f"a slice of an expression has the step 1, not {step}")
        if self.length is not None:
            raise ValueError("a slice of what is counted: slice the expression, and count that")
        return dataclasses.replace(self, first=self.first + begin, count=max(end - begin, 0))


def generate(
    expression: str, count: int, dtype: Any = np.int64, *, source: str | None = None, **arrays: Any
) -> Expression:
    """An array without memory: element `i` is the value of an OpenCL C expression.

    It can stand wherever a call reads an array. The expression may read the arrays and scalars that are given by name.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce(clinterval.generate("i * i", 5), op="add")
    np.int64(30)
    >>> clinterval.reduce(clinterval.generate("x[i] * scale", 3, "int32", x=np.int32([1, 2, 3]), scale=10))
    np.int32(60)

    :param expression: OpenCL C, of the index `i` (a ulong) and the names of `arrays`; `cliv_at(name, i)` reads an
        element, or zero outside of the array
    :param dtype: of the elements, to which the expression is converted
    :param source: declarations that the expression needs: functions that it calls, say
    """
    return Expression(np.dtype(dtype), int(count), expression, arrays, source)


def constant(value: Any, count: int = 1, dtype: Any = None) -> Expression:
    """An array without memory of which every element is `value`.

    >>> import clinterval
    >>> clinterval.scan_inclusive(clinterval.constant(2, 4, "int32"))
    array([2, 4, 6, 8], dtype=int32)
    """
    scalar = np.asarray(value, dtype)
    return Expression(scalar.dtype, int(count), None, {}, value=scalar)


class Op(NamedTuple):
    """An associative operator of yours: what takes its place in a call's `op` by a string alone has no identity."""

    combine: str
    identity: str | None = None
    source: str | None = None


class Order(NamedTuple):
    """A strict weak order of yours: an expression of `a` and `b` that is true where `a` comes first."""

    less: str
    source: str | None = None


_OP_NAMES = {
    "add": "add",
    "sum": "add",
    "mul": "mul",
    "prod": "mul",
    "min": "min",
    "max": "max",
    "and": "bit_and",
    "or": "bit_or",
    "xor": "bit_xor",
}


class _Addresses(dict[Any, int]):
    """For what the library reads by its address: the address of what a key stands for, which is made when it is first
    looked up. It stays, as each stands for a program that the library keeps, beside which it is small."""

    def __init__(self, make: Callable[[Any], Any], **known: int) -> None:
        super().__init__(known)
        self[None] = 0
        self._make = make
        self._made: list[Any] = []

    def __missing__(self, key: Any) -> int:
        made = self._make(key)
        self._made.append(made)
        address = self[key] = ctypes.addressof(made)
        return address


def _encoded(texts: Iterable[str | None]) -> list[bytes | None]:
    return [None if text is None else text.encode() for text in texts]


def _told(given: Any, kind: Any, what: str) -> Any:
    """What is no string is of the kind: an equal tuple would stay in the place of the right one."""
    if not isinstance(given, (str, kind)):
        raise TypeError(f"{what} is a string or an {kind.__name__}, not {type(given).__name__}")
    return kind(given) if isinstance(given, str) else given


op_at = _Addresses(
    lambda op: COp(*_encoded(_told(op, Op, "an operator"))),
    **{name: ctypes.addressof(COp.in_dll(lib, "cliv_" + c_name)) for name, c_name in _OP_NAMES.items()},
)
order_at = _Addresses(
    lambda order: COrder(*_encoded(_told(order, Order, "an order"))),
    **{name: ctypes.addressof(COrder.in_dll(lib, "cliv_" + name)) for name in ("less", "greater")},
)
text_at = _Addresses(lambda text: ctypes.create_string_buffer(text.encode()))


def first_on_device(arrays: Iterable[Any]) -> Array | None:
    """The first array of the device, which may be one that an expression or a snippet reads, or an expression's length."""
    for array in arrays:
        if isinstance(array, Array):
            return array
        if isinstance(array, Expression):
            found = first_on_device((*array.arrays.values(), array.length))
        else:
            found = first_on_device(array.values()) if isinstance(array, dict) else None
        if found is not None:
            return found
    return None


def dtype_of(array: Any) -> np.dtype[Any]:
    """The dtype of any array that a call reads."""
    dtype = getattr(array, "dtype", None)
    return np.dtype(dtype) if dtype is not None else np.asarray(array).dtype


def size_of(array: Any) -> int:
    """How many elements an array has that a call reads."""
    return int(array.size if isinstance(array, (Array, Expression)) else np.size(array))


def one_of(what: str, name: str, known: Mapping[str, int]) -> int:
    """The number of a choice."""
    number = known.get(name)
    if number is None:
        raise ValueError(f"{what} is {name!r}, but must be one of {', '.join(map(repr, known))}")
    return number


def filling(dtype: np.dtype[Any], value: Any) -> np.ndarray[Any, Any]:
    """An array of one element that is `value`; of a structure 0 is zeros."""
    made = np.zeros(1, dtype)
    if dtype.fields is None or not isinstance(value, int) or value:
        made[0] = value
    return made
