/* SPDX-License-Identifier: Apache-2.0 */
/* Exact cuts of sorted parts: finds the keys of each share of the whole, moving only samples. Every cut has a window
 * on each rank's parts that contains it. In each round a rank samples keys of its windows, and all ranks get all
 * samples. Each rank counts by a binary search on its device how many of its keys come before each sample. The sums
 * over ranks are the exact global positions of the samples. Equal keys are ordered by part, rank and index, so all
 * positions differ. The nearest samples on both sides of a cut are the ends of its next windows, so each round divides
 * the window size by the sample count. A window with no more keys than samples is sampled completely, so the key at
 * the cut is a sample in the end. Source: P. J. Varman, S. D. Scheufler, B. R. Iyer, G. R. Ricard, "Merging multiple
 * lists on hierarchical-memory multiprocessors", J. Parallel Distrib. Comput. 12 (1991). This version takes more
 * samples to need fewer rounds. */
#include "world.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Samples of a round. MOST_OF_WINDOW samples of a window finish in three or four rounds. MOST_OF_ALL limits the
 * samples of all cuts and ranks, because every rank receives all of them. */
#ifndef CLIV_MPI_MOST_SAMPLES
#define CLIV_MPI_MOST_SAMPLES (1 << 16) /* a test sets fewer, to get with three ranks the behaviour of many ranks */
#endif
enum { MOST_OF_WINDOW = 1024, MOST_OF_ALL = CLIV_MPI_MOST_SAMPLES };
enum { MOST_ROUNDS = 200 }; /* limit for sorted parts, which take far fewer */

/* A round. Samples are in the order of ranks, cuts, parts and indices. */
typedef struct round {
    size_t cuts; /* ranks - 1 */
    unsigned parts;
    uint64_t *most;        /* by cut: samples of a window */
    uint64_t number;       /* of earlier rounds */
    bool inconsistent;     /* the parts are not sorted: samples contradict each other */
    bool *found;           /* by cut */
    uint64_t *low, *high;  /* by cut and part: the window */
    int *sampled;          /* by rank, cut and part: sample count */
    int *bytes, *places;   /* by rank: size and offset of its samples among all */
    uint64_t *own;         /* of this rank's samples: indices in its parts */
    char *mine, *all;      /* samples */
    unsigned char *after;  /* of all samples, by part of this rank */
    uint64_t *before;      /* of all samples, by part of this rank: keys before the sample */
    uint64_t *ranks;       /* of all samples: keys before the sample on all ranks */
    size_t *below, *above; /* by cut: nearest samples */
    size_t own_count, count;
} round;

static void free_round(round *r)
{
    free(r->most);
    free(r->found);
    free(r->low);
    free(r->high);
    free(r->sampled);
    free(r->bytes);
    free(r->places);
    free(r->own);
    free(r->mine);
    free(r->all);
    free(r->after);
    free(r->before);
    free(r->ranks);
    free(r->below);
    free(r->above);
}

/* Samples per window of a cut that has `windows` nonempty windows on all ranks together. Small inputs get fewer
 * samples, so that the samples take less memory than the keys. */
static uint64_t most_samples(const world_cuts *cuts, int ranks, size_t windows)
{
    enum { FEW = 256, KEYS_OF_SAMPLE = 64 };
    uint64_t all = cuts->total / KEYS_OF_SAMPLE > FEW ? cuts->total / KEYS_OF_SAMPLE : FEW;
    all = all < MOST_OF_ALL ? all : MOST_OF_ALL;
    const uint64_t most = windows ? all / (uint64_t)ranks / windows : 0;
    return most > MOST_OF_WINDOW ? MOST_OF_WINDOW : most > 0 ? most : 1;
}

