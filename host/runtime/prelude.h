/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptions of programs, and the prelude, the text that is written from a description if the cache does not have
 * the program. */
#ifndef CLIV_PRELUDE_H
#define CLIV_PRELUDE_H

#include "runtime/array_use.h"
#include "runtime/text.h"

/* ---- descriptions. The bytes of a description are the key of the program cache, and the prelude is written
 * from these bytes alone. A declaration is the address of the writer function followed by its arguments in the order
 * in which it reads them. */
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
void cliv_put_named(cliv_description *, cliv_writer *, const char *literal); /* a writer, and its first argument */
void cliv_put_string(cliv_description *, const char *); /* a user-defined string, or NULL: compared by text */
void cliv_put_type(cliv_description *, const cliv_type *);

void cliv_take(cliv_reader *, void *, size_t);
cliv_writer *cliv_take_writer(cliv_reader *);
size_t cliv_take_number(cliv_reader *);
const char *cliv_take_name(cliv_reader *);
const char *cliv_take_string(cliv_reader *); /* points into the description */
cliv_type cliv_take_type(cliv_reader *);

/* ---- the prelude */

enum {
    CLIV_MAX_ARRAYS = 20,
    CLIV_MAX_TYPES = CLIV_MAX_ARRAYS * (CLIV_MAX_USER_ARRAYS + 1),
    CLIV_MAX_SNIPPETS = 8 /* per program: its operator, order, predicate, body */
};

/* The heading precedes the declarations. It has no padding, because it is compared as bytes. */
typedef struct cliv_heading {
    const char *file; /* the kernel file: a literal */
    size_t nt, vt;
    size_t wide;   /* 64-bit indices */
    size_t shared; /* an output may be an input: pointers are not restrict */
} cliv_heading;

/* Strings and types point into the description, which must outlive the prelude. */
typedef struct cliv_prelude {
    cliv_heading heading;
    union {
        struct {
            cliv_text sources;   /* user-defined declarations of types, each once */
            cliv_text functions; /* user-defined declarations for operators and bodies */
            cliv_text text;
            cliv_text params;           /* of all arrays */
            cliv_text members, initial; /* the members of cliv_arrays, and the initialisers in kernels */
            cliv_text macros;  /* names of the macros that the caller's texts define, each followed by a blank */
            cliv_text refused; /* the message for an expression whose brackets are not balanced; or empty */
        };
        cliv_text texts[8]; /* all of them */
    };
    const char *seen[CLIV_MAX_TYPES + CLIV_MAX_SNIPPETS];
    unsigned seen_count;
    struct {
        const char *kind, *source;
    } snippets[CLIV_MAX_SNIPPETS]; /* their sources are written after the sources of all types */
    unsigned snippet_count;
    cliv_type types[CLIV_MAX_TYPES]; /* their sizes are checked on the device when the build fails */
    unsigned type_count;
    size_t registers;    /* the limit per work-item; 0: no limit */
    bool passes_values;  /* kernels pass structures or vectors by value */
    bool accumulates;    /* kernels combine values with an operator */
    bool converts;       /* kernels convert input elements to another type */
    bool counted;        /* an array of the program has a device-side length */
    bool no_contraction; /* kernels evaluate an expression with a product more than once */
} cliv_prelude;

void cliv_prelude_write(cliv_prelude *, const unsigned char *description, size_t length); /* zero-initialised before */
bool cliv_prelude_failed(const cliv_prelude *);                                           /* out of memory */
void cliv_prelude_free(cliv_prelude *);

/* For writers of declarations. */
void cliv_prelude_define(cliv_prelude *, const char *name, size_t value);
/* Declares a type; its size is checked when the program is built. cliv_prelude_need() is for types whose values
 * kernels handle. */
void cliv_prelude_declare(cliv_prelude *, const cliv_type *);
void cliv_prelude_need(cliv_prelude *, const cliv_type *);
void cliv_prelude_type(cliv_prelude *, const char *alias, const cliv_type *);
void cliv_prelude_macros(cliv_prelude *, const char *text); /* stores the names of the macros that the text defines */
/* Undefines the caller's macros after the last expression: `#define n 5` must not change a variable n of the library.
 * If a macro is the name of a type, all macros stay defined, because kernels use the type. */
void cliv_prelude_undefine(cliv_prelude *);
/* Adds the source of an expression of this kind; it may be NULL. The source is written after the declarations of the
 * types, and only once if the text is already there. */
void cliv_prelude_source(cliv_prelude *, const char *kind, const char *source);
/* As cliv_prelude_source(), for an expression that is evaluated more than once. All evaluations must give the same
 * result. */
void cliv_prelude_repeated(cliv_prelude *, const char *kind, const char *expression, const char *source);
/* Writes `return (CAST)(EXPRESSION);` and the end of the function. A NULL cast is omitted. The compiler reports these
 * lines under the name made of `kind` and `name`. */
void cliv_prelude_expression(cliv_prelude *, const char *kind, const char *name, const char *cast,
                             const char *expression);
unsigned cliv_last_line(const char *text); /* the number of the last line */

#endif
