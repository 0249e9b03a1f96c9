/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that cut operations into tiles. */
#include "grid/partition.h"
#include "runtime/context_inside.h"
#include "runtime/error.h"
#include "runtime/numbers.h"

bool cliv_are_few_tiles(const cliv_context *ctx, size_t tiles)
{
    return tiles <= ctx->limits.few_tiles * ctx->device.units;
}

void cliv_build_cut(cliv_build *b, size_t positions, bool by_itself)
{
    const size_t tiles = cliv_ceil_div(positions, (size_t)b->tuning.nt * b->tuning.vt);
    b->partitioned = b->tuning.nt > 1 && !by_itself && !cliv_are_few_tiles(b->ctx, tiles);
    cliv_build_define(b, "CLIV_PARTITIONED", b->partitioned);
}

cliv_status cliv_lower_bounds(cliv_call *call, const cliv_build *b, cliv_program *program,
                              const cliv_output_offsets_cut *cut, cliv_scratch **partitions)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t bounds = cut->tiles + 1;
    CLIV_TRY(cliv_call_scratch(call, bounds * (b->wide ? 8 : 4), false, partitions));
    cliv_launch launch = cliv_launch_begin(call, program, "lower_bounds");
    cliv_launch_ulong(&launch, cut->count);
    cliv_launch_ulong(&launch, cut->positions);
    cliv_launch_uint(&launch, (cl_uint)cut->shift);
    cliv_launch_ulong(&launch, bounds);
    cliv_launch_mem(&launch, (*partitions)->mem);
    cliv_launch_arrays(&launch, b);
    CLIV_TRY(cliv_launch_cuts(&launch, cut->tiles, bounds, false, false));
done:
    return status;
}

cliv_status cliv_merge_path(cliv_call *call, cliv_program *program, const cliv_merge_cut *cut, const cliv_array *arrays,
                            size_t array_count, bool last)
{
    cliv_launch launch = cliv_launch_begin(call, program, "merge_path");
    cliv_launch_ulong(&launch, cut->a_count);
    cliv_launch_ulong(&launch, cut->b_count);
    cliv_launch_ulong(&launch, cut->run);
    cliv_launch_ulong(&launch, cut->tile);
    cliv_launch_ulong(&launch, cut->count);
    cliv_launch_mem(&launch, cut->order_state);
    cliv_launch_mem(&launch, cut->partitions);
    for (size_t i = 0; i < array_count; ++i)
        cliv_launch_array(&launch, &arrays[i]);
    return cut->partitions ? cliv_launch_cuts(&launch, cut->count, cut->count, true, last)
                           : cliv_launch_items(&launch, cut->count, true, last);
}
