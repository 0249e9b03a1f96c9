/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by: the rows of each group are adjacent after a sort of the rows, and the values of each group are folded by a
 * segmented reduction, which reads the values through the permutation of the sort. */
#include "group/group_step.h"
#include "group/partial_rows.h"
#include "group/tables.h"
#include "map/aos_step.h"
#include "map/shortest.h"
#include "scan/count_fill.h"
#include "scan/scan_step.h"

#include <clinterval/group.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    cliv_array totals;      /* ulongs whose sum is the count of groups */
    bool has_value;         /* results.value is the count of groups */
} group_by;

enum { TOTALS = 3 };

static const cliv_array none = CLIV_NONE_INIT;

static const cliv_array *unique_of(const group_by *g, size_t c) { return g->unique_keys ? &g->unique_keys[c] : &none; }

static bool counts_rows(const cliv_aggregate *a) { return cliv_is_none(&a->values) && !a->op; }

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

typedef struct folding { /* rows or partial rows in groups */
    cliv_grouped in;
    const cliv_partial_rows *partial; /* NULL: no partial rows of chunks */
    const cliv_tables *tables;        /* NULL: no partial rows of tables, which are in an unspecified order */
    const cliv_array *pairs;          /* NULL, or the values of all aggregates, to be sorted with the codes */
} folding;

/* Writes row counts, an expression of i and the arrays, to the results of the aggregates that count rows. */
static cliv_status put_counts(cliv_call *call, const group_by *g, const cliv_grouped *in, const cliv_array *result,
                              const char *number, const cliv_array *arrays, size_t array_count)
{
    char text[128];
    const cliv_scalar scalar = cliv_scalar_of(result->type);
    const bool floating = scalar.kind == CLIV_FLOATING;
    snprintf(text, sizeof text, "convert_%s%s(%s)",
             floating && scalar.size < sizeof(cl_double) ? cliv_float.name : result->type->name, floating ? "" : "_sat",
             number);
    const cliv_copying copying = {.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", g->capacity), &in->count),
                                  .input = cliv_generate_from(result->type, text, g->capacity, arrays, array_count),
                                  .output = *result,
                                  .n = g->capacity,
                                  .parameter = "aggregates"};
    return cliv_enqueue_copy(call, &copying);
}

/* The values in the order of the sorted rows. Numbers in memory are read through the permutation later. `both`: values
 * and rows. */
static cliv_status sort_values(cliv_call *call, const cliv_grouped *in, const cliv_array *both, cliv_array *sorted)
{
    const cliv_array *const values = &both[0];
    if (!cliv_is_none(&in->codes)) {
        *sorted = in->values;
        return CLIV_SUCCESS;
    }
    if (!cliv_is_generated(values) && cliv_is_number(values->type)) {
        /* Without rows there is no permutation, but the reduction may evaluate its first element. */
        *sorted = cliv_generate_from(values->type, "cliv_at(a0, a1[i])", in->n, both, 2);
        return CLIV_SUCCESS;
    }
    CLIV_PASS(cliv_call_array(call, values->type, in->n, sorted));
    return cliv_enqueue_copy(call, &(cliv_copying){.indices = cliv_counted(in->rows, cliv_length_or_null(&in->length)),
                                                   .input = *values,
                                                   .output = *sorted,
                                                   .n = in->n,
                                                   .parameter = "values"});
}

/* The end of the rows of the groups that the results hold, for kernels: the count of rows, unless there are more
 * groups. */
static cliv_status find_end(cliv_call *call, const group_by *g, const cliv_grouped *in, cliv_array *end)
{
    const cl_ulong most = in->n;
    const bool counted = !cliv_is_none(&in->length);
    const cliv_array arrays[] = {cliv_named("starts", in->starts), cliv_named("groups", in->count),
                                 cliv_constant("capacity", &cliv_ulong, &g->host_capacity),
                                 cliv_constant("most", &cliv_ulong, &most), cliv_named("length", in->length)};
    const char *const text = counted ? "groups[0] > capacity ? (ulong)starts[capacity] : "
                                       "min(most, convert_ulong_sat(length[0]))"
                                     : "groups[0] > capacity ? (ulong)starts[capacity] : most";
    CLIV_PASS(cliv_call_array(call, &cliv_ulong, 1, end));
    return cliv_enqueue_copy(call,
                             &(cliv_copying){.indices = cliv_generate(&cliv_ulong, "i", 1),
                                             .input = cliv_generate_from(&cliv_ulong, text, 1, arrays, counted ? 5 : 4),
                                             .output = *end,
                                             .n = 1});
}

