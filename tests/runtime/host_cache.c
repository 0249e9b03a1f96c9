/* SPDX-License-Identifier: Apache-2.0 */
/* The programs that a context keeps: their count, their eviction, and which threads wait during a compilation. The
 * test is linked with the library's internals. The linker's --wrap counts calls of clBuildProgram and can delay
 * them. */
#define _XOPEN_SOURCE 700
#include "fixture.h"

#include "runtime/context_inside.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#define NO_EVENTS 0, NULL, NULL
enum { THREADS = 4 };

/* ---- the compiler's gate ---- */

typedef void(CL_CALLBACK *notify)(cl_program, void *);
cl_int __real_clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, notify, void *);
cl_int __wrap_clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, notify, void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool closed, refuses;
static int lost;               /* builds that fail although the text is right */
static int builds, restricted; /* all programs, and the programs with a restrict array */

static bool has_restrict(cl_program program)
{
    size_t bytes = 0;
    clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &bytes);
    char *text = calloc(bytes + 1, 1);
    const bool found = text && clGetProgramInfo(program, CL_PROGRAM_SOURCE, bytes, text, NULL) == CL_SUCCESS &&
                       strstr(text, "*restrict output_base");
    free(text);
    return found;
}

cl_int __wrap_clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                             notify function, void *user)
{
    const bool found = has_restrict(program);
    pthread_mutex_lock(&lock);
    ++builds;
    restricted += found;
    pthread_cond_broadcast(&changed);
    while (closed)
        pthread_cond_wait(&changed, &lock);
    const bool fails = refuses || (lost > 0 && lost--);
    pthread_mutex_unlock(&lock);
    return fails ? CL_BUILD_PROGRAM_FAILURE : __real_clBuildProgram(program, count, devices, options, function, user);
}

