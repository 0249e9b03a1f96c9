# SPDX-License-Identifier: Apache-2.0
"""Integer arguments, types of indices, checks of host arrays, and the contents of new arrays."""

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest


def test_numbers_are_whole(put_there):
    x = np.int32([3, 1, 2])
    for call in (
        lambda k: ci.top_k(x, k), lambda k: ci.segmented_top_k(x, [0], k), lambda k: ci.expand(x, [0, 1, 2], k),
        lambda k: ci.histogram(x, k), lambda k: ci.load_balance_search([0], k), lambda k: ci.merge_partitions([1], [1], k),
        lambda k: ci.gather_ranges(x, [0], [0], k), lambda k: ci.transform(k, "y[i] = 1;", y=put_there(x)),
        lambda k: ci.repeat(x, k),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="must be|but"):
            call(-1)
        for wrong in (1.5, "3", None, 2.0):
            with pytest.raises(TypeError):
                call(wrong)
    assert ci.top_k(x, np.int64(2))[0].tolist() == [1, 2] and ci.top_k(x, 0)[0].size == 0


def test_results_that_are_too_large(put_there):
    one, row = np.ones(2, np.int32), np.int64([0, 1 << 39])
    for call in (
        lambda: ci.repeat(one, np.int64([1 << 39, 1 << 39])), lambda: ci.expand(one, row, 1 << 40),
        lambda: ci.gather_ranges(put_there(one), put_there(one), put_there(row), 1 << 40), lambda: ci.load_balance_search(row, 1 << 40),
    ):  # fmt: skip
        with pytest.raises(MemoryError, match=str(1 << 40)):
            call()
    same_keys = ci.constant(7, 1 << 18, "int32")
    with pytest.raises(MemoryError, match=str(1 << 36)):
        ci.join(same_keys, same_keys, queue=ci.default_context().queue, assume_sorted=True)


def test_index_types():
    index = ci._call.index_type
    assert index(5) == np.int32 and index(2**31 - 1) == np.int32 and index(2**31) == np.int64
    counts = ci.offsets_from_counts(np.int64([2**31 - 1, 0, 7]))
    assert counts[0].dtype == np.int64 and counts[0].tolist() == [0, 2**31 - 1, 2**31 - 1] and counts[1] == 2**31 + 6
    assert ci.offsets_from_counts(np.int64([2**31 - 8, 7]))[0].dtype == np.int32
    found = ci.searchsorted(ci.generate("i / 1000", 5000, "int32"), np.int32([3, 0]))
    assert found.dtype == np.int32 and found.tolist() == [3000, 0]
    many = ci.constant(5, 3_000_000_000, "int32")
    found = ci.merge_partitions(many, many, 3_000_000_000)
    assert found.dtype == np.int64 and found.tolist() == [0, 3_000_000_000, 3_000_000_000]


def test_offsets_of_counts_on_the_device(put_there):
    large = put_there(np.int32([2**31 - 1, 0, 7]))
    offsets, total = ci.offsets_from_counts(large)
    assert offsets.dtype == np.int64 and offsets.get().tolist() == [0, 2**31 - 1, 2**31 - 1] and total == 2**31 + 6
    offsets, total = ci.offsets_from_counts(put_there(np.int32([2, 3])))
    assert offsets.dtype == np.int32 and total == 5
    assert ci.offsets_from_counts(large, total=False).get().tolist() == [0, 2**31 - 1, 2**31 - 1]
    with pytest.raises(ci.Error):
        ci.offsets_from_counts(large, dtype=np.int32)


def test_unknown_sums_have_room(put_there):
    for dtype, most in (("i4", 2**30), ("u4", 2**31), ("u2", 65535), ("i8", 2**40), ("u1", 255)):
        counts = np.full(3, most, dtype)
        offsets = ci.offsets_from_counts(put_there(counts), total=False)
        wide = np.dtype(dtype).itemsize >= 4
        assert offsets.dtype == (np.int64 if wide else np.int32) and offsets.get().tolist() == [0, most, 2 * most]


