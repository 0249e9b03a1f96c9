/* SPDX-License-Identifier: Apache-2.0 */
/* Look-back over more tiles than a group has work-items, which scans do only if groups fall behind by chance; and
 * fallback for tiles with no state or half a state. Both also in groups with sub-groups. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "fixture.h"
#include "runtime/device.h"
#include "runtime/text.h"

enum { MOST_NT = 64, MOST_TILES = 5 * MOST_NT + 1, PREFIX_AT = 5, CALL = 3, SUM = 1, PREFIX = 2 };

/* The last tile looks back before the tiles after the middle publish, so several adjacent states are missing. */
static const char source[] =
    "#if !CLIV_FALLS_BACK\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "#endif\n"
    "#if ORDERED\n"
    "typedef uint cliv_acc;\n"
    "#define cliv_combine(a, b) ((a) + (b))\n"
    "#define cliv_identity() 0\n"
    "#include \"cliv_count_and_sum.clh\"\n"
    "#else\n"
    "#if CLIV_WIDE\n"
    "typedef ulong cliv_running;\n"
    "#else\n"
    "typedef uint cliv_running;\n"
    "#endif\n"
    "#define cliv_running_combine(a, b) ((a) + (b))\n"
    "#define cliv_running_identity() 0\n"
    "#endif\n"
    "#define CLIV_LOOK_EARLY 0\n"
    "#define CLIV_MAY_SERVE_PREFIXES 0\n"
    "#include \"cliv_look_back.clh\"\n"
    "struct cliv_tile_source {\n"
    "    ulong unit;\n"
    "};\n"
    "#if CLIV_FALLS_BACK\n"
    "cliv_running cliv_serial_fold_part(const cliv_tile_source *from, const cliv_index tile,\n"
    "                                   const uint part)\n"
    "{\n"
    "    const ulong begins = ORDERED && part == 2 && tile % 3 == 0;\n"
    "    return (cliv_running)(begins << 32 | from->unit * (part == 2 ? tile - 1 : part == 5));\n"
    "}\n"
    "#endif\n"
    "__kernel CLIV_GROUP void look(__global ulong *states, uint tiles, uint call,\n"
    "                              __global ulong *before)\n"
    "{\n"
    "    __local cliv_window window;\n"
    "    cliv_tile_source from;\n"
    "    from.unit = CLIV_WIDE && !ORDERED ? 1ul << 30 : 1;\n"
    "    for (uint i = 0; i < tiles; ++i) {\n"
    "        const uint k = i < tiles / 2 ? i : i == tiles / 2 ? tiles - 1 : i - 1;\n"
    "        before[k * NT + get_local_id(0)] =\n"
    "            cliv_wg_look_back(&from, (__global volatile cliv_tile_state *)states, k, call,\n"
    "                              cliv_nothing_seen(), &window);\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "}\n";

static void skip_without_long_atomics(void)
{
    char extensions[8192] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL));
    if (!strstr(extensions, "cl_khr_int64_base_atomics"))
        skip();
}

/* Variants, as bits. WIDE: two state words. HALVES: split states for fallback, whose 32-bit words have 16 bits of the
 * value each. ALONE: one sub-group looks back alone if it can, instead of all work-items. ORDERED: wide values of an
 * operator that does not commute, counts of runs with the sum of the last run (cliv_count_and_sum.clh). */
enum { WIDE = 1, HALVES = 2, ALONE = 4, ORDERED = 8 };

/* The value of tile k. Sums of tiles up to PREFIX_AT must not be added by later tiles. */
static cl_ulong value_of(size_t k, unsigned how)
{
    const cl_ulong unit = (how & WIDE) && !(how & ORDERED) ? (cl_ulong)1 << 30 : 1;
    const cl_ulong begins = (how & ORDERED) && k > PREFIX_AT && k % 3 == 0;
    return begins << 32 | unit * (k < PREFIX_AT ? 1000 : k == PREFIX_AT ? 7 : k);
}

