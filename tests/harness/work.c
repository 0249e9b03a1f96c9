/* SPDX-License-Identifier: Apache-2.0 */
/* The life of one operation on one case: arrays declared by the descriptor, uploaded with guards around them, compared
 * byte by byte afterwards. The layout of a buffer is:
 *     [first elements of poison] [the array's elements] [slack: poison] [64 bytes of poison]
 * An output is correct only if all poison around it is unchanged. */
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POISON = 0xA5, GUARD = 64 };

static bool fail(test_work *work, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(work->message, sizeof work->message, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- declarations, called by the descriptors ---- */

static test_array *declare(test_work *work, const char *name, const test_type *type, size_t count, size_t touched)
{
    if (work->array_count == TEST_MAX_ARRAYS) {
        fail(work, "more than %d arrays", TEST_MAX_ARRAYS);
        return NULL;
    }
    size_t k = work->array_count++;
    test_array *a = &work->arrays[k];
    size_t first = work->c.first ? work->c.first + k : 0;
    *a = (test_array){.name = name, .type = type, .touched = touched};
    a->array = cliv_buffer(
        NULL, type->type, first,
        count + (k ? work->c.slack
                   : 0)); /* other arrays than the first get slack: the first array's count is significant */
    return a;
}

static void *make_image(test_work *work, test_array *a)
{
    size_t end = (a->array.first + a->array.count + test_extra(work)) * a->type->type->size;
    a->bytes = (end + GUARD + 3) / 4 * 4;
    a->image = malloc(a->bytes);
    if (!a->image) {
        fail(work, "no memory for %zu bytes of %s", a->bytes, a->name);
        return NULL;
    }
    memset(a->image, POISON, a->bytes);
    return test_elements(a);
}

void *test_elements(const test_array *a) { return a->image + a->array.first * a->type->type->size; }
void *test_initial(const test_array *a) { return a->initial + a->array.first * a->type->type->size; }
const unsigned char *test_contents(const test_array *a) { return a->initial ? a->initial : a->image; }

void *test_input(test_work *work, const char *name, const test_type *type, size_t count, size_t touched)
{
    test_array *a = declare(work, name, type, count, touched);
    return a ? make_image(work, a) : NULL;
}

void *test_output(test_work *work, const char *name, const test_type *type, size_t count, size_t touched)
{
    test_array *a = declare(work, name, type, count, touched);
    if (!a)
        return NULL;
    a->output = true;
    return make_image(work, a);
}

void *test_output_in_place(test_work *work, const char *name, const test_type *type, size_t count)
{
    test_array *a = declare(work, name, type, count, count), *input = &work->arrays[0];
    if (!a)
        return NULL;
    a->output = a->in_place = true;
    a->array = input->array;
    if (!make_image(work, a))
        return NULL;
    memcpy(a->image, input->image, a->bytes);
    return test_elements(a);
}

void *test_in_out(test_work *work, const char *name, const test_type *type, size_t count, size_t touched)
{
    if (!test_output(work, name, type, count, touched))
        return NULL;
    test_array *a = &work->arrays[work->array_count - 1];
    a->initial = malloc(a->bytes);
    if (!a->initial) {
        fail(work, "no memory for %zu bytes of %s", a->bytes, a->name);
        return NULL;
    }
    memset(a->initial, POISON, a->bytes);
    return test_initial(a);
}

bool test_generated(test_work *work, const char *name, const test_type *type, const char *expression, uint64_t first,
                    size_t count)
{
    test_array *a = declare(work, name, type, count, 0);
    if (!a)
        return false;
    a->array = cliv_generate(type->type, expression, (size_t)first + count);
    a->array = cliv_slice(a->array, (size_t)first, count);
    return true;
}

/* The index in the sequence of values at which an array begins. It differs by seed and array. */
static uint64_t base(const test_work *work, const test_array *a)
{
    return (work->c.seed % 65521) * 977 + (uint64_t)(a - work->arrays) * 12345;
}

static void fill_values(const test_work *work, test_array *a, test_flavour flavour, size_t count,
                        unsigned char *elements)
{
    uint64_t start = base(work, a);
    for (size_t i = 0; i < count; ++i)
        test_element(a->type, flavour, start + i, elements + i * a->type->type->size);
}

bool test_in_out_values(test_work *work, const char *name, const test_type *type, size_t count)
{
    unsigned char *elements = test_in_out(work, name, type, count, 2 * count);
    if (elements)
        fill_values(work, &work->arrays[work->array_count - 1], TEST_PLAIN, count, elements);
    return elements != NULL;
}

bool test_input_values(test_work *work, const char *name, const test_type *type, test_flavour flavour, bool generated,
                       size_t count, size_t touched)
{
    test_array *a = &work->arrays[work->array_count];
    if (generated) {
        char *text = work->generators[work->array_count];
        test_generator(type, flavour, text, sizeof work->generators[0]);
        if (!test_generated(work, name, type, text, base(work, a), count))
            return false;
    } else {
        unsigned char *elements = test_input(work, name, type, count, touched);
        if (!elements)
            return false;
        fill_values(work, a, flavour, count, elements);
    }
    a->flavour = flavour;
    return true;
}

const void *test_value(const test_work *work, const test_array *a, size_t i, void *storage)
{
    if (a->image)
        return (const unsigned char *)(a->initial ? test_initial(a) : test_elements(a)) + i * a->type->type->size;
    if (a->step) {
        test_generated_key(&work->c, a, i, storage);
        return storage;
    }
    test_element(a->type, a->flavour, base(work, a) + i, storage);
    return storage;
}

/* ---- buffers ---- */

/* Waits for the write's event, because commands on any queue may follow and a blocking write may return before the
 * write is complete. */
static cl_int write_to_end(cl_command_queue queue, cl_mem mem, size_t bytes, const void *data)
{
    cl_event written = NULL;
    cl_int error = clEnqueueWriteBuffer(queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, &written);
    if (error != CL_SUCCESS)
        return error;
    error = clWaitForEvents(1, &written);
    clReleaseEvent(written);
    return error;
}

static bool make_buffers(test_work *work, cl_command_queue queue)
{
    cl_context context = cliv_context_cl(work->ctx);
    for (size_t k = 0; k < work->array_count; ++k) {
        test_array *a = &work->arrays[k];
        cl_int error = CL_SUCCESS;
        if (a->array.generator)
            continue;
        if (a->in_place) {
            a->array.buffer = work->arrays[0].array.buffer;
            clRetainMemObject(a->array.buffer);
            continue;
        }
        if (a->initial)
            memcpy(a->image, a->initial, a->bytes); /* elements that the call does not overwrite stay */
        a->array.buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, a->bytes, NULL, &error);
        if (error == CL_SUCCESS && !a->output && queue)
            error = write_to_end(queue, a->array.buffer, a->bytes, a->image);
        if (error != CL_SUCCESS)
            return fail(work, "buffer of %zu bytes for %s: %s", a->bytes, a->name, cliv_status_string(error));
    }
    return true;
}

bool test_work_create(test_work *work, const test_operation *operation, const test_case *c, cliv_context *ctx,
                      cl_command_queue queue)
{
    *work = (test_work){.operation = operation, .c = *c, .ctx = ctx};
    if (c->source == TEST_GENERATED_ALL)
        work->c.mean = 4;
    if (operation->uses & TEST_USES_OPERATOR)
        work->op = test_operators[c->operator_].make(test_folded_type(operation, c), &work->op_storage);
    if (operation->uses & TEST_USES_KEYS)
        test_order_make(work);
    if (!operation->prepare(work))
        return false;
    const cl_int error = test_make_lengths(work, queue);
    if (error != CL_SUCCESS)
        return fail(work, "writing lengths: %s", cliv_status_string(error));
    return make_buffers(work, queue) && (!queue || test_work_poison(work, queue));
}

cl_int test_fill(cl_command_queue queue, cl_mem mem, size_t bytes, unsigned char value)
{
    unsigned char *values = malloc(bytes);
    if (!values)
        return CL_OUT_OF_HOST_MEMORY;
    memset(values, value, bytes);
    cl_int error = write_to_end(queue, mem, bytes, values);
    free(values);
    return error;
}

static bool begin_anew(test_work *work, cl_command_queue queue)
{
    cliv_status status = work->pool ? cliv_pool_reset(work->pool, queue, 0, NULL, NULL) : CLIV_SUCCESS;
    if (status == CLIV_SUCCESS && work->counter)
        status = cliv_counter_set(work->counter, queue, 0, 0, NULL, NULL);
    return status == CLIV_SUCCESS || fail(work, "emptying the pool or counter: %s", cliv_last_error());
}

bool test_work_poison(test_work *work, cl_command_queue queue)
{
    for (size_t k = 0; k < work->array_count; ++k) {
        test_array *a = &work->arrays[k];
        cl_int error = CL_SUCCESS;
        if (a->in_place || a->initial)
            error = write_to_end(queue, a->array.buffer, a->bytes, test_contents(a->in_place ? &work->arrays[0] : a));
        else if (a->output)
            error = test_fill(queue, a->array.buffer, a->bytes, POISON);
        if (error != CL_SUCCESS)
            return fail(work, "poisoning %s: %s", a->name, cliv_status_string(error));
    }
    work->host = (size_t)-1;
    if (!begin_anew(work, queue))
        return false;
    cl_int error = clFinish(queue);
    return error == CL_SUCCESS || fail(work, "clFinish: %s", cliv_status_string(error));
}

bool test_work_overwrites(const test_work *work)
{
    for (size_t k = 0; k < work->array_count; ++k)
        if (work->arrays[k].in_place || work->arrays[k].initial)
            return true;
    return work->pool || work->counter;
}

/* A buffer with the array's contents, which the host writes once. */
static cl_mem make_backup(test_work *work, const test_array *a)
{
    cl_int error;
    void *contents = (void *)(uintptr_t)test_contents(a); /* OpenCL only reads it */
    cl_mem backup =
        clCreateBuffer(cliv_context_cl(work->ctx), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, a->bytes, contents, &error);
    if (error != CL_SUCCESS)
        fail(work, "a copy of %zu bytes for %s: %s", a->bytes, a->name, cliv_status_string(error));
    return error == CL_SUCCESS ? backup : NULL;
}

bool test_work_restore(test_work *work, cl_command_queue queue)
{
    for (size_t k = 0; k < work->array_count; ++k) {
        test_array *a = &work->arrays[k];
        if (!a->in_place && !a->initial)
            continue;
        if (!a->backup)
            a->backup = make_backup(work, a->in_place ? &work->arrays[0] : a);
        if (!a->backup)
            return false;
        cl_int error = clEnqueueCopyBuffer(queue, a->backup, a->array.buffer, 0, 0, a->bytes, 0, NULL, NULL);
        if (error != CL_SUCCESS)
            return fail(work, "restoring %s: %s", a->name, cliv_status_string(error));
    }
    return begin_anew(work, queue);
}

cliv_status test_work_run(test_work *work, cl_command_queue queue, cl_uint wait_count, const cl_event *wait,
                          cl_event *event)
{
    const cliv_status status = work->operation->run(work, work->ctx, queue, wait_count, wait, event);
    if (status == work->answer)
        return CLIV_SUCCESS;
    return status != CLIV_SUCCESS ? status : work->answer;
}

/* ---- comparison ---- */

static void print_bytes(const unsigned char *bytes, size_t size, char *text, size_t capacity)
{
    size_t length = 0;
    for (size_t k = size; k-- > 0 && length + 3 < capacity;)
        length += (size_t)snprintf(text + length, capacity - length, "%02x", bytes[k]);
}

/* Compares without the padding in the array's elements. */
static bool element_equal(const test_array *a, const unsigned char *x, const unsigned char *y)
{
    return memcmp(x, y, a->type->significant) == 0;
}

static bool compare(test_work *work, const test_array *a, const unsigned char *found)
{
    size_t size = a->type->type->size, begin = a->array.first * size, end = begin + a->array.count * size;
    char wanted_text[200], found_text[200];
    if (memcmp(found, a->image, a->bytes) == 0)
        return true;
    for (size_t k = 0; k < a->bytes; ++k)
        if ((k < begin || k >= end) && found[k] != a->image[k])
            return fail(work, "%s: byte %zu of its buffer was written, outside the array (bytes %zu to %zu)", a->name,
                        k, begin, end);
    size_t first = 0, last = 0, wrong = 0;
    for (size_t k = 0; k < a->array.count; ++k)
        if (!element_equal(a, a->image + begin + k * size, found + begin + k * size)) {
            first = wrong++ ? first : k;
            last = k;
        }
    if (wrong) {
        print_bytes(a->image + begin + first * size, a->type->significant, wanted_text, sizeof wanted_text);
        print_bytes(found + begin + first * size, a->type->significant, found_text, sizeof found_text);
        return fail(work,
                    "%s[%zu] is 0x%s, should be 0x%s (a5a5… is: never written); %zu of %zu are wrong, up to [%zu]",
                    a->name, first, found_text, wanted_text, wrong, a->array.count, last);
    }
    return true;
}

static int ascending(const void *a, const void *b)
{
    const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
    return (x > y) - (x < y);
}

static bool read_counter(test_work *work, cl_command_queue queue)
{
    const cliv_array *counts = &work->arrays[0].array;
    return cliv_counter_read(work->counter, queue, *counts, 0, NULL, NULL) == CLIV_SUCCESS ||
           fail(work, "reading the counter: %s", cliv_last_error());
}

bool test_work_check(test_work *work, cl_command_queue queue)
{
    cl_int error = clFinish(queue);
    bool good = error == CL_SUCCESS || fail(work, "clFinish: %s", cliv_status_string(error));
    if (good && work->counter)
        good = read_counter(work, queue);
    if (good && !work->referenced) {
        work->operation->reference(work);
        work->referenced = true;
    }
    for (size_t k = 0; good && k < work->array_count; ++k) {
        const test_array *a = &work->arrays[k];
        bool overwritten = false;
        for (size_t j = 1; j < work->array_count && k == 0; ++j)
            overwritten = overwritten || work->arrays[j].in_place;
        if (!a->array.buffer || overwritten)
            continue;
        unsigned char *found = malloc(a->bytes);
        if (!found)
            return fail(work, "no memory to read %s", a->name);
        error = clEnqueueReadBuffer(queue, a->array.buffer, CL_TRUE, 0, a->bytes, found, 0, NULL, NULL);
        if (error == CL_SUCCESS && a->any_order)
            qsort(found + a->array.first * sizeof(cl_uint), a->array.count, sizeof(cl_uint), ascending);
        if (error != CL_SUCCESS)
            good = fail(work, "reading %s: %s", a->name, cliv_status_string(error));
        else
            good = compare(work, a, found);
        free(found);
    }
    if (good && work->has_host && work->host != work->expected_host)
        good = fail(work, "the host output is %zu, should be %zu", work->host, work->expected_host);
    return good;
}

void test_work_destroy(test_work *work)
{
    for (size_t k = 0; k < work->array_count; ++k) {
        if (work->arrays[k].array.buffer)
            clReleaseMemObject(work->arrays[k].array.buffer);
        if (work->arrays[k].backup)
            clReleaseMemObject(work->arrays[k].backup);
        free(work->arrays[k].image);
        free(work->arrays[k].initial);
    }
    free(work->sizes);
    if (work->lengths_mem)
        clReleaseMemObject(work->lengths_mem);
    work->lengths_mem = NULL;
    if (work->kernel.kernel)
        clReleaseKernel(work->kernel.kernel);
    cliv_pool_destroy(work->pool);
    cliv_counter_destroy(work->counter);
    work->kernel = (test_kernel){0};
    work->pool = NULL;
    work->counter = NULL;
    work->array_count = 0;
    work->sizes = NULL;
}
