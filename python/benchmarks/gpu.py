# SPDX-License-Identifier: Apache-2.0
"""Compares times with CuPy and PyTorch on an NVIDIA GPU. Writes a table as CSV.

    python gpu.py [--csv FILE] [--rounds N] [EXPONENT ...]

The sizes are 2^EXPONENT elements, by default 2^10, 2^20 and 2^26. Every row is one task on the same int32 data. The
program compares the results and ends if they differ. Times are wall-clock milliseconds of a whole call, whose results
are new arrays, from the call until the device is idle. The table has the medians. Rows that end in "with transfers"
begin and end with NumPy arrays. The column `clinterval out` is for calls with `out=`.
CuPy or PyTorch is left out if it is not installed.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import clinterval as ci
import numpy as np
import pyopencl.array as cla

WAYS = ("clinterval", "clinterval out", "CuPy", "PyTorch")
Task = dict[str, Callable[[], Any]]


def imported(name: str) -> ModuleType | None:
    try:
        return __import__(name)
    except ImportError:
        return None


cupy, torch = imported("cupy"), imported("torch")
queue = ci.default_context().queue


def finish(way: str) -> None:
    if way == "CuPy":
        cupy.cuda.Device().synchronize()  # type: ignore[union-attr]
    elif way == "PyTorch":
        torch.cuda.synchronize()  # type: ignore[union-attr]
    else:
        queue.finish()


def on_host(result: Any) -> np.ndarray[Any, Any]:
    if isinstance(result, tuple):
        result = result[0]
    for method in ("get", "cpu"):
        if hasattr(result, method):
            result = getattr(result, method)()
    return np.asarray(result).reshape(-1)


def tasks(n: int) -> dict[str, Task]:
    """The tasks, each with a function for every library that supports it."""
    rng = np.random.default_rng(1)
    half, most = n // 2, max(n // 10, 1)
    random = rng.integers(0, 1 << 31, n).astype(np.int32)
    rows = rng.integers(0, most, n).astype(np.int32)
    runs = np.sort(rows)
    lengths = rng.integers(0, 8, n // 4).astype(np.int32)
    bins = rows % 1000
    host = random, rows, runs, runs[half:], runs[:half], lengths, random[: n // 4], bins
    x, key, ordered, hay, needles, counts, values, bin = (cla.to_device(queue, np.ascontiguousarray(a)) for a in host)
    offsets, total = ci.offsets_from_counts(counts)
    out, found, sums = cla.empty_like(x), cla.empty(queue, needles.size, np.int32), cla.empty_like(x)
    top_out = cla.empty(queue, min(100, n), np.int32), cla.empty(queue, min(100, n), np.int32)
    histogram, expanded = cla.zeros(queue, 1000, np.uint32), cla.empty(queue, total, np.int32)
    listed: dict[str, Task] = {
        "sort": {"clinterval": lambda: ci.sort(x), "clinterval out": lambda: ci.sort(x, out=out)},
        "cumulative sum": {
            "clinterval": lambda: ci.scan_inclusive(x, dtype=np.int32),
            "clinterval out": lambda: ci.scan_inclusive(x, out=sums),
        },
        "where (mask)": {"clinterval": lambda: ci.compact(x, "x % 3 == 0")},
        "runs of a sorted array": {"clinterval": lambda: ci.run_lengths(ordered)},
        "search of sorted needles": {
            "clinterval": lambda: ci.searchsorted(hay, needles),
            "clinterval out": lambda: ci.searchsorted(hay, needles, out=found),
        },
        "gather": {"clinterval": lambda: ci.take(x, key), "clinterval out": lambda: ci.take(x, key, out=out)},
        "repeat": {
            "clinterval": lambda: ci.expand(values, offsets, total),
            "clinterval out": lambda: ci.expand(values, offsets, total, out=expanded),
        },
        "sum": {"clinterval": lambda: ci.reduce(x, dtype=np.int64)},
        "top 100": {
            "clinterval": lambda: ci.top_k(x, 100, order="greater"),
            "clinterval out": lambda: ci.top_k(x, 100, order="greater", out=top_out),
        },
        "histogram of 1000 bins": {
            "clinterval": lambda: ci.histogram(bin, 1000),
            "clinterval out": lambda: ci.histogram(bin, 1000, out=histogram),
        },
        "sum by unsorted key": {"clinterval": lambda: ci.reduce_by_key(*ci.sort(key, x), dtype=np.int32)[1]},
        "sort, with transfers": {"clinterval": lambda: ci.sort(random)},
        "cumulative sum, with transfers": {"clinterval": lambda: ci.scan_inclusive(random, dtype=np.int32)},
        "sum by unsorted key, with transfers": {
            "clinterval": lambda: tuple(
                a.get() for a in ci.reduce_by_key(*ci.sort(cla.to_device(queue, rows), cla.to_device(queue, random)), dtype=np.int32)
            )[1]
        },
    }
    if cupy is not None:
        cx, ck, cr, ch, cn, cb = (cupy.asarray(a) for a in (random, rows, runs, runs[half:], runs[:half], bins))
        for name, function in {
            "sort": lambda: cupy.sort(cx),
            "cumulative sum": lambda: cupy.cumsum(cx, dtype=cupy.int32),
            "where (mask)": lambda: cx[cx % 3 == 0],
            "runs of a sorted array": lambda: cupy.unique(cr),
            "search of sorted needles": lambda: cupy.searchsorted(ch, cn),
            "gather": lambda: cx[ck],
            "sum": lambda: cupy.sum(cx, dtype=cupy.int64),
            "top 100": lambda: -cupy.sort(-cupy.partition(cx, max(n - 100, 0))[-100:]),
            "histogram of 1000 bins": lambda: cupy.bincount(cb, minlength=1000),
            "sort, with transfers": lambda: cupy.sort(cupy.asarray(random)).get(),
            "cumulative sum, with transfers": lambda: cupy.cumsum(cupy.asarray(random), dtype=cupy.int32).get(),
        }.items():
            listed[name]["CuPy"] = function
    if torch is not None:
        tx, tk, tr, th, tn, tc, tv, tb = (
            torch.from_numpy(np.ascontiguousarray(a)).cuda()
            for a in (random, rows, runs, runs[half:], runs[:half], lengths, random[: n // 4], bins)
        )

        def by_key(key: Any, value: Any) -> Any:
            return torch.zeros(most, dtype=torch.int32, device="cuda").index_add_(0, key, value)  # type: ignore[union-attr]

        for name, function in {
            "sort": lambda: torch.sort(tx),
            "cumulative sum": lambda: torch.cumsum(tx, 0, dtype=torch.int32),
            "where (mask)": lambda: tx[tx % 3 == 0],
            "runs of a sorted array": lambda: torch.unique_consecutive(tr, return_counts=True),
            "search of sorted needles": lambda: torch.searchsorted(th, tn),
            "gather": lambda: tx[tk],
            "repeat": lambda: torch.repeat_interleave(tv, tc, output_size=total),
            "sum": lambda: torch.sum(tx, dtype=torch.int64),
            "top 100": lambda: torch.topk(tx, min(100, n)),
            "histogram of 1000 bins": lambda: torch.bincount(tb, minlength=1000),
            "sum by unsorted key": lambda: by_key(tk, tx),
            "sort, with transfers": lambda: torch.sort(torch.from_numpy(random).cuda())[0].cpu(),
            "cumulative sum, with transfers": lambda: torch.cumsum(torch.from_numpy(random).cuda(), 0, dtype=torch.int32).cpu(),
            "sum by unsorted key, with transfers": lambda: by_key(
                torch.from_numpy(rows).cuda(), torch.from_numpy(random).cuda()
            ).cpu(),
        }.items():
            listed[name]["PyTorch"] = function
    return listed


def agree(name: str, task: Task) -> None:
    expected = on_host(task["clinterval"]())
    for way, function in task.items():
        result = on_host(function())
        if name.startswith("sum by"):  # without the empty groups of PyTorch
            result, there = result[result != 0], expected[expected != 0]
        else:
            there = expected
        if not np.array_equal(result, there):
            raise SystemExit(f"{name}: {way} gives something else than clinterval")


def medians(task: Task, rounds: int) -> dict[str, float]:
    times: dict[str, list[float]] = {way: [] for way in task}
    for way, function in task.items():  # one library after the other: the GPU changes slowly between their contexts
        for k in range(rounds + 4):
            finish(way)
            begin = time.perf_counter()
            result = function()
            finish(way)
            if k >= 4:
                times[way].append(1000 * (time.perf_counter() - begin))
            del result
    return {way: float(np.median(given)) for way, given in times.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("exponents", type=int, nargs="*", default=[10, 20, 26])
    options.add_argument("--csv", help="a file for the table")
    options.add_argument("--rounds", type=int, default=15, help="calls per task and library (default: 15)")
    given = options.parse_args()
    device = queue.device
    versions = [f"clinterval {ci.__version__}", *(f"{m.__name__} {m.__version__}" for m in (cupy, torch) if m)]
    print(f"# {device.name.strip()}, {device.platform.name}, driver {device.driver_version}; {', '.join(versions)}")
    rows = []
    for exponent in given.exponents:
        for name, task in tasks(1 << exponent).items():
            agree(name, task)
            times = medians(task, given.rounds)
            rows.append([name, 1 << exponent, *(f"{times[way]:.4f}" if way in times else "" for way in WAYS)])
            print(*rows[-1], sep="\t", flush=True)
    if given.csv:
        with open(given.csv, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["task", "elements", *WAYS], *rows])


if __name__ == "__main__":
    sys.exit(main())
