/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of many runs of one array, in rounds of up to 16 runs, alternating between the output and a copy of it. Short
 * runs would need many rounds, so a stable sort replaces the merge; its result is the same. */
#include "grid/partition.h"
#include "map/aos_step.h"
#include "map/shortest.h"
#include "runtime/check.h"
#include "sort/merge_step.h"
#include "sort/sorting.h"

#include <clinterval/merge.h>

enum {
    MOST_AT_ONCE_LOG = 4,
    LEAST_TO_MERGE = 32 /* the smallest average run length for a merge instead of a sort */
};

typedef struct runs_call {
    cliv_array keys, values, starts, output, output_values;
    bool pairs;
    const cliv_order *order;
    size_t n, runs;         /* at most 1 if n is 0 */
    cliv_shortest shortest; /* the device-side count of keys, from `counted`; the length of starts is separate */
    cliv_array counted[2];
} runs_call;

/* The state of a merge. */
typedef struct merging {
    const runs_call *c;
    cliv_array keys, values;        /* the input of the first round: the caller's arrays, for serial tiles in memory */
    cliv_array copy, copy_values;   /* of the output, if there are several rounds */
    cliv_array spare, spare_values; /* a second copy for the steps of serial tiles */
    unsigned fan_log, count;        /* logarithm of the runs that a round merges; the count of rounds */
    /* The programs for rounds. `first` reads the caller's keys, `others` the output of the previous round. */
    cliv_build first, others;
} merging;

static cliv_status validate(cliv_call *call, const runs_call *c)
{
    const char *const output = c->pairs ? "output_keys" : "output";
    const cliv_use uses[] = {cliv_counts(cliv_reads("keys", c->keys, c->n)),
                             cliv_counts(cliv_indices(cliv_reads("starts", c->starts, c->starts.count))),
                             cliv_updates(output, c->output, c->n), cliv_counts(cliv_reads("values", c->values, c->n)),
                             cliv_updates("output_values", c->output_values, c->n)};
    CLIV_PASS(cliv_validate(call, uses, c->pairs ? 5 : 3));
    CLIV_PASS(cliv_same_type(output, c->output.type, "keys", c->keys.type));
    if (c->pairs)
        CLIV_PASS(cliv_same_type("output_values", c->output_values.type, "values", c->values.type));
    if (c->n > 0 && c->starts.count == 0)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "keys has %zu elements, but there are no runs", c->n);
    return CLIV_SUCCESS;
}

static cliv_status check(cliv_call *call, const runs_call *c)
{
    cliv_array keys = c->keys;
    keys.count = c->n; /* for pairs, the keys that have values */
    return call->ctx->flags & CLIV_CHECKED ? cliv_check_runs(call, &keys, &c->starts, c->order) : CLIV_SUCCESS;
}

static unsigned log_of(size_t number)
{
    unsigned log = 0;
    while (number >> log > 1)
        ++log;
    return log;
}

/* Chooses the smallest count of rounds, then the smallest fan of a round for this count. */
static void plan(merging *m, unsigned most_log)
{
    const unsigned depth = m->c->runs > 2 ? log_of(m->c->runs - 1) + 1 : 1;
    m->count = (unsigned)cliv_ceil_div(depth, most_log);
    m->fan_log = (unsigned)cliv_ceil_div(depth, m->count);
}

/* The tiles of a round whose runs have 2^unit_log of the caller's runs each. If there are several groups of runs, each
 * starts with a new tile. */
static size_t tiles_of(const merging *m, const cliv_build *b, unsigned unit_log)
{
    const size_t tile = cliv_runs_tile(b, m->fan_log), groups = ((m->c->runs - 1) >> (unit_log + m->fan_log)) + 1;
    return groups == 1 ? cliv_ceil_div(m->c->n, tile) : m->c->n / tile + groups;
}

