/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of rows. The rows are sorted by their keys. A row that differs from the row before it begins a group. */
#include "compact/compact_step.h"
#include "group/group_step.h"
#include "interval/interval_step.h"
#include "map/aos_step.h"
#include "sort/sorting.h"

#include <stdio.h>

static const cliv_type *position_type(size_t n) { return cliv_place_type(&(cliv_array)CLIV_NONE_INIT, n); }

static const char differs[] = "i == 0 || a0[i] != a0[i - 1]";

/* Sorts the rows. *heads: the words or flags that begin groups; *begins: an expression of i and a0, true where a group
 * begins. */
static cliv_status sort(cliv_call *call, const cliv_row_keys *keys, cliv_grouped *g, cliv_array *heads,
                        const char **begins)
{
    cliv_row_sorting sorting = {
        .columns = keys->columns, .count = keys->count, .n = keys->n, .length = keys->length, .indices = g->rows};
    CLIV_PASS(cliv_enqueue_row_sort(call, &sorting));
    *heads = sorting.words;
    *begins = differs;
    if (cliv_is_none(heads)) {
        *begins = "a0[i]";
        CLIV_PASS(cliv_call_array(call, &cliv_uchar, keys->n, heads));
        CLIV_PASS(cliv_enqueue_row_heads(call, keys, &g->rows, heads));
    }
    return CLIV_SUCCESS;
}

/* Finds the positions where groups begin. */
static cliv_status find_starts(cliv_call *call, const cliv_row_keys *keys, cliv_grouped *g, const cliv_array *heads,
                               const char *begins)
{
    cliv_compacting c = {
        .input = cliv_counted(cliv_generate(position_type(keys->n), "i", keys->n), cliv_length_or_null(&keys->length)),
        .keep = begins,
        .arrays = heads,
        .array_count = 1,
        .output = g->starts,
        .results = {.count = g->count, .has_output = !cliv_is_none(&g->starts), .capacity = keys->n}};
    return cliv_run_compact(call, &c);
}

static cliv_status find_groups(cliv_call *call, const cliv_row_keys *keys, cliv_grouped *g)
{
    cliv_array heads;
    const char *begins;
    CLIV_PASS(sort(call, keys, g, &heads, &begins));
    return find_starts(call, keys, g, &heads, begins);
}

cliv_status cliv_enqueue_grouping(cliv_call *call, const cliv_row_keys *keys, const cliv_array *count, cliv_grouped *g)
{
    *g = (cliv_grouped){.n = keys->n, .length = keys->length, .count = *count};
    CLIV_PASS(cliv_call_array(call, position_type(keys->n), keys->n, &g->starts));
    CLIV_PASS(cliv_call_array(call, position_type(keys->n), keys->n, &g->rows));
    const cl_uint in_use = cliv_call_in_use(call);
    CLIV_PASS(find_groups(call, keys, g));
    cliv_call_reuse(call, in_use);
    return CLIV_SUCCESS;
}

/* Sorts codes with values, and finds the groups. `values` and the starts of groups may be CLIV_NONE. */
static cliv_status group_pairs(cliv_call *call, const cliv_row_keys *keys, const cliv_array *values, cliv_grouped *g)
{
    const size_t n = keys->n;
    const cliv_array indices = cliv_counted(cliv_generate(&cliv_ulong, "i", n), cliv_length_or_null(&keys->length));
    cliv_sorting sorting = {.n = n, .length = keys->length};
    CLIV_PASS(cliv_call_array(call, cliv_row_code_type(keys), n, &g->codes));
    if (!cliv_is_none(values))
        CLIV_PASS(cliv_call_array(call, values->type, n, &g->values));
    const cl_uint in_use = cliv_call_in_use(call);
    sorting.keys = g->codes;
    sorting.values = g->values;
    CLIV_PASS(cliv_sort_copy(call, &g->codes, n, &sorting.keys2));
    CLIV_PASS(cliv_sort_copy(call, &g->values, n, &sorting.values2));
    CLIV_PASS(cliv_enqueue_row_codes(call, keys, &g->codes));
    if (!cliv_is_none(values))
        CLIV_PASS(cliv_enqueue_copy(
            call, &(cliv_copying){
                      .indices = indices, .input = *values, .output = g->values, .n = n, .parameter = "aggregates"}));
    CLIV_PASS(cliv_whole_sort(call, &sorting));
    CLIV_PASS(find_starts(call, keys, g, &g->codes, differs));
    cliv_call_reuse(call, in_use);
    return CLIV_SUCCESS;
}

cliv_status cliv_enqueue_pair_grouping(cliv_call *call, const cliv_row_keys *keys, const cliv_array *values,
                                       const cliv_array *count, cliv_grouped *g)
{
    *g = (cliv_grouped){.n = keys->n, .length = keys->length, .count = *count};
    CLIV_PASS(cliv_call_array(call, position_type(keys->n), keys->n, &g->starts));
    return group_pairs(call, keys, values, g);
}

cliv_status cliv_enqueue_group_count(cliv_call *call, const cliv_row_keys *keys, const cliv_array *count)
{
    static const cliv_array none = CLIV_NONE_INIT;
    const cl_uint in_use = cliv_call_in_use(call);
    cliv_grouped g = {.count = *count};
    if (cliv_row_code_type(keys))
        CLIV_PASS(group_pairs(call, keys, &none, &g));
    else {
        CLIV_PASS(cliv_call_array(call, position_type(keys->n), keys->n, &g.rows));
        CLIV_PASS(find_groups(call, keys, &g));
    }
    cliv_call_reuse(call, in_use);
    return CLIV_SUCCESS;
}

cliv_status cliv_enqueue_group_numbers(cliv_call *call, const cliv_grouped *g, const cliv_array *numbers)
{
    char body[64];
    snprintf(body, sizeof body, "a1[a0[i]] = convert_%s_sat(segment);", numbers->type->name);
    const cliv_array arrays[] = {g->rows, cliv_named(NULL, cliv_counted(*numbers, NULL))};
    const cliv_interval_call scatter = {.kind = CLIV_TRANSFORM,
                                        .move_count = g->n,
                                        .offsets = cliv_counted(g->starts, &g->count),
                                        .body = body,
                                        .arrays = arrays,
                                        .array_count = 2,
                                        .limit = g->length};
    return cliv_enqueue_intervals(call, &scatter);
}
