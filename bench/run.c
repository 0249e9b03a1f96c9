/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a run: measured with the filters and overrides of the command line, printed and kept. */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bench_row *new_row(bench_run *run)
{
    if (run->count == run->capacity) {
        size_t capacity = run->capacity * 2 + 32;
        bench_row *grown = realloc(run->rows, capacity * sizeof *grown);
        if (!grown) {
            fprintf(stderr, "clinterval bench: no memory for another row\n");
            run->failed = true;
            return NULL;
        }
        run->rows = grown;
        run->capacity = capacity;
    }
    bench_row *row = &run->rows[run->count++];
    memset(row, 0, sizeof *row);
    return row;
}

static test_shape shape_named(const char *name)
{
    int i = 0;
    while (i + 1 < TEST_SHAPE_COUNT && strcmp(name, test_shape_name((test_shape)i)) != 0)
        i++;
    return (test_shape)i;
}

/* Makes the label of a row: everything that distinguishes it, except types and size. */
static void describe(bench_row *row, const test_operation *operation, const test_case *c)
{
    char *at = row->label, *end = at + sizeof row->label, size[32];
    bool intervals = operation->uses & TEST_USES_INTERVALS, keys = operation->uses & (TEST_USES_KEYS | TEST_USES_SIDES);
    bool drawn = keys && c->keys == TEST_KEYS_DRAWN;
    row->operation = operation->name;
    row->type = operation->uses & TEST_USES_TYPE ? c->type->type->name : "-";
    row->index = operation->uses & (TEST_USES_INTERVALS | TEST_USES_INDEX) ? c->index->type->name : "-";
    row->n = c->n;
#define ADD(...) at += snprintf(at, (size_t)(end - at), __VA_ARGS__)
    if (intervals)
        ADD(" L=%zu", c->mean);
    if (intervals && c->shape != TEST_UNIFORM)
        ADD(" %s", test_shape_name(c->shape));
    if (c->from && c->from != c->type)
        ADD(" %s %s", operation->uses & TEST_USES_VALUES ? "values" : "from", c->from->type->name);
    if (strcmp(operation->variants[c->variant], "plain") != 0)
        ADD(" %s", operation->variants[c->variant]);
    if (drawn)
        ADD(" L=%zu", c->mean);
    if (keys && (!intervals || c->keys))
        ADD(" %s", test_keys_name(c->keys));
    if (operation->uses & TEST_USES_KEYS && c->order)
        ADD(" order=%s", test_orders[c->order].name);
    if (operation->uses & TEST_USES_SIDES && c->split != test_case_default(0).split)
        ADD(" split=%zu", c->split);
    if (c->extra == TEST_EXTRA_BEYOND)
        ADD(" counted, all");
    else if (c->extra)
        ADD(" counted, of %s", bench_size_text(c->n + c->extra, size, sizeof size));
#undef ADD
    if (at == row->label)
        strcpy(row->label, "-");
    else
        memmove(row->label, row->label + 1, strlen(row->label));
}

static bool measured_before(const bench_run *run, const bench_row *row)
{
    for (const bench_row *r = run->rows; r < row; r++)
        if (!strcmp(r->operation, row->operation) && !strcmp(r->label, row->label) && !strcmp(r->type, row->type) &&
            !strcmp(r->index, row->index) && r->n == row->n)
            return true;
    return false;
}

bool bench_is_wanted(const bench_options *o, const char *name)
{
    const char *part = o->operation;
    if (!part)
        return true;
    for (char text[64]; *part; part += strcspn(part, ","), part += *part == ',') {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(part, ","), part);
        if (*text == '=' ? !strcmp(name, text + 1) : *text && strstr(name, text))
            return true;
    }
    return false;
}

