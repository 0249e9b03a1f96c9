/* SPDX-License-Identifier: Apache-2.0 */
/* Bad arguments: each operation, each argument, each kind of error. A refused call returns the right status with a
 * message, enqueues nothing, changes nothing and leaves *event unchanged. */
#include "calls.h"

static void refused(const operation *o, const call *c, cliv_status wanted, const char *what)
{
    cliv_status status = o->run(c);
    if (status != wanted) {
        print_error("%s, %s:\n    answered %d, %s\n    instead of %d, %s\n    last error: %s\n", o->name, what, status,
                    cliv_status_string(status), wanted, cliv_status_string(wanted), cliv_last_error());
        fail();
    }
    const size_t length = strlen(o->name);
    if (strncmp(cliv_last_error(), o->name, length) != 0 || strncmp(cliv_last_error() + length, ": ", 2) != 0)
        fail_msg("%s, %s: the message does not begin with the function's name: %s", o->name, what, cliv_last_error());
    if (strlen(cliv_last_error()) < length + 8)
        fail_msg("%s, %s: no message", o->name, what);
    if (fx.event != SENTINEL)
        fail_msg("%s, %s: *event was changed", o->name, what);
}

/* Tries one defect with all operations. Outputs are checked once, after all operations. */
typedef void (*defect)(const operation *, call);

static void for_every_operation(defect try_defect)
{
    call c = good_call();
    for (size_t k = 0; k < operation_count; ++k)
        try_defect(&operations[k], c);
    assert_cl(clFinish(fx.queue));
    assert_call_untouched(&c);
}

static bool uses(const operation *o, unsigned s) { return ((o->reads | o->writes) >> s & 1) != 0; }

static bool is_index(const operation *o, unsigned s)
{
    for (size_t k = 0; o->index[k] != SLOT_COUNT; ++k)
        if (o->index[k] == s)
            return true;
    return false;
}

/* ---- handles ---- */

static cl_context other_context;
static cl_command_queue other_queue;

