/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction and partition. */
#include "compact/compact_step.h"
#include "grid/look_back.h"

#include <clinterval/map.h>
#include <clinterval/reduce.h>

enum {
    MOST_SINGLE_LAUNCH = 1024 /* tiles of a single-launch partition; larger inputs take several launches */
};

bool cliv_is_held(const cliv_type *type) { return cliv_scalar_of(type).kind != CLIV_OTHER && type->size <= 8; }

size_t cliv_rank_bytes(const cliv_build *b, size_t local_item)
{
    (void)local_item;
    return cliv_local_bytes_of_ranks(b) + cliv_local_bytes_of_look_back(b, cliv_index_bytes(b));
}

/* The bytes of tiles whose outputs have been counted. */
static size_t ranks_alone(const cliv_build *b, size_t local_item)
{
    (void)local_item;
    return cliv_local_bytes_of_ranks(b);
}

/* Without `single_launch`, a partition takes several launches. *too_many becomes true if a single launch was selected
 * but the counter of the grid barrier cannot count the tiles; then nothing is enqueued. */
static cliv_status run_compact(cliv_call *call, cliv_compacting *c, bool single_launch, bool *too_many)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_count_fill *const results = &c->results;
    const size_t n = c->input.count, bytes = c->input.type->size;
    const bool held = cliv_is_held(c->input.type);
    const size_t largest = results->base && results->has_output ? cliv_max_size(n, results->capacity) : n;
    const cliv_tuning *const row = cliv_tuning_row(&call->ctx->rows, CLIV_FAMILY_COMPACT, bytes, n);
    const bool looks_back = results->has_output && !c->partitions;
    const size_t tiles = !held || !results->has_output ? 0 : looks_back ? cliv_tuning_tiles_held(row) : 1;
    const size_t row_tiles = cliv_ceil_div(n, (size_t)row->nt * row->vt);
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_COMPACT,
                                  .bytes = bytes,
                                  .local_item = tiles * bytes,
                                  .local_group = looks_back ? cliv_rank_bytes : ranks_alone,
                                  .largest = largest,
                                  .items = n});
    results->streams = held;
    results->total_first = c->partitions;
    results->single_launch =
        single_launch && c->partitions && cliv_allows_last_block(&build) && row_tiles <= MOST_SINGLE_LAUNCH;
    cliv_count_fill_describe(results, &build, n);
    cliv_build_define(&build, "CLIV_HELD", held);
    cliv_build_define(&build, "CLIV_PARTITIONS", c->partitions);
    cliv_build_arrays(&build, COUNTED("input", &c->input), WRITTEN("output", &c->output),
                      WRITTEN("blanks", &c->blanks));
    cliv_build_predicate(&build, c->name ? c->name : "keep", c->keep, c->source, c->input.type, c->arrays,
                         c->array_count);
    CLIV_TRY(cliv_program_for(&build, "compact.cl"));
    results->tiles = cliv_ceil_div(n, (size_t)build.tuning.nt * build.tuning.vt);
    *too_many = results->single_launch && !cliv_cooperative_can_count(call->ctx, build.tuning.nt, results->tiles);
    if (*too_many)
        goto done;
    results->count_kernel = "compact_count";
    results->fill_kernel = results->single_launch ? "partition_single_launch" : "compact_tiles";
    results->first = LIST(U64(n));
    CLIV_TRY(cliv_count_fill_scratch(call, results, &build));
    CLIV_TRY(cliv_count_fill_run(call, results, &build));
    CLIV_TRY(cliv_count_fill_read(call, results));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_run_compact(cliv_call *call, cliv_compacting *c)
{
    bool too_many = false;
    const cliv_status status = run_compact(call, c, true, &too_many);
    return too_many ? run_compact(call, c, false, &too_many) : status;
}

static cliv_status run(cliv_context *ctx, cl_command_queue queue, cliv_compacting *c, size_t most, cl_uint wait_count,
                       const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    c->results.has_output = !cliv_is_none(&c->output);
    c->results.last = true;
    const cliv_use uses[] = {
        cliv_counted_reads("input", &c->input, c->input.count), cliv_optional(cliv_writes("output", c->output, most)),
        cliv_asks(c->name, c->keep, c->source, c->arrays, c->array_count, &c->input), cliv_count_fill_use(&c->results)};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    if (!c->keep)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", c->name));
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    if (c->results.has_output)
        CLIV_TRY(cliv_same_type("output", c->output.type, "input", c->input.type));
    CLIV_TRY(cliv_run_compact(&call, c));
done:
    return cliv_count_fill_answer(&c->results, cliv_call_end(&call, status));
}

cliv_status cliv_compact(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *keep,
                         const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                         cliv_array count, size_t *host_count, cl_uint wait_count, const cl_event *wait_list,
                         cl_event *event)
{
    CLIV_ENTER();
    cliv_compacting c = {.input = input,
                         .name = "keep",
                         .keep = keep,
                         .source = source,
                         .arrays = arrays,
                         .array_count = array_count,
                         .output = output,
                         .results = {.count = count, .host_count = host_count, .capacity = output.count}};
    return run(ctx, queue, &c, cliv_min_size(output.count, input.count), wait_count, wait_list, event);
}

cliv_status cliv_partition(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *first,
                           const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                           cliv_array count, size_t *host_count, cl_uint wait_count, const cl_event *wait_list,
                           cl_event *event)
{
    CLIV_ENTER();
    cliv_compacting c = {.input = input,
                         .name = "first",
                         .keep = first,
                         .source = source,
                         .arrays = arrays,
                         .array_count = array_count,
                         .output = output,
                         .partitions = !cliv_is_none(&output),
                         .results = {.count = count, .host_count = host_count, .capacity = input.count}};
    return run(ctx, queue, &c, input.count, wait_count, wait_list, event);
}
