/* SPDX-License-Identifier: Apache-2.0 */
/* Aggregation in tables. Groups fold chunks of the rows into tables in local memory. If a table is full, the rows are
 * partitioned by their codes, and then folded partition by partition. If a table is full again, the rows are not
 * aggregated. The device decides; kernels that are not needed exit immediately. */
#include "group/tables.h"

#include "grid/look_back.h"
#include "sort/sorting.h"

#include <string.h>

enum {
    MOST_TURNS = 64,      /* tiles of a group: some devices abort long loops */
    SPARE = 256,          /* bytes of local memory in addition to the slots */
    GROUPS_PER_TABLE = 2, /* of the groups that would run without tables */
    FEWEST_SLOTS = 64
};

/* How tables fold an aggregate; -1: they do not. Operators must be exact, because the order of the rows depends on
 * timing. */
static int fold_of(const cliv_folded *f)
{
    const cliv_scalar result = cliv_scalar_of(f->type);
    const bool is_integer = cliv_is_integer(f->type);
    if (cliv_is_none(&f->values))
        return is_integer && result.size >= 4 ? CLIV_FOLD_COUNT : -1;
    const cliv_scalar value = cliv_scalar_of(f->values.type);
    if (!is_integer || !cliv_is_integer(f->values.type))
        return -1;
    const cliv_op *const op = cliv_built_in_op(f->op);
    if (op == &cliv_add)
        return result.size == 8 ? CLIV_FOLD_ADD_LONG : CLIV_FOLD_ADD;
    if ((op != &cliv_min && op != &cliv_max) || result.size > 4 || value.size > result.size)
        return -1;
    /* A value of the same size or smaller becomes the result's type by its low bits. */
    if (result.size < 4 && (value.size == result.size) && value.kind != result.kind)
        return -1;
    const bool is_signed = result.kind == CLIV_SIGNED;
    return op == &cliv_min ? (is_signed ? CLIV_FOLD_MIN_INT : CLIV_FOLD_MIN_UINT)
                           : (is_signed ? CLIV_FOLD_MAX_INT : CLIV_FOLD_MAX_UINT);
}

static bool has_long_codes(const cliv_tables *t) { return t->keys.bytes > sizeof(cl_uint); }

static size_t code_bytes(const cliv_tables *t) { return has_long_codes(t) ? sizeof(cl_ulong) : sizeof(cl_uint); }

/* The 32-bit words of a slot. */
static size_t words_of(const cliv_tables *t)
{
    size_t words = 0;
    for (size_t j = 0; j < t->count; ++j)
        words += fold_of(&t->folded[j]) == CLIV_FOLD_ADD_LONG ? 2 : 1;
    return words;
}

/* The size of a table in 32-bit words, and in slots with stored codes. `extra`: the words that each slot needs outside
 * the table. */
typedef struct table_sizes {
    size_t words, slots;
} table_sizes;

static table_sizes sizes_of(const cliv_context *ctx, const cliv_tables *t, size_t extra)
{
    const size_t local = (size_t)ctx->device.local_memory, most = cliv_min_size(local, ctx->limits.table_bytes);
    const size_t words = (most - cliv_min_size(most, SPARE)) / sizeof(cl_uint);
    const size_t last = words_of(t), code = code_bytes(t) / sizeof(cl_uint), each = last + code;
    table_sizes s = {.slots = words < last + extra ? 0 : (words - last - extra) / (each + extra)};
    s.words = words - cliv_min_size(words, extra * (s.slots + 1));
    return s;
}

/* The count of slots of a dense table, which stores no codes. All programs use the count that fits group_finish,
 * because it has the least memory for the table. */
static size_t dense_slots(const cliv_context *ctx, const cliv_tables *t)
{
    enum { MARKS = 32 }; /* slots per word of marks */
    const size_t words = sizes_of(ctx, t, 1).words;
    return words < 1 ? 0 : (words - 1) * MARKS / (words_of(t) * MARKS + 1);
}

