/* SPDX-License-Identifier: Apache-2.0 */
/* Types and arrays: making them, and checking all that can be checked of them before a call is enqueued. */
#include "array_use.h"
#include "context_inside.h"
#include "error.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCALAR(name, bytes) const cliv_type cliv_##name = {#name, bytes, NULL};
SCALAR(char, 1)
SCALAR(uchar, 1)
SCALAR(short, 2)
SCALAR(ushort, 2)
SCALAR(int, 4)
SCALAR(uint, 4)
SCALAR(long, 8)
SCALAR(ulong, 8)
SCALAR(float, 4)
SCALAR(double, 8)
#undef SCALAR

const cliv_order cliv_less = {"a < b", NULL}, cliv_greater = {"a > b", NULL};

cliv_array cliv_buffer(cl_mem buffer, const cliv_type *type, size_t first, size_t count)
{
    return (cliv_array){.buffer = buffer, .type = type, .first = first, .count = count};
}

cliv_array cliv_generate(const cliv_type *type, const char *expression, size_t count)
{
    return (cliv_array){.type = type, .count = count, .generator = expression};
}

cliv_array cliv_generate_from(const cliv_type *type, const char *expression, size_t count,
                              const struct cliv_array *arrays, size_t array_count)
{
    return (cliv_array){
        .type = type, .count = count, .generator = expression, .arrays = arrays, .array_count = array_count};
}

/* `first` of a slice that its parent does not contain; cliv_validate() refuses it. */
static const size_t nowhere = SIZE_MAX;

cliv_array cliv_slice(cliv_array array, size_t first, size_t count)
{
    const bool inside =
        array.first != nowhere && first <= array.count && count <= array.count - first && first < nowhere - array.first;
    array.first = inside ? array.first + first : nowhere;
    array.count = count;
    return array;
}

bool cliv_is_none(const cliv_array *a) { return !a->buffer && !a->type && !a->generator; }

cliv_scalar cliv_scalar_of(const cliv_type *type)
{
    static const struct {
        const char *name;
        cliv_scalar scalar;
    } known[] = {
        {"char", {CLIV_SIGNED, 1, 1}},     {"uchar", {CLIV_UNSIGNED, 1, 1}},  {"short", {CLIV_SIGNED, 2, 1}},
        {"ushort", {CLIV_UNSIGNED, 2, 1}}, {"int", {CLIV_SIGNED, 4, 1}},      {"uint", {CLIV_UNSIGNED, 4, 1}},
        {"long", {CLIV_SIGNED, 8, 1}},     {"ulong", {CLIV_UNSIGNED, 8, 1}},  {"half", {CLIV_FLOATING, 2, 1}},
        {"float", {CLIV_FLOATING, 4, 1}},  {"double", {CLIV_FLOATING, 8, 1}},
    };
    cliv_scalar other = {CLIV_OTHER, type->size, 1};
    if (type->source)
        return other;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        const size_t length = strlen(known[i].name);
        if (strncmp(type->name, known[i].name, length) != 0)
            continue;
        static const struct {
            const char *text;
            unsigned width;
        } widths[] = {{"", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"8", 8}, {"16", 16}};
        for (size_t w = 0; w < sizeof widths / sizeof *widths; ++w) {
            if (strcmp(type->name + length, widths[w].text) == 0) {
                cliv_scalar found = known[i].scalar;
                found.width = widths[w].width;
                return found;
            }
        }
    }
    return other;
}

bool cliv_is_number(const cliv_type *type)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    return scalar.kind != CLIV_OTHER && scalar.width == 1;
}

static cliv_status check_type(const cliv_context *ctx, const char *name, const cliv_type *type)
{
    if (!type || !type->name || !*type->name)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: %s is NULL", name, type ? "the type's name" : "the type");
    const cliv_scalar scalar = cliv_scalar_of(type);
    if (!type->source && (strcmp(type->name, "size_t") == 0 || strcmp(type->name, "ptrdiff_t") == 0))
        return cliv_fail(CLIV_TYPE_MISMATCH, "%s: kernels take no arrays of %s: use %s", name, type->name,
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
                             "%s: the type %s is not supported; as ushort halves can be stored, moved and read by "
                             "vload_half()",
                             name, type->name);
    } else if (type->size == 0) {
        return cliv_fail(CLIV_TYPE_MISMATCH, "%s: the type %s has size 0", name, type->name);
    }
    return CLIV_SUCCESS;
}

