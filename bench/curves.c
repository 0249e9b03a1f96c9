/* SPDX-License-Identifier: Apache-2.0 */
/* The chart of single calls: one panel for each column of the table, time over size on logarithmic axes. */
#include "runner.h"

#include <stdio.h>
#include <string.h>

typedef enum series { LIBRARY, IN_A_ROW, PEER, SERIES } series;

static double time_of(const bench_row *r, series which)
{
    const bench_peer *peer = which == PEER ? bench_beside(r) : NULL;
    if (which == PEER)
        return peer ? peer->times.wall_ms : -1;
    return which == LIBRARY ? r->times.wall_ms : r->times.in_a_row_ms;
}

/* Counts the points of a series in a column, and writes them if `f` is not NULL. */
static size_t points(FILE *f, const bench_row *rows, size_t count, const char *column, series which)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const double ms = time_of(&rows[i], which);
        if (strcmp(rows[i].column, column) != 0 || ms <= 0)
            continue;
        found++;
        if (f)
            fprintf(f, "%zu %.4g\n", rows[i].n, ms * 1e3);
    }
    return found;
}

static void panel(FILE *f, const bench_device *d, const bench_row *rows, size_t count, const char *column)
{
    static const char *const titles[SERIES] = {"libclinterval", "the same, in a row", "best peer"};
    fprintf(f, "set title \"%s\"\nplot %.4g title 'empty kernel' with lines dashtype 2 linecolor rgb 'gray40'", column,
            d->empty.wall_ms * 1e3);
    for (series which = 0; which < SERIES; which++)
        if (points(NULL, rows, count, column, which))
            fprintf(f, ", '-' title '%s' with linespoints linetype %d", titles[which], (int)which + 1);
    fprintf(f, "\n");
    for (series which = 0; which < SERIES; which++)
        if (points(NULL, rows, count, column, which)) {
            points(f, rows, count, column, which);
            fprintf(f, "e\n");
        }
}

/* Does a panel begin with row i, the first row of a column? A column whose calls all failed has no panel, because it
 * has no range to draw. */
static bool begins_panel(const bench_row *rows, size_t count, size_t i)
{
    size_t found = 0;
    for (size_t k = 0; k < i; k++)
        if (!strcmp(rows[k].column, rows[i].column))
            return false;
    for (series which = 0; which < SERIES; which++)
        found += points(NULL, rows, count, rows[i].column, which);
    return found > 0;
}

int bench_write_curves(const char *file, const bench_device *d, const bench_row *rows, size_t count)
{
    enum { ACROSS = 4, WIDTH = 420, HEIGHT = 330, HEAD = 60 };
    size_t panels = 0;
    for (size_t i = 0; i < count; i++)
        panels += begins_panel(rows, count, i);
    if (!panels)
        return 0;
    const size_t across = panels < ACROSS ? panels : ACROSS, lines = (panels + across - 1) / across;
    FILE *f = bench_open_chart(file, WIDTH * across, HEAD + HEIGHT * lines);
    if (!f)
        return 1;
    fprintf(f, "set multiplot layout %zu,%zu title ", lines, across);
    bench_chart_title(f, d);
    fprintf(f, "\nset logscale x 2\nset logscale y 10\nset format x '2^%%L'\nset xtics 1024,16\nset grid\n"
               "set key below samplen 2 font ',9'\n"
               "set xlabel 'size' offset 0,0.6\nset ylabel 'us, one call to its end'\n");
    for (size_t i = 0; i < count; i++)
        if (begins_panel(rows, count, i))
            panel(f, d, rows, count, rows[i].column);
    fprintf(f, "unset multiplot\n");
    return bench_close_chart(f, file);
}
