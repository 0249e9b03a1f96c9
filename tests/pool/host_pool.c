/* SPDX-License-Identifier: Apache-2.0 */
/* The pool: slots that kernels and the host allocate, and the walk over live slots. */
#include "pool.h"

static const size_t capacities[] = {0, 1, STRIPES - 1, STRIPES, STRIPES + 1, 127, 128, 129, 1000};
enum { CAPACITIES = sizeof capacities / sizeof *capacities };

static cl_mem slots_buffer(size_t count) { return make_buffer((count + 1) * sizeof(cl_uint), NULL); }

/* ---- allocation by kernels ---- */

/* Fills the pool in two runs, of which the second requests one slot too many. A full pool stays unchanged. After a
 * reset the pool is empty. */
static void capacities_are_exact(void **state)
{
    (void)state;
    for (size_t c = 0; c < CAPACITIES; ++c) {
        const size_t n = capacities[c], half = n / 2, rest = n - half + 1;
        bench_pool b = open_pool(n, CLIV_POOL_DEVICE);
        model m = make_model(n);
        cl_mem slots = slots_buffer(n + 8);
        check_pool(&b, &m);
        if (half) {
            run(&b, MAKE, half, 0, slots, 100);
            assert_int_equal(model_takes_all(&m, slots, half, 100), half);
            assert_int_equal(failed_of(&b), 0);
            check_pool(&b, &m);
        }
        run(&b, MAKE, rest, 0, slots, 5000);
        assert_int_equal(model_takes_all(&m, slots, rest, 5000), rest - 1);
        assert_int_equal(failed_of(&b), 1);
        assert_message("1 request");
        check_pool(&b, &m);
        run(&b, MAKE, 7, 0, slots, 9000);
        assert_int_equal(model_takes_all(&m, slots, 7, 9000), 0);
        assert_int_equal(failed_of(&b), 8);
        assert_success(cliv_pool_reset(b.pool, fx.queue, 0, NULL, NULL));
        model fresh = make_model(n);
        check_pool(&b, &fresh);
        assert_int_equal(failed_of(&b), 0);
        if (n) {
            run(&b, MAKE, n, 0, slots, 1);
            assert_int_equal(model_takes_all(&fresh, slots, n, 1), n);
            check_pool(&b, &fresh);
        }
        free_model(&fresh);
        free_model(&m);
        close_pool(&b);
        release_all(NULL);
    }
}

/* The next group size to try. All sizes are tried only with CLIV_TEST_FULL, because drivers compile a kernel for
 * each. */
static size_t next_size(size_t group)
{
    if (getenv("CLIV_TEST_FULL"))
        return group + 1;
    if (fx.simulator)
        return 3 * group;
    return group < 9 ? group + 1 : group % 32 == 31 || group % 32 == 0 ? group + 1 : (group / 32 + 1) * 32 - 1;
}

/* Many group sizes, with different requests per work-item; some pools are too small for all requests. */
static void groups_of_any_size(void **state)
{
    (void)state;
    size_t most = 0;
    bench_pool b = open_pool(700, CLIV_POOL_DEVICE);
    assert_cl(clGetKernelWorkGroupInfo(b.kernel[MAKE_IN_GROUPS], fx.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most,
                                       &most, NULL));
    most = most < 256 ? most : 256;
    for (size_t group = 1; group <= most; group = next_size(group)) {
        const size_t items = group * ((fx.simulator ? 100 : 500) / group + 1);
        const size_t wanted = items / 4 * 6 + (items % 4 > 1 ? items % 4 == 2 ? 1 : 3 : 0);
        model m = make_model(700);
        cl_mem slots = slots_buffer(3 * items);
        assert_success(cliv_pool_reset(b.pool, fx.queue, 0, NULL, NULL));
        run(&b, MAKE_IN_GROUPS, items, group, slots, 10);
        const size_t granted = model_takes_all(&m, slots, 3 * items, 10);
        assert_int_equal(granted, wanted < 700 ? wanted : 700);
        assert_int_equal(failed_of(&b), wanted - granted);
        if (group % 32 < 3) {
            check_pool(&b, &m);
            run(&b, FREE, 3 * items, 0, slots, 0); /* includes FULL, which is ignored */
            assert_int_equal(count_of(&b), 0);
            run(&b, MAKE_IN_GROUPS, items, group, slots, 20); /* also from freed slots */
            free_model(&m);
            m = make_model(700);
            assert_int_equal(model_takes_all(&m, slots, 3 * items, 20), granted);
            check_pool(&b, &m);
        }
        free_model(&m);
        release_all(NULL);
    }
    close_pool(&b);
}

