# SPDX-License-Identifier: Apache-2.0
"""Conversions of lists, scalars, dimensions, subclasses, texts and numbers next to arrays."""

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest
from clinterval._arguments import built_in_order, op_at, order_at, text_at
from clinterval._conversions import (
    converted,
    flat,
    index_type,
    outputs_given,
    sequence_of_arrays,
    sum_type,
    whole_number,
)
from clinterval._native import CheckError


@pytest.mark.parametrize(
    "value, dtype, expected",
    [
        ([1.0, 2.0], "int32", [1, 2]),
        ([1, 2], "float32", [1, 2]),
        ((0.1, 1e-3), "float32", np.float32([0.1, 1e-3])),
        (5, "uint8", 5),
        ([], "int16", []),
        ([True, False], "int64", [1, 0]),
        ([1, 0, 1.0], "bool", [True, False, True]),
        ([2**64 - 1], "uint64", [2**64 - 1]),
        (["2020-01-02"], "datetime64[D]", np.array(["2020-01-02"], "M8[D]")),
        ([(1, 0.5)], [("id", "i4"), ("x", "f4")], np.array([(1, 0.5)], [("id", "i4"), ("x", "f4")])),
    ],
)
def test_lists_by_value(value, dtype, expected):
    made = converted(value, dtype, "x")
    assert made.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(made, expected)


@pytest.mark.parametrize(
    "value, dtype",
    [
        ([1.5, 2.5], "int32"),
        ([300], "uint8"),
        ([-1], "uint32"),
        ([2**53 + 1], "float64"),
        ([16777217], "float32"),
        ([16777217.0], "float32"),
        ([1e300], "float32"),
        ([float("nan")], "int32"),
        ([2, 0], "bool"),
        ([1j], "float64"),
        (["a"], "int32"),
        ("abc", "int32"),
        ({"a": 1}, "int32"),
        ([[1], [1, 2]], "int32"),
        ([object()], "int32"),
        ([(1.5, 0.5)], [("id", "i4"), ("x", "f4")]),
        ([1, 2], [("id", "i4"), ("x", "f4")]),
        ([np.datetime64("2020-01-01T00:00:01")], "datetime64[D]"),
    ],
)
def test_no_list_loses_anything(value, dtype):
    with pytest.raises(TypeError, match="^needles"):
        converted(value, dtype, "needles")


def test_what_has_a_type_is_not_converted(put_there):
    for value in (np.int32([1]), put_there(np.int32([1])), np.float32(2), None, ci.generate("i", 3)):
        assert converted(value, "uint8", "x") is value


def test_types_of_indices_and_sums():
    assert index_type(2**31 - 1) == np.int32 and index_type(2**31) == np.int64
    for dtype in "?bBhHiIlLfd":
        expected = np.add.reduce(np.ones(2, dtype)).dtype
        assert sum_type(dtype) == expected


def test_lists_beside_arrays(queue, put_there):
    for a in (np.int32([1, 2, 3]), put_there(np.int32([1, 2, 3]))):
        with pytest.raises(TypeError, match="int32"):
            ci.merge(a, [1.5, 2.5])
        made = ci.merge([0.0, 9.0], a)
        assert np.asarray(made.get() if isinstance(made, cla.Array) else made).tolist() == [0, 1, 2, 3, 9]
    if queue.device.double_fp_config:
        assert ci.merge([0.5, 1], [2]).dtype == np.float64
    assert ci.merge(np.int8([1]), []).dtype == np.int8
    with pytest.raises(TypeError, match="int32.*float64|float64.*int32"):
        ci.merge(np.int32([1]), np.float64([2]))


def test_dimensions_are_not_dropped(queue, put_there):
    square = np.arange(4, dtype=np.int32).reshape(2, 2)
    on_device = put_there(np.arange(4, dtype=np.int32)).reshape(2, 2)
    for x in (square, np.asfortranarray(square), [[1, 2], [3, 4]], on_device, square[:, :1]):
        for call in (
            ci.scan_inclusive,
            ci.reduce,
            lambda x: ci.compact(x, "x > 0"),
            lambda x: ci.merge(x, x),
        ):
            with pytest.raises(TypeError, match=r"2 dimensions.*ravel"):
                call(x)
    with pytest.raises(TypeError, match="dimensions"):
        ci.transform(4, "x[i] = 0;", x=on_device)
    with pytest.raises(TypeError, match="dimensions"):
        ci.scan_inclusive(on_device.ravel(), out=on_device)
    with pytest.raises(TypeError, match="Fortran"):
        flat(np.asfortranarray(square), "x")
    zero = cla.empty(queue, (), np.int32)
    assert ci.reduce(np.int32([1, 2]), out=zero, queue=queue) is not None


