/* SPDX-License-Identifier: Apache-2.0 */
/* Merge, sort and search inside kernels of your own: many short lists, one work-group for each.
 *
 * Every list is sorted and gets a batch of numbers, which are not. A group sorts its batch in registers and local
 * memory, counts how many of it the list had already, and merges both: the device reads and writes each number once. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

enum { LISTS = 500, GROUP = 32, VALUES = 7, OLD = 150, NEW = 74, BOTH = OLD + NEW };

static const char source[] =
    "typedef int cliv_key;\n"
    "bool cliv_less(cliv_key a, cliv_key b) { return a < b; }\n"
    "#include \"cliv_merge.clh\"\n"
    "#include \"cliv_search.clh\"\n"
    "#include \"cliv_sort.clh\"\n"
    "\n"
    "__kernel CLIV_GROUP void lists_grow(__global const int *lists, __global const int *batches, __global int "
    "*merged,\n"
    "                                    __global uint *known)\n"
    "{\n"
    "    __local cliv_merge_memory memory;\n"
    "    __local uint count;\n"
    "    const uint t = get_local_id(0), group = get_group_id(0);\n"
    "    cliv_key key[VT];\n"
    "    cliv_carried nothing[VT];\n"
    "    uint place[VT], found[VT];\n"
    "\n"
    "    /* Sort the batch: VT consecutive numbers in the registers of each work-item. */\n"
    "    for (uint j = 0; j < VT; ++j) {\n"
    "        key[j] = t * VT + j < NEW ? batches[group * NEW + t * VT + j] : 0;\n"
    "        nothing[j] = 0;\n"
    "    }\n"
    "    cliv_wg_sort(key, nothing, NEW, &memory);\n"
    "\n"
    "    /* The list to local memory, and the batch behind it. */\n"
    "    for (uint i = t; i < OLD; i += NT)\n"
    "        memory.keys[i] = lists[group * OLD + i];\n"
    "    for (uint j = 0; j < VT; ++j)\n"
    "        if (t * VT + j < NEW)\n"
    "            memory.keys[OLD + t * VT + j] = key[j];\n"
    "    if (t == 0)\n"
    "        count = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "\n"
    "    /* Of a number of the batch: how many of the list go before it. The last of these may be equal. */\n"
    "    cliv_wg_sorted_search(memory.keys, OLD, OLD + NEW, place, found);\n"
    "    for (uint j = 0; j < VT; ++j)\n"
    "        if (t * VT + j < OLD + NEW && place[j] >= OLD && found[j] > 0 &&\n"
    "            memory.keys[found[j] - 1] == memory.keys[place[j]])\n"
    "            atomic_inc(&count);\n"
    "\n"
    "    cliv_wg_merge(memory.keys, OLD, OLD + NEW, key, place);\n"
    "    for (uint j = 0; j < VT; ++j)\n"
    "        if (t * VT + j < OLD + NEW)\n"
    "            merged[group * (OLD + NEW) + t * VT + j] = key[j];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (t == 0)\n"
    "        known[group] = count;\n"
    "}\n";

static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n%s\n", what, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

static cl_mem make_buffer(cl_context cl, size_t bytes, const void *data)
{
    cl_int code;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem buffer = clCreateBuffer(cl, flags, bytes, (void *)data, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

static int compare(const void *a, const void *b)
{
    const cl_int x = *(const cl_int *)a, y = *(const cl_int *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    static cl_int lists[LISTS][OLD], batches[LISTS][NEW], merged[LISTS][BOTH];
    static cl_uint known[LISTS];
    cl_uint random = 1;
    for (int l = 0; l < LISTS; ++l) {
        for (int i = 0; i < OLD; ++i)
            lists[l][i] = (cl_int)((random = random * 1664525u + 1013904223u) >> 22);
        for (int i = 0; i < NEW; ++i)
            batches[l][i] = (cl_int)((random = random * 1664525u + 1013904223u) >> 22);
        qsort(lists[l], OLD, sizeof *lists[l], compare);
    }

    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");

    /* A tile of 32 * 7 = 224 items has room for a list and its batch. */
    cl_program program;
    check(cliv_program_build(ctx, source, "-D NT=32 -D VT=7 -D OLD=150 -D NEW=74", &program), "cliv_program_build");
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, "lists_grow", &code);
    check(code, "clCreateKernel");
    cl_mem mem[] = {make_buffer(cl, sizeof lists, lists), make_buffer(cl, sizeof batches, batches),
                    make_buffer(cl, sizeof merged, NULL), make_buffer(cl, sizeof known, NULL)};
    for (cl_uint m = 0; m < 4; ++m)
        check(clSetKernelArg(kernel, m, sizeof mem[m], &mem[m]), "clSetKernelArg");
    const size_t group = GROUP, all = LISTS * group;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &all, &group, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, mem[2], CL_TRUE, 0, sizeof merged, merged, 0, NULL, NULL), "clEnqueueReadBuffer");
    check(clEnqueueReadBuffer(queue, mem[3], CL_TRUE, 0, sizeof known, known, 0, NULL, NULL), "clEnqueueReadBuffer");

    size_t wrong = 0, all_known = 0;
    for (int l = 0; l < LISTS; ++l) {
        static cl_int expected[BOTH];
        cl_uint seen = 0;
        for (int i = 0; i < BOTH; ++i)
            expected[i] = i < OLD ? lists[l][i] : batches[l][i - OLD];
        for (int i = 0; i < NEW; ++i)
            seen += bsearch(&batches[l][i], lists[l], OLD, sizeof *lists[l], compare) != NULL;
        qsort(expected, BOTH, sizeof *expected, compare);
        for (int i = 0; i < BOTH; ++i)
            wrong += merged[l][i] != expected[i];
        wrong += known[l] != seen;
        all_known += known[l];
    }
    printf("%d lists of %d numbers, each with %d more, %zu of which were known\n%s\n", LISTS, OLD, NEW, all_known,
           wrong ? "WRONG" : "agrees with qsort and bsearch");

    for (int m = 0; m < 4; ++m)
        clReleaseMemObject(mem[m]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    cliv_context_destroy(ctx);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
