/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes of groups that `clinterval tune` tries. */
#include "../host/tuning.h"
#include "tune.h"

#include <string.h>

typedef struct family {
    const char *name;
    bool odd;
    enum { NOTHING, LOOKS_BACK, LAST_FINISHES, GROUPS_WAIT, SEARCHES, MOVES_WORDS, SORTS_DIGITS } mode_1;
} family;

static const family families[] = {
#define FAMILY(name, step, most, odd, mode_1) {#name, odd, mode_1},
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

/* Every nt with every vt from `least` on in steps, in either mode. */
static void add_all(list *l, unsigned max_nt, unsigned least, unsigned step, unsigned most, unsigned first_mode,
                    unsigned last_mode)
{
    for (unsigned nt = 64; nt <= max_nt; nt *= 2)
        for (unsigned vt = least; vt <= most; vt += step) {
            add(l, nt, vt, first_mode);
            add(l, nt, vt, last_mode);
        }
}

/* Few items for each work-item, and groups down to 32: of what moves structures, whole or by words. */
static void add_short(list *l)
{
    for (unsigned nt = 32; nt <= 512; nt *= 2)
        for (unsigned vt = 1; vt <= 8; vt *= 2)
            for (unsigned mode = 0; mode < 2; mode++)
                add(l, nt, vt, mode);
}

/* What some device has for such elements: so the shape in use is one of those that are tried. */
static void add_built_in(list *l, const tune_target *target, bool serial, unsigned mode)
{
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (!strcmp(built_in[i].family, target->family) && built_in[i].bytes >= target->bytes &&
            (built_in[i].nt == 1) == serial)
            add(l, built_in[i].nt, built_in[i].vt, built_in[i].mode ? mode : 0);
}

/* The serial shapes for CPUs, or the group shapes for everything else; one pass falls back where nothing is
 * promised. Merges like odd items a work-item, whose places in local memory lie in different banks. A radix row of
 * mode 0 leaves numbers to the merge sort. */
size_t tune_shapes(const tune_target *target, bool serial, bool look_back, tune_shape *rows, size_t room)
{
    const family *f = families;
    list l = {rows, 0, room};
    while (strcmp(f->name, target->family) != 0)
        f++;
    const bool radix = f->mode_1 == SORTS_DIGITS;
    const bool promised = f->mode_1 == LOOKS_BACK || f->mode_1 == LAST_FINISHES || f->mode_1 == GROUPS_WAIT;
    unsigned mode = promised ? !serial && look_back : f->mode_1 != NOTHING; /* the other one than 0 */
    if (f->mode_1 == LOOKS_BACK && !serial && !look_back)
        mode = 2;
    add_built_in(&l, target, serial, mode);
    if (radix)
        add(&l, serial ? 1 : 256, serial ? 16384 : 8, 0);
    for (unsigned vt = 2048; serial && vt <= 65536; vt *= 2)
        for (unsigned m = 0; m <= (f->mode_1 == SEARCHES); m++)
            add(&l, 1, vt, radix ? 1 : m);
    if (serial)
        return l.count;
    if (f->mode_1 == MOVES_WORDS)
        add_short(&l);
    else if (radix)
        add_all(&l, 512, 4, 4, 32, 1, 1);
    else if (f->odd)
        add_all(&l, 256, 5, 2, 31, 0, mode);
    else
        add_all(&l, 512, 4, 4, 32, 0, mode);
    return l.count;
}

/* Rows with limits are NVIDIA's alone, of devices that look back. */
void tune_keep_small(FILE *out, const char *name, const char *device, bool look_back, size_t size)
{
    enum { ROWS = sizeof built_in / sizeof *built_in };
    bool is_kept[ROWS];
    size_t end = 0;
    for (size_t i = 0; i < ROWS; i++) {
        is_kept[i] = look_back && !strcmp(built_in[i].family, name) && !strcmp(built_in[i].device, "arch:sm_*") &&
                     built_in[i].items < size;
        if (is_kept[i] && built_in[i].items)
            end = i + 1;
    }
    for (size_t i = 0; i < end; i++)
        if (is_kept[i])
            fprintf(out, "%-11s %-24s %5u %5u %6u %5u %9u   # built in\n", name, device, built_in[i].bytes,
                    built_in[i].nt, built_in[i].vt, built_in[i].mode, built_in[i].items);
}
