/* SPDX-License-Identifier: Apache-2.0 */
/* Access to a row's arrays by their names in the descriptor, and memory for the results of peers. */
#ifndef CLINTERVAL_BENCH_PEER_ARRAYS_H
#define CLINTERVAL_BENCH_PEER_ARRAYS_H

#include "runner.h"

/* A peer's result: its memory, and the expected content. */
enum { BENCH_MAX_RESULTS = PEER_MOST_WORDS }; /* the fields of a structure */
typedef struct bench_results {
    struct {
        void *capacity; /* the caller frees it */
        const void *expected;
        size_t bytes;
        bool any_order; /* uints in any order */
    } list[BENCH_MAX_RESULTS];
    int count;
    bool no_memory;
    bool sized; /* the result size depends on the data */
    size_t found, expected;
} bench_results;

const test_array *bench_array_named(const test_work *work, const char *name); /* NULL: there is none */
/* The elements of an array in memory before the call; NULL if it has no memory. */
const void *bench_contents_of(const test_array *array);
/* The contents of an array with this name and type; NULL if there is none. */
const void *bench_contents(const test_work *work, const char *name, const test_type *type);
/* The contents of an array of ints. */
const int32_t *bench_ints(const test_work *work, const char *name);
/* Memory for a peer's version of the result in this array. */
void *bench_room_of(bench_results *all, const test_array *array);
/* Memory for a peer's version of the array with this name; NULL if there is none of this type. */
void *bench_room_for(bench_results *all, const test_work *work, const char *name, const test_type *type);
/* Prepares a result whose size depends on the data; false if peers cannot produce it. */
bool bench_sized_result(peer_work *p, const test_work *work, bench_results *all);

#endif
