/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts: every public function fills in one sort_call; run() finds the values that move with the keys, and selects a
 * way to sort. */
#include "grid/partition.h"
#include "map/aos_step.h"
#include "map/shortest.h"
#include "runtime/check.h"
#include "sort/merge_step.h"
#include "sort/sorting.h"

#include <clinterval/sort.h>

typedef struct sort_call { /* the arguments of a sort; missing arrays are CLIV_NONE */
    cliv_array keys, values, indices;
    cliv_array starts, flags; /* of segments */
    bool pairs, to_indices, by_starts, by_flags, local;
    const cliv_order *order;
} sort_call;

cliv_status cliv_sort_copy(cliv_call *call, const cliv_array *a, size_t n, cliv_array *copy)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_scratch *scratch;
    *copy = CLIV_NONE;
    if (cliv_is_none(a))
        return status;
    const size_t first = a->first ? 4 + a->first % 4 : 0;
    CLIV_PASS(cliv_call_scratch(
        call, cliv_product(first + cliv_min_size(cliv_max_size(n, 1), SIZE_MAX - first), a->type->size), false,
        &scratch));
    *copy = cliv_buffer(scratch->mem, a->type, first, n);
    return status;
}

/* The last step of a sort of indices: values are fetched by index, into a copy and back, or the indices are
 * converted. */
static cliv_status finish(cliv_call *call, const sort_call *c, const cliv_sorting *s, const cliv_array *copy)
{
    const cliv_array *const length = cliv_length_or_null(&s->length);
    const cliv_array all = cliv_counted(cliv_generate(&cliv_ulong, "i", s->n), length);
    cliv_copying copying = {
        .indices = cliv_counted(s->values, length), .input = cliv_counted(c->values, NULL), .output = *copy, .n = s->n};
    if (!cliv_is_none(copy)) {
        CLIV_PASS(cliv_enqueue_copy(call, &copying));
        copying.indices = all;
        copying.input = *copy;
        copying.output = cliv_counted(c->values, NULL);
        copying.last = true;
        CLIV_PASS(cliv_enqueue_copy(call, &copying));
    } else if (c->to_indices && s->values.buffer != c->indices.buffer) { /* conversion to a narrower type */
        copying.indices = all;
        copying.input = s->values;
        copying.output = c->indices;
        copying.convert = copying.last = true;
        CLIV_PASS(cliv_enqueue_copy(call, &copying));
    }
    return CLIV_SUCCESS;
}

const cliv_type *cliv_place_type(const cliv_array *wanted, size_t n)
{
    const bool wide = n > (size_t)1 << 31;
    if (!cliv_is_none(wanted) && (wanted->type->size == 8 || !wide))
        return wanted->type;
    return wide ? &cliv_ulong : &cliv_uint;
}

cliv_status cliv_whole_sort(cliv_call *call, const cliv_sorting *s)
{
    return cliv_counting_is_better(call->ctx, s) ? cliv_counting_sort(call, s)
           : cliv_long_is_better(call->ctx, s)   ? cliv_prefix_sort(call, s, NULL)
           : cliv_radix_is_better(call->ctx, s)  ? cliv_radix_sort(call, s)
                                                 : cliv_merge_sort(call, s);
}

/* Is the input so small that a whole sort costs less than finding the passes of a locality sort? The limit is a few
 * tiles of the tuning row for merge sorts (the device may allow only smaller tiles), and more keys for radix sorts. */
static bool has_few_tiles(const cliv_context *ctx, const cliv_sorting *s)
{
    enum { MOST_BYTES = 4 };
    const size_t bytes = s->keys.type->size + (cliv_is_none(&s->values) ? 0 : s->values.type->size);
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SORT, bytes, s->n);
    const bool few_digits = s->keys.type->size <= MOST_BYTES && s->n < ctx->limits.few_keys * ctx->device.units;
    if (row->nt > 1 && few_digits && cliv_radix_is_better(ctx, s))
        return true;
    return row->nt > 1 && cliv_are_few_tiles(ctx, cliv_ceil_div(s->n, (size_t)row->nt * row->vt));
}

