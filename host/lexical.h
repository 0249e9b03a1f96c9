/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C text as the compiler reads it: lines that end with a backslash go on, and a comment is a blank. */
#ifndef CLIV_LEXICAL_H
#define CLIV_LEXICAL_H

#include <stdbool.h>
#include <stddef.h>

const char *cliv_spliced(const char *p);      /* past backslashes that splice lines */
const char *cliv_next_char(const char *p);    /* the character after this one */
const char *cliv_past_comment(const char *p); /* past the comment that begins here; p itself if none does */
const char *cliv_past_quoted(const char *p);  /* past the string or character; it ends with its line at the latest */
const char *cliv_past_blanks(const char *p);  /* and comments, within the line */

typedef enum cliv_lexeme_kind {
    CLIV_TEXT_END,
    CLIV_BLANK,        /* blanks, line ends and a comment, if any of them */
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

/* The closing bracket that has no opening one in the expression, or the comment that does not end; NULL if the text is
 * one expression as far as brackets and comments say. Lines of preprocessor directives do not count. */
const char *cliv_breaks_out(const char *expression);

/* The name that the next `#define` in the text defines, and the end of its line; CLIV_TEXT_END if there is none. */
cliv_lexeme cliv_next_define(const char *text, const char **end);

/* Do the `length` characters of a text contain this word, outside of comments and strings? */
bool cliv_has_word(const char *text, size_t length, const char *word, size_t word_length);

#endif
