/* SPDX-License-Identifier: Apache-2.0 */
/* Results whose size depends on the data: outputs of every length, counts of every type, on the host and on the device,
 * for every operation that has them. */
#include "calls.h"

enum { POISON = (int)0xA5A5A5A5, MOST = 12, MARGIN = 16 };

/* Partitions have a count, too, but their output has capacity for all elements. */
static bool counts(const operation *o) { return o->group == OF_RESULTS && (o->writes >> COUNT & 1) && !o->needs[OUT]; }
static bool has_two(const operation *o) { return (o->writes >> OUT2 & 1) != 0; }

/* The result size of good_call(). */
static size_t size_of(const operation *o)
{
    static const char *const eight[] = {"cliv_reduce_by_key", "cliv_unique", "cliv_group_by"};
    for (size_t k = 0; k < sizeof eight / sizeof *eight; ++k)
        if (strcmp(o->name, eight[k]) == 0)
            return 8;
    return 6;
}

/* Does the call without outputs only count? A group-by only counts without aggregates: tests/group/host_group.c. */
static bool may_only_count(const operation *o) { return counts(o) && strcmp(o->name, "cliv_group_by") != 0; }

typedef struct result {
    cl_int out[2][MOST];
} result;

/* An output of `count` elements with poison around it. */
static cliv_array output_of(size_t count)
{
    return cliv_buffer(make_buffer((2 * MARGIN + MOST) * sizeof(cl_int), NULL), &cliv_int, MARGIN, count);
}

static void assert_output(const operation *o, cliv_array a, const cl_int *wanted, size_t written)
{
    cl_int found[2 * MARGIN + MOST];
    read_buffer(a.buffer, 0, sizeof found, found);
    for (size_t k = 0; k < 2 * MARGIN + MOST; ++k) {
        const bool inside = k >= MARGIN && k < MARGIN + written;
        const cl_int right = inside ? wanted[k - MARGIN] : POISON;
        if (found[k] != right)
            fail_msg("%s, output of %zu: element %zd is %d, should be %d", o->name, a.count, (ptrdiff_t)k - MARGIN,
                     found[k], right);
    }
}

/* The result with the full capacity and more. */
static result whole_result(const operation *o, cliv_context *ctx)
{
    result r;
    call c = good_call();
    size_t host = 4711;
    c.ctx = ctx;
    c.host = &host;
    c.arrays[OUT] = output_of(MOST);
    c.arrays[OUT2] = output_of(MOST);
    assert_success(o->run(&c));
    wait_and_release(c.event);
    assert_int_equal(host, size_of(o));
    assert_ints(c.arrays[COUNT], (cl_int)size_of(o), POISON);
    read_buffer(c.arrays[OUT].buffer, MARGIN * sizeof(cl_int), sizeof r.out[0], r.out[0]);
    read_buffer(c.arrays[OUT2].buffer, MARGIN * sizeof(cl_int), sizeof r.out[1], r.out[1]);
    for (size_t k = 0; k < MOST; ++k) {
        if (k < size_of(o) ? r.out[0][k] == POISON : r.out[0][k] != POISON)
            fail_msg("%s: output[%zu] is %d", o->name, k, r.out[0][k]);
        if (has_two(o) && k < size_of(o) ? r.out[1][k] == POISON : r.out[1][k] != POISON)
            fail_msg("%s: the second output's [%zu] is %d", o->name, k, r.out[1][k]);
    }
    return r;
}

