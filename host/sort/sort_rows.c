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

const cliv_type *cliv_packed_type(const cliv_packed *p)
{
    return p->bytes == 1 ? &cliv_uchar : p->bytes == 2 ? &cliv_ushort : p->bytes <= 4 ? &cliv_uint : &cliv_ulong;
}

cliv_status cliv_enqueue_row_words(cliv_call *call, const cliv_packed *p, const cliv_sorting *sorting)
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

cliv_packed cliv_pack_before(const cliv_array *columns, const cliv_order *const *orders, size_t end)
{
    cliv_packed p = {0};
    bool descending;
    size_t c = end;
    while (c > 0 && p.count < CLIV_MOST_PACKED && cliv_order_is_built_in(orders ? orders[c - 1] : NULL, &descending) &&
           p.bytes + columns[c - 1].type->size <= sizeof(cl_ulong)) {
        p.bytes += columns[--c].type->size;
        ++p.count;
    }
    p.columns = columns + c;
    p.orders = orders ? orders + c : NULL;
    return p;
}

/* ---- the sort ---- */

static const cliv_order *order_of(const cliv_order *const *orders, size_t c) { return orders ? orders[c] : NULL; }

static bool is_built_in(const cliv_order *const *orders, size_t c)
{
    bool descending;
    return cliv_order_is_built_in(order_of(orders, c), &descending);
}

typedef struct row_sort {
    const cliv_row_sorting *rows;
    cliv_array values, values2; /* the permutation: `indices`, or scratch memory */
    cliv_scratch *keys, *keys2; /* space for the longest key */
} row_sort;

/* Allocates scratch memory: two buffers for keys of every column or word, and the permutation. *kept: the memory that
 * stays in use after the sort. */
static cliv_status take_memory(cliv_call *call, row_sort *s, cl_uint *kept)
{
    const cliv_row_sorting *const r = s->rows;
    const size_t n = cliv_max_size(r->n, 1);
    const cliv_type *const position = cliv_place_type(&r->indices, r->n);
    size_t bytes = 1;
    cliv_scratch *scratch;
    for (size_t end = r->count, taken; end > 0; end -= taken) {
        const cliv_packed p = cliv_pack_before(r->columns, r->orders, end);
        bytes = cliv_max_size(bytes, p.count ? cliv_packed_type(&p)->size : r->columns[end - 1].type->size);
        taken = cliv_max_size(p.count, 1);
    }
    CLIV_PASS(cliv_call_scratch(call, n * bytes, false, &s->keys));
    if (position == r->indices.type) {
        s->values = r->indices;
    } else {
        CLIV_PASS(cliv_call_scratch(call, n * position->size, false, &scratch));
        s->values = cliv_buffer(scratch->mem, position, 0, r->n);
    }
    *kept = cliv_call_in_use(call);
    CLIV_PASS(cliv_call_scratch(call, n * bytes, false, &s->keys2));
    return cliv_sort_copy(call, &s->values, r->n, &s->values2);
}

/* Sorts by the columns of a word, or by the column before `end`. *words: becomes the sorted words. */
static cliv_status sort_by(cliv_call *call, const row_sort *s, const cliv_packed *p, size_t end, cliv_array *words)
{
    const cliv_row_sorting *const r = s->rows;
    const size_t n = r->n;
    const bool high = p->count && cliv_high_is_better(call->ctx, p, n);
    const cliv_type *const key = high ? &cliv_uint : p->count ? cliv_packed_type(p) : r->columns[end - 1].type;
    const cliv_sorting sorting = {.keys = cliv_buffer(s->keys->mem, key, 0, n),
                                  .keys2 = cliv_buffer(s->keys2->mem, key, 0, n),
                                  .values = s->values,
                                  .values2 = s->values2,
                                  .iota = end == r->count,
                                  .order = p->count ? NULL : order_of(r->orders, end - 1),
                                  .n = n,
                                  .length = r->length};
    const cl_uint in_use = cliv_call_in_use(call);
    if (high) {
        CLIV_PASS(cliv_prefix_sort(call, &sorting, p));
    } else {
        const cliv_array rows = sorting.iota ? cliv_generate(&cliv_ulong, "i", n) : s->values;
        const cliv_copying fetching = {.indices = cliv_counted(rows, cliv_length_or_null(&r->length)),
                                       .input = r->columns[end - 1],
                                       .output = sorting.keys,
                                       .n = n,
                                       .parameter = "columns"};
        CLIV_PASS(p->count ? cliv_enqueue_row_words(call, p, &sorting) : cliv_enqueue_copy(call, &fetching));
        CLIV_PASS(cliv_whole_sort(call, &sorting));
        if (p->count == r->count)
            *words = sorting.keys;
    }
    cliv_call_reuse(call, in_use);
    return CLIV_SUCCESS;
}

