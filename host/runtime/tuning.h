/* SPDX-License-Identifier: Apache-2.0 */
/* The tuning table: families and their variants, limits, and rows. docs/portability.md explains the families, the
 * columns, and tuning files, whose lines have the same columns. */
#ifndef CLIV_TUNING_H
#define CLIV_TUNING_H

#include "runtime/device.h"

#include <clinterval/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- families and variants */

/* X(variant, named column, value). */
/* clang-format off */
#define CLIV_TUNING_VARIANTS(X)            \
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
typedef enum cliv_variant {
#define VARIANT(variant, column, value) CLIV_VARIANT_##variant,
    CLIV_TUNING_VARIANTS(VARIANT)
#undef VARIANT
        CLIV_VARIANT_COUNT,
    CLIV_VARIANT_NOTHING = 0 /* for families without a named column */
} cliv_variant;

/* The variants that a family may have, as bits. */
typedef enum cliv_variants {
    CLIV_VARIANTS_NOTHING = 0,
    CLIV_VARIANTS_LOOK_BACK = 1 << CLIV_VARIANT_LAUNCHES | 1 << CLIV_VARIANT_PREFIX | 1 << CLIV_VARIANT_FALLBACK,
    CLIV_VARIANTS_REDUCE = 1 << CLIV_VARIANT_LAUNCHES | 1 << CLIV_VARIANT_LAST_GROUP,
    CLIV_VARIANTS_COOPERATIVE = 1 << CLIV_VARIANT_LAUNCHES | 1 << CLIV_VARIANT_COOPERATIVE,
    CLIV_VARIANTS_DIGITS = CLIV_VARIANTS_LOOK_BACK | 1 << CLIV_VARIANT_NONE,
    CLIV_VARIANTS_SEARCH = 1 << CLIV_VARIANT_KERNEL | 1 << CLIV_VARIANT_TILE,
    CLIV_VARIANTS_MOVE = 1 << CLIV_VARIANT_STRUCTURES | 1 << CLIV_VARIANT_WORDS
} cliv_variants;

/* The families, and the constraints of their rows for groups (nt > 1). vt is a multiple of `step` and at most `most`:
 * interval tiles are read four at a time, and if a work-item has a 32-bit word with one bit per item, vt is at most
 * 32. `odd`: with an odd vt, positions in local memory lie in different banks. */
/*   family       name         step  most  odd   variants */
/* clang-format off */
#define CLIV_TUNING_FAMILIES(X)                               \
    X(SCAN,        scan,        1,    64,   0,   LOOK_BACK)   \
    X(REDUCE,      reduce,      1,    64,   0,   REDUCE)      \
    X(COMPACT,     compact,     1,    32,   0,   LOOK_BACK)   \
    X(BULK,        bulk,        1,    32,   0,   NOTHING)     \
    X(SEG_REDUCE,  seg_reduce,  1,    32,   0,   LOOK_BACK)   \
    X(MERGE,       merge,       1,    64,   1,   NOTHING)     \
    X(SEARCH,      search,      1,    64,   1,   NOTHING)     \
    X(SET,         set,         1,    32,   1,   LOOK_BACK)   \
    X(SORT,        sort,        1,    64,   1,   COOPERATIVE) \
    X(SEGMENTED,   segmented,   1,    32,   1,   COOPERATIVE) \
    X(RADIX,       radix,       1,    64,   0,   DIGITS)      \
    X(EXPAND,      expand,      4,    32,   0,   SEARCH)      \
    X(EXPAND_LONG, expand_long, 4,    32,   0,   SEARCH)      \
    X(GATHER,      gather,      4,    32,   0,   SEARCH)      \
    X(MOVE,        move,        4,    32,   0,   SEARCH)      \
    X(AOS,         aos,         1,    64,   0,   MOVE)        \
    X(SOA,         soa,         1,    64,   0,   MOVE)        \
    X(COPY,        copy,        1,    64,   0,   NOTHING)     \
    X(TRANSFORM,   transform,   1,    64,   0,   NOTHING)     \
    X(HISTOGRAM,   histogram,   1,    64,   0,   NOTHING)     \
    X(SELECT,      select,      1,    32,   0,   COOPERATIVE)
