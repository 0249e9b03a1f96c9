/* SPDX-License-Identifier: Apache-2.0 */
/* The index of a sorted haystack, for searches of many needles: cl/search/cliv_key_index.clh. */
#ifndef CLIV_KEY_INDEX_STEP_H
#define CLIV_KEY_INDEX_STEP_H

#include "runtime/call.h"

/* log2 of the key count of a node, for CLIV_NODE_BITS; 0: an index is impossible, or does not pay. */
unsigned cliv_key_index_bits(const cliv_context *, const cliv_array *haystack, size_t needles);
/* The bits of the key count of the lowest level that has fewer than 2^most keys. */
unsigned cliv_key_index_top(unsigned bits, const cliv_array *haystack, unsigned most);
/* Writes the index by the kernel key_index of key_index.cl. */
cliv_status cliv_key_index(cliv_call *, const cliv_build *, const cliv_array *haystack, unsigned bits,
                           cliv_scratch **nodes);

#endif