/* May kernels use the buffer so? `refused`: the flags that say no. A sub-buffer made without flags has its parent's. */
static cliv_status check_flags(const char *name, cl_mem buffer, cl_mem_flags refused)
{
    cliv_status status = CLIV_SUCCESS;
    cl_mem_flags flags = 0;
    cl_mem parent = NULL;
    CLIV_TRY(cliv_fail_cl(clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL), "clGetMemObjectInfo"));
    if (!(flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY))) {
        CLIV_TRY(cliv_fail_cl(clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL),
                              "clGetMemObjectInfo"));
        if (parent)
            CLIV_TRY(cliv_fail_cl(clGetMemObjectInfo(parent, CL_MEM_FLAGS, sizeof flags, &flags, NULL),
                                  "clGetMemObjectInfo"));
    }
    if (flags & refused & CL_MEM_READ_ONLY)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is written here, but its buffer is CL_MEM_READ_ONLY", name);
    if (flags & refused)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is read%s here, but its buffer is CL_MEM_WRITE_ONLY", name,
                         refused & CL_MEM_READ_ONLY ? " as well as written" : "");
done:
    return status;
}

static cliv_status check_buffer(const cliv_context *ctx, const char *name, const cliv_array *a, cl_mem_flags refused)
{
    cliv_status status = CLIV_SUCCESS;
    size_t bytes = 0;
    cl_context owner = NULL;
    if (!a->buffer)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s has %zu elements and neither buffer nor generator", name, a->count);
    CLIV_TRY(
        cliv_fail_cl(clGetMemObjectInfo(a->buffer, CL_MEM_CONTEXT, sizeof owner, &owner, NULL), "clGetMemObjectInfo"));
    CLIV_TRY(
        cliv_fail_cl(clGetMemObjectInfo(a->buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL), "clGetMemObjectInfo"));
    if (owner != ctx->cl)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: the buffer belongs to another OpenCL context", name);
    const size_t room = bytes / a->type->size;
    if (a->first > room || a->count > room - a->first)
        return cliv_fail(CLIV_OUT_OF_RANGE,
                         "%s ends at element %zu+%zu of its buffer, whose %zu bytes hold %zu elements of %zu bytes",
                         name, a->first, a->count, bytes, room, a->type->size);
    if (refused)
        status = check_flags(name, a->buffer, refused);
done:
    return status;
}

cliv_status cliv_validate_buffers(const cliv_context *ctx, const char *name, const cliv_array *arrays, size_t count,
                                  bool only_read)
{
    char part[128];
    if (count && !arrays)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: arrays is NULL, but array_count is %zu", name, count);
    if (count > CLIV_MAX_USER_ARRAYS)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: %zu arrays are more than the %d that a kernel takes", name, count,
                         CLIV_MAX_USER_ARRAYS);
    for (size_t i = 0; i < count; ++i) {
        const cliv_array *a = &arrays[i];
        snprintf(part, sizeof part, "%.100s, a%zu", name, i);
        if (a->generator)
            return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is generated; only buffers can be read here", part);
        cliv_status status = check_type(ctx, part, a->type);
        if (status)
            return status;
        if (a->first == nowhere)
            return cliv_fail(CLIV_OUT_OF_RANGE, "%s is a slice that passes its parent's end", part);
        if (a->count && (status = check_buffer(ctx, part, a, only_read ? CL_MEM_WRITE_ONLY : 0)))
            return status;
    }
    return CLIV_SUCCESS;
}

static cliv_status check_use(const cliv_context *ctx, const cliv_use *use)
{
    static const cl_mem_flags refused[] = {[CLIV_READ] = CL_MEM_WRITE_ONLY,
                                           [CLIV_WRITE] = CL_MEM_READ_ONLY,
                                           [CLIV_UPDATE] = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY};
    const cliv_array *a = &use->array;
    cliv_status status;
    if (cliv_is_none(a))
        return use->optional ? CLIV_SUCCESS : cliv_fail(CLIV_INVALID_ARGUMENT, "%s is required", use->name);
    if (a->buffer && a->generator)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s has both a buffer and a generator", use->name);
    if (a->generator && use->access != CLIV_READ)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is generated, but it is written here", use->name);
    if ((status = check_type(ctx, use->name, a->type)))
        return status;
    if (a->first == nowhere)
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s is a slice that passes its parent's end", use->name);
    if (a->generator) {
        if ((status = cliv_validate_buffers(ctx, use->name, a->arrays, a->array_count, true)))
            return status;
        if (a->count > SIZE_MAX - a->first)
            return cliv_fail(CLIV_OUT_OF_RANGE, "%s: first %zu and count %zu pass the greatest index", use->name,
                             a->first, a->count);
    } else if (a->count && (status = check_buffer(ctx, use->name, a, refused[use->access]))) {
        return status;
    }
    if (a->count < use->needed)
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s has %zu elements, but %zu are needed", use->name, a->count,
                         use->needed);
    return CLIV_SUCCESS;
}

