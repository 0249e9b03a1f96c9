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
 * variant the value of the family's named column. If a line omits the column, the first value applies.
 *         schedule of scan, compact, seg_reduce, set: launches; prefix = a single pass with look-back, which needs
 *         progress of running groups, and two groups that run at a time if one is a prefix-service group
 *         (cliv_stream.clh); fallback = look-back without a promise: a group that has polled a tile state too
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
 *         Other families have no named column. If a device lacks a promise that the variant of a built-in row
 *         needs, cliv_tuning_choose() replaces the variant. If a row of a file needs the promise, the file is refused.
 * items   the row is for calls of at most this many items: outputs, keys of all inputs, positions. 0 or, in a file,
 *         nothing: no limit. The tiles for large calls leave most compute units idle in a small call, and their
 *         loops then take most of the time. User-defined kernels, and families that read the row of aos, ignore rows
 *         with a limit. */
#ifndef CLIV_TUNING_H
#define CLIV_TUNING_H

#include "runtime/family.h"

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
    X(SCAN,        device,     4,  128,    12, FALLBACK,          0) \
    X(SCAN,        device,     8,  128,     4, FALLBACK,          0) \
    X(SCAN,        device,    16,   64,     4, FALLBACK,          0) \
    X(SCAN,        device,   256,   64,     2, FALLBACK,          0) \
    X(REDUCE,      device,     4,  256,     8, LAUNCHES,          0) \
    X(REDUCE,      device,     8,  128,     8, LAUNCHES,          0) \
    X(REDUCE,      device,   256,   64,     4, LAUNCHES,          0) \
    X(COMPACT,     device,     4,  128,     8, FALLBACK,          0) \
    X(COMPACT,     device,     8,   64,     8, FALLBACK,          0) \
    X(COMPACT,     device,   256,  128,     8, FALLBACK,          0) \
    X(SEG_REDUCE,  device,     4,  128,    16, FALLBACK,          0) \
    X(SEG_REDUCE,  device,     8,  128,     8, FALLBACK,          0) \
    X(SEG_REDUCE,  device,    16,   64,     8, FALLBACK,          0) \
    X(SEG_REDUCE,  device,   256,   64,     2, FALLBACK,          0) \
    X(SET,         device,     5,  128,    11, FALLBACK,          0) \
    X(SET,         device,    17,   64,    11, FALLBACK,          0) \
    X(SET,         device,   256,   64,     3, FALLBACK,          0) \
    X(MERGE,       device,     4,  256,     9, NOTHING,           0) \
    X(MERGE,       device,     8,  128,    11, NOTHING,           0) \
    X(MERGE,       device,    16,  128,     5, NOTHING,           0) \
    X(MERGE,       device,   256,   64,     3, NOTHING,           0) \
    X(SEARCH,      device,     4,  256,     9, NOTHING,           0) \
    X(SEARCH,      device,     8,  128,    11, NOTHING,           0) \
    X(SEARCH,      device,    16,  128,     5, NOTHING,           0) \
    X(SEARCH,      device,   256,   64,     3, NOTHING,           0) \
    X(SORT,        device,     4,  256,     9, LAUNCHES,          0) \
    X(SORT,        device,     8,  128,    11, LAUNCHES,          0) \
    X(SORT,        device,    16,  128,     5, LAUNCHES,          0) \
    X(SORT,        device,   256,   64,     3, LAUNCHES,          0) \
    X(SEGMENTED,   device,     4,  256,     7, LAUNCHES,          0) \
    X(SEGMENTED,   device,     8,  128,     9, LAUNCHES,          0) \
    X(SEGMENTED,   device,    16,   64,     7, LAUNCHES,          0) \
    X(SEGMENTED,   device,   256,   64,     3, LAUNCHES,          0) \
    X(EXPAND,      device,     4,  256,     8, KERNEL,            0) \
    X(EXPAND,      device,   256,  128,     4, KERNEL,            0) \
    X(GATHER,      device,   256,  256,     8, KERNEL,            0) \
    X(MOVE,        device,   256,   64,     8, KERNEL,            0)
