/* SPDX-License-Identifier: Apache-2.0 */
/* Worlds: their options, their memory, worlds of a part of a communicator, and contexts by rank. Needs three ranks. */
#include "mpi_checks.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ON(number, there, elsewhere) (fx.rank == (number) ? (there) : (elsewhere))

static cliv_world *const untouched = (cliv_world *)(uintptr_t)64;

static cliv_status create(const cliv_world_options *options, cliv_world **world)
{
    *world = untouched;
    return cliv_world_create(MPI_COMM_WORLD, fx.ctx, options, world);
}

/* ---- user-defined staging memory ---- */

typedef struct allocator {
    int created, released;
    size_t bytes;
    void *memory;
    bool has_none;
} allocator;

static void *create_staging(cliv_context *ctx, size_t bytes, void *user)
{
    allocator *const a = user;
    ++a->created;
    a->bytes = bytes;
    CHECK(ctx == fx.ctx && bytes > 0);
    a->memory = a->has_none ? NULL : malloc(bytes);
    return a->memory;
}

static void release_staging(void *memory, void *user)
{
    allocator *const a = user;
    ++a->released;
    CHECK(memory == a->memory);
    free(memory);
}

static void staging(void)
{
    allocator a = {0};
    cliv_world_options options = {
        .chunk = 4096, .staging_create = create_staging, .staging_release = release_staging, .user = &a};
    cliv_world *world;
    CHECK(create(&options, &world) == CLIV_SUCCESS && world != untouched);
    CHECK(mpi_world_works(world, fx.rank, fx.size) && mpi_world_works(world, fx.rank, fx.size));
    CHECK(a.created == 1 && a.released == 0);
    cliv_world_destroy(world);
    CHECK(a.created == 1 && a.released == 1);

    a = (allocator){.has_none = fx.rank == 1}; /* rank 1 has no staging memory */
    FAILED(create(&options, &world), CLIV_OUT_OF_MEMORY, "cliv_world_create: rank 1: ");
    CHECK(world == untouched && a.created == 1 && a.released == (fx.rank != 1));

    a = (allocator){0};
    options.staging_release = NULL;
    FAILED(create(&options, &world), CLIV_INVALID_ARGUMENT, "staging_release");
    FAILED(create(ON(2, &options, NULL), &world), CLIV_INVALID_ARGUMENT, "rank 2: ");
    options.staging_release = release_staging;
    FAILED(create(ON(2, &options, NULL), &world), CLIV_INVALID_ARGUMENT,
           "staging_create"); /* all ranks or no rank must have callbacks */
    CHECK(world == untouched && a.created == a.released);
}

/* ---- memory limits ---- */

/* Does the world keep a recycled array of the size? */
static bool is_kept(cliv_world *world, size_t bytes)
{
    cliv_array array = CLIV_NONE;
    cl_uint references = 0;
    CHECK(cliv_array_create(fx.ctx, &cliv_char, bytes, NULL, &array) == CLIV_SUCCESS);
    const cl_mem buffer = array.buffer;
    CHECK(clRetainMemObject(buffer) == CL_SUCCESS);
    cliv_world_recycle(world, &array);
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL) == CL_SUCCESS);
    CHECK(clReleaseMemObject(buffer) == CL_SUCCESS);
    return references > 1;
}

