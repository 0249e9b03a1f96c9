/* SPDX-License-Identifier: Apache-2.0 */
/* The tuning table. A line of a file for CLINTERVAL_TUNING has the same columns, separated by blanks. The last two are
 * optional and named, as in `schedule=prefix items=4096`. "#" begins a comment. A line `device any visibility=yes
 * progress=no` states promises of devices (cliv_promises). A line `limit NAME VALUE` changes a limit of limits.h.
 *
 * family  scan: scans, and reductions by key if sums are integers of up to 4 bytes and there are many tiles.
 *         reduce: reductions. expand: outputs written in order (expand, load-balancing search). expand_long: the same
 *         if the mean interval is long. gather: interval gather. move: all other interval operations. aos: structures
 *         by index. soa: structures to arrays of fields, and back. copy: copies. transform: bodies for every index
 *         (bytes: the largest element), and binary searches. compact: compaction, and runs of numbers without values.
 *         bulk: insertion and removal. seg_reduce: segmented reduction, reduction by key. set: operations on sorted
 *         sets. merge: merges. search: sorted searches. sort: the tiles and passes of merge sorts, and of locality
 *         sorts of large arrays of numbers of up to 4 bytes without values, which a radix sort may replace. segmented:
 *         the tiles and passes of segmented sorts and of other long locality sorts. radix: radix sorts of numbers.
 *         histogram: histograms (bytes: a bin's number). select: the k smallest numbers
 * device  the most specific row wins: name:… before arch:… before vendor:… and gpu:… before a kind before any. Names
 *         and vendors match in part and ignore case. gpu:… is the vendor or platform of a GPU.
 * bytes   the row is for elements up to this size. If several rows fit bytes and items, the first row of the table
 *         wins. Merges and merge sorts count keys and up to 8 bytes of their values. Radix sorts and set operations
 *         count one byte more than the key has if there are values: then no tile of a set operation waits in local
 *         memory. Interval searches that write both segments and ranks count one byte more, too. Radix sorts count
 *         two bytes more if keys of 8 bytes have values of more than 4 bytes and cannot move by halves, and 6 bytes
 *         more if shorter keys have such values.
 * nt vt   work-items per group, items per work-item. nt = 1 is one work-item per group, for CPUs: the tile is a loop.
 *         nt*vt is the size of a tile. The tile shrinks to fit local memory or the kernel's limit: an odd vt by two
 *         at a time, other values by half.
 * way     the value of the family's named column. If a line omits the column, the first value applies.
 *         schedule of scan, compact, seg_reduce, set: launches; prefix = a single pass with look-back, which needs
 *         progress of running groups, and two groups that run at a time if one is a prefix-service group
 *         (cliv_prefix_service.clh); fallback = look-back without a promise: a group that has polled a tile state too
 *         often folds that tile itself. In-place scans with fallback use launches. Only exact operators use look-back,
 *         so all schedules give the same results. With prefix, compact, seg_reduce and set also use last-block
 *         reduction if the device promises visibility.
 *         schedule of reduce: launches; last_group = last-block reduction, which needs visibility of writes within a
 *         launch.
 *         schedule of sort, segmented (with segments), select: launches; cooperative = a cooperative grid, with a grid
 *         barrier after each pass or digit, up to some thousand tiles. It needs both promises.
 *         schedule of radix: with launches, prefix and fallback, large arrays of numbers in built-in order are radix
 *         sorted. With launches each digit takes several launches, otherwise one pass with look-back. With fallback a
 *         group that has polled the state of a digit too often counts the digits of that tile itself. none = such
 *         arrays are merge sorted.
 *         partition of expand, expand_long, gather, move: kernel = a separate kernel cuts all tiles, unless there are
 *         only a few; tile = each tile searches its own intervals.
 *         move of aos, soa, and for structures in other families: structures = work-items move whole structures;
 *         words = groups move the words of structures.
 *         Other families have no named column. If a device lacks a promise that the way of a built-in row needs,
 *         cliv_tuning_choose() replaces the way. If a row of a file needs the promise, the file is refused.
 * items   the row is for calls of at most this many items: outputs, keys of all inputs, positions. 0 or, in a file,
 *         nothing: no limit. The tiles for large calls leave most compute units idle in a small call, and their
 *         loops then take most of the time. User-defined kernels, and families that read the row of aos, ignore rows
 *         with a limit. */
