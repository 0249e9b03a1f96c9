/* SPDX-License-Identifier: Apache-2.0 */
/* Constructors of types and arrays, and the properties that follow from the names of types. */
#include "runtime/array_use.h"

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
