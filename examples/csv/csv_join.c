/* SPDX-License-Identifier: Apache-2.0 */
/* csv_join: joins two CSV files on a column. */
#include "csv_join.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char app_name[] = "csv_join";

static const struct kind_name {
    const char *name;
    cliv_join_kind kind;
} kind_names[] = {{"inner", CLIV_INNER}, {"left", CLIV_LEFT}, {"right", CLIV_RIGHT},
                  {"full", CLIV_FULL},   {"semi", CLIV_SEMI}, {"anti", CLIV_ANTI}};

static int read_tables(join_task *task)
{
    if (csv_table_read(task->a_file, task->delimiter, task->header, &task->a) != APP_OK ||
        csv_table_read(task->b_file, task->delimiter, task->header, &task->b) != APP_OK ||
        csv_table_find(&task->a, task->a_on, &task->a_column) != APP_OK ||
        csv_table_find(&task->b, task->b_on, &task->b_column) != APP_OK)
        return APP_FAILED;
    /* An empty file without header is assumed to have the column. */
    if (task->a.columns == 0)
        task->a.columns = task->a_column + 1;
    if (task->b.columns == 0)
        task->b.columns = task->b_column + 1;
    return APP_OK;
}

static int sort_keys(cliv_context *ctx, const join_task *task, sides *s)
{
    int code = APP_FAILED;
    if (task->integers) {
        cl_long *a = NULL, *b = NULL;
        if (csv_keys_as_numbers(&task->a, task->a_column, &a) == APP_OK &&
            csv_keys_as_numbers(&task->b, task->b_column, &b) == APP_OK)
            code = sides_of_numbers(ctx, a, task->a.rows, b, task->b.rows, s);
        free(b);
        free(a);
        return code;
    }
    lines text = {0};
    if (csv_keys_as_lines(&task->a, task->a_column, &task->b, task->b_column, &text) == APP_OK)
        code = sides_of_lines(ctx, &text, task->a.rows, s);
    lines_release(&text);
    return code;
}

/* The output file is opened last, so an earlier failure does not change it. */
static int write_result(cliv_context *ctx, const join_task *task, const sides *s, const join_rows *rows)
{
    const char *output = task->output ? task->output : "-";
    int code = APP_FAILED;
    join_pieces pieces = {0};
    csv_text header = {0};
    FILE *out = NULL;
    if (join_pieces_make(task, &pieces) != APP_OK || (task->header && join_header_make(task, &header) != APP_OK) ||
        !(out = app_open(output, "wb")))
        goto done;
    if (fwrite(header.bytes ? header.bytes : "", 1, header.size, out) == header.size)
        code = join_rows_write(ctx, s, rows, &pieces, out);
    if (code == APP_OK || ferror(out))
        code = app_close(out, output, ferror(out) != 0);
    else if (out != stdout)
        fclose(out); /* the reason is already printed */
done:
    free(header.bytes);
    join_pieces_release(&pieces);
    return code;
}

static int run(join_task *task)
{
    const bool report = task->output && strcmp(task->output, "-") != 0;
    int code = APP_FAILED;
    sides s = {0};
    join_rows rows = {0};
    cliv_context *ctx = app_context(task->device);
    if (!ctx || (report && app_print_device(ctx) != APP_OK))
        goto done;
    if (read_tables(task) != APP_OK || sort_keys(ctx, task, &s) != APP_OK)
        goto done;
    if (task->count) {
        code = join_rows_count(ctx, task->kind, &s, &rows.count);
        if (code == APP_OK)
            printf("%zu\n", rows.count);
        goto done;
    }
    if (join_rows_find(ctx, task->kind, &s, &rows) != APP_OK || write_result(ctx, task, &s, &rows) != APP_OK)
        goto done;
    if (report)
        printf("%s: %zu rows, %zu columns\n%s: %zu rows, %zu columns\n%s: %zu rows\n"
               "device, with compilation: sort %.0f ms, join %.0f ms\n",
               task->a.origin, task->a.rows, task->a.columns, task->b.origin, task->b.rows, task->b.columns,
               task->output, rows.count, 1e3 * s.seconds, 1e3 * rows.seconds);
    code = APP_OK;
done:
    join_rows_release(&rows);
    sides_release(&s);
    csv_table_release(&task->b);
    csv_table_release(&task->a);
    cliv_context_destroy(ctx);
    return code;
}

