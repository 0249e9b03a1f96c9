# SPDX-License-Identifier: Apache-2.0
"""Compares times with NumPy, pandas, Polars (if installed), and pyopencl's own algorithms on the same device. Writes a
table as CSV and Markdown.

    python compare.py [--size N] [--rounds N] [--csv FILE] [--markdown FILE] [--only NAME]

Every row is one task on the same data. The program compares the results of the libraries and ends if they differ. Times
are wall-clock milliseconds of a whole call. Arrays are in the memory that the library uses: on the device for
clinterval and pyopencl, in the host's memory for the others. The queue is finished before the clock stops. A
first call compiles the programs. Then the rounds alternate between the libraries. The table has the medians. New
arrays for results are part of a call.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from typing import Any

import clinterval as ci
import numpy as np
import pandas as pd
import pyopencl as cl
import pyopencl.array as cla
from pyopencl.algorithm import RadixSort, copy_if, partition, unique
from pyopencl.scan import GenericScanKernel

try:
    import polars as pl
except ImportError:
    pl = None  # type: ignore[assignment]

WAYS = ("clinterval", "pyopencl", "NumPy", "pandas", "Polars")
Task = tuple[str, dict[str, Callable[[], Any]]]


def tasks(queue: cl.CommandQueue, n: int) -> list[Task]:
    """The tasks. A task has a name, and one function for each library that supports it. The functions return comparable
    results."""
    rng = np.random.default_rng(1)
    context = queue.context
    x = rng.integers(0, 1 << 31, n).astype(np.int32)
    values = rng.integers(-100, 100, n).astype(np.int32)
    groups = rng.integers(0, n // 10, n).astype(np.int32)
    in_order = np.sort(groups)
    a, b = np.sort(rng.integers(0, n, n // 2).astype(np.int32)), np.sort(rng.integers(0, n, n // 2).astype(np.int32))
    mixed = rng.permutation(a)
    starts = np.concatenate(([0], np.sort(rng.integers(0, n, n // 20)))).astype(np.int32)
    dx, dvalues, dgroups, din_order, da, db, dmixed, dstarts = (
        cla.to_device(queue, array) for array in (x, values, groups, in_order, a, b, mixed, starts)
    )
    frame = pd.DataFrame({"key": groups, "value": values})
    series, ordered = pd.Series(x), pd.Series(in_order)
    left, right = pd.DataFrame({"key": a, "a": np.arange(len(a))}), pd.DataFrame({"key": b, "b": np.arange(len(b))})
    radix = RadixSort(context, "int *x", key_expr="x[i]", sort_arg_names=["x"], scan_kernel=GenericScanKernel)
    scan = GenericScanKernel(
        context, np.int32, "__global int *x, __global int *out", "x[i]", "a+b", "0", output_statement="out[i] = item;"
    )
    segments = GenericScanKernel(
        context,
        np.int32,
        "__global int *x, __global char *head, __global int *out",
        "x[i]",
        "across_seg_boundary ? b : a + b",
        "0",
        is_segment_start_expr="head[i]",
        output_statement="out[i] = item;",
    )
    heads = np.zeros(n, np.int8)
    heads[starts[starts < n]] = 1
    dheads = cla.to_device(queue, heads)

    def scanned() -> cla.Array:
        out = cla.empty_like(dx)
        scan(dvalues, out, queue=queue)
        return out

    def scanned_by_segment() -> cla.Array:
        out = cla.empty_like(dx)
        segments(dvalues, dheads, out, queue=queue)
        return out

    def kept() -> cla.Array:
        out, count, _ = copy_if(dx, "ary[i] % 3 == 0", queue=queue)
        return out[: int(count.get())]

    def parted() -> cla.Array:
        true, false, count, _ = partition(dx, "ary[i] % 3 == 0", queue=queue)
        return true[: int(count.get())]

    def unique_keys() -> cla.Array:
        out, count, _ = unique(din_order, queue=queue)
        return out[: int(count.get())]

    def grouped() -> cla.Array:
        return ci.reduce_by_key(*ci.sort(dgroups, dvalues), dtype=np.int32)[1]

    def segment_sums() -> np.ndarray[Any, Any]:
        whole = np.cumsum(np.concatenate(([0], values)), dtype=np.int64)
        return (whole[np.append(starts[1:], n)] - whole[starts]).astype(np.int32)

    listed: list[Task] = [
        ("sort", {
            "clinterval": lambda: ci.sort(dx),
            "pyopencl": lambda: radix(dx, queue=queue, key_bits=31)[0][0],
            "NumPy": lambda: np.sort(x),
            "pandas": lambda: series.sort_values(),
        }),
        ("prefix sum", {
            "clinterval": lambda: ci.scan_inclusive(dvalues, dtype=np.int32),
            "pyopencl": scanned,
            "NumPy": lambda: np.cumsum(values, dtype=np.int32),
            "pandas": lambda: frame["value"].cumsum(),
        }),
        ("prefix sum of segments", {
            "clinterval": lambda: ci.segmented_scan_inclusive(dvalues, dstarts, dtype=np.int32),
            "pyopencl": scanned_by_segment,
        }),
        ("sum", {
            "clinterval": lambda: ci.reduce(dvalues, dtype=np.int32),
            "pyopencl": lambda: cla.sum(dvalues, queue=queue),
            "NumPy": lambda: np.sum(values, dtype=np.int32),
            "pandas": lambda: frame["value"].sum(),
        }),
        ("sums of segments", {
            "clinterval": lambda: ci.segmented_reduce(dvalues, dstarts, dtype=np.int32),
            "NumPy": segment_sums,
        }),
        ("elements that a condition keeps", {
            "clinterval": lambda: ci.compact(dx, "x % 3 == 0"),
            "pyopencl": kept,
            "NumPy": lambda: x[x % 3 == 0],
            "pandas": lambda: series[series % 3 == 0],
        }),
        ("partition", {
            "clinterval": lambda: (lambda both, first: both[:first])(*ci.partition(dx, "x % 3 == 0")),
            "pyopencl": parted,
            "NumPy": lambda: np.concatenate((x[third := x % 3 == 0], x[~third]))[: third.sum()],
        }),
        ("unique keys of a sorted array", {
            "clinterval": lambda: ci.reduce_by_key(din_order),
            "pyopencl": unique_keys,
            "NumPy": lambda: in_order[np.flatnonzero(np.diff(in_order, prepend=in_order[0] - 1))],
            "pandas": ordered.unique,
        }),
        ("sums of groups", {
            "clinterval": grouped,
            "NumPy": lambda: np.add.reduceat(
                values[order := np.argsort(groups, kind="stable")],
                np.flatnonzero(np.diff(groups[order], prepend=-1)),
                dtype=np.int32,
            ),
            "pandas": lambda: frame.groupby("key")["value"].sum(),
        }),
        ("the 100 greatest", {
            "clinterval": lambda: ci.top_k(dx, 100, order="greater")[0],
            "NumPy": lambda: np.sort(np.partition(x, n - 100)[n - 100 :])[::-1],
            "pandas": lambda: series.nlargest(100),
        }),
        ("inner join of sorted keys", {
            "clinterval": lambda: ci.join(da, db, assume_sorted=True)[1],
            "pandas": lambda: left.merge(right, on="key")["b"],
        }),
        ("join as of", {
            "clinterval": lambda: ci.join_as_of(da, db),
            "pandas": lambda: pd.merge_asof(left, right, on="key")["b"].fillna(-1),
        }),
        ("search of sorted keys", {
            "clinterval": lambda: ci.sorted_search(da, db).a_indices,
            "NumPy": lambda: np.searchsorted(b, a),
        }),
        ("search of keys in any order", {
            "clinterval": lambda: ci.searchsorted(db, dmixed),
            "NumPy": lambda: np.searchsorted(b, mixed),
        }),
        ("inner join of keys in any order", {
            "clinterval": lambda: ci.join(dmixed, db)[1],
            "pandas": lambda: pd.DataFrame({"key": mixed}).merge(right, on="key", how="inner")["b"],
        }),
        ("distinct keys in any order", {
            "clinterval": lambda: ci.unique(dgroups),
            "NumPy": lambda: np.unique(groups),
            "pandas": lambda: np.sort(frame["key"].unique()),
        }),
        ("histogram of 1000 bins", {
            "clinterval": lambda: ci.histogram(ci.generate("x[i] % 1000", n, "int32", x=dx), 1000),
            "NumPy": lambda: np.bincount(x % 1000, minlength=1000),
        }),
    ]
    if pl is None:
        return listed
    table, sorted_keys = pl.DataFrame({"key": groups, "value": values, "x": x}), pl.DataFrame({"key": in_order})
    rows_a = pl.DataFrame({"key": a, "a": np.arange(len(a), dtype=np.int32)})
    rows_b = pl.DataFrame({"key": b, "b": np.arange(len(b), dtype=np.int32)})
    unordered = pl.DataFrame({"key": mixed})
    by_polars: dict[str, Callable[[], Any]] = {
        "sort": lambda: table["x"].sort(),
        "prefix sum": lambda: table["value"].cum_sum(),
        "sum": lambda: table["value"].sum(),
        "elements that a condition keeps": lambda: table.filter(pl.col("x") % 3 == 0)["x"],
        "unique keys of a sorted array": lambda: sorted_keys["key"].unique(maintain_order=True),
        "sums of groups": lambda: table.group_by("key").agg(pl.col("value").sum()).sort("key")["value"],
        "the 100 greatest": lambda: table["x"].top_k(100).sort(descending=True),
        "inner join of sorted keys": lambda: rows_a.join(rows_b, on="key", maintain_order="left_right")["b"],
        "join as of": lambda: rows_a.join_asof(rows_b, on="key")["b"].fill_null(-1),
        "search of sorted keys": lambda: rows_b["key"].search_sorted(rows_a["key"], side="left"),
        "search of keys in any order": lambda: rows_b["key"].search_sorted(unordered["key"], side="left"),
        "inner join of keys in any order": lambda: unordered.join(rows_b, on="key", maintain_order="left_right")["b"],
        "distinct keys in any order": lambda: table["key"].unique().sort(),
    }
    for name, functions in listed:
        if name in by_polars:
            functions["Polars"] = by_polars[name]
    return listed


def on_host(result: Any) -> np.ndarray[Any, Any]:
    return np.asarray(result.get() if isinstance(result, cla.Array) else result).reshape(-1)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--size", type=int, default=1 << 20)
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--csv")
    options.add_argument("--markdown")
    options.add_argument("--only", help="a part of a task's name")
    given = options.parse_args()

    queue = ci.default_context().queue
    device = queue.device
    rows = []
    for name, ways in tasks(queue, given.size):
        if given.only and given.only not in name:
            continue
        expected = on_host(ways["clinterval"]())
        for way, function in ways.items():
            if not np.array_equal(on_host(function()), expected):
                raise SystemExit(f"{name}: {way} gives something else than clinterval")
        times: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(given.rounds):
            for way, function in ways.items():
                queue.finish()
                begin = time.perf_counter()
                result = function()
                queue.finish()
                times[way].append(1000 * (time.perf_counter() - begin))
                del result
        rows.append([name, *(f"{np.median(times[way]):.2f}" if way in times else "" for way in WAYS)])
        print(*rows[-1], sep="\t", flush=True)

    head = [f"{given.size} int32, milliseconds", *WAYS]
    if given.csv:
        with open(given.csv, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([head, *rows])
    if given.markdown:
        with open(given.markdown, "w", encoding="utf-8") as file:
            print("|", " | ".join(head), "|\n|---|---:|---:|---:|---:|---:|", file=file)
            for row in rows:
                print("|", " | ".join(row), "|", file=file)
    print(f"{device.name.strip()}, {device.platform.name}, driver {device.driver_version}")


if __name__ == "__main__":
    main()
