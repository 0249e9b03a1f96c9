/* SPDX-License-Identifier: Apache-2.0 */
/** @file array.h
 *  Element types, arrays (in memory or generated), orders and operators: what every operation takes.
 *
 *  All of these are read during the call that takes them and not afterwards.
 *
 *  A call compiles programs for the types, expressions and declarations that it is given; where other calls agree in
 *  these, in which arrays are left out, generated, or begin with their buffers (`first` is 0), and roughly in their
 *  counts, they use the same programs. cliv_context_compile_only() compiles ahead. */
#ifndef CLINTERVAL_ARRAY_H
#define CLINTERVAL_ARRAY_H

#include "context.h"
#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An element type of the device. Two types agree when their names and sizes do.
 *
 *  Work-items hold elements in private memory, so an element has at most 32 KiB; a larger one is CLIV_UNSUPPORTED.
 *  cliv_copy(), cliv_gather(), cliv_scatter(), cliv_gather_columns(), the functions of aos.h, and the arrays of a body
 *  accept elements of any size in buffers. */
typedef struct cliv_type {
    const char *name;   /**< as OpenCL C spells it: "int", "float4", "particle" */
    size_t size;        /**< in bytes; checked against the device compiler's sizeof (CLIV_TYPE_MISMATCH) */
    const char *source; /**< the declarations that the name needs, or NULL */
} cliv_type;

/** The scalar types of OpenCL C. `cliv_double` needs a device with fp64 (CLIV_UNSUPPORTED otherwise). */
/**@{*/
extern CLIV_API const cliv_type cliv_char, cliv_uchar, cliv_short, cliv_ushort, cliv_int, cliv_uint, cliv_long,
    cliv_ulong, cliv_float, cliv_double;
/**@}*/

/** A one-dimensional array: a part of a buffer, or, where it is only read, an expression of the index or one value.
 *
 *  Make one with cliv_buffer(), cliv_generate(), cliv_generate_from() or cliv_constant(); an array argument left out
 *  is CLIV_NONE. */
typedef struct cliv_array {
    cl_mem buffer;         /**< NULL for a generated array or a constant */
    const cliv_type *type; /**< of an element */
    size_t first;          /**< in elements: where the array begins in the buffer, or the first index generated */
    size_t count;          /**< in elements */
    const char *generator; /**< an OpenCL C expression of the index `i` (a ulong), for arrays without memory */
    const struct cliv_array *arrays; /**< buffers and constants that the generator reads */
    size_t array_count;              /**< how many of them */
    const char *source;              /**< declarations that the generator needs, or NULL */
    const char *name;                /**< what expressions call it; NULL: a0, a1 … by its place in the list */
    const void *value;               /**< of a constant: type->size bytes on the host */
    const struct cliv_array *length; /**< how many of `count` there are; NULL: all. cliv_counted() */
} cliv_array;

/** Initialises a static array that is left out: `static cliv_array total = CLIV_NONE_INIT;` */
/* clang-format off */
#define CLIV_NONE_INIT {0}
/* clang-format on */

/** An array argument left out. */
#ifdef __cplusplus
#define CLIV_NONE (cliv_array())
#else
#define CLIV_NONE ((cliv_array){0})
#endif

/** `count` elements of a buffer, beginning `first` elements from its start. */
CLIV_API cliv_array cliv_buffer(cl_mem buffer, const cliv_type *type, size_t first, size_t count);

/** An array without memory: element i is the value of `expression`, OpenCL C, converted to `type`.
 *  @code
 *  cliv_generate(&cliv_int, "i", n)         // 0, 1, 2, …: the counting iterator
 *  cliv_generate(&cliv_uint, "3*i+1", n)    // 1, 4, 7, …
 *  @endcode
 *  It can stand wherever an operation reads a buffer; where one is written it is refused (CLIV_INVALID_ARGUMENT). */
CLIV_API cliv_array cliv_generate(const cliv_type *type, const char *expression, size_t count);

/** Like cliv_generate(), of an expression that also reads buffers and constants: `a0`, `a1` …, or their names (see
 *  cliv_named()), are `__global const` pointers to the first elements of buffers, and values of constants. Generated
 *  arrays in the list are CLIV_INVALID_ARGUMENT.
 *
 *  `cliv_at(name, i)` reads `name[i]`, i being a long. Where that is outside of the array it gives zero, of a structure
 *  all bytes, and in a CLIV_CHECKED context the call answers CLIV_CHECK_FAILED, with the array's name and a bad index;
 *  none of its outputs is written then. Plain `name[i]` is the author's own business: what it reads outside of the
 *  array is undefined. Of constants cliv_at() does not compile.
 *  @code
 *  cliv_array from[] = {x, y};
 *  cliv_generate_from(&cliv_float, "a0[i] * a1[i]", n, from, 2)
 *
 *  float scale = 0.5f;
 *  cliv_array named[] = {cliv_named("height", h), cliv_named("below", b), cliv_constant("scale", &cliv_float, &scale)};
 *  cliv_generate_from(&cliv_float, "scale * (height[i] + cliv_at(height, below[i]))", n, named, 3)
 *  @endcode */
