/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles of compactions, reductions by key and radix sorts fit into the local memory of small devices and fill it: the
 * next larger tile would not fit. The library selects the shape for a simulated device without compiling. The used
 * local memory is the size that the test's device reports for the kernels, and the size that the library computes. */
#include "fixture.h"
#include "runtime/context_inside.h"
#include "runtime/program.h"
#include "scan/count_fill.h"

enum { N = 1 << 16, SORTED = 20011, BESIDE = 1 << 10 /* bytes that the library leaves to the compiler */, FEW = 64 };

typedef struct cliv_program cliv_program;
cliv_status __real_cliv_program_for(cliv_build *, const char *);
cliv_status __wrap_cliv_program_for(cliv_build *, const char *);
void __real_cliv_build_begin(cliv_build *, cliv_context *, cliv_tiles);
void __wrap_cliv_build_begin(cliv_build *, cliv_context *, cliv_tiles);
unsigned __real_cliv_program_lanes(const cliv_program *);
unsigned __wrap_cliv_program_lanes(const cliv_program *);
cl_int __real_clCreateKernelsInProgram(cl_program, cl_uint, cl_kernel *, cl_uint *);
cl_int __wrap_clCreateKernelsInProgram(cl_program, cl_uint, cl_kernel *, cl_uint *);

static const char *file;  /* the kernel file under test */
static bool chooses;      /* records the shape and fails the build */
static cliv_tuning shape; /* the shape of programs of the file */
static bool is_looked_at;
static size_t taken; /* the largest local memory of a kernel of the file */

static cliv_tiles tiles; /* the tiles of the last program begun */
static size_t expected;  /* the local memory that the library computes for programs of the file */

void __wrap_cliv_build_begin(cliv_build *b, cliv_context *ctx, cliv_tiles of)
{
    tiles = of;
    __real_cliv_build_begin(b, ctx, of);
}

cliv_status __wrap_cliv_program_for(cliv_build *b, const char *name)
{
    is_looked_at = strcmp(name, file) == 0;
    if (is_looked_at) {
        shape = b->tuning;
        expected = cliv_local_bytes_of_group(b, &tiles);
    }
    if (is_looked_at && chooses)
        return CLIV_OUT_OF_MEMORY;
    const cliv_status status = __real_cliv_program_for(b, name);
    is_looked_at = false;
    return status;
}

