/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the text of every kernel program to a folder: of each operation by descriptor, for devices of several vendors,
 * with the built-in tuning table and with each tuning file.
 *
 *     kernel_texts FOLDER [TUNING-FILE]...
 *
 * CLIV_TEST_DEVICES names some of the devices below, separated by blanks; without it all are written.
 * Two folders of two versions of the library show what the compiler gets differently. FOLDER/DEVICE.TUNING.txt has the
 * programs in the order in which they are compiled: a number, the call, the compiler's options, and the program's own
 * declarations; or only the number and the call if an earlier program is the same. Where a program has a file of the
 * library, it only says `@ NAME`. The text of the file is in FOLDER/NAME, and in FOLDER/NAME.2 and so on if it is
 * expanded in several ways. Nothing is compiled and nothing runs: null_opencl.h. */
#define _POSIX_C_SOURCE 200809L
#include "null_opencl.h"
#include "pairwise.h"
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const null_device devices[] = {
    {"pocl", "Portable Computing Language", "pthread-null", "GenuineIntel", "OpenCL 1.2 null",
     "cl_khr_fp64 cl_khr_int64_base_atomics", CL_DEVICE_TYPE_CPU, 16, 0, 512 << 10, 4096, 0},
    {"intel-cpu", "Intel(R) OpenCL", "Intel(R) null", "Intel(R) Corporation", "OpenCL 1.2 null",
     "cl_khr_fp64 cl_khr_int64_base_atomics", CL_DEVICE_TYPE_CPU, 16, 0, 256 << 10, 8192, 0},
    {"llvmpipe", "rusticl", "llvmpipe (null)", "Mesa", "OpenCL 1.2 null", "", CL_DEVICE_TYPE_CPU, 4, 0, 32 << 10, 1024,
     0},
    {"oclgrind", "Oclgrind", "Oclgrind Simulator", "Oclgrind", "OpenCL 1.2 null",
     "cl_khr_fp64 cl_khr_int64_base_atomics", CL_DEVICE_TYPE_ALL, 1, 0, 32 << 10, 1024, 0},
    {"nvidia", "NVIDIA CUDA", "NVIDIA H100 null", "NVIDIA Corporation", "OpenCL 1.2 null",
     "cl_khr_fp64 cl_khr_int64_base_atomics cl_nv_device_attribute_query", CL_DEVICE_TYPE_GPU, 132, 90, 48 << 10, 1024,
     0},
    {"amd", "AMD Accelerated Parallel Processing", "gfx1100", "Advanced Micro Devices, Inc.", "OpenCL 2.0 null",
     "cl_khr_fp64 cl_khr_int64_base_atomics", CL_DEVICE_TYPE_GPU, 48, 0, 64 << 10, 256, 0},
    {"gpu", "Null", "Null GPU", "Null", "OpenCL 1.2 null", "", CL_DEVICE_TYPE_GPU, 8, 0, 32 << 10, 256, 0},
    {"amd-gcn", "AMD Accelerated Parallel Processing", "gfx90a:sramecc+:xnack-", "Advanced Micro Devices, Inc.",
     "OpenCL 2.0 null", "cl_khr_fp64 cl_khr_int64_base_atomics", CL_DEVICE_TYPE_GPU, 104, 0, 64 << 10, 256, 0},
    {"intel-gpu", "Intel(R) OpenCL Graphics", "Intel(R) Arc(TM) null", "Intel(R) Corporation", "OpenCL 3.0 null",
     "cl_khr_int64_base_atomics cl_khr_subgroups cl_khr_subgroup_ballot cl_khr_subgroup_shuffle cl_intel_subgroups "
     "cl_intel_required_subgroup_size",
     CL_DEVICE_TYPE_GPU, 512, 0, 64 << 10, 1024, 16},
    {"apple", "Apple", "Apple M1 null", "Apple", "OpenCL 1.2 null", "", CL_DEVICE_TYPE_GPU, 8, 0, 32 << 10, 256, 0},
    {"mali", "ARM Platform", "Mali-G78 null", "ARM", "OpenCL 3.0 null", "", CL_DEVICE_TYPE_GPU, 14, 0, 32 << 10, 512,
     0},
    {"adreno", "QUALCOMM Snapdragon(TM)", "QUALCOMM Adreno(TM)", "QUALCOMM", "OpenCL 3.0 Adreno(TM) null",
     "cl_khr_subgroups cl_qcom_subgroup_shuffle cl_qcom_reqd_sub_group_size", CL_DEVICE_TYPE_GPU, 6, 0, 32 << 10, 1024,
     64}};

