# SPDX-License-Identifier: Apache-2.0
"""The elements that meet a condition, their indices, and a partition by a condition."""

import clinterval as ci
import numpy as np

number = np.array([3, 8, 5, 2, 7, 4], np.int32)
print("number =", *number)

# The elements above the limit.
chosen = ci.compact(number, "x > limit", limit=4)

# Their indices: compact a generated index.
index = ci.generate("i", number.size, "int32")
indices = ci.compact(index, "number[i] > limit", number=number, limit=4)

# Even numbers first, then odd numbers.
in_order, even = ci.partition(number, "x % 2 == 0")

print("-> kept =", chosen.size)
print("-> chosen =", *chosen)
print("-> indices =", *indices)
print("-> even =", even)
print("-> in_order =", *in_order)
