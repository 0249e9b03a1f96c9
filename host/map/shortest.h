/* SPDX-License-Identifier: Apache-2.0 */
/* Of arrays that go together the shortest counts: operations that ask for one length get that of all. */
#ifndef CLIV_SHORTEST_H
#define CLIV_SHORTEST_H

#include "runtime/call.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

/* The length of the arrays, or CLIV_NONE where none of them is counted: one of theirs, or a number in scratch memory,
 * which is `found` by cliv_find_shortest(). Their lengths have been validated. */
typedef struct cliv_shortest {
    cliv_array length;
    bool found;
} cliv_shortest;
cliv_status cliv_plan_shortest(cliv_call *, const cliv_array *arrays, size_t count, cliv_shortest *);
/* The launches that this takes, if any: not before all is compiled that may be refused. */
cliv_status cliv_find_shortest(cliv_call *, const cliv_array *arrays, size_t count, const cliv_shortest *);

#endif
