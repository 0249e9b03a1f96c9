/* SPDX-License-Identifier: Apache-2.0 */
/* sort_lines: sorts the lines of a text on the device and with qsort, and compares the results. */
#include "lines.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char app_name[] = "sort_lines";

enum { ROUNDS_SHOWN = 20, LINE_SHOWN = 60 };

typedef struct sort_options {
    const char *device, *file, *output; /* NULL: the default */
} sort_options;

static void print_line(const char *label, const lines *text, cl_uint number)
{
    const cl_ulong start = text->starts[number];
    const size_t length = (size_t)(text->starts[number + 1] - start) - 1;
    const bool whole = length <= LINE_SHOWN;
    printf("%s line %u: %.*s%s\n", label, (unsigned)number + 1, whole ? (int)length : LINE_SHOWN, text->bytes + start,
           whole ? "" : "...");
}

static void print_rounds(const line_sort *sort)
{
    printf("\n%8s %12s\n", "round", "lines");
    for (size_t r = 0; r < sort->round_count; ++r) {
        if (sort->round_count > ROUNDS_SHOWN && r == ROUNDS_SHOWN / 2) {
            r = sort->round_count - ROUNDS_SHOWN / 2; /* with many rounds: the first and the last ones only */
            printf("%8s\n", "...");
        }
        printf("%8zu %12zu\n", r + 1, sort->rounds[r]);
    }
}

static void print_time(const char *label, double seconds, size_t count)
{
    printf("%s: %.3f ms, %.4g million lines per second", label, 1e3 * seconds,
           1e-6 * (double)count / (seconds > 0 ? seconds : 1e-9));
}

/* Sorts twice: the first run compiles kernels; the time of the second run is printed. */
static int sort_lines(cliv_context *ctx, const lines *text, const char *output)
{
    const bool report = !output || strcmp(output, "-") != 0;
    int code = APP_FAILED;
    line_sort sort = {0};
    double first_seconds, qsort_seconds;
    cl_uint *computed = app_allocate(text->count, sizeof *computed);
    cl_uint *expected = app_allocate(text->count, sizeof *expected);
    if (!computed || !expected || line_sort_create(ctx, text, &sort) != APP_OK || line_sort_run(&sort) != APP_OK)
        goto done;
    first_seconds = sort.seconds;
    if (line_sort_run(&sort) != APP_OK || line_sort_order(&sort, computed) != APP_OK ||
        lines_qsort(text, expected, &qsort_seconds) != APP_OK)
        goto done;

    for (size_t k = 0; k < text->count; ++k)
        if (computed[k] != expected[k]) {
            app_error("index %zu: line %u on the device, but line %u with qsort", k + 1, (unsigned)computed[k] + 1,
                      (unsigned)expected[k] + 1);
            goto done;
        }
    if (report && text->count > 0) {
        print_rounds(&sort);
        printf("\n");
        print_line("first:", text, computed[0]);
        print_line("last: ", text, computed[text->count - 1]);
        print_time("device", sort.seconds, text->count);
        printf(" (first run, with compilation: %.0f ms)\n", 1e3 * first_seconds);
        print_time("qsort", qsort_seconds, text->count);
        printf("\n");
    }
    if (report)
        printf("All lines are where qsort puts them.\n");
    code = output ? lines_write(text, computed, text->count, output) : APP_OK;
done:
    line_sort_release(&sort);
    free(expected);
    free(computed);
    return code;
}

static int run(const sort_options *options)
{
    const bool report = !options->output || strcmp(options->output, "-") != 0;
    int code = APP_FAILED;
    lines text = {0};
    cliv_context *ctx = app_context(options->device);
    if (!ctx || (report && app_print_device(ctx) != APP_OK))
        goto done;
    if ((options->file ? lines_read_file(options->file, &text) : lines_read_default(&text)) != APP_OK)
        goto done;
    if (report)
        printf("text: %s\n%zu %s, %zu bytes, the longest line %zu\n", text.origin, text.count,
               text.count == 1 ? "line" : "lines", text.size, text.longest);
    code = sort_lines(ctx, &text, options->output);
done:
    lines_release(&text);
    cliv_context_destroy(ctx);
    return code;
}

static void usage(void)
{
    fputs(
        "Usage: sort_lines [OPTION...] [FILE]\n"
        "\n"
        "Sorts the lines of a text by their bytes, like `LC_ALL=C sort`. Equal lines keep their order. FILE is a\n"
        "text file, or - for standard input. The default is the word list of the system, /usr/share/dict/words, or,\n"
        "if there is no word list, the names of the packages that apt or dpkg lists.\n"
        "\n"
        "The keys of the sort are eight bytes of each line. Groups of lines with equal keys are sorted again by the\n"
        "next eight bytes in which the lines may differ; one segmented sort sorts all groups. The result is compared\n"
        "with qsort on whole lines; the exit status is 1 if they differ.\n"
        "\n"
        "Options:\n"
        "  -d, --device DEVICE  the device, in the form of CLINTERVAL_DEVICE, which it overrides\n"
        "  -o, --output FILE    write the sorted lines to FILE; - is standard output, without a report\n"
        "  -h, --help           show this help\n",
        stdout);
}

static int command(int argc, char **argv)
{
    static const struct option options[] = {
        {"device", required_argument, NULL, 'd'},
        {"output", required_argument, NULL, 'o'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    sort_options sort = {0};
    int option;
    while ((option = getopt_long(argc, argv, "d:o:h", options, NULL)) != -1) {
        switch (option) {
        case 'd':
            sort.device = optarg;
            break;
        case 'o':
            sort.output = optarg;
            break;
        case 'h':
            usage();
            return APP_OK;
        default:
            fputs("`sort_lines --help` explains the options\n", stderr);
            return APP_USAGE;
        }
    }
    if (optind < argc)
        sort.file = argv[optind++];
    if (optind < argc) {
        app_error("unexpected argument '%s'", argv[optind]);
        return APP_USAGE;
    }
    return run(&sort);
}

int main(int argc, char **argv) { return app_end(command(argc, argv)); }
