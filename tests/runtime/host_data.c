/* SPDX-License-Identifier: Apache-2.0 */
/* Data that breaks preconditions. Unchecked: the call succeeds, writes nothing outside the arrays and does not hang;
 * an element with a source outside the input stays unchanged. Checked: CLIV_CHECK_FAILED, a message with the array and
 * the first bad index, no output written. */
#include "calls.h"

enum { POISON = (int)0xA5A5A5A5, INTERVALS = 60, OUTPUTS = 400, MARGIN = 16 };

static const operation *find(const char *name)
{
    for (size_t k = 0; k < operation_count; ++k)
        if (strcmp(operations[k].name, name) == 0)
            return &operations[k];
    fail_msg("no operation %s", name);
    return NULL;
}

/* ---- offsets ---- */

static const struct {
    cl_int offsets[4];
    const char *index;
} bad_offsets[] = {
    {{0, 5, 2, 6}, "2"},   /* descending */
    {{2, 3, 5, 6}, "0"},   /* the first is above 0 */
    {{0, 3, 20, 30}, "2"}, /* beyond move_count */
    {{0, -5, 3, 4}, "1"},  /* negative */
    {{0, 3, 5, 2147483647}, "3"}, {{-2147483647 - 1, 0, 0, 0}, "0"},
};

static void offsets_unchecked(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k)
        for (size_t j = 0; j < sizeof bad_offsets / sizeof bad_offsets[0] && operations[k].moves; ++j) {
            call c = good_call();
            c.arrays[OFFSETS] = cliv_buffer(make_buffer(16, bad_offsets[j].offsets), &cliv_int, 0, 4);
            /* The outputs have poison around them. */
            cl_mem mem = make_buffer(4 * (8 + 3 * MARGIN + 8), NULL);
            c.arrays[OUT] = cliv_buffer(mem, &cliv_int, MARGIN, 8);
            c.arrays[OUT2] = cliv_buffer(mem, &cliv_int, 2 * MARGIN + 8, 8);
            assert_success(operations[k].run(&c));
            wait_and_release(c.event);
            assert_poisoned(mem, 0, 4 * MARGIN, __FILE__, __LINE__);
            cl_int rest[MARGIN];
            read_buffer(mem, 4 * (MARGIN + 8), 4 * MARGIN, rest);
            for (size_t i = 0; i < MARGIN; ++i)
                assert_int_equal(rest[i], POISON);
            read_buffer(mem, 4 * (2 * MARGIN + 16), 4 * MARGIN, rest);
            for (size_t i = 0; i < MARGIN; ++i)
                assert_int_equal(rest[i], POISON);
            fx.event = SENTINEL;
            release_all(NULL);
        }
}

static void offsets_checked(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k)
        for (size_t j = 0; j < sizeof bad_offsets / sizeof bad_offsets[0] && operations[k].moves; ++j) {
            call c = good_call();
            c.ctx = checked;
            c.arrays[OFFSETS] = cliv_buffer(make_buffer(16, bad_offsets[j].offsets), &cliv_int, 0, 4);
            assert_status(CLIV_CHECK_FAILED, operations[k].run(&c));
            assert_message("offsets");
            assert_message(bad_offsets[j].index);
            assert_ptr_equal(fx.event, SENTINEL);
            assert_untouched(c.arrays[OUT]);
            assert_untouched(c.arrays[OUT2]);
            release_all(NULL);
        }
}

/* ---- gather and scatter ---- */

static void gather_outside(void **state)
{
    (void)state;
    const char *const names[] = {"cliv_interval_gather", "cliv_interval_move"};
    for (size_t k = 0; k < 2; ++k) {
        const operation *o = find(names[k]);
        call c = good_call();
        c.arrays[OFFSETS] = ARRAY(int, 0, 2, 4, 6);
        c.arrays[SCATTER] = c.arrays[OFFSETS];
        c.arrays[GATHER] = ARRAY(int, 7, 100, -1, 5); /* half outside, outside, half outside at the front, inside */
        assert_success(o->run(&c));
        wait_and_release(c.event);
        assert_ints(c.arrays[OUT], 8, POISON, POISON, POISON, POISON, 1, 6, 7);
        fx.event = SENTINEL;
        c = good_call();
        c.arrays[OFFSETS] = ARRAY(int, 0, 2, 4, 6);
        c.arrays[SCATTER] = c.arrays[OFFSETS];
        c.arrays[GATHER] = ARRAY(int, 6, 100, -1, 5);
        c.ctx = checked;
        assert_status(CLIV_CHECK_FAILED, o->run(&c));
        assert_message("gather");
        assert_message("1");
        assert_untouched(c.arrays[OUT]);
        assert_ptr_equal(fx.event, SENTINEL);
    }
}

