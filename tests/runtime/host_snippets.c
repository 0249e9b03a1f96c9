/* SPDX-License-Identifier: Apache-2.0 */
/* User-defined OpenCL C and its errors: the message shows the user's own line. */
#include "calls.h"

#include <math.h>

#define NO_EVENTS 0, NULL, &fx.event

static cliv_array input, output;

static int make_arrays(void **state)
{
    (void)state;
    input = ARRAY(int, 1, 2, 3, 4, 5, 6, 7, 8);
    output = OUTPUT(int, 8);
    fx.event = SENTINEL;
    return 0;
}

static int check_and_release(void **state)
{
    assert_ptr_equal(fx.event, SENTINEL);
    assert_untouched(output);
    return release_all(state);
}

static void combine_does_not_compile(void **state)
{
    (void)state;
    const cliv_op op = {"a plus b", "0", NULL};
    assert_status(CLIV_BUILD_FAILED, cliv_scan_exclusive(fx.ctx, fx.queue, input, output, &op, CLIV_NONE, NO_EVENTS));
    assert_message("plus");
    assert_message(
        "scan.cl did not compile; the compiler says:"); /* no hint about the cache, because the log has an error */
    assert_status(CLIV_BUILD_FAILED, cliv_scan_inclusive(fx.ctx, fx.queue, input, output, &op, CLIV_NONE, NO_EVENTS));
    assert_message("plus");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, input, output, &op, NO_EVENTS));
    assert_message("plus");
}

static void identity_does_not_compile(void **state)
{
    (void)state;
    const cliv_op op = {"(a + b)", "nothing_at_all", NULL};
    assert_status(CLIV_BUILD_FAILED, cliv_scan_exclusive(fx.ctx, fx.queue, input, output, &op, CLIV_NONE, NO_EVENTS));
    assert_message("nothing_at_all");
}

static void source_does_not_compile(void **state)
{
    (void)state;
    const cliv_op op = {"my_sum(a, b)", "0", "int my_sum(int a, int b)\n{\n    return a + undeclared_thing;\n}\n"};
    assert_status(CLIV_BUILD_FAILED, cliv_scan_exclusive(fx.ctx, fx.queue, input, output, &op, CLIV_NONE, NO_EVENTS));
    assert_message("undeclared_thing");
}

static void type_does_not_compile(void **state)
{
    (void)state;
    static const cliv_type broken = {"broken", 4, "typedef struct broken { int a b; } broken;\n"};
    static const cliv_type unknown = {"no_such_type", 4, NULL};
    cliv_array in = input, out = output;
    in.type = out.type = &broken;
    assert_status(CLIV_BUILD_FAILED,
                  cliv_interval_expand(fx.ctx, fx.queue, 8, cliv_generate(&cliv_int, "i", 8), in, out, NO_EVENTS));
    assert_message("int a b");
    in.type = out.type = &unknown;
    assert_status(CLIV_BUILD_FAILED,
                  cliv_interval_expand(fx.ctx, fx.queue, 8, cliv_generate(&cliv_int, "i", 8), in, out, NO_EVENTS));
    assert_message("no_such_type");
    assert_status(CLIV_BUILD_FAILED, cliv_copy(fx.ctx, fx.queue, in, out, NO_EVENTS)); /* it moves bytes */
    assert_message("no_such_type");
    static const cliv_type unnamed = {"", 4, NULL};
    in.type = out.type = &unnamed;
    assert_status(CLIV_INVALID_ARGUMENT, cliv_copy(fx.ctx, fx.queue, in, out, NO_EVENTS));
    assert_message("input: the type's name is empty");
}

static void generator_does_not_compile(void **state)
{
    (void)state;
    cliv_array values = cliv_generate(&cliv_int, "i +* 3", 8), offsets = cliv_generate(&cliv_int, "i", 8);
    assert_status(CLIV_BUILD_FAILED, cliv_interval_expand(fx.ctx, fx.queue, 8, offsets, values, output, NO_EVENTS));
    assert_message("i +* 3");
    assert_status(CLIV_BUILD_FAILED, cliv_reduce(fx.ctx, fx.queue, values, output, NULL, NO_EVENTS));
    assert_message("i +* 3");
}

