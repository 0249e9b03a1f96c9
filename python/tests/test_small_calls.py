# SPDX-License-Identifier: Apache-2.0
"""Methods that only small calls or only GPUs use give the same results as the general methods."""

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest


@pytest.fixture
def as_gpu(queue, monkeypatch):
    """The package treats the device as a GPU."""
    place = ci.copy(cla.zeros(queue, 1, np.int32))._clinterval_ran[1]
    monkeypatch.setattr(place, "is_cpu", False)


@pytest.mark.parametrize("dtype", ["i1", "u4", "i8", "f4", "f8", "?"])
@pytest.mark.parametrize("order", [None, "greater", "b < a", "a % 7 < b % 7"])
def test_sorts_of_few_keys(as_gpu, queue, put_there, rng, dtype, order):
    if dtype[0] == "f" and order and "%" in order:
        pytest.skip("floats have no remainder")
    if dtype == "f8" and not queue.device.double_fp_config:
        pytest.skip("the device has no doubles")
    for n in (0, 1, 5, 1000, 4096, 4097):
        x = rng.integers(-100, 100, n).astype(dtype)
        if dtype[0] == "f":
            x[rng.integers(0, n, n // 20)] = np.nan
            x[rng.integers(0, n, n // 20)] = -0.0
        expected = ci.sort(x, order=order)  # by another method, because the array is on the host
        there = put_there(x)
        made = ci.sort(there, order=order)
        assert made.get().tobytes() == expected.tobytes()
        assert there.get().tobytes() == x.tobytes()


@pytest.mark.parametrize("side", ["left", "right"])
def test_searches_on_a_gpu(as_gpu, queue, put_there, rng, side):
    for n, m in ((0, 3), (5, 0), (1, 1), (300, 1000)):
        b, a = np.sort(rng.integers(0, 100, n).astype(np.int32)), rng.integers(-1, 102, m).astype(np.int32)
        found = ci.searchsorted(put_there(b), put_there(a), side)
        assert found.dtype == np.int32 and np.array_equal(found.get(), np.searchsorted(b, a, side))
        falling = b[::-1].copy()
        found = ci.searchsorted(put_there(falling), put_there(a), side, order="greater")
        assert np.array_equal(found.get(), n - np.searchsorted(b, a, "right" if side == "left" else "left"))


def test_searches_on_a_gpu_that_need_another_method(as_gpu, queue, put_there):
    b, a = np.int32([1, 3, 5]), np.int64([4, -(1 << 40), 5])
    assert ci.searchsorted(put_there(b), put_there(a)).get().tolist() == [2, 0, 2]
    length = put_there(np.uint32([2]))
    assert ci.searchsorted(ci.counted(put_there(b), length), put_there(np.int32([9, 2]))).get().tolist() == [2, 1]
    for _ in range(2):  # the memory of the first result has other elements than 0
        assert ci.searchsorted(put_there(b), ci.counted(put_there(np.int32([9, 2, 7])), length)).get().tolist() == [3, 1, 0]
        assert ci.searchsorted(put_there(b), put_there(np.int32([9, 9, 9]))).get().tolist() == [3, 3, 3]
    checked = ci.Context(queue.context, queue.device, checked=True)
    with pytest.raises(ci.CheckError):
        ci.searchsorted(put_there(b[::-1].copy()), put_there(b), context=checked)


def test_small_sorts_wait_for_an_iterator_of_events(queue, put_there):
    gate = cl.UserEvent(queue.context)
    made = ci.sort(put_there(np.int32([2, 1])), wait_for=iter([gate]))
    ended = made.events[0].command_execution_status
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert ended != cl.command_execution_status.COMPLETE and made.get().tolist() == [1, 2]
