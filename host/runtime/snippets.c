/* SPDX-License-Identifier: Apache-2.0 */
/* Predicates and bodies: user-defined text with captured arrays, as functions that kernels call. */
#include "runtime/captures.h"
#include "runtime/program.h"

static void write_predicate(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    cliv_declare(&a, "keep");
    const char *const name = cliv_take_name(r), *const keep = cliv_take_string(r), *const source = cliv_take_string(r);
    const cliv_type type = cliv_take_type(r);
    cliv_take_captures(&a, r);
    cliv_prelude_handle(p, &a, "const ");
    cliv_prelude_need(p, &type);
    cliv_prelude_repeated(p, "predicate", keep, source);
    cliv_prelude_bounds(p, &a, "const ");
    cliv_text_add(&p->text,
                  "static inline bool cliv_is_kept(cliv_keep cliv_self, const %s cliv_x, ulong i)\n{\n"
                  "    const %s x = cliv_x;\n",
                  type.name, type.name);
    cliv_prelude_variables(p, &a, "const ");
    cliv_prelude_expression(p, name, "", NULL, keep);
    cliv_prelude_no_bounds(p, &a);
    cliv_prelude_add_array(p, &a);
}

void cliv_build_predicate(cliv_build *b, const char *name, const char *keep, const char *source, const cliv_type *type,
                          const cliv_array *arrays, size_t count)
{
    cliv_put_writer(&b->description, write_predicate);
    cliv_put_name(&b->description, name);
    cliv_put_string(&b->description, keep);
    cliv_put_string(&b->description, source);
    cliv_put_type(&b->description, type);
    cliv_put_captures(&b->description, arrays, count, cliv_has_bounds(keep, source), false);
    cliv_build_pass(b, &(cliv_array){.generator = keep, .source = source, .arrays = arrays, .array_count = count});
}

/* Declared like the handle of a generated array, but with pointers to writable elements. */
static void write_body(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    cliv_declare(&a, "user");
    const char *const variables = cliv_take_name(r);
    const char *const body = cliv_take_string(r), *const source = cliv_take_string(r);
    cliv_take_captures(&a, r);
    cliv_prelude_handle(p, &a, "");
    cliv_prelude_source(p, "body", source);
    cliv_prelude_macros(p, body);
    cliv_prelude_bounds(p, &a, "");
    cliv_text_add(&p->text, "static inline void cliv_body(cliv_user cliv_self, %s)\n{\n", variables);
    cliv_prelude_variables(p, &a, "");
    cliv_text_add(&p->text, "    {\n#line 1 \"body\"\n%s\n#line %u \"body\"\n}\n#line 1 \"prelude\"\n}\n", body,
                  cliv_last_line(body));
    cliv_prelude_no_bounds(p, &a);
    cliv_prelude_add_array(p, &a);
}

void cliv_build_body(cliv_build *b, const cliv_body *body)
{
    cliv_put_writer(&b->description, write_body);
    cliv_put_name(&b->description, body->variables);
    cliv_put_string(&b->description, body->text);
    cliv_put_string(&b->description, body->source);
    cliv_put_captures(&b->description, body->arrays, body->array_count, cliv_has_bounds(body->text, body->source),
                      body->apart);
    cliv_build_pass(b, &(cliv_array){.generator = body->text,
                                     .source = body->source,
                                     .arrays = body->arrays,
                                     .array_count = body->array_count});
}
