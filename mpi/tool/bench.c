/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval-mpi bench: equal parts on all ranks, compared with one device that processes the whole, or one part. */
#include "bench.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cl_ulong most_total = (cl_ulong)1 << 31;

static void usage(void)
{
    printf("Usage: mpirun -n RANKS clinterval-mpi bench [OPTION...]\n"
           "\n"
           "Measures operations on all ranks, and the same operations on the device of rank 0 while the other ranks\n"
           "wait. The single device processes the elements of all ranks (strong scaling: the speed-up by all ranks),\n"
           "then the elements of one rank (weak scaling: the efficiency of each device). Times are medians of the\n"
           "wall-clock time from a barrier to the end of the slowest rank. Results are compared by hashes. The column\n"
           "\"and makes\" is the time of one device including the allocation of the result, which calls over ranks\n"
           "always include.\n"
           "\n"
           "Options:\n"
           "  --suite mpi      the only suite\n"
           "  --size N         elements per rank, of 4 bytes each: the inputs (of both sides for merges and sets), or\n"
           "                   the outputs of expand (mean length 32) and join (8 matches per row). N may be 2^K\n"
           "                   (default: 2^20 on CPU devices, 2^26 on other devices); at most 2^31 on all ranks\n"
           "  --op TEXT        only operations whose name contains TEXT:");
    for (size_t k = 0; k < bench_op_count; ++k)
        printf("%s%s %s", k ? "," : "", k == 5 ? "\n                  " : "", bench_ops[k].name);
    printf("\n"
           "  --reps R         repetitions, after two warm-up calls; the median counts (default: 7)\n"
           "  --link GB/S      bandwidth of a rank's link in the model of a sort (default: 50): time of one device\n"
           "                   for a part + bytes sent / bandwidth + merge of the received data\n"
           "  --csv FILE       write the rows to a file; \"-\" is standard output\n"
           "  -h, --help       show this help\n");
}

