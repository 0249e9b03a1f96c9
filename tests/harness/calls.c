/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#define EVENTS c->wait_count, c->wait_list, c->event
#define ARG(slot) c->arrays[slot]

static cliv_status exclusive(const call *c)
{
    return cliv_scan_exclusive(c->ctx, c->queue, ARG(INPUT), ARG(OUT), c->op, ARG(OUT2), EVENTS);
}
static cliv_status inclusive(const call *c)
{
    return cliv_scan_inclusive(c->ctx, c->queue, ARG(INPUT), ARG(OUT), c->op, ARG(OUT2), EVENTS);
}
static cliv_status counts(const call *c)
{
    return cliv_offsets_from_counts(c->ctx, c->queue, ARG(INPUT), ARG(OUT), c->host, EVENTS);
}
static cliv_status reduce(const call *c) { return cliv_reduce(c->ctx, c->queue, ARG(INPUT), ARG(OUT), c->op, EVENTS); }
static cliv_status search(const call *c)
{
    return cliv_load_balance_search(c->ctx, c->queue, c->move_count, ARG(OFFSETS), ARG(OUT), ARG(OUT2), EVENTS);
}
static cliv_status expand(const call *c)
{
    return cliv_interval_expand(c->ctx, c->queue, c->move_count, ARG(OFFSETS), ARG(INPUT), ARG(OUT), EVENTS);
}
static cliv_status gather(const call *c)
{
    return cliv_interval_gather(c->ctx, c->queue, c->move_count, ARG(GATHER), ARG(OFFSETS), ARG(INPUT), ARG(OUT),
                                EVENTS);
}
static cliv_status scatter(const call *c)
{
    return cliv_interval_scatter(c->ctx, c->queue, c->move_count, ARG(SCATTER), ARG(OFFSETS), ARG(INPUT), ARG(OUT),
                                 EVENTS);
}
static cliv_status move(const call *c)
{
    return cliv_interval_move(c->ctx, c->queue, c->move_count, ARG(GATHER), ARG(SCATTER), ARG(OFFSETS), ARG(INPUT),
                              ARG(OUT), EVENTS);
}

static cliv_status copy(const call *c) { return cliv_copy(c->ctx, c->queue, ARG(INPUT), ARG(OUT), EVENTS); }

static cliv_status gather_rows(const call *c)
{
    return cliv_gather(c->ctx, c->queue, ARG(PLACES), ARG(INPUT), ARG(OUT), EVENTS);
}
static cliv_status scatter_rows(const call *c)
{
    return cliv_scatter(c->ctx, c->queue, ARG(PLACES), ARG(INPUT), ARG(OUT), EVENTS);
}

static cliv_status partition(const call *c)
{
    return cliv_partition(c->ctx, c->queue, ARG(INPUT), c->keep, NULL, NULL, 0, ARG(OUT), ARG(COUNT), c->host, EVENTS);
}
static cliv_status unique(const call *c)
{
    return cliv_unique(c->ctx, c->queue, ARG(INPUT), ARG(OUT), ARG(OUT2), CLIV_NONE, c->order, ARG(COUNT), c->host,
                       EVENTS);
}
static cliv_status find_first(const call *c)
{
    return cliv_find_first(c->ctx, c->queue, ARG(INPUT), c->order, ARG(OUT), EVENTS);
}
static cliv_status top_k(const call *c)
{
    return cliv_top_k(c->ctx, c->queue, ARG(INPUT), 4, ARG(OUT), ARG(OUT2), c->order, EVENTS);
}
static cliv_status segmented_top_k(const call *c)
{
    return cliv_segmented_top_k(c->ctx, c->queue, ARG(INPUT), ARG(OFFSETS), 2, ARG(OUT), ARG(OUT2), c->order, EVENTS);
}
static cliv_status segmented_exclusive(const call *c)
{
    return cliv_segmented_scan_exclusive(c->ctx, c->queue, ARG(INPUT), ARG(OFFSETS), ARG(OUT), c->op, EVENTS);
}
static cliv_status segmented_inclusive(const call *c)
{
    return cliv_segmented_scan_inclusive(c->ctx, c->queue, ARG(INPUT), ARG(OFFSETS), ARG(OUT), c->op, EVENTS);
}
static cliv_status exclusive_by_key(const call *c)
{
    return cliv_scan_by_key_exclusive(c->ctx, c->queue, ARG(KEYS), ARG(INPUT), ARG(OUT), c->op, c->order, EVENTS);
}
static cliv_status inclusive_by_key(const call *c)
{
    return cliv_scan_by_key_inclusive(c->ctx, c->queue, ARG(KEYS), ARG(INPUT), ARG(OUT), c->op, c->order, EVENTS);
}

