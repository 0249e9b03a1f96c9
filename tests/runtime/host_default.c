/* SPDX-License-Identifier: Apache-2.0 */
/* The default device and the list of devices, on simulated machines: the linker's --wrap puts a machine between the
 * library and OpenCL. */
#define _XOPEN_SOURCE 700
#include "runtime/device.h"

#include <clinterval/context.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLATFORMS = 3, DEVICES = 3 };

/* A platform and its devices; the first 0 ends the list. */
typedef struct machine {
    const char *platform;
    cl_device_type types[DEVICES];
} machine;

static machine platforms[PLATFORMS];
static size_t platform_count;

static cl_platform_id platform_at(size_t k) { return (cl_platform_id)(uintptr_t)(k + 1); }
static cl_device_id device_at(size_t k, size_t d) { return (cl_device_id)(uintptr_t)(k * DEVICES + d + 1); }

static cl_int answer(const void *from, size_t bytes, size_t capacity, void *value, size_t *needed)
{
    if (value && capacity < bytes)
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, from, bytes);
    if (needed)
        *needed = bytes;
    return CL_SUCCESS;
}

cl_int __wrap_clGetPlatformIDs(cl_uint, cl_platform_id *, cl_uint *);
cl_int __wrap_clGetPlatformIDs(cl_uint capacity, cl_platform_id *ids, cl_uint *count)
{
    for (size_t k = 0; ids && k < platform_count && k < capacity; ++k)
        ids[k] = platform_at(k);
    if (count)
        *count = (cl_uint)platform_count;
    return CL_SUCCESS;
}

cl_int __wrap_clGetPlatformInfo(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
cl_int __wrap_clGetPlatformInfo(cl_platform_id id, cl_platform_info what, size_t capacity, void *value, size_t *needed)
{
    const char *text = what == CL_PLATFORM_NAME ? platforms[(uintptr_t)id - 1].platform : "OpenCL 1.2";
    return answer(text, strlen(text) + 1, capacity, value, needed);
}

cl_int __wrap_clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *);
cl_int __wrap_clGetDeviceIDs(cl_platform_id id, cl_device_type type, cl_uint capacity, cl_device_id *ids,
                             cl_uint *count)
{
    (void)type;
    const size_t k = (uintptr_t)id - 1;
    cl_uint devices = 0;
    for (; devices < DEVICES && platforms[k].types[devices]; ++devices)
        if (ids && devices < capacity)
            ids[devices] = device_at(k, devices);
    if (count)
        *count = devices;
    return CL_SUCCESS;
}

