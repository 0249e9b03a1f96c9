/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms: the worked examples, samples and sums of every type, arrays at any offset, sums that wrap, and refused
 * calls. They run in the device's own shape and in groups. */
#include "fixture.h"

enum { MOST = 3000, FAR_BINS = 110000 /* more than eight groups can hold */ };

static cliv_context *groups;

static int open_all(void **state)
{
    return open_both(state) || make_shaped_context(0, CLIV_TEST_TUNING "/groups.txt", &groups) != CLIV_SUCCESS;
}

static int close_all(void **state)
{
    cliv_context_destroy(groups);
    return close_both(state);
}

static cliv_status count(cliv_context *ctx, cliv_array bins, cliv_array weights, cliv_array counts)
{
    return cliv_histogram(ctx, fx.queue, bins, weights, counts, 0, NULL, NULL);
}

static void examples(void **state)
{
    (void)state;
    const cliv_array bins = ARRAY(int, 2, 0, 2, 5, -1, 2, 1), counts = OUTPUT(int, 4), none = CLIV_NONE;
    const cliv_array weights = ARRAY(short, 10, 20, 30, 40, 50, 60, -70);
    const cliv_array values = ARRAY(float, 0.05f, 0.11f, 0.95f, 1.5f, -0.2f, 0.19f);
    cliv_context *const contexts[] = {fx.ctx, checked, groups};
    for (int k = 0; k < 3; ++k) {
        assert_success(count(contexts[k], bins, none, counts));
        assert_ints(counts, 1, 1, 3, 0);
        assert_success(count(contexts[k], bins, weights, counts));
        assert_ints(counts, 20, -70, 100, 0);
        const cliv_array tenths = OUTPUT(int, 10);
        assert_success(
            count(contexts[k], cliv_generate_from(&cliv_int, "(int)floor(a0[i] * 10)", 6, &values, 1), none, tenths));
        assert_ints(tenths, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1);
        /* no samples; no bins */
        assert_success(count(contexts[k], cliv_slice(bins, 3, 0), none, counts));
        assert_ints(counts, 0, 0, 0, 0);
        cl_event event = NULL;
        assert_success(cliv_histogram(contexts[k], fx.queue, bins, none, cliv_slice(counts, 4, 0), 0, NULL, &event));
        wait_and_release(&event);
    }
}

/* ---- every type, at any offset ---- */

static const cliv_type *const types[] = {&cliv_char, &cliv_uchar, &cliv_short, &cliv_ushort,
                                         &cliv_int,  &cliv_uint,  &cliv_long,  &cliv_ulong};
enum { TYPES = 8 };

/* Stores the number as a value of the type, and returns the stored value. */
static cl_long put(const cliv_type *type, void *array, size_t i, cl_long number)
{
    memcpy((char *)array + i * type->size, &number, type->size); /* devices are little-endian */
    const unsigned bits = 64 - 8 * (unsigned)type->size;
    return type->name[0] == 'u' ? (cl_long)((cl_ulong)number << bits >> bits)
                                : (cl_long)((cl_ulong)number << bits) >> bits;
}

/* n random samples of about `bins` bins, including values outside all bins, and the expected sums. */
static void try(cliv_context *ctx, size_t n, size_t bins, const cliv_type *of_bins, const cliv_type *of_weights,
                const cliv_type *of_counts, uint32_t *random)
{
    static cl_long samples[MOST], weights[MOST];
    cl_ulong *const wanted = calloc(bins, sizeof *wanted), *const found = calloc(bins, sizeof *found);
    assert_true(n <= MOST && wanted && found);
    const bool one = random_number(random) % 4 == 0;
    for (size_t i = 0; i < n; ++i) {
        const cl_long drawn = (cl_long)(random_number(random) % (bins + 5)) - 2;
        const cl_long bin = put(of_bins, samples, i, one ? (cl_long)bins / 2 : drawn);
        const cl_long number = (cl_long)((cl_ulong)random_number(random) << 33 ^ random_number(random));
        const cl_long weight = of_weights ? put(of_weights, weights, i, number) : 1;
        if ((cl_ulong)bin < bins)
            wanted[bin] += (cl_ulong)weight;
    }
    const cliv_array counts = in_the_middle(of_counts, NULL, bins), none = CLIV_NONE;
    assert_success(count(ctx, in_the_middle(of_bins, samples, n),
                         of_weights ? in_the_middle(of_weights, weights, n) : none, counts));
    take(counts, found, "cliv_histogram");
    for (size_t b = 0; b < bins; ++b)
        if (memcmp((char *)found + b * of_counts->size, &wanted[b], of_counts->size) != 0)
            fail_msg("%zu samples of %s, weights of %s, %zu counts of %s: bin %zu is wrong, should be %llx", n,
                     of_bins->name, of_weights ? of_weights->name : "none", bins, of_counts->name, b,
                     (unsigned long long)wanted[b]);
    free(wanted);
    free(found);
    release_all(NULL);
}

