/* SPDX-License-Identifier: Apache-2.0 */
/* Types and arrays: constructors, the properties that follow from the names of types, texts in messages, and checks. */
#include "runtime/array_use.h"
#include "runtime/error.h"

#include <stdint.h>
#include <stdio.h>
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

/* operators.c recognises these operators by their texts. The identities of min and max depend on the type. */
const cliv_op cliv_add = {"a + b", "0", NULL}, cliv_mul = {"a * b", "1", NULL}, cliv_min = {"min(a, b)", NULL, NULL},
              cliv_max = {"max(a, b)", NULL, NULL}, cliv_bit_and = {"a & b", "~0", NULL},
              cliv_bit_or = {"a | b", "0", NULL}, cliv_bit_xor = {"a ^ b", "0", NULL};
const cliv_order cliv_less = {"a < b", NULL}, cliv_greater = {"a > b", NULL};

cliv_array cliv_buffer(cl_mem buffer, const cliv_type *type, size_t first, size_t count)
{
    return (cliv_array){.buffer = buffer, .type = type, .first = first, .count = count};
}

cliv_array cliv_generate(const cliv_type *type, const char *expression, size_t count)
{
    return cliv_generate_from(type, expression, count, NULL, 0);
}

cliv_array cliv_generate_from(const cliv_type *type, const char *expression, size_t count,
                              const struct cliv_array *arrays, size_t array_count)
{
    return (cliv_array){
        .type = type, .count = count, .generator = expression, .arrays = arrays, .array_count = array_count};
}

cliv_array cliv_named(const char *name, cliv_array array)
{
    array.name = name;
    return array;
}

cliv_array cliv_constant(const char *name, const cliv_type *type, const void *value)
{
    return (cliv_array){.type = type, .count = 1, .name = name, .value = value};
}

cliv_array cliv_with_source(cliv_array generated, const char *source)
{
    generated.source = source;
    return generated;
}

cliv_array cliv_counted(cliv_array array, const cliv_array *length)
{
    array.length = length;
    return array;
}

const cliv_array cliv_length_of_slice = CLIV_NONE_INIT;

cliv_array cliv_slice(cliv_array array, size_t first, size_t count)
{
    array.length = array.length ? &cliv_length_of_slice : NULL;
    const bool inside = array.first != CLIV_NOWHERE && first <= array.count && count <= array.count - first &&
                        first < CLIV_NOWHERE - array.first;
    array.first = inside ? array.first + first : CLIV_NOWHERE;
    array.count = count;
    return array;
}

bool cliv_is_none(const cliv_array *a) { return !a->buffer && !a->type && !a->generator && !a->value; }

bool cliv_is_generated(const cliv_array *a) { return a->generator || a->value; }

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

/* ---- the caller's sizes and types in messages */

cliv_message_text cliv_size_text(size_t n)
{
    cliv_message_text message;
    if (n > SIZE_MAX / 2)
        snprintf(message.text, sizeof message.text, "%zu (-%zu as a size_t)", n, SIZE_MAX - n + 1);
    else
        snprintf(message.text, sizeof message.text, "%zu", n);
    return message;
}

/* The OpenCL C name of a number type of C or C++. NULL if the name is already an OpenCL C name or is no number
 * type. */
