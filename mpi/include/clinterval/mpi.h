/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi.h
 *  The primitives over several devices of one or more hosts, with one MPI rank for each device.
 *
 *  The functions are in the library libclinterval_mpi.
 *
 *  **A distributed array** is the concatenation of the parts of all ranks, in rank order. A part is an ordinary
 *  cliv_array on the rank's own device, of any length including 0. An input part may be generated. Indices and totals
 *  that span ranks are unsigned 64-bit numbers, and count from the beginning of rank 0's part.
 *
 *  **All calls are collective**, unless a function says otherwise: every rank of the world makes the same calls in the
 *  same order, from one thread at a time, with the same types, orders, operators, kinds and scalar arguments. Only
 *  parts and their lengths may differ between ranks. A call runs after all commands enqueued earlier on `queue`, and
 *  blocks until its results are complete. Inputs are only read. Counted arrays (cliv_counted()) are
 *  CLIV_INVALID_ARGUMENT.
 *
 *  **Outputs** whose size depends on the data are made by the call: pass a pointer to a cliv_array, and release its
 *  memory by cliv_array_release(). An output has the type of the input from which it is copied, and the type must
 *  outlive the output. cliv_world_options::memory limits the memory, including outputs, that a call takes on one rank
 *  in addition to its inputs.
 *
 *  **Failures are agreed upon** before any data is exchanged. All ranks return the same status, with a message that
 *  names the rank ("cliv_mpi_sort_keys: rank 2: keys has 4 elements, but no buffer"). No rank receives an output that
 *  the call would make. The caller's arrays that the call writes may have changed. If arguments that must be the same
 *  differ, the status is CLIV_INVALID_ARGUMENT, for types CLIV_TYPE_MISMATCH, and the message names two ranks that
 *  differ. A failure that only one rank can detect (a NULL world) is returned on that rank alone. If the parent of a
 *  forked process has used the library, a call in the child returns CLIV_INVALID_ARGUMENT immediately, on that rank
 *  alone; cliv_world_destroy() has no effect in the child.
 *
 *  **Failures of MPI itself** (CLIV_MPI_FAILED) and ranks that die cannot be agreed upon. The error handler of the
 *  communicator decides, as in MPI. MPI_ERRORS_ARE_FATAL, the default, ends the job. With MPI_ERRORS_RETURN the call
 *  returns CLIV_MPI_FAILED, with MPI's message, on the rank where the failure occurred, and so do all later calls on
 *  this rank. Other ranks may wait for this rank: end the job by MPI_Abort(). MPI's launcher detects a rank that
 *  dies, and ends the other ranks.
 *
 *  **Return values** of all calls are CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE,
 *  CLIV_OUT_OF_MEMORY, CLIV_OVERFLOW (a sum over all ranks exceeds 64 bits), CLIV_BUILD_FAILED, CLIV_MPI_FAILED,
 *  CLIV_CHECK_FAILED in checked contexts (which check each rank's part separately), or OpenCL's code.
 *
 *  **Results** are equal, bit for bit, to the results of the call of the same name for the concatenation on one
 *  device. The exception is an operator whose result depends on the grouping of operands, for example a
 *  floating-point sum: the result then also depends on the parts, but is deterministic.
 *
 *  Merges, sets and joins require that the concatenation of the parts is sorted. If it is not, the result is
 *  unspecified, or the status is CLIV_CHECK_FAILED, in every context.
 *
 *  A generated part is stored in memory before its elements move between ranks. So most calls evaluate each element
 *  once; each function states the number of evaluations. */
#ifndef CLINTERVAL_MPI_H
#define CLINTERVAL_MPI_H

#include <clinterval/clinterval.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The ranks of a communicator, each with its device; its members are private. */
typedef struct cliv_world cliv_world;

/** Options of a world. Zero-initialise them; every field is optional. Ranks may have different options. */
typedef struct cliv_world_options {
    /** The maximum size, in bytes, of the arrays of one call on this rank's device, without its inputs. This includes
     *  outputs, but not the scratch memory of the context. 0: all memory of the device. A call that needs more memory
     *  moves no data. It returns CLIV_OUT_OF_MEMORY on every rank, with the number of bytes in the message. */
    size_t memory;
    /** The size of a chunk in bytes. 0: 2 MiB on GPUs, otherwise 1 MiB. The maximum of all ranks is used. */
    size_t chunk;
    /** Allocates staging memory on the host, which replaces memory that ranks of one host share. Set both callbacks or
     *  neither, on all ranks or on none. `staging_create` returns NULL if there is no memory; the world is then
     *  CLIV_OUT_OF_MEMORY. It is called once for each world of more than one rank. */
    void *(*staging_create)(cliv_context *, size_t bytes, void *user);
    void (*staging_release)(void *memory, void *user); /**< @see staging_create */
    void *user;                                        /**< passed to both callbacks; must outlive the world */
} cliv_world_options;

/** Creates a world of all ranks of a communicator.
 *
 *  @param comm     an intracommunicator; it is duplicated (MPI_Comm_dup) with its error handler
 *  @param context  the context of this rank's device; must outlive the world. cliv_world_context() selects a device.
 *  @param options  may be NULL
 *  @param world    receives the world; not changed on failure
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

/** Destroys a world.
 *
 *  Collective, before MPI_Finalize(). Arrays that calls made remain valid.
 *
 *  @param world  may be NULL */
CLIV_API void cliv_world_destroy(cliv_world *world);

/** Releases the device memory that a world keeps for temporary arrays of later calls.
 *
 *  Not collective. A world never keeps more than an eighth of the device's memory, nor more than
 *  cliv_world_options::memory if it is set.
 *
 *  @param world  may be NULL */
CLIV_API void cliv_world_trim(cliv_world *world);

/** Gives the memory of an array to the world, for results of later calls.
 *
 *  Not collective. The array becomes CLIV_NONE. This function replaces cliv_array_release() if the next call makes a
 *  similar array. Drivers take about a millisecond to allocate a GiB, which is several times as long as
 *  cliv_mpi_interval_expand() takes to fill it. The world keeps memory up to the limits of cliv_world_trim(), and
 *  releases the rest.
 *
 *  @param world  the world; NULL: the array is released
 *  @param array  an array in a buffer of the world's context that has no other owner and that no command uses; may be
 *                NULL or CLIV_NONE */
CLIV_API void cliv_world_recycle(cliv_world *world, cliv_array *array);

/** Creates a context on the device that corresponds to this rank's number on its host.
 *
 *  Collective; failures are agreed upon. The rank with number r on its host gets device r modulo the number of
 *  devices that cliv_context_devices() lists.
 *
 *  @param comm     the communicator; its ranks on one host are numbered
 *  @param options  as for cliv_context_create(); its `device` selects the devices
 *  @param context  receives the context */
CLIV_API cliv_status cliv_world_context(MPI_Comm comm, const cliv_context_options *options, cliv_context **context);

/** Returns this rank's number in a world.
 *
 *  @param world  the world; the result for NULL is 0 */
CLIV_API int cliv_world_rank(const cliv_world *world);
/** Returns the number of ranks of a world.
 *
 *  @param world  the world; the result for NULL is 0 */
CLIV_API int cliv_world_size(const cliv_world *world);

/** Times, in seconds, and transferred bytes of the last call on this rank. */
typedef struct cliv_world_times {
    double total;     /**< from the start of the call to its return */
    double local;     /**< work on this rank's part before the exchange: sorts, searches, folds */
    double splitters; /**< search for the keys that divide the data between ranks */
    double exchange;  /**< data exchange, including staging and waiting for other ranks */
    double merge;     /**< work on the received data */
    cl_ulong sent;    /**< bytes sent to other ranks */
    cl_ulong kept;    /**< bytes that remain on this rank and are copied on the device */
} cliv_world_times;

/** Returns the times of the last call of this world.
 *
 *  Not collective.
 *
 *  @param world  the world
 *  @return the times; all 0 for NULL, or before the first call. */
CLIV_API cliv_world_times cliv_world_last_times(const cliv_world *world);

/** Computes where this rank's part begins in a distributed array, and the size of the array.
 *
 *  @param world         the world
 *  @param count         the number of elements of this rank's part
 *  @param first, total  receive the global index of the part's first element, and the number of elements of all
 *                       parts; may be NULL
 *  @code
 *  rank 0: count = 2  first = 0        rank 1: count = 0  first = 2        rank 2: count = 3  first = 2      total = 5
 *  @endcode */
CLIV_API cliv_status cliv_mpi_place(cliv_world *world, size_t count, cl_ulong *first, cl_ulong *total);

/** Reduces a distributed array, with the same result on every rank: cliv_reduce().
 *
 *  @param world, queue  the world and this rank's queue
 *  @param input         this rank's part
 *  @param result        one element on every rank
 *  @param op            NULL = cliv_add; without an identity (cliv_op), an empty distributed array is
 *                       CLIV_INVALID_ARGUMENT
 *  @code
 *  rank 0: input = 1 2    rank 1: input = –    rank 2: input = 3 4 5        result = 15 on all
 *  @endcode
 *
 *  Evaluates each element of `input` once. */
CLIV_API cliv_status cliv_mpi_reduce(cliv_world *world, cl_command_queue queue, cliv_array input, cliv_array result,
                                     const cliv_op *op);

/** Scans a distributed array exclusively: cliv_scan_exclusive().
 *
 *  The output has the same parts as the input.
 *
 *  @param world, queue  the world and this rank's queue
 *  @param input         this rank's part
 *  @param output        at least input.count elements; may be the input, exactly in place
 *  @param op            as for cliv_scan_exclusive()
 *  @param total         CLIV_NONE, or one element that receives the reduction of all parts; on every rank or on none
 *  @code
 *  rank 0: input = 1 2  output = 0 1        rank 1: input = 3 4 5  output = 3 6 10        total = 15 on both
 *  @endcode
 *
 *  Each rank reduces its part, then scans it with the prefix of the ranks before.
 *
 *  Evaluates each element of `input` twice, on the first rank up to three times. */
CLIV_API cliv_status cliv_mpi_scan_exclusive(cliv_world *world, cl_command_queue queue, cliv_array input,
                                             cliv_array output, const cliv_op *op, cliv_array total);
/** Scans a distributed array inclusively: cliv_scan_inclusive().
 *
 *  The operator needs no identity.
 *
 *  @param world, queue              the world and this rank's queue
 *  @param input, output, op, total  as for cliv_mpi_scan_exclusive()
 *  @code
 *  rank 0: input = 1 2  output = 1 3        rank 1: input = 3 4 5  output = 6 10 15       total = 15 on both
 *  @endcode
 *
 *  Evaluates each element of `input` as often as cliv_mpi_scan_exclusive(). */
CLIV_API cliv_status cliv_mpi_scan_inclusive(cliv_world *world, cl_command_queue queue, cliv_array input,
                                             cliv_array output, const cliv_op *op, cliv_array total);

/** Divides a distributed array evenly over the ranks.
 *
 *  The sizes of parts then differ by at most one, and the order does not change.
 *
 *  @param world, queue  the world and this rank's queue
 *  @param input         this rank's part
 *  @param output        receives this rank's new part; of n elements and p ranks, part r begins at element r·n/p
 *  @code
 *  rank 0: input = 1 2 3 4 5  output = 1 2        rank 1: input = –  output = 3 4 5
 *  @endcode
 *
 *  Evaluates each element of `input` once. */
CLIV_API cliv_status cliv_mpi_rebalance(cliv_world *world, cl_command_queue queue, cliv_array input,
                                        cliv_array *output);

/** Sends ranges of every part to other ranks (all to all).
 *
 *  @param world, queue  the world and this rank's queue
 *  @param input         this rank's part
 *  @param counts        one count for each rank: the first counts[0] elements of this rank's part go to rank 0, the
 *                       next counts[1] to rank 1, and so on. A sum beyond input.count is CLIV_OUT_OF_RANGE; remaining
 *                       elements are not sent.
 *  @param output        receives the elements that the ranks sent to this rank, in rank order
 *  @code
 *  rank 0: input = a b c  counts = 1 2  output = a        rank 1: input = d  counts = 0 1  output = b c d
 *  @endcode
 *
 *  Evaluates each element of `input` once. */
CLIV_API cliv_status cliv_mpi_exchange(cliv_world *world, cl_command_queue queue, cliv_array input,
                                       const size_t *counts, cliv_array *output);

/** Sorts a distributed array by a stable sort: cliv_sort_keys().
 *
 *  The sizes of the parts of the result differ by at most one, whatever the keys are: of n keys and p ranks, part r
 *  has elements r·n/p to (r+1)·n/p of the sorted array.
 *
 *  @param world, queue  the world and this rank's queue
 *  @param keys          this rank's part
 *  @param order         NULL = cliv_less
 *  @param sorted        receives this rank's part of the result
 *  @code
 *  rank 0: keys = 5 1 4  sorted = 1 2        rank 1: keys = 2 9  sorted = 4 5 9
 *  @endcode
 *
 *  Evaluates each element of `keys` once. */
CLIV_API cliv_status cliv_mpi_sort_keys(cliv_world *world, cl_command_queue queue, cliv_array keys,
                                        const cliv_order *order, cliv_array *sorted);
/** Sorts a distributed array of keys by a stable sort, and moves each value with its key.
 *
 *  The parts of the result have the sizes of cliv_mpi_sort_keys().
 *
 *  @param world, queue                the world and this rank's queue
 *  @param keys                        this rank's part
 *  @param values                      at least one value for each of this rank's keys, of any one type
 *  @param order                       NULL = cliv_less
 *  @param sorted_keys, sorted_values  receive this rank's part of the result
 *  @code
 *  rank 0: keys = 5 1  values = a b  sorted_keys = 1 2  sorted_values = b c
 *  rank 1: keys = 2 9  values = c d  sorted_keys = 5 9  sorted_values = a d
 *  @endcode
 *
 *  Evaluates each element of `keys` and of `values` once. */
CLIV_API cliv_status cliv_mpi_sort_pairs(cliv_world *world, cl_command_queue queue, cliv_array keys, cliv_array values,
                                         const cliv_order *order, cliv_array *sorted_keys, cliv_array *sorted_values);

/** Merges two sorted distributed arrays: cliv_merge_keys().
 *
 *  Of equal keys, keys of a come first. The sizes of parts of the result differ by at most one.
 *
 *  @param world, queue  the world and this rank's queue
 *  @param a, b          this rank's parts
 *  @param order         NULL = cliv_less
 *  @param output        receives this rank's part of the result
 *  @code
 *  rank 0: a = 1 3  b = 2  output = 1 2 3        rank 1: a = 5  b = 3 4  output = 3 4 5
 *  @endcode
 *
 *  Evaluates each key of `a` and of `b` once. */
CLIV_API cliv_status cliv_mpi_merge(cliv_world *world, cl_command_queue queue, cliv_array a, cliv_array b,
                                    const cliv_order *order, cliv_array *output);

/** Computes a set operation on two sorted distributed multisets: cliv_set_keys().
 *
 *  @param world, queue  the world and this rank's queue
 *  @param kind          the operation
 *  @param a, b          this rank's parts
 *  @param order         NULL = cliv_less
 *  @param output        receives this rank's part of the result
 *  @code
 *  rank 0: a = 1 1 2  b = 1 2        rank 1: a = 5 5  b = 5 7        CLIV_INTERSECTION  output = 1 2 and 5, by rank
 *  @endcode
 *
 *  The inputs are divided evenly, so the parts of the result may differ in length. cliv_mpi_rebalance() divides the
 *  result evenly.
 *
 *  Evaluates each key of `a` and of `b` once. */
CLIV_API cliv_status cliv_mpi_set_keys(cliv_world *world, cl_command_queue queue, cliv_set_kind kind, cliv_array a,
                                       cliv_array b, const cliv_order *order, cliv_array *output);

/** Joins two sorted distributed columns of keys into global row numbers: cliv_join().
 *
 *  The sizes of parts of the result differ by at most one row, even if all keys are equal: the matches of one key are
 *  divided over ranks by rows of the result.
 *
 *  @param world, queue    the world and this rank's queue
 *  @param kind            the rows of the result
 *  @param a, b            this rank's parts
 *  @param order           NULL = cliv_less
 *  @param a_rows, b_rows  receive cliv_ulong row numbers of the concatenations, all ones for no row; either may be
 *                         NULL. b_rows must be NULL for CLIV_SEMI and CLIV_ANTI.
 *  @code
 *  rank 0: a = A A  b = A  a_rows = 0 1  b_rows = 0 0        rank 1: a = B E  b = B B  a_rows = 2 2  b_rows = 1 2
 *  @endcode
 *
 *  Evaluates each key of `a` and of `b` once. */
CLIV_API cliv_status cliv_mpi_join(cliv_world *world, cl_command_queue queue, cliv_join_kind kind, cliv_array a,
                                   cliv_array b, const cliv_order *order, cliv_array *a_rows, cliv_array *b_rows);

/** Joins two distributed tables on equal keys, with rows in any order and any number of key columns, into global row
 *  numbers: cliv_join_unsorted().
 *
 *  The result has the order of cliv_join_unsorted() for the concatenations. The sizes of its parts differ by at most
 *  one row.
 *
 *  @param world, queue    the world and this rank's queue
 *  @param kind            the rows of the result
 *  @param a_keys, b_keys  this rank's parts of the key columns. The rows of a part are those of its first column; a
 *                         shorter column is CLIV_OUT_OF_RANGE. a_keys[k] and b_keys[k] have the same type.
 *  @param key_count       the number of key columns, at least 1
 *  @param a_rows, b_rows  as for cliv_mpi_join()
 *  @code
 *  rank 0: a_keys = E A  b_keys = B    a_rows = 1 2  b_rows = 2 0
 *  rank 1: a_keys = B    b_keys = C A B              CLIV_INNER  a_rows = 2  b_rows = 3
 *  @endcode
 *
 *  All rows with equal keys are joined on one rank, which must have the memory for them and for their pairs.
 *
 *  Evaluates each key once. */
CLIV_API cliv_status cliv_mpi_join_unsorted(cliv_world *world, cl_command_queue queue, cliv_join_kind kind,
                                            const cliv_array *a_keys, const cliv_array *b_keys, size_t key_count,
                                            cliv_array *a_rows, cliv_array *b_rows);

/** Groups the rows of a distributed table by keys in any order, and combines columns of values for each group:
 *  cliv_group_by().
 *
 *  The groups of all ranks together are the result. Each group is on one rank. This rank is unspecified, but is the
 *  same in all calls with the same types of keys and number of ranks. On each rank the groups are in ascending order of
 *  their keys, as from cliv_group_by().
 *
 *  @param world, queue     the world and this rank's queue
 *  @param keys             this rank's parts of the key columns. The rows of the part are those of keys[0]; a shorter
 *                          column is CLIV_OUT_OF_RANGE.
 *  @param key_count        the number of key columns, at least 1
 *  @param aggregates       this rank's parts of the columns of values, with their operators; NULL if aggregate_count is
 *                          0. Only the type of `result` is read, for example {values, NULL, {.type = &cliv_double}}.
 *                          If `result` is CLIV_NONE, the results have the type of the values, and row counts are
 *                          cliv_ulong.
 *  @param aggregate_count  the number of aggregates; may be 0
 *  @param unique_keys      NULL, or key_count arrays that receive the keys of the first row of each group
 *  @param first_rows       NULL, or receives the global row number of the first row of each group, a cliv_ulong
 *  @param results          aggregate_count arrays that receive the results; may be NULL if aggregate_count is 0
 *  @code
 *  rank 0: keys = 7 3 7  values = 1 2 3      unique_keys = 7    results = 10     first_rows = 0
 *  rank 1: keys = 5 3 7  values = 4 5 6      unique_keys = 3 5  results = 7 4    first_rows = 1 3
 *  // if rank 0 gets the group of key 7, and rank 1 the groups of keys 3 and 5
 *  @endcode
 *
 *  Each rank combines the values of its own rows. The same operator then combines the results of all ranks in rank
 *  order. So the operator is applied in the order of the rows, and need not commute. Floating-point sums depend on the
 *  division into parts, but are the same in every run.
 *
 *  Evaluates `keys` and `values` as often as cliv_group_by(), and twice as often if groups have fewer than 8 rows on
 *  average. */
CLIV_API cliv_status cliv_mpi_group_by(cliv_world *world, cl_command_queue queue, const cliv_array *keys,
                                       size_t key_count, const cliv_aggregate *aggregates, size_t aggregate_count,
                                       cliv_array *unique_keys, cliv_array *first_rows, cliv_array *results);

/** Reduces each run of equal keys of a distributed array: cliv_reduce_by_key().
 *
 *  A run that spans ranks is one run, and belongs to the rank where it begins.
 *
 *  @param world, queue  the world and this rank's queue
 *  @param keys, values  this rank's parts
 *  @param op            NULL = cliv_add
 *  @param order         NULL = cliv_less
 *  @param unique_keys   receives the first key of every run; may be NULL
 *  @param sums          receives the sums, of the values' type
 *  @code
 *  rank 0: keys = A A B  values = 1 2 3        rank 1: keys = B C  values = 4 5
 *  unique_keys = A B  sums = 3 7               unique_keys = C  sums = 5
 *  @endcode
 *
 *  Evaluates `keys` and `values` as often as cliv_reduce_by_key(), and twice as often if runs have fewer than 8 keys
 *  on average. */
CLIV_API cliv_status cliv_mpi_reduce_by_key(cliv_world *world, cl_command_queue queue, cliv_array keys,
                                            cliv_array values, const cliv_op *op, const cliv_order *order,
                                            cliv_array *unique_keys, cliv_array *sums);

/** Finds the runs of equal keys of a distributed array: cliv_unique().
 *
 *  A run that spans ranks is one run, and belongs to the rank where it begins.
 *
 *  @param world, queue     the world and this rank's queue
 *  @param keys             this rank's part
 *  @param order            NULL = cliv_less
 *  @param unique_keys      receives the first key of every run; may be NULL
 *  @param starts, lengths  receive cliv_ulong numbers: the index of each run in the concatenation, and its length;
 *                          each may be NULL
 *  @code
 *  rank 0: keys = 7 7 2         unique_keys = 7 2  starts = 0 2  lengths = 2 2
 *  rank 1: keys = 2 5           unique_keys = 5    starts = 4    lengths = 1
 *  @endcode
 *
 *  Evaluates `keys` as often as cliv_mpi_reduce_by_key(). */
CLIV_API cliv_status cliv_mpi_unique(cliv_world *world, cl_command_queue queue, cliv_array keys,
                                     const cliv_order *order, cliv_array *unique_keys, cliv_array *starts,
                                     cliv_array *lengths);

/** Finds the k smallest keys of a distributed array, on every rank: cliv_top_k().
 *
 *  The result is the first min(k, n) elements of a stable sort; n is the number of keys of all parts.
 *
 *  @param world, queue  the world and this rank's queue
 *  @param keys          this rank's part
 *  @param k             the number of keys to select
 *  @param top_keys      CLIV_NONE, or at least min(k, n) elements of the keys' type
 *  @param top_indices   CLIV_NONE, or at least min(k, n) elements of any index type: indices in the concatenation. An
 *                       index too large for the type is stored as the greatest number that fits. One of the two
 *                       outputs must be present.
 *  @param order         NULL = cliv_less
 *  @code
 *  rank 0: keys = 7 3        rank 1: keys = 9 3 5        k = 3: top_keys = 3 3 5  top_indices = 1 3 4 on both
 *  @endcode
 *
 *  Each rank sends up to k keys to all ranks.
 *
 *  Evaluates each element of `keys` as often as cliv_top_k(). */
CLIV_API cliv_status cliv_mpi_top_k(cliv_world *world, cl_command_queue queue, cliv_array keys, size_t k,
                                    cliv_array top_keys, cliv_array top_indices, const cliv_order *order);

/** Computes the histogram of a distributed array, on every rank: cliv_histogram().
 *
 *  @param world, queue   the world and this rank's queue
 *  @param bins, weights  this rank's parts; `weights` may be CLIV_NONE
 *  @param counts         the same number of elements on every rank
 *  @code
 *  rank 0: bins = 0 2        rank 1: bins = 2 1 2        counts = 1 1 3 on both
 *  @endcode
 *
 *  Evaluates `bins` and `weights` as often as cliv_histogram(). */
CLIV_API cliv_status cliv_mpi_histogram(cliv_world *world, cl_command_queue queue, cliv_array bins, cliv_array weights,
                                        cliv_array counts);

/** Finds the interval of every output: cliv_load_balance_search().
 *
 *  The outputs are divided evenly over MPI ranks. Of m outputs and p ranks, MPI rank r gets outputs r·m/p to
 *  (r+1)·m/p, for all interval sizes; m is the sum of all sizes.
 *
 *  @param world, queue     the world and this rank's queue
 *  @param sizes            this rank's part of the interval sizes: cliv_int, cliv_uint, cliv_long or cliv_ulong; a
 *                          negative size is 0
 *  @param segments, ranks  receive cliv_ulong numbers: the interval, counted over all MPI ranks, and the rank of the
 *                          output in its interval; either may be NULL
 *  @code
 *  rank 0: sizes = 1 0  segments = 0 2 2  ranks = 0 0 1        rank 1: sizes = 4 1  segments = 2 2 3  ranks = 2 3 0
 *  @endcode
 *
 *  Evaluates each element of `sizes` once. */
CLIV_API cliv_status cliv_mpi_load_balance(cliv_world *world, cl_command_queue queue, cliv_array sizes,
                                           cliv_array *segments, cliv_array *ranks);

/** Repeats each value once for each output of its interval: cliv_interval_expand().
 *
 *  The outputs are divided evenly over ranks, as by cliv_mpi_load_balance().
 *
 *  @param world, queue  the world and this rank's queue
 *  @param sizes         as for cliv_mpi_load_balance()
 *  @param values        at least one value for each size
 *  @param output        receives this rank's part of the result
 *  @code
 *  rank 0: sizes = 1 0  values = a b  output = a c c        rank 1: sizes = 4 1  values = c d  output = c c d
 *  @endcode
 *
 *  Evaluates each element of `sizes` and of `values` once. */
CLIV_API cliv_status cliv_mpi_interval_expand(cliv_world *world, cl_command_queue queue, cliv_array sizes,
                                              cliv_array values, cliv_array *output);

/** Copies intervals of a distributed array to contiguous outputs: cliv_interval_gather().
 *
 *  The outputs are divided evenly over ranks, as by cliv_mpi_load_balance(). An interval may span several ranks.
 *
 *  @param world, queue  the world and this rank's queue
 *  @param gather        the index in the concatenated input at which each interval begins: cliv_int, cliv_uint,
 *                       cliv_long or cliv_ulong, at least one element for each size
 *  @param sizes         as for cliv_mpi_load_balance(). An interval that extends past the end of the concatenated
 *                       input is CLIV_OUT_OF_RANGE.
 *  @param input         this rank's part
 *  @param output        receives this rank's part of the result
 *  @code
 *  rank 0: gather = 3  sizes = 2  input = a b  output = d e        rank 1: gather = 1  sizes = 2  input = c d e
 *                                                                          output = b c
 *  @endcode
 *
 *  Evaluates each element of `gather`, `sizes` and `input` once. */
CLIV_API cliv_status cliv_mpi_interval_gather(cliv_world *world, cl_command_queue queue, cliv_array gather,
                                              cliv_array sizes, cliv_array input, cliv_array *output);

/** @file mpi.h
 *  @section mpi_method Method
 *
 *  Data moves from device to device through pinned host memory in chunks; reads, messages and writes overlap. Ranks
 *  of one host share this memory, without a copy on the host.
 *
 *  cliv_mpi_sort_keys() and cliv_mpi_sort_pairs(): each rank sorts its part. A selection over all parts finds the
 *  exact keys at the indices r·n/p of the sorted array; equal keys are ordered by rank and index (P. J. Varman et al.,
 *  "Merging multiple lists on hierarchical-memory multiprocessors", 1991; as in J. Singler et al., "MCSTL", Euro-Par
 *  2007). Each round of the selection is a device-wide search of sampled keys. Each range is sent to its rank, which
 *  merges the received ranges.
 *
 *  cliv_mpi_group_by() and cliv_mpi_join_unsorted(): a hash of the keys selects the rank to which a group or row is
 *  sent. */

#ifdef __cplusplus
}
#endif
#endif
