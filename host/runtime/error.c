/* SPDX-License-Identifier: Apache-2.0 */
/* Status codes, the last failure of the thread, the status of commands, and the detection of forks. */
#include "runtime/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local const char *called; /* the public function that the thread executes */
static _Thread_local size_t name_length; /* the length of the function's name before the message */

const char *cliv_enter(const char *function)
{
    const char *const before = called;
    called = function;
    return before;
}

void cliv_leave(const char **before) { called = *before; }

/* The message may contain a whole build log, so it is on the heap. */
static void set_message(char *message)
{
    if (!cliv_thread_has_string()) {
        free(message);
        return;
    }
    free(cliv_thread_string());
    if (!cliv_thread_set_string(message))
        free(message);
}

const char *cliv_last_error(void)
{
    const char *message = NULL;
    if (cliv_thread_has_string())
        message = cliv_thread_string();
    return message ? message : "";
}

cliv_kept_message cliv_keep_message(cliv_status status)
{
    cliv_kept_message kept = {0};
    if (status && cliv_thread_has_string()) {
        kept.message = cliv_thread_string();
        kept.name_length = name_length;
        kept.is_kept = cliv_thread_set_string(NULL);
    }
    return kept;
}

void cliv_put_message_back(cliv_kept_message *kept)
{
    if (kept->is_kept) {
        set_message(kept->message);
        name_length = kept->name_length;
    }
    kept->is_kept = false;
}

static char *copy_of(const char *text)
{
    char *const copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

char *cliv_copy_sentence(void)
{
    const char *const message = cliv_last_error();
    return copy_of(*message ? message + name_length : message);
}

cliv_status cliv_fail(cliv_status status, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    name_length = called ? strlen(called) + 2 : 0; /* callbacks run in OpenCL's threads, without a public function */
    char *message = length >= 0 ? malloc(name_length + (size_t)length + 1) : NULL;
    if (message) {
        if (called)
            sprintf(message, "%s: ", called);
        vsnprintf(message + name_length, (size_t)length + 1, format, again);
    }
    va_end(again);
    va_end(arguments);
    set_message(message);
    return status;
}

cliv_status cliv_set_last_error(cliv_status status, const char *sentence)
{
    if (status == CLIV_SUCCESS)
        return status;
    set_message(copy_of(sentence ? sentence : cliv_status_string(status)));
    name_length = 0;
    return status;
}

cliv_status cliv_fail_cl(cl_int code, const char *function)
{
    return code == CL_SUCCESS ? CLIV_SUCCESS : cliv_fail(code, "%s failed: %s", function, cliv_status_string(code));
}

cliv_status cliv_fail_memory(void) { return cliv_fail(CLIV_OUT_OF_MEMORY, "the host has no memory left"); }

/* clang-format off */
#define CL_STATUSES(X) \
    X(CL_DEVICE_NOT_FOUND) X(CL_DEVICE_NOT_AVAILABLE) X(CL_COMPILER_NOT_AVAILABLE) \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE) X(CL_OUT_OF_RESOURCES) X(CL_OUT_OF_HOST_MEMORY) \
    X(CL_PROFILING_INFO_NOT_AVAILABLE) X(CL_MEM_COPY_OVERLAP) X(CL_IMAGE_FORMAT_MISMATCH) \
    X(CL_IMAGE_FORMAT_NOT_SUPPORTED) X(CL_BUILD_PROGRAM_FAILURE) X(CL_MAP_FAILURE) \
    X(CL_MISALIGNED_SUB_BUFFER_OFFSET) X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) \
    X(CL_COMPILE_PROGRAM_FAILURE) X(CL_LINKER_NOT_AVAILABLE) X(CL_LINK_PROGRAM_FAILURE) \
    X(CL_DEVICE_PARTITION_FAILED) X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE) X(CL_INVALID_VALUE) \
    X(CL_INVALID_DEVICE_TYPE) X(CL_INVALID_PLATFORM) X(CL_INVALID_DEVICE) X(CL_INVALID_CONTEXT) \
    X(CL_INVALID_QUEUE_PROPERTIES) X(CL_INVALID_COMMAND_QUEUE) X(CL_INVALID_HOST_PTR) X(CL_INVALID_MEM_OBJECT) \
    X(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR) X(CL_INVALID_IMAGE_SIZE) X(CL_INVALID_SAMPLER) X(CL_INVALID_BINARY) \
    X(CL_INVALID_BUILD_OPTIONS) X(CL_INVALID_PROGRAM) X(CL_INVALID_PROGRAM_EXECUTABLE) X(CL_INVALID_KERNEL_NAME) \
    X(CL_INVALID_KERNEL_DEFINITION) X(CL_INVALID_KERNEL) X(CL_INVALID_ARG_INDEX) X(CL_INVALID_ARG_VALUE) \
    X(CL_INVALID_ARG_SIZE) X(CL_INVALID_KERNEL_ARGS) X(CL_INVALID_WORK_DIMENSION) X(CL_INVALID_WORK_GROUP_SIZE) \
    X(CL_INVALID_WORK_ITEM_SIZE) X(CL_INVALID_GLOBAL_OFFSET) X(CL_INVALID_EVENT_WAIT_LIST) X(CL_INVALID_EVENT) \
    X(CL_INVALID_OPERATION) X(CL_INVALID_GL_OBJECT) X(CL_INVALID_BUFFER_SIZE) X(CL_INVALID_MIP_LEVEL) \
    X(CL_INVALID_GLOBAL_WORK_SIZE) X(CL_INVALID_PROPERTY) X(CL_INVALID_IMAGE_DESCRIPTOR) \
    X(CL_INVALID_COMPILER_OPTIONS) X(CL_INVALID_LINKER_OPTIONS) X(CL_INVALID_DEVICE_PARTITION_COUNT)
