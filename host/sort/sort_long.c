/* SPDX-License-Identifier: Apache-2.0 */
/* A sort of 8-byte keys by their upper bits, which nearly always distinguish the keys, and by all bits if they do not.
 * The device decides, so all sorts are enqueued, and kernels that are not needed exit immediately. */
#include "runtime/context_inside.h"
#include "runtime/numbers.h"
#include "sort/sorting.h"

#include "runtime/device_types.h"

#include "sort/cliv_long_plan.clh"

enum {
    KEY_BYTES = 8,
    LARGEST_BEGIN = 32, /* bits that the first sort may omit */
    MOST_WORDS = 4096,  /* words of bits that a work-item searches for the beginning or end of a run */
    MOST_RUNS = 8192,   /* runs that groups repair */
    FEW_WORDS = 16,     /* limits for tests with a wrong sample */
    FEW_RUNS = 400,
    GROUPS_OF_A_UNIT = 4,
    MOST_SAMPLES = 1 << 18
};

cliv_sample cliv_sample_of(size_t n)
{
    cliv_sample s = {0};
    for (size_t bit = MOST_SAMPLES; bit > 0; bit /= 2) /* the integer root, limited to the bits of MOST_SAMPLES */
        if ((s.count + bit) * (s.count + bit) <= CLIV_SAMPLES_OF_A_KEY * n)
            s.count += (cl_uint)bit;
    s.log2 = 2;
    while ((1u << s.log2) < 4 * s.count)
        ++s.log2;
    return s;
}

bool cliv_long_is_better(const cliv_context *ctx, const cliv_sorting *s)
{
    return s->keys.type->size == KEY_BYTES && s->n >= ctx->limits.long_from && cliv_radix_is_better(ctx, s) &&
           cliv_radix_row(ctx, s)->nt > 1;
}

/* State of all launches. */
typedef struct long_sort {
    cliv_call *call;
    const cliv_sorting *s;
    cliv_build build;
    unsigned bits; /* of a digit */
    cliv_sample sample;
    cliv_scratch *plan, *tables, *runs;
    cliv_scratch *joined, *descents; /* bits of runs, `words` words each */
    size_t words;
} long_sort;

/* The last parameters of kernels that change the arrays in place: their source, their destination, and the length. */
#define IN_PLACE(s)                                                                                 \
    ARRAYS(&(s)->keys, 1), ARRAYS(&(s)->keys, 1), ARRAYS(&(s)->values, 1), ARRAYS(&(s)->values, 1), \
        ARRAYS(&(s)->length, 1)

/* Chooses the lowest bit of the sort. */
static cliv_status plan(const long_sort *h)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_sorting *const s = h->s;
    const size_t nt = h->build.tuning.nt, slots = (size_t)(CLIV_TRIED_BEGINS + 1) << h->sample.log2;
    CLIV_TRY(cliv_launch(h->call, &h->build, "long_begin",
                         cliv_groups(cliv_min_size(cliv_ceil_div(slots, nt), 8 * (size_t)h->call->ctx->device.units)),
                         false, SCRATCH(h->plan), U32(slots), SCRATCH(h->tables)));
    if (s->iota)
        CLIV_TRY(cliv_launch(h->call, &h->build, "long_positions", cliv_items(s->n), false, U64(s->n),
                             ARRAYS(&s->values, 1), ARRAYS(&s->length, 1)));
    CLIV_TRY(cliv_launch(h->call, &h->build, "long_sample", cliv_items(h->sample.count), false, U64(s->n),
                         U32(h->sample.count), U32(h->sample.log2), SCRATCH(h->plan), SCRATCH(h->tables), IN_PLACE(s)));
    CLIV_TRY(cliv_launch(h->call, &h->build, "long_choose", cliv_items(1), false, SCRATCH(h->plan)));
done:
    return status;
}

/* Repairs runs of equal upper bits. */
static cliv_status repair(long_sort *h)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_sorting *const s = h->s;
    const cliv_array forward[] = {s->keys, s->keys2, s->values, s->values2, s->length};
    const cliv_array reverse[] = {s->keys2, s->keys, s->values2, s->values, s->length};
    const size_t groups = cliv_ceil_div(h->words, h->build.tuning.nt);
    CLIV_TRY(cliv_launch(h->call, &h->build, "long_compare", cliv_groups(groups), false, U64(s->n), SCRATCH(h->plan),
                         SCRATCH(h->joined), SCRATCH(h->descents), IN_PLACE(s)));
    CLIV_TRY(cliv_launch(h->call, &h->build, "long_repair", cliv_items(h->words), false, U64(s->n), SCRATCH(h->plan),
                         SCRATCH(h->joined), SCRATCH(h->descents), SCRATCH(h->runs), IN_PLACE(s)));
    for (unsigned shift = 0; shift < LARGEST_BEGIN; shift += h->bits)
        CLIV_TRY(cliv_launch(h->call, &h->build, "long_runs",
                             cliv_groups(GROUPS_OF_A_UNIT * (size_t)h->call->ctx->device.units), false, U32(shift),
                             SCRATCH(h->plan), SCRATCH(h->runs), ARRAYS(shift / h->bits % 2 ? reverse : forward, 5)));
done:
    return status;
}

cliv_status cliv_long_sort(cliv_call *call, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    const bool misled = call->ctx->limits.wrong_samples;
    long_sort h = {.call = call, .s = s, .sample = cliv_sample_of(misled ? 1 : s->n)};
    cliv_sorting sorting = *s;
    CLIV_TRY(cliv_radix_describe(&h.build, call->ctx, s, false, false));
    h.build.shared = true;
    cliv_build_define(&h.build, "CLIV_IOTA", 0);
    cliv_build_define(&h.build, "CLIV_WRITES_POSITIONS", s->iota);
    cliv_build_define(&h.build, "CLIV_MOST_WORDS", misled ? FEW_WORDS : MOST_WORDS);
    cliv_build_define(&h.build, "CLIV_MOST_RUNS", misled ? FEW_RUNS : MOST_RUNS);
    CLIV_TRY(cliv_program_for(&h.build, "long_keys.cl"));
    h.bits = cliv_radix_bits(&h.build, s);
    CLIV_TRY(cliv_call_scratch(call, sizeof(cliv_long_plan), false, &h.plan));
    CLIV_TRY(cliv_call_scratch(call, ((CLIV_TRIED_BEGINS + 1) * sizeof(cl_uint)) << h.sample.log2, false, &h.tables));
    CLIV_TRY(cliv_call_scratch(call, 2 * MOST_RUNS * cliv_index_bytes(&h.build), false, &h.runs));
    /* Allocated before data moves. The second sort reuses the memory that the first sort has released. */
    h.words = cliv_ceil_div(s->n, 32);
    CLIV_TRY(cliv_call_scratch(call, h.words * sizeof(cl_uint), false, &h.joined));
    CLIV_TRY(cliv_call_scratch(call, h.words * sizeof(cl_uint), false, &h.descents));
    CLIV_TRY(plan(&h));
    const cl_uint in_use = cliv_call_in_use(call);
    sorting.iota = false;
    sorting.bit_ranges = h.plan->mem;
    CLIV_TRY(cliv_radix_sort(call, &sorting));
    cliv_call_reuse(call, in_use);
    CLIV_TRY(repair(&h));
    cliv_call_reuse(call, in_use);
    sorting.part = 1;
    CLIV_TRY(cliv_radix_sort(call, &sorting));
done:
    cliv_build_free(&h.build);
    return status;
}
