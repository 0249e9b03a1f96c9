# SPDX-License-Identifier: Apache-2.0
"""A call that overwrites an array waits for the calls that read it, in any queue."""

import time

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest


@pytest.fixture
def out_of_order(queue) -> cl.CommandQueue:
    mode = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    if not queue.device.queue_properties & mode:
        pytest.skip("the device has no queues out of order")
    return cl.CommandQueue(queue.context, properties=mode)


def waits(event) -> bool:
    """Is the event still not complete after a while?"""
    time.sleep(0.1)
    return event.command_execution_status != cl.command_execution_status.COMPLETE


def held(queue, read, write):
    """Does the command of `write` wait for the command of `read`, which waits for a gate?"""
    gate = cl.UserEvent(queue.context)
    read([gate])
    event = write()
    for used in {queue, event.command_queue}:
        used.flush()
    was = waits(event)
    gate.set_status(cl.command_execution_status.COMPLETE)
    event.wait()
    return was


def test_writers_wait_for_readers_out_of_order(out_of_order):
    q, n = out_of_order, 1000
    x = cla.to_device(q, np.arange(n, dtype=np.int32)[::-1].copy())
    y = cla.empty_like(x)
    for part in (x, x[10:], x.view(np.uint32)):

        def written(part=part):
            ci.sort(part, out=part)
            return part.events[0]

        assert held(q, lambda gate: ci.scan_inclusive(x, out=y, wait_for=gate), written)
    own, first, one = ci.copy(x), cla.to_device(q, np.int32([0])), cla.to_device(q, np.int32([1]))
    own.events[0].wait()
    part = own[5:]
    assert held(q, lambda gate: ci.scan_inclusive(own, out=y, wait_for=gate), lambda: ci.put(part, first, one))


def test_views_share_readers(out_of_order):
    q = out_of_order
    own = ci.copy(cla.to_device(q, np.int32([3, 1, 2])))
    own.events[0].wait()
    view = cla.Array(q, own.shape, own.dtype, data=own.base_data)
    y = cla.empty_like(own)
    for read, write in ((own, view), (view, own)):

        def written(write=write):
            ci.sort(write, out=write)
            return write.events[0]

        assert held(q, lambda gate, read=read: ci.scan_inclusive(read, out=y, wait_for=gate), written)


def test_many_readers_out_of_order(out_of_order):
    q = out_of_order
    x = cla.to_device(q, np.int32([3, 1, 2]))
    gate = cl.UserEvent(q.context)
    sums = [ci.scan_inclusive(x, wait_for=[gate]) for _ in range(50)]
    ci.sort(x, out=x)
    q.flush()
    assert waits(x.events[0])
    assert sum(len(events or ()) for events in (x._clinterval_seen[2].readers or {}).values()) <= 20
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert x.get().tolist() == [1, 2, 3] and all(s.get().tolist() == [3, 4, 6] for s in sums)


def test_sums_then_sort_out_of_order(out_of_order):
    values = np.random.default_rng(3).integers(0, 100, 20000).astype(np.int32)
    for _ in range(10):
        x = cla.to_device(out_of_order, values)
        sums = ci.scan_inclusive(x)
        ci.sort(x, out=x)
        np.testing.assert_array_equal(sums.get().astype(np.int64), np.cumsum(values))
        np.testing.assert_array_equal(x.get(), np.sort(values))


def test_writers_wait_for_readers_in_other_queues(queue):
    second, n = cl.CommandQueue(queue.context), 1000
    x = cla.to_device(queue, np.arange(n, dtype=np.int32))
    y, z = cla.empty_like(x), cla.empty_like(x)
    ci.scan_inclusive(x, out=z)  # in the queue of the array, so no events are stored
    # Read in the queue of the array, written in another queue.
    assert held(
        queue,
        lambda gate: ci.scan_inclusive(x, out=y, wait_for=gate),
        lambda: (ci.sort(x, out=x, queue=second), x.events[0])[1],
    )
    # Read in another queue, written in the queue of the array.
    assert held(
        second,
        lambda gate: ci.scan_inclusive(x, out=y, queue=second, wait_for=gate),
        lambda: (ci.sort(x, out=x, queue=queue), x.events[0])[1],
    )
    assert x._clinterval_seen[2].readers is None and x._clinterval_seen[2].home.queue is queue


def test_runs_of_recordings_are_readers_and_writers(queue, out_of_order):
    second = cl.CommandQueue(queue.context)
    x = cla.to_device(queue, np.int32([3, 1, 2]))
    y = cla.empty_like(x)
    with ci.Recording(queue) as sums:
        ci.scan_inclusive(x, out=y)
    with ci.Recording(queue) as sorts:
        ci.sort(x, out=x)
    for other in (second, out_of_order):
        assert held(queue, lambda gate: sums.run(wait_for=gate), lambda other=other: sorts.run(queue=other))
        assert held(other, lambda gate, other=other: sums.run(queue=other, wait_for=gate), sorts.run)
    assert x.get().tolist() == [1, 2, 3] and y.get().tolist() == [1, 3, 6]


def test_nothing_is_kept_of_one_queue_in_order(queue):
    x = cla.to_device(queue, np.int32([3, 1, 2]))
    for _ in range(3):
        y = ci.scan_inclusive(x)
        ci.sort(x, out=x)
    for array in (x, y):
        memory = array._clinterval_seen[2]
        assert memory.readers is None and memory.home.queue is queue
