/* SPDX-License-Identifier: Apache-2.0 */
/** @file join.h
 *  Joins of two tables: rows with equal keys, with the nearest key, or with overlapping intervals. The results are row
 *  numbers.
 *
 *  cliv_join_unsorted() takes rows in any order. The other functions take two columns that are sorted by the order
 *  (NULL = cliv_less) and have the same type. A CLIV_CHECKED context finds the first key that is out of order and
 *  returns CLIV_CHECK_FAILED. Other contexts leave the outputs unspecified within their arrays. Inputs may be
 *  generated.
 *
 *  Row numbers count from 0 and are cliv_int, cliv_uint, cliv_long or cliv_ulong. The number -1 (all ones in unsigned
 *  types) means no row. A number too large for the type is stored as the greatest number that fits. cliv_gather() and
 *  cliv_gather_columns() read the joined rows by these numbers.
 *
 *  All functions return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED,
 *  CLIV_CHECK_FAILED, or OpenCL's code. A refused call enqueues nothing. */
#ifndef CLINTERVAL_JOIN_H
#define CLINTERVAL_JOIN_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The rows of the result of a join. */
typedef enum cliv_join_kind {
    CLIV_INNER, /**< every pair of rows with equal keys */
    CLIV_LEFT,  /**< the pairs, and the rows of a that have no match, with -1 as b's row */
    CLIV_RIGHT, /**< the pairs, and the rows of b that have no match, with -1 as a's row */
    CLIV_FULL,  /**< the pairs, and the rows of a and of b that have no match */
    CLIV_SEMI,  /**< the rows of a that have a match, each once */
    CLIV_ANTI   /**< the rows of a that have no match */
} cliv_join_kind;

/** Joins two sorted columns on equal keys, and writes the row numbers of the pairs.
 *
 *  Two keys are equal if neither is before the other. Rows come in the order of a, and the matches of one row of a in
 *  the order of b. A row of a without a match keeps its position. Rows of b without a match come last, in the order
 *  of b.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param kind            the rows of the result
 *  @param a, b            the sorted keys. If they are counted (cliv_counted()), rows past the length are not joined.
 *  @param a_rows, b_rows  receive the row numbers; each may be CLIV_NONE. Semi and anti joins ignore b_rows.
 *  @param count           CLIV_NONE, or one element of cliv_int, cliv_uint, cliv_long or cliv_ulong that receives the
 *                         number of rows of the result, or the greatest number that fits
 *  @param host_count      NULL, or a host variable that receives the same number; the call then blocks
 *  @param order           NULL = cliv_less
 *  @code
 *  a = A A B E E      b = A B B C
 *  CLIV_INNER   a_rows = 0 1 2 2              b_rows = 0 0 1 2              count = 4
 *  CLIV_LEFT    a_rows = 0 1 2 2 3 4          b_rows = 0 0 1 2 -1 -1        count = 6
 *  CLIV_RIGHT   a_rows = 0 1 2 2 -1           b_rows = 0 0 1 2 3            count = 5
 *  CLIV_FULL    a_rows = 0 1 2 2 3 4 -1       b_rows = 0 0 1 2 -1 -1 3      count = 7
 *  CLIV_SEMI    a_rows = 0 1 2                                              count = 3
 *  CLIV_ANTI    a_rows = 3 4                                                count = 2
 *  @endcode
 *
 *  Two columns of m and n equal keys have m * n pairs; totals are counted in 64 bits. To allocate outputs of the
 *  right size, call first without row arrays: the call then only counts.
 *
 *  Row arrays that are shorter than the result are filled to their end. If there are two arrays, the shorter one is
 *  the capacity. `count` and `host_count` still receive the size of the result. With `host_count` the call then
 *  returns CLIV_CAPACITY, and *event is set.
 *
 *  Evaluates each key of `a` and of `b` once or twice on GPUs. On CPUs the number of evaluations of each column is up
 *  to 3 · (a.count + b.count): store a generated column with cliv_copy() first. */
CLIV_API cliv_status cliv_join(cliv_context *ctx, cl_command_queue queue, cliv_join_kind kind, cliv_array a,
                               cliv_array b, cliv_array a_rows, cliv_array b_rows, cliv_array count, size_t *host_count,
                               const cliv_order *order, cl_uint num_events_in_wait_list,
                               const cl_event *event_wait_list, cl_event *event);

