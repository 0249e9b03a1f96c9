# SPDX-License-Identifier: Apache-2.0
"""Pools of device memory for results.

A driver takes longer to allocate memory than to run a small call. Each in-order queue therefore has a memory pool of
pyopencl. The memory of a result returns to the pool of its queue when its last array is deleted. The next result that
uses the memory is written by a later command of the same queue, so no command still uses the old contents.
"""

from __future__ import annotations

import ctypes
from collections import deque
from threading import RLock
from typing import Any

import pyopencl as cl

from ._native import Process, check_process
from ._place import Context, checked_context, default_context, held, pools, release_held


class Lent:
    """Memory of a pool that commands of other queues use.

    The list keeps the memory until the commands have ended, so that it does not return to its pool earlier.
    """

    commands: deque[tuple[Any, cl.Event]] = deque()
    _lock = RLock()

    @classmethod
    def add(cls, data: Any, event: cl.Event) -> None:
        with cls._lock:
            cls.commands.append((data, event))
        cls.settle(4)

    @classmethod
    def settle(cls, most: int | None = None) -> None:
        """Return the memory of commands that have ended, also of those that failed.

        With `most`, the method looks at so many commands, in turn, so that a call with many commands takes no longer.
        """
        with cls._lock:
            for _ in range(len(cls.commands) if most is None else min(most, len(cls.commands))):
                lent = cls.commands.popleft()
                if lent[1].command_execution_status > 0:
                    cls.commands.append(lent)

    @classmethod
    def has(cls, data: Any) -> bool:
        """Return True if the list has a buffer."""
        return any(lent is data for lent, _ in tuple(cls.commands))


def _in_child() -> None:
    """Keep the memory in a forked process: see _place.py."""
    Lent._lock = RLock()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(Lent.commands))


Process.in_child.append(_in_child)


class MemoryPool:
    """The memory that a context uses for results, see :func:`memory_pool`."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def used(self) -> int:
        """The number of bytes of existing results."""
        check_process()
        Lent.settle()
        return sum(pool.active_bytes for pool in pools(self._context))

    @property
    def held(self) -> int:
        """The number of bytes that the pool holds in addition to the existing results."""
        check_process()
        Lent.settle()
        return held(self._context)

    def trim(self) -> None:
        """Return the held memory to the driver."""
        check_process()
        Lent.settle()
        release_held(self._context)

    def __repr__(self) -> str:
        return f"<memory pool: {self.used} bytes used, {self.held} bytes held>"


def memory_pool(context: Context | None = None) -> MemoryPool:
    """Return the memory pool of a context.

    New results of calls come from the pool, so that most calls need no allocation by the driver. The memory of a
    result returns to the pool when its last array has been deleted and the calls that use it have ended.

    :param context: Default: the context of calls without device arrays
    :return: an object with the attributes `used`, the bytes of existing results, and `held`, the bytes that the pool
        keeps for later results. Its method `trim()` returns this memory to the driver. The pool rounds sizes up; the
        rounding of existing results belongs to `held`, and `trim()` does not return it

    Only results of in-order queues come from the pool, and only those of at most a sixteenth of the device's memory.
    If the device has no memory for a new result, the call trims the pool and tries again.

    **Other queues.** The calls of this package keep an array until they have ended, in any queue. If a user-defined
    kernel in another queue uses an array, keep the array until the kernel has ended.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> x = cla.to_device(ci.default_context().queue, np.int32([3, 1, 2]))
    >>> pool = ci.memory_pool()
    >>> pool.trim()
    >>> y = ci.sort(x)
    >>> before = pool.held
    >>> del y
    >>> pool.held > before
    True
    >>> pool.trim()
    >>> pool.held
    0
    """
    return MemoryPool(checked_context(context) or default_context())
