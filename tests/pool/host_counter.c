/* SPDX-License-Identifier: Apache-2.0 */
/* Spread counters: adding from kernels, setting, and reading into every type, compared with a model of each
 * sub-counter. */
#include "fixture.h"

enum { MOST_BINS = 1000, MOST_SPREAD = 256, MOST_ADDS = 20000, LANES = 32 };
#define NO_EVENTS 0, NULL, NULL

static const char source[] = /* any count of work-items shares the work */
    "#include \"cliv_counter.clh\"\n"
    "__kernel void adding(__global const uint *bins, __global cliv_counter_state *counter, __global const uint "
    "*amounts,\n"
    "                     uint n)\n"
    "{\n"
    "    for (uint i = get_global_id(0); i < n; i += get_global_size(0))\n"
    "        cliv_counter_add(counter, bins[i], amounts[i]);\n"
    "}\n"
    "__kernel void sums(__global cliv_counter_state *counter, __global ulong *output)\n"
    "{\n"
    "    output[get_global_id(0)] = cliv_counter_sum(counter, get_global_id(0));\n"
    "}\n"
    "__kernel void spread_of(__global cliv_counter_state *counter, __global uint *spread)\n"
    "{\n"
    "    *spread = counter->spread;\n"
    "}\n"
    "__kernel void letters(__global cliv_counter_state *counter, __global const char *text)\n"
    "{\n"
    "    cliv_counter_add(counter, text[get_global_id(0)] - 'a', 1);\n"
    "}\n";
static cl_program program;
static cl_kernel adding, sums, letters, spread_of;

static int open_all(void **state)
{
    if (open_both(state) != 0 || cliv_program_build(fx.ctx, source, NULL, &program) != CLIV_SUCCESS)
        return -1;
    adding = clCreateKernel(program, "adding", NULL);
    sums = clCreateKernel(program, "sums", NULL);
    letters = clCreateKernel(program, "letters", NULL);
    spread_of = clCreateKernel(program, "spread_of", NULL);
    return adding && sums && letters && spread_of ? 0 : -1;
}

static int close_all(void **state)
{
    clReleaseKernel(spread_of);
    clReleaseKernel(letters);
    clReleaseKernel(sums);
    clReleaseKernel(adding);
    clReleaseProgram(program);
    return close_both(state);
}

static cliv_counter *make(cliv_context *ctx, size_t bins, cl_uint spread)
{
    cliv_counter *counter = NULL;
    assert_success(cliv_counter_create(ctx, bins, spread, &counter));
    assert_true(counter && cliv_counter_bins(counter) == bins);
    return counter;
}

static void run_items(cl_kernel kernel, cliv_counter *counter, cliv_array array, size_t items)
{
    assert_success(cliv_counter_set_kernel_args(counter, kernel, 0));
    assert_cl(clSetKernelArg(kernel, 1, sizeof array.buffer, &array.buffer));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &items, NULL, NO_EVENTS));
}

static cliv_array uints(const cl_uint *data, size_t n)
{
    return cliv_buffer(make_buffer(n * sizeof *data, data), &cliv_uint, 0, n);
}
/* Makes n additions with `items` work-items. */
static void enqueue_adds(cl_command_queue queue, cliv_counter *counter, cliv_array bins, cliv_array amounts,
                         size_t items, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    const cl_uint n = (cl_uint)bins.count;
    assert_cl(clSetKernelArg(adding, 0, sizeof bins.buffer, &bins.buffer));
    assert_success(cliv_counter_set_kernel_args(counter, adding, 1));
    assert_cl(clSetKernelArg(adding, 2, sizeof amounts.buffer, &amounts.buffer));
    assert_cl(clSetKernelArg(adding, 3, sizeof n, &n));
    assert_cl(clEnqueueNDRangeKernel(queue, adding, 1, NULL, &items, NULL, wait_count, wait_list, event));
}

static void add(cliv_counter *counter, cliv_array bins, cliv_array amounts, size_t items)
{
    enqueue_adds(fx.queue, counter, bins, amounts, items, NO_EVENTS);
}

/* The same with work-items too far apart to share a sub-counter; the work-items between them have no bin. */
static void add_apart(cliv_counter *counter, const cl_uint *bins, const cl_uint *amounts, size_t n)
{
    static cl_uint to[8 * LANES], by[8 * LANES];
    for (size_t i = 0; i < n * LANES; ++i) {
        to[i] = i % LANES ? UINT32_MAX : bins[i / LANES];
        by[i] = amounts[i / LANES];
    }
    add(counter, uints(to, n * LANES), uints(by, n * LANES), n * LANES);
}

