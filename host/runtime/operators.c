/* SPDX-License-Identifier: Apache-2.0 */
/* Operators, conversions and orders as OpenCL C. User-defined expressions get copies of the values: on llvmpipe a
 * function that changes a structure parameter changes the caller's structure, too. */
#include "runtime/program.h"
#include "runtime/source.h"

#include <string.h>

enum { LONGEST = 16 /* bytes of the bare texts below, with the terminating NUL */ };

const cliv_op *cliv_built_in_op(const cliv_op *op)
{
    static const struct {
        const char *bare;
        const cliv_op *op;
    } all[] = {{"a+b", &cliv_add},     {"a*b", &cliv_mul},    {"min(a,b)", &cliv_min}, {"max(a,b)", &cliv_max},
               {"a&b", &cliv_bit_and}, {"a|b", &cliv_bit_or}, {"a^b", &cliv_bit_xor}};
    char bare[LONGEST];
    if (!op)
        return &cliv_add;
    if (!op->combine || op->source)
        return NULL;
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) /* most callers pass a built-in operator */
        if (op->combine == all[k].op->combine)
            return all[k].op;
    if (!cliv_bare_text(op->combine, bare, sizeof bare))
        return NULL;
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        if (strcmp(bare, all[k].bare) == 0)
            return all[k].op;
    return NULL;
}

static const cliv_order *built_in_order(const cliv_order *order)
{
    char bare[LONGEST];
    if (order && order->source)
        return NULL;
    if (!order || !order->less || order->less == cliv_less.less)
        return &cliv_less;
    if (order->less == cliv_greater.less)
        return &cliv_greater;
    if (!cliv_bare_text(order->less, bare, sizeof bare))
        return NULL;
    if (strcmp(bare, "a<b") == 0 || strcmp(bare, "b>a") == 0)
        return &cliv_less;
    return strcmp(bare, "a>b") == 0 || strcmp(bare, "b<a") == 0 ? &cliv_greater : NULL;
}

/* The text of a built-in operator. For floats min and max are fmin() and fmax(), which return the number if one value
 * is NaN: min() may return either, and then is not associative. Integers wrap, because a signed sum in another order
 * than the order of the elements may overflow. */
static const char *text_of(const cliv_op *known, cliv_scalar scalar)
{
    const bool wraps = scalar.kind != CLIV_FLOATING && scalar.width == 1;
    if (wraps && known == &cliv_add)
        return scalar.size == 8 ? "(cliv_acc)((ulong)a + (ulong)b)" : "(cliv_acc)((uint)a + (uint)b)";
    if (wraps && known == &cliv_mul)
        return scalar.size == 8 ? "(cliv_acc)((ulong)a * (ulong)b)" : "(cliv_acc)((uint)a * (uint)b)";
    if (scalar.kind == CLIV_FLOATING && known == &cliv_min)
        return "fmin(a, b)";
    if (scalar.kind == CLIV_FLOATING && known == &cliv_max)
        return "fmax(a, b)";
    return known->combine;
}

/* The identity of min or max: the largest or smallest number of a type. */
static const char *limit_of(cliv_scalar scalar, bool greatest)
{
    static const char *const integers[2][4][2] = {
        {{"CHAR_MIN", "CHAR_MAX"}, {"SHRT_MIN", "SHRT_MAX"}, {"INT_MIN", "INT_MAX"}, {"LONG_MIN", "LONG_MAX"}},
        {{"0", "UCHAR_MAX"}, {"0", "USHRT_MAX"}, {"0", "UINT_MAX"}, {"0", "ULONG_MAX"}}};
    if (scalar.kind == CLIV_FLOATING)
        return greatest ? "INFINITY" : "-INFINITY";
    return integers[scalar.kind == CLIV_UNSIGNED][cliv_log2(scalar.size)][greatest];
}

bool cliv_op_is_exact(const cliv_op *op, const cliv_type *type)
{
    return cliv_is_integer(type) && cliv_built_in_op(op);
}

bool cliv_op_rounds(const cliv_type *type)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    return scalar.kind == CLIV_FLOATING || scalar.kind == CLIV_OTHER;
}

