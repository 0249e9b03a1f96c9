/* SPDX-License-Identifier: Apache-2.0 */
/** @file clinterval.h
 *  libclinterval: primitives for irregular parallel problems on every OpenCL device. This header includes all others.
 *
 *  Every operation has the shape of OpenCL's own `clEnqueue…` calls: it validates its arguments on the host, enqueues,
 *  and returns; the wait list and the event mean what they mean there, and the event, where asked for, is always set
 *  on success. A call blocks only where it has a host output or where the context is CLIV_CHECKED. Queues may be
 *  in-order or out-of-order; contexts may be used from several threads at once.
 *
 *  In an out-of-order queue, and between queues, the caller orders the calls. A call that reads an array waits for the
 *  event of the call that wrote the array. A call that overwrites an array waits for the events of all calls that read
 *  the array, and of the call that wrote it before. A call orders its own commands and scratch memory itself.
 *
 *  A wait list with an event that has failed is CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST; nothing is enqueued. A
 *  buffer that is an image is CLIV_INVALID_ARGUMENT. In a forked child see context.h. */
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
