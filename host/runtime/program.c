/* SPDX-License-Identifier: Apache-2.0 */
/* The types and arrays of a program. Each cliv_build_… function adds a declaration to the description, and the writer
 * function before it writes the declaration as OpenCL C. Operators and orders are in operators.c. */
#include "runtime/program.h"
#include "runtime/captures.h"
#include "runtime/context_inside.h"
#include "runtime/local_memory.h"

#include <string.h>

void cliv_build_begin(cliv_build *b, cliv_context *ctx, cliv_tiles tiles)
{
    cliv_tuning *t = &b->tuning;
    b->ctx = ctx;
    b->wide = (tiles.largest ? tiles.largest : tiles.items) >= ctx->limits.wide_from;
    cliv_put(&b->description, &(cliv_heading){0}, sizeof(cliv_heading)); /* set by cliv_program_for() */
    *t = *cliv_tuning_row(&ctx->rows, tiles.family, tiles.bytes, tiles.items);
    if (t->nt == 1)
        return;
    const unsigned least = cliv_family_of(tiles.family)->step;
    const size_t budget = ctx->device.local_memory > 2048 ? (size_t)ctx->device.local_memory - 1024 : 1024;
    while (t->nt > ctx->device.work_group_limit)
        t->nt = t->nt / 2 + t->nt % 2;
    while (t->nt > 2 && cliv_local_bytes_of_group(b, &tiles) > budget) {
        if (t->vt > 2 && t->vt % 2) /* vt stays odd and as large as possible */
            t->vt -= 2;
        else if (t->vt >= 2 * least)
            t->vt = t->vt / 2 / least * least;
        else
            t->nt = t->nt / 2 + t->nt % 2;
    }
}

