/* SPDX-License-Identifier: Apache-2.0 */
/* Structures of every size: the work-group functions of cliv_aos.clh in user-defined kernels, and the operations that
 * use them. */
#include "fixture.h"

enum { MOST_WORDS = 21 };

static const char blocks[] =
    "typedef struct { uint w[WORDS]; } item;\n"
    "#define CLIV_AOS item\n"
    "#define CLIV_AOS_WORDS WORDS\n"
    "#include \"cliv_aos.clh\"\n"
    "#define FIRST in += OFF; out += OFF; const uint first = get_group_id(0) * NT, t = get_local_id(0), count = first "
    "< n ? min(n - first, (uint)NT) : 0;\n"
    "__kernel CLIV_GROUP void add_contiguous(uint n, __global const item *in, __global item *out)\n"
    "{\n"
    "    __local cliv_aos_memory_item memory;\n"
    "    FIRST\n"
    "    item own;\n"
    "    cliv_wg_aos_load_item(in + first, count, &own, &memory);\n"
    "    if (t < count) for (uint j = 0; j < WORDS; ++j) own.w[j] += j + first + t;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    cliv_wg_aos_store_item(out + first, count, &own, &memory);\n"
    "}\n"
    "__kernel CLIV_GROUP void add_blocked(uint n, __global const item *in, __global item *out)\n"
    "{\n"
    "    __local cliv_aos_memory_item memory;\n"
    "    in += OFF; out += OFF;\n"
    "    const uint first = get_group_id(0) * NV, t = get_local_id(0), count = first < n ? min(n - first, (uint)NV) : "
    "0;\n"
    "    item own[VT];\n"
    "    cliv_wg_aos_load_blocked_item(in + first, count, own, &memory);\n"
    "    for (uint k = 0; k < VT; ++k)\n"
    "        if (t * VT + k < count)\n"
    "            for (uint j = 0; j < WORDS; ++j) own[k].w[j] += j + first + t * VT + k;\n"
    "    cliv_wg_aos_store_blocked_item(out + first, count, own, &memory);\n"
    "}\n"
    "__kernel CLIV_GROUP void fetch(uint n, __global const item *in, __global item *out, __global const uint *places)\n"
    "{\n"
    "    __local cliv_aos_memory_item memory;\n"
    "    __local cliv_index shared[NT];\n"
    "    FIRST\n"
    "    item own;\n"
    "    cliv_wg_aos_gather_item(in, n, t < count ? places[first + t] : 0, count, &own, &memory, shared);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    cliv_wg_aos_store_item(out + first, count, &own, &memory);\n"
    "}\n"
    "__kernel CLIV_GROUP void give(uint n, __global const item *in, __global item *out, __global const uint *places)\n"
    "{\n"
    "    __local cliv_aos_memory_item memory;\n"
    "    __local cliv_index shared[NT];\n"
    "    FIRST\n"
    "    item own;\n"
    "    cliv_wg_aos_load_item(in + first, count, &own, &memory);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    cliv_wg_aos_scatter_item(out, n, t < count ? places[first + t] : 0, count, &own, &memory, shared);\n"
    "}\n";

/* Runs a kernel over n structures, which begin `skip` words into their buffers, and compares. Bytes after the last
 * structure must stay unchanged. */
static void try_kernel(cl_program program, const char *name, unsigned words, unsigned nt, unsigned per, unsigned n,
                       unsigned skip)
{
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    assert_cl(code);
    const size_t count = (size_t)n * words;
    cl_uint *in = malloc((count + skip + 1) * 4), *out = malloc((count + skip + 16) * 4),
            *places = malloc((n + 1) * 4u);
    assert_true(in && out && places);
    uint32_t state = 1 + n + words;
    for (size_t i = 0; i < count + skip; ++i)
        in[i] = random_number(&state);
    for (unsigned i = 0; i < n; ++i)
        places[i] = i;
    for (unsigned i = 0; i + 1 < n; ++i) {
        const unsigned j = i + random_number(&state) % (n - i), place = places[j];
        places[j] = places[i];
        places[i] = place;
    }
    cl_mem a = make_buffer((count + skip + 1) * 4, in), b = make_buffer((count + skip + 16) * 4, NULL);
    cl_mem p = make_buffer((n + 1) * 4u, places);
    const bool by_place = strcmp(name, "fetch") == 0 || strcmp(name, "give") == 0;
    assert_cl(clSetKernelArg(kernel, 0, 4, &n));
    assert_cl(clSetKernelArg(kernel, 1, sizeof a, &a));
    assert_cl(clSetKernelArg(kernel, 2, sizeof b, &b));
    if (by_place)
        assert_cl(clSetKernelArg(kernel, 3, sizeof p, &p));
    const size_t local = nt, global = ((n + per - 1) / per + 1) * local; /* one additional group */
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    read_buffer(b, skip * 4u, (count + 16) * 4, out);
    for (unsigned i = 0; i < n; ++i)
        for (unsigned j = 0; j < words; ++j) {
            const unsigned from = strcmp(name, "fetch") == 0 ? places[i] : i,
                           to = strcmp(name, "give") == 0 ? places[i] : i;
            const cl_uint wanted = in[skip + (size_t)from * words + j] + (by_place ? 0 : j + i);
            if (out[(size_t)to * words + j] != wanted)
                fail_msg("%s of %u words, NT %u, n %u: word %u of structure %u is %x instead of %x", name, words, nt, n,
                         j, to, out[(size_t)to * words + j], wanted);
        }
    for (unsigned j = 0; j < 16; ++j)
        assert_int_equal(out[count + j], 0xA5A5A5A5u);
    free(places);
    free(out);
    free(in);
    clReleaseKernel(kernel);
    assert_int_equal(release_all(NULL), 0);
}