/* -1, or the exit code. */
static int read_options(int argc, char **argv, bench_options *o)
{
    static const struct option known[] = {
        {"suite", required_argument, NULL, 'u'}, {"size", required_argument, NULL, 's'},
        {"op", required_argument, NULL, 'o'},    {"reps", required_argument, NULL, 'r'},
        {"link", required_argument, NULL, 'l'},  {"csv", required_argument, NULL, 'c'},
        {"help", no_argument, NULL, 'h'},        {0},
    };
    for (int option; (option = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        switch (option) {
        case 'u':
            if (strcmp(optarg, "mpi") == 0)
                break;
            if (opterr)
                app_error("bench: --suite is '%s', but must be mpi; `clinterval bench` has the others", optarg);
            return APP_USAGE;
        case 's':
            if (!(o->part = option_number("bench", "size", optarg, 1024, CL_UINT_MAX)))
                return APP_USAGE;
            break;
        case 'r':
            if (!(o->repetitions = (int)option_number("bench", "reps", optarg, 1, 10000)))
                return APP_USAGE;
            break;
        case 'l':
            if (!(o->link = 1e9 * (double)option_number("bench", "link", optarg, 1, 100000)))
                return APP_USAGE;
            break;
        case 'o':
            o->op = optarg;
            break;
        case 'c':
            o->csv = optarg;
            break;
        case 'h':
            usage();
            return APP_OK;
        default:
            if (opterr)
                fprintf(stderr, "see clinterval-mpi bench --help\n");
            return APP_USAGE;
        }
    }
    bool has_some = false;
    for (size_t k = 0; k < bench_op_count; ++k)
        has_some |= !o->op || strstr(bench_ops[k].name, o->op);
    if (optind == argc && has_some)
        return -1;
    if (opterr && optind < argc)
        app_error("bench: '%s' is not an option; see clinterval-mpi bench --help", argv[optind]);
    else if (opterr)
        app_error("bench: no operation has '%s' in its name; see clinterval-mpi bench --help", o->op);
    return APP_USAGE;
}

static void print_head(const session *s, const bench_options *o)
{
    printf("%" PRIu64 " elements per rank, %" PRIu64 " in total; times in ms; phases: maximum over all ranks\n\n",
           (uint64_t)o->part, (uint64_t)o->part * (uint64_t)s->size);
    printf("%-13s %10s %10s %10s %7s %10s %6s", "", "one, all", "and makes", "all ranks", "strong", "one, part",
           "weak");
    for (int k = 0; k < PHASE_COUNT; ++k)
        printf(" %9s", phase_names[k]);
    printf(" %10s %6s  %s\n", "MB sent", "GB/s", "result");
}

static void print_milliseconds(double seconds, int width)
{
    if (seconds >= 0)
        printf(" %*.3f", width, 1e3 * seconds);
    else
        printf(" %*s", width, "-");
}

/* Prints a / b, or blanks if one was not measured. */
static void print_ratio(double a, double b, int width)
{
    if (a >= 0 && b > 0)
        printf(" %*.2f", width, a / b);
    else
        printf(" %*s", width, "-");
}

static void print_row(const bench_row *r)
{
    printf("%-13s", r->op->name);
    if (r->failure[0] != 0) {
        printf(" failed: %s\n", r->failure);
        return;
    }
    print_milliseconds(r->one_total, 10);
    print_milliseconds(r->one_made, 10);
    print_milliseconds(r->seconds, 10);
    print_ratio(r->one_total, r->seconds, 7);
    print_milliseconds(r->one_part, 10);
    print_ratio(r->one_part, r->seconds, 6);
    for (int k = 0; k < PHASE_COUNT; ++k)
        print_milliseconds(r->all.of[k], 9);
    printf(" %10.3f", 1e-6 * r->all.sent);
    print_ratio(1e-9 * r->all.sent, r->all.of[PHASE_EXCHANGE], 6);
    printf("  %s\n", r->checked);
}

static void print_models(const bench_row *rows, size_t count, double link)
{
    for (size_t k = 0; k < count; ++k) {
        const bench_row *const r = &rows[k];
        if (r->model >= 0)
            printf(
                "\n%s: model: a part on one device %.3f + %.3f MB / %.0f GB/s %.3f + merge %.3f = %.3f ms; measured: "
                "%.2f times the model\n",
                r->op->name, 1e3 * r->one_part, 1e-6 * r->all.sent, 1e-9 * link, 1e3 * r->all.sent / link,
                1e3 * r->merge, 1e3 * r->model, r->seconds / r->model);
    }
}

static void csv_milliseconds(FILE *out, double seconds)
{
    if (seconds >= 0)
        fprintf(out, "%.6g", 1e3 * seconds);
    fputc(',', out);
}

static int write_csv(const char *file, int ranks, const bench_row *rows, size_t count)
{
    FILE *out = app_open(file, "w");
    if (!out)
        return APP_FAILED;
    fprintf(out, "operation,ranks,elements,elements_a_rank,one_device_all_ms,one_device_makes_ms,all_ranks_ms,one_"
                 "device_part_ms,local_ms,"
                 "splitters_ms,exchange_ms,merge_ms,sent_bytes,merge_apart_ms,model_ms,checked\n");
    for (size_t k = 0; k < count; ++k) {
        const bench_row *const r = &rows[k];
        if (r->failure[0] != 0)
            continue;
        fprintf(out, "%s,%d,%" PRIu64 ",%" PRIu64 ",", r->op->name, ranks, (uint64_t)r->total, (uint64_t)r->part);
        csv_milliseconds(out, r->one_total);
        csv_milliseconds(out, r->one_made);
        csv_milliseconds(out, r->seconds);
        csv_milliseconds(out, r->one_part);
        for (int phase = 0; phase < PHASE_COUNT; ++phase)
            csv_milliseconds(out, r->all.of[phase]);
        fprintf(out, "%.0f,", r->all.sent);
        csv_milliseconds(out, r->merge);
        csv_milliseconds(out, r->model);
        fprintf(out, "%s\n", r->checked);
    }
    return app_close(out, file, ferror(out) != 0);
}

static int run(const session *s, const bench_options *o)
{
    size_t count = 0;
    int code = APP_OK;
    bench_row *const rows = app_allocate(bench_op_count, sizeof *rows);
    if (!rows)
        session_own("bench", CLIV_OUT_OF_MEMORY);
    print_head(s, o);
    for (size_t k = 0; k < bench_op_count; ++k) {
        if (o->op && !strstr(bench_ops[k].name, o->op))
            continue;
        bench_measure(s, &bench_ops[k], o, &rows[count]);
        print_row(&rows[count]);
        fflush(stdout);
        if (rows[count].failure[0] != 0 || strcmp(rows[count].checked, "WRONG") == 0)
            code = APP_FAILED;
        ++count;
    }
    print_models(rows, count, o->link);
    if (s->rank == 0 && o->csv && write_csv(o->csv, s->size, rows, count) != APP_OK)
        code = APP_FAILED;
    free(rows);
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return code;
}

int bench_main(int argc, char **argv)
{
    bench_options o = {.repetitions = 7, .link = 50e9};
    session s;
    const int code = read_options(argc, argv, &o);
    if (code >= 0)
        return code;
    if (o.part == 0)
        o.part = session_default_part();
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (o.part * (cl_ulong)ranks > most_total) { /* or keys would not fit their type */
        if (opterr)
            app_error("bench: --size %" PRIu64 " makes %" PRIu64 " elements in total, more than 2^31", (uint64_t)o.part,
                      (uint64_t)o.part * (uint64_t)ranks);
        return APP_USAGE;
    }
    session_create(&s, 0);
    const int done = run(&s, &o);
    session_destroy(&s);
    return done;
}
