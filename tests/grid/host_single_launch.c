/* SPDX-License-Identifier: Apache-2.0 */
/* What is done in one launch, of groups that wait for each other, up to how many items it is, and that it is not where
 * groups may not be waited for. Launches are counted through the linker's --wrap. */
#include "fixture.h"
#include "launches.h"

enum { TILE = 32 * 8 /* of the row */, MOST_TILES = 1024, FEWEST_BYTES = 32 << 8, MOST_BYTES = 1 << 23 };
enum { CALLS = 3 /* of which the first may clear states */ };

static unsigned fewest(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned partition(cliv_context *ctx, size_t n)
{
    static cl_int found[MOST_TILES * TILE + 1];
    const size_t chosen = (n + 2) / 3;
    const cliv_array out = OUTPUT(int, n + 1), numbers = cliv_generate(&cliv_int, "i", n), count = OUTPUT(uint, 1);
    unsigned least = (unsigned)-1;
    for (int k = 0; k < CALLS; ++k) {
        cl_uint kept = 12345;
        test_launches = 0;
        assert_success(cliv_partition(ctx, fx.queue, numbers, "x % 3 == 0", NULL, NULL, 0, cliv_slice(out, 0, n), count,
                                      NULL, 0, NULL, NULL));
        least = fewest(least, test_launches);
        read_buffer(count.buffer, 0, sizeof kept, &kept);
        assert_int_equal(kept, chosen);
        read_buffer(out.buffer, 0, n * sizeof *found, found);
        for (size_t i = 0; i < n; ++i)
            assert_int_equal(found[i], i < chosen ? 3 * i : (i - chosen) / 2 * 3 + (i - chosen) % 2 + 1);
    }
    release_all(NULL);
    return least;
}

static unsigned sort_bytes(cliv_context *ctx, size_t n)
{
    static unsigned char bytes[MOST_BYTES + 1];
    size_t counts[256] = {0};
    unsigned least = (unsigned)-1;
    for (int k = 0; k < CALLS; ++k) {
        memset(counts, 0, sizeof counts);
        for (size_t i = 0; i < n; ++i)
            ++counts[bytes[i] = (unsigned char)(i * 2654435761u >> 13)];
        const cliv_array keys = cliv_buffer(make_buffer(n, bytes), &cliv_uchar, 0, n);
        test_launches = 0;
        assert_success(cliv_sort_keys(ctx, fx.queue, keys, NULL, 0, NULL, NULL));
        least = fewest(least, test_launches);
        read_buffer(keys.buffer, 0, n, bytes);
        for (size_t i = 0, value = 0; i < n; ++i) {
            while (!counts[value])
                ++value;
            --counts[value];
            assert_int_equal(bytes[i], value);
        }
        release_all(NULL);
    }
    return least;
}

static void partitions(void **state)
{
    cliv_context *ctx = NULL;
    (void)state;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/single_launch.txt", &ctx));
    assert_in_range(partition(ctx, 0), 1, 1); /* which writes the count */
    assert_in_range(partition(ctx, 1), 1, 1);
    assert_in_range(partition(ctx, TILE + 1), 1, 1);
    assert_in_range(partition(ctx, MOST_TILES * TILE), 1, 1);
    assert_in_range(partition(ctx, MOST_TILES * TILE + 1), 3, 9);
    cliv_context_destroy(ctx);
}

static void bytes(void **state)
{
    cliv_context *ctx = NULL;
    (void)state;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/bytes_single_launch.txt", &ctx));
    assert_in_range(sort_bytes(ctx, FEWEST_BYTES), 1, 1);
    assert_in_range(sort_bytes(ctx, MOST_BYTES), 1, 1);
    assert_in_range(sort_bytes(ctx, MOST_BYTES + 1), 3, 9);
    cliv_context_destroy(ctx);
}

static void without_a_promise(void **state)
{
    cliv_context *ctx = NULL;
    (void)state;
    assert_success(make_shaped_context(0, CLIV_TEST_TUNING "/bytes_seen.txt", &ctx));
    assert_in_range(sort_bytes(ctx, FEWEST_BYTES), 2, 9);
    cliv_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(partitions, release_all),
        cmocka_unit_test_teardown(bytes, release_all),
        cmocka_unit_test_teardown(without_a_promise, release_all),
    };
    return cmocka_run_group_tests_name("at once", tests, open_device, close_device) != 0;
}
