/* SPDX-License-Identifier: Apache-2.0 */
/** @file map.h
 *  What is done to every element by itself: bodies of the user's, copies and conversions, elements fetched and sent by
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
 *  The body sees `i` (a ulong) and the arrays: `a0`, `a1` …, or their names (see cliv_named()), `__global` pointers to
 *  the first elements of buffers, readable and writable, and values of constants. Arrays may overlap each other; a body
 *  must not write what it reads or writes for another i, except by atomics.
 *
 *  `cliv_at(name, i)` reads `name[i]` and `cliv_put(name, i, value)` writes it, i being a long. Outside of the array a
 *  read gives zero, of a structure all bytes, and a write does nothing; a CLIV_CHECKED context then returns
 *  CLIV_CHECK_FAILED, with the array's name and a bad index, and what the body wrote is unspecified within its arrays.
 *  Plain `name[i]` is the author's own business, as are braces that do not balance.
 *
 *  @param n        how many; the arrays need not have as many elements
 *  @param length   NULL, or how many there are of the n at most: a number on the device (cliv_counted())
 *  @param body     for example "c[i] = a[i] + factor * b[i];"; a bad one is CLIV_BUILD_FAILED, also where n is 0
 *  @param source   declarations that the body needs, or NULL
 *  @param arrays   buffers and constants, up to 64, may be NULL when array_count is 0; generated ones are
 *                  CLIV_INVALID_ARGUMENT
 *  @code
 *  float factor = 0.5f;
 *  cliv_array arrays[] = {cliv_named("x", x), cliv_named("y", y), cliv_constant("factor", &cliv_float, &factor)};
 *  cliv_transform(ctx, queue, n, NULL, "y[i] += factor * x[i];", NULL, arrays, 3, 0, NULL, NULL);
 *  x = 2 4 6    y = 1 1 1    becomes y = 2 3 4
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT (a NULL body, a bad name or list), CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE,
 *          CLIV_BUILD_FAILED, CLIV_UNSUPPORTED, CLIV_CHECK_FAILED, or OpenCL's code. A refused call enqueues
 *          nothing. */
