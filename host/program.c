/* SPDX-License-Identifier: Apache-2.0 */
/* The prelude: what arrays, types and operators of a call mean in OpenCL C. All OpenCL C of the host is here. */
#include "program.h"
#include "ascii.h"
#include "context_inside.h"

#include <string.h>

/* The built-in operators are recognised by this text; `least` and the like become the type's own below. */
const cliv_op cliv_add = {"a + b", "0", NULL}, cliv_mul = {"a * b", "1", NULL}, cliv_min = {"min(a, b)", NULL, NULL},
              cliv_max = {"max(a, b)", NULL, NULL}, cliv_bit_and = {"a & b", "~0", NULL},
              cliv_bit_or = {"a | b", "0", NULL}, cliv_bit_xor = {"a ^ b", "0", NULL};

static const cliv_op *built_in(const cliv_op *op)
{
    static const cliv_op *const all[] = {&cliv_add,     &cliv_mul,    &cliv_min,    &cliv_max,
                                         &cliv_bit_and, &cliv_bit_or, &cliv_bit_xor};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (op->combine && !op->source && strcmp(op->combine, all[i]->combine) == 0)
            return all[i];
    return NULL;
}

/* What starts min and max: the greatest or least number of a type. */
static const char *limit_of(cliv_scalar scalar, bool greatest)
{
    static const char *const integers[2][4][2] = {
        {{"CHAR_MIN", "CHAR_MAX"}, {"SHRT_MIN", "SHRT_MAX"}, {"INT_MIN", "INT_MAX"}, {"LONG_MIN", "LONG_MAX"}},
        {{"0", "UCHAR_MAX"}, {"0", "USHRT_MAX"}, {"0", "UINT_MAX"}, {"0", "ULONG_MAX"}}};
    if (scalar.kind == CLIV_FLOATING)
        return greatest ? "INFINITY" : "-INFINITY";
    const int log2 = scalar.size == 1 ? 0 : scalar.size == 2 ? 1 : scalar.size == 4 ? 2 : 3;
    return integers[scalar.kind == CLIV_UNSIGNED][log2][greatest];
}

static void add_source(cliv_build *b, cliv_text *to, const char *kind, const char *name, const char *source)
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
    add_source(b, &b->sources, "type", type->name, type->source);
    for (unsigned i = 0; i < b->type_count; ++i)
        if (strcmp(b->types[i].name, type->name) == 0 && b->types[i].size == type->size)
            return;
    if (b->type_count == sizeof b->types / sizeof *b->types)
        return;
    cliv_text_add(&b->sources, "typedef char cliv_size_of_type_%u[sizeof(%s) == %zu ? 1 : -1];\n", b->type_count,
                  type->name, type->size);
    b->types[b->type_count++] = *type;
}