bool cliv_tables_apply(const cliv_context *ctx, const cliv_tables *t)
{
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_HISTOGRAM, code_bytes(t), t->n);
    if (!t->keys.count || !t->n || t->n < ctx->limits.tables_from || t->n >= UINT32_MAX || row->nt == 1 ||
        (has_long_codes(t) && !ctx->device.int64_atomics) || ctx->device.quirks.no_barriers_in_branches)
        return false;
    for (size_t j = 0; j < t->count; ++j)
        if (fold_of(&t->folded[j]) < 0)
            return false;
    return sizes_of(ctx, t, 0).slots >= FEWEST_SLOTS;
}

/* ---- programs ---- */

static const char *const value_names[CLIV_MOST_FOLDED] = {"v0", "v1", "v2", "v3", "v4", "v5"};
static const char *const partial_names[CLIV_MOST_FOLDED] = {"p0", "p1", "p2", "p3", "p4", "p5"};

/* The rows that a program reads, as CLIV_WAY. COMBINED: the program combines dense tables. PARTITIONING: the program
 * moves rows to partitions. */
typedef enum table_way { FIRST, COMBINED, PARTITIONING, PARTITIONED, FINISH } table_way;

typedef struct table_program {
    cliv_build build;
    size_t groups; /* that run together */
} table_program;

/* The groups for n rows, if every `share`-th of the groups that run together runs. There is a group for each class. */
static size_t groups_of(const cliv_context *ctx, const cliv_tuning *shape, size_t n, size_t share)
{
    const size_t tiles = cliv_ceil_div(n, shape->nt * shape->vt);
    const size_t groups = cliv_max_size(cliv_min_size(cliv_running_groups(ctx, shape->nt) / share, tiles),
                                        cliv_ceil_div(tiles, MOST_TURNS));
    return cliv_max_size(groups, (size_t)1 << CLIV_CLASS_BITS);
}

/* The local memory of the plan: a range and marks of samples. Tables are sized by the local memory of the device. */
static size_t plan_bytes(const cliv_build *b, size_t local_item)
{
    enum { RANGE = 3 * sizeof(cl_ulong) }; /* of a work-item */
    (void)local_item;
    return b->tuning.nt * (size_t)RANGE + CLIV_SAMPLE_MARKS / 8;
}

/* The local memory of a tile that is partitioned, without its items. */
static size_t partition_bytes(const cliv_build *b, size_t local_item)
{
    enum { NUMBERS = 3 }; /* of a partition */
    (void)local_item;
    return (NUMBERS * sizeof(cl_uint) << CLIV_PARTITION_BITS) + cliv_local_bytes_of_scan(b, sizeof(cl_uint));
}

/* Describes the arrays of unique keys, which are decoded from the codes. */
static void describe_unique_keys(cliv_build *b, const cliv_tables *t)
{
    static const char *const names[CLIV_MOST_PACKED] = {"u0", "u1", "u2", "u3"};
    static const cliv_array none = CLIV_NONE_INIT;
    unsigned sizes = 0, is_signed = 0;
    for (unsigned c = 0; c < CLIV_MOST_PACKED; ++c) {
        const bool there = t->unique_keys && c < t->keys.count;
        cliv_build_array(b, names[c], there ? &t->unique_keys[c] : &none, CLIV_WRITE);
        if (c >= t->keys.count)
            continue;
        const cliv_scalar scalar = cliv_scalar_of(t->keys.columns[c].type);
        sizes |= (unsigned)cliv_log2(scalar.size) << (2 * c);
        is_signed |= (unsigned)(scalar.kind == CLIV_SIGNED) << c;
    }
    cliv_build_define(b, "CLIV_KEYS", (unsigned)t->keys.count);
    cliv_build_define(b, "CLIV_KEY_SIZES", sizes);
    cliv_build_define(b, "CLIV_SIGNED_KEYS", is_signed);
}

