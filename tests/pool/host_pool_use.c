/* SPDX-License-Identifier: Apache-2.0 */
/* The pool: kinds of memory, types of objects, events, and refused calls. */
#include "pool.h"

/* ---- kinds of memory ---- */

/* All operations once. */
static void go_round(cliv_pool_memory memory)
{
    const size_t n = 150;
    bench_pool b = open_pool(n, memory);
    model m = make_model(n);
    cl_mem slots = make_buffer(n * sizeof(cl_uint), NULL);
    cl_uint own[100], old[50];
    assert_success(cliv_pool_alloc(b.pool, fx.queue, 40, own));
    assert_success(cliv_pool_map(b.pool, fx.queue));
    assert_success(cliv_pool_alloc(b.pool, fx.queue, 3, own + 40));
    for (cl_uint k = 0; k < 43; ++k) {
        thing *t = cliv_pool_slot(b.pool, own[k]);
        assert_non_null(t);
        t->id = k;
        for (cl_uint w = 0; w < 11; ++w)
            t->word[w] = k * 11 + w;
        model_takes(&m, own[k], k);
    }
    assert_success(cliv_pool_unmap(b.pool, fx.queue, 0, NULL, NULL));
    check_pool(&b, &m);
    run(&b, MAKE, 50, 0, slots, 500);
    assert_int_equal(model_takes_all(&m, slots, 50, 500), 50);
    check_pool(&b, &m);
    read_buffer(slots, 0, sizeof old, old);
    run(&b, FREE, 50, 0, slots, 0);
    for (int k = 0; k < 50; ++k)
        model_frees(&m, old[k]);
    check_pool(&b, &m);
    run(&b, MAKE_IN_GROUPS, 40, 8, make_buffer(480, NULL), 900); /* 60 more */
    assert_int_equal(count_of(&b), 103);
    assert_success(cliv_pool_reset(b.pool, fx.queue, 0, NULL, NULL));
    assert_int_equal(count_of(&b), 0);
    assert_success(cliv_pool_map(b.pool, fx.queue)); /* the pool is destroyed while it is mapped */
    free_model(&m);
    close_pool(&b);
}

static void memory_of_the_device(void **state)
{
    (void)state;
    go_round(CLIV_POOL_DEVICE);
}
static void memory_of_the_host(void **state)
{
    (void)state;
    go_round(CLIV_POOL_MAPPED);
}
static void memory_shared(void **state)
{
    (void)state;
    cliv_pool *pool = (cliv_pool *)SENTINEL;
    const cliv_status status = cliv_pool_create(fx.ctx, &thing_type, 10, CLIV_POOL_SHARED, &pool);
    if (status == CLIV_UNSUPPORTED) {
        assert_message("shared virtual memory");
        assert_ptr_equal(pool, SENTINEL);
        skip();
    }
    assert_success(status);
    cliv_pool_destroy(pool);
    go_round(CLIV_POOL_SHARED);
}

/* ---- types of objects: numbers of every size, and a structure whose size is no multiple of four bytes ---- */

/* Copies bytes, because llvmpipe loses some bytes of structures of three. */
static const char make_bytes[] =
    "#include \"cliv_pool.clh\"\n"
    "__kernel void make_bytes(__global cliv_pool_state *pool, __global uchar *objects, uint size)\n"
    "{\n"
    "    const uint slot = cliv_pool_alloc(pool);\n"
    "    for (uint k = 0; k < size; ++k)\n"
    "        objects[slot * size + k] = slot * 7 + k;\n"
    "    if (get_global_id(0) % 5 == 4)\n"
    "        cliv_pool_free(pool, slot);\n"
    "}\n";

