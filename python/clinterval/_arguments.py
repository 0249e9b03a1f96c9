# SPDX-License-Identifier: Apache-2.0
"""Expressions, operators and orders."""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import re
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from pyopencl.array import Array

from ._conversions import converted, plain, refuse_empty_structure, text_checked, whole_number
from ._native import COp, COrder, lib


@dataclasses.dataclass(frozen=True)
class Expression:
    """An array without memory: a call computes its elements when it reads them.

    :func:`generate` and :func:`constant` create expressions. Every call that reads an array accepts an expression. A
    call cannot write to an expression. `x[begin:end]` is the part of the expression at these indices. :func:`copy`
    stores the elements in memory.

    A call evaluates an element each time that it reads the element. Some calls read an element more than once; each
    function states how often. Store an expensive expression with :func:`copy` before such a call.
    """

    dtype: np.dtype[Any]
    count: int
    expression: str | None
    arrays: Mapping[str, Any]
    source: str | None = None
    first: int = 0
    value: Any = None
    length: Any = None
    written: str | None = None  # the caller's text if the caller passed no dtype

    @property
    def size(self) -> int:
        """The number of elements, under the name that arrays use."""
        return self.count

    @property
    def shape(self) -> tuple[int]:
        return (self.count,)

    @property
    def ndim(self) -> int:
        return 1

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return True  # an empty expression, too

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """Compute the elements, for numpy.asarray() and NumPy's functions."""
        from ._maps import copy as stored

        if copy is False:
            raise ValueError("an expression has no memory: its elements cannot become an array without a copy")
        if first_on_device((self,)) is not None:
            raise TypeError("the expression reads a pyopencl array, so its elements are on the device: call copy(x).get()")
        made: np.ndarray[Any, Any] = stored(self)
        return made if dtype is None else made.astype(dtype, copy=False)

    def __class_getitem__(cls, kind: Any) -> types.GenericAlias:
        return types.GenericAlias(cls, kind)  # for annotations: __init__.pyi declares the parameter

    def __getitem__(self, part: slice) -> Expression:
        if not isinstance(part, slice):
            raise TypeError(f"an expression supports slices such as [3:5], not single elements: {part!r}")
        begin, end, step = part.indices(self.count)
        if step != 1:
            raise ValueError(f"a slice of an expression must have the step 1, not {step}")
        if self.length is not None:
            raise ValueError("a counted expression cannot be sliced: slice the expression first, then count the slice")
        return dataclasses.replace(self, first=self.first + begin, count=max(end - begin, 0))


# The value of an expression is an integer if the expression has only the index, integers and operators.
_PLAINLY_WHOLE = re.compile(r"(?:[\s()+\-*/%&|^~<>=!?:i]|\b\d+[uUlL]{0,3}\b)*")


def generate(
    expression: str, count: int, dtype: Any = None, *, source: str | None = None, **arrays: Any
) -> Expression:
    """Describe an array without memory, by an expression of the index.

    :param expression: OpenCL C for element `i`. It uses the index `i` (a ulong) and the names of `arrays`.
        `cliv_at(name, j)` is element `j` of an array, or zero if `j` is outside the array. `name[j]` is not checked
    :param count: the number of elements
    :param dtype: the type of the elements. The value is converted as in OpenCL C; the conversion to bool is `!= 0`.
        Default: int64, which requires an integer expression
    :param source: declarations in OpenCL C that the expression needs, such as functions
    :param arrays: the arrays and scalars that the expression reads, by name. A Python int is a long. A Python float
        is a double, or a float if the device has no doubles. NumPy scalars keep their type
    :return: an :class:`Expression`
    :raises TypeError: a call uses a float expression without `dtype`

    The compilation takes place in the first call that uses the expression. This call also raises the errors of the
    expression. Scalars are kernel arguments, so a new value needs no new compilation.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.reduce(ci.generate("i * i", 5))
    np.int64(30)
    >>> ci.copy(ci.generate("x[i] * scale", 3, "int32", x=np.int32([1, 2, 3]), scale=10))
    array([10, 20, 30], dtype=int32)
    """
    text_checked(expression, "expression")
    if source is not None:
        text_checked(source, "source")
    check_names("generate", "expression", expression, source, "expression", "count", "dtype", "source")
    number = whole_number(count, "count")
    text, kind = expression, np.dtype(np.int64 if dtype is None else dtype)
    if dtype is None and not _PLAINLY_WHOLE.fullmatch(expression):
        text = f"({expression}\n) | 0L"  # does not compile for a float
    elif kind == np.bool_:
        text = f"({expression}\n) != 0"
    refuse_empty_structure(kind, "dtype")
    return Expression(kind, number, text, arrays, source, written=expression if dtype is None else None)


