/* SPDX-License-Identifier: Apache-2.0 */
/* The embedded device headers, and the expansion of their #include directives with #line. */
#ifndef CLIV_SOURCE_H
#define CLIV_SOURCE_H

#include "runtime/text.h"

#include <stddef.h>

typedef struct cliv_embedded_file {
    const char *name, *text;
} cliv_embedded_file;
extern const cliv_embedded_file cliv_embedded_files[];
extern const size_t cliv_embedded_count;
cliv_status cliv_source_expand(const char *text, const char *name, cliv_text *expanded);

#endif
