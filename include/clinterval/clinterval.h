/* SPDX-License-Identifier: Apache-2.0 */
/** @file clinterval.h
 *  libclinterval: primitives for irregular parallel problems on every OpenCL device. This header includes all others.
 *
 *  Every operation has the form of OpenCL's own `clEnqueue…` calls: it validates its arguments on the host, enqueues
 *  its commands, and returns. A call blocks only if it has a host output or if the context is CLIV_CHECKED. All
 *  operations have these parameters:
 *  - `ctx`: the context of the device. Several threads may use a context concurrently.
 *  - `queue`: the queue on which the commands are enqueued, in-order or out-of-order, of the context's OpenCL context.
 *  - `num_events_in_wait_list`, `event_wait_list`: the operation begins after these events have completed.
 *  - `event`: NULL, or receives an event that completes with the operation. On success it is always set.
 *
 *  In an out-of-order queue, and between queues, the caller orders the calls. A call that reads an array must wait for
 *  the event of the call that wrote the array. A call that overwrites an array must wait for the events of all calls
 *  that read the array, and of the call that wrote it before. The library orders the commands and the scratch memory of
 *  one call.
 *
 *  If an event of the wait list has failed, the call enqueues nothing and returns
 *  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST. An image passed as a buffer is CLIV_INVALID_ARGUMENT. context.h
 *  describes calls in a forked child. */
#ifndef CLINTERVAL_H
#define CLINTERVAL_H

#include "aos.h"
#include "array.h"
#include "bulk.h"
#include "context.h"
#include "counter.h"
#include "histogram.h"
#include "interval.h"
#include "join.h"
#include "kernel.h"
#include "map.h"
#include "merge.h"
#include "pool.h"
#include "recording.h"
#include "reduce.h"
#include "scan.h"
#include "search.h"
#include "select.h"
#include "set.h"
#include "sort.h"
#include "status.h"

#endif