static void usage(void)
{
    fputs(
        "Usage: csv_join [OPTION...] --on COLUMN FILE_A FILE_B\n"
        "\n"
        "Joins two CSV files on a column: each pair of rows of A and B with equal keys is a row of the result. One of\n"
        "the files may be -, standard input. The files need not be sorted.\n"
        "\n"
        "The result has the columns of A, then the columns of B except the key. A name that is also in A gets a "
        "number\n"
        "(NAME_2). Rows are sorted by key; rows with equal keys are in the order of A, then in the order of B. Rows "
        "of\n"
        "B without match come last, sorted by key. Keys are texts, compared byte by byte: \"7\" and \"07\" differ, "
        "\"Z\"\n"
        "is before \"a\", and empty keys are equal.\n"
        "\n"
        "Files are CSV as defined by RFC 4180: fields that contain a delimiter, a quote or an end of line are quoted.\n"
        "All rows of a file must have the same count of fields. Empty lines are skipped.\n"
        "\n"
        "Options:\n"
        "  -j, --on COLUMN          the column of the keys: its name, or its number from 1\n"
        "      --on-a COLUMN, --on-b COLUMN\n"
        "                           the column of the keys in each file, if it differs\n"
        "  -k, --kind KIND          inner: the pairs of rows with equal keys (the default)\n"
        "                           left, right, full: also the rows without match of A, of B, of both; the other\n"
        "                           fields are empty\n"
        "                           semi, anti: the rows of A with a match, without a match\n"
        "  -n, --integers           keys are integers: 7 equals 07\n"
        "  -t, --delimiter CHAR     separator of fields in the input and the output (default: a comma); \\t is a tab\n"
        "      --no-header          the files have no row of column names\n"
        "  -c, --count              print only the count of rows of the result\n"
        "  -d, --device DEVICE      the device, in the form of CLINTERVAL_DEVICE, which it overrides\n"
        "  -o, --output FILE        write the rows to FILE, and a report to standard output; by default, or if FILE\n"
        "                           is -, write the rows to standard output\n"
        "  -h, --help               show this help\n",
        stdout);
}

static int find_kind(const char *name, cliv_join_kind *kind)
{
    for (size_t k = 0; k < sizeof kind_names / sizeof *kind_names; ++k)
        if (strcmp(name, kind_names[k].name) == 0) {
            *kind = kind_names[k].kind;
            return APP_OK;
        }
    app_error("--kind is '%s', but must be inner, left, right, full, semi or anti", name);
    return APP_USAGE;
}

static int find_delimiter(const char *text, char *delimiter)
{
    *delimiter = strcmp(text, "\\t") == 0 ? '\t' : *text;
    if ((*text && !text[1]) || *delimiter == '\t')
        if (!strchr("\"\r\n", *delimiter))
            return APP_OK;
    app_error("--delimiter is '%s', but must be one character that is neither a quote nor an end of line", text);
    return APP_USAGE;
}

/* Checks that getopt does not make. */
static int check(const join_task *task)
{
    if (!task->a_on || !task->b_on)
        app_error("--on COLUMN is missing");
    else if (strcmp(task->a_file, "-") == 0 && strcmp(task->b_file, "-") == 0)
        app_error("only one of the files can be standard input");
    else if (task->count && task->output)
        app_error("--count excludes --output, because it writes no rows");
    else
        return APP_OK;
    return APP_USAGE;
}

static int command(int argc, char **argv)
{
    enum { ON_A = 256, ON_B, NO_HEADER };
    static const struct option options[] = {
        {"count", no_argument, NULL, 'c'},           {"delimiter", required_argument, NULL, 't'},
        {"device", required_argument, NULL, 'd'},    {"help", no_argument, NULL, 'h'},
        {"integers", no_argument, NULL, 'n'},        {"kind", required_argument, NULL, 'k'},
        {"no-header", no_argument, NULL, NO_HEADER}, {"on", required_argument, NULL, 'j'},
        {"on-a", required_argument, NULL, ON_A},     {"on-b", required_argument, NULL, ON_B},
        {"output", required_argument, NULL, 'o'},    {NULL, 0, NULL, 0},
    };
    join_task task = {.kind = CLIV_INNER, .delimiter = ',', .header = true};
    int option, code = APP_OK;
    while (code == APP_OK && (option = getopt_long(argc, argv, "cd:hj:k:no:t:", options, NULL)) != -1) {
        switch (option) {
        case 'c':
            task.count = true;
            break;
        case 'd':
            task.device = optarg;
            break;
        case 'h':
            usage();
            return APP_OK;
        case 'n':
            task.integers = true;
            break;
        case 'k':
            code = find_kind(optarg, &task.kind);
            break;
        case 'j':
            task.a_on = task.b_on = optarg;
            break;
        case ON_A:
            task.a_on = optarg;
            break;
        case ON_B:
            task.b_on = optarg;
            break;
        case 'o':
            task.output = optarg;
            break;
        case 't':
            code = find_delimiter(optarg, &task.delimiter);
            break;
        case NO_HEADER:
            task.header = false;
            break;
        default:
            fputs("`csv_join --help` explains the options\n", stderr);
            return APP_USAGE;
        }
    }
    if (code != APP_OK)
        return code;
    if (argc - optind != 2) {
        app_error("requires two files; see csv_join --help");
        return APP_USAGE;
    }
    task.a_file = argv[optind];
    task.b_file = argv[optind + 1];
    return check(&task) == APP_OK ? run(&task) : APP_USAGE;
}

int main(int argc, char **argv) { return app_end(command(argc, argv)); }