/* The value of two adjacent ranges of tiles. */
static cl_ulong combined(cl_ulong a, cl_ulong b, unsigned how)
{
    if (!(how & ORDERED))
        return a + b;
    return ((a >> 32) + (b >> 32)) << 32 | (b >> 32 ? (cl_uint)b : (cl_uint)(a + b));
}

/* 32 bits of a value in the format of a state. */
static cl_ulong state_of(cl_ulong tag, cl_ulong value, bool is_split)
{
    value &= 0xffffffff;
    return is_split ? (value >> 16 << 16 | tag) << 32 | value % 0x10000 << 16 | tag : value << 32 | tag;
}

/* An incomplete state: nothing, the state of the call before, or one half of the state. */
static cl_ulong hole(size_t k, cl_ulong word)
{
    const cl_ulong left = state_of((CALL - 1) << 2 | PREFIX, 12345, true), low = 0xffffffff;
    return k % 4 == 0 ? 0 : k % 4 == 1 ? left : k % 4 == 2 ? (word & low) | (left & ~low) : word & ~low;
}

static cl_program look_program(unsigned nt, unsigned lanes, unsigned how)
{
    const char *const wide = how & ORDERED ? "" : how & WIDE ? " -D CLIV_WIDE=1" : " -D CLIV_WIDE=0";
    char options[256];
    cliv_text text = {0};
    cl_program program = NULL;
    snprintf(options, sizeof options, "-D NT=%u -D VT=4 -D ORDERED=%d%s -D CLIV_FALLS_BACK=%d -D CLIV_ALL_LOOK=%d", nt,
             (how & ORDERED) != 0, wide, (how & HALVES) != 0, (how & ALONE) == 0);
    cliv_text_add(&text, "#undef CLIV_LANES\n");
    cliv_sub_groups_define(&text, fx.ctx, lanes);
    cliv_text_add(&text, "%s", source);
    assert_success(cliv_program_build(fx.ctx, text.data, options, &program));
    cliv_text_free(&text);
    return program;
}

static void look(unsigned nt, unsigned lanes, unsigned how)
{
    static cl_ulong states[2 * MOST_TILES], whole[2 * MOST_TILES], after[2 * MOST_TILES], before[MOST_TILES * MOST_NT];
    const bool is_split = how & HALVES;
    cl_int error;
    const cl_uint tiles = 5 * nt + 1, call = CALL;
    const size_t items = nt, words = how & WIDE ? 2 : 1;
    for (size_t k = 0; k < tiles; ++k) {
        const cl_ulong tag = CALL << 2 | (k == 0 || k == PREFIX_AT ? PREFIX : SUM);
        for (size_t w = 0; w < words; ++w)
            whole[words * k + w] = state_of(tag, value_of(k, how) >> 32 * w, is_split);
    }
    memcpy(states, whole, sizeof states);
    for (size_t k = PREFIX_AT + 1; is_split && k < tiles; ++k)
        if (k % 5 < 3) /* or only one word is incomplete */
            for (size_t w = k % 5 == 2; w < words; ++w)
                states[words * k + w] = hole(k, whole[words * k + w]);
    cl_program program = look_program(nt, lanes, how);
    cl_kernel kernel = clCreateKernel(program, "look", &error);
    assert_cl(error);
    const cl_mem in = make_buffer(words * tiles * sizeof *states, states);
    const cl_mem out = make_buffer(tiles * nt * sizeof *before, NULL);
    assert_cl(clSetKernelArg(kernel, 0, sizeof in, &in));
    assert_cl(clSetKernelArg(kernel, 1, sizeof tiles, &tiles));
    assert_cl(clSetKernelArg(kernel, 2, sizeof call, &call));
    assert_cl(clSetKernelArg(kernel, 3, sizeof out, &out));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
    read_buffer(out, 0, tiles * nt * sizeof *before, before);
    cl_ulong sum = 0;
    for (size_t k = 0; k < tiles; ++k) {
        for (size_t t = 0; t < nt; ++t)
            if (before[k * nt + t] != sum)
                fail_msg("%u lanes, before tile %zu work-item %zu of %u sees %llu, should see %llu", lanes, k, t, nt,
                         (unsigned long long)before[k * nt + t], (unsigned long long)sum);
        sum = k == PREFIX_AT ? value_of(k, how) : combined(sum, value_of(k, how), how);
    }
    /* The missing states are published now, except for the last one, which no later tile needs. */
    read_buffer(in, 0, words * tiles * sizeof *after, after);
    for (size_t w = 0; w < words * (tiles - 1); ++w)
        if (after[w] != whole[w])
            fail_msg("%u lanes, word %zu of the states is %llx, should be %llx", lanes, w, (unsigned long long)after[w],
                     (unsigned long long)whole[w]);
    assert_cl(clReleaseKernel(kernel));
    assert_cl(clReleaseProgram(program));
}