static int open_other(void **state)
{
    cl_platform_id platform = NULL;
    cl_int error;
    if (open_device(state) != 0)
        return -1;
    clGetDeviceInfo(fx.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    other_context = clCreateContext(properties, 1, &fx.device, NULL, NULL, &error);
    other_queue = error == CL_SUCCESS ? clCreateCommandQueue(other_context, fx.device, 0, &error) : NULL;
    return other_queue ? 0 : -1;
}

static int close_other(void **state)
{
    clReleaseCommandQueue(other_queue);
    clReleaseContext(other_context);
    return close_device(state);
}

static void try_handles(const operation *o, call c)
{
    call bad = c;
    bad.ctx = NULL;
    refused(o, &bad, CLIV_INVALID_ARGUMENT, "ctx is NULL");
    bad = c;
    bad.queue = NULL;
    refused(o, &bad, CLIV_INVALID_ARGUMENT, "queue is NULL");
    bad = c;
    bad.queue = other_queue;
    refused(o, &bad, CLIV_INVALID_ARGUMENT, "a queue of another context");
}

static void handles(void **state)
{
    (void)state;
    for_every_operation(try_handles);
}

static void try_foreign_buffers(const operation *o, call c)
{
    static const cl_int zeros[64];
    cl_mem foreign = make_buffer_in(other_context, sizeof zeros, zeros);
    for (unsigned s = 0; s < SLOT_COUNT; ++s)
        if (uses(o, s)) {
            call bad = c;
            bad.arrays[s].buffer = foreign;
            refused(o, &bad, CLIV_INVALID_ARGUMENT, "a buffer of another context");
        }
}

static void foreign_buffers(void **state)
{
    (void)state;
    for_every_operation(try_foreign_buffers);
}

/* ---- wait lists: OpenCL's own error codes ---- */

static cl_event failed_events[2]; /* the second event has failed */

static void try_wait_lists(const operation *o, call c)
{
    const cl_event null_event[] = {NULL};
    call bad = c;
    bad.wait_count = 1;
    refused(o, &bad, CL_INVALID_EVENT_WAIT_LIST, "one event in a list that is NULL");
    bad = c;
    bad.wait_list = null_event;
    refused(o, &bad, CL_INVALID_EVENT_WAIT_LIST, "no events in a list that is not NULL");
    bad.wait_count = 1;
    refused(o, &bad, CL_INVALID_EVENT_WAIT_LIST, "a list with NULL in it");
    cl_int error;
    cl_event foreign = clCreateUserEvent(other_context, &error);
    assert_cl(error);
    bad.wait_list = &foreign;
    refused(o, &bad, CL_INVALID_CONTEXT, "an event of another context");
    assert_cl(clSetUserEventStatus(foreign, CL_COMPLETE));
    assert_cl(clReleaseEvent(foreign));
    bad.wait_list = failed_events;
    bad.wait_count = 2;
    refused(o, &bad, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "an event that has failed");
    assert_message("event_wait_list[1] has failed: its status is -77");
}

static void wait_lists(void **state)
{
    (void)state;
    for (int k = 0; k < 2; ++k) {
        cl_int error;
        failed_events[k] = clCreateUserEvent(fx.cl, &error);
        assert_cl(error);
        assert_cl(clSetUserEventStatus(failed_events[k], k ? -77 : CL_COMPLETE));
    }
    for_every_operation(try_wait_lists);
    for (int k = 0; k < 2; ++k)
        assert_cl(clReleaseEvent(failed_events[k]));
}

/* ---- arrays ---- */

static void try_missing(const operation *o, call c)
{
    for (unsigned s = 0; s < SLOT_COUNT; ++s) {
        if (!uses(o, s))
            continue;
        call bad = c;
        bad.arrays[s] = CLIV_NONE;
        if (!(o->optional >> s & 1))
            refused(o, &bad, CLIV_INVALID_ARGUMENT, "a required array is CLIV_NONE");
        bad = c;
        bad.arrays[s].buffer = NULL;
        refused(o, &bad, CLIV_INVALID_ARGUMENT, "a NULL buffer with elements");
        bad = c;
        bad.arrays[s].type = NULL;
        refused(o, &bad, CLIV_INVALID_ARGUMENT, "an array without a type");
        bad = c;
        bad.arrays[s].generator = "i";
        refused(o, &bad, CLIV_INVALID_ARGUMENT, "both buffer and generator");
        if (o->writes >> s & 1) {
            bad = c;
            bad.arrays[s] = cliv_generate(&cliv_int, "i", 8);
            refused(o, &bad, CLIV_INVALID_ARGUMENT, "a generated array where one is written");
        }
    }
}

static void missing(void **state)
{
    (void)state;
    for_every_operation(try_missing);
}

static void try_ranges(const operation *o, call c)
{
    for (unsigned s = 0; s < SLOT_COUNT; ++s) {
        if (!uses(o, s))
            continue;
        call bad = c;
        bad.arrays[s].count = 1000000;
        refused(o, &bad, CLIV_OUT_OF_RANGE, "a buffer smaller than its array");
        bad = c;
        bad.arrays[s].first = 1000000;
        refused(o, &bad, CLIV_OUT_OF_RANGE, "an array that begins behind its buffer");
        bad.arrays[s].first = SIZE_MAX - 4;
        refused(o, &bad, CLIV_OUT_OF_RANGE, "first + count passes SIZE_MAX");
        bad.arrays[s].first = SIZE_MAX / 4 + 2;
        refused(o, &bad, CLIV_OUT_OF_RANGE, "the byte offset passes SIZE_MAX");
        bad = c;
        bad.arrays[s] = cliv_slice(c.arrays[s], 1, c.arrays[s].count);
        refused(o, &bad, CLIV_OUT_OF_RANGE, "a slice that passes its parent's end");
        bad.arrays[s] = cliv_slice(c.arrays[s], c.arrays[s].count + 1, 0);
        refused(o, &bad, CLIV_OUT_OF_RANGE, "a slice that begins behind its parent");
        bad.arrays[s] = cliv_slice(cliv_slice(c.arrays[s], 3, 100), 0, 1);
        refused(o, &bad, CLIV_OUT_OF_RANGE, "a slice of a slice that passed its parent's end");
    }
    if (o->moves) {
        call bad = c;
        bad.arrays[OFFSETS].count = 0;
        refused(o, &bad, CLIV_INVALID_ARGUMENT, "move_count > 0 without intervals");
        bad = c;
        bad.move_count = SIZE_MAX / 32;
        for (unsigned s = 0; s < SLOT_COUNT; ++s)
            if (o->optional >> s & 1)
                bad.arrays[s] = CLIV_NONE;
        refused(o, &bad, CLIV_OUT_OF_RANGE, "more outputs than any memory holds");
    }
}

static void ranges(void **state)
{
    (void)state;
    for_every_operation(try_ranges);
}

/* Makes each array with a required element count one element shorter. */
static void try_short(const operation *o, call c)
{
    for (unsigned s = 0; s < SLOT_COUNT; ++s)
        if (o->needs[s]) {
            call bad = c;
            bad.arrays[s].count = o->needs[s] - 1u;
            refused(o, &bad, CLIV_OUT_OF_RANGE, "an array that is too short");
        }
}

static void short_arrays(void **state)
{
    (void)state;
    for_every_operation(try_short);
}

/* Puts each array in a buffer that is one byte too small, or makes it begin one element too late. */
static void try_small_buffers(const operation *o, call c)
{
    for (unsigned s = 0; s < SLOT_COUNT; ++s) {
        const size_t bytes = c.arrays[s].count * c.arrays[s].type->size;
        if (!uses(o, s))
            continue;
        call bad = c;
        bad.arrays[s].buffer = make_buffer(bytes - 1, NULL);
        refused(o, &bad, CLIV_OUT_OF_RANGE, "a buffer that is one byte too small");
        bad.arrays[s].buffer = make_buffer(bytes, NULL);
        bad.arrays[s].first = 1;
        refused(o, &bad, CLIV_OUT_OF_RANGE, "a buffer that begins one element too late");
    }
}

static void small_buffers(void **state)
{
    (void)state;
    for_every_operation(try_small_buffers);
}

/* Buffers and arrays of exactly the required size are accepted. */
static void exact_buffers(void **state)
{
    (void)state;
    for (size_t k = 0; k < operation_count; ++k) {
        const operation *o = &operations[k];
        call c = good_call();
        for (unsigned s = 0; s < SLOT_COUNT; ++s) {
            unsigned char contents[512];
            if (!uses(o, s))
                continue;
            if (o->needs[s])
                c.arrays[s].count = o->needs[s];
            const size_t bytes = c.arrays[s].count * c.arrays[s].type->size;
            read_buffer(c.arrays[s].buffer, 0, bytes, contents);
            c.arrays[s].buffer = make_buffer(bytes, contents);
        }
        const cliv_status status = o->run(&c);
        if (status != CLIV_SUCCESS)
            fail_msg("%s answered %s; last error: %s", o->name, cliv_status_string(status), cliv_last_error());
        wait_and_release(c.event);
        release_all(NULL);
    }
}

/* ---- types ---- */

static void try_types(const operation *o, call c)
{
    static const cliv_type other = {"uint4", 16, NULL}, wrong_size = {"int", 8, NULL}, nameless = {NULL, 4, NULL};
    cliv_array wide = cliv_buffer(make_buffer(512, NULL), &other, 0, 8);
    call bad;
    if (o->same[0] != SLOT_COUNT) {
        bad = c;
        bad.arrays[o->same[0]] = cliv_slice(wide, 0, c.arrays[o->same[0]].count);
        refused(o, &bad, CLIV_TYPE_MISMATCH, "input and output of types that neither agree nor convert");
    }
    for (unsigned s = 0; s < SLOT_COUNT; ++s) {
        if (!uses(o, s))
            continue;
        bad = c;
        bad.arrays[s].type = &wrong_size;
        bad.arrays[s].count = c.arrays[s].count / 2; /* still inside the buffer */
        if (!is_index(o, s) && s == INPUT && o->same[0] != SLOT_COUNT) {
            bad.arrays[s] = cliv_buffer(make_buffer(512, NULL), &wrong_size, 0, 8);
            refused(o, &bad, CLIV_TYPE_MISMATCH, "a type of the wrong size");
            assert_message("8");
            assert_message("4");
        }
        bad = c;
        bad.arrays[s].type = &nameless;
        refused(o, &bad, CLIV_INVALID_ARGUMENT, "a type without a name");
        static const cliv_type *const no_index[] = {&cliv_float, &cliv_short, &cliv_uchar};
        for (size_t k = 0; k < 3 && is_index(o, s); ++k) {
            bad = c;
            bad.arrays[s].type = no_index[k];
            refused(o, &bad, CLIV_TYPE_MISMATCH, "an index array of another type");
        }
    }
}

static void types(void **state)
{
    (void)state;
    for_every_operation(try_types);
}

static void try_agreement(const operation *o, call c)
{
    if (!o->moves || o->same[0] == SLOT_COUNT)
        return;
    call bad = c;
    bad.arrays[INPUT].type = &cliv_uint; /* copies do not convert */
    refused(o, &bad, CLIV_TYPE_MISMATCH, "input and output of types with different names");
    assert_message("uint");
    bad = c;
    bad.arrays[OUT].type = &cliv_short;
    refused(o, &bad, CLIV_TYPE_MISMATCH, "input and output of types with different sizes");
}

static void agreement(void **state)
{
    (void)state;
    for_every_operation(try_agreement);
}

/* ---- generators ---- */

static void try_generators(const operation *o, call c)
{
    for (unsigned s = 0; s < SLOT_COUNT; ++s) {
        if (!(o->reads >> s & 1))
            continue;
        cliv_array inside[] = {cliv_generate(&cliv_int, "i", 8)}, empty_handed[] = {CLIV_NONE};
        call bad = c;
        bad.arrays[s] = cliv_generate_from(&cliv_int, "a0[i]", 4, inside, 1);
        refused(o, &bad, CLIV_INVALID_ARGUMENT, "a generator that reads a generated array");
        bad.arrays[s] = cliv_generate_from(&cliv_int, "a0[i]", 4, empty_handed, 1);
        refused(o, &bad, CLIV_INVALID_ARGUMENT, "a generator that reads CLIV_NONE");
        bad.arrays[s] = cliv_generate_from(&cliv_int, "a0[i]", 4, NULL, 1);
        refused(o, &bad, CLIV_INVALID_ARGUMENT, "a generator whose list of arrays is NULL");
        bad.arrays[s] = cliv_generate(&cliv_int, "i", 4);
        bad.arrays[s].first = SIZE_MAX - 3;
        if (!(o->writes >> s & 1))
            refused(o, &bad, CLIV_OUT_OF_RANGE, "a generator whose last index passes SIZE_MAX");
    }
}

static void generators(void **state)
{
    (void)state;
    for_every_operation(try_generators);
}

/* Static initialisation requires a constant. */
static cliv_array left_out = CLIV_NONE_INIT;

static void none_in_static_arrays(void **state)
{
    (void)state;
    const cliv_array none = CLIV_NONE;
    assert_memory_equal(&left_out, &none, sizeof none);
    call c = good_call();
    assert_success(cliv_reduce_by_key(c.ctx, c.queue, c.arrays[INPUT], c.arrays[VALUES], left_out, c.arrays[OUT2], NULL,
                                      NULL, c.arrays[COUNT], NULL, 0, NULL, NULL));
}

/* host_arguments [refusals]: runs only the calls that are refused, which compile nothing. leaks.sh uses it. */
int main(int argc, char **argv)
{
    const struct CMUnitTest refusals[] = {
        cmocka_unit_test_teardown(handles, release_all),       cmocka_unit_test_teardown(foreign_buffers, release_all),
        cmocka_unit_test_teardown(wait_lists, release_all),    cmocka_unit_test_teardown(missing, release_all),
        cmocka_unit_test_teardown(ranges, release_all),        cmocka_unit_test_teardown(short_arrays, release_all),
        cmocka_unit_test_teardown(small_buffers, release_all), cmocka_unit_test_teardown(types, release_all),
        cmocka_unit_test_teardown(agreement, release_all),     cmocka_unit_test_teardown(generators, release_all),
    };
    const struct CMUnitTest successes[] = {
        cmocka_unit_test_teardown(none_in_static_arrays, release_all),
        cmocka_unit_test_teardown(exact_buffers, release_all),
    };
    bool failed = cmocka_run_group_tests_name("bad arguments", refusals, open_other, close_other) != 0;
    if (argc < 2 || strcmp(argv[1], "refusals") != 0)
        failed |= cmocka_run_group_tests_name("arguments that just do", successes, open_other, close_other) != 0;
    return failed;
}