static cliv_status make_round(round *r, const world_call *c, const world_cuts *cuts)
{
    const size_t p = (size_t)c->world->size, windows = (p - 1) * cuts->count;
    *r = (round){.cuts = p - 1, .parts = cuts->count};
    r->most = calloc(p, sizeof *r->most);
    r->found = calloc(p, sizeof *r->found);
    r->low = calloc(windows + 1, sizeof *r->low);
    r->high = calloc(windows + 1, sizeof *r->high);
    r->sampled = calloc(p * windows + 1, sizeof *r->sampled);
    r->bytes = calloc(p, sizeof *r->bytes);
    r->places = calloc(p, sizeof *r->places);
    r->below = calloc(p, sizeof *r->below);
    r->above = calloc(p, sizeof *r->above);
    if (!r->found || !r->low || !r->high || !r->sampled || !r->bytes || !r->places || !r->most || !r->below ||
        !r->above)
        return world_fail_memory();
    return CLIV_SUCCESS;
}

/* The sampled index within a piece of `places` keys. If parts are similar, samples at one index are nearly equal keys
 * and give no more information than one sample, so each rank uses a different index. The index also changes every
 * round: if one rank has all keys of a window and the cut is at an end, only a sample near that end shrinks the window
 * much. */
static uint64_t place_of(const cliv_world *world, const round *r, uint64_t places)
{
    const uint64_t p = (uint64_t)world->size, step = p * 382 / 1000;
    const uint64_t turn = ((uint64_t)world->rank + r->number % p * step) % p;
    return world_share(places, (int)(2 * turn + 1), 2 * world->size);
}

/* Chooses the indices that this rank samples, and reads their keys. */
static cliv_status sample(world_call *c, round *r, const world_cuts *cuts)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_array indices = CLIV_NONE, samples = CLIV_NONE;
    const cliv_world *const world = c->world;
    const size_t windows = r->cuts * r->parts;
    const size_t key = cuts->parts[0].type->size;
    int *const sampled = r->sampled + (size_t)world->rank * windows;
    uint64_t *sorted = NULL;
    if (r->inconsistent || r->number > MOST_ROUNDS)
        return world_fail(CLIV_CHECK_FAILED, "keys are not sorted over all ranks, or the order is invalid");
    size_t count_all = 0;
    for (size_t w = 0; w < windows; ++w) {
        const uint64_t size = r->found[w / r->parts] ? 0 : r->high[w] - r->low[w];
        sampled[w] = (int)(size < r->most[w / r->parts] ? size : r->most[w / r->parts]);
        count_all += (size_t)sampled[w];
    }
    free(r->own);
    free(r->mine);
    r->own = calloc(count_all + 1, sizeof *r->own);
    r->mine = calloc(count_all + 1, key);
    if (!r->own || !r->mine)
        return world_fail_memory();
    r->own_count = 0;
    for (size_t w = 0; w < windows; ++w) {
        const uint64_t count = (uint64_t)sampled[w], size = count ? r->high[w] - r->low[w] : 0;
        for (uint64_t k = 0; k < count; ++k) /* one of each of `count` equal pieces */
            r->own[r->own_count++] =
                r->low[w] + size / count * k + size % count * k / count + place_of(world, r, size / count);
    }
    /* Each part is gathered separately; the keys are then stored in sample order. */
    sorted = calloc(r->own_count + 1, sizeof *sorted);
    char *const keys = calloc(r->own_count + 1, key);
    if (!sorted || !keys)
        status = world_fail_memory();
    for (unsigned part = 0; !status && part < r->parts; ++part) {
        size_t count = 0, at = 0;
        for (size_t w = 0; w < windows; at += (size_t)sampled[w++])
            for (int k = 0; w % r->parts == part && k < sampled[w]; ++k)
                sorted[count++] = r->own[at + (size_t)k];
        if (count == 0)
            continue;
        status = world_upload(c, &cliv_ulong, count, sorted, &indices);
        status = status ? status : world_make(c, cuts->parts[part].type, count, &samples);
        status =
            status ? status : cliv_gather(c->world->ctx, c->queue, indices, cuts->parts[part], samples, 0, NULL, NULL);
        status = status ? status : cliv_array_read(c->queue, samples, keys);
        world_drop(c, &indices);
        world_drop(c, &samples);
        count = at = 0;
        for (size_t w = 0; w < windows; at += (size_t)sampled[w++])
            for (int k = 0; w % r->parts == part && k < sampled[w]; ++k)
                memcpy(r->mine + (at + (size_t)k) * key, keys + key * count++, key);
    }
    free(keys);
    free(sorted);
    return status;
}

