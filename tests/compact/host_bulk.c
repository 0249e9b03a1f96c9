/* SPDX-License-Identifier: Apache-2.0 */
/* Bulk insertion and removal: at both ends, of no elements, of all elements, and at invalid indices. */
#include "fixture.h"

enum { POISON = (int)0xA5A5A5A5, MOST = 3000 };

static cliv_status insert(cliv_context *ctx, cliv_array a, cliv_array indices, cliv_array b, cliv_array output)
{
    return cliv_bulk_insert(ctx, fx.queue, a, indices, b, output, 0, NULL, NULL);
}
static cliv_status remove_from(cliv_context *ctx, cliv_array input, cliv_array indices, cliv_array output)
{
    return cliv_bulk_remove(ctx, fx.queue, input, indices, output, 0, NULL, NULL);
}

#define assert_inserted(a, indices, b, ...)                  \
    do {                                                     \
        const cl_int wanted_[] = {__VA_ARGS__};              \
        const size_t n_ = sizeof wanted_ / sizeof *wanted_;  \
        const cliv_array out_ = OUTPUT(int, n_ + 2);         \
        assert_success(insert(fx.ctx, a, indices, b, out_)); \
        assert_ints(out_, __VA_ARGS__, POISON, POISON);      \
    } while (0)

#define assert_left(input, indices, ...)                           \
    do {                                                           \
        const cliv_array out_ = OUTPUT(int, 12);                   \
        assert_success(remove_from(fx.ctx, input, indices, out_)); \
        assert_ints(out_, __VA_ARGS__);                            \
    } while (0)

static void examples(void **state)
{
    (void)state;
    const cliv_array letters = OUTPUT(char, 6), left = OUTPUT(char, 3);
    char found[7] = "";
    assert_success(
        insert(fx.ctx, ARRAY(char, 'x', 'y', 'z'), ARRAY(int, 0, 2, 2), ARRAY(char, 'A', 'B', 'C'), letters));
    read_buffer(letters.buffer, 0, 6, found);
    assert_string_equal(found, "xAByzC");
    assert_success(remove_from(fx.ctx, ARRAY(char, 'A', 'B', 'C', 'D', 'E', 'F'), ARRAY(int, 0, 3, 5), left));
    read_buffer(left.buffer, 0, 3, found);
    found[3] = '\0';
    assert_string_equal(found, "BCE");
    assert_poisoned(left.buffer, 3, 64, __FILE__, __LINE__);
}

static void insertion_at_both_ends(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 2, 3, 4), b = ARRAY(int, 10, 20, 30);
    assert_inserted(a, ARRAY(int, 0, 0, 3, 3), b, 1, 2, 10, 20, 30, 3, 4);
    assert_inserted(a, ARRAY(int, 0, 0, 0, 0), b, 1, 2, 3, 4, 10, 20, 30);
    assert_inserted(a, ARRAY(int, 3, 3, 3, 3), b, 10, 20, 30, 1, 2, 3, 4);
    assert_inserted(a, ARRAY(int, 1, 1, 2, 2), b, 10, 1, 2, 20, 3, 4, 30);
    assert_inserted(a, ARRAY(ulong, 0, 1, 2, 3), b, 1, 10, 2, 20, 3, 30, 4);
    assert_inserted(cliv_slice(a, 1, 2), ARRAY(long, 1, 3, 99, -5), b, 10, 2, 20, 30,
                    3); /* longer indices are accepted */
    assert_inserted(cliv_slice(a, 1, 2), ARRAY(int, 1, 1, 1, 2), b, 10, 2, 3, 20, 30);
}

static void insertion_of_nothing_and_into_nothing(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 2, 3), none = OUTPUT(int, 0), empty = cliv_buffer(NULL, &cliv_int, 0, 0);
    assert_inserted(none, none, a, 1, 2, 3);
    assert_inserted(empty, empty, a, 1, 2, 3);
    assert_inserted(a, ARRAY(uint, 0, 0, 0), none, 1, 2, 3);
    assert_inserted(a, ARRAY(uint, 0, 0, 0), empty, 1, 2, 3);
    const cliv_array out = OUTPUT(int, 3);
    for (int k = 0; k < 2; ++k) {
        cl_event event = NULL;
        assert_success(cliv_bulk_insert(k ? checked : fx.ctx, fx.queue, empty, none, none, out, 0, NULL, &event));
        wait_and_release(&event);
    }
    assert_success(insert(checked, a, ARRAY(int, 0, 0, 0), none, out));
    assert_ints(out, 1, 2, 3, POISON);
}

