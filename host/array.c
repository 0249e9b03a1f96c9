/* SPDX-License-Identifier: Apache-2.0 */
/* Types and arrays: making them, and what their types say. */
#include "array_use.h"
#include "error.h"
#include "words.h"

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

cliv_array cliv_slice(cliv_array array, size_t first, size_t count)
{
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

cliv_status cliv_same_type(const char *name, const cliv_type *type, const char *other_name, const cliv_type *other)
{
    if (type->size == other->size && strcmp(type->name, other->name) == 0)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s is of %s (%zu bytes), but %s of %s (%zu bytes)", name,
                     cliv_type_words(type).text, type->size, other_name, cliv_type_words(other).text, other->size);
}

cliv_status cliv_index_type(const char *name, const cliv_array *a)
{
    if (cliv_is_none(a) || !a->type || !a->type->name) /* what is missing is said elsewhere */
        return CLIV_SUCCESS;
    const cliv_scalar scalar = cliv_scalar_of(a->type);
    if ((scalar.kind == CLIV_SIGNED || scalar.kind == CLIV_UNSIGNED) && scalar.width == 1 && scalar.size >= 4)
        return CLIV_SUCCESS;
    return cliv_fail(CLIV_TYPE_MISMATCH, "%s is of %s, but must be of int, uint, long or ulong", name,
                     cliv_type_words(a->type).text);
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
        return cliv_fail(CLIV_OUT_OF_RANGE, "%s and %s have %s and %s elements, together more than a size_t counts",
                         a_name, b_name, cliv_size_words(a->count).text, cliv_size_words(b->count).text);
    return CLIV_SUCCESS;
}
