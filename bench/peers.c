/* SPDX-License-Identifier: Apache-2.0 */
/* Other libraries and plain C loops on a row's own data, verified before their time counts. */
#include "peers/peers.h"
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The peers' word for an operation; NULL: no peer does it. */
static const char *peer_operation(const char *name)
{
    static const char *const table[][2] = {
        {"interval_expand", "expand"}, {"interval_gather", "gather"},        {"interval_scatter", "scatter"},
        {"interval_move", "move"},     {"load_balance_search", "segments"},  {"scan_exclusive", "scan"},
        {"reduce", "reduce"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i][0], name)) return table[i][1];
    return NULL;
}

static const test_array *array_named(const test_work *work, const char *name)
{
    for (size_t i = 0; i < work->array_count; i++)
        if (!strcmp(work->arrays[i].name, name)) return &work->arrays[i];
    return NULL;
}

/* The elements of a 32-bit integer array in memory, else NULL. */
static const int32_t *ints(const test_work *work, const char *name)
{
    const test_array *a = array_named(work, name);
    return a && a->image && a->type == &test_int ? test_elements(a) : NULL;
}

static const test_array *result_of(const test_work *work, const char *operation)
{
    const char *name = !strcmp(operation, "reduce") ? "result" : !strcmp(operation, "segments") ? "segments" : "output";
    const test_array *a = array_named(work, name);
    return a && a->output && a->type == &test_int ? a : NULL;
}

static int time_peer(const peer_work *work, int (*call)(void *, cl_command_queue, cl_event *), void *user,
                     peer_times *times)
{
    bench_times measured;
    cliv_status status = bench_time(work->timer, call, user, &measured);
    times->event_ms = measured.event_ms;
    times->wall_ms = measured.wall_ms;
    return status;
}

static void add_peer(bench_row *row, const peer_work *p, const peer_times *times, const int32_t *expected, size_t count)
{
    bench_peer *peer = &row->peers[row->peer_count++];
    *peer = (bench_peer){times->name, times->event_ms, times->wall_ms, times->failure, BENCH_NOT_VERIFIED};
    if (!times->failure && expected)
        peer->checked = memcmp(p->output, expected, count * sizeof *expected) ? BENCH_WRONG : BENCH_VERIFIED;
}

void bench_peers(const bench_device *device, const bench_options *options, test_work *work, bench_row *row)
{
    bool cpu = device->type & CL_DEVICE_TYPE_CPU;
    const char *operation = peer_operation(row->operation);
    const test_array *result = operation ? result_of(work, operation) : NULL;
    if (!result || work->c.source != TEST_BUFFERS) return;
    peer_work p = {.operation = operation, .intervals = work->interval_count, .outputs = work->c.n,
                   .offsets = ints(work, "offsets"), .values = ints(work, "values"),
                   .gather = ints(work, "gather"), .scatter = ints(work, "scatter"), .input = ints(work, "input"),
                   .repetitions = options->repetitions, .warmup = options->warmup, .threads = (int)device->units,
                   .device_name = device->name, .context = device->cl, .device = device->id,
                   .queue = device->queue, .time = time_peer, .timer = device};
    bool intervals = strcmp(operation, "scan") != 0 && strcmp(operation, "reduce") != 0;
    bool expands = !strcmp(operation, "expand"), finds = !strcmp(operation, "segments");
    if ((intervals && !p.offsets) || (expands && !p.values) || (!expands && !finds && !p.input)) return;
    if ((!strcmp(operation, "gather") || !strcmp(operation, "move")) && !p.gather) return;
    if ((!strcmp(operation, "scatter") || !strcmp(operation, "move")) && !p.scatter) return;

    size_t count = !strcmp(operation, "reduce") ? 1 : work->c.n;
    const int32_t *expected = row->checked == BENCH_VERIFIED ? test_elements(result) : NULL;
    p.output = malloc(count * sizeof *p.output);
    if (!p.output) {
        fprintf(stderr, "clinterval bench: no memory for the peers of %s\n", row->operation);
        return;
    }
    peer_function peers[] = {
#ifdef HAVE_BOOST_COMPUTE
        peer_boost,
#endif
#ifdef HAVE_CUDA
        cpu ? NULL : peer_cuda,
#endif
        cpu ? peer_cpu : NULL,
    };
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
        peer_times times;
        for (int k = 0; peers[i] && row->peer_count < BENCH_MAX_PEERS; k++) {
            memset(p.output, 0xa5, count * sizeof *p.output);
            if (peers[i](&p, k, &times)) break;
            add_peer(row, &p, &times, expected, count);
        }
    }
    free(p.output);
}