def test_preconditions_of_host_arrays():
    down, up, x = np.int32([3, 1, 2]), np.int32([1, 2, 3]), np.arange(10, dtype=np.int32)
    for call in (
        lambda: ci.merge(up, down), lambda: ci.searchsorted(down, up), lambda: ci.sorted_search(up, down),
        lambda: ci.count_equal(down, up), lambda: ci.join(up, down, assume_sorted=True), lambda: ci.join_as_of(up, down),
        lambda: ci.join_overlaps(down, up, up, up), lambda: ci.join_overlaps(up, up, down, up),
        lambda: ci.set_operation("union", down, up), lambda: ci.merge(up, up, order="greater"),
        lambda: ci.merge_runs(x[::-1].copy(), [0, 5]), lambda: ci.merge_partitions(down, up, 2),
        lambda: ci.insert(x, [3, 1], [5, 6]), lambda: ci.insert(x, [11], [5]), lambda: ci.insert(x, [-1], [5]),
        lambda: ci.delete(x, [3, 1]), lambda: ci.delete(x, [3, 3]), lambda: ci.delete(x, [10]),
        lambda: ci.segmented_reduce(x, [5, 3]), lambda: ci.segmented_scan_inclusive(x, [0, 11]),
        lambda: ci.segmented_find_first(x, [5, 3]),
        lambda: ci.segmented_sort(x, [5, 3]), lambda: ci.segmented_top_k(x, [0, 99], 2), lambda: ci.expand(x, [0, -1], 5),
        lambda: ci.load_balance_search([0, 6], 5), lambda: ci.gather_ranges(x, [0, 0], [2, 1], 5),
        lambda: ci.repeat(x[:2], [1, -1]), lambda: ci.offsets_from_counts([1, -1]),
    ):  # fmt: skip
        with pytest.raises((ValueError, ci.Error)) as told:
            call()
        assert not isinstance(told.value, ci.Error) or told.value.name == "CLIV_CHECK_FAILED"
    assert ci.join(up, down)[1].tolist() == [1, 2, 0]


def test_empty_ranges_may_begin_anywhere(put_there):
    x, out = np.int32([10, 20, 30]), put_there(np.zeros(3, np.int32))
    assert ci.gather_ranges(x, [0, 99, -7, 2], [0, 2, 2, 2], 3).tolist() == [10, 20, 30]
    assert ci.scatter_ranges(x, [0, 99, 2], [0, 2, 2], 3, out).get().tolist() == [10, 20, 30]
    assert ci.move_ranges(x, [1, 99, 0], [0, -1, 2], [0, 2, 2], 3, out).get().tolist() == [20, 30, 10]
    for begins in ([0, 99, 2], [-1, 0, 2], [2, 0, 2]):
        with pytest.raises(ci.CheckError, match="must be inside an array of 3 elements"):
            ci.gather_ranges(x, begins, [0, 2, 3], 4)


@pytest.fixture
def poisoned(monkeypatch):
    """Fill new arrays with bytes of 77, unless they are zeroed."""
    new = ci._call.Call.new

    def poison(self, count, dtype, zeroed=False):
        made = new(self, count, dtype, zeroed)
        if count and not zeroed:
            pattern = np.full(1, 77, np.uint8)
            made.events[:] = [ci._call.cl.enqueue_fill_buffer(self.queue, made.base_data, pattern, 0, made.nbytes)]
        return made

    monkeypatch.setattr(ci._call.Call, "new", poison)