static void objects_of(const cliv_type *type)
{
    const size_t n = 300, size = type->size;
    cliv_pool *pool = NULL;
    cl_program program = NULL;
    cl_int error;
    assert_success(cliv_pool_create(fx.ctx, type, n, CLIV_POOL_DEVICE, &pool));
    assert_success(cliv_program_build(fx.ctx, make_bytes, NULL, &program));
    cl_kernel kernel = clCreateKernel(program, "make_bytes", &error);
    assert_cl(error);
    assert_success(cliv_pool_set_kernel_args(pool, kernel, 0));
    assert_cl(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){(cl_uint)size}));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &(size_t){200}, NULL, 0, NULL, NULL));
    const cliv_array output = in_the_middle(type, NULL, 160);
    unsigned char *found = malloc(160 * size), *at;
    size_t count = 0;
    assert_non_null(found);
    assert_success(cliv_pool_pack(pool, fx.queue, output, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 160);
    take(output, found, "cliv_pool_pack");
    assert_success(cliv_pool_map(pool, fx.queue));
    for (size_t i = 0; i < count; ++i) {
        assert_non_null(at = cliv_pool_at(pool, i));
        assert_memory_equal(at, found + i * size, size);
        const size_t slot = (size_t)(at - (unsigned char *)cliv_pool_at(pool, 0)) / size;
        assert_int_equal(at[0], (unsigned char)(slot * 7 + *(unsigned char *)cliv_pool_at(pool, 0)));
    }
    assert_success(cliv_pool_unmap(pool, fx.queue, 0, NULL, NULL));
    cliv_pool_destroy(pool);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    free(found);
    release_all(NULL);
}

static void objects_of_any_type(void **state)
{
    (void)state;
    static const cliv_type types[] = {{"uchar", 1, NULL},
                                      {"short", 2, NULL},
                                      {"uint", 4, NULL},
                                      {"ulong", 8, NULL},
                                      {"float4", 16, NULL},
                                      {"odd", 3, "typedef struct { uchar a, b, c; } odd;"},
                                      {"large", 84, "typedef struct { int w[21]; } large;"}};
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k)
        objects_of(&types[k]);
}