cliv_status cliv_enqueue_row_sort(cliv_call *call, cliv_row_sorting *r)
{
    row_sort s = {.rows = r};
    cl_uint kept;
    r->words = CLIV_NONE;
    CLIV_PASS(take_memory(call, &s, &kept));
    for (size_t end = r->count, taken; end > 0; end -= taken) {
        const cliv_packed p = cliv_pack_before(r->columns, r->orders, end);
        CLIV_PASS(sort_by(call, &s, &p, end, &r->words));
        taken = cliv_max_size(p.count, 1);
    }
    if (s.values.buffer != r->indices.buffer) /* conversion to a narrower type */
        CLIV_PASS(cliv_enqueue_copy(call, &(cliv_copying){.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", r->n),
                                                                                  cliv_length_or_null(&r->length)),
                                                          .input = s.values,
                                                          .output = r->indices,
                                                          .n = r->n,
                                                          .convert = true,
                                                          .last = r->last}));
    cliv_call_reuse(call, kept);
    return CLIV_SUCCESS;
}

/* ---- the public function ---- */

static cliv_status validate(cliv_call *call, const cliv_row_sorting *r)
{
    cliv_status status = CLIV_SUCCESS;
    char(*names)[32] = calloc(r->count, sizeof *names);
    cliv_use *uses = calloc(r->count + 1, sizeof *uses);
    CLIV_TRY_MEMORY(names && uses);
    for (size_t c = 0; c < r->count; ++c) {
        snprintf(names[c], sizeof *names, "columns[%zu]", c);
        uses[c] = cliv_counts(cliv_reads(names[c], r->columns[c], r->n));
    }
    uses[r->count] = cliv_indices(cliv_updates("indices", r->indices, r->n));
    CLIV_TRY(cliv_validate(call, uses, r->count + 1));
    for (size_t c = 0; c < r->count; ++c)
        if (is_built_in(r->orders, c) && !cliv_is_number(r->columns[c].type))
            CLIV_TRY(cliv_fail(CLIV_TYPE_MISMATCH, "%s: orders[%zu] is a built-in order, which does not apply to %s",
                               names[c], c, cliv_type_text(r->columns[c].type).text));
done:
    free(names);
    free(uses);
    return status;
}

/* User-defined snippets are compiled before the first launch. */
static bool has_snippets(const cliv_row_sorting *r)
{
    for (size_t c = 0; c < r->count; ++c)
        if (!is_built_in(r->orders, c) || r->columns[c].generator)
            return true;
    return false;
}

cliv_status cliv_sort_rows(cliv_context *ctx, cl_command_queue queue, const cliv_array *columns,
                           const cliv_order *const *orders, size_t columns_count, cliv_array indices,
                           cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_shortest shortest;
    cliv_array *own = NULL, *counted = NULL; /* the columns without lengths; with device-side lengths */
    cliv_row_sorting rows = {
        .columns = columns, .orders = orders, .count = columns_count, .indices = indices, .last = true};
    rows.indices.length = NULL; /* `indices` is an output without a length */
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    if (!columns || !columns_count)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT,
                           columns ? "columns_count is 0, but must be at least 1" : "columns is NULL"));
    if (columns_count > SIZE_MAX / sizeof(cliv_use) - 1)
        CLIV_TRY(cliv_fail(CLIV_OUT_OF_RANGE, "columns_count is %s, more than any memory holds",
                           cliv_size_text(columns_count).text));
    rows.n = columns[0].count;
    CLIV_TRY(validate(&call, &rows));
    own = calloc(columns_count, sizeof *own);
    counted = calloc(columns_count, sizeof *counted);
    CLIV_TRY_MEMORY(own && counted);
    rows.n = cliv_split_lengths(&call, columns, columns_count, counted, own);
    rows.columns = own;
    CLIV_TRY(cliv_plan_shortest(&call, counted, columns_count, &shortest));
    rows.length = shortest.length;
    if (has_snippets(&rows))
        CLIV_TRY(CLIV_COMPILE(&call, cliv_enqueue_row_sort(&call, &rows)));
    if (rows.n) {
        CLIV_TRY(cliv_find_shortest(&call, counted, columns_count, &shortest));
        CLIV_TRY(cliv_enqueue_row_sort(&call, &rows));
    }
done:
    free(own);
    free(counted);
    return cliv_call_end(&call, status);
}