static void removal_of_all_none_first_last(void **state)
{
    (void)state;
    const cliv_array input = ARRAY(int, 1, 2, 3, 4, 5), none = OUTPUT(int, 0),
                     empty = cliv_buffer(NULL, &cliv_long, 0, 0);
    assert_left(input, none, 1, 2, 3, 4, 5, POISON);
    assert_left(input, empty, 1, 2, 3, 4, 5, POISON);
    assert_left(input, ARRAY(int, 0), 2, 3, 4, 5, POISON);
    assert_left(input, ARRAY(uint, 4), 1, 2, 3, 4, POISON);
    assert_left(input, ARRAY(long, 0, 4), 2, 3, 4, POISON);
    assert_left(input, ARRAY(ulong, 0, 1, 2, 3), 5, POISON);
    assert_left(input, ARRAY(int, 1, 2, 3, 4), 1, POISON);
    assert_left(input, ARRAY(int, 0, 1, 2, 3, 4), POISON, POISON);
    assert_left(none, none, POISON, POISON);
    cl_event event = NULL;
    assert_success(cliv_bulk_remove(checked, fx.queue, input, ARRAY(int, 0, 1, 2, 3, 4), none, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_bulk_remove(fx.ctx, fx.queue, none, none, none, 0, NULL, &event));
    wait_and_release(&event);
}

/* Around the tiles' borders: the first and the last element of each tile, and all elements but one. */
static void removal_around_tiles(void **state)
{
    (void)state;
    const size_t n = fx.simulator ? 300 : 40000, tile = fx.simulator ? 64 : 16384;
    cl_int *found = malloc(n * sizeof *found), *indices = malloc(n * sizeof *indices);
    assert_non_null(found);
    assert_non_null(indices);
    for (unsigned t = 0; t < 3; ++t) {
        const cliv_array out = OUTPUT(int, n);
        size_t count = 0, k = 0;
        for (size_t i = 0; i < n; ++i) {
            const bool border = i % tile == 0 || i % tile == tile - 1 || i == n - 1;
            if (t == 0 ? border : t == 1 ? !border : i != n / 2)
                indices[count++] = (cl_int)i;
        }
        assert_success(remove_from(checked, cliv_generate(&cliv_int, "i", n),
                                   cliv_buffer(make_buffer(count * sizeof *indices, indices), &cliv_int, 0, count),
                                   out));
        read_buffer(out.buffer, 0, (n - count) * sizeof *found, found);
        for (size_t i = 0, gone = 0; i < n; ++i)
            if (gone < count && indices[gone] == (cl_int)i)
                ++gone;
            else if (found[k++] != (cl_int)i)
                fail_msg("case %u: element %zu is %d, should be %zu", t, k - 1, found[k - 1], i);
        assert_poisoned(out.buffer, k * sizeof *found, n * sizeof *found + 64, __FILE__, __LINE__);
        release_all(NULL);
    }
    free(found);
    free(indices);
}

/* ---- invalid indices ---- */

static const struct {
    cl_long indices[4];
    const char *first_bad;
    bool fine_twice;
} bad[] = {{{0, 3, 2, 4}, "2", false},         {{0, 3, 3, 4}, "2", true},
           {{-1, 0, 1, 2}, "0", false},        {{0, 1, 2, 7}, "3", false},
           {{0, 1, 2, INT64_MAX}, "3", false}, {{1, (cl_long)1 << 32, 5, 6}, "1", false},
           {{0, 1, INT64_MIN, 2}, "2", false}};

static void bad_places_checked(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 2, 3, 4), b = ARRAY(int, 10, 20, 30, 40, 50, 60);
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        const cliv_array indices = cliv_buffer(make_buffer(32, bad[k].indices), &cliv_long, 0, 4),
                         out = OUTPUT(int, 10);
        fx.event = SENTINEL;
        for (int removes = 0; removes < 2; ++removes) {
            if (!removes && bad[k].fine_twice)
                continue;
            assert_status(CLIV_CHECK_FAILED,
                          removes ? cliv_bulk_remove(checked, fx.queue, b, indices, out, 0, NULL, &fx.event)
                                  : cliv_bulk_insert(checked, fx.queue, a, indices, b, out, 0, NULL, &fx.event));
            assert_message("indices");
            assert_message(bad[k].first_bad);
            assert_ptr_equal(fx.event, SENTINEL);
            assert_untouched(out);
        }
    }
    /* 6 is the end of the array: insertion there is valid, removal is not. */
    const cliv_array at_end = ARRAY(int, 0, 1, 2, 6), out = OUTPUT(int, 10);
    assert_status(CLIV_CHECK_FAILED, remove_from(checked, b, at_end, out));
    assert_message("3");
    assert_untouched(out);
    assert_success(insert(checked, a, at_end, b, out));
    assert_ints(out, 1, 10, 2, 20, 3, 30, 40, 50, 60, 4, POISON);
}

