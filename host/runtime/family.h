/* SPDX-License-Identifier: Apache-2.0 */
/* The families of the tuning table, and the variants that a row selects. tuning.h explains both. */
#ifndef CLIV_FAMILY_H
#define CLIV_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

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
    CLIV_VARIANTS_WAIT = 1 << CLIV_VARIANT_LAUNCHES | 1 << CLIV_VARIANT_COOPERATIVE,
    CLIV_VARIANTS_DIGITS = CLIV_VARIANTS_LOOK_BACK | 1 << CLIV_VARIANT_NONE,
    CLIV_VARIANTS_SEARCH = 1 << CLIV_VARIANT_KERNEL | 1 << CLIV_VARIANT_TILE,
    CLIV_VARIANTS_MOVE = 1 << CLIV_VARIANT_STRUCTURES | 1 << CLIV_VARIANT_WORDS
} cliv_variants;

/* The families, and the constraints of their rows for groups (nt > 1). vt is a multiple of `step` and at most `most`:
 * interval tiles are read four at a time, and if a work-item has a 32-bit word with one bit per item, vt is at most
 * 32. `odd`: with an odd vt, positions in local memory lie in different banks. */
/*   family       name         step  most  odd   variants */
/* clang-format off */
#define CLIV_TUNING_FAMILIES(X)                             \
    X(SCAN,        scan,        1,    64,   0,   LOOK_BACK) \
    X(REDUCE,      reduce,      1,    64,   0,   REDUCE)    \
    X(COMPACT,     compact,     1,    32,   0,   LOOK_BACK) \
    X(BULK,        bulk,        1,    32,   0,   NOTHING)   \
    X(SEG_REDUCE,  seg_reduce,  1,    32,   0,   LOOK_BACK) \
    X(MERGE,       merge,       1,    64,   1,   NOTHING)   \
    X(SEARCH,      search,      1,    64,   1,   NOTHING)   \
    X(SET,         set,         1,    32,   1,   LOOK_BACK) \
    X(SORT,        sort,        1,    64,   1,   WAIT)      \
    X(SEGMENTED,   segmented,   1,    32,   1,   WAIT)      \
    X(RADIX,       radix,       1,    64,   0,   DIGITS)    \
    X(EXPAND,      expand,      4,    32,   0,   SEARCH)    \
    X(EXPAND_LONG, expand_long, 4,    32,   0,   SEARCH)    \
    X(GATHER,      gather,      4,    32,   0,   SEARCH)    \
    X(MOVE,        move,        4,    32,   0,   SEARCH)    \
    X(AOS,         aos,         1,    64,   0,   MOVE)      \
    X(SOA,         soa,         1,    64,   0,   MOVE)      \
    X(COPY,        copy,        1,    64,   0,   NOTHING)   \
    X(TRANSFORM,   transform,   1,    64,   0,   NOTHING)   \
    X(HISTOGRAM,   histogram,   1,    64,   0,   NOTHING)   \
    X(SELECT,      select,      1,    32,   0,   WAIT)
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

#endif
