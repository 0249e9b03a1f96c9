/* SPDX-License-Identifier: Apache-2.0 */
/* What scans in one pass need: groups that run at the same time, and the states that they look back at. */
#ifndef CLIV_LOOK_BACK_H
#define CLIV_LOOK_BACK_H

#include "call.h"
#include "scratch.h"

#include <clinterval/context.h>

#include <stddef.h>

size_t cliv_running_groups(const cliv_context *, size_t group_size); /* how many the device runs at a time, about */
/* The states of one pass, `words` 64-bit words; (*states)->call is then the number of this call. */
cliv_status cliv_look_back_states(cliv_call *, size_t words, cliv_scratch **states);

#endif
