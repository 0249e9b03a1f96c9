/* SPDX-License-Identifier: Apache-2.0 */
/* Status codes, and the last failure of the thread. */
#include "runtime/error.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The message may contain a whole build log, so it is on the heap. It is freed when its thread ends. */
static pthread_key_t message_key;
static pthread_once_t message_once = PTHREAD_ONCE_INIT;
static bool message_ready;

static _Thread_local const char *called; /* the public function that the thread executes */
static _Thread_local size_t name_length; /* the length of the function's name before the message */

const char *cliv_enter(const char *function)
{
    const char *const before = called;
    called = function;
    return before;
}

void cliv_leave(const char **before) { called = *before; }

static void make_key(void) { message_ready = pthread_key_create(&message_key, free) == 0; }

static void set_message(char *message)
{
    if (pthread_once(&message_once, make_key) != 0 || !message_ready) {
        free(message);
        return;
    }
    free(pthread_getspecific(message_key));
    if (pthread_setspecific(message_key, message) != 0)
        free(message);
}

/* Frees the message of the main thread if the library is unloaded before the thread ends. */
#if defined(__GNUC__)
__attribute__((destructor)) static void free_message(void)
{
    if (message_ready) {
        free(pthread_getspecific(message_key));
        (void)pthread_setspecific(message_key, NULL);
        pthread_key_delete(message_key);
        message_ready = false;
    }
}
#endif

const char *cliv_last_error(void)
{
    const char *message = NULL;
    if (pthread_once(&message_once, make_key) == 0 && message_ready)
        message = pthread_getspecific(message_key);
    return message ? message : "";
}

