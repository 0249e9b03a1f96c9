/* SPDX-License-Identifier: Apache-2.0 */
/* clinterval devices: lists the devices, in the numbering of `clinfo -l`, with the properties that matter to the
 * library. The command uses internal headers, so that it prints the library's own view. */
#include "runtime/context_inside.h"
#include "runtime/tuning.h"
#include "tool.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Extensions that the library uses, or that describe a device's capabilities for it. */
static const char *const known_extensions[] = {
    "cl_khr_fp64",
    "cl_khr_fp16",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_subgroups",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_intel_subgroups",
    "cl_qcom_subgroup_shuffle",
    "cl_nv_device_attribute_query",
};

/* The length without a final blank: a version may end in the blank that separates it from the vendor's text. */
static int trimmed(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        --length;
    return (int)length;
}

/* The caller frees the text; NULL on failure, after a message. */
static char *device_text(cl_device_id id, cl_device_info what)
{
    size_t size = 0;
    char *text = NULL;
    APP_TRY_CL("clGetDeviceInfo", clGetDeviceInfo(id, what, 0, NULL, &size));
    if (!(text = app_allocate(size + 1, 1)))
        return NULL;
    APP_TRY_CL("clGetDeviceInfo", clGetDeviceInfo(id, what, size, text, NULL));
    return text;
done:
    free(text);
    return NULL;
}

