/* SPDX-License-Identifier: Apache-2.0 */
/* The interval family. Each public function fills in one cliv_interval_call, which describes the payload and the
 * outputs. */
#include "grid/partition.h"
#include "interval/interval_step.h"
#include "map/aos_step.h"
#include "runtime/captures.h"
#include "runtime/check.h"

#include <clinterval/interval.h>
#include <clinterval/kernel.h>

enum { LONG_INTERVALS = 12 /* from this mean interval size on, tiles contain fewer intervals than work-items */ };

/* Does a device-side length determine the output count? */
static bool counts_outputs(const cliv_interval_call *c)
{
    return !cliv_is_none(&c->limit) || c->output.length || c->segments.length || c->ranks.length ||
           (c->input.length && cliv_is_none(&c->gather));
}

static cliv_status validate(cliv_call *call, cliv_interval_call *c)
{
    const size_t n = c->offsets.count, outputs = c->move_count;
    const bool move = c->kind == CLIV_MOVE, expand = c->kind == CLIV_EXPAND, search = c->kind == CLIV_SEARCH;
    const bool gather = !cliv_is_none(&c->gather), scatter = !cliv_is_none(&c->scatter), counted = counts_outputs(c);
    const cliv_use uses[] = {
        cliv_indices(cliv_counted_reads("offsets", &c->offsets, n)),
        cliv_optional_if(!expand, cliv_counted_reads("values", &c->values, n)),
        cliv_optional_if(!c->gathers, cliv_indices(cliv_counted_reads("gather", &c->gather, n))),
        cliv_optional_if(!c->scatters, cliv_indices(cliv_counted_reads("scatter", &c->scatter, n))),
        cliv_optional_if(!move, cliv_counted_reads("input", &c->input, gather ? c->input.count : outputs)),
        cliv_counts(
            cliv_optional_if(!move && !expand, cliv_writes("output", c->output, scatter ? c->output.count : outputs))),
        cliv_counts(cliv_optional(cliv_indices(cliv_writes("segments", c->segments, search ? outputs : 0)))),
        cliv_counts(cliv_optional(cliv_indices(cliv_writes("ranks", c->ranks, search ? outputs : 0)))),
        cliv_optional(cliv_indices(cliv_reads("total", c->limit, 1)))};
    if (c->limit.length)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "total is counted, but must not be");
    CLIV_PASS(cliv_validate(call, uses, sizeof uses / sizeof *uses));
    if (move)
        CLIV_PASS(cliv_same_type("input", c->input.type, "output", c->output.type));
    if (expand)
        CLIV_PASS(cliv_same_type("values", c->values.type, "output", c->output.type));
    if (outputs > SIZE_MAX / 64)
        return cliv_fail(CLIV_OUT_OF_RANGE, "move_count is %s, more than any memory holds",
                         cliv_size_text(outputs).text);
    cliv_call_has_wide(call, "move_count", outputs, counted);
    if (outputs > 0 && n == 0)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "move_count is %s, but there are no intervals",
                         cliv_size_text(outputs).text);
    return CLIV_SUCCESS;
}

/* Resolves the arguments of a checked call. The counts of intervals and outputs become the minimum of the resolved
 * lengths. */
static void resolve(const cliv_call *call, cliv_interval_call *c)
{
    const cliv_array *const of_intervals[] = {&c->offsets, &c->values, &c->gather, &c->scatter};
    cliv_array *const outputs[] = {&c->output, &c->segments, &c->ranks};
    size_t intervals = c->offsets.count;
    for (int k = 0; k < 4; ++k)
        if (!cliv_is_none(of_intervals[k]))
            intervals = cliv_min_size(intervals, of_intervals[k]->count);
    c->offsets.count = intervals;
    if (c->kind == CLIV_MOVE && cliv_is_none(&c->gather))
        c->move_count = cliv_min_size(c->move_count, c->input.count);
    for (int k = 0; k < 3; ++k) {
        const cliv_array left = cliv_resolved(call, (cliv_array){.count = c->move_count, .length = outputs[k]->length});
        outputs[k]->length = left.length;
        c->move_count = left.count;
    }
}

