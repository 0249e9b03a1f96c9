/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that select the k smallest of n numbers. */
#include "cliv_select_digits.clh"

#include "cliv_phase_kernels.inl"

/* The bound from the sample. Without a cooperative grid, one group finds it. */
#define CLIV_SELECT_BOUND(BEGIN, JOIN, TURNS, PHASE, LAST)                                                      \
    BEGIN(select_draw, bins.digit, get_num_groups(0), cliv_nothing_known(w.numbers.rank, CLIV_HAS_WORK(share))) \
    TURNS(select_sampled, bins, cliv_levels_of(w.numbers.place_bits), cliv_wg_find_sampled)                     \
    LAST(select_store, bins.digit)
typedef struct {
    CLIV_GRID_MEMORY
    cliv_select_memory bins;
} cliv_select_bound_memory;
CLIV_GROUP_PHASES(select_bound, CLIV_SELECT_BOUND)

/* The candidates by this bound. */
CLIV_PHASE_KERNEL(select_gather)

/* The candidates by the digits of key k, if the bound does not suffice, and their ranks. */
#define CLIV_SELECT_FINISH(BEGIN, JOIN, TURNS, PHASE, LAST)                                                 \
    JOIN(select_clear, digits.bins.digit, cliv_bound_fails(w),                                              \
         cliv_nothing_known(w.k - 1, needed && CLIV_HAS_WORK(share)))                                       \
    TURNS(select_digit, digits.bins, needed ? cliv_levels_of(w.numbers.place_bits) : 0, cliv_wg_find_digit) \
    PHASE(select_by_digits, digits)                                                                         \
    LAST(select_rank, ranking)
typedef struct {
    CLIV_GRID_MEMORY
    cliv_select_by_digits_memory digits;
    cliv_select_rank_memory ranking;
} cliv_select_finish_memory;
CLIV_PHASES(select_finish, CLIV_SELECT_FINISH)

#if NT > 1
/* Each group: ranks CLIV_RANK_ITEMS of few keys. */
CLIV_PHASE_KERNEL(select_few)
#endif

/* Work-item i: writes output i from the sorted candidates. */
__kernel void select_take(CLIV_WORK_PARAMS CLIV_ARRAYS_PARAMS)
{
    const cliv_arrays arrays = CLIV_ARRAYS;
    const cliv_work w = CLIV_WORK;
    const uint i = get_global_id(0);
    if (i < w.k)
        cliv_put_selected(w.arrays, i, cliv_candidate_position(w.candidates, i));
}
