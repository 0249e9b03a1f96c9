/* SPDX-License-Identifier: Apache-2.0 */
/* Shared declarations of the bench: device, options, workloads, times, rows. Private to bench/. */
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

/* 0: continue; 1: help was printed; 2: a bad argument, explained on stderr. */
int bench_parse(int argc, char **argv, bench_options *options);

/* ---- times ---- */

typedef struct bench_times {
    double event_ms; /* median; negative if event times are not credible or the call returns on the host */
    double wall_ms;  /* median of the call plus clFinish; of the call only if it returns its result on the host */
    double first_ms; /* wall time of the very first call */
    /* If the device is `plain`, else negative: */
    double host_ms;     /* median until the call returns, with an empty queue before it */
    double in_a_row_ms; /* median of one call's share of several calls and their clFinish */
    double replay_ms;   /* median of host_ms of the same call when it is recorded and replayed */
    double beside_ms;   /* median of the device's `nothing`, timed like wall_ms and alternating with the calls */
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
    bool events_alone; /* if event times exist, calls are not also timed by the wall clock */
    double roof;       /* GB/s, read and written, of the best copy kernel */
    const char *roof_shape;
    int repetitions, warmup;
    bool plain;   /* wall clock only, without events, on the context's own queue, which records no event times */
    int in_a_row; /* plain: calls before one clFinish; 0: not measured */
    bench_times empty, with_buffers; /* plain: of empty kernels, without arguments and with eight */
    bench_call nothing;              /* plain: NULL, or the call of `with_buffers`, timed next to each call */
    void *nothing_user;
} bench_device;

int bench_device_open(bench_device *device, const bench_options *options);
void bench_device_close(bench_device *device);
/* Measures the copy roof and checks whether event times are credible. */
int bench_roof(bench_device *device, size_t bytes);

/* Prints the failure on stderr, with the library's last error unless `status` is an OpenCL code; returns 1. */
int bench_failed(const char *what, cliv_status status);

/* ---- cache.c ---- */

/* Moves the drivers' program caches to a separate folder, empty at the start. A cold build is then cold, and the bench
 * does not evict the user's programs. Call it before any OpenCL function. */
void bench_cache_begin(const char *command);
void bench_cache_end(void);

/* ---- stop.c ---- */

void bench_catch_interrupts(void);
void bench_leave_interrupts(void); /* for a forked process */
bool bench_is_stopped(void);

/* ---- timing.c ---- */

/* The kind of a call, which determines its clock. */
typedef enum bench_kind {
    BENCH_ENQUEUES, /* device time, from the end of a marker to the end of the call's event */
    BENCH_ANSWERS,  /* its result is on the host: wall time */
    BENCH_KERNEL    /* one kernel: device time, from the start of its event to the end */
} bench_kind;

/* One measured call. Sets *event to an event that ends when all work has ended. If `event` is NULL, as for calls that
 * return their results on the host, all work has ended when it returns. */
/* For calls that overwrite their input: enqueues its restoration. Runs before each call and is never timed. */
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
    double bytes; /* the minimum traffic */
    bench_times times;
    double roof;             /* GB/s, as measured in this run */
    double goal_ms, peer_ms; /* scaled to this roof; 0: none */
    double warm_first_ms;    /* wall time of the first call of a second context; 0: not measured */
    size_t scratch;          /* peak bytes */
    double scratch_allowed;  /* bytes that the documentation allows */
    bool scratch_known, bad_distribution;
    bool threads_asked; /* CPU devices: for scan, reduce and the interval family */
    bench_checked checked;
    char failure[256]; /* why there is no time, or "" */
    bench_peer peers[BENCH_MAX_PEERS];
    int peer_count;
} bench_row;

double bench_gbps(const bench_row *row);
double bench_roof_percent(const bench_row *row);
const char *bench_goal_result(const bench_row *row); /* against the goal; "" if there is none */

/* ---- measure.c ---- */

/* The call and the restoration of a descriptor's measurement: `user` is a test_work. */
cliv_status bench_call_work(void *user, cl_command_queue queue, cl_event *event);
bench_kind bench_kind_of_work(const test_work *);
bench_restore bench_restore_work(const test_work *); /* NULL if the call does not overwrite its input */

/* Makes the data, verifies, measures. Failures go to row->failure; false: the data could not be made. */
bool bench_measure(bench_device *device, const bench_options *options, const test_operation *operation,
                   const test_case *c, bench_row *row);

/* ---- peers.c ---- */

void bench_peers(const bench_device *device, const bench_options *options, test_work *work, bench_row *row);

/* ---- plain_report.c, curves.c: of single calls ---- */

void bench_print_plain_head(const bench_device *device, const bench_options *options);
void bench_print_plain_row(const bench_row *row);
void bench_print_plain_summary(const bench_device *device, const bench_row *rows, size_t count);
/* The peer to compare with: the fastest serial one, or else the fastest; NULL: none. */
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
/* Opens a chart of that size in pixels; the file takes gnuplot commands. NULL after a message. Closing returns 1 on
 * failure. */
FILE *bench_open_chart(const char *file, size_t width, size_t height);
int bench_close_chart(FILE *chart, const char *file);
void bench_chart_title(FILE *chart, const bench_device *device);    /* between double quotes */
const char *bench_size_text(size_t n, char *text, size_t capacity); /* 2^26 for powers of two */

#endif
