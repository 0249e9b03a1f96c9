/* SPDX-License-Identifier: Apache-2.0 */
/* Worlds: the ranks of a communicator, each with its device. */
#include "world.h"

#include <stdlib.h>

enum { MOST_CHUNK = 1 << 30, GPUS_CHUNK = 2 << 20, OTHERS_CHUNK = 1 << 20, PAGE = 4096 };
enum { KEPT_SHARE = 8 };

static cliv_status check_options(const cliv_world_options *options)
{
    if (!options->staging_create != !options->staging_release)
        return world_fail(CLIV_INVALID_ARGUMENT,
                          "only one of staging_create and staging_release is NULL: set both or neither");
    if (options->chunk > MOST_CHUNK)
        return world_fail(CLIV_INVALID_ARGUMENT, "chunk is %zu bytes, but must be at most %d", options->chunk,
                          (int)MOST_CHUNK);
    return CLIV_SUCCESS;
}

/* The chunk size of all ranks is the largest one requested, in whole pages. */
static cliv_status agree_on_chunk(cliv_world *w)
{
    cl_device_type type = 0;
    (void)clGetDeviceInfo(cliv_context_device(w->ctx), CL_DEVICE_TYPE, sizeof type, &type, NULL);
    uint64_t chunk = w->options.chunk ? w->options.chunk : type & CL_DEVICE_TYPE_GPU ? GPUS_CHUNK : OTHERS_CHUNK;
    chunk = (chunk + PAGE - 1) / PAGE * PAGE;
    uint64_t greatest = 0;
    const cliv_status status =
        world_fail_mpi(w, MPI_Allreduce(&chunk, &greatest, 1, MPI_UINT64_T, MPI_MAX, w->comm), "MPI_Allreduce");
    w->chunk = (size_t)greatest;
    return status;
}

/* Checks that either all ranks or no ranks have a user-defined allocator. */
static cliv_status agree_on_allocator(cliv_world *w, const char *function)
{
    int mine = w->options.staging_create != NULL, count = 0;
    const cliv_status status =
        world_fail_mpi(w, MPI_Allreduce(&mine, &count, 1, MPI_INT, MPI_SUM, w->comm), "MPI_Allreduce");
    if (status || count == 0 || count == w->size)
        return status;
    return world_fail(CLIV_INVALID_ARGUMENT,
                      "%s: staging_create is set on %d of %d ranks: set it on all ranks or on none", function, count,
                      w->size);
}

static cliv_status make_queue(cliv_world *w, cl_command_queue *queue)
{
    cl_int code;
    *queue = clCreateCommandQueue(cliv_context_cl(w->ctx), cliv_context_device(w->ctx), 0, &code);
    if (code != CL_SUCCESS)
        *queue = NULL;
    return world_fail_cl(code, "clCreateCommandQueue");
}

