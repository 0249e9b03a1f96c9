/* SPDX-License-Identifier: Apache-2.0 */
/* A run of `clinterval tune`, and its search for shapes. */
#ifndef CLINTERVAL_BENCH_TUNE_RUN_H
#define CLINTERVAL_BENCH_TUNE_RUN_H

#include "runner.h"
#include "tune_rows.h"

#include <pthread.h>

/* Cases of one size, made for one target. */
typedef struct tune_works {
    test_work list[TUNE_MOST_CASES];
    int count;
} tune_works;

typedef struct tune_run tune_run;

/* ---- tune_data.c: the cases of a target with their data ---- */

typedef struct tune_data {
    const tune_run *run;
    const tune_target *target;
    tune_works works[TUNE_MOST_SIZES];
    struct tune_maker {
        struct tune_data *data;
        int which; /* index of the case */
        bool made, is_thread;
        pthread_t thread;
    } makers[TUNE_MOST_CASES];
} tune_data;

/* Makes a case of a target with that many elements; without a queue its buffers are not written. */
bool tune_create_work(const bench_device *device, cl_command_queue queue, const tune_target *target, int which,
                      size_t elements, test_work *work);
/* Makes the data and reference results in threads, while the device measures; on CPU devices in this thread. */
void tune_data_begin(tune_data *data, const tune_run *run, const tune_target *target);
bool tune_data_end(tune_data *data); /* waits for the data; false: a case could not be made */
void tune_data_destroy(tune_data *data);

/* ---- tune_candidate.c: a context with a candidate shape ---- */

void tune_write_promises(FILE *out, const char *device, bench_promises promises); /* a line of a tuning file */
/* Makes an empty temporary file and stores its name in `name`, which is empty on failure. */
bool tune_candidate_make(char *name, size_t capacity);
void tune_candidate_remove(char *name); /* accepts an empty name */
/* A context with that row, or NULL. `candidate` is the file for the row. */
cliv_context *tune_context_with(const bench_device *, const char *candidate, const tune_target *, const tune_shape *);

/* ---- tune_ahead.c: processes that compile ahead ---- */

typedef struct tune_ahead tune_ahead;

/* Starts the processes, before any use of OpenCL. NULL: none. */
tune_ahead *tune_ahead_begin(int processes, const bench_options *options);
void tune_ahead_sizes(tune_ahead *ahead, const tune_file *file); /* once, before the first request */
void tune_ahead_end(tune_ahead *ahead);
/* Requests the compilation of shapes that may be measured. `soon` requests come before others; nt 0 is the row in use.
 * Repeated requests are ignored. */
void tune_ahead_ask(tune_ahead *ahead, const tune_target *target, const tune_shape *shapes, size_t count, bool soon);
/* Waits until all programs of a shape are compiled, if it was requested. */
void tune_ahead_wait(tune_ahead *ahead, const tune_target *target, const tune_shape *shape);
/* Drops the requests for targets before this one. */
void tune_ahead_forget(tune_ahead *ahead, const tune_target *target);

/* ---- the run ---- */

typedef enum tune_doing { TUNE_DATA, TUNE_COMPILING, TUNE_TIMING, TUNE_CHECKING, TUNE_DOINGS } tune_doing;

struct tune_run {
    bench_device device;
    const char *output;
    cliv_family family;  /* CLIV_FAMILY_COUNT: all */
    char selector[48];   /* the device column of the rows */
    char candidate[256]; /* path of the one-row file */
    /* By bench_now(): the end times of the search, and of the search for this target; 0: no limit. */
    double end, target_end;
    double spent[TUNE_DOINGS];
    size_t compiled; /* shapes that were not in the driver's cache */
    tune_file file;
    tune_data *data;   /* of this target */
    tune_ahead *ahead; /* or NULL */
};

/* ---- tune_try.c ---- */

bool tune_is_over(const tune_run *); /* is its time over, or was it interrupted? */
void tune_print_times(const tune_run *, const double *ms);
/* The times of the cases in the current context, and their geometric mean; 0 if one fails. */
double tune_measure_now(tune_run *, size_t s, double *ms);
/* Searches the best shapes at each size. Faster shapes are then measured alternately with the shapes in use, and their
 * results are checked. False: no shape works at all sizes. */
bool tune_search_shapes(tune_run *, tune_outcome *, bool serial);

#endif
