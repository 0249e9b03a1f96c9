/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts lines of any length by keys of eight bytes.
 *
 * The first round sorts all line numbers by the first eight bytes of their lines, read as one number
 * (cliv_sort_pairs). Lines with equal keys are then adjacent. Each group of equal keys is a segment of the next round.
 * The next round sorts within segments (cliv_segmented_sort_pairs_by_flags) by the next eight bytes in which the lines
 * of the group differ. A round
 *
 *   1. copies the index of the first line of a group to all lines of the group (an inclusive scan with maximum),
 *   2. finds the length of the common prefix of the remaining bytes of each group, and skips it,
 *   3. computes keys from the next eight bytes, and segment flags,
 *   4. sorts,
 *   5. marks the lines that have more bytes and whose key equals the key of a neighbour of their group, and computes
 *      their positions in the next round (cliv_offsets_from_counts),
 *   6. writes all line numbers to the result, with a mark where a line differs from the previous line, and writes the
 *      line numbers of step 5 to the next round.
 *
 * Keys are padded with zeros, which do not occur in a text. So equal keys that end with a zero are equal lines. Both
 * sorts are stable, so equal lines keep their order. */
#include "lines.h"

#include <stdlib.h>

/* The longest common prefix that a round skips. */
static const char build_options[] = "-D MOST_SKIPPED=32768";

static const char source_text[] =
    /* Eight bytes as a number with the same order; bytes after the end are zeros. The loop has a variable length: with
     * a fixed length, NVIDIA's compiler (driver 580) leaves an old register value in place of a byte that is not
     * read. */
    "ulong key_at(__global const uchar *text, ulong at, ulong end)\n"
    "{\n"
    "    const uint count = at < end ? (uint)min(end - at, (ulong)8) : 0;\n"
    "    ulong key = 0;\n"
    "    for (uint k = 0; k < count; ++k)\n"
    "        key |= (ulong)text[at + k] << (56 - 8 * k);\n"
    "    return key;\n"
    "}\n"
    "\n"
    "__kernel void lines_begin(uint lines, __global const uchar *text, __global const ulong *starts,\n"
    "                          __global ulong *cursors, __global ulong *keys, __global uint *numbers,\n"
    "                          __global uint *places)\n"
    "{\n"
    "    const size_t line = get_global_id(0);\n"
    "    if (line < lines) {\n"
    "        const ulong start = starts[line], end = starts[line + 1] - 1;\n"
    "        keys[line] = key_at(text, start, end);\n"
    "        cursors[line] = min(start + 8, end);\n"
    "        numbers[line] = places[line] = (uint)line;\n"
    "    }\n"
    "}\n"
    "\n"
    /* The length of the common prefix of a line and the previous line. The minimum over a group is the common prefix
     * of the group. */
    "__kernel void lines_common(uint active, __global const uchar *text, __global const ulong *starts,\n"
    "                           __global const ulong *cursors, __global const uint *numbers,\n"
    "                           __global const uint *leaders, volatile __global uint *skips)\n"
    "{\n"
    "    const size_t i = get_global_id(0);\n"
    "    if (i >= active || leaders[i] == i)\n"
    "        return;\n"
    "    const uint line = numbers[i], other = numbers[i - 1];\n"
    "    __global const uchar *a = text + cursors[line], *b = text + cursors[other];\n"
    "    const ulong left = min(starts[line + 1] - 1 - cursors[line], starts[other + 1] - 1 - cursors[other]);\n"
    "    const uint most = (uint)min(left, (ulong)MOST_SKIPPED);\n"
    "    uint same = 0;\n"
    "    while (same + 8 <= most && all(vload8(0, a + same) == vload8(0, b + same)))\n"
    "        same += 8;\n"
    "    while (same < most && a[same] == b[same])\n"
    "        ++same;\n"
    "    atomic_min(&skips[leaders[i]], same);\n"
    "}\n"
    "\n"
    "__kernel void lines_next(uint active, __global const uchar *text, __global const ulong *starts,\n"
    "                         __global ulong *cursors, __global const uint *numbers, __global const uint *leaders,\n"
    "                         __global const uint *skips, __global ulong *keys)\n"
    "{\n"
    "    const size_t i = get_global_id(0);\n"
    "    if (i < active) {\n"
    "        const uint line = numbers[i];\n"
    "        const ulong at = cursors[line] + skips[leaders[i]], end = starts[line + 1] - 1;\n"
    "        keys[i] = key_at(text, at, end);\n"
    "        cursors[line] = min(at + 8, end);\n"
    "    }\n"
    "}\n"
    "\n"
    /* One bit at the start of each group, and one after the last line. The first round is one group. */
    "__kernel void lines_flags(uint active, uint first_round, __global const uint *leaders, __global uint *flags)\n"
    "{\n"
    "    const size_t word = get_global_id(0), first = 32 * word, end = min(first + 32, (size_t)active);\n"
    "    if (first > active)\n"
    "        return;\n"
    "    uint bits = end < first + 32 ? 1u << (end - first) : 0;\n"
    "    for (size_t i = first; i < end; ++i)\n"
    "        if (first_round ? i == 0 : leaders[i] == i)\n"
    "            bits |= 1u << (i - first);\n"
    "    flags[word] = bits;\n"
    "}\n"
    "\n"
    /* Returns whether line i of this round has the same key as the previous line of its group. */
    "int ties_at(size_t i, __global const uint *flags, __global const ulong *keys)\n"
    "{\n"
    "    return !(flags[i / 32] >> i % 32 & 1) && keys[i - 1] == keys[i];\n"
    "}\n"
    "\n"
    "__kernel void lines_tied(uint active, __global const uint *flags, __global const ulong *keys,\n"
    "                         __global uint *tied)\n"
    "{\n"
    "    const size_t i = get_global_id(0);\n"
    "    if (i < active)\n"
    "        tied[i] = (keys[i] & 255) != 0 && (ties_at(i, flags, keys) || ties_at(i + 1, flags, keys));\n"
    "}\n"
    "\n"
    "__kernel void lines_settle(uint active, __global const uint *flags, __global const ulong *keys,\n"
    "                           __global const uint *tied, __global const uint *offsets,\n"
    "                           __global const uint *numbers, __global const uint *places, __global uint *order,\n"
    "                           __global uchar *heads, __global uint *next_numbers, __global uint *next_places,\n"
    "                           __global uint *leaders, __global uint *skips)\n"
    "{\n"
    "    const size_t i = get_global_id(0);\n"
    "    if (i >= active)\n"
    "        return;\n"
    "    order[places[i]] = numbers[i];\n"
    "    heads[places[i]] = !ties_at(i, flags, keys);\n"
    "    if (tied[i]) {\n"
    "        const uint next = offsets[i];\n"
    "        next_numbers[next] = numbers[i];\n"
    "        next_places[next] = places[i];\n"
    "        leaders[next] = ties_at(i, flags, keys) ? 0 : next;\n"
    "        skips[next] = UINT_MAX;\n"
    "    }\n"
    "}\n";