static void body_does_not_compile(void **state)
{
    (void)state;
    cliv_array offsets = cliv_generate(&cliv_int, "i", 8), arrays[] = {output};
    assert_status(CLIV_BUILD_FAILED, cliv_transform_load_balance(fx.ctx, fx.queue, 8, offsets, "a0[i] = wrong_name;",
                                                                 NULL, arrays, 1, NO_EVENTS));
    assert_message("wrong_name");
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_transform_load_balance(fx.ctx, fx.queue, 8, offsets, NULL, NULL, arrays, 1, NO_EVENTS));
    assert_status(CLIV_BUILD_FAILED,
                  cliv_transform(fx.ctx, fx.queue, 8, NULL, ";\na0[i] = other_name;", NULL, arrays, 1, NO_EVENTS));
    assert_message("other_name");
    assert_message("body, line 2");
}

/* The compiler's sizeof differs from the given size; the message has both numbers. */
static void wrong_sizeof(void **state)
{
    (void)state;
    static const cliv_type pair = {"pair", 16, "typedef struct pair { int a; char b; } pair;\n"};
    cl_mem mem = make_buffer(512, NULL);
    cliv_array in = cliv_buffer(mem, &pair, 0, 8), out = cliv_buffer(mem, &pair, 8, 8);
    assert_status(CLIV_TYPE_MISMATCH,
                  cliv_interval_expand(fx.ctx, fx.queue, 8, cliv_generate(&cliv_int, "i", 8), in, out, NO_EVENTS));
    assert_message("pair");
    assert_message("16");
    assert_message("8");
    const cliv_op first = {"a", NULL, NULL};
    assert_status(CLIV_TYPE_MISMATCH, cliv_scan_inclusive(fx.ctx, fx.queue, in, out, &first, CLIV_NONE, NO_EVENTS));
    assert_message("16");
    assert_status(CLIV_TYPE_MISMATCH, cliv_reduce(fx.ctx, fx.queue, in, out, &first, NO_EVENTS));
    assert_status(CLIV_TYPE_MISMATCH, cliv_copy(fx.ctx, fx.queue, in, out, NO_EVENTS));
    assert_message("16");
    assert_poisoned(mem, 0, 512, __FILE__, __LINE__);
    /* the result is the same for an equal type at another address */
    char source[64];
    const cliv_type right = {pair.name, 8, strcpy(source, pair.source)};
    const cliv_array both[] = {cliv_buffer(mem, &right, 0, 8), in};
    assert_status(CLIV_TYPE_MISMATCH,
                  cliv_reduce(fx.ctx, fx.queue, cliv_generate_from(&cliv_int, "a0[i].a + a1[i].a", 8, both, 2),
                              cliv_slice(output, 0, 1), NULL, NO_EVENTS));
    assert_message("16");
}

/* A valid type compiles although an invalid one of the same name was used before. */
static void right_after_wrong(void **state)
{
    (void)state;
    static const cliv_type pair = {"pair", 8, "typedef struct pair { int a; char b; } pair;\n"};
    const cliv_op last = {"b", NULL, NULL};
    const struct {
        cl_int a;
        cl_char b;
    } data[] = {{1, 2}, {3, 4}, {5, 6}};
    cliv_array in = cliv_buffer(make_buffer(sizeof data, data), &pair, 0, 3);
    cliv_array out = cliv_buffer(make_buffer(64, NULL), &pair, 0, 1);
    assert_success(cliv_reduce(fx.ctx, fx.queue, in, out, &last, 0, NULL, NULL));
    cl_int found[2] = {0, 0};
    read_buffer(out.buffer, 0, sizeof found, found);
    assert_int_equal(found[0], 5);
    assert_int_equal(found[1] & 0xff, 6);
}

