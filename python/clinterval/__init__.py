# SPDX-License-Identifier: Apache-2.0
"""Irregular parallel primitives on any OpenCL device: sorts, scans, joins, sets, segments and intervals.

Calls accept and return pyopencl arrays without waiting. After a call, `events` of each array that the call writes
contains only the event of the call. Calls also accept NumPy arrays: they copy the arrays to the device and the results
back. Expressions and orders are strings of OpenCL C. Structured dtypes are structures in OpenCL C.

>>> import clinterval
>>> import numpy as np
>>> clinterval.sort(np.float32([3, 1, 2]))
array([1., 2., 3.], dtype=float32)
>>> clinterval.compact(np.int32([3, 1, 4, 1, 5]), "x > limit", limit=2)
array([3, 4, 5], dtype=int32)

A call runs in the queue `queue=`, otherwise in the queue of its first array, otherwise in the context's own queue.
`wait_for` accepts events of other queues. `out` accepts a device array for the result. If a call works in place, `out`
may be an argument of the call. Failures raise :class:`Error` with the library's message.
"""

from ._arguments import Expression, Op, Order, constant, generate
from ._counted import Counted, counted
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
from ._place import Context, context_of, default_context
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
