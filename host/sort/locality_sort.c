/* SPDX-License-Identifier: Apache-2.0 */
/* Locality sorts. A sample tests whether numbers are near their sorted positions. If they are, only ranges that are
 * out of order are merged; if not, the keys are sorted by digits. The result of the sample is on the device, so both
 * ways are enqueued, and kernels that are not needed exit immediately. */
#include "sort/sorting.h"

/* Does the sample pay off? The radix sort must be faster, and the input large. */
static bool looks(const cliv_context *ctx, const cliv_sorting *s)
{
    return s->n >= ctx->limits.locality_from && cliv_radix_is_better(ctx, s) && cliv_radix_row(ctx, s)->nt > 1;
}

/* The distance of the sample's pairs: at this distance, only keys that are far from their positions descend. */
static size_t apart(const cliv_context *ctx, const cliv_sorting *s)
{
    enum { TILES_APART = 4 };
    const size_t bytes = s->keys.type->size + (cliv_is_none(&s->values) ? 0 : s->values.type->size);
    const cliv_tuning *const row = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SEGMENTED, bytes, s->n);
    return cliv_min_size(TILES_APART * (size_t)row->nt * row->vt, s->n / 2);
}

cliv_status cliv_locality_bit_ranges(cliv_call *call, const cliv_sorting *s, cl_mem *bit_ranges)
{
    enum { PAIRS = 2 };
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *scratch;
    CLIV_TRY(cliv_radix_describe(&build, call->ctx, s, false, false));
    build.shared = true;
    cliv_build_define(&build, "CLIV_IOTA", 0);
    CLIV_TRY(cliv_program_for(&build, "locality.cl"));
    CLIV_TRY(cliv_call_scratch(call, 2 * PAIRS * sizeof(cl_uint), false, &scratch));
    *bit_ranges = scratch->mem;
    CLIV_TRY(cliv_launch(call, &build, "locality_sample", cliv_groups(1), false, U64(s->n), U64(apart(call->ctx, s)),
                         MEM(*bit_ranges), ARRAYS(&s->keys, 1), ARRAYS(&s->keys2, 1), ARRAYS(&s->values, 1),
                         ARRAYS(&s->values2, 1), ARRAYS(&s->length, 1)));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_locality_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_sorting sorting = *s;
    if (looks(call->ctx, s))
        CLIV_PASS(cliv_locality_bit_ranges(call, s, &sorting.bit_ranges));
    return cliv_segmented_sort(call, &sorting);
}
