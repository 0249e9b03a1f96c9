/* SPDX-License-Identifier: Apache-2.0 */
/** @file pairwise.h
 *  Rows of an operation's configuration (type, converted type, index type, operator, order, variant, source, whether
 * arrays begin where their buffers do) such that every pair of values that goes together appears in some row, drawn
 * from a seed; or all rows there are. */
#ifndef CLIV_PAIRWISE_H
#define CLIV_PAIRWISE_H

#include "test.h"

typedef struct pairwise pairwise;

pairwise *pairwise_begin(const test_operation *, uint64_t seed); /* NULL: out of memory */
bool pairwise_next(pairwise *, test_case *);                     /* false: all pairs are covered */
bool pairwise_next_of_all(pairwise *, test_case *);              /* false: that was the last row */
void pairwise_end(pairwise *);

#endif