/* Runs the operation with two output lengths, with or without a count on the host and on the device. */
static void fill(const operation *o, cliv_context *ctx, const result *whole, size_t first, size_t second, bool on_host,
                 bool on_device)
{
    const size_t size = size_of(o), capacity = has_two(o) && second < first ? second : first;
    const size_t written = capacity < size ? capacity : size;
    size_t host = 4711;
    call c = good_call();
    c.ctx = ctx;
    c.host = on_host ? &host : NULL;
    c.arrays[OUT] = output_of(first);
    c.arrays[OUT2] = output_of(second);
    if (!on_device)
        c.arrays[COUNT] = CLIV_NONE;
    const cliv_status wanted = on_host && capacity < size ? CLIV_CAPACITY : CLIV_SUCCESS, status = o->run(&c);
    if (status != wanted)
        fail_msg("%s, room for %zu and %zu: answered %s instead of %s; last error: %s", o->name, first, second,
                 cliv_status_string(status), cliv_status_string(wanted), cliv_last_error());
    if (wanted == CLIV_CAPACITY)
        assert_message(size == 6 ? "6" : "8"); /* the message has the required size */
    wait_and_release(c.event);
    assert_int_equal(host, on_host ? size : 4711);
    assert_output(o, c.arrays[OUT], whole->out[0], written);
    if (has_two(o))
        assert_output(o, c.arrays[OUT2], whole->out[1], written);
    if (on_device)
        assert_ints(c.arrays[COUNT], (cl_int)size, POISON);
    release_all(NULL);
}

static void outputs_of_every_length_in(cliv_context *ctx)
{
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        if (!counts(o))
            continue;
        const size_t size = size_of(o), rooms[] = {0, 1, size - 1, size, size + 1};
        const result whole = whole_result(o, ctx);
        for (size_t j = 0; j < 5; ++j) {
            fill(o, ctx, &whole, rooms[j], rooms[j], true, true);
            fill(o, ctx, &whole, rooms[j], rooms[j], true, false);
            fill(o, ctx, &whole, rooms[j], rooms[j], false, true);
        }
        fill(o, ctx, &whole, 3, 3, false, false);
        fill(o, ctx, &whole, 2, size, true, true); /* the shorter of two outputs limits the result */
        if (has_two(o))
            fill(o, ctx, &whole, size, 2, true, true);
    }
}

static void outputs_of_every_length(void **state)
{
    (void)state;
    outputs_of_every_length_in(fx.ctx);
}

static void outputs_of_every_length_checked(void **state)
{
    (void)state;
    outputs_of_every_length_in(checked);
}

static void counts_of_every_type(void **state)
{
    (void)state;
    static const cliv_type *const types[] = {&cliv_int, &cliv_uint, &cliv_long, &cliv_ulong};
    for (size_t k = 0; k < operation_count; ++k)
        for (size_t j = 0; j < 8 && counts(&operations[k]) && (j < 4 || may_only_count(&operations[k])); ++j) {
            const operation *o = &operations[k];
            cl_ulong found[3] = {0};
            call c = good_call();
            c.arrays[COUNT] = cliv_buffer(make_buffer(24, NULL), types[j % 4], 1, 1);
            if (j >= 4) /* the call only counts; values are omitted together with sums */
                c.arrays[OUT] = c.arrays[OUT2] = c.arrays[VALUES] = CLIV_NONE;
            assert_success(o->run(&c));
            wait_and_release(c.event);
            const size_t bytes = types[j % 4]->size;
            read_buffer(c.arrays[COUNT].buffer, bytes, bytes, found);
            assert_int_equal(found[0], size_of(o));
            assert_poisoned(c.arrays[COUNT].buffer, 2 * bytes, 24, __FILE__, __LINE__);
            release_all(NULL);
        }
}

/* No outputs and no count on the device, and no count on the host either. */
static void only_counted(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k)
        for (int with_host = 0; with_host < 2 && may_only_count(&operations[k]); ++with_host) {
            const operation *o = &operations[k];
            size_t host = 4711;
            call c = good_call();
            c.host = with_host ? &host : NULL;
            c.arrays[OUT] = c.arrays[OUT2] = c.arrays[COUNT] = c.arrays[VALUES] = CLIV_NONE;
            assert_success(o->run(&c));
            wait_and_release(c.event);
            assert_int_equal(host, with_host ? size_of(o) : 4711);
            release_all(NULL);
        }
}

