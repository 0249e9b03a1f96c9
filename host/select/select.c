/* SPDX-License-Identifier: Apache-2.0 */
/* The k smallest elements. Numbers are selected by digits, more than 2^31 - 1 numbers in parts. All other keys, and
 * segments, are selected by a sort of copies. */
#include "map/aos_step.h"
#include "runtime/check.h"
#include "select/selecting.h"
#include "sort/sorting.h"

#include <clinterval/select.h>

/* Takes scratch memory for copies of the keys and their positions, and for the double buffers of the sort. */
static cliv_status take_copies(cliv_call *call, cliv_sorting *s, const cliv_type *key, const cliv_array *top_indices)
{
    const cliv_type *const position = cliv_place_type(top_indices, s->n);
    const cliv_array keys = cliv_buffer(NULL, key, 0, s->n), positions = cliv_buffer(NULL, position, 0, s->n);
    CLIV_PASS(cliv_sort_copy(call, &keys, s->n, &s->keys));
    CLIV_PASS(cliv_sort_copy(call, &keys, s->n, &s->keys2));
    CLIV_PASS(cliv_sort_copy(call, &positions, s->n, &s->values));
    CLIV_PASS(cliv_sort_copy(call, &positions, s->n, &s->values2));
    s->iota = true;
    return CLIV_SUCCESS;
}

/* Copies the keys and sorts the copies with their positions. A user-defined order is compiled first, so that a failure
 * is reported before anything is enqueued. `nothing`: only compile. */
static cliv_status sort_copies(cliv_call *call, const cliv_sorting *s, const cliv_array *keys, bool nothing)
{
    bool descending;
    if (nothing || (!call->compile_only && !cliv_order_is_built_in(s->order, &descending)))
        CLIV_PASS(CLIV_COMPILE(call, sort_copies(call, s, keys, false)));
    if (nothing)
        return CLIV_SUCCESS;
    const cliv_array *const length = cliv_length_or_null(&s->length);
    CLIV_PASS(
        cliv_enqueue_copy(call, &(cliv_copying){.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", s->n), length),
                                                .input = *keys,
                                                .parameter = "keys",
                                                .output = s->keys,
                                                .n = s->n}));
    return cliv_is_none(&s->starts) ? cliv_whole_sort(call, s) : cliv_segmented_sort(call, s);
}

/* Copies the first k of the sorted keys to the outputs. */
static cliv_status take_first(cliv_call *call, const cliv_selecting *c, const cliv_sorting *s)
{
    cliv_copying copying = {.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", c->k), c->length),
                            .input = s->keys,
                            .output = c->top_keys,
                            .n = c->k,
                            .last = cliv_is_none(&c->top_indices)};
    if (!cliv_is_none(&c->top_keys))
        CLIV_PASS(cliv_enqueue_copy(call, &copying));
    copying.input = s->values;
    copying.output = c->top_indices;
    copying.convert = copying.last = true;
    return cliv_is_none(&c->top_indices) ? CLIV_SUCCESS : cliv_enqueue_copy(call, &copying);
}

static cliv_status check_outputs(const cliv_selecting *c)
{
    if (cliv_is_none(&c->top_keys) && cliv_is_none(&c->top_indices))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "top_keys and top_indices are both CLIV_NONE: pass one or both");
    if (!cliv_is_none(&c->top_keys))
        CLIV_PASS(cliv_same_type("top_keys", c->top_keys.type, "keys", c->keys.type));
    return CLIV_SUCCESS;
}

/* The device-side length if it is not resolved. */
static void count_keys(cliv_selecting *c)
{
    c->length = c->keys.length;
    c->keys = cliv_counted(c->keys, NULL);
}

static cliv_sorting sorting_of(const cliv_selecting *c)
{
    return (cliv_sorting){
        .order = c->order, .n = c->keys.count, .length = c->length ? *c->length : (cliv_array)CLIV_NONE_INIT};
}

static cliv_status select_by_sort(cliv_call *call, const cliv_selecting *c)
{
    cliv_sorting s = sorting_of(c);
    CLIV_PASS(take_copies(call, &s, c->keys.type, &c->top_indices));
    CLIV_PASS(CLIV_COMPILE(call, take_first(call, c, &s)));
    CLIV_PASS(sort_copies(call, &s, &c->keys, c->k == 0));
    return take_first(call, c, &s);
}

/* A selection in parts. The k smallest of each part are a row of candidates, and the k smallest candidates are the
 * result. Rows are contiguous, so equal keys stay in the order of their positions. */
typedef struct parts {
    size_t count;
    size_t apart;        /* distance of the parts, if positions are relative to the part; else 0 */
    cliv_selecting rows; /* its outputs are the candidates */
    cliv_selecting row;  /* selects the k smallest candidates and their indices */
} parts;

