# SPDX-License-Identifier: Apache-2.0
"""How calls handle arrays, queues, events and wrong arguments."""

import copy
import gc
import time

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest


def test_results_stay_where_arguments_are(queue, put_there):
    x = put_there(np.int32([3, 1, 2]))
    on_device = ci.sort(x)
    assert isinstance(on_device, cla.Array) and on_device.queue is queue
    assert isinstance(ci.sort(np.int32([3, 1, 2])), np.ndarray)
    assert isinstance(ci.reduce(np.int32([3, 1, 2])), np.int64)
    mixed = ci.merge(on_device, [0, 9])  # the list is copied to the device
    assert isinstance(mixed, cla.Array)


def test_a_written_array_has_the_event_alone(put_there):
    x = put_there(np.arange(1000, dtype=np.int32)[::-1])
    for _ in range(20):
        ci.sort(x, out=x)
        assert len(x.events) == 1
    x.events[0].wait()
    np.testing.assert_array_equal(x.get(), np.arange(1000))


def test_what_pyopencl_does_comes_in_its_place(queue):
    second = cl.CommandQueue(queue.context)
    out_of_order = cl.CommandQueue(
        queue.context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    )
    for q in (queue, second, out_of_order):
        x = cla.arange(q, 10000, dtype=np.int32)
        for _ in range(5):
            x += 1
            y = ci.scan_inclusive(x, queue=q)
            z = y - x
        np.testing.assert_array_equal(z.get(), np.cumsum(np.arange(10000) + 5, dtype=np.int32) - (np.arange(10000) + 5))


def test_queues_of_two(queue):
    second = cl.CommandQueue(queue.context)
    x = cla.to_device(queue, np.arange(100000, dtype=np.int32)[::-1].copy())
    ci.sort(x, out=x)
    y = ci.scan_inclusive(x, queue=second)
    np.testing.assert_array_equal(y.get(second), np.cumsum(np.arange(100000, dtype=np.int64)))


def waits(event) -> bool:
    """Is the event still not complete after a while?"""
    time.sleep(0.1)
    return event.command_execution_status != cl.command_execution_status.COMPLETE


def test_what_changes_between_calls_is_seen(queue, put_there):
    x, out = put_there(np.int32([3, 1, 2, 9])), put_there(np.int32([0]))

    def total():
        return ci.reduce(x, out=out).get()[0]

    assert total() == 15 and total() == 15
    x.shape, x.size, x.nbytes = (3,), 3, 12
    assert total() == 6
    x.offset = 4
    assert total() == 12
    other = put_there(np.int32([5, 6, 7, 8]))
    x.base_data = other.base_data
    assert total() == 21
    x.dtype = np.dtype(np.uint8)
    x.shape, x.size, x.strides = (12,), 12, (1,)
    assert ci.reduce(x, dtype=np.int32).get()[0] == 21
    x.strides = (2,)
    with pytest.raises(ValueError, match="contiguous"):
        total()
    second = cl.CommandQueue(queue.context)
    other.queue = second
    assert ci.scan_exclusive(other).queue is second
    out.base_data = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 4)
    ci.reduce(other, out=out, queue=second)
    assert out.get(second)[0] == 26


def test_events_that_others_put_are_waited_for(queue):
    x = cla.to_device(cl.CommandQueue(queue.context), np.int32([2, 1]))
    out = cla.empty_like(x)
    for _ in range(3):
        ci.scan_exclusive(x, out=out)
    for array in (x, out):
        gate = cl.UserEvent(queue.context)
        array.events.append(gate)  # after the event of the previous call, for which the state is cached
        ci.scan_exclusive(x, out=out)
        x.queue.flush()
        assert waits(out.events[0])
        gate.set_status(cl.command_execution_status.COMPLETE)
        np.testing.assert_array_equal(out.get(), [0, 2])


def test_copies_are_arrays_of_their_own(put_there):
    x = put_there(np.int32([3, 1, 2]))
    ci.sort(x, out=x)
    shallow, view = copy.copy(x), x[1:]
    shallow.base_data = put_there(np.int32([7, 8, 9])).base_data
    assert ci.reduce(shallow).get()[0] == 24 and ci.reduce(x).get()[0] == 6 and ci.reduce(view).get()[0] == 5
    ci.sort(view, out=view, order="greater")
    assert x.get().tolist() == [1, 3, 2]


