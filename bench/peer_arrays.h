/* SPDX-License-Identifier: Apache-2.0 */
/* A row's arrays by the names of its descriptor, and room for what peers make of them. */
#ifndef CLINTERVAL_BENCH_PEER_ARRAYS_H
#define CLINTERVAL_BENCH_PEER_ARRAYS_H

#include "runner.h"

/* What a peer is to produce: where it puts it, and what is right. */
enum { BENCH_MAX_RESULTS = PEER_MOST_WORDS }; /* the fields of a structure */
typedef struct bench_results {
    struct {
        void *room; /* the caller frees */
        const void *expected;
        size_t bytes;
        bool any_order; /* of its uints */
    } list[BENCH_MAX_RESULTS];
    int count;
    bool no_memory;
    bool sized; /* the result's size depends on the data: */
    size_t found, expected;
} bench_results;

const test_array *bench_array_named(const test_work *work, const char *name); /* NULL: there is none */
/* The elements of an array in memory, as they are before the call; NULL: it has no memory. */
const void *bench_contents_of(const test_array *array);
/* The same of an array of that name and type; NULL: there is none. */
const void *bench_contents(const test_work *work, const char *name, const test_type *type);
/* The same of an array of ints. */
const int32_t *bench_ints(const test_work *work, const char *name);
/* Room for the result that the library writes into that array. */
void *bench_room_of(bench_results *all, const test_array *array);
/* The same of the array of that name; NULL where there is none of that type. */
void *bench_room_for(bench_results *all, const test_work *work, const char *name, const test_type *type);
/* A result of a size that depends on the data: all of it, or nothing for peers. */
bool bench_sized_result(peer_work *p, const test_work *work, bench_results *all);

#endif
