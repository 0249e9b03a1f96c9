# SPDX-License-Identifier: Apache-2.0
"""The balance of an account after each transaction, and the number of the transaction in its account."""

import clinterval as ci
import numpy as np

account = np.array([5, 2, 5, 2, 7], np.int32)
amount = np.array([10, 20, -3, 40, 50], np.int32)
print("account =", *account)
print("amount =", *amount)

# The sort is stable, so the transactions of an account keep their order.
accounts, amounts = ci.sort(account, amount)
balance = ci.scan_by_key_inclusive(accounts, amounts)
number = ci.scan_by_key_exclusive(accounts, ci.constant(1, accounts.size))

print("-> balance =", *balance)
print("-> number =", *number)
