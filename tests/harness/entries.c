/* SPDX-License-Identifier: Apache-2.0 */
/* The serial sort of the references. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 6, BITS = 11, RADIX = 1 << BITS, FEW = 64 };

/* An insertion sort: for small inputs, counting digits would take most of the time of a counting sort. */
static void sort_few(test_entry *entries, size_t count)
{
    for (size_t i = 1; i < count; ++i) {
        const test_entry entry = entries[i];
        size_t k = i;
        for (; k > 0 && entries[k - 1].code > entry.code; --k)
            entries[k] = entries[k - 1];
        entries[k] = entry;
    }
}

/* Sorts by digits, the lowest first. A digit that is equal in all codes costs no pass. */
bool test_sort_entries(test_entry *entries, size_t count)
{
    if (count <= FEW) {
        sort_few(entries, count);
        return true;
    }
    size_t(*starts)[RADIX] = calloc(DIGITS, sizeof *starts);
    test_entry *other = malloc((count ? count : 1) * sizeof *other), *from = entries, *to = other;
    bool good = starts && other;
    for (size_t i = 0; good && i < count; ++i)
        for (unsigned d = 0; d < DIGITS; ++d)
            ++starts[d][from[i].code >> (BITS * d) & (RADIX - 1)];
    for (unsigned d = 0; good && count && d < DIGITS; ++d) {
        if (starts[d][from[0].code >> (BITS * d) & (RADIX - 1)] == count)
            continue;
        for (size_t k = 0, sum = 0; k < RADIX; ++k) {
            size_t here = starts[d][k];
            starts[d][k] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; ++i)
            to[starts[d][from[i].code >> (BITS * d) & (RADIX - 1)]++] = from[i];
        test_entry *swapped = from;
        from = to;
        to = swapped;
    }
    if (good && from != entries)
        memcpy(entries, from, count * sizeof *entries);
    free(other);
    free(starts);
    return good;
}