static void memory(void)
{
    const size_t bytes = MPI_NUMBERS * sizeof(cl_int);
    cliv_world_options options = {.memory = ON(1, bytes, 0)};
    cliv_world *world;
    cliv_array output = CLIV_NONE;
    CHECK(create(&options, &world) == CLIV_SUCCESS);
    FAILED(cliv_mpi_sort_keys(world, fx.queue, fx.numbers, NULL, &output), CLIV_OUT_OF_MEMORY,
           "cliv_mpi_sort_keys: rank 1: ");
    CHECK(strstr(cliv_last_error(), "bytes") != NULL);
    CHECK(!output.type);
    /* A call that needs memory for its output only fits the limit, and a small sort does. */
    CHECK(cliv_mpi_rebalance(world, fx.queue, fx.numbers, &output) == CLIV_SUCCESS && output.count == MPI_NUMBERS);
    cliv_array_release(&output);
    CHECK(cliv_mpi_sort_keys(world, fx.queue, fx.few, NULL, &output) == CLIV_SUCCESS && output.count == MPI_FEW);
    cliv_array_release(&output);
    cliv_world_destroy(world);
    options.memory = 100 * bytes;
    CHECK(create(&options, &world) == CLIV_SUCCESS && mpi_world_works(world, fx.rank, fx.size));
    cliv_world_trim(world);
    CHECK(!is_kept(world, 100 * bytes + 1) && is_kept(world, 60 * bytes) && !is_kept(world, 50 * bytes));
    cliv_world_destroy(world);
}

/* ---- communicators ---- */

static void communicators(void)
{
    cliv_world *world = untouched;
    MPI_Comm some, halves, inter;
    CHECK(cliv_world_create(MPI_COMM_NULL, fx.ctx, NULL, &world) == CLIV_INVALID_ARGUMENT && world == untouched);
    FAILED(cliv_world_create(MPI_COMM_WORLD, ON(1, NULL, fx.ctx), NULL, &world), CLIV_INVALID_ARGUMENT,
           "cliv_world_create: rank 1: context");
    FAILED(cliv_world_create(MPI_COMM_WORLD, fx.ctx, NULL, ON(0, NULL, &world)), CLIV_INVALID_ARGUMENT,
           "cliv_world_create: rank 0: world");
    CHECK(world == untouched);

    /* Ranks 0 and 2 in reverse order. */
    MPI_Comm_split(MPI_COMM_WORLD, fx.rank == 1 ? MPI_UNDEFINED : 0, -fx.rank, &some);
    if (some != MPI_COMM_NULL) {
        CHECK(cliv_world_create(some, fx.ctx, NULL, &world) == CLIV_SUCCESS);
        MPI_Comm_free(&some); /* the world has a duplicate */
        CHECK(cliv_world_size(world) == 2 && cliv_world_rank(world) == (fx.rank == 0));
        cliv_array output = CLIV_NONE;
        const cliv_array two = cliv_generate(&cliv_int, fx.rank ? "7" : "3", 2);
        cl_int is[2] = {0, 0};
        CHECK(cliv_mpi_rebalance(world, fx.queue, two, &output) == CLIV_SUCCESS && output.count == 2);
        CHECK(cliv_array_read(fx.queue, output, is) == CLIV_SUCCESS && is[0] == (fx.rank ? 7 : 3) && is[1] == is[0]);
        cliv_array_release(&output);
        CHECK(mpi_world_works(world, cliv_world_rank(world), 2) || fx.size != 3);
        cliv_world_destroy(world);
    }
    /* An intercommunicator of rank 0 and the other ranks. */
    MPI_Comm_split(MPI_COMM_WORLD, fx.rank > 0, fx.rank, &halves);
    MPI_Intercomm_create(halves, 0, MPI_COMM_WORLD, fx.rank > 0 ? 0 : 1, 7, &inter);
    world = untouched;
    CHECK(cliv_world_create(inter, fx.ctx, NULL, &world) == CLIV_INVALID_ARGUMENT && world == untouched);
    CHECK(strstr(cliv_last_error(), "intracommunicator") != NULL);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&halves);
    CHECK(mpi_world_works(fx.world, fx.rank, fx.size));
}

