# SPDX-License-Identifier: Apache-2.0
"""Arguments that recordings accept and refuse, their waits, and their end."""

import gc
import sys
import threading
import weakref

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest
from clinterval._call import recordings


@pytest.fixture(autouse=True)
def nothing_goes_on():
    yield
    assert not recordings


def doubling(queue, x):
    """A recording of x *= 2."""
    with ci.Recording(queue) as recording:
        assert ci.transform(x.size, "x[i] *= 2;", x=x) is None
    return recording


def test_results_are_the_same_arrays(queue, put_there):
    x, out = put_there(np.int32([1, 2, 3])), cla.zeros(queue, 3, np.int32)
    with ci.Recording() as recording:  # uses the queue of the default context
        sums = ci.scan_inclusive(x)
        assert ci.sort(x, out=out, order="greater") is out
        given = ci.reduce(sums)
    assert sums.queue is queue and sums.events == []
    for k in (1, 10):
        x.set(np.int32([1, 2, 3]) * k)
        event = recording.run()
        assert sums.events == out.events == given.events == [event]
        assert sums.get().tolist() == [k, 3 * k, 6 * k] and out.get().tolist() == [3 * k, 2 * k, k]
        assert given.get()[0] == 10 * k
    assert ci.reduce(given).get()[0] == 100  # calls in the queue are no longer recorded
    with ci.Recording(queue) as nothing:
        pass
    nothing.run().wait()


def test_constants_are_kept(queue, put_there):
    x, y = put_there(np.int32([5, 6, 7])), put_there(np.int32([1, 2, 3]))
    with ci.Recording(queue) as recording:
        kept = ci.copy(ci.generate("x[i] * scale + bias", 3, "float32", x=x, scale=2, bias=np.float32(0.5)))
        sevens = ci.copy(ci.constant(7, 3, "int32"), out=y)
    gc.collect()
    ci.copy(ci.generate("scale", 3, scale=9))
    recording.run()
    assert kept.get().tolist() == [10.5, 12.5, 14.5] and sevens.get().tolist() == [7, 7, 7]


def test_what_cannot_be_recorded(queue, put_there):
    x, offsets = put_there(np.int32([3, 1, 2])), put_there(np.int32([0, 2]))
    other = cl.CommandQueue(queue.context)
    pool, event = ci.Pool("int32", 10), cl.UserEvent(queue.context)
    event.set_status(cl.command_execution_status.COMPLETE)
    with ci.Recording(queue) as recording:
        for call in (
            lambda: ci.compact(x, "x > 1"), lambda: ci.unique(x), lambda: ci.run_lengths(x), lambda: ci.partition(x, "x > 1"),
            lambda: ci.join(x, x), lambda: ci.set_operation("union", x, x), lambda: ci.reduce_by_key(x, x),
            lambda: ci.offsets_from_counts(x), lambda: ci.repeat(x, x),
        ):
            with pytest.raises(ci.Error, match="the queue is being recorded, so no call can return a"):
                call()
        for call in (
            lambda: ci.sort(np.int32([2, 1])), lambda: ci.merge(x, [1, 2]),
            lambda: ci.segmented_reduce(x, np.int32([0])), lambda: ci.take(x, (2, 0)),
            lambda: ci.compact(x, "x > y[i]", y=np.int32([1, 2, 3]), count=offsets),
            lambda: ci.copy(ci.generate("x[i]", 3, x=np.int32([1, 2, 3])), out=x),
        ):
            with pytest.raises(ValueError, match="copy it to the device first"):
                call()
        with pytest.raises(ValueError, match="pass out="):
            ci.reduce(ci.generate("i", 5))
        with pytest.raises(ValueError, match="pass wait_for to run"):
            ci.sort(x, wait_for=[event])
        with pytest.raises(ValueError, match="queue is not the queue of the recording"):
            ci.sort(x, queue=other)
        with pytest.raises(ValueError, match="context is not the context of the recording"):
            ci.sort(x, context=ci.Context(queue.context))
        for call in (lambda: pool.pack(), lambda: len(pool), lambda: pool.reset(), lambda: pool.alloc(1)):
            with pytest.raises(ci.Error, match="calls of pools cannot be recorded") as told:
                call()
            assert told.value.name == "CLIV_UNSUPPORTED"
        with pytest.raises(ci.Error, match="did not compile"):
            ci.compact(x, "x >> < 3", count=offsets)
        with pytest.raises(ValueError, match="must be from"):
            ci.merge_partitions(x, x, -1)
        with pytest.raises(ValueError, match="after the `with`"):
            recording.run()
        with pytest.raises(ValueError, match="after the `with`"):
            recording.close()
        with pytest.raises(ValueError, match="already has a recording"), ci.Recording(other):
            pass
        sums = ci.segmented_reduce(x, offsets)  # the recording continues after the errors
    recording.run()
    assert x.get().tolist() == [3, 1, 2] and sums.get().tolist() == [4, 2]
    assert pool.alloc(2).size == 2


