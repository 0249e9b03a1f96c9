/* SPDX-License-Identifier: Apache-2.0 */
/* Staging memory. The ranks of one host share an MPI window: one device writes to it and another reads from it,
 * without a copy by the host. A buffer made on the memory with CL_MEM_USE_HOST_PTR and mapped for the life of the
 * world pins the memory: 54 GB/s instead of 8 on an H200. Transfers also work without pinning or sharing. */
#define _POSIX_C_SOURCE 200809L
#include "world.h"

#include <stdlib.h>

enum { PAGE = 4096 };

static size_t bytes_of(const cliv_world *w, bool receives) { return w->chunk * WORLD_SLOTS * (receives ? 2 : 1); }

char *world_send_slot(const cliv_world *w, int rank, unsigned slot)
{
    char *const memory = rank == w->rank ? w->staging.memory : w->staging.of_rank[rank];
    return memory ? memory + slot * w->chunk : NULL;
}

char *world_receive_slot(const cliv_world *w, unsigned slot)
{
    return w->staging.memory + (WORLD_SLOTS + slot) * w->chunk;
}

bool world_shares_memory(const cliv_world *w, int rank) { return w->staging.of_rank[rank] != NULL; }

cliv_status world_sync_staging(cliv_world *w)
{
    return w->staging.window == MPI_WIN_NULL ? CLIV_SUCCESS
                                             : world_fail_mpi(w, MPI_Win_sync(w->staging.window), "MPI_Win_sync");
}

/* Pins the memory, so that the device transfers at the speed of its bus. */
static void pin(cliv_world *w, char *memory, size_t bytes)
{
    world_staging *const s = &w->staging;
    cl_int code;
    s->pin = clCreateBuffer(cliv_context_cl(w->ctx), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, &code);
    if (code != CL_SUCCESS) {
        s->pin = NULL;
        return;
    }
    s->mapped =
        clEnqueueMapBuffer(w->writes, s->pin, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, &code);
    if (code != CL_SUCCESS) {
        clReleaseMemObject(s->pin);
        s->pin = NULL;
        s->mapped = NULL;
    }
}

static void unpin(cliv_world *w)
{
    world_staging *const s = &w->staging;
    if (!s->pin)
        return;
    if (clEnqueueUnmapMemObject(w->writes, s->pin, s->mapped, 0, NULL, NULL) == CL_SUCCESS)
        (void)clFinish(w->writes);
    clReleaseMemObject(s->pin);
    s->pin = NULL;
}

/* Shares memory between the ranks of this host. world_staging::of_rank gets the send slots of each rank. */
static cliv_status share(cliv_world *w, size_t bytes, int hosts_ranks, int *ranks, char **whole, size_t *whole_bytes)
{
    cliv_status status = CLIV_SUCCESS;
    world_staging *const s = &w->staging;
    MPI_Aint size = 0;
    int unit = 1;
    void *base = NULL, *mine = NULL;
    WORLD_TRY(world_fail_mpi(w, MPI_Win_allocate_shared((MPI_Aint)bytes, 1, MPI_INFO_NULL, s->host, &mine, &s->window),
                             "MPI_Win_allocate_shared"));
    s->memory = mine;
    WORLD_TRY(world_fail_mpi(w, MPI_Win_lock_all(MPI_MODE_NOCHECK, s->window), "MPI_Win_lock_all"));
    WORLD_TRY(world_fail_mpi(w, MPI_Allgather(&w->rank, 1, MPI_INT, ranks, 1, MPI_INT, s->host), "MPI_Allgather"));
    char *begin = NULL, *end = NULL;
    for (int r = 0; r < hosts_ranks; ++r) {
        WORLD_TRY(world_fail_mpi(w, MPI_Win_shared_query(s->window, r, &size, &unit, &base), "MPI_Win_shared_query"));
        s->of_rank[ranks[r]] = base;
        begin = begin && begin < (char *)base ? begin : base;
        end = end && end > (char *)base + size ? end : (char *)base + size;
    }
    *whole = begin;
    *whole_bytes = (size_t)(end - begin);
done:
    return status;
}

static cliv_status own(cliv_world *w, size_t bytes)
{
    world_staging *const s = &w->staging;
    if (w->options.staging_create) {
        s->memory = w->options.staging_create(w->ctx, bytes, w->options.user);
        s->is_the_users = s->memory != NULL;
        return s->memory ? CLIV_SUCCESS
                         : world_fail(CLIV_OUT_OF_MEMORY, "staging_create returned NULL for %zu bytes", bytes);
    }
    void *memory = NULL;
    if (posix_memalign(&memory, PAGE, bytes) != 0)
        return world_fail(CLIV_OUT_OF_MEMORY, "the host could not allocate %zu bytes of staging memory", bytes);
    s->memory = memory;
    return CLIV_SUCCESS;
}

cliv_status world_open_staging(cliv_world *w, const char *function)
{
    cliv_status status = CLIV_SUCCESS;
    world_staging *const s = &w->staging;
    int hosts_ranks = 1;
    int *const ranks = calloc((size_t)w->size, sizeof *ranks); /* world ranks of this host's processes, by local rank */
    s->of_rank = calloc((size_t)w->size, sizeof *s->of_rank);
    status = s->of_rank && ranks ? CLIV_SUCCESS : world_fail_memory();
    WORLD_TRY(world_agree_on(w->comm, &w->is_broken, function, status));
    if (w->size == 1)
        goto done; /* one rank sends nothing */
    if (!w->options.staging_create) {
        WORLD_TRY(world_fail_mpi(w,
                                 MPI_Comm_split_type(w->comm, MPI_COMM_TYPE_SHARED, w->rank, MPI_INFO_NULL, &s->host),
                                 "MPI_Comm_split_type"));
        WORLD_TRY(world_fail_mpi(w, MPI_Comm_size(s->host, &hosts_ranks), "MPI_Comm_size"));
    }
    size_t bytes = bytes_of(w, hosts_ranks < w->size);
    char *whole;
    if (hosts_ranks > 1) {
        WORLD_TRY(share(w, bytes, hosts_ranks, ranks, &whole, &bytes));
    } else {
        status = own(w, bytes);
        whole = s->memory;
    }
    WORLD_TRY(world_agree_on(w->comm, &w->is_broken, function, status));
    pin(w, whole, bytes);
done:
    free(ranks);
    return status;
}

void world_close_staging(cliv_world *w)
{
    world_staging *const s = &w->staging;
    unpin(w);
    if (s->window != MPI_WIN_NULL) {
        if (!w->is_broken) { /* after an MPI failure, other ranks may not join the collective free */
            (void)MPI_Win_unlock_all(s->window);
            (void)MPI_Win_free(&s->window);
        }
    } else if (s->memory && s->is_the_users) {
        w->options.staging_release(s->memory, w->options.user);
    } else {
        free(s->memory);
    }
    if (s->host != MPI_COMM_NULL && !w->is_broken)
        (void)MPI_Comm_free(&s->host);
    free(s->of_rank);
}