static void scatter_outside(void **state)
{
    (void)state;
    const char *const names[] = {"cliv_interval_scatter", "cliv_interval_move"};
    for (size_t k = 0; k < 2; ++k) {
        const operation *o = find(names[k]);
        call c = good_call();
        c.arrays[OFFSETS] = ARRAY(int, 0, 2, 4, 6);
        c.arrays[GATHER] = c.arrays[OFFSETS];
        c.arrays[SCATTER] = ARRAY(int, 7, 100, -1, 3);
        assert_success(o->run(&c));
        wait_and_release(c.event);
        assert_ints(c.arrays[OUT], 6, POISON, POISON, 7, 8, POISON, POISON, 1, POISON, POISON, POISON);
        fx.event = SENTINEL;
        c.ctx = checked;
        c.arrays[OUT] = OUTPUT(int, 8);
        assert_status(CLIV_CHECK_FAILED, o->run(&c));
        assert_message("scatter");
        assert_message("0");
        assert_untouched(c.arrays[OUT]);
        assert_ptr_equal(fx.event, SENTINEL);
    }
}

/* 64-bit positions far outside must not wrap around into the array. */
static void places_that_wrap(void **state)
{
    (void)state;
    const operation *o = find("cliv_interval_gather");
    call c = good_call();
    c.arrays[OFFSETS] = ARRAY(int, 0, 2, 4, 6);
    c.arrays[GATHER] = ARRAY(long, (cl_long)1 << 32, ((cl_long)1 << 62) + 1, (cl_long)1 << 61, 5);
    assert_success(o->run(&c));
    wait_and_release(c.event);
    assert_ints(c.arrays[OUT], POISON, POISON, POISON, POISON, POISON, POISON, 6, 7);
    fx.event = SENTINEL;
    c.arrays[OUT] = OUTPUT(int, 8);
    c.arrays[GATHER] = ARRAY(uint, 4294967295u, 4294967294u, 2147483648u, 5);
    assert_success(o->run(&c));
    wait_and_release(c.event);
    cl_int out[8];
    read_buffer(c.arrays[OUT].buffer, 0, sizeof out, out);
    assert_int_equal(out[0], POISON);
    assert_int_equal(out[2], POISON);
    assert_int_equal(out[4], POISON);
    assert_int_equal(out[6], 6);
}

/* The last row of a sparse matrix may be empty. Its start is the end of the array, which is valid. */
static void empty_intervals_may_lie_at_the_end(void **state)
{
    (void)state;
    const operation *o = find("cliv_interval_gather");
    call c = good_call();
    c.ctx = checked;
    c.arrays[OFFSETS] = ARRAY(int, 0, 4, 8, 8);
    c.arrays[GATHER] = ARRAY(int, 4, 0, 8, 8);
    assert_success(o->run(&c));
    wait_and_release(c.event);
    assert_ints(c.arrays[OUT], 5, 6, 7, 8, 1, 2, 3, 4);
}

/* An empty array may have any buffer, also among the arrays that an expression reads. */
static void buffers_of_empty_arrays(void **state)
{
    (void)state;
    const cliv_array empty = cliv_buffer((cl_mem)(void *)SENTINEL, &cliv_int, 0, 0), out = OUTPUT(int, 3);
    const cliv_array made = cliv_generate_from(&cliv_int, "(int)i + 4", 3, &empty, 1);
    assert_success(cliv_copy(fx.ctx, fx.queue, made, out, 0, NULL, NULL));
    assert_ints(out, 4, 5, 6);
    assert_success(cliv_merge_keys(fx.ctx, fx.queue, empty, made, out, NULL, 0, NULL, NULL));
    assert_ints(out, 4, 5, 6);
}

