/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the bench share: device, options, workloads, times, rows. Private to bench/. */
#ifndef CLINTERVAL_BENCH_RUNNER_H
#define CLINTERVAL_BENCH_RUNNER_H

#include <clinterval/clinterval.h>

#include "clock.h"
#include "peers/peers.h"
#include "test.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- options.c ---- */

typedef struct bench_options {
    const char *suite;        /* "operations", "goals", "cpu", "counted", "latency", "growth" */
    const char *operation;    /* parts of names, "merge,sort"; NULL: all */
    const char *shape;        /* NULL: the suite's */
    const char *keys, *order; /* names; NULL: the suite's */
    const test_type *type;    /* NULL: the suite's */
    const char *csv, *json, *plot;
    size_t size, mean;       /* 0: the suite's */
    size_t roof_bytes;       /* 0: 2^28, on CPU devices 2^27 */
    int repetitions, warmup; /* repetitions: 0, the suite's */
    bool peers, verify, second_context, private_cache;
} bench_options;

/* 0: go on; 1: help was printed; 2: a bad argument, explained on stderr. */
int bench_parse(int argc, char **argv, bench_options *options);

/* ---- times ---- */

typedef struct bench_times {
    double event_ms; /* median; negative where event times are not credible, and where a call answers on the host */
    double wall_ms;  /* median: call, clFinish; of a call that answers on the host, the call alone */
    double first_ms; /* wall time of the very first call */
    /* Where the device says `plain`, else negative: */
    double host_ms;     /* median: until the call has returned, the queue empty before */
    double in_a_row_ms; /* median of a call's share of several and their clFinish */
    double replay_ms;   /* median of host_ms of the same call when it is recorded, and run */
    double beside_ms;   /* median of the device's `nothing`, timed like wall_ms in turn with the calls */
} bench_times;

#define BENCH_NO_TIMES ((bench_times){-1, -1, 0, -1, -1, -1, -1})

typedef cliv_status (*bench_call)(void *user, cl_command_queue queue, cl_event *event);

/* ---- device.c ---- */

typedef struct bench_device {
    cliv_context *ctx;
    cl_context cl;
    cl_device_id id;
    cl_command_queue queue; /* in-order, with event times; the context's own has none */
    cl_device_type type;
    cl_uint units;
    cl_ulong memory, allocation; /* bytes; the largest single buffer */
    char name[128], platform[128], driver[128];
    bool events_credible;
    bool events_alone; /* where they are, calls are not timed by the wall clock as well */
    double roof;       /* GB/s, read and written, of the best copy kernel */
    const char *roof_shape;
    int repetitions, warmup;
    bool plain;   /* by the wall clock alone, on the context's own queue, which takes no event times, without events */
    int in_a_row; /* plain: so many calls, then one clFinish; 0: not measured */
    bench_times empty, with_buffers; /* plain: of kernels that do nothing, without arguments and with eight */
    bench_call nothing;              /* plain: NULL, or the latter, to be timed beside each call */
    void *nothing_user;
} bench_device;

int bench_device_open(bench_device *device, const bench_options *options);
void bench_device_close(bench_device *device);
/* Measures the copy roof and finds out whether event times can be believed. */
int bench_roof(bench_device *device, size_t bytes);

/* Says what failed on stderr, with the library's last error where `status` is not OpenCL's own; answers 1. */
int bench_failed(const char *what, cliv_status status);

/* ---- cache.c ---- */

/* The drivers' program caches are in a folder of our own, empty at the start: a cold build is cold, and what is
 * compiled for once does not take the place of what the user has there. Before OpenCL is asked for anything. */
void bench_cache_begin(const char *command);
void bench_cache_end(void);

/* ---- stop.c ---- */

void bench_catch_interrupts(void);
void bench_leave_interrupts(void); /* of a process that has been forked */
bool bench_is_stopped(void);

/* ---- timing.c ---- */

/* What a call is, and so whose time counts. */
typedef enum bench_kind {
    BENCH_ENQUEUES, /* the device's, from the end of a marker to the end of the call's event */
    BENCH_ANSWERS,  /* its result on the host: the wall clock's */
    BENCH_KERNEL    /* one kernel: the device's, from the beginning of its event to the end */
} bench_kind;

