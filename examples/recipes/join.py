# SPDX-License-Identifier: Apache-2.0
"""SELECT amount, price FROM orders LEFT JOIN prices USING (product)"""

import clinterval as ci
import numpy as np

order_product = np.array([1, 3, 3, 6], np.int32)
amount = np.array([10, 20, 30, 40], np.int32)
price = np.array([15, 5, 25], np.int32)
price_product = np.array([6, 3, 6], np.int32)
print("order.product =", *order_product)
print("order.amount =", *amount)
print("price.price =", *price)
print("price.product =", *price_product)

# The tables may be in any order. `price_row` is -1 for a missing price.
order_row, price_row = ci.join(order_product, price_product, how="left")
amounts = ci.take(amount, order_row)
prices = ci.take(price, price_row, fill=-1)

print("-> rows =", order_row.size)
print("-> amount =", *amounts)
print("-> price =", *prices)
