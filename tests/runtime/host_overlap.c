/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs that overlap inputs or each other are refused, including overlaps through sub-buffers and through arrays that
 * a generator reads. Adjacent arrays in one buffer are accepted. Images are refused. */
#include "calls.h"

enum { PIECE = 4096 }; /* a multiple of every device's base address alignment */

static cl_mem sub_buffer(cl_mem parent, size_t origin, size_t size)
{
    cl_buffer_region region = {origin, size};
    cl_int error;
    cl_mem sub = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    assert_cl(error);
    keep_buffer(sub);
    return sub;
}

static void refused(const operation *o, const call *c, const char *what)
{
    cliv_status status = o->run(c);
    if (status != CLIV_INVALID_ARGUMENT)
        fail_msg("%s, %s: answered %s; last error: %s", o->name, what, cliv_status_string(status), cliv_last_error());
    if (fx.event != SENTINEL)
        fail_msg("%s, %s: *event was changed", o->name, what);
}

static bool reads(const operation *o, unsigned s) { return (o->reads >> s & 1) != 0; }

static void output_over_input(void **state)
{
    (void)state;
    call good = good_call();
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        for (unsigned s = 0; s < SLOT_COUNT; ++s) {
            if (!reads(o, s) || o->group != OF_INTERVALS)
                continue;
            cl_mem mem = make_buffer(PIECE, NULL);
            call c = good;
            c.arrays[s] = cliv_buffer(mem, &cliv_int, 0, good.arrays[s].count);
            c.arrays[OUT] = cliv_buffer(mem, &cliv_int, 1, 8);
            refused(&operations[k], &c, "the output begins inside an input");
            c.arrays[s].first = strcmp(o->name, "cliv_reduce") == 0 ? 0 : 7; /* cliv_reduce writes one element */
            c.arrays[OUT].first = 0;
            refused(o, &c, "an input begins with the output's last element");
            c.arrays[s].first = 0;
            if (!o->in_place)
                refused(o, &c, "exactly in place");
            assert_poisoned(mem, 0, PIECE, __FILE__, __LINE__);
        }
    }
}

static void outputs_over_each_other(void **state)
{
    (void)state;
    call good = good_call();
    for (size_t k = 0; k < operation_count; ++k) {
        if (!(operations[k].writes >> OUT2 & 1) || operations[k].group != OF_INTERVALS)
            continue;
        call c = good;
        c.arrays[OUT2] = c.arrays[OUT];
        c.arrays[OUT2].first = operations[k].moves ? 0 : 7;
        c.arrays[OUT2].count = operations[k].moves ? 8 : 1;
        refused(&operations[k], &c, "both outputs in the same place");
    }
    assert_untouched(good.arrays[OUT]);
}

/* Merges, sorts and searches: each output overlaps each other array. */
static void keyed_arrays_over_each_other(void **state)
{
    (void)state;
    call good = good_call();
    cl_mem mem = make_buffer(PIECE, NULL);
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        for (unsigned w = 0; w < SLOT_COUNT && o->group != OF_INTERVALS; ++w)
            for (unsigned s = 0; s < SLOT_COUNT; ++s) {
                if (!(o->writes >> w & 1) || !((o->reads | o->writes) >> s & 1) || s == w)
                    continue;
                call c = good;
                c.arrays[w] = cliv_buffer(mem, good.arrays[w].type, 0, good.arrays[w].count);
                c.arrays[s] = cliv_buffer(mem, good.arrays[s].type, 0, good.arrays[s].count);
                if (!(o->in_place && w == OUT && s == INPUT))
                    refused(o, &c, "two arrays in the same place");
                const size_t bytes = c.arrays[w].type->size * (o->needs[w] ? o->needs[w] : c.arrays[w].count);
                c.arrays[s].first = (bytes - 1) / c.arrays[s].type->size;
                refused(o, &c, "an array that begins with another one's last element");
                if (o->writes >> s & 1)
                    continue;
                c = good;
                cliv_array from[] = {good.arrays[w]};
                c.arrays[s] = cliv_generate_from(good.arrays[s].type, "a0[i]", good.arrays[s].count, from, 1);
                refused(o, &c, "a generator that reads what is written");
            }
    }
    assert_poisoned(mem, 0, PIECE, __FILE__, __LINE__);
    assert_call_untouched(&good);
}