/* One source may declare types and functions on them. The program contains it before the types are used. */
static void one_source_for_all(void **state)
{
    (void)state;
    static const char all[] = "typedef struct thing { int k, v; } thing;\n"
                              "bool before(int a, int b) { return a > b; }\n"
                              "bool comes_first(thing a, thing b) { return a.k < b.k; }\n"
                              "thing sum(thing a, thing b) { a.k += b.k; a.v += b.v; return a; }\n";
    static const cliv_type thing = {"thing", 8, all};
    const cliv_order by_key = {"comes_first(a, b)", all}, descending = {"before(a, b)", all};
    const cliv_op sum = {"sum(a, b)", "(thing){0, 0}", all};
    cliv_array things = cliv_buffer(make_buffer(24, (cl_int[]){3, 30, 1, 10, 2, 20}), &thing, 0, 3);
    cliv_array total = cliv_buffer(make_buffer(8, NULL), &thing, 0, 1), keys = ARRAY(int, 7, 9, 8);
    assert_success(cliv_sort_keys(fx.ctx, fx.queue, things, &by_key, 0, NULL, NULL));
    assert_success(cliv_reduce(fx.ctx, fx.queue, things, total, &sum, 0, NULL, NULL));
    /* Only the values need the source. */
    assert_success(cliv_sort_pairs(fx.ctx, fx.queue, keys, things, &descending, 0, NULL, NULL));
    cl_int found[6];
    read_buffer(things.buffer, 0, sizeof found, found);
    assert_memory_equal(found, ((cl_int[]){2, 20, 3, 30, 1, 10}), sizeof found);
    read_buffer(total.buffer, 0, 2 * sizeof *found, found);
    assert_true(found[0] == 6 && found[1] == 60);
}

static void operators_on_types(void **state)
{
    (void)state;
    static const cliv_type pair = {"pair", 8, "typedef struct pair { int a; char b; } pair;\n"};
    const cliv_op *const bitwise[] = {&cliv_bit_and, &cliv_bit_or, &cliv_bit_xor};
    const cliv_op *const all[] = {&cliv_add,     &cliv_mul,    &cliv_min,     &cliv_max,
                                  &cliv_bit_and, &cliv_bit_or, &cliv_bit_xor, NULL};
    cliv_array in = input, out = output;
    in.type = out.type = &cliv_float;
    for (size_t k = 0; k < 3; ++k) {
        assert_status(CLIV_TYPE_MISMATCH,
                      cliv_scan_exclusive(fx.ctx, fx.queue, in, out, bitwise[k], CLIV_NONE, NO_EVENTS));
        assert_status(CLIV_TYPE_MISMATCH,
                      cliv_scan_inclusive(fx.ctx, fx.queue, in, out, bitwise[k], CLIV_NONE, NO_EVENTS));
        assert_status(CLIV_TYPE_MISMATCH, cliv_reduce(fx.ctx, fx.queue, in, out, bitwise[k], NO_EVENTS));
    }
    in.type = out.type = &pair;
    in.count = out.count = 4;
    for (size_t k = 0; k < 8; ++k)
        assert_status(CLIV_TYPE_MISMATCH, cliv_scan_inclusive(fx.ctx, fx.queue, in, out, all[k], CLIV_NONE, NO_EVENTS));
    /* Numbers and structures do not convert to each other. */
    const cliv_op first = {"a", NULL, NULL};
    in = cliv_slice(input, 0, 4);
    assert_status(CLIV_TYPE_MISMATCH, cliv_scan_inclusive(fx.ctx, fx.queue, in, out, &first, CLIV_NONE, NO_EVENTS));
    assert_status(CLIV_TYPE_MISMATCH, cliv_reduce(fx.ctx, fx.queue, out, in, &first, NO_EVENTS));
}

