/* SPDX-License-Identifier: Apache-2.0 */
/* A lexer for OpenCL C. */
#include "runtime/lexical.h"
#include "runtime/ascii.h"

#include <string.h>

const char *cliv_spliced(const char *p)
{
    while (p[0] == '\\' && (p[1] == '\n' || (p[1] == '\r' && p[2] == '\n')))
        p += p[1] == '\n' ? 2 : 3;
    return p;
}

const char *cliv_next_char(const char *p) { return cliv_spliced(cliv_spliced(p) + 1); }

/* Skips a comment that begins at p. *ends: false if the comment is not closed. */
static const char *past_comment(const char *p, bool *ends)
{
    *ends = true;
    if (*p != '/')
        return p;
    const char *q = cliv_next_char(p);
    if (*q == '/') {
        while (*q && *q != '\n')
            q = cliv_next_char(q);
        return q;
    }
    if (*q != '*')
        return p;
    for (q = cliv_next_char(q); *q && !(*q == '*' && *cliv_next_char(q) == '/');)
        q = cliv_next_char(q);
    *ends = *q != 0;
    return *q ? cliv_next_char(cliv_next_char(q)) : q;
}

const char *cliv_past_comment(const char *p)
{
    bool ends;
    return past_comment(p, &ends);
}

const char *cliv_past_blanks(const char *p)
{
    for (p = cliv_spliced(p);;) {
        const char *q = cliv_past_comment(p);
        if (q == p && (*p == ' ' || *p == '\t'))
            q = cliv_next_char(p);
        if (q == p)
            return p;
        p = q;
    }
}

const char *cliv_past_quoted(const char *p)
{
    const char quote = *p;
    for (p = cliv_next_char(p); *p && *p != '\n' && *p != quote; p = cliv_next_char(p))
        if (*p == '\\' && *cliv_next_char(p) && *cliv_next_char(p) != '\n')
            p = cliv_next_char(p);
    return *p == quote ? cliv_next_char(p) : p;
}

static bool is_word_char(char c)
{
    return cliv_is_digit(c) || c == '_' || (cliv_to_lower(c) >= 'a' && cliv_to_lower(c) <= 'z');
}

cliv_lexeme cliv_lexeme_at(const char *p)
{
    bool ends;
    const char *const begin = p = cliv_spliced(p);
    if (!*p)
        return (cliv_lexeme){CLIV_TEXT_END, begin, begin};
    if (cliv_is_space(*p)) {
        while (cliv_is_space(*p))
            p = cliv_next_char(p);
        return (cliv_lexeme){CLIV_BLANK, begin, p};
    }
    if ((p = past_comment(begin, &ends)) != begin)
        return (cliv_lexeme){ends ? CLIV_BLANK : CLIV_OPEN_COMMENT, begin, p};
    if (*p == '"' || *p == '\'')
        return (cliv_lexeme){CLIV_QUOTED, begin, cliv_past_quoted(p)};
    if (!is_word_char(*p))
        return (cliv_lexeme){CLIV_SIGN, begin, cliv_next_char(p)};
    while (is_word_char(*p))
        p = cliv_next_char(p);
    return (cliv_lexeme){CLIV_WORD, begin, p};
}

bool cliv_bare_text(const char *text, char *bare, size_t size)
{
    size_t length = 0;
    bool after_word = false;
    for (cliv_lexeme l = cliv_lexeme_at(text); l.kind != CLIV_TEXT_END; l = cliv_lexeme_at(l.end)) {
        if (l.kind == CLIV_OPEN_COMMENT)
            return false;
        if (l.kind == CLIV_BLANK)
            continue;
        if (l.kind == CLIV_WORD && after_word && length < size)
            bare[length++] = ' ';
        after_word = l.kind == CLIV_WORD;
        for (const char *p = l.begin; p < l.end; p = cliv_next_char(p)) {
            if (length >= size)
                return false;
            bare[length++] = *p;
        }
    }
    if (length >= size)
        return false;
    bare[length] = '\0';
    return true;
}

/* The end of the directive's line. A comment may span lines. */
static const char *past_line(const char *p)
{
    while (*p && *p != '\n') {
        const cliv_lexeme l = cliv_lexeme_at(p);
        p = l.kind == CLIV_BLANK && *l.begin != '/' ? cliv_next_char(p) : l.end;
    }
    return p;
}

const char *cliv_find_unbalanced(const char *expression)
{
    size_t depth = 0;
    bool line_begins = true;
    for (cliv_lexeme l = cliv_lexeme_at(expression); l.kind != CLIV_TEXT_END; l = cliv_lexeme_at(l.end)) {
        if (l.kind == CLIV_OPEN_COMMENT)
            return l.begin;
        if (l.kind == CLIV_BLANK) {
            line_begins = line_begins || (*l.begin != '/' && memchr(l.begin, '\n', (size_t)(l.end - l.begin)));
            continue;
        }
        if (l.kind == CLIV_SIGN && *l.begin == '#' && line_begins) {
            l.end = past_line(l.begin);
            continue;
        }
        line_begins = false;
        if (l.kind != CLIV_SIGN)
            continue;
        if (strchr("([{", *l.begin))
            ++depth;
        else if (strchr(")]}", *l.begin) && depth-- == 0)
            return l.begin;
    }
    return NULL;
}

cliv_lexeme cliv_next_define(const char *text, const char **end)
{
    bool line_begins = true;
    for (cliv_lexeme l = cliv_lexeme_at(text); l.kind != CLIV_TEXT_END; l = cliv_lexeme_at(l.end)) {
        if (l.kind == CLIV_BLANK) {
            line_begins = line_begins || (*l.begin != '/' && memchr(l.begin, '\n', (size_t)(l.end - l.begin)));
            continue;
        }
        if (line_begins && l.kind == CLIV_SIGN && *l.begin == '#') {
            const cliv_lexeme directive = cliv_lexeme_at(cliv_past_blanks(l.end));
            const cliv_lexeme name = cliv_lexeme_at(cliv_past_blanks(directive.end));
            if (directive.kind == CLIV_WORD && directive.end - directive.begin == 6 &&
                memcmp(directive.begin, "define", 6) == 0 && name.kind == CLIV_WORD) {
                *end = past_line(name.end);
                return name;
            }
            l.end = past_line(l.end);
        }
        line_begins = false;
    }
    return (cliv_lexeme){CLIV_TEXT_END, text, text};
}

bool cliv_has_word(const char *text, size_t length, const char *word, size_t word_length)
{
    const char *const end = text + length;
    for (cliv_lexeme l = cliv_lexeme_at(text); l.kind != CLIV_TEXT_END && l.end <= end; l = cliv_lexeme_at(l.end))
        if (l.kind == CLIV_WORD && (size_t)(l.end - l.begin) == word_length && memcmp(l.begin, word, word_length) == 0)
            return true;
    return false;
}