static void total_over_input(void **state)
{
    (void)state;
    call c = good_call();
    c.arrays[OUT2] = cliv_slice(c.arrays[INPUT], 3, 1);
    refused(&operations[0], &c, "the total inside the input");
    assert_untouched(c.arrays[OUT]);
}

static void through_sub_buffers(void **state)
{
    (void)state;
    call good = good_call();
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        if (o->group != OF_INTERVALS)
            continue;
        unsigned s = reads(o, INPUT) ? INPUT : OFFSETS;
        cl_mem parent = make_buffer(3 * PIECE, NULL);
        call c = good;
        c.arrays[s] = cliv_buffer(parent, &cliv_int, PIECE / 4 - 1, good.arrays[s].count);
        c.arrays[OUT] = cliv_buffer(sub_buffer(parent, PIECE, PIECE), &cliv_int, 0, 8);
        refused(o, &c, "a sub-buffer of the input's buffer");
        c.arrays[s] = cliv_buffer(sub_buffer(parent, 0, 2 * PIECE), &cliv_int, PIECE / 4 - 1, good.arrays[s].count);
        refused(o, &c, "two sub-buffers of one buffer");
        assert_poisoned(parent, 0, 3 * PIECE, __FILE__, __LINE__);
    }
}

static void through_a_generator(void **state)
{
    (void)state;
    call good = good_call();
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        call c = good;
        if (o->group != OF_INTERVALS)
            continue;
        unsigned s = reads(o, INPUT) ? INPUT : OFFSETS;
        cliv_array from[] = {cliv_slice(c.arrays[OUT], 0, 3)};
        c.arrays[s] = cliv_generate_from(&cliv_int, "a0[i]", good.arrays[s].count, from, 1);
        refused(o, &c, "a generator that reads the output");
    }
    assert_untouched(good.arrays[OUT]);
}

