# SPDX-License-Identifier: Apache-2.0
"""Irregular parallel primitives for OpenCL: scan, sort, merge, join, reduce, expand.

The functions run on any OpenCL device, GPU or CPU. They accept and return pyopencl arrays and NumPy arrays. An array
that a call writes, such as `out`, must be a pyopencl array.

>>> import clinterval as ci
>>> import numpy as np
>>> ci.sort(np.float32([3, 1, 2]))
array([1., 2., 3.], dtype=float32)
>>> ci.compact(np.int32([3, 1, 4, 1, 5]), "x > limit", limit=2)
array([3, 4, 5], dtype=int32)

**Inputs** are pyopencl arrays, NumPy arrays, lists, and expressions (:func:`generate`, :func:`constant`). An input
has one dimension (`sort` and `argsort` also accept two). A pyopencl array must be contiguous. Element types are bool,
integers of 8 to 64 bits, floats of 32 and 64 bits, datetime64, timedelta64, and structured dtypes of these types.
A :class:`Column` of :func:`from_arrow` is two arrays: pass its `values`, and its mask `valid` to expressions.

**Results** are new pyopencl arrays if an argument is a pyopencl array. Otherwise they are NumPy arrays.

**Waiting.** A call enqueues its work and returns. It waits for the device in three cases: an argument is a NumPy
array or a list, which the call copies; the data determines the size of the result; or the context is checked. The
parameter `count` avoids the wait for a size.

**Events.** A call waits for the events of its arrays. After the call, `events` of each array that the call writes
contains only the event of the call.

These parameters have the same meaning in all functions:

- `queue`: the queue in which the call runs. Default: the queue of the first pyopencl array, otherwise the queue of
  the context.
- `context`: the :class:`Context` of the call. Default: the context of the queue, see :func:`context_of`.
- `wait_for`: a list of events for which the call waits, in addition to the events of its arrays.
- `out`: a pyopencl array for the result, or a tuple of arrays for several results. None in a tuple means a new array.
- `count`: a pyopencl array of one integer, which receives the size of the result on the device. The call then returns
  whole arrays, of which the first `count` elements are the result. `count` receives the full size even if `out` is
  too short; the call does not write elements that do not fit.
- `order`: "less", "greater", or an expression of `a` and `b` in OpenCL C that is true if `a` comes before `b`, such
  as "a.x < b.x"; or an :class:`Order`. Default: "less". In the built-in orders NaN and NaT come last, and 0.0 equals
  -0.0.
- `dtype`: the type of the result. Indices are int32 if every index fits, otherwise int64.

**Evaluations.** An expression is evaluated each time that a call reads an element of it. Each function states the
number of evaluations per element. The numbers do not include searches of a few elements, or the checks of a checked
context. GPUs other than NVIDIA's may evaluate an element once or twice more. Store an expensive expression with
:func:`copy`.

**Errors.** A failed call raises :class:`Error`. Arguments of a wrong type raise TypeError, wrong values ValueError,
and data that violates a precondition :class:`CheckError`. An index of :func:`take` or :func:`put` that is out of
range raises IndexError, and a result for which the device has no memory raises MemoryError.
"""

from ._arguments import Expression, Op, Order, constant, generate
from ._arrow import ArrowData, Column, from_arrow, to_arrow
from ._counted import Counted, counted
from ._groups import group_by
from ._interchange import from_dlpack, host_view
from ._intervals import expand, gather_ranges, load_balance_search, move_ranges, repeat, scatter_ranges
from ._joins import join, join_as_of, set_operation
from ._maps import (
    compact,
    copy,
    histogram,
    partition,
    put,
    take,
    take_columns,
    transform,
    transform_load_balance,
)
from ._native import CheckError, Error, version
from ._objects import Counter, MappedPool, Pool
from ._overlaps import join_overlaps
from ._place import Context, context_of, default_context
from ._pool import MemoryPool, memory_pool
from ._recording import Recording
from ._scans import (
    find_first,
    offsets_from_counts,
    reduce,
    reduce_by_key,
    scan_by_key_exclusive,
    scan_by_key_inclusive,
    scan_exclusive,
    scan_inclusive,
    segmented_find_first,
    segmented_reduce,
    segmented_scan_exclusive,
    segmented_scan_inclusive,
)
from ._selections import segmented_top_k, top_k
from ._sorted import (
    SearchResult,
    count_equal,
    delete,
    insert,
    merge,
    merge_partitions,
    merge_runs,
    sorted_search,
)
from ._sorts import argsort, locality_sort, segmented_sort, sort, sort_rows
from ._structures import join_fields, put_structures, split_fields, take_structures
from ._types import struct
from ._unsorted import Runs, run_lengths, searchsorted, unique

__version__ = version()

__all__ = [name for name in dir() if not name.startswith("_")]