static cliv_status fold(cliv_call *call, const group_by *g, const cliv_grouped *in, const cliv_array *end,
                        const cliv_array *values, const cliv_op *op, const cliv_array *result)
{
    const cliv_array both[] = {cliv_named(NULL, *values), in->rows};
    cliv_array sorted;
    CLIV_PASS(sort_values(call, in, both, &sorted));
    return cliv_enqueue_segmented_reduce(
        call, &(cliv_segmented_reducing){.input = cliv_counted(sorted, end),
                                         .offsets = cliv_counted(cliv_slice(in->starts, 0, g->capacity), &in->count),
                                         .output = cliv_counted(*result, NULL),
                                         .op = op,
                                         .never_empty = true});
}

/* Finds the first row of each group: from sorted rows, the first one. */
static cliv_status sorted_firsts(cliv_call *call, const group_by *g, const folding *f, cliv_array *firsts)
{
    const cliv_grouped *const in = &f->in;
    const cliv_array both[] = {f->partial ? f->partial->firsts : none, in->rows};
    const cliv_array rows = f->partial ? cliv_generate_from(both[0].type, "a0[a1[i]]", in->n, both, 2) : in->rows;
    CLIV_PASS(cliv_call_array(call, rows.type, g->capacity, firsts));
    return cliv_enqueue_copy(
        call, &(cliv_copying){.indices = cliv_counted(cliv_slice(in->starts, 0, g->capacity), &in->count),
                              .input = rows,
                              .output = *firsts,
                              .n = g->capacity});
}

static bool has_unique_keys(const group_by *g)
{
    for (size_t c = 0; c < g->key_count; ++c)
        if (!cliv_is_none(unique_of(g, c)))
            return true;
    return false;
}

/* Are all keys integers? Then equal keys have the same bits, and their codes contain them. */
static bool has_integer_keys(const group_by *g)
{
    for (size_t c = 0; c < g->key_count; ++c)
        if (!cliv_is_integer(g->keys[c].type))
            return false;
    return true;
}

/* Writes the keys of each group from the code of one of its rows. A code has the columns in order, the first one
 * highest, and the sign bit of signed numbers inverted. */
static cliv_status put_decoded_keys(cliv_call *call, const group_by *g, const folding *f)
{
    const cliv_grouped *const in = &f->in;
    const bool sorted = !cliv_is_none(&in->codes);
    const cliv_array partial = f->tables ? f->tables->codes : f->partial ? f->partial->codes : none;
    const cliv_array arrays[] = {sorted ? in->codes : partial, in->starts, in->rows};
    unsigned shift = 0;
    for (size_t c = g->key_count; c-- > 0;) {
        const cliv_array *const unique = unique_of(g, c);
        const cliv_type *const type = g->keys[c].type;
        const unsigned bits = 8 * (unsigned)type->size;
        const bool is_signed = cliv_scalar_of(type).kind == CLIV_SIGNED;
        char text[128];
        snprintf(text, sizeof text, "(%s)((ulong)a0[%s] >> %u ^ %lluUL)", type->name, sorted ? "a1[i]" : "a2[a1[i]]",
                 shift, is_signed ? 1ULL << (bits - 1) : 0ULL);
        shift += bits;
        if (cliv_is_none(unique))
            continue;
        CLIV_PASS(cliv_enqueue_copy(
            call, &(cliv_copying){.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", g->capacity), &in->count),
                                  .input = cliv_generate_from(type, text, g->capacity, arrays, sorted ? 2 : 3),
                                  .output = *unique,
                                  .n = g->capacity}));
    }
    return CLIV_SUCCESS;
}