static void missing_identity(void **state)
{
    (void)state;
    const cliv_op op = {"(a + b)", NULL, NULL}, nothing = {NULL, "0", NULL};
    cliv_array none = cliv_slice(input, 0, 0), total = cliv_slice(output, 0, 1);
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_scan_exclusive(fx.ctx, fx.queue, input, output, &op, CLIV_NONE, NO_EVENTS));
    assert_message("identity");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_reduce(fx.ctx, fx.queue, none, total, &op, NO_EVENTS));
    assert_message("identity");
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_reduce(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i", 0), total, &op, NO_EVENTS));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_scan_inclusive(fx.ctx, fx.queue, none, output, &op, total, NO_EVENTS));
    assert_message("identity");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_segmented_reduce(fx.ctx, fx.queue, none, cliv_generate(&cliv_int, "i", 0),
                                                               output, &op, NO_EVENTS));
    assert_message("identity");
    assert_status(CLIV_INVALID_ARGUMENT,
                  cliv_scan_inclusive(fx.ctx, fx.queue, input, output, &nothing, CLIV_NONE, NO_EVENTS));
    assert_message("combine");
    /* The text is cliv_add's, so the library has the identity. */
    const cliv_op sum = {"a + b", NULL, NULL};
    const cliv_array zero = OUTPUT(int, 1);
    assert_success(cliv_reduce(fx.ctx, fx.queue, none, zero, &sum, 0, NULL, NULL));
    assert_ints(zero, 0);
}

static void double_without_fp64(void **state)
{
    (void)state;
    cl_device_fp_config config = 0;
    clGetDeviceInfo(fx.device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL);
    if (config)
        skip(); /* the device has fp64 */
    cliv_array in = cliv_slice(input, 0, 4), out = cliv_slice(output, 0, 4);
    in.type = out.type = &cliv_double;
    in.count = out.count = 4;
    assert_status(CLIV_UNSUPPORTED, cliv_scan_exclusive(fx.ctx, fx.queue, in, out, NULL, CLIV_NONE, NO_EVENTS));
    assert_message("fp64");
    assert_status(CLIV_UNSUPPORTED, cliv_reduce(fx.ctx, fx.queue, in, out, NULL, NO_EVENTS));
    assert_status(CLIV_UNSUPPORTED,
                  cliv_interval_expand(fx.ctx, fx.queue, 4, cliv_generate(&cliv_int, "i", 4), in, out, NO_EVENTS));
    assert_status(CLIV_UNSUPPORTED,
                  cliv_reduce(fx.ctx, fx.queue, cliv_generate(&cliv_double, "i", 4), output, NULL, NO_EVENTS));
}