CLIV_API cliv_status cliv_transform(cliv_context *ctx, cl_command_queue queue, size_t n, const cliv_array *length,
                                    const char *body, const char *source, const cliv_array *arrays, size_t array_count,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Copy: output[i] = input[i] for every i below input.count.
 *
 *  Elements of the same type are copied whole, whatever their size. Scalars of another type convert as OpenCL C does it
 *  by assignment: integers wrap, fractions are cut off, and a number beyond an integer's range is unspecified.
 *
 *  @param input   n elements; may be generated: this is how a sequence, or the same value n times, gets into memory
 *  @param output  at least n elements, which must not overlap the input; what it has beyond them stays as it is
 *  @code
 *  input = 3 1 4                                          output = _ _ _ _ _   becomes 3 1 4 _ _
 *  input = cliv_generate(&cliv_int, "10 * i", 4)          output = _ _ _ _ _   becomes 0 10 20 30 _
 *  input = cliv_constant(NULL, &cliv_int, &seven)         output = _ _ _ _ _   becomes 7 _ _ _ _ (its count is 1)
 *  input = 2.75f -1.5f of cliv_float                      output of cliv_int   becomes 2 -1
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT (a NULL or missing argument, an overlap), CLIV_TYPE_MISMATCH (other types that are not
 *          both scalars, a type that has another size on the device), CLIV_OUT_OF_RANGE (an output of fewer than n
 *          elements), CLIV_BUILD_FAILED (a bad generator, a type that is not declared), or OpenCL's code.
 *          A refused call enqueues nothing. */
CLIV_API cliv_status cliv_copy(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Fetch elements of any type and size: output[k] = input[indices[k]], for every k below indices.count.
 *
 *  -1 (in unsigned types all ones) is no row, as joins write it: that output is left as it was. So is one whose index
 *  lies otherwise outside of the input; for that a CLIV_CHECKED context returns CLIV_CHECK_FAILED instead and writes
 *  nothing.
 *
 *  @param indices  n numbers, cliv_int, cliv_uint, cliv_long or cliv_ulong, in any order, also repeated
 *  @param input    any number of elements
 *  @param output   at least n of the same type; it must not overlap an input
 *  @code
 *  indices = 2 0 -1 2    input = 10 20 30
 *  output  = _ _ _ _     becomes 30 10 _ 30
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, CLIV_CHECK_FAILED, or
 *          OpenCL's code. A refused call enqueues nothing. */
CLIV_API cliv_status cliv_gather(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                 cliv_array output, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Send elements of any type and size: output[indices[k]] = input[k], for every k below indices.count.
 *
 *  Where several go to one place it ends with one of them, a structure with each of its words from one of them. An
 *  element whose index is -1 goes nowhere; nor does one whose index lies otherwise outside of the output, for which a
 *  CLIV_CHECKED context returns CLIV_CHECK_FAILED instead and writes nothing. Places that no index names stay as they
 *  were.
 *
 *  @param indices  n numbers, as above
 *  @param input    at least n elements
 *  @param output   any number of the same type; it must not overlap an input
 *  @code
 *  indices = 3 -1 0    input = 10 20 30
 *  output  = _ _ _ _   becomes 30 _ _ 10
 *  @endcode
 *  @return as cliv_gather() */
CLIV_API cliv_status cliv_scatter(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                  cliv_array output, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                  cl_event *event);

/** Fetch rows of several columns by one array of indices: outputs[c][k] = inputs[c][indices[k]], for every column c.
 *
 *  As cliv_gather() of each column, each of a type and length of its own, in as few launches as the device allows: the
 *  indices are read once for as many columns as a kernel takes parameters for; generated columns and constants take a
 *  launch each. Outputs must not overlap each other or an input. A checked context compares the indices with the
 *  shortest input.
 *
 *  @param inputs, outputs  of `columns` arrays each; with no columns there is nothing to do
 *  @code
 *  // the rows that a join has found, of the columns of its left side
 *  cliv_array from[] = {name, price, day}, to[] = {names, prices, days};
 *  cliv_gather_columns(ctx, queue, a_rows, from, to, 3, 0, NULL, NULL);
 *  @endcode
 *  @return as cliv_gather() */
CLIV_API cliv_status cliv_gather_columns(cliv_context *ctx, cl_command_queue queue, cliv_array indices,
                                         const cliv_array *inputs, const cliv_array *outputs, size_t columns,
                                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                         cl_event *event);

/** Partition: the elements for which an expression is true first, in order, then the others, in order.
 *
 *  @param input   n elements; may be generated
 *  @param first   OpenCL C expression of `x` (the element), `i` (its place in the input array, a ulong) and the
 *                 arrays, as `keep` of cliv_compact()
 *  @param source  declarations that it needs, or NULL
 *  @param arrays  buffers and constants that it reads; may be NULL when array_count is 0
 *  @param output  n elements of the input's type (CLIV_OUT_OF_RANGE if fewer), or CLIV_NONE: only count
 *  @param count, host_count  how many come first; each may be left out, see reduce.h
 *  @code
 *  input = 3 8 5 2 7 4    first = "x % 2 == 0"
 *  output = 8 2 4 3 5 7   count = 3
 *  @endcode
 *  The expression is evaluated twice for each element. A first run of the tiles counts, and a scan of the counts says
 *  where each tile's elements go, as in G. E. Blelloch, "Prefix Sums and Their Applications" (1990), section 1.3
 *  ("split").
 *  @return as cliv_gather(). A refused call enqueues nothing. */
CLIV_API cliv_status cliv_partition(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *first,
                                    const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                                    cliv_array count, size_t *host_count, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
