# SPDX-License-Identifier: Apache-2.0
"""Contexts.

A context of the library exists for each OpenCL context and device. The module also has the state of queues.
"""

from __future__ import annotations

import ctypes
import struct
import threading
import weakref
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cla
from pyopencl.tools import ImmediateAllocator, MemoryPool

from ._native import CHECKED, PROFILING, WHERE, CArray, COptions, Process, byref, c_void_p, check, check_process, lib
from ._types import element_type


class Context:
    """A context of the library: compiled programs and scratch memory for one device.

    Calls create a context for each OpenCL context and device. Create your own context for the options below, and pass
    it to calls as `context=`. A context for your device arrays must have their OpenCL context:
    `Context(queue.context, queue.device, checked=True)`.

    :param cl_context: a pyopencl context. None: the library creates a context for the device in the environment
        variable CLINTERVAL_DEVICE, otherwise for the first GPU, otherwise for the CPU
    :param device: a device of `cl_context`. Default: its first device
    :param checked: True checks the data before each call. A call whose data violates a precondition raises
        :class:`CheckError`, and writes nothing
    :param profiling: True: the context's own queue records times, see `event.profile`
    :param tuning_file: the path of a tuning file
    """

    def __init__(
        self,
        cl_context: cl.Context | None = None,
        device: cl.Device | None = None,
        *,
        checked: bool = False,
        profiling: bool = False,
        tuning_file: str | None = None,
    ) -> None:
        self._handle = 0
        check_process()
        handle = c_void_p()
        flags = (CHECKED if checked else 0) | (PROFILING if profiling else 0)
        options = COptions(None, tuning_file.encode() if tuning_file else None, flags)
        if cl_context is None:
            check(lib.cliv_context_create(byref(options), byref(handle)))
            cl_context = cl.Context.from_int_ptr(lib.cliv_context_cl(handle), True)
            device = cl.Device.from_int_ptr(lib.cliv_context_device(handle), True)
        else:
            device = device or cl_context.devices[0]
            check(lib.cliv_context_create_with(cl_context.int_ptr, device.int_ptr, byref(options), byref(handle)))
        self._handle = handle.value or 0
        Process.used = True
        self.is_checked = checked
        self.is_compiling = False
        self.tuning_file = tuning_file
        self._with_checks: Context | None = self if checked else None
        self.cl_context = cl_context
        self.device = device
        self.has_double = bool(device.double_fp_config)
        self.numbers: dict[tuple[str, type, float], tuple[bytes, Any]] = {}  # cache of Call.named
        self._queue: cl.CommandQueue | None = None

    @property
    def queue(self) -> cl.CommandQueue:
        """The context's own in-order queue.

        Calls use it if neither `queue=` nor an array determines the queue.
        """
        if self._queue is None:
            queue = lib.cliv_context_queue(self._handle)
            if not queue:
                check(-3006)
            self._queue = cl.CommandQueue.from_int_ptr(queue, True)
        return self._queue

    def with_checks(self) -> Context:
        """Return a context of the same device that checks preconditions.

        Calls use it for data that comes from the host.
        """
        if self._with_checks is None:
            self._with_checks = Context(self.cl_context, self.device, checked=True, tuning_file=self.tuning_file)
        return self._with_checks

    def trim(self) -> None:
        """Release scratch memory and compiled programs that are not in use."""
        check(lib.cliv_context_trim(self._handle))

    @contextmanager
    def compile_only(self) -> Iterator[None]:
        """Compile the programs of calls, without execution, in a `with` statement.

        The same calls later start without compilation. The results of calls in the `with` statement are unspecified.
        No other thread may use the context at the same time.

        >>> import clinterval as ci
        >>> import numpy as np
        >>> import pyopencl.array as cla
        >>> context = ci.default_context()
        >>> x = cla.to_device(context.queue, np.int32([3, 1, 2]))
        >>> with context.compile_only():
        ...     _ = ci.sort(x, out=x)
        >>> x.get()
        array([3, 1, 2], dtype=int32)
        """
        check(lib.cliv_context_compile_only(self._handle, 1))
        self.is_compiling = True
        try:
            yield
        finally:
            self.is_compiling = False
            check(lib.cliv_context_compile_only(self._handle, 0))

    def build(self, source: str, options: list[str] | None = None) -> cl.Program:
        """Build a user-defined program that uses the library's building blocks.

        :param source: OpenCL C
        :param options: options of the compiler
        :return: a pyopencl program

        The guide describes the building blocks.

        >>> program = default_context().build('''#include "cliv_base.clh"
        ... __kernel void nothing(void) { }''', ["-DNT=64", "-DVT=4"])
        """
        program = c_void_p()
        check(
            lib.cliv_program_build(
                self._handle, source.encode(), " ".join(options).encode() if options else None, byref(program)
            )
        )
        return cl.Program(cl._cl._Program.from_int_ptr(program.value or 0, False))

    def __del__(self) -> None:
        if self._handle:
            lib.cliv_context_destroy(self._handle)
            self._handle = 0


_lock = threading.Lock()
_contexts: dict[tuple[int, int], Context] = {}
_places: dict[int, Place] = {}  # by the `id` of the queue
_living: list[weakref.ref[Place]] = []  # also those that are only in use by arrays
_default: Context | None = None


