# SPDX-License-Identifier: Apache-2.0
"""Numbers that are arguments, types of indices, preconditions of arrays on the host, and what new arrays show."""

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


def test_preconditions_of_host_arrays():
    down, up, x = np.int32([3, 1, 2]), np.int32([1, 2, 3]), np.arange(10, dtype=np.int32)
    for call in (
        lambda: ci.merge(up, down), lambda: ci.searchsorted(down, up), lambda: ci.sorted_search(up, down),
        lambda: ci.count_equal(down, up), lambda: ci.join(up, down, assume_sorted=True), lambda: ci.join_as_of(up, down),
        lambda: ci.set_operation("union", down, up), lambda: ci.merge(up, up, order="greater"),
        lambda: ci.merge_runs(x[::-1].copy(), [0, 5]), lambda: ci.merge_partitions(down, up, 2),
        lambda: ci.insert(x, [3, 1], [5, 6]), lambda: ci.insert(x, [11], [5]), lambda: ci.insert(x, [-1], [5]),
        lambda: ci.delete(x, [3, 1]), lambda: ci.delete(x, [3, 3]), lambda: ci.delete(x, [10]),
        lambda: ci.segmented_reduce(x, [5, 3]), lambda: ci.segmented_scan_inclusive(x, [0, 11]),
        lambda: ci.segmented_sort(x, [5, 3]), lambda: ci.segmented_top_k(x, [0, 99], 2), lambda: ci.expand(x, [0, -1], 5),
        lambda: ci.load_balance_search([0, 6], 5), lambda: ci.gather_ranges(x, [0, 0], [2, 1], 5),
        lambda: ci.repeat(x[:2], [1, -1]), lambda: ci.offsets_from_counts([1, -1]),
    ):  # fmt: skip
        with pytest.raises((ValueError, ci.Error)) as told:
            call()
        assert not isinstance(told.value, ci.Error) or told.value.name == "CLIV_CHECK_FAILED"
    assert ci.join(up, down)[1].tolist() == [1, 2, 0]


@pytest.fixture
def poisoned(monkeypatch):
    """New arrays have 77 in each byte, unless they are zeroed."""
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


def test_wrong_kinds_of_arguments_are_named(put_there):
    x = np.int32([3, 1, 2])
    there = put_there(x)
    for out in (np.empty(3, np.int32), [0, 0, 0], ci.generate("i", 3)):
        with pytest.raises(TypeError, match="pyopencl array, not"):
            ci.sort(there, out=out)
    for events in ([None], 5, there.events[0] if there.events else object()):
        with pytest.raises(TypeError, match="wait_for is a list or tuple of pyopencl events"):
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
