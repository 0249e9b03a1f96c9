/* SPDX-License-Identifier: Apache-2.0 */
/* Names of arrays, constants, and declarations for generators: their meaning in expressions, and refused names. */
#include "fixture.h"

#define NO_EVENTS 0, NULL, NULL

static const cliv_type *const scalars[] = {&cliv_char, &cliv_uchar, &cliv_short, &cliv_ushort, &cliv_int,
                                           &cliv_uint, &cliv_long,  &cliv_ulong, &cliv_float};

static void names_in_a_generator(void **state)
{
    (void)state;
    /* Names that are macros and functions of the library. */
    const cl_int seven = 7;
    const cliv_array from[] = {cliv_named("NT", ARRAY(int, 1, 2, 3)), ARRAY(int, 10, 20, 30),
                               cliv_named("VT", ARRAY(int, 100, 200, 300)), cliv_constant("NV", &cliv_int, &seven),
                               cliv_named("min", ARRAY(int, 5, 6, 7))};
    const cliv_array out = OUTPUT(int, 3);
    const char *expressions[] = {"NT[i] + a1[i] + VT[i] + NV + min[i]"};
    assert_success(
        cliv_copy(fx.ctx, fx.queue, cliv_generate_from(&cliv_int, expressions[0], 3, from, 5), out, NO_EVENTS));
    assert_ints(out, 123, 235, 347);
    /* The same names in a scan, whose kernels use all these macros. */
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, cliv_generate_from(&cliv_int, expressions[0], 3, from, 5), out,
                                       NULL, CLIV_NONE, NO_EVENTS));
    assert_ints(out, 123, 358, 705);
}

static void names_in_predicates_and_bodies(void **state)
{
    (void)state;
    const cl_int most = 4;
    size_t kept = 0;
    const cliv_array lists[] = {cliv_named("weight", ARRAY(int, 1, 5, 2, 9)), cliv_constant("most", &cliv_int, &most)};
    const cliv_array out = OUTPUT(int, 4), count = OUTPUT(int, 1);
    assert_success(cliv_compact(fx.ctx, fx.queue, ARRAY(int, 10, 20, 30, 40), "weight[i] < most && x > 5", NULL, lists,
                                2, out, count, &kept, NO_EVENTS));
    assert_int_equal(kept, 2);
    assert_ints(cliv_slice(out, 0, 2), 10, 30);
    /* A name in one expression may be a parameter of another. */
    const cliv_array body[] = {cliv_named("x", out), cliv_named("b", ARRAY(int, 3, 4)),
                               cliv_constant("a", &cliv_int, &most)};
    assert_success(cliv_transform_load_balance(fx.ctx, fx.queue, 4, ARRAY(int, 0, 2),
                                               "x[i] = a * b[segment] + (int)rank;", NULL, body, 3, NO_EVENTS));
    assert_ints(out, 12, 13, 16, 17);
    const cliv_array own[] = {cliv_named("segment", out), cliv_named("rank", ARRAY(int, 3, 4, 5, 6))};
    assert_success(cliv_transform(fx.ctx, fx.queue, 4, NULL, "segment[i] = -rank[i];", NULL, own, 2, NO_EVENTS));
    assert_ints(out, -3, -4, -5, -6);
}

static void constants_of_every_type(void **state)
{
    (void)state;
    static const cliv_type odd = {"odd", 12, "typedef struct { uchar a; ushort b; int c; float d; } odd;"};
    static const cliv_type large = {"large", 84, "typedef struct { int w[21]; } large;"};
    cl_uchar data[84], found[3 * 84];
    for (size_t k = 0; k < sizeof data; ++k)
        data[k] = (cl_uchar)(k < 8 ? k + 1 : 63); /* a valid byte of a float, too */
    data[1] = 0;                                  /* padding between a and b */
    const cliv_type *types[sizeof scalars / sizeof *scalars + 2];
    memcpy(types, scalars, sizeof scalars);
    types[sizeof scalars / sizeof *scalars] = &odd;
    types[sizeof scalars / sizeof *scalars + 1] = &large;
    for (size_t t = 0; t < sizeof types / sizeof *types; ++t) {
        const size_t size = types[t]->size;
        const cliv_array out = in_the_middle(types[t], NULL, 3), value = cliv_constant("value", types[t], data);
        cliv_array list[] = {cliv_named("out", out), value}, three = value;
        assert_success(cliv_transform(fx.ctx, fx.queue, 3, NULL, "out[i] = value;", NULL, list, 2, NO_EVENTS));
        take(out, found, types[t]->name);
        for (int k = 0; k < 3; ++k)
            if (types[t] == &odd) { /* except for the padding */
                assert_int_equal(found[k * 12], data[0]);
                assert_memory_equal(found + k * 12 + 2, data + 2, 10);
            } else {
                assert_memory_equal(found + (size_t)k * size, data, size);
            }
        /* The constant as an array of three elements. */
        const cliv_array again = in_the_middle(types[t], NULL, 3);
        three.count = 3;
        assert_success(cliv_gather(fx.ctx, fx.queue, ARRAY(int, 2, -1, 0), three, again, NO_EVENTS));
        take(again, found, types[t]->name);
        const size_t tail = size < 4 ? size : 4; /* the last bytes are data in every type, in structures, too */
        assert_memory_equal(found + 3 * size - tail, data + size - tail, tail);
        assert_int_equal(found[size], 0xA5);
    }
}

