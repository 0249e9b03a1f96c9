/* SPDX-License-Identifier: Apache-2.0 */
/* Translates a descriptor's arrays to the structures in peers.h. */
#ifndef CLINTERVAL_BENCH_PEER_WORK_H
#define CLINTERVAL_BENCH_PEER_WORK_H

#include "peer_arrays.h"

/* Sets the operation's part of *p; false if peers cannot do this row. */
bool bench_peer_work(peer_work *p, const test_work *work, bench_results *all);

#endif
