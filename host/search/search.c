/* SPDX-License-Identifier: Apache-2.0 */
/* Sorted search: a merge whose tiles write the bounds of keys instead of merged keys. Binary search: a bisection of the
 * haystack for each needle, or a search of a tree in local memory. */
#include "grid/look_back.h"
#include "grid/partition.h"
#include "grid/phases.h"
#include "runtime/check.h"
#include "scan/scan_step.h"
#include "search/key_index_step.h"
#include "search/search_step.h"
#include "sort/merge_step.h"

#include <string.h>

static bool counts(const cliv_searching *s)
{
    return !cliv_is_none(&s->out.a_match_count) || !cliv_is_none(&s->out.b_match_count);
}

static void describe_counts(cliv_build *b, const cliv_search_outputs *o, bool last_may_add)
{
    cliv_build_define(b, "CLIV_SCHEDULE", last_may_add ? CLIV_LAST_GROUP : CLIV_LAUNCHES);
    cliv_build_arrays(b, WRITTEN("a_match_count", &o->a_match_count), WRITTEN("b_match_count", &o->b_match_count));
    cliv_build_saturation(b, "a_match_count", o->a_match_count.type);
    cliv_build_saturation(b, "b_match_count", o->b_match_count.type);
}

static void describe_indices(cliv_build *b, const cliv_searching *s)
{
    cliv_build_index_conversion(b, "a_counts", s->a_counts.type);
    (s->only_matches || s->rows ? cliv_build_row_conversion : cliv_build_index_conversion)(b, "a_indices",
                                                                                           s->out.a_indices.type);
    (s->rows ? cliv_build_row_conversion : cliv_build_index_conversion)(b, "b_indices", s->out.b_indices.type);
}

cliv_status cliv_search_describe(cliv_build *b, cliv_call *call, const cliv_searching *s, const cliv_order *order)
{
    const cliv_search_outputs *const o = &s->out;
    const size_t n = s->a.count + s->b.count;
    const bool counted = counts(s);
    const bool compared = counted || s->only_matches || !cliv_is_none(&s->a_counts) || !cliv_is_none(&o->a_matches) ||
                          !cliv_is_none(&o->b_matches);
    CLIV_PASS(cliv_merge_describe(
        b, call->ctx,
        &(cliv_merged){.family = CLIV_FAMILY_SEARCH, .order = order, .key = s->a.type, .n = n, .extra = s->extra}));
    cliv_build_cut(b, n, false);
    cliv_build_define(b, "CLIV_COUNTS", counted);
    cliv_build_define(b, "CLIV_MATCHES", compared);
    cliv_build_define(b, "CLIV_ONLY_MATCHES", s->only_matches);
    cliv_build_define(b, "CLIV_ROWS", s->rows);
    cliv_build_define(b, "CLIV_SAME", s->same != NULL);
    if (s->same)
        cliv_build_same(b, s->same);
    cliv_build_parameter(b, "a_keys", s->swapped ? "b" : "a", &s->a, CLIV_READ);
    cliv_build_parameter(b, "b_keys", s->swapped ? "a" : "b", &s->b, CLIV_READ);
    cliv_build_arrays(b, WRITTEN("a_indices", &o->a_indices), WRITTEN("a_matches", &o->a_matches),
                      WRITTEN("b_indices", &o->b_indices), WRITTEN("b_matches", &o->b_matches),
                      WRITTEN("a_counts", &s->a_counts));
    describe_indices(b, s);
    cliv_build_count(b, "a_keys", &s->a);
    cliv_build_count(b, "b_keys", &s->b);
    return CLIV_SUCCESS;
}

cliv_status cliv_search_cut(cliv_call *call, const cliv_searching *s, const cliv_build *b, cliv_scratch **partitions)
{
    const size_t tile = (size_t)b->tuning.nt * b->tuning.vt, tiles = cliv_ceil_div(s->a.count + s->b.count, tile);
    if (!b->partitioned)
        return CLIV_SUCCESS;
    CLIV_PASS(cliv_call_scratch(call, tiles * cliv_index_bytes(b), false, partitions));
    const cliv_merge_cut cut = {
        .a_count = s->a.count, .b_count = s->b.count, .tile = tile, .count = tiles, .partitions = (*partitions)->mem};
    return cliv_merge_path(call, b, &cut, b->arrays, b->array_count, false);
}

static cliv_status add_up_counts(cliv_call *call, const cliv_scratch *matches, size_t tiles,
                                 const cliv_search_outputs *o)
{
    const cliv_array of_a = cliv_buffer(matches->mem, &cliv_uint, 0, tiles),
                     of_b = cliv_buffer(matches->mem, &cliv_uint, tiles, tiles);
    const cliv_status status = cliv_add_up(call, &of_a, &o->a_match_count, NULL);
    return status ? status : cliv_add_up(call, &of_b, &o->b_match_count, NULL);
}

