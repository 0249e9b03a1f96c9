/* SPDX-License-Identifier: Apache-2.0 */
/* `clinterval tune`: tries group shapes on the user's device and writes the best ones to a tuning file. Each candidate
 * is a tuning file of one row. The tool creates a context with this file, verifies the results and measures the times.
 * It uses the public interface only. */
#define _POSIX_C_SOURCE 200809L /* stat, sysconf */
#include "bench.h"
#include "tune_run.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Selects the most specific word of the device's name: the longest word with a letter and a digit, else the
 * longest. */
static void select_device(tune_run *run)
{
    const char *best = "", *p = run->device.name;
    size_t best_length = 0;
    bool best_telling = false;
    while (*p) {
        size_t length = strcspn(p, " ,()#");
        bool letter = false, digit = false;
        for (size_t i = 0; i < length; i++) {
            letter |= isalpha((unsigned char)p[i]) != 0;
            digit |= isdigit((unsigned char)p[i]) != 0;
        }
        bool telling = letter && digit;
        if (letter && (telling > best_telling || (telling == best_telling && length > best_length))) {
            best = p;
            best_length = length;
            best_telling = telling;
        }
        p += length + (p[length] != 0);
    }
    if (best_length == 0)
        snprintf(run->selector, sizeof run->selector, "any");
    else
        snprintf(run->selector, sizeof run->selector, "name:%.*s", (int)(best_length < 40 ? best_length : 40), best);
}

static bench_table_row row_in_use(const tune_run *run, const tune_target *target, size_t size)
{
    return bench_row_in_use(run->device.ctx, target->family, target->bytes, tune_elements(target, size));
}

static bool is_serial(const tune_run *run, const tune_target *target)
{
    return row_in_use(run, target, run->file.sizes[0]).nt == 1;
}

/* Measures one target and writes the outcome. */
static bool tune_target_row(tune_run *run, tune_outcome *o)
{
    const double begin = bench_now();
    tune_ahead_wait(run->ahead, o->target, &(tune_shape){0});
    for (size_t s = 0; s < run->file.size_count; s++) {
        const bench_table_row row = row_in_use(run, o->target, run->file.sizes[s]);
        o->used[s] = (tune_shape){row.nt, row.vt, row.variant};
        o->before[s] = tune_measure_now(run, s, o->before_ms);
    }
    fprintf(stderr, "  %-11s %3u bytes, nt %4u vt %6u %s: ", cliv_family_name(o->target->family), o->target->bytes,
            o->used[0].nt, o->used[0].vt, tune_variant(o->target->family, o->used[0]));
    tune_print_times(run, o->before);
    /* Groups with barriers are very slow on CPUs, but some drivers that report a CPU cannot run long serial tiles. */
    bool works = is_serial(run, o->target) && tune_search_shapes(run, o, true);
    if (!works && !tune_is_over(run))
        tune_search_shapes(run, o, false);
    fprintf(stderr, "  %-11s %3u bytes: %.1f s\n", cliv_family_name(o->target->family), o->target->bytes,
            (bench_now() - begin) / 1e3);
    tune_write(&run->file, o);
    return fflush(run->file.out) == 0;
}

static void write_head(const tune_run *run, FILE *out)
{
    fprintf(out, "# Tuning of libclinterval %s, measured on %s,\n# %s %s,", cliv_version(), run->device.name,
            run->device.platform, run->device.driver);
    for (size_t s = 0; s < run->file.size_count; s++)
        fprintf(out, "%s %zu", s ? "," : "", run->file.sizes[s]);
    fprintf(out,
            " elements, medians of %d or more.\n"
            "# Name this file in CLINTERVAL_TUNING to use it. A row with items=N is for calls of at most N items:\n"
            "# add items=N to rows that were measured with small sizes only.\n"
            "#\n# family    device                   bytes    nt     vt\n",
            run->device.repetitions);
    const bench_promises promises = bench_promises_in_use(run->device.ctx);
    if (promises.stated)
        tune_write_promises(out, run->selector, promises);
}

static size_t wanted_targets(const tune_run *run, const tune_target **wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < tune_target_count; i++)
        if (run->family == CLIV_FAMILY_COUNT || tune_targets[i].family == run->family)
            wanted[count++] = &tune_targets[i];
    return count;
}

