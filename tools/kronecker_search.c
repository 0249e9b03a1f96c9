/* SPDX-License-Identifier: Apache-2.0 */
/* Direction-optimising breadth-first search on the device: Beamer, Asanovic, Patterson, "Direction-Optimizing
 * Breadth-First Search", SC 2012.
 * Each vertex has a bit that says whether it is reached. Two sets of bits, before the last level and after it, also
 * define the frontier. A level uses one of two methods.
 *   - Top-down, for a small frontier: the frontier's vertices are listed, and a scan of their degrees gives the
 *     offsets of their edges (cliv_offsets_from_counts). For each edge (cliv_transform_load_balance) an unreached
 *     vertex takes the smallest frontier neighbour as its parent. Vertices with a parent are then marked as reached.
 *   - Bottom-up, for a large frontier: every unreached vertex takes its first reached neighbour as its parent, which
 *     is always in the frontier. Rows begin with the neighbours of highest degree, so usually one of the first
 *     neighbours is reached, and few bits are read.
 * The parents do not depend on the order in which work-items run. The host makes one small read per level to select
 * the next step. Bottom-up levels are never followed by top-down ones, so several of them are enqueued before each
 * read. */
#include "kronecker.h"

#include "runtime/context_inside.h"
#include "runtime/tuning.h"

#include <stdlib.h>

/* Each level counts in its own slot. There is a slot for each level of one read, and one more slot, which the last of
 * these levels clears. */
enum { UP_AT_ONCE = 4, SLOTS = UP_AT_ONCE + 1, SLOT = 64 /* as in the kernels */ };

static const char *const kernel_names[SEARCH_KERNELS] = {"search_begin", "search_list", "search_mark", "search_up"};

/* For an edge from the frontier: a0 list, a1 rows, a2 neighbours, a3 now, a4 parents. The plain read skips the atomic
 * if v already has a smaller parent. */
static const char claim[] = "const uint u = a0[segment], v = a2[a1[u] + rank];\n"
                            "if (!(a3[v >> 5] >> (v & 31) & 1))\n"
                            "    if (CLIV_ATOMIC_READS || a4[v] > u)\n"
                            "        atomic_min((volatile __global uint *)&a4[v], u);";

int kronecker_search_create(cliv_context *ctx, const kronecker_graph *g, kronecker_search *s)
{
    const size_t words = (g->vertices + 31) / 32, size = sizeof(cl_uint);
    /* One work-item per group if the tuned load-balancing search has one work-item per group. */
    const bool alone = cliv_tuning_find(&ctx->tuning, &ctx->device, CLIV_FAMILY_EXPAND, 4, SIZE_MAX)->nt == 1;
    size_t group[3];
    *s = (kronecker_search){.ctx = ctx, .graph = g};
    if (kernels_create(ctx, "kronecker_search.cl", alone ? "-D NT=1" : NULL, kernel_names, SEARCH_KERNELS, &s->program,
                       s->kernels) != APP_OK ||
        !(s->parents = app_buffer(ctx, 32 * words, size, NULL)) || !(s->before = app_buffer(ctx, words, size, NULL)) ||
        !(s->now = app_buffer(ctx, words, size, NULL)) || !(s->places = app_buffer(ctx, words, size, NULL)) ||
        !(s->list = app_buffer(ctx, g->vertices, size, NULL)) ||
        !(s->offsets = app_buffer(ctx, g->vertices, size, NULL)) ||
        !(s->totals = app_buffer(ctx, SLOT * SLOTS, size, NULL)))
        goto done;
    APP_TRY_CL("clGetKernelWorkGroupInfo",
               clGetKernelWorkGroupInfo(s->kernels[SEARCH_UP], cliv_context_device(ctx),
                                        CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof group, group, NULL));
    /* As EACH in the kernels. */
    const size_t each = alone ? 2048 : (group[0] % 32 == 0 ? 4 : 32) * group[0];
    s->level_items = (g->vertices + each - 1) / each * group[0];
    return APP_OK;
done:
    kronecker_search_release(s);
    return APP_FAILED;
}

