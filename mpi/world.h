/* SPDX-License-Identifier: Apache-2.0 */
/* What the calls over several ranks are made of. This library is a user of the main one: public headers only. */
#ifndef CLINTERVAL_WORLD_H
#define CLINTERVAL_WORLD_H

#include <clinterval/mpi.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORLD_TRY(expression)             \
    do {                                  \
        if ((status = (expression)) != 0) \
            goto done;                    \
    } while (0)

#if defined(__GNUC__)
#define WORLD_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define WORLD_PRINTF(at, first)
#endif

enum { WORLD_KEPT = 12 }; /* buffers that a world keeps */
enum { WORLD_SLOTS = 4 }; /* chunks of staging memory that are sent from, and as many that are received in */

/* Host memory that chunks go through. Ranks of one host see each other's, and the device reads and writes all of it
 * as fast as its bus goes, since it is pinned: by a buffer on it that stays mapped. */
typedef struct world_staging {
    char *memory;      /* this rank's: slots to send from, then those to receive in */
    char **of_rank;    /* by rank of the world: what a rank of this host sends from; NULL: it is sent messages */
    MPI_Comm host;     /* the ranks that share it, or MPI_COMM_NULL */
    MPI_Win window;    /* or MPI_WIN_NULL: it is this rank's own, */
    bool is_the_users; /* by the user's functions or not */
    cl_mem pin;        /* NULL: it could not be pinned */
    void *mapped;
} world_staging;

struct cliv_world {
    MPI_Comm comm;
    int rank, size;
    cliv_context *ctx;
    cliv_world_options options;
    cl_command_queue work;          /* of all else, in order whatever the caller's queue is */
    cl_command_queue reads, writes; /* of chunks: queues of their own, so that both ways are under way at once */
    cl_mem kept[WORLD_KEPT];        /* memory that calls have dropped, for calls to come; NULL: none */
    cl_ulong keeps;                 /* at most as many bytes */
    size_t chunk;
    world_staging staging;
    bool is_broken; /* a call of MPI failed on this rank */
    cliv_world_times times;
};

/* ---- failures: fail.c */

/* Of this rank: the sentence without the function's name, which comes when the failure is agreed upon. */
cliv_status world_fail(cliv_status, const char *format, ...) WORLD_PRINTF(2, 3);
cliv_status world_fail_cl(cl_int code, const char *function); /* 0 for CL_SUCCESS */
cliv_status world_fail_memory(void);
/* 0 for MPI_SUCCESS; else the world is broken, and `broken`, which may be NULL, is set. */
cliv_status world_fail_mpi(cliv_world *, int code, const char *function);
cliv_status world_fail_mpi_on(bool *broken, int code, const char *function);

/* ---- forked processes: process.c */

bool world_is_forked(void);            /* this process was forked after its parent had used the library */
cliv_status world_check_process(void); /* fails if the process was forked */
cliv_status world_begin_process(void); /* the same, of a function that first uses the library */

/* ---- agreements: agree.c */

/* What must be the same on all ranks. */
typedef struct world_same {
    const char *name;
    bool is_type;
    uint64_t word;
} world_same;
world_same world_same_number(const char *name, uint64_t);
world_same world_same_type(const char *name, const cliv_type *); /* NULL is a type, too */
world_same world_same_order(const cliv_order *);
world_same world_same_op(const cliv_op *);
enum { WORLD_MOST_SAME = 8 };

/* One call. */
typedef struct world_call {
    cliv_world *world;
    cl_command_queue queue; /* the world's */
    const char *function;
    size_t taken; /* bytes of arrays that it has made and not given back */
    double begun, since;
} world_call;

/* Begins a call, whose own arguments were found to be as `status` says, and agrees that all is well: then all that was
 * enqueued before has ended. A world that is NULL or broken fails alone. */
cliv_status world_begin(world_call *, cliv_world *, cl_command_queue, const char *function, cliv_status,
                        const world_same *, size_t count);
/* 0, or on every rank the failure of the first rank that has one. Whoever could not speak to the others answers
 * that. */
cliv_status world_agree(world_call *, cliv_status);
/* The same for ranks that have no world yet. `broken` may be NULL. */
cliv_status world_agree_on(MPI_Comm, bool *broken, const char *function, cliv_status);
/* Ends a step that went as `status` says: the queue's work is done, what has passed since the last such call is added
 * to one of the world's times, and all ranks agree that all is well. */
cliv_status world_step(world_call *, cliv_status, double *time);
/* The same without an agreement. */
cliv_status world_lap(world_call *, double *time);
cliv_status world_end(world_call *, cliv_status); /* the call's one exit */

/* ---- arrays of this rank: arrays.c */

cliv_status world_check_array(const world_call *, const char *name, const cliv_array *);
cliv_status world_check_same_type(const char *name, const cliv_array *, const char *other_name,
                                  const cliv_array *other);
cliv_status world_check_index(const char *name, const cliv_array *); /* int, uint, long or ulong */
cliv_status world_check_queue(const cliv_world *, cl_command_queue);
cliv_status world_check_place(const void *, const char *name); /* where an output goes */
/* An output has no element in common with another array. */
cliv_status world_check_apart(const char *name, const cliv_array *, const char *other_name, const cliv_array *other);
/* An array with memory, within the bound, to be dropped; and one that may become the user's: its buffer is not larger
 * than it needs. */
