/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules of single launches: the schedules that a row allows, their group counts, and the states of look-back. */
#ifndef CLIV_LOOK_BACK_H
#define CLIV_LOOK_BACK_H

#include "runtime/call.h"

/* The estimated count of groups that run at a time. */
size_t cliv_running_groups(const cliv_context *, size_t group_size);
/* Is the last-block reduction allowed? The schedule of the row includes it, and the device promises visibility. The
 * first word of states counts the groups. */
bool cliv_allows_last_block(const cliv_build *);
/* Is it allowed in families without the column `schedule`? The device promises visibility. */
bool cliv_groups_are_seen(const cliv_build *);
/* Is the last-block reduction faster for n items than another launch? It is for few tiles, whose spanning segments the
 * last group folds. The host asks before the compilation. If the compiler then allows only smaller groups, there are
 * more tiles, and the result is still correct. */
bool cliv_suits_last_block(const cliv_build *, size_t n);
/* Are there so few tiles that the last group adds up their counts faster than another launch? The sums fit 32 bits. */
bool cliv_few_counts(const cliv_build *, size_t tiles);
/* Is a cooperative grid allowed and useful for n items? They must be more than one tile. The host asks before the
 * compilation. */
bool cliv_cooperative_suffices(const cliv_build *, size_t n);
/* The count of groups to launch. */
size_t cliv_cooperative_groups(const cliv_context *, size_t group_size, size_t tiles);
/* Do the arrivals of tiles and groups fit their counter? The host asks after the compilation, because the compiler may
 * allow only smaller groups, which means more tiles. */
bool cliv_cooperative_can_count(const cliv_context *, size_t group_size, size_t tiles);
/* Does a row of scan, compact, seg_reduce or set select look-back? The fallback does not work in place: it reads the
 * input of tiles whose outputs other groups may already have written. */
bool cliv_looks_back(const cliv_tuning *, bool in_place);
bool cliv_falls_back(const cliv_tuning *, bool in_place); /* with fallback */
/* The bytes of local memory of the look-back window for values of `value` bytes; 0 if the row has no look-back. It is
 * used like the functions of program.h. */
size_t cliv_local_bytes_of_look_back(const cliv_build *, size_t value);
/* Defines the macros of kernels that may use look-back. */
void cliv_look_back_describe(cliv_build *, bool looks_back);
void cliv_fall_back_describe(cliv_build *, bool falls_back); /* for kernels that use the fallback only */
/* The count of groups that draw tile after tile. For several tiles it may be one more than the count of tiles, because
 * one group may be the prefix-service group. */
size_t cliv_stream_groups(const cliv_context *, size_t group_size, size_t tiles);
/* The count of 64-bit words for the tickets and the states, with values of 8 bytes (`wide`) or fewer. */
size_t cliv_tile_state_words(size_t tiles, bool wide);
/* The states of one pass, `words` 64-bit words. (*states)->call becomes the number of this call. `is_split`: split
 * tile states, for the fallback. */
cliv_status cliv_look_back_states(cliv_call *, size_t words, bool is_split, cliv_scratch **states);
#endif
