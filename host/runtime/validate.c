/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of a call's arrays before anything is enqueued. */
#include "runtime/captures.h"
#include "runtime/check.h"

#include <stdio.h>
#include <string.h>

cliv_status cliv_check_type(const cliv_context *ctx, const char *name, const cliv_type *type)
{
    if (!type || !type->name)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: %s is NULL", name, type ? "the type's name" : "the type");
    if (!*type->name)
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "%s: the type's name is empty, but must be the name of a type in OpenCL C", name);
    const cliv_scalar scalar = cliv_scalar_of(type);
    if (!type->source && (strcmp(type->name, "size_t") == 0 || strcmp(type->name, "ptrdiff_t") == 0))
        return cliv_fail(CLIV_TYPE_MISMATCH, "%s: kernels cannot have arrays of %s: use %s", name, type->name,
                         *type->name == 's' ? "ulong" : "long");
    if (scalar.kind != CLIV_OTHER) {
        const size_t size = scalar.size * (scalar.width == 3 ? 4 : scalar.width);
        if (size != type->size)
            return cliv_fail(CLIV_TYPE_MISMATCH, "%s: the type %s has size %zu, but on the device it has %zu bytes",
                             name, type->name, type->size, size);
        if (scalar.kind == CLIV_FLOATING && scalar.size == 8 && !ctx->device.fp64)
            return cliv_fail(CLIV_UNSUPPORTED, "%s: the type is %s, but %s has no fp64", name, type->name,
                             ctx->device.name);
        if (scalar.kind == CLIV_FLOATING && scalar.size == 2)
            return cliv_fail(CLIV_UNSUPPORTED,
                             "%s: the type %s is not supported: store halves as ushort, and read them by vload_half()",
                             name, type->name);
    } else if (type->size == 0) {
        return cliv_fail(CLIV_TYPE_MISMATCH, "%s: the type %s has size 0", name, type->name);
    }
    return CLIV_SUCCESS;
}

static cliv_status check_buffer(const cliv_context *ctx, const char *name, const cliv_array *a, cl_mem_flags refused)
{
    size_t bytes = 0;
    if (!a->buffer)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s has %s elements, but no buffer, generator or value", name,
                         cliv_size_text(a->count).text);
    CLIV_PASS(cliv_check_buffer(ctx->cl, name, a->buffer, 0, &bytes));
    const size_t capacity = bytes / a->type->size;
    if (a->first > capacity || a->count > capacity - a->first)
        return cliv_fail(
            CLIV_OUT_OF_RANGE,
            "%s begins at element %s and has %s elements, but its buffer of %zu bytes holds %zu elements of %zu bytes",
            name, cliv_size_text(a->first).text, cliv_size_text(a->count).text, bytes, capacity, a->type->size);
    return refused ? cliv_check_flags(name, a->buffer, refused) : CLIV_SUCCESS;
}

/* Checks the members that are valid for no array, whatever its kind. */
static cliv_status check_members(const char *name, const cliv_array *a)
{
    if (a->source && !a->generator)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s has a source, but is not generated", name);
    if (a->buffer && cliv_is_generated(a))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s has both a buffer and a %s", name,
                         a->generator ? "generator" : "value");
    if (a->generator && a->value)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s has both a generator and a value", name);
    return CLIV_SUCCESS;
}

static cliv_status check_length(const cliv_context *ctx, const char *name, const cliv_array *length)
{
    char own[160];
    snprintf(own, sizeof own, "the length of %.140s", name);
    if (length == &cliv_length_of_slice)
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "%s is a slice of a counted array: slice the array first, then count the slice", name);
    if (cliv_is_none(length) || cliv_is_generated(length) || !length->count)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is %s, but must be a number in a buffer", own,
                         cliv_is_none(length)        ? "CLIV_NONE"
                         : cliv_is_generated(length) ? "without memory"
                                                     : "empty");
    if (length->length)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is counted, but must not be", own);
    CLIV_PASS(check_members(own, length));
    CLIV_PASS(cliv_check_type(ctx, own, length->type));
    CLIV_PASS(cliv_index_type(own, length));
    if (length->first == CLIV_NOWHERE)
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s is a slice that extends past the end of its array", own);
    return check_buffer(ctx, own, length, CL_MEM_WRITE_ONLY);
}

/* Checks the element size. A work-item holds the elements that expressions compare or combine, and generated
 * elements. */
