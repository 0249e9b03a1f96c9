/* SPDX-License-Identifier: Apache-2.0 */
/** @file histogram.h
 *  Histograms: the number of samples in each bin, or the sum of their weights. */
#ifndef CLINTERVAL_HISTOGRAM_H
#define CLINTERVAL_HISTOGRAM_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Counts the samples of every bin, or adds up their weights.
 *
 *  For every b below counts.count, counts[b] receives the number of samples whose bin is b, or the sum of their
 *  weights. The previous value is overwritten. A sample is not counted if its bin is below 0, or counts.count or
 *  more. So the bin -1 means no bin. A generated array computes bins from samples without memory.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param bins     the bin of each sample, of any integer type from cliv_char to cliv_ulong
 *  @param weights  at least bins.count elements of any integer type, or CLIV_NONE: each sample has the weight 1.
 *                  Negative weights are subtracted.
 *  @param counts   one element for each bin, of cliv_int, cliv_uint, cliv_long or cliv_ulong. Sums wrap in this type.
 *                  `counts` must not overlap the inputs.
 *  @code
 *  bins = 2 0 2 5 -1 2 1    four counts
 *  counts = 1 1 3 0
 *  weights = 10 20 30 40 50 60 -70
 *  counts = 20 -70 100 0
 *
 *  // the number of samples in each tenth of 0 … 1
 *  const cliv_array values = cliv_buffer(samples, &cliv_float, 0, n);
 *  cliv_histogram(ctx, queue, cliv_generate_from(&cliv_int, "(int)floor(a0[i] * 10)", n, &values, 1), CLIV_NONE,
 *                 counts, 0, NULL, NULL);
 *  @endcode
 *
 *  Floating-point weights are CLIV_TYPE_MISMATCH, because their sum depends on the order of the additions. Sort the
 *  samples by bin and use cliv_reduce_by_key() instead.
 *
 *  Counts are exact and deterministic: integer sums do not depend on the order. The time hardly depends on the data,
 *  even if all samples have the same bin. Scratch memory holds one sum of each bin for every chunk of samples that is
 *  counted separately.
 *
 *  Bins and weights may be counted (cliv_counted()). The shorter length is the number of samples.
 *
 *  Evaluates each element of `bins` once, with two exceptions. On GPUs: once for each part of the bins if local
 *  memory holds only a part of them (2 to 8 parts). On CPUs: once on every core if there are few samples for each
 *  bin. Evaluates each weight at most as often as its bin.
 *
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. A
 *          refused call enqueues nothing. */
CLIV_API cliv_status cliv_histogram(cliv_context *ctx, cl_command_queue queue, cliv_array bins, cliv_array weights,
                                    cliv_array counts, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                    cl_event *event);

/** @file histogram.h
 *  @section histogram_method Method
 *
 *  Every group counts a chunk of the samples in its local memory, and the counts of the groups are added (V.
 *  Podlozhnyuk, "Histogram calculation in CUDA", NVIDIA, 2007). If local memory holds only a part of the bins, one
 *  group for each part reads the same chunk. If there are more than 8 parts, samples are counted in global memory;
 *  samples of frequent bins are first counted in a table in local memory.
 *
 *  On CPUs every core counts a chunk of the samples in its own row of counts. If the samples are few compared with
 *  the bins, every core reads all samples and counts a part of the bins. */

#ifdef __cplusplus
}
#endif
#endif
