/* SPDX-License-Identifier: Apache-2.0 */
/* Launches of lists of phases. */
#include "grid/phases.h"

cliv_schedule cliv_build_schedule(cliv_build *b)
{
    const cliv_schedule schedule = b->tuning.variant == CLIV_VARIANT_COOPERATIVE ? CLIV_COOPERATIVE
                                   : b->tuning.nt == 1                           ? CLIV_ONE_GROUP
                                                                                 : CLIV_LAUNCHES;
    cliv_build_define(b, "CLIV_SCHEDULE", schedule);
    return schedule;
}

cliv_status cliv_run_phase(const cliv_phases *p, const char *kernel, cliv_grid grid, cl_uint turn, bool last)
{
    return cliv_launch(p->call, p->build, kernel, grid, last, IF(p->turns, U32(turn)), MORE(p->arguments));
}

cliv_status cliv_run_phases(const cliv_phases *p, const cliv_phase_list *list, bool last)
{
    const bool cooperates = p->schedule == CLIV_COOPERATIVE;
    cl_uint turn = 0;
    if (!cooperates && list->begin.kernel)
        CLIV_PASS(cliv_run_phase(p, list->begin.kernel, cliv_groups(list->begin.groups), 0, false));
    if (cooperates || p->schedule == CLIV_ONE_GROUP || !list->phases)
        return cliv_run_phase(p, list->whole.kernel, cliv_groups(cooperates ? list->whole.groups : 1), 0, last);
    for (size_t k = 0; k < list->count; ++k) {
        const cliv_phase *const phase = &list->phases[k];
        const cl_uint end = turn + phase->turns;
        do /* a phase without turns gets the count of earlier turns, and does not increase the count */
            CLIV_PASS(cliv_run_phase(p, phase->kernel, cliv_groups(phase->groups), turn,
                                     last && k + 1 == list->count && turn + 1 >= end));
        while (phase->turns && ++turn < end);
    }
    return CLIV_SUCCESS;
}