static bool has_extension(const char *extensions, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = extensions; (at = strstr(at, name)) != NULL; at += length)
        if ((at == extensions || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

static void print_size(const char *label, cl_ulong bytes, const char *after)
{
    if (bytes >= (cl_ulong)10 << 30)
        printf("      %-17s %.0f GiB%s\n", label, (double)bytes / (1 << 30), after);
    else if (bytes >= (cl_ulong)10 << 20)
        printf("      %-17s %.0f MiB%s\n", label, (double)bytes / (1 << 20), after);
    else
        printf("      %-17s %.0f KiB%s\n", label, (double)bytes / (1 << 10), after);
}

static const char *type_text(cl_device_type type)
{
    return type & CL_DEVICE_TYPE_GPU           ? "GPU"
           : type & CL_DEVICE_TYPE_CPU         ? "CPU"
           : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                               : "other";
}

/* `ctx`: the context if this is the selected device. Its kernels have probed the sub-groups. */
static void print_extensions(const char *extensions, bool ptx, const cliv_context *ctx)
{
    enum { WHOLE = 64 /* work-items in whole sub-groups of any size */ };
    const unsigned lanes = ctx ? cliv_lanes(ctx, WHOLE) : 0;
    const char *sub_groups = has_extension(extensions, "cl_khr_subgroups")     ? "yes"
                             : has_extension(extensions, "cl_intel_subgroups") ? "yes (Intel's)"
                             : ptx                                             ? "no extension; shuffles by inline PTX"
                                                                               : "no extension";
    printf("      %-17s %s\n", "64-bit atomics",
           !has_extension(extensions, "cl_khr_int64_base_atomics")      ? "no"
           : has_extension(extensions, "cl_khr_int64_extended_atomics") ? "yes"
                                                                        : "basic ones");
    printf("      %-17s %s", "sub-groups", sub_groups);
    if (lanes)
        printf("; kernels use sub-groups of %u work-items", lanes);
    else if (ctx)
        printf("; kernels use none");
    printf("\n");
    printf("      %-17s", "extensions");
    size_t found = 0;
    for (size_t e = 0; e < sizeof known_extensions / sizeof *known_extensions; ++e)
        if (has_extension(extensions, known_extensions[e]))
            printf("%s %s", found++ && (found - 1) % 3 == 0 ? "\n                       " : "", known_extensions[e]);
    printf("%s\n", found ? "" : " none that the library uses");
}

static void print_row(const cliv_tuning *row, cliv_promises promises, const char *label)
{
    const char *const variant = cliv_variant_column(row->family, cliv_tuning_variant(row, promises));
    printf("      %-17s %-11s to %3u bytes: nt %3u, vt %5u%s%s", label, cliv_family_name(row->family), row->bytes,
           row->nt, row->vt, *variant ? ", " : "", variant);
    if (row->items)
        printf(", to %u items", row->items);
    printf("  (%s)\n", row->device);
}

/* Checks whether the library uses this row for elements of `bytes` bytes, for any item count. */
static bool is_used(const cliv_tuning_table *table, const cliv_device *device, cliv_family family, size_t bytes,
                    const cliv_tuning *row)
{
    const cliv_tuning *used = cliv_tuning_find(table, device, family, bytes, 0);
    while (used != row && used->items)
        used = cliv_tuning_find(table, device, family, bytes, (size_t)used->items + 1);
    return used == row;
}

/* Prints the rows of the tuning table that the library would use, by element size and item count. */
static void print_tuning(const cliv_tuning_table *table, const cliv_device *device)
{
    const cliv_promises promises = table ? cliv_tuning_promises(table, device) : device->promises;
    const char *label = "tuning";
    printf("      %-17s visibility %s, progress %s\n", "promises", promises.visibility ? "yes" : "no",
           promises.progress ? "yes" : "no");
    for (cliv_family f = 0; f < CLIV_FAMILY_COUNT; ++f) {
        for (size_t bytes = 1, next; bytes <= 256; bytes = next) {
            const cliv_tuning *row;
            size_t items = 0;
            next = SIZE_MAX;
            do {
                row = cliv_tuning_find(table, device, f, bytes, items);
                next = row->bytes < next ? (size_t)row->bytes + 1 : next;
                if (bytes == 1 || !is_used(table, device, f, bytes - 1, row)) {
                    print_row(row, promises, label);
                    label = "";
                }
                items = (size_t)row->items + 1;
            } while (row->items);
        }
    }
}

/* Prints the count of the file's rows for the selected device, and lists the rows that match no device: their device
 * names may be misspelt. */
static void print_file(const char *file, const cliv_tuning_table *table, const cliv_device *selected,
                       const cliv_device *devices, size_t count)
{
    size_t here = 0, nowhere = 0;
    for (size_t r = 0; r < table->count; ++r)
        here += cliv_tuning_is_for(&table->rows[r], selected);
    printf("tuning: rows of %s before the built-in ones; for the selected device: %zu of %zu\n", file, here,
           table->count);
    for (size_t r = 0; r < table->count; ++r) {
        const cliv_tuning *const row = &table->rows[r];
        size_t d = 0;
        while (d < count && !cliv_tuning_is_for(row, &devices[d]))
            ++d;
        if (d < count)
            continue;
        char text[128];
        cliv_tuning_print(text, sizeof text, row);
        printf("%s %s %s %s\n", nowhere++ ? "       " : "for no device here:\n       ", cliv_family_name(row->family),
               row->device, text);
    }
}

/* `ctx`: the context on the selected device, or NULL. */
static int print_device(const cliv_device *device, const cliv_context *ctx)
{
    int code = APP_FAILED;
    const bool selected = ctx && device->id == cliv_context_device(ctx);
    cl_device_local_mem_type local_type;
    cl_ulong memory, largest;
    char *version = device_text(device->id, CL_DEVICE_VERSION), *driver = device_text(device->id, CL_DRIVER_VERSION),
         *extensions = device_text(device->id, CL_DEVICE_EXTENSIONS);
    if (!version || !driver || !extensions)
        goto done;
    const struct {
        cl_device_info what;
        size_t size;
        void *value;
    } asked[] = {
        {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory},
        {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest},
        {CL_DEVICE_LOCAL_MEM_TYPE, sizeof local_type, &local_type},
    };
    for (size_t a = 0; a < sizeof asked / sizeof *asked; ++a)
        APP_TRY_CL("clGetDeviceInfo", clGetDeviceInfo(device->id, asked[a].what, asked[a].size, asked[a].value, NULL));

    printf("  %c %u:%u %s\n", selected ? '*' : ' ', device->platform_index, device->device_index, device->name);
    printf("      %-17s %s%s%s, %.*s, driver %s\n", "kind", type_text(device->type), *device->arch ? " " : "",
           device->arch, trimmed(version), version, driver);
    printf("      %-17s %u\n", "compute units", device->units);
    print_size("global memory", memory, "");
    print_size("largest buffer", largest, "");
    print_size("local memory", device->local_memory, local_type == CL_LOCAL ? "" : " (part of global memory)");
    printf("      %-17s %zu work-items\n", "work-group limit", device->work_group_limit);
    printf("      %-17s %s\n", "fp64", device->fp64 ? "yes" : "no");
    print_extensions(extensions, device->ptx, selected ? ctx : NULL);
    print_tuning(ctx ? &ctx->tuning : NULL, device);
    code = APP_OK;
done:
    free(extensions);
    free(driver);
    free(version);
    return code;
}

static int list(void)
{
    int code = APP_FAILED;
    size_t count = 0;
    cliv_device *devices = NULL;
    cliv_text skipped = {0};
    cliv_context *ctx = NULL; /* on the selected device; if it fails, the list is still printed */
    if (cliv_device_list(&devices, &count, &skipped) != CLIV_SUCCESS) {
        app_error("%s", cliv_last_error());
        goto done;
    }
    const cliv_status status = cliv_context_create(NULL, &ctx);
    for (size_t d = 0; d < count; ++d) {
        if (d == 0 || devices[d].platform_index != devices[d - 1].platform_index)
            printf("Platform %u: %s (%.*s)\n", devices[d].platform_index, devices[d].platform_name,
                   trimmed(devices[d].platform_version), devices[d].platform_version);
        if (print_device(&devices[d], ctx) != APP_OK)
            goto done;
    }
    if (skipped.length)
        printf("skipped: %s\n", skipped.data);
    if (status != CLIV_SUCCESS) { /* also if the list is empty */
        app_error("%s", cliv_last_error());
        goto done;
    }
    const char *wanted = getenv("CLINTERVAL_DEVICE"), *tuning = getenv("CLINTERVAL_TUNING");
    if (wanted && *wanted)
        printf("* selected by CLINTERVAL_DEVICE=%s\n", wanted);
    else
        printf("* selected by default; CLINTERVAL_DEVICE selects another device\n");
    if (tuning && *tuning)
        print_file(tuning, &ctx->tuning, &ctx->device, devices, count);
    code = APP_OK;
done:
    cliv_context_destroy(ctx);
    cliv_text_free(&skipped);
    free(devices);
    return code;
}

int devices_main(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option != 'h') {
            fputs("`clinterval devices --help` explains the options\n", stderr);
            return APP_USAGE;
        }
        fputs("Usage: clinterval devices\n"
              "\n"
              "Lists the OpenCL platforms and devices, and the properties of each device that the library uses. The\n"
              "numbers are those of `clinfo -l`. A star marks the device that the library uses: the device that\n"
              "CLINTERVAL_DEVICE selects, or the default device. If CLINTERVAL_TUNING names a tuning file, the last\n"
              "lines state how many rows of the file apply to this device, and which rows apply to no device.\n"
              "The exit status is 1 if there is no platform or CLINTERVAL_DEVICE selects no device.\n"
              "\n"
              "Options:\n"
              "  -h, --help  show this help\n",
              stdout);
        return APP_OK;
    }
    if (optind < argc) {
        app_error("devices: unexpected argument '%s'", argv[optind]);
        return APP_USAGE;
    }
    return list();
}