static struct {
    size_t bins;
    cl_uint spread, sub[MOST_BINS * MOST_SPREAD];
} model;

static void model_set(size_t bins, cl_uint spread, cl_uint value)
{
    model.bins = bins;
    model.spread = spread;
    for (size_t k = 0; k < bins * spread; ++k)
        model.sub[k] = k % spread ? 0 : value;
}

static void model_add(const cl_uint *bins, const cl_uint *amounts, size_t n, size_t items)
{
    for (size_t i = 0; i < n; ++i)
        if (bins[i] < model.bins)
            model.sub[bins[i] * model.spread + i % items / LANES % model.spread] += amounts[i];
}

static cl_ulong model_count(size_t bin)
{
    cl_ulong sum = 0;
    for (cl_uint k = 0; k < model.spread; ++k)
        sum += model.sub[bin * model.spread + k];
    return sum;
}

/* Reads the counter into all four types, in the middle of a buffer. */
static void assert_model(cliv_counter *counter)
{
    static const struct {
        const cliv_type *type;
        cl_ulong most;
    } types[] = {{&cliv_int, INT32_MAX}, {&cliv_uint, UINT32_MAX}, {&cliv_long, INT64_MAX}, {&cliv_ulong, UINT64_MAX}};
    static cl_uint narrow[MOST_BINS];
    static cl_ulong wide[MOST_BINS];
    for (size_t t = 0; t < 4; ++t) {
        const cliv_array output = in_the_middle(types[t].type, NULL, model.bins);
        const bool is_wide = types[t].type->size == 8;
        assert_success(cliv_counter_read(counter, fx.queue, output, NO_EVENTS));
        take(output, is_wide ? (void *)wide : (void *)narrow, "cliv_counter_read");
        for (size_t b = 0; b < model.bins; ++b) {
            const cl_ulong found = is_wide ? wide[b] : narrow[b], count = model_count(b);
            const cl_ulong wanted = count < types[t].most ? count : types[t].most;
            if (found != wanted)
                fail_msg("%zu bins, spread %u, %s: bin %zu has %llu, should have %llu", model.bins, model.spread,
                         types[t].type->name, b, (unsigned long long)found, (unsigned long long)wanted);
        }
    }
}

static void letters_of_a_word(void **state)
{
    (void)state;
    static const char word[] = "banana";
    const cliv_array text = cliv_buffer(make_buffer(6, word), &cliv_char, 0, 6), counts = OUTPUT(int, 15);
    cliv_counter *counter = make(fx.ctx, 14, 0);
    run_items(letters, counter, text, 6);
    assert_success(cliv_counter_read(counter, fx.queue, counts, NO_EVENTS));
    assert_ints(counts, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, (int)0xA5A5A5A5);
    cliv_counter_destroy(counter);
}

/* Every spread with few and many bins: after creation, after additions from many work-items, after further additions,
 * and after setting. Some bins are out of range, and some amounts are so large that sub-counters wrap. */
static void every_spread(void **state)
{
    (void)state;
    static const size_t bin_counts[] = {1, 2, 5, 64, MOST_BINS}, item_counts[] = {1, 37, 256, 1000};
    static cl_uint bins[MOST_ADDS], amounts[MOST_ADDS];
    const size_t n = fx.simulator ? 300 : MOST_ADDS;
    uint32_t random = 12345;
    unsigned round = 0;
    for (cl_uint spread = 1; spread <= MOST_SPREAD; spread *= 2)
        for (size_t b = 0; b < sizeof bin_counts / sizeof *bin_counts; ++b, ++round) {
            const size_t count = fx.simulator && bin_counts[b] > 70 ? 70 : bin_counts[b],
                         items = item_counts[round % 4];
            if (fx.simulator && round % 3)
                continue;
            for (size_t i = 0; i < n; ++i) {
                bins[i] = random_number(&random) % (count + 1 + count / 8);
                amounts[i] = random_number(&random) % 4 ? random_number(&random) % 10 : random_number(&random);
            }
            bins[0] = UINT32_MAX;
            const cliv_array to = uints(bins, n), by = uints(amounts, n);
            cliv_counter *counter = make(round % 2 ? checked : fx.ctx, count, spread);
            model_set(count, spread, 0);
            assert_model(counter);
            for (int k = 0; k < 2; ++k) {
                add(counter, to, by, items);
                model_add(bins, amounts, n, items);
            }
            assert_model(counter);
            assert_success(cliv_counter_set(counter, fx.queue, UINT32_MAX - round % 2, NO_EVENTS));
            model_set(count, spread, UINT32_MAX - round % 2);
            assert_model(counter);
            add(counter, to, by, items);
            model_add(bins, amounts, n, items);
            assert_model(counter);
            cliv_counter_destroy(counter);
            release_all(NULL);
        }
}

