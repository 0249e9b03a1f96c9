/* SPDX-License-Identifier: Apache-2.0 */
/* As-of joins, joins of unsorted tables, histograms, and the slots of pools. Every result is 0, 1, 2 … */
#include "fault.h"

static const cliv_array none;

static cliv_status call_as_of(stage *b, cl_event *event)
{ /* for each odd number the index of the even number before it */
    return cliv_join_as_of(b->ctx, b->queue, CLIV_BACKWARD, cliv_generate(&cliv_int, "2 * i + 1", OUTPUTS),
                           cliv_generate(&cliv_int, "2 * i", OUTPUTS), ints(b->output, OUTPUTS), "a - b == 1", NULL, 0,
                           NULL, event);
}

static cliv_status call_unsorted(stage *b, cl_event *event)
{ /* two long columns; b has the rows in reverse order */
    const cliv_array a[] = {cliv_generate(&cliv_int, "i", OUTPUTS), cliv_generate(&cliv_long, "i / 2", OUTPUTS)},
                     others[] = {cliv_generate(&cliv_int, "119 - i", OUTPUTS),
                                 cliv_generate(&cliv_long, "(119 - i) / 2", OUTPUTS)};
    size_t count = 0;
    const cliv_status status = cliv_join_unsorted(b->ctx, b->queue, CLIV_FULL, a, others, 2, ints(b->output, OUTPUTS),
                                                  ints(b->spare, OUTPUTS), none, &count, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

static cliv_status call_unsorted_semi(stage *b, cl_event *event)
{
    const cliv_array a = cliv_generate(&cliv_int, "i", 2 * OUTPUTS),
                     other = cliv_generate(&cliv_int, "119 - i", OUTPUTS);
    return cliv_join_unsorted(b->ctx, b->queue, CLIV_SEMI, &a, &other, 1, ints(b->output, OUTPUTS), none, none, NULL, 0,
                              NULL, event);
}

static cliv_status call_histogram(stage *b, cl_event *event)
{ /* by rows: the only samples with a weight are one per bin */
    return cliv_histogram(b->ctx, b->queue, cliv_generate(&cliv_int, "i % 120", 100 * OUTPUTS),
                          cliv_generate(&cliv_short, "i < 120 ? i : 0", 100 * OUTPUTS), ints(b->output, OUTPUTS), 0,
                          NULL, event);
}

static cliv_status call_far_histogram(stage *b, cl_event *event)
{ /* more bins than fit in local memory; the check reads only the first OUTPUTS bins */
    enum { BINS = 150000 };
    cl_int error = CL_SUCCESS;
    cl_context cl = cliv_context_cl(b->ctx);
    cl_mem counts = clCreateBuffer(cl, CL_MEM_READ_WRITE, BINS * sizeof(cl_int), NULL, &error);
    if (!counts)
        return error;
    cliv_status status = cliv_histogram(b->ctx, b->queue, cliv_generate(&cliv_int, "i", OUTPUTS),
                                        cliv_generate(&cliv_short, "i", OUTPUTS), ints(counts, BINS), 0, NULL, NULL);
    if (status == CLIV_SUCCESS)
        status = cliv_copy(b->ctx, b->queue, ints(counts, OUTPUTS), ints(b->output, OUTPUTS), 0, NULL, event);
    clReleaseMemObject(counts);
    return status;
}

static cliv_status call_slots(stage *b, cl_event *event)
{
    cliv_pool *pool = NULL;
    cl_uint slots[OUTPUTS];
    size_t count = 0;
    cliv_status status = cliv_pool_create(b->ctx, &cliv_int, OUTPUTS, CLIV_POOL_DEVICE, &pool);
    if (!status)
        status = cliv_pool_alloc(pool, b->queue, OUTPUTS, slots);
    if (!status)
        status = cliv_pool_slots(pool, b->queue, ints(b->output, OUTPUTS), ints(b->spare, 1), &count, 0, NULL, event);
    cliv_pool_destroy(pool);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

const scenario fault_counts[] = {
    {"as-of join, checked", CLIV_CHECKED, true, call_as_of, in_order, "groups.txt", NULL, MAKES(join_as_of)},
    {"as-of join", 0, false, call_as_of, in_order, NULL, NULL, MAKES(join_as_of)},
    {"join of unsorted tables", 0, true, call_unsorted, in_order, NULL, NULL, MAKES(join_unsorted)},
    {"semi join of unsorted tables by groups", 0, false, call_unsorted_semi, in_order, "groups.txt", NULL,
     MAKES(join_unsorted)},
    {"histogram", 0, true, call_histogram, in_order, NULL, NULL, MAKES(histogram)},
    {"histogram by groups", 0, false, call_histogram, in_order, "groups.txt", NULL, MAKES(histogram)},
    {"histogram of many bins", 0, true, call_far_histogram, in_order, "groups.txt", NULL, NO_PLAIN},
    {"slots of a pool", 0, true, call_slots, in_order, "small.txt", NULL, NO_PLAIN},
    {NULL, 0, false, NULL, NULL, NULL, NULL, NO_PLAIN},
};
