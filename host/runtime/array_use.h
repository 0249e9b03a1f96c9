/* SPDX-License-Identifier: Apache-2.0 */
/* How a call uses its arrays, what is checked of them, and what is known of a type by its name. */
#ifndef CLIV_ARRAY_USE_H
#define CLIV_ARRAY_USE_H

#include <clinterval/array.h>
#include <clinterval/context.h>

#include <stdbool.h>
#include <stddef.h>

enum { CLIV_MAX_USER_ARRAYS = 64 }; /* the most that an expression or body may read */
/* The largest element in bytes that a work-item holds. A work-item may hold a dozen elements, and GPUs have at most 512
 * KiB of private memory. Without optimisation, PoCL keeps the elements of all 64 work-items of a group on one stack of
 * 8 MiB: two elements of 64 KiB each overflow it. */
enum { CLIV_MOST_ELEMENT = 1 << 15 };

typedef enum cliv_access { CLIV_READ, CLIV_WRITE, CLIV_UPDATE /* both */ } cliv_access;
typedef struct cliv_use { /* one array argument of a call */
    const char *name;
    cliv_array array;
    cliv_access access;
    size_t needed; /* elements that the operation touches */
    bool optional; /* may be CLIV_NONE */
    bool in_place; /* may be the same elements as an input, */
    bool apart;    /* but not as this one */
    bool counts;   /* may be counted: its kernels ask for its length. That of others that are written means nothing */
    bool moved;    /* elements are copied from buffer to buffer and may have any size */
    /* NULL, or the name of an expression, and what it is asked of: then the array stands for the expression, its
     * generator, and the arrays that it reads. */
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
/* Kernels read what is there, or read back what they have written. */
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
static inline cliv_use cliv_apart(cliv_use use)
{
    use.apart = true;
    return use;
}
static inline cliv_use cliv_in_place(cliv_use use)
{
    use.in_place = true;
    return use;
}
static inline cliv_use cliv_counts(cliv_use use)
{
    use.counts = true;
    return use;
}

static inline cliv_use cliv_moved(cliv_use use)
{
    use.moved = true;
    return use;
}

/* The arrays of a predicate called `name`, which is asked of all these elements. */
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
extern const cliv_array cliv_length_of_slice; /* `length` of a slice of a counted array, which has none */
bool cliv_is_none(const cliv_array *);
bool cliv_is_generated(const cliv_array *); /* without memory: by an expression, or of one value */
cliv_status cliv_check_type(const cliv_context *, const char *name, const cliv_type *);
/* Checks that the memory object is a buffer of this OpenCL context with none of the flags `refused`; *bytes: its
 * size. */
cliv_status cliv_check_buffer(cl_context, const char *name, cl_mem, cl_mem_flags refused, size_t *bytes);
cliv_status cliv_check_flags(const char *name, cl_mem, cl_mem_flags refused);
/* Checks all array arguments of a call: that they are there, their types, buffers, lengths and overlaps. Of a checked
 * context's call it reads the lengths of those that are counted, and has the expressions among them looked at before
 * the first launch. */
struct cliv_call;
cliv_status cliv_validate(struct cliv_call *, const cliv_use *uses, size_t count);
/* A number of the call that is a length by itself, or NULL: as that of an array called `name`. */
cliv_status cliv_validate_length(struct cliv_call *, const char *name, const cliv_array *length);
/* Arrays that an expression or body reads, whose own variables are `taken`: words with blanks between. */
cliv_status cliv_validate_list(const cliv_context *, const char *name, const cliv_array *arrays, size_t count,
                               const char *taken, bool only_read);
bool cliv_list_overlaps(const cliv_array *arrays, size_t count); /* do any two of the buffers? */
cliv_status cliv_same_type(const char *name, const cliv_type *, const char *other_name, const cliv_type *other);
/* CLIV_NONE passes both. */
cliv_status cliv_integer_type(const char *name, const cliv_array *);
cliv_status cliv_index_type(const char *name, const cliv_array *);
/* Refuses two arrays of more elements together than a size_t counts. */
cliv_status cliv_check_sum_of_counts(const char *a_name, const cliv_array *a, const char *b_name, const cliv_array *b);
cliv_status cliv_convertible(const char *name, const cliv_type *from, const char *to_name, const cliv_type *to);

typedef struct cliv_scalar { /* what a type's name says */
    enum { CLIV_SIGNED, CLIV_UNSIGNED, CLIV_FLOATING, CLIV_OTHER } kind;
    size_t size;    /* of one component */
    unsigned width; /* 1, or 2 … 16 for vectors */
} cliv_scalar;
cliv_scalar cliv_scalar_of(const cliv_type *);
bool cliv_is_number(const cliv_type *); /* a scalar */

#endif
