# SPDX-License-Identifier: Apache-2.0
"""The two largest sales of each shop. The rows are in any order, and a shop may have no sales."""

import clinterval as ci
import numpy as np

shop = np.array([2, 0, 2, 0, 2, 3], np.int32)
sale = np.array([70, 30, 90, 50, 80, 10], np.int32)
groups = 4
print("shop =", *shop)
print("sale =", *sale)

# Sort the row numbers by shop. The start of a shop is its lower bound in the sorted shops.
row = ci.argsort(shop)
shops, sales = ci.take_columns([shop, sale], row)
starts = ci.searchsorted(shops, np.arange(groups, dtype=np.int32))

# The top k as indices of sorted rows, then as row numbers; -1 if a shop has fewer than k sales.
_, top = ci.segmented_top_k(sales, starts, 2, order="greater")
top = ci.take(row, top.ravel(), fill=-1)

print("-> top =", *top)
