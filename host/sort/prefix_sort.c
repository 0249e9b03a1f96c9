/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts by a prefix, which nearly always distinguishes the keys, and by all bits if it does not: 8-byte keys by their
 * upper bits, and rows of 5 to 8 bytes by the highest 32 bits that vary. The device decides, so all sorts are enqueued,
 * and kernels that are not needed exit immediately. */
#include "sort/sorting.h"

#include "runtime/device_types.h"

#include "sort/cliv_sort_limits.clh"

#include <string.h>

enum {
    KEY_BYTES = 8,
    RANGES = 3, /* numbers of a column: minimum, maximum, varying bits */
    GROUPS_OF_A_UNIT = 8,
    MOST_TURNS = 64, /* tiles of a group: some devices abort long loops */
    MARKS = 32,      /* marks in a word */
    SAMPLES_OF_A_KEY = 32,
    MOST_SAMPLES = 1 << 18
};

bool cliv_long_is_better(const cliv_context *ctx, const cliv_sorting *s)
{
    return s->keys.type->size == KEY_BYTES && s->n >= ctx->limits.long_from && cliv_radix_is_better(ctx, s) &&
           cliv_radix_row(ctx, s)->nt > 1;
}

bool cliv_high_is_better(const cliv_context *ctx, const cliv_packed *rows, size_t n)
{
    const cliv_sorting words = {.keys = cliv_buffer(NULL, &cliv_uint, 0, n), .n = n};
    return rows->bytes > words.keys.type->size && cliv_radix_row(ctx, &words)->nt > 1 &&
           cliv_radix_is_better(ctx, &words);
}

void cliv_build_packed(cliv_build *b, const cliv_packed *p)
{
    static const char *const names[CLIV_MOST_PACKED] = {"c0", "c1", "c2", "c3"};
    const cliv_array none = CLIV_NONE;
    cliv_build_define(b, "CLIV_COLUMNS", (unsigned)p->count);
    for (size_t c = 0; c < CLIV_MOST_PACKED; ++c) {
        const bool there = c < p->count;
        cliv_build_parameter(b, names[c], p->parameter ? p->parameter : "columns", there ? &p->columns[c] : &none,
                             CLIV_READ);
        cliv_build_column_word(b, names[c], there && p->orders ? p->orders[c] : NULL,
                               there ? p->columns[c].type : &cliv_int); /* a missing column has ints */
    }
}

/* Are merges faster than six passes? The upper halves of doubles have few bits of their mantissas, so that many doubles
 * usually need six passes. The launches of both ways cost too much for integers, which rarely do. */
static bool merges_many_digits(const cliv_sorting *s)
{
    return s->keys.type->size == KEY_BYTES && cliv_scalar_of(s->keys.type).kind == CLIV_FLOATING &&
           cliv_is_none(&s->values);
}

/* The values that all launches of a sort need. */
typedef struct prefix_sort {
    cliv_call *call;
    const cliv_sorting *s;
    const cliv_packed *rows; /* NULL: keys of 8 bytes */
    bool merges;             /* keys that need many digits are merged */
    cliv_build build;
    size_t tiles, groups;                       /* groups: for kernels whose groups process several tiles */
    cl_uint samples, log2, tables;              /* each table of the sample has 2^log2 words */
    cliv_scratch *plan, *table, *parts, *marks; /* marks: a bit for each item */
} prefix_sort;

/* The sample has sqrt(32 n) keys. */
static void size_sample(prefix_sort *p, size_t n)
{
    for (size_t bit = MOST_SAMPLES; bit > 0; bit /= 2) /* the integer root, limited to the bits of MOST_SAMPLES */
        if ((p->samples + bit) * (p->samples + bit) <= SAMPLES_OF_A_KEY * n)
            p->samples += (cl_uint)bit;
    p->log2 = 2;
    while ((1u << p->log2) < 4 * p->samples)
        ++p->log2;
    p->tables = p->rows ? 1 : CLIV_PREFIXES + 1;
}

static cliv_status describe(prefix_sort *p)
{
    cliv_build *const b = &p->build;
    const cliv_sorting *const s = p->s;
    const cliv_type *const key = s->keys.type;
    cliv_build_begin(b, p->call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_RADIX,
                                  .bytes = key->size,
                                  .local_work_item = p->rows ? RANGES * sizeof(cl_ulong) : 0,
                                  .items = s->n});
    b->shared = true;
    cliv_build_type(b, "cliv_key", key);
    cliv_build_type(b, "cliv_value", cliv_is_none(&s->values) ? &cliv_char : s->values.type);
    cliv_build_define(b, "CLIV_KEY_BITS", 8 * (unsigned)key->size);
    cliv_build_define(b, "CLIV_MERGES", p->merges);
    cliv_build_define(b, "CLIV_MOST_PASSES", (unsigned)p->call->ctx->limits.digit_passes);
    cliv_build_define(b, "CLIV_IS_FIRST", p->rows && s->iota);
    cliv_build_define(b, "CLIV_WRITES_POSITIONS", !p->rows && s->iota);
    cliv_build_arrays(b, READ("a_keys", &s->keys), WRITTEN("keys", &s->keys), READ("a_values", &s->values),
                      WRITTEN("values", &s->values));
    cliv_build_radix(b, s->order, key);
    if (p->rows)
        cliv_build_packed(b, p->rows);
    else
        cliv_build_define(b, "CLIV_COLUMNS", 0);
    cliv_sort_count(b, s);
    CLIV_PASS(cliv_program_for(b, "prefix_sort.cl"));
    p->tiles = cliv_ceil_div(s->n, (size_t)b->tuning.nt * b->tuning.vt);
    p->groups = cliv_max_size(cliv_min_size(p->tiles, (size_t)GROUPS_OF_A_UNIT * p->call->ctx->device.units),
                              cliv_ceil_div(p->tiles, MOST_TURNS));
    return CLIV_SUCCESS;
}

