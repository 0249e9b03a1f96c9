/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval-mpi demo: four parts. Each is checked, and its time is reported by phase. */
#include "demo.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    void (*run)(const session *, cl_ulong, demo_part *);
} parts_of_demo[] = {
    {"sort", demo_sort}, {"join", demo_join}, {"group-by", demo_group_by}, {"graph search", demo_search}};
enum { PARTS = sizeof parts_of_demo / sizeof *parts_of_demo };

/* Kernels address a part with 32 bits, and the hashes of the sort check have 32 bits. */
static const cl_ulong least_size = 1024, most_size = (cl_ulong)1 << 34;

static void usage(void)
{
    printf("Usage: mpirun -n RANKS clinterval-mpi demo [OPTION...]\n"
           "\n"
           "Runs a sort, a join, a group-by and a breadth-first search of a random graph. Each rank generates its\n"
           "part of the data on its device. Every result is checked. Everything runs twice; the first run compiles\n"
           "the kernels. A table shows the time of each phase on the slowest rank:\n"
           "  local      work on the rank's own part\n"
           "  splitters  search for the boundaries of the parts\n"
           "  exchange   transfer between ranks\n"
           "  merge      work on the received data\n"
           "\n"
           "Options:\n"
           "  --size N            elements on all ranks: keys of the sort, inputs and outputs of the join, values of\n"
           "                      the group-by, edges of the graph; N may be 2^K (default: 2^20 per rank on CPU\n"
           "                      devices, 2^26 per rank on other devices)\n"
           "  --memory BYTES      the most memory that one call may allocate on a rank (default: 20 bytes for each\n"
           "                      element of the rank, and 2^16). With the default, the data of three ranks is too\n"
           "                      large for one rank.\n"
           "  --csv FILE          write the table to a file; \"-\" is standard output\n"
           "  --picture FILE.svg  draw the table as bars (requires gnuplot)\n"
           "  -h, --help          show this help\n");
}

typedef struct demo_options {
    cl_ulong size, memory; /* 0: the default */
    const char *csv, *picture;
} demo_options;

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), of_end = strlen(end);
    return length > of_end && strcmp(text + length - of_end, end) == 0;
}

