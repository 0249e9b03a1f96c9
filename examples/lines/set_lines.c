/* SPDX-License-Identifier: Apache-2.0 */
/* set_lines: set operations on the lines of two texts. */
#include "sides.h"

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char app_name[] = "set_lines";

typedef struct set_options {
    const char *device, *output; /* NULL: the default */
    const char *a, *b;
    cliv_set_kind kind;
    bool count;
} set_options;

static const struct kind_name {
    const char *name;
    cliv_set_kind kind;
} kind_names[] = {{"intersection", CLIV_INTERSECTION},
                  {"union", CLIV_UNION},
                  {"difference", CLIV_DIFFERENCE},
                  {"symmetric-difference", CLIV_SYMMETRIC_DIFFERENCE}};

/* Concatenates both texts. */
static int read_both(const set_options *options, lines *text, size_t *a_count)
{
    int code = APP_FAILED;
    lines a = {0}, b = {0};
    size_t bytes_room = 0, starts_room = 0;
    *text = (lines){.origin = "both texts"};
    if (lines_read_file(options->a, &a) != APP_OK || lines_read_file(options->b, &b) != APP_OK)
        goto done;
    if (a.count + b.count >= UINT32_MAX) {
        app_error("%zu lines in total, but at most 2^32 - 2 are supported", a.count + b.count);
        goto done;
    }
    if (app_grow(&text->bytes, &bytes_room, a.size + b.size, 1) != APP_OK ||
        app_grow(&text->starts, &starts_room, a.count + b.count + 1, sizeof *text->starts) != APP_OK)
        goto done;
    if (a.size > 0)
        memcpy(text->bytes, a.bytes, a.size);
    if (b.size > 0)
        memcpy(text->bytes + a.size, b.bytes, b.size);
    memcpy(text->starts, a.starts, a.count * sizeof *a.starts);
    for (size_t k = 0; k <= b.count; ++k)
        text->starts[a.count + k] = a.size + b.starts[k];
    text->size = a.size + b.size;
    text->count = a.count + b.count;
    text->longest = a.longest > b.longest ? a.longest : b.longest;
    *a_count = a.count;
    code = APP_OK;
done:
    lines_release(&b);
    lines_release(&a);
    return code;
}

/* The line numbers of the result, in the order of the lines. */
static int operate(cliv_context *ctx, const set_options *options, const sides *s, cl_uint **result, size_t *count,
                   double *seconds)
{
    const cl_command_queue queue = cliv_context_queue(ctx);
    const size_t most = s->a.count + s->b.count;
    const cliv_array a = side_keys(s, &s->a), b = side_keys(s, &s->b);
    int code = APP_FAILED;
    cl_mem keys = NULL, numbers = NULL;
    const double start = app_now();
    if (options->count) {
        APP_TRY("cliv_set_keys",
                cliv_set_keys(ctx, queue, options->kind, a, b, CLIV_NONE, CLIV_NONE, count, NULL, 0, NULL, NULL));
        return APP_OK;
    }
    if (!(keys = app_buffer(ctx, most, sizeof(cl_uint), NULL)) ||
        !(numbers = app_buffer(ctx, most, sizeof(cl_uint), NULL)) || !(*result = app_allocate(most, sizeof **result)))
        goto done;
    APP_TRY("cliv_set_pairs",
            cliv_set_pairs(ctx, queue, options->kind, a, side_lines(&s->a), b, side_lines(&s->b),
                           cliv_buffer(keys, &cliv_uint, 0, most), cliv_buffer(numbers, &cliv_uint, 0, most), CLIV_NONE,
                           count, NULL, 0, NULL, NULL));
    *seconds = app_now() - start;
    if (*count > 0)
        APP_TRY_CL("clEnqueueReadBuffer",
                   clEnqueueReadBuffer(queue, numbers, CL_TRUE, 0, *count * sizeof **result, *result, 0, NULL, NULL));
    code = APP_OK;
done:
    app_release(numbers);
    app_release(keys);
    return code;
}

