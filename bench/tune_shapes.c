/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes of groups that `clinterval tune` tries. */
#include "tune_shapes.h"
#include "runtime/tuning.h"

#include <limits.h>
#include <string.h>

typedef struct family {
    const char *name;
    unsigned step, most; /* of vt */
    bool odd;
    cliv_ways ways;
} family;

static const family families[] = {
#define FAMILY(name, step, most, odd, ways) {#name, step, most, odd, CLIV_WAYS_##ways},
    CLIV_TUNING_FAMILIES(FAMILY)
#undef FAMILY
};

static const struct {
    const char *family, *device;
    unsigned bytes, nt, vt;
    cliv_way way;
    unsigned items;
} built_in[] = {
#define ROW(family, device, bytes, nt, vt, way, items) {#family, device, bytes, nt, vt, CLIV_WAY_##way, items},
    CLIV_TUNING_ROWS(ROW)
#undef ROW
};

/* Shapes to try, each once. */
typedef struct list {
    tune_shape *rows;
    size_t count, capacity;
} list;

static void add(list *l, unsigned nt, unsigned vt, unsigned way)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->rows[i].nt == nt && l->rows[i].vt == vt && l->rows[i].way == way)
            return;
    if (l->count < l->capacity)
        l->rows[l->count++] = (tune_shape){nt, vt, way};
}

/* Shapes are tried in the first way, the most promising one. The best shapes are then tried in the other way. Without
 * the device's promises, a way that does not require them replaces the way that does. */
typedef struct ways {
    unsigned first, other;
} ways;

static ways ways_of(const family *f, bool serial, bool look_back)
{
    switch (f->ways) {
    case CLIV_WAYS_NOTHING:
        return (ways){CLIV_WAY_NOTHING, CLIV_WAY_NOTHING};
    case CLIV_WAYS_SEARCH:
        return (ways){CLIV_WAY_KERNEL, CLIV_WAY_TILE};
    case CLIV_WAYS_MOVE:
        return (ways){CLIV_WAY_WORDS, CLIV_WAY_STRUCTURES};
    case CLIV_WAYS_LOOK_BACK:
    case CLIV_WAYS_DIGITS:
        return (ways){serial ? CLIV_WAY_LAUNCHES : look_back ? CLIV_WAY_PREFIX : CLIV_WAY_FALLBACK, CLIV_WAY_LAUNCHES};
    case CLIV_WAYS_REDUCE:
        return (ways){!serial && look_back ? CLIV_WAY_LAST_GROUP : CLIV_WAY_LAUNCHES, CLIV_WAY_LAUNCHES};
    default:
        return (ways){!serial && look_back ? CLIV_WAY_COOPERATIVE : CLIV_WAY_LAUNCHES, CLIV_WAY_LAUNCHES};
    }
}

/* The way in which a built-in shape is tried: a way that uses promises or words is replaced by the first way here. */
static unsigned way_here(ways w, cliv_way way)
{
    switch (way) {
    case CLIV_WAY_LAUNCHES:
    case CLIV_WAY_NONE:
    case CLIV_WAY_KERNEL:
    case CLIV_WAY_STRUCTURES:
        return way;
    case CLIV_WAY_TILE:
        return w.other;
    default:
        return w.first;
    }
}

/* Adds the built-in rows of each kind of device for these elements and large inputs, so that the shape in use is
 * tried. Rows for OpenCL implementations selected by name are left out. */
static void add_built_in(list *l, const tune_target *target, bool serial, ways w)
{
    const char *device = "";
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (!strcmp(built_in[i].family, target->family) && built_in[i].bytes >= target->bytes &&
            (built_in[i].nt == 1) == serial && !built_in[i].items && strncmp(built_in[i].device, "name:", 5) != 0 &&
            strcmp(built_in[i].device, device) != 0) {
            device = built_in[i].device;
            add(l, built_in[i].nt, built_in[i].vt, way_here(w, built_in[i].way));
        }
}

static const family *family_of(const tune_target *target)
{
    const family *f = families;
    while (strcmp(f->name, target->family) != 0)
        f++;
    return f;
}

const char *tune_way(const char *name, tune_shape shape)
{
    static const char *const texts[] = {
#define WAY(way, column, value) #column "=" #value,
        CLIV_TUNING_WAYS(WAY)
#undef WAY
    };
    const tune_target target = {.family = name};
    return shape.nt && family_of(&target)->ways ? texts[shape.way] : "";
}

void tune_write_row(FILE *out, const char *name, const char *device, unsigned bytes, tune_shape shape, size_t items,
                    const char *comment)
{
    fprintf(out, "%-11s %-24s %5u %5u %6u %-20s", name, device, bytes, shape.nt, shape.vt, tune_way(name, shape));
    if (items)
        fprintf(out, " items=%zu", items);
    fprintf(out, "   # %s\n", comment);
}

/* A few widely spaced shapes: serial ones for CPUs, or groups for all other devices. Merges prefer odd item counts per
 * work-item, because local memory accesses then use different banks. */
