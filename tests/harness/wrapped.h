/* SPDX-License-Identifier: Apache-2.0 */
/* The OpenCL functions that tests observe through the linker's --wrap. A test that observes a function defines its
 * __wrap_. */
#ifndef CLINTERVAL_TESTS_WRAPPED_H
#define CLINTERVAL_TESTS_WRAPPED_H

#include <CL/cl.h>

cl_int __real_clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                                     const size_t *, cl_uint, const cl_event *, cl_event *);
cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                                     const size_t *, cl_uint, const cl_event *, cl_event *);
cl_int __real_clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *,
                                  cl_event *);
cl_int __wrap_clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *,
                                  cl_event *);

#endif