/** Joins two tables on equal keys, with rows in any order and any number of key columns, and writes the row numbers of
 *  the pairs.
 *
 *  Rows have equal keys if all key columns are equal. -0.0 equals 0.0, and NaN equals NaN. Key columns have built-in
 *  scalar types or structures. Structures are compared by their bytes, including padding. Rows come in the order of a,
 *  and the matches of one row of a in the order of b. A row of a without a match keeps its position. Rows of b without
 *  a match come last, in the order of b.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param kind            the rows of the result, as for cliv_join()
 *  @param a_keys, b_keys  the key columns of each table. a_keys[k] and b_keys[k] have the same type. A table has as
 *                         many rows as its first column; a shorter column is CLIV_OUT_OF_RANGE. If columns are counted,
 *                         rows past the smallest length of the table's columns are not joined.
 *  @param key_count       the number of key columns, at least 1
 *  @param a_rows, b_rows  receive the row numbers; each may be CLIV_NONE. Semi and anti joins ignore b_rows.
 *  @param count, host_count  as for cliv_join(), also if the row arrays are shorter than the result
 *  @code
 *  // one key column of each table; row 1 of a has the key A, as row 1 of b
 *  a = E A B A E      b = B A C B
 *  CLIV_INNER   a_rows = 1 2 2 3              b_rows = 1 0 3 1              count = 4
 *  CLIV_LEFT    a_rows = 0 1 2 2 3 4          b_rows = -1 1 0 3 1 -1        count = 6
 *  CLIV_RIGHT   a_rows = 1 2 2 3 -1           b_rows = 1 0 3 1 2            count = 5
 *  CLIV_FULL    a_rows = 0 1 2 2 3 4 -1       b_rows = -1 1 0 3 1 -1 2      count = 7
 *  CLIV_SEMI    a_rows = 1 2 3                                              count = 3
 *  CLIV_ANTI    a_rows = 0 4                                                count = 2
 *
 *  cliv_join_unsorted(ctx, queue, CLIV_INNER, &a, &b, 1, a_rows, b_rows, count, NULL, 0, NULL, NULL);
 *  @endcode
 *
 *  The keys of b are sorted in scratch memory, so the call is fastest if b is the smaller table.
 *
 *  Evaluates each generated key once.
 *
 *  @return CLIV_TYPE_MISMATCH if a pair of columns differs in type. CLIV_UNSUPPORTED if the columns have more than 8
 *          bytes per row in total and b has 2^32 - 1 rows or more. For other values see the top of this header. */
