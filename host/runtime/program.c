/* SPDX-License-Identifier: Apache-2.0 */
/* The tile sizes, types and arrays of a program. Each cliv_build_… function adds a declaration to the description, and
 * the writer function before it writes the declaration as OpenCL C. Operators and orders are in operators.c. */
#include "runtime/program.h"
#include "runtime/captures.h"
#include "runtime/context_inside.h"

#include <string.h>

/* ---- the local memory of the parts of a tile */

size_t cliv_local_bytes_of_group(const cliv_build *b, const cliv_tiles *tiles)
{
    const cliv_tuning *const t = &b->tuning;
    const size_t group = tiles->local_group ? tiles->local_group(b, tiles->local_item) : 0;
    return (size_t)t->nt * (t->vt * tiles->local_item + tiles->local_work_item) + group;
}

/* The count of rows of a scan without shuffles: cliv_sub_group.clh. */
static size_t rows_of(size_t nt)
{
    enum { ROW = 16 };
    return cliv_ceil_div(nt, cliv_min_size(nt, ROW));
}

/* A scan has all values in local memory, one more position per row, and the sum of each row. With shuffles it has only
 * the sum of each sub-group. */
size_t cliv_local_bytes_of_scan(const cliv_build *b, size_t value)
{
    const size_t nt = b->tuning.nt, lanes = cliv_sure_lanes(b->ctx, nt);
    return (lanes ? nt / lanes : nt + 2 * rows_of(nt)) * value;
}

/* The size without shuffles, because shuffles only scan numbers. */
size_t cliv_local_bytes_of_segmented_scan(const cliv_build *b, size_t value)
{
    const size_t nt = b->tuning.nt;
    return (nt + 2 * rows_of(nt)) * (value + sizeof(cl_uint));
}

size_t cliv_local_bytes_of_ranks(const cliv_build *b)
{
    enum { IN_A_ROW = 4 };
    const size_t vt = b->tuning.vt, rows = vt % IN_A_ROW ? vt : vt / IN_A_ROW;
    const size_t words = rows <= 4 ? 2 : rows <= 8 ? 4 : 16; /* cliv_wg_rank.clh */
    return cliv_local_bytes_of_scan(b, words * sizeof(cl_uint));
}

size_t cliv_local_bytes_of_bits(const cliv_build *b)
{
    const size_t items = (size_t)b->tuning.nt * b->tuning.vt;
    return cliv_ceil_div(items, 32) * 2 * sizeof(cl_uint) + cliv_local_bytes_of_scan(b, sizeof(cl_uint));
}

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
    cliv_put_named(&b->description, write_define, name);
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
    cliv_put_named(&b->description, write_type, alias);
    cliv_put_type(&b->description, type);
}

/* Text with a name, and with a type if the text has one. */
static void write_filled(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    const char *const with = cliv_take_name(r);
    cliv_declare(&a, cliv_take_name(r));
    const cliv_type type = cliv_take_type(r);
    cliv_prelude_fill(p, &a, type.name, with);
}

static void put_filled(cliv_build *b, const char *with, const char *name, const cliv_type *type)
{
    if (!type) /* of CLIV_NONE */
        return;
    cliv_put_named(&b->description, write_filled, with);
    cliv_put_name(&b->description, name);
    cliv_put_type(&b->description, type);
}

void cliv_build_include(cliv_build *b, const char *header) { put_filled(b, "#include \"$n\"\n", header, &cliv_int); }

void cliv_build_no_conversion(cliv_build *b, const char *name)
{
    put_filled(b, "#define cliv_to_$n(x) (x)\n", name, &cliv_int);
}

static const char saturation[] = "#define cliv_to_$n(number) convert_$t_sat((ulong)(number))\n";

void cliv_build_saturation(cliv_build *b, const char *name, const cliv_type *type)
{
    const bool floating = type && cliv_scalar_of(type).kind == CLIV_FLOATING;
    put_filled(b, floating ? "#define cliv_to_$n(number) convert_$t((ulong)(number))\n" : saturation, name, type);
}

/* An index stored in an array whose type is too small becomes the greatest number of that type. */
void cliv_build_index_conversion(cliv_build *b, const char *name, const cliv_type *type)
{
    put_filled(b, b->wide ? saturation : "#define cliv_to_$n(index) (($t)(index))\n", name, type);
}