cliv_status cliv_run_search(cliv_call *call, const cliv_searching *s, const cliv_order *order, bool last)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *partitions = NULL, *matches = NULL, *states = NULL;
    const size_t n = s->a.count + s->b.count;
    const cliv_search_outputs *o = &s->out;
    const bool counted = counts(s);
    CLIV_TRY(cliv_search_describe(&build, call, s, order));
    const bool last_may_add = counted && cliv_groups_are_seen(&build);
    describe_counts(&build, o, last_may_add);
    CLIV_TRY(cliv_program_for(&build, "search.cl"));
    const size_t nt = build.tuning.nt, tiles = cliv_ceil_div(n, nt * build.tuning.vt);
    if (counted)
        CLIV_TRY(cliv_call_scratch(call, cliv_max_size(2 * tiles, 1) * sizeof(cl_uint), false, &matches));
    const bool last_adds = last_may_add && tiles > 1 && cliv_few_counts(&build, tiles);
    const bool added = !counted || tiles == 1 || last_adds; /* search_tiles writes the totals */
    if (last_adds)
        CLIV_TRY(cliv_look_back_states(call, 1, false, &states));
    if (n) {
        CLIV_TRY(cliv_search_cut(call, s, &build, &partitions));
        CLIV_TRY(cliv_launch(call, &build, "search_tiles", cliv_groups(tiles), last && added, U64(s->a.count),
                             U64(s->b.count), U64(tiles), SCRATCH(partitions), SCRATCH(matches), SCRATCH(states),
                             ALL_ARRAYS));
    }
    if (!added)
        CLIV_TRY(add_up_counts(call, matches, tiles, o));
done:
    cliv_build_free(&build);
    return status;
}

static cliv_status flag_type(const char *name, const cliv_array *a)
{
    if (!cliv_is_none(a) && a->type && (strcmp(a->type->name, "char") == 0 || strcmp(a->type->name, "uchar") == 0))
        return CLIV_SUCCESS;
    const cliv_status status = cliv_index_type(name, a);
    return status ? cliv_fail(status, "%s has type %s, but must have type char, uchar, int, uint, long or ulong", name,
                              cliv_type_text(a->type).text)
                  : status;
}

static cliv_status check_bound(cliv_bound bound)
{
    return bound == CLIV_LOWER_BOUND || bound == CLIV_UPPER_BOUND
               ? CLIV_SUCCESS
               : cliv_fail(CLIV_INVALID_ARGUMENT, "bound is %d, but must be CLIV_LOWER_BOUND or CLIV_UPPER_BOUND",
                           (int)bound);
}

cliv_status cliv_sorted_search(cliv_context *ctx, cl_command_queue queue, cliv_bound bound, cliv_array a, cliv_array b,
                               const cliv_search_outputs *outputs, const cliv_order *order, cl_uint wait_count,
                               const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    if (!outputs)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "outputs is NULL"));
    CLIV_TRY(check_bound(bound));
    const cliv_search_outputs *o = outputs;
    const cliv_use uses[] = {cliv_counted_reads("a", &a, a.count),
                             cliv_counted_reads("b", &b, b.count),
                             cliv_optional(cliv_indices(cliv_writes("a_indices", o->a_indices, a.count))),
                             cliv_optional(cliv_writes("a_matches", o->a_matches, a.count)),
                             cliv_optional(cliv_indices(cliv_writes("b_indices", o->b_indices, b.count))),
                             cliv_optional(cliv_writes("b_matches", o->b_matches, b.count)),
                             cliv_optional(cliv_indices(cliv_writes("a_match_count", o->a_match_count, 1))),
                             cliv_optional(cliv_indices(cliv_writes("b_match_count", o->b_match_count, 1)))};
    CLIV_TRY(cliv_validate(&call, uses, 8));
    CLIV_TRY(flag_type("a_matches", &o->a_matches));
    CLIV_TRY(flag_type("b_matches", &o->b_matches));
    CLIV_TRY(cliv_check_sides(&call, &a, &b, order));
    /* The search of b in a gives the upper bounds of a in b for its second input. */
    const bool lower = bound == CLIV_LOWER_BOUND;
    const cliv_searching s = {.a = lower ? a : b,
                              .b = lower ? b : a,
                              .swapped = !lower,
                              .out = {lower ? o->a_indices : o->b_indices, lower ? o->a_matches : o->b_matches,
                                      lower ? o->b_indices : o->a_indices, lower ? o->b_matches : o->a_matches,
                                      lower ? o->a_match_count : o->b_match_count,
                                      lower ? o->b_match_count : o->a_match_count}};
    CLIV_TRY(cliv_run_search(&call, &s, order, true));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_sorted_equal_count(cliv_context *ctx, cl_command_queue queue, cliv_array a, cliv_array b,
                                    cliv_array counts, const cliv_order *order, cl_uint wait_count,
                                    const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const cliv_use uses[] = {cliv_counted_reads("a", &a, a.count), cliv_counted_reads("b", &b, b.count),
                             cliv_indices(cliv_writes("counts", counts, a.count))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 3));
    CLIV_TRY(cliv_check_sides(&call, &a, &b, order));
    const cliv_searching search = {.a = a, .b = b, .a_counts = counts};
    CLIV_TRY(cliv_run_search(&call, &search, order, true));
