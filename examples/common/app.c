/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "input.h"

#include "app.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void app_error(const char *format, ...)
{
    va_list arguments;
    fflush(stdout); /* keeps the order of both streams on a terminal or in a log */
    fprintf(stderr, "%s: ", app_name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void app_failed(const char *what, cliv_status status)
{
    app_error("%s: %s\n%s", what, cliv_status_string(status), cliv_last_error());
}

void app_cl_failed(const char *what, cl_int code) { app_error("%s: %s", what, cliv_status_string(code)); }

void *app_allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory)
        app_error("no memory for %zu elements of %zu bytes", count, size);
    return memory;
}

int app_grow(void *memory, size_t *room, size_t wanted, size_t size)
{
    void *old, *grown = NULL;
    if (wanted <= *room)
        return APP_OK;
    memcpy(&old, memory, sizeof old); /* a pointer to a pointer of any type */
    const size_t count = wanted <= SIZE_MAX / 2 ? (wanted < 512 ? 1024 : 2 * wanted) : wanted;
    if (count <= SIZE_MAX / size)
        grown = realloc(old, count * size);
    if (!grown) {
        app_error("no memory for %zu elements of %zu bytes", count, size);
        return APP_FAILED;
    }
    memcpy(memory, &grown, sizeof grown);
    *room = count;
    return APP_OK;
}

double app_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

FILE *app_open(const char *file, const char *mode)
{
    if (strcmp(file, "-") == 0)
        return *mode == 'r' ? stdin : stdout;
    const char *reason = NULL;
    FILE *stream = *mode == 'r' ? open_input(file, &reason) : fopen(file, mode);
    if (!stream)
        app_error("'%s': %s", file, reason ? reason : strerror(errno));
    return stream;
}

int app_close(FILE *out, const char *file, bool failed)
{
    const int reason = errno;
    const int closed = out == stdout ? fflush(out) : fclose(out);
    if (!failed && closed == 0)
        return APP_OK;
    app_error("'%s': %s", out == stdout ? "standard output" : file, strerror(failed ? reason : errno));
    return APP_FAILED;
}

cliv_context *app_context(const char *device)
{
    const cliv_context_options options = {.device = device};
    cliv_context *ctx = NULL;
    const cliv_status status = cliv_context_create(&options, &ctx);
    if (status == CLIV_SUCCESS && cliv_context_queue(ctx))
        return ctx;
    app_error("%s", cliv_last_error());
    cliv_context_destroy(ctx);
    return NULL;
}

int app_print_device(const cliv_context *ctx)
{
    char device[1024] = "", platform[1024] = "";
    cl_platform_id id = NULL;
    APP_TRY_CL("clGetDeviceInfo",
               clGetDeviceInfo(cliv_context_device(ctx), CL_DEVICE_NAME, sizeof device, device, NULL));
    APP_TRY_CL("clGetDeviceInfo", clGetDeviceInfo(cliv_context_device(ctx), CL_DEVICE_PLATFORM, sizeof id, &id, NULL));
    APP_TRY_CL("clGetPlatformInfo", clGetPlatformInfo(id, CL_PLATFORM_NAME, sizeof platform, platform, NULL));
    printf("device: %s (%s)\n", device, platform);
    return APP_OK;
done:
    return APP_FAILED;
}

cl_mem app_buffer(const cliv_context *ctx, size_t count, size_t size, const void *data)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data && count > 0 ? (cl_mem_flags)CL_MEM_COPY_HOST_PTR : 0);
    cl_int code;
    /* CL_MEM_COPY_HOST_PTR only reads `data`, but the parameter is not const. */
    void *source = count > 0 ? (void *)data : NULL;
    const cl_mem buffer = clCreateBuffer(cliv_context_cl(ctx), flags, (count > 0 ? count : 1) * size, source, &code);
    if (code == CL_SUCCESS)
        return buffer;
    app_error("a buffer of %zu elements of %zu bytes: %s", count, size, cliv_status_string(code));
    return NULL;
}

void app_release(cl_mem buffer)
{
    if (buffer)
        clReleaseMemObject(buffer);
}

int app_end(int code)
{
    /* Output that could not be written (a full disk, a closed pipe) is a failure. */
    if (code == APP_OK && (fflush(stdout) != 0 || ferror(stdout))) {
        app_error("the output could not be written");
        return APP_FAILED;
    }
    return code;
}