cliv_status world_make(world_call *, const cliv_type *, size_t count, cliv_array *);
cliv_status world_make_output(world_call *, const cliv_type *, size_t count, cliv_array *);
void world_drop(world_call *, cliv_array *); /* CLIV_NONE is fine */
void world_trim(cliv_world *);               /* gives back what it keeps */
/* `array` where it has memory; else `made`, which it is stored in. */
cliv_status world_in_memory(world_call *, const cliv_array *array, cliv_array *made, cliv_array *in_memory);
cliv_status world_upload(world_call *, const cliv_type *, size_t count, const void *, cliv_array *made);
bool world_same_text(const char *, const char *); /* NULLs are alike */

/* ---- host memory that chunks go through on their way from device to device: staging.c */

/* Collective; what fails is agreed upon. A world without any is closed as well. */
cliv_status world_open_staging(cliv_world *, const char *function);
void world_close_staging(cliv_world *);

/* Slot number `slot` that a rank sends from, as this rank sees it; NULL: it does not. */
char *world_send_slot(const cliv_world *, int rank, unsigned slot);
char *world_receive_slot(const cliv_world *, unsigned slot);
bool world_shares_memory(const cliv_world *, int rank);
/* What others have written is seen, and what is written is for others to see. */
cliv_status world_sync_staging(cliv_world *);

/* ---- numbers of all ranks: places.c, exchange.c */

/* Where this rank's part begins, and the sum of all; firsts, if it is not NULL, gets where each part begins, and the
 * total behind them. */
cliv_status world_places(world_call *, uint64_t count, uint64_t *first, uint64_t *total, uint64_t *firsts);
uint64_t world_share(uint64_t total, int of, int shares); /* total * of / shares */

/* Elements of a part. */
typedef struct world_range {
    size_t first, count;
} world_range;
/* Pieces of this rank's input, by the rank that gets them, become its output: made with the agreement that it can be,
 * the pieces one behind the other by the rank that they come from. `received`, if it is not NULL, gets their lengths.
 * What fails on a rank on the way is agreed upon at the end. */
cliv_status world_exchange(world_call *, const cliv_array *input, const world_range *pieces, cliv_array *output,
                           size_t *received);
/* The same of several arrays at once: what one sends goes out while what another gets comes in. */
typedef struct world_moving {
    const cliv_array *input;
    const world_range *pieces;
    cliv_array *output;
    size_t *received;
} world_moving;
cliv_status world_exchange_all(world_call *, const world_moving *, size_t arrays);
/* A part of which each rank r gets what lies in cuts[r] … cuts[r + 1] - 1 of the whole, where it begins at `first`. */
void world_cut_part(const cliv_world *, uint64_t first, size_t count, const uint64_t *cuts, world_range *pieces);
/* The same where the whole is divided evenly. */
void world_cut_evenly(const cliv_world *, uint64_t first, size_t count, uint64_t total, world_range *pieces);

/* ---- cuts of sorted arrays: splitters.c */

/* Sorted parts of each rank: one array, or two that merge. */
typedef struct world_cuts {
    const cliv_array *parts; /* in memory; equal keys come by part, then by rank, then by place */
    unsigned count;          /* 1 or 2 */
    const cliv_order *order;
    uint64_t total;
    uint64_t *at; /* by cut, 0 … ranks, and part: how many of this rank's come before share `cut` of the whole */
    char *keys;   /* by cut 1 … ranks - 1: the first key behind it, where there is one */
} world_cuts;
cliv_status world_find_cuts(world_call *, world_cuts *);
/* By cut 1 … ranks - 1 and part: how many keys of the whole come before its key, and how many are not after it. */
cliv_status world_bounds(world_call *, const world_cuts *, uint64_t *lower, uint64_t *upper);
/* Ranges of a part that the cuts make. */
void world_cut_ranges(const cliv_world *, const world_cuts *, unsigned part, world_range *pieces);
void world_free_cuts(world_cuts *);

/* ---- the order of keys: search.c */

/* Places of `count` keys on the host in a sorted part on the device: behind the last key that is not after them, where
 * `after` is set, or before the first that is not before them. */
cliv_status world_search(world_call *, const cliv_array *part, const cliv_order *, const void *keys,
                         const unsigned char *after, size_t count, uint64_t *places);
/* The built-in operator or order with the same text; NULL if it is user-defined. NULL means cliv_add or cliv_less.
 * Defined in known.c. */
const cliv_op *world_known_op(const cliv_op *);
const cliv_order *world_known_order(const cliv_order *);
/* A function cliv_mpi_less(a, b) for bodies: text to free, or NULL. */
char *world_less_source(const cliv_type *, const cliv_order *);

/* ---- outputs of intervals: balance.c */

typedef struct world_balanced {
    size_t outputs;     /* of this rank */
    cliv_array offsets; /* of the intervals that they belong to, cliv_ulong */
    uint64_t skipped;   /* outputs of the first of these that other ranks have */
    cliv_array carried; /* what came along with the intervals */
    cliv_array numbers; /* of the intervals among all, where they were asked for */
} world_balanced;
/* Sizes of this rank's intervals, in memory. The outputs of all are cut where `cuts` says, or evenly. */
cliv_status world_balance(world_call *, const cliv_array *sizes, const cliv_array *carried, bool numbers,
                          const uint64_t *cuts, world_balanced *);
void world_drop_balanced(world_call *, world_balanced *);
/* Sizes of any index type, those below 0 as 0: an expression that reads `from`. */
cliv_array world_sizes(cliv_array *from, const cliv_array *sizes);

/* ---- the same everywhere: fold.c */

/* A few elements of each rank, in rank order, on every rank; `firsts`, if it is not NULL, gets where each rank's
 * begin, and their number behind them. */
cliv_status world_gather_elements(world_call *, const cliv_array *mine, cliv_array *all, size_t *firsts);
/* What is written about a world that is NULL. */
cliv_status world_is_null(const char *function);

#endif