#ifndef CLIV_TUNING_H
#define CLIV_TUNING_H

/* X(way, named column, value). */
/* clang-format off */
#define CLIV_TUNING_WAYS(X)               \
    X(LAUNCHES,    schedule,  launches)    \
    X(LAST_GROUP,  schedule,  last_group)  \
    X(COOPERATIVE, schedule,  cooperative) \
    X(PREFIX,      schedule,  prefix)      \
    X(FALLBACK,    schedule,  fallback)    \
    X(NONE,        schedule,  none)        \
    X(KERNEL,      partition, kernel)      \
    X(TILE,        partition, tile)        \
    X(STRUCTURES,  move,      structures)  \
    X(WORDS,       move,      words)
/* clang-format on */
typedef enum cliv_way {
#define CLIV_TUNING_WAY(way, column, value) CLIV_WAY_##way,
    CLIV_TUNING_WAYS(CLIV_TUNING_WAY)
#undef CLIV_TUNING_WAY
        CLIV_WAY_COUNT,
    CLIV_WAY_NOTHING = 0 /* for families without a named column */
} cliv_way;

/* The ways that a family may have, as bits. */
typedef enum cliv_ways {
    CLIV_WAYS_NOTHING = 0,
    CLIV_WAYS_LOOK_BACK = 1 << CLIV_WAY_LAUNCHES | 1 << CLIV_WAY_PREFIX | 1 << CLIV_WAY_FALLBACK,
    CLIV_WAYS_REDUCE = 1 << CLIV_WAY_LAUNCHES | 1 << CLIV_WAY_LAST_GROUP,
    CLIV_WAYS_WAIT = 1 << CLIV_WAY_LAUNCHES | 1 << CLIV_WAY_COOPERATIVE,
    CLIV_WAYS_DIGITS = CLIV_WAYS_LOOK_BACK | 1 << CLIV_WAY_NONE,
    CLIV_WAYS_SEARCH = 1 << CLIV_WAY_KERNEL | 1 << CLIV_WAY_TILE,
    CLIV_WAYS_MOVE = 1 << CLIV_WAY_STRUCTURES | 1 << CLIV_WAY_WORDS
} cliv_ways;

/* The families, and the constraints of their rows for groups (nt > 1). vt is a multiple of `step` and at most `most`:
 * interval tiles are read four at a time, and if a work-item has a 32-bit word with one bit per item, vt is at most
 * 32. `odd`: with an odd vt, positions in local memory lie in different banks. */
/*   family       step  most  odd  ways */
/* clang-format off */
#define CLIV_TUNING_FAMILIES(X)            \
    X(scan,          1,   64,    0,  LOOK_BACK) \
    X(reduce,        1,   64,    0,  REDUCE)   \
    X(compact,       1,   32,    0,  LOOK_BACK) \
    X(bulk,          1,   32,    0,  NOTHING)  \
    X(seg_reduce,    1,   32,    0,  LOOK_BACK) \
    X(merge,         1,   64,    1,  NOTHING)  \
    X(search,        1,   64,    1,  NOTHING)  \
    X(set,           1,   32,    1,  LOOK_BACK) \
    X(sort,          1,   64,    1,  WAIT)     \
    X(segmented,     1,   32,    1,  WAIT)     \
    X(radix,         1,   64,    0,  DIGITS)   \
    X(expand,        4,   32,    0,  SEARCH)   \
    X(expand_long,   4,   32,    0,  SEARCH)   \
    X(gather,        4,   32,    0,  SEARCH)   \
    X(move,          4,   32,    0,  SEARCH)   \
    X(aos,           1,   64,    0,  MOVE)     \
    X(soa,           1,   64,    0,  MOVE)     \
    X(copy,          1,   64,    0,  NOTHING)  \
    X(transform,     1,   64,    0,  NOTHING)  \
    X(histogram,     1,   64,    0,  NOTHING)  \
    X(select,        1,   32,    0,  WAIT)
/* clang-format on */

