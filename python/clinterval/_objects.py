# SPDX-License-Identifier: Apache-2.0
"""Objects for user-defined kernels: pools and counters."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyopencl as cl

from ._call import Array, Call, Event, Wait, begin, byref, c_size_t, event_addresses, lib, whole_number
from ._native import CArray, c_void_p, check
from ._place import Context, default_context
from ._types import element_type

_MEMORY = {"device": 0, "mapped": 1, "shared": 2}
_EXHAUSTED = -3010


class _Object:
    """An object with a handle of the library. The context outlives the object."""

    _handle = 0

    def __init__(self, context: Context | None) -> None:
        self.context = context or default_context()

    def _call(self, queue: cl.CommandQueue | None, wait_for: Wait | None = None) -> Call:
        return begin((), queue, self.context, wait_for)

    def _run(self, call: Call, function: Any, *arguments: Any) -> Event:
        """Enqueue a function whose first parameter is this object instead of a context."""
        event, count = c_void_p(), len(call.waits)
        waits = (c_void_p * count)(*call.waits) if count else None
        wanted = None if call.recorded else byref(event)
        check(function(self._handle, call.address, *arguments, count, waits, wanted))
        return call.enqueued(event.value)


class MappedPool:
    """The live objects of a pool that is mapped to the host (:meth:`Pool.mapped`).

    The class is a sequence of NumPy arrays of one object each, in the order of slots. The arrays are views of the
    pool's memory. They must not be used after the `with` statement.
    """

    def __init__(self, pool: Pool, count: int) -> None:
        self._pool: Pool | None = pool
        self._count = count

    def __len__(self) -> int:
        return self._count

    def _at(self, address: int | None) -> np.ndarray[Any, Any] | None:
        if self._pool is None:
            raise ValueError("the pool is no longer mapped")
        if not address:
            return None
        dtype = self._pool.type.dtype
        memory: Any = (ctypes.c_char * dtype.itemsize).from_address(address)
        return np.ndarray((), dtype, memory)

    def __getitem__(self, index: int) -> np.ndarray[Any, Any]:
        index = operator.index(index)
        found = self._at(lib.cliv_pool_at(self._pool._handle, index)) if self._pool and index >= 0 else self._at(None)
        if found is None:
            raise IndexError(f"the pool has no live object {index}")
        return found

    def slot(self, slot: int) -> np.ndarray[Any, Any]:
        """Return the object in a slot.

        :raises KeyError: the slot is not live
        """
        is_number = 0 <= operator.index(slot) < 1 << 32
        found = self._at(lib.cliv_pool_slot(self._pool._handle, slot) if self._pool and is_number else None)
        if found is None:
            raise KeyError(f"slot {slot} is not live")
        return found


class Pool(_Object):
    """A bounded array of objects that kernels and the host allocate and free.

    :param dtype: the type of an object
    :param capacity: the greatest number of live objects
    :param memory: "device" (device memory), "mapped" (host memory that the device accesses) or "shared" (shared
        virtual memory of OpenCL 2.0; :class:`Error` if the device has none)
    :param context: the context of the pool. Default: the default context

    The methods run in `queue`, by default in the queue of the context. A work-item of any kernel allocates and frees
    objects with the functions of `cliv_pool.clh`. The objects of a new pool are not initialized.

    >>> import clinterval as ci
    >>> pool = ci.Pool("int32", 100)
    >>> slots = pool.alloc(3)
    >>> len(pool), pool.capacity
    (3, 100)
    >>> with pool.mapped() as objects:
    ...     for k, slot in enumerate(slots):
    ...         objects.slot(slot)[...] = 10 * k
    >>> sorted(pool.pack().get().tolist())
    [0, 10, 20]
    """

    def __init__(self, dtype: Any, capacity: int, memory: str = "device", *, context: Context | None = None) -> None:
        super().__init__(context)
        self.type = element_type(dtype)
        capacity = whole_number(capacity, "capacity")
        if memory not in _MEMORY:
            raise ValueError(f"memory is {memory!r}, but must be one of {', '.join(map(repr, _MEMORY))}")
        handle = c_void_p()
        check(
            lib.cliv_pool_create(self.context._handle, self.type.address, capacity, _MEMORY[memory], byref(handle))
        )
        self._handle = handle.value or 0

    def __del__(self) -> None:
        if self._handle:
            lib.cliv_pool_destroy(self._handle)
            self._handle = 0

    def _queue(self, queue: cl.CommandQueue | None) -> int:
        return self._call(queue).address  # the library refuses the queue of a recording

    @property
    def capacity(self) -> int:
        """The greatest number of live objects."""
        return int(lib.cliv_pool_capacity(self._handle))

    def __len__(self) -> int:
        return self.count()

    def count(self, *, queue: cl.CommandQueue | None = None) -> int:
        """Return the number of live objects."""
        number = c_size_t()
        check(lib.cliv_pool_count(self._handle, self._queue(queue), byref(number)))
        return number.value

    def alloc(self, n: int, *, queue: cl.CommandQueue | None = None) -> np.ndarray[Any, Any]:
        """Allocate n slots for the host, and return their numbers (uint32)."""
        slots = np.empty(whole_number(n, "n"), np.uint32)
        check(lib.cliv_pool_alloc(self._handle, self._queue(queue), n, slots.ctypes.data))
        return slots

    def failed(self, *, queue: cl.CommandQueue | None = None) -> int:
        """Return the number of failed requests of kernels since the last reset.

        A request fails if the pool is full.
        """
        number = c_size_t()
        status = lib.cliv_pool_status(self._handle, self._queue(queue), byref(number))
        if status != _EXHAUSTED:
            check(status)
        return number.value

    def set_args(self, kernel: cl.Kernel, first: int) -> None:
        """Set two arguments of a kernel to the pool.

        Argument `first` is the state of the pool. The next argument is its objects.
        """
        check(lib.cliv_pool_set_kernel_args(self._handle, kernel.int_ptr, first))

    @contextmanager
    def mapped(self, *, queue: cl.CommandQueue | None = None) -> Iterator[MappedPool]:
        """Map the objects for a `with` statement, to read and to write them.

        No kernel may use a mapped pool.
        """
        check(lib.cliv_pool_map(self._handle, self._queue(queue)))
        objects = MappedPool(self, 0)
        try:
            objects._count = self.count(queue=queue)
            yield objects
        finally:
            objects._pool = None
            self._run(self._call(queue), lib.cliv_pool_unmap)

    def slots(
        self, *, dtype: Any = np.uint32, queue: cl.CommandQueue | None = None, wait_for: Wait | None = None
    ) -> Array:
        """Return the ascending numbers of the live slots, as a pyopencl array."""
        return self._listed(lib.cliv_pool_slots, dtype, queue, wait_for)

    def pack(self, *, queue: cl.CommandQueue | None = None, wait_for: Wait | None = None) -> Array:
        """Return the live objects as a contiguous pyopencl array."""
        return self._listed(lib.cliv_pool_pack, self.type.dtype, queue, wait_for)

    def _listed(self, function: Any, dtype: Any, queue: cl.CommandQueue | None, wait_for: Wait | None) -> Array:
        if wait_for:
            event_addresses(wait_for)
            cl.wait_for_events(list(wait_for))  # the count below must include writes of these events
        call = self._call(queue)
        out = call.new(self.count(queue=queue), dtype)
        self._run(call, function, CArray.from_buffer_copy(call.write(out)), CArray(), None)
        return out

    def reset(self, *, queue: cl.CommandQueue | None = None, wait_for: Wait | None = None) -> Event:
        """Free all slots, and set the number of failed requests to 0."""
        return self._run(self._call(queue, wait_for), lib.cliv_pool_reset)


class Counter(_Object):
    """A histogram to which the work-items of any kernel add concurrently.

    Kernels add with the functions of `cliv_counter.clh`. Each sub-counter of a bin wraps at 2**32. :meth:`read` stores
    a count that does not fit its dtype as the greatest number that fits.

    :param bins: the number of bins
    :param spread: the number of sub-counters of a bin, over which concurrent additions are spread. 0: the library
        selects the number
    :param context: the context of the counter. Default: the default context

    >>> import clinterval as ci
    >>> counter = ci.Counter(4)
    >>> counter.read().get()
    array([0, 0, 0, 0], dtype=uint32)
    """

    def __init__(self, bins: int, spread: int = 0, *, context: Context | None = None) -> None:
        super().__init__(context)
        handle = c_void_p()
        bins = whole_number(bins, "bins")
        if whole_number(spread, "spread") >= 1 << 32:
            raise ValueError(f"spread is {spread}, but must be below 2**32")
        check(lib.cliv_counter_create(self.context._handle, bins, spread, byref(handle)))
        self._handle = handle.value or 0

    def __del__(self) -> None:
        if self._handle:
            lib.cliv_counter_destroy(self._handle)
            self._handle = 0

    def __len__(self) -> int:
        return int(lib.cliv_counter_bins(self._handle))

    def set_args(self, kernel: cl.Kernel, first: int) -> None:
        """Set argument `first` of a kernel to the counter.

        The type of the kernel's parameter is `__global cliv_counter_state *`.
        """
        check(lib.cliv_counter_set_kernel_args(self._handle, kernel.int_ptr, first))

    def set(
        self, value: int, *, queue: cl.CommandQueue | None = None, wait_for: Wait | None = None
    ) -> Event:
        """Set the count of every bin to `value`."""
        if whole_number(value, "value") >= 1 << 32:
            raise ValueError(f"value is {value}, but must be below 2**32")
        return self._run(self._call(queue, wait_for), lib.cliv_counter_set, value)

    def read(
        self,
        *,
        dtype: Any = np.uint32,
        out: Array | None = None,
        queue: cl.CommandQueue | None = None,
        wait_for: Wait | None = None,
    ) -> Array:
        """Return the counts of all bins, as a pyopencl array."""
        call = self._call(queue, wait_for)
        out = call.output(out, len(self), dtype, zeroed=True)
        self._run(call, lib.cliv_counter_read, CArray.from_buffer_copy(call.write(out)))
        return out
