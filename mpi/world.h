/* SPDX-License-Identifier: Apache-2.0 */
/* Internal interface of the distributed calls. This library uses the main library through its public headers only. */
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
enum { WORLD_SLOTS = 4 }; /* chunks of staging memory to send from; receiving has as many */

/* Staging memory: host memory for chunks in transit. Ranks of one host can read each other's slots. A mapped buffer
 * pins the memory, so that the device reads and writes it at the speed of its bus. */
typedef struct world_staging {
    char *memory;      /* this rank's: slots to send from, then slots to receive in */
    char **of_rank;    /* by rank of the world: the send slots of a rank on this host; NULL: the rank gets messages */
    MPI_Comm host;     /* the ranks that share the memory, or MPI_COMM_NULL */
    MPI_Win window;    /* MPI_WIN_NULL: the memory is private to this rank */
    bool is_the_users; /* private memory comes from the user's allocator */
    cl_mem pin;        /* NULL: the memory could not be pinned */
    void *mapped;
} world_staging;

struct cliv_world {
    MPI_Comm comm;
    int rank, size;
    cliv_context *ctx;
    cliv_world_options options;
    cl_command_queue work;          /* for everything but chunks; in-order, unlike perhaps the caller's queue */
    cl_command_queue reads, writes; /* for chunks; separate queues, so that both directions overlap */
    cl_mem kept[WORLD_KEPT];        /* dropped memory, for later calls; NULL: none */
    cl_ulong keeps;                 /* limit of the kept bytes */
    size_t chunk;
    world_staging staging;
    bool is_broken; /* an MPI call failed on this rank */
    cliv_world_times times;
};

/* ---- failures: fail.c */

/* A failure of this rank. The message is without the function's name, which the agreement adds. */
cliv_status world_fail(cliv_status, const char *format, ...) WORLD_PRINTF(2, 3);
cliv_status world_fail_cl(cl_int code, const char *function); /* 0 for CL_SUCCESS */
cliv_status world_fail_memory(void);
/* 0 for MPI_SUCCESS; otherwise marks the world as broken and sets `broken`, which may be NULL. */
cliv_status world_fail_mpi(cliv_world *, int code, const char *function);
cliv_status world_fail_mpi_on(bool *broken, int code, const char *function);

/* ---- forked processes: process.c */

bool world_is_forked(void);            /* this process was forked after its parent had used the library */
cliv_status world_check_process(void); /* fails if the process was forked */
cliv_status world_begin_process(void); /* the same check, for a function that may be the first to use the library */

/* ---- agreements: agree.c */

/* A value that must be equal on all ranks. */
typedef struct world_same {
    const char *name;
    bool is_type;
    uint64_t word;
} world_same;
world_same world_same_number(const char *name, uint64_t);
world_same world_same_type(const char *name, const cliv_type *); /* accepts NULL */
world_same world_same_order(const cliv_order *);
world_same world_same_op(const cliv_op *);
void world_same_add(world_same *to, world_same other); /* combines two values into `to` */
enum { WORLD_MOST_SAME = 8 };

/* One distributed call. */
typedef struct world_call {
    cliv_world *world;
    cl_command_queue queue; /* the world's */
    const char *function;
    size_t taken; /* bytes of the call's arrays that are still allocated */
    double begun, since;
} world_call;

/* Begins a call. `status` is the result of the argument checks. The function waits for the queue's earlier commands
 * and agrees with all ranks on success. If the world is NULL or broken, only this rank fails. */
cliv_status world_begin(world_call *, cliv_world *, cl_command_queue, const char *function, cliv_status,
                        const world_same *, size_t count);
/* 0, or on every rank the failure of the first rank that failed. A rank whose own MPI call fails returns that
 * failure. */
cliv_status world_agree(world_call *, cliv_status);
/* As world_agree(), for ranks that have no world yet. `broken` may be NULL. */
cliv_status world_agree_on(MPI_Comm, bool *broken, const char *function, cliv_status);
/* Ends a step with the given status. The function waits for the queue, adds the time since the last step or lap to
 * *time, and agrees with all ranks on success. */
