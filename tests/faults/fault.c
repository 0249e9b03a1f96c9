/* SPDX-License-Identifier: Apache-2.0 */
/* Makes every call into OpenCL and every allocation fail, one at a time, in a set of scenarios. A failure must come
 * back as an error, or have no effect on the result. It must not change *event on an error, and must leak nothing.
 *
 *     test_fault [SCENARIO]
 *     test_fault PART PARTS [STEP]     runs every scenario with index % PARTS == PART; after the first MANY_CALLS calls
 *                                      of a scenario only every STEPth call fails
 *
 * The test also makes the good call (calls_good.c) of each operation without a scenario.
 *
 * This file's own calls go through the shim, too. The shim counts this file's objects with the library's, but it is
 * armed only around the library's calls. */
#define _POSIX_C_SOURCE 200809L
#include "fault.h"
#include "fault_shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_CALLS = 4000, MANY_CALLS = 100 };

#define ADDRESS(table) table,
static const scenario *const tables[] = {FAULT_TABLES(ADDRESS)};
#undef ADDRESS

/* ---- one run of one scenario ---- */

static cl_mem create_scratch(cl_context cl, size_t bytes, void *user)
{
    cl_int error;
    (void)user;
    return clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, &error);
}

static void release_scratch(cl_mem mem, void *user)
{
    (void)user;
    clReleaseMemObject(mem);
}

static cl_context cl;
static cl_device_id device;

/* A pass with look-back requires 64-bit atomics. A device without them runs the scenario with other shapes. */
static bool takes_tuning(const char *file)
{
    char extensions[8192] = "";
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL);
    return strcmp(file, "look_back.txt") != 0 || strstr(extensions, "cl_khr_int64_base_atomics");
}

static cliv_context_options options_of(const scenario *s)
{
    static char path[1024];
    cliv_context_options options = {.flags = s->flags};
    if (s->tuning && takes_tuning(s->tuning)) {
        snprintf(path, sizeof path, "%s/%s", CLIV_TEST_TUNING, s->tuning);
        options.tuning_file = path;
    }
    if (s->callbacks) {
        options.scratch_create = create_scratch;
        options.scratch_release = release_scratch;
    }
    return options;
}

static bool set_stage(const scenario *s, stage *b)
{
    cl_int offsets[INTERVALS], values[INTERVALS], output[OUTPUTS], error[5];
    const cliv_context_options options = options_of(s);
    for (int k = 0; k < INTERVALS; ++k) {
        offsets[k] = 3 * k;
        values[k] = 7 * k;
    }
    memset(output, 0xA5, sizeof output);
    for (int k = 0; k < OUTPUTS && s->initial; ++k)
        output[k] = s->initial(k);
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    b->offsets = clCreateBuffer(cl, flags, sizeof offsets, offsets, &error[0]);
    b->values = clCreateBuffer(cl, flags, sizeof values, values, &error[1]);
    b->output = clCreateBuffer(cl, flags, sizeof output, output, &error[2]);
    b->spare = clCreateBuffer(cl, flags, sizeof output, output, &error[3]);
    b->queue = clCreateCommandQueue(cl, device, 0, &error[4]);
    b->plain = &s->plain;
    return !error[0] && !error[1] && !error[2] && !error[3] && !error[4] &&
           cliv_context_create_with(cl, device, &options, &b->ctx) == CLIV_SUCCESS;
}

static void strike_stage(stage *b)
{
    clFinish(b->queue);
    cliv_context_destroy(b->ctx);
    clReleaseCommandQueue(b->queue);
    clReleaseMemObject(b->offsets);
    clReleaseMemObject(b->values);
    clReleaseMemObject(b->output);
    clReleaseMemObject(b->spare);
}

static bool complain(const scenario *s, long nth, const char *what)
{
    printf("FAILED %s: call %ld, %s, fails: %s\n  last error: %s\n", s->name, nth, fault_hit() ? fault_hit() : "(none)",
           what, cliv_last_error());
    fflush(stdout);
    return false;
}

/* Checks that all objects of the run are released. A thread of OpenCL may release objects later, much later on a busy
 * machine. The last error's message is one allocation, which may be new or gone. */
static bool left_nothing(const scenario *s, long nth, const long before[FAULT_OBJECTS])
{
    static int patience = 120000; /* ms; after a leak a long wait is useless */
    char text[128];
    for (int k = 0; k < FAULT_OBJECTS; ++k) {
        long left = 0;
        for (int ms = 0; ms < patience; ++ms) {
            left = fault_live((fault_object)k) - before[k];
            if (left == 0)
                break;
            if (k == FAULT_BYTES && left <= 0)
                break;
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        }
        if (left > 0 || (left < 0 && k != FAULT_BYTES)) {
            patience = 100;
            snprintf(text, sizeof text, "%ld %s left behind", left, fault_object_names[k]);
            return complain(s, nth, text);
        }
    }
    return true;
}

