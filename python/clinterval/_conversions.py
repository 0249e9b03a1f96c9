# SPDX-License-Identifier: Apache-2.0
"""Checks and conversions of arguments.

Lists and scalars become arrays of the same values. An invalid number, text or sequence of arrays raises an error that
names the argument.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np


def text_checked(text: Any, name: str = "a text") -> str:
    """Return a text for the device's compiler, after checks.

    :raises TypeError: the text is not a string
    :raises ValueError: the text has a NUL character, is empty, or cannot be encoded as UTF-8
    """
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a string of OpenCL C, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"{name} has a NUL character at index {text.index(chr(0))}, which would truncate it")
    try:
        text.encode()
    except UnicodeEncodeError as wrong:
        raise ValueError(f"{name} cannot be encoded as UTF-8: {wrong.reason}") from wrong
    if not text.strip():
        raise ValueError(f"{name} is empty")
    return text


def whole_number(value: Any, name: str, least: int = 0) -> int:
    """Return a size or another integer argument: an int from `least` to 2**63 - 1."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, but must be an int") from None
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {value!r}, but must be an int")
    if not least <= number < 1 << 63:
        raise ValueError(f"{name} is {number}, but must be from {least} to 2**63 - 1")
    return number


_INT, _SIGNED, _UNSIGNED = np.dtype(np.int32), np.dtype(np.int64), np.dtype(np.uint64)


def index_type(largest: int) -> np.dtype[Any]:
    """Return the default type of indices: int32 if `largest` fits, otherwise int64."""
    return _INT if largest <= 2**31 - 1 else _SIGNED


def sum_type(dtype: Any) -> np.dtype[Any]:
    """Return the result type of sums, as in numpy.sum and numpy.cumsum.

    It is int64 for bool and narrower integers, uint64 for narrower unsigned integers, otherwise the type itself.
    """
    given: np.dtype[Any] = dtype if isinstance(dtype, np.dtype) else np.dtype(dtype)
    if given.itemsize == 8 or given.kind not in "biu":
        return given
    return _UNSIGNED if given.kind == "u" else _SIGNED


def has_type(value: Any) -> bool:
    """Return True if a value has a dtype: an array, an expression, or a NumPy scalar."""
    return hasattr(value, "dtype")