static void negative_counts(void **state)
{
    (void)state;
    call c = good_call();
    const operation *o = find("cliv_offsets_from_counts");
    c.ctx = checked;
    c.arrays[INPUT] = ARRAY(int, 1, 2, 3, 4, 5, -6, 7, -8);
    assert_status(CLIV_CHECK_FAILED, o->run(&c));
    assert_message("counts");
    assert_message("5");
    assert_untouched(c.arrays[OUT]);
    assert_ptr_equal(fx.event, SENTINEL);
    size_t total = 4711;
    c.host = &total;
    assert_status(CLIV_CHECK_FAILED, o->run(&c));
    assert_int_equal(total, 4711);
    assert_untouched(c.arrays[OUT]);
    c.arrays[INPUT] = ARRAY(char, 1, 2, 3, -1);
    assert_status(CLIV_CHECK_FAILED, o->run(&c));
    assert_message("3");
    c.ctx = fx.ctx; /* unchecked: any value from inside the output */
    cliv_status status = o->run(&c);
    assert_true(status == CLIV_SUCCESS || status == CLIV_OVERFLOW);
    wait_and_release(c.event);
    assert_poisoned(c.arrays[OUT].buffer, 4 * 8, 4 * 8 + 64, __FILE__, __LINE__);
}

/* Messages call the arrays as the function's parameters, and contain the first wrong index. */
static void unsorted_inputs(void **state)
{
    (void)state;
    const cliv_array sorted = ARRAY(int, 1, 2, 3, 4), mixed = ARRAY(int, 1, 3, 2, 1), values = ARRAY(int, 5, 6, 7, 8);
    const cliv_array out = OUTPUT(int, 8), moved = OUTPUT(int, 8);
    static const char a[] = "a is not sorted: a[2] belongs before a[1]", b[] = "b is not sorted: b[2] belongs before",
                      a_keys[] = "a_keys is not sorted: a_keys[2] belongs before a_keys[1]",
                      b_keys[] = "b_keys is not sorted: b_keys[2] belongs before";
#define UNSORTED(message, function, ...)                                                                 \
    do {                                                                                                 \
        assert_status(CLIV_CHECK_FAILED, function(checked, fx.queue, __VA_ARGS__, NULL, 0, NULL, NULL)); \
        assert_message(message);                                                                         \
    } while (0)
    UNSORTED(a, cliv_merge_keys, mixed, mixed, out);
    UNSORTED(b, cliv_merge_keys, sorted, mixed, out);
    UNSORTED(a_keys, cliv_merge_pairs, mixed, values, sorted, values, out, moved);
    UNSORTED(b_keys, cliv_merge_pairs, sorted, values, mixed, values, out, moved);
    UNSORTED(a, cliv_set_keys, CLIV_UNION, mixed, mixed, out, CLIV_NONE, NULL);
    UNSORTED(b, cliv_set_keys, CLIV_UNION, sorted, mixed, out, CLIV_NONE, NULL);
    UNSORTED(a_keys, cliv_set_pairs, CLIV_UNION, mixed, values, mixed, values, out, moved, CLIV_NONE, NULL);
    UNSORTED(b_keys, cliv_set_pairs, CLIV_UNION, sorted, values, mixed, values, out, moved, CLIV_NONE, NULL);
    assert_untouched(out);
    assert_untouched(moved);
}

/* ---- random data ---- */

static uint64_t garbage_state;
static cl_int garbage(cl_int below)
{ /* often plausible, sometimes far outside */
    garbage_state = garbage_state * 6364136223846793005u + 1442695040888963407u;
    uint32_t r = (uint32_t)(garbage_state >> 32);
    return r % 16 == 0 ? (cl_int)r : (cl_int)(r / 16 % (uint32_t)below);
}

/* The first bad index of offsets; -1 if all offsets are valid. */
static int first_bad_offset(const cl_int *offsets, cl_int move_count)
{
    for (int k = 0; k < INTERVALS; ++k)
        if ((k == 0 && offsets[0] != 0) || offsets[k] < (k ? offsets[k - 1] : 0) || offsets[k] > move_count)
            return k;
    return -1;
}

