/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays that user-defined expressions and bodies capture, and the names of these arrays. */
#include "runtime/captures.h"
#include "runtime/program.h"

#include <stdio.h>
#include <string.h>

/* ---- names, which become variables of OpenCL C */

/* Keywords, types and reserved words of OpenCL C 1.2 (sections 6.1.9 and 6.9), and words of later versions that
 * compilers reserve in 1.2, too. Names of numbers and of vectors are recognised by their form. */
static const char words[] =
    " asm auto bool break case complex const constant continue default do double else enum event_t extern false float "
    "for generic global goto half if imaginary image1d_array_t image1d_buffer_t image1d_t image2d_array_t image2d_t "
    "image3d_t inline int intptr_t kernel local long pipe private ptrdiff_t quad read_only read_write register "
    "restrict return sampler_t short signed sizeof size_t static struct switch true typedef typeof uintptr_t uniform "
    "union unsigned vec_step void volatile while write_only NULL _Bool _Complex _Imaginary __attribute__ __constant "
    "__global __kernel __local __private __read_only __read_write __write_only ";

static bool is_among(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); ++at)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static bool is_identifier(const char *name)
{
    if (!*name || cliv_is_digit(*name))
        return false;
    for (; *name; ++name)
        if (!cliv_is_digit(*name) && *name != '_' && !(cliv_to_lower(*name) >= 'a' && cliv_to_lower(*name) <= 'z'))
            return false;
    return true;
}

/* Some vectors that do not exist are reserved, for example bool2. */
static bool is_vector(const char *name)
{
    static const char *const kinds[] = {"bool", "half", "quad"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
        if (strncmp(name, kinds[k], 4) == 0 && is_among("2 3 4 8 16", name + 4))
            return true;
    return cliv_scalar_of(&(cliv_type){name, 0, NULL}).kind != CLIV_OTHER;
}

const char *cliv_name_of(const char *own, size_t k, char position[CLIV_PLACE_NAME])
{
    if (!own)
        snprintf(position, CLIV_PLACE_NAME, "a%zu", k);
    return own ? own : position;
}

static bool names_bounds(const char *text) { return text && (strstr(text, "cliv_at") || strstr(text, "cliv_put")); }

bool cliv_has_bounds(const char *expression, const char *source)
{
    return names_bounds(expression) || (expression && names_bounds(source));
}

cliv_status cliv_check_name(const char *list, const cliv_array *arrays, size_t k, const char *taken)
{
    char position[CLIV_PLACE_NAME], other[CLIV_PLACE_NAME];
    const char *const own = arrays[k].name, *const name = cliv_name_of(own, k, position);
    if (own && !is_identifier(own))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: array %zu has the name \"%.60s\", which is not an identifier",
                         list, k, own);
    if (own && (is_among(words, own) || is_vector(own)))
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: array %zu has the name %.60s, which OpenCL C reserves", list, k,
                         own);
    if (own && (strncmp(own, "cliv_", 5) == 0 || strncmp(own, "CLIV_", 5) == 0))
        return cliv_fail(
            CLIV_INVALID_ARGUMENT,
            "%s: array %zu has the name %.60s, but names that begin with cliv_ or CLIV_ are reserved for the library",
            list, k, own);
    if (own && is_among(taken, own))
        return cliv_fail(CLIV_INVALID_ARGUMENT,
                         "%s: array %zu has the name %.60s, which is already a variable of the expression", list, k,
                         own);
    for (size_t i = 0; i < k; ++i)
        if (strcmp(cliv_name_of(arrays[i].name, i, other), name) == 0)
            return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: arrays %zu and %zu both have the name %.60s", list, i, k,
                             name);
    return CLIV_SUCCESS;
}

/* ---- captured arrays */

void cliv_declare(cliv_declared *a, const char *name)
{
    size_t i = 0;
    a->name = name;
    a->count = 0;
    a->bounded = a->restricted = false;
    for (; name[i] && i + 1 < sizeof a->NAME; ++i)
        a->NAME[i] = cliv_to_upper(name[i]);
    a->NAME[i] = '\0';
}

void cliv_prelude_fill(cliv_prelude *p, const cliv_declared *a, const char *type, const char *with)
{
    for (;;) {
        const size_t plain = strcspn(with, "$");
        cliv_text_append(&p->text, with, plain);
        if (!with[plain])
            return;
        const char *const value = with[plain + 1] == 'n' ? a->name : with[plain + 1] == 'N' ? a->NAME : type;
        cliv_text_append(&p->text, value, strlen(value));
        with += plain + 2;
    }
}

