/* SPDX-License-Identifier: Apache-2.0 */
/* User-given values in messages: sizes that were negative, and types with their C names. */
#include "runtime/message_text.h"
#include "runtime/array_use.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

cliv_message_text cliv_size_text(size_t n)
{
    cliv_message_text message;
    if (n > SIZE_MAX / 2)
        snprintf(message.text, sizeof message.text, "%zu (-%zu as a size_t)", n, SIZE_MAX - n + 1);
    else
        snprintf(message.text, sizeof message.text, "%zu", n);
    return message;
}

/* The OpenCL C names of the host's long, size_t and ptrdiff_t. */
#if ULONG_MAX > UINT_MAX
#define SIGNED_LONG "long"
#define UNSIGNED_LONG "ulong"
#else
#define SIGNED_LONG "int"
#define UNSIGNED_LONG "uint"
#endif
#if SIZE_MAX > UINT_MAX
#define DIFFERENCE "long"
#define SIZE "ulong"
#else
#define DIFFERENCE "int"
#define SIZE "uint"
#endif

/* The OpenCL C name of a number type of C or C++. NULL if the name is already an OpenCL C name or is no number
 * type. */
static const char *opencl_name(const char *name)
{
    static const char *const known[][2] = {
        {"int8_t", "char"},
        {"signed char", "char"},
        {"uint8_t", "uchar"},
        {"unsigned char", "uchar"},
        {"int16_t", "short"},
        {"short int", "short"},
        {"signed short", "short"},
        {"uint16_t", "ushort"},
        {"unsigned short", "ushort"},
        {"unsigned short int", "ushort"},
        {"int32_t", "int"},
        {"signed", "int"},
        {"signed int", "int"},
        {"uint32_t", "uint"},
        {"unsigned", "uint"},
        {"unsigned int", "uint"},
        {"int64_t", "long"},
        {"long int", SIGNED_LONG},
        {"signed long", SIGNED_LONG},
        {"long long", "long"},
        {"long long int", "long"},
        {"uint64_t", "ulong"},
        {"unsigned long", UNSIGNED_LONG},
        {"unsigned long int", UNSIGNED_LONG},
        {"size_t", SIZE},
        {"unsigned long long", "ulong"},
        {"ptrdiff_t", DIFFERENCE},
        {"unsigned long long int", "ulong"},
    };
    const char *const own = strncmp(name, "std::", 5) == 0 ? name + 5 : name;
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k)
        if (strcmp(own, known[k][0]) == 0)
            return known[k][1];
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
