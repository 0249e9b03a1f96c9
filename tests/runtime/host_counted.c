/* SPDX-License-Identifier: Apache-2.0 */
/* Lengths on the device: writers of lengths, refused calls, ends of lists. test_operations --counted tests that
 * operations respect the lengths. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

static void example_of_the_header(void **state)
{
    (void)state;
    const cliv_array x = ARRAY(int, 3, -1, 2, -5, 1), kept = OUTPUT(int, 5), sums = OUTPUT(int, 5);
    const cliv_array count = OUTPUT(uint, 1);
    assert_success(cliv_compact(fx.ctx, fx.queue, x, "x > 0", NULL, NULL, 0, kept, count, NULL, NO_EVENTS));
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, cliv_counted(kept, &count), sums, NULL, CLIV_NONE, NO_EVENTS));
    assert_ints(cliv_slice(sums, 0, 3), 3, 5, 6);
    assert_poisoned(sums.buffer, 12, 20 + 64, __FILE__, __LINE__);
}

/* The length is written by an earlier call, by a user-defined body, and by another queue before an event. */
static void written_before(void **state)
{
    (void)state;
    cl_int code;
    cl_event written = NULL, done = NULL;
    const cliv_array x = cliv_generate(&cliv_int, "i", 1000), out = OUTPUT(int, 1), length = OUTPUT(long, 2);
    const cliv_array second = cliv_slice(length, 1, 1), counted = cliv_counted(x, &second);
    assert_success(cliv_transform(fx.ctx, fx.queue, 1, NULL, "a0[i] = 10;", NULL, &second, 1, NO_EVENTS));
    assert_success(cliv_reduce(fx.ctx, fx.queue, counted, out, NULL, NO_EVENTS));
    assert_ints(out, 45);
    const cl_command_queue other = clCreateCommandQueue(fx.cl, fx.device, 0, &code);
    assert_cl(code);
    assert_success(cliv_transform(fx.ctx, other, 1, NULL, "a0[i] = 20;", NULL, &second, 1, 0, NULL, &written));
    assert_cl(clFlush(other));
    assert_success(cliv_reduce(fx.ctx, fx.queue, counted, out, NULL, 1, &written, &done));
    assert_cl(clWaitForEvents(1, &done));
    assert_ints(out, 190);
    assert_cl(clFinish(other));
    clReleaseEvent(written);
    clReleaseEvent(done);
    clReleaseCommandQueue(other);
}

/* Lengths of each type, negative lengths, and lengths beyond the capacity. */
static void any_number(void **state)
{
    (void)state;
    const cliv_array x = ARRAY(int, 1, 2, 3, 4), out = OUTPUT(int, 1);
    const struct {
        cliv_array length;
        cl_int sum;
    } cases[] = {{ARRAY(int, -1), 0},           {ARRAY(int, 3), 6},           {ARRAY(int, INT32_MAX), 10},
                 {ARRAY(uint, 2), 3},           {ARRAY(uint, 1u << 31), 10},  {ARRAY(long, INT64_MIN), 0},
                 {ARRAY(long, 1), 1},           {ARRAY(long, INT64_MAX), 10}, {ARRAY(ulong, 4), 10},
                 {ARRAY(ulong, UINT64_MAX), 10}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k)
        for (int use_checked = 0; use_checked < 2; ++use_checked) {
            assert_success(cliv_reduce(use_checked ? checked : fx.ctx, fx.queue, cliv_counted(x, &cases[k].length), out,
                                       NULL, NO_EVENTS));
            assert_ints(out, cases[k].sum);
        }
}

