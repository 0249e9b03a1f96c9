/* SPDX-License-Identifier: Apache-2.0 */
/* The rounding of float sums. Groups of one work-item fold leaves of 32 elements serially, and leaves in a binary tree;
 * runs of keys have leaves of 64 elements, segmented scans of 64 and 128. Sums must have exactly these bits, even if
 * the compiler vectorises. In all forms, sums of many equal numbers are close to the exact value, and no sum depends on
 * the number of cores. */
#include "fixture.h"

#include <math.h>

enum { COUNT = 2047, LEAF = 32, RUN_LEAF = 64 }; /* COUNT: one tile of the tuning file serial.txt */

static cliv_context *serial, *groups;
static float input[COUNT];

/* The sum of the elements first … first+n-1, at least one. */
static float fold(size_t first, size_t n)
{
    size_t left = LEAF;
    if (n <= LEAF) {
        volatile float sum = input[first]; /* rounds each sum to float */
        for (size_t i = 1; i < n; ++i)
            sum += input[first + i];
        return sum;
    }
    while (2 * left < n)
        left *= 2;
    return fold(first, left) + fold(first + left, n - left);
}

/* The sum of the n elements of a run from element `first` on, in leaves of RUN_LEAF elements. A leaf adds pairs to its
 * first element. */
static float fold_rest(size_t first, size_t n)
{
    size_t left = RUN_LEAF, i = 1;
    if (n <= RUN_LEAF) {
        volatile float sum = input[first], pair;
        for (; i + 1 < n; i += 2) {
            pair = input[first + i] + input[first + i + 1];
            sum += pair;
        }
        return i < n ? sum + input[first + i] : sum;
    }
    while (2 * left < n)
        left *= 2;
    return fold_rest(first, left) + fold_rest(first + left, n - left);
}

/* The sum of a run: its first RUN_LEAF elements are added serially. */
static float fold_run(size_t first, size_t n)
{
    volatile float sum = input[first];
    for (size_t i = 1; i < n && i < RUN_LEAF; ++i)
        sum += input[first + i];
    return n > RUN_LEAF ? sum + fold_rest(first + RUN_LEAF, n - RUN_LEAF) : sum;
}

/* The sum of the first n elements as in a scan: the subtrees from left to right. */
static float fold_before(size_t leaves)
{
    const size_t rest = leaves & (leaves - 1);
    const float last = fold(rest * LEAF, (leaves - rest) * LEAF);
    return rest ? fold_before(rest) + last : last;
}

static float prefix(size_t n)
{
    const size_t leaves = (n - 1) / LEAF;
    const float own = fold(leaves * LEAF, n - leaves * LEAF);
    return leaves ? fold_before(leaves) + own : own;
}

static int open_serial(void **state)
{
    const cliv_context_options options = {.tuning_file = CLIV_TEST_TUNING "/serial.txt"},
                               shaped = {.tuning_file = CLIV_TEST_TUNING "/groups.txt"};
    if (open_device(state) != 0)
        return -1;
    uint32_t seed = 20;
    for (size_t i = 0; i < COUNT; ++i)
        input[i] = (float)(random_number(&seed) % 2000) / 3;
    return cliv_context_create_with(fx.cl, fx.device, &options, &serial) == CLIV_SUCCESS &&
                   cliv_context_create_with(fx.cl, fx.device, &shaped, &groups) == CLIV_SUCCESS
               ? 0
               : -1;
}

static int close_serial(void **state)
{
    cliv_context_destroy(serial);
    cliv_context_destroy(groups);
    return close_device(state);
}

static cliv_array floats(void) { return cliv_buffer(make_buffer(sizeof input, input), &cliv_float, 0, COUNT); }

static void assert_float(cliv_array array, size_t at, float wanted)
{
    float found;
    read_buffer(array.buffer, at * sizeof found, sizeof found, &found);
    if (found != wanted)
        fail_msg("element %zu is %.9g, should be %.9g", at, (double)found, (double)wanted);
}