static void every_size(void **state)
{
    (void)state;
    static const char *const kernels[] = {"add_contiguous", "add_blocked", "fetch", "give"};
    for (unsigned words = 1; words <= MOST_WORDS; ++words)
        for (unsigned shape = 0; shape < 3; ++shape) {
            if (shape != words % 3 && !getenv("CLIV_TEST_FULL")) /* the compilation of all programs takes long */
                continue;
            const unsigned nt = shape == 0 ? 16 : shape == 1 ? 7 : 32, vt = shape == 0 ? 3 : shape == 1 ? 2 : 5;
            char options[80];
            cl_program program = NULL;
            const unsigned off = (words + shape) % 2; /* in structures; vectors may begin at any word */
            snprintf(options, sizeof options, "-D NT=%u -D VT=%u -D WORDS=%u -D OFF=%u", nt, vt, words, off);
            assert_success(cliv_program_build(fx.ctx, blocks, options, &program));
            const unsigned sizes[] = {0, 1, nt - 1, nt, nt * vt + 1, 3 * nt * vt - 1};
            for (size_t s = 0; s < (fx.simulator ? 5 : 6); ++s)
                for (size_t k = 0; k < 4; ++k)
                    try_kernel(program, kernels[k], words, nt, k == 1 ? nt * vt : nt, sizes[s], off * words);
            clReleaseProgram(program);
        }
}

static const char two_types[] =
    "typedef struct { uint w[3]; } small;\n"
    "typedef struct { float4 a; uint b, c, d, e; } large;\n"
    "#define CLIV_AOS small\n#define CLIV_AOS_WORDS 3\n#include \"cliv_aos.clh\"\n"
    "#define CLIV_AOS large\n#define CLIV_AOS_WORDS 8\n#include \"cliv_aos.inl\"\n"
    "__kernel CLIV_GROUP void widen(uint n, __global const small *in, __global large *out)\n"
    "{\n"
    "    __local cliv_aos_memory_small memory;\n"
    "    __local cliv_aos_memory_large other;\n"
    "    const uint first = get_group_id(0) * NT, count = min(n - first, (uint)NT);\n"
    "    small s;\n"
    "    cliv_wg_aos_load_small(in + first, count, &s, &memory);\n"
    "    large l;\n"
    "    l.a = (float4)(1, 2, 3, 4);\n"
    "    if (get_local_id(0) < count) {\n"
    "        l.b = s.w[0]; l.c = s.w[1]; l.d = s.w[2]; l.e = first + get_local_id(0);\n"
    "    }\n"
    "    cliv_wg_aos_store_large(out + first, count, &l, &other);\n"
    "}\n";

static void two_types_in_a_kernel(void **state)
{
    (void)state;
    enum { N = 45 };
    cl_uint in[3 * N], out[8 * N];
    for (unsigned i = 0; i < 3 * N; ++i)
        in[i] = 7 * i;
    cl_program program = NULL;
    cl_int code;
    assert_success(cliv_program_build(fx.ctx, two_types, "-D NT=16 -D VT=1", &program));
    cl_kernel kernel = clCreateKernel(program, "widen", &code);
    assert_cl(code);
    cl_mem a = make_buffer(sizeof in, in), b = make_buffer(sizeof out, NULL);
    const cl_uint n = N;
    const size_t local = 16, global = 48;
    assert_cl(clSetKernelArg(kernel, 0, 4, &n));
    assert_cl(clSetKernelArg(kernel, 1, sizeof a, &a));
    assert_cl(clSetKernelArg(kernel, 2, sizeof b, &b));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    read_buffer(b, 0, sizeof out, out);
    for (unsigned i = 0; i < N; ++i) {
        for (unsigned j = 0; j < 3; ++j)
            assert_int_equal(out[8 * i + 4 + j], in[3 * i + j]);
        assert_int_equal(out[8 * i + 7], i);
    }
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    char wrong[sizeof two_types];
    memcpy(wrong, two_types, sizeof wrong);
    strstr(wrong, "WORDS 3")[6] = '4'; /* a size other than the type's */
    assert_status(CLIV_BUILD_FAILED, cliv_program_build(fx.ctx, wrong, "-D NT=16 -D VT=1", &program));
}

