/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest of several device-side lengths, found by the device. */
#include "map/shortest.h"
#include "map/aos_step.h"

enum { PLACES = 2 }; /* slots for the smaller of two lengths, used alternately */

/* The length of array k, or NULL if it has none or an earlier array has the same length. */
static const cliv_array *new_length(const cliv_array *arrays, size_t k)
{
    const cliv_array *const own = arrays[k].length;
    for (size_t j = 0; own && j < k; ++j)
        if (arrays[j].length && cliv_is_same_length(arrays[j].length, own))
            return NULL;
    return own;
}

static size_t lengths_of(const cliv_array *arrays, size_t count)
{
    size_t lengths = 0;
    for (size_t k = 0; k < count; ++k)
        lengths += new_length(arrays, k) != NULL;
    return lengths;
}

size_t cliv_split_lengths(const cliv_call *call, const cliv_array *arrays, size_t count, cliv_array *counted,
                          cliv_array *own)
{
    size_t n = SIZE_MAX;
    for (size_t k = 0; k < count; ++k) {
        counted[k] = cliv_resolved(call, arrays[k]);
        own[k] = cliv_counted(counted[k], NULL);
        n = cliv_min_size(n, own[k].count);
    }
    return n;
}

cliv_status cliv_plan_shortest(cliv_call *call, const cliv_array *arrays, size_t count, cliv_shortest *shortest)
{
    cliv_scratch *scratch;
    const size_t lengths = lengths_of(arrays, count);
    *shortest = (cliv_shortest){.found = lengths > 1};
    for (size_t k = 0; lengths == 1 && k < count; ++k)
        if (arrays[k].length)
            shortest->length = *arrays[k].length;
    if (shortest->found) {
        CLIV_PASS(cliv_call_scratch(call, PLACES * sizeof(cl_ulong), false, &scratch));
        shortest->length = cliv_buffer(scratch->mem, &cliv_ulong, lengths % PLACES, 1);
    }
    return CLIV_SUCCESS;
}

cliv_status cliv_find_shortest(cliv_call *call, const cliv_array *arrays, size_t count, const cliv_shortest *shortest)
{
    cliv_array least = CLIV_NONE;
    size_t lengths = 0;
    for (size_t k = 0; shortest->found && k < count; ++k) {
        const cliv_array *const own = new_length(arrays, k);
        if (!own)
            continue;
        const cliv_array both[] = {cliv_named("a", least), cliv_named("b", *own)};
        const cliv_array lesser = cliv_buffer(shortest->length.buffer, &cliv_ulong, ++lengths % PLACES, 1);
        const cliv_copying copying = {
            .indices = cliv_generate(&cliv_ulong, "i", 1),
            .input =
                cliv_generate_from(&cliv_ulong, "min(convert_ulong_sat(a[0]), convert_ulong_sat(b[0]))", 1, both, 2),
            .output = lesser,
            .n = 1};
        if (lengths > 1)
            CLIV_PASS(cliv_enqueue_copy(call, &copying));
        least = lengths > 1 ? lesser : *own;
    }
    return CLIV_SUCCESS;
}
