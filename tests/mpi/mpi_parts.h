/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_parts.h
 *  One call of libclinterval_mpi on one case: every rank makes the whole data of the case (test.h), cuts its part out
 *  of them, calls, and the parts of the result are gathered where the single-device operation has run on the whole.
 *
 *  All ranks draw the same numbers: what is drawn here is the same on all of them. */
#ifndef CLIV_TEST_MPI_PARTS_H
#define CLIV_TEST_MPI_PARTS_H

#include "device.h"
#include "test.h"

#include <clinterval/mpi.h>

enum { MPI_MOST_RANKS = 64, MPI_MOST_PARTS = 8, MPI_MOST_CUTS = 8, MPI_MOST_OUTPUTS = 4 };

typedef enum mpi_shape { /* of the parts */
                         EVENLY,
                         ONE_EMPTY,
                         ALL_ON_ONE,
                         UNEQUAL, /* all but one element each on one rank */
                         AT_RANDOM,
                         MPI_SHAPE_COUNT
} mpi_shape;

typedef struct mpi_part { /* in a buffer of its own with poison around, or generated */
    const char *name;
    const test_type *type;
    cliv_array array;  /* what the call is given */
    cliv_array memory; /* the same, where `array` is an expression that reads it */
    bool written;      /* by the call, */
    size_t written_to; /* the first so many elements */
    unsigned char *image;
    size_t bytes;
} mpi_part;

typedef struct mpi_output {
    const char *name;
    const test_type *type;
    cliv_array array;
    bool made;            /* by the call: to be released */
    bool same;            /* the whole on every rank */
    const size_t *bounds; /* where parts have to begin, and the end of the last; NULL: anywhere */
    size_t total;         /* elements of the whole */
    const void *whole;    /* the elements, on rank 0 */
} mpi_output;

typedef struct mpi_run {
    cliv_world *world;
    test_device *device;
    int rank, size;
    test_work work;
    bool has_work;
    uint64_t random;
    mpi_shape shape;
    bool wrapped; /* inputs in memory are read by expressions */
    size_t bounds[MPI_MOST_CUTS][MPI_MOST_RANKS + 1];
    size_t cuts;
    mpi_part parts[MPI_MOST_PARTS];
    size_t part_count;
    mpi_output outputs[MPI_MOST_OUTPUTS];
    size_t output_count;
    void *host; /* of the operation's own, freed at the end */
    char message[1500];
} mpi_run;

bool mpi_complain(mpi_run *, const char *format, ...); /* false */
bool mpi_agree(bool good);                             /* on all ranks */
void mpi_wait_for_all(void);                           /* a barrier that leaves the processor to others */

const size_t *mpi_cut(mpi_run *, size_t total);  /* where parts of the run's shape begin, and the end */
const size_t *mpi_even(mpi_run *, size_t total); /* as the library divides evenly */
size_t mpi_count(const mpi_run *, const size_t *bounds);

const test_array *mpi_array(const mpi_run *, const char *name); /* of the case; NULL: it has none of that name */
/* This rank's part of an array of the case, and `slack` elements more. */
cliv_array mpi_input(mpi_run *, const char *name, const size_t *bounds, size_t slack);
/* The same of `whole`, on the host. */
cliv_array mpi_input_of(mpi_run *, const char *name, const test_type *, const void *whole, const size_t *bounds);
/* For an output of the caller's, of which `count` elements are to be written. */
cliv_array mpi_room(mpi_run *, const char *name, const test_type *, size_t count, size_t slack);
void mpi_is_written(mpi_run *); /* the part last made, by the call */

/* What the call has to answer. The whole is an array of the case, after the single-device operation, of which the
 * first `total` elements count. */
mpi_output *mpi_expect(mpi_run *, const char *name, size_t total, const size_t *bounds);
mpi_output *mpi_expect_of(mpi_run *, const char *name, const test_type *, const void *whole, size_t total,
                          const size_t *bounds);

/* Collective: outputs are right, inputs and what lies around are as they were. The message is of one rank at least. */
bool mpi_check(mpi_run *);
void mpi_forget(mpi_run *); /* releases all */

#endif
