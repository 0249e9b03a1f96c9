/* SPDX-License-Identifier: Apache-2.0 */
/* The pool under load: work-items that allocate and free at the same time, over many generations of slots. */
#include "pool.h"

enum { MOST = 6000 };

/* Rebuilds the model from the slots that the work-items report. */
static void model_is(model *m, cl_mem slots, size_t count, cl_uint first_id)
{
    m->live = 0;
    memset(m->id, 0xff, m->capacity * sizeof *m->id);
    model_takes_all(m, slots, count, first_id);
}

/* Checks that all slots that are not live can be allocated, and frees them again. */
static void check_nothing_lost(bench_pool *b, model *m, cl_uint id)
{
    const size_t rest = m->capacity - m->live, failed = failed_of(b);
    cl_mem slots = make_buffer((rest + 3) * sizeof(cl_uint), NULL);
    run(b, MAKE, rest + 2, 0, slots, id);
    assert_int_equal(model_takes_all(m, slots, rest + 2, id), rest);
    assert_int_equal(m->live, m->capacity);
    assert_int_equal(failed_of(b), failed + 2);
    run(b, FREE, rest + 2, 0, slots, 0);
    m->live -= rest;
}

static void churn(size_t capacity, size_t items, unsigned rounds, uint32_t seed)
{
    bench_pool b = open_pool(capacity, CLIV_POOL_DEVICE);
    model m = make_model(capacity);
    cl_uint *none = malloc(items * sizeof *none), id = 0;
    assert_non_null(none);
    memset(none, 0xff, items * sizeof *none);
    cl_mem slots = make_buffer(items * sizeof *none, none);
    free(none);
    for (unsigned round = 0; round < rounds; ++round) {
        const size_t part = 1 + random_number(&seed) % items, failed = failed_of(&b);
        id += (cl_uint)items;
        if (part < items) { /* some rounds use only some of the work-items; the others keep their slots */
            cl_uint *held = malloc(items * sizeof *held);
            assert_non_null(held);
            read_buffer(slots, 0, items * sizeof *held, held);
            cl_mem some = make_buffer(part * sizeof *held, held);
            run(&b, CHURN, part, 0, some, id);
            read_buffer(some, 0, part * sizeof *held, held);
            for (size_t i = 0; i < part; ++i) /* the model has no ids */
                if (held[i] != FULL && held[i] >= capacity)
                    fail_msg("slot %u of %zu", held[i], capacity);
            assert_cl(clEnqueueWriteBuffer(fx.queue, slots, CL_TRUE, 0, items * sizeof *held, held, 0, NULL, NULL));
            free(held);
            model counted = make_model(capacity);
            model_takes_all(&counted, slots, items, 0);
            assert_int_equal(count_of(&b), counted.live);
            free_model(&counted);
        } else {
            run(&b, CHURN, items, 0, slots, id);
        }
        if (capacity >= 3 * items) /* enough slots for all, without any freed slot */
            assert_int_equal(failed_of(&b), failed);
        if (round % 4 == 3) {
            id += (cl_uint)items;
            run(&b, CHURN, items, 0, slots, id);
            model_is(&m, slots, items, id);
            check_pool(&b, &m);
            check_nothing_lost(&b, &m, id + 50000);
        }
    }
    free_model(&m);
    close_pool(&b);
    release_all(NULL);
}

static void all_at_once(void **state)
{
    (void)state;
    const unsigned rounds = fx.simulator ? 4 : 24;
    const size_t items = fx.simulator ? 96 : MOST;
    churn(3 * items, items, rounds, 1);         /* enough slots */
    churn(items + items / 2, items, rounds, 2); /* not enough for all work-items */
    churn(items / 4, items, rounds, 3);
    churn(40, 64, rounds, 4); /* about one slot per stripe */
}

