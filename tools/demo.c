/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval demo: the demonstrations of interval expand and interval move, tasks on a table (table.c), a search of
 * Graph500's graph (kronecker.c) or of another graph (search.c), or a histogram (histogram.c). */
#include "demo.h"
#include "kronecker.h"
#include "tool.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>

enum { INTERVALS = 20, OUTPUTS = 100 };

/* These counts add up to OUTPUTS. */
static const cl_int expand_counts[INTERVALS] = {2, 5, 7, 16, 0, 1, 0, 0, 14, 10, 3, 14, 2, 1, 11, 2, 1, 0, 5, 6};
static const cl_int expand_values[INTERVALS] = {1,  1,   2,   3,   5,   8,   13,   21,   34,   55,
                                                89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765};
static const cl_int move_counts[INTERVALS] = {3, 9, 1, 9, 8, 5, 10, 2, 5, 2, 8, 6, 5, 2, 4, 0, 8, 2, 5, 6};
static const cl_int move_gather[INTERVALS] = {75, 86, 17, 2, 67, 24, 37, 11, 95, 35,
                                              52, 18, 47, 0, 13, 75, 78, 60, 62, 29};
static const cl_int move_scatter[INTERVALS] = {10, 80, 99, 27, 41, 71, 15, 0,  36, 13,
                                               89, 49, 66, 97, 76, 76, 2,  25, 61, 55};

static void print_rows(const char *title, const cl_int *values, int count)
{
    printf("%s:\n", title);
    for (int i = 0; i < count; ++i) {
        if (i % 10 == 0)
            printf("%5d: ", i);
        printf("%5d%s", values[i], i % 10 == 9 || i + 1 == count ? "\n" : "");
    }
}

static int compare(const char *what, const cl_int *computed, const cl_int *expected)
{
    for (int i = 0; i < OUTPUTS; ++i)
        if (computed[i] != expected[i]) {
            app_error("%s: element %d is %d, but the serial computation gives %d", what, i, computed[i], expected[i]);
            return APP_FAILED;
        }
    return APP_OK;
}

/* Uploads the counts and converts them to offsets; NULL on failure. */
static cl_mem scan_counts(cliv_context *ctx, const cl_int *counts, size_t *total)
{
    cl_mem offsets = app_buffer(ctx, INTERVALS, sizeof(cl_int), counts);
    if (!offsets)
        return NULL;
    const cliv_array array = cliv_buffer(offsets, &cliv_int, 0, INTERVALS);
    const cliv_status status =
        cliv_offsets_from_counts(ctx, cliv_context_queue(ctx), array, array, total, 0, NULL, NULL);
    if (status == CLIV_SUCCESS && *total == OUTPUTS)
        return offsets;
    if (status != CLIV_SUCCESS)
        app_failed("cliv_offsets_from_counts", status);
    else
        app_error("cliv_offsets_from_counts: the total is %zu, not %d", *total, OUTPUTS);
    app_release(offsets);
    return NULL;
}

static int expand(cliv_context *ctx)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    cl_int computed[OUTPUTS], expected[OUTPUTS];
    cl_mem offsets = NULL, values = NULL, output = NULL;
    size_t total;
    int code = APP_FAILED;

    printf("\nINTERVAL-EXPAND DEMONSTRATION:\n\n");
    print_rows("Expand counts", expand_counts, INTERVALS);
    printf("\n");
    print_rows("Expand values", expand_values, INTERVALS);

    if (!(offsets = scan_counts(ctx, expand_counts, &total)) ||
        !(values = app_buffer(ctx, INTERVALS, sizeof(cl_int), expand_values)) ||
        !(output = app_buffer(ctx, total, sizeof(cl_int), NULL)))
        goto done;
    APP_TRY("cliv_interval_expand",
            cliv_interval_expand(ctx, queue, total, cliv_buffer(offsets, &cliv_int, 0, INTERVALS),
                                 cliv_buffer(values, &cliv_int, 0, INTERVALS), cliv_buffer(output, &cliv_int, 0, total),
                                 0, NULL, NULL));
    APP_TRY_CL("clEnqueueReadBuffer",
               clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof computed, computed, 0, NULL, NULL));
    printf("\n");
    print_rows("Expanded data", computed, OUTPUTS);

    for (int k = 0, i = 0; k < INTERVALS; ++k)
        for (cl_int j = 0; j < expand_counts[k]; ++j)
            expected[i++] = expand_values[k];
    code = compare("interval expand", computed, expected);
done:
    app_release(output);
    app_release(values);
    app_release(offsets);
    return code;
}

