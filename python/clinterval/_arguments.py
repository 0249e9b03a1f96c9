# SPDX-License-Identifier: Apache-2.0
"""What calls take and give: arrays of pyopencl, NumPy's, expressions and constants; events, and where results go."""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cla

from ._native import NONE, CArray, COp, COrder, byref, c_size_t, c_void_p, check, lib
from ._place import Context, at_queue, default_context
from ._types import ElementType, element_type

Event = cl.Event
Array = cla.Array
Wait = Sequence[cl.Event]  # what `wait_for` takes

_from_pointer = cl.Event.from_int_ptr
_EVENT = "_clinterval_event"  # of an array: the event of the call that wrote it last, and in which queue


@dataclasses.dataclass(frozen=True)
class Expression:
    """An array without memory, as :func:`generate` and :func:`constant` make it. A slice continues the same sequence."""

    dtype: np.dtype[Any]
    count: int
    expression: str | None
    arrays: Mapping[str, Any]
    source: str | None = None
    first: int = 0
    value: Any = None

    def __getitem__(self, part: slice) -> Expression:
        begin, end, step = part.indices(self.count)
        if step != 1:
            raise ValueError(f"a slice of an expression has the step 1, not {step}")
        return dataclasses.replace(self, first=self.first + begin, count=max(end - begin, 0))


def generate(
    expression: str, count: int, dtype: Any = np.int64, *, source: str | None = None, **arrays: Any
) -> Expression:
    """An array without memory: element `i` is the value of an OpenCL C expression.

    It can stand wherever a call reads an array. The expression may read the arrays and scalars that are given by name.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.reduce(clinterval.generate("i * i", 5), op="add")
    np.int64(30)
    >>> clinterval.reduce(clinterval.generate("x[i] * scale", 3, "int32", x=np.int32([1, 2, 3]), scale=10))
    np.int32(60)

    :param expression: OpenCL C, of the index `i` (a ulong) and the names of `arrays`; `cliv_at(name, i)` reads an
        element, or zero outside of the array
    :param dtype: of the elements, to which the expression is converted
    :param source: declarations that the expression needs: functions that it calls, say
    """
    return Expression(np.dtype(dtype), int(count), expression, arrays, source)


def constant(value: Any, count: int = 1, dtype: Any = None) -> Expression:
    """An array without memory of which every element is `value`.

    >>> import clinterval
    >>> clinterval.scan_inclusive(clinterval.constant(2, 4, "int32"))
    array([2, 4, 6, 8], dtype=int32)
    """
    scalar = np.asarray(value, dtype)
    return Expression(scalar.dtype, int(count), None, {}, value=scalar)


class Op(NamedTuple):
    """An associative operator of yours: what takes its place in a call's `op` by a string alone has no identity."""

    combine: str
    identity: str | None = None
    source: str | None = None


class Order(NamedTuple):
    """A strict weak order of yours: an expression of `a` and `b` that is true where `a` comes first."""

    less: str
    source: str | None = None


_OP_NAMES = {
    "add": "add",
    "sum": "add",
    "mul": "mul",
    "prod": "mul",
    "min": "min",
    "max": "max",
    "and": "bit_and",
    "or": "bit_or",
    "xor": "bit_xor",
}
_OPS = {name: COp.in_dll(lib, "cliv_" + c_name) for name, c_name in _OP_NAMES.items()}
_ORDERS = {name: COrder.in_dll(lib, "cliv_" + name) for name in ("less", "greater")}
_made_ops: dict[Op, COp] = {}
_made_orders: dict[Order, COrder] = {}


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def to_op(op: str | Op | None) -> COp | None:
    if op is None:
        return None
    if isinstance(op, str):
        known = _OPS.get(op)
        if known is not None:
            return known
        op = Op(op)
    made = _made_ops.get(op)
    if made is None:
        made = _made_ops[op] = COp(_bytes(op.combine), _bytes(op.identity), _bytes(op.source))
    return made


