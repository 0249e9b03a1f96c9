/* SPDX-License-Identifier: Apache-2.0 */
/* Partial rows on devices that run one work-item per group. The rows are processed in parts: chunks, or partitions by
 * their codes if a sample has many distinct codes. The parts and the folds of floats do not depend on the device. A
 * work-item finds the distinct codes of a part in a hash table. Then a launch for each aggregate folds the values of
 * the rows with equal codes. */
#include "group/partial_rows.h"

#include "map/aos_step.h"
#include "runtime/device_types.h"

#include "group/cliv_partial_limits.clh"

enum {
    LEAST_ROWS = 256,   /* fewer rows are only sorted */
    LEAST_CHUNK = 1024, /* rows, unless there is one chunk */
    MOST_CHUNKS = 16,   /* each chunk has its own partial rows */
    LONGEST_CHUNK = 1 << 30,
    FIRST_BITS = 10, /* as in cliv_partial_rows.clh */
    BITS_STEP = 2,
    LEAST_PART_BITS = 4,
    LOG_PART = 15,   /* log2 of the rows of a partition */
    ROWS_PER_KEY = 8 /* inputs with fewer rows per key of limits.partitioned_keys are not partitioned */
};

bool cliv_combines_rows(const cliv_context *ctx, const cliv_row_keys *keys, const cliv_aggregate *aggregates,
                        size_t count)
{
    for (size_t j = 0; j < count; ++j) /* numbers of 16 bits would be rounded more often */
        if (cliv_scalar_of(aggregates[j].result.type).kind == CLIV_FLOATING &&
            cliv_scalar_of(aggregates[j].result.type).size == sizeof(cl_half))
            return false;
    return keys->n >= ctx->limits.combine_from && cliv_row_code_type(keys) &&
           cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SEG_REDUCE, sizeof(cl_uint), keys->n)->nt == 1;
}

static void count_rows(cliv_build *b, const cliv_array *length)
{
    cliv_build_count(b, "n", &(cliv_array){.length = cliv_length_or_null(length)});
}

/* Begins the description of a program with one work-item per group. */
static void begin(cliv_build *b, cliv_context *ctx, size_t n)
{
    cliv_build_begin(b, ctx, (cliv_tiles){.family = CLIV_FAMILY_SEG_REDUCE, .bytes = sizeof(cl_uint), .items = n});
}

/* Sets the count of chunks, and returns the rows of a chunk. */
static size_t cut(cliv_partial_rows *p, size_t n)
{
    const size_t chunks = cliv_max_size(cliv_min_size(MOST_CHUNKS, n / LEAST_CHUNK), cliv_ceil_div(n, LONGEST_CHUNK));
    const size_t chunk = cliv_ceil_div(cliv_max_size(n, 1), cliv_max_size(chunks, 1));
    p->chunks = cliv_ceil_div(cliv_max_size(n, 1), chunk);
    return chunk;
}

/* The bits of the largest table for this many keys, and the slots of all tables of a chunk. */
static cl_uint size_tables(size_t keys, size_t *slots)
{
    cl_uint bits = FIRST_BITS;
    *slots = (size_t)1 << bits;
    while ((size_t)1 << (bits - 2) < keys) {
        bits += BITS_STEP;
        *slots += (size_t)1 << bits;
    }
    return bits;
}

/* log2 of the count of partitions. */
static cl_uint part_bits(size_t n)
{
    cl_uint bits = LEAST_PART_BITS;
    while (bits < CLIV_MOST_PART_BITS && n >> bits > (size_t)1 << LOG_PART)
        ++bits;
    return bits;
}

static cliv_status describe(cliv_build *b, cliv_call *call, const cliv_row_keys *keys, const cliv_partial_rows *p)
{
    const cliv_array none = CLIV_NONE;
    const cliv_packed packed = cliv_pack_before(keys->columns, NULL, keys->count);
    const cliv_type *const code = cliv_row_code_type(keys);
    const bool is_long = code->size > sizeof(cl_uint);
    begin(b, call->ctx, keys->n);
    cliv_build_type(b, "cliv_code", code);
    cliv_build_type(b, "cliv_table_code", is_long ? &cliv_ulong : &cliv_uint);
    cliv_build_define(b, "CLIV_LONG_CODES", is_long);
    cliv_build_define(b, "CLIV_HAS_FIRSTS", p->needs_firsts);
    cliv_build_packed(b, &packed);
    cliv_build_arrays(b, READ("a_values", &none), WRITTEN("keys", &none), WRITTEN("values", &none));
    count_rows(b, &keys->length);
    return cliv_program_for(b, "partial_rows.cl");
}

