/* SPDX-License-Identifier: Apache-2.0 */
#include "mpi_scenarios.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 300, FEW = 5, ROOM = 400, BINS = 50, BEST = 20 };

static const cliv_array none = CLIV_NONE_INIT;

/* ---- calls ---- */

/* Each row: the name, the element count of the stage's output array that output[0] represents (0 if the call creates
 * its outputs), and the arguments after the queue. */
/* clang-format off */
#define CALLS(X)                                                                                     \
    X(rebalance,       0, cliv_slice(s->keys, 0, (size_t)s->rank), s->output)                        \
    X(exchange,        0, cliv_generate(&cliv_int, "3 * i", KEYS), exchanged, s->output)             \
    X(sort_keys,       0, s->keys, NULL, s->output)                                                  \
    X(sort_pairs,      0, s->keys, cliv_generate(&cliv_short, "i", KEYS), &cliv_greater, &s->output[0], &s->output[1]) \
    X(merge,           0, s->sorted, s->sorted, NULL, s->output)                                     \
    X(set_keys,        0, CLIV_UNION, s->sorted, cliv_slice(s->sorted, 0, 7), NULL, s->output)       \
    X(join,            0, CLIV_FULL, s->sorted, cliv_slice(s->sorted, 5, 9), NULL, &s->output[0], &s->output[1]) \
    X(reduce,          1, s->keys, s->output[0], NULL)                                               \
    X(scan_inclusive,  KEYS, s->keys, s->output[0], NULL, none)                                      \
    X(histogram,       BINS, s->keys, none, s->output[0])                                            \
    X(top_k,           BEST, s->keys, BEST, s->output[0], none, NULL)                                \
    X(reduce_by_key,   0, s->sorted, s->keys, NULL, NULL, &s->output[0], &s->output[1])              \
    X(group_by,        0, &s->keys, 1, &counting, 1, NULL, &s->output[0], &s->output[1])          \
    X(join_unsorted,   0, CLIV_FULL, &s->keys, &s->sorted, 1, &s->output[0], &s->output[1])          \
    X(unique,          0, s->sorted, NULL, &s->output[0], NULL, &s->output[1])                       \
    X(load_balance,    0, s->few, &s->output[0], &s->output[1])                                      \
    X(interval_expand, 0, s->few, s->keys, s->output)                                                \
    X(interval_gather, 0, cliv_generate(&cliv_int, "100 * i", FEW), s->few, s->keys, s->output)
/* clang-format on */

static const cliv_aggregate counting = {CLIV_NONE_INIT, NULL, CLIV_NONE_INIT};
static const size_t exchanged[] = {10, 0, 70, 3, 3, 3, 3, 3};

#define FUNCTION(name, in_room, ...)                             \
    static cliv_status call_##name(mpi_stage *s)                 \
    {                                                            \
        if ((in_room) > 0)                                       \
            s->output[0] = cliv_slice(s->capacity, 0, in_room);  \
        return cliv_mpi_##name(s->world, s->queue, __VA_ARGS__); \
    }
CALLS(FUNCTION)

static cliv_status call_world(mpi_stage *s)
{
    const cliv_world_options options = {.chunk = 4096};
    cliv_world *made = NULL;
    const cliv_status status = cliv_world_create(MPI_COMM_WORLD, s->ctx, &options, &made);
    cliv_world_destroy(made);
    return status;
}

static cliv_status call_place(mpi_stage *s)
{
    cl_ulong first, total;
    return cliv_mpi_place(s->world, (size_t)s->rank, &first, &total);
}

/* The last rank has an invalid argument. Its message must reach the other ranks complete. */
static cliv_status call_refusal(mpi_stage *s)
{
    cliv_array output = CLIV_NONE;
    return cliv_mpi_sort_keys(s->world, s->queue, s->rank == s->size - 1 ? none : s->keys, NULL, &output);
}

#define SCENARIO(name, in_room, ...) {#name, call_##name, (in_room) > 0},
const mpi_scenario mpi_scenarios[] = {{"world", call_world, false},
                                      {"place", call_place, false},
                                      CALLS(SCENARIO){"refusal", call_refusal, false},
                                      {NULL, NULL, false}};

const mpi_scenario *mpi_scenario_find(const char *name)
{
    const mpi_scenario *s = mpi_scenarios;
    while (s->name && strcmp(s->name, name) != 0)
        ++s;
    return s->name ? s : NULL;
}

/* ---- the stage ---- */

bool mpi_stage_open(mpi_stage *s, MPI_Comm comm)
{
    cl_int keys[KEYS], sorted[KEYS], few[FEW];
    MPI_Comm_rank(comm, &s->rank);
    MPI_Comm_size(comm, &s->size);
    for (int k = 0; k < KEYS; ++k) {
        keys[k] = (k * 7919 + s->rank * 31) % 101;
        sorted[k] = s->rank * KEYS / 3 + k / 3;
    }
    for (int k = 0; k < FEW; ++k)
        few[k] = k;
    if (cliv_world_context(comm, NULL, &s->ctx) || cliv_array_create(s->ctx, &cliv_int, KEYS, keys, &s->keys) ||
        cliv_array_create(s->ctx, &cliv_int, KEYS, sorted, &s->sorted) ||
        cliv_array_create(s->ctx, &cliv_int, FEW, few, &s->few) ||
        cliv_array_create(s->ctx, &cliv_int, ROOM, NULL, &s->capacity) ||
        cliv_world_create(comm, s->ctx, NULL, &s->world)) {
        printf("rank %d: %s\n", s->rank, cliv_last_error());
        return false;
    }
    s->queue = cliv_context_queue(s->ctx);
    return true;
}

void mpi_stage_close(mpi_stage *s)
{
    cliv_array *const arrays[] = {&s->keys, &s->sorted, &s->few, &s->capacity};
    cliv_world_destroy(s->world);
    for (unsigned k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        cliv_array_release(arrays[k]);
    clFinish(s->queue);
    cliv_context_destroy(s->ctx);
}

static bool is_first(mpi_stage *s, unsigned k, const unsigned char *bytes)
{
    const size_t count = s->output[k].count, size = count * s->output[k].type->size;
    if (s->has_first)
        return count == s->first_count[k] && memcmp(bytes, s->first[k], size) == 0;
    s->first[k] = malloc(size + 1);
    if (s->first[k])
        memcpy(s->first[k], bytes, size);
    s->first_count[k] = count;
    return s->first[k] != NULL;
}

bool mpi_stage_right(mpi_stage *s, const mpi_scenario *scenario)
{
    bool good = true;
    for (unsigned k = 0; k < MPI_STAGE_OUTPUTS; ++k) {
        if (!s->output[k].type)
            continue;
        unsigned char *const bytes = malloc(s->output[k].count * s->output[k].type->size + 1);
        const bool is_read = bytes && cliv_array_read(s->queue, s->output[k], bytes) == CLIV_SUCCESS;
        if (!is_read || !is_first(s, k, bytes)) {
            printf("rank %d: %s: output %u is not that of the first call\n", s->rank, scenario->name, k);
            good = false;
        }
        free(bytes);
    }
    s->has_first = true;
    return good;
}

void mpi_stage_clear(mpi_stage *s, const mpi_scenario *scenario)
{
    for (unsigned k = 0; k < MPI_STAGE_OUTPUTS; ++k) {
        if (!scenario->writes_room)
            cliv_array_release(&s->output[k]);
        s->output[k] = none;
    }
}
