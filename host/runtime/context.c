/* SPDX-License-Identifier: Apache-2.0 */
/* Creation and destruction of contexts. */
#include "runtime/context_inside.h"
#include "runtime/scratch.h"

#include <stdlib.h>

static cliv_status check_options(const cliv_context_options *options)
{
    if (options->flags & ~(unsigned)(CLIV_CHECKED | CLIV_PROFILING | CLIV_COMPILE_ONLY))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "options.flags is 0x%x, which has bits that are not defined",
                         options->flags);
    if (!options->scratch_create != !options->scratch_release)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "options.%s is NULL: set both scratch callbacks or neither",
                         options->scratch_create ? "scratch_release" : "scratch_create");
    return CLIV_SUCCESS;
}

/* Sets *text to the option or, without an option, to the variable; NULL if neither is set. The caller frees *copy, the
 * copy of the variable or NULL. */
static cliv_status option_or_variable(const char *option, const char *variable, char **copy, const char **text)
{
    const bool is_set = option && *option;
    const bool has_memory = is_set || cliv_variable(variable, copy);
    *text = is_set ? option : *copy;
    return has_memory ? CLIV_SUCCESS : cliv_fail_memory();
}

static const char tuning_variable[] = "CLINTERVAL_TUNING";

/* Takes over one reference to `cl`, also on failure, and retains the device, which may be a sub-device. */
static cliv_status make_context(cl_context cl, const cliv_device *device, const cliv_context_options *options,
                                cliv_context **result)
{
    cliv_status status = CLIV_SUCCESS;
    char *path_copy = NULL, *lanes = NULL;
    const char *path = NULL;
    const cl_int code = clRetainDevice(device->id);
    cliv_context *ctx = code == CL_SUCCESS ? calloc(1, sizeof *ctx) : NULL;
    if (!ctx || cliv_cache_begin(&ctx->programs) || !cliv_mutex_begin(&ctx->lock)) {
        free(ctx);
        clReleaseContext(cl);
        if (code != CL_SUCCESS)
            return cliv_fail_cl(code, "clRetainDevice");
        clReleaseDevice(device->id);
        return cliv_fail_memory();
    }
    ctx->cl = cl;
    ctx->device = *device;
    ctx->limits = cliv_default_limits;
    ctx->flags = options->flags;
    ctx->scratch_create = options->scratch_create;
    ctx->scratch_release = options->scratch_release;
    ctx->user = options->user;
    CLIV_TRY(option_or_variable(options->tuning_file, tuning_variable, &path_copy, &path));
    if (path)
        CLIV_TRY(cliv_tuning_read(path, path_copy ? tuning_variable : NULL, &ctx->device, &ctx->tuning, &ctx->limits));
    CLIV_TRY(cliv_tuning_choose(&ctx->tuning, &ctx->device, &ctx->rows));
    CLIV_TRY_MEMORY(cliv_variable("CLINTERVAL_SUB_GROUPS", &lanes));
    CLIV_TRY(cliv_sub_groups_begin(lanes, &ctx->sub_groups));
    *result = ctx;
    ctx = NULL;
done:
    free(lanes);
    free(path_copy);
    cliv_context_destroy(ctx);
    return status;
}

cliv_status cliv_context_create(const cliv_context_options *options, cliv_context **context)
{
    CLIV_ENTER();
    const cliv_context_options none = {0};
    cliv_device device;
    options = options ? options : &none;
    if (!context)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "context is NULL");
    CLIV_PASS(check_options(options));
    CLIV_PASS(cliv_process_begin());
    char *copy = NULL;
    const char *wanted = NULL;
    CLIV_PASS(option_or_variable(options->device, "CLINTERVAL_DEVICE", &copy, &wanted));
    const cliv_status status = cliv_device_pick(wanted, &device);
    free(copy);
    CLIV_PASS(status);
    cl_int code;
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)device.platform, 0};
    cl_context cl = clCreateContext(properties, 1, &device.id, NULL, NULL, &code);
    CLIV_PASS(cliv_fail_cl(code, "clCreateContext"));
    return make_context(cl, &device, options, context);
}

cliv_status cliv_context_devices(const cliv_context_options *options, cl_device_id *devices, size_t capacity,
                                 size_t *count)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_device *list = NULL;
    char *copy = NULL;
    const char *wanted = NULL;
    size_t selected = 0;
    if (!count || (!devices && capacity))
        return cliv_fail(CLIV_INVALID_ARGUMENT, count ? "devices is NULL, but capacity is %zu" : "count is NULL",
                         capacity);
    CLIV_TRY(cliv_process_begin());
    CLIV_TRY(option_or_variable(options ? options->device : NULL, "CLINTERVAL_DEVICE", &copy, &wanted));
    CLIV_TRY(cliv_device_select(wanted, &list, &selected));
    for (size_t i = 0; i < selected && i < capacity; ++i)
        devices[i] = list[i].id;
    *count = selected;
