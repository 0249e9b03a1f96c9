/* SPDX-License-Identifier: Apache-2.0 */
/* Statuses and the last error. */
#include "fixture.h"

#include <pthread.h>

static void *fresh_thread(void *result)
{
    *(bool *)result = cliv_last_error()[0] == '\0';
    cliv_context_trim(NULL);
    *(bool *)result = *(bool *)result && strstr(cliv_last_error(), "ctx") != NULL;
    return NULL;
}

static void last_error_is_per_thread(void **state)
{
    (void)state;
    char before[256];
    bool good = false;
    pthread_t thread;
    cliv_context *ctx = NULL;
    const cliv_context_options nowhere = {.device = "something that is not there"};
    assert_status(CLIV_NO_DEVICE, cliv_context_create(&nowhere, &ctx));
    snprintf(before, sizeof before, "%.255s", cliv_last_error());
    assert_int_equal(pthread_create(&thread, NULL, fresh_thread, &good), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(good);
    assert_int_equal(strncmp(before, cliv_last_error(), strlen(before)), 0);
    assert_success(cliv_context_trim(fx.ctx)); /* a success does not change it */
    assert_int_equal(strncmp(before, cliv_last_error(), strlen(before)), 0);
}

static void status_strings(void **state)
{
    (void)state;
#define KNOWN(name, value, text)                              \
    assert_int_equal(name, value);                            \
    assert_non_null(strstr(cliv_status_string(name), #name)); \
    assert_non_null(strstr(cliv_status_string(name), text));
    CLIV_STATUS_LIST(KNOWN)
#undef KNOWN
    assert_non_null(strstr(cliv_status_string(-1999), "vendor")); /* the last code that may belong to OpenCL */
    assert_string_equal(cliv_status_string(-2000), "unknown status");
    assert_string_equal(cliv_status_string(1), "unknown status");
    assert_non_null(strstr(cliv_status_string(CL_INVALID_CONTEXT), "CL_INVALID_CONTEXT"));
    assert_non_null(strstr(cliv_status_string(CL_BUILD_PROGRAM_FAILURE), "CL_BUILD_PROGRAM_FAILURE"));
    static const struct {
        int code;
        const char *name;
    } later[] = {{-69, "CL_INVALID_PIPE_SIZE"},        {-70, "CL_INVALID_DEVICE_QUEUE"},
                 {-71, "CL_INVALID_SPEC_ID"},          {-72, "CL_MAX_SIZE_RESTRICTION_EXCEEDED"},
                 {-1001, "CL_PLATFORM_NOT_FOUND_KHR"}, {-1057, "CL_DEVICE_PARTITION_FAILED_EXT"}};
    for (size_t k = 0; k < sizeof later / sizeof *later; ++k)
        assert_string_equal(cliv_status_string(later[k].code), later[k].name);
    for (int status = -19; status <= -1; ++status)
        assert_int_equal(strncmp(cliv_status_string(status), "CL_", 3), 0);
    for (int status = -72; status <= -30; ++status)
        assert_int_equal(strncmp(cliv_status_string(status), "CL_", 3), 0);
    for (int status = -4000; status <= 4000; ++status) {
        assert_non_null(cliv_status_string(status));
        assert_true(strlen(cliv_status_string(status)) > 3);
    }
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", CLIV_VERSION_MAJOR, CLIV_VERSION_MINOR, CLIV_VERSION_PATCH);
    assert_string_equal(cliv_version(), version);
}

/* Failures reported by a library that uses this one. */
static void failures_of_others(void **state)
{
    (void)state;
    char sentence[] = "other_call: rank 2: keys: the buffer is NULL";
    assert_status(CLIV_MPI_FAILED, cliv_set_last_error(CLIV_MPI_FAILED, sentence));
    assert_ptr_not_equal(cliv_last_error(), sentence);
    sentence[0] = '?'; /* the sentence was copied */
    assert_string_equal(cliv_last_error(), "other_call: rank 2: keys: the buffer is NULL");
    assert_success(cliv_set_last_error(CLIV_SUCCESS, "no failure"));
    assert_string_equal(cliv_last_error(), "other_call: rank 2: keys: the buffer is NULL");
    assert_status(CL_OUT_OF_RESOURCES, cliv_set_last_error(CL_OUT_OF_RESOURCES, NULL));
    assert_string_equal(cliv_last_error(), cliv_status_string(CL_OUT_OF_RESOURCES));
    assert_status(-1, cliv_set_last_error(-1, ""));
    assert_string_equal(cliv_last_error(), "");
    /* The same failure again, as by a caller that adds to the message. */
    assert_status(CLIV_OVERFLOW, cliv_set_last_error(CLIV_OVERFLOW, "sum"));
    assert_status(CLIV_OVERFLOW, cliv_set_last_error(CLIV_OVERFLOW, cliv_last_error()));
    assert_string_equal(cliv_last_error(), "sum");
    /* Later failures of the library are unaffected. */
    assert_status(CLIV_INVALID_ARGUMENT, cliv_context_trim(NULL));
    assert_message("cliv_context_trim: ctx is NULL");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_error_is_per_thread),
        cmocka_unit_test(status_strings),
        cmocka_unit_test(failures_of_others),
    };
    return cmocka_run_group_tests_name("statuses", tests, open_device, close_device) != 0;
}
