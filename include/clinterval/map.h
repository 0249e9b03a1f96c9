/* SPDX-License-Identifier: Apache-2.0 */
/** @file map.h
 *  Operations on elements: bodies, copies and conversions, reads and writes by index, partition.
 *
 *  Inputs may be generated, unless a function says otherwise. Outputs must not overlap an input. */
#ifndef CLINTERVAL_MAP_H
#define CLINTERVAL_MAP_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Runs a body of OpenCL C statements once for every index below n, in unspecified order.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param n            the number of indices; independent of the sizes of the arrays
 *  @param length       NULL, or a device-side length (cliv_counted()): the body runs for every i below min(n,
 *                      *length)
 *  @param body         for example "c[i] = a[i] + factor * b[i];". A body that does not compile is CLIV_BUILD_FAILED,
 *                      even if n is 0.
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
 *
 *  The body can use `i` (a ulong) and the arrays, as `a0`, `a1` … or by their names (cliv_named()). A buffer is a
 *  `__global` pointer to its first element, readable and writable. A constant is its value. Arrays may overlap each
 *  other. A body must not write an element that it reads or writes for another i, except by atomics.
 *
 *  `cliv_at(name, i)` reads `name[i]`, and `cliv_put(name, i, value)` writes it; i is a long. Outside the array a read
 *  gives zero (all bytes of a structure), and a write has no effect. A CLIV_CHECKED context then returns
 *  CLIV_CHECK_FAILED; the message has the array's name and a bad index. The data that the body wrote is unspecified
 *  within its arrays. Plain `name[i]` and the balance of braces are not checked.
 *
 *  Evaluates the body once for each index. The body alone determines how often it reads an element.
 *
 *  @return CLIV_INVALID_ARGUMENT (a NULL body, a bad name or list), CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE,
 *          CLIV_BUILD_FAILED, CLIV_UNSUPPORTED, CLIV_CHECK_FAILED, or OpenCL's code. A refused call enqueues nothing.
 */
