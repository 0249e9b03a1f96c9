/* SPDX-License-Identifier: Apache-2.0 */
/* What a program is made of, its types and arrays: each declared by a function of the build's, and written as OpenCL C
 * by the one before it. operators.c has operators and orders. */
#include "program.h"
#include "ascii.h"
#include "context_inside.h"

#include <string.h>

size_t cliv_wide_from = ((size_t)1 << 31) - ((size_t)1 << 21); /* room for a tile past the end */

void cliv_build_begin(cliv_build *b, cliv_context *ctx, cliv_tiles tiles)
{
    cliv_tuning *t = &b->tuning;
    b->ctx = ctx;
    b->wide = tiles.largest >= cliv_wide_from;
    cliv_put(&b->description, &(cliv_heading){0}, sizeof(cliv_heading)); /* set when the program is asked for */
    *t = *cliv_tuning_row(&ctx->rows, tiles.family, tiles.bytes, tiles.items);
    if (t->nt == 1)
        return;
    const unsigned least = cliv_tuning_step(tiles.family);
    const size_t room = ctx->device.local_memory > 2048 ? (size_t)ctx->device.local_memory - 1024 : 1024;
    while (t->nt > ctx->device.work_group_limit)
        t->nt = t->nt / 2 + t->nt % 2;
    while (t->nt > 2 && (size_t)t->nt * (t->vt * tiles.local_item + tiles.local_work_item) > room) {
        if (t->vt >= 2 * least)
            t->vt = t->vt / 2 / least * least;
        else
            t->nt = t->nt / 2 + t->nt % 2;
    }
}

static void write_define(cliv_prelude *p, cliv_reader *r)
{
    const char *const name = cliv_take_name(r);
    cliv_prelude_define(p, name, cliv_take_number(r));
}

void cliv_build_define(cliv_build *b, const char *name, unsigned value)
{
    cliv_put_writer(&b->description, write_define);
    cliv_put_name(&b->description, name);
    cliv_put_number(&b->description, value);
}

static void write_type(cliv_prelude *p, cliv_reader *r)
{
    const char *const alias = cliv_take_name(r);
    const cliv_type type = cliv_take_type(r);
    cliv_prelude_type(p, alias, &type);
}

void cliv_build_type(cliv_build *b, const char *alias, const cliv_type *type)
{
    cliv_put_writer(&b->description, write_type);
    cliv_put_name(&b->description, alias);
    cliv_put_type(&b->description, type);
}

static void write_declaration(cliv_prelude *p, cliv_reader *r)
{
    const cliv_type type = cliv_take_type(r);
    cliv_prelude_declare(p, &type);
}

void cliv_build_declare(cliv_build *b, const cliv_type *type)
{
    cliv_put_writer(&b->description, write_declaration);
    cliv_put_type(&b->description, type);
}

/* An array as the text knows it: its name in both spellings, and the types of what a handle points to. */
typedef struct declared {
    const char *name;
    char NAME[32];
    size_t count;
    cliv_type types[CLIV_MAX_USER_ARRAYS];
} declared;

static void upper(const char *name, char *result, size_t size)
{
    size_t i = 0;
    for (; name[i] && i + 1 < size; ++i)
        result[i] = cliv_to_upper(name[i]);
    result[i] = '\0';
}

static void name_it(declared *a, const char *name)
{
    a->name = name;
    a->count = 0;
    upper(name, a->NAME, sizeof a->NAME);
}

/* One more array of the program: a parameter of its kernels, and a member of cliv_arrays. */
static void add_array(cliv_prelude *p, const declared *a)
{
    cliv_text_add(&p->params, " CLIV_%s_PARAMS", a->NAME);
    cliv_text_add(&p->members, "    cliv_%s %s;\n", a->name, a->name);
    cliv_text_add(&p->initial, "%sCLIV_%s_ARRAY", p->initial.length ? ", " : "", a->NAME);
}

/* What its kernels get: nothing for CLIV_NONE. */
static void pass_array(cliv_build *b, const cliv_array *a)
{
    if (cliv_is_none(a))
        return;
    if (b->array_count < CLIV_MAX_ARRAYS)
        b->arrays[b->array_count] = *a;
    ++b->array_count; /* too many are refused when they are to be compiled */
}

static void put_handle(cliv_description *d, const cliv_array *arrays, size_t count)
{
    cliv_put_number(d, count);
    for (size_t k = 0; k < count; ++k)
        cliv_put_type(d, arrays[k].type);
}