/* Rows for GPUs that were not available. The rows follow from published data (sources: docs/lab/tuning.md), and
 * `clinterval tune` corrects them. The "any" rows assume 48 KiB of local memory, nearly all of which one group uses.
 * The local memory of a tile determines the count of groups per compute unit; groups that draw several tiles hold two
 * tiles. A unit needs several groups, so that the reads of one group overlap with the work of another. The
 * schedule stays fallback, because no vendor promises progress.
 *
 * Small tiles, groups within 16 KiB, so that four groups run on a unit. AMD's GPUs with waves of 64 lanes (GCN, CDNA)
 * have 64 KiB for four SIMDs, and groups of 256 work-items at most by default. Intel's GPUs have 64 KiB (128 KiB on
 * Xe) for 56 to 128 threads of 8 to 32 lanes, allocated in powers of two, and 64 registers per lane with 16 lanes.
 * Apple's GPUs have at most 32 KiB per group and about 60 KiB per core. Groups are whole waves of 64. */
/* clang-format off */
#define CLIV_TUNING_SMALL_TILES(X, device)        \
    X(scan,        device,     4,  128,    12, FALLBACK,          0) \
    X(scan,        device,     8,  128,     4, FALLBACK,          0) \
    X(scan,        device,    16,   64,     4, FALLBACK,          0) \
    X(scan,        device,   256,   64,     2, FALLBACK,          0) \
    X(reduce,      device,     4,  256,     8, LAUNCHES,          0) \
    X(reduce,      device,     8,  128,     8, LAUNCHES,          0) \
    X(reduce,      device,   256,   64,     4, LAUNCHES,          0) \
    X(compact,     device,     4,  128,     8, FALLBACK,          0) \
    X(compact,     device,     8,   64,     8, FALLBACK,          0) \
    X(compact,     device,   256,  128,     8, FALLBACK,          0) \
    X(seg_reduce,  device,     4,  128,    16, FALLBACK,          0) \
    X(seg_reduce,  device,     8,  128,     8, FALLBACK,          0) \
    X(seg_reduce,  device,    16,   64,     8, FALLBACK,          0) \
    X(seg_reduce,  device,   256,   64,     2, FALLBACK,          0) \
    X(set,         device,     5,  128,    11, FALLBACK,          0) \
    X(set,         device,    17,   64,    11, FALLBACK,          0) \
    X(set,         device,   256,   64,     3, FALLBACK,          0) \
    X(merge,       device,     4,  256,     9, NOTHING,           0) \
    X(merge,       device,     8,  128,    11, NOTHING,           0) \
    X(merge,       device,    16,  128,     5, NOTHING,           0) \
    X(merge,       device,   256,   64,     3, NOTHING,           0) \
    X(search,      device,     4,  256,     9, NOTHING,           0) \
    X(search,      device,     8,  128,    11, NOTHING,           0) \
    X(search,      device,    16,  128,     5, NOTHING,           0) \
    X(search,      device,   256,   64,     3, NOTHING,           0) \
    X(sort,        device,     4,  256,     9, LAUNCHES,          0) \
    X(sort,        device,     8,  128,    11, LAUNCHES,          0) \
    X(sort,        device,    16,  128,     5, LAUNCHES,          0) \
    X(sort,        device,   256,   64,     3, LAUNCHES,          0) \
    X(segmented,   device,     4,  256,     7, LAUNCHES,          0) \
    X(segmented,   device,     8,  128,     9, LAUNCHES,          0) \
    X(segmented,   device,    16,   64,     7, LAUNCHES,          0) \
    X(segmented,   device,   256,   64,     3, LAUNCHES,          0) \
    X(expand,      device,     4,  256,     8, KERNEL,            0) \
    X(expand,      device,   256,  128,     4, KERNEL,            0) \
    X(gather,      device,   256,  256,     8, KERNEL,            0) \
    X(move,        device,   256,   64,     8, KERNEL,            0)
/* AMD's GPUs with waves of 32 lanes (RDNA) have 128 KiB for four SIMDs, at most 64 KiB of it per group. Groups of 256
 * work-items within 32 KiB, so that four groups, eight waves per SIMD, run at a time. The tiles are as large as that
 * allows, because look-back, searches and barriers cost per tile. */
