# SPDX-License-Identifier: Apache-2.0
"""SELECT * ORDER BY shop, price DESC"""

import clinterval as ci
import numpy as np

shop = np.array([5, 2, 5, 2, 5], np.int32)
price = np.array([10, 30, 20, 40, 20], np.int32)
print("shop =", *shop)
print("price =", *price)

# The sorted row numbers, then the columns in this order.
row = ci.sort_rows([shop, price], ["less", "greater"])
shops, prices = ci.take_columns([shop, price], row)

print("-> row =", *row)
print("-> shops =", *shops)
print("-> prices =", *prices)