/* The pool needs no argument of cliv_pool_create() afterwards. */
static void the_type_may_go(void **state)
{
    (void)state;
    char name[] = "pair", source[] = "typedef struct { int x, y; } pair;";
    cliv_type type = {name, 8, source};
    cliv_pool *pool = NULL;
    cl_uint slots[5];
    size_t count = 0;
    static const cliv_type again = {"pair", 8, "typedef struct { int x, y; } pair;"};
    assert_success(cliv_pool_create(fx.ctx, &type, 20, CLIV_POOL_DEVICE, &pool));
    memset(name, 'z', 4);
    memset(source, 'z', sizeof source - 1);
    memset(&type, 0, sizeof type);
    assert_success(cliv_pool_alloc(pool, fx.queue, 5, slots));
    assert_success(cliv_pool_map(pool, fx.queue));
    for (size_t k = 0; k < 5; ++k)
        memset(cliv_pool_at(pool, k), 0x11, 8);
    assert_success(cliv_pool_unmap(pool, fx.queue, 0, NULL, NULL));
    const cliv_array output = cliv_buffer(make_buffer(64, NULL), &again, 0, 5);
    assert_success(cliv_pool_pack(pool, fx.queue, output, CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 5);
    assert_ints(cliv_buffer(output.buffer, &cliv_int, 0, 10), 0x11111111, 0x11111111, 0x11111111, 0x11111111);
    cliv_pool_destroy(pool);
}

/* ---- events ---- */

static cl_command_queue other_queue(bool in_order)
{
    cl_command_queue_properties able = 0;
    cl_int error;
    clGetDeviceInfo(fx.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof able, &able, NULL);
    cl_command_queue queue =
        clCreateCommandQueue(fx.cl, fx.device, in_order ? 0 : able & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    assert_cl(error);
    return queue;
}

/* Map, fill, unmap, pack, reset and pack again, each waiting for the one before. */
static void a_chain(bool in_order)
{
    bench_pool b = open_pool(100, CLIV_POOL_DEVICE);
    cl_command_queue queue = other_queue(in_order);
    cl_event unmapped = NULL, packed = NULL, reset = NULL, again = NULL;
    cl_uint slots[30];
    const cliv_array output = cliv_buffer(make_buffer(30 * sizeof(thing), NULL), &thing_type, 0, 30);
    const cliv_array counts[] = {OUTPUT(uint, 1), OUTPUT(uint, 1)};
    thing found[30];
    assert_success(cliv_pool_alloc(b.pool, queue, 30, slots));
    assert_success(cliv_pool_map(b.pool, queue));
    for (cl_uint k = 0; k < 30; ++k)
        for (cl_uint w = 0; w < 12; ++w)
            ((cl_uint *)cliv_pool_at(b.pool, k))[w] = w ? k * 11 + w - 1 : k;
    assert_success(cliv_pool_unmap(b.pool, queue, 0, NULL, &unmapped));
    assert_success(cliv_pool_pack(b.pool, queue, output, counts[0], NULL, 1, &unmapped, &packed));
    assert_success(cliv_pool_reset(b.pool, queue, 1, &packed, &reset));
    assert_success(cliv_pool_pack(b.pool, queue, CLIV_NONE, counts[1], NULL, 1, &reset, &again));
    assert_success(cliv_pool_set_kernel_args(b.pool, b.kernel[MAKE], 0));
    wait_and_release(&again);
    wait_and_release(&reset);
    wait_and_release(&packed);
    wait_and_release(&unmapped);
    assert_ints(counts[0], 30);
    assert_ints(counts[1], 0);
    read_buffer(output.buffer, 0, sizeof found, found);
    for (cl_uint k = 0; k < 30; ++k)
        assert_true(thing_is(&found[k], k));
    run(&b, MAKE, 30, 0, make_buffer(200, NULL), 0);
    assert_int_equal(count_of(&b), 30);
    close_pool(&b);
    clReleaseCommandQueue(queue);
}

/* Kernels allocate and free all slots alternately, without waits. With resets every fourth round starts with a reset,
 * and its kernels keep their arguments. */
static void make_and_free(cl_command_queue queue, bool resets)
{
    enum { ROUNDS = 20 };
    const size_t n = 64;
    const pool_kernel turns[] = {MAKE, FREE};
    bench_pool b = open_pool(n, CLIV_POOL_DEVICE);
    model m = make_model(n);
    cl_mem slots = make_buffer(n * sizeof(cl_uint), NULL);
    size_t count = 0;
    for (int k = 0; resets && k < 2; ++k)
        assert_success(cliv_pool_set_kernel_args(b.pool, b.kernel[turns[k]], 0));
    if (!resets)
        assert_success(cliv_pool_count(b.pool, queue, &count)); /* from now on the pool uses the queue */
    for (cl_uint round = 0; round < ROUNDS; ++round) {
        const bool anew = resets && round % 4 == 0;
        if (anew)
            assert_success(cliv_pool_reset(b.pool, queue, 0, NULL, NULL));
        for (int k = 0; k < 2; ++k) {
            cl_kernel kernel = b.kernel[turns[k]];
            if (!anew)
                assert_success(cliv_pool_set_kernel_args(b.pool, kernel, 0));
            assert_cl(clSetKernelArg(kernel, 2, sizeof slots, &slots));
            assert_cl(clSetKernelArg(kernel, 3, sizeof round, &round));
            assert_cl(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
        }
    }
    assert_cl(clFinish(queue));
    assert_int_equal(model_takes_all(&m, slots, n, ROUNDS - 1), n);
    assert_int_equal(failed_of(&b), 0);
    assert_int_equal(count_of(&b), 0);
    free_model(&m);
    close_pool(&b);
}

/* On a queue that the pool has seen, slots that a pending kernel frees are available, too. */
static void arguments_wait_for_the_queue(void **state)
{
    (void)state;
    cl_command_queue queue = other_queue(true);
    make_and_free(queue, false);
    clReleaseCommandQueue(queue);
}

/* Slots that are freed after a pending reset are available, too. */
static void arguments_wait_for_a_reset(void **state)
{
    (void)state;
    cl_command_queue queue = other_queue(true);
    make_and_free(fx.queue, true);
    make_and_free(queue, true);
    clReleaseCommandQueue(queue);
}

static void events_chain(void **state)
{
    (void)state;
    a_chain(true);
    a_chain(false);
}

/* ---- refused calls ---- */

#define REFUSED(status, call) assert_status(status, (fx.event = SENTINEL, call)), assert_ptr_equal(fx.event, SENTINEL)

static void refused_at_creation(void **state)
{
    (void)state;
    cliv_pool *pool = (cliv_pool *)SENTINEL;
    const cliv_type wrong = {"wrong", 12, "typedef struct { int x, y; } wrong;"},
                    bad = {"bad", 4, "typedef nothing bad;"};
    const cliv_type nameless = {NULL, 4, NULL}, empty = {"none", 0, "typedef int none;"}, narrow = {"int", 2, NULL};
    const cliv_type large = {"large", SIZE_MAX / 4, "typedef struct { int x[1000]; } large;"};
    const cliv_pool_memory memory = CLIV_POOL_DEVICE;
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_create(NULL, &cliv_int, 1, memory, &pool));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_create(fx.ctx, &cliv_int, 1, memory, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_create(fx.ctx, NULL, 1, memory, &pool));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_create(fx.ctx, &nameless, 1, memory, &pool));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_create(fx.ctx, &cliv_int, 1, (cliv_pool_memory)3, &pool));
    assert_message("memory is 3");
    assert_status(CLIV_TYPE_MISMATCH, cliv_pool_create(fx.ctx, &wrong, 1, memory, &pool));
    assert_message("12");
    assert_message("8 bytes");
    assert_status(CLIV_TYPE_MISMATCH, cliv_pool_create(fx.ctx, &narrow, 1, memory, &pool));
    assert_status(CLIV_TYPE_MISMATCH, cliv_pool_create(fx.ctx, &empty, 1, memory, &pool));
    assert_status(CLIV_BUILD_FAILED, cliv_pool_create(fx.ctx, &bad, 1, memory, &pool));
    assert_status(CLIV_UNSUPPORTED, cliv_pool_create(fx.ctx, &cliv_char, (size_t)0xffffffff, memory, &pool));
    assert_message("4294967295");
    assert_status(CLIV_UNSUPPORTED, cliv_pool_create(fx.ctx, &cliv_char, SIZE_MAX, memory, &pool));
    assert_status(CL_INVALID_BUFFER_SIZE, cliv_pool_create(fx.ctx, &thing_type, 0xfffffffe, memory, &pool));
    assert_message("4294967294 objects of 48 bytes");
    for (size_t n = 0; n < 3; ++n)
        assert_status(CL_INVALID_BUFFER_SIZE, cliv_pool_create(fx.ctx, &large, n, memory, &pool));
    assert_ptr_equal(pool, SENTINEL);
    assert_int_equal(cliv_pool_capacity(NULL), 0);
    cliv_pool_destroy(NULL);
}

