/* SPDX-License-Identifier: Apache-2.0 */
/* Strings: a growing string, the contents of a file, ASCII characters; and arithmetic on sizes. */
#ifndef CLIV_TEXT_H
#define CLIV_TEXT_H

#include "runtime/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* After a failed allocation `failed` is set, and nothing more is added. */
typedef struct cliv_text {
    char *data;
    size_t length, capacity;
    bool failed;
} cliv_text;
void cliv_text_add(cliv_text *, const char *format, ...) CLIV_PRINTF(2, 3);
void cliv_text_append(cliv_text *, const char *data, size_t length);
void cliv_text_free(cliv_text *);
cliv_status cliv_read_file(const char *path, const char *what, cliv_text *); /* `what`: the file in messages */

/* ASCII letters, digits and blanks, independent of the locale: in a Turkish locale toupper('i') is not 'I'. */
static inline bool cliv_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool cliv_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/* Reads up to nine digits, and returns their count. */
static inline size_t cliv_read_digits(const char *text, unsigned *number)
{
    size_t digits = 0;
    for (*number = 0; digits < 9 && cliv_is_digit(text[digits]); ++digits)
        *number = 10 * *number + (unsigned)(text[digits] - '0');
    return digits;
}
static inline char cliv_to_lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }
static inline char cliv_to_upper(char c) { return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c); }

/* True if `text` contains the first `length` characters of `part`. The comparison ignores case. */
static inline bool cliv_contains(const char *text, const char *part, size_t length)
{
    for (;; ++text) {
        size_t k = 0;
        while (k < length && text[k] && cliv_to_lower(text[k]) == cliv_to_lower(part[k]))
            ++k;
        if (k == length || !*text)
            return k == length;
    }
}

static inline size_t cliv_ceil_div(size_t a, size_t b) { return a / b + (a % b != 0); }
static inline size_t cliv_min_size(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t cliv_max_size(size_t a, size_t b) { return a > b ? a : b; }
static inline unsigned cliv_log2(size_t n) { return n > 1 ? 1 + cliv_log2(n / 2) : 0; }
/* SIZE_MAX if the product overflows a size_t: no memory is that large. */
static inline size_t cliv_product(size_t a, size_t b) { return b && a > SIZE_MAX / b ? SIZE_MAX : a * b; }

#endif
