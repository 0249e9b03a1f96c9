/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_scenarios.h
 *  Short calls over several ranks for tests in which something fails: small data, and a result that can be compared
 *  with the one of a call before. */
#ifndef CLIV_TEST_MPI_SCENARIOS_H
#define CLIV_TEST_MPI_SCENARIOS_H

#include <clinterval/mpi.h>

#include <stdbool.h>

enum { MPI_STAGE_OUTPUTS = 2 };

typedef struct mpi_stage {
    cliv_context *ctx;
    cl_command_queue queue;
    cliv_world *world;
    int rank, size;
    cliv_array keys, sorted, few, room; /* ints, in memory: in no order, in order over all ranks, 0 … 4, to write to */
    cliv_array output[MPI_STAGE_OUTPUTS]; /* of the last call; those that it made are released by mpi_stage_clear() */
    unsigned char *first[MPI_STAGE_OUTPUTS]; /* what the first call gave */
    size_t first_count[MPI_STAGE_OUTPUTS];
    bool has_first;
} mpi_stage;

typedef struct mpi_scenario {
    const char *name;
    cliv_status (*call)(mpi_stage *); /* fills output, those that it makes */
    bool writes_room;                 /* output[0] is the stage's room */
} mpi_scenario;

extern const mpi_scenario mpi_scenarios[]; /* a NULL name ends the list */
const mpi_scenario *mpi_scenario_find(const char *name);

bool mpi_stage_open(mpi_stage *, MPI_Comm); /* a context, arrays, and a world if there is none; tells what failed */
void mpi_stage_close(mpi_stage *);
/* Is the result of the call that of the first call? That one is kept. */
bool mpi_stage_right(mpi_stage *, const mpi_scenario *);
void mpi_stage_clear(mpi_stage *, const mpi_scenario *);

#endif
