/* SPDX-License-Identifier: Apache-2.0 */
/* The test of libclinterval_mpi over the descriptors, started by mpirun (mpi_run.sh). Every call is compared with the
 * single-device operation on the concatenation of all parts.
 *
 *     test_mpi [--op NAME]… [--seed N] [--rows N] [--full] [--large] [--row N [--run N]] [--verbose]
 *
 * A row is one configuration of types, order, operator, variant and source, drawn pairwise as in test_operations. Each
 * row runs several sizes, in parts of several shapes, in worlds with large, small and odd chunks and with staging
 * memory of the test. --full runs all rows; --large has 10^6 elements on one rank and one on each other rank. All
 * random values depend on the seed: the one of --seed, CLIV_TEST_SEED or CLIV_TEST_MPI_SEED, in this order, or the
 * time. --row and --run replay a run. CLIV_TEST_ROWS, CLIV_TEST_UNTIL and CLIV_TEST_PATIENCE have the same meaning as
 * in test_operations. */
#define _POSIX_C_SOURCE 200809L
#include "mpi_operations.h"
#include "pairwise.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 6, WORLDS = 3, MOST_NAMES = 32, LARGE = 1000000 };

typedef struct options {
    const char *names[MOST_NAMES];
    size_t name_count;
    uint64_t seed;
    long long rows, row, run; /* row, run: -1 for all */
    bool full, large, verbose;
} options;

static test_device device;
static cliv_world *worlds[WORLDS];
static long staged;
static int rank, size;
static size_t runs, failures;
static char under_way[700];

static void give_up(int signal)
{
    (void)signal;
    if (write(STDOUT_FILENO, under_way, strlen(under_way)) >= 0)
        _exit(1);
    _exit(2);
}

/* ---- worlds ---- */

static void *create_staging(cliv_context *ctx, size_t bytes, void *user)
{
    (void)ctx;
    ++*(long *)user;
    return malloc(bytes);
}

static void release_staging(void *memory, void *user)
{
    --*(long *)user;
    free(memory);
}

static bool make_worlds(void)
{
    const cliv_world_options made_with[WORLDS] = {
        {0},
        {.chunk = 4096},
        {.chunk = 1000, .staging_create = create_staging, .staging_release = release_staging, .user = &staged}};
    for (int k = 0; k < WORLDS; ++k)
        if (cliv_world_create(MPI_COMM_WORLD, device.ctx, k ? &made_with[k] : NULL, &worlds[k])) {
            printf("rank %d: world %d: %s\n", rank, k, cliv_last_error());
            return false;
        }
    return cliv_world_rank(worlds[0]) == rank && cliv_world_size(worlds[0]) == size;
}

static void destroy_worlds(void)
{
    for (int k = 0; k < WORLDS; ++k)
        cliv_world_destroy(worlds[k]);
    if (staged) {
        printf("rank %d: %ld pieces of staging memory were not given back\n", rank, staged);
        ++failures;
    }
}

/* ---- one run ---- */

/* Runs the operation on one device, on rank 0. After the check against the serial reference the arrays of the case
 * hold the result. */
static bool run_single(mpi_run *run)
{
    test_work *const work = &run->work;
    const cl_command_queue queue = run->device->in_order;
    if (rank != 0)
        return true;
    if (!test_work_poison(work, queue))
        return mpi_complain(run, "%s", work->message);
    if (test_work_run(work, queue, 0, NULL, NULL) != CLIV_SUCCESS)
        return mpi_complain(run, "on one device: %s", cliv_last_error());
    return test_work_check(work, queue) || mpi_complain(run, "on one device: %s", work->message);
}

