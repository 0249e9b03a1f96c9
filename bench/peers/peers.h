/* SPDX-License-Identifier: Apache-2.0 */
/* What the bench asks of a peer: the same work on the same data, its time, and its result for checking. Keys of sorted
 * operations, sets and joins are of three types, of sorts of five, structures are of words; all else is int32. */
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

/* A library on the same device, or a program on the host: serial, which the library must beat on a CPU, or parallel. */
typedef enum peer_kind { PEER_LIBRARY, PEER_SERIAL, PEER_PARALLEL } peer_kind;

typedef enum peer_key { PEER_INT, PEER_LONG, PEER_FLOAT, PEER_UCHAR, PEER_SHORT } peer_key;

enum { PEER_INTERSECTION, PEER_UNION, PEER_DIFFERENCE, PEER_SYMMETRIC_DIFFERENCE }; /* kinds of sets */
enum { PEER_INNER, PEER_LEFT, PEER_RIGHT, PEER_FULL, PEER_SEMI, PEER_ANTI };        /* and of joins */

/* What merge, merge_runs, sort, segmented_sort, search, set, join and as_of work on. What an operation does not have is
 * NULL. */
typedef struct peer_sorted {
    peer_key key;
    int any_order; /* the row's order is a user's own: no sorting by digits */
    int upper;     /* search: upper bounds of a in b and lower ones of b in a; as_of: backward */
    size_t a_count, b_count, segment_count;
    const void *a, *b;                  /* keys; sorts have a alone, and it must not be written */
    const int32_t *a_values, *b_values; /* as many as keys */
    const int32_t *segments;            /* starts; the first segment begins at 0, listed or not; runs: all listed */
    void *keys;                         /* results, on the host: a_count + b_count, for sorts and runs a_count */
    int32_t *values;
    int32_t *a_indices, *b_indices;       /* of a search, each or NULL */
    unsigned char *a_matches, *b_matches; /* both or neither */
    int kind;                             /* of a set or join; the results of a set are keys and values */
    int32_t *a_rows, *b_rows;             /* results of a join; semi and anti joins: a_rows alone, as_of: b_rows */
} peer_sorted;

/* What copy, transform, pick, place, partition, find_first, unique, scan_by_key, segmented_scan, segmented_reduce,
 * reduce_by_key, compact, top, segmented_top, rows, insert and remove work on. Sums wrap, scans are inclusive; compact
 * and partition keep x where PEER_KEEPS(x); pick has output[i] = input[indices[i]], place output[indices[i]] =
 * input[i]; top is the first of the input in ascending order, segmented_top of each segment; rows are sorted by the
 * input, then by the keys, into indices. What an operation does not have is NULL. */
#define PEER_KEEPS(x) (((x) >> 5 & 1) != 0)
typedef struct peer_bulk {
    size_t count, listed;     /* of the input, or of keys alone; of indices */
    const int32_t *input;     /* insert: what is inserted into; of pairs with keys: the values */
    const int32_t *other;     /* insert: `listed` elements; transform: the second addend */
    const int32_t *indices;   /* insert, remove: places, sorted; pick, place: places; segmented_…: starts, from 0 */
    const int32_t *keys;      /* reduce_by_key, scan_by_key, unique; rows: the second column */
    size_t results;           /* outputs; where `found` says how many, the most that there is room for */
    int32_t *unique, *output; /* results, on the host; unique: reduce_by_key, unique (whose output is lengths); of top
                                 and segmented_top their indices, -1 where a segment has none */
} peer_bulk;

/* What aos_gather, aos_scatter, aos_copy, aos_to_soa, soa_to_aos, count, histogram and allocate work on. Indices and
 * sizes are below 2^31. What an operation does not have is NULL. */
enum { PEER_LEAST_WORDS = 3, PEER_MOST_WORDS = 16 };
enum { PEER_ONE_EACH, PEER_BY_GROUPS, PEER_EVERY_OTHER }; /* who allocates; groups: eight slots a work-item */
typedef struct peer_structures {
    size_t count;  /* structures that move, samples, slots */
    size_t words;  /* of 32 bits a structure */
    int quads;     /* its words are vectors of four, and it is aligned as they are; else as a word */
    size_t places; /* structures that indices choose from */
    const int32_t *indices;
    const void *input;
    const void *in_fields[PEER_MOST_WORDS]; /* soa_to_aos: `words` of them, one word a structure each */
    size_t bins;                            /* count: sample i is peer_sample(i) % bins; histogram: of the input, */
    size_t sample_bytes;                    /* uint8_t or int32_t, those outside of the bins are not counted */
    int users;                              /* allocate */
    void *output;                           /* results, on the host; allocate: `count` slots in any order */
    void *out_fields[PEER_MOST_WORDS];      /* aos_to_soa */
} peer_structures;

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

