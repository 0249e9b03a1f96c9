/* SPDX-License-Identifier: Apache-2.0 */
/* The prelude: what the types and arrays of a call mean in OpenCL C; operators.c has its operators and orders. */
#include "program.h"
#include "ascii.h"
#include "context_inside.h"

#include <string.h>

static unsigned last_line(const char *text)
{
    unsigned line = 1;
    for (; *text; ++text)
        line += text[0] == '\n' && text[1];
    return line;
}

/* What closes it counts as part of its last line: there the compiler looks for the rest of one that ends early. */
void cliv_build_expression(cliv_build *b, const char *kind, const char *name, const char *expression)
{
    cliv_text_add(&b->prelude, "(\n#line 1 \"%s%s\"\n%s\n#line %u \"%s%s\"\n);\n#line 1 \"prelude\"\n}\n", kind, name,
                  expression, last_line(expression), kind, name);
}

void cliv_build_source(cliv_build *b, cliv_text *to, const char *kind, const char *name, const char *source)
{
    if (!source)
        return;
    for (unsigned i = 0; i < b->seen_count; ++i)
        if (strcmp(b->seen[i], source) == 0)
            return;
    if (b->seen_count < sizeof b->seen / sizeof *b->seen)
        b->seen[b->seen_count++] = source;
    cliv_text_add(to, "#line 1 \"source of %s %s\"\n%s\n#line 1 \"prelude\"\n", kind, name, source);
}

static void need_type(cliv_build *b, const cliv_type *type)
{
    cliv_build_source(b, &b->sources, "type", type->name, type->source);
    for (unsigned i = 0; i < b->type_count; ++i)
        if (strcmp(b->types[i].name, type->name) == 0 && b->types[i].size == type->size)
            return;
    if (b->type_count == sizeof b->types / sizeof *b->types)
        return;
    cliv_text_add(&b->sources, "typedef char cliv_size_of_type_%u[sizeof(%s) == %zu ? 1 : -1];\n", b->type_count,
                  type->name, type->size);
    b->types[b->type_count++] = *type;
}

size_t cliv_wide_from = ((size_t)1 << 31) - ((size_t)1 << 21); /* room for a tile past the end */

void cliv_build_begin(cliv_build *b, cliv_context *ctx, cliv_tiles tiles)
{
    cliv_tuning *t = &b->tuning;
    b->ctx = ctx;
    b->wide = tiles.largest >= cliv_wide_from;
    *t = *cliv_tuning_find(&ctx->tuning, &ctx->device, tiles.family, tiles.bytes);
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
            t->nt /= 2;
    }
}

void cliv_build_define(cliv_build *b, const char *name, unsigned value)
{
    cliv_text_add(&b->prelude, "#define %s %u\n", name, value);
}

void cliv_build_type(cliv_build *b, const char *alias, const cliv_type *type)
{
    need_type(b, type);
    cliv_text_add(&b->prelude, "typedef %s %s;\n", type->name, alias);
}

static void upper(const char *name, char *result, size_t size)
{
    size_t i = 0;
    for (; name[i] && i + 1 < size; ++i)
        result[i] = cliv_to_upper(name[i]);
    result[i] = '\0';
}

/* One more array of the program: a parameter of its kernels, and a member of cliv_arrays. */
static void add_array(cliv_build *b, const char *name, const char *NAME, const cliv_array *a)
{
    cliv_text_add(&b->params, " CLIV_%s_PARAMS", NAME);
    cliv_text_add(&b->members, "    cliv_%s %s;\n", name, name);
    cliv_text_add(&b->initial, "%sCLIV_%s_ARRAY", b->initial.length ? ", " : "", NAME);
    if (cliv_is_none(a))
        return;
    if (b->array_count < CLIV_MAX_ARRAYS)
        b->arrays[b->array_count] = *a;
    ++b->array_count; /* too many are refused when they are to be compiled */
}

void cliv_build_arrays(const cliv_build *b, cliv_text *to)
{
    cliv_text_add(to, "#define CLIV_ARRAYS_PARAMS%s\n", b->params.data ? b->params.data : "");
    if (b->members.data)
        cliv_text_add(to, "typedef struct {\n%s} cliv_arrays;\n#define CLIV_ARRAYS {%s}\n", b->members.data,
                      b->initial.data ? b->initial.data : "");
}

