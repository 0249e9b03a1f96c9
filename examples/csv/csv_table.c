/* SPDX-License-Identifier: Apache-2.0 */
/* Reads tables from CSV files with libcsv. */
#include "csv_table.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <csv.h>

typedef struct reader {
    csv_table *table;
    size_t in_row;         /* count of fields so far */
    size_t line, row_line; /* the current line, and the first line of the row */
    int code;
} reader;

/* libcsv strips blanks from unquoted fields, unless no byte counts as a blank. */
static int no_blank(unsigned char byte)
{
    (void)byte;
    return 0;
}

static void take_field(void *bytes, size_t size, void *data)
{
    reader *r = data;
    csv_table *t = r->table;
    if (r->in_row++ == 0)
        r->row_line = r->line;
    if (r->code != APP_OK)
        return;
    const size_t end = (size_t)t->starts[t->fields];
    r->code = app_grow(&t->bytes, &t->bytes_room, end + size + 1, 1);
    if (r->code == APP_OK)
        r->code = app_grow(&t->starts, &t->starts_room, t->fields + 2, sizeof *t->starts);
    if (r->code != APP_OK)
        return;
    for (size_t k = 0; k < size; ++k)
        r->line += ((const char *)bytes)[k] == '\n';
    if (size > 0)
        memcpy(t->bytes + end, bytes, size);
    t->bytes[end + size] = 0;
    t->starts[++t->fields] = (cl_ulong)(end + size + 1);
}

/* The end of a row, or of an empty line. */
static void take_row(int end, void *data)
{
    reader *r = data;
    csv_table *t = r->table;
    r->line += end == '\n';
    if (r->in_row == 0 || r->code != APP_OK)
        return;
    if (t->rows == 0)
        t->columns = r->in_row;
    if (r->in_row != t->columns) {
        app_error("'%s', line %zu: the row has %zu %s, but the first row has %zu", t->origin, r->row_line, r->in_row,
                  r->in_row == 1 ? "field" : "fields", t->columns);
        r->code = APP_FAILED;
        return;
    }
    r->code = app_grow(&t->lines, &t->lines_room, t->rows + 1, sizeof *t->lines);
    if (r->code == APP_OK)
        t->lines[t->rows++] = r->row_line;
    r->in_row = 0;
}

/* Prints an error of libcsv in terms of the file. */
static void explain(const reader *r, struct csv_parser *parser, bool at_end)
{
    const int error = csv_error(parser);
    const size_t line = r->in_row > 0 ? r->row_line : r->line;
    if (error != CSV_EPARSE)
        app_error("'%s', line %zu: %s", r->table->origin, line, csv_strerror(error));
    else if (at_end)
        app_error("'%s', line %zu: a quote in this row is never closed", r->table->origin, line);
    else
        app_error("'%s', line %zu: unexpected quote (a field that contains a quote must be quoted, with the quote "
                  "doubled)",
                  r->table->origin, line);
}

static int parse(FILE *in, struct csv_parser *parser, reader *r)
{
    char block[65536];
    size_t size;
    bool first = true;
    while (r->code == APP_OK && (size = fread(block, 1, sizeof block, in)) > 0) {
        /* Skips the byte order mark that some programs write before UTF-8 text. */
        const size_t skipped = first && size >= 3 && memcmp(block, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
        first = false;
        if (csv_parse(parser, block + skipped, size - skipped, take_field, take_row, r) != size - skipped) {
            if (r->code == APP_OK)
                explain(r, parser, false);
            return APP_FAILED;
        }
    }
    if (ferror(in)) {
        app_error("'%s': %s", r->table->origin, strerror(errno));
        return APP_FAILED;
    }
    if (r->code == APP_OK && csv_fini(parser, take_field, take_row, r) != 0) {
        explain(r, parser, true);
        return APP_FAILED;
    }
    return r->code;
}

int csv_table_read(const char *file, char delimiter, bool header, csv_table *table)
{
    struct csv_parser parser;
    reader r = {.table = table, .line = 1, .code = APP_OK};
    int code = APP_FAILED;
    FILE *in = app_open(file, "rb");
    if (!in)
        return APP_FAILED;
    *table = (csv_table){.origin = in == stdin ? "standard input" : file, .header = header};
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL) != 0) {
        app_error("libcsv could not be started");
    } else {
        csv_set_delim(&parser, (unsigned char)delimiter);
        csv_set_space_func(&parser, no_blank);
        csv_set_blk_size(&parser, 65536);
        code = app_grow(&table->starts, &table->starts_room, 1, sizeof *table->starts);
        if (code == APP_OK) {
            table->starts[0] = 0;
            code = parse(in, &parser, &r);
        }
        csv_free(&parser);
    }
    if (in != stdin)
        fclose(in);
    if (code == APP_OK && header && table->rows == 0) {
        app_error("'%s' is empty: it has no row of column names; see --no-header", table->origin);
        code = APP_FAILED;
    }
    table->rows -= code == APP_OK && header;
    if (code == APP_OK && table->rows >= UINT32_MAX) {
        app_error("'%s' has %zu rows, but at most 2^32 - 2 are supported", table->origin, table->rows);
        code = APP_FAILED;
    }
    return code;
}

int csv_text_field(csv_text *text, csv_field field, char delimiter)
{
    bool quoted = false;
    for (size_t k = 0; k < field.length && !quoted; ++k)
        quoted =
            field.bytes[k] == delimiter || field.bytes[k] == '"' || field.bytes[k] == '\n' || field.bytes[k] == '\r';
    const size_t size = quoted ? csv_write(NULL, 0, field.bytes, field.length) : field.length;
    if (app_grow(&text->bytes, &text->room, text->size + size, 1) != APP_OK)
        return APP_FAILED;
    if (quoted)
        csv_write(text->bytes + text->size, size, field.bytes, field.length);
    else if (size > 0)
        memcpy(text->bytes + text->size, field.bytes, size);
    text->size += size;
    return APP_OK;
}

int csv_text_byte(csv_text *text, char byte)
{
    if (app_grow(&text->bytes, &text->room, text->size + 1, 1) != APP_OK)
        return APP_FAILED;
    text->bytes[text->size++] = byte;
    return APP_OK;
}
