/* SPDX-License-Identifier: Apache-2.0 */
/* Bodies for every index, gather and scatter by index: the examples of their documentation, overlaps, refused calls.
 * host_bounds.c tests bounds, host_names.c names. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

static void examples_of_the_header(void **state)
{
    (void)state;
    const cl_float factor = 0.5f;
    cl_float found[3];
    cliv_array y = ARRAY(float, 1, 1, 1);
    cliv_array arrays[] = {cliv_named("x", ARRAY(float, 2, 4, 6)), cliv_named("y", y),
                           cliv_constant("factor", &cliv_float, &factor)};
    cl_event event = NULL;
    assert_success(
        cliv_transform(fx.ctx, fx.queue, 3, NULL, "y[i] += factor * x[i];", NULL, arrays, 3, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_array_read(fx.queue, y, found));
    assert_memory_equal(found, ((cl_float[]){2, 3, 4}), sizeof found);

    const cliv_array fetched = OUTPUT(int, 4), sent = OUTPUT(int, 4), input = ARRAY(int, 10, 20, 30);
    assert_success(cliv_gather(fx.ctx, fx.queue, ARRAY(int, 2, 0, -1, 2), input, fetched, NO_EVENTS));
    assert_ints(cliv_slice(fetched, 0, 2), 30, 10);
    assert_poisoned(fetched.buffer, 8, 12, __FILE__, __LINE__);
    assert_ints(cliv_slice(fetched, 3, 1), 30);
    assert_success(cliv_scatter(fx.ctx, fx.queue, ARRAY(int, 3, -1, 0), input, sent, NO_EVENTS));
    assert_ints(cliv_slice(sent, 0, 1), 30);
    assert_poisoned(sent.buffer, 4, 12, __FILE__, __LINE__);
    assert_ints(cliv_slice(sent, 3, 1), 10);
}

/* The compiler must not assume that the arrays do not overlap. */
static void arrays_may_overlap(void **state)
{
    (void)state;
    enum { N = 3000 };
    cl_int numbers[N], found[N];
    for (int k = 0; k < N; ++k)
        numbers[k] = 3 * k;
    cliv_array all = cliv_buffer(make_buffer(sizeof numbers, numbers), &cliv_int, 0, N);
    cliv_array arrays[] = {cliv_slice(all, 1, N - 1), all, cliv_buffer(all.buffer, &cliv_uchar, 0, 4 * N)};
    assert_success(cliv_transform(fx.ctx, fx.queue, N / 2, NULL,
                                  "a1[2 * i] = -1;\na0[2 * i] = a1[2 * i] + a2[8 * i] + 2;", NULL, arrays, 3,
                                  NO_EVENTS));
    assert_success(cliv_array_read(fx.queue, all, found));
    for (int k = 0; k < N; ++k)
        assert_int_equal(found[k], k % 2 ? 256 : -1);
}

