/* SPDX-License-Identifier: Apache-2.0 */
/* A separate context for the tests of scratch memory, and pieces allocated from it. */
#ifndef CLIV_SCRATCH_FIXTURE_H
#define CLIV_SCRATCH_FIXTURE_H

#include "runtime/scratch.h"

#include "fixture.h"

static cliv_context *ctx;

static int open_context(void **state)
{
    (void)state;
    return cliv_context_create(NULL, &ctx) == CLIV_SUCCESS && cliv_context_queue(ctx) ? 0 : -1;
}

static int close_context(void **state)
{
    (void)state;
    cliv_context_destroy(ctx);
    return 0;
}

static cliv_scratch *take_scratch(cl_command_queue in_order, size_t bytes, bool states)
{
    cliv_scratch *s = NULL;
    size_t size = 0;
    assert_success(cliv_scratch_take(ctx, in_order, bytes, states, &s));
    assert_true(s->bytes >= bytes && s->states == states);
    assert_cl(clGetMemObjectInfo(s->mem, CL_MEM_SIZE, sizeof size, &size, NULL));
    assert_int_equal(size, s->bytes);
    return s;
}

#endif