/* Worlds of one context are independent, and outputs outlive their world. */
static void several(void)
{
    enum { WORLDS = 3 };
    cliv_world *worlds[WORLDS];
    cliv_array outputs[WORLDS];
    cl_int first = 0;
    for (int k = 0; k < WORLDS; ++k) {
        const cliv_world_options options = {.chunk = (size_t)1 << (12 + (k + fx.rank) % WORLDS)};
        CHECK(create(&options, &worlds[k]) == CLIV_SUCCESS);
    }
    for (int k = WORLDS; k-- > 0;)
        CHECK(cliv_mpi_sort_keys(worlds[k], fx.queue, fx.numbers, NULL, &outputs[k]) == CLIV_SUCCESS);
    for (int k = 0; k < WORLDS; ++k)
        cliv_world_destroy(worlds[k]);
    for (int k = 0; k < WORLDS; ++k) {
        CHECK(cliv_array_read(fx.queue, cliv_slice(outputs[k], 0, 1), &first) == CLIV_SUCCESS);
        CHECK(first == fx.rank * MPI_NUMBERS + 1);
        cliv_array_release(&outputs[k]);
    }
}

/* ---- contexts ---- */

static void contexts(void)
{
    cliv_context *const no_context = (cliv_context *)(uintptr_t)64;
    cliv_context *context = no_context;
    const cliv_context_options unknown = {.device = "no such device"}, checked = {.flags = CLIV_CHECKED};
    FAILED(cliv_world_context(MPI_COMM_WORLD, ON(1, &unknown, NULL), &context), CLIV_NO_DEVICE,
           "cliv_world_context: rank 1: ");
    FAILED(cliv_world_context(MPI_COMM_WORLD, NULL, ON(2, NULL, &context)), CLIV_INVALID_ARGUMENT,
           "cliv_world_context: rank 2: context");
    CHECK(context == no_context);
    CHECK(cliv_world_context(MPI_COMM_NULL, NULL, &context) == CLIV_INVALID_ARGUMENT && context == no_context);

    /* The context's device is the device of the host whose index is the rank's index on the host, modulo the device
     * count. */
    size_t count = 0;
    cl_device_id devices[16];
    CHECK(cliv_context_devices(NULL, devices, 16, &count) == CLIV_SUCCESS && count > 0);
    CHECK(count > 16 || cliv_context_device(fx.ctx) == devices[(size_t)fx.rank % count]);

    /* A checked context checks the data of each rank. */
    if (CHECK(cliv_world_context(MPI_COMM_WORLD, &checked, &context) == CLIV_SUCCESS)) {
        cliv_world *world;
        cliv_array output = CLIV_NONE;
        CHECK(cliv_world_create(MPI_COMM_WORLD, context, NULL, &world) == CLIV_SUCCESS);
        const cl_command_queue queue = cliv_context_queue(context);
        const char *const rising[] = {"i / 7", "100 + i / 7", "200 + i / 7"};
        const cliv_array up = cliv_generate(&cliv_int, rising[fx.rank], 100),
                         down = cliv_generate(&cliv_int, "200 - i", 100);
        CHECK(cliv_mpi_merge(world, queue, up, up, NULL, &output) == CLIV_SUCCESS && output.count == 200);
        cliv_array_release(&output);
        FAILED(cliv_mpi_merge(world, queue, up, ON(1, down, up), NULL, &output), CLIV_CHECK_FAILED,
               "cliv_mpi_merge: rank ");
        CHECK(!output.type);
        /* An array of another context. */
        FAILED(cliv_mpi_rebalance(world, queue, ON(2, fx.few, up), &output), CLIV_INVALID_ARGUMENT, "rank 2: input");
        cliv_world_destroy(world);
        clFinish(queue);
        cliv_context_destroy(context);
    }
}

int main(int argc, char **argv)
{
    mpi_fixture_open(&argc, &argv);
    if (fx.size != 3) {
        fprintf(stderr, "test_mpi_worlds is made for three ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    void (*const tests[])(void) = {staging, memory, communicators, several, contexts};
    for (unsigned k = 0; k < sizeof tests / sizeof *tests; ++k) {
        const long before = mpi_fixture_renew();
        tests[k]();
        CHECK(mpi_fixture_renew() == before);
    }
    return mpi_fixture_close();
}