def constant(value: Any, count: int = 1, dtype: Any = None) -> Expression:
    """Describe an array without memory whose elements all have one value.

    :param value: a number, a date, or a structure
    :param count: the number of elements
    :param dtype: the type of the elements. Default: the type that NumPy gives the value
    :return: an :class:`Expression`
    :raises TypeError: `dtype` cannot hold the value without loss

    >>> import clinterval as ci
    >>> ci.scan_inclusive(ci.constant(2, 4, "int32"))
    array([2, 4, 6, 8])
    """
    scalar = np.asarray(value if dtype is None else converted(plain(value, dtype), dtype, "value"), dtype)
    if scalar.ndim or scalar.dtype == object:
        raise TypeError(f"value is {type(value).__name__}, but must be a number or a structure")
    refuse_empty_structure(scalar.dtype, "dtype")
    return Expression(scalar.dtype, whole_number(count, "count"), None, {}, value=scalar)


_NO_NAMES = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)  # comments, strings
_MEMBER = re.compile(r"(\.|->)\s+")
PLACES = ("source", "queue", "context", "wait_for")  # parameters of most functions


def _declares(text: str, word: str) -> bool:
    """Return True if a text may declare a name: as a variable, an enumerator, or by a macro."""
    forms = (
        rf"(?!return\b)\b\w+[\s*]+{word}\b",
        rf",\s*\**{word}\s*(?:=(?!=)|[,;[])",
        rf"\}}[\s*]*{word}\b",
        rf"(?:^|[;{{}}])\s*(?:\w+\s+)*\w+\s*\([\s*]*{word}\s*\)\s*(?:=(?!=)|[,[(])",
        rf"\benum\b\s*\w*\s*\{{[^}}]*\b{word}\b",
        rf"#\s*define\b[^\n]*\b{word}\b",
    )
    return any(re.search(form, text) for form in forms)


@functools.lru_cache(1024)
def check_names(function: str, name: str, text: str, source: str | None, *parameters: str) -> None:
    """Raise ValueError if a text has the name of a parameter of the function as the name of a value.

    The value would be the argument of that parameter: `compact(x, "x > count", count=c)` writes into c. Fields,
    functions, local variables, macros, strings, and names in `source` are accepted.
    """
    bare = _MEMBER.sub(r"\1", _NO_NAMES.sub(lambda found: '""' if found[0][0] in "\"'" else " ", text_checked(text, name)))
    for word in parameters:
        used = re.search(rf"(?<![\w.])(?<!->){word}\b(?!\s*\()", bare)
        # `a * count` in a body could be the declaration of a pointer; the compiler then refuses an unknown name.
        local = re.search(r"[{#]", bare) or name == "body"
        if used and not (local and _declares(bare, word)) and not (source and re.search(rf"\b{word}\b", source)):
            raise ValueError(
                f"{name} uses {word}, which is a parameter of {function}() and not a value of {name}: pass the value by another name"
            )


class Op(NamedTuple):
    """A user-defined associative operator for scans and reductions.

    `combine` is an expression of `a` and `b` in OpenCL C; `a` is the earlier operand. The operator need not commute.
    `identity` is an expression of the element type. Exclusive scans, segmented reductions and reductions of empty
    arrays require an identity. `source` has the declarations that the expressions need. A string instead of an `Op` is
    an operator without an identity.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> digits = ci.Op("a * 10 + b", identity="0")
    >>> ci.scan_inclusive(np.int32([3, 1, 4]), digits)
    array([  3,  31, 314], dtype=int32)
    """

    combine: str
    identity: str | None = None
    source: str | None = None


