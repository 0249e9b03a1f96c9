/* SPDX-License-Identifier: Apache-2.0 */
/* Joins of two distributed tables with rows in any order. Rows move to the owners of their keys, with their global
 * numbers, and each rank joins the rows that it receives. A merge of the results of all ranks by row numbers restores
 * the order of the rows of a. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct table {
    const char *name;
    const cliv_array *keys; /* the caller's */
    cliv_array *made;       /* generated keys, stored */
    cliv_array *columns;    /* keys in memory, then global row numbers */
    cliv_array *received;
} table;

typedef struct joining {
    cliv_join_kind kind;
    size_t key_count;
    table tables[2];
    cliv_array local[2]; /* rows of the result, as indices of received rows */
    cliv_array pairs;    /* the same as global row numbers of a and b; semi and anti joins: of a only */
    cliv_array sorted;
    cliv_array rows[2]; /* the result */
} joining;

/* A pair of row numbers. All ones represent no row and come last. So the order is by rows of a, then by their
 * matches. */
static const cliv_type row_pair = {"ulong2", 16, NULL};
static const cliv_order pair_order = {"a.x < b.x || (a.x == b.x && a.y < b.y)", NULL};

static bool filters(const joining *j) { return j->kind == CLIV_SEMI || j->kind == CLIV_ANTI; }

static cliv_status check_table(const world_call *c, const joining *j, const table *t)
{
    cliv_status status = CLIV_SUCCESS;
    char name[64], other[64];
    WORLD_TRY(world_check_place(t->keys, t->name));
    for (size_t k = 0; k < j->key_count; ++k) {
        snprintf(name, sizeof name, "%s[%zu]", t->name, k);
        WORLD_TRY(world_check_array(c, name, &t->keys[k]));
        if (t->keys[k].count < t->keys[0].count)
            WORLD_TRY(world_fail(CLIV_OUT_OF_RANGE, "%s has %zu elements, but %s[0] has %zu", name, t->keys[k].count,
                                 t->name, t->keys[0].count));
        if (t == &j->tables[0])
            continue;
        snprintf(other, sizeof other, "%s[%zu]", j->tables[0].name, k);
        WORLD_TRY(world_check_same_type(name, &t->keys[k], other, &j->tables[0].keys[k]));
    }
done:
    return status;
}

static cliv_status check(const world_call *c, cl_command_queue queue, const joining *j, const cliv_array *a_rows,
                         const cliv_array *b_rows)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_check_queue(c->world, queue));
    if ((int)j->kind < CLIV_INNER || (int)j->kind > CLIV_ANTI)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "kind is %d, but must be a cliv_join_kind", (int)j->kind));
    if (j->key_count == 0)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "key_count is 0, but must be at least 1"));
    for (unsigned s = 0; s < 2; ++s)
        WORLD_TRY(check_table(c, j, &j->tables[s]));
    if (filters(j) && b_rows)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "b_rows is not NULL, but semi and anti joins have none"));
    if (a_rows && a_rows == b_rows)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "a_rows and b_rows are the same pointer"));
done:
    return status;
}

static cliv_status prepare(world_call *c, const joining *j, table *t)
{
    cliv_status status = CLIV_SUCCESS;
    t->made = calloc(j->key_count, sizeof *t->made);
    t->columns = calloc(j->key_count + 1, sizeof *t->columns);
    t->received = calloc(j->key_count + 1, sizeof *t->received);
    if (!t->made || !t->columns || !t->received)
        WORLD_TRY(world_fail_memory());
    for (size_t k = 0; k < j->key_count; ++k) {
        const cliv_array column = cliv_slice(t->keys[k], 0, t->keys[0].count);
        WORLD_TRY(world_in_memory(c, &column, &t->made[k], &t->columns[k]));
    }
done:
    return status;
}

static cliv_status send_table(world_call *c, const joining *j, table *t)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t n = t->keys[0].count;
    uint64_t first = 0;
    WORLD_TRY(world_places(c, n, &first, NULL, NULL));
    t->columns[j->key_count] = cliv_generate(&cliv_ulong, "i", n);
    t->columns[j->key_count].first = (size_t)first;
    WORLD_TRY(world_send_to_owners(c, t->columns, j->key_count + 1, j->key_count, t->received));
    for (size_t k = 0; k < j->key_count; ++k)
        world_drop(c, &t->made[k]);
done:
    return status;
}

static cliv_status join_to(world_call *c, joining *j, size_t capacity, size_t *count)
{
    const cliv_array none = CLIV_NONE;
    cliv_status status = CLIV_SUCCESS;
    for (unsigned s = 0; s < (filters(j) ? 1 : 2); ++s)
        WORLD_TRY(world_make(c, &cliv_ulong, capacity, &j->local[s]));
    status = cliv_join_unsorted(c->world->ctx, c->queue, j->kind, j->tables[0].received, j->tables[1].received,
                                j->key_count, j->local[0], j->local[1], none, count, 0, NULL, NULL);
done:
    return status;
}

/* Joins the received rows. A first pass has a guessed capacity. If the result is larger, the pass still counts it, and
 * a second pass has the exact capacity. */
