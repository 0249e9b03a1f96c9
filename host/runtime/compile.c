/* SPDX-License-Identifier: Apache-2.0 */
/* Compilation of source text to OpenCL programs, and the messages of failures. */
#include "runtime/context_inside.h"
#include "runtime/source.h"

#include <clinterval/kernel.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_reason[] =
    "the compiler reports no error, so it may be unable to write its cache: the folder (" CLIV_CACHE_FOLDER
    ") may be missing, read-only or damaged, or its disk full; ";

static const char options[] = "-cl-std=CL1.2";
static const char without_optimizer[] = "-cl-std=CL1.2 -cl-opt-disable";

/* True if the compiler limits registers: only NVIDIA's does. */
static bool bounds_registers(const cliv_device *device, const cliv_prelude *p) { return device->ptx && p->registers; }

static void add_options(cliv_text *text, const cliv_context *ctx, unsigned lanes, const cliv_prelude *p)
{
    const cliv_device *const device = &ctx->device;
    const bool at_risk = p->passes_values || (p->accumulates && p->converts);
    cliv_text_add(text, "%s",
                  at_risk && device->quirks.optimizer_breaks_values   ? without_optimizer
                  : cliv_device_takes_atomic_fence(device)            ? device->fence_option
                  : lanes && !device->ptx && device->sub_group_option ? device->sub_group_option
                                                                      : options);
    if (bounds_registers(device, p))
        cliv_text_add(text, " -cl-nv-maxrregcount=%zu", p->registers);
}

static void add_features(cliv_text *text, const cliv_context *ctx, unsigned lanes)
{
    const cliv_device *const device = &ctx->device;
    cliv_text_add(text, "#define CLIV_NVIDIA %d\n", device->ptx);
    cliv_sub_groups_define(text, ctx, lanes);
    const struct {
        bool is_on;
        const char *text;
    } features[] = {
        {device->quirks.no_barriers_in_branches, "#define CLIV_BARRIERS_IN_BRANCHES 0\n"},
        {device->quirks.must_inline, "#define CLIV_FUNCTION static inline __attribute__((always_inline))\n"},
        {device->quirks.reorders_floats, "#define CLIV_REORDERS_FLOATS 1\n"},
        {device->quirks.loses_loops_ends, "#define CLIV_ONE_BY_ONE _Pragma(\"clang loop vectorize(disable)\")\n"},
        {device->quirks.must_not_vectorize, "#define CLIV_SCALAR_GROUPS 1\n"},
        {device->quirks.atomics_race_with_reads, "#define CLIV_ATOMIC_READS 1\n"},
        {device->fp64, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"},
        {device->int64_atomics, "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"},
    };
    for (size_t k = 0; k < sizeof features / sizeof *features; ++k)
        if (features[k].is_on)
            cliv_text_add(text, "%s", features[k].text);
}

/* True if an error line of the log contains this position. Some compilers report an undeclared function as a warning;
 * the error follows at link time without a position. */
static bool is_error_at(const char *log, const char *position)
{
    static const char *const words[] = {"error", "implicit declaration"};
    for (const char *p = log; (p = strstr(p, position)); ++p) {
        const char *begin = p, *end = strchr(p, '\n');
        while (begin > log && begin[-1] != '\n')
            --begin;
        if (p != begin && p[-1] != ' ')
            continue; /* the position is the end of a longer name */
        for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
            const char *word = strstr(begin, words[i]);
            if (word && (!end || word < end))
                return true;
        }
    }
    return false;
}

/* Finds the first user-defined macro that occurs in a line of the library, because the macro changes that line. */
static void name_macro(cliv_text *hint, const char *macros, const char *file, unsigned number, const char *line,
                       size_t length)
{
    for (const char *macro = macros; !hint->length && *macro; macro += strcspn(macro, " ") + 1) {
        const int name_length = (int)strcspn(macro, " ");
        if (cliv_has_word(line, length, macro, (size_t)name_length))
            cliv_text_add(hint,
                          "the macro %.*s, which a source defines, is also a name in line %u of %s: rename the macro "
                          "in the source; ",
                          name_length, macro, number, file);
    }
}

/* Quotes the source lines that the log reports as wrong, as `NAME, line NUMBER: TEXT`, for compilers that do not show
 * them. Most compilers count lines from the preceding #line directive; others count them in the whole text. Lines of
 * the prelude are not quoted. `hint`: as for name_macro(). */
