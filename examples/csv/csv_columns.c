/* SPDX-License-Identifier: Apache-2.0 */
/* The fields, columns and keys of tables from CSV files. */
#include "csv_table.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void csv_table_release(csv_table *table)
{
    free(table->lines);
    free(table->starts);
    free(table->bytes);
    *table = (csv_table){0};
}

static csv_field field_at(const csv_table *table, size_t field)
{
    return (csv_field){table->bytes + table->starts[field],
                       (size_t)(table->starts[field + 1] - table->starts[field]) - 1};
}

csv_field csv_table_field(const csv_table *table, size_t row, size_t column)
{
    return field_at(table, (row + table->header) * table->columns + column);
}

csv_field csv_table_name(const csv_table *table, size_t column) { return field_at(table, column); }

/* The number of a column from 1, or 0 if the text is not a number. */
static size_t as_number(const char *text)
{
    char *end;
    if (*text < '0' || *text > '9')
        return 0;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    return errno == 0 && *end == 0 && number <= SIZE_MAX ? (size_t)number : 0;
}

int csv_table_find(const csv_table *table, const char *name, size_t *column)
{
    size_t found = 0, last = 0;
    for (size_t c = 0; table->header && c < table->columns; ++c) {
        const csv_field field = csv_table_name(table, c);
        if (field.length == strlen(name) && memcmp(field.bytes, name, field.length) == 0) {
            ++found;
            last = c;
        }
    }
    if (found > 1) {
        app_error("'%s' has %zu columns with the name '%s'; use the number of the column, from 1", table->origin, found,
                  name);
        return APP_FAILED;
    }
    if (found == 0) {
        const size_t number = as_number(name);
        /* A table without header and rows accepts any column. */
        if (number == 0 || (number > table->columns && table->columns > 0)) {
            csv_text names = {0};
            for (size_t c = 0; table->header && c < table->columns; ++c)
                if ((c > 0 && csv_text_byte(&names, ',') != APP_OK) ||
                    csv_text_field(&names, csv_table_name(table, c), ',') != APP_OK)
                    break;
            app_error("'%s' has no column '%s'; its columns are %s%.*s%s1 to %zu", table->origin, name,
                      table->header ? "named " : "", (int)(names.size < 2000 ? names.size : 2000),
                      table->header ? names.bytes : "", table->header ? ", or numbered " : "numbered ", table->columns);
            free(names.bytes);
            return APP_FAILED;
        }
        last = number - 1;
    }
    *column = last;
    return APP_OK;
}

static int add_keys(const csv_table *table, size_t column, lines *text, size_t *bytes_room, size_t *starts_room)
{
    for (size_t row = 0; row < table->rows; ++row) {
        const csv_field key = csv_table_field(table, row, column);
        if (memchr(key.bytes, 0, key.length)) {
            app_error("'%s', line %zu: the key has a zero byte", table->origin, table->lines[row + table->header]);
            return APP_FAILED;
        }
        if (app_grow(&text->bytes, bytes_room, text->size + key.length + 1, 1) != APP_OK ||
            app_grow(&text->starts, starts_room, text->count + 2, sizeof *text->starts) != APP_OK)
            return APP_FAILED;
        memcpy(text->bytes + text->size, key.bytes, key.length);
        text->bytes[text->size + key.length] = '\n';
        text->size += key.length + 1;
        text->starts[++text->count] = text->size;
        text->longest = key.length > text->longest ? key.length : text->longest;
    }
    return APP_OK;
}

int csv_keys_as_lines(const csv_table *a, size_t a_column, const csv_table *b, size_t b_column, lines *text)
{
    size_t bytes_room = 0, starts_room = 0;
    *text = (lines){.origin = "keys"};
    if (a->rows + b->rows >= UINT32_MAX) {
        app_error("%zu rows in total, but at most 2^32 - 2 are supported", a->rows + b->rows);
        return APP_FAILED;
    }
    if (app_grow(&text->starts, &starts_room, 1, sizeof *text->starts) != APP_OK)
        return APP_FAILED;
    text->starts[0] = 0;
    if (add_keys(a, a_column, text, &bytes_room, &starts_room) != APP_OK)
        return APP_FAILED;
    return add_keys(b, b_column, text, &bytes_room, &starts_room);
}

int csv_keys_as_numbers(const csv_table *table, size_t column, cl_long **numbers)
{
    cl_long *made = app_allocate(table->rows, sizeof *made);
    if (!made)
        return APP_FAILED;
    for (size_t row = 0; row < table->rows; ++row) {
        const csv_field key = csv_table_field(table, row, column);
        const size_t sign = key.length > 0 && (*key.bytes == '-' || *key.bytes == '+');
        const size_t digits = strspn(key.bytes + sign, "0123456789"); /* a zero byte follows the field */
        errno = 0;
        const long long number = strtoll(key.bytes, NULL, 10);
        if (digits == 0 || sign + digits != key.length || errno != 0) {
            app_error("'%s', line %zu: the key '%.*s' is not a 64-bit integer", table->origin,
                      table->lines[row + table->header], (int)(key.length < 200 ? key.length : 200), key.bytes);
            free(made);
            return APP_FAILED;
        }
        made[row] = number;
    }
    *numbers = made;
    return APP_OK;
}
