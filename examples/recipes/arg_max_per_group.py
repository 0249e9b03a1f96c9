# SPDX-License-Identifier: Apache-2.0
"""The row of the largest sale of each shop"""

import clinterval as ci
import numpy as np

shop = np.array([5, 2, 5, 2, 7, 5], np.int32)
sale = np.array([10, 40, 30, 40, 50, 20], np.int32)
print("shop =", *shop)
print("sale =", *sale)

# Fold pairs of a sale and its row. Of equal sales, the first one wins.
best = ci.struct("best", [("sale", "int32"), ("row", "int32")])
pairs = ci.generate("(best){sale[i], (int)i}", sale.size, best, sale=sale)
found = ci.group_by(shop, largest=(pairs, "a.sale >= b.sale ? a : b"))
row = found.largest["row"]

print("-> groups =", row.size)
print("-> shop =", *found.keys)
print("-> row =", *row)
