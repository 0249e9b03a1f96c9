/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions and scans. Each rank folds its part; all ranks get all folds; a rank continues from the folds of the
 * ranks before it. */
#include "world.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

cliv_status world_gather_elements(world_call *c, const cliv_array *mine, cliv_array *all, size_t *firsts)
{
    cliv_world *const world = c->world;
    cliv_status status = CLIV_SUCCESS;
    const size_t p = (size_t)world->size, element = mine->type->size;
    int *counts = calloc(2 * p, sizeof *counts), *const places = counts + p;
    char *own = calloc(mine->count + 1, element), *whole = NULL;
    size_t total = 0;
    if (!counts || !own)
        status = world_fail_memory();
    else if (mine->count > INT_MAX / element)
        status = world_fail(CLIV_OUT_OF_RANGE, "%zu elements are more than one message of MPI can hold", mine->count);
    else if (mine->count)
        status = cliv_array_read(c->queue, *mine, own);
    WORLD_TRY(world_agree(c, status));
    const int bytes = (int)(mine->count * element);
    WORLD_TRY(
        world_fail_mpi(world, MPI_Allgather(&bytes, 1, MPI_INT, counts, 1, MPI_INT, world->comm), "MPI_Allgather"));
    for (size_t r = 0; r < p; ++r) {
        if (firsts)
            firsts[r] = total / element;
        if (total > (size_t)(INT_MAX - counts[r]))
            status =
                world_fail(CLIV_OUT_OF_RANGE, "the elements of all ranks are more than one message of MPI can hold");
        places[r] = (int)(total > INT_MAX ? INT_MAX : total);
        total += (size_t)counts[r];
    }
    if (firsts)
        firsts[p] = total / element;
    whole = status ? NULL : calloc(total / element + 1, element);
    if (!status && !whole)
        status = world_fail_memory();
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_fail_mpi(world, MPI_Allgatherv(own, bytes, MPI_BYTE, whole, counts, places, MPI_BYTE, world->comm),
                             "MPI_Allgatherv"));
    status = world_upload(c, mine->type, total / element, whole, all);
    WORLD_TRY(world_agree(c, status));
done:
    free(counts);
    free(own);
    free(whole);
    return status;
}

/* The folds of the parts that have elements, in rank order. `firsts` is as in world_gather_elements(). */
static cliv_status fold_parts(world_call *c, const cliv_array *input, const cliv_type *type, const cliv_op *op,
                              cliv_array *folds, size_t *firsts)
{
    cliv_array mine = CLIV_NONE;
    cliv_status status = world_make(c, type, input->count > 0, &mine);
    if (!status && input->count)
        status = cliv_reduce(c->world->ctx, c->queue, *input, mine, op, 0, NULL, NULL);
    WORLD_TRY(world_step(c, status, &c->world->times.local));
    WORLD_TRY(world_gather_elements(c, &mine, folds, firsts));
    WORLD_TRY(world_step(c, CLIV_SUCCESS, &c->world->times.exchange));
done:
    world_drop(c, &mine);
    return status;
}

/* The check of a caller's output on this rank. */
static cliv_status check_output(const world_call *c, const char *name, const cliv_array *a, size_t needed)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_array(c, name, a));
    if (a->generator || a->value)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT,
                             "%s is generated, but must be in a buffer, because the call writes it", name));
    if (a->count < needed)
        WORLD_TRY(world_fail(CLIV_OUT_OF_RANGE, "%s has %zu elements, but %zu are needed", name, a->count, needed));
done:
    return status;
}

cliv_status cliv_mpi_reduce(cliv_world *world, cl_command_queue queue, cliv_array input, cliv_array result,
                            const cliv_op *op)
{
    world_call c = {.world = world};
    cliv_array folds = CLIV_NONE;
    if (!world)
        return world_is_null(__func__);
    cliv_status status = world_check_queue(world, queue);
    status = status ? status : world_check_array(&c, "input", &input);
    status = status ? status : check_output(&c, "result", &result, 1);
    status = status ? status : world_check_apart("result", &result, "input", &input);
    const world_same same[] = {world_same_type("input", input.type), world_same_type("result", result.type),
                               world_same_op(op)};
    status = world_begin(&c, world, queue, __func__, status, same, 3);
    if (status)
        return status;
    WORLD_TRY(fold_parts(&c, &input, result.type, op, &folds, NULL));
    status = cliv_reduce(world->ctx, c.queue, folds, result, op, 0, NULL, NULL);
    WORLD_TRY(world_step(&c, status, &world->times.merge));
done:
    world_drop(&c, &folds);
    return world_end(&c, status);
}

/* ---- scans */

typedef struct scan {
    bool inclusive;
    cliv_array input, output, total;
    const cliv_op *op;
} scan;

static bool is_in_place(const scan *s)
{
    return s->input.buffer && s->input.buffer == s->output.buffer && s->input.first == s->output.first &&
           s->input.type->size == s->output.type->size && world_same_text(s->input.type->name, s->output.type->name);
}

static cliv_status check_scan(const world_call *c, cl_command_queue queue, const scan *s)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    WORLD_TRY(world_check_array(c, "input", &s->input));
    WORLD_TRY(check_output(c, "output", &s->output, s->input.count));
    if (!is_in_place(s))
        WORLD_TRY(world_check_apart("output", &s->output, "input", &s->input));
    if (s->total.type) {
        WORLD_TRY(check_output(c, "total", &s->total, 1));
        WORLD_TRY(world_check_apart("total", &s->total, "input", &s->input));
        WORLD_TRY(world_check_apart("total", &s->total, "output", &s->output));
    }