static void every_type(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 15, 64, 513, MOST}, bins[] = {1, 2, 17, 256, 1000};
    uint32_t random = 4711;
    for (size_t k = 0; k < TYPES; ++k)
        for (size_t c = 4; c < TYPES; ++c)
            for (int weighted = 0; weighted < 2; ++weighted) {
                const uint32_t r = random_number(&random);
                const size_t n = sizes[r % (fx.simulator ? 3 : 5)], all = bins[r / 8 % (fx.simulator ? 4 : 5)];
                try(r / 64 % 2 ? fx.ctx : groups, n, all, types[k], weighted ? types[r / 128 % TYPES] : NULL, types[c],
                    &random);
            }
}

static void many_bins(void **state)
{
    (void)state;
    uint32_t random = 815;
    if (fx.simulator)
        skip(); /* takes minutes */
    for (size_t c = 4; c < TYPES; ++c) {
        try(groups, MOST, FAR_BINS, &cliv_int, NULL, types[c], &random);
        try(groups, MOST, FAR_BINS, &cliv_ulong, &cliv_int, types[c], &random);
        try(fx.ctx, MOST, FAR_BINS, &cliv_long, types[c], types[c], &random);
        try(fx.ctx, 77, FAR_BINS, &cliv_short, NULL, types[c], &random);
        try(groups, MOST, (1 << 20) + 7, &cliv_int, NULL, types[c], &random);
        try(fx.ctx, MOST, (1 << 20) + 7, &cliv_uint, types[c], types[c], &random);
    }
}

/* Vectors of four samples begin at every offset. */
static void anywhere(void **state)
{
    (void)state;
    cl_uchar samples[100];
    const cliv_array counts = OUTPUT(uint, 256), none = CLIV_NONE;
    for (size_t i = 0; i < sizeof samples; ++i)
        samples[i] = (cl_uchar)(i / 20);
    const cliv_array all = cliv_buffer(make_buffer(sizeof samples, samples), &cliv_uchar, 0, sizeof samples);
    for (size_t first = 0; first < 18; ++first)
        for (size_t n = 0; n < 80; n += 7) {
            cl_uint found[256], wanted[256] = {0};
            for (size_t i = 0; i < n; ++i)
                ++wanted[samples[first + i]];
            assert_success(count(groups, cliv_slice(all, first, n), none, counts));
            read_buffer(counts.buffer, 0, sizeof found, found);
            assert_memory_equal(found, wanted, sizeof found);
        }
}

/* Samples far outside all bins whose lower halves are bin numbers: none is counted. Types char to ulong, in memory and
 * generated. */
static void far_samples(void **state)
{
    (void)state;
    enum { FAR = 64 };
    static const cl_ulong samples[] = {0,          1,          (cl_ulong)-1,     0x80,
                                       0x100,      0x8001,     0x10001,          0x7fffffff,
                                       0x80000001, 0xffffffff, 0x100000000ull,   0x100000001ull,
                                       1ull << 63, 3,          (1ull << 63) | 1, 0xffffffff00000001ull};
    static cl_long stored[FAR];
    cliv_context *const contexts[] = {fx.ctx, groups};
    for (size_t k = 0; k < 2 * TYPES; ++k) {
        const cliv_type *const type = types[k % TYPES];
        cl_uint wanted[300] = {0}, found[300];
        for (size_t i = 0; i < FAR; ++i) {
            const cl_long bin = put(type, stored, i, (cl_long)samples[i % (sizeof samples / sizeof *samples)]);
            if ((cl_ulong)bin < 300)
                ++wanted[bin];
        }
        const cliv_array bins = cliv_buffer(make_buffer(FAR * type->size, stored), type, 0, FAR), none = CLIV_NONE,
                         counts = OUTPUT(uint, 300);
        const cliv_array inputs[] = {bins, cliv_generate_from(type, "a0[i]", FAR, &bins, 1)};
        for (int made = 0; made < 2; ++made) {
            assert_success(count(contexts[k / TYPES], inputs[made], none, counts));
            read_buffer(counts.buffer, 0, sizeof found, found);
            assert_memory_equal(found, wanted, sizeof found);
        }
    }
}

/* More counts than a sample's type has values: the other counts become 0. All samples, or all weights, have one
 * value. */
