/* SPDX-License-Identifier: Apache-2.0 */
/* How messages write what a user gave: for the arguments of cliv_fail(), until its call ends. */
#ifndef CLIV_WORDS_H
#define CLIV_WORDS_H

#include <clinterval/array.h>

#include <stddef.h>

typedef struct cliv_words {
    char text[128];
} cliv_words;
cliv_words
    cliv_size_words(size_t); /* of one that was a negative number, that too: "18446744073709551615 (-1 as a size_t)" */
cliv_words cliv_type_words(const cliv_type *); /* "unsigned int (OpenCL's name is uint)" */

#endif