void cliv_build_begin_small(cliv_build *b, cliv_context *ctx, size_t items)
{
    cliv_build_begin(b, ctx, (cliv_tiles){.family = CLIV_FAMILY_MOVE, .bytes = 4, .items = items});
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

static void write_include(cliv_prelude *p, cliv_reader *r)
{
    cliv_text_add(&p->text, "#include \"%s\"\n", cliv_take_name(r));
}

void cliv_build_include(cliv_build *b, const char *header)
{
    cliv_put_writer(&b->description, write_include);
    cliv_put_name(&b->description, header);
}

static void write_registers(cliv_prelude *p, cliv_reader *r) { p->registers = cliv_take_number(r); }

void cliv_build_registers(cliv_build *b, unsigned most)
{
    cliv_put_writer(&b->description, write_registers);
    cliv_put_number(&b->description, most);
}

static void write_passes_values(cliv_prelude *p, cliv_reader *r)
{
    (void)r;
    p->passes_values = true;
}

void cliv_build_passes_values(cliv_build *b) { cliv_put_writer(&b->description, write_passes_values); }

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

void cliv_build_pass(cliv_build *b, const cliv_array *a)
{
    if (cliv_is_none(a))
        return;
    if (b->array_count < CLIV_MAX_ARRAYS)
        b->arrays[b->array_count] = *a;
    ++b->array_count; /* cliv_program_for() fails if there are too many */
}

static void write_handle(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    cliv_declare(&a, cliv_take_name(r));
    const char *const constant = cliv_take_name(r);
    cliv_take_captures(&a, r);
    cliv_prelude_handle(p, &a, constant);
    cliv_prelude_add_array(p, &a);
}

static void put_handle(cliv_build *b, const char *name, const cliv_array *arrays, size_t count, const char *constant,
                       const char *expression, bool restricted)
{
    cliv_put_writer(&b->description, write_handle);
    cliv_put_name(&b->description, name);
    cliv_put_name(&b->description, constant);
    cliv_put_captures(&b->description, arrays, count, cliv_has_bounds(expression, NULL), restricted);
    cliv_build_pass(b, &(cliv_array){.generator = expression, .arrays = arrays, .array_count = count});
}

void cliv_build_handle(cliv_build *b, const char *name, const cliv_array *arrays, size_t count, const char *constant)
{
    put_handle(b, name, arrays, count, constant, name, false);
}

void cliv_build_columns(cliv_build *b, const char *name, const cliv_array *arrays, size_t count, const char *constant)
{
    put_handle(b, name, arrays, count, constant, "cliv_at", true);
}

static void add_generated(cliv_prelude *p, cliv_declared *a, const char *type, cliv_reader *r)
{
    const char *const name = a->name, *const parameter = cliv_take_name(r), *const generator = cliv_take_string(r);
    cliv_prelude_repeated(p, "generator", generator, cliv_take_string(r));
    cliv_take_captures(a, r);
    cliv_prelude_handle(p, a, "const ");
    cliv_prelude_bounds(p, a, "const ");
    cliv_text_add(&p->text,
                  "static inline %s cliv_load_%s(cliv_%s cliv_self, cliv_index cliv_position)\n{\n"
                  "    const ulong i = cliv_self.cliv_first + cliv_position;\n",
                  type, name, name);
    cliv_prelude_variables(p, a, "const ");
    cliv_prelude_expression(p, "generator of ", parameter, NULL, generator);
    cliv_prelude_no_bounds(p, a);
    cliv_text_add(&p->text,
                  "static inline %s cliv_load_%s_from(cliv_%s cliv_from, cliv_index cliv_base, uint cliv_step)\n{\n"
                  "    return cliv_load_%s(cliv_from, cliv_base + cliv_step);\n}\n",
                  type, name, name, name);
}

/* Adds an array with one value for all positions, which is a kernel parameter. */
static void add_constant(cliv_prelude *p, const cliv_declared *a, const char *type)
{
    const char *const name = a->name;
    cliv_text_add(&p->text,
                  "typedef %s cliv_%s;\n#define CLIV_%s_ARRAY %s_value\n#define CLIV_%s_PARAMS , const %s %s_value\n"
                  "#define cliv_load_%s(value, at) (value)\n#define cliv_load_%s_from(value, base, step) (value)\n",
                  type, name, a->NAME, name, a->NAME, type, name, name, name);
}

enum { MOST_OF_EIGHT = 4 }; /* in bytes: eight larger elements move as two halves */

/* Adds the functions that read a buffer: single elements, four at an aligned address, eight at any address. */
static void add_loads(cliv_prelude *p, const char *name, const char *type, size_t size, bool number)
{
    cliv_text_add(&p->text,
                  "static inline %s cliv_load_%s(cliv_%s cliv_from, cliv_index cliv_position) { return "
                  "cliv_from[cliv_position]; }\n"
                  "static inline %s cliv_load_%s_from(cliv_%s cliv_from, cliv_index cliv_base, uint cliv_step)\n{\n"
                  "    return (cliv_from + cliv_base)[cliv_step];\n}\n",
                  type, name, name, type, name, name);
    if (number)
        cliv_text_add(&p->text,
                      "typedef %s4 cliv_%s_four;\n"
                      "static inline %s4 cliv_load4_%s(cliv_%s cliv_from, cliv_index cliv_base, uint cliv_step)\n{\n"
                      "    return *(__global const %s4 *)(cliv_from + cliv_base + cliv_step);\n}\n",
                      type, name, type, name, name, type);
    if (number)
        cliv_text_add(&p->text, "#define cliv_load8_%s(array, at) CLIV_LOAD_%s(%s8, (array) + (at))\n", name,
                      size <= MOST_OF_EIGHT ? "EIGHT" : "HALVES", type);
}

/* Adds the functions that write a buffer: single elements, four at an aligned address, eight at any address. */
static void add_stores(cliv_prelude *p, const char *name, const char *type, size_t size, bool number)
{
    cliv_text_add(&p->text,
                  "static inline void cliv_store_%s(cliv_%s cliv_to, cliv_index cliv_position, const %s cliv_x)\n{\n"
                  "    cliv_to[cliv_position] = cliv_x;\n}\n",
                  name, name, type);
    /* The vector is made of two halves, because a simulator reports a vector made of four scalars as uninitialised. */
    if (number)
        cliv_text_add(
            &p->text,
            "typedef %s8 cliv_%s_eight;\n"
            "static inline void cliv_store4_%s(cliv_%s cliv_to, cliv_index cliv_position, %s cliv_a, %s cliv_b, %s "
            "cliv_c, "
            "%s cliv_d)\n{\n"
            "    *(__global %s4 *)(cliv_to + cliv_position) = (%s4)((%s2)(cliv_a, cliv_b), (%s2)(cliv_c, "
            "cliv_d));\n}\n",
            type, name, name, name, type, type, type, type, type, type, type, type);
    if (number)
        cliv_text_add(
            &p->text,
            "#define cliv_store8_%s(array, at, values) CLIV_STORE_%s(cliv_%s_eight, values, (array) + (at))\n", name,
            size <= MOST_OF_EIGHT ? "EIGHT" : "HALVES", name);
}

static void add_buffer(cliv_prelude *p, const cliv_declared *a, const cliv_type *of, cliv_access access, cliv_reader *r)
{
    const char *const name = a->name, *const NAME = a->NAME, *const type = of->name;
    const char *const constant = access == CLIV_READ ? "const " : "";
    const char *const restricted = p->heading.shared ? "" : "restrict ";
    const bool number = cliv_is_number(of), begins_later = cliv_take_number(r) != 0;
    cliv_text_add(&p->text, "typedef __global %s%s *cliv_%s;\n", constant, type, name);
    /* Arrays that begin with their buffer have separate programs, which saves an addition per access. */
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
    if (access == CLIV_READ)
        add_loads(p, name, type, of->size, number);
    else
        add_stores(p, name, type, of->size, number);
}

/* Adds an array that the call omits. It reads as 0, and values to be stored are not computed. */
static void add_absent(cliv_prelude *p, const cliv_declared *a, cliv_access access)
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

typedef enum presence { ABSENT, BUFFER, GENERATED, CONSTANT } presence;

static void write_array(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    cliv_declare(&a, cliv_take_name(r));
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
        else if (kind == CONSTANT)
            add_constant(p, &a, type.name);
        else
            add_buffer(p, &a, &type, access, r);
    }
    cliv_prelude_add_array(p, &a);
}