def is_scalar(value: Any) -> bool:
    """Return True for a Python number, a NumPy scalar, or an array without dimensions."""
    if has_type(value) and not isinstance(value, (np.ndarray, np.generic)):
        return False
    return not np.ndim(value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 60 else f"a {type(value).__name__}, {text[:50]}…"


def _is_kept(made: np.ndarray[Any, Any], host: np.ndarray[Any, Any]) -> bool:
    """Return True if a conversion kept every value.

    A narrower float type may round a fraction, as in NumPy.
    """
    floats = made.dtype.kind == "f" and host.dtype.kind == "f"
    for after, before in zip(made.ravel().tolist(), host.ravel().tolist(), strict=True):
        if after == before or (after != after and before != before):
            continue
        if floats and after == after and abs(after) != float("inf") and not before.is_integer():
            continue
        return False
    return True


def converted(value: Any, dtype: Any, name: str = "an argument") -> Any:
    """Convert a list, a tuple or a scalar to a NumPy array of the same values.

    The array has the type `dtype`. None and values with a dtype are returned unchanged. An empty list gets the dtype.
    A float is converted to an integer type only if it is an integer. A narrower float type may round a fraction. Only
    0 and 1 are converted to bool.

    :raises TypeError: a value changes

    >>> converted([1.0, 2.0], "int32")
    array([1, 2], dtype=int32)
    """
    if value is None or has_type(value):
        return value
    dtype = np.dtype(dtype)
    lost = f"{name} is {_shown(value)}, which {dtype} cannot hold without loss"
    if isinstance(value, (bytes, dict, set)) or (isinstance(value, str) and dtype.kind not in "mM"):
        raise TypeError(f"{name} is {type(value).__name__}, but must be an array or a list of {dtype}")
    try:
        if dtype.fields is not None:
            if isinstance(value, int) and value == 0:
                return np.zeros((), dtype)
            made = np.array(value, dtype)
            for k, field in enumerate(dtype.names or ()):
                if made.size and dtype.fields[field][0].subdtype is None:
                    rows = [value] if not made.ndim else value
                    if not all(isinstance(row, (tuple, np.void)) for row in rows):
                        raise TypeError(f"{name} is {_shown(value)}, but a structure must be a tuple of its fields")
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
        raise TypeError(f"{name} is a {type(value).__name__}, which cannot be converted to an array of {dtype}: {wrong}") from wrong
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
    return "call numpy.asarray(x) first to use the plain values"


def flat(array: Any, name: str | None = None, dimensions: int = 1) -> Any:
    """Return an array argument unchanged, or raise TypeError.

    The function rejects masked arrays and other subclasses of NumPy arrays, arrays of objects, and arrays of too many
    dimensions. It never drops a dimension silently.
    """
    name = name or "an array"
    if isinstance(array, np.ndarray) and type(array) not in _PLAIN:
        raise TypeError(f"{name} is a {type(array).__name__}, which is not supported: {_ways_out(array)}")
    dtype = getattr(array, "dtype", None)
    if dtype is not None and not isinstance(dtype, np.dtype) and hasattr(array, "isna") and np.any(array.isna()):
        raise TypeError(f"{name} has missing values, which are not supported: call x.fillna(value) or x.dropna() first")
    if isinstance(dtype, np.dtype) and dtype.hasobject:
        raise TypeError(
            f"{name} is an array of objects, but must be of numbers or structures: call x.astype(dtype) first, or for strings "
            "pass integer codes, such as pandas.factorize(x)[0]"
        )
    if getattr(dtype, "tz", None) is not None:
        raise TypeError(f"{name} has a time zone, which is not supported: call x.dt.tz_convert(None) first")
    shape = getattr(array, "shape", ())
    if len(shape) > dimensions:
        if hasattr(array, "iloc"):
            raise TypeError(f"{name} is a {type(array).__name__}, but must be one column, such as x[name]")
        how = "call x.ravel() first"
        if len(shape) > 1 and array.flags.f_contiguous and not array.flags.c_contiguous:
            how = 'it is in Fortran order: call x.ravel("K") for memory order, or x.ravel() for row order, first'
        raise TypeError(f"{name} has {len(shape)} dimensions, but must have {'one' if dimensions == 1 else dimensions}: {how}")
    return array


COLUMN = "is a Column, which has two arrays: pass column.values, and column.valid where nulls matter"


def refuse_column(value: Any, name: str) -> None:
    """Raise TypeError for a Column of :func:`from_arrow`, which is a tuple, but not of columns."""
    if isinstance(value, tuple) and hasattr(value, "__array__"):
        raise TypeError(f"{name} {COLUMN}")


def columns_of_keys(keys: Any, name: str) -> tuple[Any, ...] | None:
    """Return the columns of a key of several columns, or None for a key of one column."""
    refuse_column(keys, name)
    if isinstance(keys, list) and keys and np.ndim(keys[0]):
        raise TypeError(f"{name} is a list of arrays, but keys of several columns must be a tuple")
    if not isinstance(keys, tuple):
        return None
    if not keys:
        raise ValueError(f"{name} has no columns")
    return sequence_of_arrays(keys, name)


def sequence_of_arrays(value: Any, name: str) -> tuple[Any, ...]:
    """Return a list or tuple of arrays as a tuple.

    A single array raises TypeError, because it would be unpacked element by element.
    """
    if has_type(value) or isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a list or tuple of arrays, not {type(value).__name__}")
    refuse_column(value, name)
    arrays = tuple(value)
    for k, array in enumerate(arrays):
        if array is not None and (np.isscalar(array) or isinstance(array, (str, bytes, Mapping))):
            raise TypeError(f"{name}[{k}] is {type(array).__name__}, but must be an array")
    return arrays


def outputs_given(out: Any, count: int, name: str = "out") -> tuple[Any, ...]:
    """Return the arrays of an `out` tuple. None means that the call creates the array."""
    if out is None:
        return (None,) * count
    if has_type(out) or not isinstance(out, (tuple, list)) or len(out) != count:
        raise TypeError(f"{name} must be a tuple of {count} arrays, each of which may be None")
    return tuple(out)


def refuse_empty_structure(dtype: np.dtype[Any], name: str) -> None:
    if dtype.itemsize == 0:
        raise TypeError(f"{name} is {dtype}, whose elements have no bytes, but must have at least one byte")


def plain(value: Any, dtype: Any) -> Any:
    """Return a NumPy scalar of another type as a Python number.

    Python numbers are converted by value.
    """
    is_other = isinstance(value, np.generic) and value.dtype.kind in "biuf" and value.dtype != dtype
    return value.item() if is_other else value


def filling(dtype: np.dtype[Any], value: Any, name: str = "fill") -> np.ndarray[Any, Any]:
    """Return an array with the single element `value`, converted without loss.

    For a structure, 0 is a structure of zeros.
    """
    made = np.zeros(1, dtype)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value == 0:
        return made
    if type(value) is int and dtype.kind in "iu" and np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
        made[0] = value
    else:
        made[0] = converted(plain(value, dtype), dtype, name)
    return made