void cliv_prelude_add_array(cliv_prelude *p, const cliv_declared *a)
{
    cliv_text_add(&p->params, " CLIV_%s_PARAMS", a->NAME);
    cliv_text_add(&p->members, "    cliv_%s %s;\n", a->name, a->name);
    cliv_text_add(&p->initial, "%sCLIV_%s_ARRAY", p->initial.length ? ", " : "", a->NAME);
}

const cliv_array *cliv_captured_length(const cliv_array *a, bool bounded)
{
    return bounded && !a->value ? a->length : NULL;
}

void cliv_put_captures(cliv_description *d, const cliv_array *list, bool restricted)
{
    const cliv_array *const arrays = list->arrays;
    const bool bounded = cliv_has_bounds(list->generator, list->source);
    cliv_put_number(d, list->array_count);
    cliv_put_number(d, bounded);
    cliv_put_number(d, restricted);
    for (size_t k = 0; k < list->array_count; ++k) {
        cliv_put_type(d, arrays[k].type);
        cliv_put_string(d, arrays[k].name);
        cliv_put_number(d, arrays[k].value != NULL);
        const cliv_array *const length = cliv_captured_length(&arrays[k], bounded);
        cliv_put_number(d, length != NULL);
        if (length)
            cliv_put_type(d, length->type);
    }
}

void cliv_take_captures(cliv_declared *a, cliv_reader *r)
{
    a->count = cliv_take_number(r);
    a->bounded = cliv_take_number(r);
    a->restricted = cliv_take_number(r);
    for (size_t k = 0; k < a->count; ++k) {
        cliv_captured *const l = &a->captured[k];
        l->type = cliv_take_type(r);
        l->name = cliv_take_string(r);
        l->is_constant = cliv_take_number(r);
        l->is_counted = cliv_take_number(r);
        if (l->is_counted)
            l->length = cliv_take_type(r);
    }
}

void cliv_prelude_handle(cliv_prelude *p, const cliv_declared *a, const char *constant)
{
    const char *const name = a->name, *const restricted = a->restricted ? "restrict " : "";
    cliv_text_add(&p->text, "typedef struct {\n    ulong cliv_first;\n");
    for (size_t k = 0; k < a->count; ++k) {
        const cliv_captured *const l = &a->captured[k];
        cliv_prelude_need(p, &l->type);
        if (l->is_constant)
            cliv_text_add(&p->text, "    %s a%zu;\n", l->type.name, k);
        else
            cliv_text_add(&p->text, "    __global %s%s *a%zu;\n", constant, l->type.name, k);
        if (!l->is_constant && a->bounded)
            cliv_text_add(&p->text, "    ulong a%zu_count;\n", k);
    }
    cliv_text_add(&p->text, "} cliv_%s;\n#define CLIV_%s_ARRAY ((cliv_%s){%s_first", name, a->NAME, name, name);
    for (size_t k = 0; k < a->count; ++k) {
        if (a->captured[k].is_constant)
            cliv_text_add(&p->text, ", %s_a%zu", name, k);
        else
            cliv_text_add(&p->text, ", %s_a%zu + %s_a%zu_first", name, k, name, k);
        if (a->captured[k].is_counted)
            cliv_text_add(&p->text, ", min(%s_a%zu_count, convert_ulong_sat(%s_a%zu_length[%s_a%zu_length_first]))",
                          name, k, name, k, name, k);
        else if (!a->captured[k].is_constant && a->bounded)
            cliv_text_add(&p->text, ", %s_a%zu_count", name, k);
    }
    cliv_text_add(&p->text, "})\n#define CLIV_%s_PARAMS , ulong %s_first", a->NAME, name);
    for (size_t k = 0; k < a->count; ++k) {
        const char *const type = a->captured[k].type.name;
        if (a->captured[k].is_constant)
            cliv_text_add(&p->text, ", const %s %s_a%zu", type, name, k);
        else
            cliv_text_add(&p->text, ", __global %s%s *%s%s_a%zu, ulong %s_a%zu_first", constant, type, restricted, name,
                          k, name, k);
        if (!a->captured[k].is_constant && a->bounded)
            cliv_text_add(&p->text, ", ulong %s_a%zu_count", name, k);
        if (a->captured[k].is_counted)
            cliv_text_add(&p->text, ", __global const %s *%s_a%zu_length, ulong %s_a%zu_length_first",
                          a->captured[k].length.name, name, k, name, k);
    }
    cliv_text_add(&p->text, "\n");
}

static bool is_record(const cliv_captured *l) { return l->name && strcmp(l->name, CLIV_RECORD_NAME) == 0; }