void cliv_build_row_conversion(cliv_build *b, const char *name, const cliv_type *type)
{
    const cliv_scalar scalar = type ? cliv_scalar_of(type) : (cliv_scalar){.size = 0};
    put_filled(b,
               /* all rows are below 2^31, so the conversion through int keeps -1 in every type */
               !b->wide                     ? "#define cliv_to_$n(row) (($t)(int)(row))\n"
               : scalar.kind == CLIV_SIGNED ? "#define cliv_to_$n(row) convert_$t_sat(as_long(row))\n"
               : scalar.size == 8
                   ? "#define cliv_to_$n(row) convert_$t_sat(as_ulong(row))\n"
                   : "#define cliv_to_$n(row) ((row) == (cliv_index)-1 ? ($t)-1 : convert_$t_sat(row))\n",
               name, type);
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

/* Ends a declaration with a list of captured arrays and its expression, and passes the list to kernels. */
static void put_list(cliv_build *b, const cliv_array *list, bool restricted)
{
    cliv_put_captures(&b->description, list, restricted);
    cliv_build_pass(b, list);
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
    cliv_put_named(&b->description, write_handle, name);
    cliv_put_name(&b->description, constant);
    put_list(b, &(cliv_array){.generator = expression, .arrays = arrays, .array_count = count}, restricted);
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
    const char *const parameter = cliv_take_name(r), *const generator = cliv_take_string(r);
    cliv_prelude_repeated(p, "generator", generator, cliv_take_string(r));
    cliv_take_captures(a, r);
    cliv_prelude_handle(p, a, "const ");
    cliv_prelude_bounds(p, a, "const ");
    cliv_prelude_fill(p, a, type,
                      "static inline $t cliv_load_$n(cliv_$n cliv_self, cliv_index cliv_position)\n{\n"
                      "    const ulong i = cliv_self.cliv_first + cliv_position;\n");
    cliv_prelude_variables(p, a, "const ");
    cliv_prelude_expression(p, "generator of ", parameter, NULL, generator);
    cliv_prelude_no_bounds(p, a);
    cliv_prelude_fill(p, a, type,
                      "static inline $t cliv_load_$n_from(cliv_$n cliv_from, cliv_index cliv_base, uint cliv_step)\n{\n"
                      "    return cliv_load_$n(cliv_from, cliv_base + cliv_step);\n}\n");
}

/* An array with one value for all positions, which is a kernel parameter. */
static const char constant_text[] =
    "typedef $t cliv_$n;\n#define CLIV_$N_ARRAY $n_value\n#define CLIV_$N_PARAMS , const $t $n_value\n"
    "#define cliv_load_$n(value, at) (value)\n#define cliv_load_$n_from(value, base, step) (value)\n";

/* Reads of a buffer: single elements; of numbers also four at an aligned address, and eight at any address. */
static const char load_text[] =
    "static inline $t cliv_load_$n(cliv_$n cliv_from, cliv_index cliv_position) { return cliv_from[cliv_position]; }\n"
    "static inline $t cliv_load_$n_from(cliv_$n cliv_from, cliv_index cliv_base, uint cliv_step)\n{\n"
    "    return (cliv_from + cliv_base)[cliv_step];\n}\n";
static const char load_number_text[] =
    "typedef $t4 cliv_$n_four;\n"
    "static inline $t4 cliv_load4_$n(cliv_$n cliv_from, cliv_index cliv_base, uint cliv_step)\n{\n"
    "    return *(__global const $t4 *)(cliv_from + cliv_base + cliv_step);\n}\n";

/* Writes. A vector of four is made of two halves, because a simulator reports a vector made of four scalars as
 * uninitialised. */
static const char store_text[] =
    "static inline void cliv_store_$n(cliv_$n cliv_to, cliv_index cliv_position, const $t cliv_x)\n{\n"
    "    cliv_to[cliv_position] = cliv_x;\n}\n";
static const char store_number_text[] =
    "typedef $t8 cliv_$n_eight;\n"
    "static inline void cliv_store4_$n(cliv_$n cliv_to, cliv_index cliv_position, $t cliv_a, $t cliv_b, $t cliv_c, "
    "$t cliv_d)\n{\n"
    "    *(__global $t4 *)(cliv_to + cliv_position) = ($t4)(($t2)(cliv_a, cliv_b), ($t2)(cliv_c, cliv_d));\n}\n";

/* Numbers of up to 4 bytes move by eight, larger numbers by two halves. */
static const char *eights_of(const cliv_type *of, cliv_access access)
{
    const bool whole = of->size <= 4;
    if (access == CLIV_READ)
        return whole ? "#define cliv_load8_$n(array, at) CLIV_LOAD_EIGHT($t8, (array) + (at))\n"
                     : "#define cliv_load8_$n(array, at) CLIV_LOAD_HALVES($t8, (array) + (at))\n";
    return whole
               ? "#define cliv_store8_$n(array, at, values) CLIV_STORE_EIGHT(cliv_$n_eight, values, (array) + (at))\n"
               : "#define cliv_store8_$n(array, at, values) CLIV_STORE_HALVES(cliv_$n_eight, values, (array) + (at))\n";
}

static void add_buffer(cliv_prelude *p, const cliv_declared *a, const cliv_type *of, cliv_access access, cliv_reader *r)
{
    const bool reads = access == CLIV_READ, begins_later = cliv_take_number(r) != 0;
    const char *const constant = reads ? "const " : "", *const restricted = p->heading.shared ? "" : "restrict ";
    cliv_text_add(&p->text, "typedef __global %s%s *cliv_%s;\n", constant, of->name, a->name);
    /* Arrays that begin with their buffer have separate programs, which saves an addition per access. */
    cliv_prelude_fill(p, a, of->name,
                      begins_later ? "#define CLIV_$N_ARRAY ($n_base + $n_first)\n"
                                   : "#define CLIV_$N_ARRAY ($n_base)\n");
    cliv_text_add(&p->text, "#define CLIV_%s_PARAMS , __global %s%s *%s%s_base", a->NAME, constant, of->name,
                  restricted, a->name);
    cliv_prelude_fill(p, a, of->name, begins_later ? ", ulong $n_first\n" : "\n");
    if (cliv_is_number(of))
        cliv_prelude_fill(p, a, of->name,
                          "#define cliv_is_aligned_$n(pointer) (((ulong)(pointer) & (sizeof($t4) - 1)) == 0)\n");
    cliv_prelude_fill(p, a, of->name, reads ? load_text : store_text);
    if (cliv_is_number(of)) {
        cliv_prelude_fill(p, a, of->name, reads ? load_number_text : store_number_text);
        cliv_prelude_fill(p, a, of->name, eights_of(of, access));
    }
}

/* An array that the call omits. It reads as 0, and values to be stored are not computed. */
static const char absent_text[] =
    "typedef int cliv_$n_element;\ntypedef __global int *cliv_$n;\n"
    "#define CLIV_$N_PARAMS\n#define CLIV_$N_ARRAY 0\n#define cliv_is_aligned_$n(pointer) true\n";
static const char absent_load_text[] =
    "#define cliv_load_$n(array, at) 0\n#define cliv_load_$n_from(array, base, step) 0\n";
static const char absent_store_text[] = "#define cliv_store_$n(array, at, value) ((void)0)\n"
                                        "#define cliv_store4_$n(array, at, a, b, c, d) ((void)0)\n"
                                        "#define cliv_store8_$n(array, at, values) ((void)0)\n";

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
        cliv_prelude_fill(p, &a, NULL, absent_text);
        cliv_prelude_fill(p, &a, NULL, access == CLIV_READ ? absent_load_text : absent_store_text);
    } else {
        cliv_prelude_need(p, &type);
        cliv_text_add(&p->text, "typedef %s cliv_%s_element;\n", type.name, a.name);
        if (kind == GENERATED)
            add_generated(p, &a, type.name, r);
        else if (kind == CONSTANT)
            cliv_prelude_fill(p, &a, type.name, constant_text);
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
    cliv_put_named(d, write_array, name);
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
        put_list(b, a, false);
    } else {
        cliv_build_pass(b, a);
    }
}

