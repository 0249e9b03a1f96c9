/* SPDX-License-Identifier: Apache-2.0 */
/* The demo's sort, join and group-by. The keys of the join and the group-by come from a permutation of the numbers
 * below n, so a formula predicts every row of the results. */
#include "demo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* i * step_of(n) % n is a permutation of 0 … n - 1. */
static cl_ulong step_of(cl_ulong n)
{
    for (cl_ulong step = (cl_ulong)(0.6180339887 * 1e9) | 1;; step += 2) {
        cl_ulong a = n, b = step;
        while (b != 0) {
            const cl_ulong rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return step % n;
    }
}

/* Checks that the last key of each rank is not after the first key of the next rank that has keys. */
static bool ends_are_sorted(const session *s, cliv_array keys)
{
    cl_uint mine[3] = {keys.count > 0, 0, 0}, before = 0;
    cl_uint *const all = app_allocate((size_t)s->size, sizeof mine);
    if (!all)
        session_own("sort", CLIV_OUT_OF_MEMORY);
    if (mine[0]) {
        session_own("cliv_array_read", cliv_array_read(s->queue, cliv_slice(keys, 0, 1), &mine[1]));
        session_own("cliv_array_read", cliv_array_read(s->queue, cliv_slice(keys, keys.count - 1, 1), &mine[2]));
    }
    MPI_Allgather(mine, 3, MPI_UINT32_T, all, 3, MPI_UINT32_T, MPI_COMM_WORLD);
    bool sorted = true;
    for (int r = 0; r < s->size; ++r) {
        if (!all[3 * r])
            continue;
        sorted &= all[3 * r + 1] >= before;
        before = all[3 * r + 2];
    }
    free(all);
    return sorted;
}

void demo_sort(const session *s, cl_ulong n, demo_part *part)
{
    size_t count;
    const cl_ulong first = session_share(s, n, &count);
    cliv_array sorted = CLIV_NONE;
    session_agreed(s, "cliv_mpi_sort_keys",
                   cliv_mpi_sort_keys(s->world, s->queue,
                                      session_sequence(&cliv_uint, "tool_mix(i)", first, count, NULL, 0), NULL,
                                      &sorted));
    phases_add(&part->times, s);
    const cliv_array keys = cliv_named("keys", sorted);
    const cl_ulong hash_before = session_sum(s, "tool_mix((uint)tool_mix(i))", first, count, NULL, 0);
    const cl_ulong hash_behind = session_sum(s, "tool_mix(keys[i])", 0, sorted.count, &keys, 1);
    const cl_ulong wrong =
        session_sum(s, "keys[i] > keys[i + 1]", 0, sorted.count > 0 ? sorted.count - 1 : 0, &keys, 1);
    const cl_ulong total = session_sum(s, "1", 0, sorted.count, NULL, 0);
    part->right = total == n && wrong == 0 && ends_are_sorted(s, sorted) && hash_before == hash_behind;
    snprintf(part->done, sizeof part->done, "%" PRIu64 " random keys are sorted, and none is missing", (uint64_t)n);
    cliv_array_release(&sorted);
}

/* A sorted column of the expression's values, which the expression produces in permuted order. */
static cliv_array sorted_column(const session *s, const char *expression, cl_ulong rows, phases *times)
{
    size_t count;
    const cl_ulong first = session_share(s, rows, &count), step = step_of(rows);
    const cliv_array given[] = {cliv_constant("rows", &cliv_ulong, &rows), cliv_constant("factor", &cliv_ulong, &step)};
    cliv_array sorted = CLIV_NONE;
    session_agreed(s, "cliv_mpi_sort_keys",
                   cliv_mpi_sort_keys(s->world, s->queue,
                                      session_sequence(&cliv_uint, expression, first, count, given, 2), NULL, &sorted));
    phases_add(times, s);
    return sorted;
}

/* The larger table has n / 4 rows, in which every key below n / 32 occurs eight times. The smaller table has three of
 * four keys. Both tables and the memory of the join are about n numbers. */
void demo_join(const session *s, cl_ulong n, demo_part *part)
{
    const cl_ulong many = n / 4, few = 3 * (many / 32), expected = 8 * few;
    cliv_array a = sorted_column(s, "i * factor % rows / 8", many, &part->times);
    cliv_array b = sorted_column(s, "i * factor % rows / 3 * 4 + i * factor % rows % 3", few, &part->times);
    cliv_array a_rows = CLIV_NONE, b_rows = CLIV_NONE;
    session_agreed(s, "cliv_mpi_join", cliv_mpi_join(s->world, s->queue, CLIV_INNER, a, b, NULL, &a_rows, &b_rows));
    phases_add(&part->times, s);
    cl_ulong first, total;
    session_agreed(s, "cliv_mpi_place", cliv_mpi_place(s->world, a_rows.count, &first, &total));
    const cliv_array given[] = {cliv_named("a", a_rows), cliv_named("b", b_rows),
                                cliv_constant("first", &cliv_ulong, &first)};
    const cl_ulong wrong = session_sum(
        s, "b[i] != (i + first) / 8 || a[i] != (i + first) / 8 / 3 * 32 + (i + first) / 8 % 3 * 8 + (i + first) % 8", 0,
        a_rows.count, given, 3);
    const cl_ulong b_total = session_sum(s, "1", 0, b_rows.count, NULL, 0);
    part->right = total == expected && b_total == expected && wrong == 0;
    snprintf(part->done, sizeof part->done, "%" PRIu64 " rows and %" PRIu64 " have %" PRIu64 " pairs", (uint64_t)many,
             (uint64_t)few, (uint64_t)total);
    cliv_array_release(&a);
    cliv_array_release(&b);
    cliv_array_release(&a_rows);
    cliv_array_release(&b_rows);
}

/* Groups of 16 values: 0 … 15, plus the group's key modulo 7. */
#define VALUE_OF_GROUP "(i * factor % rows % 16 + i * factor % rows / 16 % 7)"

void demo_group_by(const session *s, cl_ulong n, demo_part *part)
{
    size_t count;
    const cl_ulong first = session_share(s, n, &count), step = step_of(n);
    const cliv_array given[] = {cliv_constant("rows", &cliv_ulong, &n), cliv_constant("factor", &cliv_ulong, &step)};
    cliv_array keys = CLIV_NONE, values = CLIV_NONE, groups = CLIV_NONE, sums = CLIV_NONE;
    session_agreed(s, "cliv_mpi_sort_pairs",
                   cliv_mpi_sort_pairs(s->world, s->queue,
                                       session_sequence(&cliv_uint, "i * factor % rows / 16", first, count, given, 2),
                                       session_sequence(&cliv_uint, VALUE_OF_GROUP, first, count, given, 2), NULL,
                                       &keys, &values));
    phases_add(&part->times, s);
    session_agreed(s, "cliv_mpi_reduce_by_key",
                   cliv_mpi_reduce_by_key(s->world, s->queue, keys, values, &cliv_add, NULL, &groups, &sums));
    phases_add(&part->times, s);
    cl_ulong place, total;
    session_agreed(s, "cliv_mpi_place", cliv_mpi_place(s->world, groups.count, &place, &total));
    const cliv_array made[] = {cliv_named("groups", groups), cliv_named("sums", sums),
                               cliv_constant("place", &cliv_ulong, &place)};
    const cl_ulong wrong =
        session_sum(s, "groups[i] != i + place || sums[i] != 120 + (i + place) % 7 * 16", 0, groups.count, made, 3);
    const cl_ulong sum = session_sum(s, "sums[i]", 0, sums.count, made, 2);
    const cl_ulong sum_of_values = session_sum(s, VALUE_OF_GROUP, first, count, given, 2);
    part->right = total == n / 16 && wrong == 0 && sum == sum_of_values;
    snprintf(part->done, sizeof part->done, "%" PRIu64 " values in %" PRIu64 " groups add up to %" PRIu64, (uint64_t)n,
             (uint64_t)total, (uint64_t)sum);
    cliv_array_release(&keys);
    cliv_array_release(&values);
    cliv_array_release(&groups);
    cliv_array_release(&sums);
}