/* `values` and `outputs` have an array for each aggregate. */
static cliv_status describe(table_program *p, cliv_call *call, const cliv_tables *t, const cliv_packed *keys,
                            const cliv_array *values, const cliv_array *outputs, table_way way, const char *file)
{
    static const cliv_array none = CLIV_NONE_INIT;
    cliv_build *const b = &p->build;
    const table_sizes sizes = sizes_of(call->ctx, t, way == FINISH);
    const bool of_partial = way == FINISH || way == COMBINED; /* the program reads partial rows */
    unsigned folds = 0;
    cliv_build_begin(b, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_HISTOGRAM,
                                  .bytes = code_bytes(t),
                                  .local_item = way == PARTITIONING ? sizeof(cl_uint) : 0,
                                  .local_group = way == PARTITIONING ? partition_bytes : plan_bytes,
                                  .items = t->n});
    cliv_build_packed(b, keys);
    for (size_t j = 0; j < CLIV_MOST_FOLDED; ++j) {
        const bool there = j < t->count;
        cliv_build_parameter(b, value_names[j], "aggregates", there ? &values[j] : &none, CLIV_READ);
        cliv_build_array(b, partial_names[j], there ? &outputs[j] : &none, CLIV_WRITE);
        if (!there)
            continue;
        const int fold = fold_of(&t->folded[j]);
        folds |= (unsigned)(of_partial && fold == CLIV_FOLD_COUNT ? CLIV_FOLD_ADD : fold) << (CLIV_FOLD_BITS * j);
        if (way == FINISH && outputs[j].type && strcmp(outputs[j].type->name, t->folded[j].type->name) != 0)
            cliv_build_saturation(b, partial_names[j], outputs[j].type);
        else
            cliv_build_no_conversion(b, partial_names[j]);
    }
    if (way == FINISH)
        describe_unique_keys(b, t);
    cliv_build_array(b, "a_values", &none, CLIV_READ); /* rows are read in input order */
    cliv_build_count(b, "n", &(cliv_array){.length = cliv_length_or_null(&t->length)});
    cliv_build_define(b, "CLIV_FOLDED", (unsigned)t->count);
    cliv_build_define(b, "CLIV_FOLDS", folds);
    cliv_build_define(b, "CLIV_TABLE_WORDS", (unsigned)sizes.words);
    cliv_build_define(b, "CLIV_SLOTS", (unsigned)sizes.slots);
    cliv_build_define(b, "CLIV_DENSE_SLOTS", (unsigned)dense_slots(call->ctx, t));
    cliv_build_define(b, "CLIV_LONG_CODES", has_long_codes(t));
    cliv_build_define(b, "CLIV_PARTITIONED", way == PARTITIONED);
    cliv_build_define(b, "CLIV_WAY",
                      way == FIRST ? CLIV_WAY_FIRST
                      : of_partial ? CLIV_WAY_FINISH
                                   : CLIV_WAY_PARTITIONED);
    CLIV_PASS(cliv_program_for(b, file));
    p->groups = groups_of(call->ctx, &b->tuning, t->n, way == PARTITIONING ? 1 : GROUPS_PER_TABLE);
    return CLIV_SUCCESS;
}

