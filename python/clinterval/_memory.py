# SPDX-License-Identifier: Apache-2.0
"""What calls know of arrays of the device and of their memory: what the library takes, whether the memory is there, and
who reads it."""

from __future__ import annotations

import struct
from typing import Any

import pyopencl as cl

from ._conversions import flat
from ._place import Place
from ._types import element_type

packed = struct.Struct("PPNNPPNPPPP").pack  # a CArray, as bytes
RELEASED = "the memory of an array has been released"


class Memory:
    """What calls know of the memory of arrays, which share it where they have one buffer: it stays with that.

    What writes into an array later must wait for what reads it now. Of calls in one queue in order nothing has to be kept:
    `home` is that queue while all calls were there. Else it is None, and `readers` has the events of calls that have read
    since the last write, by their places; None among them stands for all that a queue in order has got until now.
    """

    __slots__ = ("home", "readers")

    home: Place | None
    readers: dict[Place, tuple[cl.Event, ...] | None] | None


class Released:
    """Buffers that the caller has released: pyopencl does not say which, and what is in their place is not theirs."""

    any = False  # until there is one, calls need not look

    @staticmethod
    def among(data: Any) -> bool:
        return getattr(data, "_clinterval_released", False)

    @classmethod
    def watch(cls, kind: Any) -> None:
        release = getattr(kind, "release", None)
        if release is None:
            return

        def released(buffer: Any) -> Any:
            """Release the memory, as before; and remember it, so that calls of clinterval refuse it."""
            result = release(buffer)
            cls.any = True
            try:
                buffer._clinterval_released = True
            except AttributeError:  # of a class that takes no attributes
                pass
            return result

        try:
            kind.release = released
        except (AttributeError, TypeError):
            pass


for _kind in ("MemoryObject", "PooledBuffer"):
    Released.watch(getattr(cl._cl, _kind, None))


# What calls know of an array of the device stays with it, in two attributes: `_clinterval_seen`, the structure that the
# library takes, with the members for which it is right, and what is known of the memory; and `_clinterval_ran`, the event
# of the call that wrote the array last, where its queue is in order, with the place of that call, or of the first that
# looked at it.
def look_at(array: Any, place: Place) -> tuple[bytes, Memory]:
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
    memory = memory_of(data, place)
    image = packed(0 if data is None else data.int_ptr, kind.address, offset // size, array.size, 0, 0, 0, 0, 0, 0, 0)
    array._clinterval_seen = image, (data, offset, array.shape, array.strides, array.dtype), memory
    array._clinterval_ran = getattr(array, "_clinterval_ran", (None, place))
    return image, memory


def memory_of(data: Any, place: Place) -> Memory:
    """What is known of a buffer, which begins now where nothing is."""
    if Released.any and Released.among(data):
        raise ValueError(RELEASED)
    memory: Memory | None = getattr(data, "_clinterval_memory", None)
    return new_memory(data, place) if memory is None else memory


def new_memory(data: Any, place: Place) -> Memory:
    """What is known of a buffer that no call has used."""
    memory = Memory()
    memory.home = place if place.in_order else None
    memory.readers = None
    try:
        if data is not None:
            data._clinterval_memory = memory
    except AttributeError:  # a class of buffers that takes no attributes
        pass
    return memory
