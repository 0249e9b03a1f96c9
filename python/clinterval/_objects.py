# SPDX-License-Identifier: Apache-2.0
"""What kernels of yours share: a pool of objects, and a counter that many add to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyopencl as cl

from ._arguments import NONE, Array, Call, byref, c_size_t, lib
from ._native import c_void_p, check
from ._place import Context, default_context
from ._types import element_type

_MEMORY = {"device": 0, "mapped": 1, "shared": 2}


class Pool:
    """A bounded array of objects that work-items of any kernel, and the host, allocate and free.

    >>> import clinterval
    >>> pool = clinterval.Pool("int32", 100)
    >>> slots = pool.alloc(3)
    >>> len(pool), pool.capacity
    (3, 100)

    :param dtype: of an object
    :param memory: "device", "mapped" or "shared"
    """

    def __init__(self, dtype: Any, capacity: int, memory: str = "device", *, context: Context | None = None) -> None:
        self._handle = 0
        self.context = context or default_context()
        self.type = element_type(dtype)
        if memory not in _MEMORY:
            raise ValueError(f"memory is {memory!r}, but must be one of {', '.join(map(repr, _MEMORY))}")
        handle = c_void_p()
        check(
            lib.cliv_pool_create(
                self.context._handle, self.type.address, capacity, _MEMORY[memory], byref(handle)
            )
        )
        self._handle = handle.value or 0

    def __del__(self) -> None:
        if self._handle:
            lib.cliv_pool_destroy(self._handle)
            self._handle = 0

    def _queue(self, queue: cl.CommandQueue | None) -> cl.CommandQueue:
        return queue or self.context.queue

    @property
    def capacity(self) -> int:
        return int(lib.cliv_pool_capacity(self._handle))

    def __len__(self) -> int:
        return self.count()

    def count(self, *, queue: cl.CommandQueue | None = None) -> int:
        """How many objects are live."""
        number = c_size_t()
        check(lib.cliv_pool_count(self._handle, self._queue(queue).int_ptr, byref(number)))
        return number.value

    def alloc(self, n: int, *, queue: cl.CommandQueue | None = None) -> np.ndarray[Any, Any]:
        """Allocate n slots for the host; their numbers."""
        slots = np.empty(n, np.uint32)
        check(lib.cliv_pool_alloc(self._handle, self._queue(queue).int_ptr, n, slots.ctypes.data))
        return slots

    def failed(self, *, queue: cl.CommandQueue | None = None) -> int:
        """How many requests of kernels found the pool full since the last reset."""
        number = c_size_t()
        exhausted = -3010
        status = lib.cliv_pool_status(self._handle, self._queue(queue).int_ptr, byref(number))
        if status != exhausted:
            check(status)
        return number.value

    def set_args(self, kernel: cl.Kernel, first: int) -> None:
        """Set two arguments of a kernel: `first` the state of the pool, and the next one its objects."""
        check(lib.cliv_pool_set_kernel_args(self._handle, kernel.int_ptr, first))

    def slots(self, *, queue: cl.CommandQueue | None = None) -> Array:
        """The numbers of the live slots, ascending, on the device."""
        call = Call((), self._queue(queue), self.context, None)
        out = call.new(self.count(queue=queue), np.uint32)
        self._run(call, lib.cliv_pool_slots, call.write(out), NONE, None)
        return out

    def pack(self, *, queue: cl.CommandQueue | None = None) -> Array:
        """The live objects, side by side, on the device."""
        call = Call((), self._queue(queue), self.context, None)
        out = call.new(self.count(queue=queue), self.type.dtype)
        self._run(call, lib.cliv_pool_pack, call.write(out), NONE, None)
        return out

    def reset(self, *, queue: cl.CommandQueue | None = None) -> None:
        """Begin anew: nothing is allocated, nothing has failed."""
        check(lib.cliv_pool_reset(self._handle, self._queue(queue).int_ptr, 0, None, None))

    def _run(self, call: Call, function: Any, *arguments: Any) -> None:
        check(function(self._handle, call.address, *arguments, 0, None, None))


class Counter:
    """Counts of bins that work-items of any kernel add to at once.

    >>> import clinterval
    >>> counter = clinterval.Counter(4)
    >>> counter.read().get()
    array([0, 0, 0, 0], dtype=uint32)

    :param spread: how many sub-counters a bin has; 0: as suits the device
    """

    def __init__(self, bins: int, spread: int = 0, *, context: Context | None = None) -> None:
        self._handle = 0
        self.context = context or default_context()
        handle = c_void_p()
        check(lib.cliv_counter_create(self.context._handle, bins, spread, byref(handle)))
        self._handle = handle.value or 0
        self.set(0)

    def __del__(self) -> None:
        if self._handle:
            lib.cliv_counter_destroy(self._handle)
            self._handle = 0

    def __len__(self) -> int:
        return int(lib.cliv_counter_bins(self._handle))

    def set_args(self, kernel: cl.Kernel, first: int) -> None:
        """Hand the counter to a kernel, which declares the argument as `__global cliv_counter_state *`."""
        check(lib.cliv_counter_set_kernel_args(self._handle, kernel.int_ptr, first))

    def set(self, value: int, *, queue: cl.CommandQueue | None = None) -> None:
        """Make `value` the count of every bin."""
        queue = queue or self.context.queue
        check(lib.cliv_counter_set(self._handle, queue.int_ptr, value, 0, None, None))

    def read(self, *, dtype: Any = np.uint32, queue: cl.CommandQueue | None = None) -> Array:
        """All counts, on the device."""
        call = Call((), queue or self.context.queue, self.context, None)
        out = call.new(len(self), dtype)
        check(lib.cliv_counter_read(self._handle, call.address, call.write(out), 0, None, None))
        return out