static void bad_places_unchecked(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        const cliv_array indices = cliv_buffer(make_buffer(32, bad[k].indices), &cliv_long, 0, 4);
        const cliv_array a = ARRAY(int, 1, 2, 3, 4), b = ARRAY(int, 10, 20, 30, 40, 50, 60);
        const cliv_array out = in_the_middle(&cliv_int, NULL, 10), left = in_the_middle(&cliv_int, NULL, 2);
        cl_int found[10];
        assert_success(insert(fx.ctx, a, indices, b, out));
        assert_success(remove_from(fx.ctx, b, indices, left));
        take(left, NULL, "cliv_bulk_remove");
        take(out, found, "cliv_bulk_insert");
        for (int i = 0; i < 10; ++i) /* only values from before the call, or from an input */
            if (found[i] != POISON && !(found[i] >= 1 && found[i] <= 4) && !(found[i] % 10 == 0 && found[i] <= 60))
                fail_msg("case %zu: element %d is %d", k, i, found[i]);
    }
}

/* Random indices, of any length, sorted in pieces or not at all. */
static void garbage_stays_inside(void **state)
{
    (void)state;
    const size_t n = fx.simulator ? 200 : MOST;
    static cl_int indices[MOST];
    static cl_short found[2 * MOST];
    uint32_t random = 12345;
    for (unsigned t = 0; t < 12; ++t) {
        const size_t count = n / (1 + t % 3);
        for (size_t i = 0; i < count; ++i)
            indices[i] = t % 4 == 0   ? (cl_int)random_number(&random)
                         : t % 4 == 1 ? (cl_int)(random_number(&random) % (n + 1))
                         : t % 4 == 2 ? (cl_int)(n - i)
                                      : (cl_int)(i / 100 * 100 == i ? random_number(&random) : i);
        const cliv_array places = in_the_middle(&cliv_int, indices, count);
        const cliv_array out = in_the_middle(&cliv_short, NULL, n + count),
                         left = in_the_middle(&cliv_short, NULL, n - count);
        const cliv_array numbers = cliv_generate(&cliv_short, "i % 1000", n);
        assert_success(insert(fx.ctx, cliv_generate(&cliv_short, "2000 + i % 1000", count), places, numbers, out));
        assert_success(remove_from(fx.ctx, numbers, places, left));
        take(left, NULL, "cliv_bulk_remove");
        take(out, found, "cliv_bulk_insert");
        for (size_t i = 0; i < n + count; ++i)
            if (found[i] != (cl_short)0xA5A5 && (found[i] < 0 || found[i] >= 3000))
                fail_msg("case %u: element %zu is %d", t, i, found[i]);
        release_all(NULL);
    }
}

