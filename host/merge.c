/* SPDX-License-Identifier: Apache-2.0 */
/* Merges: partitions by a search for every tile, then tiles. */
#include "aos_step.h"
#include "check.h"
#include "context_inside.h"
#include "merge_step.h"
#include "numbers.h"
#include "partition.h"

#include <clinterval/merge.h>

static bool is_local(const cliv_type *value) { return value && value->size <= CLIV_LOCAL_VALUE; }

/* The words of keys or values that groups move by words; 0 of others, which are those of up to `plain` bytes, too. */
static unsigned words_of(const cliv_build *b, const cliv_type *type, size_t plain)
{
    const cliv_array buffer = CLIV_NONE;
    return b->tuning.nt > 1 && type->size > plain && cliv_moves_by_units(b->ctx, &buffer, type)
               ? (unsigned)type->size / 4
               : 0;
}

cliv_status cliv_merge_describe(cliv_build *b, cliv_context *ctx, const char *family, const cliv_order *order,
                                const cliv_type *key, const cliv_type *value, size_t n, bool one_source)
{
    const size_t item = key->size + (is_local(value) ? value->size : value ? sizeof(cl_uint) : 0);
    enum { FOR_SEGMENTS = 24 }; /* bytes that a work-item of a segmented sort needs beside its items */
    enum { PLAIN_KEY = 20, PLAIN_VALUE = 16 };
    const size_t local = cliv_max_size(item, sizeof(cl_uint)); /* a search keeps a uint where a key was */
    cliv_build_begin(
        b, ctx,
        (cliv_tiles){
            .family = family, .bytes = item, .local_item = local, .local_work_item = FOR_SEGMENTS, .largest = n});
    const cliv_status status = cliv_build_order(b, order, key);
    cliv_build_define(b, "CLIV_ONE_SOURCE", one_source);
    cliv_build_define(b, "CLIV_VALUES_LOCAL", is_local(value));
    cliv_build_define(b, "CLIV_SMALL_GROUP", CLIV_SMALL_GROUP);
    cliv_build_define(b, "CLIV_KEY_WORDS", words_of(b, key, PLAIN_KEY));
    cliv_build_define(b, "CLIV_VALUE_WORDS", value ? words_of(b, value, PLAIN_VALUE) : 0);
    cliv_build_type(b, "cliv_value", value ? value : &cliv_int);
    return status;
}

cliv_status cliv_merge_scratch(cliv_call *call, cliv_merge *m, size_t n)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t tiles = cliv_ceil_div(n, (size_t)m->build.tuning.nt * m->build.tuning.vt);
    CLIV_TRY(cliv_call_scratch(call, (tiles + 1) * (m->build.wide ? 8 : 4), false, &m->partitions));
    CLIV_TRY(cliv_call_scratch(call, sizeof(cl_uint), false, &m->state));
done:
    return status;
}

cliv_status cliv_merge_launch(cliv_call *call, cliv_merge *m, size_t a_count, size_t b_count, size_t run,
                              const cliv_array *arrays, size_t array_count, bool last)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t tile = (size_t)m->build.tuning.nt * m->build.tuning.vt, tiles = cliv_ceil_div(a_count + b_count, tile);
    const cliv_merge_cut cut = {.a_count = a_count,
                                .b_count = b_count,
                                .run = run,
                                .tile = tile,
                                .count = tiles,
                                .state = m->state->mem,
                                .partitions = m->partitions->mem};
    CLIV_TRY(cliv_merge_path(call, m->program, &cut, arrays, array_count, false));
    cliv_launch tile_launch = cliv_launch_begin(call, m->program, "merge_tiles");
    cliv_launch_ulong(&tile_launch, a_count);
    cliv_launch_ulong(&tile_launch, b_count);
    cliv_launch_ulong(&tile_launch, run);
    cliv_launch_mem(&tile_launch, m->state->mem);
    cliv_launch_mem(&tile_launch, m->partitions->mem);
    for (size_t i = 0; i < array_count; ++i)
        cliv_launch_array(&tile_launch, &arrays[i]);
    CLIV_TRY(cliv_launch_end(&tile_launch, tiles, m->build.tuning.nt, last));
done:
    return status;
}