/* A refused call leaves the counts unchanged, on the host and on the device. */
static void refused_calls_count_nothing(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        if (!counts(o))
            continue;
        size_t host = 4711;
        call c = good_call(), bad;
        c.host = &host;
        bad = c;
        bad.arrays[COUNT] = cliv_slice(c.arrays[COUNT], 0, 0);
        assert_status(CLIV_OUT_OF_RANGE, o->run(&bad));
        bad.arrays[COUNT] = OUTPUT(char, 1);
        assert_status(CLIV_TYPE_MISMATCH, o->run(&bad));
        bad.arrays[COUNT] = cliv_slice(c.arrays[OUT], 2, 1);
        assert_status(CLIV_INVALID_ARGUMENT, o->run(&bad)); /* the count is inside an output */
        bad = c;
        bad.arrays[OUT].count = 1000000;
        assert_status(CLIV_OUT_OF_RANGE, o->run(&bad));
        assert_int_equal(host, 4711);
        assert_ptr_equal(fx.event, SENTINEL);
        assert_cl(clFinish(fx.queue));
        assert_call_untouched(&c);
        release_all(NULL);
    }
}

/* Both inputs are empty. */
static void of_nothing(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k)
        for (unsigned t = 0; t < 4 && counts(&operations[k]); ++t) {
            const operation *o = &operations[k];
            size_t host = 4711;
            call c = good_call();
            c.ctx = t & 2 ? checked : fx.ctx;
            c.host = &host;
            for (unsigned s = 0; s < SLOT_COUNT; ++s)
                if (o->reads >> s & 1)
                    c.arrays[s].count = 0;
            if (t & 1) /* an array with a type and a count of 0 is empty, with any buffer */
                for (unsigned s = 0; s < SLOT_COUNT; ++s)
                    if (o->reads >> s & 1)
                        c.arrays[s].buffer = NULL;
            assert_success(o->run(&c));
            wait_and_release(c.event);
            assert_int_equal(host, 0);
            assert_ints(c.arrays[COUNT], 0, POISON);
            assert_untouched(c.arrays[OUT]);
            assert_untouched(c.arrays[OUT2]);
            release_all(NULL);
        }
}

/* An out-of-order queue, with inputs that arrive before an event: the call reads nothing earlier. */
static void behind_an_event(void **state)
{
    (void)state;
    cl_command_queue_properties properties = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (!(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) || fx.simulator)
        skip();
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    assert_cl(error);
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        if (!counts(o))
            continue;
        const result whole = whole_result(o, fx.ctx);
        const unsigned late = o->reads >> B & 1 ? B : INPUT;
        static const cl_int sides[] = {1, 2, 3, 4}, input[] = {1, 2, 3, 4, 5, 6, 7, 8};
        call c = good_call();
        cl_event gate = clCreateUserEvent(fx.cl, &error), arrived = NULL, done = NULL;
        assert_cl(error);
        c.arrays[late] = OUTPUT(int, late == B ? 4 : 8); /* poison before the event */
        c.arrays[OUT] = output_of(MOST);
        c.arrays[OUT2] = output_of(MOST);
        assert_cl(clEnqueueWriteBuffer(queue, c.arrays[late].buffer, CL_FALSE, 0,
                                       late == B ? sizeof sides : sizeof input, late == B ? sides : input, 1, &gate,
                                       &arrived));
        c.queue = queue;
        c.wait_count = 1;
        c.wait_list = &arrived;
        c.event = &done;
        assert_success(o->run(&c));
        assert_cl(clFlush(queue));
        assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
        wait_and_release(&done);
        assert_output(o, c.arrays[OUT], whole.out[0], size_of(o));
        if (has_two(o))
            assert_output(o, c.arrays[OUT2], whole.out[1], size_of(o));
        assert_cl(clFinish(queue));
        clReleaseEvent(arrived);
        clReleaseEvent(gate);
        release_all(NULL);
    }
    clReleaseCommandQueue(queue);
}

int main(void)
{
    return RUN_TESTS("results", open_both, close_both, outputs_of_every_length, outputs_of_every_length_checked,
                     counts_of_every_type, only_counted, refused_calls_count_nothing, of_nothing, behind_an_event);
}
