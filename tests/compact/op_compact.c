/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction, and partition, which writes the unselected elements after the selected ones. Arrays: the input, the
 * flags that one variant's expression reads, the output and the count, if the variant has them. */
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { NOTHING = TEST_FORM_COUNT, ALL, FEW, FLAGS, SOURCE };
static const char *const variants[] = {"half",
                                       "half, exact",
                                       "half, count only",
                                       "half, short",
                                       "half, short on the device",
                                       "half, uncounted",
                                       "nothing",
                                       "all",
                                       "few",
                                       "flags",
                                       "half, by a function",
                                       NULL};

static bool kept(const test_work *work, size_t i)
{
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    switch (work->c.variant) {
    case NOTHING:
        return false;
    case ALL:
        return true;
    case FEW:
        return i % 777 == 5;
    case FLAGS:
        return *(const unsigned char *)test_value(work, &work->arrays[1], i, storage) >> 7;
    default:
        return test_half(work->c.type, test_value(work, &work->arrays[0], i, storage));
    }
}

/* Declares the inputs, and computes the expected result's size. */
static bool prepare_input(test_work *work)
{
    test_case *c = &work->c;
    const size_t slack = c->slack;
    size_t size = 0;
    c->slack = 0;
    if (!test_input_values(work, "input", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, c->n, c->n))
        return false;
    c->slack = slack;
    if (c->variant == FLAGS && !test_input_values(work, "flags", &test_uchar, TEST_PLAIN, false, c->n, c->n))
        return false;
    for (size_t i = 0; i < c->n; ++i)
        size += kept(work, i);
    test_expect(work, c->variant < NOTHING ? (test_form)c->variant : TEST_ROOMY, size, c->n);
    return true;
}

static bool prepare(test_work *work)
{
    return prepare_input(work) && test_output_result(work, "output", work->c.type, 0, 1) && test_output_count(work);
}

static size_t output_of(const test_work *work) { return work->c.variant == FLAGS ? 2 : 1; }

static void reference(test_work *work)
{
    const size_t size = work->c.type->type->size;
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    if (work->result.form == TEST_COUNT_ONLY)
        return;
    unsigned char *output = test_elements(&work->arrays[output_of(work)]);
    for (size_t i = 0, k = 0; i < work->c.n && k < work->result.capacity; ++i)
        if (kept(work, i))
            memcpy(output + k++ * size, test_value(work, &work->arrays[0], i, storage), size);
}

static cliv_status call(test_work *work, cliv_context *ctx, cl_command_queue queue, bool partitions, cl_uint wait_count,
                        const cl_event *wait, cl_event *event)
{
    const test_case *c = &work->c;
    char half[64], source[160];
    const char *keep = test_half_expression(c->type, half, sizeof half);
    snprintf(source, sizeof source, "inline bool wanted(%s x) { return %s; }\n", c->type->type->name, half);
    const cliv_array *flags = c->variant == FLAGS ? &work->arrays[1].array : NULL;
    switch (c->variant) {
    case NOTHING:
        keep = "false";
        break;
    case ALL:
        keep = "1";
        break;
    case FEW:
        keep = "i % 777 == 5";
        break;
    case FLAGS:
        keep = "a0[i] >= 128";
        break;
    case SOURCE:
        keep = "wanted(x)";
        break;
    default:
        break;
    }
    return (partitions ? cliv_partition
                       : cliv_compact)(ctx, queue, work->arrays[0].array, keep, c->variant == SOURCE ? source : NULL,
                                       flags, flags ? 1 : 0, test_result_array(work, output_of(work)),
                                       test_count_array(work), test_host_count(work), wait_count, wait, event);
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    return call(work, ctx, queue, false, wait_count, wait, event);
}

/* ---- partition: the output has all elements ---- */

static const char *const partition_variants[] = {"half",
                                                 "half, counted on the host",
                                                 "half, count only",
                                                 "half, uncounted",
                                                 "nothing",
                                                 "all",
                                                 "few",
                                                 "flags",
                                                 "half, by a function",
                                                 NULL};
/* The corresponding variants of a compaction. */
static const unsigned compactions[] = {TEST_ROOMY, TEST_EXACT_ROOM, TEST_COUNT_ONLY, TEST_UNCOUNTED, NOTHING, ALL,
                                       FEW,        FLAGS,           SOURCE};

static bool partition_prepare(test_work *work)
{
    test_case *c = &work->c;
    c->variant = compactions[c->variant];
    if (!prepare_input(work))
        return false;
    if (c->variant != TEST_COUNT_ONLY && !test_output(work, "output", c->type, c->n, c->n))
        return false;
    return test_output_count(work);
}

static void partition_reference(test_work *work)
{
    const size_t size = work->c.type->type->size;
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    if (work->result.form == TEST_COUNT_ONLY)
        return;
    unsigned char *output = test_elements(&work->arrays[output_of(work)]);
    for (size_t i = 0, first = 0, other = work->result.size; i < work->c.n; ++i)
        memcpy(output + (kept(work, i) ? first++ : other++) * size, test_value(work, &work->arrays[0], i, storage),
               size);
}

static cliv_status partition_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                                 const cl_event *wait, cl_event *event)
{
    return call(work, ctx, queue, true, wait_count, wait, event);
}

static const char *const bench_cases[] = {"",          "variant=1",  "variant=6",   "variant=7", "variant=8",
                                          "type=long", "type=uchar", "type=float4", NULL};

const test_operation op_compact = {"compact",   TEST_USES_TYPE | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS,
                                   variants,    NULL,
                                   bench_cases, prepare,
                                   reference,   run};

static const char *const partition_bench[] = {"", "variant=1", "variant=6", "type=long", NULL};

const test_operation op_partition = {
    "partition",         TEST_USES_TYPE | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS,
    partition_variants,  NULL,
    partition_bench,     partition_prepare,
    partition_reference, partition_run};
