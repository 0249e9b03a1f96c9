# SPDX-License-Identifier: Apache-2.0
"""Arrays with a device-side length."""

from __future__ import annotations

import dataclasses
from typing import Any, NoReturn

import pyopencl as cl
from pyopencl.array import Array

from ._arguments import Expression


class Counted(Array):
    """A pyopencl array with a device-side length, created by :func:`counted`.

    pyopencl uses the whole array. Arrays that pyopencl creates from it have no device-side length: `x * 2`,
    `x.copy()`, `x.view()`, `x.ravel()`. Only `x.with_queue()` returns a counted array. A counted array cannot be
    sliced: slice the array first, then count the slice.
    """

    length: Array

    def __init__(self, array: Array, length: Array) -> None:
        made = counted(array, length)
        if not isinstance(made, Counted):
            raise TypeError(f"array must be a pyopencl array, not {type(array).__name__}: see clinterval.counted()")
        self.__dict__.update(made.__dict__)

    # pyopencl creates arrays of the class of the array, but they have no length.
    def _new_with_changes(self, *args: Any, **kwargs: Any) -> Any:
        return _without_length(self)._new_with_changes(*args, **kwargs)

    def _new_like_me(self, *args: Any, **kwargs: Any) -> Any:
        return _without_length(self)._new_like_me(*args, **kwargs)

    def with_queue(self, queue: cl.CommandQueue | None) -> Counted:
        made: Counted = counted(super().with_queue(queue), self.length)
        return made

    def __getitem__(self, part: Any) -> NoReturn:
        raise ValueError("a counted array cannot be sliced: slice the array first, then count the slice")


def _without_length(array: Counted) -> Any:
    plain: Any = Array.__new__(Array)
    plain.__dict__.update(array.__dict__)
    return plain


def whole(array: Any) -> Any:
    """Return an array without its length.

    Calls ignore the length of an array that they write.
    """
    return array._new_with_changes(array.base_data, array.offset) if isinstance(array, Counted) else array


def counted(array: Any, length: Array) -> Any:
    """Give an array or expression a length that is stored on the device.

    A call uses the first `length` elements of a counted array. The device reads the length when the call runs, so the
    host does not wait for a size that the data determines. The length can be the `count` of an earlier call.

    :param array: a pyopencl array or an :class:`Expression` of n elements
    :param length: a pyopencl array of int32, uint32, int64 or uint64, whose first element is the length. A negative
        length is 0; a length above n is n
    :return: a :class:`Counted` array of the same memory, or an expression

    Results have the size of the array, not the length. In a new array, elements past the length are zero, or `fill`.
    In your own `out` these elements keep their values. The length of an array that a call only writes is ignored. The
    exceptions are :func:`load_balance_search`, :func:`expand`, :func:`repeat` and the calls on ranges, which write
    `length` elements.

    >>> import clinterval as ci
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = ci.default_context().queue
    >>> x = cla.to_device(queue, np.int32([3, -1, 2, -5, 1]))
    >>> count = cla.empty(queue, 1, np.uint32)
    >>> kept = ci.compact(x, "x > 0", count=count)
    >>> sums = ci.scan_inclusive(ci.counted(kept, count))
    >>> sums.get()[: count.get()[0]]
    array([3, 5, 6])
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
