/* SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 200 /* for the shared virtual memory of the library */
#include "fault_shim.h"

#include <clinterval/clinterval.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const char *const fault_object_names[FAULT_OBJECTS] = {"contexts", "devices", "queues", "memory objects",
                                                       "programs", "kernels", "events", "allocations"};

static atomic_long live[FAULT_OBJECTS], calls, fail_at;
static atomic_bool armed;
static const char *_Atomic hit;

void fault_arm(long nth)
{
    calls = 0;
    fail_at = nth;
    hit = NULL;
    armed = true;
}

void fault_disarm(void) { armed = false; }
long fault_calls(void) { return calls; }
const char *fault_hit(void) { return hit; }
long fault_live(fault_object object) { return live[object]; }

static bool fails(const char *function)
{
    if (!armed || atomic_fetch_add(&calls, 1) + 1 != fail_at)
        return false;
    hit = function;
    return true;
}

#define ERROR CL_OUT_OF_HOST_MEMORY

/* Declares a function that returns a cl_int and can fail. With `always` a failing call still runs the real function: a
 * wait that returns an error has waited nevertheless. */
#define ANSWERS(name, parameters, arguments, always) \
    cl_int __real_##name parameters;                 \
    cl_int __wrap_##name parameters;                 \
    cl_int __wrap_##name parameters                  \
    {                                                \
        if (fails(#name)) {                          \
            if (always)                              \
                (void)__real_##name arguments;       \
            return ERROR;                            \
        }                                            \
        return __real_##name arguments;              \
    }

/* The same for a function that creates an object and has its error code as the last parameter. */
#define CREATES(type, kind, name, parameters, arguments) \
    type __real_##name parameters;                       \
    type __wrap_##name parameters;                       \
    type __wrap_##name parameters                        \
    {                                                    \
        if (fails(#name)) {                              \
            if (error)                                   \
                *error = ERROR;                          \
            return NULL;                                 \
        }                                                \
        type object = __real_##name arguments;           \
        live[kind] += object != NULL;                    \
        return object;                                   \
    }

#define RETAINS(type, kind, name)              \
    cl_int __real_##name(type);                \
    cl_int __wrap_##name(type);                \
    cl_int __wrap_##name(type object)          \
    {                                          \
        if (fails(#name))                      \
            return ERROR;                      \
        cl_int answer = __real_##name(object); \
        live[kind] += answer == CL_SUCCESS;    \
        return answer;                         \
    }

/* Releases are counted and never fail, because a caller cannot handle a failed release. */
#define RELEASES(type, kind, name)             \
    cl_int __real_##name(type);                \
    cl_int __wrap_##name(type);                \
    cl_int __wrap_##name(type object)          \
    {                                          \
        cl_int answer = __real_##name(object); \
        live[kind] -= answer == CL_SUCCESS;    \
        return answer;                         \
    }

/* The same for enqueue functions, whose last parameter is `event`. */
#define ENQUEUES(name, parameters, arguments)               \
    cl_int __real_##name parameters;                        \
    cl_int __wrap_##name parameters;                        \
    cl_int __wrap_##name parameters                         \
    {                                                       \
        if (fails(#name))                                   \
            return ERROR;                                   \
        cl_int answer = __real_##name arguments;            \
        live[FAULT_EVENT] += answer == CL_SUCCESS && event; \
        return answer;                                      \
    }

typedef const cl_context_properties *context_properties;
typedef void(CL_CALLBACK *context_notify)(const char *, const void *, size_t, void *);
typedef void(CL_CALLBACK *event_notify)(cl_event, cl_int, void *);

CREATES(cl_context, FAULT_CONTEXT, clCreateContext,
        (context_properties p, cl_uint n, const cl_device_id *d, context_notify f, void *u, cl_int *error),
        (p, n, d, f, u, error))
CREATES(cl_command_queue, FAULT_QUEUE, clCreateCommandQueue,
        (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *error), (c, d, p, error))
CREATES(cl_mem, FAULT_MEMORY, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t n, void *h, cl_int *error),
        (c, f, n, h, error))
CREATES(cl_kernel, FAULT_KERNEL, clCreateKernel, (cl_program p, const char *n, cl_int *error), (p, n, error))

cl_int __real_clCreateKernelsInProgram(cl_program, cl_uint, cl_kernel *, cl_uint *);
cl_int __wrap_clCreateKernelsInProgram(cl_program, cl_uint, cl_kernel *, cl_uint *);
cl_int __wrap_clCreateKernelsInProgram(cl_program program, cl_uint capacity, cl_kernel *kernels, cl_uint *count)
{
    cl_uint made = 0;
    if (fails("clCreateKernelsInProgram"))
        return ERROR;
    cl_int answer = __real_clCreateKernelsInProgram(program, capacity, kernels, &made);
    if (answer == CL_SUCCESS && kernels)
        live[FAULT_KERNEL] += made;
    if (count)
        *count = made;
    return answer;
}

RETAINS(cl_context, FAULT_CONTEXT, clRetainContext)
RETAINS(cl_device_id, FAULT_DEVICE, clRetainDevice)
RETAINS(cl_command_queue, FAULT_QUEUE, clRetainCommandQueue)
RETAINS(cl_event, FAULT_EVENT, clRetainEvent)
RETAINS(cl_mem, FAULT_MEMORY, clRetainMemObject)
RELEASES(cl_context, FAULT_CONTEXT, clReleaseContext)
RELEASES(cl_device_id, FAULT_DEVICE, clReleaseDevice)
RELEASES(cl_command_queue, FAULT_QUEUE, clReleaseCommandQueue)
RELEASES(cl_mem, FAULT_MEMORY, clReleaseMemObject)
RELEASES(cl_program, FAULT_PROGRAM, clReleaseProgram)
RELEASES(cl_kernel, FAULT_KERNEL, clReleaseKernel)
RELEASES(cl_event, FAULT_EVENT, clReleaseEvent)

ENQUEUES(clEnqueueNDRangeKernel,
         (cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o, const size_t *g, const size_t *l, cl_uint n,
          const cl_event *w, cl_event *event),
         (q, k, d, o, g, l, n, w, event))
ENQUEUES(clEnqueueFillBuffer,
         (cl_command_queue q, cl_mem m, const void *p, size_t ps, size_t o, size_t s, cl_uint n, const cl_event *w,
          cl_event *event),
         (q, m, p, ps, o, s, n, w, event))
ENQUEUES(clEnqueueReadBuffer,
         (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, void *p, cl_uint n, const cl_event *w,
          cl_event *event),
         (q, m, b, o, s, p, n, w, event))
ENQUEUES(clEnqueueWriteBuffer,
         (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, const void *p, cl_uint n, const cl_event *w,
          cl_event *event),
         (q, m, b, o, s, p, n, w, event))
ENQUEUES(clEnqueueCopyBuffer,
         (cl_command_queue q, cl_mem from, cl_mem to, size_t f, size_t t, size_t s, cl_uint n, const cl_event *w,
          cl_event *event),
         (q, from, to, f, t, s, n, w, event))
ENQUEUES(clEnqueueUnmapMemObject,
         (cl_command_queue q, cl_mem m, void *p, cl_uint n, const cl_event *w, cl_event *event), (q, m, p, n, w, event))
ENQUEUES(clEnqueueMarkerWithWaitList, (cl_command_queue q, cl_uint n, const cl_event *w, cl_event *event),
         (q, n, w, event))

void *__real_clEnqueueMapBuffer(cl_command_queue, cl_mem, cl_bool, cl_map_flags, size_t, size_t, cl_uint,
                                const cl_event *, cl_event *, cl_int *);
void *__wrap_clEnqueueMapBuffer(cl_command_queue, cl_mem, cl_bool, cl_map_flags, size_t, size_t, cl_uint,
                                const cl_event *, cl_event *, cl_int *);
void *__wrap_clEnqueueMapBuffer(cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o, size_t s, cl_uint n,
                                const cl_event *w, cl_event *event, cl_int *error)
{
    if (fails("clEnqueueMapBuffer")) {
        *error = ERROR;
        return NULL;
    }
    void *mapped = __real_clEnqueueMapBuffer(q, m, b, f, o, s, n, w, event, error);
    live[FAULT_EVENT] += mapped && event;
    return mapped;
}

#ifdef CL_VERSION_2_0
void *__real_clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint);
void *__wrap_clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint);
void *__wrap_clSVMAlloc(cl_context c, cl_svm_mem_flags f, size_t s, cl_uint a)
{
    void *memory = fails("clSVMAlloc") ? NULL : __real_clSVMAlloc(c, f, s, a);
    live[FAULT_MEMORY] += memory != NULL;
    return memory;
}

void __real_clSVMFree(cl_context, void *);
void __wrap_clSVMFree(cl_context, void *);
void __wrap_clSVMFree(cl_context c, void *memory)
{
    live[FAULT_MEMORY] -= memory != NULL;
    __real_clSVMFree(c, memory);
}

ENQUEUES(clEnqueueSVMMap,
         (cl_command_queue q, cl_bool b, cl_map_flags f, void *p, size_t s, cl_uint n, const cl_event *w,
          cl_event *event),
         (q, b, f, p, s, n, w, event))
ENQUEUES(clEnqueueSVMUnmap, (cl_command_queue q, void *p, cl_uint n, const cl_event *w, cl_event *event),
         (q, p, n, w, event))
ANSWERS(clSetKernelArgSVMPointer, (cl_kernel k, cl_uint i, const void *p), (k, i, p), false)
#endif

ANSWERS(clFinish, (cl_command_queue q), (q), true)
ANSWERS(clFlush, (cl_command_queue q), (q), true)
ANSWERS(clWaitForEvents, (cl_uint n, const cl_event *e), (n, e), true)
ANSWERS(clSetKernelArg, (cl_kernel k, cl_uint i, size_t s, const void *v), (k, i, s, v), false)
ANSWERS(clSetEventCallback, (cl_event e, cl_int s, event_notify f, void *u), (e, s, f, u), false)
ANSWERS(clGetPlatformIDs, (cl_uint n, cl_platform_id *p, cl_uint *c), (n, p, c), false)
ANSWERS(clGetPlatformInfo, (cl_platform_id p, cl_platform_info i, size_t s, void *v, size_t *r), (p, i, s, v, r), false)
ANSWERS(clGetDeviceIDs, (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id *d, cl_uint *c), (p, t, n, d, c),
        false)
ANSWERS(clGetDeviceInfo, (cl_device_id d, cl_device_info i, size_t s, void *v, size_t *r), (d, i, s, v, r), false)
ANSWERS(clGetContextInfo, (cl_context c, cl_context_info i, size_t s, void *v, size_t *r), (c, i, s, v, r), false)
ANSWERS(clGetCommandQueueInfo, (cl_command_queue q, cl_command_queue_info i, size_t s, void *v, size_t *r),
        (q, i, s, v, r), false)
ANSWERS(clGetEventInfo, (cl_event e, cl_event_info i, size_t s, void *v, size_t *r), (e, i, s, v, r), false)
ANSWERS(clGetMemObjectInfo, (cl_mem m, cl_mem_info i, size_t s, void *v, size_t *r), (m, i, s, v, r), false)
ANSWERS(clGetKernelInfo, (cl_kernel k, cl_kernel_info i, size_t s, void *v, size_t *r), (k, i, s, v, r), false)
ANSWERS(clGetKernelWorkGroupInfo,
        (cl_kernel k, cl_device_id d, cl_kernel_work_group_info i, size_t s, void *v, size_t *r), (k, d, i, s, v, r),
        false)
ANSWERS(clGetProgramBuildInfo, (cl_program p, cl_device_id d, cl_program_build_info i, size_t s, void *v, size_t *r),
        (p, d, i, s, v, r), false)

void *__real_clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char *);
void *__wrap_clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char *);
void *__wrap_clGetExtensionFunctionAddressForPlatform(cl_platform_id p, const char *name)
{
    return fails("clGetExtensionFunctionAddressForPlatform") ? NULL
                                                             : __real_clGetExtensionFunctionAddressForPlatform(p, name);
}

/* ---- the allocator ---- */

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void __wrap_free(void *);

int __real_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    enum { NO_MEMORY = 12 };
    const int code = fails("posix_memalign") ? NO_MEMORY : __real_posix_memalign(memory, alignment, size);
    live[FAULT_BYTES] += code == 0;
    return code;
}

