# SPDX-License-Identifier: Apache-2.0
"""Arrays of other libraries, by DLPack and by host views."""

import gc
import os
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pyopencl.tools
import pytest
from clinterval import _interchange


@pytest.fixture
def separate(monkeypatch):
    """A device that does not share memory with the host."""
    monkeypatch.setattr(_interchange, "shares_memory", lambda device: False)


def address(array):
    return array.__array_interface__["data"][0]


def is_gone(ref, seconds=20):
    """Owners are dropped soon after the release of the memory, not immediately."""
    end = time.monotonic() + seconds
    while ref() is not None and time.monotonic() < end:
        gc.collect()
        time.sleep(0.01)
    return ref() is None


def resident():
    """The size of this process in memory, in bytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        pytest.skip("there is no /proc/self/statm")
    return pages * os.sysconf("SC_PAGESIZE")


TYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("first", [0, 1])
def test_from_dlpack_uses_the_memory(queue, shared, dtype, first):
    if dtype == "float64" and not queue.device.double_fp_config:
        pytest.skip("the device has no double")
    x = np.array([1, 0, 1, 1, 0], dtype)[first:]
    there = ci.from_dlpack(x, queue, copy=False)
    assert there.dtype == x.dtype and there.shape == x.shape and there.get().tolist() == x.tolist()
    ci.sort(there, out=there)
    ci.host_view(there)  # waits
    assert x.tolist() == sorted(x.tolist())  # written in place


def test_from_dlpack_of_the_default_queue(mapped):
    assert ci.from_dlpack(np.int32([2, 1])).queue == ci.default_context().queue


def test_from_dlpack_keeps_dates_structures_and_shapes(queue, shared):
    dates = np.array(["2020-01-02", "2020-01-01"], "M8[s]")
    assert ci.sort(ci.from_dlpack(dates, queue)).get().tolist() == sorted(dates.tolist())
    pairs = np.array([(1, 2.0), (3, 4.0)], [("a", "i4"), ("b", "f4")])
    assert ci.from_dlpack(pairs, queue).get().tolist() == pairs.tolist()
    assert ci.from_dlpack(np.float32([[1, 2], [3, 4]]), queue, copy=False).shape == (2, 2)


@pytest.mark.parametrize("shape", [(0,), (0, 3)])
def test_from_dlpack_of_empty_arrays(queue, mapped, shape):
    there = ci.from_dlpack(np.zeros(shape, np.int32), queue)
    assert there.shape == shape and there.get().shape == shape
    assert ci.host_view(there).shape == shape


def test_from_dlpack_copies_what_is_not_contiguous_or_not_aligned(queue, shared):
    strided = np.arange(10, dtype=np.int32)[::2]
    assert ci.from_dlpack(strided, queue).get().tolist() == [0, 2, 4, 6, 8]
    with pytest.raises(ValueError, match="copy is False, but a copy is needed: the array is not contiguous"):
        ci.from_dlpack(strided, queue, copy=False)
    unaligned = np.zeros(9, np.uint8)[1:].view(np.int64)
    assert ci.from_dlpack(unaligned, queue).get().tolist() == [0]
    with pytest.raises(ValueError, match="the address of the array is not a multiple of 8"):
        ci.from_dlpack(unaligned, queue, copy=False)


def test_from_dlpack_copies_on_request(queue, mapped):
    x = np.int32([3, 1, 2])
    there = ci.from_dlpack(x, queue, copy=True)
    ci.sort(there, out=there)
    assert there.get().tolist() == [1, 2, 3] and x.tolist() == [3, 1, 2]


def test_calls_do_not_write_read_only_arrays(queue, shared):
    x = np.int32([3, 1, 2])
    x.flags.writeable = False
    there = ci.from_dlpack(x, queue, copy=False)
    assert ci.sort(there).get().tolist() == [1, 2, 3]
    with pytest.raises(ci.Error, match="CL_MEM_READ_ONLY"):
        ci.sort(there, out=there)
    assert ci.host_view(there).tolist() == [3, 1, 2]
    with pytest.raises(ValueError, match=r"array is in read-only memory, .* pass array.copy\(\)"):
        ci.host_view(there, writable=True)


def test_from_dlpack_of_pyarrow(queue, shared):
    pa = pytest.importorskip("pyarrow")
    array = pa.array([3, 1, 2], pa.int32())
    assert ci.sort(ci.from_dlpack(array, queue)).get().tolist() == [1, 2, 3]


def test_wrong_arguments(queue, put_there):
    with pytest.raises(TypeError, match="x must be an array with __dlpack__, not list"):
        ci.from_dlpack([1, 2], queue)
    with pytest.raises(TypeError, match="needs no conversion"):
        ci.from_dlpack(put_there(np.int32([1])), queue)
    with pytest.raises(TypeError, match="queue must be"):
        ci.from_dlpack(np.int32([1]), queue.context)
    with pytest.raises(TypeError, match="complex"):
        ci.from_dlpack(np.complex64([1]), queue, copy=True)
    with pytest.raises(TypeError, match="x is a MaskedArray, which is not supported"):
        ci.from_dlpack(np.ma.masked_array([1, 2], [True, False]), queue, copy=True)
    with pytest.raises(TypeError, match="array must be a pyopencl array, not ndarray"):
        ci.host_view(np.int32([1]))


def test_other_devices(queue, put_there, separate):
    x = np.int32([3, 1, 2])
    with pytest.raises(ValueError, match=r"does not share memory with the host: call pyopencl.array.to_device\("):
        ci.from_dlpack(x, queue)
    assert ci.from_dlpack(x, queue, copy=True).get().tolist() == [3, 1, 2]
    with pytest.raises(ValueError, match=r"does not share memory with the host: call array.get\(\)"):
        ci.host_view(put_there(x))


def test_memory_lives_until_the_device_array_is_gone(queue, shared):
    x = np.arange(1000, dtype=np.int32)
    ref = weakref.ref(x)
    there = ci.from_dlpack(x, queue)
    del x
    gc.collect()
    assert ref() is not None
    part = there[10:20]
    del there
    gc.collect()
    assert part.get().tolist() == list(range(10, 20))
    del part
    assert is_gone(ref)


def test_memory_lives_until_the_work_has_ended(queue, shared):
    x = np.arange(1000, dtype=np.int32)
    ref = weakref.ref(x)
    there = ci.from_dlpack(x, queue)
    other = cla.empty(queue, 1000, np.int32)
    gate = cl.UserEvent(queue.context)
    ci.copy(there, out=other, wait_for=[gate])
    queue.flush()
    del x, there
    gc.collect()
    time.sleep(0.05)
    alive = ref() is not None
    gate.set_status(cl.command_execution_status.COMPLETE)
    queue.finish()
    assert alive and other.get().tolist() == list(range(1000))
    del other
    assert is_gone(ref)


def test_a_released_buffer_releases_the_memory(queue, shared):
    x = np.arange(1000, dtype=np.int32)
    ref = weakref.ref(x)
    there = ci.from_dlpack(x, queue)
    del x
    there.base_data.release()
    with pytest.raises(ValueError, match="has been released"):
        ci.host_view(there)
    del there
    assert is_gone(ref)


def test_releases_in_other_threads_do_not_wait_for_this_thread(queue, shared):
    """This thread holds Python's lock while the destruction of the queue waits for the work."""
    refs = []
    for _ in range(100):
        x = np.arange(10000, dtype=np.int32)
        refs.append(weakref.ref(x))
        own = cl.CommandQueue(queue.context, queue.device)
        there = ci.from_dlpack(x, own)
        there += 1
        del x, there, own
    assert all(is_gone(ref) for ref in refs)


