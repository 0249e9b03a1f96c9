/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "device.h"
#include "build_logs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- opening and closing ---- */

static cl_command_queue make_queue(const test_device *device, cl_command_queue_properties properties)
{
    cl_int error;
    cl_command_queue queue =
        clCreateCommandQueue(cliv_context_cl(device->ctx), cliv_context_device(device->ctx), properties, &error);
    return error == CL_SUCCESS ? queue : NULL;
}

bool test_device_open(test_device *device, bool guarded)
{
    cliv_context_options options = {0};
    cl_command_queue_properties properties = 0;
    char platform_name[120] = "", device_name[120] = "";
    cl_platform_id platform = NULL;
    memset(device, 0, sizeof *device);
    test_guarded_prepare(&device->scratch, guarded ? &options : &(cliv_context_options){0});
    cliv_status status = cliv_context_create(&options, &device->ctx);
    if (status == CLIV_SUCCESS) {
        options.flags = CLIV_CHECKED;
        status = cliv_context_create_with(cliv_context_cl(device->ctx), cliv_context_device(device->ctx), &options,
                                          &device->checked);
    }
    if (status != CLIV_SUCCESS) {
        fprintf(stderr, "no context: %s: %s\n", cliv_status_string(status), cliv_last_error());
        return false;
    }
    cl_device_id id = cliv_context_device(device->ctx);
    clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name, platform_name, NULL);
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof device_name, device_name, NULL);
    clGetDeviceInfo(id, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    snprintf(device->name, sizeof device->name, "%s, %s", platform_name, device_name);
    device->fp64 = test_has_fp64(id);
    device->in_order = make_queue(device, 0);
    device->reader = make_queue(device, 0);
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        device->out_of_order = make_queue(device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const bool opened = test_guarded_open(&device->scratch, cliv_context_cl(device->ctx), id);
    if (!device->in_order || !device->reader || !opened) {
        fprintf(stderr, "no queue on %s\n", device->name);
        return false;
    }
    if (!device->out_of_order)
        printf("skipped: out-of-order queues (the device has none)\n");
    device->synchronous = strcmp(platform_name, "Oclgrind") == 0;
    device->slow_structures = strcmp(platform_name, "rusticl") == 0;
    const char *const sub_groups = getenv("CLINTERVAL_SUB_GROUPS");
    device->fails_products =
        strcmp(platform_name, "Intel(R) OpenCL") == 0 && sub_groups && strcmp(sub_groups, "0") != 0;
    const char *const tuning = getenv("CLINTERVAL_TUNING");
    device->fails_chars = device->slow_structures && tuning && strstr(tuning, "fall_back");
    if (device->synchronous)
        printf("skipped: calls behind a user event (Oclgrind executes, and so waits, where a queue is flushed)\n");
    return true;
}

void test_device_close(test_device *device)
{
    cl_command_queue queues[] = {device->in_order, device->out_of_order, device->reader};
    for (size_t k = 0; k < sizeof queues / sizeof *queues; ++k)
        if (queues[k])
            clReleaseCommandQueue(queues[k]);
    cliv_context_destroy(device->checked);
    cliv_context_destroy(device->ctx);
    test_guarded_close(&device->scratch);
}

/* ---- modes ---- */

static const char *const mode_names[] = {"in-order", "event", "gate", "out-of-order", "checked", "ahead"};

const char *test_mode_name(test_mode mode) { return mode_names[mode]; }

int test_mode_find(const char *name)
{
    for (int k = 0; k < TEST_MODE_COUNT; ++k)
        if (strcmp(mode_names[k], name) == 0)
            return k;
    return -1;
}

test_mode test_draw_mode(const test_device *device, uint64_t *random)
{
    test_mode mode = (test_mode)test_random_below(random, TEST_MODE_COUNT);
    if (mode == TEST_MODE_OUT_OF_ORDER && !device->out_of_order)
        return TEST_MODE_EVENT;
    return mode == TEST_MODE_GATE && device->synchronous ? TEST_MODE_EVENT : mode;
}

typedef struct mode_run {
    test_device *device;
    test_work *work;
    char *message;
    size_t size;
} mode_run;

static bool fail(const mode_run *r, const char *what, int status)
{
    if (status == 0)
        snprintf(r->message, r->size, "%s", what);
    else
        snprintf(r->message, r->size, "%s: %s: %s", what, cliv_status_string(status), cliv_last_error());
    return false;
}

static bool call(const mode_run *r, cl_command_queue queue, cl_uint count, const cl_event *wait, cl_event *event)
{
    cliv_status status = test_work_run(r->work, queue, count, wait, event);
    if (status != CLIV_SUCCESS)
        return fail(r, "the call", status);
    return !event || *event || fail(r, "the call answered CLIV_SUCCESS and did not set *event", 0);
}

/* Waits for the event only. Flushes only the queues that an OpenCL program must flush. */
static bool await(const mode_run *r, cl_command_queue queue, cl_event event)
{
    cl_int error = clFlush(queue);
    if (error == CL_SUCCESS)
        error = clWaitForEvents(1, &event);
    return error == CL_SUCCESS || fail(r, "waiting for the event", error);
}

static bool run_event(const mode_run *r)
{
    cl_event event = NULL;
    bool good = call(r, r->device->in_order, 0, NULL, &event) && await(r, r->device->in_order, event);
    if (event)
        clReleaseEvent(event);
    return good;
}

/* Sends the device-side lengths, if the case has any, after the contents of the inputs. */
static bool send_lengths(const mode_run *r, cl_event *arrived)
{
    const cl_event contents = *arrived;
    if (!contents || !r->work->lengths_mem)
        return true;
    *arrived = NULL;
    cl_int error = test_write_lengths(r->work, r->device->reader, false, 1, &contents, arrived);
    clReleaseEvent(contents);
    if (error == CL_SUCCESS)
        error = clFlush(r->device->reader);
    return error == CL_SUCCESS || fail(r, "sending the lengths", error);
}

/* Poisons input 0, enqueues its true contents behind `gate`, makes the call and then opens the gate. A call with a
 * host output blocks, so the gate opens before such a call. */
static bool run_gate_with(const mode_run *r, cl_event gate, cl_event *arrived, cl_event *done)
{
    test_device *d = r->device;
    const test_array *input = &r->work->arrays[0];
    const unsigned char poison = 0;
    cl_int state = CL_COMPLETE, error;
    if (input->array.buffer && (!input->output || input->initial)) {
        error = r->work->lengths_mem ? test_write_lengths(r->work, d->reader, true, 0, NULL, NULL) : CL_SUCCESS;
        if (error != CL_SUCCESS)
            return fail(r, "poisoning the lengths", error);
        error = clEnqueueFillBuffer(d->in_order, input->array.buffer, &poison, 1, 0, input->bytes, 0, NULL, NULL);
        if (error == CL_SUCCESS)
            error = clFinish(d->in_order);
        if (error == CL_SUCCESS)
            error = clEnqueueWriteBuffer(d->reader, input->array.buffer, CL_FALSE, 0, input->bytes,
                                         test_contents(input), 1, &gate, arrived);
        if (error == CL_SUCCESS)
            error = clFlush(d->reader);
        if (error != CL_SUCCESS)
            return fail(r, "sending the input", error);
    }
    if (!send_lengths(r, arrived))
        return false;
    if (r->work->has_host)
        clSetUserEventStatus(gate, CL_COMPLETE);
    if (!call(r, d->in_order, 1, *arrived ? arrived : &gate, done))
        return false;
    if (!r->work->has_host) {
        error = clGetEventInfo(*done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        clSetUserEventStatus(gate, CL_COMPLETE);
        if (error != CL_SUCCESS || state <= CL_COMPLETE)
            return fail(r, "the event was complete before the wait list was", error);
    }
    return await(r, d->in_order, *done);
}

static bool run_gate(const mode_run *r)
{
    cl_int error;
    cl_event arrived = NULL, done = NULL, gate = clCreateUserEvent(cliv_context_cl(r->work->ctx), &error);
    if (error != CL_SUCCESS)
        return fail(r, "clCreateUserEvent", error);
    bool good = run_gate_with(r, gate, &arrived, &done);
    clSetUserEventStatus(gate, CL_COMPLETE); /* an error if it was set before, which is harmless */
    clFinish(r->device->reader);
    clFinish(r->device->in_order);
    if (done)
        clReleaseEvent(done);
    if (arrived)
        clReleaseEvent(arrived);
    clReleaseEvent(gate);
    return good;
}

/* Runs the call twice, so that scratch memory and kernels of two calls overlap. In-place calls run once. */
static bool run_out_of_order(const mode_run *r)
{
    cl_command_queue queue = r->device->out_of_order;
    cl_event first = NULL, second = NULL;
    bool twice = !test_work_overwrites(r->work);
    bool good = call(r, queue, 0, NULL, &first);
    if (good && twice)
        good = call(r, queue, 1, &first, &second);
    if (good)
        good = await(r, queue, twice ? second : first);
    if (second)
        clReleaseEvent(second);
    if (first)
        clReleaseEvent(first);
    return good;
}

/* Makes a compile-only call first. A compile-only call does not read the data, so it succeeds even if the real call
 * must fail. Kernels of the tests themselves run normally. */
static bool run_ahead(const mode_run *r)
{
    test_work *work = r->work;
    cl_event event = NULL;
    const cliv_status answer = work->answer;
    const size_t host = work->host;
    cliv_context_trim(work->ctx);
    cliv_context_compile_only(work->ctx, 1);
    work->answer = CLIV_SUCCESS;
    bool good = call(r, r->device->in_order, 0, NULL, &event) && await(r, r->device->in_order, event);
    work->answer = answer;
    cliv_context_compile_only(work->ctx, 0);
    if (event)
        clReleaseEvent(event);
    if (!good || work->kernel.ctx)
        return good;
    if (work->host != host)
        return fail(r, "a call that only compiles wrote to the host", 0);
    const size_t compiled = test_builds;
    if (!call(r, r->device->in_order, 0, NULL, NULL))
        return false;
    return test_builds == compiled || fail(r, "a call that only compiles left programs to compile", 0);
}

bool test_run_in_mode(test_device *device, test_work *work, test_mode mode, char *message, size_t size)
{
    mode_run r = {device, work, message, size};
    bool good;
    switch (mode) {
    case TEST_MODE_EVENT:
        good = run_event(&r);
        break;
    case TEST_MODE_GATE:
        good = run_gate(&r);
        break;
    case TEST_MODE_OUT_OF_ORDER:
        good = run_out_of_order(&r);
        break;
    case TEST_MODE_AHEAD:
        good = run_ahead(&r);
        break;
    default:
        good = call(&r, device->in_order, 0, NULL, NULL);
        break;
    }
    /* After a wait for an event, another queue sees the results. Without an event only the call's own queue does. */
    bool by_event = mode == TEST_MODE_EVENT || mode == TEST_MODE_GATE || mode == TEST_MODE_OUT_OF_ORDER;
    if (good && !test_work_check(work, by_event ? device->reader : device->in_order)) {
        snprintf(message, size, "%s", work->message);
        good = false;
    }
    clFinish(device->in_order);
    return good;
}
