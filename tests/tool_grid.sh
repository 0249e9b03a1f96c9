#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A graph of many small levels, most of which are enqueued before it is known that there are any: tool_grid.sh TOOL CASE
set -u
# shellcheck source=tests/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
run 0 demo --grid 40 --source 1
silent
prints "1600 vertices, 6240 edges"
level 0 1 2
level 1 2 6
level 77 2 6
level 78 1 2
prints "reached 1600 of 1600 vertices over 6240 edges"
prints "farthest, at distance 78: 1600"
prints "All distances agree"
run 0 demo --grid 1
prints "reached 1 of 1 vertices over 0 edges"
for side in 0 -3 x 20000; do
    run 2 demo --grid "$side"
    complains "--grid is '$side', but must be a number from 1 to 16384"
done
run 2 demo --grid 3 --packages
complains "exclude each other"
