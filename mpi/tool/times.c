/* SPDX-License-Identifier: Apache-2.0 */
#include "tool.h"

const char *const phase_names[PHASE_COUNT] = {"local", "splitters", "exchange", "merge"};

void phases_add(phases *p, const session *s)
{
    const cliv_world_times times = cliv_world_last_times(s->world);
    p->total += times.total;
    p->of[PHASE_LOCAL] += times.local;
    p->of[PHASE_SPLITTERS] += times.splitters;
    p->of[PHASE_EXCHANGE] += times.exchange;
    p->of[PHASE_MERGE] += times.merge;
    p->sent += (double)times.sent;
}

phases phases_most(phases p)
{
    double of_all[PHASE_COUNT + 2] = {p.total, p.sent};
    for (int k = 0; k < PHASE_COUNT; ++k)
        of_all[k + 2] = p.of[k];
    MPI_Allreduce(MPI_IN_PLACE, of_all, PHASE_COUNT + 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    p.total = of_all[0];
    p.sent = of_all[1];
    for (int k = 0; k < PHASE_COUNT; ++k)
        p.of[k] = of_all[k + 2];
    return p;
}
