/* SPDX-License-Identifier: Apache-2.0 */
/* Merge the logs of many machines, each sorted by time, into one log. */
#include "recipe.h"

int main(int argc, char **argv)
{
    begin(argc, argv, 8);
    const size_t machines = few ? 4 : n / 50 + 1;
    cl_int *machine = new_ints("machine", n, (const cl_int[]){0, 0, 0, 1, 1, 3, 3, 3}, machines),
           *times = new_ints("time", n, (const cl_int[]){3, 7, 9, 1, 8, 2, 2, 5}, n);
    cl_int *starts = new_memory(machines + 1, sizeof *starts), *own = new_memory(n, sizeof *own),
           *logs = new_memory(n, sizeof *logs);
    for (size_t i = 0; i < n; ++i)
        ++starts[machine[i] + 1];
    for (size_t m = 0; m < machines; ++m)
        starts[m + 1] += starts[m];
    const sorted_key *const by_time = host_order(times, n); /* distributed in the order of time */
    cl_int *next = new_memory(machines, sizeof *next);
    for (size_t i = 0; i < n; ++i) {
        const cl_int m = machine[by_time[i].at], at = starts[m] + next[m]++;
        logs[at] = by_time[i].key;
        own[at] = m;
    }
    cliv_array time = new_array(&cliv_int, n, logs), where = new_array(&cliv_int, n, own),
               start = new_array(&cliv_int, machines, starts), merged = new_array(&cliv_int, n, NULL),
               merged_where = new_array(&cliv_int, n, NULL);

    /* Log m begins at start[m]. The last log ends at the end of the array. A log may be empty. */
    CHECK(cliv_merge_runs_pairs(ctx, queue, time, where, start, merged, merged_where, NULL, 0, NULL,
                                NULL));

    const sorted_key *const order = host_order(logs, n); /* of equal times, the lower machine first */
    cl_int *expected = new_memory(n, sizeof *expected),
           *expected_where = new_memory(n, sizeof *expected_where);
    for (size_t i = 0; i < n; ++i) {
        expected[i] = order[i].key;
        expected_where[i] = own[order[i].at];
    }
    compare("merged", merged, expected);
    compare("where", merged_where, expected_where);
    return finish();
}
