/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for arrays: creation, filling, reading and release, for programs that use no other OpenCL function. */
#include "runtime/context_inside.h"
#include "runtime/recorded.h"

#include <stdint.h>

cliv_status cliv_array_create(cliv_context *ctx, const cliv_type *type, size_t count, const void *host,
                              cliv_array *array)
{
    CLIV_ENTER();
    cl_mem mem = NULL;
    cl_ulong memory = 0;
    cl_int code = CL_SUCCESS;
    CLIV_PASS(cliv_check_process());
    if (!ctx || !array)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", ctx ? "array" : "ctx");
    CLIV_PASS(cliv_check_type(ctx, "type", type));
    if (count > SIZE_MAX / type->size)
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s elements of %zu bytes are more than any memory holds",
                         cliv_size_text(count).text, type->size);
    /* Some drivers create a buffer of any size and fail when it is used. */
    CLIV_PASS_CL(clGetDeviceInfo, ctx->device.id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    if (count * type->size > memory)
        return cliv_fail(CLIV_OUT_OF_MEMORY,
                         "%zu elements of %zu bytes are more than the %llu bytes of the device's memory", count,
                         type->size, (unsigned long long)memory);
    if (count) {
        /* The pointer is only read, because the buffer is a copy. */
        mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE | (host ? CL_MEM_COPY_HOST_PTR : 0), count * type->size,
                             (void *)(uintptr_t)host, &code);
        if (code)
            return cliv_fail(code, "clCreateBuffer failed for %zu elements of %zu bytes: %s", count, type->size,
                             cliv_status_string(code));
    }
    *array = cliv_buffer(mem, type, 0, count);
    return CLIV_SUCCESS;
}

void cliv_array_release(cliv_array *array)
{
    if (!array)
        return;
    if (array->buffer && !cliv_process_is_forked())
        clReleaseMemObject(array->buffer);
    *array = CLIV_NONE;
}

typedef struct transfer {
    size_t begin, bytes;
    cl_event before; /* NULL, or a marker after all commands of the queue */
} transfer;

/* Checks the array and the host memory, and returns the bytes to transfer. The transfer comes after all earlier
 * commands: an out-of-order queue gets a marker, because its commands do not wait for each other. */
static cliv_status begin(cl_command_queue queue, const cliv_array *a, const void *host, transfer *t)
{
    cl_command_queue_properties properties = 0;
    cl_context of_queue = NULL, of_buffer = NULL;
    size_t capacity = 0;
    CLIV_PASS(cliv_check_process());
    if (!queue)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "queue is NULL");
    if (cliv_is_none(a))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "array is CLIV_NONE");
    if (cliv_is_generated(a))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "array is %s: it has no memory",
                         a->generator ? "generated" : "a constant");
    if (a->source)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "array has a source, but is not generated");
    if (!a->type || !a->type->size)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "array: the type is NULL or has size 0");
    if (a->length == &cliv_length_of_slice)
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "array is a slice of a counted array: slice the array first, then count the slice");
    if (a->first == CLIV_NOWHERE)
        return cliv_fail(CLIV_OUT_OF_RANGE, "array is a slice of %s elements that extends past the end of its array",
                         cliv_size_text(a->count).text);
    if (a->count == 0)
        return CLIV_SUCCESS;
    if (!host)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "host is NULL, but array has %s elements",
                         cliv_size_text(a->count).text);
    if (!a->buffer)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "array has %s elements, but no buffer", cliv_size_text(a->count).text);
    CLIV_PASS_CL(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, sizeof of_queue, &of_queue, NULL);
    CLIV_PASS_CL(clGetMemObjectInfo, a->buffer, CL_MEM_CONTEXT, sizeof of_buffer, &of_buffer, NULL);
    if (of_queue != of_buffer)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "queue belongs to another OpenCL context than the array's buffer");
    CLIV_PASS(cliv_check_buffer(of_queue, "array", a->buffer, 0, &capacity));
    capacity /= a->type->size;
    if (a->first > capacity || a->count > capacity - a->first)
        return cliv_fail(CLIV_OUT_OF_RANGE,
                         "array begins at element %s of its buffer, which holds %zu elements, but array has %s",
                         cliv_size_text(a->first).text, capacity, cliv_size_text(a->count).text);
    if (cliv_recording_of(NULL, queue))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "the queue is being recorded, so the host cannot read or write arrays");
    CLIV_PASS_CL(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        CLIV_PASS_CL(clEnqueueMarkerWithWaitList, queue, 0, NULL, &t->before);
    if (t->before && cliv_event_status(t->before) < 0) {
        clReleaseEvent(t->before);
        return cliv_fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command of the queue has failed");
    }
    t->begin = a->first * a->type->size;
    t->bytes = a->count * a->type->size;
    return CLIV_SUCCESS;
}

/* Reads the array to `to`, or writes it from `from`; the other pointer is NULL. */
static cliv_status move(cl_command_queue queue, const cliv_array *a, void *to, const void *from)
{
    transfer t = {0};
    const cliv_status status = begin(queue, a, to ? to : from, &t);
    if (status || !t.bytes)
        return status;
    cl_event event = NULL;
    const cl_event *const list = t.before ? &t.before : NULL;
    /* Some drivers report a failed marker only if the host waits for the event. A blocking write may return when the
     * host's data is copied, but later commands must find the data in the buffer. */
    cl_int code =
        to ? clEnqueueReadBuffer(queue, a->buffer, CL_TRUE, t.begin, t.bytes, to, list != NULL, list,
                                 list ? &event : NULL)
           : clEnqueueWriteBuffer(queue, a->buffer, CL_TRUE, t.begin, t.bytes, from, list != NULL, list, &event);
    if (code == CL_SUCCESS && event) {
        code = clWaitForEvents(1, &event);
        clReleaseEvent(event);
    }
    CLIV_RELEASE(Event, t.before);
    return cliv_fail_cl(code, to ? "clEnqueueReadBuffer" : "clEnqueueWriteBuffer");
}

cliv_status cliv_array_read(cl_command_queue queue, cliv_array array, void *host)
{
    CLIV_ENTER();
    return move(queue, &array, host, NULL);
}

cliv_status cliv_array_write(cl_command_queue queue, cliv_array array, const void *host)
{
    CLIV_ENTER();
    return move(queue, &array, NULL, host);
}
