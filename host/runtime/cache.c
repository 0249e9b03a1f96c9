/* SPDX-License-Identifier: Apache-2.0 */
/* The cache of compiled programs in a context. The key of a program is its whole description. */
#include "runtime/context_inside.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

cliv_status cliv_cache_begin(cliv_cache *cache)
{
    cache->most = CLIV_CACHED_PROGRAMS;
    if (!cliv_mutex_begin(&cache->lock))
        return cliv_fail_memory();
    if (!cliv_condition_begin(&cache->built)) {
        cliv_mutex_end(&cache->lock);
        return cliv_fail_memory();
    }
    return CLIV_SUCCESS;
}

static void release_kernels(cliv_program *p)
{
    for (cl_uint i = 0; i < p->kernel_count; ++i)
        CLIV_RELEASE(Kernel, p->kernels[i]);
    free(p->kernels);
    CLIV_RELEASE(Program, p->program);
    p->kernels = NULL;
    p->kernel_count = 0;
}

static void list_free(cliv_program *list)
{
    for (cliv_program *p; (p = list);) {
        list = p->next;
        release_kernels(p);
        cliv_mutex_end(&p->lock);
        free(p->sentence);
        free(p);
    }
}

void cliv_cache_end(cliv_cache *cache)
{
    for (size_t i = 0; i < CLIV_CACHE_BUCKETS; ++i)
        list_free(cache->buckets[i]);
    cliv_condition_end(&cache->built);
    cliv_mutex_end(&cache->lock);
}

/* Hashes four words at a time, because each call hashes a description. */
static uint64_t hash_of(const unsigned char *bytes, size_t length)
{
    enum { LANES = 4 };
    uint64_t lanes[LANES] = {length, 1, 2, 3}, words[LANES];
    for (size_t i = 0; i < length; i += sizeof words) {
        if (length - i < sizeof words)
            memset(words, 0, sizeof words);
        memcpy(words, bytes + i, cliv_min_size(length - i, sizeof words));
        for (int k = 0; k < LANES; ++k)
            lanes[k] = (lanes[k] ^ words[k] ^ lanes[k] >> 29) * 0x9e3779b97f4a7c15u;
    }
    for (int k = 1; k < LANES; ++k)
        lanes[0] = (lanes[0] ^ lanes[k] ^ lanes[0] >> 32) * 0x9e3779b97f4a7c15u;
    return lanes[0] ^ lanes[0] >> 32;
}

static cliv_program **bucket_of(cliv_cache *cache, uint64_t hash) { return &cache->buckets[hash % CLIV_CACHE_BUCKETS]; }

static void take_out(cliv_cache *cache, cliv_program *p)
{
    cliv_program **link = bucket_of(cache, p->hash);
    while (*link != p)
        link = &(*link)->next;
    *link = p->next;
    p->next = NULL;
    --cache->count;
}

/* Removes programs that no call holds, the least recently used first, until at most `most` are left. Returns a list
 * for list_free(), which is called without the lock. */
static cliv_program *drop(cliv_cache *cache, size_t most)
{
    cliv_program *dropped = NULL;
    while (cache->count > most) {
        cliv_program *oldest = NULL;
        for (size_t i = 0; i < CLIV_CACHE_BUCKETS; ++i)
            for (cliv_program *p = cache->buckets[i]; p; p = p->next)
                if (p->users == 0 && (!oldest || p->last_use < oldest->last_use))
                    oldest = p;
        if (!oldest)
            break;
        take_out(cache, oldest);
        oldest->next = dropped;
        dropped = oldest;
    }
    return dropped;
}

void cliv_cache_trim(cliv_cache *cache)
{
    cliv_lock(&cache->lock);
    cliv_program *dropped = drop(cache, 0);
    cliv_unlock(&cache->lock);
    list_free(dropped);
}

/* Releases the caller's hold of a program. A failed program is in no bucket; the last thread that waited for it frees
 * it. */
