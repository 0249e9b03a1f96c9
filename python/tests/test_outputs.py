# SPDX-License-Identifier: Apache-2.0
"""Results in the caller's arrays, counts that stay on the device, contexts, pools and counters."""

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest


@pytest.fixture
def room(queue):
    """Arrays for results, filled with -1."""

    def make(count, dtype=np.int32):
        array = cla.empty(queue, count, dtype)
        array.fill(dtype(-1))
        return array

    return make


def test_counts_stay_on_the_device(put_there, room):
    x = put_there(np.int32([1, 1, 2, 5, 5, 5]))
    y = put_there(np.int32([1, 2, 2, 5, 7]))
    count = room(1)

    out = room(6)
    assert ci.compact(x, "x > 1", out=out, count=count) is out
    assert count.get()[0] == 4 and out.get().tolist() == [2, 5, 5, 5, -1, -1]
    assert ci.partition(x, "x > 1", count=count)[1] is count
    assert count.get()[0] == 4

    runs = ci.run_lengths(x, count=count, out=(None, room(6), None))
    assert count.get()[0] == 3 and runs.starts.get().tolist() == [0, 2, 3, -1, -1, -1]
    keys, sums = ci.reduce_by_key(x, x, count=count, out=(room(6), room(6)))
    assert count.get()[0] == 3 and sums.get().tolist() == [2, 2, 15, -1, -1, -1]

    out = ci.set_operation("union", x, y, out=room(11), count=count)
    assert count.get()[0] == 8 and out.get().tolist() == [1, 1, 2, 2, 5, 5, 5, 7, -1, -1, -1]
    a_rows, b_rows = room(9), room(9)
    ci.join(x, y, count=count, out=(a_rows, b_rows))
    assert count.get()[0] == 7 and a_rows.get().tolist() == [0, 1, 2, 2, 3, 4, 5, -1, -1]
    with pytest.raises(ValueError, match="out is None, but is required with count"):
        ci.join(x, y, count=count)


def test_results_are_the_beginning_of_longer_arrays(put_there, room):
    x = put_there(np.int32([1, 1, 2, 5, 5, 5]))
    out = room(10)
    kept = ci.compact(x, "x > 1", out=out)
    assert kept.size == 4 and kept.base_data is out.base_data
    a_rows, b_rows = ci.join(x, x[3:], out=(room(20), room(20)))
    assert a_rows.get().tolist() == [3, 3, 3, 4, 4, 4, 5, 5, 5] and b_rows.size == 9
    assert ci.join(x, x[3:], "semi", out=(out,)).get().tolist() == [3, 4, 5]
    with pytest.raises(ci.Error) as told:
        ci.join(x, x, out=(room(3), room(3)))
    assert told.value.name == "CLIV_CAPACITY"
    keys, values = ci.set_operation("intersection", x, x[2:], x, x[2:], out=(room(6), room(6)))
    assert keys.get().tolist() == values.get().tolist() == [2, 5, 5, 5]


def test_all_outputs(put_there, room):
    x = put_there(np.int32([3, 1, 2]))
    keys, places = room(2), room(2)
    ci.top_k(x, 2, out=(keys, places))
    assert keys.get().tolist() == [1, 2] and places.get().tolist() == [1, 2]
    ci.segmented_top_k(x, [0, 2], 1, out=(keys, places))
    assert keys.get().tolist() == [1, 2] and places.get().tolist() == [1, 2]
    segments, ranks = room(4), room(4)
    ci.load_balance_search(put_there(np.int32([0, 1])), 4, out=(segments, ranks))
    assert segments.get().tolist() == [0, 1, 1, 1] and ranks.get().tolist() == [0, 0, 1, 2]
    assert ci.repeat(x, [1, 0, 2], out=room(3)).get().tolist() == [3, 2, 2]
    a_count, b_count, found = room(1), room(1), room(3)
    a, b = put_there(np.int32([1, 3, 3])), put_there(np.int32([3, 4]))
    ci.sorted_search(a, b, out=(found, None, None, None), counts=(a_count, b_count))
    assert found.get().tolist() == [0, 0, 0] and a_count.get()[0] == 2 and b_count.get()[0] == 1
    assert ci.merge_partitions(a, b, 2).get().tolist() == [0, 2, 3, 3]
    x_of = room(2, np.float32)
    points = np.array([(1, 0.5), (2, 1.5)], dtype=[("id", "i4"), ("x", "f4")])
    parts = ci.split_fields(put_there(points), out={"x": x_of})
    assert parts["x"] is x_of and x_of.get().tolist() == [0.5, 1.5] and parts["id"].get().tolist() == [1, 2]