def test_it_waits(queue):
    gate = cl.UserEvent(queue.context)
    second = cl.CommandQueue(queue.context)
    x = cla.to_device(second, np.int32([2, 1]))
    y = ci.sort(x, queue=second, wait_for=[gate])
    second.flush()
    assert waits(y.events[0])
    gate.set_status(cl.command_execution_status.COMPLETE)
    np.testing.assert_array_equal(y.get(second), [1, 2])


def test_copies_that_sorts_make_wait(queue):
    gate, second = cl.UserEvent(queue.context), cl.CommandQueue(queue.context)
    x = cla.to_device(queue, np.int32([5, 9, 7]))
    written = cl.enqueue_copy(second, x.base_data, np.int32([3, 1, 2]), wait_for=[gate], is_blocking=False)
    second.flush()
    results = ci.sort(x, wait_for=[written]), ci.argsort(x, wait_for=[written])
    queue.flush()
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert [y.get().tolist() for y in results] == [[1, 2, 3], [1, 2, 0]]


def test_a_queue_out_of_order(queue):
    properties = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    if not queue.device.queue_properties & properties:
        pytest.skip("the device has no queues that are out of order")
    gate = cl.UserEvent(queue.context)
    x = cla.to_device(cl.CommandQueue(queue.context, properties=properties), np.int32([2, 1]))
    y, z = cla.empty_like(x), cla.empty_like(x)
    ci.scan_inclusive(x, out=y, wait_for=[gate])
    ci.scan_inclusive(y, out=z)
    ci.scan_inclusive(y, out=x)
    x.queue.flush()
    assert waits(z.events[0]) and waits(x.events[0])
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert z.get().tolist() == [2, 5] and x.get().tolist() == [2, 5]


def test_views(put_there):
    x = put_there(np.arange(100, dtype=np.int32)[::-1])
    ci.sort(x[10:20], out=x[10:20])
    wanted = np.arange(100)[::-1].copy()
    wanted[10:20].sort()
    np.testing.assert_array_equal(x.get(), wanted)
    with pytest.raises(ValueError, match="contiguous"):
        ci.reduce(x[::2])
    np.testing.assert_array_equal(ci.sort(put_there(np.int32([[4, 3], [2, 1]])).reshape(4)).get(), [1, 2, 3, 4])


def test_nothing_is_fine(put_there):
    for x in (np.zeros(0, np.int32), put_there(np.zeros(0, np.int32))):
        for result in (ci.sort(x), ci.scan_exclusive(x), ci.compact(x, "x > 0"), ci.unique(x), ci.merge(x, x)):
            assert result.size == 0


def test_mistakes_are_told():
    with pytest.raises(ci.Error, match="^compact: .*did not compile"):
        ci.compact(np.int32([1]), "x >> < 3")
    with pytest.raises(ci.Error) as told:
        ci.sort(np.int32([1, 2]), np.int32([1]))
    assert told.value.name == "CLIV_OUT_OF_RANGE" and "values" in str(told.value)
    with pytest.raises(ValueError, match="'sideways', but must be one of 'inner'"):
        ci.join(np.int32([1]), np.int32([1]), "sideways")
    with pytest.raises(TypeError):
        ci.sort(np.array([object()]))
    with pytest.raises(TypeError):
        ci.sort(np.array(["a", "b"]))
    with pytest.raises(ValueError, match="must be from"):
        ci.merge_partitions(np.int32([1]), np.int32([1]), -1)
    for order in (("a < b", None), np.less):
        with pytest.raises(TypeError, match="an order must be a string or an Order"):
            ci.sort(np.int32([1, 2]), order=order)
    with pytest.raises(TypeError, match="an operator must be a string or an Op"):
        ci.reduce(np.int32([1, 2]), op=("a + b", None, None))
    with pytest.raises(TypeError, match="expression"):
        ci.compact(np.int32([1]), "x > y[i]", y=ci.generate("i", 3))


def test_checked_contexts_look(queue):
    context = ci.Context(queue.context, queue.device, checked=True)
    with pytest.raises(ci.Error, match="CLIV_CHECK_FAILED|b.*1"):
        ci.merge(np.int32([1, 2]), np.int32([3, 1]), context=context)
    np.testing.assert_array_equal(ci.merge(np.int32([1, 2]), np.int32([1, 3]), context=context), [1, 1, 2, 3])


