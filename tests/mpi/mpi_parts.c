/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "mpi_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POISON = 0xA5, GUARD = 64 };

bool mpi_complain(mpi_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!run->message[0])
        vsnprintf(run->message, sizeof run->message, format, arguments);
    va_end(arguments);
    return false;
}

/* Waits with MPI_Test and pauses, because MPI's own waits keep a processor busy that other ranks need. */
static void wait_quietly(MPI_Request *request)
{
    const struct timespec pause = {0, 500000};
    int done = 0;
    while (MPI_Test(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
        nanosleep(&pause, NULL);
}

bool mpi_agree(bool good)
{
    int mine = good, all = 0;
    MPI_Request request;
    MPI_Iallreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
    wait_quietly(&request);
    return all;
}

void mpi_wait_for_all(void)
{
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    wait_quietly(&request);
}

/* ---- cuts ---- */

static size_t *new_bounds(mpi_run *run)
{
    if (run->cuts == MPI_MOST_CUTS) {
        fprintf(stderr, "more than %d cuts\n", MPI_MOST_CUTS);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return run->bounds[run->cuts++];
}

const size_t *mpi_even(mpi_run *run, size_t total)
{
    size_t *const bounds = new_bounds(run), p = (size_t)run->size;
    for (size_t r = 0; r <= p; ++r)
        bounds[r] = total / p * r + total % p * r / p;
    return bounds;
}

static int ascending(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

const size_t *mpi_cut(mpi_run *run, size_t total)
{
    const size_t p = (size_t)run->size, one = (size_t)test_random_below(&run->random, p);
    size_t *const bounds = new_bounds(run);
    bounds[0] = 0;
    bounds[p] = total;
    for (size_t r = 0; r < p; ++r) {
        const size_t others = p > 1 ? p - 1 : 1, before = r - (r > one);
        switch (run->shape) {
        case ALL_ON_ONE:
            bounds[r] = r > one ? total : 0;
            break;
        case ONE_EMPTY:
            bounds[r] = total / others * before + total % others * before / others;
            break;
        case UNEQUAL:
            bounds[r] = r > one ? (total > p - r ? total - (p - r) : 0) : r < total ? r : total;
            break;
        case AT_RANDOM:
            bounds[r] = r ? (size_t)test_random_below(&run->random, total + 1) : 0;
            break;
        default:
            bounds[r] = total / p * r + total % p * r / p;
        }
    }
    if (run->shape == AT_RANDOM)
        qsort(bounds, p, sizeof *bounds, ascending);
    for (size_t r = 1; r <= p; ++r) /* repairs descending bounds if there are few elements */
        bounds[r] = bounds[r] < bounds[r - 1] ? bounds[r - 1] : bounds[r];
    return bounds;
}

size_t mpi_count(const mpi_run *run, const size_t *bounds) { return bounds[run->rank + 1] - bounds[run->rank]; }

/* ---- parts ---- */

const test_array *mpi_array(const mpi_run *run, const char *name)
{
    for (size_t k = 0; k < run->work.array_count; ++k)
        if (strcmp(run->work.arrays[k].name, name) == 0)
            return &run->work.arrays[k];
    return NULL;
}

static mpi_part *new_part(mpi_run *run, const char *name, const test_type *type)
{
    if (run->part_count == MPI_MOST_PARTS) {
        fprintf(stderr, "more than %d parts\n", MPI_MOST_PARTS);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    mpi_part *const part = &run->parts[run->part_count++];
    *part = (mpi_part){.name = name, .type = type};
    return part;
}

/* `elements` are NULL for an output. The write is asynchronous: the call must wait for it on the queue. */
static void fill_part(mpi_run *run, mpi_part *part, const unsigned char *elements, size_t count, size_t slack)
{
    const size_t size = part->type->type->size, first = run->work.c.first ? run->work.c.first + run->part_count : 0;
    cl_int error = CL_OUT_OF_HOST_MEMORY;
    part->bytes = ((first + count + slack) * size + GUARD + 3) / 4 * 4;
    part->image = malloc(part->bytes);
    cl_mem memory = NULL;
    if (part->image) {
        memset(part->image, POISON, part->bytes);
        if (elements)
            memcpy(part->image + first * size, elements, count * size);
        memory = clCreateBuffer(cliv_context_cl(run->device->ctx), CL_MEM_READ_WRITE, part->bytes, NULL, &error);
    }
    if (error == CL_SUCCESS)
        error =
            clEnqueueWriteBuffer(run->device->in_order, memory, CL_FALSE, 0, part->bytes, part->image, 0, NULL, NULL);
    if (error != CL_SUCCESS)
        mpi_complain(run, "%zu bytes for %s: %s", part->bytes, part->name, cliv_status_string(error));
    part->memory = cliv_buffer(memory, part->type->type, first, count + slack);
    part->array = part->memory;
    if (elements && run->wrapped)
        part->array = cliv_generate_from(part->type->type, "a0[i]", count + slack, &part->memory, 1);
}

cliv_array mpi_input_of(mpi_run *run, const char *name, const test_type *type, const void *whole, const size_t *bounds)
{
    mpi_part *const part = new_part(run, name, type);
    fill_part(run, part, (const unsigned char *)whole + bounds[run->rank] * type->type->size, mpi_count(run, bounds),
              0);
    return part->array;
}

cliv_array mpi_input(mpi_run *run, const char *name, const size_t *bounds, size_t slack)
{
    const test_array *const a = mpi_array(run, name);
    if (!a) {
        mpi_complain(run, "the case has no array %s", name);
        return CLIV_NONE;
    }
    const size_t begin = bounds[run->rank], count = mpi_count(run, bounds), size = a->type->type->size;
    mpi_part *const part = new_part(run, name, a->type);
    if (a->array.generator)
        part->array = cliv_slice(a->array, begin, count);
    else
        fill_part(run, part, test_contents(a) + (a->array.first + begin) * size, count, slack);
    return part->array;
}

cliv_array mpi_room(mpi_run *run, const char *name, const test_type *type, size_t count, size_t slack)
{
    mpi_part *const part = new_part(run, name, type);
    fill_part(run, part, NULL, count, slack);
    part->written = true;
    part->written_to = count;
    return part->array;
}

void mpi_is_written(mpi_run *run)
{
    mpi_part *const part = &run->parts[run->part_count - 1];
    part->written = true;
    part->written_to = part->memory.count;
}

mpi_output *mpi_expect_of(mpi_run *run, const char *name, const test_type *type, const void *whole, size_t total,
                          const size_t *bounds)
{
    mpi_output *const output = &run->outputs[run->output_count++];
    *output = (mpi_output){.name = name, .type = type, .made = true, .bounds = bounds, .total = total, .whole = whole};
    return output;
}

mpi_output *mpi_expect(mpi_run *run, const char *name, size_t total, const size_t *bounds)
{
    const test_array *const a = mpi_array(run, name);
    if (!a)
        mpi_complain(run, "the case has no array %s", name);
    return mpi_expect_of(run, name, a ? a->type : &test_int, a ? test_elements(a) : NULL, a ? total : 0, bounds);
}

/* ---- checks of results ---- */

/* Checks that an input, or the memory around an output, is unchanged. */
static bool check_part(mpi_run *run, const mpi_part *part)
{
    if (!part->image)
        return true;
    const size_t size = part->type->type->size, begin = part->memory.first * size;
    const size_t end = begin + (part->written ? part->written_to : part->memory.count) * size;
    unsigned char *const found = malloc(part->bytes);
    const cl_int error = found ? clEnqueueReadBuffer(run->device->in_order, part->memory.buffer, CL_TRUE, 0,
                                                     part->bytes, found, 0, NULL, NULL)
                               : CL_OUT_OF_HOST_MEMORY;
    bool good = error == CL_SUCCESS || mpi_complain(run, "reading %s: %s", part->name, cliv_status_string(error));
    for (size_t k = 0; good && k < part->bytes; ++k)
        if (found[k] != part->image[k] && !(part->written && k >= begin && k < end))
            good = mpi_complain(run, "%s: byte %zu of its buffer was written; the array is bytes %zu to %zu%s",
                                part->name, k, begin, end, part->written ? "" : " and only read");
    free(found);
    return good;
}

static void print_bytes(const unsigned char *bytes, size_t size, char *text, size_t capacity)
{
    size_t length = 0;
    for (size_t k = size; k-- > 0 && length + 3 < capacity;)
        length += (size_t)snprintf(text + length, capacity - length, "%02x", bytes[k]);
}

static bool compare(mpi_run *run, const mpi_output *o, const unsigned char *found, size_t count, int rank)
{
    const size_t size = o->type->type->size;
    char is[200], should_be[200];
    if (count != o->total)
        return mpi_complain(run, "%s: %zu elements, should be %zu", o->name, count, o->total);
    for (size_t k = 0; k < count; ++k) {
        const unsigned char *const wanted = (const unsigned char *)o->whole + k * size;
        if (memcmp(found + k * size, wanted, o->type->significant) == 0)
            continue;
        print_bytes(found + k * size, o->type->significant, is, sizeof is);
        print_bytes(wanted, o->type->significant, should_be, sizeof should_be);
        return mpi_complain(run, "%s[%zu] of %zu is 0x%s, should be 0x%s (%s %d)", o->name, k, count, is, should_be,
                            o->same ? "on rank" : "gathered by rank", rank);
    }
    return true;
}

static bool looks_right(mpi_run *run, const mpi_output *o)
{
    const cliv_array *const a = &o->array;
    if (!a->type || strcmp(a->type->name, o->type->type->name) != 0 || a->type->size != o->type->type->size)
        return mpi_complain(run, "%s: its type is %s, should be %s", o->name, a->type ? a->type->name : "missing",
                            o->type->type->name);
    if (a->generator || a->length || a->value || (a->count && !a->buffer))
        return mpi_complain(run, "%s: it is no plain array in memory", o->name);
    if (o->bounds && a->count != mpi_count(run, o->bounds))
        return mpi_complain(run, "%s: this rank's part has %zu elements, should have %zu", o->name, a->count,
                            mpi_count(run, o->bounds));
    return true;
}

/* Collective: a rank calls it after a complaint, too. */
static bool check_output(mpi_run *run, mpi_output *o)
{
    const size_t size = o->type->type->size, capacity = (o->array.count + 1) * size;
    const bool good = looks_right(run, o);
    unsigned char *const part = calloc(1, capacity), *whole = NULL;
    if (!mpi_agree(good && part)) {
        free(part);
        return good;
    }
    bool right = cliv_array_read(run->device->in_order, o->array, part) == CLIV_SUCCESS ||
                 mpi_complain(run, "reading %s: %s", o->name, cliv_last_error());
    int bytes = (int)(o->array.count * size), counts[MPI_MOST_RANKS], places[MPI_MOST_RANKS];
    size_t sum = 0;
    MPI_Gather(&bytes, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (run->rank == 0) {
        for (int r = 0; r < run->size; sum += (size_t)counts[r++])
            places[r] = (int)sum;
        whole = malloc(sum + 1);
        if (!whole)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Gatherv(part, bytes, MPI_BYTE, whole, counts, places, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (run->rank == 0 && o->same)
        for (int r = 0; r < run->size; ++r)
            right = right && compare(run, o, whole + places[r], (size_t)counts[r] / size, r);
    else if (run->rank == 0)
        right = right && compare(run, o, whole, sum / size, 0);
    free(whole);
    free(part);
    return right;
}

bool mpi_check(mpi_run *run)
{
    bool good = true;
    for (size_t k = 0; k < run->output_count; ++k)
        good = check_output(run, &run->outputs[k]) && good;
    for (size_t k = 0; k < run->part_count; ++k)
        good = check_part(run, &run->parts[k]) && good;
    return good;
}

void mpi_forget(mpi_run *run)
{
    for (size_t k = 0; k < run->output_count; ++k)
        if (run->outputs[k].made)
            cliv_array_release(&run->outputs[k].array);
    clFinish(run->device->in_order);
    for (size_t k = 0; k < run->part_count; ++k) {
        if (run->parts[k].memory.buffer)
            clReleaseMemObject(run->parts[k].memory.buffer);
        free(run->parts[k].image);
    }
    free(run->host);
    if (run->has_work)
        test_work_destroy(&run->work);
    run->host = NULL;
    run->has_work = false;
    run->part_count = run->output_count = run->cuts = 0;
}