static cliv_status run(cliv_context *ctx, cl_command_queue queue, sort_call *c, cl_uint wait_count,
                       const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_sorting s = {.order = c->order};
    cliv_array copy = CLIV_NONE;
    cliv_scratch *scratch;
    const size_t most = c->keys.count;
    const bool segmented = c->by_starts || c->by_flags;
    c->indices.length = NULL; /* `indices` is an output without a length */
    const cliv_use uses[] = {
        cliv_counted_updates("keys", &c->keys, most),
        cliv_optional_if(!c->pairs, cliv_counted_updates("values", &c->values, most)),
        cliv_optional_if(!c->to_indices, cliv_indices(cliv_updates("indices", c->indices, most))),
        cliv_optional_if(!c->by_starts, cliv_indices(cliv_counted_reads("segments", &c->starts, c->starts.count))),
        cliv_optional_if(!c->by_flags, cliv_reads("flags", c->flags, cliv_ceil_div(most, 32)))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 5));
    if (c->by_flags)
        CLIV_TRY(cliv_same_type("flags", c->flags.type, "a word of flags", &cliv_uint));
    const size_t n = c->pairs ? cliv_min_size(c->keys.count, c->values.count) : c->keys.count;
    if (c->by_starts)
        CLIV_TRY(cliv_check_starts(&call, "segments", &c->starts, n));
    const cliv_array counted[] = {c->keys, c->values};
    cliv_shortest shortest;
    CLIV_TRY(cliv_plan_shortest(&call, counted, 2, &shortest));
    s.length = shortest.length;
    s.keys = cliv_counted(c->keys, NULL);
    s.values = cliv_counted(c->values, NULL);
    s.n = n;
    s.starts = c->starts;
    s.flags = c->flags;
    const bool by_position = c->pairs && c->values.type->size > CLIV_LOCAL_VALUE;
    s.iota = c->to_indices || by_position;
    if (s.iota) {
        const cliv_type *type = cliv_place_type(&c->indices, n);
        if (c->to_indices && type == c->indices.type) {
            s.values = c->indices;
        } else {
            CLIV_TRY(cliv_call_scratch(&call, cliv_product(cliv_max_size(n, 1), type->size), false, &scratch));
            s.values = cliv_buffer(scratch->mem, type, 0, n);
        }
    }
    const bool whole = !segmented && (!c->local || has_few_tiles(ctx, &s));
    cliv_status (*const way)(cliv_call *, const cliv_sorting *) = whole       ? cliv_whole_sort
                                                                  : segmented ? cliv_segmented_sort
                                                                              : cliv_locality_sort;
    if (!(whole && cliv_counting_is_better(ctx, &s))) { /* counting sorts need no copies */
        CLIV_TRY(cliv_sort_copy(&call, &s.keys, n, &s.keys2));
        CLIV_TRY(cliv_sort_copy(&call, &s.values, n, &s.values2));
    }
    if (by_position)
        CLIV_TRY(cliv_sort_copy(&call, &c->values, n, &copy));
    CLIV_TRY(CLIV_COMPILE(&call, finish(&call, c, &s, &copy))); /* all errors occur before data moves */
    if (shortest.found)                                         /* a launch, which must come after all errors */
        CLIV_TRY(CLIV_COMPILE(&call, way(&call, &s)));
    CLIV_TRY(cliv_find_shortest(&call, counted, 2, &shortest));
    CLIV_TRY(way(&call, &s));
    CLIV_TRY(finish(&call, c, &s, &copy));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, const cliv_order *order,
                           cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {.keys = keys, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                            const cliv_order *order, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {.keys = keys, .values = values, .pairs = true, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_sort_indices(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array indices,
                              const cliv_order *order, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {.keys = keys, .indices = indices, .to_indices = true, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_locality_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, const cliv_order *order,
                                    cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {.keys = keys, .local = true, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_locality_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                     const cliv_order *order, cl_uint wait_count, const cl_event *wait_list,
                                     cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {.keys = keys, .values = values, .pairs = true, .local = true, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_segmented_sort_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array segments,
                                     const cliv_order *order, cl_uint wait_count, const cl_event *wait_list,
                                     cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {.keys = keys, .starts = segments, .by_starts = true, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_segmented_sort_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                      cliv_array segments, const cliv_order *order, cl_uint wait_count,
                                      const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {
        .keys = keys, .values = values, .pairs = true, .starts = segments, .by_starts = true, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_segmented_sort_keys_by_flags(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                              cliv_array flags, const cliv_order *order, cl_uint wait_count,
                                              const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {.keys = keys, .flags = flags, .by_flags = true, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_segmented_sort_pairs_by_flags(cliv_context *ctx, cl_command_queue queue, cliv_array keys,
                                               cliv_array values, cliv_array flags, const cliv_order *order,
                                               cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    sort_call call = {.keys = keys, .values = values, .pairs = true, .flags = flags, .by_flags = true, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}