/* A structure with the first index and the pointers that an expression of the user's reads, and how a kernel makes it
 * from its parameters. */
static void add_user_handle(cliv_build *b, const char *name, const char *NAME, const cliv_array *arrays, size_t count,
                            const char *constant)
{
    cliv_text_add(&b->prelude, "typedef struct {\n    ulong first;\n");
    for (size_t k = 0; k < count; ++k) {
        need_type(b, arrays[k].type);
        cliv_text_add(&b->prelude, "    __global %s%s *a%zu;\n", constant, arrays[k].type->name, k);
    }
    cliv_text_add(&b->prelude, "} cliv_%s;\n#define CLIV_%s_ARRAY ((cliv_%s){%s_first", name, NAME, name, name);
    for (size_t k = 0; k < count; ++k)
        cliv_text_add(&b->prelude, ", %s_a%zu + %s_a%zu_first", name, k, name, k);
    cliv_text_add(&b->prelude, "})\n#define CLIV_%s_PARAMS , ulong %s_first", NAME, name);
    for (size_t k = 0; k < count; ++k)
        cliv_text_add(&b->prelude, ", __global %s%s *%s_a%zu, ulong %s_a%zu_first", constant, arrays[k].type->name,
                      name, k, name, k);
    cliv_text_add(&b->prelude, "\n");
}

void cliv_build_handle(cliv_build *b, const char *name, const cliv_array *arrays, size_t count, const char *constant)
{
    const cliv_array handle = {.generator = name, .arrays = arrays, .array_count = count};
    char NAME[32];
    upper(name, NAME, sizeof NAME);
    add_user_handle(b, name, NAME, arrays, count, constant);
    add_array(b, name, NAME, &handle);
}

static void add_user_pointers(cliv_build *b, const cliv_array *arrays, size_t count, const char *constant)
{
    for (size_t k = 0; k < count; ++k)
        cliv_text_add(&b->prelude, "    __global %s%s *const a%zu = cliv_self.a%zu;\n", constant, arrays[k].type->name,
                      k, k);
}

static void add_generated(cliv_build *b, const char *name, const char *NAME, const cliv_array *a)
{
    add_user_handle(b, name, NAME, a->arrays, a->array_count, "const ");
    cliv_text_add(&b->prelude,
                  "static inline %s cliv_load_%s(cliv_%s cliv_self, cliv_index cliv_at)\n{\n"
                  "    const ulong i = cliv_self.first + cliv_at;\n",
                  a->type->name, name, name);
    add_user_pointers(b, a->arrays, a->array_count, "const ");
    cliv_text_add(&b->prelude, "    return ");
    cliv_build_expression(b, "generator of ", name, a->generator);
    cliv_text_add(&b->prelude,
                  "static inline %s cliv_load_%s_from(cliv_%s array, cliv_index base, uint step)\n{\n"
                  "    return cliv_load_%s(array, base + step);\n}\n",
                  a->type->name, name, name, name);
}

/* What reads a buffer. */
static void add_loads(cliv_build *b, const char *name, const char *type, bool number)
{
    cliv_text_add(&b->prelude,
                  "static inline %s cliv_load_%s(cliv_%s array, cliv_index at) { return array[at]; }\n"
                  "static inline %s cliv_load_%s_from(cliv_%s array, cliv_index base, uint step)\n{\n"
                  "    return (array + base)[step];\n}\n",
                  type, name, name, type, name, name);
    if (number)
        cliv_text_add(&b->prelude,
                      "typedef %s4 cliv_%s_four;\n"
                      "static inline %s4 cliv_load4_%s(cliv_%s array, cliv_index base, uint step)\n{\n"
                      "    return *(__global const %s4 *)(array + base + step);\n}\n",
                      type, name, type, name, name, type);
}

