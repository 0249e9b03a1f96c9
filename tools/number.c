/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes of `clinterval demo`: numbers among its options, and sizes that the device's memory allows. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>

int demo_number(const char *what, const char *text, int least, int most)
{
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (errno == 0 && end != text && *end == 0 && number >= least && number <= most)
        return (int)number;
    app_error("demo: --%s is '%s', but must be a number from %d to %d", what, text, least, most);
    return -1;
}

bool demo_fits(const cliv_context *ctx, cl_ulong largest, cl_ulong all)
{
    cl_ulong allocation = 0, memory = 0;
    const cl_device_id device = cliv_context_device(ctx);
    if (clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof allocation, &allocation, NULL) != CL_SUCCESS ||
        clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL) != CL_SUCCESS)
        return true; /* the allocation will show it */
    return largest <= allocation && all <= memory;
}
