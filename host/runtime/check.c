/* SPDX-License-Identifier: Apache-2.0 */
/* Checked contexts: before a call writes anything, kernels check its data on the device, and the indices of the
 * expressions that read arrays. */
#include "runtime/check.h"
#include "runtime/captures.h"

#include <stdio.h>
#include <stdlib.h>

enum { FEW_ITEMS = 1 << 14, MOST_ITEMS = 1 << 20 /* 24 MB on the host */ };

/* The count of work-items for n elements. It is large enough for short loops, because some devices abort long loops. */
static size_t items_for(size_t n) { return cliv_max_size(cliv_min_size(n, FEW_ITEMS), cliv_ceil_div(n, 32768)); }

static bool is_checked(const cliv_call *call) { return call->ctx->flags & CLIV_CHECKED; }

typedef struct inspection { /* arguments and results of a check kernel */
    const char *kernel, *file;
    size_t n;                 /* the count of elements to check */
    size_t end;               /* the upper limit of the elements */
    size_t limits[2];         /* the sizes of the arrays that intervals gather from and scatter to */
    unsigned long long found; /* an index that the kernel has found */
    int kind;                 /* the kind of this index: the first kind that has an invalid index, or NONE */
} inspection;
enum { KINDS = 3, NONE = KINDS };

/* Runs the kernel of a build if the arguments were described without a failure, and frees the build. */
static cliv_status inspect(cliv_call *call, cliv_build *b, cliv_status described, inspection *l)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_scratch *scratch;
    cl_ulong *bad = NULL, first[KINDS] = {CL_ULONG_MAX, CL_ULONG_MAX, CL_ULONG_MAX};
    const size_t wanted = cliv_min_size(items_for(l->n), MOST_ITEMS);
    const size_t items = cliv_ceil_div(wanted, CLIV_SMALL_GROUP) * CLIV_SMALL_GROUP;
    const size_t bytes = KINDS * items * sizeof *bad;
    l->kind = NONE;
    CLIV_TRY(described);
    CLIV_TRY(cliv_program_for(b, l->file));
    CLIV_TRY(cliv_call_scratch(call, bytes, false, &scratch));
    CLIV_TRY(cliv_launch(call, b, l->kernel, cliv_items(items), true, U64(l->n), U64(l->end), U64(l->limits[0]),
                         U64(l->limits[1]), SCRATCH(scratch), ALL_ARRAYS));
    if (call->compile_only)
        goto done;
    bad = malloc(bytes);
    CLIV_TRY_MEMORY(bad);
    CLIV_TRY(cliv_call_read(call, scratch->mem, bytes, bad));
    for (size_t i = 0; i < KINDS * items; ++i)
        if (bad[i] < first[i % KINDS])
            first[i % KINDS] = bad[i];
    for (l->kind = 0; l->kind < KINDS && first[l->kind] == CL_ULONG_MAX;)
        ++l->kind;
    l->found = l->kind < KINDS ? first[l->kind] : 0;
done:
    free(bad);
    cliv_build_free(b);
    return status;
}

/* Checks offsets or counts, which are the array `offsets`. `other`: the name of the other array. */
static cliv_status check_intervals(cliv_call *call, inspection *l, const cliv_checked_intervals *c, const char *name,
                                   const char *other)
{
    cliv_build build = {0};
    l->kernel = "interval_check";
    l->file = "interval_check.cl";
    cliv_build_begin_small(&build, call->ctx, l->n);
    cliv_build_arrays(&build, READ(other, &CLIV_NONE), READ(name, &c->offsets), READ("gather", &c->gather),
                      READ("scatter", &c->scatter));
    return inspect(call, &build, CLIV_SUCCESS, l);
}

