/* SPDX-License-Identifier: Apache-2.0 */
/* `clinterval tune`: tries group shapes on the user's device and writes the best into a tuning file. Every candidate is
 * a tuning file of one row, a context made with it, results verified, times taken; nothing but the public interface. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include "tune.h"
#include "runner.h"
#include "temporary.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_CASES = 4, MAX_KEPT = 8 };

/* What stands for a family at one element size: the row is tuned for the geometric mean of these. */
typedef struct tune_target {
    const char *family;
    unsigned bytes;
    struct {
        const char *operation, *text; /* how the case differs from the usual one, as test_case_parse() reads it */
    } cases[MAX_CASES];
} tune_target;

/* Where values move along with keys, `bytes` are those of both. */
static const tune_target targets[] = {
    {"scan", 4, {{"scan_exclusive", ""}}},
    {"scan", 8, {{"scan_exclusive", "type=long"}}},
    {"reduce", 4, {{"reduce", ""}}},
    {"reduce", 8, {{"reduce", "type=long"}}},
    {"compact", 4, {{"compact", ""}}},
    {"compact", 8, {{"compact", "type=long"}}},
    {"compact", 16, {{"compact", "type=float4"}}},
    {"bulk", 4, {{"bulk_insert", ""}, {"bulk_remove", "split=250"}}},
    {"bulk", 8, {{"bulk_insert", "type=long"}, {"bulk_remove", "type=long,split=250"}}},
    {"bulk", 16, {{"bulk_insert", "type=float4"}}},
    {"seg_reduce",
     4,
     {{"segmented_reduce", "L=4"},
      {"segmented_reduce", "L=32"},
      {"segmented_reduce", "L=1000"},
      {"reduce_by_key", "L=32"}}},
    {"seg_reduce",
     8,
     {{"segmented_reduce", "type=long,L=4"},
      {"segmented_reduce", "type=long,L=1000"},
      {"reduce_by_key", "type=long,L=32"}}},
    {"set", 4, {{"set_keys", ""}, {"set_keys", "variant=1"}}},
    {"set", 8, {{"set_keys", "type=long,variant=1"}, {"set_pairs", ""}, {"set_pairs", "variant=1"}}},
    {"set", 16, {{"set_keys", "type=uint4,order=user,variant=1"}, {"set_pairs", "type=long,variant=1"}}},
    {"set", 32, {{"set_keys", "type=longs24,order=user,variant=1"}}},
    {"merge", 4, {{"merge_keys", ""}}},
    {"merge", 8, {{"merge_keys", "type=long"}, {"merge_pairs", ""}}},
    {"merge", 16, {{"merge_keys", "type=uint4,order=user"}, {"merge_pairs", "type=long"}}},
    {"merge", 32, {{"merge_keys", "type=longs24,order=user"}}},
    {"search", 4, {{"sorted_search", ""}, {"sorted_search", "variant=1"}, {"join", "keys=drawn,L=1"}}},
    {"search", 8, {{"sorted_search", "type=long"}}},
    {"sort", 4, {{"sort_keys", "order=user"}, {"sort_keys", "order=user,keys=few"}}},
    {"sort", 8, {{"sort_keys", "type=long,order=user"}, {"sort_pairs", "order=user"}}},
    {"sort", 16, {{"sort_keys", "type=uint4,order=user"}, {"sort_pairs", "type=long,order=user"}}},
    {"sort", 32, {{"sort_keys", "type=longs24,order=user"}}},
    {"segmented",
     4,
     {{"segmented_sort_keys", "L=10"},
      {"segmented_sort_keys", "L=100"},
      {"segmented_sort_keys", "L=10000"},
      {"locality_sort_keys", "keys=nearly"}}},
    {"segmented",
     8,
     {{"segmented_sort_pairs", "L=10"},
      {"segmented_sort_keys", "type=long,L=100"},
      {"segmented_sort_pairs", "L=10000"},
      {"locality_sort_pairs", "keys=nearly"}}},
    {"segmented",
     16,
     {{"segmented_sort_pairs", "type=long,L=100"}, {"segmented_sort_keys", "type=uint4,order=user,L=100"}}},
    {"radix", 4, {{"sort_keys", ""}, {"sort_keys", "type=float"}, {"sort_keys", "keys=few"}}},
    {"radix", 8, {{"sort_keys", "type=long"}, {"sort_pairs", ""}}},
    {"expand", 4, {{"interval_expand", "L=1"}, {"interval_expand", "L=4"}, {"interval_expand", "L=8"}}},
    {"expand", 16, {{"interval_expand", "type=float4,L=1"}, {"interval_expand", "type=float4,L=4"}}},
    {"expand_long", 4, {{"interval_expand", "L=32"}, {"interval_expand", "L=256"}, {"load_balance_search", "L=25"}}},
    {"expand_long", 16, {{"interval_expand", "type=float4,L=32"}, {"interval_expand", "type=float4,L=4096"}}},
    {"gather", 4, {{"interval_gather", "L=4"}, {"interval_gather", "L=32"}, {"interval_gather", "L=4096"}}},
    {"gather", 16, {{"interval_gather", "type=float4,L=4"}, {"interval_gather", "type=float4,L=32"}}},
    {"move", 4, {{"interval_scatter", "L=32"}, {"interval_move", "L=32"}, {"interval_move", "L=4096"}}},
    {"move",
     16,
     {{"interval_move", "type=float4,L=4"},
      {"interval_move", "type=float4,L=32"},
      {"interval_move", "type=float4,L=4096"}}},
    {"aos", 8, {{"aos_gather", ""}, {"aos_gather", "type=long"}, {"aos_scatter", "type=long"}}},
    {"aos",
     256,
     {{"aos_gather", "type=words20"},
      {"aos_gather", "type=quads48"},
      {"aos_scatter", "type=words36"},
      {"aos_scatter", "type=words64"}}},
    {"soa",
     256,
     {{"aos_to_soa", "type=words20"},
      {"aos_to_soa", "type=words48"},
      {"soa_to_aos", "type=words36"},
      {"soa_to_aos", "type=words48"}}},
    {"copy", 8, {{"copy", "source=values"}, {"copy", "type=float,from=int"}}},
    {"copy", 16, {{"copy", ""}}},
};