static void add_identity(cliv_prelude *p, const char *cast, const char *identity)
{
    cliv_text_add(&p->text, "#define CLIV_HAS_IDENTITY 1\nstatic inline cliv_acc cliv_identity(void)\n{\n");
    cliv_prelude_expression(p, "identity", "", cast, identity);
}

static void write_op(cliv_prelude *p, cliv_reader *r)
{
    cliv_op op;
    op.combine = cliv_take_string(r);
    op.identity = cliv_take_string(r);
    op.source = cliv_take_string(r);
    const cliv_type type = cliv_take_type(r);
    const cliv_scalar scalar = cliv_scalar_of(&type);
    const cliv_op *const known = scalar.kind == CLIV_OTHER ? NULL : cliv_built_in_op(&op);
    cliv_prelude_source(p, "operator", op.source);
    cliv_prelude_type(p, "cliv_acc", &type);
    p->accumulates = true;
    cliv_prelude_define(p, "CLIV_EXACT", cliv_op_is_exact(&op, &type));
    if (cliv_op_rounds(&type))
        cliv_text_add(&p->text, "#define CLIV_ROUNDS 1\n");
    const bool words = cliv_is_number(&type) && scalar.size >= 4;
    cliv_prelude_define(p, "CLIV_ACC_WORDS", words ? scalar.size / 4 : 0);
    if (words)
        cliv_text_add(&p->text, "#define cliv_acc_bits(x) as_%s(x)\n#define cliv_bits_acc(x) as_%s(x)\n",
                      scalar.size == 4 ? "uint" : "ulong", type.name);
    cliv_text_add(&p->text, "static inline cliv_acc cliv_combine(const cliv_acc cliv_a, const cliv_acc cliv_b)\n{\n"
                            "    const cliv_acc a = cliv_a, b = cliv_b;\n");
    cliv_prelude_expression(p, "combine", "", NULL, known ? text_of(known, scalar) : op.combine);
    if (known && !op.identity)
        add_identity(p, type.name, known->identity ? known->identity : limit_of(scalar, known == &cliv_min));
    else if (op.identity)
        add_identity(p, known ? type.name : NULL, op.identity);
}

cliv_status cliv_build_op(cliv_build *b, const cliv_op *op, const cliv_type *type, bool need_identity)
{
    const cliv_scalar scalar = cliv_scalar_of(type);
    op = op ? op : &cliv_add;
    if (!op->combine)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "op->combine is NULL");
    const cliv_op *const known = cliv_built_in_op(op);
    /* A built-in operator has an identity for each type; the caller's identity is used for vectors and structures. */
    const bool is_number = scalar.kind != CLIV_OTHER && scalar.width == 1;
    const bool own =
        op->identity && (!known || (!is_number && (!known->identity || strcmp(op->identity, known->identity) != 0)));
    if (known && scalar.kind == CLIV_OTHER && !own)
        return cliv_fail(CLIV_TYPE_MISMATCH, "the built-in operator \"%s\" does not apply to %s", op->combine,
                         cliv_type_text(type).text);
    if (scalar.kind == CLIV_FLOATING && (known == &cliv_bit_and || known == &cliv_bit_or || known == &cliv_bit_xor))
        return cliv_fail(CLIV_TYPE_MISMATCH, "the bitwise operator \"%s\" does not apply to %s", op->combine,
                         type->name);
    if (need_identity && !known && !op->identity)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "op->identity is NULL, but is required: it is the result for no "
                                                "elements and the first result of an exclusive scan");
    cliv_put_writer(&b->description, write_op);
    cliv_put_string(&b->description, known ? known->combine : op->combine); /* all spellings share a program */
    cliv_put_string(&b->description, own ? op->identity : NULL);
    cliv_put_string(&b->description, op->source);
    cliv_put_type(&b->description, type);
    return CLIV_SUCCESS;
}

static void write_conversions(cliv_prelude *p, cliv_reader *r)
{
    const char *const input = cliv_take_string(r), *const output = cliv_take_string(r);
    p->converts = strcmp(input, output) != 0;
    cliv_text_add(&p->text,
                  "static inline cliv_acc cliv_from_input(const %s cliv_x) { return %scliv_x; }\n"
                  "#define cliv_to_output(x) (x)\n",
                  input, p->converts ? "(cliv_acc)" : "");
}

