/* SPDX-License-Identifier: Apache-2.0 */
/* How often an operation evaluates a generated input. Each input that an operation only reads becomes a generated array
 * whose expression counts its evaluations per element. docs/inputs.md has the bounds as a table.
 *
 * Two contexts: the rows of the device, and the built-in rows of NVIDIA's GPUs, which run on every device. With the
 * argument --print the test prints what it measures. */
#include "calls.h"
#include "runtime/tuning.h"

#undef ARRAY /* of fixture.h */

enum { N = 60000, SLOTS = SLOT_COUNT, BINS = 256 };

/* The largest allowed sum of evaluations of an input: `each` per element of the input, plus `all` per element of the
 * call's data (N), which covers the searches by which tiles find their parts of the inputs. Merges on CPUs evaluate an
 * element of each input per step. */
typedef struct bound {
    double each, all;
} bound;

#define SEARCHES 0.5
static const struct {
    const char *operations, *input;
    bound gpu, cpu;
} bounds[] = {
    {"scan_exclusive scan_inclusive", "input", {2, 0}, {2, 0}},
    {"offsets_from_counts", "counts", {1, 0}, {2, 0}},
    {"segmented_scan_exclusive segmented_scan_inclusive", "input", {2, 0}, {2, 0}},
    {"segmented_scan_exclusive segmented_scan_inclusive", "offsets", {2, SEARCHES}, {2, .02}},
    {"scan_by_key_exclusive scan_by_key_inclusive", "keys", {4, .1}, {2, .1}},
    {"scan_by_key_exclusive scan_by_key_inclusive", "values", {2, 0}, {2, 0}},
    {"reduce", "input", {1, 0}, {1, 0}},
    {"segmented_reduce", "input", {1, 0}, {1, 0}},
    {"segmented_reduce", "offsets", {6, SEARCHES}, {2, .02}},
    {"segmented_find_first", "input", {1.2, 0}, {2, 0}},
    {"segmented_find_first", "offsets", {6, SEARCHES}, {2, .02}},
    {"reduce_by_key", "keys", {2.5, 0}, {4, .05}},
    {"reduce_by_key", "values", {1, 0}, {1, 0}},
    {"unique", "keys", {2, .05}, {4, .05}},
    {"find_first", "input", {1.2, 0}, {1.2, 0}},
    {"compact", "input", {1, 0}, {2, .05}},
    {"partition", "input", {2, 0}, {2, .05}},
    {"transform_load_balance load_balance_search", "offsets", {3, SEARCHES}, {3, .02}},
    {"interval_expand interval_gather interval_scatter interval_move", "offsets", {3, SEARCHES}, {3, .02}},
    {"interval_expand", "values", {1, .5}, {1, .01}}, /* few intervals per tile: each work-item */
    {"interval_gather interval_move", "gather", {1, .5}, {1, .01}},
    {"interval_scatter interval_move", "scatter", {1, .5}, {1, .01}},
    {"interval_gather interval_scatter interval_move", "input", {1, 0}, {1, 0}},
    {"copy gather gather_or scatter aos_gather aos_scatter gather_columns", "input", {1, 0}, {1, 0}},
    {"gather gather_or scatter aos_gather aos_scatter", "indices", {1, 0}, {1, 0}},
    {"gather_or", "other", {0, 0}, {0, 0}},                /* no element is missing */
    {"gather_or", "other of missing", {0, .25}, {0, .25}}, /* N / 4 elements are missing */
    {"gather_columns", "indices", {2, 0}, {2, 0}},         /* two generated columns */
    {"aos_to_soa", "structures", {1, 0}, {1, 0}},
    {"soa_to_aos sort_rows join_unsorted", "one of a list", {1, 0}, {1, 0}},
    {"group_by", "one of a list", {2, 0}, {2, 0}}, /* keys once more for each group */
    {"bulk_insert", "a", {1, 0}, {1, 0}},
    {"bulk_insert", "b", {1, 0}, {1, 0}},
    {"bulk_insert", "indices", {1, SEARCHES}, {3, .02}},
    {"bulk_remove", "input", {1, 0}, {1, 0}},
    {"bulk_remove", "indices", {1, SEARCHES}, {2, .02}},
    {"merge_keys", "a", {1, SEARCHES}, {0, 1.01}},
    {"merge_keys", "b", {1, SEARCHES}, {0, 1.01}},
    {"merge_pairs", "a_keys", {1, SEARCHES}, {0, 1.01}},
    {"merge_pairs", "b_keys", {1, SEARCHES}, {0, 1.01}},
    {"merge_pairs set_pairs", "a_values", {1, 0}, {1, 0}},
    {"merge_pairs set_pairs", "b_values", {1, 0}, {1, 0}},
    {"merge_runs_keys merge_runs_pairs", "keys", {1, .5}, {1, .02}},
    {"merge_runs_keys merge_runs_pairs", "starts", {1, 2}, {1, 2}},
    {"merge_runs_pairs", "values", {1, 0}, {1, 0}},
    {"merge_partitions", "a", {0, .05}, {0, .05}},
    {"merge_partitions", "b", {0, .05}, {0, .05}},
    {"segmented_sort_keys segmented_sort_pairs", "segments", {4, SEARCHES}, {3, .02}},
    {"segmented_sort_keys_by_flags segmented_sort_pairs_by_flags", "flags", {3, 0}, {9, 0}}, /* 4 flags per word */
    {"sorted_search", "a", {2, SEARCHES}, {0, 2.01}},
    {"sorted_search", "b", {2, SEARCHES}, {0, 2.01}},
    {"sorted_equal_count join", "a", {2, SEARCHES}, {0, 3.01}},
    {"sorted_equal_count join", "b", {2, SEARCHES}, {0, 3.01}},
    {"join_as_of", "a", {1, SEARCHES}, {0, 1.01}},
    {"join_as_of", "b", {1, SEARCHES}, {0, 1.01}},
    {"join_overlaps", "a_starts", {2, SEARCHES}, {1, 1.01}}, /* the intervals are empty */
    {"join_overlaps", "b_starts", {2, SEARCHES}, {1, 1.01}},
    {"join_overlaps", "a_ends", {1, 0}, {1, 0}},
    {"join_overlaps", "b_ends", {1, 0}, {1, 0}},
    {"binary_search", "needles", {1, .01}, {1, .01}},
    {"binary_search", "haystack", {0, 17}, {0, 17}}, /* log2 of N / 2, plus 1, per needle */
    {"set_keys", "a", {1, SEARCHES}, {0, 2.01}},
    {"set_keys", "b", {1, SEARCHES}, {0, 2.01}},
    {"set_pairs", "a_keys", {1, SEARCHES}, {0, 2.01}},
    {"set_pairs", "b_keys", {1, SEARCHES}, {0, 2.01}},
    {"top_k", "keys", {1.3, 0}, {1.3, 0}},
    {"segmented_top_k", "keys", {1.2, 0}, {1.2, 0}},
    {"segmented_top_k", "offsets", {8, SEARCHES}, {4, .02}},
    {"histogram", "bins", {1, 0}, {1, 0}},
    {"histogram", "weights", {1, 0}, {1, 0}},
};

