/* SPDX-License-Identifier: Apache-2.0 */
/* The peers' arrays of group-by: keys of ints, or of ints and bytes, with int values. */
#include "peer_groups.h"

bool bench_group_work(peer_work *p, const test_work *work, bench_results *all)
{
    peer_groups *g = &p->groups;
    const bool two = bench_array_named(work, "second keys") != NULL;
    if (work->c.index != &test_int)
        return false;
    g->count = work->c.n;
    g->keys = bench_ints(work, "keys");
    g->seconds = bench_contents(work, "second keys", &test_uchar);
    g->values = bench_ints(work, "values");
    g->unique = bench_room_for(all, work, "unique keys", &test_int);
    g->unique_seconds = bench_room_for(all, work, "unique second keys", &test_uchar);
    g->sums = bench_room_for(all, work, "sums", &test_int);
    g->least = bench_room_for(all, work, "least", &test_int);
    g->greatest = bench_room_for(all, work, "greatest", &test_int);
    g->counts = bench_room_for(all, work, "row counts", &test_int);
    return g->keys && g->values && g->unique && g->sums && g->counts &&
           (!two || (g->seconds && g->unique_seconds && g->least && g->greatest)) && bench_sized_result(p, work, all);
}
