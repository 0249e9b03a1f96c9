# SPDX-License-Identifier: Apache-2.0
"""One call: what it reads and writes of pyopencl's and NumPy's arrays, what it waits for, and what it gives back.

The way of a repeated call is short: what the library has to know of an array is kept with the array, as the bytes that go
into the block of a call's arguments (by_address.c).
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Mapping, Sequence
from ctypes import addressof, create_string_buffer
from threading import get_ident
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cla

from ._arguments import (
    Expression,
    Op,
    Order,
    built_in_order,
    constant,
    converted,
    dtype_of,
    filling,
    first_on_device,
    flat,
    has_type,
    index_type,
    one_of,
    op_at,
    order_at,
    outputs_given,
    sequence_of_arrays,
    size_of,
    sum_type,
    text_at,
    whole_number,
)
from ._counted import Counted, counted
from . import _checks
from ._meanings import as_stored, operator_for, order_for, same_unit
from ._native import NONE, WHERE, CArray, Operation, Process, byref, c_size_t, check, check_process, last_status, lib, ops
from ._place import Context, Events, Memory, Place, Released, at_queue, context_of, default_context
from ._types import BOOL_ADDRESS, element_type

Event = cl.Event
Array = cla.Array
Wait = Sequence[cl.Event]  # what `wait_for` takes

_LONG, _DOUBLE, _FLOAT = (element_type(name).address for name in ("int64", "float64", "float32"))
_new_array = Array.__new__
_READ_WRITE = cl.mem_flags.READ_WRITE
_from_pointer = cl.Event.from_int_ptr
_image = struct.Struct("PPNNPPNPPPP").pack  # a CArray, as bytes
_word = struct.Struct("P").pack
_TYPE, _NAME, _LENGTH = CArray.type.offset, CArray.name.offset, CArray.length.offset

class _Recordings(dict[int, Any]):
    def get(self, thread: int, default: Any = None) -> Any:
        check_process()
        return super().get(thread, default)


# Recordings that are being made, by their threads, whose calls they take. In a forked process it is never empty, so that
# each call is refused there.
recordings: dict[int, Any] = _Recordings()


def _in_child() -> None:
    recordings[0] = None


Process.in_child.append(_in_child)


# What calls know of an array of the device stays with it, in two attributes: `_clinterval_seen`, the structure that the
# library takes, with the members for which it is right, and what is known of the memory; and `_clinterval_ran`, the event
# of the call that wrote the array last, where its queue is in order, with the place of that call, or of the first that
# looked at it.
def _look_at(array: Any, place: Place) -> tuple[bytes, Memory]:
    kind = element_type(array.dtype)
    size, offset = kind.size, array.offset
    data = array.base_data
    if len(array.shape) != 1:
        flat(array)
    if len(array.shape) == 1 and array.strides[0] != size and array.size > 1:
        raise ValueError("an array is contiguous, or a copy of it is: array.copy()")
    if offset % size:
        raise ValueError(f"an array begins a whole number of elements behind its buffer's beginning, not {offset} bytes")
    if data is not None and not isinstance(data, cl.MemoryObjectHolder):
        raise TypeError(f"an array's memory is a buffer, not {type(data).__name__}")
    memory = _memory_of(data, array, place)
    image = _image(0 if data is None else data.int_ptr, kind.address, offset // size, array.size, 0, 0, 0, 0, 0, 0, 0)
    array._clinterval_seen = image, (data, offset, array.shape, array.strides, array.dtype), memory
    array._clinterval_ran = getattr(array, "_clinterval_ran", (None, place))
    return image, memory


def _memory_of(data: Any, array: Any, place: Place) -> Memory:
    """What is known of a buffer, which begins now where nothing is."""
    if Released.any and Released.among(data):
        raise ValueError(_RELEASED)
    memory: Memory | None = getattr(data, "_clinterval_memory", None)
    if memory is None:
        memory = getattr(array.events, "memory", None)
        if memory is not None and (data is None or memory.data is not data):
            memory = None
    if memory is None:
        memory = Memory()
        memory.home = place if place.in_order else None
        memory.readers = memory.data = None
        try:
            if data is not None:
                data._clinterval_memory = memory
        except AttributeError:  # a class of buffers that takes no attributes
            pass
    return memory


_NUMBER = np.dtype(np.int64)


def _is_of_unit(a: Any, b: Any) -> bool:
    """Are dates of the same unit, whether points in time or differences?"""
    return np.datetime_data(a.dtype) == np.datetime_data(b.dtype)


_RELEASED = "the memory of an array has been released"
_MOST_READERS = 16  # events that are kept for the readers of an array in one queue


def _no_memory(place: Place, pattern: Any, wrong: Exception) -> Exception:
    """What says that a result finds no memory."""
    most = place.queue.device.max_mem_alloc_size
    code = getattr(wrong, "code", None)
    if isinstance(wrong, cl.Error) and pattern.nbytes <= most and code not in (-4, -5, -6, -61):
        return wrong
    return MemoryError(
        f"a result of {pattern.size} elements of {pattern.dtype} takes {pattern.nbytes} bytes, and the device allocates at "
        f"most {most} at once: {wrong}"
    )


class Call:
    """One call: where it runs, what it waits for, what must stay alive until it is enqueued, and what it writes."""

    __slots__ = ("context", "place", "on_host", "keep", "listed", "waits", "written", "strays")

    recorded = False
    context: Context
    place: Place
    on_host: bool
    keep: tuple[Any, ...]
    listed: bytes | None
    waits: tuple[int, ...]
    written: tuple[Any, ...]
    strays: tuple[Memory, ...]  # of arrays that calls in other queues, or in one out of order, use as well

    @property
    def queue(self) -> cl.CommandQueue:
        return self.place.queue

    @property
    def address(self) -> int:
        """Of the queue, for the library."""
        return self.place.address

    # ---- arguments, arrays as bytes and all else as numbers and addresses

    def read(self, array: Any) -> bytes:
        """What a call reads: any array, an expression, or None."""
        if array is None:
            return NONE
        image: bytes
        try:
            image, members, memory = array._clinterval_seen
            if members != (array.base_data, array.offset, array.shape, array.strides, array.dtype):
                image, memory = _look_at(array, self.place)
        except AttributeError:
            if isinstance(array, Expression):
                return self._expression(array)
            array = self.on_device(array)
            image, memory = _look_at(array, self.place)
        if memory.home is not self.place or Released.any:
            self._track(array, memory)
        events = array.events
        if events:
            event, place = array._clinterval_ran
            if events[0] is not event or place is not self.place or len(events) != 1:
                self._wait(array)
        if type(array) is Counted:
            return image[:_LENGTH] + _word(self.length_at(array.length))
        return image

    def length_at(self, length: Any) -> int:
        """The address of a length on the device, or of none."""
        return 0 if length is None else self.memory(self.read(length))

    def write(self, array: Any) -> bytes:
        """What a call writes: an array of the device, or None. As :meth:`read`, without a call of that, which takes long."""
        if array is None:
            return NONE
        image: bytes
        place = self.place
        try:
            image, members, memory = array._clinterval_seen
            if members != (array.base_data, array.offset, array.shape, array.strides, array.dtype):
                image, memory = _look_at(array, place)
        except AttributeError:
            if not isinstance(array, Array):
                raise TypeError(f"what is written is a pyopencl array, not {type(array).__name__}") from None
            image, memory = _look_at(array, place)
        self.written += (array,)
        if memory.home is not place or Released.any:
            self._track(array, memory)
            self._wait_for_readers(memory)
        events = array.events
        if events:
            event, ran = array._clinterval_ran
            if events[0] is not event or ran is not place or len(events) != 1:
                self._wait(array)
        if type(array) is Counted:
            return image[:_LENGTH] + _word(self.length_at(array.length))
        return image

    def _track(self, array: Any, memory: Memory) -> None:
        """An array is used where not all calls that use it are in one queue in order."""
        if Released.any and Released.among(array.base_data):
            raise ValueError(_RELEASED)
        if memory.home is self.place:
            return
        if memory.home is not None:
            memory.readers = {memory.home: None}
            memory.home = None
        self.strays += (memory,)

    def _wait_for_readers(self, memory: Memory) -> None:
        """Before an array is written: wait for the calls that read it."""
        place, readers = self.place, memory.readers or {}
        for other, events in tuple(readers.items()):
            if other is place and place.in_order:
                continue
            if events is None:
                events = readers[other] = (cl.enqueue_marker(other.queue),)
                other.queue.flush()
            self.waits += tuple(event.int_ptr for event in events)

    def _keep_readers(self, made: Event) -> None:
        """After a call with strays: its event is that of a reader, or, of what it has written, the end of all readers."""
        place = self.place
        for memory in self.strays:
            if memory.readers is None:
                memory.readers = {}
            if place.in_order:
                memory.readers[place] = (made,)
                continue
            events = (*(memory.readers.get(place) or ()), made)
            if len(events) > _MOST_READERS:
                events = tuple(event for event in events if event.command_execution_status > 0)
            if len(events) > _MOST_READERS:
                events = (cl.enqueue_marker(place.queue, wait_for=list(events)),)
            memory.readers[place] = events
        for array in self.written:
            memory = array._clinterval_seen[2]
            memory.readers = None
            memory.home = place if place.in_order else None

    def _wait(self, array: Any) -> None:
        """Wait for what an array's events stand for: what comes before in a queue in order needs no other word."""
        place, events = self.place, array.events
        if len(events) == 1 and place.in_order and events[0].command_queue == place.queue:
            array._clinterval_ran = events[0], place
        else:
            self.waits += tuple(event.int_ptr for event in events)

    def take(self, array: Any, name: str | None = None, dimensions: int = 1) -> Any:
        """An array of the device or an expression, of whatever the caller gave; None stays so. What :func:`flat` refuses
        is refused; an array of more dimensions that are allowed becomes a flat one."""
        if isinstance(array, Expression) or array is None:
            return array
        if not isinstance(array, Array):
            return self.on_device(array, name, dimensions)
        if len(array.shape) > 1:
            flat(array, name, dimensions)
            return array.reshape(-1)  # type: ignore[no-untyped-call]
        return array

    def take_alike(self, *arrays: Any, names: Sequence[str] = ()) -> Sequence[Any]:
        """Arrays of one type: lists and scalars, which have none, get that of the first array that has one, by value and
        without loss; lists alone get their common type. Of different types is a TypeError."""
        for array in arrays:
            if not isinstance(array, Array) or len(array.shape) > 1:
                break
        else:
            if len(arrays) < 2 or arrays[0].dtype == arrays[1].dtype:
                return arrays
        return self._alike(arrays, names)

    def _alike(self, arrays: Sequence[Any], names: Sequence[str]) -> list[Any]:
        called = [*names, *(f"array {k + 1}" for k in range(len(names), len(arrays)))]
        there = [(name, array) for name, array in zip(called, arrays, strict=True) if array is not None]
        typed = [(name, dtype_of(flat(array, name))) for name, array in there if has_type(array)]
        if typed:
            first, dtype = typed[0]
        else:
            given = [np.asarray(array) for _, array in there]
            known = [array.dtype for array in given if array.size] or [np.dtype(np.float64)]
            dtype = np.result_type(*known)
        for name, other in typed:
            if other != dtype:
                same_unit(other, dtype, name, first)
                raise TypeError(f"{name} is of {other}, but {first} of {dtype}: both must be of one type")
        return [
            self.take(converted(array, dtype, name), name) for name, array in zip(called, arrays, strict=True)
        ]

    def take_indices(self, array: Any, name: str = "indices") -> Any:
        """Indices, offsets or counts: a list becomes int64, by value, and NumPy's narrower integers int32."""
        if isinstance(array, Array) and len(array.shape) < 2:
            return array
        array = converted(array, np.int64, name)
        if isinstance(array, np.ndarray) and array.dtype.kind in "iu" and array.dtype.itemsize < 4:
            array = flat(array, name).astype(np.int32)
        if array is not None and dtype_of(array).kind not in "iu":
            raise TypeError(f"{name} is of {dtype_of(array)}, but must be of an integer type")
        return self.take(array, name)

    def on_device(self, array: Any, name: str | None = None, dimensions: int = 1) -> Array:
        """An array of the device with the same elements; itself where it is there already."""
        if isinstance(array, Array):
            return array
        flat(array, name, dimensions)
        try:
            host = np.asarray(array)
        except ValueError as wrong:
            raise TypeError(f"{name or 'an argument'} is a {type(array).__name__} that is no array: {wrong}") from wrong
        flat(host, name, dimensions)
        made: Array = cla.to_device(self.queue, np.ascontiguousarray(host).reshape(-1))
        self.keep += (made,)
        return made

    # ---- what dtypes mean, and what data must be

    def op(self, op: Any, dtype: Any) -> int:
        """The address of an operator that accumulates in `dtype`."""
        return operator_for(op, np.dtype(dtype))

    def order(self, order: Any, dtype: Any) -> int:
        """The address of an order of `dtype`: of dates NaT is last."""
        return order_for(order, np.dtype(dtype))

    def as_stored(self, x: Any, dtype: Any) -> Any:
        """An array or expression as it is read to be stored as `dtype`: to bool by `!= 0`; dates of another unit are a
        TypeError."""
        return as_stored(x, np.dtype(dtype))

    def check_sorted(self, order: Any = None, **arrays: Any) -> None:
        """CheckError where one of the arrays is on the host and not sorted. What only the device can tell of orders of
        the user's, a checked context tells where all arrays are on the host."""
        for name, array in arrays.items():
            if not _checks.is_sorted_by(array, order, name):
                self._check_on_device()

    def _check_on_device(self) -> None:
        if self.on_host and not self.recorded and not self.context.is_compiling:
            self.context = self.context.with_checks()

    def check_offsets(
        self,
        offsets: Any,
        end: int | None,
        name: str = "offsets",
        from_zero: bool = False,
        end_name: str | None = None,
    ) -> None:
        """CheckError where offsets on the host are negative, descend or are above `end`."""
        _checks.offsets(offsets, end, name, from_zero, end_name)

    def check_runs(self, order: Any, keys: Any, starts: Any, name: str = "keys") -> None:
        """As :meth:`check_sorted`, of the runs that begin at `starts`."""
        if not _checks.is_sorted_by(keys, order, name, starts):
            self._check_on_device()

    def check_indices(
        self,
        indices: Any,
        count: int,
        name: str = "indices",
        ascending: bool = False,
        strictly: bool = False,
        missing: bool = False,
    ) -> None:
        """CheckError where indices on the host are not below `count`, or descend where they must not, `strictly` without
        equal neighbors; -1 is right where `missing`."""
        _checks.indices(indices, count, name, ascending, strictly, missing)

    def check_counts(self, counts: Any, name: str = "counts") -> None:
        """CheckError where counts on the host are negative."""
        _checks.counts(counts, name)

    def check_ranges(self, begins: Any, offsets: Any, count: int, size: int, name: str = "begins") -> None:
        """CheckError where ranges that begin at `begins`, on the host, pass an array of `size` elements."""
        _checks.ranges(begins, offsets, count, size, name)

    def memory(self, content: bytes) -> int:
        """The address of a copy that lives as long as the call."""
        made = create_string_buffer(content, len(content))
        self.keep += (made,)
        return addressof(made)

    def _expression(self, e: Expression) -> bytes:
        kind = element_type(e.dtype).address
        length = self.length_at(e.length)
        if e.value is not None:
            return _image(0, kind, e.first, e.count, 0, 0, 0, 0, 0, self.memory(e.value.tobytes()), length)
        listed = self.memory(self.named(e.arrays))
        text, source = text_at[e.expression], text_at[e.source]
        if e.written is not None:
            self.keep += (e,)  # for _failed
        return _image(0, kind, e.first, e.count, text, listed, len(e.arrays), source, 0, 0, length)

    def named(self, arrays: Mapping[str, Any], x: Any = None) -> bytes:
        """A list of arrays and constants for a snippet, which may have dates of one unit, that of `x`."""
        listed, known = b"", self.context.numbers
        dated: Any = x if getattr(x, "dtype", _NUMBER).kind in "mM" else None
        for name, array in arrays.items():
            kind = type(array)
            if kind is int or (kind is float and array):  # 0.0 equals -0.0
                try:
                    found = known[name, kind, array]
                except KeyError:
                    found = self._number(name, array)
            elif getattr(array, "dtype", _NUMBER).kind in "mM" and dated is not None and not _is_of_unit(array, dated):
                raise TypeError(
                    f"{name} is of {array.dtype}, but other arrays or values here of {dated.dtype}: call x.astype()"
                )
            elif isinstance(array, Expression):
                raise TypeError(f"{name} is an expression; a snippet reads arrays in memory and scalars")
            elif not isinstance(array, Array) and (isinstance(array, (int, float)) or not np.ndim(array)):
                found = self._constant(name, array)
                if dated is None and getattr(array, "dtype", _NUMBER).kind in "mM":
                    dated = array
            else:
                if dated is None and getattr(array, "dtype", _NUMBER).kind in "mM":
                    dated = array
                image = self.read(array)
                if dtype_of(array).kind == "b":
                    image = image[:_TYPE] + _word(BOOL_ADDRESS) + image[_TYPE + len(_word(0)) :]
                listed += image[:_NAME] + _word(text_at[name]) + image[_NAME + len(_word(0)) :]
                continue
            self.keep += (found,)
            listed += found[0]
        return listed

    def _number(self, name: str, value: float) -> tuple[bytes, Any]:
        """One of Python's numbers, which is kept, as it often is the same in the next call."""
        known = self.context.numbers
        if len(known) > 256:
            known.clear()
        made = known[name, type(value), value] = self._constant(name, value)
        return made

    def _constant(self, name: str, value: Any) -> tuple[bytes, Any]:
        """A value for a snippet: of Python's numbers long and, where the device has it, double; and what keeps it."""
        if isinstance(value, int):  # a bool is one
            if not -(1 << 63) <= value < 1 << 63:
                raise OverflowError(f"{value} is no long; numpy.uint64 takes numbers up to 2**64 - 1")
            content, kind = value.to_bytes(8, sys.byteorder, signed=True), _LONG
        elif isinstance(value, float) and not isinstance(value, np.generic):
            wide = self.context.has_double
            content, kind = struct.pack("d" if wide else "f", value), _DOUBLE if wide else _FLOAT
        else:
            scalar = np.asarray(value)
            content, kind = scalar.tobytes(), element_type(scalar.dtype).address
        memory = create_string_buffer(content, len(content))
        return _image(0, kind, 0, 1, 0, 0, 0, 0, text_at[name], addressof(memory), 0), memory

    # ---- results

    def fill(self, array: Any, value: Any) -> None:
        """Make all elements of a new array `value`, before the call."""
        if not array.size:
            return
        pattern = filling(array.dtype, value)
        sizes = (1, 2, 4, 8, 16, 32, 64, 128)  # which OpenCL fills
        if pattern.itemsize not in sizes and not pattern.tobytes().strip(b"\0"):
            pattern = np.zeros(1, np.uint8)
        if self.recorded or pattern.itemsize not in sizes:
            call = begin((array,), self.queue, self.context, None)
            call.run(ops.copy, call.read(constant(pattern[0], array.size, array.dtype)), call.write(array))
            return
        data: Any = array.base_data
        event = cl.enqueue_fill_buffer(self.queue, data, pattern, array.offset, array.nbytes)
        array.events[:] = (event,)
        array._clinterval_ran = (event if self.place.in_order else None), self.place

    def new(self, count: int, dtype: Any, zeroed: bool = False) -> Array:
        """pyopencl.array.empty(queue, count, dtype), but that all beside its memory is known of an earlier one.

        `zeroed`: the call may leave elements unwritten, which are then zero.
        """
        place = self.place
        try:
            pattern = place.patterns[count, dtype]
        except (KeyError, TypeError):  # a list, which has no hash, may describe a structure
            pattern = place.pattern(whole_number(count, "the number of elements"), dtype)
        shape, dtype, strides = pattern.shape, pattern.dtype, pattern.strides
        buffer, address = None, 0
        if count:
            try:
                buffer = cl.Buffer(place.cl_context, _READ_WRITE, pattern.nbytes)
            except (cl.Error, OverflowError, TypeError) as wrong:
                raise _no_memory(place, pattern, wrong) from wrong
            address = buffer.int_ptr
        made: Any
        if pattern.known:  # one by one, since an object whose __dict__ is touched is slower ever after
            made = _new_array(Array)
            made.queue = place.queue
            made.context = place.cl_context
            made.shape = shape
            made.dtype = dtype
            made.strides = strides
            made.nbytes = pattern.nbytes
            made.size = pattern.size
            made.allocator = None
            made.base_data = buffer
            made.offset = 0
            made._flags = None
        else:
            made = Array(place.queue, shape, dtype, data=buffer)
        memory = Memory()
        memory.home = place if place.in_order else None
        memory.readers = None
        memory.data = buffer
        made.events = events = Events()
        events.memory = memory
        made._clinterval_seen = _word(address) + pattern.image, (buffer, 0, shape, strides, dtype), memory
        made._clinterval_ran = None, place
        if zeroed:
            self.fill(made, 0)
        return made  # type: ignore[no-any-return]

    def output(self, out: Array | None, count: int, dtype: Any, zeroed: bool = False) -> Array:
        """The array that the caller gives for a result, or a new one."""
        return self.new(count, dtype, zeroed) if out is None else out

    def outputs(
        self, out: Sequence[Array | None] | None, *wanted: tuple[int, Any], zeroed: bool = False
    ) -> list[Array]:
        """As :meth:`output`, of several."""
        if out is None:
            return [self.new(count, dtype, zeroed) for count, dtype in wanted]
        given = outputs_given(out, len(wanted))
        return [self.output(o, count, dtype, zeroed) for o, (count, dtype) in zip(given, wanted, strict=True)]

    def run(self, operation: Operation, *arguments: Any) -> Event:
        """Enqueue one of `ops`; what is written gets the event as its only one, since the call has waited for those
        before."""
        place = self.place
        where = place.where
        if self.waits or self.recorded or self.context is not place.context:
            where = self.where()
        try:
            block = operation.pack(*arguments)
        except struct.error as wrong:
            raise ValueError("a number of elements is an int, not negative, and fits a size_t") from wrong
        enqueue = operation.call
        event = enqueue(where, block, self.listed)
        if event is None and last_status():
            self._failed(last_status())
        return self.enqueued(event)

    def _failed(self, status: int) -> None:
        """Raise what a status means."""
        try:
            check(status)
        except Exception as failure:
            for e in self.keep if status == _BUILD_FAILED else ():
                if isinstance(e, Expression) and _compiles_as_float(e, self):
                    raise TypeError(
                        f"the expression {e.written!r} is not an integer: give generate() a dtype, as dtype=numpy.float32"
                    ) from failure
            raise

    def where(self) -> bytes:
        """Where it runs, and for what it waits, as the library's block."""
        waits = self.waits
        count = len(waits)
        return struct.pack(f"{WHERE}{count}P", self.context._handle, self.address, count, *waits)

    def enqueued(self, event: int | None) -> Event:
        """The event of a call that has succeeded, which what is written gets."""
        if event is None:
            raise RuntimeError("a call answered no event")
        made, place = _from_pointer(event, False), self.place
        if self.strays:
            self._keep_readers(made)
        ran = (made if place.in_order else None, place)
        for array in self.written:
            events = array.events
            if not events:
                events.append(made)
            elif len(events) == 1:  # which is faster than a slice
                events[0] = made
            else:
                events[:] = (made,)
            array._clinterval_ran = ran
        return made

    def run_counted(self, count: Array | None, function: Operation, before: Sequence[Any], after: Sequence[Any] = ()) -> Any:
        """Run what answers a number, on the device where the caller has an array for it; else wait for it. Gives what a
        result is cut to: all of it, or so many elements."""
        if count is not None:
            self.run(function, *before, self.write(count), 0, *after)
            return slice(None)
        number = c_size_t()
        self.run(function, *before, NONE, addressof(number), *after)
        return slice(number.value)

    def give(self, first: Any, *others: Any) -> Any:
        """Results as the caller has its arguments: on the device, or in NumPy's arrays."""
        if self.on_host:
            first, *rest = (a if a is None else a.get(self.queue) for a in (first, *others))
            others = tuple(rest)
        return (first, *others) if others else first


