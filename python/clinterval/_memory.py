# SPDX-License-Identifier: Apache-2.0
"""The state of device arrays and their memory.

The state is the structure that the library accepts, whether the memory has been released, and the events of calls
that read the memory.
"""

from __future__ import annotations

import struct
from typing import Any

import pyopencl as cl

from ._conversions import flat
from ._place import Place
from ._pool import Lent
from ._types import element_type

packed = struct.Struct("PPNNPPNPPPP").pack  # a CArray, as bytes
RELEASED = "the memory of an array has been released"


class Memory:
    """The state of a buffer. All arrays in the buffer share the state, which is an attribute of the buffer.

    A later call that writes an array must wait for the calls that read it. Calls in a single in-order queue need no
    events: `home` is that queue as long as all calls use it. Otherwise `home` is None, and `readers` has, for each
    queue, the events of the calls that have read the memory since the last write. The value None instead of events
    represents all commands that have been enqueued so far in an in-order queue.

    `owner` is the queue whose memory pool has the buffer, or None. Only this queue can be the home of the buffer, so
    that commands of other queues are noticed: see :class:`Lent`.
    """

    __slots__ = ("home", "owner", "readers")

    home: Place | None
    owner: Place | None
    readers: dict[Place, tuple[cl.Event, ...] | None] | None


class Released:
    """Buffers that the caller has released.

    pyopencl does not report them, and their address may belong to a new buffer.
    """

    any = False  # while it is False, calls skip the check

    @staticmethod
    def among(data: Any) -> bool:
        return getattr(data, "_clinterval_released", False)

    @classmethod
    def watch(cls, kind: Any) -> None:
        release = getattr(kind, "release", None)
        if release is None:
            return

        def released(buffer: Any) -> Any:
            """Release the memory and mark the buffer, so that calls of clinterval refuse it."""
            # Memory that other queues use must not return to its pool now. It returns with its last array.
            result = None if Lent.has(buffer) else release(buffer)
            cls.any = True
            try:
                buffer._clinterval_released = True
            except AttributeError:  # the class has no attributes
                pass
            return result

        try:
            kind.release = released
        except (AttributeError, TypeError):
            pass


for _kind in ("MemoryObject", "PooledBuffer"):
    Released.watch(getattr(cl._cl, _kind, None))


# Two attributes of a device array store its state. `_clinterval_seen` has the structure that the library accepts, the
# array's members for which the structure is valid, and the memory state. `_clinterval_ran` has an event and a queue:
# the event of the last call that wrote the array, if its queue is in-order, and the queue of that call or of the first
# call that used the array.
def look_at(array: Any, place: Place) -> tuple[bytes, Memory]:
    kind = element_type(array.dtype)
    size, offset = kind.size, array.offset
    data = array.base_data
    if len(array.shape) != 1:
        flat(array)
    if len(array.shape) == 1 and array.strides[0] != size and array.size > 1:
        raise ValueError("an array must be contiguous: pass array.copy()")
    if offset % size:
        raise ValueError(f"an array's offset in its buffer must be a multiple of its element size, not {offset} bytes")
    if data is not None and not isinstance(data, cl.MemoryObjectHolder):
        raise TypeError(f"an array's memory must be a buffer, not {type(data).__name__}")
    memory = memory_of(data, place)
    image = packed(0 if data is None else data.int_ptr, kind.address, offset // size, array.size, 0, 0, 0, 0, 0, 0, 0)
    array._clinterval_seen = image, (data, offset, array.shape, array.strides, array.dtype), memory
    array._clinterval_ran = getattr(array, "_clinterval_ran", (None, place))
    return image, memory


def memory_of(data: Any, place: Place) -> Memory:
    """Return the state of a buffer; create a missing state."""
    if Released.any and Released.among(data):
        raise ValueError(RELEASED)
    memory: Memory | None = getattr(data, "_clinterval_memory", None)
    return new_memory(data, place) if memory is None else memory


def new_memory(data: Any, place: Place) -> Memory:
    """Create the state of a buffer that no call has used."""
    memory = Memory()
    memory.home = place if place.in_order else None
    memory.owner = None
    memory.readers = None
    try:
        if data is not None:
            data._clinterval_memory = memory
    except AttributeError:  # the class has no attributes
        pass
    return memory
