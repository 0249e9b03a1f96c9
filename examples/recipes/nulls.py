# SPDX-License-Identifier: Apache-2.0
"""A column with nulls: a sum and the elements without nulls, and the rows sorted with nulls last."""

import clinterval as ci
import numpy as np

price = np.array([30, 0, 10, 40, 0, 20], np.int32)
valid = np.array([True, False, True, True, False, True])
print("price =", *price)
print("valid =", *valid.astype(int))

# The sum: a null counts as 0.
paid = ci.generate("valid[i] ? price[i] : 0", price.size, "int64", price=price, valid=valid)
total = ci.reduce(paid)

# The elements that are not null.
known = ci.compact(price, "valid[i]", valid=valid)

# The rows by price, nulls last: the mask is the first column, 1 before 0.
row = ci.sort_rows([valid, price], ["greater", "less"])

print("-> total =", total)
print("-> count =", known.size)
print("-> known =", *known)
print("-> row =", *row)
