/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval demo --kronecker: generates Graph500's graph, searches it from several roots on the device and on one core
 * of the host, validates the results and compares them. */
#include "kronecker.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SCALE = 20, DEFAULT_ROOTS = 8, MOST_ROOTS = 64 };

/* The largest scale, up to the default, that fits the device memory. The sort's two arrays are the largest: 8 bytes
 * for each direction of each edge. */
static int scale_that_fits(cliv_context *ctx)
{
    int scale = DEFAULT_SCALE;
    while (scale > 1 && !demo_fits(ctx, (cl_ulong)256 << scale, (cl_ulong)1024 << scale))
        --scale;
    return scale;
}

/* The measurements of one root. */
typedef struct search_result {
    cl_uint root, name, levels;
    cl_ulong tuples; /* in the root's component */
    double device_seconds, serial_seconds;
} search_result;

/* Draws roots as Graph500 specifies: at random among vertices with edges, without repetition as long as unused
 * vertices remain. */
static cl_uint draw_root(const kronecker_graph *g, const search_result *results, int count)
{
    static uint64_t state = 0x9E3779B97F4A7C15u;
    for (int tries = 0;; ++tries) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const cl_uint root = (cl_uint)((state >> 32) % g->vertices);
        bool again = g->host_rows[root] == g->host_rows[root + 1];
        for (int k = 0; k < count && tries < 1000; ++k)
            again = again || results[k].root == root;
        if (!again)
            return root;
    }
}

static int compare_levels(const kronecker_search *s, const cl_uint *computed, const cl_uint *expected)
{
    cl_uint left = 0, farthest = 0;
    for (cl_uint v = 0; v < s->graph->vertices; ++v) {
        if (computed[v] != expected[v]) {
            app_error("distance of vertex %u: %d on the device, %d by a serial search", v, (int)computed[v],
                      (int)expected[v]);
            return APP_FAILED;
        }
        if (expected[v] == NO_PARENT)
            continue;
        ++left;
        farthest = expected[v] > farthest ? expected[v] : farthest;
    }
    --left; /* the root, which no level reached */
    for (size_t l = 0; l < s->level_count; ++l)
        left -= s->levels[l].vertices;
    if (left != 0 || s->level_count != farthest + 1) {
        app_error("the %zu levels on the device lack %d vertices; the serial search has %u levels, and a last "
                  "one without vertices",
                  s->level_count, (int)left, farthest);
        return APP_FAILED;
    }
    return APP_OK;
}

static void print_levels(const kronecker_search *s)
{
    printf("\nlevel  direction   vertices reached        ms\n");
    for (size_t l = 0; l < s->level_count; ++l) {
        printf("%5zu  %-9s  %17u", l + 1, s->levels[l].bottom_up ? "bottom-up" : "top-down", s->levels[l].vertices);
        if (s->levels[l].seconds < 0)
            printf("  %8s\n", "+");
        else
            printf("  %8.3f\n", 1e3 * s->levels[l].seconds);
    }
    printf("+: the host enqueued this level and the next levels together; their time is that of the last one\n");
}

/* Searches from one root on both sides and checks that the results agree. */
static int search_root(kronecker_search *s, search_result *result, cl_uint alpha, cl_uint *work[4])
{
    const kronecker_graph *const g = s->graph;
    cl_uint *const parents = work[0], *const serial = work[1], *const levels = work[2], *const expected = work[3];
    const cl_command_queue queue = cliv_context_queue(s->ctx);
    if (kronecker_search_run(s, result->root, alpha) != APP_OK || kronecker_search_tuples(s, &result->tuples) != APP_OK)
        return APP_FAILED;
    result->device_seconds = s->seconds;
    result->levels = (cl_uint)s->level_count - 1; /* the last one found nothing */
    APP_TRY_CL("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, s->parents, CL_TRUE, 0, g->vertices * sizeof *parents,
                                                          parents, 0, NULL, NULL));
    APP_TRY_CL("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, g->names, CL_TRUE, result->root * sizeof result->name,
                                                          sizeof result->name, &result->name, 0, NULL, NULL));
    if (serial_search(g, result->root, serial, &result->serial_seconds) != APP_OK ||
        kronecker_validate(g, result->root, parents, levels) != APP_OK ||
        kronecker_levels(g, result->root, serial, expected) != APP_OK)
        return APP_FAILED;
    return compare_levels(s, levels, expected);
done:
    return APP_FAILED;
}

