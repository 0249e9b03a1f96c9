/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules of the phases of a call. cl/grid/cliv_phases.clh generates the kernels of a list of phases, and
 * cliv_run_phases() launches them. */
#ifndef CLIV_PHASES_H
#define CLIV_PHASES_H

#include "runtime/call.h"

#include "grid/cliv_schedule.clh"

typedef unsigned cliv_schedule;
/* The schedule that the tuning row and the device allow: a cooperative grid; one group if NT is 1; else launches.
 * Defines CLIV_SCHEDULE. */
cliv_schedule cliv_build_schedule(cliv_build *);

/* The data that all launches of a program share. */
typedef struct cliv_phases {
    cliv_call *call;
    const cliv_build *build;
    cliv_schedule schedule;
    bool turns;                     /* the first argument of all kernels is the turn */
    const cliv_argument *arguments; /* of all kernels, after the turn */
} cliv_phases;
typedef struct cliv_phase {
    const char *kernel;
    size_t groups;
    cl_uint turns; /* the count of turns of an entry TURNS; 0 for other entries */
} cliv_phase;
typedef struct cliv_phase_list {
    cliv_phase whole;         /* the kernel of the whole list, with the count of groups of a grid */
    cliv_phase begin;         /* the phase of BEGIN; without a kernel if the list has none */
    const cliv_phase *phases; /* all other phases; NULL: without a grid, one group runs them */
    size_t count;
} cliv_phase_list;
/* Launches a list. `last`: the list has the last launch of the call. */
cliv_status cliv_run_phases(const cliv_phases *, const cliv_phase_list *, bool last);
/* Launches the kernel of a phase outside a list, for a turn if the kernels have turns. */
cliv_status cliv_run_phase(const cliv_phases *, const char *kernel, cliv_grid, cl_uint turn, bool last);

#endif