/* Counts the objects for left_nothing(). */
static void count_live(long live[FAULT_OBJECTS])
{
    cliv_context_trim(NULL); /* fails on purpose, so that a last error exists from now on */
    for (int k = 0; k < FAULT_OBJECTS; ++k)
        live[k] = fault_live((fault_object)k);
}

/* The check of scenarios that define none. The first run, without a failure, stores the expected output. */
static bool is_as_without_failure(const cl_int *output, long nth)
{
    static cl_int expected[OUTPUTS];
    if (nth == 0)
        memcpy(expected, output, sizeof expected);
    return memcmp(expected, output, sizeof expected) == 0;
}

/* Runs the scenario; the nth call fails. *error: the library returned an error. *calls: count of all calls. */
static bool run(const scenario *s, long nth, bool *error, long *calls)
{
    stage b = {0};
    long before[FAULT_OBJECTS];
    cl_int output[OUTPUTS];
    cl_event event = SENTINEL;
    count_live(before);
    if (!set_stage(s, &b))
        return complain(s, nth, "setting up");
    fault_arm(nth);
    cliv_status status = s->call(&b, &event);
    fault_disarm();
    *calls = fault_calls();
    if (b.broken)
        complain(s, nth, b.broken);
    *error = status != CLIV_SUCCESS;
    bool good = !b.broken;
    if (*error) {
        if (status == CLIV_BUILD_FAILED && fault_hit() && strstr(fault_hit(), "alloc"))
            good = complain(s, nth, "no memory, but the compiler is blamed");
        if (event != SENTINEL)
            good = complain(s, nth, "*event was set although the call failed");
    } else {
        if (event == SENTINEL || !event)
            good = complain(s, nth, "success, but *event was not set");
        else {
            if (clWaitForEvents(1, &event) != CL_SUCCESS)
                good = complain(s, nth, "success, but the event failed");
            clReleaseEvent(event);
        }
        if (clEnqueueReadBuffer(b.queue, b.output, CL_TRUE, 0, sizeof output, output, 0, NULL, NULL) != CL_SUCCESS)
            good = complain(s, nth, "reading the output");
        else if (good && !(s->right ? s->right(output) : is_as_without_failure(output, nth)))
            good = complain(s, nth, "success, but the output is wrong");
    }
    /* The context must still work: the same call again, without a failure. */
    event = NULL;
    if (good && (s->call(&b, &event) != CLIV_SUCCESS || !event))
        good = complain(s, nth, "the next call failed too");
    if (event && event != SENTINEL)
        clReleaseEvent(event);
    strike_stage(&b);
    return left_nothing(s, nth, before) && good;
}

static bool run_scenario(const scenario *s, long step)
{
    bool error = false, good = true;
    long calls = 0, errors = 0, failures = 0, ignored;
    if (!run(s, 0, &error, &calls) || error)
        return complain(s, 0, "it fails already with nothing failing");
    for (long nth = 1; nth <= calls && nth < MOST_CALLS; nth += nth < MANY_CALLS ? 1 : step) {
        good = run(s, nth, &error, &ignored) && good;
        errors += error;
        ++failures;
    }
    printf("%s: %ld of %ld calls made to fail, %ld of them an error of the library's\n", s->name, failures, calls,
           errors);
    fflush(stdout);
    if (errors < failures / 2)
        return complain(s, 0, "too few failures come back as errors");
    return good;
}

/* Creates a context, by name or from the caller's OpenCL context. */
static bool run_creation(bool with)
{
    const scenario s = {.name = with ? "create_with" : "create"};
    bool good = true;
    long calls = 1, errors = 0;
    for (long nth = 0; nth <= calls && nth < MOST_CALLS; ++nth) {
        long before[FAULT_OBJECTS];
        cliv_context *ctx = (cliv_context *)SENTINEL;
        count_live(before);
        fault_arm(nth);
        cliv_status status = with ? cliv_context_create_with(cl, device, NULL, &ctx) : cliv_context_create(NULL, &ctx);
        cl_command_queue queue = status == CLIV_SUCCESS ? cliv_context_queue(ctx) : NULL;
        fault_disarm();
        if (nth == 0)
            calls = fault_calls();
        if (status == CLIV_SUCCESS && nth == 0 && !queue)
            good = complain(&s, nth, "no queue");
        if (status != CLIV_SUCCESS && ctx != (cliv_context *)SENTINEL)
            good = complain(&s, nth, "*context was set although the call failed");
        if (status == CLIV_SUCCESS)
            cliv_context_destroy(ctx);
        errors += status != CLIV_SUCCESS || !queue;
        good = left_nothing(&s, nth, before) && good;
    }
    printf("%s: %ld calls made to fail, %ld of them an error of the library's\n", s.name, calls, errors);
    return good && errors > 0;
}

