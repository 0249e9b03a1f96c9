/* SPDX-License-Identifier: Apache-2.0 */
/* Scans that begin anew, partitions, runs, and the first element: all that come out as 0, 1, 2 … */
#include "fault.h"

static cliv_status call_segmented(stage *b, cl_event *event)
{ /* from 0, 3, 6 … on */
    return cliv_segmented_scan_inclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "i % 3 ? 1 : i", OUTPUTS),
                                         ints(b->offsets, INTERVALS), ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_segmented_exclusive(stage *b, cl_event *event)
{ /* one segment in two */
    cliv_status status = cliv_segmented_scan_exclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "1", OUTPUTS / 2),
                                                       cliv_generate(&cliv_int, "0", 1), ints(b->output, OUTPUTS / 2),
                                                       NULL, 0, NULL, NULL);
    if (status == CLIV_SUCCESS)
        status = cliv_copy(b->ctx, b->queue, cliv_generate(&cliv_int, "i + 60", OUTPUTS / 2),
                           cliv_buffer(b->output, &cliv_int, OUTPUTS / 2, OUTPUTS / 2), 0, NULL, event);
    return status;
}

static cliv_status call_by_key(stage *b, cl_event *event)
{
    return cliv_scan_by_key_inclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "i / 5", OUTPUTS),
                                      cliv_generate(&cliv_int, "i % 5 ? 1 : i", OUTPUTS), ints(b->output, OUTPUTS),
                                      NULL, NULL, 0, NULL, event);
}

static cliv_status call_by_key_exclusive(stage *b, cl_event *event)
{
    return cliv_scan_by_key_exclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "7", OUTPUTS),
                                      cliv_generate(&cliv_int, "1", OUTPUTS), ints(b->output, OUTPUTS), NULL, NULL, 0,
                                      NULL, event);
}

static cliv_status call_partition(stage *b, cl_event *event)
{
    size_t count = 0;
    const cliv_status status =
        cliv_partition(b->ctx, b->queue, cliv_generate(&cliv_int, "i % 2 ? i / 2 : i / 2 + 60", OUTPUTS), "x < 60",
                       NULL, NULL, 0, ints(b->output, OUTPUTS), ints(b->spare, 1), &count, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS / 2 ? -9999 : status;
}

static cliv_status call_unique(stage *b, cl_event *event)
{
    const cliv_array spare = ints(b->spare, OUTPUTS);
    size_t count = 0;
    const cliv_status status =
        cliv_unique(b->ctx, b->queue, cliv_generate(&cliv_int, "i / 3", 3 * OUTPUTS), ints(b->output, OUTPUTS),
                    CLIV_NONE, spare, NULL, CLIV_NONE, &count, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

static cliv_status call_first(stage *b, cl_event *event)
{
    cliv_status status =
        cliv_copy(b->ctx, b->queue, cliv_generate(&cliv_int, "i", OUTPUTS), ints(b->output, OUTPUTS), 0, NULL, NULL);
    if (status == CLIV_SUCCESS)
        status = cliv_find_first(b->ctx, b->queue, cliv_generate(&cliv_int, "i == 77 ? -1 : i", 500), NULL,
                                 cliv_buffer(b->output, &cliv_int, 77, 1), 0, NULL, event);
    return status;
}

const scenario fault_parts[] = {
    {"segmented scan", 0, true, call_segmented, in_order, NULL, NULL},
    {"segmented scan by groups, checked", CLIV_CHECKED, false, call_segmented, in_order, "groups.txt", NULL},
    {"segmented scan of one tile", 0, true, call_segmented_exclusive, in_order, NULL, NULL},
    {"scan by key", 0, true, call_by_key, in_order, "groups.txt", NULL},
    {"scan by key, exclusive", 0, false, call_by_key_exclusive, in_order, NULL, NULL},
    {"partition", 0, true, call_partition, in_order, NULL, NULL},
    {"partition by groups", 0, false, call_partition, in_order, "groups.txt", NULL},
    {"runs", 0, true, call_unique, in_order, NULL, NULL},
    {"runs by groups", 0, true, call_unique, in_order, "groups.txt", NULL},
    {"first element", 0, true, call_first, in_order, "groups.txt", NULL},
    {NULL, 0, false, NULL, NULL, NULL, NULL},
};