static void reduction(void **state)
{
    (void)state;
    const cliv_array sum = OUTPUT(float, 1);
    assert_success(cliv_reduce(serial, fx.queue, floats(), sum, &cliv_add, 0, NULL, NULL));
    assert_float(sum, 0, fold(0, COUNT));
}

static void scan(void **state)
{
    (void)state;
    const cliv_array scanned = OUTPUT(float, COUNT);
    assert_success(cliv_scan_inclusive(serial, fx.queue, floats(), scanned, &cliv_add, CLIV_NONE, 0, NULL, NULL));
    for (size_t i = 0; i < COUNT; i += 89)
        assert_float(scanned, i, prefix(i + 1));
}

/* A product that overflows in every other order. */
static void product(void **state)
{
    (void)state;
    float factors[64];
    for (size_t i = 0; i < 64; ++i)
        factors[i] = i % 2 ? 1e-30f : 1e30f;
    const cliv_array of = cliv_buffer(make_buffer(sizeof factors, factors), &cliv_float, 0, 64), all = OUTPUT(float, 1);
    float found, wanted = factors[0];
    for (size_t i = 1; i < 64; ++i)
        wanted *= factors[i];
    assert_success(cliv_reduce(serial, fx.queue, of, all, &cliv_mul, 0, NULL, NULL));
    read_buffer(all.buffer, 0, sizeof found, &found);
    assert_true(found == wanted);
}

static void segments(void **state)
{
    (void)state;
    const cliv_array sum = OUTPUT(float, 2);
    assert_success(
        cliv_segmented_reduce(serial, fx.queue, floats(), ARRAY(uint, 0, COUNT), sum, &cliv_add, 0, NULL, NULL));
    assert_float(sum, 0, fold(0, COUNT));
}

static void runs(void **state)
{
    (void)state;
    const cliv_array sum = OUTPUT(float, COUNT);
    assert_success(cliv_reduce_by_key(serial, fx.queue, cliv_generate(&cliv_int, "7", COUNT), floats(), CLIV_NONE, sum,
                                      &cliv_add, NULL, CLIV_NONE, NULL, 0, NULL, NULL));
    assert_float(sum, 0, fold_run(0, COUNT));
}

/* Runs that end at a leaf's end, and next to it. */
static void runs_of_leaves(void **state)
{
    (void)state;
    static const char *const keys[] = {"(int)(i / 31)", "(int)(i / 32)", "(int)(i / 33)",
                                       "(int)(i / 64)", "(int)(i / 65)", "(int)(i / 96)"};
    static const size_t lengths[] = {31, 32, 33, 64, 65, 96};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; ++k) {
        const cliv_array sums = OUTPUT(float, COUNT);
        size_t count = 0;
        assert_success(cliv_reduce_by_key(serial, fx.queue, cliv_generate(&cliv_int, keys[k], COUNT), floats(),
                                          CLIV_NONE, sums, &cliv_add, NULL, CLIV_NONE, &count, 0, NULL, NULL));
        assert_int_equal(count, (COUNT + lengths[k] - 1) / lengths[k]);
        for (size_t r = 0; r + 1 < count; ++r)
            assert_float(sums, r, fold_run(r * lengths[k], lengths[k]));
    }
}

/* ---- segmented scans ---- */

enum { BLOCK = 64, SCAN_LEAF = 128, FEW = 5 };

static bool heads[COUNT];             /* does a segment begin here? */
static float expected[2][COUNT];      /* the exclusive and the inclusive scan */
static float leaf[COUNT / BLOCK + 1]; /* the sums of the leaves of the current segment */
static size_t leaves;

static float add(float a, float b)
{
    volatile float sum = a + b; /* rounds to float */
    return sum;
}

/* The sum of n leaves, a power of two. */
static float fold_leaves(size_t first, size_t n)
{
    return n == 1 ? leaf[first] : add(fold_leaves(first, n / 2), fold_leaves(first + n / 2, n / 2));
}

/* The sum of the first n leaves: the subtrees from left to right. */
static float fold_leaves_before(size_t n)
{
    const size_t rest = n & (n - 1);
    const float last = fold_leaves(rest, n - rest);
    return rest ? add(fold_leaves_before(rest), last) : last;
}