static void take_handle(declared *a, cliv_reader *r)
{
    a->count = cliv_take_number(r);
    for (size_t k = 0; k < a->count; ++k)
        a->types[k] = cliv_take_type(r);
}

/* A structure with the first index and the pointers that an expression of the user's reads, and how a kernel makes it
 * from its parameters. */
static void add_user_handle(cliv_prelude *p, const declared *a, const char *constant)
{
    const char *const name = a->name;
    cliv_text_add(&p->text, "typedef struct {\n    ulong first;\n");
    for (size_t k = 0; k < a->count; ++k) {
        cliv_prelude_need(p, &a->types[k]);
        cliv_text_add(&p->text, "    __global %s%s *a%zu;\n", constant, a->types[k].name, k);
    }
    cliv_text_add(&p->text, "} cliv_%s;\n#define CLIV_%s_ARRAY ((cliv_%s){%s_first", name, a->NAME, name, name);
    for (size_t k = 0; k < a->count; ++k)
        cliv_text_add(&p->text, ", %s_a%zu + %s_a%zu_first", name, k, name, k);
    cliv_text_add(&p->text, "})\n#define CLIV_%s_PARAMS , ulong %s_first", a->NAME, name);
    for (size_t k = 0; k < a->count; ++k)
        cliv_text_add(&p->text, ", __global %s%s *%s_a%zu, ulong %s_a%zu_first", constant, a->types[k].name, name, k,
                      name, k);
    cliv_text_add(&p->text, "\n");
}

static void write_handle(cliv_prelude *p, cliv_reader *r)
{
    declared a;
    name_it(&a, cliv_take_name(r));
    const char *const constant = cliv_take_name(r);
    take_handle(&a, r);
    add_user_handle(p, &a, constant);
    add_array(p, &a);
}

void cliv_build_handle(cliv_build *b, const char *name, const cliv_array *arrays, size_t count, const char *constant)
{
    cliv_put_writer(&b->description, write_handle);
    cliv_put_name(&b->description, name);
    cliv_put_name(&b->description, constant);
    put_handle(&b->description, arrays, count);
    pass_array(b, &(cliv_array){.generator = name, .arrays = arrays, .array_count = count});
}

static void add_user_pointers(cliv_prelude *p, const declared *a, const char *constant)
{
    for (size_t k = 0; k < a->count; ++k)
        cliv_text_add(&p->text, "    __global %s%s *const a%zu = cliv_self.a%zu;\n", constant, a->types[k].name, k, k);
}

static void add_generated(cliv_prelude *p, declared *a, const char *type, cliv_reader *r)
{
    const char *const name = a->name, *const generator = cliv_take_string(r);
    take_handle(a, r);
    add_user_handle(p, a, "const ");
    cliv_text_add(&p->text,
                  "static inline %s cliv_load_%s(cliv_%s cliv_self, cliv_index cliv_at)\n{\n"
                  "    const ulong i = cliv_self.first + cliv_at;\n",
                  type, name, name);
    add_user_pointers(p, a, "const ");
    cliv_prelude_expression(p, "generator of ", name, NULL, generator);
    cliv_text_add(&p->text,
                  "static inline %s cliv_load_%s_from(cliv_%s array, cliv_index base, uint step)\n{\n"
                  "    return cliv_load_%s(array, base + step);\n}\n",
                  type, name, name, name);
}

/* What reads a buffer. */
static void add_loads(cliv_prelude *p, const char *name, const char *type, bool number)
{
    cliv_text_add(&p->text,
                  "static inline %s cliv_load_%s(cliv_%s array, cliv_index at) { return array[at]; }\n"
                  "static inline %s cliv_load_%s_from(cliv_%s array, cliv_index base, uint step)\n{\n"
                  "    return (array + base)[step];\n}\n",
                  type, name, name, type, name, name);
    if (number)
        cliv_text_add(&p->text,
                      "typedef %s4 cliv_%s_four;\n"
                      "static inline %s4 cliv_load4_%s(cliv_%s array, cliv_index base, uint step)\n{\n"
                      "    return *(__global const %s4 *)(array + base + step);\n}\n",
                      type, name, type, name, name, type);
}