/* Each work-item writes a word of a structure, and reads it as a float before and after. */
static const char words_of_floats[] =
    "typedef struct { float f[7]; } seven;\n"
    "#undef CLIV_AOS_EXCHANGE\n#define CLIV_AOS_EXCHANGE 1\n"
    "#define CLIV_AOS seven\n#define CLIV_AOS_WORDS 7\n#include \"cliv_aos.clh\"\n"
    "__kernel CLIV_GROUP void rewrite(__global seven *items, __global const float *floats,\n"
    "                                 __global float *seen)\n"
    "{\n"
    "    __local cliv_aos_memory_seven memory;\n"
    "    const uint t = get_local_id(0);\n"
    "    seven own;\n"
    "    for (uint j = 0; j < 7; ++j)\n"
    "        own.f[j] = 7 * t + j;\n"
    "    cliv_aos_put_seven(&own, t, &memory);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    seen[2 * t] = floats[t];\n"
    "    cliv_wg_aos_flush_seven(items, NT - 1, &memory);\n"
    "    seen[2 * t + 1] = floats[t];\n"
    "}\n";

static void members_follow_words(void **state)
{
    (void)state;
    enum { N = 16 };
    cl_float in[7 * N], seen[2 * N];
    for (unsigned i = 0; i < 7 * N; ++i)
        in[i] = -1;
    cl_program program = NULL;
    cl_int code;
    assert_success(cliv_program_build(fx.ctx, words_of_floats, "-D NT=16 -D VT=1", &program));
    cl_kernel kernel = clCreateKernel(program, "rewrite", &code);
    assert_cl(code);
    cl_mem a = make_buffer(sizeof in, in), b = make_buffer(sizeof seen, NULL);
    const size_t items = N;
    assert_cl(clSetKernelArg(kernel, 0, sizeof a, &a));
    assert_cl(clSetKernelArg(kernel, 1, sizeof a, &a));
    assert_cl(clSetKernelArg(kernel, 2, sizeof b, &b));
    assert_cl(clEnqueueNDRangeKernel(fx.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
    read_buffer(b, 0, sizeof seen, seen);
    for (unsigned i = 0; i < N; ++i) {
        assert_true(seen[2 * i] == -1);
        assert_true(seen[2 * i + 1] == (cl_float)i);
    }
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

static const cliv_type particle = {"particle", 36,
                                   "typedef struct { float place[3], speed[3]; int cell, kind, id; } particle;\n"};

static cliv_array particles(size_t n)
{
    cl_int *data = malloc(36 * n);
    assert_non_null(data);
    for (size_t i = 0; i < 9 * n; ++i)
        data[i] = (cl_int)i;
    const cliv_array array = cliv_buffer(make_buffer(36 * n, data), &particle, 0, n);
    free(data);
    return array;
}

static void outside_is_left_alone(void **state)
{
    (void)state;
    const cliv_array in = particles(5), out = cliv_buffer(make_buffer(36 * 6, NULL), &particle, 0, 6);
    cl_int got[54];
    assert_success(cliv_aos_gather(fx.ctx, fx.queue, ARRAY(long, 4, 5, -1, 0), in, out, 0, NULL, NULL));
    read_buffer(out.buffer, 0, sizeof got, got);
    for (int j = 0; j < 9; ++j) {
        assert_int_equal(got[j], 36 + j);
        assert_int_equal(got[9 + j], (cl_int)0xA5A5A5A5);
        assert_int_equal(got[18 + j], (cl_int)0xA5A5A5A5);
        assert_int_equal(got[27 + j], j);
        assert_int_equal(got[36 + j], (cl_int)0xA5A5A5A5);
    }
    const cliv_array sent = cliv_buffer(make_buffer(36 * 6, NULL), &particle, 0, 5);
    assert_success(cliv_aos_scatter(fx.ctx, fx.queue, ARRAY(ulong, 4, 5, 1ull << 40, 0), in, sent, 0, NULL, NULL));
    read_buffer(sent.buffer, 0, sizeof got, got);
    for (int j = 0; j < 9; ++j) {
        assert_int_equal(got[j], 27 + j);
        assert_int_equal(got[36 + j], j);
        for (int i = 1; i < 6; ++i)
            if (i != 4)
                assert_int_equal(got[9 * i + j], (cl_int)0xA5A5A5A5);
    }
}

static void checked_contexts_refuse(void **state)
{
    (void)state;
    const cliv_array in = particles(5), out = cliv_buffer(make_buffer(36 * 6, NULL), &particle, 0, 5);
    assert_status(CLIV_CHECK_FAILED,
                  cliv_aos_gather(checked, fx.queue, ARRAY(int, 4, 3, 5, -1), in, out, 0, NULL, NULL));
    assert_message("indices[2]");
    assert_message("5 elements");
    assert_status(CLIV_CHECK_FAILED, cliv_aos_scatter(checked, fx.queue, ARRAY(int, 4, -3, 5), in, out, 0, NULL, NULL));
    assert_message("indices[1]");
    assert_message("output");
    assert_poisoned(out.buffer, 0, 36 * 6, __FILE__, __LINE__);
    assert_success(cliv_aos_gather(checked, fx.queue, ARRAY(int, 4, 0, 4), in, out, 0, NULL, NULL));
    cl_int got[27];
    read_buffer(out.buffer, 0, sizeof got, got);
    assert_int_equal(got[18], 36);
}

static void sizes_that_are_no_words(void **state)
{
    (void)state;
    static const cliv_type three = {"three", 3, "typedef struct { uchar a, b, c; } three;\n"};
    const cliv_array in = cliv_buffer(make_buffer(64, NULL), &three, 0, 5),
                     out = cliv_buffer(make_buffer(64, NULL), &three, 0, 5);
    assert_status(CLIV_UNSUPPORTED, cliv_aos_gather(fx.ctx, fx.queue, ARRAY(int, 1), in, out, 0, NULL, NULL));
    assert_message("three has 3 bytes");
    assert_status(CLIV_UNSUPPORTED, cliv_aos_scatter(fx.ctx, fx.queue, ARRAY(int, 1), in, out, 0, NULL, NULL));
    const cliv_field field = {OUTPUT(char, 5), 0};
    assert_status(CLIV_UNSUPPORTED, cliv_soa_to_aos(fx.ctx, fx.queue, &field, 1, out, 0, NULL, NULL));
    assert_status(CLIV_UNSUPPORTED, cliv_aos_to_soa(fx.ctx, fx.queue, in, &field, 1, 0, NULL, NULL));
    assert_poisoned(out.buffer, 0, 64, __FILE__, __LINE__);
}

/* Structures that are too large for local memory. */
static void huge_structures(void **state)
{
    (void)state;
    enum { WORDS = 300, N = 6 };
    static const cliv_type page = {"page", 4 * WORDS, "typedef struct { uint w[300]; } page;\n"};
    cl_uint *data = malloc(4 * WORDS * N), *got = malloc(4 * WORDS * N);
    assert_true(data && got);
    for (unsigned i = 0; i < WORDS * N; ++i)
        data[i] = i;
    const cliv_array in = cliv_buffer(make_buffer(4 * WORDS * N, data), &page, 0, N);
    const cliv_array out = cliv_buffer(make_buffer(4 * WORDS * N, NULL), &page, 0, N), last = OUTPUT(uint, N);
    assert_success(cliv_aos_gather(fx.ctx, fx.queue, ARRAY(int, 5, 0, 3, 3), in, out, 0, NULL, NULL));
    read_buffer(out.buffer, 0, 4 * WORDS * N, got);
    static const unsigned from[] = {5, 0, 3, 3};
    for (unsigned i = 0; i < 4; ++i)
        assert_memory_equal(got + i * WORDS, data + from[i] * WORDS, 4 * WORDS);
    const cliv_field field = {last, 4 * (WORDS - 1)};
    assert_success(cliv_aos_to_soa(fx.ctx, fx.queue, in, &field, 1, 0, NULL, NULL));
    read_buffer(last.buffer, 0, 4 * N, got);
    for (unsigned i = 0; i < N; ++i)
        assert_int_equal(got[i], data[(i + 1) * WORDS - 1]);
    assert_success(cliv_soa_to_aos(fx.ctx, fx.queue, &field, 1, out, 0, NULL, NULL));
    read_buffer(out.buffer, 0, 4 * WORDS * N, got);
    for (unsigned i = 0; i < N; ++i)
        assert_int_equal(got[(i + 1) * WORDS - 1], data[(i + 1) * WORDS - 1]);
    free(got);
    free(data);
}

int main(void)
{
    return RUN_TESTS("arrays of structures", open_both, close_both, every_size, two_types_in_a_kernel,
                     members_follow_words, outside_is_left_alone, checked_contexts_refuse, sizes_that_are_no_words,
                     huge_structures);
}
