/* SPDX-License-Identifier: Apache-2.0 */
/* Results whose size depends on the data, and the serial walk over two sorted inputs that computes their size. */
#include "test.h"

#include <stdlib.h>

/* ---- equal keys of two inputs ---- */

static void look(test_groups *g, unsigned side)
{
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    if (g->end[side] < g->count[side])
        g->code[side] = test_code(g->work, test_value(g->work, &g->work->arrays[side], g->end[side], storage));
}

test_groups test_groups_of(const test_work *work)
{
    test_groups g = {.work = work, .count = {test_side_count(&work->c, 0), test_side_count(&work->c, 1)}};
    look(&g, 0);
    look(&g, 1);
    return g;
}

bool test_next_group(test_groups *g)
{
    bool there[2];
    for (unsigned side = 0; side < 2; ++side) {
        g->begin[side] = g->end[side];
        there[side] = g->begin[side] < g->count[side];
    }
    if (!there[0] && !there[1])
        return false;
    const uint64_t code = g->code[!there[0] || (there[1] && g->code[1] < g->code[0])];
    for (unsigned side = 0; side < 2; ++side)
        while (g->end[side] < g->count[side] && g->code[side] == code) {
            ++g->end[side];
            look(g, side);
        }
    return true;
}

uint32_t *test_draws(uint64_t *random, size_t count, size_t grid)
{
    uint32_t *draws = calloc(grid, sizeof *draws);
    for (size_t i = 0; draws && i < count; ++i)
        ++draws[test_random_below(random, grid)];
    return draws;
}

/* ---- forms ---- */

static bool is_short(test_form form) { return form == TEST_SHORT || form == TEST_SHORT_ON_DEVICE; }

void test_expect(test_work *work, test_form form, size_t size, size_t most)
{
    const size_t rooms[] = {size / 2, size ? size - 1 : 0, 1, 0}, short_room = rooms[work->c.seed % 4];
    test_result *r = &work->result;
    *r = (test_result){.form = form, .size = size, .capacity = most};
    if (form == TEST_EXACT_ROOM)
        r->capacity = size;
    if (is_short(form))
        r->capacity = short_room < size ? short_room : size / 2;
    work->has_host = form == TEST_EXACT_ROOM || form == TEST_COUNT_ONLY || form == TEST_SHORT;
    work->expected_host = size;
    if (form == TEST_SHORT && r->capacity < size)
        work->answer = CLIV_CAPACITY;
}

/* If two output arrays are too short, one may be longer than the other. The shorter one is the capacity. */
bool test_output_result(test_work *work, const char *name, const test_type *type, unsigned k, unsigned of)
{
    const test_result *r = &work->result;
    const size_t written = r->size < r->capacity ? r->size : r->capacity, slack = work->c.slack;
    if (r->form == TEST_COUNT_ONLY)
        return true;
    if (is_short(r->form))
        work->c.slack = of == 2 && (work->c.seed >> 2) % 3 == k ? 5 : 0;
    const bool good = test_output(work, name, type, r->capacity, written) != NULL;
    work->c.slack = slack;
    work->arrays[work->array_count - 1].stays = good; /* the test depends on the exact capacity */
    return good;
}

bool test_output_count(test_work *work)
{
    test_result *r = &work->result;
    if (r->form == TEST_EXACT_ROOM || r->form == TEST_UNCOUNTED)
        return true;
    void *count = test_output(work, "count", work->c.index, 1, 1);
    if (!count)
        return false;
    test_store_integer(work->c.index->type, count, 0, r->size);
    r->counter = work->array_count - 1;
    return true;
}

bool test_output_rows(test_work *work, test_form form, size_t size, test_row_outputs outputs)
{
    const test_case *c = &work->c;
    const unsigned arrays = (unsigned)outputs.a + outputs.b;
    test_expect(work, form, size, size + size / 8 + 3);
    if (outputs.a && !test_output_result(work, "a_rows", c->index, 0, outputs.one_sided ? 1 : arrays))
        return false;
    if (outputs.b && !test_output_result(work, "b_rows", c->index, outputs.a, arrays))
        return false;
    if (outputs.one_sided && form != TEST_COUNT_ONLY)
        work->arrays[work->array_count - 1].touched = outputs.b ? 0 : size;
    return test_output_count(work);
}

cliv_array test_result_array(const test_work *work, size_t k)
{
    return work->result.form == TEST_COUNT_ONLY ? CLIV_NONE : work->arrays[k].array;
}

cliv_array test_count_array(const test_work *work)
{
    return work->result.counter ? work->arrays[work->result.counter].array : CLIV_NONE;
}

size_t *test_host_count(test_work *work) { return work->has_host ? &work->host : NULL; }

double test_work_bytes(const test_work *work)
{
    double bytes = 0;
    for (size_t k = 0; k < work->array_count; ++k)
        bytes += (double)work->arrays[k].touched * (double)work->arrays[k].type->type->size;
    return bytes;
}

size_t test_work_items(const test_work *work) { return work->c.n; }
