/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_checks.h
 *  Plain checks for programs of several ranks: a check that fails is told and counted, and the program goes on, as the
 *  other ranks do. */
#ifndef CLIV_TEST_MPI_CHECKS_H
#define CLIV_TEST_MPI_CHECKS_H

#include <clinterval/mpi.h>

#include <stdbool.h>

typedef struct mpi_fixture {
    cliv_context *ctx;
    cl_command_queue queue;
    cliv_world *world;
    int rank, size;
    cliv_array numbers; /* 1000 ints on each rank, descending over all ranks */
    cliv_array words;   /* as many uints */
    cliv_array floats;  /* as many floats */
    cliv_array few;     /* 10 ints: 0, 1, 2 … */
    cliv_array room;    /* 1000 ints to write to */
} mpi_fixture;

enum { MPI_NUMBERS = 1000, MPI_FEW = 10 };

extern mpi_fixture fx;

void mpi_fixture_open(int *argc, char ***argv); /* MPI, a context by cliv_world_context(), a world, arrays */
int mpi_fixture_close(void);                    /* the program's exit code, the same on all ranks */

#define CHECK(condition) mpi_note((condition), #condition, __FILE__, __LINE__)
bool mpi_note(bool good, const char *what, const char *file, int line);

/* On all ranks the status is `wanted`, and the sentence one and the same, with `text` in it. Then the world works. */
#define REFUSED(call, wanted, text) mpi_refused((call), wanted, text, true, #call, __LINE__)
/* The same where there is no world that could work. */
#define FAILED(call, wanted, text) mpi_refused((call), wanted, text, false, #call, __LINE__)
void mpi_refused(cliv_status status, cliv_status wanted, const char *text, bool works, const char *call, int line);

/* A sort of `numbers` is right. */
bool mpi_world_works(cliv_world *, int rank, int size);
bool mpi_all(bool good);

/* Another world for the fixture, as worlds keep memory for later calls: answers how many memory objects there are
 * between them, but for those that contexts keep. Collective. */
long mpi_fixture_renew(void);

#endif
