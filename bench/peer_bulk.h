/* SPDX-License-Identifier: Apache-2.0 */
/* The peers' inputs for everyday operations, reductions, selections and bulk operations. */
#ifndef CLINTERVAL_BENCH_PEER_BULK_H
#define CLINTERVAL_BENCH_PEER_BULK_H

#include "peer_arrays.h"

bool bench_is_bulk(const char *operation); /* `operation` is a name from peers.h */
bool bench_bulk_work(peer_work *p, const test_work *work, bench_results *all);

#endif