cliv_status cliv_check_intervals(cliv_call *call, const cliv_checked_intervals *c)
{
    static const char *const wrong[] = {
        "offsets[%llu] is invalid: offsets must begin with 0, must not descend, and must be at most %s, %zu",
        "gather[%llu] is invalid: its interval extends past the end of the input, which has %zu elements",
        "scatter[%llu] is invalid: its interval extends past the end of the output, which has %zu elements"};
    inspection l = {.n = c->offsets.count, .end = c->end, .limits = {c->input_count, c->output_count}};
    if (!is_checked(call) || l.n == 0)
        return CLIV_SUCCESS;
    const cliv_status status = check_intervals(call, &l, c, "offsets", "counts");
    if (status || l.kind == NONE)
        return status;
    return l.kind == 0 ? cliv_fail(CLIV_CHECK_FAILED, wrong[0], l.found, c->end_name, c->end)
                       : cliv_fail(CLIV_CHECK_FAILED, wrong[l.kind], l.found, l.limits[l.kind - 1]);
}

cliv_status cliv_check_counts(cliv_call *call, const cliv_array *counts)
{
    inspection l = {.n = counts->count};
    const cliv_checked_intervals c = {.offsets = *counts};
    if (!is_checked(call) || l.n == 0 || cliv_scalar_of(counts->type).kind != CLIV_SIGNED)
        return CLIV_SUCCESS;
    const cliv_status status = check_intervals(call, &l, &c, "counts", "offsets");
    return status || l.kind == NONE ? status : cliv_fail(CLIV_CHECK_FAILED, "counts[%llu] is negative", l.found);
}

/* Checks that keys are sorted; with `starts`, that each run between two starts is sorted. */
static cliv_status check_keys(cliv_call *call, const char *name, const cliv_array *keys, const cliv_array *starts,
                              const cliv_order *order)
{
    inspection l = {.kernel = "order_check", .file = "order_check.cl", .n = keys->count, .end = starts->count};
    cliv_build build = {0};
    if (l.n < 2)
        return CLIV_SUCCESS;
    cliv_build_begin_small(&build, call->ctx, cliv_max_size(l.n, starts->count));
    const cliv_status described = cliv_build_order(&build, order, keys->type);
    cliv_build_arrays(&build, READ("keys", keys), READ("starts", starts));
    const cliv_status status = inspect(call, &build, described, &l);
    return status || l.kind == NONE ? status
                                    : cliv_fail(CLIV_CHECK_FAILED, "%s is not sorted: %s[%llu] belongs before %s[%llu]",
                                                name, name, l.found, name, l.found - 1);
}

cliv_status cliv_check_sorted(cliv_call *call, const char *name, const cliv_array *keys, const cliv_order *order)
{
    return is_checked(call) ? check_keys(call, name, keys, &CLIV_NONE, order) : CLIV_SUCCESS;
}

/* The constraint on numbers that are below a limit. */
typedef enum number_order {
    ANY_ORDER,
    ANY_ROWS /* -1 is valid */,
    NO_DESCENT,
    FROM_ZERO /* begins with 0 and does not descend */,
    ASCENT
} number_order;

static cliv_status check_numbers(cliv_call *call, const char *name, const cliv_array *numbers, size_t end,
                                 number_order order, const char *of)
{
    inspection l = {.kernel = "order_check", .file = "order_check.cl", .n = numbers->count, .end = end};
    cliv_build build = {0};
    if (l.n == 0)
        return CLIV_SUCCESS;
    cliv_build_begin_small(&build, call->ctx, l.n);
    cliv_build_define(&build, "CLIV_ROWS", order == ANY_ROWS);
    cliv_build_define(&build, "CLIV_ORDERED", order > ANY_ROWS);
    cliv_build_define(&build, "CLIV_ASCEND", order == ASCENT);
    cliv_build_define(&build, "CLIV_FROM_ZERO", order == FROM_ZERO);
    cliv_build_array(&build, "starts", numbers, CLIV_READ);
    const cliv_status status = inspect(call, &build, CLIV_SUCCESS, &l);
    if (status || l.kind == NONE)
        return status;
    if (order <= ANY_ROWS)
        return cliv_fail(CLIV_CHECK_FAILED, "%s[%llu] is not an index of %s, which has %zu elements", name, l.found, of,
                         end);
    return cliv_fail(CLIV_CHECK_FAILED, "%s[%llu] is invalid: %s must %s, and must be at most %zu", name, l.found, name,
                     order == ASCENT      ? "ascend"
                     : order == FROM_ZERO ? "begin with 0, must not descend"
                                          : "not descend",
                     end - 1);
}

