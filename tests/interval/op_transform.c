/* SPDX-License-Identifier: Apache-2.0 */
/* A user-defined body for every output. The body expands (a0 from a1) and writes a number from the rank and the index
 * (a2). */
#include "test.h"

#include <string.h>

static const char *const variants[] = {"plain", NULL};

static bool fits(const test_case *c) { return c->source != TEST_GENERATED_VALUES; } /* the body's arrays are buffers */

static bool prepare(test_work *work)
{
    size_t n = work->c.n, count;
    if (!test_make_intervals(work) || !test_input_offsets(work))
        return false;
    count = work->interval_count;
    return test_output(work, "a0", work->c.type, n, n) && test_output_counts(work) &&
           test_input_values(work, "a1", work->c.type, TEST_PLAIN, false, count, count) &&
           test_output(work, "a2", work->c.index, n, n);
}

static void reference(test_work *work)
{
    size_t size = work->c.type->type->size, i = 0;
    unsigned char *a0 = test_elements(&work->arrays[1]);
    void *a2 = test_elements(&work->arrays[3]);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t k = 0; k < work->interval_count; ++k) {
        const void *value = test_value(work, &work->arrays[2], k, storage);
        for (uint32_t rank = 0; rank < work->sizes[k]; ++rank, ++i) {
            memcpy(a0 + i * size, value, size);
            test_store_integer(work->c.index->type, a2, i, 3 * (uint64_t)rank + i);
        }
    }
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    static const char body[] = "a0[i] = a1[segment];\na2[i] = three(rank) + i;",
                      source[] = "inline ulong three(ulong x) { return 3 * x; }\n";
    cliv_array arrays[] = {work->arrays[1].array, work->arrays[2].array, work->arrays[3].array};
    const cliv_array offsets = work->arrays[0].array, *const total = arrays[0].length;
    if (total && work->c.seed % 3) /* otherwise only the offsets have a device-side length */
        return cliv_transform_load_balance_counted(ctx, queue, work->c.n + test_extra(work), *total, offsets, body,
                                                   source, arrays, 3, wait_count, wait, event);
    return cliv_transform_load_balance(ctx, queue, work->c.n, offsets, body, source, arrays, 3, wait_count, wait,
                                       event);
}

static const char *const bench_cases[] = {"L=32", NULL};

const test_operation op_transform_load_balance = {"transform_load_balance",
                                                  TEST_USES_INTERVALS | TEST_USES_TYPE | TEST_USES_SOURCE |
                                                      TEST_USES_LENGTHS,
                                                  variants,
                                                  fits,
                                                  bench_cases,
                                                  prepare,
                                                  reference,
                                                  run};
