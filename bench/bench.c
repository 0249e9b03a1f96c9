/* SPDX-License-Identifier: Apache-2.0 */
/* `clinterval bench`: which rows are measured, and the way from the command line to the files. */
#define _XOPEN_SOURCE 700 /* mkdtemp, setenv, nftw */
#include "goals.h"
#include "runner.h"
#include "temporary.h"

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
    test_temporary_name(cache, sizeof cache, "bench");
    if (!mkdtemp(cache)) {
        cache[0] = 0;
        fprintf(stderr, "clinterval bench: no temporary folder; cold build times may come from the driver's cache\n");
        return;
    }
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        setenv(variables[i], cache, 1);
}

static void private_cache_remove(void)
{
    if (cache[0])
        nftw(cache, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
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
    while (i + 1 < TEST_SHAPE_COUNT && strcmp(name, test_shape_name((test_shape)i)) != 0)
        i++;
    return (test_shape)i;
}

/* What tells rows of an operation apart, but for types and size. */
static void describe(bench_row *row, const test_operation *operation, const test_case *c)
{
    char *at = row->label, *end = at + sizeof row->label;
    bool intervals = operation->uses & TEST_USES_INTERVALS, keys = operation->uses & (TEST_USES_KEYS | TEST_USES_SIDES);
    bool drawn = keys && c->keys == TEST_KEYS_DRAWN;
    row->operation = operation->name;
    row->type = operation->uses & TEST_USES_TYPE ? c->type->type->name : "-";
    row->index = operation->uses & (TEST_USES_INTERVALS | TEST_USES_INDEX) ? c->index->type->name : "-";
    row->n = c->n;
#define ADD(...) at += snprintf(at, (size_t)(end - at), __VA_ARGS__)
    if (intervals)
        ADD(" L=%zu", c->mean);
    if (intervals && c->shape != TEST_UNIFORM)
        ADD(" %s", test_shape_name(c->shape));
    if (c->from && c->from != c->type)
        ADD(" %s %s", operation->uses & TEST_USES_VALUES ? "values" : "from", c->from->type->name);
    if (strcmp(operation->variants[c->variant], "plain") != 0)
        ADD(" %s", operation->variants[c->variant]);
    if (drawn)
        ADD(" L=%zu", c->mean);
    if (keys && (!intervals || c->keys))
        ADD(" %s", test_keys_name(c->keys));
    if (operation->uses & TEST_USES_KEYS && c->order)
        ADD(" order=%s", test_orders[c->order].name);
    if (operation->uses & TEST_USES_SIDES && c->split != test_case_default(0).split)
        ADD(" split=%zu", c->split);
#undef ADD
    if (at == row->label)
        strcpy(row->label, "-");
    else
        memmove(row->label, row->label + 1, strlen(row->label));
}

static bool measured_before(const bench_run *run, const bench_row *row)
{
    for (const bench_row *r = run->rows; r < row; r++)
        if (!strcmp(r->operation, row->operation) && !strcmp(r->label, row->label) && !strcmp(r->type, row->type) &&
            !strcmp(r->index, row->index) && r->n == row->n)
            return true;
    return false;
}

/* "merge,sort": is one of the parts in the name? */
static bool wanted(const bench_options *o, const char *name)
{
    const char *part = o->operation;
    if (!part)
        return true;
    for (char text[64]; *part; part += strcspn(part, ","), part += *part == ',') {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(part, ","), part);
        if (*text && strstr(name, text))
            return true;
    }
    return false;
}

static void override(const bench_options *o, const test_operation *operation, test_case *c)
{
    if (o->size)
        c->n = o->size;
    if (o->type && operation->uses & TEST_USES_TYPE)
        c->type = o->type, c->from = NULL;
    if (operation->uses & TEST_USES_INTERVALS && o->shape)
        c->shape = shape_named(o->shape);
    if (operation->uses & (TEST_USES_KEYS | TEST_USES_SIDES) && o->keys)
        c->keys = test_keys_find(o->keys);
    if (o->mean && (operation->uses & TEST_USES_INTERVALS || c->keys == TEST_KEYS_DRAWN))
        c->mean = o->mean;
    if (operation->uses & TEST_USES_KEYS && o->order)
        c->order = test_order_find(o->order);
}

