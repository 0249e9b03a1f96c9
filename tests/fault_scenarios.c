/* SPDX-License-Identifier: Apache-2.0 */
/* One call of each kind, with a result that is known: mostly 0, 1, 2 …, so that few functions tell what is right. */
#include "fault.h"
#include "fault_shim.h"

#include <string.h>

/* ---- scans and intervals ---- */

static cliv_array ints(cl_mem mem, size_t count) { return cliv_buffer(mem, &cliv_int, 0, count); }

static cliv_status call_scan(stage *b, cl_event *event)
{
    return cliv_scan_exclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "2", OUTPUTS), ints(b->output, OUTPUTS), NULL,
                               CLIV_NONE, 0, NULL, event);
}
static bool scan_right(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != 2 * k)
            return false;
    return true;
}

static cliv_status call_reduce(stage *b, cl_event *event)
{
    return cliv_reduce(b->ctx, b->queue, cliv_generate(&cliv_int, "2", OUTPUTS), ints(b->output, 1), NULL, 0, NULL,
                       event);
}
static bool reduce_right(const cl_int *output) { return output[0] == 2 * OUTPUTS; }

static cliv_status call_offsets(stage *b, cl_event *event)
{
    size_t total = 0;
    cliv_status status = cliv_offsets_from_counts(b->ctx, b->queue, cliv_generate(&cliv_int, "2", OUTPUTS),
                                                  ints(b->output, OUTPUTS), &total, 0, NULL, event);
    return status == CLIV_SUCCESS && total != 2 * OUTPUTS ? -9999 : status;
}

static cliv_status call_expand(stage *b, cl_event *event)
{
    return cliv_interval_expand(b->ctx, b->queue, OUTPUTS, ints(b->offsets, INTERVALS), ints(b->values, INTERVALS),
                                ints(b->output, OUTPUTS), 0, NULL, event);
}
static bool expand_right(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != 7 * (k / 3))
            return false;
    return true;
}

/* Gathers 3 elements from 0, 3, 6 …, of a sequence. */
static cliv_status call_gather(stage *b, cl_event *event)
{
    return cliv_interval_gather(b->ctx, b->queue, OUTPUTS, ints(b->offsets, INTERVALS), ints(b->offsets, INTERVALS),
                                cliv_generate(&cliv_int, "2*i", OUTPUTS), ints(b->output, OUTPUTS), 0, NULL, event);
}

static cliv_status call_copy(stage *b, cl_event *event)
{ /* all but a byte at both ends, of an array that begins elsewhere */
    const cliv_array input = cliv_buffer(b->spare, &cliv_uchar, 1, 4 * OUTPUTS - 2);
    cliv_status status =
        cliv_copy(b->ctx, b->queue, cliv_generate(&cliv_short, "i", OUTPUTS), ints(b->spare, OUTPUTS), 0, NULL, NULL);
    if (!status)
        status =
            cliv_copy(b->ctx, b->queue, input, cliv_buffer(b->output, &cliv_uchar, 1, 4 * OUTPUTS - 2), 0, NULL, event);
    return status;
}
static cl_int ends(int k) { return k == OUTPUTS - 1 ? k : 0; }

/* ---- merges, sorts, searches ---- */

static bool counts_right(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != k)
            return false;
    return true;
}
static cl_int backwards(int k) { return OUTPUTS - 1 - k; }
static cl_int triples_backwards(int k) { return k - k % 3 + (2 - k % 3); }