/* What writes one: single elements, four at an aligned address, eight times the same anywhere. */
static void add_stores(cliv_prelude *p, const char *name, const char *type, bool number)
{
    cliv_text_add(&p->text,
                  "static inline void cliv_store_%s(cliv_%s array, cliv_index at, %s value) { array[at] = value; }\n",
                  name, name, type);
    /* In halves: a simulator takes a vector made of four scalars for uninitialised. */
    if (number)
        cliv_text_add(&p->text,
                      "typedef %s8 cliv_%s_eight;\n"
                      "static inline void cliv_store4_%s(cliv_%s array, cliv_index at, %s a, %s b, %s c, %s d)\n{\n"
                      "    *(__global %s4 *)(array + at) = (%s4)((%s2)(a, b), (%s2)(c, d));\n}\n"
                      "#define cliv_store8_%s(array, at, values) vstore8((cliv_%s_eight)(values), 0, (array) + (at))\n",
                      type, name, name, name, type, type, type, type, type, type, type, type, name, name);
}

static void add_buffer(cliv_prelude *p, const declared *a, const cliv_type *of, cliv_access access, cliv_reader *r)
{
    const char *const name = a->name, *const NAME = a->NAME, *const type = of->name;
    const char *const constant = access == CLIV_READ ? "const " : "";
    const char *const restricted = p->heading.shared ? "" : "restrict ";
    const bool number = cliv_is_number(of), begins_later = cliv_take_number(r) != 0;
    cliv_text_add(&p->text, "typedef __global %s%s *cliv_%s;\n", constant, type, name);
    /* Arrays that begin with their buffer are programs of their own: it saves an addition at every access. */
    if (begins_later)
        cliv_text_add(&p->text,
                      "#define CLIV_%s_ARRAY (%s_base + %s_first)\n"
                      "#define CLIV_%s_PARAMS , __global %s%s *%s%s_base, ulong %s_first\n",
                      NAME, name, name, NAME, constant, type, restricted, name, name);
    else
        cliv_text_add(&p->text, "#define CLIV_%s_ARRAY (%s_base)\n#define CLIV_%s_PARAMS , __global %s%s *%s%s_base\n",
                      NAME, name, NAME, constant, type, restricted, name);
    if (number)
        cliv_text_add(&p->text, "#define cliv_is_aligned_%s(pointer) (((ulong)(pointer) & (sizeof(%s4) - 1)) == 0)\n",
                      name, type);
    (access == CLIV_READ ? add_loads : add_stores)(p, name, type, number);
}

/* An array that the call does without: it reads as 0, and what is stored in it is not even computed. */
static void add_absent(cliv_prelude *p, const declared *a, cliv_access access)
{
    const char *const name = a->name, *const NAME = a->NAME;
    cliv_text_add(&p->text,
                  "typedef int cliv_%s_element;\ntypedef __global int *cliv_%s;\n"
                  "#define CLIV_%s_PARAMS\n#define CLIV_%s_ARRAY 0\n#define cliv_is_aligned_%s(pointer) true\n",
                  name, name, NAME, NAME, name);
    if (access == CLIV_READ)
        cliv_text_add(&p->text, "#define cliv_load_%s(array, at) 0\n#define cliv_load_%s_from(array, base, step) 0\n",
                      name, name);
    else
        cliv_text_add(&p->text,
                      "#define cliv_store_%s(array, at, value) ((void)0)\n"
                      "#define cliv_store4_%s(array, at, a, b, c, d) ((void)0)\n"
                      "#define cliv_store8_%s(array, at, values) ((void)0)\n",
                      name, name, name);
}

typedef enum presence { ABSENT, BUFFER, GENERATED } presence;

static void write_array(cliv_prelude *p, cliv_reader *r)
{
    declared a;
    name_it(&a, cliv_take_name(r));
    const cliv_access access = (cliv_access)cliv_take_number(r);
    const presence kind = (presence)cliv_take_number(r);
    const cliv_type type = kind == ABSENT ? cliv_int : cliv_take_type(r);
    cliv_text_add(&p->text, "#define CLIV_HAS_%s %d\n#define CLIV_%s_IS_BUFFER %d\n#define CLIV_%s_FOURS %d\n", a.NAME,
                  kind != ABSENT, a.NAME, kind == BUFFER, a.NAME,
                  kind == BUFFER && access == CLIV_READ && cliv_is_number(&type));
    if (kind == ABSENT) {
        add_absent(p, &a, access);
    } else {
        cliv_prelude_need(p, &type);
        cliv_text_add(&p->text, "typedef %s cliv_%s_element;\n", type.name, a.name);
        if (kind == GENERATED)
            add_generated(p, &a, type.name, r);
        else
            add_buffer(p, &a, &type, access, r);
    }
    add_array(p, &a);
}

