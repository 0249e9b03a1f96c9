/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/events.h"

cl_int cliv_event_status(cl_event event)
{
    cl_int status;
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) == CL_SUCCESS
               ? status
               : CL_QUEUED;
}

/* Intel's runtime reports CL_COMPLETE for a command whose wait list failed. Only a wait returns the failure. */
cl_int cliv_event_result(cl_event event)
{
    const cl_int code = clWaitForEvents(1, &event), status = cliv_event_status(event);
    return status < 0 || code == CL_SUCCESS ? status : code;
}
