/* SPDX-License-Identifier: Apache-2.0 */
/* Under a Turkish locale toupper('i') is not 'I' and the decimal separator is a comma. Nothing may change, because
 * names of macros, devices and tuning rows are ASCII. */
#define _XOPEN_SOURCE 700
#include "fixture.h"

#include <ctype.h>
#include <locale.h>

#define NO_EVENTS 0, NULL, NULL

static void macros_are_ascii(void **state)
{
    (void)state;
    cliv_array output = OUTPUT(int, 4), keys = ARRAY(int, 3, 1, 2, 0);
    assert_success(
        cliv_scan_inclusive(fx.ctx, fx.queue, cliv_generate(&cliv_int, "i", 4), output, NULL, CLIV_NONE, NO_EVENTS));
    assert_ints(output, 0, 1, 3, 6);
    assert_success(cliv_sort_keys(fx.ctx, fx.queue, keys, NULL, NO_EVENTS));
    assert_ints(keys, 0, 1, 2, 3);
}

/* The device's name in upper or lower case. */
static void device_name(char name[256], bool capitals)
{
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, 256, name, NULL));
    for (char *c = name; *c; ++c)
        if (capitals ? *c >= 'a' && *c <= 'z' : *c >= 'A' && *c <= 'Z')
            *c = (char)(*c ^ 32);
}

static void devices_match_in_any_case(void **state)
{
    (void)state;
    for (int capitals = 0; capitals < 2; ++capitals) {
        char name[256];
        cliv_context *ctx = NULL;
        device_name(name, capitals);
        const cliv_context_options options = {.device = name};
        assert_success(cliv_context_create(&options, &ctx));
        cliv_context_destroy(ctx);
    }
}

/* The device's row has groups of 2 work-items. A kernel that reads NT reports whether the row was used. */
static void tuning_rows_match_in_any_case(void **state)
{
    (void)state;
    for (int capitals = 0; capitals < 2; ++capitals) {
        char name[256], row[300];
        cliv_context *ctx = NULL;
        cl_program program = NULL;
        device_name(name, capitals);
        name[strcspn(name, " #")] = '\0'; /* one word of the file */
        snprintf(row, sizeof row, "expand name:%s 256 2 4\n", name);
        const char *const path = write_tuning(row);
        const cliv_context_options options = {.tuning_file = path};
        assert_success(cliv_context_create_with(fx.cl, fx.device, &options, &ctx));
        remove(path);
        assert_success(cliv_program_build(ctx, "typedef char two[NT == 2 ? 1 : -1];\n__kernel void nothing(void) {}\n",
                                          NULL, &program));
        clReleaseProgram(program);
        cliv_context_destroy(ctx);
    }
}

int main(void)
{
    if (!setlocale(LC_ALL, "") || toupper('i') == 'I') {
        puts("skipped: the locale is not a Turkish one");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(macros_are_ascii, release_all),
        cmocka_unit_test(devices_match_in_any_case),
        cmocka_unit_test(tuning_rows_match_in_any_case),
    };
    return cmocka_run_group_tests_name("locale", tests, open_device, close_device) != 0;
}