/* Writes the row numbers and the keys of the first rows of `count` groups. */
static cliv_status put_rows(cliv_call *call, const group_by *g, const cliv_array *firsts, const cliv_array *count)
{
    if (!cliv_is_none(&g->first_rows))
        CLIV_PASS(cliv_enqueue_copy(
            call, &(cliv_copying){.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", g->capacity), count),
                                  .input = *firsts,
                                  .output = g->first_rows,
                                  .n = g->capacity,
                                  .convert = true}));
    for (size_t c = 0; c < g->key_count; ++c)
        if (!cliv_is_none(unique_of(g, c)))
            CLIV_PASS(cliv_enqueue_copy(call, &(cliv_copying){.indices = cliv_counted(*firsts, count),
                                                              .input = g->own[c],
                                                              .output = g->unique_keys[c],
                                                              .n = g->capacity,
                                                              .parameter = "keys"}));
    return CLIV_SUCCESS;
}

/* Writes the number and the keys of the first row of each group. */
static cliv_status put_first_rows(cliv_call *call, const group_by *g, const folding *f, const cliv_array *end)
{
    cliv_array firsts;
    const bool has_codes = f->tables || f->partial || !cliv_is_none(&f->in.codes);
    if (cliv_is_none(&g->first_rows) && (!has_unique_keys(g) || (has_codes && has_integer_keys(g))))
        return has_codes ? put_decoded_keys(call, g, f) : CLIV_SUCCESS;
    if (f->tables) {
        CLIV_PASS(cliv_call_array(call, &cliv_uint, g->capacity, &firsts));
        CLIV_PASS(fold(call, g, &f->in, end, &f->tables->folded[g->aggregate_count].partial, &cliv_min, &firsts));
    } else
        CLIV_PASS(sorted_firsts(call, g, f, &firsts));
    return put_rows(call, g, &firsts, &f->in.count);
}

/* Folds the values of partial rows, or counts their rows, and then folds these results. */
static cliv_status put_partial_aggregate(cliv_call *call, const group_by *g, const folding *f, const cliv_array *end,
                                         size_t j)
{
    const cliv_aggregate *const a = &g->aggregates[j];
    const cliv_array *const values = counts_rows(a) ? &none : &g->own[g->key_count + j];
    cliv_array folds, counts;
    if (f->tables)
        folds = f->tables->folded[j].partial;
    else {
        CLIV_PASS(cliv_call_array(call, counts_rows(a) ? &cliv_ulong : a->result.type, f->in.n, &folds));
        CLIV_PASS(cliv_enqueue_partial_folds(call, f->partial, values, a->op, &folds));
    }
    if (!counts_rows(a))
        return fold(call, g, &f->in, end, &folds, a->op, &a->result);
    CLIV_PASS(cliv_call_array(call, &cliv_ulong, g->capacity, &counts));
    CLIV_PASS(fold(call, g, &f->in, end, &folds, NULL, &counts));
    return put_counts(call, g, &f->in, &a->result, "a0[i]", &counts, 1);
}

/* Writes the result of aggregate j. */
static cliv_status put_aggregate(cliv_call *call, const group_by *g, const folding *f, const cliv_array *end, size_t j)
{
    const cliv_aggregate *const a = &g->aggregates[j];
    const cliv_array arrays[] = {f->in.starts, f->in.count, *end};
    if (f->partial || f->tables)
        return put_partial_aggregate(call, g, f, end, j);
    if (!counts_rows(a))
        return fold(call, g, &f->in, end, &g->own[g->key_count + j], a->op, &a->result);
    return put_counts(call, g, &f->in, &a->result, "(ulong)(i + 1 < a1[0] ? a0[i + 1] : a2[0]) - a0[i]", arrays, 3);
}

static cliv_status put_aggregates(cliv_call *call, const group_by *g, const folding *f, const cliv_array *end)
{
    for (size_t j = 0; j < g->aggregate_count; ++j) {
        const cl_uint in_use = cliv_call_in_use(call);
        CLIV_PASS(put_aggregate(call, g, f, end, j));
        cliv_call_reuse(call, in_use);
    }
    return CLIV_SUCCESS;
}

