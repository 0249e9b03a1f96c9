/* SPDX-License-Identifier: Apache-2.0 */
/* Access to a row's arrays by their names in the descriptor, and memory for the results of peers. */
#include "peer_arrays.h"

#include <stdlib.h>
#include <string.h>

const test_array *bench_array_named(const test_work *work, const char *name)
{
    for (size_t i = 0; i < work->array_count; i++)
        if (!strcmp(work->arrays[i].name, name))
            return &work->arrays[i];
    return NULL;
}

const void *bench_contents_of(const test_array *a)
{
    return a->image ? test_contents(a) + a->array.first * a->type->type->size : NULL;
}

const void *bench_contents(const test_work *work, const char *name, const test_type *type)
{
    const test_array *a = bench_array_named(work, name);
    return a && a->type == type ? bench_contents_of(a) : NULL;
}

const int32_t *bench_ints(const test_work *work, const char *name) { return bench_contents(work, name, &test_int); }

void *bench_room_of(bench_results *all, const test_array *a)
{
    if (!(a->output || a->initial) || all->count == BENCH_MAX_RESULTS)
        return NULL;
    size_t bytes = a->array.count * a->type->type->size;
    void *capacity = malloc(bytes ? bytes : 1);
    if (!capacity)
        all->no_memory = true;
    else {
        all->list[all->count].capacity = capacity;
        all->list[all->count].expected = test_elements(a);
        all->list[all->count].any_order = a->any_order;
        all->list[all->count++].bytes = bytes;
    }
    return capacity;
}

void *bench_room_for(bench_results *all, const test_work *work, const char *name, const test_type *type)
{
    const test_array *a = bench_array_named(work, name);
    return a && a->type == type ? bench_room_of(all, a) : NULL;
}

bool bench_sized_result(peer_work *p, const test_work *work, bench_results *all)
{
    const test_result *r = &work->result;
    all->sized = true;
    all->expected = r->size;
    p->capacity = r->capacity;
    return r->form == TEST_ROOMY || r->form == TEST_EXACT_ROOM || r->form == TEST_UNCOUNTED;
}
