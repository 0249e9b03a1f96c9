/* SPDX-License-Identifier: Apache-2.0 */
/* Other libraries and plain loops on a row's own data, verified before their time counts. */
#include "peers/peers.h"
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The peers' word for an operation; NULL: no peer does it. */
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
        {"sort_keys", "sort"},
        {"sort_pairs", "sort"},
        {"locality_sort_keys", "sort"},
        {"locality_sort_pairs", "sort"},
        {"segmented_sort_keys", "segmented_sort"},
        {"segmented_sort_pairs", "segmented_sort"},
        {"sorted_search", "search"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i][0], name)) return table[i][1];
    return NULL;
}

/* What a peer is to produce: where it puts it, and what is right. */
enum { MAX_RESULTS = 4 };
typedef struct results {
    struct {
        void *room;
        const void *expected;
        size_t bytes;
    } list[MAX_RESULTS];
    int count;
    bool no_memory;
} results;

static const test_array *array_named(const test_work *work, const char *name)
{
    for (size_t i = 0; i < work->array_count; i++)
        if (!strcmp(work->arrays[i].name, name)) return &work->arrays[i];
    return NULL;
}

/* The elements of an array of that type in memory as they are before the call, else NULL. */
static const void *contents(const test_work *work, const char *name, const test_type *type)
{
    const test_array *a = array_named(work, name);
    if (!a || !a->image || a->type != type) return NULL;
    return test_contents(a) + a->array.first * type->type->size;
}

static const int32_t *ints(const test_work *work, const char *name) { return contents(work, name, &test_int); }

/* Room for the result that the library writes into that array; NULL where there is no such array of that type. */
static void *room_for(results *all, const test_work *work, const char *name, const test_type *type)
{
    const test_array *a = array_named(work, name);
    if (!a || !(a->output || a->initial) || a->type != type || all->count == MAX_RESULTS) return NULL;
    size_t bytes = a->array.count * type->type->size;
    void *room = malloc(bytes ? bytes : 1);
    if (!room) all->no_memory = true;
    else {
        all->list[all->count].room = room;
        all->list[all->count].expected = test_elements(a);
        all->list[all->count++].bytes = bytes;
    }
    return room;
}

/* ---- what peers are given; false: they cannot do this row ---- */

static bool interval_work(peer_work *p, const test_work *work, results *all)
{
    const char *operation = p->operation;
    bool reduces = !strcmp(operation, "reduce"), expands = !strcmp(operation, "expand");
    bool finds = !strcmp(operation, "segments"), intervals = strcmp(operation, "scan") != 0 && !reduces;
    p->intervals = work->interval_count;
    p->outputs = work->c.n;
    p->offsets = ints(work, "offsets");
    p->values = ints(work, "values");
    p->gather = ints(work, "gather");
    p->scatter = ints(work, "scatter");
    p->input = ints(work, "input");
    if ((intervals && !p->offsets) || (expands && !p->values) || (!expands && !finds && !p->input)) return false;
    if ((!strcmp(operation, "gather") || !strcmp(operation, "move")) && !p->gather) return false;
    if ((!strcmp(operation, "scatter") || !strcmp(operation, "move")) && !p->scatter) return false;
    p->output = room_for(all, work, reduces ? "result" : finds ? "segments" : "output", &test_int);
    return p->output != NULL;
}

static bool key_of(const test_type *type, peer_key *key)
{
    static const struct {
        const test_type *type;
        peer_key key;
    } table[] = {{&test_int, PEER_INT}, {&test_long, PEER_LONG}, {&test_float, PEER_FLOAT}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].type == type) return *key = table[i].key, true;
    return false;
}

static bool search_work(peer_sorted *s, const test_work *work, results *all)
{
    const char *variant = work->operation->variants[work->c.variant];
    if (array_named(work, "a_match_count") || array_named(work, "b_match_count")) return false;
    s->upper = !strncmp(variant, "upper", 5);
    s->a_indices = room_for(all, work, "a_indices", &test_int);
    s->b_indices = room_for(all, work, "b_indices", &test_int);
    s->a_matches = room_for(all, work, "a_matches", &test_uchar);
    s->b_matches = room_for(all, work, "b_matches", &test_uchar);
    return s->a_indices && !s->a_matches == !array_named(work, "a_matches") &&
           !s->b_indices == !array_named(work, "b_indices") && (!s->a_matches || s->b_matches);
}

