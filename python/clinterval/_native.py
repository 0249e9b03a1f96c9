# SPDX-License-Identifier: Apache-2.0
"""Errors and the version of the library.

The module loads the shared library, declares its structures, and converts failures to exceptions. pyopencl creates
the OpenCL objects. The process must have only one OpenCL loader. The library of a wheel is therefore linked without a
loader, and uses the loader that pyopencl has loaded.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import threading
from collections.abc import Callable
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_void_p
from pathlib import Path
from typing import Any

import pyopencl  # loads OpenCL

from ._messages import in_python
from ._operations import OPERATIONS


class Error(RuntimeError):
    """A call failed.

    The message names the wrong argument and the reason. `status` is the status code, and `name` is the name of the
    code, such as "CLIV_BUILD_FAILED".
    """

    def __init__(self, sentence: str, status: int, name: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.name = name

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.status, self.name)  # for pickling between processes


class CheckError(Error, ValueError):
    """The data of an argument violates a precondition.

    The message names the array and the first wrong index. The class is also a ValueError.
    """

    def __init__(self, sentence: str, status: int = -3007, name: str = "CLIV_CHECK_FAILED") -> None:
        super().__init__(sentence, status, name)


class CType(ctypes.Structure):
    _fields_ = (("name", c_char_p), ("size", c_size_t), ("source", c_char_p))


class CArray(ctypes.Structure):
    _fields_ = (
        ("buffer", c_void_p),
        ("type", c_void_p),
        ("first", c_size_t),
        ("count", c_size_t),
        ("generator", c_char_p),
        ("arrays", c_void_p),
        ("array_count", c_size_t),
        ("source", c_char_p),
        ("name", c_char_p),
        ("value", c_void_p),
        ("length", c_void_p),
    )


class COrder(ctypes.Structure):
    _fields_ = (("less", c_char_p), ("source", c_char_p))


class COp(ctypes.Structure):
    _fields_ = (("combine", c_char_p), ("identity", c_char_p), ("source", c_char_p))


class COptions(ctypes.Structure):
    _fields_ = (
        ("device", c_char_p),
        ("tuning_file", c_char_p),
        ("flags", c_uint),
        ("scratch_create", c_void_p),
        ("scratch_release", c_void_p),
        ("user", c_void_p),
    )


NONE = bytes(ctypes.sizeof(CArray))  # an omitted argument

CHECKED, PROFILING = 1, 2


def _share_the_loader() -> None:
    """Make the functions of the OpenCL loader that pyopencl uses visible to the library."""
    if sys.platform != "linux":
        return
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split(maxsplit=5)[5].rstrip("\n") for line in maps if "libOpenCL" in line}
    for path in paths:
        ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)


def _candidates() -> list[str]:
    named = os.environ.get("CLINTERVAL_LIBRARY")
    if named:
        return [named]
    here = Path(__file__).parent / "lib"
    bundled = sorted(str(p) for p in here.glob("libclinterval.*") if p.is_file())
    return bundled or ["libclinterval.dll" if sys.platform == "win32" else "libclinterval.so.0.1"]


def _load() -> ctypes.CDLL:
    _share_the_loader()
    failures = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as failure:
            failures.append(str(failure))
    raise ImportError(
        "clinterval: its shared library could not be loaded (" + "; ".join(failures) + "); set CLINTERVAL_LIBRARY to its path"
    )


lib = _load()

lib.cliv_last_error.restype = c_char_p
lib.cliv_last_error.argtypes = ()
lib.cliv_version.restype = c_char_p
lib.cliv_version.argtypes = ()
lib.cliv_status_string.restype = c_char_p
lib.cliv_status_string.argtypes = (c_int,)
lib.cliv_context_cl.restype = c_void_p
lib.cliv_context_cl.argtypes = (c_void_p,)
lib.cliv_context_device.restype = c_void_p
lib.cliv_context_device.argtypes = (c_void_p,)
lib.cliv_context_queue.restype = c_void_p
lib.cliv_context_queue.argtypes = (c_void_p,)
lib.cliv_context_create.argtypes = (POINTER(COptions), POINTER(c_void_p))
lib.cliv_context_create_with.argtypes = (c_void_p, c_void_p, POINTER(COptions), POINTER(c_void_p))
lib.cliv_context_destroy.argtypes = (c_void_p,)
lib.cliv_context_destroy.restype = None
lib.cliv_context_trim.argtypes = (c_void_p,)
lib.cliv_context_compile_only.argtypes = (c_void_p, c_int)
lib.cliv_pool_capacity.restype = c_size_t
lib.cliv_pool_capacity.argtypes = (c_void_p,)
lib.cliv_pool_at.restype = c_void_p
lib.cliv_pool_at.argtypes = (c_void_p, c_size_t)
lib.cliv_pool_slot.restype = c_void_p
lib.cliv_pool_slot.argtypes = (c_void_p, c_uint)
lib.cliv_pool_destroy.restype = None
lib.cliv_pool_destroy.argtypes = (c_void_p,)
lib.cliv_counter_destroy.restype = None
lib.cliv_counter_destroy.argtypes = (c_void_p,)
lib.cliv_counter_bins.restype = c_size_t
lib.cliv_counter_bins.argtypes = (c_void_p,)

# The argument types of the letters in _operations.py, and the formats of the arguments in a block. by_address.c reads
# the blocks.
_TYPES: dict[str, Any] = {"A": CArray, "L": c_char_p, "N": c_size_t, "E": c_int, "P": c_void_p}
_FORMATS = {"A": f"{len(NONE)}s", "L": "", "N": "N", "E": "N", "P": "P"}
_ALL = {**OPERATIONS, "recording_run": ""}  # the first argument is a recording, not a context
_TAIL = (c_uint, c_void_p, c_void_p)


WHERE = "PPN"  # the start of a block: the context, the queue, and the event count of the wait list that follows
NO_EVENT = 2 * sys.maxsize + 1  # replaces the event count of a recorded call, which returns no event


class Operation:
    """An operation of the library.

    `pack` packs the arguments into a block; arrays are passed as bytes. The parameters of `call` are the block with
    context, queue and wait list, the block of arguments, and a list. `call` returns the event, or None if there is no
    event or the call failed.
    """

    __slots__ = ("pack", "call")

    def __init__(self, pack: Callable[..., bytes], call: Callable[[bytes, bytes, bytes | None], int | None]) -> None:
        self.pack = pack
        self.call = call


_last = threading.local()  # stores the status of the last call by value


def _by_value(block: struct.Struct, arguments: str, function: Any) -> Callable[..., int | None]:
    """Wrap a function of the C interface with the parameters of its by_address.c form."""
    function.argtypes = (c_void_p, c_void_p, *[_TYPES[kind] for kind in arguments]) + _TAIL
    arrays = [k for k, kind in enumerate(arguments) if kind == "A"]
    lists = [k for k, kind in enumerate(arguments) if kind == "L"]

    def call(where: bytes, given: bytes, listed: bytes | None) -> int | None:
        passed, event = list(block.unpack(given)), c_void_p()
        for k in lists:
            passed.insert(k, listed)
        for k in arrays:
            passed[k] = CArray.from_buffer_copy(passed[k])
        context, queue, waits = struct.unpack_from(WHERE, where)
        if waits == NO_EVENT:
            _last.status = function(context, queue, *passed, 0, None, None)
            return None
        wait_list = (c_void_p * waits).from_buffer_copy(where, struct.calcsize(WHERE)) if waits else None
        _last.status = function(context, queue, *passed, waits, wait_list, byref(event))
        if _last.status and event.value:
            pyopencl.Event.from_int_ptr(event.value, False)  # the Event releases the OpenCL event
        return None if _last.status else event.value

    return call


def _operation(name: str, arguments: str) -> Operation:
    block = struct.Struct("".join(_FORMATS[kind] for kind in arguments))
    if not _own:
        return Operation(block.pack, _by_value(block, arguments, getattr(lib, "cliv_" + name)))
    function = getattr(lib, "cliv_by_address_" + name)
    function.restype = c_void_p  # the event; ctypes needs no argtypes for bytes and None
    return Operation(block.pack, function)


def last_status() -> int:
    """Return the status of the last operation in `ops` that returned no event.

    The status is 0 if the operation did not fail.
    """
    return int(lib.cliv_by_address_status() if _own else _last.status)


# The package's library accepts the addresses of argument blocks (by_address.c), which is many times faster than
# structures by value. A library that is installed without the package does not have the by_address functions.
_own = hasattr(lib, "cliv_by_address_status")
ops: Any = type("Operations", (), {"__slots__": tuple(_ALL)})()
for _name, _arguments in _ALL.items():
    setattr(ops, _name, _operation(_name, _arguments))

lib.cliv_counter_create.argtypes = (c_void_p, c_size_t, c_uint, POINTER(c_void_p))
lib.cliv_counter_set_kernel_args.argtypes = (c_void_p, c_void_p, c_uint)
lib.cliv_counter_set.argtypes = (c_void_p, c_void_p, c_uint) + _TAIL
lib.cliv_counter_read.argtypes = (c_void_p, c_void_p, CArray) + _TAIL
lib.cliv_pool_create.argtypes = (c_void_p, c_void_p, c_size_t, c_int, POINTER(c_void_p))
lib.cliv_pool_set_kernel_args.argtypes = (c_void_p, c_void_p, c_uint)
lib.cliv_pool_alloc.argtypes = (c_void_p, c_void_p, c_size_t, c_void_p)
lib.cliv_pool_count.argtypes = (c_void_p, c_void_p, c_void_p)
lib.cliv_pool_status.argtypes = (c_void_p, c_void_p, c_void_p)
lib.cliv_pool_map.argtypes = (c_void_p, c_void_p)
lib.cliv_pool_unmap.argtypes = (c_void_p, c_void_p) + _TAIL
lib.cliv_pool_pack.argtypes = (c_void_p, c_void_p, CArray, CArray, c_void_p) + _TAIL
lib.cliv_pool_slots.argtypes = (c_void_p, c_void_p, CArray, CArray, c_void_p) + _TAIL
lib.cliv_pool_reset.argtypes = (c_void_p, c_void_p) + _TAIL
lib.cliv_recording_begin.argtypes = (c_void_p, c_void_p, POINTER(c_void_p))
lib.cliv_recording_end.argtypes = (c_void_p,)
lib.cliv_recording_destroy.restype = None
lib.cliv_recording_destroy.argtypes = (c_void_p,)
lib.cliv_program_build.argtypes = (c_void_p, c_char_p, c_char_p, POINTER(c_void_p))


class Process:
    """The state of this process.

    `used`: the process has used the library. `forked`: the process was forked from a process that had used the
    library. A forked process cannot use the library: the threads of the OpenCL implementation do not exist in the
    process, and a wait for a thread never ends.
    """

    used = False
    forked = False
    in_child: list[Callable[[], None]] = []  # called in a forked process


def _refuse(*_: Any) -> Any:
    raise Error(
        "this process was forked after its parent had used clinterval, and OpenCL does not work in it: start processes with "
        'multiprocessing.get_context("spawn"), or fork before the first call',
        -3000,
        "CLIV_INVALID_ARGUMENT",
    )


def _after_fork() -> None:
    if not Process.used:
        return
    Process.forked = True
    for name in list(vars(lib)):
        if name.startswith("cliv_") and name not in ("cliv_version", "cliv_status_string", "cliv_last_error"):
            setattr(lib, name, (lambda *_: None) if name.endswith("_destroy") else _refuse)
    for name in _ALL:
        getattr(ops, name).call = _refuse
    for also in Process.in_child:
        also()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def check_process() -> None:
    """Raise an error in a forked process."""
    if Process.forked:
        _refuse()


def version() -> str:
    """Return the version of the library in use."""
    return str(lib.cliv_version(), "ascii")


def check(status: int) -> None:
    """Raise an exception with the library's error message if the status is not 0."""
    if status:
        name, _, _ = lib.cliv_status_string(status).decode().partition(":")
        kind = CheckError if status == -3007 else Error
        raise kind(in_python(lib.cliv_last_error().decode(errors="replace")), status, name)


__all__ = [
    "CHECKED",
    "PROFILING",
    "NONE",
    "NO_EVENT",
    "Operation",
    "Process",
    "CArray",
    "COp",
    "COptions",
    "COrder",
    "CType",
    "CheckError",
    "Error",
    "WHERE",
    "byref",
    "c_size_t",
    "c_void_p",
    "check",
    "check_process",
    "last_status",
    "lib",
    "ops",
    "version",
]