enum { DEVICES = sizeof devices / sizeof *devices, MOST_FILES = 1024 };

/* ---- files ---- */

static const char *folder;
static FILE *programs;
static size_t written; /* programs */
static char what[700]; /* the call that compiles */
static struct {
    char name[80], *text;
} expanded[MOST_FILES];
static size_t expanded_count;

static void stop(const char *doing, const char *name)
{
    fprintf(stderr, "kernel_texts: %s %s: %s\n", doing, name, errno ? strerror(errno) : "failed");
    exit(1);
}

static FILE *open_in_folder(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        stop("writing", path);
    return file;
}

/* The name under which this text of a file of the library is stored. */
static const char *stored(const char *name, const char *text, size_t length)
{
    unsigned version = 1;
    for (size_t i = 0; i < expanded_count; ++i) {
        const size_t base = strlen(name);
        if (strncmp(expanded[i].name, name, base) != 0 || (expanded[i].name[base] && expanded[i].name[base] != '.'))
            continue;
        if (strlen(expanded[i].text) == length && memcmp(expanded[i].text, text, length) == 0)
            return expanded[i].name;
        ++version;
    }
    if (expanded_count == MOST_FILES)
        stop("storing", name);
    char *copy = malloc(length + 1);
    if (!copy)
        stop("storing", name);
    memcpy(copy, text, length);
    copy[length] = '\0';
    expanded[expanded_count].text = copy;
    snprintf(expanded[expanded_count].name, sizeof expanded->name, version > 1 ? "%s.%u" : "%s", name, version);
    FILE *file = open_in_folder(expanded[expanded_count].name);
    if (fputs(copy, file) == EOF || fclose(file) == EOF)
        stop("writing", name);
    return expanded[expanded_count++].name;
}

/* Programs by hash: two programs with the same hash of 64 bits are taken to be the same. */
static struct {
    uint64_t *hashes;
    size_t count, capacity; /* room: a power of two */
} known;

/* The number of a program, and whether it is new. A table by open addressing: hash, number, hash, number, and so on. */
static size_t number_of(uint64_t hash, bool *is_new)
{
    if (2 * known.count >= known.capacity) {
        const size_t capacity = known.capacity ? 2 * known.capacity : 1 << 16;
        uint64_t *more = calloc(2 * capacity, sizeof *more);
        if (!more)
            stop("counting", "programs");
        for (size_t i = 0; i < known.capacity; ++i)
            if (known.hashes[2 * i]) {
                size_t k = known.hashes[2 * i] & (capacity - 1);
                while (more[2 * k])
                    k = (k + 1) & (capacity - 1);
                memcpy(more + 2 * k, known.hashes + 2 * i, 2 * sizeof *more);
            }
        free(known.hashes);
        known.hashes = more;
        known.capacity = capacity;
    }
    size_t k = hash & (known.capacity - 1);
    while (known.hashes[2 * k] && known.hashes[2 * k] != hash)
        k = (k + 1) & (known.capacity - 1);
    *is_new = known.hashes[2 * k] == 0;
    if (*is_new) {
        known.hashes[2 * k] = hash;
        known.hashes[2 * k + 1] = ++known.count;
    }
    return known.hashes[2 * k + 1];
}

/* FNV-1a; never 0. */
static uint64_t hash_of(const char *text, uint64_t hash)
{
    for (; *text; ++text)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash ? hash : 1;
}

/* The files of the library are expanded between `#line 1 "NAME"` and the next line of the prelude or the end. */
static void write_program(const char *text, const char *options)
{
    bool is_new;
    const size_t number = number_of(hash_of(text, hash_of(options, 14695981039346656037u)), &is_new);
    ++written;
    fprintf(programs, "==== %zu %s\n", number, what);
    if (!is_new)
        return;
    fprintf(programs, "%s\n", options);
    while (*text) {
        const char *end = strchr(text, '\n');
        char name[64];
        if (sscanf(text, "#line 1 \"%63[^\"]\"", name) == 1 && strchr(name, '.')) {
            const char *rest = strstr(text, "\n#line ");
            while (rest && strncmp(rest + strcspn(rest, "\"") + 1, "prelude\"", 8) != 0)
                rest = strstr(rest + 1, "\n#line ");
            rest = rest ? rest + 1 : text + strlen(text);
            fprintf(programs, "@ %s\n", stored(name, text, (size_t)(rest - text)));
            text = rest;
            continue;
        }
        end = end ? end + 1 : text + strlen(text);
        fwrite(text, 1, (size_t)(end - text), programs);
        text = end;
    }
}

