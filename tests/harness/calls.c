/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of operations.def that describe a call. */
#include "calls.h"

#define UNPACK(...) __VA_ARGS__
#define DESCRIPTOR(name, suite)
#define OPERATION(name, suite, arguments, ...)                                                         \
    static cliv_status call_##name(const call *c)                                                      \
    {                                                                                                  \
        return cliv_##name(c->ctx, c->queue, UNPACK arguments, c->wait_count, c->wait_list, c->event); \
    }
#include "operations.def"

#define DESCRIPTOR(name, suite)
#define OPERATION(name, suite, arguments, ...) {"cliv_" #name, call_##name, __VA_ARGS__},
const operation operations[] = {
#include "operations.def"
};
const size_t operation_count = sizeof operations / sizeof operations[0];