/* Bytes begin … end-1 of a buffer that is no part of another. */
typedef struct extent {
    cl_mem root;
    size_t begin, end;
} extent;

static cliv_status extent_of(const cliv_array *a, size_t count, extent *result)
{
    cliv_status status = CLIV_SUCCESS;
    cl_mem parent = NULL;
    size_t offset = 0;
    CLIV_TRY(cliv_fail_cl(clGetMemObjectInfo(a->buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL),
                          "clGetMemObjectInfo"));
    if (parent)
        CLIV_TRY(cliv_fail_cl(clGetMemObjectInfo(a->buffer, CL_MEM_OFFSET, sizeof offset, &offset, NULL),
                              "clGetMemObjectInfo"));
    result->root = parent ? parent : a->buffer;
    result->begin = offset + a->first * a->type->size;
    result->end = result->begin + count * a->type->size;
done:
    return status;
}

static cliv_status check_overlap(const cliv_use *out, const char *name, const cliv_array *a, size_t count,
                                 bool in_place)
{
    extent x, y;
    if (!a->buffer || count == 0 || !out->array.buffer || out->needed == 0)
        return CLIV_SUCCESS;
    cliv_status status = extent_of(&out->array, out->needed, &x);
    if (!status)
        status = extent_of(a, count, &y);
    if (status || x.root != y.root || x.end <= y.begin || y.end <= x.begin)
        return status;
    if (in_place && out->array.buffer == a->buffer && out->array.first == a->first && a->type &&
        out->array.type->size == a->type->size && strcmp(out->array.type->name, a->type->name) == 0)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_INVALID_ARGUMENT, "%s overlaps %s", out->name, name);
}

cliv_status cliv_validate(const cliv_context *ctx, const cliv_use *uses, size_t count)
{
    cliv_status status;
    for (size_t i = 0; i < count; ++i)
        if ((status = check_use(ctx, &uses[i])))
            return status;
    for (size_t i = 0; i < count; ++i) {
        if (uses[i].access == CLIV_READ)
            continue;
        for (size_t j = 0; j < count; ++j) {
            const cliv_use *other = &uses[j];
            if (j == i || (other->access != CLIV_READ && j < i))
                continue;
            if (other->array.buffer) {
                if ((status = check_overlap(&uses[i], other->name, &other->array, other->needed,
                                            uses[i].in_place && other->access == CLIV_READ)))
                    return status;
                continue;
            }
            for (size_t k = 0; k < other->array.array_count && other->array.generator; ++k)
                if ((status = check_overlap(&uses[i], other->name, &other->array.arrays[k],
                                            other->array.arrays[k].count, false)))
                    return status;
        }
    }
    return CLIV_SUCCESS;
}

cliv_status cliv_same_type(const char *name, const cliv_type *type, const char *other_name, const cliv_type *other)
{
    if (type->size == other->size && strcmp(type->name, other->name) == 0)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s is of %s (%zu bytes), but %s of %s (%zu bytes)", name, type->name,
                     type->size, other_name, other->name, other->size);
}

cliv_status cliv_index_type(const char *name, const cliv_array *a)
{
    if (cliv_is_none(a) || !a->type || !a->type->name) /* what is missing is said elsewhere */
        return CLIV_SUCCESS;
    const cliv_scalar scalar = cliv_scalar_of(a->type);
    if ((scalar.kind == CLIV_SIGNED || scalar.kind == CLIV_UNSIGNED) && scalar.width == 1 && scalar.size >= 4)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s is of %s, but must be of int, uint, long or ulong", name, a->type->name);
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
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s and %s have %zu and %zu elements, together more than a size_t counts",
                         a_name, b_name, a->count, b->count);
    return CLIV_SUCCESS;
}