static const char *const kernel_names[LINES_KERNELS] = {"lines_begin", "lines_common", "lines_next",
                                                        "lines_flags", "lines_tied",   "lines_settle"};

int line_sort_create(cliv_context *ctx, const lines *text, line_sort *sort)
{
    const size_t n = text->count;
    const size_t word = sizeof(cl_uint), wide = sizeof(cl_ulong);
    cl_int code;
    *sort = (line_sort){.ctx = ctx, .text = text, .group = 128};
    const struct {
        cl_mem *buffer;
        size_t count, size;
        const void *data;
    } wanted[] = {
        {&sort->bytes, text->size, 1, text->bytes},
        {&sort->starts, n + 1, wide, text->starts},
        {&sort->cursors, n, wide, NULL},
        {&sort->keys, n, wide, NULL},
        {&sort->order, n, word, NULL},
        {&sort->heads, n, 1, NULL},
        {&sort->numbers, n, word, NULL},
        {&sort->places, n, word, NULL},
        {&sort->next_numbers, n, word, NULL},
        {&sort->next_places, n, word, NULL},
        {&sort->leaders, n, word, NULL},
        {&sort->skips, n, word, NULL},
        {&sort->tied, n, word, NULL},
        {&sort->offsets, n, word, NULL},
        {&sort->flags, n / 32 + 1, word, NULL},
    };
    for (size_t b = 0; b < sizeof wanted / sizeof *wanted; ++b)
        if (!(*wanted[b].buffer = app_buffer(ctx, wanted[b].count, wanted[b].size, wanted[b].data)))
            goto done;
    if (!(sort->rounds = app_allocate(text->longest / 8 + 1, sizeof *sort->rounds)))
        goto done;
    APP_TRY("cliv_program_build", cliv_program_build(ctx, source_text, build_options, &sort->program));
    for (int k = 0; k < LINES_KERNELS; ++k) {
        size_t limit;
        sort->kernels[k] = clCreateKernel(sort->program, kernel_names[k], &code);
        APP_TRY_CL("clCreateKernel", code);
        APP_TRY_CL("clGetKernelWorkGroupInfo",
                   clGetKernelWorkGroupInfo(sort->kernels[k], cliv_context_device(ctx), CL_KERNEL_WORK_GROUP_SIZE,
                                            sizeof limit, &limit, NULL));
        while (sort->group > limit)
            sort->group /= 2;
    }
    return APP_OK;
done:
    line_sort_release(sort);
    return APP_FAILED;
}

