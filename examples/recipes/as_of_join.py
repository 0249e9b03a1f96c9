# SPDX-License-Identifier: Apache-2.0
"""The price of each trade: the last quote for the same product at or before the time of the trade."""

import clinterval as ci
import numpy as np

trade_product = np.array([1, 2, 1, 3], np.int32)
trade_time = np.array([7, 2, 3, 9], np.int32)
quote_product = np.array([1, 1, 2, 3, 1], np.int32)
quote_time = np.array([1, 5, 4, 9, 5], np.int32)
quote_price = np.array([10, 20, 30, 40, 50], np.int32)
for name in "trade_product", "trade_time", "quote_product", "quote_time", "quote_price":
    print(name.replace("_", "."), "=", *globals()[name])

# Product and time form one key. Sort both tables by their keys.
trade_key = trade_product.astype(np.uint64) << 32 | trade_time.astype(np.uint64)
quote_key = quote_product.astype(np.uint64) << 32 | quote_time.astype(np.uint64)
trade_key, trade_row = ci.sort(trade_key, np.arange(trade_key.size, dtype=np.int32))
quote_key, price = ci.sort(quote_key, quote_price)

# For each trade, the last quote that is not later, or -1 if that quote is for another product.
nearest = ci.join_as_of(trade_key, quote_key, "backward", same="a >> 32 == b >> 32")

# The price of that quote, stored in the row of the trade.
paid = np.empty_like(trade_product)
paid[trade_row] = ci.take(price, nearest, fill=-1)

print("-> paid =", *paid)