cliv_status world_step(world_call *, cliv_status, double *time);
/* As world_step(), without an agreement. */
cliv_status world_lap(world_call *, double *time);
cliv_status world_end(world_call *, cliv_status); /* the call's only exit */

/* ---- this rank's arrays: arrays.c */

cliv_status world_check_array(const world_call *, const char *name, const cliv_array *);
cliv_status world_check_same_type(const char *name, const cliv_array *, const char *other_name,
                                  const cliv_array *other);
cliv_status world_check_index(const char *name, const cliv_array *); /* int, uint, long or ulong */
cliv_status world_check_queue(const cliv_world *, cl_command_queue);
cliv_status world_check_place(const void *, const char *name); /* the pointer to an output */
/* Checks that an output has no element in common with another array. */
cliv_status world_check_apart(const char *name, const cliv_array *, const char *other_name, const cliv_array *other);
/* Makes an array with memory, within the memory limit. world_make() is for temporary arrays. world_make_output() is
 * for results, whose buffers are not much larger than needed. */
cliv_status world_make(world_call *, const cliv_type *, size_t count, cliv_array *);
cliv_status world_make_output(world_call *, const cliv_type *, size_t count, cliv_array *);
/* Replaces an array by a copy of its first `count` elements in a buffer of the exact size. */
cliv_status world_cut_to_size(world_call *, cliv_array *, size_t count);
void world_drop(world_call *, cliv_array *); /* accepts CLIV_NONE */
void world_trim(cliv_world *);               /* releases the kept memory */
/* `array` if it has memory; otherwise `made`, a copy of it in memory. */
cliv_status world_in_memory(world_call *, const cliv_array *array, cliv_array *made, cliv_array *in_memory);
cliv_status world_upload(world_call *, const cliv_type *, size_t count, const void *, cliv_array *made);
bool world_same_text(const char *, const char *); /* two NULLs are equal */

/* ---- staging memory for chunks between devices: staging.c */

/* Collective, with agreement on failures. Closing accepts a world without staging memory. */
cliv_status world_open_staging(cliv_world *, const char *function);
void world_close_staging(cliv_world *);

/* The send slot `slot` of a rank, in this rank's address space; NULL if this rank cannot access it. */
char *world_send_slot(const cliv_world *, int rank, unsigned slot);
char *world_receive_slot(const cliv_world *, unsigned slot);
bool world_shares_memory(const cliv_world *, int rank);
/* Makes writes of other ranks visible here, and writes of this rank visible to them. */
cliv_status world_sync_staging(cliv_world *);

/* ---- global offsets and exchanges: places.c, exchange.c */

/* The global offset of this rank's part, and the total. `firsts`, if not NULL, gets the offset of each part, then the
 * total. */
cliv_status world_places(world_call *, uint64_t count, uint64_t *first, uint64_t *total, uint64_t *firsts);
uint64_t world_share(uint64_t total, int of, int shares); /* total * of / shares */

/* Elements of a part. */
typedef struct world_range {
    size_t first, count;
} world_range;
/* Sends pieces of this rank's input to their ranks and makes the output: the received pieces, contiguous, in the order
 * of their ranks. `pieces` is by receiving rank. All ranks first agree that they could make their outputs. `received`,
 * if not NULL, gets the length of each received piece. The ranks agree on other failures at the end. */
cliv_status world_exchange(world_call *, const cliv_array *input, const world_range *pieces, cliv_array *output,
                           size_t *received);
/* As world_exchange(), for several arrays: sends of one array overlap receives of another. */
typedef struct world_moving {
    const cliv_array *input;
    const world_range *pieces;
    cliv_array *output;
    size_t *received;
} world_moving;
cliv_status world_exchange_all(world_call *, const world_moving *, size_t arrays);
/* Cuts a part that begins at the global offset `first`: rank r gets the elements cuts[r] … cuts[r + 1] - 1 of the
 * whole. */
