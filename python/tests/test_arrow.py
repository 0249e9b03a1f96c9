# SPDX-License-Identifier: Apache-2.0
"""Arrow arrays and tables in and out, with pyarrow, nanoarrow and Polars. Missing packages skip their tests."""

import ctypes
import gc
import re
import weakref
from pathlib import Path

import clinterval as ci
import numpy as np
import pytest
from clinterval import _arrow, _interchange
from test_interchange import is_gone, resident

try:
    import pyarrow as pa
except ImportError:
    pa = None

needs_pyarrow = pytest.mark.skipif(pa is None, reason="pyarrow is not installed")
NUMBERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"]


def listed(column):
    """The elements of a column, with None for null elements."""
    values = column.values.get().tolist()
    if column.valid is None:
        return values
    return [value if valid else None for value, valid in zip(values, column.valid.get().tolist(), strict=True)]


def memory(array):
    return ci.host_view(array).ctypes.data


# ---- in


@needs_pyarrow
@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(queue, name):
    if name == "float64" and not queue.device.double_fp_config:
        pytest.skip("the device has no double")
    dtype = np.dtype(name)
    array = pa.array(np.array([3, 1, 2], dtype))
    column = ci.from_arrow(array, queue)
    assert column.valid is None and column.values.dtype == dtype
    assert ci.sort(column.values).get().tolist() == [1, 2, 3]
    with_null = ci.from_arrow(pa.array([3, None, 2], array.type), queue)
    assert listed(with_null) == [3, None, 2] and with_null.valid.dtype == bool


@needs_pyarrow
@pytest.mark.parametrize("name", ["int64", "float32"])
def test_numbers_are_not_copied(queue, shared, name):
    array = pa.array(np.array([3, 1, 2], name))
    column = ci.from_arrow(array, queue)
    assert memory(column.values) == array.buffers()[1].address
    part = ci.from_arrow(array[1:], queue)
    assert memory(part.values) == array.buffers()[1].address + np.dtype(name).itemsize
    with pytest.raises(ci.Error, match="CL_MEM_READ_ONLY"):  # Arrow arrays are constant
        ci.sort(column.values, out=column.values)


@needs_pyarrow
@pytest.mark.parametrize("kind", ["bool_", "int16", "float64"])
def test_slices(queue, kind):
    """Offsets of values and of the bits of masks."""
    values = [None if k % 3 == 0 else k % 2 for k in range(70)]
    array = pa.array(values, pa.int8()).cast(getattr(pa, kind)())
    for first, last in [(0, 70), (1, 70), (7, 9), (8, 16), (9, 9), (13, 64), (64, 70), (69, 70), (1, 3)]:
        assert listed(ci.from_arrow(array[first:last], queue)) == values[first:last]


@needs_pyarrow
@pytest.mark.parametrize("kind", ["bool_", "int8", "int32", "float64", "date32"])
def test_empty_arrays(queue, kind):
    array = pa.array([], getattr(pa, kind)())
    slice_of_one = pa.array([1], pa.int32()).cast(array.type)[1:]
    for x in (array, pa.chunked_array([], array.type), pa.chunked_array([array, array]), slice_of_one):
        column = ci.from_arrow(x, queue)
        assert column.values.size == 0 and column.valid is None
        assert column.values.dtype == ci.from_arrow(pa.array([None], array.type), queue).values.dtype


@needs_pyarrow
def test_masks_without_nulls(queue):
    """A mask may have no null, or none in the slice."""
    array = pa.array([None, 1, 2, 3])
    assert ci.from_arrow(array[1:], queue).valid is None
    full = pa.Array.from_buffers(pa.int32(), 2, [pa.py_buffer(b"\3"), pa.py_buffer(np.int32([5, 6]))], -1)
    assert ci.from_arrow(full, queue).valid is None


@needs_pyarrow
@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_dates(queue, unit):
    stamps = pa.array([5, None, 7], pa.timestamp(unit))
    column = ci.from_arrow(stamps, queue)
    assert column.values.dtype == f"M8[{unit}]" and column.valid.get().tolist() == [True, False, True]
    assert column.values.get().astype(np.int64)[[0, 2]].tolist() == [5, 7]
    assert ci.from_arrow(pa.array([5], pa.timestamp(unit, "Europe/Paris")), queue).values.dtype == f"M8[{unit}]"
    spans = ci.from_arrow(pa.array([5, 6], pa.duration(unit)), queue)
    assert spans.values.dtype == f"m8[{unit}]" and spans.values.get().astype(np.int64).tolist() == [5, 6]