/* An intercommunicator cannot be a world: its two groups have separate ranks. */
static cliv_status check_comm(MPI_Comm comm)
{
    int is_inter = 0;
    if (comm == MPI_COMM_NULL)
        return world_fail(CLIV_INVALID_ARGUMENT, "comm is MPI_COMM_NULL");
    const cliv_status status = world_fail_mpi_on(NULL, MPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
    if (!status && is_inter)
        return world_fail(CLIV_INVALID_ARGUMENT, "comm is not an intracommunicator");
    return status;
}

static cliv_status fail_alone(const char *function, cliv_status status)
{
    return status ? world_fail(status, "%s: %s", function, cliv_last_error()) : status;
}

static cliv_status check_create(cliv_context *context, const cliv_world_options *options, cliv_world **world)
{
    if (!context || !world)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", context ? "world" : "context");
    return options ? check_options(options) : CLIV_SUCCESS;
}

cliv_status cliv_world_create(MPI_Comm comm, cliv_context *context, const cliv_world_options *options,
                              cliv_world **world)
{
    cliv_status status = world_begin_process();
    status = fail_alone(__func__, status ? status : check_comm(comm));
    if (status)
        return status;
    status = check_create(context, options, world);
    cliv_world *w = NULL;
    if (!status && !(w = calloc(1, sizeof *w)))
        status = world_fail_memory();
    if (w) {
        w->comm = MPI_COMM_NULL;
        w->staging.host = MPI_COMM_NULL;
        w->staging.window = MPI_WIN_NULL;
        w->ctx = context;
        cl_ulong memory = 0;
        (void)clGetDeviceInfo(cliv_context_device(context), CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
        w->keeps = memory / KEPT_SHARE;
        if (options)
            w->options = *options;
        if (w->options.memory && w->options.memory < w->keeps)
            w->keeps = w->options.memory;
        status = make_queue(w, &w->work);
        status = status ? status : make_queue(w, &w->reads);
        status = status ? status : make_queue(w, &w->writes);
    }
    WORLD_TRY(world_agree_on(comm, w ? &w->is_broken : NULL, __func__, status));
    WORLD_TRY(world_fail_mpi(w, MPI_Comm_dup(comm, &w->comm), "MPI_Comm_dup"));
    WORLD_TRY(world_fail_mpi(w, MPI_Comm_rank(w->comm, &w->rank), "MPI_Comm_rank"));
    WORLD_TRY(world_fail_mpi(w, MPI_Comm_size(w->comm, &w->size), "MPI_Comm_size"));
    WORLD_TRY(agree_on_chunk(w));
    WORLD_TRY(agree_on_allocator(w, __func__));
    WORLD_TRY(world_open_staging(w, __func__));
    *world = w;
    w = NULL;
done:
    cliv_world_destroy(w);
    return status;
}

void cliv_world_destroy(cliv_world *w)
{
    if (!w || world_is_forked())
        return;
    world_close_staging(w);
    world_trim(w);
    const cl_command_queue queues[] = {w->work, w->reads, w->writes};
    for (size_t k = 0; k < sizeof queues / sizeof *queues; ++k)
        if (queues[k])
            clReleaseCommandQueue(queues[k]);
    if (w->comm != MPI_COMM_NULL && !w->is_broken)
        (void)MPI_Comm_free(&w->comm);
    free(w);
}

/* Makes the context on this rank's device, one of the selected devices. */
static cliv_status make_context(const cliv_context_options *options, int number, cliv_context **context)
{
    cliv_status status = CLIV_SUCCESS;
    size_t count = 0;
    cl_device_id *devices = NULL;
    cl_context cl = NULL;
    cl_int code;
    WORLD_TRY(world_check_place(context, "context"));
    WORLD_TRY(cliv_context_devices(options, NULL, 0, &count));
    devices = calloc(count, sizeof *devices);
    if (!devices)
        WORLD_TRY(world_fail_memory());
    WORLD_TRY(cliv_context_devices(options, devices, count, &count));
    cl_device_id device = devices[(size_t)number % count];
    cl = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    WORLD_TRY(world_fail_cl(code, "clCreateContext"));
    WORLD_TRY(cliv_context_create_with(cl, device, options, context));
done:
    if (cl)
        clReleaseContext(cl);
    free(devices);
    return status;
}

cliv_status cliv_world_context(MPI_Comm comm, const cliv_context_options *options, cliv_context **context)
{
    cliv_status status = world_begin_process();
    cliv_context *made = NULL;
    MPI_Comm host = MPI_COMM_NULL;
    int rank, number;
    status = fail_alone(__func__, status ? status : check_comm(comm));
    if (status)
        return status;
    if (MPI_Comm_rank(comm, &rank) != MPI_SUCCESS ||
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host) != MPI_SUCCESS ||
        MPI_Comm_rank(host, &number) != MPI_SUCCESS || MPI_Comm_free(&host) != MPI_SUCCESS)
        return world_fail(CLIV_MPI_FAILED, "%s: the ranks of this host could not be counted", __func__);
    status = context ? make_context(options, number, &made) : world_check_place(context, "context");
    status = world_agree_on(comm, NULL, __func__, status);
    if (status)
        cliv_context_destroy(made);
    else
        *context = made;
    return status;
}

void cliv_world_trim(cliv_world *world)
{
    if (world && !world_is_forked())
        world_trim(world);
}

void cliv_world_recycle(cliv_world *world, cliv_array *array)
{
    world_call c = {.world = world};
    if (!world || !array || world_is_forked())
        cliv_array_release(array);
    else
        world_drop(&c, array);
}

int cliv_world_rank(const cliv_world *world) { return world ? world->rank : 0; }
int cliv_world_size(const cliv_world *world) { return world ? world->size : 0; }

cliv_world_times cliv_world_last_times(const cliv_world *world)
{
    const cliv_world_times none = {0};
    return world ? world->times : none;
}