/* Measures a case after the command line's filters and overrides; goal, scaled to the device, may be NULL. */
static void measure(bench_run *run, const test_operation *operation, test_case c, const bench_goal *goal)
{
    const bench_options *o = &run->options;
    char given[512], measured[512], size[32];
    if (stopped || !wanted(o, operation->name))
        return;
    test_case_print(&c, given, sizeof given);
    override(o, operation, &c);
    test_case_print(&c, measured, sizeof measured);
    if (operation->fits && !operation->fits(&c))
        return;
    if (c.type->fp64 && !test_has_fp64(run->device.id))
        return;
    bench_row *row = new_row(run);
    if (!row)
        return;
    describe(row, operation, &c);
    if (measured_before(run, row)) { /* overrides make rows alike: once is enough */
        run->count--;
        return;
    }
    if (goal && goal->goal_ms > 0 && !strcmp(given, measured)) {
        row->goal_ms = goal->goal_ms;
        row->peer_ms = goal->peer_ms;
    }
    row->bad_distribution =
        (operation->uses & TEST_USES_INTERVALS && c.shape != TEST_UNIFORM && c.shape != TEST_EXACT) ||
        (operation->uses & (TEST_USES_KEYS | TEST_USES_SIDES) && c.keys != TEST_KEYS_UNIFORM &&
         c.keys != TEST_KEYS_DRAWN);
    fprintf(stderr, "measuring %s %s, %s ...\n", operation->name, row->label, bench_size_text(c.n, size, sizeof size));
    bench_measure(&run->device, o, operation, &c, row);
    if (row->failure[0])
        run->failed = true;
    bench_print_row(row);
    fflush(stdout);
}

/* A case as the tables name it: of n elements, or of as many as take `bytes`. */
static void run_case(bench_run *run, const char *name, const char *text, size_t n, size_t bytes, const bench_goal *goal)
{
    if (!wanted(&run->options, name))
        return;
    const test_operation *operation = test_operation_find(name);
    test_case c = test_case_default(n);
    c.seed = 20120701;
    if (!operation || (*text && !test_case_parse(&c, text))) {
        fprintf(stderr, "clinterval bench: there is no operation %s, or no case %s of it\n", name, text);
        run->failed = true;
        return;
    }
    if (bytes)
        c.n = bytes / c.type->type->size;
    measure(run, operation, c, goal);
}

static void table_of_goals(bench_run *run, const bench_goal *goals, size_t count, bool of_bytes, double scale)
{
    for (size_t i = 0; i < count; i++) {
        bench_goal g = goals[i];
        const size_t size = (size_t)1 << g.log2_n;
        g.goal_ms *= scale;
        g.peer_ms *= scale;
        run_case(run, g.operation, g.text, of_bytes ? 0 : size, of_bytes ? size : 0, &g);
    }
}

static void suite_goals(bench_run *run)
{
    const double scale = BENCH_GOAL_ROOF / run->device.roof;
#define TABLE(goals) goals, sizeof goals / sizeof *goals
    table_of_goals(run, TABLE(bench_goals), false, scale);
    table_of_goals(run, TABLE(bench_structure_goals), true, scale);
    table_of_goals(run, TABLE(bench_atomic_goals), false, 1);
#undef TABLE
}

