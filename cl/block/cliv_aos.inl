/* SPDX-License-Identifier: Apache-2.0 */
/* Access to arrays of structures of one type; cliv_aos.clh explains it. Before the include, define
 *     CLIV_AOS        the type, one word
 *     CLIV_AOS_WORDS  its size in words of 4 bytes
 * Every name below ends with the name of the type: cliv_wg_aos_load_particle(). A structure is accessed in units. A
 * unit is the largest vector of words whose size divides the structure's size, so every structure of an array is
 * aligned to a unit. The address of a unit is computed in bytes, because some compilers do not let a pointer to a
 * structure's first member pass the end of that member. */

#ifndef CLIV_AOS_INL
#define CLIV_AOS_INL
/* Words of structures. They may alias members of any type. */
typedef uint cliv_aos_word __attribute__((may_alias));
typedef uint2 cliv_aos_pair __attribute__((may_alias));
typedef uint4 cliv_aos_quad __attribute__((may_alias));
#endif

/* 0 if the tuning row (family soa) has move=structures, as on CPUs, where the exchange of words is slower. Each
 * work-item then reads and writes its own structures, through the same functions. In this case, and for structures of
 * up to five words, the functions use no local memory and no barriers inside. The caller's barriers are still
 * required. */
#ifndef CLIV_AOS_EXCHANGE
#define CLIV_AOS_EXCHANGE 1
#endif

#define CLIV_AOS_PASTE(name, type) name##type
#define CLIV_AOS_NAMED(name, type) CLIV_AOS_PASTE(name, type)
#define CLIV_AOS_NAME(name) CLIV_AOS_NAMED(name, CLIV_AOS)
#define CLIV_AOS_OF(space, type, items, k) (*(space type *)((space uchar *)(items) + (ulong)(k) * sizeof(type)))

/* In local memory structures are an odd count of units apart, so that the same unit of consecutive structures is in
 * different banks. */
#if CLIV_AOS_WORDS % 4 == 0
#define CLIV_AOS_UNIT cliv_aos_quad
#define CLIV_AOS_UNITS (CLIV_AOS_WORDS / 4)
#define CLIV_AOS_PITCH (CLIV_AOS_UNITS | 1)
#elif CLIV_AOS_WORDS % 2 == 0
#define CLIV_AOS_UNIT cliv_aos_pair
#define CLIV_AOS_UNITS (CLIV_AOS_WORDS / 2)
#define CLIV_AOS_PITCH CLIV_AOS_UNITS
#else
#define CLIV_AOS_UNIT cliv_aos_word
#define CLIV_AOS_UNITS CLIV_AOS_WORDS
#define CLIV_AOS_PITCH CLIV_AOS_UNITS
#endif
#define CLIV_AOS_QUADS (NT * CLIV_AOS_WORDS / 4) /* the count of four-word vectors in NT structures */
#define CLIV_AOS_QUADS_EACH ((CLIV_AOS_QUADS - !!CLIV_AOS_QUADS) / NT + 1) /* per work-item, at least one */
/* If only several structures together fill whole vectors, a tile of structures is read by vectors that span
 * structures. */
#define CLIV_AOS_BY_QUADS (CLIV_AOS_WORDS % 4 != 0 && NT * CLIV_AOS_WORDS % 4 == 0)

/* 1: each work-item accesses its own structure. Up to five words, neighbouring reads share memory transactions, and an
 * exchange does not pay. */
#define CLIV_AOS_BY_ITEM (!CLIV_AOS_EXCHANGE || CLIV_AOS_WORDS <= 5)

/* The count of units that a work-item holds at a time. A copy of structures holds more units to hide the latency. */
#define CLIV_AOS_HELD (CLIV_AOS_UNITS < 8 ? CLIV_AOS_UNITS : 8)
#define CLIV_AOS_COPIED (CLIV_AOS_UNITS * VT < 8 ? CLIV_AOS_UNITS * VT : 8)

