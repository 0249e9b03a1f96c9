/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the tuning table that a context uses. The bench calls this function because it uses public headers
 * only. */
#include "../bench/bench.h"
#include "runtime/context_inside.h"
#include "runtime/tuning_row.h"

bench_table_row bench_row_in_use(const void *ctx, const char *family, size_t bytes, size_t items)
{
    const cliv_context *const c = ctx;
    const cliv_tuning *const row = cliv_tuning_find(&c->tuning, &c->device, family, bytes, items);
    return (bench_table_row){row->bytes, row->nt, row->vt, row->mode, row->items};
}