/* Follows all edges of the frontier, which has `count` vertices: unreached vertices get a parent. */
static int follow_edges(kronecker_search *s, cl_uint count, cl_uint edges)
{
    cliv_context *const ctx = s->ctx;
    const cl_command_queue queue = cliv_context_queue(ctx);
    const kronecker_graph *const g = s->graph;
    const cl_uint words = (g->vertices + 31) / 32;
    const cliv_array bits[] = {cliv_buffer(s->now, &cliv_uint, 0, words), cliv_buffer(s->before, &cliv_uint, 0, words)};
    const cliv_array rows[] = {cliv_buffer(g->rows, &cliv_uint, 0, (size_t)g->vertices + 1),
                               cliv_buffer(s->list, &cliv_uint, 0, count)};
    const cliv_array offsets = cliv_buffer(s->offsets, &cliv_uint, 0, count);
    const cliv_array claimed[] = {rows[1], rows[0], cliv_buffer(g->neighbours, &cliv_uint, 0, g->edges), bits[0],
                                  cliv_buffer(s->parents, &cliv_uint, 0, g->vertices)};
    APP_TRY("cliv_offsets_from_counts",
            cliv_offsets_from_counts(ctx, queue,
                                     cliv_generate_from(&cliv_uint, "popcount(a0[i] & ~a1[i])", words, bits, 2),
                                     cliv_buffer(s->places, &cliv_uint, 0, words), NULL, 0, NULL, NULL));
    const kernel_argument arguments[] = {ARGUMENT(words), ARGUMENT(s->before), ARGUMENT(s->now), ARGUMENT(s->places),
                                         ARGUMENT(s->list)};
    if (kernel_run(ctx, s->kernels[SEARCH_LIST], words, arguments, 5) != APP_OK)
        return APP_FAILED;
    APP_TRY("cliv_offsets_from_counts",
            cliv_offsets_from_counts(ctx, queue,
                                     cliv_generate_from(&cliv_uint, "a0[a1[i] + 1] - a0[a1[i]]", count, rows, 2),
                                     offsets, NULL, 0, NULL, NULL));
    APP_TRY("cliv_transform_load_balance",
            cliv_transform_load_balance(ctx, queue, edges, offsets, claim, NULL, claimed, 5, 0, NULL, NULL));
    return APP_OK;
done:
    return APP_FAILED;
}

/* Level `level`, counted from 1. For a top-down level, `totals` has the frontier's vertex and edge counts. */
static int advance(kronecker_search *s, bool bottom_up, cl_uint level, const cl_uint totals[2])
{
    const kronecker_graph *const g = s->graph;
    const cl_uint slots = SLOTS;
    if (!bottom_up && follow_edges(s, totals[0], totals[1]) != APP_OK)
        return APP_FAILED;
    /* The bits before the level are not needed again; their buffer receives the bits after the level. */
    const kernel_argument arguments[] = {
        ARGUMENT(g->vertices),   ARGUMENT(level),  ARGUMENT(slots),     ARGUMENT(g->rows),    ARGUMENT(g->firsts),
        ARGUMENT(g->neighbours), ARGUMENT(s->now), ARGUMENT(s->before), ARGUMENT(s->parents), ARGUMENT(s->totals)};
    if (kernel_run(s->ctx, s->kernels[bottom_up ? SEARCH_UP : SEARCH_MARK], s->level_items, arguments, 10) != APP_OK)
        return APP_FAILED;
    const cl_mem old = s->before;
    s->before = s->now;
    s->now = old;
    return APP_OK;
}

static int add_level(kronecker_search *s, search_level level)
{
    if (s->level_count == s->level_room &&
        app_grow(&s->levels, &s->level_room, s->level_count + 1, sizeof *s->levels) != APP_OK)
        return APP_FAILED;
    s->levels[s->level_count++] = level;
    return APP_OK;
}

