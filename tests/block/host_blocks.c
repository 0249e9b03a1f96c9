/* SPDX-License-Identifier: Apache-2.0 */
/* Merge, sort, segmented sort and sorted search of a work-group, in a user-defined kernel, for every length of a tile.
 * The order compares the upper bits of a key. The lower bits are its index, so that the tests detect an unstable
 * result. Also ranks by digit, and reads and writes of tiles. */
#include "fixture.h"

enum { NT = 8, VT = 5, NV = NT * VT, CALLS = 4 };

/* io: count, a_count, then NV keys, NV flags, the keys again as two sorted parts, then the outputs of the four calls,
 * with NV keys and NV values each. */
enum { KEYS = 2, FLAGS = KEYS + NV, SIDES = FLAGS + NV, OUTPUTS = SIDES + NV, WORDS = OUTPUTS + CALLS * 2 * NV };

static const char source[] = "typedef int cliv_key;\n"
                             "typedef uint cliv_value;\n"
                             "#define CLIV_HAS_VALUES 1\n"
                             "bool cliv_less(int a, int b) { return (a >> 8) < (b >> 8); }\n"
                             "#include \"cliv_segmented_sort.clh\"\n"
                             "#include \"cliv_search.clh\"\n"
                             "void put(__global int *out, const int key[VT], const uint value[VT])\n"
                             "{\n"
                             "    for (uint j = 0; j < VT; ++j) {\n"
                             "        out[get_local_id(0) * VT + j] = key[j];\n"
                             "        out[NV + get_local_id(0) * VT + j] = (int)value[j];\n"
                             "    }\n"
                             "}\n"
                             "__kernel CLIV_GROUP void blocks(__global int *io)\n"
                             "{\n"
                             "    __local cliv_merge_memory memory;\n"
                             "    __local cliv_segment_memory segments;\n"
                             "    __local int keys[NV];\n"
                             "    const uint count = io[0], a_count = io[1], t = get_local_id(0);\n"
                             "    __global const int *from = io + 2, *flags = from + NV;\n"
                             "    __global int *out = io + 2 + 3 * NV;\n"
                             "    int key[VT];\n"
                             "    uint value[VT], found[VT], heads = 0;\n"
                             "    for (uint j = 0; j < VT; ++j) {\n"
                             "        key[j] = from[t * VT + j];\n"
                             "        value[j] = t * VT + j;\n"
                             "    }\n"
                             "    cliv_wg_sort(key, value, count, &memory);\n"
                             "    put(out, key, value);\n"
                             "    for (uint j = 0; j < VT; ++j) {\n"
                             "        key[j] = from[t * VT + j];\n"
                             "        value[j] = t * VT + j;\n"
                             "        heads |= (flags[t * VT + j] ? 1u : 0u) << j;\n"
                             "    }\n"
                             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    cliv_wg_segmented_sort(key, value, heads, count, &memory, &segments);\n"
                             "    put(out + 2 * NV, key, value);\n"
                             "    for (uint i = t; i < count; i += NT)\n"
                             "        keys[i] = flags[NV + i];\n"
                             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    cliv_wg_merge(keys, a_count, count, key, value);\n"
                             "    put(out + 4 * NV, key, value);\n"
                             "    cliv_wg_sorted_search(keys, a_count, count, value, found);\n"
                             "    for (uint j = 0; j < VT; ++j)\n"
                             "        key[j] = (int)found[j];\n"
                             "    put(out + 6 * NV, key, value);\n"
                             "}\n";

static bool before(int a, int b) { return a >> 8 < b >> 8; }

/* Stable; the indices move with the keys. */
static void sort(cl_int *keys, cl_int *places, size_t count)
{
    for (size_t i = 1; i < count; ++i)
        for (size_t k = i; k > 0 && before(keys[k], keys[k - 1]); --k) {
            cl_int key = keys[k], place = places[k];
            keys[k] = keys[k - 1];
            keys[k - 1] = key;
            places[k] = places[k - 1];
            places[k - 1] = place;
        }
}

static void assert_block(const char *name, const cl_int *io, size_t call_number, const cl_int *keys,
                         const cl_int *places, size_t count)
{
    const cl_int *out = io + OUTPUTS + call_number * 2 * NV;
    for (size_t i = 0; i < count; ++i)
        if (out[i] != keys[i] || out[NV + i] != places[i])
            fail_msg("%s, %d keys, %d of the first part: item %zu is %x from %d, should be %x from %d", name, io[0],
                     io[1], i, (unsigned)out[i], out[NV + i], (unsigned)keys[i], places[i]);
}

