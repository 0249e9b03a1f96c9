/* SPDX-License-Identifier: Apache-2.0 */
/* cliv_copy: the examples of its documentation, bytes that begin and end at any offset, user-provided memory, and
 * refused calls. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

static void examples_of_the_header(void **state)
{
    (void)state;
    cliv_array output = OUTPUT(int, 5);
    const cl_float halves[] = {2.75f, -1.5f};
    const cl_int large[] = {300, -1};
    cl_uchar bytes[2];
    cl_event event = NULL;
    assert_success(cliv_copy(fx.ctx, fx.queue, ARRAY(int, 3, 1, 4), output, 0, NULL, &event));
    wait_and_release(&event);
    assert_ints(cliv_slice(output, 0, 3), 3, 1, 4);
    assert_poisoned(output.buffer, 12, 20, __FILE__, __LINE__);
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_int, "10 * i", 4), output, NO_EVENTS));
    assert_ints(cliv_slice(output, 0, 4), 0, 10, 20, 30);
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_buffer(make_buffer(sizeof halves, halves), &cliv_float, 0, 2),
                             output, NO_EVENTS));
    assert_ints(cliv_slice(output, 0, 4), 2, -1, 20, 30);
    const cliv_array narrow = OUTPUT(uchar, 2);
    assert_success(
        cliv_copy(fx.ctx, fx.queue, cliv_buffer(make_buffer(sizeof large, large), &cliv_int, 0, 2), narrow, NO_EVENTS));
    read_buffer(narrow.buffer, 0, 2, bytes);
    assert_int_equal(bytes[0], 44);
    assert_int_equal(bytes[1], 255);
}

static void of_nothing(void **state)
{
    (void)state;
    const cliv_array output = OUTPUT(int, 2);
    cl_event event = NULL;
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_buffer(NULL, &cliv_int, 0, 0), output, 0, NULL, &event));
    wait_and_release(&event);
    assert_status(CLIV_BUILD_FAILED,
                  cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_int, "no such", 0), output, NO_EVENTS));
    assert_untouched(output);
}

/* Copies `bytes` bytes of an array with elements of `size` bytes between two offsets, and checks that no other byte
 * changes. */
static void try_bytes(const cliv_type *type, cl_mem input, cl_mem output, const cl_uchar *data, size_t from, size_t to,
                      size_t n)
{
    enum { ROOM = 400 };
    cl_uchar found[ROOM], wanted[ROOM];
    const size_t size = type->size;
    memset(wanted, 0xA5, ROOM);
    memcpy(wanted + to * size, data + from * size, n * size);
    assert_cl(clEnqueueWriteBuffer(fx.queue, output, CL_TRUE, 0, ROOM, memset(found, 0xA5, ROOM), 0, NULL, NULL));
    assert_success(
        cliv_copy(fx.ctx, fx.queue, cliv_buffer(input, type, from, n), cliv_buffer(output, type, to, n), NO_EVENTS));
    read_buffer(output, 0, ROOM, found);
    assert_memory_equal(found, wanted, ROOM);
}

static const cliv_type rgb = {"rgb", 3, "typedef struct rgb { uchar r, g, b; } rgb;\n"};

static void bytes_that_begin_and_end_anywhere(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 47, 100};
    static const size_t places[][2] = {{0, 0}, {1, 1}, {15, 15}, {3, 19}, {0, 8}, {5, 9}, {2, 4}, {1, 2}, {7, 0}};
    const cliv_type *const types[] = {&cliv_uchar, &cliv_ushort, &rgb};
    cl_uchar data[400];
    for (size_t k = 0; k < sizeof data; ++k)
        data[k] = (cl_uchar)(7 * k + 1);
    const cl_mem input = make_buffer(sizeof data, data), output = make_buffer(400, NULL);
    for (size_t t = 0; t < 3; ++t)
        for (size_t p = 0; p < sizeof places / sizeof *places; ++p)
            for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c)
                try_bytes(types[t], input, output, data, places[p][0], places[p][1], counts[c]);
}