static void quote_lines(cliv_text *quoted, cliv_text *hint, const char *source, const char *macros, const char *log)
{
    static const char *const whole[] = {"input.cl", "<kernel>"};
    char name[128] = "prelude", position[160];
    const char *before = ""; /* the last non-empty line before this line */
    unsigned line = 0, text_line = 0;
    bool was_found = false, renamed = false, opened = false;
    for (const char *end; *source; source = *end ? end + 1 : end) {
        bool found = false;
        end = source + strcspn(source, "\n");
        ++line;
        ++text_line;
        if (strncmp(source, "#line ", 6) == 0 && sscanf(source, "#line %u \"%127[^\"\n]", &line, name) > 0) {
            --line;
            renamed = true;
            continue;
        }
        for (size_t i = 0; i < sizeof whole / sizeof *whole && !found; ++i) {
            snprintf(position, sizeof position, "%s:%u:", whole[i], text_line);
            found = is_error_at(log, position);
        }
        const bool in_prelude = strcmp(name, "prelude") == 0;
        snprintf(position, sizeof position, "%s:%u:", name, line);
        if (!found && !in_prelude)
            found = is_error_at(log, position);
        if (*macros && (in_prelude || strchr(name, '.')) && (found || (in_prelude && is_error_at(log, position))))
            name_macro(hint, macros, name, line, source, (size_t)(end - source));
        /* Lines that open or close an expression: see cliv_prelude_expression(). */
        const bool opens = renamed && strncmp(source, "    return ", 11) == 0;
        found = found || opened;
        opened = found && opens; /* then the next line is quoted */
        if (opens) {
            before = "";
            continue;
        }
        const bool closes = renamed && (strncmp(source, ");\n", 3) == 0 || strncmp(source, "}\n", 2) == 0);
        if (found && !closes)
            cliv_text_add(quoted, "%s, line %u: %.*s\n", name, line, (int)(end - source), source);
        else if (found && !was_found)
            cliv_text_add(quoted, "%s, line %u: %.*s\n", name, line, (int)strcspn(before, "\n"), before);
        was_found = found;
        if (end > source)
            before = source;
        renamed = false;
    }
}

/* True if the log contains an error. PoCL fails without one if it cannot write its cache. The last text is what rusticl
 * reports for invalid options. */
static bool gives_reason(const char *log)
{
    static const char *const words[] = {"error",     "Error",      "ERROR",          "implicit declaration",
                                        "undefined", "unresolved", "Couldn't create"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strstr(log, words[i]))
            return true;
    return false;
}

static char *read_log(cl_program program, cl_device_id device)
{
    size_t bytes = 0;
    char *log = NULL;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) == CL_SUCCESS && bytes)
        log = calloc(bytes + 1, 1);
    if (log && clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL) != CL_SUCCESS)
        *log = '\0';
    return log;
}

static cliv_status build_failed(const char *log, bool has_reason, const char *source, const char *what,
                                const char *macros)
{
    cliv_text quoted = {0}, hint = {0};
    if (log)
        quote_lines(&quoted, &hint, source, macros, log);
    const cliv_status status =
        cliv_fail(CLIV_BUILD_FAILED, "%s did not compile; %s%sthe compiler says:\n%s%s%s", what,
                  hint.length ? hint.data : "", has_reason ? "" : no_reason, log && *log ? log : "(nothing)",
                  quoted.length ? "\n" : "", quoted.length ? quoted.data : "");
    cliv_text_free(&hint);
    cliv_text_free(&quoted);
    return status;
}

/* Compiles source text; on failure there is no program. `macros`: as in cliv_prelude.
 * PoCL can fail without an error while another process, for instance another rank of MPI, writes the same program to
 * the cache. So a build that fails without an error is repeated. */
static cliv_status compile(const cliv_context *ctx, const char *text, const char *opts, const char *what,
                           const char *macros, cl_program *result)
{
    cl_int code;
    cl_program program = clCreateProgramWithSource(ctx->cl, 1, &text, NULL, &code);
    CLIV_PASS(cliv_fail_cl(code, "clCreateProgramWithSource"));
    char *log = NULL;
    bool refused, has_reason;
    int attempts = 3;
    do {
        free(log);
        code = clBuildProgram(program, 1, &ctx->device.id, opts, NULL, NULL);
        refused =
            code == CL_BUILD_PROGRAM_FAILURE || code == CL_INVALID_BUILD_OPTIONS || code == CL_COMPILE_PROGRAM_FAILURE;
        log = refused ? read_log(program, ctx->device.id) : NULL;
        has_reason = code == CL_INVALID_BUILD_OPTIONS || (log && gives_reason(log));
    } while (refused && !has_reason && --attempts);
    const cliv_status status = refused ? build_failed(log, has_reason, text, what, macros ? macros : "")
                                       : cliv_fail_cl(code, "clBuildProgram");
    free(log);
    if (status)
        CLIV_RELEASE(Program, program);
    else
        *result = program;
    return status;
}