static void refused_later(void **state)
{
    (void)state;
    bench_pool b = open_pool(20, CLIV_POOL_DEVICE);
    cl_uint slots[4] = {7, 7, 7, 7};
    size_t number = 7;
    const cliv_array output = cliv_buffer(make_buffer(1000, NULL), &thing_type, 0, 20), count = OUTPUT(uint, 1);
    const cliv_array listed = OUTPUT(int, 20);
    const cliv_type same_size = {"other", 48, "typedef struct { int w[12]; } other;"};
    cl_command_queue queue = fx.queue;
#define PACK(p, q, out, count, n, list) cliv_pool_pack(p, q, out, count, &number, n, list, &fx.event)
#define LIST(p, q, out, count, n, list) cliv_pool_slots(p, q, out, count, &number, n, list, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_set_kernel_args(NULL, b.kernel[0], 0));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_set_kernel_args(b.pool, NULL, 0));
    assert_status(CL_INVALID_ARG_INDEX, cliv_pool_set_kernel_args(b.pool, b.kernel[0], 9));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_alloc(NULL, queue, 1, slots));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_alloc(b.pool, NULL, 1, slots));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_alloc(b.pool, queue, 1, NULL));
    assert_status(CLIV_EXHAUSTED, cliv_pool_alloc(b.pool, queue, 21, slots));
    assert_status(CLIV_EXHAUSTED, cliv_pool_alloc(b.pool, queue, SIZE_MAX, slots));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_count(NULL, queue, &number));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_count(b.pool, NULL, &number));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_count(b.pool, queue, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_status(NULL, queue, &number));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_status(b.pool, queue, NULL));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_map(NULL, queue));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_map(b.pool, NULL));
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_pool_unmap(NULL, queue, 0, NULL, &fx.event));
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_pool_unmap(b.pool, queue, 0, NULL, &fx.event));
    assert_message("not mapped");
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_pool_reset(NULL, queue, 0, NULL, &fx.event));
    REFUSED(CL_INVALID_EVENT_WAIT_LIST, cliv_pool_reset(b.pool, queue, 1, NULL, &fx.event));
    REFUSED(CLIV_INVALID_ARGUMENT, PACK(NULL, queue, output, count, 0, NULL));
    REFUSED(CLIV_INVALID_ARGUMENT, PACK(b.pool, NULL, output, count, 0, NULL));
    REFUSED(CL_INVALID_EVENT_WAIT_LIST, PACK(b.pool, queue, output, count, 1, NULL));
    REFUSED(CLIV_TYPE_MISMATCH, PACK(b.pool, queue, ARRAY(int, 1, 2), count, 0, NULL));
    REFUSED(CLIV_TYPE_MISMATCH, PACK(b.pool, queue, cliv_buffer(output.buffer, &same_size, 0, 20), count, 0, NULL));
    REFUSED(CLIV_TYPE_MISMATCH, PACK(b.pool, queue, output, OUTPUT(float, 1), 0, NULL));
    REFUSED(CLIV_OUT_OF_RANGE, PACK(b.pool, queue, cliv_buffer(output.buffer, &thing_type, 1, 20), count, 0, NULL));
    REFUSED(CLIV_OUT_OF_RANGE, PACK(b.pool, queue, output, OUTPUT(uint, 0), 0, NULL));
    REFUSED(CLIV_INVALID_ARGUMENT, PACK(b.pool, queue, output, cliv_buffer(output.buffer, &cliv_uint, 3, 1), 0, NULL));
    REFUSED(CLIV_INVALID_ARGUMENT, LIST(NULL, queue, listed, count, 0, NULL));
    REFUSED(CLIV_INVALID_ARGUMENT, LIST(b.pool, NULL, listed, count, 0, NULL));
    REFUSED(CL_INVALID_EVENT_WAIT_LIST, LIST(b.pool, queue, listed, count, 1, NULL));
    REFUSED(CLIV_TYPE_MISMATCH, LIST(b.pool, queue, OUTPUT(short, 20), count, 0, NULL));
    REFUSED(CLIV_TYPE_MISMATCH, LIST(b.pool, queue, listed, OUTPUT(float, 1), 0, NULL));
    REFUSED(CLIV_OUT_OF_RANGE, LIST(b.pool, queue, listed, OUTPUT(uint, 0), 0, NULL));
    REFUSED(CLIV_INVALID_ARGUMENT, LIST(b.pool, queue, cliv_generate(&cliv_uint, "i", 20), count, 0, NULL));
    REFUSED(CLIV_INVALID_ARGUMENT, LIST(b.pool, queue, listed, cliv_slice(listed, 3, 1), 0, NULL));
    assert_success(cliv_pool_map(b.pool, queue));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_pool_map(b.pool, queue));
    assert_message("already mapped");
    REFUSED(CLIV_INVALID_ARGUMENT, cliv_pool_reset(b.pool, queue, 0, NULL, &fx.event));
    REFUSED(CLIV_INVALID_ARGUMENT, PACK(b.pool, queue, output, count, 0, NULL));
    assert_message("mapped");
    REFUSED(CLIV_INVALID_ARGUMENT, LIST(b.pool, queue, listed, count, 0, NULL));
    assert_message("mapped");
    assert_success(cliv_pool_unmap(b.pool, queue, 0, NULL, NULL));
    assert_int_equal(number, 7);
    assert_int_equal(slots[0], 7);
    assert_int_equal(count_of(&b), 0);
    assert_untouched(output);
    assert_untouched(listed);
    close_pool(&b);
}

int main(void)
{
    return RUN_TESTS("use of the pool", open_device, close_device, memory_of_the_device, memory_of_the_host,
                     memory_shared, objects_of_any_type, the_type_may_go, events_chain, arguments_wait_for_the_queue,
                     arguments_wait_for_a_reset, refused_at_creation, refused_later);
}