/* Codes of later versions and of extensions, which the headers may lack. */
#define LATER_STATUSES(X) \
    X(-69, "CL_INVALID_PIPE_SIZE") X(-70, "CL_INVALID_DEVICE_QUEUE") X(-71, "CL_INVALID_SPEC_ID") \
    X(-72, "CL_MAX_SIZE_RESTRICTION_EXCEEDED") X(-1000, "CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR") \
    X(-1001, "CL_PLATFORM_NOT_FOUND_KHR") X(-1002, "CL_INVALID_D3D10_DEVICE_KHR") \
    X(-1003, "CL_INVALID_D3D10_RESOURCE_KHR") X(-1004, "CL_D3D10_RESOURCE_ALREADY_ACQUIRED_KHR") \
    X(-1005, "CL_D3D10_RESOURCE_NOT_ACQUIRED_KHR") X(-1006, "CL_INVALID_D3D11_DEVICE_KHR") \
    X(-1007, "CL_INVALID_D3D11_RESOURCE_KHR") X(-1008, "CL_D3D11_RESOURCE_ALREADY_ACQUIRED_KHR") \
    X(-1009, "CL_D3D11_RESOURCE_NOT_ACQUIRED_KHR") X(-1057, "CL_DEVICE_PARTITION_FAILED_EXT") \
    X(-1058, "CL_INVALID_PARTITION_COUNT_EXT") X(-1059, "CL_INVALID_PARTITION_NAME_EXT") \
    X(-1092, "CL_EGL_RESOURCE_NOT_ACQUIRED_KHR") X(-1093, "CL_INVALID_EGL_OBJECT_KHR") \
    X(-1094, "CL_INVALID_ACCELERATOR_INTEL") X(-1095, "CL_INVALID_ACCELERATOR_TYPE_INTEL") \
    X(-1096, "CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL") X(-1097, "CL_ACCELERATOR_TYPE_NOT_SUPPORTED_INTEL") \
    X(-1138, "CL_COMMAND_TERMINATED_ITSELF_WITH_FAILURE_ARM")
/* clang-format on */

const char *cliv_status_string(cliv_status status)
{
    switch (status) {
#define OWN(name, value, text) \
    case name:                 \
        return #name ": " text;
        CLIV_STATUS_LIST(OWN)
#undef OWN
#define CL(name) \
    case name:   \
        return #name;
        CL_STATUSES(CL)
#undef CL
#define CL(code, name) \
    case code:         \
        return name;
        LATER_STATUSES(CL)
#undef CL
    default:
        return status <= -1 && status >= -1999 ? "a vendor-specific OpenCL error code" : "unknown status";
    }
}

#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)
const char *cliv_version(void)
{
    return STRING(CLIV_VERSION_MAJOR) "." STRING(CLIV_VERSION_MINOR) "." STRING(CLIV_VERSION_PATCH);
}

cl_int cliv_event_status(cl_event event)
{
    cl_int status;
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) == CL_SUCCESS
               ? status
               : CL_QUEUED;
}

/* Intel's runtime reports CL_COMPLETE for a command whose wait list failed. Only a wait returns the failure. */
cl_int cliv_event_result(cl_event event)
{
    const cl_int code = clWaitForEvents(1, &event), status = cliv_event_status(event);
    return status < 0 || code == CL_SUCCESS ? status : code;
}

cliv_status cliv_check_process(void)
{
    if (!cliv_process_is_forked())
        return CLIV_SUCCESS;
    return cliv_fail(
        CLIV_INVALID_ARGUMENT,
        "this process was forked after its parent had used OpenCL, whose drivers do not work in the child: "
        "fork before the first context is created, or start another program with exec");
}

cliv_status cliv_process_begin(void)
{
    CLIV_PASS(cliv_check_process());
    return cliv_watch_forks() ? CLIV_SUCCESS : cliv_fail_memory();
}