/* Shares the remaining time among the targets. Some targets need less time, so each target may take more than its
 * share. */
static void begin_target(tune_run *run, size_t left)
{
    static const double generous = 1.5;
    const double now = bench_now(), share = (run->end - now) / (double)left * generous;
    if (run->end > 0)
        run->target_end = now + share < run->end ? now + share : run->end;
}

/* Prepares a target: makes its data and requests the compilation of likely shapes, which are the first tries and the
 * neighbours of the shape in use. */
static void prepare(tune_run *run, tune_data *data, const tune_target *target)
{
    const bench_table_row row = row_in_use(run, target, run->file.sizes[run->file.size_count - 1]);
    const tune_shape as_it_is = {0}, used = {row.nt, row.vt, row.variant};
    const bool serial = is_serial(run, target), looks = run->file.look_back;
    tune_shape rows[64];
    enum { ROOM = sizeof rows / sizeof *rows };
    tune_ahead_ask(run->ahead, target, &as_it_is, 1, false);
    tune_ahead_ask(run->ahead, target, rows, tune_shapes(target, serial, looks, rows, ROOM), false);
    tune_ahead_ask(run->ahead, target, rows, tune_neighbours(target, looks, used, rows, ROOM), false);
    tune_data_begin(data, run, target);
}

enum { DEPTH = 4 };

/* The count of targets whose data are made ahead. The data take device memory. */
static size_t targets_ahead(const bench_device *device)
{
    enum { FOR_ONE = 8, FOR_ALL = 64 /* GiB */ };
    const cl_ulong memory = device->memory >> 30;
    return device->type & CL_DEVICE_TYPE_CPU || memory < FOR_ONE ? 0 : memory < FOR_ALL ? 1 : DEPTH - 1;
}

/* Prepares the next targets while one is measured. If memory is short, each target is prepared on its own. */
static bool tune_targets_rows(tune_run *run, const tune_target **wanted, size_t count, tune_outcome *outcomes)
{
    static tune_data data[DEPTH];
    size_t ahead = targets_ahead(&run->device), begun = 0;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        run->data = &data[i % DEPTH];
        if (bench_is_stopped() || (run->end > 0 && bench_now() > run->end))
            break;
        for (; begun < count && begun <= i + ahead; begun++)
            prepare(run, &data[begun % DEPTH], wanted[begun]);
        const double begin = bench_now();
        good = tune_data_end(run->data);
        if (!good && ahead) {
            for (size_t k = 0; k < DEPTH; k++)
                tune_data_destroy(&data[k]);
            ahead = 0;
            begun = i + 1;
            tune_data_begin(run->data, run, wanted[i]);
            good = tune_data_end(run->data);
        }
        run->spent[TUNE_DATA] += bench_now() - begin;
        begin_target(run, count - i);
        tune_ahead_forget(run->ahead, wanted[i]);
        outcomes[i].target = good ? wanted[i] : NULL;
        good = good && tune_target_row(run, &outcomes[i]);
        tune_data_destroy(run->data);
    }
    for (size_t k = 0; k < DEPTH; k++)
        tune_data_destroy(&data[k]);
    return good;
}

static void print_spent(const tune_run *run, double begin)
{
    fprintf(stderr,
            "%.0f s: waiting for data %.1f, for compilers %.1f (%zu shapes that were not in the cache), timing %.1f, "
            "comparing "
            "results %.1f\n",
            (bench_now() - begin) / 1e3, run->spent[TUNE_DATA] / 1e3, run->spent[TUNE_COMPILING] / 1e3, run->compiled,
            run->spent[TUNE_TIMING] / 1e3, run->spent[TUNE_CHECKING] / 1e3);
}

/* The tuning file in use, or NULL. */
static const char *file_in_use(void)
{
    const char *const tuning = getenv("CLINTERVAL_TUNING");
    return tuning && *tuning ? tuning : NULL;
}

/* True if this is the tuning file in use. Writing it would lose its rows. */
static bool is_in_use(const char *file)
{
    struct stat used, written;
    return file_in_use() && stat(file_in_use(), &used) == 0 && stat(file, &written) == 0 &&
           used.st_dev == written.st_dev && used.st_ino == written.st_ino;
}

