/* SPDX-License-Identifier: Apache-2.0 */
/* Joins of two distributed sorted columns. Both columns are cut where their merge divides evenly, so several ranks may
 * have equal keys. A rank then lacks only the ends of some matches, which a search for the key at each cut finds.
 * Result rows are the outputs of intervals, one interval for each row of a, and are balanced over ranks like other
 * intervals. */
#include "world.h"

#include <stdlib.h>

typedef struct joining {
    cliv_join_kind kind;
    cliv_array input[2], made[2], part[2], side[2]; /* of a and of b */
    uint64_t first[2];                              /* global index of a side's first row */
    const cliv_order *order;
    world_cuts cuts;
    uint64_t *lower, *upper; /* of the keys at the cuts: global bounds in a and in b */
    uint64_t *shares;        /* cuts of the result rows: rows of a, then unmatched rows of b */
    world_range *pieces;
    cliv_array low, high; /* by row of a: global begin and end of its matches in b */
    cliv_array sizes;     /* by row of a: count of result rows */
    cliv_array rows[2];   /* result rows: indices in a and in b */
} joining;

static bool is_kind(const joining *j, cliv_join_kind one, cliv_join_kind other)
{
    return j->kind == one || j->kind == other;
}
static bool keeps_a(const joining *j) { return is_kind(j, CLIV_LEFT, CLIV_FULL); }
static bool keeps_b(const joining *j) { return is_kind(j, CLIV_RIGHT, CLIV_FULL); }
static bool filters(const joining *j) { return is_kind(j, CLIV_SEMI, CLIV_ANTI); }

static cliv_status check(const world_call *c, cl_command_queue queue, const joining *j, const cliv_array *a_rows,
                         const cliv_array *b_rows)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_array *const a = &j->input[0], *const b = &j->input[1];
    WORLD_TRY(world_check_queue(c->world, queue));
    if ((int)j->kind < CLIV_INNER || (int)j->kind > CLIV_ANTI)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "kind is %d, but must be a cliv_join_kind", (int)j->kind));
    WORLD_TRY(world_check_array(c, "a", a));
    WORLD_TRY(world_check_array(c, "b", b));
    WORLD_TRY(world_check_same_type("b", b, "a", a));
    if (filters(j) && b_rows)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "b_rows is not NULL, but semi and anti joins have none"));
    if (a_rows && a_rows == b_rows)
        WORLD_TRY(world_fail(CLIV_INVALID_ARGUMENT, "a_rows and b_rows are the same pointer"));
done:
    return status;
}

static cliv_status prepare(world_call *c, joining *j)
{
    cliv_status status = CLIV_SUCCESS;
    const size_t p = (size_t)c->world->size;
    j->lower = calloc(2 * (p + 1), sizeof *j->lower);
    j->upper = calloc(2 * (p + 1), sizeof *j->upper);
    j->shares = calloc(p + 1, sizeof *j->shares);
    j->pieces = calloc(2 * p, sizeof *j->pieces);
    if (!j->lower || !j->upper || !j->shares || !j->pieces)
        WORLD_TRY(world_fail_memory());
    for (unsigned k = 0; k < 2; ++k)
        WORLD_TRY(world_in_memory(c, &j->input[k], &j->made[k], &j->part[k]));
    WORLD_TRY(world_lap(c, &c->world->times.local));
done:
    return status;
}

static cliv_status take_shares(world_call *c, joining *j)
{
    cliv_status status = CLIV_SUCCESS;
    WORLD_TRY(world_find_cuts(c, &j->cuts));
    if (c->world->size > 1)
        WORLD_TRY(world_bounds(c, &j->cuts, j->lower, j->upper));
    WORLD_TRY(world_step(c, CLIV_SUCCESS, &c->world->times.splitters));
    world_range *const pieces[] = {j->pieces, j->pieces + c->world->size};
    const world_moving moving[] = {{&j->part[0], pieces[0], &j->side[0], NULL},
                                   {&j->part[1], pieces[1], &j->side[1], NULL}};
    for (unsigned k = 0; k < 2; ++k)
        world_cut_ranges(c->world, &j->cuts, k, pieces[k]);
    WORLD_TRY(world_exchange_all(c, moving, 2));
    for (unsigned k = 0; k < 2; ++k) {
        world_drop(c, &j->made[k]);
        WORLD_TRY(world_places(c, j->side[k].count, &j->first[k], NULL, NULL));
    }
    WORLD_TRY(world_step(c, CLIV_SUCCESS, &c->world->times.exchange));
done:
    return status;
}