static void refused(void **state)
{
    (void)state;
    const cliv_array a = ARRAY(int, 1, 2), b = ARRAY(int, 10, 20, 30), two = ARRAY(int, 0, 1), out = OUTPUT(int, 5);
#define REFUSED(status, call)                 \
    do {                                      \
        fx.event = SENTINEL;                  \
        assert_status(status, call);          \
        assert_ptr_equal(fx.event, SENTINEL); \
    } while (0)
#define INSERT(a, indices, b, out) cliv_bulk_insert(fx.ctx, fx.queue, a, indices, b, out, 0, NULL, &fx.event)
#define REMOVE(input, indices, out) cliv_bulk_remove(fx.ctx, fx.queue, input, indices, out, 0, NULL, &fx.event)
    REFUSED(CLIV_OUT_OF_RANGE, REMOVE(a, ARRAY(int, 0, 1, 1), out)); /* more indices than elements */
    REFUSED(CLIV_OUT_OF_RANGE, REMOVE(b, two, cliv_slice(out, 0, 0)));
    REFUSED(CLIV_OUT_OF_RANGE, INSERT(a, cliv_slice(two, 0, 1), b, out)); /* fewer indices than elements */
    REFUSED(CLIV_OUT_OF_RANGE, INSERT(a, two, b, cliv_slice(out, 0, 4)));
    REFUSED(CLIV_OUT_OF_RANGE, INSERT(a, two, cliv_generate(&cliv_int, "i", SIZE_MAX), out));
    REFUSED(CLIV_TYPE_MISMATCH, INSERT(a, two, ARRAY(uint, 1, 2, 3), out));
    REFUSED(CLIV_TYPE_MISMATCH, INSERT(a, two, b, OUTPUT(float, 5)));
    REFUSED(CLIV_TYPE_MISMATCH, INSERT(a, ARRAY(short, 0, 1), b, out));
    REFUSED(CLIV_TYPE_MISMATCH, REMOVE(b, ARRAY(float, 0, 1), out));
    REFUSED(CLIV_TYPE_MISMATCH, REMOVE(b, two, OUTPUT(uint, 5)));
    REFUSED(CLIV_INVALID_ARGUMENT, REMOVE(b, CLIV_NONE, out));
    REFUSED(CLIV_INVALID_ARGUMENT, REMOVE(CLIV_NONE, two, out));
    REFUSED(CLIV_INVALID_ARGUMENT, REMOVE(b, two, cliv_slice(b, 1, 1)));
    REFUSED(CLIV_INVALID_ARGUMENT, INSERT(a, two, b, CLIV_NONE));
    REFUSED(CLIV_INVALID_ARGUMENT, INSERT(CLIV_NONE, two, b, out));
    assert_cl(clFinish(fx.queue));
    assert_untouched(out);
    assert_ints(b, 10, 20, 30);
}

/* More elements than an int can count, and 64-bit indices. */
static void beyond_2_31(void **state)
{
    (void)state;
    const size_t n = ((size_t)1 << 31) + 1000;
    cl_ulong memory = 0;
    cl_device_type type = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (!(type & CL_DEVICE_TYPE_GPU) || memory < (cl_ulong)16 << 30)
        skip(); /* a GPU with 16 GiB needs little time */
    cl_int error;
    cl_mem mem = clCreateBuffer(fx.cl, CL_MEM_READ_WRITE, n + 64, NULL, &error);
    assert_cl(error);
    keep_buffer(mem);
    const cliv_array out = cliv_buffer(mem, &cliv_uchar, 0, n), bytes = cliv_generate(&cliv_uchar, "i % 251", n);
    const cliv_array ends = ARRAY(ulong, 0, n - 2), behind = ARRAY(ulong, 0, n - 3);
    unsigned char found[16];
    assert_success(remove_from(checked, bytes, ends, out));
    read_buffer(mem, 0, 4, found);
    assert_int_equal(found[0], 1);
    read_buffer(mem, n - 10, 8, found);
    for (size_t k = 0; k < 7; ++k)
        assert_int_equal(found[k], (n - 9 + k) % 251);
    assert_int_equal(found[7], (n - 1) % 251);
    assert_success(insert(checked, ARRAY(uchar, 252, 253), behind, cliv_slice(bytes, 0, n - 2), out));
    read_buffer(mem, n - 4, 4, found);
    assert_int_equal(found[0], (n - 5) % 251);
    assert_int_equal(found[1], (n - 4) % 251);
    assert_int_equal(found[2], 253);
    assert_int_equal(found[3], (n - 3) % 251);
}

int main(void)
{
    return RUN_TESTS("bulk operations", open_both, close_both, examples, insertion_at_both_ends,
                     insertion_of_nothing_and_into_nothing, removal_of_all_none_first_last, removal_around_tiles,
                     bad_places_checked, bad_places_unchecked, garbage_stays_inside, refused, beyond_2_31);
}
