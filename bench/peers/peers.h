/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between the bench and its peers: the same work on the same data, the time, and the result for the
 * check. Keys of sorted operations, sets and joins have one of three types, keys of sorts one of five; structures
 * consist of words; all other data is int32. */
#ifndef CLINTERVAL_BENCH_PEERS_H
#define CLINTERVAL_BENCH_PEERS_H

#include "clock.h"

#include <stddef.h>
#include <stdint.h>

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct peer_times;

/* A library on the same device, or a program on the host: serial, which the library must beat on a CPU, or
 * parallel. */
typedef enum peer_kind { PEER_LIBRARY, PEER_SERIAL, PEER_PARALLEL } peer_kind;

typedef enum peer_key { PEER_INT, PEER_LONG, PEER_FLOAT, PEER_UCHAR, PEER_SHORT } peer_key;

enum { PEER_INTERSECTION, PEER_UNION, PEER_DIFFERENCE, PEER_SYMMETRIC_DIFFERENCE }; /* kinds of sets */
enum { PEER_INNER, PEER_LEFT, PEER_RIGHT, PEER_FULL, PEER_SEMI, PEER_ANTI };        /* kinds of joins */

/* The arrays of merge, merge_runs, sort, segmented_sort, search, bounds, set, join, join_unsorted, overlaps and as_of.
 * Members that an operation does not have are NULL. */
typedef struct peer_sorted {
    peer_key key;
    int any_order; /* the row has a user-defined order: no radix sort */
    int upper;     /* search: upper bounds of a in b and lower ones of b in a; bounds: upper bounds of a, which is in
                      any order, in b; as_of: backward */
    size_t a_count, b_count, segment_count;
    const void *a, *b;                  /* keys; sorts have only a, which they must not write; overlaps: starts */
    const int32_t *a_ends, *b_ends;     /* overlaps, each after its start */
    const int32_t *a_values, *b_values; /* as many as keys */
    const int32_t *segments;            /* starts; the first segment begins at 0, listed or not; runs: all listed */
    void *keys;                         /* results, on the host: a_count + b_count, for sorts and runs a_count */
    int32_t *values;
    int32_t *a_indices, *b_indices;       /* of a search, each or NULL */
    unsigned char *a_matches, *b_matches; /* both or neither */
    int kind;                             /* of a set or join; the results of a set are keys and values */
    int32_t *a_rows, *b_rows;             /* results of a join; semi and anti joins: only a_rows, as_of: only b_rows */
} peer_sorted;

/* The arrays of copy, transform, pick, place, partition, find_first, unique, scan_by_key, segmented_scan,
 * segmented_reduce, segmented_find, reduce_by_key, compact, top, segmented_top, rows, insert and
 * remove. Members that an operation does not have are NULL. Sums wrap, and scans are inclusive.
 *   - compact and partition keep x if PEER_KEEPS(x).
 *   - pick: output[i] = input[indices[i]]; place: output[indices[i]] = input[i].
 *   - top: the smallest elements of the input in ascending order; segmented_top: those of each segment.
 *   - rows: the indices of the rows, sorted by the input, then by the keys. */
#define PEER_KEEPS(x) (((x) >> 5 & 1) != 0)
typedef struct peer_bulk {
    size_t count, listed;     /* of the input, or of the keys alone; of the indices */
    const int32_t *input;     /* insert: the array to insert into; of pairs with keys: the values */
    const int32_t *other;     /* insert: `listed` elements; transform: the second addend */
    const int32_t *indices;   /* insert, remove: sorted indices; pick, place: indices; segmented_…: starts, from 0 */
    const int32_t *keys;      /* reduce_by_key, scan_by_key, unique; rows: the second column */
    size_t results;           /* outputs; if `found` has the count, the capacity */
    int32_t *unique, *output; /* results, on the host; unique: reduce_by_key, unique (whose output is lengths); of top
                                 and segmented_top their indices, -1 if a segment has none */
} peer_bulk;

/* The arrays of aos_gather, aos_scatter, aos_copy, aos_to_soa, soa_to_aos, count, histogram and allocate. Indices and
 * sizes are below 2^31. Members that an operation does not have are NULL. */
enum { PEER_LEAST_WORDS = 3, PEER_MOST_WORDS = 16 };
/* The work-items that allocate; groups: eight slots per work-item. */
enum { PEER_ONE_EACH, PEER_BY_GROUPS, PEER_EVERY_OTHER };
typedef struct peer_structures {
    size_t count;  /* structures that move, samples, slots */
    size_t words;  /* 32-bit words per structure */
    int quads;     /* the words are aligned vectors of four; else single words */
    size_t places; /* structures that indices select from */
    const int32_t *indices;
    const void *input;
    const void *in_fields[PEER_MOST_WORDS]; /* soa_to_aos: `words` arrays with one word per structure each */
    size_t bins;                            /* count: sample i is peer_sample(i) % bins; histogram: of the input */
    size_t sample_bytes;                    /* uint8_t or int32_t; samples outside of the bins are not counted */
    int users;                              /* allocate */
    void *output;                           /* results, on the host; allocate: `count` slots in any order */
    void *out_fields[PEER_MOST_WORDS];      /* aos_to_soa */
} peer_structures;

/* The arrays of group_by, whose groups are in the order of their keys. Sums wrap. */
typedef struct peer_groups {
    size_t count; /* of rows */
    const int32_t *keys;
    const unsigned char *seconds; /* the second column of keys; or NULL, then least and greatest are NULL, too */
    const int32_t *values;
    int32_t *unique; /* results, on the host, for at most peer_work.capacity groups */
    unsigned char *unique_seconds;
    int32_t *sums, *least, *greatest, *counts;
} peer_groups;