static void words(void **state)
{
    (void)state;
    skip_without_long_atomics();
    look(8, 0, 0);
}

static void long_words(void **state)
{
    (void)state;
    skip_without_long_atomics();
    look(8, 0, WIDE);
}

static void holes(void **state)
{
    (void)state;
    look(8, 0, HALVES);
}

static void long_holes(void **state)
{
    (void)state;
    look(8, 0, HALVES | WIDE);
}

/* The last of the work-items that fold 16 entries each have fewer. */
static void in_order(void **state)
{
    (void)state;
    look(40, 0, HALVES | WIDE | ORDERED);
    skip_without_long_atomics();
    look(40, 0, WIDE | ORDERED);
}

/* Does the device have sub-groups of this size? */
static bool has_lanes(unsigned lanes)
{
    char wish[16];
    cliv_context *ctx = NULL;
    snprintf(wish, sizeof wish, "%u", lanes);
    setenv("CLINTERVAL_SUB_GROUPS", wish, 1);
    assert_success(make_context(0, &ctx));
    unsetenv("CLINTERVAL_SUB_GROUPS");
    const bool has = cliv_lanes(ctx, MOST_NT) == lanes;
    cliv_context_destroy(ctx);
    return has;
}

/* Sub-groups that are whole groups, and several per group. Groups smaller than 8 cannot fold tiles here. */
static void by_sub_groups(void **state)
{
    (void)state;
    skip_without_long_atomics();
    bool has_some = false;
    for (unsigned lanes = 4; lanes <= 32; lanes *= 2)
        if (has_lanes(lanes)) {
            has_some = true;
            for (unsigned nt = lanes < 8 ? 8 : lanes; nt <= 2 * lanes; nt *= 2)
                for (unsigned how = 0; how <= (ALONE | WIDE | ORDERED); ++how)
                    if ((how & WIDE || !(how & ORDERED)) && (how & (HALVES | ALONE)) != (HALVES | ALONE))
                        look(nt, lanes, how); /* in fallback all work-items take part */
        }
    if (!has_some)
        skip();
}

/* ---- states of digits ---- */

