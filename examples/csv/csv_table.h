/* SPDX-License-Identifier: Apache-2.0 */
/* Tables in CSV files, for csv_join. Functions that answer an int answer APP_OK, or APP_FAILED after a line
 * on stderr. */
#ifndef CSV_TABLE_H
#define CSV_TABLE_H

#include "../lines/lines.h"

typedef struct csv_table {
    const char *origin;   /* for the user */
    bool header;          /* the first row has the names of the columns */
    size_t columns, rows; /* rows without the header */
    char *bytes;          /* of all fields, a zero behind each */
    cl_ulong *starts;     /* one more than there are fields */
    size_t *lines;        /* of the file, from 1: where each row begins, the header among them */
    size_t fields, bytes_room, starts_room, lines_room;
} csv_table;

typedef struct csv_field {
    const char *bytes;
    size_t length;
} csv_field;

/* Reads a file as RFC 4180 has it; "-" is standard input. Every row has as many fields as the first; empty lines are no
 * rows; fields keep the blanks around them. */
int csv_table_read(const char *file, char delimiter, bool header, csv_table *table);
void csv_table_release(csv_table *table);
csv_field csv_table_field(const csv_table *table, size_t row, size_t column);
csv_field csv_table_name(const csv_table *table, size_t column); /* where there is a header */
/* A column by its name, else by its number from 1. */
int csv_table_find(const csv_table *table, const char *name, size_t *column);

/* The keys of both tables as lines of one text, those of a first: bytes. */
int csv_keys_as_lines(const csv_table *a, size_t a_column, const csv_table *b, size_t b_column, lines *text);
/* The keys of one table as numbers; the caller frees them. */
int csv_keys_as_numbers(const csv_table *table, size_t column, cl_long **numbers);

/* Text that grows, and fields written to it: quoted where they have a delimiter, a quote or an end of line. */
typedef struct csv_text {
    char *bytes;
    size_t size, room;
} csv_text;

int csv_text_byte(csv_text *text, char byte);
int csv_text_field(csv_text *text, csv_field field, char delimiter);

#endif