/* Constant part of the allowed sum. GPUs: binary searches of a few tiles. CPUs: a second read of the last tile. */
enum { FEW = 64, TILE_OF_CPUS = 16384 };

static bool printing;

/* ---- operations and the names of their inputs */

/* clang-format off */
static const struct {
    const char *name, *inputs[SLOTS];
} names[] = {
#define OPERATION(name, suite, arguments, ...) {"cliv_" #name, {arguments}},
#define ARRAY(name, access, slot, type, count) [slot] = #name,
#define INSIDE(access, slot, type, count) [slot] = "one of a list",
#include "operations.def"
};
/* clang-format on */

#define BIT(slot) (1u << (slot))

/* Operations that operations.def does not describe, and small counts of bins. */
static cliv_status columns(const call *c)
{
    const cliv_array in[] = {c->arrays[INPUT], c->arrays[VALUES]}, out[] = {c->arrays[OUT], c->arrays[OUT2]};
    return cliv_gather_columns(c->ctx, c->queue, c->arrays[PLACES], in, out, 2, 0, NULL, NULL);
}

static cliv_status body(const call *c)
{
    const cliv_array output = cliv_named("output", c->arrays[OUT]);
    return cliv_transform_load_balance(c->ctx, c->queue, c->move_count, c->arrays[OFFSETS],
                                       "cliv_put(output, i, (int)segment);", NULL, &output, 1, 0, NULL, NULL);
}