/* Distributes all samples to all ranks. */
static cliv_status share_samples(world_call *c, round *r, const world_cuts *cuts)
{
    cliv_world *const world = c->world;
    cliv_status status = CLIV_SUCCESS;
    const size_t windows = r->cuts * r->parts, key = cuts->parts[0].type->size;
    WORLD_TRY(world_fail_mpi(
        world, MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, r->sampled, (int)windows, MPI_INT, world->comm),
        "MPI_Allgather"));
    size_t bytes = 0;
    for (int rank = 0; rank < world->size; ++rank) {
        size_t own = 0;
        for (size_t w = 0; w < windows; ++w)
            own += (size_t)r->sampled[(size_t)rank * windows + w] * key;
        if (own > INT_MAX || bytes > INT_MAX - own) {
            status = world_fail(CLIV_UNSUPPORTED, "samples of %d ranks take more than 2^31 bytes", world->size);
            break;
        }
        r->bytes[rank] = (int)own;
        r->places[rank] = (int)bytes;
        bytes += own;
    }
    r->count = bytes / key;
    for (size_t cut = 0; cut < r->cuts; ++cut) {
        size_t sampled_bit_ranges = 0;
        for (int rank = 0; rank < world->size; ++rank)
            for (unsigned part = 0; part < r->parts; ++part)
                sampled_bit_ranges += r->sampled[(size_t)rank * windows + cut * r->parts + part] > 0;
        r->most[cut] = most_samples(cuts, world->size, sampled_bit_ranges);
    }
    free(r->all);
    free(r->after);
    free(r->before);
    free(r->ranks);
    r->all = calloc(r->count + 1, key);
    r->after = calloc(r->count * r->parts + 1, 1);
    r->before = calloc(r->count * r->parts + 1, sizeof *r->before);
    r->ranks = calloc(r->count + 1, sizeof *r->ranks);
    if (!status && (!r->all || !r->after || !r->before || !r->ranks))
        status = world_fail_memory();
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_fail_mpi(
        world,
        MPI_Allgatherv(r->mine, r->bytes[world->rank], MPI_BYTE, r->all, r->bytes, r->places, MPI_BYTE, world->comm),
        "MPI_Allgatherv"));
done:
    return status;
}

/* Counts the keys before each sample, on this rank and then in total. */
static cliv_status place_samples(world_call *c, round *r, const world_cuts *cuts)
{
    cliv_world *const world = c->world;
    cliv_status status = CLIV_SUCCESS;
    const size_t windows = r->cuts * r->parts;
    for (unsigned mine = 0; mine < r->parts; ++mine) {
        size_t at = 0, own = 0;
        unsigned char *const after = r->after + mine * r->count;
        uint64_t *const before = r->before + mine * r->count;
        for (int rank = 0; rank < world->size; ++rank)
            for (size_t w = 0; w < windows; ++w) {
                const unsigned part = (unsigned)(w % r->parts);
                const bool first = mine < part || (mine == part && world->rank < rank);
                for (int k = 0; k < r->sampled[(size_t)rank * windows + w]; ++k)
                    after[at++] = first; /* equal keys of this part come before the sample */
            }
        if (!status)
            status = world_search(c, &cuts->parts[mine], cuts->order, r->all, after, r->count, before);
        at = (size_t)r->places[world->rank] / cuts->parts[0].type->size;
        for (size_t w = 0; w < windows; ++w)
            for (int k = 0; k < r->sampled[(size_t)world->rank * windows + w]; ++k, ++at, ++own)
                if (w % r->parts == mine)
                    before[at] = r->own[own]; /* the index of a sample in its own part is exact */
    }
    WORLD_TRY(world_agree(c, status));
    for (size_t s = 0; s < r->count; ++s)
        for (unsigned part = 0; part < r->parts; ++part)
            r->ranks[s] += r->before[part * r->count + s];
    WORLD_TRY(world_fail_mpi(world,
                             MPI_Allreduce(MPI_IN_PLACE, r->ranks, (int)r->count, MPI_UINT64_T, MPI_SUM, world->comm),
                             "MPI_Allreduce"));
done:
    return status;
}

