/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of operations.def with known results. Most results are 0, 1, 2 …, so that few functions suffice to check
 * them. */
#include "fault.h"
#include "grid/partition.h"
#include "runtime/context_inside.h"

#include <string.h>

static cliv_array array_of(const stage *b, const struct given *g)
{
    const struct {
        const char *name;
        cl_mem mem;
    } buffers[] = {{"@offsets", b->offsets}, {"@values", b->values}, {"@output", b->output}, {"@spare", b->spare}};
    if (!g->array)
        return CLIV_NONE;
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; ++k)
        if (strcmp(g->array, buffers[k].name) == 0)
            return ints(buffers[k].mem, g->count);
    return cliv_generate(g->slot == FLAGS ? &cliv_uint : &cliv_int, g->array, g->count);
}

static const operation *operation_of(const plain_call *p)
{
    const operation *o = operations;
    while (strcmp(o->name, p->operation) != 0)
        ++o;
    return o;
}

/* Makes the good call: 40 intervals of 3 elements, written to the output. The keys of sorts are in the output, too. */
cliv_status fault_plain(stage *b, cl_event *event)
{
    /* The bit of every third element is set. */
    static const char flags[] = "i % 3 == 0 ? 0x49249249 : i % 3 == 1 ? 0x92492492 : 0x24924924";
    static const struct given good[] = {
        {OFFSETS, "@offsets", INTERVALS},  {GATHER, "@offsets", INTERVALS},     {SCATTER, "@offsets", INTERVALS},
        {SEGMENTS, "@offsets", INTERVALS}, {FLAGS, flags, (OUTPUTS + 31) / 32}, {KEYS, "@output", OUTPUTS},
        {OUT, "@output", OUTPUTS},         {LONG_OUT, "@output", OUTPUTS},
    };
    const plain_call *const p = b->plain;
    const cliv_limits limits = b->ctx->limits;
    size_t count = 0;
    call c = {.ctx = b->ctx,
              .queue = b->queue,
              .move_count = OUTPUTS,
              .tile = 2,
              .bound = (cliv_bound)p->kind,
              .set = (cliv_set_kind)p->kind,
              .join = (cliv_join_kind)p->kind,
              .keep = p->keep,
              .order = p->order,
              .host = p->host ? &count : NULL,
              .event = event};
    for (size_t k = 0; k < sizeof good / sizeof *good; ++k)
        c.arrays[good[k].slot] = array_of(b, &good[k]);
    for (size_t k = 0; k < sizeof p->arrays / sizeof *p->arrays && p->arrays[k].count; ++k)
        c.arrays[p->arrays[k].slot] = array_of(b, &p->arrays[k]);
    const operation *const o = operation_of(p);
    if (p->cut)
        b->ctx->limits.few_tiles = 0;
    const cliv_status status = o->run(&c);
    b->ctx->limits = limits;
    return status == CLIV_SUCCESS && count != p->host ? -9999 : status;
}

/* Makes the call with the sizes of calls_good.c. All arrays that a call writes are parts of the output. */
cliv_status fault_good(stage *b, cl_event *event)
{
    static const char intervals[] = "(0x5330 >> 4 * i) & 15"; /* 0 3 3 5 */
    static const struct given inputs[] = {{OFFSETS, intervals, 4},  {GATHER, "(0x1005 >> 4 * i) & 15", 4},
                                          {SCATTER, intervals, 4},  {INPUT, "i + 1", 8},
                                          {A, "2 * i + 1", 4},      {B, "i + 1", 4},
                                          {A_VALUES, "20 * i", 4},  {B_VALUES, "20 * i + 1", 4},
                                          {SEGMENTS, intervals, 4}, {FLAGS, "0x28", 1},
                                          {ELEMENTS, "-i", 4},      {PLACES, "(0x6530 >> 4 * i) & 15", 4}};
    static const struct given outputs[] = {{OUT, NULL, 8},    {OUT2, NULL, 8},    {KEYS, NULL, 8},
                                           {VALUES, NULL, 8}, {MATCHES, NULL, 4}, {MATCHES2, NULL, 4},
                                           {COUNT, NULL, 1},  {COUNT2, NULL, 1},  {LONG_OUT, NULL, 12}};
    size_t count = 0, first = 0;
    call c = {.ctx = b->ctx,
              .queue = b->queue,
              .move_count = 8,
              .tile = 3,
              .set = CLIV_UNION,
              .join = CLIV_FULL,
              .keep = "x > 2",
              .host = &count,
              .event = event};
    for (size_t k = 0; k < sizeof inputs / sizeof *inputs; ++k)
        c.arrays[inputs[k].slot] = array_of(b, &inputs[k]);
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; first += outputs[k++].count)
        c.arrays[outputs[k].slot] = cliv_buffer(b->output, &cliv_int, first, outputs[k].count);
    return operation_of(b->plain)->run(&c);
}

