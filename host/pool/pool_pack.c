/* SPDX-License-Identifier: Apache-2.0 */
/* Packing of a pool: the numbers of the live slots, and the live objects, contiguous. The slots are a compaction of
 * all slots. The objects are an interval gather of the stripes if no slot was ever freed, otherwise a compaction of
 * all slots. Only the device can decide between the two, so both are enqueued, and one of them has nothing to do. */
#include "compact/compact_step.h"
#include "interval/interval_step.h"
#include "pool/pool_inside.h"
#include "scan/scan_step.h"

#include <stdio.h>

typedef struct packing {            /* the results of pool_plan */
    cliv_scratch *total, *in_order; /* ulongs: the count of objects, and the count that the gather moves */
    cliv_array offsets, sources;    /* the intervals of the gather */
} packing;

static cliv_status make_plan(cliv_call *call, cliv_pool *p, packing *plan)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_scratch *intervals;
    CLIV_TRY(cliv_pool_program(p, &build));
    CLIV_TRY(cliv_call_scratch(call, sizeof(cl_ulong), false, &plan->total));
    CLIV_TRY(cliv_call_scratch(call, sizeof(cl_ulong), false, &plan->in_order));
    CLIV_TRY(cliv_call_scratch(call, 2 * p->stripes * sizeof(cl_uint), false, &intervals));
    plan->offsets = cliv_buffer(intervals->mem, &cliv_uint, 0, p->stripes);
    plan->sources = cliv_buffer(intervals->mem, &cliv_uint, p->stripes, p->stripes);
    CLIV_TRY(cliv_launch(call, &build, "pool_plan", cliv_groups_of(1, 1), true, MEM(p->state), SCRATCH(plan->total),
                         SCRATCH(plan->in_order), SCRATCH(intervals)));
done:
    cliv_build_free(&build);
    return status;
}

static cliv_status gather(cliv_call *call, cliv_pool *p, const packing *plan, const cliv_array *output)
{
    const cliv_interval_call move = {.kind = CLIV_MOVE,
                                     .move_count = output->count,
                                     .offsets = plan->offsets,
                                     .gather = plan->sources,
                                     .input = cliv_buffer(p->objects, &p->type, 0, p->capacity),
                                     .output = *output,
                                     .limit = cliv_buffer(plan->in_order->mem, &cliv_ulong, 0, 1)};
    return cliv_enqueue_intervals(call, &move);
}

/* Compacts the input elements of the slots for which `keep` is true. */
static cliv_status compact(cliv_call *call, cliv_pool *p, const cliv_array *input, const char *keep,
                           const cliv_array *output, cliv_count_fill *results)
{
    const cliv_array state = cliv_buffer(p->state, &cliv_uint, 0, (cliv_pool_image_bytes(p) / sizeof(cl_uint)));
    cliv_compacting c = {.input = *input,
                         .keep = keep,
                         .source = "#include \"cliv_pool_plan.clh\"",
                         .arrays = &state,
                         .array_count = 1,
                         .output = *output,
                         .results = *results};
    const cliv_status status = cliv_run_compact(call, &c);
    *results = c.results;
    return status;
}

static cliv_status compact_objects(cliv_call *call, cliv_pool *p, const cliv_array *output)
{
    const cliv_array objects = cliv_buffer(p->objects, &p->type, 0, p->capacity);
    cliv_count_fill uncounted = {.has_output = true, .capacity = output->count, .last = true};
    return compact(call, p, &objects, "cliv_pool_is_packed_alone(a0, i)", output, &uncounted);
}

static cliv_status refuse_mapped(const cliv_pool *p, const char *what)
{
    return p->mapped ? cliv_fail(CLIV_INVALID_ARGUMENT, "the pool is mapped: call cliv_pool_unmap() before %s", what)
                     : CLIV_SUCCESS;
}

static cliv_status pack(cliv_call *call, cliv_pool *p, const cliv_array *output, cliv_count_fill *results)
{
    packing plan;
    CLIV_PASS(make_plan(call, p, &plan));
    if (output->count) {
        CLIV_PASS(gather(call, p, &plan, output));
        if (p->in_kernels || call->compile_only)
            CLIV_PASS(compact_objects(call, p, output));
    }
    const cliv_array total = cliv_buffer(plan.total->mem, &cliv_ulong, 0, 1);
    CLIV_PASS(cliv_add_up(call, &total, &results->count, NULL));
    results->total = plan.total;
    return cliv_count_fill_read(call, results);
}

cliv_status cliv_pool_pack(cliv_pool *p, cl_command_queue queue, cliv_array output, cliv_array count,
                           size_t *host_count, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_count_fill results = {
        .count = count, .host_count = host_count, .has_output = !cliv_is_none(&output), .capacity = output.count};
    const size_t most = cliv_min_size(output.count, cliv_pool_capacity(p));
    const cliv_use uses[] = {cliv_optional(cliv_writes("output", output, most)), cliv_count_fill_use(&results)};
    CLIV_TRY(cliv_pool_begin(p, &call, queue, wait_count, wait_list, event));
    CLIV_TRY(refuse_mapped(p, "packing"));
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    if (results.has_output)
        CLIV_TRY(cliv_same_type("output", output.type, "the pool", &p->type));
    output.type = &p->type; /* the pool's type has the source for both arrays */
    output.count = most;
    CLIV_TRY(pack(&call, p, &output, &results));
done:
    return cliv_count_fill_answer(&results, cliv_call_end(&call, status));
}

cliv_status cliv_pool_slots(cliv_pool *p, cl_command_queue queue, cliv_array slots, cliv_array count,
                            size_t *host_count, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    char position[32];
    cliv_count_fill results = {.count = count,
                               .host_count = host_count,
                               .has_output = !cliv_is_none(&slots),
                               .capacity = slots.count,
                               .last = true};
    const size_t most = cliv_min_size(slots.count, cliv_pool_capacity(p));
    const cliv_use uses[] = {cliv_optional(cliv_indices(cliv_writes("slots", slots, most))),
                             cliv_count_fill_use(&results)};
    CLIV_TRY(cliv_pool_begin(p, &call, queue, wait_count, wait_list, event));
    CLIV_TRY(refuse_mapped(p, "listing slots"));
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    const cliv_type *const type = results.has_output ? slots.type : &cliv_uint;
    snprintf(position, sizeof position, "convert_%s_sat(i)", type->name);
    const cliv_array numbers = cliv_generate(type, position, p->capacity);
    CLIV_TRY(compact(&call, p, &numbers, "cliv_pool_is_handed_out(a0, i)", &slots, &results));
done:
    return cliv_count_fill_answer(&results, cliv_call_end(&call, status));
}