void world_cut_part(const cliv_world *, uint64_t first, size_t count, const uint64_t *cuts, world_range *pieces);
/* As world_cut_part(), with the whole divided evenly. */
void world_cut_evenly(const cliv_world *, uint64_t first, size_t count, uint64_t total, world_range *pieces);

/* Sends each row of a table to the rank that owns its keys: a rank gets all rows of its keys, in rank order, then in
 * their order. The columns have the same count; the first `key_count` are the keys, in memory. `received` is an array
 * for each column, CLIV_NONE before the call. Ends with an agreement. Defined in owners.c. */
cliv_status world_send_to_owners(world_call *, const cliv_array *columns, size_t column_count, size_t key_count,
                                 cliv_array *received);

/* ---- cuts of sorted arrays: splitters.c */

/* Sorted parts of each rank: one array, or two arrays to merge. */
typedef struct world_cuts {
    const cliv_array *parts; /* in memory; equal keys are ordered by part, then by rank, then by index */
    unsigned count;          /* 1 or 2 */
    const cliv_order *order;
    uint64_t total;
    uint64_t *at; /* by cut, 0 … ranks, and part: this rank's elements before share `cut` of the whole */
    char *keys;   /* by cut 1 … ranks - 1: the first key after it, if there is one */
} world_cuts;
cliv_status world_find_cuts(world_call *, world_cuts *);
/* By cut 1 … ranks - 1 and part: the global lower and upper bound of the key at the cut. */
cliv_status world_bounds(world_call *, const world_cuts *, uint64_t *lower, uint64_t *upper);
/* The ranges of a part between the cuts. */
void world_cut_ranges(const cliv_world *, const world_cuts *, unsigned part, world_range *pieces);
void world_free_cuts(world_cuts *);

/* Merges sorted parts, and divides the result evenly. `own` becomes CLIV_NONE. Ends with an agreement. Defined in
 * sort.c. */
cliv_status world_merge_parts(world_call *, cliv_array *own, const cliv_order *, cliv_array *sorted);

/* ---- the order of keys: search.c */

/* Indices of `count` keys (on the host) in a sorted part (on the device): the upper bound if `after` is set, else the
 * lower bound. */
cliv_status world_search(world_call *, const cliv_array *part, const cliv_order *, const void *keys,
                         const unsigned char *after, size_t count, uint64_t *places);
/* The built-in operator or order with the same text; NULL if it is user-defined. NULL means cliv_add or cliv_less.
 * Defined in known.c. */
const cliv_op *world_known_op(const cliv_op *);
const cliv_order *world_known_order(const cliv_order *);
/* The source of a function cliv_mpi_less(a, b) for bodies, which the caller frees, or NULL. */
char *world_less_source(const cliv_type *, const cliv_order *);

/* ---- outputs of intervals: balance.c */

typedef struct world_balanced {
    size_t outputs;     /* of this rank */
    cliv_array offsets; /* of the intervals of these outputs, cliv_ulong */
    uint64_t skipped;   /* outputs of the first interval that earlier ranks have */
    cliv_array carried; /* the values carried with the intervals */
    cliv_array numbers; /* global indices of the intervals, if requested */
} world_balanced;
/* Balances the outputs of intervals over ranks. `sizes` has the sizes of this rank's intervals, in memory. The outputs
 * are cut at `cuts`, or evenly if it is NULL. */
cliv_status world_balance(world_call *, const cliv_array *sizes, const cliv_array *carried, bool numbers,
                          const uint64_t *cuts, world_balanced *);
void world_drop_balanced(world_call *, world_balanced *);
/* Sizes of any index type as cliv_ulong, negative ones as 0: an expression that reads `from`. */
cliv_array world_sizes(cliv_array *from, const cliv_array *sizes);

/* ---- results on all ranks: fold.c */

/* Gathers a small count of elements from each rank on every rank, in rank order. `firsts`, if not NULL, gets the
 * offset of each rank's elements, then the total. */
cliv_status world_gather_elements(world_call *, const cliv_array *mine, cliv_array *all, size_t *firsts);
/* The failure for a world that is NULL. */
cliv_status world_is_null(const char *function);

#endif
