# SPDX-License-Identifier: Apache-2.0
"""Merge the logs of many machines, each sorted by time, into one log."""

import clinterval as ci
import numpy as np

machine = np.array([0, 0, 0, 1, 1, 3, 3, 3], np.int32)
time = np.array([3, 7, 9, 1, 8, 2, 2, 5], np.int32)
start = np.array([0, 3, 5, 5], np.int32)
print("machine =", *machine)
print("time =", *time)

# Log m begins at start[m]. The last log ends at the end of the array. A log may be empty.
merged, where = ci.merge_runs(time, start, machine)

print("-> merged =", *merged)
print("-> where =", *where)
