/* SPDX-License-Identifier: Apache-2.0 */
/** @file join.h
 *  Joins of two sorted columns of keys into row numbers, as in relational databases: rows with equal keys, or with the
 *  nearest. */
#ifndef CLINTERVAL_JOIN_H
#define CLINTERVAL_JOIN_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which rows a join has. */
typedef enum cliv_join_kind {
    CLIV_INNER, /**< every pair of rows with equal keys */
    CLIV_LEFT,  /**< these, and the rows of a that have no match, with -1 for b's row */
    CLIV_RIGHT, /**< the pairs, and the rows of b that have no match, with -1 for a's row */
    CLIV_FULL,  /**< the pairs, and both */
    CLIV_SEMI,  /**< the rows of a that have a match, each once */
    CLIV_ANTI   /**< the rows of a that have none */
} cliv_join_kind;

/** Join the rows of a and b whose keys are equal: neither is before the other.
 *
 *  Rows come in the order of a, the matches of one row of a in the order of b; a row of a without match stands in its
 *  place; the rows of b without match come last, in the order of b. Two columns of m and n equal keys have m * n pairs:
 *  totals are counted in 64 bits. Count first, without row arrays, then allocate and fill.
 *
 *  @param a, b           keys, sorted by the order (NULL = cliv_less), of one type; may be generated. Of counted ones
 *                        (cliv_counted()), rows past their lengths are not there
 *  @param a_rows,b_rows  row numbers, counted from 0; cliv_int, cliv_uint, cliv_long or cliv_ulong. -1 stands for no
 *                        row: in an unsigned type, all ones. Either may be CLIV_NONE, and both, to count only. Where
 *                        they are shorter than the result (of two, the shorter one counts), they are filled to their
 *                        end. Semi and anti joins have no use for b_rows, which are left alone.
 *  @param count          one element of cliv_int, cliv_uint, cliv_long or cliv_ulong that gets the number of rows of
 *                        the result, or the greatest number that fits; or CLIV_NONE
 *  @param host_count     the same on the host, or NULL; where given, the call blocks, and returns CLIV_CAPACITY, with
 *                        *event set, where the result did not fit
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
 *  CLIV_CHECKED contexts find the first key that is out of order and return CLIV_CHECK_FAILED; others leave the outputs
 *  unspecified within their arrays. Also returned: CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE,
 *  CLIV_BUILD_FAILED, or OpenCL's code. A refused call enqueues nothing.
 *
 *  Method: a sorted search finds and counts the matches of every row of a, a scan says where they go, and
 *  load-balancing search gives every row of the result its row of a: S. Baxter, "Modern GPU" (2013), chapter
 *  "Relational Joins". */
CLIV_API cliv_status cliv_join(cliv_context *ctx, cl_command_queue queue, cliv_join_kind kind, cliv_array a,
                               cliv_array b, cliv_array a_rows, cliv_array b_rows, cliv_array count, size_t *host_count,
                               const cliv_order *order, cl_uint num_events_in_wait_list,
                               const cl_event *event_wait_list, cl_event *event);

/** Which row is the nearest. */
typedef enum cliv_as_of {
    CLIV_BACKWARD, /**< the last row of b whose key is not after a's: what was known then */
    CLIV_FORWARD   /**< the first row of b whose key is not before it: what came next */
} cliv_as_of;

/** For every row of a, the nearest row of b: an as-of join, as of quotes to trades or of prices to orders by time.
 *
 *  Every row of a gets one number, in its place. Of several equal keys of b, CLIV_BACKWARD takes the last, CLIV_FORWARD
 *  the first. A key of b that equals a's is as near as can be either way.
 *
 *  With keys of a group and a time, sorted by the group first, `same` has rows join their own group's only: the nearest
 *  row is found among all of b, and counts where `same` is true of the two. Where it is not, no row of the group is
 *  there, since all of them would be nearer.
 *
 *  @param as_of   which way to look
 *  @param a, b    keys, sorted by the order (NULL = cliv_less), of one type; may be generated
 *  @param b_rows  a.count row numbers of b, counted from 0; cliv_int, cliv_uint, cliv_long or cliv_ulong. -1 stands for
 *                 no row: in an unsigned type, all ones. A row that does not fit the type is stored as the greatest
 *                 number that does
 *  @param same    NULL, or an OpenCL C expression of `a` and `b`, a key of a and the nearest of b: where it is false
 *                 the row is -1. It may call what the sources of the order and of the type declare
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
 *  CLIV_CHECKED contexts find the first key that is out of order and return CLIV_CHECK_FAILED; others leave the output
 *  unspecified within its array. Also returned: CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE,
 *  CLIV_BUILD_FAILED, which quotes the line of `same` that does not compile, or OpenCL's code. A refused call enqueues
 *  nothing.
 *
 *  Method: the sorted search of cliv_sorted_search(), whose upper bounds are one behind the row that CLIV_BACKWARD asks
 *  for, and whose lower bounds are the row that CLIV_FORWARD asks for. */
CLIV_API cliv_status cliv_join_as_of(cliv_context *ctx, cl_command_queue queue, cliv_as_of as_of, cliv_array a,
                                     cliv_array b, cliv_array b_rows, const char *same, const cliv_order *order,
                                     cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
