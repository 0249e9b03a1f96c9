# SPDX-License-Identifier: Apache-2.0
"""New results come from a memory pool."""

import gc
import time
from collections import deque
from types import SimpleNamespace

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest
from clinterval import _call, _interchange, _results
from clinterval._pool import Lent


@pytest.fixture
def pool():
    gc.collect()
    pool = ci.memory_pool()
    pool.trim()
    return pool


@pytest.fixture
def x(queue):
    return cla.to_device(queue, np.int32([3, 1, 2]))


def test_results_share_memory_one_after_the_other(pool, x):
    used = pool.used
    y = ci.sort(x)
    address = y.base_data.int_ptr
    assert pool.used > used and pool.held == 0
    part = y[1:]
    del y
    assert pool.held == 0, "a slice keeps the memory"
    assert part.get().tolist() == [2, 3]
    del part
    assert pool.used == used and pool.held > 0
    z = ci.scan_inclusive(x, dtype=np.int32)
    assert z.base_data.int_ptr == address and pool.held == 0
    assert z.get().tolist() == [3, 4, 6]
    del z
    pool.trim()
    assert pool.held == 0
    assert repr(pool) == f"<memory pool: {used} bytes used, 0 bytes held>"


def test_unwritten_elements_do_not_show_earlier_results(pool, x, queue):
    count = cla.zeros(queue, 1, np.uint32)
    for _ in range(2):
        assert ci.compact(x, "x > 2", count=count).get().tolist() == [3, 0, 0]
        assert ci.sort(x).get().tolist() == [1, 2, 3]


def test_memory_waits_for_the_commands_of_other_queues(pool, x, queue):
    other = cl.CommandQueue(queue.context, queue.device)
    sums = cla.empty(other, 3, np.int32)
    held = pool.held
    for use in (
        lambda y, gate: ci.scan_inclusive(y, out=sums, queue=other, wait_for=gate),
        lambda y, gate: (ci.sort(y, out=y, queue=other), ci.sort(y, out=y, queue=other, wait_for=gate)),
    ):
        gate = cl.UserEvent(queue.context)
        y = ci.sort(x)
        address = y.base_data.int_ptr
        queue.finish()
        use(y, [gate])
        del y
        assert pool.held == held, "the memory returned to the pool before its last command had ended"
        fresh = ci.sort(x)
        assert fresh.base_data.int_ptr != address
        gate.set_status(cl.command_execution_status.COMPLETE)
        other.finish()
        end = time.monotonic() + 10
        while pool.held <= held and time.monotonic() < end:  # an event may change its status after the finish
            time.sleep(0.01)
        assert pool.held > held
        del fresh
        pool.trim()


def test_queues_without_a_pool(pool, x, queue):
    mode = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    if not queue.device.queue_properties & mode:
        pytest.skip("the device has no out-of-order queues")
    used = pool.used
    unordered = cl.CommandQueue(queue.context, properties=mode)
    y = ci.sort(x.with_queue(unordered))
    assert type(y.base_data) is cl.Buffer and pool.used == used
    assert y.get().tolist() == [1, 2, 3]


def test_new_queues_release_held_memory(pool, x, queue):
    ci.copy(ci.generate("i", 1000), queue=queue)
    ci.scan_inclusive(cla.zeros(queue, 1000, np.int32))
    assert pool.held >= 4000
    ci.sort(x, queue=cl.CommandQueue(queue.context, queue.device))
    assert pool.held < 4000


def test_large_results_are_not_held(pool, x, monkeypatch):
    place = x._clinterval_ran[1] if hasattr(x, "_clinterval_ran") else ci.sort(x)._clinterval_ran[1]
    held = pool.held
    monkeypatch.setattr(place, "most_pooled", 8)
    y = ci.sort(x)
    assert type(y.base_data) is cl.Buffer
    del y
    assert pool.held == held


def test_a_full_device_releases_held_memory(pool, x, monkeypatch):
    ci.sort(x)
    assert pool.held > 0
    allocate, failed = _results.allocated, []

    def full(place, size):
        if not failed:
            failed.append(size)
            raise cl.MemoryError("create_buffer", -4, "no memory")
        return allocate(place, size)

    monkeypatch.setattr(_results, "allocated", full)
    assert ci.sort(x).get().tolist() == [1, 2, 3]
    assert failed


def test_a_device_that_stays_full(pool, x, queue, monkeypatch):
    y = ci.scan_inclusive(cla.zeros(queue, 1025, np.int32), dtype=np.int32)  # the pool adds bytes to this size
    ci.sort(x)
    tried = []

    def full(place, size):
        tried.append(size)
        raise OverflowError("no memory")

    monkeypatch.setattr(_results, "allocated", full)
    with pytest.raises(MemoryError):
        ci.sort(x)
    assert len(tried) == 2
    assert y.get().tolist() == [0] * 1025


