/* SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 300
#include "null_opencl.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const null_device *null_device_shown;
void (*null_program_built)(const char *text, const char *options);

/* All objects are counted. The types of handles are opaque to callers. */
typedef struct object {
    unsigned count;
    size_t bytes;       /* buffers */
    cl_mem_flags flags; /* buffers */
    char *data;         /* contents of a buffer, text of a program, name of a kernel */
    void *argument;     /* the first argument of a kernel, if it is a buffer */
    bool owns;
} object;

static object platform, device, context;

#define AS_OBJECT(handle) ((object *)(void *)(handle))

static object *make(size_t bytes)
{
    object *o = calloc(1, sizeof *o);
    if (o) {
        o->count = 1;
        o->bytes = bytes;
        o->owns = true;
        o->data = calloc(bytes + 1, 1);
    }
    return o;
}

static cl_int retain(void *handle)
{
    ++AS_OBJECT(handle)->count;
    return CL_SUCCESS;
}

static cl_int release(void *handle)
{
    object *o = AS_OBJECT(handle);
    if (--o->count)
        return CL_SUCCESS;
    if (o->owns)
        free(o->data);
    free(o);
    return CL_SUCCESS;
}

static cl_int answer(const void *from, size_t bytes, size_t size, void *value, size_t *needed)
{
    if (value && size < bytes)
        return CL_INVALID_VALUE;
    if (value && bytes)
        memcpy(value, from, bytes);
    if (needed)
        *needed = bytes;
    return CL_SUCCESS;
}

#define ANSWER(expression, type) answer(&(const type){expression}, sizeof(type), size, value, needed)
#define ANSWER_TEXT(text) answer(text, strlen(text) + 1, size, value, needed)
#define PLATFORM ((cl_platform_id)(void *)&platform)
#define DEVICE ((cl_device_id)(void *)&device)
#define CONTEXT ((cl_context)(void *)&context)

/* ---- platform, device, context, queue ---- */

cl_int clGetPlatformIDs(cl_uint capacity, cl_platform_id *platforms, cl_uint *count)
{
    if (platforms && capacity)
        *platforms = PLATFORM;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id id, cl_platform_info what, size_t size, void *value, size_t *needed)
{
    (void)id;
    return ANSWER_TEXT(what == CL_PLATFORM_NAME ? null_device_shown->platform : null_device_shown->version);
}