void cliv_build_begin(cliv_build *b, cliv_context *ctx, const char *family, size_t bytes, size_t local_item,
                      size_t local_group, size_t largest)
{
    cliv_tuning *t = &b->tuning;
    b->ctx = ctx;
    b->wide = largest >= ((size_t)1 << 31) - ((size_t)1 << 21); /* room for a tile past the end */
    *t = *cliv_tuning_find(&ctx->tuning, &ctx->device, family, bytes);
    if (t->nt == 1)
        return;
    const unsigned least = cliv_tuning_step(family);
    const size_t room = ctx->device.local_memory > 2048 ? (size_t)ctx->device.local_memory - 1024 : 1024;
    while (t->nt > ctx->device.work_group_limit)
        t->nt = t->nt / 2 + t->nt % 2;
    while (t->nt > 2 && (size_t)t->nt * (t->vt * local_item + local_group) > room) {
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
    cliv_text_add(&b->params, " CLIV_%s_PARAMS", NAME);
    b->arrays[b->array_count++] = handle;
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
    cliv_text_add(&b->prelude, "    return (\n#line 1 \"generator of %s\"\n%s\n#line 1 \"prelude\"\n);\n}\n", name,
                  a->generator);
    cliv_text_add(&b->prelude,
                  "static inline %s cliv_load_%s_from(cliv_%s array, cliv_index base, uint step)\n{\n"
                  "    return cliv_load_%s(array, base + step);\n}\n",
                  a->type->name, name, name, name);
}

static void add_buffer(cliv_build *b, const char *name, const char *NAME, const cliv_array *a, cliv_access access)
{
    const char *type = a->type->name, *constant = access == CLIV_READ ? "const " : "";
    const char *restricted = b->shared ? "" : "restrict ";
    const cliv_scalar scalar = cliv_scalar_of(a->type);
    cliv_text_add(&b->prelude, "#define CLIV_%s_IS_BUFFER 1\ntypedef __global %s%s *cliv_%s;\n", NAME, constant, type,
                  name);
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
    if (access == CLIV_READ) {
        cliv_text_add(&b->prelude,
                      "static inline %s cliv_load_%s(cliv_%s array, cliv_index at) { return array[at]; }\n"
                      "static inline %s cliv_load_%s_from(cliv_%s array, cliv_index base, uint step)\n{\n"
                      "    return (array + base)[step];\n}\n",
                      type, name, name, type, name, name);
        if (scalar.kind != CLIV_OTHER && scalar.width == 1)
            cliv_text_add(&b->prelude,
                          "#define CLIV_%s_FOURS 1\ntypedef %s4 cliv_%s_four;\n"
                          "#define cliv_is_aligned_%s(pointer) (((ulong)(pointer) & (sizeof(%s4) - 1)) == 0)\n"
                          "static inline %s4 cliv_load4_%s(cliv_%s array, cliv_index base, uint step)\n{\n"
                          "    return *(__global const %s4 *)(array + base + step);\n}\n",
                          NAME, type, name, name, type, type, name, name, type);
        return;
    }
    cliv_text_add(&b->prelude,
                  "static inline void cliv_store_%s(cliv_%s array, cliv_index at, %s value) { array[at] = value; }\n",
                  name, name, type);
    /* In halves: a simulator takes a vector made of four scalars for uninitialised. */
    if (scalar.kind != CLIV_OTHER && scalar.width == 1)
        cliv_text_add(&b->prelude,
                      "typedef %s8 cliv_%s_eight;\n"
                      "#define cliv_is_aligned_%s(pointer) (((ulong)(pointer) & (sizeof(%s4) - 1)) == 0)\n"
                      "static inline void cliv_store4_%s(cliv_%s array, cliv_index at, %s a, %s b, %s c, %s d)\n{\n"
                      "    *(__global %s4 *)(array + at) = (%s4)((%s2)(a, b), (%s2)(c, d));\n}\n",
                      type, name, name, type, name, name, type, type, type, type, type, type, type, type);
}

void cliv_build_array(cliv_build *b, const char *name, const cliv_array *a, cliv_access access)
{
    char NAME[32];
    upper(name, NAME, sizeof NAME);
    cliv_text_add(&b->prelude, "#define CLIV_HAS_%s %d\n", NAME, !cliv_is_none(a));
    if (cliv_is_none(a)) {
        cliv_text_add(&b->prelude, "#define CLIV_%s_PARAMS\n", NAME);
        return;
    }
    need_type(b, a->type);
    cliv_text_add(&b->prelude, "typedef %s cliv_%s_element;\n", a->type->name, name);
    if (a->generator)
        add_generated(b, name, NAME, a);
    else
        add_buffer(b, name, NAME, a, access);
    cliv_text_add(&b->params, " CLIV_%s_PARAMS", NAME);
    b->arrays[b->array_count++] = *a;
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
    add_source(b, &b->functions, "the", "predicate", source);
    cliv_text_add(&b->prelude, "static inline bool cliv_is_kept(cliv_keep cliv_self, const %s x, ulong i)\n{\n",
                  type->name);
    add_user_pointers(b, arrays, count, "const ");
    cliv_text_add(&b->prelude, "    return (\n#line 1 \"keep\"\n%s\n#line 1 \"prelude\"\n);\n}\n", keep);
    cliv_text_add(&b->params, " CLIV_KEEP_PARAMS");
    b->arrays[b->array_count++] = handle;
}

void cliv_build_body(cliv_build *b, const char *body, const char *source, const cliv_array *arrays, size_t count)
{
    /* Declared like the handle of a generated array, of pointers that can be written through. */
    const cliv_array user = {.generator = body, .arrays = arrays, .array_count = count};
    add_user_handle(b, "user", "USER", arrays, count, "");
    add_source(b, &b->functions, "the", "body", source);
    cliv_text_add(&b->prelude,
                  "static inline void cliv_body(cliv_user cliv_self, ulong i, ulong segment, ulong rank)\n{\n");
    add_user_pointers(b, arrays, count, "");
    cliv_text_add(&b->prelude, "    {\n#line 1 \"body\"\n%s\n#line 1 \"prelude\"\n    }\n}\n", body);
    cliv_text_add(&b->params, " CLIV_USER_PARAMS");
    b->arrays[b->array_count++] = user;
}

bool cliv_op_is_exact(const cliv_op *op, const cliv_type *type)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    return (scalar.kind == CLIV_SIGNED || scalar.kind == CLIV_UNSIGNED) && scalar.width == 1 &&
           built_in(op ? op : &cliv_add);
}

