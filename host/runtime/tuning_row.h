/* SPDX-License-Identifier: Apache-2.0 */
/* A row of the tuning table (tuning.h), and the selection of the row that determines the group shape on a device. */
#ifndef CLIV_TUNING_ROW_H
#define CLIV_TUNING_ROW_H

#include "runtime/device.h"
#include "runtime/limits.h"
#include "runtime/tuning.h"

#include <clinterval/status.h>

#include <stddef.h>

typedef struct cliv_tuning {
    char family[16]; /* a family of tuning.h */
    /* "any", "cpu", "gpu", "accelerator", or "gpu:…", "vendor:…", "arch:…", "name:…", with or without "*" */
    char device[48];
    /* The row is for elements of up to this size. Of the rows of a device, the first row with enough `bytes` and
     * `items` is used. */
    unsigned bytes;
    unsigned nt, vt;
    cliv_way way;
    unsigned items; /* the row is for calls of up to this item count; 0: any count */
    /* The promises that a row of the family "device" states. Such a row has no other columns. */
    enum { CLIV_NOT_STATED, CLIV_NO, CLIV_YES } visibility, progress;
} cliv_tuning;

typedef struct cliv_tuning_table {
    cliv_tuning *rows;
    size_t count;
    cliv_limits limits;
} cliv_tuning_table;

/* Reads a tuning file, and sets the promises of the device that the file states. A row that applies to the device but
 * requires a promise or a feature that the device lacks is an error. The caller frees the rows, also after an error.
 * `variable`: the environment variable that names the file, or NULL. */
cliv_status cliv_tuning_read(const char *path, const char *variable, cliv_device *, cliv_tuning_table *);
/* Parses the text of a tuning file. `what`: the name of the text in messages. */
cliv_status cliv_tuning_parse(const char *text, const char *what, cliv_tuning_table *);
/* Returns the row for a device and a call with `items` items; SIZE_MAX: a row without a limit. Never NULL: the
 * built-in table ends with rows for any device. `table` may be NULL. */
const cliv_tuning *cliv_tuning_find(const cliv_tuning_table *table, const cliv_device *, const char *family,
                                    size_t bytes, size_t items);

/* The promises of the device: the promises that rows of the table state, otherwise the promises of its architecture.
 * */
cliv_promises cliv_tuning_promises(const cliv_tuning_table *, const cliv_device *);
/* The way of a row on a device: if the device lacks a promise that the way needs, a way that needs fewer promises. */
cliv_way cliv_tuning_way(const cliv_tuning *, cliv_promises);
bool cliv_tuning_is_for(const cliv_tuning *, const cliv_device *); /* true if the row applies to the device */
/* Writes a row as a line of a file, from the column bytes on: "4 128 16 schedule=prefix items=1000". */
void cliv_tuning_print(char *text, size_t size, const cliv_tuning *);
const char *cliv_way_column(cliv_way, const char *family); /* "schedule=prefix"; "" if the family has no column */

/* The rows that apply to a device, with their ways on the device, in each family in order of precedence. */
#define CLIV_TUNING_ONE(family, step, most, odd, ways) +1
enum { CLIV_TUNING_FAMILY_COUNT = 0 CLIV_TUNING_FAMILIES(CLIV_TUNING_ONE) };
#undef CLIV_TUNING_ONE
typedef struct cliv_tuning_choice {
    cliv_tuning *rows;
    size_t begins[CLIV_TUNING_FAMILY_COUNT + 1];
} cliv_tuning_choice;
cliv_status cliv_tuning_choose(const cliv_tuning_table *, const cliv_device *, cliv_tuning_choice *);
void cliv_tuning_choice_free(cliv_tuning_choice *);
/* Returns the row that cliv_tuning_find() returns, with its way on the device. Fast enough for every call. */
const cliv_tuning *cliv_tuning_row(const cliv_tuning_choice *, const char *family, size_t bytes, size_t items);

unsigned cliv_tuning_step(const char *family); /* the divisor of vt: interval tiles are read in fours */
/* The number of tiles that a group has in local memory at a time, by its row, if it draws tile after tile. */
unsigned cliv_tuning_tiles_held(const cliv_tuning *);

#endif
