/* SPDX-License-Identifier: Apache-2.0 */
/* Which device is taken where nobody has a wish, on machines that are made up: the linker's --wrap puts them between
 * the library and OpenCL. */
#include "../host/device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A platform with one device. */
typedef struct machine {
    const char *platform;
    cl_device_type type;
} machine;

enum { PLATFORMS = 3 };
static machine platforms[PLATFORMS];
static size_t platform_count;

static cl_platform_id platform_at(size_t k) { return (cl_platform_id)(uintptr_t)(k + 1); }
static cl_device_id device_at(size_t k) { return (cl_device_id)(uintptr_t)(k + 1); }

static cl_int answer(const void *from, size_t bytes, size_t room, void *value, size_t *needed)
{
    if (value && room < bytes)
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, from, bytes);
    if (needed)
        *needed = bytes;
    return CL_SUCCESS;
}

cl_int __wrap_clGetPlatformIDs(cl_uint, cl_platform_id *, cl_uint *);
cl_int __wrap_clGetPlatformIDs(cl_uint room, cl_platform_id *ids, cl_uint *count)
{
    for (size_t k = 0; ids && k < platform_count && k < room; ++k)
        ids[k] = platform_at(k);
    if (count)
        *count = (cl_uint)platform_count;
    return CL_SUCCESS;
}

cl_int __wrap_clGetPlatformInfo(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
cl_int __wrap_clGetPlatformInfo(cl_platform_id id, cl_platform_info what, size_t room, void *value, size_t *needed)
{
    const char *text = what == CL_PLATFORM_NAME ? platforms[(uintptr_t)id - 1].platform : "OpenCL 1.2";
    return answer(text, strlen(text) + 1, room, value, needed);
}

cl_int __wrap_clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *);
cl_int __wrap_clGetDeviceIDs(cl_platform_id id, cl_device_type type, cl_uint room, cl_device_id *ids, cl_uint *count)
{
    (void)type;
    if (ids && room)
        *ids = device_at((uintptr_t)id - 1);
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int __wrap_clGetDeviceInfo(cl_device_id, cl_device_info, size_t, void *, size_t *);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t room, void *value, size_t *needed)
{
    const size_t k = (uintptr_t)id - 1, size = 1024;
    const cl_platform_id platform = platform_at(k);
    const cl_ulong local = 32768;
    const cl_uint units = 4;
    switch (what) {
    case CL_DEVICE_PLATFORM:
        return answer(&platform, sizeof platform, room, value, needed);
    case CL_DEVICE_TYPE:
        return answer(&platforms[k].type, sizeof platforms[k].type, room, value, needed);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return answer(&units, sizeof units, room, value, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return answer(&size, sizeof size, room, value, needed);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return answer(&local, sizeof local, room, value, needed);
    default: /* name, vendor, extensions */
        return answer("none", 5, room, value, needed);
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
#define CPU                             \
    {                                   \
        "Some CPUs", CL_DEVICE_TYPE_CPU \
    }
#define GPU                             \
    {                                   \
        "Some GPUs", CL_DEVICE_TYPE_GPU \
    }
#define OTHER                                     \
    {                                             \
        "Some Others", CL_DEVICE_TYPE_ACCELERATOR \
    }
#define SIMULATOR                                                                        \
    {                                                                                    \
        "Oclgrind", CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR \
    }

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

/* The first that is meant, whatever it is. */
static void with_a_wish(void **state)
{
    (void)state;
    PICKS(0, "cpu", CPU, GPU);
    PICKS(1, "cpu", GPU, CPU, CPU);
    PICKS(1, "oclgrind", CPU, SIMULATOR, GPU);
    PICKS(0, "some", OTHER, CPU, GPU);
    PICKS(1, "1:0", GPU, OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_a_wish), cmocka_unit_test(with_a_wish)};
    return cmocka_run_group_tests_name("default devices", tests, NULL, NULL) != 0;
}
