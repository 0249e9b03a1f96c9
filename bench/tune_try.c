/* SPDX-License-Identifier: Apache-2.0 */
/* The search of `clinterval tune`: a few widely spaced shapes, then the neighbours of the best. */
#include "tune_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 1 << 20, SMALL_REPEATED = 8, MOST_TRIES = 24 /* of shapes for a target */, MOST_SHAPES = 16 };
enum { COMPILED = 50 /* ms: a program from a cache takes less */ };
/* A shape is abandoned if a case takes longer by this factor than with the best shape. */
static const double hopeless = 1.2;

/* A shape that was tried, the times of its cases at each size, and their means; 0: it does not work, INFINITY:
 * abandoned. */
typedef struct tune_try {
    tune_shape shape;
    double mean[TUNE_MOST_SIZES], ms[TUNE_MOST_SIZES][TUNE_MOST_CASES];
    bool right[TUNE_MOST_SIZES];
} tune_try;

/* The tries of a target, and the best one at each size; NULL: none works. */
typedef struct tune_search {
    tune_try tries[MOST_TRIES];
    size_t count;
    const tune_try *best[TUNE_MOST_SIZES];
} tune_search;

bool tune_is_over(const tune_run *run)
{
    return bench_is_stopped() || (run->target_end > 0 && bench_now() > run->target_end);
}

/* Small inputs are timed from the call to the end of the queue's work, because launches take most of that time. */
static cliv_status time_work(tune_run *run, size_t size, test_work *work, bench_times *times)
{
    bench_device device = run->device;
    const double begin = bench_now();
    if (size <= SMALL) {
        device.plain = true;
        device.repetitions *= SMALL_REPEATED;
    }
    const cliv_status status =
        bench_time(&device, bench_restore_work(work), bench_call_work, work, bench_kind_of_work(work), times);
    const double first = device.plain || status ? 0 : times->first_ms - bench_best(times);
    run->spent[TUNE_COMPILING] += first;
    run->spent[TUNE_TIMING] += bench_now() - begin - first;
    run->compiled += first > COMPILED;
    return status;
}

/* Are the results correct in this context? */
static bool check(tune_run *run, cliv_context *ctx, size_t s)
{
    tune_works *const works = &run->data->works[s];
    const double begin = bench_now();
    bool good = true;
    for (int i = 0; i < works->count && good; i++) {
        cl_event event = NULL;
        test_work *const work = &works->list[i];
        work->ctx = ctx;
        good = test_work_poison(work, run->device.queue) && !bench_call_work(work, run->device.queue, &event) &&
               test_work_check(work, run->device.queue);
        work->ctx = run->device.ctx;
        if (event)
            clReleaseEvent(event);
    }
    run->spent[TUNE_CHECKING] += bench_now() - begin;
    return good;
}

/* The times of the cases in this context, and their geometric mean. 0 if a case fails; INFINITY if a time is too far
 * above that of `best`, which may be NULL. */
