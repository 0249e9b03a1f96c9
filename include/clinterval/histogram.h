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

/** Count the samples of every bin, or add up their weights.
 *
 *  @param ctx, queue, num_events_in_wait_list, event_wait_list, event  see clinterval.h
 *  @param bins     the bin of each sample, of any integer type from cliv_char to cliv_ulong; may be generated. Bins and
 *                  weights may be counted; the shorter length is the number of samples.
 *  @param weights  at least bins.count elements of any integer type, may be generated; or CLIV_NONE: each sample has
 *                  the weight 1
 *  @param counts   one element for each bin, of cliv_int, cliv_uint, cliv_long or cliv_ulong; must not overlap the
 *                  inputs. Sums wrap in this type. Negative weights are subtracted.
 *  @code
 *  bins = 2 0 2 5 -1 2 1    four counts
 *  counts = 1 1 3 0
 *  weights = 10 20 30 40 50 60 -70
 *  counts = 20 -70 100 0
 *
 *  // how many samples lie in each tenth of 0 … 1
 *  const cliv_array values = cliv_buffer(samples, &cliv_float, 0, n);
 *  cliv_histogram(ctx, queue, cliv_generate_from(&cliv_int, "(int)floor(a0[i] * 10)", n, &values, 1), CLIV_NONE,
 *                 counts, 0, NULL, NULL);
 *  @endcode
 *  @return CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. A refused
 *          call enqueues nothing.
 *
 *  For every b below counts.count, counts[b] becomes the number of samples whose bin is b, or the sum of their weights;
 *  the previous value is overwritten. A sample with a bin below 0, or of counts.count or more, is not counted. So the
 *  bin -1 means no bin, and samples of other bins need not be removed before the call. A generated array computes bins
 *  from samples without memory.
 *
 *  Floating-point weights are CLIV_TYPE_MISMATCH, because their sum depends on the order. Sort them instead, and use
 *  cliv_reduce_by_key().
 *
 *  Counts are exact and deterministic, because integer sums do not depend on the order. The time hardly depends on the
 *  data: samples in one bin or in a few bins take about as long as samples in all bins. Scratch memory holds one sum of
 *  each bin for every chunk of the samples that is counted separately.
 *
 *  Method: every group counts a chunk of the samples in its local memory, and the counts of the groups are added: V.
 *  Podlozhnyuk, "Histogram calculation in CUDA" (NVIDIA, 2007). If local memory holds only a part of the bins, one
 *  group for each part reads the same chunk at a time. If there are more than a few parts, samples are counted in
 *  global memory; samples of frequent bins are first counted in a table in local memory. */
CLIV_API cliv_status cliv_histogram(cliv_context *ctx, cl_command_queue queue, cliv_array bins, cliv_array weights,
                                    cliv_array counts, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                    cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
