# SPDX-License-Identifier: Apache-2.0
"""Calls that look right and are not: they raise an error that says what to do, and write nothing."""

import inspect

import clinterval as ci
import numpy as np
import pyopencl.array as cla
import pytest
from clinterval._arguments import check_names


def test_names_of_parameters_in_expressions(queue, put_there):
    x, c = put_there(np.int32([3, 1, 4])), cla.zeros(queue, 1, np.int32)
    c.fill(7)
    for call in (
        lambda: ci.compact(x, "x > count", count=c),
        lambda: ci.compact(x, "x > count[0]", count=c),
        lambda: ci.compact(x, "x > out[i]", out=x),
        lambda: ci.partition(x, "x > count", count=c),
        lambda: ci.compact(x, "x > queue", queue=queue),
        lambda: ci.generate("i * count", count=3),
        lambda: ci.transform(3, "y[i] = length[0];", length=c, y=x),
        lambda: ci.transform(3, "y[i] = n + f(n);", y=x),
        lambda: ci.transform_load_balance([0, 1], 3, "y[i] = offsets[segment];", y=x),
        lambda: ci.transform_load_balance([0, 1], 3, "return count;"),
    ):
        with pytest.raises(ValueError, match="is a parameter of .* pass the value by another name"):
            call()
    assert c.get().tolist() == [7] and x.get().tolist() == [3, 1, 4]


def test_names_of_parameters_that_are_no_values(put_there):
    x = put_there(np.int32([3, 1, 4]))
    records = np.array([(3,), (1,)], [("count", "i4")])
    assert ci.compact(records, "x.count > 2").tolist() == [(3,)]
    assert ci.compact(np.int32([3, 1]), "count(x)", source="int count(int a) { return a > 2; }").tolist() == [3]
    assert ci.reduce(ci.generate("queue[i]", 2, "int32", queue=np.int32([3, 1]))) == 4
    assert ci.compact(np.int32([3, 1]), "x > LIMIT", source="#define LIMIT 2").tolist() == [3]
    ci.transform(3, "int n = 2, count = 1; /* out */ y[i] = n + count; // most", y=x)
    ci.transform(3, "for (int length = 0; length < 2; ++length) y[i] += length;", y=x)
    for body in (
        r"""if (i > 9) printf("n %d\n", y[i]); // "length" """,
        "y[i] = 'n';",
        "\n#define sum(n) (n + 7)\ny[i] = sum(4);\n",
        "enum { length = 4, n }; y[i] = n + length;",
        "struct { int n; } length = {1}; y[i] = length . n;",
        "int (n) = 4; y[i] = n;",
    ):
        check_names("transform", "body", body, None, "n", "length")
    check_names("generate", "expression", "({ long count = i; count * 2; })", None, "count")
    check_names("compact", "keep", "x. count > 'out'", None, "count", "out")
    for body in ("y[i] = '0' + n;", "y[i] = \"'\"[0] + length;", "/* int n; */ y[i] = n;"):
        with pytest.raises(ValueError, match="is a parameter of"):
            check_names("transform", "body", body, None, "n", "length")
    assert x.get().tolist() == [4, 4, 4]


def test_histogram_with_a_short_output(queue):
    out = cla.zeros(queue, 3, np.int32)
    with pytest.raises(ValueError, match="out has 3 elements, but must have at least count, 4"):
        ci.histogram([0, 1, 3, 3], 4, out=out)
    assert not out.get().any()


@pytest.mark.parametrize("starts", [[1, 3], np.int32([1, 3]), np.uint8([2])])
def test_merge_runs_begin_with_0(starts):
    with pytest.raises(ci.CheckError, match="starts must begin with 0"):
        ci.merge_runs(np.int32([1, 4, 2, 3]), starts)


def test_expressions_as_numpy_arrays(put_there):
    x = ci.generate("3 * i", 4)
    np.testing.assert_array_equal(np.asarray(x), [0, 3, 6, 9])
    assert np.asarray(x, np.float32).dtype == np.float32 and np.sum(x) == 18
    assert (len(x), x.shape, np.ndim(x), bool(x[:0])) == (4, (4,), 1, True)
    with pytest.raises(ValueError, match="without a copy"):
        x.__array__(copy=False)
    with pytest.raises(TypeError, match=r"call copy\(x\).get\(\)"):
        np.asarray(ci.generate("x[i]", 2, "int32", x=put_there(np.int32([1, 2]))))
    with pytest.raises(TypeError, match="x is Expression, but must be a pyopencl array"):
        ci.transform(2, "y[i] = x[i];", x=x, y=put_there(np.int32([1, 2])))


