/* SPDX-License-Identifier: Apache-2.0 */
/* The states of look-back: scratch memory that is cleared once; later calls tell their own states by a number. */
#include "look_back.h"
#include "context_inside.h"
#include "numbers.h"

size_t cliv_running_groups(const cliv_context *ctx, size_t group_size)
{
    enum { ITEMS_PER_UNIT = 2048 };
    return ctx->device.units * cliv_max_size(1, ITEMS_PER_UNIT / group_size);
}

cliv_status cliv_look_back_states(cliv_call *call, size_t words, cliv_scratch **states)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_program *program;
    CLIV_TRY(cliv_call_scratch(call, words * sizeof(cl_ulong), true, states));
    if ((*states)->call == 0 || (*states)->call == (1u << 30) - 1) {
        const size_t count = (*states)->bytes / sizeof(cl_ulong);
        cliv_build_begin(&build, call->ctx,
                         (cliv_tiles){.family = "scan", .bytes = sizeof(cl_ulong), .largest = count});
        CLIV_TRY(cliv_program_for(&build, "look_back.cl", &program));
        cliv_launch clear = cliv_launch_begin(call, program, "look_back_clear");
        cliv_launch_mem(&clear, (*states)->mem);
        cliv_launch_ulong(&clear, count);
        CLIV_TRY(cliv_launch_items(&clear, count, false, false));
        (*states)->call = 0;
    }
    ++(*states)->call;
done:
    cliv_build_free(&build);
    return status;
}
