/* SPDX-License-Identifier: Apache-2.0 */
/* #include of device headers in user-defined programs: in branches, comments, strings and spliced lines, and the
 * compiler's line count after the headers. */
#include "fixture.h"

#define BASE "#include \"cliv_base.clh\"\n"
#define BLOCKS "#include \"cliv_load_balance.clh\"\n"
#define KERNEL "__kernel void use(__global cliv_index *x) { x[0] = 1; }\n"
#define LINE(number) \
    "typedef char line_" #number "[__LINE__ == " #number " ? 1 : -1];\n" /* a type whose name contains the number */

static void assert_builds(const char *source)
{
    cl_program program = NULL;
    if (cliv_program_build(fx.ctx, source, NULL, &program) != CLIV_SUCCESS)
        fail_msg("this does not build:\n%s\n%s", source, cliv_last_error());
    assert_cl(clReleaseProgram(program));
}

static void in_both_branches(void **state)
{
    (void)state;
    assert_builds("#if 0\n" BASE "#else\n" BASE "#endif\n" KERNEL);
    assert_builds("#if 1\n" BASE "#else\n" BASE "#endif\n" KERNEL);
    assert_builds("#ifdef NOT_DEFINED\n" BASE "#elif 1\n" BASE "#endif\n" KERNEL);
    assert_builds("#if 0\n#if 1\n" BASE "#endif\n" BASE "#else\n#ifndef NOT_DEFINED\n" BASE "#endif\n#endif\n" KERNEL);
}

static void behind_a_branch(void **state)
{
    (void)state;
    assert_builds("#if 0\n" BASE "#endif\n" BASE KERNEL);
    assert_builds("#if 1\n" BASE "#endif\n" BASE KERNEL);
    assert_builds("#if 0\n" BASE "#endif\n" BLOCKS KERNEL); /* one header includes the other */
    assert_builds("#if 0\n" BLOCKS "#endif\n" BASE BLOCKS KERNEL);
    assert_builds("#if 1\n" BLOCKS "#endif\n" BASE BLOCKS KERNEL);
    assert_builds(BASE "#if 0\n" BASE "#endif\n" BASE KERNEL);
}

static void in_comments_and_strings(void **state)
{
    (void)state;
    assert_builds("/* as in\n" BASE "*/\n" BASE KERNEL);
    assert_builds("/* /* \" ' */" BASE KERNEL);
    assert_builds("/* two\nlines */ " BASE KERNEL);
    assert_builds("// a comment \\\n" BASE BASE KERNEL);
    assert_builds("// it's /* none\n" BASE KERNEL);
    assert_builds("__constant char text[] = \"/* \\\" /*\";\n" BASE KERNEL);
    assert_builds("__constant char quote = '\"';\n" BASE KERNEL);
    assert_builds("#include \"cliv_base.clh\" /* a comment\n#error */\n" KERNEL);
    assert_builds("#include \"cliv_base.clh\" // a comment\n" KERNEL);
    assert_builds("  # /* a comment */ include /* another */ \"cliv_base.clh\"\n" KERNEL);
    assert_builds("/* " BASE " */ int nothing(void);\n" BASE KERNEL);
}

static void in_spliced_lines(void **state)
{
    (void)state;
    assert_builds("#define TEXT \\\n" BASE BASE KERNEL);
    assert_builds("#define TEXT a \\\r\n" BASE BASE KERNEL);
    assert_builds("#include \\\n    \"cliv_base.clh\"\n" KERNEL);
    assert_builds("#inc\\\nlude \"cliv_base.clh\"\n" KERNEL);
    assert_builds("#include \"cliv_base.clh\"\r\n" KERNEL);
    assert_builds(BASE "__kernel void use(__global cliv_index *x) { x[0] = 1; }"); /* the last line has no newline */
    assert_builds(BASE KERNEL "#if 0\n" BLOCKS "#endif");
}

static void lines_are_counted(void **state)
{
    (void)state;
    assert_builds(LINE(1) BASE LINE(3) BASE LINE(5) BLOCKS LINE(7) KERNEL);
    assert_builds("#if 0\n" BASE "#endif\n" LINE(4) BASE KERNEL);
    assert_builds("#if 0\n" BLOCKS "#else\n" LINE(4) "#endif\n" LINE(6) BASE LINE(8) KERNEL);
    assert_builds("#if 1\n" BLOCKS "#else\n" BASE "#endif\n" LINE(6) KERNEL);
    assert_builds("#if 0\n#if 0\n" BLOCKS "#endif\n#elif 1\n" LINE(6) "#endif\n" LINE(8) BASE LINE(10) KERNEL);
    assert_builds("/*\n" BASE "*/\n" LINE(4) BASE LINE(6) KERNEL);
    assert_builds("#include \\\n\"cliv_base.clh\" /*\n*/\n" LINE(4) "#include \\\n\"cliv_base.clh\" /*\n*/\n" LINE(8)
                      KERNEL);
    assert_builds("#define TEXT a \\\n b\n" LINE(3) BASE LINE(5) KERNEL);
}

static void unknown_headers_are_the_compilers(void **state)
{
    (void)state;
    cl_program program = NULL;
    assert_builds("#if 0\n#include \"no_such_header.h\"\n#endif\n" BASE KERNEL);
    assert_status(CLIV_BUILD_FAILED,
                  cliv_program_build(fx.ctx, BASE "#include \"no_such_header.h\"\n" KERNEL, NULL, &program));
    assert_message("no_such_header");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_both_branches),        cmocka_unit_test(behind_a_branch),
        cmocka_unit_test(in_comments_and_strings), cmocka_unit_test(in_spliced_lines),
        cmocka_unit_test(lines_are_counted),       cmocka_unit_test(unknown_headers_are_the_compilers),
    };
    return cmocka_run_group_tests_name("includes", tests, open_device, close_device) != 0;
}