#define CLIV_TUNING_MIDDLE_TILES(X, device)       \
    X(scan,        device,     4,  256,    12, FALLBACK,          0) \
    X(scan,        device,     8,  256,     4, FALLBACK,          0) \
    X(scan,        device,    16,  128,     4, FALLBACK,          0) \
    X(compact,     device,     8,  128,     8, FALLBACK,          0) \
    X(set,         device,     5,  256,    11, FALLBACK,          0) \
    X(set,         device,     9,  256,     5, FALLBACK,          0) \
    X(set,         device,    17,  128,     7, FALLBACK,          0) \
    X(merge,       device,     4,  256,    19, NOTHING,           0) \
    X(merge,       device,     8,  256,    11, NOTHING,           0) \
    X(merge,       device,    16,  128,     7, NOTHING,           0) \
    X(search,      device,     4,  256,    19, NOTHING,           0) \
    X(search,      device,     8,  256,    11, NOTHING,           0) \
    X(search,      device,    16,  128,     7, NOTHING,           0) \
    X(sort,        device,     4,  256,    19, LAUNCHES,          0) \
    X(sort,        device,     8,  256,    11, LAUNCHES,          0) \
    X(sort,        device,    16,  128,     7, LAUNCHES,          0) \
    X(segmented,   device,     4,  256,    15, LAUNCHES,          0) \
    X(segmented,   device,     8,  256,     7, LAUNCHES,          0) \
    X(segmented,   device,    16,  128,     5, LAUNCHES,          0)
/* Arm's Mali has no dedicated local memory: local memory is part of global memory and is read through a cache of 16
 * KiB or more per core. So the tiles fit into that cache. These kernels depend on local memory, its atomics and
 * barriers, so no shape makes them fast there. Groups of 64: a core holds more of them, and others run while a barrier
 * stops one. A work-item has 64 registers, or 32 at full occupancy. */
#define CLIV_TUNING_CACHED_TILES(X, device)       \
    X(scan,        device,     4,   64,     8, FALLBACK,          0) \
    X(scan,        device,     8,   64,     8, FALLBACK,          0) \
    X(scan,        device,   256,   64,     2, FALLBACK,          0) \
    X(reduce,      device,     8,   64,     8, LAUNCHES,          0) \
    X(reduce,      device,   256,   64,     4, LAUNCHES,          0) \
    X(compact,     device,   256,   64,     8, FALLBACK,          0) \
    X(bulk,        device,   256,   64,     8, NOTHING,           0) \
    X(seg_reduce,  device,     8,   64,     8, FALLBACK,          0) \
    X(seg_reduce,  device,   256,   64,     2, FALLBACK,          0) \
    X(set,         device,     5,   64,     7, FALLBACK,          0) \
    X(set,         device,   256,   64,     3, FALLBACK,          0) \
    X(merge,       device,     8,   64,     7, NOTHING,           0) \
    X(merge,       device,   256,   64,     3, NOTHING,           0) \
    X(search,      device,     8,   64,     7, NOTHING,           0) \
    X(search,      device,   256,   64,     3, NOTHING,           0) \
    X(sort,        device,     8,   64,    11, LAUNCHES,          0) \
    X(sort,        device,   256,   64,     3, LAUNCHES,          0) \
    X(segmented,   device,     8,   64,    11, LAUNCHES,          0) \
    X(segmented,   device,   256,   64,     3, LAUNCHES,          0) \
    X(expand,      device,     8,   64,     8, KERNEL,            0) \
    X(expand,      device,   256,   64,     4, KERNEL,            0) \
    X(expand_long, device,     8,   64,     8, KERNEL,            0) \
    X(expand_long, device,   256,   64,     4, KERNEL,            0) \
    X(gather,      device,   256,   64,     8, KERNEL,            0) \
    X(move,        device,   256,   64,     8, KERNEL,            0)
/* clang-format on */

