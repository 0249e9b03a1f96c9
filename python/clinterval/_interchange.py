# SPDX-License-Identifier: Apache-2.0
"""Arrays of other libraries.

They are exchanged by DLPack, and by NumPy arrays that share memory with the device.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cla

from ._conversions import flat
from ._counted import Counted
from ._memory import memory_of
from ._native import Process, check_process
from ._owners import available, buffer_over, bytes_at
from ._place import at_queue, context_of, default_context
from ._types import element_type

Array = cla.Array


def shares_memory(device: cl.Device) -> bool:
    """Return True if a device uses the memory of the host: CPUs, and GPUs in a processor."""
    return bool(device.host_unified_memory)


def _cannot_use_host_memory(device: cl.Device) -> str | None:
    """Return the reason why arrays on a device must have their own memory, or None."""
    if not available:
        return "the library of the package is not in use: unset CLINTERVAL_LIBRARY"
    if not shares_memory(device):
        return f"the device {device.name} does not share memory with the host"
    if device.platform.name == "rusticl":  # Mesa 22.3: the end of a command is reported while threads still run it
        return "rusticl releases the memory of an array before its work has ended"
    return None


def queue_given(queue: cl.CommandQueue | None) -> cl.CommandQueue:
    """Return the queue of an argument `queue`, by default the queue of the default context."""
    check_process()
    return default_context().queue if queue is None else at_queue(queue).queue


def queue_of(array: Array) -> cl.CommandQueue:
    """Return the queue of an array. An array without a queue has the queue of its context."""
    return array.queue or (default_context() if array.context is None else context_of(array.context)).queue


def array_over(host: np.ndarray[Any, Any], queue: cl.CommandQueue, copy: bool | None = None) -> Array:
    """Return a device array with the elements of a NumPy array.

    If the device shares memory with the host, the device array uses the memory of the NumPy array, and keeps the NumPy
    array alive. Otherwise it is a copy.

    :param copy: True always copies. False raises ValueError if a copy is needed
    """
    element_type(host.dtype)  # raises TypeError for types without a counterpart in OpenCL C
    if not host.size:
        return cla.empty(queue, host.shape, host.dtype)
    alignment = min(host.dtype.itemsize & -host.dtype.itemsize, 128)
    reason = _cannot_use_host_memory(queue.device)
    if not reason and not host.flags.c_contiguous:
        reason = "the array is not contiguous"
    elif not reason and host.ctypes.data % alignment:
        reason = f"the address of the array is not a multiple of {alignment}"
    if copy or reason:
        if copy is False:
            raise ValueError(f"copy is False, but a copy is needed: {reason}")
        return cla.to_device(queue, np.array(host, order="C"))
    return Array(queue, host.shape, host.dtype, data=buffer_over(queue.context, host))


def from_dlpack(x: object, queue: cl.CommandQueue | None = None, *, copy: bool | None = None) -> Array:
    """Return a device array with the elements of an array of another library.

    On a CPU device, the device array uses the memory of `x`, without a copy. The memory of `x` is released after the
    device array and all work that uses it.

    :param x: an object with `__dlpack__` in host memory, such as an array of NumPy, a tensor of PyTorch, or a pyarrow
        array of numbers without nulls
    :param queue: the queue of the device array. Default: the queue of the default context
    :param copy: None copies if `x` is not contiguous or not aligned to its element size. True always copies, on every
        device. False never copies
    :return: a pyopencl array of the shape and type of `x`
    :raises BufferError: `x` is not in host memory
    :raises ValueError: the device does not share memory with the host and `copy` is not True, or a copy is needed and
        `copy` is False
    :raises TypeError: `x` has no `__dlpack__`, or its type has no counterpart in OpenCL C

    If nothing is copied, the device array and `x` are the same memory. Write `x` only while no enqueued work uses the
    device array. To read in `x` what calls have written, first call :func:`host_view` of the device array, which waits.
    A call that writes the device array raises Error if `x` is read-only.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> x = np.int32([3, 1, 2])
    >>> there = ci.from_dlpack(x, copy=True)  # works on every device
    >>> ci.sort(there).get()
    array([1, 2, 3], dtype=int32)
    """
    queue = queue_given(queue)
    if isinstance(x, Array):
        raise TypeError("x is a pyopencl array, which needs no conversion")
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"x must be an array with __dlpack__, not {type(x).__name__}")
    if not copy and not shares_memory(queue.device):
        raise ValueError(
            f"the device {queue.device.name} does not share memory with the host: call "
            "pyopencl.array.to_device(queue, numpy.from_dlpack(x)), or pass copy=True"
        )
    flat(x, "x", dimensions=64)  # refuses masked arrays and other subclasses of NumPy's arrays
    # NumPy's own arrays may have types that DLPack does not have, such as dates and structures.
    given: Any = x
    host = given if type(x) is np.ndarray else np.from_dlpack(given)
    return array_over(host, queue, copy)


class _Mapped:
    """A mapped device array. It is unmapped when no NumPy array uses it."""

    __slots__ = ("array", "map", "queue")

    def __init__(self, array: Array, mapped: Any, queue: cl.CommandQueue) -> None:
        self.array = array
        self.map = mapped
        self.queue = queue

    # The global names may be gone when the interpreter ends.
    def __del__(self, process: Any = Process, keep: Any = ctypes.pythonapi.Py_IncRef, this: Any = ctypes.py_object) -> None:
        if process.forked:
            keep(this(self.map))  # whose destructor would enqueue a command
        else:
            self.array.events.append(self.map.release(self.queue))


def host_view(array: Array, *, writable: bool = False) -> np.ndarray[Any, Any]:
    """Return a NumPy array in the memory of a device array, without a copy.

    The device must share memory with the host, as CPU devices do. The function waits for the calls that write the
    array. The NumPy array has `__dlpack__`, so other libraries can import it: `torch.from_dlpack(ci.host_view(x))`.

    :param array: a contiguous pyopencl array
    :param writable: True makes a NumPy array that can be written. The function then also waits for the calls that
        read the array
    :return: a NumPy array of the same shape and type. The memory of `array` lives as long as the NumPy array and its
        consumers
    :raises ValueError: the device does not share memory with the host, `array` is not contiguous, or `writable` is True
        and the memory is read-only, for example that of an Arrow array

    While the NumPy array exists, calls must not write `array`. If it is writable, calls must not read `array` either.
    Delete the NumPy array and its slices first.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> there = ci.sort(cla.to_device(ci.default_context().queue, np.int32([3, 1, 2])))
    >>> ci.host_view(there)
    array([1, 2, 3], dtype=int32)
    """
    check_process()
    if not isinstance(array, Array):
        raise TypeError(f"array must be a pyopencl array, not {type(array).__name__}")
    if isinstance(array, Counted):
        raise ValueError("array has its length on the device: pass the array without its length")
    queue = queue_of(array)
    if not shares_memory(queue.device):
        raise ValueError(f"the device {queue.device.name} does not share memory with the host: call array.get()")
    if not array.flags.c_contiguous:
        raise ValueError("array must be contiguous: pass array.copy()")
    data: Any = array.base_data
    if not array.size or data is None:
        return np.empty(array.shape, array.dtype)
    if writable and data.flags & cl.mem_flags.READ_ONLY:
        raise ValueError("array is in read-only memory, for example of an Arrow array: pass array.copy()")
    memory = memory_of(data, at_queue(queue))
    if memory.owner is not None:
        queue = memory.owner.queue  # later results in the memory are written after the end of the view
    elif memory.home is not None:
        queue = memory.home.queue  # all calls that use the array are in this in-order queue
    array.finish()
    if writable and memory.readers:
        for place, events in tuple(memory.readers.items()):
            if events is None:
                place.queue.finish()
            else:
                cl.wait_for_events(list(events))
    flags: Any = cl.map_flags.READ | (cl.map_flags.WRITE if writable else 0)
    size = array.size * array.dtype.itemsize
    mapped: Any = cl.enqueue_map_buffer(queue, data, flags, array.offset, (size,), np.dtype(np.uint8))[0]
    owner = _Mapped(array, mapped.base, queue)
    return bytes_at(mapped.ctypes.data, size, owner, writable=writable).view(array.dtype).reshape(array.shape)