static double measure(tune_run *run, cliv_context *ctx, size_t s, const double *best, double *ms)
{
    tune_works *const works = &run->data->works[s];
    double logs = 0;
    for (int i = 0; i < works->count; i++) {
        test_work *const work = &works->list[i];
        bench_times times;
        work->ctx = ctx;
        const bool good = !time_work(run, run->file.sizes[s], work, &times) && bench_best(&times) > 0;
        work->ctx = run->device.ctx;
        if (!good)
            return 0;
        ms[i] = bench_best(&times);
        logs += log(ms[i]);
        if (best && ms[i] > hopeless * best[i])
            return INFINITY;
    }
    return exp(logs / works->count);
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

double tune_measure_now(tune_run *run, size_t s, double *ms)
{
    measure(run, run->device.ctx, s, NULL, ms); /* discarded: the first measurement on an idle device is slow */
    return measure(run, run->device.ctx, s, NULL, ms);
}

static bool was_tried(const tune_search *search, const tune_shape *row)
{
    for (size_t i = 0; i < search->count; i++)
        if (!memcmp(&search->tries[i].shape, row, sizeof *row))
            return true;
    return false;
}

/* Finds the fastest try at each size, except tries known to be wrong. */
static void find_best(tune_search *search, size_t size_count)
{
    for (size_t s = 0; s < size_count; s++) {
        search->best[s] = NULL;
        for (size_t i = 0; i < search->count; i++) {
            const tune_try *const t = &search->tries[i];
            if (t->mean[s] > 0 && !isinf(t->mean[s]) && (!search->best[s] || t->mean[s] < search->best[s]->mean[s]))
                search->best[s] = t;
        }
    }
}

/* Requests the neighbours of the best shape at each size, which may be measured soon. */
static void ask_for_neighbours(const tune_run *run, const tune_outcome *o, const tune_search *search)
{
    tune_shape rows[MOST_SHAPES];
    for (size_t s = 0; run->ahead && s < run->file.size_count; s++)
        if (search->best[s])
            tune_ahead_ask(run->ahead, o->target, rows,
                           tune_neighbours(o->target, run->file.look_back, search->best[s]->shape, rows, MOST_SHAPES),
                           true);
}

/* Measures, at all sizes, the shapes that were not tried yet. */
static void try_rows(tune_run *run, const tune_outcome *o, tune_search *search, const tune_shape *rows, size_t count)
{
    tune_ahead_ask(run->ahead, o->target, rows, count, true);
    for (size_t i = 0; i < count && search->count < MOST_TRIES && !tune_is_over(run); i++) {
        if (was_tried(search, &rows[i]))
            continue;
        tune_try *const t = &search->tries[search->count];
        const double begin = bench_now();
        t->shape = rows[i];
        tune_ahead_wait(run->ahead, o->target, &rows[i]);
        run->spent[TUNE_COMPILING] += bench_now() - begin;
        cliv_context *const ctx = tune_context_with(&run->device, run->candidate, o->target, &rows[i]);
        for (size_t s = 0; s < run->file.size_count; s++)
            t->mean[s] = ctx ? measure(run, ctx, s, search->best[s] ? search->best[s]->ms[s] : NULL, t->ms[s]) : 0;
        cliv_context_destroy(ctx);
        search->count++;
        const tune_try *const before = search->best[run->file.size_count - 1];
        find_best(search, run->file.size_count);
        if (search->best[run->file.size_count - 1] != before)
            ask_for_neighbours(run, o, search);
        fprintf(stderr, "  %-11s %3u bytes, nt %4u vt %6u %s: ", cliv_family_name(o->target->family), o->target->bytes,
                rows[i].nt, rows[i].vt, tune_variant(o->target->family, rows[i]));
        tune_print_times(run, t->mean);
    }
}

/* Tries the neighbours of the best shapes until there is nothing new to try. */
static void ascend(tune_run *run, const tune_outcome *o, tune_search *search)
{
    tune_shape rows[MOST_SHAPES];
    for (size_t before = search->count + 1; before != search->count;) {
        before = search->count;
        for (size_t s = 0; s < run->file.size_count; s++)
            if (search->best[s])
                try_rows(run, o, search, rows,
                         tune_neighbours(o->target, run->file.look_back, search->best[s]->shape, rows, MOST_SHAPES));
    }
}

/* With one size, the measurement of the shape in use is reused. */
static void begin_with_used(const tune_run *run, const tune_outcome *o, tune_search *search, bool serial)
{
    tune_try *const t = &search->tries[0];
    if (run->file.size_count > 1 || !(o->before[0] > 0) || (o->used[0].nt == 1) != serial || !o->used[0].nt)
        return;
    *t = (tune_try){.shape = o->used[0], .mean = {o->before[0]}};
    memcpy(t->ms[0], o->before_ms, sizeof t->ms[0]);
    search->count = 1;
    find_best(search, 1);
}

static bool is_same(tune_shape a, tune_shape b) { return !memcmp(&a, &b, sizeof a); }

enum { TURNS = 5 };

/* The geometric mean of medians over turns. */
static double mean_of(double ms[TURNS][TUNE_MOST_CASES], int cases, double *medians)
{
    double logs = 0;
    for (int i = 0; i < cases; i++) {
        double turns[TURNS];
        for (int t = 0; t < TURNS; t++)
            turns[t] = ms[t][i];
        medians[i] = bench_median(turns, TURNS);
        logs += log(medians[i]);
    }
    return exp(logs / cases);
}

static void confirm(tune_run *run, tune_outcome *o, cliv_context *ctx, size_t s)
{
    double found[TURNS][TUNE_MOST_CASES], used[TURNS][TUNE_MOST_CASES];
    double found_ms[TUNE_MOST_CASES], used_ms[TUNE_MOST_CASES];
    const int cases = run->data->works[s].count;
    bool works = true, worked = o->before[s] > 0;
    o->worst[s] = 0;
    for (int t = 0; t < TURNS && works; t++) {
        works = measure(run, ctx, s, NULL, found[t]) > 0;
        worked = worked && measure(run, run->device.ctx, s, NULL, used[t]) > 0;
    }
    o->ms[s] = works ? mean_of(found, cases, found_ms) : 0;
    o->before[s] = worked ? mean_of(used, cases, used_ms) : 0;
    for (int i = 0; i < cases && works && worked; i++)
        o->worst[s] = fmax(o->worst[s], found_ms[i] / used_ms[i]);
}

/* Measures the best shapes and the shapes in use again, alternately, so that a row is never slower than no row. */
static void confirm_best(tune_run *run, tune_outcome *o)
{
    static const double not_worth_it = 0.99;
    for (size_t s = 0; s < run->file.size_count; s++) {
        if (is_same(o->best[s], o->used[s]))
            o->ms[s] = o->before[s];
        if (!(o->ms[s] > 0) || (o->before[s] > 0 && o->ms[s] > not_worth_it * o->before[s]))
            continue;
        cliv_context *const ctx = tune_context_with(&run->device, run->candidate, o->target, &o->best[s]);
        if (ctx)
            confirm(run, o, ctx, s);
        else
            o->ms[s] = 0;
        cliv_context_destroy(ctx);
    }
}

/* Verifies the results of confirmed rows. A shape with wrong results is removed. Returns true if there was none. */
static bool check_gains(tune_run *run, const tune_outcome *o, tune_search *search)
{
    bool all = true;
    for (size_t s = 0; s < run->file.size_count; s++) {
        tune_try *const best = search->best[s] ? &search->tries[search->best[s] - search->tries] : NULL;
        if (!best || best->right[s] || !tune_gains(o, s))
            continue;
        cliv_context *const ctx = tune_context_with(&run->device, run->candidate, o->target, &best->shape);
        best->right[s] = ctx && check(run, ctx, s);
        cliv_context_destroy(ctx);
        if (best->right[s])
            continue;
        fprintf(stderr, "  %-11s %3u bytes, nt %4u vt %6u %s: wrong results\n", cliv_family_name(o->target->family),
                o->target->bytes, best->shape.nt, best->shape.vt, tune_variant(o->target->family, best->shape));
        memset(best->mean, 0, sizeof best->mean);
        all = false;
    }
    find_best(search, run->file.size_count);
    return all;
}

bool tune_search_shapes(tune_run *run, tune_outcome *o, bool serial)
{
    tune_search search = {0};
    tune_shape rows[MOST_SHAPES];
    bool works = false;
    begin_with_used(run, o, &search, serial);
    try_rows(run, o, &search, rows, tune_shapes(o->target, serial, run->file.look_back, rows, MOST_SHAPES));
    do {
        ascend(run, o, &search);
        for (size_t s = 0; s < run->file.size_count; s++) {
            o->ms[s] = search.best[s] ? search.best[s]->mean[s] : 0;
            if (search.best[s])
                o->best[s] = search.best[s]->shape;
        }
        confirm_best(run, o);
    } while (!check_gains(run, o, &search));
    for (size_t i = 0; i < search.count && !works; i++) {
        works = true;
        for (size_t s = 0; s < run->file.size_count; s++)
            works = works && search.tries[i].mean[s] > 0;
    }
    return works;
}
