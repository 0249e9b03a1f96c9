/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that put a row's arrays into the words of peers.h share. */
#ifndef CLINTERVAL_BENCH_PEER_WORK_H
#define CLINTERVAL_BENCH_PEER_WORK_H

#include "runner.h"

/* ---- peer_work.c ---- */

const test_array *bench_array_named(const test_work *work, const char *name); /* NULL: there is none */
/* The elements of an array of ints in memory, as they are before the call; NULL: there is none. */
const int32_t *bench_ints(const test_work *work, const char *name);
/* Room for the result that the library writes into the array of that name; NULL where there is none of that type. */
void *bench_room_for(bench_results *all, const test_work *work, const char *name, const test_type *type);
/* A result of a size that depends on the data: all of it, or nothing for peers. */
bool bench_sized_result(peer_work *p, const test_work *work, bench_results *all);

/* ---- peer_bulk.c ---- */

bool bench_is_bulk(const char *operation); /* a peers' word */
bool bench_bulk_work(peer_work *p, const test_work *work, bench_results *all);

#endif