def test_subclasses_are_refused():
    x = np.arange(4, dtype=np.int32)

    class Quantity(np.ndarray):
        pass

    for array, match in (
        (np.ma.masked_array(x, [1, 0, 0, 1]), "MaskedArray.*filled"),
        (np.asarray([1, 2]).view(np.matrix), "matrix.*ravel"),
        (x.view(Quantity), "Quantity.*asarray"),
        (x.astype(object), "objects"),
        ([1, None], "objects"),
    ):
        for call in (ci.scan_inclusive, ci.reduce, lambda x: ci.merge(x, np.int32([1]))):
            with pytest.raises(TypeError, match=match):
                call(array)
    assert ci.reduce(x.view(np.recarray)) == 6
    pandas = pytest.importorskip("pandas")
    for series in (pandas.Series([1, None], dtype="Int64"), pandas.array([True, None], dtype="boolean")):
        with pytest.raises(TypeError, match="missing values"):
            ci.copy(series)
    assert ci.merge(pandas.Series([1, 3], dtype="Int64"), [2]).tolist() == [1, 2, 3]


def test_sequences_are_no_arrays(put_there):
    row, u = put_there(np.int32([0, 1])), put_there(np.float32([1, 2]))
    for wrong in (row, np.int32([1]), "ab", b"ab", {"a": u}, 5, None, ci.generate("i", 3), [1, 2]):
        with pytest.raises(TypeError, match="^columns"):
            sequence_of_arrays(wrong, "columns")
    assert sequence_of_arrays([row, u], "columns") == (row, u)
    with pytest.raises(TypeError, match="out must be a tuple of 2"):
        outputs_given(row, 2)
    assert outputs_given(None, 2) == (None, None) and outputs_given([row, None], 2) == (row, None)


def test_texts():
    for wrong, error in (("x > 1\0", ValueError), (b"x", TypeError), (5, TypeError), ("", ValueError), ("\ud800", ValueError)):
        with pytest.raises(error, match="(?i)an expression"):
            text_at[wrong]
        with pytest.raises(error, match="expression"):
            ci.generate(wrong, 3)
    with pytest.raises(ValueError, match="NUL"):
        ci.compact(np.int32([1]), "x > 0\0 && false")


def test_names_of_orders_and_operators():
    for spelled in ("a<b", "a < b", " b>a ", "b\t>\na"):
        assert order_at[spelled] == order_at["less"] and built_in_order(spelled) == "less"
    assert order_at["b<a"] == order_at["greater"] and built_in_order(None) == "less" and built_in_order("a.x < b.x") is None
    for spelled, name in (("a+b", "add"), ("b * a", "mul"), ("min( a,b )", "min"), ("max(b, a)", "max"), ("a^b", "xor")):
        assert op_at[spelled] == op_at[name]
    assert op_at["a"] and op_at["b"]
    for wrong in ("desc", "ascending", "a"):
        with pytest.raises(ValueError, match="'less', 'greater'"):
            order_at[wrong]
    with pytest.raises(ValueError, match="'add'.*'xor'"):
        op_at["plus"]
    for wrong in (b"less", 1, ("a < b",)):
        with pytest.raises(TypeError):
            order_at[wrong]