static int tune(tune_run *run, double begin)
{
    FILE *out = fopen(run->output, "w");
    const tune_target **wanted = calloc(tune_target_count, sizeof *wanted);
    tune_outcome *outcomes = calloc(tune_target_count, sizeof *outcomes);
    bool failed = !out || !wanted || !outcomes;
    size_t gained = 0;
    if (!failed) {
        const size_t count = wanted_targets(run, wanted);
        write_head(run, out);
        fflush(out); /* the head is in the file, however the process ends */
        run->file.out = out;
        failed = !tune_targets_rows(run, wanted, count, outcomes);
        for (size_t i = 0; i < count && !failed; i++)
            if (!outcomes[i].target)
                fprintf(out, "# %s, %u bytes: not measured, because the time limit was reached\n",
                        cliv_family_name(wanted[i]->family), wanted[i]->bytes);
        gained = tune_print_outcomes(stdout, &run->file, outcomes, count);
        print_spent(run, begin);
    }
    if (out && fclose(out) != 0)
        failed = true;
    if (!out)
        fprintf(stderr, "clinterval tune: cannot write %s\n", run->output);
    else if (failed)
        fprintf(stderr, "clinterval tune: %s is not complete\n", run->output);
    else
        tune_print_advice(stdout, run->output, file_in_use(), gained);
    free(wanted);
    free(outcomes);
    return failed;
}

static void help(void)
{
    printf("Usage: clinterval tune [OPTION]...\n"
           "\n"
           "Measures work-group shapes on the device that CLINTERVAL_DEVICE selects, and writes the fastest shapes\n"
           "to a tuning file. To use the file, set the environment variable CLINTERVAL_TUNING to its name.\n"
           "\n"
           "  --output FILE   the file to write (default: clinterval.tuning)\n"
           "  --family NAME   only scan, reduce, compact, bulk, seg_reduce, set, merge, search, sort, segmented,\n"
           "                  radix, expand, expand_long, gather, move, aos, soa, copy, transform, histogram\n"
           "                  or select\n"
           "  --size N[,N]... counts of elements, up to 8 in ascending order (default: 33554432, on CPU devices\n"
           "                  2097152). The rows of a size apply up to the geometric mean of this size and the next\n"
           "                  size; the rows of the largest size have no limit. If the largest size is small, add\n"
           "                  items=N to its rows.\n"
           "                  Example that includes small calls: --size 1024,16384,131072,1048576,33554432\n"
           "  --seconds N     time limit of the search (default: none). Each row gets a share of it. Rows that are\n"
           "                  not reached keep their shape. An interrupt ends the search in the same way.\n"
           "  --jobs N        processes that compile ahead (default: one less than the count of processors, at most\n"
           "                  15; none for CPU devices)\n"
           "  --reps N        repetitions, of which the median counts (default: 7)\n"
           "  -h, --help      show this help\n");
}

/* "1024,33554432": ascending. */
static bool parse_sizes(const char *text, tune_file *file)
{
    const size_t most = (size_t)1 << 30;
    for (file->size_count = 0; file->size_count < TUNE_MOST_SIZES;) {
        char *end;
        const long number = strtol(text, &end, 10);
        const size_t last = file->size_count ? file->sizes[file->size_count - 1] : 1023;
        if (end == text || number <= (long)last || (size_t)number > most)
            return false;
        file->sizes[file->size_count++] = (size_t)number;
        if (*end != ',')
            return *end == 0;
        text = end + 1;
    }
    return false;
}

static const char *expected(const char *option)
{
    return !strcmp(option, "--size")      ? ": must be 1 to 8 ascending numbers from 1024 to 2^30, with commas between"
           : !strcmp(option, "--reps")    ? ": must be 1 to 1000"
           : !strcmp(option, "--family")  ? ": there is no such family"
           : !strcmp(option, "--seconds") ? ": must be 1 to 1000000"
           : !strcmp(option, "--jobs")    ? ": must be 0 to 64"
                                          : "";
}

typedef struct tune_options {
    bench_options bench;
    long seconds, jobs;
} tune_options;

enum { NO_JOBS_SAID = -1, MOST_JOBS = 64, USUAL_JOBS = 15, MOST_SECONDS = 1000000 };

