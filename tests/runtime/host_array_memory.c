/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for arrays: the example of the documentation, slices, out-of-order queues, refused calls. */
#include "fixture.h"

static void example_of_the_header(void **state)
{
    (void)state;
    const int numbers[] = {3, 1, 2};
    int sorted[3];
    cliv_array keys;
    assert_success(cliv_array_create(fx.ctx, &cliv_int, 3, numbers, &keys));
    assert_int_equal(keys.count, 3);
    assert_int_equal(keys.first, 0);
    assert_ptr_equal(keys.type, &cliv_int);
    assert_success(cliv_sort_keys(fx.ctx, fx.queue, keys, NULL, 0, NULL, NULL));
    assert_success(cliv_array_read(fx.queue, keys, sorted));
    assert_memory_equal(sorted, ((int[]){1, 2, 3}), sizeof sorted);
    assert_success(cliv_array_write(fx.queue, cliv_slice(keys, 1, 2), numbers));
    assert_success(cliv_array_read(fx.queue, cliv_slice(keys, 0, 2), sorted));
    assert_int_equal(sorted[0], 1);
    assert_int_equal(sorted[1], 3);
    assert_int_equal(sorted[2], 3); /* unchanged */
    cliv_array_release(&keys);
    assert_null(keys.buffer);
    assert_null(keys.type);
    cliv_array_release(&keys);
    cliv_array_release(NULL);
}

static void of_nothing(void **state)
{
    (void)state;
    cliv_array none = ARRAY(int, 1), empty;
    assert_success(cliv_array_create(fx.ctx, &cliv_int, 0, NULL, &empty));
    assert_int_equal(empty.count, 0);
    assert_success(cliv_array_read(fx.queue, empty, NULL));
    assert_success(cliv_array_write(fx.queue, empty, NULL));
    assert_success(cliv_array_read(fx.queue, cliv_slice(none, 1, 0), NULL));
    assert_success(cliv_sort_keys(fx.ctx, fx.queue, empty, NULL, 0, NULL, NULL));
    cliv_array_release(&empty);
}

/* Reads and writes happen after a kernel that was enqueued earlier. */
static void out_of_order(void **state)
{
    (void)state;
    enum { N = 200000 };
    static cl_int found[N], written[N];
    cl_int error;
    cliv_array array;
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    if (!queue) /* the device has no out-of-order queues */
        skip();
    for (int k = 0; k < N; ++k)
        written[k] = -k;
    assert_success(cliv_array_create(fx.ctx, &cliv_int, N, NULL, &array));
    assert_success(
        cliv_scan_exclusive(fx.ctx, queue, cliv_generate(&cliv_int, "3", N), array, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_success(cliv_array_read(queue, array, found));
    for (int k = 0; k < N; ++k)
        assert_int_equal(found[k], 3 * k);
    assert_success(
        cliv_scan_exclusive(fx.ctx, queue, cliv_generate(&cliv_int, "5", N), array, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_success(cliv_array_write(queue, array, written));
    assert_success(cliv_array_read(queue, array, found));
    assert_memory_equal(found, written, sizeof found);
    cliv_array_release(&array);
    clReleaseCommandQueue(queue);
}

static void refused(void **state)
{
    (void)state;
    static const cliv_type nameless = {NULL, 4, NULL}, wrong = {"int", 8, NULL}, hollow = {"hollow", 0, "struct x;"};
    cl_int one = 1;
    const cliv_array before = ARRAY(int, 7);
    cliv_array array = before;
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_create(NULL, &cliv_int, 1, NULL, &array));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_create(fx.ctx, &cliv_int, 1, NULL, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_create(fx.ctx, NULL, 1, NULL, &array));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_create(fx.ctx, &nameless, 1, NULL, &array));
    assert_status(CLIV_TYPE_MISMATCH, cliv_array_create(fx.ctx, &wrong, 1, NULL, &array));
    assert_status(CLIV_TYPE_MISMATCH, cliv_array_create(fx.ctx, &hollow, 1, NULL, &array));
    assert_status(CLIV_OUT_OF_RANGE, cliv_array_create(fx.ctx, &cliv_int, SIZE_MAX / 2, NULL, &array));
    assert_status(CLIV_OUT_OF_MEMORY, cliv_array_create(fx.ctx, &cliv_int, SIZE_MAX / 8, NULL, &array));
    assert_message("2305843009213693951 elements of 4 bytes are more than");
    assert_memory_equal(&array, &before, sizeof array);
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(NULL, array, &one));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(fx.queue, array, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_write(fx.queue, array, NULL));
    assert_message("host");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(fx.queue, CLIV_NONE, &one));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(fx.queue, cliv_generate(&cliv_int, "1", 1), &one));
    assert_message("generated");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_write(fx.queue, cliv_constant("c", &cliv_int, &one), &one));
    assert_message("constant");
    assert_status(CLIV_OUT_OF_RANGE, cliv_array_read(fx.queue, cliv_slice(array, 1, 1), &one));
    assert_status(CLIV_OUT_OF_RANGE, cliv_array_write(fx.queue, cliv_buffer(array.buffer, &cliv_int, 0, 100), &one));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(fx.queue, cliv_buffer(NULL, &cliv_int, 0, 1), &one));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(fx.queue, cliv_buffer(array.buffer, NULL, 0, 1), &one));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(fx.queue, cliv_with_source(array, "int f(void);"), &one));
    assert_message("source");
    cl_int code;
    cl_context context = clCreateContext(NULL, 1, &fx.device, NULL, NULL, &code);
    assert_cl(code);
    cl_command_queue queue = clCreateCommandQueue(context, fx.device, 0, &code);
    assert_cl(code);
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(queue, array, &one));
    assert_message("queue belongs to another OpenCL context");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_write(queue, array, &one));
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    assert_int_equal(one, 1);
    assert_ints(array, 7);
}

int main(void)
{
    return RUN_TESTS("memory of arrays", open_device, close_device, example_of_the_header, of_nothing, out_of_order,
                     refused);
}
