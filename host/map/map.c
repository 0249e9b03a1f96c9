/* SPDX-License-Identifier: Apache-2.0 */
/* A user-defined body for every index. */
#include "runtime/captures.h"
#include "runtime/check.h"

#include <clinterval/map.h>

static cliv_status enqueue(cliv_call *call, size_t n, const cliv_array *length, const cliv_body *body)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    size_t bytes = 4;
    for (size_t k = 0; k < body->array_count; ++k)
        bytes = cliv_max_size(bytes, body->arrays[k].value ? 0 : body->arrays[k].type->size);
    cliv_build_begin(&build, call->ctx, (cliv_tiles){.family = CLIV_FAMILY_TRANSFORM, .bytes = bytes, .items = n});
    cliv_build_body(&build, body);
    cliv_build_count(&build, "n", &(cliv_array){.length = length});
    CLIV_TRY(cliv_program_for(&build, "transform.cl"));
    if (n) { /* after the compilation, so that an invalid body always fails */
        CLIV_TRY(cliv_launch(call, &build, "transform_tiles", cliv_tiles_for(n), true, U64(n), ALL_ARRAYS));
    }
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_transform(cliv_context *ctx, cl_command_queue queue, size_t n, const cliv_array *length,
                           const char *body, const char *source, const cliv_array *arrays, size_t array_count,
                           cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_record record;
    cliv_body b = {
        .variables = "ulong i", .text = body, .source = source, .arrays = arrays, .array_count = array_count};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    if (!body)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "body is NULL"));
    if (n > SIZE_MAX / 64)
        CLIV_TRY(cliv_fail(CLIV_OUT_OF_RANGE, "n is %s, more than any memory holds", cliv_size_text(n).text));
    CLIV_TRY(cliv_validate_list(ctx, "arrays", arrays, array_count, "i", false));
    CLIV_TRY(cliv_validate_length(&call, "n", length));
    cliv_call_has_wide(&call, "n", n, length != NULL);
    const cliv_array indices = cliv_resolved(&call, (cliv_array){.count = n, .length = length});
    b.apart = !cliv_list_overlaps(arrays, array_count);
    const bool records = ctx->flags & CLIV_CHECKED && indices.count && cliv_has_bounds(body, source);
    if (records) {
        /* The body without records is compiled first, before anything is enqueued. */
        CLIV_TRY(enqueue(&call, 0, indices.length, &b));
        CLIV_TRY(cliv_record_begin(&call, &record, arrays, array_count));
        b.arrays = record.arrays;
        b.array_count = record.count;
    }
    CLIV_TRY(enqueue(&call, indices.count, indices.length, &b));
    if (records)
        CLIV_TRY(cliv_report_record(&call, &record, "body"));
done:
    return cliv_call_end(&call, status);
}
