/* SPDX-License-Identifier: Apache-2.0 */
/* The rows as CSV, as JSON and as a chart. */
#define _XOPEN_SOURCE 700 /* popen */
#include "runner.h"

#include <stdio.h>
#include <string.h>

static int close_file(FILE *f, const char *file)
{
    int bad = ferror(f);
    if (fclose(f) == 0 && !bad) {
        fprintf(stderr, "wrote %s\n", file);
        return 0;
    }
    fprintf(stderr, "clinterval bench: could not write %s\n", file);
    return 1;
}

static FILE *open_file(const char *file)
{
    FILE *f = fopen(file, "w");
    if (!f)
        fprintf(stderr, "clinterval bench: cannot open %s for writing\n", file);
    return f;
}

static const char *checked_word(bench_checked checked)
{
    static const char *const words[] = {"no", "yes", "wrong"};
    return words[checked];
}

/* ---- CSV: one line per measurement, including peers ---- */

static void csv_text(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', f);
        fputc(*text, f);
    }
    fputs("\",", f);
}

static void csv_number(FILE *f, double value)
{
    if (value >= 0)
        fprintf(f, "%.6g", value);
    fputc(',', f);
}

static void csv_line(FILE *f, const bench_device *d, const bench_row *r, const bench_peer *p)
{
    bench_times t = p ? p->times : r->times;
    double ms = bench_best(&t);
    csv_text(f, d->name);
    csv_text(f, d->platform);
    csv_text(f, d->driver);
    csv_text(f, p ? p->name : "libclinterval");
    csv_text(f, r->operation);
    csv_text(f, r->type);
    csv_text(f, r->index);
    csv_text(f, r->label);
    fprintf(f, "%zu,%zu,%.0f,", r->n, r->intervals, r->bytes);
    csv_number(f, t.event_ms);
    csv_number(f, t.wall_ms);
    csv_number(f, t.host_ms);
    csv_number(f, t.in_a_row_ms);
    csv_number(f, t.beside_ms);
    csv_number(f, t.replay_ms);
    csv_number(f, ms > 0 ? (double)r->n / (ms * 1e-3) : -1);
    csv_number(f, ms > 0 ? r->bytes / (ms * 1e6) : -1);
    csv_number(f, ms > 0 ? r->bytes / (ms * 1e4) / r->roof : -1);
    csv_number(f, r->roof);
    csv_number(f, !p && r->goal_ms > 0 ? r->goal_ms : -1);
    csv_text(f, p ? "" : bench_goal_result(r));
    csv_number(f, !p && r->times.wall_ms > 0 ? r->times.first_ms : -1);
    csv_number(f, !p && r->warm_first_ms > 0 ? r->warm_first_ms : -1);
    csv_number(f, !p && r->scratch_known ? (double)r->scratch : -1);
    fprintf(f, "%s\n", checked_word(p ? p->checked : r->checked));
}

int bench_write_csv(const char *file, const bench_device *device, const bench_row *rows, size_t count)
{
    FILE *f = open_file(file);
    if (!f)
        return 1;
    fprintf(f, "device,platform,driver,library,operation,type,index,distribution,size,intervals,bytes,event_ms,"
               "wall_ms,host_ms,in_a_row_ms,beside_ms,replay_ms,items_per_s,gb_per_s,roof_percent,roof_gb_per_s,"
               "goal_ms,verdict,first_cold_ms,first_warm_ms,scratch_bytes,verified\n");
    for (size_t i = 0; i < count; i++) {
        csv_line(f, device, &rows[i], NULL);
        for (int k = 0; k < rows[i].peer_count; k++)
            csv_line(f, device, &rows[i], &rows[i].peers[k]);
    }
    return close_file(f, file);
}

/* ---- JSON ---- */

static void json_text(FILE *f, const char *key, const char *text, const char *after)
{
    fprintf(f, "\"%s\": \"", key);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < 32)
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fprintf(f, "\"%s", after);
}

static void json_number(FILE *f, const char *key, double value)
{
    if (value >= 0)
        fprintf(f, ", \"%s\": %.6g", key, value);
    else
        fprintf(f, ", \"%s\": null", key);
}

static void json_times(FILE *f, const bench_times *t)
{
    json_number(f, "event_ms", t->event_ms);
    json_number(f, "wall_ms", t->wall_ms);
    json_number(f, "host_ms", t->host_ms);
    json_number(f, "in_a_row_ms", t->in_a_row_ms);
    json_number(f, "beside_ms", t->beside_ms);
    json_number(f, "replay_ms", t->replay_ms);
}

static void json_row(FILE *f, const bench_row *r)
{
    bool timed = r->times.wall_ms > 0;
    fprintf(f, "    {");
    json_text(f, "operation", r->operation, ", ");
    json_text(f, "type", r->type, ", ");
    json_text(f, "index", r->index, ", ");
    json_text(f, "distribution", r->label, ", ");
    fprintf(f, "\"size\": %zu, \"intervals\": %zu, \"bytes\": %.0f", r->n, r->intervals, r->bytes);
    json_times(f, &r->times);
    json_number(f, "gb_per_s", timed ? bench_gbps(r) : -1);
    json_number(f, "roof_percent", timed ? bench_roof_percent(r) : -1);
    json_number(f, "goal_ms", r->goal_ms > 0 ? r->goal_ms : -1);
    json_number(f, "first_cold_ms", timed ? r->times.first_ms : -1);
    json_number(f, "first_warm_ms", r->warm_first_ms > 0 ? r->warm_first_ms : -1);
    json_number(f, "scratch_bytes", r->scratch_known ? (double)r->scratch : -1);
    fprintf(f, ", ");
    json_text(f, "verdict", bench_goal_result(r), ", ");
    json_text(f, "verified", checked_word(r->checked), ", ");
    json_text(f, "failure", r->failure, ", \"peers\": [");
    for (int k = 0; k < r->peer_count; k++) {
        const bench_peer *p = &r->peers[k];
        fprintf(f, "%s\n      {", k ? "," : "");
        json_text(f, "name", p->name, "");
        json_times(f, &p->times);
        fprintf(f, ", ");
        json_text(f, "verified", checked_word(p->checked), ", ");
        json_text(f, "failure", p->failure ? p->failure : "", "}");
    }
    fprintf(f, "]}");
}

