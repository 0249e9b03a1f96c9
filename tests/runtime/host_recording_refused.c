/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that recordings refuse, with their messages; a refused call records nothing and changes nothing. Failed wait
 * lists of functions other than operations. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

#define assert_refused(wanted, sentence, call) (assert_status(wanted, call), assert_message(sentence))

static void refusals(void **state)
{
    (void)state;
    cliv_recording *r = NULL, *other = (cliv_recording *)&other, *const untouched = other;
    const cliv_array input = ARRAY(int, 3, 1, 4, 1, 5), scanned = OUTPUT(int, 5), kept = OUTPUT(int, 5);
    const cliv_array count = OUTPUT(int, 1), short_output = OUTPUT(int, 2);
    size_t host = 77;
    cl_int numbers[5], error;
    cl_event event = SENTINEL, gate = clCreateUserEvent(fx.cl, &error);
    cliv_context *compiling = NULL;
    cliv_pool *pool = NULL;
    assert_cl(error);
    assert_success(make_context(CLIV_COMPILE_ONLY, &compiling));
    assert_refused(CLIV_INVALID_ARGUMENT, "recording is NULL", cliv_recording_begin(fx.ctx, fx.queue, NULL));
    assert_refused(CLIV_INVALID_ARGUMENT, "ctx is NULL", cliv_recording_begin(NULL, fx.queue, &other));
    assert_refused(CLIV_INVALID_ARGUMENT, "queue is NULL", cliv_recording_begin(fx.ctx, NULL, &other));
    assert_refused(CLIV_INVALID_ARGUMENT, "CLIV_CHECKED", cliv_recording_begin(checked, fx.queue, &other));
    assert_refused(CLIV_INVALID_ARGUMENT, "only compiles", cliv_recording_begin(compiling, fx.queue, &other));
    assert_refused(CLIV_INVALID_ARGUMENT, "recording is NULL", cliv_recording_end(NULL));
    assert_refused(CLIV_INVALID_ARGUMENT, "recording is NULL", cliv_recording_run(NULL, fx.queue, NO_EVENTS));
    cliv_recording_destroy(NULL);

    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &r));
    assert_refused(CLIV_INVALID_ARGUMENT, "already being recorded", cliv_recording_begin(fx.ctx, fx.queue, &other));
    assert_refused(CLIV_INVALID_ARGUMENT, "call cliv_recording_end() before",
                   cliv_recording_run(r, fx.queue, NO_EVENTS));
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, input, scanned, NULL, CLIV_NONE, NO_EVENTS));
    assert_refused(CLIV_INVALID_ARGUMENT, "pass NULL for results on the host",
                   cliv_compact(fx.ctx, fx.queue, input, "x > 2", NULL, NULL, 0, kept, CLIV_NONE, &host, NO_EVENTS));
    assert_refused(CLIV_INVALID_ARGUMENT, "pass NULL for results on the host",
                   cliv_offsets_from_counts(fx.ctx, fx.queue, input, kept, &host, NO_EVENTS));
    assert_refused(CLIV_INVALID_ARGUMENT, "event is not NULL",
                   cliv_copy(fx.ctx, fx.queue, input, kept, 0, NULL, &event));
    assert_refused(CLIV_INVALID_ARGUMENT, "num_events_in_wait_list is not 0",
                   cliv_copy(fx.ctx, fx.queue, input, kept, 1, &gate, NULL));
    assert_refused(CLIV_INVALID_ARGUMENT, "cannot read or write", cliv_array_read(fx.queue, input, numbers));
    assert_refused(CLIV_INVALID_ARGUMENT, "cannot read or write", cliv_array_write(fx.queue, input, numbers));
    /* Calls that fail late or early: a bad snippet, an array that is too short. */
    assert_status(CLIV_BUILD_FAILED, cliv_transform(fx.ctx, fx.queue, 5, NULL, "a0[i] = ;", NULL, &kept, 1, NO_EVENTS));
    assert_status(CLIV_OUT_OF_RANGE, cliv_copy(fx.ctx, fx.queue, input, short_output, NO_EVENTS));
    assert_success(cliv_pool_create(fx.ctx, &cliv_int, 8, CLIV_POOL_DEVICE, &pool));
    assert_refused(CLIV_UNSUPPORTED, "calls of pools", cliv_pool_reset(pool, fx.queue, NO_EVENTS));
    assert_refused(CLIV_UNSUPPORTED, "calls of pools", cliv_pool_map(pool, fx.queue));
    assert_refused(CLIV_UNSUPPORTED, "calls of pools", cliv_pool_count(pool, fx.queue, &host));
    assert_success(cliv_compact(fx.ctx, fx.queue, input, "x > 2", NULL, NULL, 0, kept, count, NULL, NO_EVENTS));
    assert_success(cliv_recording_end(r));
    assert_refused(CLIV_INVALID_ARGUMENT, "already ended", cliv_recording_end(r));
    assert_true(event == SENTINEL && host == 77 && other == untouched);

    /* The recording has the two good calls, and a pool created meanwhile works. */
    assert_untouched(kept);
    assert_untouched(short_output);
    assert_success(cliv_recording_run(r, fx.queue, NO_EVENTS));
    assert_ints(scanned, 3, 4, 8, 9, 14);
    assert_ints(cliv_slice(kept, 0, 3), 3, 4, 5);
    assert_ints(count, 3);
    assert_untouched(short_output);
    assert_success(cliv_pool_count(pool, fx.queue, &host));
    assert_int_equal(host, 0);
    cliv_pool_destroy(pool);

    /* After the end, calls run again. On a recording queue nothing runs. */
    assert_success(cliv_compact(fx.ctx, fx.queue, input, "x > 3", NULL, NULL, 0, kept, CLIV_NONE, &host, NO_EVENTS));
    assert_int_equal(host, 2);
    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &other));
    assert_refused(CLIV_INVALID_ARGUMENT, "a run of a recording cannot be recorded",
                   cliv_recording_run(r, fx.queue, NO_EVENTS));
    cliv_recording_destroy(other);
    assert_success(cliv_recording_run(r, fx.queue, NO_EVENTS));
    cliv_recording_destroy(r);
    cliv_context_destroy(compiling);
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_cl(clReleaseEvent(gate));
}