/* The device-side count of moved rows: all or none. */
static cliv_array moved_count(const cliv_partial_rows *p) { return cliv_buffer(p->plan->mem, &cliv_ulong, 1, 1); }

static cliv_status move(cliv_call *call, const cliv_partial_rows *p, const cliv_array *input, const cliv_array *moved)
{
    const cliv_array count = moved_count(p);
    return cliv_enqueue_copy(call, &(cliv_copying){.indices = cliv_counted(p->positions, &count),
                                                   .input = *input,
                                                   .output = *moved,
                                                   .n = p->n,
                                                   .scatter = true,
                                                   .parameter = "aggregates"});
}

/* Divides the rows into parts. If these are partitions, moves the codes, and the row numbers if first rows are
 * needed. */
static cliv_status divide(cliv_call *call, const cliv_build *b, size_t chunk, cliv_partial_rows *p,
                          const cliv_array *codes, const cliv_array *rows)
{
    cliv_scratch *sizes;
    const cl_uint bits = part_bits(p->n),
                  distinct = p->may_move ? (cl_uint)call->ctx->limits.partitioned_keys : UINT32_MAX;
    CLIV_PASS(cliv_launch(call, b, "partial_plan", cliv_groups(1), false, U64(p->n), U64(chunk), U32(p->chunks),
                          U32(bits), U32(distinct), SCRATCH(p->plan), ALL_ARRAYS));
    if (!p->may_move)
        return CLIV_SUCCESS;
    CLIV_PASS(cliv_call_scratch(call, cliv_product(p->chunks << bits, p->firsts.type->size), false, &sizes));
    CLIV_PASS(cliv_launch(call, b, "partial_sizes", cliv_groups(p->chunks), false, U64(p->n), U64(chunk), U32(bits),
                          SCRATCH(p->plan), SCRATCH(sizes), ALL_ARRAYS));
    CLIV_PASS(cliv_launch(call, b, "partial_offsets", cliv_groups(1), false, U32(p->chunks), U32(bits),
                          SCRATCH(p->plan), SCRATCH(sizes)));
    CLIV_PASS(cliv_launch(call, b, "partial_codes", cliv_groups(p->chunks), false, U64(p->n), U64(chunk), U32(bits),
                          SCRATCH(p->plan), SCRATCH(sizes), MEM(codes->buffer), MEM(p->positions.buffer), ALL_ARRAYS));
    const cliv_array numbers = cliv_generate(p->firsts.type, "i", p->n);
    return p->needs_firsts ? move(call, p, &numbers, rows) : CLIV_SUCCESS;
}