/* -1, or the exit code. */
static int read_options(int argc, char **argv, demo_options *o)
{
    static const struct option known[] = {
        {"size", required_argument, NULL, 's'}, {"memory", required_argument, NULL, 'm'},
        {"csv", required_argument, NULL, 'c'},  {"picture", required_argument, NULL, 'p'},
        {"help", no_argument, NULL, 'h'},       {0},
    };
    for (int option; (option = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        switch (option) {
        case 's':
            if (!(o->size = option_number("demo", "size", optarg, least_size, most_size)))
                return APP_USAGE;
            break;
        case 'm':
            if (!(o->memory = option_number("demo", "memory", optarg, 1, (cl_ulong)1 << 62)))
                return APP_USAGE;
            break;
        case 'c':
            o->csv = optarg;
            break;
        case 'p':
            o->picture = optarg;
            break;
        case 'h':
            usage();
            return APP_OK;
        default:
            if (opterr)
                fprintf(stderr, "see clinterval-mpi demo --help\n");
            return APP_USAGE;
        }
    }
    const char *wrong = optind < argc ? argv[optind] : NULL;
    if (!wrong && (!o->picture || (ends_in(o->picture, ".svg") && !strchr(o->picture, '\''))))
        return -1;
    if (opterr && wrong)
        app_error("demo: '%s' is not an option; see clinterval-mpi demo --help", wrong);
    else if (opterr)
        app_error("demo: --picture is '%s', but its name must end in .svg and have no quotes", o->picture);
    return APP_USAGE;
}

/* Rank 0 tries the group-by's sort in a world of its own, with the memory limit of one rank. */
static void show_that_one_cannot(const session *s, cl_ulong n, cl_ulong memory)
{
    if (s->rank == 0 && s->size > 1) {
        const cliv_world_options options = {.memory = (size_t)memory};
        const cliv_array keys = session_sequence(&cliv_uint, "tool_mix(i)", 0, (size_t)n, NULL, 0);
        cliv_world *alone = NULL;
        cliv_array sorted = CLIV_NONE, moved = CLIV_NONE;
        cliv_status status = cliv_world_create(MPI_COMM_SELF, s->ctx, &options, &alone);
        if (status == CLIV_SUCCESS)
            status = cliv_mpi_sort_pairs(alone, s->queue, keys, keys, NULL, &sorted, &moved);
        if (status == CLIV_SUCCESS)
            printf("one rank alone can also sort the pairs within this limit\n");
        else
            printf("one rank alone cannot: %s\n", cliv_last_error());
        cliv_array_release(&sorted);
        cliv_array_release(&moved);
        cliv_world_destroy(alone);
    }
    session_rest();
}

static void print_table(const demo_part *parts)
{
    printf("\n%-14s %10s", "ms", "total");
    for (int k = 0; k < PHASE_COUNT; ++k)
        printf(" %10s", phase_names[k]);
    printf(" %12s\n", "MB sent");
    for (size_t k = 0; k < PARTS; ++k) {
        printf("%-14s %10.2f", parts[k].name, 1e3 * parts[k].times.total);
        for (int phase = 0; phase < PHASE_COUNT; ++phase)
            printf(" %10.2f", 1e3 * parts[k].times.of[phase]);
        printf(" %12.3f\n", 1e-6 * parts[k].times.sent);
    }
    printf("\n");
}

static int run(const session *s, cl_ulong n, const demo_options *o)
{
    demo_part parts[PARTS];
    bool all_right = true;
    for (size_t k = 0; k < PARTS; ++k) {
        parts[k] = (demo_part){.name = parts_of_demo[k].name};
        parts_of_demo[k].run(s, n, &parts[k]);
        const bool was_right = parts[k].right;
        parts[k] = (demo_part){.name = parts_of_demo[k].name};
        parts_of_demo[k].run(s, n, &parts[k]);
        parts[k].right &= was_right;
        parts[k].times = phases_most(parts[k].times);
        all_right &= parts[k].right;
        printf("%s: %s: %s\n", parts[k].name, parts[k].done, parts[k].right ? "right" : "WRONG");
        fflush(stdout);
    }
    print_table(parts);
    int code = all_right ? APP_OK : APP_FAILED;
    if (s->rank == 0) {
        if (!all_right)
            app_error("demo: a result is wrong");
        if (o->csv && demo_write_csv(o->csv, s->size, n, parts, PARTS) != APP_OK)
            code = APP_FAILED;
        if (o->picture && demo_write_picture(o->picture, s->size, parts, PARTS) != APP_OK)
            code = APP_FAILED;
    }
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return code;
}

int demo_main(int argc, char **argv)
{
    demo_options o = {0};
    session s;
    const int code = read_options(argc, argv, &o);
    if (code >= 0)
        return code;
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    cl_ulong n = o.size ? o.size : (cl_ulong)ranks * session_default_part();
    n = (n + DEMO_MULTIPLE - 1) / DEMO_MULTIPLE * DEMO_MULTIPLE;
    const cl_ulong each = (n + (cl_ulong)ranks - 1) / (cl_ulong)ranks, memory = o.memory ? o.memory : 20 * each + 65536;
    if (each >> 32 != 0) {
        if (opterr)
            app_error("demo: %" PRIu64 " elements per rank are too many: at most 2^32 - 1", (uint64_t)each);
        return APP_USAGE;
    }
    session_create(&s, (size_t)memory);
    printf("%" PRIu64 " elements in total, %" PRIu64 " bytes of keys and values; a call may allocate %" PRIu64
           " bytes on a rank\n",
           (uint64_t)n, (uint64_t)n * 8, (uint64_t)memory);
    show_that_one_cannot(&s, n, memory);
    const int done = run(&s, n, &o);
    session_destroy(&s);
    return done;
}