class Order(NamedTuple):
    """A user-defined strict weak order for sorts, merges, searches and joins.

    `less` is an expression of `a` and `b` in OpenCL C that is true if `a` comes before `b`. `source` has the
    declarations that the expression needs. A string instead of an `Order` is an order without declarations. Two keys
    are equal if neither comes before the other.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> by_last_digit = ci.Order("digit(a) < digit(b)", source="int digit(int x) { return x % 10; }")
    >>> ci.sort(np.int32([31, 22, 13, 41]), order=by_last_digit)
    array([31, 41, 22, 13], dtype=int32)
    """

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
    """A dictionary from keys to addresses of structures that the library reads.

    The first lookup of a key creates its structure. Structures are never freed: each structure belongs to a program
    in the library's cache, and the program is larger than the structure.
    """

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


def _encoded(texts: Iterable[str | None], name: str) -> list[bytes | None]:
    return [None if text is None else text_checked(text, name).encode() for text in texts]


_NAME = re.compile(r"[A-Za-z_]\w*")


class _Named(_Addresses):
    """Addresses of operators or orders.

    Built-in operators and orders are found by name, and by their expressions regardless of blanks.
    """

    def __init__(
        self, name: str, kind: Any, structure: Any, known: dict[str, str], spelled: dict[str, str], variables: str
    ) -> None:
        addresses = {key: ctypes.addressof(structure.in_dll(lib, "cliv_" + c)) for key, c in known.items()}
        super().__init__(lambda given: structure(*_encoded(given, name)), **addresses)
        self._name, self._kind, self._known = name, kind, tuple(addresses)
        self._spelled, self._variables = spelled, variables

    def __missing__(self, key: Any) -> int:
        if not isinstance(key, (str, self._kind)):
            # A tuple of another class can compare equal to a valid key. Stored as a key, it would replace the valid
            # key.
            what = "an operator" if self._kind is Op else "an order"
            raise TypeError(f"{what} must be a string or an {self._kind.__name__}, not {type(key).__name__}")
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
    "ab",  # "a" and "b" are valid operators: the first and the last element
)
order_at = _Named(
    "order",
    Order,
    COrder,
    {"less": "less", "greater": "greater"},
    {"a<b": "less", "b>a": "less", "a>b": "greater", "b<a": "greater"},
    "",
)


def no_order(order: Any) -> TypeError:
    """Return the error for an order of a wrong type, such as a list of fields."""
    return TypeError(f"an order must be a string or an Order, not {type(order).__name__}: for fields, write a.field < b.field")


def built_in_order(order: Any) -> str | None:
    """Return the name of a built-in order, "less" or "greater".

    The name is None for a user-defined order. The order None is "less".
    """
    if order is None:
        return "less"
    if isinstance(order, list):
        raise no_order(order)
    address = order_at[order]
    return "less" if address == order_at["less"] else "greater" if address == order_at["greater"] else None


text_at = _Addresses(lambda text: ctypes.create_string_buffer(text_checked(text, "an expression or source").encode()))


def first_on_device(arrays: Iterable[Any]) -> Array | None:
    """Return the first device array among the arguments.

    It may be an array that an expression or a snippet reads, or the length of an expression.
    """
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
    """Return the dtype of any array that a call reads."""
    dtype = getattr(array, "dtype", None)
    if isinstance(dtype, np.dtype):
        return dtype
    if array is None:
        raise TypeError("an argument is None, but must be an array")
    return np.asarray(array).dtype


def size_of(array: Any) -> int:
    """Return the number of elements of any array that a call reads."""
    return int(array.size if isinstance(array, (Array, Expression)) else np.size(array))


def one_of(what: str, name: str, known: Mapping[str, int]) -> int:
    """Return the number of the choice `name` of the parameter `what`."""
    if name is not None and not isinstance(name, str):
        raise TypeError(f"{what} is {type(name).__name__}, but must be one of {', '.join(map(repr, known))}")
    number = known.get(name)
    if number is None:
        raise ValueError(f"{what} is {name!r}, but must be one of {', '.join(map(repr, known))}")
    return number
