/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C text: a lexer, and the expansion of #include directives. */
#include "runtime/source.h"

#include <string.h>

/* ---- lexer */

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

/* ---- expansion of `#include "cliv_….clh"` from the embedded device headers. Like a compiler, the code distinguishes
 * directives from comments, strings and spliced lines. #line directives keep the lines in the compiler's messages
 * right. A header is not repeated if it precedes the line in every branch of the conditionals. An .inl file is
 * included each time. Other includes are left to the compiler. */
enum { MAX_FILES = 128, MAX_DEPTH = 16, MAX_CONDITIONALS = 64 };
typedef struct conditional { /* an open #if */
    unsigned seen; /* `seen_count` at the #if: headers of a branch are missing in other branches and after it */
    bool expanded; /* a branch was expanded: compilers ignore the #line directives of branches that they skip */
} conditional;
typedef struct expansion {
    cliv_text *out;
    const char *seen[MAX_FILES]; /* headers that precede the position in every branch */
    unsigned seen_count;
    conditional conditionals[MAX_CONDITIONALS];
    unsigned depth; /* the depth of conditionals */
} expansion;

/* A line as the compiler reads it: spliced lines and lines joined by a comment are one line. */
typedef struct logical_line {
    const char *end;    /* the begin of the next line */
    const char *hash;   /* the # of a directive, or NULL */
    char directive[16]; /* the name of the directive */
    const char *name;   /* #include "NAME": where the name begins and ends */
    const char *name_end;
} logical_line;

static logical_line read_line(const char *text)
{
    logical_line line = {0};
    const char *p = cliv_past_blanks(text);
    if (*p == '#') {
        size_t length = 0;
        line.hash = p;
        for (p = cliv_past_blanks(cliv_next_char(p)); *p >= 'a' && *p <= 'z' && length + 1 < sizeof line.directive;
             p = cliv_next_char(p))
            line.directive[length++] = *p;
        p = cliv_past_blanks(p);
        if (strcmp(line.directive, "include") == 0 && *p == '"') {
            const char *begin = p = cliv_next_char(p);
            while (*p && *p != '\n' && *p != '"')
                p = cliv_next_char(p);
            if (*p == '"') {
                line.name = begin;
                line.name_end = p;
                p = cliv_next_char(p);
            }
        }
    }
    while (*p && *p != '\n') {
        const char *q = cliv_past_comment(p);
        p = q != p ? q : *p == '"' || *p == '\'' ? cliv_past_quoted(p) : cliv_next_char(p);
    }
    line.end = *p ? p + 1 : p;
    return line;
}

static const cliv_embedded_file *embedded(const logical_line *line)
{
    const size_t length = line->name ? (size_t)(line->name_end - line->name) : 0;
    for (size_t i = 0; i < cliv_embedded_count && length; ++i) {
        const cliv_embedded_file *file = &cliv_embedded_files[i];
        if (strlen(file->name) == length && memcmp(file->name, line->name, length) == 0)
            return file;
    }
    return NULL;
}

static bool is_stamp(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".inl") == 0;
}

/* Follows conditionals. `guard`: the directive opens a header's include guard. The text after the guard has been
 * included once in every branch, so headers in it do not depend on a branch. Returns true if a #line must follow the
 * directive. */
static bool follow(expansion *e, const char *directive, bool guard)
{
    if (strcmp(directive, "if") == 0 || strcmp(directive, "ifdef") == 0 || strcmp(directive, "ifndef") == 0) {
        if (e->depth < MAX_CONDITIONALS)
            e->conditionals[e->depth] = (conditional){.seen = guard ? MAX_FILES : e->seen_count};
        ++e->depth;
        return false;
    }
    const bool ends = strcmp(directive, "endif") == 0;
    if (!e->depth || (!ends && strcmp(directive, "else") != 0 && strcmp(directive, "elif") != 0))
        return false;
    const unsigned level = e->depth - 1;
    e->depth -= ends;
    if (level >= MAX_CONDITIONALS)
        return true;
    if (e->conditionals[level].seen < e->seen_count)
        e->seen_count = e->conditionals[level].seen;
    return e->conditionals[level].expanded;
}

/* True if the header must be included here. An .inl file always is. */
static bool is_new(expansion *e, const char *name)
{
    if (is_stamp(name))
        return true;
    for (unsigned i = 0; i < e->seen_count; ++i)
        if (e->seen[i] == name)
            return false;
    if (e->seen_count < MAX_FILES && e->depth <= MAX_CONDITIONALS)
        e->seen[e->seen_count++] = name;
    return true;
}

static unsigned lines_in(const char *begin, const char *end)
{
    unsigned lines = 0;
    for (; begin < end; ++begin)
        lines += *begin == '\n';
    return lines;
}

static cliv_status expand(expansion *e, const char *text, const char *name, int depth);

/* Replaces the line that includes a header by the header. Comments around the directive stay. The caller adds the rest
 * of the line, whose number is `number`. */
static cliv_status include(expansion *e, const char *text, const logical_line *line, const cliv_embedded_file *file,
                           const char *name, unsigned number, int depth)
{
    cliv_text_append(e->out, text, (size_t)(line->hash - text));
    if (!is_new(e, file->name)) {
        for (unsigned i = lines_in(line->hash, line->name_end); i; --i)
            cliv_text_append(e->out, "\n", 1);
        return CLIV_SUCCESS;
    }
    cliv_text_append(e->out, "\n", 1);
    const cliv_status status = expand(e, file->text, file->name, depth + 1);
    for (unsigned i = 0; i < e->depth && i < MAX_CONDITIONALS; ++i)
        e->conditionals[i].expanded = true;
    cliv_text_add(e->out, "#line %u \"%s\"\n", number, name);
    return status;
}

static cliv_status expand(expansion *e, const char *text, const char *name, int depth)
{
    bool may_guard = depth > 0 && !is_stamp(name); /* the first directive of a header */
    if (depth > MAX_DEPTH)
        return cliv_fail(CLIV_BUILD_FAILED, "%s: includes are nested more than %d deep", name, MAX_DEPTH);
    cliv_text_add(e->out, "#line 1 \"%s\"\n", name);
    for (unsigned number = 1; *text;) {
        const logical_line line = read_line(text);
        const cliv_embedded_file *file = embedded(&line);
        const char *rest = text;
        if (file) {
            rest = line.name_end + 1;
            number += lines_in(text, rest);
            CLIV_PASS(include(e, text, &line, file, name, number, depth));
        }
        cliv_text_append(e->out, rest, (size_t)(line.end - rest));
        if (line.end[-1] != '\n')
            cliv_text_append(e->out, "\n", 1);
        number += lines_in(rest, line.end);
        if (line.hash && follow(e, line.directive, may_guard && strcmp(line.directive, "ifndef") == 0))
            cliv_text_add(e->out, "#line %u \"%s\"\n", number, name);
        may_guard = may_guard && !line.hash;
        text = line.end;
    }
    return e->out->failed ? cliv_fail_memory() : CLIV_SUCCESS;
}

cliv_status cliv_source_expand(const char *text, const char *name, cliv_text *expanded)
{
    expansion e = {.out = expanded};
    return expand(&e, text, name, 0);
}
