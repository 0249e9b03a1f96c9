/* SPDX-License-Identifier: Apache-2.0 */
/* `clinterval tune`: tries group shapes on the user's device and writes the best into a tuning file. Every candidate is
 * a tuning file of one row, a context made with it, results verified, times taken; nothing but the public interface. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include "temporary.h"
#include "tune_run.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    for (size_t s = 0; s < run->file.size_count; s++) {
        for (int i = 0; i < run->works[s].count; i++)
            test_work_destroy(&run->works[s].list[i]);
        run->works[s].count = 0;
    }
}

static bool create_work(tune_run *run, const tune_target *target, size_t size, const char *name, const char *text,
                        test_work *work)
{
    test_case c = test_case_default(tune_elements(target, size));
    const test_operation *operation = test_operation_find(name);
    if (!operation || (*text && !test_case_parse(&c, text))) {
        fprintf(stderr, "clinterval tune: there is no operation %s with %s\n", name, text);
        return false;
    }
    if (!test_work_create(work, operation, &c, run->device.ctx, run->device.queue)) {
        fprintf(stderr, "clinterval tune: %s\n", work->message);
        return false;
    }
    return true;
}

static bool create_works(tune_run *run, const tune_target *target)
{
    for (size_t s = 0; s < run->file.size_count; s++) {
        tune_works *works = &run->works[s];
        for (int i = 0; i < TUNE_MOST_CASES && target->cases[i].operation; i++)
            if (!create_work(run, target, run->file.sizes[s], target->cases[i].operation, target->cases[i].text,
                             &works->list[works->count++]))
                return false;
    }
    return true;
}

/* Measures one target, and writes what came of it. */
static bool tune_target_row(tune_run *run, const tune_target *target)
{
    tune_outcome o = {.target = target};
    if (!create_works(run, target)) {
        destroy_works(run);
        return false;
    }
    for (size_t s = 0; s < run->file.size_count; s++) {
        tune_measure_now(run, s); /* once for nothing: whoever comes first on a resting device does badly */
        o.before[s] = tune_measure_now(run, s);
    }
    fprintf(stderr, "  %-11s %3u bytes, as it is now: ", target->family, target->bytes);
    tune_print_times(run, o.before);
    /* Groups with barriers crawl on CPUs, but some drivers that call themselves a CPU cannot do long serial tiles. */
    bool works = run->device.type & CL_DEVICE_TYPE_CPU && tune_search_shapes(run, &o, true);
    if (!works)
        tune_search_shapes(run, &o, false);
    tune_confirm(run, &o);
    destroy_works(run);
    tune_write(&run->file, &o);
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
            "# Name this file in CLINTERVAL_TUNING to use it. Rows hold for calls of any size, but where their\n"
            "# last column says up to how many items: write that where so few elements say nothing of more.\n"
            "#\n# family    device                   bytes    nt     vt  mode     items\n",
            run->device.repetitions);
}

static int tune(tune_run *run)
{
    bool failed = false;
    FILE *out = fopen(run->output, "w");
    if (!out) {
        fprintf(stderr, "clinterval tune: cannot write %s\n", run->output);
        return 1;
    }
    write_head(run, out);
    run->file.out = out;
    for (size_t i = 0; i < tune_target_count && !failed; i++)
        if (!run->family || !strcmp(run->family, tune_targets[i].family))
            failed = !tune_target_row(run, &tune_targets[i]);
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
           "                  radix, expand, expand_long, gather, move, aos, soa, copy, transform, histogram\n"
           "                  or select\n"
           "  --size N[,N]... elements, up to 8 ascending numbers (default 33554432, on CPU devices 2097152);\n"
           "                  rows of one hold up to half the way to the next, by factors, and those of the last for\n"
           "                  any number: if it is small, write a limit into their last column, items.\n"
           "                  To tune small calls, too: --size 1024,16384,131072,1048576,33554432\n"
           "  --reps N        repetitions, of which the median counts (default 7)\n"
           "  -h, --help      this text\n");
}

static bool family_exists(const char *family)
{
    for (size_t i = 0; i < tune_target_count; i++)
        if (!strcmp(tune_targets[i].family, family))
            return true;
    return false;
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
    return !strcmp(option, "--size")     ? ": should be 1 to 8 ascending numbers from 1024 to 2^30, with commas between"
           : !strcmp(option, "--reps")   ? ": should be 1 to 1000"
           : !strcmp(option, "--family") ? ": there is no such family"
                                         : "";
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
        else if (value && !strcmp(name, "--size") && parse_sizes(value, &run.file))
            ;
        else if (!strcmp(name, "--reps") && number >= 1 && number <= 1000)
            options.repetitions = (int)number;
        else {
            fprintf(stderr, "clinterval tune: %s %s is not understood%s; see clinterval tune --help\n", name,
                    value ? value : "", value ? expected(name) : "");
            return 2;
        }
        i++;
    }
    int failed = bench_device_open(&run.device, &options);
    if (failed)
        return failed;
    bool cpu = run.device.type & CL_DEVICE_TYPE_CPU;
    if (!run.file.size_count)
        run.file.sizes[run.file.size_count++] = (size_t)1 << (cpu ? 21 : 25);
    test_temporary_name(run.candidate, sizeof run.candidate, "tune");
    int file = mkstemp(run.candidate);
    if (file < 0) {
        fprintf(stderr, "clinterval tune: no temporary file\n");
        failed = 1;
    } else {
        close(file);
        failed = bench_roof(&run.device, (size_t)1 << 26); /* tells whether event times can be believed */
        select_device(&run);
        run.file.device = run.selector;
        run.file.look_back = may_look_back(&run.device);
        if (!failed)
            failed = tune(&run);
        remove(run.candidate);
    }
    bench_device_close(&run.device);
    return failed;
}
