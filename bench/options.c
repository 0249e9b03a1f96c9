/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of `clinterval bench`. */
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void help(void)
{
    printf("Usage: clinterval bench [OPTION]...\n"
           "\n"
           "Measures the operations of the library on the device that CLINTERVAL_DEVICE selects. Each time is\n"
           "compared with the copy bandwidth of the device, measured in the same run.\n"
           "\n"
           "What to measure:\n"
           "  --suite NAME     operations: all operations on their usual inputs (the default); on CPU devices at most\n"
           "                   2^22 elements, 2^20 for sorts;\n"
           "                   goals: the operations with performance goals, mostly on 2^26 outputs, with the goals\n"
           "                   for this device;\n"
           "                   cpu: smaller inputs, compared with serial and threaded C and C++;\n"
           "                   counted: calls on 1000 and on 2^26 elements (2^22 on CPU devices, or --size), with\n"
           "                   plain arrays and with arrays whose length is on the device (cliv_counted);\n"
           "                   latency: the time of single calls on 1000 to 2^22 elements, compared with an empty\n"
           "                   kernel, and the host time of the same calls as recordings;\n"
           "                   growth: the time of a call on 2^10 to 2^30 elements by factors of 4, up to --size or\n"
           "                   the memory of the device, on CPU devices up to 2^24; verified up to 2^26\n"
           "  --op TEXT        only operations whose name contains TEXT; a list such as merge,sort selects several;\n"
           "                   =TEXT selects the operation named TEXT\n"
           "  --size N         count of outputs: elements of a scan, reduction, sort or compaction, elements of both\n"
           "                   inputs of a merge, set or join, structures, slots of a pool, samples of a histogram;\n"
           "                   N may be 2^K\n"
           "  --mean L         mean interval length; with --keys drawn, the count of elements of b that equal an\n"
           "                   element of a\n"
           "  --shape NAME     distribution of interval lengths:");
    for (int i = 0; i < TEST_SHAPE_COUNT; i++)
        printf("%s %s", i ? "," : "", test_shape_name((test_shape)i));
    printf("\n"
           "  --keys NAME      distribution of keys:");
    for (int i = 0; i < TEST_KEYS_COUNT; i++)
        printf("%s %s", i ? "," : "", test_keys_name((test_keys)i));
    printf("\n"
           "  --order NAME     order of keys; user and coarse are user-defined comparators:");
    for (size_t i = 0; i < test_order_count; i++)
        printf("%s %s", i ? "," : "", test_orders[i].name);
    printf("\n"
           "  --type NAME      element type:");
    for (size_t i = 0; test_types[i]; i++)
        printf("%s %s", i ? "," : "", test_types[i]->type->name);
    printf("\n"
           "  --peers          also measure Boost.Compute, CUB and Thrust (if built in and supported by the device),\n"
           "                   and C and C++ on CPU devices, for int; sorts, merges, sets and joins also for long\n"
           "                   and float, structures for 3 to 16 words\n"
           "\n"
           "How to measure:\n"
           "  --reps N         repetitions, of which the median counts (default: 15; 60 in the suite latency)\n"
           "  --warmup N       calls before the repetitions (default: 3)\n"
           "  --roof-bytes N   bytes of the copy that measures the bandwidth (default: 2^28, on CPU devices 2^27)\n"
           "  --no-verify      do not compare results with the serial reference\n"
           "  --no-second      no second context, which measures scratch memory and warm build times\n"
           "  --user-cache     use the program caches of the drivers; cold build times are then meaningless\n"
           "\n"
           "Times are the device's event times, or wall-clock times if the driver's event times are not credible.\n"
           "Calls that return the size of their result to the host (rows with exact or count only) and their peers\n"
           "are measured by the wall clock, from the call to its return. The suites latency and growth measure all\n"
           "rows by the wall clock, to the end of clFinish().\n"
           "The rows aos_copy, pool_alloc and counter_add are kernels that use the library's device functions; the\n"
           "time of pool_alloc and counter_add is the time of the kernel's event.\n"
           "\n"
           "Progress, with an estimate of the remaining time, goes to standard error.\n"
           "\n"
           "Output files, in addition to the table on standard output:\n"
           "  --csv FILE  --json FILE       docs/measurements.md describes the columns\n"
           "  --plot FILE.svg or FILE.png   requires gnuplot\n"
           "  -h, --help       show this help\n");
}

/* "1000", "2^26", "0x100" */
static bool parse_size(const char *text, size_t *value)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    unsigned long long v;
    if (!strncmp(text, "2^", 2)) {
        unsigned long k = strtoul(text + 2, &end, 10);
        if (end == text + 2 || k > 40)
            return false;
        v = 1ull << k;
    } else {
        v = strtoull(text, &end, 0);
    }
    *value = (size_t)v;
    return *end == 0 && v > 0 && v <= 1ull << 40;
}

