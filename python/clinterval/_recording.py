# SPDX-License-Identifier: Apache-2.0
"""Recordings.

A recording records calls once and runs them many times.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from threading import Lock, get_ident
from typing import Any

import pyopencl as cl

from ._arguments import first_on_device
from ._call import Array, Call, Context, Event, Wait, byref, event_addresses, lib, ops, recordings
from ._native import NO_EVENT, WHERE, c_void_p, check, check_process, last_status
from ._objects import _Object
from ._memory import Memory, Released
from ._place import at_queue, context_of


# The contexts of recordings, by the `id` of the recording. A recording must be destroyed before its context. The
# recording's own reference is not enough: if both are in one unreachable cycle, Python may finalize the context first.
_contexts: dict[int, Context] = {}


class RecordedCall(Call):
    """A call that is recorded. It does not wait, and it has no event."""

    __slots__ = ("recording", "seen")

    recorded = True
    recording: Recording
    seen: tuple[Array, ...]

    @property
    def address(self) -> int:
        return self.recording._takes

    def where(self) -> bytes:
        return struct.pack(WHERE, self.context._handle, self.address, NO_EVENT)

    def read(self, array: Any) -> bytes:
        image = super().read(array)
        if isinstance(array, Array):
            self.seen += (array,)
        return image

    def write(self, array: Any) -> bytes:
        image = super().write(array)
        if array is not None:
            self.seen += (array,)
        return image

    def _wait(self, array: Any) -> None:
        pass  # the run waits

    def _track(self, array: Any, memory: Memory) -> None:
        if Released.any and Released.among(array.base_data):
            super()._track(array, memory)  # raises the error

    def _wait_for_readers(self, memory: Memory) -> None:
        pass

    def on_device(self, array: Any, name: str | None = None, dimensions: int = 1) -> Array:
        if not isinstance(array, Array):
            raise ValueError(
                f"a recorded call reads pyopencl arrays, not {type(array).__name__}, because every run reads them "
                "again: copy it to the device first, with pyopencl.array.to_device()"
            )
        return array

    def new(self, count: int, dtype: Any, zeroed: bool = False) -> Array:
        if self.on_host:
            raise ValueError(
                "no array of the call is on the device, so its result would be on the host, which cannot be recorded: "
                "pass out="
            )
        return super().new(count, dtype, zeroed)

    def enqueued(self, event: int | None) -> Any:
        self.recording._keep(self.seen, self.written)


class Recording(_Object):
    """Calls that are recorded once and run many times on the same arrays.

    A `with` statement records the calls of this thread. :meth:`run` launches their kernels for the current contents of
    the arrays. All other host work of the calls is done during the recording.

    :param queue: the default queue of the runs and of new arrays. Default: the context's own queue
    :param context: the context of the calls. Default: the context of `queue`

    **Recording.** Calls in the `with` statement are recorded and not executed. They return new arrays or the arrays
    of `out=`. Every run writes the same arrays; copy a result that the next run must not overwrite. Before the first
    run the contents are unspecified. Calls that return events return None instead. The calls, the sizes and the
    memory of arrays, and the scalars are fixed. Every run reads the lengths of :func:`counted` arrays again.

    **Refused calls.** A recording refuses:

    - results for which the host waits: pass `count=`, or `total=False`
    - NumPy arrays and lists, because runs would not read them again
    - `wait_for=`, another queue, another context, and pools
    - a context that is checked or only compiles

    A call that is refused or fails is not recorded. An exception that leaves the `with` statement closes the
    recording.

    **pyopencl.** Operations of pyopencl, such as `x + 1` or `x.fill(0)`, and user-defined kernels are not recorded.
    They execute immediately. Writes of pyopencl, such as `x.set()`, do not wait for runs in another queue: refill
    arrays in the queue of the runs, or wait for the event of the last run. An array that the runs only read does not
    get the event of a run.

    **Threads.** A recording does not affect other threads. Other threads may have their own recordings.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = ci.default_context().queue
    >>> x = cla.zeros(queue, 5, np.int32)
    >>> count = cla.zeros(queue, 1, np.uint32)
    >>> with ci.Recording(queue) as step:
    ...     kept = ci.compact(x, "x > 0", count=count)
    ...     sums = ci.scan_inclusive(ci.counted(kept, count))
    >>> for values in ([3, -1, 2, -5, 1], [-1, -1, -1, 7, 8]):
    ...     x.set(np.int32(values))
    ...     event = step.run()
    ...     sums.get()[: count.get()[0]]
    array([3, 5, 6])
    array([ 7, 15])
    """

    def __init__(self, queue: cl.CommandQueue | None = None, *, context: Context | None = None) -> None:
        if queue is not None and not isinstance(queue, cl.CommandQueue):
            raise TypeError(f"queue must be a pyopencl.CommandQueue, not {type(queue).__name__}")
        if context is None and queue is not None:
            context = context_of(queue.context, queue.device)
        super().__init__(context)
        self.queue = queue or self.context.queue
        self._place = at_queue(self.queue)
        self._lock = Lock()  # protects the handle and the order of runs
        self._thread: int | None = None
        # The arrays that calls read and write, by the `id` of their list of events. Slices of one array share the list.
        self._seen: dict[int, Any] = {}
        self._written: dict[int, Array] = {}
        self._takes = 0  # the address of the queue whose calls the library records; only this object uses the queue
        self._where = b""  # for a run in this queue without a wait list

    def __enter__(self) -> Recording:
        check_process()
        thread = get_ident()
        if self._thread is not None:
            raise ValueError("the recording has already been made: create another Recording")
        if thread in recordings:
            raise ValueError("this thread already has a recording, whose `with` statement has not ended")
        own, handle = cl.CommandQueue(self.queue.context, self.queue.device), c_void_p()
        check(lib.cliv_recording_begin(self.context._handle, own.int_ptr, byref(handle)))
        _contexts[id(self)] = self.context
        self._handle, self._takes = handle.value or 0, own.int_ptr  # the library retains the queue while it records
        self._where = struct.pack(WHERE, self._handle, self._place.address, 0)
        self._thread = thread
        recordings[thread] = self
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        del recordings[self._thread or 0]
        if kind is None:
            check(lib.cliv_recording_end(self._handle))
        else:
            self.close()

    def _begin(
        self, arrays: Sequence[Any], queue: cl.CommandQueue | None, context: Context | None, wait_for: Wait | None
    ) -> RecordedCall:
        if queue is not None and queue.int_ptr != self._place.address:
            raise ValueError("queue is not the queue of the recording, which records all calls of this thread")
        if context is not None and context is not self.context:
            raise ValueError("context is not the context of the recording, which records all calls of this thread")
        if wait_for:
            raise ValueError("a recorded call has no wait_for: pass wait_for to run()")
        call = RecordedCall()
        call.place, call.context = self._place, self.context
        call.on_host = bool(arrays) and first_on_device(arrays) is None
        call.keep = call.written = call.seen = call.waits = call.strays = ()
        call.listed = None
        call.recording = self
        return call

    def _keep(self, seen: Sequence[Array], written: Sequence[Array]) -> None:
        for array in seen:
            self._seen.setdefault(id(array.events), array)
        for array in written:
            self._written.setdefault(id(array.events), array)

    def run(self, *, queue: cl.CommandQueue | None = None, wait_for: Wait | None = None) -> Event:
        """Enqueue all recorded calls, and return the event of the run.

        :param queue: any queue of the same device. Default: the queue of the recording
        :param wait_for: events for which the run waits

        Each call reads the results of earlier calls. The run waits for the events of the arrays, as calls do. The
        event of the run becomes the event of the written arrays. Runs of one recording are executed one after the
        other, in any queues. Several threads may start runs.
        """
        if recordings and recordings.get(get_ident()) is not None:
            raise ValueError("a run cannot be recorded: call run() after the `with` statement")
        with self._lock:
            if not self._handle:
                raise ValueError("the recording " + ("has been closed" if self._thread else "has not been made"))
            call = Call()
            call.place = place = self._place if queue is None else at_queue(queue)
            call.waits = event_addresses(wait_for) if wait_for else ()
            call.keep = call.strays = ()
            call.written = tuple(self._written.values())
            for array in self._seen.values():
                memory = array._clinterval_seen[2]
                if memory.home is not place:
                    call._track(array, memory)
                events = array.events
                if events:
                    event, seen_at = array._clinterval_ran
                    if events[0] is not event or seen_at is not place or len(events) != 1:
                        call._wait(array)
            if call.strays:
                for array in call.written:
                    call._wait_for_readers(array._clinterval_seen[2])
            where = self._where
            if call.waits or place is not self._place:
                waits = dict.fromkeys(call.waits)
                where = struct.pack(f"{WHERE}{len(waits)}P", self._handle, place.address, len(waits), *waits)
            event = ops.recording_run.call(where, b"", None)
            if event is None and last_status():
                call._failed(last_status())
            return call.enqueued(event)

    def close(self) -> None:
        """Release the arrays, programs and scratch memory of the recording.

        Enqueued runs continue. Python's garbage collector closes a recording that is not in use.
        """
        if self._thread is not None and recordings.get(self._thread) is self:
            raise ValueError("the recording has not ended: call close() after the `with` statement")
        with self._lock:
            self._destroy()
            self._seen, self._written = {}, {}

    def _destroy(self) -> None:
        if self._handle:
            lib.cliv_recording_destroy(self._handle)
            self._handle = 0
            _contexts.pop(id(self), None)

    def __del__(self) -> None:
        self._destroy()