def test_numbers():
    for wrong in (3.5, "3", None, True):
        with pytest.raises(TypeError, match="^k is"):
            whole_number(wrong, "k")
    for wrong in (-1, 2**63, 2**70):
        with pytest.raises(ValueError, match="^k is"):
            whole_number(wrong, "k")
    assert whole_number(np.uint8(3), "k") == 3
    for wrong in (3.5, -1, 2**70, b"3"):
        with pytest.raises((TypeError, ValueError), match="^count is"):
            ci.generate("i", wrong)
        with pytest.raises((TypeError, ValueError), match="^count is"):
            ci.constant(1, wrong)
    for value in (2.5, np.float64(2.5), 2**40):
        with pytest.raises(TypeError, match="^value"):
            ci.constant(value, 3, "int32")
    assert ci.constant(np.float64(2), 3, "int32").value == 2
    assert ci.constant(0, 3, [("id", "i4"), ("x", "f4")]).value["x"] == 0
    with pytest.raises(TypeError, match="slices"):
        ci.generate("i", 3)[0]
    with pytest.raises(TypeError, match="no bytes"):
        ci.generate("i", 3, np.dtype([]))


def test_expressions_without_a_type():
    x = np.int32([1, 2, 3])
    assert ci.copy(ci.generate("x[i] * 2", 3, x=x)).tolist() == [2, 4, 6]
    assert ci.copy(ci.generate("i + 1", 3)).dtype == np.int64
    for text in ("x[i] * 0.5f", "0.5f * i", "sqrt((float)i)"):
        with pytest.raises(TypeError, match="dtype"):
            ci.copy(ci.generate(text, 3, x=x))
    assert ci.copy(ci.generate("x[i] * 0.5f", 3, "float32", x=x)).tolist() == [0.5, 1, 1.5]
    with pytest.raises(ci.Error, match="y"):
        ci.copy(ci.generate("y[i] * 2", 3, x=x))


def test_released_memory_is_refused(put_there):
    for used_before in (False, True):
        x = put_there(np.int32([3, 1, 2]))
        if used_before:
            ci.reduce(x).get()
        x.base_data.release()
        with pytest.raises(ValueError, match="released"):
            ci.reduce(x)
    y = ci.copy(put_there(np.int32([3, 1, 2])))
    y.get()
    y.base_data.release()
    with pytest.raises(ValueError, match="released"):
        ci.reduce(y)


def test_no_memory(queue):
    with pytest.raises(MemoryError, match="at most"):
        ci.copy(ci.generate("i", 1 << 50))


def test_preconditions_of_arrays_on_the_host():
    with pytest.raises(CheckError, match=r"b\[2\]"):
        ci._call.begin((), None, None, None).check_sorted("a<b", a=np.int32([1, 1, 2]), b=[1, 3, 2])
    call = ci._call.begin((), None, None, None)
    call.check_sorted("greater", a=np.float32([3, 1, np.nan]))
    call.check_sorted(None, a=np.array(["2020", "2021", "NaT"], "M8[Y]"))
    with pytest.raises(ci.Error, match="belongs before"):
        call.check_sorted(None, a=np.array(["NaT", "2021"], "M8[Y]"))
    call.check_runs(None, [1, 4, 2, 3, 0], [0, 2, 4])
    with pytest.raises(ValueError, match=r"keys\[3\]"):
        call.check_runs(None, [1, 4, 2, 1, 0], [0, 2, 4])
    call.check_offsets([1, 1, 4], 4)
    for wrong in ([0, 2, 1], [-1, 2], [0, 5]):
        with pytest.raises(ValueError, match="offsets"):
            call.check_offsets(wrong, 4)
    with pytest.raises(ValueError, match="begin with 0"):
        call.check_offsets([1, 2], 4, from_zero=True)
    call.check_indices([3, 0, -1], 4, missing=True)
    for wrong in ([4], [-1]):
        with pytest.raises(ValueError, match="below 4"):
            call.check_indices(wrong, 4)
    with pytest.raises(ValueError, match="descend"):
        call.check_indices([1, 0], 4, ascending=True)
    with pytest.raises(ValueError, match="ascend"):
        call.check_indices([1, 1], 4, strictly=True)
    with pytest.raises(ValueError, match="negative"):
        call.check_counts([1, -1])
    call.check_ranges([3, 0], [0, 2], 5, 6)
    with pytest.raises(ValueError, match=r"begins\[0\]"):
        call.check_ranges([5, 0], [0, 2], 5, 6)
    plain = call.context
    call.check_sorted("(a & 7) < (b & 7)", a=np.int32([1, 2]))
    assert call.context is not plain and call.context.is_checked