/* Runs a kernel with at least `items` work-items. Its arguments are the numbers, then the buffers. */
static int launch(const line_sort *sort, enum line_kernel which, size_t items, const cl_uint *numbers,
                  cl_uint number_count, const cl_mem *buffers, cl_uint buffer_count)
{
    const cl_kernel kernel = sort->kernels[which];
    const size_t size = (items + sort->group - 1) / sort->group * sort->group;
    cl_uint next = 0;
    for (cl_uint k = 0; k < number_count; ++k)
        APP_TRY_CL("clSetKernelArg", clSetKernelArg(kernel, next++, sizeof *numbers, &numbers[k]));
    for (cl_uint b = 0; b < buffer_count; ++b)
        APP_TRY_CL("clSetKernelArg", clSetKernelArg(kernel, next++, sizeof *buffers, &buffers[b]));
    APP_TRY_CL("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel(cliv_context_queue(sort->ctx), kernel, 1, NULL, &size,
                                                                &sort->group, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

#define LAUNCH(sort, which, items, numbers, buffers)                                             \
    launch(sort, which, items, numbers, (cl_uint)(sizeof(numbers) / sizeof *(numbers)), buffers, \
           (cl_uint)(sizeof(buffers) / sizeof *(buffers)))

/* Steps 1 to 4. The first round sorts all lines by the existing keys. */
static int sort_round(line_sort *sort, size_t count, bool first)
{
    cliv_context *ctx = sort->ctx;
    const cl_command_queue queue = cliv_context_queue(ctx);
    const cl_uint active[] = {(cl_uint)count}, active_first[] = {(cl_uint)count, first};
    const cl_mem flag[] = {sort->leaders, sort->flags};
    const cliv_array keys = cliv_buffer(sort->keys, &cliv_ulong, 0, count);
    const cliv_array numbers = cliv_buffer(sort->numbers, &cliv_uint, 0, count);
    if (first) {
        if (LAUNCH(sort, LINES_FLAGS, count / 32 + 1, active_first, flag) != APP_OK)
            return APP_FAILED;
        APP_TRY("cliv_sort_pairs", cliv_sort_pairs(ctx, queue, keys, numbers, &cliv_less, 0, NULL, NULL));
        return APP_OK;
    }

    const cliv_array leaders = cliv_buffer(sort->leaders, &cliv_uint, 0, count);
    APP_TRY("cliv_scan_inclusive",
            cliv_scan_inclusive(ctx, queue, leaders, leaders, &cliv_max, CLIV_NONE, 0, NULL, NULL));
    const cl_mem common[] = {sort->bytes, sort->starts, sort->cursors, sort->numbers, sort->leaders, sort->skips};
    const cl_mem next[] = {sort->bytes,   sort->starts, sort->cursors, sort->numbers,
                           sort->leaders, sort->skips,  sort->keys};
    if (LAUNCH(sort, LINES_COMMON, count, active, common) != APP_OK ||
        LAUNCH(sort, LINES_NEXT, count, active, next) != APP_OK ||
        LAUNCH(sort, LINES_FLAGS, count / 32 + 1, active_first, flag) != APP_OK)
        return APP_FAILED;
    APP_TRY("cliv_segmented_sort_pairs_by_flags",
            cliv_segmented_sort_pairs_by_flags(ctx, queue, keys, numbers,
                                               cliv_buffer(sort->flags, &cliv_uint, 0, (count + 31) / 32), &cliv_less,
                                               0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

/* Steps 5 and 6. */
static int settle_round(line_sort *sort, size_t count, size_t *next_count)
{
    cliv_context *ctx = sort->ctx;
    const cl_uint active[] = {(cl_uint)count};
    const cl_mem tied[] = {sort->flags, sort->keys, sort->tied};
    if (LAUNCH(sort, LINES_TIED, count, active, tied) != APP_OK)
        return APP_FAILED;
    APP_TRY("cliv_offsets_from_counts",
            cliv_offsets_from_counts(ctx, cliv_context_queue(ctx), cliv_buffer(sort->tied, &cliv_uint, 0, count),
                                     cliv_buffer(sort->offsets, &cliv_uint, 0, count), next_count, 0, NULL, NULL));
    if (*next_count > count) {
        app_error("%zu lines tie, of %zu", *next_count, count);
        return APP_FAILED;
    }
    const cl_mem settle[] = {sort->flags,        sort->keys,        sort->tied,    sort->offsets,
                             sort->numbers,      sort->places,      sort->order,   sort->heads,
                             sort->next_numbers, sort->next_places, sort->leaders, sort->skips};
    if (LAUNCH(sort, LINES_SETTLE, count, active, settle) != APP_OK)
        return APP_FAILED;
    const cl_mem numbers = sort->numbers, places = sort->places;
    sort->numbers = sort->next_numbers;
    sort->next_numbers = numbers;
    sort->places = sort->next_places;
    sort->next_places = places;
    return APP_OK;
done:
    return APP_FAILED;
}

int line_sort_run(line_sort *sort)
{
    const cl_command_queue queue = cliv_context_queue(sort->ctx);
    const cl_uint count_of_all[] = {(cl_uint)sort->text->count};
    const cl_mem begin[] = {sort->bytes, sort->starts, sort->cursors, sort->keys, sort->numbers, sort->places};
    sort->round_count = 0;
    sort->seconds = 0;
    if (sort->text->count == 0)
        return APP_OK;
    APP_TRY_CL("clFinish", clFinish(queue));

    const double start = app_now();
    if (LAUNCH(sort, LINES_BEGIN, sort->text->count, count_of_all, begin) != APP_OK)
        return APP_FAILED;
    /* A line of round r has at least 8 r bytes. This bound ends the loop even if the device computes wrong results. */
    for (size_t count = sort->text->count; count > 0 && sort->round_count <= sort->text->longest / 8;) {
        sort->rounds[sort->round_count++] = count;
        if (sort_round(sort, count, sort->round_count == 1) != APP_OK || settle_round(sort, count, &count) != APP_OK)
            return APP_FAILED;
    }
    APP_TRY_CL("clFinish", clFinish(queue));
    sort->seconds = app_now() - start;
    return APP_OK;
done:
    return APP_FAILED;
}

int line_sort_order(const line_sort *sort, cl_uint *order)
{
    if (sort->text->count == 0)
        return APP_OK;
    APP_TRY_CL("clEnqueueReadBuffer", clEnqueueReadBuffer(cliv_context_queue(sort->ctx), sort->order, CL_TRUE, 0,
                                                          sort->text->count * sizeof *order, order, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

void line_sort_release(line_sort *sort)
{
    const cl_mem buffers[] = {sort->bytes,   sort->starts, sort->cursors,      sort->order,       sort->keys,
                              sort->numbers, sort->places, sort->next_numbers, sort->next_places, sort->leaders,
                              sort->skips,   sort->flags,  sort->tied,         sort->offsets,     sort->heads};
    for (size_t b = 0; b < sizeof buffers / sizeof *buffers; ++b)
        app_release(buffers[b]);
    for (int k = 0; k < LINES_KERNELS; ++k)
        if (sort->kernels[k])
            clReleaseKernel(sort->kernels[k]);
    if (sort->program)
        clReleaseProgram(sort->program);
    free(sort->rounds);
    *sort = (line_sort){0};
}