@needs_pyarrow
def test_days(queue):
    days = ci.from_arrow(pa.array([1, None, -3], pa.date32())[1:], queue)
    assert days.values.dtype == "M8[D]" and days.values.get()[1] == np.datetime64(-3, "D")
    assert ci.from_arrow(pa.array([86400000], pa.date64()), queue).values.dtype == "M8[ms]"


def a_table():
    return pa.table({"key": pa.array([2, 1, 2], pa.int32()), "price": [1.5, None, 2.5], "sold": [True, False, None]})


@needs_pyarrow
def test_tables(queue):
    table = a_table()
    for x in (table, table.to_batches()[0], table.to_batches()[0].to_struct_array()):
        columns = ci.from_arrow(x, queue)
        assert list(columns) == ["key", "price", "sold"]
        assert {name: listed(column) for name, column in columns.items()} == table.to_pydict()
        part = ci.from_arrow(x.slice(1, 2), queue)
        assert {name: listed(column) for name, column in part.items()} == table.slice(1, 2).to_pydict()
    assert ci.from_arrow(pa.table({}), queue) == {}
    nothing = ci.from_arrow(table.slice(3), queue)
    assert {name: listed(column) for name, column in nothing.items()} == {"key": [], "price": [], "sold": []}


@needs_pyarrow
def test_several_chunks(queue):
    table = pa.concat_tables([a_table(), a_table().slice(0, 1), a_table().slice(0, 0), a_table().slice(1)])
    assert table["key"].num_chunks > 1
    columns = ci.from_arrow(table, queue)
    assert {name: listed(column) for name, column in columns.items()} == table.to_pydict()
    assert listed(ci.from_arrow(table["price"], queue)) == table["price"].to_pylist()


@needs_pyarrow
def test_types_without_support(queue):
    for array, message in [
        (pa.array(["a"]), "x has type string, which is not supported: leave the column out, or encode it"),
        (pa.array(["a"], pa.large_string()), "large_string"),
        (pa.array([b"a"]), "binary"),
        (pa.array([b"a"], pa.binary(1)), "fixed_size_binary"),
        (pa.array(["a"]).dictionary_encode(), "x has type dictionary, which is not supported: pass its indices"),
        (pa.array([[1]]), "list, which is not supported: pass its values and its offsets"),
        (pa.array([None]), "null"),
        (pa.array([np.float16(1)]), "half_float, which is not supported: convert it to float32"),
        (pa.array([1], pa.decimal128(5)), "decimal"),
        (pa.array([1], pa.time32("s")), "time of day"),
        (pa.table({"a": [1], "b": ["x"]}), "the column 'b' has type string"),
        (pa.table({"a": [{"b": 1}]}), "the column 'a' has type struct, which is not supported: pass its fields"),
    ]:
        with pytest.raises(TypeError, match=message):
            ci.from_arrow(array, queue)
    with pytest.raises(TypeError, match="x must be an Arrow array .*, not list"):
        ci.from_arrow([1], queue)
    with pytest.raises(ValueError, match="several columns with the name 'a'"):
        ci.from_arrow(pa.table([[1], [2]], ["a", "a"]), queue)
    with pytest.raises(ValueError, match="null as a whole"):
        ci.from_arrow(pa.array([{"a": 1}, None]), queue)
    indices = pa.array(["b", None, "b"]).dictionary_encode().indices
    assert listed(ci.from_arrow(indices, queue)) == [0, None, 0]


@needs_pyarrow
def test_a_stream_that_fails(queue):
    def batches():
        yield a_table().to_batches()[0]
        raise ValueError("the disk is full")

    with pytest.raises(RuntimeError, match="the disk is full"):
        ci.from_arrow(pa.RecordBatchReader.from_batches(a_table().schema, batches()), queue)


@needs_pyarrow
def test_other_devices_get_copies(queue, monkeypatch):
    monkeypatch.setattr(_interchange, "shares_memory", lambda device: False)
    monkeypatch.setattr(_arrow, "shares_memory", lambda device: False)
    table = a_table()
    columns = ci.from_arrow(table, queue)
    assert {name: listed(column) for name, column in columns.items()} == table.to_pydict()
    ci.sort(columns["key"].values, out=columns["key"].values)  # a copy can be written
    assert table["key"].to_pylist() == [2, 1, 2]
    assert pa.record_batch(ci.to_arrow(columns)).column("key").to_pylist() == [1, 2, 2]


# ---- out


