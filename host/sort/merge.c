/* SPDX-License-Identifier: Apache-2.0 */
/* Merges: a launch for the tiles and, for a large count of tiles, a launch before it that finds their partitions. */
#include "grid/partition.h"
#include "map/aos_step.h"
#include "runtime/check.h"
#include "sort/merge_step.h"

#include <clinterval/merge.h>

#include "runtime/device_types.h"

#include "sort/cliv_sort_limits.clh"

enum { PLAIN_KEY = 20, PLAIN_VALUE = 16 }; /* types up to this size are not moved word by word */

static bool is_local(const cliv_type *value) { return value && value->size <= CLIV_LOCAL_VALUE; }

/* The count of words of keys or values if groups move them word by word; otherwise 0, as for types of up to `plain`
 * bytes. */
static unsigned words_of(const cliv_build *b, const cliv_type *type, size_t plain)
{
    const cliv_array buffer = CLIV_NONE;
    return b->tuning.nt > 1 && type->size > plain && cliv_moves_by_units(b->ctx, &buffer, type)
               ? (unsigned)type->size / 4
               : 0;
}

bool cliv_merges_runs(const cliv_build *b, const cliv_type *key) { return words_of(b, key, PLAIN_KEY) == 0; }

size_t cliv_runs_tile(const cliv_build *b, unsigned fan_log)
{
    const size_t nt = b->tuning.nt;
    return (nt > 1 ? nt - ((size_t)1 << fan_log) / 2 : 1) * b->tuning.vt;
}

cliv_status cliv_merge_round(cliv_call *call, const cliv_build *b, unsigned fan_log, size_t tiles, bool last,
                             const cliv_argument *arguments)
{
    const size_t items = cliv_min_size(b->tuning.nt, CLIV_MOST_CUT_ITEMS);
    const cliv_grid grid =
        items == 1 ? cliv_items(tiles) : cliv_groups_of(items, cliv_ceil_div(tiles, items >> fan_log));
    if (b->partitioned)
        CLIV_PASS(cliv_launch_list(call, b, "cut_runs", grid, false, arguments));
    return cliv_launch_list(call, b, "merge_runs_tiles", cliv_groups(tiles), last, arguments);
}

cliv_status cliv_merge_describe(cliv_build *b, cliv_context *ctx, const cliv_merged *merged)
{
    const cliv_type *const key = merged->key, *const value = merged->value;
    const size_t item = key->size + (is_local(value) ? value->size : value ? sizeof(cl_uint) : 0);
    enum { FOR_SEGMENTS = 24 }; /* bytes of a work-item of a segmented sort or a round in addition to its items */
    const size_t local = cliv_max_size(item, sizeof(cl_uint)); /* a search stores a uint in place of a key */
    cliv_build_begin(b, ctx,
                     (cliv_tiles){.family = merged->family,
                                  .bytes = item,
                                  .local_item = local + merged->extra,
                                  .local_work_item = FOR_SEGMENTS,
                                  .items = merged->n});
    const cliv_status status = cliv_build_order(b, merged->order, key);
    cliv_build_define(b, "CLIV_ONE_SOURCE", merged->one_source);
    cliv_build_define(b, "CLIV_VALUES_LOCAL", is_local(value));
    cliv_build_define(b, "CLIV_SMALL_GROUP", CLIV_SMALL_GROUP);
    cliv_build_define(b, "CLIV_KEY_WORDS", words_of(b, key, PLAIN_KEY));
    cliv_build_define(b, "CLIV_VALUE_WORDS", value ? words_of(b, value, PLAIN_VALUE) : 0);
    cliv_build_type(b, "cliv_value", value ? value : &cliv_int);
    return status;
}

cliv_status cliv_merge_scratch(cliv_call *call, cliv_merge *m, size_t partitions, unsigned passes)
{
    m->order_state_count = m->watched && passes ? passes + 1 : 0;
    if (m->build.partitioned)
        CLIV_PASS(cliv_call_scratch(call, partitions * cliv_index_bytes(&m->build), false, &m->partitions));
    if (m->order_state_count)
        CLIV_PASS(cliv_call_scratch(call, m->order_state_count * sizeof(cl_uint), false, &m->order_states));
    return CLIV_SUCCESS;
}

