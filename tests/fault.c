/* SPDX-License-Identifier: Apache-2.0 */
/* Every call into OpenCL and every allocation made to fail, one after the other, in a handful of scenarios. Each failure must
 * come back as an error (or be of no consequence, and the result right), leave *event alone, and leave nothing behind.
 *
 *     test_fault [SCENARIO]
 *
 * This file's own calls go through the shim as well: its objects are counted with the library's, and the shim is armed
 * around the library's calls alone. */
#define _POSIX_C_SOURCE 200809L
#include "fault_shim.h"

#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INTERVALS = 40, OUTPUTS = 3 * INTERVALS, MOST_CALLS = 2000 };
#define SENTINEL ((cl_event)(uintptr_t)16)

typedef struct stage { /* what a scenario works on */
    cliv_context *ctx;
    cl_command_queue queue;
    cl_mem offsets, values, output, spare;
} stage;

typedef struct scenario {
    const char *name;
    unsigned flags;
    bool callbacks; /* scratch by callbacks */
    cliv_status (*call)(stage *, cl_event *);
    bool (*right)(const cl_int *output);
    const char *tuning;        /* a file of tuning/, or NULL */
    cl_int (*initial)(int k);  /* element k of the output before the call; NULL: poison */
} scenario;

/* ---- scenarios ---- */

static cliv_array ints(cl_mem mem, size_t count) { return cliv_buffer(mem, &cliv_int, 0, count); }

static cliv_status call_scan(stage *b, cl_event *event) {
    return cliv_scan_exclusive(b->ctx, b->queue, cliv_generate(&cliv_int, "2", OUTPUTS), ints(b->output, OUTPUTS), NULL,
                               CLIV_NONE, 0, NULL, event);
}
static bool scan_right(const cl_int *output) {
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != 2 * k)
            return false;
    return true;
}

static cliv_status call_reduce(stage *b, cl_event *event) {
    return cliv_reduce(b->ctx, b->queue, cliv_generate(&cliv_int, "2", OUTPUTS), ints(b->output, 1), NULL, 0, NULL, event);
}
static bool reduce_right(const cl_int *output) { return output[0] == 2 * OUTPUTS; }

static cliv_status call_offsets(stage *b, cl_event *event) {
    size_t total = 0;
    cliv_status status = cliv_offsets_from_counts(b->ctx, b->queue, cliv_generate(&cliv_int, "2", OUTPUTS),
                                                  ints(b->output, OUTPUTS), &total, 0, NULL, event);
    return status == CLIV_SUCCESS && total != 2 * OUTPUTS ? -9999 : status;
}

static cliv_status call_expand(stage *b, cl_event *event) {
    return cliv_interval_expand(b->ctx, b->queue, OUTPUTS, ints(b->offsets, INTERVALS), ints(b->values, INTERVALS),
                                ints(b->output, OUTPUTS), 0, NULL, event);
}
static bool expand_right(const cl_int *output) {
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != 7 * (k / 3))
            return false;
    return true;
}

/* Gathers 3 elements from 0, 3, 6 …, of a sequence. */
static cliv_status call_gather(stage *b, cl_event *event) {
    return cliv_interval_gather(b->ctx, b->queue, OUTPUTS, ints(b->offsets, INTERVALS), ints(b->offsets, INTERVALS),
                                cliv_generate(&cliv_int, "2*i", OUTPUTS), ints(b->output, OUTPUTS), 0, NULL, event);
}

/* ---- merges, sorts, searches ---- */

static bool counts_right(const cl_int *output) {
    for (int k = 0; k < OUTPUTS; ++k)
        if (output[k] != k)
            return false;
    return true;
}
static cl_int backwards(int k) { return OUTPUTS - 1 - k; }
static cl_int triples_backwards(int k) { return k - k % 3 + (2 - k % 3); }

static cliv_status call_merge(stage *b, cl_event *event) { /* multiples of three, with the numbers between them */
    return cliv_merge_keys(b->ctx, b->queue, ints(b->offsets, INTERVALS),
                           cliv_generate(&cliv_int, "i / 2 * 3 + 1 + i % 2", OUTPUTS - INTERVALS), ints(b->output, OUTPUTS),
                           NULL, 0, NULL, event);
}