/* What writes one: single elements, four at an aligned address, eight times the same anywhere. */
static void add_stores(cliv_build *b, const char *name, const char *type, bool number)
{
    cliv_text_add(&b->prelude,
                  "static inline void cliv_store_%s(cliv_%s array, cliv_index at, %s value) { array[at] = value; }\n",
                  name, name, type);
    /* In halves: a simulator takes a vector made of four scalars for uninitialised. */
    if (number)
        cliv_text_add(&b->prelude,
                      "typedef %s8 cliv_%s_eight;\n"
                      "static inline void cliv_store4_%s(cliv_%s array, cliv_index at, %s a, %s b, %s c, %s d)\n{\n"
                      "    *(__global %s4 *)(array + at) = (%s4)((%s2)(a, b), (%s2)(c, d));\n}\n"
                      "#define cliv_store8_%s(array, at, values) vstore8((cliv_%s_eight)(values), 0, (array) + (at))\n",
                      type, name, name, name, type, type, type, type, type, type, type, type, name, name);
}

static void add_buffer(cliv_build *b, const char *name, const char *NAME, const cliv_array *a, cliv_access access)
{
    const char *type = a->type->name, *constant = access == CLIV_READ ? "const " : "";
    const char *restricted = b->shared ? "" : "restrict ";
    const bool number = cliv_is_number(a->type);
    cliv_text_add(&b->prelude, "typedef __global %s%s *cliv_%s;\n", constant, type, name);
    /* Arrays that begin with their buffer are programs of their own: it saves an addition at every access. */
    if (a->first)
        cliv_text_add(&b->prelude,
                      "#define CLIV_%s_ARRAY (%s_base + %s_first)\n"
                      "#define CLIV_%s_PARAMS , __global %s%s *%s%s_base, ulong %s_first\n",
                      NAME, name, name, NAME, constant, type, restricted, name, name);
    else
        cliv_text_add(&b->prelude,
                      "#define CLIV_%s_ARRAY (%s_base)\n#define CLIV_%s_PARAMS , __global %s%s *%s%s_base\n", NAME,
                      name, NAME, constant, type, restricted, name);
    if (number)
        cliv_text_add(&b->prelude,
                      "#define cliv_is_aligned_%s(pointer) (((ulong)(pointer) & (sizeof(%s4) - 1)) == 0)\n", name,
                      type);
    (access == CLIV_READ ? add_loads : add_stores)(b, name, type, number);
}

/* An array that the call does without: it reads as 0, and what is stored in it is not even computed. */
static void add_absent(cliv_build *b, const char *name, const char *NAME, cliv_access access)
{
    cliv_text_add(&b->prelude,
                  "typedef int cliv_%s_element;\ntypedef __global int *cliv_%s;\n"
                  "#define CLIV_%s_PARAMS\n#define CLIV_%s_ARRAY 0\n#define cliv_is_aligned_%s(pointer) true\n",
                  name, name, NAME, NAME, name);
    if (access == CLIV_READ)
        cliv_text_add(&b->prelude,
                      "#define cliv_load_%s(array, at) 0\n#define cliv_load_%s_from(array, base, step) 0\n", name,
                      name);
    else
        cliv_text_add(&b->prelude,
                      "#define cliv_store_%s(array, at, value) ((void)0)\n"
                      "#define cliv_store4_%s(array, at, a, b, c, d) ((void)0)\n"
                      "#define cliv_store8_%s(array, at, values) ((void)0)\n",
                      name, name, name);
}

void cliv_build_array(cliv_build *b, const char *name, const cliv_array *a, cliv_access access)
{
    const bool absent = cliv_is_none(a), is_buffer = !absent && !a->generator;
    char NAME[32];
    upper(name, NAME, sizeof NAME);
    cliv_text_add(&b->prelude, "#define CLIV_HAS_%s %d\n#define CLIV_%s_IS_BUFFER %d\n#define CLIV_%s_FOURS %d\n", NAME,
                  !absent, NAME, is_buffer, NAME, is_buffer && access == CLIV_READ && cliv_is_number(a->type));
    if (absent) {
        add_absent(b, name, NAME, access);
    } else {
        need_type(b, a->type);
        cliv_text_add(&b->prelude, "typedef %s cliv_%s_element;\n", a->type->name, name);
        if (a->generator)
            add_generated(b, name, NAME, a);
        else
            add_buffer(b, name, NAME, a, access);
    }
    add_array(b, name, NAME, a);
}

