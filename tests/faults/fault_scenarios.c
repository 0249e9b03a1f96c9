/* SPDX-License-Identifier: Apache-2.0 */
/* One call of each kind, with a result that is known: mostly 0, 1, 2 …, so that few functions tell what is right. */
#include "fault.h"
#include "fault_shim.h"

#include <string.h>

/* ---- scans and intervals ---- */

static const cliv_type wide = {"wide", 48, "typedef struct wide { int w[12]; } wide;\n"};

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

static cliv_status call_inclusive(stage *b, cl_event *event)
{
    return cliv_scan_inclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "i ? 2 : 0", OUTPUTS),
                               ints(b->output, OUTPUTS), NULL, ints(b->spare, 1), 0, NULL, event);
}

static cliv_status reduce_twos(stage *b, const char *two, cl_event *event)
{
    return cliv_reduce(b->ctx, b->queue, cliv_generate(&cliv_int, two, OUTPUTS), ints(b->output, 1), NULL, 0, NULL,
                       event);
}
static cliv_status call_reduce(stage *b, cl_event *event) { return reduce_twos(b, "2", event); }
/* An expression longer than what a description holds without an allocation. */
static cliv_status call_long_reduce(stage *b, cl_event *event)
{
    char two[2000];
    memset(two, ' ', sizeof two);
    memcpy(two + sizeof two - 2, "2", 2);
    return reduce_twos(b, two, event);
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

static cliv_status call_scatter(stage *b, cl_event *event)
{
    return cliv_interval_scatter(b->ctx, b->queue, OUTPUTS, ints(b->offsets, INTERVALS), ints(b->offsets, INTERVALS),
                                 cliv_generate(&cliv_int, "2*i", OUTPUTS), ints(b->output, OUTPUTS), 0, NULL, event);
}

static cliv_status call_move(stage *b, cl_event *event)
{
    return cliv_interval_move(b->ctx, b->queue, OUTPUTS, ints(b->offsets, INTERVALS), ints(b->offsets, INTERVALS),
                              ints(b->offsets, INTERVALS), cliv_generate(&cliv_int, "2*i", OUTPUTS),
                              ints(b->output, OUTPUTS), 0, NULL, event);
}

static cliv_status call_load_balance(stage *b, cl_event *event)
{ /* of intervals of one output each */
    return cliv_load_balance_search(b->ctx, b->queue, OUTPUTS, cliv_generate(&cliv_int, "i", OUTPUTS),
                                    ints(b->output, OUTPUTS), ints(b->spare, OUTPUTS), 0, NULL, event);
}

static cliv_status call_transform(stage *b, cl_event *event)
{
    const cliv_array output = ints(b->output, OUTPUTS);
    return cliv_transform_load_balance(b->ctx, b->queue, OUTPUTS, ints(b->offsets, INTERVALS),
                                       "a0[i] = 2 * (3 * segment + rank);", NULL, &output, 1, 0, NULL, event);
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

static cl_int backwards(int k) { return OUTPUTS - 1 - k; }
static cl_int triples_backwards(int k) { return k - k % 3 + (2 - k % 3); }

static cliv_status call_merge(stage *b, cl_event *event)
{ /* multiples of three, with the numbers between them */
    return cliv_merge_keys(b->ctx, b->queue, ints(b->offsets, INTERVALS),
                           cliv_generate(&cliv_int, "i / 2 * 3 + 1 + i % 2", OUTPUTS - INTERVALS),
                           ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_merge_pairs(stage *b, cl_event *event)
{ /* even and odd numbers */
    const cliv_array even = cliv_generate(&cliv_int, "2 * i", OUTPUTS / 2),
                     odd = cliv_generate(&cliv_int, "2 * i + 1", OUTPUTS / 2);
    return cliv_merge_pairs(b->ctx, b->queue, even, even, odd, odd, ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS),
                            NULL, 0, NULL, event);
}

static cliv_status call_partitions(stage *b, cl_event *event)
{ /* in tiles of two, one from either side */
    const cliv_array side = cliv_generate(&cliv_int, "i", OUTPUTS - 1);
    return cliv_merge_partitions(b->ctx, b->queue, side, side, 2, ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_sort(stage *b, cl_event *event)
{
    return cliv_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_sort_wide(stage *b, cl_event *event)
{ /* moves its values by index */
    cliv_array keys = ints(b->output, OUTPUTS);
    keys.count = OUTPUTS / 12;
    return cliv_sort_pairs(b->ctx, b->queue, keys, cliv_buffer(b->spare, &wide, 0, OUTPUTS / 12), NULL, 0, NULL, event);
}
static cl_int ten_backwards(int k) { return k < OUTPUTS / 12 ? OUTPUTS / 12 - 1 - k : k; }

static cliv_status call_sort_indices(stage *b, cl_event *event)
{
    return cliv_sort_indices(b->ctx, b->queue, ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}
static cl_int turned(int k) { return (k + 1) % OUTPUTS; } /* the least comes last */
static bool turned_back(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (turned(output[k]) != k)
            return false;
    return true;
}

static cliv_status call_locality(stage *b, cl_event *event)
{
    return cliv_locality_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_segmented(stage *b, cl_event *event)
{
    return cliv_segmented_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), ints(b->offsets, INTERVALS), NULL, 0,
                                    NULL, event);
}

/* Pairs: values are what the keys are. */
static cliv_status call_locality_pairs(stage *b, cl_event *event)
{
    return cliv_locality_sort_pairs(b->ctx, b->queue, ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS), NULL, 0, NULL,
                                    event);
}

static cliv_status call_segmented_pairs(stage *b, cl_event *event)
{
    return cliv_segmented_sort_pairs(b->ctx, b->queue, ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS),
                                     ints(b->offsets, INTERVALS), NULL, 0, NULL, event);
}

/* A bit for every third element. */
static cliv_array flags_of_threes(void)
{
    return cliv_generate(&cliv_uint, "i % 3 == 0 ? 0x49249249 : i % 3 == 1 ? 0x92492492 : 0x24924924",
                         (OUTPUTS + 31) / 32);
}

static cliv_status call_flagged(stage *b, cl_event *event)
{
    return cliv_segmented_sort_keys_by_flags(b->ctx, b->queue, ints(b->output, OUTPUTS), flags_of_threes(), NULL, 0,
                                             NULL, event);
}

static cliv_status call_flagged_pairs(stage *b, cl_event *event)
{
    return cliv_segmented_sort_pairs_by_flags(b->ctx, b->queue, ints(b->spare, OUTPUTS), ints(b->output, OUTPUTS),
                                              flags_of_threes(), NULL, 0, NULL, event);
}

static cliv_status call_equal_count(stage *b, cl_event *event)
{
    return cliv_sorted_equal_count(b->ctx, b->queue, cliv_generate(&cliv_int, "i", OUTPUTS),
                                   cliv_generate(&cliv_int, "i / 9", 9 * OUTPUTS), ints(b->output, OUTPUTS), NULL, 0,
                                   NULL, event);
}
static bool nines(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != 9)
            return false;
    return true;
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

/* Compiled by a call that does nothing else, then made. */
static cliv_status call_ahead(stage *b, cl_event *event)
{
    cl_event compiled = NULL;
    cliv_context_compile_only(b->ctx, 1);
    const cliv_status status = call_segments(b, &compiled);
    cliv_context_compile_only(b->ctx, 0);
    if (compiled)
        clReleaseEvent(compiled);
    return status == CLIV_SUCCESS ? call_segments(b, event) : status;
}

cliv_status fault_reduce_by_key(stage *b, cl_event *event)
{
    size_t count = 0;
    cliv_status status =
        cliv_reduce_by_key(b->ctx, b->queue, cliv_generate(&cliv_int, "i / 2", 2 * OUTPUTS),
                           cliv_generate(&cliv_int, "i / 2 * (i % 2)", 2 * OUTPUTS), ints(b->spare, OUTPUTS),
                           ints(b->output, OUTPUTS), NULL, NULL, CLIV_NONE, &count, 0, NULL, event);
    return status == CLIV_SUCCESS && count != OUTPUTS ? -9999 : status;
}

cliv_status fault_set_keys(stage *b, cl_event *event)
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

/* ---- counters and pools ---- */

static bool halves_right(const cl_int *output)
{
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != k / 2)
            return false;
    return true;
}

const scenario fault_families[] = {
    {"scan", 0, false, call_scan, scan_right, NULL, NULL},
    {"scan with callbacks", 0, true, call_scan, scan_right, NULL, NULL},
    {"inclusive scan with a total", 0, false, call_inclusive, scan_right, NULL, NULL},
    {"reduce", 0, false, call_reduce, reduce_right, NULL, NULL},
    {"reduce of a long expression", 0, false, call_long_reduce, reduce_right, NULL, NULL},
    {"offsets with a total", 0, false, call_offsets, scan_right, NULL, NULL},
    {"expand", 0, false, call_expand, expand_right, NULL, NULL},
    {"expand, checked", CLIV_CHECKED, false, call_expand, expand_right, NULL, NULL},
    {"gather, checked", CLIV_CHECKED, false, call_gather, scan_right, NULL, NULL},
    {"scatter", 0, false, call_scatter, scan_right, NULL, NULL},
    {"move", 0, true, call_move, scan_right, NULL, NULL},
    {"load-balancing search", 0, false, call_load_balance, in_order, "small.txt", NULL},
    {"transform", 0, false, call_transform, scan_right, NULL, NULL},
    {"copy", 0, false, call_copy, in_order, NULL, ends},
    {"merge", 0, false, call_merge, in_order, "small.txt", NULL},
    {"merge of pairs", 0, true, call_merge_pairs, in_order, NULL, NULL},
    {"partitions of a merge, checked", CLIV_CHECKED, false, call_partitions, in_order, NULL, NULL},
    {"sort by digits", 0, false, call_sort, in_order, "radix.txt", backwards},
    {"sort of large values", 0, false, call_sort_wide, in_order, "small.txt", ten_backwards},
    {"sort to indices", 0, true, call_sort_indices, turned_back, NULL, turned},
    {"locality sort", 0, true, call_locality, in_order, "small.txt", backwards},
    {"locality sort of pairs", 0, false, call_locality_pairs, in_order, NULL, backwards},
    {"segmented sort, checked", CLIV_CHECKED, true, call_segmented, in_order, "small.txt", triples_backwards},
    {"segmented sort of pairs", 0, false, call_segmented_pairs, in_order, NULL, triples_backwards},
    {"sort by flags", 0, false, call_flagged, in_order, "small.txt", triples_backwards},
    {"sort of pairs by flags", 0, true, call_flagged_pairs, in_order, NULL, triples_backwards},
    {"search, checked", CLIV_CHECKED, true, call_search, in_order, NULL, NULL},
    {"counts of equal keys", 0, false, call_equal_count, nines, NULL, NULL},
    {"compact", 0, false, call_compact, in_order, "look_back.txt", NULL},
    {"compact, checked", CLIV_CHECKED, true, call_compact, in_order, "small.txt", NULL},
    {"bulk insert, checked", CLIV_CHECKED, true, call_insert, in_order, "small.txt", NULL},
    {"bulk remove", 0, false, call_remove, in_order, NULL, NULL},
    {"segmented reduction", 0, true, call_segments, in_order, "small.txt", NULL},
    {"segmented reduction, compiled ahead, checked", CLIV_CHECKED, true, call_ahead, in_order, "small.txt", NULL},
    {"reduction by key", 0, false, fault_reduce_by_key, in_order, "look_back.txt", NULL},
    {"set keys", 0, true, fault_set_keys, in_order, NULL, NULL},
    {"set pairs", 0, false, call_set_pairs, in_order, NULL, NULL},
    {"join", 0, true, call_join, in_order, NULL, NULL},
    {"structures by index, checked", CLIV_CHECKED, true, call_aos_gather, in_order, "groups.txt", wide_backwards},
    {"structures to indices", 0, true, call_aos_scatter, in_order, "groups.txt", wide_backwards},
    {"structures apart", 0, false, call_to_soa, in_order, "groups.txt", by_triples},
    {"structures together", 0, false, call_to_aos, in_order, NULL, NULL},
    {"pool", 0, false, fault_pool, halves_right, NULL, NULL},
    {"pool with what was freed", 0, false, fault_pool_freed, in_order, NULL, NULL},
    {"counter", 0, false, fault_counter, nines, NULL, NULL},
    {NULL, 0, false, NULL, NULL, NULL, NULL},
};