static cliv_status check_element(const char *name, const cliv_array *a, bool moved)
{
    if (a->type->size <= CLIV_MOST_ELEMENT || (moved && !cliv_is_generated(a)))
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_UNSUPPORTED,
                     "%s: an element of %s has %zu bytes, but a work-item holds at most %d; only copies, gathers and "
                     "scatters of buffers accept larger elements",
                     name, a->type->name, a->type->size, CLIV_MOST_ELEMENT);
}

cliv_status cliv_validate_list(const cliv_context *ctx, const char *name, const cliv_array *arrays, size_t count,
                               const char *taken, bool only_read)
{
    char part[128];
    if (count && !arrays)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: arrays is NULL, but array_count is %s", name,
                         cliv_size_text(count).text);
    if (count > CLIV_MAX_USER_ARRAYS)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: array_count is %s, but must be at most %d", name,
                         cliv_size_text(count).text, CLIV_MAX_USER_ARRAYS);
    for (size_t i = 0; i < count; ++i) {
        const cliv_array *a = &arrays[i];
        CLIV_PASS(cliv_check_name(name, arrays, i, taken));
        if (a->name)
            snprintf(part, sizeof part, "%.60s, %.60s", name, a->name);
        else
            snprintf(part, sizeof part, "%.100s, a%zu", name, i);
        if (a->generator)
            return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is generated, but must be a buffer or a constant", part);
        CLIV_PASS(check_members(part, a));
        CLIV_PASS(cliv_check_type(ctx, part, a->type));
        CLIV_PASS(check_element(part, a, true));
        if (a->first == CLIV_NOWHERE)
            return cliv_fail(CLIV_OUT_OF_RANGE, "%s is a slice of %s elements that extends past the end of its array",
                             part, cliv_size_text(a->count).text);
        if (a->count && !a->value)
            CLIV_PASS(check_buffer(ctx, part, a, only_read ? CL_MEM_WRITE_ONLY : 0));
        if (a->length)
            CLIV_PASS(check_length(ctx, part, a->length));
    }
    return CLIV_SUCCESS;
}

static cliv_status check_use(const cliv_context *ctx, const cliv_use *use)
{
    static const cl_mem_flags refused[] = {[CLIV_READ] = CL_MEM_WRITE_ONLY,
                                           [CLIV_WRITE] = CL_MEM_READ_ONLY,
                                           [CLIV_UPDATE] = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY};
    const cliv_array *a = &use->array;
    if (cliv_is_none(a))
        return use->optional ? CLIV_SUCCESS
                             : cliv_fail(CLIV_INVALID_ARGUMENT, "%s is CLIV_NONE, but is required", use->name);
    CLIV_PASS(check_members(use->name, a));
    if (cliv_is_generated(a) && use->access != CLIV_READ)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is %s, but must be in a buffer, because the call writes it",
                         use->name, a->generator ? "generated" : "a constant");
    CLIV_PASS(cliv_check_type(ctx, use->name, a->type));
    CLIV_PASS(check_element(use->name, a, use->moved));
    if (a->first == CLIV_NOWHERE)
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s is a slice of %s elements that extends past the end of its array",
                         use->name, cliv_size_text(a->count).text);
    if (cliv_is_generated(a)) {
        if (a->generator)
            CLIV_PASS(cliv_validate_list(ctx, use->name, a->arrays, a->array_count, use->elements ? "x i" : "i", true));
        if (a->count > SIZE_MAX - a->first)
            return cliv_fail(CLIV_OUT_OF_RANGE,
                             "%s: first is %s and count is %s, but their sum must be at most SIZE_MAX", use->name,
                             cliv_size_text(a->first).text, cliv_size_text(a->count).text);
    } else if (a->count) {
        CLIV_PASS(check_buffer(ctx, use->name, a, refused[use->access]));
    }
    if (a->count < use->needed)
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s has %s elements, but %s are needed", use->name,
                         cliv_size_text(a->count).text, cliv_size_text(use->needed).text);
    if (!a->length || (use->access == CLIV_WRITE && !use->counts))
        return CLIV_SUCCESS;
    CLIV_PASS(check_length(ctx, use->name, a->length));
    return use->counts ? CLIV_SUCCESS : cliv_fail(CLIV_INVALID_ARGUMENT, "%s is counted, but must not be", use->name);
}

/* Bytes begin … end-1 of a buffer that is not a sub-buffer. */
typedef struct extent {
    cl_mem root;
    size_t begin, end;
} extent;

static cliv_status extent_of(const cliv_array *a, size_t count, extent *result)
{
    cl_mem parent = NULL;
    size_t offset = 0;
    CLIV_PASS_CL(clGetMemObjectInfo, a->buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL);
    if (parent)
        CLIV_PASS_CL(clGetMemObjectInfo, a->buffer, CL_MEM_OFFSET, sizeof offset, &offset, NULL);
    result->root = parent ? parent : a->buffer;
    result->begin = offset + a->first * a->type->size;
    result->end = result->begin + count * a->type->size;
    return CLIV_SUCCESS;
}