static cliv_status call_sort(stage *b, cl_event *event) {
    return cliv_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_sort_wide(stage *b, cl_event *event) { /* moves its values by index */
    static const cliv_type wide = {"wide", 48, "typedef struct wide { int w[12]; } wide;\n"};
    cliv_array keys = ints(b->output, OUTPUTS);
    keys.count = OUTPUTS / 12;
    return cliv_sort_pairs(b->ctx, b->queue, keys, cliv_buffer(b->spare, &wide, 0, OUTPUTS / 12), NULL, 0, NULL, event);
}
static cl_int ten_backwards(int k) { return k < OUTPUTS / 12 ? OUTPUTS / 12 - 1 - k : k; }

static cliv_status call_locality(stage *b, cl_event *event) {
    return cliv_locality_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_segmented(stage *b, cl_event *event) {
    return cliv_segmented_sort_keys(b->ctx, b->queue, ints(b->output, OUTPUTS), ints(b->offsets, INTERVALS), NULL, 0, NULL,
                                    event);
}

static cliv_status call_search(stage *b, cl_event *event) { /* of 1, 2, 3 … in itself */
    const cliv_search_outputs outputs = {.b_indices = ints(b->output, OUTPUTS), .a_match_count = ints(b->spare, 1)};
    return cliv_sorted_search(b->ctx, b->queue, CLIV_UPPER_BOUND, cliv_generate(&cliv_int, "i + 1", OUTPUTS),
                              cliv_generate(&cliv_int, "i + 1", OUTPUTS), &outputs, NULL, 0, NULL, event);
}

static const scenario scenarios[] = {
    {"scan", 0, false, call_scan, scan_right, NULL, NULL},
    {"scan with callbacks", 0, true, call_scan, scan_right, NULL, NULL},
    {"reduce", 0, false, call_reduce, reduce_right, NULL, NULL},
    {"offsets with a total", 0, false, call_offsets, scan_right, NULL, NULL},
    {"expand", 0, false, call_expand, expand_right, NULL, NULL},
    {"expand, checked", CLIV_CHECKED, false, call_expand, expand_right, NULL, NULL},
    {"gather, checked", CLIV_CHECKED, false, call_gather, scan_right, NULL, NULL},
    {"merge", 0, false, call_merge, counts_right, "small.txt", NULL},
    {"sort by digits", 0, false, call_sort, counts_right, "radix.txt", backwards},
    {"sort of large values", 0, false, call_sort_wide, counts_right, "small.txt", ten_backwards},
    {"locality sort", 0, true, call_locality, counts_right, "small.txt", backwards},
    {"segmented sort, checked", CLIV_CHECKED, true, call_segmented, counts_right, "small.txt", triples_backwards},
    {"search, checked", CLIV_CHECKED, true, call_search, counts_right, NULL, NULL},
};

/* ---- one run of one scenario ---- */

static cl_mem create_scratch(cl_context cl, size_t bytes, void *user) {
    cl_int error;
    (void)user;
    return clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, &error);
}

static void release_scratch(cl_mem mem, void *user) {
    (void)user;
    clReleaseMemObject(mem);
}

static cliv_context_options options_of(const scenario *s) {
    static char path[1024];
    cliv_context_options options = {.flags = s->flags};
    if (s->tuning) {
        snprintf(path, sizeof path, "%s/%s", CLIV_TEST_TUNING, s->tuning);
        options.tuning_file = path;
    }
    if (s->callbacks) {
        options.scratch_create = create_scratch;
        options.scratch_release = release_scratch;
    }
    return options;
}

static cl_context cl;
static cl_device_id device;

static bool set_stage(const scenario *s, stage *b) {
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
    return !error[0] && !error[1] && !error[2] && !error[3] && !error[4] &&
           cliv_context_create_with(cl, device, &options, &b->ctx) == CLIV_SUCCESS;
}

static void strike_stage(stage *b) {
    clFinish(b->queue);
    cliv_context_destroy(b->ctx);
    clReleaseCommandQueue(b->queue);
    clReleaseMemObject(b->offsets);
    clReleaseMemObject(b->values);
    clReleaseMemObject(b->output);
    clReleaseMemObject(b->spare);
}

static bool complain(const scenario *s, long nth, const char *what) {
    printf("FAILED %s: call %ld, %s, fails: %s\n  last error: %s\n", s->name, nth, fault_hit() ? fault_hit() : "(none)", what,
           cliv_last_error());
    fflush(stdout);
    return false;
}

/* Everything that this run made is gone; a release on a thread of OpenCL's may take a moment. The last error's
 * message is one allocation that may have come or gone. */
static bool balanced(const scenario *s, long nth, const long before[FAULT_OBJECTS]) {
    char text[128];
    for (int k = 0; k < FAULT_OBJECTS; ++k) {
        long left = 0;
        for (int patience = 0; patience < 1000; ++patience) {
            left = fault_live((fault_object)k) - before[k];
            if (left == 0)
                break;
            if (k == FAULT_BYTES && left <= 0)
                break;
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        }
        if (left > 0 || (left < 0 && k != FAULT_BYTES)) {
            snprintf(text, sizeof text, "%ld %s left behind", left, fault_object_names[k]);
            return complain(s, nth, text);
        }
    }
    return true;
}

/* With the nth call failing. *error: it came back as an error. *calls: how many there were in all. */
static bool run(const scenario *s, long nth, bool *error, long *calls) {
    stage b = {0};
    long before[FAULT_OBJECTS];
    cl_int output[OUTPUTS];
    cl_event event = SENTINEL;
    cliv_context_trim(NULL); /* a failure: there is a last error from now on */
    for (int k = 0; k < FAULT_OBJECTS; ++k)
        before[k] = fault_live((fault_object)k);
    if (!set_stage(s, &b))
        return complain(s, nth, "setting up");
    fault_arm(nth);
    cliv_status status = s->call(&b, &event);
    fault_disarm();
    *calls = fault_calls();
    *error = status != CLIV_SUCCESS;
    bool good = true;
    if (*error) {
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
        else if (good && !s->right(output))
            good = complain(s, nth, "success, but the output is wrong");
    }
    /* The context still works: the same call once more, with nothing failing. */
    event = NULL;
    if (good && (s->call(&b, &event) != CLIV_SUCCESS || !event))
        good = complain(s, nth, "the next call failed too");
    if (event && event != SENTINEL)
        clReleaseEvent(event);
    strike_stage(&b);
    return balanced(s, nth, before) && good;
}

static bool run_scenario(const scenario *s) {
    bool error = false, good = true;
    long calls = 0, errors = 0, nth, ignored;
    if (!run(s, 0, &error, &calls) || error)
        return complain(s, 0, "it fails already with nothing failing");
    for (nth = 1; nth <= calls && nth < MOST_CALLS; ++nth) {
        good = run(s, nth, &error, &ignored) && good;
        errors += error;
    }
    printf("%s: %ld calls made to fail, %ld of them an error of the library's\n", s->name, calls, errors);
    fflush(stdout);
    if (errors < calls / 2)
        return complain(s, 0, "too few failures come back as errors");
    return good;
}

/* Making a context, by name and on the caller's. */
static bool run_creation(bool with) {
    const scenario s = {.name = with ? "create_with" : "create"};
    bool good = true;
    long calls = 1, errors = 0;
    for (long nth = 0; nth <= calls && nth < MOST_CALLS; ++nth) {
        long before[FAULT_OBJECTS];
        cliv_context *ctx = (cliv_context *)SENTINEL;
        cliv_context_trim(NULL);
        for (int k = 0; k < FAULT_OBJECTS; ++k)
            before[k] = fault_live((fault_object)k);
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
        good = balanced(&s, nth, before) && good;
    }
    printf("%s: %ld calls made to fail, %ld of them an error of the library's\n", s.name, calls, errors);
    return good && errors > 0;
}

int main(int argc, char **argv) {
    bool good = true;
    cliv_context *ctx = NULL;
    if (cliv_context_create(NULL, &ctx) != CLIV_SUCCESS) {
        fprintf(stderr, "no context: %s\n", cliv_last_error());
        return 1;
    }
    cl = cliv_context_cl(ctx);
    device = cliv_context_device(ctx);
    if (argc < 2) {
        good = run_creation(false) && good;
        good = run_creation(true) && good;
    }
    for (size_t k = 0; k < sizeof scenarios / sizeof scenarios[0]; ++k)
        if (argc < 2 || strcmp(argv[1], scenarios[k].name) == 0)
            good = run_scenario(&scenarios[k]) && good;
    cliv_context_destroy(ctx);
    return !good;
}