/* Describes the program, the shape of the tiles and the prelude, and compiles it. */
static cliv_status compile(cliv_build *b, cliv_context *ctx, const cliv_interval_call *c)
{
    const bool move = c->kind == CLIV_MOVE, expand = c->kind == CLIV_EXPAND, search = c->kind == CLIV_SEARCH;
    const cliv_array *main_output = expand || move                ? &c->output
                                    : !cliv_is_none(&c->segments) ? &c->segments
                                                                  : &c->ranks;
    const size_t bytes = c->kind == CLIV_TRANSFORM ? 4 : main_output->type->size;
    size_t largest = cliv_max_size(c->move_count, c->offsets.count);
    largest = cliv_max_size(largest, cliv_max_size(c->input.count, c->output.count));
    if (!cliv_is_none(&c->firsts) && c->firsts.type->size == 8)
        largest = SIZE_MAX;
    const size_t index = largest >> 31 ? 8 : 4;
    const bool by_index = expand && bytes > 8;
    const bool two = (search && !(cliv_is_none(&c->ranks) && cliv_is_none(&c->split))) || c->kind == CLIV_TRANSFORM ||
                     (!cliv_is_none(&c->gather) && !cliv_is_none(&c->scatter));
    const size_t payload = expand && !by_index ? bytes : two ? 2 * index : index;
    const bool are_long = c->offsets.count && c->move_count / c->offsets.count >= LONG_INTERVALS;
    const cliv_family family = expand || search ? are_long ? CLIV_FAMILY_EXPAND_LONG : CLIV_FAMILY_EXPAND
                               : move && cliv_is_none(&c->scatter) ? CLIV_FAMILY_GATHER
                                                                   : CLIV_FAMILY_MOVE;
    cliv_build_begin(b, ctx,
                     (cliv_tiles){.family = family,
                                  .bytes = search ? payload + two : bytes,
                                  .local_item = payload + 2,
                                  .local_work_item = 8,
                                  .largest = largest,
                                  .items = c->move_count});
    cliv_build_define(b, "CLIV_EXPAND", expand);
    cliv_build_define(b, "CLIV_SEARCH", search);
    cliv_build_define(b, "CLIV_TRANSFORM", c->kind == CLIV_TRANSFORM);
    cliv_build_define(b, "CLIV_GATHER", !cliv_is_none(&c->gather));
    cliv_build_define(b, "CLIV_SCATTER", !cliv_is_none(&c->scatter));
    cliv_build_define(b, "CLIV_VALUES_BY_INDEX", by_index);
    const cliv_array *source = move ? &c->input : &c->values;
    if ((move || expand) && b->tuning.nt > 1 && bytes > 16 && cliv_moves_by_units(ctx, source, main_output->type))
        cliv_build_item(b, main_output->type, true);
    else
        cliv_build_define(b, "CLIV_BY_UNITS", 0);
    const cliv_scalar scalar =
        c->kind == CLIV_TRANSFORM ? (cliv_scalar){CLIV_OTHER, 0, 1} : cliv_scalar_of(main_output->type);
    cliv_build_define(b, "CLIV_QUADS", (expand || search) && scalar.kind != CLIV_OTHER && scalar.width == 1);
    /* If the output count is on the device, groups without outputs return first. Mesa's compiler warns on stderr about
     * a search after this return, so a kernel of its own finds the cuts. */
    cliv_build_cut(b, counts_outputs(c) ? SIZE_MAX : c->move_count, b->tuning.variant == CLIV_VARIANT_TILE);
    cliv_build_arrays(b, READ("limit", &c->limit), COUNTED("offsets", &c->offsets), COUNTED("values", &c->values),
                      COUNTED("gather", &c->gather), COUNTED("scatter", &c->scatter), COUNTED("input", &c->input),
                      COUNTED_WRITTEN("output", &c->output), READ("firsts", &c->firsts), READ("split", &c->split),
                      READ("numbered", &c->numbered), READ("entries", &c->entries), READ("positions", &c->positions),
                      COUNTED_WRITTEN("segments", &c->segments), COUNTED_WRITTEN("ranks", &c->ranks));
    cliv_build_index_conversion(b, "segments", c->segments.type);
    const bool rows = !cliv_is_none(&c->firsts) && cliv_is_none(&c->split);
    (rows ? cliv_build_row_conversion : cliv_build_index_conversion)(b, "ranks", c->ranks.type);
    if (c->kind == CLIV_TRANSFORM)
        cliv_build_body(b, &(cliv_body){.variables = "ulong i, ulong segment, ulong rank",
                                        .text = c->body,
                                        .source = c->source,
                                        .arrays = c->arrays,
                                        .array_count = c->array_count});
    return cliv_program_for(b, "interval.cl");
}

/* The shift of the first tile: tiles begin at outputs where four elements have an aligned address. */
static size_t shift_of(const cliv_build *b, const cliv_interval_call *c)
{
    const cliv_array *a = c->kind == CLIV_EXPAND ? &c->output : !cliv_is_none(&c->segments) ? &c->segments : &c->ranks;
    return b->tuning.nt == 1 || (c->kind != CLIV_EXPAND && c->kind != CLIV_SEARCH) ? 0 : a->first % 4;
}

