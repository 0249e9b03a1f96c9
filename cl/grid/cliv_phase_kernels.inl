/* SPDX-License-Identifier: Apache-2.0 */
/* The macros that generate kernels from phases: CLIV_PHASE_KERNEL(), CLIV_EACH_AND_ONE(), CLIV_PHASES() and
 * CLIV_GROUP_PHASES(). See cliv_phases.clh. */

#ifndef CLIV_PHASE_GROUP
#define CLIV_PHASE_GROUP CLIV_GROUP
#endif
#ifndef CLIV_TURN
#define CLIV_TURN 0
#endif
#ifndef CLIV_ARRIVING
#define CLIV_ARRIVING(w) get_num_groups(0)
#endif

/* ---- a kernel per phase ---- */

#define CLIV_PHASE_KERNEL(name)                                              \
    __kernel CLIV_PHASE_GROUP void name(CLIV_WORK_PARAMS CLIV_ARRAYS_PARAMS) \
    {                                                                        \
        const cliv_arrays arrays = CLIV_ARRAYS;                              \
        const cliv_work w = CLIV_WORK;                                       \
        cliv_state state;                                                    \
        __local cliv_##name##_memory memory;                                 \
        cliv_wg_##name(w, cliv_own_share(), CLIV_TURN, &state, &memory);     \
    }
#define CLIV_KERNEL_BEGIN(name, member, shares, initial) CLIV_PHASE_KERNEL(name)
#define CLIV_KERNEL_JOIN(name, member, needed, initial)
#define CLIV_KERNEL_TURNS(name, member, count, conclude) CLIV_PHASE_KERNEL(name)
#define CLIV_KERNEL_PHASE(name, member) CLIV_PHASE_KERNEL(name)
#define CLIV_NO_TURNS(name, member, count, conclude)
#define CLIV_NO_PHASE(name, member)

/* ---- a phase of all groups, then a phase of the group that arrives last ---- */

#if CLIV_SCHEDULE == CLIV_LAST_GROUP
#define CLIV_EACH_AND_ONE(each, one)                                                        \
    __kernel CLIV_PHASE_GROUP void each(CLIV_WORK_PARAMS CLIV_ARRAYS_PARAMS)                \
    {                                                                                       \
        const cliv_arrays arrays = CLIV_ARRAYS;                                             \
        const cliv_work w = CLIV_WORK;                                                      \
        const uint arriving = CLIV_GROUPS_MAY_LEAVE ? CLIV_ARRIVING(w) : get_num_groups(0); \
        cliv_state state;                                                                   \
        __local union {                                                                     \
            cliv_##each##_memory each;                                                      \
            cliv_##one##_memory one;                                                        \
        } memory;                                                                           \
        __local uint last;                                                                  \
        cliv_wg_##each(w, cliv_own_share(), CLIV_TURN, &state, &memory.each);               \
        if (CLIV_COUNTED && get_group_id(0) >= arriving)                                    \
            return;                                                                         \
        const cliv_share share = {0, cliv_wg_is_last_block(w.states, arriving, &last)};     \
        if (CLIV_GROUPS_MAY_LEAVE && !share.groups)                                         \
            return;                                                                         \
        cliv_wg_##one(w, share, CLIV_TURN, &state, &memory.one);                            \
    }
#else
#define CLIV_EACH_AND_ONE(each, one) CLIV_PHASE_KERNEL(each)
#endif

/* ---- a kernel for the whole list: BEGIN or JOIN opens two blocks, and LAST closes them ---- */

#define CLIV_RUN_BEGIN(name, member, shares, initial) CLIV_RUN_FIRST(name, member, CLIV_DRAWN(shares), initial)
#define CLIV_RUN_JOIN(name, member, is_needed, initial) \
    needed = (is_needed);                               \
    CLIV_RUN_FIRST(name, member, needed ? get_num_groups(0) : 0, initial)
#define CLIV_RUN_FIRST(name, member, shares, initial)                        \
    state = initial;                                                         \
    if (needed || !CLIV_GROUPS_MAY_LEAVE) {                                  \
        cliv_grid grid = cliv_wg_begin_grid(w.states, shares, &memory.grid); \
        for (uint turn = 0; grid.tile < grid.tiles; ++turn) {                \
            const cliv_share drawn = {grid.tile, grid.tiles};                \
            cliv_wg_##name(w, drawn, turn, &state, &memory.member);          \
            cliv_wg_next_tile(&grid, &memory.grid);                          \
        }                                                                    \
        cliv_wg_grid_barrier(&grid, &memory.grid);                           \
        if (needed)                                                          \
            share = cliv_share_of_grid(&grid);                               \
        state = initial;                                                     \
        if (grid.arriving || !CLIV_GROUPS_MAY_LEAVE) {
#define CLIV_RUN_TURNS(name, member, count, conclude)                   \
    for (uint turn = 0, end = (count); turn < end; ++turn) {            \
        cliv_wg_##name(w, share, turn, &state, &memory.member);         \
        cliv_wg_grid_barrier(&grid, &memory.grid);                      \
        const bool goes_on = conclude(w, turn, &state, &memory.member); \
        if (CLIV_GROUPS_MAY_LEAVE && !goes_on)                          \
            break;                                                      \
    }
#define CLIV_RUN_PHASE(name, member)                     \
    cliv_wg_##name(w, share, 0, &state, &memory.member); \
    cliv_wg_grid_barrier(&grid, &memory.grid);
#define CLIV_RUN_LAST(name, member) \
    cliv_serial_end_grid(&grid);    \
    }                               \
    }                               \
    cliv_wg_##name(w, share, 0, &state, &memory.member);
#define CLIV_LIST_KERNEL(name, LIST)                                                       \
    __kernel CLIV_PHASE_GROUP void name(CLIV_WORK_PARAMS CLIV_ARRAYS_PARAMS)               \
    {                                                                                      \
        const cliv_arrays arrays = CLIV_ARRAYS;                                            \
        const cliv_work w = CLIV_WORK;                                                     \
        __local cliv_##name##_memory memory;                                               \
        bool needed = true;                                                                \
        cliv_share share = cliv_own_share();                                               \
        cliv_state state;                                                                  \
        LIST(CLIV_RUN_BEGIN, CLIV_RUN_JOIN, CLIV_RUN_TURNS, CLIV_RUN_PHASE, CLIV_RUN_LAST) \
    }

/* ---- the kernels of a list. CLIV_PHASES(): in any schedule. CLIV_GROUP_PHASES(): the same, but in launches one group
 * ---- runs all phases except the first ---- */

#if CLIV_SCHEDULE == CLIV_COOPERATIVE
#define CLIV_GROUP_PHASES(name, LIST) CLIV_LIST_KERNEL(name, LIST)
#else
#define CLIV_GROUP_PHASES(name, LIST)                                                      \
    LIST(CLIV_KERNEL_BEGIN, CLIV_KERNEL_JOIN, CLIV_NO_TURNS, CLIV_NO_PHASE, CLIV_NO_PHASE) \
    CLIV_LIST_KERNEL(name, LIST)
#endif
#if CLIV_SCHEDULE == CLIV_LAUNCHES
#define CLIV_PHASES(name, LIST) \
    LIST(CLIV_KERNEL_BEGIN, CLIV_KERNEL_JOIN, CLIV_KERNEL_TURNS, CLIV_KERNEL_PHASE, CLIV_KERNEL_PHASE)
#else
#define CLIV_PHASES(name, LIST) CLIV_GROUP_PHASES(name, LIST)
#endif