/* All work-items add 1 to one bin. */
static void one_bin_for_all(void **state)
{
    (void)state;
    const size_t n = fx.simulator ? 500 : MOST_ADDS;
    static cl_uint bins[MOST_ADDS], ones[MOST_ADDS];
    for (size_t i = 0; i < n; ++i) {
        bins[i] = 3;
        ones[i] = 1;
    }
    const cliv_array to = uints(bins, n), by = uints(ones, n);
    static const cl_uint spreads[] = {0, 1, 32768};
    for (size_t s = 0; s < 3; ++s) {
        const cliv_array counts = OUTPUT(int, 5);
        cliv_counter *counter = make(fx.ctx, 5, fx.simulator ? spreads[s] % 64 : spreads[s]);
        add(counter, to, by, n);
        assert_success(cliv_counter_read(counter, fx.queue, counts, NO_EVENTS));
        assert_ints(counts, 0, 0, 0, (int)n, 0, (int)0xA5A5A5A5);
        assert_success(cliv_counter_set(counter, fx.queue, 0, NO_EVENTS));
        assert_success(cliv_counter_read(counter, fx.queue, counts, NO_EVENTS));
        assert_ints(counts, 0, 0, 0, 0, 0);
        cliv_counter_destroy(counter);
    }
}

static void beyond_32_bits(void **state)
{
    (void)state;
    static const cl_uint bins[] = {0, 0, 1, 1, 2, 2, 2, 2};
    static const cl_uint amounts[] = {0x7fffffff, 0, 0x80000000u, 0, UINT32_MAX, 1, UINT32_MAX, UINT32_MAX};
    const cliv_array out[] = {OUTPUT(int, 3), OUTPUT(uint, 3), OUTPUT(long, 3), OUTPUT(ulong, 3)};
    cl_ulong found[3];
    cliv_counter *counter = make(fx.ctx, 3, 4);
    add_apart(counter, bins, amounts, 8); /* sub-counters 0, 1, 2 and 3 of bin 2 get one addition each */
    for (int k = 0; k < 4; ++k)
        assert_success(cliv_counter_read(counter, fx.queue, out[k], NO_EVENTS));
    assert_ints(out[0], INT32_MAX, INT32_MAX, INT32_MAX);
    assert_ints(out[1], 0x7fffffff, INT32_MIN, -1);
    for (int k = 2; k < 4; ++k) {
        read_buffer(out[k].buffer, 0, sizeof found, found);
        assert_true(found[0] == 0x7fffffff && found[1] == 0x80000000u && found[2] == 3 * (cl_ulong)UINT32_MAX + 1);
    }
    cliv_counter_destroy(counter);
}

static void no_bins(void **state)
{
    (void)state;
    const cliv_array none = cliv_buffer(NULL, &cliv_int, 0, 0), output = OUTPUT(int, 4);
    const cliv_array bins = ARRAY(uint, 0, 1, UINT32_MAX), amounts = ARRAY(uint, 1, 1, 1);
    cl_event event = NULL;
    for (cl_uint spread = 0; spread <= 2; ++spread) {
        cliv_counter *counter = make(fx.ctx, 0, spread);
        add(counter, bins, amounts, 3);
        assert_success(cliv_counter_set(counter, fx.queue, 5, 0, NULL, &event));
        wait_and_release(&event);
        assert_success(cliv_counter_read(counter, fx.queue, none, 0, NULL, &event));
        wait_and_release(&event);
        assert_success(cliv_counter_read(counter, fx.queue, output, NO_EVENTS));
        assert_untouched(output);
        cliv_counter_destroy(counter);
    }
    cliv_counter_destroy(NULL);
    assert_int_equal(cliv_counter_bins(NULL), 0);
}

/* More bins than the default count of sub-counters, and a longer output than needed. */
static void many_bins(void **state)
{
    (void)state;
    const size_t n = ((size_t)1 << 22) + 7, last = n - 1;
    if (fx.simulator)
        skip(); /* it takes hours */
    const cliv_array bins = ARRAY(uint, 0, 77, (cl_uint)last, (cl_uint)n), amounts = ARRAY(uint, 1, 2, 3, 4);
    const cliv_array output = OUTPUT(uint, n + 3);
    cl_uint *found = malloc(n * sizeof *found);
    assert_non_null(found);
    cliv_counter *counter = make(fx.ctx, n, 0);
    assert_success(cliv_counter_set(counter, fx.queue, 10, NO_EVENTS));
    add(counter, bins, amounts, 4);
    assert_success(cliv_counter_read(counter, fx.queue, output, NO_EVENTS));
    read_buffer(output.buffer, 0, n * sizeof *found, found);
    for (size_t b = 0; b < n; ++b)
        if (found[b] != 10u + (b == 0 ? 1 : b == 77 ? 2 : b == last ? 3 : 0))
            fail_msg("bin %zu has %u", b, found[b]);
    assert_poisoned(output.buffer, n * 4, (n + 3) * 4, __FILE__, __LINE__);
    cliv_counter_destroy(counter);
    free(found);
}