static int run(const set_options *options)
{
    const char *output = options->output ? options->output : "-";
    const bool report = strcmp(output, "-") != 0;
    int code = APP_FAILED;
    lines text = {0};
    sides s = {0};
    cl_uint *result = NULL;
    size_t a_count = 0, count = 0;
    double seconds = 0;
    cliv_context *ctx = app_context(options->device);
    if (!ctx || (report && app_print_device(ctx) != APP_OK))
        goto done;
    if (read_both(options, &text, &a_count) != APP_OK || sides_of_lines(ctx, &text, a_count, &s) != APP_OK ||
        operate(ctx, options, &s, &result, &count, &seconds) != APP_OK)
        goto done;
    if (options->count)
        printf("%zu\n", count);
    else if (lines_write(&text, result, count, output) != APP_OK)
        goto done;
    if (report)
        printf("%s: %zu lines\n%s: %zu lines\n%s: %zu lines\n"
               "device, with compilation: sort %.0f ms, set operation %.0f ms\n",
               options->a, s.a.count, options->b, s.b.count, output, count, 1e3 * s.seconds, 1e3 * seconds);
    code = APP_OK;
done:
    free(result);
    sides_release(&s);
    lines_release(&text);
    cliv_context_destroy(ctx);
    return code;
}

static void usage(void)
{
    fputs(
        "Usage: set_lines KIND [OPTION...] FILE_A FILE_B\n"
        "\n"
        "Computes a set operation on the lines of two texts. The texts need not be sorted. One of the files may be -,\n"
        "standard input. The result is sorted by bytes, like `LC_ALL=C sort`. KIND is one of\n"
        "\n"
        "  union                 the lines of either text\n"
        "  intersection          the lines of both texts\n"
        "  difference            the lines of A that are not in B\n"
        "  symmetric-difference  the lines of one text that are not in the other\n"
        "\n"
        "Repeated lines count as in comm(1) and std::set_union. If a line occurs m times in A and n times in B, it\n"
        "occurs max(m, n) times in the union, min(m, n) times in the intersection, max(m - n, 0) times in the\n"
        "difference, and |m - n| times in the symmetric difference. For sets without repeated lines, use `sort -u`\n"
        "first.\n"
        "\n"
        "Options:\n"
        "  -c, --count          print only the count of lines of the result\n"
        "  -d, --device DEVICE  the device, in the form of CLINTERVAL_DEVICE, which it overrides\n"
        "  -o, --output FILE    write the lines to FILE, and a report to standard output; by default, or if FILE is "
        "-,\n"
        "                       write the lines to standard output\n"
        "  -h, --help           show this help\n",
        stdout);
}

static int find_kind(const char *name, cliv_set_kind *kind)
{
    for (size_t k = 0; k < sizeof kind_names / sizeof *kind_names; ++k)
        if (strcmp(name, kind_names[k].name) == 0) {
            *kind = kind_names[k].kind;
            return APP_OK;
        }
    app_error("KIND is '%s', but must be union, intersection, difference or symmetric-difference", name);
    return APP_USAGE;
}

static int command(int argc, char **argv)
{
    static const struct option options[] = {
        {"count", no_argument, NULL, 'c'},
        {"device", required_argument, NULL, 'd'},
        {"help", no_argument, NULL, 'h'},
        {"output", required_argument, NULL, 'o'},
        {NULL, 0, NULL, 0},
    };
    set_options set = {0};
    int option;
    while ((option = getopt_long(argc, argv, "cd:ho:", options, NULL)) != -1) {
        switch (option) {
        case 'c':
            set.count = true;
            break;
        case 'd':
            set.device = optarg;
            break;
        case 'h':
            usage();
            return APP_OK;
        case 'o':
            set.output = optarg;
            break;
        default:
            fputs("`set_lines --help` explains the options\n", stderr);
            return APP_USAGE;
        }
    }
    if (argc - optind != 3) {
        app_error("requires KIND FILE_A FILE_B; see set_lines --help");
        return APP_USAGE;
    }
    if (find_kind(argv[optind], &set.kind) != APP_OK)
        return APP_USAGE;
    set.a = argv[optind + 1];
    set.b = argv[optind + 2];
    if (strcmp(set.a, "-") == 0 && strcmp(set.b, "-") == 0) {
        app_error("only one of the files can be standard input");
        return APP_USAGE;
    }
    if (set.count && set.output) {
        app_error("--count excludes --output, because it writes no lines");
        return APP_USAGE;
    }
    return run(&set);
}

int main(int argc, char **argv) { return app_end(command(argc, argv)); }
