/* SPDX-License-Identifier: Apache-2.0 */
/* Calls without a row in operations.def, or with other types. The results are known; most are 0, 1, 2 … */
#include "fault.h"

#include <string.h>

static const cliv_type wide = {"wide", 48, "typedef struct wide { int w[12]; } wide;\n"};
static const cliv_type triple = {"triple", 12, "typedef struct triple { int a, b, c; } triple;\n"};

/* ---- reductions, intervals, copies ---- */

/* An expression that is too long for a description without an allocation. */
static cliv_status call_long_reduce(stage *b, cl_event *event)
{
    char two[2000];
    memset(two, ' ', sizeof two);
    memcpy(two + sizeof two - 2, "2", 2);
    return cliv_reduce(b->ctx, b->queue, cliv_generate(&cliv_int, two, OUTPUTS), ints(b->output, 1), NULL, 0, NULL,
                       event);
}
static bool reduce_right(const cl_int *output) { return output[0] == 2 * OUTPUTS; }

static cliv_status call_transform(stage *b, cl_event *event)
{
    const cliv_array output = ints(b->output, OUTPUTS);
    return cliv_transform_load_balance(b->ctx, b->queue, OUTPUTS, ints(b->offsets, INTERVALS),
                                       "a0[i] = 2 * (3 * segment + rank);", NULL, &output, 1, 0, NULL, event);
}
RIGHT(scan_right, output[k] == 2 * k)

static cliv_status call_copy(stage *b, cl_event *event)
{ /* all bytes but the first and the last, from an array that begins at another offset */
    const cliv_array input = cliv_buffer(b->spare, &cliv_uchar, 1, 4 * OUTPUTS - 2);
    cliv_status status =
        cliv_copy(b->ctx, b->queue, cliv_generate(&cliv_short, "i", OUTPUTS), ints(b->spare, OUTPUTS), 0, NULL, NULL);
    if (!status)
        status =
            cliv_copy(b->ctx, b->queue, input, cliv_buffer(b->output, &cliv_uchar, 1, 4 * OUTPUTS - 2), 0, NULL, event);
    return status;
}
static cl_int ends(int k) { return k == OUTPUTS - 1 ? k : 0; }

/* ---- sorts, segments, runs, the first element ---- */

static cliv_status call_sort_wide(stage *b, cl_event *event)
{ /* the values are wide, so the sort moves them by index */
    cliv_array keys = ints(b->output, OUTPUTS);
    keys.count = OUTPUTS / 12;
    return cliv_sort_pairs(b->ctx, b->queue, keys, cliv_buffer(b->spare, &wide, 0, OUTPUTS / 12), NULL, 0, NULL, event);
}

static cl_int ten_backwards(int k) { return k < OUTPUTS / 12 ? OUTPUTS / 12 - 1 - k : k; }

static cliv_status call_rows(stage *b, cl_event *event)
{
    const cliv_array columns[] = {cliv_generate(&cliv_int, "i / 7", OUTPUTS), cliv_generate(&cliv_int, "i", OUTPUTS)};
    return cliv_sort_rows(b->ctx, b->queue, columns, NULL, 2, ints(b->output, OUTPUTS), 0, NULL, event);
}

/* A sort of so many bytes that the library uses a counting sort. Each of OUTPUTS values occurs EACH times. */
static cliv_status call_counted(stage *b, cl_event *event)
{
    enum { EACH = 70 };
    cl_int error = CL_SUCCESS;
    cl_mem mem = clCreateBuffer(cliv_context_cl(b->ctx), CL_MEM_READ_WRITE, EACH * OUTPUTS, NULL, &error);
    if (!mem)
        return error;
    const cliv_array keys = cliv_buffer(mem, &cliv_uchar, 0, EACH * OUTPUTS);
    cliv_status status =
        cliv_copy(b->ctx, b->queue, cliv_generate(&cliv_int, "i * 7 % 120", EACH * OUTPUTS), keys, 0, NULL, NULL);
    if (status == CLIV_SUCCESS)
        status = cliv_sort_keys(b->ctx, b->queue, keys, NULL, 0, NULL, NULL);
    if (status == CLIV_SUCCESS)
        status = cliv_copy(b->ctx, b->queue, cliv_generate_from(&cliv_int, "cliv_at(a0, 70 * i)", OUTPUTS, &keys, 1),
                           ints(b->output, OUTPUTS), 0, NULL, event);
    clReleaseMemObject(mem);
    return status;
}

