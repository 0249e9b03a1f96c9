# SPDX-License-Identifier: Apache-2.0
"""Structures, bool and dates as element types."""

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest
from clinterval._types import element_type, member_names
from clinterval._types import struct as named


def kept(x, keep, **arrays):
    return ci.compact(x, keep, **arrays)


def test_titles_and_fields_out_of_order():
    titled = np.array([(1, 2.5), (2, 0.5)], [(("the number", "id"), "i4"), (("x in m", "x"), "f4")])
    assert kept(titled, "x.x > 1")["id"].tolist() == [1]
    rec = np.array([(1, 2, 3.5), (4, 5, 6.5)], [("a", "i4"), ("b", "i4"), ("c", "f4")])
    made = kept(rec[["c", "a"]], "x.a > 1 && x.c > 6")
    assert made.dtype == rec[["c", "a"]].dtype and made["a"].tolist() == [4] and made["c"].tolist() == [6.5]
    assert ci.split_fields(rec[["c", "a"]])["a"].tolist() == [1, 4]


def test_structures_that_share_one(put_there):
    inner = np.dtype([("u", "i4"), ("v", "f4")])
    a = put_there(np.array([((1, 2), 3)], [("in", inner), ("n", "i4")]))
    b = put_there(np.array([(5, (7, 8))], [("n", "i2"), ("in", inner)]))
    c = put_there(np.array([(9, 1)], inner))
    out = put_there(np.zeros(1, np.float32))
    ci.transform(1, "out[i] = a[i].in.u + b[i].in.v + c[i].u;", a=a, b=b, c=c, out=out)
    assert out.get()[0] == 1 + 8 + 9


@pytest.mark.parametrize(
    "field, member",
    [("kernel", "kernel_"), ("global", "global_"), ("half", "half_"), ("int", "int_"), ("cliv_pad0", "cliv_pad0_"),
     ("NT", "NT_"), ("__x", "__x_"), ("INFINITY", "INFINITY_"), ("float4", "float4"), ("size", "size"), ("min", "min")],
)
def test_reserved_names_of_fields(field, member):
    dtype = np.dtype({"names": [field, "other"], "formats": ["i1", "i4"], "offsets": [1, 4], "itemsize": 12})
    x = np.zeros(2, dtype)
    x[field] = [3, 5]
    assert member_names(dtype)[field] == member
    assert kept(x, f"x.{member} > 4")[field].tolist() == [5]


def test_what_no_structure_can_be():
    assert member_names(np.dtype([("int", "i4"), ("int_", "i4")])) == {"int": "int__", "int_": "int_"}
    overlapping = np.dtype({"names": ["a", "b"], "formats": ["i4", "i4"], "offsets": [0, 2]})
    for dtype, match in (
        (np.dtype([]), "without bytes|no bytes"),
        (overlapping, "'a' and 'b'.*overlap"),
        (np.dtype([("a b", "i4")]), "'a b'"),
        (np.dtype([("größe", "i4")]), "'größe'"),
        (np.dtype([("text", "S5")]), "'text'"),
        (np.dtype([("n", ">i4")]), "'n'.*byte order"),
        (np.dtype([("o", [("p", "f2")])]), "'o'.*'p'"),
    ):
        with pytest.raises(TypeError, match=match):
            element_type(dtype)


def test_names_of_structures():
    fields = [("low", "f4"), ("high", "f4"), ("tag_of_test_types", "i4")]
    before = np.array([(0, 2, 0), (1, 5, 1)], fields)
    nested = np.array([(before[0],), (before[1],)], [("inside", before.dtype)])
    ways = "int wide(box_of_tests b) { return b.high - b.low > 3; }"
    kept(before, "x.low > 0")  # the structure has no name
    kept(nested, "x.inside.low > 0")
    box = named("box_of_tests", fields)
    assert box == before.dtype and named("box_of_tests", box) == box
    assert kept(before, "wide(x)", source=ways)["tag_of_test_types"].tolist() == [1]
    assert kept(nested, "wide(x.inside)", source=ways)["inside"]["low"].tolist() == [1]
    for name in ("int", "kernel", "float4", "cliv_x", "a b", ""):
        with pytest.raises(ValueError, match="name is"):
            named(name, [("z", "i4")])
    with pytest.raises(ValueError, match="another structure"):
        named("box_of_tests", [("z", "i4")])
    with pytest.raises(TypeError, match="structure"):
        named("number", "i4")


def test_structures_have_no_built_in_order(put_there):
    points = np.array([(2, 1), (1, 2)], [("x", "f4"), ("y", "i4")])
    calls = (lambda **k: ci.sort(points, **k), lambda **k: ci.argsort(put_there(points), **k),
             lambda **k: ci.run_lengths(points, **k))  # fmt: skip
    for call in calls:
        call(order="a.x < b.x")
        for order in (None, "less", "greater"):
            with pytest.raises(TypeError, match=r"fields x, y have no built-in order.*order=\"a\.x < b\.x\""):
                call(order=order)


