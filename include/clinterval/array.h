/* SPDX-License-Identifier: Apache-2.0 */
/** @file array.h
 *  Element types, arrays, orders and operators: the arguments of all operations.
 *
 *  A call reads these arguments, and the host memory that they point to, only until it returns.
 *
 *  The first call with new types, expressions or declarations compiles programs. A later call uses the same programs
 *  if these properties agree: the types, expressions and declarations; which arrays are left out or generated; which
 *  arrays start at the beginning of their buffers (`first` is 0); and the order of magnitude of the counts.
 *  cliv_context_compile_only() compiles ahead. */
#ifndef CLINTERVAL_ARRAY_H
#define CLINTERVAL_ARRAY_H

#include "context.h"
#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An element type of the device. Two types agree if their names and sizes agree.
 *
 *  An element has at most 32 KiB, because work-items hold elements in private memory. A larger type is
 *  CLIV_UNSUPPORTED. Some operations accept elements of any size in buffers: cliv_copy(), cliv_gather(),
 *  cliv_gather_or(), cliv_scatter(), cliv_gather_columns(), the functions of aos.h, and bodies.
 *
 *  The scalar types of OpenCL C are predefined: cliv_int, cliv_float and others. `cliv_double` is CLIV_UNSUPPORTED on a
 *  device without fp64. */
typedef struct cliv_type {
    const char *name;   /**< The name in OpenCL C: "int", "float4", "particle". */
    size_t size;        /**< The size in bytes; CLIV_TYPE_MISMATCH if the device's compiler has another sizeof. */
    const char *source; /**< The declarations of the name, or NULL. */
} cliv_type;

/** A scalar type of OpenCL C; see cliv_type. */
/**@{*/
extern CLIV_API const cliv_type cliv_char, cliv_uchar, cliv_short, cliv_ushort, cliv_int, cliv_uint, cliv_long,
    cliv_ulong, cliv_float, cliv_double;
/**@}*/

/** A one-dimensional array: a part of a buffer, an expression of the index, or one value.
 *
 *  The functions below make arrays; CLIV_NONE is an array argument that is left out. Expressions and values can only be
 *  read. An array with a type and a `count` of 0 is empty, whatever its buffer is. */
typedef struct cliv_array {
    cl_mem buffer;         /**< The buffer; NULL for a generated array or a constant. */
    const cliv_type *type; /**< The type of an element. */
    size_t first;          /**< The start of the array in the buffer, in elements, or the first generated index. */
    size_t count;          /**< The number of elements. */
    const char *generator; /**< For a generated array: an OpenCL C expression of the index `i`, a ulong. */
    const struct cliv_array *arrays; /**< The buffers and constants that the generator reads. */
    size_t array_count;              /**< The number of these arrays. */
    const char *source;              /**< The declarations for the generator, or NULL. */
    const char *name;                /**< The name in expressions; NULL: a0, a1 … by the index in the list. */
    const void *value;               /**< For a constant: type->size bytes on the host. */
    const struct cliv_array *length; /**< The device-side length, see cliv_counted(); NULL: `count` elements. */
} cliv_array;

/** Initialises a static array argument that is left out.
 *
 *  For example, `static cliv_array total = CLIV_NONE_INIT;`. */
/* clang-format off */
#define CLIV_NONE_INIT {0}
/* clang-format on */

/** An array argument that is left out. */
#ifdef __cplusplus
#define CLIV_NONE (cliv_array())
#else
#define CLIV_NONE ((cliv_array){0})
#endif

/** Describes `count` elements of a buffer, from element `first` on.
 *
 *  @param buffer  the buffer; the array does not retain it
 *  @param type    the type of an element
 *  @param first   the start of the array in the buffer, in elements
 *  @param count   the number of elements
 *
 *  A buffer that is too small for its array is CLIV_OUT_OF_RANGE in the call that uses the array. OpenCL retains the
 *  buffer until the enqueued work has completed. */
CLIV_API cliv_array cliv_buffer(cl_mem buffer, const cliv_type *type, size_t first, size_t count);