/* Chooses the prefix. */
static cliv_status plan(const prefix_sort *p)
{
    cliv_call *const call = p->call;
    const cliv_build *const b = &p->build;
    CLIV_PASS(cliv_launch(call, b, "prefix_begin", cliv_groups(p->groups), false, U64(p->s->n),
                          U32(p->tables << p->log2), SCRATCH(p->table), SCRATCH(p->plan), SCRATCH(p->marks),
                          SCRATCH(p->parts), ALL_ARRAYS));
    const cliv_argument *const choice = LIST(U64(p->groups), SCRATCH(p->parts), SCRATCH(p->plan));
    if (p->rows)
        CLIV_PASS(cliv_launch_list(call, b, "prefix_choose", cliv_groups(1), false, choice));
    CLIV_PASS(cliv_launch(call, b, "prefix_sample", cliv_items(p->samples), false, U64(p->s->n), U32(p->samples),
                          U32(p->log2), SCRATCH(p->plan), SCRATCH(p->table), ALL_ARRAYS));
    if (!p->rows)
        CLIV_PASS(cliv_launch_list(call, b, "prefix_choose", cliv_groups(1), false, choice));
    return CLIV_SUCCESS;
}

/* Puts runs of equal prefixes in order: their items move to the other arrays and back. */
static cliv_status repair(const prefix_sort *p)
{
    const cliv_build *const b = &p->build;
    const cliv_sorting *const s = p->s;
    const bool values = !cliv_is_none(&s->values);
    CLIV_PASS(cliv_launch(p->call, b, "prefix_check",
                          cliv_groups(cliv_ceil_div(s->n, (size_t)CLIV_CHECKED_ITEMS * b->tuning.nt)), false, U64(s->n),
                          SCRATCH(p->plan), SCRATCH(p->marks), ALL_ARRAYS));
    for (cl_uint back = 0; back < 2; ++back) {
        cliv_array arrays[CLIV_MAX_ARRAYS]; /* of the build: source and destination of keys, then of values */
        memcpy(arrays, b->arrays, sizeof arrays);
        arrays[1 - back] = s->keys2;
        if (values)
            arrays[3 - back] = s->values2;
        CLIV_PASS(cliv_launch(p->call, b, "prefix_repair", cliv_items(cliv_ceil_div(s->n, MARKS)), false, U64(s->n),
                              U32(back), SCRATCH(p->plan), SCRATCH(p->marks), ARRAYS(arrays, b->array_count)));
    }
    return CLIV_SUCCESS;
}

/* One of the sorts, with the kernels before and after it. */
static cliv_status sort_by(const prefix_sort *p, cl_uint part)
{
    cliv_sorting sorting = *p->s;
    const size_t n = sorting.n;
    sorting.bit_ranges = p->plan->mem;
    sorting.part = part;
    sorting.iota = p->rows && sorting.iota && part == CLIV_BY_PREFIX;
    if (p->rows)
        CLIV_PASS(cliv_launch(p->call, &p->build, "prefix_words", cliv_groups(p->tiles), false, U64(n), U32(part),
                              SCRATCH(p->plan), ALL_ARRAYS));
    CLIV_PASS(cliv_radix_sort(p->call, &sorting));
    if (part == CLIV_BY_PREFIX)
        CLIV_PASS(repair(p));
    return CLIV_SUCCESS;
}

static cliv_status sort_by_prefix(const void *p) { return sort_by(p, CLIV_BY_PREFIX); }

/* The sort by merges, whose length on the device is 0 if they are not needed. All errors occur before data moves. */
static cliv_status sort_by_merges(const prefix_sort *p)
{
    cliv_sorting sorting = *p->s;
    sorting.length = cliv_buffer(p->plan->mem, &cliv_ulong, offsetof(cliv_prefix_plan, merged) / sizeof(cl_ulong), 1);
    sorting.before = sort_by_prefix;
    sorting.context = p;
    return cliv_merge_sort(p->call, &sorting);
}

cliv_status cliv_prefix_sort(cliv_call *call, const cliv_sorting *s, const cliv_packed *rows)
{
    cliv_status status = CLIV_SUCCESS;
    prefix_sort p = {.call = call, .s = s, .rows = rows, .merges = merges_many_digits(s)};
    CLIV_TRY(describe(&p));
    size_sample(&p, call->ctx->limits.wrong_samples ? 1 : s->n);
    CLIV_TRY(cliv_call_scratch(call, sizeof(cliv_prefix_plan), false, &p.plan));
    CLIV_TRY(cliv_call_scratch(call, (p.tables * sizeof(cl_uint)) << p.log2, false, &p.table));
    CLIV_TRY(cliv_call_scratch(call, RANGES * sizeof(cl_ulong) * (rows ? rows->count * p.groups : 1), false, &p.parts));
    CLIV_TRY(cliv_call_scratch(call, cliv_ceil_div(s->n, MARKS) * sizeof(cl_uint), false, &p.marks));
    CLIV_TRY(plan(&p));
    if (p.merges) {
        CLIV_TRY(sort_by_merges(&p));
        goto done;
    }
    for (cl_uint part = 0; part < CLIV_PREFIX_SORTS; ++part) {
        const cl_uint in_use = cliv_call_in_use(call);
        if (rows || part != CLIV_BY_LOW_WORD)
            CLIV_TRY(sort_by(&p, part));
        cliv_call_reuse(call, in_use);
    }
done:
    cliv_build_free(&p.build);
    return status;
}
