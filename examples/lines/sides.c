/* SPDX-License-Identifier: Apache-2.0 */
#include "sides.h"

static int create(cliv_context *ctx, size_t a_count, size_t b_count, const cliv_type *type, sides *s)
{
    *s = (sides){.type = type, .a.count = a_count, .b.count = b_count};
    side *both[] = {&s->a, &s->b};
    for (int k = 0; k < 2; ++k)
        if (!(both[k]->keys = app_buffer(ctx, both[k]->count, type->size, NULL)) ||
            !(both[k]->lines = app_buffer(ctx, both[k]->count, sizeof(cl_uint), NULL)))
            return APP_FAILED;
    return APP_OK;
}

void sides_release(sides *s)
{
    app_release(s->b.lines);
    app_release(s->b.keys);
    app_release(s->a.lines);
    app_release(s->a.keys);
    *s = (sides){0};
}

cliv_array side_keys(const sides *s, const side *one) { return cliv_buffer(one->keys, s->type, 0, one->count); }

cliv_array side_lines(const side *one) { return cliv_buffer(one->lines, &cliv_uint, 0, one->count); }

/* An order compares elements of one size, so it cannot compare texts. The lines of both sides are therefore sorted as
 * one text, replaced by ranks with the same order, and split again. */
static int part(cliv_context *ctx, const line_sort *sort, sides *s)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    const size_t n = s->a.count + s->b.count;
    const cl_uint limit = (cl_uint)s->a.count;
    int code = APP_FAILED;
    cl_mem ranks_mem = app_buffer(ctx, n, sizeof(cl_uint), NULL);
    cl_mem limit_mem = app_buffer(ctx, 1, sizeof limit, &limit);
    if (!ranks_mem || !limit_mem)
        goto done;
    const cliv_array ranks = cliv_buffer(ranks_mem, &cliv_uint, 0, n),
                     order = cliv_buffer(sort->order, &cliv_uint, 0, n);
    const cliv_array looked_at[] = {order, cliv_buffer(limit_mem, &cliv_uint, 0, 1)};
    APP_TRY("cliv_scan_inclusive", cliv_scan_inclusive(ctx, queue, cliv_buffer(sort->heads, &cliv_uchar, 0, n), ranks,
                                                       &cliv_add, CLIV_NONE, 0, NULL, NULL));
    const struct {
        cliv_array input;
        const char *keep;
        cliv_array output;
    } steps[] = {{ranks, "a0[i] < a1[0]", side_keys(s, &s->a)},
                 {order, "x < a1[0]", side_lines(&s->a)},
                 {ranks, "a0[i] >= a1[0]", side_keys(s, &s->b)},
                 {order, "x >= a1[0]", side_lines(&s->b)}};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k)
        APP_TRY("cliv_compact", cliv_compact(ctx, queue, steps[k].input, steps[k].keep, NULL, looked_at, 2,
                                             steps[k].output, CLIV_NONE, NULL, 0, NULL, NULL));
    APP_TRY_CL("clFinish", clFinish(queue));
    code = APP_OK;
done:
    app_release(limit_mem);
    app_release(ranks_mem);
    return code;
}

int sides_of_lines(cliv_context *ctx, const lines *text, size_t a_count, sides *s)
{
    int code = APP_FAILED;
    line_sort sort = {0};
    if (create(ctx, a_count, text->count - a_count, &cliv_uint, s) == APP_OK &&
        line_sort_create(ctx, text, &sort) == APP_OK) {
        const double start = app_now();
        s->b.first = (cl_uint)a_count;
        if (line_sort_run(&sort) == APP_OK)
            code = part(ctx, &sort, s);
        s->seconds = app_now() - start;
    }
    line_sort_release(&sort);
    return code;
}

static int sort_numbers(cliv_context *ctx, const cl_long *numbers, sides *s, const side *one)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    if (one->count > 0)
        APP_TRY_CL("clEnqueueWriteBuffer", clEnqueueWriteBuffer(queue, one->keys, CL_TRUE, 0,
                                                                one->count * sizeof *numbers, numbers, 0, NULL, NULL));
    const double start = app_now();
    APP_TRY("cliv_sort_indices",
            cliv_sort_indices(ctx, queue, side_keys(s, one), side_lines(one), &cliv_less, 0, NULL, NULL));
    APP_TRY_CL("clFinish", clFinish(queue));
    s->seconds += app_now() - start;
    return APP_OK;
done:
    return APP_FAILED;
}

int sides_of_numbers(cliv_context *ctx, const cl_long *a, size_t a_count, const cl_long *b, size_t b_count, sides *s)
{
    if (create(ctx, a_count, b_count, &cliv_long, s) != APP_OK || sort_numbers(ctx, a, s, &s->a) != APP_OK)
        return APP_FAILED;
    return sort_numbers(ctx, b, s, &s->b);
}