typedef struct tune_outcome {
    const tune_target *target;
    tune_shape best;
    double ms, before; /* of the best shape, and as it is now; 0: it does not work */
} tune_outcome;

typedef struct tune_run {
    tune_outcome kept[MAX_KEPT]; /* of this family: shapes in use that none beats */
    int kept_count;
    bench_device device;
    const char *output, *family;
    const char *begun; /* the family that the last row is of, or NULL */
    size_t size;
    char selector[48];   /* the device column of the rows */
    char candidate[256]; /* path of the one-row file */
    bool look_back;      /* may scans look back here? */
    test_work works[MAX_CASES];
    int work_count;
} tune_run;

/* The word of the device's name that tells most: the longest with a letter and a digit, else the longest. */
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

/* Looking back needs a promise that only some hardware gives, and no measurement can replace it: NVIDIA's from compute
 * capability 7.0 on. */
static bool may_look_back(const bench_device *device)
{
    cl_uint major = 0; /* CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV; other drivers refuse the question */
    return clGetDeviceInfo(device->id, 0x4000, sizeof major, &major, NULL) == CL_SUCCESS &&
           strstr(device->platform, "NVIDIA") && major >= 7;
}

static void destroy_works(tune_run *run)
{
    for (int i = 0; i < run->work_count; i++)
        test_work_destroy(&run->works[i]);
    run->work_count = 0;
}

static bool create_works(tune_run *run, const tune_target *target)
{
    for (int i = 0; i < MAX_CASES && target->cases[i].operation; i++) {
        test_case c = test_case_default(run->size / (target->bytes > 8 ? 4 : 1));
        const test_operation *operation = test_operation_find(target->cases[i].operation);
        const char *text = target->cases[i].text;
        if (!operation || (*text && !test_case_parse(&c, text))) {
            fprintf(stderr, "clinterval tune: there is no operation %s with %s\n", target->cases[i].operation, text);
            return false;
        }
        bool made = test_work_create(&run->works[run->work_count++], operation, &c, run->device.ctx, run->device.queue);
        if (!made) {
            fprintf(stderr, "clinterval tune: %s\n", run->works[run->work_count - 1].message);
            return false;
        }
    }
    return true;
}

