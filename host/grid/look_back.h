/* SPDX-License-Identifier: Apache-2.0 */
/* What one pass needs: groups that run at the same time, or of which the last one finishes; and the states that they
 * look back at. */
#ifndef CLIV_LOOK_BACK_H
#define CLIV_LOOK_BACK_H

#include "runtime/call.h"
#include "runtime/program.h"
#include "runtime/scratch.h"
#include "runtime/tuning_row.h"

#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

size_t cliv_running_groups(const cliv_context *, size_t group_size); /* how many the device runs at a time, about */
/* May the last group to arrive finish what all have begun? The row says so, of groups of several work-items, and
 * the device has a fence for it. They are counted in the first word of states. */
bool cliv_allows_last_block(const cliv_build *);
/* The same for families whose mode says something else: the row for reductions of numbers does. */
bool cliv_groups_are_seen(const cliv_build *);
/* And does a group of that row's that others wait for go on? Where the row for scans of numbers says so. */
bool cliv_groups_go_on(const cliv_context *, const cliv_tuning *);
/* Or do without what they wait for? Where that row says so. */
bool cliv_groups_fall_back(const cliv_context *, const cliv_tuning *);
/* May the last group finish n items, in so few tiles that it joins what spans them sooner than another launch would?
 * Asked before there is a program: should groups turn out smaller, so that there are more tiles, it is right
 * nonetheless. */
bool cliv_suits_last_block(const cliv_build *, size_t n);
/* And adds up the counts of so many tiles sooner; the sums fit 32 bits. */
bool cliv_few_counts(const cliv_build *, size_t tiles);
/* May groups that have done a tile wait for the others and go on, with n items in more tiles than one? Asked before
 * there is a program; and then, how many groups to launch. */
bool cliv_cooperative_suffices(const cliv_build *, size_t n);
extern size_t cliv_cooperative_tiles; /* at most; tests change it */
size_t cliv_cooperative_groups(const cliv_context *, size_t group_size, size_t tiles);
/* Do the arrivals of tiles and groups fit their counter? Call it after the compilation, because the compiler may allow
 * only smaller groups, which means more tiles. */
bool cliv_cooperative_can_count(const cliv_context *, size_t group_size, size_t tiles);
extern size_t cliv_cooperative_arrivals; /* the limit of the counter; tests change it */
/* Does a row of scan, compact, seg_reduce or set say one pass? Who falls back reads the input of tiles whose outputs
 * others write, perhaps already: so not in position. */
bool cliv_looks_back(const cliv_tuning *, bool in_place);
bool cliv_falls_back(const cliv_tuning *, bool in_place); /* and by the fallback? */
/* Bytes of local memory that its window takes of values of so many; 0 where the row has no look-back. As those of
 * local_memory.h. */
size_t cliv_local_bytes_of_look_back(const cliv_build *, size_t value);
/* What the prelude of kernels that may look back says. */
void cliv_look_back_describe(cliv_build *, bool looks_back);
void cliv_fall_back_describe(cliv_build *, bool falls_back); /* or that may do by the fallback alone */
/* How many groups draw tile after tile: one more than there are tiles, if several, as one may be a prefix-service
 * group. */
size_t cliv_stream_groups(const cliv_context *, size_t group_size, size_t tiles);
/* How many words the tickets take, and states of values of 8 bytes, or of shorter ones. */
static inline size_t cliv_tile_state_words(size_t tiles, bool wide) { return (1 + tiles) * (wide ? 2 : 1); }
/* The states of one pass, `words` 64-bit words; (*states)->call is then the number of this call. With `is_split` they
 * are the fallback's. */
cliv_status cliv_look_back_states(cliv_call *, size_t words, bool is_split, cliv_scratch **states);
/* 0; else, of three tiles, one tells nothing where others may fall back, and one looks so many times at its state
 * before it does. Tests set it. */
extern unsigned cliv_starved_looks;

#endif
