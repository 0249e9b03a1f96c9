# SPDX-License-Identifier: Apache-2.0
"""Copy numbers to the device, sort them there, and copy them back."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla

numbers = np.array([30, 10, 50, 20, 40], np.int32)

queue = ci.default_context().queue
array = cla.to_device(queue, numbers)
ci.sort(array, out=array)  # on the device, in place; the call does not wait
result = array.get()  # waits for the result

# The same from NumPy to NumPy, which copies in both directions.
result = ci.sort(numbers)
print("sorted =", *result)
