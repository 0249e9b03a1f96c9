/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms. A group counts a chunk of the samples in local memory, for all bins or one part of the bins, and writes
 * a row of sums. A second kernel adds up the rows; a few short rows are added up by the last block. If the bins do not
 * fit local memory even in parts, groups add to the counts in global memory. With one work-item per group, groups
 * count in their rows directly. If rows would be long compared with chunks, each group counts its part of the bins in
 * all samples. */
#include "grid/look_back.h"
#include "grid/phases.h"
#include "histogram/histogram_step.h"
#include "runtime/call.h"

#include <clinterval/histogram.h>

#include <string.h>

enum {
    ROOM = 48 << 10,        /* most bytes of local memory of a group, so that several groups run on a compute unit */
    BYTES = 256,            /* bins of samples of one byte */
    BYTE_COPIES = 4,        /* log2 of the copies of each byte bin, if copies pay */
    LEAST_COUNT = 4,        /* fewest samples per copy */
    LEAST_FOR_BYTES = 4096, /* local memory for all byte bins and the sums of the last block */
    MOST_PARTS = 8,         /* of the bins; each part reads all samples */
    MOST_COPIES = 5,        /* log2 of the copies of each bin */
    MOST_STEPS = 16384,     /* iterations of a work-item's loop */
    ROWS_PER_CORE = 4,
    LEAST_CHUNK = 4,    /* fewest samples per bin of a row */
    ACROSS = 32,        /* bins that a group adds up if there are many rows; fewest bins that a core counts */
    FEW_ACROSS = 8,     /* bins that a group adds up if ACROSS would give too few groups */
    LAST_BINS = 512,    /* most bins of a last-block reduction */
    LAST_SUMS = 1 << 15 /* most sums of a last-block reduction */
};

typedef struct counting {
    cliv_array bins, weights, counts;
    cliv_build build;
    size_t distinct;      /* bins that a sample can have */
    size_t chunk, chunks; /* of the samples */
    size_t each, parts;   /* of the bins */
    size_t sum_bytes;
    cl_uint spread; /* log2 of the copies of each bin */
    bool far;
    bool all_bytes; /* samples of one byte, and local memory for all their bins */
    bool last_adds; /* the last group may add up the rows */
    cliv_scratch *rows, *states;
} counting;

/* Types of one or two bytes have few values, even if there are more counts. */
static size_t distinct_bins(const counting *c)
{
    const cliv_scalar scalar = cliv_scalar_of(c->bins.type);
    const size_t values = (size_t)1 << (8 * cliv_min_size(scalar.size, 2) - (scalar.kind == CLIV_SIGNED));
    return scalar.size > 2 ? c->counts.count : cliv_min_size(values, c->counts.count);
}

static size_t local_budget(const cliv_context *ctx)
{
    const size_t local = (size_t)ctx->device.local_memory;
    return cliv_min_size(local > 2048 ? local - 1024 : 1024, ROOM);
}

static void cut_by_items(counting *c, size_t n)
{
    const size_t units = c->build.ctx->device.units;
    const size_t rows =
        cliv_min_size(ROWS_PER_CORE * units, n / cliv_max_size(LEAST_CHUNK * c->distinct, c->build.tuning.vt));
    c->chunks = rows > units || rows > c->distinct ? rows : 1;
    if (c->chunks == 1 && n >= 2 * c->build.tuning.vt && !c->build.ctx->device.quirks.is_simulator)
        c->parts = cliv_max_size(1, cliv_min_size(units, c->distinct / ACROSS));
}