/* Groups of one, two and three dimensions. One work-item of the group allocates for all. */
static void groups_of_any_shape(void **state)
{
    (void)state;
    static const size_t groups[][3] = {{4, 1, 1}, {1, 4, 1}, {1, 1, 4}, {3, 5, 1}, {2, 1, 6}, {1, 8, 2}, {3, 2, 4}};
    bench_pool b = open_pool(5000, CLIV_POOL_DEVICE);
    for (size_t g = 0; g < sizeof groups / sizeof *groups; ++g) {
        const size_t *group = groups[g], items[3] = {3 * group[0], 4 * group[1], 2 * group[2]};
        const size_t all = items[0] * items[1] * items[2]; /* a multiple of 4 */
        model m = make_model(5000);
        cl_mem slots = slots_buffer(3 * all);
        assert_success(cliv_pool_reset(b.pool, fx.queue, 0, NULL, NULL));
        run_in_space(&b, MAKE_IN_GROUPS, items, group, slots, 10);
        assert_int_equal(model_takes_all(&m, slots, 3 * all, 10), all / 4 * 6);
        assert_int_equal(failed_of(&b), 0);
        check_pool(&b, &m);
        free_model(&m);
        release_all(NULL);
    }
    close_pool(&b);
}

/* ---- freeing ---- */

static void freed_slots_wait_for_the_next_arguments(void **state)
{
    (void)state;
    const size_t n = 100;
    bench_pool b = open_pool(n, CLIV_POOL_DEVICE);
    model m = make_model(n);
    cl_mem slots = slots_buffer(n), others = slots_buffer(n);
    cl_uint own[100];
    for (int k = 0; k < KERNELS; ++k) /* sets the arguments of all kernels: run_again() publishes no freed slots */
        assert_success(cliv_pool_set_kernel_args(b.pool, b.kernel[k], 0));
    run_again(&b, MAKE, n, 0, slots, 0);
    assert_int_equal(model_takes_all(&m, slots, n, 0), n);
    run_again(&b, FREE, 40, 0, slots, 0);
    read_buffer(slots, 0, sizeof own, own);
    for (size_t k = 0; k < 40; ++k)
        model_frees(&m, own[k]);
    assert_int_equal(count_of(&b), 60);
    run_again(&b, MAKE, 10, 0, others, 0);
    assert_int_equal(model_takes_all(&m, others, 10, 0), 0);
    cl_uint one = 77;
    assert_status(CLIV_EXHAUSTED, cliv_pool_alloc(b.pool, fx.queue, 1, &one));
    assert_message("n is 1, but only 0 slots are free");
    assert_int_equal(one, 77);
    assert_int_equal(failed_of(&b), 10);
    check_pool(&b, &m); /* sets arguments */
    run_again(&b, MAKE, 41, 0, others, 3000);
    assert_int_equal(model_takes_all(&m, others, 41, 3000), 40);
    check_pool(&b, &m);
    free_model(&m);
    close_pool(&b);
}

/* Slots that are prepared for the next kernel are available to a kernel on another queue. */
static void freed_slots_are_there_on_any_queue(void **state)
{
    (void)state;
    enum { CAPACITY = 320, ROUNDS = 200 };
    cl_int error;
    cl_uint slots[CAPACITY];
    bench_pool b = open_pool(CAPACITY, CLIV_POOL_DEVICE);
    cl_mem buffer = slots_buffer(CAPACITY);
    b.queue = clCreateCommandQueue(fx.cl, fx.device, 0, &error);
    assert_cl(error);
    for (cl_uint round = 0; round < (fx.simulator ? 5 : ROUNDS); ++round) {
        run(&b, MAKE, CAPACITY, 0, buffer, 0);
        read_buffer(buffer, 0, sizeof slots, slots);
        for (size_t k = 0; k < CAPACITY; ++k)
            if (slots[k] >= CAPACITY)
                fail_msg("round %u: request %zu got %u", round, k, slots[k]);
        run(&b, FREE, CAPACITY, 0, buffer, 0);
    }
    assert_int_equal(count_of(&b), 0);
    clReleaseCommandQueue(b.queue);
    close_pool(&b);
}

