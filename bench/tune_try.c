/* SPDX-License-Identifier: Apache-2.0 */
/* How `clinterval tune` tries shapes: a few far apart, and then those next to the best. */
#include "tune_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 1 << 20, SMALL_REPEATED = 8, MOST_TRIES = 28 /* of shapes for a target */, MOST_SHAPES = 16 };
/* A shape is given up where one case takes so much longer than with the best: compiling the others takes most time. */
static const double hopeless = 1.2;

/* The best that was measured at a size: its cases' times and their mean, 0: nothing yet. */
typedef struct tune_best {
    double mean, ms[TUNE_MOST_CASES];
} tune_best;

/* What was tried for a target. */
typedef struct tune_search {
    tune_best best[TUNE_MOST_SIZES];
    tune_shape tried[MOST_TRIES];
    size_t count;
} tune_search;

/* Of few elements it is the time from the call to the end of its queue that counts, which launches are most of. */
static cliv_status time_work(const tune_run *run, size_t size, test_work *work, bench_times *times)
{
    bench_device device = run->device;
    if (size <= SMALL) {
        device.plain = true;
        device.repetitions *= SMALL_REPEATED;
    }
    return bench_time(&device, bench_restore_work(work), bench_call_work, work, work->has_host, times);
}

/* Is the result right in this context? */
static bool check(tune_run *run, test_work *work)
{
    cl_event event = NULL;
    const bool good = test_work_poison(work, run->device.queue) && !bench_call_work(work, run->device.queue, &event) &&
                      test_work_check(work, run->device.queue);
    if (event)
        clReleaseEvent(event);
    return good;
}

/* The geometric mean of the cases' times in this context; 0 where one fails or is wrong, INFINITY where a time of
 * `best` is out of reach. What is not slower than `best` in all is looked at whether it is right, and then `best` has
 * its times. */
static double measure(tune_run *run, cliv_context *ctx, size_t s, tune_best *best)
{
    tune_works *const works = &run->works[s];
    double logs = 0, ms[TUNE_MOST_CASES];
    bool good = true;
    for (int i = 0; i < works->count && good; i++) {
        test_work *const work = &works->list[i];
        bench_times times;
        work->ctx = ctx;
        good = !time_work(run, run->file.sizes[s], work, &times) && bench_best(&times) > 0;
        work->ctx = run->device.ctx;
        if (!good)
            break;
        ms[i] = bench_best(&times);
        logs += log(ms[i]);
        if (best->mean > 0 && ms[i] > hopeless * best->ms[i])
            return INFINITY;
    }
    const double mean = exp(logs / works->count);
    if (good && best->mean > 0 && mean >= best->mean)
        return mean;
    for (int i = 0; i < works->count && good; i++) {
        works->list[i].ctx = ctx;
        good = check(run, &works->list[i]);
        works->list[i].ctx = run->device.ctx;
    }
    if (!good)
        return 0;
    best->mean = mean;
    memcpy(best->ms, ms, sizeof ms);
    return mean;
}

static bool write_candidate(const tune_run *run, const tune_target *target, const tune_shape *row)
{
    FILE *f = fopen(run->candidate, "w");
    if (!f)
        return false;
    fprintf(f, "%s any %u %u %u %u\n", target->family, target->bytes, row->nt, row->vt, row->mode);
    return fclose(f) == 0;
}

void tune_print_times(const tune_run *run, const double *ms)
{
    for (size_t s = 0; s < run->file.size_count; s++)
        if (isinf(ms[s]))
            fprintf(stderr, "%sslower", s ? ", " : "");
        else if (ms[s] > 0)
            fprintf(stderr, s ? ", %.4f ms" : "%.4f ms", ms[s]);
        else
            fprintf(stderr, "%sdoes not work here", s ? ", " : "");
    fprintf(stderr, "\n");
}

double tune_measure_now(tune_run *run, size_t s)
{
    tune_best now = {0};
    return measure(run, run->device.ctx, s, &now);
}

/* A context with such a row, NULL where there is none. */
static cliv_context *context_with(const tune_run *run, const tune_target *target, const tune_shape *row)
{
    cliv_context_options options = {.tuning_file = run->candidate};
    cliv_context *ctx = NULL;
    if (!write_candidate(run, target, row))
        fprintf(stderr, "clinterval tune: cannot write %s\n", run->candidate);
    else if (cliv_context_create_with(run->device.cl, run->device.id, &options, &ctx))
        ctx = NULL;
    return ctx;
}

static bool was_tried(const tune_search *search, const tune_shape *row)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->tried[i].nt == row->nt && search->tried[i].vt == row->vt && search->tried[i].mode == row->mode)
            return true;
    return false;
}

/* Tries shapes at all sizes, those that were not tried yet; where one is the best so far, it is noted. True: some shape
 * works with all sizes. */
static bool try_rows(tune_run *run, tune_outcome *o, tune_search *search, const tune_shape *rows, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count && search->count < MOST_TRIES; i++) {
        double ms[TUNE_MOST_SIZES] = {0};
        bool works = true;
        if (was_tried(search, &rows[i]))
            continue;
        search->tried[search->count++] = rows[i];
        cliv_context *const ctx = context_with(run, o->target, &rows[i]);
        for (size_t s = 0; s < run->file.size_count; s++) {
            const double before = search->best[s].mean;
            ms[s] = ctx ? measure(run, ctx, s, &search->best[s]) : 0;
            works = works && ms[s] > 0;
            if (search->best[s].mean != before)
                o->ms[s] = ms[s], o->best[s] = rows[i];
        }
        cliv_context_destroy(ctx);
        fprintf(stderr, "  %-11s %3u bytes, nt %4u vt %6u mode %u: ", o->target->family, o->target->bytes, rows[i].nt,
                rows[i].vt, rows[i].mode);
        tune_print_times(run, ms);
        any |= works;
    }
    return any;
}

/* From shapes far apart to those next to the best, until none of these is better. True: some shape works with all
 * sizes. */
bool tune_search_shapes(tune_run *run, tune_outcome *o, bool serial)
{
    tune_search search = {0};
    tune_shape rows[MOST_SHAPES];
    bool works =
        try_rows(run, o, &search, rows, tune_shapes(o->target, serial, run->file.look_back, rows, MOST_SHAPES));
    for (size_t before = 0; before != search.count;) {
        before = search.count;
        for (size_t s = 0; s < run->file.size_count; s++)
            if (o->ms[s] > 0)
                works |= try_rows(run, o, &search, rows,
                                  tune_neighbours(o->target, run->file.look_back, o->best[s], rows, MOST_SHAPES));
    }
    return works;
}

void tune_confirm(tune_run *run, tune_outcome *o)
{
    for (size_t s = 0; s < run->file.size_count; s++) {
        tune_best best = {0};
        cliv_context *const ctx = o->ms[s] > 0 ? context_with(run, o->target, &o->best[s]) : NULL;
        if (!ctx)
            continue;
        o->ms[s] = measure(run, ctx, s, &best);
        const double again = tune_measure_now(run, s);
        if (again > 0 && (o->before[s] == 0 || again < o->before[s]))
            o->before[s] = again;
        cliv_context_destroy(ctx);
    }
}