static cliv_status partitions(const call *c)
{
    return cliv_merge_partitions(c->ctx, c->queue, ARG(A), ARG(B), c->tile, ARG(OUT), c->order, EVENTS);
}
static cliv_status merge_keys(const call *c)
{
    return cliv_merge_keys(c->ctx, c->queue, ARG(A), ARG(B), ARG(OUT), c->order, EVENTS);
}
static cliv_status merge_pairs(const call *c)
{
    return cliv_merge_pairs(c->ctx, c->queue, ARG(A), ARG(A_VALUES), ARG(B), ARG(B_VALUES), ARG(OUT), ARG(OUT2),
                            c->order, EVENTS);
}
static cliv_status merge_runs_keys(const call *c)
{
    return cliv_merge_runs_keys(c->ctx, c->queue, ARG(INPUT), ARG(OFFSETS), ARG(OUT), c->order, EVENTS);
}
static cliv_status merge_runs_pairs(const call *c)
{
    return cliv_merge_runs_pairs(c->ctx, c->queue, ARG(INPUT), ARG(VALUES), ARG(OFFSETS), ARG(OUT), ARG(OUT2), c->order,
                                 EVENTS);
}
static cliv_status sort_keys(const call *c) { return cliv_sort_keys(c->ctx, c->queue, ARG(KEYS), c->order, EVENTS); }
static cliv_status sort_pairs(const call *c)
{
    return cliv_sort_pairs(c->ctx, c->queue, ARG(KEYS), ARG(VALUES), c->order, EVENTS);
}
static cliv_status sort_indices(const call *c)
{
    return cliv_sort_indices(c->ctx, c->queue, ARG(KEYS), ARG(OUT), c->order, EVENTS);
}
static cliv_status sort_rows(const call *c)
{
    const cliv_array columns[] = {ARG(KEYS), ARG(VALUES)};
    const cliv_order *const orders[] = {c->order, NULL};
    return cliv_sort_rows(c->ctx, c->queue, columns, orders, 2, ARG(OUT), EVENTS);
}
static cliv_status locality_keys(const call *c)
{
    return cliv_locality_sort_keys(c->ctx, c->queue, ARG(KEYS), c->order, EVENTS);
}
static cliv_status locality_pairs(const call *c)
{
    return cliv_locality_sort_pairs(c->ctx, c->queue, ARG(KEYS), ARG(VALUES), c->order, EVENTS);
}
static cliv_status segmented_keys(const call *c)
{
    return cliv_segmented_sort_keys(c->ctx, c->queue, ARG(KEYS), ARG(SEGMENTS), c->order, EVENTS);
}
static cliv_status segmented_pairs(const call *c)
{
    return cliv_segmented_sort_pairs(c->ctx, c->queue, ARG(KEYS), ARG(VALUES), ARG(SEGMENTS), c->order, EVENTS);
}
static cliv_status flagged_keys(const call *c)
{
    return cliv_segmented_sort_keys_by_flags(c->ctx, c->queue, ARG(KEYS), ARG(FLAGS), c->order, EVENTS);
}
static cliv_status flagged_pairs(const call *c)
{
    return cliv_segmented_sort_pairs_by_flags(c->ctx, c->queue, ARG(KEYS), ARG(VALUES), ARG(FLAGS), c->order, EVENTS);
}
static cliv_status sorted_search(const call *c)
{
    const cliv_search_outputs outputs = {ARG(OUT), ARG(MATCHES), ARG(OUT2), ARG(MATCHES2), ARG(COUNT), ARG(COUNT2)};
    return cliv_sorted_search(c->ctx, c->queue, c->bound, ARG(A), ARG(B), &outputs, c->order, EVENTS);
}
static cliv_status equal_count(const call *c)
{
    return cliv_sorted_equal_count(c->ctx, c->queue, ARG(A), ARG(B), ARG(OUT), c->order, EVENTS);
}

