/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that cut operations into tiles. */
#include "grid/partition.h"

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

cliv_status cliv_lower_bounds(cliv_call *call, const cliv_build *b, const cliv_output_offsets_cut *cut,
                              cliv_scratch **partitions)
{
    const size_t bounds = cut->tiles + 1;
    CLIV_PASS(cliv_call_scratch(call, bounds * cliv_index_bytes(b), false, partitions));
    return cliv_launch(call, b, "lower_bounds", cliv_cuts(cut->tiles, bounds), false, U64(cut->count),
                       U64(cut->positions), U32(cut->shift), U64(bounds), SCRATCH(*partitions), ALL_ARRAYS);
}

cliv_status cliv_merge_path(cliv_call *call, const cliv_build *b, const cliv_merge_cut *cut, const cliv_array *arrays,
                            size_t array_count, bool last)
{
    const cliv_grid grid = {.items = cut->count, .shared = true, .tiles = cut->partitions ? cut->count : 0};
    return cliv_launch(call, b, "merge_path", grid, last, U64(cut->a_count), U64(cut->b_count), U64(cut->run),
                       U64(cut->tile), U64(cut->count), MEM(cut->order_state), MEM(cut->partitions),
                       ARRAYS(arrays, array_count));
}
