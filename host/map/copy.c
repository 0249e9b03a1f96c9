/* SPDX-License-Identifier: Apache-2.0 */
/* Copies. Without a conversion, elements are bytes, and move in the largest unit that both arrays are aligned for.
 * Otherwise they move element by element. */
#include "map/aos_step.h"
#include "runtime/call.h"

#include <clinterval/map.h>

#include <string.h>

typedef struct copying {
    cliv_array input, output; /* in elements, or in units */
    const cliv_type *element; /* declared to the compiler, so that its source is checked even if units move it */
    size_t n;                 /* count of elements or units */
    cl_uint head, tail;       /* bytes before the first unit and after the last */
    bool converts;            /* input and output have different types */
    bool fours;               /* numbers, written four at a time */
    bool load_fours;          /* numbers, read four at a time */
} copying;

/* The base address of a buffer modulo 128, which is a multiple of all units. It can differ from 0 for the user's own
 * memory. */
static cliv_status base_of(const cliv_array *a, size_t *base)
{
    cliv_status status = CLIV_SUCCESS;
    cl_mem_flags flags = 0;
    void *host = NULL;
    *base = 0;
    if (cliv_is_generated(a) || !a->count)
        return status;
    CLIV_PASS_CL(clGetMemObjectInfo, a->buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    if (flags & CL_MEM_USE_HOST_PTR)
        CLIV_PASS_CL(clGetMemObjectInfo, a->buffer, CL_MEM_HOST_PTR, sizeof host, &host, NULL);
    *base = (uintptr_t)host % 128;
    return status;
}

/* The largest unit, up to 16 bytes, that divides all of these offsets. */
static const cliv_type *unit_of(size_t offsets)
{
    static const cliv_type quad = {"uint4", 16, NULL};
    return offsets % 16 == 0  ? &quad
           : offsets % 8 == 0 ? &cliv_ulong
           : offsets % 4 == 0 ? &cliv_uint
           : offsets % 2 == 0 ? &cliv_ushort
                              : &cliv_uchar;
}

/* Converts the copy to units. The first and last bytes of the arrays may be outside whole units. */
static void take_units(copying *c, size_t bases)
{
    const size_t size = c->input.type->size, bytes = c->n * size;
    const size_t from = c->input.first * size, to = c->output.first * size;
    const cliv_type *unit = unit_of(bases | (from - to));
    const size_t head = (unit->size - to % unit->size) % unit->size;
    if (bytes < head + unit->size) { /* no whole unit */
        unit = &cliv_uchar;
        c->head = 0;
    } else {
        c->head = (cl_uint)head;
    }
    c->n = (bytes - c->head) / unit->size;
    c->tail = (cl_uint)(bytes - c->head - c->n * unit->size);
    c->input = cliv_buffer(c->input.buffer, unit, (from + c->head) / unit->size, c->n);
    c->output = cliv_buffer(c->output.buffer, unit, (to + c->head) / unit->size, c->n);
}

static cliv_status plan(copying *c)
{
    size_t from, to;
    CLIV_PASS(base_of(&c->input, &from));
    CLIV_PASS(base_of(&c->output, &to));
    c->converts = strcmp(c->input.type->name, c->output.type->name) != 0;
    /* The count of bytes must be known on the host. */
    if (!cliv_is_generated(&c->input) && c->n && !c->converts && !c->input.length)
        take_units(c, from | to);
    c->fours = cliv_is_number(c->input.type) && cliv_is_number(c->output.type) && to % (4 * c->output.type->size) == 0;
    c->load_fours = c->fours && !cliv_is_generated(&c->input) && from % (4 * c->input.type->size) == 0 &&
                    (c->input.first - c->output.first) % 4 == 0;
    return CLIV_SUCCESS;
}

static cliv_status enqueue(cliv_call *call, const copying *c)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_COPY, .bytes = c->output.type->size, .items = c->n});
    const bool fours = c->fours && build.tuning.nt > 1 && build.tuning.vt % 4 == 0 &&
                       !(c->converts && call->ctx->device.quirks.cannot_convert_fours);
    cliv_build_define(&build, "CLIV_FOURS", fours);
    cliv_build_define(&build, "CLIV_LOAD_FOURS", fours && c->load_fours);
    cliv_build_define(&build, "CLIV_EDGES", c->head || c->tail);
    cliv_build_arrays(&build, COUNTED("input", &c->input), WRITTEN("output", &c->output));
    cliv_build_type(&build, "cliv_acc", c->output.type);
    if (cliv_scalar_of(c->element).kind == CLIV_OTHER)
        cliv_build_declare(&build, c->element);
    cliv_build_conversions(&build, c->input.type, c->output.type);
    CLIV_TRY(cliv_program_for(&build, "copy.cl"));
    if (c->n == 0)
        goto done; /* after the compilation, so that an invalid generator always fails */
    const cl_uint shift = fours ? c->output.first % 4 : 0; /* tiles begin where four outputs are aligned */
    CLIV_TRY(cliv_launch(call, &build, "copy_tiles", cliv_tiles_for(c->n + shift), true, U64(c->n), U32(shift),
                         U32(c->head), U32(c->tail), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_copy(cliv_context *ctx, cl_command_queue queue, cliv_array input, cliv_array output,
                      cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const cliv_use uses[] = {cliv_moved(cliv_counted_reads("input", &input, input.count)),
                             cliv_moved(cliv_writes("output", output, input.count))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, 2));
    CLIV_TRY(cliv_convertible("input", input.type, "output", output.type));
    copying c = {.input = input, .output = output};
    c.n = c.input.count;
    c.element = input.type->source ? input.type : output.type;
    if (c.input.length && c.input.type->size > CLIV_MOST_ELEMENT) {
        CLIV_TRY(cliv_enqueue_copy(&call, &(cliv_copying){.indices = cliv_generate(&cliv_ulong, "i", c.n),
                                                          .input = c.input,
                                                          .output = c.output,
                                                          .n = c.n,
                                                          .last = true}));
        goto done;
    }
    CLIV_TRY(plan(&c));
    CLIV_TRY(enqueue(&call, &c));
done:
    return cliv_call_end(&call, status);
}
