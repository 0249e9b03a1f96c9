/* SPDX-License-Identifier: Apache-2.0 */
/* Selects and writes the rows of `clinterval tune`. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "tune_rows.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool tune_gains(const tune_outcome *o, size_t s)
{
    return o->ms[s] > 0 && !(o->before[s] > 0 && (o->ms[s] > 0.98 * o->before[s] || o->worst[s] > 1.03));
}

/* The shape in a row. A row may be needed although nothing gains; it then has the shape in use without it. */
static tune_shape shape_at(const tune_outcome *o, size_t s)
{
    return tune_gains(o, s) || !o->used[s].nt ? o->best[s] : o->used[s];
}

static bool has_shape(const tune_outcome *o, size_t s) { return o->ms[s] > 0 || (o->before[s] > 0 && o->used[s].nt); }

/* The count of sizes that need rows. A row applies to all smaller calls too, and without a limit to all calls, so rows
 * for all smaller sizes must precede it, even if they do not gain. */
static size_t sizes_with_rows(const tune_file *file, const tune_outcome *o)
{
    size_t end = file->size_count;
    while (end > 0 && !tune_gains(o, end - 1))
        --end;
    return end;
}

/* The item limit of a size's row: the geometric mean of this size and the next. 0: no limit. */
static size_t limit_of(const tune_file *file, const tune_target *target, size_t s)
{
    if (s + 1 == file->size_count)
        return 0;
    return (size_t)sqrt((double)tune_elements(target, file->sizes[s]) *
                        (double)tune_elements(target, file->sizes[s + 1]));
}

static bool same_shape(tune_shape a, tune_shape b) { return a.nt == b.nt && a.vt == b.vt && a.variant == b.variant; }

/* Keeps the rows in use for element sizes between the previous target and this one, which are not measured: otherwise
 * the new row would replace them. */
static void keep_between(const tune_file *file, size_t k)
{
    const tune_target *const target = file->outcomes[k].target;
    const unsigned least = k ? file->outcomes[k - 1].target->bytes + 1 : 1;
    bench_table_row row = {0};
    for (unsigned bytes = least; file->in_use && bytes < target->bytes; bytes = row.bytes + 1) {
        row = file->in_use(file->ctx, target->family, bytes, SIZE_MAX);
        if (row.bytes < target->bytes)
            tune_write_row(file->out, target->family, file->device, row.bytes,
                           (tune_shape){row.nt, row.vt, row.variant}, row.items, "kept");
    }
}

static void write_rows(tune_file *file, size_t k, size_t end)
{
    const tune_outcome *const o = &file->outcomes[k];
    if (end && !file->rows_to[k])
        keep_between(file, k);
    for (size_t s = file->rows_to[k]; s < end; ++s) {
        const tune_shape shape = shape_at(o, s);
        const bool gains = tune_gains(o, s),
                   joined = s + 1 < end && has_shape(o, s + 1) && same_shape(shape, shape_at(o, s + 1));
        if (!has_shape(o, s) || joined)
            continue;
        char comment[64];
        if (gains || !o->used[s].nt)
            snprintf(comment, sizeof comment, "%.4f ms, before %.4f", o->ms[s], o->before[s]);
        else
            snprintf(comment, sizeof comment, "%.4f ms, kept", o->before[s]);
        tune_write_row(file->out, o->target->family, file->device, o->target->bytes, shape,
                       limit_of(file, o->target, s), comment);
    }
    file->rows_to[k] = end > file->rows_to[k] ? end : file->rows_to[k];
}

static void write_comments(const tune_file *file, const tune_outcome *o)
{
    for (size_t s = 0; s < file->size_count; ++s) {
        if (tune_gains(o, s))
            continue;
        fprintf(file->out, "# %s, %u bytes, %zu elements: ", cliv_family_name(o->target->family), o->target->bytes,
                tune_elements(o->target, file->sizes[s]));
        if (o->ms[s] > 0 || o->before[s] > 0)
            fprintf(file->out, "nothing that was tried beats the %.4f ms of before\n", o->before[s]);
        else
            fprintf(file->out, "nothing works here\n");
    }
}

/* A row also applies to smaller elements without a row at that size. Their measured shape in use is then written
 * before it. */
void tune_write(tune_file *file, const tune_outcome *outcome)
{
    const size_t end = sizes_with_rows(file, outcome);
    bool begun = false;
    if (file->outcome_count && file->outcomes[0].target->family != outcome->target->family)
        file->outcome_count = 0;
    for (size_t k = 0; k < file->outcome_count; ++k)
        begun = begun || file->rows_to[k];
    file->outcomes[file->outcome_count] = *outcome;
    file->rows_to[file->outcome_count++] = 0;
    write_comments(file, outcome);
    if (end && !begun)
        tune_keep_small(file->out, outcome->target->family, file->device, file->look_back, file->sizes[0]);
    for (size_t k = 0; k < file->outcome_count; ++k)
        write_rows(file, k, end);
}

static const char *shape_text(cliv_family family, tune_shape shape, char *text, size_t size)
{
    const char *const variant = strchr(tune_variant(family, shape), '=');
    snprintf(text, size, shape.nt ? "%u x %u%s%s" : "-", shape.nt, shape.vt, variant ? ", " : "",
             variant ? variant + 1 : "");
    return text;
}

static const char *number_text(const char *format, double number, char *text, size_t size)
{
    snprintf(text, size, number > 0 ? format : "-", number);
    return text;
}

size_t tune_print_outcomes(FILE *out, const tune_file *file, const tune_outcome *outcomes, size_t count)
{
    double logs = 0;
    size_t gained = 0, rows = 0;
    fprintf(out, "\n%-11s %5s %9s   %-23s %9s   %-23s %9s   %6s\n", "family", "bytes", "elements", "in use", "ms",
            "found", "ms", "ratio");
    for (size_t i = 0; i < count; ++i)
        for (size_t s = 0; outcomes[i].target && s < file->size_count; ++s) {
            const tune_outcome *const o = &outcomes[i];
            char used[32], best[32], before[32], ms[32], change[32];
            const bool gains = tune_gains(o, s), both = o->before[s] > 0 && o->ms[s] > 0;
            const double ratio = both ? o->ms[s] / o->before[s] : 0;
            fprintf(out, "%-11s %5u %9zu   %-23s %9s   %-23s %9s   %6s  %s\n", cliv_family_name(o->target->family),
                    o->target->bytes, tune_elements(o->target, file->sizes[s]),
                    shape_text(o->target->family, o->used[s], used, sizeof used),
                    number_text("%.4f", o->before[s], before, sizeof before),
                    shape_text(o->target->family, o->best[s], best, sizeof best),
                    number_text("%.4f", o->ms[s], ms, sizeof ms), number_text("%.3f", ratio, change, sizeof change),
                    gains ? "a row" : "kept");
            logs += gains && both ? log(ratio) : 0;
            gained += gains;
            ++rows;
        }
    fprintf(out, "%zu of %zu rows are faster", gained, rows);
    if (gained)
        fprintf(out, ", %.1f %% on average", 100 * (1 - exp(logs / (double)gained)));
    fprintf(out, "; the others stay as they are\n");
    return gained;
}

void tune_print_advice(FILE *out, const char *output, const char *in_use, size_t gained)
{
    char *const path = realpath(output, NULL);
    if (gained)
        fprintf(out, "wrote %s; to use it: export CLINTERVAL_TUNING=%s\n", output, path ? path : output);
    else
        fprintf(out, "wrote %s, which has no rows: go on without it\n", output);
    if (in_use)
        fprintf(out, "rows of %s that stay as they are are not in it\n", in_use);
    free(path);
}
