/* SPDX-License-Identifier: Apache-2.0 */
/* Compiling programs, and the cache of them in a context. A program is known by its complete source text. */
#include "cache.h"
#include "context_inside.h"
#include "numbers.h"
#include "source.h"

#include <clinterval/kernel.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cliv_program {
    cl_program program;
    cl_kernel *kernels; /* all of the program's; setting their arguments is for one thread at a time */
    cl_uint kernel_count;
    pthread_mutex_t lock;
    size_t limit;       /* the greatest group that its kernels take */
    size_t small_group; /* of kernels that leave the size open */
    char *key;
    cliv_program *next;
};

static const char options[] = "-cl-std=CL1.2";
static const char cautious[] = "-cl-std=CL1.2 -cl-opt-disable";

/* Oclgrind 21.10 stops at what its own optimizer makes of structures, and loses parts of vectors. */
static const char *options_for(const cliv_build *b)
{
    bool large = false;
    for (unsigned i = 0; i < b->type_count; ++i)
        large = large || b->types[i].source || cliv_scalar_of(&b->types[i]).width > 1;
    return large && strcmp(b->ctx->device.platform_name, "Oclgrind") == 0 ? cautious : options;
}

/* What every program begins with: the shape of groups, the features of the device, the quirks of its compiler. */
static void add_features(cliv_text *text, const cliv_device *device, const cliv_tuning *tuning, bool wide)
{
    cliv_text_add(text, "#define CLIV_INDEX_64 %d\n#define CLIV_NVIDIA %d\n", wide, device->ptx);
    if (tuning)
        cliv_text_add(text, "#define NT %u\n#define VT %u\n", tuning->nt, tuning->vt);
    /* PoCL 3.1 crashes on some barriers in branches; and a function that it does not inline works on local memory that
     * all groups share. */
    if (strcmp(device->platform_name, "Portable Computing Language") == 0)
        cliv_text_add(text, "#define CLIV_BARRIERS_IN_BRANCHES 0\n"
                            "#define CLIV_FUNCTION static inline __attribute__((always_inline))\n");
    if (strncmp(device->platform_name, "Intel(R)", 8) == 0 && !(device->type & CL_DEVICE_TYPE_GPU))
        cliv_text_add(text, "#define CLIV_REORDERS_FLOATS 1\n");
    if (strcmp(device->platform_name, "Oclgrind") == 0)
        cliv_text_add(text, "#define CLIV_ATOMIC_READS 1\n");
    if (device->fp64)
        cliv_text_add(text, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    if (device->int64_atomics)
        cliv_text_add(text, "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n");
}

/* Does a line of the log that tells of an error hold this position? */
static bool is_error_at(const char *log, const char *position)
{
    for (const char *p = log; (p = strstr(p, position)); ++p) {
        const char *begin = p, *end = strchr(p, '\n'), *word = NULL;
        while (begin > log && begin[-1] != '\n')
            --begin;
        if (p == begin || p[-1] == ' ') /* else it is the end of another name */
            word = strstr(begin, "error");
        if (word && (!end || word < end))
            return true;
    }
    return false;
}

/* The lines of the source that the log calls wrong, as `NAME, line NUMBER: TEXT`, for compilers that do not show them.
 * Most know a line by the #line directive before it, others by its place in the whole. The prelude's have no places of
 * their own. */
static void quote_lines(cliv_text *quoted, const char *source, const char *log)
{
    static const char *const whole[] = {"input.cl", "<kernel>"};
    char name[128] = "prelude", position[160];
    unsigned line = 0, place = 0;
    for (const char *end; *source; source = *end ? end + 1 : end) {
        bool found = false;
        end = source + strcspn(source, "\n");
        ++line;
        ++place;
        if (strncmp(source, "#line ", 6) == 0 && sscanf(source, "#line %u \"%127[^\"\n]", &line, name) > 0) {
            --line;
            continue;
        }
        for (size_t i = 0; i < sizeof whole / sizeof *whole && !found; ++i) {
            snprintf(position, sizeof position, "%s:%u:", whole[i], place);
            found = is_error_at(log, position);
        }
        if (!found && strcmp(name, "prelude") != 0) {
            snprintf(position, sizeof position, "%s:%u:", name, line);
            found = is_error_at(log, position);
        }
        if (found)
            cliv_text_add(quoted, "%s, line %u: %.*s\n", name, line, (int)(end - source), source);
    }
}

static cliv_status build_failed(cl_program program, cl_device_id device, const char *source, const char *what)
{
    cliv_text quoted = {0};
    size_t bytes = 0;
    char *log = NULL;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) == CL_SUCCESS && bytes)
        log = calloc(bytes + 1, 1);
    if (log && clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL) != CL_SUCCESS)
        *log = '\0';
    if (log)
        quote_lines(&quoted, source, log);
    const cliv_status status =
        cliv_fail(CLIV_BUILD_FAILED, "%s did not compile; the compiler says:\n%s%s%s", what,
                  log && *log ? log : "(nothing)", quoted.length ? "\n" : "", quoted.length ? quoted.data : "");
    cliv_text_free(&quoted);
    free(log);
    return status;
}