done:
    return cliv_call_end(&call, status);
}

/* ---- binary search ---- */

enum {
    SMALL_KEY = 4,
    LARGEST_KEY = 16,           /* larger keys are searched one by one, without local memory */
    NEEDLES = 4,                /* needles that a work-item searches in lockstep: twice as many small keys */
    TREE_BYTES = 16384,         /* of a whole haystack in local memory */
    INDEX_TREE_BYTES = 32768,   /* of a level of an index in local memory */
    SEARCH_GROUPS_PER_UNIT = 32 /* each reads the tree once */
};

static size_t needles_of(size_t bytes) { return bytes <= SMALL_KEY ? 2 * NEEDLES : bytes <= LARGEST_KEY ? NEEDLES : 1; }

static size_t tree_bytes(const cliv_build *b, size_t local_item)
{
    (void)local_item;
    return cliv_min_size(TREE_BYTES, (size_t)b->ctx->device.local_memory / 4);
}

static size_t index_tree_bytes(const cliv_build *b, size_t local_item)
{
    (void)local_item;
    return cliv_min_size(INDEX_TREE_BYTES, (size_t)b->ctx->device.local_memory * 2 / 3);
}

/* The levels of a tree in local memory. */
static unsigned levels_for(const cliv_build *b, size_t bytes, size_t most)
{
    unsigned levels = 0;
    while (b->tuning.nt > 1 && levels < b->ctx->limits.search_levels && bytes <= LARGEST_KEY &&
           (bytes << (levels + 1)) <= most)
        ++levels;
    return levels;
}

cliv_status cliv_binary_search(cliv_context *ctx, cl_command_queue queue, cliv_bound bound, cliv_array needles,
                               cliv_array haystack, cliv_array indices, const cliv_order *order, cl_uint wait_count,
                               const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    const cliv_use uses[] = {cliv_counted_reads("needles", &needles, needles.count),
                             cliv_counted_reads("haystack", &haystack, haystack.count),
                             cliv_indices(cliv_writes("indices", indices, needles.count))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(check_bound(bound));
    CLIV_TRY(cliv_validate(&call, uses, 3));
    CLIV_TRY(cliv_same_type("haystack", haystack.type, "needles", needles.type));
    const size_t n = needles.count, bytes = needles.type->size, together = needles_of(bytes);
    const bool local = bytes <= LARGEST_KEY;
    unsigned node_bits = cliv_key_index_bits(ctx, &haystack, n);
    cliv_scratch *nodes = NULL;
    cliv_build_begin(&build, ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_TRANSFORM,
                                  .bytes = bytes,
                                  .local_group = !local      ? NULL
                                                 : node_bits ? index_tree_bytes
                                                             : tree_bytes,
                                  .largest = cliv_max_size(n, haystack.count),
                                  .items = n});
    if (build.tuning.nt == 1)
        node_bits = 0;
    const size_t most_bytes = node_bits ? index_tree_bytes(&build, 0) : tree_bytes(&build, 0);
    unsigned levels = levels_for(&build, bytes, most_bytes);
    if (node_bits)
        levels = cliv_key_index_top(node_bits, &haystack, levels);
    else if (haystack.count >> levels || haystack.count / 2 > n)
        levels = 0; /* a tree of some keys only would leave less memory for the cache; few needles do not pay for one */
    CLIV_TRY(cliv_build_order(&build, order, needles.type));
    cliv_build_define(&build, "CLIV_UPPER", bound == CLIV_UPPER_BOUND);
    cliv_build_define(&build, "CLIV_NEEDLES", (unsigned)together);
    cliv_build_define(&build, "CLIV_TREE_LEVELS", levels);
    cliv_build_define(&build, "CLIV_NODE_BITS", node_bits);
    cliv_build_arrays(&build, COUNTED("needles", &needles), COUNTED("haystack", &haystack),
                      WRITTEN("indices", &indices));
    cliv_build_index_conversion(&build, "indices", indices.type);
    CLIV_TRY(cliv_program_for(&build, "binary_search.cl"));
    /* The program may have smaller groups than the tuning row. */
    const size_t nt = build.tuning.nt, tiles = cliv_ceil_div(n, nt == 1 ? build.tuning.vt : nt * together);
    const size_t most = ctx->device.units * SEARCH_GROUPS_PER_UNIT;
    const size_t groups = (levels || node_bits) && nt > 1 ? cliv_min_size(tiles, most) : tiles;
    CLIV_TRY(cliv_check_sorted(&call, "haystack", &haystack, order));
    if (n && node_bits)
        CLIV_TRY(cliv_key_index(&call, &build, &haystack, node_bits, &nodes));
    if (n)
        CLIV_TRY(cliv_launch(&call, &build, "binary_search", cliv_groups(groups), true, U64(n), U64(haystack.count),
                             SCRATCH(nodes), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}
