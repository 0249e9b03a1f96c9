# SPDX-License-Identifier: Apache-2.0
"""A program for an installed wheel: sorts, counts runs and selects on the first device, and prints the device and,
on Linux, the OpenCL loader of the process."""

import os
import pathlib
import sys

import pyopencl

# Only the PoCL of pyopencl[pocl] is used, not a PoCL of the system.
own = pathlib.Path(pyopencl.__file__).parent / ".libs"
if (own / "pocl.icd").exists():
    os.environ["OCL_ICD_VENDORS"] = str(own)

import clinterval as ci
import numpy as np
import pyopencl.array as cla

context = pyopencl.Context([device for platform in pyopencl.get_platforms() for device in platform.get_devices()][:1])
queue = pyopencl.CommandQueue(context)
x = cla.to_device(queue, np.random.default_rng(1).integers(0, 1000, 100_000).astype(np.int32))
np.testing.assert_array_equal(ci.sort(x).get(), np.sort(x.get()))
runs = ci.run_lengths(ci.sort(x))
np.testing.assert_array_equal(runs.lengths.get(), np.bincount(x.get())[np.bincount(x.get()) > 0])
np.testing.assert_array_equal(ci.compact(x, "x % 7 == 0").get(), x.get()[x.get() % 7 == 0])
loaded = set()
if sys.platform == "linux":
    loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libOpenCL" in line}
    assert len(loaded) == 1, loaded
print(ci.__version__, queue.device.platform.name, queue.device.platform.version, *loaded, sep=", ")
