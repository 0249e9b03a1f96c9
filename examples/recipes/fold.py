# SPDX-License-Identifier: Apache-2.0
"""Reductions and a scan: a total, an arg max, a running maximum, and your own operator."""

import clinterval as ci
import numpy as np

price = np.array([30, 10, 40, 10, 50], np.int32)
amount = np.array([2, 6, 3, 8, 1], np.int32)
print("price =", *price)
print("amount =", *amount)

# The products take no memory.
cost = ci.generate("(long)price[i] * amount[i]", price.size, price=price, amount=amount)
total = ci.reduce(cost)
arg_max = ci.find_first(cost, "greater")
highest = ci.scan_inclusive(price, "max")

# An operator may be any associative function.
gcd = ci.Op("gcd(a, b)", "0", source="""
    int gcd(int a, int b) { while (b) { const int c = a % b; a = b; b = c; } return a; }""")
divisor = ci.reduce(price, gcd)

print("-> total =", total)
print("-> arg_max =", arg_max)
print("-> highest =", *highest)
print("-> divisor =", divisor)