static bool meet(const extent *a, const extent *b)
{
    return a->root == b->root && a->end > b->begin && b->end > a->begin;
}

static cliv_status check_overlap(const cliv_use *out, const char *name, const cliv_array *a, size_t count,
                                 bool in_place)
{
    extent x, y;
    if (!a->buffer || count == 0 || !out->array.buffer || out->needed == 0)
        return CLIV_SUCCESS;
    CLIV_PASS(extent_of(&out->array, out->needed, &x));
    CLIV_PASS(extent_of(a, count, &y));
    if (!meet(&x, &y))
        return CLIV_SUCCESS;
    if (in_place && out->array.buffer == a->buffer && out->array.first == a->first && a->type &&
        out->array.type->size == a->type->size && strcmp(out->array.type->name, a->type->name) == 0)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_INVALID_ARGUMENT, "%s overlaps %s", out->name, name);
}

/* Fails if the output overlaps the length, because a call must not write a length that it reads. */
static cliv_status check_length_stays(const cliv_use *out, const char *name, const cliv_array *length)
{
    char own[160];
    if (!length)
        return CLIV_SUCCESS;
    snprintf(own, sizeof own, "the length of %.140s", name);
    return check_overlap(out, own, length, 1, false);
}

static cliv_status check_lengths_stay(const cliv_use *out, const cliv_use *other)
{
    const bool ignored = other->access == CLIV_WRITE && !other->counts;
    CLIV_PASS(check_length_stays(out, other->name, ignored ? NULL : other->array.length));
    for (size_t k = 0; other->array.generator && k < other->array.array_count; ++k)
        CLIV_PASS(check_length_stays(out, other->name, other->array.arrays[k].length));
    return CLIV_SUCCESS;
}

cliv_status cliv_validate_length(cliv_call *call, const char *name, const cliv_array *length)
{
    if (!length)
        return CLIV_SUCCESS;
    CLIV_PASS(check_length(call->ctx, name, length));
    return call->ctx->flags & CLIV_CHECKED ? cliv_resolve(call, length) : CLIV_SUCCESS;
}

cliv_status cliv_validate(cliv_call *call, const cliv_use *uses, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        CLIV_PASS(check_use(call->ctx, &uses[i]));
        if (cliv_is_generated(&uses[i].array))
            cliv_call_has_wide(call, uses[i].name, uses[i].array.count, uses[i].array.length != NULL);
    }
    for (size_t i = 0; i < count; ++i) {
        if (uses[i].access == CLIV_READ)
            continue;
        for (size_t j = 0; j < count; ++j) {
            const cliv_use *other = &uses[j];
            CLIV_PASS(check_lengths_stay(&uses[i], other));
            if (j == i || (other->access != CLIV_READ && j < i))
                continue;
            if (other->array.buffer) {
                CLIV_PASS(check_overlap(&uses[i], other->name, &other->array, other->needed,
                                        uses[i].in_place && other->access == CLIV_READ && !other->apart));
                continue;
            }
            for (size_t k = 0; k < other->array.array_count && other->array.generator; ++k)
                CLIV_PASS(
                    check_overlap(&uses[i], other->name, &other->array.arrays[k], other->array.arrays[k].count, false));
        }
    }
    for (size_t i = 0; i < count; ++i)
        if (uses[i].index)
            CLIV_PASS(cliv_index_type(uses[i].name, &uses[i].array));
    if (!(call->ctx->flags & CLIV_CHECKED))
        return CLIV_SUCCESS;
    for (size_t i = 0; i < count; ++i) {
        if (uses[i].array.length && uses[i].counts)
            CLIV_PASS(cliv_resolve(call, uses[i].array.length));
        if (uses[i].resolved)
            *uses[i].resolved = cliv_resolved(call, uses[i].array);
    }
    return cliv_expect_bounds(call, uses, count);
}

bool cliv_list_overlaps(const cliv_array *arrays, size_t count)
{
    extent x[CLIV_MAX_USER_ARRAYS];
    size_t known = 0;
    for (size_t i = 0; i < count; ++i) {
        if (!arrays[i].buffer || !arrays[i].count)
            continue;
        if (extent_of(&arrays[i], arrays[i].count, &x[known]))
            return true;
        for (size_t j = 0; j < known; ++j)
            if (meet(&x[known], &x[j]))
                return true;
        ++known;
    }
    return false;
}
