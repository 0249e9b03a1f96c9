/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that make one pass where others make several; their tiles are so small that there are many. */
#include "fault.h"
#include "grid/partition.h"

static cl_int backwards(int k) { return OUTPUTS - 1 - k; }
static cl_int turned(int k) { return (k + 1) % OUTPUTS; } /* the least comes last */
static bool turned_back(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (turned(output[k]) != k)
            return false;
    return true;
}

static cliv_status call_sort(stage *b, cl_event *event)
{
    return cliv_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_pairs(stage *b, cl_event *event)
{
    return cliv_sort_pairs(b->ctx, b->queue, ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

/* Three tiles, which are merged in one round, and an order that is watched. */
static cliv_status call_rounds(stage *b, cl_event *event)
{
    static const cliv_order own = {"before(a, b)", "bool before(int a, int b) { return a < b; }"};
    const size_t few = cliv_few_tiles;
    cliv_few_tiles = 0;
    const cliv_status status =
        cliv_sort_pairs(b->ctx, b->queue, ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS), &own, 0, NULL, event);
    cliv_few_tiles = few;
    return status;
}

static cliv_status call_indices(stage *b, cl_event *event)
{
    return cliv_sort_indices(b->ctx, b->queue, ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_rows(stage *b, cl_event *event)
{
    const cliv_array columns[] = {cliv_generate(&cliv_int, "i / 7", OUTPUTS), cliv_generate(&cliv_int, "i", OUTPUTS)};
    return cliv_sort_rows(b->ctx, b->queue, columns, NULL, 2, ints(b->output, OUTPUTS), 0, NULL, event);
}

/* So many bytes that they are counted, which is what is left of a sort: each of OUTPUTS values EACH times. */
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

static cliv_status call_scan(stage *b, cl_event *event)
{
    return cliv_scan_exclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "1", OUTPUTS), ints(b->output, OUTPUTS), NULL,
                               ints(b->spare, 1), 0, NULL, event);
}

static cliv_status call_compact(stage *b, cl_event *event)
{ /* the even ones of 0, 1, 2 …, halved by the places */
    size_t count = 0;
    cliv_status status =
        cliv_compact(b->ctx, b->queue, cliv_generate(&cliv_int, "i / 2", 2 * OUTPUTS), "i % 2 == 1", NULL, NULL, 0,
                     ints(b->output, OUTPUTS), ints(b->spare, 1), &count, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

/* Of many rows the first ones have a match. That few tiles would cut themselves does not count here. */
static cliv_status call_join(stage *b, cl_event *event)
{
    enum { ROWS = 2000 };
    const size_t few = cliv_few_tiles;
    size_t count = 0;
    cliv_few_tiles = 0;
    const cliv_status status = cliv_join(b->ctx, b->queue, CLIV_INNER, cliv_generate(&cliv_int, "2 * i", ROWS),
                                         cliv_generate(&cliv_int, "2 * i + (i >= 120)", ROWS), ints(b->spare, OUTPUTS),
                                         ints(b->output, OUTPUTS), CLIV_NONE, &count, NULL, 0, NULL, event);
    cliv_few_tiles = few;
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

const scenario fault_passes[] = {
    {"sort, a pass for each digit", 0, false, call_sort, in_order, "tiny.txt", backwards},
    {"sort of pairs, likewise", 0, true, call_pairs, in_order, "tiny.txt", backwards},
    {"sort of pairs, tiles merged at once", 0, true, call_rounds, in_order, "rounds.txt", backwards},
    {"sort to indices, likewise", 0, false, call_indices, turned_back, "tiny.txt", turned},
    {"sort of rows, likewise", 0, true, call_rows, in_order, "tiny.txt", NULL},
    {"sort by counting", 0, true, call_counted, in_order, NULL, NULL},
    {"scan that falls back", 0, true, call_scan, in_order, "tiny.txt", NULL},
    {"compaction that falls back", 0, false, call_compact, in_order, "tiny.txt", NULL},
    {"reduction by key that falls back", 0, true, fault_reduce_by_key, in_order, "tiny.txt", NULL},
    {"set keys that fall back", 0, false, fault_set_keys, in_order, "tiny.txt", NULL},
    {"join in one pass", 0, true, call_join, in_order, "look_back.txt", NULL},
    {NULL, 0, false, NULL, NULL, NULL, NULL},
};