static bool sorted_work(peer_work *p, const test_work *work, results *all)
{
    const test_type *type = work->c.type;
    const test_order *order = &test_orders[work->c.order];
    peer_sorted *s = &p->sorted;
    bool pairs = work->operation->uses & TEST_USES_VALUES, sides = work->operation->uses & TEST_USES_SIDES;
    if (order->descending || order->coarse || !key_of(type, &s->key)) return false; /* an order that is not `<` */
    if (pairs && work->c.from && work->c.from != &test_int) return false;
    if (pairs && !work->c.from && type != &test_int) return false;
    s->any_order = !order->built_in;
    s->a = contents(work, sides ? "a" : "keys", type);
    s->a_count = sides ? test_side_count(&work->c, 0) : work->c.n;
    if (sides) s->b = contents(work, "b", type);
    if (sides) s->b_count = test_side_count(&work->c, 1);
    if (!s->a || (sides && !s->b)) return false;
    if (!strcmp(p->operation, "search")) return search_work(s, work, all);
    if (pairs) {
        s->a_values = ints(work, sides ? "a_values" : "values");
        s->b_values = sides ? ints(work, "b_values") : NULL;
        s->values = room_for(all, work, "values", &test_int);
        if (!s->a_values || (sides && !s->b_values) || !s->values) return false;
    }
    if (!strcmp(p->operation, "segmented_sort")) {
        s->segments = ints(work, "segments");
        if (!s->segments) return false;
        s->segment_count = array_named(work, "segments")->array.count;
    }
    s->keys = room_for(all, work, sides && !pairs ? "output" : "keys", type);
    return s->keys != NULL;
}

/* ---- running them ---- */

static int time_peer(const peer_work *work, int (*restore)(void *, cl_command_queue),
                     int (*call)(void *, cl_command_queue, cl_event *), void *user, peer_times *times)
{
    bench_times measured;
    cliv_status status = bench_time(work->timer, restore, call, user, &measured);
    times->event_ms = measured.event_ms;
    times->wall_ms = measured.wall_ms;
    return status;
}

static void add_peer(bench_row *row, const peer_times *times, const results *all, bool expected)
{
    bench_peer *peer = &row->peers[row->peer_count++];
    *peer = (bench_peer){times->name, times->event_ms, times->wall_ms, times->failure, BENCH_NOT_VERIFIED,
                         times->kind};
    if (times->failure || !expected) return;
    peer->checked = BENCH_VERIFIED;
    for (int i = 0; i < all->count; i++)
        if (memcmp(all->list[i].room, all->list[i].expected, all->list[i].bytes)) peer->checked = BENCH_WRONG;
}

static void run_peers(const peer_work *p, bool cpu, const results *all, bool expected, bench_row *row)
{
    peer_function peers[] = {
#ifdef HAVE_BOOST_COMPUTE
        peer_boost, peer_boost_sorted,
#endif
#ifdef HAVE_CUDA
        cpu ? NULL : peer_cuda, cpu ? NULL : peer_cuda_sorted,
#endif
        cpu ? peer_cpu : NULL, cpu ? peer_cpu_sorted : NULL,
    };
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
        peer_times times;
        for (int k = 0; peers[i] && row->peer_count < BENCH_MAX_PEERS; k++) {
            for (int j = 0; j < all->count; j++) memset(all->list[j].room, 0xa5, all->list[j].bytes);
            if (peers[i](p, k, &times)) break;
            add_peer(row, &times, all, expected);
        }
    }
}

void bench_peers(const bench_device *device, const bench_options *options, test_work *work, bench_row *row)
{
    const char *operation = peer_operation(row->operation);
    if (!operation || work->c.source != TEST_BUFFERS) return;
    /* Where the library's call failed, peers are verified all the same. */
    if (options->verify && !work->referenced) test_work_check(work, device->queue);
    peer_work p = {.operation = operation, .repetitions = options->repetitions, .warmup = options->warmup,
                   .threads = (int)device->units, .device_name = device->name, .context = device->cl,
                   .device = device->id, .queue = device->queue, .time = time_peer, .timer = device};
    results all = {.count = 0};
    bool fits = row->sorted ? sorted_work(&p, work, &all) : interval_work(&p, work, &all);
    if (all.no_memory) fprintf(stderr, "clinterval bench: no memory for the peers of %s\n", row->operation);
    else if (fits) run_peers(&p, device->type & CL_DEVICE_TYPE_CPU, &all, work->referenced, row);
    for (int i = 0; i < all.count; i++) free(all.list[i].room);
}
