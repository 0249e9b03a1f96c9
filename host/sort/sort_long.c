/* SPDX-License-Identifier: Apache-2.0 */
/* A sort of 8-byte keys by their upper bits, which nearly always distinguish the keys, and by all bits if they do not.
 * The device decides, so all sorts are enqueued, and kernels that are not needed exit immediately. */
#include "runtime/context_inside.h"
#include "runtime/numbers.h"
#include "sort/sorting.h"

enum {
    KEY_BYTES = 8,
    PLAN_BYTES = 64,    /* cliv_long_plan */
    TRIED_BEGINS = 2,   /* as in cliv_long_keys.clh */
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
    cliv_program *program;
    unsigned bits; /* of a digit */
    cliv_sample sample;
    cliv_scratch *plan, *tables, *runs;
    cliv_scratch *joined, *descents; /* bits of runs, `words` words each */
    size_t words;
} long_sort;

/* Adds the source and destination of keys and values: the arrays or, if `copied`, the copies; to themselves if
 * `in_place`, else to the other pair. */
static void launch_arrays(const long_sort *h, cliv_launch *launch, bool copied, bool in_place)
{
    const cliv_sorting *const s = h->s;
    const cliv_array *const keys[] = {&s->keys, &s->keys2}, *const values[] = {&s->values, &s->values2};
    const int from = copied, to = copied != !in_place;
    cliv_launch_array(launch, keys[from]);
    cliv_launch_array(launch, keys[to]);
    cliv_launch_array(launch, values[from]);
    cliv_launch_array(launch, values[to]);
    cliv_launch_array(launch, &s->length);
}

/* Chooses the lowest bit of the sort. */
static cliv_status plan(const long_sort *h)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_sorting *const s = h->s;
    const size_t nt = h->build.tuning.nt, slots = (size_t)(TRIED_BEGINS + 1) << h->sample.log2;
    cliv_launch begin = cliv_launch_begin(h->call, h->program, "long_begin");
    cliv_launch_mem(&begin, h->plan->mem);
    cliv_launch_uint(&begin, (cl_uint)slots);
    cliv_launch_mem(&begin, h->tables->mem);
    CLIV_TRY(cliv_launch_end(&begin, cliv_min_size(cliv_ceil_div(slots, nt), 8 * (size_t)h->call->ctx->device.units),
                             nt, false));
    if (s->iota) {
        cliv_launch positions = cliv_launch_begin(h->call, h->program, "long_positions");
        cliv_launch_ulong(&positions, s->n);
        cliv_launch_array(&positions, &s->values);
        cliv_launch_array(&positions, &s->length);
        CLIV_TRY(cliv_launch_items(&positions, s->n, false, false));
    }
    cliv_launch sample = cliv_launch_begin(h->call, h->program, "long_sample");
    cliv_launch_ulong(&sample, s->n);
    cliv_launch_uint(&sample, h->sample.count);
    cliv_launch_uint(&sample, h->sample.log2);
    cliv_launch_mem(&sample, h->plan->mem);
    cliv_launch_mem(&sample, h->tables->mem);
    launch_arrays(h, &sample, false, true);
    CLIV_TRY(cliv_launch_items(&sample, h->sample.count, false, false));
    cliv_launch choose = cliv_launch_begin(h->call, h->program, "long_choose");
    cliv_launch_mem(&choose, h->plan->mem);
    CLIV_TRY(cliv_launch_items(&choose, 1, false, false));
done:
    return status;
}

/* Repairs runs of equal upper bits. */
static cliv_status repair(long_sort *h)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t n = h->s->n, nt = h->build.tuning.nt, words = h->words;
    cliv_launch compare = cliv_launch_begin(h->call, h->program, "long_compare");
    cliv_launch_ulong(&compare, n);
    cliv_launch_mem(&compare, h->plan->mem);
    cliv_launch_mem(&compare, h->joined->mem);
    cliv_launch_mem(&compare, h->descents->mem);
    launch_arrays(h, &compare, false, true);
    CLIV_TRY(cliv_launch_end(&compare, cliv_ceil_div(words, nt), nt, false));
    cliv_launch repair = cliv_launch_begin(h->call, h->program, "long_repair");
    cliv_launch_ulong(&repair, n);
    cliv_launch_mem(&repair, h->plan->mem);
    cliv_launch_mem(&repair, h->joined->mem);
    cliv_launch_mem(&repair, h->descents->mem);
    cliv_launch_mem(&repair, h->runs->mem);
    launch_arrays(h, &repair, false, true);
    CLIV_TRY(cliv_launch_items(&repair, words, false, false));
    for (unsigned shift = 0; shift < LARGEST_BEGIN; shift += h->bits) {
        cliv_launch runs = cliv_launch_begin(h->call, h->program, "long_runs");
        cliv_launch_uint(&runs, shift);
        cliv_launch_mem(&runs, h->plan->mem);
        cliv_launch_mem(&runs, h->runs->mem);
        launch_arrays(h, &runs, shift / h->bits % 2, false);
        CLIV_TRY(cliv_launch_end(&runs, GROUPS_OF_A_UNIT * (size_t)h->call->ctx->device.units, nt, false));
    }
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
    CLIV_TRY(cliv_program_for(&h.build, "long_keys.cl", &h.program));
    h.bits = cliv_radix_bits(&h.build, s);
    CLIV_TRY(cliv_call_scratch(call, PLAN_BYTES, false, &h.plan));
    CLIV_TRY(cliv_call_scratch(call, ((TRIED_BEGINS + 1) * sizeof(cl_uint)) << h.sample.log2, false, &h.tables));
    CLIV_TRY(
        cliv_call_scratch(call, 2 * MOST_RUNS * (h.build.wide ? sizeof(cl_ulong) : sizeof(cl_uint)), false, &h.runs));
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