/* If two arrays have one type, only one of them must declare it. */
static void declared_once(void **state)
{
    (void)state;
    const cliv_type named = {rgb.name, rgb.size, NULL};
    const cl_mem input = make_buffer(6, "abcdef"), output = make_buffer(6, NULL);
    char found[6];
    assert_success(
        cliv_copy(fx.ctx, fx.queue, cliv_buffer(input, &rgb, 0, 1), cliv_buffer(output, &named, 0, 1), NO_EVENTS));
    assert_success(
        cliv_copy(fx.ctx, fx.queue, cliv_buffer(input, &named, 1, 1), cliv_buffer(output, &rgb, 1, 1), NO_EVENTS));
    read_buffer(output, 0, sizeof found, found);
    assert_memory_equal(found, "abcdef", sizeof found);
}

/* A buffer over the caller's memory, which is aligned for its elements only. */
static void memory_of_the_users_own(void **state)
{
    (void)state;
    static cl_uint memory[2][200];
    cl_uint data[100];
    cl_int error[2];
    for (size_t k = 0; k < 100; ++k)
        data[k] = (cl_uint)(k * 2654435761u);
    for (size_t p = 0; p < 4; ++p) {
        const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
        const cl_mem input = clCreateBuffer(fx.cl, flags, 400, memory[0] + 1 + p, &error[0]);
        const cl_mem output = clCreateBuffer(fx.cl, flags, 400, memory[1] + 4 - p, &error[1]);
        assert_cl(error[0]);
        assert_cl(error[1]);
        keep_buffer(input);
        keep_buffer(output);
        assert_cl(clEnqueueWriteBuffer(fx.queue, input, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
        try_bytes(&cliv_uint, input, output, (const cl_uchar *)data, 1, 2, 90);
        cl_int converted[100];
        assert_success(cliv_copy(fx.ctx, fx.queue, cliv_buffer(input, &cliv_uint, 0, 100),
                                 cliv_buffer(output, &cliv_int, 0, 100), NO_EVENTS));
        read_buffer(output, 0, sizeof converted, converted);
        assert_memory_equal(converted, data, sizeof data);
        assert_success(cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_uint, "i", 100),
                                 cliv_buffer(output, &cliv_uint, 0, 100), NO_EVENTS));
        assert_success(cliv_copy(fx.ctx, fx.queue, cliv_buffer(output, &cliv_uint, 0, 50),
                                 cliv_buffer(output, &cliv_float, 50, 50), NO_EVENTS));
        cl_float numbers[50];
        read_buffer(output, 200, sizeof numbers, numbers);
        for (size_t k = 0; k < 50; ++k)
            assert_true(numbers[k] == (cl_float)k);
    }
}

/* Structures with padding, generated by a function, in several full tiles and a part of a tile. */
static void generated_structures(void **state)
{
    (void)state;
    enum { N = 3001 };
    typedef struct marked {
        cl_uint key;
        cl_uchar mark;
    } marked;
    static marked found[N];
    static const cliv_type type = {"marked", sizeof(marked),
                                   "typedef struct marked { uint key; uchar mark; } marked;\n"
                                   "inline marked make_marked(ulong i) {\n"
                                   "    marked m; m.key = (uint)i + 1; m.mark = (uchar)(i * 3 + 1); return m;\n"
                                   "}\n"};
    const cliv_array output = cliv_buffer(make_buffer(sizeof found, NULL), &type, 0, N);
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_generate(&type, "make_marked(i)", N), output, NO_EVENTS));
    read_buffer(output.buffer, 0, sizeof found, found);
    for (cl_uint i = 0; i < N; ++i) {
        assert_int_equal(found[i].key, i + 1);
        assert_int_equal(found[i].mark, (i * 3 + 1) & 255);
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array output = OUTPUT(int, 8), three = cliv_generate(&rgb, "(rgb){1, 2, 3}", 2);
    assert_status(CLIV_OUT_OF_RANGE, cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i", 9), output, NO_EVENTS));
    assert_message("output has 8 elements, but 9 are needed");
    assert_status(CLIV_TYPE_MISMATCH, cliv_copy(fx.ctx, fx.queue, three, output, NO_EVENTS));
    assert_message("rgb");
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_copy(fx.ctx, fx.queue, cliv_slice(output, 0, 4), cliv_slice(output, 0, 4), NO_EVENTS));
    assert_message("output overlaps input");
    assert_untouched(output);
}

int main(void)
{
    return RUN_TESTS("copies", open_device, close_device, examples_of_the_header, of_nothing,
                     bytes_that_begin_and_end_anywhere, declared_once, memory_of_the_users_own, generated_structures,
                     refused);
}