static cliv_status bins(const call *c)
{
    return cliv_histogram(c->ctx, c->queue, c->arrays[INPUT], c->arrays[VALUES], cliv_slice(c->arrays[OUT], 0, BINS), 0,
                          NULL, NULL);
}

/* The second half of the indices is outside the input. */
static cliv_status missing(const call *c)
{
    return cliv_gather_or(c->ctx, c->queue, c->arrays[PLACES], cliv_slice(c->arrays[INPUT], 0, N / 2),
                          c->arrays[VALUES], c->arrays[OUT], 0, NULL, NULL);
}

static const struct {
    operation o;
    const char *inputs[SLOTS];
} others[] = {
    {{.name = "cliv_gather_or", .run = missing, .reads = BIT(INPUT) | BIT(VALUES) | BIT(PLACES)},
     {[INPUT] = "input", [VALUES] = "other of missing", [PLACES] = "indices"}},
    {{.name = "cliv_gather_columns", .run = columns, .reads = BIT(INPUT) | BIT(VALUES) | BIT(PLACES)},
     {[INPUT] = "input", [VALUES] = "input", [PLACES] = "indices"}},
    {{.name = "cliv_transform_load_balance", .run = body, .reads = BIT(OFFSETS)}, {[OFFSETS] = "offsets"}},
    {{.name = "cliv_histogram", .run = bins, .reads = BIT(INPUT) | BIT(VALUES)},
     {[INPUT] = "bins", [VALUES] = "weights"}},
};

static const char *const *inputs_of(const char *name)
{
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        if (strcmp(names[k].name, name) == 0)
            return names[k].inputs;
    fail_msg("operations.def does not list %s", name);
    return NULL;
}

static bool lists(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bound allowed(const char *name, const char *input, bool cpu)
{
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; ++k)
        if (lists(bounds[k].operations, name + strlen("cliv_")) && strcmp(bounds[k].input, input) == 0)
            return cpu ? bounds[k].cpu : bounds[k].gpu;
    fail_msg("no bound for %s of %s", input, name);
    return (bound){0, 0};
}

/* ---- contexts */

/* The built-in rows of NVIDIA's GPUs, as rows for any device. */
static const char *rows_of_nvidia(void)
{
    static const cliv_tuning rows[] = {
#define ROW(family, device, bytes, nt, vt, variant, items) \
    {CLIV_FAMILY_##family, device, bytes, nt, vt, CLIV_VARIANT_##variant, items, 0, 0},
        CLIV_TUNING_ROWS(ROW)
#undef ROW
    };
    static char text[1 << 15];
    size_t length = (size_t)snprintf(text, sizeof text, "device any visibility=yes progress=yes\n");
    for (unsigned pass = 0; pass < 2; ++pass)
        for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
            if (strcmp(rows[k].device, pass ? "any" : "arch:sm_*") != 0)
                continue;
            char columns[96];
            cliv_tuning_print(columns, sizeof columns, &rows[k]);
            length += (size_t)snprintf(text + length, sizeof text - length, "%s any %s\n",
                                       cliv_family_name(rows[k].family), columns);
        }
    assert_true(length < sizeof text);
    return text;
}

