/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_operations.h
 *  The calls of libclinterval_mpi, each with the single-device operation that it is compared with. */
#ifndef CLIV_TEST_MPI_OPERATIONS_H
#define CLIV_TEST_MPI_OPERATIONS_H

#include "mpi_parts.h"

typedef struct mpi_operation {
    const char *name;              /* without "cliv_mpi_" */
    const char *descriptor;        /* the operation's name in test.h: its cases, its data, its reference */
    bool (*suits)(test_case *);    /* may change what the call knows one way only; false: the row is not for it */
    cliv_status (*run)(mpi_run *); /* parts, the call, what it has to answer; run->work is there */
} mpi_operation;

extern const mpi_operation mpi_operations[]; /* a NULL name ends the list */

#endif