/* Constants as inputs of operations: one element, several, an input of a merge, a slice. */
static void constants_as_arrays(void **state)
{
    (void)state;
    cl_int number = 5;
    cliv_array five = cliv_constant(NULL, &cliv_int, &number);
    const cliv_array out = OUTPUT(int, 6);
    assert_success(cliv_copy(fx.ctx, fx.queue, five, out, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 1), 5);
    assert_poisoned(out.buffer, 4, 24, __FILE__, __LINE__);
    five.count = 4;
    assert_success(cliv_scan_exclusive(fx.ctx, fx.queue, five, out, NULL, CLIV_NONE, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 4), 0, 5, 10, 15);
    assert_success(
        cliv_merge_keys(fx.ctx, fx.queue, ARRAY(int, 1, 5, 9), cliv_slice(five, 1, 3), out, NULL, NO_EVENTS));
    assert_ints(out, 1, 5, 5, 5, 5, 9);
    number = 2; /* a call reads the constant, not its creation */
    assert_success(
        cliv_interval_expand(fx.ctx, fx.queue, 4, ARRAY(int, 0, 1, 3), cliv_slice(five, 0, 3), out, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 4), 2, 2, 2, 2);
    assert_status(CLIV_OUT_OF_RANGE, cliv_copy(fx.ctx, fx.queue, cliv_slice(five, 2, 3), out, NO_EVENTS));
}

static void sources_of_generators(void **state)
{
    (void)state;
    static const char source[] = "inline int twice(int x) { return 2 * x; }\n";
    const cliv_array out = OUTPUT(int, 3);
    const cliv_array twice = cliv_with_source(cliv_generate(&cliv_int, "twice(i) + 1", 3), source);
    assert_success(cliv_copy(fx.ctx, fx.queue, twice, out, NO_EVENTS));
    assert_ints(out, 1, 3, 5);
    /* The operator has the same source, which the program contains once. */
    const cliv_op op = {"max(a, twice(b))", NULL, source};
    assert_success(cliv_scan_inclusive(fx.ctx, fx.queue, cliv_slice(twice, 1, 2), out, &op, CLIV_NONE, NO_EVENTS));
    assert_ints(cliv_slice(out, 0, 2), 3, 10);
    fx.event = SENTINEL;
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_copy(fx.ctx, fx.queue, cliv_with_source(ARRAY(int, 1), source), out, 0, NULL, &fx.event));
    assert_message("source");
    assert_status(CLIV_BUILD_FAILED,
                  cliv_copy(fx.ctx, fx.queue, cliv_with_source(cliv_generate(&cliv_int, "i", 3), "int f( {\n"), out, 0,
                            NULL, &fx.event));
    assert_ptr_equal(fx.event, SENTINEL);
}

static cliv_status in_a_generator(const char *first, const char *second)
{
    const cl_int zero = 0;
    const cliv_array list[] = {cliv_named(first, ARRAY(int, 1)), cliv_constant(second, &cliv_int, &zero)};
    return cliv_copy(fx.ctx, fx.queue, cliv_generate_from(&cliv_int, "1", 1, list, 2), OUTPUT(int, 1), NO_EVENTS);
}

static void bad_names(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",         "1a",     "a b",    "a-b",   "a.b",     "cliv_x",    "CLIV_X",           "i",        "int",
        "float4",   "uint16", "bool",   "bool2", "half",    "half8",     "size_t",           "kernel",   "__kernel",
        "__global", "global", "if",     "while", "const",   "image2d_t", "event_t",          "restrict", "inline",
        "true",     "NULL",   "struct", "ulong", "double2", "volatile",  "\xc3\xa9t\xc3\xa9"};
    static const char *const good[] = {"a",     "b",      "x",      "A0",   "_x",   "rank",  "segment",
                                       "input", "int1",   "float5", "keep", "i0",   "clive", "order",
                                       "NT",    "record", "first",  "at",   "base", "step"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        assert_status(CLIV_INVALID_ARGUMENT, in_a_generator(bad[k], "other"));
        assert_status(CLIV_INVALID_ARGUMENT, in_a_generator("other", bad[k]));
        assert_message("input");
    }
    for (size_t k = 0; k < sizeof good / sizeof *good; ++k) {
        assert_success(in_a_generator(good[k], "other"));
        assert_success(in_a_generator("other", good[k]));
    }
    assert_status(CLIV_INVALID_ARGUMENT, in_a_generator("same", "same"));
    assert_message("same");
    assert_status(CLIV_INVALID_ARGUMENT, in_a_generator("a1", NULL));
    assert_status(CLIV_INVALID_ARGUMENT, in_a_generator(NULL, "a0"));
    assert_success(in_a_generator(NULL, NULL));
    assert_success(in_a_generator("a2", "a0"));
}