def test_new_results_show_no_old_memory(poisoned, queue, put_there):
    x, three = put_there(np.arange(1, 9, dtype=np.int32)), put_there(np.int32([3, 5]))
    length, count = put_there(np.int32([3])), cla.zeros(queue, 1, np.int32)
    part, tall = ci.counted(x, length), put_there(np.float32([1, 2, 3, 4, 5, 6, 7, 8]))
    down, outside = put_there(np.int32([5, 2])), put_there(np.int32([99, -3]))
    structures = put_there(np.ones(8, np.dtype([("a", "u1"), ("b", "f8")], align=True)))
    calls = (
        lambda: ci.gather_ranges(x, outside, put_there(np.int32([0, 2])), 4), lambda: ci.expand(x, three, 8),
        lambda: ci.load_balance_search(three, 8), lambda: ci.insert(x, down, down), lambda: ci.delete(x, down),
        lambda: ci.insert(x, outside, down), lambda: ci.delete(x, outside), lambda: ci.merge_runs(x, down),
        lambda: ci.segmented_scan_inclusive(x, three), lambda: ci.segmented_scan_exclusive(x, three),
        lambda: ci.segmented_reduce(x, ci.counted(x, length)), lambda: ci.segmented_top_k(x, three, 4),
        lambda: ci.segmented_top_k(x, ci.counted(x, length), 2), lambda: ci.take(x, outside),
        lambda: ci.take_columns([x, tall], outside), lambda: ci.take_structures(structures, outside),
        lambda: ci.partition(part, "x > 2"), lambda: ci.compact(x, "x > 2", count=count),
        lambda: ci.run_lengths(x, count=count), lambda: ci.unique(x, True, True, True, count=count),
        lambda: ci.unique(part, True, True, True, count=count), lambda: ci.reduce_by_key(x, x, count=count),
        lambda: ci.set_operation("intersection", x, three, count=count), lambda: ci.scan_inclusive(part),
        lambda: ci.set_operation("union", x, three, x, three, count=count), lambda: ci.scan_by_key_inclusive(part, x),
        lambda: ci.sort(part), lambda: ci.sort(part, part), lambda: ci.argsort(part), lambda: ci.top_k(part, 5),
        lambda: ci.sort_rows([part, part]), lambda: ci.copy(part), lambda: ci.merge(part, part),
        lambda: ci.merge(part, x, part, x), lambda: ci.sorted_search(part, part), lambda: ci.count_equal(part, x),
        lambda: ci.merge_partitions(part, part, 2), lambda: ci.join_as_of(part, x), lambda: ci.searchsorted(x, part),
        lambda: ci.offsets_from_counts(part, total=False), lambda: ci.insert(part, three, three),
        lambda: ci.join_fields({"b": put_there(np.ones(3))}, structures.dtype),
        lambda: ci.join_fields({"b": put_there(np.ones(3)), "a": put_there(np.ones(3, "u1"))}, structures.dtype),
    )  # fmt: skip
    for k, call in enumerate(calls):
        given = call()
        for array in given if isinstance(given, (tuple, list)) else [given]:
            assert not isinstance(array, cla.Array) or b"MMM" not in array.get().tobytes(), k


def test_what_is_written_is_on_the_device():
    x = np.int32([5, 6])
    calls = (lambda: ci.put(x, [0], [1]), lambda: ci.scatter_ranges(x, [0], [0], 2, x),
             lambda: ci.move_ranges(x, [0], [0], [0], 2, x))  # fmt: skip
    for call in calls:
        with pytest.raises(TypeError, match="must be a pyopencl array, because the call writes to it, not ndarray"):
            call()


def test_checked_contexts_look_at_haystacks(queue, put_there):
    checked = ci.Context(queue.context, queue.device, checked=True)
    down, x = put_there(np.int32([3, 1, 2])), put_there(np.int32([2, 7]))
    with pytest.raises(ci.Error, match=r"b\[1\]|b is") as told:
        ci.searchsorted(down, x, context=checked)
    assert told.value.name == "CLIV_CHECK_FAILED"
    assert ci.searchsorted(put_there(np.int32([1, 2, 3])), x, context=checked).get().tolist() == [1, 3]
    with pytest.raises(ci.Error):
        ci.searchsorted(np.int32([3, 1, 2]), [2], order="a * 1 < b")
    assert ci.join(down, x, context=checked)[0].get().tolist() == [2]


def test_nan_is_sorted_last():
    nan = np.nan
    for wrong, order in (([nan, 1], None), ([1, nan, 3], None), ([nan, 3, 1], "greater"), ([3, nan, 1], "a > b")):
        for call in (lambda x, o: ci.merge(x, x, order=o), lambda x, o: ci.searchsorted(x, np.float32([2]), order=o)):
            with pytest.raises(ci.CheckError, match="not sorted"):
                call(np.float32(wrong), order)
    for right, order in (([1, 3, nan, nan], None), ([3, 1, nan, nan], "greater"), ([nan, nan], None)):
        x = np.float32(right)
        np.testing.assert_array_equal(ci.merge(x, x[:0], order=order), x)
    with pytest.raises(ci.CheckError, match="not sorted"):
        ci.merge_runs(np.float32([1, nan, 2, 0]), [0, 3])
    assert ci.merge_runs(np.float32([1, nan, 2, 0]), [0, 2, 3])[:3].tolist() == [0, 1, 2]


