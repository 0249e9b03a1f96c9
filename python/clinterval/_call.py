# SPDX-License-Identifier: Apache-2.0
"""One call: its arrays, the events for which it waits, and its results.

Repeated calls are fast, because each array caches its description for the library: the bytes that a call copies into
its block of arguments (by_address.c).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from ctypes import addressof
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
    dtype_of,
    first_on_device,
    one_of,
    op_at,
    order_at,
    size_of,
    text_at,
)
from ._conversions import (
    columns_of_keys,
    converted,
    filling,
    flat,
    has_type,
    index_type,
    is_scalar,
    outputs_given,
    sequence_of_arrays,
    sum_type,
    whole_number,
)
from ._counted import Counted, counted
from ._inputs import Inputs
from ._memory import RELEASED, Memory, Released, look_at, packed
from ._native import NONE, WHERE, Error, Operation, Process, byref, c_size_t, check, check_process, last_status, lib, ops
from ._place import Context, at_queue, checked_context, context_of, default_context, release_held
from ._pool import Lent
from ._results import NO_MEMORY, Results
from ._snippets import LENGTH, Snippets, word
from ._types import element_type

Event = cl.Event
Array = cla.Array
Wait = Sequence[cl.Event]  # the type of `wait_for`

# Each function declares `queue`, `context` and `wait_for`. One bundle, `**where: Unpack[Where]`, would hide the
# parameters from help() and inspect.signature(). The error for a wrong keyword would name begin() instead of the
# function, and a call would take 0.3 microseconds longer.

_from_pointer = cl.Event.from_int_ptr
_MOST_READERS = 16  # events stored per queue for the readers of an array


class _Recordings(dict[int, Any]):
    def get(self, thread: int, default: Any = None) -> Any:
        check_process()
        return super().get(thread, default)


# The active recording of each thread. In a forked process the dict is never empty, so that every call is refused.
recordings: dict[int, Any] = _Recordings()


def _in_child() -> None:
    recordings[0] = None


Process.in_child.append(_in_child)


class Call(Inputs, Snippets, Results):
    """One call: its queue, its wait list, and the arrays that it writes.

    The object also keeps the objects that must live until the enqueue.
    """

    __slots__ = ()

    @property
    def address(self) -> int:
        """The address of the queue, for the library."""
        return self.place.address

    # ---- arguments: arrays are bytes, all other arguments are numbers and addresses

    def read(self, array: Any) -> bytes:
        """Return the description of an input for the library.

        The input is an array, an expression, or None.
        """
        if array is None:
            return NONE
        image: bytes
        try:
            image, members, memory = array._clinterval_seen
            if members != (array.base_data, array.offset, array.shape, array.strides, array.dtype):
                image, memory = look_at(array, self.place)
        except AttributeError:
            if isinstance(array, Expression):
                return self._expression(array)
            array = self.on_device(array)
            image, memory = look_at(array, self.place)
        if memory.home is not self.place or Released.any:
            self._track(array, memory)
        events = array.events
        if events:
            event, place = array._clinterval_ran
            if events[0] is not event or place is not self.place or len(events) != 1:
                self._wait(array)
        if type(array) is Counted:
            return image[:LENGTH] + word(self.length_at(array.length))
        return image

    def write(self, array: Any) -> bytes:
        """Return the description of an output, a device array or None, for the library.

        The method repeats the code of :meth:`read`, because another method call is too slow.
        """
        if array is None:
            return NONE
        image: bytes
        place = self.place
        try:
            image, members, memory = array._clinterval_seen
            if members != (array.base_data, array.offset, array.shape, array.strides, array.dtype):
                image, memory = look_at(array, place)
        except AttributeError:
            if not isinstance(array, Array):
                raise TypeError(f"an array that a call writes must be a pyopencl array, not {type(array).__name__}") from None
            image, memory = look_at(array, place)
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
            return image[:LENGTH] + word(self.length_at(array.length))
        return image

    def _track(self, array: Any, memory: Memory) -> None:
        """Record an array whose calls are not all in one in-order queue."""
        if Released.any and Released.among(array.base_data):
            raise ValueError(RELEASED)
        if memory.home is self.place:
            return
        if memory.home is not None:
            memory.readers = {memory.home: None}
            memory.home = None
        self.strays += ((memory, array.base_data),)

    def _wait_for_readers(self, memory: Memory) -> None:
        """Wait for the calls that read an array, before the array is written."""
        place, readers = self.place, memory.readers or {}
        for other, events in tuple(readers.items()):
            if other is place and place.in_order:
                continue
            if events is None:
                events = readers[other] = (cl.enqueue_marker(other.queue),)
                other.queue.flush()
            self.waits += tuple(event.int_ptr for event in events)

    def _lend(self, made: Event | None = None) -> None:
        """Keep the memory of other queues' pools until the call has ended.

        Without an event, the call has failed, but some of its commands may run.
        """
        lent = [data for memory, data in self.strays if memory.owner not in (None, self.place)]
        if not lent:
            return
        try:
            made = made or cl.enqueue_marker(self.queue)
            self.queue.flush()  # otherwise the event might never change its status
        except cl.Error:
            if made is None:
                return  # the queue has failed, and the caller raises the exception for that
        for data in lent:
            Lent.add(data, made)

    def _keep_readers(self, made: Event) -> None:
        """Store the event of a call as a reader of the arrays in `strays`.

        Written arrays lose their readers, because the call has waited for the earlier readers.
        """
        place = self.place
        self._lend(made)
        for memory, _ in self.strays:
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
            memory.home = place if place.in_order and memory.owner in (None, place) else None

    def _wait(self, array: Any) -> None:
        """Wait for the events of an array.

        Earlier commands in the same in-order queue need no wait.
        """
        place, events = self.place, array.events
        if len(events) == 1 and place.in_order and events[0].command_queue == place.queue:
            array._clinterval_ran = events[0], place
        else:
            self.waits += tuple(event.int_ptr for event in events)

    # ---- results

    def fill(self, array: Any, value: Any) -> None:
        """Set all elements of a new array to `value`, before the call."""
        if not array.size:
            return
        pattern = filling(array.dtype, value)
        sizes = (1, 2, 4, 8, 16, 32, 64, 128)  # the pattern sizes of clEnqueueFillBuffer
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

    def run(self, operation: Operation, *arguments: Any) -> Event:
        """Enqueue one of `ops` and return its event.

        The event becomes the only event of each written array, because the call has waited for the array's earlier
        events.
        """
        place = self.place
        where = place.where
        if self.waits or self.recorded or self.context is not place.context:
            where = self.where()
        try:
            block = operation.pack(*arguments)
        except struct.error as wrong:
            raise ValueError("a number of elements must be an int from 0 to the largest size_t") from wrong
        enqueue = operation.call
        event = enqueue(where, block, self.listed)
        if event is None and last_status():
            self._failed(last_status())
        return self.enqueued(event)

    def _failed(self, status: int) -> None:
        """Raise the exception for a status."""
        try:
            check(status)
        except Exception as failure:
            self._lend()
            for e in self.keep if status == _BUILD_FAILED else ():
                if isinstance(e, Expression) and _compiles_as_float(e, self):
                    raise TypeError(
                        f"the expression {e.written!r} is not an integer: pass a dtype to generate(), for example dtype=numpy.float32"
                    ) from failure
            # The library's wait list has the events of arrays after the caller's events, so its index would mislead.
            if status in NO_MEMORY and release_held(self.place.context):
                sentence = "results that no longer exist held device memory. It has been released: repeat the call"
                raise MemoryError(f"{failure}. {sentence}") from failure
            if status == _INVALID_CONTEXT and "event_wait_list[" in str(failure):
                raise Error(
                    "an array, or an event of wait_for, belongs to another OpenCL context than the queue of the call",
                    status,
                    "CL_INVALID_CONTEXT",
                ) from failure
            raise

    def where(self) -> bytes:
        """Pack the context, the queue and the wait list into a block for the library."""
        waits = self.waits
        count = len(waits)
        return struct.pack(f"{WHERE}{count}P", self.context._handle, self.address, count, *waits)

    def enqueued(self, event: int | None) -> Event:
        """Return the event of a successful call, and store the event in the written arrays."""
        if event is None:
            raise RuntimeError("a call returned no event")
        made, place = _from_pointer(event, False), self.place
        if self.strays:
            self._keep_readers(made)
        ran = (made if place.in_order else None, place)
        for array in self.written:
            events = array.events
            if not events:
                events.append(made)
            elif len(events) == 1:  # faster than a slice
                events[0] = made
            else:
                events[:] = (made,)
            array._clinterval_ran = ran
        return made

    def run_counted(self, count: Array | None, function: Operation, before: Sequence[Any], after: Sequence[Any] = ()) -> Any:
        """Run an operation that returns a size, and return the size.

        With `count` the size remains on the device, and the method returns None. Otherwise the host waits for the
        size.
        """
        if count is not None:
            self.run(function, *before, self.write(count), 0, *after)
            return None
        number = c_size_t()
        self.run(function, *before, NONE, addressof(number), *after)
        return number.value

_BUILD_FAILED = -3005
_INVALID_CONTEXT = -34


def _compiles_as_float(e: Expression, failed: Call) -> bool:
    """Return True if an expression that does not compile as an integer compiles as a float."""
    call = Call()
    call.context, call.place, call.on_host, call.listed = failed.context, failed.place, False, None
    call.keep = call.waits = call.written = call.strays = ()
    number = np.dtype(np.float32)
    try:
        text = Expression(number, 0, e.written, e.arrays, e.source)
        call.run(ops.copy, call.read(text), packed(0, element_type(number).address, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    except RuntimeError:
        return False
    return True


def event_addresses(wait_for: Wait) -> tuple[int, ...]:
    """Return the addresses of the events in `wait_for`."""
    try:
        return tuple([event.int_ptr for event in wait_for])
    except (TypeError, AttributeError):
        what = f", not {type(wait_for).__name__}"
        if isinstance(wait_for, (list, tuple)):
            what = ", but has an element that is not an event"
        raise TypeError(f"wait_for must be a list of events, such as [event]{what}") from None


def begin(
    arrays: Sequence[Any], queue: cl.CommandQueue | None, context: Context | None, wait_for: Wait | None
) -> Call:
    """Begin a call.

    The call runs in `queue`, or without `queue` in the queue of the first device array. The device array may be an
    array that an expression or a snippet reads.
    """
    if recordings and (recording := recordings.get(get_ident())) is not None:
        return recording._begin(arrays, queue, context, wait_for)  # type: ignore[no-any-return]
    call = Call()  # without an __init__, because each call would be slower
    array: Any = arrays[0] if arrays else None
    if not isinstance(array, Array):
        array = first_on_device(arrays)
    place = None
    if array is None:
        call.on_host = True
        if queue is None:
            queue = (checked_context(context) or default_context()).queue
    else:
        call.on_host = False
        if queue is None:
            queue = array.queue
            if queue is None:
                queue = (checked_context(context) or _context_of(array)).queue
        try:
            _, place = array._clinterval_ran
        except AttributeError:
            pass
    if place is None or place.queue is not queue:
        place = at_queue(queue)
    call.place = place
    call.context = place.context if context is None else checked_context(context)
    call.keep = call.written = call.strays = ()
    call.listed = None
    call.waits = event_addresses(wait_for) if wait_for else ()
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
    "columns_of_keys",
    "converted",
    "counted",
    "dtype_of",
    "event_addresses",
    "flat",
    "has_type",
    "index_type",
    "is_scalar",
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
