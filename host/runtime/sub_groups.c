/* SPDX-License-Identifier: Apache-2.0 */
/* Sub-groups: a probe program tests the sub-groups that a device reports before programs use them. Any failure, of the
 * build, a call or a result, means that there are no sub-groups, and is not an error. */
#include "runtime/context_inside.h"
#include "runtime/source.h"

#include <stdlib.h>
#include <string.h>

#ifndef CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR
#define CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR 0x2033
#endif

enum { FEWEST_LANES = 4, MOST_LANES = 64, PTX_LANES = 32, ANY_LANES = 1, ANSWERS = 18, GROUPS = 2, PROBED_GROUP = 256 };

struct cliv_sub_groups {
    unsigned wish; /* ANY_LANES, or the only size to use; 0: no sub-groups */
    cliv_mutex lock;
    bool known;
    unsigned lanes;
};

cliv_status cliv_sub_groups_begin(const char *wish, cliv_sub_groups **result)
{
    unsigned wanted = ANY_LANES;
    if (wish) {
        const size_t digits = cliv_read_digits(wish, &wanted);
        const bool is_size = wanted >= FEWEST_LANES && wanted <= MOST_LANES && (wanted & (wanted - 1)) == 0;
        if (!digits || digits > 3 || wish[digits] || (wanted && !is_size))
            return cliv_fail(CLIV_INVALID_ARGUMENT,
                             "CLINTERVAL_SUB_GROUPS is \"%s\", but must be 0, 4, 8, 16, 32 or 64", wish);
    }
    cliv_sub_groups *s = calloc(1, sizeof *s);
    if (!s || !cliv_mutex_begin(&s->lock)) {
        free(s);
        return cliv_fail_memory();
    }
    s->wish = wanted;
    *result = s;
    return CLIV_SUCCESS;
}

void cliv_sub_groups_end(cliv_sub_groups *s)
{
    if (!s)
        return;
    cliv_mutex_end(&s->lock);
    free(s);
}

void cliv_sub_groups_define(cliv_text *text, const cliv_context *ctx, unsigned lanes)
{
    cliv_text_add(text, "#define CLIV_LANES %u\n", lanes);
    if (!lanes || ctx->device.ptx)
        return;
    if (ctx->device.asks_lanes)
        cliv_text_add(text, "#define CLIV_REQUIRES_LANES 1\n");
    if (ctx->device.asks_half)
        cliv_text_add(text, "#define CLIV_REQUIRES_HALF 1\n");
    if (ctx->device.shuffles == CLIV_INTELS_SHUFFLES)
        cliv_text_add(text, "#define CLIV_INTEL_SHUFFLES 1\n");
    if (ctx->device.shuffles == CLIV_QUALCOMMS_SHUFFLES)
        cliv_text_add(text, "#define CLIV_QUALCOMM_SHUFFLES 1\n");
}

typedef cl_int(CL_API_CALL *sub_group_info)(cl_kernel, cl_device_id, cl_uint, size_t, const void *, size_t, void *,
                                            size_t *);

/* The sub-group size of a kernel in groups of `nt`; 0: the device does not report it. */
static size_t lanes_of_kernel(const cliv_context *ctx, cl_kernel kernel, size_t nt)
{
    union {
        void *address;
        sub_group_info ask;
    } f;
    size_t lanes = 0;
    f.address = clGetExtensionFunctionAddressForPlatform(ctx->device.platform, "clGetKernelSubGroupInfoKHR");
    if (!f.address || f.ask(kernel, ctx->device.id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR, sizeof nt, &nt,
                            sizeof lanes, &lanes, NULL) != CL_SUCCESS)
        return 0;
    return lanes;
}

bool cliv_lanes_hold(const cliv_context *ctx, cl_kernel kernel, unsigned lanes, size_t nt)
{
    if (!lanes || ctx->device.ptx || ctx->device.asks_lanes || nt % lanes)
        return true;
    return lanes_of_kernel(ctx, kernel, nt) == lanes;
}

static cl_uint word_of(unsigned t, unsigned group) { return (t + 1) * 0x9E3779B1u + group * 0x85EBCA6Bu; }

/* The expected results of the probe: see cl/runtime/cliv_sub_group_probe.clh. */
static void answers_of(unsigned t, unsigned group, unsigned lanes, cl_uint answers[ANSWERS])
{
    const unsigned lane = t % lanes, first = t - lane;
    cl_ulong votes = 0;
    for (unsigned k = 0; k < lanes; ++k)
        votes |= (cl_ulong)(word_of(first + k, group) >> 7 & 1) << k;
    const cl_ulong all = ~(cl_ulong)0 >> (64 - lanes);
    const unsigned left = lane ? t - 1 : t;
    const cl_uint expected[ANSWERS] = {
        lane,
        t / lanes,
        lanes,
        (cl_uint)votes,
        (cl_uint)(votes >> 32),
        (cl_uint)all,
        (cl_uint)(all >> 32),
        word_of(left, group),
        word_of(lane < lanes / 2 ? t : t - lanes / 2, group),
        word_of(lane ? t - 1 : t + lanes - 1, group),
        word_of(t ^ 1, group),
        word_of(t ^ lanes / 2, group),
        word_of(first + (3 * lane + 1) % lanes, group),
        word_of(first + lanes - 1, group),
        left,
        word_of(left, group),
        word_of(t ^ 1, group),
        (t / lanes + 1) * (lanes - 1),
    };
    memcpy(answers, expected, sizeof expected);
}

