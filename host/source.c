/* SPDX-License-Identifier: Apache-2.0 */
/* Expansion of `#include "cliv_….clh"` from the embedded device headers. #line directives keep the compiler's messages
 * true; a header comes once, an .inl as often as it is included; other includes are left to the compiler. */
#include "internal.h"

static const char *embedded_text(const char *name, size_t length, const char **stored_name)
{
    for (size_t i = 0; i < cliv_embedded_count; ++i) {
        if (strlen(cliv_embedded_files[i].name) == length && memcmp(cliv_embedded_files[i].name, name, length) == 0) {
            *stored_name = cliv_embedded_files[i].name;
            return cliv_embedded_files[i].text;
        }
    }
    return NULL;
}

/* Is this line `#include "NAME"`? */
static bool is_include(const char *line, const char *end, const char **name, size_t *length)
{
    const char *p = line;
    while (p < end && (*p == ' ' || *p == '\t'))
        ++p;
    if (p == end || *p++ != '#')
        return false;
    while (p < end && (*p == ' ' || *p == '\t'))
        ++p;
    if ((size_t)(end - p) < 7 || memcmp(p, "include", 7) != 0)
        return false;
    for (p += 7; p < end && (*p == ' ' || *p == '\t');)
        ++p;
    if (p == end || *p++ != '"')
        return false;
    *name = p;
    while (p < end && *p != '"')
        ++p;
    *length = (size_t)(p - *name);
    return p < end;
}

enum { MAX_FILES = 64, MAX_DEPTH = 16 };
typedef struct expansion {
    cliv_text *out;
    const char *seen[MAX_FILES];
    unsigned seen_count;
} expansion;

static cliv_status expand(expansion *e, const char *text, const char *name, int depth)
{
    if (depth > MAX_DEPTH)
        return cliv_fail(CLIV_BUILD_FAILED, "%s: includes are nested more than %d deep", name, MAX_DEPTH);
    cliv_text_add(e->out, "#line 1 \"%s\"\n", name);
    for (unsigned line = 1; *text; ++line) {
        const char *end = strchr(text, '\n'), *included, *stored = NULL, *body = NULL;
        size_t length;
        end = end ? end : text + strlen(text);
        if (is_include(text, end, &included, &length))
            body = embedded_text(included, length, &stored);
        if (body) {
            bool skip = false;
            const bool stamp = length > 4 && memcmp(stored + length - 4, ".inl", 4) == 0;
            for (unsigned i = 0; i < e->seen_count && !stamp; ++i)
                skip = skip || e->seen[i] == stored;
            if (skip) {
                cliv_text_append(e->out, "\n", 1);
            } else {
                if (!stamp && e->seen_count < MAX_FILES)
                    e->seen[e->seen_count++] = stored;
                const cliv_status status = expand(e, body, stored, depth + 1);
                if (status)
                    return status;
                cliv_text_add(e->out, "#line %u \"%s\"\n", line + 1, name);
            }
        } else {
            cliv_text_append(e->out, text, (size_t)(end - text));
            cliv_text_append(e->out, "\n", 1);
        }
        text = *end ? end + 1 : end;
    }
    return e->out->failed ? cliv_fail_memory() : CLIV_SUCCESS;
}

cliv_status cliv_source_expand(const char *text, const char *name, cliv_text *expanded)
{
    expansion e = {.out = expanded};
    return expand(&e, text, name, 0);
}
