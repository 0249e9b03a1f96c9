# SPDX-License-Identifier: Apache-2.0
# mypy: disable-error-code="overload-overlap"
# Written by python/stubs.py from the sources: run `python python/stubs.py --renew` after a change of a signature.
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, SupportsIndex, TypeAlias, overload

import numpy as np
import pyopencl as cl
from numpy.typing import ArrayLike, DTypeLike, NDArray
from pyopencl.array import Array
from typing_extensions import TypeVar

from ._arguments import Op as Op
from ._arguments import Order as Order
from ._arrow import ArrowData as ArrowData
from ._arrow import Column as Column
from ._counted import Counted as Counted
from ._native import CheckError as CheckError
from ._native import Error as Error
from ._objects import Counter as Counter
from ._objects import MappedPool as MappedPool
from ._objects import Pool as Pool
from ._place import Context as Context
from ._pool import MemoryPool as MemoryPool
from ._recording import Recording as Recording

# An expression that reads pyopencl arrays is an Expression[Array], another one an Expression[None].
_Kind = TypeVar("_Kind", covariant=True, default=Any)

@dataclass(frozen=True)
class Expression(Generic[_Kind]):
    dtype: np.dtype[Any]
    count: int
    expression: str | None
    arrays: Mapping[str, Any]
    source: str | None = None
    first: int = 0
    value: Any = None
    length: Any = None
    written: str | None = None
    @property
    def size(self) -> int: ...
    @property
    def shape(self) -> tuple[int]: ...
    @property
    def ndim(self) -> int: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __getitem__(self, part: slice) -> Expression[_Kind]: ...

_Host: TypeAlias = ArrayLike | Expression[None]
_Device: TypeAlias = Array | Expression[Array]
_Input: TypeAlias = _Device | _Host
_Member: TypeAlias = _Device | Expression[None]  # of several columns, fields or keyword arguments on the device
_Scalar: TypeAlias = complex | np.generic | tuple[Any, ...]
_Order: TypeAlias = str | Order | None
_Outs: TypeAlias = Sequence[Array | None] | None
_Queue: TypeAlias = cl.CommandQueue | None
_Context: TypeAlias = Context | None
_Wait: TypeAlias = Sequence[cl.Event] | None

__version__: str

class SearchResult(NamedTuple, Generic[_Kind]):
    a_indices: _Kind
    b_indices: _Kind
    a_matches: _Kind
    b_matches: _Kind

class Runs(NamedTuple, Generic[_Kind]):
    keys: _Kind
    starts: _Kind
    lengths: _Kind

