/* SPDX-License-Identifier: Apache-2.0 */
/* Segmented scans with few non-empty segments, and with invalid offsets. */
#include "fixture.h"

enum { MOST = 40000, MOST_OFFSETS = 300000 };

static cl_int offsets[MOST_OFFSETS], expected[MOST], found[MOST];

static size_t many(void) { return fx.simulator ? 500 : MOST; }

/* The inclusive sums of ones within each segment. */
static void scan_ones(size_t n, size_t segments)
{
    cl_int sum = 0;
    for (size_t i = 0, k = 0; i < n; ++i) {
        for (; k < segments && offsets[k] == (cl_int)i; ++k)
            sum = 0;
        expected[i] = ++sum;
    }
}

/* So many offsets are equal that no work-item may step through all of them, because some devices limit the steps of a
 * loop. */
static void empty_segments(void **state)
{
    (void)state;
    const size_t n = many(), segments = fx.simulator ? 4000 : MOST_OFFSETS;
    const size_t places[] = {0, 7, 8, 31, 32, n / 2, n / 2 + 1, n - 1, n};
    const size_t count = sizeof places / sizeof *places;
    for (size_t k = 0; k < segments; ++k)
        offsets[k] = (cl_int)places[k * count / segments];
    scan_ones(n, segments);
    const cliv_array output = in_the_middle(&cliv_int, NULL, n), starts = in_the_middle(&cliv_int, offsets, segments);
    assert_success(cliv_segmented_scan_inclusive(fx.ctx, fx.queue, cliv_generate(&cliv_int, "1", n), starts, output,
                                                 NULL, 0, NULL, NULL));
    take(output, found, "cliv_segmented_scan_inclusive");
    assert_memory_equal(found, expected, n * sizeof *found);
    take(starts, NULL, "cliv_segmented_scan_inclusive");
}

static void offsets_of_anything(void **state)
{
    (void)state;
    uint32_t random = 77;
    for (unsigned t = 0; t < 12; ++t) {
        const size_t n = many() / (t < 6 ? 2 : 8), count = t % 2 ? n : n / 50 + 1;
        for (size_t k = 0; k < count; ++k)
            offsets[k] = t % 4 == 0   ? (cl_int)random_number(&random)
                         : t % 4 == 1 ? (cl_int)(random_number(&random) % (n + 1))
                         : t % 4 == 2 ? (cl_int)(n - k * n / count)
                                      : (cl_int)(n + 1 + k);
        const cliv_array output = in_the_middle(&cliv_int, NULL, n), starts = in_the_middle(&cliv_int, offsets, count);
        assert_success(cliv_segmented_scan_exclusive(fx.ctx, fx.queue, cliv_generate(&cliv_int, "1", n), starts, output,
                                                     NULL, 0, NULL, NULL));
        take(output, NULL, "cliv_segmented_scan_exclusive");
        take(starts, NULL, "cliv_segmented_scan_exclusive");
        release_all(NULL);
    }
}

int main(void) { return RUN_TESTS("segmented_scan", open_device, close_device, empty_segments, offsets_of_anything); }