static cliv_status call_merge(stage *b, cl_event *event)
{ /* multiples of three, with the numbers between them */
    return cliv_merge_keys(b->ctx, b->queue, ints(b->offsets, INTERVALS),
                           cliv_generate(&cliv_int, "i / 2 * 3 + 1 + i % 2", OUTPUTS - INTERVALS),
                           ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_sort(stage *b, cl_event *event)
{
    return cliv_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_sort_wide(stage *b, cl_event *event)
{ /* moves its values by index */
    static const cliv_type wide = {"wide", 48, "typedef struct wide { int w[12]; } wide;\n"};
    cliv_array keys = ints(b->output, OUTPUTS);
    keys.count = OUTPUTS / 12;
    return cliv_sort_pairs(b->ctx, b->queue, keys, cliv_buffer(b->spare, &wide, 0, OUTPUTS / 12), NULL, 0, NULL, event);
}
static cl_int ten_backwards(int k) { return k < OUTPUTS / 12 ? OUTPUTS / 12 - 1 - k : k; }

static cliv_status call_locality(stage *b, cl_event *event)
{
    return cliv_locality_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_segmented(stage *b, cl_event *event)
{
    return cliv_segmented_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), ints(b->offsets, INTERVALS), NULL, 0,
                                    NULL, event);
}

static cliv_status call_search(stage *b, cl_event *event)
{ /* of 1, 2, 3 … in itself */
    const cliv_search_outputs outputs = {.b_indices = ints(b->output, OUTPUTS), .a_match_count = ints(b->spare, 1)};
    return cliv_sorted_search(b->ctx, b->queue, CLIV_UPPER_BOUND, cliv_generate(&cliv_int, "i + 1", OUTPUTS),
                              cliv_generate(&cliv_int, "i + 1", OUTPUTS), &outputs, NULL, 0, NULL, event);
}

/* ---- results whose size depends on the data ---- */

static cliv_status call_compact(stage *b, cl_event *event)
{ /* the even ones of 0, 1, 2 …, halved by the places */
    size_t count = 0;
    cliv_status status =
        cliv_compact(b->ctx, b->queue, cliv_generate(&cliv_int, "i / 2", 2 * OUTPUTS), "i % 2 == 1", NULL, NULL, 0,
                     ints(b->output, OUTPUTS), ints(b->spare, 1), &count, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

static cliv_status call_insert(stage *b, cl_event *event)
{ /* multiples of three before those between them */
    return cliv_bulk_insert(b->ctx, b->queue, ints(b->offsets, INTERVALS), cliv_generate(&cliv_int, "2 * i", INTERVALS),
                            cliv_generate(&cliv_int, "i / 2 * 3 + 1 + i % 2", OUTPUTS - INTERVALS),
                            ints(b->output, OUTPUTS), 0, NULL, event);
}

static cliv_status call_remove(stage *b, cl_event *event)
{ /* every fourth: of 0 0 1 2 3 3 4 5 … one of the pairs */
    return cliv_bulk_remove(b->ctx, b->queue,
                            cliv_generate(&cliv_int, "i / 4 * 3 + (i % 4 ? i % 4 - 1 : 0)", OUTPUTS + INTERVALS),
                            cliv_generate(&cliv_int, "4 * i", INTERVALS), ints(b->output, OUTPUTS), 0, NULL, event);
}

static cliv_status call_segments(stage *b, cl_event *event)
{ /* pairs of halves */
    return cliv_segmented_reduce(b->ctx, b->queue, cliv_generate(&cliv_int, "i / 2 * (i % 2)", 2 * OUTPUTS),
                                 cliv_generate(&cliv_int, "2 * i", OUTPUTS), ints(b->output, OUTPUTS), NULL, 0, NULL,
                                 event);
}

static cliv_status call_runs(stage *b, cl_event *event)
{
    size_t count = 0;
    cliv_status status =
        cliv_reduce_by_key(b->ctx, b->queue, cliv_generate(&cliv_int, "i / 2", 2 * OUTPUTS),
                           cliv_generate(&cliv_int, "i / 2 * (i % 2)", 2 * OUTPUTS), ints(b->spare, OUTPUTS),
                           ints(b->output, OUTPUTS), NULL, NULL, CLIV_NONE, &count, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

static cliv_status call_set_keys(stage *b, cl_event *event)
{ /* all numbers, of which one side has the multiples of three */
    size_t count = 0;
    cliv_status status =
        cliv_set_keys(b->ctx, b->queue, CLIV_UNION, ints(b->offsets, INTERVALS), cliv_generate(&cliv_int, "i", OUTPUTS),
                      ints(b->output, OUTPUTS), CLIV_NONE, &count, NULL, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

static cliv_status call_set_pairs(stage *b, cl_event *event)
{
    return cliv_set_pairs(b->ctx, b->queue, CLIV_SYMMETRIC_DIFFERENCE,
                          cliv_generate(&cliv_int, "i", OUTPUTS + INTERVALS),
                          cliv_generate(&cliv_int, "i", OUTPUTS + INTERVALS),
                          cliv_generate(&cliv_int, "120 + i", INTERVALS), cliv_generate(&cliv_int, "i", INTERVALS),
                          ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS), CLIV_NONE, NULL, NULL, 0, NULL, event);
}

static cliv_status call_join(stage *b, cl_event *event)
{ /* each row of a has its match, and b one more */
    size_t count = 0;
    cliv_status status = cliv_join(b->ctx, b->queue, CLIV_FULL, cliv_generate(&cliv_int, "2 * i", OUTPUTS - 1),
                                   cliv_generate(&cliv_int, "2 * i - (i == 119)", OUTPUTS), ints(b->spare, OUTPUTS),
                                   ints(b->output, OUTPUTS), CLIV_NONE, &count, NULL, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

/* ---- structures ---- */

static cliv_status call_aos_gather(stage *b, cl_event *event)
{
    static const cliv_type wide = {"wide", 48, "typedef struct wide { int w[12]; } wide;\n"};
    return cliv_aos_gather(b->ctx, b->queue, cliv_generate(&cliv_int, "9 - i", OUTPUTS / 12),
                           cliv_buffer(b->spare, &wide, 0, OUTPUTS / 12),
                           cliv_buffer(b->output, &wide, 0, OUTPUTS / 12), 0, NULL, event);
}
static cl_int wide_backwards(int k) { return (OUTPUTS / 12 - 1 - k / 12) * 12 + k % 12; }

static const cliv_type triple = {"triple", 12, "typedef struct triple { int a, b, c; } triple;\n"};

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

/* ---- counters ---- */

static cliv_status call_counter(stage *b, cl_event *event)
{
    cliv_counter *counter = NULL;
    cliv_status status = cliv_counter_create(b->ctx, OUTPUTS, 4, &counter);
    if (status == CLIV_SUCCESS)
        status = cliv_counter_set(counter, b->queue, 9, 0, NULL, NULL);
    if (status == CLIV_SUCCESS)
        status = cliv_counter_read(counter, b->queue, ints(b->output, OUTPUTS), 0, NULL, event);
    cliv_counter_destroy(counter);
    return status;
}
static bool counter_right(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != 9)
            return false;
    return true;
}

/* ---- the pool ---- */

static bool fill_by_halves(cliv_pool *pool, size_t count)
{
    for (size_t k = 0; k < count; ++k)
        if (cliv_pool_at(pool, k))
            *(cl_int *)cliv_pool_at(pool, k) = (cl_int)(k / 2);
    return cliv_pool_at(pool, count - 1) && !cliv_pool_at(pool, count);
}

/* Where the host was refused slots, the pool has what it had before: 0, 1, 2 … Unless it was a wait that failed: what
 * was waited for may have happened. */
static void look_again(stage *b, cliv_pool *pool)
{
    size_t count = 0;
    fault_disarm();
    if (strcmp(fault_hit(), "clWaitForEvents") == 0)
        return;
    if (cliv_pool_count(pool, b->queue, &count) || count != OUTPUTS || cliv_pool_map(pool, b->queue))
        b->broken = "the pool, after the host was refused slots";
    for (size_t k = 0; k < OUTPUTS && !b->broken; ++k)
        if (!cliv_pool_at(pool, k) || *(const cl_int *)cliv_pool_at(pool, k) != (cl_int)k)
            b->broken = "other objects in the pool after the host was refused slots";
}

/* Of 0 0 1 1 2 2 … in a pool, without a kernel or with one that frees every other; what comes back is allocated, and
 * freed again. */
static cliv_status use_pool(stage *b, cliv_pool *pool, cl_kernel kernel, cl_event *event)
{
    const size_t count = kernel ? 2 * OUTPUTS : OUTPUTS, items = count;
    cl_uint slots[2 * OUTPUTS];
    cliv_status status = cliv_pool_reset(pool, b->queue, 0, NULL, NULL);
    if (!status)
        status = cliv_pool_alloc(pool, b->queue, count, slots);
    if (!status)
        status = cliv_pool_map(pool, b->queue);
    if (!status && !fill_by_halves(pool, count))
        return -9999;
    if (!status && !kernel) /* the first half, written by the host: packing has its turn below */
        status = clEnqueueWriteBuffer(b->queue, b->output, CL_TRUE, 0, OUTPUTS * sizeof(cl_int), cliv_pool_at(pool, 0),
                                      0, NULL, NULL);
    if (!status)
        status = cliv_pool_unmap(pool, b->queue, 0, NULL, kernel ? NULL : event);
    for (int round = 0; round < 2 && !status && kernel; ++round) {
        status = cliv_pool_set_kernel_args(pool, kernel, 0);
        if (!status && round)
            if ((status = cliv_pool_alloc(pool, b->queue, 10, slots)))
                look_again(b, pool);
        if (!status)
            status = clEnqueueNDRangeKernel(b->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    }
    return status;
}

static cliv_status pack(stage *b, cliv_pool *pool, cl_event *event)
{
    size_t found = 0;
    cliv_status status = cliv_pool_status(pool, b->queue, &found);
    if (!status)
        status = cliv_pool_count(pool, b->queue, &found);
    if (!status && found != OUTPUTS)
        return -9999;
    return status ? status
                  : cliv_pool_pack(pool, b->queue, ints(b->output, OUTPUTS), CLIV_NONE, &found, 0, NULL, event);
}

static cliv_status call_pool(stage *b, cl_event *event)
{
    cliv_pool *pool = NULL;
    cliv_status status = cliv_pool_create(b->ctx, &cliv_int, OUTPUTS, CLIV_POOL_SHARED, &pool);
    if (status == CLIV_UNSUPPORTED)
        status = cliv_pool_create(b->ctx, &cliv_int, OUTPUTS, CLIV_POOL_MAPPED, &pool);
    if (!status)
        status = use_pool(b, pool, NULL, event);
    clFinish(b->queue);
    cliv_pool_destroy(pool);
    return status;
}
static bool halves_right(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != k / 2)
            return false;
    return true;
}

static cliv_status call_pool_freed(stage *b, cl_event *event)
{
    static const char source[] = "#include \"cliv_pool.clh\"\n"
                                 "__kernel void free_even(__global cliv_pool_state *pool, __global int *objects)\n"
                                 "{\n"
                                 "    if (get_global_id(0) % 2 == 0)\n"
                                 "        cliv_pool_free(pool, get_global_id(0));\n"
                                 "}\n";
    cliv_pool *pool = NULL;
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    cl_int error = CL_SUCCESS;
    cliv_status status = cliv_pool_create(b->ctx, &cliv_int, 2 * OUTPUTS, CLIV_POOL_DEVICE, &pool);
    if (!status)
        status = cliv_program_build(b->ctx, source, NULL, &program);
    if (!status && !(kernel = clCreateKernel(program, "free_even", &error)))
        status = error;
    if (!status)
        status = use_pool(b, pool, kernel, NULL);
    if (!status)
        status = pack(b, pool, event);
    cliv_pool_destroy(pool);
    if (kernel)
        clReleaseKernel(kernel);
    if (program)
        clReleaseProgram(program);
    return status;
}

const scenario scenarios[] = {
    {"scan", 0, false, call_scan, scan_right, NULL, NULL},
    {"scan with callbacks", 0, true, call_scan, scan_right, NULL, NULL},
    {"reduce", 0, false, call_reduce, reduce_right, NULL, NULL},
    {"offsets with a total", 0, false, call_offsets, scan_right, NULL, NULL},
    {"expand", 0, false, call_expand, expand_right, NULL, NULL},
    {"expand, checked", CLIV_CHECKED, false, call_expand, expand_right, NULL, NULL},
    {"gather, checked", CLIV_CHECKED, false, call_gather, scan_right, NULL, NULL},
    {"copy", 0, false, call_copy, counts_right, NULL, ends},
    {"merge", 0, false, call_merge, counts_right, "small.txt", NULL},
    {"sort by digits", 0, false, call_sort, counts_right, "radix.txt", backwards},
    {"sort of large values", 0, false, call_sort_wide, counts_right, "small.txt", ten_backwards},
    {"locality sort", 0, true, call_locality, counts_right, "small.txt", backwards},
    {"segmented sort, checked", CLIV_CHECKED, true, call_segmented, counts_right, "small.txt", triples_backwards},
    {"search, checked", CLIV_CHECKED, true, call_search, counts_right, NULL, NULL},
    {"compact", 0, false, call_compact, counts_right, "look_back.txt", NULL},
    {"compact, checked", CLIV_CHECKED, true, call_compact, counts_right, "small.txt", NULL},
    {"bulk insert, checked", CLIV_CHECKED, true, call_insert, counts_right, "small.txt", NULL},
    {"bulk remove", 0, false, call_remove, counts_right, NULL, NULL},
    {"segmented reduction", 0, true, call_segments, counts_right, "small.txt", NULL},
    {"reduction by key", 0, false, call_runs, counts_right, "look_back.txt", NULL},
    {"set keys", 0, true, call_set_keys, counts_right, NULL, NULL},
    {"set pairs", 0, false, call_set_pairs, counts_right, NULL, NULL},
    {"join", 0, true, call_join, counts_right, NULL, NULL},
    {"structures by index, checked", CLIV_CHECKED, true, call_aos_gather, counts_right, "groups.txt", wide_backwards},
    {"structures apart", 0, false, call_to_soa, counts_right, "groups.txt", by_triples},
    {"structures together", 0, false, call_to_aos, counts_right, NULL, NULL},
    {"pool", 0, false, call_pool, halves_right, NULL, NULL},
    {"pool with what was freed", 0, false, call_pool_freed, counts_right, NULL, NULL},
    {"counter", 0, false, call_counter, counter_right, NULL, NULL},
};
const size_t scenario_count = sizeof scenarios / sizeof scenarios[0];