/* Adds the elements begin … end-1 serially to the only leaf of their segment. */
static void add_serially(size_t begin, size_t end)
{
    for (size_t i = begin; i < end; ++i) {
        expected[0][i] = heads[i] ? 0 : leaf[0];
        expected[1][i] = leaf[0] = heads[i] ? input[i] : add(leaf[0], input[i]);
        leaves = 1;
    }
}

/* Scans the elements begin … end-1, a leaf. Pairs are added first, and each sum is added to the sum of all leaves
 * before this one. */
static void add_leaf(size_t begin, size_t end)
{
    const float before = fold_leaves_before(leaves);
    float pairs = input[begin], sum = pairs;
    expected[0][begin] = before;
    expected[1][begin] = add(before, sum);
    for (size_t i = begin + 1; i < end; ++i) {
        expected[0][i] = add(before, sum);
        if ((i - begin) % 2)
            sum = add(pairs, input[i]);
        else
            sum = pairs = add(pairs, add(input[i - 1], input[i]));
        expected[1][i] = add(before, sum);
    }
    leaf[leaves++] = sum;
}

static size_t next_head(size_t i, size_t end)
{
    while (i < end && !heads[i])
        ++i;
    return i;
}

/* Scans a block of at most BLOCK elements. Two kinds of elements are a leaf: the end of a segment that began before
 * the previous block, and a block without heads. Other elements are added serially. */
static void scan_block(size_t begin, size_t end)
{
    const size_t head = next_head(begin, end);
    if (head > begin && (leaves > 1 || head == end)) {
        add_leaf(begin, head);
        begin = head;
    }
    add_serially(begin, end);
}

/* Scans the rest of a segment; returns its end. */
static size_t scan_rest(size_t begin)
{
    const size_t end = next_head(begin + 1, COUNT);
    size_t i = begin;
    if (heads[i]) {
        i = i + BLOCK < end ? i + BLOCK : end;
        add_serially(begin, i);
    }
    for (size_t stop; i < end; i = stop) {
        stop = i + SCAN_LEAF < end ? i + SCAN_LEAF : end;
        add_leaf(i, stop);
    }
    return end;
}

/* The expected results. Segments of keys are scanned in blocks. Segments with offsets are scanned one by one, except if
 * more than FEW of them begin in a block. */
static void expect_scan(bool by_key)
{
    for (size_t i = 0; i < COUNT;) {
        const size_t stop = i + BLOCK < COUNT ? i + BLOCK : COUNT;
        size_t begun = 0;
        for (size_t k = i; k < stop; ++k)
            begun += heads[k];
        if (by_key || begun > FEW) {
            scan_block(i, stop);
            i = stop;
        } else {
            for (size_t k = 0; k < FEW && i < COUNT; ++k)
                i = scan_rest(i);
        }
    }
}

static void assert_scan(const char *form, size_t length, cliv_array scanned, bool inclusive)
{
    float all[COUNT];
    read_buffer(scanned.buffer, 0, sizeof all, all);
    for (size_t i = 0; i < COUNT; ++i)
        if (all[i] != expected[inclusive][i])
            fail_msg("%s, segments of %zu: element %zu is %.9g, should be %.9g", form, length, i, (double)all[i],
                     (double)expected[inclusive][i]);
}