static void try_garbage(const operation *o, unsigned seed)
{
    cl_int offsets[INTERVALS], gather[INTERVALS], scatter[INTERVALS], sum = 0, input[OUTPUTS],
                                                                      found[OUTPUTS + 2 * MARGIN];
    garbage_state = seed;
    for (int k = 0; k < INTERVALS; ++k) {
        offsets[k] = seed % 3 ? garbage(OUTPUTS) : sum; /* every third time the offsets are valid */
        sum += abs(garbage(10) % 10);
        gather[k] = garbage(OUTPUTS);
        scatter[k] = garbage(OUTPUTS);
    }
    if (seed % 3 == 2 && offsets[7] > 0) /* valid but for one offset */
        for (int k = 0; k < INTERVALS; ++k)
            offsets[k] = k == 31 ? offsets[31] : 5 * k;
    for (int k = 0; k < OUTPUTS; ++k)
        input[k] = k;
    cl_int move_count = seed % 3 ? OUTPUTS : (sum < OUTPUTS ? sum : OUTPUTS);
    cl_mem mem = make_buffer(sizeof found, NULL);
    call c = {.ctx = fx.ctx, .queue = fx.queue, .move_count = (size_t)move_count};
    c.arrays[OFFSETS] = cliv_buffer(make_buffer(sizeof offsets, offsets), &cliv_int, 0, INTERVALS);
    c.arrays[GATHER] = cliv_buffer(make_buffer(sizeof gather, gather), &cliv_int, 0, INTERVALS);
    c.arrays[SCATTER] = cliv_buffer(make_buffer(sizeof scatter, scatter), &cliv_int, 0, INTERVALS);
    c.arrays[INPUT] = cliv_buffer(make_buffer(sizeof input, input), &cliv_int, 0, OUTPUTS);
    c.arrays[OUT] = cliv_buffer(mem, &cliv_int, MARGIN, OUTPUTS);
    c.arrays[OUT2] = CLIV_NONE;
    assert_success(o->run(&c));
    assert_cl(clFinish(fx.queue));
    read_buffer(mem, 0, sizeof found, found);
    for (int k = 0; k < MARGIN; ++k) {
        assert_int_equal(found[k], POISON);
        assert_int_equal(found[MARGIN + OUTPUTS + k], POISON);
    }
    if (o->reads >> INPUT & 1) /* outputs contain only elements of the input, or elements from before the call */
        for (int k = 0; k < OUTPUTS; ++k)
            assert_true(found[MARGIN + k] == POISON || (found[MARGIN + k] >= 0 && found[MARGIN + k] < OUTPUTS));
    if (seed >= 12)
        return;
    c.ctx = checked;
    int bad = first_bad_offset(offsets, move_count);
    if (bad >= 0) {
        char index[16];
        snprintf(index, sizeof index, "%d", bad);
        assert_status(CLIV_CHECK_FAILED, o->run(&c));
        assert_message("offsets");
        assert_message(index);
    } else if (!(o->reads & (1u << GATHER | 1u << SCATTER))) {
        assert_success(o->run(&c));
    }
}

static void garbage_stays_inside(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k)
        for (unsigned seed = 0; seed < 18 && operations[k].moves; ++seed) {
            try_garbage(&operations[k], seed);
            release_all(NULL);
        }
}

/* ---- lengths ---- */

#define NONE_TO_WAIT_FOR 0, NULL, NULL

/* Without intervals, an unchecked context reads nothing, and a checked context returns an error. */
static void outputs_of_no_intervals(void **state)
{
    (void)state;
    const cliv_array none = ARRAY(int, -3), some = ARRAY(uint, 5);
    const cliv_array offsets = cliv_counted(ARRAY(int, 0, 3, 4), &none);
    cliv_array out = OUTPUT(int, 8);
    assert_success(
        cliv_load_balance_search(fx.ctx, fx.queue, 8, offsets, cliv_counted(out, &some), CLIV_NONE, NONE_TO_WAIT_FOR));
    assert_cl(clFinish(fx.queue));
    assert_poisoned(out.buffer, 4 * 5, 4 * 8 + 64, __FILE__, __LINE__);
    out = OUTPUT(int, 8);
    assert_status(CLIV_CHECK_FAILED, cliv_load_balance_search(checked, fx.queue, 8, offsets, cliv_counted(out, &some),
                                                              CLIV_NONE, NONE_TO_WAIT_FOR));
    assert_message("no intervals");
    assert_status(CLIV_CHECK_FAILED,
                  cliv_load_balance_search(checked, fx.queue, 8, offsets, out, CLIV_NONE, NONE_TO_WAIT_FOR));
    assert_message("move_count is 8");
    assert_success(
        cliv_load_balance_search(checked, fx.queue, 8, offsets, cliv_counted(out, &none), CLIV_NONE, NONE_TO_WAIT_FOR));
    assert_untouched(out);
}