/* The group of each row: the group of its partial row. */
static cliv_status put_partial_numbers(cliv_call *call, const group_by *g, const cliv_row_keys *keys,
                                       cliv_partial_rows *p, const cliv_grouped *in)
{
    cliv_array numbers;
    CLIV_PASS(cliv_call_array(call, in->rows.type, in->n, &numbers));
    CLIV_PASS(cliv_enqueue_partial_numbers(call, keys, p));
    CLIV_PASS(cliv_enqueue_group_numbers(call, in, &numbers));
    return cliv_enqueue_copy(call, &(cliv_copying){.indices = cliv_counted(p->ids, cliv_length_or_null(&p->length)),
                                                   .input = numbers,
                                                   .output = g->groups,
                                                   .n = p->n,
                                                   .convert = true});
}

/* ---- the call ---- */

/* Groups rows, or partial rows with codes as keys, and writes all results but the groups of rows. `total` gets the
 * count of groups. */
static cliv_status put_results(cliv_call *call, const group_by *all, const cliv_row_keys *keys, const cliv_array *total,
                               folding *f)
{
    group_by g = *all;
    cliv_array end = none;
    if (!g.results.has_output)
        return cliv_enqueue_group_count(call, keys, total);
    g.capacity = cliv_min_size(g.capacity, keys->n);
    g.host_capacity = g.capacity;
    CLIV_PASS(f->pairs ? cliv_enqueue_pair_grouping(call, keys, f->pairs, total, &f->in)
                       : cliv_enqueue_grouping(call, keys, total, &f->in));
    if (g.aggregate_count || f->tables)
        CLIV_PASS(find_end(call, &g, &f->in, &end));
    CLIV_PASS(put_first_rows(call, &g, f, &end));
    return put_aggregates(call, &g, f, &end);
}

static cliv_row_keys by_codes(const cliv_array *codes, size_t n, const cliv_array *length)
{
    return (cliv_row_keys){.columns = (cliv_array *)codes, .count = 1, .n = n, .length = *length};
}

static cliv_status put_from_chunks(cliv_call *call, const group_by *g, const cliv_row_keys *keys,
                                   const cliv_array *total)
{
    cliv_partial_rows partial = {.length = keys->length,
                                 .needs_firsts =
                                     !cliv_is_none(&g->first_rows) || (has_unique_keys(g) && !has_integer_keys(g))};
    folding f = {.partial = &partial};
    CLIV_PASS(cliv_enqueue_partial_rows(call, keys, &partial));
    const cliv_row_keys codes = by_codes(&partial.codes, keys->n, &partial.count);
    CLIV_PASS(put_results(call, g, &codes, total, &f));
    return cliv_is_none(&g->groups) ? CLIV_SUCCESS : put_partial_numbers(call, g, keys, &partial, &f.in);
}

/* The column of values that a GPU sorts with the codes, or CLIV_NONE if all aggregates count rows. NULL: the results
 * need several columns of values or the row numbers. */
static const cliv_array *values_of_pairs(const cliv_context *ctx, const group_by *g, const cliv_row_keys *keys)
{
    const cliv_array *values = &none;
    if (cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SEG_REDUCE, sizeof(cl_uint), keys->n)->nt == 1 ||
        !cliv_row_code_type(keys) || !cliv_is_none(&g->first_rows) || !cliv_is_none(&g->groups) ||
        (has_unique_keys(g) && !has_integer_keys(g)))
        return NULL;
    for (size_t j = 0; j < g->aggregate_count; ++j) {
        const cliv_array *const own = &g->own[g->key_count + j];
        const bool is_same = own->buffer && own->buffer == values->buffer && own->first == values->first &&
                             own->type->size == values->type->size && strcmp(own->type->name, values->type->name) == 0;
        if (counts_rows(&g->aggregates[j]) || is_same)
            continue;
        if (!cliv_is_none(values) || !cliv_is_number(own->type))
            return NULL;
        values = own;
    }
    return values;
}

static cliv_status put_from_rows(cliv_call *call, const group_by *g, const cliv_row_keys *keys, const cliv_array *total)
{
    folding f = {.pairs = values_of_pairs(call->ctx, g, keys)};
    CLIV_PASS(put_results(call, g, keys, total, &f));
    return cliv_is_none(&g->groups) ? CLIV_SUCCESS : cliv_enqueue_group_numbers(call, &f.in, &g->groups);
}