CLIV_API cliv_array cliv_generate_from(const cliv_type *type, const char *expression, size_t count,
                                       const struct cliv_array *arrays, size_t array_count);

/** The same array under a name: where it stands in a list of `arrays`, expressions and bodies call it `name` instead of
 *  a0, a1 … by its place. Outside of lists a name means nothing.
 *
 *  @param name  a C identifier that is no word of OpenCL C and does not begin with cliv_ or CLIV_; in its list nothing
 *               else has it (a0, a1 … of arrays without names count), nor has the expression itself
 *               (i, say). Else CLIV_INVALID_ARGUMENT where it is used. NULL: by its place again */
CLIV_API cliv_array cliv_named(const char *name, cliv_array array);

/** One value, a kernel argument: expressions read it by its name. Calls that differ in the value only use the same
 *  programs.
 *
 *  It can also stand wherever an operation reads a buffer: an array of `count` elements of that value, where count is
 *  1 unless the caller sets it.
 *
 *  @param name   as for cliv_named(); NULL: a0, a1 … by its place
 *  @param value  type->size bytes, read during the calls that take the array; NULL is CLIV_INVALID_ARGUMENT there
 *  @code
 *  cliv_array limit = cliv_constant("limit", &cliv_float, &most);
 *  cliv_compact(ctx, queue, input, "x < limit", NULL, &limit, 1, output, count, NULL, 0, NULL, NULL);
 *  @endcode */
CLIV_API cliv_array cliv_constant(const char *name, const cliv_type *type, const void *value);

/** A generated array whose expression needs declarations: functions that it calls, say. They stand behind what declares
 *  the types, each text once. Of an array that is not generated it is CLIV_INVALID_ARGUMENT where it is used. */
CLIV_API cliv_array cliv_with_source(cliv_array generated, const char *source);

/** An array with a device-side length: it has `*length` elements. The length is read on the device when the command
 *  runs; it may be the `count` output of an earlier call. So the host does not wait for sizes that the data determines.
 *
 *  An operation uses the first m = min(count, *length) elements of such an array. It does not read the rest of its
 *  inputs and does not change the rest of its outputs. `count` is the capacity. The host compares capacities where
 *  sizes must agree; on the device the smallest length applies. A total that follows offsets is written to
 *  `offsets[m]`. No length is read back and no call waits, except in a CLIV_CHECKED context, which reads the length
 *  first. The overhead of a call grows slowly with the capacity, because work-groups without elements exit immediately.
 *  No memory bounds the capacity of a generated array: a call that would start more than 2^24 work-groups for it, 2^28
 *  on GPUs, is CLIV_OUT_OF_RANGE.
 *
 *  The length of an array that is only written is ignored, except for `output`, `segments` and `ranks` of the interval
 *  family (interval.h). cliv_array_read() and cliv_array_write() move all `count` elements. In expressions and bodies,
 *  cliv_at() and cliv_put() of a captured array end at its length.
 *
 *  Where the device finds none, a reduction with an operator that has no identity leaves its result as it was. A
 *  CLIV_CHECKED context refuses that; it takes up to 8 different lengths in a call, and tries the expression of a
 *  generated array for as many elements as its own length says, whatever the lengths of others: count it, too.
 *
 *  @param length   one element of int, uint, long or ulong in a buffer, alive while the array is used (a recording
 *                  keeps the buffer, and needs the cliv_array no more); below 0 is none, and beyond `count` is all;
 *                  NULL: the array is not counted. Where it is used: generated, empty or CLIV_NONE, counted itself, or
 *                  written by the same call it is CLIV_INVALID_ARGUMENT, as is a slice of a counted array; other types
 *                  are CLIV_TYPE_MISMATCH. Bodies cannot be looked into: one that writes a length of its own call
 *                  makes unspecified what is done
 *  @code
 *  cliv_compact(ctx, queue, x, "x > 0", NULL, NULL, 0, kept, count, NULL, 0, NULL, NULL);   // x = 3 -1 2 -5 1
 *  cliv_scan_inclusive(ctx, queue, cliv_counted(kept, &count), sums, NULL, CLIV_NONE, 0, NULL, NULL);
 *  kept = 3 2 1 . .    count = 3    sums = 3 5 6 . .
 *  @endcode */
