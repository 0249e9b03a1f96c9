/* SPDX-License-Identifier: Apache-2.0 */
/* The C++ code that `clinterval demo --table` compares with. Each function sets `seconds` to the time of the C++ code,
 * compares its result with the result of the device, and returns an enum serial_result. */
#ifndef CLINTERVAL_TOOL_TABLE_SERIAL_H
#define CLINTERVAL_TOOL_TABLE_SERIAL_H

#include <clinterval/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum serial_result { SERIAL_EQUAL, SERIAL_DIFFERS, SERIAL_NO_MEMORY };

int serial_sort(const cl_int *keys, size_t n, const cl_int *device, double *seconds);
int serial_group_by(const cl_int *keys, const cl_int *values, size_t n, const cl_int *device_keys,
                    const cl_long *device_sums, size_t groups, double *seconds);
int serial_join(const cl_int *orders, size_t n, const cl_int *customers, size_t m, const cl_int *device_a,
                const cl_int *device_b, size_t count, double *seconds);

#ifdef __cplusplus
}
#endif
#endif