/* Scans segments of this length; 0: of 1, 2, 3 … elements. */
static void scan_segments(size_t length)
{
    static cl_uint offsets[COUNT];
    static cl_int keys[COUNT];
    size_t segments = 0;
    for (size_t i = 0; i < COUNT; ++i) {
        heads[i] = length ? i % length == 0 : i == segments * (segments + 1) / 2;
        if (heads[i])
            offsets[segments++] = (cl_uint)i;
        keys[i] = (cl_int)segments;
    }
    const cliv_array in = floats(), out = OUTPUT(float, COUNT);
    const cliv_array at = cliv_buffer(make_buffer(segments * sizeof *offsets, offsets), &cliv_uint, 0, segments);
    const cliv_array by = cliv_buffer(make_buffer(sizeof keys, keys), &cliv_int, 0, COUNT);
    expect_scan(false);
    assert_success(cliv_segmented_scan_inclusive(serial, fx.queue, in, at, out, NULL, 0, NULL, NULL));
    assert_scan("segmented_scan_inclusive", length, out, true);
    assert_success(cliv_segmented_scan_exclusive(serial, fx.queue, in, at, out, NULL, 0, NULL, NULL));
    assert_scan("segmented_scan_exclusive", length, out, false);
    expect_scan(true);
    assert_success(cliv_scan_by_key_inclusive(serial, fx.queue, by, in, out, NULL, NULL, 0, NULL, NULL));
    assert_scan("scan_by_key_inclusive", length, out, true);
    assert_success(cliv_scan_by_key_exclusive(serial, fx.queue, by, in, out, NULL, NULL, 0, NULL, NULL));
    assert_scan("scan_by_key_exclusive", length, out, false);
}

/* Lengths next to the sizes of blocks and leaves, and to the length from which segments are scanned in blocks. */
static void segmented_scans(void **state)
{
    (void)state;
    static const size_t lengths[] = {0,  COUNT, 65,  193, 1,   2,   10,  11,  12,  63,  64,
                                     66, 127,   128, 129, 191, 192, 194, 320, 321, 448, 449};
    const size_t count = fx.simulator ? 4 : sizeof lengths / sizeof *lengths;
    for (size_t k = 0; k < count; ++k)
        scan_segments(lengths[k]);
}

/* Elements so large that a tree of leaves has one level. */
static void large_elements(void **state)
{
    (void)state;
    enum { WORDS = 40 };
    const size_t n = fx.simulator ? 400 : 3000;
    typedef cl_uint large[WORDS];
    static const cliv_type type = {"large", sizeof(large), "typedef struct { uint of[40]; } large;\n"};
    static const cliv_op last = {"last_of(a, b)", NULL,
                                 "large last_of(large a, large b)\n{\n    b.of[1] += a.of[1];\n    return b;\n}\n"};
    large *const elements = calloc(n, sizeof *elements), all;
    assert_non_null(elements);
    for (cl_uint i = 0; i < n; ++i)
        for (cl_uint k = 0; k < WORDS; ++k)
            elements[i][k] = k == 1 ? 1 : i + k;
    const cliv_array in = cliv_buffer(make_buffer(n * sizeof *elements, elements), &type, 0, n);
    const cliv_array sum = cliv_buffer(make_buffer(sizeof all, elements), &type, 0, 1);
    assert_success(cliv_reduce(fx.ctx, fx.queue, cliv_slice(in, 1, n - 1), sum, &last, 0, NULL, NULL));
    read_buffer(sum.buffer, 0, sizeof all, all);
    elements[n - 1][1] = (cl_uint)n - 1;
    assert_memory_equal(all, elements[n - 1], sizeof all);
    free(elements);
}

/* Elements of more than 1024 bytes: the tree of a work-item has one level, and further leaves are combined serially. */
static void very_large_elements(void **state)
{
    (void)state;
    enum { WORDS = 300, ELEMENTS = 400 };
    typedef cl_uint very_large[WORDS];
    static const cliv_type type = {"very_large", sizeof(very_large), "typedef struct { uint of[300]; } very_large;\n"};
    /* Element 0 of the result is the first operand's, and element 1 becomes 0 if the operands are not neighbours. */
    static const cliv_op join = {
        "joined(a, b)", NULL,
        "very_large joined(very_large a, very_large b)\n{\n    b.of[1] = a.of[1] && b.of[1] && "
        "a.of[2] == b.of[0];\n    b.of[0] = a.of[0];\n    return b;\n}\n"};
    very_large *const elements = calloc(ELEMENTS, sizeof *elements), all;
    assert_non_null(elements);
    for (cl_uint i = 0; i < ELEMENTS; ++i) {
        elements[i][0] = i;
        elements[i][1] = 1;
        elements[i][2] = i + 1;
        elements[i][WORDS - 1] = i;
    }
    const cliv_array in = cliv_buffer(make_buffer(ELEMENTS * sizeof *elements, elements), &type, 0, ELEMENTS);
    const cliv_array sum = cliv_buffer(make_buffer(sizeof all, NULL), &type, 0, 1);
    assert_success(cliv_reduce(serial, fx.queue, in, sum, &join, 0, NULL, NULL));
    read_buffer(sum.buffer, 0, sizeof all, all);
    elements[ELEMENTS - 1][0] = 0;
    assert_memory_equal(all, elements[ELEMENTS - 1], sizeof all);
    free(elements);
}

