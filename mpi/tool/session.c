/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Functions for generated data. tool_mix() is a permutation of 64-bit numbers that looks random; its constants come
 * from the generator splitmix64. tool_edge() returns edge i / 2 of a graph of 2^scale vertices, as in Graph500's
 * generator: each bit of both ends selects one of four quarters, with probabilities .57, .19, .19, .05. Edges go both
 * ways. Vertices are renumbered by a permutation, so that vertices with many edges are not adjacent. tool_has()
 * searches a number in a sorted array. */
static const char source[] = "ulong tool_mix(ulong x)\n"
                             "{\n"
                             "    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9UL;\n"
                             "    x = (x ^ x >> 27) * 0x94D049BB133111EBUL;\n"
                             "    return x ^ x >> 31;\n"
                             "}\n"
                             "uint tool_renumber(uint v, uint scale)\n"
                             "{\n"
                             "    const uint mask = (1u << scale) - 1;\n"
                             "    v = (v * 0x9E3779B1u + 0x7F4A7C15u) & mask;\n"
                             "    v ^= v >> (scale + 1) / 2;\n"
                             "    return v * 0x85EBCA77u & mask;\n"
                             "}\n"
                             "ulong tool_edge(ulong i, uint scale)\n"
                             "{\n"
                             "    uint from = 0, to = 0;\n"
                             "    for (uint bit = 0; bit < scale; ++bit) {\n"
                             "        const uint x = (uint)(tool_mix((i / 2 + 1) * 64 + bit) >> 32);\n"
                             "        const uint row = x >= 3264175145u;\n"
                             "        from = from << 1 | row;\n"
                             "        to = to << 1 | (row ? x >= 4080218931u : x >= 2448131359u);\n"
                             "    }\n"
                             "    from = tool_renumber(from, scale);\n"
                             "    to = tool_renumber(to, scale);\n"
                             "    return i % 2 ? (ulong)to << 32 | from : (ulong)from << 32 | to;\n"
                             "}\n"
                             "bool tool_has(__global const uint *ascending, uint first, uint last, uint wanted)\n"
                             "{\n"
                             "    while (first < last) {\n"
                             "        const uint middle = first + (last - first) / 2;\n"
                             "        if (ascending[middle] < wanted)\n"
                             "            first = middle + 1;\n"
                             "        else if (ascending[middle] > wanted)\n"
                             "            last = middle;\n"
                             "        else\n"
                             "            return true;\n"
                             "    }\n"
                             "    return false;\n"
                             "}\n";

static void finish(int code)
{
    MPI_Finalize();
    exit(code);
}

void session_agreed(const session *s, const char *what, cliv_status status)
{
    if (status == CLIV_SUCCESS)
        return;
    if (s->rank == 0)
        app_failed(what, status);
    finish(APP_FAILED);
}

void session_own(const char *what, cliv_status status)
{
    if (status == CLIV_SUCCESS)
        return;
    app_failed(what, status);
    MPI_Abort(MPI_COMM_WORLD, APP_FAILED);
}

void session_create(session *s, size_t memory)
{
    const cliv_world_options options = {.memory = memory};
    *s = (session){0};
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->size);
    session_agreed(s, "cliv_world_context", cliv_world_context(MPI_COMM_WORLD, NULL, &s->ctx));
    session_agreed(s, "cliv_world_create", cliv_world_create(MPI_COMM_WORLD, s->ctx, &options, &s->world));
    if (!(s->queue = cliv_context_queue(s->ctx)))
        session_own("cliv_context_queue", CLIV_OUT_OF_MEMORY);
    printf("%d rank%s; rank 0's ", s->size, s->size == 1 ? "" : "s");
    if (app_print_device(s->ctx) != APP_OK)
        MPI_Abort(MPI_COMM_WORLD, APP_FAILED);
}

void session_destroy(session *s)
{
    cliv_world_destroy(s->world);
    cliv_context_destroy(s->ctx);
    *s = (session){0};
}

cliv_array session_array(const session *s, const cliv_type *type, size_t count)
{
    cliv_array array = CLIV_NONE;
    session_own("cliv_array_create", cliv_array_create(s->ctx, type, count > 0 ? count : 1, NULL, &array));
    array.count = count;
    return array;
}

cliv_array session_copy(const session *s, cliv_array from)
{
    const cliv_array array = session_array(s, from.type, from.count);
    if (from.count > 0)
        session_own("cliv_copy", cliv_copy(s->ctx, s->queue, from, array, 0, NULL, NULL));
    return array;
}

cliv_array session_sequence(const cliv_type *type, const char *expression, cl_ulong first, size_t count,
                            const cliv_array *arrays, size_t array_count)
{
    if (count == 0) /* arrays that the expression reads may have no memory */
        return cliv_generate(type, "0", 0);
    return cliv_slice(
        cliv_with_source(cliv_generate_from(type, expression, (size_t)first + count, arrays, array_count), source),
        (size_t)first, count);
}

cl_ulong session_sum(const session *s, const char *expression, cl_ulong first, size_t count, const cliv_array *arrays,
                     size_t array_count)
{
    cliv_array sum = session_array(s, &cliv_ulong, 1);
    cl_ulong value = 0;
    session_agreed(s, "cliv_mpi_reduce",
                   cliv_mpi_reduce(s->world, s->queue,
                                   session_sequence(&cliv_ulong, expression, first, count, arrays, array_count), sum,
                                   &cliv_add));
    session_own("cliv_array_read", cliv_array_read(s->queue, sum, &value));
    cliv_array_release(&sum);
    return value;
}

void session_rest(void)
{
    const struct timespec moment = {.tv_nsec = 200000};
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int all_are_here = 0;;) {
        MPI_Test(&request, &all_are_here, MPI_STATUS_IGNORE);
        if (all_are_here)
            return;
        nanosleep(&moment, NULL);
    }
}

cl_ulong session_share(const session *s, cl_ulong total, size_t *count)
{
    const cl_ulong size = (cl_ulong)s->size, rank = (cl_ulong)s->rank, each = total / size, more = total % size;
    *count = (size_t)(each + (rank < more));
    return rank * each + (rank < more ? rank : more);
}

cl_ulong session_default_part(void)
{
    cl_device_type type = CL_DEVICE_TYPE_CPU;
    cl_device_id device;
    size_t count;
    /* session_create() reports the failure. */
    if (cliv_context_devices(NULL, &device, 1, &count) == CLIV_SUCCESS)
        clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    cl_ulong part = (cl_ulong)1 << (type & CL_DEVICE_TYPE_CPU ? 20 : 26);
    MPI_Bcast(&part, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return part;
}
