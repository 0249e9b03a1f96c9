/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of operations.def, as calls with the arrays of a good call. */
#include "calls.h"

#undef ARRAY /* of fixture.h */

#define ARG(slot) c->arrays[slot]
#define BIT(slot) (1 << (slot))
#define END SLOT_COUNT

/* Arguments that are lists or structures. */
#define ONE_COLUMN ((const cliv_array[]){ARG(INPUT)})
#define ONE_UNIQUE ((const cliv_array[]){ARG(OUT2)})
#define ONE_AGGREGATE ((const cliv_aggregate[]){{ARG(VALUES), c->op, ARG(OUT)}})
#define TWO_COLUMNS ((const cliv_array[]){ARG(KEYS), ARG(VALUES)})
#define TWO_ORDERS ((const cliv_order *const[]){c->order, NULL})
#define TWO_FIELDS ((const cliv_field[]){{ARG(OUT), 0}, {ARG(OUT2), 0}})
#define ONE_FIELD ((const cliv_field[]){{ARG(INPUT), 0}})
#define FOUND (&(const cliv_search_outputs){ARG(OUT), ARG(MATCHES), ARG(OUT2), ARG(MATCHES2), ARG(COUNT), ARG(COUNT2)})

/* clang-format off */
#define OPERATION(name, suite, arguments, ...)                                                         \
    static cliv_status call_##name(const call *c)                                                      \
    {                                                                                                  \
        return cliv_##name(c->ctx, c->queue, arguments c->wait_count, c->wait_list, c->event);         \
    }
#define ARRAY(name, access, slot, type, count) ARG(slot),
#define LEFT_OUT(name) CLIV_NONE,
#define OP(name) c->op,
#define ORDER(name) c->order,
#define EXPRESSION(name) c->keep, NULL, NULL, 0,
#define TEXT(name) NULL,
#define HOST(name) c->host,
#define MOVES(name) c->move_count,
#define NUMBER(name, value) value,
#define CHOICE(type, name, value) value,
#define LIST(name, value) value,
#define FIELDS(name, count, value, number) value, number,
#define STRUCTURE(type, name, value) value,
#define ADDRESS(type, name, value) value,
#include "operations.def"

/* The slots that an operation reads, writes, and accepts as CLIV_NONE, by the access of each array. */
#define READS_reads(slot) | BIT(slot)
#define READS_changes(slot) | BIT(slot)
#define READS_may_read(slot) | BIT(slot)
#define READS_writes(slot)
#define READS_may_write(slot)
#define READS_may_skip(slot)
#define OPERATION(name, suite, arguments, ...) reads_##name = 0 arguments,
#define ARRAY(name, access, slot, type, count) READS_##access(slot)
#define INSIDE(access, slot, type, count) READS_##access(slot)
enum {
#include "operations.def"
};

#define WRITES_reads(slot)
#define WRITES_changes(slot) | BIT(slot)
#define WRITES_may_read(slot)
#define WRITES_writes(slot) | BIT(slot)
#define WRITES_may_write(slot) | BIT(slot)
#define WRITES_may_skip(slot) | BIT(slot)
#define OPERATION(name, suite, arguments, ...) writes_##name = 0 arguments,
#define ARRAY(name, access, slot, type, count) WRITES_##access(slot)
#define INSIDE(access, slot, type, count) WRITES_##access(slot)
enum {
#include "operations.def"
};

#define OPTIONAL_reads(slot)
#define OPTIONAL_changes(slot)
#define OPTIONAL_may_read(slot) | BIT(slot)
#define OPTIONAL_writes(slot)
#define OPTIONAL_may_write(slot) | BIT(slot)
#define OPTIONAL_may_skip(slot) | BIT(slot)
#define OPERATION(name, suite, arguments, ...) optional_##name = 0 arguments,
#define ARRAY(name, access, slot, type, count) OPTIONAL_##access(slot)
#define INSIDE(access, slot, type, count) OPTIONAL_##access(slot)
enum {
#include "operations.def"
};

#define OPERATION(name, suite, arguments, ...) moves_##name = 0 arguments,
#define MOVES(name) + 1
enum {
#include "operations.def"
};

#define INDEX_INDEX(slot) slot,
#define INDEX_ANY(slot)
#define OPERATION(name, suite, arguments, ...) static const slot index_##name[] = {arguments END};
#define ARRAY(name, access, slot, type, count) INDEX_##type(slot)
#define INSIDE(access, slot, type, count) INDEX_##type(slot)
#include "operations.def"

#define OPERATION(name, suite, arguments, ...) static const unsigned char needs_##name[SLOT_COUNT] = {arguments};
#define ARRAY(name, access, slot, type, count) [slot] = count,
#define INSIDE(access, slot, type, count) [slot] = count,
#include "operations.def"

#define OPERATION(name, suite, arguments, ...)                                                               \
    {"cliv_" #name, call_##name, reads_##name,       writes_##name, optional_##name, index_##name, needs_##name, \
     moves_##name,  __VA_ARGS__},
const operation operations[] = {
#include "operations.def"
};
/* clang-format on */
const size_t operation_count = sizeof operations / sizeof operations[0];
