/* SPDX-License-Identifier: Apache-2.0 */
/* Which rows `clinterval tune` writes. */
#include "tune.h"

#include <math.h>
#include <string.h>

static bool gains(const tune_outcome *o, size_t s)
{
    return o->ms[s] > 0 && !(o->before[s] > 0 && o->ms[s] > 0.98 * o->before[s]);
}

/* A row for calls of a size holds for smaller ones, too, and without a limit for all: so it stands behind the rows of
 * all smaller sizes, whether they gain or not. */
static size_t sizes_with_rows(const tune_file *file, const tune_outcome *o)
{
    size_t end = file->size_count;
    while (end > 0 && !gains(o, end - 1))
        --end;
    return end;
}

/* Up to where a size's row counts: half the way to the next, by factors. 0: everywhere. */
static size_t limit_of(const tune_file *file, const tune_target *target, size_t s)
{
    if (s + 1 == file->size_count)
        return 0;
    return (size_t)sqrt((double)tune_elements(target, file->sizes[s]) *
                        (double)tune_elements(target, file->sizes[s + 1]));
}

static bool same_shape(tune_shape a, tune_shape b) { return a.nt == b.nt && a.vt == b.vt && a.mode == b.mode; }

static void write_rows(tune_file *file, size_t k, size_t end)
{
    const tune_outcome *const o = &file->outcomes[k];
    for (size_t s = file->rows_to[k]; s < end; ++s) {
        const bool joined = s + 1 < end && o->ms[s + 1] > 0 && same_shape(o->best[s], o->best[s + 1]);
        if (o->ms[s] > 0 && !joined)
            fprintf(file->out, "%-11s %-24s %5u %5u %6u %5u %9zu   # %.4f ms, before %.4f\n", o->target->family,
                    file->device, o->target->bytes, o->best[s].nt, o->best[s].vt, o->best[s].mode,
                    limit_of(file, o->target, s), o->ms[s], o->before[s]);
    }
    file->rows_to[k] = end > file->rows_to[k] ? end : file->rows_to[k];
}

static void write_comments(const tune_file *file, const tune_outcome *o)
{
    for (size_t s = 0; s < file->size_count; ++s) {
        if (gains(o, s))
            continue;
        fprintf(file->out, "# %s, %u bytes, %zu elements: ", o->target->family, o->target->bytes,
                tune_elements(o->target, file->sizes[s]));
        if (o->ms[s] > 0)
            fprintf(file->out, "nothing beats the %.4f ms of before\n", o->before[s]);
        else
            fprintf(file->out, "nothing works here\n");
    }
}

/* A row also counts for smaller elements that have none at that size: then theirs, which nothing beats, stands before
 * it. */
void tune_write(tune_file *file, const tune_outcome *outcome)
{
    const size_t end = sizes_with_rows(file, outcome);
    bool begun = false;
    if (file->outcome_count && strcmp(file->outcomes[0].target->family, outcome->target->family) != 0)
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
