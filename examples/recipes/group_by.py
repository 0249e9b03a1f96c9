# SPDX-License-Identifier: Apache-2.0
"""SELECT shop, month, SUM(sale), MAX(sale), COUNT(*) GROUP BY shop, month

and, of groups HAVING COUNT(*) > 1, AVG(sale)
"""

import clinterval as ci
import numpy as np

shop = np.array([5, 2, 5, 2, 7, 5, 2], np.int32)
month = np.array([1, 2, 1, 1, 2, 2, 2], np.int32)
sale = np.array([10, 20, 30, 40, 50, 60, 70], np.int32)
print("shop =", *shop)
print("month =", *month)
print("sale =", *sale)

# One group for each pair of shop and month, in ascending order.
found = ci.group_by((shop, month), sum=sale, max=sale, rows=(sale, "count"), mean=sale)
shop_of, month_of = found.keys

# HAVING: the groups that have more than one row.
groups = ci.generate("i", found.rows.size, "int32")
having = ci.compact(groups, "rows[i] > 1", rows=found.rows)
means = ci.take(found.mean, having)

print("-> groups =", found.rows.size)
print("-> shop =", *shop_of)
print("-> month =", *month_of)
print("-> sum =", *found.sum)
print("-> max =", *found.max)
print("-> rows =", *found.rows)
print("-> chosen =", having.size)
print("-> having =", *having)
print("-> mean =", *map(int, means))
