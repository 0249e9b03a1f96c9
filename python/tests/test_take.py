# SPDX-License-Identifier: Apache-2.0
"""take() with indices of -1 and outside, for every kind of type, on the host and on the device."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla
import pytest

SIZE = 40
INDICES = np.array([3, -1, 0, SIZE - 1, SIZE, 1 << 20, -2, 7])
TYPES = [
    "bool", "i1", "u2", "i4", "u8", "f4", "M8[s]", [("a", "i4"), ("b", "u1")], [("b", "u1", 3)],
    [("w", "u4", 21)], [("w", "u4", 200)],  # the last has more bytes than a constant of a kernel
]  # fmt: skip


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("index", [np.int32, np.uint32, np.int64, np.uint64])
def test_missing_elements(queue, kind, index):
    dtype = np.dtype(kind)
    x = np.zeros(SIZE, dtype)
    for name in dtype.names or [...]:
        x[name] = (np.arange(x[name].size) * 7 % 11).reshape(x[name].shape).astype(x[name].dtype)
    inside = (INDICES >= 0) & (INDICES < SIZE)
    indices = INDICES.astype(index)
    for fill, value in ((0, np.zeros(1, dtype)[0]), (x[5], x[5])):
        wanted = np.full(INDICES.size, value, dtype)
        wanted[inside] = x[INDICES[inside]]
        assert (ci.take(x, indices, fill=fill) == wanted).all()
        if dtype.kind != "M":
            found = ci.take(cla.to_device(queue, x), cla.to_device(queue, indices), fill=fill)
            assert (found.get() == wanted).all()


def test_lengths_and_expressions(queue):
    counted = ci.counted(cla.to_device(queue, np.int32([1, 0, -1, 2])), cla.to_device(queue, np.int32([3])))
    assert ci.take(np.int32([10, 20, 30]), counted, fill=9).get().tolist() == [20, 10, 9, 9]
    rows = ci.generate("i + 3", 3)
    assert ci.take(ci.generate("10 * i", 5, "int32"), rows, fill=-1).tolist() == [30, 40, -1]
    assert ci.take(np.int32([]), [-1, 0], fill=4).tolist() == [4, 4]
    with pytest.raises(TypeError, match="fill is 0.5"):
        ci.take(np.int32([1]), [0], fill=0.5)
    with pytest.raises(TypeError, match="fill is 300"):
        ci.take(np.uint8([1]), [0], fill=300)