@needs_pyarrow
@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_out(queue, put_there, name):
    there = put_there(np.array([3, 1, 2], name))
    array = pa.array(ci.to_arrow(there))
    array.validate(full=True)
    assert str(array.type).replace("float", "float32").replace("double", "float64") == name
    assert array.to_pylist() == [3, 1, 2] and array.null_count == 0
    masked = pa.array(ci.to_arrow(there, put_there(np.array([True, False, True]))))
    masked.validate(full=True)
    assert masked.to_pylist() == [3, None, 2] and masked.null_count == 1


@needs_pyarrow
def test_numbers_out_are_not_copied(queue, mapped, put_there):
    there = put_there(np.arange(10, dtype=np.float32))
    address = memory(there)
    assert pa.array(ci.to_arrow(there)).buffers()[1].address == address
    assert pa.array(ci.to_arrow(there[3:])).buffers()[1].address == address + 12
    batch = pa.record_batch(ci.to_arrow({"a": there}))
    assert batch.column("a").buffers()[1].address == address


@needs_pyarrow
def test_other_types_out(queue, put_there):
    bits = np.arange(19) % 3 == 0
    assert pa.array(ci.to_arrow(put_there(bits))).to_pylist() == bits.tolist()
    for unit in ("s", "ms", "us", "ns"):
        stamps = np.array([5, "NaT", 7], f"M8[{unit}]")
        array = pa.array(ci.to_arrow(put_there(stamps), np.int8([1, 1, 0])))
        array.validate(full=True)
        assert array.type == pa.timestamp(unit) and array.null_count == 2
        assert array.cast(pa.int64()).to_pylist() == [5, None, None]
        spans = pa.array(ci.to_arrow(put_there(np.array([5, 6], f"m8[{unit}]"))))
        assert spans.type == pa.duration(unit) and spans.cast(pa.int64()).to_pylist() == [5, 6]
    days = pa.array(ci.to_arrow(put_there(np.array(["2020-01-01", "NaT"], "M8[D]"))))
    assert days.type == pa.date32() and str(days[0]) == "2020-01-01" and days.null_count == 1
    assert pa.array(ci.to_arrow(np.int32([1, 2]))).to_pylist() == [1, 2]  # results of calls with NumPy arrays
    for empty in (np.int32([]), np.array([], bool), np.array([], "M8[D]")):
        array = pa.array(ci.to_arrow(put_there(empty), put_there(np.array([], bool))))
        array.validate(full=True)
        assert len(array) == 0


@needs_pyarrow
def test_tables_out(queue, put_there):
    table = a_table()
    batch = pa.record_batch(ci.to_arrow(ci.from_arrow(table, queue)))
    batch.validate(full=True)
    assert batch.to_pydict() == table.to_pydict()
    assert pa.table(ci.to_arrow(ci.from_arrow(table, queue))).to_pydict() == table.to_pydict()
    keys = put_there(np.int32([1, 2]))
    mixed = pa.record_batch(ci.to_arrow({"k": keys, "v": (keys, np.array([True, False]))}))
    assert mixed.to_pydict() == {"k": [1, 2], "v": [1, None]}
    assert pa.record_batch(ci.to_arrow({})).num_columns == 0


def test_wrong_arguments_out(queue, put_there):
    x = put_there(np.int32([1, 2]))
    for arguments, message in [
        (([1, 2],), "data must be a pyopencl or NumPy array, not list"),
        ((np.complex64([1]),), "data has type complex64"),
        ((np.array([1], "M8[h]"),), "Arrow has the units s, ms, us and ns: convert it with x.astype()"),
        ((np.zeros(1, [("a", "i4")]),), "pass its fields as columns"),
        ((x, [True, False]), "the mask of data must be an array of bool or of integers"),
        ((x, np.float32([1, 1])), "the mask of data must be an array of bool or of integers"),
        (({"a": x}, np.array([1, 1])), "mask must be None if data is a dict"),
        (({1: x},), "must have a name"),
        ((put_there(np.ones((2, 2), np.int32)),), "2 dimensions"),
    ]:
        with pytest.raises(TypeError, match=message):
            ci.to_arrow(*arguments)
    with pytest.raises(ValueError, match="the mask of data has 1 elements, but the values have 2"):
        ci.to_arrow(x, np.array([True]))
    with pytest.raises(ValueError, match="different sizes: a 2, b 1"):
        ci.to_arrow({"a": x, "b": x[:1]})
    with pytest.raises(ValueError, match="do not fit"):
        ci.to_arrow(np.array([1 << 40], "M8[D]")).__arrow_c_array__()