static void print_results(const search_result *results, int count)
{
    double device = 0, serial = 0;
    printf("\n%10s  %6s  %12s  %18s  %18s\n", "root", "levels", "edges", "device ms, GTEPS", "serial ms, GTEPS");
    for (int k = 0; k < count; ++k) {
        const search_result *r = &results[k];
        const double edges = 1e-9 * (double)r->tuples;
        printf("%10u  %6u  %12" PRIu64 "  %9.3f %8.3g  %9.3f %8.3g\n", r->name, r->levels, (uint64_t)r->tuples,
               1e3 * r->device_seconds, edges / r->device_seconds, 1e3 * r->serial_seconds, edges / r->serial_seconds);
        device += r->device_seconds / edges;
        serial += r->serial_seconds / edges;
    }
    const double speed_up = serial / device;
    printf("\nmean rates (harmonic): device %.3g GTEPS, one core of the host %.3g GTEPS\n", count / device,
           count / serial);
    if (speed_up >= 1)
        printf("The device is %.3g times as fast as one core.\n", speed_up);
    else
        printf(
            "The device is slower than one core: it needs %.3g times as long. For this graph on this device, use the "
            "serial search.\n",
            1 / speed_up);
    printf("All trees are valid, and all distances agree with the serial search.\n");
}

static int write_csv(const char *file, const kronecker_graph *g, const search_result *results, int count)
{
    FILE *out = app_open(file, "w");
    if (!out)
        return APP_FAILED;
    bool failed = fprintf(out, "scale,vertices,edges,generation_s,numbering_s,sorting_s,compression_s,root,levels,"
                               "tuples,device_s,serial_s\n") < 0;
    for (int k = 0; k < count && !failed; ++k)
        failed =
            fprintf(out, "%d,%u,%u,%.6f,%.6f,%.6f,%.6f,%u,%u,%" PRIu64 ",%.9f,%.9f\n", g->scale, g->vertices, g->edges,
                    g->generation, g->numbering, g->sorting, g->compression, results[k].name, results[k].levels,
                    (uint64_t)results[k].tuples, results[k].device_seconds, results[k].serial_seconds) < 0;
    return app_close(out, file, failed);
}

static int search_graph(cliv_context *ctx, const kronecker_graph *g, int roots, const char *csv)
{
    int code = APP_FAILED;
    kronecker_search s = {0};
    cl_uint *work[4] = {0};
    search_result *results = app_allocate((size_t)roots, sizeof *results);
    if (!results || kronecker_search_create(ctx, g, &s) != APP_OK)
        goto done;
    for (int w = 0; w < 4; ++w)
        if (!(work[w] = app_allocate(g->vertices, sizeof *work[w])))
            goto done;
    for (int k = 0; k < roots; ++k) {
        results[k].root = draw_root(g, results, k);
        /* The first root is searched once with top-down levels only and once with bottom-up levels only, to compile
         * the kernels. */
        if ((k == 0 && (search_root(&s, &results[k], 0, work) != APP_OK ||
                        search_root(&s, &results[k], CL_UINT_MAX, work) != APP_OK)) ||
            search_root(&s, &results[k], SEARCH_ALPHA, work) != APP_OK)
            goto done;
        if (k == 0)
            print_levels(&s);
    }
    print_results(results, roots);
    code = csv ? write_csv(csv, g, results, roots) : APP_OK;
done:
    for (int w = 0; w < 4; ++w)
        free(work[w]);
    free(results);
    kronecker_search_release(&s);
    return code;
}

int kronecker_main(const kronecker_options *options)
{
    int code = APP_FAILED;
    kronecker_graph g = {0};
    const int given = options->scale ? demo_number("kronecker", options->scale, 1, KRONECKER_MOST_SCALE) : 0;
    const int roots = options->roots ? demo_number("roots", options->roots, 1, MOST_ROOTS) : DEFAULT_ROOTS;
    if (given < 0 || roots < 0)
        return APP_USAGE;
    cliv_context *ctx = app_context(options->device);
    if (!ctx || app_print_device(ctx) != APP_OK)
        goto done;
    const int scale = given > 0 ? given : scale_that_fits(ctx);
    /* A small graph first, so that the measured times contain no compilation. */
    if (scale > 13 && kronecker_generate(ctx, 13, &g) != APP_OK)
        goto done;
    kronecker_release(&g);
    if (kronecker_generate(ctx, scale, &g) != APP_OK)
        goto done;
    printf("Breadth-first search: the distance of every vertex from a root, in steps along edges. GTEPS: billions of\n"
           "traversed edges per second. The same search on one core of the host is the comparison.\n\n");
    printf("graph: Graph500's Kronecker generator, scale %d: %u vertices, %" PRIu64 " edges\n", scale, 1u << scale,
           (uint64_t)g.tuples);
    printf(
        "generated in %.1f ms; vertices numbered by degree in %.1f ms, edges sorted in %.1f ms, rows made in %.1f ms\n"
        "%u vertices have edges; %u edges are left without loops and duplicates\n",
        1e3 * g.generation, 1e3 * g.numbering, 1e3 * g.sorting, 1e3 * g.compression, g.vertices, g.edges / 2);
    if (g.edges == 0) {
        printf("All edges are loops: there is nothing to search.\n");
        code = APP_OK;
        goto done;
    }
    code = search_graph(ctx, &g, roots, options->csv);
done:
    kronecker_release(&g);
    cliv_context_destroy(ctx);
    return code;
}
