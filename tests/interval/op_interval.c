/* SPDX-License-Identifier: Apache-2.0 */
/* Load-balancing search and the interval family. Array 0 contains the offsets. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const no_variants[] = {"plain", NULL};

/* The move_count of a call. With device-side lengths it is larger than the output. */
static size_t most(const test_work *work) { return work->c.n + test_extra(work); }

/* ---- load-balancing search: `type` is the type of segments and ranks ---- */

static const char *const search_variants[] = {"segments", "segments+ranks", "ranks", NULL};

static bool search_fits(const test_case *c) { return test_is_index(c->type) && c->source != TEST_GENERATED_VALUES; }

static bool search_prepare(test_work *work)
{
    size_t n = work->c.n;
    unsigned variant = work->c.variant;
    if (!test_make_intervals(work) || !test_input_offsets(work))
        return false;
    if (variant != 2 && !(test_output(work, "segments", work->c.type, n, n) && test_output_counts(work)))
        return false;
    return variant == 0 || (test_output(work, "ranks", work->c.type, n, n) && test_output_counts(work));
}

static void search_reference(test_work *work)
{
    const cliv_type *type = work->c.type->type;
    void *segments = work->c.variant != 2 ? test_elements(&work->arrays[1]) : NULL;
    void *ranks = work->c.variant != 0 ? test_elements(&work->arrays[work->array_count - 1]) : NULL;
    for (size_t k = 0, i = 0; k < work->interval_count; ++k)
        for (uint32_t rank = 0; rank < work->sizes[k]; ++rank, ++i) {
            if (segments)
                test_store_integer(type, segments, i, k);
            if (ranks)
                test_store_integer(type, ranks, i, rank);
        }
}

static cliv_status search_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                              const cl_event *wait, cl_event *event)
{
    cliv_array segments = work->c.variant != 2 ? work->arrays[1].array : CLIV_NONE;
    cliv_array ranks = work->c.variant != 0 ? work->arrays[work->array_count - 1].array : CLIV_NONE;
    return cliv_load_balance_search(ctx, queue, most(work), work->arrays[0].array, segments, ranks, wait_count, wait,
                                    event);
}

static const char *const search_bench[] = {"L=25", "L=25,variant=1", "L=1", "L=4096", "shape=worst", NULL};

/* ---- expand ---- */

static bool expand_prepare(test_work *work)
{
    const test_case *c = &work->c;
    if (!test_make_intervals(work) || !test_input_offsets(work))
        return false;
    return test_input_values(work, "values", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, work->interval_count,
                             work->interval_count) &&
           test_output(work, "output", c->type, c->n, c->n) && test_output_counts(work);
}

static void expand_reference(test_work *work)
{
    size_t size = work->c.type->type->size;
    unsigned char *output = test_elements(&work->arrays[2]);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t k = 0; k < work->interval_count; ++k) {
        const void *value = test_value(work, &work->arrays[1], k, storage);
        for (uint32_t rank = 0; rank < work->sizes[k]; ++rank, output += size)
            memcpy(output, value, size);
    }
}

TEST_RUN(expand_run, cliv_interval_expand, most(work), a[0].array, a[1].array, a[2].array)

static const char *const expand_bench[] = {"L=1",
                                           "L=4",
                                           "L=32",
                                           "L=256",
                                           "L=4096",
                                           "L=4,shape=skewed",
                                           "shape=empties",
                                           "shape=worst",
                                           "shape=bursts",
                                           "shape=one",
                                           "L=32,type=uchar",
                                           "L=32,type=long",
                                           "L=32,type=float4",
                                           "L=32,index=long",
                                           NULL};

/* ---- gather, scatter, move ---- Arrays: offsets, gather and scatter if the operation has them, input, output. `from`
 * is the type of gather and scatter; NULL: the type of the offsets. */

typedef struct copy_arrays {
    test_array *gather, *scatter, *input, *output;
} copy_arrays;

static copy_arrays copy_arrays_of(test_work *work, bool gathers, bool scatters)
{
    copy_arrays a = {NULL, NULL, NULL, NULL};
    size_t next = 1;
    if (gathers)
        a.gather = &work->arrays[next++];
    if (scatters)
        a.scatter = &work->arrays[next++];
    a.input = &work->arrays[next++];
    a.output = &work->arrays[next];
    return a;
}

static bool copy_fits(const test_case *c) { return !c->from || test_is_index(c->from); }

