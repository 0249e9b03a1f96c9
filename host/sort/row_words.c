/* SPDX-License-Identifier: Apache-2.0 */
/* Packs several columns of numbers into one word per row. */
#include "sort/rows.h"

const cliv_type *cliv_packed_type(const cliv_packed *p)
{
    return p->bytes == 1 ? &cliv_uchar : p->bytes == 2 ? &cliv_ushort : p->bytes <= 4 ? &cliv_uint : &cliv_ulong;
}

void cliv_build_packed(cliv_build *b, const cliv_packed *p)
{
    static const char *const names[CLIV_MOST_PACKED] = {"c0", "c1", "c2", "c3"};
    const cliv_array none = CLIV_NONE;
    cliv_build_define(b, "CLIV_COLUMNS", (unsigned)p->count);
    for (size_t c = 0; c < CLIV_MOST_PACKED; ++c) {
        cliv_build_parameter(b, names[c], "columns", c < p->count ? &p->columns[c] : &none, CLIV_READ);
        if (c < p->count)
            cliv_build_column_word(b, names[c], p->orders ? p->orders[c] : NULL, p->columns[c].type);
    }
}

cliv_status cliv_packed_words(cliv_call *call, const cliv_packed *p, const cliv_sorting *sorting)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const cliv_array none = CLIV_NONE;
    const size_t n = sorting->n;
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_TRANSFORM, .bytes = sizeof(cl_ulong), .items = n});
    cliv_build_packed(&build, p);
    cliv_build_arrays(&build, READ("a_values", sorting->iota ? &none : &sorting->values),
                      WRITTEN("keys", &sorting->keys));
    cliv_sort_count(&build, sorting);
    CLIV_TRY(cliv_program_for(&build, "row_words.cl"));
    if (n) {
        CLIV_TRY(cliv_launch(call, &build, "row_words", cliv_tiles_for(n), false, U64(n), ALL_ARRAYS));
    }
done:
    cliv_build_free(&build);
    return status;
}