done:
    return status;
}

static cliv_status scan_here(world_call *c, const scan *s, cliv_array input)
{
    const cliv_array none = CLIV_NONE;
    return (s->inclusive ? cliv_scan_inclusive : cliv_scan_exclusive)(c->world->ctx, c->queue, input, s->output, s->op,
                                                                      none, 0, NULL, NULL);
}

/* The scan of this part. Its first element is combined with the fold of the parts before. In-place scans store that
 * element; other scans use an expression, so that the input stays unchanged. */
static cliv_status scan_from(world_call *c, const scan *s, cliv_array before)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    cliv_array two = CLIV_NONE, first = CLIV_NONE, made = CLIV_NONE, input = CLIV_NONE;
    const cliv_type *const type = s->output.type;
    const bool converts = !world_same_text(type->name, s->input.type->name);
    char text[128];
    WORLD_TRY(world_make(c, type, 2, &two));
    WORLD_TRY(world_make(c, type, 1, &first));
    WORLD_TRY(cliv_copy(ctx, c->queue, before, cliv_slice(two, 0, 1), 0, NULL, NULL));
    WORLD_TRY(cliv_copy(ctx, c->queue, cliv_slice(s->input, 0, 1), cliv_slice(two, 1, 1), 0, NULL, NULL));
    WORLD_TRY(cliv_reduce(ctx, c->queue, two, first, s->op, 0, NULL, NULL));
    WORLD_TRY(world_in_memory(c, &s->input, &made, &input));
    if (is_in_place(s)) {
        WORLD_TRY(cliv_copy(ctx, c->queue, first, cliv_slice(input, 0, 1), 0, NULL, NULL));
        WORLD_TRY(scan_here(c, s, input));
    } else {
        if (snprintf(text, sizeof text, "i ? %s%s%sinput[i] : first[0]", converts ? "(" : "",
                     converts ? type->name : "", converts ? ")" : "") >= (int)sizeof text)
            WORLD_TRY(world_fail(CLIV_UNSUPPORTED, "the name of the output's type is too long"));
        const cliv_array arrays[] = {cliv_named("input", input), cliv_named("first", first)};
        WORLD_TRY(scan_here(c, s, cliv_generate_from(type, text, input.count, arrays, 2)));
    }
    if (!s->inclusive)
        WORLD_TRY(cliv_copy(ctx, c->queue, before, cliv_slice(s->output, 0, 1), 0, NULL, NULL));
done:
    world_drop(c, &two);
    world_drop(c, &first);
    world_drop(c, &made);
    return status;
}

static cliv_status scan_part(world_call *c, const scan *s, const cliv_array *folds, const size_t *firsts)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    cliv_array before = CLIV_NONE;
    const size_t ranks_before = firsts[c->world->rank];
    if (s->input.count && ranks_before) {
        WORLD_TRY(world_make(c, s->output.type, 1, &before));
        WORLD_TRY(cliv_reduce(ctx, c->queue, cliv_slice(*folds, 0, ranks_before), before, s->op, 0, NULL, NULL));
        WORLD_TRY(scan_from(c, s, before));
    } else {
        WORLD_TRY(scan_here(c, s, s->input));
    }
    if (s->total.type)
        WORLD_TRY(cliv_reduce(ctx, c->queue, *folds, s->total, s->op, 0, NULL, NULL));
    WORLD_TRY(world_lap(c, &c->world->times.merge));
done:
    world_drop(c, &before);
    return status;
}

static cliv_status scan_parts(cliv_world *world, cl_command_queue queue, const char *function, const scan *s)
{
    world_call c = {.world = world};
    cliv_array folds = CLIV_NONE;
    size_t *firsts = NULL;
    if (!world)
        return world_is_null(function);
    const world_same same[] = {world_same_type("input", s->input.type), world_same_type("output", s->output.type),
                               world_same_op(s->op), world_same_type("total", s->total.type)};
    cliv_status status = world_begin(&c, world, queue, function, check_scan(&c, queue, s), same, 4);
    if (status)
        return status;
    firsts = calloc((size_t)world->size + 1, sizeof *firsts);
    WORLD_TRY(world_agree(&c, firsts ? CLIV_SUCCESS : world_fail_memory()));
    WORLD_TRY(fold_parts(&c, &s->input, s->output.type, s->op, &folds, firsts));
    status = scan_part(&c, s, &folds, firsts);
    WORLD_TRY(world_agree(&c, status));
done:
    world_drop(&c, &folds);
    free(firsts);
    return world_end(&c, status);
}

cliv_status cliv_mpi_scan_exclusive(cliv_world *world, cl_command_queue queue, cliv_array input, cliv_array output,
                                    const cliv_op *op, cliv_array total)
{
    const scan s = {.input = input, .output = output, .total = total, .op = op};
    return scan_parts(world, queue, __func__, &s);
}

cliv_status cliv_mpi_scan_inclusive(cliv_world *world, cl_command_queue queue, cliv_array input, cliv_array output,
                                    const cliv_op *op, cliv_array total)
{
    const scan s = {.inclusive = true, .input = input, .output = output, .total = total, .op = op};
    return scan_parts(world, queue, __func__, &s);
}
