/* SPDX-License-Identifier: Apache-2.0 */
/* A complete program that uses only the library: copy numbers to the device, sort them, and copy
 * them back.
 *
 *
 *   memory [N [SEED]] */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

static void check(cliv_status status)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n", cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    const cl_int few[] = {30, 10, 50, 20, 40};
    const size_t n = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 5;
    cl_uint random = argc > 2 ? (cl_uint)strtoul(argv[2], NULL, 10) : 1;
    cl_int *numbers = malloc((n + 1) * sizeof *numbers), *sorted = malloc((n + 1) * sizeof *sorted);
    static size_t
        counts[1000]; /* occurrences of each number in the input, minus the occurrences in the output */
    if (!numbers || !sorted)
        check(CLIV_OUT_OF_MEMORY);
    for (size_t i = 0; i < n; ++i) {
        random = random * 1664525u + 1013904223u;
        numbers[i] = argc > 1 ? (cl_int)(random >> 16) % 1000 : few[i];
        ++counts[numbers[i]];
    }

    cliv_context *ctx;
    /* The device in CLINTERVAL_DEVICE, otherwise the first GPU, otherwise the CPU. */
    check(cliv_context_create(NULL, &ctx));
    cl_command_queue queue = cliv_context_queue(ctx); /* in-order */
    cliv_array array;
    check(cliv_array_create(ctx, &cliv_int, n, numbers, &array));
    check(cliv_sort_keys(ctx, queue, array, NULL, 0, NULL, NULL));
    check(cliv_array_read(queue, array, sorted)); /* waits for the result */
    cliv_array_release(&array);
    cliv_context_destroy(ctx);

    int right = 1;
    printf("sorted =");
    for (size_t i = 0; i < n; ++i) {
        if (i < 12)
            printf(" %d", (int)sorted[i]);
        right = right && sorted[i] >= 0 && sorted[i] < 1000 && counts[sorted[i]]-- > 0 &&
                (i == 0 || sorted[i - 1] <= sorted[i]);
    }
    printf("%s\n", n > 12 ? " ..." : "");
    free(sorted);
    free(numbers);
    if (!right)
        fprintf(stderr, "WRONG: the output is not the sorted input\n");
    return right && !fflush(stdout) && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