static cliv_status bulk_insert(const call *c)
{
    return cliv_bulk_insert(c->ctx, c->queue, ARG(ELEMENTS), ARG(PLACES), ARG(INPUT), ARG(LONG_OUT), EVENTS);
}
static cliv_status bulk_remove(const call *c)
{
    return cliv_bulk_remove(c->ctx, c->queue, ARG(INPUT), ARG(PLACES), ARG(OUT), EVENTS);
}
static cliv_status set_keys(const call *c)
{
    return cliv_set_keys(c->ctx, c->queue, c->set, ARG(A), ARG(B), ARG(OUT), ARG(COUNT), c->host, c->order, EVENTS);
}
static cliv_status set_pairs(const call *c)
{
    return cliv_set_pairs(c->ctx, c->queue, c->set, ARG(A), ARG(A_VALUES), ARG(B), ARG(B_VALUES), ARG(OUT), ARG(OUT2),
                          ARG(COUNT), c->host, c->order, EVENTS);
}
static cliv_status segmented_reduce(const call *c)
{
    return cliv_segmented_reduce(c->ctx, c->queue, ARG(INPUT), ARG(OFFSETS), ARG(OUT), c->op, EVENTS);
}
static cliv_status join(const call *c)
{
    return cliv_join(c->ctx, c->queue, c->join, ARG(A), ARG(B), ARG(OUT), ARG(OUT2), ARG(COUNT), c->host, c->order,
                     EVENTS);
}
static cliv_status join_as_of(const call *c)
{
    return cliv_join_as_of(c->ctx, c->queue, CLIV_BACKWARD, ARG(A), ARG(B), ARG(OUT), NULL, c->order, EVENTS);
}
static cliv_status histogram(const call *c)
{
    return cliv_histogram(c->ctx, c->queue, ARG(INPUT), ARG(VALUES), ARG(OUT), EVENTS);
}
static cliv_status reduce_by_key(const call *c)
{
    return cliv_reduce_by_key(c->ctx, c->queue, ARG(INPUT), ARG(VALUES), ARG(OUT), ARG(OUT2), c->op, c->order,
                              ARG(COUNT), c->host, EVENTS);
}
static cliv_status compact(const call *c)
{
    return cliv_compact(c->ctx, c->queue, ARG(INPUT), c->keep, NULL, NULL, 0, ARG(OUT), ARG(COUNT), c->host, EVENTS);
}

static cliv_status aos_gather(const call *c)
{
    return cliv_aos_gather(c->ctx, c->queue, ARG(PLACES), ARG(INPUT), ARG(OUT), EVENTS);
}
static cliv_status aos_scatter(const call *c)
{
    return cliv_aos_scatter(c->ctx, c->queue, ARG(PLACES), ARG(INPUT), ARG(OUT), EVENTS);
}
static cliv_status aos_to_soa(const call *c)
{ /* a structure of one member, which two fields name */
    const cliv_field fields[] = {{ARG(OUT), 0}, {ARG(OUT2), 0}};
    return cliv_aos_to_soa(c->ctx, c->queue, ARG(INPUT), fields, 2, EVENTS);
}
static cliv_status soa_to_aos(const call *c)
{
    const cliv_field field = {ARG(INPUT), 0};
    return cliv_soa_to_aos(c->ctx, c->queue, &field, 1, ARG(OUT), EVENTS);
}