static void cut_by_groups(counting *c, size_t n)
{
    const size_t nt = c->build.tuning.nt, tile = nt * c->build.tuning.vt;
    const size_t for_last = c->last_adds ? nt * c->counts.type->size + 64 : 0;
    const size_t budget = (local_budget(c->build.ctx) - for_last) / c->sum_bytes;
    if (!c->far)
        c->parts = cliv_max_size(1, cliv_ceil_div(c->distinct, budget));
    c->each = cliv_ceil_div(c->distinct, c->parts);
    while (!cliv_is_none(&c->weights) && c->spread < MOST_COPIES && c->each << (c->spread + 1) <= budget)
        ++c->spread;
    const size_t groups = cliv_max_size(1, cliv_running_groups(c->build.ctx, nt) / c->parts);
    const size_t wanted = cliv_max_size(cliv_ceil_div(n, groups), c->far ? 0 : c->each);
    const size_t tiles = cliv_min_size(cliv_ceil_div(wanted, tile), MOST_STEPS / c->build.tuning.vt);
    c->chunks = cliv_ceil_div(n, tile * cliv_max_size(1, tiles));
}

/* Splits samples and bins among the groups, after the group shape is final. */
static void cut(counting *c)
{
    const size_t n = c->bins.count;
    c->chunks = c->parts = 1;
    if (c->build.tuning.nt == 1)
        cut_by_items(c, n);
    else
        cut_by_groups(c, n);
    c->chunk = cliv_ceil_div(n, cliv_max_size(c->chunks, 1));
    c->chunks = n ? cliv_ceil_div(n, c->chunk) : 0;
    c->each = cliv_ceil_div(c->distinct, c->parts);
    c->parts = c->each ? cliv_ceil_div(c->distinct, c->each) : 0;
}

/* Whether copies of all byte bins pay: neighbors then use different banks of local memory. Measured on NVIDIA's
 * devices only. */
static bool copies_pay(const cliv_build *b, size_t n)
{
    const size_t groups = cliv_running_groups(b->ctx, b->tuning.nt);
    return b->ctx->device.ptx && local_budget(b->ctx) >= 2 * (BYTES * sizeof(cl_uint) << BYTE_COPIES) &&
           n / (LEAST_COUNT * BYTES << BYTE_COPIES) >= groups;
}

static cliv_status describe(counting *c, cliv_call *call)
{
    cliv_build *const b = &c->build;
    const size_t n = c->bins.count, bytes = c->bins.type->size;
    cliv_build_begin(
        b, call->ctx,
        (cliv_tiles){
            .family = CLIV_FAMILY_HISTOGRAM, .bytes = bytes, .largest = cliv_max_size(n, c->counts.count), .items = n});
    const bool serial = b->tuning.nt == 1, weighted = !cliv_is_none(&c->weights);
    c->distinct = distinct_bins(c);
    c->sum_bytes = serial || weighted ? c->counts.type->size : sizeof(cl_uint);
    c->far = !serial && c->distinct > MOST_PARTS * (local_budget(call->ctx) / c->sum_bytes);
    cliv_build_define(b, "CLIV_BIN_BYTES", (unsigned)bytes);
    cliv_build_define(b, "CLIV_COUNT_BYTES", (unsigned)c->counts.type->size);
    cliv_build_define(b, "CLIV_SUM_WORDS", (unsigned)(c->sum_bytes / sizeof(cl_uint)));
    cliv_build_define(b, "CLIV_BY_QUADS", !call->ctx->device.quirks.cannot_convert_fours);
    c->last_adds = !serial && !c->far && c->counts.count <= LAST_BINS && cliv_groups_are_seen(b) &&
                   b->tuning.nt * c->counts.type->size <= local_budget(call->ctx) / 4;
    cliv_build_define(b, "CLIV_FAR", c->far);
    c->all_bytes = !serial && !weighted && bytes == 1 && local_budget(call->ctx) >= LEAST_FOR_BYTES;
    c->spread = c->all_bytes && copies_pay(b, n) ? BYTE_COPIES : 0;
    cliv_build_define(b, "CLIV_ALL_BYTES", c->all_bytes);
    cliv_build_define(b, "CLIV_BYTE_COPIES", 1u << c->spread);
    cliv_build_define(b, "CLIV_SCHEDULE", c->last_adds ? CLIV_LAST_GROUP : CLIV_LAUNCHES);
    cliv_build_arrays(b, COUNTED("bins", &c->bins), COUNTED("weights", &c->weights), WRITTEN("counts", &c->counts));
    return cliv_program_for(b, "histogram.cl");
}