/* Kernels with earlier arguments work after a reset. */
static void arguments_outlive_a_reset(void **state)
{
    (void)state;
    enum { CAPACITY = 100, FREED = 50 };
    bench_pool b = open_pool(CAPACITY, CLIV_POOL_DEVICE);
    cl_mem slots = slots_buffer(CAPACITY);
    cl_uint own[CAPACITY];
    for (int k = 0; k < KERNELS; ++k)
        assert_success(cliv_pool_set_kernel_args(b.pool, b.kernel[k], 0));
    for (int round = 0; round < 3; ++round) {
        model m = make_model(CAPACITY);
        assert_success(cliv_pool_reset(b.pool, fx.queue, 0, NULL, NULL));
        run_again(&b, MAKE, CAPACITY, 0, slots, 0);
        assert_int_equal(model_takes_all(&m, slots, CAPACITY, 0), CAPACITY);
        run_again(&b, FREE, FREED, 0, slots, 0);
        read_buffer(slots, 0, sizeof own, own);
        for (size_t k = 0; k < FREED; ++k)
            model_frees(&m, own[k]);
        const cliv_array packed = cliv_buffer(make_buffer(CAPACITY * sizeof(thing), NULL), &thing_type, 0, CAPACITY);
        thing found[CAPACITY];
        size_t count = 0, at = 0;
        assert_success(cliv_pool_pack(b.pool, fx.queue, packed, CLIV_NONE, &count, 0, NULL, NULL));
        assert_int_equal(count, CAPACITY - FREED);
        read_buffer(packed.buffer, 0, sizeof found, found);
        for (size_t s = 0; s < CAPACITY; ++s)
            if (m.id[s] != FULL)
                assert_true(thing_is(&found[at++], m.id[s]));
        check_pool(&b, &m); /* sets arguments */
        run_again(&b, MAKE, FREED, 0, slots, 1000);
        assert_int_equal(model_takes_all(&m, slots, FREED, 1000), FREED);
        check_pool(&b, &m);
        free_model(&m);
    }
    close_pool(&b);
}

static void what_is_not_live_is_not_freed(void **state)
{
    (void)state;
    const size_t n = 500;
    bench_pool b = open_pool(n, CLIV_POOL_DEVICE);
    model m = make_model(n);
    cl_mem slots = slots_buffer(n), others = slots_buffer(n);
    const cl_uint outside[] = {500, 501, FULL - 50, 0x80000000u};
    run(&b, MAKE, 300, 0, slots, 50);
    assert_int_equal(model_takes_all(&m, slots, 300, 50), 300);
    for (size_t k = 0; k < sizeof outside / sizeof *outside; ++k)
        run(&b, NONSENSE, 50, 0, make_buffer(4, &outside[k]), 1);
    check_pool(&b, &m);
    cl_uint own[300];
    read_buffer(slots, 0, sizeof own, own);
    for (int twice = 0; twice < 3; ++twice)
        run(&b, FREE, 100, 0, slots, 0);
    run(&b, NONSENSE, 64, 0, slots, 0); /* all work-items free the same slot, again */
    for (size_t k = 0; k < 100; ++k)
        model_frees(&m, own[k]);
    check_pool(&b, &m);
    for (cl_uint s = 0; s < n; ++s) /* free and unallocated slots, that is, all slots that are not live */
        if (m.id[s] == FULL)
            run_again(&b, NONSENSE, 1, 0, make_buffer(4, &s), 0);
    check_pool(&b, &m);
    run(&b, MAKE, 301, 0, others, 1000);
    assert_int_equal(model_takes_all(&m, others, 301, 1000), 300);
    assert_int_equal(m.live, n);
    check_pool(&b, &m);
    free_model(&m);
    close_pool(&b);
}

/* ---- the host ---- */

static void fill_from_host(bench_pool *b, model *m, const cl_uint *slots, size_t n, cl_uint first_id)
{
    for (size_t k = 0; k < n; ++k) {
        thing *t = cliv_pool_slot(b->pool, slots[k]);
        assert_non_null(t);
        t->id = first_id + (cl_uint)k;
        for (cl_uint w = 0; w < 11; ++w)
            t->word[w] = t->id * 11 + w;
        model_takes(m, slots[k], t->id);
    }
}

