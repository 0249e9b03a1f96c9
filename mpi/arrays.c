/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of this rank: the checks of input arrays, and the arrays that calls make. */
#include "world.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool world_same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

cliv_status world_check_queue(const cliv_world *world, cl_command_queue queue)
{
    cl_context of = NULL;
    if (!queue)
        return world_fail(CLIV_INVALID_ARGUMENT, "queue is NULL");
    const cl_int code = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof of, &of, NULL);
    if (code == CL_SUCCESS && of != cliv_context_cl(world->ctx))
        return world_fail(CLIV_INVALID_ARGUMENT, "queue belongs to another OpenCL context than the world");
    return world_fail_cl(code, "clGetCommandQueueInfo");
}

cliv_status world_check_place(const void *place, const char *name)
{
    return place ? CLIV_SUCCESS : world_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", name);
}

typedef struct size_text {
    char text[64];
} size_text;

/* A size as message text. A wrapped negative number is also shown as negative, as in the main library. */
static size_text text_of_size(size_t n)
{
    size_text w;
    if (n > SIZE_MAX / 2)
        snprintf(w.text, sizeof w.text, "%zu (-%zu as a size_t)", n, SIZE_MAX - n + 1);
    else
        snprintf(w.text, sizeof w.text, "%zu", n);
    return w;
}

static bool is_without_memory(const cliv_array *a) { return a->generator || a->value; }

cliv_status world_check_array(const world_call *c, const char *name, const cliv_array *a)
{
    size_t bytes = 0;
    cl_context of = NULL;
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    (void)c;
    if (!a->type || !a->type->name || !*a->type->name || a->type->size == 0)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s %s", name,
                          a->type ? "has a type without a name or size" : "is CLIV_NONE");
    if (a->length)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s is counted, but arrays over several ranks must not be", name);
    if (a->first == SIZE_MAX)
        return world_fail(CLIV_OUT_OF_RANGE, "%s is a slice of %s elements that extends past the end of its array",
                          name, text_of_size(a->count).text);
    if (is_without_memory(a)) {
        if (a->buffer)
            return world_fail(CLIV_INVALID_ARGUMENT, "%s has both a buffer and a generator or value", name);
        return CLIV_SUCCESS; /* the copy that stores the array checks the rest */
    }
    if (a->count == 0)
        return CLIV_SUCCESS;
    if (!a->buffer)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s has %s elements, but no buffer", name,
                          text_of_size(a->count).text);
    cl_int code = clGetMemObjectInfo(a->buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    if (code == CL_SUCCESS)
        code = clGetMemObjectInfo(a->buffer, CL_MEM_CONTEXT, sizeof of, &of, NULL);
    if (code == CL_SUCCESS)
        code = clGetMemObjectInfo(a->buffer, CL_MEM_TYPE, sizeof type, &type, NULL);
    if (code != CL_SUCCESS)
        return world_fail(code, "%s: clGetMemObjectInfo failed: %s", name, cliv_status_string(code));
    if (of != cliv_context_cl(c->world->ctx))
        return world_fail(CLIV_INVALID_ARGUMENT, "%s belongs to another OpenCL context than the world", name);
    if (type != CL_MEM_OBJECT_BUFFER)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s: the memory object is an image or a pipe, but must be a buffer",
                          name);
    const size_t capacity = bytes / a->type->size;
    if (a->first > capacity || a->count > capacity - a->first)
        return world_fail(
            CLIV_OUT_OF_RANGE,
            "%s begins at element %s and has %s elements, but its buffer of %zu bytes holds %zu elements of %zu bytes",
            name, text_of_size(a->first).text, text_of_size(a->count).text, bytes, capacity, a->type->size);
    return CLIV_SUCCESS;
}

cliv_status world_check_same_type(const char *name, const cliv_array *a, const char *other_name, const cliv_array *b)
{
    return world_same_text(a->type->name, b->type->name) && a->type->size == b->type->size
               ? CLIV_SUCCESS
               : world_fail(CLIV_TYPE_MISMATCH, "%s has type %s (%zu bytes), but %s has type %s (%zu bytes)", name,
                            a->type->name, a->type->size, other_name, b->type->name, b->type->size);
}

cliv_status world_check_index(const char *name, const cliv_array *a)
{
    const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    for (size_t t = 0; a->type && t < sizeof types / sizeof *types; ++t)
        if (a->type->size == types[t]->size && world_same_text(a->type->name, types[t]->name))
            return CLIV_SUCCESS;
    return world_fail(CLIV_TYPE_MISMATCH, "%s has type %s, but must have type int, uint, long or ulong", name,
                      a->type && a->type->name ? a->type->name : "(none)");
}

cliv_status world_check_apart(const char *name, const cliv_array *a, const char *other_name, const cliv_array *b)
{
    if (!a->type || !b->type || !a->buffer || a->buffer != b->buffer || a->count == 0 || b->count == 0)
        return CLIV_SUCCESS;
    const size_t a_begin = a->first * a->type->size, a_end = a_begin + a->count * a->type->size;
    const size_t b_begin = b->first * b->type->size, b_end = b_begin + b->count * b->type->size;
    return a_end <= b_begin || b_end <= a_begin ? CLIV_SUCCESS
                                                : world_fail(CLIV_INVALID_ARGUMENT, "%s overlaps %s", name, other_name);
}

