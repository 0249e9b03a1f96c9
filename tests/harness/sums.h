/* SPDX-License-Identifier: Apache-2.0 */
/** @file sums.h
 * Work of many tiles with a known result, for tests of lifetimes and threads: the scan of 0, 1, 2 … */
#ifndef CLIV_TEST_SUMS_H
#define CLIV_TEST_SUMS_H

#include "fixture.h"

/* output[k] = 0 + 1 + … + k, for an output of uints. */
cliv_status enqueue_sums(cliv_context *, cl_command_queue, cliv_array output, cl_uint count, const cl_event *wait,
                         cl_event *);
bool sums_are_right(cl_command_queue, cliv_array output);
bool sums_are_reversed(cl_command_queue, cliv_array output); /* the sums in descending order, after a sort */

#endif