size_t tune_shapes(const tune_target *target, bool serial, bool look_back, tune_shape *rows, size_t capacity)
{
    static const unsigned coarse[] = {8, 16, 28};
    const family *const f = family_of(target);
    const ways w = ways_of(f, serial, look_back);
    list l = {rows, 0, capacity};
    add_built_in(&l, target, serial, w);
    if (f->ways == CLIV_WAYS_DIGITS) /* no passes: a merge sort with any shape */
        add(&l, serial ? 1 : 256, serial ? 16384 : 8, CLIV_WAY_NONE);
    for (unsigned vt = 4096; serial && vt <= 65536; vt *= 4)
        add(&l, 1, vt, w.first);
    if (serial)
        return l.count;
    if (f->ways == CLIV_WAYS_MOVE) { /* few items per work-item */
        add(&l, 32, 1, CLIV_WAY_WORDS);
        add(&l, 128, 1, CLIV_WAY_WORDS);
        add(&l, 64, 4, CLIV_WAY_STRUCTURES);
        return l.count;
    }
    for (size_t i = 0; i < sizeof coarse / sizeof *coarse; i++) {
        const unsigned vt = coarse[i] - f->odd;
        if (i != 1)
            add(&l, 64, vt, w.first);
        add(&l, i == 1 ? 128 : 256, vt, w.first);
    }
    return l.count;
}

/* Adds a shape if it is allowed. */
static void add_allowed(list *l, const family *f, unsigned nt, unsigned vt, unsigned way)
{
    const unsigned least = f->ways == CLIV_WAYS_MOVE ? 32 : 64;
    if (nt == 1 ? vt >= 1024 && vt <= 1u << 18
                : nt >= least && nt <= 512 && vt && vt <= (f->odd ? 31 : f->most) && vt % f->step == 0)
        add(l, nt, vt, way);
}

size_t tune_neighbours(const tune_target *target, bool look_back, tune_shape at, tune_shape *rows, size_t capacity)
{
    const family *const f = family_of(target);
    const bool serial = at.nt == 1;
    const ways w = ways_of(f, serial, look_back);
    const unsigned step = f->odd ? 2 : 4, odd = f->odd;
    list l = {rows, 0, capacity};
    if (serial || f->ways == CLIV_WAYS_MOVE) {
        add_allowed(&l, f, at.nt, at.vt * 2, at.way);
        add_allowed(&l, f, at.nt, at.vt / 2, at.way);
    } else {
        add_allowed(&l, f, at.nt, at.vt + step, at.way);
        add_allowed(&l, f, at.nt, at.vt > step ? at.vt - step : 0, at.way);
    }
    if (!serial) {
        add_allowed(&l, f, at.nt * 2, at.vt, at.way);
        add_allowed(&l, f, at.nt / 2, at.vt, at.way);
        add_allowed(&l, f, at.nt * 2, at.vt / 2 / f->step * f->step | odd, at.way); /* the same tile size */
        add_allowed(&l, f, at.nt / 2, at.vt * 2 | odd, at.way);
    }
    if (w.first != w.other)
        add_allowed(&l, f, at.nt, at.vt, at.way == w.first ? w.other : w.first);
    return l.count;
}

/* Built-in rows with item limits are NVIDIA's only, for devices with look-back. In the table they precede the family's
 * other rows, so keeping them does not require keeping other rows, which would hide the measured ones. */
static bool is_limited(size_t i, const char *name)
{
    return built_in[i].items && !strcmp(built_in[i].family, name) && !strcmp(built_in[i].device, "arch:sm_*");
}

/* Keeps the limited rows for elements of `least` to `most` bytes, up to the last whose limit is below `size`. An
 * earlier row with a limit of `size` or more is kept with the limit size - 1: without it, its elements would use the
 * rows after it. */
static void keep_small(FILE *out, const char *name, const char *device, unsigned least, unsigned most, size_t size)
{
    size_t end = 0;
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (is_limited(i, name) && built_in[i].bytes >= least && built_in[i].items < size)
            end = i + 1;
    for (size_t i = 0; i < end; i++)
        if (is_limited(i, name) && built_in[i].bytes >= least)
            tune_write_row(out, name, device, built_in[i].bytes < most ? built_in[i].bytes : most,
                           (tune_shape){built_in[i].nt, built_in[i].vt, built_in[i].way},
                           built_in[i].items < size ? (size_t)built_in[i].items : size - 1, "built in");
}

/* Small and large elements separately, because large elements are measured with smaller counts. */
void tune_keep_small(FILE *out, const char *name, const char *device, bool look_back, size_t size)
{
    const tune_target small = {.bytes = TUNE_SMALL_BYTES}, large = {.bytes = TUNE_SMALL_BYTES + 1};
    if (!look_back)
        return;
    keep_small(out, name, device, 1, small.bytes, tune_elements(&small, size));
    keep_small(out, name, device, large.bytes, UINT_MAX, tune_elements(&large, size));
}
