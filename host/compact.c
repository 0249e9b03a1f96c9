/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction. */
#include "internal.h"

bool cliv_is_held(const cliv_type *type) { return cliv_scalar_of(type).kind != CLIV_OTHER && type->size <= 8; }

cliv_status cliv_run_compact(cliv_call *call, cliv_compacting *c)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_program *program;
    cliv_counted *const counted = &c->counted;
    const size_t n = c->input.count, bytes = c->input.type->size;
    const bool held = cliv_is_held(c->input.type);
    const size_t largest = counted->base && counted->has_output ? cliv_max_size(n, counted->capacity) : n;
    const cliv_tuning *const row = cliv_tuning_find(&call->ctx->tuning, &call->ctx->device, "compact", bytes);
    const size_t item = held ? cliv_counted_tiles(row) * bytes : 1;
    /* What ranks and look-back take for each work-item: most where a row has one of its items. */
    const size_t beside = row->vt % 8 ? 84 : 32;
    cliv_build_begin(&build, call->ctx, "compact", bytes, item, beside, largest);
    counted->streams = held;
    cliv_counted_describe(counted, &build);
    cliv_build_define(&build, "CLIV_HELD", held);
    cliv_build_array(&build, "input", &c->input, CLIV_READ);
    cliv_build_array(&build, "output", &c->output, CLIV_WRITE);
    cliv_build_array(&build, "blanks", &c->blanks, CLIV_WRITE);
    cliv_build_predicate(&build, c->keep, c->source, c->input.type, c->arrays, c->array_count);
    CLIV_TRY(cliv_build_program(&build, "compact.cl", &program));
    counted->tiles = cliv_ceil_div(n, (size_t)build.tuning.nt * build.tuning.vt);
    counted->count_kernel = "compact_count";
    counted->fill_kernel = "compact_tiles";
    counted->numbers[0] = n;
    counted->number_count = 1;
    CLIV_TRY(cliv_counted_scratch(call, counted, &build));
    CLIV_TRY(cliv_counted_run(call, counted, &build, program));
    CLIV_TRY(cliv_counted_read(call, counted));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_compact(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *keep,
                         const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                         cliv_array count, size_t *host_count, cl_uint wait_count, const cl_event *wait_list,
                         cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const bool has_output = !cliv_is_none(&output);
    cliv_compacting c = {.input = input,
                         .keep = keep,
                         .source = source,
                         .arrays = arrays,
                         .array_count = array_count,
                         .output = output,
                         .counted = {.count = count,
                                     .host_count = host_count,
                                     .has_output = has_output,
                                     .capacity = output.count,
                                     .last = true}};
    const cliv_array read = {.type = &cliv_int, .generator = "", .arrays = arrays, .array_count = array_count};
    const cliv_use uses[] = {{"input", input, CLIV_READ, input.count, false, false},
                             {"output", output, CLIV_WRITE, cliv_min_size(output.count, input.count), true, false},
                             {"arrays", read, CLIV_READ, 0, false, false},
                             cliv_counted_use(&c.counted)};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list));
    if (!keep)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "keep is NULL"));
    CLIV_TRY(cliv_validate(ctx, uses, sizeof uses / sizeof *uses));
    if (has_output)
        CLIV_TRY(cliv_same_type("output", output.type, "input", input.type));
    CLIV_TRY(cliv_index_type("count", &count));
    CLIV_TRY(cliv_run_compact(&call, &c));
done:
    return cliv_counted_answer(&c.counted, cliv_call_end(&call, status, event));
}