/* Compile source text; on failure there is no program. */
static cliv_status compile(cliv_context *ctx, const char *text, const char *opts, const char *what, cl_program *result)
{
    cl_int code;
    cl_program program = clCreateProgramWithSource(ctx->cl, 1, &text, NULL, &code);
    cliv_status status = cliv_fail_cl(code, "clCreateProgramWithSource");
    if (status)
        return status;
    code = clBuildProgram(program, 1, &ctx->device.id, opts, NULL, NULL);
    if (code == CL_BUILD_PROGRAM_FAILURE || code == CL_INVALID_BUILD_OPTIONS || code == CL_COMPILE_PROGRAM_FAILURE)
        status = build_failed(program, ctx->device.id, text, what);
    else
        status = cliv_fail_cl(code, "clBuildProgram");
    if (status)
        clReleaseProgram(program);
    else
        *result = program;
    return status;
}

/* The build failed: was it because a type has another size on the device? Asks the device for the sizes; answers
 * `failed`, whose sentence stands, when that is not it. */
static cliv_status explain_failure(const cliv_build *b, cliv_status failed)
{
    cliv_text text = {0};
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    cl_mem mem = NULL;
    cl_command_queue queue = NULL;
    cl_ulong sizes[sizeof b->types / sizeof *b->types];
    char *sentence = malloc(strlen(cliv_last_error()) + 1);
    cliv_status status = failed;
    cl_int code;
    bool found = false;
    if (!sentence)
        return failed;
    strcpy(sentence, cliv_last_error());
    add_features(&text, &b->ctx->device, NULL, false);
    for (unsigned i = 0; i < b->type_count; ++i) {
        bool again = !b->types[i].source;
        for (unsigned k = 0; k < i && !again; ++k)
            again = b->types[k].source && strcmp(b->types[k].source, b->types[i].source) == 0;
        if (!again)
            cliv_text_add(&text, "%s\n", b->types[i].source);
    }
    cliv_text_add(&text, "__kernel void cliv_sizes(__global ulong *sizes)\n{\n");
    for (unsigned i = 0; i < b->type_count; ++i)
        cliv_text_add(&text, "    sizes[%u] = sizeof(%s);\n", i, b->types[i].name);
    cliv_text_add(&text, "}\n");
    if (!text.failed && b->type_count && compile(b->ctx, text.data, options, "types", &program) == CLIV_SUCCESS &&
        (kernel = clCreateKernel(program, "cliv_sizes", &code)) &&
        (mem = clCreateBuffer(b->ctx->cl, CL_MEM_READ_WRITE, sizeof sizes, NULL, &code)) &&
        (queue = clCreateCommandQueue(b->ctx->cl, b->ctx->device.id, 0, &code)) &&
        clSetKernelArg(kernel, 0, sizeof mem, &mem) == CL_SUCCESS &&
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &(size_t){1}, NULL, 0, NULL, NULL) == CL_SUCCESS &&
        clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, b->type_count * sizeof *sizes, sizes, 0, NULL, NULL) ==
            CL_SUCCESS) {
        for (unsigned i = 0; i < b->type_count && !found; ++i) {
            found = sizes[i] != b->types[i].size;
            if (found)
                status = cliv_fail(CLIV_TYPE_MISMATCH, "the type %s has size %zu, but on the device it has %llu bytes",
                                   b->types[i].name, b->types[i].size, (unsigned long long)sizes[i]);
        }
    }
    if (!found)
        cliv_fail(failed, "%s", sentence);
    if (queue)
        clReleaseCommandQueue(queue);
    if (mem)
        clReleaseMemObject(mem);
    if (kernel)
        clReleaseKernel(kernel);
    if (program)
        clReleaseProgram(program);
    cliv_text_free(&text);
    free(sentence);
    return status;
}

