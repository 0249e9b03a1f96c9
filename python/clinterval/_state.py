# SPDX-License-Identifier: Apache-2.0
"""What a call has while it is put together."""

from __future__ import annotations

from typing import Any

import pyopencl as cl

from ._memory import Memory
from ._place import Context, Place


class State:
    """Where a call runs, what it waits for, what must stay alive until it is enqueued, and what it writes."""

    __slots__ = ("context", "place", "on_host", "keep", "listed", "waits", "written", "strays")

    recorded = False
    context: Context
    place: Place
    on_host: bool
    keep: tuple[Any, ...]
    listed: bytes | None
    waits: tuple[int, ...]
    written: tuple[Any, ...]
    strays: tuple[Memory, ...]  # of arrays that calls in other queues, or in one out of order, use as well

    @property
    def queue(self) -> cl.CommandQueue:
        return self.place.queue