typedef char CLIV_AOS_NAME(cliv_aos_words_of_)[sizeof(CLIV_AOS) == 4 * CLIV_AOS_WORDS ? 1 : -1];
typedef union {
    CLIV_AOS item;
    CLIV_AOS_UNIT unit[CLIV_AOS_UNITS];
} CLIV_AOS_NAME(cliv_aos_units_);

/* The local memory of a group that transposes structures: one structure per work-item. */
typedef struct {
    CLIV_AOS_UNIT unit[NT * CLIV_AOS_PITCH];
} __attribute__((aligned(16))) CLIV_AOS_NAME(cliv_aos_memory_);

/* Work-item. The index in local memory of unit `k` of contiguous structures. */
CLIV_FUNCTION uint CLIV_AOS_NAME(cliv_aos_place_)(const uint k)
{
    return CLIV_AOS_PITCH == CLIV_AOS_UNITS ? k : k + k / CLIV_AOS_UNITS;
}

/* Work-item. The address of structure `position` in local memory. */
CLIV_FUNCTION __local uchar *CLIV_AOS_NAME(cliv_aos_at_)(const uint position,
                                                         __local CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
    return (__local uchar *)memory->unit + position * (uint)(CLIV_AOS_PITCH * sizeof(CLIV_AOS_UNIT));
}