void *__wrap_malloc(size_t size)
{
    void *p = fails("malloc") ? NULL : __real_malloc(size);
    live[FAULT_BYTES] += p != NULL;
    return p;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *p = fails("calloc") ? NULL : __real_calloc(count, size);
    live[FAULT_BYTES] += p != NULL;
    return p;
}

void *__wrap_realloc(void *old, size_t size)
{
    void *p = fails("realloc") ? NULL : __real_realloc(old, size);
    live[FAULT_BYTES] += p != NULL && !old;
    return p;
}

void __wrap_free(void *p)
{
    live[FAULT_BYTES] -= p != NULL;
    __real_free(p);
}

/* ---- programs ---- */

/* A scenario builds the same programs hundreds of times, and compilation would dominate its time. So the shim keeps
 * built programs. A caller that creates a program with the text of a kept program gets another reference, which is
 * counted like a new program; building it again succeeds immediately. The library's calls and their failures stay the
 * same. */
typedef struct kept_program {
    struct kept_program *next;
    cl_context context;
    cl_program program; /* with a reference of the shim */
    char *text, *options;
} kept_program;

static kept_program *kept; /* no lock, because the library builds on its caller's thread */

static char *copy_of(const char *text)
{
    char *copy = __real_malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static void keep(cl_program program, const char *options)
{
    size_t bytes = 0;
    kept_program *k = __real_calloc(1, sizeof *k);
    if (!k || clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &bytes) != CL_SUCCESS ||
        !(k->text = __real_calloc(1, bytes + 1)) || !(k->options = copy_of(options)) ||
        clGetProgramInfo(program, CL_PROGRAM_SOURCE, bytes, k->text, NULL) != CL_SUCCESS ||
        clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof k->context, &k->context, NULL) != CL_SUCCESS ||
        clRetainProgram(program) != CL_SUCCESS)
        abort();
    k->program = program;
    k->next = kept;
    kept = k;
}

