/* SPDX-License-Identifier: Apache-2.0 */
/* What became of commands. */
#ifndef CLIV_EVENTS_H
#define CLIV_EVENTS_H

#include <clinterval/status.h>

#include <stdbool.h>

cl_int cliv_event_status(cl_event); /* the execution status; CL_QUEUED where OpenCL does not report one */
static inline bool cliv_has_ended(cl_event event) { return cliv_event_status(event) <= CL_COMPLETE; }
/* What an event that has ended came to: CL_COMPLETE, or a negative status. The call is a synchronization point, which
 * a query of the status is not. */
cl_int cliv_event_result(cl_event);

#endif