cl_int __wrap_clGetDeviceInfo(cl_device_id, cl_device_info, size_t, void *, size_t *);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t capacity, void *value, size_t *needed)
{
    const size_t number = (uintptr_t)id - 1, k = number / DEVICES, size = 1024;
    const cl_device_type type = platforms[k].types[number % DEVICES];
    const cl_platform_id platform = platform_at(k);
    const cl_ulong local = 32768;
    const cl_uint units = 4;
    switch (what) {
    case CL_DEVICE_PLATFORM:
        return answer(&platform, sizeof platform, capacity, value, needed);
    case CL_DEVICE_TYPE:
        return answer(&type, sizeof type, capacity, value, needed);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return answer(&units, sizeof units, capacity, value, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return answer(&size, sizeof size, capacity, value, needed);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return answer(&local, sizeof local, capacity, value, needed);
    default: /* name, vendor, extensions */
        return answer("none", 5, capacity, value, needed);
    }
}

static void assert_picks(size_t wanted, const char *wish, const machine *machines, size_t count)
{
    cliv_device device;
    memcpy(platforms, machines, count * sizeof *machines);
    platform_count = count;
    assert_int_equal(cliv_device_pick(wish, &device), CLIV_SUCCESS);
    assert_int_equal(device.platform_index, wanted);
}

#define PICKS(wanted, wish, ...) \
    assert_picks(wanted, wish, (machine[]){__VA_ARGS__}, sizeof((machine[]){__VA_ARGS__}) / sizeof(machine))
/* clang-format off */
#define CPU {"Some CPUs", {CL_DEVICE_TYPE_CPU}}
#define GPU {"Some GPUs", {CL_DEVICE_TYPE_GPU}}
#define OTHER {"Some Others", {CL_DEVICE_TYPE_ACCELERATOR}}
#define SIMULATOR {"Oclgrind", {CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR}}
#define TWO_GPUS {"Some GPUs", {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_GPU}}
#define MIXED {"Some of each", {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CPU}}
/* clang-format on */

static void without_a_wish(void **state)
{
    (void)state;
    PICKS(0, NULL, CPU);
    PICKS(1, NULL, CPU, GPU);
    PICKS(0, NULL, GPU, CPU);
    PICKS(2, "", OTHER, CPU, GPU);
    PICKS(1, NULL, OTHER, CPU, CPU);
    PICKS(0, NULL, OTHER, SIMULATOR);
    PICKS(0, NULL, GPU, GPU);
    PICKS(0, NULL, SIMULATOR);
    PICKS(1, NULL, SIMULATOR, OTHER);
    PICKS(2, NULL, SIMULATOR, CPU, GPU);
}

/* Selects the first matching device. */
static void with_a_wish(void **state)
{
    (void)state;
    PICKS(0, "cpu", CPU, GPU);
    PICKS(1, "cpu", GPU, CPU, CPU);
    PICKS(1, "oclgrind", CPU, SIMULATOR, GPU);
    PICKS(0, "some", OTHER, CPU, GPU);
    PICKS(1, "1:0", GPU, OTHER);
}

/* Indices have at most nine digits. Other texts are names, also the beginning of the word for a kind. */
static void wishes_as_text(void **state)
{
    static const char *const names[] = {"1000000000:0", "0:1000000000", "1:", ":1", "1", "1:0x", "1:2:3", "g", "gpus"};
    (void)state;
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        assert_int_equal(cliv_device_spec_parse(names[k]).kind, CLIV_SPEC_NAME);
    const cliv_device_spec spec = cliv_device_spec_parse("999999999:123456789");
    assert_int_equal(spec.kind, CLIV_SPEC_INDEX);
    assert_true(spec.platform == 999999999 && spec.device == 123456789);
    assert_int_equal(cliv_device_spec_parse("gPu").type, CL_DEVICE_TYPE_GPU);
}

static void assert_lists(const char *wanted, const char *wish, const machine *machines, size_t count)
{
    cl_device_id devices[PLATFORMS * DEVICES];
    size_t listed = 0;
    char found[64] = "";
    const cliv_context_options options = {.device = wish};
    memcpy(platforms, machines, count * sizeof *machines);
    platform_count = count;
    assert_int_equal(cliv_context_devices(&options, devices, PLATFORMS * DEVICES, &listed), CLIV_SUCCESS);
    assert_in_range(listed, 1, DEVICES);
    for (size_t k = 0; k < listed; ++k) {
        const size_t number = (uintptr_t)devices[k] - 1, length = strlen(found);
        snprintf(found + length, sizeof found - length, "%s%zu:%zu", k ? " " : "", number / DEVICES, number % DEVICES);
    }
    assert_string_equal(found, wanted);
}
#define LISTS(wanted, wish, ...) \
    assert_lists(wanted, wish, (machine[]){__VA_ARGS__}, sizeof((machine[]){__VA_ARGS__}) / sizeof(machine))

/* Lists matching devices of one platform; by default devices of one kind. */
static void all_that_are_meant(void **state)
{
    (void)state;
    unsetenv("CLINTERVAL_DEVICE");
    LISTS("0:0", NULL, CPU);
    LISTS("1:0 1:1", NULL, CPU, TWO_GPUS);
    LISTS("0:0 0:1", "", TWO_GPUS, GPU);
    LISTS("0:1", NULL, MIXED, TWO_GPUS);
    LISTS("0:0 0:2", "cpu", MIXED, CPU);
    LISTS("0:1", "gpu", MIXED, TWO_GPUS);
    LISTS("0:0 0:1 0:2", "of each", MIXED, CPU);
    LISTS("0:0 0:1 0:2", "some", MIXED, CPU);
    LISTS("1:1", "1:1", MIXED, TWO_GPUS);
    LISTS("1:0 1:1", NULL, SIMULATOR, TWO_GPUS);
    LISTS("0:0", NULL, SIMULATOR);
    setenv("CLINTERVAL_DEVICE", "cpu", 1);
    LISTS("1:0 1:2", "", TWO_GPUS, MIXED);
    LISTS("0:0 0:1", "gpu", TWO_GPUS, MIXED);
    unsetenv("CLINTERVAL_DEVICE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_a_wish), cmocka_unit_test(with_a_wish),
                                       cmocka_unit_test(wishes_as_text), cmocka_unit_test(all_that_are_meant)};
    return cmocka_run_group_tests_name("default devices", tests, NULL, NULL) != 0;
}