/* ---- arguments */

static cl_mem hit_buffers[SLOTS], value_buffers[SLOTS];
static cl_int values[SLOTS][N + N / 2];

static void set(call *c, slot s, const cliv_type *type, size_t count)
{
    c->arrays[s] = cliv_buffer(value_buffers[s], type, 0, count);
    assert_cl(
        clEnqueueWriteBuffer(fx.queue, value_buffers[s], CL_TRUE, 0, count * type->size, values[s], 0, NULL, NULL));
}

/* Valid arguments of every operation: N elements in segments of `segment`. INPUT is sorted or random. */
static call large_call(cliv_context *ctx, bool sorted, size_t segment)
{
    call c = {.ctx = ctx,
              .queue = fx.queue,
              .move_count = N,
              .tile = 1024,
              .set = CLIV_UNION,
              .join = CLIV_FULL,
              .keep = "x > 2"};
    const size_t half = N / 2, segments = N / segment;
    uint32_t random = 7;
    for (size_t i = 0; i < N; ++i) {
        values[OFFSETS][i] = (cl_int)(i * segment);
        values[GATHER][i] = values[SCATTER][i] = values[SEGMENTS][i] = values[OFFSETS][i];
        values[INPUT][i] = (cl_int)(sorted ? i / 8 : random_number(&random) % N);
        values[KEYS][i] = values[VALUES][i] = (cl_int)(random_number(&random) % N);
        values[A][i] = (cl_int)(3 * i);
        values[B][i] = (cl_int)(2 * i);
        values[A_VALUES][i] = values[B_VALUES][i] = values[ELEMENTS][i] = (cl_int)i;
        values[PLACES][i] = (cl_int)(2 * i);
        values[FLAGS][i] = 0x01010101;
    }
    set(&c, OFFSETS, &cliv_int, segments);
    set(&c, GATHER, &cliv_int, segments);
    set(&c, SCATTER, &cliv_int, segments);
    set(&c, SEGMENTS, &cliv_int, segments);
    set(&c, INPUT, &cliv_int, N);
    set(&c, KEYS, &cliv_int, N);
    set(&c, VALUES, &cliv_int, N);
    set(&c, A, &cliv_int, half);
    set(&c, B, &cliv_int, half);
    set(&c, A_VALUES, &cliv_int, half);
    set(&c, B_VALUES, &cliv_int, half);
    set(&c, ELEMENTS, &cliv_int, half);
    set(&c, PLACES, &cliv_int, half);
    set(&c, FLAGS, &cliv_uint, (N + 31) / 32);
    set(&c, OUT, &cliv_int, N);
    set(&c, OUT2, &cliv_int, N);
    set(&c, LONG_OUT, &cliv_int, N + half);
    set(&c, MATCHES, &cliv_uchar, half);
    set(&c, MATCHES2, &cliv_uchar, half);
    set(&c, COUNT, &cliv_int, 1);
    set(&c, COUNT2, &cliv_int, 1);
    return c;
}

/* ---- counting */

static const char counting[] = "void cliv_test_hit(__global const uint *hits, ulong i)"
                               "{ atomic_inc((volatile __global uint *)hits + i); }";

