# SPDX-License-Identifier: Apache-2.0
"""Arrays of structures: NumPy's structured dtypes."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyopencl as cl

from ._arguments import Array, Call, Wait, dtype_of, lib, size_of
from ._native import CField
from ._place import Context


def _fields(dtype: np.dtype[Any], names: Sequence[str]) -> list[tuple[np.dtype[Any], int]]:
    if dtype.fields is None:
        raise TypeError(f"{dtype} is no structure")
    missing = [name for name in names if name not in dtype.fields]
    if missing:
        raise KeyError(f"the structure has no field {missing[0]!r}")
    return [(dtype.fields[name][0], int(dtype.fields[name][1])) for name in names]


def split_fields(
    structures: Any,
    names: Sequence[str] | None = None,
    *,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> dict[str, Any]:
    """Take structures apart: an array for each field, or for those that are named.

    >>> import clinterval
    >>> import numpy as np
    >>> points = np.array([(1, 0.5), (2, 1.5)], dtype=[("id", "i4"), ("x", "f4")])
    >>> clinterval.split_fields(points)
    {'id': array([1, 2], dtype=int32), 'x': array([0.5, 1.5], dtype=float32)}
    """
    call = Call((structures,), queue, context, wait_for)
    structures = call.take(structures)
    names = list(names if names is not None else dtype_of(structures).names or ())
    parts = _fields(dtype_of(structures), names)
    arrays = [call.new(size_of(structures), part) for part, _ in parts]
    listed = (CField * len(arrays))(
        *[CField(call.write(a), offset) for a, (_, offset) in zip(arrays, parts, strict=True)]
    )
    call.run(lib.cliv_aos_to_soa, call.read(structures), ctypes.addressof(listed), len(arrays))
    given = call.give(*arrays) if len(arrays) != 1 else (call.give(arrays[0]),)
    return dict(zip(names, given, strict=True))


def join_fields(
    fields: Mapping[str, Any],
    dtype: Any,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Put structures together of an array for each field. Fields of `out` that are not named stay as they were, and in a
    new array are unspecified.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.join_fields({"id": np.int32([1, 2]), "x": np.float32([0.5, 1.5])}, [("id", "i4"), ("x", "f4")])
    array([(1, 0.5), (2, 1.5)], dtype=[('id', '<i4'), ('x', '<f4')])
    """
    structure = np.dtype(dtype)
    call = Call((*fields.values(), out), queue, context, wait_for)
    parts = _fields(structure, list(fields))
    taken = []
    for (part, _), array in zip(parts, fields.values(), strict=True):
        taken.append(call.take(array if isinstance(array, Array) else np.asarray(array, part)))
    out = call.output(out, size_of(taken[0]) if taken else 0, structure)
    listed = (CField * len(taken))(
        *[CField(call.read(a), offset) for a, (_, offset) in zip(taken, parts, strict=True)]
    )
    call.run(lib.cliv_soa_to_aos, ctypes.addressof(listed), len(taken), call.write(out))
    return call.give(out)
