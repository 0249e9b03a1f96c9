/* SPDX-License-Identifier: Apache-2.0 */
/* What the bench asks of a peer: the same work on the same data, its time, and its result for checking.
 * int32 throughout: that is what the comparisons are about. */
#ifndef CLINTERVAL_BENCH_PEERS_H
#define CLINTERVAL_BENCH_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct peer_times;

typedef struct peer_work {
    const char *operation; /* scan, reduce, expand, gather, scatter, move, segments */
    size_t intervals, outputs;
    const int32_t *offsets, *values;  /* `intervals` each; values: expand only */
    const int32_t *gather, *scatter;  /* `intervals` each, where the operation takes them */
    const int32_t *input;             /* `outputs` elements: scan, reduce, gather, scatter, move */
    int32_t *output;                  /* `outputs` elements, one for reduce: the peer's result, on the host */
    int repetitions, warmup, threads;
    const char *device_name;          /* of the OpenCL device, so that CUDA takes the same one */

    /* For OpenCL peers: the bench's own queue and its way of taking times. `call` enqueues once and sets *event to an
     * event at whose end all has ended. Answers an OpenCL status. */
    cl_context context;
    cl_device_id device;
    cl_command_queue queue;
    int (*time)(const struct peer_work *work, int (*call)(void *user, cl_command_queue queue, cl_event *event),
                void *user, struct peer_times *times);
    const void *timer; /* the bench's own */
} peer_work;

typedef struct peer_times {
    const char *name;
    double event_ms, wall_ms; /* medians; event_ms negative where there are no events */
    const char *failure;      /* why there is no time, or NULL; static text */
} peer_times;

/* Variant 0, 1, … of a peer. 0: *times is set; 1: there is no such variant for this operation; the caller stops. */
typedef int (*peer_function)(const peer_work *work, int variant, peer_times *times);

int peer_cpu(const peer_work *work, int variant, peer_times *times);
int peer_boost(const peer_work *work, int variant, peer_times *times); /* only where built with Boost.Compute */
int peer_cuda(const peer_work *work, int variant, peer_times *times); /* only where built with CUDA */

#ifdef __cplusplus
}
#endif
#endif