int kronecker_search_run(kronecker_search *s, cl_uint root, cl_uint alpha)
{
    const kronecker_graph *const g = s->graph;
    const cl_command_queue queue = cliv_context_queue(s->ctx);
    const kernel_argument arguments[] = {ARGUMENT(g->vertices), ARGUMENT(root),   ARGUMENT(s->parents),
                                         ARGUMENT(s->before),   ARGUMENT(s->now), ARGUMENT(s->totals)};
    cl_uint totals[SLOTS][SLOT], left = g->edges;
    cl_uint last = 0; /* the last level read; 0 is the root's level */
    bool bottom_up = false;
    totals[0][0] = 1;
    totals[0][1] = g->host_rows[root + 1] - g->host_rows[root];
    s->level_count = 0;
    APP_TRY_CL("clFinish", clFinish(queue));
    const double begin = app_now();
    double batch_begin = begin;
    if (kernel_run(s->ctx, s->kernels[SEARCH_BEGIN], s->level_items, arguments, 6) != APP_OK)
        return APP_FAILED;
    while (totals[last % SLOTS][0] > 0 && last < g->vertices) {
        const cl_uint *const frontier = totals[last % SLOTS];
        left -= frontier[1];
        /* The search never returns to top-down: few vertices remain after a large frontier, and a bottom-up level is
         * one kernel. */
        bottom_up = bottom_up || (cl_ulong)frontier[1] * alpha > left;
        const cl_uint end = last + (bottom_up ? UP_AT_ONCE : 1);
        for (cl_uint level = last + 1; level <= end; ++level)
            if (advance(s, bottom_up, level, frontier) != APP_OK)
                return APP_FAILED;
        APP_TRY_CL("clEnqueueReadBuffer",
                   clEnqueueReadBuffer(queue, s->totals, CL_TRUE, 0, sizeof totals, totals, 0, NULL, NULL));
        /* Levels after an empty one do not count. */
        do {
            ++last;
            if (add_level(s, (search_level){bottom_up, totals[last % SLOTS][0], -1}) != APP_OK)
                return APP_FAILED;
        } while (last < end && totals[last % SLOTS][0] > 0);
        const double now = app_now();
        s->levels[s->level_count - 1].seconds = now - batch_begin;
        batch_begin = now;
    }
    s->seconds = app_now() - begin;
    return APP_OK;
done:
    return APP_FAILED;
}

int kronecker_search_tuples(const kronecker_search *s, cl_ulong *tuples)
{
    const cl_command_queue queue = cliv_context_queue(s->ctx);
    const size_t n = s->graph->vertices;
    const cliv_array read[] = {cliv_buffer(s->parents, &cliv_uint, 0, n),
                               cliv_buffer(s->graph->ends, &cliv_uint, 0, n)};
    cl_mem sum = app_buffer(s->ctx, 1, sizeof *tuples, NULL);
    int code = APP_FAILED;
    if (!sum)
        return APP_FAILED;
    APP_TRY("cliv_reduce",
            cliv_reduce(s->ctx, queue, cliv_generate_from(&cliv_ulong, "a0[i] == UINT_MAX ? 0 : a1[i]", n, read, 2),
                        cliv_buffer(sum, &cliv_ulong, 0, 1), &cliv_add, 0, NULL, NULL));
    APP_TRY_CL("clEnqueueReadBuffer",
               clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof *tuples, tuples, 0, NULL, NULL));
    *tuples /= 2; /* a tuple has two ends, and both are in one component */
    code = APP_OK;
done:
    app_release(sum);
    return code;
}

void kronecker_search_release(kronecker_search *s)
{
    const cl_mem buffers[] = {s->parents, s->before, s->now, s->places, s->list, s->offsets, s->totals};
    for (size_t b = 0; b < sizeof buffers / sizeof *buffers; ++b)
        app_release(buffers[b]);
    kernels_release(SEARCH_KERNELS, s->program, s->kernels);
    free(s->levels);
    *s = (kronecker_search){0};
}
