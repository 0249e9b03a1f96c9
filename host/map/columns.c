/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of several columns, gathered with one array of indices. A launch copies as many columns as its kernel takes
 * parameters for. Generated columns and large elements have their own launches. */
#include "map/aos_step.h"
#include "runtime/check.h"

#include <clinterval/map.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct gathering {
    cliv_array indices;
    const cliv_array *inputs, *outputs;
    size_t columns;
    cliv_array *all;      /* the inputs, resolved after validation */
    cliv_array *in, *out; /* the columns in memory, contiguous */
    size_t in_memory;
} gathering;

/* Whether the kernel for several columns can copy this column. */
static bool is_in_memory(const cliv_array *a) { return !cliv_is_generated(a) && a->type->size <= CLIV_MOST_ELEMENT; }

static cliv_status validate(cliv_call *call, gathering *g)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t n = g->indices.count, columns = g->columns;
    char(*names)[32] = calloc(2 * columns + 1, sizeof *names);
    cliv_use *uses = calloc(2 * columns + 1, sizeof *uses);
    CLIV_TRY_MEMORY(names && uses);
    uses[0] = cliv_indices(cliv_counted_reads("indices", &g->indices, n));
    for (size_t k = 0; k < columns; ++k) {
        snprintf(names[2 * k], sizeof *names, "inputs[%zu]", k);
        snprintf(names[2 * k + 1], sizeof *names, "outputs[%zu]", k);
        uses[2 * k + 1] = cliv_moved(cliv_counts(cliv_reads(names[2 * k], g->inputs[k], g->inputs[k].count)));
        uses[2 * k + 2] = cliv_moved(cliv_writes(names[2 * k + 1], g->outputs[k], n));
    }
    CLIV_TRY(cliv_validate(call, uses, 2 * columns + 1));
    for (size_t k = 0; k < columns; ++k)
        CLIV_TRY(cliv_same_type(names[2 * k], g->inputs[k].type, names[2 * k + 1], g->outputs[k].type));
done:
    free(names);
    free(uses);
    return status;
}

static cliv_status enqueue(cliv_call *call, const gathering *g, size_t first, size_t count)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    const size_t n = g->indices.count;
    size_t largest = n;
    for (size_t k = first; k < first + count; ++k)
        largest = cliv_max_size(largest, g->in[k].count);
    cliv_build_begin(&build, call->ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_AOS, .bytes = 8, .largest = largest, .items = n});
    cliv_build_array(&build, "indices", &g->indices, CLIV_READ);
    cliv_build_columns(&build, "inputs", g->in + first, count, "const ");
    cliv_build_columns(&build, "outputs", g->out + first, count, "");
    cliv_build_row_copy(&build, count);
    cliv_build_count(&build, "indices", &g->indices);
    CLIV_TRY(cliv_program_for(&build, "columns.cl"));
    if (n)
        CLIV_TRY(cliv_launch(call, &build, "columns_gather", cliv_tiles_for(n), true, U64(n), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

static cliv_status gather(cliv_call *call, const gathering *g)
{
    /* Each column takes six kernel arguments: two buffers, with an offset and a count each. The indices take fewer. */
    const size_t parameters = call->ctx->device.parameter_bytes / (6 * sizeof(cl_ulong));
    const size_t most = cliv_min_size(cliv_max_size(parameters, 2) - 1, CLIV_MAX_USER_ARRAYS);
    for (size_t first = 0; first < g->in_memory; first += most)
        CLIV_PASS(enqueue(call, g, first, cliv_min_size(most, g->in_memory - first)));
    for (size_t k = 0; k < g->columns; ++k)
        if (!is_in_memory(&g->inputs[k]))
            CLIV_PASS(cliv_enqueue_copy(call, &(cliv_copying){.indices = g->indices,
                                                              .parameter = "inputs",
                                                              .input = g->inputs[k],
                                                              .output = g->outputs[k],
                                                              .n = g->indices.count,
                                                              .rows = true,
                                                              .last = true}));
    return CLIV_SUCCESS;
}

static cliv_status check(cliv_call *call, const gathering *g)
{
    size_t least = 0;
    char name[32];
    for (size_t k = 1; k < g->columns; ++k)
        if (g->inputs[k].count < g->inputs[least].count)
            least = k;
    snprintf(name, sizeof name, "inputs[%zu]", least);
    return cliv_check_indices(call, &g->indices, name, g->inputs[least].count, true);
}

cliv_status cliv_gather_columns(cliv_context *ctx, cl_command_queue queue, cliv_array indices, const cliv_array *inputs,
                                const cliv_array *outputs, size_t columns, cl_uint wait_count,
                                const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    gathering g = {.indices = indices, .inputs = inputs, .outputs = outputs, .columns = columns};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    if (columns && (!inputs || !outputs))
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL, but there are %s columns", inputs ? "outputs" : "inputs",
                           cliv_size_text(columns).text));
    if (columns > SIZE_MAX / 2 / sizeof(cliv_use) - 1)
        CLIV_TRY(
            cliv_fail(CLIV_OUT_OF_RANGE, "columns is %s, more than any memory holds", cliv_size_text(columns).text));
    CLIV_TRY(validate(&call, &g));
    if (columns == 0)
        goto done;
    g.all = calloc(columns, sizeof *g.all);
    g.in = calloc(columns, sizeof *g.in);
    g.out = calloc(columns, sizeof *g.out);
    CLIV_TRY_MEMORY(g.all && g.in && g.out);
    for (size_t k = 0; k < columns; ++k)
        g.all[k] = cliv_resolved(&call, inputs[k]);
    g.inputs = g.all;
    for (size_t k = 0; k < columns; ++k)
        if (is_in_memory(&g.inputs[k])) {
            g.in[g.in_memory] = cliv_named(NULL, g.inputs[k]); /* names are for captured arrays only */
            g.out[g.in_memory++] = cliv_counted(cliv_named(NULL, outputs[k]), NULL);
        }
    CLIV_TRY(CLIV_COMPILE(&call, gather(&call, &g)));
    if (ctx->flags & CLIV_CHECKED)
        CLIV_TRY(check(&call, &g));
    CLIV_TRY(gather(&call, &g));
done:
    free(g.all);
    free(g.in);
    free(g.out);
    return cliv_call_end(&call, status);
}