/* The nearest sample at or before each unfinished cut, and the nearest one after it; SIZE_MAX: none. */
static void find_nearest(const cliv_world *world, const round *r, const world_cuts *cuts, size_t *low, size_t *high)
{
    const size_t windows = r->cuts * r->parts;
    size_t at = 0;
    for (size_t cut = 0; cut < r->cuts; ++cut)
        low[cut] = high[cut] = SIZE_MAX;
    for (int rank = 0; rank < world->size; ++rank)
        for (size_t w = 0; w < windows; ++w) {
            const size_t cut = w / r->parts;
            const uint64_t target = world_share(cuts->total, (int)cut + 1, world->size);
            for (int k = 0; k < r->sampled[(size_t)rank * windows + w]; ++k, ++at) {
                if (r->ranks[at] <= target && (low[cut] == SIZE_MAX || r->ranks[at] > r->ranks[low[cut]]))
                    low[cut] = at;
                if (r->ranks[at] > target && (high[cut] == SIZE_MAX || r->ranks[at] < r->ranks[high[cut]]))
                    high[cut] = at;
            }
        }
}

/* Moves an end of a window inwards. With unsorted keys the new end may be outside the window. */
static void move_end(round *r, uint64_t *end, uint64_t to, uint64_t low, uint64_t high)
{
    if (to < low || to > high)
        r->inconsistent = true;
    else
        *end = to;
}

static void narrow(const cliv_world *world, round *r, world_cuts *cuts)
{
    const size_t key = cuts->parts[0].type->size;
    find_nearest(world, r, cuts, r->below, r->above);
    for (size_t cut = 0; cut < r->cuts; ++cut) {
        const size_t low = r->below[cut], high = r->above[cut];
        if (r->found[cut])
            continue;
        for (unsigned part = 0; part < r->parts; ++part) {
            const size_t window = cut * r->parts + part;
            if (low != SIZE_MAX)
                move_end(r, &r->low[window], r->before[part * r->count + low], r->low[window], r->high[window]);
            if (high != SIZE_MAX)
                move_end(r, &r->high[window], r->before[part * r->count + high], r->low[window], r->high[window]);
            cuts->at[(cut + 1) * r->parts + part] = r->low[window];
        }
        if (low != SIZE_MAX && r->ranks[low] == world_share(cuts->total, (int)cut + 1, world->size)) {
            r->found[cut] = true;
            memcpy(cuts->keys + (cut + 1) * key, r->all + low * key, key);
        }
    }
    ++r->number;
}

/* Checks that the cuts of each part ascend, which is so for sorted parts. */
static cliv_status check_cuts(const cliv_world *world, const world_cuts *cuts)
{
    for (size_t cut = 0; cut < (size_t)world->size; ++cut)
        for (unsigned part = 0; part < cuts->count; ++part)
            if (cuts->at[cut * cuts->count + part] > cuts->at[(cut + 1) * cuts->count + part])
                return world_fail(CLIV_CHECK_FAILED, "keys are not sorted over all ranks, or the order is invalid");
    return CLIV_SUCCESS;
}

