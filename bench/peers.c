/* SPDX-License-Identifier: Apache-2.0 */
/* Other libraries and plain loops on the row's data. Only verified results count. */
#include "peers/peers.h"
#include "peer_work.h"
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of an operation in peers.h; NULL if no peer does it. */
static const char *peer_operation(const char *name)
{
    static const char *const table[][2] = {
        {"interval_expand", "expand"},
        {"interval_gather", "gather"},
        {"interval_scatter", "scatter"},
        {"interval_move", "move"},
        {"load_balance_search", "segments"},
        {"scan_exclusive", "scan"},
        {"reduce", "reduce"},
        {"merge_keys", "merge"},
        {"merge_pairs", "merge"},
        {"merge_runs_keys", "merge_runs"},
        {"merge_runs_pairs", "merge_runs"},
        {"sort_keys", "sort"},
        {"sort_pairs", "sort"},
        {"locality_sort_keys", "sort"},
        {"locality_sort_pairs", "sort"},
        {"segmented_sort_keys", "segmented_sort"},
        {"segmented_sort_pairs", "segmented_sort"},
        {"sorted_search", "search"},
        {"binary_search", "bounds"},
        {"set_keys", "set"},
        {"set_pairs", "set"},
        {"join", "join"},
        {"join_as_of", "as_of"},
        {"join_unsorted", "join_unsorted"},
        {"join_overlaps", "overlaps"},
        {"group_by_sums", "group_by"},
        {"bulk_insert", "insert"},
        {"bulk_remove", "remove"},
        {"segmented_reduce", "segmented_reduce"},
        {"segmented_find_first", "segmented_find"},
        {"reduce_by_key", "reduce_by_key"},
        {"compact", "compact"},
        {"partition", "partition"},
        {"unique", "unique"},
        {"copy", "copy"},
        {"transform", "transform"},
        {"gather", "pick"},
        {"scatter", "place"},
        {"find_first", "find_first"},
        {"scan_by_key_inclusive", "scan_by_key"},
        {"segmented_scan_inclusive", "segmented_scan"},
        {"top_k", "top"},
        {"segmented_top_k", "segmented_top"},
        {"sort_rows", "rows"},
        {"aos_gather", "aos_gather"},
        {"aos_scatter", "aos_scatter"},
        {"aos_copy", "aos_copy"},
        {"aos_to_soa", "aos_to_soa"},
        {"soa_to_aos", "soa_to_aos"},
        {"histogram", "histogram"},
        {"counter_add", "count"},
        {"pool_alloc", "allocate"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i][0], name))
            return table[i][1];
    return NULL;
}

/* ---- running them ---- */

static int time_peer(const peer_work *work, int (*restore)(void *, cl_command_queue),
                     int (*call)(void *, cl_command_queue, cl_event *), void *user, peer_times *times)
{
    bench_times measured;
    cliv_status status =
        bench_time(work->timer, restore, call, user, work->answers ? BENCH_ANSWERS : BENCH_ENQUEUES, &measured);
    times->event_ms = measured.event_ms;
    times->wall_ms = measured.wall_ms;
    return status;
}

static int ascending(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void add_peer(bench_row *row, const peer_times *times, const peer_latency *latency, const bench_results *all,
                     bool expected)
{
    bench_peer *peer = &row->peers[row->peer_count++];
    *peer = (bench_peer){.name = times->name, .times = BENCH_NO_TIMES, .failure = times->failure, .kind = times->kind};
    peer->times.event_ms = times->event_ms;
    peer->times.wall_ms = times->wall_ms;
    if (latency) {
        peer->times.host_ms = latency->host_ms;
        peer->times.in_a_row_ms = latency->in_a_row_ms;
    }
    if (times->failure || !expected)
        return;
    peer->checked = all->sized && all->found != all->expected ? BENCH_WRONG : BENCH_VERIFIED;
    for (int i = 0; i < all->count; i++) {
        if (all->list[i].any_order)
            qsort(all->list[i].capacity, all->list[i].bytes / sizeof(uint32_t), sizeof(uint32_t), ascending);
        if (memcmp(all->list[i].capacity, all->list[i].expected, all->list[i].bytes))
            peer->checked = BENCH_WRONG;
    }
}

/* Boost.Compute's calls end with events, so it is skipped if calls are timed without events. */
static void run_peers(const peer_work *p, bool cpu, bench_results *all, bool expected, bench_row *row)
{
    peer_function peers[] = {
#ifdef HAVE_BOOST_COMPUTE
        p->latency ? NULL : peer_boost,  p->latency ? NULL : peer_boost_sorted, p->latency ? NULL : peer_boost_sets,
#endif
#ifdef HAVE_CUDA
        cpu ? NULL : peer_cuda,          cpu ? NULL : peer_cuda_sorted,         cpu ? NULL : peer_cuda_sets,
        cpu ? NULL : peer_cuda_bulk,     cpu ? NULL : peer_cuda_structures,     cpu ? NULL : peer_cuda_atomics,
        cpu ? NULL : peer_cuda_everyday, cpu ? NULL : peer_cuda_tables,
#endif
        cpu ? peer_cpu : NULL,           cpu ? peer_cpu_sorted : NULL,          cpu ? peer_cpu_sets : NULL,
        cpu ? peer_cpu_bulk : NULL,      cpu ? peer_cpu_everyday : NULL,        cpu ? peer_cpu_structures : NULL,
        cpu ? peer_cpu_tables : NULL,
    };
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
        peer_times times;
        for (int k = 0; peers[i] && row->peer_count < BENCH_MAX_PEERS; k++) {
            all->found = 0;
            if (p->latency)
                p->latency->host_ms = p->latency->in_a_row_ms = -1;
            for (int j = 0; j < all->count; j++)
                memset(all->list[j].capacity, 0xa5, all->list[j].bytes);
            if (peers[i](p, k, &times))
                break;
            add_peer(row, &times, p->latency, all, expected);
        }
    }
}

void bench_peers(const bench_device *device, const bench_options *options, test_work *work, bench_row *row)
{
    const char *operation = peer_operation(row->operation);
    if (!operation || work->c.source != TEST_BUFFERS)
        return;
    /* Peers are verified even if the library's call failed. */
    if (options->verify && !work->referenced)
        test_work_check(work, device->queue);
    peer_latency latency = {device->in_a_row, -1, -1};
    peer_work p = {.operation = operation,
                   .repetitions = options->repetitions,
                   .warmup = options->warmup,
                   .threads = (int)device->units,
                   .latency = device->plain ? &latency : NULL,
                   .answers = work->has_host,
                   .device_name = device->name,
                   .context = device->cl,
                   .device = device->id,
                   .queue = device->queue,
                   .time = time_peer,
                   .timer = device};
    bench_results all = {.count = 0};
    p.found = &all.found;
    bool fits = bench_peer_work(&p, work, &all);
    row->threads_asked = p.output != NULL;
    if (all.no_memory)
        fprintf(stderr, "clinterval bench: no memory for the peers of %s\n", row->operation);
    else if (fits)
        run_peers(&p, device->type & CL_DEVICE_TYPE_CPU, &all, work->referenced, row);
    for (int i = 0; i < all.count; i++)
        free(all.list[i].capacity);
}
