/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the types and of the total size of arrays. */
#include "runtime/array_use.h"
#include "runtime/error.h"
#include "runtime/message_text.h"

#include <stdint.h>
#include <string.h>

cliv_status cliv_same_type(const char *name, const cliv_type *type, const char *other_name, const cliv_type *other)
{
    if (type->size == other->size && strcmp(type->name, other->name) == 0)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s has type %s (%zu bytes), but %s has type %s (%zu bytes)", name,
                     cliv_type_text(type).text, type->size, other_name, cliv_type_text(other).text, other->size);
}

static bool is_integer(const cliv_scalar scalar)
{
    return (scalar.kind == CLIV_SIGNED || scalar.kind == CLIV_UNSIGNED) && scalar.width == 1;
}

cliv_status cliv_integer_type(const char *name, const cliv_array *a)
{
    if (cliv_is_none(a) || is_integer(cliv_scalar_of(a->type)))
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s has type %s, but must have an integer type", name,
                     cliv_type_text(a->type).text);
}

cliv_status cliv_index_type(const char *name, const cliv_array *a)
{
    if (cliv_is_none(a) || !a->type || !a->type->name) /* other checks report a missing type */
        return CLIV_SUCCESS;
    const cliv_scalar scalar = cliv_scalar_of(a->type);
    if (is_integer(scalar) && scalar.size >= 4)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s has type %s, but must have type int, uint, long or ulong", name,
                     cliv_type_text(a->type).text);
}

cliv_status cliv_convertible(const char *name, const cliv_type *from, const char *to_name, const cliv_type *to)
{
    const cliv_scalar a = cliv_scalar_of(from), b = cliv_scalar_of(to);
    if (a.kind != CLIV_OTHER && b.kind != CLIV_OTHER && a.width == 1 && b.width == 1)
        return CLIV_SUCCESS;
    return cliv_same_type(name, from, to_name, to);
}

cliv_status cliv_check_sum_of_counts(const char *a_name, const cliv_array *a, const char *b_name, const cliv_array *b)
{
    if (a->count > SIZE_MAX - b->count)
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s and %s have %s and %s elements, together more than a size_t can hold",
                         a_name, b_name, cliv_size_text(a->count).text, cliv_size_text(b->count).text);
    return CLIV_SUCCESS;
}
