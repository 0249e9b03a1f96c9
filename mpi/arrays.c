/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of this rank: those that it is given, and those that calls make. */
#include "world.h"

#include <string.h>

bool world_same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

cliv_status world_check_queue(const cliv_world *world, cl_command_queue queue)
{
    cl_context of = NULL;
    if (!queue)
        return world_fail(CLIV_INVALID_ARGUMENT, "queue is NULL");
    const cl_int code = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof of, &of, NULL);
    if (code == CL_SUCCESS && of != cliv_context_cl(world->ctx))
        return world_fail(CLIV_INVALID_ARGUMENT, "queue is of another context than the world's");
    return world_fail_cl(code, "clGetCommandQueueInfo");
}

cliv_status world_check_place(const void *place, const char *name)
{
    return place ? CLIV_SUCCESS : world_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", name);
}

static bool is_without_memory(const cliv_array *a) { return a->generator || a->value; }

cliv_status world_check_array(const world_call *c, const char *name, const cliv_array *a)
{
    size_t bytes = 0;
    cl_context of = NULL;
    (void)c;
    if (!a->type || !a->type->name || a->type->size == 0)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s %s", name,
                          a->type ? "has a type without a name or size" : "is CLIV_NONE");
    if (a->length)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s is counted, which arrays over several ranks cannot be", name);
    if (is_without_memory(a)) {
        if (a->buffer)
            return world_fail(CLIV_INVALID_ARGUMENT, "%s has both a buffer and an expression or value", name);
        return CLIV_SUCCESS; /* the copy that stores it looks at the rest */
    }
    if (a->count == 0)
        return CLIV_SUCCESS;
    if (!a->buffer)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s has %zu elements, but no buffer", name, a->count);
    cl_int code = clGetMemObjectInfo(a->buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    if (code == CL_SUCCESS)
        code = clGetMemObjectInfo(a->buffer, CL_MEM_CONTEXT, sizeof of, &of, NULL);
    if (code != CL_SUCCESS)
        return world_fail(code, "%s: clGetMemObjectInfo failed: %s", name, cliv_status_string(code));
    if (of != cliv_context_cl(c->world->ctx))
        return world_fail(CLIV_INVALID_ARGUMENT, "%s is of another context than the world's", name);
    const size_t room = bytes / a->type->size;
    if (a->first > room || a->count > room - a->first)
        return world_fail(CLIV_OUT_OF_RANGE, "%s: elements %zu to %zu are not in its buffer, which has room for %zu",
                          name, a->first, a->first + a->count, room);
    return CLIV_SUCCESS;
}

cliv_status world_check_index(const char *name, const cliv_array *a)
{
    const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    for (size_t t = 0; a->type && t < sizeof types / sizeof *types; ++t)
        if (a->type->size == types[t]->size && world_same_text(a->type->name, types[t]->name))
            return CLIV_SUCCESS;
    return world_fail(CLIV_TYPE_MISMATCH, "%s has elements of type %s, not int, uint, long or ulong", name,
                      a->type && a->type->name ? a->type->name : "(none)");
}

cliv_status world_make(world_call *c, const cliv_type *type, size_t count, cliv_array *array)
{
    const size_t most = c->world->options.memory;
    if (count > SIZE_MAX / type->size)
        return world_fail(CLIV_OUT_OF_RANGE, "%zu elements of %zu bytes are more than a size_t counts", count,
                          type->size);
    const size_t bytes = count * type->size;
    if (most && (bytes > most || c->taken > most - bytes))
        return world_fail(CLIV_OUT_OF_MEMORY,
                          "an array of %zu bytes, beside %zu bytes that the call has already, passes the bound of %zu",
                          bytes, c->taken, most);
    const cliv_status status = cliv_array_create(c->world->ctx, type, count, NULL, array);
    if (!status)
        c->taken += bytes;
    return status;
}

void world_drop(world_call *c, cliv_array *array)
{
    if (array && array->type) {
        c->taken -= array->count * array->type->size;
        cliv_array_release(array);
    }
}

cliv_status world_in_memory(world_call *c, const cliv_array *array, cliv_array *made, cliv_array *in_memory)
{
    cliv_status status = CLIV_SUCCESS;
    if (is_without_memory(array)) {
        WORLD_TRY(world_make(c, array->type, array->count, made));
        WORLD_TRY(cliv_copy(c->world->ctx, c->queue, *array, *made, 0, NULL, NULL));
        *in_memory = *made;
    } else {
        *in_memory = cliv_buffer(array->buffer, array->type, array->first, array->count);
    }
done:
    return status;
}

cliv_status world_upload(world_call *c, const cliv_type *type, size_t count, const void *host, cliv_array *made)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_make(c, type, count, made));
    if (count)
        WORLD_TRY(cliv_array_write(c->queue, *made, host));
done:
    return status;
}
