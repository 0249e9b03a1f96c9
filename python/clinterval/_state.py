# SPDX-License-Identifier: Apache-2.0
"""The state of a call before it is enqueued."""

from __future__ import annotations

from typing import Any

import pyopencl as cl

from ._memory import Memory
from ._place import Context, Place


class State:
    """The queue, the wait list and the written arrays of a call.

    The object also keeps the objects that must live until the call is enqueued.
    """

    __slots__ = ("context", "place", "on_host", "keep", "listed", "waits", "written", "strays")

    recorded = False
    context: Context
    place: Place
    on_host: bool
    keep: tuple[Any, ...]
    listed: bytes | None
    waits: tuple[int, ...]
    written: tuple[Any, ...]
    strays: tuple[tuple[Memory, Any], ...]  # buffers that calls in other queues or in an out-of-order queue also use

    @property
    def queue(self) -> cl.CommandQueue:
        return self.place.queue
