# SPDX-License-Identifier: Apache-2.0
"""The structures and type formats of Arrow's C data interface."""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_int, c_int64, c_void_p
from typing import Any

import numpy as np


class ArrowSchema(ctypes.Structure):
    _fields_ = (
        ("format", c_char_p),
        ("name", c_char_p),
        ("metadata", c_void_p),
        ("flags", c_int64),
        ("n_children", c_int64),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    )


class ArrowArray(ctypes.Structure):
    _fields_ = (
        ("length", c_int64),
        ("null_count", c_int64),
        ("offset", c_int64),
        ("n_buffers", c_int64),
        ("n_children", c_int64),
        ("buffers", c_void_p),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    )


class ArrowStream(ctypes.Structure):
    _fields_ = (
        ("get_schema", c_void_p),
        ("get_next", c_void_p),
        ("get_last_error", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    )


class SchemaCapsule(ctypes.Structure):
    """The content of a capsule of this package, and the record of its owner, for owners.c."""

    _fields_ = (("content", ArrowSchema), ("owner", c_void_p))


class ArrayCapsule(ctypes.Structure):
    """As :class:`SchemaCapsule`, for an array."""

    _fields_ = (("content", ArrowArray), ("owner", c_void_p))


# The functions of the structures. A function of another library may take Python's lock, so ctypes releases the lock.
RELEASE = ctypes.CFUNCTYPE(None, c_void_p)
GET = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
LAST_ERROR = ctypes.CFUNCTYPE(c_char_p, c_void_p)


def pointers(address: int, count: int) -> list[int]:
    """Return the `count` pointers at an address. A null pointer is 0."""
    return [pointer or 0 for pointer in (c_void_p * count).from_address(address)] if count else []


def children(structure: Any) -> list[Any]:
    """Return the children of a schema or of an array."""
    return [type(structure).from_address(child) for child in pointers(structure.children, structure.n_children)]


_NUMBERS = {
    "b": "bool",
    "c": "int8",
    "C": "uint8",
    "s": "int16",
    "S": "uint16",
    "i": "int32",
    "I": "uint32",
    "l": "int64",
    "L": "uint64",
    "f": "float32",
    "g": "float64",
}
_FORMATS = {np.dtype(name): letter for letter, name in _NUMBERS.items()}
_UNITS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}
_LETTERS = {unit: letter for letter, unit in _UNITS.items()}
DATE32 = "tdD"

_CODES = "leave the column out, or encode it, for example with dictionary_encode(), and pass the indices"
_UNSUPPORTED = {
    "n": ("null", "fill the column with numbers"),
    "e": ("half_float", "convert it to float32"),
    "u": ("string", _CODES),
    "U": ("large_string", _CODES),
    "vu": ("string_view", _CODES),
    "z": ("binary", _CODES),
    "Z": ("large_binary", _CODES),
    "vz": ("binary_view", _CODES),
    "w": ("fixed_size_binary", _CODES),
    "d": ("decimal", "convert it to float64 or to an integer type"),
    "tt": ("time of day", "convert it to an integer type"),
    "ti": ("interval", "convert it to a duration"),
    "+l": ("list", "pass its values and its offsets"),
    "+L": ("large_list", "pass its values and its offsets"),
    "+v": ("list_view", "pass its values and its offsets"),
    "+w": ("fixed_size_list", "pass its values"),
    "+s": ("struct", "pass its fields as columns"),
    "+m": ("map", "pass its keys and its items"),
    "+u": ("union", "pass its children"),
    "+r": ("run_end_encoded", "decode it"),
}


def dtype_of_schema(schema: ArrowSchema, name: str) -> np.dtype[Any]:
    """Return the NumPy dtype of a column. `name` begins the message of a TypeError."""
    if schema.dictionary:
        raise TypeError(f"{name} has type dictionary, which is not supported: pass its indices, or decode it")
    text = schema.format.decode()
    if text in _NUMBERS:
        return np.dtype(_NUMBERS[text])
    if text == DATE32:
        return np.dtype("M8[D]")
    if text == "tdm":
        return np.dtype("M8[ms]")
    if text[:2] in ("ts", "tD") and text[2:3] in _UNITS:
        return np.dtype(f"{'M' if text[1] == 's' else 'm'}8[{_UNITS[text[2]]}]")
    for length in (2, 1):
        if text[:length] in _UNSUPPORTED:
            kind, remedy = _UNSUPPORTED[text[:length]]
            raise TypeError(f"{name} has type {kind}, which is not supported: {remedy}")
    raise TypeError(f"{name} has the unknown Arrow format {text!r}")


def format_of(dtype: np.dtype[Any], name: str) -> str:
    """Return the Arrow format of a dtype. `name` begins the message of a TypeError."""
    if dtype in _FORMATS:
        return _FORMATS[dtype]
    if dtype.kind in "mM":
        unit, count = np.datetime_data(dtype)
        if dtype.kind == "M" and (unit, count) == ("D", 1):
            return DATE32
        if unit in _LETTERS and count == 1:
            return f"ts{_LETTERS[unit]}:" if dtype.kind == "M" else f"tD{_LETTERS[unit]}"
        raise TypeError(f"{name} has type {dtype}, but Arrow has the units s, ms, us and ns: convert it with x.astype()")
    if dtype.fields is not None:
        raise TypeError(f"{name} is an array of structures: pass its fields as columns, see clinterval.split_fields()")
    raise TypeError(f"{name} has type {dtype}, which is not supported")