cliv_kept_message cliv_keep_message(cliv_status status)
{
    cliv_kept_message kept = {0};
    if (status && pthread_once(&message_once, make_key) == 0 && message_ready) {
        kept.message = pthread_getspecific(message_key);
        kept.name_length = name_length;
        kept.is_kept = pthread_setspecific(message_key, NULL) == 0;
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

const char *cliv_last_sentence(void)
{
    const char *const message = cliv_last_error();
    return *message ? message + name_length : message;
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
    sentence = sentence ? sentence : cliv_status_string(status);
    const size_t bytes = strlen(sentence) + 1;
    char *const message = malloc(bytes);
    if (message)
        memcpy(message, sentence, bytes);
    set_message(message);
    name_length = 0;
    return status;
}

cliv_status cliv_fail_cl(cl_int code, const char *function)
{
    return code == CL_SUCCESS ? CLIV_SUCCESS : cliv_fail(code, "%s failed: %s", function, cliv_status_string(code));
}

cliv_status cliv_fail_memory(void) { return cliv_fail(CLIV_OUT_OF_MEMORY, "the host has no memory left"); }

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
        CL(CL_DEVICE_NOT_FOUND)
        CL(CL_DEVICE_NOT_AVAILABLE)
        CL(CL_COMPILER_NOT_AVAILABLE)
        CL(CL_MEM_OBJECT_ALLOCATION_FAILURE)
        CL(CL_OUT_OF_RESOURCES)
        CL(CL_OUT_OF_HOST_MEMORY)
        CL(CL_PROFILING_INFO_NOT_AVAILABLE)
        CL(CL_MEM_COPY_OVERLAP)
        CL(CL_IMAGE_FORMAT_MISMATCH)
        CL(CL_IMAGE_FORMAT_NOT_SUPPORTED)
        CL(CL_BUILD_PROGRAM_FAILURE)
        CL(CL_MAP_FAILURE)
        CL(CL_MISALIGNED_SUB_BUFFER_OFFSET)
        CL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        CL(CL_COMPILE_PROGRAM_FAILURE)
        CL(CL_LINKER_NOT_AVAILABLE)
        CL(CL_LINK_PROGRAM_FAILURE)
        CL(CL_DEVICE_PARTITION_FAILED)
        CL(CL_KERNEL_ARG_INFO_NOT_AVAILABLE)
        CL(CL_INVALID_VALUE)
        CL(CL_INVALID_DEVICE_TYPE)
        CL(CL_INVALID_PLATFORM)
        CL(CL_INVALID_DEVICE)
        CL(CL_INVALID_CONTEXT)
        CL(CL_INVALID_QUEUE_PROPERTIES)
        CL(CL_INVALID_COMMAND_QUEUE)
        CL(CL_INVALID_HOST_PTR)
        CL(CL_INVALID_MEM_OBJECT)
        CL(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)
        CL(CL_INVALID_IMAGE_SIZE)
        CL(CL_INVALID_SAMPLER)
        CL(CL_INVALID_BINARY)
        CL(CL_INVALID_BUILD_OPTIONS)
        CL(CL_INVALID_PROGRAM)
        CL(CL_INVALID_PROGRAM_EXECUTABLE)
        CL(CL_INVALID_KERNEL_NAME)
        CL(CL_INVALID_KERNEL_DEFINITION)
        CL(CL_INVALID_KERNEL)
        CL(CL_INVALID_ARG_INDEX)
        CL(CL_INVALID_ARG_VALUE)
        CL(CL_INVALID_ARG_SIZE)
        CL(CL_INVALID_KERNEL_ARGS)
        CL(CL_INVALID_WORK_DIMENSION)
        CL(CL_INVALID_WORK_GROUP_SIZE)
        CL(CL_INVALID_WORK_ITEM_SIZE)
        CL(CL_INVALID_GLOBAL_OFFSET)
        CL(CL_INVALID_EVENT_WAIT_LIST)
        CL(CL_INVALID_EVENT)
        CL(CL_INVALID_OPERATION)
        CL(CL_INVALID_GL_OBJECT)
        CL(CL_INVALID_BUFFER_SIZE)
        CL(CL_INVALID_MIP_LEVEL)
        CL(CL_INVALID_GLOBAL_WORK_SIZE)
        CL(CL_INVALID_PROPERTY)
        CL(CL_INVALID_IMAGE_DESCRIPTOR)
        CL(CL_INVALID_COMPILER_OPTIONS)
        CL(CL_INVALID_LINKER_OPTIONS)
        CL(CL_INVALID_DEVICE_PARTITION_COUNT)
#undef CL
/* Codes of later versions and of extensions, which the headers may lack. */
#define CODE(code, name) \
    case code:           \
        return name;
        CODE(-69, "CL_INVALID_PIPE_SIZE")
        CODE(-70, "CL_INVALID_DEVICE_QUEUE")
        CODE(-71, "CL_INVALID_SPEC_ID")
        CODE(-72, "CL_MAX_SIZE_RESTRICTION_EXCEEDED")
        CODE(-1000, "CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR")
        CODE(-1001, "CL_PLATFORM_NOT_FOUND_KHR")
        CODE(-1002, "CL_INVALID_D3D10_DEVICE_KHR")
        CODE(-1003, "CL_INVALID_D3D10_RESOURCE_KHR")
        CODE(-1004, "CL_D3D10_RESOURCE_ALREADY_ACQUIRED_KHR")
        CODE(-1005, "CL_D3D10_RESOURCE_NOT_ACQUIRED_KHR")
        CODE(-1006, "CL_INVALID_D3D11_DEVICE_KHR")
        CODE(-1007, "CL_INVALID_D3D11_RESOURCE_KHR")
        CODE(-1008, "CL_D3D11_RESOURCE_ALREADY_ACQUIRED_KHR")
        CODE(-1009, "CL_D3D11_RESOURCE_NOT_ACQUIRED_KHR")
        CODE(-1057, "CL_DEVICE_PARTITION_FAILED_EXT")
        CODE(-1058, "CL_INVALID_PARTITION_COUNT_EXT")
        CODE(-1059, "CL_INVALID_PARTITION_NAME_EXT")
        CODE(-1092, "CL_EGL_RESOURCE_NOT_ACQUIRED_KHR")
        CODE(-1093, "CL_INVALID_EGL_OBJECT_KHR")
        CODE(-1094, "CL_INVALID_ACCELERATOR_INTEL")
        CODE(-1095, "CL_INVALID_ACCELERATOR_TYPE_INTEL")
        CODE(-1096, "CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL")
        CODE(-1097, "CL_ACCELERATOR_TYPE_NOT_SUPPORTED_INTEL")
        CODE(-1138, "CL_COMMAND_TERMINATED_ITSELF_WITH_FAILURE_ARM")
#undef CODE
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