/* Makes the call as a compile-only call, then makes it for real. */
cliv_status fault_ahead(stage *b, cl_event *event)
{
    cl_event compiled = NULL;
    cliv_context_compile_only(b->ctx, 1);
    const cliv_status status = fault_plain(b, &compiled);
    cliv_context_compile_only(b->ctx, 0);
    if (compiled)
        clReleaseEvent(compiled);
    return status == CLIV_SUCCESS ? fault_plain(b, event) : status;
}

/* ---- checks of results ---- */

static bool reduce_right(const cl_int *output) { return output[0] == 2 * OUTPUTS; }
static cl_int turned(int k) { return (k + 1) % OUTPUTS; } /* the least element is the last */
static cl_int triples_backwards(int k) { return k - k % 3 + (2 - k % 3); }
RIGHT(scan_right, output[k] == 2 * k)
RIGHT(expand_right, output[k] == 7 * (k / 3))
RIGHT(nines, output[k] == 9)
RIGHT(thirds, output[k] == (k + 2) / 3)
RIGHT(turned_back, turned(output[k]) == k)

static const cliv_order own_order = {"before(a, b)", "bool before(int a, int b) { return a < b; }"};

/* clang-format off */
#define SCANNED \
    PLAIN(scan_exclusive, GIVEN({INPUT, "2", OUTPUTS}))
#define EXPANDED \
    PLAIN(interval_expand, GIVEN({INPUT, "@values", INTERVALS}))
#define MERGED_RUNS \
    PLAIN(merge_runs_keys, GIVEN({INPUT, "4 * (i % 30) + i / 30", OUTPUTS}, {OFFSETS, "30 * i", 4}))
#define MERGED_PAIRS \
    PLAIN(merge_runs_pairs, GIVEN({INPUT, "4 * (i % 30) + i / 30", OUTPUTS}, {OFFSETS, "30 * i", 4}, \
          {VALUES, "0", OUTPUTS}, {OUT2, "@spare", OUTPUTS}))
#define TO_INDICES \
    PLAIN(sort_indices, GIVEN({KEYS, "@spare", OUTPUTS}))
#define COMPACTED \
    PLAIN(compact, GIVEN({INPUT, "i / 2", 2 * OUTPUTS}, {COUNT, "@spare", 1}), .keep = "i % 2 == 1", \
          .host = OUTPUTS)
#define PARTED \
    PLAIN(partition, GIVEN({INPUT, "i % 2 ? i / 2 : i / 2 + 60", OUTPUTS}, {COUNT, "@spare", 1}), .keep = "x < 60", \
          .host = OUTPUTS / 2)
#define REDUCED \
    PLAIN(segmented_reduce, GIVEN({INPUT, "i / 2 * (i % 2)", 2 * OUTPUTS}, {OFFSETS, "2 * i", OUTPUTS}))
#define REDUCED_BY_KEY \
    PLAIN(reduce_by_key, GIVEN({INPUT, "i / 2", 2 * OUTPUTS}, {VALUES, "i / 2 * (i % 2)", 2 * OUTPUTS}, \
          {OUT, "@spare", OUTPUTS}, {OUT2, "@output", OUTPUTS}), .host = OUTPUTS)
#define SEGMENTED \
    PLAIN(segmented_scan_inclusive, GIVEN({INPUT, "i % 3 ? 1 : i", OUTPUTS}))
#define UNITED \
    PLAIN(set_keys, GIVEN({A, "@offsets", INTERVALS}, {B, "i", OUTPUTS}), .kind = CLIV_UNION, .host = OUTPUTS)

