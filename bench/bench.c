/* SPDX-License-Identifier: Apache-2.0 */
/* `clinterval bench`: which rows are measured, and the way from the command line to the files. */
#define _XOPEN_SOURCE 700 /* mkdtemp, setenv, nftw */
#include "goals.h"
#include "runner.h"

#include <ftw.h>
#include <signal.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bench_run {
    bench_options options;
    bench_device device;
    bench_row *rows;
    size_t count, room;
    bool cpu_suite, failed;
} bench_run;

/* ---- a program cache of our own, empty at the start, so that a cold build is cold ---- */

static char cache[256];

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

static void private_cache(void)
{
    static const char *const variables[] = {"CUDA_CACHE_PATH", "POCL_CACHE_DIR", "MESA_SHADER_CACHE_DIR",
                                            "NEO_CACHE_DIR", "AMD_COMGR_CACHE_DIR"};
    const char *folder = getenv("TMPDIR");
    snprintf(cache, sizeof cache, "%.200s/clinterval-bench-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!mkdtemp(cache)) {
        cache[0] = 0;
        fprintf(stderr, "clinterval bench: no temporary folder; cold build times may come from the driver's cache\n");
        return;
    }
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) setenv(variables[i], cache, 1);
}

static void private_cache_remove(void)
{
    if (cache[0]) nftw(cache, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* Rows use arrays of gigabytes, and fetching their pages anew for every row takes longer than measuring. */
static void keep_pages(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

/* The first interrupt ends the run after the row at hand, with summary and files; the second ends it at once. */
static volatile sig_atomic_t stopped;

static void stop(int number)
{
    stopped = 1;
    signal(number, SIG_DFL);
}

/* ---- rows ---- */

static bench_row *new_row(bench_run *run)
{
    if (run->count == run->room) {
        size_t room = run->room * 2 + 32;
        bench_row *grown = realloc(run->rows, room * sizeof *grown);
        if (!grown) {
            fprintf(stderr, "clinterval bench: no memory for another row\n");
            run->failed = true;
            return NULL;
        }
        run->rows = grown;
        run->room = room;
    }
    bench_row *row = &run->rows[run->count++];
    memset(row, 0, sizeof *row);
    return row;
}

static test_shape shape_named(const char *name)
{
    int i = 0;
    while (i + 1 < TEST_SHAPE_COUNT && strcmp(name, test_shape_name((test_shape)i)) != 0) i++;
    return (test_shape)i;
}

static void describe(bench_row *row, const test_operation *operation, const test_case *c)
{
    char *at = row->label, *end = at + sizeof row->label;
    bool intervals = operation->uses & TEST_USES_INTERVALS;
    row->operation = operation->name;
    row->type = operation->uses & TEST_USES_TYPE ? c->type->type->name : "-";
    row->index = operation->uses & (TEST_USES_INTERVALS | TEST_USES_INDEX) ? c->index->type->name : "-";
    row->n = c->n;
    if (intervals) at += snprintf(at, (size_t)(end - at), "L=%zu", c->mean);
    if (intervals && c->shape != TEST_UNIFORM)
        at += snprintf(at, (size_t)(end - at), " %s", test_shape_name(c->shape));
    if (c->from && c->from != c->type)
        at += snprintf(at, (size_t)(end - at), "%sfrom %s", at == row->label ? "" : " ", c->from->type->name);
    if (c->variant)
        at += snprintf(at, (size_t)(end - at), "%s%s", at == row->label ? "" : " ", operation->variants[c->variant]);
    if (at == row->label) snprintf(at, (size_t)(end - at), "-");
}

static bool measured_before(const bench_run *run, const bench_row *row)
{
    for (const bench_row *r = run->rows; r < row; r++)
        if (!strcmp(r->operation, row->operation) && !strcmp(r->label, row->label) && !strcmp(r->type, row->type) &&
            !strcmp(r->index, row->index) && r->n == row->n)
            return true;
    return false;
}

/* Measures a case after the command line's filters and overrides; goal may be NULL. */
static void measure(bench_run *run, const test_operation *operation, test_case c, const bench_goal *goal)
{
    const bench_options *o = &run->options;
    const test_case given = c;
    char size[32];
    if (stopped || (o->operation && !strstr(operation->name, o->operation))) return;
    if (o->size) c.n = o->size;
    if (o->type && operation->uses & TEST_USES_TYPE) c.type = o->type, c.from = NULL;
    if (operation->uses & TEST_USES_INTERVALS) {
        if (o->mean) c.mean = o->mean;
        if (o->shape) c.shape = shape_named(o->shape);
    }
    if (operation->fits && !operation->fits(&c)) return;
    if (c.type->fp64 && !test_has_fp64(run->device.id)) return;
    bench_row *row = new_row(run);
    if (!row) return;
    describe(row, operation, &c);
    if (measured_before(run, row)) { /* overrides make rows alike: once is enough */
        run->count--;
        return;
    }
    bool usual = c.n == given.n && c.type == given.type && c.mean == given.mean && c.shape == given.shape;
    if (goal && usual && goal->goal_ms > 0) {
        row->goal_ms = goal->goal_ms * BENCH_GOAL_ROOF / run->device.roof;
        row->peer_ms = goal->peer_ms * BENCH_GOAL_ROOF / run->device.roof;
    }
    row->bad_distribution = operation->uses & TEST_USES_INTERVALS && c.shape != TEST_UNIFORM && c.shape != TEST_EXACT;
    fprintf(stderr, "measuring %s %s, %s ...\n", operation->name, row->label,
            bench_size_text(c.n, size, sizeof size));
    bench_measure(&run->device, o, operation, &c, row);
    if (row->failure[0]) run->failed = true;
    bench_print_row(row);
    fflush(stdout);
}

static void run_case(bench_run *run, const char *name, size_t n, size_t mean, test_shape shape, const bench_goal *goal)
{
    const test_operation *operation = test_operation_find(name);
    if (!operation) {
        fprintf(stderr, "clinterval bench: there is no operation %s\n", name);
        run->failed = true;
        return;
    }
    test_case c = test_case_default(n);
    c.seed = 20120701;
    c.shape = shape;
    if (mean) c.mean = mean;
    measure(run, operation, c, goal);
}

static void suite_goals(bench_run *run)
{
    for (size_t i = 0; i < sizeof bench_goals / sizeof *bench_goals; i++) {
        const bench_goal *g = &bench_goals[i];
        run_case(run, g->operation, (size_t)1 << g->log2_n, g->mean, g->shape, g);
    }
}

static void suite_cpu(bench_run *run)
{
    static const char *const moves[] = {"interval_expand", "interval_gather", "interval_scatter", "interval_move",
                                        "load_balance_search"};
    static const size_t means[] = {32, 256, 4096};
    size_t n = (size_t)1 << 24;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (size_t k = 0; k < sizeof means / sizeof *means; k++)
            run_case(run, moves[i], n, means[k], TEST_UNIFORM, NULL);
    run_case(run, "scan_exclusive", n, 0, TEST_UNIFORM, NULL);
    run_case(run, "reduce", n, 0, TEST_UNIFORM, NULL);
}

static void suite_operations(bench_run *run)
{
    static test_bench_case cases[64];
    const size_t most = run->device.type & CL_DEVICE_TYPE_CPU ? (size_t)1 << 22 : SIZE_MAX;
    for (size_t i = 0; test_operations[i]; i++) {
        if (!test_operations[i]->bench_cases) continue;
        size_t n = test_operations[i]->bench_cases(cases, sizeof cases / sizeof *cases);
        for (size_t k = 0; k < n; k++) {
            if (cases[k].c.n > most) cases[k].c.n = most; /* sizes for GPUs would take a CPU an hour */
            measure(run, test_operations[i], cases[k].c, NULL);
        }
    }
}

static int run_all(bench_run *run)
{
    bench_options *o = &run->options;
    int failed = bench_device_open(&run->device, o);
    if (failed) return failed;
    bool cpu = run->device.type & CL_DEVICE_TYPE_CPU;
    fprintf(stderr, "measuring the copy bandwidth ...\n");
    failed = bench_roof(&run->device, o->roof_bytes ? o->roof_bytes : (size_t)1 << (cpu ? 27 : 28));
    if (!failed) {
        bench_print_device(&run->device, o);
        bench_print_head();
        if (!strcmp(o->suite, "goals")) suite_goals(run);
        else if (!strcmp(o->suite, "cpu")) suite_cpu(run);
        else suite_operations(run);
        bench_print_summary(&run->device, run->rows, run->count, run->cpu_suite);
        if (run->count == 0 && !stopped) {
            fprintf(stderr, "clinterval bench: no operation's name contains %s\n", o->operation ? o->operation : "");
            run->failed = true;
        }
        if (o->csv) run->failed |= bench_write_csv(o->csv, &run->device, run->rows, run->count) != 0;
        if (o->json) run->failed |= bench_write_json(o->json, &run->device, run->rows, run->count) != 0;
        if (o->plot) run->failed |= bench_write_plot(o->plot, &run->device, run->rows, run->count) != 0;
        failed = run->failed;
    }
    bench_device_close(&run->device);
    return failed;
}

int bench_main(int argc, char **argv)
{
    static bench_run run;
    run = (bench_run){0};
    int answer = bench_parse(argc, argv, &run.options);
    if (answer) return answer == 1 ? 0 : answer;
    run.cpu_suite = !strcmp(run.options.suite, "cpu");
    if (run.cpu_suite) run.options.peers = true; /* the C loops are the yardstick */
    if (run.options.private_cache) private_cache();
    keep_pages();
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    signal(SIGPIPE, SIG_IGN); /* of a reader that has seen enough: the files are still written */
    answer = run_all(&run);
    free(run.rows);
    private_cache_remove();
    return answer;
}