cliv_status cliv_check_starts(cliv_call *call, const char *name, const cliv_array *starts, size_t limit)
{
    return is_checked(call) ? check_numbers(call, name, starts, limit + 1, NO_DESCENT, NULL) : CLIV_SUCCESS;
}

cliv_status cliv_check_runs(cliv_call *call, const cliv_array *keys, const cliv_array *starts, const cliv_order *order)
{
    CLIV_PASS(check_numbers(call, "starts", starts, keys->count + 1, FROM_ZERO, NULL));
    return check_keys(call, "keys", keys, starts, order);
}

cliv_status cliv_check_positions(cliv_call *call, const char *name, const cliv_array *positions, size_t count)
{
    return is_checked(call) ? check_numbers(call, name, positions, count, ASCENT, NULL) : CLIV_SUCCESS;
}

cliv_status cliv_check_indices(cliv_call *call, const cliv_array *indices, const char *name, size_t count, bool rows)
{
    return is_checked(call) ? check_numbers(call, "indices", indices, count, rows ? ANY_ROWS : ANY_ORDER, name)
                            : CLIV_SUCCESS;
}

cliv_status cliv_check_both_sorted(cliv_call *call, bool keys, const cliv_array *a, const cliv_array *b,
                                   const cliv_order *order)
{
    CLIV_PASS(cliv_check_sorted(call, keys ? "a_keys" : "a", a, order));
    return cliv_check_sorted(call, keys ? "b_keys" : "b", b, order);
}

cliv_status cliv_check_sides(cliv_call *call, const cliv_array *a, const cliv_array *b, const cliv_order *order)
{
    CLIV_PASS(cliv_check_sum_of_counts("a", a, "b", b));
    CLIV_PASS(cliv_same_type("b", b->type, "a", a->type));
    return cliv_check_both_sorted(call, false, a, b, order);
}

/* ---- bounds. Expressions are evaluated for all their elements before the call's first launch, so that nothing is
 * written if an index is out of bounds. Bodies record an index out of bounds while they run. */
typedef struct expected {
    char name[48];
    cliv_array array;
    size_t n;
    const char *asks;    /* NULL, or the name of the predicate in `array` */
    cliv_array elements; /* the elements that the predicate tests */
} expected;
typedef struct cliv_bounds {
    size_t count;
    expected each[];
} cliv_bounds;

static bool is_bounded(const cliv_use *use)
{
    return use->access == CLIV_READ && use->array.array_count &&
           cliv_has_bounds(use->array.generator, use->array.source);
}

static cliv_status check_bounds(cliv_call *); /* checks the registered expressions and removes them */

cliv_status cliv_expect_bounds(cliv_call *call, const cliv_use *uses, size_t count)
{
    size_t bounded = 0;
    for (size_t i = 0; i < count; ++i)
        bounded += is_bounded(&uses[i]);
    if (!bounded)
        return CLIV_SUCCESS;
    const size_t before = call->bounds ? call->bounds->count : 0;
    cliv_bounds *list = realloc(call->bounds, sizeof *list + (before + bounded) * sizeof *list->each);
    if (!list)
        return cliv_fail_memory();
    call->bounds = list;
    call->check_bounds = check_bounds;
    list->count = before;
    for (size_t i = 0; i < count; ++i) {
        const cliv_array elements = uses[i].elements ? cliv_resolved(call, *uses[i].elements) : CLIV_NONE;
        const cliv_array array = cliv_resolved(call, uses[i].array);
        if (!is_bounded(&uses[i]))
            continue;
        const size_t n = uses[i].elements ? elements.count : cliv_min_size(uses[i].needed, array.count);
        expected *const e = &list->each[list->count++];
        *e = (expected){.array = array, .n = n, .asks = uses[i].asks, .elements = elements};
        snprintf(e->name, sizeof e->name, "%s", uses[i].asks ? uses[i].asks : uses[i].name);
    }
    return CLIV_SUCCESS;
}

