# SPDX-License-Identifier: Apache-2.0
"""Owners of host memory that OpenCL or a consumer of Arrow data uses.

An owner is a Python object that must live until OpenCL or the consumer releases the memory. owners.c receives the
releases, in any thread, and this module then drops the owners.
"""

from __future__ import annotations

import atexit
import ctypes
from typing import Any

import numpy as np
import pyopencl as cl

from ._native import c_void_p, lib


class _Record(ctypes.Structure):
    """The record of an owner in owners.c."""

    _fields_ = (("next", c_void_p),)


class _Memory:
    """Host memory for numpy.asarray. The resulting array keeps `owner` alive."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, address: int, size: int, owner: Any, writable: bool) -> None:
        data = address, not writable
        self.__array_interface__ = {"version": 3, "shape": (size,), "typestr": "|u1", "data": data}
        self.owner = owner


def bytes_at(address: int, size: int, owner: Any, *, writable: bool = False) -> np.ndarray[Any, Any]:
    """Return `size` bytes of host memory as a NumPy array that keeps `owner` alive."""
    return np.asarray(_Memory(address, size, owner, writable))


_held: dict[int, tuple[_Record, Any]] = {}  # by the address of the record

# A library that is installed without the package does not have these functions.
available = hasattr(lib, "cliv_owners_start")


def hold(owner: Any) -> int:
    """Keep an object until its record is released. Return the address of the record."""
    drop_released()
    record = _Record()
    address = ctypes.addressof(record)
    _held[address] = record, owner
    return address


def drop_released() -> None:
    """Drop the owners whose memory has been released."""
    address = _take()
    while address:
        record, _ = _held.pop(address)
        address = record.next


def _empty(_: Any) -> int:
    drop_released()
    return 0


def address_of(function: Any) -> int:
    """Return the address of a function of ctypes."""
    return ctypes.cast(function, c_void_p).value or 0


_empty_task = ctypes.PYFUNCTYPE(ctypes.c_int, c_void_p)(_empty)

if available:
    lib.cliv_owners_start.argtypes = (c_void_p, c_void_p, c_void_p)
    lib.cliv_owners_start.restype = None
    lib.cliv_owners_take.argtypes = ()
    lib.cliv_owners_take.restype = c_void_p
    lib.cliv_owner_of_buffer.argtypes = (c_void_p, c_void_p)
    _take = lib.cliv_owners_take
    _start = lib.cliv_owners_start
    _content = address_of(ctypes.pythonapi.PyCapsule_GetPointer)
    _start(address_of(ctypes.pythonapi.Py_AddPendingCall), address_of(_empty_task), _content)

    @atexit.register
    def _stop() -> None:
        """Keep the remaining owners until the process ends, because OpenCL may still use their memory."""
        _start(None, None, _content)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(_held))


def buffer_over(context: cl.Context, host: np.ndarray[Any, Any]) -> cl.Buffer:
    """Create a buffer over the memory of a contiguous NumPy array, which must not be empty.

    The array lives until OpenCL deletes the buffer. If the array is read-only, kernels cannot write the buffer.
    """
    use = cl.mem_flags.READ_WRITE if host.flags.writeable else cl.mem_flags.READ_ONLY
    buffer = cl.Buffer(context, use | cl.mem_flags.USE_HOST_PTR, hostbuf=host.reshape(-1).view(np.uint8))
    address = hold(host)
    status = lib.cliv_owner_of_buffer(buffer.int_ptr, address)
    if status:
        del _held[address]
        raise RuntimeError(f"clSetMemObjectDestructorCallback failed with the status {status}")
    return buffer