def test_counted_arrays_have_a_signature(queue, put_there):
    x, length = put_there(np.int32([3, 1, 4])), put_there(np.int32([2]))
    assert list(inspect.signature(ci.Counted).parameters) == ["array", "length"]
    made = ci.Counted(x, length)
    assert type(made) is ci.Counted and made.length is length and made.base_data is x.base_data
    assert ci.sort(made).get()[:2].tolist() == [1, 3]
    assert type(made.with_queue(queue)) is ci.Counted and type(made * 2) is type(made.copy()) is cla.Array
    with pytest.raises(TypeError, match="array must be a pyopencl array"):
        ci.Counted(np.int32([3]), length)
    with pytest.raises(TypeError, match="not Expression"):
        ci.Counted(ci.generate("i", 3), length)


def test_indices_of_take(put_there):
    x = np.int32([10, 20, 30])
    for there in (x, put_there(x)):
        for indices in ([0, -1], np.int64([3]), -1, 3, np.uint8([200]), [2**40]):
            with pytest.raises(IndexError, match=r"indices\[[01]\] is .*, but must be at least 0 and below 3"):
                ci.take(there, indices)
    assert ci.take(x, [0, -1, 5], fill=0).tolist() == [10, 0, 0]
    assert ci.take(x, -1, fill=7) == 7
    assert ci.take(put_there(x), put_there(np.int32([0, -1, 5]))).get().tolist() == [10, 0, 0]  # on the device: zero
    context = ci.Context(put_there(x).context, checked=True)
    with pytest.raises(ci.CheckError, match="^take: .* of x, which has 3 elements"):
        ci.take(put_there(x), put_there(np.int32([0, 5])), context=context)


def test_indices_of_put(put_there):
    x = put_there(np.int32([10, 20, 30]))
    for indices in ([3], [0, -2]):
        with pytest.raises(IndexError, match="must be at least -1 and below 3"):
            ci.put(x, indices, [7] * len(indices))
    ci.put(x, [-1, 2], [7, 8])
    assert x.get().tolist() == [10, 20, 8]


def test_insert_needs_as_many_indices_as_elements():
    with pytest.raises(ValueError, match="there are 3 indices, but 2 elements of a"):
        ci.insert(np.int32([1, 2, 3]), [0, 1, 2], np.int32([7, 8]))


def test_arguments_of_wrong_types(queue):
    x, records = np.int32([3, 1, 4]), np.zeros(2, [("a", "i4")])
    for call, message in (
        (lambda: ci.sort(records, order=["a"]), "an order must be a string or an Order, not list: for fields, write"),
        (lambda: ci.merge(x[:1], x[:1], order=["a"]), "an order must be a string or an Order, not list: for fields, write"),
        (lambda: ci.set_operation(x, x, "union"), "kind is ndarray, but must be one of 'intersection'"),
        (lambda: ci.searchsorted(x[:1], x, side=0), "side is int, but must be one of 'left', 'right'"),
        (lambda: ci.compact(x, "x > limit", limit=None), "limit is NoneType, but must be an array, a number"),
        (lambda: ci.compact(x, "x > limit", limit="2"), "limit is str, but must be an array, a number"),
        (lambda: ci.sort(["a", "b"]), "a type of strings, which are not supported: pass integer codes"),
        (lambda: ci.join([x, x], [x, x]), "a is a list of arrays, but keys of several columns must be a tuple"),
        (lambda: ci.transform(3, ["y[i] = 1;"], y=x), "body must be a string of OpenCL C, not list"),
        (lambda: ci.Recording(3), "queue must be a pyopencl.CommandQueue, not int"),
    ):
        with pytest.raises(TypeError, match=message):
            call()
    with pytest.raises(ci.Error, match="^scan_exclusive: op has no identity, which is required"):
        ci.scan_exclusive(x, "a - b")


@pytest.mark.parametrize("assume_sorted", [True, False])
def test_join_makes_outputs_that_are_none(queue, assume_sorted):
    keys, rows = np.int32([1, 2, 2]), cla.zeros(queue, 8, np.int32)
    for out in ((None, rows), (rows, None), (None, None)):
        left, right = ci.join(keys, keys, out=out, assume_sorted=assume_sorted)
        left, right = (one if isinstance(one, np.ndarray) else one.get() for one in (left, right))
        assert left.tolist() == [0, 1, 1, 2, 2] and right.tolist() == [0, 1, 2, 1, 2]
    with pytest.raises(ci.Error, match="an array of out has 4 elements, but the result has 5 rows"):
        ci.join(keys, keys, out=(None, rows[:4]), assume_sorted=assume_sorted)


def test_a_total_on_the_device_is_an_argument_on_the_device(queue):
    total = cla.zeros(queue, 1, np.int64)
    assert isinstance(ci.scan_exclusive([1, 2], total=total), cla.Array) and total.get()[0] == 3
