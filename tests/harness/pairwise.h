/* SPDX-License-Identifier: Apache-2.0 */
/** @file pairwise.h
 * Rows of an operation's configuration: type, converted type, index type, operator, order, variant, source, and
 * whether arrays begin at the start of their buffers. Either rows are drawn from a seed so that every valid pair of
 * values appears in some row, or all valid rows are generated. */
#ifndef CLIV_PAIRWISE_H
#define CLIV_PAIRWISE_H

#include "test.h"

typedef struct pairwise pairwise;

pairwise *pairwise_begin(const test_operation *, uint64_t seed); /* NULL: out of memory */
bool pairwise_next(pairwise *, test_case *);                     /* false: every pair is covered */
bool pairwise_next_of_all(pairwise *, test_case *);              /* false: no row is left */
void pairwise_end(pairwise *);

#endif