static void lists_end_there(void **state)
{
    (void)state;
    const cliv_array x = ARRAY(int, 1, 2, 3, 4), two = ARRAY(int, 2), out = OUTPUT(int, 4), to = OUTPUT(int, 4);
    const cliv_array read[] = {cliv_named("x", cliv_counted(x, &two))};
    assert_success(
        cliv_copy(fx.ctx, fx.queue, cliv_generate_from(&cliv_int, "cliv_at(x, i)", 4, read, 1), out, NO_EVENTS));
    assert_ints(out, 1, 2, 0, 0);
    const cliv_array both[] = {cliv_named("x", x), cliv_named("to", cliv_counted(to, &two))};
    assert_success(cliv_transform(fx.ctx, fx.queue, 4, NULL, "cliv_put(to, i, x[i]);", NULL, both, 2, NO_EVENTS));
    assert_ints(cliv_slice(to, 0, 2), 1, 2);
    assert_poisoned(to.buffer, 8, 16, __FILE__, __LINE__);
    assert_status(
        CLIV_CHECK_FAILED,
        cliv_copy(checked, fx.queue, cliv_generate_from(&cliv_int, "cliv_at(x, i)", 4, read, 1), out, NO_EVENTS));
    assert_message("index 2 is outside of x, which has 2 elements");
    const cliv_array three = ARRAY(int, 3);
    assert_success(cliv_copy(checked, fx.queue,
                             cliv_counted(cliv_generate_from(&cliv_int, "cliv_at(a0, i)", 100, &x, 1), &three),
                             OUTPUT(int, 100), NO_EVENTS)); /* indices are checked within the length only */
    assert_success(cliv_transform(fx.ctx, fx.queue, 4, &two, "a0[i] = 7;", NULL, &out, 1, NO_EVENTS));
    assert_ints(out, 7, 7, 0, 0);
    assert_success(cliv_transform(checked, fx.queue, 4, &two, "cliv_put(a0, i, 8);", NULL, &out, 1, NO_EVENTS));
    assert_ints(out, 8, 8, 0, 0);
}

/* Two lengths in one array: one column has the first length, another column the second. */
static void lengths_of_one_array(void **state)
{
    (void)state;
    enum { LENGTHS = 1000 }; /* more columns than one launch accepts */
    static cl_int numbers[LENGTHS] = {4, 2, 3};
    const cliv_array lengths = cliv_buffer(make_buffer(sizeof numbers, numbers), &cliv_int, 0, LENGTHS);
    const cliv_array second = cliv_slice(lengths, 1, LENGTHS - 1), third = cliv_slice(lengths, 2, 1);
    const cliv_array columns[] = {cliv_counted(ARRAY(int, 9, 8, 7, 6), &lengths),
                                  cliv_counted(ARRAY(int, 1, 2, 3, 4), &second)};
    const cliv_array x = ARRAY(int, 10, 20, 30, 40), places = ARRAY(int, 3, 2, 1, 0);
    for (int use_checked = 0; use_checked < 2; ++use_checked) {
        cliv_context *const ctx = use_checked ? checked : fx.ctx;
        const cliv_array order = OUTPUT(int, 4), sum = OUTPUT(int, 1), outputs[] = {OUTPUT(int, 4), OUTPUT(int, 4)};
        assert_success(cliv_sort_rows(ctx, fx.queue, columns, NULL, 2, order, NO_EVENTS));
        assert_ints(cliv_slice(order, 0, 2), 1, 0);
        assert_poisoned(order.buffer, 8, 16, __FILE__, __LINE__);
        assert_success(cliv_reduce(ctx, fx.queue, cliv_counted(x, &second), sum, NULL, NO_EVENTS));
        assert_ints(sum, 30);
        assert_success(cliv_reduce(ctx, fx.queue, cliv_counted(x, &lengths), sum, NULL, NO_EVENTS));
        assert_ints(sum, 100);
        if (!use_checked) { /* row 3 is within the length of the first column, but not of the second */
            assert_success(
                cliv_gather_columns(ctx, fx.queue, cliv_counted(places, &third), columns, outputs, 2, NO_EVENTS));
            assert_ints(cliv_slice(outputs[0], 0, 3), 6, 7, 8);
            assert_poisoned(outputs[1].buffer, 0, 8, __FILE__, __LINE__);
            assert_ints(cliv_slice(outputs[1], 2, 1), 2);
        }
    }
}

