# SPDX-License-Identifier: Apache-2.0
"""Rows of different lengths: sums, the share of each element, and sorted rows."""

import clinterval as ci
import numpy as np

length = np.array([3, 0, 1, 2], np.int32)
value = np.array([50, 10, 40, 7, 30, 10], np.int32)
print("length =", *length)
print("value =", *value)

# The start of each row: the prefix sums of the lengths.
start, total = ci.offsets_from_counts(length)

# One result per row; the sum of an empty row is 0.
row_sum = ci.segmented_reduce(value, start)

# One result per element, from the element and its row. No row with elements has the sum 0.
row = ci.load_balance_search(start, total, ranks=False)
percent = 100 * value // ci.take(row_sum, row)

# Each row sorted.
ordered = ci.segmented_sort(value, start)

print("-> start =", *start)
print("-> sum =", *row_sum)
print("-> row =", *row)
print("-> percent =", *percent)
print("-> sorted =", *ordered)