/* clang-format on */
typedef enum cliv_family {
#define FAMILY(family, name, step, most, odd, variants) CLIV_FAMILY_##family,
    CLIV_TUNING_FAMILIES(FAMILY)
#undef FAMILY
        CLIV_FAMILY_COUNT,
    CLIV_FAMILY_DEVICE = CLIV_FAMILY_COUNT /* rows that state the promises of devices */
} cliv_family;

typedef struct cliv_family_facts {
    const char *name;
    unsigned step, most; /* constraints of vt */
    bool odd;
    cliv_variants variants;
} cliv_family_facts;
static inline const cliv_family_facts *cliv_family_of(cliv_family family)
{
    static const cliv_family_facts families[] = {
#define FAMILY(family, name, step, most, odd, variants) {#name, step, most, odd, CLIV_VARIANTS_##variants},
        CLIV_TUNING_FAMILIES(FAMILY)
#undef FAMILY
            {"device", 1, 0, false, CLIV_VARIANTS_NOTHING}};
    return &families[family];
}

static inline const char *cliv_family_name(cliv_family family) { return cliv_family_of(family)->name; }

/* Returns CLIV_FAMILY_COUNT if there is no family with this name. */
static inline cliv_family cliv_family_named(const char *name, size_t length)
{
    cliv_family family = 0;
    while (family < CLIV_FAMILY_COUNT &&
           (strlen(cliv_family_name(family)) != length || memcmp(name, cliv_family_name(family), length) != 0))
        ++family;
    return family;
}

/* Returns the column of a variant: "schedule=prefix". */
static inline const char *cliv_variant_text(cliv_variant variant)
{
    static const char *const texts[] = {
#define VARIANT(variant, column, value) #column "=" #value,
        CLIV_TUNING_VARIANTS(VARIANT)
#undef VARIANT
    };
    return texts[variant];
}

/* The column in a row of the family; "" if the family has no named column. */
static inline const char *cliv_variant_column(cliv_family family, cliv_variant variant)
{
    return cliv_family_of(family)->variants ? cliv_variant_text(variant) : "";
}

/* ---- limits of a context, which select algorithms and schedules by the size of a call: for tests and experiments. */

/* X(name, default, largest allowed value).
 *
 * wide_from             the smallest array length with 64-bit indices; the default leaves space for a tile after it
 * few_tiles             the tile count per compute unit up to which each tile searches for its own bounds
 * stream                1: groups process several tiles even if a group per tile could run at a time
 * cooperative_tiles     the largest tile count of a launch with grid barriers
 * cooperative_arrivals  the limit of the counter of a grid barrier (CLIV_GRID_MEMBER of cliv_grid_barrier.clh)
 * starved_looks         for tests of the fallback: of three tiles, one publishes no state, and one polls its own state
 *                       this many times before it publishes; 0: all tiles publish
 * few_keys              the key count per compute unit below which locality sorts of keys of up to 4 bytes are sorts
 * locality_from         the smallest key count for which a locality sort selects its algorithm by a sample
 * long_from             the smallest count of 8-byte keys that are sorted by their upper bits first
 * digit_passes          the passes of a radix sort of doubles without values above which merges sort them
 * select_most           the largest key count of one selection; more keys are selected in parts
 * combine_from          the smallest row count of a group-by that combines rows before it sorts them
 * table_keys            the distinct keys that a hash table of a group-by holds
 * partitioned_keys      the estimated count of distinct keys from which a group-by partitions rows on the CPU
 * tables_from           the smallest row count of a group-by that aggregates rows in local memory before it sorts them
 * table_bytes           the most bytes of local memory of a table of a group-by
 * finish_rows           the most partial rows of a group-by that one group combines; does not apply to dense tables
 * index_from            the smallest haystack of a binary search with an index
 * search_levels         the most levels of the tree of a binary search in local memory
 * wrong_samples         1: for tests, samples of selections and of sorts of long keys are not representative */