cl_program __real_clCreateProgramWithSource(cl_context, cl_uint, const char **, const size_t *, cl_int *);
cl_program __wrap_clCreateProgramWithSource(cl_context, cl_uint, const char **, const size_t *, cl_int *);
cl_program __wrap_clCreateProgramWithSource(cl_context c, cl_uint n, const char **s, const size_t *l, cl_int *error)
{
    cl_program program = NULL;
    if (fails("clCreateProgramWithSource")) {
        *error = ERROR;
        return NULL;
    }
    for (kept_program *k = kept; k && n == 1 && !l && !program; k = k->next)
        if (k->context == c && strcmp(k->text, s[0]) == 0 && (*error = clRetainProgram(k->program)) == CL_SUCCESS)
            program = k->program;
    if (!program)
        program = __real_clCreateProgramWithSource(c, n, s, l, error);
    live[FAULT_PROGRAM] += program != NULL;
    return program;
}

typedef void(CL_CALLBACK *program_notify)(cl_program, void *);

cl_int __real_clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, program_notify, void *);
cl_int __wrap_clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, program_notify, void *);
cl_int __wrap_clBuildProgram(cl_program p, cl_uint n, const cl_device_id *d, const char *o, program_notify f, void *u)
{
    if (fails("clBuildProgram"))
        return ERROR;
    for (const kept_program *k = kept; k; k = k->next)
        if (k->program == p) /* a text always has the same options */
            return strcmp(k->options, o) == 0 ? CL_SUCCESS : CL_INVALID_OPERATION;
    const cl_int answer = __real_clBuildProgram(p, n, d, o, f, u);
    if (answer == CL_SUCCESS)
        keep(p, o);
    return answer;
}