/* 0: continue; otherwise the exit code, -1 for success. */
static int parse(int argc, char **argv, tune_run *run, tune_options *o)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        char *end = NULL;
        long number = value ? strtol(value, &end, 10) : 0;
        const bool is_number = value && end != value && !*end;
        if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
            help();
            return -1;
        }
        if (value && !strcmp(name, "--output"))
            run->output = value;
        else if (value && !strcmp(name, "--family") &&
                 (run->family = cliv_family_named(value, strlen(value))) < CLIV_FAMILY_COUNT)
            ;
        else if (value && !strcmp(name, "--size") && parse_sizes(value, &run->file))
            ;
        else if (!strcmp(name, "--reps") && is_number && number >= 1 && number <= 1000)
            o->bench.repetitions = (int)number;
        else if (!strcmp(name, "--seconds") && is_number && number >= 1 && number <= MOST_SECONDS)
            o->seconds = number;
        else if (!strcmp(name, "--jobs") && is_number && number >= 0 && number <= MOST_JOBS)
            o->jobs = number;
        else {
            fprintf(stderr, "clinterval tune: %s%s%s is not understood%s; see clinterval tune --help\n", name,
                    value ? " " : "", value ? value : "",
                    value ? expected(name) : ": not an option, or its value is missing");
            return 2;
        }
        i++;
    }
    return 0;
}

static int usual_jobs(void)
{
#ifdef _SC_NPROCESSORS_ONLN
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors - 1 > USUAL_JOBS ? USUAL_JOBS : processors > 1 ? (int)processors - 1 : 0;
#else
    return 0;
#endif
}

/* On CPU devices the compiling processes would use the cores that are measured. */
static void let_go_of_jobs(tune_run *run, const tune_options *o)
{
    if (o->jobs == NO_JOBS_SAID && run->device.type & CL_DEVICE_TYPE_CPU) {
        tune_ahead_end(run->ahead);
        run->ahead = NULL;
    }
}

static int run_on_device(tune_run *run, const tune_options *o, double begin)
{
    int failed = bench_device_open(&run->device, &o->bench);
    if (failed)
        return failed;
    if (!run->file.size_count)
        run->file.sizes[run->file.size_count++] = (size_t)1 << (run->device.type & CL_DEVICE_TYPE_CPU ? 21 : 25);
    let_go_of_jobs(run, o);
    tune_ahead_sizes(run->ahead, &run->file);
    if (!tune_candidate_make(run->candidate, sizeof run->candidate)) {
        fprintf(stderr, "clinterval tune: no temporary file\n");
        failed = 1;
    } else {
        failed = bench_roof(&run->device, (size_t)1 << 26); /* measures whether event times are credible */
        run->device.events_alone = true;
        select_device(run);
        run->file.device = run->selector;
        const bench_promises promises = bench_promises_in_use(run->device.ctx);
        run->file.look_back = promises.visibility && promises.progress;
        run->file.in_use = bench_row_in_use;
        run->file.ctx = run->device.ctx;
        if (!failed)
            failed = tune(run, begin);
        tune_candidate_remove(run->candidate);
    }
    bench_device_close(&run->device);
    return failed;
}

int tune_main(int argc, char **argv)
{
    static tune_run run;
    const double begin = bench_now();
    tune_options options = {.bench = {.repetitions = 7, .warmup = 2}, .jobs = NO_JOBS_SAID};
    run = (tune_run){.output = "clinterval.tuning", .family = CLIV_FAMILY_COUNT};
    int failed = parse(argc, argv, &run, &options);
    if (failed)
        return failed < 0 ? 0 : failed;
    if (is_in_use(run.output)) {
        fprintf(stderr,
                "clinterval tune: %s is the tuning file that CLINTERVAL_TUNING names, and would lose its rows; name "
                "another file with --output\n",
                run.output);
        return 2;
    }
    run.end = options.seconds ? begin + 1e3 * (double)options.seconds : 0;
    bench_catch_interrupts();
    bench_cache_begin("tune");
    run.ahead = tune_ahead_begin(options.jobs == NO_JOBS_SAID ? usual_jobs() : (int)options.jobs, &options.bench);
    failed = run_on_device(&run, &options, begin);
    tune_ahead_end(run.ahead);
    bench_cache_end();
    return failed;
}
