/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptions of programs. Contents of any length are stored and read back, and everything on which a program depends
 * makes a different description. No device is needed. */
#include "runtime/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void what_is_put_is_taken(void **state)
{
    static char source[5000]; /* too long for a description without an allocation */
    static const char name[] = "a literal";
    cliv_description d = {0};
    (void)state;
    memset(source, 'x', sizeof source - 1);
    const cliv_type type = {"thing", 12, source};
    for (int i = 0; i < 3; ++i) {
        cliv_put_number(&d, SIZE_MAX - (size_t)i);
        cliv_put_string(&d, NULL);
        cliv_put_string(&d, "");
        cliv_put_name(&d, name);
        cliv_put_type(&d, i ? &type : &cliv_int);
    }
    assert_false(d.failed);
    cliv_reader r = {cliv_description_bytes(&d), cliv_description_bytes(&d) + d.length};
    for (int i = 0; i < 3; ++i) {
        assert_true(cliv_take_number(&r) == SIZE_MAX - (size_t)i);
        assert_null(cliv_take_string(&r));
        assert_string_equal(cliv_take_string(&r), "");
        assert_ptr_equal(cliv_take_name(&r), name);
        const cliv_type taken = cliv_take_type(&r);
        assert_string_equal(taken.name, i ? "thing" : "int");
        assert_int_equal(taken.size, i ? 12 : 4);
        if (i)
            assert_string_equal(taken.source, source);
        else
            assert_null(taken.source);
    }
    assert_ptr_equal(r.at, r.end);
    cliv_description_free(&d);
}

/* Appends byte after byte: there is always capacity, and no byte is lost when the description grows. */
static void every_length_is_held(void **state)
{
    enum { BYTES = 5000 };
    cliv_description d = {0};
    (void)state;
    for (size_t i = 0; i < BYTES; ++i) {
        const unsigned char byte = (unsigned char)(i * 7 % 251);
        cliv_put(&d, &byte, 1);
        assert_int_equal(d.length, i + 1);
        assert_true(d.length <= (d.large ? d.capacity : sizeof d.small));
    }
    for (size_t i = 0; i < BYTES; ++i)
        assert_int_equal(cliv_description_bytes(&d)[i], i * 7 % 251);
    cliv_description_free(&d);
}

static bool are_alike(const cliv_build *a, const cliv_build *b)
{
    const size_t length = a->description.length;
    return length == b->description.length &&
           memcmp(cliv_description_bytes(&a->description), cliv_description_bytes(&b->description), length) == 0;
}

/* Variants 1, 2 … differ from variant 0 in one aspect each. */
static void declare(cliv_build *b, int variant)
{
    char expression[32], source[64]; /* user-defined texts: compared by their contents, not their addresses */
    const cliv_type thing = {"thing", variant == 1 ? 8 : 4, source};
    const cliv_array arrays[] = {cliv_buffer(NULL, variant == 2 ? &cliv_float : &cliv_int, 0, 5),
                                 cliv_buffer(NULL, &thing, 0, 5)};
    cliv_array listed[] = {arrays[0], arrays[1]};
    int value = variant; /* a constant: only its type matters */
    if (variant == 27)
        listed[0] = cliv_named("given", listed[0]);
    if (variant == 28 || variant == 29)
        listed[0] = cliv_constant(variant == 28 ? NULL : "given", &cliv_int, &value);
    cliv_array generated = {.type = &cliv_int, .count = 9, .generator = expression, .arrays = listed, .array_count = 2};
    strcpy(expression, variant == 3 ? "a0[i] + 2" : "a0[i] + 1");
    strcpy(source, variant == 4 ? "typedef float thing;" : "typedef int thing;");
    generated.array_count -= variant == 5;
    if (variant == 30)
        generated = cliv_with_source(generated, "int k(void);");
    cliv_build_array(b, variant == 6 ? "output" : "input", &generated, CLIV_READ);
    cliv_build_array(b, "values", &(cliv_array){.type = &cliv_int, .count = 1, .first = variant == 7}, CLIV_READ);
    cliv_build_array(b, "sums", variant == 8 ? &arrays[0] : &CLIV_NONE, CLIV_WRITE);
    cliv_build_define(b, "CLIV_INCLUSIVE", variant == 9);
    const cliv_op op = {variant == 10 ? "a - b" : "a + 2 * b", variant == 11 ? "1" : "0",
                        variant == 12 ? "int f(void);" : NULL};
    assert_int_equal(cliv_build_op(b, &op, variant == 13 ? &cliv_uint : &cliv_int, true), CLIV_SUCCESS);
    cliv_build_conversions(b, &cliv_int, variant == 14 ? &cliv_long : &cliv_int);
    const cliv_order order = {variant == 15 ? "a > b" : "a < b", variant == 16 ? "int g(void);" : NULL};
    assert_int_equal(cliv_build_order(b, &order, &cliv_int), CLIV_SUCCESS);
    cliv_build_radix(b, variant == 17 ? &cliv_greater : &cliv_less, &cliv_int);
    cliv_build_index_conversion(b, "count", variant == 18 ? &cliv_ulong : &cliv_uint);
    cliv_build_predicate(b, variant == 24 ? "first" : "keep", variant == 19 ? "x > 1" : "x > 0", NULL, &cliv_int,
                         arrays, 1);
    cliv_build_body(b, &(cliv_body){.variables = variant == 25 ? "ulong i, ulong segment" : "ulong i",
                                    .text = variant == 20 ? "a0[i] = 2;" : "a0[i] = 1;",
                                    .source = variant == 21 ? "int h(void);" : NULL,
                                    .arrays = arrays,
                                    .array_count = 1,
                                    .apart = variant == 26});
    cliv_build_alias(b, "b_keys", variant == 22 ? "b_values" : "a_keys");
    cliv_build_handle(b, "fields", arrays, 1, variant == 23 ? "" : "const ");
}

static void every_difference_counts(void **state)
{
    cliv_build first = {0};
    (void)state;
    declare(&first, 0);
    for (int variant = 0; variant <= 30; ++variant) {
        cliv_build other = {0};
        declare(&other, variant);
        if (are_alike(&first, &other) != (variant == 0))
            fail_msg("variant %d is %s the first", variant, variant ? "taken for" : "not taken for");
        cliv_description_free(&other.description);
    }
    cliv_description_free(&first.description);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_put_is_taken), cmocka_unit_test(every_length_is_held),
                                       cmocka_unit_test(every_difference_counts)};
    return cmocka_run_group_tests_name("descriptions of programs", tests, NULL, NULL) != 0;
}
