/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the scratch memory of operations on 2^20 elements, for a CPU with 16 cores and for an NVIDIA GPU with the
 * built-in tuning table: the numbers of docs/memory.md. Nothing is compiled and nothing runs (null_opencl.h); the
 * library allocates the same scratch memory.
 *
 *     scratch_sizes [SIZE]
 *
 * A size that depends on results of kernels is that for an empty result; docs/memory.md leaves such operations out. */
#include "null_opencl.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const null_device devices[] = {
    {"pocl", "Portable Computing Language", "pthread-null", "GenuineIntel", "OpenCL 1.2 null",
     "cl_khr_fp64 cl_khr_int64_base_atomics", CL_DEVICE_TYPE_CPU, 16, 0, 512 << 10, 4096, 0},
    {"nvidia", "NVIDIA CUDA", "NVIDIA H100 null", "NVIDIA Corporation", "OpenCL 1.2 null",
     "cl_khr_fp64 cl_khr_int64_base_atomics cl_nv_device_attribute_query", CL_DEVICE_TYPE_GPU, 132, 90, 48 << 10, 1024,
     0}};
enum { DEVICES = sizeof devices / sizeof *devices };

static const char *const cases[][2] = {
    {"scan_exclusive", ""},
    {"scan_exclusive", "type=float"},
    {"offsets_from_counts", ""},
    {"reduce", ""},
    {"segmented_reduce", "L=8"},
    {"segmented_find_first", "L=8"},
    {"segmented_scan_inclusive", "L=8"},
    {"scan_by_key_inclusive", "L=8"},
    {"reduce_by_key", "L=8"},
    {"unique", "L=8"},
    {"find_first", ""},
    {"compact", ""},
    {"partition", ""},
    {"copy", ""},
    {"gather", ""},
    {"histogram", ""},
    {"histogram", "variant=1"},
    {"interval_expand", "L=8"},
    {"interval_gather", "L=8"},
    {"interval_scatter", "L=8"},
    {"interval_move", "L=8"},
    {"load_balance_search", "L=8"},
    {"bulk_insert", ""},
    {"bulk_remove", ""},
    {"merge_keys", ""},
    {"merge_pairs", ""},
    {"merge_runs_keys", ""}, /* many short runs: a sort */
    {"merge_runs_keys", "L=10000"},
    {"merge_runs_keys", "L=131072"},
    {"sort_keys", ""},
    {"sort_keys", "type=long"},
    {"sort_keys", "order=user"},
    {"sort_pairs", ""},
    {"sort_pairs", "order=user"},
    {"sort_indices", ""},
    {"sort_rows", ""},
    {"locality_sort_keys", ""},
    {"segmented_sort_keys", "L=100"},
    {"segmented_sort_pairs", "L=100"},
    {"sorted_search", ""},
    {"sorted_equal_count", ""},
    {"binary_search", ""},
    {"join_as_of", ""},
    {"set_keys", ""},
    {"set_pairs", ""},
    {"join", "variant=0"},
    {"join", "variant=3"},
    {"join", "variant=4"},
    {"join_overlaps", "keys=interleaved,L=3"},
    {"top_k", ""},
    {"top_k", "variant=1"},
    {"top_k", "variant=2"},
    {"segmented_top_k", "L=32"},
    {"segmented_top_k", "L=1000"},
    {"aos_gather", ""},
};
enum { CASES = sizeof cases / sizeof *cases };

static size_t now, most;

static cl_mem create(cl_context cl, size_t bytes, void *user)
{
    (void)user;
    now += bytes;
    most = now > most ? now : most;
    return clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, NULL);
}

static void release(cl_mem memory, void *user)
{
    (void)user;
    size_t bytes = 0;
    clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    now -= bytes;
    clReleaseMemObject(memory);
}

/* The scratch memory of a call; SIZE_MAX: the call failed. */
static size_t scratch_of(cliv_context *ctx, const char *name, const char *text, size_t n)
{
    const test_operation *operation = test_operation_find(name);
    test_case c = test_case_default(n);
    test_work work;
    size_t size = SIZE_MAX;
    if (!operation || (*text && !test_case_parse(&c, text)) || (operation->fits && !operation->fits(&c)))
        return SIZE_MAX;
    if (test_work_create(&work, operation, &c, ctx, cliv_context_queue(ctx))) {
        most = now;
        const size_t before = now;
        if (test_work_run(&work, cliv_context_queue(ctx), 0, NULL, NULL) == CLIV_SUCCESS)
            size = most - before;
        else
            fprintf(stderr, "%s %s: %s\n", name, text, cliv_last_error());
    }
    test_work_destroy(&work);
    return size;
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? (size_t)atol(argv[1]) : (size_t)1 << 20;
    static size_t sizes[DEVICES][CASES];
    for (size_t d = 0; d < DEVICES; ++d) {
        const cliv_context_options options = {.scratch_create = create, .scratch_release = release};
        cliv_context *first = NULL, *ctx = NULL;
        null_device_shown = &devices[d];
        if (cliv_context_create(NULL, &first) ||
            cliv_context_create_with(cliv_context_cl(first), cliv_context_device(first), &options, &ctx)) {
            fprintf(stderr, "scratch_sizes: %s\n", cliv_last_error());
            return 1;
        }
        for (size_t k = 0; k < CASES; ++k)
            sizes[d][k] = scratch_of(ctx, cases[k][0], cases[k][1], n);
        cliv_context_destroy(ctx);
        cliv_context_destroy(first);
    }
    size_t failed = 0;
    printf("%-28s %-12s", "operation", "case");
    for (size_t d = 0; d < DEVICES; ++d)
        printf(" %12s %10s", devices[d].label, "per item");
    for (size_t k = 0; k < CASES; ++k) {
        printf("\n%-28s %-12s", cases[k][0], cases[k][1]);
        for (size_t d = 0; d < DEVICES; ++d)
            if (sizes[d][k] == SIZE_MAX)
                printf(" %12s %10s", "-", "-"), ++failed;
            else
                printf(" %12zu %10.3f", sizes[d][k], (double)sizes[d][k] / (double)n);
    }
    printf("\n");
    return failed > 0;
}
