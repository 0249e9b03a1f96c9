# SPDX-License-Identifier: Apache-2.0
"""NumPy's dtypes as element types of the device: numbers, OpenCL's vectors, and structures."""

from __future__ import annotations

import ctypes
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
    """An element type: its dtype, its name in OpenCL C, what declares it, and the structure that calls take."""

    dtype: np.dtype[Any]
    name: str
    source: str | None
    address: int
    size: int
    owner: CType  # keeps the address valid


def _make(dtype: np.dtype[Any], name: str, source: str | None) -> ElementType:
    owner = CType(name.encode(), dtype.itemsize, source.encode() if source else None)
    return ElementType(dtype, name, source, ctypes.addressof(owner), dtype.itemsize, owner)


def _registered_name(dtype: np.dtype[Any]) -> str | None:
    """The name under which pyopencl knows the dtype: vectors as float4, and what the user has registered."""
    from pyopencl.tools import dtype_to_ctype

    try:
        return str(dtype_to_ctype(dtype))
    except ValueError:
        return None


def _identifier(dtype: np.dtype[Any]) -> str:
    import hashlib

    return "clinterval_" + hashlib.sha256(repr(dtype.descr).encode()).hexdigest()[:12]


_VECTOR = re.compile(r"(char|uchar|short|ushort|int|uint|long|ulong|float|double)(2|3|4|8|16)")


def _declare(dtype: np.dtype[Any], name: str, declared: dict[str, str]) -> None:
    """Declare a structure that lies in memory as the dtype does; of another layout than C's it is packed."""
    members, at, padding = [], 0, 0
    assert dtype.fields is not None
    for field, entry in sorted(dtype.fields.items(), key=lambda item: item[1][1]):
        part, offset = entry[0], entry[1]
        if offset < at:
            raise TypeError(f"{dtype} has fields that overlap, which no structure of OpenCL C has")
        if offset > at:
            members.append(f"    char cliv_pad{padding}[{offset - at}];")
            padding += 1
        base, shape = (part.subdtype if part.subdtype else (part, ()))
        if not re.fullmatch(r"[A-Za-z_]\w*", field):
            raise TypeError(f"the field {field!r} has no name that OpenCL C takes")
        lengths = "".join(f"[{n}]" for n in shape)
        members.append(f"    {_name_in(base, declared)} {field}{lengths};")
        at = offset + part.itemsize
    if at < dtype.itemsize:
        members.append(f"    char cliv_pad{padding}[{dtype.itemsize - at}];")
    attribute = "" if dtype.isalignedstruct else "__attribute__((packed)) "
    declared[name] = "typedef struct " + attribute + "{\n" + "\n".join(members) + "\n} " + name + ";\n"


def _name_in(dtype: np.dtype[Any], declared: dict[str, str]) -> str:
    """The name of the dtype in OpenCL C; `declared` gets what has to be declared for it, in order."""
    if dtype.byteorder == ">":
        raise TypeError(f"{dtype} is in the other byte order than the device's")
    scalar = _SCALARS.get(dtype.name)
    if scalar and dtype.fields is None:
        return scalar
    name = _registered_name(dtype) if dtype.fields is not None else None
    if name and _VECTOR.fullmatch(name):
        return name
    if dtype.fields is None:
        raise TypeError(f"{dtype} has no counterpart in OpenCL C; numbers and structures of them do")
    name = name or _identifier(dtype)
    if name not in declared:
        _declare(dtype, name, declared)
    return name


# What is in it stays: others keep the addresses.
_known: dict[np.dtype[Any], ElementType] = {}


def element_type(dtype: Any) -> ElementType:
    """The element type of a dtype, or of what NumPy makes one of.

    >>> element_type("float32").name
    'float'
    """
    if isinstance(dtype, ElementType):
        return dtype
    if not isinstance(dtype, np.dtype):
        dtype = np.dtype(dtype)
    found = _known.get(dtype)
    if found is None:
        declared: dict[str, str] = {}
        name = _name_in(dtype, declared)
        found = _known.setdefault(dtype, _make(dtype, name, "".join(declared.values()) or None))
    return found
