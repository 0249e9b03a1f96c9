/* SPDX-License-Identifier: Apache-2.0 */
/* Joins of overlapping intervals. Two intervals overlap if one begins inside the other. The intervals that begin inside
 * an interval are contiguous in the other side, which is sorted by start. So each interval of a has one range of
 * intervals of b, and each interval of b one range of intervals of a. The ranges of both sides are one list, whose
 * expansion by load-balancing search gives the pairs.
 *
 * The list has an entry for each interval of a, then one for each interval of b. Ranges are ranges of entries. Empty
 * intervals have no range, but may be inside ranges. If there are any, the other entries are numbered without gaps.
 * The device decides this: without empty intervals the numbering has a length of 0. */
#include "compact/compact_step.h"
#include "interval/interval_step.h"
#include "runtime/check.h"
#include "scan/scan_step.h"
#include "search/search_step.h"

#include <clinterval/join.h>

typedef struct side {
    const char *starts_name, *ends_name;
    cliv_array starts, ends;
} side;

typedef struct overlapping {
    side a, b;
    cliv_array a_rows, b_rows;
    cliv_count_fill results;
    const cliv_type *type;             /* of all lists: signed, so that -1 marks the entry of an empty interval */
    cliv_array firsts, counts, length; /* the ranges; `length`: 0 if there are no empty intervals, else ULONG_MAX */
    cliv_array numbers, entries;       /* the numbering: of each entry, and the entries that have numbers */
} overlapping;

/* Gives both arrays of a side the smaller of their device-side lengths. If a kernel must compute this length, *smaller
 * stores it, and must live as long as the side. */
static cliv_status take_length(cliv_call *call, side *s, cliv_array *smaller)
{
    const cliv_array *const of_starts = s->starts.length, *const of_ends = s->ends.length;
    const cliv_array *length = of_starts ? of_starts : of_ends;
    if (of_starts && of_ends && !cliv_is_same_length(of_starts, of_ends)) {
        const cliv_array lengths[] = {*of_starts, *of_ends};
        const cliv_array least =
            cliv_generate_from(&cliv_ulong, "min(convert_ulong_sat(a0[0]), convert_ulong_sat(a1[0]))", 1, lengths, 2);
        CLIV_PASS(cliv_call_array(call, &cliv_ulong, 1, smaller));
        CLIV_PASS(cliv_add_up(call, &least, smaller, NULL));
        length = smaller;
    }
    s->starts = cliv_counted(s->starts, length);
    s->ends = cliv_counted(s->ends, length);
    return CLIV_SUCCESS;
}

/* Finds the ranges of the intervals of `s` in the other side. The entries of `s` begin at `own`, the entries of the
 * other side at `others`. On input, `firsts` has the first position of each range in the other side. */