static void suite_cpu(bench_run *run)
{
    static const char *const moves[] = {"interval_expand", "interval_gather", "interval_scatter", "interval_move",
                                        "load_balance_search"};
    static const char *const means[] = {"L=32", "L=256", "L=4096"};
    static const struct {
        const char *operation, *text;
        unsigned log2_n;
    } others[] = {
        {"scan_exclusive", "", 24},
        {"reduce", "", 24},
        {"merge_keys", "", 24},
        {"merge_keys", "type=long", 24},
        {"merge_pairs", "", 24},
        {"sort_keys", "order=user", 22},
        {"sort_keys", "", 22},
        {"sort_keys", "type=long,order=user", 22},
        {"sort_keys", "type=float", 22},
        {"sort_pairs", "order=user", 22},
        {"sort_pairs", "", 22},
        {"segmented_sort_keys", "L=10", 22},
        {"segmented_sort_keys", "L=1000", 22},
        {"locality_sort_keys", "keys=nearly", 22},
        {"sorted_search", "", 24},
        {"sorted_search", "variant=1", 24},
        {"set_keys", "variant=4", 24},
        {"set_keys", "variant=5", 24},
        {"set_keys", "variant=6", 24},
        {"set_keys", "variant=7", 24},
        {"set_pairs", "variant=4", 24},
        {"set_pairs", "variant=5", 24},
        {"set_pairs", "variant=6", 24},
        {"set_pairs", "variant=7", 24},
        {"join", "keys=drawn,L=1,variant=6", 23},
        {"join", "keys=drawn,L=1,variant=7", 23},
        {"join", "keys=drawn,L=1,variant=8", 23},
        {"join", "keys=drawn,L=1,variant=9", 23},
        {"join", "keys=drawn,L=8,variant=6", 22},
        {"join", "keys=drawn,L=8,variant=9", 22},
        {"bulk_insert", "", 24},
        {"bulk_remove", "split=250", 24},
        {"segmented_reduce", "L=4", 24},
        {"segmented_reduce", "L=32", 24},
        {"segmented_reduce", "L=1000", 24},
        {"reduce_by_key", "L=4,variant=1", 24},
        {"reduce_by_key", "L=32,variant=1", 24},
        {"reduce_by_key", "L=1000,variant=1", 24},
        {"compact", "variant=1", 24},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (size_t k = 0; k < sizeof means / sizeof *means; k++)
            run_case(run, moves[i], means[k], (size_t)1 << 24, 0, NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        run_case(run, others[i].operation, others[i].text, (size_t)1 << others[i].log2_n, 0, NULL);
}

static void suite_operations(bench_run *run)
{
    static test_bench_case cases[64];
    const bool cpu = run->device.type & CL_DEVICE_TYPE_CPU;
    for (size_t i = 0; test_operations[i]; i++) {
        if (!test_operations[i]->bench_cases)
            continue;
        const unsigned uses = test_operations[i]->uses;
        const bool sorts = uses & TEST_USES_KEYS && !(uses & TEST_USES_SIDES);
        const size_t most = !cpu ? SIZE_MAX : (size_t)1 << (sorts ? 20 : 22);
        size_t n = test_operations[i]->bench_cases(cases, sizeof cases / sizeof *cases);
        for (size_t k = 0; k < n; k++) {
            if (cases[k].c.n > most)
                cases[k].c.n = most; /* sizes for GPUs would take a CPU an hour */
            measure(run, test_operations[i], cases[k].c, NULL);
        }
    }
}

static int run_all(bench_run *run)
{
    bench_options *o = &run->options;
    int failed = bench_device_open(&run->device, o);
    if (failed)
        return failed;
    bool cpu = run->device.type & CL_DEVICE_TYPE_CPU;
    fprintf(stderr, "measuring the copy bandwidth ...\n");
    failed = bench_roof(&run->device, o->roof_bytes ? o->roof_bytes : (size_t)1 << (cpu ? 27 : 28));
    if (!failed) {
        bench_print_device(&run->device, o);
        bench_print_head();
        if (!strcmp(o->suite, "goals"))
            suite_goals(run);
        else if (!strcmp(o->suite, "cpu"))
            suite_cpu(run);
        else
            suite_operations(run);
        bench_print_summary(&run->device, run->rows, run->count, run->cpu_suite);
        if (run->count == 0 && !stopped) {
            fprintf(stderr, "clinterval bench: no operation's name contains %s\n", o->operation ? o->operation : "");
            run->failed = true;
        }
        if (o->csv)
            run->failed |= bench_write_csv(o->csv, &run->device, run->rows, run->count) != 0;
        if (o->json)
            run->failed |= bench_write_json(o->json, &run->device, run->rows, run->count) != 0;
        if (o->plot)
            run->failed |= bench_write_plot(o->plot, &run->device, run->rows, run->count) != 0;
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
    if (answer)
        return answer == 1 ? 0 : answer;
    run.cpu_suite = !strcmp(run.options.suite, "cpu");
    if (run.cpu_suite)
        run.options.peers = true; /* the C loops are the yardstick */
    if (run.options.private_cache)
        private_cache();
    keep_pages();
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    signal(SIGPIPE, SIG_IGN); /* of a reader that has seen enough: the files are still written */
    answer = run_all(&run);
    free(run.rows);
    private_cache_remove();
    return answer;
}
