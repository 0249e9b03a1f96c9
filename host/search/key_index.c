/* SPDX-License-Identifier: Apache-2.0 */
/* The index of a sorted haystack. */
#include "search/key_index_step.h"

enum {
    NODE_BYTES = 32,     /* what a GPU reads at a time */
    KEYS_PER_NEEDLE = 16 /* an index pays up to this many keys of the haystack per needle */
};

unsigned cliv_key_index_bits(const cliv_context *ctx, const cliv_array *haystack, size_t needles)
{
    const size_t bytes = haystack->type->size;
    unsigned bits = 2; /* a node is read by vectors of four keys */
    if (!cliv_is_number(haystack->type) || (bytes != 4 && bytes != 8) || haystack->generator || haystack->value ||
        haystack->count < cliv_max_size(ctx->limits.index_from, 1) || haystack->count / KEYS_PER_NEEDLE > needles)
        return 0;
    while (bytes << bits < NODE_BYTES)
        ++bits;
    return bits;
}

unsigned cliv_key_index_top(unsigned bits, const cliv_array *haystack, unsigned most)
{
    const size_t lead = haystack->first & (((size_t)1 << bits) - 1); /* if the buffer is aligned, as usual */
    size_t count = (lead + haystack->count - 1) >> bits;
    unsigned log2 = 0;
    while (count >> most)
        count >>= bits;
    while (count >> log2)
        ++log2;
    return log2;
}

cliv_status cliv_key_index(cliv_call *call, const cliv_build *b, const cliv_array *haystack, unsigned bits,
                           cliv_scratch **nodes)
{
    size_t keys = (size_t)2 << bits; /* the first and the last node of the haystack */
    /* A key more, because the first node may begin before the haystack. */
    for (size_t count = (haystack->count >> bits) + 1; count; count >>= bits)
        keys += ((count >> bits) + 1) << bits;
    CLIV_PASS(cliv_call_scratch(call, keys * haystack->type->size, false, nodes));
    return cliv_launch(call, b, "key_index", cliv_items(keys), false, U64(haystack->count), U64(keys), SCRATCH(*nodes),
                       ALL_ARRAYS);
}