cliv_status cliv_tables_begin(cliv_call *call, cliv_tables *t)
{
    const cliv_tuning *const row = cliv_tuning_row(&call->ctx->rows, CLIV_FAMILY_HISTOGRAM, code_bytes(t), t->n);
    /* A group has a table for each of its partitions: on average one, and one at each end of its chunk. If the compiler
     * allows only smaller groups, there may be more tables; groups decline if there are too many partial rows. */
    const size_t tables = groups_of(call->ctx, row, t->n, 1) + ((size_t)1 << CLIV_PARTITION_BITS);
    const table_sizes sizes = sizes_of(call->ctx, t, 0);
    cliv_scratch *codes;
    /* Dense tables also store unused slots. */
    const size_t dense = dense_slots(call->ctx, t), all = groups_of(call->ctx, row, t->n, GROUPS_PER_TABLE) * dense;
    const size_t room = cliv_min_size(cliv_max_size(t->n, all), tables * cliv_max_size(sizes.slots + 1, dense));
    t->combined = CLIV_TABLE_PARTS * dense;
    t->room = cliv_min_size(room, UINT32_MAX - t->combined); /* kernels have 32-bit indices of partial rows */
    const size_t rows = cliv_min_size(t->room, t->n);        /* if they are sorted */
    CLIV_PASS(cliv_call_scratch(call, (t->room + t->combined) * code_bytes(t), false, &codes));
    t->codes = cliv_buffer(codes->mem, has_long_codes(t) ? &cliv_ulong : &cliv_uint, 0, rows);
    for (size_t j = 0; j < t->count; ++j) {
        cliv_scratch *partial;
        CLIV_PASS(cliv_call_scratch(call, (t->room + t->combined) * t->folded[j].type->size, false, &partial));
        t->folded[j].partial = cliv_buffer(partial->mem, t->folded[j].type, 0, rows);
    }
    return cliv_call_scratch(call, sizeof(cliv_group_plan), false, &t->plan);
}

static cliv_status aggregate(cliv_call *call, const table_program *p, const cliv_tables *t)
{
    return cliv_launch(call, &p->build, "group_tables", cliv_groups(p->groups), false, U64(t->n), U32(p->groups),
                       U32(t->room), SCRATCH(t->plan), MEM(t->codes.buffer), ALL_ARRAYS);
}

/* Combines dense tables into CLIV_TABLE_PARTS tables, which are stored after all partial rows. */
static cliv_status combine_columns(cliv_call *call, const cliv_tables *t, const cliv_array *partials)
{
    cliv_status status = CLIV_SUCCESS;
    table_program p = {0};
    cliv_array combined[CLIV_MOST_FOLDED];
    const cliv_packed codes = {.columns = &t->codes, .count = 1, .bytes = code_bytes(t)};
    for (size_t j = 0; j < t->count; ++j)
        combined[j] = cliv_buffer(partials[j].buffer, partials[j].type, t->room, t->combined);
    CLIV_TRY(describe(&p, call, t, &codes, partials, combined, COMBINED, "group_columns.cl"));
    const size_t blocks = cliv_ceil_div(t->combined / CLIV_TABLE_PARTS, p.build.tuning.nt);
    CLIV_TRY(cliv_launch(call, &p.build, "group_columns", cliv_groups(blocks * CLIV_TABLE_PARTS), false, U32(t->room),
                         SCRATCH(t->plan), MEM(t->codes.buffer), ALL_ARRAYS));
done:
    cliv_build_free(&p.build);
    return status;
}

cliv_status cliv_enqueue_tables(cliv_call *call, cliv_tables *t)
{
    cliv_status status = CLIV_SUCCESS;
    table_program p = {0};
    cliv_array values[CLIV_MOST_FOLDED], partials[CLIV_MOST_FOLDED];
    for (size_t j = 0; j < t->count; ++j) {
        values[j] = t->folded[j].values;
        partials[j] = t->folded[j].partial;
    }
    CLIV_TRY(describe(&p, call, t, &t->keys, values, partials, FIRST, "group_tables.cl"));
    CLIV_TRY(cliv_launch(call, &p.build, "group_plan", cliv_groups(1), false, U64(t->n), SCRATCH(t->plan), ALL_ARRAYS));
    CLIV_TRY(aggregate(call, &p, t));
    CLIV_TRY(combine_columns(call, t, partials));
done:
    cliv_build_free(&p.build);
    return status;
}

/* ---- partitions ---- */