/* Does a key follow the cut? The last cut has none. A cut at position 0, as in small inputs, is not searched. */
static bool has_key(const world_call *c, const joining *j, int cut)
{
    return cut > 0 && cut < c->world->size && world_share(j->cuts.total, cut, c->world->size) > 0;
}

/* Finds the global range of matches in b for each row of a. The matches of the key that begins the next rank may end
 * on later ranks. The matches of this rank's first key all begin here or later, because a's keys precede equal keys of
 * b in the merge. */
static cliv_status find_matches(world_call *c, joining *j)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    const int me = c->world->rank;
    const size_t n = j->side[0].count;
    const cl_ulong a_first = j->first[0], b_first = j->first[1];
    const bool next = has_key(c, j, me + 1);
    const uint64_t low_a = next ? j->lower[2 * (me + 1)] : 0;
    /* The rows from `last` on have the next rank's first key. */
    const cl_ulong last = !next ? n : low_a > a_first ? low_a - a_first : 0;
    const cl_ulong last_high = next ? j->upper[2 * (me + 1) + 1] : 0;
    WORLD_TRY(world_make(c, &cliv_ulong, n, &j->low));
    WORLD_TRY(world_make(c, &cliv_ulong, n, &j->high));
    const cliv_search_outputs low = {.a_indices = j->low}, high = {.a_indices = j->high};
    WORLD_TRY(
        cliv_sorted_search(ctx, c->queue, CLIV_LOWER_BOUND, j->side[0], j->side[1], &low, j->order, 0, NULL, NULL));
    WORLD_TRY(
        cliv_sorted_search(ctx, c->queue, CLIV_UPPER_BOUND, j->side[0], j->side[1], &high, j->order, 0, NULL, NULL));
    const cliv_array arrays[] = {
        cliv_named("low", j->low), cliv_named("high", j->high), cliv_constant("first", &cliv_ulong, &b_first),
        cliv_constant("last", &cliv_ulong, &last), cliv_constant("last_high", &cliv_ulong, &last_high)};
    WORLD_TRY(cliv_transform(ctx, c->queue, n, NULL,
                             "low[i] += first;\nhigh[i] = i < last ? high[i] + first : last_high;\n", NULL, arrays, 5,
                             0, NULL, NULL));
done:
    return status;
}

/* Semi and anti joins: the rows of a with matches, or without. */
static cliv_status filter(world_call *c, joining *j)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    const cliv_array none = CLIV_NONE, arrays[] = {cliv_named("low", j->low), cliv_named("high", j->high)};
    cliv_array found = CLIV_NONE, places = cliv_generate(&cliv_ulong, "i", j->side[0].count);
    const char *const keep = j->kind == CLIV_SEMI ? "high[i] > low[i]" : "high[i] == low[i]";
    size_t count = 0;
    uint64_t first = 0, total = 0;
    places.first = (size_t)j->first[0]; /* global rows; `i` of `keep` counts from 0 */
    status = cliv_compact(ctx, c->queue, places, keep, NULL, arrays, 2, none, none, &count, 0, NULL, NULL);
    status = status ? status : world_make(c, &cliv_ulong, count, &found);
    status =
        status ? status : cliv_compact(ctx, c->queue, places, keep, NULL, arrays, 2, found, none, NULL, 0, NULL, NULL);
    WORLD_TRY(world_step(c, status, &c->world->times.merge));
    WORLD_TRY(world_places(c, count, &first, &total, NULL));
    world_cut_evenly(c->world, first, count, total, j->pieces);
    WORLD_TRY(world_exchange(c, &found, j->pieces, &j->rows[0], NULL));
    WORLD_TRY(world_step(c, CLIV_SUCCESS, &c->world->times.exchange));
done:
    world_drop(c, &found);
    return status;
}

/* Finds the rows of b in this rank's share without a match in a, as global indices. Rows of a that match the first of
 * them may be on earlier ranks. */
