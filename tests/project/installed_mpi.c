/* SPDX-License-Identifier: Apache-2.0 */
/* A program that uses the installed libclinterval_mpi: ranks have 1000 and more numbers each, and add up all of them.
 * See install.sh. */
#include <clinterval/mpi.h>

#include <stdio.h>

static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n", what, cliv_last_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    cliv_context *ctx;
    cliv_world *world;
    check(cliv_world_context(MPI_COMM_WORLD, NULL, &ctx), "cliv_world_context");
    check(cliv_world_create(MPI_COMM_WORLD, ctx, NULL, &world), "cliv_world_create");
    const int rank = cliv_world_rank(world), size = cliv_world_size(world);
    const size_t count = 1000 + (size_t)rank;

    cl_ulong first, total, sum = 0, expected = 0;
    check(cliv_mpi_place(world, count, &first, &total), "cliv_mpi_place");
    cliv_array result;
    check(cliv_array_create(ctx, &cliv_ulong, 1, NULL, &result), "cliv_array_create");
    check(cliv_mpi_reduce(world, cliv_context_queue(ctx), cliv_generate(&cliv_ulong, "i", count), result, &cliv_add),
          "cliv_mpi_reduce");
    check(cliv_array_read(cliv_context_queue(ctx), result, &sum), "cliv_array_read");
    for (cl_ulong r = 0; r < (cl_ulong)size; ++r)
        expected += (1000 + r) * (999 + r) / 2;
    const int wrong = size < 2 || total < (cl_ulong)size * 1000 || sum != expected;
    printf("rank %d of %d, %lu numbers from the %luth of %lu on: the sum is %lu%s\n", rank, size, (unsigned long)count,
           (unsigned long)first, (unsigned long)total, (unsigned long)sum, wrong ? ", which is wrong" : "");

    cliv_array_release(&result);
    cliv_world_destroy(world);
    cliv_context_destroy(ctx);
    MPI_Finalize();
    return wrong;
}