def test_rows_of_several_columns_are_sorted(put_there):
    i, nan = np.int32, np.nan
    right = (i([1, 1, 2]), np.float32([1, nan, 0]))
    rows = np.int32([0, 1, 2])
    for got in ci.join(right, right, assume_sorted=True):
        np.testing.assert_array_equal(got, rows)
    days = np.array(["2020", "2021", "NaT"], "M8[D]")
    for got in ci.join((days, i([0, 0, 0])), (days, i([0, 0, 0])), assume_sorted=True):
        np.testing.assert_array_equal(got, rows)
    for wrong, orders in (
        ((i([2, 1]), i([1, 1])), None), ((i([1, 1]), i([2, 1])), None), (([1, 1, 0], [1, 2, 3]), None),
        ((np.float32([nan, nan]), i([2, 1])), None), ((np.float32([nan, 1]), i([1, 2])), None),
        ((days[[2, 2]], i([2, 1])), None), ((days[[2, 0]], i([1, 2])), None), ((i([1, 2]), i([1, 1])), ("greater", "less")),
        ((i([2, 1]), i([1, 2])), ("less", "a % 5 < b % 5")),
    ):  # fmt: skip
        for a, b, name in ((wrong, tuple(c[:0] for c in wrong), "a"), (tuple(c[:0] for c in wrong), wrong, "b")):
            with pytest.raises(ci.CheckError, match=f"^{name} is not sorted: row [12] belongs before row [01]$"):
                ci.join(a, b, assume_sorted=True, order=orders)
    ci.join((i([1, 1]), i([2, 1])), (i([1]), i([2])), assume_sorted=True, order=("less", "a % 2 < b % 2"))
    there = (put_there(i([2, 1])), put_there(i([1, 1])))
    ci.join(there, there, assume_sorted=True)  # device arrays are not checked


def test_where_and_when(queue, put_there):
    x = put_there(np.int32([3, 1, 2]))
    event = cl.enqueue_marker(queue)
    with ci.Recording(queue) as made:
        ci.sort(x, out=x)
    for wrong in (event, [1], 7, [x]):
        for call in (
            lambda w: ci.sort(x, wait_for=w), lambda w: made.run(wait_for=w), lambda w: ci.Pool("i4", 2).pack(wait_for=w),
        ):  # fmt: skip
            with pytest.raises(TypeError, match="wait_for must be a list of events"):
                call(wrong)
    ci.sort(x, wait_for=(event,))
    for wrong in (ci.default_context(), queue.context, "gpu"):
        with pytest.raises(TypeError, match="queue must be a pyopencl.CommandQueue, not"):
            ci.sort(x, queue=wrong)
    for wrong in (queue, queue.context, "gpu"):
        for array in (x, np.int32([3, 1, 2])):
            with pytest.raises(TypeError, match="context must be a clinterval.Context, not"):
                ci.sort(array, context=wrong)


def test_arrays_that_are_missing():
    x = np.int32([3, 1, 2])
    for call in (
        ci.sort, ci.scan_inclusive, ci.reduce, ci.copy, ci.unique, ci.run_lengths, ci.offsets_from_counts,
        lambda none: ci.merge(x[:1], none), lambda none: ci.join(x, none), lambda none: ci.searchsorted(none, x),
        lambda none: ci.histogram(none, 2), lambda none: ci.expand(none, [0], 3), lambda none: ci.segmented_reduce(x, none),
        lambda none: ci.top_k(none, 1), lambda none: ci.compact(none, "x > 0"), lambda none: ci.reduce_by_key(none, x),
        lambda none: ci.set_operation("union", x[:1], none), lambda none: ci.take(none, [0]),
    ):  # fmt: skip
        with pytest.raises(TypeError, match="but must be an array"):
            call(None)
    with pytest.raises(ValueError, match="pass both or neither"):
        ci.set_operation("union", x[:1], x[:1], x[:1])


