/* SPDX-License-Identifier: Apache-2.0 */
/** @file map.h
 *  Operations on each element independently: user-defined bodies, copies and conversions, elements read and written by
 *  index. */
#ifndef CLINTERVAL_MAP_H
#define CLINTERVAL_MAP_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Run `body`, OpenCL C statements, once for every i below n, in no order.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param n            the number of values of i; independent of the sizes of the arrays
 *  @param length       NULL, or a device-side length (cliv_counted()): the body runs for every i below min(n, *length)
 *  @param body         for example "c[i] = a[i] + factor * b[i];"; a body that does not compile is CLIV_BUILD_FAILED,
 *                      even if n is 0
 *  @param source       declarations that the body needs, or NULL
 *  @param arrays       up to 64 buffers and constants; may be NULL if array_count is 0. Generated arrays are
 *                      CLIV_INVALID_ARGUMENT.
 *  @param array_count  the number of arrays
 *  @code
 *  float factor = 0.5f;
 *  cliv_array arrays[] = {cliv_named("x", x), cliv_named("y", y), cliv_constant("factor", &cliv_float, &factor)};
 *  cliv_transform(ctx, queue, n, NULL, "y[i] += factor * x[i];", NULL, arrays, 3, 0, NULL, NULL);
 *  x = 2 4 6    y = 1 1 1    becomes y = 2 3 4
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT (a NULL body, a bad name or list), CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE,
 *          CLIV_BUILD_FAILED, CLIV_UNSUPPORTED, CLIV_CHECK_FAILED, or OpenCL's code. A refused call enqueues nothing.
 *
 *  The body can use `i` (a ulong) and the arrays, as `a0`, `a1` … or by their names (cliv_named()). A buffer is a
 *  `__global` pointer to its first element, readable and writable; a constant is its value. Arrays may overlap each
 *  other. A body must not write an element that it reads or writes for another i, except by atomics.
 *
 *  `cliv_at(name, i)` reads `name[i]`, and `cliv_put(name, i, value)` writes it; i is a long. Outside the array a read
 *  gives zero (all bytes of a structure), and a write has no effect. A CLIV_CHECKED context then returns
 *  CLIV_CHECK_FAILED, with the array's name and a bad index, and the data that the body wrote is unspecified within its
 *  arrays. Plain `name[i]` and the balance of braces are not checked. */
