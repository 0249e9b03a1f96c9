/* SPDX-License-Identifier: Apache-2.0 */
/* The printed output of the bench: device, table, summary. */
#include "goals.h"
#include "runner.h"

#include <stdio.h>
#include <string.h>

double bench_gbps(const bench_row *row)
{
    double ms = bench_best(&row->times);
    return ms > 0 ? row->bytes / (ms * 1e6) : 0;
}

double bench_roof_percent(const bench_row *row) { return 100 * bench_gbps(row) / row->roof; }

const char *bench_goal_result(const bench_row *row)
{
    double ms = bench_best(&row->times);
    if (row->goal_ms <= 0)
        return "";
    if (ms <= 0)
        return "failed";
    if (ms <= row->goal_ms)
        return "met";
    return ms <= row->goal_ms * (1 + BENCH_GOAL_TOLERANCE) ? "within 3 %" : "short";
}

const char *bench_size_text(size_t n, char *text, size_t size)
{
    int log2 = 0;
    while (n >> log2 > 1)
        log2++;
    if (n >= 1024 && n == (size_t)1 << log2)
        snprintf(text, size, "2^%d", log2);
    else
        snprintf(text, size, "%zu", n);
    return text;
}

void bench_print_device(const bench_device *d, const bench_options *options)
{
    printf("device  %s, %u units\n", d->name, d->units);
    printf("driver  %s, %s\n", d->platform, d->driver);
    printf("roof    %.1f GB/s read and written by a copy: %s\n", d->roof, d->roof_shape);
    if (d->events_credible)
        printf("times   medians of %d after %d warm-up calls; events: from the end of a marker enqueued just before\n"
               "        the call to the end of its event, calls back to back; wall: call and clFinish\n",
               d->repetitions, d->warmup);
    if (d->events_credible)
        printf("        rows pool_… and counter_…: the event of their one kernel, from its beginning to its end\n");
    else
        printf("times   medians of %d after %d warm-up calls; wall clock only (call and clFinish): this driver's\n"
               "        event times are not credible\n",
               d->repetitions, d->warmup);
    printf("GB/s    counts the fewest bytes that the operation must move\n"
           "exact   rows: capacity for exactly the result; the call returns its size on the host. These rows and rows\n"
           "        called count only: wall clock until the call has returned, on a queue without event times\n");
    if (options->peers) {
        bool cpu = d->type & CL_DEVICE_TYPE_CPU;
#ifdef HAVE_BOOST_COMPUTE
        printf("peers   Boost.Compute");
#else
        printf("peers   (Boost.Compute is not built in)");
#endif
#ifdef HAVE_CUDA
        if (!cpu)
            printf(", CUB and Thrust where the device is CUDA's: %s", peer_cuda_versions());
#else
        printf("%s", cpu ? "" : " (CUB and Thrust are not built in)");
#endif
        printf("%s\n", cpu ? ", C and C++, serial and threaded" : "");
    }
    if (!options->verify)
        printf("        results are not verified (--no-verify)\n");
    printf("\n");
}

void bench_print_head(void)
{
    printf("%-29s %-7s %-6s %9s %-36s %10s | %9s %9s %8s %7s %6s | %9s %-10s | %s\n", "operation", "type", "index",
           "size", "distribution", "intervals", "event ms", "wall ms", "Gitem/s", "GB/s", "% roof", "goal ms", "",
           "result");
}

static const char *checked_text(bench_checked checked)
{
    static const char *const texts[] = {"not verified", "verified", "WRONG"};
    return texts[checked];
}

static const char *milliseconds(double ms, char *text, size_t size)
{
    if (ms < 0)
        snprintf(text, size, "-");
    else
        snprintf(text, size, ms < 100 ? "%.4f" : "%.1f", ms);
    return text;
}

static void print_peer(const bench_row *row, const bench_peer *peer)
{
    char event[32], wall[32];
    /* Both sides use the same clock: a C loop has no events, so it is compared by wall time. */
    bool events = peer->times.event_ms > 0 && row->times.event_ms > 0;
    double theirs = events ? peer->times.event_ms : peer->times.wall_ms;
    double ours = events ? row->times.event_ms : row->times.wall_ms;
    printf("  %-100s", peer->name);
    if (peer->failure) {
        printf(" | %s\n", peer->failure);
        return;
    }
    if (peer->checked == BENCH_WRONG) {
        printf(" | wrong result, no time\n");
        return;
    }
    printf(" | %9s %9s ", milliseconds(peer->times.event_ms, event, sizeof event),
           milliseconds(peer->times.wall_ms, wall, sizeof wall));
    if (ours > 0)
        printf("%23s | the library is %.2f times as fast%s", "", theirs / ours, events ? "" : " (wall)");
    printf(", %s\n", checked_text(peer->checked));
}

void bench_print_row(const bench_row *r)
{
    char size[32], event[32], wall[32], goal[32] = "", intervals[32] = "-";
    if (r->intervals)
        snprintf(intervals, sizeof intervals, "%zu", r->intervals);
    printf("%-29s %-7s %-6s %9s %-36s %10s | ", r->operation, r->type, r->index,
           bench_size_text(r->n, size, sizeof size), r->label, intervals);
    if (r->times.wall_ms < 0) {
        printf("%s\n", r->failure);
    } else {
        if (r->goal_ms > 0)
            snprintf(goal, sizeof goal, "%.4f", r->goal_ms);
        printf("%9s %9s %8.3f %7.1f %6.1f | %9s %-10s | %s\n", milliseconds(r->times.event_ms, event, sizeof event),
               milliseconds(r->times.wall_ms, wall, sizeof wall), (double)r->n / (bench_best(&r->times) * 1e6),
               bench_gbps(r), bench_roof_percent(r), goal, bench_goal_result(r), checked_text(r->checked));
        if (r->failure[0])
            printf("  %s\n", r->failure);
        if (r->scratch_known && (double)r->scratch > r->scratch_allowed)
            printf("  warning: %zu bytes of scratch are more than the %.0f allowed\n", r->scratch, r->scratch_allowed);
    }
    for (int i = 0; i < r->peer_count; i++)
        print_peer(r, &r->peers[i]);
}

