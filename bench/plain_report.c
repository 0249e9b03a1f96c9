/* SPDX-License-Identifier: Apache-2.0 */
/* Output for single calls: each row as it is measured, then tables of sizes by operations. */
#include "goals.h"
#include "runner.h"

#include <stdio.h>
#include <string.h>

static double us(double ms) { return ms * 1e3; }

/* Three significant digits. */
static const char *short_text(double ms, char *text, size_t capacity)
{
    if (ms <= 0)
        snprintf(text, capacity, "-");
    else
        snprintf(text, capacity, us(ms) < 9.995 ? "%.2f" : us(ms) < 99.95 ? "%.1f" : "%.0f", us(ms));
    return text;
}

static void print_floor(const char *what, const bench_times *t)
{
    char total[32], host[32], row[32];
    printf("%-34s %10s %10s %10s\n", what, short_text(t->wall_ms, total, sizeof total),
           short_text(t->host_ms, host, sizeof host), short_text(t->in_a_row_ms, row, sizeof row));
}

void bench_print_plain_head(const bench_device *d, const bench_options *o)
{
    printf("device  %s, %u units\n", d->name, d->units);
    printf("driver  %s, %s\n", d->platform, d->driver);
    printf("times   microseconds by the wall clock, medians of %d calls (of fewer, at least 3, where they would take\n"
           "        more than two seconds) after %d warm-up calls, on an in-order queue without event times, without\n"
           "        events; total: one call to the end of clFinish; host: until the call has returned\n",
           d->repetitions, d->warmup);
    if (d->in_a_row)
        printf("        in a row: a call's share of %d and one clFinish; sorts find the data sorted by the first\n",
               d->in_a_row);
    if (o->peers && d->type & CL_DEVICE_TYPE_CPU)
        printf("peers   C and C++, serial and threaded; in the tables the fastest serial one\n");
    else if (o->peers)
#ifdef HAVE_CUDA
        printf("peers   CUB and Thrust where the device is CUDA's, to the end of cudaDeviceSynchronize; in the tables\n"
               "        the fastest: %s\n",
               peer_cuda_versions());
#else
        printf("peers   (CUB and Thrust are not built in)\n");
#endif
    if (!o->verify)
        printf("        results are not verified (--no-verify)\n");
    printf("\n%-34s %10s %10s %10s\n", "", "total us", "host us", d->in_a_row ? "in a row" : "");
    print_floor("empty kernel", &d->empty);
    print_floor("empty kernel with 8 buffers", &d->with_buffers);
    printf("\n%-20s %-20s %9s %10s %10s %10s %10s\n", "operation", "distribution", "size", "total us", "host us",
           d->in_a_row ? "in a row" : "", "goal us");
}

static const char *checked_text(bench_checked checked)
{
    static const char *const texts[] = {"not verified", "verified", "WRONG"};
    return texts[checked];
}

static void print_times(const bench_times *t, double goal_ms)
{
    char total[32], host[32], row[32], goal[32];
    printf(" %10s %10s %10s %10s", short_text(t->wall_ms, total, sizeof total),
           short_text(t->host_ms, host, sizeof host), short_text(t->in_a_row_ms, row, sizeof row),
           goal_ms > 0 ? short_text(goal_ms, goal, sizeof goal) : "");
}

void bench_print_plain_row(const bench_row *r)
{
    char size[32];
    printf("%-20s %-20s %9s", r->operation, r->label, bench_size_text(r->n, size, sizeof size));
    if (r->times.wall_ms > 0) {
        print_times(&r->times, r->goal_ms);
        printf(" %-10s %s", bench_goal_result(r), checked_text(r->checked));
    }
    printf("%s%s\n", r->failure[0] ? "  " : "", r->failure);
    for (int i = 0; i < r->peer_count; i++) {
        const bench_peer *p = &r->peers[i];
        printf("  %-49.49s", p->name);
        if (p->failure || p->checked == BENCH_WRONG) {
            printf("  %s\n", p->failure ? p->failure : "wrong result, no time");
            continue;
        }
        print_times(&p->times, 0);
        printf(" %-10s %s\n", "", checked_text(p->checked));
    }
}

const bench_peer *bench_beside(const bench_row *r)
{
    const bench_peer *best = NULL;
    for (int k = 0; k < r->peer_count; k++) {
        const bench_peer *p = &r->peers[k];
        if (p->failure || p->checked == BENCH_WRONG || p->times.wall_ms <= 0)
            continue;
        const bool serial = p->kind == PEER_SERIAL;
        if (!best || (serial && best->kind != PEER_SERIAL) ||
            (serial == (best->kind == PEER_SERIAL) && p->times.wall_ms < best->times.wall_ms))
            best = p;
    }
    return best;
}

/* ---- tables ---- */

typedef enum quantity { TOTAL, HOST, SHARE, REPLAY, OVER } quantity;