cl_int __wrap_clCreateKernelsInProgram(cl_program program, cl_uint capacity, cl_kernel *kernels, cl_uint *count)
{
    const cl_int code = __real_clCreateKernelsInProgram(program, capacity, kernels, count);
    for (cl_uint i = 0; is_looked_at && code == CL_SUCCESS && kernels && i < capacity; ++i) {
        cl_ulong bytes = 0;
        assert_cl(
            clGetKernelWorkGroupInfo(kernels[i], fx.device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
        taken = bytes > taken ? (size_t)bytes : taken;
    }
    return code;
}

unsigned __real_cliv_lanes(const cliv_context *, size_t nt);
unsigned __wrap_cliv_lanes(const cliv_context *, size_t nt);

static unsigned promised; /* the lanes that a probe reports; the compiler does not support them */

unsigned __wrap_cliv_lanes(const cliv_context *ctx, size_t nt)
{
    return promised ? (nt % promised ? 0 : promised) : __real_cliv_lanes(ctx, nt);
}

static unsigned looks; /* 0, or 1 plus the count of queries; then only the first program has lanes */

unsigned __wrap_cliv_program_lanes(const cliv_program *p)
{
    return looks == 0 ? __real_cliv_program_lanes(p) : looks++ == 1 ? 16 : 0;
}

static const cliv_type pair = {"pair", 12, "typedef struct {\n    int x[3];\n} pair;\n"};
static const cliv_type large = {"large", 84, "typedef struct {\n    int x[21];\n} large;\n"};

/* ---- the operations, with arrays of N elements of a type ---- */

static cliv_array of(const cliv_type *type) { return cliv_buffer(make_buffer(N * type->size, NULL), type, 0, N); }

static cliv_status compact(cliv_context *ctx, const cliv_type *type)
{
    return cliv_compact(ctx, cliv_context_queue(ctx), of(type), "x != 0", NULL, NULL, 0, of(type), CLIV_NONE, NULL, 0,
                        NULL, NULL);
}

static cliv_status count(cliv_context *ctx, const cliv_type *type)
{
    return cliv_compact(ctx, cliv_context_queue(ctx), of(type), "x != 0", NULL, NULL, 0, CLIV_NONE, OUTPUT(uint, 1),
                        NULL, 0, NULL, NULL);
}

static cliv_status partition(cliv_context *ctx, const cliv_type *type)
{
    return cliv_partition(ctx, cliv_context_queue(ctx), of(type), "x != 0", NULL, NULL, 0, of(type), CLIV_NONE, NULL, 0,
                          NULL, NULL);
}

static cliv_status unique(cliv_context *ctx, const cliv_type *type)
{
    return cliv_unique(ctx, cliv_context_queue(ctx), of(type), of(type), CLIV_NONE, CLIV_NONE, NULL, CLIV_NONE, NULL, 0,
                       NULL, NULL);
}

static cliv_status starts(cliv_context *ctx, const cliv_type *type)
{
    return cliv_unique(ctx, cliv_context_queue(ctx), of(type), CLIV_NONE, of(&cliv_uint), CLIV_NONE, NULL, CLIV_NONE,
                       NULL, 0, NULL, NULL);
}

static cliv_status sums(cliv_context *ctx, const cliv_type *type)
{
    static const cliv_op last = {"b", NULL, NULL};
    return cliv_reduce_by_key(ctx, cliv_context_queue(ctx), of(&cliv_uint), of(type), of(&cliv_uint), of(type), &last,
                              NULL, CLIV_NONE, NULL, 0, NULL, NULL);
}

static cliv_status published_sums(cliv_context *ctx, const cliv_type *type)
{
    return cliv_reduce_by_key(ctx, cliv_context_queue(ctx), of(&cliv_uint), of(type), of(&cliv_uint), of(type), NULL,
                              NULL, CLIV_NONE, NULL, 0, NULL, NULL);
}

static cliv_status sort(cliv_context *ctx, const cliv_type *type)
{
    return cliv_sort_keys(ctx, cliv_context_queue(ctx), of(type), NULL, 0, NULL, NULL);
}

/* In one pass, whose tiles have the row offsets of two tiles in local memory. */
static cliv_status join(cliv_context *ctx, const cliv_type *type)
{
    ctx->limits.few_tiles = 0;
    return cliv_join(ctx, cliv_context_queue(ctx), CLIV_INNER, of(type), of(type), of(&cliv_uint), of(&cliv_uint),
                     CLIV_NONE, NULL, NULL, 0, NULL, NULL);
}

typedef struct operation {
    const char *name, *file, *family;
    cliv_status (*run)(cliv_context *, const cliv_type *);
} operation;
static const operation compacts = {"compact", "compact.cl", "compact", compact},
                       counts = {"count", "compact.cl", "compact", count},
                       partitions = {"partition", "compact.cl", "compact", partition},
                       finds_keys = {"unique", "reduce_by_key.cl", "compact", unique},
                       finds_starts = {"starts", "reduce_by_key.cl", "compact", starts},
                       sums_runs = {"sums", "reduce_by_key.cl", "seg_reduce", sums},
                       sorts = {"sort", "radix_sort.cl", "radix", sort}, joins = {"join", "join.cl", "search", join},
                       publishes_sums = {"sums that are told", "reduce_by_key.cl", "scan", published_sums};

/* ---- the selected shape and its local memory */

static cliv_context *context_of(const operation *o, unsigned nt, unsigned vt, const char *schedule)
{
    char rows[128];
    cliv_context *ctx = NULL;
    file = o->file;
    snprintf(rows, sizeof rows, "device any progress=yes\n%s any 256 %u %u %s%s\n", o->family, nt, vt,
             schedule ? "schedule=" : "", schedule ? schedule : "");
    assert_success(make_tuned_context(CLIV_COMPILE_ONLY, rows, &ctx));
    ctx->limits.stream = 1;
    return ctx;
}

static size_t bytes_of(const operation *o, const cliv_type *type, unsigned nt, unsigned vt, const char *schedule)
{
    cliv_context *const ctx = context_of(o, nt, vt, schedule);
    ctx->device.local_memory = 1 << 20;
    taken = 0;
    assert_success(o->run(ctx, type));
    assert_true(taken > 0 && shape.nt == nt && shape.vt == vt);
    if (taken > expected + FEW || expected > taken + taken / 8 + FEW)
        fail_msg("%u x %u take %zu bytes, and not %zu", nt, vt, taken, expected);
    cliv_context_destroy(ctx);
    return taken;
}

/* Makes a tile smaller by the rule of cliv_build_begin(). */
static void make_smaller(cliv_tuning *t)
{
    if (t->vt > 2 && t->vt % 2)
        t->vt -= 2;
    else if (t->vt > 1)
        t->vt /= 2;
    else
        t->nt = t->nt / 2 + t->nt % 2;
}

/* A row, and a device that is too small for it. */
typedef struct small_device {
    const operation *operation;
    const cliv_type *type;
    unsigned nt, vt;
    const char *schedule;
    size_t local, limit;
    bool ptx; /* sub-groups of 32, if groups consist of whole sub-groups */
} small_device;

static void check(const small_device *d)
{
    const operation *const o = d->operation;
    cliv_context *const ctx = context_of(o, d->nt, d->vt, d->schedule);
    ctx->device.local_memory = d->local;
    ctx->device.work_group_limit = d->limit;
    ctx->device.ptx = d->ptx;
    chooses = true;
    shape.nt = 0;
    assert_int_equal(o->run(ctx, d->type), CLIV_OUT_OF_MEMORY);
    assert_true(shape.nt > 1);
    chooses = false;
    const cliv_tuning chosen = shape;
    cliv_tuning larger = {.nt = d->nt, .vt = d->vt}, next;
    while (larger.nt > d->limit)
        larger.nt = larger.nt / 2 + larger.nt % 2;
    for (next = larger; next.nt != chosen.nt || next.vt != chosen.vt; make_smaller(&next)) {
        assert_true(next.nt > 1);
        larger = next;
    }
    const size_t bytes = bytes_of(o, d->type, chosen.nt, chosen.vt, d->schedule);
    print_message("%s of %s, %u x %u: %u x %u, %zu of %zu bytes\n", o->name, d->type->name, d->nt, d->vt, chosen.nt,
                  chosen.vt, bytes, d->local);
    if (bytes > d->local)
        fail_msg("it does not fit");
    if (larger.nt != chosen.nt || larger.vt != chosen.vt) { /* otherwise the shape is the row's shape */
        const size_t more = bytes_of(o, d->type, larger.nt, larger.vt, d->schedule);
        if (more <= d->local - BESIDE)
            fail_msg("%u x %u, of %zu bytes, would fit", larger.nt, larger.vt, more);
    }
    cliv_context_destroy(ctx);
    release_all(NULL);
}

static void tiles_fill_local_memory(void **state)
{
    (void)state;
    enum { KIB = 1024, LIMIT = 256 };
    static const small_device devices[] = {
        {&compacts, &cliv_uchar, 256, 30, "fallback", 16 * KIB, LIMIT, false},
        {&compacts, &cliv_uint, 256, 16, "fallback", 16 * KIB, LIMIT, false},
        {&compacts, &cliv_ulong, 192, 12, "launches", 16 * KIB, LIMIT, false},
        {&counts, &cliv_ulong, 256, 16, "fallback", 16 * KIB, LIMIT, false},
        {&partitions, &cliv_ulong, 256, 20, "fallback", 32 * KIB, LIMIT, false},
        {&finds_keys, &cliv_ulong, 256, 16, "fallback", 32 * KIB, LIMIT, false},
        {&finds_starts, &cliv_uint, 256, 16, "fallback", 16 * KIB, LIMIT, false},
        {&sums_runs, &cliv_uchar, 256, 3, "fallback", 5 * KIB, LIMIT, false},
        {&sums_runs, &cliv_uint, 256, 16, "fallback", 16 * KIB, LIMIT, false},
        {&sums_runs, &pair, 128, 15, "fallback", 16 * KIB, LIMIT, false},
        {&sums_runs, &large, 64, 4, "fallback", 16 * KIB, LIMIT, false},
        {&publishes_sums, &cliv_uint, 256, 16, "prefix", 32 * KIB, LIMIT, false},
        {&sorts, &cliv_ushort, 512, 2, "launches", 37376, 512,
         false}, /* with so few items the local memory of the scan is larger */
    };
    for (size_t k = 0; k < sizeof devices / sizeof *devices; ++k)
        check(&devices[k]);
}

/* The tiles of joins do not fill local memory, because merges take more. */
static void tiles_of_joins_fit(void **state)
{
    (void)state;
    enum { LOCAL = 32 << 10 };
    static const cliv_type *const types[] = {&cliv_uint, &cliv_ulong};
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k) {
        cliv_context *const ctx = context_of(&joins, 256, 27, NULL);
        ctx->device.local_memory = LOCAL;
        taken = 0;
        assert_success(joins.run(ctx, types[k]));
        print_message("joins of %s, %u x %u: %zu of %d bytes\n", types[k]->name, shape.nt, shape.vt, taken, LOCAL);
        assert_true(shape.nt == 256 && shape.vt < 27 && taken > LOCAL / 2 && taken <= LOCAL && taken <= expected + FEW);
        cliv_context_destroy(ctx);
    }
}

/* The row's groups consist of whole sub-groups, but the smaller groups do not. Then each work-item needs its own
 * element in local memory. */
static void sub_groups_that_smaller_groups_lack(void **state)
{
    (void)state;
    static const small_device devices[] = {
        {&compacts, &cliv_uchar, 992, 8, "fallback", 12 << 10, 500, true},
        {&finds_keys, &cliv_uchar, 992, 8, "fallback", 16 << 10, 500, true},
    };
    for (size_t k = 0; k < sizeof devices / sizeof *devices; ++k)
        check(&devices[k]);
}

/* Programs whose sub-groups turn out to be missing must fit, too. Radix sorts then use short digits. */
static void sub_groups_that_are_taken_back(void **state)
{
    (void)state;
    static const struct {
        const operation *operation;
        unsigned nt, vt;
        const char *schedule;
        size_t local;
    } rows[] = {{&compacts, 256, 8, "fallback", 12 << 10},
                {&finds_keys, 256, 8, "fallback", 16 << 10},
                {&publishes_sums, 256, 16, "prefix", 32 << 10},
                {&sorts, 256, 8, "launches", 32 << 10}};
    if (fx.ctx->device.ptx || fx.ctx->device.shuffles != CLIV_NO_SHUFFLES)
        skip();
    for (unsigned lanes = 16; lanes <= 32; lanes += 16)
        for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
            cliv_context *const ctx = context_of(rows[k].operation, rows[k].nt, rows[k].vt, rows[k].schedule);
            ctx->device.local_memory = rows[k].local;
            ctx->device.asks_lanes = true; /* disables the query of the kernels' sub-group size */
            promised = lanes;
            taken = 0;
            assert_success(rows[k].operation->run(ctx, &cliv_uint));
            promised = 0;
            print_message("%s, %u x %u: %u x %u, %zu of %zu bytes\n", rows[k].operation->name, rows[k].nt, rows[k].vt,
                          shape.nt, shape.vt, taken, rows[k].local);
            assert_true(taken > 0 && taken <= rows[k].local);
            cliv_context_destroy(ctx);
        }
}