def constant(value: Any, count: SupportsIndex = 1, dtype: DTypeLike | None = None) -> Expression[None]: ...
@overload
def generate(
    expression: str, count: SupportsIndex, dtype: DTypeLike | None = None, *, source: str | None = None,
    **arrays: _Host
) -> Expression[None]: ...
@overload
def generate(
    expression: str, count: SupportsIndex, dtype: DTypeLike | None = None, *, source: str | None = None,
    **arrays: Array | _Scalar
) -> Expression[Array]: ...
def from_arrow(x: object, queue: _Queue = None) -> Any: ...
def to_arrow(data: object, mask: object = None, *, name: str = "") -> ArrowData: ...
@overload
def counted(array: Array, length: Array) -> Counted: ...
@overload
def counted(array: Expression[Any], length: Array) -> Expression[Array]: ...
def group_by(
    keys: _Input | tuple[_Input, ...], *, first_rows: bool = False, groups: bool = False,
    dtype: DTypeLike | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None,
    **aggregates: _Input | tuple[_Input, str | Op]
) -> Any: ...
def from_dlpack(x: object, queue: _Queue = None, *, copy: bool | None = None) -> Array: ...
def host_view(array: Array, *, writable: bool = False) -> np.ndarray[Any, Any]: ...
@overload
def expand(
    values: _Host, offsets: _Host, count: SupportsIndex, *, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def expand(
    values: _Device, offsets: _Input, count: SupportsIndex, *, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def expand(
    values: _Host, offsets: _Device, count: SupportsIndex, *, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def expand(
    values: _Host, offsets: _Host, count: SupportsIndex, *, out: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def gather_ranges(
    x: _Host, begins: _Host, offsets: _Host, count: SupportsIndex, *, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def gather_ranges(
    x: _Device, begins: _Input, offsets: _Input, count: SupportsIndex, *, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def gather_ranges(
    x: _Host, begins: _Device, offsets: _Input, count: SupportsIndex, *, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def gather_ranges(
    x: _Host, begins: _Host, offsets: _Device, count: SupportsIndex, *, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def gather_ranges(
    x: _Host, begins: _Host, offsets: _Host, count: SupportsIndex, *, out: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def load_balance_search(
    offsets: _Host, count: SupportsIndex, *, ranks: Literal[True] = True, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def load_balance_search(
    offsets: _Device, count: SupportsIndex, *, ranks: Literal[True] = True, dtype: DTypeLike | None = None,
    out: _Outs = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def load_balance_search(
    offsets: _Host, count: SupportsIndex, *, ranks: Literal[True] = True, dtype: DTypeLike | None = None,
    out: Sequence[Array | None], queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def load_balance_search(
    offsets: _Host, count: SupportsIndex, *, ranks: Literal[False], dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def load_balance_search(
    offsets: _Device, count: SupportsIndex, *, ranks: Literal[False], dtype: DTypeLike | None = None,
    out: _Outs = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def load_balance_search(
    offsets: _Host, count: SupportsIndex, *, ranks: Literal[False], dtype: DTypeLike | None = None,
    out: Sequence[Array | None], queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def load_balance_search(
    offsets: _Host, count: SupportsIndex, *, ranks: bool, dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def load_balance_search(
    offsets: _Device, count: SupportsIndex, *, ranks: bool, dtype: DTypeLike | None = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, Array]: ...
@overload
def load_balance_search(
    offsets: _Host, count: SupportsIndex, *, ranks: bool, dtype: DTypeLike | None = None,
    out: Sequence[Array | None], queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, Array]: ...
def move_ranges(
    x: _Input, begins: _Input, targets: _Input, offsets: _Input, count: SupportsIndex, out: Array, *,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def repeat(
    values: _Host, counts: _Host, *, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def repeat(
    values: _Device, counts: _Input, *, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def repeat(
    values: _Host, counts: _Device, *, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def repeat(
    values: _Host, counts: _Host, *, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
def scatter_ranges(
    x: _Input, targets: _Input, offsets: _Input, count: SupportsIndex, out: Array, *, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: Literal["inner", "left", "right", "full",
    "outer"] = "inner", *, assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None,
    dtype: DTypeLike | None = None, out: None = None, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def join(
    a: _Device | tuple[_Member, ...], b: _Input | tuple[_Input, ...], how: Literal["inner", "left", "right", "full",
    "outer"] = "inner", *, assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None,
    dtype: DTypeLike | None = None, out: _Outs = None, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Device | tuple[_Member, ...], how: Literal["inner", "left", "right", "full",
    "outer"] = "inner", *, assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None,
    dtype: DTypeLike | None = None, out: _Outs = None, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: Literal["inner", "left", "right", "full",
    "outer"] = "inner", *, assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None,
    dtype: DTypeLike | None = None, out: Sequence[Array | None], count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: Literal["inner", "left", "right", "full",
    "outer"] = "inner", *, assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None,
    dtype: DTypeLike | None = None, out: None = None, count: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: Literal["semi", "anti"], *,
    assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None,
    out: None = None, count: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def join(
    a: _Device | tuple[_Member, ...], b: _Input | tuple[_Input, ...], how: Literal["semi", "anti"], *,
    assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None,
    out: _Outs = None, count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Device | tuple[_Member, ...], how: Literal["semi", "anti"], *,
    assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None,
    out: _Outs = None, count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: Literal["semi", "anti"], *,
    assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None,
    out: Sequence[Array | None], count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: Literal["semi", "anti"], *,
    assume_sorted: bool = False, order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None,
    out: None = None, count: Array, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: str, *, assume_sorted: bool = False,
    order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None, out: None = None, count: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def join(
    a: _Device | tuple[_Member, ...], b: _Input | tuple[_Input, ...], how: str, *, assume_sorted: bool = False,
    order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None, out: _Outs = None,
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, Array]: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Device | tuple[_Member, ...], how: str, *, assume_sorted: bool = False,
    order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None, out: _Outs = None,
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, Array]: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: str, *, assume_sorted: bool = False,
    order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None, out: Sequence[Array | None],
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, Array]: ...
@overload
def join(
    a: _Host | tuple[_Host, ...], b: _Host | tuple[_Host, ...], how: str, *, assume_sorted: bool = False,
    order: _Order | tuple[_Order, ...] = None, dtype: DTypeLike | None = None, out: None = None, count: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, Array]: ...
@overload
def join_as_of(
    a: _Host, b: _Host, direction: Literal["backward", "forward"] = "backward", *, same: str | None = None,
    order: _Order = None, dtype: DTypeLike | None = None, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def join_as_of(
    a: _Device, b: _Input, direction: Literal["backward", "forward"] = "backward", *, same: str | None = None,
    order: _Order = None, dtype: DTypeLike | None = None, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def join_as_of(
    a: _Host, b: _Device, direction: Literal["backward", "forward"] = "backward", *, same: str | None = None,
    order: _Order = None, dtype: DTypeLike | None = None, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def join_as_of(
    a: _Host, b: _Host, direction: Literal["backward", "forward"] = "backward", *, same: str | None = None,
    order: _Order = None, dtype: DTypeLike | None = None, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Host,
    a_values: None = None, b_values: None = None, *, order: _Order = None, out: None = None, count: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Device, b: _Input,
    a_values: None = None, b_values: None = None, *, order: _Order = None, out: Array | None = None,
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Device,
    a_values: None = None, b_values: None = None, *, order: _Order = None, out: Array | None = None,
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Host,
    a_values: None = None, b_values: None = None, *, order: _Order = None, out: Array, count: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Host,
    a_values: None = None, b_values: None = None, *, order: _Order = None, out: None = None, count: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Host,
    a_values: _Host, b_values: _Host, *, order: _Order = None, out: None = None, count: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Device, b: _Input,
    a_values: _Input, b_values: _Input, *, order: _Order = None, out: _Outs = None, count: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Device,
    a_values: _Input, b_values: _Input, *, order: _Order = None, out: _Outs = None, count: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Host,
    a_values: _Device, b_values: _Input, *, order: _Order = None, out: _Outs = None, count: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Host,
    a_values: _Host, b_values: _Device, *, order: _Order = None, out: _Outs = None, count: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Host,
    a_values: _Host, b_values: _Host, *, order: _Order = None, out: Sequence[Array | None],
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def set_operation(
    kind: Literal["intersection", "union", "difference", "symmetric_difference"], a: _Host, b: _Host,
    a_values: _Host, b_values: _Host, *, order: _Order = None, out: None = None, count: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def compact(
    x: _Host, keep: str, *, source: str | None = None, out: None = None, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None, **arrays: _Host
) -> NDArray[Any]: ...
@overload
def compact(
    x: _Device, keep: str, *, source: str | None = None, out: Array | None = None, count: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None, **arrays: _Input
) -> Array: ...
@overload
def compact(
    x: _Host, keep: str, *, source: str | None = None, out: Array | None = None, count: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None, **arrays: Array | _Scalar
) -> Array: ...
@overload
def compact(
    x: _Host, keep: str, *, source: str | None = None, out: Array, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None, **arrays: _Host
) -> Array: ...
@overload
def compact(
    x: _Host, keep: str, *, source: str | None = None, out: None = None, count: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None, **arrays: _Host
) -> Array: ...
@overload
def copy(
    x: _Host, dtype: DTypeLike | None = None, *, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def copy(
    x: _Device, dtype: DTypeLike | None = None, *, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def copy(
    x: _Host, dtype: DTypeLike | None = None, *, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def histogram(
    bins: _Host, count: SupportsIndex, weights: _Host | None = None, *, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def histogram(
    bins: _Device, count: SupportsIndex, weights: _Input | None = None, *, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def histogram(
    bins: _Host, count: SupportsIndex, weights: _Device, *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def histogram(
    bins: _Host, count: SupportsIndex, weights: _Host | None = None, *, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def partition(
    x: _Host, first: str, *, source: str | None = None, out: None = None, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None, **arrays: _Host
) -> tuple[NDArray[Any], int]: ...
@overload
def partition(
    x: _Device, first: str, *, source: str | None = None, out: Array | None = None, count: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None, **arrays: _Input
) -> tuple[Array, int]: ...
@overload
def partition(
    x: _Host, first: str, *, source: str | None = None, out: Array | None = None, count: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None, **arrays: Array | _Scalar
) -> tuple[Array, int]: ...
@overload
def partition(
    x: _Host, first: str, *, source: str | None = None, out: Array, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None, **arrays: _Host
) -> tuple[Array, int]: ...
@overload
def partition(
    x: _Input, first: str, *, source: str | None = None, out: Array | None = None, count: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None, **arrays: _Input
) -> tuple[Array, Array]: ...
def put(
    x: Array, indices: _Input, values: _Input, *, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> cl.Event: ...
@overload
def take(
    x: _Host, indices: int, *, out: None = None, fill: Any = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Any: ...
@overload
def take(
    x: _Device, indices: int, *, out: Array | None = None, fill: Any = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def take(
    x: _Host, indices: int, *, out: Array, fill: Any = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def take(
    x: _Host, indices: _Host, *, out: None = None, fill: Any = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def take(
    x: _Device, indices: _Input, *, out: Array | None = None, fill: Any = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def take(
    x: _Host, indices: _Device, *, out: Array | None = None, fill: Any = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def take(
    x: _Host, indices: _Host, *, out: Array, fill: Any = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def take_columns(
    columns: Sequence[_Host], indices: _Host, *, fill: Any = 0, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> list[NDArray[Any]]: ...
@overload
def take_columns(
    columns: Sequence[_Member], indices: _Input, *, fill: Any = 0, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> list[Array]: ...
@overload
def take_columns(
    columns: Sequence[_Host], indices: _Device, *, fill: Any = 0, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> list[Array]: ...
def transform(
    n: SupportsIndex, body: str, *, length: Array | None = None, source: str | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None, **arrays: _Input
) -> cl.Event: ...
def transform_load_balance(
    offsets: _Input, count: SupportsIndex | Array, body: str, *, most: SupportsIndex | None = None,
    source: str | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None,
    **arrays: _Input
) -> cl.Event: ...
def version() -> str: ...
@overload
def join_overlaps(
    a_starts: _Host, a_ends: _Host, b_starts: _Host, b_ends: _Host, *, dtype: DTypeLike | None = None,
    out: None = None, count: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def join_overlaps(
    a_starts: _Device, a_ends: _Input, b_starts: _Input, b_ends: _Input, *, dtype: DTypeLike | None = None,
    out: _Outs = None, count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join_overlaps(
    a_starts: _Host, a_ends: _Device, b_starts: _Input, b_ends: _Input, *, dtype: DTypeLike | None = None,
    out: _Outs = None, count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join_overlaps(
    a_starts: _Host, a_ends: _Host, b_starts: _Device, b_ends: _Input, *, dtype: DTypeLike | None = None,
    out: _Outs = None, count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join_overlaps(
    a_starts: _Host, a_ends: _Host, b_starts: _Host, b_ends: _Device, *, dtype: DTypeLike | None = None,
    out: _Outs = None, count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join_overlaps(
    a_starts: _Host, a_ends: _Host, b_starts: _Host, b_ends: _Host, *, dtype: DTypeLike | None = None,
    out: Sequence[Array | None], count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def join_overlaps(
    a_starts: _Host, a_ends: _Host, b_starts: _Host, b_ends: _Host, *, dtype: DTypeLike | None = None,
    out: None = None, count: Array, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
def context_of(cl_context: cl.Context, device: cl.Device | None = None) -> Context: ...
def default_context() -> Context: ...
def memory_pool(context: _Context = None) -> MemoryPool: ...
@overload
def find_first(
    x: _Host, order: _Order = None, *, dtype: DTypeLike = np.int64, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> np.integer[Any]: ...
@overload
def find_first(
    x: _Device, order: _Order = None, *, dtype: DTypeLike = np.int64, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def find_first(
    x: _Host, order: _Order = None, *, dtype: DTypeLike = np.int64, out: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def offsets_from_counts(
    counts: _Host, *, total: Literal[True] = True, append: bool = False, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], int]: ...
@overload
def offsets_from_counts(
    counts: _Device, *, total: Literal[True] = True, append: bool = False, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, int]: ...
@overload
def offsets_from_counts(
    counts: _Host, *, total: Literal[True] = True, append: bool = False, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, int]: ...
@overload
def offsets_from_counts(
    counts: _Host, *, total: Literal[False], append: bool = False, dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def offsets_from_counts(
    counts: _Device, *, total: Literal[False], append: bool = False, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def offsets_from_counts(
    counts: _Host, *, total: Literal[False], append: bool = False, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def offsets_from_counts(
    counts: _Host, *, total: bool, append: bool = False, dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any] | tuple[NDArray[Any], int]: ...
@overload
def offsets_from_counts(
    counts: _Device, *, total: bool, append: bool = False, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, int]: ...
@overload
def offsets_from_counts(
    counts: _Host, *, total: bool, append: bool = False, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, int]: ...
@overload
def reduce(
    x: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Any: ...
@overload
def reduce(
    x: _Device, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def reduce(
    x: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def reduce_by_key(
    keys: _Host, values: None = None, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | _Outs = None, count: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def reduce_by_key(
    keys: _Device, values: None = None, op: str | Op = "add", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Array | _Outs = None, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def reduce_by_key(
    keys: _Host, values: None = None, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | _Outs = None, count: Array, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def reduce_by_key(
    keys: _Host, values: _Host, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | _Outs = None, count: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def reduce_by_key(
    keys: _Device, values: _Input, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | _Outs = None, count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def reduce_by_key(
    keys: _Host, values: _Device, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | _Outs = None, count: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def reduce_by_key(
    keys: _Host, values: _Host, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | _Outs = None, count: Array, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def scan_by_key_exclusive(
    keys: _Host, values: _Host, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def scan_by_key_exclusive(
    keys: _Device, values: _Input, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_by_key_exclusive(
    keys: _Host, values: _Device, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_by_key_exclusive(
    keys: _Host, values: _Host, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_by_key_inclusive(
    keys: _Host, values: _Host, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def scan_by_key_inclusive(
    keys: _Device, values: _Input, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_by_key_inclusive(
    keys: _Host, values: _Device, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_by_key_inclusive(
    keys: _Host, values: _Host, op: str | Op = "add", *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_exclusive(
    x: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: None = None, total: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def scan_exclusive(
    x: _Device, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    total: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_exclusive(
    x: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array, total: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_exclusive(
    x: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: None = None, total: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_inclusive(
    x: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: None = None, total: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def scan_inclusive(
    x: _Device, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    total: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_inclusive(
    x: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array, total: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def scan_inclusive(
    x: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: None = None, total: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_find_first(
    x: _Host, offsets: _Host, order: _Order = None, *, dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def segmented_find_first(
    x: _Device, offsets: _Input, order: _Order = None, *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_find_first(
    x: _Host, offsets: _Device, order: _Order = None, *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_find_first(
    x: _Host, offsets: _Host, order: _Order = None, *, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_reduce(
    x: _Host, offsets: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def segmented_reduce(
    x: _Device, offsets: _Input, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_reduce(
    x: _Host, offsets: _Device, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_reduce(
    x: _Host, offsets: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_scan_exclusive(
    x: _Host, offsets: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def segmented_scan_exclusive(
    x: _Device, offsets: _Input, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_scan_exclusive(
    x: _Host, offsets: _Device, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_scan_exclusive(
    x: _Host, offsets: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_scan_inclusive(
    x: _Host, offsets: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def segmented_scan_inclusive(
    x: _Device, offsets: _Input, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_scan_inclusive(
    x: _Host, offsets: _Device, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_scan_inclusive(
    x: _Host, offsets: _Host, op: str | Op = "add", *, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_top_k(
    keys: _Host, offsets: _Host, k: SupportsIndex, *, order: _Order = None, fill: Any = 0,
    dtype: DTypeLike | None = None, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def segmented_top_k(
    keys: _Device, offsets: _Input, k: SupportsIndex, *, order: _Order = None, fill: Any = 0,
    dtype: DTypeLike | None = None, out: _Outs = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_top_k(
    keys: _Host, offsets: _Device, k: SupportsIndex, *, order: _Order = None, fill: Any = 0,
    dtype: DTypeLike | None = None, out: _Outs = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_top_k(
    keys: _Host, offsets: _Host, k: SupportsIndex, *, order: _Order = None, fill: Any = 0,
    dtype: DTypeLike | None = None, out: Sequence[Array | None], queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def top_k(
    keys: _Host, k: SupportsIndex, *, order: _Order = None, indices: Literal[True] = True,
    dtype: DTypeLike | None = None, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def top_k(
    keys: _Device, k: SupportsIndex, *, order: _Order = None, indices: Literal[True] = True,
    dtype: DTypeLike | None = None, out: _Outs = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def top_k(
    keys: _Host, k: SupportsIndex, *, order: _Order = None, indices: Literal[True] = True,
    dtype: DTypeLike | None = None, out: Sequence[Array | None], queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def top_k(
    keys: _Host, k: SupportsIndex, *, order: _Order = None, indices: Literal[False], dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def top_k(
    keys: _Device, k: SupportsIndex, *, order: _Order = None, indices: Literal[False],
    dtype: DTypeLike | None = None, out: _Outs = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def top_k(
    keys: _Host, k: SupportsIndex, *, order: _Order = None, indices: Literal[False], dtype: DTypeLike | None = None,
    out: Sequence[Array | None], queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def top_k(
    keys: _Host, k: SupportsIndex, *, order: _Order = None, indices: bool, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def top_k(
    keys: _Device, k: SupportsIndex, *, order: _Order = None, indices: bool, dtype: DTypeLike | None = None,
    out: _Outs = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, Array]: ...
@overload
def top_k(
    keys: _Host, k: SupportsIndex, *, order: _Order = None, indices: bool, dtype: DTypeLike | None = None,
    out: Sequence[Array | None], queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, Array]: ...
@overload
def count_equal(
    a: _Host, b: _Host, *, order: _Order = None, dtype: DTypeLike | None = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def count_equal(
    a: _Device, b: _Input, *, order: _Order = None, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def count_equal(
    a: _Host, b: _Device, *, order: _Order = None, dtype: DTypeLike | None = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def count_equal(
    a: _Host, b: _Host, *, order: _Order = None, dtype: DTypeLike | None = None, out: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def delete(
    x: _Host, indices: _Host, *, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def delete(
    x: _Device, indices: _Input, *, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def delete(
    x: _Host, indices: _Device, *, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def delete(
    x: _Host, indices: _Host, *, out: Array, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def insert(
    b: _Host, indices: _Host, a: _Host, *, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def insert(
    b: _Device, indices: _Input, a: _Input, *, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def insert(
    b: _Host, indices: _Device, a: _Input, *, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def insert(
    b: _Host, indices: _Host, a: _Device, *, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def insert(
    b: _Host, indices: _Host, a: _Host, *, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def merge(
    a: _Host, b: _Host, a_values: None = None, b_values: None = None, *, order: _Order = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def merge(
    a: _Device, b: _Input, a_values: None = None, b_values: None = None, *, order: _Order = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge(
    a: _Host, b: _Device, a_values: None = None, b_values: None = None, *, order: _Order = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge(
    a: _Host, b: _Host, a_values: None = None, b_values: None = None, *, order: _Order = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge(
    a: _Host, b: _Host, a_values: _Host, b_values: _Host, *, order: _Order = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def merge(
    a: _Device, b: _Input, a_values: _Input, b_values: _Input, *, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def merge(
    a: _Host, b: _Device, a_values: _Input, b_values: _Input, *, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def merge(
    a: _Host, b: _Host, a_values: _Device, b_values: _Input, *, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def merge(
    a: _Host, b: _Host, a_values: _Host, b_values: _Device, *, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def merge(
    a: _Host, b: _Host, a_values: _Host, b_values: _Host, *, order: _Order = None, out: Sequence[Array | None],
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def merge_partitions(
    a: _Host, b: _Host, tile: SupportsIndex, *, order: _Order = None, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def merge_partitions(
    a: _Device, b: _Input, tile: SupportsIndex, *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge_partitions(
    a: _Host, b: _Device, tile: SupportsIndex, *, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge_partitions(
    a: _Host, b: _Host, tile: SupportsIndex, *, order: _Order = None, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge_runs(
    keys: _Host, starts: _Host, values: None = None, *, order: _Order = None, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def merge_runs(
    keys: _Device, starts: _Input, values: None = None, *, order: _Order = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge_runs(
    keys: _Host, starts: _Device, values: None = None, *, order: _Order = None, out: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge_runs(
    keys: _Host, starts: _Host, values: None = None, *, order: _Order = None, out: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def merge_runs(
    keys: _Host, starts: _Host, values: _Host, *, order: _Order = None, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def merge_runs(
    keys: _Device, starts: _Input, values: _Input, *, order: _Order = None, out: _Outs = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def merge_runs(
    keys: _Host, starts: _Device, values: _Input, *, order: _Order = None, out: _Outs = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def merge_runs(
    keys: _Host, starts: _Host, values: _Device, *, order: _Order = None, out: _Outs = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def merge_runs(
    keys: _Host, starts: _Host, values: _Host, *, order: _Order = None, out: Sequence[Array | None],
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def sorted_search(
    a: _Host, b: _Host, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: None = None, counts: tuple[None, None] = (None, None), queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> SearchResult[NDArray[Any]]: ...
@overload
def sorted_search(
    a: _Device, b: _Input, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: _Outs = None, counts: Sequence[Array | None] = (None, None),
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> SearchResult[Array]: ...
@overload
def sorted_search(
    a: _Host, b: _Device, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: _Outs = None, counts: Sequence[Array | None] = (None, None),
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> SearchResult[Array]: ...
@overload
def sorted_search(
    a: _Host, b: _Host, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Sequence[Array | None], counts: Sequence[Array | None] = (None, None),
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> SearchResult[Array]: ...
@overload
def sorted_search(
    a: _Host, b: _Host, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: None = None, counts: Sequence[Array], queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> SearchResult[Array]: ...
@overload
def argsort(
    keys: _Host, *, axis: SupportsIndex | None = None, order: _Order = None, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def argsort(
    keys: _Device, *, axis: SupportsIndex | None = None, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def argsort(
    keys: _Host, *, axis: SupportsIndex | None = None, order: _Order = None, dtype: DTypeLike | None = None,
    out: Array, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def locality_sort(
    keys: _Host, values: None = None, *, order: _Order = None, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def locality_sort(
    keys: _Device, values: None = None, *, order: _Order = None, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def locality_sort(
    keys: _Host, values: None = None, *, order: _Order = None, out: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def locality_sort(
    keys: _Host, values: _Host, *, order: _Order = None, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def locality_sort(
    keys: _Device, values: _Input, *, order: _Order = None, out: _Outs = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def locality_sort(
    keys: _Host, values: _Device, *, order: _Order = None, out: _Outs = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def locality_sort(
    keys: _Host, values: _Host, *, order: _Order = None, out: Sequence[Array | None], queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_sort(
    keys: _Host, segments: _Host, values: None = None, *, flags: None = None, order: _Order = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def segmented_sort(
    keys: _Device, segments: _Input, values: None = None, *, flags: None = None, order: _Order = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_sort(
    keys: _Host, segments: _Device, values: None = None, *, flags: None = None, order: _Order = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_sort(
    keys: _Host, segments: _Host, values: None = None, *, flags: None = None, order: _Order = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_sort(
    keys: _Host, segments: _Host, values: _Host, *, flags: None = None, order: _Order = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def segmented_sort(
    keys: _Device, segments: _Input, values: _Input, *, flags: None = None, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_sort(
    keys: _Host, segments: _Device, values: _Input, *, flags: None = None, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_sort(
    keys: _Host, segments: _Host, values: _Device, *, flags: None = None, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_sort(
    keys: _Host, segments: _Host, values: _Host, *, flags: None = None, order: _Order = None,
    out: Sequence[Array | None], queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_sort(
    keys: _Host, segments: None = None, values: None = None, *, flags: _Host, order: _Order = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def segmented_sort(
    keys: _Device, segments: None = None, values: None = None, *, flags: _Input, order: _Order = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_sort(
    keys: _Host, segments: None = None, values: None = None, *, flags: _Device, order: _Order = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_sort(
    keys: _Host, segments: None = None, values: None = None, *, flags: _Host, order: _Order = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def segmented_sort(
    keys: _Host, segments: None = None, *, values: _Host, flags: _Host, order: _Order = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def segmented_sort(
    keys: _Device, segments: None = None, *, values: _Input, flags: _Input, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_sort(
    keys: _Host, segments: None = None, *, values: _Device, flags: _Input, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_sort(
    keys: _Host, segments: None = None, *, values: _Host, flags: _Device, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def segmented_sort(
    keys: _Host, segments: None = None, *, values: _Host, flags: _Host, order: _Order = None,
    out: Sequence[Array | None], queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def sort(
    keys: _Host, values: None = None, *, axis: SupportsIndex | None = None, order: _Order = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def sort(
    keys: _Device, values: None = None, *, axis: SupportsIndex | None = None, order: _Order = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def sort(
    keys: _Host, values: None = None, *, axis: SupportsIndex | None = None, order: _Order = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def sort(
    keys: _Host, values: _Host, *, axis: SupportsIndex | None = None, order: _Order = None, out: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def sort(
    keys: _Device, values: _Input, *, axis: SupportsIndex | None = None, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def sort(
    keys: _Host, values: _Device, *, axis: SupportsIndex | None = None, order: _Order = None, out: _Outs = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def sort(
    keys: _Host, values: _Host, *, axis: SupportsIndex | None = None, order: _Order = None,
    out: Sequence[Array | None], queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def sort_rows(
    columns: Sequence[_Host], orders: Sequence[_Order] | None = None, *, dtype: DTypeLike | None = None,
    out: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def sort_rows(
    columns: Sequence[_Member], orders: Sequence[_Order] | None = None, *, dtype: DTypeLike | None = None,
    out: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def sort_rows(
    columns: Sequence[_Host], orders: Sequence[_Order] | None = None, *, dtype: DTypeLike | None = None, out: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def join_fields(
    fields: Mapping[str, _Host], dtype: DTypeLike, *, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def join_fields(
    fields: Mapping[str, _Member], dtype: DTypeLike, *, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def join_fields(
    fields: Mapping[str, _Host], dtype: DTypeLike, *, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
def put_structures(
    x: Array, indices: _Input, structures: _Input, *, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> cl.Event: ...
@overload
def split_fields(
    structures: _Host, names: Sequence[str] | None = None, *, out: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> dict[str, NDArray[Any]]: ...
@overload
def split_fields(
    structures: _Device, names: Sequence[str] | None = None, *, out: Mapping[str, Array] | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> dict[str, Array]: ...
@overload
def split_fields(
    structures: _Host, names: Sequence[str] | None = None, *, out: Mapping[str, Array], queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> dict[str, Array]: ...
@overload
def take_structures(
    structures: _Host, indices: _Host, *, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def take_structures(
    structures: _Device, indices: _Input, *, out: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def take_structures(
    structures: _Host, indices: _Device, *, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def take_structures(
    structures: _Host, indices: _Host, *, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
def struct(name: str, dtype: DTypeLike) -> np.dtype[Any]: ...
@overload
def run_lengths(
    keys: _Host, *, order: _Order = None, dtype: DTypeLike | None = None, out: None = None, count: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Runs[NDArray[Any]]: ...
@overload
def run_lengths(
    keys: _Device, *, order: _Order = None, dtype: DTypeLike | None = None, out: _Outs = None,
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Runs[Array]: ...
@overload
def run_lengths(
    keys: _Host, *, order: _Order = None, dtype: DTypeLike | None = None, out: Sequence[Array | None],
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Runs[Array]: ...
@overload
def run_lengths(
    keys: _Host, *, order: _Order = None, dtype: DTypeLike | None = None, out: None = None, count: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Runs[Array]: ...
@overload
def searchsorted(
    b: _Host, a: int, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> np.integer[Any]: ...
@overload
def searchsorted(
    b: _Device, a: int, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def searchsorted(
    b: _Host, a: int, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def searchsorted(
    b: _Host, a: float, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> np.integer[Any] | NDArray[Any]: ...
@overload
def searchsorted(
    b: _Device, a: float, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def searchsorted(
    b: _Host, a: float, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def searchsorted(
    b: _Host, a: _Host, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def searchsorted(
    b: _Device, a: _Input, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def searchsorted(
    b: _Host, a: _Device, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Array | None = None, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def searchsorted(
    b: _Host, a: _Host, side: Literal["left", "right"] = "left", *, order: _Order = None,
    dtype: DTypeLike | None = None, out: Array, queue: _Queue = None, context: _Context = None,
    wait_for: _Wait = None
) -> Array: ...
@overload
def unique(
    x: _Host, return_index: Literal[False] = False, return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False, *, order: _Order = None, dtype: DTypeLike | None = None,
    count: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any]: ...
@overload
def unique(
    x: _Device, return_index: Literal[False] = False, return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False, *, order: _Order = None, dtype: DTypeLike | None = None,
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def unique(
    x: _Host, return_index: Literal[False] = False, return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False, *, order: _Order = None, dtype: DTypeLike | None = None, count: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> Array: ...
@overload
def unique(
    x: _Host, return_index: Literal[True], return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False, *, order: _Order = None, dtype: DTypeLike | None = None,
    count: None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def unique(
    x: _Device, return_index: Literal[True], return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False, *, order: _Order = None, dtype: DTypeLike | None = None,
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[True], return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False, *, order: _Order = None, dtype: DTypeLike | None = None, count: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[False] = False, *, return_inverse: Literal[True],
    return_counts: Literal[False] = False, order: _Order = None, dtype: DTypeLike | None = None, count: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def unique(
    x: _Device, return_index: Literal[False] = False, *, return_inverse: Literal[True],
    return_counts: Literal[False] = False, order: _Order = None, dtype: DTypeLike | None = None,
    count: Array | None = None, queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[False] = False, *, return_inverse: Literal[True],
    return_counts: Literal[False] = False, order: _Order = None, dtype: DTypeLike | None = None, count: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[False] = False, *,
    order: _Order = None, dtype: DTypeLike | None = None, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...
@overload
def unique(
    x: _Device, return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[False] = False, *,
    order: _Order = None, dtype: DTypeLike | None = None, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[False] = False, *,
    order: _Order = None, dtype: DTypeLike | None = None, count: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[False] = False, return_inverse: Literal[False] = False, *,
    return_counts: Literal[True], order: _Order = None, dtype: DTypeLike | None = None, count: None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def unique(
    x: _Device, return_index: Literal[False] = False, return_inverse: Literal[False] = False, *,
    return_counts: Literal[True], order: _Order = None, dtype: DTypeLike | None = None, count: Array | None = None,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[False] = False, return_inverse: Literal[False] = False, *,
    return_counts: Literal[True], order: _Order = None, dtype: DTypeLike | None = None, count: Array,
    queue: _Queue = None, context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[True], return_inverse: Literal[False] = False, *, return_counts: Literal[True],
    order: _Order = None, dtype: DTypeLike | None = None, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...
@overload
def unique(
    x: _Device, return_index: Literal[True], return_inverse: Literal[False] = False, *, return_counts: Literal[True],
    order: _Order = None, dtype: DTypeLike | None = None, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[True], return_inverse: Literal[False] = False, *, return_counts: Literal[True],
    order: _Order = None, dtype: DTypeLike | None = None, count: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[False] = False, *, return_inverse: Literal[True], return_counts: Literal[True],
    order: _Order = None, dtype: DTypeLike | None = None, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...
@overload
def unique(
    x: _Device, return_index: Literal[False] = False, *, return_inverse: Literal[True], return_counts: Literal[True],
    order: _Order = None, dtype: DTypeLike | None = None, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[False] = False, *, return_inverse: Literal[True], return_counts: Literal[True],
    order: _Order = None, dtype: DTypeLike | None = None, count: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[True], *,
    order: _Order = None, dtype: DTypeLike | None = None, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]: ...
@overload
def unique(
    x: _Device, return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[True], *,
    order: _Order = None, dtype: DTypeLike | None = None, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array, Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[True], *,
    order: _Order = None, dtype: DTypeLike | None = None, count: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> tuple[Array, Array, Array, Array]: ...
@overload
def unique(
    x: _Host, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, *,
    order: _Order = None, dtype: DTypeLike | None = None, count: None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> NDArray[Any] | tuple[NDArray[Any], ...]: ...
@overload
def unique(
    x: _Device, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, *,
    order: _Order = None, dtype: DTypeLike | None = None, count: Array | None = None, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, ...]: ...
@overload
def unique(
    x: _Host, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, *,
    order: _Order = None, dtype: DTypeLike | None = None, count: Array, queue: _Queue = None,
    context: _Context = None, wait_for: _Wait = None
) -> Array | tuple[Array, ...]: ...

__all__ = [
    "ArrowData", "CheckError", "Column", "Context", "Counted", "Counter", "Error", "Expression", "MappedPool",
    "MemoryPool", "Op", "Order", "Pool", "Recording", "Runs", "SearchResult", "argsort", "compact", "constant",
    "context_of", "copy", "count_equal", "counted", "default_context", "delete", "expand", "find_first",
    "from_arrow", "from_dlpack", "gather_ranges", "generate", "group_by", "histogram", "host_view", "insert", "join",
    "join_as_of", "join_fields", "join_overlaps", "load_balance_search", "locality_sort", "memory_pool", "merge",
    "merge_partitions", "merge_runs", "move_ranges", "offsets_from_counts", "partition", "put", "put_structures",
    "reduce", "reduce_by_key", "repeat", "run_lengths", "scan_by_key_exclusive", "scan_by_key_inclusive",
    "scan_exclusive", "scan_inclusive", "scatter_ranges", "searchsorted", "segmented_find_first", "segmented_reduce",
    "segmented_scan_exclusive", "segmented_scan_inclusive", "segmented_sort", "segmented_top_k", "set_operation",
    "sort", "sort_rows", "sorted_search", "split_fields", "struct", "take", "take_columns", "take_structures",
    "to_arrow", "top_k", "transform", "transform_load_balance", "unique", "version"
]
