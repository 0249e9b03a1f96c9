/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of csv_join. Functions that return an int return APP_OK, or APP_FAILED after printing a message on
 * stderr. */
#ifndef CSV_JOIN_H
#define CSV_JOIN_H

#include "../lines/sides.h"
#include "csv_table.h"

typedef struct join_task {
    const char *device, *output; /* NULL: the default */
    const char *a_file, *b_file, *a_on, *b_on;
    cliv_join_kind kind;
    char delimiter;
    bool header, integers, count;
    csv_table a, b;
    size_t a_column, b_column; /* columns of the keys */
} join_task;

/* ---- join_pieces.c: the text of the rows of the result ---- */

/* A row of the result is two concatenated pieces. There are four kinds of pieces, numbered in this order: rows of a;
 * the columns of a for rows of b without match; the columns of b for rows of b; and one piece for a missing row of
 * b. */
typedef struct join_pieces {
    csv_text text;
    cl_ulong *starts; /* count + 1 */
    size_t count, starts_room;
    size_t alone, second, none; /* the number of the first piece of the second, third and fourth kind */
} join_pieces;

int join_pieces_make(const join_task *task, join_pieces *pieces);
void join_pieces_release(join_pieces *pieces);
int join_header_make(const join_task *task, csv_text *header); /* the names of the columns */

/* ---- join_rows.c: computes and writes the rows of the result on the device ---- */

typedef struct join_rows {
    cl_mem a, b; /* indices into the sorted columns (cl_uint), all ones if missing; b is NULL in semi and anti joins */
    size_t count;
    double seconds;
} join_rows;

int join_rows_count(cliv_context *ctx, cliv_join_kind kind, const sides *s, size_t *count);
int join_rows_find(cliv_context *ctx, cliv_join_kind kind, const sides *s, join_rows *rows);
int join_rows_write(cliv_context *ctx, const sides *s, const join_rows *rows, const join_pieces *pieces, FILE *out);
void join_rows_release(join_rows *rows);

#endif