static void set_gate(bool close)
{
    pthread_mutex_lock(&lock);
    closed = close;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int take_builds(void)
{
    pthread_mutex_lock(&lock);
    const int count = builds;
    builds = restricted = 0;
    pthread_mutex_unlock(&lock);
    return count;
}

static void wait_for_a_build(void)
{
    pthread_mutex_lock(&lock);
    while (builds == 0)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

/* ---- calls that select their program by a number ---- */

static cliv_context *ctx;
static size_t each; /* programs that a call compiles: two if a kernel accepts smaller groups than the device */

static int drop_context(void **state)
{
    cliv_context_destroy(ctx);
    return release_all(state);
}

/* Adds up 0 + which, 1 + which … 9 + which. A negative number selects a generator that does not compile. */
static cliv_status sum(int which, cliv_array output)
{
    char generator[64];
    snprintf(generator, sizeof generator, which < 0 ? "i + nothing_%d" : "i + %d", which < 0 ? -which : which);
    return cliv_reduce(ctx, fx.queue, cliv_generate(&cliv_int, generator, 10), output, NULL, NO_EVENTS);
}

static void assert_sum(int which)
{
    cliv_array output = OUTPUT(int, 1);
    assert_success(sum(which, output));
    assert_ints(output, 45 + 10 * which);
}

static int make_empty_context(void **state)
{
    (void)state;
    if (make_context(0, &ctx) != CLIV_SUCCESS || sum(1000, OUTPUT(int, 1)) != CLIV_SUCCESS)
        return -1;
    each = ctx->programs.count;
    take_builds();
    return cliv_context_trim(ctx);
}

static void assert_programs(size_t count) { assert_int_equal(ctx->programs.count, count * each); }

static void assert_builds(int count) { assert_int_equal(take_builds(), count * (int)each); }

typedef struct caller {
    pthread_t thread;
    int which;
    cliv_array output;
    cliv_status status;
    char message[4096];
} caller;

static void *run_caller(void *user)
{
    caller *c = user;
    c->status = sum(c->which, c->output);
    snprintf(c->message, sizeof c->message, "%s", cliv_last_error());
    return NULL;
}

static void start(caller *c, int which)
{
    *c = (caller){.which = which, .output = OUTPUT(int, 1)};
    assert_int_equal(pthread_create(&c->thread, NULL, run_caller, c), 0);
}

static void nap(void) { nanosleep(&(struct timespec){0, 50000000}, NULL); }

/* ---- waits ---- */

static void a_compilation_holds_up_nobody_else(void **state)
{
    (void)state;
    caller slow;
    if (fx.simulator)
        skip(); /* Oclgrind does not support threads */
    assert_sum(0);
    take_builds();
    set_gate(true);
    start(&slow, 1);
    wait_for_a_build();
    assert_sum(0); /* in the cache; with a lock around the compiler this call would hang */
    set_gate(false);
    assert_int_equal(pthread_join(slow.thread, NULL), 0);
    assert_int_equal(slow.status, CLIV_SUCCESS);
    assert_ints(slow.output, 55);
}

static void one_compiles_for_all(void **state)
{
    (void)state;
    caller callers[THREADS];
    if (fx.simulator)
        skip();
    set_gate(true);
    for (int k = 0; k < THREADS; ++k)
        start(&callers[k], 7);
    wait_for_a_build();
    nap(); /* the other threads must arrive, so that they wait */
    set_gate(false);
    for (int k = 0; k < THREADS; ++k) {
        assert_int_equal(pthread_join(callers[k].thread, NULL), 0);
        assert_int_equal(callers[k].status, CLIV_SUCCESS);
        assert_ints(callers[k].output, 115);
    }
    assert_builds(1);
}

static void a_failure_reaches_all(void **state)
{
    (void)state;
    caller callers[THREADS];
    if (fx.simulator)
        skip();
    set_gate(true);
    for (int k = 0; k < THREADS; ++k)
        start(&callers[k], -3);
    wait_for_a_build();
    nap();
    set_gate(false);
    for (int k = 0; k < THREADS; ++k) {
        assert_int_equal(pthread_join(callers[k].thread, NULL), 0);
        assert_int_equal(callers[k].status, CLIV_BUILD_FAILED);
        assert_non_null(strstr(callers[k].message, "did not compile"));
        assert_non_null(strstr(callers[k].message, "nothing_3"));
    }
    assert_programs(0);
    take_builds();
    assert_status(CLIV_BUILD_FAILED, sum(-3, callers[0].output)); /* a failed compilation is tried again */
    assert_true(take_builds() > 0);
    assert_sum(3);
}

/* ---- different programs ---- */

/* In an in-place call an output is an input. Neither may be restrict, because the compiler may rely on it. */
static void one_array_is_not_restrict(void **state)
{
    (void)state;
    cliv_array numbers = ARRAY(int, 3, 1, 4), output = OUTPUT(int, 3), none = CLIV_NONE;
    assert_success(cliv_scan_inclusive(ctx, fx.queue, numbers, output, NULL, none, NO_EVENTS));
    assert_ints(output, 3, 4, 8);
    assert_true(restricted > 0);
    take_builds();
    assert_success(cliv_scan_inclusive(ctx, fx.queue, numbers, numbers, NULL, none, NO_EVENTS));
    assert_ints(numbers, 3, 4, 8);
    assert_int_equal(restricted, 0);
    assert_true(take_builds() > 0);
}

/* ---- eviction ---- */

static void the_least_recently_used_goes(void **state)
{
    (void)state;
    assert_int_equal(ctx->programs.most, 256);
    ctx->programs.most = 2 * each;
    assert_sum(0);
    assert_sum(1);
    assert_sum(0);
    assert_builds(2);
    assert_sum(2); /* evicts program 1 */
    assert_builds(1);
    assert_programs(2);
    assert_sum(0);
    assert_sum(2);
    assert_builds(0);
    assert_sum(1);
    assert_builds(1);
    assert_programs(2);
}

static void trimming_gives_all_back(void **state)
{
    (void)state;
    assert_sum(0);
    assert_sum(1);
    assert_programs(2);
    take_builds();
    assert_success(cliv_context_trim(ctx));
    assert_programs(0);
    assert_sum(1);
    assert_builds(1);
}

/* A sort uses two or three programs at the same time. */
static void what_is_used_stays(void **state)
{
    (void)state;
    ctx->programs.most = 1;
    for (int round = 0; round < 2; ++round) {
        cliv_array keys = ARRAY(int, 5, 2, 8, 1, 9, 3, 7);
        const cliv_order order = {"(a < b)", NULL};
        assert_success(cliv_sort_keys(ctx, fx.queue, keys, &order, NO_EVENTS));
        assert_ints(keys, 1, 2, 3, 5, 7, 8, 9);
        assert_true(ctx->programs.count <= 1);
    }
    ctx->programs.most = 0;
    assert_sum(4);
    assert_programs(0);
}

static void *call_often(void *user)
{
    caller *c = user;
    for (int round = 0; round < 20 && c->status == CLIV_SUCCESS; ++round) {
        c->status = sum((c->which + round) % 3, c->output);
        if (c->which == 0 && c->status == CLIV_SUCCESS)
            c->status = cliv_context_trim(ctx);
    }
    return NULL;
}

static void threads_in_a_cache_that_is_too_small(void **state)
{
    (void)state;
    caller callers[THREADS];
    if (fx.simulator)
        skip();
    ctx->programs.most = 1;
    for (int k = 0; k < THREADS; ++k) {
        callers[k] = (caller){.which = k, .output = OUTPUT(int, 1)};
        assert_int_equal(pthread_create(&callers[k].thread, NULL, call_often, &callers[k]), 0);
    }
    for (int k = 0; k < THREADS; ++k) {
        assert_int_equal(pthread_join(callers[k].thread, NULL), 0);
        assert_int_equal(callers[k].status, CLIV_SUCCESS);
        assert_ints(callers[k].output, 45 + 10 * ((k + 19) % 3));
    }
    assert_true(ctx->programs.count <= 1);
}

/* All spellings of a built-in operator or order share one program. */
static void spellings_share_a_program(void **state)
{
    (void)state;
    const cliv_array input = ARRAY(int, 3, 1, 2), sum = OUTPUT(int, 1), where = OUTPUT(int, 1);
    const cliv_op ops[] = {cliv_add, {"a+b", NULL, NULL}, {" a + b // sum", "7", NULL}};
    const cliv_order orders[] = {cliv_less, {"a<b", NULL}, {"b > a", NULL}};
    for (int k = 0; k < 3; ++k) {
        assert_success(cliv_reduce(ctx, fx.queue, input, sum, &ops[k], NO_EVENTS));
        assert_success(cliv_find_first(ctx, fx.queue, input, &orders[k], where, NO_EVENTS));
        assert_ints(sum, 6);
        assert_ints(where, 1);
        assert_true((take_builds() > 0) == (k == 0));
    }
}

/* A compiler that fails without an error: the message names the cache and does not name a type. */
static void failures_without_a_reason(void **state)
{
    (void)state;
    static const cliv_type unknown = {"unknown", 4, NULL};
    cliv_array input = ARRAY(int, 1, 2), output = OUTPUT(int, 2);
    input.type = output.type = &unknown;
    refuses = true;
    const cliv_status known = sum(1, OUTPUT(int, 1));
    const bool named = strstr(cliv_last_error(), "POCL_CACHE_DIR") && strstr(cliv_last_error(), "disk");
    const cliv_status other = cliv_copy(ctx, fx.queue, input, output, NO_EVENTS);
    const bool blamed = strstr(cliv_last_error(), "has no type") != NULL;
    refuses = false;
    assert_status(CLIV_BUILD_FAILED, known);
    assert_status(CLIV_BUILD_FAILED, other);
    assert_true(named && !blamed);
    assert_status(CLIV_BUILD_FAILED, cliv_copy(ctx, fx.queue, input, output, NO_EVENTS));
    assert_message("has no type unknown");
    assert_sum(1);
}

/* PoCL can fail without an error while another process compiles the same text. */
static void lost_builds_are_repeated(void **state)
{
    (void)state;
    lost = 2;
    assert_sum(1);
    assert_int_equal(0, lost);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_empty_context, drop_context)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_compilation_holds_up_nobody_else),
        TEST(one_compiles_for_all),
        TEST(a_failure_reaches_all),
        TEST(the_least_recently_used_goes),
        TEST(trimming_gives_all_back),
        TEST(what_is_used_stays),
        TEST(threads_in_a_cache_that_is_too_small),
        TEST(one_array_is_not_restrict),
        TEST(spellings_share_a_program),
        TEST(failures_without_a_reason),
        TEST(lost_builds_are_repeated),
    };
    alarm(240); /* ends the process if a thread hangs */
    return cmocka_run_group_tests_name("cache", tests, open_device, close_device) != 0;
}
