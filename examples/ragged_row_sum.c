/* SPDX-License-Identifier: Apache-2.0 */
/* Load-balancing search in your own kernel: the sums of the rows of a ragged matrix.
 *
 * Each work-group takes a tile of NV elements, which may belong to any rows. So a row with a million elements and a
 * million rows with one element cost the same. The group adds up the elements of each row of its tile in local memory,
 * and then adds one number per row to the sum in global memory. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 3000, GROUP = 64, TILE = GROUP * 4 };

static const char source[] =
    "#include \"cliv_load_balance.clh\"\n"
    "\n"
    "__kernel CLIV_GROUP void row_sum(uint rows, uint elements, __global const int *offsets,\n"
    "                                 __global const int *values, __global int *sums)\n"
    "{\n"
    "    __local cliv_balance memory;\n"
    "    __local int partial[NV + 1];\n"
    "    const uint t = get_local_id(0);\n"
    "    cliv_sources sources;\n"
    "    sources.offsets = offsets;\n"
    "    sources.intervals = rows;\n"
    "    sources.outputs = elements;\n"
    "\n"
    "    /* Find the elements of this tile, the rows that begin in it, and the row of each element. */\n"
    "    cliv_tile tile = cliv_serial_tile(elements, get_group_id(0), 0);\n"
    "    tile = cliv_wg_find_intervals(sources, tile, &memory);\n"
    "    for (uint i = t; i < NV + 1; i += NT)\n"
    "        partial[i] = 0;\n"
    "    cliv_wg_balance(sources, tile, 8 * NV, &memory);\n"
    "\n"
    "    /* The owner of an element is the index of its row in the tile; the payload at that index is the row number. "
    "*/\n"
    "    for (uint place = tile.lo + t; place < tile.hi; place += NT)\n"
    "        atomic_add(&partial[cliv_serial_owner(memory.owners[place / VT], place / VT * VT, place % VT)],\n"
    "                   values[tile.base + place]);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (uint i = t; i < NV + 1; i += NT)\n"
    "        if (partial[i] != 0)\n"
    "            atomic_add(&sums[memory.payload[i]], partial[i]);\n"
    "}\n";

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
    cl_mem buffer = clCreateBuffer(cl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, count * sizeof *data, data, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

int main(void)
{
    /* Most rows are short or empty; one row is long. */
    static cl_int offsets[ROWS], sums[ROWS], expected[ROWS];
    cl_uint elements = 0;
    for (int r = 0; r < ROWS; ++r) {
        offsets[r] = (cl_int)elements;
        elements += r == 1234 ? 5000 : r % 7 == 0 || (r > 2000 && r < 2800) ? 0 : (cl_uint)r % 11;
    }
    cl_int *values = malloc(elements * sizeof *values);
    if (!values)
        check(CLIV_OUT_OF_MEMORY, "malloc");
    for (cl_uint i = 0; i < elements; ++i)
        values[i] = (cl_int)(i * 2654435761u >> 20) - 2000;
    for (int r = 0; r < ROWS; ++r)
        for (cl_uint i = (cl_uint)offsets[r]; i < (r + 1 < ROWS ? (cl_uint)offsets[r + 1] : elements); ++i)
            expected[r] += values[i];

    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");

    cl_program program;
    check(cliv_program_build(ctx, source, "-D NT=64 -D VT=4", &program), "cliv_program_build");
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, "row_sum", &code);
    check(code, "clCreateKernel");
    cl_mem offsets_mem = make_buffer(cl, ROWS, offsets), values_mem = make_buffer(cl, elements, values);
    cl_mem sums_mem = make_buffer(cl, ROWS, sums); /* zeros */

    const cl_uint rows = ROWS;
    check(clSetKernelArg(kernel, 0, sizeof rows, &rows), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof elements, &elements), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof offsets_mem, &offsets_mem), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3, sizeof values_mem, &values_mem), "clSetKernelArg");
    check(clSetKernelArg(kernel, 4, sizeof sums_mem, &sums_mem), "clSetKernelArg");
    const size_t group = GROUP, all = (elements + TILE - 1) / TILE * group;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &all, &group, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, sums_mem, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL), "clEnqueueReadBuffer");

    size_t wrong = 0;
    for (int r = 0; r < ROWS; ++r)
        wrong += sums[r] != expected[r];
    printf("%d rows, %u elements, the longest, %d, sums to %d\n%s\n", ROWS, (unsigned)elements, 1234, (int)sums[1234],
           wrong ? "WRONG" : "agrees with the serial loop");

    clReleaseMemObject(sums_mem);
    clReleaseMemObject(values_mem);
    clReleaseMemObject(offsets_mem);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    cliv_context_destroy(ctx);
    free(values);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
