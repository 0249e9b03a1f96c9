# SPDX-License-Identifier: Apache-2.0
"""Arrow arrays and tables.

They are exchanged by Arrow's C data interface.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from ctypes import PYFUNCTYPE, addressof, c_char_p, c_void_p, py_object
from typing import Any, NamedTuple, NoReturn

import numpy as np
import pyopencl as cl

from ._arrow_types import (
    DATE32,
    GET,
    LAST_ERROR,
    RELEASE,
    ArrayCapsule,
    ArrowArray,
    ArrowSchema,
    ArrowStream,
    SchemaCapsule,
    children,
    dtype_of_schema,
    format_of,
    pointers,
)
from ._conversions import COLUMN, flat
from ._interchange import Array, array_over, host_view, queue_given, queue_of, shares_memory
from ._native import check_process, lib
from ._owners import address_of, available, bytes_at, hold

# Own prototypes, because other modules may set the types of the functions in ctypes.pythonapi.
_pointer_in = PYFUNCTYPE(c_void_p, py_object, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
_new_capsule = PYFUNCTYPE(py_object, c_void_p, c_char_p, c_void_p)(("PyCapsule_New", ctypes.pythonapi))

Host = np.ndarray[Any, Any]


def _content(capsule: Any, name: str, kind: Any) -> Any:
    """Return the structure in a capsule."""
    content = kind.from_address(_pointer_in(capsule, name.encode()))
    if not content.release:
        raise ValueError(f"the capsule {name} of x is empty, because another library has taken its content")
    return content


class Column(NamedTuple):
    """A column of an Arrow table on the device.

    `values` are the elements. `valid` is an array of bool, which is False for null elements, or None if the column has
    no nulls. The value of a null element is unspecified.
    """

    values: Array
    valid: Array | None

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NoReturn:
        """Raise TypeError. Otherwise NumPy would read the two arrays element by element."""
        raise TypeError(f"an argument {COLUMN}")


class _Batch:
    """An array that a stream has returned. It is released when no column uses it."""

    def __init__(self) -> None:
        self.array = ArrowArray()

    def __del__(self, release: Any = RELEASE, address: Any = addressof) -> None:
        if self.array.release:
            release(self.array.release)(address(self.array))


def _get(stream: ArrowStream, function: int, into: Any) -> None:
    """Call a function of a stream that writes a structure."""
    if GET(function)(addressof(stream), addressof(into)):
        message = LAST_ERROR(stream.get_last_error)(addressof(stream))
        raise RuntimeError(f"the Arrow stream failed: {(message or b'without a message').decode(errors='replace')}")


def _batches(stream: ArrowStream) -> Iterator[_Batch]:
    """Read the arrays of a stream."""
    while True:
        batch = _Batch()
        _get(stream, stream.get_next, batch.array)
        if not batch.array.release:
            return
        yield batch


class _Kinds:
    """The names and types of the columns of a table. An array is a single column."""

    def __init__(self, schema: ArrowSchema) -> None:
        self.table = schema.format == b"+s" and not schema.dictionary
        self.schemas = children(schema) if self.table else [schema]
        self.names = [(kind.name or b"").decode() for kind in self.schemas]
        called = [f"the column {name!r}" if self.table else "x" for name in self.names]
        self.dtypes = [dtype_of_schema(kind, name) for kind, name in zip(self.schemas, called, strict=True)]
        if len(set(self.names)) < len(self.names):
            most = max(self.names, key=self.names.count)
            raise ValueError(f"x has several columns with the name {most!r}: rename them")


class _Chunk(NamedTuple):
    """A part of a column in host memory."""

    values: Host
    valid: Host | None


def _bits(address: int, first: int, count: int) -> Host:
    """Return bits as an array of bool."""
    skipped = first // 8
    packed = bytes_at(address + skipped, (first + count + 7) // 8 - skipped, None)
    return np.unpackbits(packed, bitorder="little")[first % 8 :][:count].view(np.bool_)


def _valid(array: ArrowArray, first: int, count: int) -> Host | None:
    """Return the mask of the valid elements, or None if all elements are valid."""
    bitmap = pointers(array.buffers, array.n_buffers)[0] if array.n_buffers else 0
    if not bitmap or not array.null_count or not count:
        return None
    mask = _bits(bitmap, first, count)
    return None if mask.all() else mask


def _chunk(array: ArrowArray, skipped: int, count: int, schema: ArrowSchema, dtype: np.dtype[Any], owner: Any) -> _Chunk:
    """Return `count` elements of an array after `skipped` elements. The result keeps `owner` alive or is a copy."""
    if not count:
        return _Chunk(np.empty(0, dtype), None)
    first, data = array.offset + skipped, pointers(array.buffers, array.n_buffers)[1]
    valid = _valid(array, first, count)
    if dtype.kind == "b":
        return _Chunk(_bits(data, first, count), valid)
    if schema.format == DATE32.encode():
        return _Chunk(bytes_at(data + 4 * first, 4 * count, owner).view(np.int32).astype(np.int64).view(dtype), valid)
    size = dtype.itemsize
    return _Chunk(bytes_at(data + size * first, size * count, owner).view(dtype), valid)


def _chunks(array: ArrowArray, kinds: _Kinds, owner: Any) -> list[_Chunk]:
    """Return the columns of an array."""
    skipped, parts = 0, [array]
    if kinds.table:
        if _valid(array, array.offset, array.length) is not None:
            raise ValueError("x has rows that are null as a whole, which is not supported: pass the fields as columns")
        skipped, parts = array.offset, children(array)
    columns = zip(parts, kinds.schemas, kinds.dtypes, strict=True)
    return [_chunk(part, skipped, array.length, kind, dtype, owner) for part, kind, dtype in columns]


def _column(chunks: list[_Chunk], dtype: np.dtype[Any], queue: cl.CommandQueue) -> Column:
    """Return the chunks of a column as one column on the device."""
    chunks = [chunk for chunk in chunks if chunk.values.size] or [_Chunk(np.empty(0, dtype), None)]
    values, valid = chunks[0]
    if len(chunks) > 1:
        values = np.concatenate([chunk.values for chunk in chunks])
        if any(chunk.valid is not None for chunk in chunks):
            masks = (np.ones(c.values.size, np.bool_) if c.valid is None else c.valid for c in chunks)
            valid = np.concatenate(list(masks))
    return Column(array_over(values, queue), None if valid is None else array_over(valid, queue))


def from_arrow(x: object, queue: cl.CommandQueue | None = None) -> Any:
    """Return an Arrow array or table as device arrays.

    On a CPU device, a column uses the memory of the Arrow array, without a copy, and cannot be written. Columns of bool
    and of 32-bit dates, masks, and columns of several chunks are copied. On other devices, all columns are copied.

    :param x: an object with `__arrow_c_stream__` or `__arrow_c_array__`: arrays, record batches and tables of pyarrow
        and nanoarrow, series and data frames of Polars
    :param queue: the queue of the device arrays. Default: the queue of the default context
    :return: a :class:`Column` of an array, or a dict of columns by name of a table
    :raises TypeError: `x` is not an Arrow array, or the type of a column is not supported. The message names the column
    :raises ValueError: two columns have the same name, rows of the table are null as a whole, or another library has
        already taken the content of the capsules

    Supported types are bool, integers, floats of 32 and 64 bits, dates, timestamps and durations. Timestamps become
    datetime64 in UTC. Strings, dictionaries, lists and other types raise TypeError.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> prices = ci.to_arrow(np.float32([10, 0, 30]), np.array([True, False, True]))
    >>> values, valid = ci.from_arrow(prices)  # from any library
    >>> valid.get()
    array([ True, False,  True])
    >>> ci.reduce(ci.generate("valid[i] ? x[i] : 0", values.size, "float32", x=values, valid=valid)).get()
    array([40.], dtype=float32)
    """
    queue = queue_given(queue)
    if hasattr(x, "__arrow_c_stream__"):
        schema = ArrowSchema()
        capsule = x.__arrow_c_stream__()
        stream = _content(capsule, "arrow_array_stream", ArrowStream)
        try:
            _get(stream, stream.get_schema, schema)
            kinds = _Kinds(schema)  # before the first batch, because a type may not be supported
            return _on_device([_chunks(batch.array, kinds, batch) for batch in _batches(stream)], kinds, queue)
        finally:
            if schema.release:
                RELEASE(schema.release)(addressof(schema))
    if hasattr(x, "__arrow_c_array__"):
        capsule, owner = x.__arrow_c_array__()
        array = _content(owner, "arrow_array", ArrowArray)
        kinds = _Kinds(_content(capsule, "arrow_schema", ArrowSchema))
        return _on_device([_chunks(array, kinds, owner)], kinds, queue)
    raise TypeError(f"x must be an Arrow array with __arrow_c_array__ or __arrow_c_stream__, not {type(x).__name__}")


def _on_device(parts: list[list[_Chunk]], kinds: _Kinds, queue: cl.CommandQueue) -> Any:
    """Return the columns of all batches on the device."""
    made = [_column([part[k] for part in parts], dtype, queue) for k, dtype in enumerate(kinds.dtypes)]
    return dict(zip(kinds.names, made, strict=True)) if kinds.table else made[0]


# ---- the way out


def _capsule(content: Any, name: str) -> Any:
    """Put a structure into a capsule, which releases the structure unless a consumer has moved its content."""
    kind: Any = SchemaCapsule if name == "schema" else ArrayCapsule
    exported = kind(content, 0)
    exported.owner = hold(exported)
    end = address_of(getattr(lib, f"cliv_owner_{name}_end"))
    return _new_capsule(addressof(exported), _NAMES[name], end)


_NAMES = {"schema": b"arrow_schema", "array": b"arrow_array"}
for _name in _NAMES.values():
    ctypes.pythonapi.Py_IncRef(py_object(_name))  # a capsule does not copy its name, and may outlive this module


def _schema(form: str, name: str, parts: list[ArrowSchema]) -> ArrowSchema:
    texts = form.encode(), name.encode()
    listed = (c_void_p * len(parts))(*map(addressof, parts))
    nullable = 2
    return ArrowSchema(
        *texts, None, nullable, len(parts), addressof(listed) if parts else None, None,
        address_of(lib.cliv_owner_schema_release), hold((texts, parts, listed)),
    )  # fmt: skip


class _Buffers(NamedTuple):
    """The buffers of an ArrowArray. None is a null pointer."""

    size: int
    nulls: int
    buffers: list[Host | None]

    def array(self, parts: list[ArrowArray]) -> ArrowArray:
        size, nulls, buffers = self
        memory = (c_void_p * len(buffers))(*(None if b is None else b.ctypes.data for b in buffers))
        listed = (c_void_p * len(parts))(*map(addressof, parts))
        return ArrowArray(
            size, nulls, 0, len(buffers), len(parts), addressof(memory), addressof(listed) if parts else None, None,
            address_of(lib.cliv_owner_array_release), hold((memory, buffers, parts, listed)),
        )  # fmt: skip


def _on_host(array: Any) -> Host:
    if not isinstance(array, Array):
        return np.ascontiguousarray(array)
    queue = queue_of(array)
    return host_view(array) if shares_memory(queue.device) else array.get(queue)


class _Source(NamedTuple):
    """A column to export."""

    name: str
    form: str
    values: Any
    mask: Any

    def buffers(self) -> _Buffers:
        values, nulls, bitmap = _on_host(self.values), 0, None
        valid = None if self.mask is None else _on_host(self.mask) != 0
        if values.dtype.kind in "mM" and (missing := np.isnat(values)).any():
            valid = ~missing if valid is None else valid & ~missing
        if valid is not None:
            nulls = values.size - int(np.count_nonzero(valid))
            bitmap = np.packbits(valid, bitorder="little")
        if values.dtype.kind == "b":
            values = np.packbits(values, bitorder="little")
        elif self.form == DATE32:
            days = values.view(np.int64) if valid is None else np.where(valid, values.view(np.int64), 0)
            values = days.astype(np.int32)
            if (values != days).any():
                raise ValueError(f"{self.name or 'data'} has dates that do not fit into the 32-bit dates of Arrow")
        return _Buffers(self.values.size, nulls, [bitmap, values])


class ArrowData:
    """Device arrays for other libraries, created by :func:`to_arrow`.

    Pass the object to `pyarrow.array`, `pyarrow.record_batch`, `nanoarrow.Array`, `polars.Series` or another function
    that accepts objects with `__arrow_c_array__`.
    """

    def __init__(self, columns: list[Any], table: bool) -> None:
        self._columns = columns
        self._table = table

    def __arrow_c_schema__(self) -> Any:
        """Return the type as a capsule of Arrow's C data interface."""
        parts = [_schema(column.form, column.name, []) for column in self._columns]
        return _capsule(_schema("+s", "", parts) if self._table else parts[0], "schema")

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """Return the type and the elements as capsules of Arrow's C data interface.

        :param requested_schema: is ignored, as the interface permits
        """
        columns = [column.buffers() for column in self._columns]  # before the first structure, because a column can fail
        arrays = [column.array([]) for column in columns]
        if self._table:
            arrays = [_Buffers(columns[0].size if columns else 0, 0, [None]).array(arrays)]
        return self.__arrow_c_schema__(), _capsule(arrays[0], "array")


