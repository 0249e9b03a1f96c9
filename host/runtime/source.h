/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C text: a lexer, and the expansion of #include directives from the embedded device headers. */
#ifndef CLIV_SOURCE_H
#define CLIV_SOURCE_H

#include "runtime/text.h"

/* ---- text as the compiler reads it: a backslash at the end of a line joins lines, and a comment is a blank. */
const char *cliv_spliced(const char *p);      /* skips backslashes that join lines */
const char *cliv_next_char(const char *p);    /* the character after this one */
const char *cliv_past_comment(const char *p); /* skips a comment that begins at p */
const char *cliv_past_quoted(const char *p);  /* skips a string or character, at most to the end of its line */
const char *cliv_past_blanks(const char *p);  /* skips blanks and comments within the line */

typedef enum cliv_lexeme_kind {
    CLIV_TEXT_END,
    CLIV_BLANK,        /* blanks, line ends or a comment */
    CLIV_OPEN_COMMENT, /* a comment that does not end */
    CLIV_WORD,         /* an identifier, or a part of a number */
    CLIV_QUOTED,       /* a string or a character */
    CLIV_SIGN          /* any other character */
} cliv_lexeme_kind;
typedef struct cliv_lexeme {
    cliv_lexeme_kind kind;
    const char *begin, *end;
} cliv_lexeme;
cliv_lexeme cliv_lexeme_at(const char *p);

/* The text without blanks and comments; one blank stays between two words. False if it does not fit into `size` bytes,
 * or if a comment does not end. */
bool cliv_bare_text(const char *text, char *bare, size_t size);

/* The first closing bracket without an opening bracket, or the first comment without an end; NULL if brackets and
 * comments are balanced. Preprocessor directives are skipped. */
const char *cliv_find_unbalanced(const char *expression);

/* The macro name of the next `#define`, and the end of its line in *end; CLIV_TEXT_END if there is none. */
cliv_lexeme cliv_next_define(const char *text, const char **end);

/* True if the first `length` characters of the text contain the word outside of comments and strings. */
bool cliv_has_word(const char *text, size_t length, const char *word, size_t word_length);

/* ---- embedded device headers */
typedef struct cliv_embedded_file {
    const char *name, *text;
} cliv_embedded_file;
extern const cliv_embedded_file cliv_embedded_files[];
extern const size_t cliv_embedded_count;
cliv_status cliv_source_expand(const char *text, const char *name, cliv_text *expanded);

#endif