static void of_nothing(void **state)
{
    (void)state;
    const cliv_array out = OUTPUT(int, 4), empty = cliv_buffer(NULL, &cliv_int, 0, 0);
    cl_event event = NULL;
    assert_success(cliv_transform(fx.ctx, fx.queue, 0, NULL, "a0[i] = 1;", NULL, &out, 1, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_transform(fx.ctx, fx.queue, 7, NULL, ";", NULL, NULL, 0, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_gather(fx.ctx, fx.queue, empty, empty, out, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_scatter(fx.ctx, fx.queue, empty, empty, out, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_gather(fx.ctx, fx.queue, ARRAY(int, 0, 5), empty, out, NO_EVENTS));
    assert_success(cliv_gather_columns(fx.ctx, fx.queue, ARRAY(int, 0), NULL, NULL, 0, 0, NULL, &event));
    wait_and_release(&event);
    assert_status(CLIV_INVALID_ARGUMENT, cliv_gather_columns(fx.ctx, fx.queue, CLIV_NONE, NULL, NULL, 0, NO_EVENTS));
    assert_message("indices");
    assert_status(CLIV_TYPE_MISMATCH, cliv_gather_columns(fx.ctx, fx.queue, ARRAY(float, 0), NULL, NULL, 0, NO_EVENTS));
    assert_message("indices");
    assert_status(CLIV_BUILD_FAILED, cliv_transform(fx.ctx, fx.queue, 0, NULL, "a0[i] = ;", NULL, &out, 1, NO_EVENTS));
    assert_message("body");
    assert_untouched(out);
}

/* More columns than a kernel accepts on any device, of several types and lengths, some generated. */
static void columns_of_all_kinds(void **state)
{
    (void)state;
    static const cliv_type triple = {"triple", 3, "typedef struct { uchar b[3]; } triple;"};
    static const cliv_type *const types[] = {&cliv_int, &cliv_uchar, &triple, &cliv_long};
    enum { COLUMNS = 150, ROWS = 40, N = 33 };
    cl_long places[N];
    cl_uchar data[ROWS * 8], found[N * 8];
    cliv_array inputs[COLUMNS], outputs[COLUMNS];
    const cl_int nine = 9;
    for (int k = 0; k < N; ++k)
        places[k] = k == 5 ? -1 : (7 * k) % ROWS;
    for (size_t b = 0; b < sizeof data; ++b)
        data[b] = (cl_uchar)(b * 37 + b / 256);
    for (size_t c = 0; c < COLUMNS; ++c) {
        const cliv_type *type = types[c % 4];
        const size_t rows = ROWS - c % 7;
        outputs[c] = in_the_middle(type, NULL, N);
        inputs[c] = c == 40   ? cliv_generate(&cliv_int, "100 + i", ROWS)
                    : c == 80 ? cliv_constant("nine", &cliv_int, &nine)
                              : in_the_middle(type, data, rows);
        if (c == 80)
            inputs[c].count = 30;
    }
    assert_success(cliv_gather_columns(fx.ctx, fx.queue,
                                       cliv_buffer(make_buffer(sizeof places, places), &cliv_long, 0, N), inputs,
                                       outputs, COLUMNS, NO_EVENTS));
    for (size_t c = 0; c < COLUMNS; ++c) {
        const size_t size = inputs[c].type->size;
        take(outputs[c], found, "cliv_gather_columns");
        for (size_t k = 0; k < N; ++k) {
            cl_uchar wanted[8];
            const cl_int number = c == 40 ? 100 + (cl_int)places[k] : nine;
            if (places[k] < 0 || (size_t)places[k] >= inputs[c].count)
                memset(wanted, 0xA5, size);
            else if (c == 40 || c == 80)
                memcpy(wanted, &number, size);
            else
                memcpy(wanted, data + (size_t)places[k] * size, size);
            assert_memory_equal(found + k * size, wanted, size);
        }
    }
}

static void wrong_arguments(void **state)
{
    (void)state;
    const cliv_array out = OUTPUT(int, 8), other = OUTPUT(int, 8), floats = OUTPUT(float, 8),
                     places = ARRAY(int, 0, 1, 2, 3);
    const cliv_array generated = cliv_generate(&cliv_int, "i", 8), slice = cliv_slice(out, 6, 6), none = CLIV_NONE;
    const cliv_array inputs[] = {generated, other}, same[] = {out, out}, mixed[] = {out, floats};
    fx.event = SENTINEL;
#define TRANSFORM(ctx, queue, n, length, body, arrays, count) \
    cliv_transform(ctx, queue, n, length, body, NULL, arrays, count, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(NULL, fx.queue, 8, NULL, "a0[i] = 1;", &out, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, NULL, 8, NULL, "a0[i] = 1;", &out, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, NULL, NULL, &out, 1));
    assert_message("body");
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, NULL, "a0[i] = 1;", NULL, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, NULL, "a0[i] = 1;", &generated, 1));
    assert_message("a0 is generated");
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, NULL, "a0[i] = 1;", &none, 1));
    assert_status(CLIV_OUT_OF_RANGE, TRANSFORM(fx.ctx, fx.queue, 8, NULL, "a0[i] = 1;", &slice, 1));
    assert_status(CLIV_OUT_OF_RANGE, TRANSFORM(fx.ctx, fx.queue, SIZE_MAX, NULL, "a0[i] = 1;", &out, 1));
    assert_status(CLIV_INVALID_ARGUMENT, TRANSFORM(fx.ctx, fx.queue, 8, &none, "a0[i] = 1;", &out, 1));
    assert_message("the length of n is CLIV_NONE");
#define COLUMNS(indices, inputs, outputs, count) \
    cliv_gather_columns(fx.ctx, fx.queue, indices, inputs, outputs, count, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, COLUMNS(places, NULL, mixed, 1));
    assert_message("inputs is NULL");
    assert_status(CLIV_INVALID_ARGUMENT, COLUMNS(places, inputs, NULL, 1));
    assert_message("outputs is NULL");
    assert_status(CLIV_TYPE_MISMATCH, COLUMNS(places, inputs, mixed, 2));
    assert_message("inputs[1]");
    assert_status(CLIV_INVALID_ARGUMENT, COLUMNS(places, inputs, same, 2));
    assert_message("outputs[0] overlaps outputs[1]");
    assert_status(CLIV_INVALID_ARGUMENT, COLUMNS(places, &out, &out, 1));
    assert_status(CLIV_OUT_OF_RANGE, COLUMNS(cliv_generate(&cliv_int, "0", 9), inputs, same, 1));
    assert_status(CLIV_TYPE_MISMATCH, COLUMNS(floats, inputs, same, 1));
    assert_status(CLIV_INVALID_ARGUMENT, COLUMNS(places, inputs, inputs, 1));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
    assert_untouched(floats);
}