/* All arrays adjacent in one buffer: allowed, and only the output changes. */
static void neighbours_are_fine(void **state)
{
    (void)state;
    const cl_int contents[] = {0, 3, 3, 5, 10, 20, 30, 40, -1, -1, -1, -1, -1, -1, -1, -1, 77};
    cl_mem mem = make_buffer(sizeof contents, contents);
    assert_success(cliv_interval_expand(fx.ctx, fx.queue, 8, cliv_buffer(mem, &cliv_int, 0, 4),
                                        cliv_buffer(mem, &cliv_int, 4, 4), cliv_buffer(mem, &cliv_int, 8, 8), 0, NULL,
                                        NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(cliv_buffer(mem, &cliv_int, 0, 17), 0, 3, 3, 5, 10, 20, 30, 40, 10, 10, 10, 30, 30, 40, 40, 40, 77);
}

/* One output ends where an input begins, another one ends where an output begins. */
static void outputs_before_others_are_fine(void **state)
{
    (void)state;
    const cl_int contents[] = {-1, -1, -1, -1, 1, 2, 3, 4, 77};
    cl_mem mem = make_buffer(sizeof contents, contents);
    const cliv_array in = cliv_buffer(mem, &cliv_int, 4, 4), out = cliv_buffer(mem, &cliv_int, 0, 4);
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, in, out, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_ints(cliv_buffer(mem, &cliv_int, 0, 9), 1, 3, 6, 10, 1, 2, 3, 4, 77);
    mem = make_buffer(sizeof contents, contents);
    const cliv_array before = cliv_buffer(mem, &cliv_int, 0, 4), behind = cliv_buffer(mem, &cliv_int, 4, 4),
                     offsets = ARRAY(int, 0, 3);
    assert_success(cliv_load_balance_search(fx.ctx, fx.queue, 4, offsets, before, behind, 0, NULL, NULL));
    assert_ints(cliv_buffer(mem, &cliv_int, 0, 9), 0, 0, 0, 1, 0, 1, 2, 0, 77);
    assert_success(cliv_load_balance_search(fx.ctx, fx.queue, 4, offsets, behind, before, 0, NULL, NULL));
    assert_ints(cliv_buffer(mem, &cliv_int, 0, 9), 0, 1, 2, 0, 0, 0, 0, 1, 77);
}

/* Two adjacent sub-buffers of one buffer. */
static void sub_buffer_neighbours_are_fine(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* Oclgrind does not see writes to a buffer in its sub-buffers */
    const cl_int input[] = {1, 2, 3, 4};
    cl_mem parent = make_buffer(2 * PIECE, NULL);
    cliv_array in = cliv_buffer(sub_buffer(parent, 0, PIECE), &cliv_int, 0, 4);
    assert_cl(clEnqueueWriteBuffer(fx.queue, in.buffer, CL_TRUE, 0, sizeof input, input, 0, NULL, NULL));
    cliv_array out = cliv_buffer(sub_buffer(parent, PIECE, PIECE), &cliv_int, 0, 4);
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, in, out, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(out, 1, 3, 6, 10);
    assert_ints(in, 1, 2, 3, 4);
    assert_poisoned(parent, PIECE + 16, 2 * PIECE, __FILE__, __LINE__);
}

static void scans_in_place(void **state)
{
    (void)state;
    cliv_array a = ARRAY(int, 9, 3, 1, 4, 1, 5, 9), part = cliv_slice(a, 1, 5);
    assert_success(cliv_scan_exclusive(fx.ctx, fx.queue, part, part, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(a, 9, 0, 3, 4, 8, 9, 9);
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, part, part, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_cl(clFinish(fx.queue));
    assert_ints(a, 9, 0, 3, 7, 15, 24, 9);
    /* The same memory with another type of the same size is not a valid in-place call. */
    part.type = &cliv_uint;
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_scan_inclusive(fx.ctx, fx.queue, cliv_slice(a, 1, 5), part, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_ints(a, 9, 0, 3, 7, 15, 24, 9);
}

static cl_mem image; /* NULL: the device does not support images */

static void try_image(const operation *o, call c)
{
    for (unsigned s = 0; s < SLOT_COUNT; ++s)
        if ((o->reads | o->writes) >> s & 1) {
            call bad = c;
            bad.arrays[s].buffer = image;
            refused(o, &bad, "an image");
            assert_message("must be a buffer");
        }
}

static void images_are_no_buffers(void **state)
{
    (void)state;
    cl_int error;
    cl_bool has_images = CL_FALSE;
    static const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 64};
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, NULL));
    if (!has_images)
        skip();
    image = clCreateImage(fx.cl, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    assert_cl(error);
    keep_buffer(image);
    const call c = good_call();
    fx.event = SENTINEL;
    for (size_t k = 0; k < operation_count; ++k)
        try_image(&operations[k], c);
    assert_call_untouched(&c);
    cl_int number = 0;
    cliv_recording *r = NULL;
    const cliv_array array = cliv_buffer(image, &cliv_int, 0, 1);
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(fx.queue, array, &number));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_write(fx.queue, array, &number));
    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &r));
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_transform(fx.ctx, fx.queue, 1, &array, "a0[i] = 1;", NULL, &array, 1, 0, NULL, NULL));
    assert_success(cliv_recording_end(r));
    cliv_recording_destroy(r);
}

int main(void)
{
    return RUN_TESTS("overlap", open_device, close_device, output_over_input, outputs_over_each_other,
                     keyed_arrays_over_each_other, total_over_input, through_sub_buffers, through_a_generator,
                     neighbours_are_fine, outputs_before_others_are_fine, sub_buffer_neighbours_are_fine,
                     scans_in_place, images_are_no_buffers);
}
