/* SPDX-License-Identifier: Apache-2.0 */
/* Translates a descriptor's arrays to the structures in peers.h. */
#include "peer_work.h"
#include "peer_bulk.h"
#include "peer_groups.h"

#include <string.h>

/* ---- intervals, scan, reduce ---- */

static bool interval_work(peer_work *p, const test_work *work, bench_results *all)
{
    const char *operation = p->operation;
    bool reduces = !strcmp(operation, "reduce"), expands = !strcmp(operation, "expand");
    bool finds = !strcmp(operation, "segments"), intervals = strcmp(operation, "scan") != 0 && !reduces;
    p->intervals = work->interval_count;
    p->outputs = work->c.n;
    p->offsets = bench_ints(work, "offsets");
    p->values = bench_ints(work, "values");
    p->gather = bench_ints(work, "gather");
    p->scatter = bench_ints(work, "scatter");
    p->input = bench_ints(work, "input");
    if ((intervals && !p->offsets) || (expands && !p->values) || (!expands && !finds && !p->input))
        return false;
    if ((!strcmp(operation, "gather") || !strcmp(operation, "move")) && !p->gather)
        return false;
    if ((!strcmp(operation, "scatter") || !strcmp(operation, "move")) && !p->scatter)
        return false;
    p->output = bench_room_for(all, work, reduces ? "result" : finds ? "segments" : "output", &test_int);
    return p->output != NULL;
}

/* ---- sorted operations ---- */

static bool key_of(const test_type *type, peer_key *key)
{
    const struct {
        const test_type *type;
        peer_key key;
    } table[] = {{&test_int, PEER_INT},
                 {&test_long, PEER_LONG},
                 {&test_float, PEER_FLOAT},
                 {&test_uchar, PEER_UCHAR},
                 {test_type_find("short"), PEER_SHORT}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].type == type)
            return *key = table[i].key, true;
    return false;
}

static bool search_work(peer_sorted *s, const test_work *work, bench_results *all)
{
    const char *variant = work->operation->variants[work->c.variant];
    if (bench_array_named(work, "a_match_count") || bench_array_named(work, "b_match_count"))
        return false;
    s->upper = !strncmp(variant, "upper", 5);
    s->a_indices = bench_room_for(all, work, "a_indices", &test_int);
    s->b_indices = bench_room_for(all, work, "b_indices", &test_int);
    s->a_matches = bench_room_for(all, work, "a_matches", &test_uchar);
    s->b_matches = bench_room_for(all, work, "b_matches", &test_uchar);
    return s->a_indices && !s->a_matches == !bench_array_named(work, "a_matches") &&
           !s->b_indices == !bench_array_named(work, "b_indices") && (!s->a_matches || s->b_matches);
}

/* Needles in any order, whose bounds are a_indices. */
static bool bounds_work(peer_sorted *s, const test_work *work, bench_results *all)
{
    const test_array *needles = bench_array_named(work, "needles"), *haystack = bench_array_named(work, "haystack");
    s->upper = !strncmp(work->operation->variants[work->c.variant], "upper", 5);
    s->a = bench_contents(work, "needles", work->c.type);
    s->b = bench_contents(work, "haystack", work->c.type);
    s->a_indices = bench_room_for(all, work, "indices", &test_int);
    if (!s->a || !s->b || !s->a_indices)
        return false;
    s->a_count = needles->array.count;
    s->b_count = haystack->array.count;
    return true;
}

static bool join_work(peer_work *p, const test_work *work, bench_results *all)
{
    peer_sorted *s = &p->sorted;
    enum { KINDS = PEER_ANTI + 1 };
    s->kind = (int)(work->c.variant % KINDS);
    s->a_rows = bench_room_for(all, work, "a_rows", &test_int);
    s->b_rows = bench_room_for(all, work, "b_rows", &test_int);
    return s->a_rows && (s->b_rows || s->kind == PEER_SEMI || s->kind == PEER_ANTI) && bench_sized_result(p, work, all);
}

