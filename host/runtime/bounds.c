/* SPDX-License-Identifier: Apache-2.0 */
/* Checked contexts: expressions are evaluated for all their elements before the call's first launch, so that nothing
 * is written if one leaves its arrays. Bodies record an index out of bounds while they run. */
#include "runtime/captures.h"
#include "runtime/check.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_ITEMS = 1 << 14 };

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

cliv_status cliv_record_answer(cliv_call *call, const cliv_record *record, const char *name)
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
    /* Enough work-items for short loops, because some devices abort long loops. */
    CLIV_TRY(cliv_launch(call, &build, "bounds_check",
                         cliv_items(cliv_max_size(cliv_min_size(n, MOST_ITEMS), cliv_ceil_div(n, 32768))), false,
                         U64(n), ALL_ARRAYS));
    CLIV_TRY(cliv_record_answer(call, &record, e->name));
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
