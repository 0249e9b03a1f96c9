/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of scratch memory: their size, their reuse, and failed allocations, which the linker's --wrap simulates. A
 * simulated queue can also end its work at a flush. */
#include "grid/look_back.h"
#include "runtime/context_inside.h"

#include "scratch_fixture.h"

cl_mem __real_clCreateBuffer(cl_context, cl_mem_flags, size_t, void *, cl_int *);
cl_mem __wrap_clCreateBuffer(cl_context, cl_mem_flags, size_t, void *, cl_int *);
cl_int __real_clFlush(cl_command_queue);
cl_int __wrap_clFlush(cl_command_queue);

static unsigned failures, asked; /* buffer creations that fail from now on; creations so far */
static cl_int failure;

cl_mem __wrap_clCreateBuffer(cl_context cl, cl_mem_flags flags, size_t bytes, void *memory, cl_int *code)
{
    ++asked;
    if (!failures)
        return __real_clCreateBuffer(cl, flags, bytes, memory, code);
    --failures;
    *code = failure;
    return NULL;
}

static bool ends_immediately; /* a flush waits for the end */
static unsigned flushes;

cl_int __wrap_clFlush(cl_command_queue queue)
{
    ++flushes;
    return ends_immediately ? clFinish(queue) : __real_clFlush(queue);
}