cliv_status cliv_enqueue_partial_rows(cliv_call *call, const cliv_row_keys *keys, cliv_partial_rows *p)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *tables;
    cliv_array codes, firsts, moved_codes, moved_rows;
    size_t slots;
    const size_t n = keys->n, chunk = cut(p, n);
    const cliv_type *const code = cliv_row_code_type(keys);
    p->n = n;
    p->may_move =
        code->size >= sizeof(cl_uint) && n < UINT32_MAX && n / ROWS_PER_KEY >= call->ctx->limits.partitioned_keys;
    CLIV_TRY(describe(&build, call, keys, p));
    const cliv_type *const index = build.wide ? &cliv_ulong : &cliv_uint;
    const size_t firsts_count = p->needs_firsts ? n : 0, moved = p->may_move ? n : 0;
    const size_t parts = cliv_max_size(p->chunks, (size_t)1 << part_bits(n));
    const cl_uint bits = size_tables(cliv_min_size(chunk, call->ctx->limits.table_keys), &slots);
    CLIV_TRY(cliv_call_array(call, code, n, &p->codes));
    CLIV_TRY(cliv_call_array(call, index, firsts_count, &p->firsts));
    CLIV_TRY(cliv_call_array(call, index, n, &p->ids));
    CLIV_TRY(cliv_call_array(call, &cliv_ulong, 1, &p->count));
    CLIV_TRY(cliv_call_array(call, index, moved, &p->positions));
    CLIV_TRY(cliv_call_scratch(call, sizeof(cliv_partial_plan), false, &p->plan));
    CLIV_TRY(cliv_call_scratch(call, parts * sizeof(cl_ulong), false, &p->counts));
    const cl_uint in_use = cliv_call_in_use(call);
    const size_t slot = 2 * (code->size > sizeof(cl_uint) ? sizeof(cl_ulong) : sizeof(cl_uint));
    CLIV_TRY(cliv_call_array(call, code, n, &codes));
    CLIV_TRY(cliv_call_array(call, index, firsts_count, &firsts));
    CLIV_TRY(cliv_call_array(call, code, moved, &moved_codes));
    CLIV_TRY(cliv_call_array(call, index, cliv_min_size(firsts_count, moved), &moved_rows));
    CLIV_TRY(cliv_call_scratch(call, cliv_product(p->chunks, slots * slot), false, &tables));
    CLIV_TRY(divide(call, &build, chunk, p, &moved_codes, &moved_rows));
    CLIV_TRY(cliv_launch(call, &build, "partial_of_chunks", cliv_groups(p->chunks), false, U64(slots), U32(bits),
                         SCRATCH(p->plan), SCRATCH(tables), MEM(codes.buffer), MEM(firsts.buffer), MEM(p->ids.buffer),
                         SCRATCH(p->counts), ALL_ARRAYS));
    if (p->may_move)
        CLIV_TRY(cliv_launch(call, &build, "partial_of_partitions", cliv_groups(p->chunks), false, U64(slots),
                             U32(bits), SCRATCH(p->plan), SCRATCH(tables), MEM(codes.buffer), MEM(firsts.buffer),
                             MEM(p->ids.buffer), SCRATCH(p->counts), MEM(moved_codes.buffer), ALL_ARRAYS));
    CLIV_TRY(cliv_launch(call, &build, "partial_pack", cliv_groups(p->chunks), false, SCRATCH(p->plan),
                         SCRATCH(p->counts), MEM(codes.buffer), MEM(firsts.buffer), MEM(moved_rows.buffer),
                         MEM(p->codes.buffer), MEM(p->firsts.buffer), MEM(p->count.buffer)));
    cliv_call_reuse(call, in_use);
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_enqueue_partial_folds(cliv_call *call, const cliv_partial_rows *p, const cliv_array *values,
                                       const cliv_op *op, const cliv_array *folds)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_array moved = CLIV_NONE, leaves = CLIV_NONE, tallies = CLIV_NONE;
    const cl_uint in_use = cliv_call_in_use(call);
    const bool by_leaves = cliv_op_rounds(folds->type) && folds->type->size == sizeof(cl_float);
    if (p->may_move && !cliv_is_none(values)) {
        CLIV_TRY(cliv_call_array(call, values->type, p->n, &moved));
        CLIV_TRY(move(call, p, values, &moved));
    }
    begin(&build, call->ctx, p->n);
    cliv_build_define(&build, "CLIV_BY_LEAVES", by_leaves);
    CLIV_TRY(cliv_build_op(&build, op, folds->type, false));
    cliv_build_conversions(&build, cliv_is_none(values) ? folds->type : values->type, folds->type);
    cliv_build_arrays(&build, READ("input", values), READ("moved", &moved));
    CLIV_TRY(cliv_program_for(&build, "partial_folds.cl"));
    if (by_leaves) {
        CLIV_TRY(cliv_call_array(call, folds->type, p->n, &leaves));
        CLIV_TRY(cliv_call_array(call, &cliv_uint, p->n, &tallies));
    }
    CLIV_TRY(cliv_launch(call, &build, "partial_folds", cliv_groups(p->chunks), false, SCRATCH(p->plan),
                         SCRATCH(p->counts), MEM(p->ids.buffer), MEM(folds->buffer), MEM(leaves.buffer),
                         MEM(tallies.buffer), ALL_ARRAYS));
    cliv_call_reuse(call, in_use);
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_enqueue_partial_numbers(cliv_call *call, const cliv_row_keys *keys, cliv_partial_rows *p)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    CLIV_TRY(describe(&build, call, keys, p));
    CLIV_TRY(cliv_launch(call, &build, "partial_numbers", cliv_groups(p->chunks), false, SCRATCH(p->plan),
                         SCRATCH(p->counts), MEM(p->ids.buffer)));
    if (p->may_move) {
        p->of_ids[0] = p->ids;
        p->of_ids[1] = p->positions;
        p->of_ids[2] = moved_count(p);
        p->ids = cliv_generate_from(p->ids.type, "a2[0] ? a0[a1[i]] : a0[i]", p->n, p->of_ids, 3);
    }
done:
    cliv_build_free(&build);
    return status;
}