static void host_and_device_alternate(void **state)
{
    (void)state;
    const size_t n = fx.simulator ? 150 : 400, part = n / 10;
    bench_pool b = open_pool(n, CLIV_POOL_DEVICE);
    model m = make_model(n);
    cl_mem slots = slots_buffer(n);
    cl_uint own[400], id = 1, after[400];
    for (unsigned round = 0; round < 8; ++round) {
        const bool first_map = round % 2;
        size_t want = part + round;
        if (first_map)
            assert_success(cliv_pool_map(b.pool, fx.queue));
        assert_success(cliv_pool_alloc(b.pool, fx.queue, want, own));
        assert_success(cliv_pool_alloc(b.pool, fx.queue, 0, NULL));
        if (!first_map)
            assert_success(cliv_pool_map(b.pool, fx.queue));
        fill_from_host(&b, &m, own, want, id);
        id += (cl_uint)want;
        for (size_t k = 0; k < m.live; ++k)
            assert_non_null(cliv_pool_at(b.pool, k));
        assert_null(cliv_pool_at(b.pool, m.live));
        assert_success(cliv_pool_unmap(b.pool, fx.queue, 0, NULL, NULL));
        check_pool(&b, &m);
        run(&b, MAKE, part, 0, slots, id);
        assert_int_equal(model_takes_all(&m, slots, part, id), part);
        id += (cl_uint)part;
        cl_mem given = make_buffer(want * sizeof *own, own); /* a kernel frees slots of the host and its own slots */
        run(&b, FREE, want, 0, given, 0);
        run(&b, FREE, part - 5, 0, slots, 0);
        read_buffer(slots, 0, part * sizeof *after, after);
        for (size_t k = 0; k < want; ++k)
            model_frees(&m, own[k]);
        for (size_t k = 0; k + 5 < part; ++k)
            model_frees(&m, after[k]);
        check_pool(&b, &m);
    }
    assert_success(cliv_pool_alloc(b.pool, fx.queue, n - m.live, own)); /* all free: check_pool() set arguments */
    assert_status(CLIV_EXHAUSTED, cliv_pool_alloc(b.pool, fx.queue, 1, own));
    assert_int_equal(count_of(&b), n);
    assert_int_equal(failed_of(&b), 0);
    free_model(&m);
    close_pool(&b);
}

static void host_allocation_is_spread(void **state)
{
    (void)state;
    enum { SLOTS = 1280 };
    bench_pool b = open_pool(SLOTS, CLIV_POOL_DEVICE);
    unsigned of_stripe[SLOTS] = {0}, stripes = 2, width = 1;
    cl_uint one[SLOTS], many[SLOTS];
    for (unsigned k = 0; k < stripes; ++k) {
        assert_success(cliv_pool_alloc(b.pool, fx.queue, 1, &one[k]));
        if (k == 1) { /* the second slot is in the next stripe, which gives the count of stripes */
            width = one[1] - one[0];
            stripes = SLOTS / width;
            ++of_stripe[one[0] / width];
        }
        if (k > 0)
            ++of_stripe[one[k] / width];
    }
    assert_int_equal(stripes * width, SLOTS);
    assert_success(cliv_pool_alloc(b.pool, fx.queue, 5 * stripes, many));
    for (unsigned k = 0; k < 5 * stripes; ++k)
        ++of_stripe[many[k] / width];
    for (unsigned s = 0; s < stripes; ++s)
        assert_int_equal(of_stripe[s], 6);
    const size_t left = SLOTS - 6 * stripes;
    char message[64];
    assert_status(CLIV_EXHAUSTED, cliv_pool_alloc(b.pool, fx.queue, left + 1, many));
    snprintf(message, sizeof message, "n is %zu, but only %zu slots are free", left + 1, left);
    assert_message(message);
    assert_int_equal(count_of(&b), 6 * stripes);
    close_pool(&b);
}

int main(void)
{
    return RUN_TESTS("pool", open_device, close_device, capacities_are_exact, groups_of_any_size, groups_of_any_shape,
                     freed_slots_wait_for_the_next_arguments, freed_slots_are_there_on_any_queue,
                     arguments_outlive_a_reset, what_is_not_live_is_not_freed, host_and_device_alternate,
                     host_allocation_is_spread);
}