static void sort_places(unsigned lanes)
{
    static cl_uint keys[SORTED], places[SORTED];
    uint32_t seed = 5;
    for (size_t i = 0; i < SORTED; ++i)
        keys[i] = random_number(&seed);
    const cliv_array indices = in_the_middle(&cliv_uint, NULL, SORTED);
    cliv_context *const ctx = context_of(&sorts, 64, 8, "launches");
    assert_success(cliv_context_compile_only(ctx, 0));
    ctx->device.asks_lanes = true;
    promised = lanes;
    assert_success(cliv_sort_indices(ctx, fx.queue, cliv_buffer(make_buffer(sizeof keys, keys), &cliv_uint, 0, SORTED),
                                     indices, NULL, 0, NULL, NULL));
    promised = 0;
    take(indices, places, "indices");
    for (size_t i = 1; i < SORTED; ++i)
        assert_true(keys[places[i - 1]] < keys[places[i]] ||
                    (keys[places[i - 1]] == keys[places[i]] && places[i - 1] < places[i]));
    cliv_context_destroy(ctx);
}

static void sorts_without_what_was_promised(void **state)
{
    (void)state;
    sort_places(16);
}

/* Only the program of the first pass, which moves the indices, has sub-groups, and the program of the other passes has
 * none. Both must use digits of one length. */
static void sub_groups_of_one_program_alone(void **state)
{
    (void)state;
    looks = 1;
    sort_places(0);
    assert_int_equal(looks, 3);
    looks = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(tiles_fill_local_memory, release_all),
                                       cmocka_unit_test_teardown(tiles_of_joins_fit, release_all),
                                       cmocka_unit_test_teardown(sub_groups_that_smaller_groups_lack, release_all),
                                       cmocka_unit_test_teardown(sub_groups_that_are_taken_back, release_all),
                                       cmocka_unit_test_teardown(sorts_without_what_was_promised, release_all),
                                       cmocka_unit_test_teardown(sub_groups_of_one_program_alone, release_all)};
    return cmocka_run_group_tests_name("local memory of tiles", tests, open_device, close_device) != 0;
}