static cliv_status describe(cliv_build *b, cliv_context *ctx, const runs_call *c)
{
    return cliv_merge_describe(b, ctx,
                               &(cliv_merged){.family = CLIV_FAMILY_MERGE,
                                              .order = c->order,
                                              .key = c->keys.type,
                                              .value = c->pairs ? c->values.type : NULL,
                                              .n = cliv_max_size(c->n, c->runs),
                                              .one_source = true});
}

static cliv_status build_rounds(const merging *m, cliv_context *ctx, cliv_build *b, const cliv_array *keys,
                                const cliv_array *values)
{
    const runs_call *const c = m->c;
    if (b->ctx)
        cliv_build_free(b);
    *b = (cliv_build){0};
    CLIV_PASS(describe(b, ctx, c));
    b->partitioned = !cliv_are_few_tiles(ctx, cliv_ceil_div(c->n, cliv_runs_tile(b, m->fan_log)));
    cliv_build_define(b, "CLIV_PARTITIONED", b->partitioned);
    cliv_build_define(b, "CLIV_FAN", 1u << m->fan_log);
    cliv_build_define(b, "CLIV_FAN_LOG", m->fan_log);
    cliv_build_parameter(b, "a_keys", "keys", keys, CLIV_READ);
    cliv_build_parameter(b, "a_values", "values", values, CLIV_READ);
    cliv_build_alias(b, "b_keys", "a_keys");
    cliv_build_alias(b, "b_values", "a_values");
    cliv_build_arrays(b, READ("starts", &c->starts), WRITTEN("keys", &c->output), WRITTEN("values", &c->output_values),
                      WRITTEN("keys2", &m->spare), WRITTEN("values2", &m->spare_values),
                      LENGTH("n", cliv_length_or_null(&c->shortest.length)), LENGTH("runs", c->starts.length));
    return cliv_program_for(b, "merge_runs.cl");
}

/* Allocates memory for a generated array; other arrays are used as they are. */
static cliv_status make_copy(cliv_call *call, const cliv_array *a, size_t n, cliv_array *spare)
{
    const cliv_array buffer = {.type = a->type};
    *spare = *a;
    return cliv_is_generated(a) ? cliv_sort_copy(call, &buffer, n, spare) : CLIV_SUCCESS;
}

/* Copies an array, unless `from` and `to` are one array or both are absent. */
static cliv_status copy(cliv_call *call, const runs_call *c, const char *name, const cliv_array *from,
                        const cliv_array *to)
{
    const cliv_copying copying = {
        .indices = cliv_counted(cliv_generate(&cliv_ulong, "i", c->n), cliv_length_or_null(&c->shortest.length)),
        .input = *from,
        .output = *to,
        .n = c->n,
        .parameter = name};
    const bool same = from->buffer == to->buffer && from->first == to->first;
    return same ? CLIV_SUCCESS : cliv_enqueue_copy(call, &copying);
}

/* Copies generated arrays to memory, because serial tiles read only buffers. */
static cliv_status bring(cliv_call *call, const merging *m)
{
    CLIV_PASS(copy(call, m->c, "keys", &m->c->keys, &m->keys));
    return copy(call, m->c, "values", &m->c->values, &m->values);
}