static void print_goals(const bench_row *rows, size_t count)
{
    int met = 0, near = 0, total = 0;
    char size[32];
    for (size_t i = 0; i < count; i++) {
        const char *verdict = bench_goal_result(&rows[i]);
        if (!*verdict)
            continue;
        total++;
        met += !strcmp(verdict, "met");
        near += !strcmp(verdict, "within 3 %");
    }
    if (total == 0)
        return;
    printf("goals: %d of %d met, %d more within 3 %%\n", met, total, near);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(bench_goal_result(&rows[i]), "short") || !strcmp(bench_goal_result(&rows[i]), "failed"))
            printf("  %s: %s %s, %s: %.4f ms for %.4f ms\n", bench_goal_result(&rows[i]), rows[i].operation,
                   rows[i].label, bench_size_text(rows[i].n, size, sizeof size), bench_best(&rows[i].times),
                   rows[i].goal_ms);
}

/* For each operation with several distributions: its worst one. */
static void print_worst(const bench_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bench_row *worst = NULL;
        bool seen = false, other = false;
        for (size_t k = 0; k < count; k++) {
            const bench_row *r = &rows[k];
            if (strcmp(r->operation, rows[i].operation) != 0 || strcmp(r->type, rows[i].type) != 0)
                continue;
            seen |= k < i;
            other |= r->bad_distribution;
            if (r->times.wall_ms > 0 && (!worst || bench_roof_percent(r) < bench_roof_percent(worst)))
                worst = r;
        }
        if (worst && other && !seen)
            printf("worst distribution: %s %s %s, %.1f %% of the roof\n", worst->operation, worst->type, worst->label,
                   bench_roof_percent(worst));
    }
}

/* The slowest first call of each operation: later rows find the program built. */
static void print_first_calls(const bench_row *rows, size_t count)
{
    printf("first calls, ms over the median: cold (empty driver cache) and in a second context of the process (warm);\n"
           "greatest scratch memory in %% of the bytes that move\n");
    for (size_t i = 0; i < count; i++) {
        double cold = 0, warm = 0, scratch = 0;
        bool seen = false, known = false, above = false;
        for (size_t k = 0; k < count; k++) {
            const bench_row *r = &rows[k];
            if (strcmp(r->operation, rows[i].operation) != 0 || strcmp(r->type, rows[i].type) != 0)
                continue;
            if (k < i)
                seen = true;
            if (r->times.wall_ms < 0)
                continue;
            if (r->times.first_ms - r->times.wall_ms > cold)
                cold = r->times.first_ms - r->times.wall_ms;
            if (r->warm_first_ms - r->times.wall_ms > warm)
                warm = r->warm_first_ms - r->times.wall_ms;
            if (r->scratch_known) {
                known = true;
                above |= (double)r->scratch > r->scratch_allowed;
                if (100 * (double)r->scratch / r->bytes > scratch)
                    scratch = 100 * (double)r->scratch / r->bytes;
            }
        }
        if (seen)
            continue;
        printf("  %-29s %-7s cold %8.1f   ", rows[i].operation, rows[i].type, cold);
        if (known)
            printf("warm %8.1f   scratch %.3f %%%s\n", warm, scratch, above ? "  too much" : "");
        else
            printf("warm        -   scratch -\n");
    }
}

/* The references on CPU devices. For intervals: the obvious loop, serial (from L = 32 on) and threaded at 0.9 of its
 * speed (from L = 256 on). For all other operations: the standard library's serial algorithm, or a serial loop. */
static void print_cpu(const bench_device *d, const bench_row *rows, size_t count)
{
    printf("against C and C++, by the wall clock (at least 1.00 of serial code; intervals from L=256 on also 0.90 of\n"
           "%u threads)\n",
           d->units);
    for (size_t i = 0; i < count; i++) {
        const bench_row *r = &rows[i];
        size_t mean = 0;
        sscanf(r->label, "L=%zu", &mean);
        for (int k = 0; k < r->peer_count; k++) {
            const bench_peer *p = &r->peers[k];
            bool serial = p->kind == PEER_SERIAL;
            if (p->kind == PEER_LIBRARY || p->times.wall_ms <= 0 || r->times.wall_ms <= 0)
                continue;
            double ratio = p->times.wall_ms / r->times.wall_ms;
            bool asked = serial || (r->threads_asked && (mean >= 256 || mean == 0));
            printf("  %-29s %-7s %-36s %-54s %6.2f  %s\n", r->operation, r->type, r->label, p->name, ratio,
                   !asked                          ? ""
                   : ratio >= (serial ? 1.0 : 0.9) ? "met"
                                                   : "short");
        }
    }
}

void bench_print_summary(const bench_device *device, const bench_row *rows, size_t count, bool cpu)
{
    if (count == 0)
        return;
    printf("\n");
    print_goals(rows, count);
    print_worst(rows, count);
    print_first_calls(rows, count);
    if (cpu)
        print_cpu(device, rows, count);
}