/* Rows of several columns, some shorter than others. */
static void columns(void **state)
{
    (void)state;
    const cliv_array two = ARRAY(int, 2), three = ARRAY(uint, 3), indices = ARRAY(int, 2, 1, 0, 3);
    const cliv_array inputs[] = {cliv_counted(ARRAY(int, 10, 20, 30, 40), &two), ARRAY(int, 1, 2, 3, 4)};
    const cliv_array outputs[] = {OUTPUT(int, 4),
                                  cliv_counted(OUTPUT(int, 4), &two)}; /* a length that the call ignores */
    assert_success(cliv_gather_columns(fx.ctx, fx.queue, cliv_counted(indices, &three), inputs, outputs, 2, NO_EVENTS));
    assert_poisoned(outputs[0].buffer, 0, 4, __FILE__, __LINE__); /* index 2 is beyond the length of input 0 */
    assert_ints(cliv_slice(outputs[0], 1, 2), 20, 10);
    assert_poisoned(outputs[0].buffer, 12, 16, __FILE__, __LINE__);
    assert_ints(cliv_slice(cliv_counted(outputs[1], NULL), 0, 3), 3, 2, 1);
    assert_poisoned(outputs[1].buffer, 12, 16, __FILE__, __LINE__);
    assert_status(CLIV_CHECK_FAILED,
                  cliv_gather_columns(checked, fx.queue, cliv_counted(indices, &three), inputs, outputs, 2, NO_EVENTS));
    assert_message("inputs[0]");
}

/* A checked context checks only the elements within the lengths, and accepts any contents beyond them. */
static void checked_looks_at_what_counts(void **state)
{
    (void)state;
    enum { COLUMNS = 9 };
    const cliv_array one = ARRAY(int, 1), two = ARRAY(int, 2), out = OUTPUT(int, 4), none = CLIV_NONE;
    const cliv_array input = cliv_counted(ARRAY(int, 10, 20, 30), &two), far = ARRAY(int, 1, 0, 999);
    assert_success(cliv_scatter(checked, fx.queue, far, input, out, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 2), 20, 10);
    assert_success(cliv_merge_runs_pairs(checked, fx.queue, ARRAY(int, 1, 2, 0, -1),
                                         cliv_counted(ARRAY(int, 5, 6, 7, 8), &two), ARRAY(int, 0, 1), out,
                                         OUTPUT(int, 4), NULL, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 2), 1, 2);
    /* Samples and weights with different lengths: the smaller length applies. */
    const cliv_array bins = ARRAY(int, 0, 1, 1, 1), weights = ARRAY(int, 5, 6, 7, 8), counts = OUTPUT(int, 2);
    for (int use_checked = 0; use_checked < 2; ++use_checked) {
        cliv_context *const ctx = use_checked ? checked : fx.ctx;
        assert_success(cliv_histogram(ctx, fx.queue, bins, cliv_counted(weights, &two), counts, NO_EVENTS));
        assert_ints(counts, 5, 6);
        assert_success(cliv_histogram(ctx, fx.queue, cliv_counted(bins, &two), weights, counts, NO_EVENTS));
        assert_ints(counts, 5, 6);
        assert_success(
            cliv_histogram(ctx, fx.queue, cliv_counted(bins, &two), cliv_counted(weights, &one), counts, NO_EVENTS));
        assert_ints(counts, 5, 0);
        /* Intervals beyond the values' length do not exist. */
        const cliv_array offsets = ARRAY(int, 0, 2, 3, 4), values = ARRAY(int, 5, 6, 7, 8), expanded = OUTPUT(int, 5);
        assert_success(
            cliv_interval_expand(ctx, fx.queue, 5, offsets, cliv_counted(values, &two), expanded, NO_EVENTS));
        assert_ints(expanded, 5, 5, 6, 6, 6);
    }
    /* Many arrays may share one length, also as copies of the array that describes it; the count of different lengths
     * is limited. */
    cliv_array lengths[COLUMNS], columns[COLUMNS];
    for (size_t k = 0; k < COLUMNS; ++k) {
        lengths[k] = two;
        columns[k] = cliv_counted(ARRAY(int, 3, 1, 0), &lengths[k]);
    }
    const cliv_array order = OUTPUT(int, 3);
    assert_success(cliv_sort_rows(checked, fx.queue, columns, NULL, COLUMNS, order, NO_EVENTS));
    assert_ints(cliv_slice(order, 0, 2), 1, 0);
    const cliv_array nine = ARRAY(int, 2, 2, 2, 2, 2, 2, 2, 2, 2);
    for (size_t k = 0; k < COLUMNS; ++k)
        lengths[k] = cliv_slice(nine, k, 1);
    assert_success(cliv_sort_rows(checked, fx.queue, columns, NULL, COLUMNS - 1, order, NO_EVENTS));
    assert_status(CLIV_UNSUPPORTED, cliv_sort_rows(checked, fx.queue, columns, NULL, COLUMNS, order, NO_EVENTS));
    assert_message("at most 8 different lengths");
    /* The host array has more indices than elements, but the device-side length is small enough. */
    const cliv_array removed = cliv_counted(ARRAY(int, 0, 1, 2, 3), &one);
    assert_success(cliv_bulk_remove(checked, fx.queue, input, removed, OUTPUT(int, 3), NO_EVENTS));
    /* The indices outnumber the input's device-side length, and the index count is known on the host. */
    assert_success(cliv_bulk_remove(checked, fx.queue, input, ARRAY(int, 0, 1, 2), out, NO_EVENTS));
    /* Both inputs are empty. */
    const cliv_array zero = ARRAY(int, 0), empty = cliv_buffer(NULL, &cliv_int, 0, 0), count = OUTPUT(uint, 1);
    assert_success(cliv_join(fx.ctx, fx.queue, CLIV_SEMI, cliv_counted(ARRAY(int, 1, 2), &zero), empty, OUTPUT(int, 2),
                             none, count, NULL, NULL, NO_EVENTS));
    assert_ints(count, 0);
}