/* ---- many equal numbers ---- */

enum { MANY = 1 << 20 };
static float found[MANY];

/* The largest relative error of a sum of equal numbers. */
static const double largest_error = 1e-6;

/* `sum` is the sum of n elements, at least one. */
static void assert_close(const char *form, size_t at, double sum, size_t n, double number)
{
    const double wanted = (double)n * number;
    if (!(fabs(sum - wanted) <= largest_error * fabs(wanted)))
        fail_msg("%s: element %zu is %.9g, should be %.9g", form, at, sum, wanted);
}

static void assert_sum(const char *form, cliv_array sum, size_t n, double number)
{
    float value;
    read_buffer(sum.buffer, 0, sizeof value, &value);
    assert_close(form, 0, value, n, number);
}

/* Checks an inclusive scan, or an exclusive scan, which begins with 0. */
static void assert_sums(const char *form, cliv_array sums, size_t n, bool inclusive, double number)
{
    read_buffer(sums.buffer, 0, n * sizeof *found, found);
    if (!inclusive)
        assert_true(found[0] == 0);
    for (size_t i = !inclusive; i < n; ++i)
        assert_close(form, i, found[i], i + inclusive, number);
}

static void sum_up(cliv_context *ctx, size_t n, const char *text, float number)
{
    const cliv_array in = cliv_generate(&cliv_float, text, n), keys = cliv_generate(&cliv_int, "7", n);
    const cliv_array sum = OUTPUT(float, 1), sums = OUTPUT(float, n), offsets = ARRAY(uint, 0);
    assert_success(cliv_reduce(ctx, fx.queue, in, sum, NULL, 0, NULL, NULL));
    assert_sum("reduce", sum, n, number);
    assert_success(cliv_scan_inclusive(ctx, fx.queue, in, sums, NULL, sum, 0, NULL, NULL));
    assert_sums("scan_inclusive", sums, n, true, number);
    assert_sum("scan_inclusive: total", sum, n, number);
    assert_success(cliv_scan_exclusive(ctx, fx.queue, in, sums, NULL, sum, 0, NULL, NULL));
    assert_sums("scan_exclusive", sums, n, false, number);
    assert_sum("scan_exclusive: total", sum, n, number);
    assert_success(cliv_segmented_reduce(ctx, fx.queue, in, offsets, sum, NULL, 0, NULL, NULL));
    assert_sum("segmented_reduce", sum, n, number);
    assert_success(cliv_segmented_scan_inclusive(ctx, fx.queue, in, offsets, sums, NULL, 0, NULL, NULL));
    assert_sums("segmented_scan_inclusive", sums, n, true, number);
    assert_success(cliv_segmented_scan_exclusive(ctx, fx.queue, in, offsets, sums, NULL, 0, NULL, NULL));
    assert_sums("segmented_scan_exclusive", sums, n, false, number);
    assert_success(cliv_scan_by_key_inclusive(ctx, fx.queue, keys, in, sums, NULL, NULL, 0, NULL, NULL));
    assert_sums("scan_by_key_inclusive", sums, n, true, number);
    assert_success(
        cliv_reduce_by_key(ctx, fx.queue, keys, in, CLIV_NONE, sum, NULL, NULL, CLIV_NONE, NULL, 0, NULL, NULL));
    assert_sum("reduce_by_key", sum, n, number);
}

/* A segment of so many tiles that the carry is combined in several rounds. It is the first test, because Oclgrind
 * reports kernel writes as uninitialised in memory of a smaller released buffer. */