/* AMD's GPUs with waves of 32 lanes (RDNA) have 128 KiB for four SIMDs, at most 64 KiB of it per group. Groups of 256
 * work-items within 32 KiB, so that four groups, eight waves per SIMD, run at a time. The tiles are as large as that
 * allows, because look-back, searches and barriers cost per tile. */
#define CLIV_TUNING_MIDDLE_TILES(X, device)       \
    X(SCAN,        device,     4,  256,    12, FALLBACK,          0) \
    X(SCAN,        device,     8,  256,     4, FALLBACK,          0) \
    X(SCAN,        device,    16,  128,     4, FALLBACK,          0) \
    X(COMPACT,     device,     8,  128,     8, FALLBACK,          0) \
    X(SET,         device,     5,  256,    11, FALLBACK,          0) \
    X(SET,         device,     9,  256,     5, FALLBACK,          0) \
    X(SET,         device,    17,  128,     7, FALLBACK,          0) \
    X(MERGE,       device,     4,  256,    19, NOTHING,           0) \
    X(MERGE,       device,     8,  256,    11, NOTHING,           0) \
    X(MERGE,       device,    16,  128,     7, NOTHING,           0) \
    X(SEARCH,      device,     4,  256,    19, NOTHING,           0) \
    X(SEARCH,      device,     8,  256,    11, NOTHING,           0) \
    X(SEARCH,      device,    16,  128,     7, NOTHING,           0) \
    X(SORT,        device,     4,  256,    19, LAUNCHES,          0) \
    X(SORT,        device,     8,  256,    11, LAUNCHES,          0) \
    X(SORT,        device,    16,  128,     7, LAUNCHES,          0) \
    X(SEGMENTED,   device,     4,  256,    15, LAUNCHES,          0) \
    X(SEGMENTED,   device,     8,  256,     7, LAUNCHES,          0) \
    X(SEGMENTED,   device,    16,  128,     5, LAUNCHES,          0)
/* Arm's Mali has no dedicated local memory: local memory is part of global memory and is read through a cache of 16
 * KiB or more per core. So the tiles fit into that cache. These kernels depend on local memory, its atomics and
 * barriers, so no shape makes them fast there. Groups of 64: a core holds more of them, and others run while a barrier
 * stops one. A work-item has 64 registers, or 32 at full occupancy. */
#define CLIV_TUNING_CACHED_TILES(X, device)       \
    X(SCAN,        device,     4,   64,     8, FALLBACK,          0) \
    X(SCAN,        device,     8,   64,     8, FALLBACK,          0) \
    X(SCAN,        device,   256,   64,     2, FALLBACK,          0) \
    X(REDUCE,      device,     8,   64,     8, LAUNCHES,          0) \
    X(REDUCE,      device,   256,   64,     4, LAUNCHES,          0) \
    X(COMPACT,     device,   256,   64,     8, FALLBACK,          0) \
    X(BULK,        device,   256,   64,     8, NOTHING,           0) \
    X(SEG_REDUCE,  device,     8,   64,     8, FALLBACK,          0) \
    X(SEG_REDUCE,  device,   256,   64,     2, FALLBACK,          0) \
    X(SET,         device,     5,   64,     7, FALLBACK,          0) \
    X(SET,         device,   256,   64,     3, FALLBACK,          0) \
    X(MERGE,       device,     8,   64,     7, NOTHING,           0) \
    X(MERGE,       device,   256,   64,     3, NOTHING,           0) \
    X(SEARCH,      device,     8,   64,     7, NOTHING,           0) \
    X(SEARCH,      device,   256,   64,     3, NOTHING,           0) \
    X(SORT,        device,     8,   64,    11, LAUNCHES,          0) \
    X(SORT,        device,   256,   64,     3, LAUNCHES,          0) \
    X(SEGMENTED,   device,     8,   64,    11, LAUNCHES,          0) \
    X(SEGMENTED,   device,   256,   64,     3, LAUNCHES,          0) \
    X(EXPAND,      device,     8,   64,     8, KERNEL,            0) \
    X(EXPAND,      device,   256,   64,     4, KERNEL,            0) \
    X(EXPAND_LONG, device,     8,   64,     8, KERNEL,            0) \
    X(EXPAND_LONG, device,   256,   64,     4, KERNEL,            0) \
    X(GATHER,      device,   256,   64,     8, KERNEL,            0) \
    X(MOVE,        device,   256,   64,     8, KERNEL,            0)
