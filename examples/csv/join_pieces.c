/* SPDX-License-Identifier: Apache-2.0 */
#include "csv_join.h"

#include <stdlib.h>
#include <string.h>

static bool has_b(const join_task *task) { return task->kind != CLIV_SEMI && task->kind != CLIV_ANTI; }

/* Count of columns of the result: the columns of a, and the columns of b except its key. */
static size_t columns(const join_task *task) { return task->a.columns + (has_b(task) ? task->b.columns - 1 : 0); }

static int add_field(const join_task *task, csv_text *text, csv_field field)
{
    /* A row of one empty field would be an empty line, which readers skip. */
    if (columns(task) == 1 && field.length == 0)
        return csv_text_byte(text, '"') == APP_OK ? csv_text_byte(text, '"') : APP_FAILED;
    return csv_text_field(text, field, task->delimiter);
}

static int end_piece(join_pieces *pieces)
{
    if (app_grow(&pieces->starts, &pieces->starts_room, pieces->count + 2, sizeof *pieces->starts) != APP_OK)
        return APP_FAILED;
    pieces->starts[++pieces->count] = pieces->text.size;
    return APP_OK;
}

/* The columns of a for a row of a or, if `alone` is set, for a row of b: its key and empty fields. */
static int add_first(const join_task *task, csv_text *text, size_t row, bool alone)
{
    const csv_field empty = {"", 0};
    for (size_t c = 0; c < task->a.columns; ++c) {
        const csv_field field = !alone                ? csv_table_field(&task->a, row, c)
                                : c == task->a_column ? csv_table_field(&task->b, row, task->b_column)
                                                      : empty;
        if ((c > 0 && csv_text_byte(text, task->delimiter) != APP_OK) || add_field(task, text, field) != APP_OK)
            return APP_FAILED;
    }
    return APP_OK;
}

/* The columns of b except its key, and the end of the row. If `none` is set, they are empty. */
static int add_second(const join_task *task, csv_text *text, size_t row, bool none)
{
    for (size_t c = 0; has_b(task) && c < task->b.columns; ++c) {
        if (c == task->b_column)
            continue;
        if (csv_text_byte(text, task->delimiter) != APP_OK)
            return APP_FAILED;
        if (!none && csv_text_field(text, csv_table_field(&task->b, row, c), task->delimiter) != APP_OK)
            return APP_FAILED;
    }
    return csv_text_byte(text, '\n');
}

int join_pieces_make(const join_task *task, join_pieces *pieces)
{
    const bool alone = task->kind == CLIV_RIGHT || task->kind == CLIV_FULL;
    csv_text *text = &pieces->text;
    *pieces = (join_pieces){0};
    if (app_grow(&pieces->starts, &pieces->starts_room, 1, sizeof *pieces->starts) != APP_OK)
        return APP_FAILED;
    pieces->starts[0] = 0;
    for (size_t row = 0; row < task->a.rows; ++row)
        if (add_first(task, text, row, false) != APP_OK || end_piece(pieces) != APP_OK)
            return APP_FAILED;
    pieces->alone = pieces->count;
    for (size_t row = 0; alone && row < task->b.rows; ++row)
        if (add_first(task, text, row, true) != APP_OK || end_piece(pieces) != APP_OK)
            return APP_FAILED;
    pieces->second = pieces->count;
    for (size_t row = 0; has_b(task) && row < task->b.rows; ++row)
        if (add_second(task, text, row, false) != APP_OK || end_piece(pieces) != APP_OK)
            return APP_FAILED;
    pieces->none = pieces->count;
    return add_second(task, text, 0, true) == APP_OK ? end_piece(pieces) : APP_FAILED;
}

void join_pieces_release(join_pieces *pieces)
{
    free(pieces->starts);
    free(pieces->text.bytes);
    *pieces = (join_pieces){0};
}

/* ---- the names of the columns: a repeated name gets a number ---- */

static bool is_same(csv_field a, csv_field b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* Returns whether a, or one of the first `count` columns of b, has this name. */
static bool is_taken(const join_task *task, const csv_field *b_names, size_t column, size_t count)
{
    for (size_t c = 0; c < task->a.columns; ++c)
        if (is_same(csv_table_name(&task->a, c), b_names[column]))
            return true;
    for (size_t c = 0; c < count; ++c)
        if (c != column && c != task->b_column && is_same(b_names[c], b_names[column]))
            return true;
    return false;
}

/* If NAME is taken, returns the first of NAME_2, NAME_3 … that is not taken. */
static int make_name(const join_task *task, csv_field *b_names, char **changed, size_t column)
{
    const csv_field name = b_names[column];
    if (!is_taken(task, b_names, column, column))
        return APP_OK;
    const size_t room = name.length + 24;
    if (!(changed[column] = app_allocate(room, 1)))
        return APP_FAILED;
    memcpy(changed[column], name.bytes, name.length);
    b_names[column].bytes = changed[column];
    for (size_t k = 2; k == 2 || is_taken(task, b_names, column, task->b.columns); ++k)
        b_names[column].length =
            name.length + (size_t)snprintf(changed[column] + name.length, room - name.length, "_%zu", k);
    return APP_OK;
}

static int add_header(const join_task *task, csv_field *b_names, char **changed, csv_text *header)
{
    for (size_t c = 0; c < task->a.columns; ++c)
        if ((c > 0 && csv_text_byte(header, task->delimiter) != APP_OK) ||
            add_field(task, header, csv_table_name(&task->a, c)) != APP_OK)
            return APP_FAILED;
    for (size_t c = 0; has_b(task) && c < task->b.columns; ++c)
        if (c != task->b_column &&
            (make_name(task, b_names, changed, c) != APP_OK || csv_text_byte(header, task->delimiter) != APP_OK ||
             csv_text_field(header, b_names[c], task->delimiter) != APP_OK))
            return APP_FAILED;
    return csv_text_byte(header, '\n');
}

int join_header_make(const join_task *task, csv_text *header)
{
    int code = APP_FAILED;
    csv_field *b_names = app_allocate(task->b.columns, sizeof *b_names);
    char **changed = app_allocate(task->b.columns, sizeof *changed);
    if (b_names && changed) {
        for (size_t c = 0; c < task->b.columns; ++c)
            b_names[c] = csv_table_name(&task->b, c);
        code = add_header(task, b_names, changed, header);
        for (size_t c = 0; c < task->b.columns; ++c)
            free(changed[c]);
    }
    free(changed);
    free(b_names);
    return code;
}
