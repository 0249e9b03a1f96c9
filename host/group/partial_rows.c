/* SPDX-License-Identifier: Apache-2.0 */
/* Partial rows on devices that run one work-item per group. The rows are cut into chunks. Neither their count nor the
 * folds of floats depend on the device. A work-item finds the distinct codes of a chunk in a hash table. Then a launch
 * for each aggregate folds the values of the rows with equal codes. */
#include "group/partial_rows.h"

enum {
    LEAST_ROWS = 256,   /* fewer rows are only sorted */
    LEAST_CHUNK = 1024, /* rows, unless there is one chunk */
    MOST_CHUNKS = 16,   /* each chunk has its own partial rows */
    LONGEST_CHUNK = 1 << 30,
    FIRST_BITS = 10, /* as in cliv_partial_rows.clh */
    BITS_STEP = 2
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

static void cut(cliv_partial_rows *p, size_t n)
{
    const size_t chunks = cliv_max_size(cliv_min_size(MOST_CHUNKS, n / LEAST_CHUNK), cliv_ceil_div(n, LONGEST_CHUNK));
    p->chunk = cliv_ceil_div(cliv_max_size(n, 1), cliv_max_size(chunks, 1));
    p->chunks = cliv_ceil_div(cliv_max_size(n, 1), p->chunk);
}

/* The bits of the largest table for this many keys, and the slots of all tables of a chunk. */
static cl_uint size_tables(size_t keys, size_t *slots)
{
    cl_uint bits = FIRST_BITS;
    *slots = (size_t)1 << bits;
    while ((size_t)1 << (bits - 1) < keys) {
        bits += BITS_STEP;
        *slots += (size_t)1 << bits;
    }
    return bits;
}

static cliv_status describe(cliv_build *b, cliv_call *call, const cliv_row_keys *keys, const cliv_type *code)
{
    const cliv_array none = CLIV_NONE;
    const cliv_packed packed = cliv_pack_before(keys->columns, NULL, keys->count);
    begin(b, call->ctx, keys->n);
    cliv_build_type(b, "cliv_code", code);
    cliv_build_type(b, "cliv_table_code", code->size > sizeof(cl_uint) ? &cliv_ulong : &cliv_uint);
    cliv_build_packed(b, &packed);
    cliv_build_arrays(b, READ("a_values", &none), WRITTEN("keys", &none), WRITTEN("values", &none));
    count_rows(b, &keys->length);
    return cliv_program_for(b, "partial_rows.cl");
}

cliv_status cliv_enqueue_partial_rows(cliv_call *call, const cliv_row_keys *keys, cliv_partial_rows *p)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *tables;
    cliv_array codes, firsts;
    size_t slots;
    const size_t n = keys->n;
    const cliv_type *const code = cliv_row_code_type(keys);
    *p = (cliv_partial_rows){.n = n, .length = keys->length};
    CLIV_TRY(describe(&build, call, keys, code));
    const cliv_type *const index = build.wide ? &cliv_ulong : &cliv_uint;
    cut(p, n);
    const cl_uint bits = size_tables(cliv_min_size(p->chunk, call->ctx->limits.table_keys), &slots);
    CLIV_TRY(cliv_call_array(call, code, n, &p->codes));
    CLIV_TRY(cliv_call_array(call, index, n, &p->firsts));
    CLIV_TRY(cliv_call_array(call, index, n, &p->ids));
    CLIV_TRY(cliv_call_array(call, &cliv_ulong, 1, &p->count));
    CLIV_TRY(cliv_call_scratch(call, p->chunks * sizeof(cl_ulong), false, &p->counts));
    const cl_uint in_use = cliv_call_in_use(call);
    const size_t slot = 2 * (code->size > sizeof(cl_uint) ? sizeof(cl_ulong) : sizeof(cl_uint));
    CLIV_TRY(cliv_call_array(call, code, p->chunk * p->chunks, &codes));
    CLIV_TRY(cliv_call_array(call, index, p->chunk * p->chunks, &firsts));
    CLIV_TRY(cliv_call_scratch(call, cliv_product(p->chunks, slots * slot), false, &tables));
    CLIV_TRY(cliv_launch(call, &build, "partial_rows", cliv_groups(p->chunks), false, U64(n), U64(p->chunk), U64(slots),
                         U32(bits), SCRATCH(tables), MEM(codes.buffer), MEM(firsts.buffer), MEM(p->ids.buffer),
                         SCRATCH(p->counts), ALL_ARRAYS));
    CLIV_TRY(cliv_launch(call, &build, "partial_pack", cliv_groups(p->chunks), false, U64(p->chunk), SCRATCH(p->counts),
                         MEM(codes.buffer), MEM(firsts.buffer), MEM(p->codes.buffer), MEM(p->firsts.buffer),
                         MEM(p->count.buffer)));
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
    cliv_scratch *leaves = NULL, *tallies = NULL;
    const cl_uint in_use = cliv_call_in_use(call);
    const bool by_leaves = cliv_op_rounds(folds->type) && folds->type->size == sizeof(cl_float);
    begin(&build, call->ctx, p->n);
    cliv_build_define(&build, "CLIV_BY_LEAVES", by_leaves);
    CLIV_TRY(cliv_build_op(&build, op, folds->type, false));
    cliv_build_conversions(&build, cliv_is_none(values) ? folds->type : values->type, folds->type);
    cliv_build_arrays(&build, READ("input", values));
    count_rows(&build, &p->length);
    CLIV_TRY(cliv_program_for(&build, "partial_folds.cl"));
    if (by_leaves) {
        CLIV_TRY(cliv_call_scratch(call, cliv_product(p->n, folds->type->size), false, &leaves));
        CLIV_TRY(cliv_call_scratch(call, cliv_product(p->n, sizeof(cl_uint)), false, &tallies));
    }
    CLIV_TRY(cliv_launch(call, &build, "partial_folds", cliv_groups(p->chunks), false, U64(p->n), U64(p->chunk),
                         SCRATCH(p->counts), MEM(p->ids.buffer), MEM(folds->buffer), SCRATCH(leaves), SCRATCH(tallies),
                         ALL_ARRAYS));
    cliv_call_reuse(call, in_use);
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_enqueue_partial_numbers(cliv_call *call, const cliv_row_keys *keys, const cliv_partial_rows *p)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    CLIV_TRY(describe(&build, call, keys, cliv_row_code_type(keys)));
    CLIV_TRY(cliv_launch(call, &build, "partial_numbers", cliv_groups(p->chunks), false, U64(p->n), U64(p->chunk),
                         SCRATCH(p->counts), MEM(p->ids.buffer), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}
