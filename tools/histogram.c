/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval demo --histogram: kernels count samples with a spread counter and push one object for each bin into a
 * pool. The pool also contains objects of the host. The host then reads all objects.
 * After R. Farber, "A Massively Parallel Stack for Data Allocation", Dr. Dobb's: its histogram and its checks. */
#include "demo.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

enum {
    HOST_OBJECTS = 4, /* before the device's objects, and again after them */
    EARLY_IDS = 100,
    LATE_IDS = 200,
    IDS = LATE_IDS + HOST_OBJECTS,
    GROUP = 128,
    MOST_GROUPS = 4096, /* with more groups, work-items take several samples or bins */
    THREADS = 4
};

typedef struct bin_count {
    cl_uint bin, count;
} bin_count;

#define BIN_COUNT "typedef struct bin_count { uint bin, count; } bin_count;\n"
static const cliv_type bin_count_type = {"bin_count", sizeof(bin_count), BIN_COUNT};

static const char source_text[] =
    "#include \"cliv_counter.clh\"\n"
    "#include \"cliv_pool.clh\"\n" BIN_COUNT "\n"
    "/* C. Wellons, lowbias32 */\n"
    "uint hash(uint x)\n"
    "{\n"
    "    x = (x ^ x >> 16) * 0x7feb352du;\n"
    "    x = (x ^ x >> 15) * 0x846ca68bu;\n"
    "    return x ^ x >> 16;\n"
    "}\n"
    "\n"
    "__kernel void count_samples(__global cliv_counter_state *histogram, uint samples, uint bins, uint random)\n"
    "{\n"
    "    for (ulong tid = get_global_id(0); tid < samples; tid += get_global_size(0))\n"
    "        cliv_counter_add(histogram, (random ? hash((uint)tid) : (uint)tid) % bins, 1);\n"
    "}\n"
    "\n"
    "__kernel void push_results(__global cliv_pool_state *pool, __global bin_count *objects,\n"
    "                           __global cliv_counter_state *histogram, uint bins)\n"
    "{\n"
    "    for (ulong bin = get_global_id(0); bin < bins; bin += get_global_size(0)) {\n"
    "        const uint slot = cliv_pool_alloc(pool);\n"
    "        if (slot != CLIV_POOL_FULL) {\n"
    "            objects[slot].bin = (uint)bin;\n"
    "            objects[slot].count = (uint)cliv_counter_sum(histogram, (uint)bin);\n"
    "        }\n"
    "    }\n"
    "}\n";

typedef struct histogram {
    cliv_context *ctx;
    cl_uint samples, bins;
    bool random;
    cl_kernel count, push;
    cliv_counter *counter;
    cliv_pool *pool;
} histogram;

static cl_uint bin_of(const histogram *h, cl_uint tid)
{
    if (h->random) {
        tid = (tid ^ tid >> 16) * 0x7feb352du;
        tid = (tid ^ tid >> 15) * 0x846ca68bu;
        tid ^= tid >> 16;
    }
    return tid % h->bins;
}

/* Pushes objects of the host: unique identifiers instead of bins, and counts of 0. */
static int push_from_host(const histogram *h, cl_uint first_id)
{
    const cl_command_queue queue = cliv_context_queue(h->ctx);
    cl_uint slots[HOST_OBJECTS];
    bool lost = false;
    APP_TRY("cliv_pool_alloc", cliv_pool_alloc(h->pool, queue, HOST_OBJECTS, slots));
    APP_TRY("cliv_pool_map", cliv_pool_map(h->pool, queue));
    for (cl_uint k = 0; k < HOST_OBJECTS; ++k) {
        bin_count *object = cliv_pool_slot(h->pool, slots[k]);
        if (object)
            *object = (bin_count){first_id + k, 0};
        lost = lost || !object;
    }
    APP_TRY("cliv_pool_unmap", cliv_pool_unmap(h->pool, queue, 0, NULL, NULL));
    if (!lost)
        return APP_OK;
    app_error("cliv_pool_slot rejects a slot that cliv_pool_alloc returned");
done:
    return APP_FAILED;
}