/* The long run, which takes minutes, under the label full. */
static void soak(void **state)
{
    (void)state;
    if (!getenv("CLIV_TEST_FULL"))
        skip();
    uint32_t seed = 2024;
    for (unsigned k = 0; k < 60; ++k) {
        const size_t items = 1 + random_number(&seed) % MOST;
        const size_t capacity = 1 + random_number(&seed) % (k % 3 ? 4 * MOST : 400);
        churn(capacity, items, 100, random_number(&seed));
    }
}

/* Each slot is used many times, by kernels and by the host, until the rings wrap around and the numbers are
 * reduced. */
static void generations(void **state)
{
    (void)state;
    static const size_t capacities[] = {1, 2, STRIPES, STRIPES + 1, 3 * STRIPES - 1};
    for (size_t c = 0; c < sizeof capacities / sizeof *capacities; ++c) {
        const size_t n = capacities[c];
        const unsigned rounds = fx.simulator ? 12 : c ? 40 : 1100;
        bench_pool b = open_pool(n, CLIV_POOL_DEVICE);
        cl_mem slots = make_buffer((n + 1) * sizeof(cl_uint), NULL);
        cl_uint own[3 * STRIPES];
        for (unsigned round = 0; round < rounds; ++round) {
            model m = make_model(n);
            const size_t half = round % 3 ? n - n / 2 : 0, rest = n - half;
            run(&b, MAKE, 1, 0, slots, 7); /* one slot, which is freed immediately */
            run(&b, FREE, 1, 0, slots, 0);
            assert_success(cliv_pool_set_kernel_args(b.pool, b.kernel[MAKE], 0));
            assert_success(cliv_pool_alloc(b.pool, fx.queue, half, own));
            for (size_t k = 0; k < half; ++k)
                model_takes(&m, own[k], (cl_uint)k);
            if (rest) {
                run(&b, MAKE, rest, 0, slots, 1000);
                assert_int_equal(model_takes_all(&m, slots, rest, 1000), rest);
                run(&b, FREE, rest, 0, slots, 0);
            }
            if (half)
                run(&b, FREE, half, 0, make_buffer(half * sizeof *own, own), 0);
            assert_int_equal(count_of(&b), 0);
            free_model(&m);
            if (round % 100 == 99) {
                release_all(NULL);
                slots = make_buffer((n + 1) * sizeof(cl_uint), NULL);
            }
        }
        assert_int_equal(failed_of(&b), 0);
        close_pool(&b);
        release_all(NULL);
    }
}

/* A work-item may have read the counter before others drew from it. Failed draws are returned, and slots that are
 * added later can all be allocated. */
static void drawn_from_what_was_seen(void **state)
{
    (void)state;
    static const char source[] = "#include \"cliv_pool.clh\"\n"
                                 "__kernel void draw(__global uint *counter, __global uint *out)\n"
                                 "{\n"
                                 "    uint first;\n"
                                 "    out[0] = cliv_pool_draw_many(counter, 0, 10, 8, &first);\n"
                                 "    out[1] = first;\n"
                                 "    out[2] = cliv_pool_draw_many(counter, 0, 10, 8, &first);\n"
                                 "    out[3] = first;\n"
                                 "    out[4] = cliv_pool_draw_many(counter, 9, 10, 8, &first);\n"
                                 "    out[5] = cliv_pool_draw(counter, 10, &first);\n"
                                 "    out[6] = *counter;\n"
                                 "    out[7] = cliv_pool_draw_many(counter, 10, 15, 8, &first);\n"
                                 "    out[8] = first;\n"
                                 "    out[9] = cliv_pool_draw_many(counter, 15, 15, 8, &first);\n"
                                 "    out[10] = *counter;\n"
                                 "}\n";
    cl_program program = NULL;
    cl_int error;
    assert_success(cliv_program_build(fx.ctx, source, NULL, &program));
    cl_kernel kernel = clCreateKernel(program, "draw", &error);
    assert_cl(error);
    const cliv_array counter = ARRAY(uint, 0), out = OUTPUT(uint, 11);
    assert_cl(clSetKernelArg(kernel, 0, sizeof counter.buffer, &counter.buffer));
    assert_cl(clSetKernelArg(kernel, 1, sizeof out.buffer, &out.buffer));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &(size_t){1}, NULL, 0, NULL, NULL));
    assert_ints(out, 8, 0, 2, 8, 0, 0, 10, 5, 10, 0, 15);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

