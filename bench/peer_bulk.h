/* SPDX-License-Identifier: Apache-2.0 */
/* What peers of everyday verbs, reductions, selections and bulk operations are given. */
#ifndef CLINTERVAL_BENCH_PEER_BULK_H
#define CLINTERVAL_BENCH_PEER_BULK_H

#include "peer_arrays.h"

bool bench_is_bulk(const char *operation); /* a peers' word */
bool bench_bulk_work(peer_work *p, const test_work *work, bench_results *all);

#endif