/* The message about a generated column that does not compile names the parameter. */
static void wrong_columns(void **state)
{
    (void)state;
    const cliv_array from[] = {ARRAY(int, 1, 2), cliv_generate(&cliv_int, "1 +\n nothing", 2)};
    const cliv_array to[] = {OUTPUT(int, 2), OUTPUT(int, 2)};
    assert_status(CLIV_BUILD_FAILED,
                  cliv_gather_columns(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i", 2), from, to, 2, NO_EVENTS));
    assert_message("inputs, line 2:  nothing");
    assert_untouched(to[0]);
}

static void checked_indices(void **state)
{
    (void)state;
    const cliv_array out = OUTPUT(int, 8), input = ARRAY(int, 1, 2, 3, 4), bad = ARRAY(int, 0, -1, 4),
                     worse = ARRAY(uint, 0, 4294967294u), fine = ARRAY(uint, 3, 4294967295u, 0);
    const cliv_array inputs[] = {cliv_generate(&cliv_int, "i", 9), input},
                     outputs[] = {cliv_slice(out, 0, 4), cliv_slice(out, 4, 4)};
    assert_status(CLIV_CHECK_FAILED, cliv_gather(checked, fx.queue, bad, input, out, NO_EVENTS));
    assert_message("indices[2]");
    assert_status(CLIV_CHECK_FAILED, cliv_scatter(checked, fx.queue, worse, input, cliv_slice(out, 0, 4), NO_EVENTS));
    assert_message("indices[1]");
    assert_status(CLIV_CHECK_FAILED, cliv_gather_columns(checked, fx.queue, bad, inputs, outputs, 2, NO_EVENTS));
    assert_message("inputs[1]");
    assert_untouched(out);
    assert_success(cliv_gather(checked, fx.queue, fine, input, out, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 1), 4);
    assert_poisoned(out.buffer, 4, 8, __FILE__, __LINE__);
    assert_ints(cliv_slice(out, 2, 1), 1);
    assert_success(cliv_gather_columns(checked, fx.queue, fine, inputs, outputs, 2, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 1), 3);
    assert_ints(cliv_slice(out, 4, 1), 4);
    /* Unchecked: an element with a source outside the input stays unchanged. */
    assert_success(cliv_gather(fx.ctx, fx.queue, bad, input, cliv_slice(out, 5, 3), NO_EVENTS));
    assert_ints(cliv_slice(out, 5, 1), 1);
    assert_poisoned(out.buffer, 28, 32, __FILE__, __LINE__);
}

/* The output count is the device-side length, limited by the capacity. */
static void counted_outputs(void **state)
{
    (void)state;
    const cliv_array offsets = ARRAY(int, 0, 3, 3);
    const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    const cl_long totals[] = {5, 2, 0, 9, -4};
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (size_t t = 0; t < 4; ++t)
        for (size_t k = 0; k < 5; ++k)
            for (size_t c = 0; c < 2; ++c) {
                const bool is_signed = t % 2 == 0;
                const cl_int narrow = (cl_int)totals[k];
                const size_t wanted = totals[k] < 0 ? (is_signed ? 0 : 5) : totals[k] > 5 ? 5 : (size_t)totals[k];
                const cliv_array total = in_the_middle(types[t], t < 2 ? (const void *)&narrow : &totals[k], 1);
                cliv_array out = OUTPUT(int, 8);
                if (c && wanted < 3) /* offsets exceed the total */
                    continue;
                assert_success(cliv_transform_load_balance_counted(contexts[c], fx.queue, 5, total, offsets,
                                                                   "a0[i] = 10 * segment + rank;", NULL, &out, 1,
                                                                   NO_EVENTS));
                const cl_int all[] = {0, 1, 2, 20, 21};
                check_ints(cliv_slice(out, 0, wanted), all, wanted, __FILE__, __LINE__);
                assert_poisoned(out.buffer, 4 * wanted, 32, __FILE__, __LINE__);
            }
}

/* A negative total counts as 0, also if a checked context reads it first. Empty intervals are valid with it, others
 * are not. */
static void negative_total(void **state)
{
    (void)state;
    const cl_long narrow = -4;
    const cliv_type *const types[] = {&cliv_int, &cliv_long};
    for (size_t t = 0; t < 2; ++t) {
        const cliv_array total = in_the_middle(types[t], &narrow, 1), out = OUTPUT(int, 8);
        assert_success(cliv_transform_load_balance_counted(checked, fx.queue, 5, total, ARRAY(int, 0, 0, 0),
                                                           "a0[i] = 1;", NULL, &out, 1, NO_EVENTS));
        assert_status(CLIV_CHECK_FAILED,
                      cliv_transform_load_balance_counted(checked, fx.queue, 5, total, ARRAY(int, 0, 3, 3),
                                                          "a0[i] = 1;", NULL, &out, 1, NO_EVENTS));
        assert_message("offsets[1] is invalid");
        assert_message("total, 0");
        assert_untouched(out);
    }
}

/* A total above move_count, in an array that is longer than needed. */
static void fewer_than_the_total(void **state)
{
    (void)state;
    const cliv_array offsets = ARRAY(int, 0, 3, 4, 9);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (size_t c = 0; c < 2; ++c) {
        cl_long totals[500];
        for (size_t k = 0; k < 500; ++k)
            totals[k] = 10 + (cl_long)k;
        const cliv_array total = in_the_middle(&cliv_long, totals, 500);
        cliv_array out = OUTPUT(int, 8);
        assert_success(cliv_transform_load_balance_counted(contexts[c], fx.queue, 5, total, offsets,
                                                           "a0[i] = 10 * segment + rank;", NULL, &out, 1, NO_EVENTS));
        assert_ints(cliv_slice(out, 0, 5), 0, 1, 2, 10, 20);
        assert_poisoned(out.buffer, 4 * 5, 12, __FILE__, __LINE__);
    }
    fx.event = SENTINEL;
    cliv_array out = OUTPUT(int, 8);
    assert_status(CLIV_CHECK_FAILED,
                  cliv_transform_load_balance_counted(checked, fx.queue, 20, ARRAY(uint, 8), offsets, "a0[i] = 1;",
                                                      NULL, &out, 1, 0, NULL, &fx.event));
    assert_message("offsets[3] is invalid");
    assert_message("total, 8");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
}

enum { LARGE = 70004, LARGE_COUNT = 5 };

static unsigned char byte_of(size_t element, size_t k) { return (unsigned char)(element * 31 + k % 251); }

/* Checks that elements 0 … 3 of `got` are copies of the elements with these indices; -1: the element is unchanged. */
static void assert_elements(cliv_array got, size_t size, const int *numbers, const char *what)
{
    unsigned char *const bytes = malloc(4 * size);
    assert_non_null(bytes);
    assert_success(cliv_array_read(fx.queue, cliv_slice(got, 0, 4), bytes));
    for (size_t i = 0; i < 4; ++i)
        for (size_t k = 0; k < size; ++k)
            if (bytes[i * size + k] != (numbers[i] < 0 ? 0xA5 : byte_of((size_t)numbers[i], k)))
                fail_msg("%s: byte %zu of element %zu", what, k, i);
    free(bytes);
}

/* Operations that only copy accept elements of any size; work-items hold elements of at most 32 KiB. */
static void large_elements(void **state)
{
    (void)state;
    static const char *const sources[] = {"typedef struct { int numbers[17501]; } large;",
                                          "typedef struct { char bytes[70005]; } large;"};
    for (size_t k = 0; k < 2; ++k) {
        const cliv_type large = {"large", LARGE + k, sources[k]};
        unsigned char *const bytes = malloc(LARGE_COUNT * large.size);
        assert_non_null(bytes);
        for (size_t i = 0; i < LARGE_COUNT * large.size; ++i)
            bytes[i] = byte_of(i / large.size, i % large.size);
        const cliv_array input = cliv_slice(
            cliv_buffer(make_buffer(LARGE_COUNT * large.size, bytes), &large, 0, LARGE_COUNT), 1, LARGE_COUNT - 1);
        const cliv_array places = ARRAY(int, 2, -1, 0, 9), length = ARRAY(int, 3);
#define LARGE_OUTPUT cliv_buffer(make_buffer(4 * large.size, NULL), &large, 0, 4)
        cliv_array out = LARGE_OUTPUT;
        assert_success(cliv_gather(fx.ctx, fx.queue, places, input, out, NO_EVENTS));
        assert_elements(out, large.size, (const int[]){3, -1, 1, -1}, "gather");
        out = LARGE_OUTPUT;
        assert_success(cliv_gather(fx.ctx, fx.queue, places, cliv_counted(input, &length), out, NO_EVENTS));
        assert_elements(out, large.size, (const int[]){3, -1, 1, -1}, "counted gather");
        out = LARGE_OUTPUT;
        assert_success(cliv_scatter(fx.ctx, fx.queue, places, input, out, NO_EVENTS));
        assert_elements(out, large.size, (const int[]){3, -1, 1, -1}, "scatter");
        out = LARGE_OUTPUT;
        assert_success(cliv_gather_columns(fx.ctx, fx.queue, places, &input, &out, 1, NO_EVENTS));
        assert_elements(out, large.size, (const int[]){3, -1, 1, -1}, "columns");
        out = LARGE_OUTPUT;
        assert_success(cliv_copy(fx.ctx, fx.queue, input, out, NO_EVENTS));
        assert_elements(out, large.size, (const int[]){1, 2, 3, 4}, "copy");
        out = LARGE_OUTPUT;
        assert_success(cliv_copy(fx.ctx, fx.queue, cliv_counted(input, &length), out, NO_EVENTS));
        assert_elements(out, large.size, (const int[]){1, 2, 3, -1}, "counted copy");

        out = LARGE_OUTPUT;
        const cliv_order order = {"&a < &b", NULL};
        const cliv_op first = {"a", NULL, NULL};
        const cliv_array constant = cliv_constant("c", &large, bytes);
        assert_status(CLIV_UNSUPPORTED, cliv_sort_keys(fx.ctx, fx.queue, out, &order, NO_EVENTS));
        assert_message("keys: an element of large has ");
        assert_message("at most 32768");
        assert_status(CLIV_UNSUPPORTED, cliv_sort_pairs(fx.ctx, fx.queue, places, out, NULL, NO_EVENTS));
        assert_status(CLIV_UNSUPPORTED,
                      cliv_scan_inclusive(fx.ctx, fx.queue, input, out, &first, CLIV_NONE, NO_EVENTS));
        assert_status(CLIV_UNSUPPORTED,
                      cliv_compact(fx.ctx, fx.queue, input, "i % 2", NULL, NULL, 0, out, CLIV_NONE, NULL, NO_EVENTS));
        assert_status(CLIV_UNSUPPORTED, cliv_transform(fx.ctx, fx.queue, 1, NULL, "a0[i] = c;", NULL,
                                                       (const cliv_array[]){out, constant}, 2, NO_EVENTS));
        assert_message("arrays, c: an element of large");
        assert_status(CLIV_UNSUPPORTED, cliv_copy(fx.ctx, fx.queue, constant, out, NO_EVENTS));
        assert_untouched(out);
        free(bytes);
    }
}

static void wrong_totals(void **state)
{
    (void)state;
    const cliv_array offsets = ARRAY(int, 0, 3), out = OUTPUT(int, 8), floats = ARRAY(float, 3),
                     shorts = ARRAY(short, 3);
    fx.event = SENTINEL;
#define COUNTED(total, body) \
    cliv_transform_load_balance_counted(fx.ctx, fx.queue, 5, total, offsets, body, NULL, &out, 1, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, COUNTED(CLIV_NONE, "a0[i] = 1;"));
    assert_message("total");
    assert_status(CLIV_INVALID_ARGUMENT, COUNTED(cliv_generate(&cliv_int, "3", 1), "a0[i] = 1;"));
    assert_status(CLIV_INVALID_ARGUMENT, COUNTED(cliv_slice(offsets, 0, 0), "a0[i] = 1;"));
    assert_status(CLIV_TYPE_MISMATCH, COUNTED(floats, "a0[i] = 1;"));
    assert_status(CLIV_TYPE_MISMATCH, COUNTED(shorts, "a0[i] = 1;"));
    assert_status(CLIV_INVALID_ARGUMENT, COUNTED(offsets, NULL));
    assert_status(CLIV_BUILD_FAILED, COUNTED(offsets, "a0[i] = one;"));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
}

int main(void)
{
    return RUN_TESTS("bodies, and elements by index", open_both, close_both, examples_of_the_header, arrays_may_overlap,
                     of_nothing, columns_of_all_kinds, wrong_arguments, wrong_columns, checked_indices, counted_outputs,
                     negative_total, fewer_than_the_total, wrong_totals, large_elements);
}
