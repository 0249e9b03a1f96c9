/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes of groups that `clinterval tune` tries. */
#include "tune_shapes.h"
#include "runtime/tuning.h"

#include <limits.h>
#include <string.h>

static const struct {
    cliv_family family;
    const char *device;
    unsigned bytes, nt, vt;
    cliv_variant variant;
    unsigned items;
} built_in[] = {
#define ROW(family, device, bytes, nt, vt, variant, items) \
    {CLIV_FAMILY_##family, device, bytes, nt, vt, CLIV_VARIANT_##variant, items},
    CLIV_TUNING_ROWS(ROW)
#undef ROW
};

/* Shapes to try, each once. */
typedef struct list {
    tune_shape *rows;
    size_t count, capacity;
} list;

static void add(list *l, unsigned nt, unsigned vt, unsigned variant)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->rows[i].nt == nt && l->rows[i].vt == vt && l->rows[i].variant == variant)
            return;
    if (l->count < l->capacity)
        l->rows[l->count++] = (tune_shape){nt, vt, variant};
}

/* Shapes are tried in the first variant, the most promising one. The best shapes are then tried in the other. Without
 * the device's promises, a variant that does not require them replaces the variant that does. */
typedef struct variants {
    unsigned first, other;
} variants;

static variants variants_of(const cliv_family_facts *f, bool serial, bool look_back)
{
    switch (f->variants) {
    case CLIV_VARIANTS_NOTHING:
        return (variants){CLIV_VARIANT_NOTHING, CLIV_VARIANT_NOTHING};
    case CLIV_VARIANTS_SEARCH:
        return (variants){CLIV_VARIANT_KERNEL, CLIV_VARIANT_TILE};
    case CLIV_VARIANTS_MOVE:
        return (variants){CLIV_VARIANT_WORDS, CLIV_VARIANT_STRUCTURES};
    case CLIV_VARIANTS_LOOK_BACK:
    case CLIV_VARIANTS_DIGITS:
        return (variants){serial      ? CLIV_VARIANT_LAUNCHES
                          : look_back ? CLIV_VARIANT_PREFIX
                                      : CLIV_VARIANT_FALLBACK,
                          CLIV_VARIANT_LAUNCHES};
    case CLIV_VARIANTS_REDUCE:
        return (variants){!serial && look_back ? CLIV_VARIANT_LAST_GROUP : CLIV_VARIANT_LAUNCHES,
                          CLIV_VARIANT_LAUNCHES};
    default:
        return (variants){!serial && look_back ? CLIV_VARIANT_COOPERATIVE : CLIV_VARIANT_LAUNCHES,
                          CLIV_VARIANT_LAUNCHES};
    }
}

/* The variant in which a built-in shape is tried on this device. tried.first replaces `words` and variants that need
 * promises. */
static unsigned variant_on_device(variants tried, cliv_variant variant)
{
    switch (variant) {
    case CLIV_VARIANT_LAUNCHES:
    case CLIV_VARIANT_NONE:
    case CLIV_VARIANT_KERNEL:
    case CLIV_VARIANT_STRUCTURES:
        return variant;
    case CLIV_VARIANT_TILE:
        return tried.other;
    default:
        return tried.first;
    }
}

/* Adds the built-in rows of each kind of device for these elements and large inputs, so that the shape in use is
 * tried. Rows for OpenCL implementations selected by name are left out. */
static void add_built_in(list *l, const tune_target *target, bool serial, variants tried)
{
    const char *device = "";
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (built_in[i].family == target->family && built_in[i].bytes >= target->bytes &&
            (built_in[i].nt == 1) == serial && !built_in[i].items && strncmp(built_in[i].device, "name:", 5) != 0 &&
            strcmp(built_in[i].device, device) != 0) {
            device = built_in[i].device;
            add(l, built_in[i].nt, built_in[i].vt, variant_on_device(tried, built_in[i].variant));
        }
}

const char *tune_variant(cliv_family family, tune_shape shape)
{
    return shape.nt ? cliv_variant_column(family, shape.variant) : "";
}

void tune_write_row(FILE *out, cliv_family family, const char *device, unsigned bytes, tune_shape shape, size_t items,
                    const char *comment)
{
    fprintf(out, "%-11s %-24s %5u %5u %6u %-20s", cliv_family_name(family), device, bytes, shape.nt, shape.vt,
            tune_variant(family, shape));
    if (items)
        fprintf(out, " items=%zu", items);
    fprintf(out, "   # %s\n", comment);
}

/* A few widely spaced shapes: serial ones for CPUs, or groups for all other devices. Merges prefer odd item counts per
 * work-item, because local memory accesses then use different banks. */