/* ---- calls ---- */

static void compile(cliv_context *ctx, const test_operation *operation, const test_case *c)
{
    char text[512];
    test_work work;
    snprintf(what, sizeof what, "%s %s", operation->name, test_case_print(c, text, sizeof text));
    if (test_work_create(&work, operation, c, ctx, NULL))
        test_work_run(&work, cliv_context_queue(ctx), 0, NULL, NULL);
    test_work_destroy(&work);
}

/* Operations of up to `rows` configurations each. */
static void compile_all(cliv_context *ctx, size_t rows)
{
    static const size_t sizes[] = {1000, 50000};
    for (size_t k = 0; test_operations[k]; ++k) {
        const test_operation *const operation = test_operations[k];
        test_case c = test_case_default(rows > 10 ? 1 << 22 : 1000);
        compile(ctx, operation, &c);
        const size_t mean = c.mean;
        c.mean = c.n / 4; /* a few long segments */
        compile(ctx, operation, &c);
        c.mean = mean;
        pairwise *pairs = pairwise_begin(operation, 1);
        for (size_t row = 0; pairs && row < rows && pairwise_next(pairs, &c); ++row)
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
                c.n = sizes[i];
                c.extra = i && operation->uses & TEST_USES_LENGTHS ? 7 : 0; /* lengths on the device */
                compile(ctx, operation, &c);
            }
        pairwise_end(pairs);
    }
}

/* Returns false if the device lacks what the tuning file asks for. */
static bool compile_with(const char *tuning, size_t rows)
{
    char name[128], *end;
    const char *const base = tuning ? strrchr(tuning, '/') : NULL;
    snprintf(name, sizeof name, "%s.%s", null_device_shown->label, base ? base + 1 : tuning ? tuning : "built_in.txt");
    if ((end = strstr(name, ".txt")))
        *end = '\0';
    strcat(name, ".txt");
    for (unsigned checked = 0; checked < 2; ++checked) {
        const cliv_context_options options = {.tuning_file = tuning, .flags = checked ? CLIV_CHECKED : 0};
        cliv_context *base_ctx = NULL, *ctx = NULL;
        if (cliv_context_create(NULL, &base_ctx) != CLIV_SUCCESS)
            stop("a context for", null_device_shown->label);
        const cliv_status status =
            cliv_context_create_with(cliv_context_cl(base_ctx), cliv_context_device(base_ctx), &options, &ctx);
        if (status == CLIV_UNSUPPORTED) {
            cliv_context_destroy(base_ctx);
            return false;
        }
        if (status != CLIV_SUCCESS) {
            fprintf(stderr, "%s\n", cliv_last_error());
            exit(1);
        }
        if (!checked)
            programs = open_in_folder(name);
        cliv_context_compile_only(ctx, 1);
        compile_all(ctx, checked ? 1 : rows);
        cliv_context_destroy(ctx);
        cliv_context_destroy(base_ctx);
    }
    if (fclose(programs) == EOF)
        stop("writing", name);
    return true;
}

/* Returns true if the words, separated by blanks, include `word`. */
static bool is_word_of(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *p = words; (p = strstr(p, word)); p += length)
        if ((p == words || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0'))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: kernel_texts FOLDER [TUNING-FILE]...\n", stderr);
        return 2;
    }
    folder = argv[1];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        stop("making", folder);
    null_program_built = write_program;
    const char *const wanted = getenv("CLIV_TEST_DEVICES");
    for (size_t d = 0; d < DEVICES; ++d) {
        size_t files = 0, before = written;
        if (wanted && !is_word_of(wanted, devices[d].label))
            continue;
        null_device_shown = &devices[d];
        compile_with(NULL, 48);
        for (int k = 2; k < argc; ++k)
            files += compile_with(argv[k], 4);
        printf("%s: %zu programs with %zu of %d tuning files\n", devices[d].label, written - before, files, argc - 2);
        fflush(stdout);
    }
    printf("%zu different programs\n", known.count);
    for (size_t i = 0; i < expanded_count; ++i)
        free(expanded[i].text);
    free(known.hashes);
    return 0;
}
