# SPDX-License-Identifier: Apache-2.0
"""The distinct keys, in sorted order and in the order of their first occurrence."""

import clinterval as ci
import numpy as np

key = np.array([5, 2, 5, 2, 7], np.int32)
print("key =", *key)

# In sorted order, with the index of the first occurrence of each key.
distinct, index = ci.unique(key, return_index=True)

# In input order: the keys at these indices, in ascending order of the indices.
firsts = ci.take(key, ci.sort(index))

print("-> count =", distinct.size)
print("-> distinct =", *distinct)
print("-> firsts =", *firsts)
