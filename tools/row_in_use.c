/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the tuning table that a context uses, and the promises of its device. The bench calls these
 * functions because it uses public headers only. */
#include "../bench/bench.h"
#include "runtime/context_inside.h"
#include "runtime/tuning.h"

bench_table_row bench_row_in_use(const void *ctx, unsigned family, size_t bytes, size_t items)
{
    const cliv_context *const c = ctx;
    const cliv_tuning *const row = cliv_tuning_row(&c->rows, (cliv_family)family, bytes, items);
    return (bench_table_row){row->bytes, row->nt, row->vt, row->variant, row->items};
}

bench_promises bench_promises_in_use(const void *ctx)
{
    const cliv_device *const device = &((const cliv_context *)ctx)->device;
    const cliv_promises now = device->promises, own = cliv_device_promises(device);
    return (bench_promises){now.visibility, now.progress,
                            now.visibility != own.visibility || now.progress != own.progress};
}