#define CLIV_LIMITS(X)                                                                         \
    X(wide_from, ((size_t)1 << 31) - ((size_t)1 << 21), ((size_t)1 << 31) - ((size_t)1 << 21)) \
    X(few_tiles, 4, SIZE_MAX)                                                                  \
    X(stream, 0, 1)                                                                            \
    X(cooperative_tiles, 4096, 4096)                                                           \
    X(cooperative_arrivals, 1048576, 1048576)                                                  \
    X(starved_looks, 0, UINT32_MAX)                                                            \
    X(few_keys, 1 << 18, SIZE_MAX)                                                             \
    X(locality_from, (size_t)1 << 23, SIZE_MAX)                                                \
    X(long_from, (size_t)1 << 23, SIZE_MAX)                                                    \
    X(digit_passes, 4, 8)                                                                      \
    X(select_most, UINT32_MAX / 2, UINT32_MAX / 2)                                             \
    X(combine_from, 256, SIZE_MAX)                                                             \
    X(table_keys, (size_t)1 << 16, (size_t)1 << 28)                                            \
    X(partitioned_keys, 20000, UINT32_MAX)                                                     \
    X(tables_from, (size_t)1 << 16, SIZE_MAX)                                                  \
    X(table_bytes, (size_t)48 << 10, (size_t)48 << 10)                                         \
    X(finish_rows, 1 << 14, UINT32_MAX)                                                        \
    X(index_from, 1 << 12, SIZE_MAX)                                                           \
    X(search_levels, 13, 20)                                                                   \
    X(wrong_samples, 0, 1)

typedef struct cliv_limits {
#define CLIV_LIMIT(name, value, most) size_t name;
    CLIV_LIMITS(CLIV_LIMIT)
#undef CLIV_LIMIT
} cliv_limits;
extern const cliv_limits cliv_default_limits;

/* Sets a limit by its name. Returns NULL or, for an invalid name or value, a message. */
const char *cliv_limits_set(cliv_limits *, const char *name, size_t length, size_t value);

/* ---- rows, and the selection of the row that determines the group shape on a device */

typedef struct cliv_tuning {
    cliv_family family;
    /* "any", "cpu", "gpu", "accelerator", or "gpu:…", "vendor:…", "arch:…", "name:…", with or without "*" */
    char device[48];
    /* The row is for elements of up to this size. Of the rows of a device, the first row with enough `bytes` and
     * `items` is used. */
    unsigned bytes;
    unsigned nt, vt;
    cliv_variant variant;
    unsigned items; /* the row is for calls of up to this item count; 0: any count */
    /* The promises that a row of the family "device" states. Such a row has no other columns. */
    enum { CLIV_NOT_STATED, CLIV_NO, CLIV_YES } visibility, progress;
} cliv_tuning;

typedef struct cliv_tuning_table {
    cliv_tuning *rows;
    size_t count;
} cliv_tuning_table;

/* Reads a tuning file, and sets the promises of the device and the limits that the file states. A row that applies to
 * the device but requires a promise or a feature that the device lacks is an error. The caller frees the rows, also
 * after an error.
 * `variable`: the environment variable that names the file, or NULL. */
cliv_status cliv_tuning_read(const char *path, const char *variable, cliv_device *, cliv_tuning_table *, cliv_limits *);
/* Parses the text of a tuning file. `what`: the name of the text in messages. The limits may be NULL. */
cliv_status cliv_tuning_parse(const char *text, const char *what, cliv_tuning_table *, cliv_limits *);
/* Returns the row for a device and a call with `items` items; SIZE_MAX: a row without a limit. Never NULL: the
 * built-in table ends with rows for any device. `table` may be NULL. */
const cliv_tuning *cliv_tuning_find(const cliv_tuning_table *table, const cliv_device *, cliv_family, size_t bytes,
                                    size_t items);

/* The promises of the device: the promises that rows of the table state, otherwise the promises of its architecture.
 * */