static cliv_status distribute(cliv_call *call, const cliv_build *b, const cliv_interval_call *c)
{
    cliv_scratch *partitions = NULL;
    const size_t n = c->offsets.count, shift = shift_of(b, c), tile = (size_t)b->tuning.nt * b->tuning.vt;
    const size_t tiles = cliv_ceil_div(c->move_count + shift, tile);
    /* A tile is heavy if it contains at least four times the average count of intervals, and at least two intervals
     * per output. The outputs of a heavy tile search for their intervals. */
    const size_t heavy = cliv_max_size(2 * tile, 4 * cliv_ceil_div(n, tiles));
    if (c->first) {
        if (b->partitioned)
            CLIV_PASS(cliv_call_scratch(call, (tiles + 1) * cliv_index_bytes(b), false, &partitions));
        const cliv_interval_cut cut = {.partitions = partitions ? partitions->mem : NULL,
                                       .wide = b->wide,
                                       .count = tiles + 1,
                                       .tile = tile,
                                       .shift = shift};
        CLIV_PASS(c->first(call, c->what, &cut));
    } else if (b->partitioned) {
        CLIV_PASS(cliv_lower_bounds(
            call, b, &(cliv_output_offsets_cut){.count = n, .positions = c->move_count, .shift = shift, .tiles = tiles},
            &partitions));
    }
    return cliv_launch(call, b, "interval_distribute", cliv_groups(tiles), true, U64(n), U64(c->move_count),
                       U64(c->input.count), U64(c->output.count), U64(heavy), U32(shift), SCRATCH(partitions),
                       ALL_ARRAYS);
}

cliv_status cliv_enqueue_intervals(cliv_call *call, const cliv_interval_call *c)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_interval_call own = *c;
    own.output.length = own.segments.length = own.ranks.length = NULL; /* other operations do not use these lengths */
    CLIV_TRY(compile(&build, call->ctx, &own));
    if (own.move_count && own.offsets.count)
        CLIV_TRY(distribute(call, &build, &own));
done:
    cliv_build_free(&build);
    return status;
}

/* A checked context reads the limit before any output is written. *end gets the limit, which no offset may exceed. It
 * may be greater than the requested output count. */
static cliv_status read_limit(cliv_call *call, cliv_interval_call *c, size_t *end)
{
    if (call->compile_only || cliv_is_none(&c->limit))
        return CLIV_SUCCESS;
    CLIV_PASS(cliv_call_read_length(call, &c->limit, end));
    c->move_count = cliv_min_size(*end, c->move_count);
    c->limit = CLIV_NONE;
    return CLIV_SUCCESS;
}

/* Checks the data before the first launch. `end_name`: the name of the output count in messages. */
static cliv_status check(cliv_call *call, cliv_interval_call *c, const char *end_name, cliv_record *record)
{
    size_t end = c->move_count;
    CLIV_PASS(read_limit(call, c, &end));
    if (c->move_count && !c->offsets.count)
        return cliv_fail(CLIV_CHECK_FAILED,
                         "%s is %zu, but the length of the interval arrays is 0: there are no intervals", end_name,
                         end);
    CLIV_PASS(cliv_check_intervals(call, &(cliv_checked_intervals){.offsets = c->offsets,
                                                                   .gather = c->gather,
                                                                   .scatter = c->scatter,
                                                                   .end = end,
                                                                   .end_name = end_name,
                                                                   .input_count = c->input.count,
                                                                   .output_count = c->output.count}));
    if (cliv_has_bounds(c->body, c->source)) {
        CLIV_PASS(cliv_record_begin(call, record, c->arrays, c->array_count));
        c->arrays = record->arrays;
        c->array_count = record->count;
    }
    return CLIV_SUCCESS;
}

static cliv_status run(cliv_context *ctx, cl_command_queue queue, const cliv_interval_call *arguments,
                       cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    cliv_interval_call own = *arguments;
    cliv_interval_call *const c = &own;
    cliv_record record;
    const bool checked = ctx && ctx->flags & CLIV_CHECKED, records = checked && cliv_has_bounds(c->body, c->source);
    const bool no_output = c->kind == CLIV_SEARCH && cliv_is_none(&c->segments) && cliv_is_none(&c->ranks);
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(validate(&call, c));
    resolve(&call, c);
    if (c->kind == CLIV_TRANSFORM)
        CLIV_TRY(cliv_validate_list(ctx, "arrays", c->arrays, c->array_count, "i segment rank", false));
    if (!no_output) /* compiled even if there is nothing to do, so that invalid source always fails */
        CLIV_TRY(compile(&build, ctx, c));
    if (checked) {
        CLIV_TRY(check(&call, c,
                       !cliv_is_none(&c->limit)    ? "total"
                       : counts_outputs(arguments) ? "the number of elements moved"
                                                   : "move_count",
                       &record));
        cliv_build_free(&build);
        build = (cliv_build){0};
        if (!no_output) /* compiled again, because the check changes the call */
            CLIV_TRY(compile(&build, ctx, c));
    }
    if (c->move_count == 0 || no_output)
        goto done;
    CLIV_TRY(distribute(&call, &build, c));
    if (records)
        CLIV_TRY(cliv_report_record(&call, &record, "body"));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}

