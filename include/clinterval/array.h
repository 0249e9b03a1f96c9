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

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An element type of the device. Two types agree when their names and sizes do. */
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

/** A one-dimensional array: a part of a buffer, or, where it is only read, an expression of the index.
 *
 *  Make one with cliv_buffer(), cliv_generate() or cliv_generate_from(); an array argument left out is CLIV_NONE. */
typedef struct cliv_array {
    cl_mem buffer;         /**< NULL for a generated array */
    const cliv_type *type; /**< of an element */
    size_t first;          /**< in elements: where the array begins in the buffer, or the first index generated */
    size_t count;          /**< in elements */
    const char *generator; /**< an OpenCL C expression of the index `i` (a ulong), for arrays without memory */
    const struct cliv_array *arrays; /**< buffers that the generator reads as a0, a1 … */
    size_t array_count;              /**< how many of them */
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

/** Like cliv_generate(), of an expression that also reads buffers: `a0`, `a1` … are `__global const` pointers to the
 *  first elements of `arrays` (buffers only, CLIV_INVALID_ARGUMENT otherwise).
 *  The expression must stay inside the arrays: what it reads outside them is undefined.
 *  @code
 *  cliv_array from[] = {x, y};
 *  cliv_generate_from(&cliv_float, "a0[i] * a1[i]", n, from, 2)
 *  @endcode */
CLIV_API cliv_array cliv_generate_from(const cliv_type *type, const char *expression, size_t count,
                                       const struct cliv_array *arrays, size_t array_count);

/** `count` elements of `array`, beginning at its element `first`. A slice of a generated array continues the same
 *  sequence. A slice that passes its parent's end is refused (CLIV_OUT_OF_RANGE) where it is used. */
CLIV_API cliv_array cliv_slice(cliv_array array, size_t first, size_t count);

/** A strict weak order, given by an expression that is true where `a` comes before `b`. */
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

/** The built-in operators. They know their identity by type (that of cliv_min on floats is INFINITY). Of floats
 *  cliv_min and cliv_max are fmin and fmax: a number comes before NaN, and only NaNs alone give NaN. Bitwise ones on
 *  floating-point types, and any of them on a structure, are CLIV_TYPE_MISMATCH. Integers wrap. */
/**@{*/
extern CLIV_API const cliv_op cliv_add, cliv_mul, cliv_min, cliv_max, cliv_bit_and, cliv_bit_or, cliv_bit_xor;
/**@}*/

/** The built-in orders of numbers. */
/**@{*/
extern CLIV_API const cliv_order cliv_less, cliv_greater;
/**@}*/

#ifdef __cplusplus
}
#endif
#endif
