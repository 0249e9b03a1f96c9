# SPDX-License-Identifier: Apache-2.0
"""Where calls run: a context of the library for each OpenCL context and device, and the queue."""

from __future__ import annotations

import threading

import pyopencl as cl

from ._native import CHECKED, COptions, byref, c_void_p, check, lib


class Context:
    """A context of the library: the programs compiled for one device, and its scratch memory.

    Calls make one by themselves for each OpenCL context and device. Make your own to have data looked at before each
    call (`checked=True`: a call whose data breaks a precondition raises an :class:`Error` that names the array and the
    bad index, and writes nothing), or to use a tuning file; hand it to calls as `context=`.

    :param cl_context: a pyopencl context, whose first device is used unless `device` says another; None: the device
        that the environment variable CLINTERVAL_DEVICE names, else the first GPU, else the first CPU
    """

    def __init__(
        self,
        cl_context: cl.Context | None = None,
        device: cl.Device | None = None,
        *,
        checked: bool = False,
        tuning_file: str | None = None,
    ) -> None:
        self._handle = 0
        handle = c_void_p()
        options = COptions(None, tuning_file.encode() if tuning_file else None, CHECKED if checked else 0)
        if cl_context is None:
            check(lib.cliv_context_create(byref(options), byref(handle)))
            cl_context = cl.Context.from_int_ptr(lib.cliv_context_cl(handle), True)
            device = cl.Device.from_int_ptr(lib.cliv_context_device(handle), True)
        else:
            device = device or cl_context.devices[0]
            check(lib.cliv_context_create_with(cl_context.int_ptr, device.int_ptr, byref(options), byref(handle)))
        self._handle = handle.value or 0
        self.cl_context = cl_context
        self.device = device
        self._queue: cl.CommandQueue | None = None

    @property
    def queue(self) -> cl.CommandQueue:
        """The context's own queue, in order, which calls use where nothing else says one."""
        if self._queue is None:
            queue = lib.cliv_context_queue(self._handle)
            if not queue:
                check(-3006)
            self._queue = cl.CommandQueue.from_int_ptr(queue, True)
        return self._queue

    def trim(self) -> None:
        """Give back scratch memory and compiled programs that nothing uses at present."""
        check(lib.cliv_context_trim(self._handle))

    def build(self, source: str, options: list[str] | None = None) -> cl.Program:
        """Build a program of your own that uses the library's work-group building blocks (docs: porting and guide).

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
_by_queue: dict[int, tuple[Context, cl.CommandQueue, bool]] = {}
_default: Context | None = None


def default_context() -> Context:
    """The context of calls that get nothing but NumPy arrays."""
    global _default
    with _lock:
        if _default is None:
            _default = Context()
            _contexts[_default.cl_context.int_ptr, _default.device.int_ptr] = _default
        return _default


def context_of(cl_context: cl.Context, device: cl.Device | None = None) -> Context:
    """The context that calls use for an OpenCL context and a device of it; made where there is none."""
    device = device or cl_context.devices[0]
    key = (cl_context.int_ptr, device.int_ptr)
    with _lock:
        context = _contexts.get(key)
        if context is None:
            # The library's context keeps the OpenCL one, so that no other gets its address.
            context = _contexts[key] = Context(cl_context, device)
        return context


def at_queue(queue: cl.CommandQueue) -> tuple[Context, cl.CommandQueue, bool]:
    """The context of a queue, the queue, and whether it is in order."""
    address = queue.int_ptr
    found = _by_queue.get(address)
    if found is None or found[1] is not queue:
        in_order = not queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
        found = (context_of(queue.context, queue.device), queue, in_order)
        if len(_by_queue) > 256:
            _by_queue.clear()
        _by_queue[address] = found
    return found

