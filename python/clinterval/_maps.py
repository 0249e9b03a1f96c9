# SPDX-License-Identifier: Apache-2.0
"""Maps, copies, compaction and counting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl

from ._call import Array, Call, Context, Event, Order, Wait, begin, dtype_of, ops, order_at, size_of, text_at
from ._counted import whole


def _written(call: Call, arrays: Mapping[str, Any]) -> int:
    """The arrays of a body, which may write all that are on the device; others it could not give back."""
    for name, array in arrays.items():
        if isinstance(array, Array):
            call.write(array)
        elif np.ndim(array) and not isinstance(array, tuple):
            raise TypeError(f"{name}: a body reads and writes pyopencl arrays, and reads scalars")
    call.listed = call.named(arrays)
    return len(arrays)


def transform(
    n: int,
    body: str,
    *,
    length: Array | None = None,
    source: str | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **arrays: Any,
) -> Event:
    """Run OpenCL C statements once for each i below n, in no order; returns the event.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = clinterval.default_context().queue
    >>> x, y = cla.to_device(queue, np.float32([2, 4, 6])), cla.to_device(queue, np.float32([1, 1, 1]))
    >>> event = clinterval.transform(3, "y[i] += factor * x[i];", x=x, y=y, factor=0.5)
    >>> y.get()
    array([2., 3., 4.], dtype=float32)

    :param length: how many there are of the n at most: a number on the device, as :func:`counted` takes it
    :param body: sees `i`, a ulong, and the arrays and scalars by their names; `cliv_at(name, i)` and
        `cliv_put(name, i, value)` stay inside of an array
    :param source: declarations that the body needs
    """
    call = begin((arrays,), queue, context, wait_for)
    return call.run(ops.transform, n, call.length_at(length), text_at[body], text_at[source or None], _written(call, arrays))


def transform_load_balance(
    offsets: Any,
    count: int | Array,
    body: str,
    *,
    most: int | None = None,
    source: str | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **arrays: Any,
) -> Event:
    """Run a body once for each of `count` outputs of intervals, load-balanced whatever their sizes.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> queue = clinterval.default_context().queue
    >>> out = cla.zeros(queue, 4, np.int32)
    >>> event = clinterval.transform_load_balance([0, 1, 1], 4, "out[i] = 10 * segment + rank;", out=out)
    >>> out.get()
    array([ 0, 20, 21, 22], dtype=int32)

    Where the device alone knows how many outputs there are, `count` is an array of that number, and `most` says for how
    many at most the body is run:

    >>> total = cla.empty(queue, 1, np.int32)
    >>> offsets = clinterval.scan_exclusive(cla.to_device(queue, np.int32([1, 0, 3])), total=total)
    >>> event = clinterval.transform_load_balance(offsets, total, "out[i] = segment;", most=4, out=out)
    >>> out.get()
    array([0, 2, 2, 2], dtype=int32)

    :param offsets: where intervals begin; the last one ends at `count`
    :param body: sees `i`, `segment`, the interval, and `rank`, the place in it, all ulong, and the arrays
    """
    call = begin((arrays, offsets, count), queue, context, wait_for)
    offsets = call.take(offsets)
    snippet = (text_at[body], text_at[source or None], _written(call, arrays))
    if isinstance(count, Array):
        if most is None:
            raise ValueError("with a count on the device, most says how many outputs there are at most")
        return call.run(
            ops.transform_load_balance_counted, most, call.read(count), call.read(offsets), *snippet
        )
    return call.run(ops.transform_load_balance, count, call.read(offsets), *snippet)


def copy(
    x: Any,
    dtype: Any = None,
    *,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """A copy; of numbers, converted to `dtype` as OpenCL C does it. Of an expression it is what it stands for.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.copy(clinterval.generate("3 * i + 1", 4), "float32")
    array([ 1.,  4.,  7., 10.], dtype=float32)
    """
    call = begin((x, out), queue, context, wait_for)
    x = call.take(x)
    if out is None:
        out = call.new(x.size, dtype or x.dtype)
    call.run(ops.copy, call.read(x), call.write(out))
    return call.give(out)


def take(
    x: Any,
    indices: Any,
    *,
    out: Array | None = None,
    fill: Any = 0,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """x[indices], of elements of any type. Where an index is -1, as joins write it, or outside, the result is `fill`;
    in an `out` of yours, what was there.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.take(np.int32([10, 20, 30]), [2, 0, -1, 2])
    array([30, 10,  0, 30], dtype=int32)
    """
    call = begin((x, indices, out), queue, context, wait_for)
    x, indices = call.take(x), call.take(indices)
    if out is None:
        out = call.new(size_of(indices), dtype_of(x))
        call.fill(out, fill)
    call.run(ops.gather, call.read(indices), call.read(x), call.write(out))
    return call.give(out)


def put(
    x: Array,
    indices: Any,
    values: Any,
    *,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Event:
    """x[indices] = values, on the device; an index outside is left out. Returns the event.

    >>> import clinterval
    >>> import numpy as np
    >>> import pyopencl.array as cla
    >>> x = cla.zeros(clinterval.default_context().queue, 4, np.int32)
    >>> event = clinterval.put(x, [2, 0], np.int32([7, 8]))
    >>> x.get()
    array([8, 0, 7, 0], dtype=int32)
    """
    call = begin((x, indices, values), queue, context, wait_for)
    indices, values = call.take(indices), call.take(values)
    return call.run(ops.scatter, call.read(indices), call.read(values), call.write(x))


def take_columns(
    columns: Sequence[Any],
    indices: Any,
    *,
    fill: Any = 0,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> list[Any]:
    """The rows of several columns by one array of indices, in as few launches as the device allows.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.take_columns([np.int32([10, 20]), np.float32([0.5, 1.5])], [1, 1, 0])
    [array([20, 20, 10], dtype=int32), array([1.5, 1.5, 0.5], dtype=float32)]
    """
    call = begin((*columns, indices), queue, context, wait_for)
    taken, indices = [call.take(column) for column in columns], call.take(indices)
    outs = [call.new(size_of(indices), dtype_of(column)) for column in taken]
    for out in outs:
        call.fill(out, fill)
    call.listed = b"".join(map(call.read, taken))
    call.run(ops.gather_columns, call.read(indices), call.memory(b"".join(map(call.write, outs))), len(outs))
    given = call.give(*outs) if outs else ()
    return list(given) if len(outs) > 1 else [given] if outs else []


def compact(
    x: Any,
    keep: str,
    *,
    source: str | None = None,
    out: Array | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **arrays: Any,
) -> Any:
    """The elements for which an expression of `x`, its place `i`, and the arrays and scalars is true, in order.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.compact(np.int32([3, 1, 4, 1, 5]), "x > limit", limit=2)
    array([3, 4, 5], dtype=int32)

    :param out: where they go; it may be longer, and what is returned is its beginning
    :param count: an array of one integer on the device that gets how many there are: nobody waits then, and `out` is
        returned as it is
    """
    call = begin((x, out, count, arrays), queue, context, wait_for)
    if out is None:
        x = call.take(x)
        out = call.new(x.size, x.dtype)
    call.listed = call.named(arrays)
    text, declared, listed = text_at[keep], text_at[source or None], len(arrays)
    if count is not None:
        call.run(ops.compact, call.read(x), text, declared, listed, call.write(out), call.write(count), 0)
        return call.give(out)
    before = (call.read(x), text, declared, listed, call.write(out))
    return call.give(whole(out)[call.run_counted(None, ops.compact, before)])


def partition(
    x: Any,
    first: str,
    *,
    source: str | None = None,
    out: Array | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
    **arrays: Any,
) -> tuple[Any, Any]:
    """The elements for which an expression is true first, in order, then the others, in order; and how many are first:
    an int, or `count`, where that is an array of one integer on the device.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.partition(np.int32([3, 8, 5, 2, 7, 4]), "x % 2 == 0")
    (array([8, 2, 4, 3, 5, 7], dtype=int32), 3)
    """
    call = begin((x, out, count, arrays), queue, context, wait_for)
    if out is None:
        x = call.take(x)
        out = call.new(x.size, x.dtype)
    call.listed = call.named(arrays)
    snippet = (text_at[first], text_at[source or None], len(arrays))
    found = call.run_counted(count, ops.partition, (call.read(x), *snippet, call.write(out)))
    return call.give(out), found.stop if count is None else count


class Runs(NamedTuple):
    """Runs of equal neighbours, as :func:`unique` finds them."""

    keys: Any
    starts: Any
    lengths: Any


def unique(
    keys: Any,
    *,
    order: str | Order | None = None,
    dtype: Any = np.int32,
    out: Sequence[Array | None] | None = None,
    count: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Runs:
    """Runs of equal neighbours: the key of each, where it begins, how long it is. Sorted keys make this numpy.unique.

    >>> import clinterval
    >>> import numpy as np
    >>> runs = clinterval.unique(np.int32([7, 7, 7, 2, 5, 5]))
    >>> runs.keys, runs.starts, runs.lengths
    (array([7, 2, 5], dtype=int32), array([0, 3, 4], dtype=int32), array([3, 1, 2], dtype=int32))

    :param out: three arrays, of which what is returned is the beginning; None among them: a new one
    :param count: as of :func:`compact`
    """
    call = begin((keys, count, *(out or ())), queue, context, wait_for)
    keys = call.take(keys)
    n = size_of(keys)
    made = call.outputs(out, (n, dtype_of(keys)), (n, dtype), (n, dtype))
    found = call.run_counted(
        count, ops.unique, (call.read(keys), *[call.write(m) for m in made], order_at[order])
    )
    return Runs(*call.give(*(made if count is not None else [whole(m)[found] for m in made])))


def histogram(
    bins: Any,
    count: int,
    weights: Any = None,
    *,
    dtype: Any = np.int32,
    out: Array | None = None,
    queue: cl.CommandQueue | None = None,
    context: Context | None = None,
    wait_for: Wait | None = None,
) -> Any:
    """How many samples fall into each of `count` bins, or what they weigh: as numpy.bincount. Samples outside of the
    bins do not count.

    >>> import clinterval
    >>> import numpy as np
    >>> clinterval.histogram([2, 0, 2, 5, -1, 2, 1], 4)
    array([1, 1, 3, 0], dtype=int32)
    >>> samples = np.float32([0.05, 0.11, 0.17, 0.93])
    >>> clinterval.histogram(clinterval.generate("(int)(x[i] * 10)", 4, "int32", x=samples), 10)
    array([1, 2, 0, 0, 0, 0, 0, 0, 0, 1], dtype=int32)
    """
    call = begin((bins, weights, out), queue, context, wait_for)
    bins, weights = call.take(bins), call.take(weights)
    out = call.output(out, count, dtype)
    call.run(ops.histogram, call.read(bins), call.read(weights), call.write(out))
    return call.give(out)
