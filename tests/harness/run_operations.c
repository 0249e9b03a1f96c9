/* SPDX-License-Identifier: Apache-2.0 */
/* The test runner for the descriptors: every operation, on the device that CLINTERVAL_DEVICE names.
 *
 *     test_operations [--op NAME]... [--seed N] [--rows N] [--full] [--tile N]… [--case TEXT] [--mode NAME] [--pool]
 *     [--repeat N] [--built-in] [--counted] [--part K/N] [--verbose]
 *
 * A row is one configuration: types, operator, variant, source, and whether arrays begin at the start of their buffers.
 * Each row is one program for the device. Rows are drawn to cover all pairs (pairwise.c), at most --rows per operation;
 * --full runs the whole product. --part K/N runs every Nth row from the Kth on, so N parts of one seed run N times as
 * many rows. Each row runs sizes around the tile size. Shapes, offsets of arrays in their buffers, and queues are drawn
 * for each run. --case replays one run, or several with --repeat. A run that takes longer than CLIV_TEST_PATIENCE
 * seconds (default 1200; 0: no limit) is regarded as hanging: the runner reports the run and exits.
 *
 * CLIV_TEST_ROWS limits the rows of every operation. From the time CLIV_TEST_UNTIL on, in seconds since 1970, the
 * runner begins no second row and no second operation. Neither applies to --case and --full. */
#define _POSIX_C_SOURCE 200809L
#include "build_logs.h"
#include "device.h"
#include "pairwise.h"
#include "test.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_OPERATIONS = 64 };

typedef struct options {
    const test_operation *only[MOST_OPERATIONS]; /* empty: all operations */
    size_t only_count;
    uint64_t seed;
    size_t rows;
    size_t part, parts; /* part 1 of 1 runs everything */
    bool full;
    size_t tiles[8];
    size_t tile_count;
    const char *replay;
    size_t repeat;
    int mode; /* -1: a drawn mode */
    bool pool;
    bool counted;  /* use device-side lengths if the operation accepts them */
    bool built_in; /* only rows of keys with a built-in order */
    bool verbose;
} options;

static test_device device;
static size_t runs, failures;

static void print_case(const test_operation *operation, const test_case *c, test_mode mode)
{
    char text[512];
    printf("test_operations --op %s --mode %s --case '%s'\n", operation->name, test_mode_name(mode),
           test_case_print(c, text, sizeof text));
    fflush(stdout);
}

static void report(const test_operation *operation, const test_case *c, test_mode mode, const char *message)
{
    static const char *const variables[] = {"RUSTICL_ENABLE", "CLINTERVAL_DEVICE", "CLINTERVAL_TUNING"};
    ++failures;
    printf("FAILED %s: %s\n  replay:", operation->name, message);
    for (size_t k = 0; k < 3; ++k)
        if (getenv(variables[k]))
            printf(" %s='%s'", variables[k], getenv(variables[k]));
    printf(" ");
    print_case(operation, c, mode);
}

/* ---- runs that hang ---- */

static char under_way[700];
static unsigned patience = 1200;

static void give_up(int signal)
{
    (void)signal; /* only functions that a signal handler may call */
    if (write(STDOUT_FILENO, under_way, strlen(under_way)) >= 0)
        _exit(1);
    _exit(2);
}

static void begin_waiting(const test_operation *operation, const test_case *c, test_mode mode)
{
    char text[512];
    snprintf(under_way, sizeof under_way,
             "FAILED %s: not ended after %u s\n  replay: test_operations --op %s --mode %s --case '%s'\n",
             operation->name, patience, operation->name, test_mode_name(mode), test_case_print(c, text, sizeof text));
    alarm(patience);
}