/* The shortest of several lengths applies, of intervals and of outputs. A scatter reads no elements beyond the input's
 * length. */
static void shortest_length_wins(void **state)
{
    (void)state;
    const cliv_array two = ARRAY(int, 2), three = ARRAY(ulong, 3), five = ARRAY(long, 5), six = ARRAY(uint, 6);
    const cliv_array offsets = ARRAY(int, 0, 2, 4, 4);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (size_t c = 0; c < 2; ++c) {
        cliv_array a = OUTPUT(int, 8), b = OUTPUT(int, 8);
        assert_success(cliv_load_balance_search(contexts[c], fx.queue, 8, cliv_counted(offsets, &two),
                                                cliv_counted(a, &six), cliv_counted(b, &five), NONE_TO_WAIT_FOR));
        assert_ints(cliv_slice(a, 0, 5), 0, 0, 1, 1, 1);
        assert_ints(cliv_slice(b, 0, 5), 0, 1, 0, 1, 2);
        assert_poisoned(a.buffer, 4 * 5, 4 * 8 + 64, __FILE__, __LINE__);
        assert_poisoned(b.buffer, 4 * 5, 4 * 8 + 64, __FILE__, __LINE__);
        a = OUTPUT(int, 8);
        assert_success(cliv_interval_expand(contexts[c], fx.queue, 8, cliv_counted(offsets, &three),
                                            cliv_counted(ARRAY(int, 7, 8, 9, 10), &two), cliv_counted(a, &five),
                                            NONE_TO_WAIT_FOR));
        assert_ints(cliv_slice(a, 0, 5), 7, 7, 8, 8, 8);
        assert_poisoned(a.buffer, 4 * 5, 4 * 8 + 64, __FILE__, __LINE__);
        a = OUTPUT(int, 8);
        assert_success(cliv_interval_scatter(
            contexts[c], fx.queue, 8, ARRAY(int, 5, 0, 0, 0), cliv_counted(offsets, &two),
            cliv_counted(ARRAY(int, 1, 2, 3, 4, 5, 6, 7, 8), &five), cliv_counted(a, &six), NONE_TO_WAIT_FOR));
        assert_ints(cliv_slice(a, 0, 3), 3, 4, 5);
        assert_poisoned(a.buffer, 4 * 3, 4 * 5, __FILE__, __LINE__);
        assert_ints(cliv_slice(a, 5, 2), 1, 2);
        assert_poisoned(a.buffer, 4 * 7, 4 * 8 + 64, __FILE__, __LINE__);
    }
}

/* Elements beyond the length of an input are outside of the input. */
static void sources_past_the_length(void **state)
{
    (void)state;
    const cliv_array four = ARRAY(int, 4), input = cliv_counted(ARRAY(int, 1, 2, 3, 4, 5, 6), &four);
    cliv_array out = OUTPUT(int, 4);
    assert_success(
        cliv_interval_gather(fx.ctx, fx.queue, 4, ARRAY(int, 3, 0), ARRAY(int, 0, 2), input, out, NONE_TO_WAIT_FOR));
    assert_ints(out, 4, POISON, 1, 2);
    out = OUTPUT(int, 4);
    assert_status(CLIV_CHECK_FAILED, cliv_interval_gather(checked, fx.queue, 4, ARRAY(int, 3, 0), ARRAY(int, 0, 2),
                                                          input, out, NONE_TO_WAIT_FOR));
    assert_message("gather[0]");
    assert_message("4 elements");
    assert_status(CLIV_CHECK_FAILED,
                  cliv_interval_expand(checked, fx.queue, 4, ARRAY(int, 0, 3, 9), ARRAY(int, 1, 2, 3),
                                       cliv_counted(out, &four), NONE_TO_WAIT_FOR));
    assert_message("the number of elements moved, 4");
    assert_untouched(out);
}