const scenario fault_families[] = {
    {"scan", 0, false, fault_plain, scan_right, NULL, NULL, SCANNED},
    {"scan with callbacks", 0, true, fault_plain, scan_right, NULL, NULL, SCANNED},
    {"inclusive scan with a total", 0, false, fault_plain, scan_right, NULL, NULL,
     PLAIN(scan_inclusive, GIVEN({INPUT, "i ? 2 : 0", OUTPUTS}, {OUT2, "@spare", 1}))},
    {"reduce", 0, false, fault_plain, reduce_right, NULL, NULL,
     PLAIN(reduce, GIVEN({INPUT, "2", OUTPUTS}, {OUT, "@output", 1}))},
    {"offsets with a total", 0, false, fault_plain, scan_right, NULL, NULL,
     PLAIN(offsets_from_counts, GIVEN({INPUT, "2", OUTPUTS}), .host = 2 * OUTPUTS)},
    {"expand", 0, false, fault_plain, expand_right, NULL, NULL, EXPANDED},
    {"expand, checked", CLIV_CHECKED, false, fault_plain, expand_right, NULL, NULL, EXPANDED},
    {"gather, checked", CLIV_CHECKED, false, fault_plain, scan_right, NULL, NULL,
     PLAIN(interval_gather, GIVEN({INPUT, "2*i", OUTPUTS}))},
    {"scatter", 0, false, fault_plain, scan_right, NULL, NULL,
     PLAIN(interval_scatter, GIVEN({INPUT, "2*i", OUTPUTS}))},
    {"move", 0, true, fault_plain, scan_right, NULL, NULL, PLAIN(interval_move, GIVEN({INPUT, "2*i", OUTPUTS}))},
    {"load-balancing search", 0, false, fault_plain, in_order, "small.txt", NULL,
     PLAIN(load_balance_search, GIVEN({OFFSETS, "i", OUTPUTS}, {OUT2, "@spare", OUTPUTS}))},
    {"merge", 0, false, fault_plain, in_order, "small.txt", NULL,
     PLAIN(merge_keys, GIVEN({A, "@offsets", INTERVALS}, {B, "i / 2 * 3 + 1 + i % 2", OUTPUTS - INTERVALS}))},
    {"merge of pairs", 0, true, fault_plain, in_order, NULL, NULL,
     PLAIN(merge_pairs, GIVEN({A, "2 * i", OUTPUTS / 2}, {A_VALUES, "2 * i", OUTPUTS / 2},
           {B, "2 * i + 1", OUTPUTS / 2}, {B_VALUES, "2 * i + 1", OUTPUTS / 2}, {OUT, "@spare", OUTPUTS},
           {OUT2, "@output", OUTPUTS}))},
    {"partitions of a merge, checked", CLIV_CHECKED, false, fault_plain, in_order, NULL, NULL,
     PLAIN(merge_partitions, GIVEN({A, "i", OUTPUTS - 1}, {B, "i", OUTPUTS - 1}))},
    {"merge of runs", 0, true, fault_plain, in_order, NULL, NULL, MERGED_RUNS},
    {"merge of runs by small tiles", 0, false, fault_plain, in_order, "small.txt", NULL, MERGED_RUNS},
    {"merge of runs by rounds", 0, true, fault_plain, in_order, "three.txt", NULL, MERGED_PAIRS},
    {"merge of runs, checked", CLIV_CHECKED, false, fault_plain, in_order, "groups.txt", NULL, MERGED_PAIRS},
    {"merge of short runs", 0, false, fault_plain, in_order, NULL, NULL,
     PLAIN(merge_runs_keys, GIVEN({INPUT, "20 * (i % 6) + i / 6", OUTPUTS}, {OFFSETS, "6 * i", 20}))},
    {"sort by digits", 0, false, fault_plain, in_order, "radix.txt", backwards, PLAIN(sort_keys, .host = 0)},
    {"sort, a pass for each digit", 0, false, fault_plain, in_order, "tiny.txt", backwards,
     PLAIN(sort_keys, .host = 0)},
    {"sort of pairs, likewise", 0, true, fault_plain, in_order, "tiny.txt", backwards,
     PLAIN(sort_pairs, GIVEN({KEYS, "@spare", OUTPUTS}, {VALUES, "@output", OUTPUTS}))},
    {"sort of pairs, tiles merged at once", 0, true, fault_plain, in_order, "rounds.txt", backwards,
     PLAIN(sort_pairs, GIVEN({KEYS, "@spare", OUTPUTS}, {VALUES, "@output", OUTPUTS}), .order = &own_order,
           .cut = true)},
    {"sort to indices", 0, true, fault_plain, turned_back, NULL, turned, TO_INDICES},
    {"sort to indices, likewise", 0, false, fault_plain, turned_back, "tiny.txt", turned, TO_INDICES},
    {"locality sort", 0, true, fault_plain, in_order, "small.txt", backwards, PLAIN(locality_sort_keys, .host = 0)},
    {"locality sort of pairs", 0, false, fault_plain, in_order, NULL, backwards,
     PLAIN(locality_sort_pairs, GIVEN({KEYS, "@spare", OUTPUTS}, {VALUES, "@output", OUTPUTS}))},
    {"segmented sort, checked", CLIV_CHECKED, true, fault_plain, in_order, "small.txt", triples_backwards,
     PLAIN(segmented_sort_keys, .host = 0)},
    {"segmented sort of pairs", 0, false, fault_plain, in_order, NULL, triples_backwards,
     PLAIN(segmented_sort_pairs, GIVEN({KEYS, "@spare", OUTPUTS}, {VALUES, "@output", OUTPUTS}))},
    {"sort by flags", 0, false, fault_plain, in_order, "small.txt", triples_backwards,
     PLAIN(segmented_sort_keys_by_flags, .host = 0)},
    {"sort of pairs by flags", 0, true, fault_plain, in_order, NULL, triples_backwards,
     PLAIN(segmented_sort_pairs_by_flags, GIVEN({KEYS, "@spare", OUTPUTS}, {VALUES, "@output", OUTPUTS}))},
    {"search, checked", CLIV_CHECKED, true, fault_plain, in_order, NULL, NULL,
     PLAIN(sorted_search, GIVEN({A, "i + 1", OUTPUTS}, {B, "i + 1", OUTPUTS}, {OUT, NULL, 1},
           {OUT2, "@output", OUTPUTS}, {COUNT, "@spare", 1}), .kind = CLIV_UPPER_BOUND)},
    {"binary search with an index", 0, true, fault_plain, thirds, "indexed.txt", NULL,
     PLAIN(binary_search, GIVEN({INPUT, "i", OUTPUTS}, {PLACES, "@offsets", INTERVALS}), .kind = CLIV_LOWER_BOUND)},
    {"counts of equal keys", 0, false, fault_plain, nines, NULL, NULL,
     PLAIN(sorted_equal_count, GIVEN({A, "i", OUTPUTS}, {B, "i / 9", 9 * OUTPUTS}))},
    {"compact", 0, false, fault_plain, in_order, "look_back.txt", NULL, COMPACTED},
    {"compact, checked", CLIV_CHECKED, true, fault_plain, in_order, "small.txt", NULL, COMPACTED},
    {"compaction that falls back", 0, false, fault_plain, in_order, "tiny.txt", NULL, COMPACTED},
    {"partition", 0, true, fault_plain, in_order, NULL, NULL, PARTED},
    {"partition by groups", 0, false, fault_plain, in_order, "groups.txt", NULL, PARTED},
    {"bulk insert, checked", CLIV_CHECKED, true, fault_plain, in_order, "small.txt", NULL,
     PLAIN(bulk_insert, GIVEN({ELEMENTS, "@offsets", INTERVALS}, {PLACES, "2 * i", INTERVALS},
           {INPUT, "i / 2 * 3 + 1 + i % 2", OUTPUTS - INTERVALS}))},
    {"bulk remove", 0, false, fault_plain, in_order, NULL, NULL,
     PLAIN(bulk_remove, GIVEN({INPUT, "i / 4 * 3 + (i % 4 ? i % 4 - 1 : 0)", OUTPUTS + INTERVALS},
           {PLACES, "4 * i", INTERVALS}))},
    {"segmented reduction", 0, true, fault_plain, in_order, "small.txt", NULL, REDUCED},
    {"first elements of segments", 0, true, fault_plain, in_order, "small.txt", NULL,
     PLAIN(segmented_find_first, GIVEN({INPUT, "7", OUTPUTS}, {OFFSETS, "i", OUTPUTS}))},
    {"segmented reduction, compiled ahead, checked", CLIV_CHECKED, true, fault_ahead, in_order, "small.txt", NULL,
     REDUCED},
    {"reduction by key", 0, false, fault_plain, in_order, "look_back.txt", NULL, REDUCED_BY_KEY},
    {"reduction by key that falls back", 0, true, fault_plain, in_order, "tiny.txt", NULL, REDUCED_BY_KEY},
    {"scan that falls back", 0, true, fault_plain, in_order, "tiny.txt", NULL,
     PLAIN(scan_exclusive, GIVEN({INPUT, "1", OUTPUTS}, {OUT2, "@spare", 1}))},
    {"segmented scan", 0, true, fault_plain, in_order, NULL, NULL, SEGMENTED},
    {"segmented scan by groups, checked", CLIV_CHECKED, false, fault_plain, in_order, "groups.txt", NULL, SEGMENTED},
    {"scan by key", 0, true, fault_plain, in_order, "groups.txt", NULL,
     PLAIN(scan_by_key_inclusive, GIVEN({KEYS, "i / 5", OUTPUTS}, {INPUT, "i % 5 ? 1 : i", OUTPUTS}))},
    {"scan by key, exclusive", 0, false, fault_plain, in_order, NULL, NULL,
     PLAIN(scan_by_key_exclusive, GIVEN({KEYS, "7", OUTPUTS}, {INPUT, "1", OUTPUTS}))},
    {"set keys", 0, true, fault_plain, in_order, NULL, NULL, UNITED},
    {"set keys that fall back", 0, false, fault_plain, in_order, "tiny.txt", NULL, UNITED},
    {"set pairs", 0, false, fault_plain, in_order, NULL, NULL,
     PLAIN(set_pairs, GIVEN({A, "i", OUTPUTS + INTERVALS}, {A_VALUES, "i", OUTPUTS + INTERVALS},
           {B, "120 + i", INTERVALS}, {B_VALUES, "i", INTERVALS}, {OUT, "@spare", OUTPUTS},
           {OUT2, "@output", OUTPUTS}), .kind = CLIV_SYMMETRIC_DIFFERENCE)},
    {"join", 0, true, fault_plain, in_order, NULL, NULL,
     PLAIN(join, GIVEN({A, "2 * i", OUTPUTS - 1}, {B, "2 * i - (i == 119)", OUTPUTS}, {OUT, "@spare", OUTPUTS},
           {OUT2, "@output", OUTPUTS}), .kind = CLIV_FULL, .host = OUTPUTS)},
    {"join in one pass", 0, true, fault_plain, in_order, "look_back.txt", NULL,
     PLAIN(join, GIVEN({A, "2 * i", 2000}, {B, "2 * i + (i >= 120)", 2000}, {OUT, "@spare", OUTPUTS},
           {OUT2, "@output", OUTPUTS}), .kind = CLIV_INNER, .host = OUTPUTS, .cut = true)},
    {"overlaps", 0, true, fault_plain, in_order, NULL, NULL,
     PLAIN(join_overlaps, GIVEN({A, "2 * i", OUTPUTS}, {A_VALUES, "2 * i + 1", OUTPUTS}, {B, "2 * i", OUTPUTS},
           {PLACES, "2 * i + 1", OUTPUTS}, {OUT, "@spare", OUTPUTS}, {OUT2, "@output", OUTPUTS}), .host = OUTPUTS)},
    {"overlaps by groups, checked", CLIV_CHECKED, false, fault_plain, in_order, "look_back.txt", NULL,
     PLAIN(join_overlaps, GIVEN({A, "2 * i", OUTPUTS}, {A_VALUES, "2 * i + 1", OUTPUTS}, {B, "2 * i", OUTPUTS},
           {PLACES, "2 * i + 1", OUTPUTS}, {OUT, "@spare", OUTPUTS}, {OUT2, "@output", OUTPUTS}), .host = OUTPUTS)},
    {"gather", CLIV_CHECKED, false, fault_plain, in_order, NULL, NULL,
     PLAIN(gather, GIVEN({PLACES, "119 - i", OUTPUTS}, {INPUT, "119 - i", OUTPUTS}))},
    {"scatter of elements", 0, false, fault_plain, in_order, "groups.txt", NULL,
     PLAIN(scatter, GIVEN({PLACES, "119 - i", OUTPUTS}, {INPUT, "119 - i", OUTPUTS}))},
    {NULL, 0, false, NULL, NULL, NULL, NULL, NO_PLAIN},
};
/* clang-format on */
