/* SPDX-License-Identifier: Apache-2.0 */
/* The prelude: the concatenated texts of the declarations, and helper functions for their writers. */
#include "runtime/prelude.h"
#include "runtime/lexical.h"

#include <string.h>

unsigned cliv_last_line(const char *text)
{
    unsigned line = 1;
    for (; *text; ++text)
        line += text[0] == '\n' && text[1];
    return line;
}

void cliv_prelude_macros(cliv_prelude *p, const char *text)
{
    for (cliv_lexeme name; (name = cliv_next_define(text, &text)).kind != CLIV_TEXT_END;) {
        cliv_text_append(&p->macros, name.begin, (size_t)(name.end - name.begin));
        cliv_text_append(&p->macros, " ", 1);
    }
}

static bool names_types(const cliv_prelude *p)
{
    for (const char *name = p->macros.data; name && *name; name += strcspn(name, " ") + 1)
        for (unsigned i = 0; i < p->type_count; ++i)
            if (cliv_has_word(p->types[i].name, strlen(p->types[i].name), name, strcspn(name, " ")))
                return true;
    return false;
}

void cliv_prelude_undefine(cliv_prelude *p)
{
    if (names_types(p))
        return;
    for (const char *name = p->macros.data; name && *name; name += strcspn(name, " ") + 1)
        cliv_text_add(&p->text, "#undef %.*s\n", (int)strcspn(name, " "), name);
}

/* An expression that closes a bracket it has not opened would end the function that contains it. */
static void check(cliv_prelude *p, const char *kind, const char *name, const char *expression)
{
    const char *const at = p->refused.length ? NULL : cliv_find_unbalanced(expression);
    if (!at)
        return;
    cliv_text_add(&p->refused, "%s%s is \"%s\", but must be one expression: ", kind, name, expression);
    if (*at == '/')
        cliv_text_add(&p->refused, "it contains a comment that does not end");
    else
        cliv_text_add(&p->refused, "its '%.*s' has no matching opening bracket", 1, at);
}

/* The opening text belongs to the first line of the expression, because compilers report a wrong type there. The
 * closing text belongs to the last line, because compilers report an expression that ends early there. */
void cliv_prelude_expression(cliv_prelude *p, const char *kind, const char *name, const char *cast,
                             const char *expression)
{
    const char *const open = cast ? "(" : "", *const close = cast ? ")" : "";
    check(p, kind, name, expression);
    cliv_prelude_macros(p, expression);
    cliv_text_add(&p->text, "#line 1 \"%s%s\"\n    return %s%s%s(\n#line 1 \"%s%s\"\n%s\n#line %u \"%s%s\"\n);\n", kind,
                  name, open, cast ? cast : "", close, kind, name, expression, cliv_last_line(expression), kind, name);
    cliv_text_add(&p->text, "#line 1 \"prelude\"\n}\n");
}

/* Adds the source of the `kind` called `name`, each text once. */
static void add_source(cliv_prelude *p, cliv_text *to, const char *kind, const char *name, const char *source)
{
    if (!source)
        return;
    for (unsigned i = 0; i < p->seen_count; ++i)
        if (strcmp(p->seen[i], source) == 0)
            return;
    if (p->seen_count < sizeof p->seen / sizeof *p->seen)
        p->seen[p->seen_count++] = source;
    cliv_text_add(to, "#line 1 \"source of %s %s\"\n%s\n#line 1 \"prelude\"\n", kind, name, source);
}

void cliv_prelude_source(cliv_prelude *p, const char *kind, const char *source)
{
    if (p->snippet_count == CLIV_MAX_SNIPPETS) {
        p->functions.failed = true;
        return;
    }
    if (source)
        cliv_prelude_macros(p, source);
    p->snippets[p->snippet_count].kind = kind;
    p->snippets[p->snippet_count++].source = source;
}

/* A compiler contracts only products. A call may be a function or macro that contains a product. */
void cliv_prelude_repeated(cliv_prelude *p, const char *kind, const char *expression, const char *source)
{
    if (source)
        cliv_prelude_source(p, kind, source);
    p->no_contraction = p->no_contraction || source || strpbrk(expression, "*(");
}

void cliv_prelude_declare(cliv_prelude *p, const cliv_type *type)
{
    add_source(p, &p->sources, "type", type->name, type->source);
    if (type->source)
        cliv_prelude_macros(p, type->source);
    for (unsigned i = 0; i < p->type_count; ++i)
        if (strcmp(p->types[i].name, type->name) == 0 && p->types[i].size == type->size)
            return;
    if (p->type_count == sizeof p->types / sizeof *p->types)
        return;
    cliv_text_add(&p->sources, "typedef char cliv_size_of_type_%u[sizeof(%s) == %zu ? 1 : -1];\n", p->type_count,
                  type->name, type->size);
    p->types[p->type_count++] = *type;
}

void cliv_prelude_need(cliv_prelude *p, const cliv_type *type)
{
    cliv_prelude_declare(p, type);
    p->passes_values = p->passes_values || type->source || cliv_scalar_of(type).width > 1;
}

void cliv_prelude_define(cliv_prelude *p, const char *name, size_t value)
{
    cliv_text_add(&p->text, "#define %s %zu\n", name, value);
}

void cliv_prelude_type(cliv_prelude *p, const char *alias, const cliv_type *type)
{
    cliv_prelude_need(p, type);
    cliv_text_add(&p->text, "typedef %s %s;\n", type->name, alias);
}

void cliv_prelude_write(cliv_prelude *p, const unsigned char *description, size_t length)
{
    cliv_reader r = {description, description + length};
    cliv_take(&r, &p->heading, sizeof p->heading);
    while (r.at < r.end)
        cliv_take_writer (&r)(p, &r);
    for (unsigned i = 0; i < p->snippet_count; ++i)
        add_source(p, &p->functions, "the", p->snippets[i].kind, p->snippets[i].source);
    cliv_prelude_undefine(p);
    cliv_prelude_define(p, "CLIV_COUNTED", p->counted);
    cliv_text_add(&p->text, "#define CLIV_ARRAYS_PARAMS%s\n", p->params.data ? p->params.data : "");
    if (p->members.data)
        cliv_text_add(&p->text, "typedef struct {\n%s} cliv_arrays;\n#define CLIV_ARRAYS {%s}\n", p->members.data,
                      p->initial.data ? p->initial.data : "");
}

bool cliv_prelude_failed(const cliv_prelude *p)
{
    return p->sources.failed || p->functions.failed || p->text.failed || p->params.failed || p->members.failed ||
           p->initial.failed || p->macros.failed || p->refused.failed;
}

void cliv_prelude_free(cliv_prelude *p)
{
    cliv_text_free(&p->sources);
    cliv_text_free(&p->functions);
    cliv_text_free(&p->text);
    cliv_text_free(&p->params);
    cliv_text_free(&p->members);
    cliv_text_free(&p->initial);
    cliv_text_free(&p->macros);
    cliv_text_free(&p->refused);
}
