/* SPDX-License-Identifier: Apache-2.0 */
/* A sort of rows of 5 to 8 bytes by 32 bits, which nearly always distinguish the rows, and by all bits if they do not.
 * The device decides, so all sorts are enqueued, and kernels that are not needed exit immediately. */
#include "runtime/context_inside.h"
#include "runtime/numbers.h"
#include "sort/rows.h"

#include "runtime/device_types.h"

#include "sort/cliv_high_plan.clh"

enum {
    RANGES = 3, /* numbers of a column: minimum, maximum, varying bits */
    GROUPS_OF_A_UNIT = 8,
    MOST_TURNS = 64 /* tiles of a group: some devices abort long loops */
};

bool cliv_high_is_better(const cliv_context *ctx, const cliv_packed *p, size_t n)
{
    const cliv_sorting halves = {.keys = cliv_buffer(NULL, &cliv_uint, 0, n), .n = n};
    return p->bytes > 4 && cliv_radix_row(ctx, &halves)->nt > 1 && cliv_radix_is_better(ctx, &halves);
}

/* State of all launches. */
typedef struct high_sort {
    cliv_call *call;
    const cliv_sorting *s;
    cliv_build build;
    size_t groups, tiles;
    cliv_sample sample;
    cliv_scratch *plan, *parts, *table;
} high_sort;

static cliv_status describe(high_sort *h, const cliv_packed *p)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build *const b = &h->build;
    const size_t n = h->s->n;
    cliv_build_begin(b, h->call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_RADIX,
                                  .bytes = 4,
                                  .local_work_item = RANGES * sizeof(cl_ulong),
                                  .largest = n,
                                  .items = n});
    b->shared = true;
    cliv_build_packed(b, p);
    cliv_build_define(b, "CLIV_IS_FIRST", h->s->iota);
    cliv_build_arrays(b, READ("positions", &h->s->values), WRITTEN("values", &h->s->values));
    cliv_sort_count(b, h->s);
    CLIV_TRY(cliv_program_for(b, "high_words.cl"));
    h->tiles = cliv_ceil_div(n, (size_t)b->tuning.nt * b->tuning.vt);
    h->groups = cliv_max_size(cliv_min_size(h->tiles, (size_t)GROUPS_OF_A_UNIT * h->call->ctx->device.units),
                              cliv_ceil_div(h->tiles, MOST_TURNS));
    h->sample = cliv_sample_of(n);
done:
    return status;
}

static cliv_status plan(const high_sort *h)
{
    cliv_status status = CLIV_SUCCESS;
    CLIV_TRY(cliv_launch(h->call, &h->build, "high_ranges", cliv_groups(h->groups), false, U64(h->s->n),
                         SCRATCH(h->parts), U32(1u << h->sample.log2), SCRATCH(h->table), ALL_ARRAYS));
    CLIV_TRY(cliv_launch(h->call, &h->build, "high_plan", cliv_groups(1), false, U64(h->groups), SCRATCH(h->parts),
                         SCRATCH(h->plan)));
    CLIV_TRY(cliv_launch(h->call, &h->build, "high_sample", cliv_items(h->sample.count), false, U64(h->s->n),
                         U32(h->sample.count), U32(h->sample.log2), SCRATCH(h->plan), SCRATCH(h->table), ALL_ARRAYS));
done:
    return status;
}

/* Launches a kernel with a group for each tile of rows and words. */
static cliv_status launch_tiles(const high_sort *h, const char *kernel, bool last)
{
    return cliv_launch(h->call, &h->build, kernel, cliv_groups(h->tiles), last, U64(h->s->n), SCRATCH(h->plan),
                       MEM(h->s->keys.buffer), ALL_ARRAYS);
}

cliv_status cliv_sort_high(cliv_call *call, const cliv_packed *p, const cliv_sorting *s)
{
    cliv_status status = CLIV_SUCCESS;
    high_sort h = {.call = call, .s = s};
    cliv_sorting sorting = *s;
    const char *const words[] = {"high_first", "low_words", "high_again"};
    CLIV_TRY(describe(&h, p));
    CLIV_TRY(cliv_call_scratch(call, sizeof(cliv_high_plan), false, &h.plan));
    CLIV_TRY(cliv_call_scratch(call, RANGES * p->count * h.groups * sizeof(cl_ulong), false, &h.parts));
    CLIV_TRY(cliv_call_scratch(call, sizeof(cl_uint) << h.sample.log2, false, &h.table));
    CLIV_TRY(plan(&h));
    sorting.bit_ranges = h.plan->mem;
    for (cl_uint part = 0; part < sizeof words / sizeof *words; ++part) {
        const cl_uint in_use = cliv_call_in_use(call);
        CLIV_TRY(launch_tiles(&h, words[part], false));
        sorting.part = part;
        CLIV_TRY(cliv_radix_sort(call, &sorting));
        if (part == 0)
            CLIV_TRY(launch_tiles(&h, "high_runs", false));
        sorting.iota = false;
        cliv_call_reuse(call, in_use);
    }
done:
    cliv_build_free(&h.build);
    return status;
}
