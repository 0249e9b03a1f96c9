/* SPDX-License-Identifier: Apache-2.0 */
/* Expansion of `#include "cliv_….clh"` from the embedded device headers. Like a compiler, the code distinguishes
 * directives from comments, strings and spliced lines. #line directives keep the lines in the compiler's messages
 * right. A header is not repeated if it precedes the line in every branch of the conditionals. An .inl file is
 * included each time. Other includes are left to the compiler. */
#include "runtime/source.h"
#include "runtime/lexical.h"

#include <string.h>

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
