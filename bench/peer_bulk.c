/* SPDX-License-Identifier: Apache-2.0 */
/* The peers' inputs for everyday operations, reductions, selections and bulk operations: arrays of ints, by name. */
#include "peer_bulk.h"

#include <string.h>

enum { KEPT = 1, SUMS = 2, SIZED = 4, EQUAL = 8, FIRST = 16 };

/* Names in a descriptor. Every array named here must exist. */
static const struct bulk {
    const char *operation;
    unsigned what; /* KEPT: selects by value; SIZED: size by the data; EQUAL: plain equality; FIRST: ascending */
    const char *input, *other, *indices, *keys, *unique, *output;
} table[] = {
    {"copy", 0, "input", NULL, NULL, NULL, NULL, "output"},
    {"transform", 0, "a", "b", NULL, NULL, NULL, "c"},
    {"pick", 0, "input", NULL, "indices", NULL, NULL, "output"},
    {"place", 0, "input", NULL, "indices", NULL, NULL, "output"},
    {"compact", KEPT | SIZED, "input", NULL, NULL, NULL, NULL, "output"},
    {"partition", KEPT | SIZED, "input", NULL, NULL, NULL, NULL, "output"},
    {"unique", SIZED | EQUAL, NULL, NULL, NULL, "keys", "unique_keys", "lengths"},
    {"reduce_by_key", SUMS | SIZED | EQUAL, "values", NULL, NULL, "keys", "unique_keys", "sums"},
    {"scan_by_key", SUMS | EQUAL, "values", NULL, NULL, "keys", NULL, "output"},
    {"segmented_reduce", SUMS, "input", NULL, "offsets", NULL, NULL, "output"},
    {"segmented_find", FIRST, "input", NULL, "offsets", NULL, NULL, "indices"},
    {"segmented_scan", SUMS, "input", NULL, "offsets", NULL, NULL, "output"},
    {"find_first", FIRST, "input", NULL, NULL, NULL, NULL, "index"},
    {"top", FIRST, "keys", NULL, NULL, NULL, "top_indices", "top_keys"},
    {"segmented_top", FIRST, "keys", NULL, "offsets", NULL, "top_indices", "top_keys"},
    {"rows", 0, "column 0", NULL, NULL, "column 1", NULL, "indices"},
    {"insert", 0, "b", "a", "indices", NULL, NULL, "output"},
    {"remove", 0, "input", NULL, "indices", NULL, NULL, "output"},
};

static const struct bulk *bulk_of(const char *operation)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].operation, operation))
            return &table[i];
    return NULL;
}

bool bench_is_bulk(const char *operation) { return bulk_of(operation) != NULL; }

/* Can peers do this variant of the operation? */
static bool fits(const struct bulk *b, const test_work *work)
{
    const unsigned variant = work->c.variant;
    const test_order *order = &test_orders[work->c.order];
    const char *name = b->operation;
    if (b->what & KEPT && variant >= TEST_FORM_COUNT)
        return false; /* another predicate */
    if (b->what & SUMS && strcmp(test_operators[work->c.operator_].name, "add") != 0)
        return false;
    if (b->what & EQUAL && order->coarse)
        return false;
    if (b->what & FIRST && (order->descending || order->coarse || !order->built_in))
        return false;
    if (!strcmp(name, "transform") || !strcmp(name, "scan_by_key") || !strcmp(name, "segmented_scan"))
        return variant == 0; /* another body, in place */
    if (!strcmp(name, "pick") || !strcmp(name, "place"))
        return variant < 4; /* all indices are valid */
    if (!strcmp(name, "rows"))
        return !bench_array_named(work, "column 2") && work->c.order == test_order_find("none");
    return strcmp(name, "unique") != 0 || !bench_array_named(work, "starts");
}

static bool named(const test_work *work, const char *name, const int32_t **ints)
{
    *ints = name ? bench_ints(work, name) : NULL;
    return !name || *ints;
}

static size_t count_of(const test_work *work, const char *name)
{
    return name ? bench_array_named(work, name)->array.count : 0;
}

bool bench_bulk_work(peer_work *p, const test_work *work, bench_results *all)
{
    const struct bulk *b = bulk_of(p->operation);
    peer_bulk *s = &p->bulk;
    if (!fits(b, work) || !named(work, b->input, &s->input) || !named(work, b->other, &s->other) ||
        !named(work, b->indices, &s->indices) || !named(work, b->keys, &s->keys))
        return false;
    s->count = count_of(work, b->input ? b->input : b->keys);
    s->listed = count_of(work, b->indices);
    s->output = bench_room_for(all, work, b->output, &test_int);
    if (b->unique)
        s->unique = bench_room_for(all, work, b->unique, &test_int);
    if (!s->output || (b->unique && !s->unique))
        return false;
    s->results = count_of(work, b->output);
    if (!strcmp(b->operation, "place") && s->results != s->listed)
        return false; /* some elements keep their old values */
    return !(b->what & SIZED) || bench_sized_result(p, work, all);
}
