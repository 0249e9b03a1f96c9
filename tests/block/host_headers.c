/* SPDX-License-Identifier: Apache-2.0 */
/* The public device headers, whose names are the arguments. Each header must compile alone, and together with the
 * others in any order. In the source of a user-defined function, where NT and VT are not defined, the same headers
 * must compile with sub-groups as without. */
#include "fixture.h"

/* The definitions that some headers require; the other headers must accept them. */
static const char needed[] = "typedef uint cliv_key;\n"
                             "typedef uint cliv_acc;\n"
                             "typedef struct { uint w[3]; } triple;\n"
                             "inline bool cliv_less(const cliv_key a, const cliv_key b) { return a < b; }\n"
                             "inline cliv_acc cliv_combine(const cliv_acc a, const cliv_acc b) { return a + b; }\n"
                             "#define CLIV_ACC_WORDS 1\n"
                             "#define cliv_acc_bits(x) (x)\n"
                             "#define cliv_bits_acc(x) (x)\n"
                             "#define CLIV_DIGIT_BITS 4\n"
                             "#define CLIV_AOS triple\n"
                             "#define CLIV_AOS_WORDS 3\n";
static const char *const *headers;
static size_t header_count;

static bool builds(const char *source)
{
    cl_program program = NULL;
    const cliv_status status = cliv_program_build(fx.ctx, source, "-Werror", &program);
    if (status == CLIV_SUCCESS)
        clReleaseProgram(program);
    return status == CLIV_SUCCESS;
}

/* Compiles one header before all others, which follow in the list's order or in reverse; or the header alone. A name
 * with two meanings is an error, or a warning, which counts as an error here. */
static bool compiles(size_t first, int step)
{
    char source[8192];
    size_t length = (size_t)snprintf(source, sizeof source, "%s#include \"%s\"\n", needed, headers[first]);
    for (size_t k = 0; k < header_count && step; ++k)
        length += (size_t)snprintf(source + length, sizeof source - length, "#include \"%s\"\n",
                                   headers[step > 0 ? k : header_count - 1 - k]);
    snprintf(source + length, sizeof source - length, "__kernel void none(void) {}\n");
    const bool right = builds(source);
    if (!right)
        print_error("%s %s: %s\n", headers[first], step ? "before the others" : "alone", cliv_last_error());
    return right;
}

static void in_any_order(void **state)
{
    (void)state;
    size_t bad = 0;
    assert_true(header_count > 1 && header_count < 100);
    for (size_t k = 0; k < header_count; ++k)
        for (int step = -1; step <= 1; ++step)
            bad += !compiles(k, step);
    assert_int_equal(bad, 0);
}

/* Compiles a header as in the source of a user-defined function, with sub-groups of `lanes`; 0: without. The functions
 * of the device are macros, so that devices without sub-groups compile the same text. */
static bool compiles_in_a_function(const char *header, unsigned lanes)
{
    char source[8192];
    snprintf(source, sizeof source,
             "#undef CLIV_NVIDIA\n#undef CLIV_LANES\n#define CLIV_LANES %u\n"
             "#define sub_group_shuffle(word, from) ((word) + (from))\n"
             "#define sub_group_ballot(vote) ((uint4)(vote))\n"
             "#define sub_group_barrier(flags) mem_fence(flags)\n"
             "#include \"cliv_base.clh\"\n#undef NT\n#undef VT\n#undef NV\n"
             "%s#include \"%s\"\n__kernel void none(void) {}\n",
             lanes, needed, header);
    return builds(source);
}

static void without_the_size_of_the_group(void **state)
{
    static const unsigned sizes[] = {4, 32, 64};
    static const char *const always[] = {"cliv_base.clh", "cliv_counter.clh", "cliv_pool.clh", "cliv_sub_group.clh"};
    (void)state;
    size_t bad = 0, found = 0;
    for (size_t k = 0; k < header_count; ++k) {
        if (!compiles_in_a_function(headers[k], 0))
            continue;
        for (size_t i = 0; i < sizeof always / sizeof *always; ++i)
            found += strcmp(headers[k], always[i]) == 0;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
            if (!compiles_in_a_function(headers[k], sizes[i])) {
                print_error("%s with sub-groups of %u: %s\n", headers[k], sizes[i], cliv_last_error());
                ++bad;
            }
    }
    assert_int_equal(bad, 0);
    assert_int_equal(found, sizeof always / sizeof *always);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(in_any_order, release_all),
        cmocka_unit_test_teardown(without_the_size_of_the_group, release_all),
    };
    headers = (const char *const *)argv + 1;
    header_count = (size_t)argc - 1;
    return cmocka_run_group_tests_name("public device headers", tests, open_device, close_device) != 0;
}