/* The count of bins that a group of the second phase adds up. */
static size_t across_of(const counting *c)
{
    const cliv_tuning *const t = &c->build.tuning;
    const size_t n = c->rows ? c->chunks : 0, many = n > t->nt / ACROSS && t->nt > ACROSS;
    const size_t narrow = c->counts.count < ACROSS * (size_t)c->build.ctx->device.units ? FEW_ACROSS : ACROSS;
    return t->nt == 1 ? t->vt : many ? narrow : t->nt;
}

static cliv_status run(counting *c, cliv_call *call, const char *kernel, size_t groups, size_t local, bool last)
{
    return cliv_launch(call, &c->build, kernel, cliv_groups(groups), last, U64(c->bins.count), U64(c->chunk),
                       U64(c->distinct), U64(c->each), U64(c->counts.count), U32(c->parts),
                       U32(c->rows ? c->chunks : 0), U32(across_of(c)), U32(c->spread), SCRATCH(c->rows),
                       SCRATCH(c->states), LOCAL(local), ALL_ARRAYS);
}

static cliv_status count(counting *c, cliv_call *call)
{
    /* The kernel declares an array for byte bins. */
    const bool declared = c->build.tuning.nt == 1 || c->all_bytes || c->far;
    return run(c, call, c->far ? "histogram_far" : "histogram_count", c->chunks * c->parts,
               declared ? c->sum_bytes : (c->each * c->sum_bytes) << c->spread, c->far || !c->rows || c->states);
}

static cliv_status add_up(counting *c, cliv_call *call, bool last)
{
    return run(c, call, "histogram_add_up", cliv_ceil_div(c->counts.count, across_of(c)), c->sum_bytes, last);
}

cliv_status cliv_enqueue_histogram(cliv_call *call, const cliv_array *bins, const cliv_array *weights,
                                   const cliv_array *counts)
{
    cliv_status status = CLIV_SUCCESS;
    counting it = {.bins = *bins, .weights = *weights, .counts = *counts}, *const c = &it;
    CLIV_TRY(describe(c, call));
    if (!c->counts.count)
        goto done; /* after the compilation, so that an invalid generator always fails */
    cut(c);
    const bool direct = c->chunks == 1 && c->distinct == c->counts.count && !c->far;
    if (c->chunks && !direct && !c->far)
        CLIV_TRY(cliv_call_scratch(call, c->chunks * c->distinct * c->sum_bytes, false, &c->rows));
    if (c->rows && c->last_adds && c->parts == 1 && c->chunks > 1 && c->chunks * c->distinct <= LAST_SUMS)
        CLIV_TRY(cliv_look_back_states(call, 1, false, &c->states));
    if (c->far)
        CLIV_TRY(add_up(c, call, !c->chunks)); /* stores zeros, to which histogram_far adds */
    if (c->chunks)
        CLIV_TRY(count(c, call));
    if (!direct && !c->far && !c->states)
        CLIV_TRY(add_up(c, call, true));
done:
    cliv_build_free(&c->build);
    return status;
}

cliv_status cliv_histogram(cliv_context *ctx, cl_command_queue queue, cliv_array bins, cliv_array weights,
                           cliv_array counts, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    const cliv_use uses[] = {cliv_counted_reads("bins", &bins, bins.count),
                             cliv_optional(cliv_counted_reads("weights", &weights, bins.count)),
                             cliv_indices(cliv_writes("counts", counts, counts.count))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_validate(&call, uses, sizeof uses / sizeof *uses));
    CLIV_TRY(cliv_integer_type("bins", &bins));
    CLIV_TRY(cliv_integer_type("weights", &weights));
    if (!cliv_is_none(&weights))
        bins.count = cliv_min_size(bins.count, weights.count);
    CLIV_TRY(cliv_enqueue_histogram(&call, &bins, &weights, &counts));
done:
    return cliv_call_end(&call, status);
}
