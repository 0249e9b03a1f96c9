/* SPDX-License-Identifier: Apache-2.0 */
#include "pool.h"

#define THING "typedef struct thing { uint id, word[11]; } thing;\n"
const cliv_type thing_type = {"thing", sizeof(thing), THING};

static const char source[] = THING
    "#include \"cliv_pool.clh\"\n"
    "void fill(__global thing *at, uint id)\n"
    "{\n"
    "    at->id = id;\n"
    "    for (uint k = 0; k < 11; ++k)\n"
    "        at->word[k] = id * 11 + k;\n"
    "}\n"
    /* each work-item one, with the id number + i */
    "__kernel void make_one(__global cliv_pool_state *pool, __global thing *objects, __global uint *slots, uint "
    "number)\n"
    "{\n"
    "    const uint i = get_global_id(0), slot = cliv_pool_alloc(pool);\n"
    "    slots[i] = slot;\n"
    "    if (slot != CLIV_POOL_FULL)\n"
    "        fill(objects + slot, number + i);\n"
    "}\n"
    /* work-item i, counted through all dimensions, takes i % 4 of them, at 3 places of its own */
    "__kernel void make_groups(__global cliv_pool_state *pool, __global thing *objects, __global uint *slots, uint "
    "number)\n"
    "{\n"
    "    __local uint scratch[CLIV_POOL_SCRATCH];\n"
    "    const uint row = get_global_id(1) + get_global_size(1) * get_global_id(2);\n"
    "    const uint i = get_global_id(0) + get_global_size(0) * row, wanted = i % 4;\n"
    "    uint own[3];\n"
    "    for (uint round = 0; round < 2; ++round) {\n"
    "        cliv_wg_pool_alloc(pool, round ? wanted : 0, own, scratch);\n"
    "    }\n"
    "    for (uint k = 0; k < 3; ++k) {\n"
    "        const uint slot = k < wanted ? own[k] : CLIV_POOL_FULL;\n"
    "        slots[3 * i + k] = slot;\n"
    "        if (slot != CLIV_POOL_FULL)\n"
    "            fill(objects + slot, number + 3 * i + k);\n"
    "    }\n"
    "}\n"
    "__kernel void free_all(__global cliv_pool_state *pool, __global thing *objects, __global uint *slots, uint "
    "number)\n"
    "{\n"
    "    cliv_pool_free(pool, slots[get_global_id(0)]);\n"
    "}\n"
    /* takes one, frees slots[i], takes another and gives that or both back, all at the same time as the others; what it
     * did itself it knows at once */
    "__kernel void churn(__global cliv_pool_state *pool, __global thing *objects, __global uint *slots, uint number)\n"
    "{\n"
    "    const uint i = get_global_id(0), old = slots[i];\n"
    "    const uint first = cliv_pool_alloc(pool);\n"
    "    cliv_pool_free(pool, old);\n"
    "    const bool wrong = cliv_pool_is_live(pool, old) || cliv_pool_is_live(pool, first) == (first == "
    "CLIV_POOL_FULL);\n"
    "    const uint second = cliv_pool_alloc(pool);\n"
    "    if (first != CLIV_POOL_FULL)\n"
    "        fill(objects + first, number + i);\n"
    "    if (i % 3 == 0)\n"
    "        cliv_pool_free(pool, first);\n"
    "    cliv_pool_free(pool, second);\n"
    "    slots[i] = wrong ? 0x7fffffff : i % 3 == 0 ? CLIV_POOL_FULL : first;\n"
    "}\n"
    "__kernel void number_of(__global cliv_pool_state *pool, __global thing *objects, __global uint *slots, uint "
    "number)\n"
    "{\n"
    "    slots[0] = cliv_pool_count(pool);\n"
    "}\n"
    "__kernel void nonsense(__global cliv_pool_state *pool, __global thing *objects, __global uint *slots, uint "
    "number)\n"
    "{\n"
    "    cliv_pool_free(pool, slots[0] + (uint)get_global_id(0) * number);\n"
    "}\n"
    "__kernel void are_live(__global cliv_pool_state *pool, __global thing *objects, __global uint *slots, uint "
    "number)\n"
    "{\n"
    "    const uint i = get_global_id(0);\n"
    "    slots[i] = cliv_pool_is_live(pool, i < number ? i : i - number + 0xfffffff0u);\n"
    "}\n";
static const char *const names[KERNELS] = {"make_one",  "make_groups", "free_all", "churn",
                                           "number_of", "nonsense",    "are_live"};

bool thing_is(const thing *t, cl_uint id)
{
    for (cl_uint k = 0; k < 11; ++k)
        if (t->word[k] != id * 11 + k)
            return false;
    return t->id == id;
}

