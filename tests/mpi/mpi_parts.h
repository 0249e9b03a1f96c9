/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_parts.h
 * One call of libclinterval_mpi on one case. Every rank makes the whole data of the case (test.h), cuts its own part
 * out of them, and makes the call. Rank 0 runs the single-device operation on the whole, gathers the parts of the
 * result, and compares.
 *
 * All ranks use the same random numbers, so all drawn values are equal on all ranks. */
#ifndef CLIV_TEST_MPI_PARTS_H
#define CLIV_TEST_MPI_PARTS_H

#include "device.h"
#include "test.h"

#include <clinterval/mpi.h>

enum { MPI_MOST_RANKS = 64, MPI_MOST_PARTS = 8, MPI_MOST_CUTS = 8, MPI_MOST_OUTPUTS = 8 };

typedef enum mpi_shape { /* how the data is cut into parts */
                         EVENLY,
                         ONE_EMPTY,
                         ALL_ON_ONE,
                         UNEQUAL, /* one rank has all elements but one on each other rank */
                         AT_RANDOM,
                         MPI_SHAPE_COUNT
} mpi_shape;

typedef struct mpi_part { /* an array in a separate buffer with poison around it, or generated */
    const char *name;
    const test_type *type;
    cliv_array array;  /* the argument of the call */
    cliv_array memory; /* the array in memory, which `array` may read in an expression */
    bool written;      /* the call writes it */
    size_t written_to; /* count of the elements that the call writes */
    unsigned char *image;
    size_t bytes;
} mpi_part;

typedef struct mpi_output {
    const char *name;
    const test_type *type;
    cliv_array array;
    bool made;            /* the call creates the array, and the test releases it */
    bool same;            /* every rank has the whole result */
    const size_t *bounds; /* where parts must begin, and the end of the last part; NULL: anywhere */
    size_t total;         /* elements of the whole result */
    const void *whole;    /* the expected elements, on rank 0 */
} mpi_output;

typedef struct mpi_run {
    cliv_world *world;
    test_device *device;
    int rank, size;
    test_work work;
    bool has_work;
    uint64_t random;
    mpi_shape shape;
    bool wrapped; /* expressions read the inputs from memory */
    size_t bounds[MPI_MOST_CUTS][MPI_MOST_RANKS + 1];
    size_t cuts;
    mpi_part parts[MPI_MOST_PARTS];
    size_t part_count;
    mpi_output outputs[MPI_MOST_OUTPUTS];
    size_t output_count;
    void *host; /* host memory of the operation, freed at the end */
    char message[1500];
} mpi_run;

bool mpi_complain(mpi_run *, const char *format, ...); /* returns false */
bool mpi_agree(bool good);                             /* is it true on all ranks? */
void mpi_wait_for_all(void);                           /* a barrier that does not keep a processor busy */

const size_t *mpi_cut(mpi_run *, size_t total);  /* the starts of parts in the run's shape, and the end */
const size_t *mpi_even(mpi_run *, size_t total); /* the starts of parts as the library divides evenly, and the end */
size_t mpi_count(const mpi_run *, const size_t *bounds);

const test_array *mpi_array(const mpi_run *,
                            const char *name); /* an array of the case; NULL: the case has no array of the name */
/* This rank's part of an array of the case, with `slack` additional elements. */
cliv_array mpi_input(mpi_run *, const char *name, const size_t *bounds, size_t slack);
/* This rank's part of `whole`, which is host memory. */
cliv_array mpi_input_of(mpi_run *, const char *name, const test_type *, const void *whole, const size_t *bounds);
/* The caller's output, of which the call writes `count` elements. */
cliv_array mpi_room(mpi_run *, const char *name, const test_type *, size_t count, size_t slack);
void mpi_is_written(mpi_run *); /* the call writes the last part declared */

/* Declares an expected output. Its whole is an array of the case after the single-device operation; the first `total`
 * elements are compared. */
mpi_output *mpi_expect(mpi_run *, const char *name, size_t total, const size_t *bounds);
mpi_output *mpi_expect_of(mpi_run *, const char *name, const test_type *, const void *whole, size_t total,
                          const size_t *bounds);

/* Checks that outputs are correct, and that inputs and the memory around arrays are unchanged. At least one rank has
 * the message of a failure. Collective. */
bool mpi_check(mpi_run *);
void mpi_forget(mpi_run *); /* releases all memory of the run */

#endif