size_t tune_shapes(const tune_target *target, bool serial, bool look_back, tune_shape *rows, size_t capacity)
{
    static const unsigned coarse[] = {8, 16, 28};
    const cliv_family_facts *const f = cliv_family_of(target->family);
    const variants tried = variants_of(f, serial, look_back);
    list l = {rows, 0, capacity};
    add_built_in(&l, target, serial, tried);
    if (f->variants == CLIV_VARIANTS_DIGITS) /* none: a merge sort, which does not use this shape */
        add(&l, serial ? 1 : 256, serial ? 16384 : 8, CLIV_VARIANT_NONE);
    for (unsigned vt = 4096; serial && vt <= 65536; vt *= 4)
        add(&l, 1, vt, tried.first);
    if (serial)
        return l.count;
    if (f->variants == CLIV_VARIANTS_MOVE) { /* shapes with few items per work-item */
        add(&l, 32, 1, CLIV_VARIANT_WORDS);
        add(&l, 128, 1, CLIV_VARIANT_WORDS);
        add(&l, 64, 4, CLIV_VARIANT_STRUCTURES);
        return l.count;
    }
    for (size_t i = 0; i < sizeof coarse / sizeof *coarse; i++) {
        const unsigned vt = coarse[i] - f->odd;
        if (i != 1)
            add(&l, 64, vt, tried.first);
        add(&l, i == 1 ? 128 : 256, vt, tried.first);
    }
    return l.count;
}

/* Adds a shape if it is allowed. */
static void add_allowed(list *l, const cliv_family_facts *f, unsigned nt, unsigned vt, unsigned variant)
{
    const unsigned least = f->variants == CLIV_VARIANTS_MOVE ? 32 : 64;
    if (nt == 1 ? vt >= 1024 && vt <= 1u << 18
                : nt >= least && nt <= 512 && vt && vt <= (f->odd ? 31 : f->most) && vt % f->step == 0)
        add(l, nt, vt, variant);
}

size_t tune_neighbours(const tune_target *target, bool look_back, tune_shape at, tune_shape *rows, size_t capacity)
{
    const cliv_family_facts *const f = cliv_family_of(target->family);
    const bool serial = at.nt == 1;
    const variants tried = variants_of(f, serial, look_back);
    const unsigned step = f->odd ? 2 : 4, odd = f->odd;
    list l = {rows, 0, capacity};
    if (serial || f->variants == CLIV_VARIANTS_MOVE) {
        add_allowed(&l, f, at.nt, at.vt * 2, at.variant);
        add_allowed(&l, f, at.nt, at.vt / 2, at.variant);
    } else {
        add_allowed(&l, f, at.nt, at.vt + step, at.variant);
        add_allowed(&l, f, at.nt, at.vt > step ? at.vt - step : 0, at.variant);
    }
    if (!serial) {
        add_allowed(&l, f, at.nt * 2, at.vt, at.variant);
        add_allowed(&l, f, at.nt / 2, at.vt, at.variant);
        add_allowed(&l, f, at.nt * 2, at.vt / 2 / f->step * f->step | odd, at.variant); /* the same tile size */
        add_allowed(&l, f, at.nt / 2, at.vt * 2 | odd, at.variant);
    }
    if (tried.first != tried.other)
        add_allowed(&l, f, at.nt, at.vt, at.variant == tried.first ? tried.other : tried.first);
    return l.count;
}

/* Built-in rows with item limits are NVIDIA's only, for devices with look-back. In the table they precede the family's
 * other rows, so keeping them does not require keeping other rows, which would hide the measured ones. */
static bool is_limited(size_t i, cliv_family family)
{
    return built_in[i].items && built_in[i].family == family && !strcmp(built_in[i].device, "arch:sm_*");
}

/* Keeps the limited rows for elements of `least` to `most` bytes, up to the last whose limit is below `size`. An
 * earlier row with a limit of `size` or more is kept with the limit size - 1: without it, its elements would use the
 * rows after it. */
static void keep_small(FILE *out, cliv_family family, const char *device, unsigned least, unsigned most, size_t size)
{
    size_t end = 0;
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (is_limited(i, family) && built_in[i].bytes >= least && built_in[i].items < size)
            end = i + 1;
    for (size_t i = 0; i < end; i++)
        if (is_limited(i, family) && built_in[i].bytes >= least)
            tune_write_row(out, family, device, built_in[i].bytes < most ? built_in[i].bytes : most,
                           (tune_shape){built_in[i].nt, built_in[i].vt, built_in[i].variant},
                           built_in[i].items < size ? (size_t)built_in[i].items : size - 1, "built in");
}

/* Small and large elements separately, because large elements are measured with smaller counts. */
void tune_keep_small(FILE *out, cliv_family family, const char *device, bool look_back, size_t size)
{
    const tune_target small = {.bytes = TUNE_SMALL_BYTES}, large = {.bytes = TUNE_SMALL_BYTES + 1};
    if (!look_back)
        return;
    keep_small(out, family, device, 1, small.bytes, tune_elements(&small, size));
    keep_small(out, family, device, large.bytes, UINT_MAX, tune_elements(&large, size));
}