/* Declares gather or scatter; `extent` receives the required length of the other array. */
static bool input_places(test_work *work, const char *name, bool writing, size_t *extent)
{
    const test_type *type = work->c.from ? work->c.from : work->c.index;
    size_t n = work->interval_count;
    if (work->c.source == TEST_GENERATED_ALL) {
        *extent = work->c.n;
        return test_generated(work, name, type, "4 * i", 0, n);
    }
    uint64_t *starts = test_place_intervals(work, writing, writing ? 77 : 33, extent);
    void *array = starts ? test_input(work, name, type, n, n) : NULL;
    for (size_t k = 0; array && k < n; ++k)
        test_store_integer(type->type, array, k, starts[k]);
    free(starts);
    return array != NULL;
}

static bool copy_prepare(test_work *work, bool gathers, bool scatters)
{
    const test_case *c = &work->c;
    size_t inputs = c->n, outputs = c->n;
    if (!test_make_intervals(work) || !test_input_offsets(work))
        return false;
    if (gathers && !input_places(work, "gather", false, &inputs))
        return false;
    if (scatters && !input_places(work, "scatter", true, &outputs))
        return false;
    return test_input_values(work, "input", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, inputs, c->n) &&
           test_output(work, "output", c->type, outputs, c->n) && test_output_counts(work);
}

static uint64_t start_of(const test_array *places, size_t k, size_t offset)
{
    if (!places)
        return offset;
    return places->image ? test_load_integer(places->type->type, test_elements(places), k) : 4 * (uint64_t)k;
}

static void copy_reference(test_work *work, bool gathers, bool scatters)
{
    copy_arrays a = copy_arrays_of(work, gathers, scatters);
    size_t size = work->c.type->type->size, offset = 0;
    unsigned char *output = test_elements(a.output);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t k = 0; k < work->interval_count; offset += work->sizes[k++]) {
        uint64_t from = start_of(a.gather, k, offset), to = start_of(a.scatter, k, offset);
        for (uint32_t rank = 0; rank < work->sizes[k]; ++rank)
            memcpy(output + (to + rank) * size, test_value(work, a.input, from + rank, storage), size);
    }
}

static bool gather_prepare(test_work *work) { return copy_prepare(work, true, false); }
static bool scatter_prepare(test_work *work) { return copy_prepare(work, false, true); }
static bool move_prepare(test_work *work) { return copy_prepare(work, true, true); }
static void gather_reference(test_work *work) { copy_reference(work, true, false); }
static void scatter_reference(test_work *work) { copy_reference(work, false, true); }
static void move_reference(test_work *work) { copy_reference(work, true, true); }

static cliv_status gather_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                              const cl_event *wait, cl_event *event)
{
    copy_arrays a = copy_arrays_of(work, true, false);
    return cliv_interval_gather(ctx, queue, most(work), a.gather->array, work->arrays[0].array, a.input->array,
                                a.output->array, wait_count, wait, event);
}

static cliv_status scatter_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                               const cl_event *wait, cl_event *event)
{
    copy_arrays a = copy_arrays_of(work, false, true);
    return cliv_interval_scatter(ctx, queue, most(work), a.scatter->array, work->arrays[0].array, a.input->array,
                                 a.output->array, wait_count, wait, event);
}

static cliv_status move_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                            const cl_event *wait, cl_event *event)
{
    copy_arrays a = copy_arrays_of(work, true, true);
    return cliv_interval_move(ctx, queue, most(work), a.gather->array, a.scatter->array, work->arrays[0].array,
                              a.input->array, a.output->array, wait_count, wait, event);
}

static const char *const copy_bench[] = {
    "L=4", "L=32", "L=256", "L=4096", "L=32,shape=skewed", "shape=worst", "L=32,type=float4", NULL};

enum {
    INTERVALS = TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_SOURCE | TEST_USES_LENGTHS,
    COPIES = INTERVALS | TEST_USES_PLACE
};

const test_operation op_load_balance_search = {"load_balance_search", INTERVALS,      search_variants,  search_fits,
                                               search_bench,          search_prepare, search_reference, search_run};
const test_operation op_interval_expand = {"interval_expand", INTERVALS,      no_variants,      NULL,
                                           expand_bench,      expand_prepare, expand_reference, expand_run};
const test_operation op_interval_gather = {"interval_gather", COPIES,         no_variants,      copy_fits,
                                           copy_bench,        gather_prepare, gather_reference, gather_run};
const test_operation op_interval_scatter = {"interval_scatter", COPIES,          no_variants,       copy_fits,
                                            copy_bench,         scatter_prepare, scatter_reference, scatter_run};
const test_operation op_interval_move = {"interval_move", COPIES,       no_variants,    copy_fits,
                                         copy_bench,      move_prepare, move_reference, move_run};