cliv_status cliv_merge_rollback(cliv_call *call, const cliv_merge *m, size_t n, unsigned number,
                                const cliv_array *arrays, size_t array_count)
{
    return cliv_launch(call, &m->build, "merge_rollback", cliv_tiles_for(n), true, U64(n), U32(number),
                       SCRATCH(m->order_states), ARRAYS(arrays, array_count));
}

cliv_status cliv_merge_launch(cliv_call *call, cliv_merge *m, const cliv_merge_pass *pass)
{
    const size_t tile = (size_t)m->build.tuning.nt * m->build.tuning.vt,
                 tiles = cliv_ceil_div(pass->a_count + pass->b_count, tile);
    const cliv_merge_cut cut = {.a_count = pass->a_count,
                                .b_count = pass->b_count,
                                .run = pass->run,
                                .tile = tile,
                                .count = tiles,
                                .order_state = m->order_states ? m->order_states->mem : NULL,
                                .partitions = m->partitions ? m->partitions->mem : NULL};
    const bool may_roll_back = pass->last && m->watched && !m->build.partitioned;
    if (m->build.partitioned)
        CLIV_PASS(cliv_merge_path(call, &m->build, &cut, pass->arrays, pass->array_count, false));
    CLIV_PASS(cliv_launch(call, &m->build, "merge_tiles", cliv_groups(tiles), pass->last && !may_roll_back,
                          U64(pass->a_count), U64(pass->b_count), U64(pass->run), U32(pass->number),
                          SCRATCH(m->order_states), SCRATCH(m->partitions), ARRAYS(pass->arrays, pass->array_count)));
    if (may_roll_back)
        CLIV_PASS(cliv_merge_rollback(call, m, pass->a_count, pass->number, pass->arrays, pass->array_count));
    return CLIV_SUCCESS;
}

typedef struct merge_call {
    cliv_array a, a_values, b, b_values, keys, values;
    bool pairs;
    const cliv_order *order;
} merge_call;

static cliv_status validate(cliv_call *call, merge_call *c)
{
    const char *const a = c->pairs ? "a_keys" : "a", *const b = c->pairs ? "b_keys" : "b",
                      *const out = c->pairs ? "keys" : "output";
    CLIV_PASS(cliv_check_sum_of_counts(a, &c->a, b, &c->b));
    const size_t n = c->a.count + c->b.count;
    const cliv_use uses[] = {cliv_counted_reads(a, &c->a, c->a.count),
                             cliv_counted_reads(b, &c->b, c->b.count),
                             cliv_writes(out, c->keys, n),
                             cliv_counted_reads("a_values", &c->a_values, c->a.count),
                             cliv_counted_reads("b_values", &c->b_values, c->b.count),
                             cliv_writes("values", c->values, n)};
    CLIV_PASS(cliv_validate(call, uses, c->pairs ? 6 : 3));
    CLIV_PASS(cliv_same_type(b, c->b.type, a, c->a.type));
    CLIV_PASS(cliv_same_type(out, c->keys.type, a, c->a.type));
    if (c->pairs) {
        CLIV_PASS(cliv_same_type("b_values", c->b_values.type, "a_values", c->a_values.type));
        CLIV_PASS(cliv_same_type("values", c->values.type, "a_values", c->a_values.type));
    }
    if (c->pairs) { /* the lengths that a checked context has read may differ */
        c->a.count = cliv_min_size(c->a.count, c->a_values.count);
        c->b.count = cliv_min_size(c->b.count, c->b_values.count);
    }
    return CLIV_SUCCESS;
}

/* The count of partitions: one for each tile of n outputs, and one at the end. */
static size_t partition_count(size_t n, size_t tile)
{
    const size_t tiles = cliv_ceil_div(n, tile);
    return tiles + (tiles < SIZE_MAX);
}

