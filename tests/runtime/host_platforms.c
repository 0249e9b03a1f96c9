/* SPDX-License-Identifier: Apache-2.0 */
/* Broken platforms must not hide working ones. platforms.sh runs the test and adds the two platforms of broken_icd.c
 * to those of the system. */
#define _XOPEN_SOURCE 700
#include "fixture.h"

static bool is_broken(cl_platform_id platform)
{
    char name[64] = "";
    return clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS &&
           (strcmp(name, "No Devices To List") == 0 || strcmp(name, "A Silent Device") == 0);
}

static void others_are_found(void **state)
{
    (void)state;
    cliv_context *ctx = NULL;
    assert_success(cliv_context_create(NULL, &ctx)); /* CLINTERVAL_DEVICE */
    cliv_context_destroy(ctx);
    const cliv_context_options options = {.device = ""};
    char *variable = getenv("CLINTERVAL_DEVICE"), kept[256];
    snprintf(kept, sizeof kept, "%s", variable ? variable : "");
    unsetenv("CLINTERVAL_DEVICE");
    assert_success(cliv_context_create(&options, &ctx)); /* the default */
    cliv_context_destroy(ctx);
    setenv("CLINTERVAL_DEVICE", kept, 1);
}

static void the_list_names_them(void **state)
{
    (void)state;
    static const char *const texts[] = {"no such device", "silent", "no devices"};
    char name[256] = "";
    assert_cl(clGetDeviceInfo(fx.device, CL_DEVICE_NAME, sizeof name, name, NULL));
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        cliv_context *ctx = NULL;
        const cliv_context_options options = {.device = texts[k]};
        assert_status(CLIV_NO_DEVICE, cliv_context_create(&options, &ctx));
        assert_message(name); /* the message lists the devices */
        assert_message("; skipped: platform ");
        assert_message("(No Devices To List): clGetDeviceIDs failed: CL_OUT_OF_RESOURCES");
        assert_message("(A Silent Device), device 0: clGetDeviceInfo failed: CL_DEVICE_NOT_AVAILABLE");
    }
}

static void places_count_them(void **state)
{
    (void)state;
    cl_platform_id platforms[16];
    cl_uint count = 0, skipped = 0;
    assert_cl(clGetPlatformIDs(16, platforms, &count));
    for (cl_uint p = 0; p < count && p < 16; ++p) {
        cl_device_id device = NULL;
        char place[16];
        cliv_context *ctx = NULL;
        const cliv_context_options options = {.device = place};
        snprintf(place, sizeof place, "%u:0", p);
        if (is_broken(platforms[p])) {
            ++skipped;
            assert_status(CLIV_NO_DEVICE, cliv_context_create(&options, &ctx));
        } else if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS) {
            assert_success(cliv_context_create(&options, &ctx));
            assert_ptr_equal(cliv_context_device(ctx), device);
            cliv_context_destroy(ctx);
        }
    }
    assert_int_equal(skipped, 2);
}

int main(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0, broken = 0;
    if (clGetPlatformIDs(16, platforms, &count) == CL_SUCCESS)
        for (cl_uint p = 0; p < count && p < 16; ++p)
            broken += is_broken(platforms[p]);
    if (!broken) {
        puts("skipped: the loader of OpenCL here does not read OCL_ICD_VENDORS");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_are_found),
        cmocka_unit_test(the_list_names_them),
        cmocka_unit_test(places_count_them),
    };
    return cmocka_run_group_tests_name("platforms", tests, open_device, close_device) != 0;
}
