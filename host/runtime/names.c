/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of user-given names, which become variables of OpenCL C. */
#include "runtime/array_use.h"
#include "runtime/ascii.h"
#include "runtime/captures.h"
#include "runtime/error.h"

#include <stdio.h>
#include <string.h>

/* Keywords, types and reserved words of OpenCL C 1.2 (sections 6.1.9 and 6.9), and words of later versions that
 * compilers reserve in 1.2, too. Names of numbers and of vectors are recognised by their form. */
static const char words[] =
    " asm auto bool break case complex const constant continue default do double else enum event_t extern false float "
    "for generic global goto half if imaginary image1d_array_t image1d_buffer_t image1d_t image2d_array_t image2d_t "
    "image3d_t inline int intptr_t kernel local long pipe private ptrdiff_t quad read_only read_write register "
    "restrict return sampler_t short signed sizeof size_t static struct switch true typedef typeof uintptr_t uniform "
    "union unsigned vec_step void volatile while write_only NULL _Bool _Complex _Imaginary __attribute__ __constant "
    "__global __kernel __local __private __read_only __read_write __write_only ";

static bool is_among(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); ++at)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static bool is_identifier(const char *name)
{
    if (!*name || cliv_is_digit(*name))
        return false;
    for (; *name; ++name)
        if (!cliv_is_digit(*name) && *name != '_' && !(cliv_to_lower(*name) >= 'a' && cliv_to_lower(*name) <= 'z'))
            return false;
    return true;
}

/* Some vectors that do not exist are reserved, for example bool2. */
static bool is_vector(const char *name)
{
    static const char *const kinds[] = {"bool", "half", "quad"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
        if (strncmp(name, kinds[k], 4) == 0 && is_among("2 3 4 8 16", name + 4))
            return true;
    return cliv_scalar_of(&(cliv_type){name, 0, NULL}).kind != CLIV_OTHER;
}

const char *cliv_name_of(const char *own, size_t k, char position[CLIV_PLACE_NAME])
{
    if (!own)
        snprintf(position, CLIV_PLACE_NAME, "a%zu", k);
    return own ? own : position;
}

static bool names_bounds(const char *text) { return text && (strstr(text, "cliv_at") || strstr(text, "cliv_put")); }

bool cliv_has_bounds(const char *expression, const char *source)
{
    return names_bounds(expression) || (expression && names_bounds(source));
}

cliv_status cliv_check_name(const char *list, const cliv_array *arrays, size_t k, const char *taken)
{
    char position[CLIV_PLACE_NAME], other[CLIV_PLACE_NAME];
    const char *const own = arrays[k].name, *const name = cliv_name_of(own, k, position);
    if (own && !is_identifier(own))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: array %zu has the name \"%.60s\", which is not an identifier",
                         list, k, own);
    if (own && (is_among(words, own) || is_vector(own)))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: array %zu has the name %.60s, which OpenCL C reserves", list, k,
                         own);
    if (own && (strncmp(own, "cliv_", 5) == 0 || strncmp(own, "CLIV_", 5) == 0))
        return cliv_fail(
            CLIV_INVALID_ARGUMENT,
            "%s: array %zu has the name %.60s, but names that begin with cliv_ or CLIV_ are reserved for the library",
            list, k, own);
    if (own && is_among(taken, own))
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "%s: array %zu has the name %.60s, which is already a variable of the expression", list, k,
                         own);
    for (size_t i = 0; i < k; ++i)
        if (strcmp(cliv_name_of(arrays[i].name, i, other), name) == 0)
            return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: arrays %zu and %zu both have the name %.60s", list, i, k,
                             name);
    return CLIV_SUCCESS;
}