/* With many bins each bin has fewer sub-counters, so that all of them stay in a cache. */
static void spread_by_default(void **state)
{
    (void)state;
    static const struct {
        size_t bins;
        cl_int spread;
    } defaults[] = {{1, 256}, {8192, 256}, {8193, 128}, {1 << 20, 2}, {(1 << 20) + 1, 1}, {(1 << 21) + 1, 1}};
    for (size_t k = 0; k < sizeof defaults / sizeof *defaults && !(fx.simulator && k > 1); ++k) {
        const cliv_array spread = OUTPUT(int, 1);
        cliv_counter *counter = make(fx.ctx, defaults[k].bins, 0);
        run_items(spread_of, counter, spread, 1);
        assert_ints(spread, defaults[k].spread);
        cliv_counter_destroy(counter);
    }
}

static void sums_in_a_kernel(void **state)
{
    (void)state;
    static const cl_uint bins[] = {0, 1, 1, 2}, amounts[] = {7, UINT32_MAX, UINT32_MAX, 9};
    for (cl_uint spread = 1; spread <= 16; spread *= 2) {
        const cliv_array output = OUTPUT(ulong, 5);
        cl_ulong found[5];
        cliv_counter *counter = make(fx.ctx, 3, spread);
        add_apart(counter, bins, amounts, 4);
        run_items(sums, counter, output, 5); /* two bins are out of range */
        read_buffer(output.buffer, 0, sizeof found, found);
        assert_true(found[0] == 7 && found[2] == 9 && found[3] == 0 && found[4] == 0);
        assert_true(found[1] == (spread == 1 ? UINT32_MAX - 1 : 2 * (cl_ulong)UINT32_MAX));
        cliv_counter_destroy(counter);
    }
}

/* Before the gate opens: set, add and read, each waiting for the one before, and the counter is destroyed. */
static void run_behind_a_gate(cl_command_queue queue)
{
    const cliv_array bins = ARRAY(uint, 0, 1, 1, 2), amounts = ARRAY(uint, 7, 8, 9, 10), output = OUTPUT(int, 3);
    cl_int error, kept = 1;
    cl_event gate = clCreateUserEvent(fx.cl, &error), set = NULL, added = NULL, done = NULL;
    assert_cl(error);
    cliv_counter *counter = make(fx.ctx, 3, 2);
    assert_success(cliv_counter_set(counter, queue, 100, 1, &gate, &set));
    enqueue_adds(queue, counter, bins, amounts, 4, 1, &set, &added);
    assert_success(cliv_counter_read(counter, queue, output, 1, &added, &done));
    cliv_counter_destroy(counter);
    assert_cl(clFlush(queue));
    assert_cl(clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof kept, &kept, NULL));
    assert_int_not_equal(kept, CL_COMPLETE);
    assert_cl(clSetUserEventStatus(gate, CL_COMPLETE));
    wait_and_release(&done);
    assert_ints(output, 107, 117, 110);
    assert_cl(clReleaseEvent(added));
    assert_cl(clReleaseEvent(set));
    assert_cl(clReleaseEvent(gate));
}

static void behind_a_gate(void **state)
{
    (void)state;
    if (fx.simulator)
        skip(); /* the queue executes, and so waits, at a flush */
    run_behind_a_gate(fx.queue);
}

static void out_of_order(void **state)
{
    (void)state;
    cl_command_queue_properties properties = 0;
    cl_int error;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    if (!(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) || fx.simulator)
        skip();
    cl_command_queue queue = clCreateCommandQueue(fx.cl, fx.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    assert_cl(error);
    for (int k = 0; k < 20; ++k)
        run_behind_a_gate(queue);
    assert_cl(clFinish(queue));
    assert_cl(clReleaseCommandQueue(queue));
}

int main(void)
{
    return RUN_TESTS("spread counters", open_all, close_all, letters_of_a_word, every_spread, one_bin_for_all,
                     beyond_32_bits, no_bins, many_bins, spread_by_default, sums_in_a_kernel, behind_a_gate,
                     out_of_order);
}
