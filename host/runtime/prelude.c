/* SPDX-License-Identifier: Apache-2.0 */
/* The prelude: the concatenated texts of the declarations, and helper functions for their writers. */
#include "runtime/prelude.h"
#include "runtime/source.h"

#include <stdlib.h>
#include <string.h>

/* ---- descriptions. Every call makes at least one, by copying some hundred bytes without an allocation. */
static unsigned char *bytes_of(cliv_description *d) { return d->large ? d->large : d->small; }

const unsigned char *cliv_description_bytes(const cliv_description *d) { return d->large ? d->large : d->small; }

void cliv_description_free(cliv_description *d)
{
    free(d->large);
    *d = (cliv_description){0};
}

static unsigned char *grow(cliv_description *d, size_t bytes)
{
    const size_t held = d->large ? d->capacity : sizeof d->small;
    if (d->failed || bytes <= held - d->length)
        return d->failed ? NULL : bytes_of(d);
    const size_t capacity = cliv_max_size(2 * held, d->length + bytes);
    unsigned char *large = realloc(d->large, capacity);
    if (!large) {
        d->failed = true;
        return NULL;
    }
    if (!d->large)
        memcpy(large, d->small, d->length);
    d->large = large;
    d->capacity = capacity;
    return large;
}

void cliv_put(cliv_description *d, const void *data, size_t bytes)
{
    unsigned char *const to = grow(d, bytes);
    if (!to)
        return;
    memcpy(to + d->length, data, bytes);
    d->length += bytes;
}

void cliv_put_again(cliv_description *d, const void *data, size_t bytes)
{
    if (!d->failed)
        memcpy(bytes_of(d), data, bytes);
}

void cliv_put_writer(cliv_description *d, cliv_writer *writer) { cliv_put(d, &writer, sizeof writer); }

void cliv_put_number(cliv_description *d, size_t number) { cliv_put(d, &number, sizeof number); }

void cliv_put_name(cliv_description *d, const char *literal) { cliv_put(d, &literal, sizeof literal); }

void cliv_put_named(cliv_description *d, cliv_writer *writer, const char *literal)
{
    cliv_put_writer(d, writer);
    cliv_put_name(d, literal);
}

void cliv_put_string(cliv_description *d, const char *string)
{
    const size_t bytes = string ? strlen(string) + 1 : 0;
    cliv_put_number(d, bytes);
    if (bytes)
        cliv_put(d, string, bytes);
}

void cliv_put_type(cliv_description *d, const cliv_type *type)
{
    cliv_put_string(d, type->name);
    cliv_put_number(d, type->size);
    cliv_put_string(d, type->source);
}

void cliv_take(cliv_reader *r, void *data, size_t bytes)
{
    memcpy(data, r->at, bytes);
    r->at += bytes;
}

#define TAKE(type, function)        \
    type function(cliv_reader *r)   \
    {                               \
        type x;                     \
        cliv_take(r, &x, sizeof x); \
        return x;                   \
    }
TAKE(cliv_writer *, cliv_take_writer)
TAKE(size_t, cliv_take_number)
TAKE(const char *, cliv_take_name)
#undef TAKE

const char *cliv_take_string(cliv_reader *r)
{
    const size_t bytes = cliv_take_number(r);
    const char *const string = bytes ? (const char *)r->at : NULL;
    r->at += bytes;
    return string;
}

cliv_type cliv_take_type(cliv_reader *r)
{
    cliv_type type;
    type.name = cliv_take_string(r);
    type.size = cliv_take_number(r);
    type.source = cliv_take_string(r);
    return type;
}

/* ---- the prelude */

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
    bool failed = false;
    for (size_t k = 0; k < sizeof p->texts / sizeof *p->texts; ++k)
        failed = failed || p->texts[k].failed;
    return failed;
}

void cliv_prelude_free(cliv_prelude *p)
{
    for (size_t k = 0; k < sizeof p->texts / sizeof *p->texts; ++k)
        cliv_text_free(&p->texts[k]);
}
