# SPDX-License-Identifier: Apache-2.0
"""Measures how much longer a repeated small call takes from Python than from C, in microseconds.

    python overhead.py [--rounds N]

The same call on the same arrays is made from C (overhead.c, which the program compiles), through ctypes with the C
interface, and through the package. In each round every variant makes some calls in a row. The order of the variants
changes. The queue does not execute the calls meanwhile, so the program measures only the host's work, as CPU time of
the thread. The table has medians of all rounds, also of the difference between the package and C in the same round.
The last column is the 10th percentile of the differences, because other programs may use the same core. The program
requires a C compiler and OpenCL's headers.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import subprocess
import tempfile
import time
from pathlib import Path

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
from clinterval._native import CArray, COp, COrder, lib
from clinterval._types import element_type

REPEATED = 100
HERE = Path(__file__).resolve().parent


def compiled() -> ctypes.CDLL:
    """Compile and load overhead.c. Its calls resolve to the package's library."""
    with tempfile.TemporaryDirectory() as folder:
        ctypes.CDLL(lib._name, mode=ctypes.RTLD_GLOBAL)
        made = Path(folder) / "overhead.so"
        subprocess.run(
            ["cc", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O2", "-shared", "-fPIC", f"-I{HERE.parents[1]}/include"]
            + [str(HERE / "overhead.c"), "-o", str(made)],
            check=True,
        )
        return ctypes.CDLL(str(made))


def as_c(array: cla.Array) -> CArray:
    return CArray(array.base_data.int_ptr, element_type(array.dtype).address, 0, array.size)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=500)
    options.add_argument("--size", type=int, default=1000)
    given = options.parse_args()

    context = ci.default_context()
    queue = context.queue
    a = cla.to_device(queue, np.sort(np.random.default_rng(1).integers(0, 1000, given.size).astype(np.int32)))
    b, out, both = a.copy(), cla.empty_like(a), cla.empty(queue, 2 * given.size, np.int32)
    count = cla.empty(queue, 1, np.int32)
    queue.finish()

    c = compiled()
    where = (ctypes.c_void_p(context._handle), ctypes.c_void_p(queue.int_ptr))
    structs = {id(array): as_c(array) for array in (a, b, out, both, count)}

    def from_c(name: str, *arrays: cla.Array):
        function = getattr(c, name)
        function.restype = ctypes.c_longlong
        listed = [ctypes.byref(structs[id(array)]) for array in arrays]
        return lambda: function(*where, REPEATED, *listed) / REPEATED

    def run_from_c(recording: ci.Recording):
        function = c.time_run
        function.restype = ctypes.c_longlong
        return lambda: function(ctypes.c_void_p(recording._handle), where[1], REPEATED) / REPEATED

    def clocked(function):
        def run() -> float:
            begin = time.thread_time_ns()
            for _ in range(REPEATED):
                function()
            return (time.thread_time_ns() - begin) / REPEATED

        return run

    add, less = COp.in_dll(lib, "cliv_add"), COrder.in_dll(lib, "cliv_less")
    none = CArray()

    def by_ctypes(name: str, *arguments):
        function = ctypes.CDLL(lib._name)[name]  # without the package's argument types
        event = ctypes.c_void_p()
        release = ctypes.CDLL(None)["clReleaseEvent"]

        def run() -> None:
            if function(*where, *arguments, 0, None, ctypes.byref(event)):
                raise RuntimeError(lib.cliv_last_error())
            release(event)

        return run

    with ci.Recording(queue) as scan:
        ci.scan_exclusive(a, out=out)
    with ci.Recording(queue) as three:
        ci.compact(a, "x > limit", limit=500, out=out, count=count)
        ci.merge(a, b, out=both)
        ci.scan_exclusive(both, out=both)

    s = structs
    calls = {
        "scan_exclusive(x, out=y)": (
            from_c("time_scan", a, out),
            by_ctypes("cliv_scan_exclusive", s[id(a)], s[id(out)], ctypes.byref(add), none),
            lambda: ci.scan_exclusive(a, out=out),
        ),
        "merge(a, b, out=c)": (
            from_c("time_merge", a, b, both),
            by_ctypes("cliv_merge_keys", s[id(a)], s[id(b)], s[id(both)], ctypes.byref(less)),
            lambda: ci.merge(a, b, out=both),
        ),
        'compact(x, "x > limit", limit=500, out=y, count=n)': (
            from_c("time_compact", a, out, count),
            None,
            lambda: ci.compact(a, "x > limit", limit=500, out=out, count=count),
        ),
        "scan_exclusive(x)": (
            from_c("time_scan_new", a),
            None,
            lambda: ci.scan_exclusive(a, dtype=np.int32),
        ),
        "run() of a recorded scan": (run_from_c(scan), None, scan.run),
        "run() of three calls on five arrays": (run_from_c(three), None, three.run),
    }
    print(f"{context.device.name.strip()}, {context.device.driver_version}; {given.size} elements, µs")
    print("| call | C | ctypes | clinterval | over C | least tenth |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, (in_c, raw, package) in calls.items():
        ways = [in_c, clocked(raw) if raw else None, clocked(package)]
        times = []
        for _ in range(given.rounds + 20):
            row = [0.0] * len(ways)
            for k in random.sample(range(len(ways)), len(ways)):
                if ways[k] is not None:
                    gate = cl.UserEvent(queue.context)
                    cl.enqueue_barrier(queue, [gate])
                    row[k] = ways[k]()
                    gate.set_status(cl.command_execution_status.COMPLETE)
                    queue.finish()
            times.append(row)
        taken = np.array(times[20:]) / 1000
        assert (taken[:, 0] > 0).all()
        c_, raw_, package_ = np.median(taken, axis=0)
        over, least = np.quantile(taken[:, 2] - taken[:, 0], (0.5, 0.1))
        print(f"| `{name}` | {c_:.1f} | {f'{raw_:.1f}' if raw else ''} | {package_:.1f} | {over:.1f} | {least:.1f} |")


if __name__ == "__main__":
    main()
