/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mpi_checks.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

mpi_fixture fx;
static int failures;
static atomic_long live;

/* ---- wrappers between the libraries and OpenCL, which count memory objects ---- */

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *code)
{
    cl_mem (*create)(cl_context, cl_mem_flags, size_t, void *, cl_int *);
    *(void **)&create = dlsym(RTLD_NEXT, "clCreateBuffer");
    const cl_mem made = create(context, flags, bytes, host, code);
    live += made != NULL;
    return made;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc,
                     void *host, cl_int *code)
{
    cl_mem (*create)(cl_context, cl_mem_flags, const cl_image_format *, const cl_image_desc *, void *, cl_int *);
    *(void **)&create = dlsym(RTLD_NEXT, "clCreateImage");
    const cl_mem made = create(context, flags, format, desc, host, code);
    live += made != NULL;
    return made;
}

cl_int clRetainMemObject(cl_mem memory)
{
    cl_int (*retain)(cl_mem);
    *(void **)&retain = dlsym(RTLD_NEXT, "clRetainMemObject");
    const cl_int code = retain(memory);
    live += code == CL_SUCCESS;
    return code;
}

cl_int clReleaseMemObject(cl_mem memory)
{
    cl_int (*release)(cl_mem);
    *(void **)&release = dlsym(RTLD_NEXT, "clReleaseMemObject");
    const cl_int code = release(memory);
    live -= code == CL_SUCCESS;
    return code;
}

static long live_buffers(void)
{
    clFinish(fx.queue);
    cliv_context_trim(fx.ctx);
    return live;
}

long mpi_fixture_renew(void)
{
    cliv_world_destroy(fx.world);
    const long count = live_buffers();
    if (cliv_world_create(MPI_COMM_WORLD, fx.ctx, NULL, &fx.world)) {
        fprintf(stderr, "rank %d: %s\n", fx.rank, cliv_last_error());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return count;
}

/* ---- checks ---- */

bool mpi_note(bool good, const char *what, const char *file, int line)
{
    if (!good) {
        printf("FAILED %s:%d: rank %d: %s (the last error: %s)\n", file, line, fx.rank, what, cliv_last_error());
        fflush(stdout);
        ++failures;
    }
    return good;
}

bool mpi_all(bool good)
{
    int mine = good, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

void mpi_refused(cliv_status status, cliv_status wanted, const char *text, bool works, const char *call, int line)
{
    enum { LENGTH = 1000 };
    char mine[LENGTH] = "", first[LENGTH] = "";
    snprintf(mine, sizeof mine, "%s", cliv_last_error());
    memcpy(first, mine, sizeof first);
    MPI_Bcast(first, LENGTH, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (status != wanted || strcmp(mine, first) != 0 || !strstr(mine, text)) {
        printf("FAILED line %d: rank %d: %s\n  answers %s\n  with the sentence \"%s\"\n  on rank 0 \"%s\"\n"
               "  should be %s, with \"%s\"\n",
               line, fx.rank, call, cliv_status_string(status), mine, first, cliv_status_string(wanted), text);
        fflush(stdout);
        ++failures;
    }
    if (works)
        mpi_note(mpi_world_works(fx.world, fx.rank, fx.size), "the world works after that", call, line);
}

bool mpi_world_works(cliv_world *world, int rank, int size)
{
    int sorted[MPI_NUMBERS];
    cliv_array output = CLIV_NONE;
    if (cliv_mpi_sort_keys(world, fx.queue, fx.numbers, NULL, &output) != CLIV_SUCCESS) {
        printf("rank %d: %s\n", rank, cliv_last_error());
        return false;
    }
    bool good =
        output.count == MPI_NUMBERS && cliv_array_read(fx.queue, output, sorted) == CLIV_SUCCESS && size <= fx.size;
    for (int k = 0; good && k < MPI_NUMBERS; ++k) /* ranks outside the world leave gaps only between the parts */
        good = k == 0 || sorted[k] == sorted[k - 1] + 1;
    cliv_array_release(&output);
    return good;
}

/* ---- opening and closing ---- */

static void give_up(int signal)
{
    static const char text[] = "FAILED: a rank waits for ever\n";
    (void)signal;
    _exit(write(STDOUT_FILENO, text, sizeof text - 1) > 0 ? 1 : 2);
}

static void make_arrays(void)
{
    int numbers[MPI_NUMBERS], few[MPI_FEW];
    float floats[MPI_NUMBERS];
    for (int k = 0; k < MPI_NUMBERS; ++k) {
        numbers[k] = (fx.size - fx.rank) * MPI_NUMBERS - k;
        floats[k] = (float)k;
    }
    for (int k = 0; k < MPI_FEW; ++k)
        few[k] = k;
    CHECK(cliv_array_create(fx.ctx, &cliv_int, MPI_NUMBERS, numbers, &fx.numbers) == CLIV_SUCCESS);
    CHECK(cliv_array_create(fx.ctx, &cliv_uint, MPI_NUMBERS, numbers, &fx.words) == CLIV_SUCCESS);
    CHECK(cliv_array_create(fx.ctx, &cliv_float, MPI_NUMBERS, floats, &fx.floats) == CLIV_SUCCESS);
    CHECK(cliv_array_create(fx.ctx, &cliv_int, MPI_FEW, few, &fx.few) == CLIV_SUCCESS);
    CHECK(cliv_array_create(fx.ctx, &cliv_int, MPI_NUMBERS, NULL, &fx.capacity) == CLIV_SUCCESS);
}

void mpi_fixture_open(int *argc, char ***argv)
{
    enum { PATIENCE = 600 };
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &fx.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &fx.size);
    signal(SIGALRM, give_up);
    alarm(PATIENCE);
    if (cliv_world_context(MPI_COMM_WORLD, NULL, &fx.ctx) ||
        cliv_world_create(MPI_COMM_WORLD, fx.ctx, NULL, &fx.world)) {
        fprintf(stderr, "rank %d: %s\n", fx.rank, cliv_last_error());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    fx.queue = cliv_context_queue(fx.ctx);
    make_arrays();
}

int mpi_fixture_close(void)
{
    cliv_array *const arrays[] = {&fx.numbers, &fx.words, &fx.floats, &fx.few, &fx.capacity};
    cliv_world_destroy(fx.world);
    for (unsigned k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        cliv_array_release(arrays[k]);
    const long left = live_buffers();
    if (left) {
        printf("FAILED: rank %d: %ld memory objects are left\n", fx.rank, left);
        ++failures;
    }
    cliv_context_destroy(fx.ctx);
    const bool good = mpi_all(failures == 0);
    if (fx.rank == 0)
        printf("%s\n", good ? "all as it should be" : "FAILED");
    MPI_Finalize();
    return !good;
}