CLIV_API cliv_status cliv_transform(cliv_context *ctx, cl_command_queue queue, size_t n, const cliv_array *length,
                                    const char *body, const char *source, const cliv_array *arrays, size_t array_count,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Copy: output[i] = input[i] for every i below input.count.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input   n elements; may be generated, to store a sequence, or one value n times, in memory
 *  @param output  at least n elements; must not overlap the input. Elements from n on do not change.
 *  @code
 *  input = 3 1 4                                          output = _ _ _ _ _   becomes 3 1 4 _ _
 *  input = cliv_generate(&cliv_int, "10 * i", 4)          output = _ _ _ _ _   becomes 0 10 20 30 _
 *  input = cliv_constant(NULL, &cliv_int, &seven)         output = _ _ _ _ _   becomes 7 _ _ _ _ (its count is 1)
 *  input = 2.75f -1.5f of cliv_float                      output of cliv_int   becomes 2 -1
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT (a NULL or missing argument, an overlap), CLIV_TYPE_MISMATCH (types differ and are not
 *          both scalars, or a type has another size on the device), CLIV_OUT_OF_RANGE (an output of fewer than n
 *          elements), CLIV_BUILD_FAILED (a bad generator, a type that is not declared), or OpenCL's code. A refused
 *          call enqueues nothing.
 *
 *  Elements of the same type may have any size. Scalars of different types convert like an assignment in OpenCL C:
 *  integers wrap, fractions are cut off, and a number beyond an integer's range is unspecified. */
CLIV_API cliv_status cliv_copy(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Read elements of any type and size by index: output[k] = input[indices[k]], for every k below indices.count.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param indices  n elements of cliv_int, cliv_uint, cliv_long or cliv_ulong, in any order; indices may repeat
 *  @param input    any number of elements
 *  @param output   at least n elements of the same type; must not overlap an input
 *  @code
 *  indices = 2 0 -1 2    input = 10 20 30
 *  output  = _ _ _ _     becomes 30 10 _ 30
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, CLIV_CHECK_FAILED, or
 *          OpenCL's code. A refused call enqueues nothing.
 *
 *  The index -1 (all ones in unsigned types) is no row, as in the output of joins: the output does not change. For any
 *  other index outside the input, the output does not change either, but a CLIV_CHECKED context returns
 *  CLIV_CHECK_FAILED and writes nothing. */
CLIV_API cliv_status cliv_gather(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                 cliv_array output, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Write elements of any type and size by index: output[indices[k]] = input[k], for every k below indices.count.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param indices  n elements, as for cliv_gather()
 *  @param input    at least n elements
 *  @param output   any number of elements of the same type; must not overlap an input
 *  @code
 *  indices = 3 -1 0    input = 10 20 30
 *  output  = _ _ _ _   becomes 30 _ _ 10
 *  @endcode
 *  @return as cliv_gather()
 *
 *  If an index repeats, the output receives one of the elements; each word of a structure comes from one of them. An
 *  element with the index -1 is not written. An element with any other index outside the output is not written either,
 *  but a CLIV_CHECKED context returns CLIV_CHECK_FAILED and writes nothing. Outputs whose index does not occur do not
 *  change. */
CLIV_API cliv_status cliv_scatter(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                  cliv_array output, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                  cl_event *event);

/** Read rows of several columns by one array of indices: outputs[c][k] = inputs[c][indices[k]], for every column c.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param indices  as for cliv_gather()
 *  @param inputs   `columns` arrays, each with its own type and length
 *  @param outputs  `columns` arrays; must not overlap each other or an input
 *  @param columns  the number of columns; if it is 0, the call does nothing
 *  @code
 *  // the rows that a join has found, of the columns of its left side
 *  cliv_array from[] = {name, price, day}, to[] = {names, prices, days};
 *  cliv_gather_columns(ctx, queue, a_rows, from, to, 3, 0, NULL, NULL);
 *  @endcode
 *  @return as cliv_gather()
 *
 *  The result is that of cliv_gather() for each column, in as few launches as the device allows: one launch reads the
 *  indices once for as many columns as a kernel has parameters. Generated columns and constants take one launch each. A
 *  checked context compares the indices with the shortest input. */
CLIV_API cliv_status cliv_gather_columns(cliv_context *ctx, cl_command_queue queue, cliv_array indices,
                                         const cliv_array *inputs, const cliv_array *outputs, size_t columns,
                                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                         cl_event *event);

/** Partition: first the elements for which an expression is true, in order, then the other elements, in order.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input              n elements; may be generated
 *  @param first              an OpenCL C expression of `x` (the element), `i` (its index in the input array, a ulong)
 *                            and the arrays, like `keep` of cliv_compact()
 *  @param source             declarations that the expression needs, or NULL
 *  @param arrays             buffers and constants that the expression reads; may be NULL if array_count is 0
 *  @param array_count        the number of arrays
 *  @param output             n elements of the input's type (CLIV_OUT_OF_RANGE if there are fewer), or CLIV_NONE to
 *                            count only
 *  @param count, host_count  the number of elements for which the expression is true; each may be left out, see
 *                            reduce.h
 *  @code
 *  input = 3 8 5 2 7 4    first = "x % 2 == 0"
 *  output = 8 2 4 3 5 7   count = 3
 *  @endcode
 *  @return as cliv_gather()
 *
 *  Method: the expression is evaluated twice for each element. A first pass counts per tile, and a scan of the counts
 *  gives the output offsets of each tile, as in G. E. Blelloch, "Prefix Sums and Their Applications" (1990), section
 *  1.3 ("split"). */
CLIV_API cliv_status cliv_partition(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *first,
                                    const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                                    cliv_array count, size_t *host_count, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
