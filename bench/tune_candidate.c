/* SPDX-License-Identifier: Apache-2.0 */
/* A candidate shape of `clinterval tune`: a tuning file of one row, with the promises of the device in use, and a
 * context made with it. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include "temporary.h"
#include "tune_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void tune_candidate_remove(char *name)
{
    if (name[0])
        remove(name);
    name[0] = '\0';
}

bool tune_candidate_make(char *name, size_t size)
{
    test_temporary_name(name, size, "tune");
    const int file = mkstemp(name);
    if (file < 0)
        name[0] = '\0';
    else
        close(file);
    return file >= 0;
}

void tune_write_promises(FILE *out, const char *device, bench_promises promises)
{
    fprintf(out, "device      %s visibility=%s progress=%s\n", device, promises.visibility ? "yes" : "no",
            promises.progress ? "yes" : "no");
}

static bool write_candidate(const char *name, const tune_target *target, const tune_shape *row, bench_promises promises)
{
    FILE *f = fopen(name, "w");
    if (!f)
        return false;
    if (promises.stated)
        tune_write_promises(f, "any", promises);
    fprintf(f, "%s any %u %u %u %s\n", cliv_family_name(target->family), target->bytes, row->nt, row->vt,
            tune_variant(target->family, *row));
    return fclose(f) == 0;
}

cliv_context *tune_context_with(const bench_device *device, const char *candidate, const tune_target *target,
                                const tune_shape *row)
{
    cliv_context_options options = {.tuning_file = candidate};
    cliv_context *ctx = NULL;
    if (!write_candidate(candidate, target, row, bench_promises_in_use(device->ctx)))
        fprintf(stderr, "clinterval tune: cannot write %s\n", candidate);
    else if (cliv_context_create_with(device->cl, device->id, &options, &ctx))
        ctx = NULL;
    return ctx;
}