def test_stores_to_bool(queue, put_there):
    x = np.float64([256, 0.5, 0, -1, 1e-300]) if queue.device.double_fp_config else np.float32([256, 0.5, 0, -1, 1e-30])
    expected = [True, True, False, True, True]
    for given in (x, put_there(x)):
        made = ci.copy(given, bool)
        made = made if isinstance(made, np.ndarray) else made.get()
        assert made.dtype == np.bool_ and made.tolist() == expected and made.view(np.uint8).max() == 1
    if queue.device.double_fp_config:
        assert ci.copy([256, 0.5], bool).tolist() == [True, True]
    made = ci.copy(ci.generate("i * 128", 4, bool))
    assert made.view(np.uint8).tolist() == [0, 1, 1, 1]
    assert ci.copy(ci.generate("i * 0.25f", 3, bool)).view(np.uint8).tolist() == [0, 1, 1]
    assert ci.copy(ci.constant(7, 2, "int32"), bool).view(np.uint8).tolist() == [1, 1]


def test_bodies_store_to_bool(put_there):
    x, flags = put_there(np.int32([256, 0, 3, -1])), put_there(np.zeros(4, bool))
    ci.transform(4, "flags[i] = x[i];", x=x, flags=flags)
    assert flags.get().view(np.uint8).tolist() == [1, 0, 1, 1]
    flags = put_there(np.zeros(4, bool))
    ci.transform(6, "cliv_put(flags, i, cliv_at(x, i));", x=x, flags=flags)
    assert flags.get().view(np.uint8).tolist() == [1, 0, 1, 1]
    assert ci.compact(np.arange(4), "mask[i]", mask=np.bool_([1, 0, 0, 1])).tolist() == [0, 3]
    assert ci.compact(np.bool_([1, 0, 1]), "x").tolist() == [True, True]


def test_folds_of_bool():
    call = ci._call.begin((), None, None, None)
    flags = np.bool_([1] * 256 + [0])
    for op, expected in (("add", True), ("mul", False), ("min", False), ("max", True), ("and", False), ("or", True), ("xor", False)):
        out = call.new(1, bool)
        x = call.take(flags)
        call.run(ci._call.ops.reduce, call.read(x), call.write(out), call.op(op, np.bool_))
        assert out.get().view(np.uint8)[0] == expected, op
    assert call.op("a * 10 + b", np.bool_) != call.op("a * 10 + b", np.int32)


def test_dates_have_nat_last():
    days = np.array(["2020-03-01", "NaT", "1960-01-01", "2019-05-05", "NaT"], "M8[D]")
    for x in (days, days - np.datetime64("2000-01-01")):
        call = ci._call.begin((), None, None, None)
        keys = call.take(x)
        call.run(ci._call.ops.sort_keys, call.write(keys), call.order(None, x.dtype))
        made = keys.get()
        assert made.dtype == x.dtype
        np.testing.assert_array_equal(made, np.sort(x))
        call.run(ci._call.ops.sort_keys, call.write(keys), call.order("greater", x.dtype))
        np.testing.assert_array_equal(keys.get()[:3], np.sort(x)[:3][::-1])


def test_folds_of_dates():
    call = ci._call.begin((), None, None, None)
    spans = np.array([5, -3, 7], "m8[s]")
    for x in (spans, np.array([5, "NaT", 7], "m8[s]")):
        for op in ("add", "min", "max"):
            out = call.new(1, x.dtype)
            call.run(ci._call.ops.reduce, call.read(call.take(x)), call.write(out), call.op(op, x.dtype))
            expected = {"add": x.sum, "min": x.min, "max": x.max}[op]()
            np.testing.assert_array_equal(out.get()[0], expected)
    for op, dtype in (("add", "M8[s]"), ("mul", "m8[s]"), ("xor", "M8[D]")):
        with pytest.raises(TypeError, match=op):
            call.op(op, dtype)


def test_units_are_not_mixed():
    days, seconds = np.array(["2020-01-01"], "M8[D]"), np.array(["2020-01-01"], "M8[s]")
    with pytest.raises(TypeError, match="astype"):
        ci.merge(days, seconds)
    with pytest.raises(TypeError, match="astype"):
        ci.copy(days, "M8[s]")
    with pytest.raises(TypeError, match="astype"):
        ci.copy(days, "float32")
    assert ci.copy(days, "int64")[0] == days.view("int64")[0] and ci.copy(days.view("int64"), "M8[D]")[0] == days[0]
    for arrays in ({"limit": seconds[0]}, {"at": seconds}):
        with pytest.raises(TypeError, match="astype"):
            ci._call.begin((), None, None, None).named(arrays, days)
    assert ci.compact(days, "x > limit", limit=np.datetime64("2019-01-01", "D")).tolist() == days.tolist()
    assert ci.merge(days, days[:0])[0] == days[0]


def test_results_of_structures_show_no_old_memory(queue):
    dtype = np.dtype({"names": ["a", "b"], "formats": ["i4", "i4"], "offsets": [0, 8], "itemsize": 16})
    for _ in range(3):
        dirty = cla.empty(queue, 4 * 1000, np.int32)
        dirty.fill(-1)
        del dirty
        made = ci.join_fields({"a": np.arange(1000, dtype=np.int32)}, dtype)
        assert not made["b"].any() and not made.view(np.int32).reshape(-1, 4)[:, 1:].any()
        points = np.ones(3, [("id", "i4"), ("x", "f4")])
        there = cla.to_device(queue, points)
        made = ci.take_structures(there, cla.to_device(queue, np.int32([0, 7, -1] * 300))).get()
        assert made["id"].tolist() == [1, 0, 0] * 300
    with pytest.raises(ci.Error, match="indices"):
        ci.take_structures(points, [0, 7])
    with pytest.raises(TypeError, match="id"):
        ci.join_fields({"id": [1.5], "x": [0.5]}, points.dtype)
