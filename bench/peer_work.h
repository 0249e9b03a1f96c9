/* SPDX-License-Identifier: Apache-2.0 */
/* What peers are given: a descriptor's arrays in the words of peers.h. */
#ifndef CLINTERVAL_BENCH_PEER_WORK_H
#define CLINTERVAL_BENCH_PEER_WORK_H

#include "peer_arrays.h"

/* Fills in the operation's part of *p; false: peers cannot do this row. */
bool bench_peer_work(peer_work *p, const test_work *work, bench_results *all);

#endif