static void run_one(const test_operation *operation, const test_case *c, test_mode mode)
{
    static char message[1200];
    begin_waiting(operation, c, mode);
    test_work work;
    cliv_context *ctx = mode == TEST_MODE_CHECKED ? device.checked : device.ctx;
    ++runs;
    if (!test_work_create(&work, operation, c, ctx, device.in_order))
        report(operation, c, mode, work.message);
    else if (!test_run_in_mode(&device, &work, mode, message, sizeof message))
        report(operation, c, mode, message);
    test_work_destroy(&work);
    if (!test_guarded_intact(&device.scratch, message, sizeof message))
        report(operation, c, mode, message);
    alarm(0);
}

/* Draws the mean interval length. If all inputs are generated, the length is in the program's text, so it is drawn
 * once per row, otherwise once per run. */
static void draw_mean(test_case *c, uint64_t *random)
{
    static const size_t means[] = {1, 3, 8, 32, 300};
    c->mean = means[test_random_below(random, 5)];
}

/* Draws the parameters that do not change the program, for every run. */
static void draw_data(const test_operation *operation, test_case *c, test_mode *mode, const options *o,
                      uint64_t *random)
{
    static const size_t firsts[] = {1, 3, 17}, splits[] = {500, 500, 333, 1, 999, 0, 1000};
    if (c->source != TEST_GENERATED_ALL)
        draw_mean(c, random);
    c->shape = (test_shape)test_random_below(random, TEST_SHAPE_COUNT);
    c->place = (test_place)test_random_below(random, TEST_PLACE_COUNT);
    if (operation->uses & (TEST_USES_KEYS | TEST_USES_SIDES)) {
        c->keys = (test_keys)test_random_below(random, TEST_KEYS_COUNT);
        c->split = splits[test_random_below(random, 7)];
    }
    if (c->first)
        c->first = firsts[test_random_below(random, 3)];
    c->slack = test_random_below(random, 2) ? 5 : 0;
    if (o->counted) {
        const size_t extras[] = {1, 7, 3 * o->tiles[0], TEST_EXTRA_BEYOND};
        c->extra = extras[test_random_below(random, 4)];
    }
    c->seed = test_random(random) >> 40;
    *mode = o->mode >= 0 ? (test_mode)o->mode : test_draw_mode(&device, random);
}

static void run_row(const test_operation *operation, test_case *c, const options *o, uint64_t *random)
{
    size_t sizes[64], count = 0, largest = 1;
    draw_mean(c, random);
    sizes[count++] = 0;
    sizes[count++] = 1;
    for (size_t k = 0; k < o->tile_count; ++k) {
        size_t tile = o->tiles[k];
        const size_t around[] = {tile - 1, tile, tile + 1, 3 * tile - 1, 3 * tile, 3 * tile + 1};
        /* All six sizes of the first tile; one size of each further tile, which changes from run to run. */
        for (size_t j = 0; j < 6; ++j)
            if (k == 0 || j == runs % 6)
                sizes[count++] = around[j];
        largest = tile > largest ? tile : largest;
    }
    sizes[count++] = (size_t)test_random_below(random, 4 * largest);
    sizes[count++] = (size_t)test_random_below(random, 4 * o->tiles[0]);
    for (size_t k = 0; k < count && failures < 20; ++k) {
        test_mode mode;
        draw_data(operation, c, &mode, o, random);
        c->n = sizes[k];
        if ((mode == TEST_MODE_CHECKED || mode == TEST_MODE_AHEAD) && k % 4)
            mode = TEST_MODE_IN_ORDER; /* these modes compile programs again, so only a quarter of the runs use them */
        if (o->verbose)
            print_case(operation, c, mode);
        run_one(operation, c, mode);
    }
}

/* Oclgrind 21.10 crashes in its check for uninitialised values if elements are vectors of three. */
static bool crashes_simulator(const test_type *type)
{
    return device.synchronous && strcmp(type->type->name, "float3") == 0;
}

/* llvmpipe takes three minutes to compile a segmented scan of structures of 64 bytes. */
static bool compiles_for_minutes(const test_operation *operation, const test_type *type)
{
    enum { LARGE = 48 };
    return device.slow_structures && type->type->size >= LARGE &&
           (strncmp(operation->name, "scan_by_key", 11) == 0 || strncmp(operation->name, "segmented_scan", 14) == 0);
}

