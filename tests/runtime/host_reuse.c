/* SPDX-License-Identifier: Apache-2.0 */
/* Reuse of scratch memory and of recordings: the waits before a reuse, and repeated clearing of states. The linker's
 * --wrap counts the waits and makes some of them fail. */
#include "grid/look_back.h"
#include "runtime/context_inside.h"
#include "runtime/recorded.h"

#include "scratch_fixture.h"

cl_int __real_clWaitForEvents(cl_uint, const cl_event *);
cl_int __wrap_clWaitForEvents(cl_uint, const cl_event *);

static unsigned waits;
static cl_event lying; /* its status is CL_COMPLETE but a wait for it fails, as with Intel's runtime */

cl_int __wrap_clWaitForEvents(cl_uint count, const cl_event *events)
{
    ++waits;
    return lying && events[0] == lying ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                                       : __real_clWaitForEvents(count, events);
}

static cl_event ended_event(cl_int status)
{
    cl_int error;
    cl_event event = clCreateUserEvent(cliv_context_cl(ctx), &error);
    assert_cl(error);
    if (status <= CL_COMPLETE)
        assert_cl(clSetUserEventStatus(event, status));
    return event;
}

/* A query of an event's status is not a synchronization point, so the library waits for a piece that another queue
 * used. */
static void other_queues_wait(void **state)
{
    (void)state;
    cl_int error;
    const cl_command_queue own = cliv_context_queue(ctx);
    const cl_command_queue other = clCreateCommandQueue(cliv_context_cl(ctx), cliv_context_device(ctx), 0, &error);
    assert_cl(error);
    const struct {
        cl_command_queue first, second; /* NULL: an out-of-order queue */
        unsigned waits;
    } uses[] = {{own, own, 0}, {own, other, 1}, {own, NULL, 1}, {NULL, own, 1}, {NULL, NULL, 1}};
    for (size_t k = 0; k < sizeof uses / sizeof *uses; ++k) {
        cl_event ended = ended_event(CL_COMPLETE);
        cliv_scratch *const s = take_scratch(uses[k].first, 5000, false);
        cliv_scratch_give(ctx, uses[k].first, s, ended);
        waits = 0;
        assert_ptr_equal(take_scratch(uses[k].second, 5000, false), s);
        assert_int_equal(waits, uses[k].waits);
        cliv_scratch_give(ctx, uses[k].second, s, NULL);
        cliv_scratch_trim(ctx);
        assert_cl(clReleaseEvent(ended));
    }
    assert_cl(clReleaseCommandQueue(other));
}

/* States are undefined after a failed use, so they are cleared again. */
static void states_after_a_failure(void **state)
{
    (void)state;
    const cl_command_queue own = cliv_context_queue(ctx);
    for (int k = 0; k < 6; ++k) {
        const bool same_queue = k % 2, lies = k >= 4, fails = k >= 2;
        cl_event ended = ended_event(fails && !lies ? -42 : CL_COMPLETE);
        cliv_scratch *const s = take_scratch(own, 5000, true);
        s->cleared = true;
        s->call = 7;
        cliv_scratch_give(ctx, own, s, ended);
        lying = lies ? ended : NULL;
        assert_ptr_equal(take_scratch(same_queue ? own : NULL, 5000, true), s);
        lying = NULL;
        /* In the same queue the library does not wait, so it misses a failure that only a wait reports. */
        assert_int_equal(s->call, fails && !(lies && same_queue) ? 0 : 7);
        cliv_scratch_give(ctx, NULL, s, NULL);
        cliv_scratch_trim(ctx);
        assert_cl(clReleaseEvent(ended));
    }
}

/* Only the first clearing of the current states matters, not a clearing for states of another kind or before the call
 * numbers restarted. */
static void clearings_under_way(void **state)
{
    (void)state;
    for (int k = 0; k < 3; ++k) {
        cl_event first = ended_event(CL_QUEUED), second = ended_event(CL_QUEUED);
        cliv_scratch *const s = take_scratch(NULL, 5000, true);
        assert_true(cliv_scratch_number_call(s, 100, false));
        cliv_scratch_clears(s, first);
        cliv_scratch_note_clearing(s); /* the clearing has not ended, so the next call clears again */
        assert_int_equal(s->call, 0);
        s->call = k == 2 ? (1u << 30) - 1 : 0;
        assert_true(cliv_scratch_number_call(s, 100, k == 1));
        cliv_scratch_clears(s, second);
        assert_ptr_equal(s->clearing, k ? second : first);
        assert_cl(clSetUserEventStatus(first, CL_COMPLETE));
        cliv_scratch_note_clearing(s);
        assert_int_equal(s->cleared, k == 0);
        assert_cl(clSetUserEventStatus(second, CL_COMPLETE));
        cliv_scratch_give(ctx, NULL, s, NULL);
        cliv_scratch_trim(ctx);
        assert_cl(clReleaseEvent(first));
        assert_cl(clReleaseEvent(second));
    }
}