static const char digits_source[] = "#include \"cliv_digit_look_back.clh\"\n"
                                    "__kernel void show(__global const ulong *numbers, __global ulong *states,\n"
                                    "                   __global ulong *sums)\n"
                                    "{\n"
                                    "    const uint t = get_global_id(0);\n"
                                    "    __global volatile cliv_tile_state *const own =\n"
                                    "        (__global volatile cliv_tile_state *)states + t * 3 * 16;\n"
                                    "    const cliv_tile_state none = cliv_nothing_seen();\n"
                                    "    const cliv_index n = (cliv_index)numbers[t];\n"
                                    "    cliv_write_state(own, cliv_state_of(CLIV_PREFIX, n));\n"
                                    "    cliv_write_state(own + CLIV_DIGITS, none);\n"
                                    "    cliv_insert_state(own + CLIV_DIGITS, 0, none, cliv_state_of(CLIV_SUM, 7));\n"
                                    "    cliv_insert_state(own + CLIV_DIGITS, 0, none, cliv_state_of(CLIV_SUM, 8));\n"
                                    "    cliv_write_state(own + 2 * CLIV_DIGITS, cliv_state_of(CLIV_SUM, 5));\n"
                                    "    own[2 * CLIV_DIGITS].piece[0] = CLIV_PIECES == 1 || t % 2 ? 0 : 2;\n"
                                    "    cliv_digit_look look;\n"
                                    "    look.sum = 0;\n"
                                    "    look.end = 3;\n"
                                    "    cliv_serial_poll_states(own, 5, &look);\n"
                                    "    sums[4 * t] = look.end;\n"
                                    "    look.end = 2;\n"
                                    "    cliv_serial_poll_states(own, 5, &look);\n"
                                    "    sums[4 * t + 1] = look.end;\n"
                                    "    sums[4 * t + 2] = look.sum;\n"
                                    "    sums[4 * t + 3] = cliv_state_flag(cliv_state_of(CLIV_SUM, n), 0);\n"
                                    "}\n";

/* States with bounded waits: numbers of all lengths that a state can hold, a state that must not be overwritten, and a
 * half-written state. */
static void states_of_digits(void **state)
{
    (void)state;
    enum { COUNT = 6, DIGITS = 16 };
    static const cl_ulong numbers[COUNT] = {0, 1, (1u << 30) - 1, 1u << 30, 0x7fffffff, 0xfedcba9876543};
    const cl_mem in = make_buffer(sizeof numbers, numbers);
    const cl_mem states = make_buffer(COUNT * 3 * DIGITS * sizeof(cl_ulong), NULL);
    const cl_mem out = make_buffer(COUNT * 4 * sizeof(cl_ulong), NULL);
    for (size_t k = 0; k < 3; ++k) {
        static const char *const options[] = {"-D CLIV_FALLS_BACK=1 -D CLIV_LONG_STATES=0",
                                              "-D CLIV_FALLS_BACK=1 -D CLIV_LONG_STATES=1",
                                              "-D CLIV_FALLS_BACK=1 -D CLIV_LONG_STATES=1 -D CLIV_INDEX_64=1"};
        const size_t count = 3 + (k > 0) * 2 + (k > 1);
        cl_program program = NULL;
        cl_ulong found[COUNT * 4];
        cl_int error;
        assert_success(cliv_program_build(fx.ctx, digits_source, options[k], &program));
        cl_kernel kernel = clCreateKernel(program, "show", &error);
        assert_cl(error);
        assert_cl(clSetKernelArg(kernel, 0, sizeof in, &in));
        assert_cl(clSetKernelArg(kernel, 1, sizeof states, &states));
        assert_cl(clSetKernelArg(kernel, 2, sizeof out, &out));
        assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL));
        read_buffer(out, 0, count * 4 * sizeof(cl_ulong), found);
        for (size_t t = 0; t < count; ++t)
            if (found[4 * t] != 3 || found[4 * t + 1] != 0 || found[4 * t + 2] != numbers[t] + 7 ||
                found[4 * t + 3] != 1)
                fail_msg("%s, number %llu: ends %llu and %llu, sum %llu, flag %llu", options[k],
                         (unsigned long long)numbers[t], (unsigned long long)found[4 * t],
                         (unsigned long long)found[4 * t + 1], (unsigned long long)found[4 * t + 2],
                         (unsigned long long)found[4 * t + 3]);
        assert_cl(clReleaseKernel(kernel));
        assert_cl(clReleaseProgram(program));
    }
}

int main(void)
{
    return RUN_TESTS("look-back", open_device, close_device, states_of_digits, words, long_words, holes, long_holes,
                     in_order, by_sub_groups);
}