def test_contexts(queue, put_there):
    with pytest.raises(ci.Error, match="ctx is CLIV_CHECKED"), ci.Recording(
        queue, context=ci.Context(queue.context, queue.device, checked=True)
    ):
        pass
    own = ci.Context(queue.context, queue.device)
    x = put_there(np.int32([3, 1, 2]))
    with ci.Recording(queue, context=own) as recording:
        ci.sort(x, out=x)
    recording.run()
    assert x.get().tolist() == [1, 2, 3]
    another = cl.Context([queue.device])
    foreign = cl.CommandQueue(another)
    with ci.Recording() as recording, pytest.raises(ci.Error, match="OpenCL context"):
        ci.sort(cla.to_device(foreign, np.int32([3, 1, 2])))
    y = cla.to_device(foreign, np.int32([3, 1, 2]))
    with ci.Recording(foreign) as recording:
        z = ci.sort(y)
    assert recording.context is ci.context_of(another)
    recording.run()
    assert z.get().tolist() == [1, 2, 3]


def test_an_exception_closes_it(queue, put_there):
    x = put_there(np.int32([1, 2, 3]))
    with pytest.raises(KeyError), ci.Recording(queue) as recording:
        ci.transform(3, "x[i] *= 2;", x=x)
        raise KeyError
    with pytest.raises(ValueError, match="has been closed"):
        recording.run()
    assert ci.reduce(x).get()[0] == 6


def test_it_is_made_once_and_closed(queue, put_there):
    x = put_there(np.int32([1, 2, 3]))
    with pytest.raises(ValueError, match="has not been made"):
        ci.Recording(queue).run()
    with pytest.raises(TypeError, match="queue must be"):
        ci.Recording(5)
    recording = doubling(queue, x)
    with pytest.raises(ValueError, match="already been made"), recording:
        pass
    recording.run()
    recording.close()
    recording.close()
    assert x.get().tolist() == [2, 4, 6]
    with pytest.raises(ValueError, match="has been closed"):
        recording.run()


def test_it_keeps_what_it_needs(queue, put_there):
    x, out = put_there(np.arange(1000, dtype=np.int32)), cla.zeros(queue, 1, np.int32)
    with ci.Recording(queue) as recording:
        between = ci.scan_inclusive(ci.sort(x, order="greater"))
        ci.reduce(between[10:], op="max", out=out)
    gone = weakref.ref(between)
    del x, between
    gc.collect()
    noise = [cla.zeros(queue, 1000, np.int32) for _ in range(20)]
    recording.run()
    assert out.get()[0] == np.arange(1000).sum() and gone() is not None and noise
    held, first = weakref.ref(recording), sys.getrefcount(queue)
    recording.run()
    del recording
    gc.collect()
    assert held() is None and gone() is None and sys.getrefcount(queue) <= first
    assert out.get()[0] == np.arange(1000).sum()


def test_its_context_outlives_it(queue, put_there, monkeypatch):
    x, ended = put_there(np.int32([3, 1, 2])), []
    gc.collect()
    for kind in (ci.Context, ci.Recording):
        def end(self, kind=kind, end=kind.__del__):
            ended.append(kind)
            end(self)

        monkeypatch.setattr(kind, "__del__", end)
    own = ci.Context(queue.context, queue.device)
    with ci.Recording(queue, context=own) as recording:
        ci.sort(x, out=x)
    recording.run().wait()
    recording.me = recording  # a cycle, so that the context and the recording become garbage together
    del own, recording
    gc.collect()
    assert ended == [ci.Recording, ci.Context]