static cliv_status make_cuts(world_call *c, world_cuts *cuts)
{
    const size_t p = (size_t)c->world->size;
    cuts->at = calloc((p + 1) * cuts->count, sizeof *cuts->at);
    cuts->keys = calloc(p + 1, cuts->parts[0].type->size);
    return cuts->at && cuts->keys ? CLIV_SUCCESS : world_fail_memory();
}

void world_free_cuts(world_cuts *cuts)
{
    free(cuts->at);
    free(cuts->keys);
}

cliv_status world_find_cuts(world_call *c, world_cuts *cuts)
{
    cliv_world *const world = c->world;
    const size_t p = (size_t)world->size;
    round r = {0};
    uint64_t mine = 0;
    cliv_status status = make_cuts(c, cuts);
    status = status ? status : make_round(&r, c, cuts);
    WORLD_TRY(world_agree(c, status));
    for (unsigned part = 0; part < cuts->count; ++part)
        mine += cuts->parts[part].count;
    WORLD_TRY(world_places(c, mine, NULL, &cuts->total, NULL));
    for (size_t cut = 0; cut + 1 < p; ++cut) {
        r.most[cut] = most_samples(cuts, world->size, p * cuts->count);
        r.found[cut] = world_share(cuts->total, (int)cut + 1, world->size) == 0; /* a cut at position 0 */
        for (unsigned part = 0; part < cuts->count; ++part)
            r.high[cut * cuts->count + part] = cuts->parts[part].count;
    }
    for (bool all = false; !all;) {
        all = true;
        for (size_t cut = 0; cut < r.cuts; ++cut)
            all = all && r.found[cut];
        if (all)
            break;
        WORLD_TRY(world_agree(c, sample(c, &r, cuts)));
        WORLD_TRY(share_samples(c, &r, cuts));
        WORLD_TRY(place_samples(c, &r, cuts));
        narrow(world, &r, cuts);
    }
    for (unsigned part = 0; part < cuts->count; ++part)
        cuts->at[p * cuts->count + part] = cuts->parts[part].count;
    WORLD_TRY(world_agree(c, check_cuts(world, cuts)));
done:
    free_round(&r);
    return status;
}

cliv_status world_bounds(world_call *c, const world_cuts *cuts, uint64_t *lower, uint64_t *upper)
{
    cliv_world *const world = c->world;
    const size_t p = (size_t)world->size;
    cliv_status status = CLIV_SUCCESS;
    unsigned char *after = calloc(2 * p, 1);
    uint64_t *found = calloc(2 * p, sizeof *found);
    const size_t key = cuts->parts[0].type->size;
    char *twice = calloc(2 * p, key);
    if (!after || !found || !twice)
        status = world_fail_memory();
    for (unsigned part = 0; !status && part < cuts->count; ++part) {
        for (size_t k = 0; k < 2; ++k) {
            memcpy(twice + k * (p - 1) * key, cuts->keys + key, (p - 1) * key);
            memset(after + k * (p - 1), k == 1, p - 1);
        }
        status = world_search(c, &cuts->parts[part], cuts->order, twice, after, 2 * (p - 1), found);
        for (size_t cut = 1; cut < p; ++cut) {
            lower[cut * cuts->count + part] = found[cut - 1];
            upper[cut * cuts->count + part] = found[p - 1 + cut - 1];
        }
    }
    WORLD_TRY(world_agree(c, status));
    const int count = (int)(p * cuts->count);
    WORLD_TRY(world_fail_mpi(world, MPI_Allreduce(MPI_IN_PLACE, lower, count, MPI_UINT64_T, MPI_SUM, world->comm),
                             "MPI_Allreduce"));
    WORLD_TRY(world_fail_mpi(world, MPI_Allreduce(MPI_IN_PLACE, upper, count, MPI_UINT64_T, MPI_SUM, world->comm),
                             "MPI_Allreduce"));
done:
    free(after);
    free(found);
    free(twice);
    return status;
}
