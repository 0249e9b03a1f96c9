/* SPDX-License-Identifier: Apache-2.0 */
/** @file clinterval.h
 *  Primitives for irregular parallel problems on every OpenCL device; includes all other headers.
 *
 *  Every operation has the form of OpenCL's own `clEnqueue…` calls: it validates its arguments on the host, enqueues
 *  its commands, and returns. A call blocks only if it has a host output or if the context is CLIV_CHECKED. All
 *  operations have these parameters:
 *  - `ctx`: the context of the device. Several threads may use a context concurrently.
 *  - `queue`: the queue on which the commands are enqueued, in-order or out-of-order, of the context's OpenCL context.
 *  - `num_events_in_wait_list`, `event_wait_list`: the operation begins after these events have completed.
 *  - `event`: NULL, or receives an event that completes with the operation. On success it is always set.
 *
 *  These rules apply to all operations:
 *  - A refused call enqueues nothing, changes nothing and does not set `event`; cliv_last_error() has the reason.
 *  - An output that overlaps an input or another output is CLIV_INVALID_ARGUMENT, except where a function works in
 *    place.
 *  - An array may be longer than the operation needs; the rest of it is not accessed. A shorter array is
 *    CLIV_OUT_OF_RANGE, except for results whose size depends on the data.
 *  - Indices count from 0 at the first element of the array that is passed. A number that does not fit the type of an
 *    index or count array is stored as the greatest number that fits.
 *  - Data that breaks a precondition, for example unsorted keys, gives unspecified output. No kernel hangs or accesses
 *    memory outside the arrays. A CLIV_CHECKED context returns CLIV_CHECK_FAILED instead and writes no output.
 *  - Merges, sorts, sets and joins are stable, like std::merge and std::stable_sort: equal elements keep their order.
 *  - The same call on the same device, driver and tuning gives the same result, bit for bit, also for floating-point
 *    types. Exceptions are overlapping destinations of moves and scatters, the slots of pools, and user-defined
 *    bodies.
 *  - If the size of a result depends on the data, `count` is one element on the device or CLIV_NONE, and `host_count`
 *    is a host pointer or NULL. Without output arrays the call only counts. An output that is too short is filled to
 *    its end, and `count` receives the required size. With `host_count` the call then returns CLIV_CAPACITY and sets
 *    `event`.
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
#include "group.h"
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