def test_new_arrays_are_as_pyopencls(queue):
    x = ci.copy(ci.generate("i", 10, "int32"), queue=queue, out=None)
    assert isinstance(x, np.ndarray)  # no argument was a device array
    made = ci.scan_inclusive(cla.arange(queue, 10, dtype=np.int32), dtype=np.int64)
    like = cla.empty(queue, 10, np.int64)
    assert {name for name in vars(like)} <= {name for name in vars(made)}
    for name in ("shape", "strides", "dtype", "nbytes", "size", "offset", "allocator", "queue", "context"):
        assert getattr(made, name) == getattr(like, name)
    assert made.events is not ci.scan_inclusive(made).events
    np.testing.assert_array_equal((made + 1)[2:].get(), np.cumsum(np.arange(10))[2:] + 1)


def test_new_arrays_of_another_pyopencl(queue, monkeypatch):
    """The arrays of another pyopencl may have members that the package does not set."""
    monkeypatch.setattr("clinterval._place._MEMBERS", ["queue"])
    x = cla.arange(cl.CommandQueue(queue.context), 11, dtype=np.int32)
    made = ci.scan_inclusive(x)
    assert vars(cla.empty_like(x)).keys() <= vars(made).keys()
    np.testing.assert_array_equal((made + ci.scan_inclusive(made)).get()[:4], [0, 2, 7, 16])


def test_arrays_that_change_their_memory(put_there):
    x, y = put_there(np.int32([3, 1, 2])), put_there(np.int32([6, 5, 4]))
    assert ci.reduce(x).get()[0] == 6
    x.base_data = y.base_data
    assert ci.reduce(x).get()[0] == 15


def test_values_of_constants(put_there):
    x = put_there(np.int32([1, 2, 3]))
    for value in (2, 2.0, np.int8(2), True + 1, np.float32(2)):
        assert ci.compact(x, "x >= y", y=value).get().tolist() == [2, 3]
    for value, kept in ((3, [1, 2, 3]), (3.0, [2, 3]), (3, [1, 2, 3]), (np.float32(3), [2, 3])):  # int: 3 / 2 is 1
        assert ci.compact(x, "x >= y / two", y=value, two=2).get().tolist() == kept
    with pytest.raises(OverflowError):
        ci.compact(x, "x >= y", y=1 << 63)
    signs = [ci.copy(ci.generate("1 / zero", 1, "float32", zero=zero))[0] for zero in (0.0, -0.0, 0.0)]
    assert signs == [np.inf, -np.inf, np.inf]
    assert ci.copy(ci.generate("flag ? 5 : 6", 1, flag=True))[0] == 5


def test_expressions_of_arrays_of_the_device(put_there):
    x = put_there(np.int32([3, 1, 2]))
    doubled = ci.sort(ci.generate("2 * x[i]", 3, "int32", x=x))
    assert isinstance(doubled, cla.Array) and doubled.get().tolist() == [2, 4, 6]


def test_compilation_ahead(queue, put_there):
    context = ci.Context(queue.context, queue.device, profiling=True)
    x = put_there(np.int32([3, 1, 2]))
    with context.compile_only():
        ci.sort(x, out=x, order="a > b", context=context)
    assert x.get().tolist() == [3, 1, 2]
    ci.sort(x, out=x, order="a > b", context=context, queue=context.queue)
    assert x.get(context.queue).tolist() == [3, 2, 1]
    event = x.events[0] if x.events else cl.enqueue_marker(context.queue)
    event.wait()
    assert event.profile.end >= event.profile.queued > 0


def test_a_pool_on_the_host():
    pool = ci.Pool([("id", "i4"), ("mass", "f4")], 50, "mapped")
    slots = pool.alloc(3)
    with pool.mapped() as objects:
        for k, slot in enumerate(slots):
            objects.slot(slot)["id"] = k
        assert len(objects) == 3 and sorted(int(o["id"]) for o in objects) == [0, 1, 2]
        with pytest.raises(KeyError):
            objects.slot(next(s for s in range(50) if s not in slots))
        with pytest.raises(ci.Error):
            pool.pack()
    with pytest.raises(ValueError, match="no longer mapped"):
        objects[0]
    np.testing.assert_array_equal(pool.slots().get(), np.sort(slots))
    assert sorted(pool.pack().get()["id"]) == [0, 1, 2]
    pool.reset().wait()
    assert len(pool) == 0


def test_a_counter_and_kernels(queue):
    context = ci.default_context()
    counter = ci.Counter(3)
    program = context.build(
        '#include "cliv_counter.clh"\n'
        "__kernel void count(__global cliv_counter_state *counter)\n"
        "{\n"
        "    cliv_counter_add(counter, get_global_id(0) % 3, 1);\n"
        "}\n"
    )
    kernel = program.count
    counter.set_args(kernel, 0)
    cl.enqueue_nd_range_kernel(context.queue, kernel, (100,), None)
    assert counter.read().get().tolist() == [34, 33, 33] and len(counter) == 3
    counter.set(7).wait()
    assert counter.read(dtype=np.int64).get().tolist() == [7, 7, 7]