static void more_counts_than_values(void **state)
{
    (void)state;
    enum { COUNTS = 66000 };
    const size_t counts_of[] = {COUNTS, 129, 128, 256};
    const cl_short samples[] = {-1, 0, 127, 128, 255, 32767, -32768};
    const size_t n = sizeof samples / sizeof *samples;
    const cl_short weight = -3;
    const cliv_array bins = cliv_buffer(make_buffer(sizeof samples, samples), &cliv_short, 0, n), none = CLIV_NONE;
    cliv_array weights = cliv_constant(NULL, &cliv_short, &weight), sample = weights;
    weights.count = sample.count = n;
    cliv_context *const contexts[] = {fx.ctx, groups};
    static cl_int found[COUNTS], wanted[COUNTS];
    for (size_t k = 0; k < TYPES * 4; ++k) {
        const size_t size = counts_of[k / TYPES];
        if (fx.simulator && size == COUNTS)
            continue;
        const cliv_type *const type = types[k % TYPES];
        memset(wanted, 0, sizeof wanted);
        for (size_t i = 0; i < n; ++i) {
            cl_ulong storage;
            const cl_ulong bin = (cl_ulong)put(type, &storage, 0, samples[i]);
            if (bin < size)
                wanted[bin] += weight;
        }
        const cliv_array counts = in_the_middle(&cliv_int, NULL, size);
        for (int c = 0; c < 2; ++c) {
            assert_success(count(contexts[c], cliv_generate_from(type, "a0[i]", n, &bins, 1), weights, counts));
            take(counts, found, "cliv_histogram");
            assert_memory_equal(found, wanted, size * sizeof *found);
            assert_success(count(contexts[c], sample, none, counts)); /* all samples are -3 */
            take(counts, found, "cliv_histogram");
            for (size_t b = 0; b < size; ++b)
                assert_int_equal(found[b], 0);
        }
    }
}

static void sums_wrap(void **state)
{
    (void)state;
    cliv_context *const contexts[] = {fx.ctx, groups};
    for (int k = 0; k < 2; ++k) {
        const cliv_array bins = cliv_generate(&cliv_int, "i % 3", 300), narrow = OUTPUT(uint, 3),
                         wide = OUTPUT(long, 3);
        cl_uint found[3];
        cl_long sums[3];
        assert_success(count(contexts[k], bins, cliv_generate(&cliv_ulong, "0x123456789abcdeffUL", 300), narrow));
        read_buffer(narrow.buffer, 0, sizeof found, found);
        assert_int_equal(found[2], (cl_uint)(100 * 0x9abcdeffu));
        assert_success(count(contexts[k], bins, cliv_generate(&cliv_int, "-1 - (int)i", 300), wide));
        read_buffer(wide.buffer, 0, sizeof sums, sums);
        assert_int_equal(sums[0], -100 - 3 * 4950);
        assert_success(count(contexts[k], bins, cliv_generate(&cliv_uint, "0xffffffffu", 300), wide));
        read_buffer(wide.buffer, 0, sizeof sums, sums);
        assert_int_equal(sums[1], 100 * (cl_long)UINT32_MAX);
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array bins = ARRAY(int, 0, 1, 2), counts = OUTPUT(int, 3), none = CLIV_NONE;
    const cliv_array reals = ARRAY(float, 1, 2, 3),
                     pairs = cliv_generate(&(cliv_type){"int2", 8, NULL}, "(int2)(0)", 3);
    fx.event = SENTINEL;
#define COUNT(bins, weights, counts) cliv_histogram(fx.ctx, fx.queue, bins, weights, counts, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, COUNT(none, none, counts));
    assert_status(CLIV_INVALID_ARGUMENT, COUNT(bins, none, none));
    assert_status(CLIV_INVALID_ARGUMENT, COUNT(bins, none, bins));
    assert_status(CLIV_INVALID_ARGUMENT, COUNT(bins, counts, counts));
    assert_status(CLIV_INVALID_ARGUMENT, COUNT(bins, none, cliv_generate(&cliv_int, "0", 3)));
    assert_status(CLIV_TYPE_MISMATCH, COUNT(reals, none, counts));
    assert_message("bins has type float, but must have an integer type");
    assert_status(CLIV_TYPE_MISMATCH, COUNT(pairs, none, counts));
    assert_status(CLIV_TYPE_MISMATCH, COUNT(bins, reals, counts));
    assert_message("weights");
    assert_status(CLIV_TYPE_MISMATCH, COUNT(bins, none, OUTPUT(float, 3)));
    assert_status(CLIV_TYPE_MISMATCH, COUNT(bins, none, OUTPUT(short, 3)));
    assert_status(CLIV_OUT_OF_RANGE, COUNT(bins, cliv_slice(bins, 0, 2), counts));
    assert_status(CLIV_BUILD_FAILED, COUNT(cliv_generate(&cliv_int, "i +", 3), none, counts));
    assert_message("generator of bins");
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(counts);
#undef COUNT
}

int main(void)
{
    return RUN_TESTS("histograms", open_all, close_all, examples, every_type, many_bins, anywhere, far_samples,
                     more_counts_than_values, sums_wrap, refused);
}
