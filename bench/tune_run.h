/* SPDX-License-Identifier: Apache-2.0 */
/* A run of `clinterval tune`, and how it tries shapes. */
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
        int which; /* of the cases */
        bool made, is_thread;
        pthread_t thread;
    } makers[TUNE_MOST_CASES];
} tune_data;

/* A case of a target with so many elements; without a queue its buffers are not written. */
bool tune_create_work(const bench_device *device, cl_command_queue queue, const tune_target *target, int which,
                      size_t elements, test_work *work);
/* Makes data, and what is right for them, by threads behind which the device is measured; on CPU devices at once. */
void tune_data_begin(tune_data *data, const tune_run *run, const tune_target *target);
bool tune_data_end(tune_data *data); /* waits for it; false: a case could not be made */
void tune_data_destroy(tune_data *data);

/* ---- tune_candidate.c: a context with a shape to be tried ---- */

/* Makes an empty temporary file; its name goes to `name`, which is empty on failure. */
bool tune_candidate_make(char *name, size_t room);
void tune_candidate_remove(char *name); /* an empty name is fine */
/* A context with such a row, NULL where there is none. `candidate` is the file to write it to. */
cliv_context *tune_context_with(const bench_device *, const char *candidate, const tune_target *, const tune_shape *);

/* ---- tune_ahead.c: processes that compile what will be measured ---- */

typedef struct tune_ahead tune_ahead;

/* Starts so many processes; before OpenCL is asked for anything. NULL: none. */
tune_ahead *tune_ahead_begin(int processes, const bench_options *options);
void tune_ahead_sizes(tune_ahead *ahead, const tune_file *file); /* once, before anything is asked for */
void tune_ahead_end(tune_ahead *ahead);
/* Shapes of a target that may come to be measured, soon: before those that are later; nt 0 is the row in use. Those
 * that were asked for before are left out. */
void tune_ahead_ask(tune_ahead *ahead, const tune_target *target, const tune_shape *shapes, size_t count, bool soon);
/* Until all that belongs to a shape is compiled, if it was asked for. */
void tune_ahead_wait(tune_ahead *ahead, const tune_target *target, const tune_shape *shape);
/* What was asked for targets before this one is not compiled any more. */
void tune_ahead_forget(tune_ahead *ahead, const tune_target *target);

/* ---- the run ---- */

typedef enum tune_doing { TUNE_DATA, TUNE_COMPILING, TUNE_TIMING, TUNE_CHECKING, TUNE_DOINGS } tune_doing;

struct tune_run {
    bench_device device;
    const char *output, *family;
    char selector[48];      /* the device column of the rows */
    char candidate[256];    /* path of the one-row file */
    double end, target_end; /* by bench_now(): no shape is tried any more, of this target; 0: without an end */
    double spent[TUNE_DOINGS];
    size_t compiled; /* shapes that were not in the driver's cache */
    tune_file file;
    tune_data *data;   /* of this target */
    tune_ahead *ahead; /* or NULL */
};

/* ---- tune_try.c ---- */

bool tune_is_over(const tune_run *); /* is its time over, or was it interrupted? */
void tune_print_times(const tune_run *, const double *ms);
/* The cases' times as they are now, and their geometric mean; 0 where one fails. */
double tune_measure_now(tune_run *, size_t s, double *ms);
/* Looks for the best shapes at each size; what is faster than the shapes in use is measured in turns with them, and its
 * results are looked at. False: none works with all sizes. */
bool tune_search_shapes(tune_run *, tune_outcome *, bool serial);

#endif