static int launch(const histogram *h, cl_kernel kernel, cl_uint items)
{
    size_t limit, group = GROUP;
    APP_TRY_CL("clGetKernelWorkGroupInfo",
               clGetKernelWorkGroupInfo(kernel, cliv_context_device(h->ctx), CL_KERNEL_WORK_GROUP_SIZE, sizeof limit,
                                        &limit, NULL));
    while (group > limit)
        group /= 2;
    const size_t groups = items / group + 1, size = (groups < MOST_GROUPS ? groups : MOST_GROUPS) * group;
    APP_TRY_CL("clEnqueueNDRangeKernel",
               clEnqueueNDRangeKernel(cliv_context_queue(h->ctx), kernel, 1, NULL, &size, &group, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

/* Counts the samples and pushes the count of each bin. */
static int count_and_push(const histogram *h)
{
    const cl_uint random = h->random;
    APP_TRY("cliv_counter_set_kernel_args", cliv_counter_set_kernel_args(h->counter, h->count, 0));
    APP_TRY_CL("clSetKernelArg", clSetKernelArg(h->count, 1, sizeof h->samples, &h->samples));
    APP_TRY_CL("clSetKernelArg", clSetKernelArg(h->count, 2, sizeof h->bins, &h->bins));
    APP_TRY_CL("clSetKernelArg", clSetKernelArg(h->count, 3, sizeof random, &random));
    APP_TRY("cliv_pool_set_kernel_args", cliv_pool_set_kernel_args(h->pool, h->push, 0));
    APP_TRY("cliv_counter_set_kernel_args", cliv_counter_set_kernel_args(h->counter, h->push, 2));
    APP_TRY_CL("clSetKernelArg", clSetKernelArg(h->push, 3, sizeof h->bins, &h->bins));
    return launch(h, h->count, h->samples) == APP_OK ? launch(h, h->push, h->bins) : APP_FAILED;
done:
    return APP_FAILED;
}

/* ---- the walk: several threads, each over a part of the objects ---- */

typedef struct walk {
    cliv_pool *pool;
    size_t begin, end;
    const bin_count **objects; /* output: the objects' addresses */
    cl_ulong sum;              /* of their counts */
    pthread_t thread;
    bool started;
} walk;

static void *walk_part(void *data)
{
    walk *w = data;
    for (size_t i = w->begin; i < w->end; ++i) {
        w->objects[i] = cliv_pool_at(w->pool, i);
        w->sum += w->objects[i] ? w->objects[i]->count : 0;
    }
    return NULL;
}

static cl_ulong walk_all(cliv_pool *pool, size_t count, const bin_count **objects)
{
    walk parts[THREADS];
    cl_ulong sum = 0;
    for (size_t t = 0; t < THREADS; ++t) {
        const size_t begin = count * t / THREADS, end = count * (t + 1) / THREADS;
        parts[t] = (walk){.pool = pool, .begin = begin, .end = end, .objects = objects};
        parts[t].started = pthread_create(&parts[t].thread, NULL, walk_part, &parts[t]) == 0;
    }
    for (size_t t = 0; t < THREADS; ++t) {
        if (parts[t].started)
            pthread_join(parts[t].thread, NULL);
        else
            walk_part(&parts[t]);
        sum += parts[t].sum;
    }
    return sum;
}

/* ---- the checks ---- */

static int by_address(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t) * (const bin_count *const *)a, y = (uintptr_t) * (const bin_count *const *)b;
    return (x > y) - (x < y);
}

/* Sorts the objects by address. */
static int check_addresses(const bin_count **objects, size_t count)
{
    qsort(objects, count, sizeof *objects, by_address);
    for (size_t i = 0; i < count; ++i)
        if (!objects[i] || (i > 0 && objects[i] == objects[i - 1])) {
            app_error("%s", objects[i] ? "an address appears twice" : "an object has no address");
            return APP_FAILED;
        }
    return APP_OK;
}

static bool is_of_host(size_t id)
{
    return (id >= EARLY_IDS && id < EARLY_IDS + HOST_OBJECTS) || (id >= LATE_IDS && id < IDS);
}

/* Orders by number, then by bin. */
static bool is_before(cl_uint a, cl_uint a_bin, cl_uint b, cl_uint b_bin) { return a < b || (a == b && a_bin < b_bin); }

/* Checks that there is one object for each bin and each host identifier, and that the counts equal a serial loop's. */
static int check_counts(const histogram *h, const bin_count **objects, size_t count)
{
    const size_t ids = h->bins > IDS ? h->bins : IDS;
    cl_uint *expected = app_allocate(ids, sizeof *expected), *times = app_allocate(ids, sizeof *times);
    int code = APP_FAILED;
    if (!expected || !times)
        goto done;
    for (cl_ulong tid = 0; tid < h->samples; ++tid)
        ++expected[bin_of(h, (cl_uint)tid)];
    const bin_count *least = NULL, *most = NULL;
    for (size_t i = 0; i < count; ++i) {
        const bin_count *object = objects[i];
        if (object->bin >= ids) {
            app_error("an object has bin %u, which does not exist", object->bin);
            goto done;
        }
        ++times[object->bin];
        expected[object->bin] -= object->count; /* several objects may have one bin, but only one has a count */
        if (object->bin < h->bins && !(is_of_host(object->bin) && object->count == 0)) {
            least = !least || is_before(object->count, object->bin, least->count, least->bin) ? object : least;
            most = !most || is_before(most->count, object->bin, object->count, most->bin) ? object : most;
        }
    }
    for (size_t id = 0; id < ids; ++id)
        if (times[id] != (cl_uint)(id < h->bins) + is_of_host(id) || expected[id] != 0) {
            app_error("bin %zu: %u objects, whose counts differ by %d from the counts of a serial loop", id, times[id],
                      -(int)expected[id]);
            goto done;
        }
    if (least && most)
        printf("bin %u count %u is the least, bin %u count %u the most\n", least->bin, least->count, most->bin,
               most->count);
    code = APP_OK;
done:
    free(times);
    free(expected);
    return code;
}

/* The pool must be mapped. */
static int check(const histogram *h, size_t count)
{
    const size_t wanted = (size_t)h->bins + 2 * HOST_OBJECTS;
    const bin_count **objects = app_allocate(count, sizeof *objects);
    int code = APP_FAILED;
    if (!objects)
        return APP_FAILED;
    const cl_ulong sum = walk_all(h->pool, count, objects);
    printf("The host reports %zu items allocated\n", count);
    printf("total %" PRIu64 " should have %u\n", (uint64_t)sum, h->samples);
    if (count != wanted)
        app_error("there are %zu objects, not %zu", count, wanted);
    else if (sum != h->samples)
        app_error("the counts sum up to %" PRIu64 ", not %u", (uint64_t)sum, h->samples);
    else if (check_addresses(objects, count) == APP_OK)
        code = check_counts(h, objects, count);
    free(objects);
    return code;
}

/* One histogram, from the first object to the last check. */
static int run(histogram *h)
{
    const cl_command_queue queue = cliv_context_queue(h->ctx);
    const size_t capacity = (size_t)h->bins + 2 * HOST_OBJECTS; /* full at the end */
    size_t before = 0, after = 0, count = 0, failed = 0;
    int code = APP_FAILED;
    printf("\nHISTOGRAM OF %s:\n\n", h->random ? "RANDOM SAMPLES" : "TID % BINS");
    APP_TRY("cliv_counter_create", cliv_counter_create(h->ctx, h->bins, 0, &h->counter));
    APP_TRY("cliv_pool_create", cliv_pool_create(h->ctx, &bin_count_type, capacity, CLIV_POOL_MAPPED, &h->pool));
    if (push_from_host(h, EARLY_IDS) != APP_OK)
        goto done;
    APP_TRY("cliv_pool_count", cliv_pool_count(h->pool, queue, &before));
    if (count_and_push(h) != APP_OK)
        goto done;
    APP_TRY("cliv_pool_status", cliv_pool_status(h->pool, queue, &failed));
    APP_TRY("cliv_pool_count", cliv_pool_count(h->pool, queue, &after));
    printf("Before push: size %zu\nAfter push: size %zu\n", before, after);
    if (push_from_host(h, LATE_IDS) != APP_OK)
        goto done;
    APP_TRY("cliv_pool_count", cliv_pool_count(h->pool, queue, &count));
    APP_TRY("cliv_pool_map", cliv_pool_map(h->pool, queue));
    const int checked = check(h, count);
    APP_TRY("cliv_pool_unmap", cliv_pool_unmap(h->pool, queue, 0, NULL, NULL));
    code = checked;
done:
    cliv_pool_destroy(h->pool);
    cliv_counter_destroy(h->counter);
    h->pool = NULL;
    h->counter = NULL;
    return code;
}

static int run_both(histogram *h)
{
    int code = APP_FAILED;
    cl_program program = NULL;
    cl_int error;
    APP_TRY("cliv_program_build", cliv_program_build(h->ctx, source_text, NULL, &program));
    h->count = clCreateKernel(program, "count_samples", &error);
    APP_TRY_CL("clCreateKernel", error);
    h->push = clCreateKernel(program, "push_results", &error);
    APP_TRY_CL("clCreateKernel", error);
    code = run(h);
    h->random = true;
    if (code == APP_OK)
        code = run(h);
done:
    if (h->push)
        clReleaseKernel(h->push);
    if (h->count)
        clReleaseKernel(h->count);
    if (program)
        clReleaseProgram(program);
    return code;
}

/* Parses a number, or 2^ a number, from `least` to `most`. */
static int number_of(const char *option, const char *text, cl_uint least, cl_uint most, cl_uint *number)
{
    char *end = NULL;
    const bool power = text[0] == '2' && text[1] == '^';
    const char *digits = power ? text + 2 : text;
    unsigned long long value = digits[0] >= '0' && digits[0] <= '9' ? strtoull(digits, &end, 10) : 0;
    if (power)
        value = value < 63 ? 1ULL << value : UINT64_MAX;
    if (end && !*end && value >= least && value <= most) {
        *number = (cl_uint)value;
        return APP_OK;
    }
    app_error("demo: %s is '%s', but must be a number from %u to %u, or a power such as 2^20", option, text, least,
              most);
    return APP_USAGE;
}

int histogram_main(const histogram_options *options)
{
    histogram h = {.samples = 1 << 20, .bins = 256};
    if (options->samples && number_of("--samples", options->samples, 0, UINT32_MAX, &h.samples) != APP_OK)
        return APP_USAGE;
    if (options->bins && number_of("--bins", options->bins, 1, UINT32_MAX - 1 - 2 * HOST_OBJECTS, &h.bins) != APP_OK)
        return APP_USAGE;
    int code = APP_FAILED;
    h.ctx = app_context(options->device);
    if (h.ctx && app_print_device(h.ctx) == APP_OK) {
        printf("%u samples, %u bins\n", h.samples, h.bins);
        code = run_both(&h);
    }
    if (code == APP_OK)
        printf("\n***** Passed all sanity checks! *****\n");
    cliv_context_destroy(h.ctx);
    return code;
}
