/* SPDX-License-Identifier: Apache-2.0 */
/* The caller's order as kernel text, and the device-side binary search that uses it. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names that bodies use. The sources of a type or an order may define these names as macros. */
static const char undefine[] =
    "#undef i\n#undef keys\n#undef flags\n#undef low\n#undef high\n#undef count\n"
    "#undef middle\n#undef goes_on\n#undef after\n#undef samples\n#undef part\n#undef places\n";

/* Built-in orders of floats put NaNs last in both directions; other orders follow their text. The expression gets
 * copies: if a function changes its parameters, llvmpipe also changes the caller's variables. */
char *world_less_source(const cliv_type *type, const cliv_order *order)
{
    const cliv_order *const known = world_known_order(order);
    const cliv_order is = known ? *known : *order;
    const char *const less = is.less ? is.less : cliv_less.less;
    const bool floats = strcmp(type->name, "float") == 0 || strcmp(type->name, "double") == 0;
    const char *const nans = floats && known ? " || (isnan(b) && !isnan(a))" : "";
    const char *const source = !is.source || world_same_text(is.source, type->source) ? "" : is.source;
    const char *const form = "%s\ninline int cliv_mpi_less(const %s cliv_mpi_a, const %s cliv_mpi_b)\n"
                             "{\n    %s a = cliv_mpi_a, b = cliv_mpi_b;\n    return (%s\n)%s;\n}\n%s";
    const int length = snprintf(NULL, 0, form, source, type->name, type->name, type->name, less, nans, undefine);
    char *const text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text)
        snprintf(text, (size_t)length + 1, form, source, type->name, type->name, type->name, less, nans, undefine);
    return text;
}

/* The index of each key in a sorted array: the upper bound if `after` is set, else the lower bound. */
static const char search_body[] = "ulong low = 0, high = count;\n"
                                  "while (low < high) {\n"
                                  "    const ulong middle = low + (high - low) / 2;\n"
                                  "    const int goes_on = after[i] ? !cliv_mpi_less(samples[i], part[middle])\n"
                                  "                                 : cliv_mpi_less(part[middle], samples[i]);\n"
                                  "    low = goes_on ? middle + 1 : low;\n"
                                  "    high = goes_on ? high : middle;\n"
                                  "}\n"
                                  "places[i] = low;\n";

cliv_status world_search(world_call *c, const cliv_array *part, const cliv_order *order, const void *keys,
                         const unsigned char *after, size_t count, uint64_t *places)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_array samples = CLIV_NONE, sides = CLIV_NONE, found = CLIV_NONE;
    const cl_ulong size = part->count;
    char *source = NULL;
    if (part->count == 0 || count == 0) {
        for (size_t k = 0; k < count; ++k)
            places[k] = 0;
        return CLIV_SUCCESS;
    }
    source = world_less_source(part->type, order);
    if (!source)
        WORLD_TRY(world_fail_memory());
    WORLD_TRY(world_upload(c, part->type, count, keys, &samples));
    WORLD_TRY(world_upload(c, &cliv_uchar, count, after, &sides));
    WORLD_TRY(world_make(c, &cliv_ulong, count, &found));
    const cliv_array arrays[] = {cliv_named("part", *part), cliv_named("samples", samples), cliv_named("after", sides),
                                 cliv_named("places", found), cliv_constant("count", &cliv_ulong, &size)};
    WORLD_TRY(cliv_transform(c->world->ctx, c->queue, count, NULL, search_body, source, arrays, 5, 0, NULL, NULL));
    WORLD_TRY(cliv_array_read(c->queue, found, places));
done:
    world_drop(c, &samples);
    world_drop(c, &sides);
    world_drop(c, &found);
    free(source);
    return status;
}