/* Work-item. Read structure `position` from local memory. Local memory: read. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_aos_take_)(CLIV_AOS *item, const uint position,
                                                 __local const CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
    CLIV_AOS_NAME(cliv_aos_units_) own;
#pragma unroll
    for (uint j = 0; j < CLIV_AOS_UNITS; ++j)
        own.unit[j] = memory->unit[position * CLIV_AOS_PITCH + j];
    *item = own.item;
}

/* Work-item. Write a structure to local memory. Local memory: written. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_aos_put_)(const CLIV_AOS *item, const uint position,
                                                __local CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
    CLIV_AOS_NAME(cliv_aos_units_) own;
    own.item = *item;
#pragma unroll
    for (uint j = 0; j < CLIV_AOS_UNITS; ++j)
        memory->unit[position * CLIV_AOS_PITCH + j] = own.unit[j];
}

/* Work-group. Copy the first `count` <= NT structures at `items` to local memory. Local memory: written. Barriers:
 * none inside; the caller's on exit. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_fetch_)(__global const CLIV_AOS *items, const uint count,
                                                     __local CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
    const uint t = get_local_id(0);
    if (CLIV_AOS_BY_QUADS && count == NT && ((ulong)items & 15) == 0) {
        cliv_aos_quad quad[CLIV_AOS_QUADS_EACH];
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_QUADS_EACH; ++j)
            if ((j + 1) * NT <= CLIV_AOS_QUADS || t + j * NT < CLIV_AOS_QUADS)
                quad[j] = CLIV_AOS_OF(__global const, cliv_aos_quad, items, t + j * NT);
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_QUADS_EACH; ++j)
            if ((j + 1) * NT <= CLIV_AOS_QUADS || t + j * NT < CLIV_AOS_QUADS)
                CLIV_AOS_OF(__local, cliv_aos_quad, memory->unit, t + j * NT) = quad[j];
        return;
    }
    if (count == NT) {
        CLIV_AOS_UNIT unit[CLIV_AOS_UNITS];
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_UNITS; ++j)
            unit[j] = CLIV_AOS_OF(__global const, CLIV_AOS_UNIT, items, t + j * NT);
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_UNITS; ++j)
            memory->unit[CLIV_AOS_NAME(cliv_aos_place_)(t + j * NT)] = unit[j];
    } else {
        for (uint k = t; k < count * CLIV_AOS_UNITS; k += NT)
            memory->unit[CLIV_AOS_NAME(cliv_aos_place_)(k)] = CLIV_AOS_OF(__global const, CLIV_AOS_UNIT, items, k);
    }
}

/* Work-group. Copy the first `count` <= NT structures in local memory to `items`. Local memory: read. Barriers: none
 * inside; the caller's on entry. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_flush_)(__global CLIV_AOS *items, const uint count,
                                                     __local const CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
    const uint t = get_local_id(0);
    if (CLIV_AOS_BY_QUADS && count == NT && ((ulong)items & 15) == 0) {
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_QUADS_EACH; ++j)
            if ((j + 1) * NT <= CLIV_AOS_QUADS || t + j * NT < CLIV_AOS_QUADS)
                CLIV_AOS_OF(__global, cliv_aos_quad, items, t + j * NT) =
                    CLIV_AOS_OF(__local const, cliv_aos_quad, memory->unit, t + j * NT);
        return;
    }
    if (count == NT) {
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_UNITS; ++j)
            CLIV_AOS_OF(__global, CLIV_AOS_UNIT, items, t + j * NT) =
                memory->unit[CLIV_AOS_NAME(cliv_aos_place_)(t + j * NT)];
    } else {
        for (uint k = t; k < count * CLIV_AOS_UNITS; k += NT)
            CLIV_AOS_OF(__global, CLIV_AOS_UNIT, items, k) = memory->unit[CLIV_AOS_NAME(cliv_aos_place_)(k)];
    }
}

/* Work-group. *item becomes items[t] for work-item t < `count` <= NT. Local memory: `memory`. Barriers: inside; the
 * caller's on entry, if `memory` was in use, and on exit. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_load_)(__global const CLIV_AOS *items, const uint count, CLIV_AOS *item,
                                                    __local CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
#if CLIV_AOS_BY_ITEM
    if (get_local_id(0) < count)
        *item = items[get_local_id(0)];
#else
    CLIV_AOS_NAME(cliv_wg_aos_fetch_)(items, count, memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < count)
        CLIV_AOS_NAME(cliv_aos_take_)(item, get_local_id(0), memory);
#endif
}

/* Work-group. Copy `count` structures from `items` to `to` without padding. Local memory: `to`, written, aligned to a
 * unit. Barriers: none inside; the caller's on exit. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_read_)(__global const CLIV_AOS *items, const uint count,
                                                    __local CLIV_AOS *to)
{
    const uint units = count * CLIV_AOS_UNITS;
    for (uint begin = get_local_id(0); begin < units; begin += NT * CLIV_AOS_HELD) {
        CLIV_AOS_UNIT unit[CLIV_AOS_HELD];
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_HELD; ++j)
            if (begin + j * NT < units)
                unit[j] = CLIV_AOS_OF(__global const, CLIV_AOS_UNIT, items, begin + j * NT);
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_HELD; ++j)
            if (begin + j * NT < units)
                CLIV_AOS_OF(__local, CLIV_AOS_UNIT, to, begin + j * NT) = unit[j];
    }
}

/* Work-group. Copy `count` structures from `from` to `items`. Local memory: `from`, read. Barriers: none inside; the
 * caller's on entry. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_write_)(__global CLIV_AOS *items, const uint count,
                                                     __local const CLIV_AOS *from)
{
    for (uint k = get_local_id(0); k < count * CLIV_AOS_UNITS; k += NT)
        CLIV_AOS_OF(__global, CLIV_AOS_UNIT, items, k) = CLIV_AOS_OF(__local const, CLIV_AOS_UNIT, from, k);
}

/* Work-group. items[t] becomes `item` of work-item t < `count`. Local memory: `memory`. Barriers: inside; the caller's
 * on entry, if `memory` was in use, and on exit. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_store_)(__global CLIV_AOS *items, const uint count, const CLIV_AOS *item,
                                                     __local CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
    const uint t = get_local_id(0);
#if CLIV_AOS_BY_ITEM
    if (t < count)
        items[t] = *item;
#else
    if (t < count)
        CLIV_AOS_NAME(cliv_aos_put_)(item, t, memory);
    barrier(CLK_LOCAL_MEM_FENCE);
    CLIV_AOS_NAME(cliv_wg_aos_flush_)(items, count, memory);
#endif
}

/* Work-group. Work-item t gets items[t*VT] … items[t*VT + VT-1], as far as the indices are below `count` <= NV. Local
 * memory: `memory`. Barriers: inside and on exit; the caller's on entry, if `memory` was in use. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_load_blocked_)(__global const CLIV_AOS *items, const uint count,
                                                            CLIV_AOS *own,
                                                            __local CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
    const uint t = get_local_id(0);
#if !CLIV_AOS_EXCHANGE
    for (uint j = 0; j < VT; ++j)
        if (t * VT + j < count)
            own[j] = items[t * VT + j];
#else
#pragma unroll
    for (uint r = 0; r < VT; ++r) {
        const uint begin = r * NT, count_of_row = count > begin ? min(count - begin, (uint)NT) : 0;
        CLIV_AOS_NAME(cliv_wg_aos_fetch_)(items + begin, count_of_row, memory);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            if (t * VT + j - begin < count_of_row)
                CLIV_AOS_NAME(cliv_aos_take_)(own + j, t * VT + j - begin, memory);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#endif
}

/* Work-group. items[t*VT] … items[t*VT + VT-1] become the items of work-item t, as far as the indices are below
 * `count` <= NV. Local memory and barriers: as for the load. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_store_blocked_)(__global CLIV_AOS *items, const uint count,
                                                             const CLIV_AOS *own,
                                                             __local CLIV_AOS_NAME(cliv_aos_memory_) *memory)
{
    const uint t = get_local_id(0);
#if !CLIV_AOS_EXCHANGE
    for (uint j = 0; j < VT; ++j)
        if (t * VT + j < count)
            items[t * VT + j] = own[j];
#else
#pragma unroll
    for (uint r = 0; r < VT; ++r) {
        const uint begin = r * NT, count_of_row = count > begin ? min(count - begin, (uint)NT) : 0;
#pragma unroll
        for (uint j = 0; j < VT; ++j)
            if (t * VT + j - begin < count_of_row)
                CLIV_AOS_NAME(cliv_aos_put_)(own + j, t * VT + j - begin, memory);
        barrier(CLK_LOCAL_MEM_FENCE);
        CLIV_AOS_NAME(cliv_wg_aos_flush_)(items + begin, count_of_row, memory);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#endif
}

/* Work-group. *item becomes items[position] for each work-item t < `count` <= NT whose `position` is below
 * `item_count`. The whole group reads each structure. Local memory: `memory`, and NT indices at `positions`. Barriers:
 * inside; the caller's on entry, if local memory was in use, and on exit. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_gather_)(__global const CLIV_AOS *items, const cliv_index item_count,
                                                      const cliv_index position, const uint count, CLIV_AOS *item,
                                                      __local CLIV_AOS_NAME(cliv_aos_memory_) *memory,
                                                      __local cliv_index *positions)
{
    const uint t = get_local_id(0);
#if !CLIV_AOS_EXCHANGE
    if (t < count && position < item_count)
        *item = items[position];
#else
    positions[t] = position;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint j = 0; j < CLIV_AOS_UNITS; ++j) {
        const uint k = t + j * NT, at = k / CLIV_AOS_UNITS;
        if (at < count && positions[at] < item_count)
            memory->unit[CLIV_AOS_NAME(cliv_aos_place_)(k)] =
                CLIV_AOS_OF(__global const, CLIV_AOS_UNIT, items,
                            (ulong)positions[at] * CLIV_AOS_UNITS + (k - at * CLIV_AOS_UNITS));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < count && position < item_count)
        CLIV_AOS_NAME(cliv_aos_take_)(item, t, memory);
#endif
}

/* Work-group. items[position] becomes `item`, for each work-item t < `count` <= NT whose `position` is below
 * `item_count`. If several work-items have the same position, each word is from any one of them. Local memory and
 * barriers: as for the gather. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_scatter_)(__global CLIV_AOS *items, const cliv_index item_count,
                                                       const cliv_index position, const uint count,
                                                       const CLIV_AOS *item,
                                                       __local CLIV_AOS_NAME(cliv_aos_memory_) *memory,
                                                       __local cliv_index *positions)
{
    const uint t = get_local_id(0);
#if !CLIV_AOS_EXCHANGE
    if (t < count && position < item_count)
        items[position] = *item;
#else
    positions[t] = position;
    if (t < count)
        CLIV_AOS_NAME(cliv_aos_put_)(item, t, memory);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint j = 0; j < CLIV_AOS_UNITS; ++j) {
        const uint k = t + j * NT, at = k / CLIV_AOS_UNITS;
        if (at < count && positions[at] < item_count)
            CLIV_AOS_OF(__global, CLIV_AOS_UNIT, items,
                        (ulong)positions[at] * CLIV_AOS_UNITS + (k - at * CLIV_AOS_UNITS)) =
                memory->unit[CLIV_AOS_NAME(cliv_aos_place_)(k)];
    }
#endif
}

/* Work-group. output[to of i] = input[from of i] for i < `count` <= NV, if both indices are inside their arrays. Units
 * are copied from array to array without local memory for structures. The `more_count` structures at `more` follow the
 * `input_count` structures at `input`. from = *(froms + i*step), or first + i if froms is NULL; `to` likewise. Local
 * memory: `froms` and `tos`, read. Barriers: none inside; the caller's on entry and exit. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_copy_two_)(__global const CLIV_AOS *input, const cliv_index input_count,
                                                        __global const CLIV_AOS *more, const cliv_index more_count,
                                                        __local const cliv_index *froms, __global CLIV_AOS *output,
                                                        const cliv_index output_count, __local const cliv_index *tos,
                                                        const uint step, const cliv_index first, const uint count)
{
    const uint t = get_local_id(0);
    for (uint begin = t; begin < count * CLIV_AOS_UNITS; begin += NT * CLIV_AOS_COPIED) {
        CLIV_AOS_UNIT unit[CLIV_AOS_COPIED];
        ulong to[CLIV_AOS_COPIED];
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_COPIED; ++j) {
            const uint k = begin + j * NT, i = k / CLIV_AOS_UNITS, within = k - i * CLIV_AOS_UNITS;
            to[j] = ULONG_MAX;
            if (i < count) {
                const cliv_index source = froms ? froms[i * step] : first + i;
                const cliv_index target = tos ? tos[i * step] : first + i;
                __global const CLIV_AOS *from = input;
                cliv_index at = source;
                bool inside = source < input_count;
                if (more_count > 0 && !inside) {
                    from = more;
                    at -= input_count;
                    inside = at < more_count;
                }
                if (inside && target < output_count) {
                    unit[j] = CLIV_AOS_OF(__global const, CLIV_AOS_UNIT, from, (ulong)at *CLIV_AOS_UNITS + within);
                    to[j] = (ulong)target * CLIV_AOS_UNITS + within;
                }
            }
        }
#pragma unroll
        for (uint j = 0; j < CLIV_AOS_COPIED; ++j)
            if (to[j] != ULONG_MAX)
                CLIV_AOS_OF(__global, CLIV_AOS_UNIT, output, to[j]) = unit[j];
    }
}

/* Work-group. Copies like the function above, but from one input. Local memory and barriers: as above. */
CLIV_FUNCTION void CLIV_AOS_NAME(cliv_wg_aos_copy_)(__global const CLIV_AOS *input, const cliv_index input_count,
                                                    __local const cliv_index *froms, __global CLIV_AOS *output,
                                                    const cliv_index output_count, __local const cliv_index *tos,
                                                    const uint step, const cliv_index first, const uint count)
{
    CLIV_AOS_NAME(cliv_wg_aos_copy_two_)(input, input_count, 0, 0, froms, output, output_count, tos, step, first,
                                         count);
}

#undef CLIV_AOS_PASTE
#undef CLIV_AOS_NAMED
#undef CLIV_AOS_NAME
#undef CLIV_AOS_OF
#undef CLIV_AOS_UNIT
#undef CLIV_AOS_UNITS
#undef CLIV_AOS_PITCH
#undef CLIV_AOS_QUADS
#undef CLIV_AOS_QUADS_EACH
#undef CLIV_AOS_BY_QUADS
#undef CLIV_AOS_BY_ITEM
#undef CLIV_AOS_HELD
#undef CLIV_AOS_COPIED
#undef CLIV_AOS
#undef CLIV_AOS_WORDS
