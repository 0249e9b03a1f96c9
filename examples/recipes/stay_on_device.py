# SPDX-License-Identifier: Apache-2.0
"""The number of outputs stays on the device. Each order receives one ticket per seat."""

import clinterval as ci
import numpy as np
import pyopencl.array as cla

queue = ci.default_context().queue
seats = cla.to_device(queue, np.array([2, 0, 3, 1], np.int32))
print("seats =", *seats.get())

# No call makes the host wait. The last call reads `total` on the device.
room = 7
owner = cla.empty(queue, room, np.int32)
ci.copy(ci.constant(-1, room, "int32"), out=owner)
total = cla.empty(queue, 1, np.int32)
first = ci.scan_exclusive(seats, total=total)
ci.transform_load_balance(first, total, "owner[i] = segment;", most=room, owner=owner)

print("-> total =", total.get()[0])
print("-> owner =", *owner.get())