static size_t size_of(cl_mem buffer)
{
    size_t bytes = 0;
    return clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL) == CL_SUCCESS ? bytes : 0;
}

void world_trim(cliv_world *world)
{
    for (size_t k = 0; k < WORLD_KEPT; ++k) {
        if (world->kept[k])
            clReleaseMemObject(world->kept[k]);
        world->kept[k] = NULL;
    }
}

static size_t kept_bytes(const cliv_world *world)
{
    size_t bytes = 0;
    for (size_t k = 0; k < WORLD_KEPT; ++k)
        bytes += world->kept[k] ? size_of(world->kept[k]) : 0;
    return bytes;
}

/* The smallest kept buffer with at least `bytes` and at most `most` bytes, or NULL. */
static cl_mem take_kept(cliv_world *world, size_t bytes, size_t most)
{
    cl_mem *best = NULL;
    size_t best_size = SIZE_MAX;
    for (size_t k = 0; k < WORLD_KEPT; ++k) {
        const size_t size = world->kept[k] ? size_of(world->kept[k]) : 0;
        if (size >= bytes && size <= most && size < best_size) {
            best = &world->kept[k];
            best_size = size;
        }
    }
    const cl_mem taken = best ? *best : NULL;
    if (best)
        *best = NULL;
    return taken;
}

/* If all slots are taken, the buffer replaces the smallest kept one. The kept buffers take at most a share of the
 * device memory. */
static void keep(cliv_world *world, cl_mem buffer)
{
    cl_mem *least = &world->kept[0];
    for (size_t k = 0; k < WORLD_KEPT && *least; ++k)
        if (!world->kept[k] || size_of(world->kept[k]) < size_of(*least))
            least = &world->kept[k];
    const size_t left_over = *least ? size_of(*least) : 0;
    if (left_over >= size_of(buffer) || kept_bytes(world) - left_over + size_of(buffer) > world->keeps) {
        clReleaseMemObject(buffer);
        return;
    }
    if (*least)
        clReleaseMemObject(*least);
    *least = buffer;
}

static cliv_status make(world_call *c, const cliv_type *type, size_t count, size_t slack, cliv_array *array)
{
    cliv_world *const world = c->world;
    const size_t most = world->options.memory;
    if (count > SIZE_MAX / type->size)
        return world_fail(CLIV_OUT_OF_RANGE, "%zu elements of %zu bytes have more bytes than a size_t can hold", count,
                          type->size);
    const size_t bytes = count * type->size;
    if (most && (bytes > most || c->taken > most - bytes))
        return world_fail(
            CLIV_OUT_OF_MEMORY,
            "an array of %zu bytes, added to the %zu bytes that the call has allocated, exceeds the limit of %zu",
            bytes, c->taken, most);
    /* With a memory limit, a reused buffer must not be larger than the bytes that are counted. */
    const size_t largest = most ? bytes : bytes > SIZE_MAX - slack ? SIZE_MAX : bytes + slack;
    const cl_mem kept = bytes ? take_kept(world, bytes, largest) : NULL;
    cliv_status status = CLIV_SUCCESS;
    if (kept) {
        *array = cliv_buffer(kept, type, 0, count);
    } else {
        if (most && kept_bytes(world) > most - bytes - c->taken)
            world_trim(world);
        status = cliv_array_create(world->ctx, type, count, NULL, array);
        if (status) { /* releasing the kept buffers may free enough memory */
            world_trim(world);
            status = cliv_array_create(world->ctx, type, count, NULL, array);
        }
    }
    if (!status)
        c->taken += bytes;
    return status;
}

cliv_status world_make(world_call *c, const cliv_type *type, size_t count, cliv_array *array)
{
    enum { LEAST = 1 << 16 };
    const size_t bytes = count > SIZE_MAX / type->size ? 0 : count * type->size;
    return make(c, type, count, bytes / 2 + LEAST, array);
}

cliv_status world_make_output(world_call *c, const cliv_type *type, size_t count, cliv_array *array)
{
    const size_t bytes = count > SIZE_MAX / type->size ? 0 : count * type->size;
    const cliv_status status = make(c, type, count, bytes / 16, array);
    return status ? world_fail(status, "the result has %zu elements of %zu bytes on this rank: %s", count, type->size,
                               cliv_last_error())
                  : status;
}

void world_drop(world_call *c, cliv_array *array)
{
    const cliv_array none = CLIV_NONE;
    if (array->type) {
        const size_t bytes = array->count * array->type->size;
        c->taken -= bytes < c->taken ? bytes : c->taken;
        if (array->buffer)
            keep(c->world, array->buffer);
    }
    *array = none;
}

cliv_status world_cut_to_size(world_call *c, cliv_array *array, size_t count)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_array exact = CLIV_NONE;
    WORLD_TRY(world_make_output(c, array->type, count, &exact));
    WORLD_TRY(cliv_copy(c->world->ctx, c->queue, cliv_slice(*array, 0, count), exact, 0, NULL, NULL));
    world_drop(c, array);
    *array = exact;
    return status;
done:
    world_drop(c, &exact);
    return status;
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