void cliv_build_array(cliv_build *b, const char *name, const cliv_array *a, cliv_access access)
{
    cliv_description *const d = &b->description;
    const presence kind = cliv_is_none(a) ? ABSENT : a->generator ? GENERATED : BUFFER;
    cliv_put_writer(d, write_array);
    cliv_put_name(d, name);
    cliv_put_number(d, access);
    cliv_put_number(d, kind);
    if (kind != ABSENT)
        cliv_put_type(d, a->type);
    if (kind == BUFFER)
        cliv_put_number(d, a->first != 0);
    if (kind == GENERATED) {
        cliv_put_string(d, a->generator);
        put_handle(d, a->arrays, a->array_count);
    }
    pass_array(b, a);
}

static void write_alias(cliv_prelude *p, cliv_reader *r)
{
    declared a;
    char OF[32];
    name_it(&a, cliv_take_name(r));
    const char *const name = a.name, *const NAME = a.NAME, *const of = cliv_take_name(r);
    upper(of, OF, sizeof OF);
    cliv_text_add(&p->text,
                  "#define CLIV_HAS_%s CLIV_HAS_%s\n#define CLIV_%s_IS_BUFFER CLIV_%s_IS_BUFFER\n"
                  "typedef cliv_%s_element cliv_%s_element;\ntypedef cliv_%s cliv_%s;\n"
                  "#define CLIV_%s_PARAMS\n#define CLIV_%s_ARRAY CLIV_%s_ARRAY\n"
                  "#define cliv_load_%s cliv_load_%s\n#define cliv_load_%s_from cliv_load_%s_from\n",
                  NAME, OF, NAME, OF, of, name, of, name, NAME, NAME, OF, name, of, name, of);
    add_array(p, &a);
}

void cliv_build_alias(cliv_build *b, const char *name, const char *of)
{
    cliv_put_writer(&b->description, write_alias);
    cliv_put_name(&b->description, name);
    cliv_put_name(&b->description, of);
}

static void write_predicate(cliv_prelude *p, cliv_reader *r)
{
    declared a;
    name_it(&a, "keep");
    const char *const keep = cliv_take_string(r), *const source = cliv_take_string(r);
    const cliv_type type = cliv_take_type(r);
    take_handle(&a, r);
    add_user_handle(p, &a, "const ");
    cliv_prelude_need(p, &type);
    cliv_prelude_source(p, "predicate", source);
    cliv_text_add(&p->text,
                  "static inline bool cliv_is_kept(cliv_keep cliv_self, const %s cliv_x, ulong i)\n{\n"
                  "    const %s x = cliv_x;\n",
                  type.name, type.name);
    add_user_pointers(p, &a, "const ");
    cliv_prelude_expression(p, "keep", "", NULL, keep);
    add_array(p, &a);
}

void cliv_build_predicate(cliv_build *b, const char *keep, const char *source, const cliv_type *type,
                          const cliv_array *arrays, size_t count)
{
    cliv_put_writer(&b->description, write_predicate);
    cliv_put_string(&b->description, keep);
    cliv_put_string(&b->description, source);
    cliv_put_type(&b->description, type);
    put_handle(&b->description, arrays, count);
    pass_array(b, &(cliv_array){.generator = keep, .arrays = arrays, .array_count = count});
}

/* Declared like the handle of a generated array, of pointers that can be written through. */
static void write_body(cliv_prelude *p, cliv_reader *r)
{
    declared a;
    name_it(&a, "user");
    const char *const body = cliv_take_string(r), *const source = cliv_take_string(r);
    take_handle(&a, r);
    add_user_handle(p, &a, "");
    cliv_prelude_source(p, "body", source);
    cliv_text_add(&p->text,
                  "static inline void cliv_body(cliv_user cliv_self, ulong i, ulong segment, ulong rank)\n{\n");
    add_user_pointers(p, &a, "");
    cliv_text_add(&p->text, "    {\n#line 1 \"body\"\n%s\n#line %u \"body\"\n}\n#line 1 \"prelude\"\n}\n", body,
                  cliv_last_line(body));
    add_array(p, &a);
}

void cliv_build_body(cliv_build *b, const char *body, const char *source, const cliv_array *arrays, size_t count)
{
    cliv_put_writer(&b->description, write_body);
    cliv_put_string(&b->description, body);
    cliv_put_string(&b->description, source);
    put_handle(&b->description, arrays, count);
    pass_array(b, &(cliv_array){.generator = body, .arrays = arrays, .array_count = count});
}
