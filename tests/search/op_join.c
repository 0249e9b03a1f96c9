/* SPDX-License-Identifier: Apache-2.0 */
/* Joins. Arrays: the keys of a, the keys of b, then rows and count, if the variant has them. TEST_GENERATED_VALUES
 * generates a, TEST_GENERATED_ALL also b. */
#include "test.h"

enum { KINDS = 6, ONLY_A = KINDS * TEST_FORM_COUNT, ONLY_B = ONLY_A + KINDS };
#define ALL_KINDS(form) "inner" form, "left" form, "right" form, "full" form, "semi" form, "anti" form
static const char *const variants[] = {ALL_KINDS(""),
                                       ALL_KINDS(", exact"),
                                       ALL_KINDS(", count only"),
                                       ALL_KINDS(", short"),
                                       ALL_KINDS(", short on the device"),
                                       ALL_KINDS(", uncounted"),
                                       ALL_KINDS(", a_rows"),
                                       ALL_KINDS(", b_rows"),
                                       NULL};

static cliv_join_kind kind_of(const test_case *c) { return (cliv_join_kind)(c->variant % KINDS); }
static bool one_sided(const test_case *c) { return kind_of(c) == CLIV_SEMI || kind_of(c) == CLIV_ANTI; }
static bool has_a(const test_case *c) { return c->variant < ONLY_B; }
static bool has_b(const test_case *c) { return c->variant < ONLY_A || c->variant >= ONLY_B; }

static bool fits(const test_case *c) { return test_keys_fit(c) && !(one_sided(c) && !has_a(c)); }

static void store(test_work *work, size_t array, size_t k, uint64_t row)
{
    if (k < work->result.capacity)
        test_store_integer(work->c.index->type, test_elements(&work->arrays[array]), k, row);
}

static void row(test_work *work, size_t k, uint64_t a, uint64_t b)
{
    if (has_a(&work->c))
        store(work, 2, k, a);
    if (has_b(&work->c) && !one_sided(&work->c))
        store(work, 2 + has_a(&work->c), k, b);
}

/* The serial sort-merge join: counts the rows of the result, and writes them if `fill`. */
static size_t join(test_work *work, bool fill)
{
    const cliv_join_kind kind = kind_of(&work->c);
    const bool pairs = !one_sided(&work->c);
    const bool lone_a = kind == CLIV_LEFT || kind == CLIV_FULL || kind == CLIV_ANTI;
    const bool lone_b = kind == CLIV_RIGHT || kind == CLIV_FULL;
    size_t k = 0;
    for (test_groups g = test_groups_of(work); test_next_group(&g);) {
        const size_t m = g.end[0] - g.begin[0], n = g.end[1] - g.begin[1];
        const size_t each = n == 0 ? lone_a : pairs ? n : kind == CLIV_SEMI; /* rows per row of a */
        for (size_t i = 0; fill && i < m; ++i)
            for (size_t j = 0; j < each; ++j)
                row(work, k + i * each + j, g.begin[0] + i, n ? g.begin[1] + j : UINT64_MAX);
        k += m * each;
    }
    if (!lone_b)
        return k;
    for (test_groups g = test_groups_of(work); test_next_group(&g);)
        for (size_t j = g.begin[1]; g.begin[0] == g.end[0] && j < g.end[1]; ++j, ++k)
            if (fill)
                row(work, k, UINT64_MAX, j);
    return k;
}

static bool prepare_rows(test_work *work, size_t size)
{
    const test_case *c = &work->c;
    const test_form form = c->variant < ONLY_A ? (test_form)(c->variant / KINDS) : TEST_ROOMY;
    return test_output_rows(work, form, size, (test_row_outputs){has_a(c), has_b(c), one_sided(c)});
}

/* If the result would be far larger than the tables (few distinct keys), reduces the tables. */
static bool prepare(test_work *work)
{
    for (;;) {
        if (!test_input_side(work, "a", 0, work->c.source != TEST_BUFFERS) ||
            !test_input_side(work, "b", 1, work->c.source == TEST_GENERATED_ALL))
            return false;
        const size_t size = join(work, false), n = work->c.n;
        if (size <= 16 * n + 4096)
            return prepare_rows(work, size);
        test_work_destroy(work);
        work->c.n = n - n / 3;
    }
}

static void reference(test_work *work)
{
    if (work->result.form != TEST_COUNT_ONLY)
        join(work, true);
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const test_case *c = &work->c;
    const cliv_array a_rows = has_a(c) ? test_result_array(work, 2) : CLIV_NONE;
    const cliv_array b_rows = has_b(c) ? test_result_array(work, 2 + has_a(c)) : CLIV_NONE;
    return cliv_join(ctx, queue, kind_of(c), work->arrays[0].array, work->arrays[1].array, a_rows, b_rows,
                     test_count_array(work), test_host_count(work), work->order, wait_count, wait, event);
}

static const char *const bench_cases[] = {
    "n=33554432,L=1,keys=drawn",           "n=33554432,L=1,keys=drawn,variant=1", "n=33554432,L=1,keys=drawn,variant=2",
    "n=33554432,L=1,keys=drawn,variant=3", "n=33554432,L=1,keys=drawn,variant=4", "n=33554432,keys=drawn",
    "n=33554432,keys=drawn,variant=3",     "n=33554432,L=1,keys=drawn,variant=6", NULL};

const test_operation op_join = {
    "join",
    TEST_USES_TYPE | TEST_USES_KEYS | TEST_USES_SIDES | TEST_USES_SOURCE | TEST_USES_INDEX | TEST_USES_LENGTHS,
    variants,
    fits,
    bench_cases,
    prepare,
    reference,
    run};
