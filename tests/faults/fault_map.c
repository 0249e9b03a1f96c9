/* SPDX-License-Identifier: Apache-2.0 */
/* Bodies, elements by index, columns, and memory of arrays. Every result is 0, 1, 2 … */
#include "fault.h"

static cliv_status call_transform(stage *b, cl_event *event)
{
    const cl_int one = 1;
    const cliv_array arrays[] = {cliv_named("out", ints(b->output, OUTPUTS)), cliv_constant("one", &cliv_int, &one)};
    return cliv_transform(b->ctx, b->queue, OUTPUTS, NULL, "cliv_put(out, i, (int)i * one);", NULL, arrays, 2, 0, NULL,
                          event);
}

/* Fills the spare buffer, then gathers three columns of it and one generated column in one launch. */
static cliv_status call_columns(stage *b, cl_event *event)
{
    enum { PART = OUTPUTS / 4 };
    const cliv_array all = ints(b->output, OUTPUTS), spare = ints(b->spare, OUTPUTS);
    cliv_array inputs[4], outputs[4];
    cliv_status status =
        cliv_copy(b->ctx, b->queue, cliv_generate(&cliv_int, "119 - i", OUTPUTS), spare, 0, NULL, NULL);
    for (size_t k = 0; k < 4; ++k) {
        outputs[k] = cliv_slice(all, k * PART, PART);
        inputs[k] = cliv_slice(spare, OUTPUTS - (k + 1) * PART, PART);
    }
    inputs[2] = cliv_generate(&cliv_int, "89 - i", PART);
    if (!status)
        status = cliv_gather_columns(b->ctx, b->queue, cliv_generate(&cliv_int, "29 - i", PART), inputs, outputs, 4, 0,
                                     NULL, event);
    return status;
}

/* An expression that a checked context evaluates first to check its bounds. */
static cliv_status call_bounded(stage *b, cl_event *event)
{
    const cliv_array arrays[] = {ints(b->offsets, INTERVALS)}; /* 0, 3, 6 … */
    return cliv_copy(b->ctx, b->queue,
                     cliv_generate_from(&cliv_int, "cliv_at(a0, i / 3) + (int)(i % 3)", OUTPUTS, arrays, 1),
                     ints(b->output, OUTPUTS), 0, NULL, event);
}

static cliv_status call_counted(stage *b, cl_event *event)
{
    const cl_int outputs = OUTPUTS;
    const cliv_array out = ints(b->output, OUTPUTS), total = ints(b->spare, 1);
    cliv_status status = cliv_copy(b->ctx, b->queue, cliv_constant(NULL, &cliv_int, &outputs), total, 0, NULL, NULL);
    if (!status)
        status = cliv_transform_load_balance_counted(b->ctx, b->queue, 2 * OUTPUTS, total, ints(b->offsets, INTERVALS),
                                                     "a0[i] = 3 * segment + rank;", NULL, &out, 1, 0, NULL, event);
    return status;
}

static cliv_status call_memory(stage *b, cl_event *event)
{
    cl_int numbers[OUTPUTS];
    cliv_array array = CLIV_NONE;
    for (int k = 0; k < OUTPUTS; ++k)
        numbers[k] = OUTPUTS - 1 - k;
    cliv_status status = cliv_array_create(b->ctx, &cliv_int, OUTPUTS, numbers, &array);
    for (int k = 0; k < OUTPUTS; ++k)
        numbers[k] = k;
    if (!status)
        status = cliv_array_write(b->queue, cliv_slice(array, 1, OUTPUTS - 1), numbers + 1);
    if (!status)
        status = cliv_array_write(b->queue, cliv_slice(array, 0, 1), numbers);
    if (!status)
        status = cliv_array_read(b->queue, array, numbers);
    if (!status)
        status = cliv_copy(b->ctx, b->queue, array, ints(b->output, OUTPUTS), 0, NULL, event);
    cliv_array_release(&array);
    return status;
}

const scenario fault_map[] = {
    {"transform", 0, true, call_transform, in_order, NULL, NULL, NO_PLAIN},
    {"transform, checked", CLIV_CHECKED, true, call_transform, in_order, "groups.txt", NULL, NO_PLAIN},
    {"gather of columns", 0, true, call_columns, in_order, NULL, NULL, NO_PLAIN},
    {"gather of columns, checked", CLIV_CHECKED, false, call_columns, in_order, NULL, NULL, NO_PLAIN},
    {"expression with bounds, checked", CLIV_CHECKED, true, call_bounded, in_order, NULL, NULL, NO_PLAIN},
    {"counted transform", 0, true, call_counted, in_order, "groups.txt", NULL, NO_PLAIN},
    {"counted transform, checked", CLIV_CHECKED, true, call_counted, in_order, NULL, NULL, NO_PLAIN},
    {"memory of arrays", 0, false, call_memory, in_order, NULL, NULL, NO_PLAIN},
    {NULL, 0, false, NULL, NULL, NULL, NULL, NO_PLAIN},
};