cliv_status cliv_record_begin(cliv_call *call, cliv_record *record, const cliv_array *arrays, size_t count)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    record->count = count + 1;
    for (size_t k = 0; k < count; ++k) {
        if (arrays[k].length)
            CLIV_TRY(cliv_resolve(call, arrays[k].length));
        record->arrays[k] = cliv_resolved(call, arrays[k]);
    }
    CLIV_TRY(cliv_call_scratch(call, CLIV_RECORD_WORDS * sizeof(cl_uint), false, &record->words));
    record->arrays[count] =
        cliv_named(CLIV_RECORD_NAME, cliv_buffer(record->words->mem, &cliv_uint, 0, CLIV_RECORD_WORDS));
    cliv_build_begin_small(&build, call->ctx, 1);
    CLIV_TRY(cliv_program_for(&build, "clear.cl"));
    CLIV_TRY(cliv_launch(call, &build, "clear_words", cliv_items(CLIV_RECORD_WORDS / 2), false, SCRATCH(record->words),
                         U64(CLIV_RECORD_WORDS / 2)));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_report_record(cliv_call *call, const cliv_record *record, const char *name)
{
    cl_uint words[CLIV_RECORD_WORDS] = {0};
    char position[CLIV_PLACE_NAME];
    const cliv_status status = cliv_call_read(call, record->words->mem, sizeof words, words);
    if (status || words[0] == 0 || words[0] >= record->count)
        return status;
    const cliv_array *const a = &record->arrays[words[0] - 1];
    const cl_ulong index = (cl_ulong)words[2] << 32 | words[1];
    return cliv_fail(CLIV_CHECK_FAILED, "%s: index %lld is outside of %s, which has %zu elements", name,
                     (long long)(cl_long)index, cliv_name_of(a->name, words[0] - 1, position), a->count);
}

static cliv_status check(cliv_call *call, const expected *e)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_record record;
    const size_t n = e->n;
    if (n == 0)
        return status;
    CLIV_TRY(cliv_record_begin(call, &record, e->array.arrays, e->array.array_count));
    cliv_array recorded = e->array;
    recorded.arrays = record.arrays;
    recorded.array_count = record.count;
    cliv_build_begin_small(&build, call->ctx, n);
    cliv_build_array(&build, "input", e->asks ? &e->elements : &recorded, CLIV_READ);
    cliv_build_define(&build, "CLIV_ASKED", e->asks != NULL);
    if (e->asks)
        cliv_build_predicate(&build, e->asks, e->array.generator, e->array.source, e->elements.type, record.arrays,
                             record.count);
    CLIV_TRY(cliv_program_for(&build, "bounds_check.cl"));
    CLIV_TRY(cliv_launch(call, &build, "bounds_check", cliv_items(items_for(n)), false, U64(n), ALL_ARRAYS));
    CLIV_TRY(cliv_report_record(call, &record, e->name));
done:
    cliv_build_free(&build);
    return status;
}

static cliv_status check_bounds(cliv_call *call)
{
    cliv_bounds *const list = call->bounds;
    cliv_status status = CLIV_SUCCESS;
    call->bounds = NULL; /* the check itself launches kernels */
    for (size_t i = 0; list && i < list->count && !status; ++i)
        status = check(call, &list->each[i]);
    free(list);
    return status;
}
