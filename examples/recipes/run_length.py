# SPDX-License-Identifier: Apache-2.0
"""Run-length encoding and decoding of an image with few colours."""

import clinterval as ci
import numpy as np

pixel = np.array([7, 7, 7, 2, 5, 5, 7, 7], np.int32)
print("pixel =", *pixel)

# Encode.
colours, _, lengths = ci.run_lengths(pixel)

# Decode.
decoded = ci.repeat(colours, lengths)

print("-> runs =", colours.size)
print("-> colours =", *colours)
print("-> lengths =", *lengths)
print("-> decoded =", *decoded)