static cliv_status find_lonely(world_call *c, joining *j, cliv_array *lonely)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    const int me = c->world->rank;
    const size_t n = j->side[1].count;
    const cliv_array none = CLIV_NONE;
    cliv_array matches = CLIV_NONE, places = cliv_generate(&cliv_ulong, "i", n);
    size_t count = 0;
    const cl_ulong b_first = j->first[1];
    const bool begins = has_key(c, j, me);
    const uint64_t high_b = begins ? j->upper[2 * me + 1] : 0;
    /* All rows before this one have the key that begins this rank. */
    const cl_ulong equal = begins && high_b > b_first ? high_b - b_first : 0;
    const cl_uchar matched = begins && j->upper[2 * me] > j->lower[2 * me];
    places.first = (size_t)b_first;
    WORLD_TRY(world_make(c, &cliv_uchar, n, &matches));
    const cliv_search_outputs outputs = {.b_matches = matches};
    WORLD_TRY(
        cliv_sorted_search(ctx, c->queue, CLIV_LOWER_BOUND, j->side[0], j->side[1], &outputs, j->order, 0, NULL, NULL));
    const cliv_array arrays[] = {cliv_named("matches", matches), cliv_constant("equal", &cliv_ulong, &equal),
                                 cliv_constant("matched", &cliv_uchar, &matched)};
    const char *const keep = "i < equal ? !matched : !matches[i]";
    WORLD_TRY(cliv_compact(ctx, c->queue, places, keep, NULL, arrays, 3, none, none, &count, 0, NULL, NULL));
    WORLD_TRY(world_make(c, &cliv_ulong, count, lonely));
    WORLD_TRY(cliv_compact(ctx, c->queue, places, keep, NULL, arrays, 3, *lonely, none, NULL, 0, NULL, NULL));
done:
    world_drop(c, &matches);
    return status;
}

/* Counts the result rows of each row of a. In left and full joins, `low` is all ones for a row without matches. */
static cliv_status count_rows(world_call *c, joining *j)
{
    const cliv_array arrays[] = {cliv_named("low", j->low), cliv_named("high", j->high), cliv_named("sizes", j->sizes)};
    return cliv_transform(c->world->ctx, c->queue, j->side[0].count, NULL,
                          keeps_a(j) ? "const ulong size = high[i] > low[i] ? high[i] - low[i] : 0;\n"
                                       "sizes[i] = size ? size : 1;\n"
                                       "low[i] = size ? low[i] : ~0ul;\n"
                                     : "sizes[i] = high[i] > low[i] ? high[i] - low[i] : 0;\n",
                          NULL, arrays, 3, 0, NULL, NULL);
}

static cliv_status fill_rows(world_call *c, joining *j, const world_balanced *b, const cliv_array *lonely)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    const cl_ulong skipped = b->skipped;
    for (unsigned k = 0; k < 2; ++k)
        WORLD_TRY(world_make_output(c, &cliv_ulong, b->outputs + lonely->count, &j->rows[k]));
    const cliv_array arrays[] = {cliv_named("a_rows", j->rows[0]), cliv_named("b_rows", j->rows[1]),
                                 cliv_named("numbers", b->numbers), cliv_named("low", b->carried),
                                 cliv_constant("skipped", &cliv_ulong, &skipped)};
    if (b->outputs)
        WORLD_TRY(
            cliv_transform_load_balance(ctx, c->queue, b->outputs, b->offsets,
                                        "const ulong first = low[segment];\n"
                                        "a_rows[i] = numbers[segment];\n"
                                        "b_rows[i] = first == ~0ul ? first : first + rank + (segment ? 0 : skipped);\n",
                                        NULL, arrays, 5, 0, NULL, NULL));
    if (lonely->count) {
        WORLD_TRY(cliv_copy(ctx, c->queue, *lonely, cliv_slice(j->rows[1], b->outputs, lonely->count), 0, NULL, NULL));
        WORLD_TRY(cliv_copy(ctx, c->queue, cliv_generate(&cliv_ulong, "~0ul", lonely->count),
                            cliv_slice(j->rows[0], b->outputs, lonely->count), 0, NULL, NULL));
    }
    WORLD_TRY(world_lap(c, &c->world->times.merge));