static cliv_status call_segmented_exclusive(stage *b, cl_event *event)
{ /* segments of one half of the output */
    cliv_status status = cliv_segmented_scan_exclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "1", OUTPUTS / 2),
                                                       cliv_generate(&cliv_int, "0", 1), ints(b->output, OUTPUTS / 2),
                                                       NULL, 0, NULL, NULL);
    if (status == CLIV_SUCCESS)
        status = cliv_copy(b->ctx, b->queue, cliv_generate(&cliv_int, "i + 60", OUTPUTS / 2),
                           cliv_buffer(b->output, &cliv_int, OUTPUTS / 2, OUTPUTS / 2), 0, NULL, event);
    return status;
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

/* ---- structures ---- */

static cliv_status call_aos_gather(stage *b, cl_event *event)
{
    return cliv_aos_gather(b->ctx, b->queue, cliv_generate(&cliv_int, "9 - i", OUTPUTS / 12),
                           cliv_buffer(b->spare, &wide, 0, OUTPUTS / 12),
                           cliv_buffer(b->output, &wide, 0, OUTPUTS / 12), 0, NULL, event);
}

static cliv_status call_aos_scatter(stage *b, cl_event *event)
{
    return cliv_aos_scatter(b->ctx, b->queue, cliv_generate(&cliv_int, "9 - i", OUTPUTS / 12),
                            cliv_buffer(b->spare, &wide, 0, OUTPUTS / 12),
                            cliv_buffer(b->output, &wide, 0, OUTPUTS / 12), 0, NULL, event);
}

static cl_int wide_backwards(int k) { return (OUTPUTS / 12 - 1 - k / 12) * 12 + k % 12; }

static cliv_status call_to_soa(stage *b, cl_event *event)
{
    cliv_field fields[3];
    for (size_t k = 0; k < 3; ++k)
        fields[k] = (cliv_field){cliv_buffer(b->output, &cliv_int, k * INTERVALS, INTERVALS), 4 * k};
    return cliv_aos_to_soa(b->ctx, b->queue, cliv_buffer(b->spare, &triple, 0, INTERVALS), fields, 3, 0, NULL, event);
}

static cl_int by_triples(int k) { return k % 3 * INTERVALS + k / 3; }

static cliv_status call_to_aos(stage *b, cl_event *event)
{ /* in three launches */
    const cliv_field fields[] = {{ints(b->offsets, INTERVALS), 0},
                                 {cliv_generate(&cliv_int, "3 * i + 1", INTERVALS), 4},
                                 {cliv_generate(&cliv_int, "3 * i + 2", INTERVALS), 8}};
    return cliv_soa_to_aos(b->ctx, b->queue, fields, 3, cliv_buffer(b->output, &triple, 0, INTERVALS), 0, NULL, event);
}

/* ---- counters and pools ---- */

RIGHT(halves_right, output[k] == k / 2)
RIGHT(nines, output[k] == 9)

const scenario fault_others[] = {
    {"reduce of a long expression", 0, false, call_long_reduce, reduce_right, NULL, NULL, NO_PLAIN},
    {"transform", 0, false, call_transform, scan_right, NULL, NULL, NO_PLAIN},
    {"copy", 0, false, call_copy, in_order, NULL, ends, MAKES(copy)},
    {"sort of large values", 0, false, call_sort_wide, in_order, "small.txt", ten_backwards, NO_PLAIN},
    {"structures by index, checked", CLIV_CHECKED, true, call_aos_gather, in_order, "groups.txt", wide_backwards,
     MAKES(aos_gather)},
    {"structures to indices", 0, true, call_aos_scatter, in_order, "groups.txt", wide_backwards, MAKES(aos_scatter)},
    {"structures apart", 0, false, call_to_soa, in_order, "groups.txt", by_triples, MAKES(aos_to_soa)},
    {"structures together", 0, false, call_to_aos, in_order, NULL, NULL, MAKES(soa_to_aos)},
    {"pool", 0, false, fault_pool, halves_right, NULL, NULL, NO_PLAIN},
    {"pool with what was freed", 0, false, fault_pool_freed, in_order, NULL, NULL, NO_PLAIN},
    {"counter", 0, false, fault_counter, nines, NULL, NULL, NO_PLAIN},
    {"sort of rows, likewise", 0, true, call_rows, in_order, "tiny.txt", NULL, NO_PLAIN},
    {"sort by counting", 0, true, call_counted, in_order, NULL, NULL, NO_PLAIN},
    {"segmented scan of one tile", 0, true, call_segmented_exclusive, in_order, NULL, NULL,
     MAKES(segmented_scan_exclusive)},
    {"runs", 0, true, call_unique, in_order, NULL, NULL, MAKES(unique)},
    {"runs by groups", 0, true, call_unique, in_order, "groups.txt", NULL, MAKES(unique)},
    {"first element", 0, true, call_first, in_order, "groups.txt", NULL, MAKES(find_first)},
    {NULL, 0, false, NULL, NULL, NULL, NULL, NO_PLAIN},
};