static bool are_right(const cl_uint *answers, unsigned lanes, unsigned nt)
{
    for (unsigned i = 0; i < GROUPS * nt; ++i) {
        cl_uint expected[ANSWERS];
        answers_of(i % nt, i / nt, lanes, expected);
        if (memcmp(answers + (size_t)i * ANSWERS, expected, sizeof expected) != 0)
            return false;
    }
    return true;
}

static cl_program build_probe(const cliv_context *ctx, unsigned lanes, unsigned nt)
{
    cliv_text text = {0}, source = {0};
    cl_program program = NULL;
    cl_int code;
    cliv_text_add(&text, "#define NT %u\n", nt);
    if (ctx->device.quirks.no_barriers_in_branches)
        cliv_text_add(&text, "#define CLIV_BARRIERS_IN_BRANCHES 0\n");
    cliv_sub_groups_define(&text, ctx, lanes);
    cliv_text_add(&text, "#include \"sub_group_probe.cl\"\n");
    if (!text.failed && cliv_source_expand(text.data, "prelude", &source) == CLIV_SUCCESS) {
        const char *whole = source.data;
        program = clCreateProgramWithSource(ctx->cl, 1, &whole, NULL, &code);
        const char *const option = ctx->device.sub_group_option ? ctx->device.sub_group_option : "-cl-std=CL1.2";
        if (program && clBuildProgram(program, 1, &ctx->device.id, option, NULL, NULL) != CL_SUCCESS)
            CLIV_RELEASE(Program, program);
    }
    cliv_text_free(&text);
    cliv_text_free(&source);
    return program;
}

bool cliv_try_kernel(const cliv_context *ctx, cl_kernel kernel, size_t global, size_t local, void *data, size_t bytes)
{
    cl_int code;
    cl_command_queue queue = NULL;
    cl_mem mem = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, bytes, NULL, &code);
    const bool done = mem && (queue = clCreateCommandQueue(ctx->cl, ctx->device.id, 0, &code)) &&
                      clSetKernelArg(kernel, 0, sizeof mem, &mem) == CL_SUCCESS &&
                      clEnqueueWriteBuffer(queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL) == CL_SUCCESS &&
                      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) == CL_SUCCESS &&
                      clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL) == CL_SUCCESS;
    CLIV_RELEASE(CommandQueue, queue);
    CLIV_RELEASE(MemObject, mem);
    return done;
}

/* True if the probe passes with sub-groups of `lanes`. If kernels cannot require a size, `*other` becomes the size
 * that the probe kernel has. */
static bool try_lanes(const cliv_context *ctx, unsigned lanes, size_t *other)
{
    const unsigned nt = (unsigned)cliv_min_size(ctx->device.work_group_limit, PROBED_GROUP) / lanes * lanes;
    const size_t bytes = (size_t)GROUPS * nt * ANSWERS * sizeof(cl_uint);
    cl_uint *answers = nt ? calloc(1, bytes) : NULL;
    cl_program program = answers ? build_probe(ctx, lanes, nt) : NULL;
    cl_kernel kernel = NULL;
    cl_int code;
    bool right = program && (kernel = clCreateKernel(program, "sub_group_probe", &code));
    if (right && !ctx->device.asks_lanes)
        right = (*other = lanes_of_kernel(ctx, kernel, nt)) == lanes;
    right =
        right && cliv_try_kernel(ctx, kernel, (size_t)GROUPS * nt, nt, answers, bytes) && are_right(answers, lanes, nt);
    CLIV_RELEASE(Kernel, kernel);
    CLIV_RELEASE(Program, program);
    free(answers);
    return right;
}

/* Returns the sub-group size, or 0. The first sizes are 16, the vector width of Intel's devices, and 32, whose ballots
 * fill a word. */
static unsigned probe(const cliv_context *ctx, unsigned wish)
{
    static const unsigned sizes[] = {16, 32, 8, 64, 4};
    const cliv_device *const device = &ctx->device;
    size_t other = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !other; ++i) {
        const unsigned lanes = sizes[i];
        if ((wish != ANY_LANES && wish != lanes) || (device->asks_lanes && !(device->lane_counts & lanes)))
            continue;
        if (try_lanes(ctx, lanes, &other))
            return lanes;
    }
    const bool is_size = other >= FEWEST_LANES && other <= MOST_LANES && (other & (other - 1)) == 0;
    if (is_size && (wish == ANY_LANES || wish == other) && try_lanes(ctx, (unsigned)other, &other))
        return (unsigned)other;
    return 0;
}

unsigned cliv_lanes(const cliv_context *ctx, size_t nt)
{
    cliv_sub_groups *const s = ctx->sub_groups;
    const cliv_device *const device = &ctx->device;
    unsigned lanes = 0;
    if (nt < FEWEST_LANES || s->wish == 0)
        return 0;
    if (device->ptx) {
        lanes = s->wish == ANY_LANES || s->wish == PTX_LANES ? PTX_LANES : 0;
    } else if (device->shuffles != CLIV_NO_SHUFFLES && !(s->wish == ANY_LANES && device->quirks.slow_sub_groups)) {
        cliv_lock(&s->lock);
        if (!s->known)
            s->lanes = probe(ctx, s->wish);
        s->known = true;
        lanes = s->lanes;
        cliv_unlock(&s->lock);
    }
    return lanes && nt % lanes == 0 ? lanes : 0;
}

unsigned cliv_sure_lanes(const cliv_context *ctx, size_t nt) { return ctx->device.ptx ? cliv_lanes(ctx, nt) : 0; }

unsigned cliv_lanes_of_users(const cliv_context *ctx) { return cliv_sure_lanes(ctx, PTX_LANES); }
