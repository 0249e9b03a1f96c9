/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that combines many dense tables into CLIV_TABLE_PARTS tables. */
#include "cliv_group_columns.clh"

/* Group k: combines every CLIV_TABLE_PARTS-th table from table k % CLIV_TABLE_PARTS on into one table. The group
 * processes NT columns, from column k / CLIV_TABLE_PARTS * NT on. The codes of the new tables begin at codes[first],
 * their folds at the first element of pj. */
__kernel CLIV_GROUP void group_columns(uint first, __global const cliv_group_plan *plan,
                                       __global cliv_code *codes CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays a = CLIV_ARRAYS;
    const uint part = get_group_id(0) % CLIV_TABLE_PARTS, columns = plan->columns,
               column = get_group_id(0) / CLIV_TABLE_PARTS * NT + get_local_id(0);
    if (plan->declined[CLIV_WAY_FIRST] || column >= columns || plan->tables <= CLIV_TABLE_PARTS)
        return;
    ulong fold[CLIV_FOLDED];
    codes[first + part * columns + column] =
        cliv_serial_combine_column(a, columns, column, part, plan->tables, CLIV_TABLE_PARTS, fold);
#pragma unroll
    for (uint j = 0; j < CLIV_FOLDED; ++j)
        cliv_store_folded(a, j, part * columns + column, fold[j]);
}