static cliv_status find_ranges(cliv_call *call, const overlapping *o, const side *s, size_t own, const side *other,
                               size_t others)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const cliv_type *const key = s->starts.type;
    const size_t n = s->starts.count;
    cliv_build_begin(
        &build, call->ctx,
        (cliv_tiles){.family = CLIV_FAMILY_TRANSFORM, .bytes = key->size, .largest = o->firsts.count, .items = n});
    CLIV_TRY(cliv_build_order(&build, NULL, key));
    cliv_build_type(&build, "cliv_entry", o->type);
    cliv_build_parameter(&build, "starts", s->starts_name, &s->starts, CLIV_READ);
    cliv_build_parameter(&build, "ends", s->ends_name, &s->ends, CLIV_READ);
    cliv_build_parameter(&build, "others", other->starts_name, &other->starts, CLIV_READ);
    cliv_build_count(&build, "starts", &s->starts);
    cliv_build_count(&build, "others", &other->starts);
    CLIV_TRY(cliv_program_for(&build, "overlaps.cl"));
    if (n)
        CLIV_TRY(cliv_launch(call, &build, "overlap_ranges", cliv_tiles_for(n), false, U64(n), U64(other->starts.count),
                             U64(own), U64(others), MEM(o->firsts.buffer), MEM(o->counts.buffer), MEM(o->length.buffer),
                             ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

/* Finds all ranges. A single search gives where the ranges of both sides begin: at the lower bound of the start of an
 * interval of a, and at the upper bound of the start of an interval of b. */
static cliv_status find_all_ranges(cliv_call *call, const overlapping *o)
{
    const size_t n = o->a.starts.count, m = o->b.starts.count;
    const cliv_array nothing = cliv_generate(&cliv_ulong, "0", 0);
    const cliv_searching search = {
        .a = o->a.starts,
        .b = o->b.starts,
        .out = {.a_indices = cliv_slice(o->firsts, 0, n), .b_indices = cliv_slice(o->firsts, n, m)}};
    CLIV_PASS(cliv_add_up(call, &nothing, &o->length, NULL));
    CLIV_PASS(cliv_run_search(call, &search, NULL, false));
    CLIV_PASS(find_ranges(call, o, &o->a, 0, &o->b, n));
    return find_ranges(call, o, &o->b, n, &o->a, 0);
}

/* Numbers the entries of intervals that are not empty, if any interval is empty. */
static cliv_status number_entries(cliv_call *call, const overlapping *o)
{
    const cliv_array none = CLIV_NONE;
    const size_t count = o->firsts.count;
    const cliv_array kept = cliv_counted(cliv_generate_from(o->type, "a0[i] >= 0", count, &o->firsts, 1), &o->length);
    CLIV_PASS(cliv_scan_counts(call, &kept, &o->numbers, &none, count));
    cliv_compacting c = {.input = cliv_counted(cliv_generate(o->type, "i", count), &o->length),
                         .keep = "a0[i] >= 0",
                         .arrays = &o->firsts,
                         .array_count = 1,
                         .output = o->entries,
                         .results = {.has_output = true, .capacity = count}};
    return cliv_run_compact(call, &c);
}

/* Writes the pairs that the ranges give. */
static cliv_status write_pairs(cliv_call *call, const overlapping *o, const cliv_array *offsets,
                               const cliv_array *firsts, const cliv_array *total)
{
    const cl_ulong n = o->a.starts.count;
    const cliv_interval_call fill = {.kind = CLIV_SEARCH,
                                     .move_count = o->results.capacity,
                                     .offsets = *offsets,
                                     .segments = o->a_rows,
                                     .ranks = o->b_rows,
                                     .firsts = *firsts,
                                     .split = cliv_constant(NULL, &cliv_ulong, &n),
                                     .numbered = o->length,
                                     .entries = o->entries,
                                     .limit = *total};
    return cliv_enqueue_intervals(call, &fill);
}

static cliv_status join_overlaps(cliv_call *call, overlapping *o)
{
    cliv_scratch *sum;
    cliv_array offsets, smaller[2];
    cliv_count_fill *const results = &o->results;
    const size_t count = o->a.starts.count + o->b.starts.count;
    const size_t greatest = cliv_max_size(count, results->has_output ? results->capacity : 0);
    o->type = greatest >= (size_t)1 << 31 ? &cliv_long : &cliv_int;
    CLIV_PASS(cliv_call_array(call, o->type, count, &o->firsts));
    CLIV_PASS(cliv_call_array(call, o->type, count, &o->counts));
    CLIV_PASS(cliv_call_array(call, o->type, count, &o->entries));
    CLIV_PASS(cliv_call_array(call, o->type, count + 1, &o->numbers));
    CLIV_PASS(cliv_call_array(call, &cliv_ulong, 1, &o->length));
    CLIV_PASS(cliv_call_scratch(call, sizeof(cl_ulong), false, &sum));
    CLIV_PASS(take_length(call, &o->a, &smaller[0]));
    CLIV_PASS(take_length(call, &o->b, &smaller[1]));
    if (results->has_output)
        CLIV_PASS(cliv_call_array(call, o->type, count, &offsets));
    const cl_uint in_use = cliv_call_in_use(call);
    CLIV_PASS(find_all_ranges(call, o));
    cliv_call_reuse(call, in_use);
    CLIV_PASS(number_entries(call, o));
    cliv_call_reuse(call, in_use);
    /* The same ranges, of numbers instead of entries if the entries have numbers. Empty ranges are not read. */
    const cliv_array ranges[] = {o->counts, o->firsts, o->numbers, o->length};
    const cliv_array firsts = cliv_generate_from(o->type, "a3[0] && a0[i] ? a2[a1[i]] : a1[i]", count, ranges, 4);
    const cliv_array counts =
        cliv_generate_from(o->type, "a3[0] && a0[i] ? a2[a1[i] + a0[i]] - a2[a1[i]] : a0[i]", count, ranges, 4);
    const cliv_array total = cliv_buffer(sum->mem, &cliv_ulong, 0, 1);
    results->total = sum;
    if (results->has_output) {
        CLIV_PASS(cliv_scan_counts(call, &counts, &offsets, &total, SIZE_MAX));
        CLIV_PASS(write_pairs(call, o, &offsets, &firsts, &total));
        CLIV_PASS(cliv_add_up(call, &total, &results->count, NULL));
    } else {
        CLIV_PASS(cliv_add_up(call, &counts, &total, &results->count));
    }
    return CLIV_SUCCESS;
}

/* All arrays have one type, which is a number. */
static cliv_status check_types(const overlapping *o)
{
    const cliv_type *const type = o->a.starts.type;
    if (!cliv_is_number(type))
        return cliv_fail(CLIV_TYPE_MISMATCH, "a_starts has type %s, but must have a built-in scalar type",
                         cliv_type_text(type).text);
    CLIV_PASS(cliv_same_type("a_ends", o->a.ends.type, "a_starts", type));
    CLIV_PASS(cliv_same_type("b_starts", o->b.starts.type, "a_starts", type));
    return cliv_same_type("b_ends", o->b.ends.type, "a_starts", type);
}

/* The checks of the intervals of a side, after its lengths have been read in a checked context. */
static cliv_status check_side(cliv_call *call, side *s)
{
    s->starts.count = cliv_min_size(s->starts.count, s->ends.count);
    s->ends.count = s->starts.count;
    return cliv_check_sorted(call, s->starts_name, &s->starts, NULL);
}

cliv_status cliv_join_overlaps(cliv_context *ctx, cl_command_queue queue, cliv_array a_starts, cliv_array a_ends,
                               cliv_array b_starts, cliv_array b_ends, cliv_array a_rows, cliv_array b_rows,
                               cliv_array count, size_t *host_count, cl_uint wait_count, const cl_event *wait_list,
                               cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const bool has_a = !cliv_is_none(&a_rows), has_b = !cliv_is_none(&b_rows);
    overlapping o = {
        .a = {.starts_name = "a_starts", .ends_name = "a_ends", .starts = a_starts, .ends = a_ends},
        .b = {.starts_name = "b_starts", .ends_name = "b_ends", .starts = b_starts, .ends = b_ends},
        .a_rows = a_rows,
        .b_rows = b_rows,
        .results = {.count = count,
                    .host_count = host_count,
                    .has_output = has_a || has_b,
                    .capacity = cliv_min_size(has_a ? a_rows.count : SIZE_MAX, has_b ? b_rows.count : SIZE_MAX),
                    .last = true}};
    const cliv_use uses[] = {cliv_counted_reads("a_starts", &o.a.starts, a_starts.count),
                             cliv_counted_reads("a_ends", &o.a.ends, a_starts.count),
                             cliv_counted_reads("b_starts", &o.b.starts, b_starts.count),
                             cliv_counted_reads("b_ends", &o.b.ends, b_starts.count),
                             cliv_optional(cliv_indices(cliv_writes("a_rows", a_rows, a_rows.count))),
                             cliv_optional(cliv_indices(cliv_writes("b_rows", b_rows, b_rows.count))),
                             cliv_count_fill_use(&o.results)};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    CLIV_TRY(check_types(&o));
    CLIV_TRY(cliv_check_sum_of_counts("a_starts", &a_starts, "b_starts", &b_starts));
    CLIV_TRY(check_side(&call, &o.a));
    CLIV_TRY(check_side(&call, &o.b));
    const overlapping same = o;
    CLIV_TRY(CLIV_COMPILE(&call, join_overlaps(&call, &o))); /* all errors occur before the first command */
    o = same;
    CLIV_TRY(join_overlaps(&call, &o));
    CLIV_TRY(cliv_count_fill_read(&call, &o.results));
done:
    return cliv_count_fill_answer(&o.results, cliv_call_end(&call, status));
}