/* clang-format on */

/* Rows for CPUs and for implementations that run on CPUs; with odd values of vt for merges. */
/* clang-format off */
#define CLIV_TUNING_CPUS(X, family, variant)                      \
    X(family, "name:llvmpipe", 256, 64,     8, variant, 0)        \
    X(family, "name:oclgrind", 256, 16,     4, variant, 0)        \
    X(family, "cpu",           256,  1, 16384, variant, 0)
#define CLIV_TUNING_ODD_CPUS(X, family, variant)                  \
    X(family, "name:llvmpipe",   8, 64,     7, variant, 0)        \
    X(family, "name:llvmpipe", 256, 32,     3, variant, 0)        \
    X(family, "name:oclgrind",   8, 16,     5, variant, 0)        \
    X(family, "name:oclgrind", 256, 16,     3, variant, 0)        \
    X(family, "cpu",           256,  1, 16384, variant, 0)
/* clang-format on */

/*   family       device            bytes   nt     vt  variant      items */
/* clang-format off */
#define CLIV_TUNING_ROWS(X)                                          \
    CLIV_TUNING_MIDDLE_TILES(X, "name:gfx1*")                        \
    CLIV_TUNING_SMALL_TILES(X, "gpu:AMD")                            \
    CLIV_TUNING_SMALL_TILES(X, "gpu:Intel")                          \
    CLIV_TUNING_SMALL_TILES(X, "gpu:Apple")                          \
    CLIV_TUNING_CACHED_TILES(X, "name:Mali*")                        \
    X(SCAN,        "arch:sm_*",          4,  128,    32, PREFIX,            0) \
    X(SCAN,        "arch:sm_*",          8,   64,    32, PREFIX,            0) \
    CLIV_TUNING_CPUS(X, SCAN,        LAUNCHES) \
    X(SCAN,        "any",                4,  256,    16, FALLBACK,          0) \
    X(SCAN,        "any",                8,  256,     8, FALLBACK,          0) \
    X(SCAN,        "any",               16,  128,     8, FALLBACK,          0) \
    X(SCAN,        "any",              256,   64,     4, FALLBACK,          0) \
    X(REDUCE,      "arch:sm_*",          8,  256,    16, LAST_GROUP,        0) \
    X(REDUCE,      "arch:sm_*",        256,   64,     4, LAST_GROUP,        0) \
    CLIV_TUNING_CPUS(X, REDUCE,      LAUNCHES) \
    X(REDUCE,      "any",                8,  256,    16, LAUNCHES,          0) \
    X(REDUCE,      "any",              256,   64,     4, LAUNCHES,          0) \
    X(COMPACT,     "arch:sm_*",          4,  256,     8, PREFIX,       524288) \
    X(COMPACT,     "arch:sm_*",          1,  256,    16, PREFIX,            0) \
    X(COMPACT,     "arch:sm_*",          4,  128,    32, PREFIX,            0) \
    X(COMPACT,     "arch:sm_*",          8,  256,     8, PREFIX,            0) \
    X(COMPACT,     "arch:sm_*",         16,  512,     4, PREFIX,            0) \
    X(COMPACT,     "arch:sm_*",        256,  256,     8, PREFIX,            0) \
    CLIV_TUNING_CPUS(X, COMPACT,     LAUNCHES) \
    X(COMPACT,     "any",                4,  256,    16, FALLBACK,          0) \
    X(COMPACT,     "any",                8,  256,     8, FALLBACK,          0) \
    X(COMPACT,     "any",              256,  128,     8, FALLBACK,          0) \
    X(BULK,        "arch:sm_*",          8,  256,     8, NOTHING,      524288) \
    CLIV_TUNING_CPUS(X, BULK,        NOTHING) \
    X(BULK,        "any",                8,  256,    16, NOTHING,           0) \
    X(BULK,        "any",              256,  128,     8, NOTHING,           0) \
    X(SEG_REDUCE,  "arch:sm_*",          4,  256,    16, PREFIX,      1048576) \
    X(SEG_REDUCE,  "arch:sm_*",          4,  256,    32, PREFIX,            0) \
    X(SEG_REDUCE,  "arch:sm_*",          8,  128,    16, PREFIX,            0) \
    X(SEG_REDUCE,  "arch:sm_*",        256,   64,     4, PREFIX,            0) \
    CLIV_TUNING_CPUS(X, SEG_REDUCE,  LAUNCHES) \
    X(SEG_REDUCE,  "any",                4,  256,    16, FALLBACK,          0) \
    X(SEG_REDUCE,  "any",                8,  256,     8, FALLBACK,          0) \
    X(SEG_REDUCE,  "any",               16,  128,     8, FALLBACK,          0) \
    X(SEG_REDUCE,  "any",              256,   64,     4, FALLBACK,          0) \
    X(SET,         "arch:sm_*",          5,  256,     7, PREFIX,       262144) \
    X(SET,         "arch:sm_*",          4,  192,    27, PREFIX,            0) \
    X(SET,         "arch:sm_*",          5,  256,    25, PREFIX,            0) \
    X(SET,         "arch:sm_*",          8,   64,    29, PREFIX,            0) \
    X(SET,         "arch:sm_*",          9,  256,    11, PREFIX,            0) \
    X(SET,         "arch:sm_*",         16,  128,    17, PREFIX,            0) \
    X(SET,         "arch:sm_*",         17,  128,     7, PREFIX,            0) \
    X(SET,         "arch:sm_*",         32,   64,    27, PREFIX,            0) \
    X(SET,         "arch:sm_*",         33,   64,     5, PREFIX,            0) \
    X(SET,         "arch:sm_*",        256,   32,     3, PREFIX,            0) \
    X(SET,         "name:llvmpipe",      9,   64,     7, LAUNCHES,          0) \
    X(SET,         "name:llvmpipe",    256,   32,     3, LAUNCHES,          0) \
    X(SET,         "name:oclgrind",      9,   16,     5, LAUNCHES,          0) \
    X(SET,         "name:oclgrind",    256,   16,     3, LAUNCHES,          0) \
    X(SET,         "cpu",              256,    1, 16384, LAUNCHES,          0) \
    X(SET,         "any",                5,  256,    25, FALLBACK,          0) \
    X(SET,         "any",                9,  256,    11, FALLBACK,          0) \
    X(SET,         "any",               17,  128,     7, FALLBACK,          0) \
    X(SET,         "any",               33,   64,     5, FALLBACK,          0) \
    X(SET,         "any",              256,   32,     3, FALLBACK,          0) \
    X(MERGE,       "arch:sm_*",          8,  128,     7, NOTHING,      131072) \
    X(MERGE,       "arch:sm_*",          8,  256,    11, NOTHING,      524288) \
    CLIV_TUNING_ODD_CPUS(X, MERGE,       NOTHING) \
    X(MERGE,       "any",               4,  256,    27, NOTHING,           0) \
    X(MERGE,       "any",               8,  256,    19, NOTHING,           0) \
    X(MERGE,       "any",              16,  128,     7, NOTHING,           0) \
    X(MERGE,       "any",              32,   64,     5, NOTHING,           0) \
    X(MERGE,       "any",             256,   32,     3, NOTHING,           0) \
    X(SEARCH,      "arch:sm_*",          8,  128,     7, NOTHING,      131072) \
    X(SEARCH,      "arch:sm_*",          8,  256,    11, NOTHING,      524288) \
    X(SEARCH,      "arch:sm_*",          4,  128,    23, NOTHING,           0) \
    X(SEARCH,      "arch:sm_*",          8,  256,    19, NOTHING,           0) \
    CLIV_TUNING_ODD_CPUS(X, SEARCH,      NOTHING) \
    X(SEARCH,      "any",               4,  256,    27, NOTHING,           0) \
    X(SEARCH,      "any",               8,  256,    19, NOTHING,           0) \
    X(SEARCH,      "any",              16,  128,     7, NOTHING,           0) \
    X(SEARCH,      "any",              32,   64,     5, NOTHING,           0) \
    X(SEARCH,      "any",             256,   32,     3, NOTHING,           0) \
    X(SORT,        "arch:sm_*",          8,  256,     7, COOPERATIVE,  163840) \
    X(SORT,        "arch:sm_*",          4,  256,    11, COOPERATIVE,  393216) \
    X(SORT,        "arch:sm_*",          4,  256,    19, COOPERATIVE, 2097152) \
    X(SORT,        "arch:sm_*",          4,  256,    27, COOPERATIVE, 5242880) \
    X(SORT,        "arch:sm_*",          8,  256,    11, COOPERATIVE,  786432) \
    CLIV_TUNING_ODD_CPUS(X, SORT,        LAUNCHES) \
    X(SORT,        "any",               4,  256,    27, LAUNCHES,          0) \
    X(SORT,        "any",               8,  256,    19, LAUNCHES,          0) \
    X(SORT,        "any",              16,  128,     7, LAUNCHES,          0) \
    X(SORT,        "any",              32,   64,     5, LAUNCHES,          0) \
    X(SORT,        "any",             256,   32,     3, LAUNCHES,          0) \
    X(SEGMENTED,   "arch:sm_*",          8,  256,     7, COOPERATIVE,    1792) \
    X(SEGMENTED,   "arch:sm_*",          8,  128,     7, COOPERATIVE,  524288) \
    X(SEGMENTED,   "arch:sm_*",          4,  256,    11, COOPERATIVE, 2097152) \
    X(SEGMENTED,   "arch:sm_*",          4,  256,    19, COOPERATIVE, 8388608) \
    X(SEGMENTED,   "arch:sm_*",          4,  256,    23, COOPERATIVE,       0) \
    X(SEGMENTED,   "arch:sm_*",          8,  256,    11, COOPERATIVE,       0) \
    X(SEGMENTED,   "arch:sm_*",         16,  128,    15, COOPERATIVE,       0) \
    CLIV_TUNING_ODD_CPUS(X, SEGMENTED,   LAUNCHES) \
    X(SEGMENTED,   "any",               4,  256,    19, LAUNCHES,          0) \
    X(SEGMENTED,   "any",               8,  256,    11, LAUNCHES,          0) \
    X(SEGMENTED,   "any",              16,  128,     7, LAUNCHES,          0) \
    X(SEGMENTED,   "any",              32,   64,     5, LAUNCHES,          0) \
    X(SEGMENTED,   "any",             256,   32,     3, LAUNCHES,          0) \
    X(RADIX,       "name:llvmpipe",   256,   64,     8, NONE,              0) \
    X(RADIX,       "name:oclgrind",   256,   16,     4, NONE,              0) \
    X(RADIX,       "cpu",             256,    1, 16384, LAUNCHES,          0) \
    X(RADIX,       "arch:sm_*",          3,  256,    24, NONE,         131072) \
    X(RADIX,       "arch:sm_*",          3,  256,    24, PREFIX,      4194304) \
    X(RADIX,       "arch:sm_*",          4,  256,    16, NONE,        1048576) \
    X(RADIX,       "arch:sm_*",          5,  256,    16, NONE,         786432) \
    X(RADIX,       "arch:sm_*",          5,  256,    32, PREFIX,      4194304) \
    X(RADIX,       "arch:sm_*",        256,  256,    16, NONE,        1048576) \
    X(RADIX,       "arch:sm_*",          8,  256,    15, PREFIX,      4194304) \
    X(RADIX,       "arch:sm_*",          9,  256,    14, PREFIX,      4194304) \
    X(RADIX,       "arch:sm_*",          3,  256,    24, PREFIX,            0) \
    X(RADIX,       "arch:sm_*",          5,  256,    32, PREFIX,            0) \
    X(RADIX,       "arch:sm_*",          8,  256,    15, PREFIX,            0) \
    X(RADIX,       "arch:sm_*",          9,  256,    24, PREFIX,            0) \
    X(RADIX,       "arch:sm_*",        256,  256,    14, PREFIX,            0) \
    X(RADIX,       "any",             256,  256,     8, NONE,              0) \
    X(EXPAND,      "arch:sm_*",          4,  256,    16, KERNEL,            0) \
    X(EXPAND,      "arch:sm_*",          8,  128,     8, KERNEL,            0) \
    X(EXPAND,      "arch:sm_*",          9,  128,    16, KERNEL,            0) \
    CLIV_TUNING_CPUS(X, EXPAND,      KERNEL) \
    X(EXPAND,      "any",                4,  256,    16, KERNEL,            0) \
    X(EXPAND,      "any",              256,  128,     8, KERNEL,            0) \
    CLIV_TUNING_CPUS(X, EXPAND_LONG, KERNEL) \
    X(EXPAND_LONG, "arch:sm_*",          4,  256,    16, KERNEL,      2097152) \
    X(EXPAND_LONG, "any",                4,   64,    16, KERNEL,            0) \
    X(EXPAND_LONG, "any",              256,  128,     8, KERNEL,            0) \
    X(AOS,         "arch:sm_*",          8,  128,     4, STRUCTURES,        0) \
    X(AOS,         "arch:sm_*",        256,   32,     1, WORDS,             0) \
    X(AOS,         "name:llvmpipe",    256,   64,     4, STRUCTURES,        0) \
    X(AOS,         "name:oclgrind",    256,   16,     2, WORDS,             0) \
    X(AOS,         "cpu",              256,    1, 16384, STRUCTURES,        0) \
    X(AOS,         "any",                8,  256,     4, STRUCTURES,        0) \
    X(AOS,         "any",              256,   64,     1, WORDS,             0) \
    X(SOA,         "name:llvmpipe",    256,   64,     2, STRUCTURES,        0) \
    X(SOA,         "name:oclgrind",    256,   16,     2, WORDS,             0) \
    X(SOA,         "cpu",              256,    1, 16384, STRUCTURES,        0) \
    X(SOA,         "any",              256,  128,     1, WORDS,             0) \
    X(GATHER,      "arch:sm_*",        256,  256,     8, KERNEL,       524288) \
    CLIV_TUNING_CPUS(X, GATHER,      KERNEL) \
    X(GATHER,      "any",              256,  256,    16, KERNEL,            0) \
    CLIV_TUNING_CPUS(X, MOVE,        KERNEL) \
    X(MOVE,        "any",              256,   32,    16, KERNEL,            0) \
    CLIV_TUNING_CPUS(X, COPY,        NOTHING) \
    X(COPY,        "arch:sm_*",          8,  256,    16, NOTHING,           0) \
    X(COPY,        "arch:sm_*",         16,  256,     1, NOTHING,           0) \
    X(COPY,        "any",                8,  256,    16, NOTHING,           0) \
    X(COPY,        "any",               16,  256,     4, NOTHING,           0) \
    X(COPY,        "any",              256,   64,     1, NOTHING,           0) \
    CLIV_TUNING_CPUS(X, TRANSFORM,   NOTHING) \
    X(TRANSFORM,   "any",                8,  256,     4, NOTHING,           0) \
    X(TRANSFORM,   "any",              256,  256,     1, NOTHING,           0) \
    X(HISTOGRAM,   "arch:sm_*",        256,  256,    16, NOTHING,           0) \
    CLIV_TUNING_CPUS(X, HISTOGRAM,   NOTHING) \
    X(HISTOGRAM,   "any",              256,  256,    16, NOTHING,           0) \
    X(SELECT,      "arch:sm_*",        256,  256,    16, COOPERATIVE,       0) \
    CLIV_TUNING_CPUS(X, SELECT,      LAUNCHES) \
    X(SELECT,      "any",              256,  256,    16, LAUNCHES,          0)
/* clang-format on */

#endif