cliv_promises cliv_tuning_promises(const cliv_tuning_table *, const cliv_device *);
/* The variant of a row on a device: if the device lacks a promise that it needs, a variant that needs fewer. */
cliv_variant cliv_tuning_variant(const cliv_tuning *, cliv_promises);
bool cliv_tuning_is_for(const cliv_tuning *, const cliv_device *); /* true if the row applies to the device */
/* Writes a row as a line of a file, from the column bytes on: "4 128 16 schedule=prefix items=1000". */
void cliv_tuning_print(char *text, size_t size, const cliv_tuning *);

/* The rows that apply to a device, with their variants on the device, in each family in order of precedence. */
typedef struct cliv_tuning_choice {
    cliv_tuning *rows;
    size_t begins[CLIV_FAMILY_COUNT + 1];
} cliv_tuning_choice;
cliv_status cliv_tuning_choose(const cliv_tuning_table *, const cliv_device *, cliv_tuning_choice *);
void cliv_tuning_choice_free(cliv_tuning_choice *);
/* Returns the row that cliv_tuning_find() returns, with its variant on the device. Fast enough for every call. */
const cliv_tuning *cliv_tuning_row(const cliv_tuning_choice *, cliv_family, size_t bytes, size_t items);

/* The number of tiles that a group has in local memory at a time, by its row, if it draws tile after tile. */
unsigned cliv_tuning_tiles_held(const cliv_tuning *);

/* ---- the built-in table */

/* Rows for GPUs that were not available. The rows follow from published data (sources: docs/lab/tuning.md), and
 * `clinterval tune` corrects them. The "any" rows assume 48 KiB of local memory, nearly all of which one group uses.
 * The local memory of a tile determines the count of groups per compute unit; groups that draw several tiles hold two
 * tiles. A unit needs several groups, so that the reads of one group overlap with the work of another. The
 * schedule stays fallback, because no vendor promises progress.
 *
 * Small tiles, groups within 16 KiB, so that four groups run on a unit. AMD's GPUs with waves of 64 lanes (GCN, CDNA)
 * have 64 KiB for four SIMDs, and groups of 256 work-items at most by default. Intel's GPUs have 64 KiB (128 KiB on
 * Xe) for 56 to 128 threads of 8 to 32 lanes, allocated in powers of two, and 64 registers per lane with 16 lanes.
 * Apple's GPUs have at most 32 KiB per group and about 60 KiB per core; Qualcomm's Adreno has 32 KiB for waves of 64 or
 * 128 lanes. Groups are whole waves of 64. In bulk operations a work-item keeps its elements in registers: at most 32
 * words, or one element. */
/* clang-format off */
/* CLIV_TUNING_MERGES: merges, searches and merge sorts have tiles of the same shapes. */
#define CLIV_TUNING_SMALL_MERGES(X, family, variant, device) \
    X(family, device,   4, 256,  9, variant, 0) \
    X(family, device,   8, 128, 11, variant, 0) \
    X(family, device,  16, 128,  5, variant, 0) \
    X(family, device, 256,  64,  3, variant, 0)
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
    X(BULK,        device,     8,  256,    16, NOTHING,           0) \
    X(BULK,        device,    16,  128,     8, NOTHING,           0) \
    X(BULK,        device,    32,  128,     4, NOTHING,           0) \
    X(BULK,        device,    64,  128,     2, NOTHING,           0) \
    X(BULK,        device,   256,  128,     1, NOTHING,           0) \
    X(SEG_REDUCE,  device,     4,  128,    16, FALLBACK,          0) \
    X(SEG_REDUCE,  device,     8,  128,     8, FALLBACK,          0) \
    X(SEG_REDUCE,  device,    16,   64,     8, FALLBACK,          0) \
    X(SEG_REDUCE,  device,   256,   64,     2, FALLBACK,          0) \
    X(SET,         device,     5,  128,    11, FALLBACK,          0) \
    X(SET,         device,    17,   64,    11, FALLBACK,          0) \
    X(SET,         device,   256,   64,     3, FALLBACK,          0) \
    CLIV_TUNING_SMALL_MERGES(X, MERGE, NOTHING, device) \
    CLIV_TUNING_SMALL_MERGES(X, SEARCH, NOTHING, device) \
    CLIV_TUNING_SMALL_MERGES(X, SORT, LAUNCHES, device) \
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
#define CLIV_TUNING_MIDDLE_MERGES(X, family, variant, device) \
    X(family, device,   4, 256, 19, variant, 0) \
    X(family, device,   8, 256, 11, variant, 0) \
    X(family, device,  16, 128,  7, variant, 0)