/* An operator without an identity has no result for an empty input. Only a checked context can refuse it before the
 * call. */
static void nothing_to_reduce(void **state)
{
    (void)state;
    const cliv_op op = {"(a + b)", NULL, NULL};
    const cliv_array zero = ARRAY(int, 0), of_none = cliv_counted(ARRAY(int, 1, 2, 3), &zero), out = OUTPUT(int, 3);
    const cliv_array total = OUTPUT(int, 1);
    assert_success(cliv_reduce(fx.ctx, fx.queue, of_none, total, &op, NO_EVENTS));
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, of_none, out, &op, total, NO_EVENTS));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_reduce(checked, fx.queue, of_none, total, &op, NO_EVENTS));
    assert_message("identity");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_scan_inclusive(checked, fx.queue, of_none, out, &op, total, NO_EVENTS));
    assert_message("identity");
    assert_untouched(total);
    assert_untouched(out);
}

/* No segments, by a count of 0 and by a device-side length of 0: reductions, scans and selections write nothing, and
 * sorts sort all keys as one segment. The larger size takes several tiles. */
static void no_segments(void **state)
{
    (void)state;
    enum { SMALL = 7, MOST = 3000, TOP = 2 };
    const cliv_array zero = ARRAY(long, 0), full = ARRAY(int, 0, 3, 3);
    const struct {
        cliv_context *ctx;
        cliv_array list;
        size_t n;
    } cases[] = {{fx.ctx, cliv_buffer(NULL, &cliv_int, 0, 0), MOST},
                 {fx.ctx, cliv_counted(full, &zero), MOST},
                 {checked, cliv_slice(full, 1, 0), SMALL},
                 {checked, cliv_counted(full, &zero), SMALL}};
    cl_int sorted[MOST];
    const cliv_array input = cliv_generate(&cliv_int, "(int)(i * 7919 % 5003)", MOST);
    const cliv_array sums = OUTPUT(int, 3), scanned = OUTPUT(int, MOST), top = OUTPUT(int, 3 * TOP),
                     indices = OUTPUT(int, 3 * TOP), keys = OUTPUT(int, MOST);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        cliv_context *const ctx = cases[k].ctx;
        const size_t n = cases[k].n;
        const cliv_array some = cliv_slice(input, 0, n), own = cliv_slice(keys, 0, n), none = cases[k].list;
#define CALL(function, ...) assert_success(function(ctx, fx.queue, __VA_ARGS__, NO_EVENTS))
        CALL(cliv_segmented_reduce, some, none, sums, NULL);
        CALL(cliv_segmented_scan_inclusive, some, none, scanned, NULL);
        CALL(cliv_segmented_top_k, some, none, TOP, top, indices, NULL);
        CALL(cliv_copy, some, own);
        CALL(cliv_segmented_sort_keys, own, none, NULL);
        read_buffer(keys.buffer, 0, n * sizeof *sorted, sorted);
        for (size_t i = 1; i < n; ++i)
            assert_true(sorted[i - 1] <= sorted[i]);
        assert_status(CLIV_INVALID_ARGUMENT,
                      cliv_segmented_reduce(ctx, fx.queue, some, CLIV_NONE, sums, NULL, NO_EVENTS));
        assert_message("offsets is CLIV_NONE, but is required");
    }
    assert_untouched(sums);
    assert_untouched(scanned);
    assert_untouched(top);
    assert_untouched(indices);
    assert_success(
        cliv_segmented_reduce(fx.ctx, fx.queue, input, cliv_generate(&cliv_uint, "i", 0), sums, NULL, NO_EVENTS));
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_merge_runs_keys(fx.ctx, fx.queue, input, cases[0].list, keys, NULL, NO_EVENTS));
    assert_message("no runs");
}

