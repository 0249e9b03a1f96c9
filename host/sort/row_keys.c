/* SPDX-License-Identifier: Apache-2.0 */
/* Key columns of any type as columns of numbers, their codes, and the rows that differ from the row before them. */
#include "map/aos_step.h"
#include "sort/sorting.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WORD = sizeof(cl_ulong),
    LONGEST_TEXT = 320 /* bytes of the expression of a number, with the terminating NUL */
};

/* The bytes of a structure, in groups of four if possible. */
static const cliv_type four_bytes = {"uchar4", 4, NULL};
static const char word_of_four[] = "static inline uint cliv_word_of_bytes(const uchar4 x)\n"
                                   "{\n"
                                   "    return (uint)x.s0 << 24 | (uint)x.s1 << 16 | (uint)x.s2 << 8 | (uint)x.s3;\n"
                                   "}\n";

static const cliv_type *unsigned_of(size_t bytes)
{
    return bytes == 1 ? &cliv_uchar : bytes == 2 ? &cliv_ushort : bytes <= 4 ? &cliv_uint : &cliv_ulong;
}

/* The numbers of a column. */
static size_t numbers_of(const cliv_type *type) { return cliv_is_number(type) ? 1 : cliv_ceil_div(type->size, WORD); }

/* The number that consists of the bytes from `at` on of a structure, at most 8. `view` has its bytes. */
static cliv_array number_at(const cliv_array *view, size_t size, size_t at, size_t n, char *text)
{
    const size_t bytes = cliv_min_size(size - at, WORD), unit = view->type->size;
    const cliv_type *const type = unsigned_of(bytes);
    size_t length = 0;
    for (size_t k = 0; k < bytes; k += unit)
        length += (size_t)snprintf(text + length, LONGEST_TEXT - length, "%s(%s)%s(a0[i * %zu + %zu]) << %zu",
                                   k ? " | " : "", type->name, unit == 1 ? "" : "cliv_word_of_bytes", size / unit,
                                   (at + k) / unit, 8 * (bytes - unit - k));
    return cliv_with_source(cliv_generate_from(type, text, n, view, 1), unit == 1 ? NULL : word_of_four);
}

/* Stores the elements of a generated column. */
static cliv_status store(cliv_call *call, const cliv_array *column, size_t n, const cliv_array *length,
                         cliv_array *stored)
{
    cliv_scratch *scratch;
    CLIV_PASS(cliv_call_scratch(call, cliv_product(cliv_max_size(n, 1), column->type->size), false, &scratch));
    *stored = cliv_buffer(scratch->mem, column->type, 0, n);
    return cliv_enqueue_copy(
        call, &(cliv_copying){.indices = cliv_counted(cliv_generate(&cliv_ulong, "i", n), cliv_length_or_null(length)),
                              .input = *column,
                              .output = *stored,
                              .n = n,
                              .parameter = "keys"});
}

cliv_status cliv_row_keys_begin(cliv_call *call, const cliv_array *columns, size_t count, size_t n,
                                const cliv_array *length, cliv_row_keys *keys)
{
    cliv_status status = CLIV_SUCCESS;
    size_t numbers = 0;
    *keys = (cliv_row_keys){.n = n, .length = *length};
    for (size_t c = 0; c < count; ++c)
        numbers += numbers_of(columns[c].type);
    const size_t bytes = (numbers + count) * sizeof(cliv_array);
    char *const memory = calloc(1, bytes + numbers * LONGEST_TEXT);
    CLIV_TRY_MEMORY(memory);
    keys->memory = memory;
    keys->columns = keys->memory;
    cliv_array *const views = keys->columns + numbers;
    char *text = memory + bytes;
    for (size_t c = 0; c < count; ++c) {
        const size_t size = columns[c].type->size;
        cliv_array *const view = &views[c];
        *view = cliv_named(NULL, cliv_counted(columns[c], NULL));
        if (cliv_is_number(columns[c].type)) {
            keys->columns[keys->count++] = *view;
            continue;
        }
        if (cliv_is_generated(view))
            CLIV_TRY(store(call, &columns[c], n, length, view));
        const cliv_type *const unit = size % 4 ? &cliv_uchar : &four_bytes;
        *view = cliv_buffer(view->buffer, unit, view->first * (size / unit->size), view->count * (size / unit->size));
        for (size_t at = 0; at < size; at += WORD, text += LONGEST_TEXT)
            keys->columns[keys->count++] = number_at(view, size, at, n, text);
    }
done:
    if (status)
        cliv_row_keys_end(keys);
    return status;
}

void cliv_row_keys_end(cliv_row_keys *keys)
{
    free(keys->memory);
    *keys = (cliv_row_keys){0};
}

const cliv_type *cliv_row_code_type(const cliv_row_keys *keys)
{
    const cliv_packed p = cliv_pack_before(keys->columns, NULL, keys->count);
    return p.count == keys->count ? cliv_packed_type(&p) : NULL;
}

cliv_status cliv_enqueue_row_codes(cliv_call *call, const cliv_row_keys *keys, const cliv_array *codes)
{
    const cliv_packed p = cliv_pack_before(keys->columns, NULL, keys->count);
    const cliv_sorting rows = {.keys = *codes, .iota = true, .n = keys->n, .length = keys->length};
    return cliv_enqueue_row_words(call, &p, &rows);
}

/* Compares the rows by the columns of one word. `more`: flags that are 1 already stay 1. */
static cliv_status compare(cliv_call *call, const cliv_row_keys *keys, const cliv_packed *p, const cliv_array *indices,
                           const cliv_array *heads, bool more)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const cliv_array none = CLIV_NONE;
    const cliv_sorting rows = {.n = keys->n, .length = keys->length};
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_TRANSFORM, .bytes = sizeof(cl_ulong), .items = keys->n});
    cliv_build_define(&build, "CLIV_HEADS_SO_FAR", more);
    cliv_build_packed(&build, p);
    cliv_build_arrays(&build, READ("a_values", indices), WRITTEN("keys", &none), WRITTEN("values", &none),
                      WRITTEN("heads", heads));
    cliv_sort_count(&build, &rows);
    CLIV_TRY(cliv_program_for(&build, "row_heads.cl"));
    if (keys->n)
        CLIV_TRY(cliv_launch(call, &build, "row_heads", cliv_tiles_for(keys->n), false, U64(keys->n), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_enqueue_row_heads(cliv_call *call, const cliv_row_keys *keys, const cliv_array *indices,
                                   const cliv_array *heads)
{
    for (size_t end = keys->count; end > 0;) {
        const cliv_packed p = cliv_pack_before(keys->columns, NULL, end);
        CLIV_PASS(compare(call, keys, &p, indices, heads, end < keys->count));
        end -= p.count;
    }
    return CLIV_SUCCESS;
}
