/* SPDX-License-Identifier: Apache-2.0 */
/* Sort and merge structures by one field: the readings of two sensors, in two lists, become one list sorted by time.
 * Sorts and merges are stable: readings with equal times keep their order, and readings of the first sensor precede
 * readings of the second sensor. */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

enum { FIRST = 900, SECOND = 500, ALL = FIRST + SECOND };

typedef struct reading {
    cl_int time, sensor, number; /* number: index among the readings of the sensor */
} reading;

/* The same structure and the order, for the device. */
static const cliv_type reading_type = {"reading", sizeof(reading),
                                       "typedef struct { int time, sensor, number; } reading;"};
static const cliv_order by_time = {"a.time < b.time", NULL};

static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n%s\n", what, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

static cl_mem make_buffer(cl_context cl, size_t count, reading *data)
{
    cl_int code;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem buffer = clCreateBuffer(cl, flags, count * sizeof *data, data, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

/* The only correct order: by time, then sensor, then number. */
static int is_before(const reading *a, const reading *b)
{
    if (a->time != b->time)
        return a->time < b->time;
    return a->sensor != b->sensor ? a->sensor < b->sensor : a->number < b->number;
}

int main(void)
{
    static reading readings[ALL], merged[ALL];
    for (int i = 0; i < ALL; ++i) {
        const int sensor = i >= FIRST, number = sensor ? i - FIRST : i;
        const unsigned late = (unsigned)i * 2654435761u >> 27; /* up to 31 */
        readings[i] = (reading){number / 2 + (cl_int)late, sensor, number};
    }

    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");
    cl_mem readings_mem = make_buffer(cl, ALL, readings), merged_mem = make_buffer(cl, ALL, NULL);
    const cliv_array first = cliv_buffer(readings_mem, &reading_type, 0, FIRST);
    const cliv_array second = cliv_buffer(readings_mem, &reading_type, FIRST, SECOND);
    const cliv_array output = cliv_buffer(merged_mem, &reading_type, 0, ALL);

    /* Both sorts are in place. The readings are nearly sorted, which makes the locality sort fast. */
    check(cliv_sort_keys(ctx, queue, first, &by_time, 0, NULL, NULL), "cliv_sort_keys");
    check(cliv_locality_sort_keys(ctx, queue, second, &by_time, 0, NULL, NULL), "cliv_locality_sort_keys");
    check(cliv_merge_keys(ctx, queue, first, second, output, &by_time, 0, NULL, NULL), "cliv_merge_keys");
    check(clEnqueueReadBuffer(queue, merged_mem, CL_TRUE, 0, sizeof merged, merged, 0, NULL, NULL),
          "clEnqueueReadBuffer");

    size_t wrong = 0, seen[2] = {0, 0};
    for (int i = 0; i < ALL; ++i) {
        if (i < 8)
            printf("time %d: reading %d of sensor %d\n", (int)merged[i].time, (int)merged[i].number,
                   (int)merged[i].sensor);
        wrong += i > 0 && !is_before(&merged[i - 1], &merged[i]);
        ++seen[merged[i].sensor != 0];
    }
    wrong += seen[0] != FIRST; /* the order is strict, so all readings differ and none is missing */
    printf("...\n%s\n", wrong ? "WRONG" : "in order");

    clReleaseMemObject(merged_mem);
    clReleaseMemObject(readings_mem);
    cliv_context_destroy(ctx);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
