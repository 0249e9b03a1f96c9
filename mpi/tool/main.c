/* SPDX-License-Identifier: Apache-2.0 */
/* The command clinterval-mpi: selects the subcommand. Only rank 0 prints. */
#include "tool.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static void usage(FILE *out)
{
    fputs("Usage: mpirun -n RANKS clinterval-mpi COMMAND [OPTION...]\n"
          "       clinterval-mpi COMMAND --help\n"
          "\n"
          "Demonstration and benchmarks of libclinterval_mpi: the primitives of libclinterval on several devices,\n"
          "one MPI rank per device.\n"
          "\n"
          "Commands:\n"
          "  demo       sort, join, group-by and graph search of data larger than the memory limit of one rank\n"
          "  bench      measure the time of operations and how they scale\n"
          "\n"
          "Options:\n"
          "  -h, --help     show this help\n"
          "  -V, --version  show the version\n"
          "\n"
          "Environment:\n"
          "  CLINTERVAL_DEVICE  the devices, in the form that `clinterval --help` describes; the ranks of a host\n"
          "                     use its devices round-robin\n",
          out);
}

static int run(int argc, char **argv, int rank)
{
    static const struct command {
        const char *name, *full_name; /* getopt_long() prefixes its messages with full_name */
        int (*run)(int argc, char **argv);
    } commands[] = {{"demo", "clinterval-mpi demo", demo_main}, {"bench", "clinterval-mpi bench", bench_main}};
    if (argc < 2) {
        if (rank == 0)
            usage(stderr);
        return APP_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return APP_OK;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("clinterval-mpi %s\n", cliv_version());
        return APP_OK;
    }
    for (size_t c = 0; c < sizeof commands / sizeof *commands; ++c)
        if (strcmp(argv[1], commands[c].name) == 0) {
            argv[1] = (char *)commands[c].full_name;
            return commands[c].run(argc - 1, argv + 1);
        }
    if (rank == 0)
        app_error("unknown %s '%s'; `clinterval-mpi --help` lists the commands",
                  argv[1][0] == '-' ? "option" : "command", argv[1]);
    return APP_USAGE;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    opterr = rank == 0;
    /* Output of the other ranks is discarded. */
    if (rank != 0 && !freopen("/dev/null", "w", stdout))
        fclose(stdout);
    const int code = run(argc, argv, rank);
    MPI_Finalize();
    return rank == 0 ? app_end(code) : code;
}
