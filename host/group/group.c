/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by: the rows of each group are adjacent after a sort of the rows, and the values of each group are folded by a
 * segmented reduction, which reads the values through the permutation of the sort. */
#include "group/group_step.h"
#include "map/aos_step.h"
#include "map/shortest.h"
#include "scan/count_fill.h"
#include "scan/scan_step.h"

#include <clinterval/group.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct group_by { /* the arguments; missing arrays are CLIV_NONE */
    const cliv_array *keys;
    size_t key_count;
    const cliv_aggregate *aggregates;
    size_t aggregate_count;
    const cliv_array *unique_keys; /* NULL, or one for each column of keys */
    cliv_array first_rows, groups;
    cliv_count_fill results;
    size_t n;
    size_t capacity;        /* of unique keys, first rows and results */
    cliv_array *own;        /* keys, then values, without lengths; for missing values the first column of keys */
    cliv_array *counted;    /* the same arrays with lengths */
    cliv_shortest shortest; /* of these */
    cl_ulong host_capacity; /* the capacity, for kernels */
    cliv_scratch *total;    /* a ulong: the count of groups */
} group_by;

static const cliv_array none = CLIV_NONE_INIT;

static const cliv_array *unique_of(const group_by *g, size_t c) { return g->unique_keys ? &g->unique_keys[c] : &none; }

static bool counts_rows(const cliv_aggregate *a) { return cliv_is_none(&a->values) && !a->op; }

static cliv_status take(cliv_call *call, const cliv_type *type, size_t count, cliv_array *array)
{
    cliv_scratch *scratch;
    CLIV_PASS(cliv_call_scratch(call, cliv_product(cliv_max_size(count, 1), type->size), false, &scratch));
    *array = cliv_buffer(scratch->mem, type, 0, count);
    return CLIV_SUCCESS;
}

/* ---- arguments ---- */

typedef char argument_name[48];

static size_t uses_of(const group_by *g) { return 2 * g->key_count + 2 * g->aggregate_count + 3; }

/* Describes the arrays. `names` has a name for each. */
static void describe(const group_by *g, argument_name *names, cliv_use *uses)
{
    const size_t n = g->n;
    size_t k = 0;
    for (size_t c = 0; c < g->key_count; ++c, k += 2) {
        const cliv_array unique = *unique_of(g, c);
        snprintf(names[k], sizeof *names, "keys[%zu]", c);
        snprintf(names[k + 1], sizeof *names, "unique_keys[%zu]", c);
        uses[k] = cliv_counts(cliv_reads(names[k], g->keys[c], n));
        uses[k + 1] = cliv_optional(cliv_writes(names[k + 1], unique, cliv_min_size(unique.count, n)));
    }
    for (size_t j = 0; j < g->aggregate_count; ++j, k += 2) {
        const cliv_aggregate *const a = &g->aggregates[j];
        snprintf(names[k], sizeof *names, "aggregates[%zu].values", j);
        snprintf(names[k + 1], sizeof *names, "aggregates[%zu].result", j);
        uses[k] = cliv_optional_if(counts_rows(a), cliv_counts(cliv_reads(names[k], a->values, n)));
        uses[k + 1] = cliv_writes(names[k + 1], a->result, cliv_min_size(a->result.count, n));
    }
    uses[k] =
        cliv_optional(cliv_indices(cliv_writes("first_rows", g->first_rows, cliv_min_size(g->first_rows.count, n))));
    uses[k + 1] = cliv_optional(cliv_indices(cliv_writes("groups", g->groups, n)));
    uses[k + 2] = cliv_count_fill_use(&g->results);
}

