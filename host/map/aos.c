/* SPDX-License-Identifier: Apache-2.0 */
/* Gather and scatter of elements and structures. */
#include "map/aos_step.h"
#include "runtime/check.h"

#include <clinterval/map.h>

cliv_status cliv_whole_words(const char *name, const cliv_array *a)
{
    if (a->type && a->type->size % 4 != 0)
        return cliv_fail(CLIV_UNSUPPORTED, "%s: the type %s has %zu bytes, which is not a multiple of 4", name,
                         a->type->name, a->type->size);
    return CLIV_SUCCESS;
}

/* Elements up to 8 bytes are one word for the device, so units gain nothing. */
bool cliv_moves_by_units(const cliv_context *ctx, const cliv_array *input, const cliv_type *type)
{
    return !cliv_is_generated(input) && type->size % 4 == 0 && type->size > 8 && type->size <= CLIV_LARGEST_ITEM &&
           cliv_tuning_row(&ctx->rows, CLIV_FAMILY_AOS, type->size, SIZE_MAX)->variant == CLIV_VARIANT_WORDS;
}

/* Elements that are too large for a work-item are copied in units; a work-group shares the units of an element. */
cliv_status cliv_enqueue_copy(cliv_call *call, const cliv_copying *c)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_array input = c->input, other = c->other, output = c->output;
    const cliv_type *const type = output.type;
    const bool has_other = !cliv_is_none(&other);
    const bool by_units = cliv_moves_by_units(call->ctx, &input, type), split = type->size > CLIV_MOST_ELEMENT;
    const cliv_type *const unit = !split ? type : type->size % 4 ? &cliv_uchar : &cliv_uint;
    const size_t parts = type->size / unit->size, items = cliv_min_size(c->n, SIZE_MAX / parts) * parts;
    if (split) { /* views of the memory as units */
        input.type = output.type = unit;
        input.first *= parts;
        input.count *= parts;
        output.first *= parts;
        output.count *= parts;
        if (has_other) {
            other.type = unit;
            other.first *= parts;
            other.count *= parts;
        }
    }
    const size_t largest = cliv_max_size(items, cliv_max_size(input.count, output.count));
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_AOS,
                                  .bytes = unit->size,
                                  .local_item = split           ? 0
                                                : largest >> 31 ? 8
                                                                : 4,
                                  .largest = largest,
                                  .items = items});
    if (split)
        cliv_build_declare(&build, type);
    cliv_build_item(&build, unit, by_units && build.tuning.nt > 1);
    if (split)
        cliv_build_define(&build, "CLIV_PARTS", (unsigned)parts);
    cliv_build_define(&build, "CLIV_SCATTER", c->scatter);
    cliv_build_define(&build, "CLIV_ROWS", c->rows);
    cliv_build_array(&build, "indices", &c->indices, CLIV_READ);
    cliv_build_parameter(&build, "input", c->parameter ? c->parameter : "input", &input, CLIV_READ);
    if (has_other)
        cliv_build_array(&build, "other", &other, CLIV_READ);
    cliv_build_array(&build, "output", &output, CLIV_WRITE);
    if (c->convert)
        cliv_build_saturation(&build, "output", type);
    else
        cliv_build_no_conversion(&build, "output");
    cliv_build_count(&build, "indices", &c->indices);
    cliv_build_count(&build, "input", &c->input);
    if (has_other)
        cliv_build_count(&build, "other", &c->other);
    CLIV_TRY(cliv_program_for(&build, has_other ? "gather_or.cl" : "aos.cl"));
    if (c->n && has_other)
        CLIV_TRY(cliv_launch(call, &build, "gather_or", cliv_tiles_for(items), c->last, U64(c->n), U64(c->input.count),
                             ALL_ARRAYS));
    else if (c->n)
        CLIV_TRY(cliv_launch(call, &build, "aos_copy", cliv_tiles_for(items), c->last, U64(c->n),
                             U64(c->scatter ? c->n : c->input.count), U64(c->scatter ? c->output.count : c->n),
                             ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

static cliv_status copy(cliv_context *ctx, cl_command_queue queue, cliv_copying c, cl_uint wait_count,
                        const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    c.n = c.indices.count;
    c.last = true;
    const cliv_use uses[] = {cliv_indices(cliv_counted_reads("indices", &c.indices, c.n)),
                             cliv_moved(cliv_counted_reads("input", &c.input, c.scatter ? c.n : c.input.count)),
                             cliv_moved(cliv_writes("output", c.output, c.scatter ? c.output.count : c.n))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 3));
    CLIV_TRY(cliv_same_type("input", c.input.type, "output", c.output.type));
    if (!c.rows)
        CLIV_TRY(cliv_whole_words("output", &c.output));
    c.n = c.scatter ? cliv_min_size(c.indices.count, c.input.count) : c.indices.count;
    CLIV_TRY(CLIV_COMPILE(&call, cliv_enqueue_copy(&call, &c)));
    cliv_array used = c.indices;
    used.count = c.n;
    CLIV_TRY(cliv_check_indices(&call, &used, c.scatter ? "output" : "input",
                                c.scatter ? c.output.count : c.input.count, c.rows));
    CLIV_TRY(cliv_enqueue_copy(&call, &c));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_aos_gather(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                            cliv_array output, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    const cliv_copying c = {.indices = indices, .input = input, .output = output};
    return copy(ctx, queue, c, wait_count, wait_list, event);
}

cliv_status cliv_aos_scatter(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                             cliv_array output, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    const cliv_copying c = {.indices = indices, .input = input, .output = output, .scatter = true};
    return copy(ctx, queue, c, wait_count, wait_list, event);
}

cliv_status cliv_gather(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                        cliv_array output, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    const cliv_copying c = {.indices = indices, .input = input, .output = output, .rows = true};
    return copy(ctx, queue, c, wait_count, wait_list, event);
}

cliv_status cliv_gather_or(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                           cliv_array other, cliv_array output, cl_uint wait_count, const cl_event *wait_list,
                           cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_copying c = {.indices = indices,
                      .input = input,
                      .other = other,
                      .output = output,
                      .n = indices.count,
                      .rows = true,
                      .last = true};
    if (other.value) /* one value for all indices */
        c.other.count = cliv_max_size(other.count, c.n);
    const cliv_use uses[] = {cliv_indices(cliv_counted_reads("indices", &c.indices, c.n)),
                             cliv_moved(cliv_counted_reads("input", &c.input, input.count)),
                             cliv_moved(cliv_counted_reads("other", &c.other, c.n)),
                             cliv_moved(cliv_writes("output", output, c.n))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 4));
    CLIV_TRY(cliv_same_type("input", input.type, "output", output.type));
    CLIV_TRY(cliv_same_type("other", other.type, "output", output.type));
    c.n = c.indices.count = cliv_min_size(c.indices.count, c.other.count);
    CLIV_TRY(CLIV_COMPILE(&call, cliv_enqueue_copy(&call, &c)));
    CLIV_TRY(cliv_check_indices(&call, &c.indices, "input", c.input.count, true));
    CLIV_TRY(cliv_enqueue_copy(&call, &c));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_scatter(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                         cliv_array output, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    const cliv_copying c = {.indices = indices, .input = input, .output = output, .scatter = true, .rows = true};
    return copy(ctx, queue, c, wait_count, wait_list, event);
}