static void add_identity(cliv_build *b, const char *cast, const char *type, const char *identity)
{
    cliv_text_add(&b->prelude,
                  "#define CLIV_HAS_IDENTITY 1\nstatic inline cliv_acc cliv_identity(void)\n{\n    return %s%s%s(\n"
                  "#line 1 \"identity\"\n%s\n#line 1 \"prelude\"\n);\n}\n",
                  cast, type, *cast ? ")" : "", identity);
}

cliv_status cliv_build_op(cliv_build *b, const cliv_op *op, const cliv_type *type, bool need_identity)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    op = op ? op : &cliv_add;
    if (!op->combine)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "op->combine is NULL");
    const cliv_op *known = built_in(op);
    if (known && scalar.kind == CLIV_OTHER)
        return cliv_fail(CLIV_TYPE_MISMATCH, "the built-in operator \"%s\" does not apply to %s", op->combine,
                         type->name);
    if (scalar.kind == CLIV_FLOATING && (known == &cliv_bit_and || known == &cliv_bit_or || known == &cliv_bit_xor))
        return cliv_fail(CLIV_TYPE_MISMATCH, "the bitwise operator \"%s\" does not apply to %s", op->combine,
                         type->name);
    if (need_identity && !known && !op->identity)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "op->identity is NULL, but is needed here");
    add_source(b, &b->functions, "the", "operator", op->source);
    cliv_build_type(b, "cliv_acc", type);
    cliv_build_define(b, "CLIV_EXACT", cliv_op_is_exact(op, type));
    const bool words = scalar.kind != CLIV_OTHER && scalar.width == 1 && scalar.size >= 4;
    cliv_build_define(b, "CLIV_ACC_WORDS", words ? (unsigned)scalar.size / 4 : 0);
    if (words)
        cliv_text_add(&b->prelude, "#define cliv_acc_bits(x) as_%s(x)\n#define cliv_bits_acc(x) as_%s(x)\n",
                      scalar.size == 4 ? "uint" : "ulong", type->name);
    cliv_text_add(&b->prelude,
                  "static inline cliv_acc cliv_combine(const cliv_acc a, const cliv_acc b)\n{\n    return (\n"
                  "#line 1 \"combine\"\n%s\n#line 1 \"prelude\"\n);\n}\n",
                  op->combine);
    if (known)
        add_identity(b, "(", type->name, known->identity ? known->identity : limit_of(scalar, known == &cliv_min));
    else if (op->identity)
        add_identity(b, "", "", op->identity);
    return CLIV_SUCCESS;
}

void cliv_build_conversions(cliv_build *b, const cliv_type *input, const cliv_type *output)
{
    const bool same = strcmp(input->name, output->name) == 0;
    cliv_text_add(&b->prelude,
                  "static inline cliv_acc cliv_from_input(const %s x) { return %sx; }\n"
                  "#define cliv_to_output(x) (x)\n",
                  input->name, same ? "" : "(cliv_acc)");
}

