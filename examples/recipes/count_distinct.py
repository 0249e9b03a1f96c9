# SPDX-License-Identifier: Apache-2.0
"""SELECT shop, COUNT(DISTINCT product) GROUP BY shop"""

import clinterval as ci
import numpy as np

shop = np.array([5, 2, 5, 2, 7, 5], np.int32)
product = np.array([1, 3, 1, 4, 4, 9], np.int32)
print("shop =", *shop)
print("product =", *product)

# Each pair of shop and product once.
shop_of_pair, _ = ci.group_by((shop, product)).keys

# The pairs are sorted by shop, so each shop is a run. Its length is the count of products.
found = ci.run_lengths(shop_of_pair)

print("-> groups =", found.keys.size)
print("-> shop =", *found.keys)
print("-> products =", *found.lengths)
