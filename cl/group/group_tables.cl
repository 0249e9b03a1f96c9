/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of aggregation in tables. */
#include "cliv_group_table.clh"

/* One group: makes the plan. */
__kernel CLIV_GROUP void group_plan(ulong most, __global cliv_group_plan *plan CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    __local cliv_range_memory memory;
    __local uint marks[CLIV_SAMPLE_MARKS / 32];
    cliv_wg_plan_group(a, (cliv_index)CLIV_COUNT_N(most), plan, &memory, marks);
}

/* Group k of `groups`: aggregates its share of the rows. Partitioned rows are aggregated if the
 * aggregation in input order has declined. Partial row i gets codes[i]; at most `room` are written. */
__kernel CLIV_GROUP void group_tables(ulong most, uint groups, uint room, __global cliv_group_plan *plan,
                                      __global cliv_code *codes CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const cliv_index n = (cliv_index)CLIV_COUNT_N(most);
    __local cliv_group_table table;
    if (CLIV_PARTITIONED && !plan->declined[CLIV_WAY_FIRST])
        return;
    cliv_wg_aggregate_share(a, plan, n, get_group_id(0), groups, codes, room, &table);
}