static cliv_status join_received(world_call *c, joining *j)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    const cliv_array a_numbers = j->tables[0].received[j->key_count], b_numbers = j->tables[1].received[j->key_count];
    size_t count = 0;
    status = join_to(c, j, a_numbers.count + b_numbers.count, &count);
    if (status == CLIV_CAPACITY) {
        world_drop(c, &j->local[0]);
        world_drop(c, &j->local[1]);
        status = join_to(c, j, count, &count);
    }
    WORLD_TRY(status);
    WORLD_TRY(world_make_output(c, filters(j) ? &cliv_ulong : &row_pair, count, &j->pairs));
    if (filters(j)) {
        status = cliv_gather(ctx, c->queue, cliv_slice(j->local[0], 0, count), a_numbers, j->pairs, 0, NULL, NULL);
    } else {
        const cliv_array arrays[] = {cliv_named("pairs", j->pairs), cliv_named("a_rows", j->local[0]),
                                     cliv_named("b_rows", j->local[1]), cliv_named("a_numbers", a_numbers),
                                     cliv_named("b_numbers", b_numbers)};
        status = cliv_transform(ctx, c->queue, count, NULL,
                                "const ulong a = a_rows[i], b = b_rows[i];\n"
                                "pairs[i] = (ulong2)(a == ~0ul ? a : a_numbers[a], b == ~0ul ? b : b_numbers[b]);\n",
                                NULL, arrays, 5, 0, NULL, NULL);
    }
    WORLD_TRY(status);
    WORLD_TRY(world_lap(c, &c->world->times.merge));
done:
    world_drop(c, &j->local[0]);
    world_drop(c, &j->local[1]);
    return status;
}

static cliv_status split_pairs(world_call *c, joining *j)
{
    cliv_status status = CLIV_SUCCESS;
    for (unsigned s = 0; s < 2; ++s)
        WORLD_TRY(world_make_output(c, &cliv_ulong, j->sorted.count, &j->rows[s]));
    const cliv_array arrays[] = {cliv_named("pairs", j->sorted), cliv_named("a_rows", j->rows[0]),
                                 cliv_named("b_rows", j->rows[1])};
    WORLD_TRY(cliv_transform(c->world->ctx, c->queue, j->sorted.count, NULL,
                             "a_rows[i] = pairs[i].x;\nb_rows[i] = pairs[i].y;\n", NULL, arrays, 3, 0, NULL, NULL));
done:
    return status;
}

static void drop_table(world_call *c, const joining *j, table *t)
{
    for (size_t k = 0; t->made && k < j->key_count; ++k)
        world_drop(c, &t->made[k]);
    for (size_t k = 0; t->received && k <= j->key_count; ++k)
        world_drop(c, &t->received[k]);
    free(t->made);
    free(t->columns);
    free(t->received);
    t->made = t->columns = t->received = NULL;
}

static cliv_status join(world_call *c, joining *j)
{
    const cliv_array none = CLIV_NONE;
    cliv_status status = CLIV_SUCCESS;
    for (unsigned s = 0; !status && s < 2; ++s)
        status = prepare(c, j, &j->tables[s]);
    WORLD_TRY(world_step(c, status, &c->world->times.local));
    for (unsigned s = 0; s < 2; ++s)
        WORLD_TRY(send_table(c, j, &j->tables[s]));
    status = join_received(c, j);
    for (unsigned s = 0; s < 2; ++s)
        drop_table(c, j, &j->tables[s]);
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_merge_parts(c, &j->pairs, filters(j) ? NULL : &pair_order, &j->sorted));
    if (filters(j)) {
        j->rows[0] = j->sorted;
        j->sorted = none;
    } else {
        status = split_pairs(c, j);
    }
    WORLD_TRY(world_step(c, status, &c->world->times.merge));
done:
    return status;
}

cliv_status cliv_mpi_join_unsorted(cliv_world *world, cl_command_queue queue, cliv_join_kind kind,
                                   const cliv_array *a_keys, const cliv_array *b_keys, size_t key_count,
                                   cliv_array *a_rows, cliv_array *b_rows)
{
    world_call c = {.world = world};
    joining j = {.kind = kind,
                 .key_count = key_count,
                 .tables = {{.name = "a_keys", .keys = a_keys}, {.name = "b_keys", .keys = b_keys}}};
    cliv_array *const places[] = {a_rows, b_rows};
    if (!world)
        return world_is_null(__func__);
    cliv_status status = check(&c, queue, &j, a_rows, b_rows);
    world_same same[] = {world_same_number("kind", (uint64_t)kind), world_same_number("key_count", key_count),
                         world_same_type("a_keys", NULL)};
    for (size_t k = 0; !status && k < key_count; ++k)
        world_same_add(&same[2], world_same_type("a_keys", a_keys[k].type));
    status = world_begin(&c, world, queue, __func__, status, same, 3);
    if (status)
        return status;
    status = join(&c, &j);
    for (unsigned s = 0; s < 2; ++s) {
        drop_table(&c, &j, &j.tables[s]);
        if (!status && places[s])
            *places[s] = j.rows[s];
        else
            world_drop(&c, &j.rows[s]);
    }
    world_drop(&c, &j.pairs);
    world_drop(&c, &j.sorted);
    return world_end(&c, status);
}
