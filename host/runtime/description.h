/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptions of programs. The bytes of a description are the key of the program cache, and the prelude is written
 * from these bytes alone. A declaration is the address of the writer function followed by its arguments in the order
 * in which it reads them. */
#ifndef CLIV_DESCRIPTION_H
#define CLIV_DESCRIPTION_H

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct cliv_description {
    size_t length, capacity;
    unsigned char *large; /* all bytes, when they do not fit into `small` */
    bool failed;          /* out of memory: nothing more is added */
    unsigned char small[1536];
} cliv_description;
typedef struct cliv_reader {
    const unsigned char *at, *end;
} cliv_reader;
struct cliv_prelude;
typedef void cliv_writer(struct cliv_prelude *, cliv_reader *);

const unsigned char *cliv_description_bytes(const cliv_description *);
void cliv_description_free(cliv_description *);

void cliv_put(cliv_description *, const void *, size_t);
void cliv_put_again(cliv_description *, const void *, size_t); /* overwrites the first bytes */
void cliv_put_writer(cliv_description *, cliv_writer *);
void cliv_put_number(cliv_description *, size_t);
void cliv_put_name(cliv_description *, const char *literal); /* a literal of the library: compared by address */
void cliv_put_string(cliv_description *, const char *);      /* a user-defined string, or NULL: compared by text */
void cliv_put_type(cliv_description *, const cliv_type *);

void cliv_take(cliv_reader *, void *, size_t);
cliv_writer *cliv_take_writer(cliv_reader *);
size_t cliv_take_number(cliv_reader *);
const char *cliv_take_name(cliv_reader *);
const char *cliv_take_string(cliv_reader *); /* points into the description */
cliv_type cliv_take_type(cliv_reader *);

#endif
