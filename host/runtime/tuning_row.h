/* SPDX-License-Identifier: Apache-2.0 */
/* A row of the tuning table, which is tuning.h, and the row that says the shape of groups on a device. */
#ifndef CLIV_TUNING_ROW_H
#define CLIV_TUNING_ROW_H

#include "runtime/device.h"
#include "runtime/tuning.h"

#include <clinterval/status.h>

#include <stddef.h>

typedef struct cliv_tuning {
    char family[16]; /* as tuning.h names them */
    /* "any", "cpu", "gpu", "accelerator", or "gpu:…", "vendor:…", "arch:…", "name:…" with "*" or without */
    char device[48];
    unsigned bytes; /* rows of the same device: the first whose bytes are not below the element's, and whose items … */
    unsigned nt, vt;
    unsigned mode;  /* as tuning.h says */
    unsigned items; /* … not below the call's; 0: of any number */
} cliv_tuning;

typedef struct cliv_tuning_table {
    cliv_tuning *rows;
    size_t count;
} cliv_tuning_table;

/* A row that applies to the device, but asks for what it does not have, is an error. The caller frees the rows, also
 * after an error. `variable`: the environment variable that names the file, or NULL. */
cliv_status cliv_tuning_read(const char *path, const char *variable, const cliv_device *, cliv_tuning_table *);
cliv_status cliv_tuning_parse(const char *text, const char *what, cliv_tuning_table *); /* what: as messages call it */
/* The row for a device and a call of so many items, SIZE_MAX: one without a limit; never NULL: the built-in table ends
 * with rows for any. `table` may be NULL. */
const cliv_tuning *cliv_tuning_find(const cliv_tuning_table *table, const cliv_device *, const char *family,
                                    size_t bytes, size_t items);

/* Whether a row for this device makes groups read data that other groups of the launch wrote. */
bool cliv_tuning_needs_fence(const cliv_tuning_table *, const cliv_device *);
bool cliv_tuning_is_for(const cliv_tuning *, const cliv_device *); /* does the row apply to the device? */

/* The rows that apply to a device, of each family in the order in which they win. */
#define CLIV_TUNING_ONE(family, step, most, odd, mode_1) +1
enum { CLIV_TUNING_FAMILY_COUNT = 0 CLIV_TUNING_FAMILIES(CLIV_TUNING_ONE) };
#undef CLIV_TUNING_ONE
typedef struct cliv_tuning_choice {
    const cliv_tuning **rows;
    size_t begins[CLIV_TUNING_FAMILY_COUNT + 1];
} cliv_tuning_choice;
cliv_status cliv_tuning_choose(const cliv_tuning_table *, const cliv_device *, cliv_tuning_choice *);
void cliv_tuning_choice_free(cliv_tuning_choice *);
/* The row that cliv_tuning_find() finds, as fast as every call needs it. */
const cliv_tuning *cliv_tuning_row(const cliv_tuning_choice *, const char *family, size_t bytes, size_t items);

unsigned cliv_tuning_step(const char *family); /* what vt is a multiple of: interval tiles count in fours */
/* How many tiles a group that draws tile after tile has in local memory, by its row. */
unsigned cliv_tuning_tiles_held(const cliv_tuning *);

#endif
