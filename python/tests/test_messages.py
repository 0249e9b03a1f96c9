# SPDX-License-Identifier: Apache-2.0
"""Messages name the functions, parameters and types of the package, not those of the library."""

import ast
import re
from pathlib import Path

import clinterval as ci
import numpy as np
import pyopencl.array as cla
import pytest
from clinterval._messages import PARAMETERS, names_of

ROOT = Path(__file__).parents[2]


def arrays_of_operations():
    """The names of the arrays of each operation in host/operations.def."""
    text = re.sub(r"/\*.*?\*/", "", (ROOT / "host" / "operations.def").read_text(), flags=re.S)
    parts = re.split(r"^[A-Z]+\((?=\w+,)", text, flags=re.M)[1:]
    return {part.partition(",")[0]: re.findall(r"\b(?:ARRAY|LEFT_OUT)\((\w+)", part) for part in parts}


def functions():
    """The public functions and the operations that they name."""
    for path in sorted((ROOT / "python" / "clinterval").glob("_*.py")):
        for item in ast.parse(path.read_text()).body:
            if isinstance(item, ast.FunctionDef) and item.name in ci.__all__:
                named = {n.attr for n in ast.walk(item) if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "ops"}
                yield item.name, [a.arg for a in item.args.args + item.args.kwonlyargs], sorted(named)


INTERNAL = {  # parameters of a step of the call, which writes the call's own arrays
    ("argsort", "segmented_sort_pairs"), ("sort", "segmented_sort_keys"), ("sort", "segmented_sort_pairs"),
    ("unique", "gather"), ("unique", "sort_indices"), ("unique", "unique"), ("argsort", "copy"),
    ("segmented_sort", "segmented_sort_keys_by_flags"), ("group_by", "group_by"),
}  # fmt: skip


@pytest.mark.parametrize("function, parameters, operations", list(functions()))
def test_each_parameter_has_a_name_in_python(function, parameters, operations):
    arrays = arrays_of_operations()
    for operation in operations:
        for name in arrays[operation] if (function, operation) not in INTERNAL else ():
            found = names_of(function).get(name, name)
            assert re.sub(r"\[\d\]", "", found) in parameters, f"{operation}: {name}"


def test_functions_of_the_table():
    assert set(PARAMETERS) <= set(ci.__all__)


def test_messages(queue, put_there):
    x, short = put_there(np.arange(5, dtype=np.int32)), cla.zeros(queue, 2, np.int32)
    floats, points = cla.zeros(queue, 5, np.float32), np.zeros(3, [("a", "i4"), ("b", "i4")])
    for call, message in (
        (lambda: ci.sort(x, out=short), "sort: out has 2 elements, but 5 are needed"),
        (lambda: ci.sort(ci.counted(x, floats)),
         "sort: the length of an input has type float32, but must have type int32, uint32, int64 or uint64"),
        (lambda: ci.scan_inclusive(x, out=short), "scan_inclusive: out has 2 elements, but 5 are needed"),
        (lambda: ci.reduce(x, out=x), "reduce: out overlaps x"),
        (lambda: ci.reduce_by_key(x, x, out=(short, short)), "reduce_by_key: out[0] overlaps out[1]"),
        (lambda: ci.reduce_by_key(x, out=x), "reduce_by_key: out overlaps keys"),
        (lambda: ci.merge(x, x, x, x, out=(short, short)), "merge: out[0] has 2 elements, but 10 are needed"),
        (lambda: ci.top_k(x, 3, out=(None, short)), "top_k: out[1] has 2 elements, but 3 are needed"),
        (lambda: ci.put(x, [0], floats), "put: values has type float32 (4 bytes), but x has type int32 (4 bytes)"),
        (lambda: ci.insert(x, [1], [9], out=short), "insert: out has 2 elements, but 6 are needed"),
        (lambda: ci.move_ranges(x, [0], [0], [0], 2, floats),
         "move_ranges: x has type int32 (4 bytes), but out has type float32 (4 bytes)"),
        (lambda: ci.transform(3, "y[i] = 1;", y=x, length=floats),
         "transform: length has type float32, but must have type int32, uint32, int64 or uint64"),
        (lambda: ci.split_fields(points, out={"b": short}), "split_fields: the field 'b' has 2 elements, but 3 are needed"),
        (lambda: ci.offsets_from_counts(put_there(np.int32([2**30] * 4)), dtype="int32"),
         "offsets_from_counts: the sum of counts is 4294967296, which does not fit int32"),
        (lambda: ci.sort_rows([]), "sort_rows: the number of columns is 0, but must be at least 1"),
        (lambda: ci.Pool("int32", 2).alloc(5), "Pool.alloc: n is 5, but only 2 slots are free"),
        (lambda: ci.Counter(4).read(out=short), "Counter.read: out has 2 elements, but 4 are needed"),
    ):  # fmt: skip
        with pytest.raises(ci.Error) as failure:
            call()
        assert str(failure.value) == message


def test_texts_of_the_user_are_kept(put_there):
    x = put_there(np.arange(5, dtype=np.int32))
    with pytest.raises(ci.Error, match=r"(?s)^compact: .*keep, line 1: input\[i\] > output"):
        ci.compact(x, "input[i] > output")
