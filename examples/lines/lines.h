/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a text, and their sort on the device and with qsort. Functions that return an int return APP_OK, or
 * APP_FAILED after printing a message on stderr. */
#ifndef LINES_H
#define LINES_H

#include "../common/app.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- lines.c: the lines of a text ---- */

typedef struct lines {
    const char *origin; /* the source of the text, for messages */
    char *bytes;
    size_t size;      /* bytes of the text */
    size_t count;     /* count of lines, below 2^32 - 1 */
    size_t longest;   /* bytes, without the end of line */
    cl_ulong *starts; /* count + 1: line k is the bytes starts[k] … starts[k+1]-2, followed by an end of line */
} lines;

int lines_read_file(const char *file, lines *text); /* "-": standard input */
int lines_read_default(lines *text);                /* the word list, or the names of packages */
void lines_release(lines *text);
/* Writes `count` of the lines, each with an end of line. "-": to standard output. */
int lines_write(const lines *text, const cl_uint *order, size_t count, const char *file);
/* Sorts with qsort in the order of memcmp(). A prefix is before longer lines, and equal lines are ordered by
 * number. */
int lines_qsort(const lines *text, cl_uint *order, double *seconds);

/* ---- line_sort.c: the sort on the device ---- */

enum line_kernel { LINES_BEGIN, LINES_COMMON, LINES_NEXT, LINES_FLAGS, LINES_TIED, LINES_SETTLE, LINES_KERNELS };

typedef struct line_sort {
    cliv_context *ctx;
    const lines *text;
    cl_program program;
    cl_kernel kernels[LINES_KERNELS];
    size_t group; /* work-items */
    cl_mem bytes, starts, cursors, keys, numbers, places, next_numbers, next_places;
    cl_mem leaders, skips, flags, tied, offsets;
    /* The result: line numbers (cl_uint), and for each line 1 if it differs from the previous line, else 0
     * (cl_uchar). */
    cl_mem order, heads;
    size_t *rounds; /* of the last run: count of lines in each round; at most longest / 8 + 1 rounds */
    size_t round_count;
    double seconds; /* wall-clock time; text and result are on the device */
} line_sort;

int line_sort_create(cliv_context *ctx, const lines *text, line_sort *sort);
int line_sort_run(line_sort *sort);
int line_sort_order(const line_sort *sort, cl_uint *order);
void line_sort_release(line_sort *sort);

#endif
