/* SPDX-License-Identifier: Apache-2.0 */
/* Searches for cuts with one sample per window and round, as in worlds of 182 ranks or more. The library of this
 * program never takes more samples. Needs three ranks. */
#include "mpi_checks.h"

#include <stdio.h>

/* Sorts a permutation of 0 … total - 1; `counts` has the key count of each rank. */
static void sort(const size_t counts[3])
{
    const cl_ulong total = counts[0] + counts[1] + counts[2], r = (cl_ulong)fx.rank;
    const cl_ulong begin = total * r / 3, end = total * (r + 1) / 3;
    const cl_ulong first = fx.rank == 0 ? 0 : fx.rank == 1 ? counts[0] : counts[0] + counts[1];
    const cliv_array numbers[] = {cliv_constant("first", &cliv_ulong, &first),
                                  cliv_constant("total", &cliv_ulong, &total)};
    const cliv_array keys =
        cliv_generate_from(&cliv_int, "(int)((first + i) * 7919 % total)", counts[fx.rank], numbers, 2);
    cliv_array sorted = CLIV_NONE;
    cl_int is[4096];
    if (!CHECK(cliv_mpi_sort_keys(fx.world, fx.queue, keys, NULL, &sorted) == CLIV_SUCCESS))
        return;
    CHECK(sorted.count == end - begin && sorted.count <= sizeof is / sizeof *is);
    CHECK(cliv_array_read(fx.queue, sorted, is) == CLIV_SUCCESS);
    bool right = true;
    for (size_t i = 0; i < sorted.count; ++i)
        right = right && is[i] == (cl_int)(begin + i);
    CHECK(right);
    cliv_array_release(&sorted);
}

/* Keys on one rank, on all ranks, on some ranks. */
static void sorts(void)
{
    const size_t counts[][3] = {{5, 0, 0},    {0, 5, 0},    {0, 0, 5},       {7, 1, 1},      {5000, 0, 0},
                                {0, 0, 5000}, {0, 4000, 1}, {2000, 0, 3000}, {500, 500, 500}};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k)
        sort(counts[k]);
}

/* Unsorted inputs are invalid, but no rank may hang. */
static void unsorted(void)
{
    const char *const texts[] = {"(int)((i * 104729 + 5) % 1009)", "(int)(i * 7919 % 1009)", "-(int)i"};
    const cliv_array keys = cliv_generate(&cliv_int, texts[fx.rank], 5000);
    cliv_array output = CLIV_NONE;
    const cliv_status status = cliv_mpi_merge(fx.world, fx.queue, keys, keys, NULL, &output);
    CHECK(mpi_all(status == CLIV_SUCCESS) || mpi_all(status == CLIV_CHECK_FAILED && !output.type));
    cliv_array_release(&output);
    CHECK(mpi_world_works(fx.world, fx.rank, fx.size));
}

int main(int argc, char **argv)
{
    mpi_fixture_open(&argc, &argv);
    if (fx.size != 3) {
        fprintf(stderr, "test_mpi_samples is made for three ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    sorts();
    unsorted();
    return mpi_fixture_close();
}