#define BIT(slot) (1u << (slot))
#define SIDES (BIT(A) | BIT(B))
#define SIDE_VALUES (BIT(A_VALUES) | BIT(B_VALUES))
#define PAIRS (BIT(KEYS) | BIT(VALUES))
#define FOUND (BIT(OUT) | BIT(OUT2) | BIT(MATCHES) | BIT(MATCHES2) | BIT(COUNT) | BIT(COUNT2))
#define RESULT (BIT(OUT) | BIT(COUNT))
#define END SLOT_COUNT
/* clang-format off */
const operation operations[] = {
    {"cliv_scan_exclusive", exclusive, BIT(INPUT), BIT(OUT) | BIT(OUT2), BIT(OUT2), false, true, {INPUT, OUT},
     {END}, OF_INTERVALS, {[OUT] = 8, [OUT2] = 1}},
    {"cliv_scan_inclusive", inclusive, BIT(INPUT), BIT(OUT) | BIT(OUT2), BIT(OUT2), false, true, {INPUT, OUT},
     {END}, OF_INTERVALS, {[OUT] = 8, [OUT2] = 1}},
    {"cliv_offsets_from_counts", counts, BIT(INPUT), BIT(OUT), 0, false, true, {END, END}, {OUT, END}, OF_INTERVALS,
     {[OUT] = 8}},
    {"cliv_reduce", reduce, BIT(INPUT), BIT(OUT), 0, false, false, {INPUT, OUT}, {END}, OF_INTERVALS, {[OUT] = 1}},
    {"cliv_load_balance_search", search, BIT(OFFSETS), BIT(OUT) | BIT(OUT2), BIT(OUT) | BIT(OUT2), true, false,
     {END, END},
     {OFFSETS, OUT, OUT2, END}, OF_INTERVALS, {[OUT] = 8, [OUT2] = 8}},
    {"cliv_interval_expand", expand, BIT(OFFSETS) | BIT(INPUT), BIT(OUT), 0, true, false, {INPUT, OUT},
     {OFFSETS, END}, OF_INTERVALS, {[INPUT] = 4, [OUT] = 8}},
    {"cliv_interval_gather", gather, BIT(OFFSETS) | BIT(GATHER) | BIT(INPUT), BIT(OUT), 0, true, false, {INPUT, OUT},
     {OFFSETS, GATHER, END}, OF_INTERVALS, {[GATHER] = 4, [OUT] = 8}},
    {"cliv_interval_scatter", scatter, BIT(OFFSETS) | BIT(SCATTER) | BIT(INPUT), BIT(OUT), 0, true, false, {INPUT, OUT},
     {OFFSETS, SCATTER, END}, OF_INTERVALS, {[SCATTER] = 4, [INPUT] = 8}},
    {"cliv_interval_move", move, BIT(OFFSETS) | BIT(GATHER) | BIT(SCATTER) | BIT(INPUT), BIT(OUT), 0, true, false,
     {INPUT, OUT},
     {OFFSETS, GATHER, SCATTER, END}, OF_INTERVALS, {[GATHER] = 4, [SCATTER] = 4}},
    {"cliv_copy", copy, BIT(INPUT), BIT(OUT), 0, false, false, {INPUT, OUT}, {END}, OF_RESULTS, {[OUT] = 8}},
    {"cliv_gather", gather_rows, BIT(PLACES) | BIT(INPUT), BIT(OUT), 0, false, false, {INPUT, OUT}, {PLACES, END},
     OF_RESULTS, {[OUT] = 4}},
    {"cliv_scatter", scatter_rows, BIT(PLACES) | BIT(INPUT), BIT(OUT), 0, false, false, {INPUT, OUT}, {PLACES, END},
     OF_RESULTS, {[INPUT] = 4}},
    {"cliv_partition", partition, BIT(INPUT), BIT(OUT) | BIT(COUNT), BIT(OUT) | BIT(COUNT), false, false, {INPUT, OUT},
     {COUNT, END}, OF_RESULTS, {[OUT] = 8, [COUNT] = 1}},
    {"cliv_unique", unique, BIT(INPUT), RESULT | BIT(OUT2), RESULT | BIT(OUT2), false, false, {INPUT, OUT},
     {OUT2, COUNT, END}, OF_RESULTS, {[COUNT] = 1}},
    {"cliv_find_first", find_first, BIT(INPUT), BIT(OUT), 0, false, false, {END, END}, {OUT, END}, OF_RESULTS,
     {[OUT] = 1}},
    {"cliv_top_k", top_k, BIT(INPUT), BIT(OUT) | BIT(OUT2), BIT(OUT) | BIT(OUT2), false, false, {INPUT, OUT},
     {OUT2, END}, OF_RESULTS, {[OUT] = 4, [OUT2] = 4}},
    {"cliv_segmented_top_k", segmented_top_k, BIT(INPUT) | BIT(OFFSETS), BIT(OUT) | BIT(OUT2), BIT(OUT) | BIT(OUT2),
     false, false, {INPUT, OUT}, {OFFSETS, OUT2, END}, OF_RESULTS, {[OUT] = 8, [OUT2] = 8}},
    {"cliv_segmented_scan_exclusive", segmented_exclusive, BIT(INPUT) | BIT(OFFSETS), BIT(OUT), 0, false, true,
     {INPUT, OUT}, {OFFSETS, END}, OF_RESULTS, {[OUT] = 8}},
    {"cliv_segmented_scan_inclusive", segmented_inclusive, BIT(INPUT) | BIT(OFFSETS), BIT(OUT), 0, false, true,
     {INPUT, OUT}, {OFFSETS, END}, OF_RESULTS, {[OUT] = 8}},
    {"cliv_scan_by_key_exclusive", exclusive_by_key, BIT(INPUT) | BIT(KEYS), BIT(OUT), 0, false, true, {INPUT, OUT},
     {END}, OF_RESULTS, {[INPUT] = 8, [OUT] = 8}},
    {"cliv_scan_by_key_inclusive", inclusive_by_key, BIT(INPUT) | BIT(KEYS), BIT(OUT), 0, false, true, {INPUT, OUT},
     {END}, OF_RESULTS, {[INPUT] = 8, [OUT] = 8}},
    {"cliv_merge_partitions", partitions, SIDES, BIT(OUT), 0, false, false, {A, END}, {OUT, END}, OF_KEYS, {[OUT] = 4}},
    {"cliv_merge_keys", merge_keys, SIDES, BIT(OUT), 0, false, false, {A, END}, {END}, OF_KEYS, {[OUT] = 8}},
    {"cliv_merge_pairs", merge_pairs, SIDES | SIDE_VALUES, BIT(OUT) | BIT(OUT2), 0, false, false, {A_VALUES, END},
     {END}, OF_KEYS,
     {[A_VALUES] = 4, [B_VALUES] = 4, [OUT] = 8, [OUT2] = 8}},
    {"cliv_merge_runs_keys", merge_runs_keys, BIT(INPUT) | BIT(OFFSETS), BIT(OUT), 0, false, false, {INPUT, OUT},
     {OFFSETS, END}, OF_RESULTS, {[OUT] = 8}},
    {"cliv_merge_runs_pairs", merge_runs_pairs, BIT(INPUT) | BIT(VALUES) | BIT(OFFSETS), BIT(OUT) | BIT(OUT2), 0, false,
     false, {VALUES, OUT2}, {OFFSETS, END}, OF_RESULTS, {[VALUES] = 8, [OUT] = 8, [OUT2] = 8}},
    {"cliv_sort_keys", sort_keys, BIT(KEYS), BIT(KEYS), 0, false, false, {KEYS, END}, {END}, OF_KEYS, {0}},
    {"cliv_sort_pairs", sort_pairs, PAIRS, PAIRS, 0, false, false, {KEYS, END}, {END}, OF_KEYS, {[VALUES] = 8}},
    {"cliv_sort_indices", sort_indices, BIT(KEYS), BIT(KEYS) | BIT(OUT), 0, false, false, {KEYS, END},
     {OUT, END}, OF_KEYS,
     {[OUT] = 8}},
    {"cliv_sort_rows", sort_rows, PAIRS, BIT(OUT), 0, false, false, {END, END}, {OUT, END}, OF_KEYS,
     {[VALUES] = 8, [OUT] = 8}},
    {"cliv_locality_sort_keys", locality_keys, BIT(KEYS), BIT(KEYS), 0, false, false, {KEYS, END}, {END}, OF_KEYS, {0}},
    {"cliv_locality_sort_pairs", locality_pairs, PAIRS, PAIRS, 0, false, false, {KEYS, END}, {END}, OF_KEYS,
     {[VALUES] = 8}},
    {"cliv_segmented_sort_keys", segmented_keys, BIT(KEYS) | BIT(SEGMENTS), BIT(KEYS), 0, false, false, {KEYS, END},
     {SEGMENTS, END}, OF_KEYS, {0}},
    {"cliv_segmented_sort_pairs", segmented_pairs, PAIRS | BIT(SEGMENTS), PAIRS, 0, false, false, {KEYS, END},
     {SEGMENTS, END}, OF_KEYS, {[VALUES] = 8}},
    {"cliv_segmented_sort_keys_by_flags", flagged_keys, BIT(KEYS) | BIT(FLAGS), BIT(KEYS), 0, false, false, {KEYS, END},
     {END}, OF_KEYS, {[FLAGS] = 1}},
    {"cliv_segmented_sort_pairs_by_flags", flagged_pairs, PAIRS | BIT(FLAGS), PAIRS, 0, false, false, {KEYS, END},
     {END},
     OF_KEYS, {[VALUES] = 8, [FLAGS] = 1}},
    {"cliv_sorted_search", sorted_search, SIDES, FOUND, FOUND, false, false, {A, END},
     {OUT, OUT2, COUNT, COUNT2}, OF_KEYS,
     {[OUT] = 4, [OUT2] = 4, [MATCHES] = 4, [MATCHES2] = 4, [COUNT] = 1, [COUNT2] = 1}},
    {"cliv_sorted_equal_count", equal_count, SIDES, BIT(OUT), 0, false, false, {A, END}, {OUT, END}, OF_KEYS,
     {[OUT] = 4}},
    {"cliv_compact", compact, BIT(INPUT), RESULT, RESULT, false, false, {INPUT, OUT}, {COUNT, END}, OF_RESULTS,
     {[COUNT] = 1}},
    {"cliv_bulk_insert", bulk_insert, BIT(ELEMENTS) | BIT(PLACES) | BIT(INPUT), BIT(LONG_OUT), 0, false, false,
     {INPUT, LONG_OUT}, {PLACES, END}, OF_RESULTS, {[PLACES] = 4, [LONG_OUT] = 12}},
    {"cliv_bulk_remove", bulk_remove, BIT(INPUT) | BIT(PLACES), BIT(OUT), 0, false, false, {INPUT, OUT}, {PLACES, END},
     OF_RESULTS, {[INPUT] = 4, [OUT] = 4}},
    {"cliv_set_keys", set_keys, SIDES, RESULT, RESULT, false, false, {A, OUT}, {COUNT, END}, OF_RESULTS, {[COUNT] = 1}},
    {"cliv_set_pairs", set_pairs, SIDES | SIDE_VALUES, RESULT | BIT(OUT2), BIT(COUNT), false, false, {A_VALUES, OUT2},
     {COUNT, END}, OF_RESULTS, {[A_VALUES] = 4, [B_VALUES] = 4, [COUNT] = 1}},
    {"cliv_segmented_reduce", segmented_reduce, BIT(INPUT) | BIT(OFFSETS), BIT(OUT), 0, false, false, {INPUT, OUT},
     {OFFSETS, END}, OF_RESULTS, {[OUT] = 4}},
    {"cliv_join", join, SIDES, RESULT | BIT(OUT2), RESULT | BIT(OUT2), false, false, {A, END}, {OUT, OUT2, COUNT, END},
     OF_RESULTS, {[COUNT] = 1}},
    {"cliv_join_as_of", join_as_of, SIDES, BIT(OUT), 0, false, false, {A, END}, {OUT, END}, OF_RESULTS, {[OUT] = 4}},
    {"cliv_histogram", histogram, BIT(INPUT) | BIT(VALUES), BIT(OUT), BIT(VALUES), false, false, {END, END},
     {OUT, END}, OF_RESULTS, {[VALUES] = 8}},
    {"cliv_reduce_by_key", reduce_by_key, BIT(INPUT) | BIT(VALUES), RESULT | BIT(OUT2), RESULT | BIT(OUT2), false,
     false,
     {VALUES, OUT2}, {COUNT, END}, OF_RESULTS, {[VALUES] = 8, [COUNT] = 1}},
    {"cliv_aos_gather", aos_gather, BIT(PLACES) | BIT(INPUT), BIT(OUT), 0, false, false, {INPUT, OUT}, {PLACES, END},
     OF_RESULTS, {[OUT] = 4}},
    {"cliv_aos_scatter", aos_scatter, BIT(PLACES) | BIT(INPUT), BIT(OUT), 0, false, false, {INPUT, OUT}, {PLACES, END},
     OF_RESULTS, {[INPUT] = 4}},
    {"cliv_aos_to_soa", aos_to_soa, BIT(INPUT), BIT(OUT) | BIT(OUT2), 0, false, false, {END, END}, {END}, OF_RESULTS,
     {[OUT] = 8, [OUT2] = 8}},
    {"cliv_soa_to_aos", soa_to_aos, BIT(INPUT), BIT(OUT), 0, false, false, {END, END}, {END}, OF_RESULTS, {[OUT] = 8}},
};
/* clang-format on */
const size_t operation_count = sizeof operations / sizeof operations[0];
