/* SPDX-License-Identifier: Apache-2.0 */
/* How messages write what a user gave: for the arguments of cliv_fail(), until its call ends. */
#ifndef CLIV_MESSAGE_TEXT_H
#define CLIV_MESSAGE_TEXT_H

#include <clinterval/array.h>

#include <stddef.h>

typedef struct cliv_message_text {
    char text[128];
} cliv_message_text;
cliv_message_text
    cliv_size_text(size_t); /* of one that was a negative number, that too: "18446744073709551615 (-1 as a size_t)" */
cliv_message_text cliv_type_text(const cliv_type *); /* "unsigned int (OpenCL's name is uint)" */

#endif