/* The reference count of an event. */
static cl_uint holders(cl_event event)
{
    cl_uint count = 0;
    assert_cl(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

/* Releases all pieces. An implementation may set the status of an event a little after clFinish() has returned. */
static void trim_all(void)
{
    cliv_scratch_trim(ctx);
    for (int tries = 0; ctx->scratch && tries < 100; ++tries) {
        assert_cl(clWaitForEvents(1, &ctx->scratch->last));
        cliv_scratch_trim(ctx);
    }
    assert_null(ctx->scratch);
}

/* A returned piece is reused if it is large enough, unless most of it would be unused. */
static void sizes(void **state)
{
    (void)state;
    static const size_t kib = 1024;
    static const struct {
        size_t first, second;
        bool same;
    } pairs[] = {{1000, 5000, false},
                 {5000, 1000, true},
                 {100 * 1024, 100 * 1024, true},
                 {60 * 1024, 100 * 1024, false},
                 {100 * 1024, 60 * 1024, true},
                 {100 * 1024, 1024, false}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; ++k) {
        cliv_scratch *first = take_scratch(NULL, pairs[k].first, false);
        cliv_scratch_give(ctx, NULL, first, NULL);
        cliv_scratch *second = take_scratch(NULL, pairs[k].second, false);
        if ((first == second) != pairs[k].same)
            fail_msg("%zu KiB after %zu KiB", pairs[k].second / kib, pairs[k].first / kib);
        cliv_scratch_give(ctx, NULL, second, NULL);
        cliv_scratch_trim(ctx);
        assert_null(ctx->scratch);
    }
}

static void states_stay_apart(void **state)
{
    (void)state;
    cliv_scratch *states = take_scratch(NULL, 5000, true), *plain = NULL;
    cliv_scratch_give(ctx, NULL, states, NULL);
    plain = take_scratch(NULL, 5000, false);
    assert_ptr_not_equal(plain, states);
    assert_ptr_equal(take_scratch(NULL, 5000, true), states);
    cliv_scratch_give(ctx, NULL, plain, NULL);
    cliv_scratch_give(ctx, NULL, states, NULL);
    cliv_scratch_trim(ctx);
}

/* A piece is in use until its event is complete. Only the same in-order queue reuses it earlier. */
static void until_it_has_ended(void **state)
{
    (void)state;
    cl_int error;
    cl_command_queue queue = cliv_context_queue(ctx);
    cl_event gate = clCreateUserEvent(cliv_context_cl(ctx), &error);
    assert_cl(error);
    cliv_scratch *first = take_scratch(queue, 5000, false);
    cliv_scratch_give(ctx, queue, first, gate);
    cliv_scratch *other = take_scratch(NULL, 5000, false);
    assert_ptr_not_equal(other, first);
    assert_int_equal(holders(gate), 2);
    assert_ptr_equal(take_scratch(queue, 5000, false), first);
    assert_int_equal(holders(gate), 1);
    cliv_scratch_give(ctx, NULL, first, gate);
    cliv_scratch_give(ctx, NULL, other, NULL);
    assert_ptr_equal(take_scratch(NULL, 5000, false), other);
    cliv_scratch *third = take_scratch(NULL, 5000, false);
    assert_ptr_not_equal(third, first);
    cliv_scratch_give(ctx, NULL, other, NULL);
    cliv_scratch_give(ctx, NULL, third, NULL);
    cliv_scratch_trim(ctx);
    assert_ptr_equal(ctx->scratch, first); /* the piece in use is the only one left */
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    cliv_scratch_trim(ctx);
    assert_null(ctx->scratch);
    assert_cl(clReleaseEvent(gate));
}

/* Without an event, a piece serves the next call of its queue. Other queues get it after a marker that they request is
 * complete. So a sequence of many queues shares few pieces. */
static void in_a_plain_queue(void **state)
{
    (void)state;
    enum { QUEUES = 8 };
    cl_int error;
    cl_command_queue queue = cliv_context_queue(ctx);
    cl_event gate = clCreateUserEvent(cliv_context_cl(ctx), &error);
    assert_cl(error);
    assert_cl(clEnqueueBarrierWithWaitList(queue, 1, &gate, NULL)); /* so that a later marker cannot be complete */
    cliv_scratch *first = take_scratch(queue, 5000, false), *pieces[QUEUES];
    cliv_scratch_give(ctx, queue, first, NULL);
    assert_ptr_equal(take_scratch(queue, 5000, false), first);
    cliv_scratch_give(ctx, NULL, first, NULL); /* by a call that enqueued nothing; the call before is still running */
    cliv_scratch *other = take_scratch(NULL, 5000, false);
    assert_ptr_not_equal(other, first);
    cl_event marker = first->last;
    assert_non_null(marker);
    cliv_scratch *third = take_scratch(NULL, 5000, false); /* all queues share one marker */
    assert_ptr_equal(first->last, marker);
    cliv_scratch_give(ctx, NULL, third, NULL);
    cliv_scratch_trim(ctx);
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_cl(clReleaseEvent(gate));
    assert_cl(clWaitForEvents(1, &first->last));
    assert_ptr_equal(take_scratch(NULL, 5000, false), first);
    assert_null(first->queue); /* the context releases the queue when it is not needed */
    cliv_scratch_give(ctx, NULL, first, NULL);
    cliv_scratch_give(ctx, NULL, other, NULL);
    cliv_scratch_trim(ctx);
    assert_null(ctx->scratch);
    cliv_scratch *own = take_scratch(queue, 5000, false), *idle = take_scratch(NULL, 5000, false);
    cliv_scratch_give(ctx, queue, own, NULL);
    cliv_scratch_give(ctx, NULL, idle, NULL);
    assert_ptr_equal(take_scratch(queue, 5000, false), own); /* preferred to an idle piece; and it gets no event */
    assert_null(own->last);
    cliv_scratch_give(ctx, queue, own, NULL);
    cliv_scratch_trim(ctx);
    size_t different = 0;
    for (size_t k = 0; k < QUEUES; ++k) {
        cl_command_queue next = clCreateCommandQueue(cliv_context_cl(ctx), cliv_context_device(ctx), 0, &error);
        assert_cl(error);
        pieces[k] = take_scratch(next, 5000, false);
        cliv_scratch_give(ctx, next, pieces[k], NULL);
        bool known = false;
        for (size_t i = 0; i < k; ++i)
            known = known || pieces[i] == pieces[k];
        different += !known;
        assert_cl(clFinish(next));
        assert_cl(clReleaseCommandQueue(next));
        for (const cliv_scratch *s = ctx->scratch; s; s = s->next)
            if (s->last)
                assert_cl(clWaitForEvents(1, &s->last));
    }
    assert_true(different <= 2);
    cliv_scratch_trim(ctx); /* a piece that a queue may use is released, and OpenCL keeps it until then */
    assert_null(ctx->scratch);
}

/* A marker is flushed. If it is complete immediately, its piece is reused immediately. */
static void of_a_queue_that_has_ended(void **state)
{
    (void)state;
    cliv_scratch *first = take_scratch(cliv_context_queue(ctx), 5000, false);
    cliv_scratch_give(ctx, cliv_context_queue(ctx), first, NULL);
    ends_immediately = true;
    flushes = 0;
    cliv_scratch *second = take_scratch(NULL, 5000, false);
    ends_immediately = false;
    assert_ptr_equal(second, first);
    assert_int_equal(flushes, 1);
    cliv_scratch_give(ctx, NULL, second, NULL);
    cliv_scratch_trim(ctx);
}

/* A failed command has ended, too. */
static void after_a_failure(void **state)
{
    (void)state;
    cl_int error;
    if (strcmp(ctx->device.platform_name, "Portable Computing Language") == 0)
        skip(); /* PoCL 3.1 aborts the process if a user event fails */
    cl_event gate = clCreateUserEvent(cliv_context_cl(ctx), &error);
    assert_cl(error);
    cliv_scratch_give(ctx, NULL, take_scratch(NULL, 5000, false), gate);
    assert_cl(clSetUserEventStatus(gate, -42));
    cliv_scratch_trim(ctx);
    assert_null(ctx->scratch);
    assert_cl(clReleaseEvent(gate));
}

/* States are cleared again if their clearing failed or is not complete. */
static void states_of_a_call_that_failed(void **state)
{
    (void)state;
    cl_int error;
    const cl_int zero = 0;
    cl_command_queue queue = cliv_context_queue(ctx);
    for (int failed = 0; failed < 3; ++failed) {
        if (failed == 2 && strcmp(ctx->device.platform_name, "Portable Computing Language") == 0)
            continue; /* PoCL 3.1 aborts the process if a user event fails */
        cl_event gate = clCreateUserEvent(cliv_context_cl(ctx), &error), clearing = gate;
        assert_cl(error);
        cliv_scratch *s = take_scratch(queue, 5000, true);
        s->call = 3;
        if (failed == 2) /* a command that never runs: Intel's runtime reports it as complete */
            assert_cl(clEnqueueFillBuffer(queue, s->mem, &zero, sizeof zero, 0, sizeof zero, 1, &gate, &clearing));
        cliv_scratch_clears(s, clearing);
        cliv_scratch_give(ctx, queue, s, NULL);
        if (failed == 2) {
            assert_cl(clFlush(queue));
            assert_cl(clSetUserEventStatus(gate, -42));
            clWaitForEvents(1, &clearing);
            assert_cl(clReleaseEvent(clearing));
        }
        if (failed) {
            assert_ptr_equal(take_scratch(queue, 5000, true), s);
            assert_int_equal(s->call, 0);
        }
        if (failed < 2)
            assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
        if (!failed) {
            assert_ptr_equal(take_scratch(queue, 5000, true), s);
            assert_int_equal(s->call, 3);
        }
        cliv_scratch_give(ctx, queue, s, NULL);
        cliv_scratch_trim(ctx);
        assert_cl(clReleaseEvent(gate));
    }
}

/* In a queue that never becomes empty, calls clear again until the first clearing is complete, but not later. */
static void states_of_a_full_queue(void **state)
{
    (void)state;
    cl_int error;
    cl_command_queue queue = cliv_context_queue(ctx);
    cl_event gates[2];
    for (int k = 0; k < 2; ++k) {
        gates[k] = clCreateUserEvent(cliv_context_cl(ctx), &error);
        assert_cl(error);
    }
    for (int k = 0; k < 2; ++k) {
        cliv_scratch *s = take_scratch(queue, 5000, true);
        assert_int_equal(s->call, 0);
        s->call = 1;
        cliv_scratch_clears(s, gates[k]);
        cliv_scratch_give(ctx, queue, s, NULL);
    }
    assert_cl(clSetUserEventStatus(gates[0], CL_COMPLETE));
    cliv_scratch *s = take_scratch(queue, 5000, true);
    assert_int_equal(s->call, 1);
    cliv_scratch_give(ctx, queue, s, NULL);
    cliv_scratch_trim(ctx);
    assert_cl(clSetUserEventStatus(gates[1], CL_COMPLETE));
    for (int k = 0; k < 2; ++k)
        assert_cl(clReleaseEvent(gates[k]));
}

/* Cleared states serve 2^30 - 1 calls, because the call number shares a word with two bits. Then they are cleared
 * again. */
static void numbers_of_calls(void **state)
{
    (void)state;
    static const cl_uint most = (1u << 30) - 1, before[] = {0, 7, (1u << 30) - 2, (1u << 30) - 1};
    for (size_t k = 0; k < sizeof before / sizeof *before; ++k) {
        cliv_scratch *s;
        cliv_call call;
        assert_success(cliv_call_begin(&call, ctx, cliv_context_queue(ctx), 0, NULL, NULL));
        assert_success(cliv_look_back_states(&call, 100, false, &s));
        if (k == 0 || before[k] == most) { /* a kernel clears them, and its event reports whether it ran */
            cl_command_type type = 0;
            assert_int_equal(s->call, 1);
            assert_non_null(s->clearing);
            assert_cl(clGetEventInfo(s->clearing, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
            assert_int_equal(type, CL_COMMAND_NDRANGE_KERNEL);
        } else {
            assert_int_equal(s->call, before[k] + 1);
        }
        s->call = k + 1 < sizeof before / sizeof *before ? before[k + 1] : 1;
        assert_success(cliv_call_end(&call, CLIV_SUCCESS));
        assert_cl(clFinish(cliv_context_queue(ctx)));
    }
    trim_all();
}

/* Split tile states serve 2^14 - 1 calls. States of one format are cleared before their use in the other format, and
 * always as a whole: a later call may use more words than the call that clears them. The first word alone has no
 * format, and its use does not change the format. */
static void states_of_both_formats(void **state)
{
    (void)state;
    enum { WORDS = 3, MOST_SPLIT = (1 << 14) - 1 };
    static const struct {
        size_t words;
        bool is_split;
        cl_uint before, after;
        bool is_split_after;
    } calls[] = {
        {WORDS, true, 0, 1, true},
        {WORDS, true, 7, 8, true},
        {WORDS, true, MOST_SPLIT - 1, MOST_SPLIT, true},
        {WORDS, true, MOST_SPLIT, 1, true},
        {1, false, 1, 2, true},
        {1, false, MOST_SPLIT, 1, false},
        {WORDS, true, 5, 1, true},
        {WORDS, false, 2, 1, false},
        {WORDS, false, MOST_SPLIT + 1, MOST_SPLIT + 2, false},
        {1, false, MOST_SPLIT, MOST_SPLIT + 1, false},
        {WORDS, true, 20, 1, true},
    };
    static const cl_uint dirt = 0xA5A5A5A5;
    static unsigned char found[1 << 16];
    const cl_command_queue queue = cliv_context_queue(ctx);
    for (size_t k = 0; k < sizeof calls / sizeof *calls; ++k) {
        cliv_call call;
        cliv_scratch *s = take_scratch(queue, WORDS * sizeof(cl_ulong), true);
        assert_true(s->bytes > WORDS * sizeof(cl_ulong) && s->bytes <= sizeof found);
        assert_cl(clEnqueueFillBuffer(queue, s->mem, &dirt, sizeof dirt, 0, s->bytes, 0, NULL, NULL));
        s->call = calls[k].before;
        cliv_scratch_give(ctx, queue, s, NULL);
        assert_success(cliv_call_begin(&call, ctx, queue, 0, NULL, NULL));
        assert_success(cliv_look_back_states(&call, calls[k].words, calls[k].is_split, &s));
        assert_int_equal(s->call, calls[k].after);
        assert_int_equal(s->is_split, calls[k].is_split_after);
        assert_cl(clEnqueueReadBuffer(queue, s->mem, CL_TRUE, 0, s->bytes, found, 0, NULL, NULL));
        for (size_t i = 0; i < s->bytes; ++i)
            assert_int_equal(found[i], s->call == 1 ? 0 : 0xA5);
        s->cleared = true;
        assert_success(cliv_call_end(&call, CLIV_SUCCESS));
        assert_cl(clFinish(queue));
    }
    trim_all();
}

/* If an allocation fails, the library releases idle pieces and tries once more. Without idle pieces it fails. */
static void without_memory(void **state)
{
    (void)state;
    static const cl_int codes[] = {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY,
                                   CL_INVALID_BUFFER_SIZE};
    for (unsigned k = 0; k < 4 * 3; ++k) {
        const bool full = k / 3 < 3, idle = k % 3 > 0; /* the last code does not mean a lack of memory */
        cliv_scratch *s = NULL;
        if (idle)
            cliv_scratch_give(ctx, NULL, take_scratch(NULL, 5000, false), NULL);
        failure = codes[k / 3];
        failures = k % 3 == 2 ? 2 : 1;
        asked = 0;
        const cliv_status status = cliv_scratch_take(ctx, NULL, 100000, false, &s);
        failures = 0;
        assert_int_equal(status, full && k % 3 == 1 ? CLIV_SUCCESS : failure);
        assert_int_equal(asked, full && idle ? 2 : 1);
        assert_int_equal(ctx->scratch != NULL, !full && idle);
        if (s)
            cliv_scratch_give(ctx, NULL, s, NULL);
        cliv_scratch_trim(ctx);
    }
}

static cl_mem create_some(cl_context cl, size_t bytes, void *user)
{
    (void)user;
    return bytes ? clCreateBuffer(cl, CL_MEM_READ_WRITE, bytes, NULL, NULL) : NULL;
}

static void release_some(cl_mem mem, void *user)
{
    (void)user;
    clReleaseMemObject(mem);
}

/* The callback is never called for 0 bytes, because OpenCL has no empty buffers. */
static void of_nothing(void **state)
{
    (void)state;
    const cliv_context_options options = {.scratch_create = create_some, .scratch_release = release_some};
    const cliv_array none = CLIV_NONE, nothing = cliv_generate(&cliv_int, "i", 0);
    cliv_context *own = NULL;
    cl_int sum[1] = {7}, error;
    assert_success(cliv_context_create_with(cliv_context_cl(ctx), cliv_context_device(ctx), &options, &own));
    cl_command_queue queue = cliv_context_queue(own);
    cl_mem mem = clCreateBuffer(cliv_context_cl(ctx), CL_MEM_READ_WRITE, sizeof sum, NULL, &error);
    assert_cl(error);
    const cliv_array result = cliv_buffer(mem, &cliv_int, 0, 1);
    assert_success(cliv_reduce(own, queue, nothing, result, NULL, 0, NULL, NULL));
    assert_success(cliv_compact(own, queue, nothing, "true", NULL, NULL, 0, none, result, NULL, 0, NULL, NULL));
    assert_success(
        cliv_reduce_by_key(own, queue, nothing, nothing, none, result, NULL, NULL, none, NULL, 0, NULL, NULL));
    assert_success(cliv_join(own, queue, CLIV_FULL, nothing, nothing, none, none, result, NULL, NULL, 0, NULL, NULL));
    assert_success(cliv_set_keys(own, queue, CLIV_UNION, nothing, nothing, none, result, NULL, NULL, 0, NULL, NULL));
    assert_success(
        cliv_join_unsorted(own, queue, CLIV_FULL, &nothing, &nothing, 1, none, none, result, NULL, 0, NULL, NULL));
    assert_success(cliv_binary_search(own, queue, CLIV_LOWER_BOUND, nothing, nothing, cliv_slice(result, 0, 0), NULL, 0,
                                      NULL, NULL));
    const cliv_aggregate floats = {cliv_generate(&cliv_float, "1.0f", 0), NULL, cliv_buffer(mem, &cliv_float, 0, 0)};
    assert_success(cliv_group_by(own, queue, &nothing, 1, &floats, 1, NULL, none, none, none, NULL, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, sizeof sum, sum, 0, NULL, NULL));
    assert_int_equal(sum[0], 0);
    assert_cl(clReleaseMemObject(mem));
    cliv_context_destroy(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes),
                                       cmocka_unit_test(states_stay_apart),
                                       cmocka_unit_test(until_it_has_ended),
                                       cmocka_unit_test(in_a_plain_queue),
                                       cmocka_unit_test(of_a_queue_that_has_ended),
                                       cmocka_unit_test(after_a_failure),
                                       cmocka_unit_test(states_of_a_call_that_failed),
                                       cmocka_unit_test(states_of_a_full_queue),
                                       cmocka_unit_test(numbers_of_calls),
                                       cmocka_unit_test(states_of_both_formats),
                                       cmocka_unit_test(without_memory),
                                       cmocka_unit_test(of_nothing)};
    return cmocka_run_group_tests_name("scratch", tests, open_context, close_context) != 0;
}