static void many_tiles(void **state)
{
    (void)state;
    enum { N = 150000 };
    const cliv_context_options options = {.tuning_file = CLIV_TEST_TUNING "/small.txt"};
    const cliv_array in = cliv_generate(&cliv_float, "0.1f", N), offsets = ARRAY(uint, 0, N - 5),
                     sums = OUTPUT(float, 2);
    cliv_context *small = NULL;
    assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &small));
    assert_success(cliv_segmented_reduce(small, fx.queue, in, offsets, sums, NULL, 0, NULL, NULL));
    assert_sum("segmented_reduce", sums, N - 5, 0.1);
    cliv_context_destroy(small);
}

static void equal_numbers(void **state)
{
    (void)state;
    const size_t n = fx.simulator ? 5000 : MANY;
    sum_up(fx.ctx, n, "0.1f", 0.1f);
    sum_up(groups, n - 77, "0.1f", 0.1f);
}

/* With one accumulator, or one per core, the sum of 2^28 ones would be 2^24 or a few times 2^24. */
static void very_many_ones(void **state)
{
    (void)state;
    if (fx.simulator)
        skip();
    const size_t n = (size_t)1 << 28;
    const cliv_array sum = OUTPUT(float, 1);
    assert_success(cliv_reduce(fx.ctx, fx.queue, cliv_generate(&cliv_float, "1", n), sum, NULL, 0, NULL, NULL));
    assert_float(sum, 0, (float)n);
}

/* ---- count of cores ---- */

static void sum_of_random(cliv_context *ctx, const float *numbers, size_t n, float *all, float *each)
{
    cliv_array in, sum, sums;
    cl_command_queue queue = cliv_context_queue(ctx);
    assert_success(cliv_array_create(ctx, &cliv_float, n, numbers, &in));
    assert_success(cliv_array_create(ctx, &cliv_float, 1, NULL, &sum));
    assert_success(cliv_array_create(ctx, &cliv_float, n, NULL, &sums));
    assert_success(cliv_reduce(ctx, queue, in, sum, NULL, 0, NULL, NULL));
    assert_success(cliv_scan_inclusive(ctx, queue, in, sums, NULL, CLIV_NONE, 0, NULL, NULL));
    assert_success(cliv_array_read(queue, sum, all));
    assert_success(cliv_array_read(queue, sums, each));
    cliv_array_release(&in);
    cliv_array_release(&sum);
    cliv_array_release(&sums);
}

static void cores(void **state)
{
    (void)state;
    enum { N = 400000 };
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_uint parts = 0; /* rusticl crashes */
    cl_device_id part = NULL;
    clGetDeviceInfo(fx.device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof parts, &parts, NULL);
    if (fx.simulator || parts < 2 || clCreateSubDevices(fx.device, one, 1, &part, NULL) != CL_SUCCESS)
        skip();
    cl_int code;
    const cl_context cl = clCreateContext(NULL, 1, &part, NULL, NULL, &code);
    assert_cl(code);
    cliv_context *ctx = NULL;
    assert_success(cliv_context_create_with(cl, part, NULL, &ctx));
    float *const numbers = malloc(3 * N * sizeof *numbers), *const a = numbers + N, *const b = a + N, sums[2];
    uint32_t seed = 4;
    assert_non_null(numbers);
    for (size_t i = 0; i < N; ++i)
        numbers[i] = (float)(random_number(&seed) % 100000) / 7;
    sum_of_random(fx.ctx, numbers, N, &sums[0], a);
    sum_of_random(ctx, numbers, N, &sums[1], b);
    assert_true(sums[0] == sums[1]);
    assert_memory_equal(a, b, N * sizeof *a);
    free(numbers);
    cliv_context_destroy(ctx);
    clReleaseContext(cl);
    clReleaseDevice(part);
}

int main(void)
{
    return RUN_TESTS("fold", open_serial, close_serial, many_tiles, reduction, scan, product, segments, runs,
                     equal_numbers, very_many_ones, cores, runs_of_leaves, segmented_scans, large_elements,
                     very_large_elements);
}
