/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_checks.h
 * Checks for programs of several ranks. A failed check is reported and counted, and the program continues, because the
 * other ranks continue, too. */
#ifndef CLIV_TEST_MPI_CHECKS_H
#define CLIV_TEST_MPI_CHECKS_H

#include <clinterval/mpi.h>

#include <stdbool.h>

typedef struct mpi_fixture {
    cliv_context *ctx;
    cl_command_queue queue;
    cliv_world *world;
    int rank, size;
    cliv_array numbers;  /* 1000 ints on each rank, descending over all ranks */
    cliv_array words;    /* 1000 uints on each rank */
    cliv_array floats;   /* 1000 floats on each rank */
    cliv_array few;      /* 10 ints: 0, 1, 2 … */
    cliv_array capacity; /* an output of 1000 ints */
} mpi_fixture;

enum { MPI_NUMBERS = 1000, MPI_FEW = 10 };

extern mpi_fixture fx;

void mpi_fixture_open(int *argc,
                      char ***argv); /* initialises MPI, a context by cliv_world_context(), a world, arrays */
int mpi_fixture_close(void);         /* returns the program's exit code, which is equal on all ranks */

#define CHECK(condition) mpi_note((condition), #condition, __FILE__, __LINE__)
bool mpi_note(bool good, const char *what, const char *file, int line);

/* Checks that all ranks have the status `wanted` and the same message, which contains `text`, and that the world still
 * works. */
#define REFUSED(call, wanted, text) mpi_refused((call), wanted, text, true, #call, __LINE__)
/* The same check without a world that could work. */
#define FAILED(call, wanted, text) mpi_refused((call), wanted, text, false, #call, __LINE__)
void mpi_refused(cliv_status status, cliv_status wanted, const char *text, bool works, const char *call, int line);

/* Checks that a sort of `numbers` is correct. */
bool mpi_world_works(cliv_world *, int rank, int size);
bool mpi_all(bool good);

/* Replaces the fixture's world, because worlds keep memory for later calls. Returns the count of memory objects
 * between the two worlds, without those that contexts keep. Collective. */
long mpi_fixture_renew(void);

#endif
