/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction as a step of other operations. */
#ifndef CLIV_COMPACT_STEP_H
#define CLIV_COMPACT_STEP_H

#include "runtime/call.h"
#include "scan/count_fill.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_compacting {
    cliv_array input;
    const char *keep, *source;
    const cliv_array *arrays;
    size_t array_count;
    cliv_array output, blanks; /* blanks: CLIV_NONE, or gets -1 wherever the output is written */
    const char *name;          /* of the expression; NULL: "keep" */
    bool partitions;           /* what is not kept goes behind what is */
    cliv_count_fill results;
} cliv_compacting;
/* Are elements held while they wait for their position in the output? Numbers are, and are read only once. Structures
 * are not, since generated ones would lose parts: PoCL 3.1 shifts those of 3 bytes, llvmpipe drops those with
 * padding. */
bool cliv_is_held(const cliv_type *);
/* Bytes of local memory that ranks and look-back take, as cliv_tiles asks for them. */
size_t cliv_rank_bytes(const cliv_build *, size_t local_item);
cliv_status cliv_run_compact(cliv_call *, cliv_compacting *);

#endif