/*   family       device            bytes   nt     vt  way          items */
/* clang-format off */
#define CLIV_TUNING_ROWS(X)                                          \
    CLIV_TUNING_MIDDLE_TILES(X, "name:gfx1*")                        \
    CLIV_TUNING_SMALL_TILES(X, "gpu:AMD")                            \
    CLIV_TUNING_SMALL_TILES(X, "gpu:Intel")                          \
    CLIV_TUNING_SMALL_TILES(X, "gpu:Apple")                          \
    CLIV_TUNING_CACHED_TILES(X, "name:Mali*")                        \
    X(scan,        "arch:sm_*",          4,  128,    32, PREFIX,            0) \
    X(scan,        "arch:sm_*",          8,   64,    32, PREFIX,            0) \
    X(scan,        "name:llvmpipe",    256,   64,     8, LAUNCHES,          0) \
    X(scan,        "name:oclgrind",    256,   16,     4, LAUNCHES,          0) \
    X(scan,        "cpu",              256,    1, 16384, LAUNCHES,          0) \
    X(scan,        "any",                4,  256,    16, FALLBACK,          0) \
    X(scan,        "any",                8,  256,     8, FALLBACK,          0) \
    X(scan,        "any",               16,  128,     8, FALLBACK,          0) \
    X(scan,        "any",              256,   64,     4, FALLBACK,          0) \
    X(reduce,      "arch:sm_*",          8,  256,    16, LAST_GROUP,        0) \
    X(reduce,      "arch:sm_*",        256,   64,     4, LAST_GROUP,        0) \
    X(reduce,      "name:llvmpipe",    256,   64,     8, LAUNCHES,          0) \
    X(reduce,      "name:oclgrind",    256,   16,     4, LAUNCHES,          0) \
    X(reduce,      "cpu",              256,    1, 16384, LAUNCHES,          0) \
    X(reduce,      "any",                8,  256,    16, LAUNCHES,          0) \
    X(reduce,      "any",              256,   64,     4, LAUNCHES,          0) \
    X(compact,     "arch:sm_*",          4,  256,     8, PREFIX,       524288) \
    X(compact,     "arch:sm_*",          1,  256,    16, PREFIX,            0) \
    X(compact,     "arch:sm_*",          4,  128,    32, PREFIX,            0) \
    X(compact,     "arch:sm_*",          8,  256,     8, PREFIX,            0) \
    X(compact,     "arch:sm_*",         16,  512,     4, PREFIX,            0) \
    X(compact,     "arch:sm_*",        256,  256,     8, PREFIX,            0) \
    X(compact,     "name:llvmpipe",    256,   64,     8, LAUNCHES,          0) \
    X(compact,     "name:oclgrind",    256,   16,     4, LAUNCHES,          0) \
    X(compact,     "cpu",              256,    1, 16384, LAUNCHES,          0) \
    X(compact,     "any",                4,  256,    16, FALLBACK,          0) \
    X(compact,     "any",                8,  256,     8, FALLBACK,          0) \
    X(compact,     "any",              256,  128,     8, FALLBACK,          0) \
    X(bulk,        "arch:sm_*",          8,  256,     8, NOTHING,      524288) \
    X(bulk,        "name:llvmpipe",    256,   64,     8, NOTHING,           0) \
    X(bulk,        "name:oclgrind",    256,   16,     4, NOTHING,           0) \
    X(bulk,        "cpu",              256,    1, 16384, NOTHING,           0) \
    X(bulk,        "any",                8,  256,    16, NOTHING,           0) \
    X(bulk,        "any",              256,  128,     8, NOTHING,           0) \
    X(seg_reduce,  "arch:sm_*",          4,  256,    16, PREFIX,      1048576) \
    X(seg_reduce,  "arch:sm_*",          4,  256,    32, PREFIX,            0) \
    X(seg_reduce,  "arch:sm_*",          8,  128,    16, PREFIX,            0) \
    X(seg_reduce,  "arch:sm_*",        256,   64,     4, PREFIX,            0) \
    X(seg_reduce,  "name:llvmpipe",    256,   64,     8, LAUNCHES,          0) \
    X(seg_reduce,  "name:oclgrind",    256,   16,     4, LAUNCHES,          0) \
    X(seg_reduce,  "cpu",              256,    1, 16384, LAUNCHES,          0) \
    X(seg_reduce,  "any",                4,  256,    16, FALLBACK,          0) \
    X(seg_reduce,  "any",                8,  256,     8, FALLBACK,          0) \
    X(seg_reduce,  "any",               16,  128,     8, FALLBACK,          0) \
    X(seg_reduce,  "any",              256,   64,     4, FALLBACK,          0) \
    X(set,         "arch:sm_*",          5,  256,     7, PREFIX,       262144) \
    X(set,         "arch:sm_*",          4,  192,    27, PREFIX,            0) \
    X(set,         "arch:sm_*",          5,  256,    25, PREFIX,            0) \
    X(set,         "arch:sm_*",          8,   64,    29, PREFIX,            0) \
    X(set,         "arch:sm_*",          9,  256,    11, PREFIX,            0) \
    X(set,         "arch:sm_*",         16,  128,    17, PREFIX,            0) \
    X(set,         "arch:sm_*",         17,  128,     7, PREFIX,            0) \
    X(set,         "arch:sm_*",         32,   64,    27, PREFIX,            0) \
    X(set,         "arch:sm_*",         33,   64,     5, PREFIX,            0) \
    X(set,         "arch:sm_*",        256,   32,     3, PREFIX,            0) \
    X(set,         "name:llvmpipe",      9,   64,     7, LAUNCHES,          0) \
    X(set,         "name:llvmpipe",    256,   32,     3, LAUNCHES,          0) \
    X(set,         "name:oclgrind",      9,   16,     5, LAUNCHES,          0) \
    X(set,         "name:oclgrind",    256,   16,     3, LAUNCHES,          0) \
    X(set,         "cpu",              256,    1, 16384, LAUNCHES,          0) \
    X(set,         "any",                5,  256,    25, FALLBACK,          0) \
    X(set,         "any",                9,  256,    11, FALLBACK,          0) \
    X(set,         "any",               17,  128,     7, FALLBACK,          0) \
    X(set,         "any",               33,   64,     5, FALLBACK,          0) \
    X(set,         "any",              256,   32,     3, FALLBACK,          0) \
    X(merge,       "arch:sm_*",          8,  128,     7, NOTHING,      131072) \
    X(merge,       "arch:sm_*",          8,  256,    11, NOTHING,      524288) \
    X(merge,       "name:llvmpipe",     8,   64,     7, NOTHING,           0) \
    X(merge,       "name:llvmpipe",   256,   32,     3, NOTHING,           0) \
    X(merge,       "name:oclgrind",     8,   16,     5, NOTHING,           0) \
    X(merge,       "name:oclgrind",   256,   16,     3, NOTHING,           0) \
    X(merge,       "cpu",             256,    1, 16384, NOTHING,           0) \
    X(merge,       "any",               4,  256,    27, NOTHING,           0) \
    X(merge,       "any",               8,  256,    19, NOTHING,           0) \
    X(merge,       "any",              16,  128,     7, NOTHING,           0) \
    X(merge,       "any",              32,   64,     5, NOTHING,           0) \
    X(merge,       "any",             256,   32,     3, NOTHING,           0) \
    X(search,      "arch:sm_*",          8,  128,     7, NOTHING,      131072) \
    X(search,      "arch:sm_*",          8,  256,    11, NOTHING,      524288) \
    X(search,      "arch:sm_*",          4,  128,    23, NOTHING,           0) \
    X(search,      "arch:sm_*",          8,  256,    19, NOTHING,           0) \
    X(search,      "name:llvmpipe",     8,   64,     7, NOTHING,           0) \
    X(search,      "name:llvmpipe",   256,   32,     3, NOTHING,           0) \
    X(search,      "name:oclgrind",     8,   16,     5, NOTHING,           0) \
    X(search,      "name:oclgrind",   256,   16,     3, NOTHING,           0) \
    X(search,      "cpu",             256,    1, 16384, NOTHING,           0) \
    X(search,      "any",               4,  256,    27, NOTHING,           0) \
    X(search,      "any",               8,  256,    19, NOTHING,           0) \
    X(search,      "any",              16,  128,     7, NOTHING,           0) \
    X(search,      "any",              32,   64,     5, NOTHING,           0) \
    X(search,      "any",             256,   32,     3, NOTHING,           0) \
    X(sort,        "arch:sm_*",          8,  256,     7, COOPERATIVE,  163840) \
    X(sort,        "arch:sm_*",          4,  256,    11, COOPERATIVE,  393216) \
    X(sort,        "arch:sm_*",          4,  256,    19, COOPERATIVE, 2097152) \
    X(sort,        "arch:sm_*",          4,  256,    27, COOPERATIVE, 5242880) \
    X(sort,        "arch:sm_*",          8,  256,    11, COOPERATIVE,  786432) \
    X(sort,        "name:llvmpipe",     8,   64,     7, LAUNCHES,          0) \
    X(sort,        "name:llvmpipe",   256,   32,     3, LAUNCHES,          0) \
    X(sort,        "name:oclgrind",     8,   16,     5, LAUNCHES,          0) \
    X(sort,        "name:oclgrind",   256,   16,     3, LAUNCHES,          0) \
    X(sort,        "cpu",             256,    1, 16384, LAUNCHES,          0) \
    X(sort,        "any",               4,  256,    27, LAUNCHES,          0) \
    X(sort,        "any",               8,  256,    19, LAUNCHES,          0) \
    X(sort,        "any",              16,  128,     7, LAUNCHES,          0) \
    X(sort,        "any",              32,   64,     5, LAUNCHES,          0) \
    X(sort,        "any",             256,   32,     3, LAUNCHES,          0) \
    X(segmented,   "arch:sm_*",          8,  256,     7, COOPERATIVE,    1792) \
    X(segmented,   "arch:sm_*",          8,  128,     7, COOPERATIVE,  524288) \
    X(segmented,   "arch:sm_*",          4,  256,    11, COOPERATIVE, 2097152) \
    X(segmented,   "arch:sm_*",          4,  256,    19, COOPERATIVE, 8388608) \
    X(segmented,   "arch:sm_*",          4,  256,    23, COOPERATIVE,       0) \
    X(segmented,   "arch:sm_*",          8,  256,    11, COOPERATIVE,       0) \
    X(segmented,   "arch:sm_*",         16,  128,    15, COOPERATIVE,       0) \
    X(segmented,   "name:llvmpipe",     8,   64,     7, LAUNCHES,          0) \
    X(segmented,   "name:llvmpipe",   256,   32,     3, LAUNCHES,          0) \
    X(segmented,   "name:oclgrind",     8,   16,     5, LAUNCHES,          0) \
    X(segmented,   "name:oclgrind",   256,   16,     3, LAUNCHES,          0) \
    X(segmented,   "cpu",             256,    1, 16384, LAUNCHES,          0) \
    X(segmented,   "any",               4,  256,    19, LAUNCHES,          0) \
    X(segmented,   "any",               8,  256,    11, LAUNCHES,          0) \
    X(segmented,   "any",              16,  128,     7, LAUNCHES,          0) \
    X(segmented,   "any",              32,   64,     5, LAUNCHES,          0) \
    X(segmented,   "any",             256,   32,     3, LAUNCHES,          0) \
    X(radix,       "name:llvmpipe",   256,   64,     8, NONE,              0) \
    X(radix,       "name:oclgrind",   256,   16,     4, NONE,              0) \
    X(radix,       "cpu",             256,    1, 16384, LAUNCHES,          0) \
    X(radix,       "arch:sm_*",          3,  256,    24, NONE,         131072) \
    X(radix,       "arch:sm_*",          3,  256,    24, PREFIX,      4194304) \
    X(radix,       "arch:sm_*",          4,  256,    16, NONE,        1048576) \
    X(radix,       "arch:sm_*",          5,  256,    16, NONE,         786432) \
    X(radix,       "arch:sm_*",          5,  256,    32, PREFIX,      4194304) \
    X(radix,       "arch:sm_*",        256,  256,    16, NONE,        1048576) \
    X(radix,       "arch:sm_*",          8,  256,    15, PREFIX,      4194304) \
    X(radix,       "arch:sm_*",          9,  256,    14, PREFIX,      4194304) \
    X(radix,       "arch:sm_*",          3,  256,    24, PREFIX,            0) \
    X(radix,       "arch:sm_*",          5,  256,    32, PREFIX,            0) \
    X(radix,       "arch:sm_*",          8,  256,    15, PREFIX,            0) \
    X(radix,       "arch:sm_*",          9,  256,    24, PREFIX,            0) \
    X(radix,       "arch:sm_*",        256,  256,    14, PREFIX,            0) \
    X(radix,       "any",             256,  256,     8, NONE,              0) \
    X(expand,      "arch:sm_*",          4,  256,    16, KERNEL,            0) \
    X(expand,      "arch:sm_*",          8,  128,     8, KERNEL,            0) \
    X(expand,      "arch:sm_*",          9,  128,    16, KERNEL,            0) \
    X(expand,      "name:llvmpipe",    256,   64,     8, KERNEL,            0) \
    X(expand,      "name:oclgrind",    256,   16,     4, KERNEL,            0) \
    X(expand,      "cpu",              256,    1, 16384, KERNEL,            0) \
    X(expand,      "any",                4,  256,    16, KERNEL,            0) \
    X(expand,      "any",              256,  128,     8, KERNEL,            0) \
    X(expand_long, "name:llvmpipe",    256,   64,     8, KERNEL,            0) \
    X(expand_long, "name:oclgrind",    256,   16,     4, KERNEL,            0) \
    X(expand_long, "cpu",              256,    1, 16384, KERNEL,            0) \
    X(expand_long, "arch:sm_*",          4,  256,    16, KERNEL,      2097152) \
    X(expand_long, "any",                4,   64,    16, KERNEL,            0) \
    X(expand_long, "any",              256,  128,     8, KERNEL,            0) \
    X(aos,         "arch:sm_*",          8,  128,     4, STRUCTURES,        0) \
    X(aos,         "arch:sm_*",        256,   32,     1, WORDS,             0) \
    X(aos,         "name:llvmpipe",    256,   64,     4, STRUCTURES,        0) \
    X(aos,         "name:oclgrind",    256,   16,     2, WORDS,             0) \
    X(aos,         "cpu",              256,    1, 16384, STRUCTURES,        0) \
    X(aos,         "any",                8,  256,     4, STRUCTURES,        0) \
    X(aos,         "any",              256,   64,     1, WORDS,             0) \
    X(soa,         "name:llvmpipe",    256,   64,     2, STRUCTURES,        0) \
    X(soa,         "name:oclgrind",    256,   16,     2, WORDS,             0) \
    X(soa,         "cpu",              256,    1, 16384, STRUCTURES,        0) \
    X(soa,         "any",              256,  128,     1, WORDS,             0) \
    X(gather,      "arch:sm_*",        256,  256,     8, KERNEL,       524288) \
    X(gather,      "name:llvmpipe",    256,   64,     8, KERNEL,            0) \
    X(gather,      "name:oclgrind",    256,   16,     4, KERNEL,            0) \
    X(gather,      "cpu",              256,    1, 16384, KERNEL,            0) \
    X(gather,      "any",              256,  256,    16, KERNEL,            0) \
    X(move,        "name:llvmpipe",    256,   64,     8, KERNEL,            0) \
    X(move,        "name:oclgrind",    256,   16,     4, KERNEL,            0) \
    X(move,        "cpu",              256,    1, 16384, KERNEL,            0) \
    X(move,        "any",              256,   32,    16, KERNEL,            0) \
    X(copy,        "name:llvmpipe",    256,   64,     8, NOTHING,           0) \
    X(copy,        "name:oclgrind",    256,   16,     4, NOTHING,           0) \
    X(copy,        "cpu",              256,    1, 16384, NOTHING,           0) \
    X(copy,        "arch:sm_*",          8,  256,    16, NOTHING,           0) \
    X(copy,        "arch:sm_*",         16,  256,     1, NOTHING,           0) \
    X(copy,        "any",                8,  256,    16, NOTHING,           0) \
    X(copy,        "any",               16,  256,     4, NOTHING,           0) \
    X(copy,        "any",              256,   64,     1, NOTHING,           0) \
    X(transform,   "name:llvmpipe",    256,   64,     8, NOTHING,           0) \
    X(transform,   "name:oclgrind",    256,   16,     4, NOTHING,           0) \
    X(transform,   "cpu",              256,    1, 16384, NOTHING,           0) \
    X(transform,   "any",                8,  256,     4, NOTHING,           0) \
    X(transform,   "any",              256,  256,     1, NOTHING,           0) \
    X(histogram,   "arch:sm_*",        256,  256,    16, NOTHING,           0) \
    X(histogram,   "name:llvmpipe",    256,   64,     8, NOTHING,           0) \
    X(histogram,   "name:oclgrind",    256,   16,     4, NOTHING,           0) \
    X(histogram,   "cpu",              256,    1, 16384, NOTHING,           0) \
    X(histogram,   "any",              256,  256,    16, NOTHING,           0) \
    X(select,      "arch:sm_*",        256,  256,    16, COOPERATIVE,       0) \
    X(select,      "name:llvmpipe",    256,   64,     8, LAUNCHES,          0) \
    X(select,      "name:oclgrind",    256,   16,     4, LAUNCHES,          0) \
    X(select,      "cpu",              256,    1, 16384, LAUNCHES,          0) \
    X(select,      "any",              256,  256,    16, LAUNCHES,          0)
/* clang-format on */

#endif