CLIV_API cliv_status cliv_transform(cliv_context *ctx, cl_command_queue queue, size_t n, const cliv_array *length,
                                    const char *body, const char *source, const cliv_array *arrays, size_t array_count,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Copies an array: output[i] = input[i], for every i below input.count.
 *
 *  A copy stores a generated array in memory (a sequence, or one value n times), and converts between scalar types.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input   n elements
 *  @param output  at least n elements; must not overlap the input. Elements from n on do not change.
 *  @code
 *  input = 3 1 4                                          output = _ _ _ _ _   becomes 3 1 4 _ _
 *  input = cliv_generate(&cliv_int, "10 * i", 4)          output = _ _ _ _ _   becomes 0 10 20 30 _
 *  input = cliv_constant(NULL, &cliv_int, &seven)         output = _ _ _ _ _   becomes 7 _ _ _ _ (its count is 1)
 *  input = 2.75f -1.5f of cliv_float                      output of cliv_int   becomes 2 -1
 *  @endcode
 *
 *  Elements of the same type may have any size. Scalars of different types convert like an assignment in OpenCL C:
 *  integers wrap, fractions are cut off, and a number beyond an integer's range is unspecified.
 *
 *  Evaluates each element of `input` once.
 *
 *  @return CLIV_INVALID_ARGUMENT (a NULL or missing argument, an overlap), CLIV_TYPE_MISMATCH (types differ and are
 *          not both scalars, or a type has another size on the device), CLIV_OUT_OF_RANGE (an output of fewer than n
 *          elements), CLIV_BUILD_FAILED (a bad generator, a type that is not declared), or OpenCL's code. A refused
 *          call enqueues nothing. */
CLIV_API cliv_status cliv_copy(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

/** Reads elements by index: output[k] = input[indices[k]], for every k below indices.count.
 *
 *  Elements have any type and size.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param indices  n elements of cliv_int, cliv_uint, cliv_long or cliv_ulong, in any order; indices may repeat
 *  @param input    any number of elements
 *  @param output   at least n elements of the same type; must not overlap an input
 *  @code
 *  indices = 2 0 -1 2    input = 10 20 30
 *  output  = _ _ _ _     becomes 30 10 _ 30
 *  @endcode
 *
 *  The index -1 (all ones in unsigned types) means no row, as in the output of joins: the output does not change. For
 *  any other index outside the input, the output does not change either, but a CLIV_CHECKED context returns
 *  CLIV_CHECK_FAILED and writes nothing.
 *
 *  Evaluates each index once, and an element of `input` once for each index that refers to it.
 *
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, CLIV_CHECK_FAILED, or
 *          OpenCL's code. A refused call enqueues nothing. */
CLIV_API cliv_status cliv_gather(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                 cliv_array output, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);

/** Reads elements by index, with a substitute for missing elements: output[k] = input[indices[k]] if the input has an
 *  element indices[k], otherwise output[k] = other[k], for every k below indices.count.
 *
 *  After a left, right or full join, the call gathers a column and gives the rows without a match a value. Elements
 *  have any type and size.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param indices  n elements, as for cliv_gather()
 *  @param input    any number of elements
 *  @param other    at least n elements of the same type, or a constant: cliv_constant() with any count is one value for
 *                  all indices
 *  @param output   at least n elements of the same type; must not overlap an input. To keep elements of the output,
 *                  use cliv_gather().
 *  @code
 *  int none = -5;
 *  cliv_gather_or(ctx, queue, indices, input, cliv_constant(NULL, &cliv_int, &none), output, 0, NULL, NULL);
 *  indices = 2 0 -1 2    input = 10 20 30
 *  output  = _ _ _ _     becomes 30 10 -5 30
 *  @endcode
 *
 *  The index -1 (all ones in unsigned types) means no row. Any other index outside the input gives the element of
 *  `other`, too, but a CLIV_CHECKED context returns CLIV_CHECK_FAILED and writes nothing. If `other` has a device-side
 *  length, outputs from that length on do not change.
 *
 *  Evaluates each index once, an element of `input` once for each index that refers to it, and an element of `other`
 *  once if its index is outside the input.
 *
 *  @return as cliv_gather(). */
CLIV_API cliv_status cliv_gather_or(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                    cliv_array other, cliv_array output, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event);

/** Writes elements by index: output[indices[k]] = input[k], for every k below indices.count.
 *
 *  Elements have any type and size. Outputs whose index does not occur do not change.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param indices  n elements, as for cliv_gather()
 *  @param input    at least n elements
 *  @param output   any number of elements of the same type; must not overlap an input
 *  @code
 *  indices = 3 -1 0    input = 10 20 30
 *  output  = _ _ _ _   becomes 30 _ _ 10
 *  @endcode
 *
 *  If an index repeats, the output receives one of the elements; each word of up to 4 bytes of a structure comes from
 *  one of them. An element with the index -1 is not written. An element with any other index outside the output is
 *  not written either, but a CLIV_CHECKED context returns CLIV_CHECK_FAILED and writes nothing.
 *
 *  Evaluates each index and each element of `input` once.
 *
 *  @return as cliv_gather(). */
CLIV_API cliv_status cliv_scatter(cliv_context *ctx, cl_command_queue queue, cliv_array indices, cliv_array input,
                                  cliv_array output, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                  cl_event *event);

/** Reads rows of several columns by index: outputs[c][k] = inputs[c][indices[k]].
 *
 *  The result is the same as from cliv_gather() for each column. The call uses as few launches as the device allows.
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
 *
 *  A CLIV_CHECKED context compares the indices with the shortest input.
 *
 *  Evaluates each index once for each launch: one for about 20 columns in buffers, and one for each generated column
 *  or constant. Evaluates an element of an input once for each index that refers to it.
 *
 *  @return as cliv_gather(). */
CLIV_API cliv_status cliv_gather_columns(cliv_context *ctx, cl_command_queue queue, cliv_array indices,
                                         const cliv_array *inputs, const cliv_array *outputs, size_t columns,
                                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                         cl_event *event);

/** Copies the elements for which an expression is true, followed by the other elements.
 *
 *  Both groups keep their order.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param input              n elements
 *  @param first              an OpenCL C expression of `x` (the element), `i` (a ulong, the index of the element in
 *                            the input array) and the arrays, like `keep` of cliv_compact()
 *  @param source             declarations that the expression needs, or NULL
 *  @param arrays             buffers and constants that the expression reads; may be NULL if array_count is 0
 *  @param array_count        the number of arrays
 *  @param output             n elements of the input's type (fewer are CLIV_OUT_OF_RANGE), or CLIV_NONE to count
 *                            only; must not overlap `arrays` either
 *  @param count, host_count  the number of elements for which the expression is true: see reduce.h. Each may be left
 *                            out.
 *  @code
 *  input = 3 8 5 2 7 4    first = "x % 2 == 0"
 *  output = 8 2 4 3 5 7   count = 3
 *  @endcode
 *
 *  Evaluates each element of `input`, and the expression for it, twice. GPUs evaluate elements of more than 8 bytes
 *  three times.
 *
 *  @return as cliv_gather(). */
CLIV_API cliv_status cliv_partition(cliv_context *ctx, cl_command_queue queue, cliv_array input, const char *first,
                                    const char *source, const cliv_array *arrays, size_t array_count, cliv_array output,
                                    cliv_array count, size_t *host_count, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event);

/** @file map.h
 *  @section map_method Method
 *
 *  cliv_partition(): a first pass counts per tile, a scan of the counts gives the output offsets of each tile, and a
 *  second pass writes (G. E. Blelloch, "Prefix Sums and Their Applications", 1990, section 1.3, "split"). */

#ifdef __cplusplus
}
#endif
#endif