static void override(const bench_options *o, const test_operation *operation, test_case *c)
{
    if (o->size)
        c->n = o->size;
    if (o->type && operation->uses & TEST_USES_TYPE)
        c->type = o->type, c->from = NULL;
    if (operation->uses & TEST_USES_INTERVALS && o->shape)
        c->shape = shape_named(o->shape);
    if (operation->uses & (TEST_USES_KEYS | TEST_USES_SIDES) && o->keys)
        c->keys = test_keys_find(o->keys);
    if (o->mean && (operation->uses & TEST_USES_INTERVALS || c->keys == TEST_KEYS_DRAWN))
        c->mean = o->mean;
    if (operation->uses & TEST_USES_KEYS && o->order)
        c->order = test_order_find(o->order);
}

void bench_plan(bench_run *run, void (*suite)(bench_run *))
{
    const bench_options given = run->options;
    run->planning = true;
    suite(run);
    run->planning = false;
    run->options = given; /* suites change them */
    run->planned = run->count;
    run->count = 0;
}

/* Prints the new row on stderr, with its number and an estimate from the mean time of the rows before. */
static void report_progress(bench_run *run, const bench_row *row)
{
    const size_t done = run->count - 1;
    const double now = bench_now();
    char left[40] = "", size[32];
    if (!done)
        run->began = now;
    const double ms = done ? (now - run->began) / (double)done * (double)(run->planned - done) : 0;
    if (ms >= 10e3)
        snprintf(left, sizeof left, ms >= 60e3 ? ", about %.0f min left" : ", about %.0f s left",
                 ms >= 60e3 ? ms / 60e3 : ms / 1e3);
    fprintf(stderr, "measuring %zu of %zu%s: %s %s, %s ...\n", run->count, run->planned, left, row->operation,
            row->label, bench_size_text(row->n, size, sizeof size));
}

void bench_run_operation(bench_run *run, const test_operation *operation, test_case c, const bench_goal *goal)
{
    const bench_options *o = &run->options;
    char given[512], measured[512];
    if (bench_is_stopped() || !bench_is_wanted(o, operation->name))
        return;
    test_case_print(&c, given, sizeof given);
    override(o, operation, &c);
    test_case_print(&c, measured, sizeof measured);
    if (operation->fits && !operation->fits(&c))
        return;
    if (c.type->fp64 && !test_has_fp64(run->device.id))
        return;
    bench_row *row = new_row(run);
    if (!row)
        return;
    describe(row, operation, &c);
    if (measured_before(run, row)) { /* overrides can make rows equal: measure once */
        run->count--;
        return;
    }
    if (run->planning)
        return;
    row->column = run->column;
    if (goal && goal->goal_ms > 0 && !strcmp(given, measured)) {
        row->goal_ms = goal->goal_ms;
        row->peer_ms = goal->peer_ms;
    }
    row->bad_distribution =
        (operation->uses & TEST_USES_INTERVALS && c.shape != TEST_UNIFORM && c.shape != TEST_EXACT) ||
        (operation->uses & (TEST_USES_KEYS | TEST_USES_SIDES) && c.keys != TEST_KEYS_UNIFORM &&
         c.keys != TEST_KEYS_DRAWN);
    report_progress(run, row);
    bench_measure(&run->device, o, operation, &c, row);
    if (row->failure[0])
        run->failed = true;
    if (run->device.plain)
        bench_print_plain_row(row);
    else
        bench_print_row(row);
    fflush(stdout);
}

void bench_run_case(bench_run *run, const char *name, const char *text, size_t n, size_t bytes, const bench_goal *goal)
{
    if (!bench_is_wanted(&run->options, name))
        return;
    const test_operation *operation = test_operation_find(name);
    test_case c = test_case_default(n);
    c.seed = 20120701;
    if (!operation || (*text && !test_case_parse(&c, text))) {
        if (run->planning)
            return;
        fprintf(stderr, "clinterval bench: there is no operation %s, or no case %s of it\n", name, text);
        run->failed = true;
        return;
    }
    if (bytes)
        c.n = bytes / c.type->type->size;
    bench_run_operation(run, operation, c, goal);
}