#define CLIV_TUNING_MIDDLE_TILES(X, device)       \
    X(SCAN,        device,     4,  256,    12, FALLBACK,          0) \
    X(SCAN,        device,     8,  256,     4, FALLBACK,          0) \
    X(SCAN,        device,    16,  128,     4, FALLBACK,          0) \
    X(COMPACT,     device,     8,  128,     8, FALLBACK,          0) \
    X(SET,         device,     5,  256,    11, FALLBACK,          0) \
    X(SET,         device,     9,  256,     5, FALLBACK,          0) \
    X(SET,         device,    17,  128,     7, FALLBACK,          0) \
    CLIV_TUNING_MIDDLE_MERGES(X, MERGE, NOTHING, device) \
    CLIV_TUNING_MIDDLE_MERGES(X, SEARCH, NOTHING, device) \
    CLIV_TUNING_MIDDLE_MERGES(X, SORT, LAUNCHES, device) \
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
    X(BULK,        device,    16,   64,     8, NOTHING,           0) \
    X(BULK,        device,    32,   64,     4, NOTHING,           0) \
    X(BULK,        device,    64,   64,     2, NOTHING,           0) \
    X(BULK,        device,   256,   64,     1, NOTHING,           0) \
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

/* Rows for CPUs and for implementations that run on CPUs; with odd values of vt for merges. */
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

/*   family       device            bytes   nt     vt  variant      items */
#define CLIV_TUNING_MERGES(X, family, variant) \
    X(family, "any",   4, 256, 27, variant, 0) \
    X(family, "any",   8, 256, 19, variant, 0) \
    X(family, "any",  16, 128,  7, variant, 0) \
    X(family, "any",  32,  64,  5, variant, 0) \
    X(family, "any", 256,  32,  3, variant, 0)
#define CLIV_TUNING_ROWS(X)                                          \
    CLIV_TUNING_MIDDLE_TILES(X, "name:gfx1*")                        \
    CLIV_TUNING_SMALL_TILES(X, "gpu:AMD")                            \
    CLIV_TUNING_SMALL_TILES(X, "gpu:Intel")                          \
    CLIV_TUNING_SMALL_TILES(X, "gpu:Apple")                          \
    CLIV_TUNING_SMALL_TILES(X, "gpu:Qualcomm")                       \
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
    CLIV_TUNING_MERGES(X, MERGE, NOTHING) \
    X(SEARCH,      "arch:sm_*",          8,  128,     7, NOTHING,      131072) \
    X(SEARCH,      "arch:sm_*",          8,  256,    11, NOTHING,      524288) \
    X(SEARCH,      "arch:sm_*",          4,  128,    23, NOTHING,           0) \
    X(SEARCH,      "arch:sm_*",          8,  256,    19, NOTHING,           0) \
    CLIV_TUNING_ODD_CPUS(X, SEARCH,      NOTHING) \
    CLIV_TUNING_MERGES(X, SEARCH, NOTHING) \
    X(SORT,        "arch:sm_*",          8,  256,     7, COOPERATIVE,  163840) \
    X(SORT,        "arch:sm_*",          4,  256,    11, COOPERATIVE,  393216) \
    X(SORT,        "arch:sm_*",          4,  256,    19, COOPERATIVE, 2097152) \
    X(SORT,        "arch:sm_*",          4,  256,    27, COOPERATIVE, 5242880) \
    X(SORT,        "arch:sm_*",          8,  256,    11, COOPERATIVE,  786432) \
    CLIV_TUNING_ODD_CPUS(X, SORT,        LAUNCHES) \
    CLIV_TUNING_MERGES(X, SORT, LAUNCHES) \
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
