/* SPDX-License-Identifier: Apache-2.0 */
/* cliv_gather_or(): elements of all sizes, sources of all kinds, device-side lengths, refused calls. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

static void example_of_the_header(void **state)
{
    (void)state;
    const int none = -5;
    const cliv_array output = OUTPUT(int, 4);
    cl_event event = NULL;
    assert_success(cliv_gather_or(fx.ctx, fx.queue, ARRAY(int, 2, 0, -1, 2), ARRAY(int, 10, 20, 30),
                                  cliv_constant(NULL, &cliv_int, &none), output, 0, NULL, &event));
    wait_and_release(&event);
    assert_ints(output, 30, 10, -5, 30);
    assert_poisoned(output.buffer, 16, 80, __FILE__, __LINE__);
}

/* ---- types, indices and sources */

enum { N = 777, INPUTS = 300, MOST_BYTES = 84 };

static const cliv_type triple = {"triple", 3, "typedef struct { uchar b[3]; } triple;"},
                       four_words = {"four_words", 16, "typedef struct { uint w[4]; } four_words;"},
                       many_words = {"many_words", MOST_BYTES, "typedef struct { uint w[21]; } many_words;"};

/* Indices inside the input, -1, and other indices outside, among them some whose lower 32 bits are inside. */
static cl_long index_of(const cliv_type *type, size_t k)
{
    static const cl_long outside[] = {-1,
                                      INPUTS,
                                      INPUTS + 1,
                                      2147483647,
                                      -2,
                                      -2147483647,
                                      (cl_long)1 << 32,
                                      ((cl_long)1 << 40) + 5,
                                      -((cl_long)1 << 62)};
    if (k % 3)
        return (cl_long)(k * 37 % INPUTS);
    return outside[k / 3 % (type->size == 8 ? 9 : 6)];
}

static cliv_array make_indices(const cliv_type *type)
{
    cl_long longs[N];
    cl_int ints[N];
    for (size_t k = 0; k < N; ++k)
        ints[k] = (cl_int)(longs[k] = index_of(type, k));
    return in_the_middle(type, type->size == 8 ? (const void *)longs : ints, N);
}

static void fill(unsigned char *bytes, size_t length, unsigned seed)
{
    for (size_t b = 0; b < length; ++b)
        bytes[b] = (unsigned char)(b * 7 + b / 251 + seed);
}

/* Compares the output with a serial loop. `other_step` is 0 if `other` has one value. */
static void check_output(cliv_array got, const cliv_type *index, const unsigned char *input, const unsigned char *other,
                         size_t other_step, const char *what)
{
    const size_t size = got.type->size;
    unsigned char *const found = malloc(N * size);
    assert_non_null(found);
    take(got, found, "cliv_gather_or");
    for (size_t k = 0; k < N; ++k) {
        const cl_long from = index_of(index, k);
        const bool inside = from >= 0 && from < INPUTS;
        if (memcmp(found + k * size, inside ? input + (size_t)from * size : other + k * other_step, size) != 0)
            fail_msg("%s, %s, indices of %s: element %zu, from %lld", what, got.type->name, index->name, k,
                     (long long)from);
    }
    free(found);
}