static cliv_status check_types(const group_by *g, argument_name *names)
{
    for (size_t c = 0; c < g->key_count; ++c, names += 2)
        if (!cliv_is_none(unique_of(g, c)))
            CLIV_PASS(cliv_same_type(names[1], g->unique_keys[c].type, names[0], g->keys[c].type));
    for (size_t j = 0; j < g->aggregate_count; ++j, names += 2) {
        const cliv_aggregate *const a = &g->aggregates[j];
        const bool counts = counts_rows(a);
        CLIV_PASS(cliv_convertible(counts ? "the count of rows" : names[0], counts ? &cliv_ulong : a->values.type,
                                   names[1], a->result.type));
    }
    return CLIV_SUCCESS;
}

static cliv_status check_lists(const group_by *g)
{
    if (!g->keys || !g->key_count)
        return cliv_fail(CLIV_INVALID_ARGUMENT, g->keys ? "key_count is 0, but must be at least 1" : "keys is NULL");
    if (g->aggregate_count && !g->aggregates)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "aggregates is NULL, but aggregate_count is %s",
                         cliv_size_text(g->aggregate_count).text);
    const size_t most = SIZE_MAX / 8 / sizeof(cliv_use);
    if (g->key_count > most || g->aggregate_count > most)
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s is %s, more than any memory holds",
                         g->key_count > most ? "key_count" : "aggregate_count",
                         cliv_size_text(g->key_count > most ? g->key_count : g->aggregate_count).text);
    for (size_t j = 0; j < g->aggregate_count; ++j)
        if (cliv_is_none(&g->aggregates[j].values) && g->aggregates[j].op)
            return cliv_fail(CLIV_INVALID_ARGUMENT,
                             "aggregates[%zu].values is CLIV_NONE, which counts rows, but op is not NULL", j);
    return CLIV_SUCCESS;
}

static cliv_status validate(cliv_call *call, const group_by *g)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t count = uses_of(g);
    argument_name *const names = calloc(count, sizeof *names);
    cliv_use *const uses = calloc(count, sizeof *uses);
    CLIV_TRY_MEMORY(names && uses);
    describe(g, names, uses);
    CLIV_TRY(cliv_validate(call, uses, count));
    CLIV_TRY(check_types(g, names));
done:
    free(names);
    free(uses);
    return status;
}

/* Finds the capacity of the outputs and the count of rows. */
static cliv_status size(cliv_call *call, group_by *g)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t count = g->key_count + g->aggregate_count;
    cliv_array *const all = calloc(count, sizeof *all);
    g->own = calloc(count, sizeof *g->own);
    g->counted = calloc(count, sizeof *g->counted);
    CLIV_TRY_MEMORY(all && g->own && g->counted);
    g->capacity = cliv_is_none(&g->first_rows) ? SIZE_MAX : g->first_rows.count;
    for (size_t c = 0; c < g->key_count; ++c) {
        const cliv_array *const unique = unique_of(g, c);
        all[c] = g->keys[c];
        if (!cliv_is_none(unique))
            g->capacity = cliv_min_size(g->capacity, unique->count);
    }
    for (size_t j = 0; j < g->aggregate_count; ++j) {
        const cliv_aggregate *const a = &g->aggregates[j];
        all[g->key_count + j] = counts_rows(a) ? g->keys[0] : a->values;
        g->capacity = cliv_min_size(g->capacity, a->result.count);
    }
    g->n = cliv_split_lengths(call, all, count, g->counted, g->own);
    g->results.has_output = g->capacity < SIZE_MAX || !cliv_is_none(&g->groups);
    g->results.capacity = g->capacity;
    g->capacity = cliv_min_size(g->capacity, g->n);
    g->host_capacity = g->capacity;
    CLIV_TRY(cliv_plan_shortest(call, g->counted, count, &g->shortest));
done:
    free(all);
    return status;
}

/* ---- results ---- */

static const cliv_array *length_or_null(const cliv_array *length) { return cliv_is_none(length) ? NULL : length; }