static int bad(const char *option, const char *value, const char *reason)
{
    fprintf(stderr, "clinterval bench: %s %s is not understood: %s; see clinterval bench --help\n", option, value,
            reason);
    return 2;
}

static int bad_type(const char *option, const char *value)
{
    char known[512] = "types have the names of OpenCL C:";
    for (size_t i = 0, end; test_types[i]; i++) {
        end = strlen(known);
        snprintf(known + end, sizeof known - end, " %s", test_types[i]->type->name);
    }
    return bad(option, value, known);
}

static int bad_word(const char *word)
{
    fprintf(stderr, "clinterval bench: %s is %s; see clinterval bench --help\n", word,
            *word == '-' ? "not an option, or its value is missing" : "not an option");
    return 2;
}

static bool shape_exists(const char *name)
{
    for (int i = 0; i < TEST_SHAPE_COUNT; i++)
        if (!strcmp(name, test_shape_name((test_shape)i)))
            return true;
    return false;
}

static bool suite_exists(const char *name)
{
    static const char *const names[] = {"operations", "goals", "cpu", "counted", "latency", "growth"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static bool takes_number(const char *option)
{
    static const char *const options[] = {"--size", "--mean", "--roof-bytes", "--reps", "--warmup"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (!strcmp(option, options[i]))
            return true;
    return false;
}

int bench_parse(int argc, char **argv, bench_options *o)
{
    *o = (bench_options){
        .suite = "operations", .warmup = 3, .verify = true, .second_context = true, .private_cache = true};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        size_t number;
        if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
            help();
            return 1;
        }
        if (!strcmp(name, "--peers"))
            o->peers = true;
        else if (!strcmp(name, "--no-verify"))
            o->verify = false;
        else if (!strcmp(name, "--no-second"))
            o->second_context = false;
        else if (!strcmp(name, "--user-cache"))
            o->private_cache = false;
        else if (!value)
            return bad_word(name);
        else if (i++, !strcmp(name, "--suite"))
            o->suite = value;
        else if (!strcmp(name, "--op"))
            o->operation = value;
        else if (!strcmp(name, "--shape"))
            o->shape = value;
        else if (!strcmp(name, "--keys"))
            o->keys = value;
        else if (!strcmp(name, "--order"))
            o->order = value;
        else if (!strcmp(name, "--csv"))
            o->csv = value;
        else if (!strcmp(name, "--json"))
            o->json = value;
        else if (!strcmp(name, "--plot"))
            o->plot = value;
        else if (!strcmp(name, "--type")) {
            o->type = test_type_find(value);
            if (!o->type)
                return bad_type(name, value);
        } else if (!takes_number(name))
            return bad_word(name);
        else if (!parse_size(value, &number))
            return bad(name, value, "must be a whole number above 0, or 2^K, and at most 2^40");
        else if (!strcmp(name, "--size"))
            o->size = number;
        else if (!strcmp(name, "--mean"))
            o->mean = number;
        else if (!strcmp(name, "--roof-bytes"))
            o->roof_bytes = number;
        else if (!strcmp(name, "--reps") && number <= 10000)
            o->repetitions = (int)number;
        else if (!strcmp(name, "--warmup") && number <= 10000)
            o->warmup = (int)number;
        else
            return bad(name, value, "must be at most 10000");
    }
    if (!strcmp(o->suite, "mpi")) {
        fprintf(stderr,
                "clinterval bench: run the suite mpi with `mpirun -n RANKS clinterval-mpi bench --suite mpi`\n");
        return 2;
    }
    if (!suite_exists(o->suite))
        return bad("--suite", o->suite, "must be operations, goals, cpu, counted, latency or growth");
    if (!o->repetitions)
        o->repetitions = strcmp(o->suite, "latency") ? 15 : 60;
    if (o->shape && !shape_exists(o->shape))
        return bad("--shape", o->shape, "there is no such distribution");
    if (o->keys && test_keys_find(o->keys) == TEST_KEYS_COUNT)
        return bad("--keys", o->keys, "there is no such distribution");
    if (o->order && test_order_find(o->order) == test_order_count)
        return bad("--order", o->order, "there is no such order");
    if (o->plot) {
        const char *dot = strrchr(o->plot, '.');
        if (!dot || (strcmp(dot, ".svg") && strcmp(dot, ".png")))
            return bad("--plot", o->plot, "the name must end in .svg or .png");
    }
    return 0;
}