bench_pool open_pool(size_t capacity, cliv_pool_memory memory)
{
    bench_pool b = {.queue = fx.queue};
    assert_success(cliv_pool_create(fx.ctx, &thing_type, capacity, memory, &b.pool));
    assert_int_equal(cliv_pool_capacity(b.pool), capacity);
    assert_success(cliv_program_build(fx.ctx, source, NULL, &b.program));
    for (int k = 0; k < KERNELS; ++k) {
        cl_int error;
        b.kernel[k] = clCreateKernel(b.program, names[k], &error);
        assert_cl(error);
    }
    return b;
}

void close_pool(bench_pool *b)
{
    assert_cl(clFinish(fx.queue));
    cliv_pool_destroy(b->pool);
    for (int k = 0; k < KERNELS; ++k)
        clReleaseKernel(b->kernel[k]);
    clReleaseProgram(b->program);
    memset(b, 0, sizeof *b);
}

static void enqueue(bench_pool *b, pool_kernel which, cl_uint dimensions, const size_t *items, const size_t *group,
                    cl_mem slots, cl_uint number)
{
    cl_kernel kernel = b->kernel[which];
    assert_cl(clSetKernelArg(kernel, 2, sizeof slots, &slots));
    assert_cl(clSetKernelArg(kernel, 3, sizeof number, &number));
    assert_cl(clEnqueueNDRangeKernel(b->queue, kernel, dimensions, NULL, items, group, 0, NULL, NULL));
    assert_cl(clFinish(b->queue));
}

void run_again(bench_pool *b, pool_kernel which, size_t items, size_t group, cl_mem slots, cl_uint number)
{
    enqueue(b, which, 1, &items, group ? &group : NULL, slots, number);
}

void run(bench_pool *b, pool_kernel which, size_t items, size_t group, cl_mem slots, cl_uint number)
{
    assert_success(cliv_pool_set_kernel_args(b->pool, b->kernel[which], 0));
    run_again(b, which, items, group, slots, number);
}

void run_in_space(bench_pool *b, pool_kernel which, const size_t items[3], const size_t group[3], cl_mem slots,
                  cl_uint number)
{
    assert_success(cliv_pool_set_kernel_args(b->pool, b->kernel[which], 0));
    enqueue(b, which, 3, items, group, slots, number);
}

size_t count_of(bench_pool *b)
{
    size_t count = 12345;
    assert_success(cliv_pool_count(b->pool, fx.queue, &count));
    return count;
}

size_t failed_of(bench_pool *b)
{
    size_t failed = 12345;
    const cliv_status status = cliv_pool_status(b->pool, fx.queue, &failed);
    assert_int_equal(status, failed ? CLIV_EXHAUSTED : CLIV_SUCCESS);
    return failed;
}

/* ---- the model ---- */

model make_model(size_t capacity)
{
    model m = {capacity, 0, malloc((capacity + 1) * sizeof *m.id)};
    assert_non_null(m.id);
    memset(m.id, 0xff, (capacity + 1) * sizeof *m.id);
    return m;
}

void free_model(model *m)
{
    free(m->id);
    m->id = NULL;
}

void model_takes(model *m, cl_uint slot, cl_uint id)
{
    if (slot >= m->capacity)
        fail_msg("slot %u of %zu was handed out to %u", slot, m->capacity, id);
    if (m->id[slot] != FULL)
        fail_msg("slot %u was handed out to %u, but %u has it", slot, id, m->id[slot]);
    m->id[slot] = id;
    ++m->live;
}

void model_frees(model *m, cl_uint slot)
{
    assert_true(slot < m->capacity && m->id[slot] != FULL);
    m->id[slot] = FULL;
    --m->live;
}

size_t model_takes_all(model *m, cl_mem slots, size_t count, cl_uint first_id)
{
    cl_uint *found = malloc((count + 1) * sizeof *found);
    size_t granted = 0;
    assert_non_null(found);
    read_buffer(slots, 0, count * sizeof *found, found);
    for (size_t i = 0; i < count; ++i)
        if (found[i] != FULL) {
            model_takes(m, found[i], first_id + (cl_uint)i);
            ++granted;
        }
    free(found);
    return granted;
}

static void check_mapped(bench_pool *b, const model *m)
{
    size_t i = 0;
    assert_success(cliv_pool_map(b->pool, fx.queue));
    for (cl_uint slot = 0; slot < m->capacity; ++slot) {
        thing *at = cliv_pool_slot(b->pool, slot);
        if (!at != (m->id[slot] == FULL))
            fail_msg("slot %u is %s, but should not be", slot, at ? "live" : "free");
        if (at && (cliv_pool_at(b->pool, i++) != at || !thing_is(at, m->id[slot])))
            fail_msg("slot %u, object %zu is %u, should be %u", slot, i - 1, at->id, m->id[slot]);
    }
    assert_int_equal(i, m->live);
    assert_null(cliv_pool_at(b->pool, i));
    assert_null(cliv_pool_at(b->pool, SIZE_MAX));
    assert_null(cliv_pool_slot(b->pool, (cl_uint)m->capacity));
    assert_null(cliv_pool_slot(b->pool, FULL));
    assert_success(cliv_pool_unmap(b->pool, fx.queue, 0, NULL, NULL));
    assert_null(cliv_pool_at(b->pool, 0));
}

