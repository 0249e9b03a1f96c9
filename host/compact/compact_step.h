/* SPDX-License-Identifier: Apache-2.0 */
/* Compaction as a step of other operations. */
#ifndef CLIV_COMPACT_STEP_H
#define CLIV_COMPACT_STEP_H

#include "runtime/call.h"
#include "scan/count_fill.h"

typedef struct cliv_compacting {
    cliv_array input;
    const char *keep, *source;
    const cliv_array *arrays;
    size_t array_count;
    cliv_array output, blanks; /* blanks: CLIV_NONE, or gets -1 at each index written in the output */
    const char *name;          /* the name of the expression; NULL: "keep" */
    bool partitions;           /* elements that are not kept follow the kept elements */
    cliv_count_fill results;
} cliv_compacting;
/* Are elements held until the output offset is available? Numbers are, and are read only once. Structures are not,
 * because generated structures would lose parts: PoCL 3.1 shifts structures of 3 bytes, llvmpipe drops structures with
 * padding. */
bool cliv_is_held(const cliv_type *);
/* The bytes of local memory for ranks and look-back, with the signature that cliv_tiles requires. */
size_t cliv_rank_bytes(const cliv_build *, size_t local_item);
cliv_status cliv_run_compact(cliv_call *, cliv_compacting *);

#endif