/* A slot that is freed but not in the ring yet becomes available in a later turn. The kernels free one slot in two
 * halves. */
static void freed_by_halves(void **state)
{
    (void)state;
    static const char source[] =
        "#include \"cliv_pool.clh\"\n"
        "__kernel void begin(__global cliv_pool_state *pool, __global uint *objects, __global uint *slot)\n"
        "{\n"
        "    *slot = cliv_pool_alloc(pool);\n"
        "    cliv_pool_free(pool, *slot);\n"
        "    cliv_pool_at_stripe(pool, *slot / pool->width)->done -= 1;\n"
        "}\n"
        "__kernel void end(__global cliv_pool_state *pool, __global uint *objects, __global uint *slot)\n"
        "{\n"
        "    cliv_pool_at_stripe(pool, *slot / pool->width)->done += 1;\n"
        "}\n";
    enum { CAPACITY = 100 };
    const cliv_array slot = OUTPUT(uint, 1);
    cliv_pool *pool = NULL;
    cl_program program = NULL;
    cl_int error;
    cl_uint slots[CAPACITY];
    assert_success(cliv_pool_create(fx.ctx, &cliv_uint, CAPACITY, CLIV_POOL_DEVICE, &pool));
    assert_success(cliv_program_build(fx.ctx, source, NULL, &program));
    static const char *const names[] = {"begin", "end"};
    for (size_t k = 0; k < 2; ++k) {
        cl_kernel kernel = clCreateKernel(program, names[k], &error);
        assert_cl(error);
        assert_success(cliv_pool_set_kernel_args(pool, kernel, 0));
        assert_cl(clSetKernelArg(kernel, 2, sizeof slot.buffer, &slot.buffer));
        assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &(size_t){1}, NULL, 0, NULL, NULL));
        assert_success(cliv_pool_set_kernel_args(pool, kernel, 0));
        if (k == 0)
            assert_status(CLIV_EXHAUSTED, cliv_pool_alloc(pool, fx.queue, CAPACITY, slots));
        else
            assert_success(cliv_pool_alloc(pool, fx.queue, CAPACITY, slots));
        clReleaseKernel(kernel);
    }
    clReleaseProgram(program);
    cliv_pool_destroy(pool);
}

/* The host takes back slots around the end of their rings. */
static void around_the_ring(void **state)
{
    (void)state;
    const size_t n = 5 * STRIPES, part = 3 * STRIPES; /* rings of ten slots, of which three are taken each time */
    bench_pool b = open_pool(n, CLIV_POOL_DEVICE);
    cl_uint slots[3 * STRIPES];
    for (unsigned round = 0; round < 30; ++round) {
        model m = make_model(n);
        assert_success(cliv_pool_set_kernel_args(b.pool, b.kernel[FREE], 0));
        assert_success(cliv_pool_alloc(b.pool, fx.queue, part, slots));
        for (size_t k = 0; k < part; ++k)
            model_takes(&m, slots[k], (cl_uint)k); /* each slot once, and all valid */
        run(&b, FREE, part, 0, make_buffer(sizeof slots, slots), 0);
        assert_int_equal(count_of(&b), 0);
        free_model(&m);
    }
    close_pool(&b);
}

int main(void)
{
    return RUN_TESTS("pool under load", open_device, close_device, all_at_once, generations, drawn_from_what_was_seen,
                     freed_by_halves, around_the_ring, soak);
}