static const char *opencl_name(const char *name)
{
    enum { MOST_NAMES = 3 };
    const struct {
        const char *opencl, *names[MOST_NAMES];
    } known[] = {
        {"char", {"int8_t", "signed char"}},
        {"uchar", {"uint8_t", "unsigned char"}},
        {"short", {"int16_t", "short int", "signed short"}},
        {"ushort", {"uint16_t", "unsigned short", "unsigned short int"}},
        {"int", {"int32_t", "signed", "signed int"}},
        {"uint", {"uint32_t", "unsigned", "unsigned int"}},
        {"long", {"int64_t", "long long", "long long int"}},
        {"ulong", {"uint64_t", "unsigned long long", "unsigned long long int"}},
        {sizeof(long) == 8 ? "long" : "int", {"long int", "signed long"}},
        {sizeof(long) == 8 ? "ulong" : "uint", {"unsigned long", "unsigned long int"}},
        {sizeof(size_t) == 8 ? "ulong" : "uint", {"size_t"}},
        {sizeof(ptrdiff_t) == 8 ? "long" : "int", {"ptrdiff_t"}},
    };
    const char *const own = strncmp(name, "std::", 5) == 0 ? name + 5 : name;
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k)
        for (size_t n = 0; n < MOST_NAMES && known[k].names[n]; ++n)
            if (strcmp(own, known[k].names[n]) == 0)
                return known[k].opencl;
    if (strncmp(name, "cl_", 3) == 0 && cliv_scalar_of(&(cliv_type){name + 3, 0, NULL}).kind != CLIV_OTHER)
        return name + 3;
    return NULL;
}

cliv_message_text cliv_type_text(const cliv_type *type)
{
    cliv_message_text message;
    const char *const better = type->source ? NULL : opencl_name(type->name);
    if (better)
        snprintf(message.text, sizeof message.text, "%.60s (OpenCL's name is %s)", type->name, better);
    else
        snprintf(message.text, sizeof message.text, "%.120s", type->name);
    return message;
}

/* ---- checks of types and of total sizes */

cliv_status cliv_same_type(const char *name, const cliv_type *type, const char *other_name, const cliv_type *other)
{
    if (type->size == other->size && strcmp(type->name, other->name) == 0)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s has type %s (%zu bytes), but %s has type %s (%zu bytes)", name,
                     cliv_type_text(type).text, type->size, other_name, cliv_type_text(other).text, other->size);
}

bool cliv_is_integer(const cliv_type *type)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    return (scalar.kind == CLIV_SIGNED || scalar.kind == CLIV_UNSIGNED) && scalar.width == 1;
}

cliv_status cliv_integer_type(const char *name, const cliv_array *a)
{
    if (cliv_is_none(a) || cliv_is_integer(a->type))
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s has type %s, but must have an integer type", name,
                     cliv_type_text(a->type).text);
}

cliv_status cliv_index_type(const char *name, const cliv_array *a)
{
    if (cliv_is_none(a) || !a->type || !a->type->name) /* other checks report a missing type */
        return CLIV_SUCCESS;
    if (cliv_is_integer(a->type) && cliv_scalar_of(a->type).size >= 4)
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

/* ---- checks of memory objects by the properties that OpenCL reports */

/* Fails if the buffer has one of the flags `refused`. A sub-buffer created without flags has the flags of its
 * parent. */
cliv_status cliv_check_flags(const char *name, cl_mem buffer, cl_mem_flags refused)
{
    cl_mem_flags flags = 0;
    cl_mem parent = NULL;
    CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    if (!(flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY))) {
        CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL);
        if (parent)
            CLIV_PASS_CL(clGetMemObjectInfo, parent, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    }
    if (flags & refused & CL_MEM_READ_ONLY)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is written by the call, but its buffer is CL_MEM_READ_ONLY", name);
    if (flags & refused)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is read%s by the call, but its buffer is CL_MEM_WRITE_ONLY", name,
                         refused & CL_MEM_READ_ONLY ? " and written" : "");
    return CLIV_SUCCESS;
}

cliv_status cliv_check_buffer(cl_context cl, const char *name, cl_mem buffer, cl_mem_flags refused, size_t *bytes)
{
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    cl_context owner = NULL;
    CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT, sizeof owner, &owner, NULL);
    CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_TYPE, sizeof type, &type, NULL);
    CLIV_PASS_CL(clGetMemObjectInfo, buffer, CL_MEM_SIZE, sizeof *bytes, bytes, NULL);
    if (owner != cl)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: the buffer belongs to another OpenCL context", name);
    if (type != CL_MEM_OBJECT_BUFFER)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: the memory object is an image or a pipe, but must be a buffer",
                         name);
    return refused ? cliv_check_flags(name, buffer, refused) : CLIV_SUCCESS;
}