def test_columns_as_arguments(queue, put_there):
    """A column is two arrays. A call with the pair raises an error at once, and names the parts."""
    x, mask = put_there(np.int32([3, 1])), np.array([True, False])
    for column in ci.from_arrow(ci.to_arrow(x, mask), queue), _arrow.Column(x, None):
        for call in (
            lambda: ci.sort(column),
            lambda: ci.reduce(column),
            lambda: ci.take(column, [0]),
            lambda: ci.take(x, column),
            lambda: ci.reduce_by_key(column, x),
            lambda: ci.join(column, column),
            lambda: ci.join(x, column),
            lambda: ci.sort_rows(column),
            lambda: ci.sort_rows([column]),
            lambda: ci.compact(x, "c[i]", c=column),
            lambda: ci.reduce(ci.generate("c[i]", 2, "int32", c=column)),
        ):
            with pytest.raises(TypeError, match=r"Column, .*: pass column\.values, and column\.valid"):
                call()
        assert ci.sort_rows([*column][: 1 if column.valid is None else 2]).size == 2


@needs_pyarrow
def test_the_strings_of_a_table(queue):
    """The way that python/README.md describes."""
    table = pa.table({"name": pa.chunked_array([["b", "a"], ["b", None]]), "x": [1, 2, 3, 4]})
    assert list(ci.from_arrow(table.drop_columns(["name"]), queue)) == ["x"]
    names = table["name"].combine_chunks().dictionary_encode()
    assert listed(ci.from_arrow(names.indices, queue)) == [0, 1, 0, None]
    assert names.dictionary.to_pylist() == ["b", "a"]


@needs_pyarrow
def test_the_table_of_nulls(queue):
    """In python/README.md, both expressions of a row have the same result."""
    from pyarrow import compute as pc

    section = (Path(__file__).parents[1] / "README.md").read_text().partition("\n## Nulls\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| .* \| `(ci\..*)` \| `(pc\..*)` \|$", section, re.M)
    assert len(rows) > 5
    array = pa.array([5, None, 3, 4, None, 1])
    values, valid = ci.from_arrow(array, queue)
    for text, expected in rows:
        found, wanted = eval(text, {"ci": ci, "x": values, "valid": valid}), eval(expected, {"pc": pc, "x": array})
        wanted = wanted.to_pylist() if isinstance(wanted, pa.Array) else [wanted.as_py()]
        assert found.get().tolist() == wanted, text


# ---- other libraries


def test_without_other_libraries(queue, put_there):
    values, valid = ci.from_arrow(ci.to_arrow(put_there(np.int32([1, 2])), np.array([False, True])), queue)
    assert values.get().tolist() == [1, 2] and valid.get().tolist() == [False, True]


def test_nanoarrow(queue, put_there):
    na = pytest.importorskip("nanoarrow")
    assert listed(ci.from_arrow(na.Array([1, None, 3], na.int32()), queue)) == [1, None, 3]
    assert listed(ci.from_arrow(na.c_array([1.5, None], na.float64()), queue)) == [1.5, None]
    assert listed(ci.from_arrow(na.Array.from_chunks([[1, None], [3]], na.int64()), queue)) == [1, None, 3]
    there = put_there(np.int32([1, 2]))
    array = na.c_array(ci.to_arrow(there, np.array([True, False]), name="x"))
    assert array.schema.name == "x" and array.null_count == 1 and na.Array(array).to_pylist() == [1, None]
    if queue.device.host_unified_memory:
        assert np.frombuffer(array.view().buffer(1), np.int32).ctypes.data == memory(there)


def test_polars(queue, put_there):
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"a": [1, None, 3], "b": [True, False, None], "c": [1.5, 2.5, None]})
    assert {name: listed(c) for name, c in ci.from_arrow(frame, queue).items()} == frame.to_dict(as_series=False)
    assert listed(ci.from_arrow(frame["a"], queue)) == [1, None, 3]
    back = pl.DataFrame(ci.to_arrow(ci.from_arrow(frame, queue)))
    assert back.equals(frame)
    series = pl.Series(ci.to_arrow(put_there(np.int32([1, 2])), np.array([True, False]), name="x"))
    assert series.name == "x" and series.to_list() == [1, None]


# ---- lifetimes