/* Intel's compiler ends the process in its pass reduce-cross-barrier-values if the program uses sub-groups. The
 * compiler of llvmpipe (LLVM 15) ends the process in scans with look-back in which chars start as the identity of an
 * operator whose identity is not 0. */
static bool crashes_compiler(const test_operation *operation, const test_case *c)
{
    const char *const op = test_operators[c->operator_].name;
    if (device.fails_chars && strncmp(operation->name, "scan_", 5) == 0)
        return (c->type == &test_char || c->from == &test_char) &&
               (strcmp(op, "min") == 0 || strcmp(op, "max") == 0 || strcmp(op, "mul") == 0);
    return device.fails_products && c->source != TEST_BUFFERS && (c->type == &test_float || c->from == &test_float) &&
           strcmp(op, "mul") == 0 &&
           (strcmp(operation->name, "reduce_by_key") == 0 || strcmp(operation->name, "segmented_reduce") == 0);
}

static bool is_supported(const test_operation *operation, const test_type *type)
{
    return !type ||
           ((device.fp64 || !type->fp64) && !crashes_simulator(type) && !compiles_for_minutes(operation, type));
}

static long long from_environment(const char *name, long long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoll(text, NULL, 10) : otherwise;
}

static bool is_late(const options *o)
{
    return !o->full && (long long)time(NULL) >= from_environment("CLIV_TEST_UNTIL", LLONG_MAX);
}

static void run_operation(const test_operation *operation, const options *o)
{
    uint64_t random = o->seed + o->part - 1; /* the rows depend only on the seed */
    size_t rows = 0, drawn = 0, skipped = 0, limit = o->full ? SIZE_MAX : o->rows, before = runs;
    test_case c = test_case_default(0);
    pairwise *pairs = pairwise_begin(operation, o->seed);
    if (!pairs) {
        report(operation, &c, TEST_MODE_IN_ORDER, "no memory for the rows");
        return;
    }
    for (const char *const *text = operation->bench_cases; text && *text; ++text)
        if (!test_bench_case(&c, *text))
            report(operation, &c, TEST_MODE_IN_ORDER, "invalid bench case");
    c = test_case_default(0);
    while (rows < limit && failures < 20 && !(rows && is_late(o)) &&
           (o->full ? pairwise_next_of_all(pairs, &c) : pairwise_next(pairs, &c))) {
        if (o->built_in && !test_orders[c.order].built_in)
            continue;
        if (!is_supported(operation, c.type) || !is_supported(operation, c.from) || crashes_compiler(operation, &c)) {
            ++skipped;
            continue;
        }
        if (drawn++ % o->parts != o->part - 1)
            continue;
        run_row(operation, &c, o, &random);
        ++rows;
    }
    pairwise_end(pairs);
    printf("%s: %zu configurations, %zu runs", operation->name, rows, runs - before);
    if (skipped)
        printf("; skipped: %zu configurations of type %s", skipped,
               device.synchronous ? "float3 (Oclgrind crashes on it)"
               : device.fails_chars
                   ? "double (the device has no fp64), or char (the compiler crashes on some operators)"
               : device.slow_structures ? "double (the device has no fp64), or of large structures (it takes minutes)"
               : device.fails_products  ? "float, generated, multiplied (the compiler crashes)"
                                        : "double (the device has no fp64)");
    printf("\n");
    fflush(stdout);
}

static bool is_wanted(const options *o, const test_operation *operation)
{
    bool listed = o->only_count == 0;
    for (size_t k = 0; k < o->only_count; ++k)
        listed = listed || o->only[k] == operation;
    return listed && (!o->counted || operation->uses & TEST_USES_LENGTHS);
}