/* Pairs of overlapping intervals, none of which is empty. */
static bool overlap_work(peer_work *p, const test_work *work, bench_results *all)
{
    peer_sorted *s = &p->sorted;
    if (work->c.shape != TEST_UNIFORM || s->key != PEER_INT)
        return false;
    s->a_ends = bench_ints(work, "a_ends");
    s->b_ends = bench_ints(work, "b_ends");
    s->a_rows = bench_room_for(all, work, "a_rows", &test_int);
    s->b_rows = bench_room_for(all, work, "b_rows", &test_int);
    return s->a_ends && s->b_ends && s->a_rows && s->b_rows && bench_sized_result(p, work, all);
}

static bool as_of_work(peer_sorted *s, const test_work *work, bench_results *all)
{
    if (strstr(work->operation->variants[work->c.variant], "same"))
        return false;
    s->upper = !strcmp(work->operation->variants[work->c.variant], "backward");
    s->b_rows = bench_room_for(all, work, "b_rows", &test_int);
    return s->b_rows != NULL;
}

static bool sorted_work(peer_work *p, const test_work *work, bench_results *all)
{
    const test_type *type = work->c.type;
    const test_order *order = &test_orders[work->c.order];
    peer_sorted *s = &p->sorted;
    bool pairs = work->operation->uses & TEST_USES_VALUES, runs = !strcmp(p->operation, "merge_runs");
    bool sides = work->operation->uses & TEST_USES_SIDES && !runs;
    bool set = !strcmp(p->operation, "set"), overlaps = !strcmp(p->operation, "overlaps");
    if (order->descending || order->coarse || !key_of(type, &s->key))
        return false; /* an order other than `<` */
    if (pairs && work->c.from && work->c.from != &test_int)
        return false;
    if (pairs && !work->c.from && type != &test_int)
        return false;
    s->any_order = !order->built_in;
    if (!strcmp(p->operation, "bounds"))
        return bounds_work(s, work, all);
    s->a = bench_contents(work, overlaps ? "a_starts" : sides ? "a" : "keys", type);
    s->a_count = sides ? test_side_count(&work->c, 0) : work->c.n;
    if (sides)
        s->b = bench_contents(work, overlaps ? "b_starts" : "b", type);
    if (sides)
        s->b_count = test_side_count(&work->c, 1);
    if (!s->a || (sides && !s->b))
        return false;
    if (!strcmp(p->operation, "search"))
        return search_work(s, work, all);
    if (!strcmp(p->operation, "join"))
        return join_work(p, work, all);
    if (!strcmp(p->operation, "join_unsorted"))
        return !bench_array_named(work, "a, column 1") && join_work(p, work, all);
    if (overlaps)
        return overlap_work(p, work, all);
    if (!strcmp(p->operation, "as_of"))
        return as_of_work(s, work, all);
    if (set)
        s->kind = (int)(work->c.variant % (PEER_SYMMETRIC_DIFFERENCE + 1));
    if (set && !bench_sized_result(p, work, all))
        return false;
    if (pairs) {
        s->a_values = bench_ints(work, sides ? "a_values" : "values");
        s->b_values = sides ? bench_ints(work, "b_values") : NULL;
        s->values = bench_room_for(all, work, runs ? "output_values" : "values", &test_int);
        if (!s->a_values || (sides && !s->b_values) || !s->values)
            return false;
    }
    if (runs || !strcmp(p->operation, "segmented_sort")) {
        const char *const starts = runs ? "starts" : "segments";
        s->segments = bench_ints(work, starts);
        if (!s->segments)
            return false;
        s->segment_count = bench_array_named(work, starts)->array.count;
    }
    s->keys = bench_room_for(all, work, runs ? "output_keys" : sides && !pairs ? "output" : "keys", type);
    return s->keys != NULL;
}

/* ---- structures, counters, pools ---- */

static bool atomic_work(peer_work *p, const test_work *work, bench_results *all)
{
    peer_structures *s = &p->structures;
    const bool counts = !strcmp(p->operation, "count");
    s->users = (int)work->c.variant; /* in the order of the descriptor */
    s->bins = counts ? work->arrays[0].array.count : 0;
    s->output = bench_room_for(all, work, counts ? "counts" : "slots", &test_uint);
    return s->output != NULL;
}