int bench_write_json(const char *file, const bench_device *d, const bench_row *rows, size_t count)
{
    FILE *f = open_file(file);
    if (!f)
        return 1;
    fprintf(f, "{\n  ");
    json_text(f, "device", d->name, ",\n  ");
    json_text(f, "platform", d->platform, ",\n  ");
    json_text(f, "driver", d->driver, ",\n  ");
    json_text(f, "version", cliv_version(), ",\n  ");
    fprintf(f, "\"roof_gb_per_s\": %.1f,\n  \"event_times\": %s,\n  \"repetitions\": %d,\n  \"rows\": [\n", d->roof,
            d->events_credible ? "true" : "false", d->repetitions);
    for (size_t i = 0; i < count; i++) {
        json_row(f, &rows[i]);
        fprintf(f, "%s\n", i + 1 < count ? "," : "");
    }
    fprintf(f, "  ]\n}\n");
    return close_file(f, file);
}

/* ---- the chart: bars in % of the copy bandwidth, drawn by gnuplot ---- */

/* Writes text inside a double-quoted gnuplot string. */
static void quoted(FILE *f, const char *text)
{
    for (; *text; text++)
        if (*text != '"' && *text != '\\' && *text != '`')
            fputc(*text, f);
}

static const bench_peer *best_peer(const bench_row *r)
{
    const bench_peer *best = NULL;
    double best_ms = 0;
    for (int k = 0; k < r->peer_count; k++) {
        const double ms = bench_best(&r->peers[k].times);
        if (r->peers[k].failure || r->peers[k].checked == BENCH_WRONG || ms <= 0)
            continue;
        if (!best || ms < best_ms)
            best = &r->peers[k], best_ms = ms;
    }
    return best;
}

static void plot_data(FILE *f, const bench_row *rows, size_t count)
{
    char size[32];
    for (size_t i = 0; i < count; i++) {
        const bench_row *r = &rows[i];
        if (r->times.wall_ms <= 0)
            continue;
        const bench_peer *peer = best_peer(r);
        fprintf(f, "\"%s %s %s\" %.2f %.2f\n", r->operation, r->label, bench_size_text(r->n, size, sizeof size),
                bench_roof_percent(r), peer ? r->bytes / (bench_best(&peer->times) * 1e4) / r->roof : 0.0);
    }
    fprintf(f, "e\n");
}

FILE *bench_open_chart(const char *file, size_t width, size_t height)
{
    const bool svg = strstr(file, ".svg") != NULL;
    if (strchr(file, '\'') || strchr(file, '\n')) {
        fprintf(stderr, "clinterval bench: the name of a chart must not have quotes\n");
        return NULL;
    }
    FILE *f = popen("gnuplot", "w");
    if (f)
        fprintf(f, "set terminal %s noenhanced background rgb 'white' size %zu,%zu\nset output '%s'\n",
                svg ? "svg" : "pngcairo", width, height, file);
    else
        fprintf(stderr, "clinterval bench: no chart: gnuplot could not be started\n");
    return f;
}

void bench_chart_title(FILE *f, const bench_device *d)
{
    fprintf(f, "\"");
    quoted(f, d->name);
    fprintf(f, "\\n");
    quoted(f, d->platform);
    fprintf(f, ", ");
    quoted(f, d->driver);
    fprintf(f, "\"");
}

/* Without gnuplot the pipe breaks, so its signal is ignored. */
int bench_close_chart(FILE *f, const char *file)
{
    const int status = pclose(f);
    if (status == 0) {
        fprintf(stderr, "wrote %s\n", file);
        return 0;
    }
    fprintf(stderr, "clinterval bench: no chart: gnuplot %s\n",
            status == 127 << 8 ? "is not installed (Debian, Ubuntu: apt-get install gnuplot-nox)"
                               : "could not draw it");
    return 1;
}

int bench_write_plot(const char *file, const bench_device *d, const bench_row *rows, size_t count)
{
    bool peers = false;
    for (size_t i = 0; i < count; i++)
        peers |= best_peer(&rows[i]) != NULL;
    FILE *f = bench_open_chart(file, 300 + 44 * (count + 1), 640);
    if (!f)
        return 1;
    fprintf(f, "set title ");
    bench_chart_title(f, d);
    fprintf(f,
            "\nset style data histogram\nset style histogram cluster gap 1\nset style fill solid 0.8\n"
            "set yrange [0:*]\nset grid ytics\nset xtics rotate by -55 nomirror\nset bmargin 14\n"
            "set rmargin 14\nset ylabel '%% of the copy bandwidth, %.0f GB/s'\n"
            "set key outside top center horizontal\n",
            d->roof);
    fprintf(f, "plot '-' using 2:xtic(1) title 'libclinterval'%s\n",
            peers ? ", '-' using 3 title 'best peer of this run'" : "");
    plot_data(f, rows, count);
    if (peers)
        plot_data(f, rows, count);
    return bench_close_chart(f, file);
}
