/* SPDX-License-Identifier: Apache-2.0 */
/* A counting sort of integers of one or two bytes without values. Equal integers cannot be told apart, so a histogram
 * counts them and an expansion writes them anew. D. E. Knuth, "The Art of Computer Programming" 3, §5.2, algorithm
 * D. */
#include "grid/look_back.h"
#include "histogram/histogram_step.h"
#include "interval/interval_step.h"
#include "scan/scan_step.h"
#include "sort/sorting.h"

#include "runtime/device_types.h"

#include "sort/cliv_sort_limits.clh"

enum {
    FEW = 32,                     /* keys per possible value: with fewer, the values dominate the time, not the keys */
    MOST_SINGLE_LAUNCH = 1 << 23, /* keys: up to here, launches would dominate the time */
    GROUPS_OF_A_UNIT = 4          /* a low limit, because each group adds to all counts */
};

bool cliv_counting_is_better(const cliv_context *ctx, const cliv_sorting *s)
{
    const cliv_scalar scalar = cliv_scalar_of(s->keys.type);
    return cliv_has_digits(s) && cliv_is_none(&s->values) && cliv_is_none(&s->length) && scalar.kind != CLIV_FLOATING &&
           scalar.size <= 2 && s->n / FEW >= (size_t)1 << 8 * scalar.size && !ctx->device.quirks.is_simulator;
}

/* Sorts bytes in one launch of a cooperative grid. *done reports whether the device supports that. */
static cliv_status sort_single_launch(cliv_call *call, const cliv_array *keys, cl_uint flip, bool *done)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0}, *const b = &build;
    cliv_scratch *counts, *states;
    const size_t n = keys->count;
    cliv_build_begin(b, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_HISTOGRAM, .bytes = 1, .local_work_item = 1, .items = n});
    b->shared = true;
    *done = n <= MOST_SINGLE_LAUNCH && call->ctx->device.promises.progress && cliv_groups_are_seen(b) &&
            cliv_cooperative_can_count(call->ctx, b->tuning.nt, cliv_ceil_div(n, (size_t)b->tuning.nt * b->tuning.vt));
    if (!*done)
        goto done;
    cliv_build_arrays(b, READ("a_keys", keys), WRITTEN("keys", keys));
    CLIV_TRY(cliv_program_for(b, "counting_sort.cl"));
    const size_t nt = b->tuning.nt, tiles = cliv_ceil_div(n, nt * b->tuning.vt);
    *done = cliv_cooperative_can_count(call->ctx, nt, tiles);
    if (!*done)
        goto done;
    CLIV_TRY(cliv_call_scratch(call, CLIV_BYTE_VALUES * sizeof(cl_uint), false, &counts));
    CLIV_TRY(cliv_look_back_states(call, 1, false, &states));
    const size_t groups = cliv_min_size(cliv_cooperative_groups(call->ctx, nt, tiles),
                                        (size_t)GROUPS_OF_A_UNIT * call->ctx->device.units);
    CLIV_TRY(cliv_launch(call, &build, "counting_single_launch", cliv_groups(groups), true, U64(n), U32(flip),
                         SCRATCH(counts), SCRATCH(states), ARRAYS((b)->arrays, (b)->array_count)));
done:
    cliv_build_free(b);
    return status;
}

cliv_status cliv_counting_sort(cliv_call *call, const cliv_sorting *s)
{
    const cliv_scalar scalar = cliv_scalar_of(s->keys.type);
    const size_t values = (size_t)1 << 8 * scalar.size;
    const cliv_type *const bits = scalar.size == 1 ? &cliv_uchar : &cliv_ushort;
    const cliv_type *const number = s->n >= call->ctx->limits.wide_from ? &cliv_ulong : &cliv_uint;
    bool descending;
    cliv_order_is_built_in(s->order, &descending);
    /* The i-th value in order has the bits i, inverted if the order descends, and with an inverted sign bit for signed
     * types. */
    const cl_uint flip = (cl_uint)((descending ? values - 1 : 0) ^ (scalar.kind == CLIV_SIGNED ? values / 2 : 0));
    cliv_scratch *counts, *offsets;
    const cliv_array keys = cliv_buffer(s->keys.buffer, bits, s->keys.first, s->n);
    bool sorted = false;
    if (scalar.size == 1)
        CLIV_PASS(sort_single_launch(call, &keys, flip, &sorted));
    if (sorted)
        return CLIV_SUCCESS;
    CLIV_PASS(cliv_call_scratch(call, values * number->size, false, &counts));
    CLIV_PASS(cliv_call_scratch(call, values * number->size, false, &offsets));
    const cliv_array counted = cliv_buffer(counts->mem, number, 0, values);
    const cliv_array begins = cliv_buffer(offsets->mem, number, 0, values);
    const cliv_array parts[] = {cliv_constant("flip", &cliv_uint, &flip), cliv_named("counted", counted)};
    const cliv_array in_order = cliv_generate_from(number, "counted[i ^ flip]", values, parts, 2);
    CLIV_PASS(cliv_enqueue_histogram(call, &keys, &CLIV_NONE, &counted));
    CLIV_PASS(cliv_scan_counts(call, &in_order, &begins, &CLIV_NONE, SIZE_MAX));
    return cliv_enqueue_intervals(
        call, &(cliv_interval_call){.kind = CLIV_EXPAND,
                                    .move_count = s->n,
                                    .offsets = begins,
                                    .values = cliv_generate_from(bits, "i ^ flip", values, parts, 1),
                                    .output = keys});
}