/* Samples of a byte or an int, without weights. */
static bool histogram_work(peer_structures *s, const test_work *work, bench_results *all)
{
    const test_array *counts = bench_array_named(work, "counts");
    const test_type *type = work->c.type;
    if (bench_array_named(work, "weights") || (type != &test_uchar && type != &test_int))
        return false;
    s->input = bench_contents(work, "bins", type);
    s->sample_bytes = type->type->size;
    s->bins = counts->array.count;
    s->output = bench_room_for(all, work, "counts", work->c.index == &test_int ? &test_int : &test_uint);
    return s->input && s->output;
}

static bool moved_work(peer_work *p, const test_work *work, bench_results *all)
{
    peer_structures *s = &p->structures;
    const test_array *input = bench_array_named(work, "input");
    const bool copies = !strcmp(p->operation, "aos_copy");
    if (copies && work->c.variant)
        return false; /* the naive copy, already one of the other variant's peers */
    s->indices = bench_ints(work, "indices");
    s->input = bench_contents(work, "input", work->c.type);
    s->output = bench_room_for(all, work, "output", work->c.type);
    if (!s->input || !s->output || (!copies && !s->indices))
        return false;
    /* With more output positions than structures a scatter leaves some outputs unchanged. Rows of the bench have equal
     * counts. */
    s->places = input->array.count;
    return strcmp(p->operation, "aos_scatter") != 0 || all->list[0].bytes == s->count * work->c.type->type->size;
}

static bool field_work(peer_work *p, const test_work *work, bench_results *all)
{
    peer_structures *s = &p->structures;
    const bool apart = !strcmp(p->operation, "aos_to_soa");
    if (work->c.variant || work->array_count != s->words + 1)
        return false; /* some of the words, in any order */
    for (size_t k = 0; k < s->words; k++) {
        if (apart)
            s->out_fields[k] = bench_room_of(all, &work->arrays[1 + k]);
        else
            s->in_fields[k] = bench_contents_of(&work->arrays[k]);
        if (apart ? !s->out_fields[k] : !s->in_fields[k])
            return false;
    }
    if (apart)
        s->input = bench_contents_of(&work->arrays[0]);
    else
        s->output = bench_room_of(all, &work->arrays[s->words]);
    return apart ? s->input != NULL : s->output != NULL;
}

/* Structures of words only, so that their layout is known. */
static bool structure_work(peer_work *p, const test_work *work, bench_results *all)
{
    peer_structures *s = &p->structures;
    const cliv_type *type = work->c.type->type;
    s->count = work->c.n;
    if (s->count == 0 || s->count > INT32_MAX)
        return false;
    if (!strcmp(p->operation, "count") || !strcmp(p->operation, "allocate"))
        return atomic_work(p, work, all);
    if (!strcmp(p->operation, "histogram"))
        return histogram_work(s, work, all);
    s->words = type->size / sizeof(uint32_t);
    s->quads = !strcmp(type->name, "quads48");
    if (!s->quads && strncmp(type->name, "words", 5) != 0)
        return false;
    if (s->words < PEER_LEAST_WORDS || s->words > PEER_MOST_WORDS)
        return false;
    return strstr(p->operation, "soa") ? field_work(p, work, all) : moved_work(p, work, all);
}

bool bench_peer_work(peer_work *p, const test_work *work, bench_results *all)
{
    static const char *const sorted[] = {"merge", "merge_runs", "sort",  "segmented_sort", "search",  "bounds",
                                         "set",   "join",       "as_of", "join_unsorted",  "overlaps"};
    static const char *const structures[] = {"aos_gather", "aos_scatter", "aos_copy",  "aos_to_soa",
                                             "soa_to_aos", "count",       "histogram", "allocate"};
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++)
        if (!strcmp(p->operation, structures[i]))
            return structure_work(p, work, all);
    for (size_t i = 0; i < sizeof sorted / sizeof *sorted; i++)
        if (!strcmp(p->operation, sorted[i]))
            return sorted_work(p, work, all);
    if (!strcmp(p->operation, "group_by"))
        return bench_group_work(p, work, all);
    if (bench_is_bulk(p->operation))
        return bench_bulk_work(p, work, all);
    return interval_work(p, work, all);
}
