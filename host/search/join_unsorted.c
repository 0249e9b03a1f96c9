/* SPDX-License-Identifier: Apache-2.0 */
/* Joins of tables with rows in any order. The keys of a row become a number, its code. A one-to-one map turns codes
 * into words whose bits are distributed evenly. The index of b has the sorted words of its rows, and a bucket for each
 * value of their upper bits, which leads to a few words. A search of the index finds and counts the matches of each row
 * of a. The rest is as in joins of sorted tables; on GPUs, large inner and left joins use one pass over a instead. */
#include "grid/look_back.h"
#include "map/shortest.h"
#include "search/search_step.h"
#include "sort/sorting.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    GPU_WORDS = 2, /* of a bucket, on average at most; buckets of GPUs store up to four */
    CPU_WORDS = 4,
    MOST_BITS = 26, /* of the number of a bucket. All buckets of GPUs then have 2 or 4 GiB */
    NUMBERS = 8,    /* of a bucket of GPUs, as in cliv_join_index.clh */
    SLOTS = 3       /* for codes of one table */
};

typedef struct table {
    const char *name;
    const cliv_array *keys; /* the caller's */
    cliv_array *counted, *own;
    size_t n;
    cliv_shortest shortest; /* of the columns */
    cliv_row_keys rows;
    size_t count; /* the first columns of `rows` that represent the keys */
    cliv_scratch *slots[SLOTS];
} table;

typedef struct unsorted {
    cliv_call call;
    table a, b;
    size_t key_count;
    cliv_joining joining;
} unsorted;

/* The index of b, for the columns `packed` of both tables. */
typedef struct join_index {
    cliv_packed a, b;
    const cliv_type *word;
    cliv_array words, rows; /* sorted; rows may be CLIV_NONE */
    cliv_scratch *buckets, *marks;
    bool has_entries; /* in the buckets, on GPUs; otherwise the buckets are a directory */
    bool finds_rows;  /* of words that occur once; otherwise only positions */
    size_t count;     /* of buckets */
    cl_uint shift;
    size_t largest; /* the largest index of a row or a bucket */
} join_index;

/* ---- the index */

static cliv_status begin_index(const cliv_context *ctx, join_index *index, const table *a, const table *b)
{
    enum { MOST_BYTES = NUMBERS * sizeof(cl_ulong), PARTS = 4 /* of the largest buffer that are enough for buckets */ };
    const size_t bits = 8 * index->word->size;
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_TRANSFORM, sizeof(cl_ulong), b->n);
    cl_ulong most;
    size_t log2 = 1;
    CLIV_PASS_CL(clGetDeviceInfo, ctx->device.id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    index->has_entries = row->nt > 1;
    while (log2 < cliv_min_size(bits, MOST_BITS) &&
           b->n > (size_t)(index->has_entries ? GPU_WORDS : CPU_WORDS) << log2 &&
           (cl_ulong)MOST_BYTES << (log2 + 1) <= most / PARTS)
        ++log2;
    index->count = (size_t)1 << log2;
    index->shift = (cl_uint)(bits - log2);
    index->largest = cliv_max_size(cliv_max_size(a->n, b->n), index->count);
    return CLIV_SUCCESS;
}

/* The most rows or buckets of a work-item on GPUs. Other counts were slower on an H200: README.md. */
enum { TABLE_ITEMS = 3, PROBE_ITEMS = 4, EXPAND_ITEMS = 2 };

/* Begins the description of a program that handles the rows of a table. */
static void describe(cliv_build *b, cliv_call *call, const join_index *index, const cliv_packed *columns,
                     const table *rows, unsigned most_items, size_t local_item)
{
    const cliv_array none = CLIV_NONE;
    cliv_build_begin(b, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_TRANSFORM,
                                  .bytes = sizeof(cl_ulong),
                                  .local_item = local_item,
                                  .largest = index->largest,
                                  .items = rows->n});
    if (b->tuning.nt > 1 && b->tuning.vt > most_items)
        b->tuning.vt = most_items;
    cliv_build_type(b, "cliv_word", index->word);
    cliv_build_define(b, "CLIV_WORD_BYTES", (unsigned)index->word->size);
    cliv_build_packed(b, columns);
    cliv_build_define(b, "CLIV_HAS_ENTRIES", index->has_entries);
    cliv_build_define(b, "CLIV_FINDS_ROWS", index->finds_rows);
    cliv_build_arrays(b, READ("a_values", &none), WRITTEN("values", &none), READ("words", &index->words),
                      READ("rows", &index->rows));
}

