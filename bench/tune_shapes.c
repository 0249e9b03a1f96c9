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
    enum { NOTHING, LOOKS_BACK, LAST_BLOCK, GROUPS_WAIT, SEARCHES, MOVES_WORDS, SORTS_DIGITS } mode_1;
} family;

static const family families[] = {
#define FAMILY(name, step, most, odd, mode_1) {#name, step, most, odd, mode_1},
    CLIV_TUNING_FAMILIES(FAMILY)
#undef FAMILY
};

static const struct {
    const char *family, *device;
    unsigned bytes, nt, vt, mode, items;
} built_in[] = {
#define ROW(family, device, bytes, nt, vt, mode, items) {#family, device, bytes, nt, vt, mode, items},
    CLIV_TUNING_ROWS(ROW)
#undef ROW
};

/* Shapes to try, each once. */
typedef struct list {
    tune_shape *rows;
    size_t count, room;
} list;

static void add(list *l, unsigned nt, unsigned vt, unsigned mode)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->rows[i].nt == nt && l->rows[i].vt == vt && l->rows[i].mode == mode)
            return;
    if (l->count < l->room)
        l->rows[l->count++] = (tune_shape){nt, vt, mode};
}

/* Shapes are tried in the first mode, the most promising one. The best shapes are then tried in the other mode.
 * Without the look-back guarantee, a mode that does not require it replaces the one that does. */
typedef struct modes {
    unsigned first, other;
} modes;

static modes modes_of(const family *f, bool serial, bool look_back)
{
    switch (f->mode_1) {
    case NOTHING:
        return (modes){0, 0};
    case SEARCHES:
        return (modes){0, 1};
    case MOVES_WORDS:
    case SORTS_DIGITS: /* mode 0 always selects the merge sort for numbers */
        return (modes){1, 0};
    case LOOKS_BACK:
        return (modes){serial ? 0 : look_back ? 1 : 2, 0};
    default:
        return (modes){!serial && look_back, 0};
    }
}

/* Adds the built-in rows of each kind of device for these elements and large inputs, so that the shape in use is
 * tried. Rows for OpenCL implementations selected by name are left out. */
static void add_built_in(list *l, const tune_target *target, bool serial, modes m)
{
    const char *device = "";
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (!strcmp(built_in[i].family, target->family) && built_in[i].bytes >= target->bytes &&
            (built_in[i].nt == 1) == serial && !built_in[i].items && strncmp(built_in[i].device, "name:", 5) != 0 &&
            strcmp(built_in[i].device, device) != 0) {
            device = built_in[i].device;
            add(l, built_in[i].nt, built_in[i].vt, built_in[i].mode ? (m.first ? m.first : m.other) : 0);
        }
}

static const family *family_of(const tune_target *target)
{
    const family *f = families;
    while (strcmp(f->name, target->family) != 0)
        f++;
    return f;
}

/* A few widely spaced shapes: serial ones for CPUs, or groups for all other devices. Merges prefer odd item counts per
 * work-item, because local memory accesses then use different banks. */
size_t tune_shapes(const tune_target *target, bool serial, bool look_back, tune_shape *rows, size_t room)
{
    static const unsigned coarse[] = {8, 16, 28};
    const family *const f = family_of(target);
    const modes m = modes_of(f, serial, look_back);
    list l = {rows, 0, room};
    add_built_in(&l, target, serial, m);
    if (f->mode_1 == SORTS_DIGITS)
        add(&l, serial ? 1 : 256, serial ? 16384 : 8, 0);
    for (unsigned vt = 4096; serial && vt <= 65536; vt *= 4)
        add(&l, 1, vt, m.first);
    if (serial)
        return l.count;
    if (f->mode_1 == MOVES_WORDS) { /* few items per work-item */
        add(&l, 32, 1, 1);
        add(&l, 128, 1, 1);
        add(&l, 64, 4, 0);
        return l.count;
    }
    for (size_t i = 0; i < sizeof coarse / sizeof *coarse; i++) {
        const unsigned vt = coarse[i] - f->odd;
        if (i != 1)
            add(&l, 64, vt, m.first);
        add(&l, i == 1 ? 128 : 256, vt, m.first);
    }
    return l.count;
}

/* Adds a shape if it is allowed. */
static void add_allowed(list *l, const family *f, unsigned nt, unsigned vt, unsigned mode)
{
    const unsigned least = f->mode_1 == MOVES_WORDS ? 32 : 64;
    if (nt == 1 ? vt >= 1024 && vt <= 1u << 18
                : nt >= least && nt <= 512 && vt && vt <= (f->odd ? 31 : f->most) && vt % f->step == 0)
        add(l, nt, vt, mode);
}

size_t tune_neighbours(const tune_target *target, bool look_back, tune_shape at, tune_shape *rows, size_t room)
{
    const family *const f = family_of(target);
    const bool serial = at.nt == 1;
    const modes m = modes_of(f, serial, look_back);
    const unsigned step = f->odd ? 2 : 4, odd = f->odd;
    list l = {rows, 0, room};
    if (serial || f->mode_1 == MOVES_WORDS) {
        add_allowed(&l, f, at.nt, at.vt * 2, at.mode);
        add_allowed(&l, f, at.nt, at.vt / 2, at.mode);
    } else {
        add_allowed(&l, f, at.nt, at.vt + step, at.mode);
        add_allowed(&l, f, at.nt, at.vt > step ? at.vt - step : 0, at.mode);
    }
    if (!serial) {
        add_allowed(&l, f, at.nt * 2, at.vt, at.mode);
        add_allowed(&l, f, at.nt / 2, at.vt, at.mode);
        add_allowed(&l, f, at.nt * 2, at.vt / 2 / f->step * f->step | odd, at.mode); /* the same tile size */
        add_allowed(&l, f, at.nt / 2, at.vt * 2 | odd, at.mode);
    }
    if (m.first != m.other && f->mode_1 != SORTS_DIGITS)
        add_allowed(&l, f, at.nt, at.vt, at.mode == m.first ? m.other : m.first);
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
            fprintf(out, "%-11s %-24s %5u %5u %6u %5u %9zu   # built in\n", name, device,
                    built_in[i].bytes < most ? built_in[i].bytes : most, built_in[i].nt, built_in[i].vt,
                    built_in[i].mode, built_in[i].items < size ? (size_t)built_in[i].items : size - 1);
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