static void program_free(cliv_program *p)
{
    for (cl_uint i = 0; i < p->kernel_count; ++i)
        if (p->kernels[i])
            clReleaseKernel(p->kernels[i]);
    free(p->kernels);
    if (p->program)
        clReleaseProgram(p->program);
    pthread_mutex_destroy(&p->lock);
    free(p->key);
    free(p);
}

void cliv_programs_free(cliv_program *list)
{
    for (cliv_program *next; list; list = next) {
        next = list->next;
        program_free(list);
    }
}

/* Compile `key`, the unexpanded text, and make its kernels. */
static cliv_status make_program(cliv_build *b, const char *key, const char *file, cliv_program **result)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_text source = {0};
    cliv_program *p = calloc(1, sizeof *p);
    if (!p)
        return cliv_fail_memory();
    if (pthread_mutex_init(&p->lock, NULL) != 0) {
        free(p);
        return cliv_fail_memory();
    }
    p->key = malloc(strlen(key) + 1);
    if (!p->key)
        CLIV_TRY(cliv_fail_memory());
    strcpy(p->key, key);
    CLIV_TRY(cliv_source_expand(key, "prelude", &source));
    status = compile(b->ctx, source.data, options_for(b), file, &p->program);
    if (status == CLIV_BUILD_FAILED)
        status = explain_failure(b, status);
    CLIV_TRY(status);
    cl_uint count = 0;
    CLIV_TRY(cliv_fail_cl(clCreateKernelsInProgram(p->program, 0, NULL, &count), "clCreateKernelsInProgram"));
    p->kernels = calloc(count + 1, sizeof *p->kernels);
    if (!p->kernels)
        CLIV_TRY(cliv_fail_memory());
    CLIV_TRY(cliv_fail_cl(clCreateKernelsInProgram(p->program, count, p->kernels, NULL), "clCreateKernelsInProgram"));
    p->kernel_count = count;
    p->limit = SIZE_MAX;
    p->small_group = CLIV_SMALL_GROUP;
    for (cl_uint i = 0; i < count; ++i) {
        size_t asked[3] = {0}, limit = 0;
        CLIV_TRY(cliv_fail_cl(clGetKernelWorkGroupInfo(p->kernels[i], b->ctx->device.id,
                                                       CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof asked, asked, NULL),
                              "clGetKernelWorkGroupInfo"));
        CLIV_TRY(cliv_fail_cl(clGetKernelWorkGroupInfo(p->kernels[i], b->ctx->device.id, CL_KERNEL_WORK_GROUP_SIZE,
                                                       sizeof limit, &limit, NULL),
                              "clGetKernelWorkGroupInfo"));
        if (asked[0] > limit)
            p->limit = cliv_min_size(p->limit, limit);
        while (asked[0] == 0 && p->small_group > cliv_max_size(limit, 1))
            p->small_group /= 2;
    }
    *result = p;
    p = NULL;
done:
    if (p)
        program_free(p);
    cliv_text_free(&source);
    return status;
}

