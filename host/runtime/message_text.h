/* SPDX-License-Identifier: Apache-2.0 */
/* User-given sizes and types in messages. The text is valid until the end of the cliv_fail() call that has it as an
 * argument. */
#ifndef CLIV_MESSAGE_TEXT_H
#define CLIV_MESSAGE_TEXT_H

#include <clinterval/array.h>

#include <stddef.h>

typedef struct cliv_message_text {
    char text[128];
} cliv_message_text;
/* A size that was negative has two forms: "18446744073709551615 (-1 as a size_t)". */
cliv_message_text cliv_size_text(size_t);
cliv_message_text cliv_type_text(const cliv_type *); /* "unsigned int (OpenCL's name is uint)" */

#endif