def test_imports_in_threads(queue, shared):
    wrong = []

    def work():
        own = cl.CommandQueue(queue.context, queue.device)
        for k in range(50):
            found = int(ci.reduce(ci.from_dlpack(np.full(1000, k, np.int32), own)).get()[0])
            if found != 1000 * k:
                wrong.append((k, found))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_host_view_is_the_memory(queue, mapped, put_there):
    there = put_there(np.arange(6, dtype=np.int32))
    view = ci.host_view(there)
    assert view.tolist() == list(range(6)) and view.dtype == np.int32 and not view.flags.writeable
    assert np.from_dlpack(view).ctypes.data == view.ctypes.data
    del view
    with_write = np.from_dlpack(ci.host_view(there, writable=True))
    with_write[0] = 50
    del with_write
    assert ci.sort(there).get().tolist() == [1, 2, 3, 4, 5, 50]


def test_host_view_of_an_import_is_the_source(queue, shared):
    x = np.arange(6, dtype=np.int32)
    assert ci.host_view(ci.from_dlpack(x, queue)).ctypes.data == x.ctypes.data


def test_host_view_waits_for_the_work(queue, mapped, rng):
    x = rng.integers(0, 1 << 30, 300000).astype(np.int32)
    for _ in range(3):
        there = ci.sort(cla.to_device(queue, x))
        assert (ci.host_view(there) == np.sort(x)).all()


def test_writable_view_waits_for_readers_in_other_queues(queue, mapped, put_there):
    other = cl.CommandQueue(queue.context, queue.device)
    there = put_there(np.zeros(1 << 20, np.int32))
    copies = [ci.copy(there, queue=other) for _ in range(8)]
    ci.host_view(there, writable=True)[:] = 1
    assert not any(copy.get(other).any() for copy in copies)
    assert int(ci.reduce(there).get()[0]) == 1 << 20


