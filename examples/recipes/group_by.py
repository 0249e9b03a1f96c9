# SPDX-License-Identifier: Apache-2.0
"""SELECT shop, SUM(sale), COUNT(*), AVG(sale) GROUP BY shop"""

import clinterval as ci
import numpy as np

shop = np.array([5, 2, 5, 2, 7], np.int32)
sale = np.array([10, 20, 30, 40, 50], np.int32)
print("shop =", *shop)
print("sale =", *sale)

# Equal keys become contiguous runs. Each run is a group.
shops, sales = ci.sort(shop, sale)
distinct, sums = ci.reduce_by_key(shops, sales)
counts = ci.run_lengths(shops).lengths
means = sums // counts

print("-> groups =", distinct.size)
print("-> distinct =", *distinct)
print("-> sums =", *sums)
print("-> counts =", *counts)
print("-> means =", *means)
