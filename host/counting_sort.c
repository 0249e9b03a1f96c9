/* SPDX-License-Identifier: Apache-2.0 */
/* Counting sort of integers of one or two bytes, without values: equal ones cannot be told apart, so that they are
 * counted, a histogram, and written anew, an expansion. D. E. Knuth, "The Art of Computer Programming" 3, §5.2,
 * algorithm D. */
#include "context_inside.h"
#include "histogram_step.h"
#include "interval_step.h"
#include "numbers.h"
#include "scan_step.h"
#include "sorting.h"

enum { FEW = 32 /* keys for each value that there may be: fewer, and it is values that cost, not keys */ };

bool cliv_counting_is_better(const cliv_context *ctx, const cliv_sorting *s)
{
    const cliv_scalar scalar = cliv_scalar_of(s->keys.type);
    return cliv_has_digits(s) && cliv_is_none(&s->values) && scalar.kind != CLIV_FLOATING && scalar.size <= 2 &&
           s->n / FEW >= (size_t)1 << 8 * scalar.size && !ctx->device.quirks.is_simulator;
}

cliv_status cliv_counting_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_scalar scalar = cliv_scalar_of(s->keys.type);
    const size_t values = (size_t)1 << 8 * scalar.size;
    const cliv_type *const bits = scalar.size == 1 ? &cliv_uchar : &cliv_ushort;
    const cliv_type *const number = s->n >= cliv_wide_from ? &cliv_ulong : &cliv_uint;
    bool descending;
    cliv_order_is_built_in(s->order, &descending);
    /* The value that comes i-th has the bits i, or all of them turned round, but for a sign that counts less. */
    const cl_uint flip = (cl_uint)((descending ? values - 1 : 0) ^ (scalar.kind == CLIV_SIGNED ? values / 2 : 0));
    cliv_scratch *counts, *offsets;
    CLIV_TRY(cliv_call_scratch(call, values * number->size, false, &counts));
    CLIV_TRY(cliv_call_scratch(call, values * number->size, false, &offsets));
    const cliv_array counted = cliv_buffer(counts->mem, number, 0, values);
    const cliv_array begins = cliv_buffer(offsets->mem, number, 0, values);
    const cliv_array parts[] = {cliv_constant("flip", &cliv_uint, &flip), cliv_named("counted", counted)};
    const cliv_array in_order = cliv_generate_from(number, "counted[i ^ flip]", values, parts, 2);
    const cliv_array keys = cliv_buffer(s->keys.buffer, bits, s->keys.first, s->n);
    CLIV_TRY(cliv_enqueue_histogram(call, &keys, &CLIV_NONE, &counted));
    CLIV_TRY(cliv_scan_counts(call, &in_order, &begins, &CLIV_NONE, SIZE_MAX));
    CLIV_TRY(cliv_enqueue_intervals(
        call, &(cliv_interval_call){.kind = CLIV_EXPAND,
                                    .move_count = s->n,
                                    .offsets = begins,
                                    .values = cliv_generate_from(bits, "i ^ flip", values, parts, 1),
                                    .output = keys}));
done:
    return status;
}
