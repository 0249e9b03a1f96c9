/* SPDX-License-Identifier: Apache-2.0 */
/* Expand: repeat each value by its count. A scan turns the counts into offsets; the sum of the counts is the size of
 * the output. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

enum { N = 8 };

/* Every call returns a status. */
static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n%s\n", what, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

static cl_mem make_buffer(cl_context cl, size_t count, cl_int *data)
{
    cl_int code;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem buffer = clCreateBuffer(cl, flags, count * sizeof *data, data, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

int main(void)
{
    cl_int counts[N] = {2, 5, 0, 1, 3, 0, 0, 4}, values[N] = {1, 1, 2, 3, 5, 8, 13, 21};

    /* The device in CLINTERVAL_DEVICE, otherwise the first GPU, otherwise the CPU. */
    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");

    cl_mem counts_mem = make_buffer(cl, N, counts), values_mem = make_buffer(cl, N, values);
    cl_mem offsets_mem = make_buffer(cl, N, NULL);
    const cliv_array offsets = cliv_buffer(offsets_mem, &cliv_int, 0, N);

    size_t total; /* the call waits, because it returns the total to the host */
    check(
        cliv_offsets_from_counts(ctx, queue, cliv_buffer(counts_mem, &cliv_int, 0, N), offsets, &total, 0, NULL, NULL),
        "cliv_offsets_from_counts");

    cl_mem output_mem = make_buffer(cl, total, NULL);
    check(cliv_interval_expand(ctx, queue, total, offsets, cliv_buffer(values_mem, &cliv_int, 0, N),
                               cliv_buffer(output_mem, &cliv_int, 0, total), 0, NULL, NULL),
          "cliv_interval_expand");

    cl_int *output = malloc(total * sizeof *output);
    if (!output)
        check(CLIV_OUT_OF_MEMORY, "malloc");
    check(clEnqueueReadBuffer(queue, output_mem, CL_TRUE, 0, total * sizeof *output, output, 0, NULL, NULL),
          "clEnqueueReadBuffer");

    size_t wrong = 0, i = 0;
    for (int k = 0; k < N; ++k)
        for (cl_int j = 0; j < counts[k]; ++j, ++i) {
            printf("%d ", (int)output[i]);
            wrong += output[i] != values[k];
        }
    wrong += i != total;
    printf("\n%s\n", wrong ? "WRONG" : "agrees with the serial loop");

    free(output);
    clReleaseMemObject(output_mem);
    clReleaseMemObject(offsets_mem);
    clReleaseMemObject(values_mem);
    clReleaseMemObject(counts_mem);
    cliv_context_destroy(ctx);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