/* Plans the merge, builds its programs, and allocates its arrays. */
static cliv_status prepare(cliv_call *call, merging *m)
{
    cliv_status status = CLIV_SUCCESS;
    const runs_call *const c = m->c;
    cliv_build shape = {0};
    CLIV_TRY(describe(&shape, call->ctx, c));
    const bool serial = shape.tuning.nt == 1;
    m->keys = c->keys;
    m->values = c->values;
    if (serial) {
        CLIV_TRY(make_copy(call, &c->keys, c->n, &m->keys));
        CLIV_TRY(make_copy(call, &c->values, c->n, &m->values));
        CLIV_TRY(CLIV_COMPILE(call, bring(call, m)));
    }
    for (size_t most = serial ? SIZE_MAX : shape.tuning.nt;;) { /* until no group has fewer work-items than runs */
        plan(m, (unsigned)cliv_min_size(log_of(most), MOST_AT_ONCE_LOG));
        if (m->count > 1 && cliv_is_none(&m->copy)) {
            CLIV_TRY(cliv_sort_copy(call, &c->output, c->n, &m->copy));
            CLIV_TRY(cliv_sort_copy(call, &c->output_values, c->n, &m->copy_values));
        }
        if (serial && m->fan_log > 1) {
            CLIV_TRY(cliv_sort_copy(call, &c->output, c->n, &m->spare));
            CLIV_TRY(cliv_sort_copy(call, &c->output_values, c->n, &m->spare_values));
        }
        CLIV_TRY(build_rounds(m, call->ctx, &m->first, &m->keys, &m->values));
        size_t least = m->first.tuning.nt;
        if (m->count > 1) {
            CLIV_TRY(build_rounds(m, call->ctx, &m->others, &m->copy, &m->copy_values));
            least = cliv_min_size(least, m->others.tuning.nt);
        }
        if (serial || least >> m->fan_log)
            break;
        most = least;
    }
done:
    cliv_build_free(&shape);
    return status;
}

/* Launches round i. */
static cliv_status launch_round(cliv_call *call, const merging *m, unsigned i, const cliv_scratch *cuts)
{
    const runs_call *const c = m->c;
    const cliv_build *const b = i ? &m->others : &m->first;
    const size_t tiles = tiles_of(m, b, i * m->fan_log);
    const bool to_output = (m->count - 1 - i) % 2 == 0;
    const cliv_argument *const arguments = LIST(
        U64(c->n), U64(c->runs), U32((m->count - 1) * m->fan_log), U32(i * m->fan_log), U64(tiles), SCRATCH(cuts),
        ARRAYS(i == 0      ? &m->keys
               : to_output ? &m->copy
                           : &c->output,
               1),
        ARRAYS(i == 0      ? &m->values
               : to_output ? &m->copy_values
                           : &c->output_values,
               1),
        ARRAYS(&c->starts, 1), ARRAYS(to_output ? &c->output : &m->copy, 1),
        ARRAYS(to_output ? &c->output_values : &m->copy_values, 1), ARRAYS(&m->spare, 1), ARRAYS(&m->spare_values, 1),
        ARRAYS(&c->shortest.length, 1), IF(c->starts.length, ARRAYS(c->starts.length, 1)));
    return cliv_merge_round(call, b, m->fan_log, tiles, i + 1 == m->count, arguments);
}

static cliv_status merge_runs(cliv_call *call, const runs_call *c)
{
    cliv_status status = CLIV_SUCCESS;
    merging m = {.c = c};
    cliv_scratch *cuts = NULL;
    CLIV_TRY(prepare(call, &m));
    CLIV_TRY(check(call, c));
    if (c->n == 0)
        goto done;
    if (m.first.partitioned || m.others.partitioned) {
        size_t most = 0;
        for (unsigned i = 0; i < m.count; ++i)
            most = cliv_max_size(most, tiles_of(&m, i ? &m.others : &m.first, i * m.fan_log));
        CLIV_TRY(cliv_call_scratch(call, (most << m.fan_log) * cliv_index_bytes(&m.first), false, &cuts));
    }
    CLIV_TRY(cliv_find_shortest(call, c->counted, 2, &c->shortest));
    CLIV_TRY(bring(call, &m));
    for (unsigned i = 0; i < m.count; ++i)
        CLIV_TRY(launch_round(call, &m, i, cuts));
done:
    cliv_build_free(&m.first);
    cliv_build_free(&m.others);
    return status;
}

