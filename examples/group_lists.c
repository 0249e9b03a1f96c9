/* SPDX-License-Identifier: Apache-2.0 */
/* Merge, sort and search in your own kernels: many short lists, one work-group per list.
 *
 * Each list is sorted and gets an unsorted batch of numbers. The group sorts the batch in registers and local memory,
 * counts the numbers of the batch that the list already contains, and merges the batch into the list. The device reads
 * and writes each number once. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

enum { LISTS = 500, GROUP = 32, VALUES = 7, OLD = 150, NEW = 74, BOTH = OLD + NEW };

static const char source[] =
    "typedef int cliv_key;\n"
    "bool cliv_less(cliv_key a, cliv_key b) { return a < b; }\n"
    "#include \"cliv_merge.clh\"\n"
    "#include \"cliv_search.clh\"\n"
    "#include \"cliv_segmented_sort.clh\"\n"
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
    "    /* Copy the list to local memory, followed by the batch. */\n"
    "    for (uint i = t; i < OLD; i += NT)\n"
    "        memory.keys[i] = lists[group * OLD + i];\n"
    "    for (uint j = 0; j < VT; ++j)\n"
    "        if (t * VT + j < NEW)\n"
    "            memory.keys[OLD + t * VT + j] = key[j];\n"
    "    if (t == 0)\n"
    "        count = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "\n"
    "    /* The upper bound of each number in the list; the element before it may be equal. */\n"
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
    "}\n"
    "\n"
    "/* Sorts each bundle. A bundle begins at each element whose `begins` is not 0. */\n"
    "__kernel CLIV_GROUP void bundles_sort(__global const int *batches, __global const uchar *begins,\n"
    "                                      __global int *bundles)\n"
    "{\n"
    "    __local cliv_merge_memory memory;\n"
    "    __local cliv_segment_memory segments;\n"
    "    const uint first = get_local_id(0) * VT, batch = get_group_id(0) * NEW;\n"
    "    cliv_key key[VT];\n"
    "    cliv_carried nothing[VT];\n"
    "    uint heads = 0;\n"
    "    for (uint j = 0; j < VT; ++j) {\n"
    "        key[j] = first + j < NEW ? batches[batch + first + j] : 0;\n"
    "        nothing[j] = 0;\n"
    "        if (first + j < NEW && begins[batch + first + j])\n"
    "            heads |= 1u << j;\n"
    "    }\n"
    "    cliv_wg_segmented_sort(key, nothing, heads, NEW, &memory, &segments);\n"
    "    for (uint j = 0; j < VT; ++j)\n"
    "        if (first + j < NEW)\n"
    "            bundles[batch + first + j] = key[j];\n"
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

static void run(cl_command_queue queue, cl_program program, const char *name, const cl_mem *buffers, cl_uint count)
{
    const size_t group = GROUP, all = LISTS * group;
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    check(code, "clCreateKernel");
    for (cl_uint b = 0; b < count; ++b)
        check(clSetKernelArg(kernel, b, sizeof buffers[b], &buffers[b]), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &all, &group, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    clReleaseKernel(kernel);
}

static int compare(const void *a, const void *b)
{
    const cl_int x = *(const cl_int *)a, y = *(const cl_int *)b;
    return (x > y) - (x < y);
}

static cl_int lists[LISTS][OLD], batches[LISTS][NEW], merged[LISTS][BOTH], bundles[LISTS][NEW];
static cl_uint known[LISTS];
static cl_uchar begins[LISTS][NEW]; /* 1 at the first element of each bundle of a batch */

static void make_lists(void)
{
    cl_uint random = 1;
    for (int l = 0; l < LISTS; ++l) {
        for (int i = 0; i < OLD; ++i)
            lists[l][i] = (cl_int)((random = random * 1664525u + 1013904223u) >> 22);
        for (int i = 0; i < NEW; ++i) {
            batches[l][i] = (cl_int)((random = random * 1664525u + 1013904223u) >> 22);
            begins[l][i] = random >> 16 & 7 ? 0 : 1;
        }
        qsort(lists[l], OLD, sizeof *lists[l], compare);
    }
}

/* Returns the count of results of list l that differ from serial code. */
static size_t count_wrong(int l)
{
    cl_int expected[BOTH];
    size_t wrong = 0;
    cl_uint seen = 0;
    for (int i = 0; i < BOTH; ++i)
        expected[i] = i < OLD ? lists[l][i] : batches[l][i - OLD];
    for (int first = 0, end; first < NEW; first = end) {
        for (end = first + 1; end < NEW && !begins[l][end];)
            ++end;
        qsort(expected + OLD + first, (size_t)(end - first), sizeof *expected, compare);
    }
    for (int i = 0; i < NEW; ++i) {
        wrong += bundles[l][i] != expected[OLD + i];
        seen += bsearch(&batches[l][i], lists[l], OLD, sizeof *lists[l], compare) != NULL;
    }
    qsort(expected, BOTH, sizeof *expected, compare);
    for (int i = 0; i < BOTH; ++i)
        wrong += merged[l][i] != expected[i];
    return wrong + (known[l] != seen);
}

int main(void)
{
    make_lists();
    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");

    /* A tile has 32 * 7 = 224 items, enough for a list and its batch. */
    cl_program program;
    check(cliv_program_build(ctx, source, "-D NT=32 -D VT=7 -D OLD=150 -D NEW=74", &program), "cliv_program_build");
    cl_mem lists_mem = make_buffer(cl, sizeof lists, lists), batches_mem = make_buffer(cl, sizeof batches, batches);
    cl_mem begins_mem = make_buffer(cl, sizeof begins, begins), bundles_mem = make_buffer(cl, sizeof bundles, NULL);
    cl_mem merged_mem = make_buffer(cl, sizeof merged, NULL), known_mem = make_buffer(cl, sizeof known, NULL);
    const cl_mem grow[] = {lists_mem, batches_mem, merged_mem, known_mem};
    const cl_mem sort[] = {batches_mem, begins_mem, bundles_mem};
    run(queue, program, "lists_grow", grow, 4);
    run(queue, program, "bundles_sort", sort, 3);
    const struct {
        cl_mem mem;
        size_t bytes;
        void *to;
    } results[] = {
        {merged_mem, sizeof merged, merged}, {known_mem, sizeof known, known}, {bundles_mem, sizeof bundles, bundles}};
    for (int r = 0; r < 3; ++r)
        check(clEnqueueReadBuffer(queue, results[r].mem, CL_TRUE, 0, results[r].bytes, results[r].to, 0, NULL, NULL),
              "clEnqueueReadBuffer");

    size_t wrong = 0, all_known = 0;
    for (int l = 0; l < LISTS; ++l) {
        wrong += count_wrong(l);
        all_known += known[l];
    }
    printf("%d lists of %d numbers; batches of %d, with %zu numbers that were in the list\n%s\n", LISTS, OLD, NEW,
           all_known, wrong ? "WRONG" : "agrees with qsort and bsearch");

    clReleaseMemObject(known_mem);
    clReleaseMemObject(merged_mem);
    clReleaseMemObject(bundles_mem);
    clReleaseMemObject(begins_mem);
    clReleaseMemObject(batches_mem);
    clReleaseMemObject(lists_mem);
    clReleaseProgram(program);
    cliv_context_destroy(ctx);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
