/* SPDX-License-Identifier: Apache-2.0 */
/* Interval move with generated arrays: the input is the sequence 1000, 1001, …, all intervals have the same size, and
 * neither takes memory. Interval k moves to the mirrored position. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

enum { INTERVALS = 250, SIZE = 4, N = INTERVALS * SIZE };

static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n%s\n", what, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

int main(void)
{
    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");

    cl_int code;
    cl_mem output_mem = clCreateBuffer(cliv_context_cl(ctx), CL_MEM_READ_WRITE, N * sizeof(cl_int), NULL, &code);
    check(code, "clCreateBuffer");

    /* `i` is the index, a ulong; the value is converted to the array's type. */
    const cliv_array offsets = cliv_generate(&cliv_int, "4 * i", INTERVALS);
    const cliv_array gather = cliv_generate(&cliv_int, "4 * i", INTERVALS);
    const cliv_array scatter = cliv_generate(&cliv_int, "4 * (249 - i)", INTERVALS);
    const cliv_array input = cliv_slice(cliv_generate(&cliv_int, "i", 1000 + N), 1000, N);

    /* The event ends when the output is complete. */
    cl_event moved;
    check(cliv_interval_move(ctx, queue, N, gather, scatter, offsets, input, cliv_buffer(output_mem, &cliv_int, 0, N),
                             0, NULL, &moved),
          "cliv_interval_move");
    static cl_int output[N];
    check(clEnqueueReadBuffer(queue, output_mem, CL_TRUE, 0, sizeof output, output, 1, &moved, NULL),
          "clEnqueueReadBuffer");

    size_t wrong = 0;
    for (int k = 0; k < INTERVALS; ++k)
        for (int j = 0; j < SIZE; ++j)
            wrong += output[(INTERVALS - 1 - k) * SIZE + j] != 1000 + k * SIZE + j;
    for (int i = 0; i < 3 * SIZE; ++i)
        printf("%d ", (int)output[i]);
    printf("...\n%s\n", wrong ? "WRONG" : "agrees with the serial loop");

    clReleaseEvent(moved);
    clReleaseMemObject(output_mem);
    cliv_context_destroy(ctx);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