/** Describes an array without memory: element i is the value of an expression of `i`.
 *
 *  @param type        the type of an element; the value of the expression is converted to it
 *  @param expression  OpenCL C, an expression of the index `i`, a ulong
 *  @param count       the number of elements
 *
 *  @code
 *  cliv_generate(&cliv_int, "i", n)         // 0, 1, 2, …: the counting iterator
 *  cliv_generate(&cliv_uint, "3*i+1", n)    // 1, 4, 7, …
 *  @endcode
 *
 *  Operations accept a generated array wherever they only read an array. As an output it is CLIV_INVALID_ARGUMENT.
 *
 *  A generated array is evaluated every time an operation reads it; no value is stored between two reads. Each
 *  evaluation repeats all memory accesses of the expression. Repeated random accesses, as in "key[row[i]]", are slow.
 *  If a function reads the input more than once, materialise the array first: cliv_copy() evaluates the expression
 *  once for each element and stores the values. The table in docs/inputs.md states how often each function evaluates
 *  its inputs. */
CLIV_API cliv_array cliv_generate(const cliv_type *type, const char *expression, size_t count);

/** Describes a generated array whose expression also reads buffers and constants.
 *
 *  @param type         the type of an element; the value of the expression is converted to it
 *  @param expression   OpenCL C, an expression of the index `i` and the arrays
 *  @param count        the number of elements
 *  @param arrays       up to 64 buffers and constants; generated arrays are CLIV_INVALID_ARGUMENT
 *  @param array_count  the number of these arrays
 *
 *  @code
 *  cliv_array from[] = {x, y};
 *  cliv_generate_from(&cliv_float, "a0[i] * a1[i]", n, from, 2)
 *
 *  float scale = 0.5f;
 *  cliv_array named[] = {cliv_named("height", h), cliv_named("below", b),
 *                        cliv_constant("scale", &cliv_float, &scale)};
 *  cliv_generate_from(&cliv_float, "scale * (height[i] + cliv_at(height, below[i]))", n, named, 3)
 *  @endcode
 *
 *  Everything that cliv_generate() states applies here. The expression uses the arrays as `a0`, `a1` … or by their
 *  names (cliv_named()). A buffer is a `__global const` pointer to its first element. A constant is its value.
 *
 *  `cliv_at(name, i)` reads `name[i]`; i is a long. Outside the array it returns zero, or a structure of zero bytes.
 *  In a CLIV_CHECKED context, a read outside the array makes the call return CLIV_CHECK_FAILED: the message has the
 *  array's name and a bad index, and no output is written. Plain `name[i]` is not checked: a read outside the array is
 *  undefined. cliv_at() of a constant does not compile.
 *
 *  Each evaluation reads the arrays again. This example materialises an array with random access before a function that
 *  reads its input more than once; cliv_gather() would write the same array.
 *  @code
 *  cliv_array table[] = {cliv_named("key", key), cliv_named("row", row)};
 *  cliv_array row_keys = cliv_generate_from(&cliv_int, "key[row[i]]", n, table, 2);
 *  cliv_copy(ctx, queue, row_keys, keys, 0, NULL, NULL);
 *  cliv_unique(ctx, queue, keys, unique, starts, lengths, NULL, count, NULL, 0, NULL, NULL);
 *  @endcode */
CLIV_API cliv_array cliv_generate_from(const cliv_type *type, const char *expression, size_t count,
                                       const struct cliv_array *arrays, size_t array_count);

/** Returns the same array with a name for expressions and bodies.
 *
 *  @param name   a C identifier that is not a keyword of OpenCL C and does not begin with cliv_ or CLIV_; NULL: a0, a1
 *                … by the index in the list
 *  @param array  the array
 *
 *  In a list of `arrays`, expressions and bodies use the name instead of a0, a1 …. A name must be unique in its list.
 *  The default names a0, a1 … of other arrays in the list count, too. A name must differ from the variables of the
 *  expression, for example `i`. A bad name is CLIV_INVALID_ARGUMENT in the call that uses the array. Outside lists a
 *  name has no effect. */
CLIV_API cliv_array cliv_named(const char *name, cliv_array array);

/** Describes one value, which expressions read by its name.
 *
 *  @param name   as for cliv_named(); NULL: a0, a1 … by the index in the list
 *  @param type   the type of the value
 *  @param value  type->size bytes, read during the calls that take the array; if it is NULL, these calls return
 *                CLIV_INVALID_ARGUMENT
 *
 *  The value is a kernel argument: calls that differ only in the value use the same programs.
 *
 *  Operations accept a constant wherever they only read an array. The constant is then an array of `count` elements
 *  with this value. `count` is 1 unless the caller sets it.
 *
 *  @code
 *  cliv_array limit = cliv_constant("limit", &cliv_float, &most);
 *  cliv_compact(ctx, queue, input, "x < limit", NULL, &limit, 1, output, count, NULL,
 *               0, NULL, NULL);
 *  @endcode */
