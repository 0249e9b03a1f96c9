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

#endif