def test_contexts_of_the_users(queue):
    own = cl.Context([queue.device])
    q = cl.CommandQueue(own)
    x = cla.to_device(q, np.int32([3, 1, 2]))
    np.testing.assert_array_equal(ci.sort(x).get(), [1, 2, 3])
    assert ci.context_of(own) is ci.context_of(own)


def test_pool_and_kernel(queue):
    context = ci.default_context()
    pool = ci.Pool("int32", 1000)
    program = context.build(
        '#include "cliv_pool.clh"\n'
        "__kernel void fill(__global cliv_pool_state *pool, __global int *objects)\n"
        "{\n"
        "    const uint slot = cliv_pool_alloc(pool);\n"
        "    if (slot != CLIV_POOL_FULL)\n"
        "        objects[slot] = (int)get_global_id(0);\n"
        "}\n"
    )
    kernel = program.fill
    pool.set_args(kernel, 0)
    cl.enqueue_nd_range_kernel(context.queue, kernel, (100,), None)
    assert len(pool) == 100 and pool.failed() == 0
    np.testing.assert_array_equal(np.sort(pool.pack().get()), np.arange(100))
    pool.reset()
    assert len(pool) == 0


def test_many_threads(queue):
    import threading

    wrong = []

    def work(k):
        q = cl.CommandQueue(queue.context)
        for _ in range(5):
            x = np.random.default_rng(k).integers(0, 1000, 5000).astype(np.int32)
            if not np.array_equal(ci.sort(cla.to_device(q, x)).get(), np.sort(x)):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_nothing_is_kept(queue):
    x = cla.to_device(queue, np.arange(1000, dtype=np.int32))
    for _ in range(3):
        ci.sort(x, out=x)
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(50):
        ci.sort(x, out=x)
    gc.collect()
    assert len(gc.get_objects()) - before < 50


def test_lengths_on_the_device(queue, put_there, rng):
    x = rng.integers(-1000, 1000, 5000).astype(np.int32)
    count = cla.empty(queue, 1, np.int64)
    kept = ci.compact(put_there(x), "x % 3 == 0", count=count)
    expected = x[x % 3 == 0]
    m = len(expected)
    counted = ci.counted(kept, count)
    assert isinstance(counted, ci.Counted) and counted.size == x.size and counted.events is kept.events
    np.testing.assert_array_equal(ci.scan_inclusive(counted).get()[:m], np.cumsum(expected))
    assert ci.reduce(counted, dtype="int64").get() == expected.sum()
    doubled = ci.counted(ci.generate("2 * a[i]", x.size, "int32", a=kept), count)
    out = cla.zeros(queue, x.size, np.int32)
    ci.copy(doubled, out=out)
    np.testing.assert_array_equal(out.get(), np.concatenate([2 * expected, np.zeros(x.size - m, np.int32)]))
    ci.transform(x.size, "out[i] = -1;", length=count, out=out)
    assert (out.get()[:m] == -1).all() and not out.get()[m:].any()
    ci.transform(x.size, "cliv_put(out, i, 7);", out=ci.counted(out, count))
    assert (out.get()[:m] == 7).all() and not out.get()[m:].any()
    with pytest.raises(ValueError, match="slice"):
        counted[1:]
    with pytest.raises(ValueError, match="slice"):
        doubled[1:]
    for whole in (kept, ci.constant(1, 5, "int32"), [1, 2, 3]):
        for wrong in (5, None, np.int32([5])):
            with pytest.raises(TypeError, match="length must be a pyopencl array of one number, not"):
                ci.counted(whole, wrong)
    with pytest.raises(TypeError, match="array must be a pyopencl array or an expression, not ndarray"):
        ci.counted(x, count)
    with pytest.raises(ci.Error, match="length"):
        ci.scan_inclusive(ci.counted(kept, cla.zeros(queue, 1, np.float32)))


def test_what_pyopencl_makes_of_counted_arrays(queue, put_there):
    x = ci.counted(put_there(np.int32([3, 1, 2, 9])), put_there(np.uint32([3])))
    second = cl.CommandQueue(queue.context)
    there = x.with_queue(second)
    assert type(there) is ci.Counted and there.length is x.length and there.queue is second and there.events is x.events
    assert ci.reduce(there).get()[0] == 6
    for made, expected in (
        (x * 2, 30), (x + x, 30), (-x, -15), (x.copy(), 15), (x.view(np.uint32), 15), (x.ravel(), 15),
        (x.reshape(2, 2).ravel(), 15), (x.astype(np.int64), 15), (cla.zeros_like(x), 0),
    ):
        assert type(made) is cla.Array and ci.reduce(made).get()[0] == expected
    assert type(x) is ci.Counted and ci.reduce(x).get()[0] == 6