static void names_that_the_expression_has(void **state)
{
    (void)state;
    static const char *const of_predicates[] = {"x", "i", NULL}, *const of_bodies[] = {"i", "segment", "rank", NULL};
    const cliv_array input = ARRAY(int, 1, 2), out = OUTPUT(int, 2);
    fx.event = SENTINEL;
    for (size_t k = 0; of_predicates[k]; ++k) {
        const cliv_array list = cliv_named(of_predicates[k], input);
        assert_status(CLIV_INVALID_ARGUMENT, cliv_compact(fx.ctx, fx.queue, input, "true", NULL, &list, 1, out,
                                                          CLIV_NONE, NULL, 0, NULL, &fx.event));
        assert_message(of_predicates[k]);
    }
    for (size_t k = 0; of_bodies[k]; ++k) {
        const cliv_array list = cliv_named(of_bodies[k], out);
        assert_status(CLIV_INVALID_ARGUMENT, cliv_transform_load_balance(fx.ctx, fx.queue, 2, ARRAY(int, 0), ";", NULL,
                                                                         &list, 1, 0, NULL, &fx.event));
        assert_message(of_bodies[k]);
    }
    const cliv_array list = cliv_named("i", out);
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_transform(fx.ctx, fx.queue, 2, NULL, ";", NULL, &list, 1, 0, NULL, &fx.event));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(out);
    /* Outside of captured arrays a name has no meaning. */
    assert_success(cliv_copy(fx.ctx, fx.queue, cliv_named("i", input), cliv_named("not a name", out), NO_EVENTS));
    assert_ints(out, 1, 2);
}

static void bad_members(void **state)
{
    (void)state;
    const cl_int number = 1;
    const cliv_array input = ARRAY(int, 1, 2), out = OUTPUT(int, 2);
    cliv_array both = input, mixed = cliv_generate(&cliv_int, "i", 2);
    both.value = mixed.value = &number;
    fx.event = SENTINEL;
#define COPY(input, output) cliv_copy(fx.ctx, fx.queue, input, output, 0, NULL, &fx.event)
    assert_status(CLIV_INVALID_ARGUMENT, COPY(both, out));
    assert_message("both a buffer and a value");
    assert_status(CLIV_INVALID_ARGUMENT, COPY(mixed, out));
    assert_message("both a generator and a value");
    assert_status(CLIV_INVALID_ARGUMENT, COPY(cliv_constant("c", &cliv_int, NULL), out));
    assert_message("value");
    assert_status(CLIV_INVALID_ARGUMENT, COPY(cliv_constant("c", NULL, &number), out));
    assert_status(CLIV_INVALID_ARGUMENT, COPY(input, cliv_constant("c", &cliv_int, &number)));
    assert_message("because the call writes it");
    assert_success(COPY(cliv_counted(input, NULL), cliv_slice(out, 0, 2)));
    clReleaseEvent(fx.event);
    fx.event = SENTINEL;
    cliv_array list[] = {cliv_constant("c", &cliv_int, NULL)};
    assert_status(CLIV_INVALID_ARGUMENT, COPY(cliv_generate_from(&cliv_int, "c", 2, list, 1), out));
    list[0] = cliv_with_source(input, "int f(int);");
    assert_status(CLIV_INVALID_ARGUMENT, COPY(cliv_generate_from(&cliv_int, "a0[i]", 2, list, 1), out));
    const cliv_type wrong = {"int", 8, NULL};
    list[0] = cliv_constant("c", &wrong, &number);
    assert_status(CLIV_TYPE_MISMATCH, COPY(cliv_generate_from(&cliv_int, "c", 2, list, 1), out));
    assert_ptr_equal(fx.event, SENTINEL);
    assert_ints(out, 1, 2);
}

int main(void)
{
    return RUN_TESTS("names, constants and sources", open_device, close_device, names_in_a_generator,
                     names_in_predicates_and_bodies, constants_of_every_type, constants_as_arrays,
                     sources_of_generators, bad_names, names_that_the_expression_has, bad_members);
}