/* An output of `most` things, of which as many as fit are right and the rest untouched. */
static void check_packed(bench_pool *b, const model *m, size_t most)
{
    const cliv_array output = in_the_middle(&thing_type, NULL, most), count = OUTPUT(ulong, 1);
    thing *found = malloc((most + 1) * sizeof *found);
    size_t host_count = 12345, k = 0;
    cl_ulong device_count = 0;
    cl_event event = NULL;
    assert_non_null(found);
    assert_status(most < m->live ? CLIV_CAPACITY : CLIV_SUCCESS,
                  cliv_pool_pack(b->pool, fx.queue, output, count, &host_count, 0, NULL, &event));
    wait_and_release(&event);
    assert_int_equal(host_count, m->live);
    read_buffer(count.buffer, 0, sizeof device_count, &device_count);
    assert_int_equal(device_count, m->live);
    take(output, found, "cliv_pool_pack");
    for (size_t slot = 0; slot < m->capacity && k < most; ++slot)
        if (m->id[slot] != FULL && !thing_is(&found[k++], m->id[slot]))
            fail_msg("packed object %zu is %u, should be %u", k - 1, found[k - 1].id, m->id[slot]);
    for (; k < most; ++k)
        if (found[k].id != 0xA5A5A5A5)
            fail_msg("object %zu of the output was written, of %zu", k, m->live);
    free(found);
}

/* As many slots as fit, and then nothing. */
static void check_slots(bench_pool *b, const model *m, const cliv_type *type, size_t most)
{
    const cliv_array slots = in_the_middle(type, NULL, most), count = OUTPUT(ulong, 1);
    unsigned char *found = malloc((most + 1) * sizeof(cl_ulong));
    size_t host_count = 12345, k = 0;
    cl_ulong device_count = 0;
    cl_event event = NULL;
    assert_non_null(found);
    assert_status(most < m->live ? CLIV_CAPACITY : CLIV_SUCCESS,
                  cliv_pool_slots(b->pool, fx.queue, slots, count, &host_count, 0, NULL, &event));
    wait_and_release(&event);
    assert_int_equal(host_count, m->live);
    read_buffer(count.buffer, 0, sizeof device_count, &device_count);
    assert_int_equal(device_count, m->live);
    take(slots, found, "cliv_pool_slots");
    for (cl_ulong slot = 0; slot < m->capacity && k < most; ++slot)
        if (m->id[slot] != FULL && memcmp(found + k++ * type->size, &slot, type->size) != 0)
            fail_msg("slots[%zu] is not %zu", k - 1, (size_t)slot);
    for (; k < most; ++k)
        if (found[k * type->size] != 0xA5)
            fail_msg("slots[%zu] was written, of %zu", k, m->live);
    free(found);
}

/* All slots, and 16 numbers that are none. */
static void check_live(bench_pool *b, const model *m)
{
    const size_t n = m->capacity + 16;
    cl_mem answers = make_buffer(n * sizeof(cl_uint), NULL);
    cl_uint *found = malloc(n * sizeof *found);
    assert_non_null(found);
    run(b, LIVE, n, 0, answers, (cl_uint)m->capacity);
    read_buffer(answers, 0, n * sizeof *found, found);
    for (size_t slot = 0; slot < n; ++slot)
        if (found[slot] != (slot < m->capacity && m->id[slot] != FULL))
            fail_msg("for kernels slot %zu of %zu is %s", slot, m->capacity, found[slot] ? "live" : "not live");
    free(found);
}

void check_pool(bench_pool *b, const model *m)
{
    const cliv_array none = CLIV_NONE, one = OUTPUT(uint, 1);
    size_t host_count = 12345;
    assert_int_equal(count_of(b), m->live);
    check_mapped(b, m);
    check_packed(b, m, m->live);
    check_packed(b, m, m->live + 5);
    check_packed(b, m, m->live / 2);
    assert_success(cliv_pool_pack(b->pool, fx.queue, none, one, &host_count, 0, NULL, NULL));
    assert_int_equal(host_count, m->live);
    assert_ints(one, (cl_int)m->live);
    check_slots(b, m, &cliv_uint, m->live);
    check_slots(b, m, &cliv_long, m->live + 3);
    check_slots(b, m, &cliv_int, m->live / 3);
    host_count = 12345;
    assert_success(cliv_pool_slots(b->pool, fx.queue, none, one, &host_count, 0, NULL, NULL));
    assert_int_equal(host_count, m->live);
    check_live(b, m);
    run(b, COUNT, 1, 1, one.buffer, 0);
    assert_ints(one, (cl_int)m->live);
}