#define COPY(input) cliv_copy(fx.ctx, fx.queue, input, out, 0, NULL, &fx.event)

static void refused(void **state)
{
    (void)state;
    fx.event = SENTINEL;
    const cl_int one = 1;
    const cliv_array x = ARRAY(int, 1, 2, 3), out = OUTPUT(int, 3), two = ARRAY(int, 2), real = ARRAY(float, 2);
    const cliv_array none = CLIV_NONE, made = cliv_generate(&cliv_int, "1", 1), empty = cliv_slice(two, 0, 0);
    const cliv_array fixed = cliv_constant(NULL, &cliv_int, &one), twice = cliv_counted(two, &two);
    const cliv_array of_out = cliv_slice(out, 1, 1), past = cliv_slice(two, 1, 1), small = ARRAY(short, 2);
    const cliv_array beyond = cliv_buffer(two.buffer, &cliv_int, 100000, 1);
    const struct {
        const cliv_array *length;
        cliv_status status;
        const char *message;
    } cases[] = {{&none, CLIV_INVALID_ARGUMENT, "the length of input is CLIV_NONE"},
                 {&made, CLIV_INVALID_ARGUMENT, "the length of input is without memory"},
                 {&fixed, CLIV_INVALID_ARGUMENT, "the length of input is without memory"},
                 {&empty, CLIV_INVALID_ARGUMENT, "the length of input is empty"},
                 {&twice, CLIV_INVALID_ARGUMENT, "the length of input is counted, but must not be"},
                 {&of_out, CLIV_INVALID_ARGUMENT, "output overlaps the length of input"},
                 {&real, CLIV_TYPE_MISMATCH, "the length of input"},
                 {&small, CLIV_TYPE_MISMATCH, "the length of input"},
                 {&past, CLIV_OUT_OF_RANGE, "the length of input"},
                 {&beyond, CLIV_OUT_OF_RANGE, "the length of input"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        assert_status(cases[k].status, COPY(cliv_counted(x, cases[k].length)));
        assert_message(cases[k].message);
        if (cases[k].length == &of_out)
            continue;
        const cliv_array list[] = {cliv_counted(x, cases[k].length)};
        assert_status(cases[k].status, COPY(cliv_generate_from(&cliv_int, "cliv_at(a0, i)", 3, list, 1)));
        assert_message("the length of input, a0");
        assert_status(cases[k].status, cliv_transform(fx.ctx, fx.queue, 3, cases[k].length, "a0[i] = 1;", NULL, &out, 1,
                                                      0, NULL, &fx.event));
        assert_message("the length of n");
    }
    assert_status(CLIV_INVALID_ARGUMENT, COPY(cliv_slice(cliv_counted(x, &two), 0, 2)));
    assert_message("input is a slice of a counted array");
    cl_int host[2];
    assert_status(CLIV_INVALID_ARGUMENT, cliv_array_read(fx.queue, cliv_slice(cliv_counted(x, &two), 0, 2), host));
    assert_message("array is a slice of a counted array");
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_transform_load_balance_counted(fx.ctx, fx.queue, 3, cliv_counted(two, &two), x, "a0[index] = 1;",
                                                      NULL, &out, 1, 0, NULL, &fx.event));
    assert_message("total is counted, but must not be");
    const cliv_array flags = ARRAY(uint, 1);
    assert_status(
        CLIV_INVALID_ARGUMENT,
        cliv_segmented_sort_keys_by_flags(fx.ctx, fx.queue, out, cliv_counted(flags, &two), NULL, 0, NULL, &fx.event));
    assert_message("flags is counted, but must not be");
    const cliv_array read[] = {cliv_counted(x, &of_out)};
    assert_status(CLIV_INVALID_ARGUMENT, COPY(cliv_generate_from(&cliv_int, "cliv_at(a0, i)", 3, read, 1)));
    assert_message("output overlaps the length of input");
    /* The call compares capacities, not lengths. */
    assert_status(CLIV_OUT_OF_RANGE, COPY(cliv_counted(ARRAY(int, 1, 2, 3, 4), &two)));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
}