/* --name VALUE; false if the name or the value is invalid. */
static bool parse_value(options *o, const char *name, const char *value)
{
    if (strcmp(name, "--op") == 0)
        return o->only_count < MOST_OPERATIONS && (o->only[o->only_count++] = test_operation_find(value)) != NULL;
    if (strcmp(name, "--mode") == 0)
        return (o->mode = test_mode_find(value)) >= 0;
    if (strcmp(name, "--case") == 0)
        return (o->replay = value) != NULL;
    if (strcmp(name, "--part") == 0)
        return sscanf(value, "%zu/%zu", &o->part, &o->parts) == 2 && o->part > 0 && o->part <= o->parts;
    char *end;
    uint64_t number = strtoull(value, &end, 10);
    if (*end || !*value)
        return false;
    if (strcmp(name, "--seed") == 0)
        o->seed = number;
    else if (strcmp(name, "--rows") == 0)
        o->rows = (size_t)number;
    else if (strcmp(name, "--repeat") == 0)
        o->repeat = (size_t)number;
    else if (strcmp(name, "--tile") == 0 && o->tile_count < 8 && number > 0)
        o->tiles[o->tile_count++] = (size_t)number;
    else
        return false;
    return true;
}

static bool parse(options *o, int argc, char **argv)
{
    for (int k = 1; k < argc; ++k) {
        if (strcmp(argv[k], "--full") == 0)
            o->full = true;
        else if (strcmp(argv[k], "--pool") == 0)
            o->pool = true;
        else if (strcmp(argv[k], "--counted") == 0)
            o->counted = true;
        else if (strcmp(argv[k], "--built-in") == 0)
            o->built_in = true;
        else if (strcmp(argv[k], "--verbose") == 0)
            o->verbose = true;
        else if (k + 1 == argc || !parse_value(o, argv[k], argv[k + 1]))
            return false;
        else
            ++k;
    }
    return !o->replay || o->only_count == 1;
}

int main(int argc, char **argv)
{
    const char *seed = getenv("CLIV_TEST_SEED");
    options o = {.seed = seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL),
                 .rows = 20,
                 .part = 1,
                 .parts = 1,
                 .repeat = 1,
                 .mode = -1};
    if (!parse(&o, argc, argv)) {
        fprintf(
            stderr,
            "usage: test_operations [--op NAME]... [--seed N] [--rows N] [--full] [--tile N]... [--pool]\n"
            "                       [--mode NAME] [--case TEXT, with one --op] [--repeat N] [--built-in] [--counted]\n"
            "                       [--part K/N] [--verbose]\n");
        return 2;
    }
    if (getenv("CLIV_TEST_PATIENCE"))
        patience = (unsigned)strtoul(getenv("CLIV_TEST_PATIENCE"), NULL, 10);
    signal(SIGALRM, give_up);
    if (o.tile_count == 0)
        o.tiles[o.tile_count++] = 1024;
    const long long most = from_environment("CLIV_TEST_ROWS", LLONG_MAX);
    if (most > 0 && (unsigned long long)most < o.rows)
        o.rows = (size_t)most;
    if (!test_device_open(&device, !o.pool))
        return 1;
    printf("device: %s; seed: %" PRIu64 "\n", device.name, o.seed);
    fflush(stdout);
    if (o.replay) {
        test_case c = test_case_default(0);
        if (!test_case_parse(&c, o.replay)) {
            fprintf(stderr, "not a case: %s\n", o.replay);
            return 2;
        }
        for (size_t k = 0; k < o.repeat && failures < 20; ++k)
            run_one(o.only[0], &c, o.mode < 0 ? TEST_MODE_IN_ORDER : (test_mode)o.mode);
    } else {
        for (const test_operation *const *op = test_operations; *op; ++op)
            if (is_wanted(&o, *op) && !(runs && is_late(&o)))
                run_operation(*op, &o);
    }
    test_device_close(&device);
    printf("%zu runs, %zu failed\n", runs, failures);
    return failures || runs == 0 || test_build_logs;
}
