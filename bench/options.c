/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of `clinterval bench`. */
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void help(void)
{
    printf("Usage: clinterval bench [OPTION]...\n"
           "Times the operations of the library on the device that CLINTERVAL_DEVICE selects, and compares them\n"
           "with the copy bandwidth of the device, measured in the same run.\n"
           "\n"
           "What is measured:\n"
           "  --suite NAME     operations: every operation on its usual cases (the default; on CPU devices at most\n"
           "                   2^22 elements, sorts 2^20);\n"
           "                   goals: the rows that have a target for the device, mostly 2^26 outputs;\n"
           "                   cpu: with serial and threaded C and C++, smaller sizes;\n"
           "                   counted: calls on 1000 elements and on 2^26 (CPU devices 2^22, or --size), with plain\n"
           "                   arrays and with arrays that have a device-side length;\n"
           "                   latency: single calls on 1000 to 2^22 elements, with an empty kernel for comparison,\n"
           "                   and the host time of the same calls as recordings;\n"
           "                   growth: single calls on 2^10 to 2^30 elements by factors of 4, or up to --size, or as\n"
           "                   the memory of the device allows; CPU devices up to 2^24; verified up to 2^26\n"
           "  --op TEXT        only operations whose name contains TEXT, or one of several texts: merge,sort;\n"
           "                   =TEXT: the operation with this name\n"
           "  --size N         outputs (elements of a scan, reduction, sort or compaction; the sum of both inputs if\n"
           "                   there are two; structures, slots of a pool, samples of a histogram); also as 2^K\n"
           "  --mean L         mean interval length; with --keys drawn: keys of b that equal a key of a, on average\n"
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
           "  --peers          also time the same work by Boost.Compute, by CUB and Thrust (if built in, on CUDA\n"
           "                   devices) and by C and C++ (on CPU devices); int, for sorts, merges, sets and joins\n"
           "                   also long and float; structures of 3 to 16 words\n"
           "\n"
           "How:\n"
           "  --reps N         repetitions; the time is their median (default 15; latency 60)\n"
           "  --warmup N       calls before them (default 3)\n"
           "  --roof-bytes N   bytes copied to find the copy bandwidth (default 2^28, CPU devices 2^27)\n"
           "  --no-verify      do not compare results with the serial reference\n"
           "  --no-second      leave out the second context, which counts scratch memory and warm build time\n"
           "  --user-cache     use the drivers' ordinary program caches; cold build times are then meaningless\n"
           "\n"
           "The time is the device time, by events, or the wall clock if the event times of the driver are not\n"
           "credible. For calls that return the size of their result on the host (rows called exact or count only)\n"
           "and for their peers it is the wall clock until the call has returned. In the suites latency and growth\n"
           "it is the wall clock until a finish has returned. Rows aos_copy, pool_alloc and counter_add are kernels\n"
           "with the library's building blocks; for the last two the time is that of the kernel's event.\n"
           "\n"
           "Progress, with an estimate of the time left, goes to stderr.\n"
           "\n"
           "Output, in addition to the table on stdout:\n"
           "  --csv FILE  --json FILE  columns: docs/measurements.md\n"
           "  --plot FILE.svg or FILE.png (needs gnuplot)\n"
           "  -h, --help       this text\n");
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