CLIV_API cliv_array cliv_constant(const char *name, const cliv_type *type, const void *value);

/** Returns a generated array whose expression uses declarations, for example functions.
 *
 *  @param generated  the array; an array that is not generated is CLIV_INVALID_ARGUMENT in the call that uses it
 *  @param source     the declarations; they follow the declarations of types, and each text is emitted once */
CLIV_API cliv_array cliv_with_source(cliv_array generated, const char *source);

/** Returns a counted array: its first `*length` elements, with the length on the device.
 *
 *  @param array   the array; its `count` is the capacity
 *  @param length  one element of int, uint, long or ulong in a buffer. The cliv_array must exist during the calls that
 *                 use the array; a recording retains only its buffer. A negative length is 0, and a length beyond
 *                 `count` is `count`. NULL: the array is not counted.
 *
 *  The device reads the length when the command runs. The length may be the `count` output of an earlier call, so the
 *  host does not wait for a size that depends on the data.
 *
 *  @code
 *  cliv_compact(ctx, queue, x, "x > 0", NULL, NULL, 0, kept, count, NULL, 0, NULL, NULL);
 *  cliv_scan_inclusive(ctx, queue, cliv_counted(kept, &count), sums, NULL, CLIV_NONE,
 *                      0, NULL, NULL);
 *  // x = 3 -1 2 -5 1    kept = 3 2 1 . .    count = 3    sums = 3 5 6 . .
 *  @endcode
 *
 *  An operation uses the first m = min(count, *length) elements of a counted array. It does not read the rest of its
 *  inputs, and does not change the rest of its outputs. The host compares capacities if sizes must agree; on the
 *  device the smallest length applies. cliv_offsets_from_counts() writes the total to `offsets[m]`, if `offsets`
 *  has one more element. No length is read back and no call waits, except in a CLIV_CHECKED context, which reads the
 *  length first.
 *
 *  The length of an array that is only written is ignored, except for `output`, `segments` and `ranks` of the interval
 *  family (interval.h). cliv_array_read() and cliv_array_write() move all `count` elements. In expressions and bodies,
 *  cliv_at() and cliv_put() of a captured array end at its length.
 *
 *  If the length is 0, a reduction with an operator without an identity does not change its result; a CLIV_CHECKED
 *  context refuses the call.
 *
 *  The overhead of a call grows slowly with the capacity, because work-groups without elements exit immediately. A
 *  generated array has no buffer that limits its capacity. If a call would start more than 2^24 work-groups for it
 *  (2^28 on GPUs), the call returns CLIV_OUT_OF_RANGE.
 *
 *  A CLIV_CHECKED context accepts up to 8 different lengths in a call. It evaluates the expression of a generated
 *  array for all elements of that array's own length, independent of the lengths of other arrays. So count a generated
 *  array, too.
 *
 *  The call that uses the array returns CLIV_INVALID_ARGUMENT if the length is generated, empty, CLIV_NONE, itself
 *  counted, or written by the same call. It returns CLIV_TYPE_MISMATCH if the length has another type. The library
 *  cannot analyse bodies: if a body writes a length of its own call, the result is unspecified. */
CLIV_API cliv_array cliv_counted(cliv_array array, const cliv_array *length);

/** Returns a part of an array: `count` elements, from element `first` on.
 *
 *  @param array  the array; a slice of a generated array continues the same sequence of `i`
 *  @param first  the index of the first element in `array`
 *  @param count  the number of elements
 *
 *  The call that uses the slice returns CLIV_OUT_OF_RANGE if the slice extends past the end of `array`, and
 *  CLIV_INVALID_ARGUMENT if `array` is counted. */
CLIV_API cliv_array cliv_slice(cliv_array array, size_t first, size_t count);

/** Creates an array of `count` elements in a new buffer.
 *
 *  @param ctx    the context
 *  @param type   the type of an element; must outlive the array
 *  @param count  the number of elements; an array of 0 elements has no buffer
 *  @param host   `count` initial elements, or NULL: the elements are unspecified
 *  @param array  receives the array, in a buffer that kernels read and write; not changed on failure
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_UNSUPPORTED (double without fp64), CLIV_OUT_OF_RANGE (more
 *          bytes than size_t can hold), CLIV_OUT_OF_MEMORY (more memory than the device has), or OpenCL's code.
 *
 *  With this function and the next three, a program needs no buffers of its own.
 *
 *  @code
 *  const int numbers[] = {3, 1, 2};
 *  cliv_array keys;
 *  if (cliv_array_create(ctx, &cliv_int, 3, numbers, &keys))
 *      puts(cliv_last_error());
 *  cliv_sort_keys(ctx, queue, keys, NULL, 0, NULL, NULL);
 *  int sorted[3];
 *  cliv_array_read(queue, keys, sorted);    // 1 2 3
 *  cliv_array_release(&keys);
 *  @endcode */
