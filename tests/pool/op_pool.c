/* SPDX-License-Identifier: Apache-2.0 */
/* User-defined kernels that allocate from a pool until its last slot is allocated, and write the slots that they got.
 * Each slot must occur once. One array: the slots, in any order. */
#include "test.h"

#include <stdio.h>

enum { ONE_EACH, BY_GROUPS, HALF };
static const char *const variants[] = {"one each", "by groups", "half the lanes", NULL};

static const char source[] =
    "#include \"cliv_pool.clh\"\n"
    "\n"
    "__kernel void one_each(__global cliv_pool_state *pool, __global uint *objects, ulong n, __global uint *slots,\n"
    "                       ulong first)\n"
    "{\n"
    "    const ulong i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        slots[first + i] = cliv_pool_alloc(pool);\n"
    "}\n"
    "\n"
    "__kernel void every_other(__global cliv_pool_state *pool, __global uint *objects, ulong n, __global uint *slots,\n"
    "                          ulong first)\n"
    "{\n"
    "    const ulong i = get_global_id(0);\n"
    "    if (i % 2 == 0 && i / 2 < n)\n"
    "        slots[first + i / 2] = cliv_pool_alloc(pool);\n"
    "}\n"
    "\n"
    "__kernel void by_groups(__global cliv_pool_state *pool, __global uint *objects, ulong n, __global uint *slots,\n"
    "                        ulong first)\n"
    "{\n"
    "    __local uint scratch[CLIV_POOL_SCRATCH];\n"
    "    const uint step = (uint)get_local_size(0);\n"
    "    const ulong begin = get_group_id(0) * (ulong)step * EACH + get_local_id(0);\n"
    "    uint own[EACH];\n"
    "#if WHOLE_GROUPS\n"
    "    const uint wanted = EACH;\n"
    "#else\n"
    "    uint wanted = 0;\n"
    "    while (wanted < EACH && begin + wanted * step < n)\n"
    "        ++wanted;\n"
    "#endif\n"
    "    cliv_wg_pool_alloc(pool, wanted, own, scratch);\n"
    "    for (uint j = 0; j < wanted; ++j)\n"
    "        slots[first + begin + j * step] = own[j];\n"
    "}\n";

enum { EACH = 8, GROUP = 512, SMALL_GROUP = 256 };

static bool prepare(test_work *work)
{
    const size_t n = work->c.n;
    if (!test_output(work, "slots", &test_uint, n, n))
        return false;
    work->arrays[0].any_order = true;
    return test_make_pool(work, n);
}

static void reference(test_work *work)
{
    cl_uint *slots = test_elements(&work->arrays[0]);
    for (size_t i = 0; i < work->c.n; ++i)
        slots[i] = (cl_uint)i;
}

static cliv_status build(test_work *work, cliv_context *ctx)
{
    static const char *const names[] = {"one_each", "by_groups", "every_other"};
    const cl_ulong n = work->c.n;
    char options[80];
    snprintf(options, sizeof options, "-D EACH=%d -D WHOLE_GROUPS=%d", EACH, n % (GROUP * EACH) == 0);
    cliv_status status = test_kernel_build(work, ctx, source, options, names[work->c.variant],
                                           work->c.variant == BY_GROUPS ? GROUP : SMALL_GROUP);
    if (status == CLIV_SUCCESS)
        status = cliv_pool_set_kernel_args(work->pool, work->kernel.kernel, 0);
    if (status == CLIV_SUCCESS)
        status = clSetKernelArg(work->kernel.kernel, 2, sizeof n, &n);
    return status != CLIV_SUCCESS ? status : test_kernel_array(work, 3, &work->arrays[0]);
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const size_t n = work->c.n;
    const size_t items = work->c.variant == BY_GROUPS ? (n + EACH - 1) / EACH : work->c.variant == HALF ? 2 * n : n;
    const cliv_status status = test_kernel_is_built(work, ctx) ? CLIV_SUCCESS : build(work, ctx);
    return status != CLIV_SUCCESS ? status : test_kernel_enqueue(work, queue, items, wait_count, wait, event);
}

static const char *const bench_cases[] = {"n=16777216", "n=16777216,variant=1", "n=4194304,variant=2", NULL};

const test_operation op_pool_alloc = {"pool_alloc", TEST_IS_TIMED_ALONE, variants, NULL, bench_cases,
                                      prepare,      reference,           run};
