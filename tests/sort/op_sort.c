/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of whole arrays. Array 0 contains the keys, which are overwritten; array 1 contains the values, which are
 * overwritten, or the indices. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const no_variants[] = {"plain", NULL};

/* Element i of the result is the element at entries[i].index. */
static void permute(test_work *work, test_array *a, const test_entry *entries)
{
    const size_t size = a->type->type->size;
    const unsigned char *from = test_initial(a);
    unsigned char *to = test_elements(a);
    for (size_t i = 0; i < work->c.n; ++i)
        memcpy(to + i * size, from + entries[i].index * size, size);
}

static void reference(test_work *work)
{
    test_entry *entries = test_entries(work, &work->arrays[0], work->c.n);
    if (!entries || !test_sort_entries(entries, work->c.n)) {
        fprintf(stderr, "no memory to sort %zu keys\n", work->c.n); /* the comparison will fail */
        free(entries);
        return;
    }
    permute(work, &work->arrays[0], entries);
    if (work->array_count > 1 && work->arrays[1].initial)
        permute(work, &work->arrays[1], entries);
    else if (work->array_count > 1)
        for (size_t i = 0; i < work->c.n; ++i)
            test_store_integer(work->c.index->type, test_elements(&work->arrays[1]), i, entries[i].index);
    free(entries);
}

static bool keys_prepare(test_work *work) { return test_in_out_keys(work, "keys"); }

static bool pairs_prepare(test_work *work)
{
    const test_case *c = &work->c;
    return test_in_out_keys(work, "keys") && test_in_out_values(work, "values", c->from ? c->from : c->type, c->n);
}

static bool indices_prepare(test_work *work)
{
    return test_in_out_keys(work, "keys") && test_output(work, "indices", work->c.index, work->c.n, work->c.n);
}

TEST_RUN(keys_run, cliv_sort_keys, a[0].array, work->order)

TEST_RUN(pairs_run, cliv_sort_pairs, a[0].array, a[1].array, work->order)

TEST_RUN(indices_run, cliv_sort_indices, a[0].array, a[1].array, work->order)

TEST_RUN(locality_keys_run, cliv_locality_sort_keys, a[0].array, work->order)

TEST_RUN(locality_pairs_run, cliv_locality_sort_pairs, a[0].array, a[1].array, work->order)

/* ---- bench cases: the plain order may use a radix sort; the user order accepts any comparator ---- */

static const char *const keys_bench[] = {"order=user",
                                         "order=user,keys=few",
                                         "order=user,keys=equal",
                                         "order=user,keys=sorted",
                                         "order=user,keys=reversed",
                                         "order=user,keys=nearly",
                                         "type=long,order=user",
                                         "type=float,order=user",
                                         "",
                                         "keys=few",
                                         "keys=equal",
                                         "keys=sorted",
                                         "keys=reversed",
                                         "keys=nearly",
                                         "type=float",
                                         "type=long",
                                         "type=uchar",
                                         NULL};

static const char *const pairs_bench[] = {"order=user", "order=user,keys=few", "", "keys=few", NULL};

static const char *const indices_bench[] = {"order=user", "", NULL};

static const char *const locality_bench[] = {"keys=nearly", "keys=sorted", "", "order=user,keys=nearly", NULL};

enum { KEYS = TEST_USES_TYPE | TEST_USES_KEYS, PAIRS = KEYS | TEST_USES_VALUES, COUNTED = TEST_USES_LENGTHS };

const test_operation op_sort_keys = {"sort_keys", KEYS | COUNTED, no_variants, test_keys_fit,
                                     keys_bench,  keys_prepare,   reference,   keys_run};
const test_operation op_sort_pairs = {"sort_pairs", PAIRS | COUNTED, no_variants, test_keys_fit,
                                      pairs_bench,  pairs_prepare,   reference,   pairs_run};
const test_operation op_sort_indices = {"sort_indices", KEYS | TEST_USES_INDEX | COUNTED,
                                        no_variants,    test_keys_fit,
                                        indices_bench,  indices_prepare,
                                        reference,      indices_run};
const test_operation op_locality_sort_keys = {"locality_sort_keys", KEYS | COUNTED, no_variants, test_keys_fit,
                                              locality_bench,       keys_prepare,   reference,   locality_keys_run};
const test_operation op_locality_sort_pairs = {"locality_sort_pairs", PAIRS | COUNTED, no_variants, test_keys_fit,
                                               locality_bench,        pairs_prepare,   reference,   locality_pairs_run};
