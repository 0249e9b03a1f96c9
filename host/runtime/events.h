/* SPDX-License-Identifier: Apache-2.0 */
/* The status of commands. */
#ifndef CLIV_EVENTS_H
#define CLIV_EVENTS_H

#include <clinterval/status.h>

#include <stdbool.h>

cl_int cliv_event_status(cl_event); /* the execution status; CL_QUEUED if the query fails */
static inline bool cliv_has_ended(cl_event event) { return cliv_event_status(event) <= CL_COMPLETE; }
/* The final status of an event that has ended: CL_COMPLETE, or a negative status. Unlike a query of the status, the
 * call is a synchronization point. */
cl_int cliv_event_result(cl_event);

#endif
