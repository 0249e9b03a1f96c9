# SPDX-License-Identifier: Apache-2.0
"""The k largest numbers and their indices, without a sort of all numbers."""

import clinterval as ci
import numpy as np

number = np.array([7, 3, 9, 3, 5, 9], np.int32)
print("number =", *number)

largest, indices = ci.top_k(number, 3, order="greater")

print("-> largest =", *largest)
print("-> indices =", *indices)