/* The geometric mean of the cases' times in this context; 0 where one fails or is wrong. */
static double measure(tune_run *run, cliv_context *ctx)
{
    double logs = 0;
    for (int i = 0; i < run->work_count; i++) {
        test_work *work = &run->works[i];
        cl_event event = NULL;
        bench_times times;
        work->ctx = ctx;
        bool good =
            test_work_poison(work, run->device.queue) && !bench_call_work(work, run->device.queue, &event) &&
            test_work_check(work, run->device.queue) &&
            !bench_time(&run->device, bench_restore_work(work), bench_call_work, work, work->has_host, &times) &&
            bench_best(&times) > 0;
        if (event)
            clReleaseEvent(event);
        work->ctx = run->device.ctx;
        if (!good)
            return 0;
        logs += log(bench_best(&times));
    }
    return exp(logs / run->work_count);
}

static bool write_candidate(const tune_run *run, const tune_target *target, const tune_shape *row)
{
    FILE *f = fopen(run->candidate, "w");
    if (!f)
        return false;
    fprintf(f, "%s any %u %u %u %u\n", target->family, target->bytes, row->nt, row->vt, row->mode);
    return fclose(f) == 0;
}

static double try_row(tune_run *run, const tune_target *target, const tune_shape *row)
{
    cliv_context_options options = {.tuning_file = run->candidate};
    cliv_context *ctx = NULL;
    double ms = 0;
    if (!write_candidate(run, target, row)) {
        fprintf(stderr, "clinterval tune: cannot write %s\n", run->candidate);
        return 0;
    }
    if (!cliv_context_create_with(run->device.cl, run->device.id, &options, &ctx))
        ms = measure(run, ctx);
    cliv_context_destroy(ctx);
    fprintf(stderr, "  %-11s %3u bytes, nt %4u vt %6u mode %u: ", target->family, target->bytes, row->nt, row->vt,
            row->mode);
    if (ms > 0)
        fprintf(stderr, "%.4f ms\n", ms);
    else
        fprintf(stderr, "does not work here\n");
    return ms;
}

static double try_rows(tune_run *run, const tune_target *target, bool serial, tune_shape *best)
{
    tune_shape rows[96];
    size_t count = tune_shapes(target->family, serial, run->look_back, rows, sizeof rows / sizeof *rows);
    double best_ms = 0;
    for (size_t i = 0; i < count; i++) {
        double ms = try_row(run, target, &rows[i]);
        if (ms > 0 && (best_ms == 0 || ms < best_ms))
            best_ms = ms, *best = rows[i];
    }
    return best_ms;
}

static void write_row(tune_run *run, const tune_outcome *o, FILE *out)
{
    if (!run->begun || strcmp(run->begun, o->target->family) != 0)
        tune_keep_small(out, o->target->family, run->selector, run->look_back, run->size);
    run->begun = o->target->family;
    fprintf(out, "%-11s %-24s %5u %5u %6u %5u   # %.4f ms, before %.4f\n", o->target->family, run->selector,
            o->target->bytes, o->best.nt, o->best.vt, o->best.mode, o->ms, o->before);
}

/* A row, or a comment where the shape in use is as good. A row also counts for smaller elements that have none: then
 * theirs, which nothing beats, is written before it. */
static bool write_outcome(tune_run *run, const tune_outcome *o, FILE *out)
{
    if (run->kept_count && strcmp(run->kept[0].target->family, o->target->family) != 0)
        run->kept_count = 0;
    if (o->ms == 0) {
        fprintf(out, "# %s, %u bytes: nothing works here\n", o->target->family, o->target->bytes);
    } else if (o->before > 0 && o->ms > 0.98 * o->before) {
        fprintf(out, "# %s, %u bytes: nothing beats the %.4f ms of before\n", o->target->family, o->target->bytes,
                o->before);
        if (run->kept_count < MAX_KEPT)
            run->kept[run->kept_count++] = *o;
    } else {
        for (int i = 0; i < run->kept_count; i++)
            write_row(run, &run->kept[i], out);
        run->kept_count = 0;
        write_row(run, o, out);
    }
    return fflush(out) == 0;
}

/* Measures one target, and writes what came of it. */
static bool tune_target_row(tune_run *run, const tune_target *target, FILE *out)
{
    tune_outcome o = {.target = target};
    if (!create_works(run, target)) {
        destroy_works(run);
        return false;
    }
    measure(run, run->device.ctx); /* once for nothing: whoever comes first on a resting device does badly */
    o.before = measure(run, run->device.ctx);
    if (o.before > 0)
        fprintf(stderr, "  %-11s %3u bytes, as it is now: %.4f ms\n", target->family, target->bytes, o.before);
    /* Groups with barriers crawl on CPUs, but some drivers that call themselves a CPU cannot do long serial tiles. */
    if (run->device.type & CL_DEVICE_TYPE_CPU)
        o.ms = try_rows(run, target, true, &o.best);
    if (o.ms == 0)
        o.ms = try_rows(run, target, false, &o.best);
    destroy_works(run);
    return write_outcome(run, &o, out);
}

