/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms inside other operations. */
#ifndef CLIV_HISTOGRAM_STEP_H
#define CLIV_HISTOGRAM_STEP_H

#include "runtime/call.h"

/* The arguments must be validated; `weights` may be CLIV_NONE. */
cliv_status cliv_enqueue_histogram(cliv_call *, const cliv_array *bins, const cliv_array *weights,
                                   const cliv_array *counts);

#endif
