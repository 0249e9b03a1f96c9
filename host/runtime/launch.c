/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: set the arguments of a kernel, check the number of groups, and enqueue or record the launch. */
#include "runtime/call.h"
#include "runtime/captures.h"
#include "runtime/context_inside.h"
#include "runtime/message_text.h"
#include "runtime/names.h"
#include "runtime/numbers.h"

#include <pthread.h>
#include <stdint.h>

cliv_launch cliv_launch_begin(cliv_call *call, cliv_program *program, const char *name)
{
    cliv_launch launch = {.call = call, .program = program, .records = call->recording && !call->compile_only};
    /* A call that compiles its programs before its launches must not check twice. */
    const bool checks = call->bounds && (!call->compile_only || call->ctx->flags & CLIV_COMPILE_ONLY);
    const cliv_status unbounded = checks ? call->check_bounds(call) : CLIV_SUCCESS;
    pthread_mutex_lock(cliv_program_lock(program));
    launch.status = unbounded        ? unbounded
                    : launch.records ? cliv_program_new_kernel(program, name, &launch.command.kernel)
                                     : cliv_program_kernel(program, name, &launch.command.kernel);
    return launch;
}

void cliv_launch_value(cliv_launch *launch, size_t bytes, const void *value)
{
    if (!launch->status)
        launch->status =
            cliv_fail_cl(clSetKernelArg(launch->command.kernel, launch->next++, bytes, value), "clSetKernelArg");
}

void cliv_launch_ulong(cliv_launch *launch, cl_ulong value) { cliv_launch_value(launch, sizeof value, &value); }

void cliv_launch_uint(cliv_launch *launch, cl_uint value) { cliv_launch_value(launch, sizeof value, &value); }

void cliv_launch_number(cliv_launch *launch, cliv_scratch *states)
{
    if (states->states) {
        launch->command.states = states;
        launch->command.number = launch->next;
    }
    cliv_launch_uint(launch, states->call);
}

void cliv_launch_mem(cliv_launch *launch, cl_mem value)
{
    cliv_launch_value(launch, sizeof value, &value);
    if (!launch->status && launch->records && value)
        launch->status = cliv_commands_hold(&launch->call->commands, value);
}

void cliv_launch_local(cliv_launch *launch, size_t bytes) { cliv_launch_value(launch, bytes, NULL); }

void cliv_launch_array(cliv_launch *launch, const cliv_array *a)
{
    if (cliv_is_none(a))
        return;
    if (a->value) {
        cliv_launch_value(launch, a->type->size, a->value);
        return;
    }
    if (!a->generator) {
        cliv_launch_mem(launch, a->count ? a->buffer : NULL); /* an empty array may have any buffer */
        if (a->first) /* the parameter exists only if the array does not begin with its buffer */
            cliv_launch_ulong(launch, a->first);
        return;
    }
    const bool bounded = cliv_has_bounds(a->generator, a->source);
    cliv_launch_ulong(launch, a->first);
    for (size_t i = 0; i < a->array_count; ++i) {
        const cliv_array *const part = &a->arrays[i];
        if (part->value) {
            cliv_launch_value(launch, part->type->size, part->value);
            continue;
        }
        cliv_launch_mem(launch, part->count ? part->buffer : NULL);
        cliv_launch_ulong(launch, part->first);
        if (bounded)
            cliv_launch_ulong(launch, part->count);
        const cliv_array *const length = cliv_captured_length(part, bounded);
        if (length) {
            cliv_launch_mem(launch, length->buffer);
            cliv_launch_ulong(launch, length->first);
        }
    }
}

void cliv_launch_arrays(cliv_launch *launch, const cliv_build *b)
{
    for (unsigned i = 0; i < b->array_count; ++i)
        cliv_launch_array(launch, &b->arrays[i]);
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
    const cliv_status failed = cliv_call_waits(call, &count, &list);
    if (failed)
        return failed;
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
        return cliv_fail(CLIV_OUT_OF_RANGE, "the call takes %s work-groups, but a launch has at most %zu",
                         cliv_size_text(groups).text, most);
    return cliv_fail(
        CLIV_OUT_OF_RANGE, "%s has %s%s elements, which take %s work-groups, but a launch has at most %zu%s",
        wide->name, wide->counted ? "a capacity of " : "", cliv_size_text(wide->count).text,
        cliv_size_text(groups).text, most,
        counted ? ": groups start for the whole capacity, so choose a capacity close to the largest length" : "");
}

cliv_status cliv_launch_end(cliv_launch *launch, size_t groups, size_t group_size, bool last)
{
    cliv_call *call = launch->call;
    launch->command.groups = groups;
    launch->command.group_size = group_size;
    if (!launch->status)
        launch->status = check_groups(call, groups);
    if (!launch->status && launch->records)
        launch->status = cliv_commands_add(&call->commands, &launch->command);
    else if (!launch->status && !call->compile_only)
        launch->status = cliv_call_enqueue(call, &launch->command, last);
    if (launch->status && launch->records && launch->command.kernel)
        clReleaseKernel(launch->command.kernel);
    pthread_mutex_unlock(cliv_program_lock(launch->program));
    return launch->status;
}

cliv_status cliv_launch_items(cliv_launch *launch, size_t items, bool shared, bool last)
{
    const size_t group = cliv_program_small_group(launch->program);
    return cliv_launch_end(launch, cliv_ceil_div(items, shared && group > 1 ? group - 1 : group), group, last);
}

cliv_status cliv_launch_cuts(cliv_launch *launch, size_t tiles, size_t items, bool shared, bool last)
{
    if (!launch->status)
        launch->status = check_groups(launch->call, tiles);
    return cliv_launch_items(launch, items, shared, last);
}