void cliv_build_conversions(cliv_build *b, const cliv_type *input, const cliv_type *output)
{
    cliv_put_writer(&b->description, write_conversions);
    cliv_put_string(&b->description, input->name);
    cliv_put_string(&b->description, output->name);
}

bool cliv_order_is_built_in(const cliv_order *order, bool *descending)
{
    const cliv_order *const known = built_in_order(order);
    *descending = known == &cliv_greater;
    return known;
}

/* Adds a function of two keys. The expression calls them a and b. */
static void add_relation(cliv_prelude *p, const char *function, const char *kind, const char *expression)
{
    cliv_text_add(&p->text,
                  "static inline bool %s(const cliv_key cliv_a, const cliv_key cliv_b)\n{\n"
                  "    const cliv_key a = cliv_a, b = cliv_b;\n",
                  function);
    cliv_prelude_expression(p, kind, "", NULL, expression);
}

static void write_order(cliv_prelude *p, cliv_reader *r)
{
    const char *const less = cliv_take_string(r), *const source = cliv_take_string(r);
    const cliv_type type = cliv_take_type(r);
    bool descending;
    const bool known = cliv_order_is_built_in(&(cliv_order){less, source}, &descending);
    cliv_prelude_repeated(p, "order", known ? "" : less, source);
    cliv_prelude_type(p, "cliv_key", &type);
    cliv_prelude_define(p, "CLIV_KEY_IS_SCALAR", cliv_is_number(&type));
    cliv_prelude_define(p, "CLIV_SHUFFLED_KEY_WORDS", cliv_is_number(&type) ? type.size / 4 : 0); /* for shuffles */
    cliv_prelude_define(p, "CLIV_PROBES", type.size <= 8 ? 3 : 1); /* more reads cost more than the steps */
    /* A built-in order is always consistent, because NaNs come last. The text uses two comparisons, because every
     * comparison with a NaN is false. */
    cliv_prelude_define(p, "CLIV_ORDER_TRUSTED", known);
    const bool floating = cliv_scalar_of(&type).kind == CLIV_FLOATING;
    cliv_prelude_define(p, "CLIV_EQUAL_IS_SAME", known && !floating); /* 0 and -0 are equal, but not the same */
    if (known && floating)
        cliv_text_add(&p->text,
                      "static inline bool cliv_less(const cliv_key cliv_a, const cliv_key cliv_b)\n{\n"
                      "    return !isnan(cliv_a) && !(cliv_a %s cliv_b);\n}\n",
                      descending ? "<=" : ">=");
    else
        add_relation(p, "cliv_less", "order", less);
}

cliv_status cliv_build_order(cliv_build *b, const cliv_order *order, const cliv_type *type)
{
    const cliv_order *const known = built_in_order(order);
    const char *const less = order && order->less ? order->less : cliv_less.less;
    if (known && !cliv_is_number(type))
        return cliv_fail(CLIV_TYPE_MISMATCH, "the built-in order \"%s\" does not apply to %s%s", less,
                         cliv_type_text(type).text,
                         type->source ? ": write an order of your own, such as \"a.key < b.key\"" : "");
    cliv_put_writer(&b->description, write_order);
    cliv_put_string(&b->description, known ? known->less : less); /* all spellings share a program */
    cliv_put_string(&b->description, order ? order->source : NULL);
    cliv_put_type(&b->description, type);
    return CLIV_SUCCESS;
}

static void write_same(cliv_prelude *p, cliv_reader *r)
{
    const char *const same = cliv_take_string(r);
    cliv_prelude_repeated(p, "same", same, NULL);
    add_relation(p, "cliv_is_same", "same", same);
}

void cliv_build_same(cliv_build *b, const char *same)
{
    cliv_put_writer(&b->description, write_same);
    cliv_put_string(&b->description, same);
}