/* The length of an output, which limits the output, is validated like any other length. */
static void wrong_lengths_of_outputs(void **state)
{
    (void)state;
    const cliv_array offsets = ARRAY(int, 0, 2), out = OUTPUT(int, 8), own = cliv_slice(out, 7, 1),
                     floats = ARRAY(float, 3), made = cliv_generate(&cliv_int, "3", 1), number = ARRAY(int, 2);
#define SEARCH(segments, ranks) \
    cliv_load_balance_search(fx.ctx, fx.queue, 8, offsets, segments, ranks, NONE_TO_WAIT_FOR)
    assert_status(CLIV_INVALID_ARGUMENT, SEARCH(cliv_counted(out, &own), CLIV_NONE));
    assert_message("the length of segments");
    assert_status(CLIV_INVALID_ARGUMENT, SEARCH(out, cliv_counted(OUTPUT(int, 8), &own)));
    assert_message("the length of ranks");
    assert_status(CLIV_INVALID_ARGUMENT, SEARCH(cliv_counted(out, &made), CLIV_NONE));
    assert_status(CLIV_TYPE_MISMATCH, SEARCH(cliv_counted(out, &floats), CLIV_NONE));
    assert_status(CLIV_INVALID_ARGUMENT, SEARCH(cliv_slice(cliv_counted(out, &number), 0, 8), CLIV_NONE));
    assert_untouched(out);
}

/* Without segments nothing is written. Otherwise the last segment ends at the input's length. */
static void counted_segments(void **state)
{
    (void)state;
    const cliv_array none = ARRAY(int, 0), two = ARRAY(uint, 2), five = ARRAY(ulong, 5);
    const cliv_array input = ARRAY(int, 1, 2, 3, 4, 5, 6, 7), offsets = ARRAY(int, 0, 3, 3);
    cliv_context *const contexts[] = {fx.ctx, checked};
    for (size_t c = 0; c < 2; ++c) {
        const cliv_array some = cliv_counted(input, &five);
        cliv_array sums = OUTPUT(int, 3), scanned = OUTPUT(int, 7);
#define REDUCE(from, starts) cliv_segmented_reduce(contexts[c], fx.queue, from, starts, sums, NULL, NONE_TO_WAIT_FOR)
#define SCAN(from, starts) \
    cliv_segmented_scan_inclusive(contexts[c], fx.queue, from, starts, scanned, NULL, NONE_TO_WAIT_FOR)
        assert_success(REDUCE(input, cliv_counted(offsets, &none)));
        assert_success(SCAN(some, cliv_counted(offsets, &none)));
        assert_untouched(sums);
        assert_untouched(scanned);
        assert_success(REDUCE(some, cliv_counted(offsets, &two)));
        assert_ints(cliv_slice(sums, 0, 2), 6, 9);
        assert_poisoned(sums.buffer, 4 * 2, 4 * 3 + 64, __FILE__, __LINE__);
        assert_success(SCAN(some, cliv_counted(offsets, &two)));
        assert_ints(cliv_slice(scanned, 0, 5), 1, 3, 6, 4, 9);
        assert_poisoned(scanned.buffer, 4 * 5, 4 * 7 + 64, __FILE__, __LINE__);
        assert_success(REDUCE(cliv_counted(input, &none), cliv_generate(&cliv_int, "0", 3)));
        assert_ints(sums, 0, 0, 0);
    }
}

int main(void)
{
    return RUN_TESTS("broken data", open_both, close_both, offsets_unchecked, offsets_checked, gather_outside,
                     scatter_outside, places_that_wrap, empty_intervals_may_lie_at_the_end, buffers_of_empty_arrays,
                     negative_counts, unsorted_inputs, garbage_stays_inside, outputs_of_no_intervals,
                     shortest_length_wins, sources_past_the_length, wrong_lengths_of_outputs, counted_segments);
}