/* ---- tables ---- */

/* Describes the tables of a call; false: tables do not apply. */
static bool describe_tables(const cliv_context *ctx, const group_by *g, const cliv_row_keys *keys, cliv_tables *t)
{
    const bool has_firsts = !cliv_is_none(&g->first_rows) || (has_unique_keys(g) && !has_integer_keys(g));
    *t = (cliv_tables){.keys = cliv_pack_before(keys->columns, NULL, keys->count),
                       .n = keys->n,
                       .length = keys->length,
                       .count = g->aggregate_count + has_firsts,
                       .unique_keys = has_integer_keys(g) ? g->unique_keys : NULL,
                       .capacity = g->capacity};
    if (t->keys.count != keys->count || t->count > CLIV_MOST_FOLDED || !cliv_is_none(&g->groups))
        return false;
    for (size_t j = 0; j < g->aggregate_count; ++j) {
        const cliv_aggregate *const a = &g->aggregates[j];
        t->folded[j] = (cliv_folded){.values = counts_rows(a) ? none : g->own[g->key_count + j],
                                     .op = a->op,
                                     .type = counts_rows(a) ? &cliv_ulong : a->result.type,
                                     .result = a->result};
    }
    if (has_firsts)
        t->folded[g->aggregate_count] = (cliv_folded){.values = cliv_generate(&cliv_uint, "(uint)i", keys->n),
                                                      .op = &cliv_min,
                                                      .type = &cliv_uint,
                                                      .result = g->first_rows};
    if (!t->count) /* slots have at least one word */
        t->folded[t->count++] = (cliv_folded){.values = none, .type = &cliv_ulong, .result = none};
    return cliv_tables_apply(ctx, t);
}

/* Writes the results of all groups if there are few partial rows. *firsts: CLIV_NONE, or the memory of an earlier call
 * for the first rows of groups whose keys are no integers. *state is set if `reads` is true. `ran`: the count of
 * aggregations before. */
static cliv_status finish_tables(cliv_call *call, const group_by *g, cliv_tables *t, unsigned ran, bool reads,
                                 const cliv_array *lengths, cliv_array *firsts, cliv_tables_state *state)
{
    if (has_unique_keys(g) && !has_integer_keys(g)) {
        if (cliv_is_none(firsts))
            CLIV_PASS(cliv_call_array(call, &cliv_uint, g->capacity, firsts));
        t->folded[g->aggregate_count].result = *firsts;
    }
    CLIV_PASS(cliv_enqueue_tables_finish(call, t, lengths, &g->totals));
    if (reads)
        CLIV_PASS(cliv_tables_read(call, t, ran, state));
    const cliv_array count = cliv_slice(g->totals, 0, 1);
    return cliv_is_none(firsts) || (reads && !state->finished) ? CLIV_SUCCESS : put_rows(call, g, firsts, &count);
}

/* Groups the partial rows of the tables, or the rows if the tables have declined. A call that waits for the device
 * anyway reads back the decision, and enqueues only the needed kernels. Other calls enqueue all kernels; a sort that
 * is not needed has an input of length 0. */