#ifdef __CUDACC__
#define PEER_EVERYWHERE __host__ __device__
#else
#define PEER_EVERYWHERE
#endif
/* The samples of the row's own kernel: C. Wellons, lowbias32. */
static inline PEER_EVERYWHERE uint32_t peer_sample(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/* Measurements of a device peer instead of events: each call by the wall clock, and several calls in a row. */
typedef struct peer_latency {
    int in_a_row; /* calls before one wait; 0: not requested */
    double host_ms,
        in_a_row_ms; /* medians of one call, set by the peer: until it has returned, and its share of the row */
} peer_latency;

typedef struct peer_work {
    const char *operation; /* scan, reduce, expand, gather, scatter, move, segments;
                              merge, merge_runs, sort, segmented_sort, search, bounds, set, join, join_unsorted,
                              overlaps, as_of: in `sorted`;
                              group_by: in `groups`;
                              copy, transform, pick, place, partition, find_first, unique, scan_by_key,
                              segmented_scan, segmented_reduce, segmented_find, reduce_by_key, compact, top,
                              segmented_top, rows, insert, remove: in `bulk`;
                              aos_gather, aos_scatter, aos_copy, aos_to_soa, soa_to_aos, count, histogram, allocate:
                              in `structures` */
    peer_sorted sorted;
    peer_groups groups;
    peer_bulk bulk;
    peer_structures structures;
    size_t capacity; /* of results whose size depends on the data */
    size_t *found;   /* output: the peer's result size */
    size_t intervals, outputs;
    const int32_t *offsets, *values; /* `intervals` each; values: expand only */
    const int32_t *gather, *scatter; /* `intervals` each, if the operation takes them */
    const int32_t *input;            /* `outputs` elements: scan, reduce, gather, scatter, move */
    int32_t *output;                 /* `outputs` elements, one for reduce: the peer's result, on the host */
    /* The row's call returns on the host: the time is wall time until the size and the results are there. */
    int answers;
    int repetitions, warmup, threads;
    peer_latency *latency;   /* NULL: only event_ms and wall_ms are requested */
    const char *device_name; /* of the OpenCL device, so that CUDA uses the same one */

    /* For OpenCL peers: the bench's queue and its timer. `call` enqueues once and sets *event to an event that ends
     * when all work has ended. If the row's call returns its result on the host, event is NULL, and all work has ended
     * when `call` returns. `restore`, or NULL, runs before each call and is not timed. `call`, `restore` and the timer
     * return an OpenCL status. */
    cl_context context;
    cl_device_id device;
    cl_command_queue queue;
    int (*time)(const struct peer_work *work, int (*restore)(void *user, cl_command_queue queue),
                int (*call)(void *user, cl_command_queue queue, cl_event *event), void *user, struct peer_times *times);
    const void *timer; /* the bench's own */
} peer_work;

/* Is repetition i to be made? Warm-up repetitions have negative i. */
static inline int peer_goes_on(const peer_work *w, int i, double spent_ms)
{
    return w->latency ? peer_repeats(i, w->repetitions, spent_ms) : i < w->repetitions;
}

typedef struct peer_times {
    const char *name;
    /* Medians; event_ms is negative if there are no events, and if calls return results on the host. */
    double event_ms, wall_ms;
    const char *failure; /* why there is no time, or NULL; static text */
    peer_kind kind;
} peer_times;

/* Variant 0, 1, … of a peer. 0: *times is set; 1: the operation has no such variant, and the caller stops. */
typedef int (*peer_function)(const peer_work *work, int variant, peer_times *times);

/* Intervals, scan, reduce; sorted operations; sets and joins; bulk operations, reductions of segments and runs,
 * compaction, selections; the rest of `bulk`; structures; counters and pools; joins of unsorted tables, overlaps and
 * group-by. Boost and CUDA exist only if the build has them. */
int peer_cpu(const peer_work *work, int variant, peer_times *times);
int peer_cpu_sorted(const peer_work *work, int variant, peer_times *times);
int peer_cpu_sets(const peer_work *work, int variant, peer_times *times);
int peer_cpu_bulk(const peer_work *work, int variant, peer_times *times);
int peer_cpu_everyday(const peer_work *work, int variant, peer_times *times);
int peer_cpu_structures(const peer_work *work, int variant, peer_times *times); /* counters and pools too */
int peer_cpu_tables(const peer_work *work, int variant, peer_times *times);
int peer_boost(const peer_work *work, int variant, peer_times *times);
int peer_boost_sorted(const peer_work *work, int variant, peer_times *times);
int peer_boost_sets(const peer_work *work, int variant, peer_times *times);
const char *peer_cuda_versions(void); /* the compiled release: "CUB 3.5.0, CUDA 13.0" */
int peer_cuda(const peer_work *work, int variant, peer_times *times);
int peer_cuda_sorted(const peer_work *work, int variant, peer_times *times);
int peer_cuda_sets(const peer_work *work, int variant, peer_times *times);
int peer_cuda_bulk(const peer_work *work, int variant, peer_times *times);
int peer_cuda_everyday(const peer_work *work, int variant, peer_times *times);
int peer_cuda_structures(const peer_work *work, int variant, peer_times *times);
int peer_cuda_atomics(const peer_work *work, int variant, peer_times *times);
int peer_cuda_tables(const peer_work *work, int variant, peer_times *times);

#ifdef __cplusplus
}
#endif
#endif