cliv_status cliv_load_balance_search(cliv_context *ctx, cl_command_queue queue, size_t move_count, cliv_array offsets,
                                     cliv_array segments, cliv_array ranks, cl_uint wait_count,
                                     const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    const cliv_interval_call call = {
        .kind = CLIV_SEARCH, .move_count = move_count, .offsets = offsets, .segments = segments, .ranks = ranks};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_interval_expand(cliv_context *ctx, cl_command_queue queue, size_t move_count, cliv_array offsets,
                                 cliv_array values, cliv_array output, cl_uint wait_count, const cl_event *wait_list,
                                 cl_event *event)
{
    CLIV_ENTER();
    const cliv_interval_call call = {
        .kind = CLIV_EXPAND, .move_count = move_count, .offsets = offsets, .values = values, .output = output};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

static cliv_status move(cliv_context *ctx, cl_command_queue queue, size_t move_count, const cliv_array *gather,
                        const cliv_array *scatter, cliv_array offsets, cliv_array input, cliv_array output,
                        cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    const cliv_interval_call call = {.kind = CLIV_MOVE,
                                     .move_count = move_count,
                                     .offsets = offsets,
                                     .gather = gather ? *gather : CLIV_NONE,
                                     .gathers = gather,
                                     .scatter = scatter ? *scatter : CLIV_NONE,
                                     .scatters = scatter,
                                     .input = input,
                                     .output = output};
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_interval_move(cliv_context *ctx, cl_command_queue queue, size_t move_count, cliv_array gather,
                               cliv_array scatter, cliv_array offsets, cliv_array input, cliv_array output,
                               cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return move(ctx, queue, move_count, &gather, &scatter, offsets, input, output, wait_count, wait_list, event);
}

cliv_status cliv_interval_gather(cliv_context *ctx, cl_command_queue queue, size_t move_count, cliv_array gather,
                                 cliv_array offsets, cliv_array input, cliv_array output, cl_uint wait_count,
                                 const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return move(ctx, queue, move_count, &gather, NULL, offsets, input, output, wait_count, wait_list, event);
}

cliv_status cliv_interval_scatter(cliv_context *ctx, cl_command_queue queue, size_t move_count, cliv_array scatter,
                                  cliv_array offsets, cliv_array input, cliv_array output, cl_uint wait_count,
                                  const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return move(ctx, queue, move_count, NULL, &scatter, offsets, input, output, wait_count, wait_list, event);
}

/* `total`: NULL, or the output count on the device. */
static cliv_status transform(cliv_context *ctx, cl_command_queue queue, size_t most, const cliv_array *total,
                             cliv_array offsets, const char *body, const char *source, const cliv_array *arrays,
                             size_t array_count, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    const cliv_interval_call call = {.kind = CLIV_TRANSFORM,
                                     .move_count = most,
                                     .offsets = offsets,
                                     .body = body,
                                     .source = source,
                                     .arrays = arrays,
                                     .array_count = array_count,
                                     .limit = total ? *total : CLIV_NONE};
    if (!body)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "body is NULL");
    if (total && (cliv_is_none(total) || cliv_is_generated(total) || !total->count))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "total is %s, but must be a number in a buffer",
                         cliv_is_none(total)        ? "CLIV_NONE"
                         : cliv_is_generated(total) ? "without memory"
                                                    : "empty");
    return run(ctx, queue, &call, wait_count, wait_list, event);
}

cliv_status cliv_transform_load_balance(cliv_context *ctx, cl_command_queue queue, size_t move_count,
                                        cliv_array offsets, const char *body, const char *source,
                                        const cliv_array *arrays, size_t array_count, cl_uint wait_count,
                                        const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return transform(ctx, queue, move_count, NULL, offsets, body, source, arrays, array_count, wait_count, wait_list,
                     event);
}

cliv_status cliv_transform_load_balance_counted(cliv_context *ctx, cl_command_queue queue, size_t most,
                                                cliv_array total, cliv_array offsets, const char *body,
                                                const char *source, const cliv_array *arrays, size_t array_count,
                                                cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    return transform(ctx, queue, most, &total, offsets, body, source, arrays, array_count, wait_count, wait_list,
                     event);
}