static void give_back(cliv_cache *cache, cliv_program *p)
{
    cliv_program *dropped = NULL;
    cliv_lock(&cache->lock);
    const bool failed = --p->users == 0 && p->state == CLIV_BUILD_HAS_FAILED;
    if (!failed)
        dropped = drop(cache, cache->most); /* the cache may exceed its limit while programs are in use */
    cliv_unlock(&cache->lock);
    list_free(failed ? p : dropped);
}

static cliv_status new_program(const unsigned char *key, size_t length, uint64_t hash, cliv_program **result)
{
    cliv_program *p = calloc(1, sizeof *p + length);
    if (!p || !cliv_mutex_begin(&p->lock)) {
        free(p);
        return cliv_fail_memory();
    }
    memcpy(p->key, key, length);
    p->length = length;
    p->hash = hash;
    *result = p;
    return CLIV_SUCCESS;
}

/* Compiles the program and creates its kernels. *lanes_hold: false if the sub-groups of a kernel do not have the size
 * that the program relies on. */
static cliv_status make(cliv_program *p, const cliv_context *ctx, bool sub_groups, bool *lanes_hold)
{
    cliv_status status = CLIV_SUCCESS;
    cl_uint count = 0;
    CLIV_TRY(cliv_compile_description(ctx, p->key, p->length, sub_groups, &p->lanes, &p->program));
    CLIV_TRY_CL(clCreateKernelsInProgram, p->program, 0, NULL, &count);
    if (count == 0) /* PoCL loads a program without kernels from a truncated cache file */
        CLIV_TRY(cliv_fail(CLIV_BUILD_FAILED, "the compiled program has no kernels, so the compiler's cache may be "
                                              "damaged: empty its folder (" CLIV_CACHE_FOLDER ")"));
    p->kernels = calloc(count + 1, sizeof *p->kernels);
    CLIV_TRY_MEMORY(p->kernels);
    CLIV_TRY_CL(clCreateKernelsInProgram, p->program, count, p->kernels, NULL);
    p->kernel_count = count;
    p->limit = SIZE_MAX;
    p->small_group = CLIV_SMALL_GROUP;
    for (cl_uint i = 0; i < count; ++i) {
        size_t asked[3] = {0}, limit = 0;
        CLIV_TRY_CL(clGetKernelWorkGroupInfo, p->kernels[i], ctx->device.id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                    sizeof asked, asked, NULL);
        CLIV_TRY_CL(clGetKernelWorkGroupInfo, p->kernels[i], ctx->device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit,
                    &limit, NULL);
        if (asked[0] > limit)
            p->limit = cliv_min_size(p->limit, limit);
        while (asked[0] == 0 && p->small_group > cliv_max_size(limit, 1))
            p->small_group /= 2;
        const size_t nt = asked[0] ? asked[0] : p->small_group;
        *lanes_hold = *lanes_hold && (!p->lanes || cliv_lanes_hold(ctx, p->kernels[i], cliv_lanes(ctx, nt), nt));
    }
done:
    return status;
}

/* Compiles a program that is in the cache, where other threads wait for it. The lock of the cache is not held during
 * compilation. */
static cliv_status build(cliv_cache *cache, cliv_program *p, const cliv_context *ctx)
{
    bool lanes_hold = true;
    cliv_status status = make(p, ctx, true, &lanes_hold);
    if (!status && !lanes_hold) { /* the shape stays, because its local memory allows for this: cliv_sure_lanes() */
        release_kernels(p);
        status = make(p, ctx, false, &lanes_hold);
    }
    char *const sentence = status ? cliv_copy_sentence() : NULL;
    cliv_lock(&cache->lock);
    p->state = status ? CLIV_BUILD_HAS_FAILED : CLIV_BUILT;
    p->status = status;
    p->sentence = sentence;
    if (status)
        take_out(cache, p);
    cliv_condition_signal(&cache->built);
    cliv_unlock(&cache->lock);
    return status;
}

