/* SPDX-License-Identifier: Apache-2.0 */
/* The peers' arrays of group-by. */
#ifndef CLINTERVAL_BENCH_PEER_GROUPS_H
#define CLINTERVAL_BENCH_PEER_GROUPS_H

#include "peer_arrays.h"

bool bench_group_work(peer_work *p, const test_work *work, bench_results *all);

#endif