static void fill(cl_int *io, size_t count, size_t a_count, uint32_t *random)
{
    memset(io, 0, WORDS * sizeof *io);
    io[0] = (cl_int)count;
    io[1] = (cl_int)a_count;
    for (size_t i = 0; i < NV; ++i) {
        *random = *random * 1664525u + 1013904223u;
        io[KEYS + i] = (cl_int)((*random >> 24) % 23 << 8 | i);
        io[FLAGS + i] = i < count && (*random >> 16 & 7) == 0;
    }
}

static void all_lengths(void **state)
{
    (void)state;
    cl_program program = NULL;
    cl_int io[WORDS], keys[NV], places[NV], error;
    uint32_t random = 3;
    char options[40];
    snprintf(options, sizeof options, "-D NT=%d -D VT=%d", NT, VT);
    assert_success(cliv_program_build(fx.ctx, source, options, &program));
    cl_kernel kernel = clCreateKernel(program, "blocks", &error);
    assert_cl(error);
    for (size_t count = 1; count <= NV; ++count) {
        const size_t a_count = (random >> 8) % (count + 1), items = NT;
        fill(io, count, a_count, &random);
        cl_int *sides = io + SIDES;
        memcpy(sides, io + KEYS, count * sizeof *sides);
        for (size_t i = 0; i < count; ++i)
            places[i] = (cl_int)i;
        sort(sides, places, a_count);
        sort(sides + a_count, places, count - a_count);
        cl_int merged[NV];
        memcpy(merged, sides, sizeof merged);
        cl_mem mem = make_buffer(sizeof io, io);
        assert_cl(clSetKernelArg(kernel, 0, sizeof mem, &mem));
        assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
        read_buffer(mem, 0, sizeof io, io);

        memcpy(keys, io + KEYS, sizeof keys);
        for (size_t i = 0; i < NV; ++i)
            places[i] = (cl_int)i;
        sort(keys, places, count);
        assert_block("sort", io, 0, keys, places, count);

        memcpy(keys, io + KEYS, sizeof keys);
        for (size_t i = 0; i < NV; ++i)
            places[i] = (cl_int)i;
        for (size_t begin = 0, end; begin < count; begin = end) {
            for (end = begin + 1; end < count && !io[FLAGS + end];)
                ++end;
            sort(keys + begin, places + begin, end - begin);
        }
        assert_block("segmented sort", io, 1, keys, places, count);

        cl_int found[NV];
        memcpy(keys, merged, sizeof keys);
        for (size_t i = 0; i < NV; ++i)
            places[i] = (cl_int)i;
        sort(keys, places, count);
        assert_block("merge", io, 2, keys, places, count);
        for (size_t i = 0; i < count; ++i) {
            const size_t place = (size_t)places[i];
            size_t bound = 0; /* count of keys of the other part that precede the key */
            if (place < a_count)
                for (size_t k = a_count; k < count; ++k)
                    bound += before(merged[k], merged[place]);
            else
                for (size_t k = 0; k < a_count; ++k)
                    bound += !before(merged[place], merged[k]);
            found[i] = (cl_int)bound;
        }
        assert_block("search", io, 3, found, places, count);
        release_all(NULL);
    }
    assert_cl(clReleaseKernel(kernel));
    assert_cl(clReleaseProgram(program));
}

enum { DIGITS = 16 };

/* io: the digits of a tile, then their ranks, then the start of each digit. A work-item other than the owner reads
 * each start. */
static const char rank_source[] = "#include \"cliv_radix.clh\"\n"
                                  "__kernel CLIV_GROUP void ranks(__global uint *io)\n"
                                  "{\n"
                                  "    __local cliv_digit_memory memory;\n"
                                  "    uint digit[VT];\n"
                                  "    for (uint j = 0; j < VT; ++j)\n"
                                  "        digit[j] = io[cliv_digit_item(j)];\n"
                                  "    cliv_wg_rank_digits(digit, &memory);\n"
                                  "    for (uint j = 0; j < VT; ++j)\n"
                                  "        io[NV + cliv_digit_item(j)] = digit[j];\n"
                                  "    for (uint d = get_local_id(0); d <= CLIV_DIGITS; d += NT)\n"
                                  "        io[2 * NV + CLIV_DIGITS - d] = memory.begins[CLIV_DIGITS - d];\n"
                                  "}\n";