class Buffers:
    """An object with `__arrow_c_array__` that reports its release."""

    def __init__(self, values):
        self.released = 0
        self.values = values
        self.array = _arrow.ArrowArray()
        self.schema_release = _arrow.RELEASE(lambda address: setattr(_arrow.ArrowSchema.from_address(address), "release", None))
        schema_released = ctypes.cast(self.schema_release, ctypes.c_void_p).value
        self.schema = _arrow.ArrowSchema(b"i", b"", None, 0, 0, None, None, schema_released, None)
        self.pointers = (ctypes.c_void_p * 2)(None, values.ctypes.data)
        self.release = _arrow.RELEASE(self._release)
        released = ctypes.cast(self.release, ctypes.c_void_p).value
        self.array = _arrow.ArrowArray(
            values.size, 0, 0, 2, 0, ctypes.addressof(self.pointers), None, None, released, None
        )

    def _release(self, address):
        self.released += 1
        _arrow.ArrowArray.from_address(address).release = None

    def __arrow_c_array__(self, requested_schema=None):
        return _arrow._capsule(self.schema, "schema"), _arrow._capsule(self.array, "array")


def test_arrays_are_released_once_and_last(queue, shared):
    source = Buffers(np.arange(100, dtype=np.int32))
    column = ci.from_arrow(source, queue)
    gc.collect()
    part = column.values[50:]
    del column
    assert source.released == 0 and int(part.get()[0]) == 50
    del part
    assert is_gone(lambda: None if source.released else source)
    assert source.released == 1


def test_capsules_that_nobody_uses_release_their_content(queue, put_there):
    there = put_there(np.arange(10, dtype=np.int32))
    ref = weakref.ref(there)
    exported = ci.to_arrow({"a": there, "b": (there, np.ones(10, bool))})
    capsules = exported.__arrow_c_array__()
    del there, exported
    gc.collect()
    if queue.device.host_unified_memory:
        assert ref() is not None
    del capsules
    assert is_gone(ref)


class Stored:
    """An object that always returns the same capsules."""

    def __init__(self, x):
        kind = "stream" if hasattr(x, "__arrow_c_stream__") else "array"
        capsules = getattr(x, f"__arrow_c_{kind}__")()
        setattr(self, f"__arrow_c_{kind}__", lambda requested_schema=None: capsules)


def test_capsules_that_another_library_has_emptied(queue):
    array, table = Stored(pa.array([1, 2, 3])), Stored(pa.table({"x": [1, 2]}))
    for _ in range(2):
        assert ci.from_arrow(array).values.get().tolist() == [1, 2, 3]
    pa.array(array)
    pa.table(table)
    for x in (array, table):
        with pytest.raises(ValueError, match="is empty, because another library has taken its content"):
            ci.from_arrow(x)


def test_errors_of_the_consumer(queue, put_there):
    """Python deletes the capsules while an exception is active."""
    there = put_there(np.arange(10, dtype=np.int32))
    ref = weakref.ref(there)
    with pytest.raises(ZeroDivisionError):
        print(ci.to_arrow({"a": there}).__arrow_c_array__(), 1 // 0)
    del there
    assert is_gone(ref)


@needs_pyarrow
def test_columns_that_are_moved_out_of_a_table(queue, mapped, put_there):
    first, second = put_there(np.arange(10, dtype=np.int32)), put_there(np.arange(10, dtype=np.float32))
    refs = weakref.ref(first), weakref.ref(second)
    column = pa.record_batch(ci.to_arrow({"a": first, "b": second})).column("b")
    del first, second
    gc.collect()
    assert column.to_pylist() == list(range(10)) and refs[1]() is not None
    del column
    assert is_gone(refs[0]) and is_gone(refs[1])


@needs_pyarrow
def test_no_memory_is_lost(queue):
    pool = pa.default_memory_pool()

    def round_trip(k):
        table = pa.table({"a": np.full(1 << 17, k, np.int32), "b": pa.array(np.full(1 << 16, k) > 1).take(INDICES)})
        batch = pa.record_batch(ci.to_arrow(ci.from_arrow(table, queue)))
        assert batch.column("a")[-1].as_py() == k
        ci.from_arrow(pa.concat_tables([table, table]), queue)

    for k in range(50):
        round_trip(k)
    gc.collect()
    before, allocated = resident(), pool.bytes_allocated()
    for k in range(1000):
        round_trip(k)
    gc.collect()
    assert resident() - before < 100 << 20  # of 1.5 GiB in all
    assert pool.bytes_allocated() <= allocated + (1 << 20)


INDICES = np.arange(1 << 17) % (1 << 16)


def test_an_unknown_count_of_nulls(queue):
    """A null count of -1 means that the producer has not counted."""

    class Uncounted:
        def __arrow_c_array__(self, requested_schema=None):
            schema, array = ci.to_arrow(np.int32([5, 6, 7]), np.array([1, 0, 1])).__arrow_c_array__()
            _arrow.ArrowArray.from_address(_arrow._pointer_in(array, b"arrow_array")).null_count = -1
            return schema, array

    assert listed(ci.from_arrow(Uncounted(), queue)) == [5, None, 7]