def test_masks_are_no_indices(put_there):
    x, mask = np.int32([3, 1, 2]), np.array([True, False, True])
    for given in (mask, mask.tolist(), put_there(mask)):
        for call in (
            lambda m: ci.take(x, m), lambda m: ci.take_columns([x], m), lambda m: ci.take_structures(x, m),
            lambda m: ci.put(put_there(x), m, x), lambda m: ci.segmented_reduce(x, m),
        ):  # fmt: skip
            with pytest.raises(TypeError, match="has type bool.*compact"):
                call(given)
    np.testing.assert_array_equal(ci.compact(x, "mask[i]", mask=mask), x[mask])
    np.testing.assert_array_equal(ci.repeat(x, mask), np.repeat(x, mask))


def test_numbers_of_numpy_are_scalars(put_there):
    x, there = np.int32([3, 1, 2]), put_there(np.zeros(4, np.int32))
    for one in (np.int64(1), np.uint8(1), np.array(1)):
        assert isinstance(ci.take(x, one), np.int32) and ci.take(x, one) == 1
        np.testing.assert_array_equal(ci.repeat(x, one + 1), np.repeat(x, 2))
        np.testing.assert_array_equal(ci.insert(x, one, [7, 8]), np.insert(x, 1, [7, 8]))
        np.testing.assert_array_equal(ci.insert(x, [0, 2], one), np.insert(x, [0, 2], 1))
        np.testing.assert_array_equal(ci.delete(x, one), np.delete(x, 1))
        ci.put(there, [1, 2, 3], one)
        assert there.get().tolist() == [0, 1, 1, 1]
    assert ci.histogram([], 3, []).tolist() == [0, 0, 0]


def test_outputs_are_arrays_of_the_device(put_there):
    x = np.int32([3, 1, 2])
    for given in (x, put_there(x)):
        for out in (np.empty(3, np.int32), (put_there(x),), 7):
            for call in (ci.sort, ci.scan_inclusive, ci.reduce, ci.copy, ci.argsort):
                with pytest.raises(TypeError, match="must be a pyopencl array"):
                    call(given, out=out)


def test_fields_that_are_arrays():
    made = np.zeros(2, [("id", "i4"), ("x", "f4", (2,))])
    with pytest.raises(TypeError, match="'x' is an array"):
        ci.split_fields(made)
    with pytest.raises(TypeError, match="'x' is an array"):
        ci.join_fields({"id": [1, 2], "x": [1, 2]}, made.dtype)
    assert ci.split_fields(made, ["id"])["id"].tolist() == [0, 0]


def test_wrong_kinds_of_arguments_are_named(put_there):
    x = np.int32([3, 1, 2])
    there = put_there(x)
    for out in (np.empty(3, np.int32), [0, 0, 0], ci.generate("i", 3)):
        with pytest.raises(TypeError, match="pyopencl array, not"):
            ci.sort(there, out=out)
    for events in ([None], 5, there.events[0] if there.events else object()):
        with pytest.raises(TypeError, match="wait_for must be a list of events"):
            ci.sort(there, wait_for=events)
    for call in (ci.compact, ci.partition):
        with pytest.raises(TypeError, match="of x and i in OpenCL C, not ndarray"):
            call(x, x > 1)
    for wrong in ({1, 2}, None, "abc"):
        with pytest.raises(TypeError, match=rf"keys is a scalar \({type(wrong).__name__}\)"):
            ci.sort(wrong)
    for call in (ci.copy, ci.reduce, ci.scan_inclusive):
        with pytest.raises(TypeError, match="None"):
            call(None)


def test_arrays_of_two_contexts_are_refused_in_words():
    queue = ci.default_context().queue
    other = cl.CommandQueue(cl.Context([queue.device]))
    x = np.int32([1, 2, 3])
    for call in (lambda a, b: ci.merge(a, b), lambda a, b: ci.sort(a, out=b), lambda a, b: ci.sort(a, queue=b.queue)):
        with pytest.raises(ci.Error, match="belongs to another"):
            call(cla.to_device(queue, x), cla.to_device(other, x))
    with pytest.raises(ci.Error, match="an array, or an event of wait_for, belongs to another OpenCL context"):
        ci.sort(x, queue=queue, wait_for=[cl.UserEvent(other.context)])