static int move(cliv_context *ctx)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    cl_int computed[OUTPUTS], expected[OUTPUTS];
    cl_mem offsets = NULL, gather = NULL, scatter = NULL, output = NULL;
    size_t total;
    int code = APP_FAILED;

    printf("\nINTERVAL-MOVE DEMONSTRATION:\n\n");
    print_rows("Interval counts", move_counts, INTERVALS);
    printf("\n");
    print_rows("Interval gather", move_gather, INTERVALS);
    printf("\n");
    print_rows("Interval scatter", move_scatter, INTERVALS);

    if (!(offsets = scan_counts(ctx, move_counts, &total)) ||
        !(gather = app_buffer(ctx, INTERVALS, sizeof(cl_int), move_gather)) ||
        !(scatter = app_buffer(ctx, INTERVALS, sizeof(cl_int), move_scatter)) ||
        !(output = app_buffer(ctx, total, sizeof(cl_int), NULL)))
        goto done;
    APP_TRY("cliv_interval_move",
            cliv_interval_move(ctx, queue, total, cliv_buffer(gather, &cliv_int, 0, INTERVALS),
                               cliv_buffer(scatter, &cliv_int, 0, INTERVALS),
                               cliv_buffer(offsets, &cliv_int, 0, INTERVALS), cliv_generate(&cliv_int, "i", total),
                               cliv_buffer(output, &cliv_int, 0, total), 0, NULL, NULL));
    APP_TRY_CL("clEnqueueReadBuffer",
               clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof computed, computed, 0, NULL, NULL));
    printf("\n");
    print_rows("Moved data", computed, OUTPUTS);

    for (int k = 0; k < INTERVALS; ++k) /* the scattered intervals cover every output exactly once */
        for (cl_int j = 0; j < move_counts[k]; ++j)
            expected[move_scatter[k] + j] = move_gather[k] + j;
    code = compare("interval move", computed, expected);
done:
    app_release(output);
    app_release(scatter);
    app_release(gather);
    app_release(offsets);
    return code;
}

static int intervals_main(const char *device)
{
    int code = APP_FAILED;
    cliv_context *ctx = app_context(device);
    if (ctx && app_print_device(ctx) == APP_OK && expand(ctx) == APP_OK && move(ctx) == APP_OK) {
        printf("\nBoth agree with a serial computation.\n");
        code = APP_OK;
    }
    cliv_context_destroy(ctx);
    return code;
}

static void usage(void)
{
    fputs(
        "Usage: clinterval demo [--device DEVICE]\n"
        "       clinterval demo --table [--rows N]\n"
        "       clinterval demo --graph [--roots N] [--csv OUT]\n"
        "       clinterval demo --kronecker SCALE [--roots N] [--csv OUT]\n"
        "       clinterval demo --graph FILE|--packages|--grid SIDE [--source V] [--reverse|--undirected]\n"
        "       clinterval demo --histogram [--samples N] [--bins M]\n"
        "\n"
        "Without options: interval expand and interval move on twenty small intervals.\n"
        "\n"
        "With --table: sort, group-by and join of a table of ten million orders, compared with common C++ code:\n"
        "std::sort and std::unordered_map on one core.\n"
        "\n"
        "With --kronecker: generates Graph500's random graph of 2^SCALE vertices and 16 times as many edges on the\n"
        "device, and runs direction-optimising breadth-first searches from several roots. The same searches run on\n"
        "one core of the host for comparison. --graph without FILE does this with SCALE 20, or less if the device\n"
        "has too little memory.\n"
        "\n"
        "With --graph FILE, --packages or --grid: breadth-first search of a graph. The host enqueues many levels\n"
        "without a read-back, because the sizes of levels stay on the device. FILE is a Matrix Market file; an entry\n"
        "at row i, column j is an edge from vertex i to vertex j. The graph of packages has an edge from each package\n"
        "of this machine to the packages that depend on it. A grid has SIDE times SIDE vertices, each with edges to\n"
        "its neighbours.\n"
        "\n"
        "With --histogram: kernels count samples, first tid % bins, then random ones, with a spread counter, and\n"
        "push an object for each bin into a pool that the host shares; the host then reads all objects.\n"
        "\n"
        "Results are checked against a serial computation; the exit status is 1 if they differ.\n"
        "\n"
        "Options:\n"
        "  -d, --device DEVICE    which device, in the form of CLINTERVAL_DEVICE, which it overrides\n"
        "  -t, --table            sort, group and join a table\n"
        "      --rows N           count of orders, up to 2^27; default: 10000000, or less if the device has\n"
        "                         too little memory\n"
        "  -g, --graph            search a graph: a file's, else --kronecker with a scale that fits\n"
        "  -k, --kronecker SCALE  search Graph500's graph, of scale 1 to 26\n"
        "      --roots N          count of roots, up to 64; default: 8\n"
        "      --csv OUT          write a row of numbers for each root to a file, or \"-\"\n"
        "  -p, --packages         search the graph of packages\n"
        "      --grid SIDE        search a grid; like a road network, it has thousands of small levels\n"
        "  -s, --source V         the root: a number, counted from 1 as in the file, or a package's name;\n"
        "                         default: the vertex with the most edges\n"
        "  -r, --reverse          follow all edges backwards: from a package to its dependencies\n"
        "  -u, --undirected       follow edges in both directions\n"
        "  -H, --histogram        count samples\n"
        "  -n, --samples N        count of samples, below 2^32; for example 2^20, the default\n"
        "  -b, --bins M           count of bins; default: 256\n"
        "  -h, --help             show this help\n",
        stdout);
}

enum demo { DEMO_INTERVALS, DEMO_TABLE, DEMO_KRONECKER, DEMO_SEARCH, DEMO_HISTOGRAM };