def to_order(order: str | Order | None) -> COrder | None:
    if order is None:
        return None
    if isinstance(order, str):
        known = _ORDERS.get(order)
        if known is not None:
            return known
        order = Order(order)
    made = _made_orders.get(order)
    if made is None:
        made = _made_orders[order] = COrder(_bytes(order.less), _bytes(order.source))
    return made


def _scalar(value: Any, context: Context) -> np.ndarray[Any, Any]:
    """A value for a snippet: of Python's numbers long and, where the device has it, double."""
    if isinstance(value, (bool, int)) and not isinstance(value, np.generic):
        return np.asarray(value, np.int64)
    if isinstance(value, float) and not isinstance(value, np.generic):
        return np.asarray(value, np.float64 if context.device.double_fp_config else np.float32)
    return np.asarray(value)


class Call:
    """One call: where it runs, what it waits for, what must stay alive until it is enqueued, and what it writes."""

    __slots__ = ("context", "queue", "address", "in_order", "on_host", "keep", "waits", "written")

    def __init__(
        self,
        arrays: Sequence[Any],
        queue: cl.CommandQueue | None,
        context: Context | None,
        wait_for: Sequence[cl.Event] | None,
    ) -> None:
        self.on_host = True
        for array in arrays:
            if isinstance(array, Array):
                self.on_host = False
                if queue is None:
                    queue = array.queue or (context or at_context(array)).queue
                    break
        if queue is None:
            queue = (context or default_context()).queue
        found, self.queue, self.in_order = at_queue(queue)
        self.context = context or found
        self.address = queue.int_ptr
        self.keep: list[Any] = []
        self.waits = [event.int_ptr for event in wait_for] if wait_for else []
        self.written: list[Array] = []

    # ---- arguments

    def device_array(self, array: Array, name: str | None = None) -> CArray:
        events = array.events
        if events:
            mark = array.__dict__.get(_EVENT)
            if not (mark and self.in_order and len(events) == 1 and events[0] is mark[0] and mark[1] == self.address):
                self.waits.extend(event.int_ptr for event in events)
        kind = element_type(array.dtype)
        size, offset = kind.size, array.offset
        data: Any = array.base_data
        if len(array.shape) != 1 or array.strides[0] != size:
            if array.size > 1 and not array.flags.forc:
                raise ValueError("an array is contiguous, or a copy of it is: array.copy()")
        if offset % size:
            raise ValueError(f"an array begins a whole number of elements behind its buffer's beginning, not {offset} bytes")
        return CArray(data and data.int_ptr, kind.address, offset // size, array.size)

    def read(self, array: Any) -> CArray:
        """What a call reads: any array, an expression, or None."""
        if isinstance(array, Array):
            return self.device_array(array)
        if array is None:
            return NONE
        if isinstance(array, Expression):
            return self._expression(array)
        return self.device_array(self.on_device(array))

    def take(self, array: Any) -> Any:
        """An array of the device or an expression, of whatever the caller gave; None stays so."""
        return array if array is None or isinstance(array, (Array, Expression)) else self.on_device(array)

    def take_alike(self, *arrays: Any) -> list[Any]:
        """Arrays of one type: lists, which have none, get that of the first that has one."""
        dtype = next((array.dtype for array in arrays if hasattr(array, "dtype")), None)
        return [
            self.take(np.asarray(array, dtype) if array is not None and not hasattr(array, "dtype") else array)
            for array in arrays
        ]

    def on_device(self, array: Any) -> Array:
        """An array of the device with the same elements; itself where it is there already."""
        if isinstance(array, Array):
            return array
        host = np.ascontiguousarray(array)
        if host.dtype == object:
            raise TypeError(f"an array of numbers or structures is wanted, not of {type(array).__name__}")
        made: Array = cla.to_device(self.queue, host)
        self.keep.append(made)
        return made

    def _expression(self, e: Expression) -> CArray:
        kind = element_type(e.dtype)
        if e.value is not None:
            self.keep.append(e.value)
            return CArray(None, kind.address, e.first, e.count, value=e.value.ctypes.data)
        text = _bytes(e.expression)
        listed, count = self.named(e.arrays)
        return CArray(None, kind.address, e.first, e.count, text, listed, count, _bytes(e.source))

    def named(self, arrays: Mapping[str, Any]) -> tuple[int | None, int]:
        """A list of arrays and constants for a snippet."""
        if not arrays:
            return None, 0
        listed = (CArray * len(arrays))()
        for k, (name, array) in enumerate(arrays.items()):
            if isinstance(array, Expression):
                raise TypeError(f"{name} is an expression; a snippet reads arrays in memory and scalars")
            if isinstance(array, Array) or np.ndim(array):
                listed[k] = self.device_array(self.on_device(array))
            else:
                value = _scalar(array, self.context)
                self.keep.append(value)
                listed[k] = CArray(None, element_type(value.dtype).address, 0, 1, value=value.ctypes.data)
            listed[k].name = name.encode()
        self.keep.append(listed)
        return ctypes.addressof(listed), len(arrays)

    def columns(self, arrays: Sequence[CArray]) -> tuple[int, int]:
        listed = (CArray * len(arrays))(*arrays)
        self.keep.append(listed)
        return ctypes.addressof(listed), len(arrays)

    # ---- results

    def new(self, count: int, dtype: Any) -> Array:
        """An array for a result."""
        return cla.empty(self.queue, int(count), dtype)

    def write(self, array: Array | None) -> CArray:
        """What a call writes: an array of the device, or None."""
        if array is None:
            return NONE
        if not isinstance(array, Array):
            raise TypeError(f"what is written is a pyopencl array, not {type(array).__name__}")
        self.written.append(array)
        return self.device_array(array)

    def output(self, out: Array | None, count: int, dtype: Any) -> Array:
        """The array that the caller gives for a result, or a new one."""
        return self.new(count, dtype) if out is None else out

    def run(self, function: Any, *arguments: Any) -> Event:
        """Enqueue; what is written gets the event as its only one, since the call has waited for those before."""
        event = c_void_p()
        waits = self.waits
        count = len(waits)
        listed = (c_void_p * count)(*waits) if count else None
        status = function(self.context._handle, self.address, *arguments, count, listed, byref(event))
        if status:
            if event.value:
                _from_pointer(event.value, False)
            check(status)
        made = _from_pointer(event.value or 0, False)
        mark = (made, self.address)
        for array in self.written:
            array.events[:] = (made,)
            array.__dict__[_EVENT] = mark
        return made

    def give(self, *arrays: Array | None) -> Any:
        """Results as the caller has its arguments: on the device, or in NumPy's arrays."""
        given: tuple[Any, ...] = arrays
        if self.on_host:
            given = tuple(None if a is None else a.get(self.queue) for a in arrays)
        return given[0] if len(given) == 1 else given


def at_context(array: Array) -> Context:
    from ._place import context_of

    found = array.context
    return context_of(found) if found is not None else default_context()


def dtype_of(array: Any) -> np.dtype[Any]:
    """The dtype of any array that a call reads."""
    dtype = getattr(array, "dtype", None)
    return np.dtype(dtype) if dtype is not None else np.asarray(array).dtype


def size_of(array: Any) -> int:
    """How many elements an array has that a call reads."""
    if isinstance(array, Expression):
        return array.count
    if isinstance(array, Array):
        return int(array.size)
    return int(np.size(array))


__all__ = [
    "Array",
    "CArray",
    "Call",
    "ElementType",
    "Event",
    "Expression",
    "NONE",
    "Op",
    "Order",
    "Wait",
    "byref",
    "c_size_t",
    "constant",
    "dtype_of",
    "generate",
    "lib",
    "size_of",
    "to_op",
    "to_order",
]