/* The first row of each group, its number and its keys. */
static cliv_status put_first_rows(cliv_call *call, const group_by *g, const cliv_grouped *in)
{
    const cliv_array starts = cliv_counted(cliv_slice(in->starts, 0, g->capacity), &in->count);
    cliv_array firsts = none;
    bool has_keys = false;
    for (size_t c = 0; c < g->key_count; ++c)
        has_keys = has_keys || !cliv_is_none(unique_of(g, c));
    if (!cliv_is_none(&g->first_rows))
        CLIV_PASS(cliv_enqueue_copy(
            call,
            &(cliv_copying){
                .indices = starts, .input = in->rows, .output = g->first_rows, .n = g->capacity, .convert = true}));
    if (!has_keys)
        return CLIV_SUCCESS;
    CLIV_PASS(take(call, in->rows.type, g->capacity, &firsts));
    CLIV_PASS(cliv_enqueue_copy(
        call, &(cliv_copying){.indices = starts, .input = in->rows, .output = firsts, .n = g->capacity}));
    for (size_t c = 0; c < g->key_count; ++c)
        if (!cliv_is_none(unique_of(g, c)))
            CLIV_PASS(cliv_enqueue_copy(call, &(cliv_copying){.indices = cliv_counted(firsts, &in->count),
                                                              .input = g->own[c],
                                                              .output = g->unique_keys[c],
                                                              .n = g->capacity,
                                                              .parameter = "keys"}));
    return CLIV_SUCCESS;
}

/* The count of rows of each group. */
static cliv_status put_counts(cliv_call *call, const group_by *g, const cliv_grouped *in, const cliv_array *result,
                              const cliv_array *end)
{
    char text[128];
    const cliv_scalar scalar = cliv_scalar_of(result->type);
    const bool floating = scalar.kind == CLIV_FLOATING && scalar.size < sizeof(cl_double);
    const cliv_array arrays[] = {in->starts, in->count, *end};
    snprintf(text, sizeof text, "convert_%s%s((ulong)(i + 1 < a1[0] ? a0[i + 1] : a2[0]) - a0[i])",
             floating ? cliv_float.name : result->type->name, scalar.kind == CLIV_FLOATING ? "" : "_sat");
    const cliv_copying copying = {.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", g->capacity), &in->count),
                                  .input = cliv_generate_from(result->type, text, g->capacity, arrays, 3),
                                  .output = *result,
                                  .n = g->capacity,
                                  .parameter = "aggregates"};
    return cliv_enqueue_copy(call, &copying);
}

/* The values in the sequence of the sorted rows. Numbers in memory are read through the permutation later. */
static cliv_status sort_values(cliv_call *call, const cliv_grouped *in, const cliv_array *values,
                               const cliv_array *both, cliv_array *sorted)
{
    if (!cliv_is_generated(values) && cliv_is_number(values->type)) {
        *sorted = cliv_generate_from(values->type, "a0[a1[i]]", in->n, both, 2);
        return CLIV_SUCCESS;
    }
    CLIV_PASS(take(call, values->type, in->n, sorted));
    return cliv_enqueue_copy(call, &(cliv_copying){.indices = cliv_counted(in->rows, length_or_null(&in->length)),
                                                   .input = *values,
                                                   .output = *sorted,
                                                   .n = in->n,
                                                   .parameter = "values"});
}

/* The end of the rows of the groups that the results hold, for kernels: the count of rows, unless there are more
 * groups. */
static cliv_status find_end(cliv_call *call, const group_by *g, const cliv_grouped *in, cliv_array *end)
{
    const cl_ulong most = g->n;
    const bool counted = !cliv_is_none(&in->length);
    const cliv_array arrays[] = {cliv_named("starts", in->starts), cliv_named("groups", in->count),
                                 cliv_constant("capacity", &cliv_ulong, &g->host_capacity),
                                 cliv_constant("most", &cliv_ulong, &most), cliv_named("length", in->length)};
    const char *const text = counted ? "groups[0] > capacity ? (ulong)starts[capacity] : "
                                       "min(most, convert_ulong_sat(length[0]))"
                                     : "groups[0] > capacity ? (ulong)starts[capacity] : most";
    CLIV_PASS(take(call, &cliv_ulong, 1, end));
    return cliv_enqueue_copy(call,
                             &(cliv_copying){.indices = cliv_generate(&cliv_ulong, "i", 1),
                                             .input = cliv_generate_from(&cliv_ulong, text, 1, arrays, counted ? 5 : 4),
                                             .output = *end,
                                             .n = 1});
}