static cliv_status merge(cliv_context *ctx, cl_command_queue queue, merge_call *c, cl_uint wait_count,
                         const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_merge m = {0};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(validate(&call, c));
    const size_t n = c->a.count + c->b.count;
    const cliv_merged merged = {.family = CLIV_FAMILY_MERGE,
                                .order = c->order,
                                .key = c->a.type,
                                .value = c->pairs ? c->a_values.type : NULL,
                                .n = n};
    CLIV_TRY(cliv_merge_describe(&m.build, ctx, &merged));
    cliv_build_cut(&m.build, n, false);
    cliv_build_arrays(&m.build, COUNTED("a_keys", &c->a), COUNTED("b_keys", &c->b), WRITTEN("keys", &c->keys),
                      COUNTED("a_values", &c->a_values), COUNTED("b_values", &c->b_values),
                      WRITTEN("values", &c->values));
    CLIV_TRY(cliv_program_for(&m.build, "merge.cl"));
    CLIV_TRY(cliv_check_both_sorted(&call, c->pairs, &c->a, &c->b, c->order));
    if (n == 0)
        goto done;
    CLIV_TRY(cliv_merge_scratch(&call, &m, partition_count(n, (size_t)m.build.tuning.nt * m.build.tuning.vt), 1));
    CLIV_TRY(cliv_merge_launch(&call, &m,
                               &(cliv_merge_pass){.a_count = c->a.count,
                                                  .b_count = c->b.count,
                                                  .arrays = m.build.arrays,
                                                  .array_count = m.build.array_count,
                                                  .number = 1,
                                                  .last = true}));
done:
    cliv_build_free(&m.build);
    return cliv_call_end(&call, status);
}

cliv_status cliv_merge_keys(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b, cliv_array output,
                            const cliv_order *order, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    merge_call call = {.a = a, .b = b, .keys = output, .order = order};
    return merge(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_merge_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array a_keys, cliv_array a_values,
                             cliv_array b_keys, cliv_array b_values, cliv_array keys, cliv_array values,
                             const cliv_order *order, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    merge_call call = {.a = a_keys,
                       .a_values = a_values,
                       .b = b_keys,
                       .b_values = b_values,
                       .keys = keys,
                       .values = values,
                       .pairs = true,
                       .order = order};
    return merge(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_merge_partitions(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b, size_t tile,
                                  cliv_array partitions, const cliv_order *order, cl_uint wait_count,
                                  const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    if (tile == 0)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "tile is 0, but must be at least 1"));
    CLIV_TRY(cliv_check_sum_of_counts("a", &a, "b", &b));
    const size_t most = a.count + b.count, step = cliv_max_size(cliv_min_size(tile, most), 1);
    if (most % step && most - most % step > SIZE_MAX - step) /* the last tile's end must fit a size_t */
        CLIV_TRY(cliv_fail(CLIV_OUT_OF_RANGE,
                           "a and b have %zu elements, whose last tile of %zu elements ends past SIZE_MAX", most,
                           tile));
    const cliv_use uses[] = {cliv_counted_reads("a", &a, a.count), cliv_counted_reads("b", &b, b.count),
                             cliv_indices(cliv_writes("partitions", partitions, partition_count(most, tile)))};
    CLIV_TRY(cliv_validate(&call, uses, 3));
    CLIV_TRY(cliv_same_type("b", b.type, "a", a.type));
    const size_t n = a.count + b.count, count = partition_count(n, tile);
    CLIV_TRY(cliv_merge_describe(&build, ctx,
                                 &(cliv_merged){.family = CLIV_FAMILY_MERGE, .order = order, .key = a.type, .n = n}));
    cliv_build_arrays(&build, READ("a_keys", &a), READ("b_keys", &b), WRITTEN("partitions", &partitions));
    cliv_build_index_conversion(&build, "partitions", partitions.type);
    cliv_build_count(&build, "a_keys", &a);
    cliv_build_count(&build, "b_keys", &b);
    CLIV_TRY(cliv_program_for(&build, "merge_partitions.cl"));
    CLIV_TRY(cliv_check_both_sorted(&call, false, &a, &b, order));
    const cliv_merge_cut cut = {.a_count = a.count, .b_count = b.count, .tile = step, .count = count};
    CLIV_TRY(cliv_merge_path(&call, &build, &cut, build.arrays, build.array_count, true));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}