CLIV_API cliv_status cliv_array_create(cliv_context *ctx, const cliv_type *type, size_t count, const void *host,
                                       cliv_array *array);

/** Releases the memory of an array and sets the array to CLIV_NONE.
 *
 *  @param array  may be NULL or CLIV_NONE. A copy or a slice has the same memory: release only one of them.
 *
 *  Work in flight retains the memory until it completes. */
CLIV_API void cliv_array_release(cliv_array *array);

/** Copies all elements of an array, or of a slice, to the host. Blocks.
 *
 *  @param queue  the queue; the copy follows all commands enqueued earlier
 *  @param array  any array in a buffer; a generated array or a constant is CLIV_INVALID_ARGUMENT
 *  @param host   memory for array.count elements; may be NULL if count is 0
 *  @return CLIV_INVALID_ARGUMENT, CLIV_OUT_OF_RANGE (the array extends past the end of its buffer), or OpenCL's
 *          code. */
CLIV_API cliv_status cliv_array_read(cl_command_queue queue, cliv_array array, void *host);

/** Copies `array.count` elements from the host to an array, or to a slice. Blocks.
 *
 *  @param queue  the queue; the copy follows all commands enqueued earlier
 *  @param array  as for cliv_array_read()
 *  @param host   array.count elements; may be NULL if count is 0
 *  @return as cliv_array_read(). */
CLIV_API cliv_status cliv_array_write(cl_command_queue queue, cliv_array array, const void *host);

/** A strict weak order: an expression of two values that is true if `a` comes before `b`.
 *
 *  An order argument that is NULL means cliv_less.
 *
 *  The built-in orders of numbers are cliv_less and cliv_greater. A cliv_order is recognised as a built-in order if its
 *  `source` is NULL and its `less` has the same text, regardless of blanks and comments. The text `b > a` is cliv_less,
 *  and `b < a` is cliv_greater. On floats, -0.0 equals 0.0; NaNs equal each other and come last in both orders. On
 *  vectors and structures a built-in order is CLIV_TYPE_MISMATCH.
 *
 *  The text of an expression, here and elsewhere, must be one expression. Text that closes a bracket it has not opened,
 *  or leaves a comment open, is CLIV_BUILD_FAILED. Macros that a `source` defines are undefined after the expressions
 *  of the call. */
typedef struct cliv_order {
    const char *less;   /**< An OpenCL C expression of a and b; NULL: "a < b". */
    const char *source; /**< The declarations for the expression, or NULL. */
} cliv_order;

/** An associative operator; it need not commute.
 *
 *  An operator argument that is NULL means cliv_add.
 *
 *  The identity is never an operand of `combine`. Inclusive scans, reductions of at least one element, and reductions
 *  by key need no identity.
 *
 *  The built-in operators have an identity for each type; for cliv_min on floats the identity is INFINITY. A cliv_op is
 *  recognised as a built-in operator if its `source` is NULL and its `combine` has the same text, regardless of blanks
 *  and comments ("a+b"). A recognised operator needs no identity. If the caller passes an identity, it is used for
 *  vectors and structures, and ignored for scalars.
 *
 *  Integers wrap. On floats cliv_min and cliv_max are fmin and fmax: the result is NaN only if both arguments are NaN.
 *  A bitwise operator on a floating-point type is CLIV_TYPE_MISMATCH. A built-in operator on a structure requires an
 *  identity; otherwise it is CLIV_TYPE_MISMATCH. */
typedef struct cliv_op {
    const char *combine;  /**< An OpenCL C expression of a and b; a is the earlier operand. */
    const char *identity; /**< An expression of the element type, or NULL. */
    const char *source;   /**< The declarations for both expressions, or NULL. */
} cliv_op;

/** A built-in operator; see cliv_op. */
/**@{*/
extern CLIV_API const cliv_op cliv_add, cliv_mul, cliv_min, cliv_max, cliv_bit_and, cliv_bit_or, cliv_bit_xor;
/**@}*/

/** A built-in order of numbers; see cliv_order. */
/**@{*/
extern CLIV_API const cliv_order cliv_less, cliv_greater;
/**@}*/

#ifdef __cplusplus
}
#endif
#endif
