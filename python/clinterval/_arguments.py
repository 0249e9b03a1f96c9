# SPDX-License-Identifier: Apache-2.0
"""Arguments other than arrays on the device: expressions, constants, operators, orders, lists and numbers; and the checks
that refuse a wrong argument by its name."""

from __future__ import annotations

import ctypes
import dataclasses
import operator
import re
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
    written: str | None = None  # the caller's text, where the caller gave no dtype

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


# Of the index, whole numbers and operators alone: such an expression is an integer.
_PLAINLY_WHOLE = re.compile(r"(?:[\s()+\-*/%&|^~<>=!?:i]|\b\d+[uUlL]{0,3}\b)*")


def generate(
    expression: str, count: int, dtype: Any = None, *, source: str | None = None, **arrays: Any
) -> Expression:
    """An array without memory: element `i` is the value of an OpenCL C expression.

    It can be used wherever a call reads an array. The expression may read the arrays and scalars that are given by name.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce(clinterval.generate("i * i", 5), op="add")
    np.int64(30)
    >>> clinterval.copy(clinterval.generate("x[i] * scale", 3, "int32", x=np.int32([1, 2, 3]), scale=10))
    array([10, 20, 30], dtype=int32)

    :param expression: OpenCL C, of the index `i` (a ulong) and the names of `arrays`; `cliv_at(name, i)` reads an
        element, or zero outside of the array
    :param count: the number of elements
    :param dtype: the type of the elements; the expression is converted to it as OpenCL C converts, to bool by `!= 0`.
        The default is int64 and requires an integer expression: a float expression without a dtype is an error
    :param source: declarations that the expression needs, such as functions that it calls
    """
    text_checked(expression, "expression")
    if source is not None:
        text_checked(source, "source")
    number = whole_number(count, "count")
    text, kind = expression, np.dtype(np.int64 if dtype is None else dtype)
    if dtype is None and not _PLAINLY_WHOLE.fullmatch(expression):
        text = f"({expression}\n) | 0L"  # which does not compile for a float
    elif kind == np.bool_:
        text = f"({expression}\n) != 0"
    refuse_empty_structure(kind, "dtype")
    return Expression(kind, number, text, arrays, source, written=expression if dtype is None else None)


def constant(value: Any, count: int = 1, dtype: Any = None) -> Expression:
    """An array without memory of which every element is `value`.

    >>> import clinterval
    >>> clinterval.scan_inclusive(clinterval.constant(2, 4, "int32"))
    array([2, 4, 6, 8])
    """
    scalar = np.asarray(value) if dtype is None else converted(value, dtype, "value")
    scalar = np.asarray(scalar, dtype)
    if scalar.ndim or scalar.dtype == object:
        raise TypeError(f"value is {type(value).__name__}, but must be one number or structure")
    refuse_empty_structure(scalar.dtype, "dtype")
    return Expression(scalar.dtype, whole_number(count, "count"), None, {}, value=scalar)


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