def test_an_expression_is_where_its_length_is(queue, put_there):
    second = cl.CommandQueue(queue.context)
    n = cla.to_device(second, np.int32([3]))
    for ones in (ci.constant(1, 5, "int32"), ci.generate("1 + 0 * x[i]", 5, "int32", x=np.zeros(5, np.int32))):
        sums = ci.scan_inclusive(ci.counted(ones, n))
        assert isinstance(sums, cla.Array) and sums.queue is second and sums.get()[:3].tolist() == [1, 2, 3]
    with ci.Recording(queue) as recording:
        sums = ci.scan_inclusive(ci.counted(ci.constant(2, 5, "int32"), n))
    for m in (2, 4):
        n.set(np.int32([m]))
        recording.run()
        assert sums.get()[:m].tolist() == [2, 4, 6, 8][:m]


def test_sorts_are_as_long_as_what_they_read(queue, put_there):
    x, n, few = np.int32([5, 3, 9, 1, 7]), put_there(np.uint32([2])), put_there(np.uint32([3]))
    values = np.arange(5, dtype=np.int32)
    for source in (x, put_there(x), ci.generate("x[i]", 5, "int32", x=put_there(x))):  # ignores the length of `out`, 2
        out, moved = put_there(np.zeros(5, np.int32)), put_there(np.zeros(5, np.int32))
        ci.sort(source, out=ci.counted(out, n))
        assert out.get().tolist() == [1, 3, 5, 7, 9]
        ci.sort(source, values, order="greater", out=(ci.counted(out, n), ci.counted(moved, n)))
        assert out.get().tolist() == [9, 7, 5, 3, 1] and moved.get().tolist() == [2, 4, 0, 1, 3]
    for whole in (put_there(x), ci.generate("x[i]", 5, "int32", x=put_there(x))):  # three elements
        source = ci.counted(whole, few)
        assert ci.sort(source).get()[:3].tolist() == [3, 5, 9]
        assert ci.argsort(source).get()[:3].tolist() == [1, 0, 2]
        for length in (None, n):
            out = put_there(np.full(5, -1, np.int32))
            ci.sort(source, out=out if length is None else ci.counted(out, length))
            assert out.get().tolist() == [3, 5, 9, -1, -1]
    there = put_there(x)
    part = ci.counted(there, few)
    assert ci.sort(part, out=part) is part and there.get().tolist() == [3, 5, 9, 1, 7]
    ci.sort(part, out=there, order="greater")
    assert there.get().tolist() == [9, 5, 3, 1, 7]
    ci.sort(there, out=part)
    assert there.get().tolist() == [1, 3, 5, 7, 9]


def test_lengths_of_what_is_only_written_are_ignored(put_there):
    x, n, offsets = put_there(np.int32([1, 2, 2, 5])), put_there(np.uint32([1])), put_there(np.int32([0, 2]))

    def out():
        return ci.counted(put_there(np.zeros(8, np.int32)), n)

    for made, expected in (
        (ci.compact(x, "x > 1", out=out()), [2, 2, 5]),
        (ci.partition(x, "x > 1", out=out())[0], [2, 2, 5, 1, 0, 0, 0, 0]),
        (ci.run_lengths(x, out=(out(), None, None)).keys, [1, 2, 5]),
        (ci.set_operation("union", x, x, out=out()), [1, 2, 2, 5]),
        (ci.reduce_by_key(x, x, out=(out(), None))[0], [1, 2, 5]),
        (ci.join(x, x, out=(out(), out()))[0], [0, 1, 1, 2, 2, 3]),
        (ci.scan_inclusive(x, out=ci.counted(put_there(np.zeros(4, np.int32)), n)), [1, 3, 5, 10]),
        (ci.segmented_top_k(x, offsets, 4, out=(out(), None))[0].ravel(), [1, 2, 0, 0, 2, 5, 0, 0]),
    ):
        assert made.get().tolist() == expected
