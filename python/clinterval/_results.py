# SPDX-License-Identifier: Apache-2.0
"""New arrays for results.

The module also converts results to the kind of the arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cla

from ._conversions import outputs_given, whole_number
from ._counted import whole
from ._meanings import same_unit
from ._memory import new_memory
from ._place import Place, release_held
from ._pool import Lent
from ._snippets import word
from ._state import State

Array = cla.Array
_new_array = Array.__new__
_READ_WRITE = cl.mem_flags.READ_WRITE
NO_MEMORY = (-4, -5, -6)  # memory object allocation failure, out of resources, out of host memory


def _no_memory(place: Place, pattern: Any, wrong: Exception) -> Exception:
    """Return the exception for a failed allocation of a result.

    It is MemoryError, or `wrong` if the failure has another cause.
    """
    most = place.queue.device.max_mem_alloc_size
    code = getattr(wrong, "code", None)
    if isinstance(wrong, cl.Error) and pattern.nbytes <= most and code not in (*NO_MEMORY, -61):
        return wrong
    return MemoryError(
        f"a result of {pattern.size} elements of {pattern.dtype} takes {pattern.nbytes} bytes, but the device allocates at "
        f"most {most} bytes for one buffer: {wrong}"
    )


def allocated(place: Place, size: int) -> Any:
    if size <= place.most_pooled:
        return place.pool.allocate(size)  # type: ignore[union-attr]
    if size > place.queue.device.global_mem_size:  # some drivers fail only when a command uses the buffer
        raise cl.MemoryError("clCreateBuffer", -4, "the device has less memory")
    return cl.Buffer(place.cl_context, _READ_WRITE, size)


class Results(State):
    """The part of a call that creates results."""

    __slots__ = ()

    def fill(self, array: Any, value: Any) -> None:
        raise NotImplementedError

    def new(self, count: int, dtype: Any, zeroed: bool = False) -> Array:
        """Create an array like pyopencl.array.empty(queue, count, dtype).

        All members except the memory come from an earlier array. `zeroed` fills the array with zeros, because the
        call may leave elements unwritten.
        """
        place = self.place
        try:
            pattern = place.patterns[count, dtype]
        except (KeyError, TypeError):  # a dtype may be a list, which is not hashable
            pattern = place.pattern(whole_number(count, "the number of elements"), dtype)
        shape, dtype, strides = pattern.shape, pattern.dtype, pattern.strides
        buffer, address = None, 0
        if count:
            if Lent.commands:
                Lent.settle(16)
            try:
                buffer = allocated(place, pattern.nbytes)
            except (cl.Error, OverflowError, TypeError) as wrong:
                if not release_held(place.context):
                    raise _no_memory(place, pattern, wrong) from wrong
                return self.new(count, dtype, zeroed)
            address = buffer.int_ptr
        made: Any
        if pattern.known:  # single assignments, because an access to __dict__ makes an object slower
            made = _new_array(Array)
            made.queue = place.queue
            made.context = place.cl_context
            made.shape = shape
            made.dtype = dtype
            made.strides = strides
            made.nbytes = pattern.nbytes
            made.size = pattern.size
            made.allocator = None
            made.base_data = buffer
            made.offset = 0
            made._flags = None
        else:
            made = Array(place.queue, shape, dtype, data=buffer)
        made.events = []
        memory = new_memory(buffer, place)
        if pattern.nbytes <= place.most_pooled:
            memory.owner = place
        made._clinterval_seen = word(address) + pattern.image, (buffer, 0, shape, strides, dtype), memory
        made._clinterval_ran = None, place
        if zeroed:
            self.fill(made, 0)
        return made  # type: ignore[no-any-return]

    def first(self, made: Any, count: int, given: Any = None) -> Any:
        """Return the first elements of a result; `given` is the caller's array for the result, or None.

        A new array gets another size, which is faster than a slice.
        """
        if made is given:
            return whole(made)[:count]
        made.shape = (count,)
        made.nbytes = count * made.dtype.itemsize
        made.size = count
        return made

    def output(self, out: Array | None, count: int, dtype: Any, zeroed: bool = False) -> Array:
        """Return the caller's array for a result, or a new one."""
        if out is None:
            return self.new(count, dtype, zeroed)
        if not isinstance(out, Array):
            raise TypeError(f"an output must be a pyopencl array, not {type(out).__name__}")
        if out.dtype.kind in "mM":
            same_unit(out.dtype, np.dtype(dtype), "out", "the result")
        return out

    def outputs(
        self, out: Sequence[Array | None] | None, *wanted: tuple[int, Any], zeroed: bool = False
    ) -> list[Array]:
        """Return several arrays for results, like :meth:`output`."""
        given = outputs_given(out, len(wanted))
        return [self.output(o, count, dtype, zeroed) for o, (count, dtype) in zip(given, wanted, strict=True)]

    def give(self, first: Any, *others: Any) -> Any:
        """Return results of the same kind as the arguments: device arrays or NumPy arrays."""
        if self.on_host:
            first, *rest = (a if a is None else a.get(self.queue) for a in (first, *others))
            others = tuple(rest)
        return (first, *others) if others else first
