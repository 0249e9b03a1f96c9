/* SPDX-License-Identifier: Apache-2.0 */
/* Tables from CSV files, for csv_join. Functions that return an int return APP_OK, or APP_FAILED after printing a
 * message on stderr. */
#ifndef CSV_TABLE_H
#define CSV_TABLE_H

#include "../lines/lines.h"

typedef struct csv_table {
    const char *origin;   /* the name of the file, for messages */
    bool header;          /* the first row has the names of the columns */
    size_t columns, rows; /* count of rows, without the header */
    char *bytes;          /* the bytes of all fields, each followed by a zero */
    cl_ulong *starts;     /* count of fields + 1 */
    size_t *lines;        /* first line of each row in the file, from 1, including the header */
    size_t fields, bytes_room, starts_room, lines_room;
} csv_table;

typedef struct csv_field {
    const char *bytes;
    size_t length;
} csv_field;

/* Reads a CSV file as defined by RFC 4180; "-" is standard input. All rows must have as many fields as the first row.
 * Empty lines are skipped. Fields keep leading and trailing blanks. */
int csv_table_read(const char *file, char delimiter, bool header, csv_table *table);
void csv_table_release(csv_table *table);
csv_field csv_table_field(const csv_table *table, size_t row, size_t column);
csv_field csv_table_name(const csv_table *table, size_t column); /* requires a header */
/* Finds a column by name or by number from 1. */
int csv_table_find(const csv_table *table, const char *name, size_t *column);

/* The keys of both tables as the lines of one text, first the keys of a. */
int csv_keys_as_lines(const csv_table *a, size_t a_column, const csv_table *b, size_t b_column, lines *text);
/* The keys of one table as numbers. The caller frees them. */
int csv_keys_as_numbers(const csv_table *table, size_t column, cl_long **numbers);

/* A growing text. Fields that contain a delimiter, a quote or an end of line are quoted. */
typedef struct csv_text {
    char *bytes;
    size_t size, room;
} csv_text;

int csv_text_byte(csv_text *text, char byte);
int csv_text_field(csv_text *text, csv_field field, char delimiter);

#endif