cl_int clGetDeviceIDs(cl_platform_id id, cl_device_type type, cl_uint capacity, cl_device_id *devices, cl_uint *count)
{
    (void)id, (void)type;
    if (devices && capacity)
        *devices = DEVICE;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed)
{
    const null_device *d = null_device_shown;
    (void)id;
    switch (what) {
    case CL_DEVICE_PLATFORM:
        return ANSWER(PLATFORM, cl_platform_id);
    case CL_DEVICE_TYPE:
        return ANSWER(d->type, cl_device_type);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return ANSWER(d->units, cl_uint);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return ANSWER(d->work_group_limit, size_t);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return ANSWER(d->local_memory, cl_ulong);
    case CL_DEVICE_MAX_PARAMETER_SIZE:
        return ANSWER(4096, size_t);
    case CL_DEVICE_NAME:
        return ANSWER_TEXT(d->name);
    case CL_DEVICE_VENDOR:
        return ANSWER_TEXT(d->vendor);
    case CL_DEVICE_EXTENSIONS:
        return ANSWER_TEXT(d->extensions);
    case CL_DEVICE_VERSION:
        return ANSWER_TEXT(d->version);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return ANSWER((cl_ulong)64 << 30, cl_ulong);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        return ANSWER(63, cl_device_fp_config);
    case CL_DEVICE_QUEUE_PROPERTIES:
        return ANSWER(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, cl_command_queue_properties);
    case 0x4108: /* CL_DEVICE_SUB_GROUP_SIZES_INTEL */
        return d->lanes ? ANSWER(d->lanes, size_t) : CL_INVALID_VALUE;
    case 0x4000: /* CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV */
    case 0x4001:
        return d->capability ? ANSWER(what == 0x4000 ? d->capability / 10 : d->capability % 10, cl_uint)
                             : CL_INVALID_VALUE;
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clRetainDevice(cl_device_id id) { return (void)id, CL_SUCCESS; }
cl_int clReleaseDevice(cl_device_id id) { return (void)id, CL_SUCCESS; }

/* clGetKernelSubGroupInfoKHR: the size of the sub-groups. */
static cl_int CL_API_CALL sub_group_info(cl_kernel kernel, cl_device_id id, cl_uint what, size_t input_size,
                                         const void *input, size_t size, void *value, size_t *needed)
{
    (void)kernel, (void)id, (void)what, (void)input_size, (void)input;
    return ANSWER(null_device_shown->lanes, size_t);
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id id, const char *name)
{
    union {
        cl_int(CL_API_CALL *function)(cl_kernel, cl_device_id, cl_uint, size_t, const void *, size_t, void *, size_t *);
        void *address;
    } info = {.function = sub_group_info};
    (void)id;
    return null_device_shown->lanes && strcmp(name, "clGetKernelSubGroupInfoKHR") == 0 ? info.address : NULL;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user,
                           cl_int *code)
{
    (void)properties, (void)count, (void)devices, (void)notify, (void)user;
    if (code)
        *code = CL_SUCCESS;
    return CONTEXT;
}

cl_int clRetainContext(cl_context id) { return (void)id, CL_SUCCESS; }
cl_int clReleaseContext(cl_context id) { return (void)id, CL_SUCCESS; }

cl_int clGetContextInfo(cl_context id, cl_context_info what, size_t size, void *value, size_t *needed)
{
    (void)id;
    return what == CL_CONTEXT_DEVICES       ? ANSWER(DEVICE, cl_device_id)
           : what == CL_CONTEXT_NUM_DEVICES ? ANSWER(1, cl_uint)
                                            : CL_INVALID_VALUE;
}

cl_command_queue clCreateCommandQueue(cl_context id, cl_device_id d, cl_command_queue_properties properties,
                                      cl_int *code)
{
    object *o = make(0);
    (void)id, (void)d;
    if (o)
        o->flags = properties;
    if (code)
        *code = o ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return (cl_command_queue)(void *)o;
}

cl_int clRetainCommandQueue(cl_command_queue queue) { return retain(queue); }
cl_int clReleaseCommandQueue(cl_command_queue queue) { return release(queue); }
cl_int clFlush(cl_command_queue queue) { return (void)queue, CL_SUCCESS; }
cl_int clFinish(cl_command_queue queue) { return (void)queue, CL_SUCCESS; }

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t size, void *value,
                             size_t *needed)
{
    return what == CL_QUEUE_CONTEXT      ? ANSWER(CONTEXT, cl_context)
           : what == CL_QUEUE_DEVICE     ? ANSWER(DEVICE, cl_device_id)
           : what == CL_QUEUE_PROPERTIES ? ANSWER(AS_OBJECT(queue)->flags, cl_command_queue_properties)
                                         : CL_INVALID_VALUE;
}

/* ---- buffers ---- */

cl_mem clCreateBuffer(cl_context id, cl_mem_flags flags, size_t bytes, void *host, cl_int *code)
{
    object *o = make(bytes);
    (void)id;
    if (o) {
        o->flags = flags;
        if (flags & CL_MEM_USE_HOST_PTR) {
            free(o->data);
            o->data = host;
            o->owns = false;
        } else if (flags & CL_MEM_COPY_HOST_PTR)
            memcpy(o->data, host, bytes);
    }
    if (code)
        *code = o ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return (cl_mem)(void *)o;
}

cl_int clRetainMemObject(cl_mem mem) { return retain(mem); }
cl_int clReleaseMemObject(cl_mem mem) { return release(mem); }

cl_int clGetMemObjectInfo(cl_mem mem, cl_mem_info what, size_t size, void *value, size_t *needed)
{
    const object *o = AS_OBJECT(mem);
    switch (what) {
    case CL_MEM_TYPE:
        return ANSWER(CL_MEM_OBJECT_BUFFER, cl_mem_object_type);
    case CL_MEM_FLAGS:
        return ANSWER(o->flags, cl_mem_flags);
    case CL_MEM_SIZE:
        return ANSWER(o->bytes, size_t);
    case CL_MEM_HOST_PTR:
        return ANSWER(o->flags & CL_MEM_USE_HOST_PTR ? o->data : NULL, void *);
    case CL_MEM_CONTEXT:
        return ANSWER(CONTEXT, cl_context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return ANSWER(NULL, cl_mem);
    case CL_MEM_OFFSET:
        return ANSWER(0, size_t);
    default:
        return CL_INVALID_VALUE;
    }
}

/* ---- events and commands; every command is complete when it is enqueued ---- */

static cl_int complete(cl_event *event)
{
    if (event)
        *event = (cl_event)(void *)make(0);
    return !event || *event ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_int clRetainEvent(cl_event event) { return retain(event); }
cl_int clReleaseEvent(cl_event event) { return release(event); }
cl_int clWaitForEvents(cl_uint count, const cl_event *events) { return (void)count, (void)events, CL_SUCCESS; }

cl_int clSetEventCallback(cl_event event, cl_int state, void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user)
{
    notify(event, state, user);
    return CL_SUCCESS;
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *value, size_t *needed)
{
    (void)event;
    return what == CL_EVENT_COMMAND_EXECUTION_STATUS ? ANSWER(CL_COMPLETE, cl_int)
           : what == CL_EVENT_CONTEXT                ? ANSWER(CONTEXT, cl_context)
                                                     : CL_INVALID_VALUE;
}

#define WAITS cl_uint count, const cl_event *list, cl_event *event

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocks, size_t offset, size_t bytes, void *to,
                           WAITS)
{
    (void)queue, (void)blocks, (void)count, (void)list;
    memcpy(to, AS_OBJECT(mem)->data + offset, bytes);
    return complete(event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocks, size_t offset, size_t bytes,
                            const void *from, WAITS)
{
    (void)queue, (void)blocks, (void)count, (void)list;
    memcpy(AS_OBJECT(mem)->data + offset, from, bytes);
    return complete(event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                           size_t bytes, WAITS)
{
    (void)queue, (void)count, (void)list;
    memmove(AS_OBJECT(to)->data + to_offset, AS_OBJECT(from)->data + from_offset, bytes);
    return complete(event);
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocks, cl_map_flags flags, size_t offset,
                         size_t bytes, WAITS, cl_int *code)
{
    (void)queue, (void)blocks, (void)flags, (void)bytes, (void)count, (void)list;
    *code = complete(event);
    return AS_OBJECT(mem)->data + offset;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem mem, void *pointer, WAITS)
{
    (void)queue, (void)mem, (void)pointer, (void)count, (void)list;
    return complete(event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, WAITS)
{
    (void)queue, (void)count, (void)list;
    return complete(event);
}

/* ---- programs and kernels ---- */

cl_program clCreateProgramWithSource(cl_context id, cl_uint count, const char **texts, const size_t *lengths,
                                     cl_int *code)
{
    object *o = make(strlen(texts[0]));
    (void)id, (void)count, (void)lengths;
    if (o)
        strcpy(o->data, texts[0]);
    *code = o ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return (cl_program)(void *)o;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                      void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
    (void)count, (void)devices, (void)notify, (void)user;
    if (null_program_built)
        null_program_built(AS_OBJECT(program)->data, options ? options : "");
    return CL_SUCCESS;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id id, cl_program_build_info what, size_t size, void *value,
                             size_t *needed)
{
    (void)program, (void)id, (void)what;
    return ANSWER_TEXT("");
}

cl_int clReleaseProgram(cl_program program) { return release(program); }

static cl_kernel make_kernel(const char *name, size_t length)
{
    object *o = make(length);
    if (o)
        memcpy(o->data, name, length);
    return (cl_kernel)(void *)o;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *code)
{
    (void)program;
    *code = CL_SUCCESS;
    return make_kernel(name, strlen(name));
}

/* The kernels of a text, including kernels in conditional branches. A kernel's name is the word before the first
 * parenthesis after __kernel, or the first argument of an entry of a list of phases (cl/grid/cliv_phases.clh). */
static void find_kernels(const char *text, const char *entry, cl_kernel *kernels, cl_uint capacity, cl_uint *count)
{
    const bool is_kernel = strcmp(entry, "\n__kernel ") == 0;
    for (const char *p = text; (p = strstr(p, entry)); ++p) {
        const char *begin = p + strlen(entry);
        const char *end = begin + strcspn(begin, "(,) \n");
        if (is_kernel) {
            begin = end = p + strcspn(p, "(");
            while (begin[-1] != ' ')
                --begin;
        }
        if (kernels && *count < capacity)
            kernels[*count] = make_kernel(begin, (size_t)(end - begin));
        ++*count;
    }
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint capacity, cl_kernel *kernels, cl_uint *found)
{
    static const char *const entries[] = {"\n__kernel ",    "\nCLIV_PHASE_KERNEL(", "\nCLIV_EACH_AND_ONE(",
                                          "\nCLIV_PHASES(", "\nCLIV_GROUP_PHASES(", "\n    BEGIN(",
                                          "\n    TURNS(",   "\n    PHASE(",         "\n    LAST("};
    cl_uint count = 0;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; ++i)
        find_kernels(AS_OBJECT(program)->data, entries[i], kernels, capacity, &count);
    if (found)
        *found = count;
    return CL_SUCCESS;
}

cl_int clReleaseKernel(cl_kernel kernel) { return release(kernel); }

cl_int clSetKernelArg(cl_kernel kernel, cl_uint number, size_t bytes, const void *value)
{
    if (number == 0 && bytes == sizeof(void *))
        memcpy(&AS_OBJECT(kernel)->argument, value, bytes);
    return CL_SUCCESS;
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t size, void *value, size_t *needed)
{
    return what == CL_KERNEL_FUNCTION_NAME ? ANSWER_TEXT(AS_OBJECT(kernel)->data) : ANSWER(100, cl_uint);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id id, cl_kernel_work_group_info what, size_t size,
                                void *value, size_t *needed)
{
    static const size_t open[3];
    (void)kernel, (void)id;
    if (what == CL_KERNEL_COMPILE_WORK_GROUP_SIZE)
        return answer(open, sizeof open, size, value, needed);
    return ANSWER(null_device_shown->work_group_limit, size_t);
}

/* The results of cl/runtime/sub_group_probe.cl with working sub-groups. */
static void probe(cl_uint *answers, unsigned items, unsigned nt)
{
    enum { ANSWERS = 18 };
    const unsigned lanes = null_device_shown->lanes;
    for (unsigned i = 0; i < items; ++i, answers += ANSWERS) {
        const unsigned t = i % nt, lane = t % lanes, first = t - lane, left = lane ? t - 1 : t;
#define WORD(of) (((of) + 1) * 0x9E3779B1u + i / nt * 0x85EBCA6Bu)
        cl_ulong votes = 0, all = 0;
        for (unsigned k = 0; k < lanes; ++k) {
            votes |= (cl_ulong)(WORD(first + k) >> 7 & 1) << k;
            all |= (cl_ulong)1 << k;
        }
        const cl_uint results[ANSWERS] = {lane,
                                          t / lanes,
                                          lanes,
                                          (cl_uint)votes,
                                          (cl_uint)(votes >> 32),
                                          (cl_uint)all,
                                          (cl_uint)(all >> 32),
                                          WORD(left),
                                          WORD(lane < lanes / 2 ? t : t - lanes / 2),
                                          WORD(first + (lane + lanes - 1) % lanes),
                                          WORD(t ^ 1),
                                          WORD(t ^ lanes / 2),
                                          WORD(first + (3 * lane + 1) % lanes),
                                          WORD(first + lanes - 1),
                                          left,
                                          WORD(left),
                                          WORD(t ^ 1),
                                          (t / lanes + 1) * (lanes - 1)};
#undef WORD
        memcpy(answers, results, sizeof results);
    }
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local, WAITS)
{
    (void)queue, (void)dimensions, (void)offset, (void)count, (void)list;
    if (null_device_shown->lanes && strcmp(AS_OBJECT(kernel)->data, "sub_group_probe") == 0)
        probe((cl_uint *)(void *)AS_OBJECT(AS_OBJECT(kernel)->argument)->data, (unsigned)*global, (unsigned)*local);
    return complete(event);
}

/* ---- shared virtual memory, which the device does not have ---- */

void *clSVMAlloc(cl_context id, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment)
{
    return (void)id, (void)flags, (void)bytes, (void)alignment, NULL;
}

void clSVMFree(cl_context id, void *pointer) { (void)id, (void)pointer; }

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocks, cl_map_flags flags, void *pointer, size_t bytes, WAITS)
{
    (void)queue, (void)blocks, (void)flags, (void)pointer, (void)bytes, (void)count, (void)list, (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *pointer, WAITS)
{
    (void)queue, (void)pointer, (void)count, (void)list, (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint number, const void *pointer)
{
    return (void)kernel, (void)number, (void)pointer, CL_INVALID_OPERATION;
}