def _source(name: str, values: Any, mask: Any) -> _Source:
    """Check a column to export."""
    called = f"the column {name!r}" if name else "data"
    if not isinstance(values, (Array, np.ndarray)):
        raise TypeError(f"{called} must be a pyopencl or NumPy array, not {type(values).__name__}")
    form = format_of(flat(values, called).dtype, called)
    if mask is not None:
        if not isinstance(mask, (Array, np.ndarray)) or mask.dtype.kind not in "biu":
            raise TypeError(f"the mask of {called} must be an array of bool or of integers")
        if flat(mask, f"the mask of {called}").size != values.size:
            raise ValueError(f"the mask of {called} has {mask.size} elements, but the values have {values.size}")
    return _Source(name, form, values, mask)


def to_arrow(data: object, mask: object = None, *, name: str = "") -> ArrowData:
    """Return arrays as an Arrow array or record batch, which other libraries can import.

    On a CPU device, the importing library uses the memory of the device arrays, without a copy. Bool, 32-bit dates and
    masks are copied. On other devices, everything is copied.

    :param data: a pyopencl or NumPy array, or a dict of columns by name for a record batch. A column of the dict is an
        array, a :class:`Column`, or a tuple of an array and its mask
    :param mask: an array of bool or integers, which is 0 for null elements. None means that no element is null
    :param name: the name of the column
    :return: an object with `__arrow_c_array__`
    :raises TypeError: Arrow has no such type

    datetime64 becomes a timestamp, or a 32-bit date if its unit is days. timedelta64 becomes a duration. NaT is null.
    Arrow arrays are constant: do not write the device arrays while another library uses them.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> prices = cla.to_device(ci.default_context().queue, np.float32([10, 20]))
    >>> exported = ci.to_arrow({"price": prices})  # for example for pyarrow.record_batch(exported)
    >>> table = ci.from_arrow(exported)
    >>> table["price"].values.get(), table["price"].valid
    (array([10., 20.], dtype=float32), None)
    """
    if not available:
        raise RuntimeError("to_arrow needs the library of the package: unset CLINTERVAL_LIBRARY")
    check_process()
    if not isinstance(data, Mapping):
        pair = data if isinstance(data, Column) else (data, mask)
        return ArrowData([_source(name, *pair)], False)
    if mask is not None:
        raise TypeError("mask must be None if data is a dict: pass a tuple (array, mask) as a column")
    columns = []
    for key, column in data.items():
        pair = column if isinstance(column, tuple) else (column, None)
        if not isinstance(key, str) or len(pair) != 2:
            raise TypeError(f"data[{key!r}] must have a name, and be an array or a tuple (array, mask)")
        columns.append(_source(key, *pair))
    sizes = {column.values.size for column in columns}
    if len(sizes) > 1:
        raise ValueError(f"the columns have different sizes: {', '.join(f'{c.name} {c.values.size}' for c in columns)}")
    return ArrowData(columns, True)
