/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of floats, printed as bits: cores.sh compares the output for several counts of cores. */
#include "fixture.h"

enum { N = 600001, SEGMENT = 37, MOST = N / SEGMENT + 1 };
static float numbers[N], found[N];
static cl_int keys[N], offsets[MOST];

/* FNV-1a */
static void print_bits(const char *what, cliv_array array, size_t count)
{
    uint64_t hash = 14695981039346656037u;
    read_buffer(array.buffer, 0, count * sizeof(float), found);
    for (size_t i = 0; i < count * sizeof(float); ++i)
        hash = (hash ^ ((const unsigned char *)found)[i]) * 1099511628211u;
    printf("%s %016llx\n", what, (unsigned long long)hash);
}

static void sums(void **state)
{
    (void)state;
    uint32_t random = 31;
    cl_uint cores = 0;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof cores, &cores, NULL));
    printf("cores %u\n", (unsigned)cores);
    for (size_t i = 0; i < N; ++i) { /* sizes that differ, so that sums depend on the order of additions */
        numbers[i] = (float)(int32_t)random_number(&random) / (float)(1u << random_number(&random) % 31);
        keys[i] = (cl_int)(i / SEGMENT);
        offsets[i / SEGMENT] = (cl_int)(i / SEGMENT * SEGMENT);
    }
    const cliv_array input = cliv_buffer(make_buffer(sizeof numbers, numbers), &cliv_float, 0, N),
                     starts = cliv_buffer(make_buffer(sizeof offsets, offsets), &cliv_int, 0, MOST),
                     runs = cliv_buffer(make_buffer(sizeof keys, keys), &cliv_int, 0, N), sum = OUTPUT(float, N);
    assert_success(cliv_reduce(fx.ctx, fx.queue, input, sum, NULL, 0, NULL, NULL));
    print_bits("reduce", sum, 1);
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, input, sum, NULL, CLIV_NONE, 0, NULL, NULL));
    print_bits("scan", sum, N);
    for (unsigned few = 0; few < 2; ++few) { /* short segments, then three long ones */
        const cliv_array used = cliv_slice(starts, 0, few ? 3 : MOST);
        assert_success(cliv_segmented_reduce(fx.ctx, fx.queue, input, used, sum, NULL, 0, NULL, NULL));
        print_bits("segmented reduce", sum, used.count);
        assert_success(cliv_segmented_scan_inclusive(fx.ctx, fx.queue, input, used, sum, NULL, 0, NULL, NULL));
        print_bits("segmented scan", sum, N);
    }
    assert_success(cliv_scan_by_key_inclusive(fx.ctx, fx.queue, runs, input, sum, NULL, NULL, 0, NULL, NULL));
    print_bits("scan by key", sum, N);
    assert_success(
        cliv_reduce_by_key(fx.ctx, fx.queue, runs, input, CLIV_NONE, sum, NULL, NULL, CLIV_NONE, NULL, 0, NULL, NULL));
    print_bits("reduce by key", sum, MOST);
}

int main(void) { return RUN_TESTS("sums on several cores", open_device, close_device, sums); }
