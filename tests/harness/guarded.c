/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "guarded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GUARD = 4096, POISON = 0x5A }; /* GUARD is a multiple of every device's alignment of sub-buffers */

/* Fills the buffer by a blocking write in a separate queue. CL_MEM_COPY_HOST_PTR would copy the poison at the first use
 * of the buffer, after commands that the test delays; NVIDIA's driver may then deadlock (CONTRIBUTING.md, portability
 * traps). */
static bool poison(const test_guarded *guarded, cl_mem mem, size_t bytes)
{
    unsigned char *const values = malloc(bytes);
    if (!values)
        return false;
    memset(values, POISON, bytes);
    const cl_int error = clEnqueueWriteBuffer(guarded->queue, mem, CL_TRUE, 0, bytes, values, 0, NULL, NULL);
    free(values);
    return error == CL_SUCCESS;
}

static void release(test_piece *piece)
{
    if (piece->mem)
        clReleaseMemObject(piece->mem);
    if (piece->whole)
        clReleaseMemObject(piece->whole);
    free(piece);
}

static bool create(const test_guarded *guarded, cl_context context, test_piece *piece)
{
    cl_int error;
    const size_t whole = piece->before + piece->bytes + GUARD;
    const cl_buffer_region region = {piece->before, piece->bytes};
    piece->whole = clCreateBuffer(context, CL_MEM_READ_WRITE, whole, NULL, &error);
    if (error != CL_SUCCESS || !poison(guarded, piece->whole, whole))
        return false;
    if (guarded->behind_only) {
        piece->mem = piece->whole;
        return clRetainMemObject(piece->mem) == CL_SUCCESS;
    }
    piece->mem = clCreateSubBuffer(piece->whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    return error == CL_SUCCESS;
}

static cl_mem create_scratch(cl_context context, size_t bytes, void *user)
{
    test_guarded *const guarded = user;
    test_piece *const piece = calloc(1, sizeof *piece);
    if (!piece)
        return NULL;
    piece->before = guarded->behind_only ? 0 : GUARD;
    piece->bytes = bytes;
    if (!create(guarded, context, piece)) {
        release(piece);
        return NULL;
    }
    pthread_mutex_lock(&guarded->lock);
    piece->next = guarded->pieces;
    guarded->pieces = piece;
    pthread_mutex_unlock(&guarded->lock);
    return piece->mem;
}

static void release_scratch(cl_mem mem, void *user)
{
    test_guarded *const guarded = user;
    pthread_mutex_lock(&guarded->lock);
    for (test_piece *piece = guarded->pieces; piece; piece = piece->next)
        if (piece->mem == mem)
            piece->released = true;
    pthread_mutex_unlock(&guarded->lock);
}

void test_guarded_prepare(test_guarded *guarded, cliv_context_options *options)
{
    memset(guarded, 0, sizeof *guarded);
    pthread_mutex_init(&guarded->lock, NULL);
    options->scratch_create = create_scratch;
    options->scratch_release = release_scratch;
    options->user = guarded;
}

bool test_guarded_open(test_guarded *guarded, cl_context context, cl_device_id device)
{
    cl_int error;
    char name[64] = "";
    cl_platform_id platform = NULL;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    guarded->behind_only = strcmp(name, "Oclgrind") == 0; /* Oclgrind regards a sub-buffer as uninitialised */
    guarded->queue = clCreateCommandQueue(context, device, 0, &error);
    return error == CL_SUCCESS;
}

static bool all_released(test_guarded *guarded)
{
    bool all = true;
    pthread_mutex_lock(&guarded->lock);
    for (const test_piece *piece = guarded->pieces; piece; piece = piece->next)
        all = all && piece->released;
    pthread_mutex_unlock(&guarded->lock);
    return all;
}

/* The index of the first changed byte of a guard; GUARD if no byte changed. */
static size_t first_written(const test_guarded *guarded, cl_mem whole, size_t begin, cl_int *error)
{
    unsigned char found[GUARD];
    size_t k = 0;
    *error = clEnqueueReadBuffer(guarded->queue, whole, CL_TRUE, begin, GUARD, found, 0, NULL, NULL);
    while (*error == CL_SUCCESS && k < GUARD && found[k] == POISON)
        ++k;
    return k;
}

static bool is_intact(const test_guarded *guarded, const test_piece *piece, char *message, size_t size)
{
    cl_int error = CL_SUCCESS;
    if (!piece->released) {
        snprintf(message, size, "scratch of %zu bytes was not released", piece->bytes);
        return false;
    }
    const size_t behind = first_written(guarded, piece->whole, piece->before + piece->bytes, &error);
    const size_t before = piece->before && !error ? first_written(guarded, piece->whole, 0, &error) : GUARD;
    if (error != CL_SUCCESS)
        snprintf(message, size, "the guards of scratch cannot be read (%s)", cliv_status_string(error));
    else if (behind < GUARD)
        snprintf(message, size, "byte %zu after %zu bytes of scratch was written", behind, piece->bytes);
    else if (before < GUARD)
        snprintf(message, size, "byte %zu before %zu bytes of scratch was written", GUARD - before, piece->bytes);
    else
        return true;
    return false;
}

bool test_guarded_intact(test_guarded *guarded, char *message, size_t size)
{
    bool good = true;
    /* A thread of OpenCL may release the memory some time after the event is complete, on a busy machine much later. */
    for (int k = 0; k < 120000 && !all_released(guarded); ++k)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    for (test_piece *piece; (piece = guarded->pieces);) {
        guarded->pieces = piece->next;
        good = is_intact(guarded, piece, message, size) && good;
        release(piece);
    }
    return good;
}

void test_guarded_close(test_guarded *guarded)
{
    if (guarded->queue)
        clReleaseCommandQueue(guarded->queue);
    pthread_mutex_destroy(&guarded->lock);
}