static cliv_status put_folds(cliv_call *call, const group_by *g, const cliv_grouped *in)
{
    cliv_array end;
    if (!g->aggregate_count)
        return CLIV_SUCCESS;
    CLIV_PASS(find_end(call, g, in, &end));
    for (size_t j = 0; j < g->aggregate_count; ++j) {
        const cliv_aggregate *const a = &g->aggregates[j];
        const cl_uint in_use = cliv_call_in_use(call);
        if (counts_rows(a)) {
            CLIV_PASS(put_counts(call, g, in, &a->result, &end));
        } else {
            const cliv_array both[] = {cliv_named(NULL, g->own[g->key_count + j]), in->rows};
            cliv_array sorted;
            CLIV_PASS(sort_values(call, in, &both[0], both, &sorted));
            CLIV_PASS(cliv_enqueue_segmented_reduce(
                call,
                &(cliv_segmented_reducing){.input = cliv_counted(sorted, &end),
                                           .offsets = cliv_counted(cliv_slice(in->starts, 0, g->capacity), &in->count),
                                           .output = cliv_counted(a->result, NULL),
                                           .op = a->op,
                                           .never_empty = true}));
        }
        cliv_call_reuse(call, in_use);
    }
    return CLIV_SUCCESS;
}

/* ---- the call ---- */

static cliv_status group(cliv_call *call, group_by *g)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_row_keys keys = {0};
    cliv_grouped in;
    CLIV_TRY(cliv_call_scratch(call, sizeof(cl_ulong), false, &g->total));
    const cliv_array total = cliv_buffer(g->total->mem, &cliv_ulong, 0, 1);
    CLIV_TRY(cliv_find_shortest(call, g->counted, g->key_count + g->aggregate_count, &g->shortest));
    CLIV_TRY(cliv_row_keys_begin(call, g->own, g->key_count, g->n, &g->shortest.length, &keys));
    CLIV_TRY(g->results.has_output ? cliv_enqueue_grouping(call, &keys, &total, &in)
                                   : cliv_enqueue_group_count(call, &keys, &total));
    CLIV_TRY(cliv_add_up(call, &total, &g->results.count, NULL));
    if (g->results.has_output) {
        CLIV_TRY(put_first_rows(call, g, &in));
        CLIV_TRY(put_folds(call, g, &in));
        if (!cliv_is_none(&g->groups))
            CLIV_TRY(cliv_enqueue_group_numbers(call, &in, &g->groups));
    }
done:
    cliv_row_keys_end(&keys);
    return status;
}

cliv_status cliv_group_by(cliv_context *ctx, cl_command_queue queue, const cliv_array *keys, size_t key_count,
                          const cliv_aggregate *aggregates, size_t aggregate_count, const cliv_array *unique_keys,
                          cliv_array first_rows, cliv_array groups, cliv_array count, size_t *host_count,
                          cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    group_by g = {.keys = keys,
                  .key_count = key_count,
                  .aggregates = aggregates,
                  .aggregate_count = aggregate_count,
                  .unique_keys = unique_keys,
                  .first_rows = first_rows,
                  .groups = groups,
                  .results = {.count = count, .host_count = host_count}};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(check_lists(&g));
    g.n = keys[0].count;
    CLIV_TRY(validate(&call, &g));
    CLIV_TRY(size(&call, &g));
    CLIV_TRY(CLIV_COMPILE(&call, group(&call, &g)));
    CLIV_TRY(group(&call, &g));
    g.results.total = g.total;
    CLIV_TRY(cliv_count_fill_read(&call, &g.results));
done:
    free(g.own);
    free(g.counted);
    return cliv_count_fill_answer(&g.results, cliv_call_end(&call, status));
}