done:
    return status;
}

static uint64_t at_most(uint64_t x, uint64_t most) { return x < most ? x : most; }

/* Makes the result rows: first the rows of a, then the unmatched rows of b. */
static cliv_status make_rows(world_call *c, joining *j)
{
    cliv_world *const world = c->world;
    cliv_status status = CLIV_SUCCESS;
    cliv_array lonely = CLIV_NONE, share = CLIV_NONE, sum = CLIV_NONE;
    world_balanced b = {0};
    cl_ulong rows = 0;
    uint64_t all_rows = 0, first = 0, all_lonely = 0;
    status = world_make(c, &cliv_ulong, j->side[0].count, &j->sizes);
    status = status ? status : world_make(c, &cliv_ulong, 1, &sum);
    status = status ? status : count_rows(c, j);
    status = status ? status : cliv_reduce(world->ctx, c->queue, j->sizes, sum, NULL, 0, NULL, NULL);
    status = status ? status : cliv_array_read(c->queue, sum, &rows);
    if (!status && keeps_b(j))
        status = find_lonely(c, j, &lonely);
    WORLD_TRY(world_step(c, status, &world->times.merge));
    WORLD_TRY(world_places(c, rows, NULL, &all_rows, NULL));
    WORLD_TRY(world_places(c, lonely.count, &first, &all_lonely, NULL));
    const uint64_t total = all_rows + all_lonely;
    for (int r = 0; r <= world->size; ++r)
        j->shares[r] = at_most(world_share(total, r, world->size), all_rows);
    WORLD_TRY(world_balance(c, &j->sizes, &j->low, true, j->shares, &b));
    for (int r = 0; r <= world->size; ++r) {
        const uint64_t cut = world_share(total, r, world->size);
        j->shares[r] = cut > all_rows ? cut - all_rows : 0;
    }
    if (keeps_b(j)) {
        world_cut_part(world, first, lonely.count, j->shares, j->pieces);
        WORLD_TRY(world_exchange(c, &lonely, j->pieces, &share, NULL));
        WORLD_TRY(world_step(c, CLIV_SUCCESS, &world->times.exchange));
    }
    status = fill_rows(c, j, &b, &share);
    WORLD_TRY(world_agree(c, status));
done:
    world_drop(c, &sum);
    world_drop(c, &lonely);
    world_drop(c, &share);
    world_drop_balanced(c, &b);
    return status;
}

static cliv_status join(world_call *c, joining *j)
{
    cliv_status status = prepare(c, j);
    j->cuts = (world_cuts){.parts = j->part, .count = 2, .order = j->order};
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(take_shares(c, j));
    status = find_matches(c, j);
    WORLD_TRY(world_step(c, status, &c->world->times.merge));
    WORLD_TRY(filters(j) ? filter(c, j) : make_rows(c, j));
done:
    return status;
}

cliv_status cliv_mpi_join(cliv_world *world, cl_command_queue queue, cliv_join_kind kind, cliv_array a, cliv_array b,
                          const cliv_order *order, cliv_array *a_rows, cliv_array *b_rows)
{
    world_call c = {.world = world};
    joining j = {.kind = kind, .input = {a, b}, .order = order};
    cliv_array *const places[] = {a_rows, b_rows};
    if (!world)
        return world_is_null(__func__);
    const world_same same[] = {world_same_type("a", a.type), world_same_order(order),
                               world_same_number("kind", (uint64_t)kind)};
    cliv_status status = world_begin(&c, world, queue, __func__, check(&c, queue, &j, a_rows, b_rows), same, 3);
    if (status)
        return status;
    status = join(&c, &j);
    for (unsigned k = 0; k < 2; ++k) {
        world_drop(&c, &j.made[k]);
        world_drop(&c, &j.side[k]);
        if (!status && places[k])
            *places[k] = j.rows[k];
        else
            world_drop(&c, &j.rows[k]);
    }
    world_drop(&c, &j.low);
    world_drop(&c, &j.high);
    world_drop(&c, &j.sizes);
    world_free_cuts(&j.cuts);
    free(j.lower);
    free(j.upper);
    free(j.shares);
    free(j.pieces);
    return world_end(&c, status);
}