done:
    free(list);
    free(copy);
    return status;
}

/* True if the device is in the list or is a sub-device of a device in the list. PoCL lists the parent devices of a
 * context that was created for sub-devices. */
static bool is_among(cl_device_id id, const cl_device_id *ids, size_t count)
{
    for (cl_device_id parent; id; id = parent) {
        for (size_t i = 0; i < count; ++i)
            if (ids[i] == id)
                return true;
        if (clGetDeviceInfo(id, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL) != CL_SUCCESS)
            return false;
    }
    return false;
}

cliv_status cliv_context_create_with(cl_context cl, cl_device_id id, const cliv_context_options *options,
                                     cliv_context **context)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    const cliv_context_options none = {0};
    cl_device_id *ids = NULL;
    cliv_device device;
    size_t bytes = 0;
    options = options ? options : &none;
    if (!cl || !id || !context)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", !cl ? "cl" : !id ? "device" : "context");
    CLIV_TRY(check_options(options));
    CLIV_TRY(cliv_process_begin());
    CLIV_TRY_CL(clGetContextInfo, cl, CL_CONTEXT_DEVICES, 0, NULL, &bytes);
    ids = malloc(bytes + 1);
    CLIV_TRY_MEMORY(ids);
    CLIV_TRY_CL(clGetContextInfo, cl, CL_CONTEXT_DEVICES, bytes, ids, NULL);
    if (!is_among(id, ids, bytes / sizeof *ids))
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "device does not belong to the OpenCL context"));
    CLIV_TRY(cliv_device_describe(id, &device));
    CLIV_TRY_CL(clRetainContext, cl);
    CLIV_TRY(make_context(cl, &device, options, context));
done:
    free(ids);
    return status;
}

/* OpenCL keeps the objects that enqueued commands use until the commands end, so the context can release everything
 * immediately. A forked child releases nothing. */
void cliv_context_destroy(cliv_context *ctx)
{
    if (!ctx || cliv_process_is_forked())
        return;
    cliv_scratch_end(ctx);
    cliv_cache_end(&ctx->programs);
    CLIV_RELEASE(CommandQueue, ctx->queue);
    clReleaseContext(ctx->cl);
    clReleaseDevice(ctx->device.id);
    cliv_mutex_end(&ctx->lock);
    cliv_sub_groups_end(ctx->sub_groups);
    cliv_tuning_choice_free(&ctx->rows);
    free(ctx->tuning.rows);
    free(ctx);
}

cl_context cliv_context_cl(const cliv_context *ctx) { return ctx ? ctx->cl : NULL; }

cl_device_id cliv_context_device(const cliv_context *ctx) { return ctx ? ctx->device.id : NULL; }

cliv_status cliv_own_queue(cliv_context *ctx, cl_command_queue *queue)
{
    cl_int code = CL_SUCCESS;
    cliv_lock(&ctx->lock);
    if (!ctx->queue) {
        const cl_command_queue_properties properties = ctx->flags & CLIV_PROFILING ? CL_QUEUE_PROFILING_ENABLE : 0;
        ctx->queue = clCreateCommandQueue(ctx->cl, ctx->device.id, properties, &code);
        if (code != CL_SUCCESS)
            ctx->queue = NULL;
    }
    *queue = ctx->queue;
    cliv_unlock(&ctx->lock);
    return cliv_fail_cl(code, "clCreateCommandQueue for the context's own queue");
}

cl_command_queue cliv_context_queue(cliv_context *ctx)
{
    CLIV_ENTER();
    cl_command_queue queue = NULL;
    if (!ctx)
        cliv_fail(CLIV_INVALID_ARGUMENT, "ctx is NULL");
    else if (!cliv_check_process())
        cliv_own_queue(ctx, &queue);
    return queue;
}

cliv_status cliv_context_trim(cliv_context *ctx)
{
    CLIV_ENTER();
    if (!ctx)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "ctx is NULL");
    CLIV_PASS(cliv_check_process());
    cliv_scratch_trim(ctx);
    cliv_cache_trim(&ctx->programs);
    return CLIV_SUCCESS;
}

cliv_status cliv_context_compile_only(cliv_context *ctx, int on)
{
    CLIV_ENTER();
    if (!ctx)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "ctx is NULL");
    ctx->flags = on ? ctx->flags | CLIV_COMPILE_ONLY : ctx->flags & ~(unsigned)CLIV_COMPILE_ONLY;
    return CLIV_SUCCESS;
}