static bool compiles(const cliv_context *ctx, const cliv_text *declarations, const char *more, const char *type)
{
    cliv_text text = {0};
    cl_program program = NULL;
    cliv_text_add(&text, "%s\n%s%s%s\n__kernel void cliv_nothing(void)\n{\n}\n",
                  declarations->data ? declarations->data : "", more, type, *more ? ")];" : "");
    const bool compiled = !text.failed && compile(ctx, text.data, options, "a type", NULL, &program) == CLIV_SUCCESS;
    CLIV_RELEASE(Program, program);
    cliv_text_free(&text);
    return compiled;
}

/* True if the device's compiler has no such type: the declarations compile without the type and fail with it. */
static bool is_unknown(const cliv_context *ctx, const cliv_text *declarations, const cliv_type *type)
{
    if (type->source || cliv_scalar_of(type).kind != CLIV_OTHER)
        return false;
    return !compiles(ctx, declarations, "typedef char cliv_known[sizeof(", type->name) &&
           compiles(ctx, declarations, "", "");
}

/* Finds out whether the build failed because a type is not declared or has another size on the device, which a test
 * program on the device shows. Otherwise the function returns `failed`, and the message stays. */
static cliv_status explain_failure(const cliv_context *ctx, const cliv_prelude *p, cliv_status failed)
{
    cliv_text text = {0};
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    cl_ulong sizes[sizeof p->types / sizeof *p->types] = {0};
    char *const sentence = cliv_copy_sentence();
    cliv_status status = failed;
    cl_int code;
    bool found = false;
    if (!sentence)
        return failed;
    add_features(&text, ctx, 0);
    for (unsigned i = 0; i < p->type_count; ++i) {
        bool again = !p->types[i].source;
        for (unsigned k = 0; k < i && !again; ++k)
            again = p->types[k].source && strcmp(p->types[k].source, p->types[i].source) == 0;
        if (!again)
            cliv_text_add(&text, "%s\n", p->types[i].source);
    }
    for (unsigned i = 0; i < p->type_count && !found; ++i)
        if ((found = is_unknown(ctx, &text, &p->types[i])))
            status = cliv_fail(CLIV_BUILD_FAILED,
                               "the device's compiler has no type %s, and the type's source, which should "
                               "declare it, is NULL",
                               cliv_type_text(&p->types[i]).text);
    cliv_text_add(&text, "__kernel void cliv_sizes(__global ulong *sizes)\n{\n");
    for (unsigned i = 0; i < p->type_count; ++i)
        cliv_text_add(&text, "    sizes[%u] = sizeof(%s);\n", i, p->types[i].name);
    cliv_text_add(&text, "}\n");
    if (!found && !text.failed && p->type_count &&
        compile(ctx, text.data, options, "types", NULL, &program) == CLIV_SUCCESS &&
        (kernel = clCreateKernel(program, "cliv_sizes", &code)) &&
        cliv_try_kernel(ctx, kernel, 1, 1, sizes, sizeof sizes)) {
        for (unsigned i = 0; i < p->type_count && !found; ++i) {
            found = sizes[i] != p->types[i].size;
            if (found)
                status = cliv_fail(CLIV_TYPE_MISMATCH, "the type %s has size %zu, but on the device it has %llu bytes",
                                   cliv_type_text(&p->types[i]).text, p->types[i].size, (unsigned long long)sizes[i]);
        }
    }
    if (!found)
        cliv_fail(failed, "%s", sentence);
    CLIV_RELEASE(Kernel, kernel);
    CLIV_RELEASE(Program, program);
    cliv_text_free(&text);
    free(sentence);
    return status;
}