static cliv_status table_program(cliv_build *b, cliv_call *call, const join_index *index, const table *rows,
                                 const cliv_array *codes, const cliv_array *matches)
{
    describe(b, call, index, &index->b, rows, TABLE_ITEMS, 0);
    b->shared = true; /* keys and words */
    cliv_build_arrays(b, WRITTEN("keys", &index->words), WRITTEN("codes", codes), WRITTEN("matches", matches),
                      LENGTH("n", cliv_length_or_null(&rows->shortest.length)));
    return cliv_program_for(b, "join_table.cl");
}

/* The bytes of all buckets, and of one more for the count of words. A number of a bucket holds an index; on
 * GPUs it may hold a word instead. */
static size_t bucket_bytes(const join_index *index, const cliv_build *b)
{
    const size_t numbers = index->has_entries ? NUMBERS : 1,
                 bytes = index->has_entries && index->word->size == sizeof(cl_ulong) ? sizeof(cl_ulong)
                                                                                     : cliv_index_bytes(b);
    return cliv_product(index->count + 1, numbers * bytes);
}

/* Sorts the words of b, and with `has_rows` its row numbers, and makes the index. */
static cliv_status make_index(cliv_call *call, join_index *index, const table *a, const table *b, bool has_rows,
                              bool has_marks)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_sorting sorting = {.iota = has_rows, .n = b->n, .length = b->shortest.length};
    const cliv_array none = CLIV_NONE;
    CLIV_TRY(begin_index(call->ctx, index, a, b));
    CLIV_TRY(cliv_call_array(call, index->word, b->n, &index->words));
    if (has_rows)
        CLIV_TRY(cliv_call_array(call, cliv_place_type(&none, b->n), b->n, &index->rows));
    if (has_marks)
        CLIV_TRY(cliv_call_scratch(call, cliv_max_size(b->n, 1), false, &index->marks));
    CLIV_TRY(table_program(&build, call, index, b, &none, &none));
    CLIV_TRY(cliv_call_scratch(call, bucket_bytes(index, &build), false, &index->buckets));
    if (b->n) {
        CLIV_TRY(cliv_launch(call, &build, "join_words", cliv_tiles_for(b->n), false, U64(b->n), SCRATCH(index->marks),
                             ALL_ARRAYS));
        const cl_uint in_use = cliv_call_in_use(call);
        sorting.keys = index->words;
        sorting.values = index->rows;
        CLIV_TRY(cliv_sort_copy(call, &sorting.keys, b->n, &sorting.keys2));
        CLIV_TRY(cliv_sort_copy(call, &sorting.values, b->n, &sorting.values2));
        CLIV_TRY(cliv_whole_sort(call, &sorting));
        cliv_call_reuse(call, in_use);
    }
    CLIV_TRY(cliv_launch(call, &build, "join_index", cliv_tiles_for(index->count), false, U64(b->n), U64(index->count),
                         U32(index->shift), SCRATCH(index->buckets), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

/* Finds the matches of the rows of a. `references`: CLIV_REFERENCES in cliv_join_probe.clh. */
static cliv_status probe(cliv_call *call, const join_index *index, const table *a, const cliv_join_found *found,
                         bool references)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const cliv_array none = CLIV_NONE;
    describe(&build, call, index, &index->a, a, PROBE_ITEMS, 0);
    cliv_build_define(&build, "CLIV_REFERENCES", references);
    cliv_build_arrays(&build, WRITTEN("keys", &none), WRITTEN("bounds", &found->bounds),
                      WRITTEN("counts", &found->counts), WRITTEN("matches", &found->a_matches),
                      LENGTH("n", cliv_length_or_null(&a->shortest.length)));
    cliv_build_index_conversion(&build, "counts", found->counts.type);
    CLIV_TRY(cliv_program_for(&build, "join_probe.cl"));
    if (a->n)
        CLIV_TRY(cliv_launch(call, &build, "join_probe", cliv_tiles_for(a->n), false, U64(a->n), U64(index->count),
                             U32(index->shift), SCRATCH(index->buckets), SCRATCH(index->marks), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

/* Transfers results from the words of b to its rows. */
static cliv_status put_results(cliv_call *call, const join_index *index, const table *b, const cliv_array *codes,
                               const cliv_array *matches)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    CLIV_TRY(table_program(&build, call, index, b, codes, matches));
    if (b->n)
        CLIV_TRY(cliv_launch(call, &build, "join_results", cliv_tiles_for(b->n), false, U64(b->n), U64(index->count),
                             U32(index->shift), SCRATCH(index->buckets), SCRATCH(index->marks), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

/* ---- keys of more than 8 bytes. An index of some of the columns replaces these columns of a row by one number, the
 * position of their first match. Rows of a without a match get -1, which no row of b has. */

/* A column of numbers, in memory whose content is no longer needed: at most two such columns are in use. */
static cliv_status take_slot(cliv_call *call, table *t, size_t round, cliv_array *codes)
{
    cliv_scratch **const slot = &t->slots[round % SLOTS];
    if (!*slot)
        CLIV_PASS(cliv_call_scratch(call, cliv_product(cliv_max_size(t->n, 1), sizeof(cl_uint)), false, slot));
    *codes = cliv_buffer((*slot)->mem, &cliv_uint, 0, t->n);
    return CLIV_SUCCESS;
}

/* Replaces columns from `begin` on, and before `end`, by one. */
static void replace(table *t, size_t begin, size_t end, cliv_array codes)
{
    t->rows.columns[begin] = codes;
    for (size_t c = end; c < t->count; ++c)
        t->rows.columns[begin + 1 + c - end] = t->rows.columns[c];
    t->count -= end - begin - 1;
}

static join_index index_before(const table *a, const table *b, size_t end)
{
    join_index index = {.a = cliv_pack_before(a->rows.columns, NULL, end),
                        .b = cliv_pack_before(b->rows.columns, NULL, end)};
    index.a.parameter = a->name;
    index.b.parameter = b->name;
    index.word = cliv_packed_type(&index.a);
    return index;
}

static cliv_status number_columns(cliv_call *call, table *a, table *b, size_t round, bool before_last)
{
    const cliv_array none = CLIV_NONE;
    cliv_array codes;
    const size_t end = a->count - before_last;
    join_index index = index_before(a, b, end);
    cliv_join_found found = {.bounds = CLIV_NONE};
    CLIV_PASS(take_slot(call, a, round, &found.bounds));
    CLIV_PASS(take_slot(call, b, round, &codes));
    const cl_uint in_use = cliv_call_in_use(call);
    CLIV_PASS(make_index(call, &index, a, b, true, false));
    CLIV_PASS(probe(call, &index, a, &found, false));
    CLIV_PASS(put_results(call, &index, b, &codes, &none));
    cliv_call_reuse(call, in_use);
    const size_t begin = end - index.a.count;
    replace(a, begin, end, found.bounds);
    replace(b, begin, end, codes);
    return CLIV_SUCCESS;
}

/* Represents the keys by columns of up to 8 bytes. */
static cliv_status shorten_keys(cliv_call *call, table *a, table *b)
{
    for (size_t round = 0;; ++round) {
        const size_t packed = cliv_pack_before(a->rows.columns, NULL, a->count).count;
        if (packed == a->count)
            return CLIV_SUCCESS;
        if (b->n >= CL_UINT_MAX)
            return cliv_fail(CLIV_UNSUPPORTED,
                             "b_keys has %zu rows of more than 8 bytes, but at most %zu are supported", b->n,
                             (size_t)CL_UINT_MAX - 1);
        /* A number alone stays, because it is packed with the number of the columns before it. */
        CLIV_PASS(number_columns(call, a, b, round, round > 0 && packed == 1));
    }
}

/* ---- the join */

typedef struct search {
    const unsorted *u;
    const join_index *index;
} search;

static cliv_status find(cliv_call *call, const void *what, const cliv_join_found *found)
{
    const search *const s = what;
    const cliv_array none = CLIV_NONE;
    CLIV_PASS(probe(call, s->index, &s->u->a, found, !cliv_is_none(&s->index->rows)));
    return cliv_is_none(&found->b_matches) ? CLIV_SUCCESS
                                           : put_results(call, s->index, &s->u->b, &none, &found->b_matches);
}

/* Is the join possible in one pass, and faster? Tiles use look-back, which requires progress, and count rows of the
 * result in 32 bits. With few tiles, a scan is as fast. */
static bool is_one_pass(const cliv_context *ctx, const unsorted *u, const join_index *index)
{
    const cliv_joining *const j = &u->joining;
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_TRANSFORM, sizeof(cl_ulong), u->a.n);
    const size_t largest = cliv_max_size(index->largest, j->results.capacity);
    return (j->kind == CLIV_INNER || j->kind == CLIV_LEFT) && index->has_entries && largest >> 31 == 0 &&
           cliv_join_looks_back(ctx, row, u->a.n);
}

/* The join in one pass. `what` is a search. */
static cliv_status expand(cliv_call *call, const void *what, cliv_scratch *total)
{
    enum {
        PIECE_TILES = 4 /* rows of the result in a piece, in tiles */,
        GROUPS_PER_UNIT = 8,
        OFFSETS = 2 * sizeof(cl_uint)
    };
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *states, *found, *offsets, *tiles, *pieces, *piece_count;
    const search *const s = what;
    const cliv_joining *const j = &s->u->joining;
    const join_index *const index = s->index;
    const cliv_array none = CLIV_NONE, a_rows = cliv_counted(j->a_rows, NULL), b_rows = cliv_counted(j->b_rows, NULL);
    const size_t n = s->u->a.n, capacity = j->results.capacity;
    describe(&build, call, index, &index->a, &s->u->a, EXPAND_ITEMS, OFFSETS);
    cliv_build_define(&build, "CLIV_JOIN_KEEPS_A", j->kind == CLIV_LEFT);
    cliv_build_define(&build, "CLIV_PIECE_TILES", PIECE_TILES);
    cliv_build_arrays(&build, WRITTEN("keys", &none), WRITTEN("a_rows", &a_rows), WRITTEN("b_rows", &b_rows),
                      LENGTH("n", cliv_length_or_null(&s->u->a.shortest.length)));
    cliv_build_index_conversion(&build, "a_rows", a_rows.type);
    cliv_build_row_conversion(&build, "b_rows", b_rows.type);
    CLIV_TRY(cliv_program_for(&build, "join_expand.cl"));
    const size_t nt = build.tuning.nt, tile = nt * build.tuning.vt, tile_count = cliv_ceil_div(n, tile),
                 most_pieces = tile_count + capacity / (PIECE_TILES * tile),
                 groups = cliv_min_size(most_pieces, GROUPS_PER_UNIT * (size_t)call->ctx->device.units);
    CLIV_TRY(cliv_look_back_states(call, cliv_tile_state_words(tile_count, true), false, &states));
    CLIV_TRY(cliv_call_scratch(call, cliv_product(n, cliv_index_bytes(&build)), false, &found));
    CLIV_TRY(cliv_call_scratch(call, cliv_product(n, sizeof(cl_uint)), false, &offsets));
    CLIV_TRY(cliv_call_scratch(call, cliv_product(tile_count, sizeof(cl_uint2)), false, &tiles));
    CLIV_TRY(cliv_call_scratch(call, cliv_product(most_pieces, sizeof(cl_uint2)), false, &pieces));
    CLIV_TRY(cliv_call_scratch(call, sizeof(cl_uint), false, &piece_count));
    CLIV_TRY(cliv_launch(call, &build, "expand_begin", cliv_groups(1), false, SCRATCH(piece_count)));
    CLIV_TRY(cliv_launch(call, &build, "expand_rows", cliv_groups(cliv_stream_groups(call->ctx, nt, tile_count)), false,
                         U64(n), U64(index->count), U32(index->shift), SCRATCH(index->buckets), NUMBER(states),
                         SCRATCH(states), SCRATCH(total), U32(capacity), SCRATCH(found), SCRATCH(offsets),
                         SCRATCH(tiles), SCRATCH(pieces), SCRATCH(piece_count), ALL_ARRAYS));
    CLIV_TRY(cliv_launch(call, &build, "expand_pieces", cliv_groups(groups), false, U64(n), U32(groups), U32(capacity),
                         SCRATCH(found), SCRATCH(offsets), SCRATCH(tiles), SCRATCH(pieces), SCRATCH(piece_count),
                         ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

static cliv_status begin_rows(unsorted *u, table *t)
{
    for (size_t k = 0; k < SLOTS; ++k)
        t->slots[k] = NULL;
    CLIV_PASS(cliv_row_keys_begin(&u->call, t->own, u->key_count, t->n, &t->shortest.length, &t->rows));
    t->count = t->rows.count;
    return CLIV_SUCCESS;
}

static cliv_status join(unsorted *u)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call *const call = &u->call;
    cliv_joining *const j = &u->joining;
    const bool marks = j->kind == CLIV_RIGHT || j->kind == CLIV_FULL;
    CLIV_TRY(begin_rows(u, &u->a));
    CLIV_TRY(begin_rows(u, &u->b));
    CLIV_TRY(shorten_keys(call, &u->a, &u->b));
    join_index index = index_before(&u->a, &u->b, u->a.count);
    /* join_probe marks matched rows of b by position. */
    index.finds_rows = !marks && !cliv_is_none(&j->b_rows);
    CLIV_TRY(make_index(call, &index, &u->a, &u->b, marks || !cliv_is_none(&j->b_rows), marks));
    j->find = find;
    j->expand = is_one_pass(call->ctx, u, &index) ? expand : NULL;
    j->what = &(search){u, &index};
    j->positions = index.rows;
    CLIV_TRY(cliv_run_join(call, j));
done:
    cliv_row_keys_end(&u->a.rows);
    cliv_row_keys_end(&u->b.rows);
    return status;
}

/* ---- the public function */

static cliv_status validate(unsorted *u)
{
    cliv_status status = CLIV_SUCCESS;
    const table *const tables[] = {&u->a, &u->b};
    const cliv_joining *const j = &u->joining;
    const size_t count = u->key_count;
    char(*names)[32] = calloc(2 * count, sizeof *names);
    cliv_use *uses = calloc(2 * count + 3, sizeof *uses);
    CLIV_TRY_MEMORY(names && uses);
    for (size_t k = 0; k < 2 * count; ++k) {
        const table *const t = tables[k / count];
        snprintf(names[k], sizeof *names, "%s[%zu]", t->name, k % count);
        uses[k] = cliv_counts(cliv_reads(names[k], t->keys[k % count], t->keys->count));
    }
    uses[2 * count] = cliv_optional(cliv_indices(cliv_writes("a_rows", j->a_rows, j->a_rows.count)));
    uses[2 * count + 1] = cliv_optional(cliv_indices(cliv_writes("b_rows", j->b_rows, j->b_rows.count)));
    uses[2 * count + 2] = cliv_count_fill_use(&j->results);
    CLIV_TRY(cliv_validate(&u->call, uses, 2 * count + 3));
    for (size_t k = 0; k < count; ++k)
        CLIV_TRY(cliv_same_type(names[count + k], u->b.keys[k].type, names[k], u->a.keys[k].type));
done:
    free(names);
    free(uses);
    return status;
}

/* Computes the count of rows of validated columns. */
static cliv_status count_rows(unsorted *u, table *t)
{
    cliv_status status = CLIV_SUCCESS;
    t->own = calloc(u->key_count, sizeof *t->own);
    t->counted = calloc(u->key_count, sizeof *t->counted);
    CLIV_TRY_MEMORY(t->own && t->counted);
    t->n = cliv_split_lengths(&u->call, t->keys, u->key_count, t->counted, t->own);
    CLIV_TRY(cliv_plan_shortest(&u->call, t->counted, u->key_count, &t->shortest));
done:
    return status;
}

/* The rows of a table as an array without elements. */
static cliv_array rows_of(const table *t)
{
    return (cliv_array){.type = &cliv_int, .count = t->n, .length = cliv_length_or_null(&t->shortest.length)};
}

/* User-defined snippets are compiled before the first launch. */
static bool has_snippets(const unsorted *u)
{
    for (size_t k = 0; k < u->key_count; ++k)
        if (u->a.own[k].generator || u->b.own[k].generator)
            return true;
    return false;
}

cliv_status cliv_join_unsorted(cliv_context *ctx, cl_command_queue queue, cliv_join_kind kind, const cliv_array *a_keys,
                               const cliv_array *b_keys, size_t key_count, cliv_array a_rows, cliv_array b_rows,
                               cliv_array count, size_t *host_count, cl_uint wait_count, const cl_event *wait_list,
                               cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    const cliv_array none = CLIV_NONE;
    b_rows = kind == CLIV_SEMI || kind == CLIV_ANTI ? none : b_rows;
    const bool has_a = !cliv_is_none(&a_rows), has_b = !cliv_is_none(&b_rows);
    unsorted u = {.a = {.name = "a_keys", .keys = a_keys},
                  .b = {.name = "b_keys", .keys = b_keys},
                  .key_count = key_count,
                  .joining = {.kind = kind,
                              .a_rows = a_rows,
                              .b_rows = b_rows,
                              .results = {.count = count,
                                          .host_count = host_count,
                                          .has_output = has_a || has_b,
                                          .capacity = cliv_min_size(has_a ? a_rows.count : SIZE_MAX,
                                                                    has_b ? b_rows.count : SIZE_MAX),
                                          .last = true}}};
    CLIV_TRY(cliv_call_begin(&u.call, ctx, queue, wait_count, wait_list, event));
    if (kind < CLIV_INNER || kind > CLIV_ANTI)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "kind is %d, but must be a cliv_join_kind", (int)kind));
    if (!a_keys || !b_keys)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", a_keys ? "b_keys" : "a_keys"));
    if (!key_count)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "key_count is 0, but must be at least 1"));
    if (key_count > SIZE_MAX / (2 * sizeof(cliv_use)) - 2)
        CLIV_TRY(cliv_fail(CLIV_OUT_OF_RANGE, "key_count is %s, more than any memory holds",
                           cliv_size_text(key_count).text));
    CLIV_TRY(validate(&u));
    CLIV_TRY(count_rows(&u, &u.a));
    CLIV_TRY(count_rows(&u, &u.b));
    u.joining.a = rows_of(&u.a);
    u.joining.b = rows_of(&u.b);
    if (has_snippets(&u)) {
        const cliv_joining joining = u.joining;
        CLIV_TRY(CLIV_COMPILE(&u.call, join(&u)));
        u.joining = joining;
    }
    CLIV_TRY(cliv_find_shortest(&u.call, u.a.counted, key_count, &u.a.shortest));
    CLIV_TRY(cliv_find_shortest(&u.call, u.b.counted, key_count, &u.b.shortest));
    CLIV_TRY(join(&u));
done:
    free(u.a.own);
    free(u.a.counted);
    free(u.b.own);
    free(u.b.counted);
    return cliv_count_fill_answer(&u.joining.results, cliv_call_end(&u.call, status));
}
