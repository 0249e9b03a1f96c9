/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#define EVENTS c->wait_count, c->wait_list, c->event
#define A(slot) c->arrays[slot]

static cliv_status exclusive(const call *c) {
    return cliv_scan_exclusive(c->ctx, c->queue, A(INPUT), A(OUT), c->op, A(OUT2), EVENTS);
}
static cliv_status inclusive(const call *c) {
    return cliv_scan_inclusive(c->ctx, c->queue, A(INPUT), A(OUT), c->op, A(OUT2), EVENTS);
}
static cliv_status counts(const call *c) {
    return cliv_offsets_from_counts(c->ctx, c->queue, A(INPUT), A(OUT), c->host, EVENTS);
}
static cliv_status reduce(const call *c) { return cliv_reduce(c->ctx, c->queue, A(INPUT), A(OUT), c->op, EVENTS); }
static cliv_status search(const call *c) {
    return cliv_load_balance_search(c->ctx, c->queue, c->move_count, A(OFFSETS), A(OUT), A(OUT2), EVENTS);
}
static cliv_status expand(const call *c) {
    return cliv_interval_expand(c->ctx, c->queue, c->move_count, A(OFFSETS), A(INPUT), A(OUT), EVENTS);
}
static cliv_status gather(const call *c) {
    return cliv_interval_gather(c->ctx, c->queue, c->move_count, A(GATHER), A(OFFSETS), A(INPUT), A(OUT), EVENTS);
}
static cliv_status scatter(const call *c) {
    return cliv_interval_scatter(c->ctx, c->queue, c->move_count, A(SCATTER), A(OFFSETS), A(INPUT), A(OUT), EVENTS);
}
static cliv_status move(const call *c) {
    return cliv_interval_move(c->ctx, c->queue, c->move_count, A(GATHER), A(SCATTER), A(OFFSETS), A(INPUT), A(OUT), EVENTS);
}

#define B(slot) (1u << (slot))
#define END SLOT_COUNT
const operation operations[] = {
    {"cliv_scan_exclusive", exclusive, B(INPUT), B(OUT) | B(OUT2), B(OUT2), false, true, {INPUT, OUT}, {END}},
    {"cliv_scan_inclusive", inclusive, B(INPUT), B(OUT) | B(OUT2), B(OUT2), false, true, {INPUT, OUT}, {END}},
    {"cliv_offsets_from_counts", counts, B(INPUT), B(OUT), 0, false, true, {END, END}, {OUT, END}},
    {"cliv_reduce", reduce, B(INPUT), B(OUT), 0, false, false, {INPUT, OUT}, {END}},
    {"cliv_load_balance_search", search, B(OFFSETS), B(OUT) | B(OUT2), B(OUT) | B(OUT2), true, false, {END, END},
     {OFFSETS, OUT, OUT2, END}},
    {"cliv_interval_expand", expand, B(OFFSETS) | B(INPUT), B(OUT), 0, true, false, {INPUT, OUT}, {OFFSETS, END}},
    {"cliv_interval_gather", gather, B(OFFSETS) | B(GATHER) | B(INPUT), B(OUT), 0, true, false, {INPUT, OUT},
     {OFFSETS, GATHER, END}},
    {"cliv_interval_scatter", scatter, B(OFFSETS) | B(SCATTER) | B(INPUT), B(OUT), 0, true, false, {INPUT, OUT},
     {OFFSETS, SCATTER, END}},
    {"cliv_interval_move", move, B(OFFSETS) | B(GATHER) | B(SCATTER) | B(INPUT), B(OUT), 0, true, false, {INPUT, OUT},
     {OFFSETS, GATHER, SCATTER, END}},
};
const size_t operation_count = sizeof operations / sizeof operations[0];

call good_call(void) {
    call c = {.ctx = fx.ctx, .queue = fx.queue, .move_count = 8, .event = &fx.event};
    fx.event = SENTINEL;
    c.arrays[OFFSETS] = ARRAY(int, 0, 3, 3, 5);
    c.arrays[GATHER] = ARRAY(int, 5, 0, 0, 1);
    c.arrays[SCATTER] = ARRAY(int, 0, 3, 3, 5);
    c.arrays[INPUT] = ARRAY(int, 1, 2, 3, 4, 5, 6, 7, 8);
    c.arrays[OUT] = OUTPUT(int, 8);
    c.arrays[OUT2] = OUTPUT(int, 8);
    return c;
}
