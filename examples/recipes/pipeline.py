# SPDX-License-Identifier: Apache-2.0
"""Filter, sort, group and top k without read-back: the two largest sums per customer."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla

queue = ci.default_context().queue
customer = cla.to_device(queue, np.array([4, 2, 4, 7, 2, 7, 7], np.int32))
amount = cla.to_device(queue, np.array([5, 9, 1, 6, 1, 3, 2], np.int32))
print("customer =", *customer.get())
print("amount =", *amount.get())

# The row numbers of sales above 1. counted(array, kept) has `kept` elements.
kept, buyers = cla.empty(queue, 1, np.uint32), cla.empty(queue, 1, np.uint32)
index = ci.generate("i", amount.size, "int32")
rows = ci.compact(index, "amount[i] > 1", amount=amount, count=kept)
keys, amounts = ci.take_columns([customer, amount], ci.counted(rows, kept))
keys, amounts = ci.sort(ci.counted(keys, kept), ci.counted(amounts, kept))
buyer, total = ci.reduce_by_key(ci.counted(keys, kept), ci.counted(amounts, kept), count=buyers)
top_sum, top = ci.top_k(ci.counted(total, buyers), 2, order="greater")

print("-> top_sum =", *top_sum.get())
