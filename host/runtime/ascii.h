/* SPDX-License-Identifier: Apache-2.0 */
/* ASCII letters, digits and blanks, independent of the locale: in a Turkish locale toupper('i') is not 'I'. */
#ifndef CLIV_ASCII_H
#define CLIV_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline bool cliv_is_digit(char c) { return c >= '0' && c <= '9'; }

static inline bool cliv_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

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

#endif