/* Calls the operation with counting inputs, and checks the sums. */
static void count(const operation *o, const char *const *inputs, call c, bool cpu)
{
    static cl_uint hits[N];
    cliv_array captured[SLOTS][2];
    const unsigned reads = o->reads & ~o->writes;
    for (unsigned s = 0; s < SLOTS; ++s) {
        if (!(reads >> s & 1))
            continue;
        const cl_uint zero = 0;
        assert_cl(clEnqueueFillBuffer(fx.queue, hit_buffers[s], &zero, 4, 0, sizeof hits, 0, NULL, NULL));
        captured[s][0] = cliv_named("hits", cliv_buffer(hit_buffers[s], &cliv_uint, 0, N));
        captured[s][1] = cliv_named("value", c.arrays[s]);
        c.arrays[s] = cliv_with_source(cliv_generate_from(c.arrays[s].type, "(cliv_test_hit(hits, i), value[i])",
                                                          c.arrays[s].count, captured[s], 2),
                                       counting);
    }
    check_status(o->run(&c), CLIV_SUCCESS, o->name, __FILE__, __LINE__);
    for (unsigned s = 0; s < SLOTS; ++s) {
        if (!(reads >> s & 1))
            continue;
        const bound b = allowed(o->name, inputs[s], cpu);
        const double most = b.each * (double)c.arrays[s].count + b.all * N + (cpu ? TILE_OF_CPUS : FEW);
        double sum = 0;
        read_buffer(hit_buffers[s], 0, sizeof hits, hits);
        for (size_t i = 0; i < N; ++i)
            sum += hits[i];
        if (printing)
            printf("%-8s %-32s %-14s %7zu elements %7.0f evaluations\n", cpu ? "CPU" : "GPU", o->name, inputs[s],
                   c.arrays[s].count, sum);
        /* starts: many short runs are sorted instead. other: no element is missing. */
        const double least = strcmp(inputs[s], "starts") && strcmp(inputs[s], "other") ? 1 : 0;
        if (sum < least || sum > most)
            fail_msg("%s evaluates %s %.0f times, %zu elements, should be %.0f to %.0f", o->name, inputs[s], sum,
                     c.arrays[s].count, least, most);
    }
}

static const cliv_order user_order = {"a - b < 0", NULL};
static const cliv_op user_op = {"b == 0 ? a : b", "0", NULL};

static void count_all(cliv_context *ctx, bool cpu)
{
    for (unsigned k = 0; k < 3; ++k) {
        const size_t segment = k == 0 ? 8 : k == 1 ? 1000 : N / 10;
        for (size_t i = 0; i < operation_count + sizeof others / sizeof *others; ++i) {
            const bool described = i < operation_count;
            const operation *o = described ? &operations[i] : &others[i - operation_count].o;
            const bool merges_runs = strstr(o->name, "merge_runs") != NULL;
            const bool is_histogram = strcmp(o->name, "cliv_histogram") == 0;
            if (is_histogram && described) /* N bins: once per core, or per part of the bins */
                continue;
            call c = large_call(ctx, k != 1 || merges_runs, segment);
            if (is_histogram) { /* CPUs do not evaluate the weights of samples outside the bins */
                for (size_t j = 0; j < N; ++j)
                    values[INPUT][j] %= BINS;
                set(&c, INPUT, &cliv_int, N);
            }
            if (k == 2) {
                c.op = &user_op;
                c.order = &user_order;
            }
            count(o, described ? inputs_of(o->name) : others[i - operation_count].inputs, c, cpu);
        }
    }
}

static void make_buffers(void)
{
    for (unsigned s = 0; s < SLOTS; ++s) {
        hit_buffers[s] = make_buffer(4 * N, NULL);
        value_buffers[s] = make_buffer(8 * N, NULL);
    }
}

static void rows_of_the_device(void **state)
{
    (void)state;
    cl_device_type type = 0;
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    make_buffers();
    count_all(fx.ctx, type & CL_DEVICE_TYPE_CPU);
}

static void rows_of_gpus(void **state)
{
    (void)state;
    cliv_context *gpu;
    assert_success(make_tuned_context(0, rows_of_nvidia(), &gpu));
    make_buffers();
    count_all(gpu, false);
    cliv_context_destroy(gpu);
}

int main(int argc, char **argv)
{
    printing = argc > 1 && strcmp(argv[1], "--print") == 0;
    return RUN_TESTS("evaluations of inputs", open_device, close_device, rows_of_the_device, rows_of_gpus);
}
