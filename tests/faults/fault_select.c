/* SPDX-License-Identifier: Apache-2.0 */
/* Selections of the k smallest elements, and sorts of rows and long keys. Every result is 0, 1, 2 … */
#include "fault.h"
#include "grid/partition.h"
#include "runtime/context_inside.h"
#include "select/selecting.h"
#include "sort/sorting.h"

static cliv_status call_top(stage *b, cl_event *event)
{
    return cliv_top_k(b->ctx, b->queue, cliv_generate(&cliv_int, "499 - i", 500), OUTPUTS, ints(b->output, OUTPUTS),
                      ints(b->spare, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_by_user(stage *b, cl_event *event)
{
    const cliv_order order = {"before(a, b)", "bool before(int a, int b) { return a > b; }"};
    return cliv_top_k(b->ctx, b->queue, cliv_generate(&cliv_int, "500 - i", 500), OUTPUTS, CLIV_NONE,
                      ints(b->output, OUTPUTS), &order, 0, NULL, event);
}

static cliv_status call_digits(stage *b, cl_event *event)
{ /* enough keys to be sampled; for long keys the words and the indices are sorted one after the other */
    return cliv_top_k(b->ctx, b->queue, cliv_generate(&cliv_long, "i", 1 << 20), OUTPUTS, CLIV_NONE,
                      ints(b->output, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_ranked(stage *b, cl_event *event)
{ /* enough keys for groups, which rank the gathered keys */
    return cliv_top_k(b->ctx, b->queue, cliv_generate(&cliv_int, "i", 1 << 15), OUTPUTS, ints(b->output, OUTPUTS),
                      ints(b->spare, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_by_parts(stage *b, cl_event *event)
{ /* more keys than one selection accepts: both halves are sampled */
    enum { MOST = 1 << 14 };
    const cliv_limits limits = b->ctx->limits;
    b->ctx->limits.select_most = MOST;
    b->ctx->limits.few_tiles = 0;
    const cliv_status status = cliv_top_k(b->ctx, b->queue, cliv_generate(&cliv_int, "i", MOST + 1), OUTPUTS,
                                          ints(b->output, OUTPUTS), ints(b->spare, OUTPUTS), NULL, 0, NULL, event);
    b->ctx->limits = limits;
    return status;
}

static cliv_status call_rows(stage *b, cl_event *event)
{ /* rows of 3 */
    return cliv_segmented_top_k(b->ctx, b->queue, cliv_generate(&cliv_int, "i", OUTPUTS),
                                cliv_generate(&cliv_int, "3 * i", OUTPUTS / 3), 3, ints(b->output, OUTPUTS),
                                ints(b->spare, OUTPUTS), NULL, 0, NULL, event);
}

static cliv_status call_sort_rows(stage *b, cl_event *event)
{ /* a user-defined order for column 2; columns 0 and 1 are packed into one word */
    const cliv_order order = {"before(a, b)", "bool before(int a, int b) { return a < b; }"};
    const cliv_order *const orders[] = {NULL, NULL, &order};
    const cliv_array columns[] = {cliv_generate(&cliv_int, "i / 30", OUTPUTS),
                                  cliv_generate(&cliv_short, "i / 6", OUTPUTS), cliv_generate(&cliv_int, "i", OUTPUTS)};
    return cliv_sort_rows(b->ctx, b->queue, columns, orders, 3, ints(b->output, OUTPUTS), 0, NULL, event);
}

static cliv_status call_sort_long_rows(stage *b, cl_event *event)
{
    const cliv_array columns[] = {cliv_generate(&cliv_char, "i / 6", OUTPUTS), cliv_generate(&cliv_int, "i", OUTPUTS)};
    return cliv_sort_rows(b->ctx, b->queue, columns, NULL, 2, ints(b->output, OUTPUTS), 0, NULL, event);
}

static cliv_status call_group_by(stage *b, cl_event *event)
{ /* a group for each row; keys of two words, and an operator without identity */
    const cliv_op last = {"last(a, b)", NULL, "int last(int a, int b) { return b; }"};
    const cliv_array keys[] = {cliv_generate(&cliv_long, "i / 8", OUTPUTS), cliv_generate(&cliv_int, "i", OUTPUTS)};
    const cliv_aggregate aggregates[] = {{cliv_generate(&cliv_int, "i", OUTPUTS), &last, ints(b->output, OUTPUTS)}};
    return cliv_group_by(b->ctx, b->queue, keys, 2, aggregates, 1, NULL, CLIV_NONE, ints(b->spare, OUTPUTS), CLIV_NONE,
                         NULL, 0, NULL, event);
}

static cliv_status call_combine(stage *b, cl_event *event)
{ /* rows with equal keys are partitioned, and combined before the sort */
    const cliv_limits limits = b->ctx->limits;
    const cliv_array keys = cliv_generate(&cliv_int, "i / 2", 2 * OUTPUTS);
    const cliv_aggregate aggregates[] = {{keys, &cliv_max, ints(b->output, OUTPUTS)},
                                         {CLIV_NONE, NULL, ints(b->spare, OUTPUTS)}};
    b->ctx->limits.combine_from = 0;
    b->ctx->limits.partitioned_keys = 0;
    const cliv_status status = cliv_group_by(b->ctx, b->queue, &keys, 1, aggregates, 2, NULL, CLIV_NONE, CLIV_NONE,
                                             CLIV_NONE, NULL, 0, NULL, event);
    b->ctx->limits = limits;
    return status;
}

static cliv_status call_tables(stage *b, cl_event *event)
{ /* one kernel combines the partial rows of the tables, and the host reads their state; nothing is compiled first */
    const cliv_array keys = ints(b->values, INTERVALS), unique = ints(b->spare, INTERVALS);
    const cliv_aggregate aggregates[] = {{ints(b->offsets, INTERVALS), NULL, ints(b->output, INTERVALS)}};
    size_t count;
    return cliv_group_by(b->ctx, b->queue, &keys, 1, aggregates, 1, &unique, CLIV_NONE, CLIV_NONE, CLIV_NONE, &count, 0,
                         NULL, event);
}

static cl_int turned_in_twos(int k) { return OUTPUTS - 1 - (k ^ 1); }

static cliv_status call_sort_long_keys(stage *b, cl_event *event)
{ /* numbers in pairs, the greatest first: sorted by their upper bits */
    b->ctx->limits.long_from = 0;
    return cliv_sort_keys(b->ctx, b->queue, cliv_buffer(b->output, &cliv_long, 0, OUTPUTS / 2), NULL, 0, NULL, event);
}

static cliv_status call_sort_doubles(stage *b, cl_event *event)
{ /* the same bits as doubles, which the device sorts by digits or by merges */
    const cliv_type *const type = b->ctx->device.fp64 ? &cliv_double : &cliv_long;
    b->ctx->limits.long_from = 0;
    return cliv_sort_keys(b->ctx, b->queue, cliv_buffer(b->output, type, 0, OUTPUTS / 2), NULL, 0, NULL, event);
}

const scenario fault_select[] = {
    {"first k", 0, true, call_top, in_order, NULL, NULL, MAKES(top_k)},
    {"first k by groups", 0, false, call_top, in_order, "groups.txt", NULL, MAKES(top_k)},
    {"first k in a user's order", 0, true, call_by_user, in_order, NULL, NULL, NO_PLAIN},
    {"first k of many", 0, false, call_digits, in_order, NULL, NULL, NO_PLAIN},
    {"first k of many by groups", 0, false, call_ranked, in_order, "groups.txt", NULL, NO_PLAIN},
    {"first k of many by groups that wait", 0, true, call_ranked, in_order, "look_back.txt", NULL, NO_PLAIN},
    {"first k of parts", 0, true, call_by_parts, in_order, "look_back.txt", NULL, NO_PLAIN},
    {"first k of segments", 0, true, call_rows, in_order, NULL, NULL, MAKES(segmented_top_k)},
    {"first k of segments, checked", CLIV_CHECKED, false, call_rows, in_order, "groups.txt", NULL,
     MAKES(segmented_top_k)},
    {"sort of rows", 0, true, call_sort_rows, in_order, NULL, NULL, MAKES(sort_rows)},
    {"sort of rows by groups", 0, false, call_sort_rows, in_order, "groups.txt", NULL, MAKES(sort_rows)},
    {"sort of rows by digits", 0, false, call_sort_long_rows, in_order, "few_digits.txt", NULL, NO_PLAIN},
    {"group-by", 0, true, call_group_by, in_order, NULL, NULL, MAKES(group_by)},
    {"group-by of combined rows", 0, false, call_combine, in_order, NULL, NULL, NO_PLAIN},
    {"group-by in tables", 0, false, call_tables, NULL, "tables.txt", NULL, NO_PLAIN},
    {"group-by by groups", 0, false, call_group_by, in_order, "groups.txt", NULL, MAKES(group_by)},
    {"sort of long keys", 0, false, call_sort_long_keys, in_order, "few_digits.txt", turned_in_twos, NO_PLAIN},
    {"sort of doubles", 0, false, call_sort_doubles, in_order, "few_digits.txt", turned_in_twos, NO_PLAIN},
    {NULL, 0, false, NULL, NULL, NULL, NULL, NO_PLAIN},
};