/* The states of a recording; `queue` and `last` belong to its last run. */
static bool run_keeps_states(cl_command_queue queue, cl_event last)
{
    cliv_recording *r = NULL;
    cliv_scratch *s = NULL;
    const cl_command_queue own = cliv_context_queue(ctx);
    cliv_array out = CLIV_NONE;
    assert_success(cliv_array_create(ctx, &cliv_int, 4, NULL, &out));
    assert_success(cliv_recording_begin(ctx, own, &r));
    assert_success(cliv_copy(ctx, own, cliv_generate(&cliv_int, "i", 4), out, 0, NULL, NULL));
    assert_success(cliv_recording_scratch(r, 5000, true, &s));
    assert_success(cliv_recording_keep(r, &(cliv_commands){0}, &s, 1, CLIV_SUCCESS));
    assert_success(cliv_recording_end(r));
    s->cleared = true;
    s->call = 7;
    if (queue)
        assert_cl(clRetainCommandQueue(queue));
    if (last)
        assert_cl(clRetainEvent(last));
    r->queue = queue;
    r->last = last;
    waits = 0;
    assert_success(cliv_recording_run(r, own, 0, NULL, NULL));
    const bool kept = s->cleared;
    cliv_recording_destroy(r);
    cliv_array_release(&out);
    assert_cl(clFinish(own));
    cliv_scratch_trim(ctx);
    return kept;
}

static void runs_after_a_failure(void **state)
{
    (void)state;
    const cl_command_queue own = cliv_context_queue(ctx);
    cl_event good = ended_event(CL_COMPLETE), bad = ended_event(-42);
    assert_true(run_keeps_states(NULL, NULL));
    assert_true(run_keeps_states(own, good));
    assert_int_equal(waits, 0);
    assert_true(run_keeps_states(NULL, good));
    assert_int_equal(waits, 1);
    assert_false(run_keeps_states(own, bad));
    assert_false(run_keeps_states(NULL, bad));
    lying = good;
    assert_false(run_keeps_states(NULL, good));
    lying = NULL;
    assert_cl(clReleaseEvent(good));
    assert_cl(clReleaseEvent(bad));
}

/* Scans rely on the states of earlier runs, so sorts between them must not use the states as scratch memory. */
static void states_are_no_scratch(void **state)
{
    (void)state;
    enum { COUNT = 100, SCANS = 2, RUNS = 4 };
    const char *const file =
        write_tuning("scan any 256 8 2 schedule=fallback\nsort any 256 8 3\nradix any 256 8 4 schedule=none\n");
    const cliv_context_options options = {.tuning_file = file};
    const cliv_array zeros = cliv_generate(&cliv_int, "0", COUNT),
                     falling = cliv_generate(&cliv_int, "9 - (int)i", COUNT);
    cliv_context *shaped = NULL;
    cliv_recording *r = NULL;
    cliv_array input, keys, out[SCANS];
    cl_int found[COUNT];
    const cliv_status status =
        cliv_context_create_with(cliv_context_cl(ctx), cliv_context_device(ctx), &options, &shaped);
    remove(file);
    assert_success(status);
    cl_command_queue queue = cliv_context_queue(shaped);
    assert_success(cliv_array_create(shaped, &cliv_int, COUNT, NULL, &input));
    assert_success(cliv_array_create(shaped, &cliv_int, COUNT, NULL, &keys));
    for (int k = 0; k < SCANS; ++k)
        assert_success(cliv_array_create(shaped, &cliv_int, COUNT, NULL, &out[k]));
    assert_success(cliv_copy(shaped, queue, zeros, input, 0, NULL, NULL));
    assert_success(cliv_recording_begin(shaped, queue, &r));
    for (int k = 0; k < SCANS; ++k) {
        assert_success(cliv_transform(shaped, queue, COUNT, NULL, "++a0[i];", NULL, &input, 1, 0, NULL, NULL));
        assert_success(cliv_scan_inclusive(shaped, queue, input, out[k], NULL, CLIV_NONE, 0, NULL, NULL));
        assert_success(cliv_copy(shaped, queue, falling, keys, 0, NULL, NULL));
        assert_success(cliv_sort_keys(shaped, queue, keys, NULL, 0, NULL, NULL));
    }
    assert_success(cliv_recording_end(r));
    for (int run = 0; run < RUNS; ++run) {
        assert_success(cliv_recording_run(r, queue, 0, NULL, NULL));
        for (int k = 0; k < SCANS; ++k) {
            assert_success(cliv_array_read(queue, out[k], found));
            for (int i = 0; i < COUNT; ++i)
                assert_int_equal(found[i], (i + 1) * (SCANS * run + k + 1));
        }
    }
    cliv_recording_destroy(r);
    cliv_array_release(&input);
    cliv_array_release(&keys);
    for (int k = 0; k < SCANS; ++k)
        cliv_array_release(&out[k]);
    cliv_context_destroy(shaped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(other_queues_wait), cmocka_unit_test(states_after_a_failure),
                                       cmocka_unit_test(clearings_under_way), cmocka_unit_test(states_are_no_scratch),
                                       cmocka_unit_test(runs_after_a_failure)};
    return cmocka_run_group_tests_name("reuse", tests, open_context, close_context) != 0;
}