def test_runs_keep_nothing(queue, put_there):
    recording = doubling(queue, put_there(np.zeros(100, np.int32)))
    recording.run()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(50):
        recording.run()
    gc.collect()
    assert len(gc.get_objects()) - before < 50


def test_queues_of_arrays_do_not_matter(queue):
    second = cl.CommandQueue(queue.context)
    x, y = cla.to_device(second, np.int32([3, 1, 2])), cla.to_device(queue, np.int32([5, 6, 7]))
    with ci.Recording(queue) as recording:
        made = ci.merge(ci.sort(x), y)
    assert made.queue is queue
    recording.run()
    assert made.get().tolist() == [1, 2, 3, 5, 6, 7] and x.get().tolist() == [3, 1, 2]


def test_runs_wait_for_what_arrays_wait_for(queue):
    second = cl.CommandQueue(queue.context)
    unordered = cl.CommandQueue(queue.context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
    x, y = cla.to_device(second, np.int32([1, 2, 3])), cla.zeros(queue, 3, np.int32)
    with ci.Recording(queue) as recording:
        ci.transform(3, "x[i] += 1;", x=x[:])  # the slice shares the events of x
        ci.copy(x, out=y)
    expected = np.int32([1, 2, 3])
    for q in (queue, second, unordered, queue, unordered, second):
        for wait_for in (False, True):
            gate = cl.UserEvent(queue.context)
            if not wait_for:
                x.events.append(gate)
            event = recording.run(queue=q, wait_for=[gate] if wait_for else None)
            again = recording.run(queue=q)
            ci.copy(x, out=y, queue=second)
            q.flush()
            second.flush()
            assert event.command_execution_status != cl.command_execution_status.COMPLETE
            gate.set_status(cl.command_execution_status.COMPLETE)
            expected += 2
            assert x.events == [again] and event != again
            assert y.get(queue).tolist() == expected.tolist() == x.get().tolist()


def test_counters(queue):
    counter, out = ci.Counter(3), cla.zeros(queue, 3, np.int32)
    with ci.Recording(queue) as recording:
        counter.read(out=out)
        assert counter.set(7) is None
        made = counter.read()
    assert recording.run().command_queue == queue
    assert out.get().tolist() == [0, 0, 0] and made.get().tolist() == [7, 7, 7]
    recording.run()
    assert out.get().tolist() == [7, 7, 7]
    with ci.Recording(cl.CommandQueue(queue.context)) as elsewhere:  # not the queue of the counter's context
        counter.set(9)
    counter.read(out=out)
    assert out.get().tolist() == [7, 7, 7]
    elsewhere.run().wait()
    assert counter.read().get().tolist() == [9, 9, 9]


def test_what_pyopencl_does_is_done_at_once(queue, put_there):
    x = put_there(np.int32([3, 1, 2]))
    with ci.Recording(queue) as recording:
        y = x + 1
        assert y.get().tolist() == [4, 2, 3]
        ci.sort(y, out=x)
    y.fill(5)
    recording.run()
    assert x.get().tolist() == [5, 5, 5]


def test_other_threads_go_on(queue, put_there):
    x = put_there(np.int32([3, 1, 2]))
    y, second = put_there(np.int32([6, 5, 4])), cl.CommandQueue(queue.context)
    told = []

    def work():
        told.append(ci.sort(y, queue=second).get(second).tolist())
        told.append(ci.sort(y).get().tolist())
        with ci.Recording(queue) as recording:
            ci.transform(3, "y[i] += 1;", y=y)
        recording.run()
        told.append(y.get().tolist())

    with ci.Recording(queue) as recording:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        ci.sort(x, out=x)
    assert told == [[4, 5, 6], [4, 5, 6], [7, 6, 5]]
    recording.run()
    assert x.get().tolist() == [1, 2, 3] and y.get().tolist() == [7, 6, 5]


def test_many_threads_run_one(queue, put_there):
    x = put_there(np.zeros(1000, np.int32))
    with ci.Recording(queue) as recording:
        ci.transform(1000, "x[i] += 1;", x=x)
    threads = [threading.Thread(target=lambda: [recording.run() for _ in range(50)]) for _ in range(2)]
    queues = [cl.CommandQueue(queue.context) for _ in range(2)]
    threads += [threading.Thread(target=lambda q=q: [recording.run(queue=q) for _ in range(50)]) for q in queues]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (x.get() == 200).all()