def text_checked(text: Any, name: str = "a text") -> str:
    """A text for the device's compiler: TypeError where it is no string, ValueError where a NUL would cut it."""
    if not isinstance(text, str):
        raise TypeError(f"{name} is a string of OpenCL C, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"{name} has a NUL character at index {text.index(chr(0))}, which would cut it there")
    try:
        text.encode()
    except UnicodeEncodeError as wrong:
        raise ValueError(f"{name} has no encoding as UTF-8: {wrong.reason}") from wrong
    if not text.strip():
        raise ValueError(f"{name} is empty")
    return text


def _encoded(texts: Iterable[str | None], name: str) -> list[bytes | None]:
    return [None if text is None else text_checked(text, name).encode() for text in texts]


_NAME = re.compile(r"[A-Za-z_]\w*")


class _Named(_Addresses):
    """Addresses of operators, or of orders: built-in ones by their names and by their expressions, however spaced."""

    def __init__(
        self, name: str, kind: Any, structure: Any, known: dict[str, str], spelled: dict[str, str], variables: str
    ) -> None:
        addresses = {key: ctypes.addressof(structure.in_dll(lib, "cliv_" + c)) for key, c in known.items()}
        super().__init__(lambda given: structure(*_encoded(given, name)), **addresses)
        self._name, self._kind, self._known = name, kind, tuple(addresses)
        self._spelled, self._variables = spelled, variables

    def __missing__(self, key: Any) -> int:
        if not isinstance(key, (str, self._kind)):
            # An equal tuple of another class would take the place of the right one.
            what = "an operator" if self._kind is Op else "an order"
            raise TypeError(f"{what} is a string or an {self._kind.__name__}, not {type(key).__name__}")
        if isinstance(key, str):
            text = text_checked(key, self._name)
            same = self._spelled.get("".join(text.split()))
            if same is not None:
                self[key] = self[same]
                return self[key]
            if _NAME.fullmatch(text.strip()) and text.strip() not in self._variables:
                raise ValueError(
                    f"{self._name} is {text!r}, but must be {', '.join(map(repr, self._known))} or an expression of a and b"
                )
            key = text
            self[key] = super().__missing__(self._kind(text))
            return self[key]
        return super().__missing__(key)


op_at = _Named(
    "op",
    Op,
    COp,
    _OP_NAMES,
    {
        **{f"{x}{sign}{y}": name for sign, name in zip("+*&|^", ("add", "mul", "and", "or", "xor"), strict=True)
           for x, y in ("ab", "ba")},
        **{f"{name}({x},{y})": name for name in ("min", "max") for x, y in ("ab", "ba")},
    },
    "ab",  # the first and the last are operators
)
order_at = _Named(
    "order",
    Order,
    COrder,
    {"less": "less", "greater": "greater"},
    {"a<b": "less", "b>a": "less", "a>b": "greater", "b<a": "greater"},
    "",
)


def built_in_order(order: Any) -> str | None:
    """"less" or "greater", where an order is one of these, None counts as the first; else None."""
    if order is None:
        return "less"
    address = order_at[order]
    return "less" if address == order_at["less"] else "greater" if address == order_at["greater"] else None


text_at = _Addresses(lambda text: ctypes.create_string_buffer(text_checked(text, "an expression or source").encode()))


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


# ---- checks and conversions of what stands beside arrays


def whole_number(value: Any, name: str, least: int = 0) -> int:
    """A number of elements, or the like: an int that is not below `least` and fits a size_t."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, but must be an int") from None
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {value!r}, but must be an int")
    if not least <= number < 1 << 63:
        raise ValueError(f"{name} is {number}, but must be from {least} to 2**63 - 1")
    return number


def index_type(largest: int) -> np.dtype[Any]:
    """The default type of indices: int32 where the largest index, or the number of elements, fits; else int64."""
    return np.dtype(np.int32 if largest <= 2**31 - 1 else np.int64)


def sum_type(dtype: Any) -> np.dtype[Any]:
    """The result type of sums, as NumPy's sum and cumsum have it: int64 for bool and narrower integers, uint64 for
    narrower unsigned ones, else the type itself."""
    given: np.dtype[Any] = np.dtype(dtype)
    if given.kind == "b" or (given.kind == "i" and given.itemsize < 8):
        return np.dtype(np.int64)
    if given.kind == "u" and given.itemsize < 8:
        return np.dtype(np.uint64)
    return given


def has_type(value: Any) -> bool:
    """Does a value say its dtype itself, as arrays, expressions and NumPy's scalars do, and lists do not?"""
    return hasattr(value, "dtype")


def _is_kept(made: np.ndarray[Any, Any], host: np.ndarray[Any, Any]) -> bool:
    """Did a conversion keep every value? A fraction may be rounded by a narrower float type, as NumPy does."""
    floats = made.dtype.kind == "f" and host.dtype.kind == "f"
    for after, before in zip(made.ravel().tolist(), host.ravel().tolist(), strict=True):
        if after == before or (after != after and before != before):
            continue
        if floats and after == after and abs(after) != float("inf") and not before.is_integer():
            continue
        return False
    return True


def converted(value: Any, dtype: Any, name: str = "an argument") -> Any:
    """A list, a tuple or a scalar as an array of NumPy's of `dtype`: by value and without loss, else a TypeError.

    None, and what has a dtype already, is returned as it is. An empty list gets the dtype. A float is converted to an
    integer type where it is whole; a fraction is rounded by a narrower float type; to bool only 0 and 1 are converted.

    >>> converted([1.0, 2.0], "int32")
    array([1, 2], dtype=int32)
    """
    if value is None or has_type(value):
        return value
    dtype = np.dtype(dtype)
    lost = f"{name} is a {type(value).__name__} whose values {dtype} does not hold without loss"
    if isinstance(value, (bytes, dict, set)) or (isinstance(value, str) and dtype.kind not in "mM"):
        raise TypeError(f"{name} is {type(value).__name__}, but must be an array or a list of {dtype}")
    try:
        if dtype.fields is not None:
            made = np.array(value, dtype)
            for k, field in enumerate(dtype.names or ()):
                if made.size and dtype.fields[field][0].subdtype is None:
                    rows = [value] if not made.ndim else value
                    converted([row[k] for row in rows], dtype.fields[field][0], f"{name}: {field}")
            return made
        host = np.asarray(value)
        if host.size == 0:
            return np.empty(host.shape, dtype)
        if dtype.kind in "mM" or host.dtype.kind in "mM":
            made = np.asarray(value, dtype)
            kept = host.dtype.kind not in "mM" or bool(((made == host) | (np.isnat(made) & np.isnat(host))).all())
            if dtype.kind not in "mM" or (host.dtype.kind in "mM" and host.dtype.kind != dtype.kind) or not kept:
                raise TypeError(lost)
            return made
        if host.dtype.kind == "O":
            raise TypeError(f"{name} is a {type(value).__name__} of objects, but must be of {dtype}")
        if host.dtype.kind not in "biuf" or (host.dtype.kind == "f" and host.dtype.itemsize > 8):
            raise TypeError(f"{name} is a {type(value).__name__} of {host.dtype}, but must be of {dtype}")
        with np.errstate(all="ignore"):
            made = host.astype(dtype)
    except (ValueError, OverflowError, IndexError) as wrong:
        raise TypeError(f"{name} is a {type(value).__name__} that is no array of {dtype}: {wrong}") from wrong
    if not np.can_cast(host.dtype, dtype, "safe") or (dtype.kind == "f" and host.dtype.kind in "iu"):
        if not _is_kept(made, host):
            raise TypeError(lost)
    return made


_PLAIN = (np.ndarray, np.memmap, np.recarray)


def _ways_out(array: Any) -> str:
    if isinstance(array, np.ma.MaskedArray):
        return "call x.filled(value) or x.compressed() first"
    if isinstance(array, np.matrix):
        return "call numpy.asarray(x).ravel() first"
    return "call numpy.asarray(x) first where its plain values are meant"


def flat(array: Any, name: str | None = None, dimensions: int = 1) -> Any:
    """What calls take as an array, as it is: TypeError for masked arrays and other subclasses of NumPy's arrays, for
    objects, and for more than so many dimensions, of which none is dropped silently."""
    name = name or "an array"
    if isinstance(array, np.ndarray) and type(array) not in _PLAIN:
        raise TypeError(f"{name} is a {type(array).__name__}, whose meaning would be lost: {_ways_out(array)}")
    dtype = getattr(array, "dtype", None)
    if isinstance(dtype, np.dtype) and dtype.hasobject:
        raise TypeError(f"{name} is an array of objects, but must be of numbers or structures: call x.astype(dtype) first")
    shape = getattr(array, "shape", ())
    if len(shape) > dimensions:
        how = "call x.ravel() first"
        if len(shape) > 1 and array.flags.f_contiguous and not array.flags.c_contiguous:
            how = 'its order is Fortran\'s: call x.ravel("K") for the order in memory, or x.ravel() for that of rows, first'
        raise TypeError(f"{name} has {len(shape)} dimensions, but must have {'one' if dimensions == 1 else dimensions}: {how}")
    return array


def sequence_of_arrays(value: Any, name: str) -> tuple[Any, ...]:
    """Several arrays, as a list or tuple: an array would be unpacked element by element, and is refused."""
    if has_type(value) or isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise TypeError(f"{name} is a list or tuple of arrays, not {type(value).__name__}")
    arrays = tuple(value)
    for k, array in enumerate(arrays):
        if array is not None and (np.isscalar(array) or isinstance(array, (str, bytes, Mapping))):
            raise TypeError(f"{name}[{k}] is {type(array).__name__}, but must be an array")
    return arrays


def outputs_given(out: Any, count: int, name: str = "out") -> tuple[Any, ...]:
    """The arrays of an `out` of several, None where the call makes them."""
    if out is None:
        return (None,) * count
    if has_type(out) or not isinstance(out, (tuple, list)) or len(out) != count:
        raise TypeError(f"{name} is a tuple of {count} arrays, each of which may be None")
    return tuple(out)


def refuse_empty_structure(dtype: np.dtype[Any], name: str) -> None:
    if dtype.itemsize == 0:
        raise TypeError(f"{name} is {dtype}, whose elements have no bytes")


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


def filling(dtype: np.dtype[Any], value: Any, name: str = "fill") -> np.ndarray[Any, Any]:
    """An array of one element that is `value`, which is converted without loss; of a structure 0 is zeros."""
    made = np.zeros(1, dtype)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value == 0:
        return made
    if isinstance(value, np.generic) and value.dtype != dtype and value.dtype.fields is None:
        value = value.item() if value.dtype.kind in "biuf" else value
    made[0] = converted(value, dtype, name)
    return made
