/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the throughput suites. */
#include "suites.h"

#include <stdio.h>
#include <string.h>

static void table_of_goals(bench_run *run, const bench_goal *goals, size_t count, bool of_bytes, double scale)
{
    for (size_t i = 0; i < count; i++) {
        bench_goal g = goals[i];
        const size_t size = (size_t)1 << g.log2_n;
        g.goal_ms *= scale;
        g.peer_ms *= scale;
        bench_run_case(run, g.operation, g.text, of_bytes ? 0 : size, of_bytes ? size : 0, &g);
    }
}

void bench_suite_goals(bench_run *run)
{
    const double scale = BENCH_GOAL_ROOF / run->device.roof;
#define TABLE(goals) goals, sizeof goals / sizeof *goals
    table_of_goals(run, TABLE(bench_goals), false, scale);
    table_of_goals(run, TABLE(bench_structure_goals), true, scale);
    table_of_goals(run, TABLE(bench_atomic_goals), false, 1);
#undef TABLE
}

void bench_suite_cpu(bench_run *run)
{
    static const char *const moves[] = {"interval_expand", "interval_gather", "interval_scatter", "interval_move",
                                        "load_balance_search"};
    static const char *const means[] = {"L=32", "L=256", "L=4096"};
    static const struct {
        const char *operation, *text;
        unsigned log2_n;
    } others[] = {
        {"scan_exclusive", "", 24},
        {"reduce", "", 24},
        {"merge_keys", "", 24},
        {"merge_keys", "type=long", 24},
        {"merge_pairs", "", 24},
        {"sort_keys", "order=user", 22},
        {"sort_keys", "", 22},
        {"sort_keys", "type=long,order=user", 22},
        {"sort_keys", "type=float", 22},
        {"sort_pairs", "order=user", 22},
        {"sort_pairs", "", 22},
        {"segmented_sort_keys", "L=10", 22},
        {"segmented_sort_keys", "L=1000", 22},
        {"locality_sort_keys", "keys=nearly", 22},
        {"sorted_search", "", 24},
        {"sorted_search", "variant=1", 24},
        {"set_keys", "variant=4", 24},
        {"set_keys", "variant=5", 24},
        {"set_keys", "variant=6", 24},
        {"set_keys", "variant=7", 24},
        {"set_pairs", "variant=4", 24},
        {"set_pairs", "variant=5", 24},
        {"set_pairs", "variant=6", 24},
        {"set_pairs", "variant=7", 24},
        {"join", "keys=drawn,L=1,variant=6", 23},
        {"join", "keys=drawn,L=1,variant=7", 23},
        {"join", "keys=drawn,L=1,variant=8", 23},
        {"join", "keys=drawn,L=1,variant=9", 23},
        {"join", "keys=drawn,L=8,variant=6", 22},
        {"join", "keys=drawn,L=8,variant=9", 22},
        {"join_unsorted", "keys=drawn,L=1", 22},
        {"join_unsorted", "keys=drawn,L=1,variant=1", 22},
        {"join_unsorted", "keys=drawn,L=1,variant=4", 22},
        {"join_unsorted", "n=11000000,keys=drawn,L=1,split=909", 23}, /* 10 M with 10^6 */
        {"join_overlaps", "keys=interleaved,L=3", 21},
        {"group_by_sums", "n=10000000,L=10000", 23}, /* 1000 groups */
        {"group_by_sums", "n=10000000,L=10", 23},
        {"group_by_sums", "L=64,shape=skewed", 22},
        {"group_by_sums", "L=4194,variant=2", 22},
        {"bulk_insert", "", 24},
        {"bulk_remove", "split=250", 24},
        {"segmented_reduce", "L=4", 24},
        {"segmented_reduce", "L=32", 24},
        {"segmented_reduce", "L=1000", 24},
        {"segmented_find_first", "L=13", 24},
        {"binary_search", "split=1000,variant=4", 23},
        {"binary_search", "split=998", 23},
        {"binary_search", "", 24},
        {"binary_search", "variant=2", 24},
        {"reduce_by_key", "L=4,variant=1", 24},
        {"reduce_by_key", "L=32,variant=1", 24},
        {"reduce_by_key", "L=1000,variant=1", 24},
        {"compact", "variant=1", 24},
        {"partition", "", 24},
        {"unique", "L=4", 24},
        {"unique", "L=32", 24},
        {"unique", "L=1000", 24},
        {"copy", "", 24},
        {"transform", "", 24},
        {"gather", "", 22},
        {"scatter", "", 22},
        {"find_first", "", 24},
        {"scan_by_key_inclusive", "L=4", 24},
        {"scan_by_key_inclusive", "L=32", 24},
        {"scan_by_key_inclusive", "L=1000", 24},
        {"segmented_scan_inclusive", "L=4", 24},
        {"segmented_scan_inclusive", "L=32", 24},
        {"segmented_scan_inclusive", "L=1000", 24},
        {"top_k", "", 24},
        {"top_k", "variant=1", 24},
        {"top_k", "variant=2", 22},
        {"segmented_top_k", "L=32", 22},
        {"segmented_top_k", "L=1000", 22},
        {"join_as_of", "", 24},
        {"histogram", "type=uchar", 24},
        {"histogram", "", 24},
        {"histogram", "variant=1", 24},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (size_t k = 0; k < sizeof means / sizeof *means; k++)
            bench_run_case(run, moves[i], means[k], (size_t)1 << 24, 0, NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        bench_run_case(run, others[i].operation, others[i].text, (size_t)1 << others[i].log2_n, 0, NULL);
}

void bench_suite_counted(bench_run *run)
{
    enum { FEW = 1000, LOG2 = 26, LOG2_ON_CPUS = 22 };
    const bool cpu = run->device.type & CL_DEVICE_TYPE_CPU;
    const size_t most = run->options.size ? run->options.size : (size_t)1 << (cpu ? LOG2_ON_CPUS : LOG2);
    if (most <= FEW)
        return;
    const struct {
        size_t n, extra;
    } rows[] = {{FEW, 0}, {FEW, most - FEW}, {most, 0}, {most, TEST_EXTRA_BEYOND}};
    run->options.size = 0;
    for (size_t c = 0; c < sizeof bench_latency_columns / sizeof *bench_latency_columns; c++) {
        const bench_latency_column *column = &bench_latency_columns[c];
        const test_operation *operation = test_operation_find(column->operation);
        if (!operation || !(operation->uses & TEST_USES_LENGTHS))
            continue;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            char text[64];
            snprintf(text, sizeof text, "%s%sextra=%zu", column->text, *column->text ? "," : "", rows[i].extra);
            bench_run_case(run, column->operation, text, rows[i].n, 0, NULL);
        }
    }
    run->options.size = most;
}

void bench_suite_operations(bench_run *run)
{
    const bool cpu = run->device.type & CL_DEVICE_TYPE_CPU;
    for (size_t i = 0; test_operations[i]; i++) {
        const unsigned uses = test_operations[i]->uses;
        const bool sorts = uses & TEST_USES_KEYS && !(uses & TEST_USES_SIDES);
        const size_t most = !cpu ? SIZE_MAX : (size_t)1 << (sorts ? 20 : 22);
        for (const char *const *text = test_operations[i]->bench_cases; text && *text; ++text) {
            test_case c;
            if (!test_bench_case(&c, *text))
                continue; /* run_operations.c reports it */
            if (c.n > most)
                c.n = most; /* sizes for GPUs take an hour on a CPU */
            bench_run_operation(run, test_operations[i], c, NULL);
        }
    }
}
