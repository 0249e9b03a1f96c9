# SPDX-License-Identifier: Apache-2.0
"""Arrays of structures.

Structures are elements of NumPy's structured dtypes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import pack
from typing import Any

import numpy as np
import pyopencl as cl

from ._call import Array, Context, Event, Wait, begin, converted, dtype_of, ops, size_of


def _fields(dtype: np.dtype[Any], names: Sequence[str]) -> list[tuple[np.dtype[Any], int]]:
    if dtype.fields is None:
        raise TypeError(f"dtype is {dtype}, but must be a structure")
    missing = [name for name in names if name not in dtype.fields]
    if missing:
        raise KeyError(f"the structure has no field {missing[0]!r}")
    parts = [(dtype.fields[name][0], int(dtype.fields[name][1])) for name in names]
    for name, (part, _) in zip(names, parts, strict=True):
        if part.subdtype is not None:
            raise TypeError(f"the field {name!r} is an array of {part.shape}, which an array of one dimension cannot hold: leave the field out")
    return parts


def _has_length(array: Any) -> bool:
    """Return True if an array has a device-side length.

    The call may then write only a part of a result.
    """
    return getattr(array, "length", None) is not None


def split_fields(
    structures: Any,
    names: Sequence[str] | None = None,
    *,
    out: Mapping[str, Array] | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> dict[str, Any]:
    """Split structures into one array for each field.

    :param structures: n structures
    :param names: a list of fields. Default: all fields
    :param out: a dict from field names to pyopencl arrays, for some or all fields; must not overlap
    :return: a dict from field names to arrays of n elements
    :raises KeyError: the structure has no field of a name
    :raises TypeError: a field is an array

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `structures` 1.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> points = np.array([(1, 0.5), (2, 1.5)], dtype=[("id", "i4"), ("x", "f4")])
    >>> ci.split_fields(points)
    {'id': array([1, 2], dtype=int32), 'x': array([0.5, 1.5], dtype=float32)}
    """
    if out is not None and not isinstance(out, Mapping):
        raise TypeError(f"out must be a dict of arrays by field name, not {type(out).__name__}")
    if isinstance(names, str):
        raise TypeError(f"names must be a list of names, such as [{names!r}], not a string")
    out = out or {}
    call = begin((structures, *out.values()), queue, context, wait_for)
    structures = call.take(structures, "structures")
    names = list(names if names is not None else dtype_of(structures).names or ())
    parts = _fields(dtype_of(structures), names)
    arrays = [
        call.output(out.get(name), size_of(structures), part, _has_length(structures)) for name, (part, _) in zip(names, parts, strict=True)
    ]
    # Arrays of cliv_field: an array and an offset.
    call.listed = b"".join(call.write(a) + pack("N", at) for a, (_, at) in zip(arrays, parts, strict=True))
    call.run(ops.aos_to_soa, call.read(structures), len(arrays))
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
    """Build structures from one array for each field.

    :param fields: a dict from field names to arrays. The first array has n elements, the others at least n
    :param dtype: the structured dtype of the result
    :param out: a pyopencl array of at least n structures; must not overlap an input. Fields that are not in `fields`
        keep their values
    :return: n structures. In a new array, fields that are not in `fields` and padding are zero
    :raises KeyError: the structure has no field of a name
    :raises TypeError: a field is an array

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: each field 1.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> ci.join_fields({"id": np.int32([1, 2]), "x": np.float32([0.5, 1.5])}, [("id", "i4"), ("x", "f4")])
    array([(1, 0.5), (2, 1.5)], dtype=[('id', '<i4'), ('x', '<f4')])
    """
    structure = np.dtype(dtype)
    if not isinstance(fields, Mapping):
        raise TypeError(f"fields must be a dict of arrays by field name, not {type(fields).__name__}")
    call = begin((*fields.values(), out), queue, context, wait_for)
    parts = _fields(structure, list(fields))
    taken = []
    for (part, _), (name, array) in zip(parts, fields.items(), strict=True):
        host = converted(array, part, name)
        if isinstance(host, np.ndarray) and host.dtype != part and np.can_cast(host.dtype, part, "same_kind"):
            host = host.astype(part)
        taken.append(call.take(host, name))
    out = call.output(out, size_of(taken[0]) if taken else 0, structure, zeroed=True)
    call.listed = b"".join(call.read(a) + pack("N", at) for a, (_, at) in zip(taken, parts, strict=True))
    call.run(ops.soa_to_aos, len(taken), call.write(out))
    return call.give(out)


def take_structures(
    structures: Any,
    indices: Any,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """Gather structures by index, faster than `take` for large structures on GPUs.

    :param structures: an array of any type
    :param indices: n integers in any order, all inside `structures`
    :param out: a pyopencl array of at least n elements; must not overlap an input
    :return: n structures
    :raises CheckError: an index on the host is out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `indices` 1; `structures` 1 for each index.

    The work-items of a work-group exchange words of 4 bytes, so that neighboring work-items access neighboring words.
    If an index on the device is out of range, the element is zero in a new array, and keeps its value in your own
    `out`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> points = np.array([(1, 0.5), (2, 1.5)], dtype=[("id", "i4"), ("x", "f4")])
    >>> ci.take_structures(points, [1, 0, 1])["id"]
    array([2, 1, 2], dtype=int32)
    """
    call = begin((structures, indices, out), queue, context, wait_for)
    structures = call.take(structures, "structures")
    call.check_indices(indices, size_of(structures))
    indices = call.take_indices(indices)
    out = call.output(out, size_of(indices), dtype_of(structures), zeroed=True)
    call.run(ops.aos_gather, call.read(indices), call.read(structures), call.write(out))
    return call.give(out)


def put_structures(
    x: Array,
    indices: Any,
    structures: Any,
    *,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Event:
    """Scatter structures by index, faster than `put` for large structures on GPUs.

    :param x: a pyopencl array of any type, which the call writes
    :param indices: n integers in any order, all inside `x`
    :param structures: at least n structures of the type of `x`
    :return: the event of the call
    :raises CheckError: an index on the host is out of range

    See `help(clinterval)` for `queue`, `context` and `wait_for`.

    Evaluations per element of an expression: `indices` and `structures` 1.

    The method is the same as in :func:`take_structures`.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> points = np.array([(1, 0.5), (2, 1.5)], dtype=[("id", "i4"), ("x", "f4")])
    >>> x = cla.zeros(ci.default_context().queue, 3, points.dtype)
    >>> event = ci.put_structures(x, [2, 0], points)
    >>> x.get()["id"]
    array([2, 0, 1], dtype=int32)
    """
    call = begin((x, indices, structures), queue, context, wait_for)
    call.check_indices(indices, size_of(x))
    indices = call.take_indices(indices)
    structures = call.take(converted(structures, dtype_of(x), "structures"), "structures")
    return call.run(ops.aos_scatter, call.read(indices), call.read(structures), call.write(x))