cliv_status cliv_program_for(cliv_build *b, const char *file, cliv_program **result)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_text key = {0};
    cliv_program *p = NULL;
    pthread_mutex_lock(&b->ctx->lock);
    for (;;) {
        cliv_text_free(&key);
        add_features(&key, &b->ctx->device, &b->tuning, b->wide);
        cliv_text_add(&key, "#include \"cliv_base.clh\"\n");
        if (b->sources.data)
            cliv_text_append(&key, b->sources.data, b->sources.length);
        if (b->functions.data)
            cliv_text_append(&key, b->functions.data, b->functions.length);
        if (b->prelude.data)
            cliv_text_append(&key, b->prelude.data, b->prelude.length);
        cliv_build_arrays(b, &key);
        cliv_text_add(&key, "#include \"%s\"\n", file);
        if (key.failed || b->sources.failed || b->functions.failed || b->prelude.failed || b->params.failed ||
            b->members.failed || b->initial.failed)
            CLIV_TRY(cliv_fail_memory());
        for (p = b->ctx->programs; p && strcmp(p->key, key.data) != 0;)
            p = p->next;
        if (!p) {
            CLIV_TRY(make_program(b, key.data, file, &p));
            p->next = b->ctx->programs;
            b->ctx->programs = p;
        }
        if (p->limit >= b->tuning.nt)
            break;
        if (p->limit < 2) /* nt = 1 would be another kind of program */
            CLIV_TRY(cliv_fail(CLIV_UNSUPPORTED, "%s: the device takes groups of one work-item only", file));
        b->tuning.nt = (unsigned)cliv_min_size(b->tuning.nt / 2, p->limit);
    }
    *result = p;
done:
    pthread_mutex_unlock(&b->ctx->lock);
    cliv_text_free(&key);
    return status;
}

void cliv_build_free(cliv_build *b)
{
    cliv_text_free(&b->sources);
    cliv_text_free(&b->functions);
    cliv_text_free(&b->prelude);
    cliv_text_free(&b->params);
    cliv_text_free(&b->members);
    cliv_text_free(&b->initial);
}

pthread_mutex_t *cliv_program_lock(cliv_program *p) { return &p->lock; }

size_t cliv_program_small_group(const cliv_program *p) { return p->small_group; }

cliv_status cliv_program_kernel(cliv_program *p, const char *name, cl_kernel *kernel)
{
    char own[64];
    for (cl_uint i = 0; i < p->kernel_count; ++i) {
        const cl_int code = clGetKernelInfo(p->kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof own, own, NULL);
        if (code != CL_SUCCESS)
            return cliv_fail_cl(code, "clGetKernelInfo");
        if (strcmp(own, name) == 0) {
            *kernel = p->kernels[i];
            return CLIV_SUCCESS;
        }
    }
    return cliv_fail(CL_INVALID_KERNEL_NAME, "the program has no kernel %s", name);
}

/* Do the options define this macro? */
static bool defines(const char *opts, const char *macro)
{
    const size_t length = strlen(macro);
    for (const char *p = opts; (p = strstr(p, "-D")); p += 2) {
        const char *name = p + 2;
        while (*name == ' ')
            ++name;
        if (strncmp(name, macro, length) == 0 && (!name[length] || name[length] == ' ' || name[length] == '='))
            return true;
    }
    return false;
}

cliv_status cliv_program_build(cliv_context *ctx, const char *source, const char *opts, cl_program *program)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_text text = {0}, expanded = {0}, all = {0};
    if (!ctx || !source || !program)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", !ctx ? "ctx" : !source ? "source" : "program");
    opts = opts ? opts : "";
    const cliv_tuning *tuning = cliv_tuning_find(&ctx->tuning, &ctx->device, "expand", 4);
    /* In a kernel of the user's the groups must hold several work-items. */
    const unsigned nt = tuning->nt == 1 ? 16 : tuning->nt, vt = tuning->nt == 1 ? 16 : tuning->vt;
    add_features(&text, &ctx->device, NULL, false);
    if (!defines(opts, "NT"))
        cliv_text_add(&text, "#define NT %u\n", nt);
    if (!defines(opts, "VT"))
        cliv_text_add(&text, "#define VT %u\n", vt);
    if (!defines(opts, "CLIV_AOS_EXCHANGE"))
        cliv_text_add(&text, "#define CLIV_AOS_EXCHANGE %u\n",
                      cliv_tuning_find(&ctx->tuning, &ctx->device, "soa", 32)->mode);
    CLIV_TRY(cliv_source_expand(source, "source", &expanded));
    cliv_text_append(&text, expanded.data, expanded.length);
    cliv_text_add(&all, "%s%s%s", strstr(opts, "-cl-std") ? "" : options, *opts ? " " : "", opts);
    if (text.failed || all.failed)
        CLIV_TRY(cliv_fail_memory());
    CLIV_TRY(compile(ctx, text.data, all.data, "the source", program));
done:
    cliv_text_free(&text);
    cliv_text_free(&expanded);
    cliv_text_free(&all);
    return status;
}
