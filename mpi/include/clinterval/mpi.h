/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi.h
 *  The same primitives over several devices, of one host or of many: one MPI rank a device. Library libclinterval_mpi.
 *
 *  **A distributed array** is the concatenation of every rank's part, in rank order. A part is an ordinary cliv_array
 *  on the rank's own device, of any length, also none, and may be generated. Indices and totals that span ranks are
 *  unsigned 64-bit numbers and count from the beginning of rank 0's part.
 *
 *  **All calls are collective**: every rank of the world makes the same calls in the same order, from one thread at a
 *  time, with the same types, orders, operators, kinds and numbers; only parts and their lengths are a rank's own.
 *  Calls block until their results are there: they come after all that was enqueued on `queue` before. Inputs are only
 *  read. Counted arrays (cliv_counted()) are CLIV_INVALID_ARGUMENT.
 *
 *  **Outputs** whose size only the data tell are made by the call: pass where the array goes, and give its memory back
 *  by cliv_array_release(). Their types are those of the inputs that they are copied from, which must outlive them.
 *  What a call takes beyond its inputs on one rank, outputs included, may be bounded: cliv_world_options::memory.
 *
 *  **Failures are agreed upon** before anything is exchanged: a rank's failure is returned on every rank, with the
 *  same status and one sentence that names the rank ("cliv_mpi_sort_keys: rank 2: keys has 4 elements, but no
 *  buffer"), and no rank gets an output that calls make; what of the caller's own a call writes may have changed.
 *  Arguments that must be the same and are not are CLIV_INVALID_ARGUMENT, types CLIV_TYPE_MISMATCH, with two ranks
 *  that differ. A failure that only one rank can detect (a NULL world) is returned on that rank
 *  alone. So is a call in a forked child, if the library was used in the parent: it returns CLIV_INVALID_ARGUMENT
 *  immediately. cliv_world_destroy() has no effect there.
 *
 *  **Failures of MPI itself** (CLIV_MPI_FAILED) and ranks that die cannot be agreed upon. The error handler of the
 *  communicator decides, as it does in MPI: MPI_ERRORS_ARE_FATAL, the default, ends the job; with MPI_ERRORS_RETURN
 *  the call returns CLIV_MPI_FAILED on the rank where it occurred, with MPI's message, and so do all later calls on
 *  it, while others may wait for it: end the job by MPI_Abort(). A rank that dies is noticed by MPI's launcher, which
 *  ends the others.
 *
 *  Also returned by most: CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_OUT_OF_MEMORY,
 *  CLIV_BUILD_FAILED, CLIV_CHECK_FAILED in checked contexts (whose checks see each rank's part by itself), or OpenCL's
 *  code.
 *
 *  Data go from device to device through pinned host memory in chunks, with reads, messages and writes under way at
 *  the same time. Ranks of one host share that memory, and copy nothing on the host.
 *
 *  Merges, sets and joins take arrays that are sorted as a whole; of others the result is unspecified, or the answer
 *  CLIV_CHECK_FAILED, in every context.
 *
 *  Results are those of the call of the same name on the concatenation on one device, bit for bit, except where an
 *  operator's result depends on how operands are grouped, as that of floating-point sums does: then they depend on the
 *  parts, too, but not on chance. */
#ifndef CLINTERVAL_MPI_H
#define CLINTERVAL_MPI_H

#include <clinterval/clinterval.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The ranks of a communicator, each with its device; its members are private. */
typedef struct cliv_world cliv_world;

/** What a world is made with. Zero-initialise; every field is optional; each rank's are its own. */
typedef struct cliv_world_options {
    /** The most bytes of arrays that one call may have on this rank's device beside its inputs, outputs included, but
     *  not the scratch memory of the context; 0: whatever the device has. A call that needs more is
     *  CLIV_OUT_OF_MEMORY on every rank, with the number of bytes, and moves nothing. */
    size_t memory;
    /** Bytes that go at once; 0: 2 MiB on GPUs, else 1 MiB. The greatest of all ranks counts. */
    size_t chunk;
    /** Both or neither, and by all ranks or none: where staging memory on the host comes from and goes to, instead of
     *  memory that ranks of one host share. `staging_create` answers NULL when there is none (CLIV_OUT_OF_MEMORY). It
     *  is called once for each world of more than one rank. */
    void *(*staging_create)(cliv_context *, size_t bytes, void *user);
    void (*staging_release)(void *memory, void *user); /**< @see staging_create */
    void *user;                                        /**< passed to both of them; outlives the world */
} cliv_world_options;

/** Make a world of all ranks of a communicator. Collective.
 *
 *  @param comm     an intracommunicator; it is duplicated (MPI_Comm_dup), with its error handler
 *  @param context  this rank's device; outlives the world. Which it is is the caller's choice: cliv_world_context()
 *  @param options  may be NULL
 *  @param world    receives the world; untouched on failure
 *  @code
 *  MPI_Init(&argc, &argv);
 *  cliv_context *ctx;
 *  cliv_world *world;
 *  if (cliv_world_context(MPI_COMM_WORLD, NULL, &ctx) || cliv_world_create(MPI_COMM_WORLD, ctx, NULL, &world)) {
 *      fprintf(stderr, "%s\n", cliv_last_error());
 *      MPI_Abort(MPI_COMM_WORLD, 1);
 *  }
 *  cliv_array sorted;
 *  cliv_mpi_sort_keys(world, cliv_context_queue(ctx), keys, NULL, &sorted);
 *  …
 *  cliv_array_release(&sorted);
 *  cliv_world_destroy(world);
 *  cliv_context_destroy(ctx);
 *  MPI_Finalize();
 *  @endcode */
CLIV_API cliv_status cliv_world_create(MPI_Comm comm, cliv_context *context, const cliv_world_options *options,
                                       cliv_world **world);

/** Destroy a world. Collective, before MPI_Finalize(). NULL is fine. Arrays that calls made stay. */
CLIV_API void cliv_world_destroy(cliv_world *world);

/** Give back the device memory that a world keeps for calls to come: that of the arrays which calls needed on the way.
 *  It is never more than an eighth of what the device has, nor than cliv_world_options::memory, where that is set.
 *  Not collective. NULL is fine. */
CLIV_API void cliv_world_trim(cliv_world *world);

/** Give the memory of an array that is no longer needed to the world, for results of calls to come, and leave
 *  CLIV_NONE: cliv_array_release(), where the next call is to make another such array. Drivers take about a millisecond
 *  for a GiB, several times as long as an expansion takes to fill it. Not collective. The world takes as much as
 *  cliv_world_trim() says, and releases the rest.
 *  @param array  in a buffer of the world's context, which has no other owner, and which no command still uses; NULL
 *                and CLIV_NONE are fine */
CLIV_API void cliv_world_recycle(cliv_world *world, cliv_array *array);

/** Make a context on this rank's share of its host's devices: the rank that is number r among those of its host gets
 *  device r modulo their number, of those that cliv_context_devices() lists. Collective, as ranks of one host are
 *  counted; a failure is agreed upon.
 *  @param options  as for cliv_context_create(); its `device` says which devices */
CLIV_API cliv_status cliv_world_context(MPI_Comm comm, const cliv_context_options *options, cliv_context **context);

/** Which rank this is, of how many; 0 for NULL. */
CLIV_API int cliv_world_rank(const cliv_world *world);
/** How many ranks there are; 0 for NULL. @see cliv_world_rank() */
CLIV_API int cliv_world_size(const cliv_world *world);

/** What the last call took on this rank, in seconds, and sent. */
typedef struct cliv_world_times {
    double total;     /**< from the call to its return */
    double local;     /**< on this rank's part alone, before the exchange: sorts, searches, folds */
    double splitters; /**< agreeing where parts are cut */
    double exchange;  /**< bytes on their way, staging included, and waiting for other ranks */
    double merge;     /**< on what has arrived */
    cl_ulong sent;    /**< bytes to other ranks */
    cl_ulong kept;    /**< bytes that stay on this rank, copied on the device */
} cliv_world_times;

/** What the last call of this world took. Not collective. All 0 for NULL, or before the first call. */
CLIV_API cliv_world_times cliv_world_last_times(const cliv_world *world);

/** Where this rank's part of a distributed array begins, and how many elements all parts have.
 *  @param first, total  either may be NULL */
CLIV_API cliv_status cliv_mpi_place(cliv_world *world, size_t count, cl_ulong *first, cl_ulong *total);

/** Reduce a distributed array, to the same result on every rank: cliv_reduce().
 *  @param result  one element on every rank
 *  @param op      without an identity (cliv_op), of nothing at all it is CLIV_INVALID_ARGUMENT
 *  @code
 *  rank 0: input = 1 2    rank 1: input = –    rank 2: input = 3 4 5        result = 15 on all
 *  @endcode */
CLIV_API cliv_status cliv_mpi_reduce(cliv_world *world, cl_command_queue queue, cliv_array input, cliv_array result,
                                     const cliv_op *op);

/** Exclusive scan of a distributed array: cliv_scan_exclusive(). Each part of the output lies where its part of the
 *  input does.
 *  @param output  at least input.count elements; may be the input
 *  @param total   CLIV_NONE, or one element that gets the reduction of all parts, on every rank or on none
 *  @code
 *  rank 0: input = 1 2  output = 0 1        rank 1: input = 3 4 5  output = 3 6 10        total = 15 on both
 *  @endcode
 *  Each rank reduces its part, then scans it from where the ranks before have come: the input is read twice. */
CLIV_API cliv_status cliv_mpi_scan_exclusive(cliv_world *world, cl_command_queue queue, cliv_array input,
                                             cliv_array output, const cliv_op *op, cliv_array total);
/** Inclusive scan of a distributed array: cliv_mpi_scan_exclusive(), but the operator needs no identity. */
CLIV_API cliv_status cliv_mpi_scan_inclusive(cliv_world *world, cl_command_queue queue, cliv_array input,
                                             cliv_array output, const cliv_op *op, cliv_array total);

/** Divide a distributed array evenly: equal parts within one element, order kept. Part r begins at element r·n/p.
 *  @code
 *  rank 0: input = 1 2 3 4 5  output = 1 2        rank 1: input = –  output = 3 4 5
 *  @endcode */
CLIV_API cliv_status cliv_mpi_rebalance(cliv_world *world, cl_command_queue queue, cliv_array input,
                                        cliv_array *output);

/** All to all: element ranges of every part go to the ranks that they are meant for.
 *  @param counts  as many as there are ranks: the first counts[0] elements of this rank's part go to rank 0, the next
 *                 counts[1] to rank 1, and so on. A sum beyond input.count is CLIV_OUT_OF_RANGE; what is
 *                 left over stays
 *  @param output  what the ranks sent to this one, in rank order
 *  @code
 *  rank 0: input = a b c  counts = 1 2  output = a        rank 1: input = d  counts = 0 1  output = b c d
 *  @endcode */
CLIV_API cliv_status cliv_mpi_exchange(cliv_world *world, cl_command_queue queue, cliv_array input,
                                       const size_t *counts, cliv_array *output);

/** Sort a distributed array, stably: cliv_sort_keys(). Parts of the result are equal within one element, whatever the
 *  keys: part r holds elements r·n/p to (r+1)·n/p of the sorted whole.
 *  @code
 *  rank 0: keys = 5 1 4  sorted = 1 2        rank 1: keys = 2 9  sorted = 4 5 9
 *  @endcode
 *  Method: each rank sorts its part; the keys at r·n/p in the sorted whole are found exactly, ties by rank and place,
 *  by selection over all parts at once (P. J. Varman et al., "Merging multiple lists on hierarchical-memory
 *  multiprocessors", 1991; as in J. Singler et al., "MCSTL", Euro-Par 2007), a device-wide search of sampled keys a
 *  round; each range goes to its rank, which merges what arrives. */
CLIV_API cliv_status cliv_mpi_sort_keys(cliv_world *world, cl_command_queue queue, cliv_array keys,
                                        const cliv_order *order, cliv_array *sorted);
/** Sort a distributed array of keys and, along with them, their values: cliv_mpi_sort_keys().
 *  @param values  at least as many as this rank has keys, of any one type */
CLIV_API cliv_status cliv_mpi_sort_pairs(cliv_world *world, cl_command_queue queue, cliv_array keys, cliv_array values,
                                         const cliv_order *order, cliv_array *sorted_keys, cliv_array *sorted_values);

/** Merge two distributed arrays, each of which is sorted as a whole, stably: cliv_merge_keys(). Parts of the result are
 *  equal within one element.
 *  @code
 *  rank 0: a = 1 3  b = 2  output = 1 2 3        rank 1: a = 5  b = 3 4  output = 3 4 5
 *  @endcode */
CLIV_API cliv_status cliv_mpi_merge(cliv_world *world, cl_command_queue queue, cliv_array a, cliv_array b,
                                    const cliv_order *order, cliv_array *output);

/** Set operation on two distributed multisets, each of which is sorted as a whole: cliv_set_keys(). The inputs are cut
 *  evenly, so the parts of the result may differ in length: cliv_mpi_rebalance().
 *  @code
 *  rank 0: a = 1 1 2  b = 1 2        rank 1: a = 5 5  b = 5 7        CLIV_INTERSECTION  output = 1 2 and 5, by rank
 *  @endcode */
CLIV_API cliv_status cliv_mpi_set_keys(cliv_world *world, cl_command_queue queue, cliv_set_kind kind, cliv_array a,
                                       cliv_array b, const cliv_order *order, cliv_array *output);

/** Join of two distributed columns of keys, each of which is sorted as a whole, into row numbers of the whole:
 *  cliv_join(). Parts of the result are equal within one row, also where all keys are equal: a key with very many
 *  matches is divided over ranks by rows of the result.
 *  @param a_rows, b_rows  cliv_ulong; all ones stands for no row. b_rows is NULL for CLIV_SEMI and CLIV_ANTI, and may
 *                         be NULL for the others, as a_rows may
 *  @code
 *  rank 0: a = A A  b = A  a_rows = 0 1  b_rows = 0 0        rank 1: a = B E  b = B B  a_rows = 2 2  b_rows = 1 2
 *  @endcode */
CLIV_API cliv_status cliv_mpi_join(cliv_world *world, cl_command_queue queue, cliv_join_kind kind, cliv_array a,
                                   cliv_array b, const cliv_order *order, cliv_array *a_rows, cliv_array *b_rows);

/** Reduce each run of equal neighbours of a distributed array: cliv_reduce_by_key(). A run that spans ranks is one run,
 *  and belongs to the rank where it begins.
 *  @param unique_keys  may be NULL
 *  @param sums         of the values' type
 *  @code
 *  rank 0: keys = A A B  values = 1 2 3        rank 1: keys = B C  values = 4 5
 *  unique_keys = A B  sums = 3 7               unique_keys = C  sums = 5
 *  @endcode */
CLIV_API cliv_status cliv_mpi_reduce_by_key(cliv_world *world, cl_command_queue queue, cliv_array keys,
                                            cliv_array values, const cliv_op *op, const cliv_order *order,
                                            cliv_array *unique_keys, cliv_array *sums);

/** Run-length encoding of a distributed array: cliv_unique(). A run that spans ranks belongs to the rank where
 *  it begins.
 *  @param unique_keys      the first key of every run
 *  @param starts, lengths  cliv_ulong: where in the whole it begins, how long it is
 *  Each may be NULL. */
CLIV_API cliv_status cliv_mpi_unique(cliv_world *world, cl_command_queue queue, cliv_array keys,
                                     const cliv_order *order, cliv_array *unique_keys, cliv_array *starts,
                                     cliv_array *lengths);

/** The first min(k, n) elements of a stable sort of a distributed array, on every rank: cliv_top_k().
 *  @param top_keys     CLIV_NONE, or at least min(k, n) elements of the keys' type
 *  @param top_indices  CLIV_NONE, or as many numbers: where they stand in the whole. Any index type; of one that is
 *  too
 *                      small the greatest it holds. Not both are CLIV_NONE
 *  Each rank sends up to k keys to all. */
CLIV_API cliv_status cliv_mpi_top_k(cliv_world *world, cl_command_queue queue, cliv_array keys, size_t k,
                                    cliv_array top_keys, cliv_array top_indices, const cliv_order *order);

/** Histogram of a distributed array, on every rank: cliv_histogram().
 *  @param counts  as many elements on every rank */
CLIV_API cliv_status cliv_mpi_histogram(cliv_world *world, cl_command_queue queue, cliv_array bins, cliv_array weights,
                                        cliv_array counts);

/** Match every output with the interval that it belongs to, the outputs of all intervals divided evenly over ranks,
 *  whatever the size of one: cliv_load_balance_search(). Rank r gets outputs r·m/p to (r+1)·m/p, m being the sum of all
 *  sizes.
 *  @param sizes            of the intervals: int, uint, long or ulong; below 0 is 0
 *  @param segments, ranks  cliv_ulong: which interval of all, and which of its outputs; either may be NULL
 *  @code
 *  rank 0: sizes = 1 0  segments = 0 2 2  ranks = 0 0 1        rank 1: sizes = 4 1  segments = 2 2 3  ranks = 2 3 0
 *  @endcode */
CLIV_API cliv_status cliv_mpi_load_balance(cliv_world *world, cl_command_queue queue, cliv_array sizes,
                                           cliv_array *segments, cliv_array *ranks);

/** Repeat each value as often as its interval is long, the outputs divided evenly over ranks: cliv_interval_expand().
 *  @param sizes   of the intervals: int, uint, long or ulong; below 0 is 0
 *  @param values  at least as many as this rank has sizes
 *  @code
 *  rank 0: sizes = 1 0  values = a b  output = a c c        rank 1: sizes = 4 1  values = c d  output = c c d
 *  @endcode */
CLIV_API cliv_status cliv_mpi_interval_expand(cliv_world *world, cl_command_queue queue, cliv_array sizes,
                                              cliv_array values, cliv_array *output);

/** Copy intervals of a distributed array, one behind the other, the outputs divided evenly over ranks:
 *  cliv_interval_gather(). An interval may lie on several ranks.
 *  @param gather  where each interval begins in the whole input: int, uint, long or ulong, at least as many as this
 *                 rank has sizes
 *  @param sizes   of the intervals: int, uint, long or ulong; below 0 is 0. One that passes the end of the whole input
 *                 is CLIV_OUT_OF_RANGE
 *  @code
 *  rank 0: gather = 3  sizes = 2  input = a b  output = d e        rank 1: gather = 1  sizes = 2  input = c d e
 *                                                                        output = b c
 *  @endcode */
CLIV_API cliv_status cliv_mpi_interval_gather(cliv_world *world, cl_command_queue queue, cliv_array gather,
                                              cliv_array sizes, cliv_array input, cliv_array *output);

#ifdef __cplusplus
}
#endif
#endif