/* What a peer on the device measures instead of events: each call by the wall clock, and calls in a row. */
typedef struct peer_latency {
    int in_a_row; /* so many calls, then one end of all; 0: not asked for */
    double host_ms,
        in_a_row_ms; /* medians of one call, for the peer to fill in: until it has returned, and its share */
} peer_latency;

typedef struct peer_work {
    const char *operation; /* scan, reduce, expand, gather, scatter, move, segments;
                              merge, merge_runs, sort, segmented_sort, search, set, join, as_of: in `sorted`;
                              copy, transform, pick, place, partition, find_first, unique, scan_by_key,
                              segmented_scan, segmented_reduce, reduce_by_key, compact, top, segmented_top, rows,
                              insert, remove: in `bulk`;
                              aos_gather, aos_scatter, aos_copy, aos_to_soa, soa_to_aos, count, histogram, allocate:
                              in `structures` */
    peer_sorted sorted;
    peer_bulk bulk;
    peer_structures structures;
    size_t room;   /* set, join, reduce_by_key, compact, partition, unique: their results are at most that long; */
    size_t *found; /* the peer says how long they are */
    size_t intervals, outputs;
    const int32_t *offsets, *values; /* `intervals` each; values: expand only */
    const int32_t *gather, *scatter; /* `intervals` each, where the operation takes them */
    const int32_t *input;            /* `outputs` elements: scan, reduce, gather, scatter, move */
    int32_t *output;                 /* `outputs` elements, one for reduce: the peer's result, on the host */
    int answers;                     /* the row's call answers on the host: what counts is the wall clock from the
                                        beginning of a call until its size and its results are there */
    int repetitions, warmup, threads;
    peer_latency *latency;   /* NULL: event_ms and wall_ms are all that is asked for */
    const char *device_name; /* of the OpenCL device, so that CUDA takes the same one */

    /* For OpenCL peers: the bench's own queue and its way of taking times. `call` enqueues once and sets *event to an
     * event at whose end all has ended; where the row's call answers on the host, event is NULL, and all has ended when
     * `call` returns. `restore`, or NULL, comes before each call and is not timed. Both answer an OpenCL status, and so
     * does this. */
    cl_context context;
    cl_device_id device;
    cl_command_queue queue;
    int (*time)(const struct peer_work *work, int (*restore)(void *user, cl_command_queue queue),
                int (*call)(void *user, cl_command_queue queue, cl_event *event), void *user, struct peer_times *times);
    const void *timer; /* the bench's own */
} peer_work;

/* Is repetition i, negative of those that warm up, still to be made? */
static inline int peer_goes_on(const peer_work *w, int i, double spent_ms)
{
    return w->latency ? peer_repeats(i, w->repetitions, spent_ms) : i < w->repetitions;
}

typedef struct peer_times {
    const char *name;
    double event_ms, wall_ms; /* medians; event_ms negative where there are no events, and where calls answer */
    const char *failure;      /* why there is no time, or NULL; static text */
    peer_kind kind;
} peer_times;

/* Variant 0, 1, … of a peer. 0: *times is set; 1: there is no such variant for this operation; the caller stops. */
typedef int (*peer_function)(const peer_work *work, int variant, peer_times *times);

/* Intervals, scan, reduce; sorted operations; sets and joins; bulk operations, reductions of segments and runs,
 * compaction, selections; the rest of `bulk`; structures; counters and pools. Boost and CUDA only where built with
 * them. */
int peer_cpu(const peer_work *work, int variant, peer_times *times);
int peer_cpu_sorted(const peer_work *work, int variant, peer_times *times);
int peer_cpu_sets(const peer_work *work, int variant, peer_times *times);
int peer_cpu_bulk(const peer_work *work, int variant, peer_times *times);
int peer_cpu_everyday(const peer_work *work, int variant, peer_times *times);
int peer_cpu_structures(const peer_work *work, int variant, peer_times *times); /* counters and pools too */
int peer_boost(const peer_work *work, int variant, peer_times *times);
int peer_boost_sorted(const peer_work *work, int variant, peer_times *times);
int peer_boost_sets(const peer_work *work, int variant, peer_times *times);
int peer_cuda(const peer_work *work, int variant, peer_times *times);
int peer_cuda_sorted(const peer_work *work, int variant, peer_times *times);
int peer_cuda_sets(const peer_work *work, int variant, peer_times *times);
int peer_cuda_bulk(const peer_work *work, int variant, peer_times *times);
int peer_cuda_everyday(const peer_work *work, int variant, peer_times *times);
int peer_cuda_structures(const peer_work *work, int variant, peer_times *times);
int peer_cuda_atomics(const peer_work *work, int variant, peer_times *times);

#ifdef __cplusplus
}
#endif
#endif
