# SPDX-License-Identifier: Apache-2.0
"""Operators, orders and stores for bool and dates.

Dates are int64 with NaT last.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pyopencl.array import Array

from ._arguments import Expression, Op, Order, built_in_order, op_at, order_at
from ._types import element_type

# NaT is the smallest int64; subtracting 1 wraps around to the largest.
_NAT_LAST = Order("(long)((ulong)a - 1) < (long)((ulong)b - 1)")
_NAT_STAYS = "a == LONG_MIN || b == LONG_MIN ? LONG_MIN : "
_OF_BOOL = {"add": "or", "sum": "or", "mul": "and", "prod": "and"}
_OF_TIMES = {
    "add": Op(_NAT_STAYS + "(long)((ulong)a + (ulong)b)", "0"),
    "min": "min",
    "max": Op(_NAT_STAYS + "max(a, b)", "LONG_MIN + 1"),
}
_NAMES = {op_at[name]: name for name in ("add", "mul", "min", "max", "and", "or", "xor")}


def operator_for(op: Any, dtype: np.dtype[Any]) -> int:
    """Return the address of an operator that accumulates in a dtype.

    For bool, `add` is "or" and `mul` is "and". For dates, a NaT operand gives NaT, as in NumPy, and only time
    differences can be added.
    """
    address = op_at[op]
    if dtype.kind not in "bmM":
        return address
    name = _NAMES.get(address)
    if dtype.kind == "b":
        if name is not None:
            return op_at[_OF_BOOL.get(name, name)]
        own = Op(op) if isinstance(op, str) else op
        identity = None if own.identity is None else f"({own.identity}) != 0"
        return op_at[Op(f"({own.combine}\n) != 0", identity, own.source)]
    if name is None:
        return address
    if name not in _OF_TIMES or (name == "add" and dtype.kind == "M"):
        raise TypeError(f"the operator {name!r} does not apply to {dtype}")
    return op_at[_OF_TIMES[name]]


def no_built_in_order(dtype: np.dtype[Any]) -> TypeError:
    """Return the error for structures in a built-in order.

    The message shows an order of the first field.
    """
    names = dtype.names or ()
    field = names[0]
    return TypeError(
        f"structures with the fields {', '.join(names)} have no built-in order: write one, such as "
        f'order="a.{field} < b.{field}"'
    )


def order_for(order: Any, dtype: np.dtype[Any]) -> int:
    """Return the address of an order of a dtype.

    For dates, NaT is last in both built-in orders. Structures have no built-in order.
    """
    if dtype.fields and built_in_order(order):
        raise no_built_in_order(dtype)
    if dtype.kind in "mM" and built_in_order(order) == "less":
        return order_at[_NAT_LAST]
    return order_at[order]


def same_unit(dtype: np.dtype[Any], other: np.dtype[Any], name: str, other_name: str) -> None:
    """Raise TypeError if two dtypes mix dates of different units, or dates with types other than integers."""
    if dtype == other or "m" not in (kinds := (dtype.kind + other.kind).lower()):
        return
    if (kinds == "mm" and (dtype.kind != other.kind or dtype != other)) or not set(kinds) <= set("miu"):
        raise TypeError(f"{name} has type {dtype}, but {other_name} has type {other}: convert one of them with x.astype()")


def as_stored(x: Any, dtype: np.dtype[Any]) -> Any:
    """Return the form of an array or expression that a call stores as `dtype`.

    The store to bool is `!= 0`.
    """
    kind = x.dtype
    if kind == dtype:
        return x
    same_unit(kind, dtype, "the input", "the result")
    if dtype.kind != "b":
        return x
    if kind.fields is not None:
        raise TypeError(f"{kind} is a structure, which cannot be converted to bool")
    if isinstance(x, Array):
        return Expression(dtype, x.size, "x[i] != 0", {"x": x}, length=getattr(x, "length", None))
    if x.value is not None:
        return Expression(dtype, x.count, None, {}, value=np.asarray(x.value != 0), length=x.length)
    text = f"({element_type(kind).name})({x.expression}\n) != 0"
    return Expression(dtype, x.count, text, x.arrays, x.source, x.first, length=x.length)