/* Finds the program, waits for it, or compiles it. The caller gives it back. */
static cliv_status obtain(cliv_cache *cache, const cliv_build *b, cliv_program **result)
{
    const unsigned char *const key = cliv_description_bytes(&b->description);
    const size_t length = b->description.length;
    const uint64_t hash = hash_of(key, length);
    cliv_program **bucket = bucket_of(cache, hash);
    cliv_status status = CLIV_SUCCESS;
    cliv_lock(&cache->lock);
    cliv_program *p = *bucket;
    while (p && (p->hash != hash || p->length != length || memcmp(p->key, key, length) != 0))
        p = p->next;
    const bool found = p != NULL;
    if (!found && !(status = new_program(key, length, hash, &p))) {
        p->next = *bucket;
        *bucket = p;
        ++cache->count;
    }
    if (p) {
        ++p->users;
        p->last_use = ++cache->uses;
    }
    while (found && p->state == CLIV_BUILDING)
        cliv_condition_wait(&cache->built, &cache->lock);
    cliv_unlock(&cache->lock);
    if (!p)
        return status;
    if (!found)
        status = build(cache, p, b->ctx);
    else if (p->state == CLIV_BUILD_HAS_FAILED)
        status = cliv_fail(p->status, "%s", p->sentence ? p->sentence : cliv_status_string(p->status));
    if (status)
        give_back(cache, p);
    else
        *result = p;
    return status;
}

/* Fills the heading that cliv_build_begin() has reserved. */
static cliv_status set_heading(cliv_build *b, const char *file)
{
    const cliv_heading heading = {file, b->tuning.nt, b->tuning.vt, b->wide, b->shared};
    if (b->array_count > CLIV_MAX_ARRAYS)
        return cliv_fail(CLIV_UNSUPPORTED, "%s: %u arrays are more than the %d that a program can have", file,
                         b->array_count, CLIV_MAX_ARRAYS);
    cliv_put_again(&b->description, &heading, sizeof heading);
    return b->description.failed ? cliv_fail_memory() : CLIV_SUCCESS;
}

static void release(cliv_build *b)
{
    if (b->program)
        give_back(&b->ctx->programs, b->program);
    b->program = NULL;
}

cliv_status cliv_program_for(cliv_build *b, const char *file)
{
    for (;;) {
        release(b);
        CLIV_PASS(set_heading(b, file));
        CLIV_PASS(obtain(&b->ctx->programs, b, &b->program));
        const size_t limit = b->program->limit;
        if (limit >= b->tuning.nt)
            break;
        if (limit < 2) /* nt = 1 would select the form for CPUs */
            return cliv_fail(CLIV_UNSUPPORTED, "%s: the device supports only groups of one work-item", file);
        b->tuning.nt = (unsigned)cliv_min_size(b->tuning.nt / 2 + b->tuning.nt % 2, limit);
    }
    return CLIV_SUCCESS;
}

void cliv_build_free(cliv_build *b)
{
    release(b);
    cliv_description_free(&b->description);
}

unsigned cliv_program_lanes(const cliv_program *p) { return p->lanes; }

cliv_status cliv_program_kernel(cliv_program *p, const char *name, cl_kernel *kernel)
{
    char own[64];
    for (cl_uint i = 0; i < p->kernel_count; ++i) {
        CLIV_PASS_CL(clGetKernelInfo, p->kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof own, own, NULL);
        if (strcmp(own, name) == 0) {
            *kernel = p->kernels[i];
            return CLIV_SUCCESS;
        }
    }
    return cliv_fail(CL_INVALID_KERNEL_NAME, "the program has no kernel %s", name);
}

cliv_status cliv_program_new_kernel(cliv_program *p, const char *name, cl_kernel *kernel)
{
    cl_int code;
    *kernel = clCreateKernel(p->program, name, &code);
    return cliv_fail_cl(code, "clCreateKernel");
}