/* The length of an output that takes no length is not read: it may be invalid, or an element of the output. */
static void lengths_of_outputs(void **state)
{
    (void)state;
    const cliv_array made = cliv_generate(&cliv_int, "1", 1);
    for (int k = 0; k < 2; ++k) {
        const cliv_array out = OUTPUT(int, 3), inside = cliv_slice(out, 1, 1);
        assert_success(
            cliv_copy(fx.ctx, fx.queue, ARRAY(int, 4, 5, 6), cliv_counted(out, k ? &inside : &made), NO_EVENTS));
        assert_ints(out, 4, 5, 6);
    }
}

/* The call succeeded, or it was refused because of its input's capacity. */
static bool is_done(cliv_status status)
{
    if (status)
        assert_message("a capacity of");
    return status == CLIV_SUCCESS;
}

/* Very large capacities: the work depends on the length, or the call is refused before it begins. */
static void capacities_beyond_memory(void **state)
{
    (void)state;
    static const int logs[] = {12, 30, 47, 62};
    const cliv_array three = ARRAY(int, 3), one = OUTPUT(int, 1);
    for (size_t k = 0; k < sizeof logs / sizeof *logs; ++k) {
        const bool fits = logs[k] < 40;
        const size_t capacity = (size_t)1 << logs[k];
        if (fx.simulator && logs[k] > 12)
            continue; /* a million groups take minutes, and large buffers crash the process */
        const cliv_array numbers = cliv_counted(cliv_generate(&cliv_int, "(int)i + 1", capacity), &three);
        const cliv_array indices = cliv_counted(cliv_generate(&cliv_long, "(long)i", capacity), &three);
        const cliv_array out = OUTPUT(int, 8), again = OUTPUT(int, 8), count = OUTPUT(int, 1), flags = OUTPUT(uint, 1);
        if (is_done(cliv_reduce(fx.ctx, fx.queue, numbers, one, NULL, NO_EVENTS)))
            assert_ints(one, 6);
        if (is_done(cliv_find_first(fx.ctx, fx.queue, numbers, &cliv_greater, one, NO_EVENTS)))
            assert_ints(one, 2);
        if (is_done(
                cliv_compact(fx.ctx, fx.queue, numbers, "x != 2", NULL, NULL, 0, CLIV_NONE, count, NULL, NO_EVENTS)))
            assert_ints(count, 2);
        const cliv_status scattered = cliv_scatter(fx.ctx, fx.queue, indices, numbers, out, NO_EVENTS);
        assert_int_equal(is_done(scattered), fits);
        if (fits)
            assert_ints(cliv_slice(out, 0, 3), 1, 2, 3);
        else
            assert_untouched(out);
        assert_int_equal(
            is_done(cliv_transform(fx.ctx, fx.queue, capacity / 64, &three, "a0[0] = 7;", NULL, &flags, 1, NO_EVENTS)),
            fits);
        /* A checked call reads the length first. */
        assert_success(cliv_scatter(checked, fx.queue, indices, numbers, again, NO_EVENTS));
        assert_ints(cliv_slice(again, 0, 3), 1, 2, 3);
    }
    /* A compile-only call compiles the checks of generated starts, too, without host memory for their results. */
    const cliv_array starts = cliv_counted(cliv_generate(&cliv_long, "3 * (i > 0)", (size_t)1 << 47), &three);
    const cliv_array merged = OUTPUT(int, 3);
    if (!fx.simulator) {
        assert_success(cliv_merge_runs_keys(fx.ctx, fx.queue, ARRAY(int, 5, 6, 7), starts, merged, NULL, NO_EVENTS));
        assert_ints(merged, 5, 6, 7);
    }
    /* Without a length the call would process all elements, but drivers truncate the number of groups. */
    const cliv_array all = cliv_generate(&cliv_long, "-1", (size_t)1 << 62), out = OUTPUT(long, 1);
    assert_status(CLIV_OUT_OF_RANGE, cliv_scatter(fx.ctx, fx.queue, all, all, out, NO_EVENTS));
    assert_message("input has 4611686018427387904 elements, which need");
    /* Another array with more elements and without a length does not lift the limit. */
    const cliv_array some = cliv_counted(cliv_slice(all, 0, (size_t)1 << 42), &three);
    assert_status(CLIV_OUT_OF_RANGE, cliv_scatter(fx.ctx, fx.queue, some, all, out, NO_EVENTS));
    assert_message("indices has a capacity of 4398046511104 elements, which need");
    assert_untouched(out);
    /* The byte count wraps around. */
    const cliv_array keys = cliv_counted(cliv_generate(&cliv_int, "(int)i", (size_t)1 << 62), &three);
    const cliv_array rows = OUTPUT(int, 3), found = OUTPUT(int, 3);
    assert_status(CL_INVALID_BUFFER_SIZE, cliv_join(fx.ctx, fx.queue, CLIV_INNER, keys, ARRAY(int, 1, 2), rows, found,
                                                    one, NULL, NULL, NO_EVENTS));
    assert_message("a has a capacity of 4611686018427387904 elements, which need more than SIZE_MAX bytes of scratch");
    assert_status(CL_INVALID_BUFFER_SIZE, cliv_top_k(fx.ctx, fx.queue, keys, 3, rows, found, NULL, NO_EVENTS));
    assert_message("keys has a capacity of 4611686018427387904 elements, which need more than SIZE_MAX bytes");
    assert_untouched(rows);
    assert_untouched(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(example_of_the_header, release_all),
                                       cmocka_unit_test_teardown(written_before, release_all),
                                       cmocka_unit_test_teardown(any_number, release_all),
                                       cmocka_unit_test_teardown(lists_end_there, release_all),
                                       cmocka_unit_test_teardown(lengths_of_one_array, release_all),
                                       cmocka_unit_test_teardown(columns, release_all),
                                       cmocka_unit_test_teardown(checked_looks_at_what_counts, release_all),
                                       cmocka_unit_test_teardown(nothing_to_reduce, release_all),
                                       cmocka_unit_test_teardown(no_segments, release_all),
                                       cmocka_unit_test_teardown(capacities_beyond_memory, release_all),
                                       cmocka_unit_test_teardown(lengths_of_outputs, release_all),
                                       cmocka_unit_test_teardown(refused, release_all)};
    return cmocka_run_group_tests(tests, open_both, close_both);
}