static void ranks_of_digits(void **state)
{
    (void)state;
    const size_t items = NT;
    cl_program program = NULL;
    cl_uint io[2 * NV + DIGITS + 1] = {0}, next[DIGITS + 1] = {0}, random = 5;
    cl_int error;
    char options[40];
    for (size_t i = 0; i < NV; ++i)
        ++next[(io[i] = random_number(&random) % DIGITS) + 1];
    for (size_t d = 0; d < DIGITS; ++d)
        next[d + 1] += next[d];
    snprintf(options, sizeof options, "-D NT=%d -D VT=%d", NT, VT);
    assert_success(cliv_program_build(fx.ctx, rank_source, options, &program));
    cl_kernel kernel = clCreateKernel(program, "ranks", &error);
    assert_cl(error);
    cl_mem mem = make_buffer(sizeof io, io);
    assert_cl(clSetKernelArg(kernel, 0, sizeof mem, &mem));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
    read_buffer(mem, 0, sizeof io, io);
    assert_memory_equal(io + 2 * NV, next, sizeof next);
    for (size_t i = 0; i < NV; ++i)
        assert_int_equal(io[NV + i], next[io[i]]++);
    assert_cl(clReleaseKernel(kernel));
    assert_cl(clReleaseProgram(program));
}

/* Reads, exchanges and writes of a tile. io: count, first, two unused words, MOST + PAD words to read, then the outputs
 * of TILE_CALLS calls, with MOST + PAD words each. Registers are written as item j of work-item t at t * VT + j. */
enum {
    MOST = 128,
    PAD = 8,
    TILE_CALLS = 10,
    TILE_WORDS = 4 + (1 + TILE_CALLS) * (MOST + PAD),
    MISSING = -2,
    PAST = -1
};

static const char tile_source[] =
    "typedef __global const int *cliv_words;\n"
    "typedef int cliv_words_element;\n"
    "typedef int4 cliv_words_four;\n"
    "#define cliv_load_words_from(array, base, step) ((array) + (base))[step]\n"
    "#define cliv_load4_words(array, base, step) *(__global const int4 *)((array) + (base) + (step))\n"
    "#define cliv_is_aligned_words(pointer) (((ulong)(pointer)&15) == 0)\n"
    "#define CLIV_LOAD words\n"
    "#define CLIV_LOAD_BY_FOURS 1\n"
    "#include \"cliv_wg_load.inl\"\n"
    "#define CLIV_LOAD numbers\n"
    "#define CLIV_LOAD_ARRAY __global const int *\n"
    "#define CLIV_LOAD_TYPE int\n"
    "#define CLIV_LOAD_PAST -1\n"
    "#include \"cliv_wg_load.inl\"\n"
    "#define CLIV_LOAD neighbors\n"
    "#define CLIV_LOAD_ARRAY __global const int *\n"
    "#define CLIV_LOAD_TYPE int\n"
    "#define CLIV_LOAD_ITEM(array, base, step) (array)[(base) + (step)]\n"
    "#define CLIV_LOAD_BEGIN get_local_id(0) * VT\n"
    "#define CLIV_LOAD_STRIDE 1\n"
    "#include \"cliv_wg_load.inl\"\n"
    "#define CLIV_EXCHANGE items\n"
    "#define CLIV_EXCHANGE_TYPE int\n"
    "#include \"cliv_wg_exchange.inl\"\n"
    "#define CLIV_STORE numbers\n"
    "#define CLIV_STORE_ARRAY __global int *\n"
    "#define CLIV_STORE_TYPE int\n"
    "#include \"cliv_wg_store.inl\"\n"
    "#define CLIV_STORE neighbors\n"
    "#define CLIV_STORE_ARRAY __global int *\n"
    "#define CLIV_STORE_TYPE int\n"
    "#define CLIV_STORE_TO(array, base, step, x) (array)[(base) + (step)] = (x)\n"
    "#define CLIV_STORE_BEGIN get_local_id(0) * VT\n"
    "#define CLIV_STORE_STRIDE 1\n"
    "#include \"cliv_wg_store.inl\"\n"
    "void begin(int item[VT]) { for (uint j = 0; j < VT; ++j) item[j] = -2; }\n"
    "void put(__global int *out, const int item[VT])\n"
    "{\n"
    "    for (uint j = 0; j < VT; ++j)\n"
    "        out[get_local_id(0) * VT + j] = item[j];\n"
    "}\n"
    "__kernel CLIV_GROUP void tiles(__global int *io, uint stride)\n"
    "{\n"
    "    __local int memory[CLIV_SCAN_ROOM], items[NV];\n"
    "    const uint count = io[0], first = io[1], t = get_local_id(0);\n"
    "    __global const int *in = io + 4;\n"
    "    __global int *out = io + 4 + stride;\n"
    "    int item[VT], other[VT];\n"
    "    begin(item);\n"
    "    cliv_load_rows_words(in, first, count, item);\n"
    "    put(out, item);\n"
    "    begin(item);\n"
    "    cliv_load_striped_neighbors(in, first, count, item);\n"
    "    put(out + stride, item);\n"
    "    cliv_store_striped_neighbors(out + 2 * stride, first, count, item);\n"
    "    cliv_load_striped_numbers(in, first, count, item);\n"
    "    put(out + 3 * stride, item);\n"
    "    cliv_store_striped_numbers(out + 4 * stride, first, count, item);\n"
    "    cliv_wg_put_striped_items(count, item, memory);\n"
    "    cliv_wg_load_local_numbers(in, first, count, items);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    begin(other);\n"
    "    cliv_wg_take_blocked_items(count, other, memory);\n"
    "    put(out + 5 * stride, other);\n"
    "    begin(other);\n"
    "    cliv_wg_take_striped_items(count, other, memory);\n"
    "    put(out + 6 * stride, other);\n"
    "    cliv_wg_store_local_numbers(out + 7 * stride, first, count, items);\n"
    "    for (uint i = t; i < count; i += NT)\n"
    "        out[8 * stride + i] = items[i];\n"
    "    cliv_load_striped_neighbors(in, first, count, item);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    cliv_wg_put_blocked_items(count, item, memory);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    begin(other);\n"
    "    cliv_wg_take_striped_items(count, other, memory);\n"
    "    put(out + 9 * stride, other);\n"
    "}\n";