/* Writes the caller's indices from the indices of the selected candidates. */
static cliv_status put_indices(cliv_call *call, const cliv_selecting *c, const parts *p)
{
    const cl_ulong k = c->k, apart = p->apart;
    const cliv_array from[] = {cliv_named("positions", p->rows.top_indices), cliv_constant("k", &cliv_ulong, &k),
                               cliv_constant("apart", &cliv_ulong, &apart)};
    const cliv_copying copying = {
        .indices = p->row.top_indices,
        .input = cliv_generate_from(&cliv_ulong, "positions[i] + i / k * apart", p->row.keys.count, from, 3),
        .output = c->top_indices,
        .n = c->k,
        .convert = true,
        .last = true};
    return cliv_is_none(&c->top_indices) ? CLIV_SUCCESS : cliv_enqueue_copy(call, &copying);
}

/* Takes memory for the candidates of `p->count` parts. */
static cliv_status begin_parts(cliv_call *call, const cliv_selecting *c, parts *p)
{
    cliv_scratch *keys, *positions, *ranks;
    const cliv_array none = CLIV_NONE;
    const size_t candidates = p->count * c->k;
    const cliv_type *const position = cliv_place_type(&none, p->apart ? p->apart : c->keys.count);
    const cliv_type *const rank = cliv_place_type(&none, candidates);
    p->rows = p->row = *c;
    CLIV_PASS(cliv_call_scratch(call, candidates * c->keys.type->size, false, &keys));
    p->rows.top_keys = p->row.keys = cliv_buffer(keys->mem, c->keys.type, 0, candidates);
    if (!cliv_is_none(&c->top_indices)) {
        CLIV_PASS(cliv_call_scratch(call, candidates * position->size, false, &positions));
        CLIV_PASS(cliv_call_scratch(call, c->k * rank->size, false, &ranks));
        p->rows.top_indices = cliv_buffer(positions->mem, position, 0, candidates);
        p->row.top_indices = cliv_buffer(ranks->mem, rank, 0, c->k);
    }
    return CLIV_COMPILE(call, put_indices(call, c, p));
}

static cliv_array one_segment(void) { return cliv_generate(&cliv_uint, "0", 1); }

static cliv_status select_short_parts(cliv_call *call, const cliv_selecting *c)
{
    parts p = {.count = cliv_short_parts(call->ctx, c)};
    const size_t n = c->keys.count;
    const cl_ulong part = n / p.count;
    const cliv_array length = cliv_constant("part", &cliv_ulong, &part), all = one_segment();
    const cliv_array starts = cliv_generate_from(&cliv_ulong, "i * part", p.count, &length, 1);
    CLIV_PASS(begin_parts(call, c, &p));
    CLIV_PASS(cliv_select_short_rows(call, &p.rows, &starts, n, false));
    /* `n` items, so that this small launch has the same tuning row, with one work-item per group */
    CLIV_PASS(cliv_select_short_rows(call, &p.row, &all, n, cliv_is_none(&c->top_indices)));
    return put_indices(call, c, &p);
}

/* The count of large parts. A part has half to three quarters of the limit `select_most`, so 32-bit indices suffice. */
static size_t large_parts(const cliv_context *ctx, const cliv_selecting *c)
{
    return c->keys.count / cliv_max_size(ctx->limits.select_most / 2, 1);
}

/* All parts but the last have the same length. */
static cliv_selecting part_of(const cliv_selecting *c, size_t count, size_t p)
{
    const size_t part = c->keys.count / count, begin = p * part;
    cliv_selecting one = *c;
    one.keys = cliv_slice(c->keys, begin, p + 1 < count ? part : c->keys.count - begin);
    return one;
}

/* Counted keys are not split: the host does not have the lengths of the parts, and a part may be shorter than k. */
bool cliv_has_large_parts(const cliv_context *ctx, const cliv_selecting *c)
{
    if (c->length || c->keys.count <= ctx->limits.select_most)
        return false;
    const size_t count = large_parts(ctx, c);
    const cliv_selecting first = part_of(c, count, 0), last = part_of(c, count, count - 1);
    return c->k <= first.keys.count && c->k <= ctx->limits.select_most / count && cliv_select_is_better(ctx, &first) &&
           cliv_select_is_better(ctx, &last);
}

static cliv_array row_of(cliv_array rows, size_t k, size_t p)
{
    return cliv_is_none(&rows) ? rows : cliv_slice(rows, p * k, k);
}

static cliv_status select_all(cliv_call *, const cliv_selecting *);

static cliv_status select_large_parts(cliv_call *call, const cliv_selecting *c)
{
    parts p = {.count = large_parts(call->ctx, c)};
    p.apart = c->keys.count / p.count;
    CLIV_PASS(begin_parts(call, c, &p));
    const cl_uint in_use = cliv_call_in_use(call);
    for (size_t j = p.count; j-- > 0;) { /* the longest first: the others reuse its scratch memory */
        cliv_selecting part = part_of(&p.rows, p.count, j);
        part.top_keys = row_of(p.rows.top_keys, c->k, j);
        part.top_indices = row_of(p.rows.top_indices, c->k, j);
        CLIV_PASS(cliv_select_digits(call, &part));
        cliv_call_reuse(call, in_use);
    }
    CLIV_PASS(select_all(call, &p.row));
    return put_indices(call, c, &p);
}

