/* SPDX-License-Identifier: Apache-2.0 */
/* A growing string. After a failed allocation `failed` is set, and nothing more is added. */
#ifndef CLIV_TEXT_H
#define CLIV_TEXT_H

#include "runtime/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_text {
    char *data;
    size_t length, capacity;
    bool failed;
} cliv_text;
void cliv_text_add(cliv_text *, const char *format, ...) CLIV_PRINTF(2, 3);
void cliv_text_append(cliv_text *, const char *data, size_t length);
void cliv_text_free(cliv_text *);
cliv_status cliv_read_file(const char *path, const char *what, cliv_text *); /* `what`: the file in messages */

#endif
