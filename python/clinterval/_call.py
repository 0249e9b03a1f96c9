# SPDX-License-Identifier: Apache-2.0
"""One call: what it reads and writes of pyopencl's and NumPy's arrays, what it waits for, and what it gives back.

The way of a repeated call is short: what the library has to know of an array is kept with the array, and is handed over
by its address.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cla

from ._arguments import Expression, Op, Order, to_bytes, to_op, to_order
from ._native import NONE as _NO_ARRAY
from ._native import CArray, byref, c_size_t, c_void_p, check, last_status, lib, ops
from ._place import Context, at_queue, context_of, default_context
from ._types import element_type

Event = cl.Event
Array = cla.Array
Wait = Sequence[cl.Event]  # what `wait_for` takes

_SEEN = "_clinterval"  # the attribute of an array that keeps what is known of it
NONE = ctypes.addressof(_NO_ARRAY)  # an argument left out
_LONG, _DOUBLE, _FLOAT = (element_type(name).address for name in ("int64", "float64", "float32"))
_numbers: dict[Any, tuple[int, Any]] = {}  # lists of numbers alone, by names, values and types
_new_array = Array.__new__
_READ_WRITE = cl.mem_flags.READ_WRITE
_from_pointer = cl.Event.from_int_ptr


class _Seen:
    """What calls know of an array of the device, for as long as its members are these."""

    __slots__ = ("struct", "address", "data", "offset", "shape", "strides", "dtype", "event", "queue")

    def __init__(self, struct: CArray, array: Array) -> None:
        self.struct = struct
        self.address = ctypes.addressof(struct)
        self.data = array.base_data
        self.offset = array.offset
        self.shape = array.shape
        self.strides = array.strides
        self.dtype = array.dtype
        self.event: Event | None = None  # of the call that wrote it last, in this queue
        self.queue = 0


def _look_at(array: Array) -> _Seen:
    kind = element_type(array.dtype)
    size, offset = kind.size, array.offset
    data: Any = array.base_data
    if (len(array.shape) != 1 or array.strides[0] != size) and array.size > 1 and not array.flags.forc:
        raise ValueError("an array is contiguous, or a copy of it is: array.copy()")
    if offset % size:
        raise ValueError(f"an array begins a whole number of elements behind its buffer's beginning, not {offset} bytes")
    if data is not None and not isinstance(data, cl.MemoryObjectHolder):
        raise TypeError(f"an array's memory is a buffer, not {type(data).__name__}")
    return _Seen(CArray(data and data.int_ptr, kind.address, offset // size, array.size), array)


class Call:
    """One call: where it runs, what it waits for, what must stay alive until it is enqueued, and what it writes."""

    __slots__ = ("context", "place", "queue", "on_host", "keep", "waits", "written")

    def __init__(
        self,
        arrays: Sequence[Any],
        queue: cl.CommandQueue | None,
        context: Context | None,
        wait_for: Wait | None,
    ) -> None:
        self.on_host = True
        for array in arrays:
            if isinstance(array, Array) or (
                isinstance(array, Expression)
                and (array := next((a for a in array.arrays.values() if isinstance(a, Array)), None)) is not None
            ):
                self.on_host = False
                if queue is None:
                    queue = array.queue or (context or _context_of(array)).queue
                break
        if queue is None:
            queue = (context or default_context()).queue
        self.place = place = at_queue(queue)
        self.queue = queue
        self.context = place.context if context is None else context
        self.keep: list[Any] = []
        self.waits = [event.int_ptr for event in wait_for] if wait_for else []
        self.written: list[tuple[Array, _Seen]] = []

    # ---- arguments, each as the address of what the library reads

    def _seen(self, array: Array) -> _Seen:
        seen: _Seen | None = array.__dict__.get(_SEEN)
        if (
            seen is None
            or seen.data is not array.base_data
            or seen.shape is not array.shape
            or seen.offset != array.offset
            or seen.dtype is not array.dtype
            or seen.strides is not array.strides
        ):
            seen = array.__dict__[_SEEN] = _look_at(array)
        events = array.events
        if events and (len(events) != 1 or events[0] is not seen.event or seen.queue != self.place.address):
            self._wait(seen, events)
        return seen

    def _wait(self, seen: _Seen, events: Sequence[Event]) -> None:
        """Wait for what an array's events stand for: what comes before in a queue in order needs no other word."""
        place = self.place
        if len(events) == 1 and place.in_order and events[0].command_queue == place.queue:
            seen.event, seen.queue = events[0], place.address
        else:
            self.waits.extend(event.int_ptr for event in events)

    def read(self, array: Any) -> int:
        """What a call reads: any array, an expression, or None."""
        if isinstance(array, Array):
            return self._seen(array).address
        if array is None:
            return NONE
        return ctypes.addressof(self.struct(array))

    def write(self, array: Array | None) -> int:
        """What a call writes: an array of the device, or None."""
        if array is None:
            return NONE
        if not isinstance(array, Array):
            raise TypeError(f"what is written is a pyopencl array, not {type(array).__name__}")
        seen = self._seen(array)
        self.written.append((array, seen))
        return seen.address

    def struct(self, array: Any) -> CArray:
        """As :meth:`read`, for a list of arrays."""
        if isinstance(array, Expression):
            made = self._expression(array)
            self.keep.append(made)
            return made
        return _NO_ARRAY if array is None else self._seen(self.on_device(array)).struct

    def take(self, array: Any) -> Any:
        """An array of the device or an expression, of whatever the caller gave; None stays so."""
        return array if array is None or isinstance(array, (Array, Expression)) else self.on_device(array)

    def take_alike(self, *arrays: Any) -> Sequence[Any]:
        """Arrays of one type: lists, which have none, get that of the first that has one."""
        for array in arrays:
            if not isinstance(array, Array):
                break
        else:
            return arrays
        dtype = next((array.dtype for array in arrays if hasattr(array, "dtype")), None)
        return [
            self.take(np.asarray(array, dtype) if array is not None and not hasattr(array, "dtype") else array)
            for array in arrays
        ]

    def on_device(self, array: Any) -> Array:
        """An array of the device with the same elements; itself where it is there already."""
        if isinstance(array, Array):
            return array
        host = np.ascontiguousarray(array)
        if host.dtype == object:
            raise TypeError(f"an array of numbers or structures is wanted, not of {type(array).__name__}")
        made: Array = cla.to_device(self.queue, host)
        self.keep.append(made)
        return made

    def _expression(self, e: Expression) -> CArray:
        kind = element_type(e.dtype)
        if e.value is not None:
            self.keep.append(e.value)
            return CArray(None, kind.address, e.first, e.count, value=e.value.ctypes.data)
        text = to_bytes(e.expression)
        listed, count = self.named(e.arrays)
        return CArray(None, kind.address, e.first, e.count, text, listed, count, to_bytes(e.source))

    def _constant(self, value: Any) -> tuple[CArray, Any]:
        """A value for a snippet: of Python's numbers long and, where the device has it, double; and what keeps it."""
        made: Any
        if isinstance(value, int):  # a bool is one
            if not -(1 << 63) <= value < 1 << 63:
                raise OverflowError(f"{value} is no long; numpy.uint64 takes numbers up to 2**64 - 1")
            made, kind = ctypes.c_int64(value), _LONG
        elif isinstance(value, float) and not isinstance(value, np.generic):
            wide = self.context.has_double
            made, kind = (ctypes.c_double(value), _DOUBLE) if wide else (ctypes.c_float(value), _FLOAT)
        else:
            made = np.asarray(value)
            return CArray(None, element_type(made.dtype).address, 0, 1, value=made.ctypes.data), made
        return CArray(None, kind, 0, 1, value=ctypes.addressof(made)), made

    def named(self, arrays: Mapping[str, Any]) -> tuple[int | None, int]:
        """A list of arrays and constants for a snippet. One of Python's numbers alone is kept, as they often are the same
        in the next call."""
        if not arrays:
            return None, 0
        for value in arrays.values():
            kind = type(value)
            if kind is not int and (kind is not float or not value):  # 0.0 equals -0.0
                kept = self._list(arrays)
                break
        else:
            key = (self.context.has_double, *arrays.items(), *map(type, arrays.values()))
            found = _numbers.get(key)
            if found is None:
                if len(_numbers) > 256:
                    _numbers.clear()
                found = _numbers[key] = self._list(arrays)
            kept = found
        self.keep.append(kept)
        return kept[0], len(arrays)

    def _list(self, arrays: Mapping[str, Any]) -> tuple[int, Any]:
        """The address of a list, and what has to stay alive with it."""
        listed, values = (CArray * len(arrays))(), []
        for k, (name, array) in enumerate(arrays.items()):
            if isinstance(array, Expression):
                raise TypeError(f"{name} is an expression; a snippet reads arrays in memory and scalars")
            if not isinstance(array, Array) and (isinstance(array, (int, float)) or not np.ndim(array)):
                listed[k], value = self._constant(array)
                values.append(value)
            else:
                listed[k] = self._seen(self.on_device(array)).struct
            listed[k].name = name.encode()
        return ctypes.addressof(listed), (listed, values)

    def columns(self, arrays: Sequence[Any]) -> tuple[int, int]:
        """A list of arrays that are read."""
        listed = (CArray * len(arrays))(*[self.struct(array) for array in arrays])
        self.keep.append(listed)
        return ctypes.addressof(listed), len(arrays)

    # ---- results

    def new(self, count: int, dtype: Any) -> Array:
        """pyopencl.array.empty(queue, count, dtype), but that all beside its memory is copied from an earlier one."""
        if not isinstance(dtype, np.dtype):
            dtype = np.dtype(dtype)
        place = self.place
        pattern = place.patterns.get((count, dtype)) or place.pattern(count, dtype)
        made = _new_array(Array)
        members = made.__dict__
        members.update(pattern.members)
        members["events"] = []
        address = None
        if count:
            buffer = members["base_data"] = cl.Buffer(place.cl_context, _READ_WRITE, pattern.nbytes)
            address = buffer.int_ptr
        members[_SEEN] = _Seen(CArray(address, pattern.kind, 0, count), made)
        return made

    def output(self, out: Array | None, count: int, dtype: Any) -> Array:
        """The array that the caller gives for a result, or a new one."""
        return self.new(count, dtype) if out is None else out

    def like(self, out: Array | None, x: Any, dtype: Any = None) -> Array:
        """As :meth:`output`, of as many elements as x has, and of its type unless `dtype` says another."""
        if out is not None:
            return out
        if dtype is None and isinstance(x, Array):
            return self.new(x.size, x.dtype)
        return self.new(size_of(x), dtype or dtype_of(x))

    def outputs(self, out: Sequence[Array | None] | None, *wanted: tuple[int, Any]) -> list[Array]:
        """As :meth:`output`, of several."""
        if out is None:
            return [self.new(count, dtype) for count, dtype in wanted]
        if isinstance(out, Array) or len(out) != len(wanted):
            raise TypeError(f"out is a tuple of {len(wanted)} arrays, each of which may be None")
        return [self.output(o, count, dtype) for o, (count, dtype) in zip(out, wanted, strict=True)]

    def run(self, function: Any, *arguments: Any) -> Event:
        """Enqueue one of `ops`; what is written gets the event as its only one, since the call has waited for those
        before."""
        waits = self.waits
        count = len(waits)
        event = function(
            self.context._handle,
            self.place.address,
            *arguments,
            count,
            (c_void_p * count)(*waits) if count else None,
        )
        if not event:
            check(last_status())
        return self.enqueued(event)

    def enqueued(self, event: int) -> Event:
        """What is written gets a new event."""
        place = self.place
        made = _from_pointer(event, False)
        for array, seen in self.written:
            array.events[:] = (made,)
            seen.event, seen.queue = (made, place.address) if place.in_order else (None, 0)
        return made

    def run_counted(self, count: Array | None, function: Any, before: Sequence[Any], after: Sequence[Any] = ()) -> Any:
        """Run what answers a number, on the device where the caller has an array for it; else wait for it. Gives what a
        result is cut to: all of it, or so many elements."""
        if count is not None:
            self.run(function, *before, self.write(count), None, *after)
            return slice(None)
        number = c_size_t()
        self.run(function, *before, NONE, byref(number), *after)
        return slice(number.value)

    def give(self, *arrays: Array | None) -> Any:
        """Results as the caller has its arguments: on the device, or in NumPy's arrays."""
        given: tuple[Any, ...] = arrays
        if self.on_host:
            given = tuple(None if a is None else a.get(self.queue) for a in arrays)
        return given[0] if len(given) == 1 else given


def _context_of(array: Array) -> Context:
    return context_of(array.context) if array.context is not None else default_context()


def dtype_of(array: Any) -> np.dtype[Any]:
    """The dtype of any array that a call reads."""
    dtype = getattr(array, "dtype", None)
    return np.dtype(dtype) if dtype is not None else np.asarray(array).dtype


def size_of(array: Any) -> int:
    """How many elements an array has that a call reads."""
    if isinstance(array, Array):
        return int(array.size)
    return array.count if isinstance(array, Expression) else int(np.size(array))


def one_of(what: str, name: str, known: Mapping[str, int]) -> int:
    """The number of a choice."""
    number = known.get(name)
    if number is None:
        raise ValueError(f"{what} is {name!r}, but must be one of {', '.join(map(repr, known))}")
    return number


__all__ = [
    "NONE",
    "Array",
    "Call",
    "Context",
    "Event",
    "Expression",
    "Op",
    "Order",
    "Wait",
    "byref",
    "c_size_t",
    "c_void_p",
    "dtype_of",
    "lib",
    "one_of",
    "ops",
    "size_of",
    "to_op",
    "to_order",
]