bool cliv_order_is_built_in(const cliv_order *order, bool *descending)
{
    const char *less = order && order->less ? order->less : cliv_less.less;
    *descending = strcmp(less, cliv_greater.less) == 0;
    return !(order && order->source) && (*descending || strcmp(less, cliv_less.less) == 0);
}

cliv_status cliv_build_order(cliv_build *b, const cliv_order *order, const cliv_type *type)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    const bool number = scalar.kind != CLIV_OTHER && scalar.width == 1;
    bool descending;
    const bool known = cliv_order_is_built_in(order, &descending);
    const char *less = order && order->less ? order->less : cliv_less.less;
    if (known && !number)
        return cliv_fail(CLIV_TYPE_MISMATCH, "the built-in order \"%s\" does not apply to %s", less, type->name);
    add_source(b, &b->functions, "the", "order", order ? order->source : NULL);
    cliv_build_type(b, "cliv_key", type);
    cliv_build_define(b, "CLIV_KEY_IS_SCALAR", number);
    cliv_build_define(b, "CLIV_PROBES", type->size <= 8 ? 3 : 1); /* more, and their reads cost more than the steps */
    /* A built-in order never contradicts itself: NaNs, which would make it, come last. */
    cliv_build_define(b, "CLIV_ORDER_TRUSTED", known);
    if (known && scalar.kind == CLIV_FLOATING)
        cliv_text_add(&b->prelude,
                      "static inline bool cliv_less(const cliv_key a, const cliv_key b)\n{\n"
                      "    return %s || (isnan(b) && !isnan(a));\n}\n",
                      less);
    else
        cliv_text_add(&b->prelude,
                      "static inline bool cliv_less(const cliv_key a, const cliv_key b)\n{\n    return (\n"
                      "#line 1 \"order\"\n%s\n#line 1 \"prelude\"\n);\n}\n",
                      less);
    return CLIV_SUCCESS;
}

void cliv_build_radix(cliv_build *b, const cliv_order *order, const cliv_type *type)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    static const char *const words[] = {"uchar", "ushort", "uint", "ulong"};
    const char *word = words[scalar.size == 1 ? 0 : scalar.size == 2 ? 1 : scalar.size == 4 ? 2 : 3];
    const char *top = scalar.size == 8   ? "0x8000000000000000UL"
                      : scalar.size == 4 ? "0x80000000u"
                      : scalar.size == 2 ? "0x8000u"
                                         : "0x80u";
    bool descending;
    cliv_order_is_built_in(order, &descending);
    cliv_build_type(b, "cliv_key", type);
    cliv_text_add(&b->prelude, "static inline %s cliv_radix_word(const cliv_key x)\n{\n    %s word = as_%s(x);\n", word,
                  word, word);
    if (scalar.kind == CLIV_FLOATING) /* -0 is 0; below 0 all bits turn round, above only the first */
        cliv_text_add(&b->prelude, "    word = x == 0 ? 0 : word;\n    word ^= word & %s ? (%s)~(%s)0 : %s;\n", top,
                      word, word, top);
    else if (scalar.kind == CLIV_SIGNED)
        cliv_text_add(&b->prelude, "    word ^= %s;\n", top);
    if (descending)
        cliv_text_add(&b->prelude, "    word = ~word;\n");
    if (scalar.kind == CLIV_FLOATING)
        cliv_text_add(&b->prelude, "    word = isnan(x) ? (%s)~(%s)0 : word;\n", word, word);
    cliv_text_add(&b->prelude, "    return word;\n}\n");
}

cliv_status cliv_build_sum(cliv_build *b, const cliv_type *input, const cliv_type *output)
{
    static const cliv_op saturating = {"add_sat(a, b)", "0", NULL};
    const cliv_status status = cliv_build_op(b, &saturating, &cliv_ulong, true);
    const bool is_signed = cliv_scalar_of(input).kind == CLIV_SIGNED;
    cliv_text_add(&b->prelude,
                  "static inline cliv_acc cliv_from_input(const %s x) { return %s(cliv_acc)x; }\n"
                  "#define cliv_to_output(x) convert_%s_sat(x)\n",
                  input->name, is_signed ? "x < 0 ? ULONG_MAX : " : "", output->name);
    return status;
}