def test_a_failed_call_releases_held_memory(pool, x, monkeypatch):
    out = cla.empty_like(x)
    ci.sort(x)
    assert pool.held > 0

    def fails(status):
        raise ci.Error("no memory", status, "CL_MEM_OBJECT_ALLOCATION_FAILURE")

    monkeypatch.setattr(_call, "last_status", lambda: -4)
    monkeypatch.setattr(_call, "check", fails)
    call = _call.begin((x,), None, None, None)
    failing = SimpleNamespace(pack=_call.ops.copy.pack, call=lambda *_: None)
    with pytest.raises(MemoryError, match="no memory.*released: repeat the call"):
        call.run(failing, call.read(x), call.write(out))
    assert pool.held == 0


def test_wrong_contexts(queue):
    for wrong in queue, queue.context:
        with pytest.raises(TypeError, match="context must be a clinterval.Context, not "):
            ci.memory_pool(wrong)


def test_released_memory_waits_for_the_commands_of_other_queues(pool, x, queue):
    other, gate = cl.CommandQueue(queue.context, queue.device), cl.UserEvent(queue.context)
    sums = cla.empty(other, 3, np.int32)
    y = ci.sort(x)
    address = y.base_data.int_ptr
    queue.finish()
    ci.scan_inclusive(y, out=sums, queue=other, wait_for=[gate])
    y.base_data.release()
    with pytest.raises(ValueError, match="released"):
        ci.sort(y)
    assert ci.sort(x).base_data.int_ptr != address
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert sums.get().tolist() == [1, 3, 6]


def test_memory_of_failed_calls_waits_for_their_commands(pool, x, queue, monkeypatch):
    other, gate = cl.CommandQueue(queue.context, queue.device), cl.UserEvent(queue.context)
    y = ci.sort(x)
    queue.finish()
    call = _call.begin((y,), other, None, None)
    failing = SimpleNamespace(pack=lambda *_: b"", call=lambda *_: cl.enqueue_marker(other, wait_for=[gate]) and None)
    call.write(y)
    with monkeypatch.context() as patch, pytest.raises(ci.Error):
        patch.setattr(_call, "last_status", lambda: -3006)
        call.run(failing)
    held = pool.held
    del y, call
    gc.collect()
    assert pool.held == held
    gate.set_status(cl.command_execution_status.COMPLETE)
    other.finish()
    end = time.monotonic() + 10
    while pool.held <= held and time.monotonic() < end:
        time.sleep(0.01)
    assert pool.held > held


def test_views_end_in_the_queue_of_the_memory(pool, x, queue, mapped):
    other = cl.CommandQueue(queue.context, queue.device)
    y = ci.sort(x)
    ci.reduce(y, queue=other).get()
    view = ci.host_view(y.with_queue(other))
    assert view.tolist() == [1, 2, 3]
    there = view.base
    while not isinstance(there, _interchange._Mapped):
        there = there.owner if hasattr(there, "owner") else there.base
    assert there.queue is queue
    before = len(y.events)
    del view, there
    assert len(y.events) == before + 1, "later calls wait for the end of the view"


def test_memory_returns_after_a_failed_command(pool, x, queue):
    other, gate = cl.CommandQueue(queue.context, queue.device), cl.UserEvent(queue.context)
    y = ci.sort(x)
    queue.finish()
    event = ci.scan_inclusive(y, out=cla.empty(other, 3, np.int32), queue=other, wait_for=[gate]).events[0]
    del y
    held = pool.held
    gate.set_status(-1)
    with pytest.raises(cl.Error):
        event.wait()
    assert pool.held > held


def test_arrays_of_fewer_elements(pool, queue):
    x = cla.to_device(queue, np.int32([3, -1, 2, -5]))
    for y in (
        ci.compact(x, "x > 0"),
        ci.run_lengths(cla.to_device(queue, np.int32([3, 3, 2, 2]))).keys,
        ci.unique(cla.to_device(queue, np.int32([3, 2, 3, 2]))),
        ci.set_operation("intersection", *[cla.to_device(queue, np.int32(k)) for k in ([1, 2, 4], [1, 3, 4])]),
    ):
        assert y.shape == (2,) and y.size == 2 and y.nbytes == 8
        assert ci.scan_inclusive(y, dtype=np.int64).get().shape == (2,)
    y = ci.compact(x, "x > 9")
    assert y.shape == (0,) and y.size == y.nbytes == 0
    assert ci.sort(y).get().tolist() == [] and ci.reduce(y).get().tolist() == [0]


def test_pools_of_many_queues(pool, x, queue):
    y = ci.sort(x)
    used = pool.used
    many = [cl.CommandQueue(queue.context, queue.device) for _ in range(260)]
    for other in many:
        ci.sort(x, queue=other)
    assert pool.used == used
    del y
    assert pool.held > 0
    pool.trim()
    assert pool.held == 0


def test_many_commands_of_other_queues_do_not_slow_a_call(x, monkeypatch):
    asked, status = [], 1

    class Pending:
        @property
        def command_execution_status(self):
            asked.append(self)
            return status

    Lent.settle()
    monkeypatch.setattr(Lent, "commands", deque((None, Pending()) for _ in range(500)))
    ci.sort(x)
    Lent.add(None, Pending())
    assert 0 < len(asked) <= 20 and len(Lent.commands) == 501
    status = 0
    for _ in range(40):
        ci.sort(x)
    assert not Lent.commands