static double take(const bench_times *t, quantity what)
{
    if (what == OVER)
        return t->beside_ms > 0 ? t->wall_ms - t->beside_ms : -1;
    return what == TOTAL ? t->wall_ms : what == HOST ? t->host_ms : what == REPLAY ? t->replay_ms : t->in_a_row_ms;
}

/* The result against the goal, corrected for the empty kernel: its time here is replaced by its time on the machine of
 * the goals. */
static const char *result_over(const bench_row *r)
{
    bench_row there = *r;
    there.times.wall_ms = take(&r->times, OVER) + BENCH_LATENCY_GOAL_EMPTY_MS;
    return r->times.beside_ms > 0 ? bench_goal_result(&there) : "";
}

static void print_cell(const bench_row *r, quantity what)
{
    char text[32];
    const bench_peer *peer = bench_beside(r);
    printf(" %s", short_text(take(&r->times, what), text, sizeof text));
    if (peer && take(&peer->times, what) > 0)
        printf(" / %s", short_text(take(&peer->times, what), text, sizeof text));
    if (what == TOTAL && r->goal_ms > 0)
        printf(" (%.4g, %s)", us(r->goal_ms), bench_goal_result(r));
    if (what == OVER && r->goal_ms > 0)
        printf(" (%.4g, %s)", us(r->goal_ms - BENCH_LATENCY_GOAL_EMPTY_MS), result_over(r));
    printf(" |");
}

/* Is this the first row with its size, or with its column? */
static bool first_of(const bench_row *rows, const bench_row *r, bool size)
{
    for (const bench_row *k = rows; k < r; k++)
        if (size ? k->n == r->n : !strcmp(k->column, r->column))
            return false;
    return true;
}

/* Describes the numbers after the library's times in a cell. */
static void print_legend(const bench_row *rows, const bench_row *end, quantity what)
{
    bool peers = false, goals = false;
    for (const bench_row *r = rows; r < end; r++) {
        const bench_peer *peer = bench_beside(r);
        peers |= peer && take(&peer->times, what) > 0;
        goals |= r->goal_ms > 0;
    }
    printf("%s%s", peers ? " / peer" : "",
           !goals          ? ""
           : what == TOTAL ? " (goal)"
           : what == OVER  ? " (goal, less that kernel's time where it was set)"
                           : "");
}

static void print_table(const bench_device *d, const bench_row *rows, size_t count, quantity what, const char *title)
{
    const bench_row *end = rows + count;
    char size[32], empty[32], buffers[32];
    printf("\n%s: library", title);
    print_legend(rows, end, what);
    if (what != OVER && what != REPLAY)
        printf("; empty kernel %s, with 8 buffers %s", short_text(take(&d->empty, what), empty, sizeof empty),
               short_text(take(&d->with_buffers, what), buffers, sizeof buffers));
    printf("\n\n| n |");
    for (const bench_row *r = rows; r < end; r++)
        if (first_of(rows, r, false))
            printf(" %s |", r->column);
    printf("\n|---|");
    for (const bench_row *r = rows; r < end; r++)
        if (first_of(rows, r, false))
            printf("---|");
    printf("\n");
    for (const bench_row *line = rows; line < end; line++) {
        if (!first_of(rows, line, true))
            continue;
        printf("| %s |", bench_size_text(line->n, size, sizeof size));
        for (const bench_row *column = rows; column < end; column++) {
            const bench_row *r = rows;
            if (!first_of(rows, column, false))
                continue;
            while (r < end && (r->n != line->n || strcmp(r->column, column->column) != 0))
                r++;
            if (r < end)
                print_cell(r, what);
            else
                printf(" |");
        }
        printf("\n");
    }
}

static void print_goals(const bench_row *rows, size_t count, const char *(*result_of)(const bench_row *),
                        const char *which)
{
    int met = 0, near = 0, total = 0;
    for (size_t i = 0; i < count; i++) {
        const char *verdict = result_of(&rows[i]);
        total += *verdict != 0;
        met += !strcmp(verdict, "met");
        near += !strcmp(verdict, "within 3 %");
    }
    if (total)
        printf("\ngoals, which are those of one NVIDIA " BENCH_LATENCY_GOAL_DEVICE
               " and scale with nothing, %s: %d of %d met, %d more within 3 %%\n",
               which, met, total, near);
}

void bench_print_plain_summary(const bench_device *d, const bench_row *rows, size_t count)
{
    if (count == 0)
        return;
    print_table(d, rows, count, TOTAL, "One call to the end of clFinish, us");
    if (d->in_a_row) {
        print_table(d, rows, count, HOST, "The host's time of a call, us");
        print_table(d, rows, count, SHARE, "A call's share of several in a row, us");
        print_table(d, rows, count, REPLAY, "The host's time of a call that was recorded, and is run again, us");
        print_table(d, rows, count, OVER,
                    "What a call costs beyond an empty kernel with 8 buffers, both measured in turn, us");
    }
    print_goals(rows, count, bench_goal_result, "one call");
    if (d->in_a_row)
        print_goals(rows, count, result_over, "less an empty kernel");
}