def default_context() -> Context:
    """Return the context of calls without device arrays."""
    global _default
    with _lock:
        if _default is None:
            _default = Context()
            _contexts[_default.cl_context.int_ptr, _default.device.int_ptr] = _default
        return _default


def context_of(cl_context: cl.Context, device: cl.Device | None = None) -> Context:
    """Return the context that calls use for an OpenCL context and device.

    If the context does not exist, the function creates it.
    """
    device = device or cl_context.devices[0]
    key = (cl_context.int_ptr, device.int_ptr)
    with _lock:
        context = _contexts.get(key)
        if context is None:
            # The library's context retains the OpenCL context, so that no other OpenCL context gets the same address.
            context = _contexts[key] = Context(cl_context, device)
        return context


def checked_context(context: Any) -> Any:
    """Return `context` if it is None or a Context; otherwise raise TypeError."""
    if context is None or isinstance(context, Context):
        return context
    raise TypeError(f"context must be a clinterval.Context, not {type(context).__name__}: see clinterval.context_of()")


def _in_child() -> None:
    """Keep all OpenCL objects in a forked process, because their release may not return."""
    global _lock
    _lock = threading.Lock()
    for kept in (*_contexts.values(), *_places.values(), *[place() for place in _living], _default):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))


Process.in_child.append(_in_child)

# A larger result is allocated and released by the driver. A pool would hold too much of the device's memory.
_SHARE_OF_MEMORY = 16

# The members of pyopencl's arrays that Results.new sets.
_MEMBERS = "queue context shape dtype strides events nbytes size allocator base_data offset _flags".split()


class Pattern:
    """The members that all new arrays of one type and size share."""

    __slots__ = ("known", "shape", "dtype", "strides", "nbytes", "size", "image")

    def __init__(self, array: cla.Array) -> None:
        self.known = array.__dict__.keys() == set(_MEMBERS)  # otherwise pyopencl creates the arrays
        self.shape = array.shape
        self.dtype = array.dtype
        self.strides = array.strides
        self.nbytes = array.nbytes
        self.size = array.size
        structure = CArray(None, element_type(array.dtype).address, 0, array.size)
        self.image = bytes(structure)[struct.calcsize("P") :]  # all but the memory


class Place:
    """A queue, and the information about it that every call uses.

    `pool` has the memory for new results of at most `most_pooled` bytes: see _pool.py. An out-of-order queue has none.
    """

    __slots__ = ("context", "cl_context", "queue", "address", "where", "in_order", "patterns", "pool", "most_pooled",
                 "is_cpu", "__weakref__")  # fmt: skip

    def __init__(self, queue: cl.CommandQueue) -> None:
        if not isinstance(queue, cl.CommandQueue):
            raise TypeError(f"queue must be a pyopencl.CommandQueue, not {type(queue).__name__}")
        self.context = context_of(queue.context, queue.device)
        self.cl_context = self.context.cl_context
        self.queue = queue
        self.address = queue.int_ptr
        self.where = struct.pack(WHERE, self.context._handle, self.address, 0)
        self.in_order = not queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
        self.patterns: dict[tuple[int, Any], Pattern] = {}
        self.is_cpu = bool(queue.device.type & cl.device_type.CPU)
        self.pool = MemoryPool(ImmediateAllocator(queue)) if self.in_order else None
        self.most_pooled = queue.device.global_mem_size // _SHARE_OF_MEMORY if self.in_order else 0

    def pattern(self, count: int, dtype: Any) -> Pattern:
        """Return the pattern of arrays of `count` elements."""
        no_memory: Any = lambda size: None  # noqa: E731
        made = Pattern(cla.Array(self.queue, count, np.dtype(dtype), allocator=no_memory))
        if isinstance(dtype, Hashable):
            if len(self.patterns) > 64:
                self.patterns.clear()
            self.patterns[count, dtype] = made
        return made


def at_queue(queue: cl.CommandQueue) -> Place:
    """Return the state of a queue. States are cached, because their creation is slow."""
    found = _places.get(id(queue))
    if found is None or found.queue is not queue:
        found = Place(queue)
        release_held(found.context)  # a program that creates many queues does not need the memory of the earlier ones
        if len(_places) > 256:
            _places.clear()
        _places[id(queue)] = found
        with _lock:
            _living[:] = [place for place in _living if place()] + [weakref.ref(found)]
    return found


def pools(context: Context) -> list[MemoryPool]:
    """Return the memory pools of the queues of a device."""
    own = context.cl_context, context.device
    places = [place() for place in tuple(_living)]
    return [p.pool for p in places if p and p.pool and (p.cl_context, p.queue.device) == own]


def held(context: Context) -> int:
    """Return the number of bytes that the pools of a device hold for later results."""
    return sum(pool.managed_bytes - pool.active_bytes for pool in pools(context))


def release_held(context: Context) -> int:
    """Return the held memory of a device's pools to the driver, and return its size.

    The size does not include what pools add to the sizes of existing results. A caller that tries again after a size
    above 0 therefore ends.
    """
    size = 0
    for pool in pools(context):
        before = pool.managed_bytes
        pool.free_held()
        size += before - pool.managed_bytes
    return size
