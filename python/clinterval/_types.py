# SPDX-License-Identifier: Apache-2.0
"""Element types.

An element type describes a NumPy dtype in OpenCL C: a number, a date, a vector, or a structure.
"""

from __future__ import annotations

import ctypes
import hashlib
import re
from typing import Any, NamedTuple

import numpy as np

from ._native import CType

_SCALARS = {
    "int8": "char",
    "uint8": "uchar",
    "int16": "short",
    "uint16": "ushort",
    "int32": "int",
    "uint32": "uint",
    "int64": "long",
    "uint64": "ulong",
    "float32": "float",
    "float64": "double",
    "bool": "char",
}


class ElementType(NamedTuple):
    """The description of a dtype in OpenCL C: its name and declaration.

    `address` is the address of the library's structure.
    """

    dtype: np.dtype[Any]
    name: str
    source: str | None
    address: int
    size: int
    owner: CType  # keeps the address valid


# Names that a field cannot have: keywords and macros of C99 and OpenCL C, and macros of compilers and of the library.
_RESERVED = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof
    bool half true false kernel global local constant private generic read_only write_only read_write pipe uniform
    vec_step complex imaginary quad linux unix i386 NULL INFINITY NAN MAXFLOAT HUGE_VAL HUGE_VALF NT VT EOF
    CHAR_BIT CHAR_MAX CHAR_MIN SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX SHRT_MIN USHRT_MAX INT_MAX INT_MIN UINT_MAX
    LONG_MAX LONG_MIN ULONG_MAX FP_CONTRACT FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL""".split()
)
_OF_OTHERS = re.compile(r"(__|cliv_|CLIV_|clinterval_|CLK_|FLT_|DBL_|HALF_|M_[A-Z0-9_]+(_F|_H)?$|_[A-Z])")
_VECTOR = re.compile(r"(char|uchar|short|ushort|int|uint|long|ulong|float|double|half)(2|3|4|8|16)?")


def member_names(dtype: np.dtype[Any]) -> dict[str, str]:
    """Return the names of a structure's fields in OpenCL C, by NumPy name.

    A reserved name gets an underscore at its end, such as `kernel_`, and more underscores as long as another field has
    the resulting name. Other names are unchanged.
    """
    members: dict[str, str] = {}
    taken = set(dtype.names or ())
    for field in dtype.names or ():
        member = field
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", field):
            raise TypeError(f"the field {field!r} of {dtype} must be an identifier of OpenCL C")
        if field in _RESERVED or _OF_OTHERS.match(field):
            member += "_"
            while member in taken:
                member += "_"
            taken.add(member)
        members[field] = member
    return members


# The names that struct() sets, by layout text.
_named: dict[str, str] = {}


def _layout(dtype: np.dtype[Any]) -> str:
    """Return a text that is equal for structures with the same fields in memory.

    The text does not depend on the order and the titles of the fields.
    """
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return f"{_layout(base)}{shape}"
    if dtype.fields is None:
        return dtype.str
    fields = (f"{name}@{dtype.fields[name][1]}:{_layout(dtype.fields[name][0])}" for name in _by_offset(dtype))
    return f"{{{','.join(fields)}}}{dtype.itemsize}{'a' if dtype.isalignedstruct else ''}"


def _by_offset(dtype: np.dtype[Any]) -> list[str]:
    fields = dtype.fields
    assert fields is not None
    return sorted(dtype.names or (), key=lambda name: fields[name][1])


def _structure_name(dtype: np.dtype[Any]) -> str:
    """Return the name of a structure in OpenCL C.

    It is the name set by :func:`struct`, or pyopencl's name of a vector (such as float4) or of a structure registered
    with pyopencl. Otherwise it is a name made from the layout.
    """
    from pyopencl.tools import dtype_to_ctype

    layout = _layout(dtype)
    if layout in _named:
        return _named[layout]
    try:
        return str(dtype_to_ctype(dtype))
    except (TypeError, ValueError):
        return "clinterval_" + hashlib.sha256(layout.encode()).hexdigest()[:12]


def _declare(dtype: np.dtype[Any], name: str, declared: dict[str, str]) -> None:
    """Declare a structure with the memory layout of the dtype.

    The structure is packed unless the dtype is aligned.
    """
    members, at, padding = [], 0, 0
    assert dtype.fields is not None
    called = member_names(dtype)
    before = ""
    for field in _by_offset(dtype):
        part, offset = dtype.fields[field][:2]
        if offset < at:
            raise TypeError(f"the fields {before!r} and {field!r} of {dtype} overlap, but fields of a structure in OpenCL C cannot overlap")
        if part.itemsize == 0:
            continue
        if offset > at:
            members.append(f"    char cliv_pad{padding}[{offset - at}];")
            padding += 1
        base, shape = (part.subdtype if part.subdtype else (part, ()))
        try:
            kind = _name_in(base, declared)
        except TypeError as wrong:
            raise TypeError(f"the field {field!r}: {wrong}") from None
        lengths = "".join(f"[{n}]" for n in shape)
        members.append(f"    {kind} {called[field]}{lengths};")
        at, before = offset + part.itemsize, field
    if at < dtype.itemsize:
        members.append(f"    char cliv_pad{padding}[{dtype.itemsize - at}];")
    attribute = "" if dtype.isalignedstruct else "__attribute__((packed)) "
    text = "typedef struct " + attribute + "{\n" + "\n".join(members) + "\n} " + name + ";\n"
    # Without the guard, two structures of one call that contain this structure would declare it twice.
    declared[name] = f"#ifndef CLINTERVAL_HAS_{name}\n#define CLINTERVAL_HAS_{name}\n{text}#endif\n"


def _name_in(dtype: np.dtype[Any], declared: dict[str, str]) -> str:
    """Return the name of the dtype in OpenCL C.

    The declarations that the name requires are added to `declared`, in order.
    """
    if not dtype.isnative and dtype.fields is None:
        raise TypeError(f"{dtype} is not in the byte order of the device: call x.astype({dtype.newbyteorder('=')})")
    if dtype.fields is None:
        scalar = "long" if dtype.kind in "mM" else _SCALARS.get(dtype.name)
        if dtype.kind in "SU":
            raise TypeError(
                f"{dtype} is a type of strings, which are not supported: pass integer codes, such as the inverse of "
                "numpy.unique(x, return_inverse=True)"
            )
        if not scalar:
            raise TypeError(f"{dtype} has no counterpart in OpenCL C, but must be a number, a date, or a structure of these")
        return scalar
    if dtype.itemsize == 0:
        raise TypeError(f"{dtype} is a structure without bytes, but must have at least one byte")
    name = _structure_name(dtype)
    if not _VECTOR.fullmatch(name) and name not in declared:
        _declare(dtype, name, declared)
    return name


# Entries are never removed, because other objects store their addresses.
_known: dict[np.dtype[Any], ElementType] = {}


def _described(dtype: np.dtype[Any], owner: CType) -> ElementType:
    declared: dict[str, str] = {}
    name = _name_in(dtype, declared)
    source = "".join(declared.values()) or None
    owner.name, owner.source, owner.size = name.encode(), source.encode() if source else None, dtype.itemsize
    return ElementType(dtype, name, source, ctypes.addressof(owner), dtype.itemsize, owner)


def element_type(dtype: Any) -> ElementType:
    """Return the element type of a dtype, or of an argument of numpy.dtype.

    >>> element_type("float32").name
    'float'
    """
    if isinstance(dtype, ElementType):
        return dtype
    if not isinstance(dtype, np.dtype):
        dtype = np.dtype(dtype)
    found = _known.get(dtype)
    if found is None:
        found = _known.setdefault(dtype, _described(dtype, CType()))
    return found


# The type of bool arrays in expressions and bodies, in which a store converts by != 0.
_BOOL = CType(b"bool", 1, None)
BOOL_ADDRESS = ctypes.addressof(_BOOL)


def struct(name: str, dtype: Any) -> np.dtype[Any]:
    """Name a structured dtype, so that OpenCL C texts can use it as a type.

    Calls also accept structured dtypes without a name, but texts cannot name their type.

    :param name: an identifier that OpenCL C and the library do not reserve. It names one memory layout until the
        process ends
    :param dtype: a structured dtype, or an argument of numpy.dtype for one
    :return: the dtype
    :raises ValueError: the name is reserved or names another structure, or the structure has another name

    The fields have the names of the dtype. If OpenCL C or the library reserves a name, the field gets an underscore
    at its end: `x.kernel_` is the field "kernel".

    >>> import clinterval as ci
    >>> import numpy as np
    >>> box = ci.struct("box", [("low", "f4"), ("high", "f4")])
    >>> boxes = np.array([(0, 2), (1, 5)], box)
    >>> ci.compact(boxes, "width(x) > 3", source="float width(box b) { return b.high - b.low; }")
    array([(1., 5.)], dtype=[('low', '<f4'), ('high', '<f4')])
    """
    made: np.dtype[Any] = np.dtype(dtype)
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    if made.fields is None:
        raise TypeError(f"dtype is {made}, but must be a structure")
    if (
        not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name)
        or name in _RESERVED
        or _OF_OTHERS.match(name)
        or _VECTOR.fullmatch(name)
        or name in _SCALARS.values()
    ):
        raise ValueError(f"name is {name!r}, but must be an identifier that OpenCL C and the library do not reserve")
    layout = _layout(made)
    if next((known for known, other in _named.items() if other == name), layout) != layout:
        raise ValueError(f"name is {name!r}, which is the name of another structure")
    if _named.get(layout, name) != name:
        raise ValueError(f"the structure already has the name {_named[layout]!r}")
    if _VECTOR.fullmatch(_structure_name(made)):
        raise ValueError(f"dtype is {made}, which OpenCL C calls {_structure_name(made)}, so it cannot have another name")
    _name_in(made, {})  # raises TypeError for fields without a counterpart in OpenCL C
    _named[layout] = name
    # Existing types of the layout get the name and keep their addresses.
    for known, element in tuple(_known.items()):
        if known.fields is not None:
            _known[known] = _described(known, element.owner)
    return made