/* Copies the keys and sorts the copy. Large values are moved last, by the positions of their keys. */
static cliv_status sort_runs(cliv_call *call, const runs_call *c)
{
    const bool by_position = c->pairs && c->values.type->size > CLIV_LOCAL_VALUE;
    cliv_sorting s = {.keys = cliv_buffer(c->output.buffer, c->output.type, c->output.first, c->n),
                      .iota = by_position,
                      .order = c->order,
                      .n = c->n,
                      .length = c->shortest.length};
    const cliv_array none = CLIV_NONE;
    cliv_array values = none;
    cliv_scratch *scratch;
    if (c->pairs)
        values = s.values = cliv_buffer(c->output_values.buffer, c->output_values.type, c->output_values.first, c->n);
    if (by_position) {
        const cliv_type *const position = cliv_place_type(&none, c->n);
        CLIV_PASS(cliv_call_scratch(call, c->n * position->size, false, &scratch));
        s.values = cliv_buffer(scratch->mem, position, 0, c->n);
    }
    CLIV_PASS(cliv_sort_copy(call, &s.keys, c->n, &s.keys2));
    CLIV_PASS(cliv_sort_copy(call, &s.values, c->n, &s.values2));
    /* A sort does not read the starts, but a generator of starts must compile. */
    if (call->compile_only && cliv_is_generated(&c->starts))
        CLIV_PASS(cliv_check_runs(call, &c->keys, &c->starts, c->order));
    CLIV_PASS(check(call, c));
    CLIV_PASS(cliv_find_shortest(call, c->counted, 2, &c->shortest));
    CLIV_PASS(copy(call, c, "keys", &c->keys, &s.keys));
    if (!by_position)
        CLIV_PASS(copy(call, c, "values", &c->values, &values));
    CLIV_PASS(cliv_whole_sort(call, &s));
    if (by_position)
        CLIV_PASS(cliv_enqueue_copy(
            call, &(cliv_copying){.indices = cliv_counted(s.values, cliv_length_or_null(&c->shortest.length)),
                                  .input = c->values,
                                  .output = values,
                                  .n = c->n,
                                  .parameter = "values",
                                  .last = true}));
    return CLIV_SUCCESS;
}

/* Computes the counts of keys and runs: resolved lengths, capacities, and the device-side length. */
static cliv_status count(cliv_call *call, runs_call *c)
{
    const cliv_array keys = cliv_resolved(call, c->keys), values = cliv_resolved(call, c->values);
    c->starts = cliv_resolved(call, c->starts);
    c->n = c->pairs ? cliv_min_size(keys.count, values.count) : keys.count;
    if (c->n > 0 && c->starts.count == 0)
        return cliv_fail(CLIV_CHECK_FAILED, "keys has %zu elements, but the length of starts is 0: there are no runs",
                         c->n);
    c->counted[0] = keys;
    c->counted[1] = values;
    CLIV_PASS(cliv_plan_shortest(call, c->counted, 2, &c->shortest));
    c->keys = cliv_counted(keys, NULL);
    c->values = cliv_counted(values, NULL);
    return CLIV_SUCCESS;
}

static cliv_status run(cliv_context *ctx, cl_command_queue queue, runs_call *c, cl_uint wait_count,
                       const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    c->n = c->keys.count;
    c->output.length = c->output_values.length = NULL; /* outputs have no length */
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(validate(&call, c));
    CLIV_TRY(count(&call, c));
    c->runs = c->n ? c->starts.count : 1;
    const bool short_runs = c->runs > (size_t)1 << MOST_AT_ONCE_LOG && c->runs > c->n / LEAST_TO_MERGE;
    if (short_runs)
        CLIV_TRY(CLIV_COMPILE(&call, sort_runs(&call, c)));
    CLIV_TRY(short_runs ? sort_runs(&call, c) : merge_runs(&call, c));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_merge_runs_keys(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array starts,
                                 cliv_array output, const cliv_order *order, cl_uint wait_count,
                                 const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    runs_call call = {.keys = keys, .starts = starts, .output = output, .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_merge_runs_pairs(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array values,
                                  cliv_array starts, cliv_array output_keys, cliv_array output_values,
                                  const cliv_order *order, cl_uint wait_count, const cl_event *wait_list,
                                  cl_event *event)
{
    CLIV_ENTER();
    runs_call call = {.keys = keys,
                      .values = values,
                      .starts = starts,
                      .output = output_keys,
                      .output_values = output_values,
                      .pairs = true,
                      .order = order};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}
