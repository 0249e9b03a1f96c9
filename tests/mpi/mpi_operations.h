/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_operations.h
 * The calls of libclinterval_mpi, each with the single-device operation that is its reference. */
#ifndef CLIV_TEST_MPI_OPERATIONS_H
#define CLIV_TEST_MPI_OPERATIONS_H

#include "mpi_parts.h"

typedef struct mpi_operation {
    const char *name;              /* the function's name without "cliv_mpi_" */
    const char *descriptor;        /* the operation's name in test.h, which has the cases, the data and the reference */
    bool (*suits)(test_case *);    /* may change the case to a supported variant; false: the case does not suit */
    cliv_status (*run)(mpi_run *); /* declares parts and expected outputs, makes the call; run->work is ready */
} mpi_operation;

extern const mpi_operation mpi_operations[]; /* a NULL name ends the list */

#endif