/* Spaces and comments in the text of a built-in operator or order are ignored. */
static void spellings(void **state)
{
    (void)state;
    enum { N = 9 };
    const cl_float nan = NAN;
    static const struct {
        const char *less;
        const cliv_order *as;
    } orders[] = {{"a<b", &cliv_less},         {" a  <\tb\n", &cliv_less},      {"b > a", &cliv_less},
                  {"b>a // less", &cliv_less}, {"a /* first */<b", &cliv_less}, {"a>b", &cliv_greater},
                  {"b < a", &cliv_greater},    {"b\\\n<a", &cliv_greater}};
    const cl_float mixed[N] = {3, nan, -1, 0, nan, 7, -0.0f, 2, nan};
    for (size_t k = 0; k < sizeof orders / sizeof *orders; ++k) {
        const cliv_order order = {orders[k].less, NULL};
        const cliv_array keys = cliv_buffer(make_buffer(sizeof mixed, mixed), &cliv_float, 0, N),
                         same = cliv_buffer(make_buffer(sizeof mixed, mixed), &cliv_float, 0, N),
                         first = OUTPUT(int, 1);
        cl_float found[N], expected[N];
        assert_success(cliv_find_first(fx.ctx, fx.queue, keys, &order, first, 0, NULL, NULL));
        assert_ints(first, orders[k].as == &cliv_less ? 2 : 5);
        assert_success(cliv_sort_keys(fx.ctx, fx.queue, keys, &order, 0, NULL, NULL));
        assert_success(cliv_sort_keys(fx.ctx, fx.queue, same, orders[k].as, 0, NULL, NULL));
        read_buffer(keys.buffer, 0, sizeof found, found);
        read_buffer(same.buffer, 0, sizeof expected, expected);
        assert_memory_equal(found, expected, sizeof found);
        assert_true(isnan(found[N - 1]) && isnan(found[N - 3]) && !isnan(found[N - 4]));
    }
    static const struct {
        const char *combine;
        const cliv_op *as;
    } ops[] = {{"a+b", &cliv_add},
               {"a *b", &cliv_mul},
               {"min(a,b)", &cliv_min},
               {"max( a , b )", &cliv_max},
               {"a/* and */&b", &cliv_bit_and},
               {"a|b", &cliv_bit_or},
               {" a ^ b ", &cliv_bit_xor}};
    for (size_t k = 0; k < sizeof ops / sizeof *ops; ++k) { /* these have built-in identities */
        const cliv_op op = {ops[k].combine, NULL, NULL}, other = {ops[k].combine, "77", NULL};
        const cliv_array out = OUTPUT(int, 8), same = OUTPUT(int, 8), nothing = OUTPUT(int, 1), none = OUTPUT(int, 1);
        cl_int found[8], expected[8];
        assert_success(cliv_scan_exclusive(fx.ctx, fx.queue, input, out, &op, CLIV_NONE, 0, NULL, NULL));
        assert_success(cliv_scan_exclusive(fx.ctx, fx.queue, input, same, ops[k].as, CLIV_NONE, 0, NULL, NULL));
        read_buffer(out.buffer, 0, sizeof found, found);
        read_buffer(same.buffer, 0, sizeof expected, expected);
        assert_memory_equal(found, expected, sizeof found);
        assert_success(cliv_reduce(fx.ctx, fx.queue, cliv_slice(input, 0, 0), nothing, &other, 0, NULL, NULL));
        assert_success(cliv_reduce(fx.ctx, fx.queue, cliv_slice(input, 0, 0), none, ops[k].as, 0, NULL, NULL));
        read_buffer(nothing.buffer, 0, sizeof *found, found);
        read_buffer(none.buffer, 0, sizeof *found, expected);
        assert_int_equal(*found, *expected);
    }
    /* Other texts are user-defined operators and need an identity. */
    static const char *const others[] = {"mi n(a, b)", "b - a", "a + b + 0", "a + b /*", "a b", "(a + b)"};
    for (size_t k = 0; k < sizeof others / sizeof *others; ++k) {
        const cliv_op op = {others[k], NULL, NULL};
        assert_status(CLIV_INVALID_ARGUMENT,
                      cliv_scan_exclusive(fx.ctx, fx.queue, input, output, &op, CLIV_NONE, NO_EVENTS));
        assert_message("identity");
    }
}

/* For vectors the caller's identity is used; the default is the built-in one. */
static void identities_of_vectors(void **state)
{
    (void)state;
    static const cliv_type int4 = {"int4", 16, NULL};
    static const cliv_op given = {"a+b", "(int4)(1, 2, 3, 4)", NULL}, own = {"a+b", NULL, NULL};
    const cliv_array none = cliv_buffer(NULL, &int4, 0, 0), out = OUTPUT(int, 4);
    const cliv_array one = cliv_buffer(out.buffer, &int4, 0, 1);
    assert_success(cliv_reduce(fx.ctx, fx.queue, none, one, &given, 0, NULL, NULL));
    assert_ints(out, 1, 2, 3, 4);
    assert_success(cliv_reduce(fx.ctx, fx.queue, none, one, &own, 0, NULL, NULL));
    assert_ints(out, 0, 0, 0, 0);
}