static cliv_status partition(cliv_call *call, const cliv_tables *t, const cliv_array *codes, const cliv_array *values,
                             const cliv_array *moved)
{
    cliv_status status = CLIV_SUCCESS;
    table_program p = {0};
    cliv_scratch *marks;
    CLIV_TRY(describe(&p, call, t, &t->keys, values, moved, PARTITIONING, "group_partition.cl"));
    CLIV_TRY(cliv_call_scratch(call, CLIV_CODE_MARKS / 8, false, &marks));
    CLIV_TRY(
        cliv_launch(call, &p.build, "partition_begin", cliv_groups(p.groups), false, SCRATCH(t->plan), SCRATCH(marks)));
    CLIV_TRY(cliv_launch(call, &p.build, "partition_sizes", cliv_groups(p.groups), false, U64(t->n), U32(p.groups),
                         SCRATCH(t->plan), SCRATCH(marks), ALL_ARRAYS));
    CLIV_TRY(cliv_launch(call, &p.build, "partition_offsets", cliv_groups(1), false, SCRATCH(t->plan)));
    CLIV_TRY(cliv_launch(call, &p.build, "partition_rows", cliv_groups(p.groups), false, U64(t->n), U32(p.groups),
                         SCRATCH(t->plan), MEM(codes->buffer), ALL_ARRAYS));
done:
    cliv_build_free(&p.build);
    return status;
}

cliv_status cliv_enqueue_partitioned_tables(cliv_call *call, cliv_tables *t)
{
    cliv_status status = CLIV_SUCCESS;
    table_program p = {0};
    cliv_array codes, values[CLIV_MOST_FOLDED], moved[CLIV_MOST_FOLDED], partials[CLIV_MOST_FOLDED];
    CLIV_TRY(cliv_call_array(call, t->codes.type, t->n, &codes));
    for (size_t j = 0; j < t->count; ++j) {
        const cliv_folded *const f = &t->folded[j];
        values[j] = f->values;
        moved[j] = (cliv_array)CLIV_NONE_INIT;
        partials[j] = f->partial;
        if (!cliv_is_none(&f->values))
            CLIV_TRY(cliv_call_array(call, f->values.type, t->n, &moved[j]));
    }
    CLIV_TRY(partition(call, t, &codes, values, moved));
    const cliv_packed keys = {.columns = &codes, .count = 1, .bytes = code_bytes(t)};
    CLIV_TRY(describe(&p, call, t, &keys, moved, partials, PARTITIONED, "group_tables.cl"));
    CLIV_TRY(aggregate(call, &p, t));
done:
    cliv_build_free(&p.build);
    return status;
}

/* ---- few partial rows, or dense tables ---- */

cliv_status cliv_enqueue_tables_finish(cliv_call *call, const cliv_tables *t, const cliv_array *lengths,
                                       const cliv_array *totals)
{
    cliv_status status = CLIV_SUCCESS;
    table_program p = {0};
    cliv_array partials[CLIV_MOST_FOLDED], results[CLIV_MOST_FOLDED];
    for (size_t j = 0; j < t->count; ++j) {
        partials[j] = t->folded[j].partial;
        results[j] = t->folded[j].result;
    }
    const cliv_packed codes = {.columns = &t->codes, .count = 1, .bytes = code_bytes(t)};
    CLIV_TRY(describe(&p, call, t, &codes, partials, results, FINISH, "group_finish.cl"));
    CLIV_TRY(cliv_launch(call, &p.build, "group_finish", cliv_groups(1), false, U64(t->n),
                         U32(call->ctx->limits.finish_rows), U32(t->room), U64(t->capacity), SCRATCH(t->plan),
                         MEM(lengths->buffer), MEM(totals->buffer), ALL_ARRAYS));
done:
    cliv_build_free(&p.build);
    return status;
}

/* ---- the decision of the device ---- */

cliv_status cliv_tables_read(cliv_call *call, const cliv_tables *t, unsigned ran, cliv_tables_state *state)
{
    cliv_group_plan plan;
    CLIV_PASS(cliv_call_read(call, t->plan->mem, sizeof plan, &plan));
    state->declined = plan.declined[ran - 1];
    state->finished = !state->declined && !plan.declined[CLIV_WAY_FINISH];
    state->groups = plan.partials[CLIV_WAY_FINISH];
    return CLIV_SUCCESS;
}
