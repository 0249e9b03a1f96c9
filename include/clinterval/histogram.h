/* SPDX-License-Identifier: Apache-2.0 */
/** @file histogram.h
 *  Histograms: how many samples there are of each kind, or what they weigh together. */
#ifndef CLINTERVAL_HISTOGRAM_H
#define CLINTERVAL_HISTOGRAM_H

#include "array.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Count the samples of every bin, or add up their weights.
 *
 *  For every b below counts.count, counts[b] becomes the number of samples whose bin is b, or the sum of their weights,
 *  whatever it was before. A sample whose bin is below 0, or counts.count or more, is not counted. So a bin
 *  of -1 stands for no bin, and where the bins of interest are few, the others need not be sorted out before.
 *
 *  Bins may be computed: a generated array needs no memory, and makes bins of whatever the samples are.
 *
 *  @param bins     one for each sample, of any integer type from cliv_char to cliv_ulong; may be generated. Bins and
 *                  weights may be counted: as many samples count as the shorter has
 *  @param weights  at least bins.count, of any integer type, may be generated; or CLIV_NONE: each sample counts as one.
 *                  Floating-point weights are CLIV_TYPE_MISMATCH, since their sum would depend on the order: sort, and
 *                  add them up by cliv_reduce_by_key()
 *  @param counts   one for each bin, of cliv_int, cliv_uint, cliv_long or cliv_ulong. Sums wrap in this type; negative
 *                  weights count as they are. It must not overlap the others
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
 *
 *  Counts are exact, and the same each time, whatever the samples: integers add up to the same in any order. No data
 *  makes it slow: samples of one bin, or of a few, take about as long as those of many. Beside its arrays it takes some
 *  scratch memory: a sum of each bin for every chunk of the samples that is counted by itself.
 *
 *  Returned, too: CLIV_INVALID_ARGUMENT, CLIV_TYPE_MISMATCH, CLIV_OUT_OF_RANGE, CLIV_BUILD_FAILED, or OpenCL's code. A
 *  refused call enqueues nothing.
 *
 *  Method: every group counts a chunk of the samples in its local memory, and what the groups have counted is added up:
 *  V. Podlozhnyuk, "Histogram calculation in CUDA" (NVIDIA, 2007). Where local memory holds a part of the bins only, as
 *  many groups as there are parts read the same chunk at a time; where there are more parts than a few, samples are
 *  counted in global memory, but those of bins that come often in a table in local memory before. */
CLIV_API cliv_status cliv_histogram(cliv_context *ctx, cl_command_queue queue, cliv_array bins, cliv_array weights,
                                    cliv_array counts, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                    cl_event *event);

#ifdef __cplusplus
}
#endif
#endif
