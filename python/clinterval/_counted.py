# SPDX-License-Identifier: Apache-2.0
"""Arrays with a device-side length."""

from __future__ import annotations

import dataclasses
from typing import Any

from pyopencl.array import Array

from ._arguments import Expression


class Counted(Array):
    """An array with a device-side length; :func:`counted` creates one.

    pyopencl uses the whole array. Arrays that pyopencl creates from it are not counted: `x * 2`, `x.copy()`, `x.view()`,
    `x.ravel()`. Only `x.with_queue()` returns a counted array.
    """

    length: Any

    # An array that pyopencl creates from another array has the same class, but no length.
    def _new_with_changes(self, *args: Any, **kwargs: Any) -> Any:
        return _not_counted(super()._new_with_changes(*args, **kwargs))

    def _new_like_me(self, *args: Any, **kwargs: Any) -> Any:
        return _not_counted(super()._new_like_me(*args, **kwargs))

    def with_queue(self, queue: Any) -> Any:
        return counted(super().with_queue(queue), self.length)

    def __getitem__(self, part: Any) -> Any:
        raise ValueError("a counted array cannot be sliced: slice the array first, then count the slice")


def _not_counted(made: Any) -> Any:
    made.__class__ = Array
    return made


def whole(array: Any) -> Any:
    """An array without its length, because calls ignore the length of an array that they write."""
    return array._new_with_changes(array.base_data, array.offset) if isinstance(array, Counted) else array


def counted(array: Any, length: Array) -> Any:
    """An array or expression with a device-side length.

    Calls use its first `length` elements. The device reads the length when a call runs. The length may be the `count`
    of an earlier call. So the host does not wait for sizes that the data determines.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = clinterval.default_context().queue
    >>> x = cla.to_device(queue, np.int32([3, -1, 2, -5, 1]))
    >>> count = cla.empty(queue, 1, np.uint32)
    >>> kept = clinterval.compact(x, "x > 0", count=count)
    >>> sums = clinterval.scan_inclusive(clinterval.counted(kept, count))
    >>> sums.get()[: count.get()[0]]
    array([3, 5, 6])

    Results have the size of the array. Elements past the length keep their values; in a new array they are unspecified. A
    negative length is 0, and a length above the size of the array is that size. If a call only writes an array, it ignores
    the length, except `load_balance_search`, `expand`, `repeat` and the calls on ranges, which write `length` elements.

    :param length: an array of one int32, uint32, int64 or uint64; a longer array provides its first element
    """
    if not isinstance(length, Array):
        raise TypeError(f"length must be a pyopencl array of one number, not {type(length).__name__}")
    if isinstance(array, Expression):
        return dataclasses.replace(array, length=length)
    if not isinstance(array, Array):
        raise TypeError(f"array must be a pyopencl array or an expression, not {type(array).__name__}")
    made: Any = array._new_with_changes(array.base_data, array.offset)
    made.__class__ = Counted
    made.length = length
    return made
