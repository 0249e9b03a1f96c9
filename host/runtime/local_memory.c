/* SPDX-License-Identifier: Apache-2.0 */
/* The local memory of the parts of a tile. */
#include "runtime/local_memory.h"
#include "runtime/numbers.h"
#include "runtime/sub_groups.h"

size_t cliv_local_bytes_of_group(const cliv_build *b, const cliv_tiles *tiles)
{
    const cliv_tuning *const t = &b->tuning;
    const size_t group = tiles->local_group ? tiles->local_group(b, tiles->local_item) : 0;
    return (size_t)t->nt * (t->vt * tiles->local_item + tiles->local_work_item) + group;
}

/* The count of rows of a scan without shuffles: cliv_sub_group.clh. */
static size_t rows_of(size_t nt)
{
    enum { ROW = 16 };
    return cliv_ceil_div(nt, cliv_min_size(nt, ROW));
}

/* The count of values that a scan has in local memory: all values, one more position per row, and the sum of each row.
 * With shuffles it is only the sum of each sub-group. */
static size_t scanned(const cliv_build *b)
{
    const size_t nt = b->tuning.nt;
    const unsigned lanes = cliv_sure_lanes(b->ctx, nt);
    return lanes ? nt / lanes : nt + 2 * rows_of(nt);
}

size_t cliv_local_bytes_of_scan(const cliv_build *b, size_t value) { return scanned(b) * value; }

/* The size without shuffles, because shuffles only scan numbers. */
size_t cliv_local_bytes_of_segmented_scan(const cliv_build *b, size_t value)
{
    const size_t nt = b->tuning.nt;
    return (nt + 2 * rows_of(nt)) * (value + sizeof(cl_uint));
}

size_t cliv_local_bytes_of_ranks(const cliv_build *b)
{
    enum { IN_A_ROW = 4 };
    const size_t vt = b->tuning.vt, rows = vt % IN_A_ROW ? vt : vt / IN_A_ROW;
    const size_t words = rows <= 4 ? 2 : rows <= 8 ? 4 : 16; /* cliv_wg_rank.clh */
    return cliv_local_bytes_of_scan(b, words * sizeof(cl_uint));
}

size_t cliv_local_bytes_of_bits(const cliv_build *b)
{
    const size_t items = (size_t)b->tuning.nt * b->tuning.vt;
    return cliv_ceil_div(items, 32) * 2 * sizeof(cl_uint) + cliv_local_bytes_of_scan(b, sizeof(cl_uint));
}