def test_host_view_of_slices_structures_and_dates(queue, mapped, put_there):
    there = put_there(np.arange(10, dtype=np.int16))
    assert ci.host_view(there[3:6]).tolist() == [3, 4, 5]
    with pytest.raises(ValueError, match="must be contiguous"):
        ci.host_view(there[::2])
    pairs = np.array([(1, 2.0), (3, 4.0)], [("a", "i4"), ("b", "f4")])
    assert ci.host_view(put_there(pairs)).tolist() == pairs.tolist()
    assert ci.host_view(there.with_queue(None)).tolist() == list(range(10))
    dates = np.array(["2020-01-02", "NaT"], "M8[s]")
    assert np.isnat(ci.host_view(put_there(dates))).tolist() == [False, True]
    assert ci.host_view(put_there(np.ones((2, 3), np.int8))).shape == (2, 3)


def test_host_view_of_pooled_memory(queue, mapped):
    pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
    there = cla.empty(queue, 1000, np.int32, allocator=pool)
    ci.copy(ci.generate("i", 1000), out=there)
    view = ci.host_view(there)[1:]
    del there
    others = [cla.zeros(queue, 1000, np.int32, allocator=pool) for _ in range(3)]
    queue.finish()
    assert view.tolist() == list(range(1, 1000)) and not any(other.get().any() for other in others)


def test_host_view_of_a_device_side_length(queue, put_there):
    count = put_there(np.int32([2]))
    with pytest.raises(ValueError, match="length on the device"):
        ci.host_view(ci.counted(put_there(np.int32([1, 2, 3])), count))


def test_host_view_keeps_the_device_array(queue, mapped, put_there):
    there = put_there(np.arange(1000, dtype=np.int32))
    ref = weakref.ref(there)
    consumer = np.from_dlpack(ci.host_view(there))[5:]
    del there
    gc.collect()
    assert ref() is not None and consumer[0] == 5
    del consumer
    assert is_gone(ref)


AT_EXIT = """
import clinterval as ci, numpy as np, pyopencl as cl, pyopencl.array as cla
queue = ci.default_context().queue
here = ci.from_dlpack(np.arange(1 << 20, dtype=np.int32))
view = np.from_dlpack(ci.host_view(here))
capsules = ci.to_arrow({"a": here, "b": (here, view)}).__arrow_c_array__()
column = ci.from_arrow(ci.to_arrow(here, view))
try:
    import pyarrow
    batch = pyarrow.record_batch(ci.to_arrow({"a": here, "b": (here, view)}))
    column = ci.from_arrow(batch)
except ImportError:
    pass
sorted_once = [ci.sort(ci.from_dlpack(np.arange(1 << 20, dtype=np.int32))) for _ in range(4)]
print("end")
"""


def test_the_process_ends_with_work_and_views(mapped):
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", AT_EXIT], capture_output=True, text=True, timeout=100)
        assert run.returncode == 0 and run.stdout == "end\n" and "Exception" not in run.stderr, run.stderr


def test_no_memory_is_lost(queue, mapped):
    def round_trip():
        x = np.full(1 << 18, 1, np.int32)  # 1 MiB
        there = ci.from_dlpack(x, queue)
        assert np.from_dlpack(ci.host_view(there))[-1] == 1
        assert ci.host_view(ci.copy(there))[0] == 1

    for _ in range(50):
        round_trip()
    before = resident()
    for _ in range(1000):
        round_trip()
    assert resident() - before < 100 << 20  # of 2 GiB in all


@pytest.mark.parametrize("writable", [False, True])
def test_host_view_waits_for_other_queues(queue, mapped, put_there, writable):
    """A view waits for writes in other queues; a writable view also waits for reads."""
    other, gate, made = cl.CommandQueue(queue.context, queue.device), cl.UserEvent(queue.context), []
    there = ci.sort(put_there(np.int32([2, 1])))
    if writable:
        result = ci.copy(there, queue=other, wait_for=[gate])
    else:
        result = ci.copy(np.int32([7, 8]), out=there, queue=other, wait_for=[gate])
    thread = threading.Thread(target=lambda: made.append(ci.host_view(there, writable=writable)))
    thread.start()
    time.sleep(0.1)
    early = list(made)
    gate.set_status(cl.command_execution_status.COMPLETE)
    thread.join()
    assert not early
    assert made[0].tolist() == ([1, 2] if writable else [7, 8])
    assert result.get(other).tolist() == made[0].tolist()


def test_views_in_a_forked_process(queue, mapped, put_there, monkeypatch):
    there = put_there(np.int32([2, 1]))
    view = ci.host_view(there)
    owner = view
    while not isinstance(owner, _interchange._Mapped):
        owner = owner.owner if hasattr(owner, "owner") else owner.base
    mapped_memory = owner.map
    count = sys.getrefcount(mapped_memory)
    with monkeypatch.context() as forked:
        forked.setattr(_interchange.Process, "forked", True)
        owner.__del__()
    assert sys.getrefcount(mapped_memory) == count + 1 and not there.events