void cliv_build_array(cliv_build *b, const char *name, const cliv_array *a, cliv_access access)
{
    cliv_build_parameter(b, name, name, a, access);
}

static void write_alias(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a, of;
    cliv_declare(&a, cliv_take_name(r));
    cliv_declare(&of, cliv_take_name(r));
    cliv_text_add(&p->text, "#define CLIV_HAS_%s CLIV_HAS_%s\n#define CLIV_%s_IS_BUFFER CLIV_%s_IS_BUFFER\n", a.NAME,
                  of.NAME, a.NAME, of.NAME);
    cliv_prelude_fill(p, &a, of.name, "typedef cliv_$t_element cliv_$n_element;\ntypedef cliv_$t cliv_$n;\n");
    cliv_prelude_fill(p, &a, of.NAME, "#define CLIV_$N_PARAMS\n#define CLIV_$N_ARRAY CLIV_$t_ARRAY\n");
    cliv_prelude_fill(p, &a, of.name,
                      "#define cliv_load_$n cliv_load_$t\n#define cliv_load_$n_from cliv_load_$t_from\n");
    cliv_prelude_add_array(p, &a);
}

void cliv_build_alias(cliv_build *b, const char *name, const char *of)
{
    cliv_put_named(&b->description, write_alias, name);
    cliv_put_name(&b->description, of);
}