void cliv_build_parameter(cliv_build *b, const char *name, const char *parameter, const cliv_array *a,
                          cliv_access access)
{
    cliv_description *const d = &b->description;
    const presence kind = cliv_is_none(a) ? ABSENT : a->generator ? GENERATED : a->value ? CONSTANT : BUFFER;
    cliv_put_writer(d, write_array);
    cliv_put_name(d, name);
    cliv_put_number(d, access);
    cliv_put_number(d, kind);
    if (kind != ABSENT)
        cliv_put_type(d, a->type);
    if (kind == BUFFER)
        cliv_put_number(d, a->first != 0);
    if (kind == GENERATED) {
        cliv_put_name(d, parameter);
        cliv_put_string(d, a->generator);
        cliv_put_string(d, a->source);
        cliv_put_captures(d, a->arrays, a->array_count, cliv_has_bounds(a->generator, a->source), false);
    }
    cliv_build_pass(b, a);
}

void cliv_build_array(cliv_build *b, const char *name, const cliv_array *a, cliv_access access)
{
    cliv_build_parameter(b, name, name, a, access);
}

static void write_alias(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a, b;
    cliv_declare(&a, cliv_take_name(r));
    cliv_declare(&b, cliv_take_name(r));
    const char *const name = a.name, *const NAME = a.NAME, *const of = b.name, *const OF = b.NAME;
    cliv_text_add(&p->text,
                  "#define CLIV_HAS_%s CLIV_HAS_%s\n#define CLIV_%s_IS_BUFFER CLIV_%s_IS_BUFFER\n"
                  "typedef cliv_%s_element cliv_%s_element;\ntypedef cliv_%s cliv_%s;\n"
                  "#define CLIV_%s_PARAMS\n#define CLIV_%s_ARRAY CLIV_%s_ARRAY\n"
                  "#define cliv_load_%s cliv_load_%s\n#define cliv_load_%s_from cliv_load_%s_from\n",
                  NAME, OF, NAME, OF, of, name, of, name, NAME, NAME, OF, name, of, name, of);
    cliv_prelude_add_array(p, &a);
}

void cliv_build_alias(cliv_build *b, const char *name, const char *of)
{
    cliv_put_writer(&b->description, write_alias);
    cliv_put_name(&b->description, name);
    cliv_put_name(&b->description, of);
}

static void write_composed(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    cliv_declare(&a, cliv_take_name(r));
    cliv_prelude_add_array(p, &a);
}

void cliv_build_composed(cliv_build *b, const char *name)
{
    cliv_put_writer(&b->description, write_composed);
    cliv_put_name(&b->description, name);
}