/* The k smallest of all keys, with the first algorithm whose condition holds. */
static cliv_status select_all(cliv_call *call, const cliv_selecting *c)
{
    const cliv_array all = one_segment();
    return cliv_is_one_short_row(call->ctx, c)   ? cliv_select_short_rows(call, c, &all, c->keys.count, true)
           : cliv_select_is_better(call->ctx, c) ? cliv_select_digits(call, c)
           : cliv_short_parts(call->ctx, c) > 1  ? select_short_parts(call, c)
           : cliv_has_large_parts(call->ctx, c)  ? select_large_parts(call, c)
                                                 : select_by_sort(call, c);
}

cliv_status cliv_top_k(cliv_context *ctx, cl_command_queue queue, cliv_array keys, size_t k, cliv_array top_keys,
                       cliv_array top_indices, const cliv_order *order, cl_uint wait_count, const cl_event *wait_list,
                       cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_selecting c = {.keys = keys,
                        .top_keys = top_keys,
                        .top_indices = top_indices,
                        .k = cliv_min_size(k, keys.count),
                        .order = order};
    const cliv_use uses[] = {cliv_counted_reads("keys", &c.keys, keys.count),
                             cliv_optional(cliv_writes("top_keys", top_keys, c.k)),
                             cliv_optional(cliv_indices(cliv_writes("top_indices", top_indices, c.k)))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 3));
    CLIV_TRY(check_outputs(&c));
    count_keys(&c);
    c.k = cliv_min_size(c.k, c.keys.count);
    CLIV_TRY(select_all(&call, &c));
done:
    return cliv_call_end(&call, status);
}

/* Copies the first k of each sorted segment to the rows. */
static cliv_status take_rows(cliv_call *call, const cliv_selecting *c, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const size_t positions = s->starts.count * c->k;
    const cliv_array none = CLIV_NONE;
    const bool has_keys = !cliv_is_none(&c->top_keys), has_indices = !cliv_is_none(&c->top_indices);
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_COPY,
                                  .bytes = c->keys.type->size,
                                  .largest = cliv_max_size(s->n, positions),
                                  .items = positions});
    cliv_build_arrays(&build, READ("sorted", has_keys ? &s->keys : &none),
                      READ("positions", has_indices ? &s->values : &none), READ("offsets", &s->starts),
                      WRITTEN("top_keys", &c->top_keys), WRITTEN("top_indices", &c->top_indices),
                      LENGTH("n", c->length), LENGTH("segments", s->starts.length));
    if (has_indices)
        cliv_build_row_conversion(&build, "top_index", c->top_indices.type);
    CLIV_TRY(cliv_program_for(&build, "select_rows.cl"));
    if (positions)
        CLIV_TRY(cliv_launch(call, &build, "select_rows", cliv_items(positions), true, U64(s->n), U64(s->starts.count),
                             U64(c->k), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_segmented_top_k(cliv_context *ctx, cl_command_queue queue, cliv_array keys, cliv_array offsets,
                                 size_t k, cliv_array top_keys, cliv_array top_indices, const cliv_order *order,
                                 cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    size_t segments = offsets.count;
    const bool fits = segments == 0 || k <= SIZE_MAX / segments;
    size_t positions = fits ? segments * k : 0;
    cliv_selecting c = {.keys = keys, .top_keys = top_keys, .top_indices = top_indices, .k = k, .order = order};
    const cliv_use uses[] = {cliv_counted_reads("keys", &c.keys, keys.count),
                             cliv_indices(cliv_counted_reads("offsets", &offsets, segments)),
                             cliv_optional(cliv_writes("top_keys", top_keys, positions)),
                             cliv_optional(cliv_indices(cliv_writes("top_indices", top_indices, positions)))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 4));
    CLIV_TRY(check_outputs(&c));
    if (!fits)
        CLIV_TRY(cliv_fail(CLIV_OUT_OF_RANGE, "%zu segments of k = %s outputs have more outputs than a size_t can hold",
                           segments, cliv_size_text(k).text));
    count_keys(&c);
    cliv_sorting s = sorting_of(&c);
    s.starts = offsets;
    segments = offsets.count;
    positions = segments * k;
    CLIV_TRY(cliv_check_starts(&call, "offsets", &offsets, s.n));
    if (cliv_rows_are_short(ctx, &c, segments)) {
        CLIV_TRY(cliv_select_short_rows(&call, &c, &offsets, s.n, true));
        goto done;
    }
    CLIV_TRY(take_copies(&call, &s, keys.type, &top_indices));
    CLIV_TRY(CLIV_COMPILE(&call, take_rows(&call, &c, &s)));
    CLIV_TRY(sort_copies(&call, &s, &c.keys, positions == 0));
    CLIV_TRY(take_rows(&call, &c, &s));
done:
    return cliv_call_end(&call, status);
}