/* Records an index out of bounds of array k, if the list has a record. */
static void add_record(cliv_prelude *p, const cliv_declared *a, size_t k)
{
    if (!is_record(&a->captured[a->count - 1]))
        return;
    cliv_text_add(&p->text,
                  "    __global uint *const cliv_noted = (__global uint *)cliv_self.a%zu;\n"
                  "    if (atomic_cmpxchg(cliv_noted, 0, %zu) == 0) {\n"
                  "        cliv_noted[1] = (uint)cliv_position;\n"
                  "        cliv_noted[2] = (uint)((ulong)cliv_position >> 32);\n    }\n",
                  a->count - 1, k + 1);
}

/* Returns zero of any type. A structure has zeros in all bytes. */
static void add_zero(cliv_prelude *p, const cliv_type *type)
{
    if (cliv_scalar_of(type).kind != CLIV_OTHER)
        cliv_text_add(&p->text, "    return (%s)0;\n", type->name);
    else
        cliv_text_add(&p->text,
                      "    union { %s cliv_x; uchar cliv_bytes[%zu]; } cliv_zero;\n"
                      "    for (uint cliv_k = 0; cliv_k < %zu; ++cliv_k)\n        cliv_zero.cliv_bytes[cliv_k] = 0;\n"
                      "    return cliv_zero.cliv_x;\n",
                      type->name, type->size, type->size);
}

static void add_bounded(cliv_prelude *p, const cliv_declared *a, size_t k, bool writes)
{
    const cliv_type *const type = &a->captured[k].type;
    const char *const of = a->name;
    char position[CLIV_PLACE_NAME];
    const char *const name = cliv_name_of(a->captured[k].name, k, position);
    if (a->captured[k].is_constant) { /* the use of a constant as an array must not compile */
        cliv_text_add(&p->text, "enum { cliv_at_%s_%s, cliv_put_%s_%s };\n", of, name, of, name);
        return;
    }
    cliv_text_add(
        &p->text,
        "static inline %s cliv_at_%s_%s(const cliv_%s cliv_self, const long cliv_position)\n{\n"
        "    if ((ulong)cliv_position < cliv_self.a%zu_count)\n        return cliv_self.a%zu[cliv_position];\n",
        type->name, of, name, of, k, k);
    add_record(p, a, k);
    add_zero(p, type);
    cliv_text_add(&p->text, "}\n");
    if (!writes)
        return;
    cliv_text_add(
        &p->text,
        "static inline void cliv_put_%s_%s(const cliv_%s cliv_self, const long cliv_position, const %s cliv_x)\n{\n"
        "    if ((ulong)cliv_position < cliv_self.a%zu_count) {\n        cliv_self.a%zu[cliv_position] = cliv_x;\n"
        "        return;\n    }\n",
        of, name, of, type->name, k, k);
    add_record(p, a, k);
    cliv_text_add(&p->text, "}\n");
}

void cliv_prelude_bounds(cliv_prelude *p, const cliv_declared *a, const char *constant)
{
    const bool writes = !*constant;
    if (!a->bounded)
        return;
    for (size_t k = 0; k < a->count; ++k)
        if (!is_record(&a->captured[k]))
            add_bounded(p, a, k, writes);
    cliv_text_add(&p->text, "#define cliv_at(name, i) (cliv_at_%s_##name(cliv_self, (long)(i)))\n", a->name);
    if (writes)
        cliv_text_add(&p->text,
                      "#define cliv_put(name, i, value) (cliv_put_%s_##name(cliv_self, (long)(i), (value)))\n",
                      a->name);
}

void cliv_prelude_no_bounds(cliv_prelude *p, const cliv_declared *a)
{
    if (a->bounded)
        cliv_text_add(&p->text, "#undef cliv_at\n#undef cliv_put\n");
}

void cliv_prelude_variables(cliv_prelude *p, const cliv_declared *a, const char *constant)
{
    char position[CLIV_PLACE_NAME];
    for (size_t k = 0; k < a->count; ++k) {
        const cliv_captured *const l = &a->captured[k];
        const char *const name = cliv_name_of(l->name, k, position);
        if (l->is_constant)
            cliv_text_add(&p->text, "    const %s %s = cliv_self.a%zu;\n", l->type.name, name, k);
        else
            cliv_text_add(&p->text, "    __global %s%s *const %s = cliv_self.a%zu;\n", constant, l->type.name, name, k);
    }
}

static void write_end_of_expressions(cliv_prelude *p, cliv_reader *r)
{
    (void)r;
    cliv_prelude_undefine(p);
}

void cliv_build_end_expressions(cliv_build *b) { cliv_put_writer(&b->description, write_end_of_expressions); }
