/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of many runs: of 0, 1, 2 …, every so many-th of which is in the same run. */
#include "fault.h"

#include <stdio.h>

static cliv_status merge(stage *b, int runs, const cliv_type *value, cl_event *event)
{
    char text[64], start[16];
    snprintf(text, sizeof text, "%d * (i %% %d) + i / %d", runs, OUTPUTS / runs, OUTPUTS / runs);
    snprintf(start, sizeof start, "%d * i", OUTPUTS / runs);
    const cliv_array keys = cliv_generate(&cliv_int, text, OUTPUTS),
                     starts = cliv_generate(&cliv_int, start, (size_t)runs), output = ints(b->output, OUTPUTS);
    if (!value)
        return cliv_merge_runs_keys(b->ctx, b->queue, keys, starts, output, NULL, 0, NULL, event);
    return cliv_merge_runs_pairs(b->ctx, b->queue, keys, cliv_generate(value, "0", OUTPUTS), starts, output,
                                 cliv_buffer(b->spare, value, 0, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_four(stage *b, cl_event *event) { return merge(b, 4, NULL, event); }
static cliv_status call_pairs(stage *b, cl_event *event) { return merge(b, 4, &cliv_int, event); }
static cliv_status call_short(stage *b, cl_event *event) { return merge(b, 20, NULL, event); }

const scenario fault_runs[] = {
    {"merge of runs", 0, true, call_four, in_order, NULL, NULL},
    {"merge of runs by small tiles", 0, false, call_four, in_order, "small.txt", NULL},
    {"merge of runs by rounds", 0, true, call_pairs, in_order, "three.txt", NULL},
    {"merge of runs, checked", CLIV_CHECKED, false, call_pairs, in_order, "groups.txt", NULL},
    {"merge of short runs", 0, false, call_short, in_order, NULL, NULL},
    {NULL, 0, false, NULL, NULL, NULL, NULL},
};