static void assert_tile(const cl_int *io, size_t call_number, size_t i, cl_int expected)
{
    const cl_int found = io[4 + (1 + call_number) * (MOST + PAD) + i];
    if (found != expected)
        fail_msg("call %zu, %d items from %d on: word %zu is %d, should be %d", call_number, io[0], io[1], i, found,
                 expected);
}

static void assert_tiles(const cl_int *io, size_t nt, size_t vt)
{
    const size_t count = (size_t)io[0], first = (size_t)io[1], row = vt % 4 ? 1 : 4;
    const cl_int *in = io + 4 + first;
    for (size_t i = 0; i < nt * vt; ++i) {
        const size_t t = i / vt, j = i % vt, striped = t + j * nt, rows = j / row * (nt * row) + t * row + j % row;
        const cl_int own = i < count ? in[i] : MISSING, last = t * vt < count ? in[count - 1] : MISSING;
        assert_tile(io, 0, i, rows < count ? in[rows] : MISSING);
        assert_tile(io, 1, i, own);
        assert_tile(io, 3, i, striped < count ? in[striped] : PAST);
        assert_tile(io, 5, i, i < count ? in[i] : last);
        assert_tile(io, 6, i, striped < count ? in[striped] : MISSING);
        assert_tile(io, 9, i, striped < count ? in[striped] : MISSING);
        assert_tile(io, 8, i, i < count ? in[i] : 0);
    }
    for (size_t i = 0; i < MOST + PAD; ++i) {
        const cl_int written = i >= first && i - first < count ? in[i - first] : 0;
        assert_tile(io, 2, i, written);
        assert_tile(io, 4, i, written);
        assert_tile(io, 7, i, written);
    }
}

static void tiles_of(size_t nt, size_t vt)
{
    cl_program program = NULL;
    cl_int io[TILE_WORDS], error;
    char options[40];
    snprintf(options, sizeof options, "-D NT=%zu -D VT=%zu", nt, vt);
    assert_success(cliv_program_build(fx.ctx, tile_source, options, &program));
    cl_kernel kernel = clCreateKernel(program, "tiles", &error);
    assert_cl(error);
    for (size_t count = 0; count <= nt * vt; ++count) {
        const cl_uint stride = MOST + PAD;
        memset(io, 0, sizeof io);
        io[0] = (cl_int)count;
        io[1] = count % 2 ? 3 : 4;
        for (size_t i = 0; i < MOST + PAD; ++i)
            io[4 + i] = (cl_int)(100 + i);
        cl_mem mem = make_buffer(sizeof io, io);
        assert_cl(clSetKernelArg(kernel, 0, sizeof mem, &mem));
        assert_cl(clSetKernelArg(kernel, 1, sizeof stride, &stride));
        assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &nt, &nt, 0, NULL, NULL));
        read_buffer(mem, 0, sizeof io, io);
        assert_tiles(io, nt, vt);
        release_all(NULL);
    }
    assert_cl(clReleaseKernel(kernel));
    assert_cl(clReleaseProgram(program));
}

/* The shapes cover rows of one and of four elements, and constant and varying distances between gaps. */
static void tiles_of_all_lengths(void **state)
{
    (void)state;
    tiles_of(NT, VT);
    tiles_of(NT, 8);
    tiles_of(32, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(all_lengths, release_all),
                                       cmocka_unit_test_teardown(ranks_of_digits, release_all),
                                       cmocka_unit_test_teardown(tiles_of_all_lengths, release_all)};
    return cmocka_run_group_tests_name("blocks of a work-group", tests, open_device, close_device) != 0;
}