CLIV_API cliv_status cliv_join_unsorted(cliv_context *ctx, cl_command_queue queue, cliv_join_kind kind,
                                        const cliv_array *a_keys, const cliv_array *b_keys, size_t key_count,
                                        cliv_array a_rows, cliv_array b_rows, cliv_array count, size_t *host_count,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** The direction of an as-of join. */
typedef enum cliv_as_of {
    CLIV_BACKWARD, /**< the last row of b whose key is not after a's: the latest known value */
    CLIV_FORWARD   /**< the first row of b whose key is not before a's: the next value */
} cliv_as_of;

/** Finds the nearest row of b for every row of a, for example the last quote for each trade.
 *
 *  b_rows[i] is the row for a[i]. CLIV_BACKWARD takes the last of several equal keys of b, CLIV_FORWARD the first.
 *  Both directions include keys of b that equal the key of a.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param as_of   the direction of the search
 *  @param a, b    the sorted keys
 *  @param b_rows  receives a.count row numbers of b
 *  @param same    NULL, or an OpenCL C expression of `a` and `b`, a key of a and the nearest key of b. If it is
 *                 false, the row is -1. The expression may call functions that the sources of the order and of the
 *                 type declare.
 *  @param order   NULL = cliv_less
 *  @code
 *  a = 1 3 3 6    b = 0 3 3 5 9
 *  CLIV_BACKWARD                        b_rows = 0 2 2 3
 *  CLIV_FORWARD                         b_rows = 1 1 1 4
 *  CLIV_FORWARD,  same "b - a <= 2"     b_rows = 1 1 1 -1
 *
 *  // of {group, time}: a = A3 A7 B2 C1   b = A1 A5 A5 B4
 *  cliv_join_as_of(ctx, queue, CLIV_BACKWARD, a, b, b_rows, "a.group == b.group", &by_group_and_time, 0, NULL, NULL);
 *  // b_rows = 0 2 -1 -1
 *  @endcode
 *
 *  If keys consist of a group and a time, sorted by the group first, `same` restricts the join to rows of one group.
 *  The nearest row is found among all of b, and is used if `same` is true for the two keys. If `same` is false, the
 *  group has no row in this direction: any row of the group would be nearer.
 *
 *  Evaluates each key of `a` and of `b` about once on GPUs. On CPUs the number of evaluations of each column is up to
 *  a.count + b.count: store a generated column with cliv_copy() first.
 *
 *  @return CLIV_BUILD_FAILED if `same` does not compile; the message quotes its line. For other values see the top of
 *          this header. */
CLIV_API cliv_status cliv_join_as_of(cliv_context *ctx, cl_command_queue queue, cliv_as_of as_of, cliv_array a,
                                     cliv_array b, cliv_array b_rows, const char *same, const cliv_order *order,
                                     cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Joins two lists of intervals on overlap, and writes the row numbers of the pairs.
 *
 *  An interval is half open, [start, end): it includes its start but not its end. Two intervals overlap if they have a
 *  point in common, so an interval that begins where another ends does not overlap it. An interval whose end is not
 *  greater than its start is empty and overlaps nothing. An interval with a NaN overlaps nothing either.
 *
 *  The result has two parts. The first part has the pairs in which b begins inside a or where a begins
 *  (a_start <= b_start), in the order of a, and for one row of a in the order of b. The second part has the pairs in
 *  which a begins inside b (b_start < a_start), in the order of b, and for one row of b in the order of a.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param a_starts, b_starts  the starts of the intervals, sorted, of one built-in scalar type
 *  @param a_ends, b_ends  the ends of the intervals, in any order, of the same type. They may have more elements than
 *                         the starts. If arrays are counted (cliv_counted()), the shorter one of starts and ends
 *                         gives the count of intervals.
 *  @param a_rows, b_rows  receive the row numbers; each may be CLIV_NONE
 *  @param count           CLIV_NONE, or one element of cliv_int, cliv_uint, cliv_long or cliv_ulong that receives the
 *                         number of pairs, or the greatest number that fits
 *  @param host_count      NULL, or a host variable that receives the same number; the call then blocks
 *  @code
 *  a_starts = 0 2 2 6 8    b_starts = 1 4 5 7
 *  a_ends   = 5 2 4 7 9    b_ends   = 3 6 5 9      // [2, 2) of a and [5, 5) of b are empty
 *  a_rows   = 0 0 2 4      b_rows   = 0 1 0 3      // [1, 3) and [4, 6) of b begin inside [0, 5) of a;
 *                                                  // [2, 4) and [8, 9) of a begin inside [1, 3) and [7, 9) of b
 *  count    = 4
 *  @endcode
 *
 *  Totals are counted in 64 bits. To allocate outputs of the right size, call first without row arrays: the call then
 *  only counts.
 *
 *  Row arrays that are shorter than the result are filled to their end. If there are two arrays, the shorter one is
 *  the capacity. `count` and `host_count` still receive the size of the result. With `host_count` the call then
 *  returns CLIV_CAPACITY, and *event is set.
 *
 *  To restrict the join to intervals of one group, for example of one chromosome, use starts and ends of cliv_long
 *  with the group in the upper 32 bits.
 *
 *  Starts are evaluated several times, and ends once: store generated starts with cliv_copy() first. */
CLIV_API cliv_status cliv_join_overlaps(cliv_context *ctx, cl_command_queue queue, cliv_array a_starts,
                                        cliv_array a_ends, cliv_array b_starts, cliv_array b_ends, cliv_array a_rows,
                                        cliv_array b_rows, cliv_array count, size_t *host_count,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/** @file join.h
 *  @section join_method Method
 *
 *  cliv_join(): a sorted search finds and counts the matches of every row of a. A scan gives the output offsets.
 *  Load-balancing search gives every row of the result its row of a (S. Baxter, "Modern GPU", 2013, chapter
 *  "Relational Joins").
 *
 *  cliv_join_unsorted(): the keys of a row become a number, and a one-to-one map distributes the numbers evenly. The
 *  numbers of b are sorted. An index of their upper bits leads to a few numbers, so the search for a row of a reads
 *  few numbers. The scan and the load-balancing search are as above. On GPUs that promise forward progress, large
 *  inner and left joins need one pass over a. If the columns have more than 8 bytes in total, some of them are
 *  replaced by a column of positions in b. This repeats until 8 bytes are enough.
 *
 *  cliv_join_as_of(): the sorted search of cliv_sorted_search(). The upper bound minus one is the row for
 *  CLIV_BACKWARD. The lower bound is the row for CLIV_FORWARD.
 *
 *  cliv_join_overlaps(): two intervals overlap if one begins inside the other. The intervals that begin inside an
 *  interval are contiguous rows of the other table. For each interval of both tables, a sorted search of the starts
 *  finds the first of these rows, and a search for the end of the interval finds the row after the last. A scan of the
 *  counts and load-balancing search write the pairs, so one long interval with many pairs takes no longer than many
 *  short intervals. */

#ifdef __cplusplus
}
#endif
#endif