static int tune(tune_run *run)
{
    bool failed = false;
    FILE *out = fopen(run->output, "w");
    if (!out) {
        fprintf(stderr, "clinterval tune: cannot write %s\n", run->output);
        return 1;
    }
    fprintf(out,
            "# Tuning of libclinterval %s, measured on %s,\n# %s %s, %zu elements, medians of %d.\n"
            "# Name this file in CLINTERVAL_TUNING to use it. Rows hold for calls of any size, but where their\n"
            "# last column says up to how many items: write that where so few elements say nothing of more.\n"
            "#\n# family    device                   bytes    nt     vt  mode     items\n",
            cliv_version(), run->device.name, run->device.platform, run->device.driver, run->size,
            run->device.repetitions);
    for (size_t i = 0; i < sizeof targets / sizeof *targets && !failed; i++)
        if (!run->family || !strcmp(run->family, targets[i].family))
            failed = !tune_target_row(run, &targets[i], out);
    if (fclose(out) != 0)
        failed = true;
    if (failed)
        fprintf(stderr, "clinterval tune: %s is not complete\n", run->output);
    else
        printf("wrote %s; to use it: export CLINTERVAL_TUNING=%s\n", run->output, run->output);
    return failed;
}

static void help(void)
{
    printf("Usage: clinterval tune [OPTION]...\n"
           "Tries shapes of work-groups on the device that CLINTERVAL_DEVICE selects and writes the best ones into a\n"
           "tuning file, which takes effect where the environment variable CLINTERVAL_TUNING names it.\n"
           "\n"
           "  --output FILE   the file to write (default clinterval.tuning)\n"
           "  --family NAME   only scan, reduce, compact, bulk, seg_reduce, set, merge, search, sort, segmented,\n"
           "                  radix, expand, expand_long, gather, move, aos, soa or copy\n"
           "  --size N        elements (default 33554432, on CPU devices 2097152); the rows hold for any\n"
           "                  number: if it is small, write a limit into their last column, items\n"
           "  --reps N        repetitions, of which the median counts (default 7)\n"
           "  -h, --help      this text\n");
}

static bool family_exists(const char *family)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (!strcmp(targets[i].family, family))
            return true;
    return false;
}

int tune_main(int argc, char **argv)
{
    static tune_run run;
    bench_options options = {.repetitions = 7, .warmup = 2};
    run = (tune_run){.output = "clinterval.tuning"};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        long number = value ? strtol(value, NULL, 10) : 0;
        if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
            help();
            return 0;
        }
        if (value && !strcmp(name, "--output"))
            run.output = value;
        else if (value && !strcmp(name, "--family") && family_exists(value))
            run.family = value;
        else if (!strcmp(name, "--size") && number >= 1024 && number <= 1l << 30)
            run.size = (size_t)number;
        else if (!strcmp(name, "--reps") && number >= 1 && number <= 1000)
            options.repetitions = (int)number;
        else {
            fprintf(stderr, "clinterval tune: %s %s is not understood; see clinterval tune --help\n", name,
                    value ? value : "");
            return 2;
        }
        i++;
    }
    int failed = bench_device_open(&run.device, &options);
    if (failed)
        return failed;
    bool cpu = run.device.type & CL_DEVICE_TYPE_CPU;
    if (!run.size)
        run.size = (size_t)1 << (cpu ? 21 : 25);
    test_temporary_name(run.candidate, sizeof run.candidate, "tune");
    int file = mkstemp(run.candidate);
    if (file < 0) {
        fprintf(stderr, "clinterval tune: no temporary file\n");
        failed = 1;
    } else {
        close(file);
        failed = bench_roof(&run.device, (size_t)1 << 26); /* tells whether event times can be believed */
        select_device(&run);
        run.look_back = may_look_back(&run.device);
        if (!failed)
            failed = tune(&run);
        remove(run.candidate);
    }
    bench_device_close(&run.device);
    return failed;
}
