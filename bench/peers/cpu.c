/* SPDX-License-Identifier: Apache-2.0 */
/* The obvious C code: the serial loop, and the same loop on every core. */
#include "peers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 256 };

typedef struct part {
    const peer_work *work;
    size_t from, to; /* outputs */
    int32_t carry, sum;
} part;

/* The last interval that begins at or before output i. */
static size_t interval_of(const peer_work *w, size_t i)
{
    size_t low = 0, high = w->intervals;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if ((size_t)w->offsets[middle] <= i)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The outputs of one interval, clipped to the part. */
typedef struct run_of {
    size_t k, begin, end;
} run_of;

static inline void set_end(const part *p, run_of *r)
{
    const peer_work *w = p->work;
    size_t end = r->k + 1 < w->intervals ? (size_t)w->offsets[r->k + 1] : w->outputs;
    r->end = end < p->to ? end : p->to;
}

static inline run_of first_run(const part *p)
{
    run_of r = {interval_of(p->work, p->from), p->from, 0};
    set_end(p, &r);
    return r;
}

static inline void next_run(const part *p, run_of *r)
{
    r->k++;
    r->begin = r->end;
    if (r->k < p->work->intervals)
        set_end(p, r);
}

static inline bool more(const part *p, const run_of *r) { return r->k < p->work->intervals && r->begin < p->to; }

static void expand(part *p)
{
    const peer_work *w = p->work;
    int32_t *restrict out = w->output;
    for (run_of r = first_run(p); more(p, &r); next_run(p, &r)) {
        int32_t value = w->values[r.k];
        for (size_t i = r.begin; i < r.end; i++)
            out[i] = value;
    }
}

static void segments(part *p)
{
    int32_t *restrict out = p->work->output;
    for (run_of r = first_run(p); more(p, &r); next_run(p, &r))
        for (size_t i = r.begin; i < r.end; i++)
            out[i] = (int32_t)r.k;
}

/* Copies `count` elements. */
static inline void copy(int32_t *restrict to, const int32_t *restrict from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

static void gather(part *p)
{
    const peer_work *w = p->work;
    for (run_of r = first_run(p); more(p, &r); next_run(p, &r)) {
        size_t rank = r.begin - (size_t)w->offsets[r.k];
        copy(w->output + r.begin, w->input + (size_t)w->gather[r.k] + rank, r.end - r.begin);
    }
}

static void scatter(part *p)
{
    const peer_work *w = p->work;
    for (run_of r = first_run(p); more(p, &r); next_run(p, &r)) {
        size_t rank = r.begin - (size_t)w->offsets[r.k];
        copy(w->output + (size_t)w->scatter[r.k] + rank, w->input + r.begin, r.end - r.begin);
    }
}

static void move(part *p)
{
    const peer_work *w = p->work;
    for (run_of r = first_run(p); more(p, &r); next_run(p, &r)) {
        size_t rank = r.begin - (size_t)w->offsets[r.k];
        copy(w->output + (size_t)w->scatter[r.k] + rank, w->input + (size_t)w->gather[r.k] + rank, r.end - r.begin);
    }
}

static void sum(part *p)
{
    uint32_t total = 0;
    for (size_t i = p->from; i < p->to; i++)
        total += (uint32_t)p->work->input[i];
    p->sum = (int32_t)total;
}

static void scan(part *p)
{
    uint32_t total = (uint32_t)p->carry;
    for (size_t i = p->from; i < p->to; i++) {
        p->work->output[i] = (int32_t)total;
        total += (uint32_t)p->work->input[i];
    }
    p->sum = (int32_t)(total - (uint32_t)p->carry);
}

typedef struct thread_job {
    void (*body)(part *);
    part *part;
} thread_job;

static void *thread_main(void *argument)
{
    thread_job *job = argument;
    job->body(job->part);
    return NULL;
}

/* The first part runs on the calling thread. A part whose thread cannot be created also runs there. */
static void on_all(void (*body)(part *), part *parts, int count)
{
    pthread_t threads[MAX_THREADS];
    thread_job jobs[MAX_THREADS];
    bool running[MAX_THREADS] = {false};
    for (int i = 1; i < count; i++) {
        jobs[i] = (thread_job){body, &parts[i]};
        running[i] = pthread_create(&threads[i], NULL, thread_main, &jobs[i]) == 0;
    }
    body(&parts[0]);
    for (int i = 1; i < count; i++) {
        if (running[i])
            pthread_join(threads[i], NULL);
        else
            body(&parts[i]);
    }
}

static void run(const peer_work *w, void (*body)(part *), int threads)
{
    part parts[MAX_THREADS];
    for (int i = 0; i < threads; i++)
        parts[i] = (part){w, w->outputs / (size_t)threads * (size_t)i,
                          i + 1 < threads ? w->outputs / (size_t)threads * (size_t)(i + 1) : w->outputs, 0, 0};
    if (body == scan && threads > 1) {
        on_all(sum, parts, threads);
        for (int i = 1; i < threads; i++)
            parts[i].carry = (int32_t)((uint32_t)parts[i - 1].carry + (uint32_t)parts[i - 1].sum);
    }
    on_all(body, parts, threads);
    if (body == sum) {
        uint32_t total = 0;
        for (int i = 0; i < threads; i++)
            total += (uint32_t)parts[i].sum;
        w->output[0] = (int32_t)total;
    }
}

int peer_cpu(const peer_work *w, int variant, peer_times *times)
{
    static const struct {
        const char *operation;
        void (*body)(part *);
    } table[] = {{"expand", expand}, {"segments", segments}, {"gather", gather}, {"scatter", scatter},
                 {"move", move},     {"scan", scan},         {"reduce", sum}};
    void (*body)(part *) = NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(w->operation, table[i].operation))
            body = table[i].body;
    if (!body || variant > 1)
        return 1;

    int threads = variant == 0 || w->threads < 1 ? 1 : w->threads < MAX_THREADS ? w->threads : MAX_THREADS;
    double *ms = malloc((size_t)w->repetitions * sizeof *ms);
    *times = (peer_times){variant == 0 ? "C, serial loop" : "C, threads", -1, -1, NULL,
                          variant == 0 ? PEER_SERIAL : PEER_PARALLEL};
    if (!ms) {
        times->failure = "no memory";
        return 0;
    }
    int count = 0;
    double spent = 0;
    for (int i = -w->warmup; peer_goes_on(w, i, spent); i++) {
        double start = bench_now();
        run(w, body, threads);
        if (i < 0)
            continue;
        ms[count] = bench_now() - start;
        spent += ms[count++];
    }
    times->wall_ms = bench_median(ms, count);
    free(ms);
    return 0;
}