_BUILD_FAILED = -3005


def _compiles_as_float(e: Expression, failed: Call) -> bool:
    """Does the expression of an integer compile where it may be a float?"""
    call = Call()
    call.context, call.place, call.on_host, call.listed = failed.context, failed.place, False, None
    call.keep = call.waits = call.written = call.strays = ()
    number = np.dtype(np.float32)
    try:
        text = Expression(number, 0, e.written, e.arrays, e.source)
        call.run(ops.copy, call.read(text), _image(0, element_type(number).address, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    except RuntimeError:
        return False
    return True


def begin(
    arrays: Sequence[Any], queue: cl.CommandQueue | None, context: Context | None, wait_for: Wait | None
) -> Call:
    """A call that runs in the queue that is named, else in that of the first array of the device, which may be one that
    an expression or a snippet reads."""
    if recordings and (recording := recordings.get(get_ident())) is not None:
        return recording._begin(arrays, queue, context, wait_for)  # type: ignore[no-any-return]
    call = Call()  # without an __init__, through which each call would take longer
    array: Any = arrays[0] if arrays else None
    if not isinstance(array, Array):
        array = first_on_device(arrays)
    place = None
    if array is None:
        call.on_host = True
        if queue is None:
            queue = (context or default_context()).queue
    else:
        call.on_host = False
        if queue is None:
            queue = array.queue
            if queue is None:
                queue = (context or _context_of(array)).queue
        try:
            _, place = array._clinterval_ran
        except AttributeError:
            pass
    if place is None or place.queue is not queue:
        place = at_queue(queue)
    call.place = place
    call.context = place.context if context is None else context
    call.keep = call.written = call.strays = ()
    call.listed = None
    call.waits = tuple([event.int_ptr for event in wait_for]) if wait_for else ()
    return call


def _context_of(array: Array) -> Context:
    return context_of(array.context) if array.context is not None else default_context()


__all__ = [
    "NONE",
    "Array",
    "Call",
    "Context",
    "Counted",
    "Event",
    "Expression",
    "Op",
    "Order",
    "Wait",
    "addressof",
    "begin",
    "built_in_order",
    "byref",
    "c_size_t",
    "converted",
    "counted",
    "dtype_of",
    "flat",
    "has_type",
    "index_type",
    "lib",
    "one_of",
    "op_at",
    "ops",
    "order_at",
    "outputs_given",
    "sequence_of_arrays",
    "size_of",
    "sum_type",
    "text_at",
    "whole_number",
]