static bool check_place(mpi_run *run)
{
    const size_t *const bounds = run->bounds[0];
    cl_ulong first = 0, total = 0;
    if (run->cuts == 0)
        return true;
    const cliv_status status = cliv_mpi_place(run->world, mpi_count(run, bounds), &first, &total);
    if (status != CLIV_SUCCESS)
        return mpi_complain(run, "cliv_mpi_place: %s", cliv_last_error());
    return (first == bounds[rank] && total == bounds[size]) ||
           mpi_complain(run, "cliv_mpi_place: begins at %llu of %llu, should at %zu of %zu", (unsigned long long)first,
                        (unsigned long long)total, bounds[rank], bounds[size]);
}

static bool check_times(mpi_run *run)
{
    const cliv_world_times t = cliv_world_last_times(run->world);
    const bool good = t.total >= 0 && t.local >= 0 && t.splitters >= 0 && t.exchange >= 0 && t.merge >= 0 &&
                      t.local + t.splitters + t.exchange + t.merge <= t.total * 1.01 + 1e-3 && (size > 1 || !t.sent);
    return good || mpi_complain(run, "times: total %g, local %g, splitters %g, exchange %g, merge %g; sent %llu",
                                t.total, t.local, t.splitters, t.exchange, t.merge, (unsigned long long)t.sent);
}

/* Collective. Returns false on all ranks if a rank fails. */
static bool run_parts(mpi_run *run, const mpi_operation *operation, const test_case *c)
{
    const test_operation *const descriptor = test_operation_find(operation->descriptor);
    run->has_work = true;
    bool good = test_work_create(&run->work, descriptor, c, device.ctx, rank ? NULL : device.in_order) ||
                mpi_complain(run, "%s", run->work.message);
    good = good && run_single(run);
    if (!mpi_agree(good))
        return false;
    const cliv_status status = operation->run(run);
    if (status != CLIV_SUCCESS)
        mpi_complain(run, "%s: %s", cliv_status_string(status), cliv_last_error());
    if (!mpi_agree(status == CLIV_SUCCESS && !run->message[0]))
        return false;
    good = check_times(run);
    good = mpi_check(run) && good;
    good = check_place(run) && good;
    return mpi_agree(good);
}

static const char *shape_name(mpi_shape shape)
{
    static const char *const names[] = {"even", "one empty", "all on one", "unequal", "random"};
    return names[shape];
}

static void run_one(const mpi_operation *operation, const test_case *c, const options *o, size_t row, size_t number,
                    uint64_t random)
{
    static mpi_run run; /* static, because it is large */
    char text[512], message[1200] = "";
    const unsigned patience = getenv("CLIV_TEST_PATIENCE") ? (unsigned)atoi(getenv("CLIV_TEST_PATIENCE")) : 600;
    memset(&run, 0, sizeof run);
    run.device = &device;
    run.rank = rank;
    run.size = size;
    run.random = random;
    const size_t world = test_random_below(&run.random, WORLDS);
    run.world = worlds[world];
    run.shape = o->large ? UNEQUAL : (mpi_shape)test_random_below(&run.random, MPI_SHAPE_COUNT);
    run.wrapped = row % 4 == 3;
    snprintf(under_way, sizeof under_way,
             "FAILED %s: not ended after %u s\n  replay: --op %s --seed %" PRIu64 " --row %zu --run %zu%s%s\n",
             operation->name, patience, operation->name, o->seed, row, number, o->full ? " --full" : "",
             o->large ? " --large" : "");
    if (o->verbose && rank == 0) {
        printf("%s: row %zu, run %zu: world %zu, parts %s, %s\n", operation->name, row, number, world,
               shape_name(run.shape), test_case_print(c, text, sizeof text));
        fflush(stdout);
    }
    ++runs;
    alarm(patience);
    bool good = run_parts(&run, operation, c);
    if (run.message[0])
        printf("FAILED %s: rank %d: %s\n", operation->name, rank, run.message);
    mpi_forget(&run);
    if (!test_guarded_intact(&device.scratch, message, sizeof message)) {
        printf("FAILED %s: rank %d: %s\n", operation->name, rank, message);
        good = false;
    }
    fflush(stdout);
    good = mpi_agree(good);
    alarm(0);
    failures += !good;
    if (!good && rank == 0) {
        printf("  world %zu, parts %s%s; %s\n  replay: mpi_run.sh %d test_mpi --op %s --seed %" PRIu64
               " --row %zu --run %zu%s%s\n",
               world, shape_name(run.shape), run.wrapped ? ", inputs by expressions" : "",
               test_case_print(c, text, sizeof text), size, operation->name, o->seed, row, number,
               o->full ? " --full" : "", o->large ? " --large" : "");
        fflush(stdout);
    }
}

