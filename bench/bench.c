/* SPDX-License-Identifier: Apache-2.0 */
/* `clinterval bench`: runs the suites that the command line selects, and writes the files. */
#include "bench.h"
#include "suites.h"

#include <signal.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows use arrays of gigabytes. Without this, the page faults of each row take longer than its measurement. */
static void keep_pages(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

/* Head, rows, summary. */
static void run_suite(bench_run *run)
{
    static const struct {
        const char *name;
        void (*rows)(bench_run *);
    } suites[] = {{"goals", bench_suite_goals},
                  {"cpu", bench_suite_cpu},
                  {"counted", bench_suite_counted},
                  {"latency", bench_suite_latency},
                  {"growth", bench_suite_growth}};
    const bench_options *o = &run->options;
    void (*rows)(bench_run *) = bench_suite_operations;
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        if (!strcmp(o->suite, suites[i].name))
            rows = suites[i].rows;
    if (run->device.plain) {
        bench_print_plain_head(&run->device, o);
    } else {
        bench_print_device(&run->device, o);
        bench_print_head();
    }
    bench_plan(run, rows);
    rows(run);
    if (run->device.plain)
        bench_print_plain_summary(&run->device, run->rows, run->count);
    else
        bench_print_summary(&run->device, run->rows, run->count, run->cpu_suite);
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
    if (!failed && bench_is_plain(o))
        failed = bench_plain_begin(run);
    if (!failed) {
        run_suite(run);
        if (run->count == 0 && !bench_is_stopped()) {
            if (o->operation)
                fprintf(stderr, "clinterval bench: no operation of this suite has %s in its name\n", o->operation);
            else
                fprintf(stderr, "clinterval bench: this suite has no row of that size\n");
            run->failed = true;
        }
        if (o->csv)
            run->failed |= bench_write_csv(o->csv, &run->device, run->rows, run->count) != 0;
        if (o->json)
            run->failed |= bench_write_json(o->json, &run->device, run->rows, run->count) != 0;
        if (o->plot)
            run->failed |= (run->device.plain ? bench_write_curves : bench_write_plot)(o->plot, &run->device, run->rows,
                                                                                       run->count) != 0;
        failed = run->failed;
    }
    bench_plain_end();
    bench_device_close(&run->device);
    return failed;
}

/* Checks the conditions that would otherwise fail only after all measurements. */
static bool can_begin(const bench_options *o)
{
    const char *const files[] = {o->csv, o->json, o->plot};
    bool has_some = false;
    for (size_t i = 0; test_operations[i]; i++)
        has_some |= bench_is_wanted(o, test_operations[i]->name);
    if (!has_some)
        fprintf(stderr, "clinterval bench: no operation has %s in its name\n", o->operation);
    for (size_t i = 0; has_some && i < sizeof files / sizeof *files; i++) {
        FILE *f = files[i] ? fopen(files[i], "a") : NULL;
        if (files[i] && !f) {
            fprintf(stderr, "clinterval bench: cannot open %s for writing\n", files[i]);
            return false;
        }
        if (f)
            fclose(f);
    }
    return has_some;
}

int bench_main(int argc, char **argv)
{
    static bench_run run;
    run = (bench_run){0};
    int answer = bench_parse(argc, argv, &run.options);
    if (answer)
        return answer == 1 ? 0 : answer;
    if (!can_begin(&run.options))
        return 2;
    run.cpu_suite = !strcmp(run.options.suite, "cpu");
    if (run.cpu_suite)
        run.options.peers = true;     /* the C loops are the reference */
    if (bench_is_plain(&run.options)) /* these suites do not measure first calls */
        run.options.private_cache = run.options.second_context = false;
    if (run.options.private_cache)
        bench_cache_begin("bench");
    keep_pages();
    bench_catch_interrupts();
    signal(SIGPIPE, SIG_IGN); /* from a closed output pipe: the files are still written */
    answer = run_all(&run);
    free(run.rows);
    bench_cache_end();
    return answer;
}
