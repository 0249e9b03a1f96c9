/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_scenarios.h
 * Short calls over several ranks for the tests of failures. The data is small, and the result is compared with the
 * result of an earlier call. */
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
    cliv_array keys, sorted, few, capacity;  /* ints in memory: unordered; sorted over all ranks; 0 … 4; an output */
    cliv_array output[MPI_STAGE_OUTPUTS];    /* of the last call; mpi_stage_clear() releases created ones */
    unsigned char *first[MPI_STAGE_OUTPUTS]; /* results of the first call */
    size_t first_count[MPI_STAGE_OUTPUTS];
    bool has_first;
} mpi_stage;

typedef struct mpi_scenario {
    const char *name;
    cliv_status (*call)(mpi_stage *); /* sets the entries of `output` that the call creates */
    bool writes_room;                 /* output[0] is the stage's array `capacity` */
} mpi_scenario;

extern const mpi_scenario mpi_scenarios[]; /* a NULL name ends the list */
const mpi_scenario *mpi_scenario_find(const char *name);

bool mpi_stage_open(mpi_stage *,
                    MPI_Comm); /* creates a context, arrays, and a world unless there is one; prints a failure */
void mpi_stage_close(mpi_stage *);
/* Is the result equal to the result of the first call? The first result is stored. */
bool mpi_stage_right(mpi_stage *, const mpi_scenario *);
void mpi_stage_clear(mpi_stage *, const mpi_scenario *);

#endif
