/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of rows, by stable sorts from the last columns to the first. Neighbouring columns of numbers in built-in
 * orders are packed into one word; each other column has a sort of its own. The permutation moves as values, and
 * fetches the next keys. */
#include "map/aos_step.h"
#include "map/shortest.h"
#include "sort/sorting.h"

#include <clinterval/sort.h>

#include <stdio.h>
#include <stdlib.h>

/* ---- several columns as one word for each row ---- */

/* The type of the word. */
static const cliv_type *packed_type(const cliv_packed *p)
{
    return p->bytes == 1 ? &cliv_uchar : p->bytes == 2 ? &cliv_ushort : p->bytes <= 4 ? &cliv_uint : &cliv_ulong;
}

/* Writes the words of rows to the sort's keys, in the current sequence of its values. */
static cliv_status write_words(cliv_call *call, const cliv_packed *p, const cliv_sorting *sorting)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const cliv_array none = CLIV_NONE;
    const size_t n = sorting->n;
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_TRANSFORM, .bytes = sizeof(cl_ulong), .items = n});
    cliv_build_packed(&build, p);
    cliv_build_arrays(&build, READ("a_values", sorting->iota ? &none : &sorting->values),
                      WRITTEN("keys", &sorting->keys), WRITTEN("values", &none));
    cliv_sort_count(&build, sorting);
    CLIV_TRY(cliv_program_for(&build, "row_words.cl"));
    if (n)
        CLIV_TRY(cliv_launch(call, &build, "row_words", cliv_tiles_for(n), false, U64(n), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

/* ---- the sort ---- */

typedef struct row_sort {
    cliv_call call;
    const cliv_array *columns; /* the caller's columns; later the columns without lengths */
    cliv_array *own, *counted; /* without lengths; with device-side lengths */
    const cliv_order *const *orders;
    size_t count, n;
    cliv_shortest shortest; /* of the columns */
    cliv_array indices;
    cliv_array values, values2; /* the permutation: `indices`, or scratch memory */
    cliv_scratch *keys, *keys2; /* space for the longest key */
} row_sort;

static const cliv_order *order_of(const row_sort *s, size_t c) { return s->orders ? s->orders[c] : NULL; }

static bool is_built_in(const row_sort *s, size_t c)
{
    bool descending;
    return cliv_order_is_built_in(order_of(s, c), &descending);
}

static cliv_status validate(row_sort *s)
{
    cliv_status status = CLIV_SUCCESS;
    char(*names)[32] = calloc(s->count, sizeof *names);
    cliv_use *uses = calloc(s->count + 1, sizeof *uses);
    CLIV_TRY_MEMORY(names && uses);
    for (size_t c = 0; c < s->count; ++c) {
        snprintf(names[c], sizeof *names, "columns[%zu]", c);
        uses[c] = cliv_counts(cliv_reads(names[c], s->columns[c], s->n));
    }
    uses[s->count] = cliv_indices(cliv_updates("indices", s->indices, s->n));
    CLIV_TRY(cliv_validate(&s->call, uses, s->count + 1));
    for (size_t c = 0; c < s->count; ++c)
        if (is_built_in(s, c) && !cliv_is_number(s->columns[c].type))
            CLIV_TRY(cliv_fail(CLIV_TYPE_MISMATCH, "%s: orders[%zu] is a built-in order, which does not apply to %s",
                               names[c], c, cliv_type_text(s->columns[c].type).text));
done:
    free(names);
    free(uses);
    return status;
}

/* Computes the count of rows of validated columns: resolved lengths, capacities, and the device-side length. */
static cliv_status count_rows(row_sort *s)
{
    cliv_status status = CLIV_SUCCESS;
    s->own = calloc(s->count, sizeof *s->own);
    s->counted = calloc(s->count, sizeof *s->counted);
    CLIV_TRY_MEMORY(s->own && s->counted);
    for (size_t c = 0; c < s->count; ++c) {
        s->counted[c] = cliv_resolved(&s->call, s->columns[c]);
        s->own[c] = cliv_counted(s->counted[c], NULL);
        s->n = cliv_min_size(s->n, s->own[c].count);
    }
    s->columns = s->own;
    CLIV_TRY(cliv_plan_shortest(&s->call, s->counted, s->count, &s->shortest));
done:
    return status;
}

/* The columns before `end` that are packed into one word; none if the last of them has no built-in order. */
static cliv_packed pack_before(const row_sort *s, size_t end)
{
    cliv_packed p = {0};
    size_t c = end;
    while (c > 0 && p.count < CLIV_MOST_PACKED && is_built_in(s, c - 1) &&
           p.bytes + s->columns[c - 1].type->size <= sizeof(cl_ulong)) {
        p.bytes += s->columns[--c].type->size;
        ++p.count;
    }
    p.columns = s->columns + c;
    p.orders = s->orders ? s->orders + c : NULL;
    return p;
}

/* Allocates scratch memory: two buffers for keys of every column or word, and the permutation. */
static cliv_status take_memory(row_sort *s)
{
    const size_t n = cliv_max_size(s->n, 1);
    const cliv_type *const position = cliv_place_type(&s->indices, s->n);
    size_t bytes = 1;
    cliv_scratch *scratch;
    for (size_t end = s->count, taken; end > 0; end -= taken) {
        const cliv_packed p = pack_before(s, end);
        bytes = cliv_max_size(bytes, p.count ? packed_type(&p)->size : s->columns[end - 1].type->size);
        taken = cliv_max_size(p.count, 1);
    }
    CLIV_PASS(cliv_call_scratch(&s->call, n * bytes, false, &s->keys));
    CLIV_PASS(cliv_call_scratch(&s->call, n * bytes, false, &s->keys2));
    if (position == s->indices.type) {
        s->values = s->indices;
    } else {
        CLIV_PASS(cliv_call_scratch(&s->call, n * position->size, false, &scratch));
        s->values = cliv_buffer(scratch->mem, position, 0, s->n);
    }
    return cliv_sort_copy(&s->call, &s->values, s->n, &s->values2);
}

/* Sorts by the columns of a word, or by the column before `end`. */
static cliv_status sort_by(row_sort *s, const cliv_packed *p, size_t end)
{
    cliv_call *const call = &s->call;
    const bool high = p->count && cliv_high_is_better(call->ctx, p, s->n);
    const cliv_type *const key = high ? &cliv_uint : p->count ? packed_type(p) : s->columns[end - 1].type;
    const cliv_sorting sorting = {.keys = cliv_buffer(s->keys->mem, key, 0, s->n),
                                  .keys2 = cliv_buffer(s->keys2->mem, key, 0, s->n),
                                  .values = s->values,
                                  .values2 = s->values2,
                                  .iota = end == s->count,
                                  .order = p->count ? NULL : order_of(s, end - 1),
                                  .n = s->n,
                                  .length = s->shortest.length};
    const cl_uint in_use = cliv_call_in_use(call);
    if (high) {
        CLIV_PASS(cliv_prefix_sort(call, &sorting, p));
    } else {
        const cliv_array rows = sorting.iota ? cliv_generate(&cliv_ulong, "i", s->n) : s->values;
        const cliv_copying fetching = {.indices = cliv_counted(rows, cliv_length_or_null(&s->shortest.length)),
                                       .input = s->columns[end - 1],
                                       .output = sorting.keys,
                                       .n = s->n,
                                       .parameter = "columns"};
        CLIV_PASS(p->count ? write_words(call, p, &sorting) : cliv_enqueue_copy(call, &fetching));
        CLIV_PASS(cliv_whole_sort(call, &sorting));
    }
    cliv_call_reuse(call, in_use);
    return CLIV_SUCCESS;
}

static cliv_status sort_all(row_sort *s)
{
    for (size_t end = s->count, taken; end > 0; end -= taken) {
        const cliv_packed p = pack_before(s, end);
        CLIV_PASS(sort_by(s, &p, end));
        taken = cliv_max_size(p.count, 1);
    }
    if (s->values.buffer != s->indices.buffer) /* conversion to a narrower type */
        CLIV_PASS(cliv_enqueue_copy(&s->call,
                                    &(cliv_copying){.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", s->n),
                                                                            cliv_length_or_null(&s->shortest.length)),
                                                    .input = s->values,
                                                    .output = s->indices,
                                                    .n = s->n,
                                                    .convert = true,
                                                    .last = true}));
    return CLIV_SUCCESS;
}

/* User-defined snippets are compiled before the first launch. */
static bool has_snippets(const row_sort *s)
{
    for (size_t c = 0; c < s->count; ++c)
        if (!is_built_in(s, c) || s->columns[c].generator)
            return true;
    return false;
}

cliv_status cliv_sort_rows(cliv_context *ctx, cl_command_queue queue, const cliv_array *columns,
                           const cliv_order *const *orders, size_t columns_count, cliv_array indices,
                           cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    row_sort s = {.columns = columns, .orders = orders, .count = columns_count, .indices = indices};
    s.indices.length = NULL; /* `indices` is an output without a length */
    CLIV_TRY(cliv_call_begin(&s.call, ctx, queue, wait_count, wait_list, event));
    if (!columns || !columns_count)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT,
                           columns ? "columns_count is 0, but must be at least 1" : "columns is NULL"));
    if (columns_count > SIZE_MAX / sizeof(cliv_use) - 1)
        CLIV_TRY(cliv_fail(CLIV_OUT_OF_RANGE, "columns_count is %s, more than any memory holds",
                           cliv_size_text(columns_count).text));
    s.n = columns[0].count;
    CLIV_TRY(validate(&s));
    CLIV_TRY(count_rows(&s));
    CLIV_TRY(take_memory(&s));
    if (has_snippets(&s))
        CLIV_TRY(CLIV_COMPILE(&s.call, sort_all(&s)));
    if (s.n) {
        CLIV_TRY(cliv_find_shortest(&s.call, s.counted, s.count, &s.shortest));
        CLIV_TRY(sort_all(&s));
    }
done:
    free(s.own);
    free(s.counted);
    return cliv_call_end(&s.call, status);
}
