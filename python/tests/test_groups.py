# SPDX-License-Identifier: Apache-2.0
"""Group-by, compared with NumPy."""

import numpy as np
import pytest
from pyopencl.array import to_device

import clinterval as ci


def folds(keys, values):
    """The distinct keys, and the values of each key in the order of the rows."""
    distinct, inverse = np.unique(keys, return_inverse=True)
    return distinct, [values[inverse == k] for k in range(len(distinct))], inverse


@pytest.mark.parametrize("distinct", [1, 7, 300, 100000])
@pytest.mark.parametrize("dtype", ["int8", "uint32", "int64", "float32"])
def test_as_numpy(dtype, distinct):
    random = np.random.default_rng(distinct)
    keys = random.integers(0, min(distinct, 100 if dtype == "int8" else distinct), 3000).astype(dtype)
    values = random.integers(-50, 50, 3000).astype(np.int32)
    unique, of_groups, inverse = folds(keys, values)
    found = ci.group_by(
        keys, first_rows=True, groups=True, sum=values, mean=values, min=values, max=values, first=values, last=values,
        count=True, product=(values % 3 + 1, "mul"), odd=(values, ci.Op("a | b")),
    )  # fmt: skip
    assert found.keys.dtype == keys.dtype and (found.keys == unique).all()
    assert (found.first_rows == np.unique(keys, return_index=True)[1]).all()
    assert (found.groups == inverse).all()
    assert found.sum.dtype == np.int64 and found.mean.dtype == np.float64
    for name, function in {
        "sum": np.sum, "mean": np.mean, "min": np.min, "max": np.max, "count": len, "first": lambda x: x[0],
        "last": lambda x: x[-1], "odd": np.bitwise_or.reduce,
    }.items():  # fmt: skip
        assert (getattr(found, name) == [function(x) for x in of_groups]).all(), name
    assert found._fields[:3] == ("keys", "first_rows", "groups")


def test_columns():
    a, b = np.int32([2, 1, 2, 1, 2]), np.array([1.5, np.nan, -0.0, np.nan, 0.0])
    found = ci.group_by((a, b), count=True)
    assert (found.keys[0] == [1, 2, 2]).all() and np.isnan(found.keys[1][0]) and (found.keys[1][1:] == [0, 1.5]).all()
    assert (found.count == [2, 2, 1]).all()


def test_dates():
    dates = np.array(["2020-01-02", "NaT", "2019-01-01", "NaT"], "datetime64[D]")
    found = ci.group_by(dates, count=True)
    assert (found.keys[:2] == np.array(["2019-01-01", "2020-01-02"], "datetime64[D]")).all() and np.isnat(found.keys[2])
    assert (found.count == [1, 1, 2]).all()


def test_on_the_device():
    queue = ci.default_context().queue
    keys = to_device(queue, np.int32([5, 5, 1]))
    found = ci.group_by(keys, mean=to_device(queue, np.float32([1, 2, 3])), n=(ci.generate("i", 3), "max"))
    assert (found.keys.get() == [1, 5]).all() and (found.mean.get() == np.float32([3, 1.5])).all()
    assert (found.n.get() == [2, 1]).all()


def test_counts():
    found = ci.group_by([2, 1, 2], count=np.float32([1, np.nan, 2]), n=(np.bool_([0, 0, 1]), "count"), m=(True, "count"))
    assert found.count.tolist() == found.n.tolist() == found.m.tolist() == [1, 2]


def test_no_rows():
    found = ci.group_by(np.int32([]), sum=np.float32([]), count=True)
    assert found.keys.size == found.sum.size == found.count.size == 0


def test_messages_name_the_aggregate(monkeypatch):
    keys, values = np.int32([1, 2, 3]), np.int32([1, 2, 3])
    monkeypatch.setattr("clinterval._groups.result_type", lambda kind, op: np.dtype([("a", "i4"), ("b", "i4")]))
    with pytest.raises(ci.Error, match="group_by: .*the result of smallest"):
        ci.group_by(keys, count=True, mean=values, smallest=(values, "first"))


def test_refused():
    keys, values = np.int32([1, 2, 3]), np.int32([1, 2, 3])
    with pytest.raises(TypeError, match="total must be a tuple of a column and an operator"):
        ci.group_by(keys, total=values)
    with pytest.raises(TypeError, match="count is int, but must be True, or a column of values"):
        ci.group_by(keys, count=1)
    with pytest.raises(TypeError, match="sum is NoneType, but must be a column of values"):
        ci.group_by(keys, sum=None)
    with pytest.raises(TypeError, match="first_rows is tuple, but must be True or False: no aggregate has this name"):
        ci.group_by(keys, first_rows=(values, "sum"))
    with pytest.raises(TypeError, match="groups is ndarray, but must be True or False"):
        ci.group_by(keys, groups=values)
    for name in ("_total", "total sales", "class"):
        with pytest.raises(ValueError, match=f"'{name}' cannot be the name of a result"):
            ci.group_by(keys, **{name: (values, "sum")})
    with pytest.raises(TypeError, match="total is a tuple of 3"):
        ci.group_by(keys, total=(values, "sum", 3))
    with pytest.raises(TypeError, match="'mean' does not apply to timedelta64"):
        ci.group_by(keys, mean=values.astype("m8[s]"))
    with pytest.raises(ValueError, match="sum has 2 elements, but there are 3 keys"):
        ci.group_by(keys, sum=values[:2])
    with pytest.raises(ValueError, match="keys\\[1\\] has 2 elements"):
        ci.group_by((keys, values[:2]))
    with pytest.raises(TypeError, match="keys is a list of arrays, but keys of several columns must be a tuple"):
        ci.group_by([keys, values], count=True)
    with pytest.raises(ValueError, match="keys has no columns"):
        ci.group_by(())