void cliv_build_alias(cliv_build *b, const char *name, const char *of)
{
    char NAME[32], OF[32];
    upper(name, NAME, sizeof NAME);
    upper(of, OF, sizeof OF);
    cliv_text_add(&b->prelude,
                  "#define CLIV_HAS_%s CLIV_HAS_%s\n#define CLIV_%s_IS_BUFFER CLIV_%s_IS_BUFFER\n"
                  "typedef cliv_%s_element cliv_%s_element;\ntypedef cliv_%s cliv_%s;\n"
                  "#define CLIV_%s_PARAMS\n#define CLIV_%s_ARRAY CLIV_%s_ARRAY\n"
                  "#define cliv_load_%s cliv_load_%s\n#define cliv_load_%s_from cliv_load_%s_from\n",
                  NAME, OF, NAME, OF, of, name, of, name, NAME, NAME, OF, name, of, name, of);
    add_array(b, name, NAME, &CLIV_NONE);
}

void cliv_build_saturation(cliv_build *b, const char *name, const cliv_type *type)
{
    cliv_text_add(&b->prelude, "#define cliv_to_%s(number) convert_%s_sat((ulong)(number))\n", name, type->name);
}

/* An index stored in an array whose type is too small becomes the greatest number of that type. */
void cliv_build_index_conversion(cliv_build *b, const char *name, const cliv_type *type)
{
    if (b->wide)
        cliv_build_saturation(b, name, type);
    else
        cliv_text_add(&b->prelude, "#define cliv_to_%s(index) ((%s)(index))\n", name, type->name);
}

void cliv_build_row_conversion(cliv_build *b, const char *name, const cliv_type *type)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    if (!b->wide) /* all rows are below 2^31, so that their sign says the same in every type */
        cliv_text_add(&b->prelude, "#define cliv_to_%s(row) ((%s)(int)(row))\n", name, type->name);
    else if (scalar.kind == CLIV_SIGNED || scalar.size == 8)
        cliv_text_add(&b->prelude, "#define cliv_to_%s(row) convert_%s_sat(as_%s(row))\n", name, type->name,
                      scalar.kind == CLIV_SIGNED ? "long" : "ulong");
    else
        cliv_text_add(&b->prelude, "#define cliv_to_%s(row) ((row) == (cliv_index)-1 ? (%s)-1 : convert_%s_sat(row))\n",
                      name, type->name, type->name);
}

void cliv_build_predicate(cliv_build *b, const char *keep, const char *source, const cliv_type *type,
                          const cliv_array *arrays, size_t count)
{
    const cliv_array handle = {.generator = keep, .arrays = arrays, .array_count = count};
    add_user_handle(b, "keep", "KEEP", arrays, count, "const ");
    need_type(b, type);
    cliv_build_source(b, &b->functions, "the", "predicate", source);
    cliv_text_add(&b->prelude,
                  "static inline bool cliv_is_kept(cliv_keep cliv_self, const %s cliv_x, ulong i)\n{\n"
                  "    const %s x = cliv_x;\n",
                  type->name, type->name);
    add_user_pointers(b, arrays, count, "const ");
    cliv_text_add(&b->prelude, "    return ");
    cliv_build_expression(b, "keep", "", keep);
    add_array(b, "keep", "KEEP", &handle);
}

void cliv_build_body(cliv_build *b, const char *body, const char *source, const cliv_array *arrays, size_t count)
{
    /* Declared like the handle of a generated array, of pointers that can be written through. */
    const cliv_array user = {.generator = body, .arrays = arrays, .array_count = count};
    add_user_handle(b, "user", "USER", arrays, count, "");
    cliv_build_source(b, &b->functions, "the", "body", source);
    cliv_text_add(&b->prelude,
                  "static inline void cliv_body(cliv_user cliv_self, ulong i, ulong segment, ulong rank)\n{\n");
    add_user_pointers(b, arrays, count, "");
    cliv_text_add(&b->prelude, "    {\n#line 1 \"body\"\n%s\n#line %u \"body\"\n}\n#line 1 \"prelude\"\n}\n", body,
                  last_line(body));
    add_array(b, "user", "USER", &user);
}