CLIV_API cliv_array cliv_counted(cliv_array array, const cliv_array *length);

/** `count` elements of `array`, beginning at its element `first`. A slice of a generated array continues the same
 *  sequence. A slice that passes its parent's end is refused (CLIV_OUT_OF_RANGE) where it is used, and so is one of a
 *  counted array (CLIV_INVALID_ARGUMENT). */
CLIV_API cliv_array cliv_slice(cliv_array array, size_t first, size_t count);

/** An array of `count` elements with memory of its own, for those who need no more of OpenCL.
 *
 *  @param host   `count` elements to begin with, or NULL: then what they are is unspecified
 *  @param type   must outlive the array
 *  @param array  receives it, a buffer that kernels read and write; a failure leaves it alone. Of 0 elements it has no
 *                buffer
 *  @code
 *  const int numbers[] = {3, 1, 2};
 *  cliv_array keys;
 *  if (cliv_array_create(ctx, &cliv_int, 3, numbers, &keys))
 *      puts(cliv_last_error());
 *  cliv_sort_keys(ctx, queue, keys, NULL, 0, NULL, NULL);
 *  int sorted[3];
 *  cliv_array_read(queue, keys, sorted);    // 1 2 3
 *  cliv_array_release(&keys);
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_UNSUPPORTED (double without fp64), CLIV_OUT_OF_RANGE (more
 *          bytes than a size_t counts), CLIV_OUT_OF_MEMORY (more than the device has), or OpenCL's code. */
CLIV_API cliv_status cliv_array_create(cliv_context *ctx, const cliv_type *type, size_t count, const void *host,
                                       cliv_array *array);

/** Give the memory of an array back (work in flight keeps it until it ends) and leave CLIV_NONE. Of a copy or a slice
 *  it is the same memory: release one of them. NULL and CLIV_NONE are fine. */
CLIV_API void cliv_array_release(cliv_array *array);

/** Copy all elements of an array, or of a slice of one, to the host, after all that was enqueued on the queue before.
 *  Blocks until that is done.
 *
 *  @param array  in a buffer, which the caller may have made; generated or constant is CLIV_INVALID_ARGUMENT
 *  @param host   room for array.count elements; may be NULL where there are none
 *  @return CLIV_INVALID_ARGUMENT, CLIV_OUT_OF_RANGE (it passes its buffer's end), or OpenCL's code. */
CLIV_API cliv_status cliv_array_read(cl_command_queue queue, cliv_array array, void *host);

/** Copy `array.count` elements from the host; otherwise as cliv_array_read(). */
CLIV_API cliv_status cliv_array_write(cl_command_queue queue, cliv_array array, const void *host);

/** A strict weak order, given by an expression that is true where `a` comes before `b`.
 *
 *  The text of an expression, here and elsewhere, must be one expression. Text that closes a bracket it has not opened,
 *  or leaves a comment open, is CLIV_BUILD_FAILED. Macros that a `source` defines are undefined after the expressions
 *  of the call. */
typedef struct cliv_order {
    const char *less;   /**< an OpenCL C expression of a and b; NULL: "a < b" */
    const char *source; /**< declarations that it needs, or NULL */
} cliv_order;

/** An associative operator; it need not commute. */
typedef struct cliv_op {
    const char *combine;  /**< an OpenCL C expression of a and b, a being the earlier */
    const char *identity; /**< an expression of the element type, or NULL where no identity is needed: inclusive
                               scans, and reductions of at least one element. `combine` never sees it. */
    const char *source;   /**< declarations that they need, or NULL */
} cliv_op;

/** The built-in operators. Each has an identity for every type; that of cliv_min on floats is INFINITY. A cliv_op is
 *  recognised as a built-in operator if its `combine` has the same text, regardless of blanks and comments ("a+b"), and
 *  its `source` is NULL. Such an operator needs no identity. An identity that the caller passes is used for vectors and
 *  structures, and ignored for scalars. On floats cliv_min and cliv_max are fmin and fmax: the result is NaN only if
 *  both arguments are NaN. Bitwise operators on floating-point types, and built-in operators on structures, are
 *  CLIV_TYPE_MISMATCH. Integers wrap. */
/**@{*/
extern CLIV_API const cliv_op cliv_add, cliv_mul, cliv_min, cliv_max, cliv_bit_and, cliv_bit_or, cliv_bit_xor;
/**@}*/

/** The built-in orders of numbers. A cliv_order is recognised as a built-in order by its text, like an operator. "b >
 *  a" is cliv_less, and "b < a" is cliv_greater. */
/**@{*/
extern CLIV_API const cliv_order cliv_less, cliv_greater;
/**@}*/

#ifdef __cplusplus
}
#endif
#endif
