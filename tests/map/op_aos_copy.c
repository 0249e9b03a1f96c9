/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of structures by a user-defined kernel. Each work-item loads one structure and stores one, with the functions
 * of cliv_aos.clh or with plain code. Arrays: input, output. */
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { GROUPS, NAIVE };
static const char *const variants[] = {"by groups", "naive", NULL};

static const char source[] =
    "#define CLIV_AOS item\n"
    "#define CLIV_AOS_WORDS (ITEM_BYTES / 4)\n"
    "#include \"cliv_aos.clh\"\n"
    "\n"
    "__kernel CLIV_GROUP void copy_by_groups(ulong n, __global const item *in, ulong in_first, __global item *out,\n"
    "                                        ulong out_first)\n"
    "{\n"
    "    __local cliv_aos_memory_item memory;\n"
    "    const ulong first = get_group_id(0) * (ulong)NT;\n"
    "    const uint count = (uint)min(n - first, (ulong)NT);\n"
    "    item own;\n"
    "    cliv_wg_aos_load_item(in + in_first + first, count, &own, &memory);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    cliv_wg_aos_store_item(out + out_first + first, count, &own, &memory);\n"
    "}\n"
    "\n"
    "__kernel CLIV_GROUP void naive_copy(ulong n, __global const item *in, ulong in_first, __global item *out,\n"
    "                                    ulong out_first)\n"
    "{\n"
    "    const ulong i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        out[out_first + i] = in[in_first + i];\n"
    "}\n";

enum { NT = 128 };

static bool fits(const test_case *c) { return c->type->type->size % 4 == 0 && c->source == TEST_BUFFERS; }

static bool prepare(test_work *work)
{
    const test_case *c = &work->c;
    return test_input_values(work, "input", c->type, TEST_PLAIN, false, c->n, c->n) &&
           test_output(work, "output", c->type, c->n, c->n);
}

static void reference(test_work *work)
{
    memcpy(test_elements(&work->arrays[1]), test_elements(&work->arrays[0]), work->c.n * work->c.type->type->size);
}

static cliv_status build(test_work *work, cliv_context *ctx)
{
    const cliv_type *type = work->c.type->type;
    const cl_ulong n = work->c.n;
    char text[4096], options[80];
    snprintf(text, sizeof text, "%stypedef %s item;\n%s", type->source ? type->source : "", type->name, source);
    snprintf(options, sizeof options, "-D NT=%d -D VT=1 -D ITEM_BYTES=%zu", NT, type->size);
    cliv_status status =
        test_kernel_build(work, ctx, text, options, work->c.variant == NAIVE ? "naive_copy" : "copy_by_groups", NT);
    if (status == CLIV_SUCCESS)
        status = clSetKernelArg(work->kernel.kernel, 0, sizeof n, &n);
    for (cl_uint k = 0; k < 2 && status == CLIV_SUCCESS; ++k)
        status = test_kernel_array(work, 1 + 2 * k, &work->arrays[k]);
    return status;
}

static cliv_status run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                       const cl_event *wait, cl_event *event)
{
    const cliv_status status = test_kernel_is_built(work, ctx) ? CLIV_SUCCESS : build(work, ctx);
    return status != CLIV_SUCCESS ? status : test_kernel_enqueue(work, queue, work->c.n, wait_count, wait, event);
}

/* 2^28 bytes of structures. */
static const char *const bench_cases[] = {"n=22369621,type=words12",
                                          "n=16777216,type=words16",
                                          "n=13421772,type=words20",
                                          "n=11184810,type=words24",
                                          "n=9586980,type=words28",
                                          "n=8388608,type=words32",
                                          "n=7456540,type=words36",
                                          "n=6710886,type=words40",
                                          "n=6100805,type=words44",
                                          "n=5592405,type=words48",
                                          "n=5162220,type=words52",
                                          "n=4793490,type=words56",
                                          "n=4473924,type=words60",
                                          "n=4194304,type=words64",
                                          "n=22369621,type=words12,variant=1",
                                          "n=16777216,type=words16,variant=1",
                                          "n=13421772,type=words20,variant=1",
                                          "n=11184810,type=words24,variant=1",
                                          "n=9586980,type=words28,variant=1",
                                          "n=8388608,type=words32,variant=1",
                                          "n=7456540,type=words36,variant=1",
                                          "n=6710886,type=words40,variant=1",
                                          "n=6100805,type=words44,variant=1",
                                          "n=5592405,type=words48,variant=1",
                                          "n=5162220,type=words52,variant=1",
                                          "n=4793490,type=words56,variant=1",
                                          "n=4473924,type=words60,variant=1",
                                          "n=4194304,type=words64,variant=1",
                                          NULL};

const test_operation op_aos_copy = {"aos_copy", TEST_USES_TYPE, variants, fits, bench_cases, prepare, reference, run};