/* A function that maps a number to an unsigned word, so that the words have the order of the numbers. */
static void write_word(cliv_prelude *p, cliv_reader *r)
{
    static const struct {
        const char *type, *top;
    } words[] = {{"uchar", "0x80u"}, {"ushort", "0x8000u"}, {"uint", "0x80000000u"}, {"ulong", "0x8000000000000000UL"}};
    const char *const name = cliv_take_name(r), *const of = cliv_take_name(r);
    const bool descending = cliv_take_number(r);
    const cliv_type type = cliv_take_type(r);
    const cliv_scalar scalar = cliv_scalar_of(&type);
    const char *const word = words[cliv_log2(scalar.size)].type, *const top = words[cliv_log2(scalar.size)].top;
    cliv_text_add(&p->text,
                  "static inline %s cliv_%s_word(const cliv_%s%s cliv_x)\n{\n    %s cliv_word = as_%s(cliv_x);\n", word,
                  name, *of ? of : name, *of ? "" : "_element", word, word);
    if (scalar.kind == CLIV_FLOATING && scalar.size == 4) /* NVIDIA's sum of a NaN has all bits set except the sign */
        cliv_text_add(
            &p->text,
            "#if CLIV_NVIDIA\n    float cliv_sum;\n"
            "    __asm__(\"add.rn.f32 %%0, %%1, 0f00000000;\" : \"=f\"(cliv_sum) : \"f\"(cliv_x));\n"
            "    cliv_word = as_uint(cliv_sum);\n#else\n    cliv_word = cliv_x == 0 ? 0 : cliv_word;\n#endif\n");
    else if (scalar.kind == CLIV_FLOATING)
        cliv_text_add(&p->text, "    cliv_word = cliv_x == 0 ? 0 : cliv_word;\n");
    if (scalar.kind == CLIV_FLOATING) /* -0 becomes 0; negative numbers flip all bits, others only the sign bit */
        cliv_text_add(&p->text,
                      scalar.size == 8 ? "    cliv_word ^= as_ulong(as_long(cliv_word) >> 63) | %s;\n"
                                       : "    cliv_word ^= as_uint(as_int(cliv_word) >> 31) | %s;\n",
                      top);
    else if (scalar.kind == CLIV_SIGNED)
        cliv_text_add(&p->text, "    cliv_word ^= %s;\n", top);
    if (descending)
        cliv_text_add(&p->text, "    cliv_word = ~cliv_word;\n");
    if (scalar.kind == CLIV_FLOATING)
        cliv_text_add(&p->text, "%s    cliv_word = isnan(cliv_x) ? (%s)~(%s)0 : cliv_word;\n%s",
                      scalar.size == 4 && !descending ? "#if !CLIV_NVIDIA\n" : "", word, word,
                      scalar.size == 4 && !descending ? "#endif\n" : "");
    cliv_text_add(&p->text, "    return cliv_word;\n}\n");
}

/* `of`: the type that the function maps; "": the element type of the array. */
static void put_word(cliv_build *b, const char *name, const char *of, const cliv_order *order, const cliv_type *type)
{
    bool descending;
    cliv_order_is_built_in(order, &descending);
    cliv_put_named(&b->description, write_word, name);
    cliv_put_name(&b->description, of);
    cliv_put_number(&b->description, descending);
    cliv_put_type(&b->description, type);
}

void cliv_build_radix(cliv_build *b, const cliv_order *order, const cliv_type *type)
{
    put_word(b, "radix", "key", order, type);
}

void cliv_build_column_word(cliv_build *b, const char *name, const cliv_order *order, const cliv_type *type)
{
    put_word(b, name, "", order, type);
}

static void write_sum(cliv_prelude *p, cliv_reader *r)
{
    const cliv_type input = cliv_take_type(r), output = cliv_take_type(r);
    cliv_text_add(&p->text,
                  "static inline cliv_acc cliv_from_input(const %s cliv_x) { return %s(cliv_acc)cliv_x; }\n"
                  "#define cliv_to_output(x) convert_%s_sat(x)\n",
                  input.name, cliv_scalar_of(&input).kind == CLIV_SIGNED ? "cliv_x < 0 ? ULONG_MAX : " : "",
                  output.name);
}

cliv_status cliv_build_sum(cliv_build *b, const cliv_type *input, const cliv_type *output)
{
    static const cliv_op saturating = {"add_sat(a, b)", "0", NULL};
    const cliv_status status = cliv_build_op(b, &saturating, &cliv_ulong, true);
    cliv_put_writer(&b->description, write_sum);
    cliv_put_type(&b->description, input);
    cliv_put_type(&b->description, output);
    return status;
}
