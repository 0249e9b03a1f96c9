# SPDX-License-Identifier: Apache-2.0
"""A histogram of requests by time: 1, 2 to 3, 4 to 7 … milliseconds."""

import clinterval as ci
import numpy as np

time = np.array([5, 1, 90, 6, 0, 70, 2000], np.int32)
size = np.array([10, 20, 30, 40, 50, 60, 70], np.int32)
print("time =", *time)
print("size =", *size)

# The bin is the index of the highest bit. The bins -1 (of 0) and 10 (of 2000) are not counted.
bins = ci.generate("31 - (int)clz(time[i])", time.size, "int32", time=time)
counts = ci.histogram(bins, 8)
sums = ci.histogram(bins, 8, weights=size)

print("-> counts =", *counts)
print("-> sums =", *sums)
