/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: set the arguments of a kernel, check the number of groups, and enqueue or record the launch. */
#include "runtime/call.h"
#include "runtime/captures.h"

typedef struct launch {
    cliv_call *call;
    const cliv_build *build;
    cliv_command command;
    bool records; /* the launch is recorded, and the command owns the kernel */
    cl_uint next;
    cliv_status status;
} launch;

static void set(launch *l, size_t bytes, const void *value)
{
    if (!l->status)
        l->status = CLIV_CL(clSetKernelArg, l->command.kernel, l->next++, bytes, value);
}

static void set_ulong(launch *l, cl_ulong value) { set(l, sizeof value, &value); }

static void set_mem(launch *l, cl_mem value)
{
    set(l, sizeof value, &value);
    if (!l->status && l->records && value)
        l->status = cliv_commands_hold(&l->call->commands, value);
}

static void set_number(launch *l, cliv_scratch *states)
{
    if (states->states) {
        l->command.states = states;
        l->command.number = l->next;
    }
    set(l, sizeof states->call, &states->call);
}

static void set_cleared(launch *l, const cliv_argument *a)
{
    l->command.states = a->states;
    l->command.clears = a->count;
    l->command.is_split = a->is_split;
    set_mem(l, a->states->mem);
}

static void set_array(launch *l, const cliv_array *a)
{
    if (cliv_is_none(a))
        return;
    if (a->value) {
        set(l, a->type->size, a->value);
        return;
    }
    if (!a->generator) {
        set_mem(l, a->count ? a->buffer : NULL); /* the buffer of an empty array is not checked */
        if (a->first) /* the parameter exists only if the array does not begin with its buffer */
            set_ulong(l, a->first);
        return;
    }
    const bool bounded = cliv_has_bounds(a->generator, a->source);
    set_ulong(l, a->first);
    for (size_t i = 0; i < a->array_count; ++i) {
        const cliv_array *const part = &a->arrays[i];
        if (part->value) {
            set(l, part->type->size, part->value);
            continue;
        }
        set_mem(l, part->count ? part->buffer : NULL);
        set_ulong(l, part->first);
        if (bounded)
            set_ulong(l, part->count);
        const cliv_array *const length = cliv_captured_length(part, bounded);
        if (length) {
            set_mem(l, length->buffer);
            set_ulong(l, length->first);
        }
    }
}

static void set_arrays(launch *l, const cliv_array *arrays, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        set_array(l, &arrays[i]);
}

static void set_all(launch *l, const cliv_argument *a)
{
    for (; a && a->kind != CLIV_END_OF_ARGUMENTS; ++a)
        if (a->kind == CLIV_VALUE_INSIDE)
            set(l, a->count, &a->of_ulong);
        else if (a->kind == CLIV_VALUE)
            set(l, a->count, a->value);
        else if (a->kind == CLIV_MEM)
            set_mem(l, a->mem);
        else if (a->kind == CLIV_NUMBER_OF_CALL)
            set_number(l, a->states);
        else if (a->kind == CLIV_CLEARED)
            set_cleared(l, a);
        else if (a->kind == CLIV_ARRAYS)
            set_arrays(l, a->array, a->count);
        else if (a->kind == CLIV_ARRAYS_OF_BUILD)
            set_arrays(l, l->build->arrays, l->build->array_count);
        else if (a->kind == CLIV_LIST)
            set_all(l, a->list);
}

cliv_status cliv_call_enqueue(cliv_call *call, const cliv_command *command, bool last)
{
    const size_t global = command->groups * command->group_size;
    /* A launch that clears states has its own event: if the caller's wait list fails, the kernel does not run, but a
     * later marker may. */
    const bool needs_event = command->clears || (call->marks && (last || !call->in_order));
    cl_uint count;
    const cl_event *list;
    cl_event event = NULL;
    CLIV_PASS(cliv_call_waits(call, &count, &list));
    const cl_int code = clEnqueueNDRangeKernel(call->queue, command->kernel, 1, NULL, &global, &command->group_size,
                                               count, list, needs_event ? &event : NULL);
    if (code == CL_SUCCESS)
        cliv_call_enqueued(call, event);
    if (code == CL_SUCCESS && command->clears)
        cliv_scratch_clears(command->states, event);
    return cliv_fail_cl(code, "clEnqueueNDRangeKernel");
}

/* Drivers store the number of groups in 32 bits, and some truncate it. With a device-side length, groups start for the
 * whole capacity, and most of them exit immediately. The limits keep this launch below one second. Arrays in memory
 * stay below the limits, because memory bounds their capacity and the tiles of CPUs are large. */
static cliv_status check_groups(const cliv_call *call, size_t groups)
{
    enum { MOST_ON_GPU = 1 << 28, MOST_ELSEWHERE = 1 << 24 };
    const size_t most_of_counted = call->ctx->device.type & CL_DEVICE_TYPE_GPU ? MOST_ON_GPU : MOST_ELSEWHERE;
    const bool counted = call->widest_counted.name && groups <= call->widest_counted.count;
    const struct cliv_wide *const wide = counted ? &call->widest_counted : &call->widest;
    const size_t most = counted ? most_of_counted : INT32_MAX;
    if (groups <= most)
        return CLIV_SUCCESS;
    if (!wide->name)
        return cliv_fail(CLIV_OUT_OF_RANGE, "the call needs %s work-groups, but a launch has at most %zu",
                         cliv_size_text(groups).text, most);
    return cliv_fail(
        CLIV_OUT_OF_RANGE, "%s has %s%s elements, which need %s work-groups, but a launch has at most %zu%s",
        wide->name, wide->counted ? "a capacity of " : "", cliv_size_text(wide->count).text,
        cliv_size_text(groups).text, most,
        counted ? ": groups start for the whole capacity, so choose a capacity close to the largest length" : "");
}

static void shape(cliv_command *command, const cliv_build *b, const cliv_grid *grid)
{
    const cliv_tuning *const t = &b->tuning;
    const size_t size = grid->items ? b->program->small_group : t->nt;
    const size_t apart = grid->shared && size > 1 ? size - 1 : size; /* the distance between first items of groups */
    command->group_size = grid->group_size ? grid->group_size : size;
    command->groups = grid->items       ? cliv_ceil_div(grid->items, apart)
                      : grid->positions ? cliv_ceil_div(grid->positions, (size_t)t->nt * t->vt)
                                        : grid->groups;
}

cliv_status cliv_launch_list(cliv_call *call, const cliv_build *b, const char *kernel, cliv_grid grid, bool last,
                             const cliv_argument *arguments)
{
    launch l = {.call = call, .build = b, .records = call->recording};
    /* A call that compiles its programs before its launches must not check twice. */
    if (call->bounds && (!call->compile_only || call->ctx->flags & CLIV_COMPILE_ONLY))
        CLIV_PASS(call->check_bounds(call));
    shape(&l.command, b, &grid);
    CLIV_PASS(check_groups(call, grid.tiles));
    CLIV_PASS(check_groups(call, l.command.groups));
    if (call->compile_only)
        return CLIV_SUCCESS;
    cliv_lock(&b->program->lock);
    l.status = (l.records ? cliv_program_new_kernel : cliv_program_kernel)(b->program, kernel, &l.command.kernel);
    set_all(&l, arguments);
    if (!l.status)
        l.status =
            l.records ? cliv_commands_add(&call->commands, &l.command) : cliv_call_enqueue(call, &l.command, last);
    if (l.status && l.records && l.command.kernel)
        clReleaseKernel(l.command.kernel);
    cliv_unlock(&b->program->lock);
    return l.status;
}