/* An expression must not end the function that contains it. */
static void one_expression(void **state)
{
    (void)state;
    const cliv_array none = CLIV_NONE;
    size_t count;
#define KEEP(keep) cliv_compact(fx.ctx, fx.queue, input, keep, NULL, NULL, 0, output, none, &count, NO_EVENTS)
    assert_status(CLIV_BUILD_FAILED, KEEP("x>3); return (x<2"));
    assert_message(
        "keep is \"x>3); return (x<2\", but must be one expression: its ')' has no matching opening bracket");
    assert_status(CLIV_BUILD_FAILED, KEEP("x > 3 /* and"));
    assert_message("it contains a comment that does not end");
    assert_status(CLIV_BUILD_FAILED, KEEP("x > ')') == (1"));
    assert_success(cliv_compact(fx.ctx, fx.queue, input, "x > (')' - 38) // )\n#define unused )\n/* ) */", NULL, NULL,
                                0, none, none, &count, 0, NULL, NULL));
    assert_int_equal(count, 5);
    assert_status(CLIV_BUILD_FAILED,
                  cliv_partition(fx.ctx, fx.queue, input, "x } {", NULL, NULL, 0, output, none, &count, NO_EVENTS));
    assert_message("first is");
    assert_status(CLIV_BUILD_FAILED,
                  cliv_copy(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i) + (3", 8), output, NO_EVENTS));
    assert_message("generator of input is");
    assert_status(CLIV_BUILD_FAILED, cliv_join_as_of(fx.ctx, fx.queue, CLIV_BACKWARD, input, input, output,
                                                     "a == b) || (a", NULL, NO_EVENTS));
    assert_message("same is");
    const cliv_order order = {"a < b); return (b < a", NULL};
    assert_status(CLIV_BUILD_FAILED, cliv_merge_keys(fx.ctx, fx.queue, cliv_slice(input, 0, 4), cliv_slice(input, 4, 4),
                                                     output, &order, NO_EVENTS));
    assert_message("order is");
    const cliv_op combine = {"a - b); (b", NULL, NULL}, identity = {"a - b", "0]", NULL};
    assert_status(CLIV_BUILD_FAILED, cliv_scan_inclusive(fx.ctx, fx.queue, input, output, &combine, none, NO_EVENTS));
    assert_message("combine is");
    assert_status(CLIV_BUILD_FAILED, cliv_scan_inclusive(fx.ctx, fx.queue, input, output, &identity, none, NO_EVENTS));
    assert_message("identity is");
}

/* User-defined macros do not change the library's code. If one does, the message names it. */
static void macros(void **state)
{
    (void)state;
    static const cliv_type thing = {"thing", 4,
                                    "#define n 5\n#define count n\n# define first() 1\n#define value 5\n"
                                    "#define keys 5\ntypedef struct thing { int v; } thing;\n"};
    static const cliv_op sum = {"(thing){a.v + b.v * MANY}", "(thing){n - 5}", "#define MANY (n - 4)\n"};
    static const cliv_type real = {"real", 4, "#define real int\n#define count 5\n"};
    cliv_array things = input, sums = OUTPUT(int, 8), fewer = OUTPUT(int, 8);
    size_t count;
    things.type = sums.type = &thing;
    assert_success(cliv_scan_exclusive(fx.ctx, fx.queue, things, sums, &sum, CLIV_NONE, 0, NULL, NULL));
    sums.type = &cliv_int;
    assert_ints(sums, 0, 1, 3, 6, 10, 15, 21, 28);
    assert_success(cliv_compact(fx.ctx, fx.queue, things, "x.v < n\n#define keep 7\n", NULL, NULL, 0, CLIV_NONE,
                                CLIV_NONE, &count, 0, NULL, NULL));
    assert_int_equal(count, 4);
    /* The macro is a type name that kernels use, so the source's macros stay defined. */
    things.type = fewer.type = &real;
    const cliv_status status =
        cliv_compact(fx.ctx, fx.queue, things, "x > 6", NULL, NULL, 0, fewer, CLIV_NONE, &count, 0, NULL, NULL);
    assert_true(status == CLIV_SUCCESS || status == CLIV_BUILD_FAILED);
    if (status)
        assert_message("the macro count, which a source defines, is also a name in line");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_arrays, check_and_release)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(combine_does_not_compile),
        TEST(identity_does_not_compile),
        TEST(source_does_not_compile),
        TEST(type_does_not_compile),
        TEST(generator_does_not_compile),
        TEST(body_does_not_compile),
        TEST(wrong_sizeof),
        TEST(right_after_wrong),
        TEST(one_source_for_all),
        TEST(operators_on_types),
        TEST(missing_identity),
        TEST(double_without_fp64),
        TEST(spellings),
        TEST(identities_of_vectors),
        TEST(one_expression),
        TEST(macros),
    };
    return cmocka_run_group_tests_name("snippets", tests, open_device, close_device) != 0;
}