/* ---- rows ---- */

/* Sizes include fewer than two elements per rank, and more than a tile of PoCL, which has 16384 elements. */
static size_t draw_size(size_t run, uint64_t *random)
{
    switch (run) {
    case 0:
        return (size_t)test_random_below(random, 2);
    case 1:
        return (size_t)test_random_below(random, 2 * (uint64_t)size + 2);
    case 2:
        return 16384 + (size_t)test_random_below(random, 30000);
    default:
        return (size_t)test_random_below(random, run == 3 ? 300 : 5000);
    }
}

static void draw_data(const test_operation *descriptor, test_case *c, uint64_t *random)
{
    static const size_t firsts[] = {1, 3, 17}, splits[] = {500, 500, 333, 1, 999, 0, 1000},
                        means[] = {1, 3, 8, 32, 300};
    c->mean = means[test_random_below(random, 5)];
    c->shape = (test_shape)test_random_below(random, TEST_SHAPE_COUNT);
    c->place = (test_place)test_random_below(random, TEST_PLACE_COUNT);
    if (descriptor->uses & (TEST_USES_KEYS | TEST_USES_SIDES)) {
        c->keys = (test_keys)test_random_below(random, TEST_KEYS_COUNT);
        c->split = splits[test_random_below(random, 7)];
    }
    if (c->first)
        c->first = firsts[test_random_below(random, 3)];
    c->slack = test_random_below(random, 2) ? 5 : 0;
    c->seed = test_random(random) >> 40;
}

static void run_row(const mpi_operation *operation, const test_case *drawn, const options *o, size_t row)
{
    const test_operation *const descriptor = test_operation_find(operation->descriptor);
    for (size_t k = 0; k < RUNS && failures < 10; ++k) {
        if (o->run >= 0 && k != (size_t)o->run)
            continue;
        uint64_t random = o->seed + row * 1000003 + k * 7919;
        test_case c = *drawn;
        draw_data(descriptor, &c, &random);
        c.n = draw_size(k, &random);
        if (operation->suits(&c))
            run_one(operation, &c, o, row, k, random);
    }
}

/* 10^6 elements on one rank and one on each other rank: ints only, with each key a few times. */
static void run_large(const mpi_operation *operation, const options *o)
{
    test_case c = test_case_default(LARGE + (size_t)size - 1);
    c.seed = o->seed % 1000;
    if (operation->suits(&c))
        run_one(operation, &c, o, 0, 0, o->seed);
}