typedef struct demo_options {
    bool graph, packages, histogram, table;
    table_options orders;
    kronecker_options kronecker;
    search_options search;
    histogram_options counting;
} demo_options;

/* APP_OK, or APP_USAGE if the options conflict. */
static int choose(const demo_options *o, enum demo *demo)
{
    const bool file = o->search.file || o->packages || o->search.grid;
    const char *problem = NULL;
    *demo = file                             ? DEMO_SEARCH
            : o->graph || o->kronecker.scale ? DEMO_KRONECKER
            : o->histogram                   ? DEMO_HISTOGRAM
            : o->table                       ? DEMO_TABLE
                                             : DEMO_INTERVALS;
    if (!!o->search.file + o->packages + !!o->search.grid > 1)
        problem = "a file, --packages and --grid exclude each other";
    else if (file && o->kronecker.scale)
        problem = "--kronecker excludes a file, --packages and --grid";
    else if (!file && (o->search.source || o->search.reverse || o->search.undirected))
        problem = "--source, --reverse and --undirected require --graph FILE, --packages or --grid";
    else if (o->search.reverse && o->search.undirected)
        problem = "--reverse and --undirected exclude each other";
    else if (*demo != DEMO_KRONECKER && (o->kronecker.roots || o->kronecker.csv))
        problem = "--roots and --csv require --kronecker, or --graph without a file";
    else if (!o->histogram && (o->counting.samples || o->counting.bins))
        problem = "--samples and --bins require --histogram";
    else if (o->histogram && *demo != DEMO_HISTOGRAM)
        problem = "--graph, --kronecker, --packages or --grid, and --histogram exclude each other";
    else if (o->table && *demo != DEMO_TABLE)
        problem = "--table excludes the options of the other demonstrations";
    else if (!o->table && o->orders.rows)
        problem = "--rows requires --table";
    if (problem)
        app_error("demo: %s", problem);
    return problem ? APP_USAGE : APP_OK;
}

/* APP_OK, APP_USAGE, or -1 for help. */
static int parse(int argc, char **argv, demo_options *o)
{
    static const struct option options[] = {
        {"device", required_argument, NULL, 'd'},
        {"table", no_argument, NULL, 't'},
        {"rows", required_argument, NULL, 'N'},
        {"graph", optional_argument, NULL, 'g'},
        {"kronecker", required_argument, NULL, 'k'},
        {"roots", required_argument, NULL, 'R'},
        {"csv", required_argument, NULL, 'C'},
        {"packages", no_argument, NULL, 'p'},
        {"grid", required_argument, NULL, 'G'},
        {"source", required_argument, NULL, 's'},
        {"reverse", no_argument, NULL, 'r'},
        {"undirected", no_argument, NULL, 'u'},
        {"histogram", no_argument, NULL, 'H'},
        {"samples", required_argument, NULL, 'n'},
        {"bins", required_argument, NULL, 'b'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "d:tgk:ps:ruHn:b:h", options, NULL)) != -1) {
        switch (option) {
        case 'd':
            o->search.device = o->kronecker.device = o->counting.device = o->orders.device = optarg;
            break;
        case 't':
            o->table = true;
            break;
        case 'N':
            o->orders.rows = optarg;
            break;
        case 'g':
            o->graph = true;
            if (optarg)
                o->search.file = optarg;
            break;
        case 'k':
            o->kronecker.scale = optarg;
            break;
        case 'R':
            o->kronecker.roots = optarg;
            break;
        case 'C':
            o->kronecker.csv = optarg;
            break;
        case 'p':
            o->packages = true;
            break;
        case 'G':
            o->search.grid = optarg;
            break;
        case 's':
            o->search.source = optarg;
            break;
        case 'r':
            o->search.reverse = true;
            break;
        case 'u':
            o->search.undirected = true;
            break;
        case 'H':
            o->histogram = true;
            break;
        case 'n':
            o->counting.samples = optarg;
            break;
        case 'b':
            o->counting.bins = optarg;
            break;
        case 'h':
            usage();
            return -1;
        default:
            fputs("`clinterval demo --help` explains the options\n", stderr);
            return APP_USAGE;
        }
    }
    if (o->graph && !o->search.file && optind < argc)
        o->search.file = argv[optind++];
    if (optind < argc) {
        app_error("demo: unexpected argument '%s'%s", argv[optind], o->graph ? "" : "; a file requires --graph");
        return APP_USAGE;
    }
    return APP_OK;
}

int demo_main(int argc, char **argv)
{
    demo_options o = {0};
    enum demo demo;
    int code = parse(argc, argv, &o);
    if (code != APP_OK)
        return code < 0 ? APP_OK : code;
    if ((code = choose(&o, &demo)) != APP_OK)
        return code;
    switch (demo) {
    case DEMO_TABLE:
        return table_main(&o.orders);
    case DEMO_KRONECKER:
        return kronecker_main(&o.kronecker);
    case DEMO_SEARCH:
        return search_main(&o.search);
    case DEMO_HISTOGRAM:
        return histogram_main(&o.counting);
    default:
        return intervals_main(o.search.device);
    }
}