static cliv_status merge(cliv_context *ctx, cl_command_queue queue, const cliv_array *a, const cliv_array *a_values,
                         const cliv_array *b, const cliv_array *b_values, const cliv_array *keys,
                         const cliv_array *values, const cliv_order *order, bool pairs, cl_uint wait_count,
                         const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_merge m = {0};
    const char *const a_name = pairs ? "a_keys" : "a", *const b_name = pairs ? "b_keys" : "b",
                      *const out_name = pairs ? "keys" : "output";
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list));
    CLIV_TRY(cliv_check_sum_of_counts(a_name, a, b_name, b));
    const size_t n = a->count + b->count;
    const cliv_use uses[] = {cliv_reads(a_name, *a, a->count),
                             cliv_reads(b_name, *b, b->count),
                             cliv_writes(out_name, *keys, n),
                             cliv_reads("a_values", *a_values, a->count),
                             cliv_reads("b_values", *b_values, b->count),
                             cliv_writes("values", *values, n)};
    CLIV_TRY(cliv_validate(ctx, uses, pairs ? 6 : 3));
    CLIV_TRY(cliv_same_type(b_name, b->type, a_name, a->type));
    CLIV_TRY(cliv_same_type(out_name, keys->type, a_name, a->type));
    if (pairs) {
        CLIV_TRY(cliv_same_type("b_values", b_values->type, "a_values", a_values->type));
        CLIV_TRY(cliv_same_type("values", values->type, "a_values", a_values->type));
    }
    CLIV_TRY(cliv_merge_describe(&m.build, ctx, "merge", order, a->type, pairs ? a_values->type : NULL, n, false));
    const cliv_array arrays[] = {*a, *b, *keys, *a_values, *b_values, *values};
    cliv_build_array(&m.build, "a_keys", a, CLIV_READ);
    cliv_build_array(&m.build, "b_keys", b, CLIV_READ);
    cliv_build_array(&m.build, "keys", keys, CLIV_WRITE);
    cliv_build_array(&m.build, "a_values", a_values, CLIV_READ);
    cliv_build_array(&m.build, "b_values", b_values, CLIV_READ);
    cliv_build_array(&m.build, "values", values, CLIV_WRITE);
    CLIV_TRY(cliv_program_for(&m.build, "merge.cl", &m.program));
    if (ctx->flags & CLIV_CHECKED) {
        CLIV_TRY(cliv_check_sorted(&call, a_name, a, order));
        CLIV_TRY(cliv_check_sorted(&call, b_name, b, order));
    }
    if (n == 0)
        goto done;
    CLIV_TRY(cliv_merge_scratch(&call, &m, n));
    CLIV_TRY(cliv_merge_launch(&call, &m, a->count, b->count, 0, arrays, 6, true));
done:
    cliv_build_free(&m.build);
    return cliv_call_end(&call, status, event);
}

cliv_status cliv_merge_keys(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b, cliv_array output,
                            const cliv_order *order, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    const cliv_array none = CLIV_NONE;
    return merge(ctx, queue, &a, &none, &b, &none, &output, &none, order, false, wait_count, wait_list, event);
}

cliv_status cliv_merge_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array a_keys, cliv_array a_values,
                             cliv_array b_keys, cliv_array b_values, cliv_array keys, cliv_array values,
                             const cliv_order *order, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    return merge(ctx, queue, &a_keys, &a_values, &b_keys, &b_values, &keys, &values, order, true, wait_count, wait_list,
                 event);
}

cliv_status cliv_merge_partitions(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b, size_t tile,
                                  cliv_array partitions, const cliv_order *order, cl_uint wait_count,
                                  const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    cliv_program *program;
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list));
    if (tile == 0)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "tile is 0"));
    CLIV_TRY(cliv_check_sum_of_counts("a", &a, "b", &b));
    const size_t n = a.count + b.count, count = n / tile + (n % tile != 0) + 1;
    const cliv_use uses[] = {cliv_reads("a", a, a.count), cliv_reads("b", b, b.count),
                             cliv_writes("partitions", partitions, count)};
    CLIV_TRY(cliv_validate(ctx, uses, 3));
    CLIV_TRY(cliv_same_type("b", b.type, "a", a.type));
    CLIV_TRY(cliv_index_type("partitions", &partitions));
    CLIV_TRY(cliv_merge_describe(&build, ctx, "merge", order, a.type, NULL, n, false));
    cliv_build_array(&build, "a_keys", &a, CLIV_READ);
    cliv_build_array(&build, "b_keys", &b, CLIV_READ);
    cliv_build_array(&build, "partitions", &partitions, CLIV_WRITE);
    cliv_build_index_conversion(&build, "partitions", partitions.type);
    CLIV_TRY(cliv_program_for(&build, "merge_partitions.cl", &program));
    if (ctx->flags & CLIV_CHECKED) {
        CLIV_TRY(cliv_check_sorted(&call, "a", &a, order));
        CLIV_TRY(cliv_check_sorted(&call, "b", &b, order));
    }
    const cliv_merge_cut cut = {.a_count = a.count,
                                .b_count = b.count,
                                .tile = cliv_max_size(cliv_min_size(tile, n), 1), /* so that no multiple wraps */
                                .count = count};
    CLIV_TRY(cliv_merge_path(&call, program, &cut, build.arrays, build.array_count, true));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status, event);
}