/* Lists the devices. */
static bool run_devices(void)
{
    const scenario s = {.name = "devices"};
    bool good = true;
    long calls = 1, errors = 0;
    for (long nth = 0; nth <= calls && nth < MOST_CALLS; ++nth) {
        long before[FAULT_OBJECTS];
        cl_device_id listed[1] = {NULL};
        size_t count = SIZE_MAX;
        count_live(before);
        fault_arm(nth);
        const cliv_status status = cliv_context_devices(NULL, listed, 1, &count);
        fault_disarm();
        if (nth == 0)
            calls = fault_calls();
        if (status == CLIV_SUCCESS ? count == 0 || !listed[0] : count != SIZE_MAX || listed[0])
            good = complain(&s, nth, status ? "something was set although the call failed" : "no device");
        errors += status != CLIV_SUCCESS;
        good = left_nothing(&s, nth, before) && good;
    }
    printf("%s: %ld calls made to fail, %ld of them an error of the library's\n", s.name, calls, errors);
    return good && errors > 0;
}

/* After a failed compilation the library queries the device to explain a type of another size. The objects of this
 * query must be released. */
static bool run_explanation(void)
{
    static const cliv_type pair = {"pair", 8, "typedef struct pair { int a, b; } pair, same;\n"},
                           wrong = {"same", 4, NULL};
    const scenario s = {.name = "a type of another size"};
    stage b = {0};
    long before[FAULT_OBJECTS];
    count_live(before);
    if (!set_stage(&s, &b))
        return complain(&s, 0, "setting up");
    const cliv_array arrays[] = {cliv_buffer(b.values, &pair, 0, 8), cliv_buffer(b.values, &wrong, 0, 8)};
    const bool good = cliv_reduce(b.ctx, b.queue, cliv_generate_from(&cliv_int, "a0[i].a + a1[i].b", 8, arrays, 2),
                                  cliv_buffer(b.output, &cliv_int, 0, 1), NULL, 0, NULL, NULL) == CLIV_TYPE_MISMATCH ||
                      complain(&s, 0, "it is not found");
    strike_stage(&b);
    return left_nothing(&s, 0, before) && good;
}

static bool has_scenario(const char *name)
{
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; ++k)
        for (const scenario *s = tables[k]; s->name; ++s)
            if (s->plain.operation && strcmp(s->plain.operation, name) == 0)
                return true;
    return false;
}

int main(int argc, char **argv)
{
    bool good = true;
    cliv_context *ctx = NULL;
    if (cliv_context_create(NULL, &ctx) != CLIV_SUCCESS) {
        fprintf(stderr, "no context: %s\n", cliv_last_error());
        return 1;
    }
    cl = cliv_context_cl(ctx);
    device = cliv_context_device(ctx);
    const size_t part = argc > 2 ? (size_t)strtoul(argv[1], NULL, 10) : 0,
                 parts = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    const long step = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
    if (parts == 0 || step <= 0)
        return 2;
    if (argc != 2 && part == 0) {
        good = run_creation(false) && good;
        good = run_creation(true) && good;
        good = run_devices() && good;
        good = run_explanation() && good;
    }
    size_t number = 0;
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; ++k)
        for (const scenario *s = tables[k]; s->name; ++s, ++number)
            if (argc == 2 ? strcmp(argv[1], s->name) == 0 : number % parts == part)
                good = run_scenario(s, step) && good;
    /* Every other operation, in a plain and in a checked context. */
    for (size_t k = 0; k < 2 * operation_count; ++k) {
        const char *const name = operations[k / 2].name;
        const scenario s = {.name = name,
                            .flags = k % 2 ? CLIV_CHECKED : 0,
                            .callbacks = k % 2,
                            .call = fault_good,
                            .initial = backwards,
                            .plain = {.operation = name}};
        if (!has_scenario(name) && (argc == 2 ? strcmp(argv[1], name) == 0 : number++ % parts == part))
            good = run_scenario(&s, step) && good;
    }
    cliv_context_destroy(ctx);
    return !good;
}
