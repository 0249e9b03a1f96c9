/* SPDX-License-Identifier: Apache-2.0 */
/* Cases with device-side lengths. An array gets a capacity beyond its length, or a length beyond its capacity. The
 * elements of an output beyond its length must stay unchanged. */
#include "test.h"

#include <string.h>

enum {
    ROOM = 8,     /* bytes of the widest length type */
    BEHIND = 0x5a /* bytes of inputs beyond their length; not the poison of outputs, so that a copy shows */
};

bool test_counts(const test_work *work) { return work->c.extra && (work->operation->uses & TEST_USES_LENGTHS); }

/* With some seeds the capacity is not larger than the element count, and the length exceeds the capacity. */
static bool too_long(const test_case *c) { return c->extra == TEST_EXTRA_BEYOND; }

size_t test_extra(const test_work *work) { return test_counts(work) && !too_long(&work->c) ? work->c.extra : 0; }

bool test_output_counts(test_work *work)
{
    work->arrays[work->array_count - 1].counts = true;
    return true;
}

/* The length to store: a value beyond the capacity if the case requires it. For an empty array with a signed length it
 * is negative. */
static int64_t length_of(const test_case *c, size_t count, const test_type *type)
{
    if (too_long(c))
        return type == &test_ulong ? -1 : type == &test_uint ? (int64_t)UINT32_MAX : (int64_t)count + 1000;
    if (count == 0 && type->kind == TEST_SIGNED)
        return -5;
    return (int64_t)count;
}

cl_int test_write_lengths(test_work *work, cl_command_queue queue, bool poison, cl_uint wait_count,
                          const cl_event *wait, cl_event *event)
{
    static const unsigned char poisoned[sizeof work->lengths]; /* all lengths are 0 */
    return clEnqueueWriteBuffer(queue, work->lengths_mem, event ? CL_FALSE : CL_TRUE, 0, sizeof work->lengths,
                                poison ? (const void *)poisoned : work->lengths, wait_count, wait, event);
}

/* Is an output in the buffer of input 0? Then the input keeps the poison of outputs beyond its length. */
static bool works_in_place(const test_work *work)
{
    for (size_t k = 0; k < work->array_count; ++k)
        if (work->arrays[k].in_place)
            return true;
    return false;
}

cl_int test_make_lengths(test_work *work, cl_command_queue queue)
{
    static const test_type *const types[] = {&test_int, &test_uint, &test_long, &test_ulong};
    cl_int error = CL_SUCCESS;
    if (!test_counts(work))
        return error;
    for (size_t k = 0; k < work->array_count; ++k) {
        test_array *const a = &work->arrays[k];
        const size_t count = a->counts ? a->touched : a->array.count;
        if (!a->stays)
            a->array.count += test_extra(work);
        if (a->stays || (a->output && !a->initial && !a->counts))
            continue;
        if (!a->output && a->image && !works_in_place(work))
            memset(a->image + (a->array.first + count) * a->type->type->size, BEHIND,
                   test_extra(work) * a->type->type->size);
        const test_type *const type = types[(work->c.seed / 3 + k) % 4];
        const size_t size = type->type->size;
        test_store_integer(type->type, work->lengths + k * ROOM / sizeof *work->lengths, 0,
                           (uint64_t)length_of(&work->c, count, type));
        work->length[k] = cliv_buffer(NULL, type->type, k * ROOM / size, 1 + k % 2);
        a->array = cliv_counted(a->array, &work->length[k]);
    }
    work->lengths_mem =
        clCreateBuffer(cliv_context_cl(work->ctx), CL_MEM_READ_WRITE, sizeof work->lengths, NULL, &error);
    for (size_t k = 0; k < work->array_count; ++k)
        work->length[k].buffer = work->lengths_mem;
    return error == CL_SUCCESS && queue ? test_write_lengths(work, queue, false, 0, NULL, NULL) : error;
}
