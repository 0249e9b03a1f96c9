/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest length of several counted arrays, for operations that take one length. */
#ifndef CLIV_SHORTEST_H
#define CLIV_SHORTEST_H

#include "runtime/call.h"

/* The smallest length of the arrays, or CLIV_NONE if no array is counted. It is the length of an array, or a number in
 * scratch memory, which cliv_find_shortest() computes (`found`). The lengths must be validated. */
typedef struct cliv_shortest {
    cliv_array length;
    bool found;
} cliv_shortest;
/* Writes the validated arrays with resolved lengths to `counted`, and without lengths to `own`. Returns the smallest
 * count. */
size_t cliv_split_lengths(const cliv_call *, const cliv_array *arrays, size_t count, cliv_array *counted,
                          cliv_array *own);
cliv_status cliv_plan_shortest(cliv_call *, const cliv_array *arrays, size_t count, cliv_shortest *);
/* Enqueues the launches for this, if any. The caller first compiles all programs that can fail. */
cliv_status cliv_find_shortest(cliv_call *, const cliv_array *arrays, size_t count, const cliv_shortest *);

#endif
