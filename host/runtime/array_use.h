/* SPDX-License-Identifier: Apache-2.0 */
/* The array arguments of a call: their description, the checks before a launch, and the properties that follow from
 * the name of a type. */
#ifndef CLIV_ARRAY_USE_H
#define CLIV_ARRAY_USE_H

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_MAX_USER_ARRAYS = 64 }; /* the maximum that an expression or body may read */
/* The size in bytes of the largest element that a work-item handles. A work-item may have a dozen elements in private
 * memory, and GPUs have at most 512 KiB of private memory. Without optimisation, PoCL keeps the elements of all 64
 * work-items of a group on one stack of 8 MiB: two elements of 64 KiB each overflow it. */
enum { CLIV_MOST_ELEMENT = 1 << 15 };

typedef enum cliv_access { CLIV_READ, CLIV_WRITE, CLIV_UPDATE /* both */ } cliv_access;
typedef struct cliv_use { /* one array argument of a call */
    const char *name;
    cliv_array array;
    cliv_access access;
    size_t needed; /* elements that the operation touches */
    bool optional; /* may be CLIV_NONE */
    bool in_place; /* may be the same elements as an input */
    bool apart;    /* no in-place output may be the same elements as this input */
    bool counts;   /* may be counted: kernels read its length. The length of any other output is ignored */
    bool moved;    /* elements are copied from buffer to buffer and may have any size */
    bool index;    /* must be of an index type */
    /* NULL, or the array itself: if cliv_validate() reads its length, it stores the length as the array's count. */
    cliv_array *resolved;
    /* NULL, or the name of a predicate; `elements` is the array that the predicate tests. `array` then holds the
     * predicate as its generator, and the arrays that the predicate reads. */
    const char *asks;
    const cliv_array *elements;
} cliv_use;
static inline cliv_use cliv_reads(const char *name, cliv_array array, size_t needed)
{
    return (cliv_use){.name = name, .array = array, .access = CLIV_READ, .needed = needed};
}
static inline cliv_use cliv_writes(const char *name, cliv_array array, size_t needed)
{
    return (cliv_use){.name = name, .array = array, .access = CLIV_WRITE, .needed = needed};
}
/* Kernels read the initial contents, or read back values that they have written. */
static inline cliv_use cliv_updates(const char *name, cliv_array array, size_t needed)
{
    return (cliv_use){.name = name, .array = array, .access = CLIV_UPDATE, .needed = needed};
}
static inline cliv_use cliv_optional_if(bool optional, cliv_use use)
{
    use.optional = optional;
    return use;
}
static inline cliv_use cliv_optional(cliv_use use) { return cliv_optional_if(true, use); }
/* Functions that set one member of a use. */
#define CLIV_SET(function, member)                \
    static inline cliv_use function(cliv_use use) \
    {                                             \
        use.member = true;                        \
        return use;                               \
    }
CLIV_SET(cliv_apart, apart)
CLIV_SET(cliv_in_place, in_place)
CLIV_SET(cliv_counts, counts)
CLIV_SET(cliv_indices, index)
CLIV_SET(cliv_moved, moved)
#undef CLIV_SET
/* Counted arrays whose resolved length cliv_validate() stores. */
static inline cliv_use cliv_counted_reads(const char *name, cliv_array *array, size_t needed)
{
    return (cliv_use){
        .name = name, .array = *array, .access = CLIV_READ, .needed = needed, .counts = true, .resolved = array};
}
static inline cliv_use cliv_counted_updates(const char *name, cliv_array *array, size_t needed)
{
    return (cliv_use){
        .name = name, .array = *array, .access = CLIV_UPDATE, .needed = needed, .counts = true, .resolved = array};
}

/* The predicate called `name`, the arrays that it reads, and the elements that it tests. */
static inline cliv_use cliv_asks(const char *name, const char *predicate, const char *source, const cliv_array *arrays,
                                 size_t array_count, const cliv_array *elements)
{
    return (cliv_use){.name = "arrays",
                      .array = {.type = &cliv_int,
                                .generator = predicate,
                                .arrays = arrays,
                                .array_count = array_count,
                                .source = source},
                      .access = CLIV_READ,
                      .asks = name,
                      .elements = elements};
}

#define CLIV_NOWHERE ((size_t)-1)             /* `first` of a slice that its parent does not contain */
extern const cliv_array cliv_length_of_slice; /* `length` of a slice of a counted array, which is invalid */
bool cliv_is_none(const cliv_array *);
bool cliv_is_generated(const cliv_array *); /* without memory: an expression or a constant */
cliv_status cliv_check_type(const cliv_context *, const char *name, const cliv_type *);
/* Checks that the memory object is a buffer of this OpenCL context without the flags `refused`. *bytes: the size of
 * the buffer. */
cliv_status cliv_check_buffer(cl_context, const char *name, cl_mem, cl_mem_flags refused, size_t *bytes);
cliv_status cliv_check_flags(const char *name, cl_mem, cl_mem_flags refused);
/* Checks all array arguments of a call: presence, types, buffers, lengths and overlaps. In a checked context the
 * function also reads the device-side lengths, and registers expressions that use cliv_at() for a check before the
 * first launch. */
struct cliv_call;
cliv_status cliv_validate(struct cliv_call *, const cliv_use *uses, size_t count);
/* Checks a length argument of the call. `length` may be NULL. Messages call it the length of the array `name`. */
cliv_status cliv_validate_length(struct cliv_call *, const char *name, const cliv_array *length);
/* Checks the arrays that an expression or body reads. `taken`: the variables of the expression, separated by
 * blanks. */
cliv_status cliv_validate_list(const cliv_context *, const char *name, const cliv_array *arrays, size_t count,
                               const char *taken, bool only_read);
bool cliv_list_overlaps(const cliv_array *arrays, size_t count); /* true if any two of the buffers overlap */
cliv_status cliv_same_type(const char *name, const cliv_type *, const char *other_name, const cliv_type *other);
/* CLIV_NONE passes the next two checks. */
cliv_status cliv_integer_type(const char *name, const cliv_array *);
cliv_status cliv_index_type(const char *name, const cliv_array *);
/* Fails if the total element count of both arrays exceeds SIZE_MAX. */
cliv_status cliv_check_sum_of_counts(const char *a_name, const cliv_array *a, const char *b_name, const cliv_array *b);
cliv_status cliv_convertible(const char *name, const cliv_type *from, const char *to_name, const cliv_type *to);

typedef struct cliv_scalar { /* the properties that follow from the name of a type */
    enum { CLIV_SIGNED, CLIV_UNSIGNED, CLIV_FLOATING, CLIV_OTHER } kind;
    size_t size;    /* of one component */
    unsigned width; /* 1, or 2 … 16 for vectors */
} cliv_scalar;
cliv_scalar cliv_scalar_of(const cliv_type *);
bool cliv_is_number(const cliv_type *);  /* a scalar */
bool cliv_is_integer(const cliv_type *); /* a scalar integer */

/* The caller's sizes and types in messages. The text is valid until the end of the cliv_fail() call that has it as an
 * argument. */
typedef struct cliv_message_text {
    char text[128];
} cliv_message_text;
/* A size that was negative has two forms: "18446744073709551615 (-1 as a size_t)". */
cliv_message_text cliv_size_text(size_t);
cliv_message_text cliv_type_text(const cliv_type *); /* "unsigned int (OpenCL's name is uint)" */

#endif