static cliv_status put_from_tables(cliv_call *call, group_by *g, const cliv_row_keys *keys, cliv_tables *t)
{
    const bool reads = g->results.host_count && !call->compile_only && !call->recording;
    cliv_array lengths, firsts = none;
    cliv_tables_state state = {0};
    folding f = {.tables = t};
    cliv_row_keys rows = *keys;
    unsigned ran = 1;
    CLIV_PASS(cliv_tables_begin(call, t));
    CLIV_PASS(cliv_call_array(call, &cliv_ulong, 2, &lengths));
    g->totals.count = TOTALS;
    const cliv_array partial_total = cliv_slice(g->totals, 1, 1), rows_total = cliv_slice(g->totals, 2, 1);
    CLIV_PASS(cliv_enqueue_tables(call, t));
    if (reads)
        CLIV_PASS(finish_tables(call, g, t, ran, reads, &lengths, &firsts, &state));
    if (!reads || state.declined) {
        const cl_uint in_use = cliv_call_in_use(call);
        CLIV_PASS(cliv_enqueue_partitioned_tables(call, t));
        cliv_call_reuse(call, in_use);
        CLIV_PASS(finish_tables(call, g, t, ++ran, reads, &lengths, &firsts, &state));
    }
    g->has_value = state.finished;
    g->results.value = state.groups;
    /* The lengths stay on the device in both cases, so that the programs do not depend on the data. */
    const cliv_array of_partial = cliv_slice(lengths, 0, 1);
    const cliv_row_keys codes = by_codes(&t->codes, t->codes.count, &of_partial);
    const cl_uint in_use = cliv_call_in_use(call);
    rows.length = cliv_slice(lengths, 1, 1);
    if (!reads || (!state.finished && !state.declined))
        CLIV_PASS(put_results(call, g, &codes, &partial_total, &f));
    cliv_call_reuse(call, in_use);
    if (!reads || state.declined)
        CLIV_PASS(put_from_rows(call, g, &rows, &rows_total));
    return CLIV_SUCCESS;
}

static cliv_status group(cliv_call *call, group_by *g)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_row_keys keys = {0};
    cliv_tables tables;
    cliv_scratch *totals;
    CLIV_TRY(cliv_call_scratch(call, TOTALS * sizeof(cl_ulong), false, &totals));
    g->totals = cliv_buffer(totals->mem, &cliv_ulong, 0, 1);
    CLIV_TRY(cliv_find_shortest(call, g->counted, g->key_count + g->aggregate_count, &g->shortest));
    CLIV_TRY(cliv_row_keys_begin(call, g->own, g->key_count, g->n, &g->shortest.length, &keys));
    if (describe_tables(call->ctx, g, &keys, &tables))
        CLIV_TRY(put_from_tables(call, g, &keys, &tables));
    else if (cliv_combines_rows(call->ctx, &keys, g->aggregates, g->aggregate_count))
        CLIV_TRY(put_from_chunks(call, g, &keys, &g->totals));
    else
        CLIV_TRY(put_from_rows(call, g, &keys, &g->totals));
    CLIV_TRY(cliv_add_up(call, &g->totals, &g->results.count, NULL));
done:
    cliv_row_keys_end(&keys);
    return status;
}

/* Reads the count of groups, if the host requests it and has not read it before. */
static cliv_status read_count(cliv_call *call, group_by *g)
{
    cl_ulong totals[TOTALS] = {0};
    if (call->compile_only)
        g->results.host_count = NULL; /* nothing ran, so there is no count */
    if (!g->results.host_count || g->has_value)
        return CLIV_SUCCESS;
    CLIV_PASS(cliv_call_read(call, g->totals.buffer, g->totals.count * sizeof *totals, totals));
    g->results.value = totals[0] + totals[1] + totals[2];
    return CLIV_SUCCESS;
}

static bool is_snippet(const cliv_array *a) { return a->generator || (a->type && a->type->source); }

/* Can the compilation fail by the caller's error? The call has user-defined snippets, or operators that may not apply
 * to a type. All programs are then compiled before the first launch, so that a refused call writes nothing. */
static bool has_snippets(const group_by *g)
{
    for (size_t c = 0; c < g->key_count; ++c)
        if (is_snippet(&g->keys[c]) || is_snippet(unique_of(g, c)))
            return true;
    for (size_t j = 0; j < g->aggregate_count; ++j) {
        const cliv_aggregate *const a = &g->aggregates[j];
        const cliv_op *const op = cliv_built_in_op(a->op);
        if (is_snippet(&a->values) || is_snippet(&a->result) ||
            (op != &cliv_add && op != &cliv_mul && op != &cliv_min && op != &cliv_max))
            return true;
    }
    return false;
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
    if (has_snippets(&g))
        CLIV_TRY(CLIV_COMPILE(&call, group(&call, &g)));
    CLIV_TRY(group(&call, &g));
    CLIV_TRY(read_count(&call, &g));
done:
    free(g.own);
    free(g.counted);
    return cliv_count_fill_answer(&g.results, cliv_call_end(&call, status));
}