/* Only the clock of rank 0 is used. */
static bool is_late(const options *o)
{
    const char *const until = getenv("CLIV_TEST_UNTIL");
    int late = until && *until && !o->full && (long long)time(NULL) >= strtoll(until, NULL, 10);
    MPI_Bcast(&late, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return late;
}

static bool is_supported(const test_type *type)
{
    return !type || ((device.fp64 || !type->fp64) && !(device.slow_structures && type->type->size >= 48));
}

static void run_operation(const mpi_operation *operation, const options *o)
{
    const test_operation *const descriptor = test_operation_find(operation->descriptor);
    const size_t limit = o->full ? SIZE_MAX : (size_t)o->rows, before = runs;
    size_t rows = 0, done = 0;
    test_case c = test_case_default(0);
    if (o->large) {
        run_large(operation, o);
        return;
    }
    pairwise *const pairs = pairwise_begin(descriptor, o->seed);
    while (pairs && rows < limit && failures < 10 &&
           (o->full ? pairwise_next_of_all(pairs, &c) : pairwise_next(pairs, &c))) {
        test_case row = c;
        if (!is_supported(c.type) || !is_supported(c.from) || !operation->suits(&row))
            continue;
        if (o->row < 0 || rows == (size_t)o->row) {
            if (done++ && is_late(o))
                break;
            run_row(operation, &row, o, rows);
        }
        ++rows;
    }
    pairwise_end(pairs);
    if (rank == 0)
        printf("%s: %zu configurations, %zu runs\n", operation->name, done, runs - before);
    fflush(stdout);
}

/* ---- options ---- */

static bool parse_value(options *o, const char *name, const char *value)
{
    if (strcmp(name, "--op") == 0 && o->name_count < MOST_NAMES) {
        o->names[o->name_count++] = value;
        for (const mpi_operation *k = mpi_operations; k->name; ++k)
            if (strcmp(k->name, value) == 0)
                return true;
        return false;
    }
    char *end;
    const unsigned long long number = strtoull(value, &end, 10);
    if (*end || !*value)
        return false;
    if (strcmp(name, "--seed") == 0)
        o->seed = number;
    else if (strcmp(name, "--rows") == 0)
        o->rows = (long long)number;
    else if (strcmp(name, "--row") == 0)
        o->row = (long long)number;
    else if (strcmp(name, "--run") == 0)
        o->run = (long long)number;
    else
        return false;
    return true;
}

static bool parse(options *o, int argc, char **argv)
{
    for (int k = 1; k < argc; ++k) {
        if (strcmp(argv[k], "--full") == 0)
            o->full = true;
        else if (strcmp(argv[k], "--large") == 0)
            o->large = true;
        else if (strcmp(argv[k], "--verbose") == 0)
            o->verbose = true;
        else if (k + 1 == argc || !parse_value(o, argv[k], argv[k + 1]))
            return false;
        else
            ++k;
    }
    return true;
}

static bool is_wanted(const options *o, const char *name)
{
    for (size_t k = 0; k < o->name_count; ++k)
        if (strcmp(o->names[k], name) == 0)
            return true;
    return o->name_count == 0;
}

static uint64_t draw_seed(void)
{
    static const char *const names[] = {"CLIV_TEST_SEED", "CLIV_TEST_MPI_SEED"};
    for (unsigned k = 0; k < 2; ++k)
        if (getenv(names[k]) && *getenv(names[k]))
            return strtoull(getenv(names[k]), NULL, 10);
    return (uint64_t)time(NULL);
}

int main(int argc, char **argv)
{
    options o = {.seed = draw_seed(), .rows = 4, .row = -1, .run = -1};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!parse(&o, argc, argv) || size > MPI_MOST_RANKS) {
        fprintf(stderr,
                "usage: test_mpi [--op NAME]... [--seed N] [--rows N] [--full] [--large] [--row N [--run N]]\n"
                "                [--verbose], on %d ranks at most\n",
                MPI_MOST_RANKS);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Bcast(&o.seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    const char *const most = getenv("CLIV_TEST_ROWS");
    if (most && *most && strtoll(most, NULL, 10) > 0 && strtoll(most, NULL, 10) < o.rows)
        o.rows = strtoll(most, NULL, 10);
    if (o.row >= 0)
        o.rows = o.row + 1;
    signal(SIGALRM, give_up);
    if (!test_device_open(&device, true))
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0)
        printf("device: %s; %d ranks; seed: %" PRIu64 "\n", device.name, size, o.seed);
    fflush(stdout);
    if (!mpi_agree(make_worlds()))
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (const mpi_operation *operation = mpi_operations; operation->name; ++operation)
        if (is_wanted(&o, operation->name))
            run_operation(operation, &o);
    destroy_worlds();
    test_device_close(&device);
    const bool good = mpi_agree(failures == 0 && runs > 0);
    if (rank == 0)
        printf("%zu runs, %zu failed\n", runs, failures);
    MPI_Finalize();
    return !good;
}