static void elements_of_all_sizes(void **state)
{
    (void)state;
    static const cliv_type *const types[] = {&cliv_uchar, &cliv_short, &cliv_long, &triple, &four_words, &many_words};
    static const cliv_type *const indices[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    static unsigned char input[INPUTS * MOST_BYTES], other[N * MOST_BYTES];
    cliv_context *words, *serial;
    assert_success(make_tuned_context(0, "aos any 256 32 3 move=words\n", &words));
    assert_success(make_tuned_context(0, "aos any 256 1 50 move=structures\n", &serial));
    cliv_context *const contexts[] = {fx.ctx, words, serial};
    fill(input, sizeof input, 1);
    fill(other, sizeof other, 99);
    for (size_t c = 0; c < 3; ++c)
        for (size_t t = 0; t < 6; ++t) {
            const cliv_type *const type = types[t], *const index = indices[(t + c) % 4];
            const cliv_array in = in_the_middle(type, input, INPUTS), at = make_indices(index);
            const cliv_array out = in_the_middle(type, NULL, N), constant = in_the_middle(type, NULL, N);
            assert_success(
                cliv_gather_or(contexts[c], fx.queue, at, in, in_the_middle(type, other, N), out, NO_EVENTS));
            check_output(out, index, input, other, type->size, "array");
            assert_success(
                cliv_gather_or(contexts[c], fx.queue, at, in, cliv_constant(NULL, type, other), constant, NO_EVENTS));
            check_output(constant, index, input, other, 0, "constant");
        }
    cliv_context_destroy(words);
    cliv_context_destroy(serial);
}

/* Each argument generated alone, and all of them. */
static void generated_arguments(void **state)
{
    (void)state;
    cl_int input[INPUTS], other[N], found[N];
    const cliv_array index = make_indices(&cliv_long), read[] = {index};
    for (int k = 0; k < INPUTS; ++k)
        input[k] = 5 * k + 1;
    for (int k = 0; k < N; ++k)
        other[k] = -3 * k - 1;
    for (unsigned generated = 0; generated < 8; ++generated) {
        const cliv_array in = generated & 1 ? cliv_generate(&cliv_int, "5 * i + 1", INPUTS)
                                            : in_the_middle(&cliv_int, input, INPUTS),
                         rest = generated & 2
                                    ? cliv_slice(cliv_generate(&cliv_int, "-3 * ((int)i - 7) - 1", N + 9), 7, N)
                                    : in_the_middle(&cliv_int, other, N),
                         at = generated & 4 ? cliv_generate_from(&cliv_long, "a0[i]", N, read, 1) : index,
                         out = in_the_middle(&cliv_int, NULL, N);
        assert_success(cliv_gather_or(fx.ctx, fx.queue, at, in, rest, out, NO_EVENTS));
        take(out, found, "cliv_gather_or");
        for (size_t k = 0; k < N; ++k) {
            const cl_long from = index_of(&cliv_long, k);
            assert_int_equal(found[k], from >= 0 && from < INPUTS ? input[from] : other[k]);
        }
    }
}

enum { LARGE = 70004 };

/* Elements too large for the private memory of a work-item. */
static void large_elements(void **state)
{
    (void)state;
    static const char *const sources[] = {"typedef struct { int numbers[17501]; } large;",
                                          "typedef struct { char bytes[70005]; } large;"};
    for (size_t k = 0; k < 2; ++k) {
        const cliv_type large = {"large", LARGE + k, sources[k]};
        unsigned char *const input = malloc(3 * large.size), *const other = malloc(5 * large.size),
                             *const found = malloc(3 * large.size);
        assert_true(input && other && found);
        fill(input, 3 * large.size, 3);
        fill(other, 5 * large.size, 4);
        const cliv_array in = cliv_buffer(make_buffer(3 * large.size, input), &large, 1, 2),
                         rest = cliv_buffer(make_buffer(5 * large.size, other), &large, 2, 3),
                         out = cliv_buffer(make_buffer(3 * large.size, NULL), &large, 0, 3);
        assert_success(cliv_gather_or(fx.ctx, fx.queue, ARRAY(int, -1, 1, 2), in, rest, out, NO_EVENTS));
        assert_success(cliv_array_read(fx.queue, out, found));
        assert_memory_equal(found, other + 2 * large.size, large.size);
        assert_memory_equal(found + large.size, input + 2 * large.size, large.size);
        assert_memory_equal(found + 2 * large.size, other + 4 * large.size, large.size);
        assert_status(CLIV_UNSUPPORTED, cliv_gather_or(fx.ctx, fx.queue, ARRAY(int, -1, 1, 2), in,
                                                       cliv_constant(NULL, &large, other), out, NO_EVENTS));
        assert_message("other");
        free(input);
        free(other);
        free(found);
    }
}

/* ---- lengths and empty arrays */

static void device_side_lengths(void **state)
{
    (void)state;
    const int none = -5;
    const cliv_array places = ARRAY(int, 2, 0, -1, 1, 3), input = ARRAY(int, 10, 20, 30, 40),
                     other = ARRAY(int, -1, -2, -3, -4, -5), two = ARRAY(int, 2), three = ARRAY(ulong, 3),
                     constant = cliv_constant(NULL, &cliv_int, &none), most = ARRAY(uint, 4000000000u);
    cliv_array out = OUTPUT(int, 5);
    assert_success(cliv_gather_or(fx.ctx, fx.queue, places, cliv_counted(input, &two), other, out, NO_EVENTS));
    assert_ints(out, -1, 10, -3, 20, -5);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (size_t c = 0; c < 2; ++c) {
        out = OUTPUT(int, 5);
        assert_success(
            cliv_gather_or(contexts[c], fx.queue, cliv_counted(places, &three), input, other, out, NO_EVENTS));
        assert_ints(cliv_slice(out, 0, 3), 30, 10, -3);
        assert_poisoned(out.buffer, 12, 20, __FILE__, __LINE__);
        out = OUTPUT(int, 5);
        assert_success(cliv_gather_or(contexts[c], fx.queue, cliv_counted(places, &most), input,
                                      cliv_counted(other, &three), out, NO_EVENTS));
        assert_ints(cliv_slice(out, 0, 3), 30, 10, -3);
        assert_poisoned(out.buffer, 12, 20, __FILE__, __LINE__);
        out = OUTPUT(int, 5);
        assert_success(
            cliv_gather_or(contexts[c], fx.queue, places, input, cliv_counted(constant, &three), out, NO_EVENTS));
        assert_ints(cliv_slice(out, 0, 3), 30, 10, -5);
        assert_poisoned(out.buffer, 12, 20, __FILE__, __LINE__);
    }
}

static void of_nothing(void **state)
{
    (void)state;
    const int none = -5;
    const cliv_array out = OUTPUT(int, 2), empty = cliv_buffer(NULL, &cliv_int, 0, 0);
    cl_event event = NULL;
    assert_success(cliv_gather_or(fx.ctx, fx.queue, empty, empty, empty, out, 0, NULL, &event));
    wait_and_release(&event);
    assert_untouched(out);
    assert_success(cliv_gather_or(fx.ctx, fx.queue, ARRAY(int, 0, 5), empty, cliv_constant(NULL, &cliv_int, &none), out,
                                  NO_EVENTS));
    assert_ints(out, -5, -5);
}

/* ---- refused calls */

static void wrong_arguments(void **state)
{
    (void)state;
    const int none = -5;
    const float half = 0.5f;
    const cliv_array out = OUTPUT(int, 8), places = ARRAY(int, 0, 3, -1, 1), input = ARRAY(int, 10, 20, 30, 40),
                     constant = cliv_constant(NULL, &cliv_int, &none);
    fx.event = SENTINEL;
#define GATHER_OR(indices, input, other, output) \
    cliv_gather_or(fx.ctx, fx.queue, indices, input, other, output, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, GATHER_OR(places, input, CLIV_NONE, out));
    assert_message("other is CLIV_NONE");
    assert_status(CLIV_INVALID_ARGUMENT, GATHER_OR(places, input, cliv_constant(NULL, &cliv_int, NULL), out));
    assert_message("other");
    assert_status(CLIV_OUT_OF_RANGE, GATHER_OR(places, input, cliv_slice(input, 0, 3), out));
    assert_message("other has 3 elements, but 4 are needed");
    assert_status(CLIV_OUT_OF_RANGE, GATHER_OR(places, input, cliv_generate(&cliv_int, "i", 3), out));
    assert_message("other has 3 elements, but 4 are needed");
    assert_status(CLIV_OUT_OF_RANGE, GATHER_OR(places, input, constant, cliv_slice(out, 0, 3)));
    assert_message("output has 3 elements, but 4 are needed");
    assert_status(CLIV_TYPE_MISMATCH, GATHER_OR(places, input, cliv_constant(NULL, &cliv_float, &half), out));
    assert_message("other has type float");
    assert_status(CLIV_TYPE_MISMATCH, GATHER_OR(places, ARRAY(float, 1, 2), constant, out));
    assert_message("input has type float");
    assert_status(CLIV_TYPE_MISMATCH, GATHER_OR(ARRAY(float, 1, 2), input, constant, out));
    assert_message("indices has type float");
    assert_status(CLIV_INVALID_ARGUMENT, GATHER_OR(places, input, out, out));
    assert_message("output overlaps other");
    assert_status(CLIV_INVALID_ARGUMENT, GATHER_OR(places, input, cliv_slice(out, 3, 4), cliv_slice(out, 0, 4)));
    assert_message("output overlaps other");
    assert_status(CLIV_INVALID_ARGUMENT, GATHER_OR(places, out, constant, out));
    assert_message("output overlaps input");
    assert_status(CLIV_INVALID_ARGUMENT, GATHER_OR(cliv_slice(out, 2, 4), input, constant, out));
    assert_message("output overlaps indices");
    assert_status(CLIV_BUILD_FAILED, GATHER_OR(places, input, cliv_generate(&cliv_int, "nothing", 4), out));
    assert_message("other");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
}

static void checked_contexts_refuse(void **state)
{
    (void)state;
    const int none = -5;
    const cliv_array out = OUTPUT(int, 3), input = ARRAY(int, 1, 2, 3, 4),
                     constant = cliv_constant(NULL, &cliv_int, &none), bad = ARRAY(int, 0, -1, 4);
    assert_status(CLIV_CHECK_FAILED, cliv_gather_or(checked, fx.queue, bad, input, constant, out, NO_EVENTS));
    assert_message("indices[2] is not an index of input");
    assert_untouched(out);
    assert_success(cliv_gather_or(fx.ctx, fx.queue, bad, input, constant, out, NO_EVENTS));
    assert_ints(out, 1, -5, -5);
    assert_success(cliv_gather_or(checked, fx.queue, ARRAY(uint, 3, 4294967295u, 0), input, constant, out, NO_EVENTS));
    assert_ints(out, 4, -5, 1);
}

int main(void)
{
    return RUN_TESTS("gather with a value for missing elements", open_both, close_both, example_of_the_header,
                     elements_of_all_sizes, generated_arguments, large_elements, device_side_lengths, of_nothing,
                     wrong_arguments, checked_contexts_refuse);
}