/* One call of what is measured. Sets *event to an event at whose end all of it has ended; where event is NULL, which is
 * so where calls answer on the host, all has ended when it returns. */
/* For calls that overwrite their input: enqueues what brings it back. Before each call, and never timed. */
typedef cliv_status (*bench_restore)(void *user, cl_command_queue queue);

cliv_status bench_time(const bench_device *device, bench_restore restore, bench_call call, void *user, bench_kind kind,
                       bench_times *times); /* restore may be NULL */
static inline double bench_best(const bench_times *t) { return t->event_ms >= 0 ? t->event_ms : t->wall_ms; }

/* ---- rows ---- */

enum { BENCH_MAX_PEERS = 8 };

typedef enum bench_checked { BENCH_NOT_VERIFIED, BENCH_VERIFIED, BENCH_WRONG } bench_checked;

typedef struct bench_peer {
    const char *name;
    bench_times times;
    const char *failure; /* why there is no time, or NULL */
    bench_checked checked;
    peer_kind kind;
} bench_peer;

typedef struct bench_row {
    const char *operation, *type, *index;
    const char *column; /* of the tables of latency and growth, else NULL */
    char label[64];     /* the distribution, for tables */
    size_t n, intervals;
    double bytes; /* the fewest that must move */
    bench_times times;
    double roof;             /* GB/s, as measured in this run */
    double goal_ms, peer_ms; /* scaled to this roof; 0: none */
    double warm_first_ms;    /* wall time of the first call of a second context; 0: not measured */
    size_t scratch;          /* peak bytes */
    double scratch_allowed;  /* bytes that the documentation grants the operation */
    bool scratch_known, bad_distribution;
    bool threads_asked; /* of CPU devices: of scan, reduce and the interval family */
    bench_checked checked;
    char failure[256]; /* why there is no time, or "" */
    bench_peer peers[BENCH_MAX_PEERS];
    int peer_count;
} bench_row;

double bench_gbps(const bench_row *row);
double bench_roof_percent(const bench_row *row);
const char *bench_goal_result(const bench_row *row); /* against the goal; "" where there is none */

/* ---- measure.c ---- */

/* The two halves of a measurement of descriptors: `user` is a test_work. */
cliv_status bench_call_work(void *user, cl_command_queue queue, cl_event *event);
bench_kind bench_kind_of_work(const test_work *);
bench_restore bench_restore_work(const test_work *); /* NULL where the call leaves its input alone */

/* Makes the data, verifies, measures. What goes wrong ends up in row->failure; false: there is not even data. */
bool bench_measure(bench_device *device, const bench_options *options, const test_operation *operation,
                   const test_case *c, bench_row *row);

/* ---- peers.c ---- */

void bench_peers(const bench_device *device, const bench_options *options, test_work *work, bench_row *row);

/* ---- plain_report.c, curves.c: of single calls ---- */

void bench_print_plain_head(const bench_device *device, const bench_options *options);
void bench_print_plain_row(const bench_row *row);
void bench_print_plain_summary(const bench_device *device, const bench_row *rows, size_t count);
/* The peer that a call stands beside: the fastest, or the fastest serial one where there are such; NULL: none. */
const bench_peer *bench_beside(const bench_row *row);
int bench_write_curves(const char *file, const bench_device *device, const bench_row *rows, size_t count);

/* ---- report.c, files.c ---- */

void bench_print_device(const bench_device *device, const bench_options *options);
void bench_print_head(void);
void bench_print_row(const bench_row *row);
void bench_print_summary(const bench_device *device, const bench_row *rows, size_t count, bool cpu);
int bench_write_csv(const char *file, const bench_device *device, const bench_row *rows, size_t count);
int bench_write_json(const char *file, const bench_device *device, const bench_row *rows, size_t count);
int bench_write_plot(const char *file, const bench_device *device, const bench_row *rows, size_t count);
/* A chart of that many pixels, for gnuplot to read its commands from: NULL: reported. Closing answers 1 on failure. */
FILE *bench_open_chart(const char *file, size_t width, size_t height);
int bench_close_chart(FILE *chart, const char *file);
void bench_chart_title(FILE *chart, const bench_device *device); /* between double quotes */
const char *bench_size_text(size_t n, char *text, size_t room);  /* 2^26 where it is one */

#endif