/* Adds the whole program text, before the expansion of its includes. */
static void add_program(cliv_text *text, const cliv_context *ctx, unsigned lanes, const cliv_prelude *p)
{
    const cliv_text *const parts[] = {&p->sources, &p->functions, &p->text};
    cliv_text_add(text, "#define CLIV_INDEX_64 %zu\n#define NT %zu\n#define VT %zu\n", p->heading.wide, p->heading.nt,
                  p->heading.vt);
    add_features(text, ctx, lanes);
    if (bounds_registers(&ctx->device, p)) /* the compiler ignores the limit if kernels state a group size */
        cliv_text_add(text, "#define CLIV_GROUP\n");
    if (p->no_contraction) /* a fused multiply-add rounds differently, and the compiler chooses where to use it */
        cliv_text_add(text, "#pragma OPENCL FP_CONTRACT OFF\n");
    if (cliv_device_takes_atomic_fence(&ctx->device))
        cliv_text_add(text, "#define CLIV_ATOMIC_FENCE 1\n");
    /* User-defined text may use these names. */
    cliv_text_add(text, "#include \"cliv_base.clh\"\n#undef NT\n#undef VT\n#undef NV\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (parts[i]->data)
            cliv_text_append(text, parts[i]->data, parts[i]->length);
    cliv_text_add(text, "#define NT %zu\n#define VT %zu\n#define NV (NT * VT)\n#include \"%s\"\n", p->heading.nt,
                  p->heading.vt, p->heading.file);
}

static cliv_status compile_prelude(const cliv_context *ctx, const cliv_prelude *prelude, unsigned lanes,
                                   cl_program *program)
{
    cliv_text text = {0}, source = {0}, opts = {0};
    cliv_status status = CLIV_SUCCESS;
    add_program(&text, ctx, lanes, prelude);
    add_options(&opts, ctx, lanes, prelude);
    CLIV_TRY_MEMORY(!cliv_prelude_failed(prelude) && !text.failed && !opts.failed);
    CLIV_TRY(cliv_source_expand(text.data, "prelude", &source));
    CLIV_TRY(compile(ctx, source.data, opts.data, prelude->heading.file, prelude->macros.data, program));
done:
    cliv_text_free(&source);
    cliv_text_free(&text);
    cliv_text_free(&opts);
    return status;
}

cliv_status cliv_compile_description(const cliv_context *ctx, const unsigned char *description, size_t length,
                                     bool sub_groups, unsigned *lanes, cl_program *program)
{
    cliv_prelude prelude = {0};
    cliv_status status;
    cliv_prelude_write(&prelude, description, length);
    if (prelude.refused.length && !cliv_prelude_failed(&prelude))
        CLIV_TRY(cliv_fail(CLIV_BUILD_FAILED, "%s", prelude.refused.data));
    *lanes = sub_groups ? cliv_lanes(ctx, prelude.heading.nt) : 0;
    status = compile_prelude(ctx, &prelude, *lanes, program);
    if (status == CLIV_BUILD_FAILED && *lanes > cliv_sure_lanes(ctx, prelude.heading.nt)) {
        *lanes = 0;
        status = compile_prelude(ctx, &prelude, 0, program);
    }
    if (status == CLIV_BUILD_FAILED)
        status = explain_failure(ctx, &prelude, status);
done:
    cliv_prelude_free(&prelude);
    return status;
}

/* Adds a default that the options may override. */
static void add_default(cliv_text *text, const char *name, unsigned value)
{
    cliv_text_add(text, "#ifndef %s\n#define %s %u\n#endif\n", name, name, value);
}

cliv_status cliv_program_build(cliv_context *ctx, const char *source, const char *opts, cl_program *program)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_text text = {0}, expanded = {0}, all = {0};
    if (!ctx || !source || !program)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s is NULL", !ctx ? "ctx" : !source ? "source" : "program");
    CLIV_TRY(cliv_check_process());
    opts = opts ? opts : "";
    const cliv_tuning *tuning = cliv_tuning_row(&ctx->rows, CLIV_FAMILY_EXPAND, 4, SIZE_MAX);
    /* In user-defined kernels the groups must have several work-items. */
    const unsigned nt = tuning->nt == 1 ? 16 : tuning->nt, vt = tuning->nt == 1 ? 16 : tuning->vt;
    add_features(&text, ctx, cliv_lanes_of_users(ctx));
    add_default(&text, "NT", nt);
    add_default(&text, "VT", vt);
    add_default(&text, "CLIV_AOS_EXCHANGE",
                cliv_tuning_row(&ctx->rows, CLIV_FAMILY_SOA, 32, SIZE_MAX)->variant == CLIV_VARIANT_WORDS);
    CLIV_TRY(cliv_source_expand(source, "source", &expanded));
    cliv_text_append(&text, expanded.data, expanded.length);
    cliv_text_add(&all, "%s%s%s", strstr(opts, "-cl-std") ? "" : options, *opts ? " " : "", opts);
    CLIV_TRY_MEMORY(!text.failed && !all.failed);
    CLIV_TRY(compile(ctx, text.data, all.data, "the source", NULL, program));
done:
    cliv_text_free(&text);
    cliv_text_free(&expanded);
    cliv_text_free(&all);
    return status;
}