static void write_composed(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    cliv_declare(&a, cliv_take_name(r));
    cliv_prelude_add_array(p, &a);
}

void cliv_build_composed(cliv_build *b, const char *name) { cliv_put_named(&b->description, write_composed, name); }

/* ---- device-side lengths */

static void write_count(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    cliv_declare(&a, cliv_take_name(r));
    const char *const name = a.name, *const NAME = a.NAME;
    if (!cliv_take_number(r)) {
        cliv_text_add(&p->text, "#define CLIV_COUNT_%s(most) (most)\n", NAME);
        return;
    }
    const cliv_type type = cliv_take_type(r);
    const bool begins_later = cliv_take_number(r) != 0;
    p->counted = true;
    cliv_text_add(&p->text,
                  "#define CLIV_COUNT_%s(most) min((ulong)(most), convert_ulong_sat(%s_length[%s%s]))\n"
                  "#define CLIV_%s_LENGTH_PARAMS , __global const %s *%s_length%s%s%s\n",
                  NAME, name, begins_later ? name : "0", begins_later ? "_length_first" : "", NAME, type.name, name,
                  begins_later ? ", ulong " : "", begins_later ? name : "", begins_later ? "_length_first" : "");
    cliv_text_add(&p->params, " CLIV_%s_LENGTH_PARAMS", NAME);
}

void cliv_build_count(cliv_build *b, const char *name, const cliv_array *a)
{
    cliv_description *const d = &b->description;
    cliv_put_named(d, write_count, name);
    cliv_put_number(d, a->length != NULL);
    if (!a->length)
        return;
    cliv_put_type(d, a->length->type);
    cliv_put_number(d, a->length->first != 0);
    cliv_build_pass(b, a->length);
}

void cliv_build_parameters(cliv_build *b, const cliv_parameter *parameters)
{
    const cliv_parameter *p;
    for (p = parameters; p->kind != CLIV_LAST_PARAMETER; ++p)
        if (p->kind != CLIV_LENGTH)
            cliv_build_array(b, p->name, p->array, p->kind == CLIV_READ_ARRAY ? CLIV_READ : CLIV_WRITE);
    for (p = parameters; p->kind != CLIV_LAST_PARAMETER; ++p)
        if (p->counted)
            cliv_build_count(b, p->name, p->kind == CLIV_LENGTH ? &(cliv_array){.length = p->array} : p->array);
}

/* ---- predicates and bodies: user-defined text with captured arrays, as functions that kernels call. */

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
    cliv_put_named(&b->description, write_predicate, name);
    cliv_put_string(&b->description, keep);
    cliv_put_string(&b->description, source);
    cliv_put_type(&b->description, type);
    put_list(b, &(cliv_array){.generator = keep, .source = source, .arrays = arrays, .array_count = count}, false);
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
    cliv_put_named(&b->description, write_body, body->variables);
    cliv_put_string(&b->description, body->text);
    cliv_put_string(&b->description, body->source);
    put_list(
        b,
        &(cliv_array){
            .generator = body->text, .source = body->source, .arrays = body->arrays, .array_count = body->array_count},
        body->apart);
}
