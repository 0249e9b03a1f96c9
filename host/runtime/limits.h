/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of a context, which select algorithms and schedules by the size of a call. A line "limit NAME VALUE" of a
 * tuning file changes one limit. Limits are for tests and experiments, and are no part of the interface: tests use low
 * limits to run the paths of large calls on small arrays. */
#ifndef CLIV_LIMITS_H
#define CLIV_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(name, default, largest allowed value).
 *
 * wide_from             the smallest array length with 64-bit indices; the default leaves space for a tile after it
 * few_tiles             the tile count per compute unit up to which each tile searches for its own bounds
 * stream                1: groups process several tiles even if a group per tile could run at a time
 * cooperative_tiles     the largest tile count of a launch with grid barriers
 * cooperative_arrivals  the limit of the counter of a grid barrier (CLIV_GRID_MEMBER of cliv_grid_barrier.clh)
 * starved_looks         for tests of the fallback: of three tiles, one publishes no state, and one polls its own state
 *                       this many times before it publishes; 0: all tiles publish
 * few_keys              the key count per compute unit below which locality sorts of keys of up to 4 bytes are sorts
 * locality_from         the smallest key count for which a locality sort selects its algorithm by a sample
 * long_from             the smallest count of 8-byte keys that are sorted by their upper bits first
 * digit_passes          the passes of a radix sort of doubles without values above which merges sort them
 * select_most           the largest key count of one selection; more keys are selected in parts
 * wrong_samples         1: for tests, samples of selections and of sorts of long keys are not representative */
#define CLIV_LIMITS(X)                                                                         \
    X(wide_from, ((size_t)1 << 31) - ((size_t)1 << 21), ((size_t)1 << 31) - ((size_t)1 << 21)) \
    X(few_tiles, 4, SIZE_MAX)                                                                  \
    X(stream, 0, 1)                                                                            \
    X(cooperative_tiles, 4096, 4096)                                                           \
    X(cooperative_arrivals, 1048576, 1048576)                                                  \
    X(starved_looks, 0, UINT32_MAX)                                                            \
    X(few_keys, 1 << 18, SIZE_MAX)                                                             \
    X(locality_from, (size_t)1 << 23, SIZE_MAX)                                                \
    X(long_from, (size_t)1 << 23, SIZE_MAX)                                                    \
    X(digit_passes, 4, 8)                                                                      \
    X(select_most, UINT32_MAX / 2, UINT32_MAX / 2)                                             \
    X(wrong_samples, 0, 1)

typedef struct cliv_limits {
#define CLIV_LIMIT(name, value, most) size_t name;
    CLIV_LIMITS(CLIV_LIMIT)
#undef CLIV_LIMIT
} cliv_limits;
extern const cliv_limits cliv_default_limits;

/* Sets a limit by its name. Returns NULL or, for an invalid name or value, a message. */
const char *cliv_limits_set(cliv_limits *, const char *name, size_t length, size_t value);

#endif