/* An empty recording, and calls without elements. */
static void of_nothing(void **state)
{
    (void)state;
    cliv_recording *r = NULL;
    cl_event event = NULL;
    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &r));
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_int, "1", 0), OUTPUT(int, 4), NO_EVENTS));
    assert_success(cliv_recording_end(r));
    assert_success(cliv_recording_run(r, fx.queue, NO_EVENTS));
    assert_success(cliv_recording_run(r, fx.queue, 0, NULL, &event));
    wait_and_release(&event);
    cliv_recording_destroy(r);
}

/* Calls of another context, and of the context on another queue, run normally. */
static void only_its_own(void **state)
{
    (void)state;
    cliv_recording *r = NULL;
    cliv_context *ctx = NULL;
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, 0, &error);
    const cliv_array input = ARRAY(int, 3, 1, 4, 1, 5), one = OUTPUT(int, 5), two = OUTPUT(int, 5);
    assert_cl(error);
    assert_success(make_context(0, &ctx));
    assert_success(cliv_recording_begin(fx.ctx, queue, &r));
    assert_success(cliv_copy(ctx, queue, input, one, NO_EVENTS));
    assert_cl(clFinish(queue));
    assert_success(cliv_copy(fx.ctx, fx.queue, input, two, NO_EVENTS));
    assert_ints(one, 3, 1, 4, 1, 5);
    assert_ints(two, 3, 1, 4, 1, 5);
    cliv_recording_destroy(r);
    cliv_context_destroy(ctx);
    assert_cl(clReleaseCommandQueue(queue));
}

/* Wait lists with a failed event: recordings, counters and pools. */
static void failed_wait_lists(void **state)
{
    (void)state;
    enum { FAILED = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST };
    cliv_counter *counter = NULL;
    cliv_pool *pool = NULL;
    cliv_recording *r = NULL;
    const cliv_array out = OUTPUT(uint, 4), one = OUTPUT(uint, 1), none = CLIV_NONE;
    cl_event failed_events[2];
    for (int k = 0; k < 2; ++k) {
        cl_int error;
        failed_events[k] = clCreateUserEvent(fx.cl, &error);
        assert_cl(error);
        assert_cl(clSetUserEventStatus(failed_events[k], k ? -77 : CL_COMPLETE));
    }
    fx.event = SENTINEL;
    assert_success(cliv_counter_create(fx.ctx, 4, 0, &counter));
    assert_status(FAILED, cliv_counter_set(counter, fx.queue, 1, 2, failed_events, &fx.event));
    assert_status(FAILED, cliv_counter_read(counter, fx.queue, out, 2, failed_events, &fx.event));
    cliv_counter_destroy(counter);
    assert_success(cliv_pool_create(fx.ctx, &cliv_int, 4, CLIV_POOL_DEVICE, &pool));
    assert_status(FAILED, cliv_pool_reset(pool, fx.queue, 2, failed_events, &fx.event));
    assert_status(FAILED, cliv_pool_pack(pool, fx.queue, none, one, NULL, 2, failed_events, &fx.event));
    assert_status(FAILED, cliv_pool_slots(pool, fx.queue, out, one, NULL, 2, failed_events, &fx.event));
    assert_success(cliv_pool_map(pool, fx.queue));
    assert_status(FAILED, cliv_pool_unmap(pool, fx.queue, 2, failed_events, &fx.event));
    assert_success(cliv_pool_unmap(pool, fx.queue, 0, NULL, NULL));
    cliv_pool_destroy(pool);
    assert_success(cliv_recording_begin(fx.ctx, fx.queue, &r));
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_uint, "i", 4), out, 0, NULL, NULL));
    assert_success(cliv_recording_end(r));
    assert_status(FAILED, cliv_recording_run(r, fx.queue, 2, failed_events, &fx.event));
    cliv_recording_destroy(r);
    assert_ptr_equal(fx.event, SENTINEL);
    assert_cl(clFinish(fx.queue));
    assert_untouched(out);
    assert_untouched(one);
    for (int k = 0; k < 2; ++k)
        assert_cl(clReleaseEvent(failed_events[k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(refusals, release_all),
        cmocka_unit_test_teardown(of_nothing, release_all),
        cmocka_unit_test_teardown(only_its_own, release_all),
        cmocka_unit_test_teardown(failed_wait_lists, release_all),
    };
    return cmocka_run_group_tests(tests, open_both, close_both);
}
