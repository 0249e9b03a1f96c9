/* SPDX-License-Identifier: Apache-2.0 */
/* The clinterval command: selects the subcommand. */
#include "tool.h"

#include <stdio.h>
#include <string.h>

#ifndef TOOL_WITHOUT_BENCH
#define TOOL_WITHOUT_BENCH 0
#endif

#if TOOL_WITHOUT_BENCH
#define NEEDS_BENCH(what) what " (built without)"

int bench_main(int argc, char **argv)
{
    (void)argc, (void)argv;
    app_error("bench: this build of clinterval has no bench");
    return APP_FAILED;
}

int tune_main(int argc, char **argv)
{
    (void)argc, (void)argv;
    app_error("tune: this build of clinterval has no bench to measure with");
    return APP_FAILED;
}
#else
#define NEEDS_BENCH(what) what
#endif

static const struct command {
    const char *name, *what;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"devices", "list platforms and devices, and which one is used", devices_main},
    {"demo", "run a demonstration: intervals, a table, a graph search or a histogram", demo_main},
    {"bench", NEEDS_BENCH("measure the time of each operation"), bench_main},
    {"tune", NEEDS_BENCH("find the fastest tuning for a device and write a tuning file"), tune_main},
};

static void usage(FILE *out)
{
    fputs("Usage: clinterval COMMAND [OPTION...]\n"
          "       clinterval COMMAND --help\n"
          "\n"
          "Demonstrations, benchmarks and tuning of libclinterval, a library of load-balanced primitives for\n"
          "irregular parallel problems on OpenCL devices.\n"
          "\n"
          "Commands:\n",
          out);
    for (size_t c = 0; c < sizeof commands / sizeof *commands; ++c)
        fprintf(out, "  %-10s %s\n", commands[c].name, commands[c].what);
    fputs(
        "\n"
        "Options:\n"
        "  -h, --help     show this help\n"
        "  -V, --version  show the version\n"
        "\n"
        "Environment:\n"
        "  CLINTERVAL_DEVICE  the device: \"1:0\" (platform:device, numbered as in `clinterval devices` and\n"
        "                     `clinfo -l`), \"gpu\", \"cpu\", \"accelerator\", or part of the name of a platform or a\n"
        "                     device. Default: the first GPU, then the first CPU device, then any device.\n"
        "  CLINTERVAL_TUNING  the name of a tuning file, for example of a file from `clinterval tune`\n"
        "  CLINTERVAL_SUB_GROUPS\n"
        "                     for tests: 0 disables sub-groups in kernels; 4, 8, 16, 32 or 64 is the only\n"
        "                     sub-group size that kernels may use\n",
        out);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return APP_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return APP_OK;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("clinterval %s\n", cliv_version());
        return APP_OK;
    }
    for (size_t c = 0; c < sizeof commands / sizeof *commands; ++c) {
        if (strcmp(argv[1], commands[c].name) != 0)
            continue;
        char full_name[64]; /* getopt_long() prefixes its messages with full_name */
        snprintf(full_name, sizeof full_name, "clinterval %s", commands[c].name);
        argv[1] = full_name;
        return commands[c].run(argc - 1, argv + 1);
    }
    app_error("unknown %s '%s'; `clinterval --help` lists the commands", argv[1][0] == '-' ? "option" : "command",
              argv[1]);
    return APP_USAGE;
}

int main(int argc, char **argv) { return app_end(run(argc, argv)); }
