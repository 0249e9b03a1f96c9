# SPDX-License-Identifier: Apache-2.0
"""Fill an array, store a sequence, convert a type, and run your own statements for each index."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla

item = np.array([2, 7, -1, 0, 3], np.int32)
n = item.size
print("item =", *item)

# A constant, a sequence, and a conversion to float. The arrays are on the device.
queue = ci.default_context().queue
stock, price, paid = [cla.empty(queue, n, np.int32) for _ in range(3)]
ci.copy(ci.constant(7, n, "int32"), out=stock)
ci.copy(ci.generate("10 * i", n, "int32"), out=price)
real = ci.copy(price, "float32")

# cliv_at() reads 0 outside the array, so a missing item costs 0.
body = "paid[i] = rounded(rate * cliv_at(price, item[i])); --stock[i];"
ci.transform(n, body, source="int rounded(int cents) { return (cents + 25) / 50 * 50; }",
             price=price, item=cla.to_device(queue, item), stock=stock, paid=paid, rate=np.int32(3))

print("-> price =", *price.get())
print("-> real =", *real.get().astype(int))
print("-> stock =", *stock.get())
print("-> paid =", *paid.get())
